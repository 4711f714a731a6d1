"""``docs/interceptor_rules.md`` is current, and every rule of the second game has code and a test, or a reason."""

import ast
from pathlib import Path

import pytest

from tools import interceptor_rules_doc as tool
from tools.rules_doc import Row


def test_every_rule_has_code_and_a_test_or_a_reason() -> None:
    assert list(tool.interceptor_faults(tool.statements(), tool.code_by_id(), tool.shown_by_id())) == []


def test_the_page_of_the_second_game_is_current() -> None:
    assert tool.main(["--check"]) == 0


def test_the_rows_are_complete() -> None:
    assert [row.id for row in tool.statements()] == [f"IR{number:03}" for number in range(1, 410)]


def row(**fields: str) -> Row:
    return Row(**{"id": "IR001", "section": "1", "statement": "a rule", "topic": "Damage", **fields})


@pytest.mark.parametrize(
    ("fields", "code", "tests", "fault"),
    [
        ({}, {"IR001": ["landing.land"]}, {"IR001": ["t"]}, None),
        ({}, {"IR001": ["landing.land"]}, {}, "IR001 (a rule): no test"),
        ({}, {}, {"IR001": ["t"]}, "IR001 (a rule): no docstring"),
        ({"description": "a hint"}, {}, {}, None),
        ({"description": "a hint"}, {"IR001": ["landing.land"]}, {}, "named by landing.land"),
        ({"description": "a hint"}, {}, {"IR001": ["t"]}, "named by t"),
        ({"description": "a hint"}, {}, {"IR999": ["t"]}, "IR999: unknown"),
        ({"description": "a hint"}, {"IR999": ["landing.land"]}, {}, "IR999: unknown"),
    ],
)
def test_faults_of_a_row_are_noticed(
    fields: dict[str, str], code: dict[str, list[str]], tests: dict[str, list[str]], fault: str | None
) -> None:
    faults = list(tool.interceptor_faults([row(**fields)], code, tests))
    assert len(faults) == (fault is not None)
    assert fault is None or fault in faults[0]


def test_a_row_that_stands_twice_is_noticed() -> None:
    idle = row(description="a hint")
    assert list(tool.interceptor_faults([idle, idle], {}, {})) == ["IR001: occurs twice"]


def test_docstrings_name_rules_alone_and_in_ranges() -> None:
    text = "The rule (7.1, IR008, IR010-IR012; ruling IQ015).\n\n(IR087)"
    assert list(tool.named_in(text)) == ["IR008", "IR010", "IR011", "IR012", "IR087"]


def test_code_and_tests_are_read_from_the_repository() -> None:
    assert "landing.land" in tool.code_by_id()["IR064"]
    assert "rules/test_traces_examples.py::test_it14_b6_reads_tens_and_ones" in tool.shown_by_id()["IR011"]
    assert not any(name.startswith("IQ") for name in tool.shown_by_id())


def test_modules_of_a_folder_are_parsed(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_b(): ...\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("syntax error", encoding="utf-8")
    [(file, tree)] = tool.modules(tmp_path, "test_*.py")
    assert file.name == "test_a.py" and isinstance(tree.body[0], ast.FunctionDef)


def test_a_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "PAGE", tmp_path / "rules.md")
    assert tool.main(["--check"]) == 1
    assert "run python -m tools.interceptor_rules_doc" in capsys.readouterr().err
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0


def test_a_fault_of_a_row_fails_the_check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tool, "code_by_id", lambda: {})
    monkeypatch.setattr(tool, "write_page", lambda *_: 0)
    assert tool.main(["--check"]) == 1
    assert "IR064" in capsys.readouterr().err
