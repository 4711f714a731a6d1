"""The attack run (5.1.3, 7.4 to 7.9; charts A2 to A4, A6): visibility, anti-aircraft fire, bombs, Gamble, strafing."""

from stuka_env.engine.frame import go, modify, note, roll, says
from stuka_env.games.stuka.charts.shape import PERFECT, Charts
from stuka_env.games.stuka.codes import (
    A2_HIGH,
    A2_LOW,
    NOBODY,
    SLOTS,
    Act,
    AntiAircraft,
    Chart,
    Decision,
    Entry,
    Leg,
    Model,
    Modifier,
    Payload,
    Phase,
    Role,
    Scale,
    System,
)
from stuka_env.games.stuka.rules.careers import promote
from stuka_env.games.stuka.rules.crew import aboard, benefit, member, seated
from stuka_env.games.stuka.rules.cups import draw_slots
from stuka_env.games.stuka.rules.damage import destroy_with_crew, hit, still_flies
from stuka_env.games.stuka.rules.flight import allow_relief, complete_mission, flying, use_relief
from stuka_env.games.stuka.rules.interception import at_sea
from stuka_env.games.stuka.rules.log_sheet import log_gambler, log_strafing
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.rolls import clamp
from stuka_env.games.stuka.rules.table import Mask, Table, about, ask_about

# --- visibility and anti-aircraft fire (7.4, 7.5) ---


def target_visibility(mat: Mat, table: Table) -> None:
    """A4, unless an event card has set it (5.1.3, 7.4; ruling Q77)."""
    mission = mat.mission
    if mission.visibility_card:
        mission.visibility = mission.visibility_card
    else:
        die = roll(mat, table, Chart.A4, 0, 0)
        mission.visibility = says(table, int(table.charts.a4[die]))
    note(mat, table, Entry.VISIBILITY, 0, int(mission.visibility))


def anti_aircraft_intensity(mat: Mat, table: Table) -> int:
    """One roll on A6 with its modifiers (7.5, 4.7; rulings Q69, Q70)."""
    maritime = int(table.charts.a6_maritime) if at_sea(mat) else 0
    drm = modify(mat, table, Chart.A6, Modifier.MARITIME, maritime)
    drm += modify(mat, table, Chart.A6, Modifier.EVENT_CARD, int(mat.mission.anti_aircraft_card))
    return says(table, int(table.charts.a6[roll(mat, table, Chart.A6, 0, drm)]))


def anti_aircraft_hits(mat: Mat, table: Table, slot: int) -> None:
    """Anti-aircraft fire hits one aircraft; the Lucky Dog ignores it (4.3.2, rulings Q29, Q96)."""
    if mat.aircraft[slot].lucky:
        note(mat, table, Entry.LUCKY, to_number(slot), 0)
        return
    hit(mat, table, slot, 0)


def anti_aircraft_fire(mat: Mat, table: Table) -> None:
    """A6, numbers from the cup, C1 for each (7.5). Heavy is rolled once more in Jun/Jul 1941 (ruling Q07)."""
    mission = mat.mission
    result = anti_aircraft_intensity(mat, table)
    if result == AntiAircraft.HEAVY and table.charts.a6_reroll[mat.war.segment]:
        result = anti_aircraft_intensity(mat, table)
    mission.anti_aircraft = result
    note(mat, table, Entry.ANTI_AIRCRAFT, 0, result)
    drawn = draw_slots(mat, table, int(table.charts.a6_hits[result]), NOBODY)
    for index in range(drawn):
        anti_aircraft_hits(mat, table, to_index(mission.targets[index]))


def begin_attack_run(mat: Mat, table: Table) -> None:
    """The attack run begins: who is present counts from now on (5.1.5, 7.8; ruling Q02)."""
    mission = mat.mission
    mission.present = flying(mat)
    for slot in range(SLOTS):
        if still_flies(mat, slot):
            mat.aircraft[slot].present = 1
            complete_mission(mat, slot)
    go(mat, Phase.ATTACK)
    mat.cursor.step = 0
    target_visibility(mat, table)
    anti_aircraft_fire(mat, table)


# --- one aircraft's attack (7.6 to 7.9) ---


def bombs_work(mat: Mat, slot: int) -> bool:
    """Whether the ordnance can still be dropped or fired (ruling Q49)."""
    return mat.aircraft[slot].damage[System.BOMBS.value] == 0


def may_strafe(mat: Mat, slot: int) -> bool:
    """Machine guns, when the bombs do not drop; not the G (4.4, 7.6)."""
    return mat.war.model == Model.D and not bombs_work(mat, slot)


def may_gamble(mat: Mat, slot: int) -> bool:
    """Rudel Gamble: once a mission, ordnance to drop, wings and tail sound, at most one stress, not the G (7.7)."""
    if mat.mission.gamble or mat.war.model == Model.G or not bombs_work(mat, slot):
        return False
    aircraft = mat.aircraft[slot]
    damage = aircraft.damage
    sound = not (damage[System.PORT_WING.value] or damage[System.STARBOARD_WING.value] or damage[System.TAIL.value])
    return sound and mat.pilots[to_index(aircraft.pilot)].stress <= 1


def pilot_modifiers(mat: Mat, charts: Charts, pilot: int) -> tuple[int, int]:
    """The modifiers of a pilot's attacks (7.9): stress, level."""
    who = member(mat, pilot)
    return int(charts.c2_attack[who.stress]), benefit(mat, pilot, int(charts.attack_drm[who.level]))


def attack_modifiers(mat: Mat, charts: Charts, slot: int, payload: int, gamble: int) -> tuple[int, int, int, int, int]:
    """The modifiers of one attack (7.9): ordnance, visibility, stress, crew, gamble."""
    load = int(charts.a3[payload][mat.mission.target])
    visibility = int(charts.visibility_drm[mat.mission.visibility])
    nerves, crew = pilot_modifiers(mat, charts, seated(mat, slot, Role.PILOT))
    return load, visibility, nerves, crew, gamble * int(charts.gamble_drm)


def attack_drm(mat: Mat, charts: Charts, slot: int, payload: int, gamble: int) -> int:
    """All modifiers of one attack together (7.9)."""
    load, visibility, nerves, crew, dive = attack_modifiers(mat, charts, slot, payload, gamble)
    return load + visibility + nerves + crew + dive


def score_of(charts: Charts, size: int, total: int) -> int:
    """Return the score that A2 gives for a total, against a target of a size (7.8)."""
    return int(charts.a2[size][clamp(total, A2_LOW, A2_HIGH) - A2_LOW])


def next_payload(mat: Mat, slot: int) -> int:
    """The weapon of this aircraft: its ordnance, or the machine guns if that does not work; the G has none."""
    if bombs_work(mat, slot):
        return int(mat.aircraft[slot].ordnance)
    return Payload.STRAFING if may_strafe(mat, slot) else Payload.NONE


def sink(mat: Mat, table: Table, slot: int) -> None:
    """An attack of 100 on a warship sinks it; the first crew to do it is promoted at once (8.6, ruling Q67)."""
    mission = mat.mission
    if mission.sunk or not table.charts.sinks[mission.target]:
        return
    mission.sunk = 1
    note(mat, table, Entry.SUNK, to_number(slot), int(mission.target))
    if mat.war.scale < Scale.OPERATION:
        return
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            promote(mat, table, person)


def score_attack(mat: Mat, table: Table, slot: int, payload: int, gamble: int) -> None:
    """Roll A2 in the target's column and mark the score (7.8)."""
    aircraft = mat.aircraft[slot]
    pilot = seated(mat, slot, Role.PILOT)
    load, visibility, nerves, crew, dive = attack_modifiers(mat, table.charts, slot, payload, gamble)
    drm = modify(mat, table, Chart.A2, Modifier.PAYLOAD, load)
    drm += modify(mat, table, Chart.A2, Modifier.VISIBILITY, visibility)
    drm += modify(mat, table, Chart.A2, Modifier.STRESS, nerves)
    drm += modify(mat, table, Chart.A2, Modifier.CREW, crew)
    drm += modify(mat, table, Chart.A2, Modifier.GAMBLE, dive)
    total = roll(mat, table, Chart.A2, about(slot, pilot), drm)
    score = says(table, score_of(table.charts, int(mat.mission.target_size), total))
    aircraft.drm = drm
    aircraft.attacked = 1
    aircraft.score = score
    note(mat, table, Entry.SCORE, about(slot, pilot), score)


def drop(mat: Mat, table: Table, slot: int) -> None:
    """Drop the bombs, or fire the cannon (7.8); nothing is left that could detonate (ruling Q78)."""
    score_attack(mat, table, slot, int(mat.aircraft[slot].ordnance), 0)
    mat.aircraft[slot].ordnance = Payload.NONE


def strafe(mat: Mat, table: Table, slot: int) -> None:
    """Machine guns instead of bombs (4.4, 7.6)."""
    log_strafing(mat, slot)
    score_attack(mat, table, slot, Payload.STRAFING, 0)


def rudel_gamble(mat: Mat, table: Table, slot: int) -> None:
    """Dive on past the safe height: a better attack, then 1D6 whether the aircraft pulls out (7.7, ruling Q48)."""
    log_gambler(mat, slot)
    score_attack(mat, table, slot, int(mat.aircraft[slot].ordnance), 1)
    mat.aircraft[slot].ordnance = Payload.NONE
    die = roll(mat, table, Chart.GAMBLE, about(slot, seated(mat, slot, Role.PILOT)), 0)
    crash = says(table, int(table.charts.gamble_crash[die]))
    mat.mission.gamble = 1 + crash
    if crash:
        destroy_with_crew(mat, table, slot)


def hold_fire(mat: Mat, table: Table, slot: int) -> None:
    """No attack: a Miss that stays in the divisor (ruling Q85)."""
    mat.aircraft[slot].attacked = 1
    mat.aircraft[slot].score = 0
    note(mat, table, Entry.SCORE, about(slot, seated(mat, slot, Role.PILOT)), 0)


def attacks(mat: Mat, table: Table) -> None:
    """The next aircraft's turn, in slot order from the leader's (7.8); after the last the formation turns home."""
    mission = mat.mission
    while mat.cursor.step < SLOTS and not still_flies(mat, mat.cursor.step):
        mat.cursor.step += 1
    if mat.cursor.step >= SLOTS:
        mission.leg = Leg.HOME
        go(mat, Phase.MOVE)
        return
    slot = int(mat.cursor.step)
    armed = next_payload(mat, slot)
    mat.aircraft[slot].drm = attack_drm(mat, table.charts, slot, armed, 0) if armed != Payload.NONE else 0
    ask_about(mat, Decision.ATTACK, to_number(slot))


def allow_attack(mat: Mat, mask: Mask) -> None:
    """Drop, gamble; with the bombs out of order strafe or hold fire; stress relief (7.6 to 7.8)."""
    slot = to_index(mat.cursor.subject)
    works = bombs_work(mat, slot)
    mask[Act.DROP.value] = works
    mask[Act.HOLD.value] = not works
    mask[Act.GAMBLE.value] = may_gamble(mat, slot)
    mask[Act.STRAFE.value] = may_strafe(mat, slot)
    allow_relief(mat, mask)


def attack_done(mat: Mat, table: Table, slot: int) -> None:
    """After an attack: a ship may have been sunk; the next aircraft follows."""
    mat.cursor.step = to_number(slot)
    if mat.aircraft[slot].score == PERFECT:
        sink(mat, table, slot)


def decide_attack(mat: Mat, table: Table, verb: int, argument: int, subject: int) -> None:
    """Attack with this aircraft as the player chose; the leader's relief comes before it (4.2, 7.6 to 7.8)."""
    if verb == Act.RELIEVE:
        use_relief(mat, table, argument)
        return
    if verb == Act.DROP:
        drop(mat, table, subject)
    elif verb == Act.GAMBLE:
        rudel_gamble(mat, table, subject)
    elif verb == Act.STRAFE:
        strafe(mat, table, subject)
    elif verb == Act.HOLD:
        hold_fire(mat, table, subject)
    attack_done(mat, table, subject)
