"""Arrays side by side in huge pages: the same as arrays of their own. Zeroed rows whose memory comes back."""

import copy
import mmap
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.compiling.compilation import CACHE_LINE
from stuka_env.declared.records import Record, int8, int64, record
from stuka_env.engine import memory
from stuka_env.engine.memory import HUGE_PAGE, ZeroedRows, rows_together


@record
class Long(Record):
    number: int = int64()


@record
class Short(Record):
    number: int = int8()


MANY = HUGE_PAGE // 8 + 1


@pytest.mark.parametrize("count", [3, MANY])
def test_arrays_are_zero_contiguous_and_apart(count: int) -> None:
    arrays = rows_together((count, Long), (0, Short), (5, Short))
    assert [array.dtype for array in arrays] == [Long.dtype, Short.dtype, Short.dtype]
    assert [len(array) for array in arrays] == [count, 0, 5]
    assert all(array.flags.c_contiguous and array.flags.writeable and not array["number"].any() for array in arrays)
    arrays[0]["number"] = -1
    assert not arrays[2]["number"].any()
    arrays[2]["number"] = 1
    assert (arrays[0]["number"] == -1).all()


def test_large_arrays_share_a_block_and_begin_at_lines() -> None:
    first, second = rows_together((MANY, Long), (5, Short))
    starts = [array.__array_interface__["data"][0] for array in (first, second)]
    if hasattr(mmap, "MADV_HUGEPAGE"):
        assert starts[0] % HUGE_PAGE == 0 and starts[1] == starts[0] + -(-first.nbytes // CACHE_LINE) * CACHE_LINE


def test_without_huge_pages_they_are_ordinary_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(mmap, "MADV_HUGEPAGE", raising=False)
    (numbers,) = rows_together((MANY, Long))
    assert len(numbers) == MANY and not np.asarray(numbers["number"]).any()


def test_the_memory_of_a_container_is_what_it_may_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(memory, "CONTAINER_LIMITS", (str(limit), str(tmp_path / "nowhere")))
    whole = memory.memory_size()
    assert whole is not None and whole > 1 << 28
    limit.write_text("max\n")
    assert memory.memory_size() == whole
    limit.write_text("1000000\n")
    assert memory.memory_size() == 1_000_000
    limit.write_text(f"{1 << 62}\n")
    assert memory.memory_size() == whole


# --- rows that are handed out ---


def written(pool: ZeroedRows, *rows: int) -> Any:
    """Return an array that was handed out, with 1 in some rows."""
    pool.current["number"][list(rows)] = 1
    return pool.hand_out(np.array(rows))


def test_memory_that_nobody_refers_to_is_used_again_and_cleared() -> None:
    pool = ZeroedRows(3, Long)
    places = set()
    for turn in range(12):
        places.add(pool.current.ctypes.data)
        assert not pool.current.view(np.uint8).any(), turn
        assert written(pool, turn % 3, 2)["number"].tolist()[2] == 1
    assert len(places) == 2


def test_what_somebody_refers_to_is_left_alone() -> None:
    pool = ZeroedRows(3, Long)
    whole, part = written(pool, 1), written(pool, 0)["number"][:1]  # a view of a view
    for _ in range(12):
        written(pool, 2)
    assert whole["number"].tolist() == [0, 1, 0] and part.tolist() == [1]


def test_a_copy_of_a_pool_has_memory_of_its_own() -> None:
    pool = ZeroedRows(3, Long)
    for twin in (copy.deepcopy(pool), pickle.loads(pickle.dumps(pool))):
        assert len(twin.current) == 3 and not np.shares_memory(twin.current, pool.current)
