"""Ways to damage a file: bytes as a bad disk or a wrong editor leaves them, values as a forger writes them."""

import io
import json
import zipfile
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np

RAW = {
    "@long@": "1" + "0" * 400,
    "@too long@": "9" * 5000,
    "@huge float@": "1e999",
    "@nan@": "NaN",
    "@deep@": "[" * 950 + "]" * 950,
    "@deeper@": '{"a":' * 3000 + "1" + "}" * 3000,
    "@many@": "[" + ",".join(["1"] * 30_000) + "]",
    "@many keys@": "{" + ",".join(f'"k{number}":1' for number in range(12_000)) + "}",
    "@hexadecimal@": "0x" + "f" * 5000,
    "@infinite@": "inf",
}
"""Text that no writer of JSON writes, by the word that stands for it in a tree."""
VALUES: tuple[Any, ...] = (
    *RAW,
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    255,
    2**31,
    2**63,
    2**64,
    -(2**70),
    10**29,
    0.5,
    -1.5,
    1e308,
    "",
    "x",
    "7",
    "\x1b[1A\nall is well",
    "\u202e\ud800",
    "[/red]",
    "a" * 5000,
    "../../etc",
    "a\0b",
    [],
    {},
    [[]],
    [None],
    ["x"],
    [1, "2"],
    {"": 0},
    {"x": {"y": []}},
    {"\x1b[2J": 1},
    [[0, 1], [1]],
)
"""Values that stand in place of others."""


# --- bytes ---


def cut(contents: bytes, rng: Random) -> bytes:
    """The beginning."""
    return contents[: rng.randrange(len(contents) + 1)]


def flip(contents: bytes, rng: Random) -> bytes:
    """Some bits the other way."""
    damaged = bytearray(contents)
    for _ in range(rng.choice((1, 1, 1, 4, 32))):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def move(contents: bytes, rng: Random) -> bytes:
    """A piece left out, or there twice."""
    first, last = sorted(rng.randrange(len(contents) + 1) for _ in range(2))
    return contents[:first] + contents[first:last] * rng.choice((0, 2)) + contents[last:]


def insert(contents: bytes, rng: Random) -> bytes:
    """Something else in between."""
    place = rng.randrange(len(contents) + 1)
    middle = rng.choice(
        (b"\0", b"\xff", b"[" * 2000, b"{", b'"', b"\x1b[2J", b"\n", b"9" * 5000, b".a" * 500, b"&a *a ", b"!!int ")
    )
    return contents[:place] + middle + contents[place:]


def spell(contents: bytes, rng: Random) -> bytes:
    """Other line ends or another encoding."""
    text = contents.decode("utf-8", errors="replace")
    return rng.choice(
        (
            b"\xef\xbb\xbf" + contents,
            text.replace("\n", "\r\n").encode(),
            text.encode("utf-16"),
            text.encode("utf-32"),
            text.replace("\n", "\r").encode(),
            "\xe4".encode("latin-1") + contents,
        )
    )


def replace(contents: bytes, rng: Random) -> bytes:
    """Something else altogether."""
    return rng.choice(
        (
            b"",
            b"\0" * 1000,
            rng.randbytes(rng.randrange(1, 3000)),
            b"{}",
            b"[]",
            b"null",
            b"7",
            b'"x"',
            b"PK\x03\x04",
            b"\x93NUMPY",
            b"[" * 100_000,
            b"a: " * 1000,
            b"- " * 3000,
            b"x = " + b"{a=" * 1000,
        )
    )


BYTES: tuple[Callable[[bytes, Random], bytes], ...] = (cut, flip, flip, flip, move, insert, spell, replace)


def damaged_bytes(contents: bytes, rng: Random) -> bytes:
    """The bytes, damaged once."""
    return rng.choice(BYTES)(contents, rng) if contents else replace(contents, rng)


# --- values ---


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Every place of a tree: what holds it, and its key or index."""
    found = []
    stack = [tree]
    while stack:
        held = stack.pop()
        keys = list(held) if isinstance(held, dict) else list(range(len(held)))
        found += [(held, key) for key in keys]
        stack += [held[key] for key in keys if isinstance(held[key], dict | list)]
    return found


def damaged_tree(tree: Any, rng: Random) -> Any:
    """Plain values with a few other ones among them; long lists are not changed more often than short ones."""
    damaged = deepcopy(tree)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        by_holder: dict[int, list[tuple[Any, Any]]] = {}
        for held, key in places(damaged):
            by_holder.setdefault(id(held), []).append((held, key))
        if not by_holder:
            return damaged
        held, key = rng.choice(rng.choice(list(by_holder.values())))
        way = rng.randrange(8)
        if way == 0 and isinstance(held, dict):
            held[rng.choice(("x", "\x1b[1A\n", "", str(key) + " ", "k" * 3000))] = held.pop(key)
        elif way == 1:
            del held[key]
        elif way == 2 and isinstance(held, list):
            held.append(deepcopy(held[key]))
        elif way == 3 and type(held[key]) is int:
            held[key] += rng.choice((-1, 1, 1000, -1000))
        else:
            held[key] = deepcopy(rng.choice(VALUES))
    return damaged


def raw(text: str) -> str:
    """A text with what stands for something that no writer writes replaced by that."""
    for word, stands_for in RAW.items():
        text = text.replace(json.dumps(word), stands_for)
    return text


# --- archives of arrays ---


def damaged_header(contents: bytes, rng: Random) -> bytes:
    """An array whose header says something else of the same bytes."""
    old, new = rng.choice(
        (
            (b"(", b"(9000000000,"),
            (b"(", b"(-1, "),
            (b"(", b"((((("),
            (b")", b""),
            (b"'", b'"""'),
            (b"<f", b"<c"),
            (b"<i8", b"|O8"),
            (b"False", b"True "),
            (b"descr", b"dexcr"),
            (b"\x01\x00", b"\x03\x00"),
            (b"\x01\x00", b"\x09\x00"),
            (b"}", b"} " + b"(" * 500),
        )
    )
    return contents[:128].replace(old, new, 1) + contents[128:]


def damaged_array(contents: bytes, rng: Random) -> bytes:
    """Another array in the place of one."""
    array = rng.choice(
        (
            np.zeros(0),
            np.zeros((3, 4), np.int8),
            np.array("x"),
            np.array(None, object),
            np.array(["2031-01-31"], "M8[D]"),
            np.float64("nan"),
            np.zeros(2, [("a", "<i4")]),
            np.full((10, 10), np.inf, np.float32),
            np.zeros((0, 5)),
            np.arange(7, dtype=np.uint64),
        )
    )
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asarray(array))
    return stream.getvalue()


def damaged_archive(contents: bytes, rng: Random) -> bytes:
    """A zip with other members, whole as a zip."""
    with zipfile.ZipFile(io.BytesIO(contents)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(members))
    way = rng.randrange(5)
    if way == 0:
        del members[name]
    elif way == 1:
        members[name] = damaged_bytes(members[name], rng)
    elif way == 2:
        members[name] = damaged_array(members[name], rng)
    elif way == 3:
        members[rng.choice(("x.npy", "../x.npy"))] = members.pop(name)
    else:
        members[name] = damaged_header(members[name], rng)
    stream = io.BytesIO()
    compression = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for member, data in members.items():
            archive.writestr(member, data)
    return stream.getvalue()
