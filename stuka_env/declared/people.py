"""Invented names of people, which a game declares.

The rules know people by number; names are for readers. A name is a pure function of the war's seed and episode, the
number of the person, and the number of people who have had that number. It is independent of mat and dice. So a
replacement has a name of his own, and a replay has the names of the war.
"""

import hashlib
import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple


class Surnames(NamedTuple):
    """Parts of surnames; every beginning fits every ending."""

    beginnings: tuple[str, ...]
    endings: tuple[str, ...]
    longest: int
    """Most letters of a name."""

    def every(self) -> list[str]:
        """Return all possible names."""
        pairs = itertools.product(self.beginnings, self.endings)
        names = (first + last for first, last in pairs if first.lower() != last)
        return [name for name in names if len(name) <= self.longest]


@lru_cache(maxsize=16)
def names_of_war(surnames: Surnames, seed: int, episode: int) -> tuple[str, ...]:
    """Return all names in the order of a war, which a hash determines."""

    def place(name: str) -> bytes:
        return hashlib.sha256(f"{seed} {episode} {name}".encode()).digest()

    return tuple(sorted(surnames.every(), key=place))


@dataclass(frozen=True, kw_only=True)
class People:
    """The people of a game who have names."""

    surnames: Surnames
    count: int
    """People at the same time; their numbers begin at 1."""
    pattern: re.Pattern[str]
    """Pattern of a person in sentences and labels."""
    number_of: Callable[[re.Match[str]], int]
    """Return the number of a person that the pattern has found; 0 for none."""
    newcomer: Callable[[Any], int]
    """Return the number that a newcomer gets by an entry of the journal; 0 for none. His name follows its sentence."""

    def names(self, seed: int, episode: int = 0) -> "InventedNames":
        """Return the names at the beginning of a war: its seed, and the number of episodes after that seed."""
        return InventedNames(self, seed, episode, (0,) * self.count)


class InventedNames(NamedTuple):
    """The names of the people at some moment of a war.

    Attributes:
        people: the people.
        seed: seed of the war.
        episode: number of episodes after that seed.
        replaced: number of people who have had each number before.
    """

    people: People
    seed: int
    episode: int
    replaced: tuple[int, ...]

    def of(self, person: int, later: int = 0) -> str:
        """Return the surname of a person, or of the ``later``-th replacement."""
        names = names_of_war(self.people.surnames, self.seed, self.episode)
        return names[(person - 1 + self.people.count * (self.replaced[person - 1] + later)) % len(names)]

    def named(self, text: str) -> str:
        """Return a sentence or label with the name after every number of a person: "pilot 3 Dornbeck"."""

        def name(found: re.Match[str]) -> str:
            person = self.people.number_of(found)
            return f"{found[0]} {self.of(person)}" if person else found[0]

        return self.people.pattern.sub(name, text)

    def without(self, person: int) -> "InventedNames":
        """Return the names after a person has been replaced."""
        replaced = list(self.replaced)
        replaced[person - 1] += 1
        return self._replace(replaced=tuple(replaced))

    def tell(self, entries: Iterable[Any]) -> "tuple[list[Any], InventedNames]":
        """Return journal entries with names, and the names after them."""
        names, named_entries = self, []
        for entry in entries:
            text, newcomer = names.named(entry.text), self.people.newcomer(entry)
            if newcomer:
                names = names.without(newcomer)
                text = f"{text.removesuffix('.')}: {names.of(newcomer)}."
            named_entries.append(entry._replace(text=text))
        return named_entries, names


def in_short(person: str) -> str:
    """Return a short form of a person for narrow columns: "P3 Dornbeck" of "pilot 3 Dornbeck"."""
    role, _, rest = person.partition(" ")
    return f"{role[0].upper()}{rest}"
