"""Samples of the second game."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.sentences import Modifiers
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import Act, Chart
from stuka_env.games.interceptor.observation import DISCARDS
from stuka_env.games.interceptor.scenario.setup import fields_of
from stuka_env.games.interceptor.words.labels import OF_THE_ENEMY
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE, bold
from tests.support.samples import ChartWar, PlannedDice, Samples, SavedWar
from tests.support.setups import random_blocks

READY = {"career": {"month": "1943-07", "unit": "I/JG 27"}, "aircraft": {"model": "Bf109G-6"}}
"""A career that has begun."""

ACE: dict[str, Any] = {
    "career": {
        "start": "1943-03", "month": "1944-01", "line": 1, "lines_used": 40, "flown": 40, "bombers": 29,
        "destroyed": 29, "by_type": [29, 0, 0, 0], "unit": "I/JG 11",
    },
    "pilot": {
        "skills": [1] * 13 + [0] * 4, "prestige": 30, "level": 5, "period_kills": 25, "points": 30,
        "awards": {"ace": 1},
    },
    "wingman": {"present": "here", "skills": [1] * 4, "ace": 1},
    "aircraft": {"model": "Bf109G-6/R4"},
}  # fmt: skip
"""A career before its next award."""
CROSSED = ACE | {
    "career": ACE["career"] | {"flown": 59, "lines_used": 59, "bombers": 59, "destroyed": 59, "by_type": [59, 0, 0, 0]},
    "pilot": ACE["pilot"]
    | {"track": "nco", "rank": "third"}
    | {"awards": {"ace": 1, "goblet": 1, "german_cross": 1, "knights_cross": 1, "clasp": 1}},
    "wingman": {"health": "killed"},
}
"""A career of a Feldwebel with the Knight's Cross, without a wingman."""


def returned(env_id: str, result: Mapping[str, Any]) -> float:
    """Return the bombers; a single sortie has none of a pilot who died."""
    return float(result["bombers"]) if result["alive"] or env_id != SORTIE else 0.0


def total_of(entry: Any, modifiers: Modifiers) -> int:
    """Return the total of a roll; one die of B6 counts tens, and initiative has a die for each side."""
    signed = sum(-value if source in OF_THE_ENEMY else value for source, value in modifiers)
    first, second = (*entry.dice, 0)[:2]
    if entry.chart == Chart.B6:
        return int(10 * first + second)
    return int(first - second + signed if entry.chart == Chart.B12 else first + second + signed)


SAMPLES = Samples(
    choose=bold,
    quick={SORTIE: {}, MONTH: {}, CAREER: {"start": "1944-01"}},
    arguments={
        SORTIE: {"month": "1943-06", "track": "nco"},
        MONTH: {"month": "1944-01", "track": "nco", "enemy_quality": True, "advanced_maneuvers": True},
        CAREER: {"start": "1943-09", "unit": "I/JG 11", "track": "officer", "fatigue": True, "reward": "level"},
    },
    settings=tuple({"discards": discards} for discards in DISCARDS),
    returned=returned,
    dice=PlannedDice(
        arguments={"track": "officer"},
        options={"setup": READY, "dice": {"A1": [[3, 3]], "B9": [[2, 2]]}},
        another={"A1": [[3, 3], [3, 4]], "B9": [[2, 2], [2, 2]]},
        values=lambda mats: mats["sortie"]["raid"].tolist(),
        first=6,
        second=7,
        ending=int(Act.STAY),
        unplanned="strict_dice: A1 is rolled",
        left_over={"C1": [[3, 3], [4, 4]], "CARD": [7]},
        left_over_message="2 of C1, 1 of CARD",
    ),
    wrong_dice=(
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9'"),
        ({"FLAK": 4}, 'dice["FLAK"]: got 4'),
        ({"FLAK": [7]}, 'dice["FLAK"]: got 7, allowed is 1 to 6'),
        ({"FLAK": [True]}, 'dice["FLAK"]: got True'),
        ({"B1": [11]}, 'dice["B1"]: got 11, allowed is 1 to 6, 1 to 6'),
        ({"B6": [[7, 6]]}, "allowed is 1 to 6, 1 to 6"),
        ({"CRASH": [11]}, "allowed is 1 to 10"),
        ({"JAM": [7]}, "allowed is 1 to 6"),
        ({"CARD": [61]}, 'dice["CARD"]: got 61, allowed is 1 to 60 or "shuffle"'),
        ({"CARD": ["tea"]}, "dice[\"CARD\"]: got 'tea'"),
        ({"FLAK": [1] * 3000}, "more than 2048"),
    ),
    wrong_values=(
        SavedWar("mats.sortie.box", 99, "mats.sortie.box: got 99, expected a whole number from 0 to"),
        SavedWar("mats.sortie.box", 1.5, "mats.sortie.box: got 1.5"),
        SavedWar("mats.deck.drawn", [1], "mats.deck.drawn: expected numbers of shape"),
        SavedWar("mats.settings.scale", 9, "mats.settings.scale: got 9"),
        SavedWar("tapes.start.3", 9, "tapes.start: got"),
        SavedWar("dice.counts.0", -1, "dice.counts: got"),
        SavedWar("reports.ledger.reward", float("nan"), "reports.ledger.reward: got nan"),
        SavedWar("reports.streak", -1, "reports.streak: got -1"),
        SavedWar("masks.legal.0", 7, "masks.legal: got 7, expected a whole number from 0 to 1"),
    ),
    forged=(
        ({"arguments": {"month": "1812-06"}}, "month: got '1812-06'"),
        ({"options": {"setup": {"pilot": {"wounds": -4}}}}, "first position cannot be laid out: setup: pilot.wounds"),
        ({"options": {"dice": {"A1": []}, "strict_dice": True}}, "strict_dice: .* is rolled"),
    ),
    total_of=total_of,
    chart_wars=(
        ChartWar(CAREER, {"fatigue": True}),
        ChartWar(MONTH, {"month": "1944-01", "track": "nco", "enemy_quality": True, "advanced_maneuvers": True}),
        ChartWar(CAREER, {}, ACE),
        ChartWar(CAREER, {"track": "nco"}, CROSSED),
        ChartWar(SORTIE, {"month": "1943-06"}),
    ),
    idle_fields={
        ("mats", "enemies.all_firepower"): "the sum of the weapons, which the loader checks",
    },
    random_setup=random_blocks(lambda: fields_of(load_charts())),
)
