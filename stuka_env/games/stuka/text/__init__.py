"""The first game as text: its questions, its state and its rules in words, and the lists that one answer fills."""

from collections.abc import Iterable

from stuka_env.declared.sentences import worth_reading
from stuka_env.games.stuka.codes import Entry
from stuka_env.games.stuka.sheet import question_of
from stuka_env.games.stuka.text.crews import crew_list
from stuka_env.games.stuka.text.neutral import neutral_action
from stuka_env.games.stuka.text.rules_summary import RULES_SUMMARY
from stuka_env.games.stuka.text.series import series_of
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.text.parts import TextParts, WarsTask


def events_of(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that tell a player something new: no repetitions, and no seats, which are on the cards."""
    return [entry for entry in worth_reading(entries) if entry.kind != Entry.SEAT]


TEXT_PARTS = TextParts(
    question=question_of,
    events=events_of,
    list_question=crew_list,
    series=series_of,
    neutral=neutral_action,
    rules=RULES_SUMMARY,
    rivals=("old_hand", "kette", "random_flyer", "random"),
    tasks={"mission": WarsTask("Stuka/Mission-v0", 60)},
)
"""The parts of the first game that the text core needs."""
