"""The HTML report: whole, safe, readable without anything else, and right about what it shows."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from agents.commands import evaluate as main
from agents.evaluation.plots import curve, make_axis, outline, stacked
from agents.evaluation.report import fixed, report
from agents.games.stuka.evaluation.report import share_example
from tests.support.chromium import in_chromium, started
from tests.support.each import each
from tests.support.reports import HOSTILE, Page, check_it_fits, check_it_stands_alone


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("results")
    words = ["--policies", "doctrine", "kette", "pair=random,random_flyer", "--episodes", "8", "--output", str(folder)]
    assert main(words) == 0
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert (folder / "report.html").read_text(encoding="utf-8") == report(found)
    return found


def test_everything_is_on_it(contents: dict[str, Any]) -> None:
    text = Page(report(contents)).text
    for line in contents["policies"]:
        assert line["policy"] in text
        assert f"{line['score']['mean']:.1f}" in text
        for name in ("target", "zone", "payload", "gamble"):
            for row in line["breakdown"][name]:
                assert row["name"] in text and fixed(row["points"]) in text
        for bonus in line["bonuses"]:
            assert bonus["name"] in text
        for member in line["members"]:
            assert member["policy"] in text
    for level in contents["policies"][0]["levels"]:
        assert level in text
    for part in (
        "Barbarossa, Regular",
        contents["charts_sha256"],
        contents["command"],
        "8 wars",
        "seed 0",
        "95 % interval",
    ):
        assert part in text


def test_points_have_no_sign_before_zero() -> None:
    assert [fixed(points) for points in (-0.001, 0.0, -0.126, 11.096)] == ["0.00", "0.00", "−0.13", "11.10"]


def test_an_example_derives_the_points_of_a_target() -> None:
    rows = [
        {"name": "not flown", "often": 2.0, "points": 0.0, "each": None},
        {"name": "Rail", "often": 5.1, "points": 11.1, "each": 66.0},
        {"name": "Troops", "often": 4.0, "points": 8.0, "each": 60.0},
    ]
    line = {"breakdown": {"target": rows}, "bonuses": [{"chances": 30.0}]}
    assert share_example(line) == (
        "Example: 5.1 missions against Rail × 66, divided by all 30.0 missions of a war, are about 11.2 points."
    )
    assert share_example({**line, "breakdown": {"target": rows[:1]}}) == ""


def test_it_is_in_order_of_score(contents: dict[str, Any]) -> None:
    names = re.findall(r'<span class="name">(\w+)</span><div', report(contents))[:3]
    scores = {line["policy"]: line["score"]["mean"] for line in contents["policies"]}
    assert names == sorted(scores, key=lambda name: -scores[name])


def test_it_asks_nothing_of_any_network_and_runs_nothing(contents: dict[str, Any]) -> None:
    check_it_stands_alone(report(contents))


@each("field", ["policy", "member", "level", "command", "version", "operation", "segment", "row"])
def test_hostile_names_stay_text(contents: dict[str, Any], field: str) -> None:
    changed = copy.deepcopy(contents)
    line = changed["policies"][2]
    if field == "policy":
        line["policy"] = HOSTILE
        changed["baseline"] = HOSTILE
    elif field == "member":
        line["members"][0]["policy"] = HOSTILE
    elif field == "level":
        for other in changed["policies"]:
            other["levels"] = {HOSTILE: 3, **other["levels"]}
    elif field == "row":
        line["breakdown"]["target"][0]["name"] = HOSTILE
    else:
        changed[field] = HOSTILE
    page, plain = Page(report(changed)), Page(report(contents))
    assert {tag for tag, _ in page.elements} == {tag for tag, _ in plain.elements}
    assert "alert(1)" in page.text.lower()


def test_one_policy_alone(contents: dict[str, Any]) -> None:
    changed = {**contents, "policies": contents["policies"][:1]}
    assert "Against" not in Page(report(changed)).text


def test_the_intervals_stand_where_they_should(contents: dict[str, Any]) -> None:
    """The bars of the first plot, read back against its axis."""
    text = report(contents)
    plot = text[text.index('id="result"') : text.index("Against ")]
    bars = [tuple(map(float, found)) for found in re.findall(r'class="bar" x1="([\d.]+)%" x2="([\d.]+)%"', plot)]
    ticks = [(float(x), float(value)) for x, value in re.findall(r'<text x="([\d.]+)%" y="14">([\d.]+)<', plot)]
    slope = (ticks[-1][1] - ticks[0][1]) / (ticks[-1][0] - ticks[0][0])
    lines = sorted(contents["policies"], key=lambda line: -line["score"]["mean"])
    assert len(bars) == len(lines) == 3
    for (low, high), line in zip(bars, lines, strict=True):
        assert ticks[0][1] + slope * (low - ticks[0][0]) == pytest.approx(line["score"]["low"], abs=0.02)
        assert ticks[0][1] + slope * (high - ticks[0][0]) == pytest.approx(line["score"]["high"], abs=0.02)


@each("values, numbers", [
    ((0.0, 10.0), ["0", "2", "4", "6", "8", "10"]),
    ((-3.4, 5.2), ["-4", "-2", "0", "2", "4", "6"]),
    ((61.2, 61.9), ["61.2", "61.4", "61.6", "61.8", "62.0"]),
    ((50.0,), ["50.0", "50.2"]),
])  # fmt: skip
def test_axes_have_round_numbers(values: tuple[float, ...], numbers: list[str]) -> None:
    axis = make_axis(values)
    assert [tick.text for tick in axis.ticks] == numbers
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert (axis.at(axis.low), axis.at(axis.high)) == (0, 100)


def test_bars_and_curves() -> None:
    assert stacked({"a": 2, "none": 0, "b": 6}, 8) == [("a", 2, 0, 25), ("b", 6, 25, 75)]
    assert outline([50, 100], 50) == [(0, 100), (0, 50), (50, 50), (50, 0), (100, 0), (100, 100)]
    assert curve({0: 1, 2: 2}, make_axis([0, 2])._replace(low=0, high=2))[1:7] == [
        (0, 50), (50, 50), (50, 100), (100, 100), (100, 0), (150, 0),
    ]  # fmt: skip


@in_chromium
def test_it_fits_every_width(contents: dict[str, Any], tmp_path: Path) -> None:
    check_it_fits(report(contents), tmp_path / "report.html")


TABLES = """[...document.querySelectorAll('.scroll')].map(box => {
    const first = box.querySelector('tbody th'), at = first.getBoundingClientRect().left
    const hint = box.querySelector('.hint').offsetHeight, hidden = box.scrollWidth - box.clientWidth
    box.scrollLeft = hidden
    return {hidden, hint, moved: Math.abs(first.getBoundingClientRect().left - at)}
})"""
"""For each table: its hidden pixels, the height of its hint, and how far the first column moves when it scrolls."""


@in_chromium
def test_a_table_that_is_cut_off_says_so_and_keeps_its_first_column(contents: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    many = [{**line, "policy": f"{line['policy']}_{copy}"} for copy in range(2) for line in contents["policies"]]
    path.write_text(report({**contents, "policies": many}), encoding="utf-8")
    with started() as browser:
        for width, is_cut in ((390, True), (1600, False)):
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.goto(path.as_uri())
            tables = page.evaluate(TABLES)
            assert any(table["hidden"] > 0 for table in tables) == is_cut
            assert all((table["hint"] > 0) == (table["hidden"] > 0) and table["moved"] < 1 for table in tables)
