"""Several seeds of a run, one after the other or side by side."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from agents.training.config import Config
from agents.training.folders import finished, seed_folder
from agents.training.log import LINES, read_lines
from agents.training.progress import bar_of, show, watcher_of
from agents.training.stopping import Stopped
from agents.training.training import Training

LOOK_EVERY = 0.5
"""Seconds between two looks at processes side by side."""


class FailedError(Exception):
    """A process has not come to its end."""


def train_here(config: Config, run: Path, seeds: list[int]) -> None:
    """One seed after the other, in this process.

    Raises:
        Stopped: somebody asked for it.
    """
    for seed in seeds:
        with bar_of(config.total_steps, seed) as bar:
            training = Training(config, seed, seed_folder(run, seed), watcher_of(bar))
            show(bar, training.learner.steps)
            training.run()


class Job:
    """A seed in a process of its own; Ctrl-C in the terminal reaches it only through us, once."""

    def __init__(self, run: Path, seed: int, total: int, place: int) -> None:
        words = [sys.executable, "-m", "agents.training.worker", str(run), str(seed)]
        self.process = subprocess.Popen(words, start_new_session=True)
        self.log = seed_folder(run, seed) / LINES
        self.seed = seed
        self.place = place
        self.bar = bar_of(total, seed, place)
        self._total = total

    def look(self) -> int | None:
        """Move the bar; the exit status, once there is one."""
        lines = read_lines(self.log)
        if lines:
            show(self.bar, min(lines[-1]["steps"], self._total))
        status = self.process.poll()
        if status is not None:
            self.bar.close()
        return status


def train_side_by_side(config: Config, run: Path, seeds: list[int], jobs: int) -> None:
    """Seeds in processes of their own, ``jobs`` at a time.

    Raises:
        Stopped: somebody asked for it; every process has saved where it stood.
        FailedError: a process has failed; the others went on to their end.
    """
    waiting, running, failed = list(seeds), list[Job](), list[int]()
    places = list(range(jobs))
    try:
        while waiting or running:
            while waiting and places:
                running.append(Job(run, waiting.pop(0), config.total_steps, places.pop(0)))
            time.sleep(LOOK_EVERY)
            for job in running.copy():
                status = job.look()
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
    """Let every process save where it stands; a second Ctrl-C does not wait."""
    print("\ntrain.py: stopping after this update; Ctrl-C again stops at once", file=sys.stderr, flush=True)
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
    seeds = [seed for seed in config.seeds if not finished(run, seed)]
    if jobs == 1:
        train_here(config, run, seeds)
    else:
        train_side_by_side(config, run, seeds, jobs)
