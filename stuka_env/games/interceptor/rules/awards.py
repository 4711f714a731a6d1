"""Awards (7.8) and the Prestige that they give (8.1, 8.2)."""

from stuka_env.engine.frame import modify, note, roll, succeeds
from stuka_env.games.interceptor.charts.shape import MOST_LEVEL, MOST_MISSED
from stuka_env.games.interceptor.codes import DIE, Award, Chart, Entry, Modifier
from stuka_env.games.interceptor.rules.mat import MOST_PRESTIGE, Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table
from stuka_env.games.interceptor.rules.victory import kills_of

CROSSES = 3
"""Crosses that are rolled for: Knight's Cross, Oakleaves, Swords; the fourth is automatic (7.8.7)."""
SECOND_KILL = 2
MOST_HELPING = 3


def gain_prestige(mat: Mat, table: Table, points: int) -> None:
    """Prestige Points are received: the Prestige Level rises by as many, to 7 at most.

    (8.1, 8.2; IQ177)
    """
    mat.pilot.prestige = raised(mat.pilot.prestige, points, MOST_PRESTIGE)
    mat.pilot.level = raised(mat.pilot.level, points, MOST_LEVEL)
    if points:
        note(mat, table, Entry.PRESTIGE, int(mat.pilot.prestige), int(mat.pilot.level))


def win(mat: Mat, table: Table, award: int) -> None:
    """An award is won, with its Prestige (7.8)."""
    mat.pilot.awards[award] = 1
    note(mat, table, Entry.AWARD, award, 1)
    gain_prestige(mat, table, int(table.charts.award_level[award]))


def win_if(mat: Mat, table: Table, award: int, earned: bool) -> None:
    """An award is won if it is earned and not held."""
    if earned and not mat.pilot.awards[award]:
        win(mat, table, award)


def win_helping(mat: Mat, table: Table, award: int, earned: bool) -> None:
    """An award that helps at the next promotion (7.9.3)."""
    if earned and not mat.pilot.awards[award]:
        win(mat, table, award)
        mat.pilot.period_awards = raised(mat.pilot.period_awards, 1, MOST_HELPING)


def wound_badge(mat: Mat, table: Table) -> None:
    """The Wound Badge in its classes; its Prestige comes once (7.8.1)."""
    for step in range(len(table.charts.wound_classes)):
        if mat.pilot.wounds >= table.charts.wound_classes[step] and mat.pilot.awards[Award.WOUND_BADGE.value] == step:
            if step == 0:
                gain_prestige(mat, table, int(table.charts.award_level[Award.WOUND_BADGE.value]))
            mat.pilot.awards[Award.WOUND_BADGE.value] = step + 1
            note(mat, table, Entry.AWARD, Award.WOUND_BADGE, step + 1)


def iron_cross_1_earned(mat: Mat, table: Table) -> bool:
    """Whether the Iron Cross 1st class is earned: three points, from the second kill on.

    (7.8.3; ruling IQ151)
    """
    charts = table.charts
    points = int(mat.career.bombers) * int(charts.bomber_points) + int(mat.career.fighters) * int(charts.fighter_points)
    enough = points >= charts.iron_cross_1_points and kills_of(mat) >= SECOND_KILL
    return bool(enough and mat.pilot.awards[Award.IRON_CROSS_2.value])


def awards_for_kills(mat: Mat, table: Table) -> None:
    """Return the awards that a number of kills gives.

    (7.8.2-7.8.4, 7.8.6, 7.8.8; rulings IQ152, IQ155)
    """
    charts = table.charts
    kills = kills_of(mat)
    win_if(mat, table, Award.IRON_CROSS_2, kills >= charts.iron_cross_2_kills)
    win_helping(mat, table, Award.IRON_CROSS_1, iron_cross_1_earned(mat, table))
    win_if(mat, table, Award.ACE, kills >= charts.ace_kills)
    win_helping(mat, table, Award.GOBLET, kills >= charts.goblet_kills)
    win_helping(mat, table, Award.GERMAN_CROSS, kills >= charts.german_cross_kills)


def cross_earned(mat: Mat, table: Table, cross: int, with_dice: bool) -> bool:
    """Whether a Knight's Cross or its addition is earned: 1d6 less the kills beyond the first number.

    (7.8.7)
    (rulings IQ153, IQ154, IQ198)
    """
    beyond = kills_of(mat) - int(table.charts.cross_from[cross])
    if beyond < 0 or mat.pilot.awards[Award.KNIGHTS_CROSS + cross]:
        return False
    if cross > 0 and not mat.pilot.awards[Award.KNIGHTS_CROSS + cross - 1]:
        return False
    highest = int(table.charts.cross_up_to)
    if beyond >= DIE - highest:
        return True
    if not with_dice:
        return False
    modifier = modify(mat, table, Chart.KNIGHT, Modifier.KILLS, -beyond)
    return succeeds(table, roll(mat, table, Chart.KNIGHT, 0, modifier) <= highest)


def win_cross(mat: Mat, table: Table, cross: int) -> None:
    """A Knight's Cross or its addition is won; the additions cost a sortie of travel (7.8.7)."""
    win(mat, table, Award.KNIGHTS_CROSS + cross)
    if cross > 0:
        mat.desk.ordered = raised(mat.desk.ordered, int(table.charts.lost_award), MOST_MISSED)


def crosses(mat: Mat, table: Table, with_dice: bool) -> None:
    """Knight's Cross, Oakleaves and Swords by dice, Diamonds by number (7.8.7)."""
    for cross in range(CROSSES):
        if cross_earned(mat, table, cross, with_dice):
            win_cross(mat, table, cross)
    if kills_of(mat) >= table.charts.cross_from[CROSSES] and not mat.pilot.awards[Award.DIAMONDS.value]:
        win_cross(mat, table, CROSSES)


def flight_clasp(mat: Mat, table: Table) -> None:
    """The Flight Clasp after 20 and 60 flights; only the first gives Prestige (7.8.5)."""
    win_if(mat, table, Award.CLASP, mat.career.flown >= table.charts.clasp_flights)
    win_if(mat, table, Award.SILVER_CLASP, mat.career.flown >= table.charts.silver_clasp_flights)


def wingman_ace(mat: Mat, table: Table) -> None:
    """A wingman with five kills is an Ace (7.2.3.3, 7.8.8; rulings IQ156, IQ190)."""
    kills = int(mat.wingman.bombers) + int(mat.wingman.fighters)
    if not mat.wingman.ace and kills >= table.charts.ace_kills:
        mat.wingman.ace = 1
        note(mat, table, Entry.WINGMAN_ACE, 0, 0)


def give_awards(mat: Mat, table: Table) -> None:
    """Awards at the end of a sortie (6.1.5, 7.8)."""
    wound_badge(mat, table)
    awards_for_kills(mat, table)
    flight_clasp(mat, table)
    if int(mat.sortie.bombers) + int(mat.sortie.fighters) > 0:
        crosses(mat, table, True)
    wingman_ace(mat, table)


def posthumous_awards(mat: Mat, table: Table) -> None:
    """Awards by the number of kills are entered after death, without dice (5.2.2; ruling IQ198)."""
    awards_for_kills(mat, table)
    crosses(mat, table, False)
