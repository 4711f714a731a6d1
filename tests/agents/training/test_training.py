"""Configurations, refusals, and a training that learns something."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from agents.commands import train as main
from agents.config_file import ConfigError, config_text, override, parse
from agents.config_parts import Env
from agents.learner_parts import learner_parts
from agents.registry import make_policy
from agents.seeds import SELECTION_BIT, check_training_seeds, imitation_seeds, selection_seeds, training_seeds
from agents.training import train
from agents.training.config import Config, make_config, read_config, scale_of
from agents.training.learner import Learner, RolloutBuffer, make_env
from agents.training.run_folder import create_run, evaluation_command, free_name
from agents.training.run_log import open_log, read_lines, silent_logger
from agents.training.selection import evaluate_on_selection, seeds_of
from agents.training.update_stats import (
    UpdateStats,
    choice_figures,
    decision_picture,
    entropy_figures,
    fly_to_decision,
    lost_in_step,
)
from stuka_env.cli import main as command_main
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seed, evaluation_seeds, is_evaluation_seed
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.networks.policies import StructuredPolicy
from stuka_env.games.stuka.observation import LENGTH, space
from stuka_env.io.command_line import program_here
from tests.support.deadlines import within
from tests.support.each import each
from tests.support.places import ROOT

TINY: dict[str, Any] = {
    "env": {"id": "Stuka/Mission-v0", "segment": "1941-06"},
    "steps": 512,
    "num_envs": 8,
    "network": {"kind": "mlp", "layers": [16]},
    "ppo": {"n_steps": 16, "batch_size": 64, "epochs": 1},
    "evaluation": {"every": 512, "wars": 4},
    "score_missions": 40,
}


LAUGHS = "a0: &a0 [1, 1]\n" + "".join(f"a{level}: &a{level} [*a{level - 1}, *a{level - 1}]\n" for level in range(1, 40))
"""A few lines that stand for more values than there is memory."""


def tiny(**changes: Any) -> Config:
    return make_config(TINY | changes, "test")


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must fail, and return its one line on standard error."""
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert said.err.startswith("train.py: ") and said.err.count("\n") == 1 and said.out == ""
    return said.err


# --- configurations ---


TRAININGS = sorted(path for path in (ROOT / "configs").glob("*.yaml") if not path.name.startswith("improvement"))
"""The others are read by tests/agents/games/stuka/improvement."""


@each("path", TRAININGS)
def test_shipped_configurations(path: Path) -> None:
    config = read_config(path, [])
    assert make_config(parse(config_text(config), "text"), "again") == config


@each("values, said", [
        ({"pop": {}}, "pop: unknown key; did you mean ppo? allowed is name, env, steps"),
        ({"ppo": {"lerning_rate": 1e-3}}, "ppo.lerning_rate: unknown key; did you mean learning_rate?"),
        ({"network": {"kind": "mlp", "layer": [8]}}, "network.layer: unknown key; did you mean layers? allowed"),
        ({"network": {"kind": "rnn"}}, "network.kind: got 'rnn', allowed is structured, layout, mlp, lstm"),
        ({"curriculum": [{"env": {}, "step": 1}]}, "curriculum.0.step: unknown key; did you mean steps? "),
        ({"start": {"imitation": {"teacher": "kette", "epoch": 1}}}, "start.imitation.epoch: unknown key; "),
        ({"ppo": {"gamma": "0.9"}}, "ppo.gamma: got '0.9', input should be a valid number"),
        ({"ppo": {"gamma": 1.5}}, "ppo.gamma: got 1.5, input should be less than or equal to 1"),
        ({"num_envs": 2.5}, "num_envs: got 2.5, input should be a valid integer"),
        ({"num_envs": True}, "num_envs: got True, input should be a valid integer"),
        ({"env": "Stuka/Mission-v0"}, "env: got 'Stuka/Mission-v0', allowed are its keys: env.id="),
        ({"ppo": 3}, "ppo: got 3, allowed are its keys: ppo.n_steps=, ppo.batch_size="),
        ({"env": {"id": "Stuka/War-v0"}}, "env: id: got 'Stuka/War-v0', allowed is Stuka/Mission-v0 or"),
        ({"env": {"operation": "overlord"}}, "env: operation: got 'overlord', allowed is \"barbarossa\""),
        ({"env": {"segment": "1941-06"}}, "env: segment: got '1941-06', allowed is none"),
        ({"seeds": []}, "seeds: got [], list should have at least 1 item"),
        ({"seeds": [1, 1]}, "seeds: each seed once"),
        ({"seeds": [evaluation_seed(0, 0)]}, "seeds.0: got "),
        ({"num_envs": 1, "ppo": {"batch_size": 4096}}, "ppo.batch_size: got 4096, allowed is at most"),
        ({"name": "../x"}, "name: got '../x'"),
        ({"search": {}}, "search: unknown key"),
    ])  # fmt: skip
def test_configurations_refused(values: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as error:
        make_config(values, "here")
    assert str(error.value).startswith(f"here: {said}")
    assert "\n" not in str(error.value)


def test_overrides() -> None:
    values = override({"ppo": {"gamma": 0.9}}, ["ppo.learning_rate=3e-4", "seeds=[3, 4]", "start.agent=null"])
    config = make_config(values, "here")
    assert (config.ppo.gamma, config.ppo.learning_rate, config.seeds, config.start.agent) == (0.9, 3e-4, [3, 4], None)


def test_another_kind_of_network_forgets_the_keys_of_the_first() -> None:
    given = {"network": {"kind": "mlp", "layers": [8]}}
    assert make_config(override(given, ["network.kind=structured"]), "here").network.kind == "structured"


def test_an_id_of_another_game_has_arguments_of_its_own() -> None:
    given = {"env": {"id": "Stuka/Mission-v0", "segment": "1941-06"}}
    assert override(given, ["env.id=Interceptor/Career-v0"])["env"] == {"id": "Interceptor/Career-v0"}
    assert override(given, ["env.id=Stuka/Segment-v0"])["env"]["segment"] == "1941-06"


@each(
    "text, said",
    [
        ("a: [", "line 1"),
        ("steps: 1\nsteps: 2", "steps: twice"),
        ("- 1", "holds no keys"),
        ("\x00", "cannot be read"),
        ("".join(f"key{number}: 1\n" for number in range(20_000)), "more than 10,000 values"),
        (f"seeds: [{', '.join(map(str, range(20_000)))}]", "more than 10,000 values"),
        (f"seeds: [{', '.join(map(str, range(200_000)))}]", "larger than 256 KiB"),
        ("".join(f"key{number}: 1\n" for number in range(4_900)), "key0: unknown key"),
        ("a: " + "[" * 2000, "nested deeper than 100"),
        ("".join(" " * depth + "a:\n" for depth in range(400)), "nested deeper than 100"),
        ("a: &a [*a]", "contains itself: 'a'"),
        (LAUGHS, "more than 10,000 values"),
        ("steps: " + "9" * 5000, "x.yaml: "),
        ("steps: 0x" + "f" * 5000, "more than 30 digits"),
        ("name: 2020-13-45", "x.yaml: "),
        ("name: !!python/name:os.system", "names a type"),
        ("name: !!int x", "names a type"),
        ("name: !!timestamp x", "names a type"),
        ('"a\\e[1A\\nb": 1', r"a\\x1b\[1A\\nb: unknown key"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "x.yaml").write_text(text)
    with within(20), pytest.raises(ConfigError, match=said) as error:
        read_config(tmp_path / "x.yaml", [])
    assert str(error.value).isprintable() and len(str(error.value)) < 1000


def test_aliases_and_marks_at_the_beginning_are_read(tmp_path: Path) -> None:
    text = "\ufeffenv: &war {id: Stuka/Mission-v0}\r\ncurriculum: [{env: *war, steps: 1}, {env: *war, steps: 2}]\r\n"
    (tmp_path / "x.yaml").write_bytes(text.encode())
    assert [stage.env.id for stage in read_config(tmp_path / "x.yaml", []).stages] == ["Stuka/Mission-v0"] * 3


@pytest.mark.parametrize(
    ("yardsticks", "end"), [((), "after, over 50 selection wars."), (("random",), "wars; in the same wars random has ")]
)
def test_the_line_about_what_was_learned_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, yardsticks: tuple[str, ...], end: str
) -> None:
    """A game without yardsticks has none to compare with."""
    best = {"seed": 0, "best": {"score": 2.0}}
    monkeypatch.setattr(train, "read_results", lambda config, run: [best])
    monkeypatch.setattr(train, "read_lines", lambda path: [{"evaluation/score": 1.0}])
    env = SimpleNamespace(spec=make_config({}, "test").env.spec, learners=SimpleNamespace(yardsticks=yardsticks))
    parts: Any = SimpleNamespace(env=env, evaluation=SimpleNamespace(wars=50), game=SimpleNamespace(name="stuka"))
    monkeypatch.setattr(train, "seeds_of", lambda config: evaluation_seeds(0, 2))
    line = train.what_was_learned(parts, tmp_path)
    assert line.startswith("What it learned: 1.0 points before, 2.0 ") and end in line and " ." not in line


def test_a_damaged_run_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = create_run(tmp_path, "x", config_text(tiny(name="x")))
    (run / "seed-0").mkdir()
    for text, said in (
        ("", "empty"),
        ("[]", "result.json: got [], "),
        ('{"seed": 0, "best": {}, "last": {}, "seconds": {}}', "result.json: best."),
        ("[" * 2000, "nested deeper"),
    ):
        (run / "seed-0" / "result.json").write_text(text)
        assert main(["--resume", str(run)]) == 2
        err = capsys.readouterr().err
        assert said in err and err.count("\n") == 1


def test_the_log_of_a_run_is_read_up_to_what_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    lines = ("[1]", "{}", '{"steps": "x"}', '{"steps": 3, "x": []}', '{"steps": 3, "x"', "[" * 2000)
    for damage in (*lines, f'{{"steps": {10**400}}}'):
        path.write_text(f'{{"steps": 1, "loss": NaN}}\n{{"steps": 2}}\n{damage}\n{{"steps": 4}}\n')
        assert [line["steps"] for line in read_lines(path)] == [1, 2]
    path.unlink()
    os.mkfifo(path)
    with within(30), pytest.raises(ValueError, match="it is a pipe"):
        read_lines(path)


def test_command_line_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = ("--output", str(tmp_path / "runs"))
    assert "nowhere.yaml: cannot be read" in refused(capsys, "--config", "nowhere.yaml", *here)
    assert "cannot be read" in refused(capsys, "--config", "", *here)
    assert "set: got 'steps'" in refused(capsys, "--set", "steps", *here)
    assert "jobs: got 0" in refused(capsys, "--jobs", "0", *here)
    assert "resume: got 'nothing'" in refused(capsys, "--resume", "nothing")
    assert "without --config, --set and --seeds" in refused(capsys, "--resume", "x", "--set", "steps=1")
    assert "policy 'nobody': unknown" in refused(capsys, "--set", "start.imitation.teacher=nobody", *here)
    assert "there is no file nobody.safetensors" in refused(capsys, "--set", "start.agent=nobody.safetensors", *here)
    assert not (tmp_path / "runs").exists()


def test_run_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "runs" / "smoke").mkdir(parents=True)
    words = ("--config", str(ROOT / "configs/smoke.yaml"), "--output", str(tmp_path / "runs"))
    assert "is there already, allowed is a new folder (--set name=...) or --resume" in refused(capsys, *words)
    assert list((tmp_path / "runs" / "smoke").iterdir()) == []
    assert free_name(tmp_path / "runs", "smoke") == "smoke-2"
    (tmp_path / "file").write_text("")
    assert "allowed is a folder that can be written" in refused(capsys, *words[:2], "--output", str(tmp_path / "file"))


# --- seeds ---


def test_families_of_seeds() -> None:
    training = [seed for run in range(5) for stage in range(3) for seed in training_seeds(run, stage, 300)]
    training += [seed for run in range(5) for seed in imitation_seeds(run, 300)]
    selection = selection_seeds(0, 1000).tolist()
    assert len(set(training)) == len(training) and len(set(selection)) == len(selection)
    check_training_seeds(training)
    assert all(seed & SELECTION_BIT and not is_evaluation_seed(seed) for seed in selection)
    for kept in (selection[0], evaluation_seed(0, 0), evaluation_seed(0, 0) & ~SELECTION_BIT):
        with pytest.raises(ValueError, match="the others are kept for evaluation"):
            check_training_seeds([kept])


# --- learning ---


def test_a_mission_weighs_the_same_everywhere() -> None:
    assert scale_of(Env(id="Stuka/Mission-v0"), 0.5) == (0.5, 200.0)
    operation = scale_of(Env(), 0.5)
    assert operation.reward * operation.points == pytest.approx(100) and operation.reward > 0.5 * 20


def test_masks_are_obeyed() -> None:
    learner = Learner(tiny(), 0)
    learner.set_logger(silent_logger())
    for _ in range(4):
        learner.collect_rollouts(lambda env: None)
        buffer = learner.model.rollout_buffer
        chosen = buffer.actions.astype(np.int64)
        assert np.take_along_axis(buffer.action_masks, chosen, axis=2).all()
        assert buffer.rewards.min() >= -0.5, "an illegal action would cost, a crash may"
        learner.learn()
    assert not learner.env.vector.engine.wars.reports["illegal"].any()
    learner.close()


def test_gathered_decisions_are_what_happened() -> None:
    """Compare the rewards and the starts of wars in the buffer with those of the engine."""
    learner = Learner(tiny(reward_scale=0.5), 0)
    seen: list[Any] = []
    learner.collect_rollouts(lambda env: seen.append(env.vector.engine.wars.reports.copy()))
    buffer = learner.model.rollout_buffer
    assert np.allclose(buffer.rewards, np.array([step["ledger"]["reward"] for step in seen]) * 0.5)
    ends = np.array([step["terminated"] for step in seen])
    assert ends.any() and (buffer.episode_starts[1:] == ends[:-1]).all()
    learner.close()


def test_tally_counts_what_ended() -> None:
    learner = Learner(tiny(), 0)
    tally, ended = UpdateStats(learner_parts("stuka")), []
    for _ in range(8):
        learner.collect_rollouts(tally.record)
        ended.append(learner.model.rollout_buffer.episode_starts[1:].sum() + learner.starts.sum())
    figures = tally.scalars()
    assert figures["wars/ended"] == sum(ended) > 0
    assert figures["missions/ended"] >= figures["wars/ended"] and 0 <= figures["missions/no_fly_share"] <= 1
    assert tally.scalars() == {}
    shares = choice_figures(learner.model, learner.game)
    for decision in {name.partition("/")[0] for name in shares}:
        assert sum(share for name, share in shares.items() if name.startswith(decision + "/")) == pytest.approx(1)
    assert all(entropy >= -1e-6 for entropy in entropy_figures(learner.model, learner.game).values())
    learner.close()


def test_curriculum_changes_the_wars() -> None:
    stage = {"env": {"id": "Stuka/Mission-v0", "segment": "1941-08"}, "steps": 128}
    learner = Learner(tiny(curriculum=[stage], env={"id": "Stuka/Segment-v0"}), 0)
    scenarios = []
    for _ in range(2):
        learner.collect_rollouts(lambda env: None)
        scenarios.append(learner.env.vector.engine.spec.scale)
    assert scenarios == [0, 1] and learner.stage == 1
    assert learner.scale == learner.final_scale
    learner.close()


def test_training_improves_on_random() -> None:
    """Train a part of the smoke configuration from a fixed seed."""
    config = read_config(ROOT / "configs" / "smoke.yaml", ["steps=24_000", "evaluation.wars=300"])
    learner = Learner(config, 0)
    learner.set_logger(silent_logger())
    while not learner.finished:
        learner.collect_rollouts(lambda env: None)
        learner.learn()
    trained = evaluate_on_selection(learner)
    arguments = config.env.spec()
    flown = fly_wars(make_policy("random"), arguments, seeds_of(config))
    scores = flown.results["score"]
    error = float(scores.std()) / np.sqrt(len(scores))
    assert trained.low > float(scores.mean()) + 3 * error
    learner.close()


def test_it_ends_with_what_was_learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before and after, and what two scripts make of the same wars."""
    (tmp_path / "x.yaml").write_text(config_text(tiny(name="x")))
    assert main(["--config", str(tmp_path / "x.yaml"), "--output", str(tmp_path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    log = read_lines(tmp_path / "x" / "seed-0" / "log.jsonl")
    config, after = tiny(name="x"), max(line.get("evaluation/score", 0.0) for line in log)
    assert f"{log[0]['evaluation/score']:.1f} points before, {after:.1f} after, over {config.evaluation.wars} " in last
    arguments = config.env.spec()
    for name in ("doctrine", "old_hand"):
        flown = fly_wars(make_policy(name), arguments, seeds_of(config))
        assert f"{name} has {flown.results['score'].mean():.1f}" in last


# --- logs ---


@pytest.mark.parametrize(
    ("charts", "flown"), [(None, ""), ("random", " --charts random-evaluation"), ("mine", " --charts mine")]
)
def test_the_command_that_is_printed_flies_the_scripts_under_charts_of_an_evaluation(
    charts: str | None, flown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The yardstick flies too, and drawn charts are sets that no training has seen."""
    monkeypatch.chdir(tmp_path)
    assert command_main(["charts", "--new", "mine"]) == 0
    env = {"id": "Stuka/Mission-v0"} | ({} if charts is None else {"charts": charts})
    command = evaluation_command(tiny(env=env), Path("runs/best.safetensors"))
    head = f"{program_here('python')} evaluate.py --env Stuka/Mission-v0"
    assert command == f"{head} --duration regular{flown} --policies old_hand doctrine runs/best.safetensors"


def test_log_goes_on_after_a_checkpoint(tmp_path: Path) -> None:
    log = open_log(tmp_path, -1)
    for steps in (10, 20, 30):
        log.record("score", float(steps))
        log.dump(steps)
    log.close()
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"steps": 40, "sco')
    log = open_log(tmp_path, 20)
    log.record("score", 1.0)
    log.dump(30)
    log.close()
    assert [(line["steps"], line["score"]) for line in read_lines(tmp_path / "log.jsonl")] == [
        (10, 10),
        (20, 20),
        (30, 1),
    ]
    reading = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    board = reading.EventAccumulator(str(tmp_path / "tensorboard"))
    board.Reload()
    assert [(event.step, event.value) for event in board.Scalars("score")] == [(10, 10), (20, 20), (30, 1)]


def test_picture_shows_an_attack() -> None:
    pytest.importorskip("pygame")
    drawn = decision_picture(make_policy("doctrine"), Env(id="Stuka/Mission-v0", segment="1941-06"), SELECTION_BIT)
    assert drawn is not None and drawn.ndim == 3 and drawn.dtype == np.uint8
    env = gymnasium.make("Stuka/Mission-v0", segment="1941-06").unwrapped
    assert isinstance(env, StukaEnv)
    fly_to_decision(make_policy("doctrine"), env, SELECTION_BIT, "ATTACK")
    assert env.decision == "ATTACK"


@pytest.mark.parametrize(("library", "words"), [("pydantic", []), ("sb3_contrib", [])])
def test_missing_extra(library: str, words: list[str], tmp_path: Path) -> None:
    hidden = f"import sys; sys.modules[{library!r}] = None; sys.argv[1:] = {[*words, '--output', str(tmp_path)]!r}"
    done = subprocess.run(
        [sys.executable, "-c", f"{hidden}; import runpy; runpy.run_path('train.py', run_name='__main__')"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2 and list(tmp_path.iterdir()) == []
    wanted = f"{library} is not installed in {sys.executable}, the extra 'train' of stuka-agents brings it"
    assert done.stderr == f"train.py: {wanted}\n"


def test_losses_are_counted_once_in_the_step_in_which_their_mission_ends() -> None:
    env = make_env(Env(id="Stuka/Operation-v0", duration="short"), 16, 1)
    env.seed(training_seeds(0, 0, 16))
    env.reset()
    lost, counted, rng = np.zeros(16), [], np.random.default_rng(0)
    for _ in range(1200):
        _, _, dones, infos = env.step((env.masks * rng.random(env.masks.shape)).argmax(axis=1))
        lost += lost_in_step(env)
        for war in np.flatnonzero(dones):
            counted.append((lost[war], infos[war]["result"]["destroyed"] + infos[war]["result"]["kia"]))
            lost[war] = 0
    env.close()
    assert len(counted) > 16 and all(ours == theirs for ours, theirs in counted) and sum(ours for ours, _ in counted)


def note_losses(turns: list[Any], env: StukaVecEnv) -> None:
    turns.append(lost_in_step(env))


def test_a_loss_costs_its_price_and_the_price_falls() -> None:
    learners = [Learner(tiny(loss_price=price), 0) for price in (0.0, 2.0)]
    for left in (1.0, 0.5):
        rewards, lost = [], np.zeros((16, 8), np.float32)
        for learner in learners:
            turns: list[Any] = []
            learner.steps = round(512 * (1 - left))
            learner.set_logger(silent_logger())
            torch.manual_seed(3)
            learner.collect_rollouts(partial(note_losses, turns))
            rewards.append(learner.model.rollout_buffer.rewards)
            lost = np.stack(turns)
        points = learners[0].scale.points
        assert lost.sum() > 0 and np.allclose(rewards[0] - rewards[1], 2.0 * left / points * lost, atol=1e-6)
    for learner in learners:
        learner.close()


def test_older_configurations_keep_their_digest() -> None:
    assert "loss_price" not in config_text(tiny()) and "roster" not in config_text(tiny())
    priced = tiny(loss_price=0.5, network={"kind": "mlp", "layers": [8], "roster": True})
    assert make_config(parse(config_text(priced), "text"), "again") == priced


def test_the_rollout_buffer_hands_out_what_sb3s_does() -> None:
    batches = []
    for kind in (MaskableRolloutBuffer, RolloutBuffer):
        rng = np.random.default_rng(3)
        buffer = kind(6, space(), gymnasium.spaces.Discrete(ACTIONS), n_envs=4)
        buffer.reset()
        for _ in range(6):
            masks = rng.integers(0, 2, (4, ACTIONS)).astype(np.int8)
            numbers = [torch.from_numpy(rng.random(4).astype(np.float32)) for _ in range(2)]
            seen, starts = rng.random((4, LENGTH)).astype(np.float32), rng.random(4) < 0.2
            buffer.add(seen, rng.integers(0, ACTIONS, 4), rng.random(4), starts, *numbers, action_masks=masks)
        buffer.compute_returns_and_advantage(torch.ones(4), np.zeros(4))
        np.random.seed(5)  # noqa: NPY002  sb3's buffer draws its batches from it
        batches.append(list(buffer.get(7)))
    assert [len(batch.returns) for batch in batches[1]] == [7, 7, 7, 3]
    for stock, ours in zip(*batches, strict=True):
        for theirs, mine in zip(stock, ours, strict=True):
            assert torch.equal(theirs, mine.to(theirs.dtype))


def test_half_precision_where_it_is_asked_for_or_the_processor_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    structured = {"kind": "structured", "card": 8, "trunk": 16}
    found = {}
    for has in (False, True):
        monkeypatch.setattr(torch.cpu, "get_capabilities", lambda has=has: {"avx512_bf16": has})
        for precision in ("float32", "bfloat16", "auto"):
            learner = Learner(tiny(network=structured, precision=precision), 0)
            learner.close()
            assert isinstance(learner.model.policy, StructuredPolicy)
            found[has, precision] = learner.model.policy.half_precision
    assert {key for key, half in found.items() if half} == {(False, "bfloat16"), (True, "bfloat16"), (True, "auto")}
    with pytest.raises(ConfigError, match="precision: got 'bfloat16', allowed is 'float32' for a network of kind mlp"):
        tiny(precision="bfloat16")


def test_a_training_in_half_precision_begins_each_update_at_a_ratio_of_one() -> None:
    learner = Learner(tiny(network={"kind": "structured", "card": 8, "trunk": 16}, precision="bfloat16"), 0)
    learner.set_logger(silent_logger())
    for _ in range(2):
        learner.collect_rollouts(lambda env: None)
        buffer, policy = learner.model.rollout_buffer, learner.model.policy
        for turn in (0, 15):
            with torch.no_grad():
                seen, chosen = torch.from_numpy(buffer.observations[turn]), torch.from_numpy(buffer.actions[turn])
                _, again, _ = policy.evaluate_actions(seen, chosen, buffer.action_masks[turn])
            assert torch.equal(again, torch.from_numpy(buffer.log_probs[turn]))
        learner.learn()
    learner.close()
