"""Threads of a vector in a forked process, and after it is closed."""

import os
import signal
import sys
import time
from collections.abc import Callable

import gymnasium
import pytest

from stuka_env.engine.interrupts import WorkerThreads

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning"),  # Python 3.12 warns of every such fork
]
WAIT = 60
"""Seconds after which a child hangs."""


def in_a_child(work: Callable[[], bytes]) -> bytes:
    """Return what ``work`` returns in a forked process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            os.write(write, work())
        finally:
            os._exit(0)
    os.close(write)
    end = time.monotonic() + WAIT
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the child hangs")
        time.sleep(0.01)
    with os.fdopen(read, "rb") as file:
        return file.read()


def stepped(env: gymnasium.vector.VectorEnv, steps: int) -> bytes:
    """Step every war some times with its first legal action; return the last observations and rewards."""
    for _ in range(steps):
        observations, rewards, *_ = env.step(env.unwrapped.action_masks().argmax(axis=1))  # type: ignore[attr-defined]
    return bytes(observations.tobytes() + rewards.tobytes())


def test_a_threaded_vector_that_has_stepped_goes_on_in_a_forked_process() -> None:
    env = gymnasium.make_vec("Stuka/Mission-v0", 4, vectorization_mode="vector_entry_point", num_threads=3)
    env.reset(seed=1)
    stepped(env, 3)

    def in_child() -> bytes:
        last = stepped(env, 3)
        env.close()
        return last

    there = in_a_child(in_child)
    assert there == stepped(env, 3), "the parent's threads are still there"
    env.close()


def test_a_child_may_close_what_its_parent_opened() -> None:
    threads = WorkerThreads(2, "test")
    assert threads.pool.submit(os.getpid).result() == os.getpid()
    threads.pool.submit(time.sleep, 0.2)

    def in_child() -> bytes:
        threads.close()
        return str(threads.pool.submit(os.getpid).result() == os.getpid()).encode()

    assert in_a_child(in_child) == b"True"
    threads.close()
