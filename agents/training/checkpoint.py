"""Checkpoints: everything a training needs to go on as if nothing had happened, in one file that is whole or absent.

The weights, the optimiser's memory, every war with its dice, the random numbers of PyTorch and NumPy, and where the
schedules and the log stand. The file holds tensors and plain values, so that reading it runs no foreign code, and its
own digest, so that damage is found (:mod:`agents.training.sealed_file`).
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.config_file import config_text
from agents.training.config import Config
from agents.training.learner import Clock, Learner
from agents.training.sealed_file import read_sealed, write_sealed
from stuka_env.engine.engine import Snapshot
from stuka_env.quoting import printable, quoted
from stuka_env.reading import FileError

FORMAT = 1
CHECKPOINT = "checkpoint.pt"


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; one line says why."""


def config_digest(config: Config) -> str:
    """A digest of all that decides how a training goes on; the list of seeds does not, nor what follows its end."""
    text = config_text(config.model_copy(update={"seeds": [0]}), without={"score_missions"})
    return hashlib.sha256(text.encode()).hexdigest()


# --- random numbers ---


def random_state() -> dict[str, Any]:
    """The states of PyTorch's and NumPy's generators."""
    shuffler: Any = np.random.get_state(legacy=True)  # noqa: NPY002  SB3 shuffles with it
    kind, keys, place, has_spare, spare = shuffler
    return {
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        "numpy": (kind, torch.from_numpy(keys.astype(np.int64)), place, has_spare, spare),
    }


def set_random_state(state: dict[str, Any]) -> None:
    """Put the generators back."""
    torch.set_rng_state(state["torch"])
    if torch.cuda.is_available() and len(state["cuda"]) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all(state["cuda"])
    kind, keys, place, has_spare, spare = state["numpy"]
    np.random.set_state((kind, keys.numpy().astype(np.uint32), place, has_spare, spare))  # noqa: NPY002


# --- wars ---


def octets(array: Any) -> torch.Tensor:
    """The memory of an array."""
    return torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)


def wars_state(learner: Learner) -> dict[str, torch.Tensor]:
    """Every war as it stands, byte for byte."""
    return snapshot_state(learner.env.snapshot())


def set_wars(learner: Learner, state: dict[str, torch.Tensor]) -> None:
    """Put the wars back.

    Raises:
        CheckpointError: they are wars of another layout.
    """
    learner.observations = np.asarray(learner.env.restore(snapshot_of(state, learner.env.snapshot())))


def snapshot_state(snapshot: Snapshot) -> dict[str, torch.Tensor]:
    """Wars as they stand, byte for byte."""
    return {name: octets(array) for name, array in snapshot._asdict().items()}


def snapshot_of(state: dict[str, torch.Tensor], like: Snapshot) -> Snapshot:
    """What :func:`snapshot_state` wrote, of wars such as ``like``.

    Raises:
        CheckpointError: they are wars of another layout.
    """
    now = like._asdict()
    if {name: array.nbytes for name, array in now.items()} != {name: len(store) for name, store in state.items()}:
        raise CheckpointError("its wars have another layout than this package's")
    arrays: dict[str, Any] = {
        name: np.frombuffer(state[name].numpy().tobytes(), array.dtype) for name, array in now.items()
    }
    return Snapshot(**arrays)


# --- all of it ---


def contents_of(learner: Learner) -> dict[str, Any]:
    """Where the learner stands."""
    return {
        "format": FORMAT,
        "config": config_digest(learner.config),
        "seed": learner.seed,
        "steps": learner.steps,
        "stage": learner.stage,
        "policy": learner.model.policy.state_dict(),
        "optimizer": learner.model.policy.optimizer.state_dict(),
        "updates": learner.model._n_updates,
        "wars": wars_state(learner),
        "starts": torch.from_numpy(learner.starts.copy()),
        "random": random_state(),
        "clock": vars(learner.clock).copy(),
    }


def save_checkpoint(learner: Learner, also: dict[str, Any], folder: Path) -> Path:
    """Write where the learner stands, and what the training wants to remember.

    Raises:
        OSError: it cannot be written; the last checkpoint is still there.
    """
    return write_sealed(folder / CHECKPOINT, contents_of(learner) | {"training": also})


def load_checkpoint(learner: Learner, folder: Path) -> dict[str, Any]:
    """Put the learner where the checkpoint in ``folder`` stands; what the training wanted to remember.

    Raises:
        CheckpointError: it is broken, or of another training.
    """
    path = folder / CHECKPOINT
    try:
        store = read_sealed(path)
    except FileError as error:
        raise CheckpointError(f"checkpoint {path}: {error}; without it the seed begins anew") from None
    if store.get("format") != FORMAT or store.get("config") != config_digest(learner.config):
        raise CheckpointError(f"checkpoint {path}: is of another configuration")
    if store.get("seed") != learner.seed:
        raise CheckpointError(f"checkpoint {path}: is of seed {quoted(store.get('seed'))}, not {learner.seed}")
    with refusing(path):
        put_back(learner, store)
        also: dict[str, Any] = store["training"]
    return also


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Refuse contents that are whole, and yet no such training's.

    Raises:
        CheckpointError: one line says what did not fit.
    """
    try:
        yield
    except (ValueError, RuntimeError, LookupError, TypeError, AttributeError) as error:
        reason = printable(" ".join(str(error).split()) or type(error).__name__, 200)
        raise CheckpointError(f"checkpoint {path}: {reason}") from None


def put_back(learner: Learner, store: dict[str, Any]) -> None:
    """Put the learner where ``store`` stands; random numbers come last, since building things draws some."""
    for name in ("stage", "steps", "updates"):
        if not isinstance(store[name], int):
            raise TypeError(f"its {name} is {quoted(store[name])}, allowed is a whole number")
    learner.open_stage(store["stage"])
    set_wars(learner, store["wars"])
    learner.starts = store["starts"].numpy()
    learner.steps = learner.model.num_timesteps = store["steps"]
    learner.model.policy.load_state_dict(store["policy"])
    learner.model.policy.optimizer.load_state_dict(store["optimizer"])
    learner.model._n_updates = store["updates"]
    learner.clock = Clock(**store["clock"])
    set_random_state(store["random"])
