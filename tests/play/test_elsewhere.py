"""A war that play keeps, taken by the commands that show wars: as it is, without a replay of it."""

import csv
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.engine.engine import Engine
from stuka_env.games.stuka.codes import ACTS
from stuka_env.play.war import War
from stuka_env.play.war_file import fly_file, save_war
from stuka_env.replay import save
from stuka_env.replay.log_sheet import csv_text


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two missions of a segment, flown by the last option every time; it goes on."""
    war = War("Stuka/Segment-v0", {"segment": "1941-06", "duration": "short"}, 3)
    while sum(len(turn.lines) for turn in war.played) < 2:
        war.take(war.legal[-1][0])
    return save_war(war, tmp_path_factory.mktemp("kept") / "war.json")


def test_the_log_sheet_of_a_war_that_goes_on(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(kept), "--csv"]) == 0
    told = capsys.readouterr().out
    flight = fly_file(str(kept))
    assert told == csv_text(flight) and flight.ending.score is None
    assert len(list(csv.reader(told.splitlines()))) == 3  # a head, two missions
    page = tmp_path / "log.html"
    assert main(["log", str(kept), "--output", str(page), "--no-open"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "by hand" in text and "Not played to its end." in text


def test_the_watch_page_is_that_of_its_replay(kept: Path, tmp_path: Path) -> None:
    replay = save(fly_file(str(kept)).replay, tmp_path / kept.name)
    pages = [tmp_path / "kept.html", tmp_path / "replay.html"]
    for file, page in zip((kept, replay), pages, strict=True):
        assert main(["watch", str(file), "--output", str(page), "--no-open"]) == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_film_of_it(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL.Image")
    film = tmp_path / "war.gif"
    assert main(["video", str(kept), "--output", str(film)]) == 0
    assert film.stat().st_size > 10_000 and " seconds, " in capsys.readouterr().out


def test_dice_of_ones_own_are_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    war = War("Stuka/Mission-v0", {"segment": "1941-11"}, 0, table=True)
    war.answer([3, 4, 4])
    war.take(ACTS.index_of("NO_FLY", 0))
    assert main(["log", str(save_war(war, tmp_path / "war.json")), "--csv"]) == 0
    assert "No-Fly" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["log", "watch", "video"])
def test_a_damaged_one_is_refused_in_a_line(
    name: str, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "war.json"
    broken.write_text(kept.read_text().replace('"over":false', '"over":true'))
    assert main([name, str(broken), "--output", str(tmp_path / "out.gif")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "was changed or damaged" in told and str(broken) in told


def test_flying_it_again_says_what_takes_it(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only a replay says how it ended, which is what is checked."""
    assert main(["replay", str(kept)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "a war kept by play: watch, log, video and review take it" in told


@pytest.mark.parametrize("command", ["watch", "log"])
def test_it_is_flown_once_to_be_shown(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Reading the file plays the war once; so does showing it. A replay in a file is flown once in all."""
    replay = save(fly_file(str(kept)).replay, tmp_path / kept.name)
    wars: list[object] = []
    begin = Engine.__init__

    def count(engine: Engine, *given: Any, **options: Any) -> None:
        wars.append(engine)
        begin(engine, *given, **options)

    monkeypatch.setattr(Engine, "__init__", count)
    for file, flights in ((kept, 2), (replay, 1)):
        wars.clear()
        assert main([command, str(file), "--output", str(tmp_path / "page.html"), "--no-open"]) == 0
        assert len(wars) == flights
