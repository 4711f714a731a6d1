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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from stuka_env.codes import Code
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
from stuka_env.games.interceptor.rules.mat import BLOCKS, Settings
from stuka_env.games.interceptor.scenario.consistency import IN_THE_AIR, PHASES
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.quoting import quoted
from stuka_env.records import Field, Rows

Values = dict[str, Any]
"""Values of the fields of a block."""
Words = Mapping[str, int]
"""Names of codes."""

SETUP_BLOCKS = {block.name: block.kind for block in BLOCKS if block.name != "settings"}
"""Blocks of the mat that a set-up can have; the arguments of the environment are the settings."""


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


@dataclass(frozen=True)
class Setup:
    """A checked set-up: the plan of the episode, and the values of the fields that it names."""

    plan: Rows[Settings]
    blocks: Mapping[str, Values]
    charts: LoadedCharts

    def apply(self, mat: Any) -> None:
        """Write the set-up to a mat that has been laid out for an episode and not yet played."""
        cursor, career, aircraft = (self.blocks.get(name, {}) for name in ("cursor", "career", "aircraft"))
        if "model" in aircraft:
            mat.cursor.phase = Phase.NEW_LINE
            _take(mat, aircraft["model"], self.charts)
        if "unit" in career:
            mat.career.zone = self.charts.record["units"]["zone"][career["unit"]]
        if cursor.get("decision") in PHASES:
            mat.cursor.phase = PHASES[cursor["decision"]][0]
        if cursor.get("decision") in IN_THE_AIR:
            mat.sortie.airborne = 1
            mat.sortie.last_box = self.charts.record["series"]["boxes"][_series(mat, self.charts)]
        for name, values in self.blocks.items():
            _write(mat[name], values)
        if mat.cursor.phase == Phase.NEW_LINE and "line" in career:
            mat.career.line = max(0, career["line"] - 1)
        for name in ("line", "lines_used"):
            if mat.cursor.phase > Phase.NEW_LINE and name not in career:
                mat.career[name] = 1


def _series(mat: Any, charts: LoadedCharts) -> int:
    """Return the series of the own aircraft."""
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


def _write(record: Any, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, list):
            for place, inner in enumerate(value):
                _write(record[name][place], inner)
        elif isinstance(value, dict):
            for place, number in value.items():
                record[name][place] = number
        else:
            record[name] = value


def make_setup(given: Any, spec: WarSpec) -> Setup:
    """Check the mapping ``given`` and return it as a set-up for an episode of this kind of war.

    Raises:
        ValueError: a key or a value is not allowed; the message names it, its value and the allowed values.
    """
    blocks: dict[str, Values] = {}
    for name, values in _mapping("setup", given, SETUP_BLOCKS).items():
        fields = {field.name: field for field in SETUP_BLOCKS[name].FIELDS}
        blocks[name] = {
            key: _value(f"{name}.{key}", value, fields[key], spec)
            for key, value in _mapping(name, values, fields).items()
        }
    month = blocks.get("career", {}).get("month", spec.month)
    return Setup(plan=replace(spec, month=month).plan(), blocks=blocks, charts=spec.charts)


# --- readers of values; an error is one line ---


def _refuse(path: str, got: Any, allowed: str) -> ValueError:
    name = path if path == "setup" else f"setup: {path}"
    return ValueError(f"{name}: got {quoted(got)}, allowed is {allowed}")


def _mapping(path: str, value: Any, keys: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _refuse(path, value, f"a mapping with any of {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise _refuse(path, key, f"only {', '.join(keys)}")
    return value


def _values_in_words(path: str, field: Field, spec: WarSpec) -> Words:
    """Return the names that the values of a field can have."""
    names = spec.charts.names
    if path in ("aircraft.model", "career.waived"):
        return {name: code for code, name in enumerate(names.models)}
    if path == "career.unit":
        return {name: row for row, name in enumerate(names.units) if name}
    if field.codes is Month:
        return MONTH_NUMBERS
    if path in ("gunner.present", "old_gunner.present"):
        return GUNNER_PRESENCES
    return field.codes.numbers() if field.codes else {}


def _places_in_words(path: str, field: Field) -> Words:
    """Return the names that the places of an array can have."""
    return PLACE_WORDS.get(path) or (field.index_of.numbers() if field.index_of else {})


def _value(path: str, value: Any, field: Field, spec: WarSpec) -> Any:
    """Read the value of a field: a number, numbers of an array, or values of an array of records."""
    if field.fields:
        return _records(path, value, field, spec)
    words = _values_in_words(path, field, spec)
    if not field.shape:
        return _number(path, value, field, words)
    places = _places_in_words(path, field)
    if isinstance(value, Mapping):
        return {
            places[name]: _number(f"{path}.{name}", number, field, words)
            for name, number in _mapping(path, value, places).items()
        }
    return _numbers(path, value, field, places, words)


def _number(path: str, value: Any, field: Field, words: Words) -> int:
    """Read a number within its declared bounds, or the name of one."""
    if isinstance(value, str) and value in words:
        return words[value]
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not field.low <= value <= field.high:
        named = f", or one of {', '.join(words)}" if words else ""
        raise _refuse(path, value, f"a whole number from {field.low} to {field.high}{named}")
    return int(value)


def _numbers(path: str, values: Any, field: Field, places: Words, words: Words) -> Any:
    """Read a list of values, one for each place of an array."""
    count = field.shape[0]
    if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray) or len(values) != count:
        named = f", or a mapping with any of {', '.join(places)}" if places else ""
        raise _refuse(path, values, f"a list of {count}{named}")
    return np.array([_number(f"{path}[{place}]", value, field, words) for place, value in enumerate(values)], np.int8)


def _records(path: str, values: Any, field: Field, spec: WarSpec) -> list[Values]:
    """Read a list of mappings, one for each of the first records of an array."""
    count = field.shape[0]
    if isinstance(values, str) or not isinstance(values, Sequence) or len(values) > count:
        raise _refuse(path, values, f"a list of at most {count} mappings")
    fields = {inner.name: inner for inner in field.fields}
    return [
        {
            key: _value(f"{path}[{place}].{key}", value, fields[key], spec)
            for key, value in _mapping(f"{path}[{place}]", entry, fields).items()
        }
        for place, entry in enumerate(values)
    ]
