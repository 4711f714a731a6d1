"""The clients' scripts: Stable-Baselines3's run, what they share judges rightly, the command that runs them all."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.places import ROOT
from tools import clients as tool

SCRIPTS = ROOT / "examples" / "clients"


@pytest.fixture
def flying(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that the scripts share."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import flying as module

    return module


def ran(script: str, folder: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """The exit status of a script and what it wrote."""
    output = folder / "result.json"
    command = [sys.executable, str(SCRIPTS / f"train_{script}.py"), "--output", str(output), *words]
    one_thread = os.environ | {"OMP_NUM_THREADS": "1"}  # as `make clients`: two wait for each other on a busy machine
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=1800, check=False, env=one_thread
    )
    assert output.exists(), done.stderr
    return done.returncode, json.loads(output.read_text(encoding="utf-8"))


def legal(seen: Any, masks: NDArray[np.int8]) -> Any:
    """The first legal action but NO_FLY and, en route, on rather than home."""
    return np.where(masks[:, 1:].any(axis=1), masks[:, 1:].argmax(axis=1) + 1, 0)


# --- what they share ---


def test_random_is_legal_and_the_same_again(flying: ModuleType) -> None:
    first, again = (flying.fly(flying.random_agent(), 20) for _ in range(2))
    assert first.illegal == 0 and first.decisions > 100
    assert first.scores.tolist() == again.scores.tolist() and first.scores.any()


def test_what_flies_every_mission_passes(flying: ModuleType, tmp_path: Path) -> None:
    words = ["--missions", "60", "--output", str(tmp_path / "result.json")]
    assert flying.main("sb3", [flying.Trained("the first legal action", lambda decisions: legal)], words) == 0
    (row,) = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))["rows"]
    assert row["passed"] and row["illegal"] == 0 and row["difference"] > 2 * row["error"] > 0


def test_what_declines_does_not(flying: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    declining = flying.Trained("nothing", lambda decisions: lambda seen, masks: np.zeros(len(masks)), masks=False)
    assert flying.main("sb3", [declining], ["--missions", "60"]) == 1
    assert "FAILED" in capsys.readouterr().out


def test_one_illegal_action_is_too_many_where_the_client_masks(flying: ModuleType) -> None:
    slips = iter([True])

    def slipping(seen: Any, masks: NDArray[np.int8]) -> Any:
        actions = legal(seen, masks)
        if next(slips, False):
            actions[0] = masks[0].argmin()
        return actions

    flown, by_chance = flying.fly(slipping, 60), flying.fly(flying.random_agent(), 60)
    assert flown.illegal == 1
    masking, maskless = (flying.Trained("it", lambda decisions: slipping, masks=masks) for masks in (True, False))
    assert not flying.judged(masking, flown, by_chance, 1.0)["passed"]
    assert flying.judged(maskless, flown, by_chance, 1.0)["passed"]


def test_replaced_actions_are_legal_and_counted(flying: ModuleType) -> None:
    flown = flying.fly(lambda seen, masks: np.full(len(masks), 134), 20, replaced=True)
    assert flown.illegal == flown.decisions


def test_an_illegal_action_stands_for_a_legal_one(flying: ModuleType) -> None:
    import gymnasium
    import legal_actions

    masks = np.array([[0, 1, 0, 1], [1, 0, 0, 0]])
    assert legal_actions.legal([2, 3], masks).tolist() == [1, 0]
    assert legal_actions.legal([3, 0], masks).tolist() == [3, 0]
    env = legal_actions.LegalActions(gymnasium.make("stuka_env:Stuka/Mission-v0"))
    env.reset(seed=1)
    rng, over = np.random.default_rng(0), False
    while not over:
        *_, over, _, info = env.step(int(rng.integers(135)))
        assert not info["illegal_action"]


# --- a client that CI has ---


def check_sb3(rows: list[dict[str, Any]], algorithms: int) -> None:
    """Check that so many algorithms were trained, and that those with masks took no illegal action."""
    assert len(rows) == algorithms and {row["masks"] for row in rows} == {True, False}
    assert all(row["illegal"] == 0 for row in rows if row["masks"])


@pytest.mark.slow
def test_stable_baselines3_runs(flying: ModuleType, tmp_path: Path) -> None:
    """In one process. Eight processes that import PyTorch take half a minute: they are in the slow test."""
    pytest.importorskip("sb3_contrib")
    import train_sb3

    output = tmp_path / "result.json"
    in_one_process = [each for each in train_sb3.algorithms() if "SubprocVecEnv" not in each.what]
    flying.main("sb3", in_one_process, ["--decisions", "64", "--missions", "10", "--output", str(output)])
    check_sb3(json.loads(output.read_text(encoding="utf-8"))["rows"], 3)


@pytest.mark.study
def test_stable_baselines3_beats_random(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    status, result = ran("sb3", tmp_path)
    check_sb3(result["rows"], 5)
    assert status == 0 and all(row["passed"] for row in result["rows"])


# --- the command ---


def result_of(client: str, passed: bool) -> dict[str, Any]:
    row = {
        "what": "PPO", "masks": True, "seconds": 3.0, "missions": 500, "score": 40.0, "random": 12.0,
        "difference": 28.0, "error": 1.0, "flown": 9000, "illegal": 0, "passed": passed,
    }  # fmt: skip
    return {"client": client, "versions": {"library": "1.0"}, "decisions": 20_000, "rows": [row]}


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, dict[str, Any] | None]:
    """Results that replace runs of the clients; files are written only below ``tmp_path``."""
    found: dict[str, dict[str, Any] | None] = {}
    monkeypatch.setattr(tool, "try_client", lambda client, words=(): found[client])
    monkeypatch.setattr(tool, "CLIENT_RESULTS", tmp_path / "clients.json")
    monkeypatch.setattr("tools.docs.main", lambda words: 0)
    return found


@pytest.mark.parametrize("failed", [None, result_of("sb3", False)])
def test_one_that_fails_stops_no_other_and_fails_the_command(
    failed: dict[str, Any] | None, outcomes: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes |= {"sb3": failed, "torchrl": result_of("torchrl", True)}
    assert tool.main(["sb3", "torchrl"]) == 1
    out = capsys.readouterr().out
    assert "FAILED" in out and "torchrl: library 1.0" in out
    kept = json.loads((tmp_path / "clients.json").read_text(encoding="utf-8"))
    assert list(kept) == (["torchrl"] if failed is None else ["sb3", "torchrl"])


def test_results_of_others_are_kept(outcomes: dict[str, Any], tmp_path: Path) -> None:
    outcomes |= {"sb3": result_of("sb3", True), "torchrl": result_of("torchrl", True)}
    assert tool.main(["torchrl"]) == 0 and tool.main(["sb3"]) == 0
    assert list(json.loads((tmp_path / "clients.json").read_text(encoding="utf-8"))) == ["sb3", "torchrl"]


def test_fewer_decisions_are_a_try_and_not_kept(outcomes: dict[str, Any], tmp_path: Path) -> None:
    outcomes["sb3"] = result_of("sb3", True)
    assert tool.main(["sb3", "--decisions", "100"]) == 0 and not (tmp_path / "clients.json").exists()


def test_an_unknown_client_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main(["sb4"])
    assert "got 'sb4', allowed is sb3, " in capsys.readouterr().err


def test_what_requires_other_versions_is_installed_last_and_without_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pins = "one==1.0\ntwo==2.0  # --no-deps: it requires one==0.9\nthree[x]==3.0  # a remark\n"
    (tmp_path / "sb3.txt").write_text(pins, encoding="utf-8")
    monkeypatch.setattr(tool, "CLIENT_FOLDER", tmp_path)
    monkeypatch.setattr("tools.clients_doc.CLIENT_FOLDER", tmp_path)
    monkeypatch.setattr(tool, "VENV_FOLDER", tmp_path)
    installs: list[list[str]] = []

    def run(command: list[str], check: bool) -> None:
        installs.append(command)
        (tmp_path / "sb3").mkdir(exist_ok=True)

    monkeypatch.setattr("tools.clients.subprocess.run", run)
    tool.prepare("sb3")
    made, first, second = installs
    assert made[1:3] == ["-m", "venv"] and first[-4:] == ["one==1.0", "three[x]==3.0", "-e", str(ROOT)]
    assert second[-2:] == ["--no-deps", "two==2.0"]
    assert (tmp_path / "sb3" / tool.READY_MARK).read_text(encoding="utf-8") == pins


def test_a_script_has_one_thread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = ("import json, os, sys", "json.dump({'threads': os.environ['OMP_NUM_THREADS']}, open(sys.argv[2], 'w'))")
    (tmp_path / "train_sb3.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    monkeypatch.setattr(tool, "CLIENT_FOLDER", tmp_path)
    monkeypatch.setattr(tool, "python_of", lambda client: Path(sys.executable))
    assert tool.run("sb3", []) == {"threads": "1"}


def test_a_script_that_ends_early_is_no_result(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "train_sb3.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.setattr(tool, "CLIENT_FOLDER", tmp_path)
    monkeypatch.setattr(tool, "prepare", lambda client: None)
    monkeypatch.setattr(tool, "python_of", lambda client: Path(sys.executable))
    assert tool.try_client("sb3") is None
    assert "sb3: the script ended without a result" in capsys.readouterr().err
