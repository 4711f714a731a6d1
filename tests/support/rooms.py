"""Rooms and their order, declared once: for the test of the walls, and for the table of ``docs/architecture.md``.

A room is a package or a module of one folder. It imports only rooms that stand before it in the order of the folder.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.imports import imports
from tests.support.places import ROOT

GAMES = ("stuka", "interceptor", "wing", "support")


class Walls(NamedTuple):
    """The rooms of a folder."""

    home: str
    """Dotted name of the folder."""
    order: tuple[str, ...]
    """Its rooms, from the bottom to the top."""
    closer: dict[str, tuple[str, ...]] = {}
    """Rooms that may import less than the order permits: rooms or modules of the same folder."""
    names: tuple[str, ...] = ()
    """Names of the folder's own module that every room may import."""

    def place(self, room: str) -> Path:
        """Return the folder or the file of a room."""
        folder = ROOT.joinpath(*self.home.split("."), room)
        return folder if folder.is_dir() else folder.with_suffix(".py")

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms that the folder has; an order that several games share has more."""
        return tuple(room for room in self.order if self.place(room).exists())

    def permits(self, room: str, name: str) -> bool:
        """Whether a room may import a name. The walls of other folders are not asked."""
        below = self.closer.get(room, self.order[: self.order.index(room)])
        return not inside(name, self.home) or inside(
            name, *(f"{self.home}.{one}" for one in (room, *below, *self.names))
        )

    def arrows(self) -> dict[str, set[str]]:
        """Return the rooms that each room imports."""
        found = defaultdict(set)
        for room in self.rooms:
            for _, name in imports_under(self.place(room)):
                other = name.removeprefix(f"{self.home}.").partition(".")[0]
                if inside(name, self.home) and other in self.order and other != room:
                    found[room].add(other)
        return found


def inside(name: str, *modules: str) -> bool:
    """Whether a name is one of the modules or in one of them."""
    return any(name == module or name.startswith(module + ".") for module in modules)


def imports_of(file: Path) -> tuple[str, ...]:
    """Return the names that a file of the repository imports."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    return imports(file.read_text(encoding="utf-8"), ".".join(parts[:-1] if is_package else parts), is_package)


def imports_under(place: Path) -> Iterator[tuple[Path, str]]:
    """Yield the names that a file or the files of a folder import, each with its file. Programs in a folder are not
    asked: a ``__main__`` runs a command."""
    files = [place] if place.suffix == ".py" else [file for file in place.rglob("*.py") if file.name != "__main__.py"]
    assert files, f"no Python file at {place}"
    for file in sorted(files):
        for name in imports_of(file):
            yield file, name


HOUSE = Walls(
    "stuka_env",
    (
        *("version", "io", "declared", "render", "compiling", "charts", "registration", "game", "policy", "views"),
        *("engine", "position", "envs", "networks", "gpu", "replay", "wrappers", "extractor", "flights", "watch"),
        *("text", "play", "building", "commands", "cli", "__main__"),
    ),
)
"""The package outside its games."""
ABOVE_GAMES = ("replay", "flights", "watch", "text", "commands", "cli", "__main__")
"""Rooms of the house that a game may not import: its declarations stand below them."""
DECLARED_FOR = {"watch": ("replay", "watch.parts"), "text": ("text.parts",)}
"""Rooms and modules above, whose records a room of a game declares."""


def house_below(room: str) -> tuple[str, ...]:
    """Return the rooms and modules of the house that a room of a game may import."""
    if room == "networks":  # what loads a saved agent loads no engine
        return (*HOUSE.order[: HOUSE.order.index("policy") + 1], room)
    return tuple(name for name in HOUSE.order if name not in ABOVE_GAMES) + DECLARED_FOR.get(room, ())


SHAPE = "charts.shape"
"""The record of the charts without their loader."""
CLOSER = {
    "rules": ("codes", SHAPE),  # compiled code reads a record, and knows no file
    "scenario": ("codes", "charts", "rules"),
    "observation": ("codes", "charts", "rules"),
    "odds": ("codes", SHAPE, "rules", "observation"),  # compiled too
    "networks": ("codes", "observation", "odds.layout"),  # enough to load a saved agent
    "play": (*("codes", "charts", "rules", "words", "sheet", "watch", "text"),),
}
"""Rooms of a game that may import less than the order permits."""
GAME_ROOMS = {
    game: Walls(
        f"stuka_env.games.{game}",
        (
            *("codes", "charts", "rules", "scenario", "words", "position"),
            *("observation", "odds", "networks", "option_odds", "fight", "sheet", "watch", "text"),
            *("play", "game", "engine"),
        ),
        CLOSER,
        (f"{game.upper()}_ENVIRONMENTS",),
    )
    for game in GAMES
}
"""The rooms of each game."""

LABORATORY = Walls(
    "agents",
    (
        *("chances", "clones", "progress", "rows", "value_file", "seeds", "stopping", "config_file", "solver"),
        *("game_rooms", "straying_wars", "learner_parts", "config_parts", "reasoned_script", "random_policy"),
        *("registry", "luck", "learned", "futures", "planner"),
        *("evaluation", "plausible", "review", "exercises", "games"),
        *("training", "rllib", "commands", "programs"),
    ),
)
"""The laboratory, in which the laboratories of all games are one room."""
_REST = ("learning", "measures", "evaluation", "bands", "plausible", "calibrate", "exercises")
GAME_LABORATORIES = {
    game: Walls(f"agents.games.{game}", ("scripts", "players", *order, *_REST))
    for game, order in {
        "stuka": ("planner", "luck", "review", "improvement"),  # luck and review ask the planner
        "interceptor": ("luck", "review", "improvement", "planner"),  # the planner has worths fitted to reviews
        "wing": ("luck", "review", "planner"),
        "support": ("luck", "review", "planner"),
    }.items()
}
"""The rooms of each game's laboratory."""
ALL_WALLS = (HOUSE, LABORATORY, *GAME_ROOMS.values(), *GAME_LABORATORIES.values())
