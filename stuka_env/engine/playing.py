"""The frame of the rules, written once: the mask, the tape of planned rolls, and steps and decisions by their codes.

A game declares which function takes each step of the sequence of play, and which functions belong to each decision::

    STEPS = {Phase.MUSTER: Decision.MUSTER, Phase.LANDING: land}
    next_step = make_next_step(__name__, STEPS, mat=Mat, table=Table)

The functions here are compiled for each game, as those of :mod:`stuka_env.engine.kernels` are: a copy has the records
and numbers of the game in place of the names below.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType, NoneType
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.code_cache import game_of
from stuka_env.compiling.compilation import compiled_with, copy_with
from stuka_env.declared.codes import Code
from stuka_env.declared.records import block_of
from stuka_env.engine.game_parts import Dice, Ledger, LogLine, Mat, Plan, Table

ACTIONS = 0
"""Number of actions."""
NO_FAULT = UNPLANNED_ROLL = NOT_ON_DIE = ENDLESS = ROLLS_WITHOUT_END = 0
"""Codes of faults."""
PLAY_IS_OVER = OVER = NOTHING_OPEN = 0
"""Phase of the end, its decision, and the decision of a mat on which none is open."""
CHOICE = 0
"""Code of the entry of a choice."""
PLAN = ""
"""Name of the block of the mat that is the plan of the war."""
NO_LINE: Any = None
"""A line of the log sheet that is not used, ``(1,)``."""
LONGEST_ADVANCE = 1 << 13
"""Steps and forced decisions between two choices of the player; play has far fewer."""
MOST_ROLLS = 10_000
"""Dice and draws in one step of the rules; play has far fewer."""


class RollsWithoutEnd(RuntimeError):  # noqa: N818 - it carries a fault to the engine
    """Play was left in a rule that rolls without end; the fault is in the dice."""


def compile_for(module: str, names: Mapping[str, Any], *functions: Callable[..., Any]) -> Any:
    """Return functions that are compiled for a game, each of which can call those before it.

    Args:
        module: the module of the game that has them.
        names: its records and numbers by their names here.
        functions: functions of this module.
    """
    game, own = game_of(_file_of(module)), globals() | dict(names)
    for function in functions:
        own[function.__name__] = compiled_with(copy_with(function, own, module), {}, game)
    return tuple(own[function.__name__] for function in functions)


def named_rules(wanted: Iterable[str], *chapters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the functions of a game with the wanted names, as far as its modules have them.

    Raises:
        ValueError: two modules have different functions of one name.
    """
    rules: dict[str, Any] = {}
    for chapter in chapters:
        for name in wanted:
            if name in chapter and rules.setdefault(name, chapter[name]) is not chapter[name]:
                raise ValueError(f"{chapter['__name__']}.{name}: {rules[name].__module__} has a function of this name")
    return rules


def _file_of(module: str) -> Path:
    return Path(str(sys.modules[module].__file__)).resolve()


# --- the mask ---


def forbid_all(mask: NDArray[np.int8]) -> None:
    """Forbid all actions."""
    for action in range(ACTIONS):
        mask[action] = 0


def allow_all(mask: NDArray[np.int8]) -> None:
    """Allow all actions, where no decision is open."""
    for action in range(ACTIONS):
        mask[action] = 1


def count_legal(mask: NDArray[np.int8]) -> int:
    """Return the number of legal actions; the sum in bytes takes 32 of them at once."""
    legal = np.uint8(0)
    for action in range(ACTIONS):
        legal = np.uint8(legal + np.uint8(mask[action]))
    return int(legal)


def first_legal(mask: NDArray[np.int8]) -> int:
    """Return the lowest legal action, or the last of all if none is."""
    action = 0
    while action < ACTIONS - 1 and not mask[action]:
        action += 1
    return action


class MaskFunctions(NamedTuple):
    """The functions of the mask for a game."""

    forbid_all: Any
    allow_all: Any
    count_legal: Any
    first_legal: Any


def make_masks(module: str, actions: int) -> MaskFunctions:
    """Return the functions of the mask of so many actions, for a module of a game."""
    assert actions <= np.iinfo(np.uint8).max, "count_legal adds up in bytes"
    return MaskFunctions(*compile_for(module, {"ACTIONS": actions}, forbid_all, allow_all, count_legal, first_legal))


# --- the cursor ---


def ask(mat: Mat, decision: int) -> None:
    """Open a decision."""
    mat.cursor.decision = decision


def go(mat: Mat, phase: int) -> None:
    """Set the next step of the sequence of play."""
    mat.cursor.phase = phase


def make_cursor(module: str, mat: type[Any]) -> Any:
    """Return ``ask`` and ``go`` for a module of a game, whose mats are the record ``mat``."""
    return compile_for(module, {"Mat": mat}, ask, go)


# --- the tape ---


def find_fault(dice: Dice, fault: int, chart: int) -> None:
    """Note that play cannot go on; only the first fault is kept."""
    if dice.fault == NO_FAULT:
        dice.fault = fault
        dice.fault_chart = chart


def from_tape(table: Table, chart: int) -> int:
    """Return the next planned number of ``chart``; 0 if there is none, which is a fault if the tape is strict.

    Every die and draw comes here first, so this is where a rule that rolls without end is left.
    """
    table.dice.rolls += 1
    if table.dice.rolls > MOST_ROLLS:
        find_fault(table.dice, ROLLS_WITHOUT_END, chart)
        raise RollsWithoutEnd
    if not table.dice.taped:
        return 0
    following = int(table.tape.next[chart])
    if following < table.tape.stop[chart]:
        table.tape.next[chart] = following + 1
        return int(table.tape.values[following])
    if table.dice.strict:
        find_fault(table.dice, UNPLANNED_ROLL, chart)
    return 0


def die_from_tape(table: Table, chart: int, sides: int) -> int:
    """Return the next planned number of a die of ``chart``; 0 if there is none.

    A number that the die does not have is a fault, and then the die shows 1.
    """
    number = from_tape(table, chart)
    if number > sides:
        find_fault(table.dice, NOT_ON_DIE, chart)
        return 1
    return number


def next_die_from_tape(table: Table, chart: int, sides: int) -> int:
    """Return the planned number of a second or third die of a roll; 1 if it is missing, 0 if there is no such die."""
    return max(1, die_from_tape(table, chart, sides)) if sides else 0


class TapeFunctions(NamedTuple):
    """The functions of the tape for a game."""

    find_fault: Any
    from_tape: Any
    die_from_tape: Any
    next_die_from_tape: Any


def make_tape_functions(module: str, table: type[Any], faults: type[Any]) -> TapeFunctions:
    """Return the functions of the tape, for a module of a game.

    Args:
        module: the module of the game that has them.
        table: the named tuple of everything that the rules need beside the mat.
        faults: the code of its faults.
    """
    names = names_of_table(table, faults)
    return TapeFunctions(*compile_for(module, names, find_fault, from_tape, die_from_tape, next_die_from_tape))


def names_of_table(table: type[Any], faults: type[Any]) -> dict[str, Any]:
    """Return the table of a game, its dice and its faults by their names here."""
    numbers = {name: int(faults[name]) for name in ("UNPLANNED_ROLL", "NOT_ON_DIE", "ENDLESS", "ROLLS_WITHOUT_END")}
    return numbers | {"Table": table, "Dice": get_type_hints(table)["dice"]}


# --- steps and decisions by their codes ---


def by_code(
    name: str,
    module: str,
    cases: Mapping[Any, Any],
    part: int | None = None,
    *,
    result: Any = NoneType,
    **arguments: Any,
) -> Any:
    """Return a compiled function of a code and other arguments, which calls the function of the code, if it has one.

    Each function gets the arguments that it names. If they have a result, the last one is that of all other codes.

    Args:
        name: the name of the function in its module.
        module: the module of the game that has it.
        cases: by code, a function without a result, or a decision that is opened; with ``part`` several of them.
        part: the place of the function among those of a code.
        result: the annotation of the result.
        arguments: the annotations of the other arguments.
    """
    lines, names = [f"def {name}(code, {', '.join(arguments)}):"], dict[str, Any]()
    last, returns = (len(cases), "") if result is NoneType else (len(cases) - 1, "return ")
    for place, (code, case) in enumerate(cases.items()):
        own = case if part is None else case[part]
        lines.append("    else:" if place == last else f"    {'elif' if place else 'if'} code == {int(code)}:")
        if isinstance(own, Code):
            lines.append(f"        mat.cursor.decision = {int(own)}")
        else:
            names[f"case_{place}"] = own
            lines.append(f"        {returns}case_{place}({', '.join(inspect.signature(own).parameters)})")
    exec(compile("\n".join(lines), str(_file_of(module)), "exec"), names)
    function: Any = names[name]
    assert isinstance(function, FunctionType)
    function.__annotations__ = {"code": int, **arguments, "return": result}
    function.__doc__, function.__module__ = "Call the function of a code.", module
    return compiled_with(function, {})


def step_by_code(code: int, mat: Mat, table: Table) -> None:
    """Take the step of a phase."""
    raise NotImplementedError


def allow_by_code(code: int, mat: Mat, table: Table, mask: NDArray[np.int8]) -> None:
    """Allow the actions of a decision."""
    raise NotImplementedError


def decide_by_code(code: int, mat: Mat, table: Table, action: int) -> None:
    """Carry out an action of a decision."""
    raise NotImplementedError


def note(mat: Mat, table: Table, kind: int, first: int, second: int) -> None:
    """Write an entry of the journal with two numbers."""
    raise NotImplementedError


def make_next_step(module: str, steps: Mapping[Any, Any], *, mat: type[Any], table: type[Any]) -> Any:
    """Return ``next_step`` for a module of a game, from its steps by phase."""
    own = by_code("step_by_code", module, steps, mat=mat, table=table)
    (function,) = compile_for(module, {"Mat": mat, "Table": table, "step_by_code": own}, next_step)
    return function


def make_write_mask(
    module: str, asking: ModuleType, decisions: Mapping[Any, Any], *, mat: type[Any], table: type[Any]
) -> Any:
    """Return ``write_mask`` for a module of a game.

    Args:
        module: the module of the game that has it.
        asking: the module of the game with its functions of the mask.
        decisions: by decision, the function that allows its actions, and another one.
        mat: the record of the mat.
        table: the named tuple of everything that the rules need beside the mat.
    """
    own = by_code("allow_by_code", module, decisions, 0, mat=mat, table=table, mask=NDArray[np.int8])
    names = {"Mat": mat, "Table": table, "allow_by_code": own}
    names |= {name: getattr(asking, name) for name in ("forbid_all", "count_legal")}
    (function,) = compile_for(module, names, write_mask)
    return function


def make_apply_action(
    module: str, decisions: Mapping[Any, Any], *, mat: type[Any], table: type[Any], note: Any, choice: Any
) -> Any:
    """Return ``apply_action`` for a module of a game.

    Args:
        module: the module of the game that has it.
        decisions: by decision, any function, and the one that carries an action out.
        mat: the record of the mat.
        table: the named tuple of everything that the rules need beside the mat.
        note: the function that writes an entry with two numbers.
        choice: the entry of a choice.
    """
    own = by_code("decide_by_code", module, decisions, 1, mat=mat, table=table, action=int)
    names = {"Mat": mat, "Table": table, "decide_by_code": own, "note": note, "CHOICE": int(choice)}
    (function,) = compile_for(module, names, apply_action)
    return function


# --- playing on ---


def next_step(mat: Mat, table: Table) -> None:
    """Take the next step of the sequence of play; it may open a decision."""
    step_by_code(int(mat.cursor.phase), mat, table)


def write_mask(mat: Mat, table: Table, mask: NDArray[np.int8]) -> int:
    """Write the legal actions of the open decision, and return their number."""
    forbid_all(mask)
    allow_by_code(int(mat.cursor.decision), mat, table, mask)
    return count_legal(mask)


def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Note a choice, close its decision, and carry the action out."""
    decision = int(mat.cursor.decision)
    note(mat, table, CHOICE, decision, action)
    mat.cursor.decision = NOTHING_OPEN
    decide_by_code(decision, mat, table, action)


def is_finished(mat: Mat) -> bool:
    """Whether the war has ended, by its phase."""
    return bool(mat.cursor.phase == PLAY_IS_OVER)


def take_step(mat: Mat, table: Table, mask: NDArray[np.int8]) -> bool:
    """Take a step, or a decision with one legal action, and return True; return False if there is none to take.

    Then a decision with a choice is open, its legal actions in ``mask``; or the war is over, and the mask is all ones;
    or no action is legal, which is a fault.
    """
    table.dice.rolls = 0
    if is_finished(mat):
        mat.cursor.decision = OVER
        allow_all(mask)
        return False
    if mat.cursor.decision == NOTHING_OPEN:
        next_step(mat, table)
        return True
    if write_mask(mat, table, mask) > 1:
        return False
    action = first_legal(mask)
    if not mask[action]:
        find_fault(table.dice, ENDLESS, 0)
        return False
    apply_action(mat, table, action)
    return True


def advance(mat: Mat, table: Table, mask: NDArray[np.int8]) -> None:
    """Play on until a decision with a choice is open, its legal actions in ``mask``; or until the war is over.

    It is a fault if play does not come that far.
    """
    for _ in range(LONGEST_ADVANCE):
        if not take_step(mat, table, mask):
            return
    find_fault(table.dice, ENDLESS, 0)


def make_advance(
    module: str, *chapters: ModuleType, mat: type[Any], table: type[Any], faults: type[Any], over: Any, decisions: Any
) -> Any:
    """Return ``take_step`` and ``advance`` for a module of a game, which has ``next_step``.

    Args:
        module: the module of the game that has them.
        chapters: modules of the game with its functions of the mask, of the tape and of decisions.
        mat: the record of the mat; its ``cursor`` has ``phase`` and ``decision``.
        table: the named tuple of everything that the rules need beside the mat.
        faults: the code of its faults.
        over: the phase of the end.
        decisions: the code of its decisions; 0 is that of a mat on which none is open.
    """
    used = ("next_step", "write_mask", "apply_action", "allow_all", "first_legal", "find_fault")
    names = names_of_table(table, faults) | named_rules(used, *map(vars, (*chapters, sys.modules[module])))
    names |= {"Mat": mat, "PLAY_IS_OVER": int(over), "OVER": int(decisions["OVER"])}
    return compile_for(module, names, is_finished, take_step, advance)[1:]


# --- the steps of a war, in a game whose log sheet lies beside the mat ---


def lay_out(mat: Mat, table: Table) -> None:
    """Lay out a mat that is zero but for the plan."""
    raise NotImplementedError


def pay(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Pay what has become due since the last payment."""
    raise NotImplementedError


def begin_war(mat: Mat, table: Table, plan: Plan) -> None:
    """Begin a war on a mat that is zero; clear the log sheet."""
    lines = table.log.lines
    for index in range(len(lines)):
        lines[index] = NO_LINE[0]
    mat[PLAN] = plan
    lay_out(mat, table)


def act(mat: Mat, table: Table, legal: NDArray[np.int8], ledger: Ledger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    apply_action(mat, table, action)
    advance(mat, table, legal)
    pay(mat, table, ledger)


def line_of_log(mat: Mat, table: Table, index: int) -> LogLine:
    """Return a line of the log sheet."""
    return table.log.lines[index]


def make_war_steps(module: str, rules: Mapping[str, Any], records: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``begin_war``, ``act`` and ``line_of_log`` for a module of a game that has ``lay_out`` and ``pay``.

    Args:
        module: the module of the game that has them.
        rules: functions of the rules by their names here; the steps that are among them are not made.
        records: the records of the game by their names here.
    """
    steps = [step for step in (begin_war, act, line_of_log) if step.__name__ not in rules]
    if not steps:
        return {}
    names = {**rules, **records, "NO_LINE": np.zeros(1, records["LogLine"].dtype)}
    names["PLAN"] = block_of(records["Mat"], records["Plan"])
    return dict(zip((step.__name__ for step in steps), compile_for(module, names, *steps), strict=True))
