"""Attacks on bombers: formations, passes and rounds (7.1.3 to 7.1.12)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, says, succeeds
from stuka_env.games.interceptor.codes import (
    Act,
    Aim,
    Bomber,
    Chart,
    Decision,
    Entry,
    Fate,
    Modifier,
    Orientation,
    Phase,
    Position,
    Range,
    Rockets,
    Skill,
)
from stuka_env.games.interceptor.rules.aircraft import (
    TWO_POINTS,
    firing_guns,
    has_points,
    has_reason_to_jump,
    is_forced_home,
    wingman_able,
)
from stuka_env.games.interceptor.rules.bursts import fire_rockets
from stuka_env.games.interceptor.rules.damage import damage_bomber
from stuka_env.games.interceptor.rules.disengaging import allow_slip, slip_away
from stuka_env.games.interceptor.rules.experience import pilot_can, use_reflexes
from stuka_env.games.interceptor.rules.fighters import begin_fight
from stuka_env.games.interceptor.rules.homeward import clear_enemies, settle_then
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Mask, Table, allow
from stuka_env.games.interceptor.rules.victory import has_escort

FIRES_FIRST, NO_ANSWER = 1, 2
"""Values of ``bomber.first``."""
AIMS = len(Aim)
ORDERED = 1
"""Value of ``bomber.wingman_ordered``: with the next shot."""


# --- the bomber (7.1.5, 7.11) ---


def attack_bombers(mat: Mat, medium: bool) -> None:
    """Attack the bombers; out of the sun the pass may start at medium range (7.1.2, 7.1.3; IQ031)."""
    mat.work.medium = int(medium)
    go(mat, Phase.BOMBER)


def type_of_bomber(mat: Mat, table: Table) -> int:
    """Return the type of the bomber: in some months a B-17 may be a YB-40 (7.11; IQ069, IQ076)."""
    kind = int(mat.sortie.bomber_type)
    total = int(table.charts.yb40[mat.career.month])
    fortress = kind == Bomber.B_17F or kind == Bomber.B_17G
    if total and fortress and succeeds(table, roll(mat, table, Chart.A3_YB40, 0, 0) == total):
        return Bomber.YB_40.value
    return kind


def flak_hits(mat: Mat, table: Table) -> int:
    """Roll the flak hits on a bomber: 1d6 - 3 from the third box on, 1d6 on a straggler.

    (7.1.5; IQ038, IQ203)
    """
    if mat.sortie.straggler:
        return says(table, roll(mat, table, Chart.FLAK, 0, 0))
    if mat.sortie.box < table.charts.flak_from_box:
        return 0
    modifier = modify(mat, table, Chart.FLAK, Modifier.FORMATION, -int(table.charts.flak_minus))
    return says(table, max(0, roll(mat, table, Chart.FLAK, 0, modifier)))


def meet_bomber(mat: Mat, table: Table) -> None:
    """Meet the next bomber of the formation, with its own flak hits (7.1.5; rulings IQ036-IQ038, IQ069).

    If flak destroys it, the next one is met, except after a straggler.
    """
    clear_enemies(mat)
    bomber = mat.bomber
    bomber.present = 1
    bomber.range = Range.MEDIUM if mat.work.medium else Range.LONG
    mat.sortie.bombers_met = raised(mat.sortie.bombers_met, 1, MOST_COUNTED)
    bomber.type = type_of_bomber(mat, table)
    mat.sortie.engaged = raised(mat.sortie.engaged, 1, MOST_COUNTED)
    note(mat, table, Entry.BOMBER, int(bomber.type), 0)
    mat.work.fate = 0
    if not damage_bomber(mat, table, Aim.AIRFRAME, 0, 0, flak_hits(mat, table)):
        bomber.first = starts_first(mat)
        go(mat, Phase.BURST)
    elif mat.sortie.straggler:
        go(mat, Phase.BOX_DONE)


def starts_first(mat: Mat) -> int:
    """Surprise decides the first round of the first pass.

    (7.1.2, 7.1.6; rulings IQ031, IQ033)
    """
    if mat.sortie.passes > 0:
        return 0
    if mat.sortie.orientation == Orientation.OUT_OF_THE_SUN:
        return NO_ANSWER
    return FIRES_FIRST if mat.sortie.orientation == Orientation.ADVANTAGED else 0


# --- BURST (7.1.3, 7.1.6, 7.1.13, 7.1.14) ---


def allow_burst(mat: Mat, table: Table, mask: Mask) -> None:
    """In each round the player fires somewhere, or leaves (7.1.6, 7.1.13)."""
    fires = firing_guns(mat, table) > 0
    extended = mat.bomber.range >= Range.MEDIUM and has_points(mat, table, TWO_POINTS)
    for aim in range(AIMS):
        allow(mask, Act.AIM_PORT + aim, fires)
        allow(mask, Act.BURST_PORT + aim, extended)
    mask[Act.BREAK_OFF.value] = 1
    allow(mask, Act.ROCKETS, may_fire_rockets(mat))
    allow(mask, Act.WINGMAN, fires and wingman_able(mat) and mat.bomber.wingman_ordered == 0)
    allow(mask, Act.REFLEXES, fires and may_fire_first(mat))
    allow(mask, Act.BAIL_OUT, mat.sortie.rounds > 0 and has_reason_to_jump(mat, table))


def may_fire_rockets(mat: Mat) -> bool:
    """Whether rockets can be fired: before the long-range round, undamaged (7.1.14; ruling IQ032)."""
    return bool(mat.bomber.range == Range.LONG and mat.aircraft.rockets == Rockets.LOADED)


def may_fire_first(mat: Mat) -> bool:
    """Whether Reflexes can be ordered: owned, unused, and the pilot does not fire first anyway.

    (7.7; ruling IQ096)
    """
    ready = pilot_can(mat, Skill.REFLEXES) and not mat.sortie.reflexes_used
    return bool(ready and mat.bomber.first == 0 and not mat.bomber.reflexes_ordered)


def decide_burst(mat: Mat, table: Table, action: int) -> None:
    """Carry out the choice before a round of a pass (7.1.3, 7.1.6, 7.1.13; rulings IQ034, IQ193, IQ201)."""
    bomber = mat.bomber
    if action == Act.BREAK_OFF:
        bomber.reflexes_ordered = 0
        go(mat, Phase.PASS_OVER)
    elif action == Act.ROCKETS:
        rockets(mat, table)
    elif action == Act.WINGMAN:
        bomber.wingman_ordered = ORDERED
    elif action == Act.REFLEXES:
        bomber.reflexes_ordered = 1
    elif action == Act.BAIL_OUT:
        mat.work.fate = Fate.SHOT_DOWN
        settle_then(mat, Phase.FORCED)
    else:
        extended = action >= Act.BURST_PORT
        mat.work.extended = int(extended)
        mat.work.aim = action - (Act.BURST_PORT if extended else Act.AIM_PORT)
        if bomber.reflexes_ordered:
            use_reflexes(mat, table)
            bomber.reflexes_ordered = 0
            bomber.first = FIRES_FIRST
        go(mat, Phase.BURST_CARD)


def rockets(mat: Mat, table: Table) -> None:
    """Rockets are fired before the long-range round; the bombers cannot answer (7.1.14)."""
    mat.bomber.fired = int(mat.bomber.fired) + 1
    if fire_rockets(mat, table):
        mat.bomber.present = 0
        go(mat, Phase.PASS_OVER)
    else:
        go(mat, Phase.BURST)


# --- the end of a pass (7.1.6, 7.1.9 to 7.1.11) ---


def pass_over(mat: Mat, table: Table) -> None:
    """After a pass the escort engages; without one the player may go on.

    (7.1.6, 7.1.9, 7.1.10)
    (rulings IQ071, IQ072, IQ140, IQ200)
    """
    shots = int(mat.bomber.fired)
    mat.sortie.passes = raised(mat.sortie.passes, 1, MOST_COUNTED)
    mat.bomber.wingman_ordered = 0
    if has_escort(mat):
        settle_then(mat, Phase.ESCORT)
    elif shots == 0 or is_forced_home(mat, table):
        settle_then(mat, Phase.BOX_DONE)
    else:
        go(mat, Phase.PASS)
        ask(mat, Decision.PASS)


def allow_pass(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow another pass at the same bomber or another one, if counted ammunition is left; or none.

    (7.1.11; IQ068, IQ070)
    (ruling IQ211)
    """
    again = has_points(mat, table, 1)
    allow(mask, Act.SAME, again and mat.bomber.present == 1)
    allow(mask, Act.OTHER, again and not mat.sortie.straggler)
    mask[Act.LET_GO.value] = 1


def decide_pass(mat: Mat, action: int) -> None:
    """Carry out the choice; another pass starts at long range, head on (7.1.11, 7.1.12; ruling IQ077)."""
    if action == Act.SAME:
        mat.bomber.range = Range.LONG
        mat.bomber.fired = 0
        mat.bomber.first = 0
        go(mat, Phase.BURST)
    elif action == Act.OTHER:
        mat.work.medium = 0
        settle_then(mat, Phase.BOMBER)
    else:
        settle_then(mat, Phase.BOX_DONE)


# --- ESCORT (7.1.10) ---


def allow_escort(mat: Mat, mask: Mask) -> None:
    """Allow a fight with the escort, or an attempt to get away (7.1.10; ruling IQ027)."""
    mask[Act.FIGHT.value] = 1
    allow(mask, Act.SLIP, allow_slip(mat))


def decide_escort(mat: Mat, table: Table, action: int) -> None:
    """A pilot who attacked the bombers first starts disadvantaged (7.1.2, 7.1.10)."""
    if action == Act.SLIP and slip_away(mat, table):
        go(mat, Phase.BOX_DONE)
    else:
        begin_fight(mat, table, Position.DISADVANTAGED, False)
