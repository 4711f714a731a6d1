"""Careers and futures that the champion flies: examples of the value, and futures that end with it.

A future is a clone of the mat that takes an action. The champion flies it on to the next sortie line. The value of that
line scores the rest (:mod:`agents.games.interceptor.improvement.line_value`).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, noise_of
from agents.futures.flying import NO_END, make_futures
from agents.games.interceptor.improvement.line_value import (
    LineNetwork,
    line_value,
    load_line_value,
    write_line_traits,
)
from agents.games.interceptor.luck.parts import (
    LUCK,
    FutureWorkspace,
    Wars,
    begin_future,
    earned,
    restart_dice,
    table_of,
)
from agents.games.interceptor.scripts import champion
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.engine import advance, apply_action
from stuka_env.games.interceptor.rules import RULES
from stuka_env.games.interceptor.rules.ledger import lines_so_far
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Mat
from stuka_env.games.interceptor.rules.table import Mask

first_legal = RULES.names["first_legal"]

STRAYING, STRAY_CHOICES = 3, 6
"""One career in :data:`STRAYING` has this share of random actions, in hundredths: rare situations occur too."""
ON_THE_GROUND = tuple(
    int(decision)
    for decision in Decision
    if decision < Decision.SCRAMBLE or decision in (Decision.DEBRIEF, Decision.GUNNER)
)
"""Decisions about the pilot, his people, his aircraft and his unit."""
PublicMats = Annotated[Rows[Mat], READ_ONLY]
PublicCharts = Annotated[Rows[Charts], READ_ONLY]


class Openings(NamedTuple):
    """Careers before their first decision."""

    mats: PublicMats
    charts: PublicCharts
    """One record, or one for each career."""
    masks: Annotated[NDArray[np.int8], 2]
    """``(N, ACTIONS)``."""


class LineExamples(NamedTuple):
    """First questions of sortie lines, M of them."""

    traits: Annotated[NDArray[np.float32], 2]
    """``(M, LINE_TRAITS)``."""
    to_come: NDArray[np.float32]
    """``(M,)``: bombers that were still to come."""


@compiled
def stray_action(mask: Mask, noise: int) -> int:
    """Return a random legal action."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    left = noise % count
    for action in range(len(mask)):
        left -= mask[action]
        if left < 0:
            return action
    return first_legal(mask)


@compiled
def champion_action(mat: Mat, charts: Charts, mask: Mask) -> int:
    """Return the champion's action, or the first legal one if the mask does not have it."""
    action = champion.choose(mat, charts, mask, 0)
    return action if mask[action] else first_legal(mask)


@compiled
def strayed(action: int, mask: Mask, career: int, noise: int) -> int:
    """Return an action, or now and then a random one in a career that strays."""
    if career % STRAYING == 0 and (noise >> 20) % 100 < STRAY_CHOICES:
        return stray_action(mask, noise >> 32)
    return action


@compiled
def own_charts(charts: PublicCharts, row: int) -> int:
    """Return the row of the charts of a career."""
    return row if len(charts) > 1 else 0


@compiled
def opening_action(openings: Openings, career: int) -> int:
    """Return the champion's first action in a career."""
    mask, charts = openings.masks[career], openings.charts[own_charts(openings.charts, career)]
    return champion_action(openings.mats[career], charts, mask)


@compiled
def fly_examples(openings: Openings, workspace: FutureWorkspace, number: int, examples: LineExamples) -> int:
    """Fly each career once with dice of a number, and write its lines. Return how many were written.

    A career that strays does so up to a random line. Only the lines from there on are examples, so that all bombers to
    come are the champion's own.
    """
    count = 0
    for career in range(len(openings.mats)):
        if count + MOST_LOGGED + 1 > len(examples.to_come):
            break
        charts, start, line, turn = openings.charts[own_charts(openings.charts, career)], count, -1, 0
        rollout = Rollout(opening_action(openings, career), career, number)
        begin_future(openings.mats[career], charts, workspace, rollout)
        mask, clone, table = workspace.wars.masks[0].legal[:], workspace.wars.mats[0], table_of(workspace.wars, 0)
        first_example = int(noise_of(rollout, 0) % MOST_LOGGED) if career % STRAYING == 0 else 0
        while not clone.career.over:
            if lines_so_far(clone) != line:
                line = lines_so_far(clone)
                if line >= first_example:
                    write_line_traits(clone, charts, examples.traits[count])
                    examples.to_come[count] = -float(clone.career.bombers)
                    count += 1
            turn += 1
            action = champion_action(clone, charts, mask)
            if line < first_example:
                action = strayed(action, mask, career, noise_of(rollout, turn))
            apply_action(clone, table, action)
            advance(clone, table, mask)
        for place in range(start, count):
            examples.to_come[place] += float(clone.career.bombers)
    return count


# --- futures that end with a line ---


@compiled
def value_of(wars: Wars, charts: Charts, judge: LineNetwork) -> float:
    """Return the bombers of the clone's career, earned and expected."""
    clone = wars.mats[0]
    return earned(clone) + (0.0 if clone.career.over else line_value(clone, charts, judge))


@compiled
def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return the line that a future ends with: its own in a career, or NO_END.

    The value of a line knows careers only, so futures of months and single sorties end with the war.
    """
    return NO_END if to_the_end or mat.settings.scale != Scale.CAREER else lines_so_far(mat)


def new_parts(charts: Any = None, spec: Any = None) -> tuple[Any, LineNetwork]:
    """Return the arrays of a career to play with, and the value that ships with scratch space of its own."""
    return LUCK.new_clone(LUCK.digest_war)[0], load_line_value()


LINE_FUTURES = make_futures(
    __name__,
    LUCK.game,
    new_parts,
    judge=LineNetwork,
    earned=earned,
    restart_dice=restart_dice,
    value_of=value_of,
    last_line=last_line,
)
"""Futures that end with the sortie line, where the value scores the rest of the career."""
