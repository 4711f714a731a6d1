"""A war as a film: its pictures as MP4 or GIF."""

import itertools
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts import LoadedCharts
from stuka_env.extras import load_extra
from stuka_env.journal.entry import JournalEntry
from stuka_env.journal.translation import worth_reading
from stuka_env.render import colours, picture
from stuka_env.replay import Moment

Frame = NDArray[np.uint8]
KINDS = (".mp4", ".gif")
FPS = 1.0
REMEMBERED = 24
"""Journal entries that a picture may show the last of."""
FIRST_FLOWN = 0
"""Asks for the first mission that has a decision."""


def frames(moments: Iterable[Moment], charts: LoadedCharts, mission: int | None = None) -> Iterator[Frame]:
    """A picture for each decision of a war or of one of its missions, and of how it ended.

    Args:
        moments: the war, from :func:`stuka_env.replay.refly`.
        charts: the charts it was flown with.
        mission: only this mission, counted from 1 over the whole war, or :data:`FIRST_FLOWN`; None for all.
    """
    journal: deque[JournalEntry] = deque(maxlen=REMEMBERED)
    begun = False
    for moment in moments:
        number = int(moment.mat["war"]["mission_of_war"]) + 1
        mission = number if mission == FIRST_FLOWN else mission
        shown = mission in (None, number)
        for page in _pages(moment.journal):
            journal.extend(page)
            if shown or begun:
                yield picture.render(moment.mat, journal, moment.legal, charts)
        if begun and not shown:
            return
        begun = shown


def _pages(journal: list[JournalEntry]) -> list[list[JournalEntry]]:
    """What has happened since the last decision, in as many parts as pictures need to show all of it."""
    pages: list[list[JournalEntry]] = [[]]
    for entry in worth_reading(journal):
        if len(picture.journal_lines([*pages[-1], entry])) > picture.JOURNAL_ROOM:
            pages.append([])
        pages[-1].append(entry)
    return pages


def kind_of(path: str | Path) -> str:
    """What kind of film a name asks for: ".mp4" or ".gif".

    Raises:
        ValueError: the name ends otherwise.
    """
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise ValueError(f"video: got {str(path)!r}, allowed are names that end in .mp4 or .gif")
    return kind


def write_video(pictures: Iterable[Frame], path: str | Path, fps: float = FPS) -> int:
    """Write a film; how many pictures it has.

    Args:
        pictures: uint8 (height, width, 3), all of a size.
        path: where to, a name that ends in .mp4 or .gif.
        fps: pictures in a second.

    Raises:
        ValueError: the name ends otherwise, ``fps`` is not above 0, or there is no picture.
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    kind = kind_of(path)
    if not fps > 0:
        raise ValueError(f"fps: got {fps!r}, allowed is a number above 0")
    pictures = iter(pictures)
    first = next(pictures, None)
    if first is None:
        raise ValueError("video: there is nothing to show, no decision fell in what was asked for")
    path = Path(path)
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=kind)
    os.close(handle)
    try:
        count = WRITERS[kind](itertools.chain([first], pictures), part, fps)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise
    return count


def _write_mp4(pictures: Iterable[Frame], path: str, fps: float) -> int:
    """H.264 in a container that starts to play at once."""
    ffmpeg = load_extra("imageio_ffmpeg", "video")
    count, film = 0, None
    try:
        for drawn in pictures:
            if film is None:
                size = (drawn.shape[1], drawn.shape[0])
                options = ["-movflags", "+faststart"]
                film = ffmpeg.write_frames(
                    path, size, fps=fps, quality=7, ffmpeg_log_level="error", output_params=options
                )
                film.send(None)
            film.send(np.ascontiguousarray(drawn))
            count += 1
    finally:
        if film is not None:
            film.close()
    return count


def _write_gif(pictures: Iterable[Frame], path: str, fps: float) -> int:
    """An endless loop; all pictures have the mat's own palette, so that only what has changed takes space."""
    image = load_extra("PIL.Image", "video")
    palette = image.new("P", (1, 1))
    palette.putpalette(_palette())
    count = 0

    def small() -> Iterator[Any]:
        nonlocal count
        for drawn in pictures:
            count += 1
            yield image.fromarray(drawn).quantize(palette=palette, dither=image.Dither.NONE)

    rest = small()
    next(rest).save(path, save_all=True, append_images=rest, duration=round(1000 / fps), loop=0)
    return count


def _palette() -> list[int]:
    """Every colour of the mat, and what lies between it and paper or white at a smooth edge."""
    plain = sorted({value for value in vars(colours).values() if isinstance(value, tuple) and len(value) == 3})
    plain += sorted({*colours.LEVELS.values(), *colours.STATES.values()} - set(plain))
    blends = [
        tuple((2 * a + b) // 3 for a, b in zip(one, other, strict=True))
        for ground in (colours.PAPER, colours.WHITE)
        for one, other in itertools.chain.from_iterable(((ink, ground), (ground, ink)) for ink in plain)
    ]
    return [part for colour in [*plain, *blends][:256] for part in colour]


WRITERS: dict[str, Callable[[Iterable[Frame], str, float], int]] = {".mp4": _write_mp4, ".gif": _write_gif}
