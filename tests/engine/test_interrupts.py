"""The decorator that lets Ctrl-C wait until a function has returned."""

import signal
import subprocess
import sys
import threading

import pytest

from stuka_env.engine.interrupts import uninterrupted
from tests.support.places import ROOT

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


@pytest.mark.slow
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
