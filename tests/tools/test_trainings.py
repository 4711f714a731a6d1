"""Table, curves and picture of trainings, in both games."""

import csv
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")
pytest.importorskip("matplotlib")

from agents.config_file import config_text
from agents.training.config import make_config
from agents.training.run_folder import create_run, seed_folder
from agents.training.trainer import Trainer, TrainingListener
from tools.trainings import curve_panel, first_above, main, read_training, script_scores

SIZES: dict[str, Any] = {
    "steps": 256, "num_envs": 8, "network": {"kind": "mlp", "layers": [8]},
    "ppo": {"n_steps": 16, "batch_size": 64, "epochs": 1}, "evaluation": {"every": 128, "wars": 20},
    "score_missions": 0, "seeds": [0, 1, 2],
}  # fmt: skip
QUIET = TrainingListener(lambda steps: None, lambda text: None)


def trained(folder: Path, name: str, env: str, seeds: tuple[int, ...] = (0, 1)) -> Path:
    """A run whose third seed is not finished."""
    config = make_config({"name": name, "env": {"id": env}} | SIZES, "test")
    run = create_run(folder, name, config_text(config))
    for seed in seeds:
        Trainer(config, seed, seed_folder(run, seed), QUIET).run()
    return run


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    return [trained(folder, "first", "Stuka/Mission-v0"), trained(folder, "second", "Interceptor/Sortie-v0", (0,))]


def test_a_page_has_the_trainings_of_both_games(
    runs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    assert main([*map(str, runs), "--output", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "## Stuka/Mission-v0" in text and "passes `old_hand`" in text and "| first | 2 |" in text
    assert "## Interceptor/Sortie-v0" in text and "passes `veteran`" in text and "| second | 1 |" in text
    rows = list(csv.DictReader(page.with_suffix(".csv").read_text(encoding="utf-8").splitlines()))
    assert {(row["training"], row["seed"]) for row in rows} == {("first", "0"), ("first", "1"), ("second", "0")}
    assert page.with_suffix(".svg").read_text(encoding="utf-8").startswith("<?xml")
    assert "page.svg" in capsys.readouterr().out


def test_curves_are_points_to_the_best_script_in_the_same_wars(runs: list[Path]) -> None:
    training = read_training(runs[0])
    bars = script_scores(training.config)
    panel = curve_panel([training], bars)
    assert list(bars) == ["old_hand", "doctrine"] and panel.bars["old_hand"] == 0.0
    (curve,) = panel.curves
    assert curve.steps == [0, 128, 256]
    assert curve.mean[-1] == pytest.approx(training.scores[-1].mean() - bars["old_hand"], abs=0.01)
    assert all(low <= mean <= high for low, mean, high in zip(curve.lowest, curve.mean, curve.highest, strict=True))


def test_a_script_is_passed_where_the_mean_is_first_above_it(runs: list[Path]) -> None:
    training = read_training(runs[0])
    assert first_above(training, -1.0) == "0" and first_above(training, 1e9) == "never"


@pytest.mark.parametrize(
    ("words", "said"),
    [(["nothing"], "allowed is the folder of a run"), (["RUN", "RUN", "RUN"], "allowed are 2 in the")],
)
def test_refused_in_one_line(
    runs: list[Path], words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(runs[0]) if word == "RUN" else word for word in words]
    assert main([*given, "--output", str(tmp_path / "page.md")]) == 2
    assert said in capsys.readouterr().err


def test_a_run_without_a_finished_seed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = trained(tmp_path, "none", "Stuka/Mission-v0", ())
    assert main([str(run)]) == 2
    assert "no seed is finished" in capsys.readouterr().err
