"""The fit of the network of luck of a game whose players are mixtures of its scripts: a game declares its wars.

A player is a script, of which another script takes some kinds of decisions and some of the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from agents.luck.examples import MixedPlayer, examples_of, join_examples, luck_seeds
from agents.luck.fitting import Weights, network_weights
from agents.luck.parts import LuckParts
from agents.registry import make_policy
from stuka_env.game import game_named
from stuka_env.policy import Policy

PURE_SHARE, MOST_OTHERS = 0.3, 4
"""Share of the players who play a script as it is, and the most kinds of decisions that others take differently."""
SLIPS = (0, 0, 0, 1, 2, 10)
"""Percentages of other decisions that they take differently, one as often as another."""


class TrainingWars(NamedTuple):
    """Training wars of one kind."""

    scale: int
    """Code of the environment."""
    arguments: Mapping[str, Any]
    """Its arguments."""
    players: int
    wars: int
    """Wars of each player."""
    share: int
    """Decisions in a hundred that become examples."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LuckTraining:
    """The declarations of a game for the fit of its network."""

    luck: LuckParts
    first_stage: int
    """First stage of the seeds of this fit; the games have different ones."""
    scripts: Mapping[str, float]
    """Shares of the players by their script; the first is the yardstick of the tracks."""
    kinds: tuple[TrainingWars, ...]
    draw_arguments: Callable[[np.random.Generator], Mapping[str, Any]] = field(default=lambda rng: {})
    """Draw further arguments of a player's wars."""
    factor: float = 1.0
    """Factor of the predictions, the best one in training wars of the scripts.

    The players differ much in strength. A bad position tells the network of a bad player, whose future is worse than
    that of a good player in the same position.
    """

    def draw_player(self, rng: np.random.Generator) -> Policy:
        """Draw a player."""
        names, game = list(self.scripts), game_named(self.luck.game)
        base = make_policy(str(rng.choice(names, p=list(self.scripts.values()))), game.name)
        if rng.random() < PURE_SHARE:
            return base
        other = make_policy(str(rng.choice(names)), game.name)
        codes, count = [int(each) for each in game.envs.kinds.decisions if each], rng.integers(1, MOST_OTHERS + 1)
        return MixedPlayer(base, other, rng.choice(codes, count, replace=False), int(rng.choice(SLIPS)))

    def fit(self, share: float) -> Weights:
        """Let a share of the players fly training wars, and return the weights that are fitted to them."""
        rng, envs, parts = np.random.default_rng(0), game_named(self.luck.game).envs, []
        for number, kind in enumerate(self.kinds):
            for player in range(round(kind.players * share)):
                seeds = luck_seeds(self.first_stage + number, player, kind.wars)
                spec = envs.read_arguments(kind.scale, **kind.arguments, **self.draw_arguments(rng))[0]
                parts.append(examples_of(self.luck, self.draw_player(rng), spec, seeds, kind.share, player))
        return network_weights(self.luck, join_examples(parts), self.factor)
