"""The commands of this package: their arguments and their work.

Modules that do the work are imported on demand, so that ``stuka --help`` answers at once.
"""

import argparse
import datetime
import os
import shutil
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from stuka_env.game import DEFAULT_GAME, Game, game_named, game_names, games, room_of
from stuka_env.io.command_line import INTERRUPTED, PROGRAM, command_here
from stuka_env.io.display import has_display, tunnel_to
from stuka_env.io.extras import is_installed, not_installed
from stuka_env.io.files import output_path, write_whole
from stuka_env.io.quoting import printable
from stuka_env.watch import DESK_FILE, MOST_REPLAYS

if TYPE_CHECKING:
    from stuka_env.charts.loader import ChartBook
    from stuka_env.play.advice import Adviser
    from stuka_env.play.browser.server import Address
    from stuka_env.play.exercises.session import ExerciseSession
    from stuka_env.play.parts import PlayParts
    from stuka_env.play.session import Session
    from stuka_env.play.text_door import TextDoor
    from stuka_env.text.wars import LockedWars

# --- replay ---

OTHER_CHARTS = "a folder of charts in place of the one the replay names"
FILE = "a replay that stuka evaluate --save-replays wrote, or a war that stuka play saved"


def add_replay_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka replay``."""
    words.add_argument("files", nargs="+", metavar="FILE", help="replays that RecordReplay or stuka evaluate wrote")
    words.add_argument("--charts", metavar="DIR", help=OTHER_CHARTS)


def run_replay(options: argparse.Namespace) -> int:
    """Verify the files, up to the first one that is refused."""
    from stuka_env.replay.run import verified_summary

    for path in options.files:
        print(f"{printable(path)}: {verified_summary(path, options.charts)}")
    return 0


# --- watch ---


def add_watch_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka watch``."""
    words.add_argument(
        "files", nargs="+", metavar="FILE",
        help=f"replays of one war to watch side by side, at most {MOST_REPLAYS}, or a war that stuka play saved",
    )  # fmt: skip
    words.add_argument("--output", metavar="PAGE", help="file of the page (default: a temporary file)")
    words.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    words.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one the replays name")


def run_watch(options: argparse.Namespace) -> int:
    """Write the page, print its path and open it."""
    from stuka_env.play.war_file import fly_file
    from stuka_env.watch.page import NamedFlight, page_of

    if len(options.files) > MOST_REPLAYS:
        raise ValueError(f"FILE: got {len(options.files)} replays, allowed are at most {MOST_REPLAYS}")
    output = _output_of(options)
    flights = [
        NamedFlight(os.path.basename(path), fly_file(path, options.charts, rolls=True))
        for path in _with_progress(options.files)
    ]
    write_page(page_of(flights), output, "watch", not options.no_open)
    return 0


def _output_of(options: argparse.Namespace) -> Path | None:
    """Return the file that ``--output`` names, None without this option; refuse a missing folder and the files read."""
    inputs = options.files if "files" in options else [options.file]
    return None if options.output is None else output_path("--output", options.output, inputs)


def write_page(text: str, output: Path | None, name: str, opens: bool) -> None:
    """Write a page, print its path, and open it in a browser if requested.

    Args:
        text: the page.
        output: the file; None for a temporary file.
        name: name of the temporary file, without a suffix.
        opens: whether to open the page.

    Raises:
        ValueError: the file cannot be written.
    """
    path = output or Path(tempfile.mkdtemp(prefix=f"stuka-{name}-"), f"{name}.html")
    _write_output(path, text)
    print(f"written: {printable(path)}")
    if opens:
        _open_page(path)


def _open_page(path: Path) -> None:
    if not webbrowser.open(path.resolve().as_uri()):
        print("no browser was found; open the file in a browser")


def _write_output(path: Path, text: str) -> None:
    with _write_errors(path):
        write_whole(path, text)


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    """Give an OSError that is raised inside as a ValueError about the output."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"--output: {os.fspath(path)!r} cannot be written ({error.strerror})") from None


# --- desk ---

File = TypeVar("File", str, Path)
"""A path as it was given."""
PROGRESS_SECONDS = 5.0
"""Seconds between two lines about the progress of long work."""


def add_desk_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka desk``."""
    words.add_argument("folder", metavar="FOLDER", help="a folder with replays of any game, in it or in its folders")
    words.add_argument("--output", metavar="PAGE", help=f"file of the page (default: {DESK_FILE} in the folder)")
    words.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    words.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one the replays name")


def run_desk(options: argparse.Namespace) -> int:
    """Write the pages that list all replays of a folder, print their paths and open the first."""
    from stuka_env.play.war_file import fly_file, may_be_replay
    from stuka_env.watch.desk import Desk

    folder, desk = Path(options.folder), Desk()
    if not folder.is_dir():
        raise ValueError(f"FOLDER: got {options.folder!r}, allowed is an existing folder")
    output = output_path("--output", folder / DESK_FILE if options.output is None else options.output)
    for path in _with_progress([path for path in sorted(folder.rglob("*.json")) if may_be_replay(path)]):
        name = path.relative_to(folder).as_posix()
        try:
            desk.add(path, name, fly_file(str(path), options.charts))
        except ValueError as error:
            desk.faults.append(f"{name}: {str(error).removeprefix(f'{str(path)!r}: ')}")
    if not desk.replays:
        faults = f"; {len(desk.faults)} left out, such as {desk.faults[0]}" if desk.faults else ""
        raise ValueError(f"FOLDER: got {options.folder!r}, allowed is a folder with replays{faults}")
    for fault in desk.faults:
        print(f"left out: {printable(fault)}", file=sys.stderr)
    with _write_errors(output):
        written = desk.write(output)
    print(*(f"written: {printable(path)}" for path in written), sep="\n")
    if not options.no_open:
        _open_page(output)
    return 0


def _with_progress(paths: list[File]) -> Iterator[File]:
    """Yield files of long work; a line on standard error says from time to time how many are read."""
    told = time.monotonic()
    for number, path in enumerate(paths):
        if time.monotonic() - told > PROGRESS_SECONDS:
            print(f"{number} of {len(paths)} replays read", file=sys.stderr, flush=True)
            told = time.monotonic()
        yield path


# --- log ---


def add_log_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka log``."""
    words.add_argument("file", metavar="FILE", help=FILE)
    words.add_argument("--csv", action="store_true", help="write CSV, to the standard output unless --output is given")
    words.add_argument("--output", metavar="FILE", help="file of the log sheet (default: a temporary page)")
    words.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    words.add_argument("--charts", metavar="DIR", help=OTHER_CHARTS)


def run_log(options: argparse.Namespace) -> int:
    """Write the log sheet, as a page or as CSV."""
    from stuka_env.play.war_file import fly_file
    from stuka_env.replay.log_sheet import csv_text, page_text

    output = _output_of(options)
    flight = fly_file(options.file, options.charts)
    if not options.csv:
        write_page(page_text(flight), output, "log", not options.no_open)
    elif output is not None:
        _write_output(output, csv_text(flight))
        print(f"written: {printable(output)}")
    else:
        sys.stdout.write(csv_text(flight))
    return 0


# --- show ---


def add_show_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka show``."""
    words.add_argument("position", metavar="POSITION", help="the text of a position, as position_of writes it")
    words.add_argument("--charts", metavar="DIR", help="the folder of charts of a position that is not under ours")


def run_show(options: argparse.Namespace) -> int:
    """Print the mat of a position as text, with the legal actions."""
    import gymnasium

    from stuka_env.position import read_position

    position = read_position(options.position)
    arguments = dict(position.arguments) | ({} if options.charts is None else {"charts": options.charts})
    env = gymnasium.make(position.env, render_mode="ansi", **arguments)
    env.reset(seed=0, options={"position": position.text})
    print(env.render())
    return 0


# --- video ---

WHOLE_WAR = "all"


def _line_number(word: str) -> int | None:
    """Read the number of a mission or a sortie line; None for the whole war."""
    if word == WHOLE_WAR:
        return None
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed are a number from 1 and {WHOLE_WAR!r}")
    return int(word)


def _speed(word: str) -> float:
    try:
        speed = float(word)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 60:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a number from 0.1 to 60")
    return speed


def add_video_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka video``."""
    from stuka_env.watch.film import FIRST_DECIDED
    from stuka_env.watch.video import FPS

    words.add_argument("file", metavar="FILE", help=FILE)
    words.add_argument("--output", metavar="FILM", help="a name ending in .mp4 or .gif (default: the replay's, .mp4)")
    nouns = [game.replays.noun for game in games()]
    words.add_argument(
        *dict.fromkeys(f"--{noun.split()[0]}" for noun in nouns), dest="line", type=_line_number, default=FIRST_DECIDED,
        metavar="N", help=f"which {' or '.join(nouns)} of the war, from 1, or all (default: the first decided)",
    )  # fmt: skip
    words.add_argument(
        "--fps", type=_speed, default=FPS, metavar="N", help="decisions in a second (default: %(default)g)"
    )
    words.add_argument("--charts", metavar="DIR", help=OTHER_CHARTS)


def run_video(options: argparse.Namespace) -> int:
    """Write the film and print its path."""
    from gymnasium.error import DependencyNotInstalled

    from stuka_env.play.war_file import fly_file
    from stuka_env.views.picture import PALETTE
    from stuka_env.watch.film import frames
    from stuka_env.watch.video import kind_of, write_video

    output = _output_of(options)
    if output is not None:
        kind_of(output)
    flight = fly_file(options.file, options.charts)
    path = output or Path(options.file).with_suffix(".mp4")
    pictures = frames(flight, options.line)
    try:
        with _write_errors(path):
            count = write_video(pictures, path, options.fps, PALETTE)
    except DependencyNotInstalled as error:
        raise ValueError(str(error)) from None
    print(f"{printable(path)}: {count / options.fps:.0f} seconds, {path.stat().st_size / 1e6:.1f} MB")
    return 0


# --- play ---


def names_of_arguments() -> tuple[str, ...]:
    """Return the arguments of ``stuka play`` that determine the wars of some game."""
    return tuple(dict.fromkeys(each.name for game in games() for each in game.envs.offered))


def with_charts() -> tuple[str, ...]:
    """Return the arguments of ``stuka play`` that are arguments of environments."""
    return (*names_of_arguments(), "charts")


def names_of_the_war() -> tuple[str, ...]:
    """Return the arguments of ``stuka play`` that a saved war already has."""
    return ("game", "env", *names_of_arguments(), "seed", "table")


def _seed(word: str) -> int:
    from stuka_env.io.arguments import SEED_LIMIT

    if not word.isdecimal() or int(word) >= SEED_LIMIT:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a whole number from 0 to {SEED_LIMIT - 1}")
    return int(word)


WEB_ADDRESS = "127.0.0.1:8000"
"""The default address of the game in a browser."""
WEB_PORTS = 20
"""Ports that are tried from that of :data:`WEB_ADDRESS` on."""
SERVER_LIBRARY = "aiohttp"
"""The library of the extra ``play``, which serves the page."""


def _day(word: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a date such as 2026-11-24") from None


def _address(word: str) -> tuple[str, int]:
    """Read a host and a port: "0.0.0.0", "0.0.0.0:9000", "[::1]:9000"."""
    host, port = word, WEB_ADDRESS.rpartition(":")[2]
    if not word.endswith("]") and word.count(":") == 1 or "]:" in word:
        host, _, port = word.rpartition(":")
    if not host or not port.isdecimal() or not 1 <= int(port) <= 65_535:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is HOST or HOST:PORT, such as {WEB_ADDRESS}")
    return host.strip("[]"), int(port)


def add_door_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments that choose where a person plays: on a page, which is the default, or at lines of text."""
    doors = words.add_mutually_exclusive_group()
    doors.add_argument(
        "--text", action="store_true",
        help="play at lines of text, without a browser: what a language model reads, and an answer a line",
    )  # fmt: skip
    doors.add_argument(
        "--web", nargs="?", type=_address, const=_address(WEB_ADDRESS), metavar="HOST[:PORT]",
        help=f"do not open the page, and listen on this address (default: {WEB_ADDRESS})",
    )  # fmt: skip


def add_arguments_of_games(
    words: argparse.ArgumentParser, some: Iterable[Game], others: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Add the arguments that determine the wars of some games; games share those of the same name.

    Args:
        words: the parser.
        some: the games.
        others: other names of options, by the names of the arguments.
    """
    added: set[str] = set()
    for game in some:
        group = words.add_argument_group(f"wars of the game {game.name}")
        for each in game.envs.offered:
            if each.name not in added:
                form: Any = {"metavar": each.metavar} if each.metavar else {"action": "store_true", "default": None}
                group.add_argument(option_of(others.get(each.name, each.name)), help=each.help, **form)
                added.add(each.name)


def add_play_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka play``."""
    words.add_argument(
        "--game", metavar="NAME", help=f"{' or '.join(game_names())} (default: that of --env, else {DEFAULT_GAME})"
    )
    usual = " or ".join(game.usual for game in games())
    words.add_argument("--env", metavar="ID", help=f"the environment (default: {usual})")
    add_arguments_of_games(words, games())
    words.add_argument("--seed", type=_seed, metavar="S", help="seed of the dice (default: a new seed every time)")
    words.add_argument("--charts", metavar="DIR", help="a folder of chart files that replace the project's own")
    words.add_argument(
        "--save",
        metavar="FILE",
        help="file in which the war is saved at every decision "
        f"(default: {' or '.join(f'{name}-war.json' for name in game_names())})",
    )
    words.add_argument("--load", metavar="FILE", help="continue a saved war")
    words.add_argument(
        "--position", metavar="TEXT", help="begin at a position, as the key p of stuka play and stuka watch copies it"
    )
    words.add_argument(
        "--advise", metavar="POLICY",
        help="show the choices of this policy, such as module:Class, or none (default: of a saved war its adviser)",
    )  # fmt: skip
    words.add_argument("--tutorial", action="store_true", help="a first short war, with guidance at every decision")
    add_door_arguments(words)
    words.add_argument(
        "--table", action="store_true", default=None, help="you roll: the program asks for dice and cards"
    )
    words.add_argument(
        "--daily", nargs="?", type=_day, const=datetime.date.today(), metavar="DATE",
        help="the war of the day, whose dice are the same for everybody: the shortest one, unless --env names "
        "another war",
    )  # fmt: skip


def choose_daily(options: argparse.Namespace) -> None:
    """Set the arguments for the war of a day: its seed and its file; an unfinished file is continued.

    Raises:
        ValueError: another argument contradicts the war of the day.
    """
    from stuka_env.play.daily import daily_path, daily_seed

    extra = [name for name in ("seed", "load", "tutorial", "table", "position") if getattr(options, name)]
    if extra:
        raise ValueError(f"--{extra[0]}: the war of the day has its own dice, leave this out")
    parts, day, options.daily = parts_to_play(options), options.daily, None
    path = Path(options.save or daily_path(day, parts.game.name))
    if path.exists():
        extra = [name for name in names_of_the_war() if name != "game" and getattr(options, name) is not None]
        if extra:
            raise ValueError(f"{option_of(extra[0])}: {os.fspath(path)!r} has the war of the day, leave this out")
        options.load, options.game = os.fspath(path), None
        return
    options.env = options.env or parts.game.ids[0]
    arguments = {name: getattr(options, name) for name in with_charts()}
    options.seed, options.save = daily_seed(day, options.env, arguments), os.fspath(path)


def option_of(name: str) -> str:
    """Return an option of the command line by the name of its value: "--enemy-quality"."""
    return f"--{name.replace('_', '-')}"


def parts_of_position(options: argparse.Namespace) -> "PlayParts":
    """Return the parts of the game of ``--position``.

    Raises:
        ValueError: the text is none of a position, or another argument does not fit it.
    """
    from stuka_env.play.parts import parts_of_env
    from stuka_env.position import read_position

    extra = [name for name in ("env", *names_of_arguments()) if getattr(options, name) is not None]
    if extra:
        raise ValueError(f"{option_of(extra[0])}: the war of --position has its own, leave this out")
    parts = parts_of_env(read_position(options.position).env)
    if options.game not in (None, parts.game.name):
        raise ValueError(f"--game: got {options.game!r}, the position is one of {parts.game.name}")
    return parts


def parts_to_play(options: argparse.Namespace) -> "PlayParts":
    """Return the parts of the game that is played: of the position, ``--game``, ``--env``, else the first game.

    Raises:
        ValueError: an argument does not fit the game.
    """
    from stuka_env.play.parts import play_parts

    if options.game is not None and options.game not in game_names():
        raise ValueError(f"--game: got {options.game!r}, allowed is {' or '.join(game_names())}")
    if options.position is not None:
        return parts_of_position(options)
    played = [game_named(name) for name in game_names() if options.game in (None, name)]
    allowed = [name for game in played for name in game.ids]
    if options.env is not None and options.env not in allowed:
        of_game = f" of the game {options.game}" if options.game else ""
        raise ValueError(f"--env: got {options.env!r}, allowed is {' or '.join(allowed)}{of_game}")
    parts = play_parts(next((game.name for game in played if options.env in game.ids), options.game or DEFAULT_GAME))
    own = parts.game.envs.argument_names
    extra = [name for name in with_charts() if getattr(options, name) is not None and name not in own]
    if extra and options.load is None:
        can = ", ".join(option_of(name) for name in with_charts() if name in own)
        raise ValueError(f"{option_of(extra[0])}: the game {parts.game.name} has no such argument; allowed are {can}")
    return parts


def environment_to_play(options: argparse.Namespace, parts: "PlayParts") -> str:
    """Return the environment that is played: of ``--env``, else the one that an argument implies, else the default."""
    given = (each for each in parts.game.envs.offered if getattr(options, each.name) is not None)
    return options.env or next((each.implies for each in given if each.implies is not None), parts.game.usual)


def check_saved_war(options: argparse.Namespace) -> None:
    """Refuse arguments beside ``--load`` that the saved war already has.

    Raises:
        ValueError: there is one; the message names it.
    """
    extra = [name for name in (*names_of_the_war(), "position") if getattr(options, name) is not None]
    if extra:
        raise ValueError(f"{option_of(extra[0])}: the war of --load {options.load!r} has its own, leave this out")


def open_session(options: argparse.Namespace) -> "Session":
    """Open the war to play: a new one, or a saved one.

    Raises:
        ValueError: an argument is not allowed, or the saved war cannot be used.
    """
    from stuka_env.engine.engine import entropy
    from stuka_env.play.lock import SaveLock
    from stuka_env.play.session import Session
    from stuka_env.play.tutorial import TutorialSession
    from stuka_env.play.war import War, war_at
    from stuka_env.play.war_file import load_war, may_replace

    parts = parts_to_play(options)
    if options.daily is not None:
        choose_daily(options)
    if options.tutorial:
        others = (*(name for name in names_of_the_war() if name != "game"), "load", "advise", "position")
        extra = [name for name in others if getattr(options, name) is not None]
        if extra:
            raise ValueError(f"{option_of(extra[0])}: the tutorial has its own war and adviser, leave this out")
        if options.save:
            may_replace(Path(options.save))
        folder = Path(tempfile.mkdtemp(prefix="stuka-tutorial-"))
        return TutorialSession(options.save or folder / "tutorial.json", options.charts, parts.game.name)
    path = Path(options.save or options.load or parts.saved_war)
    if options.load is not None:
        if os.path.realpath(options.load) != os.path.realpath(path):
            may_replace(path)
        check_saved_war(options)
        lock = SaveLock(path)
        try:
            return Session(load_war(options.load, options.charts), path, lock)
        except ValueError:
            lock.release()
            raise
    seed = entropy() if options.seed is None else options.seed
    if options.position is not None:
        war = war_at(options.position, seed, charts=options.charts, table=bool(options.table))
    else:
        arguments = {name: getattr(options, name) for name in with_charts()}
        war = War(environment_to_play(options, parts), arguments, seed, bool(options.table))
    may_replace(path)  # after the arguments have been checked, because another file would not help there
    return Session(war, path, SaveLock(path))


def closing_line(session: "Session", advise: str | None = None, text: bool = False) -> str:
    """Return a line for the shell: the result of the war, or the command that continues it.

    Args:
        session: the war.
        advise: the value of ``--advise``.
        text: whether the war was played at lines of text.
    """
    from stuka_env.play.parts import play_words
    from stuka_env.play.tutorial import TutorialSession

    result, parts = session.war.result, session.war.parts
    score = "" if result is None else f"score {parts.score(session.war)} ({parts.results.level(session.war)})"
    if isinstance(session, TutorialSession):
        again = command_here(PROGRAM, *play_words(parts))
        return f"tutorial: {score}{'; ' if score else ''}{session.lessons.whole}: {again}"
    if session.error_text:
        return session.error_text
    if result is not None:
        return f"{score}; saved in {os.fspath(session.path)}"
    words = [*(["--advise", advise] if advise and not session.adviser_name else []), *(["--text"] if text else [])]
    return f"saved; continue with: {command_here(PROGRAM, 'play', '--load', session.path, *words)}"


def open_play(options: argparse.Namespace) -> "tuple[Session, Adviser | None]":
    """Open the war to play, with the adviser that ``--advise`` names, else that of the saved war.

    Raises:
        ValueError: an argument is not allowed, the saved war cannot be used, or there is no such policy.
    """
    from stuka_env.io.quoting import quoted
    from stuka_env.play.advice import NO_ADVISER, is_kept, make_adviser
    from stuka_env.play.war_file import game_and_adviser

    if options.daily is not None:
        choose_daily(options)
    if options.load is None or options.tutorial:  # the tutorial refuses a saved war
        game, saved = parts_to_play(options).game.name, ""
    else:
        check_saved_war(options)
        game, saved = game_and_adviser(options.load)
    name = options.advise or saved
    if name == NO_ADVISER:
        name = ""
    if name and options.advise is None and not is_kept(name, game):
        raise ValueError(
            f"--load: the adviser {quoted(name)} of {options.load!r} is not installed; "
            f"name another with --advise, or --advise {NO_ADVISER}"
        )
    adviser = make_adviser(name, game) if name else None
    session = open_session(options)
    session.keep_adviser(name if is_kept(name, game) else "")
    return session, adviser


def run_play(options: argparse.Namespace) -> int:
    """Play a war and return the exit status."""
    return play_at_lines(options) if options.text else serve_play(options)


def play_at_lines(options: argparse.Namespace) -> int:
    """Open the war, play it at lines of text, and return the exit status."""
    from stuka_env.play.text_door import TextDoor

    session, adviser = open_play(options)
    return converse_and_close(
        TextDoor(session, adviser, opens_pages=has_display()),
        lambda last: closing_line(last, options.advise, text=True),
    )


def converse_and_close(door: "TextDoor", last_words: "Callable[[Any], str]") -> int:
    """Play at lines of text, print the last words about the session, and return the exit status."""
    from stuka_env.play.text_door import converse

    status = 0
    try:
        converse(door)
    except KeyboardInterrupt:
        print()
        status = INTERRUPTED
    door.session.release()
    print(printable(last_words(door.session)))
    return status


def free_address(options: argparse.Namespace) -> "Address":
    """Return the address of ``--web``, else the first that is free of :data:`WEB_PORTS`.

    Raises:
        ValueError: a library is missing, or the address cannot be used.
    """
    if not is_installed(SERVER_LIBRARY):
        raise ValueError(f"{not_installed(SERVER_LIBRARY, 'play')}; --text needs no library")
    from stuka_env.play.browser.server import Address, check_free

    if options.web is not None:
        address = Address(*options.web)
        check_free(address)
        return address
    host, port = _address(WEB_ADDRESS)
    for address in (Address(host, port + further) for further in range(WEB_PORTS)):
        with suppress(ValueError):
            check_free(address)
            return address
    raise ValueError(f"the ports {port} to {port + WEB_PORTS - 1} are in use: name another address with --web")


def show_game(url: str) -> None:
    """Open the page of the game in a browser; where there is no display, print how to open it from another machine."""
    if not (has_display() and webbrowser.open(url)):
        print(f"no browser was opened: open the address here, or on another machine run first: {tunnel_to(url)}")


def serve_play(options: argparse.Namespace) -> int:
    """Serve the game to a browser until Ctrl-C, and return the exit status."""
    address = free_address(options)
    from stuka_env.play.browser.game import BrowserGame
    from stuka_env.play.browser.server import serve

    opened, adviser = open_play(options)
    on_start = show_game if options.web is None else None
    session = serve(lambda on_change: BrowserGame(opened, adviser, on_change), address, on_start)
    session.release()
    print(closing_line(session, options.advise))
    return 0


# --- exercises ---


def add_exercises_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka exercises``."""
    from stuka_env.position.exercises import games_with_exercises

    games_with = " or ".join(games_with_exercises())
    words.add_argument(
        "--game", type=_game, default=DEFAULT_GAME, metavar="NAME", help=f"{games_with} (default: %(default)s)"
    )
    words.add_argument("--theme", metavar="THEME", help="the theme to play, or all (default: choose from a list)")
    words.add_argument("--mixed", action="store_true", help="in a mixed order, with --theme")
    words.add_argument(
        "--save", metavar="FILE", help="file in which the answers are kept (default: GAME-exercises.json)"
    )
    add_door_arguments(words)


def run_exercises(options: argparse.Namespace) -> int:
    """Play exercises and return the exit status."""
    if options.text:
        from stuka_env.play.text_door import ExerciseDoor

        return converse_and_close(ExerciseDoor(open_exercise_session(options)), lambda last: last.closing_words)
    return serve_exercises(options)


def open_exercise_session(options: argparse.Namespace) -> "ExerciseSession":
    """Open the exercises with the answers so far.

    Raises:
        ValueError: an argument is not allowed, or the file of the answers cannot be used.
    """
    from stuka_env.play.exercises import saved_progress
    from stuka_env.play.exercises.session import open_exercises

    if options.mixed and options.theme is None:
        raise ValueError("--mixed: needs --theme, such as --theme all")
    path = Path(options.save or saved_progress(options.game))
    return open_exercises(path, options.theme, options.mixed, game=options.game)


def serve_exercises(options: argparse.Namespace) -> int:
    """Serve the exercises to a browser until Ctrl-C, and return the exit status."""
    address = free_address(options)
    from stuka_env.play.browser.exercise_game import ExerciseGame
    from stuka_env.play.browser.server import serve

    session = open_exercise_session(options)
    serve(lambda on_change: ExerciseGame(session, on_change), address, show_game if options.web is None else None)
    session.release()
    print(session.closing_words)
    return 0


# --- mcp ---

REPLAY_FOLDER = "stuka-wars"
"""The default folder of the replays of wars that a client plays."""


def add_mcp_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka mcp``."""
    words.add_argument(
        "--folder", default=REPLAY_FOLDER, metavar="DIR", help="folder of the replays (default: %(default)s)"
    )
    words.add_argument("--player", default="", metavar="NAME", help="name of the player in the replays")
    words.add_argument(
        "--locked", action="store_true", help="for comparisons: the client can neither choose nor see its wars"
    )
    words.add_argument("--env", metavar="ID", help="with --locked: the environment of the wars")
    add_arguments_of_games(words, games())
    words.add_argument("--charts", metavar="DIR", help="with --locked: a folder of chart files")
    words.add_argument(
        "--wars", metavar="N",
        help="with --locked: the only wars are the first N that evaluate.py flies with --seed, or those of a track by "
        "its name, each can be played once",
    )  # fmt: skip
    words.add_argument("--seed", type=int, metavar="S", help="with --wars N: seed of the evaluation (default: 0)")
    words.add_argument(
        "--sealed", metavar="FILE", help="with --wars TRACK: wars that follow from a file that you keep secret"
    )
    words.add_argument(
        "--no-odds", action="store_true", default=None, help="with --locked: options without the odds of the charts"
    )


def run_mcp(options: argparse.Namespace) -> int:
    """Serve the games on standard input and output until the client closes them."""
    try:
        from stuka_env.text.mcp_server import serve
    except ModuleNotFoundError as error:
        raise ValueError(str(error)) from None
    serve(Path(options.folder), options.player, _locked_wars(options))
    return 0


def _locked_wars(options: argparse.Namespace) -> "LockedWars | None":
    """Return the only wars of a locked server; None for any wars."""
    from stuka_env.io.arguments import count
    from stuka_env.text.compared_wars import frozen_seeds
    from stuka_env.text.war_form import WarForm
    from stuka_env.text.wars import LockedWars, track_wars

    wars = _number_or_track(options.wars)
    if options.seed is not None and not isinstance(wars, int):
        raise ValueError("--seed: allowed is only with --wars N")
    if options.sealed is not None and not isinstance(wars, str):
        raise ValueError("--sealed: allowed is only with --wars TRACK")
    arguments = {name: value for name in with_charts() if (value := getattr(options, name)) is not None}
    if not options.locked:
        if extra := [name for name in ("env", "wars", "no_odds", *arguments) if getattr(options, name) is not None]:
            raise ValueError(f"{option_of(extra[0])}: allowed is only with --locked")
        return None
    if isinstance(wars, str):
        if extra := [name for name in ("env", *arguments) if getattr(options, name) is not None]:
            raise ValueError(f"{option_of(extra[0])}: not allowed with --wars {wars}, which determines the wars")
        locked = track_wars(wars, options.sealed)
        return replace(locked, form=replace(locked.form, odds=not options.no_odds))
    if options.env is None:
        raise ValueError("--locked: allowed is only with --env, the environment of the wars, or --wars TRACK")
    seeds = None if wars is None else frozen_seeds(options.seed or 0, count("wars", wars))
    try:
        return LockedWars(options.env, arguments, seeds, WarForm(odds=not options.no_odds))
    except TypeError as error:
        raise ValueError(str(error)) from None


def _number_or_track(text: str | None) -> int | str | None:
    """Return a number of wars, or the name of a track."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return text


# --- charts ---

NARROWEST = 80
"""Columns that every chart needs. On a narrower terminal, lines are too long."""


def _game(word: str) -> str:
    if word not in game_names():
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is {' or '.join(game_names())}")
    return word


def add_charts_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka charts``."""
    words.add_argument("chart", nargs="?", help="a chart such as a2_accuracy or a2; without it, the list of charts")
    words.add_argument("--all", action="store_true", help="print every chart, as wide as the terminal")
    words.add_argument(
        "--game", type=_game, default=DEFAULT_GAME, metavar="NAME",
        help=f"{' or '.join(game_names())}: whose charts (default: %(default)s)",
    )  # fmt: skip
    folder = words.add_mutually_exclusive_group()
    folder.add_argument("--charts", metavar="DIR", help="print the charts of this folder, which replace the project's")
    folder.add_argument(
        "--new", metavar="DIR", help="write a commented copy of the charts, or of CHART, to a new folder"
    )
    folder.add_argument(
        "--check", metavar="DIR", help="check the charts in this folder and list the differences to the project's"
    )


def run_charts(options: argparse.Namespace) -> int:
    """Print the charts, copy them, or compare a folder with the project's charts."""
    from stuka_env.charts import show
    from stuka_env.charts.compare import comparison
    from stuka_env.charts.copies import write_copies

    if options.all and (options.chart is not None or options.new is not None or options.check is not None):
        raise ValueError("--all prints every chart: it can be combined with --charts only")
    if options.check is not None and options.chart is not None:
        raise ValueError(f"--check compares a whole folder: expected no chart, got {options.chart!r}")
    if game_named(options.game).declared.war is None:
        raise ValueError(f"--game: got {options.game!r}, which has no chart files")
    book: ChartBook[Any] = room_of(options.game, "charts").BOOK
    charts = game_named(options.game).envs.charts_at(options.charts)
    if options.new is not None:
        names = list(charts.files) if options.chart is None else [book.find(charts, options.chart)]
        write_copies(book, Path(options.new), names)
        files = f"{names[0]}.toml" if len(names) == 1 else f"{len(names)} chart files"
        game = () if options.game == DEFAULT_GAME else ("--game", options.game)
        check = command_here(PROGRAM, "charts", *game, "--check", options.new)
        print(f"{files} written to {printable(options.new)}; edit, then check: {check}")
    elif options.check is not None:
        print(comparison(charts, book.load(options.check)))
    else:
        width = max(NARROWEST, shutil.get_terminal_size().columns)
        if options.chart is not None:
            print(show.chart_text(charts, book.find(charts, options.chart), width))
        else:
            print(show.all_charts_text(charts, width) if options.all else show.overview(charts, width))
    return 0


# --- games of others ---


def add_new_game_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka new-game``."""
    words.add_argument("name", metavar="NAME", help="the name of the game: small letters, digits and _")
    words.add_argument("--folder", metavar="DIR", default=".", help="folder of the new folder NAME-game (default: .)")


def run_new_game(options: argparse.Namespace) -> int:
    """Write the beginning of a game, and print what comes next."""
    from stuka_env.building.new_game import write_game

    files = write_game(options.name, Path(options.folder))
    for file in files:
        print(f"written: {printable(file)}")
    print(f"next: install the folder {printable(files[0].parent)}, then {PROGRAM} check-game {options.name}")
    return 0


def add_check_game_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stuka check-game``."""
    words.add_argument("name", metavar="NAME", help="the name of an installed game")


def run_check_game(options: argparse.Namespace) -> int:
    """Check a game, and print a line for each check; the exit code is 1 if one fails."""
    from stuka_env.building.check_game import checks_of
    from stuka_env.io.arguments import one_of
    from stuka_env.registration import DECLARED

    names = dict.fromkeys((*game_names(), *DECLARED))  # also one that cannot be imported
    name, failed = one_of("NAME", options.name, names), 0
    for check, fault in checks_of(name):
        print(f"{'fails' if fault else 'works'}  {check}{': ' if fault else ''}{printable(fault)}", flush=True)
        failed += bool(fault)
    return int(failed > 0)
