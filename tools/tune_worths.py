"""Fit the worths of the second game's champion: weights by which it decides how close to go, and whether to go on.

Each round flies careers of the champion with the worths of the round before. It fits the value of a sortie line to
them, measures both sides of choices by futures, and fits new worths to these. Every round is a file, so an interrupted
run continues with the next one. At the end a person writes the table of a round into
``agents/games/interceptor/scripts/champion.py``; ``--show ROUND`` prints it. ``--value FILE`` fits the value that the
planner and expert iteration use: that of the champion of the repository.
"""

import argparse
import io
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.clones import read_only
from agents.games.interceptor.improvement.clones import Player, new_champion
from agents.games.interceptor.improvement.fitting import (
    ChoiceExamples,
    ValueFit,
    fit_line_value,
    fit_worths,
    line_examples,
    measured,
    new_openings,
    positions_of,
)
from agents.games.interceptor.improvement.line_value import (
    LINE_SHAPES,
    new_line_network,
    weights_of,
)
from agents.games.interceptor.scripts.champion import STYLE, WORTHS_OF_CHAMPION
from agents.games.interceptor.scripts.traits import POSITION_TRAITS, Trait
from agents.games.interceptor.scripts.worths import CHOICES, Choice, WeighingStyle, play_by_worths
from agents.progress import progress_bar
from agents.reasoned_script import StyledPolicy
from agents.rows import join_rows
from agents.seeds import selection_seeds, tuning_seeds
from agents.value_file import save_value
from stuka_env.charts.draws import RandomCharts
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_arrays
from tools import ROOT
from tools.resumable import at_least_one, resumable_status

FOLDER = ROOT / "runs" / "worths"
VALUE_BATCHES, VALUE_CAREERS = 7, 20_000
"""Batches of careers of a round that the value is fitted to, and careers of a batch."""
CHAMPION_BATCHES, CHAMPION_EPOCHS, CHAMPION_PARTS = 4, 2, 100
"""Batches of careers and passes over them for the value of the champion of the repository, and the number of its first
batch of dice."""
CHOICE_BATCHES, CHOICE_CAREERS = 12, 100
"""Batches of careers of a round whose choices are measured, and careers of a batch."""
SPECS = {
    "our charts": WarSpec(scale=Scale.CAREER),
    "random charts": WarSpec(scale=Scale.CAREER, random=RandomCharts("training")),
}
"""The careers of batches, in turn; those of a comparison have the charts of selection."""
COMPARED_CAREERS = 4_000
"""Careers of each kind in which a round is compared with the champion of the repository."""
LARGEST_ROUND = 4 * MIB
"""Largest size of the file of a round, in bytes."""
WEIGHT_DIGITS = 3
"""Digits behind the point of a weight in the table."""

Arrays = dict[str, NDArray[Any]]
"""The worths and the weights of the value after a round, by name."""


def round_file(folder: Path, number: int) -> Path:
    """Return the file of a round."""
    return folder / f"round-{number}.npz"


def read_round(folder: Path, number: int) -> Arrays:
    """Return the arrays of a round.

    Raises:
        ValueError: the file cannot be used.
    """
    path = round_file(folder, number)
    try:
        arrays: Arrays = read_arrays(path, ("worths", *LINE_SHAPES), LARGEST_ROUND)
    except FileError as error:
        raise ValueError(f"{path} cannot be used: {error}") from None
    if {name: array.shape for name, array in arrays.items()} != {"worths": (CHOICES, POSITION_TRAITS), **LINE_SHAPES}:
        raise ValueError(f"{path} cannot be used: it is of other traits; choose another --folder")
    return arrays


def write_round(folder: Path, number: int, arrays: Arrays) -> None:
    """Write the arrays of a round, whole or not at all."""
    contents, kept = io.BytesIO(), dict[str, Any](arrays)
    np.savez_compressed(contents, **kept)
    write_whole(round_file(folder, number), contents.getvalue())


def first_arrays() -> Arrays:
    """Return the arrays before the first round: the champion's worths and no value."""
    return {"worths": WORTHS_OF_CHAMPION.copy(), **{name: np.zeros(shape) for name, shape in LINE_SHAPES.items()}}


def spec_of(part: int) -> WarSpec:
    """Return the careers of a batch: one batch under our charts, the next under random ones."""
    return tuple(SPECS.values())[part % len(SPECS)]


def careers_of(seed: int, part: int, careers: int) -> list[int]:
    """Return the seeds of the careers of a batch; ``part`` counts over all rounds."""
    return tuning_seeds(seed, part, careers).tolist()


def figures_of(fitted: ValueFit) -> str:
    """Return the figures of a fitted value in words."""
    return f"{fitted.mean:.2f} bombers a line, variance {fitted.variance:.1f}, mean squared error {fitted.error:.1f}"


def value_of_round(before: Arrays, seed: int, number: int) -> Arrays:
    """Return the weights of the value, fitted to careers with the worths before."""
    player = Player(read_only(before["worths"]), new_line_network(before))
    parts = []
    bar = progress_bar(VALUE_BATCHES, f"round {number}: careers", "batch")
    for part in range(VALUE_BATCHES):
        openings = new_openings(spec_of(part), careers_of(seed, number << 8 | part, VALUE_CAREERS))
        parts.append(line_examples(player, openings, number))
        bar.update()
    bar.close()
    known = bool(np.any(before["last"]))
    fitted = fit_line_value(parts, before if known else None)
    print(f"round {number}: value {figures_of(fitted)}", flush=True)
    return dict(fitted.weights)


def write_champion_value(path: Path, seed: int) -> None:
    """Fit the value of the champion of the repository, beginning with the one that ships, and write it to a file."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small batches: more threads wait for each other
    player, parts = new_champion(), []
    bar = progress_bar(CHAMPION_BATCHES, "careers", "batch")
    for part in range(CHAMPION_BATCHES):
        seeds = careers_of(seed, CHAMPION_PARTS << 8 | part, VALUE_CAREERS)
        parts.append(line_examples(player, new_openings(WarSpec(scale=Scale.CAREER), seeds), CHAMPION_PARTS + part))
        bar.update()
    bar.close()
    fitted = fit_line_value(parts, weights_of(player.network), epochs=CHAMPION_EPOCHS)
    print(figures_of(fitted))
    save_value(fitted.weights, path)


def choices_of_round(worths: NDArray[np.float64], value: Arrays, seed: int, number: int) -> ChoiceExamples:
    """Return measured choices of careers with some worths."""
    player, parts = Player(read_only(worths), new_line_network(value)), []
    bar = progress_bar(CHOICE_BATCHES, f"round {number}: futures", "batch")
    for part in range(CHOICE_BATCHES):
        seeds = careers_of(seed, number << 8 | VALUE_BATCHES + part, CHOICE_CAREERS)
        openings = new_openings(spec_of(part), seeds)
        parts.append(measured(player, openings, positions_of(player, openings, number)))
        bar.update()
    bar.close()
    return join_rows(parts)


def compare(worths: NDArray[np.float64]) -> str:
    """Return the gains of worths over those of the repository in selection careers, in words."""
    seeds, words = selection_seeds(0, COMPARED_CAREERS), []
    for charts, spec in SPECS.items():
        if spec.random is not None:
            spec = replace(spec, random=RandomCharts("selection"))
        styles = (WeighingStyle(STYLE, each) for each in (read_only(worths), WORTHS_OF_CHAMPION))
        own, base = (fly_wars(StyledPolicy("", play_by_worths, each), spec, seeds).scores for each in styles)
        gain = own - base
        error = gain.std(ddof=1) / COMPARED_CAREERS**0.5
        words.append(f"{own.mean():.2f} bombers under {charts}, {gain.mean():+.2f} ± {error:.2f}")
    return "; ".join(words)


def improve(folder: Path, *, seed: int, rounds: int) -> None:
    """Make the rounds that are missing."""
    before = first_arrays()
    for number in range(1, rounds + 1):
        if round_file(folder, number).exists():
            before = read_round(folder, number)
            continue
        value = value_of_round(before, seed, number)
        examples = choices_of_round(before["worths"], value, seed, number)
        before = {"worths": fit_worths(examples), **value}
        write_round(folder, number, before)
        print(f"round {number}: {compare(before['worths'])}", flush=True)


def table_of(worths: NDArray[np.float64]) -> str:
    """Return worths as the table in ``champion.py``."""
    lines = [f"# {', '.join(choice.word for choice in Choice)}"]
    for trait in Trait:
        weights = ", ".join(f"{weight:.{WEIGHT_DIGITS}f}" for weight in worths[:, trait])
        lines.append(f"    Trait.{trait.name}: ({weights}),")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Make the rounds, or print one. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune_worths", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="seed of the careers (default: 0)")
    parser.add_argument("--rounds", type=at_least_one, default=4, help="rounds, those of an earlier run included")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the rounds (default: runs/worths)")
    parser.add_argument("--show", type=at_least_one, metavar="ROUND", help="print the table of a round")
    parser.add_argument("--value", type=Path, metavar="FILE", help="fit the value of the champion of the repository")
    options = parser.parse_args(words)

    def work() -> None:
        if options.value is not None:
            write_champion_value(options.value, options.seed)
        elif options.show is not None:
            print(table_of(read_round(options.folder, options.show)["worths"]))
        else:
            options.folder.mkdir(parents=True, exist_ok=True)
            improve(options.folder, seed=options.seed, rounds=options.rounds)

    return resumable_status("tune_worths", work)


if __name__ == "__main__":
    sys.exit(main())
