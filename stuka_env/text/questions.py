"""An open question with its options, and its two forms: text and JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from stuka_env.text.parts import ListQuestion, Section

Form = Literal["text", "json"]
"""Form of an observation."""
FORMS: tuple[Form, ...] = ("text", "json")


@dataclass(frozen=True)
class Option:
    """An option of a question: its words, and the actions that it takes in order."""

    words: str
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """An open question.

    Attributes:
        words: the question.
        options: its options; empty at the end of a war.
        list_question: the list that the answer fills, or None.
    """

    words: str
    options: tuple[Option, ...]
    list_question: ListQuestion | None = None

    @property
    def numbered(self) -> tuple[str, ...]:
        """The options with their numbers."""
        options = [f"{number}. {option.words}" for number, option in enumerate(self.options, 1)]
        return (*options, *([self.list_question.form] if self.list_question else []))


@dataclass(frozen=True)
class Observed:
    """The words that a player reads at a question.

    Attributes:
        state: the state in words, by section.
        events: sentences about what has happened since the last question.
        question: the question.
        result: the end of the war; None before.
    """

    state: Mapping[str, Section]
    events: Sequence[str]
    question: Question
    result: Mapping[str, Any] | None

    def as_text(self) -> str:
        """Return it as text with a line for each thing."""
        lines = [line for name, words in self.state.items() for line in _section_lines(name, words)]
        lines += ["Since the last question:", *(f"- {event}" for event in self.events)] if self.events else []
        if self.result is not None:
            return "\n".join([*lines, f"The war is over: {json.dumps(self.result, ensure_ascii=False)}"])
        return "\n".join([*lines, f"To decide: {self.question.words}", *self.question.numbered])

    def as_json(self) -> str:
        """Return the same as a JSON object on one line."""
        lists = self.question.list_question
        values = {
            "state": {name: words for name, words in self.state.items() if words},
            "events": list(self.events),
            "question": self.question.words,
            "options": [{"number": at, "words": option.words} for at, option in enumerate(self.question.options, 1)],
            **({} if lists is None else {"form": lists.form}),
            **({} if self.result is None else {"result": self.result}),
        }
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _section_lines(name: str, words: Section) -> list[str]:
    if isinstance(words, str):
        return [f"{name}: {words}"] if words else []
    return [f"{name}:", *(f"- {line}" for line in words)] if words else []
