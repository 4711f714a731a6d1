"""The sheet of a mat: everything that a player sees of a war, as plain records.

A game declares its mat once, as a function of the mat and the charts that returns a :class:`Sheet`. Four renderers draw
it, and know no game: text (``text.py``), the terminal (``terminal.py``), the picture (``picture.py``) and the page
(``sheet.js``). The words of all four come from here, so they cannot drift apart.

A sheet has panels, and a panel has parts:

- :class:`Value`: a name with words, or a sentence without a name;
- :class:`Tag`: a word on a coloured plate, or a badge with a silhouette;
- :class:`Hits`: boxes of which some are filled, such as damage, stress and ammunition;
- :class:`Cells`: small boxes that are on or off, such as skills, or that have a number, such as scores;
- :class:`Spaces`: a track, whose spaces lie in their order with markers on them;
- :class:`Figure`: a silhouette with hits on both sides of it;
- :class:`Map`: places at their positions, with the ways between them; or cells, such as hexes;
- :class:`Piece`: an aircraft, a person or a card with parts of its own; :class:`Pieces`: several of one kind;
- :class:`SideBySide`: parts side by side.

Rules that every renderer follows:

- What is empty has the tone ``NONE``. Pictures show it pale; texts leave it out.
- Words that are empty are left out by texts, and are a dash in pictures.
- ``short`` is for narrow places: columns of a terminal, plates of a picture.
- What is out of use has the tone ``SPENT``. Texts leave it out of a way.
- Silhouettes are known by their names. The game has their outlines.
"""

from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from stuka_env.declared.codes import Tone

Outline = tuple[tuple[float, float], ...]
"""Points from -1 to 1, the nose up. A list that begins and ends on the axis is the right half of a silhouette."""
Area = tuple[int, int, int, int] | None
"""Left, top, width and height of a panel in the picture of 1280 x 800 pixels; None for a panel without a picture."""
Spot = tuple[float, float]
"""A place on a silhouette, from -1 to 1: to the right, and down. Maps have a scale of their own."""


class Silhouette(NamedTuple):
    """The outline of a piece, and lighter details on it."""

    outline: Outline
    details: tuple[Outline, ...] = ()


class Mark(NamedTuple):
    """A marker that lies on a space.

    Attributes:
        name: its name, such as "P9" or "Staffel".
        words: further words, such as "outbound".
        tone: whose it is.
        shape: its silhouette; "" for none.
        heading: direction of the silhouette in degrees from up, clockwise.
        crosses: places of damage on the silhouette.
        size: its length on a map from near, in that of a usual piece.
        sign: its letter on a map of cells in a text; "" for the first letter of its name.
    """

    name: str
    words: str = ""
    tone: Tone = Tone.OWN
    shape: str = ""
    heading: int = 0
    crosses: tuple[Spot, ...] = ()
    size: float = 1.0
    sign: str = ""


class Space(NamedTuple):
    """A small box, or a space of a track.

    Attributes:
        name: its printed name.
        words: what is in it, such as a score.
        tone: ``NONE`` for an empty one.
        said: the cell in a text, if name and words do not say it.
        short: its name in narrow places; one letter for a column of a table.
        marks: the markers on it.
        is_here: whether the own piece is in it, or the present state of a scale.
        is_passed: whether the own piece has come through it since the last decision.
        spot: its place on a silhouette or on a map.
        ground: number of its ground, on a map of cells.
        reach: numbers of the places that its weapons reach. A page marks them while the place is pointed at.
        answers: actions that choose it, at this decision.
        sign: its letter on a map of cells in a text, such as of a goal; "" for none.
    """

    name: str
    words: str = ""
    tone: Tone = Tone.NONE
    said: str = ""
    short: str = ""
    marks: tuple[Mark, ...] = ()
    is_here: bool = False
    is_passed: bool = False
    spot: Spot | None = None
    ground: int = 0
    reach: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    sign: str = ""


class Value(NamedTuple):
    """A name with words; without a name a sentence.

    Attributes:
        name: "Visibility".
        words: "Good".
        tone: of the words.
        short: the words for narrow columns, if they are shorter there.
        rank: 0 always shown; narrow tables leave out the columns of the highest rank first.
    """

    name: str
    words: str
    tone: Tone = Tone.PLAIN
    short: str = ""
    rank: int = 0


class Tag(NamedTuple):
    """A word on a plate.

    Attributes:
        words: the word.
        tone: of the plate.
        grade: step of a ladder with a colour for each, from 1; 0 for the colour of the tone.
        short: the word for narrow places, at most four letters.
        shape: a silhouette that stands for the word where there is room for a picture; "" for none.
    """

    words: str
    tone: Tone = Tone.SPENT
    grade: int = 0
    short: str = ""
    shape: str = ""


class Hits(NamedTuple):
    """A row of boxes, the first of them filled.

    Attributes:
        name: "port wing".
        filled: number of filled boxes.
        most: number of all boxes.
        tone: of the filled boxes. Supplies have a good tone, and texts name them even if there are none left.
        short: letter before the number in a table, such as "S"; "" for "name filled/most".
        spot: place of the system on the silhouette.
        is_cross: whether the filled boxes have a red cross.
    """

    name: str
    filled: int
    most: int
    tone: Tone = Tone.BAD
    short: str = ""
    spot: Spot | None = None
    is_cross: bool = False


class Cells(NamedTuple):
    """Small boxes of one kind.

    Attributes:
        name: printed before them; "" for none.
        cells: the boxes.
        columns: in a row; 0 for one row.
        words: the boxes in a text; None for those that are not empty, by their names.
        shape: the silhouette that their spots are on; "" for none.
    """

    name: str
    cells: tuple[Space, ...]
    columns: int = 0
    words: str | None = None
    shape: str = ""


class Spaces(NamedTuple):
    """A track.

    A track with the own place is a way or a scale. Other tracks have markers that wait on numbered spaces.

    Attributes:
        name: "Hospital".
        cells: the spaces in the order of the print, from left to right.
        note: a remark on the numbers of the spaces.
    """

    name: str
    cells: tuple[Space, ...]
    note: str = ""


class Link(NamedTuple):
    """A way between two places of a map.

    Attributes:
        start: number of one of the places.
        end: number of the other.
        tone: ``NONE`` for a way that is of no interest now. Texts leave ways out, because their places say enough.
    """

    start: int
    end: int
    tone: Tone = Tone.NONE


class Ground(NamedTuple):
    """A kind of ground of a map of cells.

    Attributes:
        name: "woods".
        colour: of its cells, "#rrggbb".
        dark: the colour on a dark page.
        sign: its letter in a text; "" for none.
    """

    name: str
    colour: str
    dark: str
    sign: str = ""


class Map(NamedTuple):
    """Places at their spots, whose scale is the same across and down.

    The places are discs. With an outline of a cell they are cells that fill the map, such as hexes. A cell has the
    colour of its ground, its short name and its markers, and its edge has the tone of the place.

    Drawings print no names of places with the tones ``NONE``, ``PLAIN`` and ``SPENT``. A marker without a silhouette is
    a dot.

    Attributes:
        name: "Route".
        places: the places; ``NONE`` for those that are of no interest now.
        links: the ways between them, by their numbers.
        land: outlines of land, in the scale of the spots.
        legend: the dots that a drawing explains.
        cell: the outline of a cell around its spot; empty for discs.
        grounds: the kinds of ground of cells, by their numbers. A drawing explains those with a name.
        is_close: whether it shows pieces from near, such as aircraft in a fight (:mod:`stuka_env.declared.scenes`).
            Names stand below them, and links end in heads. Texts leave it out: other panels have its pieces.
        size: length of a piece from near, in the scale of the spots.
        signs: signs of places and markers with their meanings; a text explains those that the map has. A slash stands
            between signs of one meaning.
    """

    name: str
    places: tuple[Space, ...]
    links: tuple[Link, ...] = ()
    land: tuple[Outline, ...] = ()
    legend: tuple[Mark, ...] = ()
    cell: Outline = ()
    grounds: tuple[Ground, ...] = ()
    is_close: bool = False
    size: float = 1.0
    signs: tuple[tuple[str, str], ...] = ()


class Figure(NamedTuple):
    """A silhouette from above, with hits on its left and on its right.

    Attributes:
        shape: name of the silhouette.
        tone: whose it is; ``NONE`` for nobody's.
        left: hits on the port side.
        right: hits on the starboard side.
        heading: in degrees from up, clockwise.
        is_lost: whether it is crossed out.
    """

    shape: str
    tone: Tone = Tone.OWN
    left: tuple["Part", ...] = ()
    right: tuple["Part", ...] = ()
    heading: int = 0
    is_lost: bool = False


class Piece(NamedTuple):
    """An aircraft, a person or a card.

    Attributes:
        name: its kind, such as "pilot".
        label: its number or type, such as "3" or "Bf109G-6"; "" for its kind alone.
        title: an invented name, such as "Dornbeck"; "" for none.
        state: such as "flying" or "Veteran".
        tags: badges and plates.
        parts: everything else about it.
        tone: whose it is.
        is_on: whether it is there; others are pale, and texts leave them out.
        is_asked: whether the open decision is about it.
        is_lost: whether it is crossed out.
    """

    name: str
    label: str
    title: str = ""
    state: Tag | None = None
    tags: tuple[Tag, ...] = ()
    parts: tuple["Part", ...] = ()
    tone: Tone = Tone.OWN
    is_on: bool = True
    is_asked: bool = False
    is_lost: bool = False


class Pieces(NamedTuple):
    """Pieces of one kind.

    Attributes:
        name: "Aircraft".
        pieces: in the order of their numbers.
        columns: in a row of the picture; 0 for one row.
        is_table: whether texts have a line for each piece.
    """

    name: str
    pieces: tuple[Piece, ...]
    columns: int = 0
    is_table: bool = False


class SideBySide(NamedTuple):
    """Parts side by side.

    Attributes:
        parts: row by row.
        columns: in a row; 0 for one row.
        shares: relative widths of the columns; () for equal ones.
    """

    parts: tuple["Part", ...]
    columns: int = 0
    shares: tuple[int, ...] = ()


Part = Value | Tag | Hits | Cells | Spaces | Map | Figure | Piece | Pieces | SideBySide


class Stand(Enum):
    """Places of a panel on a page: on the board, which is large and first, beside it, or folded away at the end."""

    BOARD = "board"
    BESIDE = "beside"
    FOLDED = "folded"


class Panel(NamedTuple):
    """A panel of the mat.

    A page shows a scene: which panels are the board, and which are folded away, follows from the mat. On a narrow page
    the first panel of the board comes before the question.

    Attributes:
        name: a word by which programs know it.
        title: its printed title.
        parts: from top to bottom.
        area: its place in the picture.
        is_broad: whether it has a row of its own on a page; others stand side by side.
        stand: where a page puts it.
        is_bare: whether the picture has neither paper nor title for it, because its parts have boxes of their own.
        is_said: whether texts have it.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
    area: Area
    is_broad: bool = False
    stand: Stand = Stand.BESIDE
    is_bare: bool = False
    is_said: bool = True


class Sheet(NamedTuple):
    """A mat.

    Attributes:
        title: title of the game.
        place: the war, its time and its place.
        line: number of the mission.
        score: the score so far, or the final one.
        question: the open decision.
        is_over: whether the war is over.
        panels: in the order of texts and pages.
    """

    title: str
    place: str
    line: str
    score: Tag
    question: str
    is_over: bool
    panels: tuple[Panel, ...]


class JournalText(NamedTuple):
    """A line of the journal: the place of the event, and its sentence or a part of it."""

    mark: str
    text: str


LETTER_FIELDS = frozenset({"sign", "signs"})
"""Fields that only texts in a fixed pitch read. They are the last ones of their records."""


@cache
def drawn_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a record that pages and other programs read; none of a plain list."""
    return tuple(name for name in getattr(kind, "_fields", ()) if name not in LETTER_FIELDS)


def as_json(record: Any) -> Any:
    """Return a sheet or a part as values of JSON: objects with the ``kind`` of a record, without default values."""
    if isinstance(record, Enum):
        return record.value
    if not isinstance(record, tuple):
        return record
    if not hasattr(record, "_fields"):
        return [as_json(one) for one in record]
    kind: Any = type(record)
    defaults = kind._field_defaults
    names = [name for name in drawn_fields(kind) if name not in defaults or getattr(record, name) != defaults[name]]
    return {"kind": kind.__name__.lower()} | {name: as_json(getattr(record, name)) for name in names}
