"""A page of words of the size of a picture, such as a debrief, and the measures of pictures."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, wrap

WIDTH, HEIGHT = 1280, 800
"""Size of a picture in pixels."""
PICTURE = Box(0, 0, WIDTH, HEIGHT)
TextSection = tuple[str, Sequence[str]]
"""A title and the sentences below it."""
MARGIN, GAP = 48, 40
TITLE, HEADING, BODY = 28, 17, 15
STEP = 21
"""Distance of lines in pixels."""


def broken(sections: Sequence[TextSection], width: float) -> list[tuple[bool, str]]:
    """Return lines that fit, and whether each is a heading."""
    lines: list[tuple[bool, str]] = []
    for title, sentences in sections:
        lines += [(False, "")] if lines else []
        lines.append((True, title))
        for sentence in sentences:
            lines += [(False, line) for line in wrap(sentence, BODY, width)]
    return lines


def _body() -> Box:
    inner = PICTURE.inset(24).inset(MARGIN // 2)
    return inner.part(0, 60, inner.w, inner.h - 60)


def _columns(sections: Sequence[TextSection]) -> tuple[int, list[tuple[bool, str]]]:
    """Return the number of columns that sections need, one or two, and their lines."""
    body = _body()
    lines = broken(sections, body.w)
    return (1, lines) if len(lines) <= body.h // STEP else (2, broken(sections, body.row(2, 0, GAP).w))


def fits(sections: Sequence[TextSection]) -> bool:
    """Whether a page has room for all lines of some sections."""
    columns, lines = _columns(sections)
    return len(lines) <= columns * (_body().h // STEP)


def page(title: str, sections: Sequence[TextSection]) -> NDArray[np.uint8]:
    """Draw a title over sections in one or two columns, uint8 (800, 1280, 3); lines without room are counted.

    Raises:
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.fill(PICTURE, colours.TABLE)
    sheet = PICTURE.inset(24)
    canvas.fill(sheet, colours.PAPER, 8)
    inner, body = sheet.inset(MARGIN // 2), _body()
    canvas.text(inner.part(0, 0, inner.w, 44), title, TITLE, colours.RED)
    rows = body.h // STEP
    columns, lines = _columns(sections)
    if len(lines) > columns * rows:
        lines = [*lines[: columns * rows - 1], (False, f"and {len(lines) - columns * rows + 1} lines more")]
    for place, (heading, line) in enumerate(lines):
        column = body.row(columns, place // rows, GAP)
        row = column.part(0, STEP * (place % rows), column.w, STEP)
        canvas.text(row, line, HEADING if heading else BODY, colours.INK if heading else colours.FADED)
    return canvas.pixels()
