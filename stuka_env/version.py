"""The version of the package, and the end of the formats before it, in a module that all rooms read."""

__version__ = "0.1.0"
LAST_READER = "bf390065"
"""The last commit that reads files and texts in formats of before the first release."""


def older_format(refusal: str) -> str:
    """Return the refusal of a format of before the first release, with the commit that reads it."""
    return f"{refusal}; the last commit that reads older formats is {LAST_READER}"
