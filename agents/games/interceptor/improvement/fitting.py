"""The fit of the line value: a network learns from careers of the champion how many bombers are still to come.

``python -m agents.games.interceptor.improvement.fitting`` fits the network that ships again.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.clones import read_only
from agents.games.interceptor.improvement.clones import LineExamples, Openings, fly_examples
from agents.games.interceptor.improvement.line_value import (
    BOMBERS_OF_AN_OUTPUT,
    HIDDEN_WIDTH,
    LINE_SHAPES,
    LINE_TRAITS,
    LINE_VALUE,
    load_line_value,
    weights_of,
)
from agents.games.interceptor.luck.parts import FUTURES
from agents.seeds import tuning_seeds
from agents.value_file import save_value
from stuka_env.engine.engine import Engine
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.io.command_line import status_of
from stuka_env.io.files import output_path

BATCH, LEARNING_RATE, WARM_UP = 4096, 2e-3, 200
VALUE_BATCHES, VALUE_CAREERS = 4, 20_000
"""Batches of careers, and careers of a batch; the last batch gives the figures."""
VALUE_DICE = 100
"""Number of the dice of the first batch."""
VALUE_STAGE = VALUE_DICE << 8
"""Stage of the seeds of the first batch."""


def new_openings(spec: WarSpec, seeds: Sequence[int]) -> Openings:
    """Return careers before their first decision."""
    engine = Engine(len(seeds), spec)
    view = engine.new_view()
    engine.reset(view.buffers, list(seeds))
    try:
        charts = read_only(engine.charts_in_force().copy())
        return Openings(read_only(engine.wars.mats.copy()), charts, view.masks.copy())
    finally:
        engine.close()


class Lines(NamedTuple):
    """Examples of the value of a line, M of them, in half precision to save memory."""

    traits: NDArray[np.float16]
    """``(M, LINE_TRAITS)``."""
    to_come: NDArray[np.float32]
    """``(M,)``: bombers that were still to come."""


def line_examples(openings: Openings, number: int) -> Lines:
    """Return the lines of careers that the champion flies with dice of a number."""
    count = len(openings.mats) * (MOST_LOGGED + 1)
    examples = LineExamples(np.zeros((count, LINE_TRAITS), np.float32), np.zeros(count, np.float32))
    written = fly_examples(openings, FUTURES.new_workspace(), number, examples)
    return Lines(examples.traits[:written].astype(np.float16), examples.to_come[:written])


class ValueFit(NamedTuple):
    """A fitted value, and how well it does on examples that it has not learned from."""

    weights: dict[str, NDArray[np.float32]]
    mean: float
    variance: float
    error: float
    """Mean squared error."""


def value_layers(weights: Any) -> nn.Sequential:
    """Return the network as torch fits it, with some weights to begin with, or None."""
    layers = nn.Sequential(
        nn.Linear(LINE_TRAITS, HIDDEN_WIDTH),
        nn.ReLU(),
        nn.Linear(HIDDEN_WIDTH, HIDDEN_WIDTH),
        nn.ReLU(),
        nn.Linear(HIDDEN_WIDTH, 1),
    )
    if weights is not None:
        for parameter, name in zip(layers.parameters(), LINE_SHAPES, strict=True):
            value = torch.as_tensor(np.asarray(weights[name]).T.copy())
            parameter.data = value.reshape(parameter.shape)
    return layers


def fit_line_value(parts: Sequence[Lines], weights: Any = None, *, epochs: int = 2) -> ValueFit:
    """Fit the value to all parts of examples but the last one, which gives the figures.

    Args:
        parts: examples, those that are fitted first.
        weights: the weights to begin with, or None for random ones.
        epochs: passes over the examples.
    """
    layers = value_layers(weights)
    traits = torch.from_numpy(np.concatenate([part.traits for part in parts[:-1]]))
    to_come = torch.from_numpy(np.concatenate([part.to_come for part in parts[:-1]]))
    rate = LEARNING_RATE if weights is None else LEARNING_RATE / 2
    optimizer, batches = torch.optim.Adam(layers.parameters(), lr=rate), len(to_come) // BATCH
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM_UP) * max(0.01, 1 - step / (epochs * batches))
    )
    for _ in range(epochs):
        for some in torch.randperm(len(to_come))[: batches * BATCH].reshape(batches, BATCH):
            loss = (BOMBERS_OF_AN_OUTPUT * layers(traits[some].float())[:, 0] - to_come[some]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        unseen = torch.from_numpy(parts[-1].to_come)
        error = (
            (BOMBERS_OF_AN_OUTPUT * layers(torch.from_numpy(parts[-1].traits).float())[:, 0] - unseen).square().mean()
        )
    arrays = [parameter.detach().numpy() for parameter in layers.parameters()]
    return ValueFit(
        {name: array.T.reshape(LINE_SHAPES[name]).copy() for name, array in zip(LINE_SHAPES, arrays, strict=True)},
        float(unseen.mean()),
        float(unseen.var()),
        float(error),
    )


# --- the command ---


def write_champion_value(path: Path) -> None:
    """Fit the value of the champion, beginning with the one that ships, and write it to a file."""
    torch.manual_seed(0)
    torch.set_num_threads(1)  # small batches: more threads wait for each other
    parts: list[Lines] = []
    for part in range(VALUE_BATCHES):
        seeds = tuning_seeds(0, VALUE_STAGE + part, VALUE_CAREERS).tolist()
        parts.append(line_examples(new_openings(WarSpec(scale=Scale.CAREER), seeds), VALUE_DICE + part))
        print(f"batch {part + 1} of {VALUE_BATCHES}: {len(parts[-1].to_come):,} lines", flush=True)
    fitted = fit_line_value(parts, weights_of(load_line_value()))
    print(f"{fitted.mean:.2f} bombers a line, variance {fitted.variance:.1f}, mean squared error {fitted.error:.1f}")
    print(f"written: {save_value(fitted.weights, path)}")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--output", type=Path, default=LINE_VALUE, help="the file (default: that of the package)")
    options = parser.parse_args(words)

    def work() -> int:
        write_champion_value(output_path("--output", options.output))
        return 0

    return status_of("fitting", work)


if __name__ == "__main__":
    sys.exit(main())
