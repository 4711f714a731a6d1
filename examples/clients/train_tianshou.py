"""Tianshou: DQN with masks.

Its Q-learners mask where the observation is a dict with the parts `obs` and `mask`: the best action, the one drawn to
explore and the one that the target is made of are legal then. `MaskInObservation` gives the parts these names. Its
actor-critic algorithms do not mask: an actor of your own would have to take `mask` to its logits. Tianshou resets
missions itself, in single environments side by side.
"""

# --- recipe ---
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from stuka_env.wrappers import MaskInObservation

MISSIONS = 10


def mission() -> Any:
    """One mission, seen as Tianshou wants it."""
    return MaskInObservation(gymnasium.make("stuka_env:Stuka/Mission-v0", info="mask"), mask_key="mask", obs_key="obs")


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Double DQN, exploring less and less; what it does in N missions, given their observations and masks."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002  it draws from this one
    missions = DummyVectorEnv([mission] * MISSIONS)
    missions.seed(seed)
    actions = mission().action_space
    network = Net(state_shape=(626,), action_shape=actions.n, hidden_sizes=(128, 128))
    policy = DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=1.0)
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=5,
        target_update_freq=200,
    )
    collector = Collector(algorithm, missions, VectorReplayBuffer(20_000, MISSIONS), exploration_noise=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=10,
            epoch_num_steps=decisions // 10,
            collection_step_num_env_steps=MISSIONS,
            batch_size=128,
            update_step_num_gradient_steps_per_sample=0.1,
            training_fn=lambda epoch, step: policy.set_eps_training(max(0.05, 1.0 - 2 * step / decisions)),
            test_collector=None,
            show_progress=False,
            verbose=False,
        )
    )

    def agent(seen: Any, masks: Any) -> Any:
        return policy(Batch(obs=Batch(obs=seen, mask=masks), info=Batch())).act

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("tianshou", [Trained("DQN, DummyVectorEnv of 10 missions", train)]))
