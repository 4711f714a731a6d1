"""A sheet as a picture of 1280 x 800 pixels, for ``render_mode="rgb_array"`` and ``"human"``.

Each panel is drawn by itself and kept, so that a picture after a decision draws only the panels that have changed.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import (
    Cells,
    Figure,
    Hits,
    JournalText,
    Map,
    Mark,
    Panel,
    Part,
    Piece,
    Pieces,
    Sheet,
    SideBySide,
    Space,
    Spaces,
    Spot,
    Tag,
    Value,
)
from stuka_env.game import ViewParts
from stuka_env.render import colours
from stuka_env.render.canvas import Align, Box, Canvas, Colour, size_for, width_of, wrap
from stuka_env.render.decision import Chosen, draw_journal, draw_question, heading_of
from stuka_env.render.pages import HEIGHT, WIDTH
from stuka_env.render.pieces import crosses, draw_outline, pips, star, tag
from stuka_env.views.map_picture import draw_map
from stuka_env.views.words import capital

HEADER_HEIGHT = 36
GRADE_COLOURS: tuple[Colour, ...] = (
    colours.EMPTY, (76, 140, 64), (74, 104, 140), (150, 98, 20), (116, 62, 140), (176, 38, 60),
)  # fmt: skip
"""Colours of the steps of a ladder, from 1."""
HOME_CARD: Colour = (214, 228, 206)
LOST_CARD: Colour = (226, 196, 188)
PALETTE = (*colours.PLAIN_COLOURS, *GRADE_COLOURS[1:], HOME_CARD, LOST_CARD)
"""Colours of pictures."""
PANEL_INSET, PART_GAP = 8, 3
"""Space inside a panel, and between its parts."""
LINE_HEIGHT = 15
"""Height of a line of words."""
NARROW = 80
"""Width of a piece that has room for short words only."""
KEPT_PANELS = 64


class Measure(NamedTuple):
    """The least height of a part, and whether it takes more where there is more."""

    height: int
    is_flexible: bool = False


# --- measures ---


def measure(part: Part, width: int) -> Measure:
    """Return the measure of a part at a width."""
    match part:
        case Value():
            return Measure(LINE_HEIGHT * max(1, len(_value_lines(part, width))))
        case Hits() | Tag():
            return Measure(17)
        case Cells(cells=cells, columns=columns):
            rows = -(-len(cells) // (columns or max(len(cells), 1)))
            caption = LINE_HEIGHT if _caption(part) else 0
            return Measure(caption + rows * (30 if any(cell.words for cell in cells) else 16) + (rows - 1) * 2)
        case Spaces(cells=cells):
            return Measure(20) if any(cell.is_here for cell in cells) and not _has_marks(part) else Measure(30, True)
        case Map() | Figure():
            return Measure(60, True)
        case Piece(parts=parts):
            if _is_person(part):
                return Measure(32)
            inner = [measure(one, width) for one in parts]
            height = 20 + sum(one.height + PART_GAP for one in inner)
            return Measure(height, any(one.is_flexible for one in inner))
        case Pieces():
            return Measure(40, True)
    beside = _rows(part, width)
    return Measure(sum(one.height for one in beside) + len(beside) - 1, any(one.is_flexible for one in beside))


def _rows(part: SideBySide, width: int) -> list[Measure]:
    """Return the measures of rows of parts that stand side by side."""
    widths = [column.w for column in _columns(part, Box(0, 0, width, 0))]
    inner = [measure(one, widths[place % len(widths)]) for place, one in enumerate(part.parts)]
    rows = [inner[first : first + len(widths)] for first in range(0, len(inner), len(widths))]
    return [Measure(max(one.height for one in row), any(one.is_flexible for one in row)) for row in rows]


def _is_person(piece: Piece) -> bool:
    """Whether a piece has nothing but rows of boxes, which stand side by side."""
    return len(piece.parts) > 1 and all(isinstance(one, Hits) for one in piece.parts)


def _caption(part: Cells) -> str:
    """Return the line above boxes that a text describes as a whole."""
    return f"{capital(part.name)}: {part.words}" if part.name and part.words else ""


def _has_marks(part: Spaces) -> bool:
    return any(cell.marks for cell in part.cells)


def _columns(part: SideBySide, box: Box) -> list[Box]:
    """Return the columns of parts that stand side by side."""
    count = part.columns or max(len(part.parts), 1)
    shares = part.shares or (1,) * count
    free, left, columns = box.w - PANEL_INSET * (count - 1), box.x, []
    for share in shares:
        wide = free * share // sum(shares)
        columns.append(Box(left, box.y, wide, box.h))
        left += wide + PANEL_INSET
    return columns


def stacked(measures: Sequence[Measure], box: Box, gap: int = PART_GAP) -> list[Box]:
    """Return places from top to bottom; those that are flexible share the height that is left, or all are cut."""
    flexible = sum(one.is_flexible for one in measures)
    least, gaps = sum(one.height for one in measures), len(measures) - 1
    spare = box.h - least - gap * gaps
    if spare < 0:
        gap = 1
        spare = min(0, box.h - least - gaps)
    elif gaps > 0 and not flexible:
        gap += min(4, spare // gaps)
    top, places = float(box.y), []
    for one in measures:
        more = spare * one.height / least if spare < 0 else spare / flexible if one.is_flexible else 0
        places.append(Box(box.x, round(top), box.w, round(top + one.height + more) - round(top)))
        top += one.height + more + gap
    return places


class Painter:
    """A painter of the parts of a sheet on a canvas, with the silhouettes of a game."""

    def __init__(self, canvas: Canvas, views: ViewParts) -> None:
        self._canvas = canvas
        self._silhouettes = views.silhouettes

    def column(self, parts: Sequence[Part], box: Box) -> None:
        """Draw parts from top to bottom; values without words are left out."""
        shown = [part for part in parts if not isinstance(part, Value) or part.words]
        for part, place in zip(shown, stacked([measure(part, box.w) for part in shown], box), strict=True):
            self.part(part, place)

    def part(self, part: Part, box: Box) -> None:
        """Draw a part in a box."""
        match part:
            case Value():
                self._value(part, box)
            case Tag():
                self._tag(part, box)
            case Hits():
                self._hits(part, box)
            case Cells():
                self._cells(part, box)
            case Spaces():
                self._spaces(part, box)
            case Map():
                draw_map(self._canvas, part, box, self._shape)
            case Figure():
                self._figure(part, box)
            case Piece():
                self._piece(part, box, is_framed=False)
            case Pieces():
                self._pieces(part, box)
            case SideBySide():
                self._side_by_side(part, box)

    def _side_by_side(self, part: SideBySide, box: Box) -> None:
        columns, rows = _columns(part, box), stacked(_rows(part, box.w), box, 1)
        for place, one in enumerate(part.parts):
            row = rows[place // len(columns)]
            self.part(one, columns[place % len(columns)]._replace(y=row.y, h=row.h))

    # --- words ---

    def _value(self, part: Value, box: Box) -> None:
        """Draw a name and its words; a sentence has no name, and what belongs to the player has a plate."""
        name, colour = capital(part.name), colours.colour_of(part.tone)
        if part.tone == Tone.OWN and part.words and box.w > NARROW:
            words = capital(f"{part.name}: {part.words}" if part.name else part.words)
            tag(self._canvas, box, words, back=colours.BLUE, size=12)
        elif not part.name:
            align: Align = "centre" if box.w < NARROW else "left"
            lines = _value_lines(part, box.w)
            for place, line in enumerate(lines):
                words = capital(line) if not place else line
                self._canvas.text(box.column(len(lines), place), words, 12, colour, align=align)
        elif box.w < NARROW:
            words = f"{name} {part.words}" if part.words else ""
            if words and part.tone not in (Tone.PLAIN, Tone.NONE):
                tag(self._canvas, box, words, back=colour, size=12)
            else:
                self._canvas.text(box, words, 12, colour, align="centre")
        else:
            left = _name_width(part, box.w)
            lines = _value_lines(part, box.w) or ["-"]
            self._canvas.text(box.part(0, 0, left, min(box.h, LINE_HEIGHT + 1)), name, 11, colours.FADED)
            for place, line in enumerate(lines):
                row = box.part(left, 0, box.w - left, box.h).column(len(lines), place)
                self._canvas.text(row, line, 13 if len(lines) == 1 else 11, colour if part.words else colours.FADED)

    def _tag(self, part: Tag, box: Box) -> None:
        """Draw a badge, a word on a plate, or a plain word."""
        if part.shape:
            self._shape(box, part.shape, colours.colour_of(part.tone))
        elif part.words:
            words = part.words if width_of(part.words, 9) <= box.w - 2 else part.words[:3]
            if part.grade:
                tag(self._canvas, box, words, back=GRADE_COLOURS[part.grade], size=12)
            elif part.tone in (Tone.PLAIN, Tone.NONE):
                self._canvas.text(box, words, 12, colours.colour_of(part.tone), align="right")
            else:
                tag(
                    self._canvas,
                    box,
                    words,
                    back=colours.colour_of(part.tone),
                    front=colours.ink_on(part.tone),
                    size=12,
                )

    def _hits(self, part: Hits, box: Box) -> None:
        """Draw boxes of which some are filled, under their name or beside it; a letter stands for no name."""
        colour = colours.back_of(part.tone)
        if part.is_cross:
            crosses(self._canvas, box, part.filled, part.most)
        elif part.short:
            pips(self._canvas, box, count=part.filled, most=part.most, colour=colour)
        else:
            ink = colours.INK if part.filled else colours.FADED
            is_tall = box.h >= 22
            left = 0 if is_tall else min(box.w // 2, round(width_of(capital(part.name), 12)) + 6)
            name = box._replace(h=12) if is_tall else box._replace(w=left)
            self._canvas.text(name, capital(part.name), 11 if is_tall else 12, ink)
            top = 12 if is_tall else 1
            marks = Box(box.x + left, box.y + top, box.w - left, min(20, box.h - top - 1))
            pips(self._canvas, marks, count=part.filled, most=part.most, colour=colour)

    # --- boxes ---

    def _cells(self, part: Cells, box: Box) -> None:
        count = max(len(part.cells), 1)
        columns = part.columns or count
        rows = -(-count // columns)
        left = 58 if part.name and len(part.name) < 10 and part.columns == 0 else 0
        if left:
            self._canvas.text(box._replace(w=left), capital(part.name), 12, colours.FADED)
        caption = _caption(part)
        if caption:
            self._canvas.text(box._replace(h=LINE_HEIGHT), caption, 12, colours.FADED)
        top = LINE_HEIGHT if caption else 0
        body = box.part(left, top, box.w - left, box.h - top)
        is_tall = any(cell.words for cell in part.cells)
        for place, cell in enumerate(part.cells):
            row = body.column(rows, place // columns, gap=2)
            inside = min(columns, count - columns * (place // columns)) if columns == 4 and rows < 3 else columns
            self._cell(cell, row.row(inside, place % columns, gap=2 if columns > 8 else 3), is_tall=is_tall)

    def _cell(self, cell: Space, box: Box, *, is_tall: bool) -> None:
        """Draw a small box with its name, and a number under it."""
        ink = colours.ink_on(cell.tone)
        self._canvas.fill(box, colours.back_of(cell.tone), 3)
        if is_tall:
            self._canvas.text(box.part(1, 0, box.w - 2, 11), capital(cell.name), 10, ink, align="centre")
            self._canvas.text(box.part(1, 10, box.w - 2, box.h - 10), cell.words, 15, ink, align="centre")
        else:
            self._canvas.text(box.inset(1), f"{capital(cell.name)} {cell.words}".strip(), 11, ink, align="centre")

    def _spaces(self, part: Spaces, box: Box) -> None:
        """Draw a track: a scale, a way with markers, or spaces on which markers wait."""
        cells = part.cells
        if not any(cell.is_here for cell in cells):
            self._waiting(part, box)
        elif box.h < 40:
            self._scale(part, box)
        else:
            for place, cell in enumerate(cells):
                self._space(cell, box.row(len(cells), place, gap=6))

    def _scale(self, part: Spaces, box: Box) -> None:
        """Draw the states of a scale, the present one in colour; their widths follow their words."""
        wide = [width_of(cell.name, 12) + 10 for cell in part.cells]
        left, free = float(box.x), box.w - 3 * (len(wide) - 1)
        for cell, size in zip(part.cells, wide, strict=True):
            step = free * size / sum(wide)
            place = Box(round(left), box.y, round(left + step) - round(left), box.h)
            self._canvas.fill(place, colours.back_of(cell.tone), 4)
            self._canvas.text(place.inset(2), capital(cell.name), 12, colours.ink_on(cell.tone), align="centre")
            left += step + 3

    def _space(self, cell: Space, box: Box) -> None:
        """Draw a space of a way with its markers."""
        self._canvas.fill(box, colours.SPACES.get(cell.tone, colours.EMPTY), 6)
        if cell.is_passed:
            self._canvas.frame(box, colours.GOLD, 2, 6)
        ink = colours.WHITE if cell.tone == Tone.SPENT else colours.FADED
        words = ", ".join(filter(None, (capital(cell.name), cell.words)))
        self._canvas.text(box.part(4, 2, box.w - 8, 16), words, 12, ink, align="centre")
        body = box.part(4, 19, box.w - 8, box.h - 22)
        for place, mark in enumerate(cell.marks):
            self._mark(mark, body.column(max(2, len(cell.marks)), place, gap=2))

    def _mark(self, mark: Mark, box: Box) -> None:
        """Draw a marker: its silhouette, its name and further words."""
        self._canvas.fill(box, colours.back_of(mark.tone), 5)
        wide = min(box.h, 34) if mark.shape else 0
        if mark.shape:
            x = box.w - wide - 3 if mark.heading == 90 else 3
            self._shape(box.part(x, 2, wide, box.h - 4), mark.shape, colours.WHITE, heading=mark.heading)
        room = box.part(3 if mark.heading == 90 else wide + 5, 2, box.w - wide - 8, box.h - 4)
        lines = [capital(mark.name), mark.words]
        if not mark.words or max(width_of(line, 12) for line in lines) > room.w:
            lines = wrap(capital(f"{mark.name} {mark.words}"), 12, room.w)[:3]
        for place, line in enumerate(lines):
            self._canvas.text(room.column(len(lines), place), line, 12, colours.WHITE, align="centre")

    def _waiting(self, part: Spaces, box: Box) -> None:
        """Draw spaces with numbers, and the markers on them."""
        self._canvas.text(box.part(0, 4, 94, 18), part.name, 13, colours.INK)
        self._canvas.text(box.part(0, 22, 94, 12), part.note, 9, colours.FADED)
        body = box.part(98, 0, box.w - 98, box.h)
        for place, cell in enumerate(part.cells):
            space = body.row(len(part.cells), place, gap=2)
            self._canvas.fill(space, colours.EMPTY, 3)
            self._canvas.text(space.part(2, 1, space.w - 4, 10), cell.name, 9, colours.FADED)
            inside = space.part(1, 11, space.w - 2, space.h - 12)
            columns = max(space.w // 26, -(-len(cell.marks) // 2))
            for number, mark in enumerate(cell.marks):
                at = inside.column(2, number // columns, gap=1).row(columns, number % columns, gap=1)
                tag(self._canvas, at, mark.name, back=colours.back_of(mark.tone), size=12)

    # --- pieces ---

    def _shape(self, box: Box, name: str, colour: Colour, *, heading: int = 0, crosses: Sequence[Spot] = ()) -> None:
        if name == "star":
            star(self._canvas, box, colour)
        elif name in self._silhouettes:
            outline, details = self._silhouettes[name]
            for points, fill in ((outline, colour), *((detail, colours.SEA) for detail in details)):
                draw_outline(self._canvas, box, points, fill, heading=heading)
        for spot in crosses:
            self._cross(box.centre, spot, box.w / 2, max(3, box.w // 16), heading)

    def _figure(self, part: Figure, box: Box) -> None:
        """Draw a silhouette with hits on both sides of it, and a cross for each damaged system on it."""
        side = min(112, box.w * 3 // 10) if part.left or part.right else 0
        middle = box.part(side, 0, box.w - 2 * side, box.h).inset(4)
        colour = colours.EMPTY if part.tone == Tone.NONE else colours.colour_of(part.tone)
        self._shape(middle, part.shape, colour, heading=part.heading)
        reach = min(middle.w, middle.h) / 2
        for parts, x in ((part.left, 0), (part.right, box.w - side)):
            rows = max(len(part.left), len(part.right), 1)
            for place, one in enumerate(parts):
                self.part(one, box.part(x, 0, side, box.h).column(rows, place, gap=2))
                if isinstance(one, Hits) and one.filled and one.spot:
                    self._cross(middle.centre, one.spot, reach, 5, part.heading)
        if part.is_lost:
            self._cross(middle.centre, (0.0, 0.0), reach, round(reach * 0.8), 0)

    def _cross(self, centre: Spot, spot: Spot, reach: float, size: int, turn: int) -> None:
        """Draw a cross at a spot of a silhouette that is turned."""
        right, down = cos(radians(turn)) * reach, sin(radians(turn)) * reach
        x, y = centre[0] + spot[0] * right - spot[1] * down, centre[1] + spot[0] * down + spot[1] * right
        self._canvas.line((x - size, y - size), (x + size, y + size), colours.GOLD, 3)
        self._canvas.line((x - size, y + size), (x + size, y - size), colours.GOLD, 3)

    def _pieces(self, part: Pieces, box: Box) -> None:
        """Draw pieces of one kind in frames, after their name where they are narrow."""
        count = max(len(part.pieces), 1)
        columns = part.columns or count
        left = 0 if part.columns else 54
        if left:
            ink = colours.colour_of(part.pieces[0].tone if part.pieces else Tone.PLAIN)
            self._canvas.text(box._replace(w=left - 4), part.name, 12, ink, align="centre")
        body = box.part(left, 0, box.w - left, box.h)
        gap = 2 if left else 6
        for place, piece in enumerate(part.pieces):
            row = body.column(-(-count // columns), place // columns, gap=gap)
            self._piece(piece, row.row(columns, place % columns, gap=gap), is_framed=True)

    def _piece(self, piece: Piece, box: Box, *, is_framed: bool) -> None:
        if is_framed:
            tone = piece.state.tone if piece.state else Tone.PLAIN
            back = {Tone.GOOD: HOME_CARD, Tone.BAD: LOST_CARD}.get(tone, colours.CARD) if piece.is_on else colours.EMPTY
            self._canvas.fill(box, back, 5)
            self._canvas.frame(box, colours.GOLD if piece.is_asked else colours.LINE, 4 if piece.is_asked else 1, 5)
            box = box.inset(3 if box.w < NARROW else 5)
        high = 17 if box.w < NARROW or box.h < 60 else 20 if is_framed else 24
        self._head(piece, box._replace(h=min(high, box.h)), is_framed=is_framed)
        body = box.part(0, high + 1, box.w, box.h - high - 1)
        if _is_person(piece):
            wide = tuple(3 if isinstance(one, Hits) and one.is_cross else 8 for one in piece.parts)
            self._side_by_side(SideBySide(piece.parts, shares=wide), body._replace(h=min(body.h, 14)))
        else:
            self.column(piece.parts, body)

    def _head(self, piece: Piece, box: Box, *, is_framed: bool) -> None:
        """Draw the label of a piece, and its badges and plates from the right."""
        ink = colours.RED if piece.is_lost else colours.colour_of(piece.tone)
        if is_framed and piece.label.isdecimal() and box.w >= NARROW:
            self._canvas.fill(box._replace(w=22), colours.INK, 4)
            self._canvas.text(box._replace(w=22), piece.label, 14, colours.WHITE, align="centre")
            left = 25
        else:
            left = self._label(piece, box, ink, is_framed=is_framed)
        for badge in [one for one in piece.tags if one.shape]:
            self._tag(badge, box.part(left, 0, 20, box.h))
            left += 22
        right = box.x + box.w
        plates = [plate for plate in (*piece.tags, piece.state) if plate and not plate.shape]
        for plate in reversed(plates):
            wide = min(right - box.x - left, round(width_of(plate.words, 12)) + 12)
            right -= wide
            self._tag(plate, Box(right, box.y + 1, wide, box.h - 2))
            right -= 3

    def _label(self, piece: Piece, box: Box, ink: Colour, *, is_framed: bool) -> int:
        """Draw the label in words and return its width."""
        kind = capital(piece.name)
        if is_framed and not piece.label.isdecimal():
            words = capital(piece.label)
            if piece.is_on:
                tag(self._canvas, box, words, back=ink, size=12)
            else:
                self._canvas.text(box, words, 12, colours.FADED, align="centre")
            return box.w
        if box.w < NARROW:
            words, size, room = piece.label, 14, 20
        elif piece.title:
            words, size, room = f"{kind[0]}{piece.label} {piece.title}", 13, box.w - 52
        elif piece.label.isdecimal():
            words, size, room = f"{kind} {piece.label}", 13, box.w - 52
        else:
            words, size = capital(piece.label) or kind, 13 if is_framed or box.h < 24 or not piece.is_on else 19
            room = box.w
        self._canvas.text(box._replace(w=room), words, size, ink)
        return min(room, round(width_of(words, size_for(words, size, room))) + 6)


def _name_width(part: Value, width: int) -> int:
    return max(round(width_of(capital(part.name), 11)) + 6, 64 if width > 150 else 0)


def _value_lines(part: Value, width: int) -> list[str]:
    """Return the words of a value in lines that fit; a short one is made smaller instead."""
    room = width - (_name_width(part, width) if part.name else 0)
    if len(part.words) < 60:
        return [part.words] if part.words else []
    return wrap(part.words, 11, room)


# --- the picture ---


@lru_cache(KEPT_PANELS)
def _panel_pixels(views: ViewParts, panel: Panel) -> NDArray[np.uint8]:
    assert panel.area is not None
    box = Box(0, 0, *panel.area[2:])
    canvas = Canvas(box.w, box.h)
    canvas.fill(box, colours.TABLE)
    if not panel.is_bare:
        canvas.fill(box, colours.PAPER, 6)
    Painter(canvas, views).column(
        panel.parts, box if panel.is_bare else Box(PANEL_INSET, 4, box.w - 2 * PANEL_INSET, box.h - 7)
    )
    return canvas.pixels()


def draw(
    views: ViewParts,
    sheet: Sheet,
    journal: Sequence[JournalText] = (),
    legal: Sequence[tuple[int, str]] = (),
    chosen: Chosen | None = None,
    heading: str = "",
) -> NDArray[np.uint8]:
    """Draw a sheet with the end of the journal and the open decision, uint8 (800, 1280, 3).

    ``heading`` replaces the question where nothing is decided.

    Raises:
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    picture[:] = colours.TABLE
    _put(picture, Box(0, 0, WIDTH, HEADER_HEIGHT), _header(sheet).pixels())
    for panel in sheet.panels:
        if panel.area:
            _put(picture, Box(*panel.area), _panel_pixels(views, panel))
    for area in (views.decision, views.journal):
        canvas = Canvas(*area[2:])
        canvas.fill(Box(0, 0, *area[2:]), colours.TABLE)
        canvas.fill(Box(0, 0, *area[2:]), colours.PAPER, 6)
        if area == views.decision:
            words = heading or heading_of(sheet.question, chosen)
            draw_question(canvas, Box(0, 0, *area[2:]), words, () if sheet.is_over else legal, chosen)
        else:
            draw_journal(canvas, Box(0, 0, *area[2:]), journal)
        _put(picture, Box(*area), canvas.pixels())
    return picture


def _put(picture: NDArray[np.uint8], box: Box, pixels: NDArray[np.uint8]) -> None:
    picture[box.y : box.y + box.h, box.x : box.x + box.w] = pixels


def _header(sheet: Sheet) -> Canvas:
    """Draw the head of a picture: the game, the war, the score and the mission."""
    canvas = Canvas(WIDTH, HEADER_HEIGHT)
    box = Box(0, 0, WIDTH, HEADER_HEIGHT)
    canvas.fill(box, colours.HEADER)
    wide = round(width_of(sheet.title, 20)) + 12
    canvas.text(box.part(10, 0, wide, box.h), sheet.title, 20, colours.GOLD)
    line = round(width_of(sheet.line, 17)) + 4 if sheet.line else 0
    canvas.text(box.part(WIDTH - line - 12, 0, line, box.h), sheet.line, 17, colours.WHITE, align="right")
    score = round(width_of(sheet.score.words, 17)) + 16 if sheet.score.words else 0
    right = WIDTH - line - score - 30
    if sheet.score.tone == Tone.BAD:
        tag(canvas, Box(right, 4, score, 28), sheet.score.words, back=colours.RED, size=17)
    else:
        canvas.text(Box(right, 4, score, 28), sheet.score.words, 17, colours.GOLD, align="right")
    canvas.text(Box(wide + 10, 0, right - wide - 20, box.h), sheet.place, 17, colours.WHITE)
    return canvas
