"""The packages of the games that have been imported, by the names of the games."""

from pathlib import Path
from typing import NamedTuple

DEFAULT_GAME = "stuka"
"""The game that is meant where none is named."""


class GamePackage(NamedTuple):
    """The package of a game."""

    name: str
    """Its full name."""
    folder: Path
    """Its folder; of a game of one module, the file."""
    ids: tuple[str, ...]
    """The ids of its environments; the place is the code of its scale."""

    @property
    def distribution(self) -> str:
        """The outermost package, which distinguishes games of the same name from two distributions."""
        return self.name.partition(".")[0]


PACKAGES: dict[str, GamePackage] = {}
"""The packages, in the order of their import. :mod:`stuka_env.registration` adds to them."""
