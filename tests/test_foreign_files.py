"""A few damaged files of every kind that a user can name (``tools.fuzz files`` reads as many as one likes)."""

import tracemalloc
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.support.each import each
from tests.support.fuzzing.damage import RAW, places, raw
from tests.support.fuzzing.foreign import KINDS, FoundError, Kind, fuzz_kind, judge

FILES = 60
"""Damaged files of each kind."""
LIBRARIES = {
    "configuration": ("pydantic", "yaml"),
    "improvement": ("torch", "pydantic", "yaml"),
    "positions": ("torch", "pydantic", "yaml"),
    "gains": ("torch",),
    "result": ("pydantic", "yaml"),
    "log": ("stable_baselines3", "torch"),
    "table": ("torch", "stable_baselines3", "pydantic", "yaml"),
}
"""Libraries that a kind of file needs beside the package."""


@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_file_is_read_or_refused_in_one_line(name: str) -> None:
    for library in LIBRARIES.get(name, ()):
        pytest.importorskip(library)
    outcomes = fuzz_kind(name, FILES, seed=0)
    assert outcomes.total() == FILES


STATED = (2**31 - 1, 10**9, 10**18)
"""Numbers that would be large sizes."""
MOST_BYTES = 64 << 20
"""Memory that reading a file with such a number may take: packed scores of 16 MiB are the largest block."""


def check_stated_numbers(name: str, files: int) -> None:
    """Read files of a kind with a large number in one place, and compare the memory that this takes with a limit."""
    for library in LIBRARIES.get(name, ()):
        pytest.importorskip(library)
    kind, rng = KINDS[name](), Random(name)
    if kind.tree is None:
        return  # an archive: tests/test_reading.py has its sizes
    spots = [place for place, (held, key) in enumerate(places(kind.tree)) if type(held[key]) in (int, float)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / kind.file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(kind.contents)
        judge(kind, path)  # what is loaded once does not count
        for spot in rng.sample(spots, min(files, len(spots))):
            tree = deepcopy(kind.tree)
            held, key = places(tree)[spot]
            held[key] = rng.choice(STATED)
            path.write_text(kind.write(tree))
            tracemalloc.start()
            try:
                judge(kind, path)
                assert tracemalloc.get_traced_memory()[1] < MOST_BYTES, f"{key}: {held[key]}"
            finally:
                tracemalloc.stop()


@each("name", KINDS)
def test_a_number_in_a_file_takes_no_memory(name: str) -> None:
    check_stated_numbers(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_many_numbers_in_files_take_no_memory(name: str) -> None:
    check_stated_numbers(name, 30)


@each("error", [ValueError("no name"), ValueError("x.json: two\nlines"), KeyError("x.json"), RecursionError("x.json")])
def test_the_judge_finds_other_ends(error: Exception) -> None:
    def read(path: Path) -> None:
        raise error

    with pytest.raises(FoundError):
        judge(Kind("x.json", b"", read), Path("x.json"))


def test_what_no_writer_writes_is_put_in() -> None:
    for word, text in RAW.items():
        assert raw(f'{{"a": "{word}"}}') == f'{{"a": {text}}}'
