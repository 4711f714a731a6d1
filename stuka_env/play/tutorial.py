"""``stuka play --tutorial``: a first mission or sortie with explanations, on planned dice.

It is a real war, played as at the table, with the rolls read from a tape instead of typed. It can take any course:
where the tape has no roll left, a generator with a fixed seed rolls.
"""

import os
import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path

import numpy as np

from stuka_env.game import DEFAULT_GAME
from stuka_env.io.command_line import PROGRAM, command_here
from stuka_env.play.advice import Opinion
from stuka_env.play.lessons import FileLessons, Lesson
from stuka_env.play.lock import SaveLock
from stuka_env.play.parts import play_parts, play_words
from stuka_env.play.session import Session, unused
from stuka_env.play.typed_rolls import CannotPlay, Need, Position, check_faces
from stuka_env.play.war import War


class TutorialDice:
    """The tape, and a generator for rolls that are not on it."""

    def __init__(self, tape: Mapping[IntEnum, Sequence[tuple[int, ...]]], seed: int) -> None:
        self._tape = {chart: deque(faces) for chart, faces in tape.items()}
        self._random = random.Random(seed)

    def roll(self, need: Need) -> tuple[int, ...]:
        """Return the faces, or the drawn number, for a roll that is asked for."""
        rolls = self._tape.get(need.chart)
        if rolls:
            faces = rolls.popleft()
            if is_shown(need, faces):
                return faces
        if need.choices:
            return (self._random.choice(need.choices),)
        return tuple(self._random.randint(1, sides) for sides in need.sides)


def is_shown(need: Need, faces: tuple[int, ...]) -> bool:
    """Whether the dice, the cup or the deck can show these faces."""
    try:
        check_faces(need, faces)
    except ValueError:
        return False
    return True


class Tutor:
    """The adviser of the tutorial: it marks the action that the lesson advises."""

    name = "the tutorial"

    def __init__(self, lessons: FileLessons) -> None:
        self._lessons = lessons

    def consider(self, position: Position) -> Opinion:
        """Return the advice of the lesson."""
        lesson = self._lessons.lesson_at(position)
        legal = np.flatnonzero(position.mask[0])
        return Opinion(int(legal[0]) if lesson is None else lesson.advised, {}, {}, None)


class TutorialSession(Session):
    """The tutorial's mission. Rolls come from the tape, and every decision gets an answer.

    Attributes:
        lesson: the lesson at the open decision; None at the end.
        answer_text: the answer to the last decision; empty at the beginning.
    """

    def __init__(self, path: str | os.PathLike[str], charts: str | None = None, game: str = DEFAULT_GAME) -> None:
        self._play = play_parts(game)
        parts = self._play.lessons
        if parts is None:
            raise ValueError(f"tutorial: the game {game} has none")
        war = War(parts.environment, {**parts.arguments, "charts": charts}, parts.seed, table=True)
        self.lessons = parts
        self.adviser = Tutor(parts)
        self.lesson: Lesson | None = None
        self.answer_text = ""
        self._told: dict[str, int] = {}
        self._dice = TutorialDice(parts.tape(war.charts), parts.seed)
        super().__init__(war, path)
        self._roll()

    def _roll(self) -> None:
        while self.war.need is not None:
            self.war.answer(self._dice.roll(self.war.need))
        self.lesson = None if self.war.over else self.lessons.lesson_at(self.war.position())
        self.keep()

    @property
    def words(self) -> str:
        """The answer to the last decision, then the lesson of the open one."""
        texts = [self.answer_text, "" if self.lesson is None else self._guidance(self.lesson)]
        return "\n".join(filter(None, texts))

    def _guidance(self, lesson: Lesson) -> str:
        """Return the words of a lesson, which are shorter when they have been given at an earlier decision."""
        turn = len(self.war.turns)
        is_told = self._told.setdefault(lesson.again, turn) < turn
        return lesson.again if lesson.again and is_told else lesson.before

    def take(self, action: int) -> None:
        """Take a decision and answer it."""
        lesson = self.lesson
        super().take(action)
        self._roll()
        answers = [] if lesson is None else [self._answer(lesson, action)]
        self.answer_text = " ".join([*answers, *self.lessons.results(self.war.played[-1].journal)])

    def _answer(self, lesson: Lesson, action: int) -> str:
        if action == lesson.advised:
            return lesson.followed
        return f"Not as advised. {self.lessons.otherwise(self._play.verb_of(action))}"

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
    def another(self) -> str:
        """The word for a war with other dice, which is no tutorial."""
        parts = self.war.parts
        return parts.results.nouns[parts.game.ids.index(parts.game.usual)]

    @property
    def again_words(self) -> str:
        """Words about flying the tutorial again."""
        return "the tutorial once more, with the same dice"

    def again(self, seed: int) -> Session:
        """Begin the tutorial again, or with another seed an ordinary war."""
        if seed == self.war.seed:
            return TutorialSession(self.path, self.war.charts.folder, self.war.parts.game.name)
        path = Path(self.war.parts.saved_war)
        war = War(self.war.parts.game.usual, {"charts": self.war.charts.folder}, seed)
        path = unused(path) if path.exists() else path
        return Session(war, path, SaveLock(path))

    @property
    def closing_words(self) -> str:
        """Words under the result, after the answer to the last decision."""
        flown, whole = self.lessons.closing(self.war.result or {}), self.lessons.whole
        in_shell = command_here(PROGRAM, *play_words(self.war.parts))
        next_war = f"{whole[0].upper()}{whole[1:]} is 'A new {self.another}'"
        over = f"The tutorial is over: {flown}. {next_war}; in a shell, {in_shell}."
        return "\n\n".join(filter(None, [self.answer_text, over]))
