"""Records: classes with typed fields, and the NumPy dtypes that hold them.

A record is declared once, as a class::

    @record
    class Player(Record):
        level: int = code(Level, "how good he is")
        stress: int = count(8, "stress markers")
        moves: Numbers = flag("moves that he has made", (10,))

``Player.dtype`` is its NumPy dtype, and ``Player.FIELDS`` has the bounds and meanings of its fields. As an annotation,
``Player`` is one such record to a type checker and to :func:`stuka_env.compiling.compilation.compiled`, and
``Rows[Player]`` is an array of them. The class itself has no instances: records are rows of arrays.

A class that is no ``@record`` has fields that several records share. They stand where a record derived from it says
``inherited()``. As an annotation it is any of these records.
"""

import sys
from collections import namedtuple
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Code

PADDING = "pad"
"""Prefix of the names of fields that only fill gaps."""

Shape = tuple[int, ...]
Numbers = NDArray[Any]
"""A field that is an array of numbers, of any number of dimensions."""


class Field(NamedTuple):
    """One field of a record.

    Attributes:
        name: its name.
        low: smallest value.
        high: largest value.
        meaning: its meaning in words.
        shape: of the field, () for one element.
        dtype: of one element.
        fields: the fields of one element that is a record; empty for a number.
        codes: the enum of its values, or None.
        index_of: the enum of its places, or None.
    """

    name: str
    low: int
    high: int
    meaning: str
    shape: Shape
    dtype: np.dtype[Any]
    fields: tuple["Field", ...] = ()
    codes: type[Code] | None = None
    index_of: type[Code] | None = None

    @property
    def words(self) -> str:
        """Its meaning without the numbers of its codes."""
        return self.meaning.partition(":")[0]


class Record:
    """Base class of all records."""

    dtype: ClassVar[np.dtype[Any]]
    FIELDS: ClassVar[tuple[Field, ...]]

    if TYPE_CHECKING:

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...
        def copy(self) -> Any:
            """Return a copy of the record."""


AnyRecord = TypeVar("AnyRecord", bound=Record)


class Rows(Generic[AnyRecord]):
    """An array of records, ``(N,)``, as an annotation."""

    if TYPE_CHECKING:
        dtype: np.dtype[Any]
        shape: tuple[int, ...]
        flags: Any
        nbytes: int

        @overload
        def __getitem__(self, index: int | np.integer[Any]) -> AnyRecord: ...
        @overload
        def __getitem__(self, index: Any) -> Any: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __setitem__(self, index: Any, value: Any) -> None: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[AnyRecord]: ...
        def copy(self) -> "Rows[AnyRecord]":
            """Return a copy of the array."""

        def view(self, dtype: Any = None) -> Any:
            """Return the same memory as another array."""

        def tobytes(self) -> bytes:
            """Return a copy of the array's memory."""

        def astype(self, dtype: Any) -> NDArray[Any]:
            """Return a copy with another dtype."""

        def item(self, index: int) -> Any:
            """Return one record as a tuple."""

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...


ROWS: Any = Rows
"""The annotation of arrays, for records that are made while a program runs."""


@dataclass(frozen=True)
class _Declaration:
    """The declaration of a field."""

    low: int
    high: int
    meaning: str
    shape: Shape
    dtype: np.dtype[Any]
    fields: tuple[Field, ...] = ()
    codes: type[Code] | None = None
    index_of: type[Code] | None = None


def _number(code: str, *, low: int | None, high: int | None, meaning: str, shape: Shape) -> Any:
    """Return the declaration of a field of numbers; without bounds it allows every finite number of the dtype."""
    dtype = np.dtype(code)
    limits: Any = np.iinfo(dtype) if dtype.kind in "iu" else np.finfo(dtype)
    least, most = int(limits.min), int(limits.max)
    low, high = least if low is None else low, most if high is None else high
    assert least <= low <= high <= most, f"{meaning}: {low} to {high} does not fit {dtype}"
    return _Declaration(low, high, meaning, shape, dtype)


def int8(low: int | None = None, high: int | None = None, meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of int8 between ``low`` and ``high``."""
    return _number("i1", low=low, high=high, meaning=meaning, shape=shape)


def uint8(low: int | None = None, high: int | None = None, meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of uint8."""
    return _number("u1", low=low, high=high, meaning=meaning, shape=shape)


def int16(low: int | None = None, high: int | None = None, meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of int16."""
    return _number("i2", low=low, high=high, meaning=meaning, shape=shape)


def int32(low: int | None = None, high: int | None = None, meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of int32."""
    return _number("i4", low=low, high=high, meaning=meaning, shape=shape)


def int64(low: int | None = None, high: int | None = None, meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of int64."""
    return _number("i8", low=low, high=high, meaning=meaning, shape=shape)


def uint64(meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of uint64."""
    return _number("u8", low=None, high=None, meaning=meaning, shape=shape)


def float32(meaning: str = "", shape: Shape = ()) -> Any:
    """Declare a field of float32."""
    return _number("f4", low=None, high=None, meaning=meaning, shape=shape)


def float64(meaning: str = "", shape: Shape = (), low: int | None = None, high: int | None = None) -> Any:
    """Declare a field of float64."""
    return _number("f8", low=low, high=high, meaning=meaning, shape=shape)


MOST_LISTED_CODES = 5
"""Largest number of codes that the meaning of a field lists."""


def code(codes: type[Code], meaning: str = "", shape: Shape = (), *, low: int | None = None, size: int = 8) -> Any:
    """Declare a field that holds a code. If there are few codes, its meaning lists them.

    Args:
        codes: the enum of the values.
        meaning: the meaning in words.
        shape: shape of the field.
        low: smallest value, if it is below all codes; ``meaning`` explains it.
        size: bits of a number.
    """
    least, dtype = min(codes) if low is None else low, f"i{size // 8}"
    declared = _number(dtype, low=least, high=max(codes), meaning=meaning, shape=shape)
    listed = ", ".join(f"{int(one)} {one.word}" for one in sorted(codes) if one.word)
    if len(codes) <= MOST_LISTED_CODES:
        meaning = f"{meaning}: {listed}" if meaning else listed
    return replace(declared, meaning=meaning, codes=codes)


def flag(meaning: str, shape: Shape = (), *, index_of: type[Code] | None = None) -> Any:
    """Declare a field of int8 that is 0 or 1. With ``index_of``, it has a place for each of these codes."""
    return count(1, meaning, shape, index_of=index_of)


def count(high: int, meaning: str, shape: Shape = (), *, index_of: type[Code] | None = None) -> Any:
    """Declare a field of int8 from 0 to ``high``. With ``index_of``, it has a place for each of these codes."""
    places = shape if index_of is None or shape else (len(index_of),)
    return replace(_number("i1", low=0, high=high, meaning=meaning, shape=places), index_of=index_of)


def nested(kind: type[Record], shape: Shape = (), meaning: str = "") -> Any:
    """Declare a field that is a record, or with a ``shape`` an array of them."""
    return _Declaration(0, 0, meaning, shape, kind.dtype, kind.FIELDS)


class _Inherited:
    """The place of the fields of the base classes."""


def inherited() -> Any:
    """Declare the place of the fields that the base classes of a record declare."""
    return _Inherited()


def is_shared(kind: Any) -> bool:
    """Whether an annotation is a class whose fields several records share."""
    return isinstance(kind, type) and issubclass(kind, Record) and not hasattr(kind, "dtype")


def _declarations(kind: type[Record]) -> dict[str, _Declaration]:
    """Return the declarations of a class by the names of the fields, those of its base classes in their place."""
    own: dict[str, _Declaration] = {}
    for name, value in vars(kind).items():
        if isinstance(value, _Inherited):
            own |= _declarations(kind.__mro__[1])
        elif isinstance(value, _Declaration):
            own[name] = value
    return own


def _alignment(dtype: np.dtype[Any]) -> int:
    return max((_alignment(part.base) for part, *_ in (dtype.fields or {}).values()), default=dtype.alignment)


def _padded(fields: list[Field]) -> Iterator[tuple[Any, ...]]:
    """Yield the fields as NumPy takes them, with a named field for each gap that alignment leaves."""
    offset, largest = 0, 1
    for field in [*fields, None]:
        alignment = largest if field is None else _alignment(field.dtype)
        gap = -offset % alignment
        if gap:
            yield f"{PADDING}{offset}", "i1", (gap,)
        if field is not None:
            yield field.name, field.dtype, field.shape
            offset += gap + field.dtype.itemsize * int(np.prod(field.shape, dtype=np.int64))
            largest = max(largest, alignment)


def record(kind: type[AnyRecord], **first: Any) -> type[AnyRecord]:
    """Give a class of declarations its ``dtype`` and its ``FIELDS``.

    The dtype has no hidden padding, which copies would leave out: states are compared byte by byte.

    Args:
        kind: the class.
        first: declarations of fields that come before its own, in its base class for type checkers.
    """
    own = _declarations(kind)
    fields = [Field(name, **vars(it)) for name, it in (first | own).items()]
    for name in own.keys() & vars(kind).keys():
        delattr(kind, name)
    packed: np.dtype[Any] = np.dtype(list(_padded(fields)), align=True)
    parts: Any = packed.fields or {}
    assert packed.itemsize == sum(part.itemsize for part, *_ in parts.values()), f"{kind.__name__} has hidden padding"
    kind.dtype = np.dtype((np.record, packed))
    kind.FIELDS = tuple(fields)
    return kind


def block_of(whole: type[Record], kind: type[Record]) -> str:
    """Return the name of the field of a record that is a record of another kind."""
    return next(block.name for block in whole.FIELDS if block.dtype == kind.dtype and not block.shape)


def make_record(name: str, **fields: Any) -> type[Record]:
    """Return a record with these declarations."""
    return record(type(name, (Record,), fields))


def make_tuple(name: str, module: str, annotations: Mapping[str, Any]) -> Any:
    """Return a named tuple with annotations, which ``module`` gets under this name.

    It is pickled by this name. Numba finds kept code by the pickled types of its arguments.
    """
    kind: Any = namedtuple(name, tuple(annotations), module=module)  # type: ignore[misc]
    kind.__annotations__ = dict(annotations)
    vars(sys.modules[module])[name] = kind
    return kind


def rows(count: int, kind: type[AnyRecord]) -> "Rows[AnyRecord]":
    """Return a new array of ``count`` records, all zero."""
    fresh: Any = np.zeros(count, kind.dtype)
    return fresh


def empty_rows(count: int, kind: type[AnyRecord]) -> "Rows[AnyRecord]":
    """Return a new array of ``count`` uninitialised records."""
    fresh: Any = np.empty(count, kind.dtype)
    return fresh


def rows_as(array: Any, kind: type[Record]) -> Any:
    """Return the rows of a contiguous array as records of ``kind``, ``(N,)``, without a copy."""
    return np.asarray(array).view(np.ndarray).reshape(len(array), -1).view(kind.dtype).reshape(len(array))
