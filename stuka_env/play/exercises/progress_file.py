"""The answers to exercises in a file, so that another sitting goes on where the last one ended."""

import json
import os
from pathlib import Path
from typing import Any

from stuka_env.io.files import write_whole
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import FileError, read_json
from stuka_env.play.exercises.practice import Progress, key_of
from stuka_env.play.war_file import SaveError, checksum
from stuka_env.position.exercises import ExerciseSet
from stuka_env.version import __version__

PROGRESS_FORMAT = "stuka-exercises 1"
"""First entry of the file."""
LARGEST_PROGRESS = 1 << 20
"""Bytes of the file."""
PROGRESS_KEYS = ("format", "version", "exercises", "theme", "shuffle", "answers", "checksum")
"""All entries of the file."""


def save_progress(progress: Progress, exercises: ExerciseSet, path: Path) -> Path:
    """Write the answers to a file; a failure leaves the old file untouched.

    Args:
        progress: the selection and the answers.
        exercises: all exercises.
        path: the file.

    Raises:
        OSError: it cannot be written; what was there before still is.
    """
    contents = {
        "format": PROGRESS_FORMAT,
        "version": __version__,
        "exercises": exercises.positions_sha256,
        "theme": progress.theme,
        "shuffle": progress.shuffle,
        "answers": progress.answers,
    }
    return write_whole(path, json.dumps(contents | {"checksum": checksum(contents)}, separators=(",", ":")) + "\n")


def load_progress(path: Path, exercises: ExerciseSet) -> Progress:
    """Return the answers in a file; none if there is no file.

    Args:
        path: the file.
        exercises: all exercises.

    Raises:
        SaveError: the file cannot be used; the message gives the reason in one line.
    """
    if not path.exists():
        return Progress()
    try:
        contents = read_json(path, LARGEST_PROGRESS)
        _check(contents, exercises)
    except (FileError, SaveError) as error:
        raise SaveError(f"{os.fspath(path)!r}: no answers to exercises: {error}") from None
    return Progress(contents["theme"], contents["shuffle"], contents["answers"])


def _check(contents: Any, exercises: ExerciseSet) -> None:
    """Refuse what is not a file of answers to these exercises."""
    if not isinstance(contents, dict) or contents.get("format") != PROGRESS_FORMAT:
        raise SaveError("another format")
    if contents.get("checksum") != checksum(contents):
        raise SaveError("the checksum does not fit the contents: it was changed or damaged")
    if set(contents) != set(PROGRESS_KEYS):
        raise SaveError(f"got the entries {quoted(sorted(contents))}, expected {', '.join(PROGRESS_KEYS)}")
    if contents["exercises"] != exercises.positions_sha256:
        raise SaveError(f"it answers the exercises of version {quoted(contents['version'])}, keep it with --save FILE")
    shuffle, answers = contents["shuffle"], contents["answers"]
    allowed = {key_of(one): {choice.action for choice in one.choices} for one in exercises.exercises}
    fits = isinstance(answers, dict) and all(
        type(action) is int and action in allowed.get(name, ()) for name, action in answers.items()
    )
    if contents["theme"] not in ("", *exercises.themes) or not (shuffle is None or type(shuffle) is int) or not fits:
        raise SaveError("an entry does not fit the exercises")
