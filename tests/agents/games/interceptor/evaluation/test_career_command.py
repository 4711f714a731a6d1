"""``evaluate.py`` with an environment of the second game: what it writes, and what it refuses."""

import argparse
import csv
import inspect
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import EVALUATE
from agents.commands import evaluate as main
from agents.evaluation import evaluate as command
from agents.evaluation.entries import read_entry
from agents.evaluation.evaluation_parts import first_wars, split
from agents.evaluation.options import key_of, option_of
from agents.games.interceptor.evaluation import game as career_game
from agents.games.interceptor.evaluation.tracks import TRACKS
from agents.games.interceptor.players import PLAYERS, SCRIPTS, SECOND_GAME
from agents.learned.card import read_card
from agents.registry import trained_agents
from stuka_env.compiling.compilation import compiled
from stuka_env.flights.episodes import Flown
from stuka_env.flights.seeds import is_evaluation_seed
from stuka_env.game import game_named
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask
from stuka_env.io.command_line import program_here
from stuka_env.policy import PolicyInput, ScriptedPolicy, UnknownPolicyError, load_policy
from tests.support.each import each
from tests.support.places import ROOT

SORTIE, MONTH, CAREER = INTERCEPTOR_ENVIRONMENTS
FLY = career_game.EVALUATED.fly
"""The flights of careers, with their luck."""
OWN_ARGUMENTS = tuple(each.name for each in game_named(SECOND_GAME).envs.arguments if each.offered)
OTHER_ARGUMENTS = tuple(each.name for each in game_named("stuka").envs.arguments if each.offered)


@compiled
def first_legal(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Takes the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


class LastLegal:
    """Takes the last legal action."""

    name = "last_legal"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = inputs.masks.shape[1] - 1 - inputs.masks[:, ::-1].argmax(axis=1)


class Stubborn:
    """A policy that does not look at the mask."""

    name = "stubborn"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = 999


class Refuser:
    """A policy that refuses in flight."""

    name = "refuser"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        raise ValueError("not these charts\nand a second line")


class Interrupted:
    """A policy during whose third part somebody presses Ctrl-C."""

    name = "interrupted"
    flights = 0

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        if Interrupted.flights == 2:
            raise KeyboardInterrupt
        actions[:] = inputs.masks.argmax(axis=1)


def run(folder: Path, *words: str, env: str = CAREER) -> int:
    return main(["--env", env, *words, "--output", str(folder)])


def results_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return found


def rows_of(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "results.csv").read_text(encoding="utf-8").splitlines()))


def refusal(capsys: pytest.CaptureFixture[str], folder: Path, *words: str, env: str = CAREER) -> str:
    """Return the one line of a refusal, which leaves no folder."""
    assert run(folder / "new", *words, env=env) == 2
    error = capsys.readouterr().err
    assert error.startswith("evaluate.py: ") and error.count("\n") == 1
    assert not (folder / "new").exists()
    return error


# --- what is written ---


def test_the_results_are_written_and_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "3", "--seed", "4") == 0
    printed, results, rows = capsys.readouterr().out, results_of(tmp_path), rows_of(tmp_path)
    assert [line["policy"] for line in results["policies"]] == list(PLAYERS.compared)
    settings = (results["env"], results["episodes"], results["seed"], results["noun"], results["start"])
    assert settings == (CAREER, 3, 4, "career", "1943-03")
    assert printed.startswith(f"{CAREER} 1943-03: 3 careers a policy, seed 4\n")
    for line in results["policies"]:
        own = [row for row in rows if row["policy"] == line["policy"]]
        assert line["policy"] in printed
        assert np.mean([int(row["score"]) for row in own]) == pytest.approx(line["score"]["mean"])
        assert np.mean([int(row["alive"]) for row in own]) == line["survival"]["mean"]
        assert [row["seed"] for row in own] == [row["seed"] for row in rows[:3]]
        assert all((row["alive"] == "1") == (row["cause"] == "") for row in own)
        assert sum(int(row[name]) for row in own for name in ("b_17f", "b_17g", "b_24", "yb_40")) == sum(
            int(row["bombers"]) for row in own
        )
    assert results["policies"][0]["difference"] is None and results["policies"][1]["difference"] is not None
    assert all(is_evaluation_seed(int(row["seed"])) for row in rows)
    assert max(map(len, printed.splitlines()[:-4])) <= 120
    assert results["command"].startswith(f"python evaluate.py --env {CAREER} --episodes 3 --seed 4 --output ")


def test_few_careers_get_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "3", "--policies", "rash", "careful") == 0
    deviation = results_of(tmp_path)["policies"][0]["deviation"]
    said = f"3 careers a policy are few: one career of rash has a standard deviation of {deviation:.0f} bombers."
    assert said in capsys.readouterr().out
    assert said in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_one_career_gives_no_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "1", "--policies", "rash", "careful") == 0
    assert "One career for each policy: there are no intervals" in capsys.readouterr().out
    assert "One career was flown, so there is no interval" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_the_first_episodes_of_many_are_those_of_few(tmp_path: Path) -> None:
    for folder, count in (("few", "2"), ("many", "5")):
        assert run(tmp_path / folder, "--episodes", count, "--policies", "random", env=MONTH) == 0
    assert rows_of(tmp_path / "many")[:2] == rows_of(tmp_path / "few")


@pytest.mark.parametrize(
    ("env", "words", "title"),
    [
        (SORTIE, ["--month", "1943-10"], "1943-10: 3 sorties"),
        (MONTH, [], f"{MONTH}: 3 months"),
        (MONTH, ["--month", "1943-06", "--unit", "II/JG 1"], "1943-06 II/JG 1: 3 months"),
        (CAREER, ["--start", "1944-01", "--rank-track", "nco", "--fatigue"], "1944-01 nco fatigue: 3 careers"),
        (CAREER, ["--start", "1944-02", "--enemy-quality", "--advanced-maneuvers"], "enemy quality advanced maneuvers"),
    ],
)
def test_every_kind_of_episode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], env: str, words: list[str], title: str
) -> None:
    assert run(tmp_path, "--episodes", "3", "--policies", "by_the_book", "random_flyer", *words, env=env) == 0
    printed = capsys.readouterr().out
    assert title in printed.splitlines()[0]
    assert re.search(rf"^by_the_book +\d+\.\d{{{1 if env == CAREER else 2}}} ", printed, re.MULTILINE)
    results, rows = results_of(tmp_path), rows_of(tmp_path)
    given = {name: results[key_of(name)] for name in OWN_ARGUMENTS if results[key_of(name)] not in (None, False)}
    wanted = [word for word in words if not word.startswith("--")] + [True] * ("--fatigue" in words)
    assert [value for value in given.values() if value is not True] + [True] * ("fatigue" in given) == wanted
    first = next((word for word in words if word[:2] == "19"), "1943-03")
    assert all(row["month"] >= first for row in rows)
    if "nco" in words:
        assert {row["track"] for row in rows} == {"nco"}
    assert bool(results["policies"][0]["levels"]) == (env == CAREER)


def test_several_policies_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "4", "--policies", "rash", "pair=careful,random_flyer", env=MONTH) == 0
    line = results_of(tmp_path)["policies"][1]
    rows = [row for row in rows_of(tmp_path) if row["policy"] == "pair"]
    assert [row["member"] for row in rows[::4]] == ["careful", "random_flyer"] and line["wars"] == 8
    assert line["score"]["mean"] == pytest.approx(np.mean([int(row["score"]) for row in rows]))
    assert "pair: 2 trainings" in capsys.readouterr().out


def test_own_charts_reach_the_flight(tmp_path: Path) -> None:
    source = ROOT / "stuka_env" / "games" / "interceptor" / "charts" / "data" / "career.toml"
    text = source.read_text(encoding="utf-8")
    assert text.count("draw = 5") == 1
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "career.toml").write_text(text.replace("draw = 5", "draw = 1"), encoding="utf-8")
    words = ["--episodes", "4", "--policies", "rash", "--start", "1944-02"]
    assert run(tmp_path / "ours", *words) == 0
    assert run(tmp_path / "own", *words, "--charts", str(tmp_path / "charts")) == 0
    ours, own = results_of(tmp_path / "ours"), results_of(tmp_path / "own")
    assert ours["charts_sha256"] != own["charts_sha256"]
    assert [row["bombers"] for row in rows_of(tmp_path / "ours")] == [
        row["bombers"] for row in rows_of(tmp_path / "own")
    ]
    assert ours["policies"][0]["levels"] != own["policies"][0]["levels"]


# --- policies ---


def test_policies_by_name_and_by_module() -> None:
    assert [load_policy(name, SECOND_GAME).name for name in SCRIPTS] == list(SCRIPTS)
    script = load_policy(f"{__name__}:first_legal", SECOND_GAME)
    assert isinstance(script, ScriptedPolicy) and script.name == f"{__name__}:first_legal"
    assert load_policy(f"{__name__}:LastLegal", SECOND_GAME).name == "last_legal"


@each(
    "name, reason",
    [
        ("doctrine", "unknown, allowed is by_the_book, careful, rash, random_flyer, random, champion"),
        ("veteram", "did you mean 'veteran'"),
        ("improved", "unknown"),
        (
            "agents.games.stuka.scripts.doctrine:choose",
            "got a script of stuka, expected one of interceptor",
        ),
        ("no_such_module:X", "No module named 'no_such_module'"),
    ],
)
def test_other_policies_are_refused(name: str, reason: str) -> None:
    with pytest.raises(UnknownPolicyError, match=reason):
        load_policy(name, SECOND_GAME)


def test_a_saved_agent_that_does_not_exist_is_refused_in_one_line() -> None:
    pytest.importorskip("sb3_contrib")
    with pytest.raises(ValueError, match=r"^agent distilled.zip: there is no such file$"):
        load_policy("distilled.zip", SECOND_GAME)


def test_policies_of_users_fly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["rash", *(f"{__name__}:{name}" for name in ("first_legal", "LastLegal", "Stubborn"))]
    assert run(tmp_path, "--episodes", "2", "--policies", *names) == 0
    lines, rows, printed = results_of(tmp_path)["policies"], rows_of(tmp_path), capsys.readouterr()
    assert [line["unfinished"] for line in lines] == [0, 0, 0, 2]
    assert [line["illegal"] for line in lines] == [0, 0, 0, 200]
    assert lines[3]["score"] == {"mean": 0.0, "low": 0.0, "high": 0.0} and lines[3]["months"] == []
    assert [(row["finished"], row["alive"], row["level"]) for row in rows[-2:]] == [("0", "", "")] * 2
    named = "stubborn answers with nothing but illegal actions, 2 of 2 careers cut off"
    assert f"warning: {named}" in printed.err and f"\n{named}" in printed.out and "2 ILLEGAL" in printed.out


def line_of(function: Callable[..., object], text: str) -> int:
    """Return the line of this file where ``text`` first stands in a function."""
    lines, first = inspect.getsourcelines(function)
    return first + next(place for place, line in enumerate(lines) if text in line)


def test_a_policy_that_refuses_in_flight_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "2", "--policies", "rash", f"{__name__}:Refuser") == 2
    place = f"{__file__}:{line_of(Refuser.act, 'raise ')}"
    assert capsys.readouterr().err == f"evaluate.py: {place}: ValueError: not these charts (policy 'refuser')\n"
    assert list(tmp_path.iterdir()) == []


# --- what is refused ---


@each(
    "words, named",
    [
        (["--policies"], "policies"),
        (["--policies", "rash", "rash"], "policies"),
        (["--policies", "old_hand"], "policy 'old_hand'"),
        (["--start", "1944-03"], "start: got '1944-03'"),
        (["--month", "1943-05"], "month: got '1943-05', allowed is none"),
        (["--unit", "III/JG 1"], "unit: got 'III/JG 1'"),
        (["--rank-track", "sergeant"], "rank-track: got 'sergeant', allowed is None, "),
        (["--charts", "/nowhere/at/all"], "charts"),
        (["--episodes", "0"], "episodes: got '0'"),
        (["--episodes", ""], "episodes: got ''"),
        (["--seed", "-1"], "seed"),
        (["--save-replays", "-1"], "save-replays: got '-1'"),
        (["--save-replays", "x"], "save-replays: got 'x'"),
        (["--episodes", "3", "--save-replays", "4"], "save-replays: got '4'"),
    ],
)
def test_bad_values_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], named: str
) -> None:
    assert named in refusal(capsys, tmp_path, *words)


@pytest.mark.parametrize("name", OTHER_ARGUMENTS)
def test_what_the_second_game_does_not_have_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    error = refusal(capsys, tmp_path, f"--{option_of(name)}", "short")
    assert error.startswith(f"evaluate.py: {option_of(name)}: only for Stuka/Mission-v0, ")


@each("name", OWN_ARGUMENTS)
def test_its_arguments_are_refused_for_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    is_flag = name in ("fatigue", "enemy_quality", "advanced_maneuvers")
    option = option_of(name)
    words = [f"--{option}", *([] if is_flag else ["1943-05"])]
    error = refusal(capsys, tmp_path, *words, env="Stuka/Mission-v0")
    assert error.startswith(f"evaluate.py: {option}: only for {SORTIE}, ")


def test_a_career_has_a_start_and_other_episodes_a_month(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "start: got '1943-05'" in refusal(capsys, tmp_path, "--start", "1943-05", env=MONTH)


def test_a_misspelt_environment_is_suggested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"did you mean {CAREER!r}?" in refusal(capsys, tmp_path, env="Interceptor/Carer-v0")


def test_a_refusal_compiles_nothing(tmp_path: Path) -> None:
    words = ["--env", CAREER, "--policies", "nobody", "--output", str(tmp_path / "results")]
    environment = {**os.environ, "STUKA_ENV_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "evaluate.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "policy 'nobody': unknown" in done.stderr
    assert list(tmp_path.rglob("*.nb*")) == []


def test_help_has_the_arguments_of_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    words = capsys.readouterr().out
    assert all(name in words for name in SCRIPTS)
    assert all(f"--{option_of(name)}" in words for name in OWN_ARGUMENTS)
    assert all(env in words for env in INTERCEPTOR_ENVIRONMENTS)


def test_the_demo_shows_ten_careers_of_each_script_and_of_the_agent_of_careers() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    pilots, line = (
        next(line for line in lines if line.startswith(f"{name} := ")).partition(":= ")[2]
        for name in ("PILOTS", "DEMO_CAREERS")
    )
    words = argparse.ArgumentParser()
    EVALUATE.add_arguments(words)
    given = words.parse_args(shlex.split(line.replace("$(PILOTS)", pilots)))
    of_careers = (name for name, file in trained_agents(SECOND_GAME).items() if read_card(file).env == CAREER)
    shown = sorted((*SCRIPTS, *of_careers))
    assert (given.env, given.episodes, sorted(given.policies)) == (CAREER, "10", shown)
    assert given.save_replays == "1"
    assert any("$(PY) evaluate.py $(DEMO_CAREERS) && $(PY) evaluate.py $(DEMO_BOMBERS)" in line for line in lines)


# --- stopped and continued ---


def test_it_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flown: list[int] = []

    def counted(policy: Any, spec: Any, seeds: NDArray[np.uint64], **rest: Any) -> Flown:
        Interrupted.flights = len(flown)
        ended = FLY(policy, spec, seeds, **rest)
        flown.append(len(seeds))
        return ended

    monkeypatch.setattr(career_game, "EVALUATED", replace(career_game.EVALUATED, fly=counted))
    monkeypatch.setattr(command, "split", lambda whole: split(whole, 2))
    monkeypatch.setattr(command, "first_wars", partial(first_wars, wars=2))
    words = ["--env", MONTH, "--episodes", "5", "--policies", f"{__name__}:Interrupted", "--output", str(tmp_path)]
    assert main([*words, "--resume"]) == 130
    told, again = capsys.readouterr().err.splitlines()[-2:]
    assert told.endswith(
        "stopped; the report has 1 of 1 policies, 4 of 5 months; "
        f"flown wars are kept in {tmp_path / 'flights'}; to continue:"
    )
    assert shlex.split(again) == [program_here("python"), "evaluate.py", *words, "--resume"]
    assert flown == [2, 2] and results_of(tmp_path)["episodes"] == 4 == results_of(tmp_path)["policies"][0]["wars"]
    flown[:], Interrupted.flights = [], 0
    assert main([*words, "--resume"]) == 0
    assert flown == [1]
    monkeypatch.setattr(career_game, "EVALUATED", replace(career_game.EVALUATED, fly=FLY))
    monkeypatch.setattr(Interrupted, "flights", 0)
    assert main([*words[:-1], str(tmp_path / "plain")]) == 0
    assert (tmp_path / "plain" / "results.csv").read_bytes() == (tmp_path / "results.csv").read_bytes()
    assert not (tmp_path / "plain" / "flights").exists()


def test_a_damaged_part_and_one_of_the_first_game_are_flown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flown: list[int] = []

    def counted(policy: Any, spec: Any, seeds: NDArray[np.uint64], **rest: Any) -> Flown:
        flown.append(len(seeds))
        return FLY(policy, spec, seeds, **rest)

    monkeypatch.setattr(career_game, "EVALUATED", replace(career_game.EVALUATED, fly=counted))
    words = ["--episodes", "3", "--policies", "rash", "--resume"]
    assert run(tmp_path, *words, env=SORTIE) == 0
    assert run(tmp_path, *words, env=SORTIE) == 0
    assert flown == [3]
    (part,) = (tmp_path / "flights").iterdir()
    first = tmp_path / "first"
    stuka = ["--env", "Stuka/Mission-v0", "--episodes", "3", "--policies", "doctrine", "--resume"]
    assert main([*stuka, "--output", str(first)]) == 0
    (other,) = (first / "flights").iterdir()
    for damaged in (part.read_bytes()[:-40], other.read_bytes()):
        part.write_bytes(damaged)
        assert run(tmp_path, *words, env=SORTIE) == 0
    assert flown == [3, 3, 3]
    assert run(tmp_path, *words, "--month", "1943-05", env=SORTIE) == 0
    assert flown == [3, 3, 3, 3]


# --- the leaderboard ---


def test_a_track_is_flown_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that an entry of this game has the form of those of the first."""
    short = TRACKS["sortie"]._replace(scenarios=(TRACKS["sortie"].headline._replace(wars=12),))
    monkeypatch.setitem(TRACKS, "sortie", short)
    assert main(["--track", "sortie", "--policies", "veteran", "--output", str(tmp_path)]) == 0
    file = tmp_path / "sortie-veteran.json"
    entry = read_entry(file)
    assert (entry.kind, entry.luck_sha256) == ("script", career_game.EVALUATED.luck_sha256)
    assert entry.headline.score != entry.headline.adjusted
    assert main(["--check", str(file), "--refly", "5"]) == 0
    assert "veteran on sortie" in capsys.readouterr().out
    file.write_text(file.read_text(encoding="utf-8").replace(entry.rules_sha256, "0" * 64), encoding="utf-8")
    assert main(["--check", str(file)]) == 2
    assert "rules_sha256: got" in capsys.readouterr().err
