"""The search of a decision: choose candidate actions, fly rollouts of them, and take the best.

The candidates are the script's own choice and the actions that could be better. The search is sequential halving
(:mod:`agents.planner.halving`). A bad choice may cost an aircraft one time in twenty, which twenty rollouts may not
show, so another choice is taken only if it gained more than chance explains.

Everything is compiled, so that no thread waits for Python between its rollouts. The rollout is passed as a function, as
the script is, so that the rules are compiled into it once.
"""

from typing import NamedTuple

from agents.clones import Rollout
from agents.games.stuka.planner.rollout import FlyClone, OpenDecisions, RolloutWorkspace, pick
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
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.rules.briefing import same_seating
from stuka_env.games.stuka.rules.ledger import mission_share, score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Choose

CAUTION = Caution(standard_errors=1.0, error_penalty=0.1, spread=30.0, weight=4.0)
"""The allowance for chance, in points of a mission's score."""


class SearchBuffers(NamedTuple):
    """The arrays that searches are flown with."""

    workspace: RolloutWorkspace
    searches: Rows[Search]
    """``(N,)``: one for each war."""
    scores: Rows[BlockScores]
    """``(1,)``: the scores of the current block."""


# --- candidates ---


@compiled
def is_twin(mat: Mat, search: Search, action: int) -> bool:
    """Whether an action comes to the same as one of the candidates."""
    for candidate in range(int(search.candidates)):
        if same_seating(mat, int(search.action[candidate]), action):
            return True
    return False


@compiled
def begin_search(mat: Mat, charts: Charts, search: Search, own: int, noise: int) -> None:
    """Begin a search with one candidate: the ``own`` choice that the others are compared with."""
    begin_race(search, own, noise)
    search.due = score_due(mat, charts)
    search.unit = mission_share(mat, charts, int(mat.war.segment))


@compiled
def open_search(choose: Choose, decisions: OpenDecisions, searches: Rows[Search], war: int) -> None:
    """Begin the search of a war's decision in its record, which holds the budget and nothing else."""
    charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
    mat, mask = decisions.mats[war], decisions.masks[war]
    search, noise = searches[war], int(decisions.noise[war])
    begin_search(mat, charts, search, pick(choose, mat, charts, mask, noise), noise)
    for action in range(ACTIONS):
        if mask[action] and action != search.best and not is_twin(mat, search, action):
            search.action[search.candidates] = action
            search.candidates += 1
    shuffle(search)
    plan_rounds(search)


# --- all of it ---


@compiled
def choose_best(searches: Rows[Search], war: int) -> None:
    """Compute the merit of every candidate, and choose."""
    choose_with(searches[war], CAUTION)


@compiled
def fly_block(
    fly_clone: FlyClone, choose: Choose, decisions: OpenDecisions, buffers: SearchBuffers, part: BlockPart
) -> None:
    """Fly a part of the current block."""
    search, mat = buffers.searches[part.war], decisions.mats[part.war]
    charts = decisions.charts[part.war if len(decisions.charts) > 1 else 0]
    left = int(search.left)
    for index in range(part.start, part.stop):
        action, number = int(search.action[index % left]), int(search.flown) + index // left
        rollout = Rollout(action, int(search.noise), number)
        buffers.scores[0].worth[index] = fly_clone(choose, mat, charts, buffers.workspace, rollout)


@compiled
def search_slice(
    fly_clone: FlyClone, choose: Choose, decisions: OpenDecisions, buffers: SearchBuffers, start: int, stop: int
) -> None:
    """Search the decisions of the wars in [start, stop) that are not over."""
    searches = buffers.searches
    for war in range(start, stop):
        if not decisions.mats[war].track.over:
            open_search(choose, decisions, searches, war)
            rollouts = next_block(searches, war)
            while rollouts:
                fly_block(fly_clone, choose, decisions, buffers, BlockPart(war, 0, rollouts))
                record_block(searches, war, buffers.scores)
                rollouts = next_block(searches, war)
            choose_best(searches, war)
