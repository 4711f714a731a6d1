"""The compiled step: one call steps many wars and allocates nothing. The single environment steps one war.

A kernel works on the rows [start, stop), so that threads can share the wars.

These functions are written once and compiled for each game. :func:`make_kernels` gives a game copies of them. The names
of :mod:`stuka_env.engine.game_parts` stand there for the records and rules of that game. A breakpoint in this file
works for every game.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

import functools
from collections import defaultdict
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import READ_ONLY, compiled_with, copy_with, inlined, lines_of, prefetch, separate
from stuka_env.compiling.philox import WORD, philox
from stuka_env.declared.arrays import ILLEGAL_LIMIT, Arrays
from stuka_env.declared.records import Record, Rows
from stuka_env.engine import game_parts
from stuka_env.engine.binding import Bound, make_hiding, make_war_steps, named_rules
from stuka_env.engine.game_parts import (
    ACTIONS,
    DICE_LINES,
    HOT_LINES,
    MASK_LINES,
    NO_RESULT,
    OVER,
    REPORT_LINES,
    SEED_KEY_HIGH,
    SEED_KEY_LOW,
    Charts,
    Common,
    Dice,
    EndedLines,
    FinalBuffers,
    FinalRow,
    Ledger,
    LogLine,
    MaskRow,
    Mat,
    OutputBuffers,
    Plan,
    Scales,
    StepReport,
    Table,
    WarRow,
    Wars,
    act,
    advance,
    allow_all,
    apply_action,
    begin_war,
    line_of_log,
    lines_so_far,
    open_ledger,
    table_of,
    take_step,
    view_of,
    write_compact,
    write_mask,
    write_observation,
    write_result,
)

Function = TypeVar("Function", bound=Callable[..., Any])

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""Time at which the next war follows a finished one (``gymnasium.vector.AutoresetMode``)."""
ILLEGAL, NOTHING, BEGIN = -1, -2, -3
"""Values in place of an action: it is illegal; there is nothing to do; the next war must be laid out."""
HELD = 2
"""Value of ``pending`` in the report of a war that a step leaves as it is, with its rows of the output arrays."""
AHEAD = 2
"""Number of rows between the war that is played and the one whose memory is prefetched."""

CHARTS_KEY_LOW, CHARTS_KEY_HIGH = 0x43686172, 0x74537465
"""Added to the charts' seed in the hash that draws charts, so that it differs from the hashes of the dice."""

WRITTEN_ONCE: dict[str, list[FunctionType]] = defaultdict(list)
"""The functions that are compiled for each game, by their modules, callees before callers."""


def for_each_game(function: Function) -> Function:
    """Mark a function that is compiled for each game."""
    assert isinstance(function, FunctionType)
    WRITTEN_ONCE[function.__module__].append(function)
    return function


# --- one war ---


def drawn_row(report: Any) -> int:
    """Return the row of the charts in force, in a game whose wars can draw them."""
    return int(report.charts)


def only_row(report: Any) -> int:
    """Return the row of the charts in a game whose wars all have the same."""
    return 0


def charts_row_of(arrays: Arrays) -> Any:
    """Return the function of the row of the charts in force in wars of a game, from a report."""
    return only_row if arrays.kinds.bank is None else drawn_row


charts_row = drawn_row


def short_table(wars: Any, index: int) -> Table:
    """Return the table of the war ``index``. It is inlined for each game."""
    tape, journal = index if len(wars.tapes) > 1 else 0, index if len(wars.journals) > 1 else 0
    charts = wars.charts[charts_row(wars.reports[index])]
    return Table(wars.dice[index], wars.tapes[tape], charts, wars.journals[journal])


def table_with_log(wars: Any, index: int) -> Table:
    """Return the table of the war ``index`` of a game whose log lies beside the mat."""
    tape, journal = index if len(wars.tapes) > 1 else 0, index if len(wars.journals) > 1 else 0
    charts = wars.charts[charts_row(wars.reports[index])]
    return Table(wars.dice[index], wars.tapes[tape], charts, wars.journals[journal], wars.logs[index])


def war_row(wars: Wars, index: int, start: int) -> WarRow:
    """Return the records of the war ``index``, in a slice that begins at ``start``.

    It is inlined for each game, because tuples of arrays are slow to pass.
    """
    view, table = view_of(wars, index, start), table_of(wars, index)
    return WarRow(wars.mats[index], view, table, wars.masks[index], wars.reports[index], wars.ended[index])


@for_each_game
def clear_payment(ledger: Ledger) -> None:
    """Set the reward and its parts to 0."""
    ledger.reward = 0.0
    for part in range(len(ledger.parts)):
        ledger.parts[part] = 0.0


@for_each_game
def fine(ledger: Ledger, penalty: float) -> None:
    """Charge the penalty of an illegal action, the last part of a reward."""
    ledger.reward = -penalty
    ledger.parts[len(ledger.parts) - 1] = -penalty


@for_each_game
def draw_charts(report: StepReport, common: Common) -> None:
    """Draw the charts of the next episode with a hash of the charts' seed, the war's base seed and the episode."""
    draw = common.draw
    if draw.sets > 1:
        episode = report.episode + 1
        word, _, _, _ = philox(
            episode & WORD,
            (episode >> 32) & WORD,
            report.base_low,
            report.base_high,
            draw.seed_low ^ CHARTS_KEY_LOW,
            draw.seed_high ^ CHARTS_KEY_HIGH,
        )
        report.charts = draw.first + ((word * draw.sets) >> 32)


@for_each_game
def keep_charts(report: StepReport, common: Common) -> None:
    """Do nothing, in a game whose wars all have the same charts."""


@for_each_game
def is_over(mat: Mat) -> bool:
    """Whether the war of a mat at a decision is over."""
    return bool(mat.cursor.decision == OVER)


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
    report.line_index = lines_so_far(mat)
    count = report.line_index - logged
    report.lines_ended = count
    for place in range(count):
        war.ended.lines[place] = line_of_log(mat, war.table, logged + place)


@for_each_game
def open_war(war: WarRow) -> None:
    """Play a war that has been laid out to its first decision.

    Points that stand on the mat already are not paid. Points on the way to the decision are paid with the first reward.
    A war can be over at once, by a set-up.
    """
    logged = lines_so_far(war.mat)
    open_ledger(war.mat, war.table, war.report.ledger)
    advance(war.mat, war.table, war.mask.legal[:])
    if is_over(war.mat):
        write_result(war.mat, war.table, war.report.result)
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
    act(war.mat, war.table, war.mask.legal[:], report.ledger, action)
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
    dice.rolls = 0


@for_each_game
def lay_out(war: WarRow, plan: Plan) -> None:
    """Lay out the mat of a war for its next episode, whose dice are ready; clear the result."""
    octets = war.seen.octets.octets
    for index in range(len(octets)):
        octets[index] = 0
    war.report.result = NO_RESULT[0]
    begin_war(war.mat, war.table, plan)


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
        write_observation(war.seen, war.table, scales, final.observation)
    else:
        write_compact(war.seen, war.table, scales, final.compact)
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
            write_observation(war.seen, war.table, wars.common[0].scales, buffers.observations[index])
        else:
            write_compact(war.seen, war.table, wars.common[0].scales, buffers.compacts[index])
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

    Without actions, ``(0,)``, only wars that have just been laid out are played, up to their first decision. Wars that
    are HELD do not count in the totals.

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
        if report.pending == HELD:
            continue
        war = war_row(wars, index, start)

        task = next_task(report, max(actions[index], ILLEGAL) if len(actions) else NOTHING, settings.autoreset)
        if task >= ILLEGAL:
            play(war, task, settings.penalty)
            if report.over and settings.autoreset == SAME_STEP and not war.table.dice.fault:
                keep_end(war, scales, is_flat, finals.wars[index], finals.ended[index])
                task = BEGIN
        if task == BEGIN:
            draw_charts(report, common)
            war = war_row(wars, index, start)
            begin(war, common.plan)
        if report.pending:
            open_war(war)

        if is_flat:
            write_observation(war.seen, war.table, scales, buffers.observations[index])
        else:
            write_compact(war.seen, war.table, scales, buffers.compacts[index])
        buffers.masks[index] = war.mask
        buffers.reports[index] = report
        illegal += report.illegal
        terminated += report.terminated
        most_ended = max(most_ended, int(report.lines_ended))
        faults += war.table.dice.fault != 0
    return illegal, terminated, most_ended, faults


@for_each_game
def recompute(wars: Wars) -> None:
    """Write what follows from the mat of the first war: the mask, the payments due, and the rest of the report."""
    war = war_row(wars, 0, 0)
    war.report.decision = war.mat.cursor.decision
    war.report.line_index = lines_so_far(war.mat)
    war.report.terminated = is_over(war.mat)
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


@for_each_game
def copy_charts(
    reports: Rows[StepReport],
    shown: Annotated[NDArray[np.int8], 2, READ_ONLY],
    own: NDArray[np.int64],
    out: Annotated[NDArray[np.int8], 2],
) -> None:
    """Copy the charts in force of every war whose row ``own`` differs; ``shown`` and ``out`` are bytes."""
    for war in range(len(reports)):
        row = int(reports[war].charts)
        if own[war] != row:
            own[war] = row
            for octet in range(shown.shape[1]):
                out[war, octet] = shown[row, octet]


# --- single steps of the rules, to show them ---


@for_each_game
def step_once(wars: Wars, action: int) -> bool:
    """Carry out an action in the first war, if it is not NOTHING, and take the next step of the rules.

    Return False if there is none: a decision is open, or the war is over.
    """
    mat, table = wars.mats[0], table_of(wars, 0)
    if action != NOTHING:
        apply_action(mat, table, action)
    return bool(take_step(mat, table, wars.masks[0].legal[:]))


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
    copy_charts: Any
    step_once: Any
    choose_all: Any
    copies: Callable[[str], dict[str, Any]]
    """Return the names of another module with functions for each game, by the name of the module."""


def records_of(arrays: Arrays) -> dict[str, Any]:
    """Return the records and named tuples of a game, and the constants that follow from them, by their names here."""
    kinds, writer = arrays.kinds, arrays.kinds.writer
    return {
        "ACTIONS": kinds.actions,
        "OVER": int(kinds.decisions["OVER"]),
        "HOT_LINES": lines_of(_hot_size(writer.seen.mat, kinds.line)),
        "DICE_LINES": lines_of(kinds.dice.dtype.itemsize),
        "REPORT_LINES": lines_of(arrays.report.dtype.itemsize),
        "MASK_LINES": lines_of(arrays.mask.dtype.itemsize),
        "NO_RESULT": np.zeros(1, kinds.result.dtype),
        "Mat": writer.seen.mat,
        "Charts": kinds.charts,
        "Dice": kinds.dice,
        "Plan": kinds.plan,
        "Ledger": kinds.ledger,
        "Scales": writer.scales,
        "LogLine": kinds.line,
        "Common": arrays.common,
        "EndedLines": arrays.ended,
        "MaskRow": arrays.mask,
        "StepReport": arrays.report,
        "FinalRow": arrays.final,
        "Table": kinds.writer.table,
        "WarRow": arrays.war_row,
        "Wars": arrays.wars,
        "OutputBuffers": arrays.outputs,
        "FinalBuffers": arrays.finals,
    }


def _hot_size(mat: type[Record], line: type[Record]) -> int:
    """Return the bytes of a mat before its log sheet, which not every step uses."""
    fields: Any = mat.dtype.fields
    places = [offset for part, offset, *_ in fields.values() if part.base == line.dtype]
    return min(places, default=mat.dtype.itemsize)


GAME_FUNCTIONS = tuple(
    name
    for name, part in vars(game_parts).items()
    if getattr(part, "__module__", "") == game_parts.__name__ and isinstance(part, FunctionType)
)
"""Names of the functions that a game provides."""
SEPARATE_FUNCTIONS = ("advance", "apply_action")
"""Names of those that only the kernels here have as a part of their own code."""
WAR_PARTS = ("lay_out", "pay")
"""Names of functions from which :func:`stuka_env.engine.binding.make_war_steps` makes some of them."""


def make_kernels(
    game: str, arrays: Arrays, steps: Mapping[str, Any], seed_key: tuple[int, int], bound: Bound
) -> Kernels:
    """Return the kernels of a game, which are compiled when they are first called.

    Args:
        game: the game's name, whose folder keeps the compiled code.
        arrays: the records of its wars.
        steps: the contents of the module that calls.
        seed_key: key of the hash that makes war seeds.
        bound: the rules. They and ``steps`` have all functions of :mod:`stuka_env.engine.game_parts`, except those
            that :func:`stuka_env.engine.binding.make_war_steps` makes.

    Raises:
        KeyError: a function is missing.
        ValueError: two functions have one name.
    """
    writer = arrays.kinds.writer
    wanted = (*GAME_FUNCTIONS, *WAR_PARTS)
    made = {name: bound.names[name] for name in GAME_FUNCTIONS if name in bound.copies}
    rules = made | named_rules(wanted, *map(vars, bound.chapters), steps)
    rules |= {name: getattr(writer, name) for name in ("view_of", "write_observation", "write_compact")}
    table_of = table_with_log if "log" in writer.table._fields else short_table
    own_names = {"Table": writer.table, "len": len, "charts_row": inlined(charts_row_of(arrays))}
    rules["table_of"] = inlined(copy_with(table_of, own_names, steps["__name__"]))
    records = records_of(arrays)
    rules |= make_war_steps(steps["__name__"], rules, records)
    rules |= make_hiding(steps["__name__"], rules, records)
    parts = records | {name: rules[name] for name in GAME_FUNCTIONS}
    parts["SEED_KEY_LOW"], parts["SEED_KEY_HIGH"] = seed_key
    copies = functools.partial(_copies_for, game, steps["__name__"], parts)
    names = copies(__name__)
    if arrays.kinds.bank is None:
        names["draw_charts"] = names["keep_charts"]
    own = {name: names[name] for name in Kernels._fields if name != "copies"}
    return Kernels(**own, copies=copies)


def _copies_for(game: str, home: str, parts: dict[str, Any], module: str) -> dict[str, Any]:
    """Return the names of a module as a game sees them: its functions for each game are copies for this game."""
    functions = WRITTEN_ONCE[module]
    names = functions[0].__globals__ | parts
    if module != __name__:
        names |= {name: separate(parts[name]) for name in SEPARATE_FUNCTIONS}
    names["war_row"] = inlined(copy_with(war_row, names, home))
    for function in functions:
        names[function.__name__] = compiled_with(copy_with(function, names, home), {}, game)
    return names
