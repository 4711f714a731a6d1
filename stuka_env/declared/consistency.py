"""Checks that values fit each other: the error, and what all games' checks use."""

from typing import Any, NoReturn

from stuka_env.io.quoting import RefusalError, quoted


class ConsistencyError(RefusalError):
    """Values contradict each other; the message names the first one that does not fit."""


def refuse(name: str, got: Any, allowed: Any) -> NoReturn:
    """Raise the error for a value that does not fit the others.

    Raises:
        ConsistencyError: always.
    """
    shown = allowed if isinstance(allowed, str) else quoted(allowed)
    raise ConsistencyError(f"{name}: got {quoted(got)}, allowed is {shown}")


def need(fits: Any, name: str, got: Any, allowed: Any) -> None:
    """Check that a value fits the others.

    Raises:
        ConsistencyError: ``fits`` is false.
    """
    if not fits:
        refuse(name, got, allowed)


def values_of(records: Any) -> dict[str, Any]:
    """Return the fields of an array of one record: numbers as Python's numbers, and arrays."""
    return dict(zip(records.dtype.names, records.item(), strict=True))
