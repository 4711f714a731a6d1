"""The tables of docs/exercises.md: the set, its making, the scores of policies, and the repeated tests.

``python -m tools.exercises measure`` measures the figures. The parts of another game than the first begin
with its name.
"""

import math
from collections import Counter
from collections.abc import Mapping
from functools import partial
from statistics import median
from typing import Any

from agents.evaluation.intervals import span
from stuka_env.game import DEFAULT_GAME
from stuka_env.io.reading import MIB, read_json
from stuka_env.position import read_position
from stuka_env.position.exercises import ExerciseSet, games_with_exercises, load_exercises
from tools import DOCS
from tools.exercises import measures_file
from tools.generated import LEFT, RIGHT, Text, page_with, table

EXERCISES_PAGE = DOCS / "exercises.md"
MANY_RIGHT = 0.7
"""Share of the scripts that are right in an easy exercise."""


def theme_part(exercises: ExerciseSet) -> str:
    """Return the table of the themes."""
    rows = []
    for theme, title in exercises.themes.items():
        ones = exercises.of_themes([theme])
        decisions = Counter(one.decision for one in ones)
        named = ", ".join(f"`{name}` {count}" for name, count in decisions.most_common())
        easy = sum(len(one.right) >= many_right(exercises) for one in ones)
        hard = sum(len(one.right) <= 1 for one in ones)
        bound = f"{median(one.bound for one in ones):.{exercises.digits}f}" if ones else "-"
        rows.append((title, len(ones), named, bound, easy, hard))
    head = ("theme", "exercises", "decisions", "bound, median", "easy", "hard")
    words = (
        f"{len(exercises.exercises)} exercises. The bound is in {exercises.unit}. An exercise is easy if "
        f"{many_right(exercises)} or more of {len(exercises.scripts)} scripts find the best choice, and hard if one or "
        "none does."
    )
    return "\n".join([*table(head, rows, (LEFT, RIGHT, LEFT, RIGHT, RIGHT, RIGHT)), words])


def many_right(exercises: ExerciseSet) -> int:
    """Return the number of scripts that are right in an easy exercise."""
    return math.ceil(MANY_RIGHT * len(exercises.scripts))


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
            span(one["all"]["loss"], f".{exercises.digits + 1}f"),
            *(f"{one['themes'][theme]['best']['mean']:.0f}" for theme in themes),
        )
        for one in policies
    ]
    head = ("policy", "best answers, %", f"{exercises.unit} lost", *(exercises.themes[theme] for theme in themes))
    words = "The columns of the themes are best answers in per cent."
    return "\n".join([*table(head, rows, (LEFT, *[RIGHT] * (2 + len(themes)))), words])


def repeat_part(exercises: ExerciseSet, measures: Mapping[str, Any]) -> str:
    """Return the table of the repeated tests."""
    rows = [
        (f"`{one['script']}`", one["exercises"], one["leads"], one["leads_by_points"], one["refuted"])
        for one in measures["repeats"]
    ]
    least = "1 point" if exercises.points == 1 else f"{exercises.points:g} {exercises.unit}"
    head = (
        *("played on by", "exercises", "the best choice leads", f"by {least} or more"),
        "another is better, 99 %",
    )
    return "\n".join(table(head, rows, (LEFT, *[RIGHT] * 4))).rstrip("\n")


def page() -> str:
    """Return the page with its generated parts."""
    parts: dict[str, Text] = {}
    for game in games_with_exercises():
        exercises, measures = load_exercises(game), read_json(measures_file(game), MIB)
        head = "" if game == DEFAULT_GAME else f"{game}-"
        parts |= {
            f"{head}themes": partial(theme_part, exercises),
            f"{head}made": partial(made_part, exercises),
            f"{head}scores": partial(score_part, exercises, measures),
            f"{head}repeats": partial(repeat_part, exercises, measures),
        }
    return page_with(EXERCISES_PAGE, parts)


PAGES = {EXERCISES_PAGE: page}
