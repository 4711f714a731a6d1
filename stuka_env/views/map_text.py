"""A map of hexes in letters, for texts in a fixed pitch.

The hexes stand in columns; every other column is half a hex lower. A hex has two lines. The first one has its name, the
sign of its ground and a sign of its own, the second one the signs of its markers. A place that the own piece has come
through has a dot before its ground.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Map, Mark, Space, Spot

MAP_WIDTH = 80
"""Most columns of a map."""
FEWEST_LETTERS, MOST_LETTERS = 6, 8
"""Letters of a line of a hex."""
FIXED = 4
"""Letters of its first line beside the name: a dot, the ground twice, and a sign."""
CORNERS_OF_HEX = 6
BLANK, FLOOR, PASSED_DOT, MORE = " ", "_", "\u00b7", "+"
"""Letters of a hex: nothing, its lower edge, a way through it, and further markers."""


class Letter(NamedTuple):
    """A letter of the map, and its tone."""

    letter: str
    tone: Tone = Tone.PLAIN
    is_here: bool = False


class MapLine(NamedTuple):
    """Letters of one line with one tone."""

    words: str
    tone: Tone
    is_here: bool


EDGE = Tone.NONE
"""Tone of the edges of hexes."""
Grid = list[list[Letter]]


def map_in_letters(part: Map) -> list[list[MapLine]]:
    """Return the lines of a map with its legend, each in parts of one tone; none for a map without columns of hexes."""
    spots = _columns_and_lines(part)
    if not spots:
        return []
    columns = max(column for column, _ in spots.values()) + 1
    letters = min(MOST_LETTERS, (MAP_WIDTH - 1) // columns - 1)
    if letters < FEWEST_LETTERS:
        return []
    pitch, last = letters + 1, max(line for _, line in spots.values())
    grid = [[Letter(BLANK)] * (columns * pitch + 1) for _ in range(last + 3)]
    for number, (column, line) in sorted(spots.items(), key=lambda one: one[1][1]):
        _draw(grid, part, part.places[number], line, column * pitch, letters)
    return [_parts(row) for row in grid] + _legend(part, columns * pitch + 1)


def _columns_and_lines(part: Map) -> dict[int, tuple[int, int]]:
    """Return column and line of each place, in half hexes; empty if the places do not stand in such columns."""
    spots: dict[int, Spot] = {number: place.spot for number, place in enumerate(part.places) if place.spot is not None}
    if len(part.cell) != CORNERS_OF_HEX or len(spots) < len(part.places):
        return {}
    high = max(y for _, y in part.cell) - min(y for _, y in part.cell)
    across = sorted({round(x, 3) for x, _ in spots.values()})
    top = min(y for _, y in spots.values())
    found = {number: (across.index(round(x, 3)), round((y - top) / (high / 2))) for number, (x, y) in spots.items()}
    parities = {
        column: {line % 2 for other, line in found.values() if other == column} for column in range(len(across))
    }
    return found if len(set(found.values())) == len(found) and all(len(each) == 1 for each in parities.values()) else {}


def _draw(grid: Grid, part: Map, place: Space, line: int, left: int, letters: int) -> None:
    """Draw a hex: its edges, and its two lines."""
    right = left + letters + 1
    for at in range(left + 1, right):
        if grid[line][at].letter == BLANK:
            grid[line][at] = Letter(FLOOR, EDGE)
    grid[line + 1][left] = grid[line + 2][right] = Letter("/", EDGE)
    grid[line + 1][right] = grid[line + 2][left] = Letter("\\", EDGE)
    upper, lower = _upper(part, place, letters), _lower(place, letters)
    grid[line + 1][left + 1 : right], grid[line + 2][left + 1 : right] = upper, lower


def _upper(part: Map, place: Space, letters: int) -> list[Letter]:
    """Return the first line: the name, whether it was passed, the ground, and the sign of the place."""
    ground = part.grounds[place.ground].sign if place.ground < len(part.grounds) else ""
    name, tone = place.short[: letters - FIXED], place.tone if place.sign else Tone.PLAIN
    return [
        *(Letter(one, tone, place.is_here) for one in name),
        *[Letter(BLANK)] * (letters - FIXED - len(name)),
        Letter(PASSED_DOT, Tone.PRESENT) if place.is_passed else Letter(BLANK),
        *(Letter(one, Tone.SPENT) for one in ground * 2 or BLANK * 2),
        Letter(place.sign or BLANK, place.tone, place.is_here),
    ]


def _lower(place: Space, letters: int) -> list[Letter]:
    """Return the second line: the signs of the markers in its middle."""
    marks = [Letter(letter_of(mark), mark.tone) for mark in place.marks]
    if len(marks) > letters:
        marks = [*marks[: letters - 1], Letter(MORE)]
    before = (letters - len(marks)) // 2
    floor = Letter(FLOOR, EDGE)
    return [floor] * before + marks + [floor] * (letters - before - len(marks))


def letter_of(mark: Mark) -> str:
    """Return the letter of a marker."""
    return mark.sign or mark.name[:1]


def _parts(row: Sequence[Letter]) -> list[MapLine]:
    """Return a line in parts of one tone."""
    parts: list[MapLine] = []
    for letter, tone, is_here in row:
        if parts and (parts[-1].tone, parts[-1].is_here) == (tone, is_here):
            parts[-1] = parts[-1]._replace(words=parts[-1].words + letter)
        else:
            parts.append(MapLine(letter, tone, is_here))
    return parts


def _legend(part: Map, width: int) -> list[list[MapLine]]:
    """Return the meanings of the signs on the map, in lines of its width."""
    lines, line = [], ""
    for sign, meaning in _meanings(part):
        words = f"{sign} {meaning}"
        if line and len(line) + 3 + len(words) > width:
            lines.append(line)
            line = ""
        line = f"{line}   {words}" if line else words
    return [[MapLine(line, Tone.NONE, False)] for line in (*lines, line) if line]


def _meanings(part: Map) -> Iterator[tuple[str, str]]:
    """Yield the signs with their meanings: of grounds that the map has, then those that it explains if it has them."""
    grounds = {place.ground for place in part.places}
    for number, ground in enumerate(part.grounds):
        if ground.sign and ground.name and number in grounds:
            yield ground.sign * 2, ground.name
    signs = {place.sign for place in part.places} | {letter_of(mark) for place in part.places for mark in place.marks}
    signs |= {PASSED_DOT} if any(place.is_passed for place in part.places) else set()
    yield from ((sign, meaning) for sign, meaning in part.signs if set(sign.split("/")) & signs)
