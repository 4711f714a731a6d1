"""The arrays of a decision in memory that the evaluation and the process of a policy share."""

import mmap
import os
from typing import Any, NamedTuple

import numpy as np

from stuka_env.game import Game
from stuka_env.policy import PolicyInput

ALIGNMENT = 64
"""Bytes of which the place of an array is a multiple."""


class DecisionShape(NamedTuple):
    """The sizes of the arrays of a decision."""

    wars: int
    numbers: int
    """Numbers of an observation."""
    actions: int
    charts: int
    """Rows of charts."""

    @classmethod
    def of(cls, inputs: PolicyInput) -> "DecisionShape":
        """Return the sizes of the inputs of a policy."""
        wars, numbers = inputs.observations.shape
        return cls(wars, numbers, inputs.masks.shape[1], len(inputs.charts))


class SharedArrays:
    """The inputs and the actions of a decision, in the memory of a file.

    Args:
        game: the game.
        shape: the sizes of the arrays.
        file: the open file, as large as :meth:`size_of` says.
    """

    def __init__(self, game: Game, shape: DecisionShape, file: int) -> None:
        self.shape = shape
        memory = mmap.mmap(file, self.size_of(game, shape))
        arrays, place = list[Any](), 0
        for dtype, sizes in self._forms(game, shape):
            count = int(np.prod(sizes, dtype=np.int64))
            arrays.append(np.frombuffer(memory, dtype, count, place).reshape(sizes))
            place += self._room(dtype, sizes)
        *inputs, self.actions = arrays
        self.inputs = PolicyInput(*inputs)

    @classmethod
    def size_of(cls, game: Game, shape: DecisionShape) -> int:
        """Return the bytes of the arrays."""
        return sum(cls._room(dtype, sizes) for dtype, sizes in cls._forms(game, shape))

    @staticmethod
    def _room(dtype: Any, sizes: tuple[int, ...]) -> int:
        size = int(np.prod(sizes, dtype=np.int64)) * np.dtype(dtype).itemsize
        return -(-size // ALIGNMENT) * ALIGNMENT

    @staticmethod
    def _forms(game: Game, shape: DecisionShape) -> list[tuple[Any, tuple[int, ...]]]:
        """Return type and sizes of each array: the fields of :class:`stuka_env.policy.PolicyInput`, and the actions."""
        wars, arrays = shape.wars, game.engine.arrays
        return [
            (np.float32, (wars, shape.numbers)),
            (np.int8, (wars, shape.actions)),
            (arrays.stored["mats"].dtype, (wars,)),
            (arrays.kinds.charts.dtype, (shape.charts,)),
            (np.int64, (wars,)),
            (np.int64, (wars,)),
        ]


def shared_file(size: int) -> int:
    """Return a new open file of so many zero bytes, in memory and without a name; no one can change its size."""
    import fcntl

    file = os.memfd_create("decision", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(file, size)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return file


def copy_bytes(rows: Any, out: Any) -> None:
    """Copy contiguous records as bytes; NumPy copies them field by field, which takes fifty times as long."""
    np.asarray(out).view(np.uint8)[:] = np.asarray(rows).view(np.uint8)
