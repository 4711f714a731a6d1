"""The set of exercises: tested candidates whose bound holds, by theme, one of each war and as different as possible."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from agents.games.stuka.exercises.batches import (
    ANSWERING_SCRIPTS,
    LEAST_GAP,
    ROLLOUT_SCRIPT,
    TestedBatch,
)
from agents.games.stuka.exercises.candidates import BatchKind
from stuka_env.engine.engine import Engine
from stuka_env.exercises import Exercise, ExerciseChoice, ExerciseSet
from stuka_env.games.stuka.actions import verb_of
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Act, Decision
from stuka_env.position import position_in

THEMES = {
    "gamble": "Rudel Gamble",
    "send_home": "Send home",
    "special_bomb": "Special bomb",
    "promotion": "Promotion",
    "relief": "Stress relief",
}
"""Titles of the themes."""
THEMES_OF: Mapping[Decision | Act, str] = {
    Decision.SPECIAL: "special_bomb",
    Decision.CARRIER: "special_bomb",
    Decision.PROMOTE: "promotion",
    Decision.RELIEF: "relief",
    Decision.EVENT: "relief",
    Decision.TURN_BACK: "send_home",
    Act.RELIEVE: "relief",
    Act.GAMBLE: "gamble",
    Act.SEND_HOME: "send_home",
    Act.ABORT: "send_home",
}
"""Themes of decisions and verbs. The other verbs have none of their own."""
SET_CONFIDENCE = 0.99
"""Probability that all bounds of the set hold."""
EXERCISES = 500
"""Number of exercises."""
MOST_EASY = 40
"""Exercises of a theme that all scripts solve; more teach little."""
POINT_DIGITS = 3
"""Decimal places of points in the file."""


class MeasuredCandidate(NamedTuple):
    """A tested candidate.

    Attributes:
        kind: its batch.
        mat: its mat.
        war: number of its war in the batch.
        best: the best choice.
        choices: the legal actions, with their differences and errors.
        rollouts: rollouts of each choice.
        answers: actions of the scripts.
    """

    kind: BatchKind
    mat: Any
    war: int
    best: int
    choices: tuple[ExerciseChoice, ...]
    rollouts: int
    answers: tuple[int, ...]

    @property
    def others(self) -> list[ExerciseChoice]:
        """The choices beside the best one."""
        return [choice for choice in self.choices if choice.action != self.best]

    @property
    def right(self) -> tuple[str, ...]:
        """Names of the scripts that take the best choice."""
        pairs = zip(ANSWERING_SCRIPTS, self.answers, strict=True)
        return tuple(name for name, answer in pairs if answer == self.best)

    @property
    def theme(self) -> str:
        """The theme: that of the decision, of the best choice's verb, or of the next best choice's verb."""
        decision = Decision(int(self.mat["cursor"]["decision"]))
        next_best = max(self.others, key=lambda choice: choice.difference).action
        keys = (decision, verb_of(self.best), verb_of(next_best))
        return next(THEMES_OF[key] for key in keys if key in THEMES_OF)

    def bound(self, quantile: float) -> float:
        """Return the points by which the best choice beats every other one at least."""
        return min(-choice.difference - quantile * choice.error for choice in self.others)

    @property
    def situation(self) -> tuple[Any, ...]:
        """A key of situations that are alike: the war, the best verb, and the share of scripts that are right."""
        operation = int(self.mat["war"]["operation"])
        return self.kind.scale, operation, verb_of(self.best), (len(self.right) + 1) // 3


def tested_in(kind: BatchKind, batch: TestedBatch) -> list[MeasuredCandidate]:
    """Return the tested candidates of a batch."""
    tested = []
    for place, mat in enumerate(batch.mats):
        legal = np.flatnonzero(batch.masks[place]).tolist()
        choices = tuple(
            ExerciseChoice(action, float(batch.mean[place, action]), float(batch.error[place, action]))
            for action in legal
        )
        numbers = (int(batch.wars[place]), int(batch.best[place]), choices, int(batch.rollouts[place]))
        tested.append(MeasuredCandidate(kind, mat, *numbers, tuple(batch.answers[place].tolist())))
    return tested


def quantile_of(tests: int) -> float:
    """Return the standard errors of a bound: one-sided, with Bonferroni's correction for the number of tests."""
    return NormalDist().inv_cdf(1.0 - (1.0 - SET_CONFIDENCE) / tests)


def position_text(kind: BatchKind, mat: Any) -> str:
    """Return the position of a mat of a batch as text."""
    engine = Engine(1, kind.spec())
    engine.reset(engine.new_view().buffers, [0])
    engine.wars.mats[0] = mat
    return position_in(engine)


# --- the choice of the set ---


def alternate(tested: Sequence[MeasuredCandidate]) -> list[MeasuredCandidate]:
    """Return candidates in an order that goes round the situations, so that every beginning is varied."""
    groups: defaultdict[tuple[Any, ...], list[MeasuredCandidate]] = defaultdict(list)
    for one in tested:
        groups[one.situation].append(one)
    ordered = []
    for turn in range(max(map(len, groups.values()), default=0)):
        ordered += [groups[key][turn] for key in sorted(groups) if turn < len(groups[key])]
    return ordered


def without_easy(ordered: Iterable[MeasuredCandidate]) -> list[MeasuredCandidate]:
    """Return candidates in their order, at most :data:`MOST_EASY` of those that all scripts solve."""
    kept, easy = [], 0
    for one in ordered:
        easy += len(one.right) == len(ANSWERING_SCRIPTS)
        if len(one.right) < len(ANSWERING_SCRIPTS) or easy <= MOST_EASY:
            kept.append(one)
    return kept


def shares(sizes: dict[str, int], total: int) -> dict[str, int]:
    """Return how many of each theme are taken: equal numbers; themes that lack some are filled from the others."""
    taken = dict.fromkeys(sizes, 0)
    while sum(taken.values()) < min(total, sum(sizes.values())):
        theme = min((name for name in sizes if taken[name] < sizes[name]), key=lambda name: taken[name])
        taken[theme] += 1
    return taken


def one_a_war(passed: Iterable[MeasuredCandidate]) -> dict[str, list[MeasuredCandidate]]:
    """Return candidates by theme, one of each war: that of the theme with the fewest candidates."""
    by_war: defaultdict[tuple[int, int], list[MeasuredCandidate]] = defaultdict(list)
    sizes: Counter[str] = Counter()
    for one in passed:
        by_war[one.kind.number, one.war].append(one)
        sizes[one.theme] += 1
    chosen: dict[str, list[MeasuredCandidate]] = {theme: [] for theme in THEMES}
    for war in by_war.values():
        one = min(war, key=lambda each: (sizes[each.theme], len(each.right)))
        chosen[one.theme].append(one)
    return chosen


def exercise_set(tested: Sequence[MeasuredCandidate], seed: int) -> ExerciseSet:
    """Return the set of exercises.

    Args:
        tested: all tested candidates.
        seed: seed of the exercises.
    """
    tests = sum(len(one.others) for one in tested)
    quantile = quantile_of(tests)
    by_theme = one_a_war(one for one in tested if one.bound(quantile) >= LEAST_GAP)
    ordered = {theme: without_easy(alternate(ones)) for theme, ones in by_theme.items()}
    taken = shares({theme: len(ones) for theme, ones in ordered.items()}, EXERCISES)
    chosen = [one for theme, ones in ordered.items() for one in ones[: taken[theme]]]
    return ExerciseSet(
        game="stuka",
        policy=ROLLOUT_SCRIPT,
        seed=seed,
        points=LEAST_GAP,
        confidence=SET_CONFIDENCE,
        correction="Bonferroni",
        tested=len(tested),
        tests=tests,
        quantile=round(quantile, POINT_DIGITS),
        scripts=ANSWERING_SCRIPTS,
        themes=THEMES,
        charts_sha256=load_charts().sha256,
        exercises=tuple(exercise_of(number, one, quantile) for number, one in enumerate(chosen, 1)),
    )


def exercise_of(number: int, one: MeasuredCandidate, quantile: float) -> Exercise:
    """Return a tested candidate as an exercise with a number."""
    return Exercise(
        number=number,
        theme=one.theme,
        position=position_text(one.kind, one.mat),
        decision=Decision(int(one.mat["cursor"]["decision"])).name,
        best=one.best,
        bound=round(one.bound(quantile), POINT_DIGITS),
        rollouts=one.rollouts,
        choices=tuple(
            ExerciseChoice(choice.action, round(choice.difference, POINT_DIGITS), round(choice.error, POINT_DIGITS))
            for choice in one.choices
        ),
        right=one.right,
    )
