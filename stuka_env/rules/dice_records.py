"""Records beside the mat: the dice, the tape of planned rolls and the journal. Players do not see the first two."""

from stuka_env.charts.shape import Record, record_dtype
from stuka_env.codes import CHARTS

PLACES = 14
"""Places where a chart can be rolled: 0 the mission, slots and seats from 0, zones 1 to 6 out and 7 to 12 home."""
TAPE_LENGTH = 2048
"""Numbers a tape can hold, all charts together."""
JOURNAL_LENGTH = 8192
"""Entries a journal can hold between two looks at it."""


dice_dtype = record_dtype(
    [
        ("key_low", "i8"),  # low 32 bits of the war seed
        ("key_high", "i8"),  # high 32 bits of the war seed
        ("mission", "i8"),  # mission of the war, part of every roll's address
        ("fault", "i8"),  # codes.Fault
        ("fault_chart", "i8"),
        ("taped", "i8"),  # 1: look at the tape before rolling
        ("strict", "i8"),  # 1: a roll that is not on the tape is a fault
        ("counts", "u1", (CHARTS, PLACES)),  # rolls made, by chart and place, in this mission
        ("pad", "u1", ((-CHARTS * PLACES) % 8,)),
    ]
)

tape_dtype = record_dtype(
    [
        ("start", "i2", (CHARTS,)),
        ("stop", "i2", (CHARTS,)),
        ("next", "i2", (CHARTS,)),
        ("values", "i1", (TAPE_LENGTH,)),
    ]
)

entry_dtype = record_dtype(
    [
        ("kind", "i1"),  # codes.Entry
        ("chart", "i1"),  # codes.Chart of a roll, else -1
        ("aircraft", "i1"),  # slot 0 to 9, or -1
        ("zone", "i1"),
        ("leg", "i1"),
        ("person", "i1"),  # pilot 1 to 11, gunner 12 to 22, or 0
        ("dice", "i1", (3,)),  # faces as rolled, 0 where there is no die
        ("drm", "i1"),
        ("total", "i2"),
        ("result", "i2"),
    ]
)

journal_dtype = record_dtype(
    [
        ("capacity", "i8"),  # 0: off
        ("cursor", "i8"),
        ("entries", entry_dtype, (JOURNAL_LENGTH,)),
    ]
)


class Dice(Record):
    """A record of :data:`dice_dtype`; the name rule functions use in their signatures."""


class Tape(Record):
    """A record of :data:`tape_dtype`."""


class Journal(Record):
    """A record of :data:`journal_dtype`."""
