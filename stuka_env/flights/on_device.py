"""Flights of a policy on a GPU: compiled scripts as kernels, and networks in PyTorch.

Seeds, dice and random numbers of policies are those of :mod:`stuka_env.flights.episodes`, and so are the results.
"""

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda, types
from numba.core.errors import NumbaError
from numba.core.serialize import dumps
from numpy.typing import NDArray

from stuka_env.compiling.code_cache import imported_sources
from stuka_env.compiling.compilation import copy_with, inlined, signature_of, source_of
from stuka_env.compiling.philox import draw_noise
from stuka_env.compiling.verified_cache import digest_of_values
from stuka_env.engine import arrangements
from stuka_env.engine.engine import seed_words
from stuka_env.engine.hidden import SEEN_KEY
from stuka_env.engine.kernels import charts_row_of
from stuka_env.flights.episodes import (
    MOST_TURNS,
    Flown,
    Progress,
    errors_of,
    new_flown,
    war_seeds,
    war_slice,
    write_results,
)
from stuka_env.game import Game
from stuka_env.gpu.device_code import IS_SIMULATED, KernelSource, in_simulator
from stuka_env.gpu.kernel import to_kernel
from stuka_env.gpu.memory import DeviceArray, download, put, upload, view
from stuka_env.gpu.vector import THREADS, DeviceVectorEnv
from stuka_env.io.arguments import argument_error
from stuka_env.policy import DeviceInput, DevicePolicy, Policy, ScriptedPolicy

SIDE_BY_SIDE = 65_536
"""Largest number of wars that are flown side by side, which affects the speed only."""
TURNS_BETWEEN_CHECKS = 16
"""Turns after which the CPU looks whether all wars are over: each look waits for the device."""
IN_PYTHON = (
    'cpu: act() of the policy {name!r} is Python. On "cuda" fly compiled scripts and networks with device_actor()'
)

NOT_FOR_DEVICES = "cpu: the script {name!r} does not compile for a device, on which functions make no arrays"

OWN_SOURCE = Path(__file__)
"""This file, whose kernels are compiled."""
ENCLOSED_DIGITS = 8
"""Digits of the digest of the values that a script encloses."""
NUMBER_ROWS = types.Array(types.int64, 1, "C")
FLAG_ROWS = types.Array(types.int8, 1, "C")
Choose = Callable[[], Any]
"""A function that returns the actions of a turn: int64 ``(N,)``, an array or a tensor on the device."""


# --- kernels ---


def choose(mat: Any, charts: Any, mask: Any, noise: int) -> int:
    """Stand for a script."""
    raise NotImplementedError


def charts_row(report: Any) -> int:
    """Stand for the row of the charts in force (:func:`stuka_env.engine.kernels.charts_row_of`)."""
    raise NotImplementedError


def draw_hidden(mat: Any, charts: Any, key_low: int, key_high: int) -> bool:
    """Stand for the rule that draws what is hidden (:mod:`stuka_env.engine.hidden`)."""
    raise NotImplementedError


WAR_OVER = 0
"""Stands for the decision of a war that is over, a code of the game."""
HIDES = False
"""Stands for whether the game hides something."""
SEEN_LOW, SEEN_HIGH = seed_words(SEEN_KEY)


def draw_wars(seeds: Any, seed: int, turn: int, noise: Any) -> None:
    """Draw the random number of the policy in the war of this thread."""
    war = cuda.grid(1)
    if war < len(seeds):
        draw_noise(seeds[war : war + 1], seed, turn, noise[war : war + 1])


def choose_wars(wars: Any, seen: Any, noise: Any, actions: Any) -> None:
    """Let a script choose in the war of this thread, unless it is over.

    ``seen`` has the mats as players see them: the mats themselves in a game that hides nothing.
    """
    war = cuda.grid(1)
    if war < len(wars.mats) and wars.mats[war].cursor.decision != WAR_OVER:
        charts = wars.charts[charts_row(wars.reports[war])]
        if HIDES:
            seen[war] = wars.mats[war]
            draw_hidden(seen[war], charts, SEEN_LOW, SEEN_HIGH)
        actions[war] = choose(seen[war], charts, wars.masks[war].legal[:], int(noise[war]))


def count_wars(wars: Any, going: Any, decisions: Any, illegal: Any, total: Any) -> None:
    """Count the last step of the war of this thread, and the wars that are not over in ``total``, ``(1,)``."""
    war = cuda.grid(1)
    if war < len(going) and going[war]:
        report = wars.reports[war]
        decisions[war] += 1
        illegal[war] += report.illegal
        if report.over:
            going[war] = 0
        else:
            cuda.atomic.add(total, 0, 1)


def wars_type(game: Game) -> Any:
    """Return the Numba type of the wars of a game."""
    return signature_of(game.engine.kernels.step_slice.py_func).args[0]


def noise_kernel(game: Game) -> KernelSource:
    """Return the kernel that draws the random numbers of policies."""
    names = draw_wars.__globals__ | ({"draw_noise": in_simulator(draw_noise)} if IS_SIMULATED else {})
    own = copy_with(draw_wars, names, __name__)
    signature = types.void(NUMBER_ROWS, types.int64, types.int64, NUMBER_ROWS)
    return KernelSource(own, signature, game.name, "noise", (OWN_SOURCE,))


def choice_kernel(script: ScriptedPolicy) -> KernelSource:
    """Return the kernel in which a script chooses."""
    dispatcher: Any = script.choose
    function = dispatcher.py_func
    row = charts_row_of(script.game.engine.arrays)
    names = choose_wars.__globals__ | {
        "choose": script.choose,
        "charts_row": row if IS_SIMULATED else inlined(row),
        "draw_hidden": script.game.engine.kernels.copies(arrangements.__name__)["draw_hidden"],
        "HIDES": script.game.engine.hidden is not None,
        "WAR_OVER": int(script.game.envs.kinds.decisions["OVER"]),
    }
    own = copy_with(choose_wars, names, function.__module__)
    wars = wars_type(script.game)
    signature = types.void(wars, wars.types[wars.fields.index("mats")], NUMBER_ROWS, NUMBER_ROWS)
    sources = (OWN_SOURCE, *imported_sources(source_of(dispatcher)))
    return KernelSource(own, signature, script.game.name, f"choice-{name_of(function)}", sources)


def script_kernel(script: ScriptedPolicy) -> Any:
    """Return the kernel in which a script chooses, on the current device.

    Raises:
        ValueError: the script cannot be compiled for a device, for example because it makes arrays.
    """
    try:
        return to_kernel(choice_kernel(script))
    except NumbaError as error:
        raise argument_error("device", "cuda", NOT_FOR_DEVICES.format(name=script.name)) from error


def count_kernel(game: Game) -> KernelSource:
    """Return the kernel that counts decisions and wars that are not over."""
    signature = types.void(wars_type(game), FLAG_ROWS, NUMBER_ROWS, NUMBER_ROWS, NUMBER_ROWS)
    own = copy_with(count_wars, count_wars.__globals__, __name__)
    return KernelSource(own, signature, game.name, "count", (OWN_SOURCE,))


def name_of(function: FunctionType) -> str:
    """Return a name for the code of a script, which differs for other values that the script encloses or freezes."""
    enclosed = tuple(cell.cell_contents for cell in function.__closure__ or ())
    values = hashlib.sha256(dumps(enclosed) + digest_of_values(function).encode())
    return f"{function.__name__}-{values.hexdigest()[:ENCLOSED_DIGITS]}"


# --- flights ---


class DeviceFlight:
    """Wars of one kind on the device, which a policy flies again and again.

    Args:
        policy: a compiled script, or a network with ``device_actor``.
        env: the wars; ``autoreset_mode`` must be "disabled", and a network needs flat observations.
        seed: seed of the policy's random numbers.
    """

    def __init__(self, policy: Policy, env: DeviceVectorEnv, seed: int) -> None:
        self._policy, self._env, self._seed = policy, env, seed
        self._draw, self._count = to_kernel(noise_kernel(env.game)), to_kernel(count_kernel(env.game))
        self._choose = script_kernel(policy) if isinstance(policy, ScriptedPolicy) else None
        zeros = np.zeros(env.num_envs, np.int64)
        self._seeds, self._noise, self._actions = upload(zeros), upload(zeros), upload(zeros)
        self._decisions, self._illegal, self._total = upload(zeros), upload(zeros), upload(zeros[:1])
        self._going = upload(zeros.astype(np.int8))
        hides = env.game.engine.hidden is not None
        self._seen_mats = upload(env.cpu.engine.wars.mats) if hides else env.wars.mats

    def fly(self, flown: Flown, progress: Progress) -> None:
        """Fly wars to their end, and write their results to the rows of ``flown``; the last war fills free places."""
        env, count = self._env, len(flown.seeds)
        surplus = env.num_envs - count
        env.reset(seed=[*flown.seeds.tolist(), *[int(flown.seeds[-1])] * surplus])
        put(self._seeds, war_seeds(env.cpu.engine))
        put(self._going, (env.cpu.engine.wars.reports["over"] == 0).astype(np.int8))
        for counter in (self._decisions, self._illegal):
            put(counter, np.zeros(env.num_envs, np.int64))
        choose = self._script_turn if self._choose is not None else self._network_turn()
        ended = 0
        for turn in range(1, MOST_TURNS + 1):
            self._launch(self._draw, self._seeds, self._seed, turn - 1, self._noise)
            env.step(choose())
            put(self._total, np.zeros(1, np.int64))
            self._launch(self._count, env.wars, self._going, self._decisions, self._illegal, self._total)
            if turn % TURNS_BETWEEN_CHECKS == 0:
                left = int(download(self._total)[0])
                over = max(ended, count - left)
                progress(over - ended)
                ended = over
                if not left:
                    break
        progress(count - ended)
        env.download()
        write_results(flown, env.cpu.engine)
        flown.decisions[:], flown.illegal[:] = (download(each)[:count] for each in (self._decisions, self._illegal))

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[-(-self._env.num_envs // THREADS), THREADS](*arguments)

    def _script_turn(self) -> DeviceArray:
        self._launch(self._choose, self._env.wars, self._seen_mats, self._noise, self._actions)
        return self._actions

    def _network_turn(self) -> Choose:
        """Return the function in which a network chooses, in wars that begin."""
        from stuka_env.gpu.tensors import tensor

        assert isinstance(self._policy, DevicePolicy)
        policy, env = self._policy, self._env
        with errors_of(policy):
            actor = policy.device_actor()

        def choose_actions() -> Any:
            shown = env.shown
            inputs = (shown.seen, view(shown.buffers.masks, "legal"), self._going, self._noise)
            with errors_of(policy):
                return actor(DeviceInput(*map(tensor, inputs)))

        return choose_actions


def fly_on_device(
    policy: Policy,
    game: Game,
    scale: int,
    arguments: dict[str, Any],
    seeds: NDArray[np.uint64],
    *,
    seed: int,
    num_threads: int,
    progress: Progress,
    side_by_side: int = SIDE_BY_SIDE,
) -> Flown:
    """Fly a policy through the wars of ``seeds`` on the device, as :func:`stuka_env.flights.episodes.fly_wars` does.

    Args:
        policy: a compiled script of the game, or a network with ``device_actor``.
        game: the game.
        scale: length of an episode, a code of the game's ``Scale``.
        arguments: the game's own arguments of an environment.
        seeds: base seeds of the wars.
        seed: seed of the policy's random numbers.
        num_threads: threads that reset the wars.
        progress: callback with the number of wars flown since its last call.
        side_by_side: largest number of wars on the device at the same time.

    Raises:
        ValueError: the policy cannot run on a device.
        FlightError: the policy failed.
    """
    is_script = isinstance(policy, ScriptedPolicy)
    if not is_script and not isinstance(policy, DevicePolicy):
        raise argument_error("device", "cuda", IN_PYTHON.format(name=policy.name))
    env = DeviceVectorEnv(
        min(len(seeds), side_by_side),
        game.name,
        scale,
        observation="compact" if is_script else "flat",
        info="none",
        num_threads=num_threads,
        autoreset_mode="disabled",
        **arguments,
    )
    flown, flight = new_flown(seeds, game), DeviceFlight(policy, env, seed)
    start = time.perf_counter()
    for first in range(0, len(seeds), env.num_envs):
        flight.fly(war_slice(flown, slice(first, first + env.num_envs)), progress)
    env.close()
    return flown._replace(seconds=time.perf_counter() - start)
