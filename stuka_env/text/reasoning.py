"""Removal of what is not the answer from a model's reply: reasoning, and what follows the end of its turn."""

import re

from stuka_env.text.answer_words import OWN_TURN, THOUGHTS, USER_TURN

OPENING = rf"<{THOUGHTS}(?:\s[^<>]{{0,200}})?>|<\|(?:begin_of_|start_of_|begin_|start_)?{THOUGHTS}\|>"
CLOSING = rf"</\s?{THOUGHTS}\s?>|<\|(?:end_of_|end_|/){THOUGHTS}\|>"
BLOCK_TAG = re.compile(
    rf"(?P<end>{CLOSING}|\[/THINK\]|\[unused17\]|<\|inner_suffix\|>|◁/think▷|<channel\|>|(?P<token_end><\|end\|>))"
    rf"|(?P<opening>{OPENING}|\[THINK\]|\[unused16\]|<\|inner_prefix\|>|◁think▷|<\|channel>thought)",
    re.IGNORECASE,
)
"""A tag of a block of reasoning."""
CUT_BLOCK = re.compile(r"think|thought|unused|inner|channel", re.IGNORECASE)
"""Part of the tags of blocks that models write by themselves. Nothing before their end is an answer."""
FENCED_BLOCK = re.compile(
    rf"^[ \t]*+```{THOUGHTS}[ \t]*+\n(?P<inside>.*?)(?P<end>^[ \t]*+```[ \t]*+$|\Z)", re.M | re.S | re.I
)
"""A fenced block of reasoning."""
CHANNEL, FINAL_CHANNEL, CHANNEL_TEXT = "<|channel|>", "<|channel|>final", "<|message|>"
"""Marks of a reply in channels, whose last one has the answer."""
BARE_CHANNEL, BARE_FINAL = "analysis", "assistantfinal"
"""The same marks as some endpoints leave them, without brackets."""
TURN_END = (
    r"<\|(?:im_end|im_start|eot_id|eom_id|eot|eos|return|endoftext|end_of_text|end_of_turn|end_of_sentence|end|start|user"
    r"|system|start_header_id|start_of_role|role_end)\|>|</?(?:end_of_turn|start_of_turn|eos|user|human)>|</s>|\[/?s\]|\[INST\]"
)
TURN = re.compile(
    rf"(?P<end>{TURN_END})"
    rf"|^[\s#*_>\[(<-]{{0,8}}(?:(?P<own_turn>{OWN_TURN})|(?P<user>{USER_TURN}))[ \t*_\])>]{{0,4}}(?::|$)"
    rf"|(?P<own_token>(?:<\|\w{{1,20}}\|>)?\s?\b(?:{OWN_TURN})<\|\w{{1,20}}\|>|<\|(?:{OWN_TURN})\|>)",
    re.IGNORECASE | re.MULTILINE,
)
"""The end of a model's turn, or the beginning of a turn."""
STRUCK_TURN = re.compile(r"<s>[^<\n]*+</s>(?=[^\n]*\w)", re.IGNORECASE)
"""Words that are struck through, with tags that are also the tokens around a turn."""
TOKEN_LETTERS = str.maketrans({"\uff5c": "|", "\u2581": "_"})
"""Letters in special tokens that are read as the usual ones."""


def without_reasoning(reply: str) -> str | None:
    """Return a reply without its reasoning and without invented turns; None if a block of reasoning is not closed.

    A closing tag without an opening one ends a block that began in the prompt. Blocks are not nested.
    """
    outside = _final_channel(STRUCK_TURN.sub("", reply.translate(TOKEN_LETTERS)))
    outside = None if outside is None else _outside_blocks(outside)
    return None if outside is None else _own_turn(outside)


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
    if any(not block["end"] for block in FENCED_BLOCK.finditer(reply)):
        return None
    reply = FENCED_BLOCK.sub("", reply)
    parts: list[str] = []
    start, is_inside = 0, False
    for tag in BLOCK_TAG.finditer(reply):
        if tag["token_end"] and not is_inside:
            continue
        if tag["opening"]:
            parts += [] if is_inside else [reply[start : tag.start()]]
            is_inside = True
            continue
        if CUT_BLOCK.search(tag["end"]) or not is_inside:
            parts.clear()
        start, is_inside = tag.end(), False
    return None if is_inside else "\n\n".join([*parts, reply[start:]])


def _own_turn(reply: str) -> str:
    """Return the model's own turn: no question that it repeats before it, and no turn that it invents behind it."""
    start, is_repeating = 0, False
    for turn in TURN.finditer(reply):
        has_words = any(map(str.isalnum, reply[start : turn.start()]))
        is_own = bool(turn["own_turn"] or turn["own_token"])
        if has_words and not (is_repeating and is_own):
            return reply[start : turn.start()]
        start, is_repeating = turn.end(), not is_own and not turn["end"]
    return reply[start:]
