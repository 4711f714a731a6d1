"""Entries of the journal as players see them, and words of sentences that need the charts.

The sentences are in :class:`stuka_env.games.wing.codes.Chart` and :class:`stuka_env.games.wing.codes.Entry`.
"""

from typing import NamedTuple

from stuka_env.games.wing.codes import SLOTS, About, Chart, Element, Entry, Modifier
from stuka_env.games.wing.words.labels import label
from stuka_env.sentences import Maker, SentenceContext, Sentences, sum_words


class JournalEntry(NamedTuple):
    """One event of the campaign.

    Attributes:
        kind: kind of entry.
        chart: the chart that was rolled or modified, or None.
        first: the first number of the entry, of a roll its result.
        second: the second number, of a roll its subject.
        third: the third number; :class:`stuka_env.games.wing.codes.Entry` declares what numbers mean.
        total: the dice with their modifiers.
        dice: the faces of the dice; empty without a roll.
        mission: box of the track.
        leg: part of the mission.
        box: box of the formation.
        text: the sentence.
    """

    kind: Entry
    chart: Chart | None
    first: int
    second: int
    third: int
    total: int
    dice: tuple[int, ...]
    mission: int
    leg: int
    box: int
    text: str

    def __str__(self) -> str:
        """Return the sentence."""
        return self.text


def _dice(entry: JournalEntry, context: SentenceContext) -> str:
    return sum_words(entry.dice, context.modifiers, entry.total - sum(entry.dice), entry.total)


def _aircraft(entry: JournalEntry, context: SentenceContext) -> str:
    """Return a bomber, or a damaged escort, which has a number after all slots."""
    return f"bomber {entry.second + 1}" if entry.second < SLOTS else f"escort {entry.second - SLOTS + 1}"


WORD_MAKERS: dict[str, Maker] = {
    "dice": _dice,
    "aircraft": _aircraft,
    "people": lambda entry, context: f"crew {entry.second + 1}",
    "element": lambda entry, context: f"element {Element.word_of(entry.second)}",
    "set": lambda entry, context: f"set {entry.second + 1}",
    "target": lambda entry, context: context.charts.names.targets[entry.second],
    "place": lambda entry, context: context.charts.names.boxes[entry.first],
    "here": lambda entry, context: context.charts.names.boxes[entry.box],
    "choice": lambda entry, context: label(entry.second, None, context.charts),
}
SENTENCES = Sentences(
    entry=JournalEntry,
    kinds=Entry,
    charts=Chart,
    numbers=("first", "second", "third"),
    modifier=(Modifier, "first", "second"),
    codes={},
    places={
        About.BOX: "{here}",
        About.ELEMENT: "{element}",
        About.BOMBER: "{aircraft}",
        About.SEAT: "{aircraft}",
        About.CREW: "{people}",
        About.FIGHTERS: "{set}",
    },
    makers=WORD_MAKERS,
)
"""The sentences of the game."""
