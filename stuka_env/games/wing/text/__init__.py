"""The third game as text: its questions, its state and its rules in words."""

from collections.abc import Sequence

from stuka_env.declared.sentences import worth_reading
from stuka_env.games.wing.codes import Act
from stuka_env.games.wing.text.rules_summary import RULES_SUMMARY
from stuka_env.games.wing.text.series import series_of
from stuka_env.games.wing.words.questions import question_of
from stuka_env.text.parts import TextParts, WarsTask, first_option

REFUSALS = frozenset({Act.LEAVE, Act.KEEP, Act.CONTINUE, Act.JOIN, Act.PRESS, Act.DONE, Act.ALONE, Act.HOLD_ACE})
"""Actions of the neutral policy's last resort: they decline something. Of escorts only the number 0 is among them."""


def neutral_action(legal: Sequence[int]) -> int:
    """Return the first legal action that is no refusal."""
    return first_option(legal, (), REFUSALS)


TEXT_PARTS = TextParts(
    question=question_of,
    events=worth_reading,
    list_question=lambda mat: None,
    series=series_of,
    neutral=neutral_action,
    rules=RULES_SUMMARY,
    rivals=("best", "by_the_book", "cautious", "random"),
    tasks={"formation": WarsTask("Wing/Mission-v0", 60)},
)
"""The parts of the third game that the text core needs."""
