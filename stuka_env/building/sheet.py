"""The sheet of a made game, from its records: the score so far as values, and arrays of records as pieces.

- The score so far is the first panel. Of the cursor, the question tells what a player must know.
- The first code of a piece is its kind, its first tag. A silhouette of that name is drawn.
- A code whose words have tones is its state: with ``NONE`` the piece is not there, with ``LOST`` it is crossed out.
- A flag that is set is a tag, and another number that is not empty is a value, both under the name of the field.

So a new field of a record is on all views without a further line.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import Code, Tone
from stuka_env.declared.records import Field, Record
from stuka_env.declared.sheet import Figure, Panel, Part, Piece, Pieces, Sheet, Silhouette, Stand, Tag, Value

PANELS_LEFT, PANELS_WIDTH, PANELS_TOP, PANELS_BOTTOM, PANELS_APART = 8, 1264, 44, 644, 8
"""The part of a picture that has the panels."""
FIRST_HEIGHT = 96
"""Height of the panel of the score so far."""


@dataclass(frozen=True, eq=False)
class PieceGroup:
    """Pieces of one owner.

    Attributes:
        title: their title.
        block: the block of the mat that has them.
        places: their places in it.
        tone: the owner.
    """

    title: str
    block: str
    places: range
    tone: Tone = Tone.OWN


def _nobody(mat: Any) -> int:
    return -1


@dataclass(frozen=True, kw_only=True, eq=False)
class SheetParts:
    """The declarations of a sheet.

    Attributes:
        groups: the pieces, a panel for each group.
        name: the name of a piece by its place: "own plane 2".
        asked: the place of the piece that the open decision is about: a function of the mat, a rule.
        words: words of numbers that are no codes, by the names of their fields.
        silhouettes: outlines of the pieces by the names of their kinds in small letters.
    """

    groups: Sequence[PieceGroup] = ()
    name: Callable[[int], str] = str
    asked: Callable[[Any], int] = _nobody
    words: Mapping[str, Callable[[int], str]] = field(default_factory=dict)
    silhouettes: Mapping[str, Silhouette] = field(default_factory=dict)


class SheetMaker:
    """The sheet of a made game, as a function of its mat.

    Args:
        title: title of the game.
        mat: the record of the mat.
        standing: the block with the score so far.
        points: the name of its points.
        unit: a point in words.
        decisions: the decisions with their questions.
        parts: its declarations.
    """

    def __init__(
        self,
        title: str,
        mat: type[Record],
        standing: str,
        points: str,
        unit: str,
        decisions: type[Code],
        parts: SheetParts,
    ) -> None:
        self._title, self._standing, self._points, self._unit = title, standing, points, unit
        self._decisions, self._parts = decisions, parts
        self._fields = {block.name: block.fields for block in mat.FIELDS}

    def __call__(self, mat: Any, charts: Any = None, crews: Any = None, fresh: Iterable[Any] = ()) -> Sheet:
        """Return the sheet of a mat; see :class:`stuka_env.game.ViewParts`."""
        standing, decision = mat[self._standing], self._decisions(int(mat["cursor"]["decision"]))
        is_over, points = bool(standing["over"]), int(standing[self._points])
        is_open = not is_over and decision != self._decisions["NONE"]
        asked = plain(self._parts.asked)(mat) if is_open else -1
        values = [
            Value(_name(one), self._words(one, int(standing[one.name])))
            for one in self._fields[self._standing]
            if one.name not in ("over", self._points)
        ]
        question = decision.word.format(piece=self._parts.name(asked)) if is_open else decision.word
        score = Tag(f"{'final ' if is_over else ''}{points:+d} {self._unit}s", Tone.GOOD if points > 0 else Tone.PLAIN)
        area = (PANELS_LEFT, PANELS_TOP, PANELS_WIDTH, FIRST_HEIGHT)
        first = Panel("standing", self._title, tuple(values), area, is_broad=True)
        return Sheet(self._title, "", "", score, question, is_over, (first, *self._panels(mat, asked)))

    def _panels(self, mat: Any, asked: int) -> list[Panel]:
        groups, top = self._parts.groups, PANELS_TOP + FIRST_HEIGHT + PANELS_APART
        height = (PANELS_BOTTOM - top - PANELS_APART * (len(groups) - 1)) // max(1, len(groups))
        panels = []
        for number, group in enumerate(groups):
            pieces = tuple(self._piece(group, mat[group.block][place], place, asked) for place in group.places)
            area = (PANELS_LEFT, top + number * (height + PANELS_APART), PANELS_WIDTH, height)
            parts = (Pieces(group.title, pieces),)
            panels.append(Panel(f"{group.block}_{number}", group.title, parts, area, True, Stand.BOARD))
        return panels

    def _piece(self, group: PieceGroup, record: Any, place: int, asked: int) -> Piece:
        fields = self._fields[group.block]
        codes = [one.codes(int(record[one.name])) for one in fields if one.codes is not None]
        kind, state = codes[0], next(filter(_has_tones, codes), None)
        tags = [Tag(kind.word, group.tone)] if state is None or state.tone != Tone.NONE else []
        tags += [Tag(_name(one), Tone.WARN) for one in fields if _is_flag(one) and record[one.name]]
        parts: list[Part] = []
        is_on, is_lost = state is None or state.tone != Tone.NONE, state is not None and state.tone == Tone.LOST
        if is_on and kind.name.lower() in self._parts.silhouettes:
            parts.append(Figure(kind.name.lower(), group.tone, is_lost=is_lost))
        numbers = [one for one in fields if one.codes is None and not _is_flag(one)]
        for one in numbers:
            if record[one.name] != min(0, one.low):
                parts.append(Value(_name(one), self._words(one, int(record[one.name]))))
        label = str(place - group.places.start + 1)
        shown = None if state is None else Tag(state.word, state.tone)
        is_asked = place == asked
        return Piece(group.block, label, "", shown, tuple(tags), tuple(parts), group.tone, is_on, is_asked, is_lost)

    def _words(self, one: Field, number: int) -> str:
        if one.codes is not None:
            return one.codes.word_of(number)
        return self._parts.words.get(one.name, str)(number)


def _name(one: Field) -> str:
    return one.name.replace("_", " ")


def _has_tones(code: Code) -> bool:
    return any(one.tone != Tone.PLAIN for one in type(code))


def _is_flag(one: Field) -> bool:
    return one.codes is None and (one.low, one.high) == (0, 1)
