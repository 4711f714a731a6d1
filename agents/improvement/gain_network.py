"""A network that says what every action is worth against the script's own, learned from many positions."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.improvement.positions import Positions
from agents.rows import some_rows
from stuka_env.codes import Decision
from stuka_env.files import write_whole
from stuka_env.networks.structured import ActionHead, MatEncoder, Sizes
from stuka_env.networks.tensor_file import read_tensors
from stuka_env.observation import LENGTH
from stuka_env.reading import MIB, FileError, read_bytes

SPACE = gymnasium.spaces.Box(-np.inf, np.inf, (LENGTH,), np.float32)
POINTS = 3.0
"""Points of mission score that an output of 1 stands for."""
LARGEST = 60.0
"""Gains beyond this are cut: whoever turns home without need need not know how bad it is."""
CLOSE = 8.0
"""Points: an action about so much worse than the script's counts half; only close calls are ever decided by this."""
SELDOM = {Decision.PROMOTE: 8.0, Decision.EVENT: 2.0, Decision.NEW_LEADER: 2.0, Decision.RELIEF: 2.0,
          Decision.AIR_TO_AIR: 2.0, Decision.ATTACK: 2.0}  # fmt: skip
"""Weights of decisions that are seldom asked, or hard to learn."""
BATCH, LEARNING_RATE, WARM_UP, MAX_GRAD_NORM = 1024, 1.5e-3, 200, 50.0
LARGEST_FILE = 64 * MIB
"""Bytes of a file."""
WIDEST = 1024
"""The most that a size in a file may be."""
PREDICTED = 4096
"""Positions looked at together when nothing is learned."""


class GainNetwork(nn.Module):
    """The structured network's encoder and action head, read as gains."""

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
        """``(N, LENGTH)`` to points of mission score, ``(N, ACTIONS)``; only differences in a row mean anything."""
        gains: Tensor = POINTS * self.head(self.encoder(observations))
        return gains


class GainFigures(NamedTuple):
    """What the network finds in positions that it has not learned from."""

    epoch: int
    loss: float
    found: float
    """Points of mission score that its choices gain on the script's, a decision."""
    error: float
    """Standard error of that."""
    differs: float
    """Share of the decisions in which it would do something else."""


def gains_over_script(network: GainNetwork, positions: Positions, rows: slice | NDArray[np.int64]) -> Tensor:
    """What the network says every action gains against the script's in some positions, ``(rows, ACTIONS)``."""
    gains: Tensor = network(torch.from_numpy(positions.observations[rows].astype(np.float32)))
    return gains - gains.gather(1, torch.from_numpy(positions.script[rows].astype(np.int64))[:, None])


def gain_loss(network: GainNetwork, positions: Positions, rows: NDArray[np.int64], weights: Tensor) -> Tensor:
    """Squared error over all legal actions, the script's own at 0."""
    gains = torch.from_numpy(positions.gains[rows].astype(np.float32))
    legal = ~gains.isnan()
    found = gains_over_script(network, positions, rows)
    closeness = legal.float() / (1 + (found.detach() / CLOSE).square())
    errors = (closeness * (found - gains.nan_to_num(0.0).clamp(-LARGEST, LARGEST)).square()).sum(dim=1)
    return (errors * weights[torch.from_numpy(positions.decision[rows].astype(np.int64))]).mean()


def predicted_gains(network: GainNetwork, positions: Positions) -> NDArray[np.float32]:
    """What the network says every action gains against the script's, ``(M, ACTIONS)``."""
    parts = []
    with torch.inference_mode():
        for first in range(0, len(positions.script), PREDICTED):
            some = slice(first, first + PREDICTED)
            parts.append(gains_over_script(network, positions, some).numpy())
    return np.concatenate(parts)


def best_actions(network: GainNetwork, positions: Positions, margin: float) -> NDArray[np.int64]:
    """The action of the highest gain in every position, where the script's has ``margin`` points more, ``(M,)``."""
    gains = predicted_gains(network, positions)
    gains[np.arange(len(gains)), positions.script] = margin
    return np.where(np.isnan(positions.gains), -np.inf, gains).argmax(axis=1)


def found_gains(network: GainNetwork, positions: Positions, margin: float) -> NDArray[np.float32]:
    """What those actions gained in the rollouts, in points of mission score, ``(M,)``."""
    chosen = best_actions(network, positions, margin)
    return positions.gains[np.arange(len(chosen)), chosen].astype(np.float32)


def fit_gains(
    network: GainNetwork,
    positions: Positions,
    held_out: int,
    epochs: int,
    margin: float,
    seed: int,
    heard: Callable[[GainFigures], object],
    told: Callable[[int], object] = lambda batches: None,
) -> None:
    """Learn from all positions but the last ``held_out``; ``heard`` hears of every epoch, ``told`` of every batch."""
    learned = len(positions.script) - held_out
    rng, weights = np.random.default_rng(seed), torch.ones(len(Decision))
    for decision, weight in SELDOM.items():
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
            told(1)
        found = found_gains(network, unseen, margin)
        error = float(found.std()) / max(1, len(found)) ** 0.5
        heard(GainFigures(epoch + 1, float(np.mean(losses)), float(found.mean()), error, float((found != 0).mean())))


# --- in a file ---


class GainFileError(ValueError):
    """A file with a gain network that cannot be used; one line says why."""


def save_network(network: GainNetwork, path: Path) -> None:
    """Write the network, whole or not at all."""
    contents = io.BytesIO()
    torch.save({"sizes": network.sizes._asdict(), "weights": network.state_dict()}, contents)
    write_whole(path, contents.getvalue())


def load_network(path: Path) -> GainNetwork:
    """The network in a file.

    Raises:
        GainFileError: it is missing, broken, or of another layout.
    """
    try:
        kept = read_tensors(read_bytes(path, LARGEST_FILE))
    except FileError as error:
        raise GainFileError(f"gains: {path} cannot be used: {error}") from None
    if not isinstance(kept, dict) or not _are_sizes(kept.get("sizes")) or not isinstance(kept.get("weights"), dict):
        raise GainFileError(f"gains: {path} cannot be used: it holds no such network")
    try:
        network = GainNetwork(Sizes(**kept["sizes"]))
        network.load_state_dict(kept["weights"])
    except RuntimeError as error:
        raise GainFileError(f"gains: {path} cannot be used: {str(error).splitlines()[0]}") from None
    return network


def _are_sizes(sizes: object) -> bool:
    """Whether a network of these sizes can be built before its weights are compared with them."""
    return (
        isinstance(sizes, dict)
        and {"card", "trunk"} <= set(sizes) <= set(Sizes._fields)
        and all(type(sizes[name]) is int and 1 <= sizes[name] <= WIDEST for name in ("card", "trunk"))
        and type(sizes.get("roster", False)) is bool
    )
