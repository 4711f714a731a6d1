"""Addresses of rolls: month, line, and the place that :class:`stuka_env.games.interceptor.codes.Chart` declares."""

import numpy as np

from stuka_env.engine.frame import RollAddress, clear_counts, count_roll
from stuka_env.games.interceptor.codes import Chart, Place
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Dice, Table

LINES_APART = 16
"""Distance between months in the first word of an address."""


def new_streams(dice: Dice, month: int, line: int) -> None:
    """Start the streams of a sortie line: all counts at zero."""
    dice.month = month
    dice.line = line
    clear_counts(dice)


PLACE = np.array([chart.place for chart in Chart], np.int64)
"""Place of the roll of each chart."""
WITH_BOMBER, WITH_FIGHTER = 1, 2
"""Kinds of contact in the number of a place; 0 is none."""
BOXES_APART, CONTACTS_APART, ROUNDS = 1 << 24, 1 << 22, 1 << 12
"""Distances between boxes, kinds of contact and aircraft met in the number of a place."""
RANGES_APART = 4


def clamp(value: int, low: int, high: int) -> int:
    """Return ``value`` clipped to a range (ruling IQ206)."""
    return max(low, min(high, value))


def raised(value: int, amount: int, most: int) -> int:
    """Return the sum of ``value`` and ``amount``, clipped to 0 and ``most``."""
    return max(0, min(most, int(value) + int(amount)))


def place_of(mat: Mat, chart: int) -> int:
    """Return the place of a chart's roll as a number: line, box, or box with the aircraft met and its round."""
    kind = PLACE[chart]
    if kind == Place.LINE:
        return 0
    place = int(mat.sortie.box) * BOXES_APART
    if kind == Place.BOX:
        return place
    if mat.bomber.present:
        rounds = int(mat.sortie.passes) * RANGES_APART + 2 - int(mat.bomber.range)
        return place + WITH_BOMBER * CONTACTS_APART + int(mat.sortie.bombers_met) * ROUNDS + rounds
    if mat.fighter.present:
        return place + WITH_FIGHTER * CONTACTS_APART + int(mat.sortie.enemies_met) * ROUNDS
    return place


def address_of(mat: Mat, table: Table, chart: int, subject: int) -> RollAddress:
    """Return the address of a roll: month and line, the place of the chart, and the rolls before it there."""
    dice, place = table.dice, place_of(mat, chart)
    return RollAddress(int(dice.month) * LINES_APART + int(dice.line), place, count_roll(dice, chart, place))
