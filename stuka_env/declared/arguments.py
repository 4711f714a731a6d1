"""Arguments of the environments of a game: words that stand for codes of the war that is played.

A game declares each argument once. What the house derives of it is its help, its check, the codes that it stands for,
and the words of codes.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from stuka_env.io.arguments import argument_error, flag, one_of


class Given(NamedTuple):
    """The arguments that are read: all that are given, the codes of those that are read already, and the charts."""

    arguments: Mapping[str, Any]
    codes: dict[str, int]
    charts: Any


@dataclass(frozen=True, eq=False)
class WarArgument:
    """An argument that determines wars. Its values are words, or true and false if its default is one of them."""

    name: str
    meaning: str = ""
    """Its help on the command line; "" for its words."""
    metavar: str | None = None
    """The word for its value on the command line; None for an argument that is true or false."""
    implies: str | None = None
    """The environment that is played if this argument is given and no environment."""
    offered: bool = True
    """Whether the command line has it."""
    _: KW_ONLY
    words: Mapping[str, int] = field(default_factory=dict)
    """The codes of its words."""
    default: str | bool | None = None
    """Its value if it is not given; None also allows None, for ``usual``."""
    usual: str | int = 0
    """The word, or the code, for which None stands."""
    codes: tuple[str, ...] = ()
    """The codes that it determines, if they have other names; an argument with several codes has a word for each."""
    fewest: int = 1
    """The fewest words of an argument with several codes."""
    scales: Collection[int] = ()
    """The scales that have it, if not all have."""
    elsewhere: str = ""
    """The reason of the refusal in the other scales: "only a Career has one"."""
    other: int | None = None
    """Its code in the other scales; None for that of the specification."""
    read: Callable[[Any, Given], int] | None = None
    """Returns the code of a value, where a table of words is not enough; raises ValueError."""
    word: Callable[[int, Any], str] | None = None
    """Returns the word of a code under charts, where a table of words is not enough."""

    @cached_property
    def help(self) -> str:
        """Its meaning on the command line; without one, its words, with the default first."""
        usual = self.default or self.usual
        first, last = [f"{usual} (default)"], [word for word in self.words if word != usual]
        return self.meaning or " or ".join([", ".join(first + last[:-1]), *last[-1:]])

    @property
    def own_codes(self) -> tuple[str, ...]:
        """The names of its codes."""
        return self.codes or (self.name,)

    def is_in(self, scale: int) -> bool:
        """Whether a scale has it."""
        return not self.scales or scale in self.scales

    def code_of(self, got: Any, given: Given) -> dict[str, int]:
        """Return the codes of a value by their names.

        Raises:
            ValueError: it is not allowed; the message names the argument, the value and the allowed values.
        """
        (first, *more), name = self.own_codes, self.name
        if got is None and self.default is None:
            if isinstance(self.usual, int):
                return {first: self.usual}
            got = self.usual
        if isinstance(self.default, bool):
            return {first: int(flag(name, got))}
        if self.read is not None:
            return {first: self.read(got, given)}
        if not more:
            return {first: self.words[one_of(name, got, self.words)]}
        words, most = got.split() if isinstance(got, str) else [], len(self.own_codes)
        if not self.fewest <= len(words) <= most or any(not self.words.get(word) for word in words):
            known = ", ".join(word for word, code in self.words.items() if code)
            raise argument_error(name, got, f"{self.fewest} to {most} words of {known}")
        return dict(zip(self.own_codes, [self.words[word] for word in words] + [0] * most, strict=False))

    def value_of(self, codes: Mapping[str, int], charts: Any) -> Any:
        """Return the value that stands for codes."""
        own = [codes[name] for name in self.own_codes]
        if isinstance(self.default, bool):
            return bool(own[0])
        if self.word is not None:
            return self.word(own[0], charts)
        words = {code: word for word, code in self.words.items()}
        return " ".join(words.get(code, str(code)) for code in own if code or len(own) == 1)


def read_codes(arguments: tuple[WarArgument, ...], scale: int, given: Mapping[str, Any], charts: Any) -> dict[str, int]:
    """Return the codes of a war by their names.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    unknown = given.keys() - {each.name for each in arguments}
    if unknown:
        raise TypeError(f"got the unknown arguments {', '.join(sorted(unknown))}")
    reading = Given(given, {}, charts)
    for each in arguments:
        if each.is_in(scale):
            reading.codes.update(each.code_of(given.get(each.name, each.default), reading))
        elif given.get(each.name) is not None:
            raise argument_error(each.name, given[each.name], f"none: {each.elsewhere}")
        elif each.other is not None:
            reading.codes[each.own_codes[0]] = each.other
    return reading.codes


def values_given(
    arguments: tuple[WarArgument, ...], scale: int, codes: Mapping[str, int], charts: Any
) -> dict[str, Any]:
    """Return the arguments of an environment in which wars with these codes are played, without defaults."""
    nothing = Given({}, dict(codes), charts)
    return {
        each.name: each.value_of(codes, charts)
        for each in arguments
        if each.is_in(scale) and any(codes[name] != code for name, code in each.code_of(each.default, nothing).items())
    }
