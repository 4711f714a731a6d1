"""Vocabularies of the cells of chart files: each turns the TOML value of a cell into numbers, or refuses it.

The error of an unusable chart file is here too, with totals of dice as keys: 4, "2-4", "<=0", ">=11", "24+".
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stuka_env.declared.codes import Code
from stuka_env.io.quoting import LONGEST_QUOTE, RefusalError, printable, quoted

TOTAL_FORM = re.compile(r"(<=|>=)?(-?\d{1,3})(?:-(-?\d{1,3})|(\+))?")
"""Groups: the sign of an open end, the first total, the last, and the sign of an open end after it."""


class ChartError(RefusalError):
    """An unusable chart file. The message is one line with the file, the cell, the expected and the actual value."""


def fail(file: str, cell: str, expected: str, got: object) -> ChartError:
    """Return the error for a bad cell, on one line."""
    where = printable(cell, LONGEST_QUOTE)
    return ChartError(" ".join(f"{printable(file)}: {where}: expected {expected}, got {quoted(got)}".split()))


def printable_text(file: str, where: str, raw: object) -> str:
    """Return a text that a terminal shows unchanged. Raises ChartError for any other value."""
    if not isinstance(raw, str) or not raw.isprintable():
        raise fail(file, where, "a text without control characters", raw)
    return raw


Shape = tuple[int, ...]
CellValues = tuple[object, ...]
"""One number, or a row of numbers, for each field that a cell fills."""
Parse = Callable[[object], CellValues | None]


@dataclass(frozen=True)
class Word:
    """A vocabulary.

    Attributes:
        expected: a description, for error messages.
        parse: returns the numbers of a cell; None for a value that is not in the vocabulary.
        samples: cells from one end of the vocabulary to the other.
        shapes: the shape of each value, () for a number.
        spelled: returns the text of numbers that no sample has; None if the samples have all.
        is_name: whether the text of a cell is shown in play, beside its numbers.
        is_statement: whether the rules fix the text, so that the text of another file must be ours.
    """

    expected: str
    parse: Parse
    samples: Sequence[object]
    shapes: tuple[Shape, ...] = ((),)
    spelled: Callable[[CellValues], str] | None = None
    is_name: bool = False
    is_statement: bool = False

    def text(self, values: CellValues) -> str:
        """Return a cell with these numbers as text.

        Raises:
            ValueError: no cell has them.
        """
        for sample in self.samples:
            if self.parse(sample) == values:
                return raw_text(sample)
        if self.spelled is None:
            raise ValueError(f"expected the numbers of {self.expected}, got {values}")
        return self.spelled(values)


def raw_text(raw: object) -> str:
    """Return the TOML value of a cell as text."""
    return str(raw).lower() if isinstance(raw, bool) else str(raw)


# --- names of codes ---


def titled(member: Code) -> str:
    """Return the name of a member as a title, such as Port Wing."""
    return member.name.title().replace("_", " ")


def words_of(codes: type[Code], spell: Callable[[Code], str] | None = None, **spelled: str | None) -> dict[str, int]:
    """Return the numbers of codes by the words that chart files use for them.

    Args:
        codes: the enum; members below 0 are left out.
        spell: returns the word of a member; without it, its own word counts.
        spelled: other words by the names of members; None leaves a member out.
    """
    words = {code: spelled.get(code.name, spell(code) if spell else code.word) for code in sorted(codes) if code >= 0}
    return {word: int(code) for code, word in words.items() if word is not None}


# --- vocabularies ---


def number(low: int, high: int) -> Word:
    """Return the vocabulary of whole numbers from ``low`` to ``high``."""

    def parse(raw: object) -> CellValues | None:
        return (raw,) if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high else None

    return Word(f"a whole number from {low} to {high}", parse, range(low, high + 1))


def exactly(value: int) -> Word:
    """Return the vocabulary of a number that the rules fix, such as the sides of a die."""

    def parse(raw: object) -> CellValues | None:
        return (value,) if raw == value and not isinstance(raw, bool) else None

    return Word(f"{value}, because the rules fix it", parse, (value,))


def one_of(names: Mapping[str, int] | type[Code]) -> Word:
    """Return the vocabulary of the given names, or of the words of codes."""
    if isinstance(names, type):
        return one_of(words_of(names))

    def parse(raw: object) -> CellValues | None:
        return (names[raw],) if isinstance(raw, str) and raw in names else None

    return Word("one of " + ", ".join(names), parse, tuple(names))


def label_word(text: str) -> Word:
    """Return the vocabulary of a name that stands at one place. It fills no field."""

    def parse(raw: object) -> CellValues | None:
        return () if raw == text else None

    return Word(f"{text!r} at this place", parse, (text,))


def listed(raw: object, names: Mapping[str, int]) -> list[str] | None:
    """Return the words of a text that are joined by commas; None if they are not names, or if one comes twice."""
    words = [word.strip() for word in raw.split(",")] if isinstance(raw, str) else []
    return words if words and set(words) <= set(names) and len(set(words)) == len(words) else None


def several(names: Mapping[str, int], length: int) -> Word:
    """Return the vocabulary of one to ``length`` names joined by commas, none twice, as a row filled up with -1."""

    def parse(raw: object) -> CellValues | None:
        words = listed(raw, names)
        if words is None or len(words) > length:
            return None
        codes = [names[word] for word in words]
        return (tuple(codes + [-1] * (length - len(codes))),)

    every = tuple(names)
    expected = f"1 to {length} names joined by commas, none twice, of {', '.join(names)}"
    return Word(expected, parse, (every[0], ", ".join(every[-length:])), ((length,),))


def either(expected: str, fixed: Mapping[str, CellValues], other: Word | None = None) -> Word:
    """Return the vocabulary of some fixed words and of another vocabulary.

    Args:
        expected: a description of both.
        fixed: the values of each fixed word; the samples begin with them.
        other: the other vocabulary.
    """

    def parse(raw: object) -> CellValues | None:
        if isinstance(raw, str) and raw in fixed:
            return fixed[raw]
        return None if other is None else other.parse(raw)

    shapes = ((),) * len(next(iter(fixed.values())))
    return Word(expected, parse, (*fixed, *(() if other is None else other.samples)), shapes)


def form(pattern: str, *readers: Callable[[str], int | None], samples: Sequence[object], expected: str = "") -> Word:
    """Return the vocabulary of texts of a form, such as '2 aircraft, 1 hit'.

    Args:
        pattern: a regular expression with a group for each value; the text of a group that is left out is "0".
        readers: returns the number of the text of each group; None for a text that is not allowed.
        samples: cells from one end to the other.
        expected: a description; the form is often a part of another vocabulary, which describes both.
    """
    compiled = re.compile(pattern)

    def parse(raw: object) -> CellValues | None:
        match = compiled.fullmatch(raw) if isinstance(raw, str) else None
        if match is None:
            return None
        values = tuple(read(text) for read, text in zip(readers, match.groups("0"), strict=True))
        return None if None in values else values

    return Word(expected, parse, samples, ((),) * len(readers))


def _yes_no(raw: object) -> CellValues | None:
    return (int(raw),) if isinstance(raw, bool) else None


def any_text(raw: object) -> CellValues | None:
    """Return no values for a text that can be shown, None for anything else."""
    return () if isinstance(raw, str) and raw.strip() and raw.isprintable() else None


YES_NO = Word("true or false", _yes_no, (False, True))
FREE_TEXT = Word("a text", any_text, ("a", "A text"), is_name=True)
STATEMENT = Word("the statement of our file, because the rules fix it", any_text, ("a",), is_statement=True)
"""A text for people about the effect of the rules. The loader refuses any text other than ours."""
