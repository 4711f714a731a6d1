"""A small planner: clone the war, try each choice with other dice, take the one that came out best.

The clones of an environment go on from where it stands. Their dice are their own, so that what happens in them says
nothing about what will happen here; but the n-th clone of two choices can be given the same dice, and then their
difference is that of the choices. Here two things are planned: how many fly, and how each of them attacks.
"""

import argparse
from collections.abc import Sequence

import gymnasium as gym
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.codes import Act
from stuka_env.envs.single import StukaEnv

SIX_AIRCRAFT = Act.FLY + 4
WISHES = (SIX_AIRCRAFT, Act.GO_ON, Act.LOAD_SC500_SC50, Act.SC1000, Act.NO_DUEL, Act.PRESS_ON, Act.DROP)
"""What the simple player takes where it is legal; the last legal action where none of them is."""
PLANNED = ("MUSTER", "ATTACK")


def simple(env: StukaEnv) -> int:
    """The simple player's choice: six aircraft, straight to the target, bombs away."""
    legal = env.action_masks()
    wish = next((action for action in WISHES if legal[action]), None)
    return int(np.flatnonzero(legal)[-1] if wish is None else wish)


def rest_of_mission(env: StukaEnv, action: int) -> float:
    """The points that are still to come if this is done now and the simple player goes on."""
    points, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(action)
        points += 100 * reward
        action = 0 if over else simple(env)
    return points


def planned(env: StukaEnv, clones: int, rng: np.random.Generator) -> int:
    """The choice with the best mean over clones; every choice meets the same dice."""
    seeds = rng.integers(0, 1 << 62, clones).tolist()
    options = np.flatnonzero(env.action_masks()).tolist()
    means = [np.mean([rest_of_mission(env.clone(dice=seed), option) for seed in seeds]) for option in options]
    return int(options[int(np.argmax(means))])


def fly(seed: int, clones: int) -> int:
    """The score of a mission; the simple player's own if there are no clones."""
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
    """Both players in the same missions."""
    words = argparse.ArgumentParser(description="A planner over clones, against the player who flies them.")
    words.add_argument("--missions", type=int, default=100, help="how many to fly (default: 100)")
    words.add_argument("--clones", type=int, default=16, help="for each choice (default: 16)")
    given = words.parse_args(arguments)
    gains = []
    for seed in range(given.missions):
        without, with_plan = fly(seed, 0), fly(seed, given.clones)
        gains.append(with_plan - without)
        print(f"mission {seed}: {without:3} without, {with_plan:3} with a plan", flush=True)
    error = np.std(gains) / len(gains) ** 0.5
    print(f"planning is worth {np.mean(gains):+.1f} +- {error:.1f} points a mission")


if __name__ == "__main__":
    main()
