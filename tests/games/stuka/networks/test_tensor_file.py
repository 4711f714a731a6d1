"""Reading what torch.save writes: the same values, and nothing else of what a file can hold."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch

from stuka_env.io.reading import FileError
from stuka_env.networks.tensor_file import read_tensors, stored_members
from tests.support.each import each
from tests.support.foreign_models import PROTOCOL, Touch, number, state_dict, tensor, text, torch_file


def saved(value: Any, **arguments: Any) -> bytes:
    contents = io.BytesIO()
    torch.save(value, contents, **arguments)
    return contents.getvalue()


def check_alike(one: Any, other: Any) -> None:
    if isinstance(other, torch.Tensor):
        assert one.dtype == other.dtype and torch.equal(one, other)
    elif isinstance(other, dict | list | tuple):
        assert len(one) == len(other) and isinstance(one, dict if isinstance(other, dict) else type(other))
        for key in other if isinstance(other, dict) else range(len(other)):
            check_alike(one[key], other[key])
    else:
        assert one == other and type(one) is type(other)


def test_values_are_those_that_torch_reads() -> None:
    layer = torch.nn.Sequential(torch.nn.Linear(5, 3), torch.nn.BatchNorm1d(3))
    optimizer = torch.optim.Adam(layer.parameters(), betas=(0.5, 0.9))
    layer(torch.ones(4, 5)).sum().backward()
    optimizer.step()
    numbers = torch.arange(24.0).reshape(4, 6)
    values = {
        "state": layer.state_dict(),
        "optimizer": optimizer.state_dict(),
        "views": [numbers, numbers[1:3, ::2], numbers.T, numbers[0, 0], numbers[:0]],
        "dtypes": [torch.ones(3).to(each) for each in (torch.bfloat16, torch.uint8, torch.bool, torch.int64)],
        "plain": (None, True, False, -1, 255, 70_000, 1 << 60, -(1 << 60), 2.5, "Stuka", "Ä", [], {}, (), (1, 2, 3, 4)),
        7: [list(range(3000))],
    }
    contents = saved(values)
    check_alike(read_tensors(contents), torch.load(io.BytesIO(contents), weights_only=True))


ONE = np.float32(1).tobytes()
REFUSALS: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "nothing": (lambda _: b"", "is no zip, or cut off"),
    "old format": (lambda _: saved([1], _use_new_zipfile_serialization=False), "is no zip, or cut off"),
    "cut off": (lambda _: saved([1])[:-9], "is no zip, or cut off"),
    "something before": (lambda _: b"x" * 99 + saved([1]), "does not begin with its first member"),
    "no pickle": (lambda _: saved([1]).replace(b"data.pkl", b"data.pcl"), "has no data.pkl"),
    "code": (lambda marker: saved(Touch(marker)), "names 'pathlib Path.touch'|names '.* getattr'"),
    "call of a type": (lambda _: torch_file(PROTOCOL + b"ctorch\nFloatStorage\n)R."), "calls 'torch FloatStorage'"),
    "allocation": (
        lambda _: torch_file(PROTOCOL + b"c__builtin__\nbytearray\n" + number(1 << 40) + b"\x85R."), "names",
    ),
    "memo": (
        lambda _: torch_file(PROTOCOL + b"}r\xff\xff\xff\x7fr\xff\xff\xff\xffj\x00\x00\x00\x01."), "no file of",
    ),
    "nested key": (lambda _: torch_file(PROTOCOL + b"})" + b"\x85" * 200_000 + b"Ns."), "a key is a tuple"),
    "nothing left": (lambda _: torch_file(PROTOCOL + b"\x85."), "no file of torch.save"),
    "two results": (lambda _: torch_file(PROTOCOL + b"}}."), "no file of torch.save"),
    "no end": (lambda _: torch_file(PROTOCOL + b"}"), "no file of torch.save"),
    "missing storage": (lambda _: torch_file(state_dict(a=tensor((1,), (1,), 1))), "no file of torch.save"),
    "large storage": (
        lambda _: torch_file(state_dict(a=tensor((1 << 40,), (1,), 1 << 40)), s0=ONE), "has 1099511627776 numbers",
    ),
    "large shape": (lambda _: torch_file(state_dict(a=tensor((1 << 40,), (0,), 1)), s0=ONE), "has a tensor of shape"),
    "repeated number": (lambda _: torch_file(state_dict(a=tensor((9,), (0,), 1)), s0=ONE), "has a tensor of shape"),
    "behind the end": (lambda _: torch_file(state_dict(a=tensor((1,), (1,), 1, 1)), s0=ONE), "has a tensor of shape"),
    "before it": (lambda _: torch_file(state_dict(a=tensor((1,), (1,), 1, -1)), s0=ONE), "has a tensor of shape"),
    "negative": (lambda _: torch_file(state_dict(a=tensor((-1, -1), (1, 1), 1)), s0=ONE), "has a tensor of shape"),
    "text as a length": (
        lambda _: torch_file(state_dict(a=tensor(("x" * 2000, 1 << 40), (1, 1), 1)), s0=ONE), "has a tensor of shape",
    ),
    "text as a stride": (
        lambda _: torch_file(state_dict(a=tensor((1 << 20,), ("x" * 2000,), 1)), s0=ONE), "has a tensor of shape",
    ),
    "tuple as a length": (
        lambda _: torch_file(state_dict(a=tensor(((1, 1), 1 << 40), (1, 1), 1)), s0=ONE), "has a tensor of shape",
    ),
    "number with a point as a length": (
        lambda _: torch_file(state_dict(a=tensor((1e300, 1e300), (1, 1), 1)), s0=ONE), "has a tensor of shape",
    ),
    "used often": (
        lambda _: torch_file(state_dict(**{f"a{i}": tensor((9999,), (1,), 9999) for i in range(9999)}), s0=ONE * 9999),
        "uses its numbers more than 8 times",
    ),
    "word in place of a storage": (
        lambda _: torch_file(state_dict(a=tensor((1,), (1,), 1).replace(text("storage"), text("gift"))), s0=ONE),
        "no file of torch.save",
    ),
    "another byte order": (lambda _: torch_file(state_dict()).replace(b"little", b"middle"), "Bad CRC|byte order"),
}  # fmt: skip


@each("name", REFUSALS)
def test_refusals(name: str, tmp_path: Path) -> None:
    make, said = REFUSALS[name]
    with pytest.raises(FileError, match=said) as error:
        read_tensors(make(tmp_path / "marker"))
    assert "\n" not in str(error.value) and len(str(error.value)) < 300
    assert not (tmp_path / "marker").exists()


def test_a_zip_holds_no_more_than_its_own_bytes() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", bytes(1 << 24))
    with pytest.raises(FileError, match="is compressed"):
        stored_members(packed.getvalue())
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for place in range(10_001):
            archive.writestr(str(place), b"")
    with pytest.raises(FileError, match="more than 10,000 members"):
        stored_members(many.getvalue())
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as archive:
        archive.writestr("a", bytes(1000))
    contents = twice.getvalue()
    start = contents.index(b"PK\x01\x02")
    directory, end = contents[start:-22], bytearray(contents[-22:])
    end[8:12], end[12:16] = (2).to_bytes(2, "little") * 2, (2 * len(directory)).to_bytes(4, "little")
    with pytest.raises(FileError, match="has the member 'a' twice"):
        stored_members(contents[:start] + 2 * directory + bytes(end))


def test_damage_is_found() -> None:
    contents = saved({"a": torch.arange(50.0), "b": [1, 2.5, "word"]})
    whole = read_tensors(contents)
    rng = np.random.default_rng(0)
    refused = 0
    for place in rng.integers(0, 8 * len(contents), 2000):
        damaged = bytearray(contents)
        damaged[place // 8] ^= 1 << int(place % 8)
        try:
            check_alike(read_tensors(bytes(damaged)), whole)  # a bit of a date, or of what fills up
        except FileError as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 800
    for length in range(0, len(contents), 7):
        with pytest.raises(FileError):
            read_tensors(contents[:length])


def test_no_pickle_makes_it_do_anything_but_refuse() -> None:
    """Random operations, most of them whole, in place of those of a state dict."""
    words = [
        b"}", b"]", b")", b"(", b"t", b"\x85", b"\x86", b"\x87", b"u", b"s", b"a", b"e", b"R", b"Q", b"b", b"N",
        b"\x88", b"0", b"2", b"q\x00", b"h\x00", b"q\x01", b"h\x01", b"K\x01", text("a"), text("storage"), number(-1),
        number(1 << 60), b"ctorch._utils\n_rebuild_tensor_v2\n", b"ccollections\nOrderedDict\n",
        b"ctorch\nFloatStorage\n", tensor((1,), (1,), 1), b"cos\nsystem\n", b"i__builtin__\nexec\n", b"\x81", b"o",
        b"\x82\x01", b"P0\n", b"I" + b"9" * 50 + b"\n",
    ]  # fmt: skip
    rng = np.random.default_rng(1)
    read = 0
    for _ in range(3000):
        pickled = PROTOCOL + b"".join(words[place] for place in rng.integers(0, len(words), rng.integers(1, 12))) + b"."
        try:
            read_tensors(torch_file(pickled, s0=ONE))
            read += 1
        except FileError as error:
            assert "\n" not in str(error) and len(str(error)) < 300
    assert 0 < read < 1000
