"""Writing a trained agent: the weights as safetensors, without the moments of the optimiser, and the card."""

from pathlib import Path
from typing import Any

from sb3_contrib import MaskablePPO

from agents.learned.card import AgentCard, AgentError, write_card
from agents.learned.masked_lstm import MaskedLstmPolicy
from stuka_env.game import DEFAULT_GAME
from stuka_env.io.files import write_whole
from stuka_env.io.reading import FileError
from stuka_env.networks.model_files import card_data, read_model_file, tensor_contents
from stuka_env.networks.policies import ScoringPolicy, policy_arguments, policy_class
from stuka_env.networks.saved_models import (
    MODEL_SETTINGS,
    default_spaces,
    has_score_head,
    model_contents,
    model_data,
    model_settings,
)
from stuka_env.policy import SAFETENSORS


def save_agent(model: MaskablePPO, card: AgentCard, path: Path, *, learning_rate: float, clip_range: float) -> Path:
    """Write an agent to ``path``, safetensors that ``load_model`` reads, and its card. Return ``path``.

    Raises:
        OSError: The folder cannot be written.
    """
    settings = model_settings(model) | {"learning_rate": learning_rate, "clip_range": clip_range}
    return _write(path, card, *model_contents(model, settings, moments=False))


def save_lstm_agent(network: MaskedLstmPolicy, card: AgentCard, path: Path) -> Path:
    """Write an agent with an LSTM to ``path``, as safetensors, and its card. Return ``path``.

    ``load_agent`` reads it. The names of its weights are those of sb3-contrib.

    Raises:
        OSError: The folder cannot be written.
    """
    spaces = default_spaces(DEFAULT_GAME if card.game is None else card.game)
    data = {
        "policy_class": {"__module__": MaskedLstmPolicy.__module__},
        "policy_kwargs": {},
        "observation_space": spaces.entry,
    }
    return _write(path, card, tensor_contents(network.state_dict()), data)


def rewrite_agent(agent: Path, card: AgentCard, network: ScoringPolicy) -> Path:
    """Rewrite a saved agent with a new card and the weights of a network, and return its file.

    A zip stays, and the agent is written beside it.

    Raises:
        AgentError: The file is not that of an agent, or is damaged.
        OSError: The folder cannot be written.
    """
    try:
        file, weights = read_model_file(agent), network.state_dict()
        settings = {name: value for name, value in file.data.items() if name in MODEL_SETTINGS}
        arguments = policy_arguments(card.network, has_score_head(weights))
        game = DEFAULT_GAME if card.game is None else card.game
        data = model_data(settings, policy_class(card.network, game).__name__, arguments, default_spaces(game))
        optimizer = file.optimizer
    except FileError as error:
        raise AgentError(f"agent {agent}: {error}") from None
    contents, data = tensor_contents(weights, optimizer), card_data(data, optimizer)
    return _write(agent.with_suffix(SAFETENSORS), card, contents, data)


def _write(path: Path, card: AgentCard, contents: bytes, data: dict[str, Any]) -> Path:
    write_card(card.model_copy(update={"data": data}), path)
    return write_whole(path, contents)
