"""Learning a pool of decisions at a time before PPO begins; what imitation and expert iteration have in common.

A pool is gathered, learned from for some epochs, and thrown away, so that tens of millions of decisions need the memory
of one pool. After each of them it can be stopped, and goes on there.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from agents.training.checkpoint import CheckpointError, config_digest, random_state, refusing, set_random_state
from agents.training.learner import Learner
from agents.training.sealed_file import read_sealed, write_sealed
from stuka_env.reading import FileError

WARM_UP = 100
"""Updates until the learning rate is what was asked for."""


class PoolProgress(NamedTuple):
    """How it goes."""

    text: str
    numbers: dict[str, float]


class PoolPlan(Protocol):
    """The part of a configuration that says how pools are learned from."""

    @property
    def epochs(self) -> int:
        """Passes over each pool."""

    @property
    def batch_size(self) -> int:
        """Rows of an update."""

    @property
    def learning_rate(self) -> float:
        """At its highest."""


def shuffled_batches(rows: int, size: int, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """The rows in random order, in batches of about one size."""
    return np.array_split(rng.permutation(rows), -(-rows // size)) if rows else []


class PoolRun:
    """A learner that learns from one pool after another.

    Args:
        learner: who learns.
        plan: how.
        name: what this is called, and the file in which it keeps where it stands.
        planned: pools that there will be.

    Attributes:
        pools: how many have been learned from.
        updates: of the network, so far.
    """

    def __init__(self, learner: Learner, plan: PoolPlan, name: str, planned: int) -> None:
        self.learner = learner
        self.name = name
        self.planned = planned
        self.pools = 0
        self.updates = 0
        self.optimizer = torch.optim.Adam(learner.model.policy.parameters(), lr=plan.learning_rate)
        self._pool_plan = plan

    # --- what each does in its own way ---

    def learn_a_pool(self, stop: Callable[[], bool]) -> PoolProgress:
        """Gather one and learn from it."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """What else it takes to go on, as tensors and plain values."""
        return {}

    def set_state(self, state: dict[str, Any]) -> None:
        """Put back what :meth:`state` said."""

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
        """Some epochs over a pool of so many rows; the means of the figures, None if it was to stop, [] if it is empty.

        Args:
            rows: in the pool.
            rng: shuffles them.
            loss: the loss on some of the rows, and figures of it.
            stop: asks whether to stop.
        """
        plan, policy, figures = self._pool_plan, self.learner.model.policy, []
        policy.set_training_mode(True)
        for epoch in range(plan.epochs):
            batches = shuffled_batches(rows, plan.batch_size, rng)
            for batch, chosen in enumerate(batches):
                if stop():
                    return None
                self._set_learning_rate((epoch + batch / len(batches)) / plan.epochs)
                total, found = loss(chosen)
                self.optimizer.zero_grad()
                total.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(policy.parameters(), self.learner.config.ppo.max_grad_norm)
                self.optimizer.step()
                self.updates += 1
                figures.append(found)
        self.pools += 1
        return np.mean(figures, axis=0).tolist() if figures else []

    def _set_learning_rate(self, learned: float) -> None:
        """It rises for a few updates, then falls evenly to 0 with the share of this pool that has been learned."""
        share = min(1.0, (self.updates + 1) / WARM_UP) * (1.0 - (self.pools + learned) / self.planned)
        for group in self.optimizer.param_groups:
            group["lr"] = self._pool_plan.learning_rate * share

    # --- to go on where it was stopped ---

    def file(self, folder: Path) -> Path:
        """Where it keeps how far it has come."""
        return folder / f"{self.name.replace(' ', '_')}.pt"

    def save(self, folder: Path) -> None:
        """Write where it stands."""
        kept = {
            "config": config_digest(self.learner.config),
            "pools": self.pools,
            "updates": self.updates,
            "seconds": self.learner.clock.start,
            "policy": self.learner.model.policy.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "random": random_state(),
        }
        write_sealed(self.file(folder), kept | self.state())

    def restore(self, folder: Path) -> bool:
        """Go on where it stood, if that is of this training.

        Raises:
            CheckpointError: the file is damaged.
        """
        path = self.file(folder)
        try:
            kept = read_sealed(path)
        except FileError as error:
            raise CheckpointError(f"{path}: {error}; without it the {self.name} begins anew") from None
        if kept.get("config") != config_digest(self.learner.config):
            return False
        with refusing(path):
            self.pools, self.updates, self.learner.clock.start = kept["pools"], kept["updates"], kept["seconds"]
            self.learner.model.policy.load_state_dict(kept["policy"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.set_state(kept)
            set_random_state(kept["random"])
        return True


def learn_pools(run: PoolRun, stop: Callable[[], bool], folder: Path | None) -> Iterator[PoolProgress]:
    """Learn pool by pool; says how it goes after each.

    Args:
        run: who learns from what; it is closed in the end.
        stop: asks whether to stop.
        folder: where it keeps how far it has come, to go on there; nowhere if None.
    """
    try:
        if folder is not None and run.file(folder).exists():
            if run.restore(folder):
                yield PoolProgress(f"{run.name}: goes on after pool {run.pools} of {run.planned}", {})
            else:
                yield PoolProgress(f"{run.name}: begins anew, {run.file(folder)} is of another training", {})
        while run.pools < run.planned:
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
