"""An episode of every game through one loop, with nothing in it that knows a game.

The registered ids, the action mask, the labels of the legal actions and the result are the same in all games.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium as gym

import stuka_env  # noqa: F401  registers the ids
from stuka_env.game import game_named, game_names


def fly(env_id: str, seed: int) -> dict[str, Any]:
    """Fly an episode with actions drawn among the legal ones. Print its first decision, and return its result."""
    env: Any = gym.make(env_id)
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    labels = [label for _, label in env.unwrapped.legal_actions()]
    print(f"\n{env_id}: {info['decision_name']} of {', '.join(labels[:3])}" + (", ..." if labels[3:] else ""))
    score, decisions = 0.0, 0
    while info["result"] is None:
        _, reward, _, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        score, decisions = score + 100 * reward, decisions + 1
    print(f"score {score:.0f} after {decisions} decisions: {info['result']}")
    return dict(info["result"])


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly an episode of the longest id of every installed game."""
    parser = argparse.ArgumentParser(description="An episode at random of every game.")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    for name in game_names():
        fly(game_named(name).usual, options.seed)


if __name__ == "__main__":
    main()
