"""Improvement on a script: the Staffel's value, paired clones, networks and recipe. Needs the ``train`` extra."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch

from agents.commands import improve
from agents.config_file import config_text
from agents.futures.gains import NO_CHOICE, NOT_ASKED
from agents.games.stuka.improvement.gain_network import (
    GainFigures,
    GainFileError,
    GainNetwork,
    fit_gains,
    gains_of_best_actions,
    load_network,
    save_network,
)
from agents.games.stuka.improvement.gains import EXPERT
from agents.games.stuka.improvement.improved_policy import (
    CLEAR_GAIN,
    GAMBLE_OR_DROP,
    LARGEST_STAKE,
    STAKE,
    ImprovedPolicy,
)
from agents.games.stuka.improvement.mission_starts import MissionStartRows, fly_starts
from agents.games.stuka.improvement.positions import Positions
from agents.games.stuka.improvement.recipe import LOG_FILE, position_files, read_improvement, read_positions
from agents.games.stuka.improvement.value_fit import ValueNetwork, trace_returns, weights_of
from agents.games.stuka.planner.staffel_value import (
    ELITE,
    ELITES,
    FEATURES,
    HERO,
    ROLE,
    JudgeWorkspace,
    StaffelFeatures,
    ValueWeights,
    describe_staffel,
    load_weights,
    new_judge,
    save_weights,
    staffel_value,
)
from agents.registry import make_policy
from agents.rows import join_rows
from agents.value_file import ValueFileError
from stuka_env.declared.records import rows
from stuka_env.engine.engine import Engine, View
from stuka_env.flights.episodes import policy_input
from stuka_env.games.stuka.codes import ACTIONS, SEATS, Act, Decision, Quality, Scale
from stuka_env.games.stuka.networks.structured import Sizes
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import UnknownPolicyError
from tests.support.places import ROOT

OLD_HAND: Any = make_policy("old_hand")
WARS = 24


def scenario(scale: Scale = Scale.OPERATION, operation: str | None = "citadel") -> WarSpec:
    return WarSpec.read(scale, operation=operation, duration="short")


def begun(seeds: list[int], turns: int = 0) -> tuple[Engine, View]:
    """Return short Citadels that old_hand has flown for ``turns`` turns."""
    asked = scenario()
    engine = Engine(len(seeds), asked)
    view = engine.new_view()
    engine.reset(view.buffers, seeds)
    actions = np.zeros(len(seeds), np.int64)
    for _ in range(turns):
        OLD_HAND.act(policy_input(engine, view), actions)
        engine.step(actions, view.buffers)
    return engine, view


def judge(seed: int = 0) -> JudgeWorkspace:
    torch.manual_seed(seed)
    return new_judge(weights_of(ValueNetwork()))


def ask(engine: Engine, view: View, judged_by: JudgeWorkspace, asked: Any = None, rollouts: int = 3) -> Any:
    inputs = policy_input(engine, view)._replace(noise=np.arange(engine.num_envs) + 7)
    flags = np.ones(engine.num_envs, np.int8) if asked is None else asked
    workspace = EXPERT.futures.new_workspace(None, None, judged_by.weights)
    return EXPERT.fly_gains(inputs, workspace, is_asked=flags != 0, rollouts=rollouts)


# --- the Staffel's value ---


def test_the_kernel_works_out_what_the_network_does() -> None:
    engine, _ = begun(list(range(8)), 40)
    network, staffel = ValueNetwork(), rows(1, StaffelFeatures)
    weights = weights_of(network)
    for mat in engine.wars.mats:
        value = staffel_value(mat, staffel[0], weights[0])
        assert value == pytest.approx(network(torch.from_numpy(staffel["numbers"].copy())).item(), abs=1e-5)


def test_a_staffel_is_counted_by_what_its_people_are_not_by_where_they_stand() -> None:
    engine, _ = begun([5], 60)
    mat, staffel = engine.wars.mats[0], rows(2, StaffelFeatures)
    describe_staffel(mat, staffel[0])
    mat.pilots[0], mat.pilots[4] = mat.pilots[4].copy(), mat.pilots[0].copy()
    describe_staffel(mat, staffel[1])
    assert np.array_equal(staffel["numbers"][0], staffel["numbers"][1])
    mat.pilots["level"], mat.gunners["level"] = Quality.VETERAN, Quality.VETERAN
    mat.pilots[0]["level"], mat.gunners[3]["level"] = Quality.ELITE, Quality.HERO
    describe_staffel(mat, staffel[1])
    numbers = staffel["numbers"][1]
    assert numbers[[ELITE, ELITE + 1, HERO]].tolist() == [0, 1, 1]
    assert numbers[[ROLE + ELITE, ROLE + HERO, ROLE + HERO + 1]].tolist() == [1, 0, 1]


def test_weights_are_kept_in_a_file_and_a_broken_one_is_refused(tmp_path: Path) -> None:
    weights: Any = weights_of(ValueNetwork())
    save_weights(weights, tmp_path / "value.npz")
    kept: Any = load_weights(tmp_path / "value.npz")
    assert all(np.array_equal(kept[name], weights[name]) for name in ValueWeights.dtype.names or ())
    (tmp_path / "value.npz").write_bytes(b"no archive")
    with pytest.raises(ValueFileError, match=r"value: .*value\.npz cannot be used"):
        load_weights(tmp_path / "value.npz")


def test_returns_trust_the_network_as_told_and_nothing_that_comes_after_a_wild_mission() -> None:
    starts = MissionStartRows(
        np.zeros((5, FEATURES), np.float16),
        np.array([1, 2, 4, 8, 16], np.float32),
        np.array([0, 0, 1, 0, 0], np.bool_),
        np.array([0, 0, 0, 1, 1], np.bool_),
    )
    values = np.array([100, 200, 300, 400, 500], np.float32)
    whole = trace_returns(starts, values, 1.0)
    assert whole.tolist() == [1 + 2 + 300, 2 + 300, 4 + 8, 8, 16]
    half = trace_returns(starts, values, 0.5)
    assert half.tolist() == [1 + 0.5 * (2 + 300) + 0.5 * 200, 2 + 300, 4 + 0.5 * 8 + 0.5 * 400, 8, 16]


def test_what_the_missions_bring_adds_up_to_the_final_score() -> None:
    starts = join_rows(fly_starts(OLD_HAND.choose, [scenario()], missions=1, seed=3, on_batch=lambda missions: None))
    assert starts.features.shape == (len(starts.last), FEATURES) and 0.1 < starts.wild.mean() < 0.5
    firsts = np.flatnonzero(np.concatenate(([True], starts.last[:-1])))
    totals = np.add.reduceat(starts.surprise, firsts)
    assert len(totals) == starts.last.sum() and abs(float(totals.mean())) < 20
    again = join_rows(fly_starts(OLD_HAND.choose, [scenario()], missions=1, seed=3, on_batch=lambda missions: None))
    assert np.array_equal(again.surprise, starts.surprise)


# --- paired clones ---


def test_gains_are_against_the_scripts_own_choice_and_illegal_ones_have_none() -> None:
    engine, view = begun(list(range(WARS)), 10)
    before = engine.wars.mats.copy()
    gains = ask(engine, view, judge())
    assert np.array_equal(engine.wars.mats, before)
    actions = np.zeros(WARS, np.int64)
    OLD_HAND.act(policy_input(engine, view), actions)
    asked = gains.own >= 0
    assert asked.sum() > WARS // 2 and np.array_equal(gains.own[asked], actions[asked])
    assert (gains.gain[asked, actions[asked]] == 0).all()
    assert np.array_equal(np.isnan(gains.gain[asked]), view.masks[asked] == 0)
    assert np.nanmax(np.abs(gains.gain[asked])) > 1


def test_the_clones_see_neither_dice_nor_undrawn_cards() -> None:
    engine, view = begun(list(range(WARS)), 6)
    first = ask(engine, view, judge())
    engine.wars.dice["key_low"] += 12345
    second = ask(engine, view, judge())
    assert np.array_equal(first.gain, second.gain, equal_nan=True)


def test_people_who_are_the_same_to_the_rules_are_worth_the_same() -> None:
    engine, view = begun([11], 0)
    while engine.wars.mats[0].cursor.decision != Decision.GUNNER:
        actions = np.zeros(1, np.int64)
        OLD_HAND.act(policy_input(engine, view), actions)
        engine.step(actions, view.buffers)
    mat = engine.wars.mats[0]
    for person in range(len(mat.gunners)):
        mat.gunners[person]["stress"] = person % 2
    gains = ask(engine, view, judge(), rollouts=6).gain[0, Act.GUNNER : Act.GUNNER + len(mat.gunners)]
    legal = ~np.isnan(gains)
    known = list(zip(*[mat.gunners[name].tolist() for name in ("level", "stress", "wounds", "missions")], strict=True))
    found: dict[Any, set[float]] = {}
    for person in np.flatnonzero(legal).tolist():
        found.setdefault(known[person], set()).add(float(gains[person]))
    assert len(found) > 1 and legal.sum() > len(found)
    assert all(len(worths) == 1 for worths in found.values())


def test_who_is_not_asked_and_where_there_is_no_choice_nothing_is_flown() -> None:
    engine, view = begun(list(range(WARS)), 3)
    flags = (np.arange(WARS) % 2).astype(np.int8)
    gains = ask(engine, view, judge(), flags)
    assert (gains.own[flags == 0] == NOT_ASKED).all()
    engine.wars.masks["legal"][:, 1:] = 0
    view.masks[...] = 0
    view.masks[:, Act.NO_FLY] = 1
    assert (ask(engine, view, judge()).own == NO_CHOICE).all()


# --- what is learned from them ---


def lesson(count: int) -> Positions:
    """Return positions with two actions.

    The second is better by 5 points if the first number of the observation is 1, otherwise worse by 5.
    """
    rng = np.random.default_rng(0)
    observations = np.zeros((count, LENGTH), np.float16)
    observations[:, 0] = rng.integers(0, 2, count)
    gains = np.full((count, ACTIONS), np.nan, np.float16)
    gains[:, Act.DROP] = 0
    gains[:, Act.GAMBLE] = np.where(observations[:, 0] == 1, 5, -5) + rng.normal(0, 3, count)
    return Positions(observations, gains, np.full(count, Act.DROP, np.int16), np.full(count, Decision.ATTACK, np.int8))


@pytest.mark.slow
def test_a_network_finds_what_one_position_cannot_show(tmp_path: Path) -> None:
    torch.manual_seed(0)
    network, figures = GainNetwork(Sizes(4, 16)), list[GainFigures]()
    positions = lesson(40_000)
    fit_gains(network, positions, held_out=4_000, epochs=12, margin=0.1, seed=0, on_epoch=figures.append)
    assert figures[-1].gain == pytest.approx(2.5, abs=0.2) and figures[-1].differs == pytest.approx(0.5, abs=0.05)
    assert gains_of_best_actions(network, positions, 1000.0).max() == 0
    save_network(network, tmp_path / "gains.pt")
    same = load_network(tmp_path / "gains.pt")
    seen = torch.from_numpy(positions.observations[:8].astype(np.float32))
    assert torch.equal(network(seen), same(seen))
    (tmp_path / "gains.pt").write_bytes(b"none")
    with pytest.raises(GainFileError, match=r"gains: .*gains\.pt cannot be used"):
        load_network(tmp_path / "gains.pt")


def test_the_improved_policy_is_the_script_but_for_what_it_was_told_to_improve() -> None:
    engine, view = begun(list(range(WARS)), 5)
    inputs = policy_input(engine, view)
    script, careful, rash = (np.zeros(WARS, np.int64) for _ in range(3))
    torch.manual_seed(1)
    network, weights = GainNetwork(Sizes(4, 16)), rows(1, ValueWeights)
    OLD_HAND.act(inputs, script)
    ImprovedPolicy(
        "careful", OLD_HAND.choose, network=network, weights=weights, margin=1e6, decisions=list(Decision)
    ).act(inputs, careful)
    assert np.array_equal(careful, script)
    here = set(engine.wars.mats["cursor"]["decision"].tolist())
    ImprovedPolicy(
        "rash",
        OLD_HAND.choose,
        network=network,
        weights=weights,
        margin=0.0,
        decisions=[Decision(code) for code in here],
    ).act(inputs, rash)
    assert not np.array_equal(rash, script) and (view.masks[np.arange(WARS), rash] == 1).all()
    others = [decision for decision in Decision if decision not in here]
    ImprovedPolicy("elsewhere", OLD_HAND.choose, network=network, weights=weights, margin=0.0, decisions=others).act(
        inputs, rash
    )
    assert np.array_equal(rash, script)


def many_elites(worth: float) -> Any:
    """Return weights of a value with ``worth`` points for each Elite of either role, up to the largest count."""
    weights = rows(1, ValueWeights)
    for count in range(ELITES):
        for role in (0, ROLE):
            weights["first"][0, role + ELITE + count, 0] = count
    weights["second"][0, 0, 0] = 1.0
    weights["last"][0, 0] = worth
    return weights


def first_day_of_barbarossa() -> tuple[Engine, View]:
    asked_for = WarSpec.read(Scale.OPERATION, operation="barbarossa")
    engine = Engine(WARS, asked_for)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(WARS)))
    return engine, view


def test_promotions_are_judged_by_the_value_of_the_staffel() -> None:
    engine, view = first_day_of_barbarossa()
    inputs, actions = policy_input(engine, view), np.zeros(WARS, np.int64)
    network = GainNetwork(Sizes(4, 16))
    eager = ImprovedPolicy(
        "eager", OLD_HAND.choose, network=network, weights=many_elites(100.0), margin=0.0, decisions=[Decision.PROMOTE]
    )
    never = ImprovedPolicy(
        "never", OLD_HAND.choose, network=network, weights=many_elites(-100.0), margin=0.0, decisions=[Decision.PROMOTE]
    )
    judged_by, asked = new_judge(many_elites(100.0)), 0
    for _ in range(500):
        promoting = np.array([may_become_elite(mat) for mat in inputs.mats])
        if promoting.any():
            gains = ask(engine, view, judged_by, promoting.astype(np.int8), 1).gain
            # the same to the Staffel where the next in line would be promoted in his place
            promoting &= gains[:, Act.PROMOTE] != gains[:, Act.NO_PROMOTION]
            stakes = eager.act_with_stakes(inputs, actions)
            assert (actions[promoting] == Act.PROMOTE).all() and (stakes[promoting] == STAKE * LARGEST_STAKE).all()
            assert (stakes[inputs.mats["cursor"]["decision"] != Decision.PROMOTE] == 1).all()
            never.act(inputs, actions)
            assert (actions[promoting] == Act.NO_PROMOTION).all()
            asked += int(promoting.sum())
        OLD_HAND.act(inputs, actions)
        engine.step(actions, view.buffers)
    assert asked > 20


def test_where_the_network_is_in_doubt_clones_decide_on_the_rudel_gamble() -> None:
    engine, view = first_day_of_barbarossa()
    inputs, actions = policy_input(engine, view), np.zeros(WARS, np.int64)
    network, judged_by, asked, changed = GainNetwork(Sizes(4, 16)), judge(), 0, 0
    assert float(network(torch.from_numpy(view.observations)).detach().abs().max()) < CLEAR_GAIN / 2
    doubting = ImprovedPolicy(
        "doubting", OLD_HAND.choose, network=network, weights=judged_by.weights, margin=1.0, decisions=[], clones=3
    )
    for _ in range(200):
        OLD_HAND.act(inputs, actions)
        script = actions.copy()
        both = (inputs.mats["cursor"]["decision"] == Decision.ATTACK) & np.isin(script, GAMBLE_OR_DROP)
        both &= (view.masks[:, GAMBLE_OR_DROP] == 1).all(axis=1)
        workspace = EXPERT.futures.new_workspace(None, None, judged_by.weights)
        found = EXPERT.fly_gains(inputs, workspace, is_asked=both, rollouts=3)
        stakes = doubting.act_with_stakes(inputs, actions)
        assert np.array_equal(actions[~both], script[~both]) and (stakes[~both] == 1).all()
        for war in np.flatnonzero(both):
            other = Act.DROP if script[war] == Act.GAMBLE else Act.GAMBLE
            gain = float(found.gain[war, other])
            assert actions[war] == (other if gain > 1.0 else script[war])
            assert stakes[war] == pytest.approx(STAKE * min(abs(gain), LARGEST_STAKE), rel=1e-5)
            changed += gain > 1.0
        asked += int(both.sum())
        engine.step(script, view.buffers)
    assert asked > 20 and changed > 0


def may_become_elite(mat: Any) -> bool:
    """Whether an Ace is to be promoted, and there are few enough Elites for one more to count."""
    person = int(mat["cursor"]["subject"]) - 1
    people = mat["pilots" if person < SEATS else "gunners"]
    asked = mat["cursor"]["decision"] == Decision.PROMOTE and people[person % SEATS]["level"] == Quality.ACE
    return bool(asked and (people["level"] == Quality.ELITE).sum() < ELITES - 1)


# --- the recipe ---

CONFIG = """
name: tiny
wars:
  - id: Stuka/Operation-v0
    operation: citadel
    duration: short
missions: 2_000
positions: 120
held_out: 20
rollouts: 1
card: 4
trunk: 8
epochs: 1
decisions: [ATTACK, EN_ROUTE]
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("agents.games.stuka.improvement.recipe.FILE_SIZE", 60)
    path = tmp_path / "improvement.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def test_a_run_leaves_a_policy_and_goes_on_where_it_was_stopped(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--config", str(config), "--output", str(tmp_path / "runs")]
    assert improve(words) == 0
    folder = tmp_path / "runs" / "tiny"
    assert f"python evaluate.py --policies old_hand improved@{folder}" in capsys.readouterr().out
    steps = [json.loads(line)["step"] for line in (folder / LOG_FILE).read_text().splitlines()]
    assert steps == ["value"] * 4 + ["gains"]
    files, whole = position_files(folder), read_positions(folder)
    assert len(files) == 2 and len(whole.script) == 120
    files[1].unlink()
    (folder / "gains.pt").unlink()
    assert improve(words) == 0
    again = read_positions(folder)
    assert all(np.array_equal(getattr(whole, name), getattr(again, name), equal_nan=True) for name in whole._fields)
    policy, actions = make_policy(f"improved@{folder}"), np.zeros(WARS, np.int64)
    engine, view = begun(list(range(WARS)))
    policy.act(policy_input(engine, view), actions)
    assert (view.masks[np.arange(WARS), actions] == 1).all()


def test_a_run_that_is_not_there_is_refused_and_says_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(
        UnknownPolicyError, match="there is no run in .*python -m agents.games.stuka.improvement makes one"
    ):
        make_policy(f"improved@{tmp_path}")


@pytest.mark.parametrize("name", ["improvement_war.yaml", "improvement_mission.yaml"])
def test_shipped_configurations(name: str, tmp_path: Path) -> None:
    path = tmp_path / "again.yaml"
    shipped = read_improvement(ROOT / "configs" / name)
    path.write_text(config_text(shipped), encoding="utf-8")
    assert read_improvement(path) == shipped


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["decisions=[LAND]"], "decisions: got 'LAND', allowed is NONE or"),
        (["script=nobody"], "script: got 'nobody', allowed is doctrine or"),
        (["rollout=3"], "rollout: unknown key; did you mean rollouts?"),
        (["positions=0"], "positions: got 0"),
    ],
)
def test_a_wrong_configuration_is_refused_in_one_line(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert improve(["--config", str(config), "--output", str(tmp_path), "--set", *words]) == 2
    assert message in capsys.readouterr().err and not (tmp_path / "tiny").exists()


def test_a_folder_of_another_configuration_is_left_alone(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "config.yaml").write_text("other", encoding="utf-8")
    assert improve(["--config", str(config), "--output", str(tmp_path)]) == 2
    assert "has another configuration, allowed is a new folder" in capsys.readouterr().err


def test_a_policy_of_no_run_is_refused(tmp_path: Path) -> None:
    for name in ("improved", f"improved@{tmp_path}"):
        with pytest.raises(UnknownPolicyError, match="policy 'improved"):
            make_policy(name)
