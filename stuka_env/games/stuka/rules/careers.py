"""Careers and promotions (8.3, 8.9)."""

from stuka_env.engine.frame import go, note
from stuka_env.games.stuka.codes import SEATS, Act, Decision, Duty, Entry, Phase, Quality, Scale
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.table import Table, about, ask_about


def promote(mat: Mat, table: Table, person: int) -> None:
    """Up one level; Hero is the top (8.9)."""
    who = member(mat, person)
    if who.level < Quality.HERO:
        who.level += 1
        note(mat, table, Entry.PROMOTION, about(to_index(int(who.slot)), person), int(who.level))


def can_rise(mat: Mat, person: int) -> bool:
    """Whether the end of this segment can promote a person (8.9, ruling Q87).

    Only in the Regular game, and not when a segment or mission is flown alone; Hero is the top.
    """
    if not mat.war.regular or mat.war.scale < Scale.OPERATION:
        return False
    who = member(mat, person)
    return who.duty != Duty.NOBODY and who.level < Quality.HERO


def earns_promotion(mat: Mat, table: Table, person: int) -> bool:
    """Whether a survivor of the segment has completed enough missions in it (8.9, ruling Q55).

    Hospital does not count against him; a replacement has completed nothing.
    """
    return can_rise(mat, person) and member(mat, person).missions >= table.charts.promotion_missions


def promotions(mat: Mat, table: Table) -> None:
    """Go through the roster: up to Ace by itself, beyond only if the player wants it (8.9, ruling Q55)."""
    while mat.cursor.step < 2 * SEATS:
        person = int(mat.cursor.step)
        mat.cursor.step += 1
        if earns_promotion(mat, table, person):
            if member(mat, person).level >= Quality.ACE:
                ask_about(mat, Decision.PROMOTE, to_number(person))
                return
            promote(mat, table, person)
    go(mat, Phase.END_OF_SEGMENT)


def decide_promote(mat: Mat, table: Table, verb: int, subject: int) -> None:
    """Whether this person is promoted (8.9)."""
    if verb == Act.PROMOTE:
        promote(mat, table, subject)
