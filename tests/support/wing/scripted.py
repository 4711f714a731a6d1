"""Results of the scripts in one process, for comparison with another process."""

import hashlib

from agents.games.wing.players import SCRIPTS, THIRD_GAME
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.wing.codes import Scale
from stuka_env.games.wing.scenario.plan import WarSpec


def digests() -> list[str]:
    """Return a digest of two missions of every script."""
    lines = []
    for name in SCRIPTS:
        spec = WarSpec(scale=int(Scale.MISSION))
        flown = fly_wars(make_policy(name, THIRD_GAME), spec, evaluation_seeds(9, 2), seed=9)
        digest = hashlib.sha256(flown.results.tobytes() + flown.logs.tobytes()).hexdigest()
        lines.append(f"{name} {digest[:16]} {int(flown.decisions.sum())}")
    return lines
