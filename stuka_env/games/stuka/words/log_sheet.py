"""The log sheet of a war (8.7): a line for each mission, with crews and scores.

The mat has the sheet; names of crews are added (:mod:`stuka_env.games.stuka.words.crew_names`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from stuka_env.declared.log_sheet import Column, SheetCell, SheetLine, in_words, line_of_sheet
from stuka_env.declared.people import InventedNames, in_short
from stuka_env.game import LogSheetParts
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEGMENT_NAMES, SLOTS, Payload, Phase, to_number
from stuka_env.games.stuka.rules.ledger import Result
from stuka_env.games.stuka.rules.mat import LogLine
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.debrief import words_of

NumpyRecord = Any
"""A line of the log sheet (:mod:`stuka_env.games.stuka.rules.mat`) or a result (its neighbour ``ledger``)."""

GAMBLES = (None, "survived", "crashed")


def mission_dict(entry: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return one line of the log sheet. ``scores``, ``pilots`` and ``gunners`` have the slots "1" to "10" as keys.

    ``level`` is the level of victory of the score (8.4). ``special`` is None if no special bomb was carried.
    """
    line = in_words(entry, LogLine)
    number, size, strafed = (line.pop(name) for name in ("number", "target_size", "strafed"))
    casualties = {name: line.pop(name) for name in ("wia", "kia", "pow")}
    return {
        **line,
        "segment": SEGMENT_NAMES[entry["segment"]],
        "mission": number + 1,
        "size": size,
        "casualties": casualties,
        "special": Payload(line["special"]).name.lower() if line["special"] else None,
        "carriers": [slot for slot in line["carriers"] if slot],
        "strafed": [to_number(slot) for slot in range(SLOTS) if strafed >> slot & 1],
        "gamble": GAMBLES[line["gamble"]],
        "gambler": line["gambler"] or None,
        "scores": _by_number(line["scores"], 0),
        "pilots": _by_number(line["pilots"], 1),
        "gunners": _by_number(line["gunners"], 1),
        "sunk": bool(line["sunk"]),
        "level": charts.names.victory_levels[line["level"]],
        "no_fly": line["no_fly"] if entry["no_fly"] else None,
        "aborted": bool(line["aborted"]),
    }


def _by_number(values: list[int], least: int) -> dict[str, int]:
    """Return the values of the slots from ``least`` on."""
    return {str(to_number(slot)): value for slot, value in enumerate(values) if value >= least}


def result_dict(result: NumpyRecord, charts: LoadedCharts) -> dict[str, Any]:
    """Return the result of an episode; ``level`` is the level of victory (A5)."""
    words = in_words(result, Result)
    level = charts.names.victory_levels[words.pop("level")]
    return words | {"level": level}


def by_slot(mission: Mapping[str, Any], name: str) -> dict[int, int]:
    """Return ``scores``, ``pilots`` or ``gunners`` of a :func:`mission_dict` by slot number, counted from 1."""
    return {int(slot): value for slot, value in mission[name].items()}


THE_FLIGHT = "the flight"
PASSAGES = {
    **dict.fromkeys(range(Phase.TAKE_OFF, Phase.ATTACK_RUN), THE_FLIGHT),
    Phase.ATTACK_RUN: "the attack",
    Phase.ATTACK: "the attack",
    Phase.BEFORE_LANDING: "the landings",
    Phase.LANDING: "the landings",
}
"""Titles of the passages between decisions, by the phase of their steps."""


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("operation", "segment", "duration") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of a war in words."""
    return f"score {score} ({result['level']}), {result['destroyed']} aircraft lost, {result['kia']} killed"


LOG_COLUMNS = (
    Column("mission", "mission of the war", "No.", True, True),
    Column("segment", "operational segment"),
    Column("number", "mission of the segment"),
    Column("target", "target", "Target", is_narrow=True),
    Column("size", "size"),
    Column("zone", "zone", "Zone", True, True),
    Column("payload", "load", "Load"),
    Column("special", "special bomb"),
    Column("carriers", "carried by"),
    Column("seats", "", "Aircraft, crew, score"),
    Column("sent", "aircraft sent", "Sent", True, True),
    Column("present", "in the attack run", "Attacked", True),
    Column("lost", "lost", "Lost", True, True),
    Column("damaged", "damaged", "Damaged", True),
    Column("wia", "W.I.A.", "W.I.A.", True),
    Column("kia", "K.I.A.", "K.I.A.", True),
    Column("pow", "P.O.W.", "P.O.W.", True),
    Column("kills", "fighters shot down", "Fighters", True),
    Column("bonus", "bonus", "Bonus", True),
    Column("score", "mission score", "Score", True, True),
    Column("level", "level of victory", "Victory", is_narrow=True),
    Column("remarks", "remarks", "Remarks", is_narrow=True),
)
"""Columns of a mission."""
SEAT_COLUMNS = tuple(f"{what} {slot}" for slot in range(1, SLOTS + 1) for what in ("pilot", "gunner", "score"))
"""Columns about the aircraft of a mission."""


def _remarks(mission: Mapping[str, Any]) -> str:
    words = [f"No-Fly: {words_of(mission['no_fly'])}"] if mission["no_fly"] else []
    words += ["aborted"] if mission["aborted"] else []
    words += ["ship sunk"] if mission["sunk"] else []
    words += [f"Rudel Gamble of aircraft {mission['gambler']}: {mission['gamble']}"] if mission["gamble"] else []
    words += [f"strafed: {', '.join(map(str, mission['strafed']))}"] if mission["strafed"] else []
    return "; ".join(words)


def _seats(mission: Mapping[str, Any], names: InventedNames) -> dict[str, Any]:
    """Return the values of :data:`SEAT_COLUMNS` for the aircraft of a mission."""
    pilots, gunners, scores = (by_slot(mission, name) for name in ("pilots", "gunners", "scores"))
    values: dict[str, Any] = {}
    for slot, pilot in sorted(pilots.items()):
        gunner = gunners.get(slot, 0)
        values[f"pilot {slot}"] = in_short(names.named(f"pilot {pilot}")) if pilot else ""
        values[f"gunner {slot}"] = in_short(names.named(f"gunner {gunner}")) if gunner else ""
        values[f"score {slot}"] = scores.get(slot)
    return values


def _load(name: str) -> str:
    return labels.payload_words(Payload[name.upper()])


def _seat_rows(values: Mapping[str, Any]) -> tuple[tuple[str, str, str, str], ...]:
    """Return the aircraft of a mission: slot, pilot, gunner, score."""
    slots = [slot for slot in range(1, SLOTS + 1) if f"pilot {slot}" in values]
    scores = {slot: "\u2013" if values[f"score {slot}"] is None else str(values[f"score {slot}"]) for slot in slots}
    return tuple(
        (str(slot), values[f"pilot {slot}"], values[f"gunner {slot}"] or "no gunner", scores[slot]) for slot in slots
    )


def line_of(number: int, mission: Mapping[str, Any], names: InventedNames) -> SheetLine:
    """Return a line of the sheet.

    Args:
        number: number of the mission in the war, from 1.
        mission: the mission, as in the info of a step.
        names: the people during the mission.
    """
    known, special = mission["target"] not in ("none", "no_fly"), mission["special"]
    words: dict[str, Any] = {
        "mission": number,
        "segment": labels.segment_words(mission["segment"]),
        "number": mission["mission"],
        "target": words_of(mission["target"]) if known else "",
        **({} if known else dict.fromkeys(("size", "zone"))),
        "payload": "" if mission["no_fly"] else _load(mission["payload"]),
        "special": _load(special) if special else "",
        "carriers": " ".join(map(str, mission["carriers"])),
        **mission["casualties"],
        "remarks": _remarks(mission),
    }
    seats = _seats(mission, names)
    cells: dict[str, str | SheetCell] = {
        "seats": SheetCell("", rows=_seat_rows(seats)),
        "target": f"{mission['size']} {words['target']}".capitalize() if known else "none",
    }
    if special:
        cells["payload"] = f"{words['payload']}; {words['special']} on {words['carriers']}"
    heading, is_flown = words["segment"], bool(mission["sent"])
    line = line_of_sheet(LOG_COLUMNS, {**mission, **words}, cells, heading=heading, is_flown=is_flown)
    return line._replace(values=line.values | seats)


def mission_lines(moments: Iterable[Any], names: Any) -> list[SheetLine]:
    """Return the completed missions of the moments of a war; ``names`` are the people before the first."""
    lines: list[SheetLine] = []
    first = 0
    for moment in moments:
        if not moment.number:
            first = int(moment.mat["war"]["mission_of_war"]) - len(moment.lines)
        number = first + len(lines)
        lines += [line_of(number + place, mission, names) for place, mission in enumerate(moment.lines, 1)]
        names = moment.crews
    return lines


LOG_SHEET = LogSheetParts(
    title="Mission log sheet",
    columns=LOG_COLUMNS,
    further=SEAT_COLUMNS,
    lines=mission_lines,
    note="The names of crews are invented.",
)
"""The parts of log sheets."""
