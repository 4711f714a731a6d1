"""What has been flown: the results file, and beside it a file of lines that grows while the wars are flown.

A line is written when a chart set has been drawn and when a policy has flown one; a line that was cut off is flown
again. When everything is there, the results file holds it all and the lines go.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.studies import Settings

SETTINGS, DRAWN, FLOWN, GROUPS = "settings", "drawn", "flown", "groups"
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


def pack(scores: NDArray[np.int64]) -> str:
    """Scores as a short text: 16 bits each, little-endian, zlib, base64."""
    return base64.b64encode(zlib.compress(scores.astype("<i2").tobytes(), 9)).decode()


def unpack(text: str) -> NDArray[np.int64]:
    """The scores again.

    Raises:
        ValueError: no such text.
    """
    try:
        return np.frombuffer(zlib.decompress(base64.b64decode(text, validate=True)), "<i2").astype(np.int64)
    except zlib.error as error:
        raise ValueError(str(error)) from None


def as_line(flight: ArmFlight) -> dict[str, Any]:
    """A flight as JSON has it."""
    return vars(flight) | {"scores": pack(flight.scores)}


def from_line(line: dict[str, Any]) -> ArmFlight:
    """A flight from JSON."""
    return ArmFlight(**{**line, "scores": unpack(line["scores"])})


# --- the file of lines ---


def lines_path(path: Path) -> Path:
    """The lines that belong to a results file."""
    return path.with_suffix(".part.jsonl")


def append_line(path: Path, kind: str, content: Any) -> None:
    """Add a line; the first line of a file is preceded by nothing, a cut line before it is ended."""
    with path.open("ab+") as file:
        whole = file.tell() == 0
        if not whole:
            file.seek(-1, 2)
            whole = file.read(1) == b"\n"
        file.write((b"" if whole else b"\n") + json.dumps({kind: content}).encode() + b"\n")


def read_lines(path: Path) -> list[tuple[str, Any]]:
    """Kind and content of every whole line; none where there is no file."""
    if not path.exists():
        return []
    found = []
    for text in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            ((kind, content),) = json.loads(text).items()
        except (ValueError, AttributeError):
            continue
        found.append((kind, content))
    return found


# --- both ---


def check_settings(path: Path, was: object, settings: Settings) -> None:
    """Refuse what was flown otherwise.

    Raises:
        ValueError: one line says what differs.
    """
    if not isinstance(was, dict):
        raise ValueError(f"{path}: not written by this tool; delete it or choose another --output")
    other = [f"{key} {was.get(key)} instead of {settings[key]}" for key in settings if was.get(key) != settings[key]]
    if other:
        raise ValueError(f"{path}: flown with {', '.join(other)}; delete it or choose another --output")


def read_record(path: Path, settings: Settings) -> Record:
    """What the results file and the lines beside it hold; an empty record where there is neither.

    Raises:
        ValueError: a file was not written by this tool, or flown under other settings; one line says which.
    """
    record, lines = Record(), read_lines(lines_path(path))
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        check_settings(path, held[SETTINGS], settings)
        lines = [(DRAWN, each) for each in held[DRAWN]] + [(FLOWN, each) for each in held[FLOWN]] + lines
        record.groups = held[GROUPS]
    except FileNotFoundError:
        pass
    except (KeyError, TypeError, json.JSONDecodeError):
        raise ValueError(f"{path}: not written by this tool; delete it or choose another --output") from None
    for kind, content in lines:
        if kind == SETTINGS:
            check_settings(lines_path(path), content, settings)
        elif kind == DRAWN:
            record.drawn[content["arm"]] = content
        elif kind == FLOWN:
            flight = from_line(content)
            record.flown[flight.arm, flight.policy] = flight
    return record


def json_text(contents: dict[str, Any], lists: Sequence[str]) -> str:
    """A results file: a line for every key, and one for every entry of the keys named in ``lists``."""
    parts = []
    for key, value in contents.items():
        entries = ",\n".join(json.dumps(each) for each in value) if key in lists else ""
        parts.append(f"{json.dumps(key)}: " + (f"[\n{entries}\n]" if entries else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"
