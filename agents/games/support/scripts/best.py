"""Best: the expected points of every target, direction and weapon, less the danger of light AA.

Its beliefs about the game:

- An attack is worth its expected points, times the chance to see the target, less a price for a mistake.
- Light AA costs more of a fighter-bomber than of a dive bomber, and less at the end of the battle.
- Before and during the movement only a good attack is worth an aircraft, because vehicles at rest are hit more easily.
- Infantry is attacked on the march in the open, not before it sets out.
- Aircraft fight if there is prey, or if they are more. They go home with damage.
- The battery fires where it hits more of the enemy than of the own side.

The values that it states are the expected points of one option, less its dangers. The value of holding, of no fire and
of another shell is the least that the option must be worth.
"""

from agents.chances import chance_at_most
from agents.games.support.scripts.reasons import Reason
from agents.games.support.scripts.values import AREA, BOMB, MG, aa_danger, first_legal, hex_value, infantry_value
from agents.reasoned_script import Reasoned, Values, because, because_of, player_of, scripts_of, state_value, weigher_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import (
    COUNTERS,
    NOBODY,
    SIDE_PLANES,
    TURNS,
    UNITS,
    Act,
    Class,
    Decision,
    Kind,
    Moment,
    Side,
    Style,
    hex_at,
    range_from,
)
from stuka_env.games.support.rules.dogfight import is_held, modifiers_of
from stuka_env.games.support.rules.forces import (
    cover_modifier,
    dug_in,
    group_of,
    is_blind,
    is_fighter,
    is_flying,
    is_there,
    kind_of,
    number_at,
    steps_of,
)
from stuka_env.games.support.rules.mat import RUN_HEXES, Mat, Plane
from stuka_env.games.support.rules.sighting import sighting_from
from stuka_env.games.support.rules.table import Mask

LOSS, LOSS_STUKA, MISTAKE = 3.0, 1.5, 2.0
"""Points that harm to an aircraft costs at the beginning of a battle, and a mistaken attack."""
NEED_BEFORE, NEED_STATIC, NEED_MOVING, NEED_AFTER = 1.6, 0.6, 0.25, 0.05
"""Expected points that an attack needs at each moment; the second before the movement of your own attackers."""
NEED_MARCHING = 5.0
"""Expected points of an attack before the movement on infantry that will march."""
BOMB_COST, OBSERVE_NEED, SKIP_WORTH, UNARMED = 0.2, 0.9, 0.02, -9.0
FOLLOWS, MAYBE = 0.8, 0.9
"""Shares of an attack that follows in the same run."""
OWN_LOSS = 1.3
"""Points of the own side that a point of shells costs."""


@compiled
def strafe_gain(mat: Mat, charts: Charts, plane: Plane, place: int, course: int) -> tuple[float, int]:
    """Return the expected points of a run or a point attack on a hex, and the farthest hex that it attacks."""
    bombs = plane.bombs and (is_fighter(plane) or plane.disabled)
    guns = 0.0 if plane.disabled else hex_value(mat, charts, plane, place, course, MG, False, True)
    first, near = guns, 0.0 if plane.disabled else hex_value(mat, charts, plane, place, course, MG, True, True)
    if bombs:
        for weapon in (BOMB, AREA):
            first = max(first, hex_value(mat, charts, plane, place, course, weapon, False, True))
            near = max(near, hex_value(mat, charts, plane, place, course, weapon, True, True))
    point = guns + FOLLOWS * near if is_fighter(plane) else 0.0
    run, last = guns, 0
    for ahead in range(1, RUN_HEXES):
        there = hex_at(place, course, -ahead)
        if there != NOBODY and not is_blind(mat, charts, there, course) and number_at(mat, there, Side.ENEMY):
            if not plane.disabled:
                run += hex_value(mat, charts, plane, there, course, MG, False, False)
            last = ahead
    longest = max(first, run)
    if point > longest or (point == longest and last == 0):
        return point, 0
    return longest, last


@compiled
def dive_gain(mat: Mat, charts: Charts, plane: Plane, place: int, course: int) -> float:
    """Return the expected points of a dive on a hex."""
    gain, bombs = 0.3, 0.0
    if not plane.disabled:
        gain += 2 * hex_value(mat, charts, plane, place, course, MG, True, True)
    if plane.bombs:
        for weapon in (BOMB, AREA):
            bombs = max(bombs, hex_value(mat, charts, plane, place, course, weapon, True, True))
    return gain + bombs


@compiled
def attack_value(mat: Mat, charts: Charts, plane: Plane, place: int, course: int, style: int) -> float:
    """Return the value of an attack on a hex from a direction."""
    if plane.disabled and not plane.bombs:
        return UNARMED
    modifier = sighting_from(mat, charts, place, course, Side.PLAYER)
    sees = chance_at_most(int(charts.sighting_number) - modifier)
    errs = 1 - chance_at_most(int(charts.mistaken) - 1 - modifier)
    if style == Style.DIVE:
        gain, danger = dive_gain(mat, charts, plane, place, course), aa_danger(mat, charts, plane, place, course, 1, -3)
    else:
        gain, last = strafe_gain(mat, charts, plane, place, course)
        danger = aa_danger(mat, charts, plane, place, course, RUN_HEXES, -last)
    price = (LOSS if is_fighter(plane) else LOSS_STUKA) * (TURNS - mat.battle.turn + 2) / TURNS + 1
    return sees * (gain - danger * price) - errs * MISTAKE


@compiled
def best_value(mat: Mat, charts: Charts, plane: Plane, place: int, course: int) -> float:
    """Return the value of an attack on a hex from a direction, in the better style."""
    if is_fighter(plane):
        return attack_value(mat, charts, plane, place, course, Style.STRAFE.value)
    value = attack_value(mat, charts, plane, place, course, Style.DIVE.value)
    if not plane.disabled:
        value = max(value, attack_value(mat, charts, plane, place, course, Style.STRAFE.value))
    return value


@compiled
def attack(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Choose the counter with the best attack, if it is worth enough at this moment; else hold or leave."""
    plane, best, most, other = mat.planes[mat.cursor.subject], Act.HOLD + 0, UNARMED, UNARMED
    for counter in range(COUNTERS):
        if mask[Act.TARGET + counter]:
            place, value = int(mat.units[counter].place), UNARMED
            for course in range(6):
                if not is_blind(mat, charts, place, course):
                    value = max(value, best_value(mat, charts, plane, place, course))
            if value > UNARMED:
                state_value(values, Act.TARGET + counter, value)
            if value > most:
                best, most, other = Act.TARGET + counter, value, most
            else:
                other = max(other, value)
    moment, turn = mat.battle.moment, mat.battle.turn
    is_enemy = charts.scenarios[mat.battle.scenario].mover == Side.ENEMY
    before = NEED_BEFORE if is_enemy else NEED_STATIC
    if best >= Act.TARGET and can_march(mat, charts, int(mat.units[best - Act.TARGET].place)):
        before = NEED_MARCHING
    need = before if moment == Moment.BEFORE else NEED_MOVING if moment == Moment.MOVING else NEED_AFTER
    if most > need:
        state_value(values, Act.HOLD.value, need)
        return because_of(best, Reason.ATTACK if other > UNARMED else Reason.ONLY_ATTACK, most, other)
    is_last = moment == Moment.AFTER and turn >= TURNS - 2 and most < SKIP_WORTH
    if is_last and (turn >= TURNS - 1 or meets_heavy_aa(mat)):
        state_value(values, Act.LEAVE.value, SKIP_WORTH)
        return because(Act.LEAVE, Reason.NOTHING_LEFT, most)
    state_value(values, Act.HOLD.value, need)
    return because_of(Act.HOLD, Reason.WAITS, most, need)


@compiled
def can_march(mat: Mat, charts: Charts, place: int) -> bool:
    """Whether infantry that is known and in good order can move out of a hex."""
    for counter in range(COUNTERS):
        own = mat.units[counter]
        is_known = is_there(own) and own.place == place and own.kind != NOBODY
        if is_known and not own.broken and not own.pinned:
            row = charts.units[own.kind]
            if row.group == Class.INFANTRY and row.move > 0:
                return True
    return False


@compiled
def meets_heavy_aa(mat: Mat) -> bool:
    """Whether a heavy AA gun that is known can fire."""
    for counter in range(COUNTERS):
        own = mat.units[counter]
        if is_there(own) and own.kind == Kind.HEAVY_AA and not own.broken:
            return True
    return False


@compiled
def style(mat: Mat, charts: Charts, values: Values) -> Reasoned:
    """Choose the better style of an attack."""
    plane, place = mat.planes[mat.cursor.subject], int(mat.run.target)
    dive, strafe = UNARMED, UNARMED
    for course in range(6):
        if not is_blind(mat, charts, place, course):
            dive = max(dive, attack_value(mat, charts, plane, place, course, Style.DIVE.value))
            strafe = max(strafe, attack_value(mat, charts, plane, place, course, Style.STRAFE.value))
    if max(dive, strafe) > UNARMED:
        state_value(values, Act.DIVE.value, dive)
        state_value(values, Act.STRAFE.value, strafe)
    return because_of(Act.STRAFE if strafe > dive else Act.DIVE, Reason.STYLES, dive, strafe)


@compiled
def approach(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Choose the direction with the best attack."""
    plane, best, most, danger = mat.planes[mat.cursor.subject], first_legal(mask), UNARMED * TURNS, 0.0
    place, dives = int(mat.run.target), mat.run.style == Style.DIVE
    for course in range(6):
        if mask[Act.FROM_N + course]:
            value = attack_value(mat, charts, plane, place, course, int(mat.run.style))
            if value > UNARMED:
                state_value(values, Act.FROM_N + course, value)
            if value > most:
                best, most = Act.FROM_N + course, value
    course = best - Act.FROM_N
    danger = aa_danger(mat, charts, plane, place, course, 1 if dives else RUN_HEXES, -3 if dives else 0)
    return because_of(best, Reason.APPROACH, most, 100 * danger)


@compiled
def guns_ahead(mat: Mat, charts: Charts, plane: Plane) -> float:
    """Return the value of guns at the hex ahead in a run, with the hexes that follow and the danger of going on."""
    run, place, course = mat.run, int(mat.run.target), int(mat.run.course)
    ahead = int(run.place)
    value = hex_value(mat, charts, plane, hex_at(place, course, -ahead), course, MG, False, False)
    if ahead == 0:
        if plane.bombs and is_fighter(plane):
            more = hex_value(mat, charts, plane, place, course, BOMB, True, False)
            value += MAYBE * max(more, hex_value(mat, charts, plane, place, course, AREA, True, False))
        return value
    rest = 0.0
    for further in range(ahead + 1, RUN_HEXES):
        there = hex_at(place, course, -further)
        if there != NOBODY and not is_blind(mat, charts, there, course):
            rest += hex_value(mat, charts, plane, there, course, MG, False, False)
    return value + MAYBE * rest - 2 * aa_danger(mat, charts, plane, place, course, 0, -ahead)


@compiled
def weapon_value(mat: Mat, charts: Charts, plane: Plane, action: int) -> float:
    """Return the value of a weapon in a run or over the target of a dive."""
    is_dive = mat.run.style == Style.DIVE
    is_point = action >= Act.POINT_MG or is_dive
    place, course = int(mat.run.target), int(mat.run.course)
    weapon = action - (Act.POINT_MG if action >= Act.POINT_MG else Act.MG)
    if weapon == MG and not is_point:
        return guns_ahead(mat, charts, plane)
    ahead = 0 if is_point else int(mat.run.place)
    value = hex_value(mat, charts, plane, hex_at(place, course, -ahead), course, weapon, is_point, False)
    if weapon == MG:
        return value
    if mat.run.place == 0 and not plane.disabled:
        value += FOLLOWS * hex_value(mat, charts, plane, place, course, MG, True, False)
    return value - BOMB_COST


@compiled
def fire(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Choose the weapon with the best value."""
    plane = mat.planes[mat.cursor.subject]
    if mat.run.style == Style.DIVE and not mask[Act.BOMB.value] and mat.run.place < RUN_HEXES:
        return because(Act.MG, Reason.GUNS_IN_DIVE, 0)
    best, most, other = Act.SKIP + 0, SKIP_WORTH, SKIP_WORTH
    state_value(values, best, most)
    for action in range(Act.POINT_AREA, Act.MG - 1, -1):
        if mask[action]:
            value = weapon_value(mat, charts, plane, action)
            state_value(values, action, value)
            if value >= most:
                best, most, other = action, value, most
            else:
                other = max(other, value)
    return because_of(best, Reason.FIRE, most, other)


@compiled
def engage(mat: Mat) -> Reasoned:
    """Choose whether to enter combat: without bombs, for prey, or with more fighters."""
    prey, edge, own = 0, 0, 0
    for index in range(SIDE_PLANES):
        mine, foe = mat.planes[index], mat.planes[SIDE_PLANES + index]
        own += is_flying(mine) and is_fighter(mine) and not mine.bombs and not mine.damaged and not mine.disabled
        if is_flying(foe):
            prey += not is_fighter(foe) or foe.bombs or foe.damaged
            edge += is_fighter(foe) and not foe.bombs and not foe.damaged and not foe.disabled
    if mat.planes[mat.cursor.subject].bombs:
        return because(Act.STAY_OUT, Reason.HAS_BOMBS, 0)
    if prey:
        return because(Act.JOIN, Reason.PREY, prey)
    return because_of(Act.JOIN if own > edge else Act.STAY_OUT, Reason.FIGHTERS, own, edge)


@compiled
def shot(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose the enemy aircraft that is hit most easily; of equals one without target, and one that may go."""
    best, most, chance = first_legal(mask), -1000, 0
    for foe in range(SIDE_PLANES):
        if mask[Act.PLANE + foe]:
            own = mat.planes[SIDE_PLANES + foe]
            parts = modifiers_of(charts, mat.planes[mat.cursor.subject], own)
            easy = -(parts.target_damaged + parts.target_stuka + parts.target_bombs)
            rank = 4 * easy + 2 * int(own.target == NOBODY) + int(own.may_go)
            if rank > most:
                best, most, chance = Act.PLANE + foe, rank, easy
    return because(best, Reason.EASIEST, chance)


@compiled
def recall(mat: Mat, mask: Mask) -> Reasoned:
    """Choose whether to go home, to leave the melee, or to stay."""
    own, prey = mat.planes[mat.cursor.subject], 0
    for foe in range(SIDE_PLANES, 2 * SIDE_PLANES):
        other = mat.planes[foe]
        prey += is_flying(other) and other.melee and (not is_fighter(other) or other.bombs or other.damaged)
    if mask[Act.RECALL.value] and (own.damaged or (own.disabled and not own.bombs)):
        return because(Act.RECALL, Reason.HURT, 0)
    if mask[Act.FREE.value] and not prey:
        return because(Act.FREE, Reason.NO_PREY, 0)
    return because(Act.STAY, Reason.STAYS, prey)


@compiled
def shell_value(mat: Mat, charts: Charts, aim: int, course: int, off: int) -> float:
    """Return the expected points of shells that fall some steps off a hex, less those of the own side."""
    total = 0.0
    for unit in range(UNITS):
        own = mat.units[unit]
        reach = range_from(aim, course, off, int(own.place)) if is_there(own) else 2
        if reach <= 1:
            points = int(charts.strength if reach == 0 else charts.around)
            ground = cover_modifier(mat, charts, int(own.place))
            if own.kind == NOBODY:
                total += 0.5 * infantry_value(charts, points, ground + 1, 7, 2, 1.0, False)
            elif group_of(mat, charts, unit) == Class.INFANTRY:
                row, cover = charts.units[kind_of(mat, unit)], ground + dug_in(mat, charts, unit)
                worth, steps = row.points / row.steps, steps_of(mat, charts, unit)
                value = infantry_value(charts, points, cover, int(row.morale), steps, worth, bool(own.broken))
                total += value if unit < COUNTERS else -OWN_LOSS * value
            elif unit >= COUNTERS:
                total -= 0.2
    return total


@compiled
def observe(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Choose the counter on which shells are worth most, if they are worth enough."""
    best, most = Act.HOLD + 0, UNARMED
    state_value(values, best, OBSERVE_NEED)
    for counter in range(COUNTERS):
        if mask[Act.TARGET + counter]:
            value = shell_value(mat, charts, int(mat.units[counter].place), 0, 0)
            state_value(values, Act.TARGET + counter, value)
            if value > most:
                best, most = Act.TARGET + counter, value
    return because_of(best if most > OBSERVE_NEED else Act.HOLD, Reason.SHELLS, most, OBSERVE_NEED)


@compiled
def battery(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Choose what the battery does: fire where it is worth half as much as at the aim, or correct."""
    shells = mat.battery
    now = shell_value(mat, charts, int(shells.aim), int(shells.course), int(shells.off))
    there = shell_value(mat, charts, int(shells.aim), 0, 0)
    corrects = mask[Act.CORRECT.value] and there > 0.3
    need = 0.5 * max(there, 0.3)
    other = Act.CORRECT + 0 if corrects else Act.CANCEL + 0
    state_value(values, Act.FIRE_FOR_EFFECT.value, now)
    state_value(values, other, need)
    action = Act.FIRE_FOR_EFFECT + 0 if now >= need else other
    return because_of(action, Reason.BATTERY, now, there)


@compiled
def jettison(mat: Mat) -> Reasoned:
    """Choose whether to drop bombs: a fighter in the melee that an enemy holds."""
    own = mat.planes[mat.cursor.subject]
    if own.melee and is_held(mat, int(mat.cursor.subject)) and is_fighter(own):
        return because(Act.DROP, Reason.FREE_TO_FIGHT, 0)
    return because(Act.KEEP, Reason.KEEPS_BOMBS, 0)


@compiled
def dummy(mask: Mask) -> Reasoned:
    """Choose to look for another target."""
    return because(first_legal(mask), Reason.DUMMIES, 0)


play = player_of(
    __name__,
    {
        Decision.OBSERVE: observe,
        Decision.BATTERY: battery,
        Decision.JETTISON: jettison,
        Decision.ENGAGE: engage,
        Decision.ATTACK: attack,
        Decision.STYLE: style,
        Decision.APPROACH: approach,
        Decision.DUMMY: dummy,
        Decision.FIRE: fire,
        Decision.TARGET: shot,
        Decision.AGAIN: shot,
        Decision.RECALL: recall,
    },
)
reasoned, choose = scripts_of(__name__, play)
weigh = weigher_of(__name__, play)
