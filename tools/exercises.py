"""Make the exercises of a game, and measure policies and the exercises themselves.

``python -m tools.exercises make`` flies batches of wars from fixed seeds that no agent was trained on. Each batch is a
file in ``runs/exercises``. Then it chooses the set and writes it into the folder of the game. The same command
continues after an interrupt. ``--game`` names another game than the first.

``python -m tools.exercises measure`` lets policies answer the set, tests a part of it again with other dice and other
scripts, and writes ``docs/results/exercises.json``, or the file of the other game. ``make docs`` makes the tables.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from agents.evaluation.exercise_scores import answers_of, exercise_inputs, scores_of
from agents.evaluation.tables import as_mapping
from agents.evaluation.trivial_answers import chance_of_largest
from agents.exercises.batches import batch_in
from agents.exercises.collection import MeasuredCandidate, exercise_set, one_a_war, passed_of, tested_in
from agents.exercises.making import MAKING_ROOM, BatchKind, ExerciseMaking, making_of
from agents.exercises.repeats import repeat_tests
from agents.game_rooms import has_room
from agents.progress import progress_bar
from stuka_env.game import DEFAULT_GAME, game_names
from stuka_env.io.command_line import Interrupted, status_of
from stuka_env.io.files import write_whole
from stuka_env.policy import load_policy
from stuka_env.position.exercises import Exercise, exercises_path, exercises_text, load_exercises
from tools import ROOT

EXERCISES_FOLDER = ROOT / "runs" / "exercises"
RESULTS_FOLDER = ROOT / "docs" / "results"
MADE_GAMES = tuple(name for name in game_names() if has_room(name, MAKING_ROOM))
"""Games that declare the making of exercises."""
REPEATED_EVERY, REPEATED_ROLLOUTS = 4, 2_048
"""One exercise in so many is tested again, with so many rollouts of each choice."""
REFUTED_QUANTILE = 2.33
"""Standard errors by which another choice must be better to refute an exercise: 99 % for each comparison."""


def results_file(game: str, subject: str) -> Path:
    """Return the file of a game's figures about a subject, such as "exercises"."""
    folder = RESULTS_FOLDER if game == DEFAULT_GAME else RESULTS_FOLDER / game
    return folder / f"{subject}.json"


def measures_file(game: str) -> Path:
    """Return the file of the figures of a game's exercises."""
    return results_file(game, "exercises")


# --- making ---


def batch_file(kind: BatchKind) -> Path:
    """Return the file of a batch."""
    folder = EXERCISES_FOLDER if kind.game == DEFAULT_GAME else EXERCISES_FOLDER / kind.game
    return folder / f"{kind.number:03}.npz"


def make_file(kind: BatchKind) -> int:
    """Make the file of a batch if there is none, and return the number of its tested candidates."""
    return len(batch_in(batch_file(kind), making_of(kind.game), kind).wars)


def make_batches(making: ExerciseMaking, jobs: int) -> None:
    """Make the missing batches.

    Args:
        making: the declarations of the game.
        jobs: number of processes.
    """
    batch_file(making.kinds[0]).parent.mkdir(parents=True, exist_ok=True)
    make_file(making.kinds[0])  # compiles everything, so that the processes only load it
    bar = progress_bar(len(making.kinds), "batches", "batch")
    with ProcessPoolExecutor(jobs) as pool:
        for _ in pool.map(make_file, making.kinds):
            bar.update()
    bar.close()


def all_tested(making: ExerciseMaking) -> Iterator[MeasuredCandidate]:
    """Yield the tested candidates of all batches."""
    for kind in making.kinds:
        yield from tested_in(making, kind, batch_in(batch_file(kind), making, kind))


def make(making: ExerciseMaking, jobs: int) -> None:
    """Make the missing batches, and write the set."""
    make_batches(making, jobs)
    tested = list(all_tested(making))
    passed = passed_of(making, tested)
    exercises = exercise_set(making, tested, chance_of_largest)
    exercises_path(exercises.game).parent.mkdir(exist_ok=True)
    path = write_whole(exercises_path(exercises.game), exercises_text(exercises))
    for words, count in (
        ("tested", Counter(one.theme for one in tested)),
        ("certified", Counter(one.theme for one in passed)),
        ("of different wars", {theme: len(ones) for theme, ones in one_a_war(passed, making.themes).items()}),
        ("in the set", Counter(exercise.theme for exercise in exercises.exercises)),
    ):
        print(f"{words}: {sum(count.values())}, {dict(count)}")
    print(f"written: {path}")


# --- measures ---


def repeated(making: ExerciseMaking, exercises: tuple[Exercise, ...], script: str) -> dict[str, Any]:
    """Return how many exercises hold in tests that a script plays on."""
    tests = repeat_tests(making, exercises, script, rollouts=REPEATED_ROLLOUTS, seed=making.seed + 1)
    return {
        "script": script,
        "exercises": len(tests),
        "leads": sum(test.gap > 0 for test in tests),
        "leads_by_points": sum(test.gap >= making.least_gap for test in tests),
        "refuted": sum(test.is_refuted(REFUTED_QUANTILE) for test in tests),
    }


def measure(making: ExerciseMaking) -> None:
    """Measure policies and the exercises, and write the file of the figures."""
    game, policies, scripts = making.game, making.measured_policies, making.repeating_scripts
    exercises = load_exercises(game)
    inputs, answers = exercise_inputs(exercises.exercises, 0), {}
    bar = progress_bar(len(policies) + len(scripts), "measures", "measure")
    for name in policies:
        answers[name] = answers_of(load_policy(name, game), exercises, inputs)
        bar.update()
    repeats = []
    for script in scripts:
        repeats.append(repeated(making, exercises.exercises[::REPEATED_EVERY], script))
        bar.update()
    bar.close()
    digest = hashlib.sha256(exercises_path(game).read_bytes()).hexdigest()
    scores = [as_mapping(score) for score in scores_of(exercises, answers)]
    contents = {"exercises_sha256": digest, "rollouts": REPEATED_ROLLOUTS, "policies": scores, "repeats": repeats}
    measures_file(game).parent.mkdir(exist_ok=True)
    print(f"written: {write_whole(measures_file(game), json.dumps(contents, indent=1) + chr(10))}")


def main() -> int:
    """Run the command and return its exit status."""
    words = argparse.ArgumentParser(prog="python -m tools.exercises", description="Make or measure the exercises.")
    words.add_argument("work", choices=("make", "measure"))
    words.add_argument("--game", choices=MADE_GAMES, default=DEFAULT_GAME, help="the game (default: %(default)s)")
    words.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that make batches (default: 1)")
    given = words.parse_args()

    def work() -> int:
        making = making_of(given.game)
        try:
            make(making, given.jobs) if given.work == "make" else measure(making)
        except KeyboardInterrupt:
            raise Interrupted("the same command goes on") from None
        return 0

    return status_of("tools.exercises", work)


if __name__ == "__main__":
    sys.exit(main())
