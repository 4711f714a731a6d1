"""The network that expects the bombers still to come from an open decision, and its file.

It reads what a player sees: the integers of the observation without the cards that are out, then the one-hots. A
position has few integers that are not 0, so its first layer adds up the rows of these.
"""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.luck.value_file import load_value
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.observation.layout import CODE_COUNTS, LAYOUT, LENGTHS, ONE_HOTS, Discards
from stuka_env.games.interceptor.observation.writing import WRITER

LUCK_NETWORK = Path(str(files("agents") / "models/career_luck.npz"))
"""The network that ships."""
DETAILS: Discards = "hidden"
"""Setting of the observation that it reads."""
NETWORK_CODES: int = CODE_COUNTS[DETAILS]
"""Number of integers."""
INPUTS: int = LENGTHS[DETAILS]
"""Number of inputs: the integers, then the one-hots."""
FIRST, SECOND = 128, 32
"""Widths of the two hidden layers."""
HOT_CODES = np.array([int(LAYOUT[f"{one.block}_{one.field}"].indices[0]) for one in ONE_HOTS], np.int64)
"""The integer that each one-hot shows."""
HOT_LEAST = np.array([one.first for one in ONE_HOTS], np.int64)
"""Its smallest value."""
HOT_LENGTHS = np.array([one.length for one in ONE_HOTS], np.int64)
HOT_INPUTS: NDArray[np.int64] = NETWORK_CODES + np.cumsum(HOT_LENGTHS) - HOT_LENGTHS
"""The first input of each one-hot."""
if TYPE_CHECKING:
    CompactRow: TypeAlias = Any
else:
    CompactRow = WRITER.compact
"""Compact observation of one career."""


class Network(NamedTuple):
    """The weights, and the values of the hidden layers as scratch space."""

    first: Annotated[NDArray[np.float32], 2]
    """``(INPUTS, FIRST)``."""
    first_bias: NDArray[np.float32]
    second: Annotated[NDArray[np.float32], 2]
    """``(FIRST, SECOND)``."""
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    """``(SECOND,)``."""
    last_bias: NDArray[np.float32]
    """``(1,)``."""
    hidden_1: NDArray[np.float32]
    hidden_2: NDArray[np.float32]


SHAPES: dict[str, tuple[int, ...]] = {
    "first": (INPUTS, FIRST),
    "first_bias": (FIRST,),
    "second": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "last": (SECOND,),
    "last_bias": (1,),
}
"""Shapes of the weights."""


def no_weights() -> dict[str, NDArray[np.floating]]:
    """Return weights that are all zero, by name."""
    return {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}


def new_network(weights: Mapping[str, NDArray[np.floating]]) -> Network:
    """Return the network of weights by name, with scratch space of its own."""
    return Network(**weights, hidden_1=np.zeros(FIRST, np.float32), hidden_2=np.zeros(SECOND, np.float32))


def load_network(path: Path = LUCK_NETWORK) -> Network:
    """Return the network of a file.

    Raises:
        LuckFileError: the file is missing, broken or has another form.
    """
    return new_network(load_value(path, no_weights()))


@compiled
def read_codes(network: Network, row: CompactRow) -> None:
    """Write the first hidden layer, before its rectifier."""
    codes, hidden, weights = row.codes, network.hidden_1, network.first
    for unit in range(FIRST):
        hidden[unit] = network.first_bias[unit]
    for place in range(NETWORK_CODES):
        if codes[place]:
            code = np.float32(codes[place])
            for unit in range(FIRST):
                hidden[unit] += code * weights[place, unit]
    for one in range(len(HOT_CODES)):
        choice = min(max(int(codes[HOT_CODES[one]]) - HOT_LEAST[one], 0), HOT_LENGTHS[one] - 1)
        for unit in range(FIRST):
            hidden[unit] += weights[HOT_INPUTS[one] + choice, unit]


@compiled
def bombers_to_come(network: Network, row: CompactRow) -> float:
    """Return the bombers that are expected from an open decision on."""
    read_codes(network, row)
    hidden = network.hidden_2
    for unit in range(SECOND):
        hidden[unit] = network.second_bias[unit]
    for place in range(FIRST):
        active = network.hidden_1[place]
        if active > 0:
            for unit in range(SECOND):
                hidden[unit] += active * network.second[place, unit]
    total = float(network.last_bias[0])
    for unit in range(SECOND):
        if hidden[unit] > 0:
            total += float(hidden[unit] * network.last[unit])
    return total
