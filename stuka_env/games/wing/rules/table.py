"""The table: the objects beside the mat (dice, tape of planned rolls, charts, journal and log).

Players do not see the first two.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import Numbers, Record, int8, int16, record
from stuka_env.engine.table import AnyDice, AnyJournal, AnyTape, dice_record, journal_record, tape_record
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import CARDS, CHARTS, Fault
from stuka_env.games.wing.rules.mat import Log, Mat

Mask = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


@dice_record(Fault, CHARTS)
class Dice(AnyDice):
    """The dice of one campaign: its seed. Everything else of a roll's address is on the mat."""


@tape_record(CHARTS, CARDS)
class Tape(AnyTape):
    """The planned rolls."""


@record
class JournalLine(Record):
    """One entry of the journal, as codes. :class:`stuka_env.games.wing.codes.Entry` declares the numbers."""

    first: int = int16(meaning="first number of the entry, of a roll its result")
    second: int = int16(meaning="second number")
    third: int = int16(meaning="third number")
    total: int = int16(meaning="the dice with their modifiers")
    kind: int = int8(meaning="kind of entry")
    chart: int = int8(meaning="the chart that was rolled or modified; -1 none")
    mission: int = int8(meaning="box of the track")
    leg: int = int8(meaning="leg of the mission")
    box: int = int8(meaning="box of the map")
    dice: Numbers = int8(meaning="the faces of the dice; 0 where there is none", shape=(2,))


@journal_record(JournalLine)
class Journal(AnyJournal):
    """The journal."""


class Table(NamedTuple):
    """Everything that the rules need beside the mat."""

    dice: Dice
    tape: Tape
    charts: Charts
    journal: Journal
    log: Log


def put_place(mat: Mat, line: JournalLine) -> None:
    """Write the mission of an entry, and the place of the formation."""
    line.mission = mat.track.box
    line.leg = mat.mission.leg
    line.box = mat.mission.box
