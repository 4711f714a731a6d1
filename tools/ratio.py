"""Compare the time of a decision with that of a fixed toy program: ``make ratio``.

The ratio means the same on every machine. The toy is integer arithmetic over an array. Numba compiles it like the
rules, and it never changes. Both are measured alternately in processor time on one thread. The fastest round of each
counts, because other programs can only slow a round down.
"""

import sys
import time

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from tools.benchmark import ENV_ID, choose, first_states

WARS, STEPS, PAIRED_ROUNDS = 64, 200, 60
SWEEPS = 10
KNOWN = 3.1
"""Toy sweeps in the time of a thousand decisions, when this was last set."""
TOLERATED = 1.5
"""Largest allowed factor over :data:`KNOWN`. Processors differ, and runs on a busy machine differ by a fifth."""


@compiled
def toy(numbers: NDArray[np.uint64], sweeps: int) -> None:
    """Mix each number with a distant one, ``sweeps`` times over.

    Like the step of many wars, this works on a megabyte and has branches.
    """
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
    """Return the number of sweeps of the toy that take as long as a thousand decisions."""
    env = gymnasium.make_vec(ENV_ID, num_envs=WARS, vectorization_mode="vector_entry_point", num_threads=1, copy=False)
    _, infos = env.reset(seed=1)
    states, actions = first_states(WARS), np.zeros(WARS, np.int64)
    numbers = np.arange(1, 2**17 + 1, dtype=np.uint64)
    decisions, sweeps = [], []
    for _ in range(1 + PAIRED_ROUNDS):
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
    """Measure the ratio and compare it with the allowed one. Return the exit status."""
    measured = ratio()
    allowed = KNOWN * TOLERATED
    print(f"a thousand decisions take {measured:.2f} sweeps of the toy; known is {KNOWN:.2f}, allowed is {allowed:.2f}")
    if measured > allowed:
        print(
            "ratio: decisions have become slower; find the reason, or change KNOWN in tools/ratio.py", file=sys.stderr
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
