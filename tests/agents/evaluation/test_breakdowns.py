"""Breakdowns that a game declares by the names of fields: they add up to the score, and are in tables and reports."""

import json
from pathlib import Path

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation.breakdowns import part_table
from agents.evaluation.evaluated_game import LineWars
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.figures import Figures
from agents.evaluation.tables import policy_table
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_of
from stuka_env.policy import load_policy

WARS = 12


def line_of(env: str, unfinished: int = 0) -> LineWars:
    """The wars of a line; some did not end."""
    game = game_of(env)
    assert game is not None
    spec, _ = game.envs.read_arguments(game.ids.index(env))
    flown = fly_wars(load_policy("random", game.name), spec, evaluation_seeds(3, WARS))
    for rows in (flown.finished, flown.results, flown.scores, flown.tracks):
        rows[WARS - unfinished :] = np.zeros((), rows.dtype)
    return LineWars(flown, [flown], None, spec)


@pytest.mark.parametrize("unfinished", [0, 3])
@pytest.mark.parametrize(
    ("env", "parts", "by"),
    [
        ("Wing/Mission-v0", 3, {"target": "missions", "cloud": "missions", "over": None}),
        ("Support/Dogfight-v0", 5, {}),
    ],
)
def test_parts_and_rows_add_up(env: str, parts: int, by: dict[str, str | None], unfinished: int) -> None:
    line, game = line_of(env, unfinished), game_of(env)
    assert game is not None
    own = {name: figure(line) for name, figure in evaluated_game(game.name).figures.items()}
    mean = line.flown.scores.mean()
    assert len(own["parts"]) == parts and sum(own["parts"].values()) == pytest.approx(mean)
    assert list(own.get("breakdown", ())) == list(by)
    for name, lines in by.items():
        rows = own["breakdown"][name]
        counted = line.flown.results[lines].mean() if lines else line.flown.finished.mean()
        assert sum(row.often for row in rows) == pytest.approx(counted)
        assert sum(row.points for row in rows) == pytest.approx(mean)
        assert all(row.each == pytest.approx(row.points / row.often) for row in rows)


def test_a_breakdown_is_in_the_tables_and_in_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--env", "Wing/Mission-v0", "--no-luck", "--episodes", "12", "--policies", "best", "random"]
    assert main([*words, "--output", str(tmp_path)]) == 0
    printed, page = capsys.readouterr().out, (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "missions by state of the target" in printed and "parts of the score of one mission" in printed
    assert "<h3>By state of the target</h3>" in page and ">points for bombers lost<" in page
    line, _ = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["policies"]
    row, *_ = line["breakdown"]["target"]
    assert f"{row['name']}" in printed and f"{row['often']:.2f}" in printed


def test_bars_are_drawn_unless_a_part_takes_points() -> None:
    lines = [{"parts": {"won": 3.0, "kept": 1.0}}, {"parts": {"won": 2.0, "kept": 0.0}}]
    table = part_table(lines, lambda line: line["parts"], ["won", "kept"])
    assert [[part.width for part in bar] for bar in table["bars"]] == [[75, 25], [50]]
    assert [row["cells"] for row in table["rows"]] == [[3.0, 2.0], [1.0, 0.0]]
    lines[1]["parts"]["kept"] = -1.0
    assert part_table(lines, lambda line: line["parts"], ["won", "kept"])["bars"] == []


def test_a_table_has_the_columns_of_all_lines() -> None:
    cells = {"a": {"43-03": "1", "43-05": "2"}, "b": {"43-04": "3"}, "c": {}}
    lines: list[Figures] = [Figures(name, *[None] * (len(Figures._fields) - 1)) for name in cells]  # type: ignore[arg-type]
    assert policy_table("alive", lines, lambda line: cells[line.policy]) == [
        "alive  43-03  43-04  43-05", "a          1      -      2",
        "b          -      3      -", "c          -      -      -",
    ]  # fmt: skip
    assert policy_table("alive", lines[2:], lambda line: cells[line.policy]) == []
