"""The dogfights of this game and of the example ``dogfight`` are the same on the same dice.

They differ in two ways: here aircraft join the melee, and can leave it without leaving the game. So all join, and none
leaves it so.
"""

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from dogfight.codes import Act as TheirAct
from dogfight.rules import plane_in_turn

import stuka_env.games.support  # noqa: F401 - it registers the game
from stuka_env.compiling.plain import plain
from stuka_env.games.support.codes import ACTS, SIDE_PLANES, Act, Status

OTHER_SIDE = 4
"""First enemy plane of the example."""
ROLLS = 120
SAME = {"KEEP": "KEEP", "DROP": "DROP", "HOLD_FIRE": "HOLD", "STAY": "STAY", "RECALL": "LEAVE"}
"""Actions here, and those of the example."""
KINDS = ("FB", "Stuka", "Stuka+bombs", "FB+bombs")


def fight(env_id: str, chart: str, rolls: Any, **arguments: Any) -> Any:
    """Return an environment in which these rolls are planned."""
    env = gymnasium.make(env_id, disable_env_checker=True, **arguments).unwrapped
    env.reset(seed=0, options={"dice": {chart: rolls}})
    return env


def planes_of(ours: Any) -> list[tuple[int, ...]]:
    """Return the aircraft here: type, bombs, damage, guns, status. One that is recalled goes at once in the example."""
    rows: list[tuple[int, ...]] = []
    for one in ours.mat.planes:
        status = int(Status.RECALLED if one.recall and not one.melee and one.status == Status.FLYING else one.status)
        row = (int(one.type), int(one.bombs), int(one.damaged), int(one.disabled))
        rows.append((*(row if status == Status.FLYING else (0, 0, 0, 0)), status))
    return rows


def planes_there(theirs: Any) -> list[tuple[int, ...]]:
    """Return the aircraft of the example in the same form."""
    planes = theirs.mat["planes"]
    rows: list[tuple[int, ...]] = []
    for place in (*range(SIDE_PLANES), *range(OTHER_SIDE, OTHER_SIDE + SIDE_PLANES)):
        kind, one = int(planes["kind"][place]), planes[place]
        is_fighting = one["status"] == 1
        row = (int(kind >= 3), int(kind in (2, 4)), int(one["damaged"]), int(one["disabled"]))
        rows.append((*(row if is_fighting else (0, 0, 0, 0)), int(one["status"])))
    return rows


def stay(ours: Any) -> None:
    """Stay in the melee."""
    assert ours.decision == "RECALL"
    ours.step(int(Act.STAY))


def play_both(own: str, enemy: str, seed: int) -> int:
    """Play a dogfight in both games with the same dice and choices; return the decisions that they share."""
    rng = np.random.default_rng(seed)
    rolls = rng.integers(1, 7, (ROLLS, 2)).tolist()
    ours = fight("Support/Dogfight-v0", "AIR", rolls, own=own, enemy=enemy)
    theirs = fight("Dogfight/Fight-v0", "FIRE", rolls, own=own, enemy=enemy)
    shared = 0
    while theirs.decision != "OVER":
        asked = plain(plane_in_turn)(theirs.mat)
        here, turn = (ours.decision, int(ours.mat.cursor.subject)), int(theirs.mat["fight"]["turn"])
        is_same = ours.mat.battle.turn == turn and here == (theirs.decision, asked)
        legal = [index for index, _ in ours.legal_actions() if index != Act.FREE]
        if is_same:
            assert planes_of(ours) == planes_there(theirs), (own, enemy, seed)
            action = int(rng.choice(legal))
            is_target = Act.PLANE <= action < Act.HOLD_FIRE
            ours.step(action)
            named = TheirAct.TARGET_1 if is_target else TheirAct[SAME[ACTS.verb_of(action).name]]
            theirs.step(named + action - Act.PLANE if is_target else int(named))
            shared += 1
        elif ours.decision == "ENGAGE":
            ours.step(int(Act.JOIN))
        elif theirs.decision == "TARGET" and ours.mat.battle.turn >= turn:
            theirs.step(theirs.legal_actions()[0][0])  # of equal aircraft the first is the only choice here
        else:
            assert Act.RECALL not in legal, (own, enemy, seed)
            stay(ours)
    while ours.decision != "OVER":
        stay(ours)
    assert ours.mat.battle.points == theirs.mat["fight"]["points"], (own, enemy, seed)
    return shared


@pytest.mark.parametrize("own", ["FB", "FB FB", "FB FB FB", "FB+bombs"])
def test_the_same_dogfight_as_in_the_example(own: str) -> None:
    enemies = [" ".join(kinds) for kinds in product(KINDS, repeat=2)]
    assert sum(play_both(own, enemy, seed) for seed, enemy in enumerate(enemies)) > len(enemies)


@pytest.mark.slow
def test_the_same_dogfight_with_three_enemies() -> None:
    assert all(play_both("FB FB FB", " ".join(kinds), seed) for seed, kinds in enumerate(product(KINDS, repeat=3)))
