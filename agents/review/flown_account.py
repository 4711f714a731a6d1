"""The flights behind an account: par, the futures of its measures, and the scores of others in the same war."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.futures.comparisons import NO_CANDIDATE, WarPath
from agents.review.account import Account, Estimate, Measures, Opening, line_accounts, reconciliation, totals_of
from agents.review.flown_war import NOISE_SEED, FlownWar, decisions_before_dice, first_decisions, line_ends
from agents.review.flyer import FutureFlyer
from agents.review.sampling import Estimates, mean_and_error, no_estimates
from agents.review.verdicts import Verdicts
from agents.seeds import REVIEW_WARS, base_seed
from stuka_env.compiling.philox import draw_noise
from stuka_env.flights.episodes import brought_up_to_date, call_policy, fly_wars, policy_input, war_seeds
from stuka_env.policy import Policy, ScriptedPolicy
from stuka_env.replay.run import ReplayRun, ending_of

PAR_WARS = 1_000
"""Wars of the same kind for par."""
LUCK_SHARE, CHANGE_SHARE = 0.4, 0.2
"""Shares of luck and of the changes of the value in the progress; the rest are the later lines."""


def ends_of_runs(war: FlownWar, own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the end of the run that begins at each decision: the last that differs from the script's own choice.

    A run ends with dice or with a line. At decisions where no run begins the end is NO_CANDIDATE.
    """
    breaks = np.union1d(decisions_before_dice(war), line_ends(war))
    ends = np.full(len(own), NO_CANDIDATE)
    for run in np.split(np.arange(len(own)), breaks + 1):
        differs = run[own[run] != NO_CANDIDATE]
        if len(differs):
            ends[differs[0]] = differs[-1]
    return ends


def measures_of(
    war: FlownWar, verdicts: Verdicts, path: WarPath, flyer: FutureFlyer, on_progress: Callable[[float], object]
) -> Measures:
    """Fly the futures of an account, and return the measures of the decisions."""
    budgets, kernels = war.game.budgets(war.flight.spec), flyer.kernels
    before_change, before_later = LUCK_SHARE, LUCK_SHARE + CHANGE_SHARE
    luck = flyer.measure(
        kernels.measure_luck,
        path,
        decisions_before_dice(war),
        budgets.luck,
        lambda share: on_progress(LUCK_SHARE * share),
    )
    change, later = no_estimates(len(path.taken)), no_estimates(len(path.taken))
    if not flyer.to_the_end:
        change = flyer.measure(
            kernels.measure_value_change,
            path,
            line_ends(war),
            budgets.change,
            lambda share: on_progress(before_change + CHANGE_SHARE * share),
        )
        later = flyer.measure(
            kernels.measure_later,
            path,
            np.flatnonzero(path.run_end != NO_CANDIDATE),
            budgets.later,
            lambda share: on_progress(before_later + (1 - before_later) * share),
        )
    return Measures(luck, Estimates(-verdicts.gain, verdicts.error), change, later)


def account_of(
    war: FlownWar,
    verdicts: Verdicts,
    own: NDArray[np.int64],
    *,
    flyer: FutureFlyer,
    script: ScriptedPolicy,
    on_progress: Callable[[float], object],
) -> Account | None:
    """Return the account of a finished war; None if it is not over, or has no par or no luck of its own.

    Args:
        war: the war.
        verdicts: the verdicts on its decisions.
        own: the script's own choices, ``(D,)``; NO_CANDIDATE where they were done.
        flyer: the flyer of futures.
        script: the reference script.
        on_progress: called with the share of the work that is done, from any thread.
    """
    if war.own_dice or war.begins_at_position or war.flight.ending.score is None:
        return None
    seeds = np.array([base_seed(REVIEW_WARS, 0, 0, number) for number in range(PAR_WARS)], np.uint64)
    scores = fly_wars(script, war.flight.spec, seeds).scores
    par, par_error = float(scores.mean()), float(scores.std() / PAR_WARS**0.5)
    budgets, firsts = war.game.budgets(war.flight.spec), first_decisions(war)
    score = float(war.flight.ending.score)
    futures = min(budgets.opening_lines // len(firsts), budgets.opening_futures)
    to_the_end = flyer.expect(firsts[:1], futures)[0]
    of_line = flyer.expect(firsts[:1], budgets.opening_futures, to_the_end=flyer.to_the_end)[0]
    opening = Opening(Estimate(*mean_and_error(to_the_end)), Estimate(*mean_and_error(of_line)))
    path = WarPath(read_only(war.actions), read_only(own), read_only(ends_of_runs(war, own)), score)
    measures = measures_of(war, verdicts, path, flyer, on_progress)
    common_luck = None if war.game.common_luck is None else war.game.common_luck(war)
    totals = totals_of(measures, opening.by_value, Estimate(par, par_error), score)
    parts = reconciliation(verdicts, Estimate(totals.later, totals.later_error))
    return Account(
        totals._replace(common_luck=common_luck, **parts._asdict()),
        line_accounts(war, measures, opening),
    )


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
        inputs, turn = brought_up_to_date(run.engine, inputs), turn + 1
    score = ending_of(run.engine).score
    assert score is not None
    return score
