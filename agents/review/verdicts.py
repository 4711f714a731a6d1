"""What decisions cost: alternatives to what was done, paired futures until it is clear which was better, grades.

All alternatives are flown a little; those that cannot have cost anything worth mentioning leave the race, the others
are flown twice as often, and so on. A loss counts only if it is clear of zero after correction for how many
alternatives were looked into and how often (Bonferroni).
"""

import time
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.review.futures import NO_CANDIDATE, Comparisons, FutureFlyer
from stuka_env.flights.episodes import call_policy
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput
from stuka_env.rules.briefing import stand_in

GRADES = {"blunder": 1.0, "mistake": 0.3, "doubtful": 0.1}
"""Points of the final score that a decision cost at least, the worst grade first."""
LEAST = min(GRADES.values())
LIKELY, MOST_LIKELY = 0.05, 3
"""An adviser's alternatives: so many of its actions at most, each at least so likely."""
FIRST_FUTURES, ROUNDS = 32, 9
"""Pairs of each alternative in the first round; each round as many as all before it."""
DOUBT = 0.05
"""Probability that anything at all is called a loss which is none."""
SURE = 3.0
"""Standard errors by which a loss must be below what is worth mentioning to leave the race."""
FINE, FINEST = 8.0, 0.05
"""A gain is known well enough with so many standard errors in it, and these no larger than so many points."""


class Verdict(NamedTuple):
    """A decision that cost something."""

    decision: int
    taken: int
    better: int
    """The action that was better."""
    cost: float
    """Points of the final score."""
    error: float
    """Standard error of that."""
    wins: int
    """Paired futures in which the other came to more."""
    pairs: int
    grade: str


class Verdicts(NamedTuple):
    """Of a whole war."""

    losses: list[Verdict]
    """In the order of play."""
    tested: int
    """Alternatives that were looked into."""
    gain: NDArray[np.float64]
    """``(D,)``: what the reference's own choice gained over what was done; 0 where that was done, or as good."""
    error: NDArray[np.float64]
    """``(D,)``: standard error of that."""


# --- what else could have been done ---


def opinions_of(adviser: Policy, inputs: PolicyInput) -> list[list[int]]:
    """What an adviser would do at each decision, likeliest first."""
    actions = np.zeros(len(inputs.noise), np.int64)
    call_policy(adviser, inputs, actions)
    found = [[int(action)] for action in actions]
    if isinstance(adviser, ExplainingPolicy):
        for actions_here, chances in zip(found, adviser.explain(inputs).probabilities, strict=True):
            likely = np.argsort(-chances, kind="stable")[:MOST_LIKELY]
            actions_here += [int(action) for action in likely if chances[action] >= LIKELY]
    return found


def alternatives(inputs: PolicyInput, taken: NDArray[np.int64], advisers: list[Policy]) -> NDArray[np.int64]:
    """What the advisers might have done instead at each decision, ``(D, K)``; crews who are the same are one.

    The first column is what the first adviser would have done.
    """
    opinions = [opinions_of(adviser, inputs) for adviser in advisers]
    found: list[list[int]] = []
    for decision, action in enumerate(taken.tolist()):
        mat, mask = inputs.mats[decision], inputs.masks[decision]
        if action < 0 or not mask[action]:
            found.append([NO_CANDIDATE])
            continue
        here, known = [], {action}
        for place, opinion in enumerate(opinions):
            for other in opinion[decision]:
                same = stand_in(mat, mask, action, other)
                if mask[other] and same not in known:
                    known.add(same)
                    here.append(same)
            if place == 0:
                here = here[:1] or [NO_CANDIDATE]
        found.append(here)
    widest = max(map(len, found), default=1)
    return np.array([[*here, *[NO_CANDIDATE] * (widest - len(here))] for here in found], np.int64).reshape(-1, widest)


# --- what they would have come to ---


def means_and_errors(comparisons: Comparisons) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean gain of every alternative, and its standard error; 0 where nothing was flown."""
    pairs = np.maximum(comparisons.pairs, 1)
    mean = comparisons.gain / pairs
    spread = np.maximum(comparisons.square / pairs - mean**2, 0.0)
    return mean, np.sqrt(spread / np.maximum(pairs - 1, 1))


def leave_the_race(comparisons: Comparisons) -> None:
    """Alternatives whose gain is known well enough, or is surely not worth mentioning, are not flown any more."""
    mean, error = means_and_errors(comparisons)
    decided = (mean + SURE * error < LEAST) | (mean > FINE * error)
    comparisons.racing[decided & (error < FINEST)] = 0


def fly_futures(
    flyer: FutureFlyer,
    comparisons: Comparisons,
    seconds: float,
    progress: Callable[[float], object],
    stop: Callable[[], bool],
) -> None:
    """Round after round, until nothing races any more, the time is over, or it is asked to stop."""
    flown, begun = 0, time.monotonic()

    def spent() -> float:
        return (time.monotonic() - begun) / seconds

    for turn in range(ROUNDS):
        futures = FIRST_FUTURES if turn == 0 else flown
        flyer.compare(comparisons, flown, futures, lambda: stop() or spent() >= 1.0)
        flown += futures
        leave_the_race(comparisons)
        if not comparisons.racing.any() or stop() or spent() >= 1.0:
            break
        progress(max(spent(), (turn + 1) / ROUNDS))
    progress(1.0)


def grade_of(cost: float) -> str:
    """What a loss is called."""
    return next((name for name, least in GRADES.items() if cost >= least), "")


def judge(comparisons: Comparisons) -> Verdicts:
    """Which decisions cost something."""
    mean, error = means_and_errors(comparisons)
    tested = int((comparisons.pairs > 0).sum())
    bar = NormalDist().inv_cdf(1.0 - DOUBT / max(1, tested * ROUNDS))
    losses = []
    for decision in range(len(comparisons.taken)):
        clear = np.where(mean[decision] > bar * error[decision], mean[decision], -np.inf)
        place = int(clear.argmax())
        if clear[place] >= LEAST:
            losses.append(
                Verdict(
                    decision,
                    int(comparisons.taken[decision]),
                    int(comparisons.candidates[decision, place]),
                    float(mean[decision, place]),
                    float(error[decision, place]),
                    int(comparisons.better[decision, place]),
                    int(comparisons.pairs[decision, place]),
                    grade_of(float(mean[decision, place])),
                )
            )
    return Verdicts(losses, tested, mean[:, 0], error[:, 0])
