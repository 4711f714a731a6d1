"""Interception (5.1.2, 7.3; charts B1 to B3) and the air-to-air attempt (7.3.1)."""

from stuka_env.charts.shape import FULL_COVER, MARITIME_COLUMN
from stuka_env.codes import NOBODY, SLOTS, Chart, Decision, Effect, Entry, Modifier, Phase, Quality, Role, Target
from stuka_env.rules.crew import aboard, benefit, member
from stuka_env.rules.damage import hit, still_flies
from stuka_env.rules.dice import draw_slots, roll, roll_pair, zone_place
from stuka_env.rules.flight import ask
from stuka_env.rules.journal import note, note_modifier, note_pair, note_roll
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Mat


@rule
def at_sea(mat: Mat) -> bool:
    """Whether this is a maritime mission (4.7)."""
    return mat.mission.target >= Target.BATTLESHIP and mat.mission.target <= Target.TRANSPORT


@rule
def enemy_fighters(mat: Mat, table: Table) -> int:
    """B1: the fighters that find the formation; sets their type (7.3). An ambush adds to a contact."""
    mission = mat.mission
    column = MARITIME_COLUMN if at_sea(mat) else int(mission.segment)
    die = roll(table, Chart.B1, zone_place(mat), 10)
    found = int(table.charts.b1[column][die])
    mission.fighter = table.charts.b1_type[column][die]
    note_roll(mat, table, Chart.B1, NOBODY, 0, die, 0, die, found)
    if found > 0 and mission.ambush:
        found += mission.ambush
        mission.ambush = 0
        note(mat, table, Entry.CARD_WORKS, NOBODY, found, Effect.AMBUSH)
    return found


@rule
def escorts(mat: Mat, table: Table, found: int) -> int:
    """B2: how many of ``found`` fighters the escorts leave (7.3). The die is rolled even without contact."""
    mission = mat.mission
    die = roll(table, Chart.B2, zone_place(mat), 6)
    removed = int(table.charts.b2[mission.segment][mission.zone][die])
    note_roll(mat, table, Chart.B2, NOBODY, 0, die, 0, die, removed)
    if mission.escorts_late:
        mission.escorts_late = 0
        removed = 0
        note(mat, table, Entry.CARD_WORKS, NOBODY, 0, Effect.ESCORTS_LATE)
    if found > 0 and mission.escorts_early:
        mission.escorts_early = 0
        removed = FULL_COVER
        note(mat, table, Entry.CARD_WORKS, NOBODY, 0, Effect.ESCORTS_EARLY)
    return max(0, found - removed)


@rule
def may_duel(mat: Mat, slot: int) -> bool:
    """Whether this aircraft's pilot may try for a fighter: Elite or Hero (7.3.1)."""
    if not still_flies(mat, slot):
        return False
    return mat.pilots[mat.aircraft[slot].pilot - 1].level >= Quality.ELITE


@rule
def intercept(mat: Mat, table: Table) -> None:
    """Roll B1 and B2 for the zone; fighters that get through come on one by one (5.1.2, 7.3)."""
    mission = mat.mission
    mission.phase = Phase.FIGHTERS
    mission.duellist = 0
    mission.sector = 0
    found = enemy_fighters(mat, table)
    left = escorts(mat, table, found)
    mission.fighters = left
    if left == 0:
        mission.fighter = 0
        if found > 0:
            note(mat, table, Entry.ESCORTED, NOBODY, 0, found)
        return
    note(mat, table, Entry.FIGHTERS, NOBODY, int(mission.fighter), left)
    for slot in range(SLOTS):
        if may_duel(mat, slot):
            ask(mat, Decision.AIR_TO_AIR, 0)


@rule
def duel(mat: Mat, table: Table, slot: int) -> None:
    """One air-to-air attempt: 1D6; whatever comes of it, the next attack falls on this aircraft (7.3.1, ruling Q27)."""
    mission = mat.mission
    die = roll(table, Chart.A2A, slot, 6)
    kill = 1 if die <= table.charts.kill_roll else 0
    note_roll(mat, table, Chart.A2A, slot, int(mat.aircraft[slot].pilot), die, 0, die, kill)
    mission.duellist = slot + 1
    if kill:
        mission.kills = min(12, mission.kills + 1)
        mission.fighters -= 1
        note(mat, table, Entry.KILL, slot, int(mat.aircraft[slot].pilot), int(mission.kills))


@rule
def defence_drm(mat: Mat, table: Table, slot: int, sector: int) -> int:
    """Modifier on C1's D6: the sector's own, and the rear gunner where he can fire (7.3, 8.9; ruling Q32)."""
    charts = table.charts
    sector_drm = int(charts.sector_drm[sector])
    gunner_drm = 0
    gunner = aboard(mat, slot, Role.GUNNER)
    if gunner != NOBODY and charts.rear_gunner_drm[sector] != 0:
        level = member(mat, gunner).level
        gunner_drm = charts.rear_gunner_drm[sector] + benefit(mat, gunner, charts.gunner_drm[level])
    note_modifier(mat, table, Chart.C1, slot, 0, Modifier.SECTOR, sector_drm)
    note_modifier(mat, table, Chart.C1, slot, 0, Modifier.REAR_GUNNER, gunner_drm)
    return sector_drm + gunner_drm


@rule
def attack_aircraft(mat: Mat, table: Table, slot: int, sector: int, hits: int) -> None:
    """A fighter's hits on one aircraft, each with its own C1 roll (5.1.2)."""
    for _ in range(hits):
        if still_flies(mat, slot):
            hit(mat, table, slot, defence_drm(mat, table, slot, sector))


@rule
def fighter_attacks(mat: Mat, table: Table) -> None:
    """The next fighter: approach and attack on B3, numbers from the cup, C1 for each hit (5.1.2, 7.3; ruling Q72)."""
    mission = mat.mission
    if mission.fighters == 0:
        mission.phase = Phase.ZONE_DONE
        return
    mission.fighters -= 1
    charts = table.charts
    white, colour = roll_pair(table, Chart.B3, zone_place(mat), 6, 6)
    sector = int(charts.b3_sector[white])
    mission.sector = sector + 1
    note_pair(mat, table, Chart.B3, NOBODY, white, colour, 0, sector, int(charts.b3_aircraft[colour]))
    wanted = int(charts.b3_aircraft[colour])
    if wanted == 0:
        return
    first = mission.duellist - 1
    if first >= 0 and not still_flies(mat, first):
        first = NOBODY
    mission.duellist = 0
    drawn = draw_slots(mat, table, wanted, first)
    for index in range(drawn):
        attack_aircraft(mat, table, mission.targets[index] - 1, sector, int(charts.b3_hits[colour]))
