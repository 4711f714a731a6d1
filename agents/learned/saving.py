"""Writing a trained agent: MaskablePPO's own zip without the optimiser's memory, and its card."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.save_util import data_to_json, save_to_zip_file

from agents.learned.card import AgentCard, AgentError, write_card
from agents.learned.learned_policy import WEIGHTS, has_score_head, read_weights
from stuka_env.files import write_whole
from stuka_env.networks.policies import ScoringPolicy, policy_arguments, policy_class

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


# --- written anew ---

DATA = "data"
"""The place in the zip of everything that is no weight."""


def policy_data(card: AgentCard, score_head: bool) -> dict[str, Any]:
    """How ``data`` names the policy of an agent."""
    kept = {"policy_class": policy_class(card.network), "policy_kwargs": policy_arguments(card.network, score_head)}
    data: dict[str, Any] = json.loads(data_to_json(kept))
    return data


def policy_module(agent: Path) -> str:
    """The module in which a saved agent's zip says that its policy is.

    Raises:
        AgentError: it is no whole agent file.
    """
    try:
        module: str = json.loads(read_members(agent)[DATA])["policy_class"]["__module__"]
    except (KeyError, TypeError, json.JSONDecodeError):
        raise AgentError(f"agent {agent}: is no whole agent file (its {DATA} names no policy)") from None
    return module


def read_members(agent: Path) -> dict[str, bytes]:
    """The files in an agent's zip; none of them is run.

    Raises:
        AgentError: it is no whole agent file.
    """
    try:
        with zipfile.ZipFile(agent) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, EOFError) as error:
        raise AgentError(f"agent {agent}: is no whole agent file ({error})") from None
    if DATA not in members or WEIGHTS not in members:
        raise AgentError(f"agent {agent}: is no whole agent file (it lacks {DATA} or {WEIGHTS})")
    return members


def rewrite_agent(agent: Path, card: AgentCard, network: ScoringPolicy | None = None) -> None:
    """Write a saved agent anew: its policy named as this package names it, and its card.

    Args:
        agent: its zip; whatever is in there and not changed stays as it is, bit for bit.
        card: its card, as it is to be.
        network: if given, its weights are written in place of those in the zip, with the score head if it has one.

    Raises:
        AgentError: it is no whole agent file.
        OSError: the folder cannot be written.
    """
    members = read_members(agent)
    score_head = has_score_head(read_weights(agent) if network is None else network.state_dict())
    data = json.loads(members[DATA]) | policy_data(card, score_head)
    members[DATA] = json.dumps(data, indent=4).encode()
    if network is not None:
        weights = io.BytesIO()
        torch.save(network.state_dict(), weights)
        members[WEIGHTS] = weights.getvalue()
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w") as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    write_whole(agent, contents.getvalue())
    write_card(card, agent)
