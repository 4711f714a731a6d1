"""Checkpoints: the whole state of a training in one file, so that an interrupted training ends in the same agent.

A checkpoint holds the weights, the state of the optimiser, every war with its dice, the random states of PyTorch and
NumPy, and the number of steps. It has only tensors and plain values, so reading it runs no foreign code. Its own
SHA-256 digest stands before it: weights that a disk or a copy has damaged still look like weights.
"""

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.config_file import config_text
from agents.training.config import Config
from agents.training.learner import Clock, Learner
from stuka_env.engine.engine import Snapshot
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import printable, quoted
from stuka_env.io.reading import FileError, read_bytes
from stuka_env.networks.tensor_file import read_tensors

SEAL = b"stuka_env sealed file 1, SHA-256 "
"""The first bytes of a file; 64 digits and the end of the line follow."""
DIGEST_DIGITS = 64
LARGEST_SEALED_FILE = 8 << 30


def write_sealed(path: Path, values: dict[str, Any]) -> Path:
    """Write tensors and plain values; the file is complete or absent.

    Raises:
        OSError: The file cannot be written.
    """
    payload = io.BytesIO()
    torch.save(values, payload)
    contents = payload.getvalue()
    return write_whole(path, SEAL + hashlib.sha256(contents).hexdigest().encode() + b"\n" + contents)


def read_sealed(path: Path) -> dict[str, Any]:
    """Return what :func:`write_sealed` wrote; no code in the file is run.

    Raises:
        FileError: The file cannot be read or has changed since; the message is one line.
    """
    contents = read_bytes(path, LARGEST_SEALED_FILE)
    end = len(SEAL) + DIGEST_DIGITS + 1
    payload = memoryview(contents)[end:]
    if not contents.startswith(SEAL):
        raise FileError("is damaged, or was not written by this version: it does not begin with its digest")
    if contents[len(SEAL) : end] != hashlib.sha256(payload).hexdigest().encode() + b"\n":
        raise FileError("is damaged: its SHA-256 is another than it was")
    values = read_tensors(bytes(payload))
    if not isinstance(values, dict):
        raise FileError("holds no mapping")
    return values


CHECKPOINT_FORMAT = 1
CHECKPOINT = "checkpoint.pt"


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message is one line."""


def config_digest(config: Config) -> str:
    """Return a digest of the configuration without the keys that do not change how a seed's training continues."""
    text = config_text(config.model_copy(update={"seeds": [0]}), without={"score_missions"})
    return hashlib.sha256(text.encode()).hexdigest()


# --- random numbers ---


def random_state() -> dict[str, Any]:
    """Return the states of the generators of PyTorch and NumPy."""
    shuffler: Any = np.random.get_state(legacy=True)  # noqa: NPY002  SB3 shuffles with it
    kind, keys, place, has_spare, spare = shuffler
    return {
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        "numpy": (kind, torch.from_numpy(keys.astype(np.int64)), place, has_spare, spare),
    }


def set_random_state(state: dict[str, Any]) -> None:
    """Restore what :func:`random_state` returned."""
    torch.set_rng_state(state["torch"])
    if torch.cuda.is_available() and len(state["cuda"]) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all(state["cuda"])
    kind, keys, place, has_spare, spare = state["numpy"]
    np.random.set_state((kind, keys.numpy().astype(np.uint32), place, has_spare, spare))  # noqa: NPY002


# --- wars ---


def wars_state(learner: Learner) -> dict[str, torch.Tensor]:
    """Return the state of every war, byte for byte."""
    return snapshot_state(learner.env.snapshot())


def set_wars(learner: Learner, state: dict[str, torch.Tensor]) -> None:
    """Restore what :func:`wars_state` returned.

    Raises:
        CheckpointError: The state is that of wars with another layout.
    """
    learner.observations = learner.with_advice(learner.env.restore(snapshot_of(state, learner.env.snapshot())))


def snapshot_state(snapshot: Snapshot) -> dict[str, torch.Tensor]:
    """Return a snapshot of wars as tensors of bytes, by the name of the array."""
    return {
        name: torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)
        for name, array in snapshot._asdict().items()
    }


def snapshot_of(state: dict[str, torch.Tensor], like: Snapshot) -> Snapshot:
    """Return the snapshot that :func:`snapshot_state` has converted; its layout must be that of ``like``.

    Raises:
        CheckpointError: The state is that of wars with another layout.
    """
    wanted = like._asdict()
    if {name: array.nbytes for name, array in wanted.items()} != {name: len(store) for name, store in state.items()}:
        raise CheckpointError("its wars have another layout than this package's")
    arrays: dict[str, Any] = {
        name: np.frombuffer(state[name].numpy().tobytes(), array.dtype) for name, array in wanted.items()
    }
    return type(like)(**arrays)


# --- the whole state ---


def contents_of(learner: Learner) -> dict[str, Any]:
    """Return the state of the learner as tensors and plain values."""
    return {
        "format": CHECKPOINT_FORMAT,
        "config": config_digest(learner.config),
        "seed": learner.seed,
        "steps": learner.steps,
        "stage": learner.stage,
        "policy": learner.model.policy.state_dict(),
        "optimizer": learner.model.policy.optimizer.state_dict(),
        "updates": learner.model._n_updates,
        "wars": wars_state(learner),
        "starts": torch.as_tensor(learner.starts).cpu().clone(),
        "random": random_state(),
        "clock": vars(learner.clock).copy(),
    } | learner.extra_state()


def save_checkpoint(learner: Learner, training: dict[str, Any], folder: Path) -> Path:
    """Write the state of the learner and of the training around it.

    Raises:
        OSError: The file cannot be written; the previous checkpoint remains.
    """
    return write_sealed(folder / CHECKPOINT, contents_of(learner) | {"training": training})


def load_checkpoint(learner: Learner, folder: Path) -> dict[str, Any]:
    """Restore the learner from the checkpoint in ``folder`` and return the state of the training around it.

    Raises:
        CheckpointError: The checkpoint is damaged or of another training.
    """
    path = folder / CHECKPOINT
    try:
        store = read_sealed(path)
    except FileError as error:
        raise CheckpointError(f"checkpoint {path}: {error}; without it the seed begins anew") from None
    if store.get("format") != CHECKPOINT_FORMAT or store.get("config") != config_digest(learner.config):
        raise CheckpointError(f"checkpoint {path}: is of another configuration")
    if store.get("seed") != learner.seed:
        raise CheckpointError(f"checkpoint {path}: is of seed {quoted(store.get('seed'))}, not {learner.seed}")
    with refusing(path):
        put_back(learner, store)
        training: dict[str, Any] = store["training"]
    return training


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn errors of unsuitable contents into a :class:`CheckpointError`, inside ``with``.

    Raises:
        CheckpointError: The contents are undamaged but not those of such a training; the message is one line.
    """
    try:
        yield
    except (ValueError, RuntimeError, LookupError, TypeError, AttributeError) as error:
        reason = printable(" ".join(str(error).split()) or type(error).__name__, 200)
        raise CheckpointError(f"checkpoint {path}: {reason}") from None


def put_back(learner: Learner, store: dict[str, Any]) -> None:
    """Restore the learner; the random states come last, because building the other parts draws random numbers."""
    for name in ("stage", "steps", "updates"):
        if not isinstance(store[name], int):
            raise TypeError(f"its {name} is {quoted(store[name])}, allowed is a whole number")
    learner.open_stage(store["stage"])
    set_wars(learner, store["wars"])
    learner.starts = learner.with_wars(store["starts"].numpy())
    learner.steps = learner.model.num_timesteps = store["steps"]
    learner.model.policy.load_state_dict(store["policy"])
    learner.model.policy.optimizer.load_state_dict(store["optimizer"])
    learner.model._n_updates = store["updates"]
    learner.set_extra_state(store)
    learner.clock = Clock(**store["clock"])
    set_random_state(store["random"])
