"""Records as plain Python objects, on which the rules in plain Python play eight times faster than on NumPy's records.

A mirror has the fields of its record: numbers as ``int`` or ``float``, arrays as lists, records as mirrors.
"""

import struct
from functools import cache
from typing import Any

import numpy as np

from stuka_env.declared.records import Field, Record

CODES = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint64": "Q", "float32": "f", "float64": "d"}


class Mirror:
    """A record as an object. A subclass for each kind of record has a property for each field that is a record."""

    FIELDS: tuple[Field, ...] = ()

    def __init__(self, record: Any) -> None:
        self.load(record)

    def load(self, record: Any) -> None:
        """Take the values of a NumPy record."""
        for field in self.FIELDS:
            name = f"_{field.name}" if is_one_record(field) else field.name
            setattr(self, name, mirrored(field, record[field.name]))

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


class MirrorRows(list[Mirror]):
    """An array of records: a record that is assigned to a row is copied."""

    def __setitem__(self, place: Any, record: Any) -> None:
        self[place].load(record)


def is_one_record(field: Field) -> bool:
    """Whether a field is a record, and not an array of them."""
    return bool(field.fields) and not field.shape


def mirrored(field: Field, value: Any) -> Any:
    """Return the value of a field of a record as plain Python."""
    if not field.fields:
        return value.tolist()
    kind = mirror_kind(field.fields)
    return MirrorRows(map(kind, value)) if field.shape else kind(value)


def nested(name: str) -> property:
    """Return the property of a field that is a record: a record that is assigned is copied."""
    private = f"_{name}"

    def read(self: Any) -> Any:
        return getattr(self, private)

    def write(self: Any, record: Any) -> None:
        getattr(self, private).load(record)

    return property(read, write)


@cache
def mirror_kind(fields: tuple[Field, ...]) -> type[Mirror]:
    """Return the class of the mirrors of records with these fields."""
    properties = {field.name: nested(field.name) for field in fields if is_one_record(field)}
    return type("MirrorOfFields", (Mirror,), {"FIELDS": fields, **properties})


def mirror(kind: type[Record], record: Any = None) -> Any:
    """Return the mirror of a record, or of one that is zero."""
    return mirror_kind(kind.FIELDS)(np.zeros(1, kind.dtype)[0] if record is None else record)


def expressions(fields: tuple[Field, ...], path: str) -> list[str]:
    """Return a Python expression for every number of a mirror; arrays of numbers are starred."""
    found = []
    for field in fields:
        own = f"{path}.{field.name}"
        if not field.fields:
            found.append(f"*{own}" if field.shape else own)
        elif field.shape:
            for place in range(field.shape[0]):
                found += expressions(field.fields, f"{own}[{place}]")
        else:
            found += expressions(field.fields, own)
    return found


def codes_of(fields: tuple[Field, ...]) -> str:
    """Return the format of a record for ``struct``."""
    codes = ""
    for field in fields:
        one = codes_of(field.fields) if field.fields else CODES[field.dtype.name]
        codes += one * int(np.prod(field.shape, dtype=np.int64))
    return codes


class Packer:
    """Writes mirrors of a kind of record as the bytes of the record."""

    def __init__(self, kind: type[Record]) -> None:
        codes = codes_of(kind.FIELDS)
        self.format = struct.Struct(f"@{codes}0{max(codes, key=struct.calcsize)}")  # aligned and padded, as records are
        assert self.format.size == kind.dtype.itemsize
        self.numbers: Any = eval(f"lambda it: ({', '.join(expressions(kind.FIELDS, 'it'))},)")

    def __call__(self, of: Any) -> bytes:
        """Return the bytes of a mirror."""
        numbers = self.numbers(of)
        try:
            return self.format.pack(*numbers)
        except struct.error:  # plain rules may leave a truth value of NumPy, which is no integer
            return self.format.pack(*(bool(number) if isinstance(number, np.bool_) else number for number in numbers))
