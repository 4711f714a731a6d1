"""Other charts that could have been printed: drawn at random from a seed, or ours with one group a step away.

A random set counts if the loader accepts it, at least half of the reconstructed cells moved (of all, and of those that
a Regular Barbarossa reads), the shares that the charts alone decide are plausible, and doctrine makes of it what it
should (:data:`agents.evaluation.calibration.DOCTRINE_BAND`), in other wars than the study flies.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.evaluation.calibration import REGULAR_BARBAROSSA, calibrate, outside_band
from agents.sensitivity.chart_cells import CARD, Address, chart_cells, in_force, share_moved
from agents.sensitivity.drawing import Rungs, draw_rungs, plausible_through
from stuka_env.charts import ChartError, LoadedCharts, load_charts
from stuka_env.charts.chances import large_share, no_fly_share, through_share
from stuka_env.charts.lists import current_name
from stuka_env.charts.loader import EVENTS_FILE, LISTS, OUR_FOLDER, ChartFile, charts_with
from stuka_env.codes import Segment

LEAST_MOVED = 0.5
DOCTRINE_WARS, DOCTRINE_SEED = 500, 1
"""Wars that doctrine is judged by."""
MOST_ATTEMPTS = 500
NO_FLY, LARGE = (0.05, 0.09), (0.40, 0.60)
"""Plausible shares of No-Flys in a segment, and of Large targets among all land missions."""
NUMBER = re.compile(r"-?\d+")


class ChartSet(NamedTuple):
    """A random set that counts."""

    number: int
    """Which, from 1."""
    attempt: int
    """Which draw of this number it was, from 0."""
    rejected: dict[str, int]
    """Draws before it, by why they do not count."""
    rungs: Rungs
    charts: LoadedCharts


# --- drawing ---


def attempt_rungs(seed: int, number: int, attempt: int) -> Rungs:
    """The same again, whenever it is asked for."""
    return draw_rungs(np.random.default_rng((seed, number, attempt)))


def implausible(charts: LoadedCharts) -> str | None:
    """Which of the shares that the charts alone decide is out of bounds, if one is."""
    if not plausible_through(np.array([through_share(charts, segment) for segment in Segment])):
        return "share of fighters that get through"
    if not all(NO_FLY[0] <= no_fly_share(charts, segment) <= NO_FLY[1] for segment in Segment):
        return "share of No-Flys"
    return None if LARGE[0] <= large_share(charts) <= LARGE[1] else "share of Large targets"


def too_few_moved(rungs: Rungs) -> bool:
    """Whether less than half of the reconstructed cells moved."""
    cells = chart_cells()
    return min(share_moved(cells, rungs), share_moved(cells, rungs, REGULAR_BARBAROSSA)) < LEAST_MOVED


def why_not(rungs: Rungs, label: str) -> tuple[str | None, LoadedCharts | None]:
    """Why a draw does not count, or None, and its charts if they can be used; what costs least is looked at first."""
    if too_few_moved(rungs):
        return "too few cells moved", None
    try:
        charts = charts_of(rungs, label)
    except ChartError:
        return "refused by the loader", None
    reason = implausible(charts)
    if reason is None:
        outside = outside_band(calibrate("doctrine", DOCTRINE_WARS, charts, seed=DOCTRINE_SEED))
        reason = f"doctrine's {outside[0]}" if outside else None
    return reason, charts


def draw_set(seed: int, number: int) -> ChartSet:
    """The chart set of this number: the first draw that counts.

    Raises:
        ValueError: none did.
    """
    rejected: Counter[str] = Counter()
    for attempt in range(MOST_ATTEMPTS):
        rungs = attempt_rungs(seed, number, attempt)
        reason, charts = why_not(rungs, set_name(number))
        if reason is None and charts is not None:
            return ChartSet(number, attempt, dict(rejected), rungs, charts)
        rejected[str(reason)] += 1
    raise ValueError(f"{set_name(number)}: none of {MOST_ATTEMPTS} draws counts: {dict(rejected)}")


def set_name(number: int) -> str:
    """What a random set is called."""
    return f"set {number}"


# --- one group by itself ---


@dataclass(frozen=True)
class GroupStep:
    """Our charts with the cells of one group a rung away."""

    group: str
    direction: int
    """:data:`agents.sensitivity.ladders.EASIER` or ``HARDER``."""
    moved: int
    """Cells that could move."""
    rungs: Rungs

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.group} {'easier' if self.direction < 0 else 'harder'}"


def step_group(group: str, direction: int) -> GroupStep:
    """Move every cell of a group that a war reads one rung; those that would get out of order stay.

    Raises:
        KeyError: there is no such group.
    """
    cells = chart_cells()
    rungs = cells.ours
    for place in cells.groups()[group]:
        cell = cells.cells[place]
        if in_force(cell.address, REGULAR_BARBAROSSA) and cell.low <= cell.ours + direction <= cell.high:
            rungs[place] += direction
    while back := [
        place
        for place in np.flatnonzero(rungs != cells.ours).tolist()
        if not cells.bounds(place, rungs)[0] <= rungs[place] <= cells.bounds(place, rungs)[1]
    ]:
        rungs[back] = cells.ours[back]
    return GroupStep(group, direction, len(cells.moved(rungs)), rungs)


def group_steps() -> Iterator[GroupStep]:
    """Every group that a Regular Barbarossa reads, both ways, where a cell of it can move."""
    cells = chart_cells()
    for group, places in cells.groups().items():
        if any(in_force(cells.cells[place].address, REGULAR_BARBAROSSA) for place in places):
            for direction in (-1, 1):
                step = step_group(group, direction)
                if step.moved:
                    yield step


# --- charts from rungs ---


def charts_of(rungs: Rungs, label: str) -> LoadedCharts:
    """Our charts with every cell on its rung, through the loader and all its checks.

    Raises:
        ChartError: they contradict each other or a rule.
    """
    cells = chart_cells()
    words: dict[str, dict[Address, object]] = {}
    for place in np.flatnonzero(rungs != cells.ours).tolist():
        cell = cells.cells[place]
        words.setdefault(cell.chart, {})[cell.address] = cell.rungs[int(rungs[place])]
    files = load_charts().files
    return charts_with({name: contents(files[name], changed) for name, changed in words.items()}, label)


def contents(file: ChartFile, changed: Mapping[Address, object]) -> dict[str, Any]:
    """What our file says, as TOML gives it, with other words in some cells."""
    raw = tomllib.loads((OUR_FOLDER / f"{file.name}.toml").read_text(encoding="utf-8"))
    listed = LISTS.get(file.name)
    made = {key: value for key, value in raw.items() if not isinstance(value, dict) or key in (listed, "provenance")}
    for cell in file.cells:
        address = cell.path + cell.labels
        here = made
        for key in address[:-1]:
            here = here.setdefault(key, {})
        here[address[-1]] = changed.get(address, as_toml(cell.text))
    if file.name == EVENTS_FILE:
        made[CARD] = [card_contents(card, changed) for card in raw[CARD]]
    return made


def as_toml(text: str) -> object:
    """A cell's text as the value that a file has."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if NUMBER.fullmatch(text) else text


def card_contents(card: dict[str, object], changed: Mapping[Address, object]) -> dict[str, object]:
    """An event card, with another effect and amount if it moved."""
    word = changed.get((CARD, current_name(str(card["id"]))))
    if not isinstance(word, tuple):
        return card
    effect, amount = word
    made = {"id": card["id"], "name": card["name"], "effect": effect}
    return made if amount is None else made | {"amount": amount}
