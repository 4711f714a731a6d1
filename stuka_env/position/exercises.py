"""Exercises of a game: positions with a best choice, and the cost of every other choice.

The file of a game is ``exercises/exercises.json`` in its folder. The differences were measured with paired rollouts: a
copy of the war takes a choice, and a policy plays it on to its end. The differences are those of the official score of
the war. A point is the amount that one point more in the present line of the log sheet adds to it.
"""

import functools
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium

from stuka_env.game import game_names
from stuka_env.io.arguments import argument_error
from stuka_env.io.reading import MIB, read_json
from stuka_env.position import read_position

EXERCISES_FORMAT = 1
"""Version of the file."""
LARGEST_EXERCISES = 4 * MIB
"""Limit of the bytes of a file."""


class ExerciseChoice(NamedTuple):
    """A legal action.

    Attributes:
        action: the action.
        difference: points more than the best choice, in the mean; 0 for the best, negative for others.
        error: standard error of the difference.
    """

    action: int
    difference: float
    error: float


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A position with a best choice.

    Attributes:
        number: its number, from 1.
        theme: a key of the themes of the set.
        position: the position as text; :func:`exercise_env` begins there.
        decision: name of the open decision.
        best: the best action.
        bound: points by which the best choice beats every other one at least, with the confidence of the set.
        rollouts: paired rollouts of each choice.
        choices: all legal actions, in order.
        right: names of the scripts that take the best action.
    """

    number: int
    theme: str
    position: str
    decision: str
    best: int
    bound: float
    rollouts: int
    choices: tuple[ExerciseChoice, ...]
    right: tuple[str, ...]

    def loss(self, action: int) -> float:
        """Return the points that an action costs in the mean.

        Raises:
            ValueError: the action is not legal.
        """
        for choice in self.choices:
            if choice.action == action:
                return -choice.difference
        raise argument_error("action", action, " or ".join(str(choice.action) for choice in self.choices))


@dataclass(frozen=True, kw_only=True)
class ExerciseSet:
    """The exercises of a game.

    Attributes:
        game: name of the game.
        policy: the policy that plays every rollout on.
        seed: seed of the wars and of all dice.
        unit: the unit of all differences, in the plural.
        points: points by which a best choice beats every other one at least.
        confidence: probability that this holds in all exercises at once.
        correction: name of the correction for the number of tests.
        tested: positions that were tested; those that failed are not in the set.
        tests: comparisons of a best choice with another one that were made in them.
        quantile: standard errors between a difference and its bound, after the correction.
        scripts: the scripts whose answers are noted.
        themes: titles of the themes by their keys.
        charts_sha256: digest of the charts in force.
        positions_sha256: digest of the texts of the positions when the set was made. Saved answers name it.
        exercises: the exercises by number.
    """

    game: str
    policy: str
    seed: int
    unit: str
    points: float
    confidence: float
    correction: str
    tested: int
    tests: int
    quantile: float
    scripts: tuple[str, ...]
    themes: Mapping[str, str]
    charts_sha256: str
    positions_sha256: str
    exercises: tuple[Exercise, ...]

    @property
    def digits(self) -> int:
        """Decimal places that differences have in words: a tenth of the least lead of a best choice, or finer."""
        return max(1, 1 - math.ceil(math.log10(self.points)))

    def of_themes(self, themes: Iterable[str]) -> tuple[Exercise, ...]:
        """Return the exercises of some themes.

        Raises:
            ValueError: there is no such theme.
        """
        wanted = set(themes)
        for theme in wanted:
            if theme not in self.themes:
                raise argument_error("theme", theme, " or ".join(self.themes))
        return tuple(exercise for exercise in self.exercises if exercise.theme in wanted)


def exercises_path(game: str) -> Path:
    """Return the file of the exercises of a game; it may not exist."""
    return Path(str(files("stuka_env"))) / "games" / game / "exercises" / "exercises.json"


def games_with_exercises() -> tuple[str, ...]:
    """Return the names of the games that have exercises."""
    return tuple(name for name in game_names() if exercises_path(name).is_file())


@functools.cache
def load_exercises(game: str) -> ExerciseSet:
    """Return the exercises of a game.

    Raises:
        ValueError: the game has none, or its file cannot be read.
    """
    if game not in games_with_exercises():
        raise argument_error("game", game, " or ".join(games_with_exercises()))
    return exercises_from(read_json(exercises_path(game), LARGEST_EXERCISES))


def exercises_from(values: Mapping[str, Any]) -> ExerciseSet:
    """Return the exercises of the values in a file.

    Raises:
        ValueError: the file has another format.
    """
    head = dict(values)
    if head.pop("format", None) != EXERCISES_FORMAT:
        raise argument_error("format of the exercises", values.get("format"), str(EXERCISES_FORMAT))
    exercises = tuple(_exercise_from(number, entry) for number, entry in enumerate(head.pop("exercises"), 1))
    return ExerciseSet(**head | {"scripts": tuple(head["scripts"])}, exercises=exercises)


def _exercise_from(number: int, entry: Mapping[str, Any]) -> Exercise:
    choices = tuple(ExerciseChoice(*choice) for choice in entry["choices"])
    return Exercise(**{**entry, "choices": choices, "right": tuple(entry["right"])}, number=number)


def exercises_text(exercises: ExerciseSet) -> str:
    """Return the text of the file, with a line for each exercise."""
    head = {"format": EXERCISES_FORMAT, **asdict(exercises)}
    entries: Sequence[dict[str, Any]] = head.pop("exercises")
    lines = [_compact({name: value for name, value in entry.items() if name != "number"}) for entry in entries]
    return json.dumps(head, indent=1)[:-2] + ',\n "exercises": [\n' + ",\n".join(lines) + "\n ]\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


# --- playing ---


def exercise_env(exercise: Exercise, **arguments: Any) -> gymnasium.Env[Any, Any]:
    """Return the environment of an exercise, at its position.

    Args:
        exercise: the exercise. Its number is the seed of the dice that follow.
        arguments: further arguments of the environment.
    """
    position = read_position(exercise.position)
    env = gymnasium.make(position.env, **position.arguments, **arguments)
    env.reset(seed=exercise.number, options={"position": exercise.position})
    return env
