"""Invented names of pilots and gunners (:mod:`stuka_env.declared.people`).

No name belongs to a real airman (``tests/games/stuka/words/test_crew_names.py``).
"""

import re

from stuka_env.declared.people import People, Surnames
from stuka_env.games.stuka.codes import SEATS, Entry
from stuka_env.games.stuka.words.journal import JournalEntry

SURNAMES = Surnames(
    beginnings=(
        "Alm", "Bild", "Brack", "Dorn", "Drog", "Ebel", "Elz", "Fahl", "Fenn", "Gorm", "Gras", "Halm", "Hex", "Ilm",
        "Jorn", "Kalm", "Kess", "Lahn", "Mehl", "Mond", "Nebel", "Ohm", "Orl", "Pilz", "Quell", "Rohr", "Salm",
        "Schilf", "Tann", "Torf", "Ulm", "Wedel", "Wolk", "Zirn",
    ),
    endings=(
        "acker", "beck", "brot", "dorn", "eck", "egger", "fink", "glas", "grund", "hagen", "holt", "horn", "kamp",
        "korn", "loh", "moor", "nagel", "reuth", "ried", "rod", "sieb", "specht", "stroh", "wick",
    ),
    longest=9,
)  # fmt: skip
"""Surnames that fit on an aircraft card."""


def number_of(found: re.Match[str]) -> int:
    """Return the number on the mat of a person in words: pilots 1 to 11, gunners 12 to 22; 0 for none."""
    place = int(found[2])
    return place + SEATS * (found[1].lower() == "gunner") if 1 <= place <= SEATS else 0


def newcomer(entry: JournalEntry) -> int:
    """Return the number of the person that a replacement comes for; 0 for an entry about something else."""
    return int(entry.person) if entry.kind == Entry.REPLACEMENT else 0


PEOPLE = People(
    surnames=SURNAMES,
    count=2 * SEATS,
    pattern=re.compile(r"\b([Pp]ilot|[Gg]unner) (\d{1,2})\b"),
    number_of=number_of,
    newcomer=newcomer,
)
"""The pilots and gunners, as :func:`stuka_env.games.stuka.words.labels.person_words` names them."""
