"""Results of the scripts in one process, for comparison with another process."""

import hashlib

from agents.games.interceptor.players import SCRIPTS, SECOND_GAME
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import DRAWN, WarSpec


def digests() -> list[str]:
    """Return a digest of four sorties of every script."""
    lines = []
    for name in SCRIPTS:
        spec = WarSpec(scale=int(Scale.SORTIE), month=DRAWN)
        flown = fly_wars(make_policy(name, SECOND_GAME), spec, evaluation_seeds(9, 4), seed=9)
        digest = hashlib.sha256(flown.results.tobytes() + flown.logs.tobytes()).hexdigest()
        lines.append(f"{name} {digest[:16]} {int(flown.decisions.sum())}")
    return lines
