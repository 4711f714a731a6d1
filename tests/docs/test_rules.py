"""Every rule and ruling of every game has code and a test, or a reason."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.each import each
from tools import ROOT
from tools import rules_doc as tool

TABLES = {(table.game, table.has_code): table for table in tool.RULE_TABLES}
RULES, SECOND_RULES, THIRD_RULES = (TABLES[game, True] for game in ("stuka", "interceptor", "wing"))
RULINGS, SECOND_RULINGS, THIRD_RULINGS = (TABLES[game, False] for game in ("stuka", "interceptor", "wing"))
SECOND_GAME, THIRD_GAME = (ROOT / "stuka_env" / "games" / name for name in ("interceptor", "wing"))


def named_in(docstring: str, ids: str) -> Iterator[str]:
    """Yield the ids that a docstring names, those inside ranges included."""
    for match in re.finditer(rf"\b({ids})(?:-({ids}))?", docstring):
        first, last = match[1], match[2]
        if last is None:
            yield first
            continue
        letters = first.rstrip("0123456789")
        yield from (
            f"{letters}{number:03}" for number in range(int(first[len(letters) :]), int(last[len(letters) :]) + 1)
        )


@each("table", tool.RULE_TABLES)
def test_every_row_has_code_and_a_test_or_a_reason(table: tool.RuleTable) -> None:
    needed = tool.examples(table).keys() | tool.excused() if table is THIRD_RULES else None
    assert list(tool.faults(table, tool.rows_of(table), tool.tests_by_id(table), needed)) == []


def test_rules_and_rulings_are_complete() -> None:
    """R001 to R374, D01 to D29, Q01 to Q104, IR001 to IR409, and IQ001 to IQ225, without gaps."""
    names = {row.id.rstrip("abcdefghijk") for table in (RULES, RULINGS) for row in tool.rows_of(table)}
    assert {f"R{number:03}" for number in range(1, 375)} <= names
    assert {f"D{number:02}" for number in range(1, 30)} <= names
    assert {f"Q{number:02}" for number in range(1, 105)} <= names
    assert [row.id for row in tool.rows_of(SECOND_RULES)] == [f"IR{number:03}" for number in range(1, 410)]
    rulings = [row.id for row in tool.rows_of(SECOND_RULINGS)]
    assert rulings == sorted(rulings) and {f"IQ{number:03}" for number in range(1, 226)} <= set(rulings)


def test_every_ruling_that_the_code_of_the_second_game_cites_has_a_row() -> None:
    cited = {name for file in SECOND_GAME.rglob("*.py") for name in named_in(file.read_text(), SECOND_RULINGS.ids)}
    assert "IQ064a" in cited and cited <= {row.id for row in tool.rows_of(SECOND_RULINGS)}


def test_every_ruling_that_the_code_of_the_third_game_cites_has_a_row() -> None:
    cited = {name for file in THIRD_GAME.rglob("*.py") for name in named_in(file.read_text(), THIRD_RULINGS.ids)}
    assert "X61" in cited and cited <= {row.id for row in tool.rows_of(THIRD_RULINGS)}
    assert {"W001", "W110b", "W140"} <= {row.id for row in tool.rows_of(THIRD_RULES)}


def row(**fields: str) -> tool.Row:
    return tool.Row(**{"id": "R001", "section": "1", "statement": "a rule", "topic": "Damage", **fields})


@each(
    "fields, tests, fault",
    [
        ({"code": "briefing.form"}, {"R001": ["t"]}, None),
        ({"code": "briefing.form"}, {}, "R001 (a rule): no test"),
        ({}, {"R001": ["t"]}, "R001 (a rule): has no code"),
        ({"code": "briefing.nothing"}, {"R001": ["t"]}, "briefing.nothing does not exist"),
        ({"code": "nowhere.form"}, {"R001": ["t"]}, "nowhere.form does not exist"),
        ({"description": "a hint"}, {}, None),
        ({"description": "a hint", "code": "briefing.form"}, {}, "named by briefing.form"),
        ({"description": "a hint"}, {"R001": ["t"]}, "named by t"),
        ({"description": "a hint"}, {"R999": ["t"]}, "R999: unknown"),
    ],
)
def test_faults_of_a_row_are_noticed(fields: dict[str, str], tests: dict[str, list[str]], fault: str | None) -> None:
    faults = list(tool.faults(RULES, [row(**fields)], tests))
    assert len(faults) == (fault is not None)
    assert fault is None or fault in faults[0]


def test_a_rule_without_a_case_is_noticed_where_all_need_one() -> None:
    own = row(code="briefing.form")
    assert list(tool.faults(RULES, [own], {"R001": ["t"]}, {"R001"})) == []
    [fault] = tool.faults(RULES, [own], {"R001": ["t"]}, set())
    assert "no case shows it" in fault


def test_a_row_that_stands_twice_is_noticed() -> None:
    idle = row(description="a hint")
    assert list(tool.faults(RULES, [idle, idle], {})) == ["R001: occurs twice"]


def test_a_ruling_needs_no_code() -> None:
    assert list(tool.faults(RULINGS, [row(id="Q01")], {"Q01": ["t"]})) == []


@pytest.mark.parametrize("table", [RULES, SECOND_RULES, THIRD_RULES], ids=lambda table: table.file)
def test_ids_of_rules_stand_in_their_table_alone(table: tool.RuleTable) -> None:
    ids = {row.id for row in tool.rows_of(table) if len(row.id) > 3}  # D01 to D29 are words of other things too
    sources = {file.name: set(re.findall(r"\b\w+\b", file.read_text("utf-8"))) for file in table.rules.rglob("*.py")}
    assert {name: sorted(words & ids) for name, words in sources.items() if words & ids} == {}


def test_every_id_of_a_test_is_of_one_table() -> None:
    places: list[set[str]] = [set(tool.tests_by_id(table)) for table in tool.RULE_TABLES]
    every = set[str]().union(*places)
    assert sum(map(len, places)) == len(every)
    assert {name for _, _, name in tool.all_tests()} == every


def test_markers_are_read_from_functions_and_classes() -> None:
    marked = '@pytest.mark.rule("R001", "Q02")\ndef test_a(): ...\n@pytest.mark.rule("R003")\nclass TestB: ...\n'
    tree = ast.parse(marked + '@pytest.mark.rule("R004", reason="many dice")\ndef test_c(): ...\ndef test_d(): ...')
    assert list(tool.marked(tree)) == [
        ("test_a", "R001", ""), ("test_a", "Q02", ""), ("TestB", "R003", ""), ("test_c", "R004", "many dice"),
    ]  # fmt: skip


def test_code_and_tests_are_read_from_the_repository() -> None:
    code = {row.id: row.code for row in tool.rows_of(SECOND_RULES)}
    assert code["IR064"] == "landing.land"
    assert "rules/test_traces_examples.py::test_it14_b6_reads_tens_and_ones" in tool.tests_by_id(SECOND_RULES)["IR011"]


def test_modules_of_a_folder_are_parsed(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_b(): ...\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("syntax error", encoding="utf-8")
    [(file, tree)] = tool.modules(tmp_path, "test_*.py")
    assert file.name == "test_a.py" and isinstance(tree.body[0], ast.FunctionDef)
