"""Golden text renders of the Example of Play, and that the pictures of its moments show them all."""

import difflib

import numpy as np
import pytest

from stuka_env.game import game_named
from stuka_env.views.show import picture_of, text_of
from tests.support import moments
from tests.support.places import GOLDEN

STUKA = game_named("stuka")


@pytest.mark.parametrize("name", moments.MOMENTS)
def test_golden_text(name: str) -> None:
    """Re-made by ``python -m tools.golden`` only; look at the diff."""
    drawn = text_of(STUKA, *moments.seen(moments.MOMENTS[name]()))
    kept = moments.golden(name).read_text(encoding="utf-8")
    difference = difflib.unified_diff(kept.splitlines(), drawn.splitlines(), "golden", "drawn", lineterm="")
    assert drawn == kept, "\n".join(difference)


def test_the_script_knows_every_golden_file() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {*moments.MOMENTS, "render_kette"}


def test_every_moment_has_a_picture_of_its_own() -> None:
    pictures = [picture_of(STUKA, *moments.seen(play())) for play in moments.MOMENTS.values()]
    assert all(drawn.shape == (800, 1280, 3) and drawn.dtype == np.uint8 for drawn in pictures)
    assert len({drawn.tobytes() for drawn in pictures}) == len(pictures)
