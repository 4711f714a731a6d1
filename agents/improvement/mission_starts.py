"""Wars that the script flies, as the Staffel stands before each mission, for :mod:`agents.improvement.value_fit`.

So that more is seen than what the script brings about, some missions of most wars are flown wild: in some a quarter of
the choices goes by lot, in others the promotions at their ends. What follows a wild mission says nothing about what the
script would have come to. Which missions are wild is drawn before they begin: if those that happened to end with a
promotion were left out, the others would say that promotions are rare.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.planner.leaf_value import leaf_value
from agents.planner.rollout import pick
from agents.planner.staffel_value import FEATURES, StaffelFeatures, describe_staffel
from agents.seeds import VALUE, base_seed
from stuka_env.codes import ACTIONS, Act, Decision
from stuka_env.compilation import compiled
from stuka_env.engine.arrays import Wars
from stuka_env.engine.engine import Engine, new_view
from stuka_env.envs.arguments import Arguments
from stuka_env.policy import Choose
from stuka_env.records import Rows, rows
from stuka_env.rules.decisions import apply_action
from stuka_env.rules.dice import WORD, philox
from stuka_env.rules.ledger import score_due
from stuka_env.rules.mat import LOG_LENGTH
from stuka_env.rules.sequence import advance
from stuka_env.rules.table import Mask, Table

LOT_LOW, LOT_HIGH = 0x57696C64, 0x4D697373
"""Key of the hash that draws what is left to chance."""
PERCENT = 100
WILD_MISSIONS, WILD_CHOICES, LOTTERIES = 40, 25, 60
"""Percent: the most of a war's missions with choices by lot, the choices by lot in those, and the most of its missions
after which promotions go by lot; a war draws its own shares."""
MISSION, CHOICE, WHICH, NOISE, SHARE, LOTTERY, LOTTERY_SHARE = range(7)
"""What a number is drawn for."""
BATCH = 1024
"""Wars flown side by side."""


class MissionStarts(NamedTuple):
    """One row before each mission, war after war; M rows."""

    features: NDArray[np.float16]
    """``(M, FEATURES)``: :class:`agents.planner.staffel_value.StaffelFeatures`."""
    surprise: NDArray[np.float32]
    """``(M,)``: by how many points of the official score more than expected (``leaf_value``) the mission raised it."""
    wild: NDArray[np.bool_]
    """``(M,)``: the mission is not flown by the script alone."""
    last: NDArray[np.bool_]
    """``(M,)``: it is the last of its war."""


class WarLog(NamedTuple):
    """What :func:`fly_wars` writes: by war, and before each mission; one more row for the end of a war."""

    features: Annotated[NDArray[np.float32], 3]
    """``(N, T, FEATURES)``."""
    expected: Annotated[NDArray[np.float32], 2]
    """``(N, T)``: the score earned and expected."""
    wild: Annotated[NDArray[np.int8], 2]
    """``(N, T)``."""
    missions: NDArray[np.int64]
    """``(N,)``."""


@compiled
def lot(seed: int, war: int, turn: int, use: int, below: int) -> int:
    """A number from 0 to ``below`` - 1."""
    return int((philox(turn, war, seed & WORD, use, LOT_LOW, LOT_HIGH)[0] * below) >> 32)


@compiled
def lot_noise(seed: int, war: int, turn: int) -> int:
    """The script's random number, below 2**62."""
    low, high, _, _ = philox(turn, war, seed & WORD, NOISE, LOT_LOW, LOT_HIGH)
    return int(low | ((high >> 2) << 32))


@compiled
def nth_legal(mask: Mask, number: int) -> int:
    """The legal action with so many legal ones before it."""
    action = -1
    while number >= 0:
        action += 1
        number -= mask[action]
    return action


@compiled
def fly_wars(choose: Choose, wars: Wars, staffel: Rows[StaffelFeatures], log: WarLog, seed: int) -> None:
    """Fly all wars, which stand at their first decisions, to their ends."""
    for war in range(len(wars.mats)):
        mat, mask = wars.mats[war], wars.masks[war].legal[:]
        table = Table(wars.dice[war], wars.tapes[0], wars.charts[0], wars.journals[0])
        share = lot(seed, war, 0, SHARE, WILD_MISSIONS + 1)
        lottery_share = lot(seed, war, 0, LOTTERY_SHARE, LOTTERIES + 1)
        known, turn, mission, wild, lottery = 0, 0, -1, False, False
        while not mat.track.over:
            if mat.war.mission_of_war != mission and mat.cursor.decision != Decision.PROMOTE:
                mission = int(mat.war.mission_of_war)
                describe_staffel(mat, staffel[0])
                for index in range(FEATURES):
                    log.features[war, known, index] = staffel[0].numbers[index]
                log.expected[war, known] = score_due(mat, wars.charts[0]) + leaf_value(mat, wars.charts[0])
                wild = lot(seed, war, mission, MISSION, PERCENT) < share
                lottery = lot(seed, war, mission, LOTTERY, PERCENT) < lottery_share
                log.wild[war, known] = wild or lottery
                known += 1
            turn += 1
            action = pick(choose, mat, wars.charts[0], mask, lot_noise(seed, war, turn))
            if lottery and mat.cursor.decision == Decision.PROMOTE:
                action = Act.PROMOTE + lot(seed, war, turn, WHICH, 2)
            elif wild and lot(seed, war, turn, CHOICE, PERCENT) < WILD_CHOICES:
                legal = 0
                for other in range(ACTIONS):
                    legal += mask[other]
                action = nth_legal(mask, lot(seed, war, turn, WHICH, legal))
            apply_action(mat, table, action)
            advance(mat, table, mask)
        log.expected[war, known] = score_due(mat, wars.charts[0])
        log.missions[war] = known


def mission_starts(log: WarLog) -> MissionStarts:
    """The rows of wars that have been flown."""
    length = log.expected.shape[1]
    flown = np.arange(length) < log.missions[:, None]
    last = np.arange(length) == log.missions[:, None] - 1
    surprise = np.zeros_like(log.expected)
    surprise[:, :-1] = np.diff(log.expected, axis=1)
    return MissionStarts(log.features[flown].astype(np.float16), surprise[flown], log.wild[flown] != 0, last[flown])


def fly_starts(
    choose: Choose, scenarios: Sequence[Arguments], missions: int, seed: int, told: Callable[[int], object]
) -> Iterator[MissionStarts]:
    """Let the script fly wars of the scenarios in turn until so many missions are known; ``told`` hears how many."""
    engines = [Engine(BATCH, asked.scenario, asked.charts) for asked in scenarios]
    views = new_view(BATCH)
    known, round_ = 0, 0
    while known < missions:
        engine = engines[round_ % len(engines)]
        engine.reset(views.buffers, [base_seed(VALUE, seed, round_, war) for war in range(BATCH)])
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
        told(len(starts.last))
        yield starts
