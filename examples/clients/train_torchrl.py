"""`ActionMask` takes the mask from the observation, so that `env.rollout()` draws legal actions, and the policy's
distribution is a `MaskedCategorical`, given the same mask. Ask for `mask_in_observation=True`, and for
`categorical_action_encoding=True`: actions are numbers, not one-hots. Many missions are one environment with a batch:
`GymWrapper(gymnasium.make_vec(...))`. It refuses Gymnasium's default, `NEXT_STEP`; with `autoreset_mode="disabled"`
TorchRL itself resets the missions that ended.
"""

# --- recipe ---
import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymEnv, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import stuka_env  # registers the environments

ENVIRONMENT = {"id": "Stuka/Mission-v0", "mask_in_observation": True, "info": "none"}


def masked(env):
    """The environment, with its mask as bool, in its action spec too."""
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(as_bool, ActionMask()))


def single():
    """One mission."""
    arguments = {**ENVIRONMENT}
    return masked(GymEnv(arguments.pop("id"), categorical_action_encoding=True, **arguments))


def vector(missions=16):
    """Many missions, one call a step."""
    wars = gymnasium.make_vec(**ENVIRONMENT, num_envs=missions, autoreset_mode="disabled")
    return masked(GymWrapper(wars, categorical_action_encoding=True))


def dense(outputs):
    """A network of two layers."""
    return nn.Sequential(nn.Linear(626, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs))


def train(env, decisions=20_000, seed=0):
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
    collector = Collector(env, policy, frames_per_batch=2000, total_frames=decisions, auto_register_policy_transforms=True)
    for batch in collector:
        with torch.no_grad():
            advantage(batch)
        rows = batch.reshape(-1)
        for _ in range(4):
            for chosen in torch.randperm(len(rows)).split(250):
                parts = loss(rows[chosen])
                optimizer.zero_grad()
                (parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    collector.shutdown()

    @torch.no_grad()
    def agent(seen, masks):
        logits = network(torch.as_tensor(seen))
        return MaskedCategorical(logits, mask=torch.as_tensor(masks, dtype=torch.bool)).sample().numpy()

    return agent


# --- end ---

if __name__ == "__main__":
    from flying import Trained, finish

    finish(
        "torchrl",
        [
            Trained("PPO, ActionMask, GymWrapper of 16 missions", lambda decisions: train(vector(), decisions)),
            Trained("PPO, ActionMask, GymEnv", lambda decisions: train(single(), decisions)),
        ],
    )
