"""Minari: a dataset recorded, loaded and imitated.

The masks go into the dataset: `DataCollector` keeps observations and no infos, so make the mission with
`mask_in_observation=True`, and mask the imitation's logits with what was recorded. `dataset.recover_environment()`
makes the same environment again. Data go below `MINARI_DATASETS_PATH`. Here a rule of thumb flies (at random, but
never home), and a network learns what it does.

Nothing is recorded without JAX, which its extra `create` brings. Minari 0.5.4 needs Pillow too and does not require it:
install it beside it.
"""

# --- recipe ---
import os
import tempfile
from typing import Any

import gymnasium
import minari
import numpy as np
import torch
from torch import nn

from stuka_env.codes import Act

HOME = [Act.NO_FLY, Act.ABORT, *range(Act.SEND_HOME, Act.SEND_HOME + 10)]
BATCH, PASSES = 128, 5


def record(decisions: int, seed: int = 0) -> Any:
    """A dataset of whole missions, at least so many decisions, each drawn among the legal actions but HOME."""
    env = minari.DataCollector(gymnasium.make("stuka_env:Stuka/Mission-v0", mask_in_observation=True, info="mask"))
    env.action_space.seed(seed)
    taken, mission = 0, 0
    while taken < decisions:
        seen, over = env.reset(seed=seed + mission)[0], False
        while not over:
            mask = seen["action_mask"].copy()
            mask[HOME] = 0
            action = env.action_space.sample(mask=mask if mask.any() else seen["action_mask"])
            seen, _, terminated, truncated, _ = env.step(action)
            over, taken = terminated or truncated, taken + 1
        mission += 1
    dataset = env.create_dataset(dataset_id="stuka/mission-v0", algorithm_name="at random, but never home")
    env.close()
    return dataset


def network_of(dataset: Any, seed: int = 0) -> nn.Module:
    """What is done in the dataset, learned from its observations, masks and actions."""
    torch.manual_seed(seed)
    episodes = list(dataset.iterate_episodes())
    seen = torch.cat([torch.as_tensor(episode.observations["observation"][:-1]) for episode in episodes])
    masks = torch.cat([torch.as_tensor(episode.observations["action_mask"][:-1]) for episode in episodes])
    actions = torch.as_tensor(np.concatenate([episode.actions for episode in episodes]))
    network = nn.Sequential(
        nn.Linear(626, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, masks.shape[1])
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    for _ in range(PASSES):
        order = torch.randperm(len(seen))
        for first in range(0, len(seen), BATCH):
            rows = order[first : first + BATCH]
            loss: Any = nn.functional.cross_entropy(logits(network, seen[rows], masks[rows]), actions[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return network


def logits(network: nn.Module, seen: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """The network's answer, with no chance left for illegal actions."""
    return network(seen).masked_fill(masks == 0, -torch.inf)


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Record, load, learn; what the network does in N missions, given their observations and masks."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MINARI_DATASETS_PATH"] = folder
        record(decisions, seed)
        dataset = minari.load_dataset("stuka/mission-v0")
        assert dataset.total_steps >= decisions
        dataset.recover_environment().close()
        network = network_of(dataset, seed)

    @torch.no_grad()
    def agent(seen: Any, masks: Any) -> Any:
        answer = logits(network, torch.as_tensor(seen), torch.as_tensor(masks))
        chances: Any = torch.distributions.Categorical(logits=answer)
        return chances.sample().numpy()

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("minari", [Trained("behaviour cloning from a recorded dataset", train)]))
