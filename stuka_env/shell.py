"""Commands that a person is told to run next, so that a shell takes them as they stand.

In an activated environment ``python`` and ``stuka`` are found by their names; after ``make demo`` nothing is activated,
and the same programs are ``.venv/bin/python`` and ``.venv/bin/stuka``.
"""

import shlex
import shutil
import sys
from pathlib import Path


def program_here(program: str) -> str:
    """How the shell here calls a program that lies beside the running interpreter.

    Args:
        program: ``python``, or what an installed distribution adds, such as ``stuka``.

    Returns:
        Its bare name if that finds it, or if it does not lie there; else its path, from here if it is below.
    """
    place = Path(sys.executable).with_name(program)
    if program == "python" and not place.exists():  # Debian's own has no such name
        place = Path(sys.executable)
    found = shutil.which(program)
    if not place.exists() or (found is not None and Path(found) == place):
        return program
    here = Path.cwd()
    return shlex.quote(str(place.relative_to(here) if place.is_relative_to(here) else place))


def command_here(program: str, *words: object) -> str:
    """A command line as the shell here takes it: the program found, the other words quoted where they need it."""
    return " ".join([program_here(program), *(shlex.quote(str(word)) for word in words)])
