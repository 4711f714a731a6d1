"""The tables of docs/exercises.md: the set, its making, the scores of policies, and the repeated tests.

``python -m tools.exercises measure`` measures the figures.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from statistics import median
from typing import Any

from agents.evaluation.intervals import span
from agents.games.stuka.exercises.batches import LEAST_GAP
from stuka_env.exercises import ExerciseSet, load_exercises
from stuka_env.position import read_position
from stuka_env.reading import MIB, read_json
from tools import DOCS
from tools.exercises import MEASURES_FILE
from tools.generated import LEFT, RIGHT, page_with, table

EXERCISES_PAGE = DOCS / "exercises.md"
MANY_RIGHT = 5
"""Scripts that are right in an easy exercise."""


def theme_part(exercises: ExerciseSet) -> str:
    """Return the table of the themes."""
    rows = []
    for theme, title in exercises.themes.items():
        ones = exercises.of_themes([theme])
        decisions = Counter(one.decision for one in ones)
        named = ", ".join(f"`{name}` {count}" for name, count in decisions.most_common())
        easy, hard = (sum(condition(len(one.right)) for one in ones) for condition in (_is_easy, _is_hard))
        bound = f"{median(one.bound for one in ones):.1f}" if ones else "-"
        rows.append((title, len(ones), named, bound, easy, hard))
    head = ("theme", "exercises", "decisions", "bound, median", "easy", "hard")
    words = (
        f"{len(exercises.exercises)} exercises. The bound is in points. An exercise is easy if {MANY_RIGHT} or more of "
        f"{len(exercises.scripts)} scripts find the best choice, and hard if one or none does."
    )
    return "\n".join([*table(head, rows, (LEFT, RIGHT, LEFT, RIGHT, RIGHT, RIGHT)), words])


def _is_easy(right: int) -> bool:
    return right >= MANY_RIGHT


def _is_hard(right: int) -> bool:
    return right <= 1


def made_part(exercises: ExerciseSet) -> str:
    """Return the figures of the making."""
    rollouts = [one.rollouts for one in exercises.exercises]
    wars = Counter(read_position(one.position).env for one in exercises.exercises)
    rows = [
        ("positions tested", f"{exercises.tested:,}"),
        ("comparisons in these tests", f"{exercises.tests:,}"),
        ("standard errors between a difference and its bound", f"{exercises.quantile:.2f}"),
        ("rollouts of each choice", f"{min(rollouts):,} to {max(rollouts):,}"),
        *((f"exercises in `{env}`", count) for env, count in wars.most_common()),
    ]
    return "\n".join(table(("figure", "value"), rows, (LEFT, RIGHT))).rstrip("\n")


def score_part(exercises: ExerciseSet, measures: Mapping[str, Any]) -> str:
    """Return the table of the policies, the best first."""
    policies = sorted(measures["policies"], key=lambda one: float(one["all"]["loss"]["mean"]))
    themes = list(policies[0]["themes"])
    rows = [
        (
            f"`{one['policy']}`",
            span(one["all"]["best"]),
            span(one["all"]["loss"], ".2f"),
            *(f"{one['themes'][theme]['best']['mean']:.0f}" for theme in themes),
        )
        for one in policies
    ]
    head = ("policy", "best answers, %", "points lost", *(exercises.themes[theme] for theme in themes))
    words = "The columns of the themes are best answers in per cent."
    return "\n".join([*table(head, rows, (LEFT, *[RIGHT] * (2 + len(themes)))), words])


def repeat_part(measures: Mapping[str, Any]) -> str:
    """Return the table of the repeated tests."""
    rows = [
        (f"`{one['script']}`", one["exercises"], one["leads"], one["leads_by_points"], one["refuted"])
        for one in measures["repeats"]
    ]
    head = (
        *("played on by", "exercises", "the best choice leads", f"by {LEAST_GAP:g} point or more"),
        "another is better, 99 %",
    )
    return "\n".join(table(head, rows, (LEFT, *[RIGHT] * 4))).rstrip("\n")


def page() -> str:
    """Return the page with its generated parts."""
    exercises, measures = load_exercises("stuka"), read_json(MEASURES_FILE, MIB)
    parts = {
        "themes": partial(theme_part, exercises),
        "made": partial(made_part, exercises),
        "scores": partial(score_part, exercises, measures),
        "repeats": partial(repeat_part, measures),
    }
    return page_with(EXERCISES_PAGE, parts)


PAGES = {EXERCISES_PAGE: page}
