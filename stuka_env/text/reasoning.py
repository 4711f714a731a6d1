"""Removal of what is not the answer from a model's reply: reasoning, and what follows the end of its turn."""

import re

CUT_BLOCKS = r"think(?:ing)?|thoughts?|seed:think"
"""Names of blocks that models write by themselves. Nothing before their end is an answer."""
ASKED_BLOCKS = (
    r"reasoning|analysis|reflection|rationale|scratchpad|plan|inner_monologue|internal_monologue|ant_?thinking"
)
"""Names of blocks that models write beside an answer."""
BLOCK_TAG = re.compile(
    rf"(?P<cut_end></(?:{CUT_BLOCKS})>|\[/THINK\]|<\|END_THINKING\|>|◁/think▷|<channel\|>)"
    rf"|(?P<asked_end></(?:{ASKED_BLOCKS})>)"
    rf"|<(?:{CUT_BLOCKS}|{ASKED_BLOCKS})>|\[THINK\]|<\|START_THINKING\|>|◁think▷|<\|channel>thought",
    re.IGNORECASE,
)
"""A tag of a block of reasoning."""
CHANNEL, FINAL_CHANNEL, CHANNEL_TEXT = "<|channel|>", "<|channel|>final", "<|message|>"
"""Marks of a reply in channels, whose last one has the answer."""
BARE_CHANNEL, BARE_FINAL = "analysis", "assistantfinal"
"""The same marks as some endpoints leave them, without brackets."""
TURN_END = re.compile(
    r"<\|(?:im_end|eot_id|eom_id|return|endoftext|end_of_text|end_of_turn)\|>|<end_of_turn>|<eos>|</s>", re.IGNORECASE
)
"""Marks of the end of a model's turn."""


def without_reasoning(reply: str) -> str | None:
    """Return a reply without its reasoning; None if a block of reasoning is not closed.

    A closing tag without an opening one ends a block that began in the prompt. Blocks are not nested.
    """
    outside = _final_channel(reply)
    outside = None if outside is None else _outside_blocks(outside)
    return None if outside is None else _first_turn(outside)


def _final_channel(reply: str) -> str | None:
    """Return the last channel of a reply in channels, or any other reply; None if the last channel is missing."""
    at = reply.rfind(FINAL_CHANNEL)
    if at >= 0:
        return reply[at:].partition(CHANNEL_TEXT)[2]
    if reply.startswith(BARE_CHANNEL) and BARE_FINAL in reply:
        return reply.rpartition(BARE_FINAL)[2]
    return None if CHANNEL in reply else reply


def _outside_blocks(reply: str) -> str | None:
    """Return the text outside blocks of reasoning; None if one is not closed."""
    parts: list[str] = []
    start, is_inside = 0, False
    for tag in BLOCK_TAG.finditer(reply):
        if not tag.lastgroup:
            parts += [] if is_inside else [reply[start : tag.start()]]
            is_inside = True
            continue
        if tag.lastgroup == "cut_end" or not is_inside:
            parts.clear()
        start, is_inside = tag.end(), False
    return None if is_inside else "\n\n".join([*parts, reply[start:]])


def _first_turn(reply: str) -> str:
    """Return a reply up to the first end of a turn that has words before it."""
    for end in TURN_END.finditer(reply):
        if reply[: end.start()].strip():
            return reply[: end.start()]
    return reply
