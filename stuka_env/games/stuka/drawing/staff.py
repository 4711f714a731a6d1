"""The ground part of the drawn mat: scores, tracks, holding area."""

from collections.abc import Iterator
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import (
    SEATS,
    SEGMENT_TITLES,
    Duration,
    Duty,
    Operation,
    Quality,
    Role,
    Scale,
    Status,
    to_number,
)
from stuka_env.games.stuka.drawing import boxes, code_colours
from stuka_env.games.stuka.drawing.cards import ROSTERS
from stuka_env.games.stuka.drawing.text import segment_words
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour
from stuka_env.render.pieces import pips, tag

SEGMENT_SHORT = ("Jun 41", "Aug 41", "Nov 41", "Aug 42", "Nov 42", "Jul 43")
LOSS_COUNTS = (("destroyed", "lost"), ("kia", "KIA"), ("no_fly", "No-Fly"))
AWAY_WORDS = {
    Duty.NOBODY: "",
    Duty.BACK: "back",
    Duty.KIA: "KIA",
    Duty.POW: "POW",
    Duty.HOSPITAL: "hospital",
    Duty.REPLACEMENT: "coming",
}
CREW_TRACKS = {Duty.HOSPITAL: 0, Duty.REPLACEMENT: 1}
AIRCRAFT_TRACK = 2

# --- header ---


def draw_header(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the operation, the segment, the mission, and the points earned so far."""
    campaign = "Campaign, " if mat["war"]["scale"] == Scale.CAMPAIGN else ""
    place = f"{campaign}{Operation(mat['war']['operation']).word}, {SEGMENT_TITLES[mat['war']['segment']]}"
    model = f"Ju-87{'DG'[int(mat['war']['model'])]}"
    words = f"{place} ({Duration(mat['war']['regular']).word}), {model}"
    canvas.text(boxes.PLACE, words, 17, colours.WHITE)
    canvas.text(boxes.MISSION_NUMBER, mission_words(mat["war"]), 17, colours.WHITE, align="right")
    if mat["track"]["over"]:
        tag(canvas, boxes.FINAL, f"FINAL SCORE {mat['track']['result']}", back=colours.RED, size=17)
    elif mat["war"]["scale"] != Scale.MISSION:
        record: Any = charts.record
        earned = f"{score_due(mat, record):.1f} points so far"
        canvas.text(boxes.FINAL, earned, 17, colours.GOLD, align="right")


def mission_words(war: Any) -> str:
    """Return the number of the mission in the war, and its place in the segment."""
    place, missions = min(int(war["mission"]) + 1, int(war["missions"])), int(war["missions"])
    number = int(war["mission_of_war"]) - int(war["mission"]) + place
    return f"Mission {number} of {missions}" if number == place else f"Mission {number} ({place} of {missions})"


# --- scores ---


def draw_scores(canvas: Canvas, mat: Any) -> None:
    """Draw mission scores of this segment, segment and operation scores, and losses."""
    _mission_scores(canvas, mat)
    track = mat["track"]
    canvas.text(boxes.SEGMENT_MEAN, segment_words(mat), 12, colours.INK, align="right")
    for place in range(len(SEGMENT_SHORT)):
        _score(canvas, boxes.segment_score(place), SEGMENT_SHORT[place], int(track["segments"][place]))
    for place, name in enumerate(Operation.words()):
        _score(canvas, boxes.operation_score(place), name, int(track["operations"][place]))
    for place, (field, name) in enumerate(LOSS_COUNTS):
        box = boxes.loss(place)
        count = int(mat["count"][field])
        canvas.fill(box, colours.RED if count else colours.EMPTY, 3)
        ink = colours.WHITE if count else colours.FADED
        canvas.text(box.part(0, 1, box.w, 12), name, 10, ink, align="centre")
        canvas.text(box.part(0, 13, box.w, box.h - 14), str(count), 15, ink, align="centre")


def _score(canvas: Canvas, box: Box, name: str, score: int) -> None:
    """Draw a score with its name, pale while it is open."""
    canvas.fill(box, colours.GREEN if score else colours.EMPTY, 3)
    ink = colours.WHITE if score else colours.FADED
    canvas.text(box.part(0, 0, box.w, box.h // 2 - 1), name, 9, ink, align="centre")
    half = box.h // 2 - 2
    canvas.text(box.part(0, half, box.w, box.h - half), str(score) if score else "-", 13, ink, align="centre")


def _mission_scores(canvas: Canvas, mat: Any) -> None:
    """Draw a box for each mission of this segment; N for a No-Fly."""
    missions = int(mat["war"]["missions"])
    segment = int(mat["war"]["segment"])
    lines = [line for line in mat["log"][: int(mat["track"]["logged"])] if line["segment"] == segment]
    for place in range(missions):
        box = boxes.mission_score(place, missions)
        canvas.fill(box, colours.EMPTY, 3)
        canvas.text(box.part(0, 0, box.w, 10), str(to_number(place)), 9, colours.FADED, align="centre")
    for line in lines:
        box = boxes.mission_score(int(line["number"]), missions)
        back = colours.STEEL if line["no_fly"] else colours.ORANGE if line["aborted"] else colours.GREEN
        words = "No-Fly" if line["no_fly"] else str(line["score"])
        tag(canvas, box, words, back=back, size=13)


# --- tracks ---


def _in_waiting(mat: Any) -> Iterator[tuple[int, int, str, Colour]]:
    """Return the people and aircraft on the tracks: track, space, name, colour."""
    for role in Role:
        for place, who in enumerate(mat[ROSTERS[role]]):
            track = CREW_TRACKS.get(Duty(int(who["duty"])))
            if track is not None:
                yield track, int(who["timer"]), f"{'PG'[role]}{to_number(place)}", code_colours.ROLES[role]
    for slot, card in enumerate(mat["aircraft"]):
        if card["status"] == Status.REPAIR:
            yield AIRCRAFT_TRACK, int(card["timer"]), f"{to_number(slot)}", code_colours.AIRCRAFT
        if card["status"] == Status.REPLACEMENT:
            yield AIRCRAFT_TRACK, int(card["timer"]), f"{to_number(slot)}+", colours.GREEN


def draw_tracks_base(canvas: Canvas) -> None:
    """Draw the numbered spaces."""
    notes = ("missions to go", "missions to go", "n repair, n+ new")
    for track, name in enumerate(boxes.TRACK_NAMES):
        row = boxes.waiting_row(track)
        canvas.text(row.part(4, 6, 90, 18), name, 13, colours.INK)
        canvas.text(row.part(4, 24, 90, 14), notes[track], 9, colours.FADED)
        for timer in range(1, boxes.TRACK_LENGTHS[track] + 1):
            box = boxes.waiting_space(track, timer)
            canvas.fill(box, colours.EMPTY, 3)
            canvas.text(box.part(1, 1, box.w - 2, 10), str(timer), 9, colours.FADED, align="left")


def draw_tracks(canvas: Canvas, mat: Any) -> None:
    """Draw the markers on hospital, replacement and repair tracks."""
    spaces: dict[tuple[int, int], list[tuple[str, Colour]]] = {}
    for track, timer, name, colour in _in_waiting(mat):
        spot = max(1, min(timer, boxes.TRACK_LENGTHS[track]))
        spaces.setdefault((track, spot), []).append((name, colour))
    for (track, timer), tokens in spaces.items():
        _tokens(canvas, boxes.waiting_space(track, timer), tokens)


def _tokens(canvas: Canvas, box: Box, tokens: list[tuple[str, Colour]]) -> None:
    """Draw markers in a space, in as many rows and columns as they need."""
    box = box.part(1, 11, box.w - 2, box.h - 12)
    rows = 2
    columns = max(box.w // 26, -(-len(tokens) // rows))
    for number, (name, colour) in enumerate(tokens):
        cell = box.column(rows, number // columns, gap=1).row(columns, number % columns, gap=1)
        tag(canvas, cell, name, back=colour, size=12)


# --- holding area ---


def draw_crews(canvas: Canvas, mat: Any) -> None:
    """Draw every pilot and gunner: level and stress on the ground, otherwise the whereabouts."""
    for role in Role:
        for place in range(SEATS):
            _person(canvas, mat[ROSTERS[role]][place], role, place)


def _person(canvas: Canvas, who: Any, role: int, place: int) -> None:
    """Draw the space of one person."""
    box = boxes.person_space(role, place)
    duty = Duty(int(who["duty"]))
    ready = duty == Duty.READY
    canvas.fill(box, colours.CARD if ready else colours.EMPTY, 4)
    if duty == Duty.NOBODY:
        return
    canvas.text(box.part(2, 3, 22, 16), str(to_number(place)), 14, code_colours.ROLES[role], align="centre")
    where = boxes.person_where(role, place)
    if duty == Duty.FLYING:
        canvas.text(where, f"aircraft {who['slot']}" if who["slot"] else "chosen", 11, colours.INK, align="centre")
        return
    level = int(who["level"])
    plate = boxes.person_level(role, place)
    tag(canvas, plate, Quality(level).word[:3], back=code_colours.LEVEL_COLOURS[level], size=10)
    if ready:
        pips(canvas, boxes.person_stress(role, place), count=int(who["stress"]), most=6, colour=code_colours.STRESS)
        flew = int(who["missions"])
        canvas.text(where, f"flew {flew}" if flew else "ready", 11, colours.FADED, align="centre")
    else:
        ink = colours.RED if duty in (Duty.KIA, Duty.POW) else colours.INK
        canvas.text(where, AWAY_WORDS[duty], 11, ink, align="centre")
