"""Entries of the journal as players see them, and words of sentences that need the charts.

The sentences are in :class:`stuka_env.games.wing.codes.Chart` and :class:`stuka_env.games.wing.codes.Entry`.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.declared.sentences import Maker, SentenceContext, Sentences, dice_words, entry_type
from stuka_env.games.wing.codes import SLOTS, About, Chart, Element, Entry, Modifier
from stuka_env.games.wing.rules.table import JournalLine
from stuka_env.games.wing.words.labels import label

if TYPE_CHECKING:
    JournalEntry: TypeAlias = Any
else:
    JournalEntry = entry_type(__name__, JournalLine)


def _aircraft(entry: JournalEntry, context: SentenceContext) -> str:
    """Return a bomber, or a damaged escort, which has a number after all slots."""
    return f"bomber {entry.second + 1}" if entry.second < SLOTS else f"escort {entry.second - SLOTS + 1}"


WORD_MAKERS: dict[str, Maker] = {
    "dice": dice_words,
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
