"""Careers and promotions (8.3, 8.9)."""

from stuka_env.codes import SEATS, Decision, Duty, Entry, Phase, Quality, Scale
from stuka_env.rules.crew import member
from stuka_env.rules.journal import note
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Mat


@rule
def promote(mat: Mat, table: Table, person: int) -> None:
    """Up one level; Hero is the top (8.9)."""
    who = member(mat, person)
    if who.level < Quality.HERO:
        who.level += 1
        note(mat, table, Entry.PROMOTION, int(who.slot) - 1, person + 1, int(who.level))


@rule
def earns_promotion(mat: Mat, table: Table, person: int) -> bool:
    """Whether a survivor of the segment has completed enough missions in it (8.9, rulings Q55, Q87).

    Only in the Regular game, and not when a segment or mission is flown alone. Hospital does not count against him;
    a replacement has completed nothing.
    """
    if not mat.mission.regular or mat.mission.scale < Scale.OPERATION:
        return False
    who = member(mat, person)
    if who.duty == Duty.NOBODY or who.level >= Quality.HERO:
        return False
    return who.missions >= table.charts.promotion_missions


@rule
def promotions(mat: Mat, table: Table) -> None:
    """Go through the roster: up to Ace by itself, beyond only if the player wants it (8.9, ruling Q55)."""
    mission = mat.mission
    while mission.cursor < 2 * SEATS:
        person = int(mission.cursor)
        mission.cursor += 1
        if earns_promotion(mat, table, person):
            if member(mat, person).level >= Quality.ACE:
                mission.decision = Decision.PROMOTE
                mission.subject = person + 1
                return
            promote(mat, table, person)
    mission.phase = Phase.END_OF_SEGMENT
