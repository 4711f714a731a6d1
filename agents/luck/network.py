"""The network that expects the points still to come from an open decision, for any game, and its file.

It reads what a player sees: the integers of the compact observation, then the one-hots. A position has few integers
that are not 0, so its first layer adds up the rows of these.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.value_file import load_value
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.layouts import Layout

FIRST_UNITS, SECOND = 128, 32
"""Widths of the two hidden layers."""


class NetworkInputs(NamedTuple):
    """The inputs of a network: the integers of an observation as they are, then the one-hots of some of them."""

    codes: int
    """Number of integers."""
    hot_codes: NDArray[np.int64]
    """The integer that each one-hot shows."""
    hot_least: NDArray[np.int64]
    """Its smallest value."""
    hot_lengths: NDArray[np.int64]
    """Its number of values."""
    hot_inputs: NDArray[np.int64]
    """The first input of each one-hot."""

    @property
    def size(self) -> int:
        """Number of inputs."""
        return self.codes + int(self.hot_lengths.sum())


def inputs_of(layout: Layout) -> NetworkInputs:
    """Return the inputs of a network that reads observations of a layout."""
    codes = len(layout.code_places)
    places = [layout.parts[f"{one.block}_{one.field}"].indices[0] for one in layout.one_hots]
    lengths = np.array([one.length for one in layout.one_hots], np.int64)
    return NetworkInputs(
        codes,
        np.searchsorted(layout.code_places, places).astype(np.int64),
        np.array([one.first for one in layout.one_hots], np.int64),
        lengths,
        codes + np.cumsum(lengths) - lengths,
    )


class Network(NamedTuple):
    """The inputs, the weights, and the values of the hidden layers as scratch space."""

    inputs: NetworkInputs
    first: Annotated[NDArray[np.float32], 2]
    """``(inputs, FIRST_UNITS)``."""
    first_bias: NDArray[np.float32]
    second: Annotated[NDArray[np.float32], 2]
    """``(FIRST_UNITS, SECOND)``."""
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    """``(SECOND,)``."""
    last_bias: NDArray[np.float32]
    """``(1,)``."""
    hidden_1: NDArray[np.float32]
    hidden_2: NDArray[np.float32]


NETWORK_WEIGHTS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
"""Names of the weights."""


def no_weights(inputs: NetworkInputs) -> dict[str, NDArray[np.floating]]:
    """Return weights that are all zero, by name."""
    shapes = ((inputs.size, FIRST_UNITS), (FIRST_UNITS,), (FIRST_UNITS, SECOND), (SECOND,), (SECOND,), (1,))
    return {name: np.zeros(shape, np.float32) for name, shape in zip(NETWORK_WEIGHTS, shapes, strict=True)}


def new_network(inputs: NetworkInputs, weights: Mapping[str, NDArray[np.floating]]) -> Network:
    """Return the network of weights by name, with scratch space of its own."""
    own: dict[str, Any] = dict(weights)
    return Network(inputs, **own, hidden_1=np.zeros(FIRST_UNITS, np.float32), hidden_2=np.zeros(SECOND, np.float32))


def load_network(path: Path, layout: Layout) -> Network:
    """Return the network of a file, which reads observations of a layout.

    Raises:
        ValueFileError: the file is missing, broken or has another form.
    """
    inputs = inputs_of(layout)
    return new_network(inputs, load_value(path, no_weights(inputs), "luck"))


@compiled
def read_codes(network: Network, codes: NDArray[np.int8]) -> None:
    """Write the first hidden layer, before its rectifier."""
    inputs, hidden, weights = network.inputs, network.hidden_1, network.first
    for unit in range(FIRST_UNITS):
        hidden[unit] = network.first_bias[unit]
    for place in range(inputs.codes):
        if codes[place]:
            code = np.float32(codes[place])
            for unit in range(FIRST_UNITS):
                hidden[unit] += code * weights[place, unit]
    for one in range(len(inputs.hot_codes)):
        choice = min(max(int(codes[inputs.hot_codes[one]]) - inputs.hot_least[one], 0), inputs.hot_lengths[one] - 1)
        for unit in range(FIRST_UNITS):
            hidden[unit] += weights[inputs.hot_inputs[one] + choice, unit]


@compiled
def points_to_come(network: Network, codes: NDArray[np.int8]) -> float:
    """Return the points that are expected from an open decision on, whose observation has these integers."""
    read_codes(network, codes)
    hidden = network.hidden_2
    for unit in range(SECOND):
        hidden[unit] = network.second_bias[unit]
    for place in range(FIRST_UNITS):
        active = network.hidden_1[place]
        if active > 0:
            for unit in range(SECOND):
                hidden[unit] += active * network.second[place, unit]
    total = float(network.last_bias[0])
    for unit in range(SECOND):
        if hidden[unit] > 0:
            total += float(hidden[unit] * network.last[unit])
    return total
