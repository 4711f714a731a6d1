"""``stuka play --tutorial``: a first mission with somebody beside you, on a tape of dice.

It is a real mission, played as at the table, with the rolls read from a tape where a player would type them. Whatever
is decided, the mission goes on: where the tape has no roll left, dice are thrown, the same ones every time.
"""

import os
import random
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from stuka_env.codes import Chart, Entry
from stuka_env.commands import DEFAULT_ENVIRONMENT, PROGRAM, SAVED_WAR
from stuka_env.play.advice import Opinion
from stuka_env.play.lessons import Lesson, answer, lesson_at
from stuka_env.play.lock import SaveLock
from stuka_env.play.session import Session, unused
from stuka_env.play.turns import CannotPlay, Position
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War
from stuka_env.shell import command_here

ENVIRONMENT, ARGUMENTS = "Stuka/Mission-v0", {"operation": "barbarossa", "segment": "1941-06"}
SEED = 1941
"""Of the dice that are thrown where the tape ends."""
CARDS = (
    "waypoint_reached", "tail_wind", "smoke_on_the_horizon", "heard_the_one_about", "familiar_river", "endless_steppe",
)  # fmt: skip
"""Event cards, in the order in which they are drawn."""
TAPE: dict[Chart, tuple[tuple[int, ...], ...]] = {
    Chart.A1: ((2, 3, 4),),  # an airfield, in zone 4
    Chart.B1: ((1,), (8,), (3,), (5,), (2,), (6,)),  # fighters in zones 2 and 3 on the way there
    Chart.B2: ((3,), (2,), (4,), (3,), (5,), (1,)),
    Chart.B3: ((2, 4),),  # one gets through, from Port: one aircraft, one hit
    Chart.CUP: ((2,), (4,)),
    Chart.C1: ((3, 3), (5, 2)),  # the port wing of aircraft 2; a near miss over the target
    Chart.A4: ((4,),),
    Chart.A6: ((3,),),
    Chart.A2: ((5,), (6,), (3,), (4,)),
    Chart.GAMBLE: ((3,),),
    Chart.C5: ((5,), (7,), (3,), (4,)),
}
"""The other rolls, chart by chart."""


class Dice:
    """The tape, and dice for what is not on it."""

    def __init__(self, card_ids: Iterable[str]) -> None:
        deck = list(card_ids)
        rolls = TAPE | {Chart.EVENT: tuple((deck.index(card) + 1,) for card in CARDS if card in deck)}
        self._left = {chart: deque(faces) for chart, faces in rolls.items()}
        self._random = random.Random(SEED)

    def roll(self, need: Need) -> tuple[int, ...]:
        """The faces for a roll that is asked for, or what is drawn."""
        left = self._left.get(need.chart)
        if left:
            faces = left.popleft()
            if not need.choices or faces[0] in need.choices:
                return faces
        if need.choices:
            return (self._random.choice(need.choices),)
        return tuple(self._random.randint(1, sides) for sides in need.chart.dice)


class Tutor:
    """The one beside you, as an adviser: a star at what the lesson advises."""

    name = "the tutorial"

    def consider(self, position: Position) -> Opinion:
        """What the lesson advises."""
        lesson = lesson_at(position)
        legal = np.flatnonzero(position.mask[0])
        return Opinion(int(legal[0]) if lesson is None else lesson.advised, {}, {}, None)


class TutorialSession(Session):
    """The tutorial's mission: rolls come from the tape, and every decision is answered.

    Attributes:
        lesson: what is said at the open decision; None at the end.
        answer_text: what was said to the last decision; empty at the beginning.
    """

    adviser = Tutor()

    def __init__(self, path: str | os.PathLike[str], charts: str | None = None) -> None:
        war = War(ENVIRONMENT, {**ARGUMENTS, "charts": charts}, SEED, table=True)
        self.lesson: Lesson | None = None
        self.answer_text = ""
        self._dice = Dice(war.charts.card_ids)
        super().__init__(war, path)
        self._roll()

    def _roll(self) -> None:
        """Make the rolls that are asked for, up to the next decision."""
        while self.war.need is not None:
            self.war.answer(self._dice.roll(self.war.need))
        self.lesson = None if self.war.over else lesson_at(self.war.position())
        self.keep()

    @property
    def words(self) -> str:
        """The answer to the last decision, then what is said to the open one."""
        told = [self.answer_text, self.lesson.before if self.lesson is not None else ""]
        return "\n".join(filter(None, told))

    def take(self, action: int) -> None:
        """Take a decision; it is answered."""
        lesson = self.lesson
        super().take(action)
        self._roll()
        told = [] if lesson is None else [answer(lesson, action)]
        self.answer_text = " ".join([*told, *self._scores()])

    def _scores(self) -> list[str]:
        """What the attacks of the last turn scored."""
        return [entry.text for entry in self.war.played[-1].journal if entry.kind == Entry.SCORE and entry.aircraft]

    def seat(self, actions: Iterable[int]) -> None:
        """Seat the crews; that is one decision here."""
        lesson = self.lesson
        super().seat(actions)
        self.answer_text = "" if lesson is None else lesson.followed
        self._roll()

    def undo(self) -> None:
        """Take back a decision for which nothing was rolled.

        Raises:
            CannotPlay: dice were rolled since.
        """
        self._refuse_rolled()
        super().undo()
        self._again()

    def undo_crews(self) -> None:
        """Take back a decision, or the crews, if nothing was rolled."""
        self._refuse_rolled()
        super().undo_crews()
        self._again()

    def _refuse_rolled(self) -> None:
        if self.war.turns[-1].rolls:
            raise CannotPlay("Dice were rolled since: that decision cannot be taken back.")

    def _again(self) -> None:
        self.answer_text = ""
        self._roll()

    @property
    def own_dice(self) -> bool:
        """Not here: the tape has them."""
        return False

    @property
    def again_words(self) -> str:
        """What flying it again means."""
        return "the tutorial once more, with the same dice"

    def again(self, seed: int) -> Session:
        """The tutorial once more; with another seed a war of its own."""
        if seed == self.war.seed:
            return TutorialSession(self.path, self.war.charts.folder)
        path = Path(SAVED_WAR)
        war = War(DEFAULT_ENVIRONMENT, {"charts": self.war.charts.folder}, seed)
        path = unused(path) if path.exists() else path
        return Session(war, path, SaveLock(path))

    @property
    def closing_words(self) -> str:
        """What stands under the result, the answer to the last decision first."""
        flown = "nobody has flown" if (self.war.result or {}).get("no_fly") else "you have flown a mission"
        in_shell = command_here(PROGRAM, "play")
        over = f"The tutorial is over: {flown}. A whole operation is 'A new war'; in a shell, {in_shell}."
        return "\n\n".join(filter(None, [self.answer_text, over]))
