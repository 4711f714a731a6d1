"""A position as the arrays of one war, which the engine writes on the wars that begin there."""

from dataclasses import dataclass
from typing import Any

from stuka_env.declared.consistency import ConsistencyError
from stuka_env.game import Game
from stuka_env.position.parts import position_parts


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

    def is_on(self, wars: Any, war: int) -> bool:
        """Whether the mat of a war is that of the position."""
        return bool(wars.mats[war].tobytes() == self.snapshot.mats[0].tobytes())

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
    parts.place_dice(snapshot.dice[0], snapshot.mats[0])
    game.engine.check_mat(spec, spec.charts.record, snapshot)
    return LaidOutPosition(game, snapshot)


def impossible(error: ConsistencyError) -> ValueError:
    """Return the error for a mat that play cannot have made."""
    return ValueError(f"position: {str(error).removeprefix('mats.')}")
