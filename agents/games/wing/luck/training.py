"""The fit of the network of luck: players fly campaigns and single missions."""

from typing import Any

import numpy as np

from agents.games.wing.luck.parts import LUCK
from agents.luck.training import LuckTraining, TrainingWars
from stuka_env.games.wing.codes import Scale

OTHER_OPTION_SHARE = 0.1
"""Share of players with another squadron, of those with landings, and of those whose crews do not tire."""


def draw_arguments(rng: np.random.Generator) -> dict[str, Any]:
    """Draw the options of a player's wars."""
    squadron = "B-24" if rng.random() < OTHER_OPTION_SHARE else "B-17"
    landing, fatigue = rng.random() < OTHER_OPTION_SHARE, rng.random() >= OTHER_OPTION_SHARE
    return {"squadron": squadron, "landing": landing, "fatigue": fatigue}


TRAINING = LuckTraining(
    luck=LUCK,
    first_stage=2_000,
    scripts={"best": 0.6, "by_the_book": 0.2, "cautious": 0.1, "all_wrong": 0.05, "random": 0.05},
    kinds=(
        TrainingWars(Scale.CAMPAIGN, {"campaign": "full"}, 150, 20, 30),
        TrainingWars(Scale.CAMPAIGN, {"campaign": "late_entry"}, 15, 20, 30),
        TrainingWars(Scale.CAMPAIGN, {"campaign": "short_1944"}, 15, 20, 30),
        TrainingWars(Scale.CAMPAIGN, {"campaign": "short_1942"}, 30, 20, 30),
        TrainingWars(Scale.MISSION, {}, 60, 100, 50),
    ),
    draw_arguments=draw_arguments,
    factor=0.55,
)
"""The players and their wars."""
fit, FITTED_FILE = TRAINING.fit, LUCK.path
"""The fit, and the network that ships."""
