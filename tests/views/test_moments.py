"""Pictures of the Example of Play."""

import numpy as np

from stuka_env.game import game_named
from stuka_env.views.show import picture_of
from tests.support import moments


def test_every_moment_has_a_picture_of_its_own() -> None:
    pictures = [picture_of(game_named("stuka"), *moments.seen(play())) for play in moments.MOMENTS.values()]
    assert all(drawn.shape == (800, 1280, 3) and drawn.dtype == np.uint8 for drawn in pictures)
    assert len({drawn.tobytes() for drawn in pictures}) == len(pictures)
