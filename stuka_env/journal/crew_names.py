"""Invented names of pilots and gunners: who has which place of the roster in a war.

The rules know people by role and number; a name is for those who read. It is a pure function of the war's seed and
episode, of the place and of how many people have had it, outside the mat and the dice: whoever replaces the dead has a
name of his own, and a replay has the names of the war. No name is a real airman's
(``tests/journal/test_crew_names.py``).
"""

import hashlib
import itertools
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from stuka_env.codes import SEATS, Entry
from stuka_env.journal.entry import JournalEntry
from stuka_env.journal.wording import ROLE_WORDS

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
"""Parts of surnames: any beginning with any ending."""
LONGEST = 9
"""Letters that fit on an aircraft card."""
NUMBERED = re.compile(r"\b([Pp]ilot|[Gg]unner) (\d{1,2})\b")
"""How sentences and labels write a person (:func:`stuka_env.journal.wording.person_words`)."""


def every_name() -> list[str]:
    """All names there are."""
    names = (first + last for first, last in itertools.product(BEGINNINGS, ENDINGS) if first.lower() != last)
    return [name for name in names if len(name) <= LONGEST]


@lru_cache(maxsize=16)
def names_of_war(seed: int, episode: int) -> tuple[str, ...]:
    """Every name, in the order of this war: as a hash shuffles them."""

    def place(name: str) -> bytes:
        return hashlib.sha256(f"{seed} {episode} {name}".encode()).digest()

    return tuple(sorted(every_name(), key=place))


class CrewNames(NamedTuple):
    """Who has which place at some moment of a war.

    Attributes:
        seed: of the war.
        episode: how many episodes after that seed.
        replaced: how many people have left each place, pilots first.
    """

    seed: int
    episode: int = 0
    replaced: tuple[int, ...] = (0,) * PEOPLE

    def of(self, person: int, later: int = 0) -> str:
        """The surname of a person, pilot 1 to 11 or gunner 12 to 22; of the one ``later`` replacements after him."""
        names = names_of_war(self.seed, self.episode)
        return names[(person - 1 + PEOPLE * (self.replaced[person - 1] + later)) % len(names)]

    def short(self, role: int, place: int) -> str:
        """A person as there is little room for him: "P3 Dornbeck"."""
        return f"{ROLE_WORDS[role][0].upper()}{place} {self.of(place + SEATS * role)}"

    def named(self, text: str) -> str:
        """A sentence or label with the name behind every number of a person: "pilot 3 Dornbeck"."""

        def name(found: re.Match[str]) -> str:
            place = int(found[2])
            if not 1 <= place <= SEATS:
                return found[0]
            return f"{found[0]} {self.of(place + SEATS * (found[1].lower() == 'gunner'))}"

        return NUMBERED.sub(name, text)

    def without(self, person: int) -> "CrewNames":
        """Once somebody has been replaced."""
        replaced = list(self.replaced)
        replaced[person - 1] += 1
        return self._replace(replaced=tuple(replaced))

    def tell(self, entries: Iterable[JournalEntry]) -> tuple[list[JournalEntry], "CrewNames"]:
        """Journal entries with names, and who has which place after them."""
        names, told = self, []
        for entry in entries:
            text = names.named(entry.text)
            if entry.kind == Entry.REPLACEMENT:
                names = names.without(entry.person)
                text = f"{text.removesuffix('.')}: {names.of(entry.person)}."
            told.append(entry._replace(text=text))
        return told, names
