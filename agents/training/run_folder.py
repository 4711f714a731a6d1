"""The folder of a run: its configuration, a folder for each seed, and the results."""

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from agents.config_file import ConfigError, checked
from agents.evaluation.options import option_of
from agents.evaluation.tables import aligned
from agents.training.config import Config, read_config
from stuka_env.charts.bank import EVALUATION_CHARTS, RANDOM_CHARTS
from stuka_env.io.command_line import command_here
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_json

CONFIG, RESULT = "config.yaml", "result.json"
BEST, LAST = "best.safetensors", "last.safetensors"
LARGEST_RESULT = MIB
"""Maximum number of bytes of a :data:`RESULT`."""


def seed_folder(run: Path, seed: int) -> Path:
    """Return the folder of one seed's training."""
    return run / f"seed-{seed}"


def is_finished(run: Path, seed: int) -> bool:
    """Whether a seed's training has ended."""
    return (seed_folder(run, seed) / RESULT).is_file()


def free_name(output: Path, name: str) -> str:
    """Return the first of ``name``, ``name-2``, ``name-3`` and so on that no file or folder in ``output`` has."""
    number = 1
    while (output / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return name if number == 1 else f"{name}-{number}"


def create_run(output: Path, name: str, text: str) -> Path:
    """Make the folder of a new run with the configuration in it, and return its path.

    Raises:
        ConfigError: The folder exists or cannot be made.
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


def open_run(run: Path) -> Config:
    """Return the configuration of a run that continues.

    Raises:
        ConfigError: The folder is not that of a run, or its configuration cannot be used.
    """
    if not (run / CONFIG).is_file():
        raise ConfigError(f"resume: got {str(run)!r}, allowed is the folder of a run, with {CONFIG} in it")
    return read_config(run / CONFIG, [])


# --- results ---


class SeedScores(BaseModel):
    """Required fields of an evaluation on selection wars in ``result.json``."""

    model_config = ConfigDict(strict=True, extra="allow")

    steps: int
    score: float
    low: float
    high: float


class SeedResult(BaseModel):
    """Required fields of ``result.json``."""

    model_config = ConfigDict(strict=True, extra="allow")

    seed: int
    best: SeedScores
    last: SeedScores
    seconds: dict[str, float]


SUMMARY = "summary.json"
SEED_HEAD, LAST_HEAD = ("seed", "best", "95 % interval", "at", "last"), "minutes"
"""Heads of the columns before the figures of the game and after them."""


def read_results(config: Config, run: Path) -> list[dict[str, Any]]:
    """Return ``result.json`` of every seed.

    Raises:
        ConfigError: One of the files cannot be read or was not written by a training.
    """
    return [read_result(seed_folder(run, seed) / RESULT) for seed in config.seeds]


def read_result(path: Path) -> dict[str, Any]:
    """Return the contents of one ``result.json``.

    Raises:
        ConfigError: The file cannot be read or was not written by a training.
    """
    try:
        contents = read_json(path, LARGEST_RESULT)
    except FileError as error:
        raise ConfigError(f"{path}: {error}") from None
    return checked(SeedResult, contents, str(path)).model_dump()


def seed_cells(result: dict[str, Any], figures: Iterable[str]) -> tuple[str, ...]:
    """Return the cells of one seed's row, with some figures of its best agent."""
    best = result["best"]
    return (
        str(result["seed"]),
        f"{best['score']:.1f}",
        f"[{best['low']:.1f}, {best['high']:.1f}]",
        f"{best['steps']:,}",
        f"{result['last']['score']:.1f}",
        *(f"{best[name]:.1f}" for name in figures),
        f"{sum(result['seconds'].values()) / 60:.1f}",
    )


def score_spread(results: list[dict[str, Any]]) -> dict[str, float]:
    """Return mean, standard deviation and extremes of the best scores of the seeds."""
    scores = np.array([result["best"]["score"] for result in results])
    deviation = float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
    return {
        "mean": float(scores.mean()),
        "deviation": deviation,
        "lowest": float(scores.min()),
        "highest": float(scores.max()),
    }


def agent_path(run: Path, result: dict[str, Any]) -> Path:
    """Return the path of the best agent of a seed."""
    return seed_folder(run, result["seed"]) / BEST


def evaluation_command(config: Config, path: Path) -> str:
    """Return the command line that evaluates an agent beside the scripts; drawn charts are those of evaluations."""
    given = dict(config.env.given)
    if given.get("charts") in RANDOM_CHARTS:
        given["charts"] = EVALUATION_CHARTS
    offered = {each.name for each in config.env.game.envs.offered} | {"charts"}
    words = []
    for name, value in given.items():
        if name in offered and value is not False:
            words += [f"--{option_of(name)}"] if value is True else [f"--{option_of(name)}", str(value)]
    return command_here(
        "python", "evaluate.py", "--env", config.env.id, *words, "--policies", *config.env.learners.yardsticks, path
    )


def summarise(config: Config, run: Path) -> str:
    """Write ``summary.json`` and return the table of the seeds for the terminal."""
    results = read_results(config, run)
    across = score_spread(results)
    best = max(results, key=lambda result: result["best"]["score"])
    contents = {"name": config.name, "seeds": results, "spread": across, "best": str(agent_path(run, best))}
    write_whole(run / SUMMARY, json.dumps(contents, indent=2) + "\n")
    lines = [
        "",
        f"Selection wars ({config.evaluation.wars} a seed, none of them flown in training or kept for evaluation):",
    ]
    figures = config.env.learners.selection
    head = (*SEED_HEAD, *(figure.head for figure in figures.values()), LAST_HEAD)
    lines += aligned([head, *(seed_cells(result, figures) for result in results)])
    if len(results) > 1:
        lines.append(
            f"{len(results)} seeds: {across['mean']:.1f}, standard deviation {across['deviation']:.2f}, "
            f"{across['lowest']:.1f} to {across['highest']:.1f}"
        )
    lines += [
        "",
        f"The best: {agent_path(run, best)}. To evaluate it:",
        f"  {evaluation_command(config, agent_path(run, best))}",
    ]
    return "\n".join([*lines, f"Curves: {command_here('tensorboard', '--logdir', run)}"])
