"""Policies of an evaluation by name: language models, replays, and all that the package or a user has."""

from collections.abc import Callable
from typing import Any

from agents.evaluation.language_models import MODEL_PREFIX, LanguageModel
from agents.evaluation.replayed_wars import REPLAYS_PREFIX, ReplayedWars

LoadPolicy = Callable[[str], Any]
"""A function that returns the policy of a name."""


def load_entrant(name: str, load: LoadPolicy) -> Any:
    """Return a language model or replays by their name, or the policy that ``load`` makes of another name.

    Raises:
        ValueError: there is no such policy, or it cannot be used.
    """
    if name.startswith(MODEL_PREFIX):
        return LanguageModel(name)
    return ReplayedWars(name) if name.startswith(REPLAYS_PREFIX) else load(name)
