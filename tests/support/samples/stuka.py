"""Samples of the first game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka import STUKA_ENVIRONMENTS
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Act, Chart
from stuka_env.games.stuka.rules.rolls import total_on
from stuka_env.plain import plain
from stuka_env.sentences import Modifiers
from tests.support.samples import PlannedDice, Samples, SavedWar

MISSION, SEGMENT, OPERATION, CAMPAIGN = STUKA_ENVIRONMENTS


def choose(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row; the Staffel mostly flies."""
    weights = rng.random(masks.shape) * masks
    weights[..., Act.NO_FLY] /= 4
    weights[..., Act.GO_ON] *= 4
    return weights.argmax(axis=-1)


def returned(env_id: str, result: Mapping[str, Any]) -> float:
    """Return the official score."""
    return float(result["score"])


def total_of(entry: Any, modifiers: Modifiers) -> int:
    """Return the total of a roll: its last die with the modifiers, or the nearer end of the chart (ruling Q43).

    That of A1 are its white dice, and that of B3 is the sector of the white die.
    """
    if entry.chart == Chart.A1:
        return int(entry.dice[0] + entry.dice[1])
    if entry.chart == Chart.B3:
        return int(load_charts().record["b3_sector"][entry.dice[0]])
    return plain(total_on)(entry.chart, entry.dice[-1], sum(value for _, value in modifiers))


SAMPLES = Samples(
    choose=choose,
    quick={MISSION: {}, **dict.fromkeys((SEGMENT, OPERATION, CAMPAIGN), {"duration": "short"})},
    arguments={
        MISSION: {"operation": "citadel", "duration": "short", "segment": "1943-07"},
        SEGMENT: {"operation": "case_blue", "duration": "short", "segment": "1942-08"},
        OPERATION: {"operation": "case_blue", "duration": "short"},
        CAMPAIGN: {"duration": "short"},
    },
    settings=({},),
    returned=returned,
    total_of=total_of,
    dice=PlannedDice(
        arguments={},
        options={"dice": {"A1": [[2, 3, 4]]}},
        another={"A1": [[2, 3, 4], [2, 3, 5]]},
        values=lambda mats: mats["mission"]["target_zone"].tolist(),
        first=4,
        second=5,
        ending=int(Act.NO_FLY),
        unplanned="strict_dice: A1 is rolled",
        left_over={"C1": [[3, 3], [4, 4]], "EVENT": ["waypoint_reached"]},
        left_over_message="2 of C1, 1 of EVENT",
    ),
    wrong_dice=(
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9'"),
        ({"SEGMENT": [1]}, "dice: got the chart 'SEGMENT'"),
        ({"A4": 4}, 'dice["A4"]: got 4'),
        ({"A4": [7]}, 'dice["A4"]: got 7, allowed is 1 to 6'),
        ({"A4": [True]}, 'dice["A4"]: got True'),
        ({"B1": [11]}, "allowed is 1 to 10"),
        ({"C1": [[11, 6]]}, "allowed is 1 to 10, 1 to 6"),
        ({"C1": [3]}, "allowed is 1 to 10, 1 to 6"),
        ({"A1": [[1, 2]]}, "allowed is 1 to 6, 1 to 6, 1 to 6"),
        ({"CUP": [0]}, "allowed is 1 to 10"),
        ({"EVENT": ["tea_time"]}, "waypoint_reached"),
        ({"A4": [1] * 3000}, "more than 2048"),
    ),
    wrong_values=(
        SavedWar("mats.mission.zone", 99, "mats.mission.zone: got 99, expected a whole number from 0 to 6"),
        SavedWar("mats.mission.zone", 1.5, "mats.mission.zone: got 1.5"),
        SavedWar("mats.aircraft.status", [1], "mats.aircraft.status: expected numbers of shape"),
        SavedWar("mats.log.score", "x", "mats.log.score: expected numbers of shape"),
        SavedWar("tapes.start.3", 9, "tapes.start: got"),
        SavedWar("dice.key_low", -1, "dice.key_low: got -1, expected a whole number from 0 to 4294967295"),
        SavedWar("reports.due", float("nan"), "reports.due: got nan, expected a finite number"),
        SavedWar("reports.episode", -1, "reports.episode: got -1"),
        SavedWar("masks.legal.0", 7, "masks.legal: got 7, expected a whole number from 0 to 1"),
    ),
    forged=(
        ({"arguments": {"segment": "1812-06"}}, "segment: got '1812-06'"),
        ({"options": {"setup": {"mission": -4}}}, "first position cannot be laid out: setup: mission: got -4"),
        ({"options": {"dice": {"A4": []}, "strict_dice": True}}, "strict_dice: .* is rolled"),
    ),
    extractor="stuka_env.games.stuka.extractor",
)
