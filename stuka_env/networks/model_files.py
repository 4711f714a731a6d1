"""Files of models: safetensors with a JSON card beside them, and zips of Stable-Baselines3. Nothing in them is run.

A file of safetensors has the weights, and the moments of the optimiser if training may go on. Everything that is no
tensor is on the card. The size of a file bounds the memory that reading it takes.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from stuka_env.envs.agent_card import LARGEST_CARD, card_path
from stuka_env.io.quoting import printable, quoted
from stuka_env.io.reading import MIB, FileError, parse_json, read_bytes, read_json
from stuka_env.networks.tensor_file import MOST_MEMBERS, read_tensors, stored_members
from stuka_env.policy import SAFETENSORS

LARGEST_MODEL = 512 * MIB
"""Largest size of a file; a model that ships has one or two MiB."""
MOST_DATA = 16 * MIB
"""Largest size of everything in a zip but the weights."""
DATA, WEIGHTS, OPTIMIZER = "data", "policy.pth", "policy.optimizer.pth"
"""Members of a zip: everything that is no weight, the weights, the state of the optimiser. A card has ``data`` too."""
MEMBERS = (DATA, WEIGHTS, OPTIMIZER, "_stable_baselines3_version", "system_info.txt")
VARIABLES = "pytorch_variables.pth"
"""Another member that ``MaskablePPO.save`` writes; it is empty."""
PICKLED = ":serialized:"
"""Key of the values that Stable-Baselines3 pickled."""
ADAM = "optimizer"
"""Entry of ``data`` on a card: the settings of the optimiser, with the number of weights that it changes."""
MOMENTS = "optimizer."
"""Prefix of the names of the moments among safetensors: ``optimizer.0.exp_avg``."""
NOTE = "stuka_env"
"""Entry of the metadata of safetensors: the digest of the numbers, and the weights that have several names."""
HEADER_LENGTH = 8
"""Bytes before the header of safetensors, which hold its length."""
WEIGHT_TYPES = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def checked_weights(weights: Any, where: str) -> dict[str, torch.Tensor]:
    """Return weights by name, as they are.

    Raises:
        FileError: something else is in their place.
    """
    if not isinstance(weights, dict) or not weights:
        raise FileError(f"{where} holds no weights")
    for name, tensor in weights.items():
        if not isinstance(name, str) or not isinstance(tensor, torch.Tensor):
            raise FileError(f"{where} holds no weights")
        if tensor.dtype not in WEIGHT_TYPES or not tensor.isfinite().all():
            raise FileError(f"its weights {quoted(name)} are no finite numbers")
    return weights


# --- safetensors ---


class TensorModel(NamedTuple):
    """A file of safetensors and its card."""

    tensors: dict[str, torch.Tensor]
    card: Any
    """The values of the card's JSON."""

    @property
    def data(self) -> dict[str, Any]:
        """Everything that is no tensor, as the ``data`` of a zip has it.

        Raises:
            FileError: the card lacks it.
        """
        return {name: value for name, value in self._card_data.items() if name != ADAM}

    @property
    def weights(self) -> dict[str, torch.Tensor]:
        """The weights by name.

        Raises:
            FileError: something else is in their place.
        """
        weights = {name: tensor for name, tensor in self.tensors.items() if not name.startswith(MOMENTS)}
        return checked_weights(weights, "it")

    @property
    def optimizer(self) -> Any:
        """The state of the optimiser, as :mod:`torch.optim` has it.

        Raises:
            FileError: its settings are missing or damaged.
        """
        settings = self._card_data.get(ADAM)
        count = settings.get("params") if isinstance(settings, dict) else None
        if not isinstance(settings, dict) or not isinstance(count, int) or not 0 <= count < MOST_MEMBERS:
            raise FileError(f"its card lacks the settings of the {ADAM}")
        numbers = list(range(count))
        group = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
        places = {str(number): number for number in numbers}
        state: dict[int, dict[str, torch.Tensor]] = {}
        for name, tensor in self.tensors.items():
            if name.startswith(MOMENTS):
                place, _, moment = name.removeprefix(MOMENTS).partition(".")
                state.setdefault(places.get(place, -1), {})[moment] = tensor
        return {"state": state, "param_groups": [group | {"params": numbers}]}

    @property
    def _card_data(self) -> dict[str, Any]:
        data = self.card.get(DATA) if isinstance(self.card, dict) else None
        if not isinstance(data, dict):
            raise FileError(f"its card lacks {DATA}")
        return data


def tensor_contents(weights: dict[str, torch.Tensor], optimizer: Any = None) -> bytes:
    """Return a file of safetensors.

    Args:
        weights: the weights by name; those that have several names are written once.
        optimizer: the state of the optimiser, whose moments are written; None for none.
    """
    first: dict[tuple[Any, ...], str] = {}
    names = {
        name: first.setdefault((tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride()), name)
        for name, tensor in weights.items()
    }
    tensors = {name: weights[name] for name in first.values()}
    for number, moments in ({} if optimizer is None else optimizer["state"]).items():
        tensors |= {f"{MOMENTS}{number}.{name}": moment for name, moment in moments.items()}
    tensors = {name: tensor.cpu().clone(memory_format=torch.contiguous_format) for name, tensor in tensors.items()}
    same = {name: other for name, other in names.items() if name != other}
    note = {"sha256": _digest_of_numbers(save(tensors)), "same": same}
    return save(tensors, {NOTE: json.dumps(note)})


def card_data(data: dict[str, Any], optimizer: Any) -> dict[str, Any]:
    """Return the entry ``data`` of a card: the ``data`` of a model, and the settings of its optimiser."""
    (settings,) = optimizer["param_groups"]
    return data | {ADAM: settings | {"params": len(settings["params"])}}


def _header_end(contents: bytes) -> int:
    return HEADER_LENGTH + int.from_bytes(contents[:HEADER_LENGTH], "little")


def _digest_of_numbers(contents: bytes) -> str:
    return hashlib.sha256(memoryview(contents)[_header_end(contents) :]).hexdigest()


def _read_safetensors(contents: bytes) -> dict[str, torch.Tensor]:
    """Return the tensors of a file by all their names.

    Raises:
        FileError: the file is not whole, or not one of :func:`tensor_contents`.
    """
    if contents.count(b'"data_offsets"') > MOST_MEMBERS:
        raise FileError(f"has more than {MOST_MEMBERS:,} tensors")
    try:
        tensors = load(contents)  # compares the claimed sizes with the bytes that are there
    except (SafetensorError, LookupError, TypeError, ValueError, RuntimeError) as error:
        raise FileError(f"is no whole agent file ({printable(error, 120)})") from None
    header = parse_json(contents[HEADER_LENGTH : _header_end(contents)].decode())
    try:
        note = parse_json(header["__metadata__"][NOTE])
        digest, same = note["sha256"], {name: tensors[other] for name, other in note["same"].items()}
    except (LookupError, TypeError, AttributeError):
        raise FileError("is no agent file: its safetensors have no digest") from None
    if digest != _digest_of_numbers(contents):
        raise FileError("is no whole agent file (the SHA-256 of its numbers is another than it was)")
    return tensors | same


# --- zips ---


class ZippedModel(NamedTuple):
    """A zip of MaskablePPO, of which nothing has been run."""

    contents: bytes
    members: dict[str, bytes]
    """The members of the zip, by name."""

    @property
    def data(self) -> dict[str, Any]:
        """Everything that is no weight, as the values of its JSON; what is pickled in there stays text.

        Raises:
            FileError: there is none, or it is broken.
        """
        if DATA not in self.members:
            raise FileError(f"lacks {DATA}")
        if len(self.members[DATA]) > MOST_DATA:
            raise FileError(f"its {DATA} has more than {MOST_DATA // MIB} MiB, which is all that is allowed")
        try:
            data = parse_json(self.members[DATA].decode())
        except UnicodeDecodeError:
            raise FileError(f"its {DATA} is no text") from None
        except FileError as error:
            raise FileError(f"its {DATA}: {error}") from None
        if not isinstance(data, dict):
            raise FileError(f"its {DATA} is no mapping")
        return data

    @property
    def weights(self) -> dict[str, torch.Tensor]:
        """The weights by name.

        Raises:
            FileError: they are damaged, or something else is in their place.
        """
        return checked_weights(self._tensors(WEIGHTS), f"its {WEIGHTS}")

    @property
    def optimizer(self) -> Any:
        """The state of the optimiser.

        Raises:
            FileError: there is none, or it is damaged.
        """
        if OPTIMIZER not in self.members:
            raise FileError(f"lacks {OPTIMIZER}")
        return self._tensors(OPTIMIZER)

    def _tensors(self, member: str) -> Any:
        try:
            return read_tensors(self.members[member])
        except FileError as error:
            raise FileError(f"its {member} {error}") from None


def pickled_entries(data: dict[str, Any]) -> list[str]:
    """Return the names of the entries of ``data`` that Stable-Baselines3 would unpickle."""
    return [name for name, value in data.items() if isinstance(value, dict) and PICKLED in value]


# --- either ---

ModelFile = TensorModel | ZippedModel
"""A file of a model, of which nothing has been run."""


def read_model_file(path: str | os.PathLike[str], also: tuple[str, ...] = ()) -> ModelFile:
    """Return the file of a model: safetensors with their card, or a zip with pickled entries or without.

    Args:
        path: the file.
        also: members that a zip may have beside :data:`MEMBERS`.

    Raises:
        FileError: it is not whole, has no weights, lacks its card, or has members that MaskablePPO's files do not have.
    """
    contents = read_bytes(path, LARGEST_MODEL)
    if Path(path).suffix == SAFETENSORS:
        tensors = _read_safetensors(contents)
        try:
            return TensorModel(tensors, read_json(card_path(path), LARGEST_CARD))
        except FileError as error:
            raise FileError(f"its card {card_path(path).name}: {error}") from None
    try:
        members = stored_members(contents)
    except FileError as error:
        raise FileError(f"is no whole agent file ({error})") from None
    for name in members:
        if name not in (*MEMBERS, *also):
            raise FileError(f"has the member {quoted(name)}, allowed are {', '.join(MEMBERS)}")
    if WEIGHTS not in members:
        raise FileError(f"is no whole agent file (it lacks {WEIGHTS})")
    return ZippedModel(contents, members)
