"""The compiled step: one call steps many wars and allocates nothing. The single environment steps one war.

A kernel works on the rows [start, stop), so that threads can share the wars.

These functions are written once and compiled for each game. :func:`make_kernels` gives a game copies of them, in which
the names of :mod:`stuka_env.engine.game_parts` stand for the records and rules of that game.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

import functools
from collections import defaultdict
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import READ_ONLY, compiled_with, lines_of, prefetch
from stuka_env.engine import game_parts
from stuka_env.engine.arrays import ILLEGAL_LIMIT
from stuka_env.engine.game_parts import (
    ACTIONS,
    DICE_LINES,
    HOT_LINES,
    MASK_LINES,
    REPORT_LINES,
    SEED_KEY_HIGH,
    SEED_KEY_LOW,
    Charts,
    Dice,
    EndedLines,
    FinalBuffers,
    FinalRow,
    LogLine,
    MaskRow,
    Mat,
    OutputBuffers,
    Plan,
    Scales,
    StepReport,
    WarRow,
    Wars,
    act,
    advance,
    allow_all,
    clear_payment,
    copy_line,
    draw_charts,
    fine,
    is_over,
    lay_out,
    line_index,
    lines_so_far,
    new_dice,
    open_ledger,
    war_row,
    write_compact,
    write_flat,
    write_mask,
    write_result,
)
from stuka_env.philox import WORD, philox
from stuka_env.records import Rows

Function = TypeVar("Function", bound=Callable[..., Any])

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""Time at which the next war follows a finished one (``gymnasium.vector.AutoresetMode``)."""
ILLEGAL, NOTHING, BEGIN = -1, -2, -3
"""Values in place of an action: it is illegal; there is nothing to do; the next war must be laid out."""
AHEAD = 2
"""Number of rows between the war that is played and the one whose memory is prefetched."""

_WRITTEN_ONCE: dict[str, list[FunctionType]] = defaultdict(list)
"""The functions that are compiled for each game, by their modules, callees before callers."""


def for_each_game(function: Function) -> Function:
    """Mark a function that is compiled for each game."""
    assert isinstance(function, FunctionType)
    _WRITTEN_ONCE[function.__module__].append(function)
    return function


# --- one war ---


@for_each_game
def clear(report: StepReport) -> None:
    """Reset everything that the last step wrote."""
    clear_payment(report.ledger)
    report.lines_ended = 0
    report.terminated = 0
    report.truncated = 0
    report.illegal = 0


@for_each_game
def stay_over(report: StepReport) -> None:
    """Step a war that is over: it stays over, and nothing more is paid or reported."""
    terminated, truncated = int(report.terminated), int(report.truncated)
    clear(report)
    report.terminated = terminated
    report.truncated = truncated


@for_each_game
def next_task(report: StepReport, action: int, autoreset: int) -> int:
    """Return what to do in a war: the ``action``, ILLEGAL, NOTHING or BEGIN."""
    if report.pending or action == NOTHING:
        return NOTHING
    if not report.over:
        return action
    if autoreset == NEXT_STEP:
        clear(report)
        return BEGIN
    stay_over(report)
    return NOTHING


@for_each_game
def reject_action(report: StepReport, penalty: float) -> None:
    """Charge the penalty for an illegal action and leave the mat as it is.

    ILLEGAL_LIMIT illegal actions in a row truncate the episode.
    """
    report.illegal = 1
    report.streak += 1
    fine(report.ledger, penalty)
    if report.streak >= ILLEGAL_LIMIT:
        report.truncated = 1
        report.over = 1


@for_each_game
def finish_step(war: WarRow, logged: int) -> None:
    """Report the state of the war, and copy the lines of the log sheet from ``logged`` on."""
    mat, report = war.mat, war.report
    report.decision = mat.cursor.decision
    report.line_index = line_index(mat)
    count = lines_so_far(mat) - logged
    report.lines_ended = count
    for place in range(count):
        copy_line(war, logged + place, place)


@for_each_game
def open_war(war: WarRow) -> None:
    """Play a war that has been laid out to its first decision.

    Points that stand on the mat already are not paid. Points on the way to the decision are paid with the first reward.
    """
    logged = lines_so_far(war.mat)
    open_ledger(war.mat, war.table, war.report.ledger)
    advance(war.mat, war.table, war.mask.legal[:])
    finish_step(war, logged)
    war.report.pending = 0


@for_each_game
def play(war: WarRow, action: int, penalty: float) -> None:
    """Play one action of one war, if it is legal, and everything that follows from it; pay the reward."""
    report = war.report
    clear(report)
    if action < 0 or action >= ACTIONS or war.mask.legal[action] == 0:
        reject_action(report, penalty)
        return
    report.streak = 0
    logged = lines_so_far(war.mat)
    act(war, action)
    if is_over(war.mat):
        report.terminated = 1
        report.over = 1
        write_result(war.mat, war.table, report.result)
    finish_step(war, logged)


@for_each_game
def seed_war(report: StepReport, dice: Dice) -> None:
    """Seed the dice of the next episode with a hash of the seed given to ``reset`` and the number of the episode."""
    report.episode += 1
    low, high, _, _ = philox(
        report.episode & WORD,
        (report.episode >> 32) & WORD,
        report.base_low,
        report.base_high,
        SEED_KEY_LOW,
        SEED_KEY_HIGH,
    )
    dice.key_low = low
    dice.key_high = high
    report.war_seed = low | (high << 32)
    dice.fault = 0
    dice.fault_chart = 0
    dice.taped = 0
    dice.strict = 0
    new_dice(dice)


@for_each_game
def begin(war: WarRow, plan: Plan) -> None:
    """Seed and lay out the next episode of a war; ``open_war`` plays it to its first decision."""
    report = war.report
    seed_war(report, war.table.dice)
    report.over = 0
    report.pending = 1
    report.streak = 0
    war.table.journal.cursor = 0
    lay_out(war, plan)


@for_each_game
def keep_end(war: WarRow, scales: Scales, is_flat: bool, final: FinalRow, ended: EndedLines) -> None:
    """Keep the last observation, mask and report of a war that is over, and the lines of its last step."""
    if is_flat:
        write_flat(war, scales, final.observation)
    else:
        write_compact(war, scales, final.compact)
    final.mask = war.mask
    final.report = war.report
    for place in range(int(war.report.lines_ended)):
        ended.lines[place] = war.ended.lines[place]


# --- slices of wars ---
# These functions do not pass tuples of arrays on, because Numba would count the references to each array.


@for_each_game
def begin_slice(wars: Wars, chosen: NDArray[np.int8], start: int, stop: int) -> None:
    """Seed and lay out the wars in [start, stop) that ``chosen``, ``(N,)``, flags. The next step opens them."""
    for index in range(start, stop):
        if chosen[index]:
            draw_charts(wars.reports[index], wars.common[0])
            war = war_row(wars, index, start)
            clear(war.report)
            begin(war, wars.common[0].plan)


@for_each_game
def write_outputs_slice(wars: Wars, buffers: OutputBuffers, start: int, stop: int) -> None:
    """Write the player's view of the wars in [start, stop)."""
    is_flat = len(buffers.observations) > 0
    for index in range(start, stop):
        war = war_row(wars, index, start)
        if is_flat:
            write_flat(war, wars.common[0].scales, buffers.observations[index])
        else:
            write_compact(war, wars.common[0].scales, buffers.compacts[index])
        buffers.masks[index] = war.mask
        buffers.reports[index] = war.report


@for_each_game
def fetch(mat: Mat, dice: Dice, report: StepReport, mask: MaskRow) -> None:
    """Fetch the memory of a war that is played soon: many wars do not fit into the cache of a core."""
    prefetch(mat, HOT_LINES)
    prefetch(dice, DICE_LINES)
    prefetch(report, REPORT_LINES)
    prefetch(mask, MASK_LINES)


@for_each_game
def step_slice(
    wars: Wars, actions: NDArray[np.int64], buffers: OutputBuffers, finals: FinalBuffers, start: int, stop: int
) -> tuple[int, int, int, int]:
    """Step the wars in [start, stop), replace finished ones as the settings say, and write what the player sees.

    Without actions, ``(0,)``, only wars that have just been laid out are played, up to their first decision.

    Returns:
        the number of illegal actions, of wars that have terminated, of lines of the log sheet that ended in one war at
        most, and of wars that cannot go on (``codes.Fault`` of the game).
    """
    common = wars.common[0]
    settings, scales = common.settings, common.scales
    is_flat = len(buffers.observations) > 0
    illegal, terminated, most_ended, faults = 0, 0, 0, 0
    for index in range(start, stop):
        ahead = min(index + AHEAD, stop - 1)
        fetch(wars.mats[ahead], wars.dice[ahead], wars.reports[ahead], wars.masks[ahead])
        report = wars.reports[index]
        war = war_row(wars, index, start)

        task = next_task(report, max(actions[index], ILLEGAL) if len(actions) else NOTHING, settings.autoreset)
        if task >= ILLEGAL:
            play(war, task, settings.penalty)
            if report.over and settings.autoreset == SAME_STEP:
                keep_end(war, scales, is_flat, finals.wars[index], finals.ended[index])
                task = BEGIN
        if task == BEGIN:
            draw_charts(report, common)
            war = war_row(wars, index, start)
            begin(war, common.plan)
        if report.pending:
            open_war(war)

        if is_flat:
            write_flat(war, scales, buffers.observations[index])
        else:
            write_compact(war, scales, buffers.compacts[index])
        buffers.masks[index] = war.mask
        buffers.reports[index] = report
        illegal += report.illegal
        terminated += report.terminated
        most_ended = max(most_ended, int(report.lines_ended))
        faults += war.table.dice.fault != 0
    return illegal, terminated, most_ended, faults


@for_each_game
def recompute(wars: Wars) -> None:
    """Write what follows from the mat of the first war: the mask, the payments due, and the result if it is over."""
    war = war_row(wars, 0, 0)
    open_ledger(war.mat, war.table, war.report.ledger)
    if is_over(war.mat):
        allow_all(war.mask.legal[:])
        write_result(war.mat, war.table, war.report.result)
    else:
        write_mask(war.mat, war.table, war.mask.legal[:])


@for_each_game
def gather_lines(
    ended: Rows[EndedLines], wars: NDArray[np.int64], counts: NDArray[np.int32], lines: Annotated[Rows[LogLine], 2]
) -> None:
    """Copy the first ``counts[place]`` lines of the war ``wars[place]`` into its row of ``lines``."""
    for place in range(len(wars)):
        war = wars[place]
        for index in range(counts[place]):
            lines[war, index] = ended[war].lines[index]


# --- scripted policies ---


@for_each_game
def choose_all(
    choose: Callable[[Mat, Charts, NDArray[np.int8], int], int],
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    actions: NDArray[np.int64],
) -> None:
    """Let one scripted policy choose in every war that is not over. ``charts`` has one row, or one for each war."""
    for war in range(len(mats)):
        if not is_over(mats[war]):
            own = charts[war if len(charts) > 1 else 0]
            actions[war] = choose(mats[war], own, masks[war], int(noise[war]))


# --- the kernels of a game ---


class Kernels(NamedTuple):
    """The kernels that Python calls, compiled for a game."""

    begin_slice: Any
    write_outputs_slice: Any
    step_slice: Any
    recompute: Any
    gather_lines: Any
    choose_all: Any
    copies: Callable[[str], dict[str, Any]]
    """Return the names of another module with functions for each game, by the name of the module."""


COMPUTED_PARTS = ("DICE_LINES", "REPORT_LINES", "MASK_LINES")
"""Names of :mod:`stuka_env.engine.game_parts` that follow from the others."""
GAME_PARTS = tuple(
    name
    for name, part in vars(game_parts).items()
    if name not in COMPUTED_PARTS and (name.isupper() or getattr(part, "__module__", "") == game_parts.__name__)
)
"""Names of the constants, records and functions that a game provides."""


def copies_for(game: str, parts: Mapping[str, Any], module: str) -> dict[str, Any]:
    """Return the names of a module as a game sees them: its functions :func:`for_each_game` are copies for this game.

    Args:
        game: the game's name, whose folder keeps the compiled code.
        parts: the contents of the game's module of parts, with all names of :mod:`stuka_env.engine.game_parts`.
        module: the name of the module.

    Raises:
        KeyError: a part is missing.
    """
    functions = _WRITTEN_ONCE[module]
    names = functions[0].__globals__ | {name: parts[name] for name in GAME_PARTS}
    for name, kind in zip(COMPUTED_PARTS, ("Dice", "StepReport", "MaskRow"), strict=True):
        names[name] = lines_of(parts[kind].dtype.itemsize)
    for function in functions:
        own = FunctionType(function.__code__, names, function.__name__)
        own.__annotations__, own.__doc__ = function.__annotations__, function.__doc__
        own.__module__ = parts["__name__"]
        names[function.__name__] = compiled_with(own, {}, game)
    return names


def make_kernels(game: str, parts: Mapping[str, Any]) -> Kernels:
    """Return the kernels of a game, which are compiled when they are first called.

    The arguments are those of :func:`copies_for`.
    """
    names = copies_for(game, parts, __name__)
    own = [names[name] for name in Kernels._fields if name != "copies"]
    return Kernels(*own, functools.partial(copies_for, game, parts))
