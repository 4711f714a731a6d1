"""``evaluate.py --exercises``: policies answer the exercises of a game.

A score is the share of best answers, and the amount that the answers lose in the mean.
"""

import argparse
import csv
import io
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluate import RESULTS_FILE
from agents.evaluation.intervals import CONFIDENCE, Interval, SingleWar, estimate
from agents.evaluation.language_models import LanguageModel, model_settings
from agents.evaluation.options import OF_A_COMPARISON, single_policies, war_keys, writable_folder
from agents.evaluation.tables import aligned, as_mapping, bounds, json_text, numbered, short
from agents.evaluation.track_options import OF_AN_ENTRY, refuse_given
from agents.evaluation.trivial_answers import trivial_answers
from stuka_env import __version__
from stuka_env.compiling.philox import draw_noise
from stuka_env.flights.episodes import call_policy, policy_input
from stuka_env.io.arguments import one_of
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import printable
from stuka_env.policy import PolicyInput
from stuka_env.position.exercises import Exercise, ExerciseSet, exercise_env, games_with_exercises, load_exercises

PER_CENT = 100.0
SCORES_FORMAT = 1
"""Version of ``results.json`` of exercises."""
ANSWERS_CSV = "exercises.csv"
POLICY_SEED = 0
"""Seed of the policies' random numbers."""


class ThemeScore(NamedTuple):
    """Answers to the exercises of a theme, or of all.

    Attributes:
        exercises: number of exercises.
        best: share of best answers in per cent.
        loss: points that an answer loses in the mean.
    """

    exercises: int
    best: Interval | SingleWar
    loss: Interval | SingleWar


class ExerciseScore(NamedTuple):
    """A policy's answers.

    Attributes:
        policy: its name.
        illegal: number of illegal answers; each counts as the worst choice.
        all: the answers to all exercises.
        themes: the answers to the exercises of each theme.
    """

    policy: str
    illegal: int
    all: ThemeScore
    themes: dict[str, ThemeScore]


def exercise_inputs(exercises: Sequence[Exercise], seed: int) -> PolicyInput:
    """Return exercises as policies read them.

    Args:
        exercises: the N exercises.
        seed: seed of the policies' random numbers.
    """
    inputs = [_input_of(exercise) for exercise in exercises]
    noise = np.zeros(len(exercises), np.int64)
    draw_noise(np.array([exercise.number for exercise in exercises], np.int64), seed, 0, noise)
    observations, masks = (np.concatenate([one[place] for one in inputs]) for place in range(2))
    mats: Any = np.concatenate([one.snapshot for one in inputs])
    return PolicyInput(observations, masks, mats, inputs[0].charts, noise)


def _input_of(exercise: Exercise) -> PolicyInput:
    engine = exercise_env(exercise).unwrapped.engine  # type: ignore[attr-defined]
    view = engine.new_view()
    engine.show(view.buffers)
    return policy_input(engine, view)


def answers_of(policy: Any, exercises: ExerciseSet, inputs: PolicyInput) -> NDArray[np.int64]:
    """Return a policy's answers, ``(N,)``: of a language model in words, of others as actions.

    Raises:
        FlightError: the policy refuses or fails.
        EndpointError: the budget of a language model is used up, or its endpoint has failed.
    """
    if isinstance(policy, LanguageModel):
        return policy.in_exercises(exercises)
    actions = np.zeros(len(inputs.noise), np.int64)
    call_policy(policy, inputs, actions)
    return actions


def losses_of(exercises: Sequence[Exercise], answers: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the points that answers lose, ``(N,)``; an illegal answer loses as much as the worst choice."""
    losses = []
    for exercise, answer in zip(exercises, answers.tolist(), strict=True):
        known = {choice.action: -choice.difference for choice in exercise.choices}
        losses.append(known.get(answer, max(known.values())))
    return np.array(losses)


def score_of(policy: str, exercises: ExerciseSet, answers: NDArray[np.int64]) -> ExerciseScore:
    """Return the score of a policy's answers to all exercises of a set."""
    every, losses = exercises.exercises, losses_of(exercises.exercises, answers)
    is_best = np.array([exercise.best for exercise in every]) == answers
    is_legal = [
        answer in {choice.action for choice in exercise.choices}
        for exercise, answer in zip(every, answers.tolist(), strict=True)
    ]
    themes = np.array([exercise.theme for exercise in every])

    def of(which: NDArray[np.bool_]) -> ThemeScore:
        return ThemeScore(int(which.sum()), estimate(PER_CENT * is_best[which]), estimate(losses[which]))

    by_theme = {theme: of(themes == theme) for theme in exercises.themes if (themes == theme).any()}
    return ExerciseScore(policy, is_legal.count(False), of(np.ones(len(every), np.bool_)), by_theme)


def scores_of(exercises: ExerciseSet, answers: Mapping[str, NDArray[np.int64]]) -> list[ExerciseScore]:
    """Return the scores of answers by the names of their policies, and then those of readers that do not play."""
    every = {**answers, **trivial_answers(exercises)}
    return [score_of(name, exercises, actions) for name, actions in every.items()]


# --- tables ---


def score_table(scores: Sequence[ExerciseScore], exercises: ExerciseSet) -> str:
    """Return the tables for the screen."""
    digits = exercises.digits + 1
    rows: list[tuple[str, ...]] = [("", "best answers, %", "95 %", f"{exercises.unit} lost", "95 %")]
    for score in scores:
        rows.append((short(score.policy), *bounds(score.all.best, ""), *bounds(score.all.loss, "", digits)))
    sizes = scores[0].themes
    heads = [f"{exercises.themes[theme]} ({sizes[theme].exercises})" for theme in sizes]
    parts: list[tuple[str, ...]] = [("best answers, %", *heads)]
    lost: list[tuple[str, ...]] = [(f"{exercises.unit} lost", *heads)]
    for score in scores:
        parts.append((short(score.policy), *(f"{score.themes[theme].best.mean:.0f}" for theme in sizes)))
        lost.append((short(score.policy), *(f"{score.themes[theme].loss.mean:.{digits}f}" for theme in sizes)))
    warnings = [
        f"{short(score.policy)}: {numbered(score.illegal, 'illegal answer')}" for score in scores if score.illegal
    ]
    return "\n".join([*aligned(rows), "", *aligned(parts), "", *aligned(lost), *warnings])


def answers_csv(exercises: ExerciseSet, answers: Mapping[str, NDArray[np.int64]]) -> str:
    """Return every answer of every policy as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("policy", "exercise", "theme", "decision", "answer", "best", "loss"))
    for name, actions in answers.items():
        losses = losses_of(exercises.exercises, actions).round(3).tolist()
        for exercise, action, loss in zip(exercises.exercises, actions.tolist(), losses, strict=True):
            row = (name, exercise.number, exercise.theme, exercise.decision, action, exercise.best, loss)
            writer.writerow(row)
    return text.getvalue()


# --- the command ---


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Args:
        given: the parsed arguments.

    Raises:
        ValueError: an argument cannot be used; the message is one line.
    """
    others = (*war_keys(), *OF_A_COMPARISON, "track", "check", *OF_AN_ENTRY, "refly", "ray")
    refuse_given(given, others, "not allowed with --exercises")
    if given.resume:
        raise ValueError("--resume: not allowed with --exercises, which keeps the answers of language models anyway")
    one_of("exercises", given.exercises, games_with_exercises())
    policies = single_policies(given, given.exercises, "--exercises")
    output, exercises = writable_folder(given.output), load_exercises(given.exercises)
    print(f"{numbered(len(exercises.exercises), 'exercise')} of {exercises.game}", flush=True)
    inputs, answers = exercise_inputs(exercises.exercises, POLICY_SEED), {}
    for name, policy in policies.items():
        answers[name] = answers_of(policy, exercises, inputs)
        if not sys.stderr.isatty():
            print(f"{printable(name)}: answered", file=sys.stderr, flush=True)
    print("readers that do not play: answering", file=sys.stderr, flush=True)
    scores = scores_of(exercises, answers)
    contents = {
        "format": SCORES_FORMAT,
        "version": __version__,
        "command": given.command_line,
        "exercises": len(exercises.exercises),
        "continued_by": exercises.policy,
        "charts_sha256": exercises.charts_sha256,
        "intervals": f"bootstrap over the exercises, {CONFIDENCE:.0%}",
        **model_settings(policies.values()),
        "policies": [as_mapping(score) for score in scores],
    }
    rows = write_whole(output / ANSWERS_CSV, answers_csv(exercises, answers))
    figures = write_whole(output / RESULTS_FILE, json_text(contents))
    print(f"{score_table(scores, exercises)}\n\nwritten: {printable(figures)}, {printable(rows)}", flush=True)
    return 0
