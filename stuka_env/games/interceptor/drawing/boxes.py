"""Boxes of the drawn mat, in pixels of a picture of 1280 x 800. This module does not draw.

A marker is drawn inside its box only, which the picture tests verify.
"""

from stuka_env.games.interceptor.charts.shape import MOST_BOX, MOST_LEVEL
from stuka_env.games.interceptor.codes import AWARDS, CARDS, MARKERS, MONTHS, MOST_LINES, SERIES, WEAPONS
from stuka_env.render.canvas import Box
from stuka_env.render.decision import lines_box, options_box, question_box
from stuka_env.render.pages import WIDTH

HEADER = Box(0, 0, WIDTH, 36)
TRACK = Box(8, 42, 824, 106)
CONDITIONS = Box(840, 42, 432, 106)
AIRCRAFT_PANEL = Box(8, 154, 470, 323)
BOMBER_PANEL = Box(484, 154, 356, 230)
FIGHTER_PANEL = Box(484, 390, 356, 229)
PILOT_PANEL = Box(846, 154, 426, 182)
CARDS_PANEL = Box(846, 342, 426, 155)
CAREER_PANEL = Box(846, 503, 426, 116)
CREW_PANEL = Box(8, 483, 470, 136)
DECISION = Box(8, 625, 690, 169)
JOURNAL = Box(704, 625, 568, 169)
PANELS = (
    CONDITIONS,
    AIRCRAFT_PANEL,
    BOMBER_PANEL,
    FIGHTER_PANEL,
    PILOT_PANEL,
    CARDS_PANEL,
    CAREER_PANEL,
    CREW_PANEL,
    DECISION,
    JOURNAL,
)

# --- header ---

TITLE = HEADER.part(10, 0, 176, 36)
PLACE = HEADER.part(190, 0, 590, 36)
SCORE = HEADER.part(790, 4, 300, 28)
LINE_NUMBER = HEADER.part(1100, 0, 166, 36)

# --- the endurance track ---


def space(box: int) -> Box:
    """Return a box of the endurance track; 0 is the base."""
    return TRACK.row(MOST_BOX + 1, box, gap=6)


def own_marker(box: int) -> Box:
    """Return the place of the own aircraft in a box."""
    return space(box).part(4, 19, 89, 42)


def met_marker(box: int) -> Box:
    """Return the place of what is met in a box."""
    return space(box).part(4, 63, 89, 39)


WEATHER = met_marker(0)

# --- the raid ---

CONDITION_PLACES = {
    "raid": (0, 0),
    "bombers": (0, 1),
    "fighters": (0, 2),
    "met": (1, 0),
    "fought": (1, 1),
    "shot down": (1, 2),
}
"""Column and line."""
CONDITION_LINE = 20


def condition(name: str) -> Box:
    """Return one line about the raid, label and value."""
    column, line = CONDITION_PLACES[name]
    return CONDITIONS.part(8 + 218 * column, 4 + CONDITION_LINE * line, 210 - 12 * column, CONDITION_LINE - 1)


EVENT = CONDITIONS.part(8, 64, 416, 19)
USED = CONDITIONS.part(8, 84, 416, 19)

# --- the own aircraft ---

MODEL_NAME = AIRCRAFT_PANEL.part(10, 6, 212, 24)
SPEED = AIRCRAFT_PANEL.part(228, 8, 78, 20)
FIREPOWER = AIRCRAFT_PANEL.part(310, 8, 90, 20)
AGILE = AIRCRAFT_PANEL.part(404, 8, 58, 20)
SHAPE = AIRCRAFT_PANEL.part(138, 36, 194, 172)
HIT_PLACES = {
    "port_wing": (0, 0),
    "airframe": (0, 1),
    "controls": (0, 2),
    "engine 1": (0, 3),
    "starboard_wing": (1, 0),
    "tail": (1, 1),
    "rockets": (1, 2),
    "engine 2": (1, 3),
}
"""Column and line."""


def own_hits(name: str) -> Box:
    """Return the place of the hits on a system of the own aircraft."""
    column, line = HIT_PLACES[name]
    return AIRCRAFT_PANEL.part(10 + 338 * column, 40 + 43 * line, 112, 32)


SWITCH_ROW = AIRCRAFT_PANEL.part(8, 212, 454, 20)
GUNS = AIRCRAFT_PANEL.part(8, 238, 454, 81)


def gun(place: int) -> Box:
    """Return the place of a weapon."""
    return GUNS.column(WEAPONS // 2, place // 2, gap=3).row(2, place % 2, gap=10)


def switch(place: int, count: int) -> Box:
    """Return the place of a system that is whole or not."""
    return SWITCH_ROW.row(count, place, gap=3)


# --- an opponent: the bomber or the fighter; places from the corner of its panel ---

OPPONENT_PLACES = {
    "port_wing": (0, 0),
    "airframe": (0, 1),
    "controls": (0, 2),
    "engine 1": (0, 3),
    "engine 2": (0, 4),
    "starboard_wing": (1, 0),
    "tail": (1, 1),
    "crew": (1, 2),
    "engine 3": (1, 3),
    "engine 4": (1, 4),
}
"""Column and line."""


def opponent_name(panel: Box) -> Box:
    """Return the place of the type."""
    return panel.part(10, 5, 112, 24)


def opponent_tag(panel: Box, place: int) -> Box:
    """Return one of three places beside the type."""
    return panel.part(124, 7, 226, 20).row(3, place, gap=4)


def bomber_range(place: int) -> Box:
    """Return the place of a range to the bomber: long, medium, close."""
    return BOMBER_PANEL.part(8, 34, 340, 22).row(3, place, gap=3)


POSITION_WIDTHS = (50, 90, 58, 78, 52)
"""Widths of the positions against a fighter, from tailed to tailing, after the lengths of their words."""


def position(place: int) -> Box:
    """Return the place of a position against a fighter; 0 is tailed."""
    return FIGHTER_PANEL.part(8 + sum(POSITION_WIDTHS[:place]) + 3 * place, 34, POSITION_WIDTHS[place], 22)


def opponent_shape(panel: Box) -> Box:
    """Return the place of the aircraft from above."""
    return panel.part(114, 60, 128, 122)


def opponent_hits(panel: Box, name: str) -> Box:
    """Return the place of the hits on a system."""
    column, line = OPPONENT_PLACES[name]
    return panel.part(8 + 238 * column, 60 + 25 * line, 102, 23)


def opponent_cells(panel: Box) -> Box:
    """Return the place of the systems that are whole or not."""
    return panel.part(8, 186, 340, 18)


def opponent_words(panel: Box) -> Box:
    """Return the place of the orders and of the state of the attack."""
    return panel.part(8, 207, 340, 18)


# --- the pilot ---

RANK = PILOT_PANEL.part(10, 5, 176, 22)
HEALTH_TAG = PILOT_PANEL.part(190, 6, 128, 20)
FATIGUE_TAG = PILOT_PANEL.part(322, 6, 96, 20)
PRESTIGE = PILOT_PANEL.part(10, 30, 92, 18)
LEVEL_NAME = PILOT_PANEL.part(102, 30, 30, 18)
LEVEL = PILOT_PANEL.part(135, 32, MOST_LEVEL * 12, 14)
EXPERIENCE = PILOT_PANEL.part(222, 30, 132, 18)
WOUNDS = PILOT_PANEL.part(356, 30, 62, 18)
EXPERT_NAME = PILOT_PANEL.part(8, 131, 50, 16)


def skill(place: int) -> Box:
    """Return the place of a skill of the pilot, in four columns."""
    return PILOT_PANEL.part(8, 52, 410, 78).column(4, place // 4, gap=2).row(4, place % 4, gap=4)


def expert(series: int) -> Box:
    """Return the place of a series in which the pilot is an Expert."""
    return PILOT_PANEL.part(60, 131, 358, 16).row(SERIES, series, gap=4)


def award(place: int) -> Box:
    """Return the place of an award."""
    columns = AWARDS // 2
    return PILOT_PANEL.part(8, 150, 410, 30).column(2, place // columns, gap=2).row(columns, place % columns, gap=3)


# --- cards ---

DECK_COLUMNS = 10
DECK_TITLE = CARDS_PANEL.part(8, 3, 150, 18)
DECK = CARDS_PANEL.part(8, 24, 150, 126)


def deck_card(place: int) -> Box:
    """Return the place of a card of the deck; cards count from 0."""
    row = DECK.column(CARDS // DECK_COLUMNS, place // DECK_COLUMNS, gap=2)
    return row.row(DECK_COLUMNS, place % DECK_COLUMNS, gap=2)


def face_up(place: int) -> Box:
    """Return the place of a card that lies face up: own, enemy's, wingman's, gunner's."""
    return CARDS_PANEL.part(166, 6, 252, 143).column(2, place // 2, gap=4).row(2, place % 2, gap=4)


# --- the career ---


def tally(place: int) -> Box:
    """Return the place of a count of aircraft shot down."""
    return CAREER_PANEL.part(8, 6, 410, 34).row(6, place, gap=3)


def month(place: int) -> Box:
    """Return the place of a month."""
    return CAREER_PANEL.part(8, 42, 410, 17).row(MONTHS, place, gap=2)


def line(place: int) -> Box:
    """Return the place of a sortie line of the month; lines count from 0."""
    return CAREER_PANEL.part(8, 61, 410, 15).row(MOST_LINES, place, gap=2)


CAREER_COUNTS = CAREER_PANEL.part(8, 77, 410, 17)


def kept_marker(place: int) -> Box:
    """Return the place of a marker that is kept."""
    return CAREER_PANEL.part(8, 96, 410, 17).row(MARKERS, place, gap=4)


# --- wingman, gunner, and what the debriefing offers ---

MATE_SKILL_COUNT = 4
WINGMAN_BLOCK, GUNNER_BLOCK = CREW_PANEL.part(8, 5, 220, 94), CREW_PANEL.part(242, 5, 220, 94)
DESK = CREW_PANEL.part(8, 99, 454, 36)


def mate_state(mate: Box) -> Box:
    """Return the place of the presence of the wingman or the gunner."""
    return mate.part(68, 0, 124, 19)


def mate_star(mate: Box) -> Box:
    """Return the place of the star of an Ace."""
    return mate.part(197, 0, 20, 20)


def mate_skill(mate: Box, place: int) -> Box:
    """Return the place of one of his skills."""
    return mate.part(0, 23, mate.w, 18).row(MATE_SKILL_COUNT, place, gap=3)


def mate_lines(mate: Box) -> Box:
    """Return the place of three lines about him."""
    return mate.part(0, 43, mate.w, 51)


# --- words ---

QUESTION, OPTIONS, JOURNAL_LINES = question_box(DECISION), options_box(DECISION), lines_box(JOURNAL)
