"""The README works as printed: its Python runs, its commands and ids exist."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stuka_env.game import game_named
from stuka_env.io.game_packages import PACKAGES
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = (ROOT / "docs" / "package.md").read_text(encoding="utf-8")
"""Description of the wheel on PyPI."""
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = BLOCK.findall(README)
GAMES = {name for name, package in PACKAGES.items() if package.distribution == "stuka_env"}
"""The games of the wheel."""


def test_readme_shows_python() -> None:
    assert len(BLOCKS) == README.count("```python") >= 1
    assert BLOCK.findall(PACKAGE) == BLOCKS[:1], "the wheel's page shows the first of them"


def test_what_the_wheel_shows_has_no_dead_picture_or_link() -> None:
    assert "![" not in PACKAGE and "<img" not in PACKAGE
    assert [link for link in re.findall(r"\]\(([^)]*)\)", PACKAGE) if not link.startswith("https://")] == []
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'readme = "docs/package.md"' in project and "[project.urls]" not in project


@pytest.mark.parametrize("code", BLOCKS, ids=[f"block{number}" for number in range(1, len(BLOCKS) + 1)])
def test_python_block_runs_by_itself_without_a_warning(code: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    assert "Warning" not in run.stderr, run.stderr
    assert run.stdout.strip() or "print(" not in code


def test_ids_are_the_registered_ones() -> None:
    """Those of every game of the wheel, on the front page and on the wheel's own."""
    registered = {name for game in map(game_named, GAMES) for name in game.ids}
    for page in (README, PACKAGE):
        assert set(re.findall(r"(?:Stuka|Interceptor|Wing|Support)/\w+-v\d+", page)) == registered


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {name for names in re.findall(r"^([a-z -]+):", makefile, re.MULTILINE) for name in names.split()}
    named = set(re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", README, re.MULTILINE))
    assert {first or second for first, second in named} <= targets


def test_files_and_extras_named_exist() -> None:
    for name in ("LICENSE", "CITATION.cff", "stuka_env/games", "docs"):
        assert name in README
        assert (ROOT / name).exists(), name
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for extra in re.findall(r"'\.\[(\w+)\]'", README):
        assert re.search(rf"^{extra} = \[$", project, re.MULTILINE), extra


def test_it_has_this_order_and_is_short() -> None:
    sections = re.findall(r"^## (.*)$", README, re.MULTILINE)
    order = ["Install", "Ten lines", "The games", "Results", "Open problems", "Watch", "The charts", "Licence"]
    assert len(sections) == len(order)
    assert all(section.startswith(start) for section, start in zip(sections, order, strict=True))
    assert len(README.splitlines()) <= 200


def section(title: str) -> str:
    """Return the text of a section."""
    return README.partition(f"\n## {title}")[2].partition("\n## ")[0]


def test_every_game_has_a_picture_and_results() -> None:
    assert len(re.findall(r"^!\[", section("The games"), re.MULTILINE)) == len(GAMES)
    assert set(re.findall(r"<!-- (\w+)-scores:begin -->", section("Results"))) == GAMES


def test_what_holds_under_our_charts_only_is_said() -> None:
    assert "**What holds under our charts only**" in section("Results")


@pytest.mark.parametrize("name", ["doctrine", "kette", "old_hand"])
def test_a_script_is_defined_where_it_is_first_named(name: str) -> None:
    assert re.match(rf"`{name}`\s+(?:follows|flies|computes)\s", README[README.index(f"`{name}`") :])


def test_the_open_problems_are_those_of_the_results() -> None:
    results = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    problems = results.partition("\n## The open problems\n")[2].partition("\n## ")[0]
    for problem in ("PPO", "`old_hand`", "third game"):
        assert problem in problems and problem in section("Open problems")


def test_the_recipes_are_named_where_the_gaps_are() -> None:
    for name in ("from_nothing_operation", "career_from_nothing", "wing_from_nothing"):
        assert f"train.py --config configs/{name}.yaml" in section("Open problems")
        assert (ROOT / "configs" / f"{name}.yaml").exists()


def test_the_gap_of_the_second_problem_is_that_of_its_study() -> None:
    study = (ROOT / "docs/findings/career_from_nothing.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| PPO without a teacher \| [\d.]+ \| -([\d.]+) ", study, re.MULTILINE)
    assert f"[{float(row):.1f} bombers](docs/findings/career_from_nothing.md)" in README


def test_the_gap_of_the_third_problem_is_that_of_its_study() -> None:
    study = (ROOT / "docs/findings/wing_from_nothing.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| full campaigns \| 1,000 \| [\d.]+ \| [\d.]+ \| -([\d.]+) ", study, re.MULTILINE)
    assert f"[{float(row):.1f} points](docs/findings/wing_from_nothing.md)" in README


def test_the_open_problem_is_what_the_study_found() -> None:
    rows = json.loads((ROOT / "docs/results/from_nothing.json").read_text(encoding="utf-8"))["section"]["rows"]
    (mission,) = [row for row in rows if row[:2] == ["mission", "dense"]]
    minutes, passed = float(mission[5]), [int(cell.replace(",", "")) for cell in mission[6:8]]
    assert minutes * max(passed) / 5_000_000 <= 1, "passes doctrine and kette within a minute"
    passed_kette = [row[7] for row in rows if row[0] == "operation" and row[7] != "never"]
    assert passed_kette and all(int(cell.replace(",", "")) <= 20_000_000 for cell in passed_kette)
    assert {row[8] for row in rows} == {"never"}, "stays below old_hand"
