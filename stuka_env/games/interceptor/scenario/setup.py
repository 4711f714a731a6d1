"""Set-ups of the mat by hand, ``reset(options={"setup": {...}})``, for worked examples, puzzles and curricula.

A set-up has blocks of the mat, and each block has any of its fields::

    {"career": {"month": "1943-07", "line": 2, "unit": "I/JG 27", "bombers": 8, "by_type": {"b_17f": 8}},
     "pilot": {"track": "officer", "skills": {"combat_maneuvers": 1, "reflexes": 1}, "awards": {"ace": 1}},
     "aircraft": {"model": "Bf109G-6/R4", "port_wing": 1, "guns": [{"ammunition": 3}]}}

A value is a number, or the name of a code in small letters. An array is a list, or a mapping from names to values.
Without a key, that part of the mat is as at the beginning of an episode, where play begins with the phase ``track``.

Some keys bring others with them, unless these are named too:

- ``aircraft.model`` brings a whole aircraft of that type, with a gunner if it has a seat for him, and play begins with
  the phase ``new_line``; in that phase, ``career.line`` is the line that begins;
- ``career.unit`` brings the zone of its base;
- ``cursor.decision`` opens that decision at once, in the first phase in which play asks it; a decision in the air
  brings an aircraft that is airborne, and the end of its track;
- a phase after ``new_line`` is one of the first line.

Bombers of the set-up count in the result, but they are not paid as reward.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from stuka_env.declared.codes import Code
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.charts.shape import MOST_SPEED
from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    WINGMAN_SKILLS,
    Bomber,
    GunnerPresence,
    Month,
    Phase,
    Presence,
    Rockets,
)
from stuka_env.games.interceptor.rules.mat import BLOCKS
from stuka_env.games.interceptor.scenario.consistency import IN_THE_AIR, PHASES
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.position.blocks import (
    BlockSetup,
    SetupField,
    Words,
    read_fields,
    read_mapping,
    setup_fields,
    write_fields,
)


def _places(codes: Iterable[Code]) -> Words:
    """Return the places of an array by the names of the codes that they belong to."""
    return {code.name.lower(): place for place, code in enumerate(codes)}


PLACE_WORDS: Mapping[str, Words] = {
    "career.by_type": _places(code for code in Bomber if code),
    "wingman.skills": _places(WINGMAN_SKILLS),
    "gunner.skills": _places(CREW_SKILLS),
    "old_gunner.skills": _places(CREW_SKILLS),
}
"""Names of the places of arrays that are in no order of codes."""
GUNNER_PRESENCES: Words = GunnerPresence.numbers()
"""Names of the states of a gunner, of which the last differs from that of the wingman."""
MONTH_NUMBERS = {month.short: int(month) for month in Month}


def lay(mat: Any, blocks: Mapping[str, Any], charts: LoadedCharts) -> None:
    """Write the values of a set-up to a mat, and what follows from them."""
    cursor, career, aircraft = (blocks.get(name, {}) for name in ("cursor", "career", "aircraft"))
    if "model" in aircraft:
        mat.cursor.phase = Phase.NEW_LINE
        _take(mat, aircraft["model"], charts)
    if "unit" in career:
        mat.career.zone = charts.record["units"]["zone"][career["unit"]]
    if cursor.get("decision") in PHASES:
        mat.cursor.phase = PHASES[cursor["decision"]][0]
    if cursor.get("decision") in IN_THE_AIR:
        mat.sortie.airborne = 1
        mat.sortie.last_box = charts.record["series"]["boxes"][_series(mat, charts)]
    for name, values in blocks.items():
        write_fields(mat[name], values)
    if mat.cursor.phase == Phase.NEW_LINE and "line" in career:
        mat.career.line = max(0, career["line"] - 1)
    for name in ("line", "lines_used"):
        if mat.cursor.phase > Phase.NEW_LINE and name not in career:
            mat.career[name] = 1


def _series(mat: Any, charts: LoadedCharts) -> int:
    return int(charts.record["models"]["series"][mat.aircraft.model])


def _take(mat: Any, model: int, charts: LoadedCharts) -> None:
    """Give the mat a whole aircraft of a type."""
    row = charts.record["models"][model]
    mat.aircraft.model = model
    mat.aircraft.speed = min(int(row["speed"]), MOST_SPEED)
    mat.aircraft.rockets = Rockets.LOADED if row["rockets"] else Rockets.NONE
    mat.aircraft.guns["ammunition"] = row["weapons"]["ammunition"]
    if charts.record["series"]["crew"][_series(mat, charts)] > 1:
        mat.gunner.present = Presence.HERE


def make_setup(given: Any, spec: WarSpec) -> BlockSetup:
    """Check the mapping ``given`` and return it as a set-up for an episode of this kind of war.

    Raises:
        ValueError: a key or a value is not allowed; the message names it, its value and the allowed values.
    """
    fields = fields_of(spec.charts)
    blocks = {
        name: read_fields(name, values, fields[name]) for name, values in read_mapping("setup", given, fields).items()
    }
    month = blocks.get("career", {}).get("month", spec.month)
    return BlockSetup(replace(spec, month=month).plan(), blocks, spec.charts, lay)


def fields_of(charts: LoadedCharts) -> dict[str, dict[str, SetupField]]:
    """Return the fields that a set-up can have; the arguments of the environment are the settings."""
    fields = {block.name: setup_fields(block.kind) for block in BLOCKS if block.name != "settings"}
    models = {name: code for code, name in enumerate(charts.names.models)}
    words = {
        "aircraft.model": models,
        "career.waived": models,
        "career.unit": {name: row for row, name in enumerate(charts.names.units) if name},
        "career.start": MONTH_NUMBERS,
        "career.month": MONTH_NUMBERS,
        "gunner.present": GUNNER_PRESENCES,
        "old_gunner.present": GUNNER_PRESENCES,
    }
    for path, own in words.items():
        block, _, name = path.partition(".")
        fields[block][name] = fields[block][name]._replace(words=own)
    for path, own in PLACE_WORDS.items():
        block, _, name = path.partition(".")
        fields[block][name] = fields[block][name]._replace(places=own)
    return fields
