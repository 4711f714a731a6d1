"""Worths of choices in the air: a sum over traits of the position, each with a weight of its own.

A worth is the number of bombers, in this career, that one side of a choice is expected to bring more than the other.
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.scripts.attacks import fire
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.reasons import Reason
from agents.games.interceptor.scripts.style import Style
from agents.games.interceptor.scripts.traits import POSITION_TRAITS, Trait, traits_of
from agents.reasoned_script import Reasoned, Values, because, because_of, cases_of, player_by, state_value
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.codes import Code
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Act, Decision, Range
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask


class Choice(Code):
    """Choices that a worth decides: the side that is taken if the worth is positive."""

    CLOSE = 0, "fire at close range, and not break off"
    MEDIUM = 1, "fire at medium range, and not break off"
    LONG = 2, "fire at long range, and not break off"
    AGAIN = 3, "another pass, and not let go"
    ON = 4, "fly on, and not home"


CHOICES = len(Choice)
NO_CHOICE = -1
Worths = Annotated[NDArray[np.float64], 2, READ_ONLY]
"""Weights, ``(CHOICES, POSITION_TRAITS)``."""
WorthsByTrait = Mapping[Trait, tuple[float, float, float, float, float]]
"""Weights of each trait, in the order of :class:`Choice`."""


class WeighingStyle(NamedTuple):
    """The settings of a player who decides some choices by worths."""

    style: Style
    worths: Worths


def worths_of(by_trait: WorthsByTrait) -> NDArray[np.float64]:
    """Return weights as an array that cannot be written; traits that are not listed have none."""
    worths = np.zeros((CHOICES, POSITION_TRAITS))
    for trait, weights in by_trait.items():
        worths[:, trait] = weights
    worths.flags.writeable = False
    return worths


play_by_style = cases_of(play)


@compiled
def choice_of(mat: Mat, mask: Mask) -> int:
    """Return the choice that is open, or NO_CHOICE."""
    decision = mat.cursor.decision
    if decision == Decision.BURST and mask[Act.BREAK_OFF.value] and mask[Act.AIM_PORT.value]:
        return Choice.CLOSE + int(mat.bomber.range) - Range.CLOSE
    if decision == Decision.PASS and (mask[Act.SAME.value] or mask[Act.OTHER.value]):
        return Choice.AGAIN.value
    if decision == Decision.ONWARD and mask[Act.ON.value] and mask[Act.HOME.value]:
        return Choice.ON.value
    return NO_CHOICE


@compiled
def worth_of(worths: Worths, choice: int, mat: Mat, charts: Charts) -> float:
    """Return the worth of a choice in a position, in bombers."""
    traits, worth = traits_of(mat, charts), 0.0
    for trait in range(POSITION_TRAITS):
        worth += worths[choice, trait] * traits[trait]
    return worth


@compiled
def take(mat: Mat, charts: Charts, mask: Mask, style: Style, choice: int, worth: float) -> Reasoned:
    """Take a choice if its worth is positive, else the other side of it."""
    if choice == Choice.AGAIN:
        again = int(Act.SAME.value) if mask[Act.SAME.value] else int(Act.OTHER.value)
        return because(again if worth > 0.0 else int(Act.LET_GO.value), Reason.WORTH_OF_A_PASS, worth)
    if choice == Choice.ON:
        return because(int(Act.ON.value) if worth > 0.0 else int(Act.HOME.value), Reason.WORTH_OF_FLYING_ON, worth)
    if worth > 0.0:
        shot = fire(mat, charts, mask, style)
        return because_of(shot.action, shot.reason, shot.about, worth)
    return because(Act.BREAK_OFF, Reason.WORTH_OF_FIRING, worth)


@compiled
def play_by_code(code: int, mat: Mat, charts: Charts, mask: Mask, style: WeighingStyle, values: Values) -> Reasoned:
    """Return the action of a player with a style, except for choices that a worth decides, and the reason."""
    choice = choice_of(mat, mask)
    if choice == NO_CHOICE:
        return play_by_style(code, mat, charts, mask, style.style, values)
    worth = worth_of(style.worths, choice, mat, charts)
    chosen = take(mat, charts, mask, style.style, choice, worth)
    if values is not None:
        other = take(mat, charts, mask, style.style, choice, -worth if worth else 1.0)
        state_value(values, chosen.action, max(0.0, worth))
        state_value(values, other.action, min(0.0, worth))
    return chosen


play_by_worths = player_by(__name__, play_by_code)
