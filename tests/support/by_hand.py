"""Wars of all games of the package that are played by hand."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from stuka_env.commands import add_play_arguments
from stuka_env.play.parts import PlayParts, play_parts
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War
from stuka_env.play.war_file import replay_of
from stuka_env.replay import verify

Roll = tuple[Any, tuple[int, ...]]
"""A chart, and the numbers of its dice or what is drawn."""


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


def feed(war: War, rolls: list[Roll]) -> set[Any]:
    """Hand in the rolls that a war at the table asks for. They must be those, and all of them. Return their charts."""
    asked = set()
    for chart, faces in rolls:
        need = war.need
        assert isinstance(need, Need) and need.chart == chart and len(need.sides) == len(faces)
        assert all(1 <= face <= most for face, most in zip(faces, need.sides, strict=True)), (need, faces)
        assert bool(need.choices) == chart.declared.is_drawn
        asked.add(chart)
        war.answer(faces)
    assert war.need is None
    return asked


def play_at_the_table(
    env: str, arguments: Mapping[str, Any], seed: int, chance: int, rolls_of: Callable[[Any], list[Roll]]
) -> set[Any]:
    """Play a war at random, and the same war at the table with its rolls. Return the charts that were asked for.

    Args:
        env: the environment.
        arguments: its arguments.
        seed: seed of the war.
        chance: seed of the decisions.
        rolls_of: returns the dice and draws of a part of the journal.
    """
    seeded, table = War(env, arguments, seed), War(env, arguments, seed, table=True)
    rng = np.random.default_rng(chance)
    asked = feed(table, rolls_of(seeded.played[-1].journal))
    while not seeded.over:
        action = any_action(seeded, rng)
        seeded.take(action)
        table.take(action)
        asked |= feed(table, rolls_of(seeded.played[-1].journal))
        assert table.mat.tobytes() == seeded.mat.tobytes() and table.legal == seeded.legal
    assert table.over and table.journal == seeded.journal and table.lines == seeded.lines
    ending = verify(replay_of(table))
    assert ending.finished and ending.score == table.parts.score(seeded)
    return asked
