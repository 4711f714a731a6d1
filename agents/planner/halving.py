"""Which candidate is best: sequential halving (Karnin, Koren and Somekh, ICML 2013) around the script's own choice.

The budget is shared equally between the rounds, in each equally between the candidates that are left; after a round
the worse half of them leaves the race, and what the others have flown still counts. The script's own choice stays to
the end, for it is what every other is compared with, over the same dice. Another is taken only if it gained more than
chance explains: a bad choice can cost an aircraft, one time in twenty, and twenty rollouts may not show it.
"""

import math
from typing import Any

from numba import types
from numpy.typing import NDArray

from agents.planner.desk import BLOCK, SEARCH, SEARCHES, VALUES, Search
from stuka_env.compilation import kernel

CAUTION = 1.0
"""Standard errors that a gain must be above nothing."""
DISTRUST = 0.1
"""The same once more for every ten points of a mission's score that the standard error amounts to: what the script did
not choose is believed to be worse until there is evidence, and the less evidence the more. Few rollouts then change
little, and lose nothing."""
SPREAD, WEIGHT = 30.0, 4.0
"""What is assumed before the first rollout about the spread of a gain: so many points of a mission's score, as if
seen in so many rollouts. Few rollouts look too much alike, for losses are rare and dear."""


@kernel(types.void(SEARCH, types.int64, types.int64))
def swap(search: Search, first: int, second: int) -> None:
    """Exchange two candidates."""
    for row in (search.action, search.rollouts):
        row[first], row[second] = int(row[second]), int(row[first])
    for sums in (search.worth, search.gain, search.square):
        sums[first], sums[second] = float(sums[second]), float(sums[first])


@kernel(types.void(SEARCH))
def end_round(search: Search) -> None:
    """The better half of the candidates goes on, the best first after the script's own choice."""
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


@kernel(types.int64(SEARCHES, types.int64))
def next_block(searches: NDArray[Any], war: int) -> int:
    """Rollouts to be flown now, all candidates together; 0 when the search is over."""
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


@kernel(types.void(SEARCHES, types.int64))
def cut_round(searches: NDArray[Any], war: int) -> None:
    """Let the round in hand end here."""
    searches[war].stop = searches[war].flown


@kernel(types.void(SEARCHES, types.int64, VALUES))
def tally(searches: NDArray[Any], war: int, values: NDArray[Any]) -> None:
    """Enter the results of a block, in the order of the rollouts, whoever flew them."""
    search, worth = searches[war], values[0].worth
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


@kernel(types.void(SEARCHES, types.int64))
def judge(searches: NDArray[Any], war: int) -> None:
    """Work out the merits, and choose."""
    search = searches[war]
    assumed = WEIGHT * (SPREAD * search.unit) ** 2
    best = 0.0
    for candidate in range(1, int(search.candidates)):
        rollouts = int(search.rollouts[candidate])
        gain = search.gain[candidate] / rollouts
        seen = max(0.0, search.square[candidate] - rollouts * gain * gain)
        error = math.sqrt((seen + assumed) / (rollouts - 1 + WEIGHT) / rollouts)
        search.merit[candidate] = gain - error * (CAUTION + DISTRUST * error / search.unit)
        if search.merit[candidate] > best:
            best = search.merit[candidate]
            search.best = search.action[candidate]
