"""Tables of the scores to cite, one for each game: those of the leaderboards. Pages quote no other scores.

A score of another page comes from other wars and differs by chance. So one policy would have several scores, and a
reader could compare two that belong to different wars.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.entries import LeaderboardEntry, read_entry
from agents.evaluation.entry_checks import check_entry
from tools.generated import LEFT, RIGHT, table
from tools.leaderboard_doc import BOARDS, ENTRIES, FORM, Board, difference

CITED_TRACKS = {"mission": "a mission", "operation": "an operation", "campaign": "a campaign"}
"""Heads of the columns, by track."""
ONE_KIND = {track: f"distilled-{track}" for track in CITED_TRACKS}
WITHOUT_TEACHER = {track: f"from-nothing-{track}" for track in CITED_TRACKS}


class CitedScores(NamedTuple):
    """Rows and columns of the table of a game."""

    tracks: Mapping[str, str]
    """Heads of the columns, by track."""
    policies: Mapping[str, Mapping[str, str]]
    """Policy on each track, by the label of the row."""


def same_policies(tracks: Mapping[str, str], names: str) -> dict[str, Mapping[str, str]]:
    """Return rows of policies that have the same name on each track."""
    return {f"`{name}`": dict.fromkeys(tracks, name) for name in names.split()}


CAREER_TRACKS = {"career": "a career", "sortie": "a sortie"}
SUPPORT_TRACKS = {"support-battle": "a battle"}
WING_TRACKS = {"wing-campaign": "a campaign", "wing-mission": "a mission"}
CITED_TABLES: dict[str, CitedScores] = {
    "stuka": CitedScores(
        CITED_TRACKS,
        {
            **same_policies(CITED_TRACKS, "distilled"),
            "`distilled-*`, a network for each kind of war": ONE_KIND,
            **same_policies(CITED_TRACKS, "champion old_hand"),
            "PPO without a teacher": WITHOUT_TEACHER,
            **same_policies(CITED_TRACKS, "kette doctrine"),
        },
    ),
    "interceptor": CitedScores(
        CAREER_TRACKS,
        same_policies(CAREER_TRACKS, "distilled champion veteran by_the_book first_option random"),
    ),
    "support": CitedScores(SUPPORT_TRACKS, same_policies(SUPPORT_TRACKS, "best by_the_book random")),
    "wing": CitedScores(WING_TRACKS, same_policies(WING_TRACKS, "best by_the_book random")),
}
"""Tables by game."""


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


def board_of(track: str) -> Board:
    """Return the leaderboard with a track.

    Raises:
        ValueError: no game has such a track.
    """
    for board in BOARDS:
        if track in board.tracks:
            return board
    raise ValueError(
        f"track: got {track!r}; expected one of {', '.join(name for each in BOARDS for name in each.tracks)}"
    )


def cited_difference(track: str, policy: str) -> str:
    """Return the difference of a policy to the yardstick with its interval, as the leaderboard shows it."""
    board = board_of(track)
    return difference(cited_entry(track, policy), cited_entry(track, board.baseline), board.tracks[track].headline)


def _cells(policies: Mapping[str, str]) -> Iterator[str]:
    for track, policy in policies.items():
        is_entered = entry_path(track, policy).exists()
        yield cited_score(track, policy) if is_entered else "-"
        yield cited_difference(track, policy) if is_entered else "-"


def cited_table(game: str = "stuka") -> list[str]:
    """Return the lines of a game's table: for each track the adjusted score and the difference to the yardstick."""
    cited = CITED_TABLES[game]
    head = ["policy"]
    for track, title in cited.tracks.items():
        head += [title, f"to `{board_of(track).baseline}`"]
    rows = [[label, *_cells(policies)] for label, policies in cited.policies.items()]
    return table(head, rows, [LEFT, *[RIGHT] * (len(head) - 1)])


def cited_part(game: str = "stuka") -> str:
    """Return a game's table as the generated part of a page."""
    return "\n".join(["", *cited_table(game)])
