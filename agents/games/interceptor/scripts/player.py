"""The player behind all scripts except the random ones: one function of the mat and a style."""

from agents.games.interceptor.scripts.attacks import another_pass, burst, engage, meet_fighters, onward, scramble
from agents.games.interceptor.scripts.fights import dogfight, next_fight, redraw, reflex, way_down
from agents.games.interceptor.scripts.ground import aircraft, debrief, series, skill, zone
from agents.games.interceptor.scripts.reasons import Reason
from agents.games.interceptor.scripts.style import Style
from agents.reasoned_script import Reasoned, because
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Act, Career, Decision
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask


@compiled
def play_on_ground(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take a decision on the ground."""
    decision = mat.cursor.decision
    if decision == Decision.AIRCRAFT:
        return aircraft(mat, charts, mask, style)
    if decision == Decision.SERIES:
        return series(mat, charts, mask, style)
    if decision == Decision.ZONE:
        return zone(mask, style)
    if decision == Decision.SKILL:
        return skill(mat, charts, mask, style)
    if decision == Decision.DEBRIEF:
        return debrief(mat, charts, mask, style)
    if decision == Decision.GUNNER:
        return because(Act.PICK_1, Reason.OLD_GUNNER, 0)
    return because(Act.PICK_1 + style.track, Reason.OFFICER if style.track == Career.OFFICER else Reason.NCO, 0)


@compiled
def play_attack(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take a decision between take-off and landing that is no fighter combat."""
    decision = mat.cursor.decision
    if decision == Decision.SCRAMBLE:
        return scramble(mat, charts, style)
    if decision == Decision.ENGAGE:
        return engage(mat, mask, style)
    if decision == Decision.BURST:
        return burst(mat, charts, mask, style)
    if decision == Decision.PASS:
        return another_pass(mat, mask, style)
    if decision == Decision.ESCORT:
        return meet_fighters(mat, mask, style)
    return onward(mat, style)


@compiled
def play_fight(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Take a decision of fighter combat, of a card, or of the way down."""
    decision = mat.cursor.decision
    if decision == Decision.DOGFIGHT:
        return dogfight(mat, charts, mask, style)
    if decision == Decision.REFLEX:
        return reflex(mat, style)
    if decision == Decision.NEXT:
        return next_fight(style)
    if decision == Decision.REDRAW:
        return redraw(mat, charts)
    if decision == Decision.WITNESS:
        return because(Act.YES, Reason.USES_WITNESS, 0)
    return way_down(mat, charts)


@compiled
def play(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Return the action of a player with this style, and the reason."""
    decision = mat.cursor.decision
    if decision < Decision.SCRAMBLE or decision >= Decision.DEBRIEF:
        return play_on_ground(mat, charts, mask, style)
    flying = decision == Decision.SCRAMBLE or decision == Decision.ENGAGE or decision == Decision.BURST
    closing = decision == Decision.PASS or decision == Decision.ESCORT or decision == Decision.ONWARD
    if flying or closing:
        return play_attack(mat, charts, mask, style)
    return play_fight(mat, charts, mask, style)
