"""The explanation of an exercise after its answer: the figures, the odds of the charts, and the reason of a policy."""

from typing import NamedTuple

from stuka_env.declared.codes import sentence
from stuka_env.io.quoting import printable
from stuka_env.play.advice import Answer, Opinion
from stuka_env.play.war import War
from stuka_env.position.exercises import Exercise, ExerciseSet


class Explanation(NamedTuple):
    """The words after an answer.

    Attributes:
        verdict: whether the answer is the best one, in one line.
        is_right: whether it is.
        sections: title and lines of each section.
    """

    verdict: str
    is_right: bool
    sections: list[tuple[str, list[str]]]


def explain(exercise: Exercise, war: War, action: int, *, exercises: ExerciseSet, advice: Answer | None) -> Explanation:
    """Return the explanation of an exercise.

    Args:
        exercise: the exercise.
        war: the war at its position.
        action: the answer.
        exercises: all exercises.
        advice: the opinion of the policy that plays on; None while it is computed, or if it is not installed.
    """
    lost, labels = exercise.loss(action), {index: label.partition(" (")[0] for index, label in war.legal}
    best = labels[exercise.best]
    loses = f"loses {lost:.{exercises.digits}f} {exercises.unit}"
    verdict = f"Right: {best}." if lost == 0 else f"Not the best: {labels[action]} {loses}. Best: {best}."
    sections = [
        (f"What {exercises.policy} does", policy_lines(exercise, labels, advice)),
        ("The odds of the charts", odds_lines(war)),
        ("The figures", figure_lines(exercises, exercise, labels, action)),
    ]
    return Explanation(verdict, lost == 0, [(title, lines) for title, lines in sections if lines])


def figure_lines(exercises: ExerciseSet, exercise: Exercise, labels: dict[int, str], action: int) -> list[str]:
    """Return each choice with its difference to the best one, the best first, and the origin of the figures."""
    lines, digits, unit = [], exercises.digits, exercises.unit
    for choice in sorted(exercise.choices, key=lambda one: -one.difference):
        figure = (
            "the best"
            if choice.action == exercise.best
            else f"{choice.difference:+.{digits + 1}f} ± {choice.error:.{digits + 1}f} {unit}"
        )
        lines.append(f"{labels[choice.action]}: {figure}{' (yours)' if choice.action == action else ''}.")
    lines.append(
        f"{unit.capitalize()} of the score: means over {exercise.rollouts:,} pairs of futures with the same dice, "
        f"which {exercises.policy} plays on. The best choice is better by {exercise.bound:.{digits}f} {unit} at least; "
        f"this holds with {100 * exercises.confidence:.0f} % confidence for all exercises together."
    )
    others = [name for name in exercises.scripts if name not in exercise.right]
    lines.append(
        f"Scripts that choose it: {', '.join(exercise.right) or 'none'}; that do not: {', '.join(others) or 'none'}."
    )
    return lines


def odds_lines(war: War) -> list[str]:
    """Return the legal actions whose odds the charts give, each with its odds."""
    labels = dict(war.legal)
    odds = war.parts.game.envs.odds(war.engine, labels)
    return [f"{labels[action]}: {words}." for action, words in odds.items()]


def policy_lines(exercise: Exercise, labels: dict[int, str], advice: Answer | None) -> list[str]:
    """Return the choice of the policy that continued, with its reason; none if it is unknown."""
    if advice is None or advice.opinion is None:
        return []
    choice, reason = advice.opinion.choice, printable(advice.opinion.reason)
    lines = [f"{labels.get(choice, 'Something that is not legal')}.", sentence(reason) if reason else ""]
    if choice != exercise.best:
        lines.append("The futures say otherwise.")
    return [line for line in lines if line]


def figures_as_opinion(exercises: ExerciseSet, exercise: Exercise) -> Opinion:
    """Return the figures of an exercise as an opinion: the best choice, and what the others are worth beside it."""
    worth = {choice.action: choice.difference for choice in exercise.choices}
    errors = {choice.action: choice.error for choice in exercise.choices if round(choice.error, exercises.digits) > 0}
    return Opinion(exercise.best, {}, worth, None, errors, unit=exercises.unit, digits=exercises.digits)
