"""The frame of every command line: a command, its parser, its exit status and its errors.

An error is one line on standard error and an exit status. A command line that a message suggests works in the user's
shell: in an activated environment the shell finds ``python`` and ``stuka`` by their names, and otherwise they have a
path, such as ``.venv/bin/stuka``.
"""

import _thread
import argparse
import os
import shlex
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from typing import NamedTuple, NoReturn

from stuka_env.io.cores import MOST_THREADS
from stuka_env.io.quoting import printable, refusal_text
from stuka_env.io.user_code import UserCodeError

PROGRAM = "stuka"
"""Name of the program in a shell."""
COMMAND_GROUP = "stuka_env.commands"
"""Group of entry points, each of which is a :class:`Command`."""
FULL = (EDQUOT, EFBIG, ENOSPC)
"""Error numbers of a full disk or an exhausted quota."""
REPEAT_AFTER = 0.1
"""Seconds after which an ignored interrupt comes again."""
END_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1")
"""Signals by which a terminal, a system, a batch queue or another program ends a program in good order."""
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
        serves: whether it serves a game, by its name.
    """

    purpose: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    serves: Callable[[str], bool] = lambda game: True


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit."""
        self.exit(REFUSED, refusal_text(f"{self.prog}: {message}; see --help") + "\n")


def add_threads(words: argparse.ArgumentParser, usual: int) -> None:
    """Add the option ``--threads``."""
    words.add_argument(
        "--threads", type=_threads, default=usual, metavar="N",
        help="threads (default: one for each core that this process may use)",
    )  # fmt: skip


def _threads(word: str) -> int:
    if not (word.isdecimal() and word.isascii()) or not 1 <= int(word) <= MOST_THREADS:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a whole number from 1 to {MOST_THREADS}")
    return int(word)


def sentence(purpose: str) -> str:
    """Return a purpose as a sentence."""
    return purpose[0].upper() + purpose[1:] + "."


def end_signals() -> list[int]:
    """Return the numbers of :data:`END_SIGNALS` that this system has. A hangup that ``nohup`` ignores stays ignored."""
    numbers = {name: int(getattr(signal, name)) for name in END_SIGNALS if hasattr(signal, name)}
    if "SIGHUP" in numbers and signal.getsignal(numbers["SIGHUP"]) is signal.SIG_IGN:
        del numbers["SIGHUP"]
    return list(numbers.values())


def status_of(program: str, work: Callable[[], int]) -> int:
    """Do the work of a ``program`` and return its exit status; an error is printed as one line."""
    replace_closed_streams()
    try:
        with interrupts_repeated():
            status = work()
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of the output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except FailedError as error:
        return fail_with(program, printable(error), FAILED)
    except OSError as error:
        return refuse(program, with_name(error))
    except UserCodeError as error:  # its further lines are places in the user's own files
        return fail_with(program, "\n".join(map(printable, str(error).splitlines())), REFUSED)
    except ValueError as error:
        return refuse(program, error)
    except KeyboardInterrupt as error:
        return fail_with(program, "; ".join(filter(None, ("stopped", str(error)))), INTERRUPTED)


def end_if_interrupted(status: int) -> int:
    """Return an exit status; end the process at once if it is that of an interrupt.

    Python would first take apart the libraries and their compiled code, which takes a second on its own.
    """
    if status == INTERRUPTED:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
    return status


def replace_closed_streams() -> None:
    """Open the null device in place of standard streams that the caller has closed.

    Otherwise the next file that is opened takes their number, and a child process would print into it.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is that of the stream
            setattr(sys, name, os.fdopen(null, mode, closefd=False))


@contextmanager
def interrupts_repeated() -> Iterator[None]:
    """Repeat an interrupt that Python ignores because it came in a finaliser or a callback of a library."""
    before = sys.unraisablehook

    def repeat(ignored: "sys.UnraisableHookArgs") -> None:
        if not isinstance(ignored.exc_value, KeyboardInterrupt):
            before(ignored)
            return
        timer = threading.Timer(REPEAT_AFTER, _thread.interrupt_main)  # after the finaliser
        timer.daemon = True
        timer.start()

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = before


def with_name(error: OSError) -> OSError:
    """Return the error of a full disk with a file name; it is standard output if the error has none."""
    if error.filename is None and error.errno in FULL:
        return OSError(error.errno, error.strerror, "standard output")
    return error


def shown_command(words: Sequence[str]) -> str:
    """Return a command as a shell takes it; bytes of file names that are no text are shown as escapes."""
    return shlex.join(words).encode(errors="backslashreplace").decode()


def fail_with(program: str, line: str, status: int) -> int:
    """Print the reason why a program ends, and return its exit status."""
    return _end_with(f"{program}: {line}", status)


def refuse(program: str, error: Exception) -> int:
    """Print the reason why a request cannot be done, and return the exit status."""
    return _end_with(refusal_text(f"{program}: {error}"), REFUSED)


def _end_with(line: str, status: int) -> int:
    """Print the last line of a program, and return its exit status."""
    with suppress(OSError):  # standard error is full or closed: the status is left
        print(line, file=sys.stderr)
    return status


def run_alone(command: Command, program: str, words: Sequence[str] | None = None) -> int:
    """Run a command as a separate program, such as ``train.py`` or the module ``agents.learned``; return its status."""
    given_words = list(sys.argv[1:] if words is None else words)

    def work() -> int:
        alone = Parser(prog=program, description=sentence(command.purpose))
        command.add_arguments(alone)
        given = alone.parse_args(given_words)
        run_by = ["python"] if program.endswith(".py") else ["python", "-m"]
        given.command_line = shown_command([*run_by, program, *given_words])
        return command.run(given)

    status = status_of(program, work)
    return end_if_interrupted(status) if words is None else status


def program_here(program: str) -> str:
    """Return the word that starts a program of the running interpreter's folder in this shell.

    Args:
        program: ``python``, or a program of an installed distribution, such as ``stuka``.

    Returns:
        The bare name if the shell finds that program by it, or if the program does not exist; otherwise its path,
        relative to the current folder if possible.
    """
    place = Path(sys.executable).with_name(program)
    if program == "python" and not place.exists():  # Debian's own interpreter has another name
        place = Path(sys.executable)
    on_path = shutil.which(program)
    if not place.exists() or (on_path is not None and Path(on_path) == place):
        return program
    here = Path.cwd()
    return shlex.quote(str(place.relative_to(here) if place.is_relative_to(here) else place))


def command_here(program: str, *words: object) -> str:
    """Return a command line for this shell: the program as it is found here, the other words quoted if necessary."""
    return " ".join([program_here(program), *(shlex.quote(str(word)) for word in words)])
