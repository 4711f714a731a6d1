"""The fit of a network of luck to examples, for any game.

The first round takes the points that came until the end of each war. The next rounds use the network's own prediction
some lines of the log sheet ahead, which has less noise.
"""

import time
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.luck.examples import Examples, points_after
from agents.luck.network import FIRST_UNITS, NETWORK_WEIGHTS, SECOND, NetworkInputs, inputs_of
from agents.luck.parts import LuckParts
from stuka_env.game import game_named

Weights = dict[str, NDArray[Any]]
"""The arrays of a file of weights by name."""


class Round(NamedTuple):
    """A round of the fit."""

    lines: int
    """Lines after which the prediction stands for the rest; 0 in the first round: to the end."""
    epochs: int
    rate: float
    """Largest learning rate."""


LUCK_ROUNDS = (Round(0, 1, 3e-3), Round(8, 1, 2e-3), Round(2, 1, 2e-3), Round(1, 2, 2e-3))
BATCH, PREDICTED = 4_096, 1 << 14
"""Examples of a step, and of a batch of predictions."""
ONE_IN, FEWEST = 50, 0.1
"""One example in ONE_IN gives the scale of the integers; FEWEST is the smallest standard deviation."""


class TrainedNetwork(nn.Module):
    """The network of :mod:`agents.luck.network` with scaled inputs and outputs.

    Args:
        inputs: its inputs.
        codes: integers of some examples, which give the scale of the inputs.
        points: points to come of some examples, which give the scale of the output.
    """

    def __init__(self, inputs: NetworkInputs, codes: NDArray[np.int8], points: NDArray[np.float32]) -> None:
        super().__init__()
        some = codes[::ONE_IN].astype(np.float32)
        self.mean = torch.from_numpy(some.mean(axis=0))
        self.factor = torch.from_numpy(1 / np.maximum(some.std(axis=0), np.float32(FEWEST)))
        self.middle, self.scale = float(points.mean()), float(points.std())
        self.inputs = inputs
        self.layers = [nn.Linear(inputs.size, FIRST_UNITS), nn.Linear(FIRST_UNITS, SECOND), nn.Linear(SECOND, 1)]
        for name, layer in zip(NETWORK_WEIGHTS[::2], self.layers, strict=True):
            self.add_module(name, layer)

    def scaled(self, codes: torch.Tensor) -> torch.Tensor:
        """Return the scaled integers and the one-hots, ``(N, inputs)``."""
        parts, (_, places, least, lengths, _) = [(codes.float() - self.mean) * self.factor], self.inputs
        for place, low, length in zip(places.tolist(), least.tolist(), lengths.tolist(), strict=True):
            choices = (codes[:, place].long() - low).clamp(0, length - 1)
            parts.append(nn.functional.one_hot(choices, length).float())
        return torch.cat(parts, 1)

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        """Return the points to come, ``(N,)``, for integers ``(N, codes)``."""
        first, second, last = self.layers
        value: torch.Tensor = last(torch.relu(second(torch.relu(first(self.scaled(codes))))))
        return value[:, 0] * self.scale + self.middle

    def predict(self, codes: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the points to come, ``(M,)``."""
        with torch.no_grad():
            parts = [self(torch.from_numpy(codes[row : row + PREDICTED])) for row in range(0, len(codes), PREDICTED)]
        return torch.cat(parts).numpy()

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights for integers as they are and for points, by the names of the file."""
        (first, first_bias), (second, second_bias), (last, last_bias) = (
            (layer.weight.detach().double().T, layer.bias.detach().double()) for layer in self.layers
        )
        codes = self.inputs.codes
        first[:codes] *= self.factor.double()[:, None]
        first_bias -= self.mean.double() @ first[:codes]
        arrays = first, first_bias, second, second_bias, last[:, 0] * self.scale, last_bias * self.scale + self.middle
        single = (np.ascontiguousarray(array.numpy(), np.float32) for array in arrays)
        return dict(zip(NETWORK_WEIGHTS, single, strict=True))


def fit(network: TrainedNetwork, codes: NDArray[np.int8], targets: NDArray[np.float32], plan: Round) -> None:
    """Fit the network to targets in one round."""
    optimizer = torch.optim.Adam(network.parameters(), lr=plan.rate)
    batches = max(1, len(codes) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, plan.rate, total_steps=plan.epochs * batches)
    rng = np.random.default_rng(plan.lines)
    for _ in range(plan.epochs):
        for rows_of_batch in np.array_split(rng.permutation(len(codes)), batches):
            places = np.sort(rows_of_batch)
            errors = network(torch.from_numpy(codes[places])) - torch.from_numpy(targets[places])
            optimizer.zero_grad()
            errors.square().mean().backward()
            optimizer.step()
            schedule.step()


def fit_network(inputs: NetworkInputs, examples: Examples) -> TrainedNetwork:
    """Fit a network to examples in all rounds, and print the error of each."""
    torch.manual_seed(0)
    network = TrainedNetwork(inputs, examples.codes, examples.final - examples.earned)
    opening = np.flatnonzero(examples.opens_line)
    for plan in LUCK_ROUNDS:
        start, predicted = time.monotonic(), np.zeros(len(examples.earned), np.float32)
        if plan.lines:
            predicted[opening] = network.predict(examples.codes[opening])
        targets = points_after(examples, plan.lines, predicted)
        fit(network, examples.codes, targets, plan)
        left = float(np.square(network.predict(examples.codes[::ONE_IN]) - targets[::ONE_IN]).mean())
        words = f"{plan.lines} lines ahead" if plan.lines else "to the end"
        print(f"{words}: mean square {left:.3f} of {targets.var():.3f}, {time.monotonic() - start:.0f} s", flush=True)
    return network


def network_weights(parts: LuckParts, examples: Examples, factor: float = 1.0) -> Weights:
    """Fit the network of a game to examples, and return its weights with the predictions multiplied by a factor."""
    print(f"{len(examples.earned):,} examples", flush=True)
    weights = fit_network(inputs_of(game_named(parts.game).envs.layout(parts.details)), examples).weights()
    for last in NETWORK_WEIGHTS[-2:]:
        weights[last] = (weights[last] * np.float32(factor)).astype(np.float32)
    return weights
