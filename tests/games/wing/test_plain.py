"""The compiled rules of the third game play as plain Python does."""

from typing import Any

import pytest

from stuka_env.declared.records import rows
from stuka_env.games.wing.rules.campaign import NO_SEAT
from stuka_env.games.wing.rules.mat import Mat
from tests.support.mirror import Packer, mirror
from tests.support.wing import plain
from tests.support.wing.plain import compare_with_plain

MANY = 15_000


def test_compiled_rules_play_as_plain_python_does() -> None:
    compared = compare_with_plain(2_000)
    assert compared.seed is None and compared.decisions >= 2_000


@pytest.mark.slow
def test_compiled_rules_play_as_plain_python_does_for_long() -> None:
    compared = compare_with_plain(MANY, first=500_000)
    assert compared.seed is None and compared.decisions >= MANY


def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    walks = plain.walks
    monkeypatch.setattr(plain, "walks", lambda first: walks(first + 1))
    assert compare_with_plain(2_000, first=7).seed == 7


def test_a_row_of_a_mirror_is_a_copy() -> None:
    mats: Any = rows(1, Mat)
    own = mirror(Mat)
    own.seats[3] = mats[0].seats[3] = NO_SEAT[0]
    assert Packer(Mat)(own) == mats[0].tobytes()
    own.seats[3].crew = 5
    assert NO_SEAT[0]["crew"] == -1 and own.seats[4].crew == 0
