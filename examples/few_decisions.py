"""A random agent that is asked few decisions of a mission, and the same agent that is asked all of them.

``OnlyDecisions`` asks for the kinds that matter most, and a policy answers the rest. Here that is a script of our own
that needs no clone; with the agents of a clone a name does, such as "champion".
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.codes import Act
from stuka_env.policy import PolicyInput
from stuka_env.wrappers import OnlyDecisions

ENV_ID = "Stuka/Mission-v0"
KINDS = ["ATTACK"]


class LastOption:
    """A policy that takes the last legal action, and neither declines nor aborts a mission."""

    name = "last_option"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions of all wars."""
        wish = inputs.masks * np.arange(1, inputs.masks.shape[1] + 1)
        wish[:, [Act.NO_FLY, Act.ABORT]] //= 1_000
        actions[:] = wish.argmax(axis=1)


def fly(envs: Any, wars: int) -> tuple[float, float]:
    """Fly wars with random actions; return the mean score and the decisions of the agent in a war."""
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=1)
    scores, ended, steps = np.zeros(wars), np.zeros(wars, np.bool_), 0
    while not ended.all():
        mask = infos["action_mask"]
        steps += int((~ended).sum())
        _, rewards, terminated, truncated, infos = envs.step((rng.random(mask.shape) * mask).argmax(axis=1))
        scores += 100 * rewards
        ended |= terminated | truncated
    return float(scores.mean()), steps / wars


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly both, and print their scores."""
    parser = argparse.ArgumentParser(description="A random agent that is asked few decisions, and one asked all.")
    parser.add_argument("--wars", type=int, default=500)
    options = parser.parse_args(arguments)
    for name, kinds in (("all", None), (", ".join(KINDS), KINDS)):
        envs: Any = gym.make_vec(
            ENV_ID, options.wars, vectorization_mode="vector_entry_point", autoreset_mode="disabled"
        )
        score, decisions = fly(envs if kinds is None else OnlyDecisions(envs, kinds, LastOption()), options.wars)
        print(f"asked {name}: {decisions:.1f} decisions a mission, score {score:.1f}")
        envs.close()


if __name__ == "__main__":
    main()
