"""The layout of the observation, in the form that all games share."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from stuka_env.game import room_of
from stuka_env.registration import game_package
from tests.support.contract import SETTINGS, make, make_vec
from tests.support.each import each
from tests.support.samples import GAMES

OWN_ROOMS = [game.name for game in GAMES if find_spec(f"{game_package(game.name).name}.observation")]
"""Games with a room of the observation. The others have their layout in the record of the game alone."""
each_setting = pytest.mark.parametrize(("env_id", "setting"), SETTINGS)


def numbers_of(named: Mapping[str, Any]) -> int:
    return sum(array.size for array in named.values())


@each_setting
def test_every_number_has_a_name_and_an_index(env_id: str, setting: dict[str, Any]) -> None:
    env: Any = make(env_id, **setting)
    flat, _ = env.reset(seed=1)
    layout = env.layout
    named = layout.named(flat)
    assert numbers_of(named) == layout.length == len(flat) and make_vec(env_id, 2, **setting).layout is layout
    marked = layout.named(np.arange(layout.length, dtype=np.float32))
    for place in range(layout.length):
        name, index = layout.where(place)
        assert marked[name][index] == place and named[name][index] == flat[place]
    for name, rows in layout.named(np.stack([0 * flat, flat])).items():
        assert rows.dtype == np.float32 and not rows[0].any()
        np.testing.assert_array_equal(rows[1], named[name])
    with pytest.raises(ValueError, match="last axis"):
        layout.named(flat[:-1])
    assert -1 <= layout.low.min() and (layout.low < layout.high).all() and layout.high.max() <= 1
    assert layout.low.dtype == layout.high.dtype == np.float32


@each_setting
def test_names_and_shapes_are_what_learners_take(env_id: str, setting: dict[str, Any]) -> None:
    """PyTorch's module names have no dots, and Stable-Baselines3 and RLlib want an axis: one number is ``(1,)``."""
    for name, part in make(env_id, **setting).layout.parts.items():
        assert name.isidentifier() and part.shape and part.indices.shape == part.shape


@each_setting
def test_the_table_says_where_the_numbers_are(env_id: str, setting: dict[str, Any]) -> None:
    layout = make(env_id, **setting).layout
    rows = layout.describe()
    assert [row.name for row in rows] == list(layout.parts)
    for row in rows:
        assert row.meaning
        places = layout.parts[row.name].indices
        formula = row.places.replace(" i", " * i").replace(" j", " * j").replace("+ *", "+")
        axes = dict(zip("ij", np.indices(places.shape), strict=False))
        assert (np.broadcast_to(eval(formula, {}, axes), places.shape) == places).all(), row


@each("place", [-1, 10_000, 1.5, True, "war"])
def test_a_place_that_is_none_is_refused(place: Any) -> None:
    layout = make(GAMES[0].ids[0]).layout
    with pytest.raises(ValueError, match=f"^place: got {place!r}, allowed is a whole number from 0 to 625$"):
        layout.where(place)


@pytest.mark.parametrize("game", OWN_ROOMS)
def test_the_room_of_each_game_has_the_same_names(game: str) -> None:
    room: Any = room_of(game, "observation")
    name, index = room.where(417)
    part = room.LAYOUT[name]
    assert part.indices[index] == 417
    flat = np.zeros(1 + max(int(part.indices.max()) for part in room.LAYOUT.values()), np.float32)
    flat[417] = 1
    assert room.named(flat)[name][index] == 1
    assert [row.name for row in room.describe()] == list(room.LAYOUT) and set(room.space("mat")) == set(room.LAYOUT)
    with pytest.raises(ValueError, match='"flat", "mat" and "compact"'):
        room.space("picture")
