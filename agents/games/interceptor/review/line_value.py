"""The value of the start of a sortie line: the bombers that the reference script is expected to down from there on.

It is linear in features of the mat. :mod:`agents.games.interceptor.review.value_fit` fits its weights for each review,
to futures of the war that is reviewed. So it holds for any charts and settings.
"""

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.scripts.traits import lines_ahead
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import MARKERS, MODELS, SKILLS, ZONES
from stuka_env.games.interceptor.rules.mat import MATE_SKILLS, Mat

POWERS = 4
"""Powers of the lines left that each trait is multiplied by, from 0."""
FACTS = 15
"""Traits that are not one of several skills, types, zones or markers."""
TRAITS = FACTS + SKILLS + 2 * MATE_SKILLS + MODELS + ZONES + MARKERS
"""Facts about the pilot, his wingman, his gunner and his aircraft."""
FEATURES = TRAITS * POWERS
LINES_SCALE, POINTS_SCALE = 1 / 92, 0.1
"""Factors that bring lines and points to about 1."""


@compiled
def write_traits(mat: Mat, traits: NDArray[np.float64]) -> None:
    """Write the traits, ``(TRAITS,)``."""
    for place in range(TRAITS):
        traits[place] = 0.0
    pilot, wingman, gunner, career = mat.pilot, mat.wingman, mat.gunner, mat.career
    traits[0] = 1.0
    traits[1] = pilot.prestige * POINTS_SCALE
    traits[2] = pilot.level
    traits[3] = pilot.points * POINTS_SCALE
    traits[4] = pilot.track
    traits[5] = pilot.rank
    traits[6] = pilot.fatigue * POINTS_SCALE
    traits[7] = pilot.wounds * POINTS_SCALE
    traits[8] = wingman.present > 0
    traits[9] = gunner.present > 0
    traits[10] = pilot.expert[0] + pilot.expert[1] + pilot.expert[2] + pilot.expert[3]
    traits[11] = wingman.ace
    traits[12] = wingman.points * POINTS_SCALE
    traits[13] = gunner.points * POINTS_SCALE
    traits[14] = pilot.leave_taken
    place = FACTS
    for skill in range(SKILLS):
        traits[place + skill] = pilot.skills[skill]
    place += SKILLS
    for skill in range(MATE_SKILLS):
        traits[place + skill] = wingman.skills[skill]
        traits[place + MATE_SKILLS + skill] = gunner.skills[skill]
    place += 2 * MATE_SKILLS
    traits[place + mat.aircraft.model] = 1.0
    place += MODELS
    traits[place + career.zone] = 1.0
    place += ZONES
    for marker in range(MARKERS):
        traits[place + marker] = career.markers[marker]


@compiled
def write_features(mat: Mat, charts: Charts, features: NDArray[np.float64]) -> None:
    """Write the features, ``(FEATURES,)``: the traits, times powers of the lines left."""
    write_traits(mat, features)
    lines = lines_ahead(mat, charts) * LINES_SCALE
    for place in range(TRAITS):
        for power in range(1, POWERS):
            features[power * TRAITS + place] = features[(power - 1) * TRAITS + place] * lines


@compiled
def value_of(mat: Mat, charts: Charts, weights: NDArray[np.float64], features: NDArray[np.float64]) -> float:
    """Return the value of the start of a line; ``features`` is scratch space."""
    write_features(mat, charts, features)
    value = 0.0
    for place in range(FEATURES):
        value += weights[place] * features[place]
    return value
