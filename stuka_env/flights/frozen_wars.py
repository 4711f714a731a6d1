"""``stuka_env.fly``: a policy through the wars that are kept for evaluation."""

import os
from typing import Any

import numpy as np

from stuka_env import ENVIRONMENTS
from stuka_env.envs.arguments import argument_error, count, one_of, read_arguments
from stuka_env.flights.episodes import Flown, Progress, fly_wars, warm_up
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import POLICY_SEED_LIMIT, as_policy

MOST_EPISODES = 1_000_000
"""The results of a war take 4 kB of memory."""


def fly(
    policy: Any,
    id: str,
    episodes: int = 200,
    seed: int = 0,
    *,
    operation: str | None = None,
    segment: str | None = None,
    duration: str = "regular",
    charts: str | os.PathLike[str] | None = None,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
) -> Flown:
    """Fly a policy through frozen wars and return what became of them.

    The wars are those of ``evaluate.py`` with the same ``seed``: no training of ours uses them, and every policy meets
    the same missions and the same luck. So two policies are compared war by war, ``first.scores - second.scores``.

    Args:
        policy: an object with ``name`` and ``act(inputs, actions)`` (:class:`stuka_env.policy.Policy`), its class, a
            compiled script, or a name as :func:`stuka_env.policy.load_policy` takes it: ``"my_module:MyPolicy"``.
        id: a registered environment id, such as ``"Stuka/Operation-v0"``.
        episodes: how many wars, 1 to 1,000,000; the first 200 of 1,000 are the same as 200 alone.
        seed: which wars, and the seed of the policy's own chance; 0 to 2**32 - 1.
        operation: as in :class:`stuka_env.envs.single.StukaEnv`, like the next three.
        segment: a segment by its first month.
        duration: "regular" or "short".
        charts: a folder with chart files.
        num_threads: threads that share the wars; makes no difference to the results.
        progress: called with how many more wars, or missions that make as many, have been flown.

    Returns:
        One row a war: ``scores``, ``results``, ``finished``, ``decisions``, ``illegal``, ``seeds`` and more, and the
        ``mean`` with its ``standard_error``; printed, one line.

    Raises:
        ValueError: an argument is wrong; one line names it, what it got and what is allowed.
        FlightError: the policy failed; the first line says where.
    """
    scale = ENVIRONMENTS.index(one_of("id", id, ENVIRONMENTS))
    arguments = read_arguments(scale, operation=operation, segment=segment, duration=duration, charts=charts)
    wars = count("episodes", episodes)
    if wars > MOST_EPISODES:
        raise argument_error("episodes", episodes, f"a whole number from 1 to {MOST_EPISODES}")
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < POLICY_SEED_LIMIT:
        raise argument_error("seed", seed, f"a whole number from 0 to {POLICY_SEED_LIMIT - 1}")
    threads = count("num_threads", num_threads)
    made = as_policy(policy)
    warm_up(made, arguments.scenario, arguments.charts)
    seeds = evaluation_seeds(int(seed), wars)
    return fly_wars(
        made,
        arguments.scenario,
        arguments.charts,
        seeds,
        seed=int(seed),
        num_threads=threads,
        progress=progress,
    )
