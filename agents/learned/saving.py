"""Writing a trained agent: MaskablePPO's own zip without the optimiser's memory, and its card."""

import io
from pathlib import Path
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.save_util import save_to_zip_file

from agents.learned.card import AgentCard, write_card
from stuka_env.files import write_whole

KEPT_ATTRIBUTES = (
    "policy_class",
    "policy_kwargs",
    "observation_space",
    "action_space",
    "n_envs",
    "num_timesteps",
    "_total_timesteps",
    "seed",
    "n_steps",
    "batch_size",
    "n_epochs",
    "gamma",
    "gae_lambda",
    "ent_coef",
    "vf_coef",
    "max_grad_norm",
    "normalize_advantage",
    "target_kl",
    "clip_range",
    "clip_range_vf",
    "use_sde",
    "sde_sample_freq",
    "verbose",
)
"""Attributes that MaskablePPO.load wants; the state of a training is not among them."""


def agent_data(model: MaskablePPO, learning_rate: float, clip_range: float) -> dict[str, Any]:
    """What MaskablePPO's zip says beside the weights; schedules as the numbers they start from."""
    data = {name: getattr(model, name) for name in KEPT_ATTRIBUTES}
    return data | {"learning_rate": learning_rate, "clip_range": clip_range}


def save_agent(model: MaskablePPO, learning_rate: float, clip_range: float, card: AgentCard, path: Path) -> Path:
    """Write ``path`` (a ``.zip`` that ``MaskablePPO.load`` reads) and its card; each is there whole or not at all.

    Raises:
        OSError: the folder cannot be written.
    """
    weights: dict[str, Any] = model.get_parameters()
    weights["policy"] = {name: tensor.cpu() for name, tensor in weights["policy"].items()}
    weights["policy.optimizer"] = weights["policy.optimizer"] | {"state": {}}
    contents = io.BytesIO()
    save_to_zip_file(contents, agent_data(model, learning_rate, clip_range), weights)
    write_whole(path, contents.getvalue())
    write_card(card, path)
    return path
