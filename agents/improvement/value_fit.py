"""Teaching :mod:`agents.planner.staffel_value` from wars that the script has flown.

The target is the sum of what each mission to come brings beyond expectation, by TD(lambda): the first round takes whole
wars as they were, the next ones believe what the network says about the Staffel a few missions ahead, which is less
noisy, until nothing moves any more. Traces end before a wild mission.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.improvement.mission_starts import MissionStarts
from agents.planner.staffel_value import FEATURES, HIDDEN, ValueWeights
from stuka_env.records import Rows, rows

ROUNDS = (1.0, 0.9, 0.8, 0.8)
"""Lambda of each round."""
BATCH, EPOCHS, LEARNING_RATE = 4096, 2, 2e-3
PREDICTED = 1 << 16
"""Rows judged at a time."""
HELD_OUT = 50
"""One row in so many is kept for the figures."""


class ValueFigures(NamedTuple):
    """How well a round went, over rows held out."""

    trace: float
    """Lambda."""
    variance: float
    """Of what is still to come, in squared points."""
    explained: float
    """The share of it that the network knows."""
    seconds: float


class ValueNetwork(nn.Module):
    """What :func:`agents.planner.staffel_value.staffel_value` works out."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(FEATURES, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.last.weight, 0.0, 0.05)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        """``(N, FEATURES)`` to ``(N,)``."""
        value: torch.Tensor = self.last(torch.relu(self.second(torch.relu(self.first(numbers)))))
        return value[:, 0]


def trace_returns(starts: MissionStarts, values: NDArray[np.float32], trace: float) -> NDArray[np.float32]:
    """TD(lambda) returns, ``(M,)``: what is still to come from each row on, beyond expectation.

    Args:
        starts: rows, war after war.
        values: ``(M,)``: what the network believes.
        trace: lambda, how much of a return is what happened; before a wild mission nothing of it.
    """
    ends = np.flatnonzero(starts.last)
    lengths = np.diff(ends, prepend=-1)
    returns = starts.surprise.copy()
    for back in range(1, int(lengths.max())):
        row = ends[lengths > back] - back
        happened = np.where(starts.wild[row + 1], 0.0, trace).astype(np.float32)
        returns[row] += happened * returns[row + 1] + (1 - happened) * values[row + 1]
    return returns


def predict(network: ValueNetwork, starts: MissionStarts) -> NDArray[np.float32]:
    """What the network believes about every row, ``(M,)``."""
    with torch.inference_mode():
        parts = [
            network(torch.from_numpy(starts.features[first : first + PREDICTED].astype(np.float32))).numpy()
            for first in range(0, len(starts.last), PREDICTED)
        ]
    return np.concatenate(parts)


def fit_round(
    network: ValueNetwork,
    features: NDArray[np.float16],
    returns: NDArray[np.float32],
    rng: np.random.Generator,
    told: Callable[[int], object],
) -> None:
    """Least squares over some epochs; ``told`` hears of every batch."""
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    batches = max(1, len(returns) // BATCH)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, EPOCHS * batches)
    for _ in range(EPOCHS):
        for chosen in np.array_split(rng.permutation(len(returns)), batches):
            numbers = torch.from_numpy(features[chosen].astype(np.float32))
            loss = (network(numbers) - torch.from_numpy(returns[chosen])).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
            told(1)


def fit_value(
    starts: MissionStarts,
    seed: int,
    heard: Callable[[ValueFigures], object],
    told: Callable[[int], object] = lambda batches: None,
    rounds: Sequence[float] = ROUNDS,
) -> ValueNetwork:
    """The network that the rows teach; ``heard`` hears of every round, ``told`` of every batch."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network, known = ValueNetwork(), ~starts.wild
    held_out = rng.integers(0, HELD_OUT, len(known)) == 0
    values = np.zeros(len(known), np.float32)
    for trace in rounds:
        began = time.perf_counter()
        learned = known & ~held_out
        fit_round(network, starts.features[learned], trace_returns(starts, values, trace)[learned], rng, told)
        values = predict(network, starts)
        outcome, judged = trace_returns(starts, values, 1.0)[known & held_out], values[known & held_out]
        variance = float(outcome.var())
        explained = 1.0 - float(np.square(outcome - judged).mean()) / max(variance, 1e-12)
        heard(ValueFigures(trace, variance, explained, time.perf_counter() - began))
    return network


def weights_of(network: ValueNetwork) -> Rows[ValueWeights]:
    """The network's weights as the kernels read them, ``(1,)``."""
    weights: Any = rows(1, ValueWeights)
    for name, layer in (("first", network.first), ("second", network.second)):
        weights[name][0] = layer.weight.detach().numpy().T
        weights[f"{name}_bias"][0] = layer.bias.detach().numpy()
    weights["last"][0] = network.last.weight.detach().numpy()[0]
    weights["last_bias"][0] = network.last.bias.item()
    return weights
