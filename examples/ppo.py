"""PPO in one file: an agent that learns to fly a mission better than a script.

``python examples/ppo.py`` learns for less than a minute on one core, and needs PyTorch beside stuka_env. The agent is
evaluated in 2,000 missions that no training uses, in points of the game. With the laboratory installed (``make setup``
in a clone), the script ``doctrine`` flies the same missions with the same dice.

Three things are particular to this game. Most of the 135 actions are illegal at any time, so the policy is masked when
it chooses and when it learns. The reward comes at the end of a mission, 17 to 30 decisions after its start, so the
discount is near 1. A point of the score is a hundredth of reward, so rewards are scaled up for the value function.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.io.extras import not_installed
from stuka_env.policy import PolicyInput, UnknownPolicyError, load_policy

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError as missing:
    raise SystemExit(f"ppo.py: {not_installed(str(missing.name), 'sb3')}") from None

ENV_ID = "Stuka/Mission-v0"
WARS, TURNS = 128, 64  # missions side by side, and decisions in each between two updates
BATCH, EPOCHS = 1024, 2
WIDTH = 256
DISCOUNT, TRACE = 0.998, 0.95
CLIP, ENTROPY, VALUE, MAX_GRADIENT = 0.2, 0.01, 0.5, 0.5
RATE = 1e-3  # falls evenly to 0
POINTS = 100.0  # of the score for a reward of 1
REWARD_SCALE = 5.0  # missions differ by some twenty points, rewards by some 0.2: now by about 1
FROZEN_WARS, FROZEN_SEED = 2_000, 1 << 63  # seeds from here on are for judging only

Choose = Callable[[Any, NDArray[np.int8]], NDArray[np.int64]]
"""A player: observations ``(N, 626)`` and masks ``(N, 135)`` to actions ``(N,)``."""


class Agent(nn.Module):
    """A policy over the legal actions, and a value function."""

    def __init__(self) -> None:
        super().__init__()
        self.policy = network(ACTIONS, gain=0.01)
        self.value = network(1, gain=1.0)

    def choices(self, observations: Tensor, masks: Tensor) -> Tensor:
        """Return the log-probabilities of the actions, ``(N, 135)``; an illegal action has probability 0."""
        return self.policy(observations).masked_fill(masks == 0, -1e8).log_softmax(dim=1)

    def values(self, observations: Tensor) -> Tensor:
        """Return the expected remaining scaled rewards, ``(N,)``."""
        return self.value(observations).squeeze(-1)


def network(outputs: int, gain: float) -> nn.Sequential:
    """Return a network with two hidden layers; ``gain`` scales the initial outputs."""
    first, second, last = nn.Linear(LENGTH, WIDTH), nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, outputs)
    for layer, size in ((first, 2**0.5), (second, 2**0.5), (last, gain)):
        nn.init.orthogonal_(layer.weight, size)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(first, nn.Tanh(), second, nn.Tanh(), last)


def picked(choices: Tensor, actions: Tensor) -> Tensor:
    """Return the entry of each row's action, ``(N,)``."""
    return choices.gather(1, actions[:, None]).squeeze(1)


class Rollout(NamedTuple):
    """The rollout buffer of ``TURNS`` turns in ``WARS`` wars: ``(TURNS, WARS, ...)``."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor
    rewards: Tensor
    ends: Tensor


def empty_rollout() -> Rollout:
    """Return an empty rollout buffer."""
    observations, masks = torch.zeros(TURNS, WARS, LENGTH), torch.zeros(TURNS, WARS, ACTIONS, dtype=torch.int8)
    actions = torch.zeros(TURNS, WARS, dtype=torch.int64)
    return Rollout(observations, masks, actions, *(torch.zeros(TURNS, WARS) for _ in range(4)))


def gather(agent: Agent, envs: Any, rollout: Rollout, *, seen: Any, mask: Any) -> tuple[Any, Any, list[float]]:
    """Fill the rollout buffer, and return the next observations, their masks, and the scores of missions that ended."""
    scores: list[float] = []
    for turn in range(TURNS):
        observation, legal = torch.from_numpy(seen), torch.from_numpy(mask)
        with torch.no_grad():
            choices = agent.choices(observation, legal)
            action = choices.exp().multinomial(1).squeeze(1)
            rollout.values[turn] = agent.values(observation)
        rollout.observations[turn], rollout.masks[turn], rollout.actions[turn] = observation, legal, action
        rollout.log_probabilities[turn] = picked(choices, action)
        seen, reward, terminated, truncated, info = envs.step(action.numpy())
        ended = terminated | truncated
        rollout.rewards[turn] = torch.from_numpy(reward * REWARD_SCALE)
        rollout.ends[turn] = torch.from_numpy(ended)
        scores += (POINTS * reward[ended]).tolist()
        mask = info["action_mask"]
    return seen, mask, scores


def advantages(rollout: Rollout, last_values: Tensor) -> Tensor:
    """Return generalised advantage estimates, ``(TURNS, WARS)``."""
    estimates = torch.zeros_like(rollout.rewards)
    ahead, next_values = torch.zeros(WARS), last_values
    for turn in reversed(range(TURNS)):
        goes_on = 1 - rollout.ends[turn]
        surprise = rollout.rewards[turn] + DISCOUNT * goes_on * next_values - rollout.values[turn]
        ahead = surprise + DISCOUNT * TRACE * goes_on * ahead
        estimates[turn], next_values = ahead, rollout.values[turn]
    return estimates


def learn(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, gained: Tensor) -> None:
    """Update the agent with some clipped passes over the rollout buffer."""
    flat = Rollout(*(part.flatten(0, 1) for part in rollout))
    gained = gained.flatten()
    returns = gained + flat.values
    for _ in range(EPOCHS):
        for rows in torch.randperm(WARS * TURNS).view(-1, BATCH):
            choices = agent.choices(flat.observations[rows], flat.masks[rows])
            ratio = (picked(choices, flat.actions[rows]) - flat.log_probabilities[rows]).exp()
            gain = (gained[rows] - gained[rows].mean()) / (gained[rows].std() + 1e-8)
            policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (agent.values(flat.observations[rows]) - returns[rows]).square().mean()
            entropy = -(choices.exp() * choices).sum(dim=1).mean()
            loss = policy_loss + VALUE * value_loss - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_GRADIENT)
            optimizer.step()


def train(agent: Agent, decisions: int, seed: int) -> None:
    """Train an agent on at least so many decisions."""
    envs = gym.make_vec(
        ENV_ID, num_envs=WARS, vectorization_mode="vector_entry_point", autoreset_mode="same_step", info="mask"
    )
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    rollout = empty_rollout()
    seen, info = envs.reset(seed=seed << 32)
    mask, taken, start = info["action_mask"], 0, time.perf_counter()
    while taken < decisions:
        optimizer.param_groups[0]["lr"] = RATE * (1 - taken / decisions)
        seen, mask, scores = gather(agent, envs, rollout, seen=seen, mask=mask)
        with torch.no_grad():
            last_values = agent.values(torch.from_numpy(seen))
        learn(agent, optimizer, rollout, advantages(rollout, last_values))
        taken += WARS * TURNS
        spent = time.perf_counter() - start
        print(f"{taken:9,} decisions, {spent:5.1f} s: score of the last missions {np.mean(scores):5.1f}", flush=True)
    envs.close()


def fly(envs: Any, choose: Choose) -> NDArray[np.float64]:
    """Return the scores of the frozen missions, one for each war."""
    seen, info = envs.reset(seed=FROZEN_SEED)
    scores, flying = np.zeros(envs.num_envs), np.ones(envs.num_envs, np.bool_)
    while flying.any():
        seen, reward, terminated, truncated, info = envs.step(choose(seen, info["action_mask"]))
        scores += POINTS * reward * flying
        flying &= ~(terminated | truncated)
    return scores


def greedy(agent: Agent) -> Choose:
    """Return the agent's most probable actions."""

    def choose(seen: Any, mask: NDArray[np.int8]) -> NDArray[np.int64]:
        with torch.no_grad():
            return agent.choices(torch.from_numpy(seen), torch.from_numpy(mask)).argmax(dim=1).numpy()

    return choose


def scripted(name: str, envs: Any) -> Choose:
    """Return the player of a named policy in these wars; its inputs have the mats.

    Raises:
        UnknownPolicyError: the policy is not installed.
    """
    policy, wars = load_policy(name), envs.unwrapped.engine.wars
    actions, no_chance = np.zeros(envs.num_envs, np.int64), np.zeros(envs.num_envs, np.int64)

    def choose(seen: Any, mask: NDArray[np.int8]) -> NDArray[np.int64]:
        policy.act(PolicyInput(seen, mask, wars.mats, wars.charts, no_chance), actions)
        return actions

    return choose


def judge(agent: Agent) -> None:
    """Fly the frozen missions with the agent and the script, and print the comparison."""
    envs = gym.make_vec(ENV_ID, num_envs=FROZEN_WARS, vectorization_mode="vector_entry_point", info="mask")
    own = fly(envs, greedy(agent))
    print(f"agent    {own.mean():5.1f} +- {error(own):.1f} in {FROZEN_WARS:,} frozen missions")
    try:
        script = fly(envs, scripted("doctrine", envs))
        gain = own - script
        print(f"doctrine {script.mean():5.1f} +- {error(script):.1f} in the same missions")
        print(f"agent less doctrine {gain.mean():+.1f} +- {error(gain):.1f}")
    except UnknownPolicyError:
        print("doctrine is not installed: it comes with the laboratory, make setup in a clone")
    envs.close()


def error(scores: NDArray[np.float64]) -> float:
    """Return the standard error of a mean."""
    return float(scores.std() / len(scores) ** 0.5)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and judge."""
    words = argparse.ArgumentParser(description="PPO in one file, on Stuka/Mission-v0.")
    words.add_argument("--decisions", type=int, default=100_000, help="to learn from (default: 100,000)")
    words.add_argument("--seed", type=int, default=0)
    options = words.parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    agent = Agent()
    train(agent, options.decisions, options.seed)
    judge(agent)


if __name__ == "__main__":
    main()
