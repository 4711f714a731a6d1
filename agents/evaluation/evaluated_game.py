"""A game that ``evaluate.py`` compares policies of: the record that each game has, and the options of an evaluation.

An episode is called a war here, whatever the game calls it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Code
from stuka_env.flights.episodes import Flown, fly_wars, new_flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named

Flights = Sequence[Flown]
"""The wars of each member of a group; all members fly the same wars."""
Contents = Mapping[str, Any]
"""Contents of ``results.json``."""
Rows = list[tuple[str, ...]]
"""Rows of a table on the screen, its head first."""
Own = Mapping[str, Any]
"""Figures of one line that only one game has."""


class RulesSample(NamedTuple):
    """The wars whose results stand for the rules of a game."""

    spec: Any
    """The war that is played, under the project's own charts."""
    fields: tuple[str, ...]
    """Fields of each war's result; the number of decisions is added."""
    policy: str = "random_flyer"
    """A random policy that uses all verbs and never ends a war early."""


class EpisodeWords(NamedTuple):
    """Words for the wars of one length."""

    noun: str
    """The game's word for a war."""
    score: str
    """Name of the score."""
    digits: int = 1
    """Decimal places of scores."""


class ScoreWords(NamedTuple):
    """Words for the scores of a game."""

    head: str
    """Head of the column with the score."""
    points: str
    """Unit of the score, as a plural."""
    better: str
    """The score of the better policy, such as "a higher score"."""


class LineWars(NamedTuple):
    """The wars of one line of the comparison."""

    flown: Flown
    """Wars of all members."""
    members: Flights
    baseline: Flights | None
    """Wars of the baseline's members with the same seeds; None for the baseline itself."""
    spec: Any
    """The war that is played."""


class OwnColumn(NamedTuple):
    """A column of the table on the screen that only one game has."""

    head: str
    meaning: str
    cell: Callable[[Own], str]
    """Return the cell of a line, from the game's own figures."""


def levels_by(levels: type[Code], scale: int) -> Callable[[Flown, Any], dict[str, int]]:
    """Return the function that counts the finished wars of a scale by level of victory, the highest first.

    Args:
        levels: the levels, from the lowest. The result of a war has one as its field ``level``.
        scale: the scale of the wars that have levels.
    """

    def count(flown: Flown, spec: Any) -> dict[str, int]:
        if spec.scale != scale:
            return {}
        counts = Counter(flown.results["level"][flown.finished].tolist())
        return {level.word: counts[level] for level in reversed(levels)}

    return count


@dataclass(frozen=True, kw_only=True, eq=False)
class EvaluatedGame:
    """The parts of an evaluation that know a game."""

    name: str
    episodes: tuple[EpisodeWords, ...]
    """Words for the wars, by their length."""
    words: ScoreWords
    arguments: Callable[[Any], Mapping[str, Any]]
    """Return arguments of wars of a specification that an evaluation names although they have their defaults."""
    levels: Callable[[Flown, Any], dict[str, int]]
    """Return the number of finished wars by level of victory, the highest first; empty for wars that have none."""
    figures: Mapping[str, Callable[[LineWars], Any]]
    """The game's own figures of one line, by their names in ``results.json``."""
    csv: Mapping[str, Callable[[Flown], Iterable[Any]]]
    """Columns of ``results.csv`` after the policy, its member and the war, by their heads: a cell for each war."""
    columns: tuple[OwnColumn, ...]
    """Columns of the table on the screen."""
    tables: Callable[[Sequence[Any], str], list[list[str]]]
    """Return further tables, of lines and for the word for a war."""
    costs: tuple[tuple[str, Callable[[Contents], float]], ...]
    """Rows of the report about losses: words, and the figure of a line of ``results.json``."""
    report_parts: Callable[[Sequence[Contents]], dict[str, Any]]
    """Return values for the game's own template ``report.html``, from the lines of ``results.json`` in order."""
    rules_sample: RulesSample | None = None
    """The wars of the digest of the rules; None in a game without tracks."""
    fly: Callable[..., Flown] = fly_wars
    """Fly wars, as :func:`stuka_env.flights.episodes.fly_wars` does, and measure their luck if it has a digest."""
    fly_without_luck: Callable[..., Flown] = fly_wars
    """Fly wars in the same way, and measure no luck."""
    luck_digest: Callable[[], str] | None = None
    """Return the digest of the value that defines luck; None if luck is not measured."""
    value_files: tuple[Path, ...] = ()
    """Files besides the sources that determine the outcome."""

    @property
    def no_wars(self) -> Flown:
        """Results of no wars, whose arrays show the form of a kept part."""
        return new_flown(np.zeros(0, np.uint64), game_named(self.name))

    @property
    def has_luck(self) -> bool:
        """Whether the luck of wars is measured."""
        return self.luck_digest is not None

    @property
    def luck_sha256(self) -> str | None:
        """The digest of the value that defines luck; None if luck is not measured."""
        return None if self.luck_digest is None else self.luck_digest()

    def without_luck(self) -> "EvaluatedGame":
        """Return the same parts for an evaluation that does not measure luck."""
        return replace(self, fly=self.fly_without_luck, luck_digest=None)


class PolicyGroup(NamedTuple):
    """A line of the comparison."""

    name: str
    members: tuple[Any, ...]
    """One policy, or one for each training; each has a name."""
    words: tuple[str, ...]
    """Names of the members, as :func:`stuka_env.policy.load_policy` takes them."""


class EvaluationOptions(NamedTuple):
    """The checked arguments of an evaluation."""

    game: EvaluatedGame
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
    replays: int = 0
    """Wars of each policy to write replays of."""
    ray: str | None = None
    """Address of the Ray cluster that flies the wars; None to fly them in this process."""
    no_luck: bool = False
    """Whether the luck of the wars is not measured, although the game could."""
    difference: float | None = None
    """Points of a difference whose wars are counted; None to count none."""
    sealed_seed: int | None = None
    """Seed of sealed wars (:mod:`agents.evaluation.secret_wars`); None if the wars are those of the seed."""

    def war_seeds(self, wars: int) -> NDArray[np.uint64]:
        """Return the base seeds of the first wars, ``(wars,)``."""
        return evaluation_seeds(self.seed if self.sealed_seed is None else self.sealed_seed, wars)

    @property
    def words(self) -> EpisodeWords:
        """Words for a war."""
        return self.game.episodes[self.spec.scale]

    @property
    def noun(self) -> str:
        """The game's word for a war."""
        return self.words.noun
