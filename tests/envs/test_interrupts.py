"""Ctrl-C inside a step: nothing is cut in two, and nothing is lost."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from stuka_env.engine.interrupts import uninterrupted
from tests.support.places import ROOT

INTERRUPTS = 150
"""Of each kind of environment."""
SCRIPT = """
import hashlib, os, random, signal, sys, threading, time
import numpy as np
from tests.support.playing import make, make_vec

KIND, INTERRUPTS = sys.argv[1], int(sys.argv[2])
WARS = 1 if KIND == "single" else 192


def new():
    if KIND == "single":
        return make("Stuka/Operation-v0", journal=True)
    if KIND == "sb3":
        from stuka_env.envs.sb3 import StukaVecEnv
        env = StukaVecEnv("Stuka/Mission-v0", WARS, num_threads=2, copy=False)
        return env
    threads = 3 if KIND == "threads" else 1
    mode = "same_step" if KIND == "same_step" else "next_step"
    return make_vec("Stuka/Mission-v0", WARS, num_threads=threads, copy=KIND != "threads", autoreset_mode=mode)


def begin(env):
    \"\"\"What is seen after a reset, and the mask.\"\"\"
    if KIND == "sb3":
        env.seed(7)
        return (env.reset(),), env.masks
    seen, info = env.reset(seed=7)
    return (seen,), info["action_mask"]


def act(mask):
    \"\"\"Actions that the mask and nothing else decides.\"\"\"
    weights = np.arange(1, mask.shape[-1] + 1) * 7919 % 1009
    return (mask * weights).argmax(axis=-1)


def last(env):
    return (env.vector if KIND == "sb3" else env).last_step


def key(seen, mask):
    \"\"\"A digest of what a caller has after a step.\"\"\"
    return hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in (*seen, mask))).hexdigest()


def after(env):
    \"\"\"The last step as the environment kept it, and whether the environment agrees with it.\"\"\"
    seen, rewards, terminated, truncated, info = last(env)
    mask = info["action_mask"]
    assert (env.action_masks() == mask).all() if KIND != "sb3" else (env.masks == mask).all()
    return (seen, np.float32(rewards), terminated, truncated), mask


def step(env, mask):
    \"\"\"A step, and what it returned.\"\"\"
    if KIND == "sb3":
        env.step(act(mask))
        return after(env)
    seen, rewards, terminated, truncated, info = env.step(int(act(mask)) if KIND == "single" else act(mask))
    return (seen, np.float32(rewards), terminated, truncated), info["action_mask"]


def over(seen):
    return KIND == "single" and len(seen) > 1 and (seen[2] or seen[3])


# The same wars, not interrupted: what is seen after every step.
STEPS = 400 if KIND == "single" else 90
calm = new()
seen, mask = begin(calm)
reference = [key(seen, mask)]
started = time.perf_counter()
while len(reference) <= STEPS and not over(seen):
    seen, mask = step(calm, mask)
    reference.append(key(seen, mask))
usual = (time.perf_counter() - started) / len(reference)
places = {one: place for place, one in enumerate(reference)}
journal = calm.journal if KIND == "single" else None

env = new()
rng = random.Random(3)
recovered = interrupts = finished = 0
while interrupts < INTERRUPTS:
    seen, mask = begin(env)
    place = 0
    while place < len(reference) - 1:
        stop = threading.Thread(target=lambda: (time.sleep(rng.random() * 4 * usual), os.kill(os.getpid(), 2)))
        at = place
        try:
            stop.start()
            while place < len(reference) - 1:
                seen, mask = step(env, mask)
                place += 1
            stop.join()
            time.sleep(1)
        except KeyboardInterrupt:
            pass
        stop.join()
        interrupts += 1
        if last(env) is None:
            assert place == 0
            continue
        seen, mask = after(env)
        now = places[key(seen, mask)]  # a step that was cut in two is not there
        assert at <= now and place <= now <= place + 1, (at, place, now)
        recovered += now > place
        place = now
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finished += 1
    if KIND == "single":
        assert [str(one) for one in env.journal] == [str(one) for one in journal]
print(recovered, interrupts, finished)
"""


@pytest.mark.parametrize("kind", ["threads", "same_step", "single", "sb3"])
def test_a_step_is_taken_or_not_whenever_ctrl_c_comes(kind: str) -> None:
    if kind == "sb3":
        pytest.importorskip("stable_baselines3")
    command = [sys.executable, "-c", SCRIPT, kind, str(INTERRUPTS)]
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    recovered, interrupts, finished = map(int, run.stdout.split())
    assert recovered > 5, "steps whose arrays the caller did not get"
    assert interrupts >= INTERRUPTS and finished > 0


# --- the decorator ---

STORM = """
import os, random, signal, threading, time
from stuka_env.engine.interrupts import uninterrupted

class AlarmError(Exception):
    pass

def ring(number, frame):
    raise AlarmError

@uninterrupted
def work():
    global begun, ended
    begun += 1
    ended += 1

@uninterrupted
def outer():
    work()

signal.signal(signal.SIGALRM, ring)
rng = random.Random(1)
begun = ended = rounds = 0
while rounds < 1500:
    stop = threading.Thread(target=lambda: (time.sleep(rng.random() * 1e-4), os.kill(os.getpid(), signal.SIGINT)))
    try:
        stop.start()
        if rounds % 2:
            signal.setitimer(signal.ITIMER_REAL, 1e-5 + rng.random() * 1e-4)
        while True:
            outer()
    except (KeyboardInterrupt, AlarmError):
        pass
    while stop.is_alive():
        try:
            stop.join()
            time.sleep(1e-3)
        except (KeyboardInterrupt, AlarmError):
            pass
    try:
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(1e-4)
    except (KeyboardInterrupt, AlarmError):
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, rounds
    rounds += 1
print(begun - ended)
"""


def test_the_handler_is_put_back_whenever_signals_come() -> None:
    """Also when one comes while it is put back, and when another signal's handler raises just then."""
    run = subprocess.run([sys.executable, "-c", STORM], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr


@pytest.fixture
def done() -> list[str]:
    return []


def test_it_is_raised_when_the_function_has_returned(done: list[str]) -> None:
    @uninterrupted
    def work() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        done.append("all")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_inside_another_it_is_raised_by_the_outer_one(done: list[str]) -> None:
    @uninterrupted
    def inner() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append("inner")

    @uninterrupted
    def outer() -> None:
        inner()
        done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        outer()
    assert done == ["inner", "outer"]


def test_an_error_inside_is_not_lost_and_the_handler_is_put_back() -> None:
    @uninterrupted
    def work(is_interrupted: bool) -> None:
        if is_interrupted:
            signal.raise_signal(signal.SIGINT)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        work(False)
    with pytest.raises(KeyboardInterrupt) as stop:
        work(True)
    assert isinstance(stop.value.__context__, ValueError)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_of_somebody_else_is_called_afterwards(done: list[str]) -> None:
    @uninterrupted
    def work() -> str:
        signal.raise_signal(signal.SIGINT)
        done.append("work")
        return "result"

    def handle(number: int, frame: object) -> None:
        assert number == signal.SIGINT and frame is not None
        done.append("handler")

    before = signal.signal(signal.SIGINT, handle)
    try:
        assert work() == "result"
        assert signal.getsignal(signal.SIGINT) is handle
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == ["work", "handler"]


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        uninterrupted(lambda: signal.raise_signal(signal.SIGINT))()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_are_not_touched(done: list[str]) -> None:
    work = uninterrupted(lambda: done.append(str(signal.getsignal(signal.SIGINT) is signal.default_int_handler)))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["True"]


def test_another_signal_that_raises_leaves_the_handler_as_it_was() -> None:
    class AlarmError(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        raise AlarmError

    @uninterrupted
    def work() -> None:
        signal.raise_signal(signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, ring)
    try:
        for _ in range(100):
            with pytest.raises(AlarmError):
                work()
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGUSR1, before)
