"""Writing of films as MP4 or GIF."""

import io
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.io.extras import load_extra
from stuka_env.io.files import replacement
from stuka_env.render import colours
from stuka_env.render.canvas import Colour

Frame = NDArray[np.uint8]
FILM_SUFFIXES = (".mp4", ".gif")
FPS = 1.0
LARGEST_GIF = 5_000_000
"""Limit of the bytes of a GIF that web pages accept."""
SMALLER = ((0.8, 1), (0.65, 1), (0.5, 1), (0.5, 2), (0.5, 4))
"""Reductions of a GIF in their order: a factor of the pictures' size, and a step between the pictures that remain."""
NOT_WHOLE = "ffmpeg has not written the whole film; the disk may be full"


def kind_of(path: str | Path) -> str:
    """Return the kind of film of a file name: ".mp4" or ".gif".

    Raises:
        ValueError: the name has another suffix.
    """
    kind = Path(path).suffix.lower()
    if kind not in FILM_SUFFIXES:
        raise ValueError(f"{str(path)!r}: no name of a film, allowed are names that end in .mp4 or .gif")
    return kind


def write_video(
    pictures: Iterable[Frame], path: str | Path, fps: float = FPS, palette: Sequence[Colour] = colours.PLAIN_COLOURS
) -> int:
    """Write a film and return the number of its pictures.

    Args:
        pictures: uint8 (height, width, 3), all of the same size.
        path: file name that ends in .mp4 or .gif.
        fps: pictures in a second.
        palette: colours that a GIF has exactly.

    Raises:
        ValueError: the name has another suffix, ``fps`` is not above 0, or there is no picture.
        OSError: the film cannot be written; an earlier file is unchanged.
        DependencyNotInstalled: the extra ``render`` is not installed.
    """
    kind = kind_of(path)
    if not fps > 0:
        raise ValueError(f"fps: got {fps!r}, allowed is a number above 0")
    pictures = iter(pictures)
    first = next(pictures, None)
    if first is None:
        raise ValueError("pictures: got none, allowed is at least one")
    with replacement(path, suffix=kind) as part:
        return FILM_WRITERS[kind](itertools.chain([first], pictures), os.fspath(part), fps, palette)


def _write_mp4(pictures: Iterable[Frame], path: str, fps: float, palette: Sequence[Colour]) -> int:
    """Write H.264 in a container that starts to play at once."""
    ffmpeg = load_extra("imageio_ffmpeg", "video")
    count, film = 0, None
    try:
        for drawn in pictures:
            if film is None:
                size = (drawn.shape[1], drawn.shape[0])
                options = ["-movflags", "+faststart"]
                film = ffmpeg.write_frames(
                    path, size, fps=fps, quality=7, ffmpeg_log_level="quiet", output_params=options
                )
                film.send(None)
            picture_bytes = np.ascontiguousarray(drawn)
            try:
                film.send(picture_bytes)
            except OSError as error:  # its message is ffmpeg's whole command line, on several lines
                raise OSError(EIO, NOT_WHOLE) from error
            count += 1
    finally:
        if film is not None:
            film.close()
    if _pictures_in(path) != count:
        raise OSError(EIO, NOT_WHOLE)
    return count


def _pictures_in(path: str) -> int:
    """Count the pictures of an MP4 file by reading them, because ``imageio_ffmpeg`` hides ffmpeg's exit status."""
    ffmpeg = load_extra("imageio_ffmpeg", "video")
    try:
        return int(ffmpeg.count_frames_and_secs(path)[0])
    except RuntimeError:
        return 0


def _write_gif(pictures: Iterable[Frame], path: str, fps: float, palette: Sequence[Colour]) -> int:
    """Write an endless loop, as large as :data:`LARGEST_GIF` allows, or the smallest of :data:`SMALLER`."""
    image = load_extra("PIL.Image", "video")
    count = 0

    def whole() -> Iterator[Any]:
        nonlocal count
        for drawn in pictures:
            count += 1
            yield image.fromarray(drawn)

    _save_gif(whole(), path, round(1000 / fps), palette)
    if os.path.getsize(path) > LARGEST_GIF:
        _shrink_gif(path, palette)
    return count


def _save_gif(pictures: Iterable[Any], path: str, duration: int | list[int], palette: Sequence[Colour]) -> None:
    """Save pictures with one palette, so that only changes take space."""
    image = load_extra("PIL.Image", "video")
    sample = image.new("P", (1, 1))
    sample.putpalette(_with_blends(palette))
    drawn = (picture.quantize(palette=sample, dither=image.Dither.NONE) for picture in pictures)
    next(drawn).save(path, save_all=True, append_images=drawn, duration=duration, loop=0)


def _shrink_gif(path: str, palette: Sequence[Colour]) -> None:
    """Make the pictures smaller, then fewer, until the file is small enough, each time from the original film."""
    image = load_extra("PIL.Image", "video")
    whole = io.BytesIO(Path(path).read_bytes())
    with image.open(whole) as film:
        durations = []
        for place in range(film.n_frames):
            film.seek(place)
            durations.append(film.info["duration"])
        for share, apart in SMALLER:
            size = (round(film.width * share), round(film.height * share))
            # Of each few pictures the last stays, for as long as all of them stood: the end of a war is never left out.
            shown = [durations[start : start + apart] for start in range(0, len(durations), apart)]
            places = np.cumsum([len(few) for few in shown]) - 1
            pictures = (_still(film, place).resize(size, image.Resampling.LANCZOS) for place in places.tolist())
            _save_gif(pictures, path, [sum(few) for few in shown], palette)
            if os.path.getsize(path) <= LARGEST_GIF:
                return


def _still(film: Any, place: int) -> Any:
    film.seek(place)
    return film.convert("RGB")


def _with_blends(palette: Sequence[Colour]) -> list[int]:
    """Return the colours, and their mixtures with paper or white at smooth edges."""
    plain = sorted(set(palette))
    blends = [
        tuple((2 * a + b) // 3 for a, b in zip(one, other, strict=True))
        for ground in (colours.PAPER, colours.WHITE)
        for one, other in itertools.chain.from_iterable(((ink, ground), (ground, ink)) for ink in plain)
    ]
    return [part for colour in [*plain, *blends][:256] for part in colour]


FILM_WRITERS: dict[str, Callable[[Iterable[Frame], str, float, Sequence[Colour]], int]] = {
    ".mp4": _write_mp4,
    ".gif": _write_gif,
}
