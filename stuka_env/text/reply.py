"""A reply of a language model, as the endpoints return it and as answers are read from it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Completion:
    """A reply of the model.

    Attributes:
        text: the reply; empty if the model said nothing.
        is_cut: whether the endpoint cut it at its longest length. No answer is read from such a reply.
        prompt_tokens: tokens that were read, as the endpoint counts them; 0 if it does not.
        reply_tokens: tokens that were written, likewise.
        cached_tokens: tokens among those that were read that the endpoint had kept, likewise.
        reasoning: the reasoning that the endpoint returns beside the reply; empty if it returns none. No answer is
            read from it.
    """

    text: str
    is_cut: bool
    prompt_tokens: int
    reply_tokens: int
    cached_tokens: int = 0
    reasoning: str = ""


def whole_text(text: str) -> str:
    """Return a text in which a question mark stands for each half of a character.

    Models write such halves when a token ends within a character. They can be neither printed nor kept in a file.
    """
    return text.encode("utf-8", "replace").decode()
