"""Replays in words: the journal, and a replay in one line."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.translation import Translator

LINE_NOUN = "sortie line"
"""Word for a line of the log sheet."""


class PlainJournal:
    """A reader of the journal of one war, from decision to decision.

    Attributes:
        names: None, because nobody has a name.
    """

    names = None

    def __init__(self, charts: LoadedCharts, before: Any, seed: int, episode: int) -> None:
        self._translator = Translator(charts, before)

    def read(self, records: Any, mat: Any) -> list[JournalEntry]:
        """Return new records as entries with sentences."""
        self._translator.add(records)
        return self._translator.entries(len(records))

    def named(self, text: str) -> str:
        """Return a label as it is."""
        return text


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("start", "month") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of an episode in words. Only a career has a level of victory."""
    is_career = INTERCEPTOR_ENVIRONMENTS.index(env) == Scale.CAREER
    level = f" ({result['level'].replace('_', ' ')})" if is_career else ""
    fate = "survived" if result["alive"] else f"killed: {result['cause'].replace('_', ' ')}"
    return f"score {score}{level}, {fate}"
