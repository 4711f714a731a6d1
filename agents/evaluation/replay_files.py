"""Files of the replays that an evaluation keeps, for every game."""

from collections.abc import Sequence
from typing import NamedTuple

from stuka_env.replay.file import file_stem

REPLAYS = "replays"
"""The folder of the saved replays, beside the report."""


class KeptPolicy(NamedTuple):
    """One policy's replay of a war."""

    policy: str
    file: str
    """Path of the replay, relative to the report."""
    score: int | None


def best_kept_first(policies: Sequence[KeptPolicy]) -> list[KeptPolicy]:
    """Return the replays of a war, the highest score first."""
    return sorted(policies, key=lambda policy: -(policy.score or 0))


def replay_name(stem: str, war: int) -> str:
    """Return the name of a replay's file, ``STEM-0001.json`` for war 0."""
    return f"{stem}-{war + 1:04}.json"


def file_stems(names: Sequence[str]) -> list[str]:
    """Return the beginning of the file name for each policy, without a leading hyphen; equal names are numbered."""
    stems = [file_stem(name).lstrip("-") or "policy" for name in names]
    return [
        stem if stems.count(stem) == 1 else f"{stem}-{stems[:place].count(stem) + 1}"
        for place, stem in enumerate(stems)
    ]
