"""Train with wars in Numba's simulator of a GPU, and compare the decisions with those of a training on the CPU.

::

    python -m tests.gpu.training FOLDER

``NUMBA_ENABLE_CUDASIM=1`` must be set. The network is on the CPU, because the simulator has the memory of the CPU.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.learned.card import read_card
from agents.training.checkpoint import load_checkpoint, save_checkpoint
from agents.training.config import Config, make_config
from agents.training.device_rollouts import DeviceRolloutBuffer
from agents.training.learner import Learner
from agents.training.run_folder import BEST
from agents.training.run_log import read_lines, silent_logger
from agents.training.trainer import Trainer, TrainingListener
from agents.training.update_stats import UpdateStats
from stuka_env.policy import load_policy

VALUES: dict[str, Any] = {
    "env": {"id": "Stuka/Mission-v0", "segment": "1941-06"},
    "steps": 512,
    "num_envs": 8,
    "network": {"kind": "mlp", "layers": [16]},
    "ppo": {"n_steps": 32, "batch_size": 64, "epochs": 2},
    "evaluation": {"every": 256, "wars": 4},
    "score_missions": 0,
}
COMPARED = ("observations", "actions", "rewards", "episode_starts", "values", "log_probs", "advantages", "returns")


def config_on(device: str) -> Config:
    """Return the configuration of a short training."""
    return make_config(VALUES | {"device": device}, "test")


def learner_on(device: str) -> Learner:
    """Return a learner of a short training."""
    learner = Learner(config_on(device), 0)
    learner.set_logger(silent_logger())
    return learner


def compare_rollouts() -> None:
    """Fail if decisions, advantages or figures differ from those of the CPU before the first update."""
    found = []
    for device in ("cpu", "cuda"):
        learner = learner_on(device)
        stats = UpdateStats(learner.config.env.learners)
        learner.collect_rollouts(stats.record)
        found.append((learner.model.rollout_buffer, stats.scalars()))
        learner.close()
    (cpu, figures), (simulated, others) = found
    assert isinstance(simulated, DeviceRolloutBuffer) and figures == others and figures
    for name in COMPARED:
        one, other = (np.asarray(getattr(buffer, name)).reshape(32, 8, -1) for buffer in (cpu, simulated))
        np.testing.assert_allclose(other, one, rtol=1e-6, atol=1e-6, err_msg=name)
    np.testing.assert_array_equal(np.asarray(simulated.actions), cpu.actions[..., 0])
    np.testing.assert_array_equal(np.asarray(simulated.observations), cpu.observations)
    np.testing.assert_array_equal(np.asarray(simulated.action_masks), cpu.action_masks)


def weights_after(learner: Learner, updates: int) -> dict[str, Any]:
    """Return the weights after some updates."""
    for _ in range(updates):
        learner.collect_rollouts(lambda env: None)
        learner.learn()
    return {name: tensor.clone() for name, tensor in learner.model.policy.state_dict().items()}


def compare_resumed(folder: Path) -> None:
    """Fail if a training that goes on from a checkpoint ends in other weights."""
    learner = learner_on("cuda")
    weights_after(learner, 1)
    save_checkpoint(learner, {}, folder)
    there = weights_after(learner, 2)
    other = learner_on("cuda")
    load_checkpoint(other, folder)
    again = weights_after(other, 2)
    assert all(torch.equal(there[name], again[name]) for name in there)


def train(folder: Path) -> None:
    """Train from beginning to end, and fail if a loss is not finite or the agent cannot be flown."""
    result = Trainer(config_on("cuda"), 0, folder, TrainingListener(lambda steps: None, lambda text: None)).run()
    losses = [line["train/loss"] for line in read_lines(folder / "log.jsonl") if "train/loss" in line]
    assert result["steps"] == VALUES["steps"] and len(losses) == 2 and np.isfinite(losses).all()
    assert read_card(folder / BEST).config["device"] == "cuda"
    assert load_policy(str(folder / BEST)).name


def main() -> int:
    """Rehearse all of it in a folder."""
    torch.set_num_threads(1)
    folder = Path(sys.argv[1])
    compare_rollouts()
    compare_resumed(folder)
    train(folder / "run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
