"""A war that is played by hand, as pages of replays read it: its sheet, record, log sheet and debriefs."""

from collections.abc import Iterator, Sequence
from typing import Any

from stuka_env.debriefs import Debrief
from stuka_env.play.war import War
from stuka_env.replay import Moment
from stuka_env.sheet import SheetLine
from stuka_env.views.sheet import Sheet
from stuka_env.watch.parts import RecordRow, WarReader, watch_parts


def moments_of(war: War) -> Iterator[Moment]:
    """Yield the end of each completed turn; the choices are left out."""
    if not war.played:  # the opening waits for the player's dice
        return
    line_of = war.parts.game.replays.line_of
    mats = [*(played.before.mats[0] for played in war.played[1:]), war.mat]
    crews = [*(played.crews for played in war.played[1:]), war.crews]
    for number, (played, mat, people) in enumerate(zip(war.played, mats, crews, strict=True)):
        yield Moment(number, mat, played.journal, played.lines, line_of(mat), "", [], None, crews=people)


class WarSoFar:
    """A war that is played by hand, read up to its last completed turn."""

    def __init__(self, war: War) -> None:
        self._war = war
        self._crews = war.played[0].crews if war.played else war.crews
        self.moments = list(moments_of(war))
        self._ended: list[list[Debrief]] = []
        self._reader = self._read()

    def _read(self) -> WarReader:
        """Read the whole war, from the mat before its opening on."""
        parts, mat = watch_parts(self._war.parts.game.name), self._war.mat
        if self._war.played:
            mat = self._war.played[0].before.mats[0]
        begin = Moment(0, mat, [], [], 0, "", [], None, crews=self._crews)
        reader = parts.reader(self._war.engine.war_spec(), begin, parts.settled(begin.mat))
        for moment in self.moments:
            reader.add(moment)
            reader.lines()
            self._ended.append(list(reader.ended()))
        return reader

    def sheet(self, fresh: Sequence[Any]) -> Sheet:
        """Return the sheet, with the newest entries of the journal."""
        sheet: Sheet = self._reader.sheet(fresh)
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
