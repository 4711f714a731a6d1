"""The sortie from its raid to its debriefing, and the calendar (4.3.3, 6.0, 6.1)."""

import numpy as np

from stuka_env.engine.frame import ask, find_fault, go, note, roll, roll_one, says, says_third
from stuka_env.games.interceptor.charts.shape import MOST_MISSED, SUM_TABLE
from stuka_env.games.interceptor.codes import (
    AWARDS,
    DIE,
    JUMPED,
    MONTHS,
    Act,
    Award,
    Chart,
    Decision,
    Entry,
    Fault,
    GunnerPresence,
    Health,
    Line,
    Marker,
    Offer,
    Over,
    Phase,
    Presence,
    Scale,
    Touchdown,
)
from stuka_env.games.interceptor.rules.aircraft import damaged_systems, has_gunner, lose_model, refit, series_row
from stuka_env.games.interceptor.rules.awards import give_awards, posthumous_awards
from stuka_env.games.interceptor.rules.bases import entry_box, in_range, last_box
from stuka_env.games.interceptor.rules.deck import clear_hand, new_deck
from stuka_env.games.interceptor.rules.experience import gain_experience, new_mate
from stuka_env.games.interceptor.rules.homeward import clear_enemies
from stuka_env.games.interceptor.rules.interception import know_composition
from stuka_env.games.interceptor.rules.markers import uses_marker
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, MOST_LOGGED, Desk, LogLine, Mat, Sortie
from stuka_env.games.interceptor.rules.options import change_fatigue, take_leave
from stuka_env.games.interceptor.rules.prestige import copy_mate, look_up_r1, new_gunner, offer_free
from stuka_env.games.interceptor.rules.promotion import scrounges, try_promotion, works_the_system
from stuka_env.games.interceptor.rules.rolls import new_streams, raised
from stuka_env.games.interceptor.rules.table import Mask, Table, allow

NO_SORTIE = np.zeros(1, Sortie.dtype)
"""The record of the sortie on the ground."""
NO_SORTIE["orientation"] = -1
CLEAR_DESK = np.zeros(1, Desk.dtype)
"""The record of the desk without offers, purchases and losses."""
CLEAR_DESK["series"] = -1
NEW = 2
"""Number of the entry about a new wingman; 1 is of a repair, 0 of his return."""
TEMPORARY = 2
"""Value of an entry about a temporary gunner."""
ONE_DIE = 1
TWO_LINES = 2


# --- the calendar (4.3.3, 6.0, 5.1) ---


def lines_left(mat: Mat, table: Table) -> int:
    """Return the number of sortie lines after the current one (4.3.3, 6.0)."""
    charts = table.charts
    if mat.settings.scale == Scale.SORTIE:
        return 0
    count = int(charts.lines[mat.career.month]) - int(mat.career.line)
    if mat.settings.scale == Scale.CAREER:
        for month in range(MONTHS):
            count += int(charts.lines[month]) * int(month > mat.career.month)
    return count


def month_is_over(mat: Mat, table: Table) -> bool:
    """Whether the current line is the last of its month."""
    return bool(mat.career.line >= table.charts.lines[mat.career.month])


def finish(mat: Mat, table: Table, over: int) -> None:
    """The episode is over (5.1; rulings IQ186, IQ187)."""
    mat.career.over = over
    note(mat, table, Entry.OVER, over, 0)
    go(mat, Phase.OVER)


def log_line(mat: Mat, table: Table) -> LogLine:
    """Return the current line of the log (4.3)."""
    return table.log.lines[max(0, int(mat.career.lines_used) - 1)]


def write_status(mat: Mat, table: Table, status: int) -> None:
    """Enter the status of the line (4.3.2, 6.1.1)."""
    line = log_line(mat, table)
    line.status = status
    line.month = mat.career.month
    line.line = mat.career.line
    line.raid = mat.sortie.raid
    line.zone = mat.sortie.target_zone
    line.weather = mat.sortie.weather
    line.model = mat.aircraft.model
    note(mat, table, Entry.LINE, status, int(mat.career.lines_used))


def begin_month(mat: Mat) -> None:
    """A month begins: all cards are shuffled (3.5.1)."""
    mat.work.promotion_done = 0
    new_deck(mat)


def new_line(mat: Mat, table: Table) -> None:
    """Begin the next sortie line; sorties to sit out pass without raid or dice (6.1.6; ruling IQ192).

    The calendar has an end, also for a state that play cannot have made.
    """
    career = mat.career
    if month_is_over(mat, table):
        if career.month >= MONTHS - 1:
            finish(mat, table, Over.CALENDAR)
            return
        career.month = int(career.month) + 1
        career.line = 0
        begin_month(mat)
    career.line = int(career.line) + 1
    career.lines_used = raised(career.lines_used, 1, MOST_LOGGED)
    new_streams(table.dice, int(career.month), int(career.line))
    if career.sit_out > 0:
        career.sit_out = int(career.sit_out) - 1
        write_status(mat, table, Line.SAT_OUT)
        rest(mat, table)
    else:
        go(mat, Phase.NEW_AIRCRAFT)


def rest(mat: Mat, table: Table) -> None:
    """A line is not flown, whatever the reason (10.3; ruling IQ180)."""
    change_fatigue(mat, table, int(table.charts.fatigue_rest))
    go(mat, Phase.CLOSE_LINE)


def close_line(mat: Mat, table: Table) -> None:
    """A line is over: the old gunner's days pass, promotion is tried at the month's end.

    (6.1.6; IQ147, IQ186)
    """
    if mat.old_gunner.away > 0:
        mat.old_gunner.away = int(mat.old_gunner.away) - 1
    mat.sortie = NO_SORTIE[0]
    if month_is_over(mat, table):
        try_promotion(mat, table)
    if mat.settings.scale == Scale.SORTIE:
        finish(mat, table, Over.SORTIE_DONE)
    elif mat.career.sit_out >= lines_left(mat, table):
        finish(mat, table, Over.CALENDAR)
    else:
        go(mat, Phase.NEW_LINE)


def new_aircraft(mat: Mat, table: Table) -> None:
    """The first line that he flies again: he is well, and gets the new aircraft that is due.

    (9.4, 9.5; IQ205)
    """
    mat.pilot.health = Health.WELL
    go(mat, Phase.OLD_GUNNER)
    if mat.desk.due:
        offer_free(mat, table, Offer.REPLACEMENT)


def old_gunner(mat: Mat, table: Table) -> None:
    """The old gunner is back, and a temporary one flies (7.4.8; ruling IQ172)."""
    go(mat, Phase.RAID)
    if mat.old_gunner.present and mat.old_gunner.away == 0 and series_row(mat, table.charts).crew > 1:
        ask(mat, Decision.GUNNER)


# --- the raid (6.1.1, 4.6.3) ---


def any_raid_in_range(mat: Mat, table: Table) -> bool:
    """Whether a raid of the month can be intercepted from here (ruling IQ208)."""
    for total in range(SUM_TABLE):
        zone = int(table.charts.a1[mat.career.month][total])
        if zone > 0 and in_range(mat, table, zone):
            return True
    return False


def roll_raid(mat: Mat, table: Table) -> int:
    """Roll the raid on A1: 2d6, in April 1943 1d6 (6.1.1)."""
    if table.charts.a1_dice[mat.career.month] == ONE_DIE:
        return roll_one(mat, table, Chart.A1, 0, DIE, 0)
    return roll(mat, table, Chart.A1, 0, 0)


def raid(mat: Mat, table: Table) -> None:
    """Roll raid and weather of the line; a raid out of range is not flown.

    (6.1.1, 4.6.3; IQ009, IQ010)
    A single sortie rolls again then (ruling IQ208).
    """
    sortie = mat.sortie
    sortie.raid = roll_raid(mat, table)
    sortie.target_zone = says(table, int(table.charts.a1[mat.career.month][sortie.raid]))
    reached = in_range(mat, table, int(sortie.target_zone))
    if not reached and mat.settings.scale == Scale.SORTIE:
        if not any_raid_in_range(mat, table):
            find_fault(table.dice, Fault.NO_RAID, Chart.A1)
            finish(mat, table, Over.SORTIE_DONE)
        return
    sortie.weather = says(table, int(table.charts.b9[roll(mat, table, Chart.B9, 0, 0)]))
    note(mat, table, Entry.RAID, int(sortie.target_zone), int(sortie.weather))
    says_third(table, int(sortie.raid))
    if not reached:
        write_status(mat, table, Line.OUT_OF_RANGE)
        rest(mat, table)
        return
    sortie.entry = entry_box(mat, table, int(sortie.target_zone))
    sortie.last_box = last_box(mat, table)
    know_composition(mat, table)
    go(mat, Phase.TAKE_OFF)
    ask(mat, Decision.SCRAMBLE)


def allow_scramble(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow to fly, to stay, or to take annual leave (10.3; rulings IQ011-IQ013, IQ191)."""
    mask[Act.FLY.value] = 1
    mask[Act.STAY.value] = 1
    leave = mat.settings.fatigue and not mat.pilot.leave_taken
    allow(mask, Act.LEAVE, bool(leave) and lines_left(mat, table) + 1 >= TWO_LINES)


def decide_scramble(mat: Mat, table: Table, action: int) -> None:
    """Take off, or leave the line unused (6.1.2, 10.3)."""
    if action == Act.FLY:
        take_off(mat, table)
        return
    write_status(mat, table, Line.STAYED)
    rest(mat, table)
    if action == Act.LEAVE:
        take_leave(mat, table)


def take_off(mat: Mat, table: Table) -> None:
    """Take off and go straight to the box of the raid (6.1.2; rulings IQ012, IQ180)."""
    sortie = mat.sortie
    sortie.airborne = 1
    sortie.box = sortie.entry
    sortie.fatigue = mat.pilot.fatigue
    sortie.wingman_flew = int(mat.wingman.present > 0)
    mat.work.fate = 0
    mat.work.cause = 0
    note(mat, table, Entry.TAKE_OFF, int(sortie.box), 0)
    go(mat, Phase.BOX)


# --- after landing (6.1.5, 7.4.2, 7.4.8) ---


def lose_sorties(mat: Mat, sorties: int) -> None:
    """Sorties lost at the same time as others: the longest counts (7.4.8; ruling IQ142)."""
    mat.desk.lost = max(int(mat.desk.lost), sorties)


def missed_by_wound(mat: Mat, table: Table, health: int) -> int:
    """Return the sorties that a wounded man misses: one, or by C2 (7.4.8)."""
    if health == Health.LIGHT_WOUND:
        return int(table.charts.lost_light_wound)
    if health == Health.SERIOUS_WOUND:
        return says(table, int(table.charts.c2[roll(mat, table, Chart.C2, 0, 0)]))
    return 0


def count_losses(mat: Mat, table: Table) -> None:
    """Count the sorties lost by wound, jump, deadstick and rough landing.

    (7.4.5, 7.4.6, 7.4.8, 7.6)
    (ruling IQ142)
    """
    charts = table.charts
    lose_sorties(mat, missed_by_wound(mat, table, int(mat.pilot.health)))
    if mat.sortie.jumped:
        lose_sorties(mat, int(charts.lost_parachute))
    if mat.sortie.deadstick:
        lose_sorties(mat, int(charts.lost_forced_landing))
    if mat.sortie.landing == Touchdown.ROUGH:
        lose_sorties(mat, int(charts.lost_rough_landing))
    mat.desk.to_hospital = int(mat.pilot.health == Health.SERIOUS_WOUND)
    mat.desk.due = int(mat.sortie.lost or mat.desk.to_hospital)


def write_off(mat: Mat, table: Table) -> None:
    """Six damaged systems: written off, and another one comes without missing a sortie.

    (7.4.2; IQ119, IQ179, IQ212)
    """
    mat.desk.written_off = 1
    note(mat, table, Entry.WRITTEN_OFF, 0, 0)
    mat.career.aircraft_lost = raised(mat.career.aircraft_lost, 1, MOST_COUNTED)
    lose_model(mat, table)


def repair(mat: Mat, table: Table) -> None:
    """Repairs cost sorties, by damaged systems; a scrounger or the mechanics spare it.

    (7.4.2, 7.9.2; IQ118)
    (rulings IQ134, IQ169, IQ203)
    """
    charts = table.charts
    damaged = damaged_systems(mat)
    log_line(mat, table).damaged = damaged
    if mat.sortie.lost or damaged <= charts.repair_free:
        return
    if damaged > charts.repair_sortie:
        write_off(mat, table)
    elif charts.lost_repair > mat.desk.lost and not scrounges(mat, table):
        mat.desk.repair = 0 if uses_marker(mat, table, Marker.MECHANICS) else int(charts.lost_repair)


def log_results(mat: Mat, table: Table) -> None:
    """Enter the results of the sortie (4.3.2)."""
    line = log_line(mat, table)
    line.engaged = mat.sortie.engaged
    line.bombers = mat.sortie.bombers
    line.fighters = mat.sortie.fighters
    line.wounds = mat.sortie.wounds
    line.landing = JUMPED if mat.sortie.jumped else mat.sortie.landing
    line.boxes = mat.sortie.boxes
    line.event = mat.sortie.event


def award_bits(mat: Mat) -> int:
    """Return the awards held as bits; a class of the Wound Badge does not change them."""
    bits = 0
    for award in range(AWARDS):
        if mat.pilot.awards[award]:
            bits |= 1 << award
    return bits


def debrief(mat: Mat, table: Table) -> None:
    """Settle wounds, repairs, kills, awards and Experience (6.1.5; IQ146, IQ175)."""
    mat.career.flown = raised(mat.career.flown, 1, MOST_LOGGED)
    write_status(mat, table, Line.FLOWN)
    log_results(mat, table)
    mat.desk = CLEAR_DESK[0]
    count_losses(mat, table)
    repair(mat, table)
    before, badge = award_bits(mat), int(mat.pilot.awards[Award.WOUND_BADGE.value])
    give_awards(mat, table)
    better_badge = int(mat.pilot.awards[Award.WOUND_BADGE.value] > badge) << Award.WOUND_BADGE.value
    log_line(mat, table).awards = award_bits(mat) & ~before | better_badge
    gain_experience(mat, table)
    go(mat, Phase.CLOSE_DEBRIEF if mat.settings.scale == Scale.SORTIE else Phase.PROMOTION)


def promotion_after_sortie(mat: Mat, table: Table) -> None:
    """Promotion comes after the last line of its month (7.9.3; ruling IQ146)."""
    if month_is_over(mat, table):
        try_promotion(mat, table)
    go(mat, Phase.REPLACEMENTS)


def replace_wingman(mat: Mat, table: Table) -> None:
    """A lost wingman is replaced, a damaged one is whole again (7.2.3.3, 7.9.2, 9.6; ruling IQ170)."""
    if mat.wingman.health == Health.KILLED:
        points = int(table.charts.crewman_points) if works_the_system(mat) else int(table.charts.wingman_points)
        new_mate(mat.wingman, points, Presence.HERE)
        note(mat, table, Entry.WINGMAN_READY, NEW, points)
    elif mat.wingman.present != Presence.HERE:
        note(mat, table, Entry.WINGMAN_READY, int(mat.wingman.present == Presence.DAMAGED), 0)
    mat.wingman.present = Presence.HERE


def temporary_gunner(mat: Mat, table: Table) -> None:
    """A temporary gunner comes (7.4.8; rulings IQ172, IQ219)."""
    points = int(table.charts.gunner_points)
    new_mate(mat.gunner, points, GunnerPresence.TEMPORARY)
    note(mat, table, Entry.GUNNER, points, TEMPORARY)


def replace_gunner(mat: Mat, table: Table) -> None:
    """A killed gunner is replaced; for a wounded one a temporary flies until he is back.

    (7.4.8, 9.6)
    (ruling IQ172)
    """
    if series_row(mat, table.charts).crew < 2 or not mat.gunner.present or mat.gunner.health == Health.WELL:
        return
    missed = missed_by_wound(mat, table, int(mat.gunner.health))
    if mat.gunner.present == GunnerPresence.TEMPORARY:
        temporary_gunner(mat, table)
    elif mat.gunner.health == Health.KILLED:
        mat.desk.gunner_lost = 1
        new_gunner(mat, table, Presence.HERE)
    else:
        copy_mate(mat.gunner, mat.old_gunner)
        mat.old_gunner.away = raised(missed, 1, MOST_MISSED)
        temporary_gunner(mat, table)


def replacements(mat: Mat, table: Table) -> None:
    """Replacements come, and R1 is looked up; without a line left to fly no decision follows.

    (6.1.5, 9.6; IQ146)
    """
    replace_wingman(mat, table)
    replace_gunner(mat, table)
    if int(mat.desk.lost) + int(mat.desk.ordered) >= lines_left(mat, table):
        go(mat, Phase.CLOSE_DEBRIEF)
        return
    look_up_r1(mat, table)
    mat.work.next_person = 0
    mat.work.after_skills = Phase.PURCHASES
    go(mat, Phase.SKILLS)


def purchases(mat: Mat, table: Table) -> None:
    """Offer the aircraft after a write-off, then the decisions of Prestige.

    (7.4.2, 8.1; rulings IQ146, IQ205)
    """
    if mat.desk.written_off and not mat.desk.due:
        offer_free(mat, table, Offer.WRITTEN_OFF)
    else:
        ask(mat, Decision.DEBRIEF)


def close_debrief(mat: Mat, table: Table) -> None:
    """Add up the lost sorties: those at the same time, then those in a row.

    (7.4.8; IQ142, IQ165)
    """
    desk = mat.desk
    repairs = 0 if desk.spared or desk.changed else int(desk.repair)
    sorties = max(int(desk.lost), repairs) + int(desk.ordered)
    mat.career.sit_out = raised(sorties, 0, MOST_MISSED)
    log_line(mat, table).lost = mat.career.sit_out
    if sorties:
        note(mat, table, Entry.SITS_OUT, sorties, 0)
    if desk.to_hospital and not desk.gunner_kept and not desk.gunner_lost and has_gunner(mat, table):
        new_gunner(mat, table, Presence.HERE)
        new_mate(mat.old_gunner, 0, Presence.ABSENT)
    due = int(desk.due)
    mat.desk = CLEAR_DESK[0]
    mat.desk.due = due
    change_fatigue(mat, table, int(table.charts.fatigue_flown))
    damaged = damaged_systems(mat)
    if damaged and not mat.sortie.lost:
        note(mat, table, Entry.REPAIRED, damaged, 0)
    refit(mat, table)
    clear_hand(mat)
    clear_enemies(mat)
    go(mat, Phase.CLOSE_LINE)


def die(mat: Mat, table: Table) -> None:
    """The pilot is dead: the game ends, and his kills count.

    (5.1.3, 5.2.2, 7.4.8; IQ185, IQ198)
    """
    mat.career.flown = raised(mat.career.flown, 1, MOST_LOGGED)
    mat.career.cause = mat.work.cause
    write_status(mat, table, Line.FLOWN)
    log_results(mat, table)
    log_line(mat, table).damaged = damaged_systems(mat)
    before = award_bits(mat)
    posthumous_awards(mat, table)
    log_line(mat, table).awards = award_bits(mat) & ~before
    finish(mat, table, Over.DEATH)
