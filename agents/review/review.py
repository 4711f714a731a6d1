"""A review: everything that is said about a war that was flown, in words and for the watch page."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.planner.staffel_value import JUDGED, STAFFEL_VALUE, load_weights
from agents.registry import SCRIPTS, trained_agents
from agents.review.account import Account, account_of, score_in
from agents.review.flown_war import FlownWar
from agents.review.futures import FutureFlyer, new_comparisons
from agents.review.verdicts import GRADES, Verdict, Verdicts, alternatives, fly_futures, judge
from stuka_env.codes import Scale
from stuka_env.journal import wording
from stuka_env.journal.labels import label
from stuka_env.policy import Policy, ScriptedPolicy, import_object, load_policy
from stuka_env.watch.review import Loss, MissionExpectation, WarReview

REFERENCE = "old_hand"
"""The script that flies the clones, and whose score is par."""
AGENTS = {
    Scale.MISSION: "distilled-mission",
    Scale.OPERATION: "distilled-operation",
    Scale.CAMPAIGN: "distilled-campaign",
}
"""The trained agent that is asked as well, if it ships."""
FUTURES_SHARE = 0.9
"""Of what progress is told, what paired futures are; the account, which cannot be cut short, is the rest."""


class Review(NamedTuple):
    """What is said about a war."""

    war: FlownWar
    scores: dict[str, int]
    """Final scores of others in the same war."""
    verdicts: Verdicts
    account: Account | None
    pairs: int
    """Paired futures flown."""


def usual_policies(scale: int) -> list[str]:
    """Who is asked if nobody says otherwise."""
    agent = AGENTS.get(Scale(scale))
    return [REFERENCE, *([agent] if agent in trained_agents() else [])]


def review_war(
    war: FlownWar,
    names: Sequence[str],
    seconds: float,
    num_threads: int,
    progress: Callable[[float], object] = lambda share: None,
    stop: Callable[[], bool] = lambda: False,
) -> Review:
    """Look a war over.

    Args:
        war: the war.
        names: policies that fly the same war and say what else could have been done.
        seconds: how long paired futures are flown, about.
        num_threads: threads.
        progress: told the share of the work that is done, now and then, from any thread.
        stop: asks whether to make do with what has been flown.

    Raises:
        ValueError: there is no such policy, or one refuses; one line says why.
    """
    choose = import_object(SCRIPTS[REFERENCE])
    script, others = ScriptedPolicy(REFERENCE, choose), [load_policy(name) for name in names]
    scores = {} if war.own_dice else {policy.name: score_in(war, policy) for policy in others}
    advisers: list[Policy] = [script, *(policy for policy in others if policy.name != REFERENCE)]
    weights = load_weights(STAFFEL_VALUE)
    to_the_end = war.scenario.scale not in JUDGED
    flyer = FutureFlyer(choose, war.inputs, weights=weights, to_the_end=to_the_end, num_threads=num_threads)
    try:
        comparisons = new_comparisons(war.actions, alternatives(war.inputs, war.actions, advisers))
        fly_futures(flyer, comparisons, seconds, lambda share: progress(FUTURES_SHARE * share), stop)
        verdicts = judge(comparisons)
        account = account_of(
            war, verdicts, flyer, script, lambda share: progress(FUTURES_SHARE + (1 - FUTURES_SHARE) * share)
        )
        progress(1.0)
    finally:
        flyer.close()
    return Review(war, scores, verdicts, account, int(comparisons.pairs.sum()))


# --- in words ---


def signed(number: float) -> str:
    """With its sign, one place; a real minus is nobody's friend in a terminal."""
    return f"{number:+.1f}"


def action_words(war: FlownWar, decision: int, action: int) -> str:
    """An action as it was offered."""
    return label(action, war.inputs.mats[decision], war.charts.record)


def question_words(war: FlownWar, decision: int) -> str:
    """What was asked."""
    cursor = war.inputs.mats[decision]["cursor"]
    return wording.decision_words(int(cursor["decision"]), int(cursor["subject"]))


def loss_words(war: FlownWar, loss: Verdict) -> str:
    """A decision that cost something, in one line."""
    mission = int(war.inputs.mats[loss.decision]["war"]["mission_of_war"]) + 1
    return (
        f"mission {mission}, decision {loss.decision + 1} ({question_words(war, loss.decision)}): {loss.grade}, cost "
        f"{loss.cost:.2f} +- {loss.error:.2f}. Done: {action_words(war, loss.decision, loss.taken)}. Better: "
        f"{action_words(war, loss.decision, loss.better)}, in {loss.wins:,} of {loss.pairs:,} paired futures."
    )


def score_words(review: Review) -> str:
    """Who scored what in this war."""
    own = "not over" if review.war.ending.score is None else str(review.war.ending.score)
    return ", ".join([f"{review.war.name} {own}", *(f"{name} {score}" for name, score in review.scores.items())])


def account_words(account: Account) -> str:
    """Where the score came from."""
    return (
        f"{account.score:.0f}: par {account.par:.1f} +- {account.par_error:.1f} ({REFERENCE} in wars of this kind), "
        f"luck {signed(account.luck)} +- {account.luck_error:.1f}, decisions {signed(account.decisions)} +- "
        f"{account.decisions_error:.1f}, unexplained {signed(account.unexplained)}"
    )


def grade_words(grade: str, count: int) -> str:
    """So many decisions of a grade."""
    return f"{count} {grade}" if grade == "doubtful" else wording.plural(count, grade)


def losses_title(review: Review) -> str:
    """What was looked into, and how many decisions cost something."""
    verdicts = review.verdicts
    looked = f"{wording.plural(verdicts.tested, 'alternative')} looked into, {review.pairs:,} paired futures"
    counts = Counter(loss.grade for loss in verdicts.losses)
    found = ", ".join(grade_words(grade, counts[grade]) for grade in GRADES if counts[grade])
    return f"{looked}: {found or 'no decision is known to have cost anything'}"


# --- for the watch page ---


def for_the_page(review: Review) -> WarReview:
    """The marks, the curve and the sum."""
    account = review.account
    return WarReview(
        losses={
            loss.decision: Loss(
                loss.grade, round(loss.cost, 2), round(loss.error, 2), loss.better, loss.wins, loss.pairs
            )
            for loss in review.verdicts.losses
        },
        scores=review.scores,
        expected=[
            MissionExpectation(each.mission, *(round(number, 2) for number in each[2:]))
            for each in (account.missions if account else [])
        ],
        summary="" if account is None else account_words(account).replace("+-", "\N{PLUS-MINUS SIGN}"),
    )


def page_path(path: str | os.PathLike[str]) -> Path:
    """Where the page goes if nobody says otherwise: beside the war."""
    return Path(path).with_name(f"{Path(path).stem}-review.html")


def as_json(review: Review) -> dict[str, Any]:
    """The figures, for other programs."""
    account = review.account
    return {
        "war": review.war.name,
        "score": review.war.ending.score,
        "scores": review.scores,
        "losses": [loss._asdict() for loss in review.verdicts.losses],
        "tested": review.verdicts.tested,
        "pairs": review.pairs,
        "account": None
        if account is None
        else account._asdict() | {"missions": [each._asdict() for each in account.missions]},
    }
