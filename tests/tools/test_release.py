"""Trees that ``make release`` refuses."""

from pathlib import Path

import pytest

from tests.support.places import ROOT
from tools import release as tool

CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n## [0.1.0] - 2026-11-01\n"
CITATION = "cff-version: 1.2.0\nversion: 0.2.0\ndate-released: 2026-12-01\nlicense: MIT\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree that is ready for v0.2.0."""
    (tmp_path / "stuka_env").mkdir()
    (tmp_path / "stuka_env" / "version.py").write_text('"""A."""\n\n__version__ = "0.2.0"\n', encoding="utf-8")
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n', encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text(CITATION, encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    return tmp_path


def test_a_tree_that_agrees_with_its_tag_is_released(tree: Path) -> None:
    assert list(tool.faults("v0.2.0", tree)) == []


@pytest.mark.parametrize("tag", ["", "0.2.0", "v0.2", "v0.2.0rc1"])
def test_a_tag_is_v_and_three_numbers(tag: str, tree: Path) -> None:
    assert list(tool.faults(tag, tree)) == [f"tag: got {tag!r}, allowed is v and three numbers, such as v0.1.0"]


def test_every_file_that_says_something_else_is_named(tree: Path) -> None:
    assert list(tool.faults("v0.3.0", tree)) == [
        "stuka_env/version.py: says 0.2.0, the tag says 0.3.0",
        "agents/pyproject.toml: says 0.2.0, the tag says 0.3.0",
        "CITATION.cff: says 0.2.0, the tag says 0.3.0",
        "CHANGELOG.md: says 0.2.0, the tag says 0.3.0",
    ]


def test_a_changelog_without_a_release_is_refused(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n", encoding="utf-8")
    assert list(tool.faults("v0.2.0", tree)) == [
        "CHANGELOG.md: names no released version, wanted is 0.2.0",
        "the day: CITATION.cff says 2026-12-01, CHANGELOG.md says nothing",
    ]


@pytest.mark.parametrize(
    ("citation", "said"), [(CITATION.replace("12-01", "11-30"), "2026-11-30"), (CITATION[:33], "nothing")]
)
def test_both_name_the_same_day(citation: str, said: str, tree: Path) -> None:
    (tree / "CITATION.cff").write_text(citation, encoding="utf-8")
    assert list(tool.faults("v0.2.0", tree)) == [f"the day: CITATION.cff says {said}, CHANGELOG.md says 2026-12-01"]


def test_nothing_may_be_left_unreleased(tree: Path) -> None:
    left = CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A thing.\n")
    (tree / "CHANGELOG.md").write_text(left, encoding="utf-8")
    (line,) = tool.faults("v0.2.0", tree)
    assert line == 'CHANGELOG.md: entries are left under "Unreleased", they belong to the release'


def test_our_own_files_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    found = tool.first_matches(ROOT, tool.VERSIONS)
    assert found["stuka_env/version.py"] == found["CITATION.cff"] == found["agents/pyproject.toml"] is not None
    assert tool.main(["v99.0.0"]) == 1 and capsys.readouterr().err.startswith("release: stuka_env/version.py: says ")
    assert tool.main([]) == 2
