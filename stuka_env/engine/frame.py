"""The frame of the rules: what every rule of every game is written with.

==============  ================================================================================================
``roll``        roll the dice of a chart for a subject, and return the total as the chart is read
``throw``       the same, with the faces
``draw``        draw a thing of a deck
``look_up``     read the cell of a chart that its roll declares
``modify``      write a modifier of the roll that follows, and return it
``says``        write the result of the last roll, and return it; ``says_second`` and the others write further numbers
``note``        write a change of state, or with ``note_on`` what is drawn
``ask``, ``go`` open a decision; set the next step of the sequence of play
==============  ================================================================================================

A rule imports them from here. Each game has compiled copies, with its records and declarations in place of the names
below. The function :func:`stuka_env.engine.binding.bind_rules` puts them into the modules of the game's rules. A game
can have functions of its own with the names of :data:`stuka_env.engine.binding.HOOKS`: for the address of a roll, and
for further fields of an entry of the journal.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import STRIDED
from stuka_env.compiling.philox import face, philox
from stuka_env.declared.journal import MODIFIER, ROLL, Reading

if TYPE_CHECKING:
    Mat: TypeAlias = Any
    Table: TypeAlias = Any
    Line: TypeAlias = Any
    Dice: TypeAlias = Any

Piles: TypeAlias = Annotated[NDArray[np.int8], STRIDED]
"""Number of things of each kind that are left: an array of the mat, or a field of an array of records."""

UNPLANNED_ROLL = NOT_ON_DIE = CARD_GONE = NO_CARD = JOURNAL_FULL = ROLLS_WITHOUT_END = 0
"""Codes of faults."""
NO_CHART = -1
"""In place of a chart, in an entry that is neither a roll nor a modifier of one."""
JOURNAL_CAPACITY = 0
"""Capacity of a journal in entries."""
NO_ENTRY: Any = None
"""An entry that is zero, ``(1,)``."""
FIRST_NUMBER, SECOND_NUMBER, THIRD_NUMBER = "first", "second", "third"
"""Names of the numbers of an entry."""
HIGHEST_NUMBER = 0
"""Largest number of an entry; a larger one is written as this."""
ENTRY_DICE = 0
"""Faces of an entry."""
SIDES: Any = np.zeros((0, 3), np.int64)
"""Sides of the dice of each chart, 0 for none."""
READING: Any = np.zeros(0, np.int64)
"""Reading of the dice of each chart, a :class:`stuka_env.declared.journal.Reading`."""
TOTALS: Any = np.zeros((0, 2), np.int64)
"""Lowest and highest total of each chart."""
CELLS: Any = np.zeros((0, 0), np.int64)
"""Cells of each chart, from its lowest total on."""
DECKS: Any = np.zeros((0, 0), np.int64)
"""Things of each kind in the full deck of each chart."""
RESHUFFLED: Any = np.zeros(0, np.bool_)
"""Whether the deck of each chart is shuffled anew when it is empty."""
MOST_ROLLS = 10_000
"""Dice and draws in one step of the rules; play has far fewer."""
TENS = 10
"""Factor of the first die of a number in tens and ones."""


class RollsWithoutEnd(RuntimeError):  # noqa: N818 - it carries a fault to the engine
    """Play was left in a rule that rolls without end; the fault is in the dice."""


class RollAddress(NamedTuple):
    """The address of a roll in the random numbers of a war: three words beside its chart."""

    part: int
    place: int
    number: int


class Thrown(NamedTuple):
    """A roll: its dice, 0 where there is none, and the total as the chart is read."""

    first: int
    second: int
    third: int
    total: int


# --- what a game can say itself ---


def address_of(mat: Mat, table: Table, chart: int, subject: int) -> RollAddress:
    """Return the address of a roll: here the subject is the place, and rolls there are counted.

    A subject is then a number that play does not come back to, such as that of a turn and a piece.
    """
    return RollAddress(0, subject, count_roll(table.dice, chart, subject))


def put_place(mat: Mat, line: Line) -> None:
    """Write where and when an entry happens."""


def put_numbers(mat: Mat, line: Line, first: int, second: int) -> None:
    """Write the numbers of a change of state."""
    line[FIRST_NUMBER] = min(first, HIGHEST_NUMBER)
    line[SECOND_NUMBER] = min(second, HIGHEST_NUMBER)


def put_modifier(line: Line, source: int, value: int) -> None:
    """Write the source of a modifier and its value."""
    line[FIRST_NUMBER] = source
    line[SECOND_NUMBER] = value


def put_subject(mat: Mat, table: Table, line: Line, subject: int, modifier: int) -> None:
    """Write for whom a roll is made, and with which modifier."""


def keep_chance(mat: Mat, table: Table, chart: int, subject: int, modifier: int, thrown: Thrown) -> None:
    """Keep a roll with the mat before it, for a program."""


# --- the journal ---


def new_entry(mat: Mat, table: Table, kind: int, chart: int) -> Line:
    """Begin the next entry. A full journal is a fault, and its last entry is begun again."""
    journal = table.journal
    place = int(journal.cursor)
    if place < JOURNAL_CAPACITY:
        journal.cursor = place + 1
    else:
        table.dice.fault = JOURNAL_FULL
        place = JOURNAL_CAPACITY - 1
    journal.entries[place] = NO_ENTRY[0]
    line = journal.entries[place]
    line.kind = kind
    line.chart = chart
    put_place(mat, line)
    return line


def last_entry(table: Table) -> Line:
    """Return the entry that was written last."""
    return table.journal.entries[max(0, table.journal.cursor - 1)]


def note(mat: Mat, table: Table, kind: int, first: int, second: int) -> None:
    """Write a change of state, with two numbers about it."""
    note_on(mat, table, kind, NO_CHART, first, second)


def note_on(mat: Mat, table: Table, kind: int, chart: int, first: int, second: int) -> None:
    """Write an entry that belongs to ``chart``, such as a card that is drawn, with two numbers about it."""
    if table.journal.capacity:
        put_numbers(mat, new_entry(mat, table, kind, chart), first, second)


def modify(mat: Mat, table: Table, chart: int, source: int, value: int) -> int:
    """Write a modifier of the next roll, and return it. Nothing is written for 0, nor without a chart."""
    if table.journal.capacity and value != 0 and chart != NO_CHART:
        put_modifier(new_entry(mat, table, MODIFIER, chart), source, value)
    return value


def says(table: Table, result: int) -> int:
    """Write the result of the last roll, and return it."""
    if table.journal.capacity:
        last_entry(table)[FIRST_NUMBER] = min(result, HIGHEST_NUMBER)
    return result


def succeeds(table: Table, success: bool) -> bool:
    """Write whether the last roll is a success, and return it."""
    says(table, int(success))
    return success


def says_total(table: Table, total: int) -> None:
    """Write the number as which the last roll is read, where it is not its total."""
    if table.journal.capacity:
        last_entry(table).total = total


def says_second(table: Table, number: int) -> None:
    """Write the second number of the last entry."""
    if table.journal.capacity:
        last_entry(table)[SECOND_NUMBER] = number


def says_third(table: Table, number: int) -> None:
    """Write the third number of the last entry."""
    if table.journal.capacity:
        last_entry(table)[THIRD_NUMBER] = number


# --- the tape ---


def find_fault(dice: Dice, fault: int, chart: int) -> None:
    """Note that play cannot go on; only the first fault is kept."""
    if not dice.fault:
        dice.fault = fault
        dice.fault_chart = chart


def from_tape(table: Table, chart: int) -> int:
    """Return the next planned number of ``chart``; 0 if there is none, which is a fault if the tape is strict.

    Every die and draw comes here first, so this is where a rule that rolls without end is left.
    """
    table.dice.rolls += 1
    if table.dice.rolls > MOST_ROLLS:
        find_fault(table.dice, ROLLS_WITHOUT_END, chart)
        raise RollsWithoutEnd
    if not table.dice.taped:
        return 0
    following = int(table.tape.next[chart])
    if following < table.tape.stop[chart]:
        table.tape.next[chart] = following + 1
        return int(table.tape.values[following])
    if table.dice.strict:
        find_fault(table.dice, UNPLANNED_ROLL, chart)
    return 0


def die_from_tape(table: Table, chart: int, sides: int) -> int:
    """Return the next planned number of a die of ``chart``; 0 if there is none.

    A number that the die does not have is a fault, and then the die shows 1.
    """
    number = from_tape(table, chart)
    if number > sides:
        find_fault(table.dice, NOT_ON_DIE, chart)
        return 1
    return number


def next_die_from_tape(table: Table, chart: int, sides: int) -> int:
    """Return the planned number of a second or third die of a roll; 1 if it is missing, 0 if there is no such die."""
    return max(1, die_from_tape(table, chart, sides)) if sides else 0


# --- the dice ---


def count_roll(dice: Dice, chart: int, place: int) -> int:
    """Count a roll of ``chart``, and return the number of earlier ones at ``place``.

    Play does not return to a place that it has left, so that one count for each chart is enough.
    """
    if dice.places[chart] != place:
        dice.places[chart] = place
        dice.counts[chart] = 0
    count = int(dice.counts[chart])
    dice.counts[chart] = count + 1
    return count


def clear_counts(dice: Dice) -> None:
    """Begin to count rolls."""
    for chart in range(len(dice.counts)):
        dice.places[chart] = 0
        dice.counts[chart] = 0


def words_at(dice: Dice, chart: int, address: RollAddress) -> tuple[int, int, int, int]:
    """Return the four random words of an address."""
    return philox(address.part, chart, address.place, address.number, dice.key_low, dice.key_high)


def throw_dice(mat: Mat, table: Table, chart: int, subject: int, sides: tuple[int, int, int]) -> tuple[int, int, int]:
    """Throw up to three dice together for ``chart``, and write nothing; 0 sides is no die, and its face 0."""
    address = address_of(mat, table, chart, subject)
    planned = die_from_tape(table, chart, sides[0])
    if planned:
        return planned, next_die_from_tape(table, chart, sides[1]), next_die_from_tape(table, chart, sides[2])
    words = words_at(table.dice, chart, address)
    return (
        face(words[0], sides[0]),
        face(words[1], sides[1]) if sides[1] else 0,
        face(words[2], sides[2]) if sides[2] else 0,
    )


def total_on(chart: int, total: int) -> int:
    """Return a total as it is looked up on ``chart``: beyond an end of the chart it is that end."""
    return max(TOTALS[chart][0], min(TOTALS[chart][1], total))


def total_of(chart: int, faces: tuple[int, int, int], modifier: int) -> int:
    """Return the total of dice as ``chart`` is read."""
    first, second, third = faces
    reading = READING[chart]
    if reading == Reading.SUM:
        number = first + second + third
    elif reading == Reading.TENS:
        number = first * TENS + second
    elif reading == Reading.AGAINST:
        number = first - second
    elif reading == Reading.PAIR:
        number = first + second
    else:
        number = third if third else second if second else first
    return total_on(chart, number + modifier)


def write_roll(mat: Mat, table: Table, chart: int, subject: int, modifier: int, faces: tuple[int, int, int]) -> Thrown:
    """Write a roll, and return it with its total."""
    thrown = Thrown(faces[0], faces[1], faces[2], total_of(chart, faces, modifier))
    keep_chance(mat, table, chart, subject, modifier, thrown)
    if table.journal.capacity:
        line = new_entry(mat, table, ROLL, chart)
        for die in range(ENTRY_DICE):
            line.dice[die] = faces[die]
        line.total = min(thrown.total, HIGHEST_NUMBER)
        put_subject(mat, table, line, subject, modifier)
    return thrown


def throw(mat: Mat, table: Table, chart: int, subject: int, modifier: int) -> Thrown:
    """Roll the dice of ``chart`` for a subject, write the roll, and return its faces and its total."""
    sides = SIDES[chart]
    faces = throw_dice(mat, table, chart, subject, (sides[0], sides[1], sides[2]))
    return write_roll(mat, table, chart, subject, modifier, faces)


def roll(mat: Mat, table: Table, chart: int, subject: int, modifier: int) -> int:
    """Roll the dice of ``chart`` for a subject, and return their total with a modifier, as the chart is read."""
    return throw(mat, table, chart, subject, modifier).total


def roll_one(mat: Mat, table: Table, chart: int, subject: int, sides: int, modifier: int) -> int:
    """Roll one die with ``sides`` for ``chart``, and return its face with a modifier."""
    faces = throw_dice(mat, table, chart, subject, (sides, 0, 0))
    return write_roll(mat, table, chart, subject, modifier, faces).total


# --- charts and decks that a roll declares ---


def look_up(table: Table, chart: int, total: int) -> int:
    """Return the cell of ``chart`` for a total, and write it as the result of the last roll."""
    return says(table, CELLS[chart][total_on(chart, total) - TOTALS[chart][0]])


def count_left(left: Piles) -> int:
    """Return the number of things that are left."""
    things = 0
    for kind in range(len(left)):
        things += int(left[kind])
    return things


def draw(mat: Mat, table: Table, chart: int, subject: int, left: Piles) -> int:
    """Draw a thing of the deck of ``chart`` without putting it back, write it, and return its kind.

    The things of a deck are numbered from 1 in the order of their kinds, and those of a kind go from the last one on.
    An empty deck is shuffled anew if it is declared so; otherwise a draw from it is a fault.

    Args:
        mat: the mat.
        table: what lies beside it.
        chart: the draw; it declares how many things of each kind the full deck has.
        subject: for whom it is drawn, as of a roll.
        left: how many things of each kind are left: an array of the mat, such as ``mat.deck.left``, or a field of an
            array of records, such as ``mat.piles["left"]``.
    """
    full, things = DECKS[chart], count_left(left)
    if things == 0 and RESHUFFLED[chart]:
        for kind in range(len(left)):
            left[kind] = full[kind]
        things = count_left(left)
    address = address_of(mat, table, chart, subject)
    number = from_tape(table, chart)
    place = 0 if number or not things else face(words_at(table.dice, chart, address)[0], things)
    drawn, first = -1, 0
    for kind in range(len(left)):
        own = int(left[kind])
        if number == 0 and 0 < place <= own:
            number = first + place
        place -= own
        if first < number <= first + own:
            drawn = kind
        first += int(full[kind])
    if drawn < 0:
        find_fault(table.dice, CARD_GONE if things else NO_CARD, chart)
        return 0
    left[drawn] -= 1
    write_roll(mat, table, chart, subject, 0, (number, 0, 0))
    return says(table, drawn)


# --- the sequence of play ---


def ask(mat: Mat, decision: int) -> None:
    """Open a decision."""
    mat.cursor.decision = decision


def go(mat: Mat, phase: int) -> None:
    """Set the next step of the sequence of play."""
    mat.cursor.phase = phase
