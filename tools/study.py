"""A long study: its table, part by part, and how it ends.

What the file of a study holds is not made again, whatever has become of the runs that it came from.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from agents.training.trainer import Stopped
from stuka_env.cli import Interrupted, status_of
from stuka_env.files import write_whole
from stuka_env.reading import MIB, read_json

FORMAT = 1
LARGEST_FILE = 64 * MIB
"""Bytes of a study's file."""
Rows = list[list[str]]


class Part(NamedTuple):
    """Some rows of the table, which are made together."""

    name: str
    made_from: Any
    """All that they depend on, as JSON has it: what the file holds counts only if it was made from the same."""
    make: Callable[[], Rows] | None
    """Makes them; None if they are not asked for, and shown only if the file has them."""


def held_rows(path: Path) -> dict[str, dict[str, Any]]:
    """What a study's file holds, ``made_from`` and ``rows`` by the name of the part; nothing where there is no file.

    Raises:
        ValueError: it is some other file.
    """
    try:
        parts = read_json(path, LARGEST_FILE)["parts"] if path.exists() else {}
        return {name: {"made_from": part["made_from"], "rows": part["rows"]} for name, part in parts.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(
            f"{path}: not written by this version of this tool; delete it or choose another --output"
        ) from None


def make_table(path: Path, parts: list[Part], section: Callable[[Rows], dict[str, Any]]) -> None:
    """Make what is missing, in the order of the table, and write the file after each part.

    Args:
        path: the file.
        parts: all there can be.
        section: what docs/results.md shows of the rows that there are.

    Raises:
        ValueError: ``path`` is some other file or in no folder, or what is not asked for would be lost.
    """
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}; make it or choose another --output")
    held, asked = held_rows(path), {part.name: part for part in parts}
    known = {name: has for name, has in held.items() if name in asked and has["made_from"] == asked[name].made_from}
    for part in parts:
        if part.make is None and part.name in held and part.name not in known:
            raise ValueError(
                f"{path}: {part.name} was made from something else; make it too or choose another --output"
            )

    def write() -> None:
        there = {name: known[name] for name in asked if name in known}
        shown = section([row for part in there.values() for row in part["rows"]])
        write_whole(path, json.dumps({"format": FORMAT, "section": shown, "parts": there}, indent=1) + "\n")

    for part in parts:
        if part.name not in known and part.make is not None:
            known[part.name] = {"made_from": part.made_from, "rows": part.make()}
            write()
    write()


def study_status(program: str, work: Callable[[], None]) -> int:
    """Do a study that goes on where it was stopped; the exit status."""

    def to_its_end() -> int:
        try:
            work()
        except (Stopped, KeyboardInterrupt):
            raise Interrupted("the same command goes on") from None
        return 0

    return status_of(program, to_its_end)
