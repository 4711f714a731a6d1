"""Careers and futures that the champion flies: examples of the value, and futures of every action.

A future is a clone of the mat that takes an action. The champion flies it on to the next sortie line. The value of that
line scores the rest (:mod:`agents.games.interceptor.improvement.line_value`). All actions of a position have the
same dice.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, noise_of, read_only
from agents.games.interceptor.improvement.line_value import (
    LineNetwork,
    line_value,
    load_line_value,
    write_line_traits,
)
from agents.games.interceptor.luck.parts import FutureWorkspace, begin_future, table_of
from agents.games.interceptor.scripts.champion import STYLE, WORTHS_OF_CHAMPION
from agents.games.interceptor.scripts.worths import WeighingStyle, Worths, play_by_worths
from agents.review.account_futures import END_OF_WAR
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.engine import advance, apply_action
from stuka_env.games.interceptor.rules import RULES
from stuka_env.games.interceptor.rules.ledger import is_withheld, lines_so_far
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


class Player(NamedTuple):
    """The player of futures: the champion's style with some worths, and the network that values a line."""

    worths: Worths
    network: LineNetwork


def new_champion() -> Player:
    """Return `champion` with the value that ships, with scratch space of its own."""
    return Player(read_only(WORTHS_OF_CHAMPION), load_line_value())


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
def champion_action(player: Player, mat: Mat, charts: Charts, mask: Mask) -> int:
    """Return the player's action, or the first legal one if the mask does not have it."""
    action = play_by_worths(mat, charts, mask, WeighingStyle(STYLE, player.worths)).action
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
def opening_action(player: Player, openings: Openings, career: int) -> int:
    """Return the player's first action in a career."""
    charts = openings.charts[own_charts(openings.charts, career)]
    return champion_action(player, openings.mats[career], charts, openings.masks[career])


@compiled
def fly_examples(
    player: Player, openings: Openings, workspace: FutureWorkspace, number: int, examples: LineExamples
) -> int:
    """Fly each career once with dice of a number, and write its lines. Return how many were written.

    A career that strays does so up to a random line. Only the lines from there on are examples, so that all bombers to
    come are the player's own.
    """
    count = 0
    for career in range(len(openings.mats)):
        if count + MOST_LOGGED + 1 > len(examples.to_come):
            break
        charts, start, line, turn = openings.charts[own_charts(openings.charts, career)], count, -1, 0
        rollout = Rollout(opening_action(player, openings, career), career, number)
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
            action = champion_action(player, clone, charts, mask)
            if line < first_example:
                action = strayed(action, mask, career, noise_of(rollout, turn))
            apply_action(clone, table, action)
            advance(clone, table, mask)
        for place in range(start, count):
            examples.to_come[place] += float(clone.career.bombers)
    return count


@compiled
def end_score(mat: Mat, charts: Charts, network: LineNetwork) -> float:
    """Return the bombers of a future at its end, earned and expected."""
    if mat.career.over:
        return 0.0 if is_withheld(mat) else float(mat.career.bombers)
    return float(mat.career.bombers) + line_value(mat, charts, network)


@compiled
def last_valued_line(mat: Mat) -> int:
    """Return the line that a future of a position ends with: its own in a career, or END_OF_WAR.

    The value of a line knows careers only, so futures of months and single sorties end with the war.
    """
    return lines_so_far(mat) if mat.settings.scale == Scale.CAREER else END_OF_WAR


@compiled
def fly_future(
    player: Player, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score of a future that ends where the line after ``last`` begins."""
    begin_future(mat, charts, workspace, rollout)
    mask, clone, table = workspace.wars.masks[0].legal[:], workspace.wars.mats[0], table_of(workspace.wars, 0)
    while not clone.career.over and lines_so_far(clone) <= last:
        apply_action(clone, table, champion_action(player, clone, charts, mask))
        advance(clone, table, mask)
    return end_score(clone, charts, player.network)


@compiled
def fly_actions(
    player: Player,
    mats: PublicMats,
    charts: PublicCharts,
    rows: Annotated[NDArray[np.int64], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    workspace: FutureWorkspace,
    scores: Annotated[NDArray[np.float32], 3],
) -> None:
    """Write the scores of futures of every action that the masks mark, ``(M, ACTIONS, futures)``.

    Args:
        player: the player that flies on.
        mats: the positions.
        charts: the charts.
        rows: row of the charts for each position.
        masks: the actions.
        noise: random number of each position, from which the dice come.
        workspace: scratch space.
        scores: to be written.
    """
    for place in range(len(mats)):
        for action in range(masks.shape[1]):
            if masks[place, action]:
                for number in range(scores.shape[2]):
                    rollout = Rollout(action, int(noise[place]), number)
                    scores[place, action, number] = fly_future(
                        player, mats[place], charts[rows[place]], workspace, rollout, last_valued_line(mats[place])
                    )
