"""Command lines that messages suggest, written so that they work in the user's shell.

In an activated environment the shell finds ``python`` and ``stuka`` by their names. After ``make demo`` no environment
is activated, and the same programs are ``.venv/bin/python`` and ``.venv/bin/stuka``.
"""

import shlex
import shutil
import sys
from pathlib import Path


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
