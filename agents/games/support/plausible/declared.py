"""Plausible charts of the fourth game: the rungs of its cells, and the sums and figures that stay near ours.

A set counts by its charts alone: no script plays under it. Maps, hexes, years, types of aircraft, the columns of the
fire table, classes of units and their moves never move. They are the frame of the battles.
"""

from typing import Any

import numpy as np

from agents.games.support.scripts.values import BOMB, MG, harm_of, kind_value
from agents.plausible.ladders import EASIER, HARDER, Ladder, Words, ladders, near, same
from agents.plausible.sets import PlausibleCharts
from agents.plausible.shares import Share, total
from stuka_env.charts.axes import Cell
from stuka_env.games.support.charts import BOOK, LoadedCharts
from stuka_env.games.support.codes import ROWS, Kind, Scenario, Type
from stuka_env.games.support.rules.mat import Mat

GETS_HARDER, GETS_EASIER = ((-1, HARDER),), ((-1, EASIER),)
ROUGHER = ((-2, HARDER),)
"""Terrain gets harder in the order of the file, from open ground to buildings."""
FLAT = ("open", "road")
FACTOR = 2
"""The most by which a figure of the charts may be above ours, and ours above it."""
OPEN_HEX = ROWS
"""A hex of open ground: B1 of the first battle."""


def is_used(cell: Cell) -> bool:
    """Whether a number is not 0, which stands for nothing."""
    return cell.text != "0"


def is_rough(cell: Cell) -> bool:
    """Whether a cell is of terrain that is not flat."""
    return cell.path[1] not in FLAT


def cards(cell: Cell) -> Words:
    """Return the rungs of the cards of a colour: a black one goes for a red one, so that their number stays."""
    return (near(EASIER, most=4) if cell.path[1] == "black" else near(HARDER, least=2))(cell)


def _hidden(*kinds: str) -> Ladder:
    """Return the ladder of the face-down counters of some kinds. Their order in the list means nothing."""
    is_one = kinds.__contains__
    order = ((0, HARDER),)
    return Ladder("scenarios", ("scenario", "*", "hidden"), same(*kinds), order, lambda cell: is_one(cell.text))


def _used(more: int, *tables: str, by: int = 1) -> tuple[Ladder, ...]:
    """Return ladders of numbers that stay above 0, where they are."""
    return tuple(one._replace(holds=is_used) for one in ladders(near(more, by=by, least=1), *tables))


LADDERS = (
    # ground units
    *_used(HARDER, "units: unit.*.morale", "units: unit.*.fire", "units: unit.*.range", "units: unit.*.armour"),
    *_used(HARDER, "units: unit.*.aa_range", "units: unit.*.rate"),
    *_used(HARDER, "units: unit.*.aa", by=2),
    *_used(EASIER, "units: unit.*.points"),
    # ground
    Ladder("terrain", ("terrain", "*", "modifier"), near(HARDER, least=0), ROUGHER, is_rough),
    Ladder("terrain", ("terrain", "*", "sighting"), near(HARDER, least=1), ROUGHER, is_used),
    *ladders(near(EASIER, least=1), "ground: armour_kill", "ground: holds_fire"),
    *ladders(near(HARDER), "ground: start"),
    # attacks from the air
    *ladders(near(EASIER), "aircraft: from_above", "aircraft: guns.Stuka", "aircraft: bomb_kill"),
    *ladders(near(EASIER), "aircraft: gun_kill", "aircraft: aa.FB", order=((0, EASIER),)),
    *ladders(near(EASIER, by=4), "aircraft: bomb"),
    *ladders(near(EASIER, least=0), "aircraft: aa.Stuka", "fire: burns"),
    *ladders(near(EASIER), "fire: to_hit.near", "fire: to_hit.far"),
    *ladders(near(EASIER, most=0), "fire: to_hit.concealed"),
    Ladder("fire", ("result", "*"), near(EASIER), GETS_EASIER, lambda cell: cell.path[1] != "vehicle"),
    *ladders(near(EASIER), "fire: result.vehicle"),
    # anti-aircraft fire
    *ladders(near(HARDER, least=1), "aa: light.margin"),
    Ladder("aa", ("light", "*"), near(HARDER, least=0), GETS_HARDER, lambda cell: cell.path[1] != "margin"),
    *ladders(near(HARDER), "aa: heavy.*", order=GETS_HARDER),
    # the battery
    *ladders(near(EASIER, least=1), "battery: contact", "battery: accurate"),
    Ladder("battery", ("cards", "*"), cards, tie=lambda cell: "cards"),
    *ladders(near(EASIER, by=4), "battery: strength.hex"),
    *ladders(near(EASIER, by=2), "battery: strength.around"),
    # battles
    *_used(EASIER, "scenarios: scenario.*.support.own", "scenarios: scenario.*.exponent.own"),
    *_used(HARDER, "scenarios: scenario.*.support.enemy", "scenarios: scenario.*.exponent.enemy"),
    *ladders(near(HARDER), "scenarios: scenario.*.levels.*"),
    _hidden("gun", "squad", "dummy"),
    _hidden("heavy_aa", "light_aa", "quad_aa"),
    *ladders(near(EASIER, least=1), "victory: goal"),
    *ladders(near(HARDER, least=1), "victory: exit"),
)
"""All ladders; a cell is on one at most."""
NEAR_SHARES = (
    Share("scenarios scenario.*.hidden", lambda cell, word: ((cell.address[1], word), 1), 1),
    *(Share(f"units unit.*.{name}", total(), 2) for name in ("morale", "fire", "range", "points")),
    *(Share(f"scenarios scenario.*.{name}", total(), 1) for name in ("support", "exponent")),
    *(Share(group, total(), 1) for group in ("terrain", "aircraft gun_kill", "fire result", "fire to_hit", "aa")),
)
"""Sums of numbers that stay near ours: of kinds that lie face down in a battle, of a rating, of a table."""


def figures_of(charts: LoadedCharts) -> dict[str, float]:
    """Return figures of the first battle that charts decide alone.

    They are the expected points of an attack on a unit in the open that is seen, and the chance that a shot of light AA
    harms a fighter-bomber.
    """
    mat: Any = np.zeros(1, Mat.dtype).view(np.dtype((np.record, Mat.dtype)))[0]
    record: Any = charts.record
    mat.battle.scenario = Scenario.COLUMN
    unit, plane = mat.units[0], mat.planes[0]
    unit["place"], plane["type"] = OPEN_HEX, Type.FB
    figures = {}
    for name, kind, weapon in ATTACK_FIGURES:
        unit["kind"] = kind
        figures[name] = kind_value(mat, record, plane, 0, kind, 0, weapon, True, True)
    for name, kind in SHOT_FIGURES:
        figures[name] = harm_of(mat, record, plane, kind, False, False)
    return figures


ATTACK_FIGURES = (
    ("guns at a squad", Kind.SQUAD, MG),
    ("guns at a truck", Kind.TRUCK, MG),
    ("bombs at a squad", Kind.SQUAD, BOMB),
    ("bombs at a tank", Kind.TANK, BOMB),
)
SHOT_FIGURES = (("quad AA", Kind.QUAD_AA),)
"""The figures: names, kinds of units and weapons."""
OURS = figures_of(BOOK.ours)


def implausible(charts: LoadedCharts) -> str | None:
    """Return the name of a figure that is too far from ours; None if all are near."""
    figures = figures_of(charts)
    return next((name for name, own in OURS.items() if not own / FACTOR <= figures[name] <= own * FACTOR), None)


PLAUSIBLE: PlausibleCharts = PlausibleCharts(
    book=BOOK,
    ladders=LADDERS,
    shares=NEAR_SHARES,
    rejection=implausible,
    views=(lambda address: address in PLAUSIBLE.cells.movable,),
)
"""The plausible charts of the fourth game."""
