"""The people of the drawn mat: the pilot, the wingman, the gunner; and what a debriefing offers them."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.charts.shape import MOST_LEVEL
from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    LEARNED,
    SERIES,
    WINGMAN_SKILLS,
    Award,
    Health,
    Presence,
    Series,
    Skill,
)
from stuka_env.games.interceptor.drawing import boxes, code_colours
from stuka_env.games.interceptor.drawing.pieces import plate
from stuka_env.games.interceptor.drawing.text import about_to_be_lost, models_on_hand
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, wrap
from stuka_env.render.pieces import pips, star, tag

SHOWN_SKILLS = tuple(skill for skill in Skill if skill != Skill.EXPERT)
"""Skills of the pilot on plates; an Expert has a plate for each series."""
AWARD_LABELS = {
    Award.WOUND_BADGE: "Wound Badge",
    Award.IRON_CROSS_2: "Iron Cross 2",
    Award.IRON_CROSS_1: "Iron Cross 1",
    Award.GOBLET: "Goblet",
    Award.CLASP: "Clasp",
    Award.GERMAN_CROSS: "Ger. Cross",
    Award.KNIGHTS_CROSS: "Knight's Cr.",
    Award.OAK_LEAVES: "Oakleaves",
    Award.SWORDS: "Swords",
    Award.DIAMONDS: "Diamonds",
    Award.ACE: "Ace",
    Award.SILVER_CLASP: "Silver Clasp",
}
"""Short names of awards."""
MATE_SKILL_LABELS = {skill: skill.short for skill in Skill} | {Skill.MAINTENANCE: "Maint."}
"""Names of skills on the narrow plates of wingman and gunner."""
DESK_SIZE, DESK_STEP = 11, 12
MATE_LINES = 3


# --- the pilot ---


def draw_pilot(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the pilot: rank, health, Prestige, Experience, skills and awards."""
    pilot = mat["pilot"]
    canvas.text(boxes.RANK, wording.rank_words(int(pilot["track"]), int(pilot["rank"])), 18, code_colours.OWN)
    health = int(pilot["health"])
    tag(canvas, boxes.HEALTH_TAG, Health.word_of(health), back=colours.TONES[Health(health).tone], size=12)
    if mat["settings"]["fatigue"]:
        back = colours.ORANGE if odds.fatigue_of(mat) else colours.STEEL
        tag(canvas, boxes.FATIGUE_TAG, f"fatigue {pilot['fatigue']}", back=back, size=12)
    canvas.text(boxes.PRESTIGE, f"Prestige {pilot['prestige']}", 13, colours.INK)
    canvas.text(boxes.LEVEL_NAME, "Level", 11, colours.FADED)
    pips(canvas, boxes.LEVEL, count=int(pilot["level"]), most=MOST_LEVEL, colour=colours.GOLD)
    canvas.text(boxes.EXPERIENCE, experience_words(pilot), 12, colours.INK)
    if pilot["wounds"]:
        canvas.text(boxes.WOUNDS, wording.plural(int(pilot["wounds"]), "wound"), 12, colours.RED, align="right")
    for place, skill in enumerate(SHOWN_SKILLS):
        if skill in LEARNED and not mat["settings"]["advanced_maneuvers"]:
            continue  # nobody can learn it (10.6)
        plate(canvas, boxes.skill(place), skill.short, bool(pilot["skills"][skill]))
    for series in range(SERIES):
        plate(canvas, boxes.expert(series), Series.word_of(series), bool(pilot["expert"][series]))
    for award, name in AWARD_LABELS.items():
        _award(canvas, boxes.award(award), name, int(pilot["awards"][award]), award)


def experience_words(who: Any) -> str:
    """Return Experience Points, and the sorties since the last one."""
    return f"Experience {who['points']}, clock {who['clock']}"


def _award(canvas: Canvas, box: Box, name: str, grade: int, award: Award) -> None:
    """Draw an award; the Wound Badge has the colour of its class in words."""
    canvas.fill(box, code_colours.HELD_AWARD if grade else colours.EMPTY, 3)
    if award == Award.WOUND_BADGE and grade:
        name = f"{wording.WOUND_BADGE_CLASSES[grade]} badge"
    canvas.text(box.inset(1), name, 10, colours.WHITE if grade else colours.FADED, align="centre")


# --- wingman and gunner ---


def draw_wingman(canvas: Canvas, mat: Any) -> None:
    """Draw the wingman."""
    wingman, box = mat["wingman"], boxes.WINGMAN_BLOCK
    presence = int(wingman["present"])
    state = Presence.word_of(presence)
    _head(canvas, box, "Wingman", (state, colours.TONES[Presence(presence).tone]), wingman)
    for place, skill in enumerate(WINGMAN_SKILLS):
        is_held = wingman["expert"].any() if skill == Skill.EXPERT else wingman["skills"][place]
        plate(canvas, boxes.mate_skill(box, place), MATE_SKILL_LABELS[skill], bool(is_held))
    if wingman["ace"]:
        star(canvas, boxes.mate_star(box), colours.GOLD)
    series = [Series.word_of(place) for place in range(SERIES) if wingman["expert"][place]]
    _lines(canvas, box, wingman, f"Expert of the {wording.listed(series)}" if series else "")


def draw_gunner(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the gunner, if the aircraft has a seat for one."""
    gunner, box = mat["gunner"], boxes.GUNNER_BLOCK
    series = charts.record["series"][charts.record["models"][mat["aircraft"]["model"]]["series"]]
    if series["crew"] < 2 or not mat["aircraft"]["speed"]:
        canvas.text(box.part(0, 0, box.w, 19), "No seat for a gunner", 13, colours.FADED)
        return
    health, presence = int(gunner["health"]), int(gunner["present"])
    words = Health.word_of(health) if health else wording.GUNNER_WORDS[presence]
    colour = colours.TONES[Health(health).tone] if health else colours.GREEN if presence else colours.FADED
    _head(canvas, box, "Gunner", (words, colour), gunner)
    for place, skill in enumerate(CREW_SKILLS):
        plate(canvas, boxes.mate_skill(box, place), MATE_SKILL_LABELS[skill], bool(gunner["skills"][place]))
    old = mat["old_gunner"]
    when = f" in {wording.plural(int(old['away']), 'sortie')}" if old["away"] else ""
    _lines(canvas, box, gunner, f"The old one is back{when}" if old["present"] else "")


def _head(canvas: Canvas, box: Box, name: str, state: tuple[str, tuple[int, int, int]], who: Any) -> None:
    """Draw the name of a person's block, his state and his Experience."""
    words, colour = state
    canvas.text(box.part(0, 0, 62, 19), name, 13, code_colours.WING)
    tag(canvas, boxes.mate_state(box), words, back=colour, size=12)


def _lines(canvas: Canvas, box: Box, who: Any, remark: str) -> None:
    """Draw the Experience of a person, a remark, and his kills."""
    for place, words in enumerate(filter(None, (experience_words(who), remark, _kills(who)))):
        canvas.text(boxes.mate_lines(box).column(MATE_LINES, place), words, 12, colours.INK)


def _kills(who: Any) -> str:
    """Return the kills of a person."""
    kills = [wording.plural(int(who["bombers"]), "bomber")] if who["bombers"] else []
    kills += [wording.plural(int(who["fighters"]), "fighter")] if who["fighters"] else []
    return f"{' and '.join(kills)} shot down" if kills else ""


# --- the debriefing ---


def draw_desk(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the sorties about to be lost, and the types that R1 shows."""
    models, lost = models_on_hand(mat, charts), about_to_be_lost(mat)
    lines = [(f"About to be lost: {wording.plural(lost, 'sortie')}", colours.RED)] if lost else []
    room = boxes.DESK.h // DESK_STEP - len(lines)
    lines += [(line, colours.INK) for line in _on_hand(models, room)]
    for place, (line, colour) in enumerate(lines):
        canvas.text(boxes.DESK.part(0, DESK_STEP * place, boxes.DESK.w, DESK_STEP), line, DESK_SIZE, colour)


def _on_hand(models: list[str], room: int) -> list[str]:
    """Return the types as lines; those without room are counted."""
    for count in range(len(models), 0, -1):
        more = f" and {len(models) - count} more" if count < len(models) else ""
        lines = wrap(f"On hand: {', '.join(models[:count])}{more}", DESK_SIZE, boxes.DESK.w)
        if len(lines) <= room:
            return lines
    return []
