"""The evaluation of the third game: its scripts on missions and campaigns, with levels of victory."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation.entries import read_entry
from agents.evaluation.leaderboard import scenario_scores
from agents.game_rooms import has_room
from agents.games.wing.evaluation.game import EVALUATED
from agents.games.wing.evaluation.tracks import TRACKS
from stuka_env.flights.episodes import new_flown
from stuka_env.games.wing.codes import Campaign, Scale, Victory

BOOK = "agents.games.wing.scripts.by_the_book:choose"

PUBLISHED = {
    "wing-mission": "47c391d013c8bfe7b8d23af2ef0eadcea845fb1cde97bf63934144173e0b61e6",
    "wing-campaign": "53dafff6eb8a54994e47eeec197506f1215939d7bf47f087783c7a0b6bd752ed",
    "wing-campaign-language": "7d9ddcbf44433462a070b56238959a8130076fa69a612971904f9f8c8fc559d6",
}
"""Digests of the wars of each track. A track that changes needs another name."""


def evaluated(folder: Path, env: str, *words: str) -> int:
    options = ("--env", env, "--policies", BOOK, "random", "--output", str(folder))
    return main([*options, *words])


def test_missions_have_no_level(tmp_path: Path) -> None:
    assert evaluated(tmp_path, "Wing/Mission-v0", "--episodes", "20") == 0
    lines = json.loads((tmp_path / "results.json").read_text())["policies"]
    assert all(line["levels"] == {} for line in lines)
    assert all("level" not in line["result"] and "missions" in line["result"] for line in lines), "a mean of codes"
    with (tmp_path / "results.csv").open() as file:
        assert "level" in (csv.DictReader(file).fieldnames or ())


def test_campaigns_have_their_levels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated(tmp_path, "Wing/Campaign-v0", "--campaign", "short_1942", "--episodes", "10") == 0
    contents = json.loads((tmp_path / "results.json").read_text())
    book, random = contents["policies"]
    assert (contents["baseline"], random["policy"]) == (BOOK, "random")
    assert list(book["levels"]) == [level.word for level in reversed(Victory)]
    assert sum(book["levels"].values()) == 10
    assert book["score"]["mean"] > random["score"]["mean"]
    report = (tmp_path / "report.html").read_text()
    assert "bombers lost" in report and "Without the luck" in report
    assert book["adjusted"]["low"] < book["adjusted"]["mean"] < book["adjusted"]["high"]
    assert random["adjusted_difference"]["mean"] < 0
    assert "luck-adjusted" in capsys.readouterr().out
    with (tmp_path / "results.csv").open() as file:
        lucks = [float(line["luck"]) for line in csv.DictReader(file) if line["policy"] == "random"]
    assert len(lucks) == 10 and float(np.std(lucks)) > 0


def test_a_room_that_the_laboratory_does_not_have() -> None:
    rooms = ("players", "evaluation.game", "evaluation.tracks", "luck.parts", "review.parts", "nothing.at.all")
    assert [has_room("wing", room) for room in rooms] == [True, True, True, True, True, False]


def test_a_published_track_stays_as_it_is() -> None:
    assert {name: track.digest() for name, track in TRACKS.items()} == PUBLISHED
    scenarios = {name: track.headline for name, track in TRACKS.items()}
    assert scenarios["wing-mission"].spec().scale == Scale.MISSION
    assert scenarios["wing-campaign"].spec().campaign == Campaign.FULL


def test_an_unfinished_war_of_an_entry_has_the_least_score() -> None:
    """Otherwise whoever leaves a lost mission unfinished would lose nothing."""
    for track, wanted in (("wing-mission", (-24, 6)), ("wing-campaign", (-53, 75))):
        scenario = TRACKS[track].headline
        assert scenario.score_range() == wanted
        unfinished = new_flown(np.zeros(3, np.uint64), scenario.game)
        scores = scenario_scores(unfinished, scenario)
        assert (scores.scores, scores.unfinished) == ([wanted[0]] * 3, 3)


def test_a_track_is_flown_sealed_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    track = TRACKS["wing-mission"]
    monkeypatch.setitem(TRACKS, "wing-mission", track._replace(scenarios=(track.headline._replace(wars=8),)))
    secret, words = tmp_path / "secret", ["--track", "wing-mission", "--policies", "cautious", "random"]
    secret.write_bytes(bytes.fromhex("4b8f12c7e05d93a6f1387b2c9ed405616ac8f39b"))
    assert main([*words, "--output", str(tmp_path)]) == 0
    assert main([*words, "--sealed", str(secret), "--output", str(tmp_path)]) == 0
    public, (sealed,) = tmp_path / "wing-mission-random.json", tmp_path.glob("wing-mission-random-sealed-*.json")
    entry = read_entry(public)
    assert (entry.kind, entry.luck_sha256) == ("script", EVALUATED.luck_sha256)
    assert entry.headline.score != entry.headline.adjusted
    assert read_entry(sealed).headline.scores != entry.headline.scores
    capsys.readouterr()
    assert main(["--check", str(public), "--refly", "4"]) == 0
    assert "random on wing-mission" in capsys.readouterr().out
    assert main(["--check", str(sealed), "--refly", "4"]) == 2
    assert main(["--check", str(sealed), "--refly", "4", "--sealed", str(secret)]) == 0
    public.write_text(public.read_text(encoding="utf-8").replace(entry.rules_sha256, "0" * 64), encoding="utf-8")
    assert main(["--check", str(public)]) == 2
