"""Shots at either wing of a bomber whose sides are the same have mirrored consequences."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.codes import Act, Aim, Bomber, Decision, Model, System
from stuka_env.games.interceptor.rules.equivalence import alike, charts_treat_sides_alike, opposite
from stuka_env.games.interceptor.rules.mat import BLOCKS
from tests.support.each import each
from tests.support.interceptor.game import Game

PAIRS = ((Act.AIM_PORT, Act.AIM_STARBOARD), (Act.BURST_PORT, Act.BURST_STARBOARD))


def in_a_pass(seed: int, model: Model = Model.FW_190A_4, bomber: Bomber = Bomber.B_17F) -> Game:
    """Return a first pass at long range, with the dice of a seed."""
    return Game(seed).aloft(model).meet(bomber).act(Act.BOMBERS)


def seen(game: Game) -> dict[str, bytes]:
    """Return what lies on the mat, block by block."""
    return {block.name: game.mat[block.name].tobytes() for block in BLOCKS}


def mirrored(game: Game) -> dict[str, bytes]:
    """Return the same with the sides of the bomber exchanged."""
    bomber: Any = game.mat.bomber.copy()
    bomber.port_wing, bomber.starboard_wing = int(bomber.starboard_wing), int(bomber.port_wing)
    bomber.engines[:] = bomber.engines[::-1].copy()
    return seen(game) | {"bomber": bomber.tobytes()}


@pytest.mark.parametrize("pair", PAIRS)
def test_alike_shots_have_mirrored_consequences(pair: tuple[Act, Act]) -> None:
    struck = 0
    for seed in range(40):
        one, other = in_a_pass(seed), in_a_pass(seed)
        assert alike(one.mat, one.charts, *pair) and alike(one.mat, one.charts, *pair[::-1])
        assert seen(one.act(pair[0])) == mirrored(other.act(pair[1]))
        struck += seen(one) != mirrored(one)
    assert struck > 3


def test_other_actions_are_alike_only_to_themselves() -> None:
    game = in_a_pass(1)
    legal = np.flatnonzero(game.mask).tolist()
    for one in legal:
        for other in legal:
            expected = one == other or any({one, other} == set(pair) for pair in PAIRS)
            assert alike(game.mat, game.charts, one, other) == expected
    assert len(legal) > 6


@pytest.mark.parametrize("part", ["port_wing", "starboard_wing", "engines"])
def test_damage_on_one_side_tells_them_apart(part: str) -> None:
    game = in_a_pass(1)
    if part == "engines":
        game.mat.bomber.engines[2] = 1
    else:
        game.mat.bomber[part] = 1
    assert not any(alike(game.mat, game.charts, *pair) for pair in PAIRS)
    game.mat.bomber.port_wing = game.mat.bomber.starboard_wing = 1
    game.mat.bomber.engines[1] = game.mat.bomber.engines[2]
    assert all(alike(game.mat, game.charts, *pair) for pair in PAIRS)


def test_nothing_is_alike_away_from_a_bomber() -> None:
    game = in_a_pass(1)
    game.mat.cursor.decision = Decision.PASS
    assert not alike(game.mat, game.charts, *PAIRS[0])


def test_charts_of_an_owner_may_tell_the_sides_apart() -> None:
    game = in_a_pass(1)
    assert charts_treat_sides_alike(game.charts)
    game.charts.b3[Aim.PORT_WING][7] = System.TAIL
    assert not charts_treat_sides_alike(game.charts) and not alike(game.mat, game.charts, *PAIRS[0])
    game = in_a_pass(1)
    game.charts.package[Aim.STARBOARD_WING][0] = System.ENGINE_1
    assert not charts_treat_sides_alike(game.charts)


@each("system", list(System))
def test_the_opposite_of_the_opposite(system: System) -> None:
    assert opposite(opposite(system)) == system
    sides = {System.PORT_WING, System.STARBOARD_WING, *range(System.ENGINE_1, System.ENGINE_4 + 1)}
    assert (opposite(system) != system) == (system in sides)
