"""Codes: enums of whole numbers whose members carry the words and the tone that people see.

A code is declared once::

    class Weather(Code):
        GOOD = "good", Tone.GOOD
        POOR = "poor", Tone.FAIR
        BAD = "bad", Tone.BAD

The members are numbered from 0. A member that begins with a number has this number, and the next ones count on from
it. Without a word, the word is the name in small letters. Compiled code uses members as constants, so that nothing
here costs time in the rules.
"""

from enum import Enum, IntEnum
from typing import Any


def signed(number: int) -> str:
    """Return a modifier with its sign; 0 has none."""
    return f"{number:+d}" if number else "0"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 zone", "2 zones", "2 boxes", "2 aircraft"."""
    if count == 1 or noun == "aircraft":
        return f"{count} {noun}"
    return f"{count} {noun}es" if noun.endswith("x") else f"{count} {noun}s"


def sentence(words: str) -> str:
    """Return words as a sentence."""
    return f"{words[0].upper()}{words[1:]}."


def in_general(words: str) -> str:
    """Return the words of a decision for any slot, person or piece."""
    return words.format(slot="n", person="a person", piece="it")


class Tone(Enum):
    """The meaning of a state for the player, as colours and styles show it, or the owner of a piece."""

    PLAIN = "plain"
    NONE = "none"
    GOOD = "good"
    FAIR = "fair"
    WARN = "warn"
    BAD = "bad"
    SPENT = "spent"
    LOST = "lost"
    PRESENT = "present"
    OWN = "own"
    MATE = "mate"
    ENEMY = "enemy"


class Code(IntEnum):
    """An enum whose members have a word, a short word and a tone.

    A member is declared as its number, its word, its short word and its tone, in this order. Each can be left out.
    """

    _words: tuple[str, ...]
    tone: Tone

    def __new__(cls, *declared: Any) -> Any:
        """Return a member with its number, its words and its tone.

        Raises:
            TypeError: the declaration has another form.
        """
        parts = list(declared)
        number = 1 + max(cls.__members__.values(), default=-1)
        if parts and type(parts[0]) is int:
            number = parts.pop(0)
        words = [part for part in parts if type(part) is str]
        tones = [part for part in parts if isinstance(part, Tone)]
        if len(words) > 2 or len(tones) > 1 or words + tones != parts:
            raise TypeError(f"a member of {cls.__name__}: got {declared!r}, allowed are a number, two words and a tone")
        member = int.__new__(cls, number)
        member._value_ = number
        member._words = tuple(words)
        member.tone = tones[0] if tones else Tone.PLAIN
        return member

    @property
    def word(self) -> str:
        """The member in words."""
        return self._words[0] if self._words else self.name.lower().replace("_", " ")

    @property
    def short(self) -> str:
        """The word for narrow columns."""
        return self._words[-1] if self._words else self.word

    @classmethod
    def word_of(cls, code: Any) -> str:
        """Return the word of a number; the number itself if it is no code."""
        member: Any = cls._value2member_map_.get(code)
        return str(code) if member is None else str(member.word)

    @classmethod
    def words(cls) -> list[str]:
        """Return the words of all members from 0 on, in the order of their numbers."""
        return [member.word for member in sorted(cls) if member >= 0]

    @classmethod
    def by_short(cls) -> dict[str, int]:
        """Return the numbers by the short words."""
        return {member.short: int(member) for member in cls}

    @classmethod
    def numbers(cls, *without: str) -> dict[str, int]:
        """Return the numbers by the names in small letters, as set-ups and arguments spell them.

        Args:
            without: the names of members to leave out.
        """
        return {member.name.lower(): int(member) for member in cls if member.name not in without}


class ExplainedCode(Code):
    """A code whose members have a meaning in place of a short word: a sentence or two, such as a decision's."""

    @property
    def short(self) -> str:
        """The word."""
        return self.word

    @property
    def meaning(self) -> str:
        """The member explained; '' for one whose word says everything."""
        return self._words[1] if len(self._words) > 1 else ""

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Return the meanings by the words, capitalized as terms of a glossary, of the members that have one."""
        return {member.word.capitalize(): member.meaning for member in cls if member.meaning}
