"""``evaluate.py --exercises``: policies answer the exercises of the first game."""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from agents.evaluation.evaluate import RESULTS_FILE
from agents.evaluation.evaluated_game import PolicyGroup
from agents.evaluation.exercise_scores import (
    answers_csv,
    answers_of,
    exercise_inputs,
    score_of,
    score_table,
)
from agents.evaluation.intervals import CONFIDENCE
from agents.evaluation.language_models import model_settings
from agents.evaluation.options import make_policy_groups, writable_folder
from agents.evaluation.replayed_wars import ReplayedWars
from agents.evaluation.tables import as_mapping, json_text, numbered
from agents.evaluation.track_options import OF_AN_ENTRY, refuse_given
from agents.games.stuka.evaluation.options import DEFAULTS, policy_words
from stuka_env import __version__
from stuka_env.arguments import argument_error
from stuka_env.exercises import ExerciseSet, load_exercises
from stuka_env.files import write_whole
from stuka_env.quoting import printable

SCORES_FORMAT = 1
"""Version of ``results.json`` of exercises."""
ANSWERS_CSV = "exercises.csv"
POLICY_SEED = 0
"""Seed of the policies' random numbers."""


class ExerciseOptions(NamedTuple):
    """The checked arguments of ``--exercises``."""

    groups: list[PolicyGroup]
    output: Path
    command: str


def check_exercise_options(given: argparse.Namespace) -> ExerciseOptions:
    """Check the command line.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    others = (*DEFAULTS, "track", "check", *OF_AN_ENTRY, "refly", "ray")
    refuse_given(given, others, "not allowed with --exercises")
    if given.resume:
        raise ValueError("--resume: not allowed with --exercises, which keeps the answers of language models anyway")
    groups = make_policy_groups(policy_words(given))
    for group in groups:
        if len(group.members) > 1 or isinstance(group.members[0], ReplayedWars):
            raise argument_error("policies", group.name, "one policy for each name, and no replays, with --exercises")
    return ExerciseOptions(groups, writable_folder(given.output), given.command_line)


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Args:
        given: the parsed arguments.

    Raises:
        ValueError: an argument cannot be used; the message is one line.
    """
    options, exercises = check_exercise_options(given), load_exercises("stuka")
    print(f"{numbered(len(exercises.exercises), 'exercise')} of {exercises.game}", flush=True)
    answer_and_report(options, exercises)
    return 0


def answer_and_report(options: ExerciseOptions, exercises: ExerciseSet) -> None:
    """Let all policies answer, print the tables, and write the figures and every answer."""
    inputs, answers = exercise_inputs(exercises.exercises, POLICY_SEED), []
    for group in options.groups:
        answers.append(answers_of(group.members[0], exercises, inputs))
        if not sys.stderr.isatty():
            print(f"{printable(group.name)}: answered", file=sys.stderr, flush=True)
    pairs = zip(options.groups, answers, strict=True)
    scores = [score_of(group.name, exercises, actions) for group, actions in pairs]
    contents = {
        "format": SCORES_FORMAT,
        "version": __version__,
        "command": options.command,
        "exercises": len(exercises.exercises),
        "continued_by": exercises.policy,
        "charts_sha256": exercises.charts_sha256,
        "intervals": f"bootstrap over the exercises, {CONFIDENCE:.0%}",
        **model_settings(group.members[0] for group in options.groups),
        "policies": [as_mapping(score) for score in scores],
    }
    rows = write_whole(options.output / ANSWERS_CSV, answers_csv(options.groups, exercises, answers))
    figures = write_whole(options.output / RESULTS_FILE, json_text(contents))
    print(f"{score_table(scores, exercises)}\n\nwritten: {printable(figures)}, {printable(rows)}", flush=True)
