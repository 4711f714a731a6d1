"""Expected and achieved scores of policies: recorded in flight, and summed up by mission."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate
from agents.evaluation.report import report
from agents.games.stuka.evaluation.expectations import (
    FEWEST_WARS,
    MISSION_GROUPS,
    THIRDS,
    expectations,
    fly_and_measure,
)
from agents.games.stuka.evaluation.report import expectation_plots
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars, new_flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import Duration, Scale
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.io.command_line import PROGRAM
from stuka_env.policy import Policy, PolicyInput, PolicyOutput
from tests.support.pages import data_of

SEGMENT = WarSpec(scale=Scale.SEGMENT, segment=0, regular=Duration.SHORT)
HOPE = 7.0


class Hopeful:
    """Doctrine, hoping for seven points more whatever happens; remembers what wars had earned when it was asked."""

    name = "hopeful"

    def __init__(self) -> None:
        self.script: Policy = make_policy("doctrine")
        self.earned: list[float] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.script.act(inputs, actions)

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        self.earned += [float(score_due(mat, inputs.charts[0])) for mat in inputs.mats]
        unknown = np.full(inputs.masks.shape, np.nan, np.float32)
        return PolicyOutput(unknown, np.full(len(inputs.mats), HOPE, np.float32), unknown)


def test_it_is_noted_as_each_mission_begins_and_changes_nothing() -> None:
    seeds, hopeful = evaluation_seeds(2, 6), Hopeful()
    flown = fly_and_measure(fly_with_luck, hopeful, SEGMENT, seeds)
    same = fly_wars(make_policy("doctrine"), SEGMENT, seeds)
    assert flown.results.tobytes() == same.results.tobytes() and (flown.decisions == same.decisions).all()
    noted = np.isfinite(flown.expected)
    assert (flown.expected[:, 0][noted[:, 0]] == HOPE).all() and noted[:, 0].any()
    assert sorted(flown.expected[noted].tolist()) == pytest.approx(sorted(each + HOPE for each in hopeful.earned))
    logged = np.arange(noted.shape[1]) < flown.results["missions"][:, None]
    flew = logged & (flown.logs["sent"] > 0)
    assert (noted >= flew).all() and not (noted & ~logged).any()


def test_scripts_are_not_asked() -> None:
    flown = fly_and_measure(fly_with_luck, make_policy("doctrine"), SEGMENT, evaluation_seeds(2, 2))
    assert np.isnan(flown.expected).all()
    assert expectations(flown) is None


def made_up(wars: int = 40, missions: int = 6) -> Any:
    """Wars that end with 50, 51, 52 ...; three points too much is expected of every second one, nothing of the last."""
    flown = new_flown(np.arange(wars, dtype=np.uint64), game_named("stuka"))
    flown.finished[:] = True
    flown.results["score"] = 50 + np.arange(wars)
    flown.expected[:, :missions] = (50 + np.arange(wars) + 3 * (np.arange(wars) % 2))[:, None]
    flown.finished[-1] = False
    return flown


def test_means_and_errors_by_mission() -> None:
    found = expectations(made_up())
    assert found is not None
    assert [each.mission for each in found.missions] == [1, 2, 3, 4, 5, 6]
    off = 3.0 * (np.arange(39) % 2)
    for each in found.missions:
        assert each.wars == 39 and each.achieved == pytest.approx(69.0)
        assert each.expected - each.achieved == pytest.approx(off.mean())
        assert each.error == pytest.approx(off.std(ddof=1) / np.sqrt(39))


def test_groups_go_from_what_was_expected_least_to_most() -> None:
    found = expectations(made_up())
    assert found is not None
    assert [each.part for each in found.groups] == [part for part in range(len(THIRDS)) for _ in range(MISSION_GROUPS)]
    for part in range(len(THIRDS)):
        groups = [each for each in found.groups if each.part == part]
        assert sum(each.moments for each in groups) == 39 * 2
        assert [each.expected for each in groups] == sorted(each.expected for each in groups)
        assert all(0.5 < each.expected - each.achieved < 2.5 for each in groups)


def test_of_few_wars_nothing_is_said() -> None:
    assert expectations(made_up(FEWEST_WARS)) is None  # one of them is not finished


def plotted(missions: list[tuple[float, float, float]]) -> dict[str, Any]:
    """A line of the results that expects something."""
    lines = [
        {"mission": place, "wars": 20, "expected": expected, "achieved": achieved, "error": error}
        for place, (expected, achieved, error) in enumerate(missions, 1)
    ]
    groups = [{"part": 0, "moments": 20, "expected": 50.0, "achieved": 60.0}]
    groups += [{"part": 2, "moments": 20, "expected": 70.0, "achieved": 70.0}]
    return {"policy": "hopeful", "expectations": {"missions": lines, "groups": groups}}


def test_the_plots_put_every_point_where_it_belongs() -> None:
    plots = expectation_plots(plotted([(60.0, 58.0, 1.0), (50.0, 58.0, 1.0)]))
    assert plots is not None and plots.worst["mission"] == 2
    first, second = plots.missions
    assert (first.x, second.x) == (25.0, 75.0)
    assert first.y < plots.achieved[0].y == plots.achieved[1].y < second.y  # higher is further up
    for dot, points in ((first, 60.0), (second, 50.0)):
        assert dot.y == pytest.approx(100 - plots.points.at(points), abs=0.02)
        assert dot.low > dot.y > dot.high
    low, high = plots.groups
    assert low.x < high.x and high.x == pytest.approx(100 - high.y, abs=0.02) and low.x < 100 - low.y
    assert expectation_plots({"policy": "silent", "expectations": None}) is None
    assert expectation_plots({"policy": "from before there were any"}) is None


def test_the_report_has_them(results: dict[str, Any]) -> None:
    assert "Expected and achieved" not in report(results)
    changed = copy.deepcopy(results)
    changed["policies"][0]["expectations"] = plotted([(60.0, 58.0, 1.0), (50.0, 58.0, 1.0)])["expectations"]
    text = report(changed)
    assert "Expected and achieved" in text and "Largest mean difference: \N{MINUS SIGN}8.0, at mission 2." in text
    assert "mission 1: expected 60.0, achieved 58.0" in text and "last third: expected 70.0" in text


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Of an evaluation of scripts, a war of which is kept."""
    folder = tmp_path_factory.mktemp("results")
    words = ["--env", "Stuka/Mission-v0", "--policies", "doctrine", "random", "--episodes", "4", "--save-replays", "2"]
    assert evaluate([*words, "--output", str(folder)]) == 0
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    found["folder"] = str(folder)
    return found


def test_the_report_links_a_page_of_every_war_that_is_kept(results: dict[str, Any]) -> None:
    folder = Path(results["folder"])
    text = (folder / "report.html").read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]+)"', text)
    wars = [[f"replays/war-{war:04}.html", f"replays/desk.html#war={war}"] for war in (1, 2)]
    assert links == ["replays/desk.html", *wars[0], *wars[1]]
    assert results["desk"] == links[:1]
    desk = data_of((folder / links[0]).read_text(encoding="utf-8"))["desk"]
    luck = [(row["policy"], row["score"] - row["luck"] == pytest.approx(row["adjusted"])) for row in desk["rows"]]
    assert sorted(luck) == [("doctrine", True)] * 2 + [("random", True)] * 2
    for war, (link, _) in enumerate(wars, 1):
        page = (folder / link).read_text(encoding="utf-8")
        assert f'"name":"doctrine-{war:04}.json"' in page and f'"name":"random-{war:04}.json"' in page
    assert "Each link opens a page" in text and f"<code>{PROGRAM} review FILE</code>" in text
    assert "The link opens a page" in report({**results, "kept_wars": results["kept_wars"][:1]})
    for war in results["kept_wars"]:
        scores = [each["score"] for each in war["policies"]]
        assert scores == sorted(scores, reverse=True) and {each["policy"] for each in war["policies"]} == {
            "doctrine",
            "random",
        }
        assert all((folder / each["file"]).is_file() for each in war["policies"])
