"""A war that is played by hand, as pages of replays read it: its sheet, record, log sheet and debriefs."""

from collections.abc import Iterator, Sequence
from typing import Any

from stuka_env.declared.log_sheet import Debrief, SheetLine
from stuka_env.declared.sheet import Sheet
from stuka_env.play.typed_rolls import Played
from stuka_env.play.war import War
from stuka_env.replay import Moment
from stuka_env.watch.parts import RecordRow, WarReader, of_last_line


def so_far(war: War) -> "WarSoFar":
    """Return a war, read up to its last completed turn; only turns that are new are read."""
    if war.reading is None:
        war.reading = WarSoFar(war)
    reading: WarSoFar = war.reading
    reading.read_on()
    return reading


def moments_of(war: War, first: int) -> Iterator[Moment]:
    """Yield the end of each completed turn from the number ``first`` on; the choices are left out."""
    line_of, turns = war.parts.game.replays.line_of, war.played[first:]
    if not turns:
        return
    following = war.played[first + 1 :]
    mats = [*(war.engine.seen(played.before.mats)[0] for played in following), war.settled_mat]
    crews = [*(played.crews for played in following), war.crews]
    for number, (played, mat, people) in enumerate(zip(turns, mats, crews, strict=True), first):
        yield Moment(number, mat, played.journal, played.lines, line_of(mat), "", [], None, crews=people)


class WarSoFar:
    """A war that is played by hand, as far as it has been read (:func:`so_far`)."""

    def __init__(self, war: War) -> None:
        self._war = war
        self._begin()

    def _begin(self) -> None:
        war = self._war
        self.moments: list[Moment] = []
        self._ended: list[list[Debrief]] = []
        self._last: Played | None = None
        self._crews = war.played[0].crews if war.played else war.crews
        mat = war.engine.seen(war.played[0].before.mats)[0] if war.played else war.settled_mat
        begin = Moment(0, mat, [], [], 0, "", [], None, crews=self._crews)
        self._reader: WarReader = war.parts.watch.reader(war.engine.war_spec(), begin, war.parts.watch.settled(mat))

    def read_on(self) -> None:
        """Read the turns that are new, or everything if turns were taken back."""
        played, read = self._war.played, len(self.moments)
        if not read or len(played) < read or played[read - 1] is not self._last:
            self._begin()
        for moment in moments_of(self._war, len(self.moments)):
            self.moments.append(moment)
            self._reader.add(moment)
            self._reader.lines()
            self._ended.append(self._reader.debriefs())
        self._last = played[-1] if played else None

    def sheet(self, fresh: Sequence[Any]) -> Sheet:
        """Return the sheet, with the newest entries of the journal."""
        entries = of_last_line(self._war.parts.watch.starts(), fresh)
        sheet: Sheet = self._reader.sheet(entries, self._war.mat)
        return sheet

    def record(self) -> list[RecordRow]:
        """Return the rows of the record: everybody's career, or the log sheet."""
        return self._reader.record()

    def log_sheet(self) -> list[SheetLine]:
        """Return the lines of the log sheet that have ended."""
        return self._war.parts.game.log_sheets.lines(self.moments, self._crews)

    def ended_since(self, turns: int) -> list[Debrief]:
        """Return the debriefs of all that ended after the first ``turns`` turns."""
        return [debrief for ended in self._ended[turns:] for debrief in ended]

    def debrief(self) -> list[tuple[str, Sequence[str]]]:
        """Return the sections of the debrief of a war that is over."""
        return list(self._reader.debrief())
