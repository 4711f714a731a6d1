"""Champion: an old hand with tuned beliefs.

It plays by the same rules as :mod:`agents.scripts.old_hand`. ``python -m tools.tune_champion`` searched for the numbers
in them, in wars under many chart sets. :data:`CHANGES` has the beliefs that differ, and what it believes instead.
"""

from collections.abc import Mapping
from typing import NamedTuple

from agents.scripts.beliefs import belief_rows
from agents.scripts.old_hand import reasoned_by
from agents.scripts.reasons import Reasoned
from stuka_env.charts.shape import Charts
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat
from stuka_env.rules.table import Mask


class Change(NamedTuple):
    """A value in place of old_hand's, and the belief in words."""

    value: float
    words: str


CHANGES: Mapping[str, Change] = {
    "spare_hero_pilots": Change(1, "one Hero rests while one flies"),
}
"""The champion's beliefs where they differ from old_hand's, by the name of the parameter."""
BELIEFS_OF_CHAMPION = belief_rows(**{name: change.value for name, change in CHANGES.items()})


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the champion's action, and why."""
    return reasoned_by(mat, charts, mask, BELIEFS_OF_CHAMPION[0])


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the champion's action."""
    return reasoned(mat, charts, mask, noise).action
