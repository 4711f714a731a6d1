"""Compiled rules and records: one signature each, no hidden names, a small mat."""

import importlib
import pickle
import pkgutil
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

import numba
import numpy as np
import pytest
import typing_extensions
from numpy.typing import NDArray

import stuka_env.games.stuka.rules
from stuka_env.compiling import compilation
from stuka_env.compiling.compilation import READ_ONLY, machine_type, signature_of
from stuka_env.declared import arrays
from stuka_env.declared.records import Record, Rows, count, flag, inherited, record, rows
from stuka_env.engine.binding import named_rules
from stuka_env.engine.engine import Engine
from stuka_env.game import game_named
from stuka_env.games.interceptor.rules.aircraft import systems_hit
from stuka_env.games.interceptor.rules.mat import Aircraft, BomberMat, Fighter
from stuka_env.games.stuka import engine
from stuka_env.games.stuka.charts import shape
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.observation import BYTES
from stuka_env.games.stuka.rules import ledger, mat, table
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Choose, Mask, Table
from stuka_env.games.stuka.scenario import plan
from stuka_env.games.stuka.scenario.plan import WarSpec
from tests.support.each import each
from tests.support.samples import GAMES

MODULES = [
    f"stuka_env.games.stuka.rules.{module.name}"
    for module in pkgutil.iter_modules(stuka_env.games.stuka.rules.__path__)
]
RECORDS = {
    kind.__name__: kind
    for module in (shape, mat, table, ledger, plan, arrays, engine)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Record) and "dtype" in vars(kind)
}
"""Every record there is."""
DTYPES = {name: kind.dtype for name, kind in RECORDS.items()}


def rules() -> dict[str, Any]:
    """Yield every compiled rule by its module and name, once, where it is defined."""
    found = {}
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            if hasattr(value, "py_func") and value.__module__ == module:
                found[f"{module}.{name}"] = value
    return found


RULES = {} if numba.config.DISABLE_JIT else rules()


def fields(dtype: np.dtype[Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield (path, name) of every field of a record and of the records in it."""
    for name in dtype.names or ():
        yield f"{path}.{name}", name
        yield from fields(dtype.fields[name][0].base, f"{path}.{name}")  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.skipif(not RULES, reason="without JIT there is nothing to look at")
def test_every_rule_has_exactly_one_signature_the_one_it_states() -> None:
    assert len(RULES) > 150
    for name, rule in RULES.items():
        callee = rule.callee
        if not callee.signatures:
            callee.compile(None)
        stated = signature_of(rule.py_func)
        assert callee.signatures == [stated.args], name
        assert callee.nopython_signatures[0].return_type == stated.return_type, name


@pytest.mark.skipif(not RULES, reason="without JIT there is nothing to look at")
def test_a_rule_takes_nothing_but_what_it_states() -> None:
    clamp = RULES["stuka_env.games.stuka.rules.rolls.clamp"]
    assert clamp(np.int8(7), True, 6) == 6
    with pytest.raises(TypeError):
        clamp("7", 0, 6)
    assert len(clamp.signatures) == 1


@pytest.mark.parametrize("actions", [np.zeros(2), np.zeros(2, np.int32), np.zeros(4, np.int64)[::2]])
def test_a_step_refuses_actions_that_its_machine_code_would_misread(actions: Any) -> None:
    engine = Engine(2, WarSpec(scale=Scale.SEGMENT))
    view = engine.new_view()
    engine.reset(view.buffers, [1, 2])
    before = engine.wars.mats.tobytes()
    with pytest.raises(TypeError, match="allowed is a contiguous array of int64"):
        engine.step(actions, view.buffers)
    assert engine.wars.mats.tobytes() == before
    engine.step(view.masks.argmax(axis=1), view.buffers)
    assert engine.wars.mats.tobytes() != before


def test_every_function_of_the_rules_is_compiled() -> None:
    """A helper left in plain Python would not be callable from the others."""
    if not RULES:
        pytest.skip("without JIT there is nothing to look at")
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            plain = callable(value) and type(value).__name__ == "function" and value.__module__ == module
            assert not plain, f"{module}.{name}"


@each("game", GAMES)
def test_named_tuples_of_a_game_are_pickled_by_their_names(game: Any) -> None:
    """Otherwise no process finds the compiled code that another one has kept for their types."""
    made = game_named(game.name).engine.arrays
    writer = made.kinds.writer
    for kind in (made.wars, made.war_row, made.snapshot, made.outputs, made.finals, writer.view, writer.views):
        assert pickle.loads(pickle.dumps(kind)) is kind


def test_no_field_is_named_like_an_attribute_of_records() -> None:
    """Else ``record.size`` would be NumPy's, in plain Python, and ours, compiled."""
    taken = set(dir(np.record)) | set(dir(np.void))
    assert [where for name in DTYPES for where, field in fields(DTYPES[name], name) if field in taken] == []


def test_records_have_no_padding_that_copies_would_leave_out() -> None:
    def holes(dtype: np.dtype[Any]) -> int:
        if dtype.names is None:
            return 0
        parts = [dtype.fields[field][0] for field in dtype.names]  # type: ignore[index]
        inside = sum(holes(part.base) for part in parts)
        return inside + dtype.itemsize - sum(part.itemsize for part in parts)

    assert [name for name in DTYPES if holes(DTYPES[name])] == []


def test_the_mat_is_small() -> None:
    assert Mat.dtype.itemsize <= 4096
    assert BYTES <= 1500
    hot = Mat.dtype["gunners"].itemsize + Mat.dtype.fields["gunners"][1]  # type: ignore[index]
    assert hot == BYTES


def test_the_hot_part_is_all_bytes_in_the_published_order() -> None:
    names = list(Mat.dtype.names or ())[:7]
    assert names == ["war", "cursor", "mission", "count", "aircraft", "pilots", "gunners"]
    assert names == [block.name for block in mat.BLOCKS[:-1]]
    for block in names:
        record = Mat.dtype[block].base
        assert {record[field].base for field in record.names or ()} == {np.dtype(np.int8)}, block


def test_annotations_are_machine_types() -> None:
    assert machine_type(int) == numba.int64
    assert machine_type(tuple[int, int]) == numba.types.UniTuple(numba.int64, 2)
    assert machine_type(Mask) == numba.types.Array(numba.int8, 1, "C")
    assert machine_type(Mat) == numba.from_dtype(Mat.dtype)
    assert len(machine_type(Table).types) == len(Table._fields)
    mats = numba.from_dtype(Mat.dtype)
    assert machine_type(Rows[Mat]) == numba.types.Array(mats, 1, "C")
    assert machine_type(Annotated[Rows[Mat], READ_ONLY]) == numba.types.Array(mats, 1, "C", readonly=True)
    assert machine_type(Annotated[NDArray[np.float32], 2]) == numba.types.Array(numba.float32, 2, "C")
    assert machine_type(Choose).signature.return_type == numba.int64
    with pytest.raises(TypeError, match="has no machine type"):
        machine_type(str)


def test_an_alias_is_what_it_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As NumPy's NDArray is one since 2.5; before Python 3.12 only typing_extensions has such."""
    element = TypeVar("element", bound=np.generic)
    alias = typing_extensions.TypeAliasType("alias", np.ndarray[Any, np.dtype[element]], type_params=(element,))
    monkeypatch.setattr(compilation, "TYPE_ALIASES", typing_extensions.TypeAliasType)
    assert machine_type(alias[np.int8]) == machine_type(Mask)
    assert machine_type(Annotated[alias[np.float32], 2]) == numba.types.Array(numba.float32, 2, "C")


class Shared(Record):
    """Fields that two records have in their midst."""

    hits: int = count(9, "hits")
    leak: int = flag("leaks")


@record
class Small(Shared):
    """A record that begins with the shared fields."""

    _shared = inherited()
    speed: int = count(9, "speed")


@record
class Large(Shared):
    """A record with a field before them."""

    speed: int = count(9, "speed")
    _shared = inherited()


def hit(one: Shared, number: int) -> int:
    """Add hits, and return them."""
    one.hits += number
    return int(one.hits)


def test_records_share_fields_and_the_functions_that_take_any_of_them() -> None:
    assert Small.dtype.names == ("hits", "leak", "speed") and Large.dtype.names == ("speed", "hits", "leak")
    shared = [field for field in Large.FIELDS if field.name != "speed"]
    assert shared == list(Small.FIELDS[:2])
    for kind in (Small, Large):
        one = rows(1, kind)
        assert hit(one[0], 3) == 3 and one["hits"][0] == 3 and one["speed"][0] == 0
        signature = signature_of(hit, (machine_type(kind), numba.int64))
        assert signature == numba.int64(machine_type(kind), numba.int64)
    with pytest.raises(TypeError, match="has no machine type"):
        signature_of(hit)


@pytest.mark.skipif(not RULES, reason="without JIT there is nothing to look at")
def test_a_rule_for_shared_fields_is_compiled_for_each_record() -> None:
    for kind in (Aircraft, Fighter, BomberMat):
        one = rows(1, kind)
        one["engines"] = 1
        one["leak"] = 1
        assert systems_hit(one[0]) == 1 + one["engines"].shape[1]
    rule: Any = systems_hit
    assert len(rule.signatures) == len((Aircraft, Fighter, BomberMat))


def test_a_function_without_annotations_is_refused() -> None:
    def half(mat: Mat, slot) -> None:  # type: ignore[no-untyped-def]
        pass

    with pytest.raises(TypeError, match="has no annotation for slot"):
        signature_of(half)


def test_two_functions_of_one_name_are_refused() -> None:
    first, second = {"__name__": "first", "pay": len}, {"__name__": "second", "pay": max}
    assert named_rules(["pay", "act"], first, first) == {"pay": len}
    with pytest.raises(ValueError, match=r"second\.pay: builtins has a function of this name"):
        named_rules(["pay"], first, second)
