"""Aerial combat (7.22 to 7.24)."""

from typing import NamedTuple

from stuka_env.engine.frame import ask, go, modify, note, says, says_third, throw
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import (
    NOBODY,
    PLANE_SUBJECT,
    PLANES,
    SIDE_PLANES,
    Act,
    Chart,
    Decision,
    Entry,
    Modifier,
    Phase,
    Scale,
    Side,
    Status,
)
from stuka_env.games.support.rules.enemy import best_target, enters_combat
from stuka_env.games.support.rules.forces import (
    are_equal,
    end_phase,
    equal_declined,
    forget_declined,
    hit_plane,
    is_fighter,
    is_flying,
    leave,
    number_flying,
    plane_side,
)
from stuka_env.games.support.rules.mat import Mat, Plane
from stuka_env.games.support.rules.table import Mask, Table


def in_melee(mat: Mat, side: int) -> int:
    """Return the number of aircraft of a side in the melee."""
    number = 0
    for plane in range(side * SIDE_PLANES, (side + 1) * SIDE_PLANES):
        number += is_flying(mat.planes[plane]) and mat.planes[plane].melee
    return number


def is_held(mat: Mat, plane: int) -> bool:
    """Whether a sound fighter-bomber of the other side holds an aircraft in the melee (S115, S118)."""
    other = (1 - plane_side(plane)) * SIDE_PLANES
    for foe in range(other, other + SIDE_PLANES):
        own = mat.planes[foe]
        if is_flying(own) and is_fighter(own) and own.melee and not own.damaged and not own.disabled:
            return True
    return False


def acting(mat: Mat) -> int:
    """Return the aircraft at the place of a loop over both sides; the side that begins comes first."""
    return (int(mat.work.side) * SIDE_PLANES + int(mat.work.index)) % PLANES


# --- jettison (7.225) ---


def offer_jettison(mat: Mat, table: Table) -> None:
    """Let the next aircraft of the side drop its bombs; the enemy does in a melee with fighters (S117, S142)."""
    side = int(mat.battle.half)
    while mat.work.index < SIDE_PLANES and not has_bombs(mat, side * SIDE_PLANES + int(mat.work.index)):
        mat.work.index += 1
    if mat.work.index == SIDE_PLANES:
        mat.cursor.subject = NOBODY
        go(mat, Phase.MOVE)
        if mat.plan.scale == Scale.DOGFIGHT:
            begin_combat(mat, side)
        return
    plane = side * SIDE_PLANES + int(mat.work.index)
    mat.work.index += 1
    mat.cursor.subject = plane
    if side == Side.PLAYER and number_flying(mat, Side.ENEMY) > 0:
        ask(mat, Decision.JETTISON)
    elif side == Side.ENEMY and mat.planes[plane].melee and meets_fighter(mat):
        drop_bombs(mat, table, plane)


def has_bombs(mat: Mat, plane: int) -> bool:
    """Whether an aircraft over the map has bombs."""
    return is_flying(mat.planes[plane]) and bool(mat.planes[plane].bombs)


def meets_fighter(mat: Mat) -> bool:
    """Whether a fighter-bomber of the player is over the map."""
    for plane in range(SIDE_PLANES):
        if is_flying(mat.planes[plane]) and is_fighter(mat.planes[plane]):
            return True
    return False


def drop_bombs(mat: Mat, table: Table, plane: int) -> None:
    """Drop the bombs of an aircraft."""
    mat.planes[plane].bombs = 0
    note(mat, table, Entry.JETTISONED, plane, 0)


def decide_jettison(mat: Mat, table: Table, action: int) -> None:
    """Keep or drop the bombs (S117)."""
    if action == Act.DROP:
        drop_bombs(mat, table, int(mat.cursor.subject))


# --- entering combat (7.22) ---


def begin_combat(mat: Mat, side: int) -> None:
    """Begin the combat phase of a side (S110)."""
    mat.work.side, mat.work.index = side, 0
    mat.work.fight = in_melee(mat, Side.PLAYER) > 0 and in_melee(mat, Side.ENEMY) > 0
    forget_declined(mat)
    go(mat, Phase.ENGAGE)


def offer_combat(mat: Mat, table: Table) -> None:
    """Let the next sound fighter-bomber of the side enter combat; then targets are named if any does (S110, S111)."""
    side = int(mat.work.side)
    while mat.work.index < SIDE_PLANES and not may_engage(mat, side * SIDE_PLANES + int(mat.work.index)):
        mat.work.index += 1
    if mat.work.index == SIDE_PLANES or number_flying(mat, 1 - side) == 0:
        mat.cursor.subject, mat.work.index = NOBODY, 0
        if not mat.work.fight:
            end_combat(mat, table)
            return
        for plane in range(PLANES):
            mat.planes[plane].may_go, mat.planes[plane].target = 0, NOBODY
        go(mat, Phase.TARGETS)
        return
    plane = side * SIDE_PLANES + int(mat.work.index)
    mat.work.index += 1
    mat.cursor.subject = plane
    if side == Side.ENEMY:
        if enters_combat(mat, plane):
            enter_combat(mat, table, plane)
    elif not equal_declined(mat, plane):
        ask(mat, Decision.ENGAGE)
    else:
        mat.work.held[plane] = 1


def may_engage(mat: Mat, plane: int) -> bool:
    """Whether an aircraft is a sound fighter-bomber that is free (S110)."""
    own = mat.planes[plane]
    is_sound = is_flying(own) & is_fighter(own)
    return is_sound & bool((own.damaged | own.disabled | own.melee | own.recall) == 0)


def decide_engage(mat: Mat, table: Table, action: int) -> None:
    """Enter combat or stay out (S110)."""
    plane = int(mat.cursor.subject)
    if action == Act.JOIN:
        enter_combat(mat, table, plane)
    else:
        mat.work.held[plane] = 1


def enter_combat(mat: Mat, table: Table, plane: int) -> None:
    """Enter combat: all aircraft of the other side are in the melee (S110)."""
    mat.planes[plane].melee = mat.work.fight = 1
    other = (1 - plane_side(plane)) * SIDE_PLANES
    for foe in range(other, other + SIDE_PLANES):
        if is_flying(mat.planes[foe]):
            mat.planes[foe].melee = 1
    note(mat, table, Entry.JOINED, plane, 0)


# --- targets (7.221) ---


def name_target(mat: Mat, table: Table) -> None:
    """Let the next aircraft with guns name a target, the side that begins first (S111)."""
    if mat.work.index == PLANES:
        mat.cursor.subject = mat.work.target = NOBODY
        mat.work.index = 0
        go(mat, Phase.SHOOT)
        return
    plane = acting(mat)
    own, side = mat.planes[plane], plane_side(plane)
    mat.work.index += 1
    mat.cursor.subject = plane
    if is_flying(own) and own.melee and not own.disabled and in_melee(mat, 1 - side) > 0:
        if side == Side.PLAYER:
            ask(mat, Decision.TARGET)
        else:
            own.target = best_target(mat)


def times_named(mat: Mat, foe: int) -> int:
    """Return how many of the player's aircraft have named an enemy aircraft."""
    number = 0
    for plane in range(SIDE_PLANES):
        number += is_flying(mat.planes[plane]) and mat.planes[plane].target == foe - SIDE_PLANES
    return number


def is_choice(mat: Mat, foe: int) -> bool:
    """Whether an enemy aircraft is in the melee, and none before it is equal."""
    own = mat.planes[foe]
    if not is_flying(own) or not own.melee:
        return False
    for other in range(SIDE_PLANES, foe):
        before = mat.planes[other]
        is_other = is_flying(before) and before.melee and are_equal(before, own)
        is_named_so = before.may_go == own.may_go and before.target == own.target
        if is_other and is_named_so and times_named(mat, other) == times_named(mat, foe):
            return False
    return True


def allow_target(mat: Mat, mask: Mask) -> None:
    """Allow the aircraft of the enemy that differ (S111)."""
    for foe in range(SIDE_PLANES):
        mask[Act.PLANE + foe] = is_choice(mat, SIDE_PLANES + foe)


def decide_target(mat: Mat, action: int) -> None:
    """Name a target."""
    mat.planes[mat.cursor.subject].target = action - Act.PLANE


# --- fire (7.221 to 7.223) ---


def next_shot(mat: Mat, table: Table) -> None:
    """Let the next aircraft with guns fire at its target, or at the first that is left (S112, S121)."""
    if mat.work.index == PLANES:
        mat.work.index = 0
        mat.cursor.subject = NOBODY
        go(mat, Phase.RECALLS)
        return
    plane = acting(mat)
    own = mat.planes[plane]
    mat.cursor.subject = plane
    if is_flying(own) and own.melee and not own.disabled:
        mat.work.target = -1 if own.target == NOBODY else (1 - plane_side(plane)) * SIDE_PLANES + own.target
        fire(mat, table, plane)
    else:
        mat.work.index += 1


def first_foe(mat: Mat, plane: int) -> int:
    """Return the first aircraft of the other side in the melee; NOBODY if none is left."""
    other = (1 - plane_side(plane)) * SIDE_PLANES
    for foe in range(other, other + SIDE_PLANES):
        if is_flying(mat.planes[foe]) and mat.planes[foe].melee:
            return foe
    return NOBODY


class AirModifiers(NamedTuple):
    """The modifiers of fire in the air (S112)."""

    stuka: int
    bombs: int
    damage: int
    target_damaged: int
    target_stuka: int
    target_bombs: int


AIR_SOURCES = tuple(int(Modifier[name.upper()]) for name in AirModifiers._fields)


def modifiers_of(charts: Charts, firer: Plane, target: Plane) -> AirModifiers:
    """Return the modifiers of fire in the air (S112)."""
    return AirModifiers(
        0 + int(not is_fighter(firer)) * int(charts.firer_stuka),  # sums, as fields are narrower than int
        0 + int(firer.bombs) * int(charts.firer_bombs),
        0 + int(firer.damaged) * int(charts.firer_damaged),
        0 + int(target.damaged) * int(charts.target_damaged),
        0 + int(not is_fighter(target)) * int(charts.target_stuka),
        0 + int(target.bombs) * int(charts.target_bombs),
    )


def fire(mat: Mat, table: Table, plane: int) -> None:
    """Fire at the target of the shot, or at the first that is left; then perhaps again (S112 to S116, S121)."""
    charts, own, foe = table.charts, mat.planes[plane], int(mat.work.target)
    mat.work.index += 1
    if foe == NOBODY or not is_flying(mat.planes[foe]) or not mat.planes[foe].melee:
        foe = first_foe(mat, plane)
        if foe == NOBODY:
            return
    target = mat.planes[foe]
    modifiers = modifiers_of(charts, own, target)
    for place in range(len(modifiers)):
        modify(mat, table, Chart.AIR, AIR_SOURCES[place], modifiers[place])
    rolled = throw(mat, table, Chart.AIR, PLANE_SUBJECT + plane, sum(modifiers))
    hit = says(table, 2 if rolled.total <= charts.air_down else int(rolled.total == charts.air_damage))
    says_third(table, foe)
    hit_plane(mat, table, foe, hit)
    original = rolled.first + rolled.second
    if rolled.total >= charts.air_recall:
        target.may_go = 1
    if original == charts.gunner and is_fighter(own) and not is_fighter(target) and not target.disabled:
        note(mat, table, Entry.GUNNER, foe, plane)
        hit_plane(mat, table, plane, 2 if rolled.first == charts.gunner_down else 1)
    if original == charts.jam:
        own.disabled = 1
        note(mat, table, Entry.JAMMED, plane, 0)
    if may_fire_again(mat, charts, plane, rolled.first):
        mat.work.index -= 1
        go(mat, Phase.SHOOT_AGAIN)


def may_fire_again(mat: Mat, charts: Charts, plane: int, coloured: int) -> bool:
    """Whether a fighter-bomber fires again: its rate of fire, its guns, and an aircraft to fire at (S114)."""
    own = mat.planes[plane]
    rate = charts.air_rate_bombs if own.bombs else charts.air_rate
    is_able = is_fighter(own) and is_flying(own) and not own.disabled
    return bool(is_able and coloured <= rate and in_melee(mat, 1 - plane_side(plane)) > 0)


def offer_shot(mat: Mat, table: Table) -> None:
    """Let an aircraft that keeps its rate of fire choose a target again (S114)."""
    plane = int(mat.cursor.subject)
    go(mat, Phase.SHOOT)
    if plane_side(plane) == Side.PLAYER:
        ask(mat, Decision.AGAIN)
    else:
        mat.work.target = best_target(mat)
        fire(mat, table, plane)


def allow_again(mat: Mat, mask: Mask) -> None:
    """Allow the aircraft of the enemy that differ, and to fire no more (S114)."""
    allow_target(mat, mask)
    mask[Act.HOLD_FIRE.value] = 1


def decide_again(mat: Mat, table: Table, action: int) -> None:
    """Fire again, or no more (S114)."""
    if action == Act.HOLD_FIRE:
        mat.work.index += 1
    else:
        mat.work.target = SIDE_PLANES + action - Act.PLANE
        fire(mat, table, int(mat.cursor.subject))


# --- recall (7.223 to 7.226) ---


def may_be_recalled(mat: Mat, plane: int) -> bool:
    """Whether an aircraft may accept recall (S115, S116)."""
    own = mat.planes[plane]
    return bool(own.may_go or (is_fighter(own) and own.disabled and not is_held(mat, plane)))


def offer_recall(mat: Mat, table: Table) -> None:
    """Recall the next aircraft of the melee if it is damaged and not held, or ask it (S115 to S119, S142)."""
    if mat.work.index == PLANES:
        mat.cursor.subject = NOBODY
        if in_melee(mat, Side.PLAYER) == 0 or in_melee(mat, Side.ENEMY) == 0:
            for plane in range(PLANES):
                mat.planes[plane].melee = 0
        end_combat(mat, table)
        return
    plane = acting(mat)
    own = mat.planes[plane]
    mat.work.index += 1
    mat.cursor.subject = plane
    if not is_flying(own) or not own.melee:
        return
    if own.damaged and not is_held(mat, plane):
        own.recall, own.melee = 1, 0
    elif plane_side(plane) == Side.PLAYER:
        ask(mat, Decision.RECALL)
    elif may_be_recalled(mat, plane) and (own.damaged or own.disabled):
        leave(mat, table, plane, Status.RECALLED)


def allow_recall(mat: Mat, mask: Mask) -> None:
    """Allow to stay, to accept recall, and to leave a melee in which no fighter-bomber opposes (S115 to S119)."""
    plane = int(mat.cursor.subject)
    mask[Act.STAY.value] = 1
    mask[Act.RECALL.value] = may_be_recalled(mat, plane)
    mask[Act.FREE.value] = is_fighter(mat.planes[plane]) and not is_held(mat, plane)


def decide_recall(mat: Mat, table: Table, action: int) -> None:
    """Stay, accept recall, or leave the melee."""
    plane = int(mat.cursor.subject)
    if action == Act.RECALL:
        leave(mat, table, plane, Status.RECALLED)
    elif action == Act.FREE:
        mat.planes[plane].melee = 0
        note(mat, table, Entry.FREED, plane, 0)


def end_combat(mat: Mat, table: Table) -> None:
    """End the combat phase (S123)."""
    end_phase(mat, table)
    go(mat, Phase.TURN_ENDS)
