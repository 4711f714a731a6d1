"""The log sheet of a replay: what the mat kept of every mission, with names, as a page and as CSV."""

import csv
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stuka_env.cli import main
from stuka_env.declared.log_sheet import SheetLine
from stuka_env.games.stuka.codes import SLOTS
from stuka_env.games.stuka.words.log_sheet import LOG_COLUMNS
from stuka_env.replay import Flight, Moment, save
from stuka_env.replay.file import PolicyRecord
from stuka_env.replay.log_sheet import csv_text, log_sheet, page_text
from tests.support.pages import HOSTILE


def slots_of(line: SheetLine) -> list[int]:
    """Return the slots that have a pilot."""
    return [slot for slot in range(1, SLOTS + 1) if line.values.get(f"pilot {slot}")]


def test_every_mission_has_its_line(short_flight: Flight, short_moments: list[Moment]) -> None:
    missions, lines = [one for moment in short_moments for one in moment.lines], log_sheet(short_flight)
    assert [line.values["mission"] for line in lines] == list(range(1, len(missions) + 1))
    for mission, line in zip(missions, lines, strict=True):
        values = line.values
        assert (values["score"], values["bonus"]) == (mission["score"], mission["bonus"])
        assert [values[name] for name in ("wia", "kia", "pow")] == list(mission["casualties"].values())
        slots = slots_of(line)
        assert slots == sorted(map(int, mission["pilots"]))
        scores = {str(slot): values[f"score {slot}"] for slot in slots if values[f"score {slot}"] is not None}
        assert scores == mission["scores"]
        assert ("No-Fly" in values["remarks"]) == bool(mission["no_fly"])


def test_the_crews_are_those_who_flew(short_flight: Flight, short_moments: list[Moment]) -> None:
    """Somebody who died in a mission stands on its line, and whoever came for him on a later one."""
    before, number, lines = short_moments[0].crews, 0, log_sheet(short_flight)
    for moment in short_moments:
        for mission in moment.lines:
            values = lines[number].values
            for slot, place in mission["pilots"].items():
                assert values[f"pilot {slot}"] == f"P{place} {before.of(place)}"
            for slot, place in mission["gunners"].items():
                assert values[f"gunner {slot}"] == f"G{place} {before.of(11 + place)}"
            number += 1
        before = moment.crews
    assert sum(before.replaced) > 0


def test_csv_can_be_read_back(short_flight: Flight) -> None:
    lines = log_sheet(short_flight)
    head, *rows = csv.reader(csv_text(short_flight).splitlines())
    names = [column.head for column in LOG_COLUMNS if column.head]
    count = len(names)
    assert head[:count] == names and len(head) == len(set(head)) == count + 3 * SLOTS
    for row, line in zip(rows, lines, strict=True):
        told = dict(zip(head, row, strict=True))
        assert told["mission score"] == str(line.values["score"]) and told["target"] == line.values["target"]
        assert [slot for slot in range(1, SLOTS + 1) if told[f"pilot {slot}"]] == slots_of(line)
        assert all(told[f"pilot {slot}"] == line.values[f"pilot {slot}"] for slot in slots_of(line))


class Cells(HTMLParser):
    """Elements and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += f"{data}\n"


def test_the_page_has_a_row_for_each_mission(short_flight: Flight) -> None:
    lines = log_sheet(short_flight)
    page = Cells(page_text(short_flight))
    segments = {line.values["segment"] for line in lines}
    assert page.tags.count("tr") == len(lines) + len(segments) and page.tags.count("h2") == len(segments)
    assert f"Final score {short_flight.replay.score}" in page.text
    assert all(line.values[f"pilot {slot}"] in page.text for line in lines for slot in slots_of(line))


def test_what_comes_from_a_file_stays_text(short_flight: Flight) -> None:
    replay = replace(short_flight.replay, policy_record=PolicyRecord(HOSTILE))
    hostile = page_text(replace(short_flight, replay=replay))
    assert Cells(hostile).tags == Cells(page_text(short_flight)).tags
    assert "script" not in Cells(hostile).tags and HOSTILE.partition("\u2028")[0] in Cells(hostile).text


def test_the_command(short_flight: Flight, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page, table = save(short_flight.replay, tmp_path / "a.json"), tmp_path / "log.html", tmp_path / "log.csv"
    assert main(["log", str(file), "--output", str(page), "--no-open"]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert capsys.readouterr().out == f"written: {page}\n"
    assert main(["log", str(file), "--csv"]) == 0
    told = capsys.readouterr().out
    assert told == csv_text(short_flight)
    assert main(["log", str(file), "--csv", "--output", str(table)]) == 0
    assert table.read_text() == told
    assert main(["log", "none.json"]) == 2 and "cannot be read" in capsys.readouterr().err
