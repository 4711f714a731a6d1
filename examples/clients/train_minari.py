"""Minari: record a dataset, load it and imitate it.

The dataset has the masks. `DataCollector` stores observations and no infos, so set `mask_in_observation=True`, and mask
the logits of the imitation with the recorded masks. `dataset.recover_environment()` makes the same environment again.
Data are stored below `MINARI_DATASETS_PATH`. Here a rule of thumb flies (random, but never home), and a network learns
its choices.

Recording needs JAX, which the extra `create` installs. Minari 0.5.4 also needs Pillow and does not require it: install
it too.
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

from stuka_env.games.stuka.codes import Act

HOME = [Act.NO_FLY, Act.ABORT, *range(Act.SEND_HOME, Act.SEND_HOME + 10)]
BATCH, PASSES = 128, 5


def record(decisions: int, seed: int = 0) -> Any:
    """Record a dataset of whole missions with at least so many decisions, drawn among the legal actions except HOME."""
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
    """Train a network to imitate the actions of a dataset from its observations and masks."""
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
    """Return the network's logits, with probability 0 for illegal actions."""
    return network(seen).masked_fill(masks == 0, -torch.inf)


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Record, load and learn; return an agent of observations and masks of N missions."""
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
