"""Films of a war as MP4 or GIF."""

import io
import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.extras import load_extra
from stuka_env.files import replacement
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEATING, Decision
from stuka_env.games.stuka.drawing import boxes, code_colours, picture
from stuka_env.games.stuka.words.debrief import by_mission, debriefs
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.render import colours
from stuka_env.render.decision import Chosen, broken_lines, room_for_lines
from stuka_env.render.pages import page
from stuka_env.replay import Moment

Frame = NDArray[np.uint8]
FILM_SUFFIXES = (".mp4", ".gif")
FPS = 1.0
REMEMBERED = 24
"""Number of journal entries that a picture reads."""
FEW = 3
"""Kinds of journal entry that do not prevent the omission of a decision about a seat."""
LARGEST_GIF = 5_000_000
"""Limit of the bytes of a GIF that web pages accept."""
SMALLER = ((0.8, 1), (0.65, 1), (0.5, 1), (0.5, 2), (0.5, 4))
"""Reductions of a GIF in their order: a factor of the pictures' size, and a step between the pictures that remain."""
NOT_WHOLE = "ffmpeg has not written the whole film; the disk may be full"
PAGE_PICTURES = 4
"""Number of pictures that a page of words lasts."""
FIRST_FLOWN = 0
"""The first mission that has a decision."""


def check_mission(moments: Sequence[Moment], mission: int | None) -> None:
    """Check that a film of this mission has a picture.

    Args:
        moments: the war.
        mission: a mission, counted from 1 over the whole war, or :data:`FIRST_FLOWN`; None for all.

    Raises:
        ValueError: the war has no such mission, or nothing is decided in it.
    """
    if mission in (None, FIRST_FLOWN):
        return
    count = moments[-1].line + 1
    if not 1 <= mission <= count:
        raise ValueError(f"--mission: got {mission}, allowed is 1 to {count} or all")
    if all(moment.line + 1 != mission or moment.mat["track"]["over"] for moment in moments):
        raise ValueError(f"--mission: got {mission}, allowed is a mission with a decision; this one has none")


def frames(
    moments: Iterable[Moment], charts: LoadedCharts, mission: int | None = None, policy: str = ""
) -> Iterator[Frame]:
    """Yield a picture for each decision of a war or of one of its missions, with the choice marked, and for the end.

    Decisions about single seats are omitted. A completed mission has a page of its own, and so has the war.

    Args:
        moments: the war, from :func:`stuka_env.replay.refly`.
        charts: the charts in force.
        mission: only this mission, counted from 1 over the whole war, or :data:`FIRST_FLOWN`; None for all.
        policy: name of the policy.
    """
    journal: deque[JournalEntry] = deque(maxlen=REMEMBERED)
    entries: list[JournalEntry] = []
    alone, before = mission is not None, None
    for moment in moments:
        number = moment.line + 1
        mission = number if mission == FIRST_FLOWN else mission
        over = bool(moment.mat["track"]["over"])
        shown = mission is None or (mission == number and not over)
        entries += moment.journal
        if shown:
            pages = _pages(by_mission(moment.journal)[-1] if alone and before is None else moment.journal)
            yield from _decision(moment, pages, len(pages) - 1, journal=journal, charts=charts, policy=policy)
        elif before is not None:  # what the last decision of the mission led to, and nothing of the next one
            yield from _decision(
                before, _pages(by_mission(moment.journal)[0]), 0, journal=journal, charts=charts, policy=policy
            )
        if before is not None or (shown and not alone):
            yield from _debriefs(moment, entries, charts)
        if before is not None and not shown:
            return
        before = moment if shown else None
        if over and shown:
            yield from itertools.repeat(_last_page(moment.mat, charts, policy), PAGE_PICTURES)


def _decision(
    moment: Moment,
    pages: list[list[JournalEntry]],
    decided: int,
    *,
    journal: deque[JournalEntry],
    charts: LoadedCharts,
    policy: str,
) -> Iterator[Frame]:
    """Yield a picture for each page of the journal; the choice is marked from the page ``decided`` on."""
    for place, entries in enumerate(pages):
        journal.extend(entries)
        if Decision[moment.decision] not in SEATING or len(entries) > FEW:
            chosen = _chosen(moment, policy) if place >= decided else None
            yield picture.render(moment.mat, journal, moment.legal, charts, chosen=chosen, crews=moment.crews)


def _chosen(moment: Moment, policy: str) -> Chosen | None:
    """Return the choice, for the picture."""
    return None if moment.action is None else Chosen(moment.action, moment.probabilities, policy)


def _debriefs(moment: Moment, journal: list[JournalEntry], charts: LoadedCharts) -> Iterator[Frame]:
    """Yield pages for each flown mission that has just ended, and for a segment, as long as several pictures."""
    scale, kill_points = int(moment.mat["war"]["scale"]), int(charts.record["kill_points"])
    for ended in debriefs(moment.lines, moment.journal, journal, scale=scale, kill_points=kill_points):
        if ended.flown:
            yield from itertools.repeat(page(ended.title, ended.sections), PAGE_PICTURES)


def _last_page(mat: Any, charts: LoadedCharts, policy: str) -> Frame:
    """Return the page of the end of the war."""
    score = int(mat["track"]["result"])
    who = f"{policy}: " if policy else ""
    return page(f"{who}final score {score}, {charts.victory_level(score)}", war_debrief(mat, charts))


def _pages(journal: list[JournalEntry]) -> list[list[JournalEntry]]:
    """Split the events since the last decision into as many parts as pictures need to show all of them."""
    pages: list[list[JournalEntry]] = [[]]
    for entry in worth_reading(journal):
        if len(broken_lines(boxes.JOURNAL, picture.journal_texts([*pages[-1], entry]))) > room_for_lines(boxes.JOURNAL):
            pages.append([])
        pages[-1].append(entry)
    return pages


def kind_of(path: str | Path) -> str:
    """Return the kind of film of a file name: ".mp4" or ".gif".

    Raises:
        ValueError: the name has another suffix.
    """
    kind = Path(path).suffix.lower()
    if kind not in FILM_SUFFIXES:
        raise ValueError(f"{str(path)!r}: no name of a film, allowed are names that end in .mp4 or .gif")
    return kind


def write_video(pictures: Iterable[Frame], path: str | Path, fps: float = FPS) -> int:
    """Write a film and return the number of its pictures.

    Args:
        pictures: uint8 (height, width, 3), all of the same size.
        path: file name that ends in .mp4 or .gif.
        fps: pictures in a second.

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
        return FILM_WRITERS[kind](itertools.chain([first], pictures), os.fspath(part), fps)


def _write_mp4(pictures: Iterable[Frame], path: str, fps: float) -> int:
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


def _write_gif(pictures: Iterable[Frame], path: str, fps: float) -> int:
    """Write an endless loop, as large as :data:`LARGEST_GIF` allows, or the smallest of :data:`SMALLER`."""
    image = load_extra("PIL.Image", "video")
    count = 0

    def whole() -> Iterator[Any]:
        nonlocal count
        for drawn in pictures:
            count += 1
            yield image.fromarray(drawn)

    _save_gif(whole(), path, round(1000 / fps))
    if os.path.getsize(path) > LARGEST_GIF:
        _shrink_gif(path)
    return count


def _save_gif(pictures: Iterable[Any], path: str, duration: int | list[int]) -> None:
    """Save pictures with the mat's own palette, so that only changes take space."""
    image = load_extra("PIL.Image", "video")
    palette = image.new("P", (1, 1))
    palette.putpalette(_palette())
    drawn = (picture.quantize(palette=palette, dither=image.Dither.NONE) for picture in pictures)
    next(drawn).save(path, save_all=True, append_images=drawn, duration=duration, loop=0)


def _shrink_gif(path: str) -> None:
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
            _save_gif(pictures, path, [sum(few) for few in shown])
            if os.path.getsize(path) <= LARGEST_GIF:
                return


def _still(film: Any, place: int) -> Any:
    """Return one picture of an open GIF."""
    film.seek(place)
    return film.convert("RGB")


def _palette() -> list[int]:
    """Return every colour of the mat, and the mixtures with paper or white at smooth edges."""
    plain = sorted(set(colours.PLAIN_COLOURS))
    plain += sorted(set(code_colours.MAT_COLOURS) - set(plain))
    blends = [
        tuple((2 * a + b) // 3 for a, b in zip(one, other, strict=True))
        for ground in (colours.PAPER, colours.WHITE)
        for one, other in itertools.chain.from_iterable(((ink, ground), (ground, ink)) for ink in plain)
    ]
    return [part for colour in [*plain, *blends][:256] for part in colour]


FILM_WRITERS: dict[str, Callable[[Iterable[Frame], str, float], int]] = {".mp4": _write_mp4, ".gif": _write_gif}
