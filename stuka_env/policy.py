"""Policies: their interface, and loading them by name. A policy sees many wars at once and writes an action for each.

A scripted policy is a compiled function ``choose(mat, charts, mask, noise)`` in the rulebook's terms. The module
``script`` of a game has its signature. One kernel of the game runs every script over an array of mats. A learned policy
reads the observations. Neither needs a random generator: the inputs have a random number for each war and turn, which
depends only on the policy's seed, the war and the turn. So the actions in a war depend neither on the number of wars
flown together nor on the number of threads.

A user names a policy as ``module:Name``, or by a name that an installed distribution declares. An entry point in the
game's group (``Game.policy_group``) is one policy: a script, or a function that makes policies. An entry point of
:data:`POLICY_MODULES` is a module with many policies, of any games. This package declares none.
"""

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol, get_type_hints, runtime_checkable

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from stuka_env.declared.records import Rows
from stuka_env.game import DEFAULT_GAME, AnyWarSpec, Game, game_named, game_names, game_of_mats
from stuka_env.io.user_code import UserCodeError, meant, user_code_error, where_defined

POLICY_SEED_LIMIT = 1 << 32
"""Upper limit of policy seeds, exclusive."""
SAFETENSORS = ".safetensors"
"""Suffix of the files of agents that this package writes."""
SAVED_AGENT, SUFFIXES = f"FILE{SAFETENSORS}", (SAFETENSORS, ".zip")
"""Name under which saved agents are listed, and the suffixes of their names; zips are those of Stable-Baselines3."""
FOREIGN = "module:Name"
"""Form of the name of a user's own policy."""
RANDOM, NEUTRAL = "random", "first_option"
"""Names of the random and of the neutral policy."""
POLICY_MODULES = "stuka_env.policy_modules"
"""Group of entry points, each of which is a :class:`PolicyModule`."""

SCRIPT_ARGUMENTS = ("mat", "charts", "mask", "noise")
"""Arguments of a script."""


class UnknownPolicyError(ValueError):
    """A policy does not exist or cannot be loaded; the message is one line."""


class InputArrays(NamedTuple):
    """The arrays of :class:`PolicyInput`."""

    observations: NDArray[np.float32]
    """``(N, L)``: the flat observation, of the length that it has in the game."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: 1 for legal."""
    snapshot: Rows[Any]
    """``(N,)``, read-only: the mats with the pending work of the engine, for policies that fly clones of them."""
    charts: Rows[Any]
    """``(1,)``, or ``(N,)`` if each war has its own; read-only."""
    noise: NDArray[np.int64]
    """``(N,)``: a new random number from 0 to 2**62 - 1 for each war and turn."""


class PolicyInput(InputArrays):
    """Inputs of a policy, with a row for each war. Rows of wars that are over are stale, and accept any action."""

    __slots__ = ()

    @property
    def mats(self) -> Rows[Any]:
        """The mats in the rulebook's terms, ``(N,)`` and read-only; pending work that no player sees is zero."""
        game = game_of_mats(self.snapshot.dtype)
        assert game is not None, "the mats are those of a game"
        return game.public(self.snapshot)


class PolicyOutput(NamedTuple):
    """A policy's evaluation of its choices, for display."""

    probabilities: NDArray[np.float32]
    """``(N, ACTIONS)``: probability of each action; a row adds up to 1, and an illegal action has 0. A row of zeros
    means that the policy gives none."""
    values: NDArray[np.float32]
    """``(N,)``: expected remaining points of the official score; NaN if the policy gives none."""
    action_values: NDArray[np.float32]
    """``(N, ACTIONS)``: expected remaining points after each action; NaN for an action that was not searched. If
    ``values_are`` is not empty, they are numbers with that other meaning, and only their differences count."""
    action_errors: NDArray[np.float32] | None = None
    """``(N, ACTIONS)``: standard error of the difference between each action's value and that of the policy's own
    choice; NaN or None if unknown."""
    reasons: Sequence[str] | None = None
    """``(N,)``: reason for the policy's own choice, one line for each war, or empty; None if the policy gives none."""
    values_are: str = ""
    """Meaning of ``action_values`` in one line, if they are not expected remaining points."""


@runtime_checkable
class Policy(Protocol):
    """A policy, which plays many wars at once."""

    name: str

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write a legal action for every war into ``actions``."""


class DeviceInput(NamedTuple):
    """Inputs of a network on a device: tensors of PyTorch with a row for each war."""

    observations: Any
    """float32 ``(N, L)``: the flat observation."""
    masks: Any
    """int8 ``(N, ACTIONS)``: 1 for legal."""
    going: Any
    """int8 ``(N,)``: 1 for a war that is not over; the others accept any action."""
    noise: Any
    """int64 ``(N,)``: as in :class:`PolicyInput`."""


DeviceActor = Callable[[DeviceInput], Any]
"""A function that returns an action for each war, int64 ``(N,)`` on the device of its inputs."""


@runtime_checkable
class DevicePolicy(Policy, Protocol):
    """A policy that is a network in PyTorch, and can play on the device of its inputs."""

    def device_actor(self) -> DeviceActor:
        """Return a function that plays wars from their beginning; it is called once a turn."""


@runtime_checkable
class ExplainingPolicy(Policy, Protocol):
    """A policy that can explain its choices."""

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Evaluate the choices in every war of ``inputs``; its own choice is that of :meth:`act`."""


@runtime_checkable
class LimitedPolicy(Policy, Protocol):
    """A policy that knows which wars it was trained for."""

    def limits(self, spec: AnyWarSpec) -> str:
        """Return the reason why it may be wrong in such wars, or ''."""


def limits_of(policy: Policy, spec: AnyWarSpec) -> str:
    """Return the reason why a policy may be wrong in such wars; empty if there is none."""
    return policy.limits(spec) if isinstance(policy, LimitedPolicy) else ""


def is_remembering(policy: Policy) -> bool:
    """Whether a policy remembers earlier decisions of a war, so that it must take all of them.

    Such a policy has an attribute ``remembers`` that is true.
    """
    return bool(getattr(policy, "remembers", False))


def game_of_script(choose: Callable[..., Any]) -> Game:
    """Return the game of a script, by the mat in its signature.

    Raises:
        UnknownPolicyError: it is the mat of no game.
    """
    function = getattr(choose, "py_func", choose)
    mat = next(iter(get_type_hints(function).values()))
    game = game_of_mats(getattr(mat, "dtype", None))
    if game is None:
        known = ", ".join(game_names())
        raise UnknownPolicyError(f"script {function.__qualname__}: got {mat!r}, expected the mat of a game: {known}")
    return game


class ScriptedPolicy:
    """A policy that is one compiled function.

    Attributes:
        name: its name.
        choose: the function.
        game: the game that it plays.
    """

    def __init__(self, name: str, choose: Callable[..., Any]) -> None:
        self.name = name
        self.choose = choose
        self.game = game_of_script(choose)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        choose_all = self.game.engine.kernels.choose_all
        choose_all(self.choose, inputs.mats, inputs.charts, inputs.masks, inputs.noise, actions)


# --- loading ---


def split_option(name: str) -> tuple[str, str | None]:
    """Split a name into policy and option: ``planner@64`` is the planner with the option 64."""
    stem, at, option = name.partition("@")
    return stem, option if at else None


def is_foreign(name: str) -> bool:
    """Whether a name has the form ``module:Name``, with an option or without one."""
    stem, _ = split_option(name)
    return ":" in stem and not stem.endswith(SUFFIXES)


def import_object(place: str) -> Callable[..., Any]:
    """Import the object of ``module:name``.

    Raises:
        UnknownPolicyError: the module or the object does not exist, or the object cannot be called.
        UserCodeError: the module is the user's own, and its import fails.
    """
    module_name, _, name = place.partition(":")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        trouble = user_code_error(error, place)
        if trouble is None and not isinstance(error, ImportError | ValueError):
            raise
        raise trouble or UnknownPolicyError(f"policy {place!r}: {error}".splitlines()[0]) from None
    member = getattr(module, name, None)
    if member is None:
        raise UnknownPolicyError(
            f"policy {place!r}: {module_name} has no {name!r}{meant(name, vars(module)) or f' ({module.__file__})'}"
        )
    if not callable(member):
        raise UnknownPolicyError(f"policy {place!r}: cannot be called")
    return member


@contextmanager
def current_folder_on_path() -> Iterator[None]:
    """Allow imports from the current folder inside the context, as ``python -m`` does and a console script does not."""
    folder = os.getcwd()
    missing = folder not in sys.path
    if missing:
        sys.path.insert(0, folder)
    try:
        yield
    finally:
        if missing and folder in sys.path:
            sys.path.remove(folder)


def parameters_of(function: Callable[..., Any]) -> int:
    """Return the number of parameters of a function, compiled or not."""
    return len(inspect.signature(getattr(function, "py_func", function)).parameters)


def load_foreign(place: str) -> Policy:
    """Load a user's own policy, ``module:Name``: a class, which is called without arguments, or a compiled ``choose``.

    The module may be in the current folder, which is on the module search path only until the policy is made.

    Raises:
        UnknownPolicyError: the object is neither a policy class nor a compiled script.
        UserCodeError: the user's code fails while it is imported or called.
    """
    with current_folder_on_path():
        return _make_policy(import_object(place), place)


def _is_script(source: Any) -> bool:
    """Whether an object is a compiled script; under NUMBA_DISABLE_JIT=1 it is a plain function."""
    plain = bool(numba.config.DISABLE_JIT) and inspect.isfunction(source)
    return isinstance(source, Dispatcher) or (plain and parameters_of(source) == len(SCRIPT_ARGUMENTS))


def _make_policy(source: Callable[..., Any], place: str) -> Policy:
    """Make a policy of a class or a script.

    Raises:
        UnknownPolicyError: the source is neither.
        UserCodeError: the class fails, or needs arguments.
    """
    wanted = len(SCRIPT_ARGUMENTS)
    if _is_script(source):
        if parameters_of(source) != wanted:
            raise UnknownPolicyError(
                f"policy {place!r}: a script takes {wanted} arguments: {', '.join(SCRIPT_ARGUMENTS)}"
            )
        return ScriptedPolicy(place, source)
    if inspect.isfunction(source) and parameters_of(source) == wanted:
        raise UnknownPolicyError(
            f"policy {place!r}: a script is compiled, with @compiled of stuka_env.compiling.compilation"
        )
    policy = _call_without_arguments(source, place)
    if not isinstance(policy, Policy):
        raise UnknownPolicyError(f"policy {place!r}: has no name and act(inputs, actions), see stuka_env/policy.py")
    return policy


def _call_without_arguments(source: Callable[..., Any], place: str) -> Any:
    """Call a class or function without arguments.

    Raises:
        UserCodeError: it fails, or needs arguments.
    """
    try:
        inspect.signature(source).bind()
    except TypeError as error:
        raise UserCodeError(
            f"{where_defined(source)}: {place.partition(':')[2]} {error} (policy {place!r} is made without arguments)"
        ) from None
    except ValueError:  # the callable has no signature
        pass
    try:
        return source()
    except Exception as error:
        trouble = user_code_error(error, place)
        if trouble is None:
            raise
        raise trouble from error


def as_policy(given: Any, game: str = DEFAULT_GAME) -> Policy:
    """Return the policy that ``given`` stands for.

    Args:
        given: a policy, its class, a compiled script, or a name for :func:`load_policy`.
        game: name of the game that it plays.

    Raises:
        UnknownPolicyError: it is none of these, or a script of another game.
        UserCodeError: it is a class or a name, and the user's code fails.
    """
    if isinstance(given, str):
        return load_policy(given, game)
    if isinstance(given, Policy) and not inspect.isclass(given):
        return checked_game(given, game)
    if not callable(given):
        allowed = "a name, an object with name and act(inputs, actions), or a compiled script"
        raise UnknownPolicyError(f"policy: got {given!r:.80}, allowed is {allowed}")
    kind = getattr(given, "py_func", given)
    place = f"{kind.__module__}:{getattr(kind, '__qualname__', type(kind).__qualname__)}"
    return checked_game(_make_policy(given, place), game)


def checked_game(policy: Policy, game: str) -> Policy:
    """Return the policy, unless it is a script of another game.

    Raises:
        UnknownPolicyError: it is.
    """
    if isinstance(policy, ScriptedPolicy) and policy.game.name != game:
        raise UnknownPolicyError(f"policy {policy.name!r}: got a script of {policy.game.name}, expected one of {game}")
    return policy


class PolicyModule(Protocol):
    """A module with the policies of a distribution."""

    def policy_names(self, game: str) -> Iterable[str]:
        """Return the names of its policies of a game, without options; :data:`SAVED_AGENT` stands for all files."""

    def make_policy(self, name: str, game: str) -> Policy:
        """Return one of these policies by its name with the option; a ValueError is one line."""


def _makers(game: str) -> dict[str, Callable[[str], Policy]]:
    """Return functions that make the installed policies of a game of a whole name, by the names without options."""
    makers: dict[str, Callable[[str], Policy]] = {}
    for entry in entry_points(group=POLICY_MODULES):
        module: PolicyModule = entry.load()
        makers |= dict.fromkeys(module.policy_names(game), partial(module.make_policy, game=game))
    own = entry_points(group=game_named(game).policy_group)
    return makers | {entry.name: partial(_made_by, entry) for entry in own}


def _made_by(entry: EntryPoint, name: str) -> Policy:
    """Return the policy of an entry point, which is a script or a function that makes policies."""
    made = entry.load()
    policy: Policy = ScriptedPolicy(name, made) if _is_script(made) else made(name)
    return policy


def installed_policies(game: str = DEFAULT_GAME) -> tuple[str, ...]:
    """Return the names of the policies of a game that installed distributions add."""
    return tuple(_makers(game))


def load_policy(name: str, game: str = DEFAULT_GAME) -> Policy:
    """Return the policy called ``name``, which may carry an option.

    Names are ``module:Name``, ``planner@64`` or ``FILE.safetensors``, for example.

    Every command and every function that accepts the name of a policy calls this function.

    Args:
        name: the name, with its option.
        game: name of the game that it plays.

    Raises:
        UnknownPolicyError: The game has no policy of this name; the message is one line.
        ValueError: The policy has this name and cannot be used; the message is one line.
        UserCodeError: The policy is the user's own, and its code fails.
    """
    stem, _ = split_option(name)
    is_file = stem.endswith(SUFFIXES)
    if is_foreign(name):  # it needs no other distribution
        return checked_game(load_foreign(name), game)
    makers = _makers(game)
    make = makers.get(SAVED_AGENT if is_file else stem)
    if make is not None:
        return make(name)
    if makers and is_file:
        raise UnknownPolicyError(f"policy {name!r}: no saved agents are installed for the game {game}")
    raise UnknownPolicyError(f"policy {name!r}: unknown{meant(stem, makers) or ','} allowed is {_allowed(makers)}")


def _allowed(names: Iterable[str]) -> str:
    """Return the allowed names; if there are none, advice on how to add some."""
    if not names:
        return f"{FOREIGN}; a clone of the repository adds policies by name (make setup)"
    return ", ".join((*names, FOREIGN))
