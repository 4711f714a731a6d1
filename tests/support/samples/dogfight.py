"""Samples of the dogfight (``examples/dogfight``)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from dogfight.codes import Act
from dogfight.mat import Mat
from numpy.typing import NDArray

from tests.support.samples import PlannedDice, Samples, SavedWar
from tests.support.setups import block_fields, random_blocks

FIGHT = "Dogfight/Fight-v0"
AFTER_OWN_FIRE = {"cursor": {"step": "again", "place": 3}}
"""A first turn in which the player's planes have fired. The enemy fires, then the player may leave."""


def choose(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row; planes mostly stay."""
    weights = rng.random(masks.shape) * masks
    weights[..., Act.LEAVE] /= 1000
    return weights.argmax(axis=-1)


def returned(env_id: str, result: Mapping[str, Any]) -> float:
    """Return the points."""
    return float(result["points"])


SAMPLES = Samples(
    choose=choose,
    quick={FIGHT: {"own": "FB+bombs FB+bombs"}},
    arguments={FIGHT: {"own": "FB+bombs Stuka", "enemy": "FB Stuka+bombs", "first": "enemy"}},
    settings=({},),
    returned=returned,
    dice=PlannedDice(
        arguments={"own": "FB", "enemy": "Stuka Stuka"},
        options={"setup": AFTER_OWN_FIRE, "dice": {"FIRE": [[4, 6], [3, 4]]}},
        another={"FIRE": [[4, 6], [3, 4], [3, 4], [3, 4]]},
        values=lambda mats: mats["planes"]["threatened"][:, 0].tolist(),
        first=1,
        second=0,
        ending=int(Act.LEAVE),
        unplanned="strict_dice: FIRE is rolled",
        left_over={"FIRE": [[4, 6], [3, 4], [1, 1], [2, 2]]},
        left_over_message="2 of FIRE",
    ),
    wrong_dice=(
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9', allowed are FIRE"),
        ({"FIRE": 4}, 'dice["FIRE"]: got 4'),
        ({"FIRE": [7]}, 'dice["FIRE"]: got 7, allowed is 1 to 6, 1 to 6'),
        ({"FIRE": [[7, 1]]}, "allowed is 1 to 6, 1 to 6"),
        ({"FIRE": [[True, 1]]}, 'dice["FIRE"]: got'),
        ({"FIRE": [[1, 1]] * 600}, "more than 1024"),
    ),
    wrong_values=(
        SavedWar("mats.fight.turn", 99, "mats.fight.turn: got 99, expected a whole number from 0 to 6"),
        SavedWar("mats.fight.turn", 1.5, "mats.fight.turn: got 1.5"),
        SavedWar("mats.planes.status", [1], "mats.planes.status: expected numbers of shape"),
        SavedWar("tapes.start.3", 9, "tapes.start: got"),
        SavedWar("dice.key_low", -1, "dice.key_low: got -1, expected a whole number from 0 to 4294967295"),
        SavedWar("reports.ledger.reward", float("nan"), "reports.ledger.reward: got nan"),
        SavedWar("reports.streak", -1, "reports.streak: got -1"),
        SavedWar("masks.legal.0", 7, "masks.legal: got 7, expected a whole number from 0 to 1"),
    ),
    forged=(
        ({"arguments": {"first": "nobody"}}, "first: got 'nobody'"),
        (
            {"options": {"setup": {"fight": {"turn": -4}}}},
            "cannot be laid out: setup: fight.turn: got -4",
        ),
        ({"options": {"dice": {"FIRE": []}, "strict_dice": True}}, "strict_dice: .* is rolled"),
    ),
    random_setup=random_blocks(lambda: block_fields(Mat, ("plan",))),
    alike=6,
)
