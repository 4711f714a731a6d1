"""Battles laid out by hand: any field of the mat by the names of its blocks, and the kinds that lie hidden."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.support.codes import COUNTERS, NOBODY
from stuka_env.games.support.rules.mat import Mat
from stuka_env.position.blocks import setup_maker, write_blocks


def lay(mat: Any, blocks: Mapping[str, Any], charts: Any) -> None:
    """Write the values of a set-up to a mat. A set-up that names units has no other ones."""
    if "units" in blocks:
        mat.units[:] = 0
        mat.units["place"] = mat.units["kind"] = NOBODY
    write_blocks(mat, blocks)
    for counter in range(COUNTERS):
        if mat.units[counter].kind != NOBODY:
            mat.hidden.kinds[counter] = mat.units[counter].kind


make_setup = setup_maker(Mat, ("plan", "work"), lay)
"""Check a set-up. The plan is that of the arguments, and pending work is no part of one."""
