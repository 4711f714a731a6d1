"""The record of a game for the making of its exercises, which ``games/NAME/exercises.py`` fills."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.futures.flying import Futures
from agents.game_rooms import laboratory_of
from agents.registry import players_of
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.policy import import_object

MOST_CHOICES = 6
"""Most choices of an exercise, unless a game decides otherwise: of more choices two are seldom different enough."""


class BatchKind(NamedTuple):
    """Wars of one kind that one script flies.

    Attributes:
        game: name of the game.
        number: number of the batch.
        scale: code of the environment.
        arguments: arguments of the environment.
        policy: name of the script.
        wars: number of wars.
    """

    game: str
    number: int
    scale: int
    arguments: dict[str, str]
    policy: str
    wars: int

    def spec(self) -> AnyWarSpec:
        """Return the war that is played."""
        spec: AnyWarSpec
        spec, _ = game_named(self.game).envs.read_arguments(self.scale, **self.arguments)
        return spec


BatchWars = tuple[int, dict[str, str], int]
"""The wars of a batch: code of the environment, its arguments, and their number."""


def batches_in_turn(game: str, wars: Iterable[BatchWars], scripts: Sequence[str]) -> tuple[BatchKind, ...]:
    """Return batches of a game that scripts fly in turn."""
    return tuple(
        BatchKind(game, number, int(scale), arguments, scripts[number % len(scripts)], count)
        for number, (scale, arguments, count) in enumerate(wars)
    )


class Candidates(NamedTuple):
    """M decisions with a choice."""

    mats: NDArray[np.void]
    """``(M,)``: mats of the game."""
    masks: NDArray[np.int8]
    """``(M, ACTIONS)``: the legal actions."""
    wars: NDArray[np.int64]
    """``(M,)``: number of the war in its batch."""

    def some(self, which: NDArray[np.int64]) -> "Candidates":
        """Return the candidates of some indices."""
        return Candidates(self.mats[which], self.masks[which], self.wars[which])


class Rounds(NamedTuple):
    """Numbers of rollouts, and the leads of the best choice, in the rounds of a selection and in the test."""

    first: int
    """Rollouts of each choice in the first round."""
    first_gap: float
    """Points by which the best choice must lead in it."""
    selection: int
    """Rollouts of each choice in the second round."""
    selected_gap: float
    """Points by which the best choice must lead in it."""
    fewest_tested: int
    """Least rollouts of a test."""
    most_tested: int
    """Most rollouts of a test."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ExerciseMaking:
    """The declarations of a game for the making of its exercises."""

    game: str
    seed: int
    """Seed of the wars and of all dice."""
    kinds: tuple[BatchKind, ...]
    """All batches."""
    rollout_script: str
    """The script that flies all rollouts on."""
    answering_scripts: tuple[str, ...]
    """Scripts whose answers are noted."""
    repeating_scripts: tuple[str, ...]
    """Scripts that play the rollouts of repeated tests on; the first is that of the exercises."""
    measured_policies: tuple[str, ...]
    """Policies in the table of the page."""
    themes: Mapping[str, str]
    """Titles of the themes by their keys."""
    unit: str
    """Unit of all differences, in the plural."""
    least_gap: float
    """Points by which the best choice must beat every other one."""
    rounds: Rounds
    most_left: int
    """Lines of the log sheet before the end of the war at which a candidate comes at the earliest."""
    is_asked: Callable[[Any, Any, Any], NDArray[np.bool_]]
    """Return whether decisions can become exercises if they have a choice, ``(N,)``: mats ``(N,)``, masks
    ``(N, ACTIONS)``, the war."""
    lines_left: Callable[[Any, Any], NDArray[np.int64]]
    """Return the lines that rollouts of mats fly, ``(M,)``, in a war."""
    theme_of: Callable[[Any, int, int], str | None]
    """Return the theme of a mat with its best and its next best choice, or None."""
    groups_of: Callable[[Any, NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]
    """Return the group of mats in a selection by their best and next best choices, ``(M,)``; -1 is left out."""
    most_selected: Callable[[int, int], int]
    """Return the number of candidates of a group that a batch may test, for the code of the environment."""
    most_flown: int
    """Limit of the lines that all rollouts of a test fly; more make the exercises too expensive."""
    flown_factors: Mapping[int, int] = field(default_factory=dict)
    """Factors on that limit for decisions whose effect lies in many later lines, by their codes."""
    situation_of: Callable[[Any, int], tuple[Any, ...]]
    """Return a key of situations that are alike, for a mat and its best choice."""
    worth_of_a_point: Callable[[Any, Any], float] = lambda mat, charts: 1.0
    """Return the amount that a point of the current line adds to the score of the war, for a mat and its charts."""
    size: int = 500
    """Most exercises of the set."""
    futures: Futures
    """The rollouts."""

    def choose(self, script: str) -> Any:
        """Return the compiled function of a script."""
        return import_object(players_of(self.game).scripts[script])

    def limits_of(self, mats: Any) -> NDArray[np.int64]:
        """Return the most lines that all rollouts of a test of mats may fly, ``(M,)``."""
        decisions = mats["cursor"]["decision"].tolist()
        return np.array([self.flown_factors.get(decision, 1) * self.most_flown for decision in decisions], np.int64)


def account_making(futures: Futures, **own: Any) -> ExerciseMaking:
    """Return the declarations of a game whose luck is measured from decision to decision.

    Args:
        futures: its futures, which the rollouts are.
        own: the other declarations. By default all decisions with few choices are asked. A selection has a group for
            each theme, situations with the same decision and best choice are alike, and rollouts fly all lines that are
            left.
    """
    game = game_named(futures.game)
    keys, theme_of = tuple(own["themes"]), own["theme_of"]

    def lines_left(mats: Any, spec: Any) -> NDArray[np.int64]:
        return np.maximum(game.flights.lines_of(spec) - futures.lines_of(mats), 1)

    def groups_of(mats: Any, best: NDArray[np.int64], next_best: NDArray[np.int64]) -> NDArray[np.int64]:
        themes = [theme_of(mat, int(one), int(other)) for mat, one, other in zip(mats, best, next_best, strict=True)]
        return np.array([-1 if theme is None else keys.index(theme) for theme in themes], np.int64)

    defaults: dict[str, Any] = {
        "game": game.name,
        "is_asked": lambda mats, masks, spec: masks.sum(axis=1) <= MOST_CHOICES,
        "lines_left": lines_left,
        "groups_of": groups_of,
        "situation_of": lambda mat, best: (int(mat["cursor"]["decision"]), best),
        "futures": futures,
    }
    return ExerciseMaking(**defaults | own)


MAKING_ROOM = "exercises"
"""The room of a game with its declarations."""


def making_of(game: str) -> ExerciseMaking:
    """Return the declarations of a game."""
    making: ExerciseMaking = laboratory_of(game, MAKING_ROOM).MAKING
    return making
