"""The page on the second game's champion has all its worths."""

from agents.games.interceptor.scripts.champion import WORTHS
from tests.support.places import ROOT


def test_every_trait_is_on_the_page() -> None:
    text = (ROOT / "docs" / "interceptor_champion.md").read_text(encoding="utf-8")
    assert all(f"| {trait.word} |" in text for trait in WORTHS)
