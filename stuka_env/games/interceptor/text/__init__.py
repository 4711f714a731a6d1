"""The second game as text: its questions, its state and its rules in words."""

from stuka_env.declared.sentences import worth_reading
from stuka_env.games.interceptor.sheet import question_of
from stuka_env.games.interceptor.text.neutral import neutral_action
from stuka_env.games.interceptor.text.rules_summary import RULES_SUMMARY
from stuka_env.games.interceptor.text.series import series_of
from stuka_env.text.parts import TextParts, WarsTask

TEXT_PARTS = TextParts(
    question=question_of,
    events=worth_reading,
    list_question=lambda mat: None,
    series=series_of,
    neutral=neutral_action,
    rules=RULES_SUMMARY,
    rivals=("champion", "veteran", "by_the_book", "random_flyer", "random"),
    tasks={"sortie": WarsTask("Interceptor/Sortie-v0", 60), "career": WarsTask("Interceptor/Career-v0", 15)},
)
"""The parts of the second game that the text core needs."""
