"""Ladders: the plausible texts of the cells of each table, the easiest for the player first.

A cell may stand on the rung of our charts or on one of its two neighbours. A ladder is shorter where a rule, a printed
sentence or history allows less. Cells that have none never move:

- names of cities and weapons, and numbers of the rules that nobody doubts, such as engines and people aboard;
- cards that jam, cards without defensive fire and cards with which the wingman does nothing: their numbers are given;
- the pilot's cell of B6, and rows without which a result of the rules would not occur.
"""

import re
from collections.abc import Mapping

from agents.plausible.ladders import EASIER, HARDER, Ladder, Words, same
from stuka_env.charts.axes import Cell
from stuka_env.games.interceptor.charts import load_charts, raid_text
from stuka_env.games.interceptor.charts.words import MONTH_NAMES, TARGET_ZONE_NAMES

OURS = load_charts()
MEETING_LADDER = (
    *("Out of the sun", "Advantaged", "Head on", "Disadvantaged", "Raid not located"),
    *("Fighter encounter (Head on)", "Fighter encounter (Disadvantaged)"),
)
WING_LADDER = ("Fuel Tank", "{side} Wing", "Airframe", "Engine {inner}", "Engine {outer}", "Controls", "Landing Gear")
"""Systems of a wing of B3; the two wings mirror each other."""
WING_SIDES = {
    "Port Wing": {"side": "Port", "outer": 1, "inner": 2},
    "Starboard Wing": {"side": "Starboard", "outer": 4, "inner": 3},
}
AIRFRAME_LADDER = ("Bomb Bay", "Crew", "Tail", "Airframe", "Controls", "Gunner", "Radio")
"""Systems of the Airframe column of B3."""
FIGHTER_LADDER = (
    *("IFF", "Radio", "Rockets", "Boost", "Rear Guns", "Landing Gear", "Oxygen", "Weapon", "Tail", "Airframe"),
    *("Port Wing", "Starboard Wing", "Controls", "Port Engine", "Starboard Engine", "Gunner"),
)
EVENT_LADDER = (
    *("straggler", "experience +1", "guide", "witness", "mechanics", "nothing", "radio out", "jam", "wingman home"),
    *("engine hit", "sweep"),
)
FIRE_LADDER = ("DE", "GP", *(str(hits) for hits in range(7, -1, -1)))
DEFENCE_LADDER = (
    *("caught", "jink", "Barrel Roll", "corkscrew", "Tight Turn", "scissors", "Cuban Eight", "Chandelle", "Immelmann"),
    *("Split-S", "cloud"),
)
HELP_LADDER = ("attack 24", "attack 16", "attack 12", "attack 8", "drives off", "cover")
W1_LADDER = ("4 hits", "3 hits", "2 hits", "1 hit", "nothing", "wingman damaged", "wingman lost")
FORTRESSES = ("B-17F", "B-17G", "YB-40")
"""Types of bombers with the airframe of the B-17."""
ROW_LADDERS: Mapping[tuple[str, str], Words] = {
    ("b7_landing", "12"): ("safe", "rough"),
    ("b7_landing", "14"): ("rough", "crash"),
    ("b9_weather", "9"): ("good", "poor"),
    ("b9_weather", "11"): ("poor", "bad"),
    ("b12_initiative", "5"): (1, 2),
    ("b12_initiative", "6"): (2, 3),
}
"""The rungs of tables of which only some rows move, by chart and row."""
MOVABLE_GUN = re.compile(r"(?:(\d) )?(MG FF|MK 103|BK [\d.]+)")
"""Cannon whose firepower may move: how many, and their type. That of the others follows from the examples."""


def raids(cell: Cell) -> Words:
    """Return the rungs of a raid of A1: the zones that the month attacks, the nearest first."""
    month = [city.text for city in OURS.files["a1_raids"].cells if city.path == cell.path]
    zones = [zone for zone in TARGET_ZONE_NAMES if any(raid.endswith(f"({zone})") for raid in month)]
    return [raid_text(cell, (TARGET_ZONE_NAMES[zone],)) for zone in zones]


def as_in_other_months(cell: Cell) -> Words:
    """Return the rungs of a cell of A3: what the months of its row have, in their order."""
    row = [other for other in OURS.files["a3_targets"].cells if (other.path, other.labels[:-1]) == _row(cell)]
    return list(dict.fromkeys(other.text for other in row))


def _row(cell: Cell) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return cell.path, cell.labels[:-1]


def wing_systems(cell: Cell) -> Words:
    """Return the rungs of a wing of B3."""
    return [system.format(**WING_SIDES[cell.labels[0]]) for system in WING_LADDER]


def fewer_first(cell: Cell) -> Words:
    """Return the number of a cell and its two neighbours, 1 or more, the smallest first."""
    own = int(cell.text)
    return range(max(1, own - 1), own + 2)


def more_first(cell: Cell) -> Words:
    """Return the number of a cell and its two neighbours, 1 or more, the largest first."""
    return fewer_first(cell)[::-1]


def gun_name(cell: Cell) -> str:
    """Return the name of the weapon of a cell of a mat."""
    return OURS.files["mats"].by_address[".".join((*cell.path, *cell.labels[:-1], "0"))].text


def gun(cell: Cell) -> tuple[int, str] | None:
    """Return number and type of the cannon of a cell of a mat, None for a weapon whose firepower does not move."""
    found = MOVABLE_GUN.match(gun_name(cell))
    return (int(found[1] or 1), found[2]) if found else None


def firepower(cell: Cell) -> Words:
    """Return the rungs of the firepower of some cannon: a point more or less for each."""
    count, _ = gun(cell) or (1, "")
    return [int(cell.text) + count, int(cell.text), int(cell.text) - count]


def first_month(cell: Cell) -> Words:
    """Return the rungs of the first month of a type: not after that of a starting unit that has it."""
    months, units = list(MONTH_NAMES), OURS.files["units"].by_address
    starts = [
        months.index(units[f"unit.{row}.3"].text)
        for row in range(1, len(OURS.names.units))
        if cell.path[1] in units[f"unit.{row}.4"].text.split(", ")
    ]
    return months[: min([len(months) - 1, *starts]) + 1]


def some_rows(chart: str, path: str) -> Ladder:
    """Return the ladder of a table of which only some rows move."""
    rungs = {row: words for (name, row), words in ROW_LADDERS.items() if name == chart}
    return Ladder(
        chart, (path,), lambda cell: rungs[cell.labels[0]], ((0, HARDER),), lambda cell: cell.labels[0] in rungs
    )


THRESHOLD_SYSTEMS = ("wing", "airframe", "tail", "controls")
LADDERS = (
    Ladder("a1_raids", ("raids", "*"), raids),
    Ladder("a3_targets", ("bomber",), as_in_other_months),
    Ladder("a3_targets", ("yb40",), same(12, 11), holds=lambda cell: cell.text == "12"),
    Ladder("a3_targets", ("escort",), as_in_other_months, ((1, HARDER),)),
    Ladder("a3_targets", ("sweep",), as_in_other_months, ((0, HARDER),)),
    Ladder("b1_interception", ("result",), same(*MEETING_LADDER)),
    Ladder("b2_attack_results", ("columns",), same(18, 20, 22), holds=lambda cell: cell.labels == ("4",)),
    Ladder(
        "b3_bomber_damage",
        ("hit",),
        wing_systems,
        holds=lambda cell: cell.labels[0] in WING_SIDES,
        tie=lambda cell: ("wing", cell.labels[1]),
    ),
    Ladder("b3_bomber_damage", ("hit",), same(*AIRFRAME_LADDER), holds=lambda cell: cell.labels[0] == "Airframe"),
    Ladder("b4_damage", ("fuel_tank",), same("leak", "fire", "explosion"), holds=lambda cell: cell.text == "fire"),
    Ladder("b6_fighter_damage", ("hit",), same(*FIGHTER_LADDER), holds=lambda cell: cell.text in FIGHTER_LADDER),
    some_rows("b7_landing", "result"),
    Ladder("b7_landing", ("modifier", "controls_damaged"), same(0, 1, 2)),
    Ladder("b7_landing", ("modifier", "landing_gear"), same(1, 2, 3)),
    Ladder(
        "b8_parachute",
        ("result",),
        same("safe", "LW", "SW", "KIA"),
        ((0, HARDER),),
        lambda cell: cell.labels[0] in ("6", "7", "8", "9", "10"),
    ),
    Ladder("b8_parachute", ("modifier", "serious_wound"), same(0, 1, 2)),
    some_rows("b9_weather", "weather"),
    some_rows("b12_initiative", "positions"),
    Ladder("c1_events", ("event",), same(*EVENT_LADDER)),
    Ladder("c2_serious_wounds", ("missed",), same(*range(1, 21)), ((0, HARDER),)),
    Ladder("w1_wingman", ("result",), same(*W1_LADDER), ((0, HARDER),)),
    Ladder("r1_replacements", ("prestige",), same(*range(8))),
    Ladder("r1_replacements", ("die",), same(6, 5, 4, 3, 2, 1)),
    # the deck
    Ladder("cards", ("cards", "*", "fire"), same(*FIRE_LADDER), ((0, EASIER),)),
    Ladder("cards", ("cards", "*", "defensive_fire"), same(0, 1, 2, 3, 4), holds=lambda cell: cell.text != "0"),
    Ladder("cards", ("cards", "*", "defence"), same(*DEFENCE_LADDER)),
    Ladder("cards", ("cards", "*", "wingman"), same(*HELP_LADDER), holds=lambda cell: cell.text in HELP_LADDER),
    # aircraft
    Ladder("mats", ("mats", "*", "from"), first_month),
    Ladder("mats", ("mats", "*", "speed"), more_first),
    Ladder(
        "mats",
        ("mats", "*", "guns"),
        firepower,
        holds=lambda cell: cell.part == 1 and gun(cell) is not None,
        tie=lambda cell: ("firepower", (gun(cell) or (1, ""))[1]),
    ),
    Ladder(
        "mats",
        ("mats", "*", "guns"),
        more_first,
        holds=lambda cell: cell.part == 2 and cell.text != "0",
        tie=lambda cell: ("ammunition", gun_name(cell)),
    ),
    *(Ladder("mats", ("series", "*", system), more_first) for system in THRESHOLD_SYSTEMS),
    *(Ladder("mats", ("enemies", "*", system), fewer_first) for system in THRESHOLD_SYSTEMS),
    *(
        Ladder(
            "b10_ranges",
            ("bombers", "*", system),
            fewer_first,
            tie=lambda cell: ("B-17", cell.path[2]) if cell.path[1] in FORTRESSES else None,
        )
        for system in THRESHOLD_SYSTEMS
    ),
    Ladder("mats", ("enemies", "*", "speed"), fewer_first),
    Ladder(
        "mats",
        ("enemies", "*", "guns"),
        fewer_first,
        holds=lambda cell: cell.labels == ("0", "1"),
        tie=lambda cell: ("enemy", cell.path[1]),
    ),
    Ladder("mats", ("enemies", "*", "fp"), fewer_first, tie=lambda cell: ("enemy", cell.path[1])),
    Ladder("mats", ("track",), same(1, 2, 3, 4, 5), holds=lambda cell: cell.text != "1"),
)
"""All ladders; a cell is on one at most."""
