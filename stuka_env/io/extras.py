"""Libraries of the extras, which are imported on demand, and the message if one is missing."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gymnasium.error import DependencyNotInstalled


def not_installed(library: str, extra: str, distribution: str = "stuka-env") -> str:
    """Return the message about a missing library: its name, the running interpreter, and the extra to install."""
    return f"{library} is not installed in {sys.executable}, the extra {extra!r} of {distribution} brings it"


@contextmanager
def imports_of(extra: str) -> Iterator[None]:
    """Guard imports that a module needs.

    Raises:
        ModuleNotFoundError: a library is not installed; the message names the extra to install.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = str(error.name).partition(".")[0]
        raise ModuleNotFoundError(not_installed(library, extra), name=error.name) from None


def is_installed(name: str) -> bool:
    """Whether a library can be imported; it is not imported."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # the library is hidden from imports
        return False


def load_extra(name: str, purpose: str) -> Any:
    """Import a library of the extra ``render``.

    Raises:
        DependencyNotInstalled: it is not installed; the message names the extra to install.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(name)
    except ImportError:
        raise DependencyNotInstalled(f"{purpose}: {not_installed(name.partition('.')[0], 'render')}") from None
