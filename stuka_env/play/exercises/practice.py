"""A pass through exercises, without a screen: the selection, its order, the answers, and the points that they lost."""

import random
from dataclasses import dataclass, field
from typing import NamedTuple

from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.position.exercises import Exercise, ExerciseSet

ORDERS = 1 << 31
"""Number of drawn orders."""


@dataclass
class Progress:
    """Everything that is kept between two sittings.

    Attributes:
        theme: the theme that is played; empty for all.
        shuffle: the seed of the order; None for the order of the file.
        answers: the action by the number of its exercise, as a text.
    """

    theme: str = ""
    shuffle: int | None = None
    answers: dict[str, int] = field(default_factory=dict)


class Tally(NamedTuple):
    """The answers to the exercises of a theme.

    Attributes:
        theme: its name; empty for all.
        total: number of its exercises.
        answered: number of those with an answer.
        right: number of those with the best answer.
        lost: amount that the other answers lost.
    """

    theme: str
    total: int
    answered: int
    right: int
    lost: float


class Practice:
    """A pass through exercises.

    Args:
        exercises: all exercises.
        progress: the selection and the answers so far; they are changed.

    Attributes:
        current: the exercise that is shown; None after the last one.
    """

    def __init__(self, exercises: ExerciseSet, progress: Progress) -> None:
        self.exercises = exercises
        self.progress = progress
        self.current: Exercise | None = None
        self.go_on()

    @property
    def themes(self) -> list[str]:
        """The themes that have exercises."""
        return [theme for theme in self.exercises.themes if self.exercises.of_themes([theme])]

    def of_theme(self, theme: str) -> list[Exercise]:
        """Return the exercises of a theme in the order of the file; those of all themes for ''."""
        return list(self.exercises.of_themes([theme] if theme else self.exercises.themes))

    @property
    def order(self) -> list[Exercise]:
        """The exercises of the selection, in their order."""
        selection = self.of_theme(self.progress.theme)
        if self.progress.shuffle is not None:
            random.Random(self.progress.shuffle).shuffle(selection)
        return selection

    @property
    def place(self) -> int:
        """The place of the current exercise in the order, from 1; 0 after the last one."""
        return 0 if self.current is None else 1 + self.order.index(self.current)

    @property
    def answer(self) -> int | None:
        """The answer to the current exercise; None if there is none yet."""
        return None if self.current is None else self.progress.answers.get(key_of(self.current))

    def take(self, action: int) -> None:
        """Answer the current exercise.

        Raises:
            CannotPlay: there is none, it has an answer, or the action is none of its choices.
        """
        if self.current is None:
            raise CannotPlay("All exercises of this theme have an answer: t shows the themes.")
        if self.answer is not None:
            raise CannotPlay("The exercise has your answer: n goes to the next one.")
        if action not in [choice.action for choice in self.current.choices]:
            raise CannotPlay(f"Action {action} is none of the choices.")
        self.progress.answers[key_of(self.current)] = action

    def go_on(self) -> None:
        """Show the first exercise of the order that has no answer."""
        answers = self.progress.answers
        self.current = next((exercise for exercise in self.order if key_of(exercise) not in answers), None)

    def result_words(self, tally: Tally) -> str:
        """Return the number of best answers and the loss: "4 of 6 right, 3.1 points lost."; '' before the first."""
        if not tally.answered:
            return ""
        lost = f"{tally.lost:.{self.exercises.digits}f} {self.exercises.unit} lost"
        return f"{tally.right} of {tally.answered} right, {lost}."

    def choose(self, theme: str, is_mixed: bool) -> None:
        """Play another selection; one in which everything has an answer begins again.

        Args:
            theme: its theme; empty for all.
            is_mixed: whether the order is drawn; a drawn order stays until the order of the file is chosen.

        Raises:
            CannotPlay: there is no such theme.
        """
        if theme and theme not in self.themes:
            raise CannotPlay(f"There is no theme {theme!r}.")
        progress = self.progress
        drawn = random.randrange(ORDERS) if progress.shuffle is None else progress.shuffle
        progress.theme, progress.shuffle = theme, drawn if is_mixed else None
        tally = self.tally(theme)
        if tally.answered == tally.total:
            for exercise in self.of_theme(theme):
                del self.progress.answers[key_of(exercise)]
        self.go_on()

    def theme_words(self, theme: str) -> str:
        """Return the title of a theme; of all for ''."""
        return self.exercises.themes[theme] if theme else "All themes"

    def tally(self, theme: str) -> Tally:
        """Return the count of the answers of a theme; of all for ''."""
        selection, answers = self.of_theme(theme), self.progress.answers
        losses = [one.loss(answers[key_of(one)]) for one in selection if key_of(one) in answers]
        return Tally(theme, len(selection), len(losses), sum(lost == 0 for lost in losses), sum(losses))

    def tallies(self) -> list[Tally]:
        """Return the counts of all together, then of each theme."""
        return [self.tally(theme) for theme in ("", *self.themes)]


def key_of(exercise: Exercise) -> str:
    """Return the key of an exercise among the answers."""
    return str(exercise.number)
