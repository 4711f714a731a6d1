"""``evaluate.py --save-replays N`` with the second game: replays that lead to the scores of the comparison."""

import csv
import json
import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate as main
from agents.evaluation import recording
from agents.games.interceptor.evaluation import game as career_game
from stuka_env.cli import main as stuka
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import ACTIONS
from stuka_env.io.command_line import program_here
from stuka_env.policy import PolicyInput
from stuka_env.replay import fly, verify
from stuka_env.replay.file import ILLEGAL_ACTION, load
from tests.support.slow import slow, study

SORTIE, MONTH, CAREER = INTERCEPTOR_ENVIRONMENTS


class FirstAllowed:
    """Takes the first legal action."""

    name = "first allowed"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = inputs.masks.argmax(axis=1)


class Heedless:
    """Answers with an action outside the action space."""

    name = "heedless"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = ACTIONS


def run(folder: Path, *words: str, env: str = MONTH) -> int:
    return main(["--env", env, *words, "--output", str(folder)])


def rows_of(folder: Path) -> dict[tuple[str, int], dict[str, str]]:
    """Return the rows of ``results.csv`` by policy and number of the episode."""
    rows = csv.DictReader((folder / "results.csv").read_text(encoding="utf-8").splitlines())
    return {(row["policy"], int(row["war"])): row for row in rows}


def kept_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "replays").glob("*.json"))}


@pytest.mark.parametrize("env", [*map(slow, INTERCEPTOR_ENVIRONMENTS[:-1]), study(INTERCEPTOR_ENVIRONMENTS[-1])])
def test_the_replays_end_in_the_scores_of_the_comparison(env: str, tmp_path: Path) -> None:
    words = ["--episodes", "3", "--seed", "5", "--policies", "veteran", "random", "--save-replays", "2"]
    assert run(tmp_path, *words, env=env) == 0
    rows = rows_of(tmp_path)
    assert list(kept_in(tmp_path)) == [f"{name}-000{war}.json" for name in ("random", "veteran") for war in (1, 2)]
    for name in ("veteran", "random"):
        for war in range(2):
            replay, row = load(tmp_path / "replays" / f"{name}-000{war + 1}.json"), rows[name, war]
            record = replay.policy_record
            assert (replay.env, record.name, str(replay.seed)) == (env, name, row["seed"])
            assert (str(verify(replay).score), str(len(replay.actions))) == (row["score"], row["decisions"])
            assert all(record.reasons) and len(record.reasons) == len(replay.actions)
            assert not (record.probabilities or record.values)
            assert name == "veteran" or not record.action_values


def test_the_moments_of_a_replay_have_the_reasons_of_its_script(tmp_path: Path) -> None:
    assert run(tmp_path, "--episodes", "1", "--policies", "random_flyer", "--save-replays", "1") == 0
    *moments, end = fly(load(tmp_path / "replays" / "random_flyer-0001.json")).moments
    sure = {moment.reason for moment in moments if moment.decision == "SCRAMBLE"}
    assert sure == {"fly, and decide the rest at random"} and end.reason is None


def test_the_arguments_of_the_environment_are_in_the_replay(tmp_path: Path) -> None:
    words = ["--start", "1944-02", "--rank-track", "nco", "--fatigue", "--episodes", "1", "--policies", "rash"]
    assert run(tmp_path, *words, "--save-replays", "1", env=CAREER) == 0
    replay = load(tmp_path / "replays" / "rash-0001.json")
    assert replay.arguments == {"start": "1944-02", "track": "nco", "fatigue": True}
    assert str(verify(replay).score) == rows_of(tmp_path)["rash", 0]["score"]


def test_the_last_line_is_a_command_to_paste(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--env", MONTH, "--episodes", "1", "--policies", "rash", "careful", "--output", str(tmp_path)]
    assert main(words) == 0
    assert not (tmp_path / "replays").exists()
    pasted = shlex.split(capsys.readouterr().out.splitlines()[-1])
    assert pasted == [program_here("python"), "evaluate.py", *words, "--save-replays", "1"]
    assert main(pasted[2:]) == 0
    kept, last = capsys.readouterr().out.splitlines()[-2:]
    assert kept == f"1 month of each policy kept in {tmp_path / 'replays'}; the report links them:"
    program, *command = shlex.split(last)
    assert program == program_here("stuka") and command[0] == "watch"
    assert sorted(Path(file).name for file in command[1:]) == ["careful-0001.json", "rash-0001.json"]
    page = tmp_path / "page.html"
    assert stuka([*command, "--no-open", "--output", str(page)]) == 0
    assert capsys.readouterr().out == f"written: {page}\n" and page.stat().st_size > 100_000
    Path(command[1]).write_text(Path(command[1]).read_text(encoding="utf-8").replace(MONTH, SORTIE), encoding="utf-8")
    assert stuka([*command, "--no-open"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_policies_of_users_have_no_reasons_and_may_end_no_episode(tmp_path: Path) -> None:
    names = [f"{__name__}:FirstAllowed", f"{__name__}:Heedless"]
    assert run(tmp_path, "--episodes", "1", "--policies", *names, "--save-replays", "1") == 0
    first, heedless = (load(tmp_path / "replays" / f"{name}-0001.json") for name in ("first-allowed", "heedless"))
    assert first.policy_record.name == "first allowed" and first.policy_record.reasons == ()
    assert str(verify(first).score) == rows_of(tmp_path)["first allowed", 0]["score"]
    assert (heedless.finished, heedless.score, set(heedless.actions)) == (False, None, {ILLEGAL_ACTION})
    assert verify(heedless).result is None
    assert "heedless not finished" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_results_and_report_name_the_replays(tmp_path: Path) -> None:
    assert run(tmp_path, "--episodes", "2", "--policies", "careful", "rash", "--save-replays", "2") == 0
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    page, rows = (tmp_path / "report.html").read_text(encoding="utf-8"), rows_of(tmp_path)
    assert [war["war"] for war in results["kept_wars"]] == [1, 2]
    for war in results["kept_wars"]:
        assert {each["policy"] for each in war["policies"]} == {"careful", "rash"}
        scores = [each["score"] for each in war["policies"]]
        assert scores == sorted(scores, reverse=True)
        for each in war["policies"]:
            assert each["score"] == int(rows[each["policy"], war["war"] - 1]["score"])
            assert (tmp_path / each["file"]).is_file() and f"<code>{each['file']}</code>" in page
        assert (tmp_path / war["page"]).is_file() and f'<a href="{war["page"]}">Month {war["war"]}</a>' in page
    assert "stuka review FILE</code>" in page


def test_several_policies_of_one_line_are_all_kept(tmp_path: Path) -> None:
    assert run(tmp_path, "--episodes", "1", "--policies", "pair=careful,rash", "--save-replays", "1") == 0
    assert list(kept_in(tmp_path)) == ["careful-0001.json", "rash-0001.json"]


def test_more_episodes_than_are_flown_together_are_kept_as_they_are_in_one_flight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--episodes", "3", "--policies", "random", "--save-replays", "3"]
    assert run(tmp_path / "one", *words) == 0
    monkeypatch.setattr(recording, "RECORDED_TOGETHER", 2)
    assert run(tmp_path / "two", *words) == 0
    assert kept_in(tmp_path / "two") == kept_in(tmp_path / "one") and len(kept_in(tmp_path / "one")) == 3


def test_with_resume_only_the_kept_episodes_are_flown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flown: list[int] = []

    def counted(fly: Any, policy: Any, spec: Any, seeds: NDArray[np.uint64], **rest: Any) -> Flown:
        flown.append(len(seeds))
        ended: Flown = fly(policy, spec, seeds, **rest)
        return ended

    monkeypatch.setattr(
        career_game, "EVALUATED", replace(career_game.EVALUATED, fly=partial(counted, career_game.EVALUATED.fly))
    )
    monkeypatch.setattr(recording, "fly_wars", partial(counted, fly_wars))
    words = ["--episodes", "4", "--policies", "rash"]
    assert run(tmp_path, *words, "--resume") == 0
    assert flown == [4] and not (tmp_path / "replays").exists()
    assert run(tmp_path, *words, "--resume", "--save-replays", "2") == 0
    assert flown == [4, 2]
    kept = kept_in(tmp_path)
    assert run(tmp_path / "plain", *words, "--save-replays", "2") == 0
    assert kept_in(tmp_path / "plain") == kept and len(kept) == 2
