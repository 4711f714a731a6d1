"""Slow motion: the mat after each step of the rules that follows from an action, up to the next decision.

An engine plays on to the next decision at once. Films and pages show the way there, such as the landings. A player who
rolls dice of his own sees the mat at every roll.
"""

from typing import Any, NamedTuple, NoReturn

from stuka_env.compiling.plain import plain
from stuka_env.engine.engine import Engine, Snapshot
from stuka_env.engine.kernels import NOTHING
from stuka_env.engine.memory import copied

LONGEST_WAY = 1 << 12
"""Steps after which play is given up. There are far fewer between two decisions."""


class PlayedStep(NamedTuple):
    """The war after a step of the rules."""

    mat: Any
    """A copy of the mat as the player sees it."""
    entries: int
    """Number of entries of the journal since the action."""


class RollMissing(Exception):  # noqa: N818 - it stops play where it is wanted
    """The tape has no more rolls of a chart."""


def stop(dice: Any, fault: int, chart: int) -> NoReturn:
    """Stop play where the rules find a fault."""
    raise RollMissing


class Passage(NamedTuple):
    """A part of what follows from an action, before the part that leads to the next decision."""

    title: str
    end: PlayedStep


class SlowMotion:
    """Play in single steps beside an engine of one war, which itself does not change.

    Args:
        engine: the engine, with a journal.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self._beside = engine, engine.copy()
        self._take = engine.game.engine.kernels.step_once

    def _mat(self) -> Any:
        """Return a copy of the mat as the player sees it."""
        return self._beside.seen(copied(self._beside.wars.mats))[0]

    def steps(self, action: int) -> list[PlayedStep]:
        """Return the steps that follow from a legal action, up to the next decision or the end."""
        self._beside.restore(self._engine.snapshot())
        wars, found = self._beside.wars, list[PlayedStep]()
        while len(found) < LONGEST_WAY and self._take(wars, NOTHING if found else action):
            found.append(PlayedStep(self._mat(), int(wars.journals["cursor"][0])))
        return found

    def at_missing_roll(self, before: Snapshot, action: int = NOTHING) -> PlayedStep:
        """Return the war at the first roll that is not on its strict tape.

        The rules are plain Python here, which stops within a step of them.

        Args:
            before: the war before the action.
            action: the action; NOTHING for a war that is laid out.
        """
        self._beside.restore(before)
        wars, take = self._beside.wars, plain(self._take, find_fault=stop)
        try:
            while take(wars, action):
                action = NOTHING
        except RollMissing:
            return PlayedStep(self._mat(), int(wars.journals["cursor"][0]))
        raise AssertionError("no roll is missing")

    def passages(self, action: int) -> list[Passage]:
        """Return the passages that follow from a legal action and have entries in the journal."""
        found, title, told = list[Passage](), "", 0
        title_of = self._engine.game.replays.passage_of or (lambda mat: "")
        mat, before = self._engine.seen(self._engine.wars.mats)[0], None
        for step in self.steps(action):
            own = title_of(mat)
            if title not in ("", own) and before is not None and before.entries > told:
                found.append(Passage(title, before))
                told = before.entries
            title, mat, before = own, step.mat, step
        return found
