"""Plausible charts of the first game: what the charts alone decide, and what doctrine does under them.

The share of fighters that get through depends on hundreds of cells. The other shares that the charts decide, and the
figures of doctrine, are looked at once a set is whole: the latter must be in the calibration's band
(:data:`agents.games.stuka.evaluation.calibration.DOCTRINE_BAND`).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA, calibrate, outside_band
from agents.games.stuka.plausible.ladders import DECK_LADDER, LADDERS
from agents.plausible.cells import Address, ChartCells, MovableCell, Rungs
from agents.plausible.sets import PlausibleCharts, every_cell
from stuka_env.games.stuka.charts import (
    BOOK,
    LoadedCharts,
    large_share,
    load_charts,
    no_fly_share,
    target_share,
    through_share,
)
from stuka_env.games.stuka.charts.shape import DURATION_NAMES, ESCORT, FIGHTER_COLUMNS, MARITIME_COLUMN, SEGMENT_INDEX
from stuka_env.games.stuka.codes import ZONES, Scale, Segment, Target
from stuka_env.games.stuka.scenario.plan import WarSpec

DOCTRINE_WARS, DOCTRINE_SEED = 500, 1
"""Number and seed of the wars that doctrine flies to calibrate a set."""
NO_FLY, LARGE = (0.05, 0.09), (0.40, 0.60)
"""Plausible shares of No-Flys in a segment, and of Large targets among all land missions."""
THROUGH = {
    Segment.JUN_JUL_1941: (0.08, 0.14),
    Segment.NOV_FEB_1943: (0.20, 0.30),
    Segment.JUL_AUG_1943: (0.20, 0.30),
}
"""Plausible shares of zone entries in which fighters get through, by segment. They never fall over the years."""
TOLERANCE = 1e-9
FIGHTER_FILES, ESCORTS, TARGET_ZONES = "b1_interception", "b2_escorts", "a1_missions zone"
"""Two charts and a column: all cells that decide the shares."""


def plausible_through(shares: NDArray[np.float64]) -> bool:
    """Whether the shares of the six segments are within their bounds and never fall."""
    within = all(low - TOLERANCE <= shares[segment] <= high + TOLERANCE for segment, (low, high) in THROUGH.items())
    return within and bool((np.diff(shares) >= -TOLERANCE).all())


class ThroughShares:
    """The shares of zone entries in which fighters get through, computed from rungs.

    This is fast because targets are at sea as often as in our charts.
    :func:`stuka_env.games.stuka.charts.through_share` computes a share from whole charts.
    """

    def __init__(self, cells: ChartCells) -> None:
        charts = load_charts()
        record = charts.record
        self.fighters = np.array(record["b1"])[:, 1:].astype(np.int64)
        self.removed = np.array(record["b2"])[:, 1:, 1:].astype(np.int64)
        self._fighter_places = np.array(
            [
                (place, FIGHTER_COLUMNS[cell.address[1]], int(cell.address[2]) - 1)
                for place, cell in enumerate(cells.cells)
                if cell.chart == FIGHTER_FILES
            ]
        ).T
        self._escort_places = np.array(
            [
                (place, SEGMENT_INDEX[cell.address[1]], int(cell.address[2].split()[1]) - 1, int(cell.address[3]) - 1)
                for place, cell in enumerate(cells.cells)
                if cell.chart == ESCORTS
            ]
        ).T
        escort = next(cell for cell in cells.cells if cell.chart == ESCORTS)
        self._escort_numbers = np.array([(ESCORT.parse(word) or (0,))[0] for word in escort.rungs])
        self.targets = np.array(record["a1_zone"])[1:].astype(np.int64)
        self._target_places = np.array(
            [(place, int(cell.address[1]) - 1) for place, cell in enumerate(cells.cells) if cell.group == TARGET_ZONES]
        ).T
        self._sea = np.array(
            [target_share(charts, each, Target.MARITIME) / (1 - no_fly_share(charts, each)) for each in Segment]
        )

    def __call__(self, rungs: Rungs) -> NDArray[np.float64]:
        """Return the share of each segment, 0 to 1."""
        places, column, die = self._fighter_places
        self.fighters[column, die] = rungs[places]
        places, segment, zone, die = self._escort_places
        self.removed[segment, zone, die] = self._escort_numbers[rungs[places]]
        places, die = self._target_places
        self.targets[die] = 1 + rungs[places]
        entries = (self.targets[:, None] > np.arange(1, ZONES + 1)).sum(axis=0)
        land = self._share(self.fighters[:MARITIME_COLUMN, :, None, None], entries)
        sea = self._share(self.fighters[None, MARITIME_COLUMN, :, None, None], entries)
        return (1 - self._sea) * land + self._sea * sea

    def _share(self, fighters: NDArray[np.int64], entries: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the shares for ``fighters`` ``(segments, D10, 1, 1)`` and the entries of each zone."""
        through: NDArray[np.float64] = (fighters > self.removed[:, None]).mean(axis=(1, 3)) @ (entries / entries.sum())
        return through


@cache
def through_shares() -> ThroughShares:
    """Return the shares' computation for the cells of our charts."""
    return ThroughShares(PLAUSIBLE.cells)


def decides_through(cell: MovableCell) -> bool:
    """Whether a cell decides the share of fighters that get through."""
    return cell.chart in (FIGHTER_FILES, ESCORTS) or cell.group == TARGET_ZONES


def implausible(charts: LoadedCharts) -> str | None:
    """Return the name of a share decided by the charts alone that is out of bounds; None if all are plausible."""
    if not plausible_through(np.array([through_share(charts, segment) for segment in Segment])):
        return "share of fighters that get through"
    if not all(NO_FLY[0] <= no_fly_share(charts, segment) <= NO_FLY[1] for segment in Segment):
        return "share of No-Flys"
    return None if LARGE[0] <= large_share(charts) <= LARGE[1] else "share of Large targets"


def outside_doctrine(charts: LoadedCharts) -> str | None:
    """Return doctrine's figure that is outside its band, as the reason to reject charts; None if all are inside."""
    outside = outside_band(calibrate("doctrine", DOCTRINE_WARS, charts, seed=DOCTRINE_SEED))
    return f"doctrine's {outside[0]}" if outside else None


def in_force(address: Address, spec: WarSpec) -> bool:
    """Whether such a war can read the cell.

    Cells of another operation's segments or of another duration are never read.
    """
    charts = load_charts().record
    read = range(len(Segment))
    if spec.scale != Scale.CAMPAIGN:
        first = int(charts["first_segment"][spec.operation])
        read = range(first, first + int(charts["segments"][spec.operation]))
    others = {title for title, place in SEGMENT_INDEX.items() if place not in read}
    durations = {name for name, duration in DURATION_NAMES.items() if duration != spec.regular}
    return not (others | durations) & set(address)


def keeps(rungs: Rungs, place: int) -> bool:
    """Whether the share of fighters that get through is plausible, if the cell decides it."""
    return not decides_through(PLAUSIBLE.cells.cells[place]) or plausible_through(through_shares()(rungs))


PLAUSIBLE = PlausibleCharts(
    book=BOOK,
    ladders=LADDERS,
    lists=(DECK_LADDER,),
    keeps=keeps,
    rejection=implausible,
    script_rejection=outside_doctrine,
    views=(every_cell, lambda address: in_force(address, REGULAR_BARBAROSSA)),
)
"""The plausible charts of the first game."""
