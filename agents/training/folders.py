"""The folder of a run: its configuration and a folder for each seed."""

import tempfile
from pathlib import Path

from agents.training.config import Config
from agents.training.reading import ConfigError, read_config
from stuka_env.files import write_whole

CONFIG, RESULT = "config.yaml", "result.json"


def seed_folder(run: Path, seed: int) -> Path:
    """Where one seed's training is."""
    return run / f"seed-{seed}"


def finished(run: Path, seed: int) -> bool:
    """Whether a seed's training has been flown to its end."""
    return (seed_folder(run, seed) / RESULT).is_file()


def free_name(output: Path, name: str) -> str:
    """The name, or the first of name-2, name-3 ... that is not taken."""
    number = 1
    while (output / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return name if number == 1 else f"{name}-{number}"


def new_run(output: Path, name: str, text: str) -> Path:
    """A folder for a new run, with the configuration in it: ``text``, to be read again.

    Raises:
        ConfigError: it is there already, or cannot be made.
    """
    run = output / name
    if run.exists():
        raise ConfigError(f"output: {run} is there already, allowed is a new folder (--set name=...) or --resume {run}")
    try:
        output.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=output):
            run.mkdir()
        write_whole(run / CONFIG, text)
    except OSError as error:
        raise ConfigError(
            f"output: got {str(output)!r}, allowed is a folder that can be written ({error.strerror})"
        ) from None
    return run


def old_run(run: Path) -> Config:
    """The configuration of a run that is to go on.

    Raises:
        ConfigError: there is no run.
    """
    if not (run / CONFIG).is_file():
        raise ConfigError(f"resume: got {str(run)!r}, allowed is the folder of a run, with {CONFIG} in it")
    return read_config(run / CONFIG, [])
