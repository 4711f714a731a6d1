"""``docs/rules.md`` and ``docs/rulings.md`` are current, and every rule and ruling has code and a test."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import rules_doc as tool


@pytest.fixture(scope="module", autouse=True)
def tests_are_read_once() -> Iterator[None]:
    """Parse the tests of the repository once: they stay the same meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tool, "tests_by_id", functools.cache(tool.tests_by_id))
        yield


def test_every_rule_and_ruling_has_code_and_a_test() -> None:
    assert list(tool.faults(tool.rules(), tool.rulings(), tool.tests_by_id())) == []


@pytest.mark.parametrize("page", ["rules.md", "rulings.md"])
def test_the_pages_are_current(page: str) -> None:
    assert (tool.DOCS / page).read_text(encoding="utf-8") == tool.pages()[page]


def test_rules_and_rulings_are_complete() -> None:
    """R001 to R374, D01 to D29, Q01 to Q104, without gaps."""
    names = {row.id.rstrip("abcdefghijk") for row in (*tool.rules(), *tool.rulings())}
    assert {f"R{number:03}" for number in range(1, 375)} <= names
    assert {f"D{number:02}" for number in range(1, 30)} <= names
    assert {f"Q{number:02}" for number in range(1, 105)} <= names


def row(**fields: str) -> tool.Row:
    return tool.Row(**{"id": "R001", "section": "1", "statement": "a rule", "code": "briefing.form", **fields})


@pytest.mark.parametrize(
    "fields, tests, fault",
    [
        ({}, {"R001": ["t"]}, None),
        ({}, {}, "R001: no test"),
        ({"code": "briefing.nothing"}, {"R001": ["t"]}, "does not exist"),
        ({"code": "nowhere.form"}, {"R001": ["t"]}, "does not exist"),
        ({"code": ""}, {"R001": ["t"]}, "needs code"),
        ({"code": "", "description": "flavour"}, {}, None),
        ({"description": "flavour"}, {}, "needs code, or else"),
        ({}, {"R001": ["t"], "R999": ["t"]}, "R999: unknown"),
    ],
)
def test_faults_are_noticed(fields: dict[str, str], tests: dict[str, list[str]], fault: str | None) -> None:
    found = list(tool.faults([row(**fields)], [], tests))
    assert len(found) == (fault is not None)
    assert fault is None or fault in found[0]


def test_an_id_that_stands_twice_is_noticed() -> None:
    assert list(tool.faults([row(), row()], [], {"R001": ["t"]})) == ["R001: occurs twice"]


def test_markers_are_read_from_functions_and_classes() -> None:
    marked = '@pytest.mark.rule("R001", "Q02")\ndef test_a(): ...\n@pytest.mark.rule("R003")\nclass TestB: ...\n'
    tree = ast.parse(marked + "def test_c(): ...")
    assert list(tool.marked(tree)) == [("test_a", "R001"), ("test_a", "Q02"), ("TestB", "R003")]


def test_check_notices_a_stale_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rules.toml", "rulings.toml"):
        (tmp_path / name).write_text((tool.DOCS / name).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(tool, "DOCS", tmp_path)
    monkeypatch.setattr(tool, "faults", lambda *_: ())
    assert tool.main(["--check"]) == 1
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0
