"""Files of long studies: their reading, and the settings that all figures of one file share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from stuka_env import __version__
from stuka_env.games.stuka.charts import load_charts
from stuka_env.io.command_line import Interrupted, status_of
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import MIB, FileError, read_json

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


def study_status(program: str, work: Callable[[], None]) -> int:
    """Run a study that the same command continues after an interrupt. Return the exit status."""

    def run() -> int:
        try:
            work()
        except KeyboardInterrupt:
            raise Interrupted("the same command goes on") from None
        return 0

    return status_of(program, run)
