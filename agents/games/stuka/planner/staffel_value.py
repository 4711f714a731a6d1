"""The value of the Staffel after a mission: levels, stress, wounds, timers and losses.

Flown on by the script, a rested Staffel of Aces earns more than a tired one of Greens. A promotion (8.9) pays for the
rest of the war. This explains only half a per cent of the luck of a war, but it is more than any choice within a
mission is worth. Seats, promotions and relief cannot be judged without it.

A small network over counts of the Staffel predicts how far a war ends from
:func:`agents.games.stuka.planner.leaf_value.leaf_value`. That value knows losses and bonuses alone.
:mod:`agents.games.stuka.improvement.value_fit` fits the network to wars that the script flies.
"""

from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from agents.games.stuka.planner.leaf_value import leaf_value
from agents.value_file import load_value, save_value
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Numbers, Record, Rows, float32, record, rows
from stuka_env.games.stuka.charts.shape import OPERATIONS, SEGMENTS, Charts
from stuka_env.games.stuka.codes import SEATS, SLOTS, Duty, Quality, Scale
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.mat import Crew, Mat

# --- the place of each number ---

CREW_LEVELS = int(Quality.HERO)
"""Levels of a person: Green to Hero; counted from 0 here."""
STRESSES, MISSIONS = 7, 4
"""Stress from 0 to 6, and missions completed in the segment from 0 to the 3 that promotion asks for, or more."""
ELITES, HEROES = 7, 5
"""Counts of Elites and of Heroes that have a number each, from none on: few may fly together (8.9)."""
IN_REACH = 0
AWAY = IN_REACH + CREW_LEVELS * STRESSES
ABSENCE = AWAY + CREW_LEVELS
COMPLETED = ABSENCE + 4
EVERYBODY = COMPLETED + CREW_LEVELS * MISSIONS
ELITE = EVERYBODY + CREW_LEVELS
HERO = ELITE + ELITES
ROLE = HERO + HEROES
"""Places of the counts of all pilots; those of all gunners follow. ``IN_REACH`` counts people by level and stress,
``AWAY`` those who cannot fly by level. ``ABSENCE`` has the time until they return, the dead or captured, those in
hospital, and the wounds of the others. ``COMPLETED`` counts missions by level, ``EVERYBODY`` all people by level."""
HANGAR = 2 * ROLE
STATUSES = 7
CALENDAR = HANGAR + STATUSES + 1
SCALE_CLASSES = len(Scale)
FRAME = CALENDAR + SCALE_CLASSES + OPERATIONS + SEGMENTS
LAST_MISSIONS = 3
"""Missions at the end of a segment that have a number each."""
FEATURES = FRAME + 14 + LAST_MISSIONS
HIDDEN = 48
"""Width of both hidden layers."""


@record
class StaffelFeatures(Record):
    """A Staffel as numbers of about 1, and the two hidden layers of the network."""

    numbers: Numbers = float32(shape=(FEATURES,))
    first: Numbers = float32(shape=(HIDDEN,))
    second: Numbers = float32(shape=(HIDDEN,))


@record
class ValueWeights(Record):
    """The weights of the network: two layers with ReLU, and a sum."""

    first: Numbers = float32(shape=(FEATURES, HIDDEN))
    first_bias: Numbers = float32(shape=(HIDDEN,))
    second: Numbers = float32(shape=(HIDDEN, HIDDEN))
    second_bias: Numbers = float32(shape=(HIDDEN,))
    last: Numbers = float32(shape=(HIDDEN,))
    last_bias: float = float32()


# --- a Staffel as numbers ---


@compiled
def count_person(person: Crew, staffel: StaffelFeatures, role: int) -> None:
    """Add a pilot or gunner to the counts that begin at ``role``."""
    numbers, level = staffel.numbers, int(person.level) - 1
    if person.duty >= Duty.KIA or person.timer > 0:
        numbers[role + AWAY + level] += 0.25
        numbers[role + ABSENCE] += person.timer * 0.05
        numbers[role + ABSENCE + 1] += 0.25 if person.duty == Duty.KIA or person.duty == Duty.POW else 0.0
        numbers[role + ABSENCE + 2] += 0.25 if person.duty == Duty.HOSPITAL else 0.0
    else:
        numbers[role + IN_REACH + STRESSES * level + min(int(person.stress), STRESSES - 1)] += 0.25
        numbers[role + ABSENCE + 3] += 0.25 * person.wounds
    numbers[role + COMPLETED + MISSIONS * level + min(int(person.missions), MISSIONS - 1)] += 0.25
    numbers[role + EVERYBODY + level] += 0.1


@compiled
def count_role(mat: Mat, staffel: StaffelFeatures, first: int, role: int) -> None:
    """Count all pilots, or all gunners: the people from ``first`` on."""
    elites, heroes = 0, 0
    for person in range(first, first + SEATS):
        who = member(mat, person)
        if who.level:
            count_person(who, staffel, role)
            elites += who.level == Quality.ELITE
            heroes += who.level == Quality.HERO
    staffel.numbers[role + ELITE + min(elites, ELITES - 1)] = 1.0
    staffel.numbers[role + HERO + min(heroes, HEROES - 1)] = 1.0


@compiled
def count_losses(mat: Mat, staffel: StaffelFeatures, at: int) -> None:
    """Write losses and No-Flys of the operation and the war; the first eight decide the bonuses for few."""
    count, numbers = mat.count, staffel.numbers
    numbers[at] = count.destroyed * 0.1
    numbers[at + 1] = count.kia * 0.1
    numbers[at + 2] = count.no_fly * 0.2
    numbers[at + 3] = count.war_destroyed * 0.05
    numbers[at + 4] = count.war_kia * 0.05
    numbers[at + 5] = count.war_no_fly * 0.1
    numbers[at + 6] = (min(int(count.destroyed), 8) * 0.125) ** 2
    numbers[at + 7] = (min(int(count.kia), 8) * 0.125) ** 2


@compiled
def describe_staffel(mat: Mat, staffel: StaffelFeatures) -> None:
    """Write the Staffel between two missions as numbers, without the current mission."""
    numbers, war = staffel.numbers, mat.war
    for index in range(FEATURES):
        numbers[index] = 0.0
    count_role(mat, staffel, 0, 0)
    count_role(mat, staffel, SEATS, ROLE)
    for slot in range(SLOTS):
        numbers[HANGAR + int(mat.aircraft[slot].status)] += 0.25
        numbers[HANGAR + STATUSES] += mat.aircraft[slot].timer * 0.05
    numbers[CALENDAR + int(war.scale)] = 1.0
    numbers[CALENDAR + SCALE_CLASSES + int(war.operation)] = 1.0
    numbers[CALENDAR + SCALE_CLASSES + OPERATIONS + int(war.segment)] = 1.0
    left = int(war.missions) - int(war.mission)
    numbers[FRAME] = war.mission * 0.05
    numbers[FRAME + 1] = war.missions * 0.05
    numbers[FRAME + 2] = left * 0.05
    numbers[FRAME + 3] = 1.0 / (1.0 + left)
    numbers[FRAME + 4] = war.mission_of_war / 60.0
    numbers[FRAME + 5] = war.model
    count_losses(mat, staffel, FRAME + 6)
    if 1 <= left <= LAST_MISSIONS:
        numbers[FRAME + 13 + left] = 1.0


# --- the network ---


@compiled
def staffel_value(mat: Mat, staffel: StaffelFeatures, weights: ValueWeights) -> float:
    """Return the expected points of the official score between two missions, beyond those of ``leaf_value``.

    ``staffel`` is scratch space. Numbers that are 0, most of them, are skipped.
    """
    describe_staffel(mat, staffel)
    numbers, first, second = staffel.numbers, staffel.first, staffel.second
    for unit in range(HIDDEN):
        first[unit] = weights.first_bias[unit]
        second[unit] = weights.second_bias[unit]
    for index in range(FEATURES):
        if numbers[index] != 0.0:
            for unit in range(HIDDEN):
                first[unit] += numbers[index] * weights.first[index, unit]
    for index in range(HIDDEN):
        if first[index] > 0.0:
            for unit in range(HIDDEN):
                second[unit] += first[index] * weights.second[index, unit]
    value = float(weights.last_bias)
    for unit in range(HIDDEN):
        value += max(second[unit], np.float32(0.0)) * weights.last[unit]
    return value


@compiled
def value_beyond(mat: Mat, charts: Charts, staffel: StaffelFeatures, weights: ValueWeights) -> float:
    """Return the expected points of the official score between two missions; 0 if the war is over."""
    if mat.track.over:
        return 0.0
    return leaf_value(mat, charts) + staffel_value(mat, staffel, weights)


# --- judging ---


class JudgeWorkspace(NamedTuple):
    """The arrays with which the end of a rollout is judged, of one record each; the second is scratch space."""

    weights: Rows[ValueWeights]
    staffel: Rows[StaffelFeatures]


def new_judge(weights: Rows[ValueWeights]) -> JudgeWorkspace:
    """Return a workspace with these weights."""
    return JudgeWorkspace(weights, rows(1, StaffelFeatures))


# --- in a file ---

STAFFEL_VALUE = Path(str(files("agents") / "models/staffel_value.npz"))
"""The weights that ship."""
JUDGED = (Scale.OPERATION, Scale.CAMPAIGN)
"""Kinds of wars for which they were fitted."""


def save_weights(weights: Rows[ValueWeights], path: Path) -> None:
    """Write the weights as an ``.npz``, whole or not at all."""
    save_value({name: weights[name][0] for name in ValueWeights.dtype.names or ()}, path)


def load_weights(path: Path) -> Rows[ValueWeights]:
    """Return the weights in a file, ``(1,)``.

    Raises:
        ValueFileError: it is missing, broken, or of another network.
    """
    weights: Any = rows(1, ValueWeights)
    form = {name: weights[name][0] for name in ValueWeights.dtype.names or ()}
    for name, array in load_value(path, form, "value").items():
        weights[name][0] = array
    return weights
