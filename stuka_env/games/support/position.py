"""Positions as text: the visible part of a mat. The house draws the counters that lie face down anew."""

from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.declared.values import need
from stuka_env.games.support.codes import COUNTERS, NOBODY, Kind
from stuka_env.games.support.rules.ground import wants_to_move
from stuka_env.games.support.scenario.plan import WarSpec
from stuka_env.games.support.words.labels import counters_down
from stuka_env.position.parts import PositionParts, codes_in


def kinds_left(mat: Any, charts: Any) -> list[int]:
    """Return the kinds of the scenario's list that have not been seen (S005)."""
    row = charts["scenarios"][mat["battle"]["scenario"]]
    left = row["face_down"].astype(int)
    for counter in range(int(row["count"])):
        seen = int(mat["units"][counter]["kind"])
        if row["kinds"][counter] == NOBODY and seen != NOBODY:
            left[seen] -= 1
    return [kind for kind in Kind for _ in range(max(0, left[kind]))]


def complete(snapshot: Any, spec: WarSpec) -> None:
    """Lay the kinds that have not been seen face down, in any order, and find the units that move.

    Raises:
        ConsistencyError: the list of the scenario does not fit what is seen.
    """
    mat, charts = snapshot.mats[0], spec.charts.record
    down, left, known = counters_down(mat), kinds_left(mat, charts), mat["units"][:COUNTERS]["kind"]
    need(len(down) == len(left), "units.kind", known.tolist(), "counters face down that fit the list of the scenario")
    mat["hidden"]["kinds"] = np.where(known == NOBODY, 0, known)
    mat["hidden"]["kinds"][down] = left
    side = int(mat["battle"]["half"])
    for unit in range(len(mat["units"])):
        is_own = (unit < COUNTERS) == bool(side)
        mat["work"]["movers"][unit] = is_own and plain(wants_to_move)(mat, charts, unit)


POSITION_PARTS = PositionParts(
    left_out={
        "battle.over": "0 until the war is over",
        "hidden": "a position has what the player sees; the counters that lie face down are drawn anew",
        "work.movers": "follows from the units",
        "work.pile": "of the set-up",
    },
    codes=codes_in("plan"),
    complete=complete,
)
