"""Commentary: three sentences about a line of the log sheet. Its journal decides, by declared weights, which they are.

A game declares what can be said about what was tried, what decided it, and what it cost::

    COMMENTARY = Commentary(
        tried=(Remark("{line.sent} left for {line.target}.", 1),),
        decided=(Remark("{Bomber} hit the target{luck}.", 5, Chart.HIT, most="result"),),
        cost=(Remark("{line.lost} did not come back.", 5, when="lost"), Remark("All came back.", 1)),
        words={"sent": counted("bomber"), "lost": counted("bomber")},
    )

Of each of the three, the remark with the largest weight is made. Words in braces are those of its entry. With a prefix
they are of the line, or of the first entry of a kind: ``{TARGET.hits}``. A kind that the journal lacks rules the remark
out. ``{luck}`` says luck or choice: the dice, the draw or the choice from which the entry followed.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import ge, le
from string import Formatter
from typing import Any, NamedTuple

from stuka_env.declared.journal import EntryCode, Reading, RollCode, Words, words_of
from stuka_env.declared.sentences import SentenceContext, Sentences, is_chance, is_roll

LINE_PREFIX, LUCK, CHOICE_KIND = "line", "luck", "CHOICE"
"""Prefix of words of the line, the word for luck or choice, and the kind of entry of a choice."""
RARE = 1 / 6
"""Largest chance of dice that are called high or low: as many at least, or at most."""
IN_SHORT = "In short"
"""Heading of the commentary in a debrief."""


class Remark(NamedTuple):
    """A sentence that can be said."""

    text: str
    weight: float
    of: EntryCode | RollCode | None = None
    """The kind of entry or the roll that it is about; None for the line alone."""
    when: str | Callable[[Any, Mapping[str, Any]], Any] = ""
    """A field that must not be 0 or None: of the entry, or of the line if it is about that; or a function of both."""
    most: str = ""
    """The field of which the entry with the largest value is taken; "" for the first entry."""


class Comment(NamedTuple):
    """The sentences about a line, and the weight of what decided it."""

    sentences: tuple[str, ...] = ()
    weight: float = 0

    @property
    def deciding(self) -> str:
        """The sentence that says what decided it, or else the only one; "" without any."""
        return "".join(self.sentences[:2][-1:])


@dataclass(frozen=True, kw_only=True, eq=False)
class Commentary:
    """All that a game can say about a line of its log sheet; nothing at all if nothing is declared."""

    tried: Sequence[Remark] = ()
    decided: Sequence[Remark] = ()
    cost: Sequence[Remark] = ()
    words: Mapping[str, Words] = field(default_factory=dict)
    """The words of values of the line; others have their own, without underscores."""

    def about(self, line: Mapping[str, Any], entries: Sequence[Any], sentences: Sentences, charts: Any) -> Comment:
        """Return the sentences about a line of the log sheet.

        Args:
            line: the line, as in the info of a step.
            entries: its journal.
            sentences: the sentences of the game.
            charts: the charts in force.
        """
        teller = _Teller(self.words, line, entries, sentences, SentenceContext(charts, ()))
        best = [teller.best(remarks) for remarks in (self.tried, self.decided, self.cost)]
        weight = best[1][0].weight if best[1] else 0
        return Comment(tuple(teller.sentence(*one) for one in best if one), weight)


class _Teller(NamedTuple):
    """The words of a line and of its entries."""

    words: Mapping[str, Words]
    line: Mapping[str, Any]
    entries: Sequence[Any]
    sentences: Sentences
    context: SentenceContext

    def best(self, remarks: Sequence[Remark]) -> tuple[Remark, Any] | None:
        """Return the remark with the largest weight that can be said, with its entry; None for none."""
        can_be_said = ((remark, entry) for remark in remarks for entry in self._subjects(remark))
        return max(can_be_said, key=lambda one: one[0].weight, default=None)

    def _subjects(self, remark: Remark) -> Iterator[Any]:
        """Yield the entry that a remark is about, or None for the line alone, if it can be said."""
        kinds = {name.partition(".")[0] for _, name, *_ in Formatter().parse(remark.text) if name and "." in name}
        if all(map(self._first, kinds - {LINE_PREFIX})):
            found = [one for one in ([None] if remark.of is None else self.entries) if self._fits(remark, one)]
            yield from [max(found, key=lambda one: getattr(one, remark.most) if remark.most else 0)] if found else []

    def _fits(self, remark: Remark, entry: Any) -> bool:
        """Whether a remark can be about an entry, or about the line alone, for which the entry is None."""
        if entry is not None and remark.of is not (entry.chart if is_roll(entry) else entry.kind):
            return False
        if callable(remark.when):
            return bool(remark.when(entry, self.line))
        return not remark.when or bool(self.line[remark.when] if entry is None else getattr(entry, remark.when))

    def _first(self, kind: str) -> Any:
        """Return the first entry of a kind; None for none."""
        return next((one for one in self.entries if (one.chart if is_roll(one) else one.kind).name == kind), None)

    def sentence(self, remark: Remark, entry: Any) -> str:
        """Return a remark as a sentence."""
        parts = Formatter().parse(remark.text)
        text = "".join(literal + (self._part(name, entry) if name else "") for literal, name, *_ in parts)
        return text[:1].upper() + text[1:]

    def _part(self, name: str, entry: Any) -> str:
        """Return the words for a name in braces."""
        prefix, _, last = name.partition(".")
        if prefix == LINE_PREFIX:
            value: Any = self.line
            for key in last.split("."):
                value = value[key]
            return words_of(self.words[last])(value) if last in self.words else str(value).replace("_", " ")
        if name == LUCK:
            return self._luck(entry)
        return self.sentences.word(last or name, self._first(prefix) if last else entry, self.context)

    def _luck(self, entry: Any) -> str:
        """Return what chance or choice an entry followed from; "" for none."""
        place = next(place for place, one in enumerate(self.entries, 1) if one is entry)
        causes = (one for one in reversed(self.entries[:place]) if is_chance(one) or one.kind.name == CHOICE_KIND)
        cause = next(causes, None)
        return "" if cause is None else throw_words(cause) if is_chance(cause) else ", by choice"


def throw_words(entry: Any) -> str:
    """Return the dice of a roll: ", on a high throw of 6 and 5"; of a draw, that it was one."""
    faces, height = entry.dice, ""
    if not is_roll(entry) or entry.chart.declared.is_drawn or not faces:
        return ", by the draw"
    sides = entry.chart.dice[: len(faces)]
    if entry.chart.declared.reading == Reading.SUM and len(sides) == len(faces) and all(sides):
        sums = [sum(one) for one in itertools.product(*(range(1, side + 1) for side in sides))]
        lower, higher = (sum(compare(one, sum(faces)) for one in sums) for compare in (le, ge))
        height = "low " if lower <= RARE * len(sums) else "high " if higher <= RARE * len(sums) else ""
    return f", on a {height}throw of {' and '.join(map(str, faces))}"


NO_COMMENTARY = Commentary()
"""The commentary of a game that declares none."""
