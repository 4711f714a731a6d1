"""What has been flown: the results file, and beside it a file of lines that grows while the wars are flown.

A line is written when a chart set has been drawn and when a policy has flown one; a line that was cut off is flown
again. When everything is there, the results file holds it all and the lines go.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.packed import pack_integers, unpack_integers
from agents.evaluation.studies import Settings, check_settings, not_ours, read_held
from stuka_env import files
from stuka_env.reading import MIB, FileError, parse_json, read_bytes

SETTINGS, DRAWN, FLOWN, GROUPS = "settings", "drawn", "flown", "groups"
LARGEST_FILE = 64 * MIB
"""Bytes of the file of lines."""
OURS = "ours"
"""The arm in which our own charts are in force."""


@dataclass
class ArmFlight:
    """What became of one policy's wars under one set of charts, an arm of the study."""

    arm: str
    policy: str
    made_of: str
    """Digest of the learned agent's file; empty for a script."""
    scores: NDArray[np.int64]
    """The official score of each war."""
    destroyed: float
    """Aircraft destroyed in a war."""
    outside: list[str]
    """Of doctrine: which of its figures are outside the calibration's band."""


@dataclass
class Record:
    """Everything flown so far.

    Attributes:
        drawn: for each random set its attempt, the SHA-256 of its charts, and why draws before it were rejected.
        flown: by arm and policy.
        groups: what came of each group's step, once it is told; see :mod:`agents.sensitivity.summary`.
    """

    drawn: dict[str, dict[str, Any]] = field(default_factory=dict)
    flown: dict[tuple[str, str], ArmFlight] = field(default_factory=dict)
    groups: list[dict[str, Any]] = field(default_factory=list)

    def scores(self, arm: str, policy: str) -> NDArray[np.int64]:
        """Of one policy under one set of charts."""
        return self.flown[arm, policy].scores


def as_line(flight: ArmFlight) -> dict[str, Any]:
    """A flight as JSON has it."""
    return vars(flight) | {"scores": pack_integers(flight.scores)}


def from_line(line: Any) -> ArmFlight:
    """Return a flight from JSON.

    Raises:
        ValueError: it is none.
    """
    kinds = {"arm": str, "policy": str, "made_of": str, "scores": str, "destroyed": int | float, "outside": list}
    if not isinstance(line, dict) or set(line) != set(kinds):
        raise ValueError("no flight")
    if not all(isinstance(line[name], kind) for name, kind in kinds.items()) or not _are_words(line["outside"]):
        raise ValueError("no flight")
    return ArmFlight(**{**line, "scores": unpack_integers(line["scores"])})


def _are_words(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


# --- the file of lines ---


def lines_path(path: Path) -> Path:
    """The lines that belong to a results file."""
    return path.with_suffix(".part.jsonl")


def append_line(path: Path, kind: str, content: Any) -> None:
    """Add a line; an incomplete line before it is ended."""
    files.append_line(path, json.dumps({kind: content}))


def read_lines(path: Path) -> list[tuple[str, Any]]:
    """Return kind and content of every whole line; none where there is no file.

    Raises:
        ValueError: the file cannot be read.
    """
    if not path.exists():
        return []
    try:
        lines = read_bytes(path, LARGEST_FILE).decode("utf-8", errors="replace").splitlines()
    except FileError as error:
        raise ValueError(f"{path}: {error}; delete it or choose another --output") from None
    found: list[tuple[str, Any]] = []
    for text in lines:
        with suppress(FileError):
            line = parse_json(text)
            if isinstance(line, dict) and len(line) == 1:
                found += line.items()
    return found


# --- both ---


def read_record(path: Path, settings: Settings) -> Record:
    """What the results file and the lines beside it hold; an empty record where there is neither.

    Raises:
        ValueError: a file was not written by this tool, or flown under other settings; one line says which.
    """
    record = Record()
    if path.exists():
        held = read_held(path)
        check_settings(path, held.get(SETTINGS), settings)
        if not all(isinstance(held.get(name), list) for name in (DRAWN, FLOWN, GROUPS)):
            raise not_ours(path)
        add_lines(record, path, [(kind, content) for kind in (DRAWN, FLOWN) for content in held[kind]])
        record.groups = held[GROUPS]
    lines = read_lines(lines_path(path))
    for _, content in (line for line in lines if line[0] == SETTINGS):
        check_settings(lines_path(path), content, settings)
    add_lines(record, lines_path(path), lines)
    return record


def add_lines(record: Record, path: Path, lines: Sequence[tuple[str, Any]]) -> None:
    """Add what the lines of a file say.

    Raises:
        ValueError: the file has a line of another kind of study.
    """
    for kind, content in lines:
        try:
            add_line(record, kind, content)
        except ValueError:
            raise not_ours(path) from None


def add_line(record: Record, kind: str, content: Any) -> None:
    """Add what a line says of a set or a flight; lines of another kind say nothing.

    Raises:
        ValueError: it is no such line.
    """
    if kind == DRAWN:
        if not isinstance(content, dict) or not isinstance(content.get("arm"), str):
            raise ValueError("no set")
        record.drawn[content["arm"]] = content
    elif kind == FLOWN:
        flight = from_line(content)
        record.flown[flight.arm, flight.policy] = flight


def json_text(contents: dict[str, Any], lists: Sequence[str]) -> str:
    """A results file: a line for every key, and one for every entry of the keys named in ``lists``."""
    parts = []
    for key, value in contents.items():
        entries = ",\n".join(json.dumps(each) for each in value) if key in lists else ""
        parts.append(f"{json.dumps(key)}: " + (f"[\n{entries}\n]" if entries else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"
