"""A sheet in words: paragraphs of toned text, for text, terminal, language models and descriptions of pictures."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import (
    Cells,
    Figure,
    Hits,
    Map,
    Panel,
    Part,
    Piece,
    Pieces,
    Sheet,
    SideBySide,
    Space,
    Spaces,
    Tag,
    Value,
)
from stuka_env.views.map_text import map_in_letters

UNSAID = (Tone.NONE, Tone.PLAIN)
"""Tones of the places of a map that words leave out: a map has dozens of places."""
SUPPLIES = (Tone.GOOD, Tone.PRESENT, Tone.OWN)
"""Tones of boxes that texts name even if none is filled."""


class Span(NamedTuple):
    """Words with a tone; ``is_here`` marks the own place."""

    words: str
    tone: Tone = Tone.PLAIN
    is_here: bool = False


Phrase = list[Span]
"""Words about one thing."""
Row = list[Phrase]
"""A line of a table: a phrase for each column."""


class Paragraph(NamedTuple):
    """A name, and phrases with a comma or another text between them.

    ``drawn`` has the lines that a text in a fixed pitch shows in place of the phrases, of a map that can be drawn so.
    """

    name: str
    phrases: tuple[Phrase, ...]
    between: str = ", "
    drawn: tuple[Phrase, ...] = ()


class PieceTable(NamedTuple):
    """Lines of pieces of one kind.

    Attributes:
        name: their kind.
        heads: names of the columns.
        ranks: of the columns: those of a higher rank are left out first.
        rows: the pieces with parts, in full words.
        short_rows: the same in short words.
        legend: the meanings of letters.
        others: the pieces without parts.
    """

    name: str
    heads: tuple[str, ...]
    ranks: tuple[int, ...]
    rows: tuple[Row, ...]
    short_rows: tuple[Row, ...]
    legend: tuple[str, ...]
    others: Paragraph


WordBlock = Paragraph | PieceTable


def sections_of(sheet: Sheet) -> dict[str, str | list[str]]:
    """Return a sheet in words by section, for language models: one text, or one for each piece of a table."""
    sections: dict[str, str | list[str]] = {
        "War": ", ".join(filter(None, (sheet.place, sheet.line, sheet.score.words)))
    }
    for panel in sheet.panels:
        for block in blocks_of(panel) if panel.is_said else ():
            paragraph = block
            if isinstance(block, PieceTable):
                sections[block.name] = lines_of(panel)
                paragraph = block.others
            if isinstance(paragraph, Paragraph) and paragraph.phrases:
                sections[paragraph.name] = joined(paragraph.phrases, paragraph.between)
    return sections


def said_on(sheet: Sheet) -> list[str]:
    """Return everything that a sheet says."""
    said = sections_of(sheet)
    texts = [line for words in said.values() for line in ([words] if isinstance(words, str) else words)]
    return [sheet.question, *said, *texts]


def capital(words: str) -> str:
    """Return words that begin with a capital letter."""
    return words[:1].upper() + words[1:]


def joined(phrases: Iterable[Phrase], between: str = ", ") -> str:
    """Return phrases as one text."""
    return between.join("".join(span.words for span in phrase) for phrase in phrases)


# --- phrases ---


def phrases_of(part: Part) -> Iterator[Phrase]:
    """Yield what a part says; nothing about what is empty."""
    match part:
        case Value(name, words, tone):
            if words and tone != Tone.NONE:
                yield [Span(f"{name} "), Span(words, tone)] if name else [Span(words, tone)]
        case Tag(words, tone):
            if words:
                yield [Span(words, tone)]
        case Hits():
            yield from _hits(part)
        case Cells():
            yield from _cells(part)
        case Spaces():
            yield from _track(part)
        case Map(places=places):
            if part.is_close:
                return
            yield from (_space(place, place.name, place.tone) for place in places if place.tone not in UNSAID)
        case Figure(left=left, right=right):
            yield from _all((*left, *right))
        case SideBySide(parts=parts):
            yield from _all(parts)
        case Piece():
            if part.is_on:
                yield _piece(part)
        case Pieces(pieces=pieces):
            yield from (_piece(piece) for piece in pieces if piece.is_on)


def _all(parts: Iterable[Part]) -> Iterator[Phrase]:
    for part in parts:
        yield from phrases_of(part)


def _hits(part: Hits) -> Iterator[Phrase]:
    """Yield "port wing 2/3", or "stress 2" where a letter stands for it in tables."""
    if part.filled or part.tone in SUPPLIES:
        of = "" if part.short else f"/{part.most}"
        yield [Span(f"{part.name} "), Span(f"{part.filled}{of}", part.tone)]


def _cell(cell: Space) -> Phrase:
    return [Span(cell.said or f"{cell.name} {cell.words}".strip(), cell.tone)]


def _cells(part: Cells) -> Iterator[Phrase]:
    if part.words is not None:
        said = [[Span(part.words)]] if part.words else []
    else:
        said = [_cell(cell) for cell in part.cells if cell.tone != Tone.NONE]
    for place, phrase in enumerate(said):
        yield [Span(f"{part.name} "), *phrase] if part.name and not place else phrase


def _track(part: Spaces) -> Iterator[Phrase]:
    """Yield the present state of a scale, or the markers that wait on a track."""
    for space in part.cells:
        if space.is_here:
            yield [Span(space.said or space.name, space.tone)]
        elif not any(one.is_here for one in part.cells):
            yield from ([Span(mark.name, mark.tone), Span(f" ({space.name})")] for mark in space.marks)


def _space(space: Space, name: str, tone: Tone) -> Phrase:
    """Return a space of a way or of a map with its markers, the own place in brackets."""
    marks = [f"{mark.name} {mark.words}".strip() for mark in space.marks if mark.name]
    notes = [*([space.words] if space.words else []), *marks]
    words = f"{name} ({', '.join(notes)})" if notes else name
    if space.is_here:
        return [Span(f"[{words}]", is_here=True)]
    return [Span(words, tone)]


def _is_marked(space: Space) -> bool:
    return any(mark.name or mark.words for mark in space.marks)


def _piece(piece: Piece) -> Phrase:
    """Return a piece in one phrase: "3 Dornbeck Veteran stress 2"."""
    phrase = _head(piece)
    for part in (*piece.tags, *_flat(piece.parts)):
        between = Span(", " if isinstance(part, Value) and part.name else " ")
        for said in _about(part):
            phrase += [between, *said] if phrase else said
    return phrase


def _whole(piece: Piece) -> Iterator[Phrase]:
    """Yield a phrase for each thing about a piece."""
    if piece.is_on:
        head = _head(piece)
        yield from [head] if head else []
        yield from (*_all(piece.tags), *_inner(piece))


def _inner(piece: Piece) -> Iterator[Phrase]:
    for part in _flat(piece.parts):
        yield from _about(part)


def _about(part: Part) -> Iterator[Phrase]:
    """Yield what a part of a piece says; a piece in it with its kind: "pilot 3 Veteran"."""
    if not isinstance(part, Piece):
        yield from phrases_of(part)
    elif part.is_on:
        yield [Span(f"{part.name} "), *_piece(part)]


def _head(piece: Piece, is_short: bool = False) -> Phrase:
    """Return label, title and state of a piece."""
    names = [Span(words) for words in (piece.label, piece.title) if words]
    state = piece.state
    if state is not None and state.words:
        names.append(Span(state.short or state.words if is_short else state.words, state.tone))
    return [span for place, name in enumerate(names) for span in ([Span(" "), name] if place else [name])]


# --- paragraphs ---


def blocks_of(panel: Panel) -> Iterator[WordBlock]:
    """Yield the paragraphs and tables of a panel; those that say nothing are left out."""
    loose: list[Phrase] = []
    blocks: list[WordBlock] = []
    for part in _flat(panel.parts):
        match part:
            case Pieces(is_table=True):
                blocks.append(_table(part))
            case Piece(name):
                blocks.append(Paragraph(capital(name), tuple(_whole(part))))
            case Pieces(name):
                said = tuple(phrases_of(part))
                between = "; " if any(", " in span.words for phrase in said for span in phrase) else ", "
                blocks.append(Paragraph(capital(name), said, between))
            case Map(name):
                blocks.append(Paragraph(capital(name), tuple(phrases_of(part)), "; ", tuple(_drawn(part))))
            case Spaces():
                blocks.append(_track_words(part))
            case _:
                loose += phrases_of(part)
    for block in (Paragraph(panel.title, tuple(loose)), *blocks):
        if block.others.phrases or block.rows if isinstance(block, PieceTable) else block.phrases:
            yield block


def _drawn(part: Map) -> Iterator[Phrase]:
    """Yield the lines of a map in letters; none if it cannot be drawn so."""
    for row in map_in_letters(part):
        yield [Span(words, tone, is_here=is_here) for words, tone, is_here in row]


def _track_words(part: Spaces) -> Paragraph:
    """Return a track in words: all spaces of a way once something lies on it, or the markers that wait."""
    name, spaces = part.name, part.cells
    if not any(space.is_here for space in spaces):
        return Paragraph(name, tuple(phrases_of(part)))
    shown = [space for space in spaces if space.tone != Tone.SPENT or space.is_here]
    said = [_space(one, one.short or one.name, Tone.ENEMY if _is_marked(one) else Tone.PLAIN) for one in shown]
    return Paragraph(name, tuple(said) if any(space.marks for space in spaces) else (), " - ")


def _flat(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        if isinstance(part, SideBySide):
            yield from _flat(part.parts)
        else:
            yield part


def description(panel: Panel) -> str:
    """Return a panel in one text, such as the description of its picture."""
    said = lines_of(panel)
    for block in blocks_of(panel):
        paragraph = block.others if isinstance(block, PieceTable) else block
        words = joined(paragraph.phrases, paragraph.between)
        said.append(words if paragraph.name == panel.title else f"{paragraph.name}: {words}")
    return f"{panel.title}: {'; '.join(said)}"


def lines_of(panel: Panel) -> list[str]:
    """Return the pieces of the tables of a panel in words, a text for each: "3: flying, pilot 2 Green, stress 1"."""
    lines = []
    for table in _flat(panel.parts):
        if isinstance(table, Pieces) and table.is_table:
            lines += [_line(piece) for piece in table.pieces if _is_row(piece)]
    return lines


def _line(piece: Piece) -> str:
    asked = [[Span("the question is about it")]] if piece.is_asked else []
    state = [[Span(piece.state.words)]] if piece.state is not None else []
    return f"{piece.label}: {joined([*_all(piece.tags), *asked, *_inner(piece), *state])}"


# --- tables ---

WIDE_GAP = 2
"""Columns between two columns of a table with enough space."""


class Fit(NamedTuple):
    """The part of a table that fits into a width: its rows, the places of its columns, and the space between them."""

    rows: Sequence[Row]
    places: tuple[int, ...]
    gap: int


def fitting(table: PieceTable, width: int) -> Fit:
    """Return as much of a table as fits: narrow ones have short words, then less space, then fewer columns."""
    places = tuple(range(len(table.heads)))
    fits = [Fit(table.rows, places, WIDE_GAP), Fit(table.short_rows, places, WIDE_GAP)]
    for most in sorted({*table.ranks}, reverse=True):
        fits.append(Fit(table.short_rows, tuple(place for place in places if table.ranks[place] <= most), 1))
    for fit in fits:
        if sum(sizes_of(table, fit)) + fit.gap * (len(fit.places) - 1) <= width:
            return fit
    return fits[-1]


def sizes_of(table: PieceTable, fit: Fit) -> list[int]:
    """Return the widths of the columns."""
    return [max(len(table.heads[place]), *(size_of(row[place]) for row in fit.rows), 0) for place in fit.places]


def size_of(phrase: Phrase) -> int:
    """Return the length of a phrase."""
    return sum(len(span.words) for span in phrase)


def _is_row(piece: Piece) -> bool:
    """Whether a piece has parts that words can describe."""
    return piece.is_on and any(not isinstance(part, Figure) for part in piece.parts)


def _table(part: Pieces) -> PieceTable:
    rows = [piece for piece in part.pieces if _is_row(piece)]
    columns = [[one for one in _flat(piece.parts) if not isinstance(one, Figure)] for piece in rows]
    first = columns[0] if columns else []
    others = tuple(_piece(piece) for piece in part.pieces if piece.is_on and not _is_row(piece))
    return PieceTable(
        part.name,
        ("", "", *(one.name for one in first if not isinstance(one, (Tag, Figure, SideBySide))), ""),
        (0, 0, *(one.rank if isinstance(one, Value) else 0 for one in first), 0),
        tuple(_row(piece, parts, False) for piece, parts in zip(rows, columns, strict=True)),
        tuple(_row(piece, parts, True) for piece, parts in zip(rows, columns, strict=True)),
        _legend(rows, first),
        Paragraph(f"Other {part.name.lower()}", others),
    )


def _row(piece: Piece, parts: Iterable[Part], is_short: bool) -> Row:
    marks = "".join(tag.short for tag in piece.tags) + ("?" if piece.is_asked else "")
    state = [Span(piece.state.words, piece.state.tone)] if piece.state is not None else []
    return [[Span(piece.label)], [Span(marks, Tone.PRESENT)], *(_column(part, is_short) for part in parts), state]


def _column(part: Part, is_short: bool) -> Phrase:
    """Return a part as a column of a table."""
    match part:
        case Value(_, words, tone, short):
            return [Span(short or words if is_short else words, tone)]
        case Cells(cells=cells):
            return [Span(cell.short if cell.tone != Tone.NONE else ".", cell.tone) for cell in cells]
        case Piece():
            return short_phrase(part, is_short)
        case Hits(filled=count, tone=tone):
            return [Span(str(count), tone)]
    return [span for phrase in phrases_of(part) for span in phrase]


def short_phrase(piece: Piece, is_short: bool = False) -> Phrase:
    """Return a piece in a column of a table: "3 Dornbeck Veteran S2"; "3 Dornbeck V S2" if it ``is_short``."""
    hits = [one for one in piece.parts if isinstance(one, Hits) and one.filled]
    tags = [Span(f" {tag.words}", tag.tone) for tag in piece.tags]
    return [*_head(piece, is_short), *tags, *(Span(f" {one.short}{one.filled}", one.tone) for one in hits)]


def _legend(rows: Iterable[Piece], columns: Iterable[Part]) -> tuple[str, ...]:
    """Return the meanings of the letters in a table: of its marks, of numbers of boxes, and of single boxes."""
    marks = {tag.short: tag.words for piece in rows for tag in piece.tags}
    marks |= {"?": "to decide"} if any(piece.is_asked for piece in rows) else {}
    hits = {
        one.short: one.name
        for part in columns
        if isinstance(part, Piece)
        for one in part.parts
        if isinstance(one, Hits)
    }
    cells = {cell.short: cell.said for part in columns if isinstance(part, Cells) for cell in part.cells}
    groups = [
        ", ".join(words if words.startswith(letter) else f"{letter} {words}" for letter, words in one.items())
        for one in (marks, hits, cells)
    ]
    return tuple(filter(None, groups))
