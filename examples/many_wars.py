"""A thousand wars in one call: masks, actions and scores are arrays, without a loop over the wars.

Every war flies the missions of one period, and the next war begins in the same step (``same_step``). The random actions
of all wars are drawn among the legal ones by one line of NumPy.
"""

import gymnasium as gym
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.codes import Act

WARS, TURNS = 1_000, 500


def main() -> None:
    """Fly at random, and then at random without declining a mission."""
    envs = gym.make_vec(
        "Stuka/Segment-v0", num_envs=WARS, vectorization_mode="vector_entry_point", autoreset_mode="same_step"
    )
    for name, unwanted in (("random", []), ("no mission declined", [Act.NO_FLY, Act.ABORT])):
        rng = np.random.default_rng(1)
        scores, missions = [], 0
        _, info = envs.reset(seed=1)  # war i has the seed 1 + i
        for _ in range(TURNS):
            wish = info["action_mask"] * rng.random(info["action_mask"].shape, dtype=np.float32)
            wish[:, unwanted] /= 1_000  # what is legal stays above what is not, and the unwanted comes last
            _, _, terminated, _, info = envs.step(wish.argmax(axis=1))
            missions += int(info["missions_ended"].sum())
            if terminated.any():
                missions += int(info["final_info"]["missions_ended"].sum())
                scores += info["final_info"]["result"]["score"][terminated].tolist()
        print(f"{name}: {WARS * TURNS:,} decisions, {missions:,} missions, {len(scores):,} wars over")
        print(f"  segment score {np.mean(scores):.1f}, best {max(scores)}, worst {min(scores)}")
    envs.close()


if __name__ == "__main__":
    main()
