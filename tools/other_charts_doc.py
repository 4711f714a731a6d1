"""The tables of docs/other_charts.md: players of each game under charts that nobody tuned to.

``python -m tools.other_charts`` measures the figures.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from agents.evaluation.intervals import student_quantile
from stuka_env.io.reading import MIB, read_json
from tools import DOCS
from tools.generated import LEFT, RIGHT, Text, page_with, paragraph, table, wars_in_words
from tools.other_charts import JUDGED_PARTS, JUDGED_WARS, UNDER_OURS, judged_file

OTHER_CHARTS_PAGE = DOCS / "other_charts.md"
JUDGED_DIGITS = 2
"""Decimal places of scores."""
OTHER_HEAD = (
    *("player", "ours", "difference, ours"),
    *(f"{head}, {words}" for words in JUDGED_PARTS.values() for head in ("difference", "ahead and behind")),
)


class Gap(NamedTuple):
    """A difference of two players with its bounds (95 %)."""

    mean: float
    low: float
    high: float

    @property
    def sign(self) -> int:
        """1 or -1 for a difference that is clearly on one side of 0, else 0."""
        return int(self.low > 0) - int(self.high < 0)


def gap_of(under: Mapping[str, Any], player: str, other: str) -> Gap:
    """Return the difference of a player to another one under a set."""
    for first, second, mean, low, high in under["pairs"]:
        if (first, second) == (player, other):
            return Gap(mean, low, high)
        if (first, second) == (other, player):
            return Gap(-mean, -high, -low)
    raise ValueError(f"{player} and {other}: not compared")


def mean_gap(gaps: Sequence[Gap]) -> str:
    """Return the mean over the sets with its 95 % interval, as a cell."""
    means = np.array([gap.mean for gap in gaps])
    half = student_quantile(len(gaps) - 1) * means.std(ddof=1) / np.sqrt(len(gaps))
    return f"{means.mean():+.{JUDGED_DIGITS}f} ± {half:.{JUDGED_DIGITS}f}"


def player_row(player: str, baseline: str, measure: Mapping[str, Any]) -> Iterator[str]:
    """Yield the cells of a player."""
    (ours,) = measure["under"][UNDER_OURS]
    yield f"`{player}`"
    yield f"{ours['means'][player]:.{JUDGED_DIGITS}f}"
    if player == baseline:
        yield from ["-"] * (len(OTHER_HEAD) - 2)
        return
    gap = gap_of(ours, player, baseline)
    yield f"{gap.mean:+.{JUDGED_DIGITS}f} [{gap.low:+.{JUDGED_DIGITS}f}, {gap.high:+.{JUDGED_DIGITS}f}]"
    for part in JUDGED_PARTS:
        gaps = [gap_of(under, player, baseline) for under in measure["under"][part]]
        yield mean_gap(gaps)
        yield f"{sum(gap.sign > 0 for gap in gaps)} and {sum(gap.sign < 0 for gap in gaps)}"


def reversals(measure: Mapping[str, Any]) -> Iterator[str]:
    """Yield an item for each pair that is clearly ordered under our charts, and clearly the other way under a set."""
    (ours,) = measure["under"][UNDER_OURS]
    for first, second, *bounds in ours["pairs"]:
        sign = Gap(*bounds).sign
        better, worse = (first, second) if sign > 0 else (second, first)
        counts = [
            sum(gap_of(under, better, worse).sign < 0 for under in measure["under"][part]) for part in JUDGED_PARTS
        ]
        if sign and any(counts):
            yield f"- `{better}` before `{worse}`: {' and '.join(map(str, counts))}"


def measure_lines(measure: Mapping[str, Any]) -> Iterable[str]:
    """Yield the lines about one kind of war."""
    players = list(measure["under"][UNDER_OURS][0]["means"])
    yield from paragraph(
        f"{wars_in_words(measure)}: {measure['wars']:,} wars under each set. The differences are those to "
        f"`{players[0]}`."
    )
    rows = [tuple(player_row(player, players[0], measure)) for player in players]
    yield from table(OTHER_HEAD, rows, [LEFT, *[RIGHT] * (len(OTHER_HEAD) - 1)])
    found = list(reversals(measure))
    yield from ["Clearly reversed:", "", *found, ""] if found else ["No order is clearly reversed.", ""]


def judged_part(game: str) -> str:
    """Return the tables of a game."""
    lines: list[str] = []
    for measure in read_json(judged_file(game), MIB)["measures"]:
        lines += measure_lines(measure)
    return "\n".join(lines).rstrip("\n")


PAGES: dict[Any, Text] = {
    OTHER_CHARTS_PAGE: lambda: page_with(OTHER_CHARTS_PAGE, {game: partial(judged_part, game) for game in JUDGED_WARS})
}
"""The page, by its path."""
