"""Make the exercises of the first game, and measure policies and the exercises themselves.

``python -m tools.exercises make`` flies batches of wars from fixed seeds that no agent was trained on. Each batch is a
file in ``runs/exercises``. Then it chooses the set and writes it into the folder of the game. The same command
continues after an interrupt.

``python -m tools.exercises measure`` lets policies answer the set, tests a part of it again with other dice and other
scripts, and writes ``docs/results/exercises.json``. ``python -m tools.exercises_doc`` makes the tables.
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

from agents.evaluation.exercise_scores import answers_of, exercise_inputs, score_of
from agents.evaluation.tables import as_mapping
from agents.games.stuka.exercises.batches import LEAST_GAP, batch_in, batch_kinds
from agents.games.stuka.exercises.candidates import BatchKind
from agents.games.stuka.exercises.collection import MeasuredCandidate, exercise_set, one_a_war, quantile_of, tested_in
from agents.games.stuka.exercises.repeats import repeat_tests
from agents.progress import progress_bar
from stuka_env.command_line import Interrupted, status_of
from stuka_env.exercises import Exercise, exercises_path, exercises_text, load_exercises
from stuka_env.files import write_whole
from stuka_env.policy import load_policy
from tools import ROOT

EXERCISES_FOLDER = ROOT / "runs" / "exercises"
EXERCISES_SEED = 19411207
"""Seed of the wars and of all dice."""
MEASURES_FILE = ROOT / "docs" / "results" / "exercises.json"
MEASURED_POLICIES = (
    *("old_hand", "champion", "doctrine", "bold", "kette", "cautious", "lone_wolf", "random_flyer", "random"),
    *("distilled", "distilled-mission", "distilled-operation", "distilled-campaign", "planner@256"),
)
"""Policies in the table of the page."""
REPEATING_SCRIPTS = ("old_hand", "champion", "doctrine", "kette")
"""Scripts that play the rollouts of repeated tests on; the first is that of the exercises."""
REPEATED_EVERY, REPEATED_ROLLOUTS = 4, 2_048
"""One exercise in so many is tested again, with so many rollouts of each choice."""
REPEATED_SEED = EXERCISES_SEED + 1
REFUTED_QUANTILE = 2.33
"""Standard errors by which another choice must be better to refute an exercise: 99 % for each comparison."""


# --- making ---


def batch_file(folder: Path, kind: BatchKind) -> Path:
    """Return the file of a batch."""
    return folder / f"{kind.number:03}.npz"


def make_file(folder: Path, kind: BatchKind) -> int:
    """Make the file of a batch if there is none, and return the number of its tested candidates."""
    return len(batch_in(batch_file(folder, kind), kind, EXERCISES_SEED).wars)


def make_batches(folder: Path, jobs: int) -> None:
    """Make the missing batches.

    Args:
        folder: folder of the files.
        jobs: number of processes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kinds = list(batch_kinds())
    make_file(folder, kinds[0])  # compiles everything, so that the processes only load it
    bar = progress_bar(len(kinds), "batches", "batch")
    with ProcessPoolExecutor(jobs) as pool:
        for _ in pool.map(make_file, [folder] * len(kinds), kinds):
            bar.update()
    bar.close()


def all_tested(folder: Path) -> Iterator[MeasuredCandidate]:
    """Yield the tested candidates of all batches."""
    for kind in batch_kinds():
        yield from tested_in(kind, batch_in(batch_file(folder, kind), kind, EXERCISES_SEED))


def make(jobs: int) -> None:
    """Make the missing batches, and write the set."""
    make_batches(EXERCISES_FOLDER, jobs)
    tested = list(all_tested(EXERCISES_FOLDER))
    quantile = quantile_of(sum(len(one.others) for one in tested))
    passed = [one for one in tested if one.bound(quantile) >= LEAST_GAP]
    exercises = exercise_set(tested, EXERCISES_SEED)
    path = write_whole(exercises_path(exercises.game), exercises_text(exercises))
    for words, count in (
        ("tested", Counter(one.theme for one in tested)),
        ("certified", Counter(one.theme for one in passed)),
        ("of different wars", {theme: len(ones) for theme, ones in one_a_war(passed).items()}),
        ("in the set", Counter(exercise.theme for exercise in exercises.exercises)),
    ):
        print(f"{words}: {sum(count.values())}, {dict(count)}")
    print(f"written: {path}")


# --- measures ---


def repeated(exercises: tuple[Exercise, ...], script: str) -> dict[str, Any]:
    """Return how many exercises hold in tests that a script plays on."""
    tests = repeat_tests(exercises, script, rollouts=REPEATED_ROLLOUTS, seed=REPEATED_SEED)
    return {
        "script": script,
        "exercises": len(tests),
        "leads": sum(test.gap > 0 for test in tests),
        "leads_by_points": sum(test.gap >= LEAST_GAP for test in tests),
        "refuted": sum(test.is_refuted(REFUTED_QUANTILE) for test in tests),
    }


def measure() -> None:
    """Measure policies and the exercises, and write the file of the figures."""
    exercises = load_exercises("stuka")
    inputs, scores = exercise_inputs(exercises.exercises, 0), []
    bar = progress_bar(len(MEASURED_POLICIES) + len(REPEATING_SCRIPTS), "measures", "measure")
    for name in MEASURED_POLICIES:
        scores.append(as_mapping(score_of(name, exercises, answers_of(load_policy(name, "stuka"), exercises, inputs))))
        bar.update()
    repeats = []
    for script in REPEATING_SCRIPTS:
        repeats.append(repeated(exercises.exercises[::REPEATED_EVERY], script))
        bar.update()
    bar.close()
    digest = hashlib.sha256(exercises_path("stuka").read_bytes()).hexdigest()
    contents = {"exercises_sha256": digest, "rollouts": REPEATED_ROLLOUTS, "policies": scores, "repeats": repeats}
    print(f"written: {write_whole(MEASURES_FILE, json.dumps(contents, indent=1) + chr(10))}")


def main() -> int:
    """Run the command and return its exit status."""
    words = argparse.ArgumentParser(prog="python -m tools.exercises", description="Make or measure the exercises.")
    words.add_argument("work", choices=("make", "measure"))
    words.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that make batches (default: 1)")
    given = words.parse_args()

    def work() -> int:
        try:
            make(given.jobs) if given.work == "make" else measure()
        except KeyboardInterrupt:
            raise Interrupted("the same command goes on") from None
        return 0

    return status_of("tools.exercises", work)


if __name__ == "__main__":
    sys.exit(main())
