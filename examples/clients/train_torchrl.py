"""TorchRL: PPO with ActionMask, one mission or many.

It masks. `ActionMask` takes the mask from the observation into the action spec, so that `env.rollout()` draws legal
actions, and the policy's distribution, a `MaskedCategorical`, is given the same mask, as bool. Ask for
`mask_in_observation=True`, and for `categorical_action_encoding=True`, so that an action is a number and not a
one-hot.

Many missions are one environment with a batch: `GymWrapper(gymnasium.make_vec(...))`. It refuses Gymnasium's default
auto-reset, `NEXT_STEP`; with `autoreset_mode="disabled"` TorchRL itself resets the missions that ended. `info="none"`
keeps it from reading infos that it has no use for.
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
    """The environment, with its mask as bool, in its action spec too."""
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(as_bool, ActionMask()))


def single() -> Any:
    """One mission."""
    arguments = {**ENVIRONMENT}
    return masked(GymEnv(arguments.pop("id"), categorical_action_encoding=True, **arguments))


def vector(missions: int = 16) -> Any:
    """Many missions, one call a step."""
    wars = gymnasium.make_vec(**ENVIRONMENT, num_envs=missions, autoreset_mode="disabled")
    return masked(GymWrapper(wars, categorical_action_encoding=True))


def dense(outputs: int) -> nn.Module:
    """A network of two layers."""
    return nn.Sequential(nn.Linear(626, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def train(env: Any, decisions: int = 20_000, seed: int = 0) -> Any:
    """PPO; what it does in N missions, given their observations and masks."""
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
