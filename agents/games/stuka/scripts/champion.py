"""Champion: an old hand with tuned beliefs.

It plays by the same rules as :mod:`agents.games.stuka.scripts.old_hand`. The numbers in them were found in wars under
many chart sets (docs/stuka_agents.md). :data:`CHANGES` has the beliefs that differ, and what it believes instead.
"""

from collections.abc import Mapping

from agents.games.stuka.scripts.beliefs import Belief, belief_rows
from agents.games.stuka.scripts.old_hand import reasoned_by, weighed_by
from agents.reasoned_script import Reasoned, Values, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

CHANGES: Mapping[str, Belief] = {
    "lucky_stake": Belief(1.5, "the Lucky Dog goes where a crash would cost most of the bonuses: to a full crew"),
    "home_margin": Belief(4, "an aircraft in trouble goes home even if its attack is a little better than the mean"),
    "lucky_home": Belief(12, "the Lucky Dog goes home too, once its attack is far below the mean"),
    "press_on": Belief(10, "a pilot short of fuel flies on if his attack adds ten points: better than no attack"),
    "duel_risk": Belief(3, "who duels is fired at, so on the way out it is whose attack the charts put at least risk"),
    "aircraft_lost": Belief(0.25, "a mission costs an aircraft in four, so the bonuses are less sure"),
    "crew_points": Belief(1.2, "a crew that crashes costs a little more than a point in every later mission"),
    "crew_level": Belief(1, "a Veteran's crew costs next to nothing, an Elite's twice what an Ace's does"),
    "sunk_anyway": Belief(1, "a later attack may sink the ship without a gamble, and the gain counts only if not"),
    "ship_wait": Belief(3, "against a ship, the gamble waits for the last who can: she may have been sunk by then"),
    "spare_hero_pilots": Belief(1, "one Hero rests while one flies; the next Elite is worth more as an Elite"),
    "spare_campaign": Belief(2, "a campaign is long: two more Elites of each role pay"),
}
"""The champion's beliefs where they differ from old_hand's, by the name of the parameter."""
BELIEFS_OF_CHAMPION = belief_rows(**{name: change.value for name, change in CHANGES.items()})


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the champion's action, and why."""
    return reasoned_by(mat, charts, mask, BELIEFS_OF_CHAMPION[0])


@compiled
def weigh(mat: Mat, charts: Charts, mask: Mask, values: Values) -> Reasoned:
    """Return the champion's action, and why; write the values that it states."""
    return weighed_by(mat, charts, mask, BELIEFS_OF_CHAMPION[0], values)


choose = choice_of(reasoned)
