r"""The grammar of replies: explicit answers and corrections, by paragraph.

An answer is explicit if it is marked, or alone on its line. A mark is a sentence such as "I choose 2", a box
(``\boxed{2}``), a call (``choose(2)``) or a label. A label is a noun for an answer with words that belong to it
(:mod:`stuka_env.text.answer_words`): ``My final answer: 2``, ``<answer>2</answer>``, ``{"finalAnswer": 2}``. Numbers in
running prose are no answers. Words such as "Wait" are a correction: they take the answers before them back.
"""

import itertools
import json
import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from stuka_env.text.answer_words import (
    ADJECTIVES,
    ADVERBS,
    ANSWERS,
    COPULAS,
    CORRECTIONS,
    CORRECTIONS_ANYWHERE,
    DECISION_NOUNS,
    DOUBTS,
    ENGLISH_VERBS,
    OPTION_WORDS,
    REJECTED,
    SPEECH,
    SUBJECTS,
    THOUGHTS,
    TIMES,
    VERBS,
    VERBS_BEHIND,
    VERBS_WITHOUT_SUBJECT,
    any_of,
    usual_letters,
)

MOST_BROKEN = 50
"""Broken JSON objects that are tried."""
LONGEST_CLAUSE = 200
"""Characters before a mark in which a condition is looked for."""
LONGEST_BOX = 200
"""Characters of a box that are read."""
PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")
"""Stands in a line for a value that was found in a box, a tag or JSON. The question and the reply never have it."""

# --- patterns; those with several repetitions are possessive, so that no text takes long ---

STRUCK = re.compile(r"~~[^~\n]*+~~|<(del|strike)>[^<\n]*+</\1>", re.I)
FORMATTING_TAG = re.compile(r"</?(?:b|strong|i|em|u|code|span|mark|center|pre|div|p|h[1-6]|li|ul|ol)\b[^<>]*+>", re.I)
LINE_TAG = re.compile(r"<br\s*+/?>", re.I)
SPECIAL_TOKEN = re.compile(r"<\|[\w ]{1,40}\|>|\[/?INST\]|</?s>|\[/?s\]|<(?:bos|eos|pad|unk)>", re.I)
LATEX_STYLE = re.compile(r"\\(?:text|textbf|textit|texttt|mathbf|mathrm|mathit|bf|emph)\s*+\{([^{}\n]*+)\}")
LATEX_MATH = re.compile(r"\\[()\[\]]|\$|\\(?=[.()#*_])")
SUPERSCRIPT = re.compile("(?<=\\w)[\u00b2\u00b3\u00b9\u2070-\u2079]+")
"""A note at a word or a number."""
BOX = re.compile(r"\\+(?:boxed|fbox)\s*+\{")
TAG = re.compile(
    r"<\s?(?P<close>/)?\s?(?P<name>[a-z_][\w -]{0,40}?)(?:\s\w+=[^<>]{0,80})?\s?>"
    r"|<(?P<close_bar>/)?\|(?P<close_token>/|end_of_|end_)?(?:begin_of_)?(?:(?P<end>end)|(?P<token>\w{1,30}))\|>"
    r"|\[(?P<close_square>/)?(?P<square>[a-z_ ]{1,30})\]",
    re.I,
)
ARGUMENT_TAG = re.compile(
    r"<arg_key>\s*(\w{1,30})\s*</arg_key>\s*<arg_value>([^<>]{0,200})</arg_value>"
    r"|<(?:parameter|argument|param|arg)(?:=|\s+name\s*=\s*)[\"']?(\w{1,30})[\"']?\s*>([^<>]{0,200})</\w{3,9}>",
    re.I,
)
"""An argument of a call as tags: its name and its value."""
OBJECT = re.compile(r"\{|\[(?=\s*+\[)")
NAMED_VALUE = re.compile(
    r"""(?P<quote>["'])(?P<key>[\w -]{1,30})(?P=quote)\s*+:\s*+(?P<value>"[^"\n]*+"|'[^'\n]*+'|[^\s,{}]++)"""
    r"|^\W{0,8}(?:action\s*:\s*)?(?:print\()?(?:choose|select|pick|answer|submit|decide|finish|play)(?:_\w{1,20})?"
    r"(?:\.call)?[(\[](?:\w{1,20}\s?[=:])?(?P<argument>[^()\[\]=,\n]{1,80})[)\]]{1,2}\W*$",
    re.I | re.M,
)
"""A quoted key with its value, or a line with a call."""
CONTAINERS = frozenset(
    {
        "arguments",
        "parameters",
        "args",
        "function",
        "function_call",
        "tool_calls",
        "tool_call",
        "data",
        "tool_input",
        "message",
        "content",
    }
)
"""Keys of JSON objects within which the answer may be."""
FENCE = re.compile(r"(?:`{3,}+|~{3,}+)\w*", re.I)
BULLET = re.compile("(?:[^\\w\\s\"'(\\[{<+.\\\\\ue000-]|_|[-+](?=\\s)|->|\\s)++")
"""Marks and symbols before the words of a line."""
WORD_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""The border between two words of a name such as ``finalAnswer``."""

NOUN, ADJECTIVE = any_of(ANSWERS, DECISION_NOUNS), any_of(ADJECTIVES)
ANSWER_LABEL = rf"(?:{ADJECTIVE}[\s_-]*+){{0,6}}+{NOUN}(?:[\s_-]*+{any_of(ANSWERS, DECISION_NOUNS, ADJECTIVES)}){{0,4}}"
"""A noun for an answer, with words that belong to it."""
WHOLE_LABEL = re.compile(ANSWER_LABEL, re.I)
ANSWER_NOUN = re.compile(any_of(ANSWERS), re.I)
LEAD = (
    r"(?:(?:so|thus|therefore|hence|ok|okay|finally|here is|overall|then|and|but|also|daher|donc|así que|por tanto"
    r"|quindi|dus)\b[\s,:]*+){0,3}+"
)
SENTENCE_VERB = (
    rf"{any_of(SUBJECTS)}(?:'d|'ll|'m)?\s?"
    rf"(?:(?:will|would|shall|am|have|now|therefore|thus|hence|then|decide to|werde|würde|会|會|决定|決定)\s*)*+"
    rf"{any_of(VERBS)}|{any_of(VERBS_WITHOUT_SUBJECT)}"
)
"""Words before an answer in a sentence."""
COPULA = rf"(?:(?:{any_of(COPULAS)}|-(?=\s))\s*+(?:{any_of(ADVERBS)}\s*+)?:?|(?:{any_of(ADVERBS)})?(?=\s*+[#(]?\d))"
MARK = re.compile(
    rf"(?:^\W{{0,8}}?|(?:(?<=[.!?;:),\ue001]\s)|(?<=\s-\s)|(?<=\s\())\W{{0,4}}?|(?<=[\u3002\uff01\uff1f\u3001])|(?<=\d\s)(?=[^:\n]{{1,30}}:)){LEAD}"
    rf"(?:(?:(?P<label>{ANSWER_LABEL}|A(?=\s*:))\s*+[\"']?(?:(?P<colon>\s*+(?::|=>?|->|\u2192)|\s(?:is|\u662f)\s*+:)|\s*+{COPULA}))"
    rf"|{SENTENCE_VERB})\s*+(?::|->|=>|\u2192)?",
    re.I,
)
"""A mark before an answer, at the beginning of a line, a sentence or a clause."""
ORDER = re.compile(
    rf"^\W{{0,8}}?{LEAD}(?:{any_of(ENGLISH_VERBS)})(?:\s*+:)?\s++(?=(?:{any_of(OPTION_WORDS)}|[^\w\"']|_)*+[\d\"'])",
    re.I,
)
"""An imperative before an answer by its number or in quotation marks, at the beginning of a line."""
LEAD_ALONE = re.compile(LEAD, re.I)
MARK_BEHIND = re.compile(
    rf"(?:{any_of(SUBJECTS)}\s?)?(?P<words>[^.!?;\ue000]{{1,80}}?)\s?(?:{VERBS_BEHIND})[\s.!\u3002]*", re.I
)
"""A line whose last words make the option before them the answer."""
CORRECTION = re.compile(
    rf"(?:^\W{{0,4}}|[.!?;:,()\u3002\u3001\ue001-]\s*+\W{{0,2}})(?=\w)(?:(?:but|oh|hmm|well|and|so|ah|ok|okay|aber|mais|pero|ma)\b[\s,]*+)*+"
    rf"(?:{usual_letters(CORRECTIONS)})|\b(?:{CORRECTIONS_ANYWHERE})",
    re.I,
)
"""Words that take back the answers before them."""
CONDITION = re.compile(
    rf"\b(?:{any_of(DOUBTS, TIMES)}|suppose|supposing|assuming|had|were|should|instead|rather)(?!\w)", re.I
)
"""Words before a comma that make the answer behind it depend on something."""
SPEAKER = re.compile(rf"{SPEECH}[^.!?]{{0,40}}$", re.I)
"""Words before a quotation."""
REJECTED_LABEL = re.compile(rf"{REJECTED}[^.!?]{{0,40}}:\W*$", re.I)
THOUGHT_LABEL = re.compile(rf"\W{{0,8}}{THOUGHTS}\s*:", re.I)
HEADING_LINE = re.compile(r"\s*+#{1,6}\s|\s*+\*\*[^*]+[^*.!?]\*\*:?\s*$")
"""A line in the form of a heading."""


class Form(Enum):
    """Form of a statement, which decides how it is read."""

    VALUE = "value"
    """In a tag, a box, a call or JSON."""
    MARKED = "marked"
    """After a label: it is the answer, whatever it says."""
    SENTENCE = "sentence"
    """In a sentence: it is the answer if it names an option, and else prose."""
    LINE = "line"
    """A line without a mark: it is the answer if it is nothing else, and the reply has no mark."""
    CORRECTION = "correction"
    """It takes back the answers before it."""


class Statement(NamedTuple):
    """A part of a reply that may be an answer.

    Attributes:
        value: its words, or the value in a tag, a box, a call or JSON.
        form: its form.
        is_last: whether nothing but blank lines follows in the reply.
        rest: words behind a value.
    """

    value: Any
    form: Form
    is_last: bool
    rest: str = ""


def paragraphs_of(
    text: str, row: re.Pattern[str] | None = None, options: re.Pattern[str] | None = None
) -> list[list[Statement]]:
    """Return the statements of a reply by paragraph. Reasoning must have been removed.

    Args:
        text: the reply.
        row: the pattern of a line of a list that the answer may fill. Such lines count under any heading.
        options: the pattern of the words of any option. In them no words are a mark or a correction.
    """
    values: list[Any] = []
    lines = _without_values(plain_text(text), values).splitlines()
    last = max((number for number, line in enumerate(lines) if not _is_blank(line)), default=0)
    paragraphs: list[list[Statement]] = [[]]
    heading = owner = ""
    for number, line in enumerate(lines):
        if _is_blank(line):
            paragraphs.append([])
            owner = heading
            continue
        bare = bare_line(line)
        if _heads_an_answer(bare):
            heading = owner = "answer"
            continue
        statements = _statements(bare, values, options, is_headed=heading == "answer", is_last=number == last)
        if owner == "other" and not (row and row.fullmatch(bare.strip(" ."))):
            statements = [each for each in statements if each.form is not Form.LINE]
        paragraphs[-1] += statements
        is_other = bare.endswith(":") or (HEADING_LINE.match(line) and not ANSWER_NOUN.search(bare))
        heading = "other" if is_other and number != last else ""
        owner = heading or (owner if owner == "other" else "")
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
        "\u060c": ",",
        "\u061f": "?",
    }
)
"""Quotation marks, dashes, brackets and Arabic marks that are read as the usual ones."""


def bare_line(line: str) -> str:
    """Return a line without bullets, emphasis, backticks and marks of mathematics."""
    line = LATEX_MATH.sub("", SPECIAL_TOKEN.sub(" ", line)).replace("*", "").replace("__", "").replace("`", "")
    line = line.strip().rstrip("_")
    bullet = BULLET.match(line)
    return line[bullet.end() :].strip() if bullet else line


def _is_blank(line: str) -> bool:
    """Whether a line separates paragraphs: it has no words, or begins or ends a fenced block."""
    line = line.strip()
    return not any(letter.isalnum() or letter == "\ue000" for letter in line) or bool(FENCE.fullmatch(line))


def _heads_an_answer(bare: str) -> bool:
    """Whether the answer has a line of its own below a line."""
    words = bare.rstrip(" :=")
    mark = MARK.match(bare)
    return bool(WHOLE_LABEL.fullmatch(LEAD_ALONE.sub("", words, count=1))) or bool(
        mark and mark.end() == len(bare) and bare.endswith(":")
    )


def _outside(options: re.Pattern[str] | None, line: str, matches: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the matches that are no words of an option, such as "Change to the Bf 109" or "Move to zone Ruhr"."""
    own = [match.span() for match in options.finditer(line)] if options else []
    for match in matches:
        if not any(start <= match.start() and match.end() < end for start, end in own):
            yield match


def _statements(
    line: str, values: list[Any], options: re.Pattern[str] | None, *, is_headed: bool, is_last: bool
) -> list[Statement]:
    """Return the statements of a line.

    Args:
        line: the line, bare.
        values: the values of placeholders.
        options: the pattern of the words of any option.
        is_headed: whether the line before it is a heading for the answer.
        is_last: whether nothing follows in the reply.
    """
    marks = itertools.chain(CORRECTION.finditer(line), _marks(line))
    matches = [*PLACEHOLDER.finditer(line), *_outside(options, line, marks)]
    matches.sort(key=lambda match: (match.start(), match.re is MARK))
    if not matches and (behind := MARK_BEHIND.fullmatch(line)):
        return [Statement(behind["words"], Form.SENTENCE, is_last)]
    ends = [*(match.start() for match in matches), len(line)]
    statements: list[Statement] = []
    if matches and matches[0].re is ORDER:  # the whole line may be the words of an option
        statements.append(Statement(line, Form.LINE, is_last))
    if not any(match.start() == 0 for match in matches) and "\ue000" not in line and (first := line[: ends[0]].strip()):
        is_answer = is_headed or all(match.re is CORRECTION for match in matches)
        statements += [Statement(first, Form.MARKED if is_headed else Form.LINE, is_last)] if is_answer else []
    for match, end in zip(matches, ends[1:], strict=True):
        words = line[match.end() : end]
        if match.re is PLACEHOLDER and REJECTED_LABEL.search(line[: match.start()]):
            continue
        if match.re is PLACEHOLDER:
            statements.append(Statement(values[int(match[1])], Form.VALUE, is_last, words))
        elif match.re is CORRECTION:
            statements.append(Statement(match[0], Form.CORRECTION, is_last))
            words = words.lstrip(" .,:;!)\u3001\u3002").removeprefix("- ")
            has_number = match[0][-1].isdigit()  # such as "or 3"
            statements += [Statement(words, Form.LINE, is_last)] if words and not has_number else []
        elif words := words.strip():
            has_colon = match.re is MARK and match["colon"] and "\ue000" not in line
            is_answer = bool(has_colon and ANSWER_NOUN.search(match["label"] or ""))
            statements.append(Statement(words, Form.MARKED if is_answer else Form.SENTENCE, is_last))
    return statements


def _marks(line: str) -> Iterator[re.Match[str]]:
    """Return the marks of a line that speak for the model: not in a condition, a quotation or a thought."""
    is_thought = THOUGHT_LABEL.match(line)
    order = ORDER.match(line)
    for mark in [*([order] if order else []), *MARK.finditer(line)]:
        before = line[: mark.start()]
        has_label = mark.re is MARK and mark["label"]
        is_colon = bool(has_label and mark["colon"])
        is_bare = has_label and not is_colon and line[mark.end("label") : mark.end()].strip() == ""
        if (is_thought and not is_colon) or (is_bare and not ANSWER_NOUN.search(mark["label"])):
            continue
        if not _is_conditional(before) and not _is_quoted(line, mark):
            yield mark


def _is_conditional(before: str) -> bool:
    """Whether the words before a mark end with a comma, and make the answer depend on something."""
    clause = re.split(r"[.!?;:]\s", before[-LONGEST_CLAUSE:])[-1]
    return before.rstrip().endswith(",") and bool(CONDITION.search(clause))


def _is_quoted(line: str, mark: re.Match[str]) -> bool:
    """Whether a mark is within the words of somebody else."""
    before = line[max(0, mark.start() - LONGEST_CLAUSE) : mark.start()].rstrip()
    if before.endswith((":", ",")) and SPEAKER.search(before[:-1]):
        return True
    opening = line.rfind('"', 0, mark.end())
    if opening < 0 or line.count('"', 0, mark.end()) % 2 == 0:
        return False
    closing = line.find('"', mark.end())
    outside = line[:opening] + (line[closing + 1 :] if line[mark.end() : closing].strip() else "")
    return closing >= 0 and any(map(str.isalnum, outside))


# --- values in boxes, tags and JSON ---


def is_label(name: str) -> bool:
    """Return whether a name of a tag, a key or a call is that of an answer."""
    return bool(WHOLE_LABEL.fullmatch(WORD_BORDER.sub("_", name.strip())))


def _without_values(text: str, values: list[Any]) -> str:
    """Return a text with placeholders for the values in tags, boxes, JSON and calls, which are added to ``values``."""
    text = ARGUMENT_TAG.sub(lambda tag: "<{0}>{1}</{0}>".format(tag[1] or tag[3], tag[2] or tag[4]), text)
    text = _replaced(text, _tagged(text), values)
    text = _replaced(text, _boxed(text), values)
    text = _replaced(text, _objects(text), values)
    return _replaced(text, _named_values(text), values)


def _replaced(text: str, spans: Iterator[tuple[int, int, Any]], values: list[Any]) -> str:
    """Return a text in which each span has a placeholder for its value."""
    parts, last = [], 0
    for start, end, value in spans:
        parts += [text[last:start], f"\ue000{len(values)}\ue001"]
        values.append(value)
        last = end
    return "".join([*parts, text[last:]])


def _tagged(text: str) -> Iterator[tuple[int, int, Any]]:
    """Return the spans of tags with their contents; a tag that is not closed ends with its line.

    The content of a tag such as ``<action>``, which may also have other words, is an object with one entry.
    """
    opening: tuple[re.Match[str], str] | None = None
    for tag in [*TAG.finditer(text), None]:
        name = _tag_name(tag) if tag else ""
        if tag and name not in ("end", "box") and not is_label(name):
            continue
        is_end = bool(tag and any(tag.group("close", "close_bar", "close_token", "close_square", "end")))
        if opening is not None:
            start, line_end = opening[0].end(), text.find("\n", opening[0].end())
            end = tag.start() if tag else len(text)
            end = end if is_end or line_end < 0 else min(line_end, end)
            words = text[start:end]
            if is_end or words.strip():
                is_firm = opening[1] == "box" or ANSWER_NOUN.search(opening[1])
                yield (
                    opening[0].start(),
                    tag.end() if tag and is_end else end,
                    words if is_firm else {opening[1]: words},
                )
        opening = None if is_end or tag is None else (tag, name)


def _tag_name(tag: re.Match[str]) -> str:
    name = str(tag["name"] or tag["token"] or tag["square"] or tag["end"])
    return WORD_BORDER.sub(" ", name).replace("_", " ").casefold()


def _boxed(text: str) -> Iterator[tuple[int, int, str]]:
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
    """Return the spans of JSON objects, and of lists of lists."""
    decoder, last, broken = json.JSONDecoder(object_pairs_hook=_pairs), 0, 0
    for bracket in OBJECT.finditer(text):
        if bracket.start() < last or broken > MOST_BROKEN:
            continue
        try:
            value, last = decoder.raw_decode(text, bracket.start())
        except (ValueError, RecursionError):
            broken += 1
            continue
        yield bracket.start(), last, value


def _named_values(text: str) -> Iterator[tuple[int, int, str]]:
    """Return the spans of keys of broken JSON and of calls, with their values."""
    for each in NAMED_VALUE.finditer(text):
        if each["key"] is None or is_label(each["key"]):
            yield each.start(), each.end(), (each["value"] or each["argument"]).strip("\"' ")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; one that has a key twice is broken."""
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("an object has a key twice")
    return dict(pairs)


def answers_in(values: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the entries of a JSON object that may have the answer, those that must have it first."""
    names = [key for key in values if is_label(key)]
    names.sort(key=lambda key: not ANSWER_NOUN.search(WORD_BORDER.sub("_", key)))
    names += [key for key in values if key.strip().casefold() in CONTAINERS and key not in names]
    return [(key, values[key]) for key in names]
