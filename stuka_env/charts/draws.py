"""The charts of wars as arguments name them: the same in all wars, or a set of the bank that is drawn for each war.

The hash that draws a set has a key of its own, so another ``charts_seed`` changes no roll. The number of a set never
leaves the process: states, replays and saved wars have its digest. The charts of a specification with a draw are ours.
Only what all sets share may be read from them, such as names, units and the calendar.

:class:`BankedWar` is the part of the specification of a war that all games with a bank of charts have.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self

import numpy as np

from stuka_env.charts.bank import BANK_PREFIX, RANDOM_CHARTS, ChartBank
from stuka_env.charts.loader import AnyNames, LoadedCharts
from stuka_env.charts.words import ChartError
from stuka_env.declared.arguments import WarArgument, read_codes, values_given
from stuka_env.declared.arrays import SEED_WORD, ChartsDraw
from stuka_env.declared.records import Record, Rows, rows
from stuka_env.io.arguments import SEED_LIMIT, argument_error


@dataclass(frozen=True)
class RandomCharts:
    """Charts drawn from the bank, a new set for each war."""

    part: str
    """One of :data:`stuka_env.charts.bank.BANK_PARTS`."""
    seed: int = 0


def read_charts(
    bank: ChartBank[AnyNames], charts: Any, charts_seed: Any
) -> tuple[LoadedCharts[AnyNames], RandomCharts | None]:
    """Return the charts that the arguments of a war name, and the draw of random charts.

    Args:
        bank: the bank of the game.
        charts: folder of chart files; None for the project's own charts; one of
            :data:`stuka_env.charts.bank.RANDOM_CHARTS` for a set of the bank in each war; "bank:" and a digest for one
            set of the bank.
        charts_seed: seed of random charts, 0 by default; None for other charts.

    Returns:
        The charts, with random charts those of the project; and the draw, None if all wars have the same charts.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    is_set = isinstance(charts, str) and (charts in RANDOM_CHARTS or charts.startswith(BANK_PREFIX))
    if is_set and not bank.parts:
        raise argument_error("charts", charts, "None or a folder: this game has no other sets of charts")
    if is_set and charts in RANDOM_CHARTS:
        return bank.book.ours, _read_draw(bank, charts, charts_seed)
    if charts_seed is not None:
        raise argument_error("charts_seed", charts_seed, f"none: only charts={' or '.join(RANDOM_CHARTS)} has one")
    return read_place(bank.charts_at, charts, f"None, a folder, {', '.join(RANDOM_CHARTS)} or bank:DIGEST"), None


def read_place(
    load: Callable[[Any], LoadedCharts[AnyNames]], charts: Any, allowed: str = "None or a folder"
) -> LoadedCharts[AnyNames]:
    """Return the charts that the argument ``charts`` names.

    Args:
        load: returns the charts at a place; None for the project's own.
        charts: the argument.
        allowed: the allowed values in words.

    Raises:
        ValueError: they cannot be used; the message gives the reason.
    """
    if charts is not None and not isinstance(charts, str | os.PathLike):
        raise argument_error("charts", charts, allowed)
    try:
        return load(charts)
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None


def _read_draw(bank: ChartBank[Any], charts: str, charts_seed: Any) -> RandomCharts:
    seed = 0 if charts_seed is None else charts_seed
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < SEED_LIMIT:
        raise argument_error("charts_seed", charts_seed, f"None or a whole number from 0 to {SEED_LIMIT - 1}")
    try:
        bank.sets()
    except ChartError as error:
        raise ValueError(f"charts: {error}") from None
    return RandomCharts(RANDOM_CHARTS[charts], int(seed))


def charts_argument(charts: LoadedCharts[Any]) -> dict[str, str]:
    """Return the argument ``charts`` of wars with such charts; none for the project's own."""
    if charts.folder is None:
        return {}
    return {"charts": charts.folder if charts.folder.startswith(BANK_PREFIX) else os.path.abspath(charts.folder)}


NO_CHARTS: Any = None
"""In a specification that names no charts: those of the project."""


@dataclass(frozen=True, kw_only=True)
class BankedWar(Generic[AnyNames]):
    """The war that is played, in codes as the record of the plan names them, and its charts.

    A game adds its codes as fields with their defaults. An environment makes the war with :meth:`read`.
    """

    game: ClassVar[str]
    """The name of the game."""
    bank: ClassVar[ChartBank[Any]]
    """Its bank of charts."""
    plan_kind: ClassVar[type[Record]]
    """The record of the codes."""
    arguments: ClassVar[tuple[WarArgument, ...]]
    """The arguments of its environments."""
    scale: int
    """The length of an episode."""
    charts: LoadedCharts[AnyNames] = NO_CHARTS
    """The charts in force. With ``random`` they are ours; only what all sets of the bank share is read from them."""
    random: RandomCharts | None = None
    """The draw of the charts; None if all wars have the same."""

    def __post_init__(self) -> None:
        if self.charts is NO_CHARTS:
            object.__setattr__(self, "charts", self.bank.book.ours)

    @classmethod
    def read(cls, scale: int, *, charts: Any = None, charts_seed: Any = None, **given: Any) -> Self:
        """Check the arguments of an environment.

        Args:
            scale: the length of an episode.
            charts: see :func:`read_charts`.
            charts_seed: seed of random charts, 0 by default; None for other charts.
            given: the game's own arguments.

        Raises:
            ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        """
        loaded, random = read_charts(cls.bank, charts, charts_seed)
        codes = read_codes(cls.arguments, scale, given, loaded)
        return cls(scale=int(scale), charts=loaded, random=random, **codes)

    def given(self) -> dict[str, Any]:
        """Return the arguments of an environment of such wars, without those that have the default."""
        return values_given(self.arguments, self.scale, self.codes(), self.charts) | charts_argument(self.charts)

    def codes(self) -> dict[str, int]:
        """Return the plain codes by the names of the plan; states of environments hold them."""
        return {name: int(getattr(self, name)) for name in self.plan_kind.dtype.names or ()}

    def plan(self) -> Rows[Any]:
        """Return the codes as a new array of one record."""
        plan = rows(1, self.plan_kind)
        plan[0] = tuple(self.codes().values())
        return plan

    def charts_draw(self) -> Rows[ChartsDraw]:
        """Return the draw of the charts as a new array of one record."""
        draw = rows(1, ChartsDraw)
        if self.random is None:
            draw["sets"] = 1
        else:
            numbers, seed = self.bank.parts[self.random.part], self.random.seed
            draw[0] = (seed & SEED_WORD, seed >> 32, numbers.start, len(numbers))
        return draw

    def charts_digest(self) -> str:
        """Return a digest of the charts in force, or of the draw with all sets that it chooses from."""
        if self.random is None:
            return self.charts.sha256
        digests = [self.bank.sets().digests[number] for number in self.bank.parts[self.random.part]]
        return hashlib.sha256(repr((self.random, digests)).encode()).hexdigest()
