"""The rules of the fight (7.22 to 7.24). The player flies the planes 0 to 3, the enemy's fixed rule the planes 4 to 7."""

import numpy as np

from dogfight.codes import (
    PLANES,
    SIDE,
    TURNS,
    Act,
    Chart,
    Decision,
    Entry,
    Hit,
    Kind,
    Load,
    Modifier,
    Phase,
    Side,
    Status,
)
from dogfight.mat import Mat, Plan, Plane
from stuka_env.compilation import compiled
from stuka_env.making.table import Legal, MadeTable, modify, note, roll, says

KILL, DAMAGE, THREAT = 4, 5, 10
"""Totals: at most KILL shoots down, DAMAGE damages, at least THREAT lets the target go (7.221, 7.224)."""
RATE, RATE_WITH_BOMBS = 2, 1
"""Largest coloured die after which a fighter-bomber fires again (7.222)."""
REAR_GUNNER, REAR_KILL, MALFUNCTION = 11, 6, 12
"""Original rolls (7.221, 7.223), and the coloured die with which the rear gunner shoots down."""
WORTH = 2
"""Points for a plane (7.23)."""
NOBODY = -1
NO_PLANE = np.zeros(1, Plane.dtype)
NO_PLANE["target"] = NOBODY


@compiled
def is_fighting(plane: Plane) -> bool:
    """Whether a plane is in the fight; one that was recalled counts for nobody (7.24)."""
    return bool(plane.status == Status.FIGHTING)


@compiled
def has_guns(plane: Plane) -> bool:
    """Whether a plane is in the fight with working guns (7.223)."""
    return is_fighting(plane) and not plane.disabled


@compiled
def first_enemy(plane: int) -> int:
    """Return the first place of the other side."""
    return SIDE if plane < SIDE else 0


@compiled
def enemies(mat: Mat, plane: int) -> int:
    """Return the number of planes of the other side in the fight."""
    count = 0
    for index in range(first_enemy(plane), first_enemy(plane) + SIDE):
        count += is_fighting(mat.planes[index])
    return count


@compiled
def meets_fighters(mat: Mat, plane: int, only_sound: bool) -> bool:
    """Whether the other side has a fighter-bomber in the fight; ``only_sound``: undamaged, with guns (7.223, 7.226)."""
    for index in range(first_enemy(plane), first_enemy(plane) + SIDE):
        enemy = mat.planes[index]
        if is_fighting(enemy) and enemy.kind == Kind.FIGHTER_BOMBER:
            if not only_sound or (has_guns(enemy) and not enemy.damaged):
                return True
    return False


@compiled
def best_target(mat: Mat, plane: int) -> int:
    """Return the target by the enemy's rule: a damaged plane, one with bombs, a Stuka, the first (ours)."""
    best, most = NOBODY, -1
    for index in range(first_enemy(plane), first_enemy(plane) + SIDE):
        target = mat.planes[index]
        worth = 3 if target.damaged else 2 if target.bombs else int(target.kind == Kind.STUKA)
        if is_fighting(target) and worth > most:
            best, most = index, worth
    return best


@compiled
def first_left(mat: Mat, plane: int) -> int:
    """Return the first plane of the other side that is in the fight, for a target that is gone (ours)."""
    for index in range(first_enemy(plane), first_enemy(plane) + SIDE):
        if is_fighting(mat.planes[index]):
            return index
    return NOBODY


# --- jettison, targets and recall ---


@compiled
def jettison(mat: Mat, table: MadeTable, plane: int) -> None:
    """Drop the bombs of a plane (7.225)."""
    mat.planes[plane].bombs = 0
    note(table, Entry.JETTISON, plane, 0)


@compiled
def offer_jettison(mat: Mat, table: MadeTable, plane: int) -> None:
    """Let a plane of the attacker drop its bombs (7.225); the enemy does if he meets a fighter-bomber (ours)."""
    if mat.planes[plane].bombs and plane // SIDE == mat.fight.attacker:
        if plane < SIDE:
            mat.cursor.decision = Decision.JETTISON
        elif meets_fighters(mat, plane, False):
            jettison(mat, table, plane)


@compiled
def name_target(mat: Mat, plane: int) -> None:
    """Let a plane with working guns name its target (7.221); the player is asked if there are several."""
    if has_guns(mat.planes[plane]):
        mat.planes[plane].target = best_target(mat, plane)
        if plane < SIDE and enemies(mat, plane) > 1:
            mat.cursor.decision = Decision.TARGET


@compiled
def take_out(mat: Mat, plane: int, status: int) -> None:
    """Take a plane out of the fight: it counts for nobody (7.24)."""
    kind = mat.planes[plane].kind
    mat.planes[plane] = NO_PLANE[0]
    mat.planes[plane].kind = kind
    mat.planes[plane].status = status


@compiled
def recall(mat: Mat, table: MadeTable, plane: int) -> None:
    """Recall a plane."""
    take_out(mat, plane, Status.RECALLED)
    note(table, Entry.RECALLED, plane, 0)


@compiled
def must_leave(mat: Mat, plane: int) -> bool:
    """Whether a plane must go: it is damaged, and no sound fighter-bomber holds it (7.226)."""
    return bool(mat.planes[plane].damaged) and not meets_fighters(mat, plane, True)


@compiled
def may_leave(mat: Mat, plane: int) -> bool:
    """Whether a plane may go: after a roll of 10 or more (7.224), without guns (7.223), without enemy fighters."""
    own = mat.planes[plane]
    is_free = own.disabled and not meets_fighters(mat, plane, True)
    is_fighter = own.kind == Kind.FIGHTER_BOMBER
    return bool(own.threatened or (is_fighter and (is_free or not meets_fighters(mat, plane, False))))


@compiled
def offer_recall(mat: Mat, table: MadeTable, plane: int) -> None:
    """Recall a plane that must go; one that may go decides, the enemy's goes if it is damaged or without guns (ours)."""
    own = mat.planes[plane]
    if must_leave(mat, plane):
        recall(mat, table, plane)
    elif may_leave(mat, plane):
        if plane < SIDE:
            mat.cursor.decision = Decision.RECALL
        elif own.damaged or own.disabled:
            recall(mat, table, plane)


# --- fire ---


@compiled
def modifiers(table: MadeTable, firer: Plane, target: Plane) -> int:
    """Return the sum of the modifiers of fire (7.221)."""
    fire = Chart.FIRE
    own = modify(table, fire, Modifier.STUKA, int(firer.kind == Kind.STUKA)) + modify(
        table, fire, Modifier.BOMBS, int(firer.bombs)
    )
    own += modify(table, fire, Modifier.DAMAGE, int(firer.damaged))
    own += modify(table, fire, Modifier.TARGET_DAMAGED, -int(target.damaged))
    own += modify(table, fire, Modifier.TARGET_STUKA, -int(target.kind != Kind.FIGHTER_BOMBER))
    return own + modify(table, fire, Modifier.TARGET_BOMBS, -int(target.bombs))


@compiled
def shoot_down(mat: Mat, table: MadeTable, plane: int) -> None:
    """Shoot a plane down (7.23)."""
    take_out(mat, plane, Status.SHOT_DOWN)
    if plane < SIDE:
        mat.fight.lost += 1
    else:
        mat.fight.shot_down += 1
    mat.fight.points = WORTH * (mat.fight.shot_down - mat.fight.lost)
    note(table, Entry.SHOT_DOWN, plane, 0)


@compiled
def damage(mat: Mat, table: MadeTable, plane: int) -> None:
    """Damage a plane; a damaged one is shot down (7.226)."""
    if mat.planes[plane].damaged:
        shoot_down(mat, table, plane)
    else:
        mat.planes[plane].damaged = 1
        note(table, Entry.DAMAGED, plane, 0)


@compiled
def rear_gunner(mat: Mat, table: MadeTable, plane: int, coloured: int) -> None:
    """Let the rear gunner of a Stuka hit the plane that fired at it (7.221)."""
    note(table, Entry.GUNNER, int(mat.planes[plane].target), plane)
    if coloured == REAR_KILL:
        shoot_down(mat, table, plane)
    else:
        damage(mat, table, plane)


@compiled
def fire(mat: Mat, table: MadeTable, plane: int) -> None:
    """Fire at the target of a plane (7.221); then it may fire again (7.222), or its guns are disabled (7.223)."""
    firer, at = mat.planes[plane], int(mat.planes[plane].target)
    target = mat.planes[at]
    rolled = roll(table, Chart.FIRE, int(mat.fight.turn) * PLANES + plane, modifiers(table, firer, target))
    original = rolled.first + rolled.second
    hit = Hit.KILL if rolled.total <= KILL else Hit.DAMAGE if rolled.total == DAMAGE else Hit.MISS
    says(table, hit, plane, at)
    target.threatened = rolled.total >= THREAT or target.threatened
    if hit == Hit.KILL:
        shoot_down(mat, table, at)
    elif hit == Hit.DAMAGE:
        damage(mat, table, at)
    if original == MALFUNCTION:
        firer.disabled = 1
        note(table, Entry.DISABLED, plane, 0)
    if firer.kind == Kind.FIGHTER_BOMBER:
        if original == REAR_GUNNER and target.kind == Kind.STUKA and not target.disabled:
            rear_gunner(mat, table, plane, rolled.first)
        rate = RATE_WITH_BOMBS if firer.bombs else RATE
        mat.cursor.again = rolled.first <= rate and enemies(mat, plane) > 0
    firer.target = NOBODY


@compiled
def first_fire(mat: Mat, table: MadeTable, plane: int) -> None:
    """Let a plane with working guns fire; a target that is gone is replaced (7.221; ours)."""
    if has_guns(mat.planes[plane]):
        target = int(mat.planes[plane].target)
        if target == NOBODY or not is_fighting(mat.planes[target]):
            mat.planes[plane].target = first_left(mat, plane)
        fire(mat, table, plane)


@compiled
def fire_again(mat: Mat, table: MadeTable, plane: int) -> None:
    """Ask at whom a plane fires again; the enemy does so by his rule (7.222; ours)."""
    if plane < SIDE:
        mat.cursor.decision = Decision.AGAIN
    else:
        mat.cursor.again = 0
        mat.planes[plane].target = best_target(mat, plane)
        fire(mat, table, plane)


# --- the sequence of play ---


@compiled
def lay_out(mat: Mat, table: MadeTable, plan: Plan) -> None:
    """Lay out the planes of a fight (7.22)."""
    for index in range(PLANES):
        load = int(plan.own[index] if index < SIDE else plan.enemy[index - SIDE])
        plane = mat.planes[index]
        plane.kind = (load + 1) // 2
        plane.bombs = load == Load.FB_BOMBS or load == Load.STUKA_BOMBS
        plane.status = Status.FIGHTING if load else Status.NONE
    mat.fight.attacker = plan.first
    begin_turn(mat, table)


@compiled
def begin_turn(mat: Mat, table: MadeTable) -> None:
    """Begin the next turn; there is none after the last, nor if nobody can hurt anybody (ours)."""
    armed = 0
    for index in range(PLANES):
        armed += has_guns(mat.planes[index])
        mat.planes[index].target = NOBODY
        mat.planes[index].threatened = 0
    mat.fight.over = mat.fight.turn == TURNS or not armed
    if not mat.fight.over:
        mat.fight.turn += 1
        mat.cursor.phase = Phase.JETTISON
        mat.cursor.place = -1
        note(table, Entry.TURN, int(mat.fight.turn), int(mat.fight.attacker))


@compiled
def plane_in_turn(mat: Mat) -> int:
    """Return the plane at the place of the step; the attacker's planes come first (7.221)."""
    return (int(mat.fight.attacker) * SIDE + int(mat.cursor.place) + PLANES) % PLANES


@compiled
def next_plane(mat: Mat, table: MadeTable) -> None:
    """Go to the next plane, to the next step, or to the turn of the other side."""
    mat.cursor.place += 1
    if mat.cursor.place == PLANES:
        mat.cursor.place = 0
        mat.cursor.phase += 1
        if mat.cursor.phase > Phase.RECALL:
            mat.fight.attacker = Side.ENEMY - mat.fight.attacker
            begin_turn(mat, table)


@compiled
def next_step(mat: Mat, table: MadeTable) -> None:
    """Take the next step of a turn; without planes on one side the fight is over (7.22)."""
    mat.fight.over = not enemies(mat, 0) or not enemies(mat, SIDE)
    if not mat.fight.over and not mat.cursor.again:
        next_plane(mat, table)
    if mat.fight.over:
        note(table, Entry.OVER, 0, 0)
        return
    plane, phase = plane_in_turn(mat), mat.cursor.phase
    if mat.cursor.again:
        fire_again(mat, table, plane)
    elif mat.cursor.place >= 0 and is_fighting(mat.planes[plane]):
        if phase == Phase.JETTISON:
            offer_jettison(mat, table, plane)
        elif phase == Phase.TARGETS:
            name_target(mat, plane)
        elif phase == Phase.FIRE:
            first_fire(mat, table, plane)
        else:
            offer_recall(mat, table, plane)


@compiled
def allow(mat: Mat, legal: Legal) -> None:
    """Allow the actions of the open decision."""
    decision = mat.cursor.decision
    if decision == Decision.JETTISON:
        legal[Act.KEEP] = 1
        legal[Act.DROP] = 1
    elif decision == Decision.RECALL:
        legal[Act.STAY] = 1
        legal[Act.LEAVE] = 1
    else:
        legal[Act.HOLD] = decision == Decision.AGAIN
        for index in range(SIDE):
            legal[Act.TARGET_1 + index] = is_fighting(mat.planes[SIDE + index])


@compiled
def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    """Carry out an action of the plane that is asked."""
    plane = plane_in_turn(mat)
    mat.cursor.again = 0
    if action == Act.DROP:
        jettison(mat, table, plane)
    elif action == Act.LEAVE:
        recall(mat, table, plane)
    elif action >= Act.TARGET_1:
        mat.planes[plane].target = SIDE + action - Act.TARGET_1
        if decision == Decision.AGAIN:
            fire(mat, table, plane)
