"""A canvas for shapes and words in pixels of the finished picture, with smooth edges, and a window for it.

Everything is drawn at twice the size and then scaled down. No display is needed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from gymnasium.error import Error
from numpy.typing import NDArray

from stuka_env.io.extras import load_extra

PIXEL_SCALE = 2
FONT_SHARE = 0.6875
"""Ratio of the font's real size to the requested size."""
SMALLEST = 9
Point = tuple[float, float]
Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""
Align = Literal["left", "centre", "right"]


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    def part(self, x: int, y: int, w: int, h: int) -> "Box":
        """Return a box inside this one, placed from its corner."""
        return Box(self.x + x, self.y + y, w, h)

    def inset(self, by: int) -> "Box":
        """Return this box without a margin."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def row(self, count: int, place: int, gap: int = 0) -> "Box":
        """Return one of ``count`` equal boxes side by side."""
        step = (self.w + gap) // count
        return Box(self.x + step * place, self.y, step - gap, self.h)

    def column(self, count: int, place: int, gap: int = 0) -> "Box":
        """Return one of ``count`` equal boxes below one another."""
        step = (self.h + gap) // count
        return Box(self.x, self.y + step * place, self.w, step - gap)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2


@cache
def _library() -> Any:
    """Return the graphics library, with a hook on its shutdown."""
    library = load_extra("pygame", "pictures of the mat")
    library.register_quit(_forget)
    return library


def _forget() -> None:
    """Drop objects that do not survive a shutdown of the library; an old font would crash the interpreter."""
    _kept_font.cache_clear()
    _library.cache_clear()


def pygame() -> Any:
    """Return the graphics library with its fonts ready, also after another user's shutdown."""
    library = _library()
    if not library.font.get_init():
        _kept_font.cache_clear()
        library.font.init()
    return library


@cache
def _kept_font(size: int) -> Any:
    return _library().font.Font(None, round(size * PIXEL_SCALE / FONT_SHARE))


def _font(size: int) -> Any:
    """Return the library's own font, so that a picture is the same on every machine."""
    pygame()  # which drops fonts of before
    return _kept_font(size)


@lru_cache(2048)
def _words(text: str, size: int, colour: Colour) -> Any:
    return _font(size).render(text, True, colour)


def width_of(text: str, size: int) -> float:
    """Return the width of a line."""
    return float(_font(size).size(text)[0]) / PIXEL_SCALE


def size_for(text: str, size: int, width: float) -> int:
    """Return the largest size, up to ``size``, at which a line fits; the smallest legible size if none does."""
    while size > SMALLEST and width_of(text, size) > width:
        size -= 1
    return size


def wrap(text: str, size: int, width: float) -> list[str]:
    """Break a text into lines that fit."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def clip(text: str, size: int, width: float) -> str:
    """Return a line cut to a width, with three dots at the cut."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "...", size) > width:
        text = text[:-1]
    return text.rstrip() + "..."


class Canvas:
    """A canvas of a given size."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self._surface = pygame().Surface((width * PIXEL_SCALE, height * PIXEL_SCALE))

    def copy(self) -> "Canvas":
        """Return a copy with the same drawing."""
        twin = object.__new__(Canvas)
        twin.size, twin._surface = self.size, self._surface.copy()
        return twin

    def pixels(self) -> NDArray[np.uint8]:
        """Return the picture, uint8 (height, width, 3)."""
        small = pygame().transform.smoothscale(self._surface, self.size)
        raw = bytearray(pygame().image.tobytes(small, "RGB"))
        return np.frombuffer(raw, np.uint8).reshape(self.size[1], self.size[0], 3)

    @contextmanager
    def inside(self, box: Box) -> Iterator[None]:
        """Draw nothing outside a box in the meantime."""
        self._surface.set_clip(_rect(box))
        yield
        self._surface.set_clip(None)

    def fill(self, box: Box, colour: Colour, radius: int = 0) -> None:
        """Draw a filled rectangle, with round corners if there is a radius."""
        pygame().draw.rect(self._surface, colour, _rect(box), border_radius=radius * PIXEL_SCALE)

    def frame(self, box: Box, colour: Colour, width: float = 1, radius: int = 0) -> None:
        """Draw the outline of a rectangle, inside it."""
        pygame().draw.rect(
            self._surface, colour, _rect(box), width=round(width * PIXEL_SCALE), border_radius=radius * PIXEL_SCALE
        )

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw a filled polygon."""
        pygame().draw.polygon(self._surface, colour, [_point(point) for point in points])

    def line(self, start: Point, end: Point, colour: Colour, width: float = 1) -> None:
        """Draw a straight line."""
        pygame().draw.line(self._surface, colour, _point(start), _point(end), round(width * PIXEL_SCALE))

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Draw a filled circle."""
        pygame().draw.circle(self._surface, colour, _point(centre), radius * PIXEL_SCALE)

    def text(self, box: Box, text: str, size: int, colour: Colour, *, align: Align = "left") -> None:
        """Draw one line of text in the middle of a box's height, made smaller until it fits into the box."""
        size = size_for(text, size, box.w)
        text = clip(text, size, box.w)
        words = _words(text, size, colour)
        x, y, w, h = _rect(box)
        spare = {"left": 0, "centre": (w - words.get_width()) // 2, "right": w - words.get_width()}[align]
        area = (0, 0, w, h)
        top = max(0, (h - words.get_height()) // 2)
        self._surface.blit(words, (x + max(0, spare), y + top), area)


def _rect(box: Box) -> tuple[int, int, int, int]:
    return box.x * PIXEL_SCALE, box.y * PIXEL_SCALE, box.w * PIXEL_SCALE, box.h * PIXEL_SCALE


def _point(point: Point) -> Point:
    return point[0] * PIXEL_SCALE, point[1] * PIXEL_SCALE


class Window:
    """A window for pictures, opened by the first one.

    After the player has closed it, pictures are no longer shown. If another user of the library has shut it down, the
    window is opened again.
    """

    def __init__(self, title: str, fps: float) -> None:
        self.title, self.fps = title, fps
        self.closed = False
        self._screen: Any = None
        self._clock: Any = None

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Show a picture, at most ``fps`` in a second.

        Raises:
            Error: there is no screen to open a window on.
        """
        if self.closed:
            return
        if self._screen is None or pygame().display.get_surface() is not self._screen:
            self._open(picture)
        surface = pygame().surfarray.make_surface(picture.transpose(1, 0, 2))
        self._screen.blit(surface, (0, 0))
        pygame().display.flip()
        if pygame().event.get(pygame().QUIT):
            self.close()
            return
        pygame().event.pump()
        self._clock.tick(self.fps)

    def _open(self, picture: NDArray[np.uint8]) -> None:
        height, width = picture.shape[:2]
        try:
            pygame().display.init()
            self._screen = pygame().display.set_mode((width, height))
        except pygame().error as error:
            raise Error(f'render_mode: "human" can open no window here ({error}), "rgb_array" needs none') from None
        pygame().display.set_caption(self.title)
        self._clock = pygame().time.Clock()

    def close(self) -> None:
        """Close the window for good."""
        if self._screen is not None:
            pygame().display.quit()
            self._screen = self._clock = None
        self.closed = True
