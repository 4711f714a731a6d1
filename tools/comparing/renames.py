"""The table of names: what is called differently after the move.

Everything is compared under its old name, so that kept digests of the old checkout stay good while the table grows: the
old checkout is read as it is, and in the new one every name is taken back to the old one.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TABLES = ("mat", "observation", "journal", "chart", "info", "state")
STATE_OF_MATS = "arrays.mats"
"""Place of the mat in a saved state; the table of the mat applies below it."""


class NamesError(ValueError):
    """The table of names cannot be used; the message gives the reason in one line."""


@dataclass
class Renames:
    """New names to old ones, for each table; empty for the old checkout itself."""

    tables: dict[str, dict[str, str]] = field(default_factory=dict)
    _known: dict[tuple[str, str], str] = field(default_factory=dict)

    def old(self, table: str, name: str) -> str:
        """Return the old name of ``name``: that of the longest path in the table that contains it."""
        found = self._known.get((table, name))
        if found is None:
            found = self._known[table, name] = self._old_state(name) if table == "state" else self._look(table, name)
        return found

    def _look(self, table: str, name: str) -> str:
        names = self.tables.get(table, {})
        head, tail = name, ""
        while head:
            if head in names:
                return names[head] + tail
            head, _, last = head.rpartition(".")
            tail = f".{last}{tail}"
        return name

    def _old_state(self, name: str) -> str:
        found = self._look("state", name)
        before, dot, path = found.partition(f"{STATE_OF_MATS}.")
        if found == name and dot and not before:
            return before + dot + self._look("mat", path)
        return found


def read_names(path: Path) -> dict[str, dict[str, str]]:
    """Return the committed table, old name to new name.

    Raises:
        NamesError: it cannot be read, or a table or name in it cannot be.
    """
    try:
        read: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise NamesError(f"{path}: {error}") from None
    for table, names in read.items():
        if table not in TABLES or not isinstance(names, Mapping):
            raise NamesError(f"{path}: got {table!r}, allowed are the tables {', '.join(TABLES)}")
        for old, new in names.items():
            if not isinstance(new, str):
                raise NamesError(f'{path}: [{table}] {old}: got {new!r}, allowed is a name; write "{old}.…" in quotes')
        twice = {new for new in names.values() if list(names.values()).count(new) > 1}
        if twice:
            raise NamesError(f"{path}: [{table}] two names become {sorted(twice)[0]!r}")
    return read


def inverse(names: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return the table with new names as keys and old names as values."""
    return {table: {new: old for old, new in pairs.items()} for table, pairs in names.items()}


def unknown_names(names: Mapping[str, str], schema: Iterable[str], which: int) -> list[str]:
    """Names of a table that a checkout does not have: old ones for ``which`` 0, new ones for 1."""
    present = list(schema)
    wanted = [pair[which] for pair in names.items()]
    return [name for name in wanted if not any(each == name or each.startswith(f"{name}.") for each in present)]
