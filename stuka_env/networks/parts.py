"""The parts of a game that networks for its flat observation, and their files, are made of."""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stuka_env.declared.layouts import Layout
from stuka_env.game import game_named, game_names, room_of
from stuka_env.registration import game_package

Shapes = dict[str, tuple[int, ...]]
"""Shapes of weights by name."""


@dataclass(frozen=True, eq=False)
class StructuredParts:
    """A network that follows the structure of the mat."""

    policy: Any
    """Its class, a :class:`stuka_env.networks.policies.EncodedPolicy`. A game names its own ``StructuredPolicy``."""
    widths: tuple[str, ...]
    """Its arguments that are widths; they are required."""
    flags: tuple[str, ...]
    """Its arguments that are true or false, ``score_head`` apart."""
    shapes: Callable[[Mapping[str, Any]], Shapes]
    """Return the shapes of some weights that tell whether the arguments are those of a file."""


@dataclass(frozen=True, eq=False)
class RosterParts:
    """Parts of dense layers that read counts of persons, and score the actions that name a person by one head."""

    extractor: Any
    """Class of the features extractor."""
    length: int
    """Number of its features."""
    layers: Any
    """Class of the dense layers, with the attribute ``width``."""
    head: Any
    """Class of the head for all actions; it takes that width."""


@dataclass(frozen=True, kw_only=True, eq=False)
class NetworkParts:
    """The parts of a game that its networks are made of."""

    game: str
    """Name of the game."""
    layouts: Mapping[str | None, Layout]
    """Layouts of the observation by the game's own setting; the first is the default."""
    actions: int
    """Number of actions."""
    frame: tuple[str, ...]
    """Blocks of the observation that the score head reads: the kind of episode, its progress, losses and scores."""
    structured: StructuredParts | None = None
    roster: RosterParts | None = None


@functools.cache
def networks_of(game: str) -> NetworkParts:
    """Return the parts of a game by its name; a game without networks of its own needs no room for them."""
    try:
        parts: NetworkParts = room_of(game, "networks.parts").NETWORKS
    except ModuleNotFoundError as error:
        if error.name != f"{game_package(game).name}.networks":
            raise
        own = game_named(game)
        frame = (own.standing_block,)
        parts = NetworkParts(game=game, layouts=own.envs.layouts, actions=own.envs.actions, frame=frame)
    return parts


def all_layouts() -> Iterator[tuple[NetworkParts, Layout]]:
    """Yield the layouts of the flat observations of all games, each with the parts of its game."""
    for parts in map(networks_of, game_names()):
        yield from ((parts, layout) for layout in parts.layouts.values())


def parts_of_space(space: Any) -> NetworkParts:
    """Return the parts of the game whose flat observation has a space.

    Raises:
        ValueError: it is the space of no flat observation.
    """
    shape = getattr(space, "shape", None)
    found = next((parts for parts, layout in all_layouts() if shape == (layout.length,)), None)
    if found is None:
        raise ValueError(f"observation_space: got {space}, allowed is that of a flat observation")
    return found


def layout_of_space(space: Any) -> Layout:
    """Return the layout of the flat observation that has a space.

    Raises:
        ValueError: it is the space of no flat observation.
    """
    return next(layout for layout in parts_of_space(space).layouts.values() if space.shape == (layout.length,))
