"""The fourth game, for ``evaluate.py``: what follows from its declarations, with its levels of the result."""

from dataclasses import replace

from agents.evaluation.evaluated_game import OwnColumn, levels_by
from agents.evaluation.plain_game import plain_game
from stuka_env.games.support.codes import Level, Scale
from stuka_env.games.support.rules.ledger import POINT_PARTS

EVALUATED = replace(
    plain_game("support", parts=POINT_PARTS),
    levels=levels_by(Level, Scale.BATTLE),
    columns=(
        OwnColumn("air", "eliminated from the air", lambda own: f"{own['result']['air']:.1f}"),
        OwnColumn("lost", "aircraft lost", lambda own: f"{own['result']['lost']:.1f}"),
        OwnColumn("mistaken", "mistaken attacks", lambda own: f"{own['result']['mistaken']:.1f}"),
    ),
)
"""The game, as ``evaluate.py`` finds it."""
