"""Positions as text: the visible part of a mat. Counters that lie face down are drawn anew, by a hash of the text."""

import hashlib
from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.declared.values import need
from stuka_env.games.support.codes import COUNTERS, NOBODY, Kind
from stuka_env.games.support.rules.ground import wants_to_move
from stuka_env.games.support.scenario.plan import WarSpec
from stuka_env.games.support.words.labels import counters_down
from stuka_env.position.parts import PositionParts, codes_in

MOST_TRIES = 1_000
"""Draws of the counters that lie face down, until what is seen of each fits."""


def kinds_left(mat: Any, charts: Any) -> list[int]:
    """Return the kinds of the scenario's list that have not been seen (S005)."""
    row = charts["scenarios"][mat["battle"]["scenario"]]
    left = row["face_down"].astype(int)
    for counter in range(int(row["count"])):
        seen = int(mat["units"][counter]["kind"])
        if row["kinds"][counter] == NOBODY and seen != NOBODY:
            left[seen] -= 1
    return [kind for kind in Kind for _ in range(max(0, left[kind]))]


def can_be(unit: Any, kind: int) -> bool:
    """Whether what is seen of a counter fits a kind: dummies are not broken or pinned, only squads lose a step."""
    if unit["lost"]:
        return kind == Kind.SQUAD
    return kind != Kind.DUMMY or not (unit["broken"] or unit["pinned"])


def draw_hidden(mat: Any, charts: Any, rng: np.random.Generator) -> None:
    """Draw the kinds of the counters that lie face down among those that are left.

    Raises:
        ConsistencyError: the list of the scenario does not fit what is seen.
    """
    down, left = counters_down(mat), kinds_left(mat, charts)
    known = mat["units"][:COUNTERS]["kind"]
    mat["hidden"]["kinds"] = np.where(known == NOBODY, 0, known)
    is_fit = len(down) == len(left)
    for _ in range(MOST_TRIES if is_fit else 0):
        drawn = rng.permutation(left)
        if all(can_be(mat["units"][counter], int(kind)) for counter, kind in zip(down, drawn, strict=True)):
            mat["hidden"]["kinds"][down] = drawn
            return
    need(not down, "units.kind", known.tolist(), "counters face down that fit the list of the scenario")


def complete(snapshot: Any, spec: WarSpec) -> None:
    """Draw what lies face down, and find the units that move."""
    mat, charts = snapshot.mats[0], spec.charts.record
    rng = np.random.default_rng(list(hashlib.sha256(mat.tobytes()).digest()))
    draw_hidden(mat, charts, rng)
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
