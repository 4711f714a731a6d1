"""Boxes of the drawn mat, in pixels of a picture of 1280 x 800. This module does not draw.

A marker is drawn inside its box only, which the picture tests verify.
"""

from stuka_env.games.stuka.codes import SEATS, SYSTEMS, ZONES
from stuka_env.render.canvas import Box
from stuka_env.render.decision import lines_box, options_box, question_box
from stuka_env.render.pages import WIDTH

HEADER = Box(0, 0, WIDTH, 36)
TRACK = Box(8, 42, 824, 106)
CONDITIONS = Box(840, 42, 432, 106)
CARDS_BOX = Box(8, 154, 824, 348)
CIRCLE = Box(840, 154, 432, 206)
SCORES = Box(840, 366, 432, 136)
WAITING = Box(8, 508, 560, 138)
CREWS = Box(576, 508, 696, 138)
DECISION = Box(8, 652, 560, 142)
JOURNAL = Box(576, 652, 696, 142)
PANELS = (CONDITIONS, CIRCLE, SCORES, WAITING, CREWS, DECISION, JOURNAL)

# --- header ---

PLACE = HEADER.part(92, 0, 640, 36)
FINAL = HEADER.part(740, 4, 260, 28)
MISSION_NUMBER = HEADER.part(1010, 0, 256, 36)

# --- Mission Track ---


def zone(number: int) -> Box:
    """Return a space of the Mission Track; 0 is the airfield."""
    return TRACK.row(ZONES + 1, number, gap=6)


def formation_marker(number: int) -> Box:
    """Return the box of the formation marker in a zone."""
    return zone(number).part(4, 19, 104, 42)


def target_marker(number: int) -> Box:
    """Return the box of the target marker in a zone."""
    return zone(number).part(4, 62, 104, 40)


# --- conditions ---

CONDITION_PLACES = {
    "formation": (0, 0),
    "load": (0, 1),
    "visibility": (0, 2),
    "AA fire": (0, 3),
    "relief": (1, 0),
    "gamble": (1, 1),
    "escorts": (1, 2),
    "ambush": (1, 3),
}
"""Column and line."""


def condition(name: str) -> Box:
    """Return one line of the conditions, label and value."""
    column, line = CONDITION_PLACES[name]
    return CONDITIONS.part(8 + 230 * column, 4 + 19 * line, 216 - 24 * column, 18)


LAST_CARD = CONDITIONS.part(8, 81, 310, 20)
CARDS_DRAWN = CONDITIONS.part(322, 81, 102, 20)

# --- aircraft cards ---

SEAT_TOPS = (27, 61)


def card(slot: int) -> Box:
    """Return an aircraft card; slots count from 0."""
    return CARDS_BOX.column(2, slot // 5, gap=6).row(5, slot % 5, gap=6)


def card_number(slot: int) -> Box:
    """Return the box of the slot's number."""
    return card(slot).part(5, 5, 22, 20)


def leader_star(slot: int) -> Box:
    """Return the box of the flight leader's star."""
    return card(slot).part(29, 5, 20, 20)


def lucky_dog(slot: int) -> Box:
    """Return the box of the Lucky Dog marker."""
    return card(slot).part(50, 5, 24, 20)


def card_status(slot: int) -> Box:
    """Return the box of the aircraft's status word."""
    return card(slot).part(75, 5, 80, 20)


def seat_name(slot: int, role: int) -> Box:
    """Return the box of the person's name."""
    return card(slot).part(6, SEAT_TOPS[role], 92, 17)


def seat_level(slot: int, role: int) -> Box:
    """Return the box of the person's experience or fate."""
    return card(slot).part(99, SEAT_TOPS[role] + 1, 56, 15)


def seat_stress(slot: int, role: int) -> Box:
    """Return the box of the stress markers."""
    return card(slot).part(6, SEAT_TOPS[role] + 18, 104, 14)


def seat_wounds(slot: int, role: int) -> Box:
    """Return the box of the wound markers."""
    return card(slot).part(115, SEAT_TOPS[role] + 18, 40, 14)


def damage(slot: int, system: int) -> Box:
    """Return the damage space of a system."""
    row = card(slot).part(6, 97, 149, 32).column(2, system // 4, gap=2)
    return row.row(4 if system < 4 else SYSTEMS - 4, system % 4, gap=2)


def ordnance(slot: int) -> Box:
    """Return the box of the load."""
    return card(slot).part(6, 131, 149, 16)


def range_loss(slot: int) -> Box:
    """Return the box of the lost range."""
    return card(slot).part(6, 148, 46, 19)


def attack_drm(slot: int) -> Box:
    """Return the box of the attack's modifiers."""
    return card(slot).part(53, 148, 46, 19)


def attack_score(slot: int) -> Box:
    """Return the box of the attack score."""
    return card(slot).part(100, 148, 55, 19)


# --- Flying Circle ---

DIAL = CIRCLE.part(10, 24, 176, 176)
GAUGE = CIRCLE.part(196, 24, 64, 176)
FIGHTER_NAME = CIRCLE.part(270, 24, 154, 22)
FIGHTERS_LEFT = CIRCLE.part(270, 48, 154, 80)
LAST_ATTACK = CIRCLE.part(270, 130, 156, 18)
DUEL = CIRCLE.part(270, 150, 156, 18)
KILLS = CIRCLE.part(270, 174, 154, 22)


def sector(place: int) -> Box:
    """Return the fighter's box in a sector, in the order of :class:`stuka_env.games.stuka.codes.Sector`."""
    return (
        GAUGE.part(4, 6, 56, 54),
        DIAL.part(4, 62, 52, 52),
        DIAL.part(120, 62, 52, 52),
        DIAL.part(62, 120, 52, 52),
        GAUGE.part(4, 116, 56, 54),
        DIAL.part(62, 4, 52, 52),
    )[place]


# --- scores ---

MISSION_SCORES = SCORES.part(74, 22, 352, 26)
SEGMENT_MEAN = SCORES.part(8, 50, 416, 16)
SEGMENT_SCORES = SCORES.part(74, 68, 352, 26)
LOSSES = SCORES.part(8, 98, 210, 34)
OPERATION_SCORES = SCORES.part(224, 98, 202, 34)


def mission_score(place: int, missions: int) -> Box:
    """Return the box of the score of a mission of this segment."""
    return MISSION_SCORES.row(max(missions, 1), place, gap=2)


def segment_score(place: int) -> Box:
    """Return the box of the score of a segment."""
    return SEGMENT_SCORES.row(6, place, gap=3)


def operation_score(place: int) -> Box:
    """Return the box of the score of an operation."""
    return OPERATION_SCORES.row(3, place, gap=3)


def loss(place: int) -> Box:
    """Return the box of a count of the operation: destroyed, KIA, No-Fly."""
    return LOSSES.row(3, place, gap=3)


# --- tracks ---

TRACK_NAMES = ("Hospital", "Replacements", "Repairs")
TRACK_LENGTHS = (6, 10, 8)


def waiting_row(track: int) -> Box:
    """Return a track: hospital, replacements, aircraft."""
    return WAITING.inset(4).column(3, track, gap=4)


def waiting_space(track: int, timer: int) -> Box:
    """Return a space of a track; the last one is 1, next to Available."""
    row = waiting_row(track)
    length = TRACK_LENGTHS[track]
    return row.part(96, 0, row.w - 96, row.h).row(length, length - timer, gap=2)


# --- holding area ---


def person_space(role: int, place: int) -> Box:
    """Return a person's box in the holding area."""
    return CREWS.part(58, 5, 634, 128).column(2, role, gap=4).row(SEATS, place, gap=2)


def person_level(role: int, place: int) -> Box:
    """Return the box of the experience of a person on the ground."""
    return person_space(role, place).part(26, 3, 27, 16)


def person_stress(role: int, place: int) -> Box:
    """Return the box of the stress markers of a person on the ground."""
    return person_space(role, place).part(2, 22, 52, 14)


def person_where(role: int, place: int) -> Box:
    """Return the box of a person's whereabouts."""
    return person_space(role, place).part(2, 40, 52, 18)


# --- words ---

QUESTION, OPTIONS, JOURNAL_LINES = question_box(DECISION), options_box(DECISION), lines_box(JOURNAL)
