"""``python -m stuka_env video FILE``: a film of a replay."""

import argparse
from pathlib import Path

from gymnasium.error import DependencyNotInstalled

from stuka_env.render.video import FIRST_FLOWN, FPS, frames, kind_of, write_video
from stuka_env.replay import load, refly
from stuka_env.replay.flight import Flight

WHOLE_WAR = "all"


def _mission(word: str) -> int | None:
    """A mission by its number, or the whole war."""
    if word == WHOLE_WAR:
        return None
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed are a number from 1 and {WHOLE_WAR!r}")
    return int(word)


def _speed(word: str) -> float:
    """Pictures in a second."""
    try:
        speed = float(word)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 60:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a number from 0.1 to 60")
    return speed


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words.add_argument("file", metavar="FILE", help="a replay, as evaluate.py --save-replays writes it")
    words.add_argument("--output", metavar="FILM", help="a name ending in .mp4 or .gif (default: the replay's, .mp4)")
    words.add_argument(
        "--mission",
        type=_mission,
        default=FIRST_FLOWN,
        metavar="N",
        help="which mission of the war, from 1, or all (default: the first with a decision)",
    )
    words.add_argument(
        "--fps", type=_speed, default=FPS, metavar="N", help="decisions in a second (default: %(default)g)"
    )
    words.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one the replay names")


def run(given: argparse.Namespace) -> int:
    """Write the film; one line says where it is."""
    path = Path(given.output) if given.output else Path(given.file).with_suffix(".mp4")
    kind_of(path)
    replay = load(given.file)
    moments = refly(replay, given.charts)
    charts = Flight(replay, given.charts, journal=False).charts
    try:
        count = write_video(frames(moments, charts, given.mission), path, given.fps)
    except DependencyNotInstalled as error:
        raise ValueError(str(error)) from None
    print(f"{path}: {count} pictures, {count / given.fps:.0f} seconds")
    return 0
