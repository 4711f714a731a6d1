"""Files of long studies: figures of every war, by arm, written after every part, so that no war is flown twice.

An arm is what a study compares: a budget of the planner, a verb that is forbidden.
"""

import json
from pathlib import Path
from typing import Any

from stuka_env import __version__
from stuka_env.charts import load_charts
from stuka_env.files import write_whole
from stuka_env.quoting import quoted
from stuka_env.reading import MIB, FileError, read_json

ArmFigures = dict[str, list[int]]
"""Figures of one arm's wars, in their order."""
Settings = dict[str, Any]
LARGEST_FILE = 64 * MIB
"""Bytes of a study's file."""


def study_settings(form: int, **own: Any) -> Settings:
    """What figures must have in common to be put into one file.

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
    """How many wars there are figures of."""
    return len(figures.get("score", []))


def read_study(path: Path, settings: Settings) -> dict[str, ArmFigures]:
    """The wars that a file holds, by arm; none where there is no file.

    Raises:
        ValueError: no such file as :func:`write_study` writes, or flown under other settings; one line says which.
    """
    if not path.exists():
        return {}
    held = read_held(path)
    check_settings(path, held.get("settings"), settings)
    flown = held.get("flown")
    if not isinstance(flown, dict) or not all(map(_are_figures, flown.values())):
        raise not_ours(path)
    return flown


def read_held(path: Path) -> dict[str, Any]:
    """Return the JSON object that the file of a study holds.

    Raises:
        ValueError: the file cannot be read, or holds something else.
    """
    try:
        held = read_json(path, LARGEST_FILE)
    except FileError as error:
        raise ValueError(f"{path}: {error}; delete it or choose another --output") from None
    if not isinstance(held, dict):
        raise not_ours(path)
    return held


def check_settings(path: Path, was: object, settings: Settings) -> None:
    """Refuse what was flown otherwise.

    Raises:
        ValueError: one line says what differs.
    """
    if not isinstance(was, dict):
        raise not_ours(path)
    other = [
        f"{key} {quoted(was.get(key))} instead of {quoted(settings[key])}"
        for key in settings
        if was.get(key) != settings[key]
    ]
    if other:
        raise ValueError(f"{path}: flown with {', '.join(other)}; delete it or choose another --output")


def not_ours(path: Path) -> ValueError:
    """Return the refusal of a file that another program wrote."""
    return ValueError(f"{path}: not written by this tool; delete it or choose another --output")


def _are_figures(figures: object) -> bool:
    return isinstance(figures, dict) and all(
        isinstance(wars, list) and all(type(figure) is int for figure in wars) for wars in figures.values()
    )


def write_study(path: Path, flown: dict[str, ArmFigures], settings: Settings, **more: Any) -> None:
    """Write a file, whole; a line for every key, and one for the wars of every arm."""
    held = {"settings": settings, **more}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in held.items()]
    wars = [f"{json.dumps(arm)}: {json.dumps(figures)}" for arm, figures in flown.items()]
    lines.append('"flown": {\n' + ",\n".join(wars) + "\n}")
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")
