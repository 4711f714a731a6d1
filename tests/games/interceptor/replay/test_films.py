"""Films and log sheets of the second game: what is in them, and the commands."""

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.cli import main
from stuka_env.declared.sentences import worth_reading
from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.words.log_sheet import LOG_COLUMNS
from stuka_env.render.pages import page
from stuka_env.replay import Flight, fly, save
from stuka_env.replay.log_sheet import csv_text, log_sheet, page_text
from stuka_env.views.show import picture_of
from stuka_env.watch import film
from stuka_env.watch.film import FIRST_DECIDED, chosen_line, frames
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE
from tests.support.interceptor.replays import recorded

pytest.importorskip("PIL.Image")
pytest.importorskip("imageio_ffmpeg")
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the film reader's pipes


@pytest.fixture(scope="module")
def career() -> Flight:
    return fly(recorded(CAREER, seed=11))


@pytest.fixture(scope="module")
def sortie() -> Flight:
    return fly(recorded(SORTIE, seed=2))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Return the contents of a film: decision and journal of each picture, "page" and the title of each page."""
    seen: list[tuple[str, Any]] = []

    def rendered(game: Any, mat: Any, journal: Any, *given: Any, **options: Any) -> Any:
        entries = list(journal)
        seen.append((Decision(int(mat["cursor"]["decision"])).name, entries))
        return picture_of(game, mat, entries, *given, **options)

    def paged(title: str, sections: Any) -> Any:
        seen.append(("page", title))
        return page(title, sections)

    monkeypatch.setattr(film, "picture_of", rendered)
    monkeypatch.setattr(film, "page", paged)
    return seen


def lines_of(flight: Flight) -> list[dict[str, Any]]:
    """Return the settled sortie lines."""
    return [line for moment in flight.moments for line in moment.lines]


# --- films ---


@pytest.mark.slow
def test_the_film_of_a_line_shows_that_line_alone(career: Flight, shown: list[tuple[str, Any]]) -> None:
    lines = lines_of(career)
    flown = [number for number, line in enumerate(lines, 1) if line["status"] == "flown"]
    assert len(flown) > 2
    for number in flown:
        shown.clear()
        assert list(frames(career, number))
        line = lines[number - 1]
        titles = [title for kind, title in shown if kind == "page"]
        assert titles and len(titles) == 1 and titles[0].startswith(f"Raid {line['line']} of ")
        places = {(entry.month, entry.line) for kind, entries in shown if kind != "page" for entry in entries}
        assert {place for _, place in places} <= ({line["line"]} | ({0} if number == 1 else set()))


@pytest.mark.slow
def test_the_whole_film_has_every_sentence_and_ends_with_its_page(career: Flight, shown: list[Any]) -> None:
    drawn = list(frames(career))
    assert all(np.array_equal(one, drawn[-1]) for one in drawn[-film.PAGE_PICTURES :])
    bombers = career.ending.score
    assert re.match(rf"chance: score {bombers} \(", shown[-1][1])
    told = {id(entry) for kind, entries in shown if kind != "page" for entry in entries}
    entries = [entry for moment in career.moments for entry in worth_reading(moment.journal)]
    assert told >= {id(entry) for entry in entries}


def test_the_first_decided_line_is_that_of_the_first_raid(career: Flight) -> None:
    first = next(moment for moment in career.moments if moment.decision == "SCRAMBLE")
    assert chosen_line(career, FIRST_DECIDED) == first.line + 1
    with pytest.raises(ValueError, match="^--sortie: got 93, allowed is 1 to "):
        chosen_line(career, 93)
    decided = {moment.line + 1 for moment in career.moments if moment.legal}
    skipped = sorted(set(range(1, career.moments[-1].line + 2)) - decided)
    assert skipped
    with pytest.raises(ValueError, match="allowed is a sortie line with a decision; this one has none$"):
        chosen_line(career, skipped[0])


@pytest.mark.parametrize("env_id", [SORTIE, MONTH])
def test_shorter_episodes_have_films_without_a_level(env_id: str, shown: list[Any]) -> None:
    flight = fly(recorded(env_id, seed=2))
    assert list(frames(flight))
    assert re.fullmatch(r"chance: score \d+, (survived|killed .*)", shown[-1][1])


# --- log sheets ---


def test_every_sortie_line_has_its_line(career: Flight) -> None:
    lines, sheet = lines_of(career), log_sheet(career)
    assert [line.values["number"] for line in sheet] == list(range(1, len(lines) + 1))
    for line, row in zip(lines, sheet, strict=True):
        assert row.is_flown == (line["status"] == "flown")
        for name in ("month", "line", "boxes", "met", "bombers", "fighters", "damaged", "wounds", "lost"):
            assert row.values[name] == line[name]
        assert bool(row.values["awards"]) == bool(line["awards"]) and len(row.cells) == sum(
            bool(column.page) for column in LOG_COLUMNS
        )


def test_csv_and_page(career: Flight) -> None:
    sheet = log_sheet(career)
    head, *rows = csv.reader(csv_text(career).splitlines())
    assert head == [column.head for column in LOG_COLUMNS if column.head] and len(rows) == len(sheet)
    assert [int(row[0]) for row in rows] == [line.values["number"] for line in sheet]
    text = page_text(career)
    months = {line.heading for line in sheet}
    assert text.count("<tr") == len(sheet) + len(months) and all(f"<h2>{month}</h2>" in text for month in months)
    assert f"Final score {career.ending.score} (" in text and "crews" not in text and "None" not in text


def test_a_replay_that_is_not_finished_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save(recorded(CAREER, seed=11, steps=12), tmp_path / "begun.json")
    assert main(["log", str(file), "--csv"]) == 0
    assert capsys.readouterr().out.startswith("line of the career,")
    assert main(["video", str(file), "--mission", "all", "--fps", "30"]) == 0
    assert main(["replay", str(file)]) == 0
    assert "not played to its end; verified" in capsys.readouterr().out


def test_the_commands(sortie: Flight, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, sheet = save(sortie.replay, tmp_path / "one.json"), tmp_path / "log.html"
    assert main(["log", str(file), "--output", str(sheet), "--no-open"]) == 0
    assert sheet.read_text(encoding="utf-8") == page_text(sortie)
    assert main(["video", str(file), "--sortie", "1", "--output", str(tmp_path / "one.gif")]) == 0
    assert " seconds, " in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert "1 sortie line, score" in told and "(" not in told.partition("score")[2]
