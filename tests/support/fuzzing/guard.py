"""Indexes that Python forgives, caught: a negative one counts from the end, and reads a wrong cell in silence.

Two guards, one a way of running the rules. Compiled, ``NUMBA_BOUNDSCHECK=1`` raises for an index beyond the end, and
:func:`forbid_negative_indexes` takes Numba's counting from the end away, so that its bounds check sees the negative
number itself. In plain Python the mat and the charts go behind :class:`GuardedRecord` and :class:`GuardedArray`, which
look at each index before NumPy does. The rules use no negative index on purpose, so every one of them is a fault.

What is compiled under guard must never be loaded by anybody else: :mod:`tests.support.fuzzing.ways` gives it a cache
folder of its own.
"""

from typing import Any

import numba
import numpy as np
from numba.np import arrayobj


def _keep_sign(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it stands, where Numba's own ``fix_integer_index`` adds the length to a negative one."""
    return context.cast(builder, index, kind, numba.types.intp if kind.signed else numba.types.uintp)


def forbid_negative_indexes() -> None:
    """Compile from here on so that a negative index is out of bounds. Raises RuntimeError if Numba does not comply."""
    arrayobj.fix_integer_index = _keep_sign

    def look(numbers: Any, index: int) -> Any:
        return numbers[index]

    compiled = numba.njit(look)
    for index in (-1, 3):
        try:
            compiled(np.zeros(3, np.int8), index)
        except IndexError:
            continue
        raise RuntimeError(f"index {index} of 3 passes: this Numba needs another guard, or NUMBA_BOUNDSCHECK=1")


_get, _set = np.void.__getitem__, np.void.__setitem__


def guarded(value: Any) -> Any:
    """``value``, behind a guard if it can be indexed."""
    if isinstance(value, np.void):
        return GuardedRecord(value)
    return GuardedArray(value) if isinstance(value, np.ndarray) else value


class GuardedRecord:
    """A NumPy record whose arrays refuse indexes out of bounds, negative ones among them.

    It goes past the Python code of ``np.record`` and keeps the guards it hands out: plain rules run four times as fast.
    """

    __slots__ = ("_held", "_record")

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_held", {})

    def __getattr__(self, name: str) -> Any:
        if name in self._held:
            return self._held[name]
        value = _get(self._record, name)
        if isinstance(value, np.void | np.ndarray):
            self._held[name] = value = guarded(value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        _set(self._record, name, value)

    __setitem__ = __setattr__


class GuardedArray:
    """An array that refuses indexes out of bounds, negative ones among them."""

    __slots__ = ("_array", "_held", "_length")

    def __init__(self, array: Any) -> None:
        self._array = np.asarray(array)
        self._length = len(array)
        self._held: dict[int, Any] = {}

    def __len__(self) -> int:
        return self._length

    def _check(self, index: Any) -> None:
        if not 0 <= index < self._length:
            raise IndexError(f"index {index} of {self._length}")

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        if index in self._held:
            return self._held[index]
        value = self._array[index]
        if isinstance(value, np.void | np.ndarray):
            self._held[int(index)] = value = guarded(value)
        return value

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        self._array[index] = value
