"""The search of a decision: choose candidate actions, fly rollouts of them, and take the best.

The candidates are the script's own choice and the actions that could be better. The search is sequential halving
(Karnin, Koren and Somekh, ICML 2013). The rounds share the budget equally, and in each round the remaining candidates
share it equally. After a round the worse half of the candidates leaves; the rollouts of the others still count.

The script's own choice stays to the end, because every other candidate is compared with it over the same dice. Another
one is taken only if it gained more than chance explains. A bad choice may cost an aircraft one time in twenty, which
twenty rollouts may not show.

Everything is compiled, so that no thread waits for Python between its rollouts. The rollout is passed as a function, as
the script is, so that the rules are compiled into it once.
"""

import math
from typing import Any, NamedTuple

from agents.clones import Rollout
from agents.games.stuka.planner.rollout import FlyClone, OpenDecisions, RolloutWorkspace, pick
from stuka_env.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.rules.briefing import same_seating
from stuka_env.games.stuka.rules.ledger import mission_share, score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.script import Choose
from stuka_env.philox import WORD, philox
from stuka_env.records import Numbers, Record, Rows, float64, int64, record, rows

ROLLOUTS_PER_CANDIDATE = 4
"""Rollouts of a candidate on average: a smaller budget allows fewer candidates."""
ORDER_LOW, ORDER_HIGH = 0x4F726465, 0x72216F66
"""Key of the hash that puts the candidates in order."""
STANDARD_ERRORS = 1.0
"""Standard errors by which a gain must exceed 0."""
ERROR_PENALTY = 0.1
"""Further standard errors for each point of a mission's score in the standard error. Without evidence the script's own
choice counts as the best, so that few rollouts change little and lose nothing."""
SPREAD, WEIGHT = 30.0, 4.0
"""Prior for the spread of a gain: points of a mission's score, with the weight of so many rollouts. The spread of few
rollouts is too small, because losses are rare and expensive."""
BLOCK = ACTIONS
"""Rollouts of a block, after which the scores are added: at least one of every candidate."""


@record
class Search(Record):
    """One search of one decision."""

    budget: int = int64(meaning="rollouts to be flown, all candidates together")
    spent: int = int64(meaning="rollouts flown")
    noise: int = int64(meaning="random number of the decision, from which the clones' dice come")
    candidates: int = int64(meaning="number of candidates")
    left: int = int64(meaning="candidates still in the race; they come first, the script's own choice before all")
    rounds: int = int64(meaning="rounds still to be flown, with the current one")
    flown: int = int64(meaning="rollouts of every candidate that is left")
    stop: int = int64(meaning="rollouts of every candidate after which the current round ends")
    block: int = int64(meaning="rollouts of every candidate in the current block")
    best: int = int64(meaning="the action to take")
    due: float = float64("points of the official score earned before this decision")
    unit: float = float64("points of the official score that one point of a mission's score is worth")
    action: Numbers = int64(meaning="by candidate, as what follows", shape=(ACTIONS,))
    rollouts: Numbers = int64(shape=(ACTIONS,))
    worth: Numbers = float64("sum of the official scores of its rollouts", (ACTIONS,))
    gain: Numbers = float64("sum of the differences to the script's own choice with the same dice", (ACTIONS,))
    square: Numbers = float64("sum of the squares of that", (ACTIONS,))
    merit: Numbers = float64("mean gain, less an allowance for chance", (ACTIONS,))


@record
class BlockScores(Record):
    """The scores of the rollouts of a block."""

    worth: Numbers = float64("official score, rollout by rollout, of each candidate that is left", (BLOCK,))


class SearchBuffers(NamedTuple):
    """The arrays that searches are flown with."""

    workspace: RolloutWorkspace
    searches: Rows[Search]
    """``(N,)``: one for each war."""
    scores: Rows[BlockScores]
    """``(1,)``: the scores of the current block."""


class BlockPart(NamedTuple):
    """The rollouts [start, stop) of the current block of one war."""

    war: int
    start: int
    stop: int


def new_searches(count: int, budget: int) -> Rows[Search]:
    """Return empty records for the searches of ``count`` wars, each with a ``budget`` of rollouts."""
    searches: Any = rows(count, Search)
    searches["budget"] = budget
    return searches


# --- candidates ---


@compiled
def is_twin(mat: Mat, search: Search, action: int) -> bool:
    """Whether an action comes to the same as one of the candidates."""
    for candidate in range(int(search.candidates)):
        if same_seating(mat, int(search.action[candidate]), action):
            return True
    return False


@compiled
def shuffle(search: Search) -> None:
    """Put all candidates but the first in random order."""
    for place in range(int(search.candidates) - 1, 1, -1):
        noise = int(search.noise)
        word = philox(place, 0, noise & WORD, noise >> 32, ORDER_LOW, ORDER_HIGH)[0]
        other = 1 + ((word * place) >> 32)
        search.action[place], search.action[other] = int(search.action[other]), int(search.action[place])


@compiled
def begin_search(mat: Mat, charts: Charts, search: Search, own: int, noise: int) -> None:
    """Begin a search with one candidate: the ``own`` choice that the others are compared with."""
    search.noise = noise
    search.due = score_due(mat, charts)
    search.unit = mission_share(mat, charts, int(mat.war.segment))
    search.best = own
    search.action[0] = own
    search.candidates = 1


@compiled
def plan_rounds(search: Search) -> None:
    """Keep as many candidates as the budget allows, the first ones, and plan rounds until two are left."""
    search.candidates = min(int(search.candidates), max(2, int(search.budget) // ROLLOUTS_PER_CANDIDATE))
    search.left = search.candidates
    while (1 << search.rounds) < search.candidates:
        search.rounds += 1


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


# --- sequential halving ---


@compiled
def swap(search: Search, first: int, second: int) -> None:
    """Exchange two candidates."""
    for row in (search.action, search.rollouts):
        row[first], row[second] = int(row[second]), int(row[first])
    for sums in (search.worth, search.gain, search.square):
        sums[first], sums[second] = float(sums[second]), float(sums[first])


@compiled
def end_round(search: Search) -> None:
    """Keep the better half of the candidates: the script's own choice, then the others by their gains."""
    left = int(search.left)
    going_on = max(2, (left + 1) // 2)
    for place in range(1, going_on):
        best = place
        for candidate in range(place + 1, left):
            if search.gain[candidate] > search.gain[best]:
                best = candidate
        swap(search, place, best)
    search.left = going_on
    search.rounds -= 1
    search.stop = search.flown


@compiled
def next_block(searches: Rows[Search], war: int) -> int:
    """Return the number of rollouts to be flown now, of all candidates together; 0 at the end of the search."""
    search = searches[war]
    if search.flown > 0 and search.flown == search.stop:
        end_round(search)
    if search.rounds == 0:
        return 0
    if search.flown == search.stop:
        share = (search.budget - search.spent) // (search.rounds * search.left)
        search.stop += max(1, int(share))
    search.block = min(BLOCK // int(search.left), int(search.stop - search.flown))
    return int(search.block * search.left)


@compiled
def cut_round(searches: Rows[Search], war: int) -> None:
    """End the current round."""
    searches[war].stop = searches[war].flown


@compiled
def record_block(searches: Rows[Search], war: int, scores: Rows[BlockScores]) -> None:
    """Add the scores of a block, which are in the order of its rollouts."""
    search, worth = searches[war], scores[0].worth
    left = int(search.left)
    for rollout in range(int(search.block)):
        own = worth[rollout * left]
        for candidate in range(left):
            score = worth[rollout * left + candidate]
            search.worth[candidate] += score
            search.gain[candidate] += score - own
            search.square[candidate] += (score - own) * (score - own)
    for candidate in range(left):
        search.rollouts[candidate] += search.block
    search.flown += search.block
    search.spent += search.block * left


@compiled
def choose_best(searches: Rows[Search], war: int) -> None:
    """Compute the merit of every candidate, and choose."""
    search = searches[war]
    assumed = WEIGHT * (SPREAD * search.unit) ** 2
    best = 0.0
    for candidate in range(1, int(search.candidates)):
        rollouts = int(search.rollouts[candidate])
        gain = search.gain[candidate] / rollouts
        seen = max(0.0, search.square[candidate] - rollouts * gain * gain)
        error = math.sqrt((seen + assumed) / (rollouts - 1 + WEIGHT) / rollouts)
        search.merit[candidate] = gain - error * (STANDARD_ERRORS + ERROR_PENALTY * error / search.unit)
        if search.merit[candidate] > best:
            best = search.merit[candidate]
            search.best = search.action[candidate]


# --- all of it ---


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
