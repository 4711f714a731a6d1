"""An endpoint of the house, which needs no key: a function of the question answers in the place of a model."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stuka_env.text.chat_request import RequestForm
from stuka_env.text.endpoint import Endpoint
from stuka_env.text.memory import HOW_TO_NOTE
from stuka_env.text.reply import Completion

HOUSE_ADDRESS = "stand-in"
"""The address of this endpoint in the name of a model."""
HOUSE_URL = f"http://{HOUSE_ADDRESS}/v1"
"""The same as an address. Nothing is sent there."""


BEFORE_QUESTION = "\nTo decide: "
"""Text before the words of a question."""


def no_answer(question: str) -> str:
    """Return no answer."""
    return ""


@dataclass
class HouseEndpoint(Endpoint):
    """An endpoint without a network, whose tokens are words.

    Attributes:
        player: function that returns the reply to a question.
    """

    player: Callable[[str], str] = no_answer

    def _call(self, messages: Sequence[Mapping[str, str]], form: RequestForm, stopped: threading.Event) -> Completion:
        """Return the reply to the last message of a conversation. Where notes are kept, they are the last question."""
        question = messages[-1]["content"]
        reply = self.player(question)
        if HOW_TO_NOTE in messages[0]["content"]:
            words, _, _ = question.rpartition(BEFORE_QUESTION)[2].partition("\n")
            reply = f"<notes>{words}</notes>\n{reply}"
        read, written = sum(len(message["content"].split()) for message in messages), len(reply.split())
        return Completion(reply, "", read, written)
