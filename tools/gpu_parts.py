"""The parts of :mod:`tools.gpu_check`: a process does a part of a game, and appends a line for each result.

Under ``NUMBA_ENABLE_CUDASIM=1`` the simulator of Numba takes the place of the GPU.
"""

import argparse
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numba import cuda, types
from numba.cuda.cudadrv.driver import CudaAPIError
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled_with, copy_with, signature_of
from stuka_env.envs.vector import make_wars
from stuka_env.game import game_named
from stuka_env.gpu.device_code import IS_SIMULATED, Capability, KernelSource, in_simulator
from stuka_env.gpu.kernel import (
    FAULTS,
    NUM_TOTALS,
    current_capability,
    kernel_around,
    machine_code,
    step_kernel,
    to_kernel,
)
from stuka_env.gpu.memory import download, upload, view
from stuka_env.gpu.vector import THREADS, check_device
from stuka_env.io.command_line import FailedError, Interrupted, status_of
from stuka_env.io.files import append_line
from stuka_env.registration import game_names
from tools import ROOT, benchmark
from tools.benchmark import choose_any, first_states
from tools.gpu_audit import needs_of
from tools.gpu_check import RESULT_LINES, read_rows

KERNEL_FILE, CHOICE_FILE = Path(__file__), Path(benchmark.__file__)
"""Files of the kernels of this module."""
COMPARED_SEED = 7


# --- results ---


class CheckSizes(NamedTuple):
    """Numbers of a check."""

    decisions: int
    """Decisions of each id and mode that are compared."""
    wars: int
    """Wars that are compared side by side."""
    speeds: tuple[int, ...]
    """Numbers of wars whose speed is measured."""
    seconds: float
    """Shortest measurement."""
    learned: int
    """Decisions of the training."""


FULL_SIZES = CheckSizes(1_000_000, 4_096, (1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576), 2.0, 100_000_000)
QUICK_SIZES = CheckSizes(1_000, 5, (32,), 0.05, 2_048)
"""CheckSizes of a rehearsal."""


class Results:
    """The results so far, in a file that several processes may append to.

    Args:
        folder: the folder of the file.
        part: the part that is done.
        game: the game.
    """

    def __init__(self, folder: Path, part: str, game: str) -> None:
        self.folder, self.part, self.game = folder, part, game
        self.card = card()

    def measure(self, what: str, figures: Callable[[], dict[str, Any]]) -> None:
        """Append the figures of a measurement, unless there are some."""
        row = {"card": self.card, "part": self.part, "game": self.game, "what": what}
        if not any(row.items() <= {**old, "figures": None}.items() for old in read_rows(self.folder / RESULT_LINES)):
            append_line(self.folder / RESULT_LINES, json.dumps(row | {"figures": figures()}))


@cache
def card() -> str:
    """Return the name of the GPU."""
    if IS_SIMULATED:
        return "simulator"
    if not cuda.is_available():
        return "no GPU"
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


# --- compile ---


def compile_kernels(results: Results, sizes: CheckSizes, options: argparse.Namespace) -> None:
    """Compile the kernels of the other parts."""
    for make in (step_kernel, masks_kernel, choice_kernel, touch_kernel):
        kernel = make(results.game)
        results.measure(f"{kernel.name} {options.capability or ''}".strip(), partial(compile_kernel, kernel, options))


def compile_kernel(kernel: KernelSource, options: argparse.Namespace) -> dict[str, Any]:
    """Return what a kernel needs. It is compiled, unless its machine code is kept."""
    began = time.perf_counter()
    if IS_SIMULATED:
        to_kernel(kernel)
        return {"seconds": time.perf_counter() - began}
    wanted = options.capability
    if not wanted:
        check_device()
    capability = Capability(int(wanted[:-1]), int(wanted[-1])) if wanted else current_capability()
    code = machine_code(kernel, capability)
    return {"seconds": time.perf_counter() - began, **needs_of(code)._asdict()}


# --- equal ---

ARRANGEMENTS: dict[str, dict[str, Any]] = {
    "next_step compact": {"autoreset_mode": "next_step", "observation": "compact"},
    "next_step flat": {"autoreset_mode": "next_step", "mask_in_observation": True},
    "same_step compact": {"autoreset_mode": "same_step", "observation": "compact"},
    "same_step flat": {"autoreset_mode": "same_step", "mask_in_observation": True},
    "disabled": {"autoreset_mode": "disabled"},
}
"""Arguments of the wars that are compared."""
ILLEGAL_NOW_AND_THEN = 0.02


class ByteComparison:
    """Differences between arrays of the CPU and of the device, in bytes."""

    def __init__(self) -> None:
        self.step = 0
        self.compared = 0
        """Numbers that have been compared."""
        self.differing: dict[str, dict[str, Any]] = {}
        """Differences by the name of their array: their number, the largest, and the place of the first one."""

    def compare(self, name: str, of_cpu: Any, of_device: Any, rows: Any = slice(None)) -> None:
        """Compare arrays; a dict is compared by the keys that the device has."""
        if isinstance(of_device, dict):
            for key, array in of_device.items():
                self.compare(f"{name}.{key}" if name else key, of_cpu[key], array, rows)
            return
        ours = np.ascontiguousarray(np.asarray(of_cpu)[rows])
        theirs = np.ascontiguousarray(on_cpu(of_device)[rows]).astype(ours.dtype, copy=False)
        self.compared += ours.size
        unequal = bits(ours) != bits(theirs)
        if unequal.any():
            places = np.argwhere(unequal)
            gaps = np.abs(ours[unequal].astype(np.float64) - theirs[unequal].astype(np.float64))
            first = [self.step, *map(int, places[0])]
            found = self.differing.setdefault(name, {"number": 0, "largest": 0.0, "first": first})
            found["number"] += len(places)
            found["largest"] = max(found["largest"], float(gaps.max()))

    def figures(self) -> dict[str, Any]:
        """Return the figures of all comparisons."""
        number = sum(found["number"] for found in self.differing.values())
        return {"compared": self.compared, "differences": number} | ({"places": self.differing} if number else {})


def bits(array: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers of an array as their bytes."""
    return array.view(f"u{array.itemsize}")


def on_cpu(array: Any) -> NDArray[Any]:
    """Return an array of the device on the CPU."""
    from stuka_env.gpu.tensors import tensor  # the part `compile` needs no PyTorch

    copied: NDArray[Any] = (
        tensor(array).cpu().numpy() if hasattr(array, "__cuda_array_interface__") else np.asarray(array)
    )
    return copied


def compare_games(results: Results, sizes: CheckSizes, options: argparse.Namespace) -> None:
    """Play wars of every id of a game on both, and compare all that a player sees, and the wars at the end."""
    results.measure("DLPack", partial(share, results.game))
    for env_id in options.ids or game_named(results.game).ids:
        for name, arguments in ARRANGEMENTS.items():
            results.measure(f"{env_id} {name}", partial(compare_wars, env_id, sizes, arguments))


def share(game: str) -> dict[str, Any]:
    """Return how many arrays of a step are not shared with PyTorch by DLPack."""
    from torch.utils.dlpack import from_dlpack

    from stuka_env.gpu.tensors import tensor

    env: Any = make_wars(game_named(game).usual, 2, device="cuda")
    seen, infos = env.reset(seed=COMPARED_SEED)
    arrays = [
        seen,
        *env.step(np.zeros(2, np.int64))[1:4],
        *(array for array in infos.values() if hasattr(array, "shape")),
    ]
    apart = [from_dlpack(array).data_ptr() != tensor(array).data_ptr() for array in arrays]
    env.close()
    return {"arrays": len(arrays), "differences": sum(apart)}


def compare_wars(env_id: str, sizes: CheckSizes, arguments: dict[str, Any]) -> dict[str, Any]:
    """Play the wars of an id with random actions on both, and return the figures of the comparison."""
    cpu, device = (make_wars(env_id, sizes.wars, **arguments, **where) for where in ({}, {"device": "cuda"}))
    found = ByteComparison()
    found.compare("observation", cpu.reset(seed=COMPARED_SEED)[0], device.reset(seed=COMPARED_SEED)[0])
    rng = np.random.default_rng(COMPARED_SEED)
    states, actions = first_states(sizes.wars), np.zeros(sizes.wars, np.int64)
    episodes = 0
    for found.step in range(1, 1 + -(-sizes.decisions // sizes.wars)):
        found.compare("masks", cpu.action_masks(), on_cpu(device.action_masks()) != 0)
        choose_any(np.ascontiguousarray(cpu.engine.masks), states, actions)
        actions[rng.random(sizes.wars) < ILLEGAL_NOW_AND_THEN] = 0
        episodes += step_both(cpu, device, actions, found)
    last = sizes.wars - 1
    same_war = device.to_cpu(last).get_state() == cpu.get_state(last)
    found.compare("to_cpu", np.ones(1, np.bool_), np.array([same_war]))
    device.download()
    for name in device.game.engine.arrays.stored:
        ours, theirs = (np.frombuffer(getattr(env.engine.wars, name).tobytes(), np.uint8) for env in (cpu, device.cpu))
        found.compare(f"wars.{name}", ours, theirs)
    for env in (cpu, device):
        env.close()
    return {"decisions": found.step * sizes.wars, "episodes": episodes, **found.figures()}


def step_both(cpu: Any, device: Any, actions: NDArray[np.int64], found: ByteComparison) -> int:
    """Step the wars on both, compare what they return, and return the number of episodes that ended."""
    of_cpu, of_device = cpu.step(actions), device.step(actions)
    for name, one, other in zip(("observation", "reward", "terminated", "truncated"), of_cpu, of_device, strict=False):
        found.compare(name, one, other)
    over = of_cpu[2] | of_cpu[3]
    infos = dict(of_device[4])
    if over.any() and "final_obs" in infos:
        found.compare("final_obs", of_cpu[4]["final_obs"], infos["final_obs"], over)
    for name in ("final_obs", "result", "_result"):
        infos.pop(name, None)
    found.compare("", of_cpu[4], infos)
    if device.metadata["autoreset_mode"] == AutoresetMode.DISABLED and over.any():
        again = {"reset_mask": over}
        found.compare("observation", cpu.reset(options=again)[0], device.reset(options=again)[0])
    return int(over.sum())


# --- speed ---


def choose_in_wars(masks: Any, states: Any, actions: Any) -> None:
    """Choose a random legal action in the war of this thread."""
    war = cuda.grid(1)
    if war < len(actions):
        choose_any(masks[war : war + 1], states[war : war + 1], actions[war : war + 1])


def choice_kernel(game: str) -> KernelSource:
    """Return the kernel that chooses random legal actions."""
    choose: Any = choose_any
    names = choose_in_wars.__globals__ | ({"choose_any": in_simulator(choose)} if IS_SIMULATED else {})
    signature = types.void(*signature_of(choose.py_func).args)
    return KernelSource(
        copy_with(choose_in_wars, names, __name__), signature, game, "random-choice", (KERNEL_FILE, CHOICE_FILE)
    )


def write_nothing(view: Any, table: Any, scales: Any, out: Any) -> None:
    """Stand for the function that writes an observation."""


def masks_kernel(game: str) -> KernelSource:
    """Return the kernel of the step without observations; in the simulator the one that writes them."""
    step = game_named(game).engine.kernels.step_slice
    if IS_SIMULATED:
        return step_kernel(game)
    names = dict(step.py_func.__globals__)
    for name in ("write_observation", "write_compact"):
        names[name] = emptied(names[name], game)
    own = compiled_with(copy_with(step.py_func, names, step.py_func.__module__), {}, game)
    return kernel_around(own, game, "step-masks", KERNEL_FILE)


def emptied(writer: Any, game: str) -> Any:
    """Return a function of the signature of ``writer`` that does nothing."""
    own = copy_with(write_nothing, writer.py_func.__globals__, writer.py_func.__module__)
    code = writer.py_func.__code__
    hints = [writer.py_func.__annotations__[name] for name in code.co_varnames[: code.co_argcount]]
    own.__annotations__ = dict(zip(("view", "table", "scales", "out"), hints, strict=True)) | {"return": None}
    return compiled_with(own, {}, game)


class SpeedCase(NamedTuple):
    """A case whose speed is measured."""

    game: str
    wars: int
    form: str
    """A member of ``SPEED_FORMS``."""
    threads: int
    """Threads of a block."""


SPEED_FORMS = ("flat", "compact", "masks only")


def measure_speeds(results: Results, sizes: CheckSizes, options: argparse.Namespace) -> None:
    """Measure the decisions a second of the usual id of a game, with random actions that are chosen on the device."""
    for form, wars, threads in product(SPEED_FORMS, sizes.speeds, options.threads):
        case = SpeedCase(results.game, wars, form, threads)
        results.measure(f"{wars:,} wars, {form}, {threads} threads a block", partial(speed_of, case, sizes.seconds))


def speed_of(case: SpeedCase, seconds: float) -> dict[str, Any]:
    """Return the figures of a case, or that the memory is too small for it."""
    try:
        return measured_speed(case, seconds)
    except (MemoryError, ValueError, CudaAPIError) as error:
        return {"error": str(error).splitlines()[0]}


def measured_speed(case: SpeedCase, seconds: float) -> dict[str, Any]:
    """Return decisions a second, the share of their choice in the time, and the memory that is moved at most.

    Raises:
        MemoryError: the memory of the CPU is too small.
        CudaAPIError: that of the device is too small.
    """
    observation, masks_only = "flat" if case.form == "flat" else "compact", case.form == "masks only"
    env = make_wars(game_named(case.game).usual, case.wars, observation=observation, device="cuda", info="mask")
    env.reset(seed=COMPARED_SEED)
    step = to_kernel((masks_kernel if masks_only else step_kernel)(case.game))
    choose = to_kernel(choice_kernel(case.game))
    shape, buffers = (-(-case.wars // case.threads), case.threads), env.shown.buffers
    states, actions = upload(first_states(case.wars)), upload(np.zeros(case.wars, np.int64))
    masks, totals = view(buffers.masks, "legal"), upload(np.zeros(NUM_TOTALS, np.int64))

    def decide() -> None:
        choose[shape](masks, states, actions)

    def turn() -> None:
        decide()
        step[shape](env.wars, actions, buffers, env.finals, totals)

    repeated(turn, seconds / 4)
    whole, choice = repeated(turn, seconds), repeated(decide, seconds / 4)
    faults, moved = int(download(totals)[FAULTS]), bytes_of_step(env, buffers[2:] if masks_only else buffers)
    env.close()
    return {
        "decisions a second": case.wars / whole,
        "share of the choice": choice / whole,
        "faults": faults,
        "bytes of a step": moved,
        "GB/s at most": moved * case.wars / whole / 1e9,
    }


def bytes_of_step(env: Any, buffers: Sequence[Any]) -> int:
    """Return the bytes of a war that a step may read and write, and those that it writes into buffers."""
    own = sum(array.dtype.itemsize for name, array in env.wars._asdict().items() if name in TOUCHED)
    return 2 * own + sum(array.dtype.itemsize for array in buffers if len(array))


TOUCHED = ("mats", "dice", "reports", "masks")
"""Arrays of the wars that a step reads and writes."""


def repeated(work: Callable[[], None], seconds: float) -> float:
    """Return the seconds of one repetition of work on the device, which is repeated for so many seconds at least."""
    times = 1
    while True:
        cuda.synchronize()
        began = time.perf_counter()
        for _ in range(times):
            work()
        cuda.synchronize()
        taken = time.perf_counter() - began
        if taken >= seconds:
            return taken / times
        times *= 2


# --- layout ---

TOUCHED_BYTES = 4
"""Bytes of a word that a thread reads at once."""
WARS_OF_A_BLOCK = 32
"""Wars of a block in memory, as many as threads that run together."""


def touch_words(words: Any, size: int, block: int) -> None:
    """Add one to each word of the war of this thread; the words of ``block`` wars take turns in memory."""
    war = cuda.grid(1)
    if war < len(words) // size:
        start = war // block * block * size + war % block
        for word in range(size):
            words[start + word * block] += 1


def touch_kernel(game: str) -> KernelSource:
    """Return the kernel that reads and writes whole mats."""
    function: Any = touch_words
    signature = types.void(types.Array(types.int32, 1, "C"), types.int64, types.int64)
    return KernelSource(function, signature, game, "touch", (KERNEL_FILE,))


def measure_layouts(results: Results, sizes: CheckSizes, options: argparse.Namespace) -> None:
    """Measure reading and writing mats, as rows and in blocks of wars."""
    wars = max(sizes.speeds[:4])
    for name, block in (("rows", 1), (f"blocks of {WARS_OF_A_BLOCK} wars", WARS_OF_A_BLOCK)):
        results.measure(f"{wars:,} wars in {name}", partial(touched, results.game, wars, block, sizes.seconds))


def touched(game: str, wars: int, block: int, seconds: float) -> dict[str, Any]:
    """Return the wars a second whose mats are read and written."""
    size = game_named(game).engine.arrays.stored["mats"].dtype.itemsize // TOUCHED_BYTES
    touch, words = to_kernel(touch_kernel(game)), upload(np.zeros(wars * size, np.int32))
    shape = -(-wars // THREADS), THREADS
    taken = repeated(lambda: touch[shape](words, size, block), seconds)
    return {"wars a second": wars / taken, "GB/s": 2 * TOUCHED_BYTES * wars * size / taken / 1e9}


# --- learn ---

CONFIG_FILES = {
    "stuka": "configs/from_nothing_operation.yaml",
    "interceptor": "configs/career_from_nothing.yaml",
    "wing": "configs/wing_from_nothing.yaml",
}
"""Trainings by PPO without a teacher; those of other games are in the configuration of their name."""
ON_DEVICE = ("device=cuda", "loss_price=0", "seeds=[0]", "num_envs=16384", "ppo.n_steps=32", "ppo.batch_size=65536")
QUICKLY = ("num_envs=8", "ppo.batch_size=64", "network.layers=[16]", "evaluation.wars=4", "score_missions=0")
CURVE_POINTS = 10


def train(results: Results, sizes: CheckSizes, options: argparse.Namespace) -> None:
    """Train, or go on with the training, and append its scores in selection wars and its speed."""
    decisions = sizes.learned * (10 if results.part == "billion" else 1)
    results.measure(f"{decisions:,} decisions", partial(train_with, results, decisions, options))


def train_with(results: Results, decisions: int, options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a training of so many decisions."""
    name = f"{results.part}-{results.game}"
    run = results.folder / name
    words = [f"name={name}", f"steps={decisions}", f"evaluation.every={decisions // CURVE_POINTS}", *ON_DEVICE]
    words += QUICKLY if options.quick else ()
    config = CONFIG_FILES.get(results.game, f"configs/{results.game}.yaml")
    start = ["--config", config, "--output", str(results.folder), "--set", *words]
    command = [sys.executable, "train.py", *(["--resume", str(run)] if run.exists() else start)]
    training = subprocess.Popen(command, cwd=ROOT)
    try:
        status = training.wait()
    except KeyboardInterrupt:
        training.send_signal(signal.SIGINT)
        training.wait()
        raise
    if status:
        raise FailedError(f"{name}: train.py has failed")
    result = json.loads((run / "seed-0" / "result.json").read_text(encoding="utf-8"))
    lines = map(json.loads, (run / "seed-0" / "log.jsonl").read_text(encoding="utf-8").splitlines())
    curve = [round(line["evaluation/score"], 1) for line in lines if "evaluation/score" in line]
    best = {name: result["best"][name] for name in ("score", "low", "high")}
    return {**best, "decisions a second": decisions / sum(result["seconds"].values()), "curve": curve}


# --- the process ---

PART_FUNCTIONS = {
    "compile": compile_kernels,
    "equal": compare_games,
    "speed": measure_speeds,
    "layout": measure_layouts,
    "learn": train,
    "billion": train,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do a part of a game."""
    parser = argparse.ArgumentParser(prog="python -m tools.gpu_parts", description=sys.modules[__name__].__doc__)
    parser.add_argument("part", choices=PART_FUNCTIONS)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--ids", nargs="+")
    parser.add_argument("--capability")
    parser.add_argument("--threads", nargs="+", type=int, default=[THREADS])
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args(arguments)
    sizes = QUICK_SIZES if options.quick else FULL_SIZES
    results = Results(options.output, options.part, options.game)

    def work() -> int:
        try:
            PART_FUNCTIONS[options.part](results, sizes, options)
        except KeyboardInterrupt:
            raise Interrupted("run it again to continue") from None
        return 0

    return status_of(f"gpu_parts {options.part}", work)


if __name__ == "__main__":
    sys.exit(main())
