"""The stages of what follows from an action: the mat after each step of the rules, up to the next decision.

An engine plays on to the next decision at once. Films and pages show the way there, such as the landings.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from stuka_env.engine.engine import Engine
from stuka_env.engine.kernels import NOTHING
from stuka_env.engine.memory import copied

MOST_STAGES = 1 << 12
"""Stages after which play is given up. There are far fewer between two decisions."""


class Stage(NamedTuple):
    """The war after a step of the rules."""

    mat: Any
    """A copy of the mat."""
    entries: int
    """Number of entries of the journal since the action."""


class Passage(NamedTuple):
    """A part of what follows from an action, before the part that leads to the next decision."""

    title: str
    end: Stage


class SlowMotion:
    """Play in single steps beside an engine of one war, which itself does not change.

    Args:
        engine: the engine, with a journal.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self._beside = engine, engine.copy()
        self._take = engine.game.engine.kernels.take_stage

    def stages(self, action: int) -> list[Stage]:
        """Return the stages that follow from a legal action, up to the next decision or the end."""
        self._beside.restore(self._engine.snapshot())
        wars, found = self._beside.wars, list[Stage]()
        while len(found) < MOST_STAGES and self._take(wars, NOTHING if found else action):
            found.append(Stage(copied(wars.mats)[0], int(wars.journals["cursor"][0])))
        return found

    def passages(self, action: int, titles: Mapping[int, str]) -> list[Passage]:
        """Return the passages that follow from a legal action and have entries in the journal.

        Args:
            action: the action.
            titles: titles of passages, by phase. A phase without a title belongs to what follows it.
        """
        found, title, told = list[Passage](), "", 0
        phase, before = int(self._engine.wars.mats["cursor"]["phase"][0]), None
        for stage in self.stages(action):
            own = titles.get(phase, "")
            if title not in ("", own) and before is not None and before.entries > told:
                found.append(Passage(title, before))
                told = before.entries
            title, phase, before = own, int(stage.mat["cursor"]["phase"]), stage
        return found
