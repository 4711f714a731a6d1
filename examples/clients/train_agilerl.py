"""AgileRL: PPO with masks.

It masks: PPO, DQN and Rainbow read `info["action_mask"]` without an option, both when they choose and when PPO learns.
A vector environment needs no wrapper. AgileRL's rollouts count every step as part of a mission, so set
`autoreset_mode="same_step"`. Its own `make_vect_envs` starts a process for each mission.

Its generalised advantages (2.58.0) read the end of a mission one step too late. The last decision is credited with the
next mission's value, and the reward at the end never reaches the earlier decisions. With `use_gae=False` it uses plain
returns, which are right: 46 instead of 6 to 34 points, depending on seed and threads.

`import agilerl.algorithms` of 2.58.0 needs `peft`, which the package does not require: install it too. The whole
installation takes two gigabytes, including JAX and wandb.
"""

# --- recipe ---
from typing import Any

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

MISSIONS = 16


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO; return an agent of observations and masks of N missions."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002  it draws from this one
    missions = gymnasium.make_vec("stuka_env:Stuka/Mission-v0", MISSIONS, info="mask", autoreset_mode="same_step")
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
        rollout_buffer_config={"use_gae": False},
        net_config={"encoder_config": {"hidden_size": [128, 128]}},
    )
    where: dict[str, Any] = {}
    steps = 0
    while steps < decisions:
        _, *last = collect_rollouts(ppo, missions, **where)
        where = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), last, strict=True))
        ppo.learn()
        steps += ppo.learn_step
    ppo.set_training_mode(False)

    def agent(seen: Any, masks: Any) -> Any:
        return ppo.get_action(seen, action_mask=masks)[0]

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("agilerl", [Trained("PPO, vector of 16 missions", train)]))
