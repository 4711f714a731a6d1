"""Scores and bonuses (5.1.5, 8.3 to 8.6): mission, segment, operation, campaign, and the log sheet (8.7)."""

from stuka_env.engine.frame import note
from stuka_env.games.stuka.charts.shape import (
    BONUS_POINTS,
    CASUALTIES_LIMIT,
    DAMAGED_LIMIT,
    DESTROYED_LIMIT,
    KILLED_LIMIT,
    NO_FLY_LIMIT,
    PERFECT,
    STRESS_LIMIT,
    Charts,
)
from stuka_env.games.stuka.codes import SEATS, SLOTS, Duty, Entry, Status
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.damage import damaged
from stuka_env.games.stuka.rules.log_sheet import log_crews
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Table


def half_up(total: int, count: int) -> int:
    """The average, rounded to the nearest whole number, a half up (8.4, ruling Q63)."""
    return (2 * total + count) // (2 * count)


# --- counting the cost of a mission ---


def lost_aircraft(mat: Mat) -> int:
    """Aircraft destroyed in this mission."""
    count = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.LOST:
            count += 1
    return count


def damaged_aircraft(mat: Mat) -> int:
    """Aircraft that came home with a damage marker or from a forced landing (8.5.1, ruling Q25)."""
    count = 0
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        if aircraft.status == Status.HOME and (aircraft.crash_repair > 0 or damaged(mat, slot)):
            count += 1
    return count


def people_with(mat: Mat, duty: int) -> int:
    """People who flew this mission and ended it in ``duty``."""
    count = 0
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.slot > 0 and who.duty == duty:
            count += 1
    return count


def wounded_people(mat: Mat) -> int:
    """People who flew and came back wounded."""
    count = 0
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.slot > 0 and who.duty == Duty.BACK and who.wounds > 0:
            count += 1
    return count


def stress_brought_home(mat: Mat) -> int:
    """Stress markers of everybody who came back, carried stress included (8.5.1, ruling Q26)."""
    total = 0
    for person in range(2 * SEATS):
        who = member(mat, person)
        if who.slot > 0 and who.duty == Duty.BACK:
            total += who.stress
    return total


# --- the mission (8.4 to 8.6) ---


def higher_bonus(points: int, bonus: int, earned: bool) -> int:
    """The higher of ``points`` and a ``bonus`` of the same group, if that is earned; the two never add up (8.5)."""
    return max(points, bonus) if earned else points


def mission_bonus(mat: Mat, charts: Charts) -> int:
    """Bonus points: few casualties and little damage, little stress; everybody's aircraft must be home (8.5.1).

    None for a mission not flown, aborted, or without an attack (rulings Q24, Q25, Q26).
    """
    if mat.mission.aborted or mat.mission.present == 0 or lost_aircraft(mat) > 0:
        return 0
    casualties = people_with(mat, Duty.KIA) + people_with(mat, Duty.POW) + wounded_people(mat)
    harmed = damaged_aircraft(mat)
    points = 0
    for level in range(len(charts.mission_bonus)):
        bonus = charts.mission_bonus[level]
        earned = casualties <= bonus[CASUALTIES_LIMIT] and harmed <= bonus[DAMAGED_LIMIT]
        points = higher_bonus(points, int(bonus[BONUS_POINTS]), earned)
    if stress_brought_home(mat) <= charts.mission_calm_bonus[STRESS_LIMIT]:
        points += charts.mission_calm_bonus[BONUS_POINTS]
    return points


def attack_average(mat: Mat) -> int:
    """The attack scores averaged over all who were in the attack run; a sunk ship is 100 (5.1.5, 8.6; ruling Q02)."""
    mission = mat.mission
    if mission.aborted or mission.present == 0:
        return 0
    if mission.sunk:
        return PERFECT
    total = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].present:
            total += int(mat.aircraft[slot].score)
    return half_up(total, int(mission.present))


def kill_points(mat: Mat, charts: Charts) -> int:
    """Points for fighters shot down, whatever the attacks score; none in an aborted mission (7.3.1, ruling Q27)."""
    if mat.mission.aborted:
        return 0
    return int(mat.mission.kills) * int(charts.kill_points)


def victory_level(charts: Charts, score: int) -> int:
    """The level of victory that a score comes to, 0 the lowest: of a mission, segment, operation or campaign (8.4)."""
    level = 0
    while level + 1 < len(charts.a5) and score >= charts.a5[level + 1]:
        level += 1
    return level


def log_mission(mat: Mat, table: Table, score: int, bonus: int) -> None:
    """Enter the mission in the log sheet (8.7); loads, guns and the gambler stand there since it was flown."""
    mission = mat.mission
    entry = mat.log[mat.track.logged]
    entry.score = score
    entry.level = victory_level(table.charts, score)
    entry.bonus = bonus
    entry.segment = mat.war.segment
    entry.number = mat.war.mission
    entry.target = mission.target
    entry.target_size = mission.target_size
    entry.zone = mission.target_zone
    entry.sent = mission.sent
    entry.present = mission.present
    entry.lost = lost_aircraft(mat)
    entry.damaged = damaged_aircraft(mat)
    entry.wia = wounded_people(mat)
    entry.kia = people_with(mat, Duty.KIA)
    entry.pow = people_with(mat, Duty.POW)
    entry.kills = mission.kills
    entry.no_fly = mission.no_fly
    entry.aborted = mission.aborted
    entry.sunk = mission.sunk
    entry.gamble = mission.gamble
    log_crews(mat)
    mat.track.logged += 1


def count_losses(mat: Mat) -> None:
    """Keep the counts that the bonuses of 8.5 ask for; the dead only, not the captured (ruling Q80)."""
    count = mat.count
    lost = lost_aircraft(mat)
    killed = people_with(mat, Duty.KIA)
    stayed_down = 1 if mat.mission.no_fly else 0
    count.destroyed = min(120, count.destroyed + lost)
    count.war_destroyed = min(120, count.war_destroyed + lost)
    count.kia = min(120, count.kia + killed)
    count.war_kia = min(120, count.war_kia + killed)
    count.no_fly += stayed_down
    count.war_no_fly += stayed_down


def score_mission(mat: Mat, table: Table) -> None:
    """Tally the mission and log it (8.2.1, 8.4)."""
    bonus = mission_bonus(mat, table.charts)
    score = attack_average(mat) + kill_points(mat, table.charts) + bonus
    mat.track.segment_sum += score
    log_mission(mat, table, score, bonus)
    count_losses(mat)
    if bonus:
        note(mat, table, Entry.BONUS, 0, bonus)
    note(mat, table, Entry.MISSION_SCORE, 0, score)


# --- segment, operation, campaign (8.3, 8.5) ---


def score_segment(mat: Mat, table: Table) -> int:
    """Average over all missions of the segment, unflown ones included (8.3.1)."""
    score = half_up(int(mat.track.segment_sum), int(mat.war.missions))
    mat.track.segments[mat.war.segment] = score
    mat.track.segments_done += 1
    mat.track.segment_sum = 0
    note(mat, table, Entry.SEGMENT_SCORE, 0, score)
    return score


def operation_bonus(mat: Mat, charts: Charts) -> int:
    """Bonus for few losses, the higher of two, and for few No-Flys (8.5.2)."""
    points = 0
    for level in range(len(charts.operation_bonus)):
        bonus = charts.operation_bonus[level]
        earned = mat.count.destroyed < bonus[DESTROYED_LIMIT] and mat.count.kia < bonus[KILLED_LIMIT]
        points = higher_bonus(points, int(bonus[BONUS_POINTS]), earned)
    if mat.count.no_fly < charts.operation_no_fly_bonus[NO_FLY_LIMIT]:
        points += charts.operation_no_fly_bonus[BONUS_POINTS]
    return points


def campaign_bonus(mat: Mat, charts: Charts) -> int:
    """The same over the whole war (8.5.3, ruling Q65)."""
    points = 0
    for level in range(len(charts.campaign_bonus)):
        bonus = charts.campaign_bonus[level]
        earned = mat.count.war_destroyed < bonus[DESTROYED_LIMIT] and mat.count.war_kia < bonus[KILLED_LIMIT]
        points = higher_bonus(points, int(bonus[BONUS_POINTS]), earned)
    if mat.count.war_no_fly < charts.campaign_no_fly_bonus[NO_FLY_LIMIT]:
        points += charts.campaign_no_fly_bonus[BONUS_POINTS]
    return points


def score_operation(mat: Mat, table: Table) -> int:
    """Mean of the segment scores, with the bonus (8.5.2, ruling Q64)."""
    charts = table.charts
    operation = int(mat.war.operation)
    first = int(charts.first_segment[operation])
    count = int(charts.segments[operation])
    total = 0
    for segment in range(first, first + count):
        total += mat.track.segments[segment]
    bonus = operation_bonus(mat, charts)
    score = half_up(total, count) + bonus
    mat.track.operations[operation] = score
    mat.track.operation_bonus[operation] = bonus
    mat.track.operations_done += 1
    note(mat, table, Entry.OPERATION_SCORE, bonus, score)
    return score


def score_campaign(mat: Mat, table: Table) -> int:
    """Mean of the three operation scores, with the bonus (8.5.3)."""
    total = 0
    for operation in range(len(mat.track.operations)):
        total += mat.track.operations[operation]
    bonus = campaign_bonus(mat, table.charts)
    mat.track.campaign_bonus = bonus
    score = half_up(total, len(mat.track.operations)) + bonus
    note(mat, table, Entry.CAMPAIGN_SCORE, bonus, score)
    return score
