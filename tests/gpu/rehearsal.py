"""Play wars in Numba's simulator of a GPU beside the CPU, and compare every array.

::

    python -m tests.gpu.rehearsal ID ID ...

``NUMBA_ENABLE_CUDASIM=1`` must be set.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.registration import import_games

WARS, STEPS, SEED = 5, 200, 7
ILLEGAL_NOW_AND_THEN = 0.02


def same(of_cpu: Any, of_device: Any, rows: Any = slice(None)) -> None:
    """Fail if arrays differ, or cannot be shared by DLPack; a dict is compared by the keys that the device has."""
    if isinstance(of_device, dict):
        for key, array in of_device.items():
            same(of_cpu[key], array, rows)
    else:
        np.testing.assert_array_equal(of_cpu[rows], np.from_dlpack(of_device)[rows])


def chosen(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return random legal actions, and action 0 now and then."""
    actions = [rng.choice(np.flatnonzero(mask)) if rng.random() > ILLEGAL_NOW_AND_THEN else 0 for mask in masks]
    return np.array(actions, np.int64)


def rehearse(env_id: str, **arguments: Any) -> int:
    """Play on both, and return the number of episodes that ended."""
    given: dict[str, Any] = {"vectorization_mode": "vector_entry_point", **arguments}
    cpu, device = gymnasium.make_vec(env_id, WARS, **given), gymnasium.make_vec(env_id, WARS, device="cuda", **given)
    own: Any = cpu.unwrapped
    simulated: Any = device.unwrapped
    same(cpu.reset(seed=SEED)[0], device.reset(seed=SEED)[0])
    rng, ended = np.random.default_rng(SEED), 0
    for _ in range(STEPS):
        same(own.action_masks(), simulated.action_masks() != 0)
        actions = chosen(own.action_masks(), rng)
        of_cpu, of_device = cpu.step(actions), device.step(actions)
        for one, other in zip(of_cpu[:4], of_device[:4], strict=True):
            same(one, other)
        over = of_cpu[2] | of_cpu[3]
        infos = dict(of_device[4])
        if over.any() and "final_obs" in infos:
            same(of_cpu[4]["final_obs"], infos["final_obs"], over)
        for name in ("final_obs", "result", "_result"):
            infos.pop(name, None)
        same(of_cpu[4], infos)
        ended += int(over.sum())
        if arguments.get("autoreset_mode") == "disabled" and over.any():
            same(cpu.reset(options={"reset_mask": over})[0], device.reset(options={"reset_mask": over})[0])
    assert simulated.to_cpu(WARS - 1).get_state() == own.get_state(WARS - 1)
    return ended


def main() -> int:
    """Rehearse ids in every mode and form, and print how many episodes ended."""
    import_games()
    for env_id in sys.argv[1:]:
        for arguments in (
            {"autoreset_mode": "next_step", "observation": "compact"},
            {"autoreset_mode": "same_step", "mask_in_observation": True},
            {"autoreset_mode": "disabled"},
        ):
            print(env_id, arguments["autoreset_mode"], rehearse(env_id, **arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main())
