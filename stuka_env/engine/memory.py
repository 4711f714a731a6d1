"""Memory for many wars: arrays that are used together lie together, in huge pages where the system has them.

A step walks through a few thousand bytes of every war. Where they are a processor looks up page by page, and it cannot
remember that of many small pages from one step to the next.
"""

import contextlib
import mmap
import os
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.kernels import clear_rows
from stuka_env.records import Record, rows

HUGE_PAGE = 1 << 21
"""Bytes of a huge page, and of the smallest block for which it pays."""
LINE = 64
"""Arrays begin at multiples of this many bytes: lines of the cache."""


CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says how much memory a container may take."""


def memory_size() -> int | None:
    """Bytes of memory that this machine has, or this container may take; None where the system does not say."""
    sizes = []
    with contextlib.suppress(AttributeError, ValueError, OSError):
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for limit in CONTAINER_LIMITS:
        with contextlib.suppress(ValueError, OSError):
            sizes.append(int(Path(limit).read_text(encoding="ascii")))
    return min(sizes, default=None)


def _block(size: int) -> NDArray[np.uint8]:
    """``size`` bytes of zeros in huge pages; the system gives ordinary ones when it has no others."""
    whole = -(-size // HUGE_PAGE) * HUGE_PAGE
    mapping = mmap.mmap(-1, whole + HUGE_PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):
        mapping.madvise(mmap.MADV_HUGEPAGE)
    block: NDArray[np.uint8] = np.frombuffer(mapping, np.uint8)
    first = -block.ctypes.data % HUGE_PAGE
    return block[first : first + size]


def _as_bytes(array: Any) -> NDArray[np.uint8]:
    """The memory of contiguous rows; NumPy copies records field by field, which takes fifty times as long."""
    flat: NDArray[np.uint8] = np.asarray(array).view(np.uint8)
    return flat


def copied(array: Any) -> Any:
    """A copy of contiguous rows."""
    return _as_bytes(array).copy().view(array.dtype)


def put(target: Any, source: Any) -> None:
    """Write rows over as many others, which are contiguous; or one row over all of them."""
    if source.dtype is target.dtype and source.flags.c_contiguous:
        _as_bytes(target).reshape(len(target), -1)[...] = _as_bytes(source).reshape(len(source), -1)
    else:
        target[...] = source


def rows_together(*wanted: tuple[int, type[Record]]) -> list[Any]:
    """Fresh arrays of so many records of each kind, all zero: side by side in one block where they are large."""
    sizes = [-(-count * kind.dtype.itemsize // LINE) * LINE for count, kind in wanted]
    if sum(sizes) < HUGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return [rows(count, kind) for count, kind in wanted]
    block, stop, arrays = _block(sum(sizes)), 0, []
    for (count, kind), size in zip(wanted, sizes, strict=True):
        arrays.append(block[stop : stop + count * kind.dtype.itemsize].view(kind.dtype))
        stop += size
    return arrays


MOST_LENT = 4
"""Arrays of which :class:`ZeroedRows` remembers that their memory may come back."""


class _Lent(NamedTuple):
    """Memory that was handed out as an array."""

    memory: bytearray
    array: weakref.ref[NDArray[Any]]
    written: NDArray[np.intp]


class ZeroedRows:
    """Arrays of zeroed records, of whole 64-bit words, that are handed out after a few of their rows have been written.

    Memory is used again once nobody refers to the array that was handed out, nor to a view of it; then only the rows
    that were written are cleared. So a loop that keeps none of them allocates nothing.

    Attributes:
        current: the array to write in next.
    """

    def __init__(self, count: int, kind: type[Record]) -> None:
        self._count, self._kind = count, kind
        self._lent: list[_Lent] = []
        self._take(bytearray(count * kind.dtype.itemsize))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._count, self._kind)

    def hand_out(self, written: NDArray[np.intp]) -> Any:
        """Return the current array, whose rows ``written`` are no longer zero, and put another one in its place."""
        array, lent = self.current, _Lent(self._memory, weakref.ref(self.current), written)
        returned = next((each for each in self._lent if each.array() is None), None)
        if returned is None:
            self._take(bytearray(len(self._memory)))
        else:
            self._lent.remove(returned)
            self._take(returned.memory)
            clear_rows(self.current.view(np.uint64).reshape(self._count, -1), returned.written)
        self._lent = [*self._lent[1 - MOST_LENT :], lent]
        return array

    def _take(self, memory: bytearray) -> None:
        # The base of an array over foreign memory is that memory, so views keep the array itself alive.
        self._memory = memory
        self.current: Any = np.frombuffer(memory, self._kind.dtype)
