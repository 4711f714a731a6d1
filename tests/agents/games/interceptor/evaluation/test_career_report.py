"""The HTML report of the second game: complete, safe, and the same figures as in the results."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from agents.commands import evaluate as main
from agents.evaluation.report import report
from agents.games.interceptor.evaluation.game import survival_steps
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from tests.support.chromium import in_chromium
from tests.support.each import each
from tests.support.reports import HOSTILE, Page, check_it_fits, check_it_stands_alone

SORTIE, MONTH, CAREER = INTERCEPTOR_ENVIRONMENTS
POLICIES = ("by_the_book", "rash", "pair=careful,random_flyer")


def flown(folder: Path, env: str, *words: str) -> dict[str, Any]:
    assert main(["--env", env, "--policies", *POLICIES, "--output", str(folder), *words]) == 0
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert (folder / "report.html").read_text(encoding="utf-8") == report(found)
    return found


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return flown(tmp_path_factory.mktemp("careers"), CAREER, "--episodes", "8", "--start", "1943-12")


def test_everything_is_on_it(contents: dict[str, Any]) -> None:
    text = Page(report(contents)).text
    for line in contents["policies"]:
        assert f"{line['score']['mean']:.1f}" in text
        assert f"{100 * line['survival']['mean']:.0f} %" in text
        for month in line["months"]:
            assert month["month"] in text and f"{month['died']} of {month['begun']} died" in text
        for name in (*line["by_type"], *line["ends"], *line["levels"]):
            assert name in text
        for figure in ("fighters", "aircraft_lost", "wounds"):
            assert f"{line[figure]:.2f}" in text
        assert all(member["policy"] in text for member in line["members"])
    parts = ("One career from 1943-12", "8 careers", "seed 0", contents["charts_sha256"], contents["command"])
    assert all(part in text for part in parts)


@pytest.mark.parametrize("env", [SORTIE, MONTH])
def test_other_episodes_have_no_ladder_and_months_of_their_own(env: str, tmp_path: Path) -> None:
    found = flown(tmp_path, env, "--episodes", "5", "--month", "1943-08")
    text = Page(report(found)).text
    assert "Levels of victory" not in text and "1943-08" in text and "Survival by month" in text
    assert "The share of the pilots of each month who are alive at its end" in text


def test_it_runs_nothing_and_asks_no_network(contents: dict[str, Any]) -> None:
    check_it_stands_alone(report(contents))


@each("field", ["policy", "member", "level", "end", "type", "month", "start", "unit", "command"])
def test_hostile_names_stay_text(contents: dict[str, Any], field: str) -> None:
    changed = copy.deepcopy(contents)
    line = changed["policies"][2]
    if field == "policy":
        line["policy"] = changed["baseline"] = HOSTILE
        changed["policies"].remove(changed["policies"][0])
    elif field == "member":
        line["members"][0]["policy"] = HOSTILE
    elif field in ("level", "end", "type"):
        key = {"level": "levels", "end": "ends", "type": "by_type"}[field]
        for other in changed["policies"]:
            other[key] = {HOSTILE: 1, **other[key]}
    elif field == "month":
        line["months"][0]["month"] = HOSTILE
    else:
        changed[field] = HOSTILE
    page = Page(report(changed))
    assert {tag for tag, _ in page.elements} <= {tag for tag, _ in Page(report(contents)).elements}
    assert "alert(1)" in page.text.lower()


def test_the_outline_of_survival() -> None:
    line = {"months": [{"month": "a", "alive": 0.75}, {"month": "b", "alive": 0.5}]}
    assert survival_steps(line, ["a", "b"]) == [(0, 100), (0, 25), (50, 25), (50, 50), (100, 50), (100, 100)]


def test_policies_that_only_answer_with_illegal_actions_have_a_report(contents: dict[str, Any]) -> None:
    changed = copy.deepcopy(contents)
    for line in changed["policies"]:
        line["months"], line["ends"] = [], dict.fromkeys(line["ends"], 0)
        line["by_type"], line["levels"] = dict.fromkeys(line["by_type"], 0.0), dict.fromkeys(line["levels"], 0)
    assert "Survival by month" in Page(report(changed)).text


@in_chromium
def test_it_fits_every_width(contents: dict[str, Any], tmp_path: Path) -> None:
    check_it_fits(report(contents), tmp_path / "report.html")
