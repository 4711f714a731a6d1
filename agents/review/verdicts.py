"""The costs of decisions: paired futures compare the actions taken with alternatives, and losses get grades.

Each round doubles the futures of every alternative that is still in the race. An alternative leaves the race when its
gain is known precisely, or is certainly too small to mention. A loss counts only if it is significant after a
Bonferroni correction for the numbers of alternatives and rounds.

A race stops when a mean happens to be small, so the sum of such means is too small. The account of a war therefore uses
a sample of other futures, whose size is fixed by the spread of the first round.
"""

import time
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.review.flyer import FutureFlyer
from agents.review.futures import NO_CANDIDATE, Comparisons
from agents.review.parts import ReviewParts
from agents.review.sampling import SampleBudget, sample_sizes
from stuka_env.flights.episodes import call_policy
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput
from stuka_env.watch.review import GRADES

LEAST_COST = min(GRADES.values())
LIKELY, MOST_LIKELY = 0.05, 3
"""Smallest probability and largest number of an adviser's alternatives."""
FIRST_FUTURES, FLOWN_ROUNDS = 32, 6
"""Pairs of each alternative in the first round; each later round flies as many as all rounds before it."""
MOST_PAIRS = FIRST_FUTURES << FLOWN_ROUNDS - 1
"""Pairs of an alternative after all rounds; with the sample an alternative reaches them earlier."""
DOUBT = 0.05
"""Probability that a war without losses is reported with one."""
OWN_CHOICE = 0
"""Column of the alternatives with the reference script's own choice."""
SURE = 3.0
"""Standard errors by which a gain must be below LEAST_COST to leave the race."""
FINE, FINEST = 5.0, 0.05
"""A gain is precise if it is at least FINE standard errors, and a standard error at most FINEST points."""


class Verdict(NamedTuple):
    """A decision that cost points."""

    decision: int
    taken: int
    better: int
    """The better action."""
    cost: float
    """Points of the final score."""
    error: float
    """Standard error of the cost."""
    num_better: int
    """Paired futures in which the better action scored more."""
    num_worse: int
    """Paired futures in which it scored less; in the rest both scored the same."""
    num_pairs: int
    grade: str
    own_choice: bool
    """Whether the better action is the reference script's own choice."""


class Verdicts(NamedTuple):
    """The verdicts on all decisions of a war."""

    losses: list[Verdict]
    """In the order of play."""
    tested: int
    """Number of alternatives tested."""
    gain: NDArray[np.float64]
    """``(D,)``: what the reference's own choice gained over what was done; 0 where that was done, or as good. It is
    the cost of a loss whose better action is this choice."""
    error: NDArray[np.float64]
    """``(D,)``: standard error of that."""


# --- alternatives ---


def opinions_of(adviser: Policy, inputs: PolicyInput) -> list[list[int]]:
    """Return an adviser's actions at each decision: its choice, then its most probable actions."""
    actions = np.zeros(len(inputs.noise), np.int64)
    call_policy(adviser, inputs, actions)
    opinions = [[int(action)] for action in actions]
    if isinstance(adviser, ExplainingPolicy):
        for opinion, chances in zip(opinions, adviser.explain(inputs).probabilities, strict=True):
            likely = np.argsort(-chances, kind="stable")[:MOST_LIKELY]
            opinion += [int(action) for action in likely if chances[action] >= LIKELY]
    return opinions


def alternatives(
    game: ReviewParts, inputs: PolicyInput, taken: NDArray[np.int64], advisers: list[Policy]
) -> NDArray[np.int64]:
    """Return the advisers' alternatives to the actions taken, ``(D, K)``, filled up with NO_CANDIDATE.

    Of actions that are the same to the rules only one is named. The first column is the first adviser's own choice.
    """
    opinions = [opinions_of(adviser, inputs) for adviser in advisers]
    rows: list[list[int]] = []
    for decision, action in enumerate(taken.tolist()):
        mat, mask = inputs.mats[decision], inputs.masks[decision]
        if action < 0 or not mask[action]:
            rows.append([NO_CANDIDATE])
            continue
        here, known = [], {action}
        for place, opinion in enumerate(opinions):
            for other in opinion[decision]:
                same = game.stand_in(mat, inputs.charts[0], mask, action, other)
                if mask[other] and same not in known:
                    known.add(same)
                    here.append(same)
            if place == 0:
                here = here[:1] or [NO_CANDIDATE]
        rows.append(here)
    widest = max(map(len, rows), default=1)
    return np.array([[*row, *[NO_CANDIDATE] * (widest - len(row))] for row in rows], np.int64).reshape(-1, widest)


# --- comparisons ---


def means_and_errors(comparisons: Comparisons) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean gain of every alternative and its standard error; 0 where no pair was flown."""
    pairs = np.maximum(comparisons.pairs, 1)
    mean = comparisons.gain / pairs
    spread = np.maximum(comparisons.square / pairs - mean**2, 0.0)
    return mean, np.sqrt(spread / np.maximum(pairs - 1, 1))


def leave_the_race(comparisons: Comparisons) -> None:
    """Take alternatives out of the race whose gain is precise, certainly too small to mention, or flown MOST_PAIRS."""
    mean, error = means_and_errors(comparisons)
    decided = (mean + SURE * error < LEAST_COST) | (mean > FINE * error)
    comparisons.racing[(decided & (error < FINEST)) | (comparisons.pairs >= MOST_PAIRS)] = 0


def sample_own_choices(
    flyer: FutureFlyer, comparisons: Comparisons, own: Comparisons, budget: SampleBudget, stop: Callable[[], bool]
) -> None:
    """Fly the sample of the reference script's own choices, and add it to the race."""
    own_column = (slice(None), slice(OWN_CHOICE, OWN_CHOICE + 1))
    spread = means_and_errors(comparisons)[1][:, OWN_CHOICE] * comparisons.pairs[:, OWN_CHOICE] ** 0.5
    flyer.compare(own, budget.start, sample_sizes(spread, budget), stop)
    for name in ("pairs", "gain", "square", "better", "worse"):
        getattr(comparisons, name)[own_column] += getattr(own, name)


def fly_futures(
    flyer: FutureFlyer,
    comparisons: Comparisons,
    own: Comparisons,
    *,
    budget: SampleBudget,
    seconds: float,
    on_progress: Callable[[float], object],
    stop: Callable[[], bool],
) -> None:
    """Fly rounds of futures until no alternative races, the time is over, or ``stop`` returns True.

    Args:
        flyer: the flyer of futures.
        comparisons: the race of all alternatives, ``(D, K)``.
        own: the sample of the reference script's own choices, ``(D, 1)``.
        budget: the size of that sample.
        seconds: approximate time.
        on_progress: called with the share of the work that is done.
        stop: called between decisions; True ends the flight.
    """
    first, start, decisions = 0, time.monotonic(), len(comparisons.taken)

    def time_share() -> float:
        return (time.monotonic() - start) / seconds

    def is_over() -> bool:
        return stop() or time_share() >= 1.0

    for turn in range(FLOWN_ROUNDS):
        futures = FIRST_FUTURES if turn == 0 else first
        flyer.compare(comparisons, first, np.full(decisions, futures), is_over)
        first += futures
        if turn == 0:
            sample_own_choices(flyer, comparisons, own, budget, is_over)
        leave_the_race(comparisons)
        if not comparisons.racing.any() or is_over():
            break
        on_progress(max(time_share(), (turn + 1) / FLOWN_ROUNDS))
    on_progress(1.0)


def grade_of(cost: float) -> str:
    """Return the grade of a loss; empty below the smallest."""
    return next((name for name, least in GRADES.items() if cost >= least), "")


def judge(comparisons: Comparisons, own: Comparisons) -> Verdicts:
    """Return the verdicts: the decisions with a significant loss in the race, and the gains in the sample."""
    mean, error = means_and_errors(comparisons)
    tested = int((comparisons.pairs > 0).sum())
    bar = NormalDist().inv_cdf(1.0 - DOUBT / max(1, tested * FLOWN_ROUNDS))
    losses = []
    for decision in range(len(comparisons.taken)):
        clear = np.where(mean[decision] > bar * error[decision], mean[decision], -np.inf)
        place = int(clear.argmax())
        if clear[place] >= LEAST_COST:
            losses.append(
                Verdict(
                    decision,
                    int(comparisons.taken[decision]),
                    int(comparisons.candidates[decision, place]),
                    float(mean[decision, place]),
                    float(error[decision, place]),
                    int(comparisons.better[decision, place]),
                    int(comparisons.worse[decision, place]),
                    int(comparisons.pairs[decision, place]),
                    grade_of(float(mean[decision, place])),
                    place == OWN_CHOICE,
                )
            )
    is_raced = own.pairs == 0
    gain, own_error = (
        np.where(is_raced, raced[:, :1], sampled)[:, 0]
        for raced, sampled in zip((mean, error), means_and_errors(own), strict=True)
    )
    for loss in losses:
        if loss.own_choice:
            gain[loss.decision], own_error[loss.decision] = loss.cost, loss.error
    return Verdicts(losses, tested, gain, own_error)
