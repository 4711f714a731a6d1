"""Binding the rules of a game to the house: copies of the frame with the records of the game, compiled rules.

The rules of a game are plain functions with annotations, in the modules of its package ``rules``. The package itself
binds them once, when it is imported, so that nobody sees them unbound::

    RULES = bind_rules(__name__, codes, mat=Mat, table=Table)

Each function of a chapter is compiled, except those that return words and those whose names begin with an underscore.
Where a chapter imports a function of :mod:`stuka_env.engine.frame` or :mod:`stuka_env.engine.playing`, it gets the copy
for its game. A function of the game that has the name of one in :data:`HOOKS` takes its place.
"""

import inspect
import pkgutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType, NoneType
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.code_cache import game_of
from stuka_env.compiling.compilation import compiled, compiled_with, copy_with
from stuka_env.declared.actions import Catalogue
from stuka_env.declared.codes import Code
from stuka_env.declared.records import block_of
from stuka_env.engine import frame, playing

MOST_DICE = 3
"""Dice of a roll."""
UNBOUNDED = 1 << 30
"""In place of an end of a chart that has none."""
HOUSE_FAULTS = ("UNPLANNED_ROLL", "NOT_ON_DIE", "CARD_GONE", "NO_CARD", "JOURNAL_FULL", "ENDLESS", "ROLLS_WITHOUT_END")
"""The faults that the frame finds. A game without a deck can leave out those of cards."""
HOOKS = frozenset(
    ("address_of", "put_place", "put_numbers", "put_modifier", "put_subject", "keep_chance", "subject_asked",
     "close_decision", "next_step", "apply_action")
)  # fmt: skip
"""Functions of the house that a game can have itself."""
WITHOUT_CHOICE = ("NONE", "OVER")
"""Names of the decisions that nobody takes."""
USUAL_NUMBERS = ("first", "second", "third")
"""Usual names of the numbers of an entry."""
PLAY_FUNCTIONS = (
    playing.subject_asked, playing.close_decision, playing.forbid_all, playing.allow_all, playing.allow_answers,
    playing.count_legal, playing.first_legal, playing.next_step, playing.write_mask, playing.apply_action,
    playing.is_finished, playing.take_step, playing.advance,
)  # fmt: skip
"""The functions of the sequence of play that are copied for each game."""


def names_of_frame(
    mat: type[Any], table: type[Any], codes: Any, faults: type[Code], numbers: tuple[str, str, str]
) -> dict[str, Any]:
    """Return the records and numbers of a game by the names that they have in the frame.

    Args:
        mat: the record of the mat.
        table: the named tuple of everything that the rules need beside the mat.
        codes: the module of the codes of the game.
        faults: its faults.
        numbers: the fields of an entry for its numbers.
    """
    beside = get_type_hints(table)
    journal, charts = beside["journal"], codes.Chart
    (length,) = journal.dtype["entries"].shape
    line = journal.line
    return {
        "Mat": mat, "Table": table, "Dice": beside["dice"], "Line": line,
        **{name: int(faults[name]) for name in HOUSE_FAULTS if name in faults.__members__},
        "JOURNAL_CAPACITY": length, "NO_ENTRY": np.zeros(1, line.dtype),
        **dict(zip(("FIRST_NUMBER", "SECOND_NUMBER", "THIRD_NUMBER"), numbers, strict=True)),
        "HIGHEST_NUMBER": int(np.iinfo(line.dtype[numbers[0]]).max),
        "ENTRY_DICE": line.dtype["dice"].shape[0],
        "SIDES": _in_rows([chart.dice for chart in charts], MOST_DICE),
        "READING": np.array([chart.declared.reading for chart in charts], np.int64),
        "TOTALS": np.array([chart.declared.ends or (-UNBOUNDED, UNBOUNDED) for chart in charts], np.int64),
        "CELLS": _in_rows([cells_of(chart) for chart in charts]),
        "DECKS": _in_rows([chart.declared.counts for chart in charts]),
        "RESHUFFLED": np.array([chart.declared.is_reshuffled for chart in charts], np.bool_),
    }  # fmt: skip


def _in_rows(numbers: Sequence[Sequence[int]], fewest: int = 0) -> NDArray[np.int64]:
    """Return lists of numbers as the rows of an array, with zeros behind the shorter ones."""
    rows = np.zeros((len(numbers), max(fewest, *map(len, numbers))), np.int64)
    for row, own in zip(rows, numbers, strict=True):
        row[: len(own)] = own
    return rows


def cells_of(chart: Any) -> list[int]:
    """Return the cells of the chart that a roll declares, from its lowest total to its highest."""
    declared = chart.declared
    if not declared.cells:
        return []
    low, high = declared.ends
    return [
        int(declared.cells[max(first for first in declared.cells if first <= total)]) for total in range(low, high + 1)
    ]


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


def compile_for(module: str, names: dict[str, Any], functions: Iterable[Any]) -> dict[str, Any]:
    """Return functions that are compiled for a game, by their names, and put them into ``names``.

    Args:
        module: the module of the game that has them.
        names: its records, numbers and functions by their names in the functions: their globals.
        functions: functions of the house.
    """
    game, own = game_of(_file_of(module)), dict[str, Any]()
    for function in functions:
        own[function.__name__] = compiled_with(copy_with(function, names, module), {}, game)
    names.update(own)
    return own


def by_code(
    name: str,
    module: str,
    cases: Mapping[Any, Any],
    *,
    result: Any = NoneType,
    **arguments: Any,
) -> Any:
    """Return a compiled function of a code and other arguments, which calls the function of the code, if it has one.

    Each function gets the arguments that it names. If they have a result, the last one is that of all other codes.

    Args:
        name: the name of the function in its module.
        module: the module of the game that has it.
        cases: by code, a function, or a decision that is opened.
        result: the annotation of the result.
        arguments: the annotations of the other arguments.
    """
    lines, names = [f"def {name}(code, {', '.join(arguments)}):"], dict[str, Any]()
    last, returns = (len(cases), "") if result is NoneType else (len(cases) - 1, "return ")
    for place, (code, own) in enumerate(cases.items()):
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


def bind_sequence(
    package: str,
    sequence: ModuleType,
    chapters: Iterable[ModuleType],
    codes: Any,
    names: dict[str, Any],
    bound: Mapping[Any, Any],
) -> dict[Any, Any]:
    """Make the functions of steps and decisions by their codes; return them by those of the house.

    Args:
        package: the package of the rules.
        sequence: the chapter with ``STEPS``, and with ``DECISIONS`` if some have functions of other names.
        chapters: all chapters.
        codes: the module of the codes of the game.
        names: the names of the frame, which get the functions.
        bound: the compiled functions by those of the chapters.
    """
    mat, table = names["Mat"], names["Table"]
    decisions = decisions_of(codes.Decision, getattr(sequence, "DECISIONS", {}), chapters)
    steps = sequence.STEPS
    steps |= {code: bound.get(step, step) for code, step in steps.items()}
    catalogue = Catalogue(codes.Act)
    acts = catalogue.verbs
    names |= {
        "ACTIONS": len(acts), "VERBS": np.array(acts, np.int64),
        "ANSWERS": catalogue.answers(codes.Decision),
        "CHOICE": int(codes.Entry["CHOICE"]),
        "PLAY_IS_OVER": int(codes.Phase["OVER"]), "OVER": int(codes.Decision["OVER"]),
    }  # fmt: skip
    numbers = dict.fromkeys(("action", "verb", "argument", "subject"), int)
    made = {
        playing.step_by_code: by_code("step_by_code", package, steps, mat=mat, table=table),
        playing.allow_by_code: by_code(
            "allow_by_code", package, {code: bound[own[0]] for code, own in decisions.items()},
            mat=mat, table=table, mask=NDArray[np.int8], subject=int,
        ),
        playing.decide_by_code: by_code(
            "decide_by_code", package, {code: bound[own[1]] for code, own in decisions.items()},
            mat=mat, table=table, **numbers,
        ),
    }  # fmt: skip
    names |= {stub.__name__: one for stub, one in made.items()}
    return made


def decisions_of(
    decisions: type[Code], others: Mapping[Any, tuple[Any, Any]], chapters: Iterable[ModuleType]
) -> dict[Any, tuple[Any, Any]]:
    """Return the two functions of each decision that has a choice: those of its name, or the ones declared.

    A decision without a function that allows allows all actions that answer it.

    Raises:
        ValueError: two chapters have a function of one name, or none decides.
    """
    asked = [one for one in decisions if one.name not in WITHOUT_CHOICE]
    wanted = [f"{verb}_{one.name.lower()}" for one in asked for verb in ("allow", "decide")]
    own = named_rules(wanted, *({"__name__": chapter.__name__} | own_functions(chapter) for chapter in chapters))
    usual = {f"allow_{one.name.lower()}": playing.allow_answers for one in asked} | own
    missing = next((one.name for one in asked if one not in others and f"decide_{one.name.lower()}" not in own), None)
    if missing is not None:
        raise ValueError(f"{missing}: a function decide_{missing.lower()} is missing")
    return {
        one: others.get(one) or (usual[f"allow_{one.name.lower()}"], usual[f"decide_{one.name.lower()}"])
        for one in asked
    }


class Bound(NamedTuple):
    """The bound rules of a game."""

    chapters: tuple[ModuleType, ...]
    """Their modules."""
    sequence: ModuleType | None
    """The one of them with ``STEPS``; None if the rules are one module."""
    copies: frozenset[str]
    """Names of the copies of the house's functions."""
    names: dict[str, Any]
    """The records, numbers and functions of the game by their names in the frame."""


def chapters_of(package: str) -> tuple[ModuleType, ...]:
    """Return the modules of the rules of a game: those of a package, or the one module."""
    home = sys.modules[package]
    inside = [name for _, name, _ in pkgutil.iter_modules(getattr(home, "__path__", ()))]
    return tuple(import_module(f"{package}.{name}") for name in inside) or (home,)


def own_functions(chapter: ModuleType) -> dict[str, FunctionType]:
    """Return the rules of a chapter by their names."""
    return {
        name: one
        for name, one in vars(chapter).items()
        if isinstance(one, FunctionType)
        and one.__module__ == chapter.__name__
        and not name.startswith("_")
        and one.__annotations__.get("return") not in (str, "str")
    }


def bind_rules(
    package: str,
    codes: Any,
    *,
    mat: type[Any],
    table: type[Any],
    faults: type[Code] | None = None,
    numbers: tuple[str, str, str] = USUAL_NUMBERS,
) -> Bound:
    """Compile the rules of a game, and give them the house's functions for it.

    Args:
        package: the ``__name__`` of the package of the rules, or of their one module.
        codes: the module of the codes of the game.
        mat: the record of the mat; its ``cursor`` has ``phase`` and ``decision``.
        table: the named tuple of everything that the rules need beside the mat.
        faults: its faults; None for ``Fault`` of the codes.
        numbers: the fields of an entry of the journal for its numbers.

    Raises:
        ValueError: a function has the name of one of the house which is no hook, or two hooks have one name.
    """
    chapters = chapters_of(package)
    names = vars(frame) | vars(playing) | names_of_frame(mat, table, codes, faults or codes.Fault, numbers)
    house: list[Any] = list(own_functions(frame).values())
    bound: dict[Any, Any] = {}
    own: dict[str, Any] = {}
    for chapter in chapters:
        for name, function in own_functions(chapter).items():
            bound[function] = compiled(function)
            if name in own and name in HOOKS:
                raise ValueError(f"{chapter.__name__}.{name}: {own[name].__module__} has a function of this name")
            own[name] = bound[function]
    places = {id(place): place for place in (*map(vars, chapters), *(rule.__globals__ for rule in bound))}
    sequence = next((chapter for chapter in chapters if hasattr(chapter, "STEPS")), None)
    if sequence is not None:
        house += PLAY_FUNCTIONS
    for function in house:
        if function.__name__ in own and function.__name__ not in HOOKS:
            raise ValueError(f"{own[function.__name__].__module__}.{function.__name__}: a name of the frame")
    copies = compile_for(package, names, (one for one in house if one.__name__ not in own))
    names |= {name: own[name] for name in HOOKS & own.keys()}
    bound |= {one: names[one.__name__] for one in house}
    if sequence is not None:
        bound |= bind_sequence(package, sequence, chapters, codes, names, bound)
    for place in places.values():
        place |= {name: bound[one] for name, one in place.items() if isinstance(one, FunctionType) and one in bound}
    vars(sys.modules[package]).update(copies)
    return Bound(chapters, sequence, frozenset(copies), names)


def make_war_steps(module: str, rules: Mapping[str, Any], records: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``begin_war``, ``act`` and ``line_of_log`` for a module of a game that has ``lay_out`` and ``pay``.

    Args:
        module: the module of the game that has them.
        rules: functions of the rules by their names here; the steps that are among them are not made.
        records: the records of the game by their names here.
    """
    steps = [step for step in (playing.begin_war, playing.act, playing.line_of_log) if step.__name__ not in rules]
    if not steps:
        return {}
    names = vars(playing) | {**rules, **records, "NO_LINE": np.zeros(1, records["LogLine"].dtype)}
    names["PLAN"] = block_of(records["Mat"], records["Plan"])
    return compile_for(module, names, steps)


def make_hiding(module: str, rules: Mapping[str, Any], records: Mapping[str, Any]) -> dict[str, Any]:
    """Return the functions of what is hidden for a module of a game, whose rules have two of them if it hides anything.

    Args:
        module: the module of the game that has them.
        rules: functions of the rules by their names here.
        records: the records of the game by their names here.
    """
    every = (playing.count_arrangements, playing.arrange_hidden, playing.draw_hidden)
    names = vars(playing) | {**rules, **records}
    return compile_for(module, names, [one for one in every if one.__name__ not in rules])
