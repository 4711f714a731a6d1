"""The observations: the same mat as one vector, as named arrays, and with the action mask.

``observation="mat"`` gives every number a name from the rulebook. ``LAYOUT`` has its place in the flat vector, its
meaning and its scale, and ``where`` finds the name of a place. ``mask_in_observation=True`` is for a client that passes
only observations to its policy. Without a mask most of its actions would be illegal.
"""

import gymnasium as gym
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.observation import LAYOUT, where

TOLD = ("war_segment", "mission_target_zone", "cursor_decision", "pilots_level", "pilots_stress")
PLACE = 417
SEED = 4


def explain() -> None:
    """Print some names, their numbers on the mat, and their places in the flat vector."""
    named, _ = gym.make("Stuka/Operation-v0", observation="mat").reset(seed=SEED)
    flat, _ = gym.make("Stuka/Operation-v0").reset(seed=SEED)
    print(f"{len(named)} arrays, {flat.size} numbers")
    for name in TOLD:
        part = LAYOUT[name]
        on_the_mat = np.rint(named[name] / part.scale).astype(int)
        print(f"{name}: {on_the_mat.tolist()}, {part.meaning}")
        assert np.array_equal(flat[part.indices], named[name])
    name, index = where(PLACE)
    print(f"number {PLACE} of the vector is {name}{list(index)}")
    assert flat[PLACE] == named[name][index]


def tries(masked: bool) -> tuple[int, float]:
    """Return the share of illegal actions and the score of a random policy that sees observations only."""
    env = gym.make("Stuka/Operation-v0", observation="mat", mask_in_observation=True)
    seen, _ = env.reset(seed=SEED)
    rng, illegal, points, over = np.random.default_rng(SEED), 0, 0.0, False
    while not over:
        allowed = seen["action_mask"] if masked else np.ones_like(seen["action_mask"])
        seen, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(allowed)))
        illegal += info["illegal_action"]
        points, over = points + 100 * float(reward), terminated or truncated
    return illegal, points


def main() -> None:
    """Print the explanation and the result of the random policy."""
    explain()
    for masked in (False, True):
        illegal, points = tries(masked)
        print(f"{'with' if masked else 'without'} the mask: {illegal:,} illegal actions, {points:.0f} points paid")


if __name__ == "__main__":
    main()
