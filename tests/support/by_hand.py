"""Wars of all games of the package that are played by hand."""

import argparse
from typing import Any, NamedTuple

import numpy as np

from stuka_env.commands import add_play_arguments
from stuka_env.play.parts import PlayParts, play_parts
from stuka_env.play.war import War


class ByHand(NamedTuple):
    """A war of a game: the id of its environment, its arguments, and its seed."""

    game: str
    env: str
    arguments: dict[str, Any]
    seed: int

    @property
    def parts(self) -> PlayParts:
        return play_parts(self.game)

    def war(self, *, table: bool = False) -> War:
        return War(self.env, self.arguments, self.seed, table)


WARS = (
    ByHand("stuka", "Stuka/Segment-v0", {"segment": "1941-06", "duration": "short"}, 5),
    ByHand("interceptor", "Interceptor/Month-v0", {"month": "1943-08"}, 3),
    ByHand("support", "Support/Battle-v0", {"scenario": "village"}, 5),
    ByHand("wing", "Wing/Campaign-v0", {"campaign": "short_1942"}, 4),
)
"""A war of each game."""
NAMES = [one.game for one in WARS]


def any_action(war: War, rng: np.random.Generator) -> int:
    """A random legal action, seldom one that gives something up."""
    indices = [index for index, _ in war.legal]
    kept = [index for index in indices if not war.parts.gives_up(index)]
    return int(rng.choice(kept or indices))


def play_arguments(*words: str) -> argparse.Namespace:
    """Return the arguments of ``stuka play``."""
    parser = argparse.ArgumentParser()
    add_play_arguments(parser)
    return parser.parse_args(words)
