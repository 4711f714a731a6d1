"""What the machine asks of rules and records: one signature each, names that hide nothing, a mat of few bytes."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, get_type_hints

import numba
import numpy as np
import pytest
from stuka_env.rules.kernel import machine_type

import stuka_env.rules
from stuka_env.charts.shape import Charts, DamageCell
from stuka_env.rules import dice_records, mat
from stuka_env.rules.mat import HOT_BYTES, Mat
from stuka_env.rules.table import Mask, Table

MODULES = [f"stuka_env.rules.{module.name}" for module in pkgutil.iter_modules(stuka_env.rules.__path__)]
DTYPES = {
    **{name: value for name, value in vars(mat).items() if name.endswith("_dtype")},
    **{name: value for name, value in vars(dice_records).items() if name.endswith("_dtype") and name != "record_dtype"},
    "Charts.dtype": Charts.dtype,
    "DamageCell.dtype": DamageCell.dtype,
}
"""Every record there is."""


def rules() -> dict[str, Any]:
    """Every compiled rule by its module and name, once, where it is defined."""
    found = {}
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            if hasattr(value, "py_func") and value.__module__ == module:
                found[f"{module}.{name}"] = value
    return found


RULES = {} if numba.config.DISABLE_JIT else rules()


def fields(dtype: np.dtype[Any], path: str = "") -> Iterator[tuple[str, str]]:
    """(where, name) of every field of a record and of the records in it."""
    for name in dtype.names or ():
        yield f"{path}.{name}", name
        yield from fields(dtype.fields[name][0].base, f"{path}.{name}")  # type: ignore[index]


@pytest.mark.skipif(not RULES, reason="without JIT there is nothing to look at")
def test_every_rule_has_exactly_one_signature_the_one_it_states() -> None:
    assert len(RULES) > 150
    for name, rule in RULES.items():
        if not rule.signatures:
            rule.compile(None)
        hints = get_type_hints(rule.py_func)
        returned = machine_type(hints.pop("return"))
        assert rule.signatures == [tuple(machine_type(hint) for hint in hints.values())], name
        assert rule.nopython_signatures[0].return_type == returned, name


@pytest.mark.skipif(not RULES, reason="without JIT there is nothing to look at")
def test_a_rule_takes_nothing_but_what_it_states() -> None:
    clamp = RULES["stuka_env.rules.rolls.clamp"]
    assert clamp(np.int8(7), True, 6) == 6
    with pytest.raises(TypeError):
        clamp("7", 0, 6)
    assert len(clamp.signatures) == 1


def test_every_function_of_the_rules_is_compiled() -> None:
    """A helper left in plain Python would not be callable from the others."""
    if not RULES:
        pytest.skip("without JIT there is nothing to look at")
    tools = {"machine_type", "rule", "record_of"}
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            plain = callable(value) and type(value).__name__ == "function" and value.__module__ == module
            assert not plain or name in tools, f"{module}.{name}"


@pytest.mark.parametrize("name", sorted(DTYPES))
def test_no_field_is_named_like_an_attribute_of_records(name: str) -> None:
    """Else ``record.size`` would be NumPy's, in plain Python, and ours, compiled."""
    taken = set(dir(np.record)) | set(dir(np.void))
    assert [where for where, field in fields(DTYPES[name], name) if field in taken] == []


@pytest.mark.parametrize("name", sorted(DTYPES))
def test_records_have_no_padding_that_copies_would_leave_out(name: str) -> None:
    def holes(dtype: np.dtype[Any]) -> int:
        if dtype.names is None:
            return 0
        parts = [dtype.fields[field][0] for field in dtype.names]  # type: ignore[index]
        inside = sum(holes(part.base) for part in parts)
        return inside + dtype.itemsize - sum(part.itemsize for part in parts)

    if name not in ("Charts.dtype",):  # filled once, never copied bit by bit
        assert holes(DTYPES[name]) == 0


def test_the_mat_is_small() -> None:
    assert Mat.dtype.itemsize <= 4096
    assert HOT_BYTES <= 1500
    hot = Mat.dtype["gunners"].itemsize + Mat.dtype.fields["gunners"][1]  # type: ignore[index]
    assert hot == HOT_BYTES


def test_the_hot_part_is_all_bytes_in_the_published_order() -> None:
    names = list(Mat.dtype.names or ())
    assert names[:5] == ["mission", "count", "aircraft", "pilots", "gunners"]
    for block in names[:5]:
        record = Mat.dtype[block].base
        assert {record[field].base for field in record.names or ()} == {np.dtype(np.int8)}, block


def test_annotations_are_machine_types() -> None:
    assert machine_type(int) == numba.int64
    assert machine_type(tuple[int, int]) == numba.types.UniTuple(numba.int64, 2)
    assert machine_type(Mask) == numba.types.Array(numba.int8, 1, "C")
    assert machine_type(Mat) == numba.from_dtype(Mat.dtype)
    assert len(machine_type(Table).types) == len(Table._fields)
    with pytest.raises(KeyError):
        machine_type(str)
