"""Files with the figures of wars that a study has flown: an interrupted study goes on where it was.

A file has the settings that its wars were flown under, whatever else the study wants to say, and under ``flown`` the
figures of every war, by arm of the study.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from agents.evaluation.flying import Flown
from agents.planner.policy import SCRIPT
from stuka_env import __version__
from stuka_env.charts import load_charts
from stuka_env.files import write_whole

FORMAT = 1
SEED = 0
"""Seed of the frozen wars that studies fly."""

Wars = dict[str, list[int]]
"""Figures of one arm's wars, in their order."""


def settings(**more: Any) -> dict[str, Any]:
    """What wars must have in common to be put into one file; ``more`` is what the study adds."""
    return {
        "format": FORMAT,
        "version": __version__,
        "what": "Stuka/Operation-v0 barbarossa regular",
        "script": SCRIPT,
        **more,
        "seed": SEED,
        "charts_sha256": load_charts().sha256,
    }


def flown_in(wars: Wars) -> int:
    """How many wars there are figures of."""
    return len(wars.get("score", []))


def add(wars: Wars, flown: Flown, figures: Iterable[str]) -> None:
    """Add what was flown; all of it has come to its end."""
    assert flown.finished.all()
    for figure in figures:
        wars.setdefault(figure, []).extend(flown.results[figure].tolist())


def read(path: Path, now: Mapping[str, Any]) -> dict[str, Wars]:
    """The wars that a file holds, by arm; none where there is no file.

    Raises:
        ValueError: no such file as a study writes, or flown under other settings; one line says which.
    """
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        was, flown = held["settings"], held["flown"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path}: not written by this tool; delete it or choose another --output") from None
    other = [f"{key} {was.get(key)} instead of {now[key]}" for key in now if was.get(key) != now[key]]
    if other:
        raise ValueError(f"{path}: flown with {', '.join(other)}; delete it or choose another --output")
    found: dict[str, Wars] = flown
    return found


def write(path: Path, now: Mapping[str, Any], flown: Mapping[str, Wars], **more: Any) -> None:
    """Write a file, whole; a line for every key, and one for the wars of every arm."""
    held = {"settings": now, **more}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in held.items()]
    wars = [f"{json.dumps(arm)}: {json.dumps(figures)}" for arm, figures in flown.items()]
    lines.append('"flown": {\n' + ",\n".join(wars) + "\n}")
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")
