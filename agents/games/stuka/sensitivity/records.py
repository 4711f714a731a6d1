"""The record of a study: a results file, and beside it a file of lines that grows during the study.

A line is appended for each chart set drawn and for each finished flight. An incomplete line is ignored, so that its
flight is repeated. When the study is complete, the results file contains everything and the file of lines is deleted.
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
from agents.games.stuka.evaluation.studies import Settings, check_settings, not_ours, read_held
from stuka_env import files
from stuka_env.reading import MIB, FileError, parse_json, read_bytes

SETTINGS, DRAWN, FLOWN, GROUPS = "settings", "drawn", "flown", "groups"
LARGEST_RECORD = 64 * MIB
"""Bytes of the file of lines."""
OURS = "ours"
"""The arm in which our own charts are in force."""


@dataclass
class ArmFlight:
    """The results of one policy's wars under one set of charts, an arm of the study."""

    arm: str
    policy: str
    made_of: str
    """Digest of the learned agent's file; empty for a script."""
    scores: NDArray[np.int64]
    """The official score of each war."""
    destroyed: float
    """Mean number of aircraft destroyed in a war."""
    outside: list[str]
    """Names of doctrine's figures that are outside the calibration's band; empty for other policies."""


@dataclass
class StudyRecord:
    """All draws and flights of a study so far.

    Attributes:
        drawn: the line of each random set, by arm (:func:`agents.games.stuka.sensitivity.study.drawn_line`).
        flown: the flights, by arm and policy.
        groups: the summary of each group's step (:func:`agents.games.stuka.sensitivity.summary.group_line`).
    """

    drawn: dict[str, dict[str, Any]] = field(default_factory=dict)
    flown: dict[tuple[str, str], ArmFlight] = field(default_factory=dict)
    groups: list[dict[str, Any]] = field(default_factory=list)

    def scores(self, arm: str, policy: str) -> NDArray[np.int64]:
        """Return the scores of one policy under one set of charts."""
        return self.flown[arm, policy].scores


def as_line(flight: ArmFlight) -> dict[str, Any]:
    """Return a flight as a JSON object."""
    return vars(flight) | {"scores": pack_integers(flight.scores)}


def from_line(line: Any) -> ArmFlight:
    """Return the flight of a JSON object.

    Raises:
        ValueError: the object is not a flight.
    """
    kinds = {"arm": str, "policy": str, "made_of": str, "scores": str, "destroyed": int | float, "outside": list}
    if not isinstance(line, dict) or set(line) != set(kinds):
        raise ValueError("not a flight")
    if not all(isinstance(line[name], kind) for name, kind in kinds.items()) or not _are_words(line["outside"]):
        raise ValueError("not a flight")
    return ArmFlight(**{**line, "scores": unpack_integers(line["scores"])})


def _are_words(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


# --- the file of lines ---


def lines_path(path: Path) -> Path:
    """Return the path of the file of lines that belongs to a results file."""
    return path.with_suffix(".part.jsonl")


def append_line(path: Path, kind: str, content: Any) -> None:
    """Append a line, after the end of an incomplete one."""
    files.append_line(path, json.dumps({kind: content}))


def read_lines(path: Path) -> list[tuple[str, Any]]:
    """Return kind and content of every complete line; an empty list if there is no file.

    Raises:
        ValueError: the file cannot be read.
    """
    if not path.exists():
        return []
    try:
        lines = read_bytes(path, LARGEST_RECORD).decode("utf-8", errors="replace").splitlines()
    except FileError as error:
        raise ValueError(f"{path}: {error}; delete it or choose another --output") from None
    contents: list[tuple[str, Any]] = []
    for text in lines:
        with suppress(FileError):
            line = parse_json(text)
            if isinstance(line, dict) and len(line) == 1:
                contents += line.items()
    return contents


# --- both files ---


def read_record(path: Path, settings: Settings) -> StudyRecord:
    """Return the contents of the results file and of the file of lines; an empty record if there is neither.

    Raises:
        ValueError: a file was not written by this tool, or under other settings.
    """
    record = StudyRecord()
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


def add_lines(record: StudyRecord, path: Path, lines: Sequence[tuple[str, Any]]) -> None:
    """Add the lines of a file to a record.

    Raises:
        ValueError: the file has a line of another kind of study.
    """
    for kind, content in lines:
        try:
            add_line(record, kind, content)
        except ValueError:
            raise not_ours(path) from None


def add_line(record: StudyRecord, kind: str, content: Any) -> None:
    """Add the set or the flight of a line to a record; lines of another kind are ignored.

    Raises:
        ValueError: the content does not fit its kind.
    """
    if kind == DRAWN:
        if not isinstance(content, dict) or not isinstance(content.get("arm"), str):
            raise ValueError("not a chart set")
        record.drawn[content["arm"]] = content
    elif kind == FLOWN:
        flight = from_line(content)
        record.flown[flight.arm, flight.policy] = flight


def json_text(contents: dict[str, Any], lists: Sequence[str]) -> str:
    """Return the text of a results file: a line for every key, and one for every entry of the keys in ``lists``."""
    parts = []
    for key, value in contents.items():
        entries = ",\n".join(json.dumps(each) for each in value) if key in lists else ""
        parts.append(f"{json.dumps(key)}: " + (f"[\n{entries}\n]" if entries else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"
