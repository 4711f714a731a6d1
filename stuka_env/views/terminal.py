"""A sheet for a terminal of any width, in colour, laid out by Rich."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import JournalText, Sheet
from stuka_env.views.words import Paragraph, Phrase, PieceTable, Span, blocks_of, fitting, size_of

TONE_STYLES = {
    Tone.NONE: "dim",
    Tone.GOOD: "bright_green",
    Tone.WARN: "bold dark_orange",
    Tone.BAD: "bold red",
    Tone.LOST: "bold red",
    Tone.PRESENT: "bold yellow",
    Tone.ENEMY: "red",
}
"""Styles of tones; the others are plain."""
GRADE_STYLES = ("", "green", "cyan", "yellow", "magenta", "bright_red")
"""Styles of the steps of a ladder, from 1."""
NAMED = 92
"""Smallest width with the names of people."""
HERE = "reverse bold"
"""Style of the own place."""


def two_columns(rows: Iterable[tuple[Text, Text]], gap: int = 2) -> Table:
    """Lay out pairs in two columns: a name, and the text about it."""
    grid = Table.grid(padding=(0, gap))
    grid.add_column(no_wrap=True, min_width=2)
    grid.add_column()
    for row in rows:
        grid.add_row(*row)
    return grid


def styled(phrase: Phrase) -> Text:
    """Return a phrase in colour."""
    text = Text()
    for span in phrase:
        text.append(span.words, style_of(span))
    return text


def style_of(span: Span) -> str:
    """Return the style of a span."""
    if span.is_here:
        return HERE
    return GRADE_STYLES[span.grade] if span.grade else TONE_STYLES.get(span.tone, "")


def head(sheet: Sheet, width: int = 0) -> Text:
    """Return one line: the war, its time, and the points so far; these come first where the line is too long."""
    words = [sheet.place, *filter(None, (sheet.line, sheet.score.words))]
    title = Text(f" {sheet.title}  ", "bold")
    if width and len(title) + len("   ".join(words)) > width:
        words = [*words[1:], words[0]]
    return title + Text("   ".join(words))


def paragraph(block: Paragraph) -> tuple[Text, Text]:
    """Return the name and the words of a paragraph."""
    text = Text()
    for place, phrase in enumerate(block.phrases):
        text.append(block.between if place else "", "dim")
        text.append_text(styled(phrase))
    return Text(block.name, "bold"), text


def table(block: PieceTable, width: int) -> Table:
    """Return the lines of pieces that fit into a width; the piece in question has another background."""
    fit = fitting(block, width)
    drawn = Table(box=None, padding=(0, fit.gap, 0, 0), pad_edge=False, header_style="dim")
    for place in fit.places:
        drawn.add_column(block.heads[place], no_wrap=True)
    for number, row in enumerate(fit.rows):
        style = "on grey23" if number in block.asked else None
        drawn.add_row(*(styled(row[place]) for place in fit.places), style=style)
    return drawn


def mat(sheet: Sheet, width: int) -> RenderableType:
    """Return the mat for a number of columns."""
    return Group(*_parts(sheet, width))


def _parts(sheet: Sheet, width: int) -> Iterator[RenderableType]:
    """Yield paragraphs in two columns, and drawings and tables with a free line around them."""
    rows: list[tuple[Text, Text]] = []
    for block in (block for panel in sheet.panels if panel.is_said for block in blocks_of(panel)):
        if isinstance(block, Paragraph) and 0 < size_of_drawing(block) <= width:
            yield from (two_columns(rows), "")
            yield from map(styled, block.drawn)
            yield ""
            rows = []
            continue
        if isinstance(block, Paragraph):
            rows.append(paragraph(block))
            continue
        if block.rows:
            yield from (two_columns(rows), "", table(block, width), "")
            rows = []
        rows += [paragraph(block.others)] if block.others.phrases else []
    yield two_columns(rows)


def size_of_drawing(block: Paragraph) -> int:
    """Return the columns of the drawing of a paragraph; 0 without one."""
    return max((size_of(row) for row in block.drawn), default=0)


def sentences(entries: Iterable[JournalText], most: int | None = None) -> Table:
    """Return the journal, or its last ``most`` sentences, each with its place."""
    kept: Sequence[JournalText] = list(entries)
    shown = kept if most is None else kept[max(0, len(kept) - most) :]
    return two_columns([(Text(entry.mark, "dim"), Text(entry.text)) for entry in shown], 1)
