"""Examples for the fit of a network of luck: positions of the wars that players of many styles fly, in any game.

The first open decision of every line of the log sheet is an example, and a share of all other decisions. What came
after it follows from the points earned at that time and at the end.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.luck.parts import LuckParts
from agents.luck.terms import luck_kernels
from agents.rows import join_rows
from agents.seeds import LUCK_WARS, base_seed
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.policy import Policy, PolicyInput

HUNDRED = 100


class Examples(NamedTuple):
    """Positions, ``(M,)`` each; those of a war follow each other."""

    codes: Annotated[NDArray[np.int8], 2]
    """``(M, C)``: the integers of the observation."""
    earned: NDArray[np.float32]
    """Points earned at that time."""
    final: NDArray[np.float32]
    """Points of the score."""
    following: NDArray[np.int64]
    """Place of the first decision of the next line, or -1 if the war ends before."""
    opens_line: NDArray[np.bool_]
    """Whether it is the first decision of a line."""


class MixedPlayer:
    """A player of training wars: a policy that takes some decisions as another one does.

    Args:
        base: the policy.
        other: the other policy.
        decisions: codes of the decisions that the other one takes.
        slips: of a hundred of the rest, how many the other one takes too.
    """

    def __init__(self, base: Policy, other: Policy, decisions: NDArray[np.int64], slips: int) -> None:
        self.name = f"{base.name} and {other.name}"
        self._base, self._other = base, other
        self._decisions, self._slips = decisions, slips

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions."""
        self._base.act(inputs, actions)
        others = np.zeros_like(actions)
        self._other.act(inputs, others)
        is_other = np.isin(inputs.mats["cursor"]["decision"], self._decisions)
        is_other |= inputs.noise // HUNDRED % HUNDRED < self._slips
        actions[is_other] = others[is_other]


class ExampleRecorder:
    """A witness of flights that keeps positions of the wars.

    Args:
        parts: the parts that know the game.
        wars: number of wars.
        share: decisions in a hundred that become examples, besides the first of each line.
        rng: draws them.
    """

    def __init__(self, parts: LuckParts, wars: int, share: int, rng: np.random.Generator) -> None:
        self._parts, self._share, self._rng = parts, share, rng
        self._game = game_named(parts.game)
        self._earned = luck_kernels(parts.game).write_earned
        self._lines = np.full(wars, -1)
        self._kept: list[tuple[NDArray[Any], ...]] = []

    def __call__(self, engine: Engine, rows: slice, actions: NDArray[np.int64] | None) -> None:
        """Keep some of the open decisions."""
        reports, lines = engine.wars.reports, self._lines[rows]
        opens = reports["line_index"] != lines
        wanted = opens | (self._rng.random(len(lines)) * HUNDRED < self._share)
        chosen = np.flatnonzero(wanted & (reports["over"] == 0))
        lines[:] = reports["line_index"]
        if len(chosen):
            mats = np.ascontiguousarray(engine.wars.mats[chosen])
            writer, earned = self._game.engine.arrays.kinds.writer, np.zeros(len(chosen), np.float32)
            codes = writer.compact_of(mats, engine.wars.charts[0], self._parts.details)["codes"]
            self._earned(self._parts.earned, mats, earned)
            self._kept.append((range(len(self._lines))[rows].start + chosen, codes, earned, opens[chosen]))

    def examples(self, scores: NDArray[np.float64]) -> Examples:
        """Return the examples of all wars, which have ended with these scores, ``(wars,)``."""
        wars, codes, earned, opens = (np.concatenate(parts) for parts in zip(*self._kept, strict=True))
        order = np.argsort(wars, kind="stable")
        wars, opens = wars[order], opens[order]
        openings = np.append(np.flatnonzero(opens), 0)
        following = openings[np.searchsorted(openings[:-1], np.arange(len(wars)), side="right")]
        following = np.where((following > np.arange(len(wars))) & (wars[following] == wars), following, -1)
        return Examples(codes[order], earned[order], scores[wars].astype(np.float32), following, opens)


def examples_of(
    parts: LuckParts, policy: Policy, spec: AnyWarSpec, seeds: NDArray[np.uint64], share: int, seed: int
) -> Examples:
    """Let a policy fly wars, and return their examples.

    Args:
        parts: the parts that know the game.
        policy: the player.
        spec: the war that is played.
        seeds: base seeds of the wars.
        share: decisions in a hundred that become examples, besides the first of each line.
        seed: seed of the player's random numbers, and of the choice of examples.
    """
    recorder = ExampleRecorder(parts, len(seeds), share, np.random.default_rng(seed))
    flown = fly_wars(policy, spec, seeds, seed=seed, witness=recorder)
    return recorder.examples(flown.scores)


def luck_seeds(stage: int, player: int, wars: int) -> NDArray[np.uint64]:
    """Return the base seeds of a player's training wars, ``(wars,)``; each kind of wars of a game has its own stage."""
    numbers = range(player * wars, (player + 1) * wars)
    return np.array([base_seed(LUCK_WARS, 0, stage, number) for number in numbers], np.uint64)


def join_examples(parts: list[Examples]) -> Examples:
    """Return the examples of all parts; the places of following decisions count from the first part on."""
    starts = np.cumsum([0, *(len(part.earned) for part in parts)])[:-1]
    moved = [
        part._replace(following=np.where(part.following >= 0, part.following + start, -1))
        for part, start in zip(parts, starts.tolist(), strict=True)
    ]
    return join_rows(moved)


def points_after(examples: Examples, lines: int, predicted: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the points that came after each example, float32 ``(M,)``.

    Args:
        examples: the examples.
        lines: lines of the log sheet after which the prediction stands for the rest; 0 for none.
        predicted: predictions of the examples, ``(M,)``, of which those that open a line are used.
    """
    end = examples.final - examples.earned
    ahead = examples.following if lines else np.full(len(end), -1)
    for _ in range(lines - 1):
        ahead = np.where(ahead >= 0, examples.following[ahead], -1)
    later = examples.earned[ahead] - examples.earned + predicted[ahead]
    return np.where(ahead >= 0, later, end).astype(np.float32)
