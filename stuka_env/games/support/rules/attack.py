"""Attacks from the air: who attacks what, the run, the point attack, and the dive (7.4 to 7.403)."""

from stuka_env.engine.frame import ask, go, note
from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import (
    COUNTERS,
    NOBODY,
    SIDE_PLANES,
    Act,
    Class,
    Decision,
    Entry,
    Phase,
    Side,
    Status,
    Style,
    hex_at,
)
from stuka_env.games.support.rules.aa import fire_light_aa
from stuka_env.games.support.rules.enemy import choose_course, choose_fire, choose_target
from stuka_env.games.support.rules.fire import bomb_hex, strafe_hex
from stuka_env.games.support.rules.forces import (
    equal_declined,
    first_approach,
    first_of,
    forget_declined,
    group_of,
    is_at,
    is_blind,
    is_fighter,
    is_flying,
    is_there,
    leave,
    number_at,
    plane_side,
    stop_of,
)
from stuka_env.games.support.rules.mat import RUN_HEXES, Mat, Run
from stuka_env.games.support.rules.sighting import end_attack, is_target
from stuka_env.games.support.rules.table import Mask, Table

POINT_PLACE = 1
"""Place of a run at which a point attack is made: three hexes before the target (S048)."""
OVER = 4
"""Place of a run over its first target."""
OUT = 3
"""Hexes that a dive flies after its target (S053)."""


# --- who attacks ---


def begin_attacks(mat: Mat, side: int, moment: int) -> None:
    """Let the aircraft of a side attack at a moment of the movement phase (S040)."""
    mat.battle.moment, mat.work.side, mat.work.index = moment, side, 0
    forget_declined(mat)
    go(mat, Phase.ATTACKS)


def may_attack(mat: Mat, plane: int) -> bool:
    """Whether an aircraft can attack now: it has weapons, has not attacked and is free (S018, S041, S122)."""
    own = mat.planes[plane]
    is_free = is_flying(own) & bool((own.used | own.melee | own.recall) == 0)
    return bool(is_free and (own.bombs or not own.disabled) and not equal_declined(mat, plane))


def next_attack(mat: Mat, table: Table) -> None:
    """Let the next aircraft attack; after the last one the movement phase goes on (S040, S041)."""
    first = int(mat.work.side) * SIDE_PLANES
    while mat.work.index < SIDE_PLANES and not may_attack(mat, first + int(mat.work.index)):
        mat.work.index += 1
    if mat.work.index == SIDE_PLANES:
        mat.cursor.subject = NOBODY
        go(mat, Phase.AFTER_ATTACKS)
        return
    plane = first + int(mat.work.index)
    mat.cursor.subject = plane
    if not any_target(mat, table.charts, int(mat.work.side)):
        decline(mat, plane)
    elif mat.work.side == Side.PLAYER:
        ask(mat, Decision.ATTACK)
    else:
        unit = choose_target(mat, table.charts)
        if unit == NOBODY:
            decline(mat, plane)
        else:
            go_for(mat, table, unit)


def any_target(mat: Mat, charts: Charts, side: int) -> bool:
    """Whether aircraft of a side have a target (S042)."""
    for unit in range(first_of(1 - side), stop_of(1 - side)):
        own = mat.units[unit]
        if is_there(own) and first_approach(mat, charts, int(own.place)) != NOBODY:
            return True
    return False


def decline(mat: Mat, plane: int) -> None:
    """Let an aircraft wait, and equal ones with it."""
    mat.work.held[plane] = 1
    end_attack(mat)


def allow_attack(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the hexes with counters that an approach reaches, to wait, and to leave (S017, S021)."""
    for unit in range(COUNTERS):
        mask[Act.TARGET + unit] = is_target(mat, table.charts, unit)
    mask[Act.HOLD.value] = mask[Act.LEAVE.value] = 1


def decide_attack(mat: Mat, table: Table, action: int) -> None:
    """Attack a hex, wait for the next moment, or leave the map (S017, S040)."""
    plane = int(mat.cursor.subject)
    if action == Act.HOLD:
        decline(mat, plane)
    elif action == Act.LEAVE:
        leave(mat, table, plane, Status.LEFT)
        end_attack(mat)
    else:
        go_for(mat, table, action - Act.TARGET)


def go_for(mat: Mat, table: Table, unit: int) -> None:
    """Name the hex of a unit as the target."""
    mat.run.target = mat.units[unit].place
    note(mat, table, Entry.ATTACK, int(mat.cursor.subject), int(mat.run.target))
    go(mat, Phase.STYLE)


# --- style and approach ---


def choose_style(mat: Mat, table: Table) -> None:
    """Let a dive bomber dive or strafe; those of the enemy dive (S050, S054, S141)."""
    plane = int(mat.cursor.subject)
    go(mat, Phase.APPROACH)
    if not is_fighter(mat.planes[plane]):
        mat.run.style = Style.DIVE
        if plane_side(plane) == Side.PLAYER:
            ask(mat, Decision.STYLE)


def allow_style(mat: Mat, mask: Mask) -> None:
    """Allow a dive, and a run with guns that work."""
    mask[Act.DIVE.value] = 1
    mask[Act.STRAFE.value] = not mat.planes[mat.cursor.subject].disabled


def decide_style(mat: Mat, action: int) -> None:
    """Set the style of the attack."""
    mat.run.style = Style.DIVE if action == Act.DIVE else Style.STRAFE


def choose_approach(mat: Mat, table: Table) -> None:
    """Let the player choose a grain, the enemy by his rule (S020, S044, S141)."""
    go(mat, Phase.CHECK)
    if plane_side(int(mat.cursor.subject)) == Side.PLAYER:
        ask(mat, Decision.APPROACH)
    else:
        mat.run.course = choose_course(mat, table.charts)


def allow_approach(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the directions from which the target is not blind (S021, S022)."""
    for course in range(6):
        mask[Act.FROM_N + course] = not is_blind(mat, table.charts, int(mat.run.target), course)


def decide_approach(mat: Mat, table: Table, action: int) -> None:
    """Set the direction from which the aircraft comes."""
    mat.run.course = action - Act.FROM_N
    note(mat, table, Entry.COURSE, int(mat.cursor.subject), int(mat.run.course))


# --- the run (7.401, 7.402) ---


def fly_run(mat: Mat, table: Table) -> None:
    """Fly a hex of the run under light AA; the run ends over the last hex that was attacked (S045 to S047)."""
    plane, run = int(mat.cursor.subject), mat.run
    if run.place > RUN_HEXES + run.last:
        end_attack(mat)
        return
    fire_light_aa(mat, table, plane, RUN_HEXES - int(run.place))
    if not is_flying(mat.planes[plane]):
        end_attack(mat)
        return
    go(mat, Phase.RUN_FIRE)


def fire_in_run(mat: Mat, table: Table) -> None:
    """Let an aircraft fire at the hex four hexes ahead, until it is over its first target (S045, S046)."""
    go(mat, Phase.RUN)
    if not may_fire(mat.run):
        mat.run.place += 1
    elif plane_side(int(mat.cursor.subject)) == Side.PLAYER:
        ask(mat, Decision.FIRE)
    else:
        decide_fire(mat, table, choose_fire(mat, is_ahead(mat, table.charts), is_point(mat)))


def may_fire(run: Run) -> bool:
    """Whether a run has not come to its first target, and made no point attack (S046, S048)."""
    return bool(run.place < RUN_HEXES and not run.point)


def is_ahead(mat: Mat, charts: Charts) -> bool:
    """Whether units of the other side are in the hex four hexes ahead, which is not blind (S031, S045)."""
    side, run = plane_side(int(mat.cursor.subject)), mat.run
    place = hex_at(int(run.target), int(run.course), -int(run.place))
    is_seen = place != NOBODY and (run.place == 0 or not is_blind(mat, charts, place, int(run.course)))
    return bool(is_seen and number_at(mat, place, 1 - side) > 0)


def is_point(mat: Mat) -> bool:
    """Whether a fighter-bomber can turn its run into a point attack now (S043, S048)."""
    plane = int(mat.cursor.subject)
    is_place = mat.run.place == POINT_PLACE and is_fighter(mat.planes[plane])
    return bool(is_place and number_at(mat, int(mat.run.target), 1 - plane_side(plane)) > 0)


def allow_fire(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the weapons of the aircraft against the hex ahead or the first target, and none (S044 to S055)."""
    own, is_diving = mat.planes[mat.cursor.subject], mat.run.style == Style.DIVE
    mask[Act.SKIP.value] = 1
    is_over = is_diving and mat.run.place == OVER
    has_bombs = own.bombs and (is_over or (is_fighter(own) and not is_diving))
    if is_diving or is_ahead(mat, table.charts):
        mask[Act.MG.value] = not own.disabled
        mask[Act.BOMB.value] = mask[Act.AREA.value] = has_bombs
    if not is_diving and is_point(mat):
        mask[Act.POINT_MG.value] = not own.disabled
        mask[Act.POINT_BOMB.value] = mask[Act.POINT_AREA.value] = has_bombs


def decide_fire(mat: Mat, table: Table, action: int) -> None:
    """Fire, or hold fire; then the aircraft flies on (S044 to S055)."""
    if mat.run.style == Style.DIVE:
        fire_in_dive(mat, table, action)
        return
    run = mat.run
    if action != Act.SKIP:
        run.point = action >= Act.POINT_MG
        ahead = 0 if run.point else int(run.place)
        run.last = max(int(run.last), ahead)
        weapon = action - Act.POINT_MG + Act.MG if run.point else action
        use(mat, table, weapon, hex_at(int(run.target), int(run.course), -ahead), bool(run.point))
    run.place += 1


def use(mat: Mat, table: Table, weapon: int, place: int, is_near: bool) -> None:
    """Use a weapon on a hex (S055)."""
    plane, course = int(mat.cursor.subject), int(mat.run.course)
    victim = 1 - plane_side(plane)
    if weapon == Act.MG:
        strafe_hex(mat, table, plane, place, course, is_near, victim)
    else:
        bomb_hex(mat, table, plane, place, course, is_near, weapon == Act.AREA, victim)


# --- the dive (7.403) ---


def begin_dive(mat: Mat, table: Table) -> None:
    """Let a dive bomber fire its guns next to the target, before any light AA (S050)."""
    plane = int(mat.cursor.subject)
    mat.run.place = OUT
    go(mat, Phase.OVER_TARGET)
    if not mat.planes[plane].disabled:
        if plane_side(plane) == Side.PLAYER:
            ask(mat, Decision.FIRE)
        else:
            decide_fire(mat, table, Act.MG)


def fly_over(mat: Mat, table: Table) -> None:
    """Fly over the target under light AA, and attack again with guns and bombs (S052)."""
    plane, run = int(mat.cursor.subject), mat.run
    own, run.place = mat.planes[plane], OVER
    fire_light_aa(mat, table, plane, 1)
    go(mat, Phase.PULL_OUT)
    if not is_flying(own):
        end_attack(mat)
    elif number_at(mat, int(run.target), 1 - plane_side(plane)) > 0:
        if plane_side(plane) == Side.PLAYER:
            ask(mat, Decision.FIRE)
        else:
            decide_fire(mat, table, Act.BOMB if own.bombs else Act.SKIP if own.disabled else Act.MG)


def fire_in_dive(mat: Mat, table: Table, action: int) -> None:
    """Fire in a dive: guns that pin infantry, then over the target bombs with guns, or guns (S050 to S052)."""
    plane, target = int(mat.cursor.subject), int(mat.run.target)
    if action == Act.SKIP:
        return
    use(mat, table, action, target, True)
    if mat.run.place != OVER:
        pin_infantry(mat, table, target, 1 - plane_side(plane))
    elif action != Act.MG and not mat.planes[plane].disabled and number_at(mat, target, 1 - plane_side(plane)) > 0:
        use(mat, table, Act.MG, target, True)


def pin_infantry(mat: Mat, table: Table, place: int, side: int) -> None:
    """Pin all unbroken infantry of a side in a hex (S051)."""
    for unit in range(first_of(side), stop_of(side)):
        own = mat.units[unit]
        is_infantry = group_of(mat, table.charts, unit) == Class.INFANTRY
        if is_at(mat, unit, place) and is_infantry and not own.broken:
            own.pinned = 1
            note(mat, table, Entry.PINNED, unit, 0)


def pull_out(mat: Mat, table: Table) -> None:
    """Fly over the target, and then hex by hex away from it, under light AA (S053)."""
    run = mat.run
    if run.last > OUT:
        end_attack(mat)
        return
    run.place = OVER + run.last
    fire_light_aa(mat, table, int(mat.cursor.subject), RUN_HEXES - int(run.place))
    run.last += 1
