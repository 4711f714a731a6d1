"""The whole path of an evaluation, from the flights to the report, for every small number of wars."""

import argparse
import csv
import functools
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate as main
from agents.evaluation import kept_wars
from agents.evaluation.evaluate import write_report, write_results
from agents.evaluation.evaluated_game import EvaluationOptions
from agents.evaluation.options import add_arguments, check_options
from agents.games.stuka.evaluation import game as stuka_game
from agents.games.stuka.evaluation.expectations import FEWEST_WARS, MISSION_GROUPS
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.registry import make_policy
from stuka_env import ENVIRONMENTS
from stuka_env.flights.episodes import Flown, war_slice
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.policy import Policy, PolicyInput, PolicyOutput
from tests.support.each import each
from tests.support.slow import slow

MOST = 60
FLOWN = ("random_flyer", "random", "bold", "lone_wolf")
WORDS = ("random_flyer", "random", "both=bold,lone_wolf")
"""The lines of the comparison: two policies, and one algorithm with two trainings."""
TOO_FEW = "There are too few wars to group them by what was expected."
NO_INTERVALS = "One war for each policy: there are no intervals"


class Hopeful:
    """Doctrine, with an opinion: seven points more, whatever happens."""

    name = "hopeful"

    def __init__(self) -> None:
        self.script: Policy = make_policy("doctrine")

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.script.act(inputs, actions)

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        unknown = np.full(inputs.masks.shape, np.nan, np.float32)
        return PolicyOutput(unknown, np.full(len(inputs.mats), 7, np.float32), unknown)


@functools.cache
def asked(env: str, folder: Path) -> EvaluationOptions:
    """Return the options of a command line."""
    words = argparse.ArgumentParser()
    add_arguments(words)
    given = words.parse_args(["--env", env, "--policies", *WORDS, "--duration", "short", "--output", str(folder)])
    return check_options(argparse.Namespace(**vars(given), command_line="python evaluate.py"))


@functools.cache
def flown(env: str, folder: Path) -> list[Flown]:
    """As many wars as any of these tests needs; the first policy expects something, and its last war has no end."""
    spec, seeds = asked(env, folder).spec, evaluation_seeds(0, MOST)
    flights = [fly_with_luck(make_policy(name), spec, seeds) for name in FLOWN]
    first = flights[0]
    begun = np.arange(LOG_LENGTH) < first.results["missions"][:, None]
    chance = np.random.default_rng(1).normal(0, 5, begun.shape)
    first.expected[:] = np.where(begun, first.results["score"][:, None] + chance, np.nan)
    first.finished[-1], first.results[-1], first.scores[-1], first.tracks[-1] = False, 0, 0, 0
    return flights


def refuse(constant: str) -> NoReturn:
    """JSON has no such number."""
    raise AssertionError(constant)


def read(path: Path) -> dict[str, Any]:
    """The contents of a JSON file, without NaN."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    return found


def said_of_intervals(folder: Path, printed: str, wars: int) -> None:
    """Table, JSON and report have intervals, or all three say that there are none."""
    results, page = read(folder / "results.json"), (folder / "report.html").read_text(encoding="utf-8")
    single = wars == 1
    assert (NO_INTERVALS in printed) == single
    assert results["intervals"].startswith("none: one war" if single else "bootstrap over the wars, 95%")
    assert ("One war was flown, so there is no interval" in page) == single
    assert ("the bar around it the 95 % interval" in page) == (not single)
    assert ('class="bar"' in page) == (not single)
    for line in results["policies"]:
        for figures in (line["score"], line["difference"], line["better"]):
            if single:
                assert figures is None or (figures["low"], figures["high"]) == (None, None)
            else:
                assert figures is None or figures["low"] <= figures["mean"] <= figures["high"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wars")


@pytest.mark.parametrize("env", [ENVIRONMENTS[0], *map(slow, ENVIRONMENTS[1:])])
def test_every_number_of_wars_gives_results_and_a_report(
    env: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.evaluation.intervals.RESAMPLES", 50)
    plotted, grouped = set(), set()
    for wars in range(1, MOST + 1):
        one, two, *both = (war_slice(each, slice(wars)) for each in flown(env, folder))
        options = asked(env, folder)._replace(episodes=wars)
        write_report(options, write_results(options, [[one], [two], both]))
        said_of_intervals(folder, capsys.readouterr().out, wars)
        rows = list(csv.DictReader((folder / "results.csv").read_text(encoding="utf-8").splitlines()))
        results, page = read(folder / "results.json"), (folder / "report.html").read_text(encoding="utf-8")
        assert [line["wars"] for line in results["policies"]] == [wars, wars, 2 * wars]
        for line in results["policies"]:
            scores = [int(row["score"]) for row in rows if row["policy"] == line["policy"]]
            assert len(scores) == line["wars"] and np.mean(scores) == pytest.approx(line["score"]["mean"])
        assert results["policies"][0]["unfinished"] == (wars == MOST)
        plotted |= {wars} if "Expected and achieved" in page else set()
        grouped |= {wars} if "achieved (upwards) against expected" in page else set()
        assert (TOO_FEW in page) == (wars in plotted - grouped)
    assert plotted == set(range(FEWEST_WARS, MOST + 1))
    assert grouped <= plotted and max(grouped) == MOST
    if env == "Stuka/Mission-v0":  # a moment a war, and the smallest group has a fifth of them
        assert min(grouped) == MISSION_GROUPS * (FEWEST_WARS - 1) + 1


@each("wars", [1, 2, 10, 45])
def test_a_policy_that_expects_something_flies_few_missions(
    wars: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--env", "Stuka/Mission-v0", "--policies", f"{__name__}:Hopeful", "random", "--episodes", str(wars)]
    assert main([*words, "--output", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    said_of_intervals(tmp_path, printed, wars)
    assert f"{wars} war{'s' * (wars > 1)} a policy" in printed
    assert len((tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()) == 1 + 2 * wars
    assert (read(tmp_path / "results.json")["policies"][0]["expectations"] is not None) == (wars >= FEWEST_WARS)


@pytest.mark.parametrize("wars", [1, 2, 10, 45])
def test_an_agent_that_ships_flies_few_missions(wars: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sb3_contrib")
    words = ["--env", "Stuka/Mission-v0", "--policies", "distilled-mission", "--episodes", str(wars)]
    assert main([*words, "--output", str(tmp_path)]) == 0
    said_of_intervals(tmp_path, capsys.readouterr().out, wars)


def fail(*arguments: object) -> NoReturn:
    """A defect of a picture."""
    raise ValueError("max() arg is an empty sequence")


def test_a_defect_of_the_report_loses_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, report_parts=fail))
    words = ["--env", "Stuka/Mission-v0", "--policies", "random", "doctrine", "--episodes", "3"]
    with pytest.raises(RuntimeError, match=r"report.html could not be drawn; .*results.json is written"):
        main([*words, "--output", str(tmp_path)])
    assert len(read(tmp_path / "results.json")["policies"]) == 2
    assert len((tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()) == 7
    printed = capsys.readouterr().out
    assert re.search(r"^doctrine +\d", printed, re.MULTILINE) and "results.csv" in printed


def test_a_defect_of_a_page_of_a_war_loses_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_wars, "page_of", fail)
    words = ["--env", "Stuka/Mission-v0", "--policies", "random", "--episodes", "3", "--save-replays", "1"]
    assert main([*words, "--output", str(tmp_path)]) == 2
    assert read(tmp_path / "results.json")["episodes"] == 3
    assert len((tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()) == 4


def test_every_head_of_the_tables_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--env", "Stuka/Segment-v0", "--policies", "doctrine", "random_flyer", "--episodes", "2"]
    assert main([*words, "--output", str(tmp_path)]) == 0
    scores, meanings, few, adjusted, won, *_ = capsys.readouterr().out.split("\n\n")
    assert few.startswith("2 wars a policy are few")
    assert "luck-adjusted" in adjusted and f"{re.split(r'  +', adjusted.splitlines()[0])[-1]}: " in adjusted
    for head in re.split(r"  +", scores.splitlines()[1])[5:]:
        assert f"{head}: " in meanings, head
    caption, heads, *rows = won.splitlines()
    assert "Points by source" in caption and "Rudel Gambles taken and lost" in caption
    assert re.split(r"  +", heads)[-3:] == ["campaign bonus", "Gambles", "Gambles lost"]
    results = read(tmp_path / "results.json")
    for row, line in zip(rows, results["policies"], strict=True):
        parts = [value for name, value in line["breakdown"]["parts"].items() if name != "rounding"]
        gambles = {each["name"]: each["often"] for each in line["breakdown"]["gamble"] if each["name"][0] == "R"}
        lost = gambles.get("Rudel Gamble, crashed", 0.0)
        assert row.split() == [line["policy"], *(f"{x:.1f}" for x in (*parts, sum(gambles.values()), lost))]


@pytest.mark.parametrize(("words", "env"), [((), "Segment"), (("--env", "Stuka/Mission-v0"), "Mission")])
def test_a_segment_implies_its_environment(words: tuple[str, ...], env: str, tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(["--segment", "1942-08", *words, "--output", str(tmp_path)])
    options = check_options(argparse.Namespace(**vars(given), command_line="python evaluate.py"))
    assert options.env == f"Stuka/{env}-v0" and options.arguments["segment"] == "1942-08"
