"""Write ``docs/rules.md`` and ``docs/rulings.md``: every rule and ruling with its code and its tests.

``docs/rules.toml`` and ``docs/rulings.toml`` contain the statements. A test names the rules that it shows with
``@pytest.mark.rule("R065", "Q28")``. ``python -m tools.rules_doc`` writes the pages. ``--check`` writes nothing and
exits with 1 if a page is stale or the tables have a fault: a rule without code or test, code that does not exist, or an
unknown id in a test.
"""

import argparse
import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import DOCS as DOCS
from tools import ROOT
from tools.generated import table

TESTS = ROOT / "tests"
FIRST_GAME_ROOMS = ROOT / "stuka_env" / "games" / "stuka"
OTHER_GAMES = {("games", "interceptor")}
"""Folders of the tests of other games, whose rules have pages of their own."""
RULE_PAGES = ("rules.md", "rulings.md")

Tests = Mapping[str, Sequence[str]]
"""Tests that show each id, such as "rules/test_briefing.py::test_material"."""


@dataclass(frozen=True)
class Row:
    """Row of a page: a rule, a decision of the player, or a ruling."""

    id: str
    section: str
    statement: str
    topic: str = ""
    code: str = ""
    description: str = ""


# --- reading ---


def rules() -> list[Row]:
    """Return the rows of ``docs/rules.toml``."""
    return [Row(**entry) for entry in tomllib.loads((DOCS / "rules.toml").read_text(encoding="utf-8"))["rule"]]


def rulings() -> list[Row]:
    """Return the rows of ``docs/rulings.toml``."""
    entries = tomllib.loads((DOCS / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
    return [Row(statement=entry.pop("decided"), **entry) for entry in entries]


def marked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield (test, id) for every ``@pytest.mark.rule(...)`` in a test module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                yield from ((node.name, str(ast.literal_eval(argument))) for argument in mark.args)


def tests_by_id() -> dict[str, list[str]]:
    """Return the tests that show each id."""
    tests: defaultdict[str, list[str]] = defaultdict(list)
    for file in sorted(TESTS.rglob("test_*.py")):
        if file.relative_to(TESTS).parts[:2] in OTHER_GAMES:
            continue
        place = file.relative_to(TESTS).as_posix()
        for test, name in marked(ast.parse(file.read_text(encoding="utf-8"))):
            if f"{place}::{test}" not in tests[name]:
                tests[name].append(f"{place}::{test}")
    return dict(tests)


def file_of(code: str) -> Path:
    """Return the file of a function in ``rules.toml``: "briefing.form" is in ``rules/briefing.py`` of the game."""
    module = code.rpartition(".")[0]
    chapter = FIRST_GAME_ROOMS / "rules" / f"{module}.py"
    return chapter if chapter.exists() else FIRST_GAME_ROOMS / module / "loader.py"


def functions_in(file: Path) -> set[str]:
    """Return the names of the functions that a file defines, and the names that it gives to functions of the house."""
    if not file.exists():
        return set()
    body = ast.parse(file.read_text(encoding="utf-8")).body
    given = {
        name.id for node in body if isinstance(node, ast.Assign) for name in node.targets if isinstance(name, ast.Name)
    }
    return {node.name for node in body if isinstance(node, ast.FunctionDef)} | given


# --- checking ---


def faults(rule_rows: Sequence[Row], ruling_rows: Sequence[Row], tests: Tests) -> Iterator[str]:
    """Yield a line for each fault of the rules and rulings."""
    names = [row.id for row in (*rule_rows, *ruling_rows)]
    yield from (f"{name}: occurs twice" for name in sorted({name for name in names if names.count(name) > 1}))
    for name in sorted(set(tests) - set(names)):
        yield f"{name}: unknown, but named by {', '.join(tests[name])}"
    for row in (*rule_rows, *ruling_rows):
        if row.description:
            continue
        if row.id not in tests:
            yield f"{row.id}: no test shows it ({row.statement})"
    for row in rule_rows:
        if bool(row.code) == bool(row.description):
            yield f"{row.id}: needs code, or else a description"
        elif row.code and row.code.rpartition(".")[2] not in functions_in(file_of(row.code)):
            yield f"{row.id}: {row.code} does not exist"


# --- writing ---


def shown_by(row: Row, tests: Tests) -> str:
    """Return the tests of a row, or the reason that there is none."""
    if row.description:
        return f"not a rule: {row.description}" if row.topic == "" else row.description
    return "<br>".join(f"`{test}`" for test in tests.get(row.id, ()))


RULES_HEAD = """\
# Rules: the code and the tests of each

Generated by `tools/rules_doc.py` from `rules.toml` and the tests. Sections are the rulebook's, the words are ours. R is
a rule, D a decision of the player. `rulings.md` decides questions that the rulebook leaves open.
"""
RULINGS_HEAD = """\
# Rulings

Generated by `tools/rules_doc.py` from `rulings.toml` and the tests. A ruling decides what is played where the rulebook
is silent, ambiguous or contradicts itself. There are no switches. To play otherwise, change the charts.
"""


def rules_page(rows: Sequence[Row], tests: Tests) -> str:
    """Return the text of ``docs/rules.md``."""
    cells = [
        (row.id, row.section, row.statement, f"`{row.code}`" if row.code else "", shown_by(row, tests)) for row in rows
    ]
    return "\n".join([RULES_HEAD, *table(("id", "section", "rule", "code", "tests"), cells)])


def rulings_page(rows: Sequence[Row], tests: Tests) -> str:
    """Return the text of ``docs/rulings.md``."""
    cells = [(row.id, row.section, row.topic, row.statement, shown_by(row, tests)) for row in rows]
    return "\n".join([RULINGS_HEAD, *table(("id", "section", "question", "decided", "tests"), cells)])


def pages() -> dict[str, str]:
    """Return the text of each page."""
    tests = tests_by_id()
    return {"rules.md": rules_page(rules(), tests), "rulings.md": rulings_page(rulings(), tests)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages or check them. Return the exit status."""
    parser = argparse.ArgumentParser(description="Write docs/rules.md and docs/rulings.md.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if something is stale or missing"
    )
    check = parser.parse_args(arguments).check
    lines = list(faults(rules(), rulings(), tests_by_id()))
    for name, text in pages().items():
        page = DOCS / name
        if check and (not page.exists() or page.read_text(encoding="utf-8") != text):
            lines.append(f"docs/{name} is stale: run python -m tools.rules_doc")
        elif not check:
            page.write_text(text, encoding="utf-8")
    for line in lines:
        print(line, file=sys.stderr)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
