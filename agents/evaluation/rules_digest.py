"""A digest of the effect of a game's rules in force, independent of their source code.

Neither the version nor a digest of the sources fits: rules can change within a version, and a comment changes the
sources. So this digest covers the results of some random wars. A change of rules changes the results of the same seeds.
"""

import functools
import hashlib

from agents.evaluation.evaluated_games import evaluated_game
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import load_policy

SAMPLED_WARS = 32
"""Number of wars; campaigns of the first game have about 30,000 decisions."""


@functools.cache
def rules_digest(game: str) -> str:
    """Return the SHA-256 of the results of a game's wars."""
    sample = evaluated_game(game).rules_sample
    assert sample is not None, "only games with tracks have a digest"
    flown = fly_wars(load_policy(sample.policy, game), sample.spec, evaluation_seeds(0, SAMPLED_WARS))
    columns = [flown.decisions, *(flown.results[name] for name in sample.fields)]
    return hashlib.sha256(b"".join(column.astype("<i8").tobytes() for column in columns)).hexdigest()
