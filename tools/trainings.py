"""Table, learning curves and picture of trainings in any game: ``python -m tools.trainings RUN ... --output FILE.md``.

Each RUN is the folder of a run of ``train.py``. Runs in the same wars share a panel of the picture. Seeds that are not
finished are left out. The scripts of the game fly the selection wars of the training. The table is in FILE.md, the
curves in FILE.csv, and the picture in FILE.svg.
"""

import argparse
import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.config_file import ConfigError
from agents.training.config import Config
from agents.training.run_folder import RESULT, is_finished, open_run, read_result, seed_folder
from agents.training.run_log import LINES, read_lines
from agents.training.selection import seeds_of
from stuka_env.flights.episodes import fly_wars
from stuka_env.io.command_line import status_of
from stuka_env.io.files import output_path, write_whole
from stuka_env.policy import load_policy
from tools.generated import LEFT, RIGHT, table
from tools.plots import CurvePanel, LearningCurve, curves_svg

MOST_CURVES = 2
"""Largest number of runs in a panel: the curves have so many colours."""


class Training(NamedTuple):
    """The finished seeds of one run."""

    config: Config
    steps: NDArray[np.int64]
    """Decisions before each evaluation, ``(E,)``."""
    scores: NDArray[np.float64]
    """Scores in the selection wars, ``(E, seeds)``."""
    minutes: float
    """Minutes of the fastest seed."""

    @property
    def wars(self) -> str:
        """The environment and its arguments in words."""
        env = self.config.env
        given = [f"{name} {value}" for name, value in env.given.items() if value != env.learners.arguments.get(name)]
        return ", ".join([env.id, *given])


def read_training(run: Path) -> Training:
    """Return the finished seeds of a run.

    Raises:
        ConfigError: the folder is not that of a run, or no seed is finished.
    """
    config = open_run(run)
    seeds = [seed for seed in config.seeds if is_finished(run, seed)]
    if not seeds:
        raise ConfigError(f"{run}: no seed is finished")
    curves = []
    for seed in seeds:
        lines = read_lines(seed_folder(run, seed) / LINES)
        curves.append([(line["steps"], line["evaluation/score"]) for line in lines if "evaluation/score" in line])
    length = min(map(len, curves))
    steps, scores = np.moveaxis(np.array([curve[:length] for curve in curves]), 2, 0)
    seconds = [sum(read_result(seed_folder(run, seed) / RESULT)["seconds"].values()) for seed in seeds]
    return Training(config, steps[0].astype(np.int64), scores.T, min(seconds) / 60)


def script_scores(config: Config) -> dict[str, float]:
    """Return the mean scores of the game's scripts in the selection wars of a training, the best script first."""
    spec, seeds = config.env.spec(), seeds_of(config)
    names = config.env.learners.yardsticks
    return {name: fly_wars(load_policy(name, config.game.name), spec, seeds).mean for name in names}


def first_above(training: Training, bar: float) -> str:
    """Return the first number of decisions with a mean score above the bar as text, or "never"."""
    above = np.flatnonzero(training.scores.mean(axis=1) > bar)
    return f"{training.steps[above[0]]:,}" if len(above) else "never"


def training_row(training: Training, bars: dict[str, float]) -> list[str]:
    """Return the row of a training: its scores at the end, and when it passed the scripts."""
    last = training.scores[-1]
    figures = (f"{last.mean():.2f}", f"{last.min():.2f}", f"{last.max():.2f}", f"{training.minutes:.1f}")
    passed = [f"{first_above(training, score)} ({score:.2f})" for score in bars.values()]
    return [training.config.name, str(len(last)), *figures, *passed]


def training_table(trainings: Sequence[Training], bars: dict[str, float]) -> list[str]:
    """Return a table of trainings in the same wars."""
    head = ["training", "seeds", "score", "lowest", "highest", "minutes", *(f"passes `{name}`" for name in bars)]
    return table(head, [training_row(one, bars) for one in trainings], [LEFT, *[RIGHT] * (len(head) - 1)])


def curve_panel(trainings: Sequence[Training], bars: dict[str, float]) -> CurvePanel:
    """Return the learning curves of trainings in the same wars, as points to the best script."""
    yardstick = next(iter(bars.values()), 0.0)

    def points(scores: NDArray[np.float64]) -> list[float]:
        shown: list[float] = (scores - yardstick).round(2).tolist()
        return shown

    curves = [
        LearningCurve(
            one.config.name,
            one.steps.tolist(),
            points(one.scores.mean(axis=1)),
            points(one.scores.min(axis=1)),
            points(one.scores.max(axis=1)),
        )
        for one in trainings
    ]
    places = {name: round(score - yardstick, 2) for name, score in bars.items()}
    return CurvePanel(trainings[0].wars, curves, places, max(one.config.total_steps for one in trainings))


def curve_rows(trainings: Sequence[Training]) -> str:
    """Return the learning curves as CSV: a row for each evaluation of each seed."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("training", "decisions", "seed", "score"))
    for one in trainings:
        for step, scores in zip(one.steps.tolist(), one.scores.tolist(), strict=True):
            rows.writerows((one.config.name, step, seed, score) for seed, score in enumerate(scores))
    return text.getvalue()


def write_trainings(runs: Sequence[Path], page: Path) -> None:
    """Write table, curves and picture of runs.

    Raises:
        ValueError: a run cannot be used, or too many are in the same wars.
    """
    by_wars: dict[str, list[Training]] = {}
    for training in map(read_training, runs):
        by_wars.setdefault(training.wars, []).append(training)
    lines, panels = ["# Trainings", "", f"![Learning curves]({page.stem}.svg)", ""], []
    for wars, trainings in by_wars.items():
        if len(trainings) > MOST_CURVES:
            raise ValueError(f"runs: got {len(trainings)} in {wars}, allowed are {MOST_CURVES} in the same wars")
        bars = script_scores(trainings[0].config)
        lines += [f"## {wars}", "", *training_table(trainings, bars)]
        panels.append(curve_panel(trainings, bars))
    axis = "points to the best script, same wars"
    write_whole(page.with_suffix(".csv"), curve_rows([one for group in by_wars.values() for one in group]))
    write_whole(page.with_suffix(".svg"), curves_svg(panels, axis, page.stem))
    write_whole(page, "\n".join(lines).rstrip() + "\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.trainings", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folder of a run of train.py")
    parser.add_argument("--output", default="trainings.md", metavar="FILE", help="page (default: %(default)s)")
    options = parser.parse_args(words)

    def run() -> int:
        page = output_path("--output", options.output)
        write_trainings(options.runs, page)
        print(f"written: {page}, {page.with_suffix('.csv')}, {page.with_suffix('.svg')}")
        return 0

    return status_of("trainings", run)


if __name__ == "__main__":
    sys.exit(main())
