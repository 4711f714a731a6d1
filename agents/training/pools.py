"""Learning from pools of decisions before PPO begins: the common part of imitation and expert iteration.

A pool is gathered, learned from for some epochs, and discarded. So tens of millions of decisions need the memory of one
pool. After each pool the state is saved, so that an interrupted training continues there.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from agents.training.checkpoint import (
    CheckpointError,
    config_digest,
    random_state,
    read_sealed,
    refusing,
    set_random_state,
    write_sealed,
)
from agents.training.learner import Learner
from stuka_env.io.reading import FileError

WARM_UP = 100
"""Updates until the learning rate reaches its highest value."""


class PoolProgress(NamedTuple):
    """Progress after a pool."""

    text: str
    """One line for the user."""
    numbers: dict[str, float]
    """Figures for the log, by name."""


class PoolPlan(Protocol):
    """The part of a configuration with the settings of learning from pools."""

    @property
    def epochs(self) -> int:
        """Number of passes over each pool."""

    @property
    def batch_size(self) -> int:
        """Number of rows in an update."""

    @property
    def learning_rate(self) -> float:
        """The highest learning rate."""


def shuffled_batches(rows: int, size: int, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Return the indices of the rows in random order, in batches of at most ``size``."""
    return np.array_split(rng.permutation(rows), -(-rows // size)) if rows else []


class PoolRun:
    """A learner that learns from one pool after another.

    Args:
        learner: The learner.
        plan: The settings.
        name: Name of this run in messages; the name of its file is made from it.
        num_pools: Number of pools in the whole run.

    Attributes:
        pools_learned: Number of pools that have been learned from.
        updates: Number of updates of the network so far.
    """

    def __init__(self, learner: Learner, plan: PoolPlan, name: str, num_pools: int) -> None:
        self.learner = learner
        self.name = name
        self.num_pools = num_pools
        self.pools_learned = 0
        self.updates = 0
        self.optimizer = torch.optim.Adam(learner.model.policy.parameters(), lr=plan.learning_rate)
        self._pool_plan = plan

    # --- to be overridden ---

    def learn_a_pool(self, stop: Callable[[], bool]) -> PoolProgress:
        """Gather a pool, learn from it, and return the progress."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """Return the additional state that is saved, as tensors and plain values."""
        return {}

    def set_state(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state` returned."""

    def close(self) -> None:
        """Stop the threads."""

    # --- learning ---

    def learn(
        self,
        rows: int,
        rng: np.random.Generator,
        loss: Callable[[NDArray[np.int64]], tuple[torch.Tensor, list[float]]],
        stop: Callable[[], bool],
    ) -> list[float] | None:
        """Learn from a pool for some epochs.

        Args:
            rows: Number of rows in the pool.
            rng: Generator of the order of the rows.
            loss: Function of some rows that returns their loss and its figures.
            stop: Whether to stop; called before every update.

        Returns:
            The means of the figures, [] for an empty pool, or None if ``stop`` returned True.
        """
        plan, policy, figures = self._pool_plan, self.learner.model.policy, []
        policy.set_training_mode(True)
        for epoch in range(plan.epochs):
            batches = shuffled_batches(rows, plan.batch_size, rng)
            for batch, chosen in enumerate(batches):
                if stop():
                    return None
                self._set_learning_rate((epoch + batch / len(batches)) / plan.epochs)
                total, batch_figures = loss(chosen)
                self.optimizer.zero_grad()
                total.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(policy.parameters(), self.learner.config.ppo.max_grad_norm)
                self.optimizer.step()
                self.updates += 1
                figures.append(batch_figures)
        self.pools_learned += 1
        return np.mean(figures, axis=0).tolist() if figures else []

    def _set_learning_rate(self, learned: float) -> None:
        """Set the learning rate, which rises for :data:`WARM_UP` updates and falls linearly to 0 over the whole run.

        Args:
            learned: Share of the current pool that has been learned from.
        """
        share = min(1.0, (self.updates + 1) / WARM_UP) * (1.0 - (self.pools_learned + learned) / self.num_pools)
        for group in self.optimizer.param_groups:
            group["lr"] = self._pool_plan.learning_rate * share

    # --- saving ---

    def file(self, folder: Path) -> Path:
        """Return the path of the file with the state of this run."""
        return folder / f"{self.name.replace(' ', '_')}.pt"

    def save(self, folder: Path) -> None:
        """Write the state of this run."""
        state = {
            "config": config_digest(self.learner.config),
            "pools": self.pools_learned,
            "updates": self.updates,
            "seconds": self.learner.clock.start,
            "policy": self.learner.model.policy.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "random": random_state(),
        }
        write_sealed(self.file(folder), state | self.state())

    def restore(self, folder: Path) -> bool:
        """Restore the saved state and return True, or return False if it belongs to another training.

        Raises:
            CheckpointError: The file is damaged.
        """
        path = self.file(folder)
        try:
            state = read_sealed(path)
        except FileError as error:
            raise CheckpointError(f"{path}: {error}; without it the {self.name} begins anew") from None
        if state.get("config") != config_digest(self.learner.config):
            return False
        with refusing(path):
            self.pools_learned, self.updates = state["pools"], state["updates"]
            self.learner.clock.start = state["seconds"]
            self.learner.model.policy.load_state_dict(state["policy"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.set_state(state)
            set_random_state(state["random"])
        return True


def learn_pools(run: PoolRun, stop: Callable[[], bool], folder: Path | None = None) -> Iterator[PoolProgress]:
    """Learn pool by pool and yield the progress after each.

    Args:
        run: The run; it is closed at the end.
        stop: Whether to stop; called again and again.
        folder: Folder in which the state is kept between pools; None keeps nothing.
    """
    try:
        if folder is not None and run.file(folder).exists():
            if run.restore(folder):
                yield PoolProgress(f"{run.name}: goes on after pool {run.pools_learned} of {run.num_pools}", {})
            else:
                yield PoolProgress(f"{run.name}: begins anew, {run.file(folder)} is of another training", {})
        while run.pools_learned < run.num_pools:
            began = time.perf_counter()
            progress = run.learn_a_pool(stop)
            run.learner.clock.start += time.perf_counter() - began
            if stop():
                return
            yield progress
            if folder is not None:
                run.save(folder)
    finally:
        run.close()
