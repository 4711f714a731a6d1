"""The programs at the root of a clone, started by whatever ``python`` a shell finds: needs Python alone."""

import importlib
import importlib.util
import sys

LIBRARIES = ("gymnasium", "numba", "numpy")
"""What the package needs, as :data:`stuka_env.cli.LIBRARIES`, which cannot be imported without them."""
REFUSED = 2


def run_program(name: str) -> int:
    """Do what ``train.py`` or ``evaluate.py`` does; its exit status.

    Args:
        name: the function of :mod:`agents.commands`, and the program without its ending.
    """
    missing = next((library for library in LIBRARIES if not is_installed(library)), None)
    if missing is not None:
        line = f"{missing} is not installed in {sys.executable}; make setup installs all into .venv"
        print(f"{name}.py: {line}, then: .venv/bin/python {name}.py", file=sys.stderr)
        return REFUSED
    status: int = getattr(importlib.import_module("agents.commands"), name)()
    return status


def is_installed(library: str) -> bool:
    """Whether a library is found, as :func:`stuka_env.extras.is_installed`, which cannot be imported without them."""
    try:
        return importlib.util.find_spec(library) is not None
    except ValueError:  # it is None in sys.modules
        return False
