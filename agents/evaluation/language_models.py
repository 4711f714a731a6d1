"""Language models as policies of an evaluation: ``llm:MODEL@URL``, for any endpoint compatible with OpenAI's.

A model plays each war by questions in words (:mod:`stuka_env.text.model_wars`). Then the evaluation flies its actions.
Settings come from environment variables, because a name of a policy has none.
"""

import hashlib
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.asked_player import AskedPlayer
from agents.evaluation.replayed_wars import PlayedActions
from agents.evaluation.tables import numbered
from agents.evaluation.trivial_players import BOT_WORDS, place_named, reply_of
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.arguments import SEED_LIMIT, argument_error, one_of
from stuka_env.io.reading import FileError, parse_json
from stuka_env.policy import NEUTRAL, Policy, PolicyInput
from stuka_env.position.exercises import ExerciseSet
from stuka_env.replay.file import file_stem
from stuka_env.text.chat_request import LIMIT_FIELDS, MOST_REPLY_TOKENS, RequestSettings
from stuka_env.text.endpoint import CallBudget, Endpoint, EndpointError
from stuka_env.text.house_endpoint import HOUSE_ADDRESS, HOUSE_URL, HouseEndpoint
from stuka_env.text.memory import MEMORIES, NO_MEMORY
from stuka_env.text.model_exercises import ModelExercises
from stuka_env.text.model_wars import ModelWars
from stuka_env.text.open_question import (
    EXERCISES_VERSION,
    FIELD_OF_CAUSE,
    MOST_FORCED,
    TEXT_VERSION,
    Usage,
    model_rules,
)
from stuka_env.text.parts import NeutralPolicy
from stuka_env.text.talk import ForcedAnswersError
from stuka_env.text.war_form import WarForm

MILLION = 1_000_000
FIELD_VARIABLES = {
    **dict.fromkeys(LIMIT_FIELDS, "STUKA_LLM_MAX_TOKENS"),
    "temperature": "STUKA_LLM_TEMPERATURE",
    "reasoning_effort": "STUKA_LLM_EFFORT",
    "seed": "STUKA_LLM_SEED",
}
"""Environment variables of the fields of a request; all others are in ``STUKA_LLM_BODY``."""
FORCED_VARIABLE = "STUKA_LLM_FORCED"
LARGEST_COUNT = 10**12
"""Limit of calls, tokens and threads."""


class Prices(NamedTuple):
    """Prices of a million tokens."""

    read: float
    """Of those that are read."""
    written: float
    """Of those that are written."""
    cached: float
    """Of those that are read and that the endpoint had kept."""

    def cost(self, figures: Mapping[str, int]) -> float:
        """Return the cost of all tokens of some figures; calls that timed out count with their estimates."""
        cached = figures["cached_tokens"]
        read = figures["prompt_tokens"] - cached + figures["lost_prompt_tokens"]
        written = figures["reply_tokens"] + figures["lost_reply_tokens"]
        return (read * self.read + cached * self.cached + written * self.written) / MILLION


class ModelSettings(NamedTuple):
    """Settings of all language models of a run."""

    folder: Path
    """Folder of replays and conversations (``STUKA_LLM_FOLDER``)."""
    calls: int | None
    """Most calls of a run (``STUKA_LLM_CALLS``)."""
    tokens: int | None
    """Most tokens of a run (``STUKA_LLM_TOKENS``)."""
    side_by_side: int
    """Wars that are played at the same time (``STUKA_LLM_PARALLEL``)."""
    seconds: float
    """Seconds of silence in a call (``STUKA_LLM_SECONDS``)."""
    prices: Prices | None
    """Prices (``STUKA_LLM_PRICES``, such as ``0.5,1.5`` or ``0.5,1.5,0.05``)."""
    request: RequestSettings
    """Settings of the requests."""
    most_forced: int | None
    """Questions in a row that the neutral policy may answer in a war (``STUKA_LLM_FORCED``); None for any number."""
    odds: bool
    """Whether the options of wars have the odds of the charts (``STUKA_LLM_ODDS``)."""
    memory: str
    """Memory of earlier questions of a war (``STUKA_LLM_MEMORY``)."""


def read_settings() -> ModelSettings:
    """Return the settings from the environment variables.

    Raises:
        ValueError: one has a value that is not allowed.
    """
    return ModelSettings(
        Path(os.environ.get("STUKA_LLM_FOLDER") or "llm-wars"),
        _whole("STUKA_LLM_CALLS"),
        _whole("STUKA_LLM_TOKENS"),
        _whole("STUKA_LLM_PARALLEL") or 8,
        _number("STUKA_LLM_SECONDS", 120.0),
        _prices("STUKA_LLM_PRICES"),
        _request(),
        _most_forced(),
        _yes("STUKA_LLM_ODDS"),
        _memory("STUKA_LLM_MEMORY"),
    )


def _yes(name: str) -> bool:
    text = _text(name) or "yes"
    if text not in ("yes", "no"):
        raise argument_error(name, text, "yes or no")
    return text == "yes"


def _memory(name: str) -> str:
    return one_of(name, _text(name) or NO_MEMORY, MEMORIES)


def _most_forced() -> int | None:
    if _text(FORCED_VARIABLE) == "none":
        return None
    return _whole(FORCED_VARIABLE, allowed="none, or a whole number, 1 or more") or MOST_FORCED


def _text(name: str) -> str:
    return os.environ.get(name, "").strip()


def _whole(name: str, least: int = 1, limit: int = LARGEST_COUNT, allowed: str = "") -> int | None:
    """Return the whole number in an environment variable; None if it is not set."""
    text = _text(name)
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(limit)) else -1
    if not least <= number < limit:
        raise argument_error(name, text, allowed or f"a whole number, {least} or more")
    return number


def _float(name: str) -> float | None:
    """Return the finite number in an environment variable; None if it is not set."""
    text = _text(name)
    try:
        number = float(text) if text else None
    except ValueError:
        number = math.nan
    if number is not None and not math.isfinite(number):
        raise argument_error(name, text, "a number")
    return number


def _number(name: str, usual: float) -> float:
    number = _float(name)
    if number is not None and number <= 0:
        raise argument_error(name, _text(name), "a number above 0")
    return usual if number is None else number


def _prices(name: str) -> Prices | None:
    text = _text(name)
    if not text:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(0 <= number < math.inf for number in numbers):
        raise argument_error(name, text, "two or three numbers such as 0.5,1.5 or 0.5,1.5,0.05")
    return Prices(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else numbers[0])


def _request() -> RequestSettings:
    limit_field, most = _limit("STUKA_LLM_MAX_TOKENS")
    temperature = _float("STUKA_LLM_TEMPERATURE")
    if temperature is not None and temperature < 0:
        raise argument_error("STUKA_LLM_TEMPERATURE", temperature, "a number, 0 or more")
    body, headers, query = (_object(f"STUKA_LLM_{name}") for name in ("BODY", "HEADERS", "QUERY"))
    try:
        return RequestSettings(
            max_tokens=most,
            limit_field=limit_field,
            temperature=temperature,
            reasoning_effort=_text("STUKA_LLM_EFFORT"),
            seed=_whole("STUKA_LLM_SEED", least=0, limit=SEED_LIMIT),
            body=body,
            headers=headers,
            query=query,
        )
    except ValueError as error:
        name, _, words = str(error).partition(":")
        raise ValueError(f"STUKA_LLM_{name.upper()}:{words}") from None


def _limit(name: str) -> tuple[str, int | None]:
    """Return the field with the most tokens of a reply, and their number; None to send none."""
    text = _text(name)
    field, _, digits = text.rpartition("=")
    if text == "none":
        return LIMIT_FIELDS[0], None
    if not text:
        return LIMIT_FIELDS[0], MOST_REPLY_TOKENS
    if field not in ("", *LIMIT_FIELDS) or not digits.isdigit() or not 0 < len(digits) < 10 or int(digits) < 1:
        raise argument_error(name, text, f"none, or a number such as 16384, or {LIMIT_FIELDS[1]}=16384")
    return field or LIMIT_FIELDS[0], int(digits)


def _object(name: str) -> dict[str, Any]:
    """Return the JSON object in an environment variable. Its text is not quoted in an error: it can hold a key."""
    text = _text(name)
    try:
        values = parse_json(text) if text else {}
    except FileError as error:
        raise ValueError(f"{name}: no JSON object: {error}") from None
    if not isinstance(values, dict):
        raise ValueError(f'{name}: no JSON object, such as {{"name": "value"}}')
    return values


MODEL_PREFIX = "llm:"
"""Beginning of the names of language models."""
FOLDER_DIGITS = 8
"""Digits of the digest of the model, its settings and the wars in the name of a folder."""


MOST_FORCED_FIGURE = "most_forced_in_a_row"
SUMMED_FIGURES = tuple(name for name in Usage.__dataclass_fields__ if not name.endswith("_in_a_row"))
"""Figures of wars whose totals are figures of all wars."""


class WarScores(NamedTuple):
    """Official scores of one war."""

    own: float
    """That of the language model, with its forced answers."""
    neutral: float
    """That of the neutral policy in the same war, which gives the forced answers."""


class LanguageModel:
    """A language model as a policy: :meth:`in_wars` returns its play in given wars, :meth:`in_exercises` its answers.

    Args:
        name: ``llm:MODEL@URL``.

    Raises:
        ValueError: the name or a setting is not allowed.
    """

    def __init__(self, name: str) -> None:
        model, url = split_name(name)
        self.name = name
        self.settings = read_settings()
        budget = CallBudget(self.settings.calls, self.settings.tokens)
        self.usages: dict[tuple[str, int], Usage] = {}
        self.scores: dict[tuple[str, int], WarScores] = {}
        self.noun = "war"
        self.form = WarForm(odds=self.settings.odds, memory=self.settings.memory)
        self.endpoint = self._endpoint(url, model, budget)

    def _endpoint(self, url: str, model: str, budget: CallBudget) -> Endpoint:
        settings = self.settings.request
        if url != HOUSE_ADDRESS:
            return Endpoint(url, model, budget, timeout=self.settings.seconds, settings=settings)
        place = place_named(model)
        if place is None:
            raise argument_error(
                "policies", self.name, f"the name of a trivial player before @{HOUSE_ADDRESS}: {BOT_WORDS}"
            )
        return HouseEndpoint(HOUSE_URL, model, budget, settings=settings, player=partial(reply_of, place))

    def figures(self) -> dict[str, Any]:
        """Return the figures of all wars so far, with the cost if prices are known."""
        totals = {name: sum(getattr(usage, name) for usage in self.usages.values()) for name in SUMMED_FIGURES}
        figures = {
            "policy": self.name,
            "wars": len(self.usages),
            **totals,
            MOST_FORCED_FIGURE: self.most_forced_in_a_row,
            "settings": {**self.endpoint.settings.described, **self.form.described},
            **self._scores_with_forced_answers(),
        }
        if self.settings.prices is not None:
            figures["cost"] = self.settings.prices.cost(totals)
        return figures

    @property
    def most_forced_in_a_row(self) -> int:
        """The largest number of questions in a row that the neutral policy has answered in a war."""
        return max((usage.most_forced_in_a_row for usage in self.usages.values()), default=0)

    def _scores_with_forced_answers(self) -> dict[str, Any]:
        """Return the mean scores of all wars, of those without a forced answer, and of the neutral policy."""
        if not self.scores:
            return {}
        unforced = [scores.own for war, scores in self.scores.items() if not self.usages[war].forced]
        return {
            "score": float(np.mean([scores.own for scores in self.scores.values()])),
            "unforced_wars": len(unforced),
            "unforced_score": float(np.mean(unforced)) if unforced else None,
            "neutral": NEUTRAL,
            "neutral_score": float(np.mean([scores.neutral for scores in self.scores.values()])),
        }

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the first legal actions, for the warm-up before the wars."""
        actions[:] = inputs.masks.argmax(axis=1)

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Play the wars of seeds, as far as earlier runs have not, and return the actions as a policy.

        Raises:
            EndpointError: the budget is used up, or the endpoint has failed.
            ValueError: the wars have random charts.
        """
        if spec.random is not None:
            raise ValueError(f"policy {self.name!r}: language models play no wars with random charts")
        game = game_named(spec.game)
        arguments = game.replays.arguments_of(spec)
        digest = self._digest(game.name, [arguments, spec.charts.sha256, TEXT_VERSION, self.form.described])
        folder = self.settings.folder / f"{file_stem(self.endpoint.model)}-{digest}"
        most_forced = self.settings.most_forced
        wars = ModelWars(self.endpoint, game.ids[spec.scale], arguments, folder, most_forced, self.form)
        with self._kept("wars", folder), self._bar(len(seeds)) as bar:
            played = wars.play(seeds.tolist(), self.settings.side_by_side, bar.update)
        neutral = fly_wars(self._neutral(spec, seeds), spec, seeds).scores.tolist()
        pairs = zip(played, neutral, strict=True)
        self.scores |= {(digest, war.replay.seed): WarScores(war.replay.score or 0, score) for war, score in pairs}
        self._count({(digest, war.replay.seed): war.usage for war in played})
        return PlayedActions(self.name, [war.replay.actions for war in played])

    def _neutral(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> Policy:
        """Return the neutral policy in these wars, in the form that the model plays."""
        neutral = NeutralPolicy(spec.game)
        return AskedPlayer(neutral, self.form, 0).in_wars(spec, seeds) if self.form.asked else neutral

    def in_exercises(self, exercises: ExerciseSet) -> NDArray[np.int64]:
        """Return the answers to all exercises of a set, ``(N,)``; those of earlier runs are not asked again.

        Raises:
            EndpointError: the budget is used up, or the endpoint has failed.
        """
        self.noun = "exercise"
        form = [self.form.described] if self.form.described else []
        digest = self._digest(exercises.game, [exercises.charts_sha256, EXERCISES_VERSION, *form])
        folder = self.settings.folder / f"{file_stem(self.endpoint.model)}-exercises-{digest}"
        most_forced, odds = self.settings.most_forced, self.form.odds
        asked = ModelExercises(self.endpoint, exercises.game, folder, most_forced, odds=odds)
        with self._kept("answers", folder), self._bar(len(exercises.exercises)) as bar:
            answers = asked.answer(exercises.exercises, self.settings.side_by_side, bar.update)
        pairs = zip(exercises.exercises, answers, strict=True)
        self._count({(digest, exercise.number): answer.usage for exercise, answer in pairs})
        return np.array([answer.action for answer in answers], np.int64)

    def _digest(self, game: str, about: list[Any]) -> str:
        """Return a short digest of the model, the text before its questions, the settings, and what they are about.

        Wars of other settings, or of another text, are not continued: a result would mix them.
        """
        kind = [self.name, self.endpoint.settings.described, model_rules(game), *about]
        return hashlib.sha256(json.dumps(kind, sort_keys=True).encode()).hexdigest()[:FOLDER_DIGITS]

    def _bar(self, total: int) -> Any:
        from tqdm import tqdm

        return tqdm(total=total, desc=self.endpoint.model, unit=self.noun, leave=False, disable=None)

    @contextmanager
    def _kept(self, things: str, folder: Path) -> Iterator[None]:
        """Name the policy and the folder of what is kept in an error of the endpoint."""
        try:
            yield
        except EndpointError as error:
            again = f"the {things} so far are in {str(folder)!r}, the same command continues them"
            if isinstance(error, ForcedAnswersError):
                again += f"; with {FORCED_VARIABLE}=none it plays on and marks the row"
            if error.field:  # with another value of the variable they are another model's
                again = f"{FIELD_VARIABLES.get(error.field, 'STUKA_LLM_BODY')} sets this field"
            raise EndpointError(f"policy {self.name!r}: {error}; {again}") from None

    def _count(self, usages: Mapping[tuple[str, int], Usage]) -> None:
        """Add figures of wars or exercises, and print those of all so far."""
        self.usages |= usages
        print(f"{self.name}: {usage_words(self.figures(), self.noun)}", file=sys.stderr)


def split_name(name: str) -> tuple[str, str]:
    """Return model and address of ``llm:MODEL@URL``. The name of a model may have an ``@`` itself.

    Raises:
        ValueError: there is no model or no address.
    """
    model, at, url = name.removeprefix(MODEL_PREFIX).rpartition("@http")
    url = "http" + url
    if not at:  # an address of another kind, which the endpoint refuses
        model, _, url = name.removeprefix(MODEL_PREFIX).rpartition("@")
    if not model or not url:
        raise argument_error("policies", name, "llm:MODEL@URL, such as llm:my-model@http://localhost:8000/v1")
    return model, url


def forced_words(figures: Mapping[str, Any]) -> str:
    """Return the number and the share of forced answers in words, with the score without them and the neutral one."""
    words = f"{figures['forced']} forced"
    if figures["questions"]:
        words += f" ({figures['forced'] / figures['questions']:.1%} of {figures['questions']} questions)"
    if figures[MOST_FORCED_FIGURE] >= MOST_FORCED:
        words += f", {figures[MOST_FORCED_FIGURE]} of them in a row"
    if "score" not in figures:
        return words
    words += f", score {figures['score']:.2f} with forced answers"
    if 0 < figures["unforced_wars"] < figures["wars"]:
        words += f" and {figures['unforced_score']:.2f} in the {figures['unforced_wars']} wars without any"
    return f"{words}, {figures['neutral_score']:.2f} of {figures['neutral']} in the same wars"


def usage_words(figures: Mapping[str, Any], noun: str) -> str:
    """Return the figures of a language model in words, with the means per war or exercise."""
    wars, read, written = figures["wars"], figures["prompt_tokens"], figures["reply_tokens"]
    form, now, never = (figures[name] for name in FIELD_OF_CAUSE.values())
    causes = f" ({form} for their form, {now} illegal now, {never} never legal)" if figures["refusals"] else ""
    words = [
        numbered(wars, noun),
        f"{figures['calls']} calls",
        f"{read} tokens read and {written} written ({read / wars:.0f} and {written / wars:.0f} per {noun})",
        f"{figures['milliseconds'] / 1000 / max(1, figures['calls']):.2f} s a call",
        f"{figures['refusals']} refused answers{causes}",
        f"{figures['cut']} cut",
        forced_words(figures),
    ]
    lost = figures["lost_calls"]
    words += [f"{figures['notes']} notes, {figures['cut_notes']} of them cut"] if figures["notes"] else []
    words += [f"{figures['filtered']} ended by a filter"] if figures["filtered"] else []
    words += [f"{numbered(lost, 'call')} without a reply"] if lost else []
    words += [f"cost {figures['cost']:.4f} ({figures['cost'] / wars:.4f} per {noun})"] if "cost" in figures else []
    words += [f"settings {json.dumps(figures['settings'])}"]
    return ", ".join(words)


def model_settings(policies: Iterable[Any]) -> dict[str, Any]:
    """Return the figures of the language models among policies that have played, for the results file."""
    models = [policy for policy in policies if isinstance(policy, LanguageModel) and policy.usages]
    figures = [model.figures() | {"words": usage_words(model.figures(), model.noun)} for model in models]
    return {"language_models": figures} if models else {}
