"""Reading of answers: the option that a model's reply names, or the reason why it names none."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stuka_env.quoting import quoted
from stuka_env.text.reasoning import without_reasoning
from stuka_env.text.statements import Form, Statement, answer_key, bare_line, paragraphs_of, plain_text

LONGEST_ANSWER = 20_000
"""Characters of a reply that are read, the last ones."""
MOST_DIGITS = 9
"""Digits of a number that are read."""
MOST_NAMED = 5
"""Options that the message about an ambiguous answer names."""
LEAST_BEGINNING = 3
"""Characters of the beginning of an option that name it."""
DEEPEST_JSON = 4
"""Levels of tags, boxes and JSON around an answer that are read."""

WRAPPERS = " \t\"'<>{}"
"""Marks around an answer that mean nothing."""
NUMBER_OF_OPTION = re.compile(
    r"(?:(?:the|option|choice|number|answer|action|opt|no|nr|item|num)(?![^\W_])[\s.:#_-]*+|[\s#(\[{<\"'*:])*+"
    r"(?P<sign>-?)(?P<digits>\d++)(?:\.0++(?!\d))?",
    re.IGNORECASE,
)
"""An option by its number, with the words and brackets before it."""
CLOSERS = re.compile(r"[\s)\]}>\"'*]*+")
"""Marks behind a number."""
JOINED = re.compile(
    r"[\s(\[,;]*+(?:[,;/\u2044&+|-]|->|→|\b(?:or|and|to|then|vs|versus|maybe|perhaps)\b)?[\s.(\[]*+"
    r"(?:(?:the|option|number|no)\b[\s.#]*+)*+#?\d",
    re.IGNORECASE,
)
"""Another number directly behind a number."""
DOUBTFUL = re.compile(r"\s*+(?:\?|[(\[]?\s*+(?:or|if|unless|else|otherwise|maybe|perhaps)\b)", re.IGNORECASE)
"""Words behind a number that take the answer back."""
REASON = re.compile(r"\s*+(?:[.!,;:(\[|#]|//|-\s|(?:because|since|as|due|given|for|so|which|to)\b)", re.IGNORECASE)
"""Beginning of the words that explain an answer."""
CLAUSE = re.compile(r"[.!;,]\s|\s(?:because|since|as it|due to|given)\s|\s-\s", re.IGNORECASE)
"""End of the words of an option before an explanation."""
ARITHMETIC = frozenset("?%+-*/=&|^~<")
"""Marks behind a number after which it is no answer."""
ROW_BEGINNING = re.compile(r"(?:aircraft\s*+)?\d", re.IGNORECASE)
"""Beginning of a line of a list."""
ARTICLE = re.compile(r"(?:to|the|an?|that i|we)\s++", re.IGNORECASE)


@dataclass(frozen=True)
class Refusal:
    """A refused answer. Nothing has happened.

    Attributes:
        reason: the reason in one sentence.
        allowed: the options, with their numbers.
    """

    reason: str
    allowed: tuple[str, ...]

    def __str__(self) -> str:
        """Return the reason, and the options on a line each."""
        return "\n".join([self.reason, "Allowed is one of:", *self.allowed])


@dataclass(frozen=True)
class Unplaced:
    """An answer that names no option.

    Attributes:
        reason: the reason in one sentence.
        value: its words or its value of JSON, which may fill a list.
    """

    reason: str
    value: Any = None


Reading = int | Unplaced
"""The place of an option, from 0, or an answer that names none."""


def read_reply(reply: str, options: Sequence[str], row: re.Pattern[str] | None = None) -> Reading:
    """Return the place of the option that a reply names, from 0, or the reason why it names none.

    Reasoning does not count. The last paragraph with an explicit answer counts (:mod:`stuka_env.text.statements`). Two
    different answers in it are none.

    Args:
        reply: the complete reply; one that was cut must not be read.
        options: the words of the options.
        row: the pattern of a line of a list that the answer may fill; None if there is no list.
    """
    answer = without_reasoning(reply)
    if answer is None:
        return Unplaced("The reply ends within its reasoning, so it has no answer.")
    # One letter can stand for eighteen usual ones, so the text is cut again after they have taken its place.
    usual = unicodedata.normalize("NFKC", answer[-LONGEST_ANSWER:])
    return _Reader(options, row).read(usual[-LONGEST_ANSWER:])


class _Reader:
    """The options of one question, with the ways to name one of them."""

    def __init__(self, options: Sequence[str], row: re.Pattern[str] | None) -> None:
        self.options, self.row = options, row
        self.words = [_plain(option) for option in options]
        self.short = [_plain(option.partition(" (")[0]) for option in options]

    def read(self, text: str, depth: int = 0) -> Reading:
        """Return the reading of a text that is inside so many tags, boxes and objects."""
        paragraphs = paragraphs_of(text)
        is_alone = sum(map(len, paragraphs)) == 1
        has_headings = self._has_headings(paragraphs)
        for paragraph in reversed(paragraphs):
            if rows := self._rows(paragraph):
                return Unplaced("The answer is a list.", rows)
            lines = [each for each in paragraph if each.is_last or each.form is not Form.LINE or not has_headings]
            readings = [self._reading(each, is_alone, depth) for each in lines]
            if agreed := [reading for reading in readings if reading is not None]:
                return self._agreed(agreed)
        return self._unread(text.strip())

    def _has_headings(self, paragraphs: list[list[Statement]]) -> bool:
        """Whether lines that name an option are headings: several name different ones, with words below them."""
        lines = [each for paragraph in paragraphs for each in paragraph if each.form is Form.LINE and not each.is_last]
        readings = {reading for each in lines if isinstance(reading := self._reading(each, False, DEEPEST_JSON), int)}
        return len(readings) > 1

    def _rows(self, paragraph: list[Statement]) -> str:
        """Return the lines of a paragraph that fill the list of the question; empty if there are none."""
        texts = [each.value for each in paragraph if isinstance(each.value, str)] if self.row is not None else []
        pieces = [piece.strip(" .") for text in texts for piece in re.split(r"[;\n]", text)]
        pieces = [piece for piece in pieces if ROW_BEGINNING.match(piece)]
        assert self.row is not None or not pieces
        return "\n".join(pieces) if self.row is not None and any(map(self.row.fullmatch, pieces)) else ""

    def _agreed(self, readings: list[Reading]) -> Reading:
        """Return the reading that all of a paragraph agree on."""
        if all(reading == readings[0] for reading in readings):
            return readings[0]
        places = sorted({reading for reading in readings if isinstance(reading, int)})
        if len(places) > 1:
            return Unplaced(f"The answer fits several options: {self._named(places)}.")
        return next(reading for reading in readings if isinstance(reading, Unplaced))

    def _named(self, places: Sequence[int]) -> str:
        return "; ".join(self.options[place] for place in places[:MOST_NAMED])

    @staticmethod
    def _unread(words: Any) -> Unplaced:
        kind = "the" if isinstance(words, str) and words else "a"
        return Unplaced(f"The answer {quoted(words)} is not {kind} number or the words of an option.", words)

    # --- one statement ---

    def _reading(self, statement: Statement, is_alone: bool, depth: int) -> Reading | None:
        """Return the reading of a statement; None if it is prose.

        Args:
            statement: the statement.
            is_alone: whether the reply has no other.
            depth: number of tags, boxes and objects around it.
        """
        if statement.has_value:
            return self._valued(statement.value, depth)
        words = statement.value
        if statement.form is Form.MARKED:
            return self._marked(words)
        if statement.form is Form.SENTENCE:
            return self._sentence(words)
        reading = self._line(words, is_alone or statement.is_last)
        return self._worded(words, is_strict=False, is_whole=True) if reading is None and is_alone else reading

    def _valued(self, value: Any, depth: int) -> Reading:
        """Return the reading of a value in a tag, a box or JSON."""
        if isinstance(value, str) and depth < DEEPEST_JSON:
            reading = self._marked(bare_line(value)) if "\n" not in value.strip() else None
            if isinstance(reading, int):
                return reading
            inner = self.read(value, depth + 1)
            return inner if reading is None or isinstance(inner, int) else reading
        if isinstance(value, dict) and (key := answer_key(value)) and depth < DEEPEST_JSON:
            return self._valued(value[key], depth + 1)
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], int | float | str):
            return self._valued(value[0], depth + 1)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._numbered(value)
        return self._unread(value)

    def _marked(self, words: str) -> Reading:
        """Return the reading of an answer behind a mark."""
        number = NUMBER_OF_OPTION.match(words)
        if number is None:
            return self._loosely_worded(words)
        rest = words[number.end() :]
        if (worded := self._words_behind(number, rest)) is not None:
            return worded
        if self._is_part(number, rest) or (not _goes_on(rest) and (not _plain(rest) or REASON.match(rest))):
            return self._numbered(_number(number))
        return self._loosely_worded(words)

    def _sentence(self, words: str) -> int | None:
        """Return the place of the option that a sentence names; None if it is prose."""
        number = NUMBER_OF_OPTION.match(words)
        if number is None:
            place = self._worded(words, is_strict=True)
            return place if isinstance(place, int) else None
        rest = words[number.end() :]
        worded = self._words_behind(number, rest)
        if isinstance(worded, int):
            return worded
        if worded is not None or _goes_on(rest) or (_plain(rest) and not REASON.match(rest)):
            return None
        reading = self._numbered(_number(number))
        return reading if isinstance(reading, int) else None

    def _line(self, words: str, is_end: bool) -> Reading | None:
        """Return the reading of a line without a mark; None if it is prose.

        Args:
            words: the line.
            is_end: whether nothing follows, so that it is no heading.
        """
        number = NUMBER_OF_OPTION.match(words)
        if number is None:
            place = self._worded(words.rstrip(" .!"), is_strict=True, is_whole=True)
            return place if isinstance(place, int) else None
        rest = CLOSERS.sub("", words[number.end() :], count=1)
        if not _plain(rest) and not DOUBTFUL.match(rest) and (is_end or not rest.endswith(":")):
            return None if ARITHMETIC & set(rest) else self._numbered(_number(number))
        worded = self._words_behind(number, words[number.end() :])
        return worded if worded is not None or not self._is_part(number, rest) else self._numbered(_number(number))

    # --- numbers and words ---

    def _numbered(self, number: int) -> Reading:
        if 1 <= number <= len(self.options):
            return number - 1
        return Unplaced(f"There is no option {number}: the numbers are 1 to {len(self.options)}.")

    def _words_behind(self, number: re.Match[str], rest: str) -> Reading | None:
        """Return the reading of a number with the words of an option behind it; None if they are other words."""
        places = self._places(_plain(rest))
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
        for text in (words,) if is_whole else (words, CLAUSE.split(words, maxsplit=1)[0]):
            for bare in (text, ARTICLE.sub("", text.strip(WRAPPERS), count=1)):
                places = self._places(_plain(bare)) or ([] if is_strict else self._beginnings(_plain(bare)))
                if len(places) == 1:
                    return places[0]
                if places:
                    return Unplaced(f"The answer {quoted(words)} fits several options: {self._named(places)}.")
        return None

    def _loosely_worded(self, words: str) -> Reading:
        reading = self._worded(words, is_strict=False)
        return self._unread(words) if reading is None else reading

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


def _number(number: re.Match[str]) -> int:
    """Return the number of a match of :data:`NUMBER_OF_OPTION`, cut to the digits that are read."""
    return int(number["sign"] + number["digits"][:MOST_DIGITS])


def _goes_on(rest: str) -> bool:
    """Whether the words behind a number change it: a decimal, a second number, or a doubt."""
    return rest[:1].isalnum() or rest[:1] == "%" or bool(JOINED.match(rest) or DOUBTFUL.match(rest))


def _plain(words: str) -> str:
    """Return words in small letters, without marks between them."""
    parts = re.findall(r"[\w+-]+", plain_text(words).casefold())
    return " ".join(part for part in parts if part.strip("+-"))
