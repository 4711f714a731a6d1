"""The programs at the root of a clone; importing this module needs only Python, so any ``python`` can start them."""

import importlib
import importlib.util
import sys

LIBRARIES = ("gymnasium", "numba", "numpy")
"""The required libraries, as in :data:`stuka_env.cli.LIBRARIES`, which cannot be imported without them."""
REFUSED, INTERRUPTED = 2, 130
"""Exit statuses, as in :mod:`stuka_env.io.command_line`."""


def run_program(name: str) -> int:
    """Run ``train.py`` or ``evaluate.py`` and return the exit status.

    Args:
        name: Name of the function in :mod:`agents.commands`, which is that of the program without its suffix.
    """
    missing = next((library for library in LIBRARIES if not is_installed(library)), None)
    if missing is not None:
        line = f"{missing} is not installed in {sys.executable}; make setup installs all into .venv"
        print(f"{name}.py: {line}, then: .venv/bin/python {name}.py", file=sys.stderr)
        return REFUSED
    try:
        status: int = getattr(importlib.import_module("agents.commands"), name)()
    except KeyboardInterrupt:  # while libraries are imported
        print(f"{name}.py: stopped", file=sys.stderr)
        return INTERRUPTED
    return status


def is_installed(library: str) -> bool:
    """Whether a library is installed; :func:`stuka_env.io.extras.is_installed` needs the libraries itself."""
    try:
        return importlib.util.find_spec(library) is not None
    except ValueError:  # it is None in sys.modules
        return False
