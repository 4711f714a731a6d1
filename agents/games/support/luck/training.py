"""The fit of the network of luck: players fly battles and dogfights."""

from agents.games.support.luck.parts import LUCK
from agents.luck.training import LuckTraining, TrainingWars
from stuka_env.games.support.codes import Scale

TRAINING = LuckTraining(
    luck=LUCK,
    first_stage=3_000,
    scripts={"best": 0.7, "by_the_book": 0.2, "random": 0.1},
    kinds=(TrainingWars(Scale.BATTLE, {}, 300, 300, 40), TrainingWars(Scale.DOGFIGHT, {}, 20, 300, 40)),
    factor=0.85,
)
"""The players and their wars."""
fit, FITTED_FILE = TRAINING.fit, LUCK.path
"""The fit, and the network that ships."""
