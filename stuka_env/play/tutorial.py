"""``stuka play --tutorial``: a first mission with explanations, on planned dice.

It is a real mission, played as at the table, with the rolls read from a tape instead of typed. The mission can take
any course: where the tape has no roll left, a generator with a fixed seed rolls.
"""

import os
import random
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from stuka_env.command_line import PROGRAM
from stuka_env.games.stuka.codes import Chart, Entry
from stuka_env.play import DEFAULT_ENVIRONMENT, SAVED_WAR
from stuka_env.play.advice import Opinion
from stuka_env.play.lessons import Lesson, answer, lesson_at
from stuka_env.play.lock import SaveLock
from stuka_env.play.session import Session, unused
from stuka_env.play.turns import CannotPlay, Position
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War
from stuka_env.shell import command_here

ENVIRONMENT, LESSON_WAR = "Stuka/Mission-v0", {"operation": "barbarossa", "segment": "1941-06"}
LESSON_SEED = 1941
"""Seed of the rolls where the tape ends."""
LESSON_CARDS = (
    "waypoint_reached", "tail_wind", "smoke_on_the_horizon", "heard_the_one_about", "familiar_river", "endless_steppe",
)  # fmt: skip
"""Ids of the event cards, in the order of drawing."""
TAPE: dict[Chart, tuple[tuple[int, ...], ...]] = {
    Chart.A1: ((2, 3, 4),),  # an airfield, in zone 4
    Chart.B1: ((1,), (8,), (3,), (5,), (2,), (6,)),  # fighters in zones 2 and 3 on the way there
    Chart.B2: ((3,), (2,), (4,), (3,), (5,), (1,)),
    Chart.B3: ((2, 4),),  # one gets through, from Port: one aircraft, one hit
    Chart.CUP: ((1,), (1,)),
    Chart.C1: ((3, 3), (5, 2)),  # the port wing of aircraft 1; a near miss over the target, if it is not the Lucky Dog
    Chart.A4: ((4,),),
    Chart.A6: ((3,),),
    Chart.A2: ((5,), (6,), (3,), (4,)),
    Chart.GAMBLE: ((3,),),
    Chart.C5: ((5,), (7,), (3,), (4,)),
}
"""The other rolls, chart by chart."""


class TutorialDice:
    """The tape, and a generator for rolls that are not on it."""

    def __init__(self, card_ids: Iterable[str]) -> None:
        deck = list(card_ids)
        rolls = TAPE | {Chart.EVENT: tuple((deck.index(card) + 1,) for card in LESSON_CARDS if card in deck)}
        self._tape = {chart: deque(faces) for chart, faces in rolls.items()}
        self._random = random.Random(LESSON_SEED)

    def roll(self, need: Need) -> tuple[int, ...]:
        """Return the faces, or the drawn number, for a roll that is asked for."""
        rolls = self._tape.get(need.chart)
        if rolls:
            faces = rolls.popleft()
            if not need.choices or faces[0] in need.choices:
                return faces
        if need.choices:
            return (self._random.choice(need.choices),)
        return tuple(self._random.randint(1, sides) for sides in need.chart.dice)


class Tutor:
    """The adviser of the tutorial: it marks the action that the lesson advises."""

    name = "the tutorial"

    def consider(self, position: Position) -> Opinion:
        """Return the advice of the lesson."""
        lesson = lesson_at(position)
        legal = np.flatnonzero(position.mask[0])
        return Opinion(int(legal[0]) if lesson is None else lesson.advised, {}, {}, None)


class TutorialSession(Session):
    """The tutorial's mission. Rolls come from the tape, and every decision gets an answer.

    Attributes:
        lesson: the lesson at the open decision; None at the end.
        answer_text: the answer to the last decision; empty at the beginning.
    """

    adviser = Tutor()

    def __init__(self, path: str | os.PathLike[str], charts: str | None = None) -> None:
        war = War(ENVIRONMENT, {**LESSON_WAR, "charts": charts}, LESSON_SEED, table=True)
        self.lesson: Lesson | None = None
        self.answer_text = ""
        self._dice = TutorialDice(war.charts.card_ids)
        super().__init__(war, path)
        self._roll()

    def _roll(self) -> None:
        """Roll the dice that are asked for, up to the next decision."""
        while self.war.need is not None:
            self.war.answer(self._dice.roll(self.war.need))
        self.lesson = None if self.war.over else lesson_at(self.war.position())
        self.keep()

    @property
    def words(self) -> str:
        """The answer to the last decision, then the lesson of the open one."""
        texts = [self.answer_text, self.lesson.before if self.lesson is not None else ""]
        return "\n".join(filter(None, texts))

    def take(self, action: int) -> None:
        """Take a decision and answer it."""
        lesson = self.lesson
        super().take(action)
        self._roll()
        answers = [] if lesson is None else [answer(lesson, action)]
        self.answer_text = " ".join([*answers, *self._results()])

    def _results(self) -> list[str]:
        """Return the sentences of what the decision led to: the Lucky Dog's luck, and the scores of aircraft."""
        journal = self.war.played[-1].journal
        return [
            entry.text
            for entry in journal
            if entry.kind == Entry.LUCKY or (entry.kind == Entry.SCORE and entry.aircraft)
        ]

    def seat(self, actions: Iterable[int]) -> None:
        """Seat all crews; the tutorial answers that once."""
        lesson = self.lesson
        super().seat(actions)
        self.answer_text = "" if lesson is None else lesson.followed
        self._roll()

    def undo(self) -> None:
        """Take back a decision after which no dice were rolled.

        Raises:
            CannotPlay: dice were rolled since.
        """
        self._refuse_rolled()
        super().undo()
        self._again()

    def undo_crews(self) -> None:
        """Take back a decision, or the crews, if no dice were rolled since."""
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
        """Always false: the rolls come from the tape."""
        return False

    @property
    def again_words(self) -> str:
        """Words about flying the tutorial again."""
        return "the tutorial once more, with the same dice"

    def again(self, seed: int) -> Session:
        """Begin the tutorial again, or with another seed an ordinary war."""
        if seed == self.war.seed:
            return TutorialSession(self.path, self.war.charts.folder)
        path = Path(SAVED_WAR)
        war = War(DEFAULT_ENVIRONMENT, {"charts": self.war.charts.folder}, seed)
        path = unused(path) if path.exists() else path
        return Session(war, path, SaveLock(path))

    @property
    def closing_words(self) -> str:
        """Words under the result, after the answer to the last decision."""
        flown = "nobody has flown" if (self.war.result or {}).get("no_fly") else "you have flown a mission"
        in_shell = command_here(PROGRAM, "play")
        over = f"The tutorial is over: {flown}. A whole operation is 'A new war'; in a shell, {in_shell}."
        return "\n\n".join(filter(None, [self.answer_text, over]))
