"""What a policy is, and loading one: it looks at many wars at once and writes one action for each.

A scripted policy is a compiled function ``choose(mat, charts, mask, noise)`` in the rulebook's words; one kernel runs
any of them over an array of mats. A learned policy reads the observations instead. Neither needs random numbers of its
own: each war and turn comes with a number that depends on nothing but the policy's seed, the war and the turn,
so that what a policy does in a war does not depend on how many wars are flown beside it, or on how many threads.

A user names a policy as ``module:Name``, or by a name that an installed distribution gives it as an entry point of
the group :data:`ENTRY_POINTS`; this package has none of its own.
"""

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from typing import Annotated, Any, NamedTuple, Protocol, get_args, runtime_checkable

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from stuka_env.charts.shape import Charts
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.records import Rows
from stuka_env.rules.dice import WORD, philox
from stuka_env.rules.mat import Mat
from stuka_env.rules.table import Mask
from stuka_env.user_code import UserCodeError, meant, user_code_error, where_defined

POLICY_SEED_LIMIT = 1 << 32
"""Policy seeds are smaller than this."""
NOISE_KEY_LOW, NOISE_KEY_HIGH = 0x506F6C69, 0x63794469
"""Key of the policies' random numbers: another than the dice have, which are keyed by the war seed."""
ENTRY_POINTS = "stuka_env.policies"
"""Entry points that are policies: by the name's part before ``@``, functions of the whole name."""
SAVED_AGENT, SUFFIX = "FILE.zip", ".zip"
"""The entry point that loads a saved agent, for every name that ends so."""
FOREIGN = "module:Name"
"""How a policy of the user's own is named."""
FORMER_NAMES = {
    "ppo-mission": "distilled-mission",
    "ppo-operation": "distilled-operation",
    "ppo-campaign": "distilled-campaign",
}
"""Names that saved agents of the laboratory had before, with their present names."""

Choose = Callable[[Mat, Charts, Mask, int], int]
"""A scripted policy: the action for the open decision of one war. ``noise`` is a random number below 2**62."""


class UnknownPolicyError(ValueError):
    """There is no such policy; one line says why."""


class PolicyInput(NamedTuple):
    """What a policy may look at: one row a war. Rows of wars that are over are stale; any action will do there."""

    observations: NDArray[np.float32]
    """``(N, observation.LENGTH)``: the flat observation."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: 1 for legal."""
    mats: Rows[Mat]
    """``(N,)``, read-only: the same in the rulebook's words."""
    charts: Rows[Charts]
    """``(1,)``, read-only."""
    noise: NDArray[np.int64]
    """``(N,)``: a random number from 0 to 2**62 - 1 for each war, another every turn."""


class PolicyOutput(NamedTuple):
    """What a policy makes of its choices, to be shown beside them."""

    probabilities: NDArray[np.float32]
    """``(N, ACTIONS)``: how readily it would take each action; a row adds up to 1, an illegal action has 0. A row of
    zeros: it does not say."""
    values: NDArray[np.float32]
    """``(N,)``: points of the official score it still expects in this war; NaN if it has no opinion."""
    action_values: NDArray[np.float32]
    """``(N, ACTIONS)``: the same if this action is taken now; NaN for an action it did not look into."""
    action_errors: NDArray[np.float32] | None = None
    """``(N, ACTIONS)``: standard error of how much more that is than for its own choice; NaN or None if unknown."""
    reasons: Sequence[str] | None = None
    """``(N,)``: why it makes its own choice, in one line for each war, empty where it does not say; None if it never
    does."""


@runtime_checkable
class Policy(Protocol):
    """Somebody who plays."""

    name: str

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write a legal action for every war into ``actions``."""


@runtime_checkable
class ExplainingPolicy(Policy, Protocol):
    """A policy that can say what it makes of its choices."""

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Its opinion of every war in ``inputs``; what it would do is what :meth:`act` does there."""


@runtime_checkable
class LimitedPolicy(Policy, Protocol):
    """A policy that knows which wars it was made for."""

    def limits(self, scale: int, operation: int) -> str:
        """Why it may be wrong in wars of this :class:`stuka_env.codes.Scale` and Operation, in words; else empty."""


def limits_of(policy: Policy, scale: int, operation: int) -> str:
    """Why a policy may be wrong in wars of a scale and operation, in words; empty if there is nothing to say."""
    return policy.limits(scale, operation) if isinstance(policy, LimitedPolicy) else ""


@compiled
def draw_noise(war_seeds: NDArray[np.int64], seed: int, turn: int, noise: NDArray[np.int64]) -> None:
    """A random number for each war: Philox of the policy's seed, the war seed (its 64 bits) and the turn."""
    for war in range(len(war_seeds)):
        war_seed = int(war_seeds[war])
        low, high, _, _ = philox(
            turn & WORD, seed & WORD, war_seed & WORD, (war_seed >> 32) & WORD, NOISE_KEY_LOW, NOISE_KEY_HIGH
        )
        noise[war] = low | ((high >> 2) << 32)


@compiled
def choose_all(
    choose: Choose,
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    actions: NDArray[np.int64],
) -> None:
    """Let one scripted policy choose in every war that is not over."""
    for war in range(len(mats)):
        if not mats[war].track.over:
            actions[war] = choose(mats[war], charts[0], masks[war], int(noise[war]))


class ScriptedPolicy:
    """A policy that is one compiled function."""

    def __init__(self, name: str, choose: Choose) -> None:
        self.name = name
        self.choose = choose

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        choose_all(self.choose, inputs.mats, inputs.charts, inputs.masks, inputs.noise, actions)


# --- loading ---


def split_option(name: str) -> tuple[str, str | None]:
    """``planner@64`` is the planner with the option 64."""
    stem, at, option = name.partition("@")
    return stem, option if at else None


def import_object(place: str) -> Callable[..., Any]:
    """Import what ``module:name`` stands for.

    Raises:
        UnknownPolicyError: nothing that can be called; one line says why.
        UserCodeError: the module is the user's and fails when it is imported.
    """
    module_name, _, name = place.partition(":")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        trouble = user_code_error(error, place)
        if trouble is None and not isinstance(error, ImportError | ValueError):
            raise
        raise trouble or UnknownPolicyError(f"policy {place!r}: {error}".splitlines()[0]) from None
    found = getattr(module, name, None)
    if found is None:
        raise UnknownPolicyError(
            f"policy {place!r}: {module_name} has no {name!r}{meant(name, vars(module)) or f' ({module.__file__})'}"
        )
    if not callable(found):
        raise UnknownPolicyError(f"policy {place!r}: cannot be called")
    return found


@contextmanager
def current_folder_on_path() -> Iterator[None]:
    """Inside, modules of the current folder can be imported, as with ``python -m`` but not from a console script."""
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
    """How many parameters a function has, compiled or not."""
    return len(inspect.signature(getattr(function, "py_func", function)).parameters)


def load_foreign(place: str) -> Policy:
    """A policy of the user's own, ``module:Name``: a class, called without arguments, or a compiled ``choose``.

    The module may lie in the current folder. What it imports later than while the policy is made must be found without.

    Raises:
        UnknownPolicyError: it is neither; one line says what is wrong.
        UserCodeError: it fails while it is imported or made.
    """
    with current_folder_on_path():
        return _made_of(import_object(place), place)


def _made_of(found: Callable[..., Any], place: str) -> Policy:
    """The policy that a class or a script makes.

    Raises:
        UnknownPolicyError: it is neither; one line says what is wrong.
    """
    wanted = len(get_args(Choose)[0])
    # Under NUMBA_DISABLE_JIT=1 a script is a plain function.
    plain = bool(numba.config.DISABLE_JIT) and inspect.isfunction(found) and parameters_of(found) == wanted
    if plain or isinstance(found, Dispatcher):
        if parameters_of(found) != wanted:
            raise UnknownPolicyError(f"policy {place!r}: a script takes {wanted} arguments: mat, charts, mask, noise")
        return ScriptedPolicy(place, found)
    if inspect.isfunction(found) and parameters_of(found) == wanted:
        raise UnknownPolicyError(f"policy {place!r}: a script is compiled, with @compiled of stuka_env.compilation")
    made = _made(found, place)
    if not isinstance(made, Policy):
        raise UnknownPolicyError(f"policy {place!r}: has no name and act(inputs, actions), see stuka_env/policy.py")
    return made


def _made(found: Callable[..., Any], place: str) -> Any:
    """What a class or function makes without arguments.

    Raises:
        UserCodeError: it fails, or cannot be called so.
    """
    try:
        inspect.signature(found).bind()
    except TypeError as error:
        raise UserCodeError(
            f"{where_defined(found)}: {place.partition(':')[2]} {error} (policy {place!r} is made without arguments)"
        ) from None
    except ValueError:  # one that does not say what it takes
        pass
    try:
        return found()
    except Exception as error:
        trouble = user_code_error(error, place)
        if trouble is None:
            raise
        raise trouble from error


def as_policy(given: Any) -> Policy:
    """Return the policy that ``given`` stands for.

    Args:
        given: a policy, its class, a compiled script, or a name as :func:`load_policy` takes it.

    Raises:
        UnknownPolicyError: it is none of these; one line says what is allowed.
        UserCodeError: it is a class or a name, and making the policy fails.
    """
    if isinstance(given, str):
        return load_policy(given)
    if isinstance(given, Policy) and not inspect.isclass(given):
        return given
    if not callable(given):
        allowed = "a name, an object with name and act(inputs, actions), or a compiled script"
        raise UnknownPolicyError(f"policy: got {given!r:.80}, allowed is {allowed}")
    kind = getattr(given, "py_func", given)
    return _made_of(given, f"{kind.__module__}:{getattr(kind, '__qualname__', type(kind).__qualname__)}")


def _named_policies() -> dict[str, EntryPoint]:
    """The policies that installed distributions name."""
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def load_policy(name: str) -> Policy:
    """Return the policy called ``name``, which may carry an option: ``module:Name``, ``planner@64``, ``FILE.zip``.

    Every command and every function that takes the name of a policy calls this one.

    Raises:
        UnknownPolicyError: No policy has this name; the message is one line.
        ValueError: The policy has this name and cannot be used; the message is one line.
        UserCodeError: The policy is the user's own, and its code fails.
    """
    stem, _ = split_option(name)
    refuse_former_name(stem)
    named = _named_policies()
    entry = named.get(SAVED_AGENT if stem.endswith(SUFFIX) else stem)
    if entry is not None:
        made: Policy = entry.load()(name)
        return made
    if ":" in name:
        return load_foreign(name)
    near = meant(stem, named)
    raise UnknownPolicyError(f"policy {name!r}: unknown{near or ','} allowed is {_allowed(list(named))}")


def refuse_former_name(stem: str) -> None:
    """Refuse a name that a policy had before.

    Raises:
        UnknownPolicyError: The message gives the present name.
    """
    if stem in FORMER_NAMES:
        raise UnknownPolicyError(f"policy {stem!r}: it is now called {FORMER_NAMES[stem]!r}")


def _allowed(names: list[str]) -> str:
    """What may be asked for; where only the user's own policies may, what would add others."""
    if not names:
        return f"{FOREIGN}; a clone of the repository adds policies by name (make setup)"
    return ", ".join((*names, FOREIGN))
