"""Ctrl-C inside a step: nothing is cut in two, and nothing is lost."""

import itertools
import os
import subprocess
import sys

import pytest

from stuka_env.io.extras import is_installed
from tests.support.places import ROOT
from tests.support.samples import GAMES, SHORTEST
from tests.support.slow import slow

INTERRUPTS = 40
"""Interrupts of each environment; more where none of them came inside a step, as on a busy machine."""
SCRIPT = """
import hashlib, os, random, signal, sys, threading, time
import numpy as np
from tests.support.contract import make, make_vec

INTERRUPTS = int(sys.argv[1])


def new():
    if KIND == "single":
        return make(ENV_ID, journal=True)
    if KIND == "sb3":
        from stuka_env.envs.sb3 import StukaVecEnv
        env = StukaVecEnv(ENV_ID, WARS, num_threads=2, copy=False)
        return env
    threads = 3 if KIND == "threads" else 1
    mode = "same_step" if KIND == "same_step" else "next_step"
    return make_vec(ENV_ID, WARS, num_threads=threads, copy=KIND != "threads", autoreset_mode=mode)


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


for KIND, ENV_ID in (case.split("=") for case in sys.argv[2:]):
    WARS = 1 if KIND == "single" else 192

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
    while interrupts < INTERRUPTS or not recovered and interrupts < 20 * INTERRUPTS:
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


FIRST, *REST = GAMES
KINDS = ("threads", "same_step", *(["sb3"] if is_installed("stable_baselines3") else []))
MANY = zip(KINDS, itertools.cycle(SHORTEST), strict=False)


@pytest.mark.parametrize(
    "cases", [[*MANY, ("single", FIRST.ids[-1])], *(slow([("single", game.ids[-1])]) for game in REST)]
)
def test_a_step_is_taken_or_not_whenever_ctrl_c_comes(cases: list[tuple[str, str]]) -> None:
    """Several kinds and ids share the other process, whose start takes longest."""
    command = [sys.executable, "-c", SCRIPT, str(INTERRUPTS), *map("=".join, cases)]
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    for case, line in zip(cases, run.stdout.splitlines(), strict=True):
        recovered, interrupts, finished = map(int, line.split())
        assert recovered > 0, f"{case}: steps whose arrays the caller did not get"
        assert interrupts >= INTERRUPTS and finished > 0, case
