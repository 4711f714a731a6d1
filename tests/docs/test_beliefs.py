"""The page on the champion has all beliefs of the code."""

from agents.games.stuka.scripts.beliefs import BELIEFS
from agents.games.stuka.scripts.champion import CHANGES
from tests.support.places import ROOT


def test_every_parameter_and_every_change_is_on_the_page() -> None:
    text = (ROOT / "docs" / "champion.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in BELIEFS)
    assert all(change.words in text for change in CHANGES.values())
