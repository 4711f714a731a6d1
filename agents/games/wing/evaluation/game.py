"""The third game, for ``evaluate.py``: what follows from its declarations, with its levels of victory."""

from dataclasses import replace

from agents.evaluation.evaluated_game import OwnColumn, levels_by
from agents.evaluation.plain_game import plain_game
from agents.games.wing.players import THIRD_GAME
from stuka_env.games.wing.codes import Scale, Victory

EVALUATED = replace(
    plain_game(
        THIRD_GAME,
        lines="missions",
        parts=("target_points", "loss_points", "short_points"),
        by=("target", "cloud", "over"),
    ),
    levels=levels_by(Victory, Scale.CAMPAIGN),
    columns=(
        OwnColumn("targets", "destroyed", lambda own: f"{own['result']['destroyed']:.1f}"),
        OwnColumn("lost", "bombers lost", lambda own: f"{own['result']['lost']:.1f}"),
        OwnColumn("short", "bombers short", lambda own: f"{own['result']['short']:.1f}"),
    ),
)
"""The game, as ``evaluate.py`` finds it."""
