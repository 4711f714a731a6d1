"""The command ``stuka``; ``python -m stuka_env`` is the same.

This package's commands are in :mod:`stuka_env.commands`. Other distributions add commands as entry points of the group
:data:`stuka_env.io.command_line.COMMAND_GROUP`.
"""

import argparse
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points, version
from typing import Any, NoReturn

from stuka_env import commands
from stuka_env.io.command_line import (
    COMMAND_GROUP,
    PROGRAM,
    Command,
    Parser,
    end_if_interrupted,
    sentence,
    shown_command,
    status_of,
)
from stuka_env.version import __version__

ADDED_BY_A_CLONE = ("train", "evaluate", "review", "text")
"""Commands that only a clone of the repository has."""
LIBRARIES = ("gymnasium", "numba", "numpy")
"""Libraries of a base installation."""


class Versions(argparse.Action):
    """The option that prints the versions on one line and exits."""

    def __init__(self, **words: Any) -> None:
        super().__init__(nargs=0, **words)

    def __call__(self, *_: object) -> NoReturn:
        """Print the versions from the metadata of the distributions, without importing them."""
        libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
        print(f"stuka_env {__version__}, Python {platform.python_version()}, {libraries}, {platform.platform()}")
        raise SystemExit(0)


COMMANDS = {
    "play": Command(
        "fly a war by hand, in a browser or at lines of text, with the program's dice or your own",
        commands.add_play_arguments,
        commands.run_play,
    ),
    "exercises": Command(
        "find the best choice in positions of a game, with an explanation",
        commands.add_exercises_arguments,
        commands.run_exercises,
    ),
    "replay": Command("fly replays again and verify them", commands.add_replay_arguments, commands.run_replay),
    "watch": Command("make a page to watch replays in a browser", commands.add_watch_arguments, commands.run_watch),
    "desk": Command(
        "make a page that lists the replays of a folder, compares and opens them",
        commands.add_desk_arguments,
        commands.run_desk,
    ),
    "log": Command(
        "write the log sheet of a replay, as a page to print or as CSV", commands.add_log_arguments, commands.run_log
    ),
    "show": Command("print the mat of a position, given as text", commands.add_show_arguments, commands.run_show),
    "video": Command("write a film of a replay, MP4 or GIF", commands.add_video_arguments, commands.run_video),
    "mcp": Command(
        "serve the games to a language model, with the Model Context Protocol",
        commands.add_mcp_arguments,
        commands.run_mcp,
    ),
    "charts": Command(
        "print the charts with provenance; copy them, or compare your own",
        commands.add_charts_arguments,
        commands.run_charts,
    ),
    "new-game": Command(
        "write the beginning of a game of your own: one module that plays",
        commands.add_new_game_arguments,
        commands.run_new_game,
    ),
    "check-game": Command(
        "check an installed game: its rules as plain Python and compiled, and every door",
        commands.add_check_game_arguments,
        commands.run_check_game,
    ),
}
"""The commands of this package."""


def all_commands() -> dict[str, Command]:
    """Return the commands of this package, then those of other distributions."""
    return COMMANDS | {entry.name: entry.load() for entry in entry_points(group=COMMAND_GROUP)}


def parser(known: dict[str, Command], chosen: str | None) -> Parser:
    """Make the parser. Only the ``chosen`` command adds its arguments, because that may import libraries."""
    missing = [name for name in ADDED_BY_A_CLONE if name not in known]
    adds = f"A clone of the repository adds {', '.join(missing)} (make setup)." if missing else ""
    top = Parser(prog=PROGRAM, description="Solitaire air wargames in Gymnasium: the commands.", epilog=adds)
    top.add_argument("--version", action=Versions, help="print the versions that a report of a defect asks for")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in known.items():
        words = subparsers.add_parser(name, help=command.purpose, description=sentence(command.purpose))
        if name == chosen:
            command.add_arguments(words)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run the command ``stuka`` and return its exit status."""
    given_words = list(sys.argv[1:] if words is None else words)
    chosen = next((word for word in given_words if not word.startswith("-")), None)

    def work() -> int:
        known = all_commands()
        if not given_words:
            raise ValueError(f"which command? {', '.join(known)}; see --help")
        if chosen in ADDED_BY_A_CLONE and chosen not in known:
            raise ValueError("a clone of the repository adds this command (make setup)")
        given = parser(known, chosen).parse_args(given_words)
        given.command_line = shown_command([PROGRAM, *given_words])
        return known[given.command].run(given)

    status = status_of(f"{PROGRAM} {chosen}" if chosen else PROGRAM, work)
    return end_if_interrupted(status) if words is None else status
