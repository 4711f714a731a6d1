"""Memory for many wars: arrays that are used together lie together, in huge pages where the system has them.

A step walks through a few thousand bytes of every war. Where they are a processor looks up page by page, and it cannot
remember that of many small pages from one step to the next.
"""

import contextlib
import mmap
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
