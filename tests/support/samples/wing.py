"""Samples of the third game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.codes import SLOTS, Act
from stuka_env.games.wing.rules.mat import Mat
from tests.support.samples import ChartWar, PlannedDice, Samples, SavedWar
from tests.support.setups import block_fields, random_blocks

MISSION, CAMPAIGN = WING_ENVIRONMENTS
NOT_THERE: list[dict[str, str]] = [{"status": "none"}] * SLOTS
LAST_BOMBER = {
    "cursor": {"decision": "move"},
    "track": {"box": 1, "first": 1},
    "mission": {"card": 3, "leg": "home", "box": 4, "moves": 0, "limit": 2},
    "seats": [{"crew": 0, "bomber": 0, "damaged": 1}],
    "escorts": {"ready": 4},
    "bombers": [{}, {"status": "ready"}, *NOT_THERE[2:]],
    "crews": [
        {"level": "green"}, {"level": "green", "status": "ready"}, {"level": "trained", "status": "ready"},
        *NOT_THERE[3:],
    ],
}  # fmt: skip
"""The only bomber of the formation, damaged, two boxes from home: it has one way, and falls behind on it."""
FALLS_BEHIND = {"CHECK": [1], "CHECK2": [1], "HOME": [2], "REPLACEMENT": [1]}


def choose(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row; escorts mostly go home with a bomber."""
    weights = rng.random(masks.shape) * masks
    weights[..., Act.ALONE] /= 8
    return weights.argmax(axis=-1)


def returned(env_id: str, result: Mapping[str, Any]) -> float:
    """Return the campaign points."""
    return float(result["points"])


SAMPLES = Samples(
    choose=choose,
    quick={MISSION: {"turn": "4"}, CAMPAIGN: {"campaign": "short_1942"}},
    arguments={
        MISSION: {"turn": "12", "squadron": "B-24", "landing": True},
        CAMPAIGN: {"campaign": "short_1944", "squadron": "B-24", "fatigue": False},
    },
    settings=({},),
    returned=returned,
    dice=PlannedDice(
        arguments={},
        options={"setup": LAST_BOMBER, "dice": FALLS_BEHIND},
        another={**FALLS_BEHIND, "CARD": [7], "CLOUD": [[2, 2]]},
        values=lambda mats: mats["mission"]["card"].tolist(),
        first=3,
        second=7,
        ending=int(Act.ALONE),
        unplanned="strict_dice: C",  # CHECK at once, CARD before the next mission
        left_over={"WEATHER": [3, 4], "CARD": [7]},
        left_over_message="1 of CARD, 2 of WEATHER",
        again=int(Act.CREW + 1),
    ),
    wrong_dice=(
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9'"),
        ({"TRACK": [1]}, "dice: got the chart 'TRACK'"),
        ({"TYPE": 4}, 'dice["TYPE"]: got 4'),
        ({"TYPE": [7]}, 'dice["TYPE"]: got 7, allowed is 1 to 6'),
        ({"TYPE": [True]}, 'dice["TYPE"]: got True'),
        ({"EVENT": [11]}, 'dice["EVENT"]: got 11, allowed is 1 to 6, 1 to 6'),
        ({"EVENT": [[7, 6]]}, "allowed is 1 to 6, 1 to 6"),
        ({"COUNTER": [21]}, "allowed is 1 to 20"),
        ({"CARD": [61]}, 'dice["CARD"]: got 61, allowed is 1 to 60'),
        ({"CARD": ["tea"]}, "dice[\"CARD\"]: got 'tea'"),
        ({"TYPE": [1] * 3000}, "more than 2048"),
    ),
    wrong_values=(
        SavedWar("mats.mission.box", 99, "mats.mission.box: got 99, expected a whole number from 0 to 68"),
        SavedWar("mats.mission.box", 1.5, "mats.mission.box: got 1.5"),
        SavedWar("mats.seats.crew", [1], "mats.seats.crew: expected numbers of shape"),
        SavedWar("mats.plan.scale", 9, "mats.plan.scale: got 9"),
        SavedWar("tapes.start.3", 9, "tapes.start: got"),
        SavedWar("dice.key_low", -1, "dice.key_low: got -1, expected a whole number from 0 to 4294967295"),
        SavedWar("reports.ledger.reward", float("nan"), "reports.ledger.reward: got nan"),
        SavedWar("reports.streak", -1, "reports.streak: got -1"),
        SavedWar("masks.legal.0", 7, "masks.legal: got 7, expected a whole number from 0 to 1"),
    ),
    forged=(
        ({"arguments": {"turn": "26"}}, "turn: got '26'"),
        ({"options": {"setup": {"mission": {"hits": -4}}}}, "first position cannot be laid out: setup: mission.hits"),
        ({"options": {"dice": {"CARD": []}, "strict_dice": True}}, "strict_dice: .* is rolled"),
    ),
    random_setup=random_blocks(lambda: block_fields(Mat, ("plan", "work"))),
    chart_wars=(
        ChartWar(CAMPAIGN, {"landing": True}),
        ChartWar(CAMPAIGN, {"campaign": "short_1944", "squadron": "B-24", "fatigue": False}),
        ChartWar(CAMPAIGN, {"campaign": "late_entry"}),
        ChartWar(CAMPAIGN, {"campaign": "short_1942"}, {"track": {"points": 67}}),
        ChartWar(MISSION, {"squadron": "B-24"}),
    ),
    idle_fields={
        ("escorts", "available"): "a bound of the types, which the loader checks",
        ("map", "boxes.links"): "a neighbour more is an entry more; tests/games/wing/test_charts.py changes the map",
        ("map", "boxes.from_base"): "follows from the neighbours, which the loader checks",
        ("ratings", "escorts.attack"): "escorts fire at fighters only; the printed counters have the number",
    },
    alike=3,
)
