r"""Explicit answers in a reply, by paragraph.

An answer is explicit if it is marked, or alone on its line. Marks are words such as ``Answer:``, a sentence such as "I
choose 2", a box (``\boxed{2}``), a tag (``<answer>2</answer>``), and a key of JSON. Numbers in running prose are none.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

ANSWER_KEYS = (
    "answer", "final_answer", "number", "choice", "option", "option_number", "selected_option", "selection", "action",
    "decision", "move", "arguments", "parameters",
)  # fmt: skip
"""Keys of a JSON object under which the answer is looked for, the first that it has."""
MOST_BROKEN = 50
"""Broken JSON objects that are tried."""
LONGEST_CLAUSE = 200
"""Characters before a mark in which a condition is looked for."""
LONGEST_BOX = 200
"""Characters of a box that are read."""
PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")
"""Stands in a line for a value that was found in a box, a tag or JSON. The question and the reply never have it."""

# --- patterns; those with several repetitions are possessive, so that no text takes long ---

STRUCK = re.compile(r"~~[^~\n]*+~~")
FORMATTING_TAG = re.compile(r"</?(?:b|strong|i|em|u|code|span|mark|center|pre|div|p|h[1-6]|li|ul|ol)\b[^<>]*+>", re.I)
LINE_TAG = re.compile(r"<br\s*+/?>", re.I)
SPECIAL_TOKEN = re.compile(r"<\|[\w ]{1,40}\|>|\[/?INST\]")
LATEX_STYLE = re.compile(r"\\(?:text|textbf|textit|texttt|mathbf|mathrm|mathit|bf|emph)\s*+\{([^{}\n]*+)\}")
LATEX_MATH = re.compile(r"\\[()\[\]]|\$")
BOX = re.compile(r"\\+(?:boxed|fbox)\s*+\{")
TAG_NAMES = r"(?:final[_ ]?)?(?:answer|choice|option|action|decision|move|selection|number|result|output|response)"
TAG = re.compile(
    rf"<(?P<close>/)?{TAG_NAMES}>|<\|(?P<close_bar>/|end_(?:of_)?)?(?:{TAG_NAMES}|begin_of_box|(?P<end>end|box))\|>"
    rf"|</\|{TAG_NAMES}\|>|\[(?P<close_square>/)?{TAG_NAMES}\]",
    re.I,
)
OBJECT = re.compile(r"\{|\[(?=\s*+\[)")
QUOTED_KEY = re.compile(
    rf"""(?P<quote>["'])(?:{"|".join(ANSWER_KEYS)})(?P=quote)\s*+:\s*+(?P<value>"[^"\n]*+"|'[^'\n]*+'|[^\s,{{}}]++)""",
    re.I,
)
FENCE = re.compile(r"(?:`{3,}+|~{3,}+)(?:json\w*|text|txt|plaintext|yaml|xml|python|markdown|md)?", re.I)
BULLET = re.compile("(?:[^\\w\\s\"'(\\[{<+.\\\\\ue000-]|_|[-+](?=\\s)|->|\\s)++")
"""Marks and symbols before the words of a line."""
ANSWER_NOUNS = (
    r"answer|choice|decision|selection|action|move|antwort|réponse|respuesta|risposta|resposta|ответ|答案|回答"
    r"|答え|정답"
)
"""Words for an answer before a colon."""
LEAD = r"(?:(?:so|thus|therefore|hence|ok|okay|finally|overall|then|and|but|here is|here's)\b[\s,:]*+){0,3}+"
ADJECTIVES = r"(?:(?:my|the|your|our|final|correct|best|right|chosen|optimal)\s++){0,4}+"
ANSWER_VERBS = (
    r"(?:i|we)(?:'d|'ll| will| would| shall| am|'m)?(?: therefore| thus| hence| now| then)?\s++(?:choose|chose|pick"
    r"|select|take|answer|opt for|go(?:ing)? with|decide (?:on|for)|choosing|picking|selecting|taking)"
    r"|let(?:'s| us) (?:choose|pick|select|take|go with)|going with|choosing|selecting|picking"
)
"""Words before an answer in a sentence."""
MARK = re.compile(
    rf"(?:^|(?<=[.!?;:),]\s)|(?<=[\u3002\uff01\uff1f]))\W{{0,8}}?{LEAD}(?:"
    rf"{ADJECTIVES}(?P<noun>{ANSWER_NOUNS}|option)\s*+(?:(?P<colon>:|=|->|\u2192|(?:is|\u662f)\s*+:)|is\b|would be\b"
    rf"|\u662f|\u306f|-\s)|{ADJECTIVES}answer(?=\s++\d)|(?:{ANSWER_VERBS})\b)\s*+:?",
    re.I,
)
"""A mark before an answer, at the beginning of a line or a sentence, or behind a comma."""
CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|suppose|supposing|assuming|provided|had|were|should|otherwise|else|(?:al)?though"
    r"|instead|rather)\b",
    re.I,
)
"""Words before a comma that make the answer behind it depend on something."""
HEADING_OF_ANSWER = re.compile(rf"{ADJECTIVES}(?:{ANSWER_NOUNS})\s*+[:=]?", re.I)
"""A line after which the answer has a line of its own."""


class Form(Enum):
    """Form of a statement, which decides how it is read."""

    MARKED = "marked"
    """After a mark: it is the answer, whatever it says."""
    SENTENCE = "sentence"
    """In a sentence: it is the answer if it names an option, and else prose."""
    LINE = "line"
    """A line without a mark: it is the answer if it is nothing else."""


class Statement(NamedTuple):
    """A part of a reply that may be an answer.

    Attributes:
        value: its words, or the value in a tag, a box or JSON.
        form: its form.
        is_last: whether nothing but blank lines follows in the reply.
        has_value: whether the value is from a tag, a box or JSON.
    """

    value: Any
    form: Form
    is_last: bool
    has_value: bool = False


def paragraphs_of(text: str) -> list[list[Statement]]:
    """Return the statements of a reply by paragraph. Reasoning must have been removed."""
    values: list[Any] = []
    lines = _without_values(plain_text(text), values).splitlines()
    last = max((number for number, line in enumerate(lines) if not _is_blank(line)), default=0)
    paragraphs: list[list[Statement]] = [[]]
    is_headed = False
    for number, line in enumerate(lines):
        if _is_blank(line):
            paragraphs.append([])
            continue
        bare = bare_line(line)
        if HEADING_OF_ANSWER.fullmatch(bare):
            is_headed = True
            continue
        paragraphs[-1] += _statements(bare, values, is_headed, number == last)
        is_headed = False
    return [paragraph for paragraph in paragraphs if paragraph]


def plain_text(text: str) -> str:
    """Return text with usual characters in place of their variants, without invisible ones and without formatting."""
    usual = unicodedata.normalize("NFKC", text)
    text = "".join(letter for letter in usual if letter in "\n\r\t" or unicodedata.category(letter)[0] != "C")
    text = re.sub("[\ufe00-\ufe0f\u20e3]", "", text).translate(USUAL)
    text = LINE_TAG.sub("\n", FORMATTING_TAG.sub("", STRUCK.sub("", text)))
    return LATEX_STYLE.sub(r"\1", LATEX_STYLE.sub(r"\1", text))


USUAL = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u3010\u300c", "["),
        **dict.fromkeys("\u3011\u300d", "]"),
    }
)
"""Quotation marks, dashes and brackets that are read as the usual ones."""


def bare_line(line: str) -> str:
    """Return a line without bullets, emphasis, backticks and marks of mathematics."""
    line = LATEX_MATH.sub("", SPECIAL_TOKEN.sub(" ", line)).replace("*", "").replace("`", "")
    line = line.strip().rstrip("_")
    bullet = BULLET.match(line)
    return line[bullet.end() :].strip() if bullet else line


def _is_blank(line: str) -> bool:
    """Whether a line separates paragraphs: it has no words, or begins or ends a fenced block."""
    line = line.strip()
    return not any(letter.isalnum() or letter == "\ue000" for letter in line) or bool(FENCE.fullmatch(line))


def _statements(line: str, values: list[Any], is_headed: bool, is_last: bool) -> Iterator[Statement]:
    """Return the statements of a line.

    Args:
        line: the line, bare.
        values: the values of placeholders.
        is_headed: whether the line before it is a heading for the answer.
        is_last: whether nothing follows in the reply.
    """
    for placeholder in PLACEHOLDER.finditer(line):
        yield Statement(values[int(placeholder[1])], Form.MARKED, is_last, has_value=True)
    has_values = "\ue000" in line
    line = PLACEHOLDER.sub(" ", line)
    marks = [mark for mark in MARK.finditer(line) if not _is_conditional(line[: mark.start()])]
    ends = [*(mark.start() for mark in marks), len(line)][1:]
    for mark, end in zip(marks, ends, strict=True):
        is_colon = mark["colon"] and mark["noun"].casefold() not in ("option", "action", "decision", "move")
        form = Form.MARKED if is_colon and not has_values else Form.SENTENCE
        if words := line[mark.end() : end].strip():
            yield Statement(words, form, is_last)
    if not marks and not has_values:
        yield Statement(line, Form.MARKED if is_headed else Form.LINE, is_last)


def _is_conditional(before: str) -> bool:
    """Whether the words before a mark end with a comma, and make the answer depend on something."""
    clause = re.split(r"[.!?;:]\s", before[-LONGEST_CLAUSE:])[-1]
    return before.rstrip().endswith(",") and bool(CONDITION.search(clause))


# --- values in boxes, tags and JSON ---


def _without_values(text: str, values: list[Any]) -> str:
    """Return a text with placeholders for the values in tags, boxes and JSON, which are added to ``values``."""
    text = _replaced(text, _tagged(text), values)
    text = _replaced(text, _boxed(text), values)
    text = _replaced(text, _objects(text), values)
    keys = ((each.start(), each.end(), each["value"].strip("\"'")) for each in QUOTED_KEY.finditer(text))
    return _replaced(text, keys, values)


def _replaced(text: str, spans: Iterator[tuple[int, int, Any]], values: list[Any]) -> str:
    """Return a text in which each span has a placeholder for its value."""
    parts, last = [], 0
    for start, end, value in spans:
        parts += [text[last:start], f"\ue000{len(values)}\ue001"]
        values.append(value)
        last = end
    return "".join([*parts, text[last:]])


def _tagged(text: str) -> Iterator[tuple[int, int, str]]:
    """Return the spans of tags with their contents; a tag that is not closed ends with its line."""
    opening: re.Match[str] | None = None
    for tag in TAG.finditer(text):
        is_end = any(tag.group("close", "close_bar", "close_square", "end")) or tag[0].startswith("</")
        if opening is not None:
            line_end = text.find("\n", opening.end())
            end = tag.start() if is_end or line_end < 0 else min(line_end, tag.start())
            yield opening.start(), tag.end() if is_end else end, text[opening.end() : end]
        opening = None if is_end else tag
    if opening is not None:
        end = text.find("\n", opening.end())
        end = len(text) if end < 0 else end
        yield opening.start(), end, text[opening.end() : end]


def _boxed(text: str) -> Iterator[tuple[int, int, str]]:
    """Return the spans of boxes with their contents."""
    last = 0
    for box in BOX.finditer(text):
        depth, end = 1, box.end()
        while depth and end < min(len(text), box.end() + LONGEST_BOX):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if not depth and box.start() >= last:
            yield box.start(), end, text[box.end() : end - 1]
            last = end


def _objects(text: str) -> Iterator[tuple[int, int, Any]]:
    """Return the spans of JSON objects with their answers, and of lists of lists."""
    decoder, last, broken = json.JSONDecoder(object_pairs_hook=_pairs), 0, 0
    for bracket in OBJECT.finditer(text):
        if bracket.start() < last or broken > MOST_BROKEN:
            continue
        try:
            value, end = decoder.raw_decode(text, bracket.start())
        except (ValueError, RecursionError):
            broken += 1
            continue
        if isinstance(value, list) or answer_key(value) is not None:
            last = end
            yield bracket.start(), end, value


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; one that has a key twice is broken."""
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("an object has a key twice")
    return dict(pairs)


def answer_key(values: dict[str, Any]) -> str | None:
    """Return the key of a JSON object that has the answer; None if there is none."""
    names = {key.strip().casefold().replace(" ", "_"): key for key in values}
    return next((names[name] for name in ANSWER_KEYS if name in names), None)
