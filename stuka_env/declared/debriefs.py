"""Debriefs: sections of sentences about a line of the log sheet, or about a longer part of a war."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from stuka_env.declared.journal import Look
from stuka_env.declared.sentences import declaration_of


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
    summary: tuple[Section, ...] = ()
    """The result, losses and gains, for a place without room for all sections; () for a short debrief."""


def under(entries: Iterable[Any], heading: str) -> list[Any]:
    """Return the entries that stand under a heading, by their declarations."""
    return [entry for entry in entries if heading in declaration_of(entry).sections]


def notable(entries: Iterable[Any]) -> list[Any]:
    """Return the losses and gains."""
    return [entry for entry in entries if declaration_of(entry).look in (Look.LOSS, Look.GAIN)]


def texts(entries: Iterable[Any]) -> tuple[str, ...]:
    """Return sentences in their order, each once, with the number of times: "An escort is damaged (13 times)."."""
    return tuple(
        sentence if count == 1 else f"{sentence.removesuffix('.')} ({count} times)."
        for sentence, count in Counter(entry.text for entry in entries).items()
    )


def with_lines(sections: Iterable[Section]) -> list[Section]:
    """Return the sections that have lines."""
    return [section for section in sections if section.lines]
