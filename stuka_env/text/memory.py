"""The memory of a model in a war: none, notes of its own, or the whole conversation."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stuka_env.text.reasoning import without_reasoning

NO_MEMORY, OWN_NOTES, WHOLE_TALK = "none", "notes", "whole"
MEMORIES = (NO_MEMORY, OWN_NOTES, WHOLE_TALK)
"""The kinds of memory. Without one every question is a conversation of its own."""
LONGEST_NOTES = 2000
"""Limit of the characters of notes; longer ones are cut."""
HOW_TO_NOTE = (
    "You can keep notes for later questions and missions. The text between <notes> and </notes> in a reply replaces "
    f"your notes. At most {LONGEST_NOTES:,} characters are kept, and what is longer is cut. Notes in a refused reply "
    "are not kept."
)
NOTES = re.compile(r"<notes>(.*?)</notes>", re.DOTALL | re.IGNORECASE)
NO_TEXT = "(no answer)"
"""A reply without words in a conversation; some endpoints refuse an empty one."""
Message = Mapping[str, str]
"""A message of a conversation, with ``role`` and ``content``."""


def said_in(reply: str) -> Message:
    """Return the message of a reply in a conversation, without its reasoning."""
    return {"role": "assistant", "content": (without_reasoning(reply) or "").strip() or NO_TEXT}


@dataclass
class Memory:
    """The memory of a model in one war.

    Attributes:
        kind: one of ``MEMORIES``.
        notes: its notes.
        messages: the conversation before the open question, if all of it is kept.
    """

    kind: str = NO_MEMORY
    notes: str = ""
    messages: list[Message] = field(default_factory=list)

    @property
    def rules(self) -> str:
        """The text about this memory behind the rules of the game."""
        return f"\n{HOW_TO_NOTE}" if self.kind == OWN_NOTES else ""

    @property
    def heading(self) -> str:
        """The text before a question: the notes, with their number of characters."""
        if self.kind != OWN_NOTES:
            return ""
        return f"Your notes ({len(self.notes):,} of {LONGEST_NOTES:,} characters): {self.notes or 'none'}\n\n"

    def without_notes(self, reply: str) -> tuple[str, str | None]:
        """Return a reply without its notes, and the last of them as they are written; None if there are none."""
        said = without_reasoning(reply) if self.kind == OWN_NOTES else None
        written = NOTES.findall(said or "")
        return (NOTES.sub("", said or ""), written[-1].strip()) if written else (reply, None)

    def keep(self, notes: str | None, exchange: Sequence[Message]) -> None:
        """Keep what is known after an answer.

        Args:
            notes: new notes, of which the beginning is kept; None for the present ones.
            exchange: the question with all replies.
        """
        if notes is not None:
            self.notes = notes[:LONGEST_NOTES]
        if self.kind == WHOLE_TALK:
            self.messages += exchange
