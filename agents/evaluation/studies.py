"""Files of long studies: figures of every war, by arm, written after every part, so that no war is flown twice.

An arm is what a study compares: a budget of the planner, a verb that is forbidden.
"""

import json
from pathlib import Path
from typing import Any

from stuka_env import __version__
from stuka_env.charts import load_charts
from stuka_env.files import write_whole

ArmFigures = dict[str, list[int]]
"""Figures of one arm's wars, in their order."""
Settings = dict[str, Any]


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
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        was, flown = held["settings"], held["flown"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path}: not written by this tool; delete it or choose another --output") from None
    other = [f"{key} {was.get(key)} instead of {settings[key]}" for key in settings if was.get(key) != settings[key]]
    if other:
        raise ValueError(f"{path}: flown with {', '.join(other)}; delete it or choose another --output")
    found: dict[str, ArmFigures] = flown
    return found


def write_study(path: Path, flown: dict[str, ArmFigures], settings: Settings, **more: Any) -> None:
    """Write a file, whole; a line for every key, and one for the wars of every arm."""
    held = {"settings": settings, **more}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in held.items()]
    wars = [f"{json.dumps(arm)}: {json.dumps(figures)}" for arm, figures in flown.items()]
    lines.append('"flown": {\n' + ",\n".join(wars) + "\n}")
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")
