"""A small planner: clone the war, try each choice with other dice, and take the best one.

The clones of an environment continue from its state. They have dice of their own, so they reveal nothing about the
environment's dice. The n-th clones of two choices can have the same dice, so that their difference is that of the
choices. This planner decides how many aircraft fly, and how each of them attacks.
"""

import argparse
from collections.abc import Sequence

import gymnasium as gym
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.envs.single import StukaEnv
from stuka_env.games.stuka.codes import Act

SIX_AIRCRAFT = Act.FLY + 4
WISHES = (SIX_AIRCRAFT, Act.GO_ON, Act.LOAD_SC500_SC50, Act.SC1000, Act.NO_DUEL, Act.PRESS_ON, Act.DROP)
"""Preferred actions of the simple player, which takes the last legal action if none of them is legal."""
PLANNED = ("MUSTER", "ATTACK")


def simple(env: StukaEnv) -> int:
    """Return the simple player's choice: six aircraft, straight to the target, bombs away."""
    legal = env.action_masks()
    wish = next((action for action in WISHES if legal[action]), None)
    return int(np.flatnonzero(legal)[-1] if wish is None else wish)


def rest_of_mission(env: StukaEnv, action: int) -> float:
    """Return the remaining points after an action, if the simple player continues."""
    points, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(action)
        points += 100 * reward
        action = 0 if over else simple(env)
    return points


def planned(env: StukaEnv, clones: int, rng: np.random.Generator) -> int:
    """Return the choice with the best mean over clones; every choice meets the same dice."""
    seeds = rng.integers(0, 1 << 62, clones).tolist()
    options = np.flatnonzero(env.action_masks()).tolist()
    means = [np.mean([rest_of_mission(env.clone(dice=seed), option) for seed in seeds]) for option in options]
    return int(options[int(np.argmax(means))])


def fly(seed: int, clones: int) -> int:
    """Return the score of a mission; without clones, that of the simple player."""
    env = gym.make("Stuka/Mission-v0", info="mask").unwrapped
    assert isinstance(env, StukaEnv)
    env.reset(seed=seed)
    rng, over = np.random.default_rng(seed), False
    points = 0.0
    while not over:
        plans = clones and env.decision in PLANNED
        _, reward, over, _, _ = env.step(planned(env, clones, rng) if plans else simple(env))
        points += 100 * reward
    return round(points)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly both players in the same missions."""
    words = argparse.ArgumentParser(description="A planner over clones, against the player who flies them.")
    words.add_argument("--missions", type=int, default=100, help="how many to fly (default: 100)")
    words.add_argument("--clones", type=int, default=16, help="for each choice (default: 16)")
    options = words.parse_args(arguments)
    gains = []
    for seed in range(options.missions):
        without, with_plan = fly(seed, 0), fly(seed, options.clones)
        gains.append(with_plan - without)
        print(f"mission {seed}: {without:3} without, {with_plan:3} with a plan", flush=True)
    error = np.std(gains) / len(gains) ** 0.5
    print(f"planning is worth {np.mean(gains):+.1f} +- {error:.1f} points a mission")


if __name__ == "__main__":
    main()
