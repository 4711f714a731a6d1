"""Journals in sentences, made from the declarations of a game (:mod:`stuka_env.declared.journal`)."""

import copy
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from string import Formatter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Code
from stuka_env.declared.journal import MODIFIER, ROLL, EntryCode, EntryDeclaration, RollCode, Words, words_of
from stuka_env.declared.records import Record

Modifiers = tuple[tuple[Code, int], ...]
"""Sources of modifiers with their numbers."""
Records = NDArray[Any] | Iterable[Any]
"""Entries of a journal as the rules write them, in their order."""


class SentenceContext(NamedTuple):
    """The context of a sentence: the charts in force, and the modifiers since the last roll."""

    charts: Any
    modifiers: Modifiers


Maker = Callable[[Any, SentenceContext], str]
"""Maker of words from an entry and its context."""


def named_modifiers(modifiers: Modifiers) -> str:
    """Return modifiers with their names: " +1 engine -1 skill"; nothing for none."""
    return "".join(f" {value:+d} {source.word}" for source, value in modifiers)


def sum_words(dice: Sequence[int], modifiers: Modifiers, total: int) -> str:
    """Return dice with their modifiers: "2 and 6 +1 engine = 9", "1 -3 stress = -2, read as 1".

    Args:
        dice: the faces that are added up.
        modifiers: the modifiers with their sources.
        total: the total that was looked up.
    """
    summed = sum(dice) + sum(value for _, value in modifiers)
    parts = " and ".join(map(str, dice)) + named_modifiers(modifiers)
    words = f"{parts} = {summed}" if modifiers or len(dice) > 1 else parts
    return words if summed == total else f"{words}, read as {total}"


def dice_words(entry: Any, context: SentenceContext) -> str:
    """Return the dice of a roll with their modifiers."""
    return sum_words(entry.dice, context.modifiers, entry.total)


def added_words(modifiers: Modifiers) -> str:
    """Return modifiers with their sum: "-1 experience, +2 stress: +1 in all"; nothing for none."""
    words = ", ".join(f"{value:+d} {source.word}" for source, value in modifiers)
    total = sum(value for _, value in modifiers)
    return f"{words}: {f'{total:+d}' if total else 0} in all" if len(modifiers) > 1 else words


def entry_type(module: str, line: type[Record]) -> Any:
    """Return the type of the entries that players see, a named tuple: the fields of a record, and ``text``.

    Args:
        module: the module that has it as ``JournalEntry``, for pickling.
        line: the record that the rules write. Kinds and charts are members of their enums in an entry, dice a tuple.
    """
    names = namedtuple("JournalEntry", [*(field.name for field in line.FIELDS), "text"])  # type: ignore[misc]
    own = {"__module__": module, "__slots__": (), "__str__": lambda entry: entry.text}
    meanings = "".join(f"        {field.name}: {field.meaning}.\n" for field in line.FIELDS if field.meaning)
    words = (
        f"One event: its record as codes, and its sentence.\n\n    Attributes:\n{meanings}        text: the sentence.\n"
    )
    return type("JournalEntry", (names,), own | {"__doc__": words})


class Sentences:
    """The sentences of a game.

    Args:
        entry: the type of its entries, a named tuple with the fields of its records and ``text``.
        kinds: its kinds of entry.
        charts: its rolls.
        numbers: fields of an entry with the numbers that a declaration names, in their order.
        modifier: the codes of the sources of modifiers, and the fields with source and number of a modifier.
        codes: codes of other fields.
        places: the person or thing that a roll is for, by the place of its address, unless its declaration says more.
        makers: makers of the words that a declaration does not give, by their names in sentences.
    """

    def __init__(
        self,
        *,
        entry: Any,
        kinds: type[EntryCode],
        charts: type[RollCode],
        numbers: Sequence[str],
        modifier: tuple[type[Code], str, str],
        codes: Mapping[str, type[IntEnum]],
        places: Mapping[Any, str],
        makers: Mapping[str, Maker],
    ) -> None:
        self.__module__ = entry.__module__
        self.entry = entry
        self._numbers = numbers
        self._source, self._source_field, self._value_field = modifier
        self._places = places
        self._fields = tuple(name for name in entry._fields if name != "text")
        self._codes = {"kind": kinds, "chart": charts, **codes}
        self._makers = {"roll": _chart_words, "modifier": self._modifier_words, **makers}
        self._rolls = {chart: self._sentence((chart.text,), chart.declared.numbers) for chart in charts}
        self._results = {chart: self._sentence((_after_dice(chart.text),), chart.declared.numbers) for chart in charts}
        self._kinds = {kind: self._sentence(kind.declared.texts, kind.declared.numbers) for kind in kinds}

    def __reduce__(self) -> str:
        """Return the name by which the module of its entries has it: copies of environments share it."""
        return "SENTENCES"

    def translator(self, charts: Any) -> "Translator":
        """Return a translator of a journal under the charts in force."""
        return Translator(self, charts)

    def translate(self, records: Records, charts: Any) -> list[Any]:
        """Return records as entries with sentences."""
        translator = self.translator(charts)
        translator.add(records)
        return translator.entries()

    def without_text(self, records: Records) -> Iterator[Any]:
        """Yield records as entries without sentences."""
        rows = np.asarray(records)
        if not rows.size:
            return
        columns = [self._column(name, rows[name].tolist()) for name in self._fields]
        for values in zip(*columns, strict=True):
            yield self.entry(**dict(zip(self._fields, values, strict=True)), text="")

    def told(self, entry: Any, context: SentenceContext) -> Any:
        """Return an entry with its sentence."""
        maker = self._rolls[entry.chart] if is_roll(entry) else self._kinds[entry.kind]
        return entry._replace(text=maker(entry, context))

    def result_words(self, entry: Any, context: SentenceContext) -> str:
        """Return what the sentence of a roll says after its dice: "lands safely"; may be empty."""
        return self._results[entry.chart](entry, context).strip(" ,;.:")

    def word(self, name: str, entry: Any, context: SentenceContext) -> str:
        """Return the words with a name in the sentences of an entry; with a capital letter they begin with one."""
        return self._part(name, declaration_of(entry).numbers)(entry, context)

    def about(self, entry: Any, context: SentenceContext) -> str:
        """Return the person or thing that a roll is for; may be empty."""
        declared = entry.chart.declared
        return self._text(declared.about or self._places.get(entry.chart.place, ""), declared.numbers)(entry, context)

    def modifiers_after(self, entry: Any, modifiers: Modifiers) -> Modifiers:
        """Return the modifiers since the last roll, after an entry."""
        if entry.kind == MODIFIER:
            return (*modifiers, (self._source(getattr(entry, self._source_field)), getattr(entry, self._value_field)))
        return () if entry.kind == ROLL else modifiers

    def _column(self, name: str, values: list[Any]) -> list[Any]:
        """Return the values of a field: codes, and arrays as tuples, of dice without those that were not thrown."""
        if name in self._codes:
            members: Any = self._codes[name]._value2member_map_
            return [members.get(value) for value in values]
        if values and isinstance(values[0], list):
            return [tuple(filter(None, one) if name == "dice" else one) for one in values]
        return values

    def _modifier_words(self, entry: Any, context: SentenceContext) -> str:
        """Return a modifier: "+1 engine"."""
        return named_modifiers(self.modifiers_after(entry, ())).strip()

    def _sentence(self, texts: Sequence[str], numbers: Mapping[str, Words]) -> Maker:
        """Return the maker of a sentence; of several texts, the first number chooses one."""
        makers = [self._text(text, numbers) for text in texts]
        if len(makers) == 1:
            return makers[0]
        first = self._numbers[0]
        return lambda entry, context: makers[getattr(entry, first)](entry, context)

    def _text(self, text: str, numbers: Mapping[str, Words]) -> Maker:
        """Return the maker of a text with names in braces."""
        parts = [
            (literal, self._part(name, numbers) if name else None) for literal, name, *_ in Formatter().parse(text)
        ]

        def made(entry: Any, context: SentenceContext) -> str:
            words = "".join(literal if part is None else literal + part(entry, context) for literal, part in parts)
            return words[:-1] if words.endswith("..") else words  # after an abbreviation: "S.A."

        return made

    def _part(self, name: str, numbers: Mapping[str, Words]) -> Maker:
        """Return the maker of the words with a name; with a capital letter they begin with one."""
        if name[0].isupper():
            maker = self._part(name[0].lower() + name[1:], numbers)

            def capital(entry: Any, context: SentenceContext) -> str:
                words = maker(entry, context)
                return words[:1].upper() + words[1:]

            return capital
        if name in self._makers:
            return self._makers[name]
        if name not in numbers:
            assert name in self._fields, f"{name}: neither a maker, a number nor a field of entries"
            return lambda entry, context: str(getattr(entry, name))
        words, place = words_of(numbers[name]), list(numbers).index(name)
        field = self._numbers[place]
        return lambda entry, context: words(getattr(entry, field))


def _after_dice(text: str) -> str:
    """Return the sentence of a roll from its dice on: they are the first number after its heading."""
    return text.partition(": ")[2].partition("}")[2]


def _chart_words(entry: Any, context: SentenceContext) -> str:
    """Return the roll of a modifier: "landing (B7)"."""
    if entry.chart is None:
        return "a roll"
    words = (word if word.isupper() else word.lower() for word in entry.chart.title.split(" "))
    return f"{' '.join(words)}{entry.chart.in_brackets}"


class Translator:
    """A translator of a growing journal, which translates every record once."""

    def __init__(self, sentences: Sentences, charts: Any) -> None:
        self._sentences = sentences
        self._context = SentenceContext(charts, ())
        self._records: list[Records] = []
        self._entries: list[Any] = []

    def copy(self) -> "Translator":
        """Return a translator of the same journal that grows independently."""
        twin = copy.copy(self)
        twin._records, twin._entries = list(self._records), list(self._entries)
        return twin

    def add(self, records: Records) -> None:
        """Add records in the order in which they were written."""
        self._records.append(records)

    def entries(self, last: int | None = None) -> list[Any]:
        """Return all entries with sentences, or the last ``last`` of them."""
        for records in self._records:
            for bare in self._sentences.without_text(records):
                self._entries.append(self._sentences.told(bare, self._context))
                modifiers = self._sentences.modifiers_after(bare, self._context.modifiers)
                self._context = self._context._replace(modifiers=modifiers)
        self._records = []
        return self._entries[-last:] if last else list(self._entries) if last is None else []


def worth_reading(entries: Iterable[Any]) -> list[Any]:
    """Return the entries that do not repeat a neighbour, for short displays."""
    to_read: list[Any] = []
    rolled: RollCode | None = None
    for entry in entries:
        declared = declaration_of(entry)
        if rolled is not None and declared.replaces == rolled:
            to_read[-1:] = [entry]
        elif not declared.silent and (rolled is None or declared.echoes != rolled):
            to_read.append(entry)
        rolled = entry.chart if is_roll(entry) else None
    return to_read


def declaration_of(entry: Any) -> EntryDeclaration:
    """Return the declaration of an entry: that of its roll, or of its kind."""
    declared: EntryDeclaration = (entry.chart if is_roll(entry) else entry.kind).declared
    return declared


def is_roll(entry: Any) -> bool:
    """Whether an entry is a roll on a chart."""
    return entry.kind == ROLL and entry.chart is not None


def is_chance(entry: Any) -> bool:
    """Whether an entry comes from dice, cards or a cup."""
    return entry.kind == ROLL or bool(entry.kind.declared.is_drawn)
