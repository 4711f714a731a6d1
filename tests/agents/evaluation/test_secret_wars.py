"""Sealed wars: tracks whose wars follow from a secret, and the luck of an entry."""

import json
from pathlib import Path

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation import tracks
from agents.evaluation.entries import ScenarioScores
from agents.evaluation.intervals import Interval
from agents.evaluation.leaderboard import luck_in_words
from agents.evaluation.secret_wars import read_secret, sealed
from agents.evaluation.tracks import EvaluationTrack, all_tracks

SECRET, OTHER = b"a secret of chance, 32 bytes....", b"another secret, also long enough"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret"
    file.write_bytes(SECRET)
    return file


@pytest.fixture
def short_sortie(monkeypatch: pytest.MonkeyPatch) -> EvaluationTrack:
    """Shorten the track of sorties."""
    track = all_tracks()["sortie"]
    few = track._replace(scenarios=tuple(each._replace(wars=12) for each in track.scenarios))
    for module in ("entries", "track_options", "tracks"):
        monkeypatch.setattr(f"agents.evaluation.{module}.all_tracks", lambda: {"sortie": few})
    return few


def test_a_secret_gives_a_track_its_own_wars() -> None:
    track = all_tracks()["operation"]
    mine, again, other = sealed(track, SECRET), sealed(track, SECRET), sealed(track, OTHER)
    assert mine == again and len({track.sealed_seed, mine.sealed_seed, other.sealed_seed}) == 3
    assert len({each.digest() for each in (track, mine, other)}) == 3
    assert not set(mine.war_seeds(100)) & set(track.war_seeds(100))
    assert sealed(all_tracks()["mission"], SECRET).sealed_seed != mine.sealed_seed


@pytest.mark.parametrize("name", [name for name in all_tracks() if name.endswith(tracks.QUICK)])
def test_a_sealed_quick_track_is_the_beginning_of_the_whole_one(name: str) -> None:
    quick, whole = (sealed(all_tracks()[each], SECRET) for each in (name, name.removesuffix(tracks.QUICK)))
    wars = quick.headline.wars
    assert (whole.war_seeds(whole.headline.wars)[:wars] == quick.war_seeds(wars)).all()


def test_a_sealed_track_keeps_its_seed_to_the_organiser() -> None:
    track = all_tracks()["operation"]
    mine = sealed(track, SECRET)
    assert track.seed_in_words == track.seed
    assert str(mine.seed_in_words).startswith(tracks.SEALED) and track.seed == mine.seed


def test_a_secret_must_be_long(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(b"short")
    with pytest.raises(ValueError, match="has 5 bytes, allowed are 16 or more"):
        read_secret(file)
    with pytest.raises(ValueError, match="sealed: "):
        read_secret(tmp_path / "none")


@pytest.mark.usefixtures("short_sortie")
def test_an_entry_of_sealed_wars_is_checked_with_its_secret(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--track", "sortie", "--policies", "careful", "--output", str(tmp_path)]
    assert main([*words, "--sealed", str(secret)]) == 0
    out = capsys.readouterr().out
    assert "track sortie, sealed " in out and "evaluation seed" not in out
    file = tmp_path / "sortie-careful.json"
    mine = sealed(tracks.all_tracks()["sortie"], SECRET)
    assert json.loads(file.read_text())["seed"] == mine.seed_in_words
    assert str(mine.sealed_seed) not in file.read_text()
    assert main(["--check", str(file), "--sealed", str(secret), "--refly", "4"]) == 0
    assert "in order, the first 4 wars of each scenario flown again" in capsys.readouterr().out
    assert main(["--check", str(file)]) == 2
    assert "need --sealed FILE with their secret" in capsys.readouterr().err
    other = tmp_path / "other"
    other.write_bytes(OTHER)
    assert main(["--check", str(file), "--sealed", str(other)]) == 2
    assert "the secret has" in capsys.readouterr().err


@pytest.mark.usefixtures("short_sortie")
def test_an_entry_of_public_wars_needs_no_secret(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--track", "sortie", "--policies", "careful", "--output", str(tmp_path)]) == 0
    file = str(tmp_path / "sortie-careful.json")
    assert main(["--check", file]) == 0
    assert main(["--check", file, "--sealed", str(secret)]) == 2
    assert "the secret has" in capsys.readouterr().err
    assert main(["--sealed", str(secret)]) == 2
    assert "--sealed: goes with --track or --check" in capsys.readouterr().err


def test_much_luck_is_rare() -> None:
    def flown(luck: list[int]) -> ScenarioScores:
        interval = Interval(0.0, 0.0, 0.0)
        return ScenarioScores(interval, interval, 0, 0, 0.0, [0] * len(luck), luck)

    rng = np.random.default_rng(0)
    fair = rng.normal(0, 500, 400).round().astype(int)
    fair[0] -= fair.sum()
    assert luck_in_words(flown(fair.tolist())).endswith("0.00 a war, as much as one entry in 2 has by chance")
    searched = luck_in_words(flown((fair + 200).tolist()))
    assert "luck +2.00 a war" in searched
    assert int(searched.split("one entry in ")[1].split(" has")[0].replace(",", "")) > 10_000
    assert luck_in_words(flown([0, 0, 0])) == "luck is not measured"
