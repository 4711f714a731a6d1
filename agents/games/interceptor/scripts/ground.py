"""Decisions on the ground: the track, skills, aircraft, the gunner, Prestige."""

from agents.games.interceptor.scripts.condition import best_merit, first_pick, merit_of
from agents.games.interceptor.scripts.reasons import Reason
from agents.games.interceptor.scripts.style import ORDER, Style
from agents.reasoned_script import Reasoned, because
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import SERIES, Act, Career, Person, Skill
from stuka_env.games.interceptor.rules.mat import MOST_OFFERED, Mat
from stuka_env.games.interceptor.rules.table import Mask

WINGMAN_ORDER = (int(Skill.GUNNERY), int(Skill.AIM), int(Skill.EXPERT))
"""Skills of the wingman in the order of purchases: their places in his record are those of codes.WINGMAN_SKILLS."""
GUNNER_ORDER = (int(Skill.MAINTENANCE), int(Skill.GUNNERY), int(Skill.PARACHUTE))
"""Skills of a gunner in the order of purchases."""
WINGMAN_PLACES = (1, 2, 0)
"""Places of these skills in the wingman's record."""
GUNNER_PLACES = (2, 3, 0)
"""Places of these skills in the gunner's record."""


# --- SKILL ---


@compiled
def buy(mask: Mask, skill: int) -> Reasoned:
    """Buy a skill, or save points for it."""
    if mask[Act.PICK_1 + skill]:
        return because(Act.PICK_1 + skill, Reason.SKILL_IN_ORDER, skill)
    return because(Act.DONE, Reason.SKILL_SAVED_FOR, skill)


@compiled
def pilot_skill(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Buy the first skill of the order that the pilot lacks; after that any available skill."""
    series = int(charts.models[mat.aircraft.model].series)
    for place in range(ORDER):
        skill = int(style.skills[place])
        owned = int(mat.pilot.expert[series]) if skill == Skill.EXPERT else int(mat.pilot.skills[skill])
        if not owned:
            return buy(mask, skill)
    chosen = first_pick(mask)
    return because(chosen, Reason.SKILL_IN_ORDER, chosen - Act.PICK_1)


@compiled
def wingman_skill(mat: Mat, mask: Mask) -> Reasoned:
    """Buy the first skill of the order that the wingman lacks."""
    for place in range(len(WINGMAN_ORDER)):
        if not mat.wingman.skills[WINGMAN_PLACES[place]]:
            return buy(mask, WINGMAN_ORDER[place])
    return because(Act.DONE, Reason.SKILL_SAVED_FOR, 0)


@compiled
def gunner_skill(mat: Mat, mask: Mask) -> Reasoned:
    """Buy the first skill of the order that the gunner lacks."""
    for place in range(len(GUNNER_ORDER)):
        if not mat.gunner.skills[GUNNER_PLACES[place]]:
            return buy(mask, GUNNER_ORDER[place])
    return because(Act.DONE, Reason.SKILL_SAVED_FOR, 0)


@compiled
def skill(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Buy skills for the person in turn."""
    if mat.cursor.person == Person.WINGMAN:
        return wingman_skill(mat, mask)
    if mat.cursor.person == Person.GUNNER:
        return gunner_skill(mat, mask)
    return pilot_skill(mat, charts, mask, style)


# --- TRACK, AIRCRAFT, SERIES, ZONE, GUNNER ---


@compiled
def track(style: Style) -> Reasoned:
    """Take the wanted track."""
    return because(Act.PICK_1 + style.track, Reason.OFFICER if style.track == Career.OFFICER else Reason.NCO, 0)


@compiled
def aircraft(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take the best type on the list."""
    best = -1
    chosen = first_pick(mask)
    for place in range(MOST_OFFERED):
        if mask[Act.PICK_1 + place]:
            merit = merit_of(charts, int(mat.desk.offered[place]) - 1, style)
            if merit > best:
                best = merit
                chosen = Act.PICK_1 + place
    return because(chosen, Reason.BEST_AIRCRAFT, best)


@compiled
def series(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take the series with the best type that R1 shows."""
    best = -1
    chosen = first_pick(mask)
    for place in range(SERIES):
        if mask[Act.PICK_1 + place]:
            merit = best_merit(mat, charts, place, style)
            if merit > best:
                best = merit
                chosen = Act.PICK_1 + place
    return because(chosen, Reason.BEST_SERIES, best)


@compiled
def zone(mask: Mask, style: Style) -> Reasoned:
    """Move to the wanted zone."""
    if style.zone >= 0 and mask[Act.PICK_1 + max(0, style.zone)]:
        return because(Act.PICK_1 + style.zone, Reason.BETTER_BASE, style.zone)
    return because(first_pick(mask), Reason.FIRST_ZONE, 0)


@compiled
def gunner() -> Reasoned:
    """Keep the old gunner."""
    return because(Act.PICK_1, Reason.OLD_GUNNER, 0)


# --- DEBRIEF ---


@compiled
def wants_move(mat: Mat, charts: Charts, style: Style) -> bool:
    """Whether the wanted zone is another one, its month has come, and it has a unit."""
    if style.zone < 0 or mat.career.zone == style.zone or mat.career.month < style.zone_month:
        return False
    for row in range(1, len(charts.units)):
        unit = charts.units[row]
        if unit.zone == style.zone and 0 <= unit.first_month <= mat.career.month:
            return True
    return False


@compiled
def better_elsewhere(mat: Mat, charts: Charts, style: Style) -> int:
    """Return the best merit that another series shows."""
    own = int(charts.models[mat.aircraft.model].series)
    best = 0
    for place in range(SERIES):
        if place != own:
            best = max(best, best_merit(mat, charts, place, style))
    return best


@compiled
def debrief(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Spend Prestige on a move, a better type, or a spared sortie."""
    own = merit_of(charts, int(mat.aircraft.model), style)
    if mask[Act.MOVE.value] and wants_move(mat, charts, style):
        return because(Act.MOVE, Reason.BETTER_BASE, style.zone)
    shown = best_merit(mat, charts, int(charts.models[mat.aircraft.model].series), style)
    if mask[Act.UPGRADE.value] and style.upgrades and shown > own:
        return because(Act.UPGRADE, Reason.BETTER_AIRCRAFT, shown)
    if mask[Act.SWITCH.value] and style.switches and better_elsewhere(mat, charts, style) > max(own, shown):
        return because(Act.SWITCH, Reason.BETTER_AIRCRAFT, better_elsewhere(mat, charts, style))
    if mask[Act.SPARE.value]:
        return because(Act.SPARE, Reason.SPARED_SORTIE, 0)
    return because(Act.DONE, Reason.NOTHING_TO_BUY, 0)
