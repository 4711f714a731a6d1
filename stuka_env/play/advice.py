"""Advice: what a policy would do at a decision, asked in a thread of its own."""

import threading
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stuka_env.play.turns import Position
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput, draw_noise, limits_of, load_policy
from stuka_env.rules.ledger import score_due

SMALLEST_PROBABILITY = 5e-4
"""Probabilities below this are not worth telling."""


class Opinion(NamedTuple):
    """What an adviser thinks of a decision.

    Attributes:
        choice: the action it would take.
        probabilities: how readily it would take each action, 0 to 1; empty if it does not say.
        worth: the final score it expects if an action is taken, in points, for those it looked into.
        value: the final score it expects as things stand, in points; None if it does not say.
        errors: standard error of how much more an action is worth than the choice, for those it knows.
        limits: why it may be wrong here, such as that it was trained for other wars; empty if there is nothing.
        reason: why it would do that, in one line; empty if it does not say.
    """

    choice: int
    probabilities: Mapping[int, float]
    worth: Mapping[int, float]
    value: float | None
    errors: Mapping[int, float] = {}
    limits: str = ""
    reason: str = ""

    def compared(self, action: int) -> float | None:
        """How many points an action is worth more than the choice, to a tenth; None if it does not say."""
        if action not in self.worth or self.choice not in self.worth:
            return None
        return round(self.worth[action] - self.worth[self.choice], 1) + 0.0  # no negative zero


class Adviser(Protocol):
    """Somebody with an opinion."""

    name: str

    def consider(self, position: Position) -> Opinion:
        """What it would do there."""


class Answer(NamedTuple):
    """The answer to a question: its number, and an opinion or the reason why there is none."""

    number: int
    opinion: Opinion | None
    error_text: str


class PolicyAdviser:
    """A policy that is asked for its opinion. It sees what it would see in the war, and no more."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name

    def consider(self, position: Position) -> Opinion:
        """What the policy would do; what it makes of the choices, if it can say."""
        noise, action = np.zeros(1, np.int64), np.zeros(1, np.int64)
        draw_noise(np.zeros(1, np.int64), 0, position.turn, noise)
        inputs = PolicyInput(position.observation, position.mask, position.mat, position.charts, noise)
        self.policy.act(inputs, action)
        choice, war = int(action[0]), position.mat[0].war
        limits = limits_of(self.policy, int(war.scale), int(war.operation))
        if not isinstance(self.policy, ExplainingPolicy):
            return Opinion(choice, {}, {}, None, limits=limits)
        output = self.policy.explain(inputs)
        earned = score_due(position.mat[0], position.charts[0])
        probabilities, worth = output.probabilities[0], earned + output.action_values[0]
        value, errors = earned + float(output.values[0]), output.action_errors
        return Opinion(
            choice,
            {
                index: float(probabilities[index])
                for index in np.flatnonzero(probabilities > SMALLEST_PROBABILITY).tolist()
            },
            {index: float(worth[index]) for index in np.flatnonzero(np.isfinite(worth)).tolist()},
            value if np.isfinite(value) else None,
            {} if errors is None else {index: float(errors[0, index]) for index in known_errors(errors[0])},
            limits,
            "" if output.reasons is None else output.reasons[0],
        )


def known_errors(errors: NDArray[np.float32]) -> list[int]:
    """The actions whose errors are known and not 0, ``errors`` by action."""
    found: list[int] = np.flatnonzero(errors > 0).tolist()
    return found


def make_adviser(name: str) -> PolicyAdviser:
    """The policy of that name as an adviser.

    Raises:
        ValueError: there is none; one line says why.
    """
    try:
        return PolicyAdviser(load_policy(name))
    except ValueError as error:
        raise ValueError(f"--advise: {error}") from None


class AdviserThread:
    """Where questions wait for an adviser, who thinks in a thread of his own; only the newest is of interest.

    ``number`` is the newest question's. ``on_answer`` is called in the adviser's thread.
    The thread is a daemon: nobody who wants to stop has to wait for the end of a long thought.
    """

    def __init__(self, adviser: Adviser, on_answer: Callable[[Answer], object]) -> None:
        self.adviser = adviser
        self._on_answer = on_answer
        self.number = 0
        self._asked: Position | None = None
        self._changed = threading.Condition()
        threading.Thread(target=self._work, name="adviser", daemon=True).start()

    def ask(self, position: Position) -> None:
        """Ask a question, in place of one that still waits."""
        with self._changed:
            self.number += 1
            self._asked = position
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._asked is None:
                    self._changed.wait()
                number, position, self._asked = self.number, self._asked, None
            self._on_answer(self._answer(number, position))

    def _answer(self, number: int, position: Position) -> Answer:
        try:
            return Answer(number, self.adviser.consider(position), "")
        except Exception as error:  # an error in a user's policy must not end the war
            return Answer(number, None, f"{type(error).__name__}: {error}".splitlines()[0])
