"""Network that predicts the gain of every action over the script's own, learned from many positions."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.games.stuka.improvement.positions import Positions
from agents.rows import some_rows
from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.networks.structured import ActionHead, MatEncoder, Sizes
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_bytes
from stuka_env.networks.tensor_file import read_tensors

SPACE = gymnasium.spaces.Box(-np.inf, np.inf, (LENGTH,), np.float32)
POINTS = 3.0
"""Points of mission score of an output of 1."""
LARGEST_GAIN = 60.0
"""Largest gain or loss in points. Actions that lose much need no exact figure."""
CLOSE = 8.0
"""Points of difference to the script's action at which an action counts half. Only close choices matter."""
SELDOM_WEIGHTS = {Decision.PROMOTE: 8.0, Decision.EVENT: 2.0, Decision.NEW_LEADER: 2.0, Decision.RELIEF: 2.0,
          Decision.AIR_TO_AIR: 2.0, Decision.ATTACK: 2.0}  # fmt: skip
"""Weights of decisions that are rare or hard to learn."""
BATCH, LEARNING_RATE, WARM_UP, MAX_GRAD_NORM = 1024, 1.5e-3, 200, 50.0
LARGEST_NETWORK_FILE = 64 * MIB
"""Largest size of a file in bytes."""
WIDEST = 1024
"""Largest width of a layer in a file."""
PREDICTED = 4096
"""Positions of a batch in inference."""


class GainNetwork(nn.Module):
    """Encoder and action head of the structured network, with gains as outputs."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.encoder = MatEncoder(SPACE, sizes.card, sizes.roster)
        self.head = ActionHead(self.encoder.features_dim, sizes)
        for scorer in (
            self.head.by_slot.logits,
            self.head.by_pilot.logits,
            self.head.by_gunner.logits,
            self.head.others,
        ):
            nn.init.normal_(scorer.weight, 0.0, 0.01)
            nn.init.zeros_(scorer.bias)

    def forward(self, observations: Tensor) -> Tensor:
        """Return points of mission score, ``(N, ACTIONS)``, for ``(N, LENGTH)``. Only differences in a row matter."""
        gains: Tensor = POINTS * self.head(self.encoder(observations))
        return gains


class GainFigures(NamedTuple):
    """Figures of the network in positions that it has not learned from."""

    epoch: int
    loss: float
    gain: float
    """Mean gain of its choices over the script's, in points of mission score a decision."""
    error: float
    """Standard error of the mean gain."""
    differs: float
    """Share of the decisions in which it chooses another action."""


def gains_over_script(network: GainNetwork, positions: Positions, rows: slice | NDArray[np.int64]) -> Tensor:
    """Return the predicted gains of all actions over the script's in some positions, ``(rows, ACTIONS)``."""
    gains: Tensor = network(torch.from_numpy(positions.observations[rows].astype(np.float32)))
    return gains - gains.gather(1, torch.from_numpy(positions.script[rows].astype(np.int64))[:, None])


def gain_loss(network: GainNetwork, positions: Positions, rows: NDArray[np.int64], weights: Tensor) -> Tensor:
    """Return the squared error over all legal actions. The script's own action has gain 0."""
    gains = torch.from_numpy(positions.gains[rows].astype(np.float32))
    legal = ~gains.isnan()
    predicted = gains_over_script(network, positions, rows)
    closeness = legal.float() / (1 + (predicted.detach() / CLOSE).square())
    errors = (closeness * (predicted - gains.nan_to_num(0.0).clamp(-LARGEST_GAIN, LARGEST_GAIN)).square()).sum(dim=1)
    return (errors * weights[torch.from_numpy(positions.decision[rows].astype(np.int64))]).mean()


def predicted_gains(network: GainNetwork, positions: Positions) -> NDArray[np.float32]:
    """Return the predicted gains of all actions over the script's, ``(M, ACTIONS)``."""
    parts = []
    with torch.inference_mode():
        for first in range(0, len(positions.script), PREDICTED):
            some = slice(first, first + PREDICTED)
            parts.append(gains_over_script(network, positions, some).numpy())
    return np.concatenate(parts)


def best_actions(network: GainNetwork, positions: Positions, margin: float) -> NDArray[np.int64]:
    """Return the action with the highest predicted gain in every position, ``(M,)``.

    The script's own action counts ``margin`` points more.
    """
    gains = predicted_gains(network, positions)
    gains[np.arange(len(gains)), positions.script] = margin
    return np.where(np.isnan(positions.gains), -np.inf, gains).argmax(axis=1)


def gains_of_best_actions(network: GainNetwork, positions: Positions, margin: float) -> NDArray[np.float32]:
    """Return the gains of the best actions in the rollouts, in points of mission score, ``(M,)``."""
    actions = best_actions(network, positions, margin)
    return positions.gains[np.arange(len(actions)), actions].astype(np.float32)


def fit_gains(
    network: GainNetwork,
    positions: Positions,
    *,
    held_out: int,
    epochs: int,
    margin: float,
    seed: int,
    on_epoch: Callable[[GainFigures], object],
    on_batch: Callable[[int], object] = lambda batches: None,
) -> None:
    """Fit the network to all positions but the last ``held_out``.

    Args:
        network: the network, changed in place.
        positions: M positions.
        held_out: positions at the end that only give figures.
        epochs: passes over the positions.
        margin: points that the script's action counts more in the figures.
        seed: seed of the order of the positions.
        on_epoch: called with the figures after every epoch.
        on_batch: called with 1 after every batch.
    """
    learned = len(positions.script) - held_out
    rng, weights = np.random.default_rng(seed), torch.ones(len(Decision))
    for decision, weight in SELDOM_WEIGHTS.items():
        weights[decision] = weight
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    batches = max(1, learned // BATCH)
    total = epochs * batches
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM_UP) * max(0.02, 1 - step / total)
    )
    unseen = some_rows(positions, slice(learned, None))
    for epoch in range(epochs):
        losses = []
        for rows in np.array_split(rng.permutation(learned), batches):
            loss = gain_loss(network, positions, rows, weights)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), MAX_GRAD_NORM)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            on_batch(1)
        gains = gains_of_best_actions(network, unseen, margin)
        error = float(gains.std()) / max(1, len(gains)) ** 0.5
        on_epoch(GainFigures(epoch + 1, float(np.mean(losses)), float(gains.mean()), error, float((gains != 0).mean())))


# --- in a file ---


class GainFileError(ValueError):
    """Refusal of a file with a gain network, in one line."""


def save_network(network: GainNetwork, path: Path) -> None:
    """Write the network, whole or not at all."""
    contents = io.BytesIO()
    torch.save({"sizes": network.sizes._asdict(), "weights": network.state_dict()}, contents)
    write_whole(path, contents.getvalue())


def load_network(path: Path) -> GainNetwork:
    """Return the network in a file.

    Raises:
        GainFileError: the file is missing, broken or has another layout.
    """
    try:
        contents = read_tensors(read_bytes(path, LARGEST_NETWORK_FILE))
    except FileError as error:
        raise GainFileError(f"gains: {path} cannot be used: {error}") from None
    is_network = isinstance(contents, dict) and _are_sizes(contents.get("sizes"))
    if not is_network or not isinstance(contents.get("weights"), dict):
        raise GainFileError(f"gains: {path} cannot be used: it holds no such network")
    try:
        network = GainNetwork(Sizes(**contents["sizes"]))
        network.load_state_dict(contents["weights"])
    except RuntimeError as error:
        raise GainFileError(f"gains: {path} cannot be used: {str(error).splitlines()[0]}") from None
    return network


def _are_sizes(sizes: object) -> bool:
    """Whether a network can have these sizes. Too large ones are refused before memory is allocated."""
    return (
        isinstance(sizes, dict)
        and {"card", "trunk"} <= set(sizes) <= set(Sizes._fields)
        and all(type(sizes[name]) is int and 1 <= sizes[name] <= WIDEST for name in ("card", "trunk"))
        and type(sizes.get("roster", False)) is bool
    )
