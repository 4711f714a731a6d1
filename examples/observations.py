"""What is observed: the same mat as one vector, as arrays with names, and with the mask in it.

``observation="mat"`` gives every number a name from the rulebook; ``LAYOUT`` says where it is in the flat vector, what
it means and what it was divided by. ``mask_in_observation=True`` serves a client that hands its player nothing but
observations: without a mask it would try illegal actions most of the time.
"""

import gymnasium as gym
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.observation import LAYOUT

TOLD = ("war_segment", "mission_target_zone", "cursor_decision", "pilots_level", "pilots_stress")
SEED = 4


def explain() -> None:
    """Some names, their numbers on the mat, and where the flat vector has them."""
    named, _ = gym.make("Stuka/Operation-v0", observation="mat").reset(seed=SEED)
    flat, _ = gym.make("Stuka/Operation-v0").reset(seed=SEED)
    print(f"{len(named)} arrays, {flat.size} numbers")
    for name in TOLD:
        part = LAYOUT[name]
        on_the_mat = np.rint(named[name] / part.scale).astype(int)
        print(f"{name}: {on_the_mat.tolist()}, {part.meaning}")
        assert np.array_equal(flat[part.indices], named[name])


def tries(masked: bool) -> tuple[int, float]:
    """How many of its actions were illegal, and its score, of a player by chance who sees observations alone."""
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
    """Explain, and try."""
    explain()
    for masked in (False, True):
        illegal, points = tries(masked)
        print(f"{'with' if masked else 'without'} the mask: {illegal:,} illegal actions, {points:.0f} points paid")


if __name__ == "__main__":
    main()
