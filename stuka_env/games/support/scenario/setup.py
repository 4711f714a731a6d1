"""Battles laid out by hand: any field of the mat by the names of its blocks, and the kinds that lie hidden."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stuka_env.declared.records import Rows
from stuka_env.games.support.codes import COUNTERS, NOBODY
from stuka_env.games.support.rules.mat import Mat, Plan
from stuka_env.games.support.scenario.plan import WarSpec
from stuka_env.position.blocks import read_blocks, write_blocks

NOT_LAID_OUT = ("plan", "work")
"""Blocks that a set-up does not have: the arguments of the environment, and pending work."""


@dataclass(frozen=True)
class Setup:
    """A checked set-up: the plan of the episode, and the values of the fields that it names."""

    plan: Rows[Plan]
    blocks: Mapping[str, Any]

    def apply(self, mat: Any) -> None:
        """Write the set-up to a mat that has been laid out for an episode and not yet played.

        A set-up that names units has no other ones.
        """
        if "units" in self.blocks:
            mat.units[:] = 0
            mat.units["place"] = mat.units["kind"] = NOBODY
        write_blocks(mat, self.blocks)
        for counter in range(COUNTERS):
            if mat.units[counter].kind != NOBODY:
                mat.hidden.kinds[counter] = mat.units[counter].kind


def make_setup(given: Any, spec: WarSpec) -> Setup:
    """Check the mapping ``given`` and return it as a set-up for an episode of this kind of war.

    Raises:
        ValueError: a key or a value is not allowed; the message names it, its value and the allowed values.
    """
    return Setup(plan=spec.plan(), blocks=read_blocks(given, Mat, NOT_LAID_OUT))
