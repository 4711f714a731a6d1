"""Terms of a glossary in texts: their forms, and which of them a text uses."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stuka_env.declared.codes import ExplainedCode


@dataclass(frozen=True, eq=False)
class Glossary:
    """The glossary of a game.

    Attributes:
        meanings: terms with their meanings, in the order in which they occur in a war.
        also: other forms of the terms on the mat, in questions and in the journal.
        decisions: the decisions with their meanings; None in a game that does not explain them.
    """

    meanings: Mapping[str, str]
    also: Mapping[str, Sequence[str]]
    decisions: type[ExplainedCode] | None = None

    def asks(self, decision: int) -> str:
        """Return the meaning of a decision by its code; '' if it has none."""
        return self.decisions(decision).meaning if self.decisions else ""

    def forms_of(self, term: str) -> tuple[str, ...]:
        """Return the forms of a term: itself, its plural and its other forms."""
        return (term, f"{term}s", *self.also.get(term, ()))

    def terms_in(self, texts: Iterable[str]) -> list[str]:
        """Return the terms that some texts use, in the order of the glossary."""
        written = " ".join(texts)
        return [term for term in self.meanings if any(_has(written, form) for form in self.forms_of(term))]


def _has(text: str, form: str) -> bool:
    """Whether a text has these whole words, in capitals or small letters."""
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE) is not None
