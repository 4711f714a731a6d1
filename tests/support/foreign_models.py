"""Zips of models as somebody else may have made them: with pickles that act, and with files that are no tensors."""

import base64
import io
import json
import pickle
import struct
import zipfile
from pathlib import Path
from typing import Any

from stable_baselines3.common.save_util import save_to_zip_file

from stuka_env.networks.model_files import read_model_file
from stuka_env.policy import SAFETENSORS

PROTOCOL = b"\x80\x02"


class Touch:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def pickled_entry(marker: Path) -> dict[str, str]:
    """An entry of ``data`` that makes a file when Stable-Baselines3 reads it."""
    return {":type:": "<class 'function'>", ":serialized:": base64.b64encode(pickle.dumps(Touch(marker))).decode()}


def zip_of(agent: Path) -> Path:
    """The zip without pickles that earlier versions wrote of an agent, beside its safetensors and with their card."""
    file, path = read_model_file(agent.with_suffix(SAFETENSORS)), agent.with_suffix(".zip")
    save_to_zip_file(path, file.data, {"policy": file.weights, "policy.optimizer": file.optimizer})
    return path


def members_of(model: Path) -> dict[str, bytes]:
    """The members of a zip."""
    with zipfile.ZipFile(model) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_zip(path: Path, members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> Path:
    """A zip of these members."""
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return path


def change_members(model: Path, **changes: bytes) -> Path:
    """Write members of a zip anew, ``policy_pth`` being policy.pth; or add them."""
    return write_zip(model, members_of(model) | {name.replace("_pth", ".pth"): new for name, new in changes.items()})


def change_data(model: Path, **changes: Any) -> Path:
    """Write entries of a model's ``data`` anew, or add them."""
    data = json.loads(members_of(model)["data"]) | changes
    return change_members(model, data=json.dumps(data).encode())


def torch_file(pickled: bytes, **storages: bytes) -> bytes:
    """A file as ``torch.save`` writes it, with this pickle and these storages (``s0`` is the storage 0)."""
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/byteorder", "little")
        for name, storage in storages.items():
            archive.writestr(f"archive/data/{name[1:]}", storage)
        archive.writestr("archive/version", "3")
    return contents.getvalue()


def text(word: str) -> bytes:
    """The operation that pushes a word."""
    return b"X" + len(word.encode()).to_bytes(4, "little") + word.encode()


def number(value: int) -> bytes:
    """The operation that pushes a whole number."""
    return b"\x8a\x08" + value.to_bytes(8, "little", signed=True)


def pushed(value: Any) -> bytes:
    """The operations that push a number, a word or a tuple of them."""
    if isinstance(value, tuple):
        return b"(" + b"".join(map(pushed, value)) + b"t"
    if isinstance(value, float):
        return b"G" + struct.pack(">d", value)
    return text(value) if isinstance(value, str) else number(value)


def tensor(shape: tuple[Any, ...], strides: tuple[Any, ...], count: int, offset: int = 0) -> bytes:
    """The operations that push a float32 tensor in the storage 0 of ``count`` numbers."""
    storage = b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(count) + b"tQ"
    hooks = b"\x89ccollections\nOrderedDict\n)R"
    places = number(offset) + pushed(shape) + pushed(strides)
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + places + hooks + b"tR"


def state_dict(**tensors: bytes) -> bytes:
    """A pickle of a mapping."""
    return PROTOCOL + b"}(" + b"".join(text(name) + pushed for name, pushed in tensors.items()) + b"u."
