"""Checks of the file of a tutorial: its keys, and the names in it, which are those of the game."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from stuka_env.io.quoting import printable, quoted
from stuka_env.io.reading import FileError

NEEDED_KEYS = ("environment", "arguments", "seed", "whole", "closing", "lessons")
"""Keys that a file must have."""
OTHER_KEYS = ("tape", "welcome", "results", "most_results", "otherwise", "not_flown", "words")
"""Keys that it may have."""
NEEDED_IN_LESSON, OTHERS_IN_LESSON = ("decision", "before", "followed"), ("when", "again", "advice", "verbs", "chooser")
"""The same of a lesson."""
NEEDED_IN_PART, OTHERS_IN_PART = ("words",), ("when",)
"""The same of a part of a text."""
NAME_IN_TEXT = re.compile(r"\{([\w.]+)\}")
"""A name in a text."""
ANY_VERB, ARGUMENT = "ANY", "n"
"""The verb of an answer to every other action, and the name of the argument that is advised."""
LONGEST_LIST = 200
"""Characters of a list of allowed words."""


def parts_of(text: Any) -> Any:
    """Return the parts of a text: tables with words, and with conditions if they have any."""
    return [{"words": text}] if isinstance(text, str) else text


def values_of(wanted: Any) -> list[Any]:
    """Return the values of a condition, of which one is enough."""
    return wanted if isinstance(wanted, list) else [wanted]


class LessonChecks:
    """The checks of a file.

    Args:
        declared: the declarations of the game.
        facts: the module with the facts that lessons name; None for none.
        data: the file.
    """

    def __init__(self, declared: Any, facts: Any, data: Mapping[str, Any]) -> None:
        self._codes, self._facts, self._data = declared.codes, facts, data
        self._fields = {f"{block.name}.{one.name}": one for block in declared.mat.FIELDS for one in block.fields}

    def check(self) -> None:
        """Refuse what the file may not have.

        Raises:
            FileError: one line with the fault, the value and the allowed values.
        """
        self._keys("tutorial", self._data, NEEDED_KEYS, OTHER_KEYS)
        tables = {"tape": self._codes.Chart, "results": self._codes.Entry, "otherwise": self._codes.Act}
        for table, kind in tables.items():
            for name in self._data.get(table, ()):
                self._one_of(table, name, [*[ANY_VERB] * (table == "otherwise"), *kind.__members__])
        for number, lesson in enumerate(self._data["lessons"], start=1):
            self._lesson(f"lesson {number}", lesson)
        for name, text in self._data.get("words", {}).items():
            self._text(f"words.{name}", text)

    def _lesson(self, place: str, lesson: Mapping[str, Any]) -> None:
        self._keys(place, lesson, NEEDED_IN_LESSON, OTHERS_IN_LESSON)
        for decision in lesson["decision"].split():
            self._one_of(f"{place}, decision", decision, self._codes.Decision.__members__)
        for verb in lesson.get("verbs", ()):
            self._one_of(f"{place}, verbs", verb, self._codes.Act.__members__)
        for key in ("before", "followed"):
            self._text(f"{place}, {key}", lesson[key])
        self._conditions(place, lesson)
        if "chooser" in lesson:
            self._fact(f"{place}, chooser", lesson["chooser"])
        for pattern in lesson.get("advice", ()):
            try:
                re.compile(pattern)
            except re.error as error:
                raise FileError(f"{place}, advice: got {quoted(pattern)}, no regular expression ({error})") from None

    def _text(self, place: str, text: Any) -> None:
        """Check a text, or the parts of one."""
        for part in parts_of(text):
            self._keys(place, part, NEEDED_IN_PART, OTHERS_IN_PART)
            self._conditions(place, part)
            for name in NAME_IN_TEXT.findall(part["words"]):
                if name not in {ARGUMENT, *self._data.get("words", {}), *self._fields}:
                    self._fact(place, name)

    def _conditions(self, place: str, holder: Mapping[str, Any]) -> None:
        when = holder.get("when", {})
        for name, value in [(name, value) for name, wanted in when.items() for value in values_of(wanted)]:
            block, _, rest = name.partition(".")
            if block == "legal":
                self._one_of(f"{place}, when", rest, self._codes.Act.__members__)
            elif rest:
                own = [one for one in self._fields if one.startswith(f"{block}.")]
                self._one_of(f"{place}, when", name, own or self._fields)
                if isinstance(value, str):
                    self._one_of(f"{place}, {name}", value, getattr(self._fields[name].codes, "__members__", ()))
            else:
                self._fact(f"{place}, when", name)

    def _fact(self, place: str, name: str) -> None:
        if not callable(getattr(self._facts, name, None)):
            known = vars(self._facts) if self._facts is not None else {}
            self._one_of(place, name, [one for one, fact in known.items() if callable(fact) and one[0] != "_"])

    def _keys(self, place: str, table: Any, needed: Collection[str], others: Collection[str]) -> None:
        if not isinstance(table, Mapping):
            raise FileError(f"{place}: got {quoted(table)}, allowed is a table")
        for key in table:
            self._one_of(place, key, [*needed, *others])
        for key in needed:
            if key not in table:
                raise FileError(f"{place}: {key} is missing")

    @staticmethod
    def _one_of(place: str, name: str, allowed: Collection[str]) -> None:
        if name not in allowed:
            words = printable(", ".join(allowed), LONGEST_LIST) or "none"
            raise FileError(f"{place}: got {quoted(name)}, allowed is {words}")
