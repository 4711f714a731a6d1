"""The journal of a game as its rules write it, written once: entries with their place, numbers and modifiers.

The functions here are compiled for each game, as those of :mod:`stuka_env.engine.playing` are. A game declares the
place of an entry: a function that writes where and when it happens.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from typing import Any, NamedTuple, get_type_hints

import numpy as np

from stuka_env.declared.records import Record
from stuka_env.engine.game_parts import Mat, Table
from stuka_env.engine.playing import compile_for

JOURNAL_CAPACITY = 0
"""Capacity of a journal in entries."""
ROLL_ENTRY = MODIFIER_ENTRY = 0
"""Codes of the entries of a roll and of a modifier."""
FULL_FAULT = 0
"""Code of the fault of a full journal."""
NO_CHART = -1
"""In place of a chart, in an entry that is neither a roll nor a modifier of one."""
NO_ENTRY: Any = None
"""An entry that is zero, ``(1,)``."""
Numbers = tuple[str, str, str]
"""Names of the first three numbers of an entry."""
FIRST_NUMBER, SECOND_NUMBER, THIRD_NUMBER = "first", "second", "third"
"""Names of the numbers of an entry."""
HIGHEST_NUMBER = 0
"""Largest number of an entry; a larger one is written as this."""


class Line(Record):
    """An entry of the journal."""

    kind: int
    chart: int
    total: int
    dice: Any


def put_place(mat: Mat, entry: Line) -> None:
    """Write the place of an entry."""
    raise NotImplementedError


def new_entry(mat: Mat, table: Table, kind: int, chart: int) -> Line:
    """Begin the next entry. A full journal is a fault, and its last entry is begun again."""
    journal = table.journal
    place = int(journal.cursor)
    if place < JOURNAL_CAPACITY:
        journal.cursor = place + 1
    else:
        table.dice.fault = FULL_FAULT
        place = JOURNAL_CAPACITY - 1
    journal.entries[place] = NO_ENTRY[0]
    entry = journal.entries[place]
    entry.kind = kind
    entry.chart = chart
    put_place(mat, entry)
    return entry


def last_entry(table: Table) -> Line:
    """Return the entry that was written last."""
    return table.journal.entries[table.journal.cursor - 1]


def note(mat: Mat, table: Table, kind: int, first: int, second: int) -> None:
    """Note a change of state, with two numbers about it."""
    if table.journal.capacity:
        entry = new_entry(mat, table, kind, NO_CHART)
        entry[FIRST_NUMBER] = min(first, HIGHEST_NUMBER)
        entry[SECOND_NUMBER] = min(second, HIGHEST_NUMBER)


def note_third(table: Table, number: int) -> None:
    """Note the third number of the last entry."""
    if table.journal.capacity:
        last_entry(table)[THIRD_NUMBER] = number


def note_roll(mat: Mat, table: Table, chart: int, faces: tuple[int, int], total: int) -> None:
    """Note a roll of one die or two."""
    if table.journal.capacity:
        entry = new_entry(mat, table, ROLL_ENTRY, chart)
        entry.dice[0] = faces[0]
        entry.dice[1] = faces[1]
        entry.total = min(total, HIGHEST_NUMBER)


def says(table: Table, result: int) -> int:
    """Note the result of the last roll, and return it."""
    if table.journal.capacity:
        last_entry(table)[FIRST_NUMBER] = min(result, HIGHEST_NUMBER)
    return result


def modify(mat: Mat, table: Table, chart: int, source: int, value: int) -> int:
    """Note a modifier of the next roll, and return it. Nothing is written for 0, nor without a chart."""
    if table.journal.capacity and value != 0 and chart != NO_CHART:
        entry = new_entry(mat, table, MODIFIER_ENTRY, chart)
        entry[FIRST_NUMBER] = source
        entry[SECOND_NUMBER] = value
    return value


class JournalFunctions(NamedTuple):
    """The functions of the journal for a game."""

    new_entry: Any
    last_entry: Any
    note: Any
    note_third: Any
    note_roll: Any
    says: Any
    modify: Any


def make_journal(
    module: str, entries: type[Any], *, mat: type[Any], table: type[Any], full: Any, put_place: Any, numbers: Numbers
) -> JournalFunctions:
    """Return the functions of the journal, for a module of a game.

    Args:
        module: the module of the game that has them.
        entries: the kinds of entry.
        mat: the record of the mat.
        table: the named tuple of everything that the rules need beside the mat.
        full: the fault of a full journal.
        put_place: the function that writes the place of an entry.
        numbers: the fields of an entry for its first three numbers.
    """
    _, line, *_ = get_type_hints(getattr(put_place, "py_func", put_place)).values()
    (length,) = get_type_hints(table)["journal"].dtype["entries"].shape
    names = globals() | {"Mat": mat, "Table": table, "Line": line, "put_place": put_place}
    names |= {"ROLL_ENTRY": int(entries["ROLL"]), "MODIFIER_ENTRY": int(entries["MODIFIER"]), "FULL_FAULT": int(full)}
    names |= {"JOURNAL_CAPACITY": length, "NO_ENTRY": np.zeros(1, line.dtype)}
    names |= dict(zip(("FIRST_NUMBER", "SECOND_NUMBER", "THIRD_NUMBER"), numbers, strict=True))
    names["HIGHEST_NUMBER"] = int(np.iinfo(line.dtype[numbers[0]]).max)
    return JournalFunctions(
        *compile_for(module, names, new_entry, last_entry, note, note_third, note_roll, says, modify)
    )
