"""The programs at the root of a clone, started by whatever ``python`` a shell finds: needs Python alone."""

import importlib
import sys

LIBRARIES = ("gymnasium", "numba", "numpy")
"""What the package needs before anything of it can be imported."""
REFUSED = 2


def run_program(name: str) -> int:
    """Do what ``train.py`` or ``evaluate.py`` does; its exit status.

    Args:
        name: the function of :mod:`agents.commands`, and the program without its ending.
    """
    try:
        commands = importlib.import_module("agents.commands")
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        if missing not in LIBRARIES:
            raise
        line = f"{missing} is not installed in {sys.executable}; make setup installs all into .venv"
        print(f"{name}.py: {line}, then: .venv/bin/python {name}.py", file=sys.stderr)
        return REFUSED
    status: int = getattr(commands, name)()
    return status
