"""The command ``stuka``; ``python -m stuka_env`` is the same.

This package's commands are in :mod:`stuka_env.commands`. Other distributions add commands as entry points of the group
:data:`ENTRY_POINTS`. An error is one line on standard error and an exit status.
"""

import argparse
import os
import platform
import shlex
import sys
from collections.abc import Callable, Sequence
from errno import EDQUOT, EFBIG, ENOSPC
from importlib.metadata import entry_points, version
from typing import Any, NamedTuple, NoReturn

from stuka_env import __version__, commands
from stuka_env.commands import PROGRAM
from stuka_env.quoting import printable
from stuka_env.user_code import UserCodeError

ENTRY_POINTS = "stuka_env.commands"
"""Group of entry points, each of which is a :class:`Command`."""
ADDED_BY_A_CLONE = ("train", "evaluate", "review")
"""Commands that only a clone of the repository has."""
LIBRARIES = ("gymnasium", "numba", "numpy")
"""Libraries of a base installation."""
FULL = (EDQUOT, EFBIG, ENOSPC)
"""Error numbers of a full disk or an exhausted quota."""
FAILED, REFUSED, INTERRUPTED = 1, 2, 130
"""Exit statuses: the work began and failed; the request cannot be done; Ctrl-C."""


class FailedError(Exception):
    """The work began and failed; the message is one line."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with a line about the kept results or the command that continues."""


class Command(NamedTuple):
    """A command.

    Attributes:
        purpose: description for the list of commands.
        add_arguments: a function that adds the arguments.
        run: a function that takes the parsed arguments and returns the exit status. The arguments include
            ``command_line``. The message of a ValueError or OSError is one line.
    """

    purpose: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit."""
        self.exit(REFUSED, f"{self.prog}: {printable(message)}; see --help\n")


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
        "fly a war by hand in the terminal, with the program's dice or your own",
        commands.add_play_arguments,
        commands.run_play,
    ),
    "replay": Command("fly replays again and verify them", commands.add_replay_arguments, commands.run_replay),
    "watch": Command("make a page to watch replays in a browser", commands.add_watch_arguments, commands.run_watch),
    "log": Command(
        "write the log sheet of a replay, as a page to print or as CSV", commands.add_log_arguments, commands.run_log
    ),
    "video": Command("write a film of a replay, MP4 or GIF", commands.add_video_arguments, commands.run_video),
    "charts": Command(
        "print the charts with provenance; copy them, or compare your own",
        commands.add_charts_arguments,
        commands.run_charts,
    ),
}
"""The commands of this package."""


def all_commands() -> dict[str, Command]:
    """Return the commands of this package, then those of other distributions."""
    return COMMANDS | {entry.name: entry.load() for entry in entry_points(group=ENTRY_POINTS)}


def parser(known: dict[str, Command], chosen: str | None) -> Parser:
    """Make the parser. Only the ``chosen`` command adds its arguments, because that may import libraries."""
    missing = [name for name in ADDED_BY_A_CLONE if name not in known]
    adds = f"A clone of the repository adds {', '.join(missing)} (make setup)." if missing else ""
    top = Parser(prog=PROGRAM, description="Storm of Steel in Gymnasium: the commands.", epilog=adds)
    top.add_argument("--version", action=Versions, help="print the versions that a report of a defect asks for")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in known.items():
        words = subparsers.add_parser(name, help=command.purpose, description=sentence(command.purpose))
        if name == chosen:
            command.add_arguments(words)
    return top


def sentence(purpose: str) -> str:
    """Return a purpose as a sentence."""
    return purpose[0].upper() + purpose[1:] + "."


def status_of(program: str, work: Callable[[], int]) -> int:
    """Do the work of a ``program`` and return its exit status; an error is printed as one line."""
    try:
        status = work()
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of the output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except FailedError as error:
        return fail_with(program, printable(error), FAILED)
    except OSError as error:
        return fail_with(program, printable(with_name(error)), REFUSED)
    except UserCodeError as error:  # its further lines are places in the user's own files
        return fail_with(program, "\n".join(map(printable, str(error).splitlines())), REFUSED)
    except ValueError as error:
        return fail_with(program, printable(error), REFUSED)
    except KeyboardInterrupt as error:
        return fail_with(program, "; ".join(filter(None, ("stopped", str(error)))), INTERRUPTED)


def with_name(error: OSError) -> OSError:
    """Return the error of a full disk with a file name; it is standard output if the error has none."""
    if error.filename is None and error.errno in FULL:
        return OSError(error.errno, error.strerror, "standard output")
    return error


def fail_with(program: str, line: str, status: int) -> int:
    """Print the reason why a program ends, and return its exit status."""
    print(f"{program}: {line}", file=sys.stderr)
    return status


def run_alone(command: Command, program: str, words: Sequence[str] | None = None) -> int:
    """Run a command as a separate program, such as ``train.py`` or the module ``agents.learned``; return its status."""
    given_words = list(sys.argv[1:] if words is None else words)

    def work() -> int:
        alone = Parser(prog=program, description=sentence(command.purpose))
        command.add_arguments(alone)
        given = alone.parse_args(given_words)
        run_by = ["python"] if program.endswith(".py") else ["python", "-m"]
        given.command_line = shlex.join([*run_by, program, *given_words])
        return command.run(given)

    return status_of(program, work)


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
        given.command_line = shlex.join([PROGRAM, *given_words])
        return known[given.command].run(given)

    return status_of(f"{PROGRAM} {chosen}" if chosen else PROGRAM, work)
