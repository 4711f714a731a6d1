"""Writing a trained agent: the model without the state of the optimiser, and the card."""

import io
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO

from agents.learned.card import AgentCard, AgentError, write_card
from agents.learned.masked_lstm import MaskedLstmPolicy
from stuka_env.game import DEFAULT_GAME
from stuka_env.io.files import write_whole
from stuka_env.io.reading import FileError
from stuka_env.networks.policies import ScoringPolicy, policy_arguments, policy_class
from stuka_env.networks.saved_models import (
    DATA,
    MODEL_SETTINGS,
    WEIGHTS,
    data_bytes,
    default_spaces,
    has_score_head,
    model_contents,
    model_data,
    model_settings,
    read_model_file,
    write_members,
)


def save_agent(model: MaskablePPO, card: AgentCard, path: Path, *, learning_rate: float, clip_range: float) -> Path:
    """Write an agent to ``path``, a ``.zip`` that ``load_model`` reads, and its card. Return ``path``.

    Raises:
        OSError: The folder cannot be written.
    """
    settings = model_settings(model) | {"learning_rate": learning_rate, "clip_range": clip_range}
    write_whole(path, model_contents(model, settings, moments=False))
    write_card(card, path)
    return path


def save_lstm_agent(network: MaskedLstmPolicy, card: AgentCard, path: Path) -> Path:
    """Write an agent with an LSTM to ``path``, a ``.zip`` without pickles, and its card. Return ``path``.

    ``load_agent`` reads it. The names of its weights are those of sb3-contrib.

    Raises:
        OSError: The folder cannot be written.
    """
    weights = {name: tensor.cpu() for name, tensor in network.state_dict().items()}
    spaces = default_spaces(DEFAULT_GAME if card.game is None else card.game)
    data = {
        "policy_class": {"__module__": MaskedLstmPolicy.__module__},
        "policy_kwargs": {},
        "observation_space": spaces.entry,
    }
    contents = io.BytesIO()
    torch.save(weights, contents)
    write_whole(path, write_members({DATA: data_bytes(data), WEIGHTS: contents.getvalue()}))
    write_card(card, path)
    return path


def rewrite_agent(agent: Path, card: AgentCard, network: ScoringPolicy | None = None) -> None:
    """Rewrite a saved agent with a new card.

    Args:
        agent: The zip; unchanged entries stay the same, bit for bit.
        card: The new card.
        network: Network whose weights replace those in the zip, with its score head if it has one; None keeps them.

    Raises:
        AgentError: The file is not that of an agent, or is damaged.
        OSError: The folder cannot be written.
    """
    try:
        file = read_model_file(agent)
        data, score_head = file.data, has_score_head(file.weights if network is None else network.state_dict())
        settings = {name: data[name] for name in MODEL_SETTINGS if name in data}
        arguments = policy_arguments(card.network, score_head)
        game = DEFAULT_GAME if card.game is None else card.game
        data = model_data(settings, policy_class(card.network, game).__name__, arguments, default_spaces(game))
    except FileError as error:
        raise AgentError(f"agent {agent}: {error}") from None
    members = file.members | {DATA: data_bytes(data)}
    if network is not None:
        weights = io.BytesIO()
        torch.save(network.state_dict(), weights)
        members[WEIGHTS] = weights.getvalue()
    write_whole(agent, write_members(members))
    write_card(card, agent)
