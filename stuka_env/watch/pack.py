"""Packing of the page's data: each text once, and sheets as their changes from frame to frame.

A packed value is a number that is not negative, or a reference. A reference is a negative number: -1 is the first of
the shared values, -2 the second. A shared value is a text, a number, None, or a list: the number of a kind of record,
then its fields without those at the end that have their default values. Kind 0 is a plain list.
"""

import base64
import json
import zlib
from collections.abc import Iterator
from enum import Enum
from typing import Any

from stuka_env.declared.sheet import Sheet, drawn_fields

DEEP, MANY_CHANGES = 5, 3
"""Depth of a record or a list, and number of its changes, from which it is stored as a whole if half of it changes."""


def packed(data: Any) -> str:
    """Return JSON, deflated, as text that can stand in an element of a page."""
    return base64.b64encode(
        zlib.compress(json.dumps(data, separators=(",", ":"), allow_nan=False).encode(), 9)
    ).decode()


class Texts:
    """Numbered texts, each stored once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> list[str]:
        """Return all texts in the order of their numbers."""
        return list(self.numbers)


class SheetPacker:
    """Sheets of a page, whose equal parts are stored once."""

    def __init__(self) -> None:
        self._references: dict[Any, int] = {}
        self._shared: list[Any] = []
        self._kinds: dict[type, int] = {tuple: 0}

    def constants(self) -> dict[str, Any]:
        """Return the kinds of records, each with its name and its fields with default values; and the shared values."""
        kinds: list[Any] = [["list", {}]]
        for kind in list(self._kinds)[1:]:
            fields: Any = kind
            defaults = {name: plain(fields._field_defaults.get(name)) for name in drawn_fields(kind)}
            kinds.append([kind.__name__.lower(), defaults])
        return {"kinds": kinds, "shared": self._shared}

    def changes(self, before: Sheet | None, after: Sheet) -> list[int]:
        """Return the changes of a sheet: path, packed value, path, packed value ... The path of a whole sheet is ""."""
        pairs = self._changes(before, after, ())
        return [
            number for path, value in pairs for number in (self._share(".".join(map(str, path))), self._pack(value))
        ]

    def _changes(self, before: Any, after: Any, path: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Yield the places that have changed with their new values."""
        if before == after:
            return
        if type(before) is not type(after) or not isinstance(after, tuple) or len(before) != len(after):
            yield path, after
            return
        size = len(drawn_fields(type(after))) or len(after)
        places = [place for place, part in enumerate(after[:size]) if part != before[place]]
        if len(path) >= DEEP and len(places) >= MANY_CHANGES and 2 * len(places) > size:
            yield path, after
            return
        for place in places:
            yield from self._changes(before[place], after[place], (*path, place))

    def _pack(self, value: Any) -> int:
        if isinstance(value, int) and value >= 0:
            return int(value)
        key = (type(value), value)
        if key not in self._references:
            self._references[key] = self._add(self._listed(value) if isinstance(value, tuple) else plain(value))
        return self._references[key]

    def _share(self, value: Any) -> int:
        return self._pack(value)

    def _listed(self, value: tuple[Any, ...]) -> list[int]:
        """Return the kind and the packed fields of a record, without default values at its end."""
        kind = type(value)
        names, defaults = drawn_fields(kind), getattr(kind, "_field_defaults", {})
        fields = list(value[: len(names) or len(value)])
        for name in reversed(names):
            if name not in defaults or fields[-1] != defaults[name]:
                break
            fields.pop()
        return [self._kinds.setdefault(kind, len(self._kinds)), *map(self._pack, fields)]

    def _add(self, value: Any) -> int:
        self._shared.append(value)
        return -len(self._shared)


def plain(value: Any) -> Any:
    """Return a value of a field as JSON has it: members of enums by their values."""
    return value.value if isinstance(value, Enum) else value
