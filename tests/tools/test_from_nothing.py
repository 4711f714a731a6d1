"""The study of PPO without a teacher: its table, and its continuation with trained networks."""

import json
from pathlib import Path
from shutil import rmtree

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.training.run_folder import RESULT, read_results
from tools import from_nothing
from tools.from_nothing import (
    ARM_COLUMNS,
    PRICED,
    SCENARIOS,
    Arm,
    all_arms,
    first_above,
    learning_curve,
    main,
    section,
)

TINY = [
    "steps=256", "num_envs=8", "ppo.n_steps=16", "ppo.batch_size=64", "evaluation.every=128", "evaluation.wars=4",
    "seeds=[0, 1]",
]  # fmt: skip


def test_every_arm_is_a_training() -> None:
    assert {arm.config.name for arm in all_arms()} == {
        f"from-nothing-{scenario}-{number}" for scenario in SCENARIOS for number in range(3)
    } | {"from-nothing-operation-3"}
    assert Arm("operation", "dense").config.steps == 20_000_000


def test_the_priced_network_stays_within_the_budget_of_the_leaderboard() -> None:
    config = Arm("operation", PRICED).config
    update = config.num_envs * config.ppo.n_steps
    assert -(-config.total_steps // update) * update <= 20_000_000
    text = section({config.name: {"rows": [["operation", PRICED]]}}, {"operation": {"kette": 62.1}})["text"]
    assert "after 19,900,000 decisions" in text and "(stall.md)" in text


def test_a_script_is_passed_where_the_mean_is_first_above_it() -> None:
    steps, scores = np.array([0, 100, 200]), np.array([1.0, 3.0, 2.0])
    assert [first_above(steps, scores, bar) for bar in (0.5, 2.5, 3.0)] == ["0", "100", "never"]


def test_the_table_has_what_the_trainings_came_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(from_nothing, "SCENARIOS", {"mission": TINY, "operation": TINY})
    monkeypatch.setattr(from_nothing, "ARMS", {"dense": ["network.layers=[8]"]})
    monkeypatch.setattr(from_nothing, "OPERATION_ARMS", {})
    words = ["--scenarios", "mission", "--runs", str(tmp_path / "runs"), "--output", str(tmp_path / "out.json")]
    assert main(words) == 0
    first = json.loads((tmp_path / "out.json").read_text())["section"]
    config, run = Arm("mission", "dense").config, tmp_path / "runs" / "from-nothing-mission-0"
    steps, scores = learning_curve(config.seeds, run)
    assert steps.tolist() == [0, 128, 256]
    last = [result["last"]["score"] for result in read_results(config, run)]
    row = dict(zip(ARM_COLUMNS, first["rows"][0], strict=True))
    assert row["score"] == f"{np.mean(last):.1f}" and scores[-1].tolist() == pytest.approx(last)
    own = json.loads((tmp_path / "out.json").read_text())["parts"]["from-nothing-mission-0"]
    assert own["curve_seeds"] == 2 and "missions: 2 seeds" in first["text"]
    assert own["curve"]["steps"] == [0, 128, 256] and own["curve"]["mean"][-1] == round(float(np.mean(last)), 2)
    assert own["curve"]["lowest"][-1] == round(min(last), 2) and own["curve"]["highest"][-1] == round(max(last), 2)
    assert row["lowest"] == f"{min(last):.1f}" and row["highest"] == f"{max(last):.1f}"
    before = (run / "seed-0" / "best.zip").stat().st_mtime_ns
    (tmp_path / "out.json").unlink()
    assert main(words) == 0 and (run / "seed-0" / "best.zip").stat().st_mtime_ns == before
    assert json.loads((tmp_path / "out.json").read_text())["section"] == first
    contents = json.loads((tmp_path / "out.json").read_text())
    contents["parts"]["from-nothing-mission-0"] |= {
        "curve": None,
        "curve_seeds": 0,
        "rows": [["mission", "dense", *["?"] * 7]],
    }
    (tmp_path / "out.json").write_text(json.dumps(contents))
    result = (run / "seed-1" / RESULT).rename(tmp_path / "kept")
    assert main(words) == 0  # the curve of the complete seeds, and the row as it was
    partial = json.loads((tmp_path / "out.json").read_text())["parts"]["from-nothing-mission-0"]
    assert partial["curve_seeds"] == 1 and partial["rows"][0][2] == "?"
    assert partial["curve"]["mean"] == partial["curve"]["lowest"] == partial["curve"]["highest"]
    result.rename(run / "seed-1" / RESULT)
    assert main(words) == 0  # a complete run gives a row and the curve that belongs to it
    assert json.loads((tmp_path / "out.json").read_text())["parts"]["from-nothing-mission-0"] == own
    rmtree(run)
    assert main(words) == 0 and not run.exists()  # the file holds it: a new machine need not train it again
    assert json.loads((tmp_path / "out.json").read_text())["section"] == first
    monkeypatch.setattr(from_nothing, "ARMS", {"dense": ["network.layers=[8]"], "wider": ["network.layers=[9]"]})
    assert main(words) == 0 and not run.exists()
    both = json.loads((tmp_path / "out.json").read_text())["section"]["rows"]
    assert both[0] == first["rows"][0] and both[1][:2] == ["mission", "wider"]
    monkeypatch.setattr(from_nothing, "ARMS", {"dense": ["network.layers=[7]"], "wider": ["network.layers=[7]"]})
    assert main(words) == 2 and "has another configuration" in capsys.readouterr().err
