"""The tape of planned rolls."""

import pytest

from stuka_env.engine.engine import StateError
from tests.support.playing import make, mat_bytes


def test_a_mission_of_no_flys_alone_is_refused() -> None:
    """A Mission rolls again for a No-Fly; after 256 rolls the dice would repeat themselves without end."""
    env = make("Stuka/Mission-v0", segment="1941-06")
    env.reset(seed=1)
    before = mat_bytes(env)
    with pytest.raises(StateError, match="charts: got a No-Fly from A1 256 times in a row"):
        env.reset(seed=2, options={"dice": {"A1": [[1, 1, 1]] * 256}})
    assert mat_bytes(env) == before
    env.reset(seed=2, options={"dice": {"A1": [[1, 1, 1]] * 255 + [[2, 3, 4]]}})
    assert env.mat.mission.target == 1
