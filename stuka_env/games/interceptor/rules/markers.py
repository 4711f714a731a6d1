"""Markers that an event gives, and that are used later (7.10)."""

from stuka_env.engine.frame import note
from stuka_env.games.interceptor.codes import Entry
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table

MOST_MARKERS = 3


def keep_marker(mat: Mat, marker: int) -> None:
    """An event gives a marker that is kept and used later (3.4.2, 7.10; ruling IQ181)."""
    mat.career.markers[marker] = raised(mat.career.markers[marker], 1, MOST_MARKERS)


def uses_marker(mat: Mat, table: Table, marker: int) -> bool:
    """Whether there is a marker of a kind; one is used up (7.10; rulings IQ181, IQ203)."""
    kept = mat.career.markers[marker] > 0
    if kept:
        mat.career.markers[marker] = int(mat.career.markers[marker]) - 1
        note(mat, table, Entry.MARKER, marker, 0)
    return bool(kept)
