"""A sheet as text, for ``render_mode="ansi"``, and the same with the colours of a terminal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import JournalText, Sheet
from stuka_env.render.terminal import BOLD, CYAN, DIM, GREEN, PLAIN, RED, YELLOW
from stuka_env.views.words import Fit, Paragraph, Phrase, PieceTable, Span, blocks_of, fitting, size_of, sizes_of

TEXT_WIDTH = 120
TAIL = 12
"""Number of lines of the journal."""
NAME_WIDTH = 16
"""Columns of the name of a paragraph."""
UNBROKEN = 36
"""Letters of a phrase that is not broken at the end of a line."""
WORD_END = re.compile(r"(?<= )")
TONE_COLOURS = {
    Tone.NONE: DIM,
    Tone.GOOD: GREEN,
    Tone.WARN: YELLOW,
    Tone.BAD: RED,
    Tone.LOST: RED,
    Tone.PRESENT: BOLD + YELLOW,
    Tone.ENEMY: RED,
}
"""Colours of tones on a terminal; the others are plain."""


class Stroke(NamedTuple):
    """Words of a line, and their colour."""

    words: str
    colour: str = ""


Line = list[Stroke]


def clipped(text: str, width: int) -> str:
    """Return a line cut to a width."""
    return text if len(text) <= width else text[: width - 3] + "..."


def stroke_of(span: Span) -> Stroke:
    """Return a span with its colour."""
    return Stroke(span.words, BOLD + GREEN if span.is_here else TONE_COLOURS.get(span.tone, ""))


# --- lines ---


def paragraph_lines(block: Paragraph, width: int) -> list[Line]:
    """Return a named paragraph, its further lines indented under the first."""
    lines: list[Line] = [[Stroke(f"{block.name}:", CYAN), Stroke(" " * max(1, NAME_WIDTH - len(block.name) - 1))]]
    room = width - NAME_WIDTH
    left = room
    for group in _groups(block):
        size = sum(len(stroke.words) for stroke in group)
        if size - group[-1].words.endswith(" ") > left and left < room:
            lines.append([Stroke(" " * NAME_WIDTH)])
            left = room
        lines[-1] += group
        left -= size
    return lines


def _groups(block: Paragraph) -> Iterator[list[Stroke]]:
    """Yield what a line is not broken in, with the space after it: short phrases, and the words of long ones."""
    for place, phrase in enumerate(block.phrases):
        end = [Stroke(block.between)] if place < len(block.phrases) - 1 else []
        strokes = [stroke_of(span) for span in phrase]
        if sum(len(stroke.words) for stroke in strokes) <= UNBROKEN:
            yield strokes + end
            continue
        words = [Stroke(word, one.colour) for one in strokes for word in WORD_END.split(one.words) if word]
        yield from ([word] for word in words[:-1])
        yield words[-1:] + end


def table_lines(table: PieceTable, width: int) -> list[Line]:
    """Return the lines of a table; on a narrow screen in short words, then without columns of a high rank."""
    lines: list[Line] = []
    if table.rows:
        fit = fitting(table, width)
        sizes = sizes_of(table, fit)
        heads = [f"{table.heads[place]:<{size + fit.gap}}" for place, size in zip(fit.places, sizes, strict=True)]
        lines.append([Stroke("".join(heads).rstrip(), DIM)])
        lines += [_row_line(row, fit, sizes) for row in fit.rows]
        legend = "; ".join(table.legend)
        lines += [[Stroke(line, DIM)] for line in ([legend] if len(legend) <= width else table.legend) if line]
    return lines + (paragraph_lines(table.others, width) if table.others.phrases else [])


def _row_line(row: Sequence[Phrase], fit: Fit, sizes: Sequence[int]) -> Line:
    line: Line = []
    for place, size in zip(fit.places, sizes, strict=True):
        line += [*map(stroke_of, row[place]), Stroke(" " * (size + fit.gap - size_of(row[place])))]
    return line[:-1]


def journal_lines(entries: Sequence[JournalText], width: int, most: int) -> list[Line]:
    """Return the last lines of the journal, each with its place."""
    last = entries[-most:] if most > 0 else []
    wide = max((len(entry.mark) for entry in last), default=0)
    return [[Stroke(clipped(f"  {entry.mark:<{wide}}  {entry.text}", width))] for entry in last]


def option_lines(legal: Sequence[tuple[int, str]], width: int) -> list[Line]:
    """Return the legal actions, in two columns if they fit."""
    wide = max((len(str(index)) for index, _ in legal), default=0)
    labels = [(f"  [{index:>{wide}}]", f" {text}") for index, text in legal]
    half = width // 2
    if len(labels) > 6 and max(len(index + text) for index, text in labels) < half:
        rows = (len(labels) + 1) // 2
        pairs = zip(labels[:rows], [*labels[rows:], ("", "")][:rows], strict=True)
        return [
            [
                Stroke(one, GREEN),
                Stroke(f"{text:<{half - len(one)}}" if other else text),
                Stroke(other, GREEN),
                Stroke(more),
            ]
            for (one, text), (other, more) in pairs
        ]
    return [[Stroke(index, GREEN), Stroke(clipped(text, width - len(index)))] for index, text in labels]


def lines_of_sheet(
    sheet: Sheet, journal: Sequence[JournalText] = (), legal: Sequence[tuple[int, str]] = ()
) -> list[Line]:
    """Return the lines of a sheet with the end of the journal and the open decision."""
    lines: list[Line] = [*_head_lines(sheet, TEXT_WIDTH), [Stroke("=" * TEXT_WIDTH, DIM)]]
    for panel in sheet.panels:
        for block in blocks_of(panel) if panel.is_said else ():
            if isinstance(block, PieceTable):
                lines += [[], *table_lines(block, TEXT_WIDTH), []]
            elif block.drawn:
                lines += [[], *([stroke_of(span) for span in row] for row in block.drawn)]
            else:
                lines += paragraph_lines(block, TEXT_WIDTH)
    rule: Line = [Stroke("-" * TEXT_WIDTH, DIM)]
    last = journal_lines(journal, TEXT_WIDTH, TAIL)
    lines += [rule, *last] if last else []
    lines += [rule, [Stroke(f"To decide: {sheet.question}", BOLD + YELLOW)]]
    lines += [] if sheet.is_over else option_lines(legal, TEXT_WIDTH)
    return [_trimmed(line) for line in lines]


def _head_lines(sheet: Sheet, width: int) -> list[Line]:
    """Return the war, its place and its score in one line, or in two if it is long."""
    place, score = f"{sheet.title}   {sheet.place}", "   ".join(filter(None, (sheet.line, sheet.score.words)))
    together = f"{place}   {score}" if score else place
    words = [together] if len(together) <= width else [place, " " * (len(sheet.title) + 3) + score]
    return [[Stroke(clipped(one, width), BOLD)] for one in words]


def _trimmed(line: Line) -> Line:
    while line and not line[-1].words.strip():
        line = line[:-1]
    return [*line[:-1], line[-1]._replace(words=line[-1].words.rstrip())] if line else line


# --- the text ---


def plain(lines: Iterable[Line]) -> str:
    """Return lines as text without colours."""
    return "".join("".join(stroke.words for stroke in line) + "\n" for line in lines)


def painted(lines: Iterable[Line]) -> str:
    """Return lines as text with the colours of a terminal; without them it has the same letters."""
    return "".join(
        "".join(
            f"{stroke.colour}{stroke.words}{PLAIN}" if stroke.colour and stroke.words else stroke.words
            for stroke in line
        )
        + "\n"
        for line in lines
    )
