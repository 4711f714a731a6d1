"""Invented names of crews: each has the surname of its pilot (:mod:`stuka_env.declared.people`).

No name belongs to a known airman (``tests/games/wing/test_crew_names.py``).
"""

import re

from stuka_env.declared.people import People, Surnames
from stuka_env.games.wing.codes import SLOTS, Entry
from stuka_env.games.wing.words.journal import JournalEntry

SURNAMES = Surnames(
    beginnings=(
        "Alder", "Amber", "Bram", "Briar", "Cald", "Cobb", "Corn", "Dapple", "Elm", "Farn", "Fen", "Gorse", "Hazel",
        "Heather", "Holm", "Ivel", "Jay", "Kestrel", "Larch", "Ling", "Marl", "Moss", "Nettle", "Oat", "Pell", "Quill",
        "Reed", "Rush", "Sedge", "Tarn", "Teasel", "Thrift", "Vetch", "Wick", "Wren", "Yarrow",
    ),
    endings=(
        "acre", "barrow", "beck", "by", "combe", "cote", "croft", "dyke", "fell", "garth", "gate", "holt", "hythe",
        "lock", "mere", "moor", "nook", "ridge", "rick", "shaw", "stile", "thwaite", "wade", "wold",
    ),
    longest=9,
)  # fmt: skip
"""Surnames that fit on the card of a bomber."""


def number_of(found: re.Match[str]) -> int:
    """Return the number of a crew in words; 0 for one that is not there."""
    return int(found[1]) if 1 <= int(found[1]) <= SLOTS else 0


def newcomer(entry: JournalEntry) -> int:
    """Return the number of a crew that arrives; 0 for an entry about something else."""
    return int(entry.first) + 1 if entry.kind == Entry.CREW_ARRIVED else 0


PEOPLE = People(
    surnames=SURNAMES,
    count=SLOTS,
    pattern=re.compile(r"\b[Cc]rew (\d{1,2})\b"),
    number_of=number_of,
    newcomer=newcomer,
)
"""The crews."""
