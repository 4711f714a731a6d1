"""Language models as policies of an evaluation: ``llm:MODEL@URL``, for any endpoint compatible with OpenAI's.

A model plays each war by questions in words (:mod:`stuka_env.text.model_wars`). Then the evaluation flies its actions.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.model_options import FIELD_VARIABLES, FORCED_VARIABLE, read_settings
from agents.evaluation.played_actions import PlayedActions
from agents.evaluation.tables import numbered
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.arguments import argument_error
from stuka_env.policy import NEUTRAL, PolicyInput
from stuka_env.position.exercises import ExerciseSet
from stuka_env.replay.file import file_stem
from stuka_env.text.endpoint import CallBudget, Endpoint, EndpointError
from stuka_env.text.model_exercises import ModelExercises
from stuka_env.text.model_wars import ModelWars
from stuka_env.text.neutral import NeutralPolicy
from stuka_env.text.open_question import MOST_FORCED, Usage, model_rules
from stuka_env.text.talk import ForcedAnswersError

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
        self.endpoint = Endpoint(url, model, budget, timeout=self.settings.seconds, settings=self.settings.request)

    def figures(self) -> dict[str, Any]:
        """Return the figures of all wars so far, with the cost if prices are known."""
        totals = {name: sum(getattr(usage, name) for usage in self.usages.values()) for name in SUMMED_FIGURES}
        figures = {
            "policy": self.name,
            "wars": len(self.usages),
            **totals,
            MOST_FORCED_FIGURE: self.most_forced_in_a_row,
            "settings": self.endpoint.settings.described,
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
        digest = self._digest(game.name, [arguments, spec.charts.sha256])
        folder = self.settings.folder / f"{file_stem(self.endpoint.model)}-{digest}"
        wars = ModelWars(self.endpoint, game.ids[spec.scale], arguments, folder, self.settings.most_forced)
        with self._kept("wars", folder), self._bar(len(seeds)) as bar:
            played = wars.play(seeds.tolist(), self.settings.side_by_side, bar.update)
        neutral = fly_wars(NeutralPolicy(game.name), spec, seeds).scores.tolist()
        pairs = zip(played, neutral, strict=True)
        self.scores |= {(digest, war.replay.seed): WarScores(war.replay.score or 0, score) for war, score in pairs}
        self._count({(digest, war.replay.seed): war.usage for war in played})
        return PlayedActions(self.name, [war.replay.actions for war in played])

    def in_exercises(self, exercises: ExerciseSet) -> NDArray[np.int64]:
        """Return the answers to all exercises of a set, ``(N,)``; those of earlier runs are not asked again.

        Raises:
            EndpointError: the budget is used up, or the endpoint has failed.
        """
        self.noun = "exercise"
        digest = self._digest(exercises.game, [exercises.charts_sha256])
        folder = self.settings.folder / f"{file_stem(self.endpoint.model)}-exercises-{digest}"
        asked = ModelExercises(self.endpoint, exercises.game, folder, self.settings.most_forced)
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
        """Return a progress bar on a terminal; it is silent elsewhere."""
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
    words = [
        numbered(wars, noun),
        f"{figures['calls']} calls",
        f"{read} tokens read and {written} written ({read / wars:.0f} and {written / wars:.0f} per {noun})",
        f"{figures['refusals']} refused answers",
        f"{figures['cut']} cut",
        forced_words(figures),
    ]
    lost = figures["lost_calls"]
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
