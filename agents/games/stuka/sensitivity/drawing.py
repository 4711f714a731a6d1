"""A Gibbs sampler that draws the rungs of the cells that may move, within plausible bounds.

Each column leans: it draws whether its cells tend to the easier or the harder side, so that its moves do not cancel
out. The share of fighters that get through depends on hundreds of cells, and independent draws would hardly ever keep
it plausible. A cell that takes this share out of bounds therefore returns to its previous rung.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.sensitivity.chart_cells import ChartCells, chart_cells
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.cells import ESCORT
from stuka_env.games.stuka.charts.chances import no_fly_share, target_share
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN
from stuka_env.games.stuka.charts.tables import MOST_FIGHTERS_COLUMNS, SEGMENT_INDEX
from stuka_env.games.stuka.codes import ZONES, Segment, Target

GIBBS_SWEEPS = 10
"""Times that every column is drawn, given the others."""
PULL = 5.0
"""Weight of a rung next to ours, relative to ours, before a column leans."""
LEAN = 1.0
"""Standard deviation of a column's lean: the logarithm of the weight of a rung relative to the next easier one."""
THROUGH = {
    Segment.JUN_JUL_1941: (0.08, 0.14),
    Segment.NOV_FEB_1943: (0.20, 0.30),
    Segment.JUL_AUG_1943: (0.20, 0.30),
}
"""Plausible shares of zone entries in which fighters get through, by segment. They never fall over the years."""
TOLERANCE = 1e-9
FIGHTER_FILES, ESCORTS, TARGET_ZONES = "b1_interception", "b2_escorts", "a1_missions zone"
"""Two charts and a column: all cells that decide the shares."""
Rungs = NDArray[np.int64]


def plausible_through(shares: NDArray[np.float64]) -> bool:
    """Whether the shares of the six segments are within their bounds and never fall."""
    within = all(low - TOLERANCE <= shares[segment] <= high + TOLERANCE for segment, (low, high) in THROUGH.items())
    return within and bool((np.diff(shares) >= -TOLERANCE).all())


class ThroughShares:
    """The shares of zone entries in which fighters get through, computed from rungs.

    This is fast because targets are at sea as often as in our charts.
    :func:`stuka_env.games.stuka.charts.chances.through_share` computes a share from whole charts.
    """

    def __init__(self, cells: ChartCells) -> None:
        charts = load_charts()
        record = charts.record
        self.fighters = np.array(record["b1"])[:, 1:].astype(np.int64)
        self.removed = np.array(record["b2"])[:, 1:, 1:].astype(np.int64)
        self._fighter_places = np.array(
            [
                (place, MOST_FIGHTERS_COLUMNS[cell.address[1]], int(cell.address[2]) - 1)
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
    return ThroughShares(chart_cells())


def draw_rungs(rng: np.random.Generator) -> Rungs:
    """Return drawn rungs for every cell, starting from ours; the order between cells is kept."""
    cells = chart_cells()
    rungs, columns = cells.ours, list(cells.groups().values())
    leans = rng.normal(0.0, LEAN, len(columns))
    for _ in range(GIBBS_SWEEPS):
        for column in rng.permutation(len(columns)).tolist():
            chances = rng.random(len(columns[column])).tolist()
            for place, chance in zip(columns[column], chances, strict=True):
                draw_rung(cells, rungs, place, lean=float(leans[column]), chance=chance)
    return rungs


def draw_rung(cells: ChartCells, rungs: Rungs, place: int, *, lean: float, chance: float) -> None:
    """Draw one cell's rung, in order with the others and within plausible shares."""
    cell, before = cells.cells[place], rungs[place]
    low, high = cells.bounds(place, rungs)
    off = np.arange(low, high + 1) - cell.ours
    weights = (np.exp(lean * off) * np.where(off == 0, 1.0, PULL)).cumsum()
    rungs[place] = low + int(np.searchsorted(weights, chance * weights[-1], side="right"))
    decides = cell.chart in (FIGHTER_FILES, ESCORTS) or cell.group == TARGET_ZONES
    if decides and rungs[place] != before and not plausible_through(through_shares()(rungs)):
        rungs[place] = before
