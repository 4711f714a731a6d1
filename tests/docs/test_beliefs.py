"""The page on the agents of the first game has the beliefs in which the champion differs, and the place of all."""

from agents.games.stuka.scripts import beliefs
from agents.games.stuka.scripts.beliefs import BELIEFS
from agents.games.stuka.scripts.champion import CHANGES
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "stuka_agents.md").read_text(encoding="utf-8")


def test_every_change_is_on_the_page_with_both_values() -> None:
    for name, change in CHANGES.items():
        assert f"| `{name}` | {BELIEFS[name].value:g} | {change.value:g} | {change.words} |" in PAGE


def test_the_page_names_the_number_of_beliefs_and_their_place() -> None:
    assert f"`old_hand` has {len(BELIEFS)} numbers" in PAGE
    assert f"{beliefs.__name__.replace('.', '/')}.py" in PAGE
