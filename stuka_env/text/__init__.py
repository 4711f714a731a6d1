"""Both games as text, so that a language model can play them: questions in words, and answers that are read."""

from stuka_env.text.answers import Refusal
from stuka_env.text.playing import Taken, TextGame, observe, read_answer, rules_summary

__all__ = ["Refusal", "Taken", "TextGame", "observe", "read_answer", "rules_summary"]
