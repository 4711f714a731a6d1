"""Fit of :mod:`agents.games.stuka.planner.staffel_value` to wars that the script has flown.

The target is the sum of the surprises of all later missions, by TD(lambda). The first round takes whole wars as they
were. The next rounds use the network's own prediction a few missions ahead, which has less noise. Traces end before a
wild mission.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.games.stuka.improvement.mission_starts import MissionStartRows
from agents.games.stuka.planner.staffel_value import FEATURES, HIDDEN, ValueWeights
from stuka_env.declared.records import Rows, rows

FIT_ROUNDS = (1.0, 0.9, 0.8, 0.8)
"""Lambda of each round."""
BATCH, EPOCHS, LEARNING_RATE = 4096, 2, 2e-3
PREDICTED = 1 << 16
"""Rows of a batch in inference."""
HELD_OUT = 50
"""One row in this many only gives figures."""


class ValueFigures(NamedTuple):
    """Figures of a round over the rows held out."""

    trace: float
    """Lambda."""
    variance: float
    """Variance of the targets, in squared points."""
    explained: float
    """Share of the variance that the network explains."""
    seconds: float


class ValueNetwork(nn.Module):
    """Network that :func:`agents.games.stuka.planner.staffel_value.staffel_value` evaluates."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(FEATURES, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.last.weight, 0.0, 0.05)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        """Return values, ``(N,)``, for features, ``(N, FEATURES)``."""
        value: torch.Tensor = self.last(torch.relu(self.second(torch.relu(self.first(numbers)))))
        return value[:, 0]


def trace_returns(starts: MissionStartRows, values: NDArray[np.float32], trace: float) -> NDArray[np.float32]:
    """Return TD(lambda) returns, ``(M,)``: the sum of the surprises from each row on.

    Args:
        starts: rows, war after war.
        values: ``(M,)``: predictions of the network.
        trace: lambda, the weight of the next row's return against its value. Before a wild mission it is 0.
    """
    ends = np.flatnonzero(starts.last)
    lengths = np.diff(ends, prepend=-1)
    returns = starts.surprise.copy()
    for back in range(1, int(lengths.max())):
        row = ends[lengths > back] - back
        weight = np.where(starts.wild[row + 1], 0.0, trace).astype(np.float32)
        returns[row] += weight * returns[row + 1] + (1 - weight) * values[row + 1]
    return returns


def predict(network: ValueNetwork, starts: MissionStartRows) -> NDArray[np.float32]:
    """Return the network's value of every row, ``(M,)``."""
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
    *,
    rng: np.random.Generator,
    on_batch: Callable[[int], object],
) -> None:
    """Fit the network to the returns by least squares. ``on_batch`` is called with 1 after every batch."""
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    batches = max(1, len(returns) // BATCH)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, EPOCHS * batches)
    for _ in range(EPOCHS):
        for batch in np.array_split(rng.permutation(len(returns)), batches):
            numbers = torch.from_numpy(features[batch].astype(np.float32))
            loss = (network(numbers) - torch.from_numpy(returns[batch])).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
            on_batch(1)


def fit_value(
    starts: MissionStartRows,
    seed: int,
    *,
    on_round: Callable[[ValueFigures], object],
    on_batch: Callable[[int], object] = lambda batches: None,
    rounds: Sequence[float] = FIT_ROUNDS,
) -> ValueNetwork:
    """Return a network that is fitted to the rows.

    ``on_round`` is called with the figures after every round, ``on_batch`` with 1 after every batch.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network, known = ValueNetwork(), ~starts.wild
    held_out = rng.integers(0, HELD_OUT, len(known)) == 0
    values = np.zeros(len(known), np.float32)
    for trace in rounds:
        began = time.perf_counter()
        learned = known & ~held_out
        fit_round(
            network, starts.features[learned], trace_returns(starts, values, trace)[learned], rng=rng, on_batch=on_batch
        )
        values = predict(network, starts)
        outcome, predicted = trace_returns(starts, values, 1.0)[known & held_out], values[known & held_out]
        variance = float(outcome.var())
        explained = 1.0 - float(np.square(outcome - predicted).mean()) / max(variance, 1e-12)
        on_round(ValueFigures(trace, variance, explained, time.perf_counter() - began))
    return network


def weights_of(network: ValueNetwork) -> Rows[ValueWeights]:
    """Return the network's weights as compiled functions read them, ``(1,)``."""
    weights: Any = rows(1, ValueWeights)
    for name, layer in (("first", network.first), ("second", network.second)):
        weights[name][0] = layer.weight.detach().numpy().T
        weights[f"{name}_bias"][0] = layer.bias.detach().numpy()
    weights["last"][0] = network.last.weight.detach().numpy()[0]
    weights["last_bias"][0] = network.last.bias.item()
    return weights
