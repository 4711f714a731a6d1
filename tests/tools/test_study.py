"""The table of a long study: parts in its file are not made again."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.training.trainer import Stopped
from tools.study import PartContents, Parts, Rows, StudyPart, make_table, read_parts, study_status


def section(parts: Parts) -> dict[str, Any]:
    return {"rows": [row for part in parts.values() for row in part["rows"]]}


def rows_in(path: Path) -> Rows:
    rows: Rows = json.loads(path.read_text())["section"]["rows"]
    return rows


def never() -> PartContents:
    raise AssertionError("made again")


def made(*rows: list[str]) -> PartContents:
    return PartContents(list(rows))


def test_a_part_is_made_again_only_if_it_is_made_from_something_else(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    parts = [StudyPart("a", 1, lambda: made(["a", "1"])), StudyPart("b", 1, lambda: made(["b", "1"], ["b", "2"]))]
    make_table(path, parts, section)
    assert rows_in(path) == [["a", "1"], ["b", "1"], ["b", "2"]]
    make_table(path, [StudyPart("a", 1, never), StudyPart("b", [2, {"x": 1.5}], lambda: made(["b", "3"]))], section)
    assert rows_in(path) == [["a", "1"], ["b", "3"]]
    make_table(
        path, [StudyPart("b", [2, {"x": 1.5}], None), StudyPart("a", 1, never), StudyPart("c", 1, None)], section
    )
    assert rows_in(path) == [["b", "3"], ["a", "1"]]  # in the order that is asked for; c has never been made


def test_a_part_is_made_again_on_request_and_keeps_its_curve(tmp_path: Path) -> None:
    path, curve = tmp_path / "out.json", {"steps": [0.0, 1.0], "mean": [2.0, 3.0]}
    make_table(path, [StudyPart("a", 1, lambda: made(["a", "1"]))], section)
    assert read_parts(path)["a"]["curve"] is None
    make_table(path, [StudyPart("a", 1, lambda: PartContents([["a", "2"]], curve), is_remade=True)], section)
    assert rows_in(path) == [["a", "2"]] and read_parts(path)["a"]["curve"] == curve
    make_table(path, [StudyPart("a", 1, never)], section)
    make_table(path, [StudyPart("a", 1, None, is_remade=True)], section)
    assert rows_in(path) == [["a", "2"]] and read_parts(path)["a"]["curve"] == curve


def test_who_stops_keeps_the_parts_that_are_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.json"

    def stop() -> PartContents:
        raise Stopped

    parts = [StudyPart("a", 1, lambda: made(["a"])), StudyPart("b", 1, stop), StudyPart("c", 1, never)]
    assert study_status("study.py", lambda: make_table(path, parts, section)) == 130
    assert "the same command goes on" in capsys.readouterr().err and rows_in(path) == [["a"]]


@pytest.mark.parametrize("contents", ["", "[]", '{"format": 1}', '{"parts": {"a": {"rows": []}}}'])
def test_some_other_file_is_refused(contents: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.json"
    path.write_text(contents)
    assert study_status("study.py", lambda: make_table(path, [StudyPart("a", 1, never)], section)) == 2
    assert "not written by this version of this tool" in capsys.readouterr().err and path.read_text() == contents


def test_what_is_not_asked_for_is_never_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A change of wars or configuration refuses, and nothing is flown for a missing folder."""
    path = tmp_path / "out.json"
    make_table(path, [StudyPart("a", 1, lambda: made(["a"])), StudyPart("b", 1, lambda: made(["b"]))], section)
    kept = path.read_bytes()
    assert (
        study_status("study.py", lambda: make_table(path, [StudyPart("a", 2, None), StudyPart("b", 2, never)], section))
        == 2
    )
    assert "a was made from something else" in capsys.readouterr().err and path.read_bytes() == kept
    nowhere = tmp_path / "nowhere" / "out.json"
    assert study_status("study.py", lambda: make_table(nowhere, [StudyPart("a", 1, never)], section)) == 2
    assert "there is no folder" in capsys.readouterr().err
