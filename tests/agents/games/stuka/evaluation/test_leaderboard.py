"""Entries of the leaderboard: flown by evaluate.py --track, and what is refused."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate as main
from agents.evaluation.entries import read_entry
from agents.evaluation.leaderboard import decisions_on_card, kind_of
from agents.evaluation.options import make_policy_group
from agents.games.stuka.evaluation import game as stuka_game
from agents.games.stuka.evaluation.tracks import TRACKS
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.games.stuka.players import SCRIPTS
from agents.registry import trained_agents
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask
from stuka_env.io.command_line import command_here
from stuka_env.policy import PolicyInput
from tests.support.tracks import TINY, fly_tiny, refusal

Contents = dict[str, Any]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A track that is flown in no time."""
    monkeypatch.setitem(TRACKS, "tiny", TINY)


class FirstLegal:
    """Somebody else's policy."""

    name = "first_legal"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = sight.masks.argmax(axis=1)


MINE = f"{__name__}:FirstLegal"


@pytest.fixture
def entry_file(tmp_path: Path) -> Path:
    """An entry of a script's."""
    assert fly_tiny(tmp_path, "--policies", "random_flyer") == 0
    return tmp_path / "tiny-random_flyer.json"


# --- flying ---


def test_an_entry_has_the_scores_of_an_evaluation(tmp_path: Path, entry_file: Path) -> None:
    entry = read_entry(entry_file)
    for scenario in TINY.scenarios:
        words = [
            "--env",
            scenario.env,
            "--operation",
            str(scenario.arguments["operation"]),
            "--episodes",
            str(scenario.wars),
        ]
        folder = tmp_path / scenario.name
        assert main([*words, "--seed", "7", "--policies", "random_flyer", "--output", str(folder)]) == 0
        rows = list(csv.DictReader((folder / "results.csv").read_text(encoding="utf-8").splitlines()))
        flown = entry.scenarios[scenario.name]
        assert flown.scores == [int(row["score"]) for row in rows]
        assert flown.score.mean == pytest.approx(np.mean(flown.scores), abs=1e-4)
        assert flown.decisions == sum(int(row["decisions"]) for row in rows)
    assert (entry.kind, entry.decisions_seen, entry.made_of) == ("script", None, "random_flyer")


def test_every_policy_has_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--author", "A. Name", "--link", "https://example.org/a"]
    assert fly_tiny(tmp_path, "--policies", "doctrine", f"mine={MINE}", *words) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny-doctrine.json", "tiny-mine.json"]
    mine = read_entry(tmp_path / "tiny-mine.json")
    assert (mine.policy, mine.made_of, mine.kind) == ("mine", MINE, "other")
    assert (mine.author, mine.link) == ("A. Name", "https://example.org/a")
    printed = capsys.readouterr().out
    assert all(f"written: {path}" in printed for path in tmp_path.iterdir())
    assert main(["--check", *map(str, tmp_path.iterdir()), "--refly", "3"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("in order, the first 3 wars of each scenario flown again") == 2


def test_it_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flown: list[int] = []

    def stopped(policy: Any, spec: Any, seeds: NDArray[np.uint64], **rest: Any) -> Any:
        if len(flown) == 1:
            raise KeyboardInterrupt
        flown.append(len(seeds))
        return fly_with_luck(policy, spec, seeds, **rest)

    words = ["--policies", "random_flyer", "--resume"]
    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=stopped))
    assert fly_tiny(tmp_path / "a", *words) == 130
    kept = tmp_path / "a" / "flights"
    told, again = capsys.readouterr().err.splitlines()[-2:]
    assert told.endswith(f"stopped; the files written so far are complete; flown wars are kept in {kept}; to continue:")
    assert (
        again.startswith(command_here("python", "evaluate.py", "--track", "tiny") + " ")
        and again.count("--resume") == 1
    )
    assert flown == [12] and not list((tmp_path / "a").glob("*.json"))
    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=fly_with_luck))
    assert fly_tiny(tmp_path / "b", *words[:2]) == 0
    flown.clear()

    def counted(*flight: Any, **options: Any) -> Any:
        flown.append(len(flight[2]))
        return fly_with_luck(*flight, **options)

    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=counted))
    assert fly_tiny(tmp_path / "a", *words) == 0
    assert flown == [5]
    one, other = (read_entry(tmp_path / folder / "tiny-random_flyer.json") for folder in "ab")
    assert [part.scores for part in one.scenarios.values()] == [part.scores for part in other.scenarios.values()]


def test_without_resume_what_is_written_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(policy: Any, *rest: Any, **options: Any) -> Any:
        if policy.name == "random":
            raise KeyboardInterrupt
        return fly_with_luck(policy, *rest, **options)

    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=stopped))
    assert fly_tiny(tmp_path, "--policies", "doctrine", "random") == 130
    told, again = capsys.readouterr().err.splitlines()[-2:]
    assert "stopped; the files written so far are complete; " in told and again.endswith("--resume")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["flights", "tiny-doctrine.json"]
    assert main(["--check", str(tmp_path / "tiny-doctrine.json")]) == 0


# --- what a policy is ---


def test_who_says_how_much_was_learned_from_has_learned(tmp_path: Path) -> None:
    assert fly_tiny(tmp_path, "--policies", MINE, "--decisions-seen", "900") == 0
    entry = read_entry(tmp_path / "tiny-first_legal.json")
    assert (entry.kind, entry.decisions_seen) == ("learner", 900)


@compiled
def first_legal(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Somebody else's script."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


def test_who_has_learned_from_nothing_is_what_it_is_without_the_option(tmp_path: Path) -> None:
    for policy, kind in ((f"{__name__}:first_legal", "script"), (MINE, "other")):
        named = f"mine={policy}"
        for words in ([], ["--decisions-seen", "0"]):
            assert fly_tiny(tmp_path, "--policies", named, *words) == 0
            entry = read_entry(tmp_path / "tiny-mine.json")
            assert (entry.kind, entry.decisions_seen) == (kind, None)
    assert kind_of(make_policy_group("planner@8"), 0, "stuka") == ("other", None)


def agent_with(folder: Path, steps: int, start: Contents) -> Path:
    """The card of an agent that ships, changed, beside a file that stands for the agent."""
    shipped = trained_agents()["distilled-operation"]
    card = json.loads(shipped.with_suffix(".json").read_text(encoding="utf-8"))
    card["steps"], card["config"]["start"] = steps, start
    (folder / "agent.safetensors").touch()
    (folder / "agent.json").write_text(json.dumps(card), encoding="utf-8")
    return folder / "agent.safetensors"


@pytest.mark.parametrize(
    ("start", "seen"),
    [
        ({"agent": None, "imitation": None}, 4_000),
        ({}, 4_000),
        ({"agent": None, "imitation": {"teacher": "old_hand", "decisions": 600}}, 4_600),
        ({"agent": None, "imitation": {"teacher": "planner@64", "decisions": 600}}, None),
        ({"agent": "before.safetensors", "imitation": None}, None),
        ({"agent": None, "imitation": None, "expert_iteration": None}, 4_000),
        ({"agent": None, "imitation": None, "expert_iteration": {"pools": 10, "pool": 50_000}}, None),
        ({"positions": "searched.npz"}, None),
    ],
)
def test_a_card_tells_what_was_learned_from(tmp_path: Path, start: Contents, seen: int | None) -> None:
    pytest.importorskip("pydantic")
    assert decisions_on_card(agent_with(tmp_path, 4_000, start), SCRIPTS) == seen


def test_an_agent_that_ships_is_a_learner() -> None:
    pytest.importorskip("sb3_contrib")
    kind, seen = kind_of(make_policy_group("distilled-operation@sampled"), None, "stuka")
    assert (kind, seen) == ("learner", None)  # paired clones taught its teacher: nobody has counted
    assert kind_of(make_policy_group("distilled-operation"), 5, "stuka") == ("learner", 5)


# --- what is refused before anything is flown ---


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--track", "raid"], "track: got 'raid'"),
        (["--track", "tiny", "--policies", "ace"], "policy 'ace'"),
        (["--track", "tiny", "--env", "Stuka/Operation-v0"], "--env: the track determines which wars"),
        (["--track", "tiny", "--operation", "citadel"], "--operation"),
        (["--track", "tiny", "--duration", "regular"], "--duration"),
        (["--track", "tiny", "--segment", "1941-06"], "--segment"),
        (["--track", "tiny", "--episodes", "3"], "--episodes"),
        (["--track", "tiny", "--seed", "0"], "--seed"),
        (["--track", "tiny", "--charts", "."], "--charts"),
        (["--track", "tiny", "--save-replays", "1"], "--save-replays"),
        (["--track", "tiny", "--refly", "1"], "--refly: goes with --check"),
        (["--track", "tiny", "--author", "a\nb"], "author: got"),
        (["--track", "tiny", "--link", "example.org"], "link: got 'example.org'"),
        (["--track", "tiny", "--policies", "both=random,doctrine"], "policies: got 'both', allowed is one policy"),
        (["--track", "tiny", "--policies", "a*b=random"], "policies: got 'a*b'"),
        (["--track", "tiny", "--policies", "random", "--decisions-seen", "few"], "decisions-seen: got 'few'"),
        (["--track", "tiny", "--policies", "random", "bold", "--decisions-seen", "5"], "policies: got 'random bold'"),
        (["--decisions-seen", "5"], "--decisions-seen: goes with --track"),
        (["--author", "A"], "--author: goes with --track"),
        (["--refly", "5"], "--refly: goes with --check"),
        (["--check", "a.json", "--track", "tiny"], "--track: not allowed with --check"),
        (["--check", "a.json", "--seed", "1"], "--seed: not allowed with --check"),
        (["--check", "a.json", "--refly", "0"], "refly: got '0', allowed is a whole number from 1 to 4000"),
        (["--check", "a.json"], "a.json: cannot be read (No such file"),
    ],
)
def test_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], named: str) -> None:
    assert named in refusal(capsys, *words, "--output", str(tmp_path / "new"))
    assert not list(tmp_path.rglob("*.json"))
