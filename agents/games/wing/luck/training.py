"""The fit of the network of luck: players fly campaigns and single missions.

A player is a script, of which another script takes some kinds of decisions and some of the rest.
"""

from typing import Any, NamedTuple

import numpy as np

from agents.games.wing.luck.parts import LUCK
from agents.games.wing.players import THIRD_GAME
from agents.luck.examples import MixedPlayer, examples_of, join_examples, luck_seeds
from agents.luck.fitting import Weights, network_weights
from agents.registry import make_policy
from stuka_env.games.wing.codes import Decision, Scale
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.policy import Policy

FIRST_STAGE = 2_000
"""First stage of the seeds of this fit; those of the other games have lower ones."""
SCRIPT_SHARES = {"best": 0.6, "by_the_book": 0.2, "cautious": 0.1, "all_wrong": 0.05, "random": 0.05}
"""Shares of the players by their script; the first is the yardstick of the tracks."""
PURE_SHARE, MOST_OTHERS = 0.3, 4
"""Share of the players who play a script as it is, and the most kinds of decisions that others take differently."""
SQUADRON_SLIPS = (0, 0, 0, 1, 2, 10)
"""Percentages of other decisions that they take differently, one as often as another."""
OTHER_OPTION_SHARE = 0.1
"""Share of players with another squadron, of those with landings, and of those whose crews do not tire."""
FACTOR = 0.55
"""Factor of the predictions, the best one in training wars of ``best`` and ``by_the_book``.

The players differ much in strength. A bad position tells the network of a bad player, whose future is worse than that
of a good player in the same position.
"""


class Flights(NamedTuple):
    """Wars of one kind."""

    scale: Scale
    campaign: str | None
    players: int
    wars: int
    """Wars of each player."""
    share: int
    """Decisions in a hundred that become examples."""


TRAINING_FLIGHTS = (
    Flights(Scale.CAMPAIGN, "full", 150, 20, 30),
    Flights(Scale.CAMPAIGN, "late_entry", 15, 20, 30),
    Flights(Scale.CAMPAIGN, "short_1944", 15, 20, 30),
    Flights(Scale.CAMPAIGN, "short_1942", 30, 20, 30),
    Flights(Scale.MISSION, None, 60, 100, 50),
)


def draw_player(rng: np.random.Generator) -> Policy:
    """Draw a player."""
    names = list(SCRIPT_SHARES)
    base = make_policy(str(rng.choice(names, p=list(SCRIPT_SHARES.values()))), THIRD_GAME)
    if rng.random() < PURE_SHARE:
        return base
    other = make_policy(str(rng.choice(names)), THIRD_GAME)
    decisions = rng.choice([int(each) for each in Decision if each], rng.integers(1, MOST_OTHERS + 1), replace=False)
    return MixedPlayer(base, other, decisions, int(rng.choice(SQUADRON_SLIPS)))


def draw_arguments(flights: Flights, rng: np.random.Generator) -> dict[str, Any]:
    """Draw the arguments of a player's wars."""
    squadron = "B-24" if rng.random() < OTHER_OPTION_SHARE else "B-17"
    landing, fatigue = rng.random() < OTHER_OPTION_SHARE, rng.random() >= OTHER_OPTION_SHARE
    return {"campaign": flights.campaign, "squadron": squadron, "landing": landing, "fatigue": fatigue}


FITTED_FILE = LUCK.path
"""The network that ships."""


def fit(share: float) -> Weights:
    """Let a share of the players fly training wars, and return the weights that are fitted to them."""
    rng, parts = np.random.default_rng(0), []
    for kind, flights in enumerate(TRAINING_FLIGHTS):
        for player in range(round(flights.players * share)):
            seeds = luck_seeds(FIRST_STAGE + kind, player, flights.wars)
            spec = WarSpec.read(flights.scale, **draw_arguments(flights, rng))
            parts.append(examples_of(LUCK, draw_player(rng), spec, seeds, flights.share, player))
    return network_weights(LUCK, join_examples(parts), FACTOR)
