"""Duplicate tables, as in duplicate bridge: several wars have the same dice, and only different play counts.

Before each stretch of decisions one war of each group, chosen at random, is copied over the others, with its dice. The
dice depend only on the war, the mission, the chart and the place. So all tables of a group meet the same targets,
weather, Anti-Aircraft fire and fighters as long as they do the same things.

The advantage of an action is then compared with those of the other tables from the same point of the mission on. This
baseline depends on the dice but not on the action, so the policy gradient stays unbiased (an "input-driven baseline":
Mao and others, 2019). It removes most of the luck from the advantages.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Snapshot
from stuka_env.games.stuka.observation import LAYOUT
from stuka_env.games.stuka.rules.mat import LOG_LENGTH

MOVES = 32
"""More than twice the zones that a formation enters in a mission (12): they are counted on the way out and home."""
FEWEST_DECISIONS = 100
"""Minimum number of decisions, with the same number of other tables, for an estimate."""


def draw_tables(wars: int, tables: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the index of the war that each table continues with, ``(N,)``: for each group one of its wars.

    Args:
        wars: N, a multiple of ``tables``.
        tables: Number of neighbouring wars in a group.
        rng: Generator that chooses the war of each group.
    """
    firsts = np.arange(0, wars, tables)
    return np.repeat(firsts + rng.integers(0, tables, len(firsts)), tables)


def duplicate_tables(snapshot: Snapshot, sources: NDArray[np.int64]) -> Snapshot:
    """Return a snapshot in which every war is a copy of the one that ``sources`` names, ``(N,)``, dice included."""
    arrays: Any = snapshot
    return type(snapshot)(*[array[sources] if len(array) == len(sources) else array for array in arrays])


def war_progress(observations: NDArray[np.float32], starts: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the progress of each war, ``(T, N)``: a number, of war, mission and zones flown, that never decreases.

    Args:
        observations: ``(T, N, LENGTH)``, in the order of the decisions.
        starts: ``(T, N)``: 1 where a new war begins.
    """

    def number(name: str) -> NDArray[np.int64]:
        part = LAYOUT[name]
        return np.rint(observations[:, :, part.indices.item()] / part.scale).astype(np.int64)

    mission = np.cumsum(starts, axis=0).astype(np.int64) * 2 * LOG_LENGTH + number("war_mission_of_war")
    return mission * MOVES + 2 * number("mission_moves") + (number("mission_leg") == 2)


def peer_baseline(
    advantages: NDArray[np.float32], progress: NDArray[np.int64], tables: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return the mean advantage of the other tables from the same point of the war on, and the number of these tables.

    Args:
        advantages: ``(T, N)``.
        progress: ``(T, N)``: :func:`war_progress`.
        tables: Number of neighbouring wars in a group.

    Returns:
        The mean over the tables that reached the point, 0 without any, and their number; both ``(T, N)``.
    """
    steps, wars = advantages.shape
    total = np.zeros((steps, wars), np.float32)
    count = np.zeros((steps, wars), np.int64)
    padded = np.vstack((advantages, np.zeros((1, wars), np.float32)))
    for war in range(wars):
        first = war - war % tables
        for other in range(first, first + tables):
            if other != war:
                at = np.searchsorted(progress[:, other], progress[:, war])
                total[:, war] += padded[at, other]
                count[:, war] += at < steps
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0), count


def subtract_peer_baseline(
    advantages: NDArray[np.float32], observations: NDArray[np.float32], starts: NDArray[np.float32], tables: int
) -> NDArray[np.float32]:
    """Return the advantages without the luck that the tables of a group share, ``(T, N)``.

    The share of the baseline to subtract is estimated by least squares, for each number of other tables.

    Args:
        advantages: ``(T, N)``, group beside group.
        observations: ``(T, N, LENGTH)``.
        starts: ``(T, N)``: 1 where a new war begins.
        tables: Number of neighbouring wars in a group.
    """
    baseline, count = peer_baseline(advantages, war_progress(observations, starts), tables)
    reduced = advantages.copy()
    for others in range(1, tables):
        rows = count == others
        if rows.sum() >= FEWEST_DECISIONS:
            shared = (advantages[rows] * baseline[rows]).mean() / max(float(np.square(baseline[rows]).mean()), 1e-12)
            reduced[rows] -= shared * baseline[rows]
    return reduced
