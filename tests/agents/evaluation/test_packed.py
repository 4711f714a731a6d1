"""Integers of many wars as a short text."""

import base64
import zlib

import pytest

from agents.evaluation.entries import pack_integers, unpack_integers
from tests.support.each import each


@each("values", [[], [0], [-3, 0, 65, 300], [-(2**15), 2**15 - 1]])
def test_integers_come_back(values: list[int]) -> None:
    assert unpack_integers(pack_integers(values)).tolist() == values


def test_an_integer_of_more_than_16_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="values: got 1 to 40000; expected integers of 16 bits"):
        pack_integers([1, 40_000])


@each("packed", [b"", zlib.compress(b"abc"), zlib.compress(b"abcd")[:-4], zlib.compress(b"ab") + b"x"])
def test_a_damaged_text_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError):
        unpack_integers(base64.b64encode(packed).decode())


@pytest.mark.parametrize("text", ["nothing", "AAAA", "é"])
def test_a_text_that_is_not_packed_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        unpack_integers(text)
