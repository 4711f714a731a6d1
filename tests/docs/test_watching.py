"""The page about watching: what it shows of the mat is a decision."""

from tests.support.places import ROOT
from tools.watching_doc import mat_text

PAGE = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")


def test_the_mat_has_something_to_decide() -> None:
    text = mat_text()
    assert text in PAGE
    assert text.startswith("STUKA   Barbarossa") and "\nTo decide: how aircraft" in text
