"""The parts of a game that its positions are made of, and a position as the arrays of one war.

Each game has the parts in its room ``position``. The engine writes the arrays on the wars that begin there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from stuka_env.declared.values import ConsistencyError, need
from stuka_env.engine import hidden
from stuka_env.game import Game, parts_in


@dataclass(frozen=True, kw_only=True, eq=False)
class PositionParts:
    """The parts of a game that its positions are made of."""

    left_out: Mapping[str, str]
    """Fields of the mat that a position does not have, by path, with the reason."""
    codes: Callable[[Any], dict[str, int]]
    """Return the plain codes of the war of a mat, as the game's ``WarSpec.codes`` names them."""
    complete: Callable[[Any, Any], None]
    """Write to a snapshot of one war what follows from the fields of a position, for a specification of wars; raise
    ``ConsistencyError`` if nothing can."""
    place_dice: Callable[[Any, Any], None] = lambda dice, mat: None
    """Write to new dice where in the war they are rolled: dice, mat."""
    free_codes: tuple[str, ...] = ()
    """Codes in which a position may differ from its environment, because a set-up can change them too."""
    withhold: Callable[[Any, Any], None] = lambda ledger, mat: None
    """Mark points as unpaid that the rules pay only at the end of a war: ledger, mat."""


def codes_in(block: str) -> Callable[[Any], dict[str, int]]:
    """Return the function ``codes`` of a game whose mats have the codes in a block, as its ``WarSpec`` names them."""

    def codes_of(mat: Any) -> dict[str, int]:
        plan = mat[block]
        return {name: int(plan[name]) for name in plan.dtype.names}

    return codes_of


def position_parts(game: str) -> PositionParts:
    """Return the parts of a game by its name."""
    parts: PositionParts = parts_in(game, "position", "POSITION_PARTS")
    return parts


@dataclass(frozen=True, eq=False)
class LaidOutPosition:
    """A checked position."""

    game: Game
    snapshot: Any
    """The arrays of one war, of which a position has the mat and what lies beside it."""

    def apply(self, wars: Any, war: int) -> None:
        """Write the position on a war whose next episode has been laid out; its dice keep their seed."""
        parts = position_parts(self.game.name)
        for name in ("mats", *self.game.engine.arrays.kinds.also_stored):
            getattr(wars, name)[war] = getattr(self.snapshot, name)[0]
        parts.place_dice(wars.dice[war], self.snapshot.mats[0])

    def withhold(self, wars: Any, war: int) -> None:
        """Mark points of an opened war as unpaid that its rules pay only at the end."""
        position_parts(self.game.name).withhold(wars.reports["ledger"][war], wars.mats[war])


def checked(game: Game, spec: Any, mats: Any) -> LaidOutPosition:
    """Return a position for wars of a specification, from the fields of its mat ``(1,)``.

    Raises:
        ConsistencyError: play cannot have made the mat.
    """
    parts = position_parts(game.name)
    snapshot = game.engine.arrays.empty_snapshot()
    snapshot.mats[:] = mats
    parts.complete(snapshot, spec)
    if game.engine.hidden is not None:
        charts = np.array([spec.charts.record], game.engine.arrays.kinds.charts.dtype)
        fits = hidden.draw(game, snapshot.mats, charts, hidden.SEEN_KEY)
        need(fits, game.engine.hidden, "none that fits", "something that fits what the player sees")
    parts.place_dice(snapshot.dice[0], snapshot.mats[0])
    game.engine.check_mat(spec, spec.charts.record, snapshot)
    return LaidOutPosition(game, snapshot)


def impossible(error: ConsistencyError) -> ValueError:
    """Return the error for a mat that play cannot have made."""
    return ValueError(f"position: {str(error).removeprefix('mats.')}")
