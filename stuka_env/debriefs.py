"""Debriefs: sections of sentences about a line of the log sheet, or about a longer part of a war."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from stuka_env.sentences import declaration_of


class Section(NamedTuple):
    """A part of a debrief."""

    title: str
    lines: tuple[str, ...]


class Debrief(NamedTuple):
    """The debrief of a line of the log sheet, or of a longer part of a war."""

    title: str
    sections: list[Section]
    flown: bool = True
    """Whether anything was flown."""


def under(entries: Iterable[Any], heading: str) -> list[Any]:
    """Return the entries that stand under a heading, by their declarations."""
    return [entry for entry in entries if heading in declaration_of(entry).sections]


def texts(entries: Iterable[Any]) -> tuple[str, ...]:
    """Return sentences, each once."""
    return tuple(dict.fromkeys(entry.text for entry in entries))


def with_lines(sections: Iterable[Section]) -> list[Section]:
    """Return the sections that have lines."""
    return [section for section in sections if section.lines]
