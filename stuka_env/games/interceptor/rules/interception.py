"""Boxes and interceptions (6.1.3, 7.1.1, 7.1.2; charts B1 and A3)."""

from stuka_env.engine.frame import ask, go, note, roll, says, says_second, says_third
from stuka_env.games.interceptor.codes import (
    RANDOM_EVENT,
    Act,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Entry,
    Event,
    Marker,
    Meeting,
    Orientation,
    Person,
    Phase,
    Position,
    Presence,
    Skill,
    System,
)
from stuka_env.games.interceptor.rules.aircraft import firing_bits, is_forced_home, series_row
from stuka_env.games.interceptor.rules.bombers import attack_bombers
from stuka_env.games.interceptor.rules.bursts import jam_one
from stuka_env.games.interceptor.rules.damage import hit_own_engine
from stuka_env.games.interceptor.rules.disengaging import allow_slip, slip_away
from stuka_env.games.interceptor.rules.experience import pilot_can, pilot_gains
from stuka_env.games.interceptor.rules.fighters import begin_fight
from stuka_env.games.interceptor.rules.homeward import clear_enemies
from stuka_env.games.interceptor.rules.markers import keep_marker, uses_marker
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Mask, Table, allow
from stuka_env.games.interceptor.rules.victory import has_escort


def change_aircraft(mat: Mat, table: Table, event: int) -> None:
    """An event changes aircraft, weapons, wingman or sortie (7.10; ruling IQ203)."""
    if event == Event.ENGINE_HIT:
        if series_row(mat, table.charts).engines:
            hit_own_engine(mat, table, System.PORT_ENGINE)
    elif event == Event.JAM:
        jam_one(mat, table, firing_bits(mat, table))
    elif event == Event.RADIO_OUT:
        mat.aircraft.radio = 1
    elif event == Event.WINGMAN_HOME:
        mat.wingman.present = Presence.ABSENT
    elif event == Event.ABORT:
        mat.sortie.homeward = 1


def random_event(mat: Mat, table: Table) -> int:
    """Roll on C1, carry the event out at once, and return the meeting if the event is one.

    (7.10; IQ203)
    """
    event = says(table, int(table.charts.c1[roll(mat, table, Chart.C1, 0, 0)]))
    mat.sortie.event = event
    mat.work.fate = 0
    note(mat, table, Entry.EVENT, event, 0)
    if event == Event.SWEEP:
        return Meeting.SWEEP.value
    if event == Event.STRAGGLER:
        return Meeting.RAID.value
    if event == Event.GUIDE:
        keep_marker(mat, Marker.GUIDE)
    elif event == Event.WITNESS:
        keep_marker(mat, Marker.WITNESS)
    elif event == Event.MECHANICS:
        keep_marker(mat, Marker.MECHANICS)
    elif event == Event.EXPERIENCE:
        pilot_gains(mat, table, 1)
    else:
        change_aircraft(mat, table, event)
    return Meeting.NONE.value


TWELVE = 12
"""Roll of B1 that is a random event, once a sortie (7.10)."""
MOST_BOXES = 7


def bombers_of(mat: Mat, table: Table) -> int:
    """Return the bomber's type by A3; without a roll where only one is possible (7.1.2; ruling IQ014)."""
    month = mat.career.month
    if table.charts.bomber_rolls[month]:
        return says(table, int(table.charts.bomber[month][roll(mat, table, Chart.A3, 0, 0)]))
    return int(table.charts.bomber[month][1])


def escort_of(mat: Mat, table: Table) -> int:
    """Return the escort's type by A3; without a roll where only one is possible (7.1.2, 7.2.1; IQ014)."""
    month, zone = mat.career.month, mat.sortie.target_zone
    if table.charts.escort_rolls[zone][month]:
        return says(table, int(table.charts.escort[zone][month][roll(mat, table, Chart.A3_ESCORT, 0, 0)]))
    return int(table.charts.escort[zone][month][1])


def sweep_of(mat: Mat, table: Table) -> int:
    """Return the fighters of a sweep by A3 (7.1.2, 7.2.1; ruling IQ024)."""
    month = mat.career.month
    if table.charts.sweep_rolls[month]:
        return says(table, int(table.charts.sweep[month][roll(mat, table, Chart.A3_SWEEP, 0, 0)]))
    return int(table.charts.sweep[month][1])


def know_composition(mat: Mat, table: Table) -> None:
    """A composition that A3 gives without a roll is public from the raid on (7.11; rulings IQ013, IQ014)."""
    month, zone = mat.career.month, mat.sortie.target_zone
    charts = table.charts
    mat.sortie.bomber_type = 0 if charts.bomber_rolls[month] else int(charts.bomber[month][1])
    mat.sortie.escort = 0 if charts.escort_rolls[zone][month] else int(charts.escort[zone][month][1])


def open_box(mat: Mat, table: Table) -> None:
    """A new box: nothing is met there yet (6.1.3; ruling IQ030)."""
    clear_enemies(mat)
    know_composition(mat, table)
    sortie = mat.sortie
    sortie.orientation = Orientation.NONE
    sortie.sweep = 0
    sortie.straggler = 0
    sortie.formation = 1
    sortie.bombers_met = 0
    sortie.enemies_met = 0
    sortie.rounds = 0
    sortie.passes = 0
    sortie.slip_tried = 0
    sortie.boxes = raised(sortie.boxes, 1, MOST_BOXES)
    note(mat, table, Entry.BOX, int(sortie.box), 0)


def note_met(mat: Mat, table: Table) -> None:
    """Note a meeting: orientation, bombers and fighters."""
    note(mat, table, Entry.MET, int(mat.sortie.orientation), int(mat.sortie.bomber_type))
    says_third(table, int(mat.sortie.escort))


def meet_sweep(mat: Mat, table: Table, orientation: int) -> None:
    """A fighter encounter (7.1.2; rulings IQ023, IQ024)."""
    mat.sortie.sweep = 1
    mat.sortie.orientation = orientation
    mat.sortie.bomber_type = Bomber.UNKNOWN
    mat.sortie.escort = sweep_of(mat, table)
    note_met(mat, table)
    ask(mat, Decision.ENGAGE)
    go(mat, Phase.ENGAGED)


def meet_raid(mat: Mat, table: Table, orientation: int) -> None:
    """The raid is intercepted: bombers and escorts by A3 (7.1.2).

    The marker of the guide makes it Advantaged, whatever was rolled (ruling IQ203).
    """
    if uses_marker(mat, table, Marker.GUIDE):
        orientation = Orientation.ADVANTAGED.value
    mat.sortie.orientation = orientation
    mat.sortie.bomber_type = bombers_of(mat, table)
    mat.sortie.escort = escort_of(mat, table)
    note_met(mat, table)
    ask(mat, Decision.ENGAGE)
    go(mat, Phase.ENGAGED)


def meet_straggler(mat: Mat, table: Table) -> None:
    """A straggler: head on, alone, without escort, formation or bombs (ruling IQ203)."""
    mat.sortie.straggler = 1
    mat.sortie.formation = 0
    mat.sortie.orientation = Orientation.HEAD_ON
    mat.sortie.bomber_type = bombers_of(mat, table)
    mat.sortie.escort = Enemy.NONE
    note_met(mat, table)
    ask(mat, Decision.ENGAGE)
    go(mat, Phase.ENGAGED)


def meet_event(mat: Mat, table: Table) -> None:
    """The first 12 of a sortie is a random event; some are a meeting (7.10; IQ022, IQ203)."""
    mat.sortie.twelve = 1
    meeting = random_event(mat, table)
    if meeting == Meeting.SWEEP:
        meet_sweep(mat, table, Orientation.DISADVANTAGED)
    elif meeting == Meeting.RAID:
        meet_straggler(mat, table)
    elif not mat.work.fate:
        go(mat, Phase.BOX_DONE)
    else:
        go(mat, Phase.FORCED)


def enter_box(mat: Mat, table: Table) -> None:
    """Roll for interception in a box (6.1.3, 7.1.2, 7.7)."""
    open_box(mat, table)
    total = roll(mat, table, Chart.B1, 0, 0)
    if total == TWELVE and not mat.sortie.twelve:
        says(table, RANDOM_EVENT)
        says_second(table, Orientation.NONE)
        meet_event(mat, table)
        return
    month = mat.career.month
    meeting = says(table, int(table.charts.b1[month][total]))
    orientation = int(table.charts.b1_orientation[month][total])
    says_second(table, orientation)
    if meeting == Meeting.NOT_LOCATED and pilot_can(mat, Skill.NAVIGATION):
        note(mat, table, Entry.SKILL_USED, Person.PILOT, Skill.NAVIGATION)
        meet_raid(mat, table, Orientation.ADVANTAGED)  # 7.7
    elif meeting == Meeting.RAID:
        meet_raid(mat, table, orientation)
    elif meeting == Meeting.SWEEP:
        meet_sweep(mat, table, orientation)
    else:
        go(mat, Phase.BOX_DONE)


# --- ENGAGE (7.1.3, 7.2.1) ---


def may_attack_bombers(mat: Mat) -> bool:
    """Whether the bombers can be attacked: not if disadvantaged with escorts (7.1.2, 7.1.3)."""
    hampered = mat.sortie.orientation == Orientation.DISADVANTAGED and has_escort(mat)
    return bool(not mat.sortie.sweep and not hampered)


def allow_engage(mat: Mat, mask: Mask) -> None:
    """Allow an attack on bombers or fighters, an attempt to get away, and letting bombers go.

    (7.1.1-7.1.3; IQ025, IQ031)
    """
    bombers = may_attack_bombers(mat)
    fighters = mat.sortie.escort > Enemy.NONE
    allow(mask, Act.BOMBERS, bombers)
    allow(mask, Act.BOMBERS_MEDIUM, bombers and mat.sortie.orientation == Orientation.OUT_OF_THE_SUN)
    allow(mask, Act.FIGHT, fighters)
    allow(mask, Act.SLIP, fighters and allow_slip(mat))
    allow(mask, Act.LET_GO, not fighters)


def starting_position(mat: Mat) -> int:
    """Return the position in which fighter combat starts by the interception.

    (7.1.2, 7.2.1)
    """
    orientation = mat.sortie.orientation
    if orientation == Orientation.ADVANTAGED or orientation == Orientation.OUT_OF_THE_SUN:
        return Position.ADVANTAGED.value
    return Position.DISADVANTAGED.value if orientation == Orientation.DISADVANTAGED else Position.HEAD_ON.value


def fight_as_met(mat: Mat, table: Table) -> None:
    """Fighter combat in the orientation rolled (7.2.1; rulings IQ026, IQ116)."""
    sun = mat.sortie.orientation == Orientation.OUT_OF_THE_SUN
    begin_fight(mat, table, starting_position(mat), sun)


def decide_engage(mat: Mat, table: Table, action: int) -> None:
    """Carry out the choice at an interception (7.1.3, 7.1.10; rulings IQ025, IQ026)."""
    if action == Act.BOMBERS or action == Act.BOMBERS_MEDIUM:
        attack_bombers(mat, action == Act.BOMBERS_MEDIUM)
    elif action == Act.FIGHT:
        fight_as_met(mat, table)
    elif action == Act.LET_GO:
        go(mat, Phase.BOX_DONE)
    elif slip_away(mat, table):
        go(mat, Phase.BOX_DONE)
    else:
        fight_as_met(mat, table)


# --- ONWARD (6.1.3) ---


def box_done(mat: Mat, table: Table) -> None:
    """A box is settled: the next box or home; home if he must, or if no box is left.

    (6.1.3, 7.2.2.9; IQ018-IQ020)
    """
    clear_enemies(mat)
    if is_forced_home(mat, table) or mat.sortie.box >= mat.sortie.last_box:
        go(mat, Phase.LANDING)
    else:
        ask(mat, Decision.ONWARD)


def decide_onward(mat: Mat, table: Table, action: int) -> None:
    """Go to the next box, or straight to the landing box (6.1.3, 7.4.2; ruling IQ020)."""
    if action == Act.ON:
        mat.sortie.box = int(mat.sortie.box) + 1
        go(mat, Phase.BOX)
    else:
        note(mat, table, Entry.HOMEWARD, 0, 0)
        go(mat, Phase.LANDING)
