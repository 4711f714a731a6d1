"""A reply of a language model, as the endpoints return it and as answers are read from it."""

import re
from dataclasses import dataclass, field
from typing import Any

from stuka_env.io.quoting import printable

COMPLETE_FINISHES = frozenset(
    {
        "", "stop", "eos", "eos_token", "end_turn", "stop_sequence", "complete", "completed", "tool_calls",
        "function_call",
    }
)  # fmt: skip
"""Words of endpoints for the end of a complete reply, in small letters. Every other word says that it was cut."""
LENGTH_FINISH = re.compile("length|max_?(?:output_?)?tokens", re.IGNORECASE)
"""Part of the words for a reply that was cut at its longest length."""
FILTER_FINISH = re.compile(
    "filter|safety|guardrail|blocklist|prohibited|spii|refus|recitation|moderat|sensitive", re.IGNORECASE
)
"""Part of the words for a reply that a filter ended."""
LONGEST_FINISH = 40
"""Characters of an endpoint's word for the end of a reply that are kept."""


@dataclass(frozen=True)
class Completion:
    """A reply of the model.

    Attributes:
        text: the reply; empty if the model said nothing.
        cut_by: the endpoint's word for the end of a reply that is not complete, from which no answer is read; empty for
            a complete reply.
        prompt_tokens: tokens that were read, as the endpoint counts them; 0 if it does not.
        reply_tokens: tokens that were written, likewise.
        cached_tokens: tokens among those that were read that the endpoint had kept, likewise.
        reasoning: the reasoning that the endpoint returns beside the reply; empty if it returns none. No answer is
            read from it.
        fault: the reason why nothing in a whole reply can be used, in one sentence; empty for any other reply.
        milliseconds: time from the request to the reply, which makes no reply another one; 0 if it is unknown.
    """

    text: str
    cut_by: str
    prompt_tokens: int
    reply_tokens: int
    cached_tokens: int = 0
    reasoning: str = ""
    fault: str = ""
    milliseconds: int = field(default=0, compare=False)

    @property
    def is_cut(self) -> bool:
        """Whether it is not complete."""
        return bool(self.cut_by)

    @property
    def is_filtered(self) -> bool:
        """Whether a filter ended it."""
        return bool(FILTER_FINISH.search(self.cut_by))

    @property
    def cut_reason(self) -> str:
        """The reason of the refusal of a reply that is not complete, in one sentence."""
        if self.is_filtered:
            return f"A filter of the endpoint ended the reply ({self.cut_by!r}), so nothing in it was read."
        if LENGTH_FINISH.search(self.cut_by):
            return (
                f"The reply was cut at its longest length ({self.cut_by!r}), so nothing in it was read. "
                "A shorter reply is needed."
            )
        return f"The reply is not complete: the endpoint ended it with {self.cut_by!r}, so nothing in it was read."


def cut_finish(finish: Any) -> str:
    """Return an endpoint's word for the end of a reply that is not complete; empty if the reply is complete.

    Args:
        finish: the value of ``finish_reason`` or the like; None if the endpoint says nothing.
    """
    if finish is None or str(finish).strip().casefold() in COMPLETE_FINISHES:
        return ""
    return printable(finish, LONGEST_FINISH)


def whole_text(text: str) -> str:
    """Return a text in which a question mark stands for each half of a character.

    Models write such halves when a token ends within a character. They can be neither printed nor kept in a file.
    """
    return text.encode("utf-8", "replace").decode()
