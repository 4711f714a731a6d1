"""The review of a war, as JSON and for the watch page; :mod:`agents.review.words` has it in words."""

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.futures.comparisons import new_comparisons
from agents.futures.kernels import kernels_of
from agents.review.account import Account, in_tenths
from agents.review.flown_account import PAR_WARS, account_of, score_in
from agents.review.flown_war import FlownWar
from agents.review.flyer import FutureFlyer
from agents.review.parts import ReviewParts
from agents.review.verdicts import (
    OWN_CHOICE,
    Verdict,
    Verdicts,
    alternatives,
    fly_futures,
    judge,
    sum_error,
    verdicts_of,
    with_costs,
)
from stuka_env.charts.bank import BANK_PREFIX
from stuka_env.compiling.compilation import compile_all
from stuka_env.policy import Policy, ScriptedPolicy, load_policy
from stuka_env.watch.review import Habit, Loss, MissionExpectation, WarAccount, WarReview


def habits_of(game: ReviewParts, mats: Any, losses: Sequence[Verdict]) -> list[Habit]:
    """Return the marked decisions of a war grouped by their mistakes, the most expensive group first.

    Args:
        game: the parts of the game.
        mats: the mat of every decision of the war.
        losses: the marked decisions.
    """
    groups: defaultdict[str, list[Verdict]] = defaultdict(list)
    for loss in sorted(losses, key=lambda loss: -loss.cost):
        groups[game.mistake_title(mats[loss.decision], loss.taken, loss.better)].append(loss)
    habits = [
        Habit(
            title,
            [loss.decision for loss in group],
            sum(loss.cost for loss in group),
            sum_error(group),
        )
        for title, group in groups.items()
    ]
    return sorted(habits, key=lambda habit: -habit.cost)


DECISIONS_SHARE, RACE_SHARE = 0.9, 0.9
"""Share of the decisions in the progress, and share of the race of the alternatives in that of the decisions."""


class Review(NamedTuple):
    """The results of a review."""

    war: FlownWar
    scores: dict[str, int]
    """Final scores of other policies in the same war, by name."""
    verdicts: Verdicts
    habits: list[Habit]
    account: Account | None
    pairs: int
    """Paired futures flown."""


def load_policies(names: Sequence[str], war: FlownWar) -> list[Policy]:
    """Return policies of the game of a war, by name.

    Raises:
        ValueError: a policy is unknown.
    """
    policies = [load_policy(name, war.flight.game.name) for name in names]
    if (war.flight.charts.folder or "").startswith(BANK_PREFIX):
        for policy in policies:
            if hasattr(policy, "allow_any_charts"):
                policy.allow_any_charts()
    return policies


def new_flyer(war: FlownWar, script: ScriptedPolicy, num_threads: int) -> FutureFlyer:
    """Return a flyer of futures of a war that a script flies on.

    The kernel of the paired futures is compiled here, so that the time of their flight does not count it.
    """
    futures, spec = war.game.futures, war.flight.spec
    compile_all((kernels_of(futures).compare_futures,))
    return FutureFlyer(
        script.choose,
        war.inputs,
        futures=futures,
        spec=spec,
        to_the_end=not war.game.has_value(spec),
        num_threads=num_threads,
    )


class JudgedWar(NamedTuple):
    """The decisions of a war, compared with alternatives."""

    verdicts: Verdicts
    own: NDArray[np.int64]
    """``(D,)``: the script's own choices; NO_CANDIDATE where they were done, or as good."""
    pairs: int
    """Paired futures flown."""


def verdicts_on(
    war: FlownWar,
    flyer: FutureFlyer,
    advisers: Sequence[Policy],
    *,
    seconds: float,
    on_progress: Callable[[float], object] = lambda share: None,
) -> JudgedWar:
    """Return the verdicts on the decisions of a war.

    Args:
        war: the war.
        flyer: the flyer of its futures.
        advisers: policies that suggest alternatives, the reference script first.
        seconds: approximate time for the paired futures.
        on_progress: called with the share of the work that is done, from any thread.
    """
    game, budgets = war.game, war.game.budgets(war.flight.spec)
    recurs = game.recurs(war.inputs.snapshot)
    candidates = alternatives(game, war.inputs, war.actions, advisers)
    comparisons, own = (new_comparisons(war.actions, columns) for columns in (candidates, candidates[:, :1].copy()))
    fly_futures(
        flyer,
        comparisons,
        own,
        budget=budgets.own,
        recurs=recurs,
        seconds=seconds,
        on_progress=lambda share: on_progress(RACE_SHARE * share),
    )
    losses = with_costs(
        flyer,
        judge(comparisons),
        war.actions,
        budgets.ends,
        lambda share: on_progress(RACE_SHARE + (1 - RACE_SHARE) * share),
    )
    verdicts = verdicts_of(comparisons, own, losses, recurs)
    return JudgedWar(verdicts, candidates[:, OWN_CHOICE].copy(), int(comparisons.pairs.sum()))


def review_war(
    war: FlownWar,
    names: Sequence[str],
    *,
    seconds: float,
    num_threads: int,
    on_progress: Callable[[float], object] = lambda share: None,
) -> Review:
    """Return the review of a war.

    Args:
        war: the war.
        names: policies that fly the same war and suggest alternatives.
        seconds: approximate time for the paired futures.
        num_threads: number of threads.
        on_progress: called with the share of the work that is done, from any thread.

    Raises:
        ValueError: a policy is unknown or refuses the war.
    """
    game = war.game
    script, others = ScriptedPolicy(game.reference, game.choose), load_policies(names, war)
    scores = {} if war.own_dice else {policy.name: score_in(war, policy) for policy in others}
    flyer = new_flyer(war, script, num_threads)
    try:
        verdicts, own, pairs = verdicts_on(
            war,
            flyer,
            [script, *(policy for policy in others if policy.name != game.reference)],
            seconds=seconds,
            on_progress=lambda share: on_progress(DECISIONS_SHARE * share),
        )
        account = account_of(
            war,
            verdicts,
            own,
            flyer=flyer,
            script=script,
            on_progress=lambda share: on_progress(DECISIONS_SHARE + (1 - DECISIONS_SHARE) * share),
        )
        on_progress(1.0)
    finally:
        flyer.close()
    return Review(war, scores, verdicts, habits_of(game, war.inputs.snapshot, verdicts.losses), account, pairs)


# --- for the watch page ---


def account_words(game: ReviewParts, account: WarAccount) -> str:
    """Return the account in one line, for a reference script and the kind of the episodes, in plural."""
    return (
        f"{account.score:.0f}: par {account.par:.1f} +- {account.par_error:.1f} ({game.reference} in {game.words.kind} "
        f"of this kind), luck {account.luck:+.1f} +- {account.luck_error:.1f}, decisions {account.decisions:+.1f} +- "
        f"{account.decisions_error:.1f}, unexplained {account.unexplained:+.1f} +- {account.unexplained_error:.1f}"
    )


def for_the_page(review: Review) -> WarReview:
    """Return the review as the watch page shows it."""
    account, game = review.account, review.war.game
    totals = None if account is None else in_tenths(account.totals)
    return WarReview(
        losses={
            loss.decision: Loss(
                loss.grade,
                round(loss.cost, 2),
                round(loss.error, 2),
                loss.better,
                loss.num_better,
                loss.num_worse,
                loss.num_pairs,
            )
            for loss in review.verdicts.losses
        },
        scores=review.scores,
        expected=[
            MissionExpectation(each.mission, *(round(number, 2) for number in each[2:]))
            for each in (account.lines if account else [])
        ],
        summary="" if totals is None else account_words(game, totals).replace("+-", "\N{PLUS-MINUS SIGN}"),
        account=totals,
        habits=[habit._replace(cost=round(habit.cost, 2), error=round(habit.error, 2)) for habit in review.habits],
        reference=game.reference,
        par_note=f"mean score of {game.reference} in {PAR_WARS:,} other {game.words.kind} of this kind",
    )


def page_path(path: str | os.PathLike[str]) -> Path:
    """Return the default path of the page, beside the war's file."""
    return Path(path).parent / f"{Path(path).stem}-review.html"


def as_json(review: Review) -> dict[str, Any]:
    """Return the figures as JSON objects."""
    account = review.account
    return {
        "war": review.war.name,
        "score": review.war.flight.ending.score,
        "scores": review.scores,
        "losses": [loss._asdict() for loss in review.verdicts.losses],
        "tested": review.verdicts.tested,
        "pairs": review.pairs,
        "account": None
        if account is None
        else account.totals._asdict() | {"missions": [each._asdict() for each in account.lines]},
        "habits": [habit._asdict() for habit in review.habits],
    }
