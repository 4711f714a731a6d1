"""A war that is played with questions and answers in words."""

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, NamedTuple

import gymnasium
import numpy as np

from stuka_env.envs.single import StukaEnv
from stuka_env.game import Game, game_named, game_names
from stuka_env.io.arguments import argument_error, one_of
from stuka_env.replay.run import ending_of
from stuka_env.text.answers import Cause, Refusal, Unplaced, option_heads, read_reply
from stuka_env.text.parts import AnswerError, Chooser, ListQuestion, Section, text_parts
from stuka_env.views.words import sections_of

Form = Literal["text", "json"]
"""Form of an observation."""
FORMS: tuple[Form, ...] = ("text", "json")


@dataclass(frozen=True)
class Option:
    """An option of a question: its words, and the actions that it takes in order."""

    words: str
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """An open question.

    Attributes:
        words: the question.
        options: its options; empty at the end of a war.
        list_question: the list that the answer fills, or None.
    """

    words: str
    options: tuple[Option, ...]
    list_question: ListQuestion | None = None

    @property
    def numbered(self) -> tuple[str, ...]:
        """The options with their numbers."""
        options = [f"{number}. {option.words}" for number, option in enumerate(self.options, 1)]
        return (*options, *([self.list_question.form] if self.list_question else []))


@dataclass(frozen=True)
class Observed:
    """The words that a player reads at a question.

    Attributes:
        state: the state in words, by section.
        events: sentences about what has happened since the last question.
        question: the question.
        result: the end of the war; None before.
    """

    state: Mapping[str, Section]
    events: Sequence[str]
    question: Question
    result: Mapping[str, Any] | None

    def as_text(self) -> str:
        """Return it as text with a line for each thing."""
        lines = [line for name, words in self.state.items() for line in _section_lines(name, words)]
        lines += ["Since the last question:", *(f"- {event}" for event in self.events)] if self.events else []
        if self.result is not None:
            return "\n".join([*lines, f"The war is over: {json.dumps(self.result, ensure_ascii=False)}"])
        return "\n".join([*lines, f"To decide: {self.question.words}", *self.question.numbered])

    def as_json(self) -> str:
        """Return the same as a JSON object on one line."""
        lists = self.question.list_question
        values = {
            "state": {name: words for name, words in self.state.items() if words},
            "events": list(self.events),
            "question": self.question.words,
            "options": [{"number": at, "words": option.words} for at, option in enumerate(self.question.options, 1)],
            **({} if lists is None else {"form": lists.form}),
            **({} if self.result is None else {"result": self.result}),
        }
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _section_lines(name: str, words: Section) -> list[str]:
    if isinstance(words, str):
        return [f"{name}: {words}"] if words else []
    return [f"{name}:", *(f"- {line}" for line in words)] if words else []


Environment = gymnasium.Env[Any, Any]


@dataclass(frozen=True)
class Taken:
    """An accepted answer.

    Attributes:
        words: the option, or the list in words.
        actions: the actions that were taken, in order.
    """

    words: str
    actions: tuple[int, ...]


class TextGame:
    """A war as questions in words. Routine is merged: a list of people is one question.

    Args:
        env: a single environment of this package after its reset, wrapped or not, made with ``journal=True``.
        merged: whether one answer can take several decisions.
        odds: whether the options have the odds that the charts give.
        order: a number or a text that the order of the options of each question follows from; None for the order of
            the game.

    Attributes:
        refusals: number of refused answers.
        questions: number of accepted answers.
        last_actions: number of actions of the last answer.
        reward: sum of the rewards.

    Raises:
        ValueError: the environment is not one of this package, or keeps no journal.
    """

    def __init__(
        self, env: Environment, merged: bool = True, odds: bool = True, *, order: int | str | None = None
    ) -> None:
        self.env = env
        self.war = _war_of(env)
        if not self.war.engine.journal:
            raise argument_error("env", env, "an environment made with journal=True")
        self.merged = merged
        self.odds = odds
        self.order = order
        self.refusals = 0
        self.questions = 0
        self.last_actions = 0
        self.reward = 0.0
        self._parts = text_parts(self.war.game.name)
        self._read_entries = 0
        self._offered: set[str] = set()
        self._events = self._new_events()
        self._question = self._new_question()

    @property
    def over(self) -> bool:
        """Whether the war has ended."""
        return bool(self.war.engine.wars.reports["over"][0])

    @property
    def question(self) -> Question:
        """The open question; it has no options at the end."""
        return self._question

    @property
    def result(self) -> dict[str, Any]:
        """The war so far: whether it has ended, the official score and the result, questions and refusals."""
        ending = ending_of(self.war.engine)
        return {
            "finished": ending.finished,
            "score": ending.score,
            "result": ending.result,
            "questions": self.questions,
            "refusals": self.refusals,
        }

    def observe(self, form: Form = "text") -> str:
        """Return the state, what has happened since the last question, the question and its options.

        Args:
            form: "text" or "json".

        Raises:
            ValueError: there is no such form.
        """
        result = self.result if self.over else None
        return _in_form(
            Observed(
                sections_of(self.war.game.views.sheet(self.war.mat, self.war.charts)),
                self._events,
                self._question,
                result,
            ),
            form,
        )

    def answer(self, text: str) -> Taken | Refusal:
        """Read an answer and take its actions. A refused answer changes nothing but the number of refusals.

        An answer after the end is refused and not counted.

        Args:
            text: the number of an option, its words, or JSON; for a list also its form.
        """
        answered = self._read(text)
        if isinstance(answered, Refusal):
            self.refusals += not self.over
            return answered
        self.take(answered.actions)
        self.questions += 1
        return answered

    def refuse(self, reason: str) -> Refusal:
        """Count a refused answer to the open question that is not read, and return its refusal."""
        self.refusals += 1
        return Refusal(reason, self._question.numbered)

    def answer_neutrally(self) -> Taken:
        """Let the neutral policy of the game answer the open question (:mod:`stuka_env.text.parts`)."""
        has_list = self._question.list_question is not None

        def choose(mat: Any, legal: list[int]) -> int | None:
            if taken and not (has_list and self._parts.list_question(mat)):
                return None
            taken.append(self._parts.neutral(legal))
            return taken[-1]

        taken: list[int] = []
        actions_of(self.war, choose)
        self.take(taken)
        self.questions += 1
        return Taken("", tuple(taken))

    def take(self, actions: Iterable[int]) -> None:
        """Take the actions of an answer without counting it, and ask the next question: to continue a kept war."""
        self.last_actions = 0
        for action in actions:
            self.reward += float(self.env.step(action)[1])
            self.last_actions += 1
        self._events = self._new_events()
        self._question = self._new_question()

    def _new_question(self) -> Question:
        question = question_of(self.war, self.merged, self.odds)
        self._offered.update(*(option_heads(option.words) for option in question.options))
        if self.order is None:
            return question
        options = [*question.options]
        random.Random(f"{self.order}/{len(self.war.journal)}").shuffle(options)
        return replace(question, options=tuple(options))

    def _read(self, text: str) -> Taken | Refusal:
        """Return the actions of an answer, or its refusal."""
        if self.over:
            return Refusal("The war is over.", ())
        return read_in(self._question, text, partial(actions_of, self.war), self._offered)

    def _new_events(self) -> list[str]:
        """Return the sentences that were written since the last call."""
        entries = self.war.journal
        new, self._read_entries = entries[self._read_entries :], len(entries)
        return [str(entry) for entry in self._parts.events(new)]


# --- questions ---


TryOut = Callable[[Chooser], tuple[tuple[int, ...], Any]]
"""A function that returns the actions that a chooser takes in a row, and the mat after them."""


class DecisionToAsk(NamedTuple):
    """The open decision of a war, of which a question is made.

    Attributes:
        game: the game.
        mat: the mat.
        engine: the engine of the war, for the odds.
        legal: index and label of each legal action.
        try_out: function that returns the actions that a chooser takes in a row, and the mat after them.
    """

    game: Game
    mat: Any
    engine: Any
    legal: list[tuple[int, str]]
    try_out: TryOut


def question_of(war: StukaEnv, merged: bool, odds: bool = True) -> Question:
    """Return the open question of a war.

    Args:
        war: the war.
        merged: whether one answer can take several decisions.
        odds: whether the options have the odds that the charts give.
    """
    decision = DecisionToAsk(war.game, war.mat, war.engine, war.legal_actions(odds), partial(actions_of, war))
    return question_at(decision, merged, odds)


def question_at(decision: DecisionToAsk, merged: bool, odds: bool = True) -> Question:
    """Return the question of an open decision; the other arguments are those of :func:`question_of`."""
    parts, mat, legal = text_parts(decision.game.name), decision.mat, decision.legal
    lists = parts.list_question(mat) if merged and legal else None
    if lists is not None:
        options = []
        for series in lists.offers:
            actions, after = decision.try_out(series.choose)
            options.append(Option(f"{series.words} ({lists.outcome(after)})", actions))
        return Question(lists.words, tuple(options), lists)
    further = decision.game.envs.odds(decision.engine, dict(legal)) if odds else {}
    options = [Option(f"{label} ({further[index]})" if index in further else label, (index,)) for index, label in legal]
    if merged and legal:
        options += [
            Option(series.words, decision.try_out(series.choose)[0]) for series in parts.series(mat, dict(legal))
        ]
    return Question(decision.game.views.question_of(mat), tuple(options))


def actions_of(war: StukaEnv, choose: Chooser) -> tuple[tuple[int, ...], Any]:
    """Return the actions that a chooser takes in a row, and the mat after them, on a copy of the war.

    Raises:
        AnswerError: the chooser finds that the rules forbid its answer.
    """
    twin = war.clone("same")
    actions: list[int] = []
    over = False
    while not over:
        action = choose(twin.mat, np.flatnonzero(twin.action_masks()).tolist())
        if action is None:
            break
        actions.append(action)
        _, _, terminated, truncated, _ = twin.step(action)
        over = terminated or truncated
    return tuple(actions), twin.mat


def read_in(question: Question, text: str, try_out: TryOut, offered: AbstractSet[str] = frozenset()) -> Taken | Refusal:
    """Return the actions of an answer to a question, or its refusal. Nothing is played.

    Args:
        question: the question.
        text: the answer.
        try_out: function that returns the actions that a chooser takes in a row, and the mat after them.
        offered: the heads of all options of the war so far, for the cause of a refusal.
    """
    lists = question.list_question
    read = read_reply(text, [option.words for option in question.options], lists.row if lists else None)
    if isinstance(read, int):
        return Taken(question.options[read].words, question.options[read].actions)
    if lists is None or read.value is None:
        return Refusal(read.reason, question.numbered, _cause_of(read, offered))
    try:
        chooser = lists.read(read.value)
    except AnswerError as error:
        cause = _cause_of(read, offered) if isinstance(read.value, str) else Cause.ILLEGAL_NOW
        return Refusal(str(error), question.numbered, cause)
    try:
        actions, after = try_out(chooser)
        lists.check(read.value, after)
    except AnswerError as error:
        return Refusal(str(error), question.numbered, Cause.ILLEGAL_NOW)
    return Taken(lists.outcome(after), actions)


def _cause_of(read: Unplaced, offered: AbstractSet[str]) -> Cause:
    """Return the cause of the refusal of an answer that names no option."""
    if isinstance(read.value, str) and option_heads(read.value) & offered:
        return Cause.ILLEGAL_NOW
    return Cause.NEVER_LEGAL if read.is_named else Cause.FORM


# --- without a session ---


def observe(env: Environment, form: Form = "text") -> str:
    """Return the state and the open decision of an environment in words, with the journal of the whole episode.

    Args:
        env: a single environment of this package after its reset, wrapped or not.
        form: "text" or "json".

    Raises:
        ValueError: the environment is not one of this package, or there is no such form.
    """
    war = _war_of(env)
    parts = text_parts(war.game.name)
    events = [str(entry) for entry in parts.events(war.journal)] if war.engine.journal else []
    state = sections_of(war.game.views.sheet(war.mat, war.charts))
    over = bool(war.engine.wars.reports["over"][0])
    result = {"score": ending_of(war.engine).score, "result": ending_of(war.engine).result} if over else None
    return _in_form(Observed(state, events, question_of(war, merged=False), result), form)


def read_answer(env: Environment, text: str) -> int | Refusal:
    """Return the action that an answer to :func:`observe` names, or its refusal. Nothing is played.

    Args:
        env: the environment that was observed.
        text: the number of an option, its words, or JSON.

    Raises:
        ValueError: the environment is not one of this package.
    """
    question = question_of(_war_of(env), merged=False)
    if not question.options:
        return Refusal("The war is over.", ())
    read = read_reply(text, [option.words for option in question.options])
    return question.options[read].actions[0] if isinstance(read, int) else Refusal(read.reason, question.numbered)


def rules_summary(game: str) -> str:
    """Return what a player of a game must know.

    Args:
        game: name of the game.

    Raises:
        ValueError: there is no such game.
    """
    return game_named(one_of("game", game, game_names())).summary


def _in_form(observed: Observed, form: str) -> str:
    return observed.as_text() if one_of("form", form, FORMS) == "text" else observed.as_json()


def _war_of(env: Environment) -> StukaEnv:
    if not isinstance(env.unwrapped, StukaEnv):
        raise argument_error("env", env, "a single environment of stuka_env")
    return env.unwrapped
