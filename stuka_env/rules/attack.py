"""The attack run (5.1.3, 7.4 to 7.9; charts A2 to A4 and A6): visibility, flak, bombs, Rudel Gamble, strafing."""

from stuka_env.charts.shape import A2_HIGH, A2_LOW, A6_HIGH
from stuka_env.codes import (
    NOBODY,
    SLOTS,
    Chart,
    Decision,
    Entry,
    Flak,
    Leg,
    Model,
    Modifier,
    Payload,
    Phase,
    Scale,
    System,
)
from stuka_env.rules.careers import promote
from stuka_env.rules.crew import aboard, benefit, clamp, member
from stuka_env.rules.damage import destroy_with_crew, hit, still_flies
from stuka_env.rules.dice import draw_slots, roll
from stuka_env.rules.flight import ask, complete_mission, flying
from stuka_env.rules.interception import at_sea
from stuka_env.rules.journal import note, note_modifier, note_roll
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.log_sheet import log_gambler, log_strafing
from stuka_env.rules.mat import Mat

# --- visibility and flak (7.4, 7.5) ---


@rule
def target_visibility(mat: Mat, table: Table) -> None:
    """A4, unless an event card has settled it (5.1.3, 7.4; ruling Q77)."""
    mission = mat.mission
    if mission.visibility_card:
        mission.visibility = mission.visibility_card
    else:
        die = roll(table, Chart.A4, 0, 6)
        mission.visibility = table.charts.a4[die]
        note_roll(mat, table, Chart.A4, NOBODY, 0, die, 0, die, int(mission.visibility))
    note(mat, table, Entry.VISIBILITY, NOBODY, 0, int(mission.visibility))


@rule
def flak_intensity(mat: Mat, table: Table) -> int:
    """One roll on A6 with its modifiers (7.5, 4.7; rulings Q69, Q70)."""
    maritime = table.charts.a6_maritime if at_sea(mat) else 0
    card = int(mat.mission.flak_card)
    die = roll(table, Chart.A6, 0, 10)
    total = clamp(die + maritime + card, 0, A6_HIGH)
    result = int(table.charts.a6[total])
    note_modifier(mat, table, Chart.A6, NOBODY, 0, Modifier.MARITIME, maritime)
    note_modifier(mat, table, Chart.A6, NOBODY, 0, Modifier.EVENT_CARD, card)
    note_roll(mat, table, Chart.A6, NOBODY, 0, die, maritime + card, total, result)
    return result


@rule
def flak_hits(mat: Mat, table: Table, slot: int) -> None:
    """Flak hits one aircraft; the Lucky Dog shrugs it off (4.3.2, rulings Q29, Q96)."""
    if mat.aircraft[slot].lucky:
        note(mat, table, Entry.LUCKY, slot, 0, 0)
        return
    hit(mat, table, slot, 0)


@rule
def anti_aircraft_fire(mat: Mat, table: Table) -> None:
    """A6, numbers from the cup, C1 for each (7.5). Heavy is rolled once more in Jun/Jul 1941 (ruling Q07)."""
    mission = mat.mission
    result = flak_intensity(mat, table)
    if result == Flak.HEAVY and table.charts.a6_reroll[mission.segment]:
        result = flak_intensity(mat, table)
    mission.flak = result
    note(mat, table, Entry.FLAK, NOBODY, 0, result)
    drawn = draw_slots(mat, table, int(table.charts.a6_hits[result]), NOBODY)
    for index in range(drawn):
        flak_hits(mat, table, mission.targets[index] - 1)


@rule
def begin_attack_run(mat: Mat, table: Table) -> None:
    """The attack run begins: who is present counts from now on (5.1.5, 7.8; ruling Q02)."""
    mission = mat.mission
    mission.present = flying(mat)
    for slot in range(SLOTS):
        if still_flies(mat, slot):
            mat.aircraft[slot].present = 1
            complete_mission(mat, slot)
    mission.phase = Phase.ATTACK
    mission.cursor = 0
    target_visibility(mat, table)
    anti_aircraft_fire(mat, table)


# --- one aircraft's attack (7.6 to 7.9) ---


@rule
def bombs_work(mat: Mat, slot: int) -> bool:
    """Whether the ordnance can still be dropped or fired (ruling Q49)."""
    return mat.aircraft[slot].damage[System.BOMBS] == 0


@rule
def may_strafe(mat: Mat, slot: int) -> bool:
    """Machine guns, when the bombs do not drop; not the G (4.4, 7.6)."""
    return mat.mission.model == Model.D and not bombs_work(mat, slot)


@rule
def may_gamble(mat: Mat, slot: int) -> bool:
    """Rudel Gamble: once a mission, ordnance to drop, wings and tail sound, at most one stress, not the G (7.7)."""
    if mat.mission.gamble or mat.mission.model == Model.G or not bombs_work(mat, slot):
        return False
    aircraft = mat.aircraft[slot]
    damage = aircraft.damage
    sound = not (damage[System.PORT_WING] or damage[System.STARBOARD_WING] or damage[System.TAIL])
    return sound and mat.pilots[aircraft.pilot - 1].stress <= 1


@rule
def attack_drm(mat: Mat, table: Table, slot: int, payload: int, gamble: int, told: int) -> int:
    """All modifiers of one attack (7.9): ordnance, visibility, stress, crew, gamble. ``told`` notes each of them."""
    charts = table.charts
    pilot = mat.aircraft[slot].pilot - 1
    who = member(mat, pilot)
    load = int(charts.a3[payload][mat.mission.target])
    sight = int(charts.visibility_drm[mat.mission.visibility])
    nerves = int(charts.c2_attack[who.stress])
    crew = benefit(mat, pilot, charts.attack_drm[who.level])
    dive = gamble * charts.gamble_drm
    if told:
        note_modifier(mat, table, Chart.A2, slot, pilot + 1, Modifier.PAYLOAD, load)
        note_modifier(mat, table, Chart.A2, slot, pilot + 1, Modifier.VISIBILITY, sight)
        note_modifier(mat, table, Chart.A2, slot, pilot + 1, Modifier.STRESS, nerves)
        note_modifier(mat, table, Chart.A2, slot, pilot + 1, Modifier.CREW, crew)
        note_modifier(mat, table, Chart.A2, slot, pilot + 1, Modifier.GAMBLE, dive)
    return load + sight + nerves + crew + dive


@rule
def next_payload(mat: Mat, slot: int) -> int:
    """What this aircraft would attack with: its ordnance, or the machine guns if that does not work; the G has none."""
    if bombs_work(mat, slot):
        return int(mat.aircraft[slot].ordnance)
    return Payload.STRAFING if may_strafe(mat, slot) else Payload.NONE


@rule
def sink(mat: Mat, table: Table, slot: int) -> None:
    """An attack of 100 on a warship sinks it; the first crew to do it is promoted at once (8.6, ruling Q67)."""
    mission = mat.mission
    if mission.sunk or not table.charts.sinks[mission.target]:
        return
    mission.sunk = 1
    note(mat, table, Entry.SUNK, slot, 0, int(mission.target))
    if mission.scale < Scale.OPERATION:
        return
    for role in range(2):
        person = aboard(mat, slot, role)
        if person != NOBODY:
            promote(mat, table, person)


@rule
def score_attack(mat: Mat, table: Table, slot: int, payload: int, gamble: int) -> None:
    """Roll A2 in the target's column and mark the score (7.8)."""
    aircraft = mat.aircraft[slot]
    drm = attack_drm(mat, table, slot, payload, gamble, 1)
    die = roll(table, Chart.A2, slot, 10)
    total = clamp(die + drm, A2_LOW, A2_HIGH)
    score = int(table.charts.a2[mat.mission.target_size][total - A2_LOW])
    note_roll(mat, table, Chart.A2, slot, int(aircraft.pilot), die, drm, total, score)
    aircraft.drm = drm
    aircraft.attacked = 1
    aircraft.score = score
    note(mat, table, Entry.SCORE, slot, int(aircraft.pilot), score)


@rule
def drop(mat: Mat, table: Table, slot: int) -> None:
    """Drop the bombs, or fire the cannon (7.8); nothing is left that could detonate (ruling Q78)."""
    score_attack(mat, table, slot, int(mat.aircraft[slot].ordnance), 0)
    mat.aircraft[slot].ordnance = Payload.NONE


@rule
def strafe(mat: Mat, table: Table, slot: int) -> None:
    """Machine guns instead of bombs (4.4, 7.6)."""
    log_strafing(mat, slot)
    score_attack(mat, table, slot, Payload.STRAFING, 0)


@rule
def rudel_gamble(mat: Mat, table: Table, slot: int) -> None:
    """Dive on past the safe height: a better attack, then 1D6 whether the aircraft pulls out (7.7, ruling Q48)."""
    log_gambler(mat, slot)
    score_attack(mat, table, slot, int(mat.aircraft[slot].ordnance), 1)
    mat.aircraft[slot].ordnance = Payload.NONE
    die = roll(table, Chart.GAMBLE, slot, 6)
    crash = int(table.charts.gamble_crash[die])
    note_roll(mat, table, Chart.GAMBLE, slot, int(mat.aircraft[slot].pilot), die, 0, die, crash)
    mat.mission.gamble = 1 + crash
    if crash:
        destroy_with_crew(mat, table, slot)


@rule
def hold_fire(mat: Mat, table: Table, slot: int) -> None:
    """No attack: a Miss that stays in the divisor (ruling Q85)."""
    mat.aircraft[slot].attacked = 1
    mat.aircraft[slot].score = 0
    note(mat, table, Entry.SCORE, slot, int(mat.aircraft[slot].pilot), 0)


@rule
def attacks(mat: Mat, table: Table) -> None:
    """The next aircraft's turn, in slot order from the leader's (7.8); after the last the formation turns home."""
    mission = mat.mission
    while mission.cursor < SLOTS and not still_flies(mat, mission.cursor):
        mission.cursor += 1
    if mission.cursor == SLOTS:
        mission.leg = Leg.HOME
        mission.phase = Phase.MOVE
        return
    slot = int(mission.cursor)
    armed = next_payload(mat, slot)
    mat.aircraft[slot].drm = attack_drm(mat, table, slot, armed, 0, 0) if armed != Payload.NONE else 0
    ask(mat, Decision.ATTACK, slot + 1)


@rule
def attack_done(mat: Mat, table: Table, slot: int) -> None:
    """After an attack: a ship may have been sunk; the next aircraft follows."""
    mat.mission.cursor = slot + 1
    if mat.aircraft[slot].score == 100:
        sink(mat, table, slot)
