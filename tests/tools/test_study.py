"""The table of a long study: parts in its file are not made again."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.training.trainer import Stopped
from tools.study import Rows, StudyPart, make_table, study_status


def section(rows: Rows) -> dict[str, Any]:
    return {"rows": rows}


def rows_in(path: Path) -> Rows:
    rows: Rows = json.loads(path.read_text())["section"]["rows"]
    return rows


def never() -> Rows:
    raise AssertionError("made again")


def test_a_part_is_made_again_only_if_it_is_made_from_something_else(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    make_table(
        path, [StudyPart("a", 1, lambda: [["a", "1"]]), StudyPart("b", 1, lambda: [["b", "1"], ["b", "2"]])], section
    )
    assert rows_in(path) == [["a", "1"], ["b", "1"], ["b", "2"]]
    make_table(path, [StudyPart("a", 1, never), StudyPart("b", [2, {"x": 1.5}], lambda: [["b", "3"]])], section)
    assert rows_in(path) == [["a", "1"], ["b", "3"]]
    make_table(
        path, [StudyPart("b", [2, {"x": 1.5}], None), StudyPart("a", 1, never), StudyPart("c", 1, None)], section
    )
    assert rows_in(path) == [["b", "3"], ["a", "1"]]  # in the order that is asked for; c has never been made


def test_who_stops_keeps_the_parts_that_are_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.json"

    def stop() -> Rows:
        raise Stopped

    parts = [StudyPart("a", 1, lambda: [["a"]]), StudyPart("b", 1, stop), StudyPart("c", 1, never)]
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
    make_table(path, [StudyPart("a", 1, lambda: [["a"]]), StudyPart("b", 1, lambda: [["b"]])], section)
    kept = path.read_bytes()
    assert (
        study_status("study.py", lambda: make_table(path, [StudyPart("a", 2, None), StudyPart("b", 2, never)], section))
        == 2
    )
    assert "a was made from something else" in capsys.readouterr().err and path.read_bytes() == kept
    nowhere = tmp_path / "nowhere" / "out.json"
    assert study_status("study.py", lambda: make_table(nowhere, [StudyPart("a", 1, never)], section)) == 2
    assert "there is no folder" in capsys.readouterr().err
