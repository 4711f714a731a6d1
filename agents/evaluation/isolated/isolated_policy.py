"""Policies of other people in a process of their own, in place of themselves: ``evaluate.py --isolated``.

The process gets observations, masks, public mats, charts and random numbers, and gives back actions. The dice, the
results and the secret of sealed wars stay here. It is started by ``exec``, so it has no copy of this memory.
"""

import json
import os
import pickle
import shutil
import socket
import subprocess
import sys
import tempfile
import weakref
from contextlib import suppress
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.isolated.arrays import DecisionShape, SharedArrays, copy_bytes, shared_file
from agents.evaluation.isolated.channel import Channel, ChannelError, PolicyStart, Request
from agents.registry import LABORATORY, policy_names
from stuka_env.compiling.code_cache import CACHE_VARIABLE, PACKAGE, home_of, user_cache
from stuka_env.compiling.verified_cache import say_once
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.quoting import printable
from stuka_env.io.user_code import UserCodeError
from stuka_env.policy import SAVED_AGENT, SUFFIXES, PolicyInput, is_foreign, split_option

HOUSE_PACKAGES = ("stuka_env", "agents")
"""Packages whose policies play in the process of the evaluation."""
WORKER_PROGRAM = "import sys; sys.path[:] = sys.argv[2:]; from agents.evaluation.isolated.worker import main"
"""The beginning of the program of a process."""
KEPT_VARIABLES = ("CUDA_VISIBLE_DEVICES", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH")
KEPT_PREFIXES = ("NUMBA_", "OMP_", "OPENBLAS_", "MKL_")
"""Environment variables that a process gets, and the beginnings of others."""
START_SECONDS = 600.0
"""Longest time of the start."""
END_SECONDS = 10.0
"""Longest time of the end, which kills the policy and what it has started."""
SLOW_START = 10
"""Factor of the limit for the first decision, which compiles."""
LONGEST_WORDS = 300
"""Letters of a name or a reason."""


class Isolation(NamedTuple):
    """The settings of policies that play apart."""

    seconds: float = 60.0
    """Longest time of an answer."""
    secret: Path | None = None
    """The file of the secret of sealed wars."""


def is_of_the_house(name: str, game: str) -> bool:
    """Whether a policy is made by the code of this project, as its scripts, planners and saved agents."""
    stem, agent = _with_agent(name)
    if agent and not is_of_the_house(agent, game):
        return False
    if is_foreign(stem):
        return _is_ours(stem)
    others = (entry.name for entry in entry_points(group=game_named(game).policy_group) if not _is_ours(entry.value))
    return (SAVED_AGENT if stem.endswith(SUFFIXES) else stem) in set(policy_names(game)).difference(others)


def _with_agent(name: str) -> tuple[str, str]:
    """Return a policy without its option, and the policy that the option names: of ``planner@64:AGENT`` the agent."""
    stem, option = split_option(name)
    return stem, (option or "").partition(":")[2]


def _is_ours(place: str) -> bool:
    return place.partition(":")[0].partition(".")[0] in HOUSE_PACKAGES


def source_of(name: str, game: str, folder: str) -> Path | None:
    """Return the file of a policy's module without running any code of it; None if there is none.

    Args:
        name: the name of the policy, a module or an entry point.
        game: the game that it plays.
        folder: a folder with modules, beside those of the module search path.
    """
    stem, agent = _with_agent(name)
    if agent:
        return source_of(agent, game, folder)
    places = {entry.name: entry.value for entry in entry_points(group=game_named(game).policy_group)}
    parts = (stem if is_foreign(stem) else places.get(stem, "")).partition(":")[0].split(".")
    found, inside = None, None
    for length in range(1, len(parts) + 1) if all(parts) else ():
        whole = ".".join(parts[:length])
        finders = (finder.find_spec(whole, inside) for finder in sys.meta_path)
        found = PathFinder.find_spec(whole, inside or [folder]) or next(filter(None, finders), None)
        if found is None:
            return None
        inside = list(found.submodule_search_locations or ())
    return None if found is None or not found.origin else Path(found.origin)


class IsolatedPolicy:
    """The policy of another person, which plays in a process of its own.

    A policy that breaks the rules of this process has ended: each further call says so.

    Attributes:
        name: the name that the policy has given itself.
        remembers: whether it says that it remembers earlier decisions of a war.
        is_script: whether it says that it is a compiled script.
        missing: what the system could not forbid to the process, in words.

    Args:
        name: the name of the policy, as :func:`stuka_env.policy.load_policy` takes it.
        game: the game that it plays.
        isolation: the settings.

    Raises:
        UserCodeError: the policy cannot be loaded; the first line says why.
        ValueError: this system has no such processes.
    """

    def __init__(self, name: str, game: str, isolation: Isolation) -> None:
        if sys.platform != "linux":
            raise ValueError(f"isolated: {name} can play apart on Linux only")
        from agents.evaluation.isolated.sandbox import protect_memory

        self.name = name
        self._game, self._limit = game_named(game), START_SECONDS
        self._arrays: SharedArrays | None = None
        self._turn, self._ending = 0, ""
        folder = os.getcwd()
        self._source = source_of(name, game, folder)
        is_protected = protect_memory()
        self._channel = self._started(folder)
        needed = [os.__file__, np.__file__, str(PACKAGE / "policy.py"), *map(str, self.files())]
        rooms = (PACKAGE, LABORATORY, home_of(game), user_cache())
        places = (sys.base_prefix, sys.prefix, folder, *map(str, rooms), *sys.path)
        paths = tuple(os.path.join(folder, place) for place in places)
        secret = None if isolation.secret is None else str(isolation.secret.resolve())
        try:
            start = PolicyStart(name, game, folder, paths, tuple(needed), secret)
            missing = self._ask(pickle.dumps(start))["missing"]
            described = self._ask()
        except ChannelError as error:
            raise UserCodeError(str(error) if name in str(error) else f"policy {name!r}: {error}") from None
        self._seconds, self._limit = isolation.seconds, SLOW_START * isolation.seconds
        self.missing: list[str] = [*missing, *["the memory of this process"] * (not is_protected)]
        if self.missing:
            line = f"not forbidden to the policy's process: {', '.join(self.missing)}"
            say_once(line, line)
        self.name = printable(described.get("name", name), LONGEST_WORDS)
        self.remembers, self.is_script = bool(described.get("remembers")), bool(described.get("is_script"))

    def _started(self, folder: str) -> Channel:
        """Start the process with nothing of ours but the paths of modules and its end of a channel."""
        ours, theirs = socket.socketpair()
        work = tempfile.mkdtemp(prefix="policy-")
        environment = {
            word: value
            for word, value in os.environ.items()
            if word in KEPT_VARIABLES or word.startswith(KEPT_PREFIXES)
        }
        paths = [str(Path(folder, place)) for place in sys.path]
        process = subprocess.Popen(
            [
                sys.executable,
                "-I",
                "-B",
                "-c",
                f"{WORKER_PROGRAM}; main(int(sys.argv[1]))",
                str(theirs.fileno()),
                *paths,
            ],
            env={**environment, CACHE_VARIABLE: str(user_cache().resolve()), "HOME": work, "TMPDIR": work},
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        channel = Channel(ours)
        self.close = weakref.finalize(self, _end, process, channel, work)
        return channel

    def _ask(self, content: bytes = b"", files: tuple[int, ...] = ()) -> dict[str, Any]:
        """Return the answer to a request.

        Raises:
            ChannelError: the policy failed, or broke the rules; its process has ended.
        """
        self._turn += 1
        try:
            if self._ending:
                raise ChannelError(self._ending)
            self._channel.send(self._turn, content, files)
            turn, words, _ = self._channel.receive(seconds=self._limit)
            if turn != self._turn:
                raise ChannelError(f"answered on turn {turn} of its process, expected {self._turn}")
            try:
                answer = json.loads(words) if words else {}
                error = answer.get("error")
            except (ValueError, AttributeError, RecursionError):
                raise ChannelError("sent an answer that cannot be read") from None
            if error is not None:
                raise ChannelError("\n".join(printable(line, LONGEST_WORDS) for line in str(error).splitlines()))
        except ChannelError as error:
            self._end(str(error))
        return dict(answer)

    def _end(self, reason: str) -> None:
        """End the process.

        Raises:
            ChannelError: with the reason.
        """
        self._ending = reason
        self.close()
        raise ChannelError(reason)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the policy's actions in all wars that are not over.

        Raises:
            ChannelError: the policy failed, was late or answered something that is no action.
        """
        shape = DecisionShape.of(inputs)
        if self._arrays is None or self._arrays.shape != shape:
            self._share(shape)
        assert self._arrays is not None
        shared = self._arrays.inputs
        shared.observations[:], shared.masks[:], shared.noise[:] = inputs.observations, inputs.masks, inputs.noise
        copy_bytes(inputs.mats, shared.snapshot)
        copy_bytes(inputs.charts, shared.charts)
        self._ask()
        self._limit = self._seconds
        chosen = self._arrays.actions.copy()  # of what the process writes from now on nothing is read
        going = np.asarray(inputs.snapshot[self._game.standing_block]["over"]) == 0
        outside = going & ((chosen < 0) | (chosen >= shape.actions))
        if outside.any():
            self._end(f"answered {chosen[outside][0]}, allowed is an action from 0 to {shape.actions - 1}")
        actions[going] = chosen[going]

    def _share(self, shape: DecisionShape) -> None:
        """Share new arrays with the process."""
        file = shared_file(SharedArrays.size_of(self._game, shape))
        try:
            self._ask(pickle.dumps(Request("arrays", shape)), (file,))
            self._arrays = SharedArrays(self._game, shape, file)
        finally:
            os.close(file)

    def limits(self, spec: AnyWarSpec) -> str:
        """Return the reason that the policy gives why it may be wrong in such wars, or ''."""
        with suppress(ChannelError):  # the next decision says so
            return printable(self._ask(pickle.dumps(Request("limits", spec))).get("limits", ""), LONGEST_WORDS)
        return ""

    def allow_any_charts(self) -> None:
        """Let the policy accept all charts from now on."""
        with suppress(ChannelError):  # the next decision says so
            self._ask(pickle.dumps(Request("any_charts")))

    def files(self) -> list[Path]:
        """Return the files of the policy: that of its module."""
        return [] if self._source is None else [self._source]


def _end(process: subprocess.Popen[bytes], channel: Channel, folder: str) -> None:
    """End a process and delete its working folder."""
    channel.close()
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
