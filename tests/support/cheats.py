"""Policies that cheat or fail, for the tests of policies that play apart. Each one that finds nothing is honest."""

import gc
import hashlib
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.isolated.sandbox import _mount
from agents.registry import RandomPolicy
from stuka_env.engine.engine import Engine
from stuka_env.flights import episodes
from stuka_env.games.stuka.codes import Act
from stuka_env.policy import PolicyInput

MARK = "mark-of-the-organiser"
"""A word in the arguments and the environment of another process."""
SECRET = bytes.fromhex("8e1f40b7d95c2a63f07714c8ab39e2d65b90017c4df3a86e")
SECRET_SHA256 = hashlib.sha256(SECRET).hexdigest()
"""The digest that an organiser publishes; no cheat knows more of the secret."""
RIGGED_SCORE = 200.0
LATE_ACTION = 7


class Honest:
    """The first legal action that does not give up."""

    name = "honest"

    def __init__(self) -> None:
        self.turns = 0

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.turns += 1
        wishes = inputs.masks.astype(float)
        wishes[:, [Act.NO_FLY, Act.ABORT]] *= 0.5
        actions[:] = wishes.argmax(axis=1)


class Noisy(RandomPolicy):
    """Random legal actions."""

    name = "noisy"


def frames() -> Iterator[dict[str, Any]]:
    """Yield the local variables of all callers."""
    frame = sys._getframe(1)
    while frame is not None:
        yield frame.f_locals
        frame = frame.f_back  # type: ignore[assignment]


def best_flights(seeds: NDArray[np.uint64], spec: Any, tries: int) -> NDArray[np.int64]:
    """Return the actions of the best of some random flights of each war, ``(turns, N)``."""
    flights = []
    for seed in range(tries):
        turns: list[NDArray[np.int64]] = []

        def witness(engine: Any, rows: slice, actions: Any, turns: list[NDArray[np.int64]] = turns) -> None:
            turns.extend([] if actions is None else [actions.copy()])

        flights.append((episodes.fly_wars(RandomPolicy(), spec, seeds, seed=seed, witness=witness).scores, turns))
    best = np.array([scores for scores, _ in flights]).argmax(axis=0)
    longest = max(len(turns) for _, turns in flights)
    plan = np.zeros((longest, len(seeds)), np.int64)
    for war, flight in enumerate(best):
        turns = flights[flight][1]
        plan[: len(turns), war] = [turn[war] for turn in turns]
    return plan


class Peeker(Honest):
    """It looks into its caller's frame for the wars, flies them first, and repeats the best flights."""

    name = "peeker"
    tries = 32

    def __init__(self) -> None:
        super().__init__()
        self.plan: NDArray[np.int64] | None = None
        self.turn = 0

    def wars(self) -> tuple[NDArray[np.uint64], Any] | None:
        for variables in frames():
            if "flown" in variables and "engine" in variables:
                return variables["flown"].seeds, variables["engine"].spec
        return None

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        super().act(inputs, actions)
        if self.plan is None and (wars := self.wars()) is not None:
            self.plan = best_flights(*wars, self.tries)
        if self.plan is not None:
            actions[:] = self.plan[self.turn]
            self.turn += 1


class Rehearser(Peeker):
    """It finds the wars among all objects of the process and flies 32 policies first."""

    name = "rehearser"

    def wars(self) -> tuple[NDArray[np.uint64], Any] | None:
        flights = [each for each in gc.get_objects() if type(each) is episodes.Flown and not each.finished.any()]
        engines = [each for each in gc.get_objects() if isinstance(each, Engine)]
        return (flights[-1].seeds, engines[-1].spec) if flights and len(flights[-1].seeds) > 1 else None


class Patcher(Honest):
    """It patches the flights so that they write its own score."""

    name = "patcher"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        super().act(inputs, actions)
        write = episodes.write_results

        def rigged(flown: episodes.Flown, engine: Any) -> None:
            write(flown, engine)
            flown.scores[:] = RIGGED_SCORE

        if write.__name__ != rigged.__name__:
            episodes.write_results = rigged


def is_secret(value: Any) -> bool:
    return isinstance(value, bytes) and hashlib.sha256(value).hexdigest() == SECRET_SHA256


class Copier(Honest):
    """It copies the secret from the variables of its callers and from all objects, and tells it."""

    name = "copier"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        super().act(inputs, actions)
        found = [value for variables in frames() for value in variables.values() if is_secret(value)]
        holders = (each for each in gc.get_objects() if isinstance(each, tuple) and len(each) < 20)
        if found or any(is_secret(value) for each in holders for value in each):
            raise RuntimeError(f"the secret is {SECRET.hex()}")


def search() -> list[str]:
    """Return where other processes and files tell something of the organiser."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        found.append("a process")
        for name in ("cmdline", "environ"):
            try:
                contents = (folder / name).read_bytes()
            except OSError:
                continue
            found += [name] * (MARK.encode() in contents)
        for name in ("fd", "mem"):
            try:
                opened = os.listdir(folder / name) if name == "fd" else os.open(folder / name, os.O_RDONLY)
            except OSError:
                continue
            found += [name] * bool(opened)
    found += ["environ"] * any(MARK in value for value in os.environ.values())
    for file in Path("/tmp").glob("organiser-*"):
        try:
            found += ["file"] * is_secret(file.read_bytes())
        except OSError:
            continue
    return sorted(set(found))


class Searcher(Honest):
    """It searches other processes and the disk, and has what it found as its name."""

    def __init__(self) -> None:
        super().__init__()
        self.name = f"searcher found {', '.join(search()) or 'nothing'}"


def reach_the_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.connect(("127.0.0.1", 9))


def write_a_file() -> None:
    Path(__file__).with_name("written-by-a-policy").write_text("")


def mount_a_folder() -> None:
    _mount("none", "/mnt", "tmpfs", 0)


class Escaper(Honest):
    """It tries what its process may not do, and has what it could do as its name."""

    def __init__(self) -> None:
        super().__init__()
        done = []
        for attempt in (reach_the_network, write_a_file, mount_a_folder):
            with suppress(OSError):
                attempt()
                done.append(attempt.__name__)
        self.name = f"escaper could {', '.join(done) or 'do nothing'} in {sorted(os.listdir('.'))}"


class Late(Honest):
    """It writes other actions when its turn has been over for a while."""

    name = "late"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        super().act(inputs, actions)

        def write() -> None:
            time.sleep(0.5)
            actions[:] = LATE_ACTION

        threading.Thread(target=write, daemon=True).start()


class Failing(Honest):
    """An honest policy that fails on its third turn."""

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        super().act(inputs, actions)
        if self.turns == 3:
            self.fail(actions)

    def fail(self, actions: NDArray[np.int64]) -> None: ...


class Dying(Failing):
    name = "dying"

    def fail(self, actions: NDArray[np.int64]) -> None:
        os._exit(3)


class Hanging(Failing):
    name = "hanging"

    def fail(self, actions: NDArray[np.int64]) -> None:
        time.sleep(600)


class Wild(Failing):
    name = "wild"

    def fail(self, actions: NDArray[np.int64]) -> None:
        actions[:] = 10_000


class Wrong(Failing):
    name = "wrong"

    def fail(self, actions: NDArray[np.int64]) -> None:
        raise KeyError("a mistake")
