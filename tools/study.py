"""Table of a long study, made and written part by part.

A part that the file contains is not made again, even if the runs that it came from are gone.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from agents.training.trainer import Stopped
from stuka_env.command_line import Interrupted, status_of
from stuka_env.files import write_whole
from stuka_env.reading import MIB, read_json

STUDY_FORMAT = 1
LARGEST_RESULTS = 64 * MIB
"""Largest size of a study's file in bytes."""
Rows = list[list[str]]
Curve = dict[str, list[float]]
"""Columns of a learning curve by name, all of the same length."""


Parts = dict[str, dict[str, Any]]
"""Parts of a study by name, as they are in its file."""


class PartContents(NamedTuple):
    """Results of one part."""

    rows: Rows
    curve: Curve | None = None
    curve_seeds: int = 0
    """Number of trainings in the curve."""


class StudyPart(NamedTuple):
    """Rows of the table that are made together."""

    name: str
    made_from: Any
    """Everything that the rows depend on, as JSON values. Rows in the file count only if this is the same."""
    make: Callable[[], PartContents] | None
    """Function that makes the part, or None to show it only if the file contains it."""
    is_remade: bool = False
    """Whether the part is made although the file contains it."""


def read_parts(path: Path) -> Parts:
    """Return ``made_from``, ``rows``, ``curve`` and ``curve_seeds`` of the parts in a file, by name.

    There are no parts if there is no file. The curve is None if the file contains none.

    Raises:
        ValueError: the file is not one of a study.
    """
    try:
        parts = read_json(path, LARGEST_RESULTS)["parts"] if path.exists() else {}
        return {
            name: {
                "made_from": part["made_from"],
                "rows": part["rows"],
                "curve": part.get("curve"),
                "curve_seeds": int(part.get("curve_seeds", 0)),
            }
            for name, part in parts.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(
            f"{path}: not written by this version of this tool; delete it or choose another --output"
        ) from None


def make_table(path: Path, parts: list[StudyPart], section: Callable[[Parts], dict[str, Any]]) -> None:
    """Make the missing parts in the order of the table, and write the file after each of them.

    Args:
        path: the file.
        parts: all parts of the study.
        section: returns the section of docs/results.md for the parts that exist.

    Raises:
        ValueError: ``path`` is another file or its folder is missing, or rows that cannot be made now would be lost.
    """
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}; make it or choose another --output")
    in_file, by_name = read_parts(path), {part.name: part for part in parts}
    done = {
        name: contents
        for name, contents in in_file.items()
        if name in by_name and contents["made_from"] == by_name[name].made_from
    }
    for part in parts:
        if part.make is None and part.name in in_file and part.name not in done:
            raise ValueError(
                f"{path}: {part.name} was made from something else; make it too or choose another --output"
            )

    def write() -> None:
        ordered = {name: done[name] for name in by_name if name in done}
        own_section = section(ordered)
        write_whole(
            path, json.dumps({"format": STUDY_FORMAT, "section": own_section, "parts": ordered}, indent=1) + "\n"
        )

    for part in parts:
        if part.make is not None and (part.is_remade or part.name not in done):
            done[part.name] = {"made_from": part.made_from, **part.make()._asdict()}
            write()
    write()


def study_status(program: str, work: Callable[[], None]) -> int:
    """Run a study that the same command continues after an interrupt. Return the exit status."""

    def run() -> int:
        try:
            work()
        except (Stopped, KeyboardInterrupt):
            raise Interrupted("the same command goes on") from None
        return 0

    return status_of(program, run)
