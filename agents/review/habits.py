"""Habits: the marked decisions of a war with the same mistake, whose title the game gives."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from agents.review.parts import ReviewParts
from agents.review.verdicts import Verdict, sum_error
from stuka_env.watch.review import Habit


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
