"""The log sheet of a replay: what the mat kept of every mission, with names, as a page and as CSV."""

import csv
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stuka_env.cli import main
from stuka_env.games.stuka.codes import SLOTS
from stuka_env.replay import Flight, Moment, save
from stuka_env.replay.file import PolicyRecord
from stuka_env.replay.log_sheet import COLUMNS, csv_text, log_sheet, page_text
from tests.support.pages import HOSTILE


def test_every_mission_has_its_line(short_flight: Flight, short_moments: list[Moment]) -> None:
    missions, lines = [one for moment in short_moments for one in moment.lines], log_sheet(short_flight)
    assert [line.mission["mission"] for line in lines] == list(range(1, len(missions) + 1))
    for mission, line in zip(missions, lines, strict=True):
        assert (line.mission["score"], line.mission["bonus"]) == (mission["score"], mission["bonus"])
        assert [line.mission[name] for name in ("wia", "kia", "pow")] == list(mission["casualties"].values())
        assert [seat.slot for seat in line.seats] == sorted(map(int, mission["pilots"]))
        assert {str(seat.slot): seat.score for seat in line.seats if seat.score is not None} == mission["scores"]
        assert ("No-Fly" in line.mission["remarks"]) == bool(mission["no_fly"])


def test_the_crews_are_those_who_flew(short_flight: Flight, short_moments: list[Moment]) -> None:
    """Somebody who died in a mission stands on its line, and whoever came for him on a later one."""
    before, number, lines = short_moments[0].crews, 0, log_sheet(short_flight)
    for moment in short_moments:
        for mission in moment.lines:
            seats = {seat.slot: seat for seat in lines[number].seats}
            for slot, place in mission["pilots"].items():
                assert seats[int(slot)].pilot == f"P{place} {before.of(place)}"
            for slot, place in mission["gunners"].items():
                assert seats[int(slot)].gunner == f"G{place} {before.of(11 + place)}"
            number += 1
        before = moment.crews
    assert sum(before.replaced) > 0


def test_csv_can_be_read_back(short_flight: Flight) -> None:
    lines = log_sheet(short_flight)
    head, *rows = csv.reader(csv_text(lines).splitlines())
    assert head[: len(COLUMNS)] == list(COLUMNS.values()) and len(head) == len(set(head)) == len(COLUMNS) + 3 * SLOTS
    for row, line in zip(rows, lines, strict=True):
        told = dict(zip(head, row, strict=True))
        assert told["mission score"] == str(line.mission["score"]) and told["target"] == line.mission["target"]
        assert [told[f"pilot {seat.slot}"] for seat in line.seats] == [seat.pilot for seat in line.seats]
        assert sum(bool(told[f"pilot {slot}"]) for slot in range(1, SLOTS + 1)) == len(line.seats)


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
    page = Cells(page_text(lines, short_flight))
    segments = {line.mission["segment"] for line in lines}
    assert page.tags.count("tr") == len(lines) + len(segments) and page.tags.count("h2") == len(segments)
    assert f"Final score {short_flight.replay.score}" in page.text
    assert all(seat.pilot in page.text for line in lines for seat in line.seats)


def test_what_comes_from_a_file_stays_text(short_flight: Flight) -> None:
    lines = log_sheet(short_flight)
    replay = replace(short_flight.replay, policy_record=PolicyRecord(HOSTILE))
    hostile = page_text(lines, replace(short_flight, replay=replay))
    assert Cells(hostile).tags == Cells(page_text(lines, short_flight)).tags
    assert "script" not in Cells(hostile).tags and HOSTILE.partition("\u2028")[0] in Cells(hostile).text


def test_the_command(short_flight: Flight, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page, table = save(short_flight.replay, tmp_path / "a.json"), tmp_path / "log.html", tmp_path / "log.csv"
    assert main(["log", str(file), "--output", str(page), "--no-open"]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert capsys.readouterr().out == f"written: {page}\n"
    assert main(["log", str(file), "--csv"]) == 0
    told = capsys.readouterr().out
    assert told == csv_text(log_sheet(short_flight))
    assert main(["log", str(file), "--csv", "--output", str(table)]) == 0
    assert table.read_text() == told
    assert main(["log", "none.json"]) == 2 and "cannot be read" in capsys.readouterr().err
