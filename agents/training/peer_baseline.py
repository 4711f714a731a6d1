"""Duplicate tables, as in duplicate bridge: several wars have the same dice, and only different play counts.

Before each stretch of decisions one war of each group, chosen at random, is copied over the others, with its dice. The
dice depend only on the war, the mission, the chart and the place. So all tables of a group meet the same targets,
weather and enemies as long as they do the same things.

The advantage of an action is then compared with those of the other tables from the same point of the mission on. This
baseline depends on the dice but not on the action, so the policy gradient stays unbiased (an "input-driven baseline":
Mao and others, 2019). It removes most of the luck from the advantages.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Snapshot

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


def peer_baseline(
    advantages: NDArray[np.float32], progress: NDArray[np.int64], tables: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return the mean advantage of the other tables from the same point of the war on, and the number of these tables.

    Args:
        advantages: ``(T, N)``.
        progress: ``(T, N)``: a number of each war that never decreases, such as zones flown.
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
    advantages: NDArray[np.float32], progress: NDArray[np.int64], tables: int
) -> NDArray[np.float32]:
    """Return the advantages without the luck that the tables of a group share, ``(T, N)``.

    The share of the baseline to subtract is estimated by least squares, for each number of other tables.

    Args:
        advantages: ``(T, N)``, group beside group.
        progress: As for :func:`peer_baseline`.
        tables: Number of neighbouring wars in a group.
    """
    baseline, count = peer_baseline(advantages, progress, tables)
    reduced = advantages.copy()
    for others in range(1, tables):
        rows = count == others
        if rows.sum() >= FEWEST_DECISIONS:
            shared = (advantages[rows] * baseline[rows]).mean() / max(float(np.square(baseline[rows]).mean()), 1e-12)
            reduced[rows] -= shared * baseline[rows]
    return reduced
