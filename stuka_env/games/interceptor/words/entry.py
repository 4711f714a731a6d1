"""Entries of the journal as players see them, and phrases that sentences share."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Chart, Entry, Modifier
from stuka_env.games.interceptor.words import wording


class JournalEntry(NamedTuple):
    """One event of the career.

    Attributes:
        kind: kind of entry.
        chart: the chart that was rolled or modified, or None.
        dice: the faces of the dice; empty without a roll.
        total: the dice with their modifiers, before the chart's ends clip it. Of B6 it is the number that the dice
            are read as, of B12 the lead of the pilot.
        detail: the first number of the entry.
        value: the second number.
        month: month, 0 for March 1943.
        line: sortie line of the month, from 1; 0 before the first.
        box: box of the endurance track; 0 on the ground.
        text: the sentence.
    """

    kind: Entry
    chart: Chart | None
    dice: tuple[int, ...]
    total: int
    detail: int
    value: int
    month: int
    line: int
    box: int
    text: str

    def __str__(self) -> str:
        """Return the sentence."""
        return self.text


class SentenceContext(NamedTuple):
    """The context of a sentence: facts from the mat at the beginning and from the entries so far.

    Attributes:
        charts: the charts in force.
        modifiers: the modifiers since the last roll.
        model: the own type of aircraft; -1 if it is not known.
        raid: the roll of the raid on A1; 0 for none.
        zone: its target zone; 0 for none.
        has_event: whether the random event of the sortie has been rolled.
        is_sweep: whether the last meeting is a fighter encounter.
        escort: the escort that was rolled for the last meeting; 0 if none was.
        columns: rolls on R1 since the last other entry.
    """

    charts: LoadedCharts
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    model: int = -1
    raid: int = 0
    zone: int = 0
    has_event: bool = False
    is_sweep: bool = False
    escort: int = 0
    columns: int = 0


def named_modifiers(modifiers: Iterable[tuple[Modifier, int]]) -> str:
    """Return modifiers with their names: " +1 engine -1 skill"; nothing for none."""
    return "".join(f" {value:+d} {Modifier(source).word}" for source, value in modifiers)


def tens_and_ones(entry: JournalEntry, context: SentenceContext) -> str:
    """Return dice that are read as tens and ones: "2 and 5 read as 25"."""
    return f"{' and '.join(map(str, entry.dice))} read as {entry.total}"


def of_one_side(face: int, modifiers: Sequence[tuple[Modifier, int]]) -> str:
    """Return the die of one side with its modifiers: "4 +20 speed = 24"."""
    total = face + sum(value for _, value in modifiers)
    return f"{face}{named_modifiers(modifiers)} = {total}" if modifiers else str(face)


def contest_of(entry: JournalEntry, context: SentenceContext) -> str:
    """Return one die each: "4 +20 speed = 24 for the pilot, 2 +21 enemy speed = 23 for the enemy"."""
    own, enemy = entry.dice
    mine = [it for it in context.modifiers if it[0] not in wording.OF_THE_ENEMY]
    his = [it for it in context.modifiers if it[0] in wording.OF_THE_ENEMY]
    return f"{of_one_side(own, mine)} for the pilot, {of_one_side(enemy, his)} for the enemy"


def sum_of(entry: JournalEntry, context: SentenceContext) -> str:
    """Return the dice of a roll with the modifiers by name: "2 and 6, +1 engine = 9"."""
    faces = " and ".join(map(str, entry.dice))
    rolled = sum(entry.dice)
    named = named_modifiers(context.modifiers)
    if not named and entry.total != rolled:
        named = f" {entry.total - rolled:+d}"
    if not named:
        return faces if len(entry.dice) == 1 else f"{faces} = {rolled}"
    return f"{faces}{named} = {entry.total}"
