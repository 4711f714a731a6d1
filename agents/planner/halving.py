"""Sequential halving over candidate actions (Karnin, Koren and Somekh, ICML 2013), for planners of any game.

The rounds share the budget equally, and in each round the remaining candidates share it equally. After a round the
worse half of the candidates leaves; the rollouts of the others still count.

The own choice of the policy that flies the clones stays to the end, because every other candidate is compared with it
over the same dice. Another one is taken only if it gained more than chance explains.

The best of many candidates looks better than it is. So a search may test it: half of the budget is kept for a last
round between the two that are left. Its rollouts have fresh dice, and only they count.
"""

import math
from typing import Any, NamedTuple

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD, philox
from stuka_env.declared.records import Numbers, Record, Rows, float64, int64, record, rows

MOST_SEARCHED = 160
"""Room for candidates: at least the actions of any game."""
ROLLOUTS_PER_CANDIDATE = 4
"""Rollouts of a candidate on average: a smaller budget allows fewer candidates."""
ORDER_LOW, ORDER_HIGH = 0x4F726465, 0x72216F66
"""Key of the hash that puts the candidates in order."""
BLOCK = MOST_SEARCHED
"""Rollouts of a block, after which the scores are added: at least one of every candidate."""
KEPT_FOR_TEST = 2
"""A search that tests its best candidate keeps one part in so many of its budget for that."""


@record
class Search(Record):
    """One search of one decision."""

    budget: int = int64(meaning="rollouts to be flown, all candidates together")
    spent: int = int64(meaning="rollouts flown")
    noise: int = int64(meaning="random number of the decision, from which the clones' dice come")
    tests: int = int64(meaning="1 if the last round tests the best candidate with fresh dice")
    candidates: int = int64(meaning="number of candidates")
    left: int = int64(meaning="candidates still in the race; they come first, the own choice before all")
    rounds: int = int64(meaning="rounds still to be flown, with the current one")
    flown: int = int64(meaning="rollouts of every candidate that is left")
    stop: int = int64(meaning="rollouts of every candidate after which the current round ends")
    block: int = int64(meaning="rollouts of every candidate in the current block")
    best: int = int64(meaning="the action to take")
    due: float = float64("points of the official score earned before this decision")
    unit: float = float64("points of the official score in which merits are counted")
    action: Numbers = int64(meaning="by candidate, as what follows", shape=(MOST_SEARCHED,))
    rollouts: Numbers = int64(meaning="rollouts that count", shape=(MOST_SEARCHED,))
    worth: Numbers = float64("sum of the official scores of its rollouts", (MOST_SEARCHED,))
    gain: Numbers = float64("sum of the differences to the own choice with the same dice", (MOST_SEARCHED,))
    square: Numbers = float64("sum of the squares of that", (MOST_SEARCHED,))
    merit: Numbers = float64("mean gain, less an allowance for chance", (MOST_SEARCHED,))


@record
class BlockScores(Record):
    """The scores of the rollouts of a block."""

    worth: Numbers = float64("official score, rollout by rollout, of each candidate that is left", (BLOCK,))


class BlockPart(NamedTuple):
    """The rollouts [start, stop) of the current block of one war."""

    war: int
    start: int
    stop: int


class Caution(NamedTuple):
    """The allowance for chance when the best candidate is compared with the own choice."""

    standard_errors: float
    """Standard errors by which a gain must exceed 0."""
    error_penalty: float
    """Further standard errors for each unit in the standard error. Without evidence the own choice counts as the best,
    so that few rollouts change little and lose nothing."""
    spread: float
    """Prior for the spread of a gain in units. The spread of few rollouts is too small, because losses are rare and
    expensive."""
    weight: float
    """Number of rollouts that the prior counts as."""


def new_searches(count: int, budget: int) -> Rows[Search]:
    """Return empty records for the searches of ``count`` wars, each with a ``budget`` of rollouts."""
    searches: Any = rows(count, Search)
    searches["budget"] = budget
    return searches


@compiled
def begin_race(search: Search, own: int, noise: int) -> None:
    """Begin a search with one candidate: the ``own`` choice that the others are compared with."""
    search.noise = noise
    search.best = own
    search.action[0] = own
    search.candidates = 1


@compiled
def shuffle(search: Search) -> None:
    """Put all candidates but the first in random order."""
    for place in range(int(search.candidates) - 1, 1, -1):
        noise = int(search.noise)
        word = philox(place, 0, noise & WORD, noise >> 32, ORDER_LOW, ORDER_HIGH)[0]
        other = 1 + ((word * place) >> 32)
        search.action[place], search.action[other] = int(search.action[other]), int(search.action[place])


@compiled
def race_budget(search: Search) -> int:
    """Return the budget of all rounds but the test."""
    budget = int(search.budget)
    return budget - budget // KEPT_FOR_TEST if search.tests else budget


@compiled
def plan_rounds(search: Search) -> None:
    """Keep as many candidates as the budget allows, the first ones, and plan rounds until two are left."""
    search.candidates = min(int(search.candidates), max(2, race_budget(search) // ROLLOUTS_PER_CANDIDATE))
    search.left = search.candidates
    while (1 << search.rounds) < search.candidates:
        search.rounds += 1
    if search.tests and search.candidates > 1:
        search.rounds += 1


@compiled
def swap(search: Search, first: int, second: int) -> None:
    """Exchange two candidates."""
    for row in (search.action, search.rollouts):
        row[first], row[second] = int(row[second]), int(row[first])
    for sums in (search.worth, search.gain, search.square):
        sums[first], sums[second] = float(sums[second]), float(sums[first])


@compiled
def open_test(search: Search) -> None:
    """Forget the rollouts of the two candidates that are left; end the search if the second gained nothing."""
    if search.gain[1] <= 0.0:
        search.rounds = 0
        return
    for candidate in range(int(search.left)):
        search.rollouts[candidate] = 0
        for sums in (search.worth, search.gain, search.square):
            sums[candidate] = 0.0


@compiled
def end_round(search: Search) -> None:
    """Keep the better half of the candidates: the own choice, then the others by their gains."""
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
    if search.tests and search.rounds == 1:
        open_test(search)


@compiled
def next_block(searches: Rows[Search], war: int) -> int:
    """Return the number of rollouts to be flown now, of all candidates together; 0 at the end of the search."""
    search = searches[war]
    if search.flown > 0 and search.flown == search.stop:
        end_round(search)
    if search.rounds == 0:
        return 0
    if search.flown == search.stop:
        is_race = search.tests and search.rounds > 1
        rounds = search.rounds - 1 if is_race else search.rounds
        budget = race_budget(search) if is_race else int(search.budget)
        search.stop += max(1, int((budget - search.spent) // (rounds * search.left)))
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
def choose_with(search: Search, caution: Caution) -> None:
    """Compute the merit of every candidate, and choose; where a test is due, of the two that are left."""
    assumed = caution.weight * (caution.spread * search.unit) ** 2
    best = 0.0
    for candidate in range(1, int(search.left if search.tests else search.candidates)):
        rollouts = int(search.rollouts[candidate])
        gain = search.gain[candidate] / rollouts
        seen = max(0.0, search.square[candidate] - rollouts * gain * gain)
        error = math.sqrt((seen + assumed) / (rollouts - 1 + caution.weight) / rollouts)
        search.merit[candidate] = gain - error * (caution.standard_errors + caution.error_penalty * error / search.unit)
        if search.merit[candidate] > best:
            best = search.merit[candidate]
            search.best = search.action[candidate]
