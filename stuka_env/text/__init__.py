"""Games as text for language models: questions, answers that are read, models behind endpoints, servers."""

from stuka_env.text.answers import Refusal
from stuka_env.text.playing import Taken, TextGame, observe, read_answer, rules_summary

__all__ = ["Refusal", "Taken", "TextGame", "observe", "read_answer", "rules_summary"]
