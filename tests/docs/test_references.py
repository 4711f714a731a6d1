"""Every reference in a docstring, a page or the Makefile leads somewhere."""

from pathlib import Path

from tests.support.each import each
from tests.support.places import ROOT
from tests.support.references import leads_somewhere, link_faults, path_faults, role_faults, sources

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
OTHERS = [ROOT / name for name in ("Makefile", "pyproject.toml", ".ci/run", "docs/rules.toml", "docs/rulings.toml")]
EXAMPLES = {"tests/docs/test_references.py", "tests/docs/test_results.py"}
"""Tests that name files which are not there on purpose."""
FINISHED = {page for page in (ROOT / "docs" / "findings").glob("*.md") if "git checkout" in page.read_text("utf-8")}
"""Pages that name programs of an earlier commit."""


def test_every_role_names_something() -> None:
    found = [
        str(fault)
        for module, file in sources().items()
        if (place := file.relative_to(ROOT).as_posix()) not in EXAMPLES
        for fault in role_faults(file.read_text(encoding="utf-8"), module, place)
    ]
    assert found == []


def test_every_path_is_there() -> None:
    files = [file for file in (*sources().values(), *PAGES, *OTHERS) if file.exists()]
    found = [
        str(fault)
        for file in files
        if (place := file.relative_to(ROOT).as_posix()) not in EXAMPLES and file not in FINISHED
        for fault in path_faults(file.read_text(encoding="utf-8"), place)
    ]
    assert found == []


def test_every_link_leads_somewhere() -> None:
    faults = {page.name: [*map(str, link_faults(page.read_text(encoding="utf-8"), page))] for page in PAGES}
    assert {page: found for page, found in faults.items() if found} == {}


# --- the checks notice what they should ---


@each(
    "target, found",
    [
        ("stuka_env.games.stuka.game", True),
        ("stuka_env.nothing", False),
        ("tests.support.game.Game", True),
        ("tests.support.game.Game.play", True),
        ("tests.support.game.Game.over", True),
        ("tests.support.game.Game.nothing", False),
        ("tests.support.position.load_charts", True),
        ("tests.support.fuzzing.play.PlainArena.lay_out", True),
        ("numpy.ndarray", True),
        ("numpy.nothing", False),
        ("position.Position", False),
        ("IDS", True),
        ("make_vec", True),
        ("nothing", False),
    ],
)
def test_a_role_is_looked_up_here_then_everywhere(target: str, found: bool) -> None:
    assert leads_somewhere(target, "tests.support.playing") == found


def test_in_a_class_its_own_names_come_first() -> None:
    assert leads_somewhere("play", "tests.support.game", ("Game",))
    assert not leads_somewhere("play", "tests.support.game")


def test_a_role_that_names_nothing_is_told() -> None:
    source = '"""See :func:`make`, not :func:`gone`."""\n# :meth:`stuka_env.nothing.reset`, :func:`~numpy.zeros`\n'
    faults = list(role_faults(source, "tests.support.playing", "a.py"))
    assert [str(fault) for fault in faults] == ["a.py:1: gone", "a.py:2: stuka_env.nothing.reset"]


def test_a_path_that_is_gone_is_told() -> None:
    text = "tools/gone.py, `tests/support/places.py`, `docs/gone/`\nx/tools/gone.py, python -m tools.gone --all\n"
    text += '(docs/charts.md, "Chances that follow") (docs/charts.md, "Gone") (charts.md, "The charts")'
    assert [str(fault) for fault in path_faults(text, "a")] == [
        "a:1: tools/gone.py",
        "a:1: docs/gone/",
        "a:2: python -m tools.gone",
        'a:3: docs/charts.md, "Gone"',
        'a:3: charts.md, "The charts"',
    ]


def test_a_link_that_is_gone_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One & two\n[a](#one--two) [b](#three) [c](gone.md) [d](page.md) [e](https://x.org)\n")
    assert [str(fault) for fault in link_faults(page.read_text(), page)] == ["page.md:2: #three", "page.md:2: gone.md"]
