"""Monte Carlo tree search: UCT over the decisions, with a batch of clones that climb the tree together.

Dice are rolled between the decisions, so this is *open-loop* UCT. A node is a sequence of decisions and answers,
independent of the dice, and each clone has its own legal actions there. ``stuka_env.vector.from_war`` makes all clones
at once, each with its own dice. In every turn each clone inside the tree answers by UCB1 among its legal actions. A
clone that leaves the tree adds a node and continues as the simple player. Its points are added to all nodes of its
path.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import stuka_env
from stuka_env.envs.single import StukaEnv
from stuka_env.games.stuka.codes import ACTIONS, Act

EXPLORATION = 20.0
"""Weight of exploration, in points of the mission's score."""
SIX_AIRCRAFT = Act.FLY + 4
WISHES = (SIX_AIRCRAFT, Act.GO_ON, Act.LOAD_SC500_SC50, Act.SC1000, Act.NO_DUEL, Act.PRESS_ON, Act.DROP)
TASTE = np.arange(ACTIONS, dtype=np.float64)
TASTE[list(WISHES)] = 2 * ACTIONS - np.arange(len(WISHES))
"""The simple player takes the legal action with the largest number: a preferred one, or the last one."""


@dataclass
class Node:
    """A node of the tree: its visits, the sum of their points, and its children."""

    visits: int = 0
    points: float = 0.0
    children: dict[tuple[int, int], "Node"] = field(default_factory=dict)
    """By the answer and the decision that it was given to."""

    def choose(self, decision: int, mask: NDArray[np.int8]) -> "tuple[int, Node]":
        """Return the legal answer with the highest upper confidence bound, and its child; untried answers first."""
        answers = np.flatnonzero(mask).tolist()
        leads = {answer: self.children.setdefault((answer, decision), Node()) for answer in answers}
        tries = math.log(1 + sum(node.visits for node in leads.values()))
        best = max(answers, key=lambda answer: bound(leads[answer], tries))
        return best, leads[best]


def bound(node: Node, tries: float) -> float:
    """Return the upper confidence bound of a node."""
    if node.visits == 0:
        return math.inf
    return node.points / node.visits + EXPLORATION * math.sqrt(tries / node.visits)


def climb(env: StukaEnv, root: Node, clones: int) -> None:
    """Send a batch of clones through the tree to the end of the mission, and add their points."""
    envs = stuka_env.vector.from_war(env, clones, copy=False)
    decisions, masks = np.full(clones, env.mat.cursor.decision), envs.action_masks().view(np.int8)
    paths, in_the_tree = [[root] for _ in range(clones)], np.ones(clones, np.bool_)
    points, going = np.zeros(clones), np.ones(clones, np.bool_)
    while going.any():
        answers = np.where(masks, TASTE, -1).argmax(axis=1)
        for clone in np.flatnonzero(in_the_tree & going).tolist():
            answers[clone], node = paths[clone][-1].choose(int(decisions[clone]), masks[clone])
            in_the_tree[clone] = node.visits > 0
            node.visits += 1  # at once, so that the next clone of this batch looks elsewhere
            paths[clone].append(node)
        _, rewards, terminated, truncated, info = envs.step(answers)
        points += 100 * rewards * going
        going &= ~(terminated | truncated)
        decisions, masks = info["decision"], info["action_mask"]
    for path, made in zip(paths, points.tolist(), strict=True):
        for node in path:
            node.points += made


def searched(env: StukaEnv, batches: int, clones: int) -> int:
    """Return the most visited answer of a tree that begins at this decision."""
    root = Node()
    for _ in range(batches):
        climb(env, root, clones)
    return max(root.children.items(), key=lambda child: child[1].visits)[0][0]


def fly(seed: int, batches: int, clones: int) -> int:
    """Return the score of a mission; without search, that of the simple player."""
    env = gym.make("Stuka/Mission-v0").unwrapped
    assert isinstance(env, StukaEnv)
    _, info = env.reset(seed=seed)
    over, score = False, 0
    while not over:
        simple = int(np.where(info["action_mask"], TASTE, -1).argmax())
        _, _, over, _, info = env.step(searched(env, batches, clones) if batches else simple)
        score = info["result"]["score"] if over else 0
    return score


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly both players in the same missions."""
    words = argparse.ArgumentParser(description="Tree search over batched clones, against the player of its rollouts.")
    words.add_argument("--missions", type=int, default=40, help="how many to fly (default: 40)")
    words.add_argument("--batches", type=int, default=8, help="of clones, for each decision (default: 8)")
    words.add_argument("--clones", type=int, default=32, help="in a batch (default: 32)")
    options = words.parse_args(arguments)
    gains = []
    for seed in range(options.missions):
        without, with_search = fly(seed, 0, 0), fly(seed, options.batches, options.clones)
        gains.append(with_search - without)
        print(f"mission {seed}: {without:3} without, {with_search:3} with a search", flush=True)
    error = np.std(gains) / len(gains) ** 0.5
    print(f"searching is worth {np.mean(gains):+.1f} +- {error:.1f} points a mission")


if __name__ == "__main__":
    main()
