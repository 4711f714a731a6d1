"""``stuka_env.fly``: fly a policy through the wars that are reserved for evaluation."""

from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv

from stuka_env.envs.arguments import read_game
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.flights.episodes import Flown, Progress, fly_wars, warm_up
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_of
from stuka_env.io.arguments import argument_error, count, one_of
from stuka_env.policy import POLICY_SEED_LIMIT, as_policy
from stuka_env.registration import env_ids

DEVICES = ("cpu", "cuda")
"""Devices that step wars."""


def make_vector(
    num_envs: int, game: str, scale: int, *, device: str = "cpu", **arguments: Any
) -> VectorEnv[Any, Any, Any]:
    """Return the vector environment on a device.

    Args:
        num_envs: number of wars.
        game: the name of the game.
        scale: length of an episode, a code of the game's ``Scale``.
        device: "cpu", or "cuda" for a GPU with the extra ``cuda``.
        arguments: the arguments of :class:`stuka_env.envs.vector.StukaVectorEnv`.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        TypeError: the game has no argument of this name.
        ModuleNotFoundError: the extra ``cuda`` is not installed.
    """
    if one_of("device", device, DEVICES) == "cpu":
        return StukaVectorEnv(num_envs, game, scale, **arguments)
    from stuka_env.gpu.vector import DeviceVectorEnv

    return DeviceVectorEnv(num_envs, game, scale, device=device, **arguments)


MOST_EPISODES = 1_000_000
"""Largest number of wars; the results of one war take 4 kB of memory."""


def fly(
    policy: Any,
    id: str,
    episodes: int = 200,
    seed: int = 0,
    *,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
    device: str = "cpu",
    **arguments: Any,
) -> Flown:
    """Fly a policy through frozen wars and return the results.

    The wars are those of ``evaluate.py`` with the same ``seed``. No training of this project uses them, and every
    policy meets the same missions and the same dice. So compare two policies war by war:
    ``first.scores - second.scores``.

    Args:
        policy: an object with ``name`` and ``act(inputs, actions)`` (:class:`stuka_env.policy.Policy`), its class, a
            compiled script, or a name for :func:`stuka_env.policy.load_policy`, such as ``"my_module:MyPolicy"``.
        id: a registered environment id, such as ``"Stuka/Operation-v0"``.
        episodes: number of wars, 1 to 1,000,000; the first 200 of 1,000 wars are the same as 200 wars.
        seed: seed of the wars and of the policy's random numbers; 0 to 2**32 - 1.
        num_threads: threads that share the wars, without effect on the results.
        progress: callback with the number of wars flown since its last call.
        device: "cpu", or "cuda" for compiled scripts and networks on a GPU, with the same results.
        arguments: the game's own arguments of an environment, as in ``gymnasium.make``: ``operation``, ``segment``,
            ``duration``, ``charts`` and ``charts_seed`` in the first game.

    Returns:
        A record with a row for each war: ``scores``, ``results``, ``finished``, ``decisions``, ``illegal``, ``seeds``
        and more. It has the ``mean`` and its ``standard_error``, and prints as one line.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        TypeError: the game has no argument of this name.
        ModuleNotFoundError: ``device`` is "cuda", and the extra ``cuda`` is not installed.
        FlightError: the policy failed; the first line of the message says where.
    """
    env = one_of("id", id, env_ids())
    game = game_of(env)
    assert game is not None
    read_game(game.name, arguments, ())
    spec, details = game.envs.read_arguments(game.ids.index(env), **arguments)
    wars = count("episodes", episodes)
    if wars > MOST_EPISODES:
        raise argument_error("episodes", episodes, f"a whole number from 1 to {MOST_EPISODES}")
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < POLICY_SEED_LIMIT:
        raise argument_error("seed", seed, f"a whole number from 0 to {POLICY_SEED_LIMIT - 1}")
    threads = count("num_threads", num_threads)
    on_gpu = one_of("device", device, DEVICES) == "cuda"
    player = as_policy(policy, game.name)
    warm_up(player, spec, details)
    seeds = evaluation_seeds(int(seed), wars)
    if on_gpu:
        from stuka_env.flights.on_device import fly_on_device

        return fly_on_device(
            player,
            game,
            game.ids.index(env),
            arguments,
            seeds,
            seed=int(seed),
            num_threads=threads,
            progress=progress,
        )
    return fly_wars(
        player,
        spec,
        seeds,
        seed=int(seed),
        num_threads=threads,
        progress=progress,
        details=details,
    )
