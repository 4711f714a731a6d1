"""Samples of the fourth game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.support import SUPPORT_ENVIRONMENTS
from stuka_env.games.support.codes import COUNTERS, SIDE_PLANES, Act
from stuka_env.games.support.rules.mat import Mat
from tests.support.samples import ChartWar, PlannedDice, Samples, SavedWar
from tests.support.setups import block_fields, random_blocks

DOGFIGHT, BATTLE = SUPPORT_ENVIRONMENTS
RECALLED = {
    "cursor": {"phase": "shoot"},
    "battle": {"turn": 4, "half": "enemy", "arrived": [1, 1], "came": 1},
    "planes": [
        {"type": "fb", "status": "flying", "bombs": 0, "melee": 1, "may_go": 1, "target": 0},
        {"status": "none"},
        {"status": "none"},
        {"type": "fb", "status": "flying", "bombs": 0, "melee": 1, "target": 0},
        {"status": "none"},
        {"status": "none"},
    ],
    "units": [
        {"kind": "truck", "place": 0},
        *[{}] * (COUNTERS - 1),
        {"kind": "squad", "place": 79, "broken": 1},
        {"kind": "squad", "place": 78, "broken": 1},
    ],
    "battery": {"on": 1, "black": 3, "red": 3},
}
"""Two aircraft fire at each other. The own one may then be recalled; an observation aircraft stays, and two
broken squads far from a truck."""
SHOTS = {"AIR": [[5, 5], [5, 4]]}


def choose(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row; aircraft mostly stay."""
    weights = rng.random(masks.shape) * masks
    weights[..., [Act.LEAVE.value, Act.RECALL.value]] /= 100
    return weights.argmax(axis=-1)


def returned(env_id: str, result: Mapping[str, Any]) -> float:
    """Return the points."""
    return float(result["points"])


def recall_and_rout(mats: Any) -> list[int]:
    """Return whether the aircraft of the enemy may be recalled, and twice whether the first squad is broken."""
    found: list[int] = (mats["planes"]["may_go"][:, SIDE_PLANES] + 2 * mats["units"]["broken"][:, COUNTERS]).tolist()
    return found


SAMPLES = Samples(
    choose=choose,
    quick={DOGFIGHT: {"own": "FB FB+bombs FB", "enemy": "FB Stuka FB"}, BATTLE: {"scenario": "village"}},
    arguments={
        DOGFIGHT: {"own": "FB+bombs FB Stuka", "enemy": "FB Stuka+bombs FB", "first": "enemy"},
        BATTLE: {"scenario": "village", "weather": "mist", "season": "winter"},
    },
    settings=({},),
    returned=returned,
    dice=PlannedDice(
        arguments={},
        options={"setup": RECALLED, "dice": SHOTS},
        another={**SHOTS, "RALLY": [[1, 1], [6, 6]]},
        values=recall_and_rout,
        first=3,
        second=1,
        ending=int(Act.RECALL),
        unplanned="strict_dice: ",  # AIR at once, RALLY in the next turn
        left_over={"AIR": [*SHOTS["AIR"], [1, 1], [2, 2]]},
        left_over_message="2 of AIR",
        again=int(Act.HOLD),
    ),
    wrong_dice=(
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9'"),
        ({"HIDDEN": [1]}, "dice: got the chart 'HIDDEN'"),
        ({"ARRIVAL": 4}, 'dice["ARRIVAL"]: got 4'),
        ({"ARRIVAL": [7]}, 'dice["ARRIVAL"]: got 7, allowed is 1 to 6'),
        ({"ARRIVAL": [True]}, 'dice["ARRIVAL"]: got True'),
        ({"AIR": [11]}, 'dice["AIR"]: got 11, allowed is 1 to 6, 1 to 6'),
        ({"AIR": [[7, 6]]}, "allowed is 1 to 6, 1 to 6"),
        ({"CARD": ["red"]}, "dice[\"CARD\"]: got 'red'"),
        ({"AIR": [[1, 1]] * 3000}, "more than"),
    ),
    wrong_values=(
        SavedWar("mats.battle.turn", 99, "mats.battle.turn: got 99, expected a whole number from 0 to 12"),
        SavedWar("mats.battle.turn", 1.5, "mats.battle.turn: got 1.5"),
        SavedWar("mats.planes.status", [1], "mats.planes.status: expected numbers of shape"),
        SavedWar("mats.plan.scale", 9, "mats.plan.scale: got 9"),
        SavedWar("tapes.start.3", 9, "tapes.start: got"),
        SavedWar("dice.key_low", -1, "dice.key_low: got -1, expected a whole number from 0 to 4294967295"),
        SavedWar("reports.ledger.reward", float("nan"), "reports.ledger.reward: got nan"),
        SavedWar("reports.streak", -1, "reports.streak: got -1"),
        SavedWar("masks.legal.0", 7, "masks.legal: got 7, expected a whole number from 0 to 1"),
    ),
    forged=(
        ({"arguments": {"first": "nobody"}}, "first: got 'nobody'"),
        ({"options": {"setup": {"battle": {"turn": -4}}}}, "cannot be laid out: setup: battle.turn: got -4"),
        ({"options": {"dice": {"AIR": []}, "strict_dice": True}}, "strict_dice: .* is rolled"),
    ),
    random_setup=random_blocks(lambda: block_fields(Mat, ("plan", "work"))),
    chart_wars=(
        ChartWar(BATTLE, {"scenario": "column"}),
        ChartWar(BATTLE, {"scenario": "village", "weather": "mist"}),
        ChartWar(BATTLE, {"scenario": "strongpoint", "season": "winter"}),
        ChartWar(BATTLE, {"scenario": "farms"}),
        ChartWar(DOGFIGHT, {"own": "FB+bombs Stuka+bombs FB", "enemy": "FB Stuka+bombs FB+bombs"}),
    ),
    idle_fields={
        ("battery", "red"): "beside four black cards no other number is allowed",
    },
    alike=4,
)
