"""Replays in words: the journal with the names of people, and a replay in one line."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import translate

LINE_NOUN = "mission"
"""Word for a line of the log sheet."""


class NamedJournal:
    """A reader of the journal of one war, from decision to decision, with the names of pilots and gunners.

    Attributes:
        names: the names after the entries that have been read.
    """

    def __init__(self, charts: LoadedCharts, before: Any, seed: int, episode: int) -> None:
        self.names = CrewNames(seed, episode)
        self._charts = charts
        self._before = before

    def read(self, records: Any, mat: Any) -> list[JournalEntry]:
        """Return new records as entries with sentences; ``mat`` is the mat after them."""
        journal, self.names = self.names.tell(translate(records, self._charts, self._before))
        self._before = mat
        return journal

    def named(self, text: str) -> str:
        """Return a label with the names of people."""
        return self.names.named(text)


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("operation", "segment", "duration") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of a war in words."""
    return f"score {score} ({result['level']}), {result['destroyed']} aircraft lost, {result['kia']} killed"
