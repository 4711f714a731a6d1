"""Labels of actions that name what they are about and give its odds, made from the declarations of a game.

A label is a template, a template for each decision that the action answers, or a function::

    LABELS = {
        Act.LEAVE: "{text} ({leave_lines:line}, then fatigue 0)",
        Act.LET_GO: {Decision.PASS: "Let the bombers go", Decision.NEXT: "End the combat"},
        Act.FLY: fly_label,
    }

In braces, ``text`` is the action independently of the mat, and ``n`` is its argument. Other names are words that a
function of the game makes, or else numbers of the charts. A number can have a noun, ``{leave_lines:line}``, or its
sign, ``{drag:+}``.

Odds stand in square brackets, with the signs that join them to the rest: ``"Slip away[ ({slip} in 6)]"``. They are a
part of the label of its own, which a reader can leave out (:class:`OptionLabel`).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from stuka_env.declared.actions import Catalogue
from stuka_env.declared.codes import plural, signed
from stuka_env.declared.plain_values import values_of


class OptionLabel(str):
    """An action in words, with its odds if there are any.

    Attributes:
        text: the action without its odds.
        odds: its odds alone; may be empty.
    """

    text: str
    odds: str

    def __new__(cls, text: str, odds: str = "", whole: str | None = None) -> "OptionLabel":
        """Return a label.

        Args:
            text: the action without its odds.
            odds: its odds; they stand in brackets behind the text.
            whole: the text with the odds, where they stand elsewhere.
        """
        label = super().__new__(cls, whole if whole is not None else f"{text} ({odds})" if odds else text)
        label.text, label.odds = text, odds
        return label

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override] # copies have all parts
        """Return the parts."""
        return self.text, self.odds, str(self)


def shown_label(label: str, odds: bool) -> str:
    """Return a label as a reader shows it: with its odds or without them."""
    return label.text if isinstance(label, OptionLabel) and not odds else label


def with_facts(text: str, facts: Iterable[str], odds: str) -> OptionLabel:
    """Return a label with what is known of its object in brackets, and its odds after it."""
    known = ", ".join(facts)
    plain = f"{text} ({known})" if known else text
    return OptionLabel(plain, odds, f"{text} ({known}; {odds})" if known and odds else None)


class LabelContext(NamedTuple):
    """An action at a decision."""

    act: Any
    """Its verb."""
    n: int
    """Its argument."""
    mat: Any
    """Its values (:mod:`stuka_env.declared.plain_values`)."""
    charts: Any
    """The charts in force; a game can make labels without them, which give no odds."""
    text: str
    """The action in words, independently of the mat."""

    @property
    def decision(self) -> int:
        """The open decision."""
        return int(self.mat["cursor"]["decision"])


Label = str | Mapping[Any, str] | Callable[[LabelContext], str]
Maker = Callable[[LabelContext], str | int]
"""Maker of a word of a template, or of a number."""


class Number(int):
    """A number in a template."""

    def __format__(self, spec: str) -> str:
        """Return the number, with its sign or with a noun."""
        number = int(self)
        return str(number) if not spec else signed(number) if spec == "+" else plural(number, spec)


class _Words(dict[str, Any]):
    """The words of a template, which are made when it asks for them."""

    def __init__(
        self, context: LabelContext, makers: Mapping[str, Maker], number_of: Callable[[Any, str], int]
    ) -> None:
        super().__init__(text=context.text, n=context.n)
        self._context, self._makers, self._number_of = context, makers, number_of

    def __missing__(self, name: str) -> Any:
        if name in self._makers:
            made = self._makers[name](self._context)
            self[name] = made if isinstance(made, str) else Number(made)
        else:
            self[name] = Number(self._number_of(self._context.charts, name))
        return self[name]


ODDS = re.compile(r"\[([^]]*)\]")
"""The odds in a template."""
JOINTS = " ();,"
"""Signs that join odds to the rest of a label."""


class Labels:
    """The labels of a game.

    Args:
        catalogue: its actions.
        labels: labels by verb; a verb without one, or without one for the open decision, has its text.
        makers: the words of templates that only the game knows.
        number_of: returns a number of the charts by its name.
    """

    def __init__(
        self,
        catalogue: Catalogue[Any],
        labels: Mapping[Any, Label],
        makers: Mapping[str, Maker],
        number_of: Callable[[Any, str], int],
    ) -> None:
        self._catalogue = catalogue
        self._labels = labels
        self._makers = makers
        self._number_of = number_of

    def plain(self, index: int) -> str:
        """Return an action in words, independently of the mat.

        Raises:
            IndexError: no action has this index.
        """
        return str(self._catalogue.verb_of(index).text.format(n=self._catalogue.actions[index].argument))

    def of(self, index: int, mat: Any = None, charts: Any = None) -> OptionLabel:
        """Return an action in words; with a mat and the charts also its object and its odds.

        Raises:
            IndexError: no action has this index.
        """
        if mat is None or charts is None:
            return OptionLabel(self.plain(index))
        act, text = self._catalogue.verb_of(index), self.plain(index)
        context = LabelContext(act, self._catalogue.actions[index].argument, values_of(mat), charts, text)
        label = self._labels.get(act, "{text}")
        if callable(label):
            made = label(context)
            return made if isinstance(made, OptionLabel) else OptionLabel(made)
        template = label if isinstance(label, str) else label.get(context.decision, "{text}")
        words, odds = _Words(context, self._makers, self._number_of), ODDS.findall(template)
        return OptionLabel(
            ODDS.sub("", template).format_map(words),
            "; ".join(part.strip(JOINTS) for part in odds).format_map(words),
            ODDS.sub(r"\1", template).format_map(words),
        )
