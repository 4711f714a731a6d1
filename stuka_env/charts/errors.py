"""The error of an unusable chart file, on one line."""

from stuka_env.io.quoting import LONGEST_QUOTE, RefusalError, printable, quoted


class ChartError(RefusalError):
    """An unusable chart file. The message is one line with the file, the cell, the expected and the actual value."""


def fail(file: str, cell: str, expected: str, got: object) -> ChartError:
    """Return the error for a bad cell, on one line."""
    where = printable(cell, LONGEST_QUOTE)
    return ChartError(" ".join(f"{printable(file)}: {where}: expected {expected}, got {quoted(got)}".split()))


def printable_text(file: str, where: str, raw: object) -> str:
    """Return a text that a terminal shows unchanged. Raises ChartError for any other value."""
    if not isinstance(raw, str) or not raw.isprintable():
        raise fail(file, where, "a text without control characters", raw)
    return raw
