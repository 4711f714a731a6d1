"""A network that follows the declared layout of any game: from the flat observation to logits and a value.

A block of the observation with equal records, such as crews or counters, is encoded row by row. One encoder serves all
rows of a block. The rows of all blocks attend to each other once; their means and maxima join the other numbers, the
table. An action whose argument names a row (:attr:`stuka_env.declared.actions.Argument.rows`) is scored from this row,
so that a lesson about one row holds for all. The other actions are scored from the whole.

An advised network also reads the choice of a script, a number for each action behind the observation. It begins with
that choice, and learns where another one is better. The script knows the charts in force, so the network need not.

The weights in the file of a saved agent have the names of the attributes here: they may not change.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from stuka_env.declared.layouts import ONE_HOT_BLOCK, Layout
from stuka_env.game import game_named
from stuka_env.networks.layers import ActionScorer, columns, dense, in_float32
from stuka_env.networks.parts import Shapes, layout_of_space, parts_of_space

TRUST = 3.0
"""Logit that an advised network adds to the choice of the script. Other actions stay probable enough to be tried."""
MOST_CODES = 8
"""Values of a number that is also read as a code, because one more or less can decide."""
FEWEST_NUMBERS = 2
"""Numbers of a row that has an encoder; rows of one number are read with the table."""


class LayoutSizes(NamedTuple):
    """Widths of the network."""

    card: int
    """Numbers that describe one row."""
    trunk: int
    """Width of the two hidden layers of the policy, and of the two of the value."""
    advised: bool = False
    """Whether the choice of a script stands behind each observation."""


WIDTHS = ("card", "trunk")
"""The fields that are widths; they are required in a file."""


def shapes_of(arguments: Mapping[str, Any]) -> Shapes:
    """Return the shapes of weights that tell the widths among the arguments of a policy."""
    sizes = LayoutSizes(*(arguments[name] for name in WIDTHS))
    return {"features_extractor.table.bias": (sizes.card,), "action_net.trunk.2.weight": (sizes.trunk, sizes.trunk)}


class Encoded(NamedTuple):
    """The inputs of the heads."""

    pooled: Tensor
    """``(N, P)``: the table and its encoding, then the mean and the maximum of the rows of each block."""
    rows: dict[str, Tensor]
    """By block, ``(N, R, card)``."""
    advice: Tensor
    """``(N, ACTIONS)``: 1 for the choice of the script; ``(N, 0)`` in a network without one."""


def row_blocks(layout: Layout) -> dict[str, NDArray[np.int64]]:
    """Return the blocks of equal records: places in the flat observation, ``(rows, numbers)``.

    Further numbers, such as those that a player works out, belong to the rows of the only block that has as many.
    """
    parts = defaultdict(list)
    for part in layout.parts.values():
        parts[part.block].append(part.indices)
    parts.pop(ONE_HOT_BLOCK, None)
    rows = {name: own for name, own in parts.items() if len(own[0]) > 1 and len({*map(len, own)}) == 1}
    for indices in [one for name, own in parts.items() if name not in rows for one in own]:
        alike = [name for name, own in rows.items() if len(own[0]) == len(indices)]
        if len(alike) == 1:
            rows[alike[0]] = [*rows[alike[0]], indices]
    places = {name: np.hstack([indices.reshape(len(indices), -1) for indices in own]) for name, own in rows.items()}
    return {name: own for name, own in places.items() if own.shape[1] >= FEWEST_NUMBERS}


class RowNumbers(nn.Module):
    """The numbers of rows, and those with few values once more as one-hots: ``(N, L)`` to ``(N, rows, width)``.

    Args:
        layout: the layout of the observation.
        places: of the numbers, ``(rows, numbers)``; the numbers of all rows have the same bounds.
    """

    places: Tensor
    sources: Tensor
    codes: Tensor
    tolerances: Tensor

    def __init__(self, layout: Layout, places: NDArray[np.int64]) -> None:
        super().__init__()
        scale = layout.scale[places[0]].astype(np.float64)
        lows, highs = (np.round(bound[places[0]] / scale).astype(int) for bound in (layout.low, layout.high))
        few = (highs - lows > 1) & (highs - lows < MOST_CODES)
        coded = [(column, code) for column in np.flatnonzero(few) for code in range(lows[column], highs[column] + 1)]
        numbers, codes = np.array(coded, np.int64).reshape(-1, 2).T
        self._keep("places", places)
        self._keep("sources", places[:, numbers])
        self._keep("codes", (codes * scale[numbers]).astype(np.float32))
        self._keep("tolerances", (scale[numbers] / 2).astype(np.float32))
        self.width = places.shape[1] + len(codes)

    def _keep(self, name: str, values: NDArray[Any]) -> None:
        self.register_buffer(name, torch.from_numpy(np.ascontiguousarray(values)), persistent=False)

    def forward(self, seen: Tensor) -> Tensor:
        """Return the numbers of every row, and 1 for each code that one of them has."""
        coded = (columns(seen, self.sources) - self.codes).abs() < self.tolerances
        return torch.cat((columns(seen, self.places), coded.to(seen)), dim=-1)


class RowEncoder(nn.Module):
    """The shared encoder of a block: ``(N, R, numbers)`` and the table ``(N, card)`` to ``(N, R, card)``."""

    def __init__(self, numbers: RowNumbers, card: int) -> None:
        super().__init__()
        self.numbers = numbers
        self.first = nn.Linear(numbers.width, card)
        self.place = nn.Parameter(torch.zeros(len(numbers.places), card))
        self.second = nn.Linear(card, card)

    def forward(self, seen: Tensor, table: Tensor) -> Tensor:
        """Encode every row alike, but add a vector for its place, and the table."""
        around = self.place + table[:, None]
        return self.second((self.first(self.numbers(seen)) + around).relu_()).relu_()


class Attention(nn.Module):
    """Attention of all rows to each other, added to them: ``(N, T, card)`` to ``(N, T, card)``.

    It is the linear form: its time grows with the number of rows, and not with its square.
    """

    def __init__(self, card: int) -> None:
        super().__init__()
        self.query_key_value = nn.Linear(card, 3 * card)
        self.output = nn.Linear(card, card)

    def forward(self, rows: Tensor) -> Tensor:
        """Add to every row what it finds in the others."""
        query, key, value = self.query_key_value(rows).chunk(3, dim=-1)
        context = torch.relu(key).transpose(1, 2) @ value / rows.shape[1]
        return (self.output(query @ context) + rows).relu_()


class LayoutEncoder(BaseFeaturesExtractor):
    """The flat observation as the table, and a vector for each row of each block; the result is :class:`Encoded`.

    Args:
        observation_space: the space of a flat observation.
        card: numbers that describe one row.
        advised: whether the choice of a script stands behind each observation.
    """

    def __init__(self, observation_space: Any, card: int, advised: bool = False) -> None:
        layout = layout_of_space(observation_space)
        actions = parts_of_space(observation_space).actions if advised else 0
        blocks = row_blocks(layout)
        of_rows = [places.ravel() for places in blocks.values()]
        single = np.setdiff1d(np.arange(layout.length), np.concatenate([np.zeros(0, np.int64), *of_rows]))
        numbers = RowNumbers(layout, single[None])
        super().__init__(observation_space, numbers.width + (1 + 2 * len(blocks)) * card + actions)
        self.length = layout.length
        self.numbers = numbers
        self.table = nn.Linear(numbers.width, card)
        self.rows = nn.ModuleDict({name: RowEncoder(RowNumbers(layout, own), card) for name, own in blocks.items()})
        self.attention = Attention(card) if blocks else None
        self.lengths = [len(own) for own in blocks.values()]

    def forward(self, observations: Tensor) -> Encoded:
        """Encode ``(N, L)``, or ``(N, L + ACTIONS)`` with the choice of a script."""
        advice = observations[:, self.length :]
        single = self.numbers(observations)[:, 0]
        table = self.table(single)
        rows = self._rows_with(observations, table)
        pools = [pool for own in rows.values() for pool in (own.mean(dim=1), own.max(dim=1).values)]
        return Encoded(torch.cat((single, torch.relu(table), *pools, advice), dim=1), rows, advice)

    def _rows_with(self, observations: Tensor, table: Tensor) -> dict[str, Tensor]:
        """Return the rows of each block, encoded with the table and what they find in each other."""
        if self.attention is None:
            return {}
        rows = torch.cat([encoder(observations, table) for encoder in self.rows.values()], dim=1)
        return dict(zip(self.rows, self.attention(rows).split(self.lengths, dim=1), strict=True))


class NamingVerb(NamedTuple):
    """A verb whose argument names a row."""

    action: int
    """Its first action."""
    size: int
    """Its actions."""
    row: int
    """The row of the first one."""


def naming_verbs(space: Any) -> dict[str, list[NamingVerb]]:
    """Return the verbs that name a row of a block with an encoder, by block, of the game with this observation.

    Raises:
        ValueError: an argument names rows that the observation does not have.
    """
    blocks, verbs = row_blocks(layout_of_space(space)), defaultdict(list)
    for verb in game_named(parts_of_space(space).game).declared.codes.Act:
        argument = verb.argument
        if argument.rows:
            rows = len(blocks.get(argument.rows, ()))
            if argument.row + argument.size > rows:
                named = f"rows of {argument.rows!r} up to {argument.row + argument.size}"
                raise ValueError(
                    f"argument of {verb.name}: got {named}, there are {rows} of a block with several numbers"
                )
            verbs[argument.rows].append(NamingVerb(int(verb), argument.size, argument.row))
    return dict(verbs)


class LayoutHead(nn.Module):
    """Logits of all actions from the encoded mat.

    Args:
        space: the space of a flat observation.
        pooled: width of :attr:`Encoded.pooled`.
        sizes: the widths.
    """

    order: Tensor

    def __init__(self, space: Any, pooled: int, sizes: LayoutSizes) -> None:
        super().__init__()
        blocks, verbs = row_blocks(layout_of_space(space)), naming_verbs(space)
        self.trunk = dense(pooled, sizes.trunk, 2)
        scorers = {name: ActionScorer(sizes.card, sizes.trunk, len(own)) for name, own in verbs.items()}
        self.scorers = nn.ModuleDict(scorers)
        places = np.full(parts_of_space(space).actions, -1)
        size = 0
        for name, own in verbs.items():
            for verb in own:
                places[verb.action : verb.action + verb.size] = size + verb.row + np.arange(verb.size)
                size += len(blocks[name])
            named = np.concatenate([verb.action + np.arange(verb.size) for verb in own])
            self.register_buffer(f"named_{name}", torch.from_numpy(named), persistent=False)
        others = places < 0
        places[others] = size + np.arange(others.sum())
        self.others = nn.Linear(sizes.trunk, int(others.sum()))
        self.register_buffer("order", torch.from_numpy(places), persistent=False)

    def forward(self, encoded: Encoded, masks: Tensor | None = None) -> Tensor:
        """Return logits ``(N, ACTIONS)``; under masks (bool) those of the legal actions, where others may be 0.

        Most decisions name no row of a block, so masks save work.
        """
        context = self.trunk(encoded.pooled)
        logits = [self._of_block(name, encoded.rows[name], context, masks) for name in self.scorers]
        own = torch.cat((*logits, in_float32(self.others, context)), dim=1).index_select(1, self.order)
        return own + TRUST * encoded.advice if encoded.advice.shape[1] else own

    def _of_block(self, name: str, rows: Tensor, context: Tensor, masks: Tensor | None) -> Tensor:
        scorer: Any = self.scorers[name]
        if masks is None:
            scored: Tensor = scorer(rows, context)
        else:
            legal = masks.index_select(1, self.get_buffer(f"named_{name}")).any(dim=1)
            scored = scorer.of_rows(rows, context, legal.nonzero()[:, 0])
        return scored
