"""Mentor: the champion, who spares the best of his pilots.

It has the beliefs of :mod:`agents.games.stuka.scripts.champion`, and one more (:data:`CHANGES_OF_MENTOR`). Paired wars
of the champion and of the agent ``distilled``, whose choices were exchanged one kind at a time, suggested it. The risk
is that of the charts in force.
"""

from collections.abc import Mapping

from agents.games.stuka.scripts.beliefs import Belief, belief_rows
from agents.games.stuka.scripts.champion import CHANGES
from agents.games.stuka.scripts.old_hand import reasoned_by
from agents.reasoned_script import Reasoned, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

CHANGES_OF_MENTOR: Mapping[str, Belief] = {
    "duel_risk": Belief(3, "who duels is fired at, so on the way out it is whose attack the charts put at least risk"),
}
"""The mentor's beliefs where they differ from the champion's, by the name of the parameter."""
BELIEFS_OF_MENTOR = belief_rows(**{name: change.value for name, change in {**CHANGES, **CHANGES_OF_MENTOR}.items()})


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the mentor's action, and why."""
    return reasoned_by(mat, charts, mask, BELIEFS_OF_MENTOR[0])


choose = choice_of(reasoned)
