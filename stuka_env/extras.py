"""Libraries that come with an extra, loaded when they are asked for, and what is said where they are not."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gymnasium.error import DependencyNotInstalled


def not_installed(library: str, extra: str, distribution: str = "stuka-env") -> str:
    """What to say of a library that is missing: it, the interpreter that is running, and the extra that brings it."""
    return f"{library} is not installed in {sys.executable}, the extra {extra!r} of {distribution} brings it"


@contextmanager
def imports_of(extra: str) -> Iterator[None]:
    """Imports without which a module is of no use.

    Raises:
        ModuleNotFoundError: one is not installed; one line says what brings it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = str(error.name).partition(".")[0]
        raise ModuleNotFoundError(not_installed(library, extra), name=error.name) from None


def is_installed(name: str) -> bool:
    """Whether a library can be imported, without importing it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # hidden from imports
        return False


def load_extra(name: str, purpose: str) -> Any:
    """Import a library of the extra ``render``.

    Raises:
        DependencyNotInstalled: it is not installed; one line says what brings it.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(name)
    except ImportError:
        raise DependencyNotInstalled(f"{purpose}: {not_installed(name.partition('.')[0], 'render')}") from None
