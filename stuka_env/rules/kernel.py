"""Compiling rule functions: their annotations are their machine signatures.

Numba would compile a function anew for every kind of argument it meets (int8 here, a literal there). ``@rule`` pins
the signature to the annotations, so that each rule is compiled once and reads as it is declared. Under
``NUMBA_DISABLE_JIT=1`` the functions stay plain Python.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, get_type_hints

import numba
import numpy as np
from numba import types

from stuka_env.charts.shape import Charts, charts_dtype
from stuka_env.compilation import kernel
from stuka_env.rules.dice_records import Dice, Journal, Tape, dice_dtype, journal_dtype, tape_dtype
from stuka_env.rules.mat import Aircraft, Crew, LogLine, Mat, aircraft_dtype, crew_dtype, log_dtype, mat_dtype


class Table(NamedTuple):
    """What lies on the table beside the mat: the dice, a tape of planned rolls, the charts and the journal."""

    dice: Dice
    tape: Tape
    charts: Charts
    journal: Journal


class Mask(np.ndarray):
    """One row of the action mask: int8, 1 for legal; the name rule functions use in their signatures."""


_RECORDS = {
    Mat: mat_dtype,
    Aircraft: aircraft_dtype,
    Crew: crew_dtype,
    LogLine: log_dtype,
    Dice: dice_dtype,
    Tape: tape_dtype,
    Charts: charts_dtype,
    Journal: journal_dtype,
}
_MACHINE_TYPES: dict[Any, types.Type] = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    type(None): types.void,
    Mask: types.Array(types.int8, 1, "C"),
    **{name: numba.from_dtype(dtype) for name, dtype in _RECORDS.items()},
}
TABLE_TYPE = types.BaseTuple.from_types(tuple(_MACHINE_TYPES[kind] for kind in (Dice, Tape, Charts, Journal)), Table)
_MACHINE_TYPES[Table] = TABLE_TYPE

Rule = TypeVar("Rule", bound=Callable[..., Any])


def machine_type(annotation: Any) -> types.Type:
    """The Numba type of a rule's annotation; tuples of ints are allowed."""
    if getattr(annotation, "__origin__", None) is tuple:
        return types.UniTuple(types.int64, len(annotation.__args__))
    return _MACHINE_TYPES[annotation]


def rule(function: Rule) -> Rule:
    """Compile ``function`` once, for the signature its annotations state."""
    hints = get_type_hints(function)
    result = machine_type(hints.pop("return"))
    signature = result(*[machine_type(hint) for hint in hints.values()])
    compiled: Rule = kernel(signature)(function)
    return compiled
