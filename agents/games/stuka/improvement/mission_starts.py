"""The Staffel before each mission of wars that the script flies, for :mod:`agents.games.stuka.improvement.value_fit`.

The script alone visits too few situations. So some missions of most wars are wild: in some a quarter of the choices is
random, in others the promotions at the end. The score after a wild mission is not the score that the script would have
reached. Which missions are wild is drawn before they begin. Otherwise missions that end with a promotion would be left
out more often, and promotions would seem rare.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.leaf_value import leaf_value
from agents.games.stuka.planner.staffel_value import FEATURES, StaffelFeatures, describe_staffel
from agents.games.stuka.scripts.picking import count_legal, nth_legal
from agents.seeds import VALUE_WARS, base_seed
from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD, philox
from stuka_env.declared.records import Rows, rows
from stuka_env.engine.engine import Engine
from stuka_env.games.stuka.codes import ACTIONS, Act, Decision
from stuka_env.games.stuka.engine import Wars, advance, apply_action
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.rules.table import Choose, Table
from stuka_env.games.stuka.scenario.plan import WarSpec

first_legal = RULES.names["first_legal"]

LOT_LOW, LOT_HIGH = 0x57696C64, 0x4D697373
"""Key of the hash that draws random choices."""
PERCENT = 100
WILD_MISSIONS, WILD_CHOICES, LOTTERIES = 40, 25, 60
"""Percentages: the largest share of a war's missions with random choices, the share of random choices in them, and the
largest share of missions with random promotions. Each war draws its own shares."""
MISSION, CHOICE, WHICH, NOISE, SHARE, LOTTERY, LOTTERY_SHARE = range(7)
"""Uses of a random number."""
BATCH = 1024
"""Wars that fly at the same time."""


class MissionStartRows(NamedTuple):
    """One row before each mission, war after war, M rows in all."""

    features: NDArray[np.float16]
    """``(M, FEATURES)``: :class:`agents.games.stuka.planner.staffel_value.StaffelFeatures`."""
    surprise: NDArray[np.float32]
    """``(M,)``: gain of the mission beyond the expected one (``leaf_value``), in points of the official score."""
    wild: NDArray[np.bool_]
    """``(M,)``: whether the mission has random choices."""
    last: NDArray[np.bool_]
    """``(M,)``: whether the mission is the last of its war."""


class WarLog(NamedTuple):
    """Log of :func:`fly_wars`: for each war a row before each mission, and one for the end of the war."""

    features: Annotated[NDArray[np.float32], 3]
    """``(N, T, FEATURES)``."""
    expected: Annotated[NDArray[np.float32], 2]
    """``(N, T)``: the score earned so far plus the expected rest."""
    wild: Annotated[NDArray[np.int8], 2]
    """``(N, T)``: whether the mission has random choices."""
    missions: NDArray[np.int64]
    """``(N,)``: number of missions."""


@compiled
def lot(seed: int, war: int, turn: int, use: int, below: int) -> int:
    """Return a random number from 0 to ``below`` - 1."""
    return int((philox(turn, war, seed & WORD, use, LOT_LOW, LOT_HIGH)[0] * below) >> 32)


@compiled
def lot_noise(seed: int, war: int, turn: int) -> int:
    """Return the script's random number, below 2**62."""
    low, high, _, _ = philox(turn, war, seed & WORD, NOISE, LOT_LOW, LOT_HIGH)
    return int(low | ((high >> 2) << 32))


@compiled
def fly_wars(choose: Choose, wars: Wars, staffel: Rows[StaffelFeatures], log: WarLog, seed: int) -> None:
    """Fly all wars from their first decisions to their ends."""
    for war in range(len(wars.mats)):
        mat, mask = wars.mats[war], wars.masks[war].legal[:]
        charts = wars.charts[wars.reports[war].charts]
        table = Table(wars.dice[war], wars.tapes[0], charts, wars.journals[0])
        share = lot(seed, war, 0, SHARE, WILD_MISSIONS + 1)
        lottery_share = lot(seed, war, 0, LOTTERY_SHARE, LOTTERIES + 1)
        known, turn, mission, wild, lottery = 0, 0, -1, False, False
        while not mat.track.over:
            if mat.war.mission_of_war != mission and mat.cursor.decision != Decision.PROMOTE:
                mission = int(mat.war.mission_of_war)
                describe_staffel(mat, staffel[0])
                for index in range(FEATURES):
                    log.features[war, known, index] = staffel[0].numbers[index]
                log.expected[war, known] = score_due(mat, charts) + leaf_value(mat, charts)
                wild = lot(seed, war, mission, MISSION, PERCENT) < share
                lottery = lot(seed, war, mission, LOTTERY, PERCENT) < lottery_share
                log.wild[war, known] = wild or lottery
                known += 1
            turn += 1
            action = choose(mat, charts, mask, lot_noise(seed, war, turn))
            if not mask[action]:
                action = first_legal(mask)
            if lottery and mat.cursor.decision == Decision.PROMOTE:
                action = Act.PROMOTE + lot(seed, war, turn, WHICH, 2)
            elif wild and lot(seed, war, turn, CHOICE, PERCENT) < WILD_CHOICES:
                action = nth_legal(mask, 0, lot(seed, war, turn, WHICH, count_legal(mask, 0, ACTIONS)))
            apply_action(mat, table, action)
            advance(mat, table, mask)
        log.expected[war, known] = score_due(mat, charts)
        log.missions[war] = known


def mission_starts(log: WarLog) -> MissionStartRows:
    """Return the rows of wars that have been flown."""
    length = log.expected.shape[1]
    flown = np.arange(length) < log.missions[:, None]
    last = np.arange(length) == log.missions[:, None] - 1
    surprise = np.zeros_like(log.expected)
    surprise[:, :-1] = np.diff(log.expected, axis=1)
    return MissionStartRows(log.features[flown].astype(np.float16), surprise[flown], log.wild[flown] != 0, last[flown])


def fly_starts(
    choose: Choose, specs: Sequence[WarSpec], *, missions: int, seed: int, on_batch: Callable[[int], object]
) -> Iterator[MissionStartRows]:
    """Let the script fly wars of the scenarios in turn until ``missions`` missions are known. Yield them in batches.

    ``on_batch`` is called with the number of missions in each batch.
    """
    engines = [Engine(BATCH, spec) for spec in specs]
    views = engines[0].new_view()
    known, round_ = 0, 0
    while known < missions:
        engine = engines[round_ % len(engines)]
        engine.reset(views.buffers, [base_seed(VALUE_WARS, seed, round_, war) for war in range(BATCH)])
        log = WarLog(
            np.zeros((BATCH, LOG_LENGTH + 1, FEATURES), np.float32),
            np.zeros((BATCH, LOG_LENGTH + 1), np.float32),
            np.zeros((BATCH, LOG_LENGTH + 1), np.int8),
            np.zeros(BATCH, np.int64),
        )
        fly_wars(choose, engine.wars, rows(1, StaffelFeatures), log, seed * 1_000_003 + round_)
        starts = mission_starts(log)
        known += len(starts.last)
        round_ += 1
        on_batch(len(starts.last))
        yield starts
