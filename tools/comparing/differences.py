"""Differences between two checkouts: first the names, then the first different value of the first different chunk."""

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .checkout import fly
from .plan import Scenario
from .recorder import SHOW, TRACE
from .renames import Renames, unknown_names
from .schema import Schema

NOTE_ONLY = ("order",)
"""Kinds of values that may differ."""
MOST_LINES = 25
LONGEST = 300


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Kinds of values whose digests are not the same."""
    return [stream for stream in old if old[stream] != new.get(stream) and stream not in NOTE_ONLY]


def name_differences(old: Schema, new: Schema, names: Mapping[str, Mapping[str, str]], renames: Renames) -> list[str]:
    """Return one line for each error in the names or in their table."""
    lines = []
    for table, pairs in names.items():
        for which, schema, word in ((0, old, "old"), (1, new, "new")):
            for name in unknown_names(pairs, schema.get(table, {}), which):
                if table != "info" and not (table == "state" and name.startswith("arrays.mats.")):
                    lines.append(f"table of names: [{table}] {name!r} is not in the {word} checkout")
    for table, before in old.items():
        after = {renames.old(table, name): (name, what) for name, what in new.get(table, {}).items()}
        for name in sorted(set(before) - set(after)):
            lines.append(f"{table}: {name!r} is gone; if it has another name, add it to [{table}]")
        for name in sorted(set(after) - set(before)):
            lines.append(f"{table}: {after[name][0]!r} is new; if it had another name, add it to [{table}]")
        for name in sorted(set(after) & set(before)):
            if after[name][1] != before[name]:
                lines.append(f"{table}: {name!r} was {before[name]}, is {after[name][1]}")
    return lines


def one(lines: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return the answer of a run of one scenario."""
    return list(lines)[-1]


class DifferenceReport:
    """Plays one scenario again, twice in each of two ways, to show its first difference.

    Args:
        ways: for each side a checkout, its renames, and whether in plain Python.
    """

    def __init__(self, *ways: tuple[Path, Mapping[str, Mapping[str, str]], bool]) -> None:
        self._ways = ways

    def show(self, scenario: Scenario) -> list[str]:
        """Return the first difference, a line for each value that differs in that step."""
        traces = [one(fly(way[0], [scenario], way[1], way[2], TRACE))["trace"] for way in self._ways]
        traces = [[entry for entry in trace if entry[1] not in NOTE_ONLY] for trace in traces]
        step = first_step(*traces)
        if step is None:
            return ["no difference when played again: something depends on more than seed and actions"]
        shown = [one(fly(way[0], [scenario], way[1], way[2], SHOW, step))["shown"] for way in self._ways]
        shown = [[entry for entry in values if entry[0] not in NOTE_ONLY] for values in shown]
        found = [line for pair in itertools.zip_longest(*shown) for line in compare(*pair)]
        return [f"first difference at step {step}:", *found[:MOST_LINES], *more(len(found))]


def more(count: int) -> list[str]:
    """Return a line about the values that are not shown."""
    return [f"  ... and {count - MOST_LINES} more lines"] if count > MOST_LINES else []


def first_step(old: list[list[Any]], new: list[list[Any]]) -> int | None:
    """Return the step of the first value that differs, or that only one side has."""
    for before, after in itertools.zip_longest(old, new):
        if before != after:
            return min(int(each[0]) for each in (before, after) if each is not None)
    return None


def compare(old: list[Any] | None, new: list[Any] | None) -> Iterator[str]:
    """Lines for two values in the same place of the two runs."""
    if old is None or new is None:
        side, there = ("new", new) if old is None else ("old", old)
        assert there is not None
        yield f"  {there[0]} {there[1]}: in the {side} checkout only: {short(there[2])}"
    elif old[:2] != new[:2]:
        yield f"  {old[0]} {old[1]}: the new checkout has {new[0]} {new[1]} in its place"
    else:
        yield from unlike(f"  {old[0]} {old[1]}", old[2], new[2])


def unlike(path: str, old: Any, new: Any) -> Iterator[str]:
    """Lines for the parts of two values that are not the same."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from unlike(f"{path}.{key}", old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from unlike(f"{path}[{place}]", before, after)
    elif old != new and not (old is None and new is None):
        yield f"{path}: old {short(old)}, new {short(new)}"


def short(value: Any) -> str:
    """Return a value on one short line."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
