"""The value of a position at the first question of a sortie line: the bombers that a player still gets from there on.

It is a network of traits of the pilot, his people, his aircraft and the calendar. A future ends there, so that it has
the luck of one sortie in it, and not that of a whole career.
"""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.scripts.traits import lines_left
from agents.value_file import load_value
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import MARKERS, MODELS, MONTHS, NOBODY, SERIES, SKILLS, ZONES, Award
from stuka_env.games.interceptor.rules.mat import MATE_SKILLS, MOST_LOGGED, Mat

LINE_VALUE = Path(str(files("agents") / "models/career_value.npz"))
"""The network that ships: of champion's careers."""
LINE_FACTS = 26
"""Traits that are not one of several months, skills, series, types, zones or markers."""
LINE_TRAITS = LINE_FACTS + MONTHS + SKILLS + SERIES + 2 * MATE_SKILLS + MODELS + ZONES + MARKERS
HIDDEN_WIDTH = 96
"""Width of the two hidden layers."""
BOMBERS_OF_AN_OUTPUT = 5.0
"""Bombers of an output of 1."""
LineTraits = NDArray[np.float32]
"""``(LINE_TRAITS,)``."""


@compiled
def write_facts(mat: Mat, charts: Charts, traits: LineTraits) -> None:
    """Write the numbers of the pilot, his people and his results, brought to about 1."""
    pilot, wingman, gunner, career = mat.pilot, mat.wingman, mat.gunner, mat.career
    traits[0] = lines_left(mat, charts) / MOST_LOGGED
    traits[1] = pilot.prestige / 5.0
    traits[2] = pilot.level / 5.0
    traits[3] = (pilot.points + pilot.clock / 4.0) / 5.0
    traits[4] = pilot.clock / 4.0
    traits[5] = pilot.track
    traits[6] = pilot.rank / 2.0
    traits[7] = min(int(pilot.wounds), 5) / 3.0
    traits[8] = min(int(wingman.present), 1)
    traits[9] = min(int(gunner.present), 1)
    traits[10] = wingman.ace
    traits[11] = (wingman.points + wingman.clock / 4.0) / 5.0
    traits[12] = (gunner.points + gunner.clock / 4.0) / 5.0
    traits[13] = pilot.leave_taken
    traits[14] = career.bombers / 20.0
    traits[15] = min(int(career.fighters), 10) / 5.0
    traits[16] = career.flown / 60.0
    traits[17] = pilot.free_moves
    traits[18] = min(int(pilot.period_kills), 20) / 10.0
    traits[19] = pilot.period_awards / 2.0
    traits[20] = career.sit_out / 4.0
    traits[21] = pilot.awards[Award.ACE.value]
    traits[22] = career.line / 8.0
    traits[23] = int(career.waived != NOBODY)
    traits[24] = min(int(pilot.awards[Award.WOUND_BADGE.value]), 1)
    traits[25] = pilot.fatigue / 50.0


@compiled
def write_line_traits(mat: Mat, charts: Charts, traits: LineTraits) -> None:
    """Write the traits of the first question of a line, ``(LINE_TRAITS,)``."""
    traits[LINE_FACTS:] = 0.0
    write_facts(mat, charts, traits)
    place = LINE_FACTS
    traits[place + mat.career.month] = 1.0
    place += MONTHS
    for skill in range(SKILLS):
        traits[place + skill] = mat.pilot.skills[skill]
    place += SKILLS
    for series in range(SERIES):
        traits[place + series] = mat.pilot.expert[series]
    place += SERIES
    for skill in range(MATE_SKILLS):
        traits[place + skill] = mat.wingman.skills[skill]
        traits[place + MATE_SKILLS + skill] = mat.gunner.skills[skill]
    place += 2 * MATE_SKILLS
    traits[place + mat.aircraft.model] = 1.0
    place += MODELS
    traits[place + mat.career.zone] = 1.0
    place += ZONES
    for marker in range(MARKERS):
        traits[place + marker] = mat.career.markers[marker]


class LineNetwork(NamedTuple):
    """The weights of the value, and scratch space."""

    first: Annotated[NDArray[np.float32], 2]
    """``(LINE_TRAITS, HIDDEN_WIDTH)``."""
    first_bias: NDArray[np.float32]
    second: Annotated[NDArray[np.float32], 2]
    """``(HIDDEN_WIDTH, HIDDEN_WIDTH)``."""
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    """``(HIDDEN_WIDTH,)``."""
    last_bias: NDArray[np.float32]
    """``(1,)``."""
    traits: LineTraits
    hidden: Annotated[NDArray[np.float32], 2]
    """``(2, HIDDEN_WIDTH)``."""


LINE_SHAPES: dict[str, tuple[int, ...]] = {
    "first": (LINE_TRAITS, HIDDEN_WIDTH),
    "first_bias": (HIDDEN_WIDTH,),
    "second": (HIDDEN_WIDTH, HIDDEN_WIDTH),
    "second_bias": (HIDDEN_WIDTH,),
    "last": (HIDDEN_WIDTH,),
    "last_bias": (1,),
}
"""Shapes of the weights, by name."""


def new_line_network(weights: Mapping[str, NDArray[np.floating]]) -> LineNetwork:
    """Return the network of some weights, with scratch space of its own."""
    arrays = {name: np.ascontiguousarray(weights[name], np.float32) for name in LINE_SHAPES}
    return LineNetwork(
        **arrays, traits=np.zeros(LINE_TRAITS, np.float32), hidden=np.zeros((2, HIDDEN_WIDTH), np.float32)
    )


def weights_of(network: LineNetwork) -> dict[str, NDArray[np.float32]]:
    """Return the weights of a network by name, without its scratch space."""
    return {name: getattr(network, name) for name in LINE_SHAPES}


@compiled
def add_layer(
    inputs: NDArray[np.float32],
    weights: Annotated[NDArray[np.float32], 2],
    bias: NDArray[np.float32],
    outputs: NDArray[np.float32],
) -> None:
    """Write a layer of a network: the bias and the weights of each input that is not 0. A sum below 0 becomes 0."""
    for place in range(len(outputs)):
        outputs[place] = bias[place]
    for number in range(len(inputs)):
        if inputs[number] != 0.0:
            for place in range(len(outputs)):
                outputs[place] += inputs[number] * weights[number, place]
    for place in range(len(outputs)):
        outputs[place] = max(outputs[place], np.float32(0.0))


@compiled
def line_value(mat: Mat, charts: Charts, network: LineNetwork) -> float:
    """Return the bombers still to come at the first question of a line."""
    write_line_traits(mat, charts, network.traits)
    add_layer(network.traits, network.first, network.first_bias, network.hidden[0])
    add_layer(network.hidden[0], network.second, network.second_bias, network.hidden[1])
    value = float(network.last_bias[0])
    for place in range(HIDDEN_WIDTH):
        value += network.hidden[1, place] * network.last[place]
    return BOMBERS_OF_AN_OUTPUT * value


def load_line_value(path: Path = LINE_VALUE) -> LineNetwork:
    """Return the network in a file.

    Raises:
        ValueFileError: the file is missing, broken, or of another network.
    """
    form = {name: np.zeros(shape, np.float32) for name, shape in LINE_SHAPES.items()}
    return new_line_network(load_value(path, form, "value"))
