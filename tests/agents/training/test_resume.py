"""kill -9 at any moment, and Ctrl-C: training goes on as if nothing had happened."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

import numpy as np
import torch

from agents.commands import train as main
from agents.learned.learned_policy import read_weights
from agents.training.checkpoint import CheckpointError, load_checkpoint, read_sealed, write_sealed
from agents.training.learner import Learner
from agents.training.run_folder import open_run
from agents.training.run_log import read_lines
from stuka_env.io.reading import FileError
from stuka_env.networks.saved_models import has_score_head
from tests.support.commands import wait_for
from tests.support.foreign_models import Touch
from tests.support.places import ROOT

CONFIG = """
env: {id: Stuka/Mission-v0, segment: 1941-06}
curriculum: [{env: {id: Stuka/Mission-v0, segment: 1941-08}, steps: 2000}]
steps: 6000
num_envs: 16
network: {kind: mlp, layers: [16]}
ppo: {n_steps: 32, batch_size: 256, epochs: 2, gamma: 1.0, learning_rate: 1e-3}
evaluation: {every: 2000, wars: 20}
checkpoint_every: 1024
score_missions: 60
"""
CLOCKS = ("speed/",)
"""Figures that are never the same twice."""


def command(*words: str) -> subprocess.Popen[str]:
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "train.py", *words],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def wait_for_update(log: Path, steps: int, process: subprocess.Popen[str]) -> None:
    """Wait until the log has an update after ``steps``."""
    wait_for(lambda: any(line["steps"] > steps for line in read_lines(log)[-1:]), process, 60)


def figures(log: Path) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if not name.startswith(CLOCKS)} for line in read_lines(log)]


def weights(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = read_sealed(folder / "checkpoint.pt")["policy"]
    return found


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train from beginning to end without a stop, and return the run."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    (folder / "config.yaml").write_text(f"name: run\n{CONFIG}")
    assert main(["--config", str(folder / "config.yaml"), "--output", str(folder / "runs")]) == 0
    return folder / "runs" / "run" / "seed-0"


def check_same(folder: Path, other: Path) -> None:
    """Check that two trainings have the same weights, logs and results."""
    own, others = weights(folder), weights(other)
    assert own.keys() == others.keys()
    assert all(torch.equal(own[name], others[name]) for name in own)
    assert figures(folder / "log.jsonl") == figures(other / "log.jsonl")
    results = [json.loads((place / "result.json").read_text()) for place in (folder, other)]
    for name in ("best", "last", "score_head"):
        assert results[0][name] == results[1][name] is not None
    best = [read_weights(place / "best.safetensors") for place in (folder, other)]
    assert has_score_head(best[0]) and best[0].keys() == best[1].keys()
    assert all(torch.equal(best[0][name], best[1][name]) for name in best[0])


@pytest.mark.slow
def test_killed_and_resumed(uninterrupted: Path, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(f"name: run\n{CONFIG}")
    run = tmp_path / "run"
    log = run / "seed-0" / "log.jsonl"
    process = command("--config", str(tmp_path / "config.yaml"), "--output", str(tmp_path))
    wait_for_update(log, 2500, process)
    process.kill()
    process.communicate()
    assert not (run / "seed-0" / "result.json").exists()
    assert main(["--resume", str(run)]) == 0
    check_same(run / "seed-0", uninterrupted)


@pytest.mark.slow
def test_ctrl_c_saves(uninterrupted: Path, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(f"name: run\n{CONFIG}")
    run = tmp_path / "run"
    process = command("--config", str(tmp_path / "config.yaml"), "--output", str(tmp_path))
    wait_for_update(run / "seed-0" / "log.jsonl", 600, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"--resume {run}" in said and "Traceback" not in said
    stopped = read_sealed(run / "seed-0" / "checkpoint.pt")["steps"]
    assert stopped == read_lines(run / "seed-0" / "log.jsonl")[-1]["steps"]
    assert main(["--resume", str(run)]) == 0
    check_same(run / "seed-0", uninterrupted)


def test_finished_run_is_not_flown_again(uninterrupted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (uninterrupted / "checkpoint.pt").stat().st_mtime_ns
    assert main(["--resume", str(uninterrupted.parent)]) == 0
    assert (uninterrupted / "checkpoint.pt").stat().st_mtime_ns == before
    assert "Selection wars" in capsys.readouterr().out


@pytest.mark.slow
def test_side_by_side_is_the_same(uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.yaml").write_text(f"name: run\n{CONFIG}")
    words = ["--config", str(tmp_path / "config.yaml"), "--output", str(tmp_path), "--jobs", "2", "--seeds", "0", "1"]
    assert main(words) == 0
    check_same(tmp_path / "run" / "seed-0", uninterrupted)
    out = capsys.readouterr().out
    assert "2 seeds: " in out and "standard deviation" in out
    spread = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert [result["seed"] for result in spread["seeds"]] == [0, 1]


def flipped(contents: bytes, bit: int) -> bytes:
    """Return the contents with one bit flipped."""
    damaged = bytearray(contents)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_checkpoint_with_any_bit_turned_over_is_refused_and_nothing_is_lost(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    shutil.copytree(uninterrupted.parent, run)
    (run / "seed-0" / "result.json").unlink()  # it is not finished
    checkpoint = run / "seed-0" / "checkpoint.pt"
    contents = checkpoint.read_bytes()
    learner = Learner(open_run(run), 0)
    bits = np.random.default_rng(0).integers(0, 8 * len(contents), 300).tolist()
    for bit in bits:
        checkpoint.write_bytes(flipped(contents, bit))
        with pytest.raises(
            CheckpointError, match=r"checkpoint.pt: is damaged.*; without it the seed begins anew"
        ) as error:
            load_checkpoint(learner, run / "seed-0")
        assert "\n" not in str(error.value)
    learner.close()
    for bit in (0, 8 * 40, 8 * 97, *bits[:3], 8 * len(contents) - 1):
        checkpoint.write_bytes(flipped(contents, bit))
        before = tree(run)
        assert main(["--resume", str(run)]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "checkpoint.pt: is damaged" in said and tree(run) == before
    for length in (0, 1, 90, 97, 98, len(contents) // 2, len(contents) - 1):
        checkpoint.write_bytes(contents[:length])
        with pytest.raises(FileError, match="is damaged"):
            read_sealed(checkpoint)
    checkpoint.write_bytes(contents)
    assert main(["--resume", str(run)]) == 0
    check_same(run / "seed-0", uninterrupted)


def test_a_whole_file_with_other_contents_is_refused(uninterrupted: Path, tmp_path: Path) -> None:
    learner, whole = Learner(open_run(uninterrupted.parent), 0), read_sealed(uninterrupted / "checkpoint.pt")
    others: list[dict[str, Any]] = [
        {"stage": 9}, {"stage": "x"}, {"wars": {}}, {"wars": None}, {"starts": 3}, {"policy": {}}, {"policy": 1},
        {"optimizer": {}}, {"clock": {"sun": 1.0}}, {"random": {}}, {"steps": None}, {"updates": "x"},
    ]  # fmt: skip
    for changes in others:
        write_sealed(tmp_path / "checkpoint.pt", whole | changes)
        with pytest.raises(CheckpointError) as error:
            load_checkpoint(learner, tmp_path)
        assert "\n" not in str(error.value)
    for name in whole:
        write_sealed(tmp_path / "checkpoint.pt", {key: value for key, value in whole.items() if key != name})
        with pytest.raises(CheckpointError):
            load_checkpoint(learner, tmp_path)
    learner.close()


def test_nothing_in_a_checkpoint_is_run(uninterrupted: Path, tmp_path: Path) -> None:
    write_sealed(tmp_path / "checkpoint.pt", {"format": Touch(tmp_path / "marker")})
    with pytest.raises(FileError, match="names 'pathlib|names '"):
        read_sealed(tmp_path / "checkpoint.pt")
    assert not (tmp_path / "marker").exists()


def test_checkpoint_of_another_configuration(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    (run / "seed-0").mkdir(parents=True)
    text = (uninterrupted.parent / "config.yaml").read_text()
    (run / "config.yaml").write_text(text.replace("gamma: 1.0", "gamma: 0.9"))
    (run / "seed-0" / "checkpoint.pt").write_bytes((uninterrupted / "checkpoint.pt").read_bytes())
    assert main(["--resume", str(run)]) == 2
    said = capsys.readouterr().err
    assert "is of another configuration" in said and said.count("\n") == 1
    (run / "seed-0" / "checkpoint.pt").write_bytes(b"nothing")
    (run / "config.yaml").write_text(text)
    assert main(["--resume", str(run)]) == 2
    assert "checkpoint.pt: is damaged, or was not written by this version" in capsys.readouterr().err
