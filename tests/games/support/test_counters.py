"""The arrangements of the face-down counters are all that fit what is seen of them, each once (S005)."""

from itertools import permutations
from typing import Any

import pytest

from stuka_env.engine import hidden
from stuka_env.games.support.codes import COUNTERS, HEXES, NOBODY, Gone, Kind, Side
from tests.support.face_down import battle, truth_of

LAID = (Kind.SQUAD, Kind.DUMMY, Kind.GUN, Kind.SQUAD)
"""The kinds that lie face down."""
MARKS: tuple[dict[str, int], ...] = ({}, {"moved": 1}, {"pinned": 1}, {"broken": 1}, {"lost": 1}, {"place": HEXES - 1})
"""Visible states of the first counter that lies face down."""


def can_be(kind: int, mark: dict[str, int], units: Any) -> bool:
    """Whether a counter with a mark can be of a kind: dummies take no fire, and some kinds have no moves or steps."""
    if mark.get("moved") or "place" in mark:
        return bool(units["move"][kind] > 0)
    is_alive = units["steps"][kind] > mark.get("lost", 0)
    return bool(is_alive and not (mark and kind == Kind.DUMMY))


@pytest.mark.rule("S005")
@pytest.mark.parametrize("mark", MARKS)
def test_the_arrangements_are_those_that_fit(mark: dict[str, int]) -> None:
    """The village stands where the enemy attacks, so that counters which can move do in his half."""
    env = battle(scenario="village")
    env.reset(seed=0)
    mats, down = truth_of(env).reshape(1).copy(), list(range(len(LAID)))
    mat, charts = mats[0], env.charts.record
    mat.units[:COUNTERS]["gone"] = Gone.AIR
    for counter in down:
        own = mat.units[counter]
        own.kind, own.gone, own.place = NOBODY, Gone.NO, charts["scenarios"][mat.battle.scenario]["hexes"][counter]
        own.moved = own.pinned = own.broken = own.lost = 0
    mat.hidden.kinds[down] = LAID
    mat.battle.turn, mat.battle.half = 1, Side.ENEMY
    for name, value in mark.items():
        mat.units[down[0]][name] = value
    laid = hidden.arrangements(env.game, mats, env.engine.charts_in_force())
    found = laid["hidden"]["kinds"][:, down]
    fitting = {one for one in permutations(map(int, LAID)) if can_be(one[0], mark, charts["units"])}
    assert len(found) == len(fitting) and {tuple(row) for row in found.tolist()} == fitting
    assert hidden.count(env.game, mats, env.engine.charts_in_force()) == len(set(permutations(LAID)))
    assert (laid["work"]["movers"][:, down[1:]] == (charts["units"]["move"][found[:, 1:]] > 0)).all()
    mat.battle.half = Side.PLAYER
    laid = hidden.arrangements(env.game, mats, env.engine.charts_in_force())
    assert not laid["work"]["movers"][:, down].any()
