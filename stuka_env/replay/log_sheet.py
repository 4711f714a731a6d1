"""The log sheet of a war (8.7), as a page to print and as CSV: a line for each mission, with crews and scores.

The mat has the sheet; names of crews are added (:mod:`stuka_env.games.stuka.words.crew_names`).
"""

import csv
import io
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from stuka_env.games.stuka.codes import SLOTS, Payload, Role
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.debrief import words_of
from stuka_env.games.stuka.words.outcome import by_slot
from stuka_env.replay.run import Flight

COLUMNS = {
    "mission": "mission of the war",
    "segment": "operational segment",
    "number": "mission of the segment",
    "target": "target",
    "size": "size",
    "zone": "zone",
    "payload": "load",
    "special": "special bomb",
    "carriers": "carried by",
    "sent": "aircraft sent",
    "present": "in the attack run",
    "lost": "lost",
    "damaged": "damaged",
    "wia": "W.I.A.",
    "kia": "K.I.A.",
    "pow": "P.O.W.",
    "kills": "fighters shot down",
    "bonus": "bonus",
    "score": "mission score",
    "level": "level of victory",
    "remarks": "remarks",
}
"""Columns about a mission, with their values; columns about its aircraft follow."""


class LogSheetAircraft(NamedTuple):
    """An aircraft of a mission: its crew and the score of its attack."""

    slot: int
    pilot: str
    gunner: str
    score: int | None


class LogSheetLine(NamedTuple):
    """A mission on the log sheet: the values of :data:`COLUMNS`, and its aircraft."""

    mission: dict[str, Any]
    seats: list[LogSheetAircraft]


def _remarks(mission: Mapping[str, Any]) -> str:
    """Return unusual events of the mission."""
    words = [f"No-Fly: {words_of(mission['no_fly'])}"] if mission["no_fly"] else []
    words += ["aborted"] if mission["aborted"] else []
    words += ["ship sunk"] if mission["sunk"] else []
    words += [f"Rudel Gamble of aircraft {mission['gambler']}: {mission['gamble']}"] if mission["gamble"] else []
    words += [f"strafed: {', '.join(map(str, mission['strafed']))}"] if mission["strafed"] else []
    return "; ".join(words)


def _seats(mission: Mapping[str, Any], names: CrewNames) -> list[LogSheetAircraft]:
    """Return the aircraft of a mission, by slot."""
    pilots, gunners, scores = (by_slot(mission, name) for name in ("pilots", "gunners", "scores"))

    def person(role: int, place: int) -> str:
        return names.short(role, place) if place else ""

    return [
        LogSheetAircraft(slot, person(Role.PILOT, pilot), person(Role.GUNNER, gunners.get(slot, 0)), scores.get(slot))
        for slot, pilot in sorted(pilots.items())
    ]


def line_of(number: int, mission: Mapping[str, Any], names: CrewNames) -> LogSheetLine:
    """Return a line of the sheet.

    Args:
        number: number of the mission in the war, from 1.
        mission: the mission, as in the info of a step.
        names: the people during the mission.
    """
    flown, known = not mission["no_fly"], mission["target"] not in ("none", "no_fly")
    values: dict[str, Any] = {
        "mission": number,
        "segment": wording.segment_words(mission["segment"]),
        "number": mission["mission"],
        "target": words_of(mission["target"]) if known else "",
        "size": mission["size"] if known else "",
        "zone": mission["zone"] if known else "",
        "payload": _load(mission["payload"]) if flown else "",
        "special": _load(mission["special"]) if mission["special"] else "",
        "carriers": " ".join(map(str, mission["carriers"])),
        **mission["casualties"],
        "remarks": _remarks(mission),
    }
    return LogSheetLine({name: values.get(name, mission.get(name)) for name in COLUMNS}, _seats(mission, names))


def _load(name: str) -> str:
    """Return a load by its code's name, in words."""
    return wording.payload_words(Payload[name.upper()])


def log_sheet(flight: Flight) -> list[LogSheetLine]:
    """Return the completed missions of a war."""
    lines: list[LogSheetLine] = []
    names, first = CrewNames(flight.replay.seed, flight.replay.episode), 0
    for moment in flight.moments:
        if not moment.number:
            first = int(moment.mat["war"]["mission_of_war"]) - len(moment.lines)
        number = first + len(lines)
        lines += [line_of(number + place, mission, names) for place, mission in enumerate(moment.lines, 1)]
        names = moment.crews
    return lines


# --- as CSV ---


def csv_text(lines: list[LogSheetLine]) -> str:
    """Return the sheet as CSV: a head, then a line for each mission, with pilot, gunner and score of each slot."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    by_slot = [f"{what} {slot}" for slot in range(1, SLOTS + 1) for what in ("pilot", "gunner", "score")]
    writer.writerow([*COLUMNS.values(), *by_slot])
    for mission, seats in lines:
        seated = {seat.slot: seat for seat in seats}
        cells: list[Any] = list(mission.values())
        for slot in range(1, SLOTS + 1):
            seat = seated.get(slot)
            cells += ["", "", ""] if seat is None else [seat.pilot, seat.gunner, seat.score]
        writer.writerow(cells)
    return text.getvalue()


# --- as a page ---

STYLE = """
:root { color-scheme: light dark; }
body { font: 13px/1.35 system-ui, "DejaVu Sans", sans-serif; margin: 24px auto; max-width: 1360px; padding: 0 16px; }
h1 { font-size: 20px; margin: 0 0 2px; } h2 { font-size: 15px; margin: 22px 0 6px; } p { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #8886; padding: 3px 5px; vertical-align: top; text-align: left; }
th { font-size: 11px; font-weight: 600; background: #8882; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
td:last-child { min-width: 9em; }
@media screen { td:nth-child(4) { min-width: 9em; } }
.seats { min-width: 17.5em; } .seats div { display: flex; gap: 6px; }
.seats i { width: 1.4em; text-align: right; opacity: .65; }
.seats span { flex: 1; min-width: 7.6em; white-space: nowrap; }
.seats b { width: 2.2em; text-align: right; font-variant-numeric: tabular-nums; }
tr.out td { opacity: .65; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 9px; } h2 { break-after: avoid; }
  tr { break-inside: avoid; } th { font-size: 8px; } }
@page { size: A4 landscape; margin: 10mm; }
"""
SHOWN_COLUMNS = {
    "number": "No.",
    "target": "Target",
    "zone": "Zone",
    "payload": "Load",
    "seats": "Aircraft, crew, score",
    "sent": "Sent",
    "present": "Attacked",
    "lost": "Lost",
    "damaged": "Damaged",
    "wia": "W.I.A.",
    "kia": "K.I.A.",
    "pow": "P.O.W.",
    "kills": "Fighters",
    "bonus": "Bonus",
    "score": "Score",
    "level": "Victory",
    "remarks": "Remarks",
}
"""Columns of the page with their heads."""
NUMBER_COLUMNS = (
    "number",
    "zone",
    "sent",
    "present",
    "lost",
    "damaged",
    "wia",
    "kia",
    "pow",
    "kills",
    "bonus",
    "score",
)


def _cell(name: str, line: LogSheetLine) -> str:
    """Return a cell of the page."""
    mission = line.mission
    if name == "seats":
        rows = (
            f"<div><i>{seat.slot}</i><span>{escape(seat.pilot)}</span><span>{escape(seat.gunner) or 'no gunner'}</span>"
            f"<b>{'–' if seat.score is None else seat.score}</b></div>"
            for seat in line.seats
        )
        return f'<td class="seats">{"".join(rows)}</td>'
    words = str(mission[name])
    if name == "target":
        words = f"{mission['size']} {words}".strip().capitalize() or "none"
    elif name == "payload" and mission["special"]:
        words = f"{words}; {mission['special']} on {mission['carriers']}"
    look = ' class="n"' if name in NUMBER_COLUMNS else ""
    return f"<td{look}>{escape(words)}</td>"


def _row(line: LogSheetLine) -> str:
    """Return a mission on the page, pale if it was not flown."""
    cells = "".join(_cell(name, line) for name in SHOWN_COLUMNS)
    return f"<tr>{cells}</tr>" if line.mission["sent"] else f'<tr class="out">{cells}</tr>'


def page_text(lines: list[LogSheetLine], flight: Flight) -> str:
    """Return the sheet as a page to print: a table for each operational segment."""
    replay, result = flight.replay, flight.ending.result
    words = [replay.env, *(replay.arguments.get(key, "") for key in ("operation", "segment", "duration"))]
    about = ", ".join([*filter(None, words), f"seed {replay.seed}"])
    flown = f"Flown by \u201c{replay.policy_record.name}\u201d. " if replay.policy_record.name else ""
    end = f"Final score {result['score']}: {result['level']}." if result else "Not played to its end."
    head = "".join(f"<th>{name}</th>" for name in SHOWN_COLUMNS.values())
    tables = []
    for segment in dict.fromkeys(line.mission["segment"] for line in lines):
        rows = "".join(_row(line) for line in lines if line.mission["segment"] == segment)
        tables.append(
            f'<h2>{escape(segment)}</h2><div class="scroll"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Mission log sheet</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Mission log sheet</h1>\n"
        f"<p>{escape(about)}. {escape(flown)}{escape(end)} The names of crews are invented.</p>\n"
        f"{''.join(tables)}\n</body>\n</html>\n"
    )
