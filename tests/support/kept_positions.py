"""Texts of positions that are kept: the same version of the text always means the same mat."""

import hashlib
import json

from stuka_env.position import position_of, read_position
from tests.support.contract import make, walk
from tests.support.places import ROOT
from tests.support.samples import IDS

KEPT_POSITIONS = ROOT / "tests" / "golden" / "positions.json"
SEEDS = range(4)
STEPS = 23
"""Decisions between a seed's positions of an id."""


def mat_of(text: str) -> str:
    """Return a digest of the fields that a position has."""
    return hashlib.sha256(read_position(text).mats.tobytes()).hexdigest()


def kept_positions() -> str:
    """Return positions of every id as JSON, each with the digest of its mat."""
    texts = []
    for env_id in IDS:
        env = make(env_id)
        for seed in SEEDS:
            env.reset(seed=seed)
            played = list(walk(env, STEPS * (seed + 1), seed))
            if not played[-1][2]:
                texts.append(position_of(env))
    return json.dumps({text: mat_of(text) for text in texts}, indent=0) + "\n"
