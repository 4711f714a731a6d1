"""The first game as text: its questions, its state and its rules in words, and the lists that one answer fills."""

from stuka_env.games.stuka.text.crews import crew_list
from stuka_env.games.stuka.text.neutral import neutral_action
from stuka_env.games.stuka.text.rules_summary import RULES_SUMMARY
from stuka_env.games.stuka.text.series import series_of
from stuka_env.games.stuka.text.state import events_of, question_words, state_words
from stuka_env.text.parts import TextParts

TEXT_PARTS = TextParts(
    question=question_words,
    state=state_words,
    events=events_of,
    list_question=crew_list,
    series=series_of,
    neutral=neutral_action,
    rules=RULES_SUMMARY,
    rivals=("old_hand", "kette", "random_flyer", "random"),
)
"""The parts of the first game that the text core needs."""
