"""Entries of the journal as players see them, and words of sentences that need the charts.

The sentences are in :class:`stuka_env.games.wing.codes.Chart` and :class:`stuka_env.games.wing.codes.Entry`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, starmap
from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.declared.codes import plural
from stuka_env.declared.log_sheet import Debrief, Section, notable, texts, under, with_lines
from stuka_env.declared.sentences import Maker, SentenceContext, Sentences, dice_words, entry_type
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import (
    AFTERWARDS,
    BEFORE,
    COMBAT,
    ROUTE,
    SLOTS,
    TARGET,
    About,
    Chart,
    Element,
    Entry,
    Modifier,
    Over,
)
from stuka_env.games.wing.codes import Target as Outcome
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


HEADINGS = (BEFORE, ROUTE, COMBAT, TARGET, AFTERWARDS)
SOURCES = {"target_points": "Targets", "loss_points": "Losses", "short_points": "Bombers short"}
"""Points of a mission by their names in the infos, in words."""


def title_of(mission: Mapping[str, Any]) -> str:
    """Return the title of a mission with its points: "Mission 3, Bremen: 4 points"."""
    return f"Mission {mission['turn']}, {mission['target']}: {plural(mission['points'], 'point')}"


def target_words(mission: Mapping[str, Any]) -> str:
    """Return what became of the target: "destroyed (7 of 6 hits)"."""
    return f"{mission['outcome']} ({mission['hits']} of {plural(mission['needed'], 'hit')})"


def card_words(card: int, charts: LoadedCharts) -> str:
    """Return a mission card: "Card 7: Courtrai airfield (6 bombers, 6 escorts, 4 hits for 2 points)"."""
    record: Any = charts.record
    row = record["cards"][card]
    sizes = (plural(int(row["bombers"]), "bomber"), plural(int(row["escorts"]), "escort"))
    worth = f"{plural(int(row['hits']), 'hit')} for {plural(int(row['value']), 'point')}"
    return f"Card {card}: {charts.names.targets[card]} ({', '.join((*sizes, worth))})"


def result_lines(mission: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the result of a mission."""
    sent = f"{plural(mission['sent'], 'bomber')} sent"
    lines = [f"{sent}, {mission['short']} short." if mission["short"] else f"{sent}."]
    if mission["sent"]:
        lines.append(f"The target: {target_words(mission)}.")
    for count, words in ((mission["lost"], "lost"), (mission["home_alone"], "home alone")):
        lines += [f"{plural(count, 'bomber')} {words}."] if count else []
    lines += [f"{plural(mission['kills'], 'interceptor')} destroyed."] if mission["kills"] else []
    return tuple(lines)


def debrief(mission: Mapping[str, Any], entries: Sequence[JournalEntry]) -> Debrief:
    """Return the debrief of a mission; sections without lines are omitted.

    Args:
        mission: its line of the log sheet, as in the info of a step.
        entries: its journal.
    """
    sections, summary = _sections(mission, entries), _sections(mission, notable(entries))
    return Debrief(title_of(mission), sections, bool(mission["sent"]), tuple(summary), mission)


def _sections(mission: Mapping[str, Any], entries: Sequence[JournalEntry]) -> list[Section]:
    """Return the sections of a mission. The route has each move at its place, so that the way home is one too."""
    lines = {heading: texts(under(entries, heading)) for heading in HEADINGS}
    lines[ROUTE] = tuple(entry.text for entry in under(entries, ROUTE))
    return with_lines([Section("The result", result_lines(mission)), *starmap(Section, lines.items())])


def debriefs(missions: Iterable[Mapping[str, Any]], journal: Iterable[JournalEntry]) -> list[Debrief]:
    """Return the debriefs of missions that have ended, from a journal that has their entries."""
    parts = {turn: list(entries) for turn, entries in groupby(journal, key=lambda entry: entry.mission)}
    return [debrief(mission, parts.get(mission["turn"], [])) for mission in missions]


def campaign_debrief(mat: Any, missions: Sequence[Mapping[str, Any]]) -> list[Section]:
    """Return the sections of the debrief of an episode that is over.

    Args:
        mat: a record of :data:`stuka_env.games.wing.rules.mat.Mat.dtype`, after the last mission.
        missions: the missions, as in the infos of steps.
    """

    def total(name: str) -> int:
        return sum(mission[name] for mission in missions)

    score = [f"{words} {total(name)}." for name, words in SOURCES.items()]
    together = f"Together {mat['track']['points']}. Play {Over.word_of(int(mat['track']['over']))}."
    flown = [mission["outcome"] for mission in missions if mission["sent"]]
    outcomes = (f"{plural(flown.count(one.name.lower()), 'target')} {one.word}." for one in reversed(list(Outcome)))
    losses = (
        f"{plural(total('lost'), 'bomber')} and {plural(total('crews_lost'), 'crew')} lost.",
        f"{plural(total('short'), 'bomber')} short.",
        f"{plural(total('kills'), 'interceptor')} destroyed.",
    )
    return [Section("The score", (*score, together)), Section("Targets", tuple(outcomes)), Section("Losses", losses)]
