"""AgileRL takes `info["action_mask"]` by itself, for PPO, DQN and Rainbow, also while it learns, and a vector environment
as it comes; `info="mask"` leaves the rest out. It knows nothing of Gymnasium's default, in which the step after the last
one is a reset: ask for `autoreset_mode="same_step"`. Its `make_vect_envs` makes Gymnasium's own vector, a process a
mission, which is many times slower. The package brings half a gigabyte of others (JAX, pandas, wandb).
"""

# --- recipe ---
import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import stuka_env  # registers the environments

MISSIONS = 16


def train(decisions=20_000, seed=0):
    """PPO; what it does in N missions, given their observations and masks."""
    torch.manual_seed(seed)
    np.random.seed(seed)
    missions = gymnasium.make_vec("Stuka/Mission-v0", MISSIONS, info="mask", autoreset_mode="same_step")
    missions.reset(seed=seed)
    ppo = PPO(
        missions.single_observation_space,
        missions.single_action_space,
        num_envs=MISSIONS,
        learn_step=2000,
        batch_size=250,
        lr=1e-3,
        gamma=1.0,
        ent_coef=0.0,
        update_epochs=4,
        net_config={"encoder_config": {"hidden_size": [128, 128]}},
    )
    where, steps = {}, 0
    while steps < decisions:
        _, *last = collect_rollouts(ppo, missions, **where)
        where = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), last, strict=True))
        ppo.learn()
        steps += ppo.learn_step
    ppo.set_training_mode(False)

    def agent(seen, masks):
        return ppo.get_action(seen, action_mask=masks)[0]

    return agent


# --- end ---

if __name__ == "__main__":
    from flying import Trained, finish

    finish("agilerl", [Trained("PPO, vector of 16 missions", train)])
