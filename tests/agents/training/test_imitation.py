"""Imitation: what is kept of the teacher, what comes to the same, and going on where it was stopped."""

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib")

from agents.config_file import ConfigError
from agents.registry import make_policy
from agents.training.config import Config, make_config
from agents.training.imitation import (
    STRAYING,
    ImitationRun,
    TeacherWars,
    by_decision,
    flat_rows,
    imitation_loss,
    new_demonstrations,
    worth_learning,
)
from agents.training.learner import Learner
from agents.training.pools import learn_pools, shuffled_batches
from agents.training.warm_start import begin_training
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.policy import PolicyInput

PLAN = {"teacher": "doctrine", "decisions": 6000, "pool": 3000, "learning_rate": 3e-3, "batch_size": 256}
WARS = [{"id": "Stuka/Operation-v0", "operation": "citadel", "duration": "short"}, {"id": "Stuka/Mission-v0"}]


def imitation_of(learner: Learner) -> ImitationRun:
    """The imitation that a learner's configuration begins with."""
    return ImitationRun(learner, learner.config.start.imitation or pytest.fail())


def config_with(plan: dict[str, Any], network: dict[str, Any] | None = None) -> Config:
    values = {
        "env": {"id": "Stuka/Mission-v0"},
        "steps": 0,
        "num_envs": 8,
        "network": network or {"kind": "mlp", "layers": [64]},
        "ppo": {"n_steps": 16, "batch_size": 64},
        "start": {"imitation": plan},
    }
    return make_config(values, "test")


def learner_with(plan: dict[str, Any], network: dict[str, Any] | None = None) -> Learner:
    return Learner(config_with(plan, network), 0)


def weights_of(learner: Learner) -> list[torch.Tensor]:
    return [weight.clone() for weight in learner.model.policy.state_dict().values()]


@pytest.mark.parametrize(
    "network",
    [{"kind": "mlp", "layers": [64]}, *({"kind": kind, "card": 8, "trunk": 16} for kind in ("structured", "layout"))],
)
def test_it_takes_after_the_teacher(network: dict[str, Any]) -> None:
    learner = learner_with(PLAN | {"pool": 1500, "epochs": 6}, network)
    heard = [said.numbers for said in begin_training(learner, lambda: False)]
    assert len(heard) == 4 and heard[-1]["imitation/nll"] < 0.7 * heard[0]["imitation/nll"]
    assert heard[-1]["imitation/value_error"] < heard[0]["imitation/value_error"]
    learner.close()


def test_several_scenarios_side_by_side() -> None:
    learner = learner_with(PLAN | {"wars": WARS})
    run = imitation_of(learner)
    assert [wars.engine.spec.scale for wars in run.wars] == [2, 0]
    assert run.wars[0].engine.num_envs == run.wars[1].engine.num_envs
    assert abs(run.rows * run.num_pools - 6000) < run.rows
    assert "of 6,000 decisions" in run.learn_a_pool(lambda: False).text
    run.close()
    learner.close()


def test_what_is_kept_of_the_teacher() -> None:
    """Check that equal actions are legal and include the teacher's, and that returns of straying wars do not count."""
    learner = learner_with(PLAN)
    wars = TeacherWars(learner.config.env, 16, 0, learner)
    pool = new_demonstrations(60, 16, LENGTH, ACTIONS)
    wars.fly(make_policy("doctrine"), pool, lambda: False)
    asked = pool.decisions != Decision.OVER
    assert (pool.equal.sum(axis=2)[asked] >= 1).all() and not (pool.equal & ~pool.masks).any()
    assert (pool.known == (np.arange(16) % STRAYING != STRAYING - 1)).all()
    assert (pool.equal.sum(axis=2) > 1).any(), "a Staffel of Veterans has people who are the same to the rules"
    wars.close()
    learner.close()


def test_returns_end_with_the_war_or_with_the_value() -> None:
    """Rewards 1, 2 and 4, discounted by a half; the first war ends after the second, the other goes on."""
    values = config_with(PLAN).model_dump(exclude_unset=True)
    learner = Learner(make_config(values | {"ppo": values["ppo"] | {"gamma": 0.5}}, "test"), 0)
    wars = TeacherWars(learner.config.env, 2, 0, learner)
    pool = new_demonstrations(3, 2, LENGTH, ACTIONS)
    rewards = np.array([[1, 1], [2, 2], [4, 4]], np.float32)
    wars._fill_returns(pool, rewards, np.array([[0, 0], [1, 0], [0, 0]], np.bool_))
    with torch.no_grad():
        beyond = learner.model.policy.predict_values(torch.from_numpy(wars._view.observations))[:, 0].numpy()
    last = 4 + 0.5 * beyond
    np.testing.assert_allclose(pool.returns[2], last, rtol=1e-5)
    np.testing.assert_allclose(pool.returns[1], [2, 2 + 0.5 * last[1]], rtol=1e-5)
    np.testing.assert_allclose(pool.returns[0], [2, 1 + 0.5 * (2 + 0.5 * last[1])], rtol=1e-5)
    wars.close()
    learner.close()


def test_equal_actions_share_their_probability() -> None:
    """Compare the loss with the negative log-likelihood of all equal actions together."""
    learner = learner_with(PLAN)
    wars = TeacherWars(learner.config.env, 16, 0, learner)
    pool = new_demonstrations(30, 16, LENGTH, ACTIONS)
    wars.fly(make_policy("doctrine"), pool, lambda: False)
    rows = flat_rows(pool)
    some = np.flatnonzero(rows.decisions != Decision.OVER)[:200]
    loss = imitation_loss(learner, rows, some, weights=torch.ones(len(Decision)), value_weight=0.0)
    seen = torch.from_numpy(rows.seen[some].astype(np.float32))
    policy: Any = learner.model.policy
    log_probs, _ = policy.log_probs_and_values(seen, torch.from_numpy(rows.masks[some]))
    chance = (log_probs.exp() * torch.from_numpy(rows.equal[some])).sum(dim=1)
    assert float(loss.nll) == pytest.approx(-float(chance.detach().log().mean()), rel=1e-4)
    heavy = torch.ones(len(Decision))
    heavy[int(rows.decisions[some][0])] = 5.0
    assert imitation_loss(learner, rows, some, weights=heavy, value_weight=0.0).total.item() > loss.total.item()
    wars.close()
    learner.close()


class Staking:
    """The doctrine, to which attacks count three times as much as all else."""

    name = "staking"

    def __init__(self) -> None:
        self.doctrine = make_policy("doctrine")

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.doctrine.act(inputs, actions)

    def act_with_stakes(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        self.act(inputs, actions)
        return np.where(inputs.mats["cursor"]["decision"] == Decision.ATTACK, 3.0, 1.0).astype(np.float32)


def test_what_a_teacher_says_is_at_stake_counts() -> None:
    learner = learner_with(PLAN)
    wars = TeacherWars(learner.config.env, 16, 0, learner)
    pool = new_demonstrations(60, 16, LENGTH, ACTIONS)
    wars.fly(Staking(), pool, lambda: False)
    attacks = pool.decisions == Decision.ATTACK
    assert attacks.any() and (pool.stakes[attacks] == 3).all() and (pool.stakes[~attacks] == 1).all()
    rows = flat_rows(pool)
    some, even = np.flatnonzero(rows.decisions == Decision.ATTACK), torch.ones(len(Decision))
    loss = imitation_loss(learner, rows, some, weights=even, value_weight=0.0)
    assert loss.total.item() == pytest.approx(3 * loss.nll.item(), rel=1e-5)
    wars.close()
    learner.close()


def test_only_what_is_worth_learning_is_learned() -> None:
    """Keep the decisions with a choice and a positive stake, and of each kind the configured share."""
    learner = learner_with(PLAN)
    wars = TeacherWars(learner.config.env, 64, 0, learner)
    pool = new_demonstrations(100, 64, LENGTH, ACTIONS)
    wars.fly(make_policy("doctrine"), pool, lambda: False)
    rows = flat_rows(pool)
    rows.stakes[::7] = 0.0
    shares = by_decision({"PILOT": 0.25, "MUSTER": 0.0}, tuple(Decision.__members__))
    learned = worth_learning(rows, shares, np.random.default_rng(0))
    assert (learned.masks & ~learned.equal).any(axis=1).all() and (learned.stakes > 0).all()
    choice = (rows.masks & ~rows.equal).any(axis=1) & (rows.stakes > 0)
    kept = np.bincount(learned.decisions, minlength=len(Decision))
    all_of_it = np.bincount(rows.decisions[choice], minlength=len(Decision))
    assert kept[Decision.ATTACK] == all_of_it[Decision.ATTACK] > 0 and kept[Decision.MUSTER] == 0
    assert kept[Decision.PILOT] == pytest.approx(0.25 * all_of_it[Decision.PILOT], rel=0.3)
    wars.close()
    learner.close()


def test_batches_are_about_alike_and_hold_every_row_once() -> None:
    batches = shuffled_batches(1000, 300, np.random.default_rng(0))
    assert [len(batch) for batch in batches] == [250] * 4
    assert np.array_equal(np.sort(np.concatenate(batches)), np.arange(1000))
    assert shuffled_batches(0, 300, np.random.default_rng(0)) == []


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Reach the same weights as without a stop, bit for bit."""
    plan = PLAN | {"wars": WARS, "pool": 1500, "epochs": 1}
    whole = learner_with(plan)
    list(learn_pools(imitation_of(whole), lambda: False))
    first = learner_with(plan)
    list(islice(learn_pools(imitation_of(first), lambda: False, tmp_path), 3))
    again = learner_with(plan)
    heard = list(learn_pools(imitation_of(again), lambda: False, tmp_path))
    assert "goes on after" in heard[0].text and len(heard) < 5
    assert all(torch.equal(one, other) for one, other in zip(weights_of(whole), weights_of(again), strict=True))
    for learner in (whole, first, again):
        learner.close()


def test_a_stop_leaves_at_once() -> None:
    learner = learner_with(PLAN)
    assert list(learn_pools(imitation_of(learner), lambda: True)) == []
    learner.close()


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ConfigError, match="start.imitation.weights: got 'LAND', allowed is NONE or"):
        config_with(PLAN | {"weights": {"LAND": 2.0}})
    with pytest.raises(ConfigError, match="start.imitation.shares: got 'LAND', allowed is NONE or"):
        config_with(PLAN | {"shares": {"LAND": 0.5}})
