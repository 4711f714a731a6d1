"""The help: words about the game and its mat, the meanings of questions, and the terms on the screen."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.sheet import sheet
from stuka_env.games.stuka.words.glossary import QUESTIONS, terms_in
from stuka_env.play.war import War
from stuka_env.views.words import said_on

ABOUT_GAME = """\
You lead a squadron of dive bombers. At every question the options are listed with what they mean; where a chart gives \
odds, they stand in brackets.

On the mat: L leader, D Lucky Dog, ? the aircraft in question; S stress, W wounds; damage by letter: Engine, Port \
wing, Starboard wing, Tail, Fuel, Bombs, Landing gear; 4V is number 4, a Veteran (Green, Veteran, Ace, Elite, Hero). \
Brackets on the Track are the target's zone."""
ABOUT_DICE = """\
You roll. The program names the chart and the crew, adds the modifiers and keeps the records. Type the faces as they \
lie, white dice first, such as 3 4 2. A 0 on a D10 is a 10. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "L is the leader and D the Lucky Dog. Red squares are stress, red crosses wounds, a red x damage. The meaning of "
    "each word is shown when the pointer rests on it; all words are at the foot of the page."
)
EXPLAINED_ENTRIES = 12
"""Newest entries of the journal whose words are explained."""


def question_help(mat: Any) -> str:
    """Return the meaning of the open decision of a mat; '' if none is open."""
    return QUESTIONS.get(Decision(int(mat["cursor"]["decision"])), "")


def terms_on_screen(war: War, others: Sequence[str]) -> list[str]:
    """Return the glossary's terms on the mat, in the end of the journal, and in other texts."""
    newest = [entry.text for entry in war.journal[-EXPLAINED_ENTRIES:]]
    return terms_in([*said_on(sheet(war.mat, war.charts)), *newest, *(label for _, label in war.legal), *others])
