"""Set-ups of the mat by hand, ``reset(options={"setup": {...}})``, for worked examples, puzzles and curricula.

All keys are optional. Without a key, that part of the mat is as at the beginning of an episode::

    {"segment": "1941-11", "mission": 3, "scores": [46, 0], "target": "buildings", "zone": 3,
     "pilots": [{"level": "ace", "stress": 2}, {"duty": "hospital", "timer": 3}], "gunners": [{"missions": 2}],
     "aircraft": [{"damage": ["tail"], "range_loss": 2}, {"status": "repair", "timer": 4}],
     "counts": {"destroyed": 1, "kia": 2, "no_fly": 0}}

The n-th entry of a roster is the n-th person or slot. Scores of earlier missions, segments and operations count in the
official result, but they are not paid as reward.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import BEST_MISSION, BEST_OPERATION, MOST_MISSIONS, MOST_WOUNDS
from stuka_env.games.stuka.codes import (
    SEATS,
    SEGMENT_NAMES,
    SLOTS,
    SYSTEMS,
    Duty,
    Quality,
    Role,
    Scale,
    Status,
    System,
    Target,
)
from stuka_env.games.stuka.rules.mat import Aircraft, Count, Crew
from stuka_env.games.stuka.scenario.plan import WarSpec, operation_of, segments_of
from stuka_env.position.blocks import (
    BlockSetup,
    limited,
    read_fields,
    read_list,
    read_mapping,
    read_number,
    read_word,
    refuse_value,
    restricted,
    setup_fields,
)

SETUP_KEYS = (
    "segment", "mission", "scores", "segment_scores", "operation_scores", "target", "zone", "pilots", "gunners",
    "aircraft", "counts",
)  # fmt: skip

TARGET_CODES = {word: code for word, code in Target.numbers().items() if Target.NONE < code < Target.NO_FLY}
SYSTEM_CODES = {word: code for word, code in System.numbers().items() if code < SYSTEMS}
PERSON_FIELDS = setup_fields(Crew, ("level", "duty", "stress", "wounds", "timer", "missions"))
PERSON_FIELDS["level"] = restricted(PERSON_FIELDS["level"], Quality)
PERSON_FIELDS["duty"] = restricted(PERSON_FIELDS["duty"], (Duty.READY, Duty.HOSPITAL, Duty.REPLACEMENT))
PERSON_FIELDS["wounds"] = limited(PERSON_FIELDS["wounds"], MOST_WOUNDS - 1)
CARD_FIELDS = setup_fields(Aircraft, ("status", "timer", "damage", "range_loss"))
CARD_FIELDS["status"] = restricted(
    CARD_FIELDS["status"], (Status.NONE, Status.READY, Status.REPAIR, Status.REPLACEMENT)
)
COUNT_FIELDS = setup_fields(Count, ("destroyed", "kia", "no_fly"))
COUNT_FIELDS |= {name: limited(COUNT_FIELDS[name], 60) for name in ("destroyed", "kia")}
COUNT_FIELDS["no_fly"] = limited(COUNT_FIELDS["no_fly"], 3 * MOST_MISSIONS)


def make_setup(given: Any, spec: WarSpec) -> BlockSetup:
    """Check the mapping ``given`` and return it as a set-up for an episode of this kind of war.

    Raises:
        ValueError: a key or a value is not allowed; the message names it, its value and the allowed values.
    """
    given, charts, scale = read_mapping("setup", given, SETUP_KEYS), spec.charts, spec.scale
    plan = replace(spec, segment=_segment(given, spec))
    first_segments = charts.record.first_segment
    period = plan.segment if plan.segment >= 0 else int(first_segments[spec.operation])
    operation = operation_of(period, charts) if scale == Scale.CAMPAIGN else spec.operation
    missions = int(charts.record.missions[period, spec.regular]) if scale != Scale.MISSION else 1
    mission = read_number("mission", given.get("mission", 1), 1, missions) - 1
    done = period - int(first_segments[operation]) if scale >= Scale.OPERATION else 0
    target = _target(given)
    scores = _scores(given, "scores", mission, what="earlier mission of the segment")
    segments = _scores(given, "segment_scores", done, what="earlier segment of the operation")
    ended = operation if scale == Scale.CAMPAIGN else 0
    what = "earlier operation of the campaign"
    operations = _scores(given, "operation_scores", ended, what=what, best=BEST_OPERATION)
    people = {
        roster: _people(given, roster, _strength(charts, operation, role, scale))
        for roster, role in (("pilots", Role.PILOT), ("gunners", Role.GUNNER))
    }
    aircraft = _roster(given, "aircraft", SLOTS, _aircraft)
    counts = read_fields("counts", given.get("counts", {}), COUNT_FIELDS)
    blocks: dict[str, Any] = {
        "war": {"mission": mission, "mission_of_war": mission},
        "track": {
            "segment_sum": sum(scores),
            "logged": mission,
            "segments": dict(enumerate(segments, period - len(segments))),
            "segments_done": period if operations else len(segments),
            "operations": dict(enumerate(operations)),
            "operations_done": len(operations),
        },
        "log": [_line(charts, number, score) | {"segment": period} for number, score in enumerate(scores)],
        "count": counts | {f"war_{name}": count for name, count in counts.items()},
        "mission": target,
        **people,
        "aircraft": aircraft,
    }
    return BlockSetup(replace(plan, operation=operation).plan(), blocks, charts)


# --- readers of values ---


def _line(charts: LoadedCharts, number: int, score: int) -> dict[str, int]:
    """Return the line of the log sheet of an earlier mission."""
    level = charts.names.victory_levels.index(charts.names.victory_level(score))
    return {"number": number, "score": score, "level": level}


def _segment(mapping: Mapping[str, Any], spec: WarSpec) -> int:
    """Read the first segment: one of the operation, or any in a campaign; without it, that of the war."""
    if "segment" not in mapping:
        return spec.segment
    allowed = range(len(SEGMENT_NAMES)) if spec.scale == Scale.CAMPAIGN else segments_of(spec.operation, spec.charts)
    return read_word("segment", mapping["segment"], {SEGMENT_NAMES[index]: index for index in allowed})


def _scores(
    mapping: Mapping[str, Any], key: str, length: int, *, what: str, best: int = BEST_MISSION
) -> tuple[int, ...]:
    """Read a score for each earlier mission, segment or operation; zeros if none are given."""
    if key not in mapping:
        return (0,) * length
    entries = read_list(key, mapping[key], 60)
    scores = tuple(read_number(f"{key}[{place}]", score, 0, best) for place, score in enumerate(entries))
    if len(scores) != length:
        refuse_value(key, mapping[key], f"one number for each {what}, here {length}")
    return scores


def _target(mapping: Mapping[str, Any]) -> dict[str, int]:
    """Read target and zone of this mission: both, or neither."""
    if ("target" in mapping) != ("zone" in mapping):
        refuse_value("target, zone", mapping.get("target", mapping.get("zone")), "both or neither")
    if "target" not in mapping:
        return {}
    target, zone = read_word("target", mapping["target"], TARGET_CODES), read_number("zone", mapping["zone"], 1, 6)
    return {"target": target, "target_zone": zone, "set_up": 1}


def _roster(
    mapping: Mapping[str, Any], key: str, most: int, read: Callable[[str, Any], dict[str, Any]]
) -> list[dict[str, Any]]:
    entries = read_list(key, mapping.get(key, ()), most)
    return [read(f"{key}[{place}]", entry) for place, entry in enumerate(entries)]


def _strength(charts: LoadedCharts, operation: int, role: int, scale: int) -> int:
    """Return the number of people of a role at the start; a single mission or segment begins without the Green."""
    force = charts.record["force"][operation, role]
    return int(force.sum() if scale >= Scale.OPERATION else force.sum() - force[Quality.GREEN])


def _people(mapping: Mapping[str, Any], key: str, strength: int) -> list[dict[str, Any]]:
    """Read the changes of a roster of ``strength`` people; an empty place cannot have a duty."""
    entries = _roster(mapping, key, SEATS, _person)
    for place, entry in enumerate(entries):
        if entry.get("duty", Duty.NOBODY) != Duty.NOBODY and not entry.get("level", place < strength):
            word = Duty(entry["duty"]).name.lower()
            allowed = "none for a place that is empty; a level puts somebody there"
            refuse_value(f"{key}[{place}].duty", word, allowed)
    return entries


def _person(path: str, given: Any) -> dict[str, Any]:
    """Read the changes of one person. A level puts a person into an empty place, and "nobody" empties a place."""
    entry = read_fields(path, given, PERSON_FIELDS)
    if "level" in entry:
        entry.setdefault("duty", int(Duty.READY if entry["level"] else Duty.NOBODY))
    _check_timer(path, entry, entry.get("duty") in (Duty.HOSPITAL, Duty.REPLACEMENT), "hospital or replacement")
    _check_waiting(path, entry)
    return entry


def _check_waiting(path: str, entry: dict[str, Any]) -> None:
    """Check that a person who waits has no stress and no wounds, and that a replacement is new and Green (6.3, 6.4)."""
    duty = entry.get("duty")
    if duty not in (Duty.HOSPITAL, Duty.REPLACEMENT):
        return
    word = Duty(duty).name.lower()
    for key in ("stress", "wounds"):
        if entry.get(key, 0):
            refuse_value(f"{path}.{key}", entry[key], f"0 with {word}")
    if duty == Duty.REPLACEMENT:
        if entry.setdefault("level", int(Quality.GREEN)) != Quality.GREEN:
            refuse_value(f"{path}.level", Quality(entry["level"]).name.lower(), f"green with {word}")
        if entry.setdefault("missions", 0):
            refuse_value(f"{path}.missions", entry["missions"], f"0 with {word}")


def _aircraft(path: str, given: Any) -> dict[str, Any]:
    """Read the changes of one aircraft card; damage is a list of systems."""
    given = dict(read_mapping(path, given, CARD_FIELDS))
    if "damage" in given:
        systems = read_list(f"{path}.damage", given["damage"], SYSTEMS)
        hit = {read_word(f"{path}.damage", system, SYSTEM_CODES) for system in systems}
        given["damage"] = [int(system in hit) for system in range(SYSTEMS)]
    entry = read_fields(path, given, CARD_FIELDS)
    _check_timer(path, entry, entry.get("status") in (Status.REPAIR, Status.REPLACEMENT), "repair or replacement")
    return entry


def _check_timer(path: str, entry: Mapping[str, Any], waits: bool, words: str) -> None:
    """Check that exactly the people and aircraft that wait have a timer."""
    if waits != bool(entry.get("timer", 0)):
        refuse_value(f"{path}.timer", entry.get("timer", 0), f"1 or more with {words}, 0 otherwise")
