"""The set of exercises: tested candidates whose bound holds, by theme, one of each war and as different as possible."""

import hashlib
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from agents.exercises.batches import TestedBatch
from agents.exercises.making import BatchKind, ExerciseMaking
from stuka_env.engine.engine import Engine
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.position import position_in
from stuka_env.position.exercises import Exercise, ExerciseChoice, ExerciseSet

SET_CONFIDENCE = 0.99
"""Probability that all bounds of the set hold."""
MOST_EASY = 40
"""Exercises of a theme that all scripts solve; more teach little."""
MOST_ABOVE_CHANCE = 0.05
"""Share of the exercises of a theme by which a reader who does not play may beat chance."""
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
        right: names of the scripts that take the best choice.
        theme: its theme, None for none.
        situation: a key of situations that are alike.
    """

    kind: BatchKind
    mat: Any
    war: int
    best: int
    choices: tuple[ExerciseChoice, ...]
    rollouts: int
    right: tuple[str, ...]
    theme: str | None
    situation: tuple[Any, ...]

    @property
    def others(self) -> list[ExerciseChoice]:
        """The choices beside the best one."""
        return [choice for choice in self.choices if choice.action != self.best]

    def bound(self, quantile: float) -> float:
        """Return the points by which the best choice beats every other one at least."""
        return min(-choice.difference - quantile * choice.error for choice in self.others)


def tested_in(making: ExerciseMaking, kind: BatchKind, batch: TestedBatch) -> list[MeasuredCandidate]:
    """Return the tested candidates of a batch."""
    tested = []
    for place, mat in enumerate(batch.mats):
        legal, best = np.flatnonzero(batch.masks[place]).tolist(), int(batch.best[place])
        choices = tuple(
            ExerciseChoice(action, float(batch.mean[place, action]), float(batch.error[place, action]))
            for action in legal
        )
        pairs = zip(making.answering_scripts, batch.answers[place].tolist(), strict=True)
        right = tuple(name for name, answer in pairs if answer == best)
        next_best = max((choice for choice in choices if choice.action != best), key=lambda one: one.difference).action
        one = MeasuredCandidate(
            kind,
            mat,
            int(batch.wars[place]),
            best,
            choices,
            int(batch.rollouts[place]),
            right,
            making.theme_of(mat, best, next_best),
            (kind.scale, *making.situation_of(mat, best), (len(right) + 1) // 3),
        )
        tested.append(one)
    return tested


def quantile_of(tests: int) -> float:
    """Return the standard errors of a bound: one-sided, with Bonferroni's correction for the number of tests."""
    return NormalDist().inv_cdf(1.0 - (1.0 - SET_CONFIDENCE) / tests)


def position_text(spec: AnyWarSpec, mat: Any) -> str:
    """Return the position of a mat of a war as text."""
    engine = Engine(1, spec)
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


def without_easy(ordered: Iterable[MeasuredCandidate], scripts: int) -> list[MeasuredCandidate]:
    """Return candidates in their order, at most :data:`MOST_EASY` of those that all scripts solve."""
    kept, easy = [], 0
    for one in ordered:
        easy += len(one.right) == scripts
        if len(one.right) < scripts or easy <= MOST_EASY:
            kept.append(one)
    return kept


def without_read(
    ordered: Iterable[MeasuredCandidate], chance_of: Callable[[MeasuredCandidate], float]
) -> list[MeasuredCandidate]:
    """Return candidates of which a reader who does not play solves few, in about their order.

    A candidate that he solves waits until others make up for it. So he has at most :data:`MOST_ABOVE_CHANCE` more than
    chance in every beginning of the list.

    Args:
        ordered: the candidates.
        chance_of: the chance that he solves one, from 0 to 1.
    """
    kept: list[MeasuredCandidate] = []
    waiting: deque[tuple[float, MeasuredCandidate]] = deque()
    reserve = 0.0
    for one in ordered:
        excess = chance_of(one) - 1 / len(one.choices) - MOST_ABOVE_CHANCE
        if excess > 0:
            waiting.append((excess, one))
            continue
        kept.append(one)
        reserve -= excess
        while waiting and waiting[0][0] <= reserve:
            spent, other = waiting.popleft()
            kept.append(other)
            reserve -= spent
    return kept


def shares(sizes: dict[str, int], total: int) -> dict[str, int]:
    """Return how many of each theme are taken: equal numbers; themes that lack some are filled from the others."""
    taken = dict.fromkeys(sizes, 0)
    while sum(taken.values()) < min(total, sum(sizes.values())):
        theme = min((name for name in sizes if taken[name] < sizes[name]), key=lambda name: taken[name])
        taken[theme] += 1
    return taken


def one_a_war(passed: Iterable[MeasuredCandidate], themes: Iterable[str]) -> dict[str, list[MeasuredCandidate]]:
    """Return candidates by theme, one of each war: that of the theme with the fewest candidates."""
    by_war: defaultdict[tuple[int, int], list[MeasuredCandidate]] = defaultdict(list)
    sizes: Counter[str | None] = Counter()
    for one in passed:
        by_war[one.kind.number, one.war].append(one)
        sizes[one.theme] += 1
    chosen: dict[str, list[MeasuredCandidate]] = {theme: [] for theme in themes}
    for war in by_war.values():
        one = min(war, key=lambda each: (sizes[each.theme], len(each.right)))
        assert one.theme is not None
        chosen[one.theme].append(one)
    return chosen


def passed_of(making: ExerciseMaking, tested: Sequence[MeasuredCandidate]) -> list[MeasuredCandidate]:
    """Return the tested candidates of a theme whose bound holds."""
    quantile = quantile_of(tests_of(tested))
    return [one for one in tested if one.theme is not None and one.bound(quantile) >= making.least_gap]


def tests_of(tested: Iterable[MeasuredCandidate]) -> int:
    """Return the number of comparisons of a best choice with another one."""
    return sum(len(one.others) for one in tested)


def exercise_set(
    making: ExerciseMaking, tested: Sequence[MeasuredCandidate], chance_to_read: Callable[[Exercise], float]
) -> ExerciseSet:
    """Return the set of exercises from all tested candidates.

    Args:
        making: the declarations of the game.
        tested: the candidates.
        chance_to_read: the chance that a reader who does not play solves an exercise, from 0 to 1.
    """
    tests = tests_of(tested)
    quantile = quantile_of(tests)
    by_theme = one_a_war(passed_of(making, tested), making.themes)
    scripts = len(making.answering_scripts)

    def chance_of(one: MeasuredCandidate) -> float:
        return chance_to_read(exercise_of(0, one, quantile))

    ordered = {
        theme: without_read(without_easy(alternate(ones), scripts), chance_of) for theme, ones in by_theme.items()
    }
    taken = shares({theme: len(ones) for theme, ones in ordered.items()}, making.size)
    chosen = [one for theme, ones in ordered.items() for one in ones[: taken[theme]]]
    exercises = tuple(exercise_of(number, one, quantile) for number, one in enumerate(chosen, 1))
    positions = "\n".join(exercise.position for exercise in exercises)
    return ExerciseSet(
        game=making.game,
        policy=making.rollout_script,
        seed=making.seed,
        unit=making.unit,
        points=making.least_gap,
        confidence=SET_CONFIDENCE,
        correction="Bonferroni",
        tested=len(tested),
        tests=tests,
        quantile=round(quantile, POINT_DIGITS),
        scripts=making.answering_scripts,
        themes=making.themes,
        charts_sha256=making.kinds[0].spec().charts.sha256,
        positions_sha256=hashlib.sha256(positions.encode()).hexdigest(),
        exercises=exercises,
    )


def exercise_of(number: int, one: MeasuredCandidate, quantile: float) -> Exercise:
    """Return a tested candidate as an exercise with a number."""
    assert one.theme is not None
    decisions = game_named(one.kind.game).envs.kinds.decisions
    return Exercise(
        number=number,
        theme=one.theme,
        position=position_text(one.kind.spec(), one.mat),
        decision=decisions(int(one.mat["cursor"]["decision"])).name,
        best=one.best,
        bound=round(one.bound(quantile), POINT_DIGITS),
        rollouts=one.rollouts,
        choices=tuple(
            ExerciseChoice(choice.action, round(choice.difference, POINT_DIGITS), round(choice.error, POINT_DIGITS))
            for choice in one.choices
        ),
        right=one.right,
    )
