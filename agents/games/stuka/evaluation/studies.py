"""Files of long studies: the figures of every war by arm, written after every part, so that no war is flown twice.

An arm is one of the alternatives that a study compares, such as a forbidden verb.
"""

import json
from pathlib import Path
from typing import Any

from agents.evaluation.packed import pack_integers, unpack_integers
from stuka_env import __version__
from stuka_env.files import write_whole
from stuka_env.games.stuka.charts import load_charts
from stuka_env.quoting import quoted
from stuka_env.reading import MIB, FileError, read_json

ArmFigures = dict[str, list[int]]
"""Figures of one arm's wars, in the order of the wars."""
Settings = dict[str, Any]
LARGEST_STUDY = 64 * MIB
"""Limit of the bytes of a study's file."""


def study_settings(form: int, **own: Any) -> Settings:
    """Return the settings that all figures of one file have in common.

    Args:
        form: version of the study's file.
        own: the study's own settings.
    """
    return {
        "format": form,
        "version": __version__,
        "what": "Stuka/Operation-v0 barbarossa regular",
        **own,
        "charts_sha256": load_charts().sha256,
    }


def wars_in(figures: ArmFigures) -> int:
    """Return the number of wars with figures."""
    return len(figures.get("score", []))


def read_study(path: Path, settings: Settings) -> dict[str, ArmFigures]:
    """Read the wars of a file, by arm; return none if there is no file.

    Raises:
        ValueError: :func:`write_study` did not write the file, or its wars were flown under other settings.
    """
    if not path.exists():
        return {}
    held = read_held(path)
    check_settings(path, held.get("settings"), settings)
    try:
        return {arm: _unpack(figures) for arm, figures in held["flown"].items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise not_ours(path) from None


def read_held(path: Path) -> dict[str, Any]:
    """Read the JSON object of a study's file.

    Raises:
        ValueError: the file cannot be read, or is no JSON object.
    """
    try:
        held = read_json(path, LARGEST_STUDY)
    except FileError as error:
        raise ValueError(f"{path}: {error}; delete it or choose another --output") from None
    if not isinstance(held, dict):
        raise not_ours(path)
    return held


def check_settings(path: Path, written: object, settings: Settings) -> None:
    """Refuse a file whose wars were flown under other settings.

    Raises:
        ValueError: a setting differs; the message names all of them.
    """
    if not isinstance(written, dict):
        raise not_ours(path)
    differences = [
        f"{key} {quoted(written.get(key))} instead of {quoted(settings[key])}"
        for key in settings
        if written.get(key) != settings[key]
    ]
    if differences:
        raise ValueError(f"{path}: flown with {', '.join(differences)}; delete it or choose another --output")


def not_ours(path: Path) -> ValueError:
    """Return the refusal of a file that another program wrote."""
    return ValueError(f"{path}: not written by this tool; delete it or choose another --output")


def _unpack(figures: dict[str, str]) -> ArmFigures:
    return {figure: unpack_integers(packed).tolist() for figure, packed in figures.items()}


def _pack(figures: ArmFigures) -> dict[str, str]:
    return {figure: pack_integers(wars) for figure, wars in figures.items()}


def write_study(path: Path, flown: dict[str, ArmFigures], settings: Settings, **more: Any) -> None:
    """Write a study's file: a line for each key, and one for the packed wars of each arm."""
    held = {"settings": settings, **more}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in held.items()]
    wars = [f"{json.dumps(arm)}: {json.dumps(_pack(figures))}" for arm, figures in flown.items()]
    lines.append('"flown": {\n' + ",\n".join(wars) + "\n}")
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")
