"""A reader of ``torch.save`` files that runs nothing of them and whose memory the size of the file bounds.

``torch.load(weights_only=True)`` runs no code either, but a small file can make it allocate any amount of memory, or
work for ever. This reader knows only the pickle operations of plain values and tensors.
"""

import math
import pickletools
import struct
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import torch

from stuka_env.io.quoting import printable, quoted
from stuka_env.io.reading import DAMAGED_ARCHIVE, FileError

MOST_MEMBERS = 10_000
"""Largest number of members of a zip, with those of zips inside it."""
CENTRAL_ENTRY, END, END_SIZE = b"PK\x01\x02", b"PK\x05\x06", 22
"""The first bytes of an entry of a zip's directory, those of its end, and the size of that end."""
MOST_SHARED = 8
"""Limit of the size of all tensors, in sizes of the file: state dicts of SB3 name some tensors three times."""
MOST_AXES, LARGEST_EMPTY = 8, 1 << 20
"""Largest number of axes of a tensor, and largest length of an axis of an empty one."""
STORAGES = {
    "torch FloatStorage": torch.float32,
    "torch DoubleStorage": torch.float64,
    "torch HalfStorage": torch.float16,
    "torch BFloat16Storage": torch.bfloat16,
    "torch LongStorage": torch.int64,
    "torch IntStorage": torch.int32,
    "torch ShortStorage": torch.int16,
    "torch CharStorage": torch.int8,
    "torch ByteStorage": torch.uint8,
    "torch BoolStorage": torch.bool,
}
REBUILD_TENSOR, ORDERED_DICT = "torch._utils _rebuild_tensor_v2", "collections OrderedDict"
GLOBALS = {*STORAGES, REBUILD_TENSOR, ORDERED_DICT}
"""Names that may be in a file; the functions that they name in PyTorch are never called."""
VALUES = {"BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT", "BINUNICODE"}
"""Operations that push their argument."""
CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


def stored_members(contents: bytes) -> dict[str, bytes]:
    """Return the members of an uncompressed zip by name.

    Raises:
        FileError: it is no such zip, or a member is damaged or compressed; the message says which.
    """
    if contents[-END_SIZE:][: len(END)] != END:
        raise FileError("is no zip, or cut off")
    if contents.count(CENTRAL_ENTRY) > MOST_MEMBERS:
        raise FileError(f"has more than {MOST_MEMBERS:,} members")
    members: dict[str, bytes] = {}
    left = len(contents)
    try:
        with zipfile.ZipFile(BytesIO(contents)) as archive:
            if min((entry.header_offset for entry in archive.infolist()), default=0):
                raise FileError("does not begin with its first member")
            for entry in archive.infolist():
                if entry.compress_type != zipfile.ZIP_STORED:
                    raise FileError(
                        f"has the member {quoted(entry.filename)}, which is compressed, allowed is none that is"
                    )
                left -= entry.file_size
                if left < 0 or entry.filename in members:
                    raise FileError(f"has the member {quoted(entry.filename)} twice")
                members[entry.filename] = archive.read(entry)
    except FileError:
        raise
    except DAMAGED_ARCHIVE as error:
        raise FileError(printable(str(error) or type(error).__name__, 120)) from None
    return members


def read_tensors(contents: bytes) -> Any:
    """Return the value in a ``torch.save`` file: numbers, strings, lists, tuples, dicts and tensors on the CPU.

    Raises:
        FileError: it is damaged, or holds anything else; the message says what.
    """
    members = stored_members(contents)
    roots = [name.removesuffix("data.pkl") for name in members if name.endswith("/data.pkl")]
    if len(roots) != 1:
        raise FileError("is no file of torch.save (it has no data.pkl)")
    order = members.get(f"{roots[0]}byteorder", b"little").decode("ascii", "replace")
    if order != sys.byteorder:
        raise FileError(f"has the byte order {quoted(order)}, allowed is {sys.byteorder}")
    reader = _Reader({name.removeprefix(roots[0]): member for name, member in members.items()}, len(contents))
    try:
        return reader.read(members[f"{roots[0]}data.pkl"])
    except FileError:
        raise
    except (ValueError, TypeError, LookupError, ArithmeticError, RuntimeError, struct.error) as error:
        reason = printable(str(error) or type(error).__name__, 120)
        raise FileError(f"is no file of torch.save ({reason})") from None


class _Global(str):
    """The name of something in Python, as the file has it."""


class _Storage:
    """The memory of some tensors."""

    def __init__(self, numbers: torch.Tensor) -> None:
        self.numbers = numbers


class _Reader:
    """An interpreter of the operations of one pickle."""

    def __init__(self, members: dict[str, bytes], size: int) -> None:
        self._members = members
        self._left = MOST_SHARED * size
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._memo: dict[int, Any] = {}
        self._storages: dict[str, tuple[torch.dtype, _Storage]] = {}

    def read(self, pickled: bytes) -> Any:
        stack = self._stack
        actions: dict[str, Callable[[], None]] = {
            "MARK": lambda: self._marks.append(len(stack)),
            "EMPTY_LIST": lambda: stack.append([]),
            "EMPTY_TUPLE": lambda: stack.append(()),
            "EMPTY_DICT": lambda: stack.append({}),
            "TUPLE": lambda: stack.append(tuple(self._marked())),
            "APPEND": lambda: self._extend([stack.pop()]),
            "APPENDS": lambda: self._extend(self._marked()),
            "SETITEM": lambda: self._update(self._popped(2)),
            "SETITEMS": lambda: self._update(self._marked()),
            "REDUCE": lambda: stack.append(self._called(*self._popped(2))),
            "BINPERSID": lambda: stack.append(self._storage(stack.pop())),
            "BUILD": self._build,
        }
        argument: Any
        for opcode, argument, _ in pickletools.genops(pickled):
            name = opcode.name
            if name in VALUES:
                stack.append(argument)
            elif name in CONSTANTS:
                stack.append(CONSTANTS[name])
            elif name in ("BINPUT", "LONG_BINPUT"):
                self._memo[argument] = stack[-1]
            elif name in ("BINGET", "LONG_BINGET"):
                stack.append(self._memo[argument])
            elif name == "GLOBAL":
                if argument not in GLOBALS:
                    raise FileError(f"names {quoted(argument)}, allowed are tensors and plain values")
                stack.append(_Global(argument))
            elif name in TUPLES:
                stack.append(tuple(self._popped(TUPLES[name])))
            elif name in actions:
                actions[name]()
            elif name == "STOP":
                (value,) = stack
                return value
            elif name != "PROTO":
                raise FileError(f"has the operation {name}, allowed are those of tensors and plain values")
        raise FileError("is cut off")

    def _popped(self, count: int) -> list[Any]:
        if len(self._stack) < count:
            raise IndexError("too few values")
        values = self._stack[-count:]
        del self._stack[-count:]
        return values

    def _marked(self) -> list[Any]:
        first = self._marks.pop()
        values = self._stack[first:]
        del self._stack[first:]
        return values

    def _extend(self, values: list[Any]) -> None:
        if not isinstance(self._stack[-1], list):
            raise TypeError("values for something that is no list")
        self._stack[-1].extend(values)

    def _update(self, values: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, dict) or len(values) % 2:
            raise TypeError("keys for something that is no dict")
        for key, value in zip(values[::2], values[1::2], strict=True):
            if not isinstance(key, str | int):  # a tuple can be made that takes for ever to be looked up
                raise TypeError(f"a key is a {type(key).__name__}")
            target[key] = value

    def _build(self) -> None:
        """Leave out the attributes of a state dict, which hold versions of layers."""
        target, _ = self._popped(2)
        if not isinstance(target, dict):
            raise TypeError("attributes for something that is no dict")
        self._stack.append(target)

    def _called(self, name: Any, arguments: Any) -> Any:
        if not isinstance(name, _Global) or not isinstance(arguments, tuple):
            raise TypeError("a call of something that cannot be called")
        if name == ORDERED_DICT and not arguments:
            return {}
        if name == REBUILD_TENSOR:
            return self._tensor(*arguments[:4])
        raise FileError(f"calls {quoted(str(name))}, allowed are tensors and plain values")

    def _storage(self, identity: Any) -> _Storage:
        kind, storage, key, _, count = identity
        if kind != "storage" or not isinstance(storage, _Global) or not isinstance(key, str):
            raise TypeError("a reference to something that is no storage")
        dtype = STORAGES[storage]
        if key not in self._storages:
            data = self._members[f"data/{key}"]
            numbers = torch.empty(len(data) // dtype.itemsize, dtype=dtype)
            numbers.view(torch.uint8).numpy()[:] = np.frombuffer(data, np.uint8)
            self._storages[key] = dtype, _Storage(numbers)
        known, held = self._storages[key]
        if known != dtype or not isinstance(count, int) or count != len(held.numbers):
            raise FileError(f"has {quoted(count)} numbers in {quoted(key)}, which holds {len(held.numbers)}")
        return held

    def _tensor(self, storage: Any, offset: Any, shape: Any, strides: Any) -> torch.Tensor:
        if not isinstance(storage, _Storage) or not isinstance(shape, tuple) or not isinstance(strides, tuple):
            raise TypeError("a tensor without a storage or shape")
        places, numbers = (offset, *shape, *strides), storage.numbers
        if len(shape) != len(strides) or len(shape) > MOST_AXES:
            raise FileError(f"has a tensor of shape {quoted(shape)} and strides {quoted(strides)}")
        if not all(type(place) is int and 0 <= place <= max(len(numbers), LARGEST_EMPTY) for place in places):
            raise self._other_size(shape, numbers)  # before anything is computed: a product of a text is a longer text
        size = math.prod(shape)
        last = offset + sum((length - 1) * stride for length, stride in zip(shape, strides, strict=True))
        if size > len(numbers) or (size and last >= len(numbers)):
            raise self._other_size(shape, numbers)
        self._left -= size * numbers.element_size()
        if self._left < 0:
            raise FileError(f"uses its numbers more than {MOST_SHARED} times")
        return numbers.as_strided(shape, strides, offset) if size else numbers.new_empty(shape)

    @staticmethod
    def _other_size(shape: tuple[Any, ...], numbers: torch.Tensor) -> FileError:
        return FileError(f"has a tensor of shape {quoted(shape)} in {len(numbers)} numbers")
