"""Table of the scores to cite: those of the leaderboard. Every page that quotes a score quotes this table.

A score of another page comes from other wars and differs by chance. So one policy would have several scores, and a
reader could compare two that belong to different wars.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from agents.evaluation.entries import LeaderboardEntry, read_entry
from agents.evaluation.entry_checks import check_entry
from agents.games.stuka.evaluation.tracks import TRACKS
from tools.generated import LEFT, RIGHT, table
from tools.leaderboard_doc import ENTRIES, FORM, STUKA_BOARD, difference

CITED_TRACKS = {"mission": "a mission", "operation": "an operation", "campaign": "a campaign"}
"""Heads of the columns, by track."""
ONE_KIND = {track: f"distilled-{track}" for track in CITED_TRACKS}
WITHOUT_TEACHER = {track: f"from-nothing-{track}" for track in CITED_TRACKS}
CITED_POLICIES: dict[str, dict[str, str]] = {
    "`distilled`": dict.fromkeys(CITED_TRACKS, "distilled"),
    "`distilled-*`, a network for each kind of war": ONE_KIND,
    "`mentor`": dict.fromkeys(CITED_TRACKS, "mentor"),
    "`champion`": dict.fromkeys(CITED_TRACKS, "champion"),
    "`old_hand`": dict.fromkeys(CITED_TRACKS, "old_hand"),
    "PPO without a teacher": WITHOUT_TEACHER,
    "`kette`": dict.fromkeys(CITED_TRACKS, "kette"),
    "`doctrine`": dict.fromkeys(CITED_TRACKS, "doctrine"),
    "`random_flyer`": dict.fromkeys(CITED_TRACKS, "random_flyer"),
}
"""Policies of each row, by track."""


@cache
def cited_entry(track: str, policy: str) -> LeaderboardEntry:
    """Return the entry of a policy on a track, checked.

    Raises:
        FileNotFoundError: there is no such entry.
        EntryError: the entry is not in order.
    """
    entry = read_entry(entry_path(track, policy))
    check_entry(entry)
    return entry


def entry_path(track: str, policy: str) -> Path:
    """Return the path of an entry."""
    return ENTRIES / f"{track}-{policy}.json"


def cited_score(track: str, policy: str) -> str:
    """Return the adjusted mean score of a policy on a track, as the leaderboard shows it."""
    return f"{cited_entry(track, policy).headline.adjusted.mean:{FORM}}"


def cited_difference(track: str, policy: str) -> str:
    """Return the difference of a policy to ``old_hand`` with its interval, as the leaderboard shows it."""
    return difference(cited_entry(track, policy), cited_entry(track, STUKA_BOARD.baseline), TRACKS[track].headline)


def _cells(policies: dict[str, str]) -> Iterator[str]:
    for track, policy in policies.items():
        is_entered = entry_path(track, policy).exists()
        yield cited_score(track, policy) if is_entered else "-"
        yield cited_difference(track, policy) if is_entered else "-"


def cited_table() -> list[str]:
    """Return the lines of the table: for each track the adjusted score and the difference to ``old_hand``."""
    head = ["policy", *(words for title in CITED_TRACKS.values() for words in (title, f"to `{STUKA_BOARD.baseline}`"))]
    rows = [[label, *_cells(policies)] for label, policies in CITED_POLICIES.items()]
    return table(head, rows, [LEFT, *[RIGHT] * (len(head) - 1)])


def cited_part() -> str:
    """Return the table as the generated part of a page."""
    return "\n".join(["", *cited_table()])
