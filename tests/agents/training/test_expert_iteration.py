"""Expert iteration: what is looked into, what clones are compared with, and what the policy learns of it."""

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("sb3_contrib")

from agents.config_file import ConfigError, config_text
from agents.games.stuka.improvement.gains import EXPERT
from agents.games.stuka.learning.parts import mark_equal
from agents.games.stuka.players import SCRIPTS
from agents.learned.card import AgentError
from agents.learned.learned_policy import LearnedPolicy
from agents.registry import make_policy, trained_agents
from agents.training.checkpoint import CheckpointError, config_digest, read_sealed
from agents.training.config import Config, ExpertIteration, make_config
from agents.training.expert_iteration import (
    POINTS,
    UNTRIED,
    AgentPositions,
    ExpertIterationRun,
    before_learning,
    gain_loss,
    greedy_gain,
    measure_gains,
)
from agents.training.learner import Learner
from agents.training.pools import learn_pools
from agents.training.selection import policy_of
from agents.training.warm_start import begin_training
from stuka_env.flights.episodes import policy_input
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.policy import import_object
from tests.support.planning import Table

PLAN = {"pools": 2, "pool": 60, "rollouts": 2, "batch_size": 16, "learning_rate": 3e-3}
WARS = [{"id": "Stuka/Operation-v0", "operation": "citadel", "duration": "short"}, {"id": "Stuka/Mission-v0"}]
SHIPPED = str(trained_agents()["distilled-operation"])
OLD_HAND = import_object(SCRIPTS["old_hand"])


def config_with(plan: dict[str, Any], **start: Any) -> Config:
    values = {
        "env": {"id": "Stuka/Mission-v0"},
        "steps": 0,
        "num_envs": 8,
        "network": {"kind": "structured", "card": 8, "trunk": 16},
        "ppo": {"n_steps": 16, "batch_size": 64},
        "start": {"agent": SHIPPED, "expert_iteration": plan, **start},
    }
    return make_config(values, "test")


def learner_with(plan: dict[str, Any]) -> Learner:
    return Learner(config_with(plan), 0)


def plan_of(learner: Learner) -> ExpertIteration:
    return learner.config.start.expert_iteration or pytest.fail()


def weights_of(learner: Learner) -> list[torch.Tensor]:
    return [weight.clone() for weight in learner.model.policy.state_dict().values()]


def shipped() -> LearnedPolicy:
    agent = make_policy("distilled-operation")
    assert isinstance(agent, LearnedPolicy)
    return agent


def attacks() -> AgentPositions:
    """Return one attack many times, with no action flown by clones."""
    table = Table(1).until(Decision.ATTACK)
    found = np.full((64, ACTIONS), UNTRIED, np.float16)
    seen = np.repeat(table.sight.observations.astype(np.float16), 64, axis=0)
    return AgentPositions(seen, np.repeat(table.sight.masks != 0, 64, axis=0), found)


# --- what is looked into ---


def test_what_the_planner_would_look_into_and_what_comes_to_the_same_is_marked() -> None:
    table = Table(1, turns=150).until(Decision.PILOT)
    mats, masks = table.sight.snapshot, table.sight.masks
    legal = np.flatnonzero(masks[0])
    proposed = np.array([[legal[0], legal[-1], -1]])
    found = np.zeros_like(masks)
    EXPERT.kernels.mark_candidates(EXPERT.futures.open_decisions(table.sight), proposed, found)
    alike = np.zeros((1, ACTIONS), np.bool_)
    mark_equal(mats, masks, proposed[:, 0].copy(), alike)
    assert (found[0][alike[0]] == 1).all() and alike.sum() > 1
    assert found[0, legal[-1]] == 1 and (found <= masks).all() and found.sum() < masks.sum()


def test_clones_are_compared_with_the_agents_own_choice() -> None:
    """Check that another yardstick with the same dice shifts all gains by the same number."""
    table = Table(1).until(Decision.ATTACK)
    inputs = policy_input(table.engine, table.view)._replace(noise=np.array([7], np.int64))
    every = np.ones(1, np.bool_)
    workspace = EXPERT.futures.new_workspace()
    by_script = EXPERT.fly_gains(inputs, workspace, is_asked=every, rollouts=4)
    script = int(by_script.own[0])
    other = int(next(action for action in np.flatnonzero(inputs.masks[0]) if action != script))
    by_other = EXPERT.fly_gains(inputs, workspace, is_asked=every, rollouts=4, own=np.array([other]))
    assert by_other.own[0] == other and by_other.gain[0, other] == 0.0
    moved = by_script.gain[0] - by_script.gain[0, other]
    assert by_other.gain[0] == pytest.approx(moved, abs=1e-3, nan_ok=True)


def test_the_doubts_of_an_agent() -> None:
    """Check that the agent's own choice has no gain, and that clones fly no illegal or improbable action."""
    agent, table = shipped(), Table(48, turns=30)
    positions = measure_gains(table.sight, agent, EXPERT(4))
    assert 5 < len(positions.gains) < 48
    flown = positions.gains != UNTRIED
    assert not (flown & ~positions.masks).any() and (~flown & positions.masks).any()
    assert (positions.gains > 0).any() and (positions.gains[flown] < 0).any()
    own = agent.likeliest(positions.seen.astype(np.float32), positions.masks.astype(np.int8))
    assert (positions.gains[np.arange(len(own)), own] == 0).all()
    assert greedy_gain(agent, positions) == 0.0


def test_the_real_dice_are_not_seen() -> None:
    agent, table = shipped(), Table(12, turns=30)
    before = measure_gains(table.sight, agent, EXPERT(2))
    for name in ("key_low", "key_high", "mission", "counts", "taped"):
        table.engine.wars.dice[name] = table.engine.wars.dice[name] + 1
    after = measure_gains(table.sight, agent, EXPERT(2))
    assert all(one.tobytes() == other.tobytes() for one, other in zip(before, after, strict=True))


# --- what is learned ---


def test_the_loss_is_the_gain_of_the_policy_and_its_divergence() -> None:
    learner = learner_with(PLAN)
    policy: Any = learner.model.policy
    positions = attacks()
    legal = np.flatnonzero(positions.masks[0])
    positions.gains[:, legal[0]], positions.gains[:, legal[1]] = 0.0, 6.0
    rows = np.arange(64)
    found = gain_loss(policy, before_learning(policy, positions), positions, rows=rows, divergence_weight=5.0)
    chances = policy_of(learner, "novice").chances(
        positions.seen[:1].astype(np.float32), positions.masks[:1].astype(np.int8)
    )[0]
    untried = chances[legal[2:]].sum()
    assert found.divergence.item() == pytest.approx(0.0, abs=1e-6), "nothing has been learned yet"
    assert found.gain.item() == pytest.approx(6.0 * chances[legal[1]] + UNTRIED * untried, abs=1e-3)
    assert found.total.item() == pytest.approx(-found.gain.item() / POINTS, abs=1e-4)
    learner.close()


def test_the_policy_learns_what_gains_and_leaves_what_costs() -> None:
    learner = learner_with(PLAN | {"epochs": 20, "divergence": 0.0})
    positions = attacks()
    legal = np.flatnonzero(positions.masks[0])
    positions.gains[:, legal], positions.gains[:, legal[-1]] = -5.0, 5.0
    policy: Any = learner.model.policy
    before = before_learning(policy, positions)
    run = ExpertIterationRun(learner, plan_of(learner))

    def loss(rows: Any) -> tuple[torch.Tensor, list[float]]:
        found = gain_loss(policy, before, positions, rows=rows, divergence_weight=0.0)
        return found.total, [found.gain.item()]

    run.learn(64, np.random.default_rng(0), loss, lambda: False)
    assert greedy_gain(policy_of(learner, "novice"), positions) == 5.0
    learner.close()


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Reach the same weights as without a stop, bit for bit."""
    plan = PLAN | {"wars": WARS}
    whole, first, again = (learner_with(plan) for _ in range(3))
    list(learn_pools(ExpertIterationRun(whole, plan_of(whole)), lambda: False))
    list(islice(learn_pools(ExpertIterationRun(first, plan_of(first)), lambda: False, tmp_path), 2))
    seconds = read_sealed(tmp_path / "expert_iteration.pt")["seconds"]
    heard = list(learn_pools(ExpertIterationRun(again, plan_of(again)), lambda: False, tmp_path))
    assert heard[0].text == "expert iteration: goes on after pool 1 of 2" and len(heard) == 2
    assert again.clock.start > seconds > 0.0, "the time before the stop counts too"
    assert all(torch.equal(one, other) for one, other in zip(weights_of(whole), weights_of(again), strict=True))
    for learner in (whole, first, again):
        learner.close()


def test_a_stop_leaves_at_once() -> None:
    learner = learner_with(PLAN)
    before = weights_of(learner)
    assert list(learn_pools(ExpertIterationRun(learner, plan_of(learner)), lambda: True)) == []
    assert all(torch.equal(one, other) for one, other in zip(before, weights_of(learner), strict=True))
    learner.close()


def test_it_comes_after_an_imitation() -> None:
    config = config_with(PLAN, agent=None, imitation={"teacher": "doctrine", "decisions": 1000, "pool": 1000})
    learner = Learner(config, 0)
    texts = [progress.text for progress in begin_training(learner, lambda: False)]
    assert [text.partition(":")[0] for text in texts] == ["imitation", "expert iteration", "expert iteration"]
    learner.close()


# --- the configuration ---


def test_the_wars_of_the_iteration_are_the_agents_own() -> None:
    config = config_with(PLAN | {"wars": WARS})
    assert [env.id for env in config.kinds] == ["Stuka/Mission-v0", "Stuka/Operation-v0"]


def test_segments_are_refused() -> None:
    with pytest.raises(ConfigError, match="got Stuka/Segment-v0 .* allowed are missions, operations and campaigns"):
        config_with(PLAN | {"wars": [{"id": "Stuka/Segment-v0"}]})


def test_somebody_must_come_before() -> None:
    with pytest.raises(ConfigError, match="got neither start.agent nor start.imitation"):
        config_with(PLAN, agent=None)


def test_an_agent_that_is_never_in_doubt_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.training.expert_iteration.MOST_SURE", 100)
    monkeypatch.setattr("agents.learned.learned_policy.LEAST_CHANCE", 0.9)
    learner = learner_with(PLAN)
    with pytest.raises(AgentError, match="the agent was in doubt about none"):
        list(learn_pools(ExpertIterationRun(learner, plan_of(learner)), lambda: False))
    learner.close()


def test_trainings_without_it_go_on_as_before() -> None:
    """Keep the digest of configurations without an expert iteration, on which older checkpoints depend."""
    plain = config_with(PLAN, expert_iteration=None)
    assert config_digest(plain) != config_digest(config_with(PLAN))
    assert "expert_iteration" not in config_text(plain) and "expert_iteration" in config_text(config_with(PLAN))
    assert list(plain.model_dump(mode="json")["start"]) == ["agent", "imitation"]


def test_a_damaged_file_is_refused_and_kept(tmp_path: Path) -> None:
    """Keep a damaged file, which may hold hours of work, until the user deletes it."""
    one = learner_with(PLAN)
    list(islice(learn_pools(ExpertIterationRun(one, plan_of(one)), lambda: False, tmp_path), 2))
    file = tmp_path / "expert_iteration.pt"
    contents = file.read_bytes()
    for bit in np.random.default_rng(0).integers(0, 8 * len(contents), 300):
        damaged = bytearray(contents)
        damaged[bit // 8] ^= 1 << int(bit % 8)
        file.write_bytes(damaged)
        with pytest.raises(
            CheckpointError, match=r"expert_iteration.pt: is damaged.* the expert iteration begins anew"
        ):
            ExpertIterationRun(one, plan_of(one)).restore(tmp_path)
        assert file.read_bytes() == damaged
    with pytest.raises(CheckpointError, match="is damaged"):
        next(learn_pools(ExpertIterationRun(one, plan_of(one)), lambda: False, tmp_path))
    one.close()


def test_a_file_of_another_training_is_not_gone_on_from_and_that_is_said(tmp_path: Path) -> None:
    one, other = learner_with(PLAN), learner_with(PLAN | {"rollouts": 3})
    list(islice(learn_pools(ExpertIterationRun(one, plan_of(one)), lambda: False, tmp_path), 2))
    heard = next(learn_pools(ExpertIterationRun(other, plan_of(other)), lambda: False, tmp_path))
    assert heard.text.startswith("expert iteration: begins anew, ") and "of another training" in heard.text
    one.close()
    other.close()
