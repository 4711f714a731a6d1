"""Policies of an evaluation by name: language models, replays, and all that the package or a user has."""

from typing import Any

from agents.evaluation.language_models import MODEL_PREFIX, LanguageModel
from agents.evaluation.replayed_wars import REPLAYS_PREFIX, ReplayedWars
from stuka_env.policy import load_policy


def load_entrant(name: str, game: str) -> Any:
    """Return a language model or replays by their name, or a policy of a game by another name.

    Raises:
        ValueError: there is no such policy, or it cannot be used.
    """
    if name.startswith(MODEL_PREFIX):
        return LanguageModel(name)
    return ReplayedWars(name) if name.startswith(REPLAYS_PREFIX) else load_policy(name, game)
