"""The rivals of the first game, and the words for comparing missions with theirs."""

from collections.abc import Mapping
from typing import Any

RIVAL_SCRIPT = "old_hand"
"""The yardstick of all comparisons."""
TRAINED_AGENT = "distilled"
"""The trained agent of all wars, under any charts."""


def target_words(mission: Mapping[str, Any], number: int) -> str:
    """Return number and target of a completed mission; ``number`` counts from 0."""
    if not mission["zone"]:
        return f"{number + 1}"
    return f"{number + 1}: {mission['size']} {mission['target']}, zone {mission['zone']}"


def mission_words(mission: Mapping[str, Any]) -> str:
    """Return the score of a completed mission and its losses."""
    if mission["no_fly"]:
        return "not flown"
    lost = f", {mission['lost']} lost" if mission["lost"] else ""
    return f"{mission['score']}{lost}"
