"""Requests of the page: their fields with types, and reading one of unknown origin."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

FIELDS: Mapping[str, type] = {
    "do": str, "number": int, "version": int, "answer": int, "typed": str, "way": str,
    "slot": int, "role": int, "place": int, "theme": str, "mixed": bool,
}  # fmt: skip
"""All fields, with the type of each. ``number`` is repeated in the reply."""
LARGEST_SAFE_NUMBER = 2**53
"""Limit of whole numbers, which a script of a page keeps exactly below it."""


def read_request(text: str) -> tuple[int | None, dict[str, Any] | None]:
    """Return the number of a request and all its fields.

    The number is None if the request has none that can be repeated. The fields are None if one is unknown or has
    another type: true is no number, and neither is NaN.
    """
    contents: Any = None
    with suppress(ValueError, RecursionError):
        contents = json.loads(text)
    if not isinstance(contents, dict):
        return None, None
    number = contents.get("number")
    is_known = all(_fits(name, value) for name, value in contents.items())
    return number if _fits("number", number) else None, contents if is_known else None


def _fits(name: str, value: Any) -> bool:
    """Return whether a field exists and has its type."""
    if name not in FIELDS or type(value) is not FIELDS[name]:
        return False
    return not isinstance(value, int) or abs(value) < LARGEST_SAFE_NUMBER
