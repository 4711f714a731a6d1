"""The third game, for ``evaluate.py``: what follows from its declarations, with its levels of victory."""

from collections import Counter
from dataclasses import replace

from agents.evaluation.evaluated_game import OwnColumn
from agents.evaluation.plain_game import plain_game
from agents.games.wing.players import THIRD_GAME
from stuka_env.flights.episodes import Flown
from stuka_env.games.wing.codes import Scale, Victory
from stuka_env.games.wing.scenario.plan import WarSpec


def levels_of(flown: Flown, spec: WarSpec) -> dict[str, int]:
    """Count the finished campaigns by level of victory, the highest first (7.6)."""
    if spec.scale != Scale.CAMPAIGN:
        return {}
    counts = Counter(flown.results["level"][flown.finished].tolist())
    return {level.word: counts[level] for level in reversed(Victory)}


EVALUATED = replace(
    plain_game(THIRD_GAME),
    levels=levels_of,
    columns=(
        OwnColumn("targets", "destroyed", lambda own: f"{own.result['destroyed']:.1f}"),
        OwnColumn("lost", "bombers lost", lambda own: f"{own.result['lost']:.1f}"),
        OwnColumn("short", "bombers short", lambda own: f"{own.result['short']:.1f}"),
    ),
)
"""The game, as ``evaluate.py`` finds it."""
