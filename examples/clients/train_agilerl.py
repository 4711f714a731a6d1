"""AgileRL: PPO with masks.

It masks: `info["action_mask"]` is taken by PPO, DQN and Rainbow without being told, where they choose and where PPO
learns, and a vector environment goes in as it is. Its rollouts take every step for one of a mission, so ask for
`autoreset_mode="same_step"`. Its own `make_vect_envs` makes a process a mission.

Its generalised advantages (2.58.0) look for a mission's end one step too late: the last decision is credited with the
next mission's value, and nothing of what is paid at the end reaches the decisions before it. `use_gae` set to False
takes the plain returns, which are right: 46 in place of 6 to 34, by seed and threads.

`import agilerl.algorithms` of 2.58.0 needs `peft`, which the package does not require: install it beside it. The
whole is two gigabytes, JAX and wandb included.
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
    """PPO; what it does in N missions, given their observations and masks."""
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
