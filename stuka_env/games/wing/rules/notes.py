"""Entries of the journal: every roll and every change of state, as codes. Without a journal nothing is written."""

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.noting import make_journal
from stuka_env.games.wing.codes import Entry, Fault
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import JournalLine, Table


@compiled
def put_place(mat: Mat, entry: JournalLine) -> None:
    """Write the mission of an entry, and the place of the formation."""
    entry.mission = mat.track.box
    entry.leg = mat.mission.leg
    entry.box = mat.mission.box


_, last_entry, note, note_third, note_roll, says, modify = make_journal(
    __name__,
    Entry,
    mat=Mat,
    table=Table,
    full=Fault.JOURNAL_FULL,
    put_place=put_place,
    numbers=("first", "second", "third"),
)
