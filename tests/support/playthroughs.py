"""Golden playthroughs: an episode of each id, or its beginning, as text that is played again and compared by line.

A file names the id, the seed and the arguments. Each decision has a line with its number, its name, the number of legal
actions and the action. The entries of the journal, rewards and lines of the log sheet follow it.
``python -m tools.net --write`` writes the files anew, after which the diff has to be read.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from stuka_env.declared.values import digest_of
from tests.support.places import ROOT
from tests.support.samples import game_of, samples_of

FOLDER = ROOT / "tests" / "contract" / "golden"
MOST = 120
"""Decisions of a file."""
SEED = 42
HEAD = re.compile(r"(?P<id>\S+) seed (?P<seed>\d+) (?P<arguments>\{.*\})")
DECISION = re.compile(r"\d+\. \w+, \d+ legal: (?P<action>\d+) ")


def golden(env_id: str) -> Path:
    """Return the file of an id."""
    return FOLDER / f"{env_id.removesuffix('-v0').replace('/', '_').lower()}.txt"


def written(env_id: str) -> str:
    """Return the text of an episode that is played at random."""
    rng, choose = np.random.default_rng(SEED), samples_of(env_id).choose

    def choices(env: Any) -> Iterator[int]:
        for _ in range(MOST):
            yield int(choose(env.action_masks(), rng))

    arguments = samples_of(env_id).arguments[env_id]
    env = gymnasium.make(env_id, journal=True, **arguments).unwrapped
    return "\n".join([f"{env_id} seed {SEED} {json.dumps(arguments)}", *_lines(env, SEED, choices(env))]) + "\n"


def again(text: str) -> str:
    """Return the text of the episode in a file, played again with its actions under the present rules and words."""
    head, *lines = text.splitlines()
    match = HEAD.fullmatch(head)
    assert match, f"expected an id, a seed and arguments, got {head!r}"
    actions = [int(found["action"]) for found in map(DECISION.match, lines) if found]
    env = gymnasium.make(match["id"], journal=True, **json.loads(match["arguments"])).unwrapped
    return "\n".join([head, *_lines(env, int(match["seed"]), actions)]) + "\n"


def _lines(env: Any, seed: int, actions: Iterable[int]) -> Iterator[str]:
    """Play an episode and yield a line for each thing that a player is told."""
    names = game_of(env.spec.id).envs.names
    _, info = env.reset(seed=seed)
    yield from (f"    {entry.text}" for entry in env.journal)
    told = len(env.journal)
    for number, action in enumerate(actions, 1):
        labels = dict(env.legal_actions())
        yield f"{number}. {env.decision}, {len(labels)} legal: {action} {labels.get(action, 'ILLEGAL')}"
        *_, terminated, truncated, info = env.step(action)
        journal = env.journal
        yield from (f"    {entry.text}" for entry in journal[told:])
        told = len(journal)
        parts = {name: round(value, 6) for name, value in info["rewards"].items() if value}
        if parts:
            yield f"    reward {json.dumps(parts)}"
        yield from (f"    {names.lines}: {json.dumps(line)}" for line in info[names.lines])
        if terminated or truncated:
            yield f"result: {json.dumps(dict(info['result'] or {}))}"
            break
    yield f"mat: {digest_of(env.engine.wars.mats[0])[:16]}"
