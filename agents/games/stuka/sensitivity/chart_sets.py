"""Other plausible charts, drawn at random from a seed.

A random set counts under four conditions. The loader accepts it. At least half of the reconstructed cells moved, of all
and of those that a Regular Barbarossa reads. The shares that the charts alone decide are plausible. The figures of
doctrine are in the calibration's band (:data:`agents.games.stuka.evaluation.calibration.DOCTRINE_BAND`).
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA, calibrate, outside_band
from agents.games.stuka.sensitivity.chart_cells import CARD_KEY, Address, chart_cells, share_moved
from agents.games.stuka.sensitivity.drawing import Rungs, draw_rungs, plausible_through
from stuka_env.games.stuka.charts import ChartError, LoadedCharts, load_charts
from stuka_env.games.stuka.charts.chances import large_share, no_fly_share, through_share
from stuka_env.games.stuka.charts.lists import current_name
from stuka_env.games.stuka.charts.loader import EVENTS_FILE, LISTS, OUR_FOLDER, ChartFile, charts_with
from stuka_env.games.stuka.codes import Segment

LEAST_MOVED = 0.5
DOCTRINE_WARS, DOCTRINE_SEED = 500, 1
"""Number and seed of the wars that doctrine flies to calibrate a set."""
MOST_ATTEMPTS = 500
NO_FLY, LARGE = (0.05, 0.09), (0.40, 0.60)
"""Plausible shares of No-Flys in a segment, and of Large targets among all land missions."""
NUMBER = re.compile(r"-?\d+")


class ChartSet(NamedTuple):
    """A random set that counts."""

    number: int
    """Its number, from 1."""
    attempt: int
    """The number of its draw, from 0."""
    rejected: dict[str, int]
    """Counts of the draws before it, by the reason for their rejection."""
    rungs: Rungs
    charts: LoadedCharts


# --- drawing ---


def attempt_rungs(seed: int, number: int, attempt: int) -> Rungs:
    """Return the rungs of one draw; the same arguments give the same rungs."""
    return draw_rungs(np.random.default_rng((seed, number, attempt)))


def implausible(charts: LoadedCharts) -> str | None:
    """Return the name of a share decided by the charts alone that is out of bounds; None if all are plausible."""
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
    """Return the reason to reject a draw, or None, and its charts if the loader accepts them.

    The fastest check comes first.
    """
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
    """Return the chart set of this number: the first draw that counts.

    Raises:
        ValueError: no draw counts.
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
    """Return the name of a random set."""
    return f"set {number}"


# --- charts from rungs ---


def charts_of(rungs: Rungs, label: str) -> LoadedCharts:
    """Return our charts with every cell on its rung, checked by the loader.

    Raises:
        ChartError: the charts contradict each other or a rule.
    """
    cells = chart_cells()
    words: dict[str, dict[Address, object]] = {}
    for place in np.flatnonzero(rungs != cells.ours).tolist():
        cell = cells.cells[place]
        words.setdefault(cell.chart, {})[cell.address] = cell.rungs[int(rungs[place])]
    files = load_charts().files
    return charts_with({name: file_contents(files[name], changed) for name, changed in words.items()}, label)


def file_contents(file: ChartFile, changed: Mapping[Address, object]) -> dict[str, Any]:
    """Return the contents of our file as parsed TOML, with other values in the ``changed`` cells."""
    raw = tomllib.loads((OUR_FOLDER / f"{file.name}.toml").read_text(encoding="utf-8"))
    copied = (LISTS.get(file.name), "provenance")
    contents = {key: value for key, value in raw.items() if not isinstance(value, dict) or key in copied}
    for cell in file.cells:
        address = cell.path + cell.labels
        table = contents
        for key in address[:-1]:
            table = table.setdefault(key, {})
        table[address[-1]] = changed.get(address, as_toml(cell.text))
    if file.name == EVENTS_FILE:
        contents[CARD_KEY] = [card_contents(card, changed) for card in raw[CARD_KEY]]
    return contents


def as_toml(text: str) -> object:
    """Return a cell's text as the TOML value of a file."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if NUMBER.fullmatch(text) else text


def card_contents(card: dict[str, object], changed: Mapping[Address, object]) -> dict[str, object]:
    """Return an event card, with another effect and amount if it moved."""
    word = changed.get((CARD_KEY, current_name(str(card["id"]))))
    if not isinstance(word, tuple):
        return card
    effect, amount = word
    moved = {"id": card["id"], "name": card["name"], "effect": effect}
    return moved if amount is None else moved | {"amount": amount}
