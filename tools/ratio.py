"""How dear a decision is beside a fixed toy, so that the number means the same on every machine: ``make ratio``.

The toy is integer arithmetic over an array, compiled by Numba like the rules, and never changes. Both are measured in
processor time, turn about, on one thread; of each the fastest round counts, since whatever else runs only adds.
"""

import sys
import time

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import compiled
from tools.benchmark import ENV_ID, choose

WARS, STEPS, ROUNDS = 64, 200, 60
SWEEPS = 10
KNOWN = 3.1
"""Toy sweeps that a thousand decisions cost when this was last set."""
TOLERATED = 1.5
"""How much dearer a decision may be: machines differ in what they do well, and runs on a busy one by a fifth."""


@compiled
def toy(numbers: NDArray[np.uint64], sweeps: int) -> None:
    """Mix each number with one far away, so many times over: a megabyte, with branches, like the step of many wars."""
    mask = len(numbers) - 1
    for _ in range(sweeps):
        for place in range(len(numbers)):
            word = numbers[place] ^ numbers[(place * 40503 + 1) & mask]
            word ^= word << np.uint64(13)
            if word & np.uint64(64):
                word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
            numbers[place] = word


def ratio() -> float:
    """Sweeps of the toy that take as long as a thousand decisions; the first round warms up."""
    env = gymnasium.make_vec(ENV_ID, num_envs=WARS, vectorization_mode="vector_entry_point", num_threads=1, copy=False)
    _, infos = env.reset(seed=1)
    states = np.arange(1, WARS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    actions = np.zeros(WARS, np.int64)
    numbers = np.arange(1, 2**17 + 1, dtype=np.uint64)
    decisions, sweeps = [], []
    for _ in range(1 + ROUNDS):
        before = time.process_time()
        for _ in range(STEPS):
            choose(infos["action_mask"], states, actions)
            _, _, _, _, infos = env.step(actions)
        between = time.process_time()
        toy(numbers, SWEEPS)
        sweeps.append((time.process_time() - between) / SWEEPS)
        decisions.append((between - before) / (WARS * STEPS / 1000))
    env.close()
    return min(decisions[1:]) / min(sweeps[1:])


def main() -> int:
    """Measure and compare; the exit status."""
    found = ratio()
    allowed = KNOWN * TOLERATED
    print(f"a thousand decisions cost {found:.2f} sweeps of the toy; it was {KNOWN:.2f}, allowed is {allowed:.2f}")
    if found > allowed:
        print("ratio: decisions have become slower; find out why, or set KNOWN in tools/ratio.py anew", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
