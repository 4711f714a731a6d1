"""Fights with planned dice."""

from typing import Any

import dogfight as dogfight
import gymnasium
from dogfight.codes import Act, Status

FIGHTING, RECALLED, SHOT_DOWN = Status.FIGHTING, Status.RECALLED, Status.SHOT_DOWN


class Fight:
    """A fight whose rolls are planned, coloured die first; a plane is a number from 1 for each side.

    Args:
        rolls: the planned rolls.
        setup: blocks of the mat that are laid out by hand.
        arguments: arguments of the environment.
    """

    def __init__(self, *rolls: tuple[int, int], setup: Any = None, **arguments: Any) -> None:
        self.env: Any = gymnasium.make("Dogfight/Fight-v0", journal=True, **arguments).unwrapped
        self.env.reset(seed=1, options={"dice": {"FIRE": list(rolls)}, "strict_dice": True, "setup": setup})

    def take(self, *names: str) -> "Fight":
        """Take actions by their names; "1" is the target 1."""
        for name in names:
            action = Act[f"TARGET_{name}" if name.isdecimal() else name]
            assert self.env.action_masks()[action], f"{name} at {self.decision}"
            self.env.step(int(action))
        return self

    @property
    def decision(self) -> str:
        """The open decision."""
        return str(self.env.decision)

    @property
    def legal(self) -> list[str]:
        """The names of the legal actions."""
        return [Act(index).name for index, _ in self.env.legal_actions()]

    @property
    def question(self) -> str:
        """The open decision in words."""
        return str(self.env.game.views.sheet(self.env.mat).question)

    def own(self, number: int) -> Any:
        """Return a plane of the player."""
        return self.env.mat["planes"][number - 1]

    def enemy(self, number: int) -> Any:
        """Return a plane of the enemy."""
        return self.env.mat["planes"][3 + number]

    @property
    def points(self) -> int:
        """The points so far."""
        return int(self.env.mat["fight"]["points"])

    @property
    def texts(self) -> list[str]:
        """The sentences of the journal."""
        return [str(entry) for entry in self.env.journal]
