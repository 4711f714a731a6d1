"""The rooms of docs/architecture.md: what each contains, and which other rooms of its folder it imports."""

import ast
import re
from collections.abc import Iterator, Sequence

from tests.support.rooms import GAME_LABORATORIES, GAME_ROOMS, HOUSE, LABORATORY, Walls
from tools import DOCS
from tools.generated import pages_with, table


def contents(walls: Walls, room: str) -> str:
    """Return the first sentence of the docstring of a room, with code as Markdown writes it."""
    place = walls.place(room)
    file = place / "__init__.py" if place.is_dir() else place
    words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    first = re.split(r"(?<=\.)\s", " ".join(words.split()))[0]
    return re.sub(r":\w+:`([\w.]+)`", r"`\1`", first).replace("``", "`")


def rooms_table(folders: Sequence[Walls]) -> str:
    """Return the table of the rooms of a folder, or of the same rooms of several games, from the bottom to the top."""
    return "\n".join(table(("room", "contents", "imports"), _rows(folders))[:-1])


def _rows(folders: Sequence[Walls]) -> Iterator[tuple[str, ...]]:
    imported = [walls.arrows() for walls in folders]
    rooms = list(dict.fromkeys(room for walls in folders for room in walls.rooms))
    for room in rooms:
        having = [walls for walls in folders if room in walls.rooms]
        others = set().union(*(arrows[room] for arrows in imported))
        only = f" Only in {', '.join(walls.home.rpartition('.')[2] for walls in having)}."
        text = contents(having[0], room) + (only if len(having) < len(folders) else "")
        yield f"`{room}`", text, ", ".join(one for one in rooms if one in others)


PAGES = pages_with(
    {
        DOCS / "architecture.md": {
            "house": lambda: rooms_table([HOUSE]),
            "game": lambda: rooms_table([*GAME_ROOMS.values()]),
            "laboratory": lambda: rooms_table([LABORATORY]),
            "game laboratory": lambda: rooms_table([*GAME_LABORATORIES.values()]),
        }
    }
)
