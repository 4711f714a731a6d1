"""A reward of your own: the official one less a price for every aircraft and person lost, for one war and for many.

The environments pay the rulebook's score alone. A wrapper changes that: it reads the missions that ended in a step from
the infos. For many wars they are arrays, so the fast vector needs no loop over the wars. The official score stays in
``info["result"]``, and policies are compared by it (``evaluate.py``, ``stuka_env.fly``).
"""

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import VectorWrapper
from numpy.typing import NDArray

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.codes import Act

ENV_ID = "Stuka/Segment-v0"
PRICE = 0.02  # of the reward, which is two points of the score
WARS, TURNS = 64, 1_500


class PricedLosses(gym.Wrapper[Any, Any, Any, Any]):
    """A wrapper of one war."""

    def step(self, action: Any) -> Any:
        """Step the war, and take the price of its losses off the reward."""
        seen, reward, terminated, truncated, info = self.env.step(action)
        lost = sum(mission["lost"] + mission["casualties"]["kia"] for mission in info["missions"])
        return seen, float(reward) - PRICE * lost, terminated, truncated, info


class VectorPricedLosses(VectorWrapper):
    """A wrapper of many wars, in every mode of autoreset."""

    def step(self, actions: Any) -> Any:
        """Step the wars, and take the price of their losses off the rewards."""
        seen, rewards, terminated, truncated, infos = self.env.step(actions)
        return seen, rewards - PRICE * losses(infos), terminated, truncated, infos


def losses(infos: dict[str, Any]) -> NDArray[np.int64]:
    """Return the aircraft and people lost in the missions that ended in a step, int64 ``(N,)``.

    Args:
        infos: infos of the vector environment; with ``same_step`` those of ended wars are in ``final_info``.
    """
    missions = infos["missions"]  # records (N, width): unused ones are 0
    lost: NDArray[np.int64] = (missions["lost"].astype(np.int64) + missions["kia"]).sum(axis=1)
    return lost + losses(infos["final_info"]) if "final_info" in infos else lost


def choose(mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return random legal actions that give up no mission."""
    wish = mask * rng.random(mask.shape)
    wish[..., [Act.NO_FLY, Act.ABORT]] /= 1_000
    return wish.argmax(axis=-1)


def one_war(seed: int) -> tuple[float, float]:
    """Fly one war, and return its own reward and its official score."""
    env, rng = PricedLosses(gym.make(ENV_ID)), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(choose(info["action_mask"], rng))
        total += reward
    return total, info["result"]["score"]


def many_wars() -> None:
    """Fly many wars together, and print the means of those that ended."""
    envs: Any = gym.make_vec(ENV_ID, num_envs=WARS, vectorization_mode="vector_entry_point", autoreset_mode="same_step")
    envs, rng = VectorPricedLosses(envs), np.random.default_rng(0)
    _, infos = envs.reset(seed=1)
    totals, own, scores = np.zeros(WARS), list[float](), list[int]()
    for _ in range(TURNS):
        _, rewards, terminated, _, infos = envs.step(choose(infos["action_mask"], rng))
        totals += rewards
        if terminated.any():
            own += totals[terminated].tolist()
            scores += infos["final_info"]["result"]["score"][terminated].tolist()
            totals[terminated] = 0
    print(f"{len(scores)} wars: reward of our own x 100 {100 * np.mean(own):.1f}, official score {np.mean(scores):.1f}")
    envs.close()


def main() -> None:
    """Fly one war, then many."""
    total, score = one_war(seed=1)
    print(f"one war: reward of our own x 100 {100 * total:.1f}, official score {score}")
    many_wars()


if __name__ == "__main__":
    main()
