"""TorchRL: PPO with ActionMask, one mission or many.

It masks. `ActionMask` copies the mask from the observation to the action spec, so that `env.rollout()` draws legal
actions. The policy's distribution, a `MaskedCategorical`, gets the same mask as bool. Set `mask_in_observation=True`,
and `categorical_action_encoding=True`, so that an action is a number and not a one-hot.

Many missions are one environment with a batch: `GymWrapper(gymnasium.make_vec(...))`. It refuses Gymnasium's default
autoreset mode, `NEXT_STEP`. With `autoreset_mode="disabled"` TorchRL itself resets the missions that ended.
`info="none"` omits infos that it does not use.
"""

# --- recipe ---
from typing import Any

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymEnv, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

ENVIRONMENT: dict[str, Any] = {"id": "stuka_env:Stuka/Mission-v0", "mask_in_observation": True, "info": "none"}
BATCH = 250


def masked(env: Any) -> Any:
    """Return the environment with its mask as bool, also in its action spec."""
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(as_bool, ActionMask()))


def single() -> Any:
    """Make one mission."""
    arguments = {**ENVIRONMENT}
    return masked(GymEnv(arguments.pop("id"), categorical_action_encoding=True, **arguments))


def vector(missions: int = 16) -> Any:
    """Make many missions in one call."""
    wars = gymnasium.make_vec(**ENVIRONMENT, num_envs=missions, autoreset_mode="disabled")
    return masked(GymWrapper(wars, categorical_action_encoding=True))


def dense(outputs: int) -> nn.Module:
    """Return a network with two hidden layers."""
    return nn.Sequential(nn.Linear(626, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def train(env: Any, decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO; return an agent of observations and masks of N missions."""
    torch.manual_seed(seed)
    env.set_seed(seed)
    network = dense(env.action_spec.space.n)
    policy = ProbabilisticActor(
        TensorDictModule(network, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(dense(1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(policy, critic, entropy_coeff=0.0, normalize_advantage=False)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    collector = Collector(
        env, policy, frames_per_batch=2000, total_frames=decisions, auto_register_policy_transforms=True
    )
    for batch in collector:
        with torch.no_grad():
            advantage(batch)
        rows = batch.reshape(-1)
        for _ in range(4):
            order = torch.randperm(len(rows))
            for first in range(0, len(rows), BATCH):
                parts = loss(rows[order[first : first + BATCH]])
                optimizer.zero_grad()
                (parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    collector.shutdown()

    @torch.no_grad()
    def agent(seen: Any, masks: Any) -> Any:
        logits = network(torch.as_tensor(seen))
        return MaskedCategorical(logits, mask=torch.as_tensor(masks, dtype=torch.bool)).sample().numpy()

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(
        main(
            "torchrl",
            [
                Trained("PPO, ActionMask, GymWrapper of 16 missions", lambda decisions: train(vector(), decisions)),
                Trained("PPO, ActionMask, GymEnv", lambda decisions: train(single(), decisions)),
            ],
        )
    )
