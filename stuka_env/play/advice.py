"""Advice of a policy about a decision, computed in a separate thread."""

import re
import threading
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import draw_noise
from stuka_env.game import DEFAULT_GAME
from stuka_env.play.child import start_thread
from stuka_env.play.parts import PlayParts, play_parts
from stuka_env.play.typed_rolls import Position
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput, installed_policies, limits_of, load_policy
from stuka_env.replay.recording import SMALLEST_PROBABILITY

OTHER_DIGITS = 2
"""Decimal places of numbers that are not points of the score."""


class Opinion(NamedTuple):
    """Opinion of an adviser about a decision.

    Attributes:
        choice: the action it would take.
        probabilities: the probability of each action, 0 to 1; empty if the adviser has none.
        worth: the expected final score after an action, for the actions that were evaluated.
        value: the expected final score at this decision; None if unknown.
        errors: standard error of the difference between an action and the choice, where known.
        limits: a reason why it may be wrong here, such as training for other wars; empty if there is none.
        reason: the reason for the choice, in one line; empty if unknown.
        unit: the unit of the score, in the plural; empty for numbers of another meaning.
        digits: decimal places of differences.
        values_are: the meaning of ``worth``, if it is not the expected final score: only differences count then.
    """

    choice: int
    probabilities: Mapping[int, float]
    worth: Mapping[int, float]
    value: float | None
    errors: Mapping[int, float] = {}
    limits: str = ""
    reason: str = ""
    unit: str = "points"
    digits: int = 1
    values_are: str = ""

    def compared(self, action: int) -> float | None:
        """Return the amount by which an action is worth more than the choice, rounded; None if that is unknown."""
        if action not in self.worth or self.choice not in self.worth:
            return None
        return round(self.worth[action] - self.worth[self.choice], self.digits) + 0.0  # no negative zero


class Adviser(Protocol):
    """A source of opinions."""

    name: str

    def consider(self, position: Position) -> Opinion:
        """Return the opinion about the open decision."""


class Answer(NamedTuple):
    """The answer to a question: its number, and an opinion or an error message."""

    number: int
    opinion: Opinion | None
    error_text: str


def answer_of(adviser: Adviser, position: Position, number: int = 0) -> Answer:
    """Return the answer of an adviser to a question of this number."""
    try:
        return Answer(number, adviser.consider(position), "")
    except Exception as error:  # an error in a user's policy must not end the war
        return Answer(number, None, f"{type(error).__name__}: {error}".splitlines()[0])


class PolicyAdviser:
    """A policy as an adviser. It sees what it would see in the war, and no more."""

    def __init__(self, policy: Policy, parts: PlayParts) -> None:
        self.policy = policy
        self.parts = parts
        self.name = policy.name

    def consider(self, position: Position) -> Opinion:
        """Return the action that the policy takes, and its values of the actions if it is an ``ExplainingPolicy``."""
        noise, action = np.zeros(1, np.int64), np.zeros(1, np.int64)
        draw_noise(np.zeros(1, np.int64), 0, position.turn, noise)
        inputs = PolicyInput(position.observation, position.mask, position.mat, position.charts, noise)
        self.policy.act(inputs, action)
        choice, limits = int(action[0]), limits_of(self.policy, position.spec)
        unit = f"{self.parts.unit}s"
        if not isinstance(self.policy, ExplainingPolicy):
            return Opinion(choice, {}, {}, None, limits=limits, unit=unit)
        output = self.policy.explain(inputs)
        earned = self.parts.results.points(position.mat[0], position.charts[0])
        probabilities, worth = output.probabilities[0], earned + output.action_values[0]
        is_shown = np.isfinite(probabilities) & (probabilities > SMALLEST_PROBABILITY)
        value, errors = earned + float(output.values[0]), output.action_errors
        is_other = bool(output.values_are)
        return Opinion(
            choice,
            {index: float(probabilities[index]) for index in np.flatnonzero(is_shown).tolist()},
            {index: float(worth[index]) for index in np.flatnonzero(np.isfinite(worth)).tolist()},
            value if np.isfinite(value) else None,
            {} if errors is None else {index: float(errors[0, index]) for index in known_errors(errors[0])},
            limits,
            "" if output.reasons is None else output.reasons[0],
            "" if is_other else unit,
            OTHER_DIGITS if is_other else 1,
            output.values_are,
        )


def known_errors(errors: NDArray[np.float32]) -> list[int]:
    """Return the actions whose standard errors are known and not 0."""
    actions: list[int] = np.flatnonzero((errors > 0) & np.isfinite(errors)).tolist()
    return actions


def make_adviser(name: str, game: str = DEFAULT_GAME) -> PolicyAdviser:
    """Load the policy of that name as an adviser for a game.

    Raises:
        ValueError: there is none; the message gives the reason in one line.
    """
    try:
        return PolicyAdviser(load_policy(name, game), play_parts(game))
    except ValueError as error:
        raise ValueError(f"--advise: {error}") from None


NO_ADVISER = "none"
"""The name on the command line for no adviser."""
KEPT_NAME = re.compile(r"[\w-]+(@\w+)?")
"""A name that a file may have. It names no module and no file, because a file of unknown origin must run no code."""


def is_kept(name: str, game: str) -> bool:
    """Return whether a saved war keeps the name of its adviser: that of an installed policy."""
    return KEPT_NAME.fullmatch(name) is not None and name.partition("@")[0] in installed_policies(game)


class AdviserThread:
    """A thread in which an adviser answers questions. A new question replaces one that still waits.

    ``number`` is that of the newest question. ``on_answer`` is called in the adviser's thread.
    The thread is a daemon, so that the program can end while the adviser computes.
    """

    def __init__(self, adviser: Adviser, on_answer: Callable[[Answer], object]) -> None:
        self.adviser = adviser
        self._on_answer = on_answer
        self.number = 0
        self._waiting: Position | None = None
        self._changed = threading.Condition()
        start_thread("adviser", self._work)

    def ask(self, position: Position) -> None:
        """Ask a question, in place of one that still waits."""
        with self._changed:
            self.number += 1
            self._waiting = position
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._waiting is None:
                    self._changed.wait()
                number, position, self._waiting = self.number, self._waiting, None
            self._on_answer(answer_of(self.adviser, position, number))
