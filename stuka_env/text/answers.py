"""Reading of answers: the option that a model's reply names, or the reason why it names none."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from stuka_env.io.quoting import quoted
from stuka_env.text.answer_words import COUNTERS, DOUBTS, LETTER, OPTION_WORDS, TIMES, any_of
from stuka_env.text.reasoning import without_reasoning
from stuka_env.text.statements import (
    ANSWER_NOUN,
    CONDITION,
    CORRECTION,
    SUPERSCRIPT,
    Form,
    Statement,
    answers_in,
    bare_line,
    is_label,
    paragraphs_of,
    plain_text,
)

ANSWER_FORM = 'one line "Answer: " and the number of an option or its words'
"""The form of an answer that models are told."""
LONGEST_ANSWER = 20_000
"""Characters of a reply that are read, the last ones."""
MOST_DIGITS = 9
"""Digits of a number that are read."""
MOST_NAMED = 5
"""Options that the message about an ambiguous answer names."""
LEAST_BEGINNING = 3
"""Characters of the beginning of an option that name it."""
DEEPEST_JSON = 6
"""Levels of tags, boxes and JSON around an answer that are read."""

WRAPPERS = " \t\"'<>{}"
"""Marks around an answer that mean nothing."""
OPTION_PREFIX = rf"(?:{any_of(OPTION_WORDS)}[\s.:#_-]*+|[\s#(\[{{<\"'*:])*+"
NUMBER_OF_OPTION = re.compile(rf"{OPTION_PREFIX}(?P<sign>-?)(?P<digits>\d++)(?:\.0++(?!\d))?{COUNTERS}", re.IGNORECASE)
"""An option by its number, with the words and brackets before it."""
NUMBER_BEHIND = re.compile(
    r"(?P<words>.*?)[\s(\[,-]++(?:option|number|no\.|#)\s?(?P<digits>\d{1,9})[\s)\].!]*+", re.IGNORECASE
)
"""The words of an option with its number behind them."""
CLOSERS = re.compile(r"[\s)\]}>\"'*]*+")
"""Marks behind a number."""
JOINED = re.compile(
    rf"(?P<opening>[\s(\[,;.]*+)(?:[,;/\u2044&+|-]|->|→|\b(?:{any_of(DOUBTS)}|and|to|then|vs|versus)(?!{LETTER}))?[\s.(\[]*+{OPTION_PREFIX}(?P<digits>\d{{1,9}})",
    re.IGNORECASE,
)
"""Another number directly behind a number."""
DOUBTFUL = re.compile(rf"[\s,;:()\[.-]*+(?:\?|{any_of(DOUBTS)}|(?:{any_of(TIMES)})(?=[^\w]))", re.IGNORECASE)
"""Words behind an answer that take it back or make it depend on something."""
CITATION = re.compile(r"(?<=[\w)*.])\s?\[\d{1,3}(?:†[^\]\n]{0,40})?\]")
REASON = re.compile(
    r"\s*+(?:[.!,;:(\[|#\u3002\u3001]|//|-\s|(?:because|since|as|due|given|for|so|which|to|rather than|instead of|over"
    r"|weil|denn|parce|car|porque|perché|want|omdat|ponieważ|çünkü|потому|так как|бо|因为|因為)\b)",
    re.IGNORECASE,
)
"""Beginning of the words that explain an answer."""
RIVAL = re.compile(rf"[.,;!?:)-]\s+{OPTION_PREFIX}(\d{{1,9}})\s*(?=[.,;!)\]\u3002]|$)", re.IGNORECASE)
"""A clause behind an answer that is another number."""
LATER_NUMBER = re.compile(r"(?<!\d)[,;.!?]\s+(?:(?:option|number)\s|#)?\d{1,9}[\s.!]*$", re.IGNORECASE)
"""The last clause of a line that is a number."""
CLAUSE = re.compile(r"[.!;,]\s|\s(?:because|since|as it|due to|given|instead of|rather than)\s|\s-\s", re.IGNORECASE)
"""End of the words of an option before an explanation."""
EXPLANATION = re.compile(r";\s|,?\s(?:because|since|as it|due to|given)\s", re.IGNORECASE)
"""End of the words of an option that are a whole reply, before an explanation."""
ARITHMETIC = frozenset("?%+-*/=&|^~<")
"""Marks behind a number after which it is no answer."""
ROW_BEGINNING = re.compile(r"(?:aircraft\s*+)?\d", re.IGNORECASE)
"""Beginning of a line of a list."""
TAKEN_BACK = "The reply takes its answer back. One answer is needed."
"""Reason of the refusal of a reply that corrects its answer without another one that can be read."""
ARTICLE = re.compile(r"(?:to|the|an?|that i|we)\s++", re.IGNORECASE)


class Cause(StrEnum):
    """The cause of the refusal of an answer that was read."""

    FORM = "form"
    """No single answer could be read."""
    ILLEGAL_NOW = "illegal_now"
    """The answer is an option of an earlier question of the war, or a list that the rules forbid."""
    NEVER_LEGAL = "never_legal"
    """The answer names something that has been no option in the war."""


@dataclass(frozen=True)
class Refusal:
    """A refused answer. Nothing has happened.

    Attributes:
        reason: the reason in one sentence.
        allowed: the options, with their numbers.
        cause: the cause, to be counted.
    """

    reason: str
    allowed: tuple[str, ...]
    cause: Cause = Cause.FORM

    def __str__(self) -> str:
        """Return the reason, the options on a line each, and the form of an answer."""
        lines = ["Allowed is one of:", *self.allowed, f"The form of an answer is {ANSWER_FORM}."]
        return "\n".join([self.reason, *(lines if self.allowed else ())])


@dataclass(frozen=True)
class Unplaced:
    """An answer that names no option.

    Attributes:
        reason: the reason in one sentence.
        value: its words or its value of JSON, which may fill a list.
        is_named: whether the reply names something, which is no option.
    """

    reason: str
    value: Any = None
    is_named: bool = False


Reading = int | Unplaced
"""The place of an option, from 0, or an answer that names none."""


def option_heads(words: str) -> frozenset[str]:
    """Return the words of an option as answers are compared: all of them, and those before the bracket."""
    return frozenset({_plain(words), _plain(words.partition(" (")[0])})


def read_reply(reply: str, options: Sequence[str], row: re.Pattern[str] | None = None) -> Reading:
    """Return the place of the option that a reply names, from 0, or the reason why it names none.

    Reasoning does not count. Of the explicit answers behind the last correction (:mod:`stuka_env.text.statements`),
    those with a mark count, or those without one if there are none. The last paragraph decides. Two different answers
    in it are none.

    Args:
        reply: the complete reply; one that was cut must not be read.
        options: the words of the options.
        row: the pattern of a line of a list that the answer may fill; None if there is no list.
    """
    answer = without_reasoning(reply)
    if answer is None:
        return Unplaced("The reply ends within its reasoning, so it has no answer.")
    # One letter can stand for eighteen usual ones, so the text is cut again after they have taken its place.
    usual = unicodedata.normalize("NFKC", SUPERSCRIPT.sub(" ", answer[-LONGEST_ANSWER:]))
    return _Reader(options, row).read(usual[-LONGEST_ANSWER:])


class _Answer(NamedTuple):
    """A statement that is read as an answer, with the number of its paragraph."""

    paragraph: int
    statement: Statement
    reading: Reading


class _Reader:
    """The options of one question, with the ways to name one of them."""

    def __init__(self, options: Sequence[str], row: re.Pattern[str] | None) -> None:
        self.options, self.row = options, row
        self.words = [_plain(option) for option in options]
        heads = [option.partition(" (")[0] for option in options]
        self.short = [_plain(head) for head in heads]
        longest_first = sorted(filter(None, heads), key=len, reverse=True)
        self.own = re.compile("|".join(map(re.escape, longest_first)) or "(?!)", re.IGNORECASE)

    def read(self, text: str, depth: int = 0) -> Reading:
        """Return the reading of a text that is inside so many tags, boxes and objects."""
        answers: list[_Answer] = []
        is_corrected = False
        paragraphs = paragraphs_of(text, self.row, self.own)
        is_alone = sum(map(len, paragraphs)) == 1
        for number, paragraph in enumerate(paragraphs):
            if rows := self._rows(paragraph):
                answers.append(_Answer(number, paragraph[-1], Unplaced("The answer is a list.", rows)))
                continue
            for each in paragraph:
                reading = self._reading(each, is_alone, depth)
                if reading is not None:
                    answers.append(_Answer(number, each, reading))
                elif answers and _takes_back(each):
                    is_corrected = True
                    answers.clear()
        chosen = [each for each in answers if each.statement.form is not Form.LINE] or self._lines(answers)
        if chosen:
            return self._agreed([each.reading for each in chosen if each.paragraph == chosen[-1].paragraph])
        return Unplaced(TAKEN_BACK) if is_corrected else replace(self._unread(text.strip()), is_named=False)

    def _lines(self, answers: list["_Answer"]) -> list["_Answer"]:
        """Return the lines without a mark that may have the answer.

        Lines that name several options are a list or headings. Only a bare number may follow them as the last line.
        """
        places = [each.reading for each in answers if isinstance(each.reading, int)]
        if len(set(places)) < 2:
            return answers
        last = answers[-1]
        is_answer = (
            last.statement.is_last and isinstance(last.reading, int) and not self._has_words(last.statement.value)
        )
        is_list = all(after == before + 1 for before, after in zip(places, places[1:], strict=False))
        return [last] if is_answer and not is_list else [_Answer(last.paragraph, last.statement, self._several(places))]

    def _rows(self, paragraph: list[Statement]) -> str:
        """Return the lines of a paragraph that fill the list of the question; empty if there are none."""
        texts = [each.value for each in paragraph if isinstance(each.value, str)] if self.row is not None else []
        pieces = [piece.strip(" .") for text in texts for piece in re.split(r"[;\n]", text)]
        pieces = [piece for piece in pieces if ROW_BEGINNING.match(piece)]
        assert self.row is not None or not pieces
        return "\n".join(pieces) if self.row is not None and any(map(self.row.fullmatch, pieces)) else ""

    def _agreed(self, readings: Sequence[Reading]) -> Reading:
        """Return the reading that all of a paragraph agree on."""
        if all(reading == readings[0] for reading in readings):
            return readings[0]
        places = [reading for reading in readings if isinstance(reading, int)]
        if len(set(places)) > 1:
            return self._several(places)
        return next(reading for reading in readings if isinstance(reading, Unplaced))

    def _several(self, places: Sequence[int], words: str = "") -> Unplaced:
        words = f" {quoted(words)}" if words else ""
        names = "; ".join(self.options[place] for place in sorted(set(places))[:MOST_NAMED])
        return Unplaced(f"The answer{words} fits several options: {names}.")

    @staticmethod
    def _unread(words: Any) -> Unplaced:
        kind = "the" if isinstance(words, str) and words else "a"
        return Unplaced(f"The answer {quoted(words)} is not {kind} number or the words of an option.", words, True)

    # --- one statement ---

    def _reading(self, statement: Statement, is_alone: bool, depth: int) -> Reading | None:
        """Return the reading of a statement; None if it is prose.

        Args:
            statement: the statement.
            is_alone: whether the reply has no other.
            depth: number of tags, boxes and objects around it.
        """
        words, form = statement.value, statement.form
        if form is Form.CORRECTION:
            return None
        if form is Form.VALUE:
            reading = self._valued(words, depth)
            is_changed = isinstance(reading, int) and self._is_changed(reading + 1, statement.rest)
            return self._unread(words) if is_changed else reading
        if form is Form.MARKED:
            return self._marked(words)
        if form is Form.LINE and words.endswith(":") and not statement.is_last:
            return None
        reading = self._named(words, form)
        if reading is None and is_alone and form is Form.LINE:
            return self._worded(EXPLANATION.split(words, maxsplit=1)[0], is_strict=False, is_whole=True)
        return None if form is Form.SENTENCE and not isinstance(reading, int) else reading

    def _valued(self, value: Any, depth: int) -> Reading | None:
        """Return the reading of a value in a tag, a box or JSON; None if it is an object without an answer."""
        if isinstance(value, str) and depth < DEEPEST_JSON:
            reading = self._marked(bare_line(value)) if "\n" not in value.strip() else None
            if isinstance(reading, int):
                return reading
            inner = self.read(value, depth + 1)
            return inner if reading is None or isinstance(inner, int) else reading
        if isinstance(value, dict) and any(CORRECTION.match(key) and not is_label(key) for key in value):
            return Unplaced(TAKEN_BACK)
        if isinstance(value, dict) and depth < DEEPEST_JSON:
            lists = [each for each in value.values() if isinstance(each, list)] if self.row is not None else []
            return (
                self._unread(lists[0]) if len(lists) == len(value) == 1 else self._of_object(answers_in(value), depth)
            )
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], int | float | str | dict):
            return self._valued(value[0], depth + 1)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._numbered(value)
        return self._unread(value)

    def _of_object(self, entries: Sequence[tuple[str, Any]], depth: int) -> Reading | None:
        """Return the reading of the entries of an object; those that must have the answer decide, if there are any."""
        firm = [value for key, value in entries if ANSWER_NOUN.search(key.replace("_", " "))]
        readings = [self._valued(value, depth + 1) for value in firm or (value for _, value in entries)]
        places = [reading for reading in readings if isinstance(reading, int)]
        if places and not firm:
            return self._agreed(places)
        unread = [reading for reading in readings if isinstance(reading, Unplaced)]
        unread = unread if firm else [reading for reading in unread if not isinstance(reading.value, str)]
        return self._agreed([*places, *unread]) if places or unread else None

    def _marked(self, words: str) -> Reading:
        """Return the reading of an answer behind a mark."""
        reading = self._named(words, Form.MARKED)
        is_doubted = NUMBER_OF_OPTION.match(words) is not None
        return replace(self._unread(words), is_named=not is_doubted) if reading is None else reading

    def _named(self, words: str, form: Form) -> Reading | None:
        """Return the reading of words that begin with an option, by its number or its own words; None of others.

        Behind a number of a line without a mark there is nothing but words of the option. Behind other answers there
        may be an explanation.
        """
        words = CITATION.sub("", words)
        is_line = form is Form.LINE
        number = NUMBER_OF_OPTION.match(words)
        if number is None:
            if (behind := NUMBER_BEHIND.fullmatch(words)) and (
                place := self._worded(behind["words"], True)
            ) is not None:
                return place if place == int(behind["digits"]) - 1 else self._unread(words)
            return self._worded(words.rstrip(" .!"), is_strict=form is not Form.MARKED, is_whole=is_line)
        rest = words[number.end() :]
        rest = CLOSERS.sub("", rest, count=1) if is_line else rest
        if (worded := self._words_behind(number, rest)) is not None:
            return worded
        if self._is_changed(_number(number), rest) or (is_line and ARITHMETIC & set(rest)):
            return None
        is_explained = not is_line and REASON.match(rest)
        if not _plain(rest) or is_explained or self._is_part(number, rest):
            return self._numbered(_number(number))
        return None

    # --- numbers and words ---

    def _numbered(self, number: int) -> Reading:
        if 1 <= number <= len(self.options):
            return number - 1
        return Unplaced(f"There is no option {number}: the numbers are 1 to {len(self.options)}.", is_named=True)

    def _is_changed(self, number: int, rest: str) -> bool:
        """Whether the words behind a number change it: a decimal, a second number, a doubt, or another option.

        A number in brackets that no option has explains it, as in "4 (48 points)".
        """
        joined = JOINED.match(rest)
        is_second = joined and not ("(" in joined["opening"] and int(joined["digits"]) > len(self.options))
        return bool(rest[:1].isalnum() or rest[:1] in ("%", "+") or is_second or self._is_doubted(number, rest))

    def _is_doubted(self, number: int, rest: str) -> bool:
        """Whether the words behind an answer are a condition, an alternative or a question, or name another option."""
        rivals = (int(rival[1]) for rival in RIVAL.finditer(rest))
        return bool(DOUBTFUL.match(rest)) or any(number != rival <= len(self.options) for rival in rivals)

    @staticmethod
    def _has_words(words: str) -> bool:
        """Whether words are more than the number of an option."""
        number = NUMBER_OF_OPTION.match(words)
        return number is None or bool(_plain(words[number.end() :]))

    def _words_behind(self, number: re.Match[str], rest: str) -> Reading | None:
        """Return the reading of a number with the words of an option behind it; None if they are other words."""
        places = self._places(_plain(rest)) or self._places(_plain(ARTICLE.sub("", rest.lstrip(" ,:-"), count=1)))
        if not places:
            return None
        wanted = _number(number) - 1
        if wanted in places:
            return wanted
        return Unplaced(f"The answer {quoted(number.string)} has the number of one option and the words of another.")

    def _is_part(self, number: re.Match[str], rest: str) -> bool:
        """Whether the words behind a number are from its option, and are not what options count ("3 aircraft")."""
        place, words = _number(number) - 1, _plain(rest).split()
        if not 0 <= place < len(self.options) or not re.search(r"[^\W\d]", rest):
            return False
        is_counted = any(re.search(rf"\d {re.escape(words[0])}\b", option) for option in self.words)
        return set(words) <= set(self.words[place].split()) and not is_counted

    def _worded(self, words: str, is_strict: bool, is_whole: bool = False) -> Reading | None:
        """Return the reading of the words of an option; None if they are other words.

        Args:
            words: the words, with or without an explanation behind them.
            is_strict: whether a beginning of an option is too little.
            is_whole: whether an explanation behind them is not allowed.
        """
        clause = None if is_whole else CLAUSE.search(words)
        for end in (len(words), *([clause.start()] if clause else [])):
            text, rest = words[:end], words[end:]
            for bare in (text, ARTICLE.sub("", text.strip(WRAPPERS), count=1)):
                places = self._places(_plain(bare)) or ([] if is_strict else self._beginnings(_plain(bare)))
                if len(places) > 1:
                    return self._several(places, words)
                if places:
                    is_doubted = words.endswith("?") or self._is_doubted(places[0] + 1, rest)
                    return None if is_doubted else places[0]
        return None

    def _places(self, words: str) -> list[int]:
        """Return the places of the options with these words: all of them, or those before the bracket."""
        exact = [place for place, option in enumerate(self.words) if option == words]
        return exact or [place for place, option in enumerate(self.short) if option == words]

    def _beginnings(self, words: str) -> list[int]:
        """Return the places of the options that begin with these words, of which the last may be unfinished."""
        if len(words) < LEAST_BEGINNING:
            return []
        return [
            place for place, option in enumerate(self.words) if re.match(re.escape(words) + r"(?!(?<=\d)\d)", option)
        ]


def _takes_back(statement: Statement) -> bool:
    """Whether a statement without an answer takes those before it back: "That was wrong, 3"."""
    is_number = statement.form is Form.LINE and LATER_NUMBER.search(statement.value)
    return statement.form is Form.CORRECTION or bool(is_number and not CONDITION.search(statement.value))


def _number(number: re.Match[str]) -> int:
    """Return the number of a match of :data:`NUMBER_OF_OPTION`, cut to the digits that are read."""
    return int(number["sign"] + number["digits"][:MOST_DIGITS])


def _plain(words: str) -> str:
    """Return words in small letters, without marks between them."""
    parts = re.findall(r"[\w+-]+", plain_text(words).casefold())
    return " ".join(part for part in parts if part.strip("+-"))
