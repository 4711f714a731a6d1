"""Memory for many wars: arrays that are used together lie together, in huge pages where the system has them.

A step reads a few thousand bytes of every war. With small pages the processor must look up thousands of addresses
in each step, more than it can keep. With huge pages a step of 1,024 wars is 3 to 7 % faster.
"""

import contextlib
import mmap
import os
import weakref
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import CACHE_LINE, compiled
from stuka_env.declared.records import Record, rows

HUGE_PAGE = 1 << 21
"""Bytes of a huge page, and of the smallest block that gets one."""


CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Files in which Linux has the memory limit of a container."""


def memory_size() -> int | None:
    """Return the bytes of memory of this machine or container; None if the system does not report them."""
    sizes = []
    with contextlib.suppress(AttributeError, ValueError, OSError):
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for limit in CONTAINER_LIMITS:
        with contextlib.suppress(ValueError, OSError):
            sizes.append(int(Path(limit).read_text(encoding="ascii")))
    return min(sizes, default=None)


def _block(size: int) -> NDArray[np.uint8]:
    """Return ``size`` zeroed bytes in huge pages, or in ordinary ones if the system has no others."""
    whole = -(-size // HUGE_PAGE) * HUGE_PAGE
    mapping = mmap.mmap(-1, whole + HUGE_PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):
        mapping.madvise(mmap.MADV_HUGEPAGE)
    block: NDArray[np.uint8] = np.frombuffer(mapping, np.uint8)
    first = -block.ctypes.data % HUGE_PAGE
    return block[first : first + size]


def _as_bytes(array: Any) -> NDArray[np.uint8]:
    """Return the memory of contiguous rows. NumPy copies records field by field, which takes fifty times as long."""
    flat: NDArray[np.uint8] = np.asarray(array).view(np.uint8)
    return flat


def copied(array: Any) -> Any:
    """Return a copy of contiguous rows."""
    return _as_bytes(array).copy().view(array.dtype)


def put(target: Any, source: Any) -> None:
    """Write contiguous rows over as many others, or one row over all of them."""
    if source.dtype is target.dtype and source.flags.c_contiguous:
        _as_bytes(target).reshape(len(target), -1)[...] = _as_bytes(source).reshape(len(source), -1)
    else:
        target[...] = source


def rows_together(*wanted: tuple[int, type[Record]]) -> list[Any]:
    """Return zeroed arrays of so many records of each kind, in one block of memory if they are large."""
    sizes = [-(-count * kind.dtype.itemsize // CACHE_LINE) * CACHE_LINE for count, kind in wanted]
    if sum(sizes) < HUGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return [rows(count, kind) for count, kind in wanted]
    block, stop, arrays = _block(sum(sizes)), 0, []
    for (count, kind), size in zip(wanted, sizes, strict=True):
        arrays.append(block[stop : stop + count * kind.dtype.itemsize].view(kind.dtype))
        stop += size
    return arrays


@compiled
def clear_rows(words: Annotated[NDArray[np.uint64], 2], rows: NDArray[np.int64]) -> None:
    """Zero some rows of an array."""
    for place in range(len(rows)):
        row = rows[place]
        for column in range(words.shape[1]):
            words[row, column] = np.uint64(0)


MOST_LENT = 4
"""Arrays handed out whose memory :class:`ZeroedRows` waits for."""


class _Lent(NamedTuple):
    """Memory that was handed out as an array."""

    memory: bytearray
    array: weakref.ref[NDArray[Any]]
    written: NDArray[np.intp]


class ZeroedRows:
    """Arrays of zeroed records that are handed out after a few of their rows have been written.

    Memory is used again as soon as no reference to its array, or to a view of it, is left. Then only the written rows
    are cleared. A loop that keeps no arrays therefore allocates nothing. The records must be of whole 64-bit words.

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
        """Return the current array, whose rows ``written`` are no longer zero, and replace it by another one."""
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
