"""Samples of the first game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.plain import plain
from stuka_env.declared.sentences import Modifiers
from stuka_env.games.stuka import STUKA_ENVIRONMENTS
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.shape import BEST_MISSION, BEST_OPERATION
from stuka_env.games.stuka.codes import SEATS, SEGMENT_NAMES, SLOTS, Act, Chart
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.scenario.setup import (
    CARD_FIELDS,
    COUNT_FIELDS,
    PERSON_FIELDS,
    SYSTEM_CODES,
    TARGET_CODES,
)
from tests.support.samples import ChartWar, PlannedDice, Samples, SavedWar
from tests.support.setups import block

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
    return plain(RULES.names["total_on"])(entry.chart, entry.dice[-1] + sum(value for _, value in modifiers))


def random_setup(dice: Random, mat: Any) -> dict[str, Any]:
    """Return a set-up with any of its keys."""
    share = dice.choice((0.1, 0.3, 0.7))

    def scores(most: int) -> list[int]:
        return [dice.choice((0, 50, most)) for _ in range(dice.choice((0, 1, 2, 3, 9)))]

    def cards() -> list[dict[str, Any]]:
        entries = [block(CARD_FIELDS, dice, share) for _ in range(dice.randint(0, SLOTS))]
        systems = list(SYSTEM_CODES)
        return [entry | ({"damage": dice.sample(systems, 2)} if "damage" in entry else {}) for entry in entries]

    every: dict[str, Callable[[], Any]] = {
        "segment": lambda: dice.choice(SEGMENT_NAMES),
        "mission": lambda: dice.randint(1, 10),
        "target": lambda: dice.choice(list(TARGET_CODES)),
        "zone": lambda: dice.randint(1, 6),
        "scores": lambda: scores(BEST_MISSION),
        "segment_scores": lambda: scores(BEST_MISSION),
        "operation_scores": lambda: scores(BEST_OPERATION),
        "pilots": lambda: [block(PERSON_FIELDS, dice, share) for _ in range(dice.randint(0, SEATS))],
        "gunners": lambda: [block(PERSON_FIELDS, dice, share) for _ in range(dice.randint(0, SEATS))],
        "aircraft": cards,
        "counts": lambda: block(COUNT_FIELDS, dice, share),
    }
    return {name: make() for name, make in every.items() if dice.random() < share}


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
    random_setup=random_setup,
    chart_wars=(
        ChartWar(OPERATION, {"operation": "case_blue", "duration": "short"}),
        ChartWar(CAMPAIGN, {"duration": "short"}),
        ChartWar(CAMPAIGN, {"duration": "short"}, {"segment": "1943-07"}),
        ChartWar(OPERATION, {"operation": "citadel"}),
        ChartWar(OPERATION),
    ),
    idle_fields={
        ("operations", "first_segment"): "operations share the segments, so that one alone cannot change",
        ("operations", "segments"): "as first_segment; tests/games/stuka/charts/test_fuzzing.py changes both",
    },
)
