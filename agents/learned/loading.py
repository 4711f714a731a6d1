"""Saved agents as policies: those of ``train.py``, and models of Stable-Baselines3 with a card or without one."""

from pathlib import Path
from typing import Any

from agents.learned.card import AgentCard, AgentError, read_card
from agents.learned.learned_policy import LearnedPolicy, adviser_of, load_network
from agents.learned.plain_models import PlainNetwork, read_plain_model
from agents.learned.recurrent_policy import RecurrentPolicy
from agents.learner_parts import learner_parts
from stuka_env.charts.bank import RANDOM_CHARTS
from stuka_env.envs.agent_card import PLAIN_NETWORK, card_path
from stuka_env.game import DEFAULT_GAME, game_named, game_of
from stuka_env.policy import SAFETENSORS

AGENT_OPTIONS = ("sampled",)
"""Allowed options after ``@``; without one the most probable action is taken."""


def load_agent(name: str, path: Path, option: str | None, game: str = DEFAULT_GAME) -> LearnedPolicy:
    """Return a saved agent as a policy. Nothing in its file is run.

    Args:
        name: Name of the policy.
        path: Its file, with the card beside it; a zip needs no card.
        option: ``sampled``, or None to take the most probable action.
        game: Name of the game that it is to play.

    Raises:
        AgentError: The agent or the option cannot be used; the message is one line.
    """
    if option is not None and option not in AGENT_OPTIONS:
        raise AgentError(f"policy {name!r}: got the option {option!r}, allowed is {' or '.join(AGENT_OPTIONS)}")
    if not path.is_file():
        raise AgentError(f"agent {path}: there is no such file")
    card = read_card(path) if path.suffix == SAFETENSORS or card_path(path).exists() else None
    if card is not None and card.game not in (None, game):
        raise AgentError(f"agent {path}: it plays {card.env}, a game of its own; the wars are those of {game}")
    known: dict[str, Any] = {"sampled": option == "sampled", "game": game}
    if card is not None:
        known |= {"charts": charts_of(card), "wars": trained_wars(card)}
    if card is not None and card.network != PLAIN_NETWORK and card.network["kind"] != "lstm":
        return LearnedPolicy(name, load_network(path, card), adviser=adviser_of(card.network, game), **known)
    model = read_plain_model(path, game_named(game), None if card is None else card.normalization)
    if known["sampled"] and not model.has_probabilities:
        raise AgentError(f"policy {name!r}: it values actions and has no probabilities; allowed is the name without @")
    is_recurrent = isinstance(model.network, PlainNetwork) and model.network.lstm is not None
    kind = RecurrentPolicy if is_recurrent else LearnedPolicy
    return kind(name, model.network, masked=model.masked, **known)


def charts_of(card: AgentCard) -> str | None:
    """Return the digest of the only charts that an agent knows; None for an agent that may fly under any."""
    if card.arguments.get("charts") in RANDOM_CHARTS:
        return None
    return card.charts_record_sha256


def trained_wars(card: AgentCard) -> set[tuple[int, ...]] | None:
    """Return the kinds of wars that an agent was trained for or its score head was fitted on; None if not known."""
    if card.env is None:
        return None
    wars = [{"id": card.env, **card.arguments}, *((card.score_head or {}).get("wars", []))]
    return {war_codes(war.pop("id"), war) for war in map(dict, wars)}


def war_codes(env: str, arguments: dict[str, Any]) -> tuple[int, ...]:
    """Return the kind of wars of an environment as the game's codes; their charts need not exist here."""
    game = game_of(env)
    assert game is not None
    given = {name: value for name, value in arguments.items() if value is not None and name != "charts"}
    spec, _ = game.envs.read_arguments(game.ids.index(env), **given)
    return learner_parts(game.name).war_codes(spec)
