"""The interface of a game that ``evaluate.py`` compares policies of, and records that all games share.

An episode is called a war here, whatever the game calls it.
"""

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import Interval, SingleWar
from agents.game_rooms import laboratory_of

Progress = Callable[[int], Any]
"""A callback with the number of wars flown since the last call."""


class NamedPolicy(Protocol):
    """A policy of any game."""

    name: str


class FlownEpisodes(Protocol):
    """Results of a policy's wars: a named tuple of arrays with a row for each war, and the time."""

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """``(N,)``: base seed of each war."""

    @property
    def finished(self) -> NDArray[np.bool_]:
        """``(N,)``: whether the war ended."""

    @property
    def decisions(self) -> NDArray[np.int64]:
        """``(N,)``: decisions taken."""

    @property
    def illegal(self) -> NDArray[np.int64]:
        """``(N,)``: number of illegal actions among the decisions."""

    @property
    def seconds(self) -> float:
        """Wall-clock time of the flights."""


class Member(NamedTuple):
    """Scores of one training of an algorithm."""

    policy: str
    score: float
    difference: float | None


class ComparedPolicy(Protocol):
    """One line of the comparison: the figures that the lines of all games have."""

    @property
    def policy(self) -> str:
        """Name of the line."""

    @property
    def members(self) -> list[Member]:
        """One member for a single policy, or one for each training."""

    @property
    def score(self) -> Interval | SingleWar:
        """The mean score."""

    @property
    def spread(self) -> float | None:
        """Standard deviation of the members' mean scores; None for a single one."""

    @property
    def levels(self) -> dict[str, int]:
        """Finished wars by level of victory, the highest first."""

    @property
    def unfinished(self) -> int:
        """Wars that did not end."""

    @property
    def illegal(self) -> int:
        """Illegal actions."""

    @property
    def wars(self) -> int:
        """Number of wars of all members."""

    @property
    def decisions(self) -> int:
        """Number of decisions."""


class PolicyGroup(NamedTuple):
    """A line of the comparison."""

    name: str
    members: tuple[Any, ...]
    """One policy, or one for each training; each has a name."""
    words: tuple[str, ...]
    """Names of the members, as the game's loading of policies takes them."""


class EvaluationOptions(NamedTuple):
    """The checked arguments of an evaluation."""

    game: "EvaluatedGame"
    groups: list[PolicyGroup]
    """The policies; the first group is the baseline."""
    env: str
    spec: Any
    """The war that is played: a WarSpec of the game."""
    title: str
    """The environment with its arguments, for the first line on the screen."""
    arguments: Mapping[str, Any]
    """Arguments of the environment, for the results file."""
    episodes: int
    seed: int
    output: Path
    threads: int
    resume: bool
    """Whether to use the wars that an earlier run has kept, and to keep those of this run."""
    command: str
    """The command line."""
    noun: str = "war"
    """The game's word for a war."""
    replays: int = 0
    """Wars of each policy to write replays of."""
    ray: str | None = None
    """Address of the Ray cluster that flies the wars; None to fly them in this process."""


class EvaluatedGame(Protocol):
    """The parts of an evaluation that know the game."""

    @property
    def no_wars(self) -> Any:
        """Results of no wars, whose arrays show the form of a kept part."""

    @property
    def rules_sample(self) -> Any:
        """The wars whose results stand for the rules, an :class:`agents.evaluation.rules_digest.RulesSample`."""

    @property
    def scripts(self) -> Collection[str]:
        """Names of the scripts, which have learned nothing."""

    def luck_digest(self) -> str | None:
        """Return the digest of the value that defines luck; None in a game whose luck is not measured."""

    def default_policies(self) -> Sequence[str]:
        """Return the default policies of an evaluation; the first is the baseline."""

    def check_options(self, given: argparse.Namespace) -> "EvaluationOptions":
        """Check the arguments of an evaluation of the game.

        Raises:
            ValueError: one is not allowed; the message names it.
        """

    def part(self, policy: str, spec: Any, seeds: NDArray[np.uint64], seed: int) -> Any:
        """Return wars of one policy, an :class:`agents.evaluation.evaluation_parts.EvaluationPart`."""

    def warm_up(self, policy: Any, spec: Any) -> None:
        """Let the policy choose once in a war that is not counted.

        Raises:
            FlightError: the policy refuses or fails.
        """

    def fly(self, policy: Any, part: Any, num_threads: int, progress: Progress) -> Any:
        """Fly a part of the wars and return :class:`FlownEpisodes`.

        Raises:
            FlightError: the policy refuses or fails.
        """

    def policy_digest(self, policy: Any) -> str:
        """Return a digest of everything that determines the outcome of a policy's wars."""

    def join(self, flights: Sequence[Any]) -> Any:
        """Join the wars of all ``flights`` in their order."""

    def first(self, flown: Any, wars: int) -> Any:
        """Return the results of the first wars."""

    def figures(self, group: PolicyGroup, flights: Sequence[Any], baseline: Sequence[Any] | None, spec: Any) -> Any:
        """Return the figures of one line, a :class:`ComparedPolicy`.

        Args:
            group: the line.
            flights: wars of its members.
            baseline: wars of the baseline's members with the same seeds; None for the baseline.
            spec: the war that is played.
        """

    def settings(self, options: EvaluationOptions) -> dict[str, Any]:
        """Return the settings that only this game has, for the results file."""

    def csv_text(self, options: EvaluationOptions, flights: Sequence[Sequence[Any]]) -> str:
        """Return every war of every policy as CSV."""

    def table(self, lines: Sequence[Any], options: EvaluationOptions) -> str:
        """Return the tables for the screen, at most 120 columns wide."""

    def report(self, contents: Mapping[str, Any]) -> str:
        """Return the HTML page for the contents of ``results.json``."""

    def keep_wars(self, options: EvaluationOptions) -> list[Any]:
        """Write replays of the first wars of every policy, and a page for each war."""

    def last_words(self, options: EvaluationOptions, kept: Sequence[Any]) -> str:
        """Return the last lines on the screen: a command that shows more."""


def evaluated_game(name: str) -> EvaluatedGame:
    """Return the parts of an evaluation that know the game of this name, imported on demand."""
    game: EvaluatedGame = laboratory_of(name, "evaluation.game").EVALUATED
    return game


def fly_part(part: Any) -> Any:
    """Fly an :class:`agents.evaluation.evaluation_parts.EvaluationPart` on one thread, with a new policy.

    Raises:
        ValueError: there is no such policy, or it refuses to continue.
    """
    return evaluated_game(part.spec.game).fly(part.load_policy(), part, 1, lambda ended: None)
