"""Interception (5.1.2, 7.3; charts B1 to B3) and the air-to-air attempt (7.3.1)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, says, says_second, says_total, throw
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN, MOST_KILLS, Charts
from stuka_env.games.stuka.codes import (
    FULL_COVER,
    NOBODY,
    SLOTS,
    Act,
    Chart,
    Decision,
    Effect,
    Entry,
    Modifier,
    Phase,
    Quality,
    Role,
    Target,
)
from stuka_env.games.stuka.rules.crew import aboard, benefit, member, seated
from stuka_env.games.stuka.rules.cups import draw_slots
from stuka_env.games.stuka.rules.damage import hit, still_flies
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.table import Mask, Table, about


def at_sea(mat: Mat) -> bool:
    """Whether this is a maritime mission (4.7)."""
    return mat.mission.target >= Target.BATTLESHIP and mat.mission.target <= Target.TRANSPORT


def enemy_fighters(mat: Mat, table: Table) -> int:
    """B1: the fighters that find the formation; sets their type (7.3). An ambush adds to a contact."""
    mission = mat.mission
    column = MARITIME_COLUMN if at_sea(mat) else int(mat.war.segment)
    die = roll(mat, table, Chart.B1, 0, 0)
    found = says(table, int(table.charts.b1[column][die]))
    mission.fighter = table.charts.b1_type[column][die]
    if found > 0 and mission.ambush:
        found += mission.ambush
        mission.ambush = 0
        note(mat, table, Entry.CARD_WORKS, found, Effect.AMBUSH)
    return found


def escorts(mat: Mat, table: Table, found: int) -> int:
    """B2: how many of ``found`` fighters the escorts leave (7.3). The die is rolled even without contact."""
    mission = mat.mission
    die = roll(mat, table, Chart.B2, 0, 0)
    removed = says(table, int(table.charts.b2[mat.war.segment][mission.zone][die]))
    if mission.escorts_late:
        mission.escorts_late = 0
        removed = 0
        note(mat, table, Entry.CARD_WORKS, 0, Effect.ESCORTS_LATE)
    if found > 0 and mission.escorts_early:
        mission.escorts_early = 0
        removed = FULL_COVER
        note(mat, table, Entry.CARD_WORKS, 0, Effect.ESCORTS_EARLY)
    return max(0, found - removed)


def may_duel(mat: Mat, slot: int) -> bool:
    """Whether this aircraft's pilot may try for a fighter: Elite or Hero (7.3.1)."""
    if not still_flies(mat, slot):
        return False
    return mat.pilots[to_index(mat.aircraft[slot].pilot)].level >= Quality.ELITE


def intercept(mat: Mat, table: Table) -> None:
    """Roll B1 and B2 for the zone; fighters that get through come on one by one (5.1.2, 7.3)."""
    mission = mat.mission
    go(mat, Phase.FIGHTERS)
    mission.duellist = 0
    mission.sector = 0
    found = enemy_fighters(mat, table)
    left = escorts(mat, table, found)
    mission.fighters = left
    if left == 0:
        mission.fighter = 0
        if found > 0:
            note(mat, table, Entry.ESCORTED, 0, found)
        return
    note(mat, table, Entry.FIGHTERS, int(mission.fighter), left)
    for slot in range(SLOTS):
        if may_duel(mat, slot):
            ask(mat, Decision.AIR_TO_AIR)


def allow_air_to_air(mat: Mat, mask: Mask) -> None:
    """One Elite or Hero pilot may try for a fighter (7.3.1)."""
    mask[Act.NO_DUEL.value] = 1
    for slot in range(SLOTS):
        mask[Act.DUEL + slot] = may_duel(mat, slot)


def decide_air_to_air(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Let a pilot attack the fighters, or nobody (7.3.1)."""
    if verb == Act.DUEL:
        duel(mat, table, argument)


def duel(mat: Mat, table: Table, slot: int) -> None:
    """One air-to-air attempt: 1D6; whatever comes of it, the next attack falls on this aircraft (7.3.1, ruling Q27)."""
    mission = mat.mission
    die = roll(mat, table, Chart.A2A, about(slot, seated(mat, slot, Role.PILOT)), 0)
    kill = says(table, 1 if die <= table.charts.kill_roll else 0)
    mission.duellist = to_number(slot)
    if kill:
        mission.kills = min(MOST_KILLS, mission.kills + 1)
        mission.fighters -= 1
        note(mat, table, Entry.KILL, about(slot, seated(mat, slot, Role.PILOT)), int(mission.kills))


def defence_modifiers(mat: Mat, charts: Charts, slot: int, sector: int) -> tuple[int, int]:
    """Modifiers on C1's D6: the sector's own, and the rear gunner where he can fire (7.3, 8.9; ruling Q32)."""
    gunner = aboard(mat, slot, Role.GUNNER)
    if gunner == NOBODY or charts.rear_gunner_drm[sector] == 0:
        return int(charts.sector_drm[sector]), 0
    level = int(charts.gunner_drm[member(mat, gunner).level])
    return int(charts.sector_drm[sector]), int(charts.rear_gunner_drm[sector]) + benefit(mat, gunner, level)


def attack_aircraft(mat: Mat, table: Table, slot: int, sector: int, hits: int) -> None:
    """A fighter's hits on one aircraft, each with its own C1 roll (5.1.2)."""
    for _ in range(hits):
        if still_flies(mat, slot):
            approach, gunner = defence_modifiers(mat, table.charts, slot, sector)
            drm = modify(mat, table, Chart.C1, Modifier.SECTOR, approach)
            drm += modify(mat, table, Chart.C1, Modifier.REAR_GUNNER, gunner)
            hit(mat, table, slot, drm)


def fighter_attacks(mat: Mat, table: Table) -> None:
    """The next fighter: approach and attack on B3, numbers from the cup, C1 for each hit (5.1.2, 7.3; ruling Q72)."""
    mission = mat.mission
    if mission.fighters == 0:
        go(mat, Phase.ZONE_DONE)
        return
    mission.fighters -= 1
    charts = table.charts
    thrown = throw(mat, table, Chart.B3, 0, 0)
    sector = int(charts.b3_sector[thrown.first])
    mission.sector = to_number(sector)
    says_total(table, sector)
    wanted = says(table, int(charts.b3_aircraft[thrown.second]))
    says_second(table, int(charts.b3_hits[thrown.second]))
    if wanted == 0:
        return
    first = to_index(mission.duellist)
    if first >= 0 and not still_flies(mat, first):
        first = NOBODY
    mission.duellist = 0
    drawn = draw_slots(mat, table, wanted, first)
    for index in range(drawn):
        attack_aircraft(mat, table, to_index(mission.targets[index]), sector, int(charts.b3_hits[thrown.second]))
