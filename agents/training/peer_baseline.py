"""Duplicate tables: several tables play the same deal, and only what they do differently counts.

As in duplicate bridge. Before each stretch of decisions the wars are put together in groups: one of a group, drawn by
lot, is copied over the others, its dice included. The dice depend on the war, the mission, the chart and the place
alone, so that all tables of a group meet the same targets, weather, Anti-Aircraft fire and fighters for as long as they
do the same things. What an action brought is then compared with what the other tables had from the same point of the
mission on: a baseline that depends on the dice, but not on the action, so that the policy gradient stays unbiased (an
"input-driven baseline": Mao and others, 2019). It takes most of the luck out of the advantages.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Snapshot
from stuka_env.observation import LAYOUT
from stuka_env.rules.mat import LOG_LENGTH

MOVES = 32
"""More than the zones a formation flies in a mission (12), out and home told apart."""
FEWEST_DECISIONS = 100
"""Decisions with the same number of other tables that an estimate needs at least."""


def draw_tables(wars: int, tables: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Which war each table goes on with: one of its group, the same for all of it.

    Args:
        wars: N, a multiple of ``tables``.
        tables: how many make a group, side by side.
        rng: draws which war of a group it is.
    """
    firsts = np.arange(0, wars, tables)
    return np.repeat(firsts + rng.integers(0, tables, len(firsts)), tables)


def duplicate_tables(snapshot: Snapshot, kept: NDArray[np.int64]) -> Snapshot:
    """The wars of a snapshot with those that are kept copied over the others, their dice included."""
    arrays: Any = snapshot
    return Snapshot(*[array[kept] if len(array) == len(kept) else array for array in arrays])


def war_progress(observations: NDArray[np.float32], starts: NDArray[np.float32]) -> NDArray[np.int64]:
    """How far each war has come, a number that only grows: war, mission, zones flown, out or home.

    Args:
        observations: ``(T, N, LENGTH)``, decision after decision.
        starts: ``(T, N)``: 1 where a new war begins.
    """

    def number(name: str) -> NDArray[np.int64]:
        part = LAYOUT[name]
        return np.rint(observations[:, :, part.indices.item()] / part.scale).astype(np.int64)

    mission = np.cumsum(starts, axis=0).astype(np.int64) * 2 * LOG_LENGTH + number("war_mission_of_war")
    return mission * MOVES + 2 * number("mission_moves") + (number("mission_leg") == 2)


def peer_baseline(
    advantages: NDArray[np.float32], reached: NDArray[np.int64], tables: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """For each decision, what the other tables of its group had from the same point on; and how many of them got there.

    Args:
        advantages: ``(T, N)``.
        reached: ``(T, N)``: :func:`war_progress`.
        tables: how many make a group.

    Returns:
        The mean over the others, 0 where there are none, and their number; both ``(T, N)``.
    """
    steps, wars = advantages.shape
    total = np.zeros((steps, wars), np.float32)
    count = np.zeros((steps, wars), np.int64)
    padded = np.vstack((advantages, np.zeros((1, wars), np.float32)))
    for war in range(wars):
        first = war - war % tables
        for other in range(first, first + tables):
            if other != war:
                at = np.searchsorted(reached[:, other], reached[:, war])
                total[:, war] += padded[at, other]
                count[:, war] += at < steps
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0), count


def subtract_peer_baseline(
    advantages: NDArray[np.float32], observations: NDArray[np.float32], starts: NDArray[np.float32], tables: int
) -> NDArray[np.float32]:
    """Advantages without the luck that the tables of a group share.

    How much of the others' luck a decision shares is estimated by least squares, for each number of other tables.

    Args:
        advantages: ``(T, N)``, group beside group.
        observations: ``(T, N, LENGTH)``.
        starts: ``(T, N)``: 1 where a new war begins.
        tables: how many make a group.
    """
    baseline, count = peer_baseline(advantages, war_progress(observations, starts), tables)
    cleared = advantages.copy()
    for others in range(1, tables):
        rows = count == others
        if rows.sum() >= FEWEST_DECISIONS:
            shared = (advantages[rows] * baseline[rows]).mean() / max(float(np.square(baseline[rows]).mean()), 1e-12)
            cleared[rows] -= shared * baseline[rows]
    return cleared
