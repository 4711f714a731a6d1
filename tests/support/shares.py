"""Shares of the way of the entries on the boards."""

import json
from pathlib import Path

from agents.evaluation.entries import read_entry
from agents.evaluation.way import share_of_way
from tools.leaderboard_doc import ENTRIES


def shares(track: str) -> dict[str, float]:
    """The shares of the entries of a track, by policy."""
    entries = [read_entry(path) for path in sorted(ENTRIES.glob(f"{track}-*.json")) if _is_of(path, track)]
    found = {entry.policy: entry.headline.adjusted_scores() for entry in entries}
    best = entries[0].flown.best
    every = {name: share_of_way(own, found["random"], found[best]) for name, own in found.items()}
    return {name: share.mean for name, share in every.items() if share is not None}


def _is_of(path: Path, track: str) -> bool:
    return bool(json.loads(path.read_text(encoding="utf-8"))["track"] == track)
