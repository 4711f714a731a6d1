"""The fits of an improvement: the network of the line value, and the worths of choices."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.clones import read_only
from agents.games.interceptor.improvement.clones import (
    ChoicePositions,
    LineExamples,
    Openings,
    Player,
    collect_positions,
    fly_actions,
    fly_examples,
)
from agents.games.interceptor.improvement.line_value import BOMBERS_OF_AN_OUTPUT, HIDDEN_WIDTH, LINE_SHAPES, LINE_TRAITS
from agents.games.interceptor.review.futures import FUTURES
from agents.games.interceptor.scripts.champion import STYLE
from agents.games.interceptor.scripts.traits import POSITION_TRAITS, traits_of
from agents.games.interceptor.scripts.worths import CHOICES, NO_CHOICE, Choice, choice_of, take
from agents.rows import some_rows
from stuka_env.declared.records import rows
from stuka_env.engine.engine import Engine
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Mat
from stuka_env.games.interceptor.scenario.plan import WarSpec

BATCH, LEARNING_RATE, WARM_UP = 4096, 2e-3, 200
MEASURED_SHARES = {Decision.BURST: 180, Decision.PASS: 400, Decision.ONWARD: 400}
"""Thousandths of the positions of a career that are measured, by decision."""
MOST_A_CAREER = 130
"""Positions that a career contributes at most on average; more are left out."""
FUTURES_A_SIDE = 24
"""Futures of each action."""
LARGEST_GAIN = 3.0
"""Largest gain or loss in bombers that counts."""
RIDGE_POSITIONS = 30.0
"""Positions that the penalty of the weights counts as."""


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


def line_examples(player: Player, openings: Openings, number: int) -> Lines:
    """Return the lines of careers that the player flies with dice of a number."""
    count = len(openings.mats) * (MOST_LOGGED + 1)
    examples = LineExamples(np.zeros((count, LINE_TRAITS), np.float32), np.zeros(count, np.float32))
    written = fly_examples(player, openings, FUTURES.new_workspace(), number, examples)
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


# --- worths ---


class ChoiceExamples(NamedTuple):
    """Positions with a choice that a worth decides, M of them."""

    choice: NDArray[np.int64]
    traits: NDArray[np.float64]
    """``(M, POSITION_TRAITS)``."""
    gain: NDArray[np.float64]
    """Measured worth of the choice in bombers."""


def positions_of(player: Player, openings: Openings, number: int) -> ChoicePositions:
    """Return positions of careers that the player flies, in which a worth decides."""
    most = MOST_A_CAREER * len(openings.mats)
    positions = ChoicePositions(
        rows(most, Mat), np.zeros((most, ACTIONS), np.int8), np.zeros(most, np.int64), np.zeros(most, np.int64)
    )
    shares = np.array([MEASURED_SHARES.get(decision, 0) for decision in Decision], np.int64)
    workspace = FUTURES.new_workspace()
    count = collect_positions(player, openings, workspace, number, shares, positions)
    has_choice = np.zeros(most, np.bool_)
    for place in range(count):
        has_choice[place] = choice_of(positions.mats[place], positions.masks[place]) != NO_CHOICE
    return some_rows(positions, has_choice)


def measured(player: Player, openings: Openings, positions: ChoicePositions) -> ChoiceExamples:
    """Return positions with the worth that futures of both sides give."""
    count = len(positions.own)
    choices, sides = np.zeros(count, np.int64), np.zeros((count, 2), np.int64)
    traits = np.zeros((count, POSITION_TRAITS))
    for place in range(count):
        mat, charts, mask = positions.mats[place], openings.charts[positions.charts[place]], positions.masks[place]
        choices[place] = choice_of(mat, mask)
        sides[place] = [take(mat, charts, mask, STYLE, int(choices[place]), worth).action for worth in (-1.0, 1.0)]
        traits[place] = traits_of(mat, charts)
    asked = np.zeros_like(positions.masks)
    np.put_along_axis(asked, sides, 1, axis=1)
    scores = np.zeros((*asked.shape, FUTURES_A_SIDE), np.float32)
    fly_actions(
        player, read_only(positions.mats), openings.charts, read_only(positions.charts), asked,
        read_only(np.arange(count)), FUTURES.new_workspace(), scores,
    )  # fmt: skip
    worse, better = np.take_along_axis(scores.mean(axis=2), sides, axis=1).T
    return ChoiceExamples(choices, traits, (better - worse).astype(np.float64).clip(-LARGEST_GAIN, LARGEST_GAIN))


def fit_worths(examples: ChoiceExamples) -> NDArray[np.float64]:
    """Return the weights of the worths by ridge regression, ``(CHOICES, POSITION_TRAITS)``."""
    worths = np.zeros((CHOICES, POSITION_TRAITS))
    for choice in Choice:
        some = examples.choice == choice
        traits, gains = examples.traits[some], examples.gain[some]
        products = traits.T @ traits
        penalty = RIDGE_POSITIONS * np.maximum(products.diagonal() / max(1, len(gains)), 1e-3)
        worths[choice] = np.linalg.solve(products + np.diag(penalty), traits.T @ gains)
    return worths
