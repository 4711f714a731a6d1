"""The programs of docs/rewards.md: what they pay is the official reward and what they add to it."""

import re
from typing import Any

import numpy as np
import pytest

from tests.support.contract import choose
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "rewards.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def names_of(word: str) -> dict[str, Any]:
    """Run the one program of the page that has the word, and return its names."""
    (code,) = [block for block in BLOCKS if word in block]
    names: dict[str, Any] = {}
    exec(code, names)
    return names


def test_a_declined_mission_costs_a_point() -> None:
    env = names_of("class NoDeclining")["env"]
    env.reset(seed=1)
    _, reward, *_, info = env.step(0)
    assert info["missions"][0]["no_fly"] == "declined" and reward == pytest.approx(sum(info["rewards"].values()) - 0.01)


def test_kills_are_paid_in_the_step_in_which_their_mission_ends() -> None:
    envs = names_of("class Kills")["envs"]
    _, infos = envs.reset(seed=1)
    rng, paid, official, kills = np.random.default_rng(0), 0.0, 0.0, 0
    for _ in range(600):
        _, rewards, over, _, infos = envs.step(choose(envs, infos["action_mask"], rng))
        paid += rewards.sum()
        official += sum(part.sum() for name, part in infos["rewards"].items() if name[0] != "_")
        kills += int(infos["missions"]["kills"].sum())
        if over.any():
            final = infos["final_info"]
            official += sum(part.sum() for name, part in final["rewards"].items() if name[0] != "_")
            kills += int(final["missions"]["kills"].sum())
    assert kills > 10 and paid == pytest.approx(official + 0.01 * kills)


def test_losses_are_priced_for_stable_baselines3() -> None:
    pytest.importorskip("stable_baselines3")
    envs = names_of("class PricedLosses")["envs"]
    envs.seed(1)
    envs.reset()
    rng, paid, score, lost = np.random.default_rng(0), 0.0, 0, 0
    going = np.ones(envs.num_envs, np.bool_)
    while going.any():
        masks = envs.env_method("action_masks").astype(np.int8)
        _, rewards, dones, infos = envs.step(choose(envs.unwrapped.vector, masks, rng))
        paid += rewards[going].sum()
        for war in np.flatnonzero(going & dones):
            score, lost = score + infos[war]["result"]["score"], lost + infos[war]["result"]["destroyed"]
        going &= ~dones
    assert lost > 0 and paid == pytest.approx(score / 100 - 0.02 * lost, abs=1e-4)
