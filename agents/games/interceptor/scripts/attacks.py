"""Interceptions and passes: target, range, point of aim, and whether to go on."""

from agents.chances import DIE_FACES
from agents.games.interceptor.scripts.condition import (
    counted_damage,
    escorted,
    has_ammunition,
    nearly_down,
)
from agents.games.interceptor.scripts.reasons import Reason
from agents.games.interceptor.scripts.style import (
    BURST_ALWAYS,
    BURST_LAST,
    BURST_MEDIUM,
    WINGMAN_ALWAYS,
    WINGMAN_AT_ONCE,
    WINGMAN_UNESCORTED,
    Style,
)
from agents.reasoned_script import Reasoned, because
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Act, Aim, Enemy, Orientation, Range, Skill
from stuka_env.games.interceptor.rules.aircraft import damaged_systems
from stuka_env.games.interceptor.rules.bursts import in_formation
from stuka_env.games.interceptor.rules.damage import has_bombs
from stuka_env.games.interceptor.rules.experience import pilot_can
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

# --- SCRAMBLE, ENGAGE, ESCORT, ONWARD ---


@compiled
def escorts_of_six(mat: Mat, charts: Charts) -> int:
    """Return the faces of the die, of six, on which the raid has escorts (A3)."""
    count = 0
    for face in range(1, DIE_FACES + 1):
        count += int(charts.escort[mat.sortie.target_zone][mat.career.month][face] > Enemy.NONE)
    return count


@compiled
def scramble(mat: Mat, charts: Charts, style: Style) -> Reasoned:
    """Fly, unless the player avoids raids with likely escorts."""
    escorts = escorts_of_six(mat, charts)
    if escorts > style.most_escorts:
        return because(Act.STAY, Reason.ESCORTS_ARE_LIKELY, escorts)
    return because(Act.FLY, Reason.FLIES, 0)


@compiled
def collects(mat: Mat, style: Style) -> bool:
    """Whether the player still collects Experience and attacks nobody."""
    return bool(mat.career.flown < style.collects)


@compiled
def avoid(mat: Mat, mask: Mask, reason: int) -> Reasoned:
    """Let bombers go, or try to get away; fight if neither is legal."""
    if mask[Act.LET_GO.value]:
        return because(Act.LET_GO, reason, int(mat.career.flown))
    if mask[Act.SLIP.value]:
        return because(Act.SLIP, reason, int(mat.career.flown))
    return because(Act.FIGHT, Reason.NO_OTHER_WAY, 0)


@compiled
def engage(mat: Mat, mask: Mask, style: Style) -> Reasoned:
    """Attack the bombers; out of the sun at medium range. Fight or avoid fighters."""
    if collects(mat, style):
        return avoid(mat, mask, Reason.COLLECTS)
    if style.slips_head_on and escorted(mat) and mat.sortie.orientation == Orientation.HEAD_ON and mask[Act.SLIP.value]:
        return because(Act.SLIP, Reason.SLIPS_HEAD_ON, 0)
    if mask[Act.BOMBERS_MEDIUM.value]:
        return because(Act.BOMBERS_MEDIUM, Reason.OUT_OF_THE_SUN, 0)
    if mask[Act.BOMBERS.value]:
        return because(Act.BOMBERS, Reason.BOMBERS_FIRST, 0)
    return meet_fighters(mat, mask, style)


@compiled
def meet_fighters(mat: Mat, mask: Mask, style: Style) -> Reasoned:
    """Fight the enemy fighters, or try to get away."""
    if style.fights and mask[Act.FIGHT.value]:
        return because(Act.FIGHT, Reason.FIGHTS, 0)
    return avoid(mat, mask, Reason.SLIPS_AWAY)


@compiled
def onward(mat: Mat, style: Style) -> Reasoned:
    """Go home if the aircraft is too damaged or has no ammunition left, or if the player only collects Experience."""
    count = counted_damage(mat, style)
    if collects(mat, style):
        return because(Act.HOME, Reason.COLLECTS, int(mat.career.flown))
    if count > style.on:
        return because(Act.HOME, Reason.LANDS_DAMAGED, count)
    if not has_ammunition(mat):
        return because(Act.HOME, Reason.LANDS_EMPTY, 0)
    return because(Act.ON, Reason.ON_TO_THE_NEXT, count)


# --- BURST ---


@compiled
def limit_of(mat: Mat, charts: Charts, style: Style, distance: int) -> int:
    """Return the most damaged systems with which the player goes to a range."""
    box = in_formation(mat, charts) > 0
    novice = box and not pilot_can(mat, Skill.COMBAT_MANEUVERS.value)
    if distance == Range.MEDIUM:
        return min(int(style.medium), int(style.novice_medium)) if novice else int(style.medium)
    limit = min(int(style.close), int(style.novice_close)) if novice else int(style.close)
    if box:
        limit = min(limit, int(style.close_box))
    if escorted(mat):
        limit = min(limit, int(style.close_escorted))
    return max(limit, int(style.finish)) if nearly_down(mat, charts) else limit


@compiled
def goes_to(mat: Mat, charts: Charts, style: Style, distance: int) -> bool:
    """Whether the player goes to a range in the present state; the first shot of a pass is always fired."""
    if distance == Range.LONG or mat.bomber.fired == 0:
        return True
    return counted_damage(mat, style) <= limit_of(mat, charts, style, distance)


@compiled
def is_last_shot(mat: Mat, charts: Charts, style: Style) -> bool:
    """Whether the current shot is the last of this pass in the present state."""
    distance = int(mat.bomber.range)
    return bool(distance == Range.CLOSE or counted_damage(mat, style) > limit_of(mat, charts, style, distance - 1))


@compiled
def aim_of(mat: Mat, charts: Charts) -> int:
    """Return the point of aim: the airframe while the bombs are aboard, else the wing with more hits (7.1.3)."""
    if has_bombs(mat, charts):
        return Aim.AIRFRAME.value
    bomber = mat.bomber
    port = 2 * int(bomber.port_wing) + int(bomber.engines[0]) + int(bomber.engines[1])
    starboard = 2 * int(bomber.starboard_wing) + int(bomber.engines[2]) + int(bomber.engines[3])
    return Aim.PORT_WING.value if port >= starboard else Aim.STARBOARD_WING.value


@compiled
def extends(mat: Mat, charts: Charts, style: Style) -> bool:
    """Whether the current burst is extended, if that is allowed (7.1.13)."""
    medium = mat.bomber.range == Range.MEDIUM
    if style.burst == BURST_LAST:
        return bool(medium and is_last_shot(mat, charts, style))
    return bool(style.burst == BURST_ALWAYS or (style.burst == BURST_MEDIUM and medium))


@compiled
def sends_wingman(mat: Mat, charts: Charts, style: Style) -> bool:
    """Whether the wingman attacks with the current shot: with the last one of a pass, or with the first."""
    if style.wingman == WINGMAN_AT_ONCE:
        return True
    wanted = style.wingman == WINGMAN_ALWAYS or (style.wingman == WINGMAN_UNESCORTED and not escorted(mat))
    return bool(wanted and is_last_shot(mat, charts, style))


@compiled
def shoot(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Fire, with an extended burst where the style asks for it."""
    aim = aim_of(mat, charts)
    if mask[Act.BURST_PORT + aim] and extends(mat, charts, style):
        return because(Act.BURST_PORT + aim, Reason.EXTENDED_BURST, aim)
    return because(Act.AIM_PORT + aim, Reason.FIRES, aim)


@compiled
def fire(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Attack with rockets, the wingman or the guns."""
    if mask[Act.ROCKETS.value]:
        return because(Act.ROCKETS, Reason.ROCKETS_FIRST, 0)
    if mask[Act.WINGMAN.value] and sends_wingman(mat, charts, style):
        return because(Act.WINGMAN, Reason.WINGMAN_ATTACKS, 0)
    return shoot(mat, charts, mask, style)


@compiled
def burst(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Decide a round of a pass: rockets, leaving, the wingman, the shot."""
    count = damaged_systems(mat)
    if mask[Act.BAIL_OUT.value] and count >= style.jumps:
        return because(Act.BAIL_OUT, Reason.JUMPS, count)
    if mask[Act.ROCKETS.value]:
        return because(Act.ROCKETS, Reason.ROCKETS_FIRST, 0)
    if not mask[Act.AIM_PORT.value]:
        return because(Act.BREAK_OFF, Reason.CANNOT_FIRE, 0)
    if not goes_to(mat, charts, style, int(mat.bomber.range)):
        return because(Act.BREAK_OFF, Reason.TOO_DAMAGED_TO_CLOSE, counted_damage(mat, style))
    return fire(mat, charts, mask, style)


# --- PASS ---


@compiled
def another_pass(mat: Mat, mask: Mask, style: Style) -> Reasoned:
    """Attack the same bomber again, or another one, while the aircraft is sound enough."""
    count = counted_damage(mat, style)
    if count <= style.again:
        if mask[Act.SAME.value]:
            return because(Act.SAME, Reason.AGAIN, count)
        if mask[Act.OTHER.value]:
            return because(Act.OTHER, Reason.AGAIN, count)
    return because(Act.LET_GO, Reason.ENOUGH_PASSES, count)
