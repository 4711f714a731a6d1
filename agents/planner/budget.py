"""How long a planner may think about one decision."""

import re
from typing import NamedTuple

from agents.registry import UnknownPolicyError

DEFAULT = 512
"""Rollouts a decision."""
FEWEST, MOST = 2, 16_384
"""Rollouts a decision may be given."""
LONGEST = 60_000
"""Milliseconds a decision may be given."""
UNLIMITED = 1 << 40
"""Rollouts where time is what runs out."""


class Budget(NamedTuple):
    """What a decision may cost: rollouts, or time if ``milliseconds`` is not 0."""

    rollouts: int
    milliseconds: int


def read_budget(name: str, option: str | None) -> Budget:
    """The budget that the option of a policy's ``name`` stands for: ``64`` or ``20ms``.

    Raises:
        UnknownPolicyError: one line says what is allowed.
    """
    found = re.fullmatch(r"([0-9]{1,9})(ms)?", str(DEFAULT) if option is None else option, re.ASCII)
    if found:
        number, timed = int(found[1]), found[2] is not None
        if timed and 1 <= number <= LONGEST:
            return Budget(UNLIMITED, number)
        if not timed and FEWEST <= number <= MOST:
            return Budget(number, 0)
    raise UnknownPolicyError(
        f"policy {name!r}: option {option!r}, allowed is a number of rollouts from {FEWEST} to {MOST} (planner@64), "
        f"or of milliseconds from 1 to {LONGEST} (planner@20ms)"
    )
