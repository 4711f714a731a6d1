"""The costs of decisions: paired futures compare the actions taken with alternatives, and losses get grades.

Each round doubles the futures of every alternative that is still in the race. An alternative leaves the race when its
gain is known precisely, or is certainly too small to mention. A loss counts only if it is significant after a
Bonferroni correction for the numbers of alternatives and rounds.

A race stops when a mean happens to be small, so the sum of such means is too small. The account of a war therefore uses
a sample of other futures, whose size is fixed by the spread of the first round.

The cost of a loss comes from futures of its own, because the race prefers losses that it happens to overstate. They
are flown to the end of the war, and show the error of the value that ends the other futures. With this error a loss
must be significant once more.
"""

import math
import time
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.futures.comparisons import NO_CANDIDATE, Comparisons, WarPath
from agents.review.flyer import FutureFlyer
from agents.review.parts import ReviewParts
from agents.review.sampling import EndBudget, SampleBudget, sample_sizes
from stuka_env.flights.episodes import call_policy
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput
from stuka_env.watch.review import GRADES

SPREADS = np.linspace(0.0, 10.0, 101)
"""Possible spreads of the value's errors, in standard errors of the estimates."""


class Costs(NamedTuple):
    """M costs in points of the final score, ``(M,)`` each."""

    points: NDArray[np.float64]
    error: NDArray[np.float64]
    """The standard errors, with that of the value."""
    by_value: NDArray[np.float64]
    """The costs by the value alone."""
    value_error: NDArray[np.float64]
    """The parts of the standard errors that come from the error of the value."""
    common_error: NDArray[np.float64]
    """The parts of those that all costs have in common."""
    bias: NDArray[np.float64]
    """Points that the costs by the value lack."""
    bias_error: NDArray[np.float64]


class Pooled(NamedTuple):
    """Means of normal distributions with standard deviation 1, estimated together."""

    means: NDArray[np.float64]
    """``(M,)``."""
    variances: NDArray[np.float64]
    """``(M,)``."""
    common: float
    """Part of each variance that all means have in common."""


def pool(samples: NDArray[np.float64]) -> Pooled:
    """Return the posterior of the M means behind one sample each, ``(M,)``, of normal distributions of variance 1."""
    count, mean = len(samples), float(samples.mean())
    deviations = samples - mean
    variances = 1.0 + SPREADS**2
    log_weights = -0.5 * ((count - 1) * np.log(variances) + (deviations**2).sum() / variances)
    weights = np.exp(log_weights - log_weights.max())
    weights /= weights.sum()
    kept = 1.0 - 1.0 / variances
    share = float(weights @ kept)
    share_variance = float(weights @ kept**2) - share**2
    common = float(weights @ (1.0 / variances)) / count
    return Pooled(mean + share * deviations, share + common + share_variance * deviations**2, common)


def costs_of(gains: NDArray[np.float64]) -> Costs:
    """Return the costs of M decisions, with the error of the value.

    The gain by the value and its error come from the same pairs. The part of its chance that follows that of the error
    is taken out (a regression).

    Args:
        gains: gains of each pair by the value, and at the end of the war, ``(M, 2, F)``.
    """
    by_value, lacking = gains[:, 0], gains[:, 1] - gains[:, 0]
    pairs = max(1, gains.shape[2] - 1)
    variance, lacking_variance = by_value.var(axis=1) / pairs, lacking.var(axis=1) / pairs
    covariance = ((by_value * lacking).mean(axis=1) - by_value.mean(axis=1) * lacking.mean(axis=1)) / pairs
    bias, bias_error, common = lacking.mean(axis=1), np.zeros(len(gains)), np.zeros(len(gains))
    slope, is_open = np.zeros(len(gains)), lacking_variance > 0.0
    if is_open.any():
        spread = np.sqrt(lacking_variance[is_open])
        pooled = pool(bias[is_open] / spread)
        slope[is_open] = covariance[is_open] / lacking_variance[is_open]
        bias[is_open] = pooled.means * spread
        bias_error[is_open] = np.sqrt(pooled.variances) * spread
        common[is_open] = pooled.common**0.5 * spread
    rest = np.maximum(variance - slope * covariance, 0.0)
    return Costs(
        by_value.mean(axis=1) - slope * lacking.mean(axis=1) + (1.0 + slope) * bias,
        np.hypot(np.sqrt(rest), (1.0 + slope) * bias_error),
        by_value.mean(axis=1),
        np.abs(1.0 + slope) * bias_error,
        np.abs(1.0 + slope) * common,
        bias,
        bias_error,
    )


Progress = Callable[[float], object]
LEAST_COST = min(GRADES.values())
MILDEST_GRADE = min(GRADES, key=lambda grade: GRADES[grade])
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
    """Paired futures in which the better action scored more: those to the end of the war, where a value was used."""
    num_worse: int
    """Paired futures in which it scored less; in the rest both scored the same."""
    num_pairs: int
    grade: str
    own_choice: bool
    """Whether the better action is the reference script's own choice."""
    by_value: float
    """The cost without the error of the value."""
    value_error: float = 0.0
    """Standard error of the value's own error; a part of ``error``."""
    common_error: float = 0.0
    """The part of it that is the same error in all losses of the war."""


class Verdicts(NamedTuple):
    """The verdicts on all decisions of a war."""

    losses: list[Verdict]
    """In the order of play."""
    tested: int
    """Number of alternatives tested."""
    gain: NDArray[np.float64]
    """``(D,)``: what the reference's own choice gained over what was done, by the value at the end of the line; 0 where
    that was done, or as good. It is the ``by_value`` of a loss whose better action is this choice, unless the choice
    recurs."""
    error: NDArray[np.float64]
    """``(D,)``: standard error of that."""


def sum_error(losses: Sequence[Verdict]) -> float:
    """Return the standard error of the sum of the costs of losses of one war."""
    own = [loss.error**2 - loss.common_error**2 for loss in losses]
    return float((sum(own) + sum(loss.common_error for loss in losses) ** 2) ** 0.5)


def sum_value_error(losses: Sequence[Verdict]) -> float:
    """Return the part of that error that comes from the value."""
    return sum_error([loss._replace(error=loss.value_error) for loss in losses])


# --- alternatives ---


def opinions_of(adviser: Policy, inputs: PolicyInput) -> list[list[int]]:
    """Return an adviser's actions at each of D decisions, D > 0: its choice, then its most probable actions."""
    actions = np.zeros(len(inputs.noise), np.int64)
    call_policy(adviser, inputs, actions)
    opinions = [[int(action)] for action in actions]
    if isinstance(adviser, ExplainingPolicy):
        for opinion, chances in zip(opinions, adviser.explain(inputs).probabilities, strict=True):
            likely = np.argsort(-chances, kind="stable")[:MOST_LIKELY]
            opinion += [int(action) for action in likely if chances[action] >= LIKELY]
    return opinions


def alternatives(
    game: ReviewParts, inputs: PolicyInput, taken: NDArray[np.int64], advisers: Sequence[Policy]
) -> NDArray[np.int64]:
    """Return the advisers' alternatives to the actions taken, ``(D, K)``, filled up with NO_CANDIDATE.

    Of actions that are the same to the rules only one is named. The first column is the first adviser's own choice.
    """
    if not len(taken):
        return np.zeros((0, 1), np.int64)
    opinions = [opinions_of(adviser, inputs) for adviser in advisers]
    rows: list[list[int]] = []
    for decision, action in enumerate(taken.tolist()):
        mat, mask = inputs.snapshot[decision], inputs.masks[decision]
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
    widest = max(map(len, rows))
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
    flyer: FutureFlyer,
    comparisons: Comparisons,
    own: Comparisons,
    *,
    budget: SampleBudget,
    recurs: NDArray[np.bool_],
    stop: Callable[[], bool],
) -> None:
    """Fly the sample of the reference script's own choices, and add it to the race.

    The futures of the sample end with their line, which the account needs. Those of the race may fly on after a
    recurring choice, so there the sample is not added. It is also not stopped, because the race cannot replace it.
    """
    spread = means_and_errors(comparisons)[1][:, OWN_CHOICE] * comparisons.pairs[:, OWN_CHOICE] ** 0.5
    sizes = sample_sizes(spread, budget)
    flyer.compare(own, budget.start, np.where(recurs, sizes, 0), lambda: False)
    flyer.compare(own, budget.start, np.where(recurs, 0, sizes), stop)
    for name in ("pairs", "gain", "square", "better", "worse"):
        getattr(comparisons, name)[~recurs, OWN_CHOICE] += getattr(own, name)[~recurs, 0]


def fly_futures(
    flyer: FutureFlyer,
    comparisons: Comparisons,
    own: Comparisons,
    *,
    budget: SampleBudget,
    recurs: NDArray[np.bool_],
    seconds: float,
    on_progress: Callable[[float], object],
) -> None:
    """Fly rounds of futures until no alternative races or the time is over.

    Args:
        flyer: the flyer of futures.
        comparisons: the race of all alternatives, ``(D, K)``.
        own: the sample of the reference script's own choices, ``(D, 1)``.
        budget: the size of that sample.
        recurs: the recurring choices, ``(D,)``.
        seconds: approximate time.
        on_progress: called with the share of the work that is done.
    """
    first, start, decisions = 0, time.monotonic(), len(comparisons.taken)

    def time_share() -> float:
        return (time.monotonic() - start) / seconds

    def is_over() -> bool:
        return time_share() >= 1.0

    for turn in range(FLOWN_ROUNDS):
        futures = FIRST_FUTURES if turn == 0 else first
        flyer.compare(comparisons, first, np.full(decisions, futures), is_over, past_chance=True)
        first += futures
        if turn == 0:
            sample_own_choices(flyer, comparisons, own, budget=budget, recurs=recurs, stop=is_over)
        leave_the_race(comparisons)
        if not comparisons.racing.any() or is_over():
            break
        on_progress(max(time_share(), (turn + 1) / FLOWN_ROUNDS))
    on_progress(1.0)


def grade_of(cost: float) -> str:
    """Return the grade of a loss; the mildest for a smaller cost, which a loss of the race can have."""
    return next((name for name, least in GRADES.items() if cost >= least), MILDEST_GRADE)


def significance(tests: int) -> float:
    """Return the standard errors by which a cost must be above zero, after correction for the number of tests."""
    return NormalDist().inv_cdf(1.0 - DOUBT / max(1, tests))


def judge(comparisons: Comparisons) -> list[Verdict]:
    """Return the decisions with a significant loss in the race, in the order of play, by the value."""
    mean, error = means_and_errors(comparisons)
    bar = significance(num_tested(comparisons) * FLOWN_ROUNDS)
    losses = []
    for decision in range(len(comparisons.taken)):
        clear = np.where(mean[decision] > bar * error[decision], mean[decision], -np.inf)
        place = int(clear.argmax())
        if clear[place] >= LEAST_COST:
            cost = float(mean[decision, place])
            losses.append(
                Verdict(
                    decision,
                    int(comparisons.taken[decision]),
                    int(comparisons.candidates[decision, place]),
                    cost,
                    float(error[decision, place]),
                    int(comparisons.better[decision, place]),
                    int(comparisons.worse[decision, place]),
                    int(comparisons.pairs[decision, place]),
                    grade_of(cost),
                    place == OWN_CHOICE,
                    cost,
                )
            )
    return losses


def num_tested(comparisons: Comparisons) -> int:
    """Return the number of alternatives with at least one pair."""
    return int((comparisons.pairs > 0).sum())


def with_costs(
    flyer: FutureFlyer, losses: Sequence[Verdict], taken: NDArray[np.int64], budget: EndBudget, on_progress: Progress
) -> list[Verdict]:
    """Return the losses of the race that are still significant with the error of the value, with their costs.

    The costs come from futures of their own, because the race prefers losses that it happens to overstate. Only the
    error of the value takes part in the choice of the losses.

    Args:
        flyer: the flyer of futures.
        losses: the losses in the race.
        taken: the actions taken, ``(D,)``.
        budget: the number of futures to the end of the war.
        on_progress: called with the share of the work that is done, from any thread.
    """
    if not losses:
        return []
    better, decisions = np.full(len(taken), NO_CANDIDATE), np.array([loss.decision for loss in losses])
    better[decisions] = [loss.better for loss in losses]
    none = read_only(np.full(len(taken), NO_CANDIDATE))
    gains = flyer.gains_to_the_end(
        WarPath(read_only(taken), read_only(better), none, 0.0), decisions, budget, on_progress
    )
    costs, bar = costs_of(gains), significance(len(losses))
    return [
        loss._replace(
            cost=float(costs.points[place]),
            error=float(costs.error[place]),
            num_better=int((gains[place, 1] > 0.0).sum()),
            num_worse=int((gains[place, 1] < 0.0).sum()),
            num_pairs=gains.shape[2],
            grade=grade_of(float(costs.points[place])),
            by_value=float(costs.by_value[place]),
            value_error=float(costs.value_error[place]),
            common_error=float(costs.common_error[place]),
        )
        for place, loss in enumerate(losses)
        if loss.cost + costs.bias[place] >= max(LEAST_COST, bar * math.hypot(loss.error, costs.bias_error[place]))
    ]


def verdicts_of(
    comparisons: Comparisons, own: Comparisons, losses: list[Verdict], recurs: NDArray[np.bool_]
) -> Verdicts:
    """Return the verdicts with these losses: the gains are those of the sample, or of the race where there is none."""
    is_raced = own.pairs == 0
    gain, own_error = (
        np.where(is_raced, raced[:, :1], sampled)[:, 0]
        for raced, sampled in zip(means_and_errors(comparisons), means_and_errors(own), strict=True)
    )
    for loss in losses:
        if loss.own_choice and not recurs[loss.decision]:
            gain[loss.decision] = loss.by_value
            own_error[loss.decision] = loss.error
    return Verdicts(losses, num_tested(comparisons), gain, own_error)
