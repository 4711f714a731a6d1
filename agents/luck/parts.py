"""The record of a game whose luck is measured from decision to decision, which ``luck/parts.py`` of its room fills."""

from __future__ import annotations  # a copy reads its annotations as names of its game

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from agents.game_rooms import has_room, laboratory_of
from agents.luck.network import Network, load_network
from agents.registry import RandomPolicy
from stuka_env.compiling.compilation import compiled_copy
from stuka_env.engine.engine import Engine
from stuka_env.engine.game_parts import Mat
from stuka_env.game import AnyWarSpec, Game, game_named
from stuka_env.policy import Policy

LUCK_ROOM = "luck.parts"
"""The room of a game with its declaration."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LuckParts:
    """The parts of luck that know a game. All others follow from its engine and its observation."""

    game: str
    file: str
    """Name of the network's file among the models that ship."""
    earned: Callable[[Any], float]
    """Return the points of the score that stand on a mat; a compiled function."""
    details: str | None = None
    """Setting of the observation that the network reads; None is the default."""
    digest_war: Any
    """The war of the digest: short, because plain Python takes seconds for it."""
    digest_policy: Policy = field(default_factory=RandomPolicy)
    """The policy that flies it."""

    @property
    def path(self) -> Path:
        """The file of the network that ships."""
        return Path(str(files("agents") / "models" / self.file))

    def load(self) -> Network:
        """Return the network that ships.

        Raises:
            ValueFileError: the file is missing, broken or has another form.
        """
        return load_network(self.path, game_named(self.game).envs.layout(self.details))

    def new_clone(self, spec: AnyWarSpec) -> tuple[Any, Any, Network]:
        """Return the arrays of a war to play with, those of its observation, and the network that ships.

        Args:
            spec: the war; random charts give way to those of the project.
        """
        war: Any = spec
        engine = Engine(1, replace(war, random=None) if war.random else war, details=self.details)
        return engine.wars, engine.new_view(compact=True).buffers, self.load()


SCORE_BLOCK = SCORE_FIELD = ""
"""The block of a mat with the score so far, and the name of its points; a game has its own."""


def earned(mat: Mat) -> float:
    """Return the points of the score that stand on a mat."""
    return float(mat[SCORE_BLOCK][SCORE_FIELD])


def declared_luck(home: str, record: Game) -> LuckParts:
    """Return the parts of a game whose mat has the score so far. All follows from its record.

    Args:
        home: the name of the module that calls. Its file keys the compiled code.
        record: the record, which that module imports from the game: the key has the sources of what is imported.
    """
    mat, names = record.engine.arrays.stored["mats"], {"SCORE_BLOCK": record.standing_block}
    names |= {"SCORE_FIELD": record.declared.points}
    return LuckParts(
        game=record.name,
        file=f"{record.name}_luck.npz",
        earned=compiled_copy(earned, globals() | names | {"Mat": mat}, home, "earned"),
        digest_war=record.envs.read_arguments(0)[0],
    )


def luck_parts(game: str) -> LuckParts | None:
    """Return the parts of a game by its name; None for a game without such a declaration."""
    if not has_room(game, LUCK_ROOM):
        return None
    parts: LuckParts = laboratory_of(game, LUCK_ROOM).LUCK
    return parts
