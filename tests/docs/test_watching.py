"""The page about watching: its generated part is fresh, and what it shows of the mat is a decision."""

from tests.support.commands import run_tool
from tests.support.places import ROOT
from tools.watching_doc import mat_text

PAGE = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")


def test_the_mat_as_text_is_fresh() -> None:
    done = run_tool("watching_doc", "--check")
    assert done.returncode == 0, done.stderr


def test_the_mat_has_something_to_decide() -> None:
    text = mat_text()
    assert text in PAGE
    assert text.startswith("STUKA   Barbarossa") and "\nTo decide: how aircraft" in text
