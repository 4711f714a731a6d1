"""A digest of the effect of the rules in force, independent of their source code.

Neither the version nor a digest of the sources fits: rules can change within a version, and a comment changes the
sources. So this digest covers the results of some random campaigns. A change of rules changes the results of the same
seeds.
"""

import functools
import hashlib

from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec

FLYER = "random_flyer"
"""A random policy that uses all verbs and never aborts a mission."""
CAMPAIGNS = 32
"""Number of campaigns, with about 30,000 decisions in all three operations."""
DIGEST_FIGURES = ("score", "level", "destroyed", "kia", "no_fly", "missions")
"""Fields of each war's result; the number of decisions is added."""


@functools.cache
def rules_digest() -> str:
    """Return the SHA-256 of the campaigns' results under the project's own charts."""
    flown = fly_wars(make_policy(FLYER), WarSpec(scale=Scale.CAMPAIGN), evaluation_seeds(0, CAMPAIGNS))
    columns = [flown.decisions, *(flown.results[name] for name in DIGEST_FIGURES)]
    return hashlib.sha256(b"".join(column.astype("<i8").tobytes() for column in columns)).hexdigest()
