"""Checks of arguments: the error that names the argument, its value and what is allowed."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from stuka_env.io.quoting import RefusalError, quoted
from stuka_env.io.user_code import meant

SEED_LIMIT = 1 << 64
"""The number of seeds: the smallest number that is none."""


def argument_error(name: str, got: Any, allowed: str) -> ValueError:
    """Return the error for an argument that cannot be used."""
    return RefusalError(f"{name}: got {quoted(got)}, allowed is {allowed}")


def one_of(name: str, got: Any, words: Iterable[str]) -> str:
    """Return the word ``got``.

    Raises:
        ValueError: it is none of ``words``.
    """
    words = tuple(words)
    if not isinstance(got, str) or got not in words:
        allowed = " or ".join(f'"{word}"' for word in words)
        raise argument_error(name, got, f"{allowed}{meant(got, words)}")
    return got


def flag(name: str, got: Any) -> bool:
    """Return a truth value."""
    if not isinstance(got, bool | np.bool_):
        raise argument_error(name, got, "True or False")
    return bool(got)


def count(name: str, got: Any) -> int:
    """Return a whole number of at least one."""
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or got < 1:
        raise argument_error(name, got, "a whole number, 1 or more")
    return int(got)


def read_seed(got: Any) -> int | None:
    """Return a seed for reset; None stays None."""
    if got is None:
        return None
    if not isinstance(got, int | np.integer) or isinstance(got, bool) or not 0 <= got < SEED_LIMIT:
        raise argument_error("seed", got, f"None or a whole number from 0 to {SEED_LIMIT - 1}")
    return int(got)
