"""Candidates for exercises: decisions of wars that scripts fly, some of them with a few random actions."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from agents.exercises.making import BatchKind, Candidates, ExerciseMaking
from agents.seeds import exercise_seeds
from stuka_env.engine.engine import Engine
from stuka_env.engine.noise import draw_noise
from stuka_env.flights.episodes import MOST_TURNS, call_policy, policy_input, war_seeds
from stuka_env.policy import Policy

STRAYING, STRAY_CHOICES = 3, 0.08
"""One war in :data:`STRAYING` has this share of random actions."""


def fly_candidates(making: ExerciseMaking, kind: BatchKind, policy: Policy) -> Candidates:
    """Fly the wars of a batch to their end and return its candidates: one of each decision from a war.

    Args:
        making: the declarations of the game.
        kind: the batch.
        policy: the script of its name.
    """
    seed, spec = making.seed, kind.spec()
    rng = np.random.default_rng([seed, kind.number])
    engine = Engine(kind.wars, spec)
    view = engine.new_view()
    engine.reset(view.buffers, exercise_seeds(seed, kind.number, kind.wars))
    inputs, seeds = policy_input(engine, view), war_seeds(engine)
    over, decisions = engine.wars.reports["over"], engine.wars.mats["cursor"]["decision"]
    actions, is_straying = np.zeros(kind.wars, np.int64), np.arange(kind.wars) % STRAYING == 0
    seen: Counter[tuple[int, int]] = Counter()
    kept: dict[tuple[int, int], tuple[np.void, NDArray[np.int8]]] = {}
    for turn in range(MOST_TURNS):
        has_choice = (over == 0) & (view.masks.sum(axis=1) > 1)
        for war in np.flatnonzero(has_choice & making.is_asked(engine.wars.mats, view.masks, spec)).tolist():
            group = (war, int(decisions[war]))
            seen[group] += 1
            if seen[group] == 1 or rng.integers(seen[group]) == 0:  # each of them is as likely to be kept
                kept[group] = (engine.wars.mats[war].copy(), view.masks[war].copy())
        draw_noise(seeds, seed, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        lots = rng.random(view.masks.shape) * view.masks
        stray = is_straying & (rng.random(kind.wars) < STRAY_CHOICES) & (over == 0)
        actions[stray] = lots[stray].argmax(axis=1)
        engine.step(actions, view.buffers)
        if over.all():
            break
    places = sorted(kept)
    return Candidates(
        np.array([kept[place][0] for place in places], engine.wars.mats.dtype),
        np.array([kept[place][1] for place in places], np.int8).reshape(len(places), view.masks.shape[1]),
        np.array([war for war, _ in places], np.int64),
    )
