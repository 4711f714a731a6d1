"""A few damaged files of every kind that a user can name (tools/fuzz_files.py reads as many as one likes)."""

from pathlib import Path

import pytest

from tests.support.fuzzing.damage import RAW, raw
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


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_many_damaged_files(name: str) -> None:
    for library in LIBRARIES.get(name, ()):
        pytest.importorskip(library)
    fuzz_kind(name, 1500, seed=1)


@pytest.mark.parametrize(
    "error", [ValueError("no name"), ValueError("x.json: two\nlines"), KeyError("x.json"), RecursionError("x.json")]
)
def test_the_judge_finds_other_ends(error: Exception) -> None:
    def read(path: Path) -> None:
        raise error

    with pytest.raises(FoundError):
        judge(Kind("x.json", b"", read), Path("x.json"))


def test_what_no_writer_writes_is_put_in() -> None:
    for word, text in RAW.items():
        assert raw(f'{{"a": "{word}"}}') == f'{{"a": {text}}}'
