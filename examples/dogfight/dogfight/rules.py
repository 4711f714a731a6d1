"""The rules of the fight (7.22 to 7.24). The player flies the planes 0 to 3; a fixed rule flies the planes 4 to 7."""

from typing import NamedTuple

from dogfight.codes import PLANES, SIDE, TURNS, Act, Chart, Decision, Entry, Kind, Modifier, Side, Status
from dogfight.mat import Mat, Plan, Plane
from stuka_env.building.table import Legal, MadeTable, RollList
from stuka_env.engine.frame import ask, modify, note, says, says_second, says_third, throw

KILL, DAMAGE, THREAT = 4, 5, 10
"""Totals: at most KILL shoots down, DAMAGE damages, at least THREAT lets the target go (7.221, 7.224)."""
RATE, RATE_WITH_BOMBS, REAR_KILL = 2, 1, 6
"""Largest coloured dice after which a fighter-bomber fires again (7.222); that of a deadly rear gunner (7.221)."""
REAR_GUNNER, MALFUNCTION = 11, 12
"""Original rolls (7.221, 7.223)."""
WORTH = 2
"""Points for a plane (7.23)."""
NOBODY = -1


class Foes(NamedTuple):
    """The planes of the other side in the fight; those that were recalled count for nobody (7.24)."""

    left: int
    fighters: int  # fighter-bombers among them
    sound: int  # undamaged fighter-bombers with working guns (7.223, 7.226)
    first: int  # the first plane, or NOBODY
    best: int  # the target by the enemy's rule: a damaged plane, one with bombs, a Stuka, the first (ours); or NOBODY


def is_fighter(plane: Plane) -> bool:
    """Whether a plane is a fighter-bomber."""
    return bool(plane.kind <= Kind.FB_BOMBS)


def has_bombs(plane: Plane) -> bool:
    """Whether a plane has bombs."""
    return bool(plane.kind == Kind.FB_BOMBS or plane.kind == Kind.STUKA_BOMBS)


def has_guns(plane: Plane) -> bool:
    """Whether a plane is in the fight with working guns (7.223)."""
    return bool(plane.status == Status.FIGHTING and not plane.disabled)


def foes_of(mat: Mat, plane: int) -> Foes:
    """Return the planes that a plane meets."""
    last = SIDE - 1 if plane >= SIDE else PLANES - 1
    left, fighters, sound, first, best, most = 0, 0, 0, NOBODY, NOBODY, -1
    for index in range(last, last - SIDE, -1):
        foe = mat.planes[index]
        if foe.status == Status.FIGHTING:
            left, first, fighters = left + 1, index, fighters + is_fighter(foe)
            sound += is_fighter(foe) and has_guns(foe) and not foe.damaged
            worth = 3 if foe.damaged else 2 if has_bombs(foe) else int(not is_fighter(foe))
            if worth >= most:
                best, most = index, worth
    return Foes(left, fighters, sound, first, best)


def take_out(mat: Mat, table: MadeTable, plane: int, status: int, entry: int) -> None:
    """Take a plane out of the fight, recalled or shot down (7.24); its bombs are of no interest."""
    own = mat.planes[plane]
    own.kind -= has_bombs(own)
    own.status, own.damaged, own.disabled, own.threatened, own.target = status, 0, 0, 0, NOBODY
    note(mat, table, entry, plane, 0)


def jettison(mat: Mat, table: MadeTable, plane: int) -> None:
    """Drop the bombs of a plane (7.225)."""
    mat.planes[plane].kind -= has_bombs(mat.planes[plane])
    note(mat, table, Entry.JETTISON, plane, 0)


def offer_jettison(mat: Mat, table: MadeTable, plane: int) -> None:
    """Let a plane of the attacker drop its bombs (7.225); the enemy does if he meets a fighter-bomber (ours)."""
    if has_bombs(mat.planes[plane]) and plane // SIDE == mat.fight.attacker:
        if plane < SIDE:
            ask(mat, Decision.JETTISON)
        elif foes_of(mat, plane).fighters:
            jettison(mat, table, plane)


def name_target(mat: Mat, plane: int) -> None:
    """Let a plane with working guns name its target (7.221); the player is asked if there are several."""
    foes = foes_of(mat, plane)
    if plane < SIDE and foes.left > 1 and has_guns(mat.planes[plane]):
        ask(mat, Decision.TARGET)
    elif has_guns(mat.planes[plane]):
        mat.planes[plane].target = foes.best


def modifiers(mat: Mat, table: MadeTable, firer: Plane, target: Plane) -> int:
    """Return the sum of the modifiers of fire (7.221)."""
    return (
        modify(mat, table, Chart.FIRE, Modifier.STUKA, not is_fighter(firer))
        + modify(mat, table, Chart.FIRE, Modifier.BOMBS, has_bombs(firer))
        + modify(mat, table, Chart.FIRE, Modifier.DAMAGE, firer.damaged)
        + modify(mat, table, Chart.FIRE, Modifier.TARGET_DAMAGED, -target.damaged)
        + modify(mat, table, Chart.FIRE, Modifier.TARGET_STUKA, is_fighter(target) - 1)
        + modify(mat, table, Chart.FIRE, Modifier.TARGET_BOMBS, -int(has_bombs(target)))
    )


def shoot_down(mat: Mat, table: MadeTable, plane: int) -> None:
    """Shoot a plane down (7.23)."""
    take_out(mat, table, plane, Status.SHOT_DOWN, Entry.SHOT_DOWN)
    mat.fight.lost = min(mat.fight.lost + (plane < SIDE), SIDE)
    mat.fight.shot_down = min(mat.fight.shot_down + (plane >= SIDE), SIDE)
    mat.fight.points = WORTH * (mat.fight.shot_down - mat.fight.lost)


def damage(mat: Mat, table: MadeTable, plane: int) -> None:
    """Damage a plane; a damaged one is shot down (7.226)."""
    if mat.planes[plane].damaged:
        shoot_down(mat, table, plane)
    else:
        mat.planes[plane].damaged = 1
        note(mat, table, Entry.DAMAGED, plane, 0)


def rear_gunner(mat: Mat, table: MadeTable, plane: int, target: int, coloured: int) -> None:
    """Let the rear gunner of a Stuka with guns (7.223; ours) hit the fighter-bomber that fired at it (7.221)."""
    if is_fighter(mat.planes[plane]) and not is_fighter(mat.planes[target]) and has_guns(mat.planes[target]):
        note(mat, table, Entry.GUNNER, target, plane)
        if coloured == REAR_KILL:
            shoot_down(mat, table, plane)
        else:
            damage(mat, table, plane)


def may_fire_again(mat: Mat, plane: int, coloured: int) -> bool:
    """Whether the rate of fire lets a fighter-bomber fire again (7.222)."""
    rate = RATE_WITH_BOMBS if has_bombs(mat.planes[plane]) else RATE
    return is_fighter(mat.planes[plane]) and coloured <= rate and foes_of(mat, plane).left > 0


def fire(mat: Mat, table: MadeTable, plane: int) -> None:
    """Fire at the target of a plane (7.221); an original 12 disables its guns (7.223)."""
    own, at = mat.planes[plane], int(mat.planes[plane].target)
    target, own.target = mat.planes[at], NOBODY
    rolled = throw(mat, table, Chart.FIRE, mat.fight.turn * PLANES + plane, modifiers(mat, table, own, target))
    target.threatened |= rolled.total >= THREAT
    hit = says(table, 2 if rolled.total <= KILL else int(rolled.total == DAMAGE))
    says_second(table, plane)
    says_third(table, at)
    if hit == 2:
        shoot_down(mat, table, at)
    elif hit == 1:
        damage(mat, table, at)
    original = rolled.first + rolled.second
    if original == REAR_GUNNER:
        rear_gunner(mat, table, plane, at, rolled.first)
    elif original == MALFUNCTION:
        own.disabled = 1
        note(mat, table, Entry.DISABLED, plane, 0)
    mat.cursor.again = may_fire_again(mat, plane, rolled.first)


def take_fire(mat: Mat, table: MadeTable, plane: int) -> None:
    """Let a plane with guns fire: at its target, at the first plane if that is gone (ours), or again (7.222)."""
    own, foes = mat.planes[plane], foes_of(mat, plane)
    if mat.cursor.again and plane < SIDE:
        ask(mat, Decision.AGAIN)
    elif has_guns(own):
        if mat.cursor.again:
            own.target = foes.best
        elif own.target == NOBODY or mat.planes[own.target].status != Status.FIGHTING:
            own.target = foes.first
        fire(mat, table, plane)


def may_leave(mat: Mat, plane: int) -> bool:
    """Whether a plane may go: after a roll of 10 or more (7.224), without guns (7.223), without enemy fighters."""
    own, foes = mat.planes[plane], foes_of(mat, plane)
    is_free = foes.fighters == 0 or (own.disabled and foes.sound == 0)
    return bool(own.threatened or (is_fighter(own) and is_free))


def offer_recall(mat: Mat, table: MadeTable, plane: int) -> None:
    """Recall a damaged plane that no sound fighter-bomber holds (7.226), and ask one that may go (7.224).

    The enemy goes with damage or without guns (ours).
    """
    own, may = mat.planes[plane], may_leave(mat, plane)
    must = own.damaged and foes_of(mat, plane).sound == 0
    if must or (may and plane >= SIDE and (own.damaged or own.disabled)):
        take_out(mat, table, plane, Status.RECALLED, Entry.RECALLED)
    elif may and plane < SIDE:
        ask(mat, Decision.RECALL)


def lay_out(mat: Mat, table: MadeTable, plan: Plan) -> None:
    """Lay out the planes of a fight (7.22)."""
    for index in range(PLANES):
        kind = plan.own[index] if index < SIDE else plan.enemy[index - SIDE]
        mat.planes[index].kind = kind
        mat.planes[index].status = Status.FIGHTING if kind else Status.NONE
    mat.fight.attacker = plan.first
    begin_turn(mat, table)


def begin_turn(mat: Mat, table: MadeTable) -> None:
    """Begin the next turn; there is none after the last, nor if nobody can hurt anybody (ours)."""
    armed = 0
    for index in range(PLANES):
        armed += has_guns(mat.planes[index])
        mat.planes[index].target, mat.planes[index].threatened = NOBODY, 0
    mat.fight.over = mat.fight.turn == TURNS or not armed
    if not mat.fight.over:
        mat.fight.turn += 1
        mat.cursor.step, mat.cursor.place = Decision.JETTISON, NOBODY
        note(mat, table, Entry.TURN, mat.fight.turn, mat.fight.attacker)


def plane_in_turn(mat: Mat) -> int:
    """Return the plane at the place of the step; the attacker's planes come first (7.221)."""
    return int(mat.fight.attacker * SIDE + mat.cursor.place + PLANES) % PLANES


def next_plane(mat: Mat, table: MadeTable) -> None:
    """Go to the next plane, to the next step, or to the turn of the other side (7.22)."""
    mat.cursor.place += 1
    if mat.cursor.place == PLANES:
        mat.cursor.place = 0
        mat.cursor.step += 1
        if mat.cursor.step > Decision.RECALL:
            mat.fight.attacker = Side.ENEMY - mat.fight.attacker
            begin_turn(mat, table)


def next_step(mat: Mat, table: MadeTable) -> None:
    """Take the next step of a turn; without planes on one side the fight is over (7.22)."""
    mat.fight.over = foes_of(mat, 0).left == 0 or foes_of(mat, SIDE).left == 0
    if not mat.fight.over and not mat.cursor.again:
        next_plane(mat, table)
    plane, step = plane_in_turn(mat), mat.cursor.step
    if mat.fight.over:
        note(mat, table, Entry.OVER, 0, 0)
    elif mat.cursor.place >= 0 and mat.planes[plane].status == Status.FIGHTING:
        if step == Decision.JETTISON:
            offer_jettison(mat, table, plane)
        elif step == Decision.TARGET:
            name_target(mat, plane)
        elif step == Decision.AGAIN:
            take_fire(mat, table, plane)
        else:
            offer_recall(mat, table, plane)


def is_legal(mat: Mat, action: int) -> bool:
    """Whether an answer to the open decision is possible: only planes in the fight are targets (7.24)."""
    return action < Act.TARGET_1 or mat.planes[SIDE + action - Act.TARGET_1].status == Status.FIGHTING


def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    """Carry out an action of the plane that is asked."""
    plane = plane_in_turn(mat)
    mat.cursor.again = 0
    if action == Act.DROP:
        jettison(mat, table, plane)
    elif action == Act.LEAVE:
        take_out(mat, table, plane, Status.RECALLED, Entry.RECALLED)
    elif action >= Act.TARGET_1:
        mat.planes[plane].target = SIDE + action - Act.TARGET_1
        if decision == Decision.AGAIN:
            fire(mat, table, plane)


def choose(mat: Mat, charts: RollList, mask: Legal, noise: int) -> int:
    """Fly the player's planes by the enemy's rule, as a scripted policy."""
    own, foes = mat.planes[plane_in_turn(mat)], foes_of(mat, 0)
    if mat.cursor.decision == Decision.JETTISON:
        return Act.DROP if foes.fighters else Act.KEEP
    if mat.cursor.decision == Decision.RECALL:
        return Act.LEAVE if own.damaged or own.disabled else Act.STAY
    return Act.TARGET_1 + foes.best - SIDE
