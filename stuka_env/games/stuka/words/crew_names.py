"""Invented names of pilots and gunners.

The rules know people by role and number; names are for readers. A name is a pure function of the war's seed and
episode, the place in the roster, and the number of people who have had the place. It is independent of mat and dice.
So a replacement has a name of his own, and a replay has the names of the war. No name belongs to a real airman
(``tests/games/stuka/words/test_crew_names.py``).
"""

import hashlib
import itertools
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from stuka_env.games.stuka.codes import SEATS, Entry, Role, to_index
from stuka_env.games.stuka.words.journal import JournalEntry

PEOPLE = 2 * SEATS
"""Places of the roster: pilots 1 to 11, gunners 12 to 22."""
BEGINNINGS = (
    "Alm", "Bild", "Brack", "Dorn", "Drog", "Ebel", "Elz", "Fahl", "Fenn", "Gorm", "Gras", "Halm", "Hex", "Ilm",
    "Jorn", "Kalm", "Kess", "Lahn", "Mehl", "Mond", "Nebel", "Ohm", "Orl", "Pilz", "Quell", "Rohr", "Salm", "Schilf",
    "Tann", "Torf", "Ulm", "Wedel", "Wolk", "Zirn",
)  # fmt: skip
ENDINGS = (
    "acker", "beck", "brot", "dorn", "eck", "egger", "fink", "glas", "grund", "hagen", "holt", "horn", "kamp", "korn",
    "loh", "moor", "nagel", "reuth", "ried", "rod", "sieb", "specht", "stroh", "wick",
)  # fmt: skip
"""Parts of surnames; every beginning fits every ending."""
LONGEST = 9
"""Letters that fit on an aircraft card."""
NUMBERED = re.compile(r"\b([Pp]ilot|[Gg]unner) (\d{1,2})\b")
"""Pattern of a person in sentences and labels (:func:`stuka_env.games.stuka.words.labels.person_words`)."""


def every_name() -> list[str]:
    """Return all possible names."""
    names = (first + last for first, last in itertools.product(BEGINNINGS, ENDINGS) if first.lower() != last)
    return [name for name in names if len(name) <= LONGEST]


@lru_cache(maxsize=16)
def names_of_war(seed: int, episode: int) -> tuple[str, ...]:
    """Return all names in the order of this war, which a hash determines."""

    def place(name: str) -> bytes:
        return hashlib.sha256(f"{seed} {episode} {name}".encode()).digest()

    return tuple(sorted(every_name(), key=place))


class CrewNames(NamedTuple):
    """The names of the people at some moment of a war.

    Attributes:
        seed: seed of the war.
        episode: number of episodes after that seed.
        replaced: number of people who have left each place, pilots first.
    """

    seed: int
    episode: int = 0
    replaced: tuple[int, ...] = (0,) * PEOPLE

    def of(self, person: int, later: int = 0) -> str:
        """Return the surname of a person, pilot 1 to 11 or gunner 12 to 22, or of the ``later``-th replacement."""
        names = names_of_war(self.seed, self.episode)
        return names[(to_index(person) + PEOPLE * (self.replaced[to_index(person)] + later)) % len(names)]

    def short(self, role: int, place: int) -> str:
        """Return a short form of a person for narrow columns: "P3 Dornbeck"."""
        return f"{Role(role).word[0].upper()}{place} {self.of(place + SEATS * role)}"

    def named(self, text: str) -> str:
        """Return a sentence or label with the name after every number of a person: "pilot 3 Dornbeck"."""

        def name(found: re.Match[str]) -> str:
            place = int(found[2])
            if not 1 <= place <= SEATS:
                return found[0]
            return f"{found[0]} {self.of(place + SEATS * (found[1].lower() == 'gunner'))}"

        return NUMBERED.sub(name, text)

    def without(self, person: int) -> "CrewNames":
        """Return the names after a person has been replaced."""
        replaced = list(self.replaced)
        replaced[to_index(person)] += 1
        return self._replace(replaced=tuple(replaced))

    def tell(self, entries: Iterable[JournalEntry]) -> tuple[list[JournalEntry], "CrewNames"]:
        """Return journal entries with names, and the names after them."""
        names, named_entries = self, []
        for entry in entries:
            text = names.named(entry.text)
            if entry.kind == Entry.REPLACEMENT:
                names = names.without(entry.person)
                text = f"{text.removesuffix('.')}: {names.of(entry.person)}."
            named_entries.append(entry._replace(text=text))
        return named_entries, names
