"""The search of a decision: `champion` flies clones of the candidates, and the best one is tested with fresh dice.

A rollout ends with the sortie line. The value of the line scores the rest of the career
(:mod:`agents.games.interceptor.improvement.line_value`). It knows careers only, so rollouts of months and single
sorties end with the war.

A skill or an aircraft pays over many sorties, and the end of a line does not show it. Whether to fly at all comes again
with every line. So these choices are `champion`'s.
"""

from typing import NamedTuple

from agents.clones import Rollout
from agents.games.interceptor.improvement.clones import (
    ON_THE_GROUND,
    Player,
    champion_action,
    fly_future,
    last_valued_line,
)
from agents.games.interceptor.luck.parts import FutureWorkspace, OpenDecisions
from agents.planner.halving import (
    BlockPart,
    BlockScores,
    Caution,
    Search,
    begin_race,
    choose_with,
    next_block,
    plan_rounds,
    record_block,
    shuffle,
)
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Rows
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.rules.equivalence import alike
from stuka_env.games.interceptor.rules.mat import Mat

LEFT_TO_CHAMPION = (*ON_THE_GROUND, int(Decision.SCRAMBLE))
"""Decisions that are not searched."""
CAREER_CAUTION = Caution(standard_errors=0.75, error_penalty=2.0, spread=1.0, weight=4.0)
"""The allowance for chance, in bombers. Most candidates are worse than `champion`'s choice, so a gain that few rollouts
measure must be clearer."""


class SearchSpace(NamedTuple):
    """The arrays that searches are flown with."""

    player: Player
    """Flies the clones; its network has scratch space."""
    workspace: FutureWorkspace
    searches: Rows[Search]
    """``(N,)``: one for each war."""
    scores: Rows[BlockScores]
    """``(1,)``: the scores of the current block."""


@compiled
def is_alike(mat: Mat, charts: Charts, search: Search, action: int) -> bool:
    """Whether an action comes to the same as one of the candidates."""
    for candidate in range(int(search.candidates)):
        if alike(mat, charts, int(search.action[candidate]), action):
            return True
    return False


@compiled
def open_search(player: Player, decisions: OpenDecisions, searches: Rows[Search], war: int) -> None:
    """Begin the search of a war's decision in its record, which holds the budget and nothing else."""
    charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
    mat, mask, search = decisions.mats[war], decisions.masks[war], searches[war]
    begin_race(search, champion_action(player, mat, charts, mask), int(decisions.noise[war]))
    search.due = mat.career.bombers
    search.unit = 1.0
    search.tests = 1
    if mat.cursor.decision not in LEFT_TO_CHAMPION:
        for action in range(ACTIONS):
            if mask[action] and action != search.best and not is_alike(mat, charts, search, action):
                search.action[search.candidates] = action
                search.candidates += 1
    shuffle(search)
    plan_rounds(search)


@compiled
def fly_block(decisions: OpenDecisions, space: SearchSpace, part: BlockPart) -> None:
    """Fly a part of the current block."""
    search, mat = space.searches[part.war], decisions.mats[part.war]
    charts = decisions.charts[part.war if len(decisions.charts) > 1 else 0]
    last = last_valued_line(mat)
    left = int(search.left)
    for index in range(part.start, part.stop):
        action, number = int(search.action[index % left]), int(search.flown) + index // left
        rollout = Rollout(action, int(search.noise), number)
        space.scores[0].worth[index] = fly_future(space.player, mat, charts, space.workspace, rollout, last)


@compiled
def choose_best(searches: Rows[Search], war: int) -> None:
    """Compute the merits of the candidates, and choose."""
    choose_with(searches[war], CAREER_CAUTION)


@compiled
def search_slice(decisions: OpenDecisions, space: SearchSpace, start: int, stop: int) -> None:
    """Search the decisions of the wars in [start, stop) that are not over."""
    searches = space.searches
    for war in range(start, stop):
        if not decisions.mats[war].career.over:
            open_search(space.player, decisions, searches, war)
            rollouts = next_block(searches, war)
            while rollouts:
                fly_block(decisions, space, BlockPart(war, 0, rollouts))
                record_block(searches, war, space.scores)
                rollouts = next_block(searches, war)
            choose_best(searches, war)
