"""The mat as text of at most 120 columns without colours, for ``render_mode="ansi"``."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    Bomber,
    Career,
    Decision,
    Enemy,
    Health,
    Orientation,
    Over,
    Position,
    Range,
    Scale,
    TargetZone,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.scenario.plan import MONTH_WORDS

TEXT_WIDTH = 120
TAIL = 12
"""Number of journal lines."""
INDENT = 12
"""Columns of the names of paragraphs."""
FRAME = ("port_wing", "starboard_wing", "airframe", "tail", "controls")
MARKED = ("armour", "leak", "oxygen", "radio", "boost", "gear", "rear_gun")
"""Systems of an aircraft that are whole or out."""


def wrapped(name: str, text: str) -> list[str]:
    """Return a named paragraph, its lines indented under the name."""
    return textwrap.wrap(f"{name:<{INDENT}}{text}", TEXT_WIDTH, subsequent_indent=" " * INDENT)


def words(code: Any) -> str:
    """Return the name of a code in words."""
    return str(code.name).replace("_", " ").lower()


def damage_of(record: Any) -> str:
    """Return the damage of an aircraft, empty if it is whole."""
    hits = [f"{name.replace('_', ' ')} {record[name]}" for name in FRAME if record[name]]
    engines = [f"engine {place} {count}" for place, count in enumerate(record["engines"], 1) if count]
    marks = [name.replace("_", " ") for name in MARKED if name in record.dtype.names and record[name]]
    return ", ".join([*hits, *engines, *marks])


def _career(mat: Any, charts: LoadedCharts) -> Iterator[str]:
    """Yield the calendar and the results."""
    career, pilot = mat["career"], mat["pilot"]
    scale, unit = words(Scale(mat["settings"]["scale"])), charts.names.units[career["unit"]]
    line = f"line {career['line']}" if career["line"] else "before the first line"
    yield f"INTERCEPTOR   {scale}, {MONTH_WORDS[career['month']]}, {line}, {career['flown']} sorties flown"
    yield "=" * TEXT_WIDTH
    kills = f"{career['bombers']} bombers, {career['fighters']} fighters"
    base = f"{unit} in zone {words(Zone(career['zone']))}" if unit else "no unit yet"
    yield from wrapped("Career", f"{kills}; {base}; {career['sit_out']} sorties to sit out")
    state = words(Health(pilot["health"]))
    rank = f"{words(Career(pilot['track']))}, promoted {pilot['rank']} times"
    points = f"Experience {pilot['points']}, Prestige {pilot['prestige']}, level {pilot['level']}"
    yield from wrapped("Pilot", f"{rank}; {state}, {pilot['wounds']} wounds; {points}")


def _sortie(mat: Any, charts: LoadedCharts) -> Iterator[str]:
    """Yield the own aircraft, the raid, and what has been met."""
    aircraft, sortie, bomber, fighter = (mat[name] for name in ("aircraft", "sortie", "bomber", "fighter"))
    names = charts.names.weapons[aircraft["model"]]
    left = zip(names, aircraft["guns"]["ammunition"].tolist(), strict=False)
    guns = ", ".join(f"{name} {points}" if points >= 0 else name for name, points in left if name)
    whole = damage_of(aircraft) or "whole"
    yield from wrapped(
        "Aircraft", f"{charts.names.models[aircraft['model']]}, speed {aircraft['speed']}, {whole}; {guns}"
    )
    if sortie["raid"]:
        city = charts.names.raids[mat["career"]["month"]][sortie["raid"]]
        zone, weather = words(TargetZone(sortie["target_zone"])), words(Weather(sortie["weather"]))
        yield from wrapped(
            "Raid", f"{city} (zone {zone}), weather {weather}; box {sortie['box']} of {sortie['last_box']}"
        )
    if sortie["bomber_type"] or sortie["escort"]:
        met = f"{words(Bomber(sortie['bomber_type']))}, escort {words(Enemy(sortie['escort']))}"
        yield from wrapped("Met", f"{met}, {words(Orientation(sortie['orientation']))}")
    if bomber["present"]:
        where = words(Range(bomber["range"]))
        yield from wrapped("Bomber", f"{where} range; {bomber['gunners']} gunners hit; {damage_of(bomber) or 'whole'}")
    if fighter["present"]:
        where = words(Position(fighter["position"]))
        yield from wrapped("Fighter", f"{where}, speed {fighter['speed']}; {damage_of(fighter) or 'whole'}")


def render(mat: Any, journal: Sequence[Any], legal: Sequence[tuple[int, str]], charts: LoadedCharts) -> str:
    """Return the mat, the last lines of the journal and the legal actions as text."""
    lines = [*_career(mat, charts), *_sortie(mat, charts), ""]
    lines += [line for entry in journal[-TAIL:] for line in textwrap.wrap(entry.text, TEXT_WIDTH)]
    if mat["career"]["over"]:
        lines += ["", f"The episode is over: {words(Over(mat['career']['over']))}."]
    else:
        lines += ["", f"{words(Decision(mat['cursor']['decision'])).capitalize()}:"]
        lines += [f"  {index:>2}  {label}" for index, label in legal]
    return "\n".join(lines) + "\n"
