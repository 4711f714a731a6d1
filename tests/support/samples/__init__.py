"""Samples of each game for the contract suite; the module of a game has its name.

An installed game of another distribution has no samples here, and the suite leaves it out.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.sentences import Modifiers
from stuka_env.game import Game, games
from tests.support.setups import RandomSetup

Choice = Callable[[NDArray[Any], np.random.Generator], NDArray[np.int64]]
"""A function of action masks that returns a random legal action for each row."""


def has_samples(game: Game) -> bool:
    """Whether the suite has samples of a game."""
    return importlib.util.find_spec(f"{__name__}.{game.name}") is not None


GAMES: tuple[Game, ...] = tuple(filter(has_samples, games()))
IDS = tuple(env_id for game in GAMES for env_id in game.ids)
"""Every registered id of these games."""
SHORTEST = tuple(game.ids[0] for game in GAMES)
"""The id of each game whose episodes are shortest."""


class PlannedDice(NamedTuple):
    """Planned rolls for the first line of an episode, which an action with one more roll can follow."""

    arguments: Mapping[str, Any]
    """Arguments of the environment."""
    options: Mapping[str, Any]
    """Options of the reset, ``dice`` among them."""
    another: Mapping[str, Sequence[Any]]
    """The dice for two lines."""
    values: Callable[[Any], list[int]]
    """Return a planned value on each mat of an array."""
    first: int
    second: int
    """This value on the first line and on the second."""
    ending: int
    """The action that ends the line."""
    unplanned: str
    """Beginning of the message about the first roll that is not planned."""
    left_over: Mapping[str, Sequence[Any]]
    """More dice, which an episode of one line does not roll."""
    left_over_message: str
    again: int | None = None
    """The action that rolls in the second line, if it is not that which ends a line."""


def sum_of(entry: Any, modifiers: Modifiers) -> int:
    """Return the sum of the dice of a roll and its modifiers."""
    return int(sum(entry.dice) + sum(value for _, value in modifiers))


class ChartWar(NamedTuple):
    """Wars in which other charts are tried, and the set-up of the first ones."""

    env_id: str
    arguments: Mapping[str, Any] = MappingProxyType({})
    setup: Mapping[str, Any] | None = None


class SavedWar(NamedTuple):
    """Values of a saved war, by path, that do not fit."""

    path: str
    value: Any
    message: str


@dataclass(frozen=True, kw_only=True)
class Samples:
    """Samples of one game."""

    choose: Choice
    quick: Mapping[str, Mapping[str, Any]]
    """Arguments that make the episodes of an id short."""
    arguments: Mapping[str, Mapping[str, Any]]
    """Arguments of an id that determine its wars, as a replay keeps them."""
    settings: tuple[Mapping[str, Any], ...]
    """The game's own settings of the observation."""
    returned: Callable[[str, Mapping[str, Any]], float]
    """Return the sum of the rewards of an episode of an id with a result, in points."""
    dice: PlannedDice
    wrong_dice: tuple[tuple[Any, str], ...]
    """Tapes that are refused, and part of the message."""
    wrong_values: tuple[SavedWar, ...]
    forged: tuple[tuple[Mapping[str, Any], str], ...]
    """Entries of a replay of the shortest id that are changed, and part of the message."""
    random_setup: RandomSetup
    total_of: Callable[[Any, Modifiers], int] = sum_of
    """Return the total of a roll as its dice and its modifiers make it."""
    chart_wars: tuple[ChartWar, ...] = ()
    """Wars that read every field of the charts between them; empty in a game without chart files."""
    idle_fields: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Fields of the charts, by file and name, without a value that changes these wars, and the reason."""
    alike: int = 1
    """Of ten actions of an episode that are exchanged for others, so many may lead to the same end."""


def game_of(env_id: str) -> Game:
    """Return the game of an id."""
    return next(game for game in GAMES if env_id in game.ids)


def samples_of(env_id: str) -> Samples:
    """Return the samples of the game of an id."""
    samples: Samples = importlib.import_module(f"tests.support.samples.{game_of(env_id).name}").SAMPLES
    return samples
