"""The help: words about the game and its mat, the meanings of questions, and the terms on the screen."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.sheet import sheet
from stuka_env.games.interceptor.words.glossary import QUESTIONS, terms_in
from stuka_env.play.war import War
from stuka_env.views.words import said_on

ABOUT_GAME = """\
You are one fighter pilot against the bombers, raid after raid. At every question the options are listed with what \
they mean; where charts or cards give odds, they stand in brackets.

On the mat: the enemy first, then your aircraft, then people. "port wing 2/3" is two hits of the three that bring an \
aircraft down; "MG 151/20 4/6" is four points of ammunition of six. GP is group damage, DE destroyed."""
ABOUT_DICE = """\
You roll your dice and draw your cards. The program names the chart or the hand, adds the modifiers and keeps the \
records. Type the faces as they lie, tens before ones, your die before the enemy's, such as 3 4. Of a card type its \
number, or / and letters of its texts. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "Red is damage: 2/3 is two hits of the three that bring an aircraft down. The meaning of each word is shown when "
    "the pointer rests on it; all words are at the foot of the page."
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
