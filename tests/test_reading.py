"""Files that somebody else may have written, and text of unknown origin on a terminal."""

import io
import json
import os
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.io.quoting import LONGEST_QUOTE, LONGEST_REFUSAL, RefusalError, printable, quoted
from stuka_env.io.reading import DEEPEST, MIB, FileError, parse_json, read_arrays, read_bytes, read_json, read_toml
from tests.support.deadlines import within
from tests.support.each import each

GIGABYTES = 3 << 30
LONG_NUMBER = "1" + 400 * "0"


def refusal(read: Callable[[Path, int], object], path: Path, most: int = MIB) -> str:
    with within(30), pytest.raises(FileError) as error:
        read(path, most)
    assert str(error.value).isprintable()
    return str(error.value)


# --- what is no regular file, and what has no end ---


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "it is a pipe" in refusal(read_bytes, tmp_path / "pipe")


@each("name, said", [("/dev/zero", "a device"), (".", "a folder"), ("none", "No such file"), ("a\0b", "null")])
def test_only_a_regular_file_is_read(tmp_path: Path, name: str, said: str) -> None:
    assert said in refusal(read_bytes, tmp_path / name)


def test_a_file_of_gigabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(GIGABYTES)
    tracemalloc.start()
    said = refusal(read_bytes, tmp_path / "large")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "larger than 1 MiB" in said and peak < MIB


def test_a_file_that_says_it_is_empty_is_read_to_the_limit(tmp_path: Path) -> None:
    if not Path("/proc/self/smaps").exists():
        pytest.skip("no /proc")
    assert os.stat("/proc/self/smaps").st_size == 0
    assert "larger than" in refusal(read_bytes, Path("/proc/self/smaps"), 1000)
    (tmp_path / "exact").write_bytes(b"x" * 1000)
    assert len(read_bytes(tmp_path / "exact", 1000)) == 1000
    assert "larger than" in refusal(read_bytes, tmp_path / "exact", 999)


# --- JSON and TOML ---


@each(
    "text, said",
    [
        (b"\xff\xfe", "not a text file"),
        (b"[1,", "cut off"),
        (b"[1} , 2]", "broken JSON in line 1, column 3"),
        (b"[NaN]", "NaN is no JSON number"),
        (b"[1e999]", "too large"),
        (f"[{LONG_NUMBER}]".encode(), "more than 30 digits"),
        (b"[" + b"1" * 5000 + b"]", "more than 30 digits"),
        (b'{"a": "x\\ud800"}', "broken JSON: '\\ud800' is half a character"),
        (b'{"\\uDFFF": 1}', "half a character"),
        (b'{"a": ["\\ude00\\ud83d"]}', "half a character"),
        (b"[" * 200 + b"]" * 200, "nested deeper than 100"),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, "nested deeper than 100"),
    ],
)
def test_json_is_refused(tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "x.json").write_bytes(text)
    assert said in refusal(read_json, tmp_path / "x.json")


@each(
    "text, said",
    [
        (b"a = \xff", "not a text file"),
        (b"a = = 1", "broken TOML"),
        (b"a = 1\na = 2", "broken TOML"),
        (b"a = " + b"1" * 5000, "broken TOML"),
        (b"a = 0x" + b"f" * 5000, "more than 30 digits"),
        (b"a = " + b"[" * 2000, "nested deeper than 100"),
        (b"a = " + b"{a=" * 2000, "nested deeper than 100"),
        (b"a" + b".a" * 120_000 + b" = 1", "more than 100 dots"),
    ],
)
def test_toml_is_refused(tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "x.toml").write_bytes(text)
    assert said in refusal(read_toml, tmp_path / "x.toml")


def test_what_is_in_order_is_read(tmp_path: Path) -> None:
    contents = {"a": [1, 2.5, None, True, "ä", "\U0001f600"], "b": {"seed": 2**64 - 1}}
    (tmp_path / "x.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(contents).encode())  # as some editors write it
    assert read_json(tmp_path / "x.json", MIB) == contents
    (tmp_path / "x.toml").write_bytes("a = 'ä'\r\n[b]\r\nc = 1\r\n".encode())
    assert read_toml(tmp_path / "x.toml", MIB) == {"a": "ä", "b": {"c": 1}}
    assert parse_json("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(FileError):
        parse_json("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2))


# --- arrays ---


def archive(path: Path, header: str = "", data: bytes = b"", way: int = zipfile.ZIP_DEFLATED) -> Path:
    """An archive with one array, whose header says what it likes."""
    member = io.BytesIO()
    np.lib.format.write_array(member, np.arange(6, dtype=np.int64))
    contents = member.getvalue()
    if header:
        contents = b"\x93NUMPY\x01\x00" + (len(header) + 1).to_bytes(2, "little") + header.encode() + b"\n" + data
    with zipfile.ZipFile(path, "w", way) as written:
        written.writestr("a.npy", contents)
    return path


@each(
    "header",
    [
        "{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '|V0', 'fortran_order': False, 'shape': (1000000000000,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), ",
        "{'descr': '<f8', 'fortran_order': False, 'shape': ((((",
        "(" * 3000,
        "no header",
    ],
)
def test_a_header_is_held_to_the_bytes_before_memory_is_taken(tmp_path: Path, header: str) -> None:
    path = archive(tmp_path / "x.npz", header, b"\0" * 8)
    tracemalloc.start()
    said = refusal(lambda path, most: read_arrays(path, ["a"], most), path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert said and peak < 4 * MIB


def test_an_archive_that_unpacks_to_more_than_is_allowed_is_refused(tmp_path: Path) -> None:
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({64 * MIB},), }}"
    path = archive(tmp_path / "x.npz", header, bytes(64 * MIB))
    assert path.stat().st_size < MIB
    assert "more bytes than are allowed" in refusal(lambda path, most: read_arrays(path, ["a"], most), path)


def test_arrays_are_read_as_they_were_written(tmp_path: Path) -> None:
    arrays: dict[str, Any] = {"a": np.arange(6.0).reshape(2, 3), "b": np.float64(2), "c": np.asfortranarray(np.eye(3))}
    arrays["d"] = np.zeros(2, [("x", "<i4"), ("y", "<f4", (2,))])
    np.savez_compressed(tmp_path / "x.npz", **arrays)
    read = read_arrays(tmp_path / "x.npz", arrays, MIB)
    assert all(read[name].dtype == np.asarray(array).dtype for name, array in arrays.items())
    assert all(np.array_equal(read[name], array) for name, array in arrays.items())
    assert "no whole archive" in refusal(lambda path, most: read_arrays(path, ["e"], most), tmp_path / "x.npz")
    lzma = archive(tmp_path / "lzma.npz", way=zipfile.ZIP_LZMA)
    assert "another way" in refusal(lambda path, most: read_arrays(path, ["a"], most), lzma)


# --- text on a terminal ---


def test_printable_text_moves_nothing() -> None:
    assert printable("ä ~") == "ä ~"
    assert printable("a\x1b[2J\r\nb\u202ec\udcff\x9b\u2028") == r"a\x1b[2J\r\nb\u202ec\udcff\x9b\u2028"
    assert printable("x" * 100, 10) == "xxxxxxx..."


def test_a_refusal_is_short_and_keeps_its_ends() -> None:
    words = str(RefusalError(f"{'y' * 5000}: expected a folder with chart files, got nothing"))
    assert len(words) <= LONGEST_REFUSAL and words.endswith("y: expected a folder with chart files, got nothing")
    allowed = ", ".join(f"word_{number}" for number in range(100))
    words = str(RefusalError(f"key: got 'b', allowed is one of {allowed}"))
    assert len(words) <= LONGEST_REFUSAL and words.startswith("key: got 'b', allowed") and words.endswith("word_99")


def test_a_quoted_value_is_short_and_costs_little() -> None:
    start = time.perf_counter()
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for value in ("a\nb" * 10**6, list(range(10**6)), {str(n): n for n in range(10**5)}, 10**5000, [10**5000], deep):
        assert len(quoted(value)) <= LONGEST_QUOTE and quoted(value).isprintable()
    assert time.perf_counter() - start < 10
    assert quoted("a\nb") == r"'a\nb'" and quoted([1, None, 2.5]) == "[1, None, 2.5]"
    assert quoted(10**5000) == "<whole number of 16610 bits>"
