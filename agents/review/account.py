"""The account of a score: par, luck, and decisions.

Par is the reference script's mean score in wars of the same kind. The cost of a decision is measured by paired futures.
Luck is measured after every decision: the score expected after the dice that were rolled, less its mean over fresh
dice. The draws before the first decision count as luck too. Each of the three figures has a sampling error, and futures
that end with a mission are scored by a fitted value. The sum therefore misses the score by a little, which is called
unexplained.

The decisions are counted twice. Their part of the account compares them with the reference script's own choices. The
cost of the marked decisions compares those with the better actions. :func:`reconciliation` connects the two.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.review.flown_war import NOISE_SEED, FlownWar
from agents.review.futures import FutureFlyer
from agents.review.verdicts import Verdicts
from agents.seeds import REVIEW_WARS, base_seed
from stuka_env.codes import Entry, Scale
from stuka_env.flights.episodes import call_policy, fly_wars, policy_input, war_seeds
from stuka_env.policy import Policy, draw_noise
from stuka_env.replay.run import ReplayRun, ending_of
from stuka_env.watch.review import WarAccount

PAR_WARS = 1_000
"""Wars of the same kind for par."""
OPENING_MISSIONS, MOST_OPENING_FUTURES = 32_768, 4_096
"""Missions of all futures for the expected score at the first decision of the war, and the most futures."""
LUCK_PAIRS = 65_536
"""Pairs of futures for the luck of a war."""
FEWEST_LUCK_PAIRS, MOST_LUCK_PAIRS = 256, 1_024
"""Pairs of futures for the luck after a decision."""
VALUE_ERROR = {Scale.OPERATION: 0.8, Scale.CAMPAIGN: 2.6}
"""Standard error of the account of a whole war from the fitted Staffel value, in points of the final score. Measured on
62 wars of five policies (docs/watching.md)."""
VALUE_ERROR_SHARE = 0.12
"""Further error of that kind for each point of the decisions: the value was fitted to wars of the reference script."""
ENTRIES_OF_DICE = (Entry.ROLL, Entry.CARD, Entry.DRAWN)
"""Entries of the journal that come from dice or draws."""
FLOAT_ERROR = 1e-9
"""Error of a float that is no reason to round it up."""


class MissionAccount(NamedTuple):
    """The account of one mission."""

    mission: int
    """Its number in the war, from 0."""
    decision: int
    """Its first decision."""
    expected: float
    """The final score expected at that decision."""
    error: float
    """Standard error of ``expected``."""
    luck: float
    """Points that the dice after its decisions added to the final score."""
    decisions: float
    """Points that its decisions added to the final score; below 0 if the script's own choices are better."""


class Estimate(NamedTuple):
    """A mean over futures."""

    points: float
    error: float
    """Its standard error."""


class Account(NamedTuple):
    """The account of a whole war and of its missions."""

    totals: WarAccount
    missions: list[MissionAccount]


class Reconciliation(NamedTuple):
    """``marked + shared + unmarked`` is the decisions' part of the account; see :class:`WarAccount`."""

    marked: float
    marked_error: float
    shared: float
    shared_error: float
    unmarked: float
    unmarked_error: float


def par_of(war: FlownWar, script: Policy) -> tuple[float, float]:
    """Return the script's mean score in wars of this kind, and its standard error."""
    seeds = np.array([base_seed(REVIEW_WARS, 0, 0, number) for number in range(PAR_WARS)], np.uint64)
    scores = fly_wars(script, war.flight.spec, seeds).results["score"]
    return float(scores.mean()), float(scores.std() / PAR_WARS**0.5)


def first_decisions(war: FlownWar) -> NDArray[np.int64]:
    """Return the index of the first decision of each mission."""
    return np.unique(war.inputs.mats["war"]["mission_of_war"], return_index=True)[1].astype(np.int64)


def decisions_before_dice(war: FlownWar) -> NDArray[np.int64]:
    """Return the decisions of a finished war that are followed by dice or draws before the next decision."""
    journals = [moment.journal for moment in war.flight.moments[1:]]
    return np.flatnonzero([any(entry.kind in ENTRIES_OF_DICE for entry in journal) for journal in journals])


def account_of(
    war: FlownWar, verdicts: Verdicts, *, flyer: FutureFlyer, script: Policy, on_progress: Callable[[float], object]
) -> Account | None:
    """Return the account of a finished war; None if it is not over or the player rolled the dice.

    ``on_progress`` is called with the share of the work that is done, from any thread.
    """
    if war.own_dice or war.flight.ending.score is None:
        return None
    par, par_error = par_of(war, script)
    firsts, score = first_decisions(war), float(war.flight.ending.score)
    opening = flyer.expect(firsts[:1], min(OPENING_MISSIONS // len(firsts), MOST_OPENING_FUTURES))[0]
    has_dice = decisions_before_dice(war)
    futures = min(max(LUCK_PAIRS // max(1, len(has_dice)), FEWEST_LUCK_PAIRS), MOST_LUCK_PAIRS)
    rolls = flyer.luck(war.actions, score, has_dice, futures, on_progress)
    luck, added = rolls.mean(axis=1), -verdicts.gain
    start = Estimate(float(opening.mean()), float(error_of(opening)))
    all_luck, decisions = start.points - par + float(luck.sum()), float(added.sum())
    value_error = value_error_of(war.flight.spec.scale, decisions)
    sampling, decisions_error = root_sum_square([*error_of(rolls), start.error]), root_sum_square(verdicts.error)
    totals = WarAccount(
        score=score,
        par=par,
        par_error=par_error,
        luck=all_luck,
        luck_error=math.hypot(sampling, par_error),
        decisions=decisions,
        decisions_error=decisions_error,
        unexplained=score - par - all_luck - decisions,
        unexplained_error=math.hypot(sampling, decisions_error, value_error),
        **reconciliation(verdicts)._asdict(),
    )
    by_mission = [np.add.reduceat(numbers, firsts) for numbers in (luck, added)]
    errors = np.add.reduceat(np.square(error_of(rolls)) + np.square(verdicts.error), firsts)
    errors = np.sqrt(errors + value_error**2 / len(firsts))
    expected = expectation(start, by_mission[0] + by_mission[1], errors, score)
    missions = [
        MissionAccount(int(war.inputs.mats["war"]["mission_of_war"][first]), int(first), *map(float, numbers))
        for first, *numbers in zip(firsts, *expected, *by_mission, strict=True)
    ]
    return Account(totals, missions)


def value_error_of(scale: int, decisions: float) -> float:
    """Return the error of the fitted Staffel value in an account; 0 in wars whose futures are flown to their end."""
    return math.hypot(VALUE_ERROR[Scale(scale)], VALUE_ERROR_SHARE * decisions) if scale in VALUE_ERROR else 0.0


def expectation(
    start: Estimate, changes: NDArray[np.float64], errors: NDArray[np.float64], score: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the expected score at the start of each of M missions and its standard error, ``(M,)`` each.

    The estimate follows the changes from the start of the war, and its error grows. The score is known, so the
    unexplained rest is shared out: each mission takes it in proportion to its variance.

    Args:
        start: the expected score at the first decision.
        changes: luck and decisions of each mission, ``(M,)``.
        errors: standard error of each change, ``(M,)``.
        score: the final score.
    """
    variances = np.cumsum([start.error**2, *np.square(errors)])
    shares = variances / max(variances[-1], np.finfo(float).tiny)
    points = np.cumsum([start.points, *changes])
    smoothed = points + (score - points[-1]) * shares
    return smoothed[:-1], np.sqrt(variances * (1.0 - shares))[:-1]


def reconciliation(verdicts: Verdicts) -> Reconciliation:
    """Return the connection between the costs of the marked decisions and the decisions' part of the account.

    The error of ``shared`` is an upper limit: its two costs have the same dice, which is not counted.
    """
    losses = verdicts.losses
    is_marked = np.zeros(len(verdicts.gain), np.bool_)
    is_marked[[loss.decision for loss in losses]] = True
    costs = float(sum(loss.cost for loss in losses))
    others = [loss for loss in losses if not loss.own_choice]
    shared_errors = [number for loss in others for number in (loss.error, float(verdicts.error[loss.decision]))]
    return Reconciliation(
        marked=-costs,
        marked_error=root_sum_square([loss.error for loss in losses]),
        shared=costs - float(verdicts.gain[is_marked].sum()),
        shared_error=root_sum_square(shared_errors),
        unmarked=-float(verdicts.gain[~is_marked].sum()),
        unmarked_error=root_sum_square(verdicts.error[~is_marked]),
    )


def in_tenths(account: WarAccount) -> WarAccount:
    """Return an account as it is shown: in tenths of a point, which still add up, with errors rounded up."""
    par, luck, decisions = (to_tenths(number) for number in (account.par, account.luck, account.decisions))
    marked, shared = to_tenths(account.marked), to_tenths(account.shared)
    errors = {name: round_up(error) for name, error in account._asdict().items() if name.endswith("_error")}
    return account._replace(
        par=par,
        luck=luck,
        decisions=decisions,
        unexplained=to_tenths(account.score - par - luck - decisions),
        marked=marked,
        shared=shared,
        unmarked=to_tenths(decisions - marked - shared),
        **errors,
    )


def to_tenths(points: float) -> float:
    """Return points rounded to a tenth; 0 has no sign."""
    return round(points, 1) + 0.0


def round_up(error: float) -> float:
    """Return an error in tenths of a point, rounded up."""
    return math.ceil(10.0 * error - FLOAT_ERROR) / 10.0


def root_sum_square(errors: Sequence[float] | NDArray[np.float64]) -> float:
    """Return the standard error of a sum of independent figures."""
    return float(np.sqrt(np.square(errors).sum()))


def error_of(futures: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of the mean over the last axis."""
    error: NDArray[np.float64] = futures.std(axis=-1) / futures.shape[-1] ** 0.5
    return error


# --- others in the same war ---


def score_in(war: FlownWar, policy: Policy) -> int:
    """Return a policy's score in the same war, with the same seed and charts.

    Raises:
        FlightError: the policy refuses.
    """
    run = ReplayRun(war.flight.replay, war.charts_folder, journal=False)
    inputs, actions = policy_input(run.engine, run.view), np.zeros(1, np.int64)
    seeds, turn = war_seeds(run.engine), 0
    while not run.over:
        draw_noise(seeds, NOISE_SEED, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        run.take(int(actions[0]))
        turn += 1
    score = ending_of(run.engine).score
    assert score is not None
    return score
