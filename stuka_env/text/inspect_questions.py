"""Questions to a model of Inspect."""

from collections.abc import Mapping
from typing import Any

from stuka_env.io.extras import imports_of
from stuka_env.text.open_question import OpenQuestion
from stuka_env.text.reply import Completion, cut_finish, whole_text

with imports_of("inspect"):
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        ContentReasoning,
        ModelOutput,
        ModelUsage,
        get_model,
    )
    from inspect_ai.solver import TaskState

USAGE = "usage"
"""Key in the store of a sample of the figures of its questions."""
MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
"""Kinds of messages by role."""


async def ask_until_answered(state: TaskState, question: OpenQuestion) -> None:
    """Ask the model until the question has been answered. The messages of the sample get all replies."""
    while not question.answered:
        state.messages.append(_message(question.messages[-1]))
        output = await get_model().generate([_message(message) for message in question.messages])
        state.output = output
        state.messages.append(ChatMessageAssistant(content="") if output.empty else output.message)
        question.reply(_completion(output))


def usage_counts(usage: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures of questions that are scores: refused answers, and the number and share of forced ones."""
    share = usage["forced"] / max(1, usage["questions"])
    return {"refusals": usage["refusals"], "forced": usage["forced"], "forced_share": share}


def _message(message: Mapping[str, str]) -> ChatMessage:
    return MESSAGES[message["role"]](content=message["content"])


def _completion(output: ModelOutput) -> Completion:
    """Return a reply. Inspect counts tokens that are read from a cache, or written to one, apart from the others."""
    usage = output.usage or ModelUsage()
    cached = usage.input_tokens_cache_read or 0
    return Completion(
        whole_text(output.completion),
        cut_by="" if output.empty else cut_finish(output.stop_reason),
        prompt_tokens=usage.input_tokens + cached + (usage.input_tokens_cache_write or 0),
        reply_tokens=usage.output_tokens,
        cached_tokens=cached,
        reasoning="" if output.empty else _reasoning(output.message.content),
    )


def _reasoning(content: Any) -> str:
    """Return the reasoning among the parts of a message."""
    parts = content if isinstance(content, list) else []
    return "\n".join(part.reasoning for part in parts if isinstance(part, ContentReasoning))
