"""The seeds of a run: one after the other in this process, or side by side in separate processes.

``python -m agents.training.jobs RUN_FOLDER SEED`` is such a process; ``train.py --jobs`` starts them.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents.progress import progress_bar
from agents.training.config import Config
from agents.training.run_folder import is_finished, open_run, seed_folder
from agents.training.run_log import LINES, read_lines
from agents.training.trainer import STOPPING, Stopped, Trainer, TrainingListener
from stuka_env.io.command_line import INTERRUPTED, REFUSED, FailedError
from stuka_env.io.quoting import printable

POLL_SECONDS = 0.5
"""Seconds between two checks of the processes."""


# --- progress bars ---


def show(bar: Any, steps: int) -> None:
    """Move a bar to ``steps``; steps before a resume do not count for the speed."""
    if bar.n == 0 and steps:
        bar.initial = steps
        bar.n = steps
        bar.refresh()
    else:
        bar.update(steps - bar.n)


def listener_of(bar: Any) -> TrainingListener:
    """Return a listener that moves the bar and prints messages above it."""
    return TrainingListener(lambda steps: show(bar, steps), lambda text: tqdm.write(text))


# --- seeds ---


def train_here(config: Config, run: Path, seeds: list[int]) -> None:
    """Train one seed after the other in this process.

    Raises:
        Stopped: The user has stopped the training.
    """
    for seed in seeds:
        with progress_bar(config.total_steps, f"seed {seed}", "dec") as bar:
            trainer = Trainer(config, seed, seed_folder(run, seed), listener_of(bar))
            show(bar, trainer.learner.steps)
            trainer.run()


class Job:
    """A seed in a separate process, in a session of its own so that Ctrl-C does not reach it directly."""

    def __init__(self, run: Path, seed: int, total: int, place: int) -> None:
        words = [sys.executable, "-m", "agents.training.jobs", str(run), str(seed)]
        self.process = subprocess.Popen(words, start_new_session=True)
        self.log = seed_folder(run, seed) / LINES
        self.seed = seed
        self.place = place
        self.bar = progress_bar(total, f"seed {seed}", "dec", place)
        self._total = total

    def poll(self) -> int | None:
        """Move the bar, and return the exit status, or None while the process runs."""
        lines = read_lines(self.log)
        if lines:
            show(self.bar, min(lines[-1]["steps"], self._total))
        status = self.process.poll()
        if status is not None:
            self.bar.close()
        return status


def train_side_by_side(config: Config, run: Path, seeds: list[int], jobs: int) -> None:
    """Train seeds in separate processes, ``jobs`` at a time.

    Raises:
        Stopped: The user has stopped the training, and every process has written a checkpoint.
        FailedError: A process has failed; the others have trained to the end.
    """
    waiting, running, failed = list(seeds), list[Job](), list[int]()
    places = list(range(jobs))
    try:
        while waiting or running:
            while waiting and places:
                running.append(Job(run, waiting.pop(0), config.total_steps, places.pop(0)))
            time.sleep(POLL_SECONDS)
            for job in running.copy():
                status = job.poll()
                if status is not None:
                    running.remove(job)
                    places.append(job.place)
                    failed += [job.seed] * (status != 0)
    except KeyboardInterrupt:
        stop_all(running)
        raise Stopped from None
    if failed:
        raise FailedError(f"seeds {', '.join(map(str, failed))} have not come to their end")


def stop_all(running: list[Job]) -> None:
    """Let every process write a checkpoint and end; a second Ctrl-C kills them."""
    print(f"\n{STOPPING}", file=sys.stderr, flush=True)
    for job in running:
        job.bar.close()
        job.process.send_signal(signal.SIGINT)
    try:
        for job in running:
            job.process.wait()
    except KeyboardInterrupt:
        for job in running:
            job.process.kill()


def train_all(config: Config, run: Path, jobs: int) -> None:
    """Train every seed that is not finished."""
    seeds = [seed for seed in config.seeds if not is_finished(run, seed)]
    if jobs == 1:
        train_here(config, run, seeds)
    else:
        train_side_by_side(config, run, seeds, jobs)


def main(run: Path, seed: int) -> int:
    """Train one seed and return the exit status; progress is written to the log of the seed only."""
    quiet = TrainingListener(lambda steps: None, lambda text: None)
    try:
        Trainer(open_run(run), seed, seed_folder(run, seed), quiet).run()
    except (Stopped, KeyboardInterrupt):
        return INTERRUPTED
    except (ValueError, OSError) as error:
        print(f"train.py: seed {seed}: {printable(error)}", file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
