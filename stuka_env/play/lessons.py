"""Tutorials that are data: the file ``lessons.toml`` of a game.

It names the war, its seed and its planned rolls, and has a list of lessons. The first lesson that fits the open
decision is given: that of the decision, with all values on the mat that its ``when`` names. Its ``advice`` is a list of
regular expressions. The first one that the label of an option matches gives the advice.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from stuka_env.declared.sentences import declaration_of
from stuka_env.game import Game
from stuka_env.io.game_packages import PACKAGES
from stuka_env.io.reading import MIB, read_toml
from stuka_env.play.parts import Lesson, LessonParts
from stuka_env.play.typed_rolls import Position

LESSONS_FILE = "lessons.toml"
TURNS_BEFORE = 1
"""Turns before the first decision."""
MOST_TOLD = 4
"""Sentences that the answer to a decision repeats."""


def results_of(journal: Sequence[Any]) -> list[str]:
    """Return the sentences of what a decision led to."""
    return [entry.text for entry in journal if declaration_of(entry).happens][:MOST_TOLD]


def otherwise(verb: Any) -> str:
    """Return the answer to a decision that was not advised."""
    words = verb.meaning or verb.text.replace(" {n}", "")
    return f"As you wish: {words[0].lower()}{words[1:]}."


class FileLessons:
    """The lessons of a file.

    Args:
        game: the game.
        lessons: the lessons in the file.
        welcome: the words before the first of all.
    """

    def __init__(self, game: Game, lessons: Sequence[Mapping[str, Any]], welcome: str) -> None:
        self._game = game
        self._lessons = lessons
        self._welcome = welcome.strip()

    def __call__(self, seen: Position) -> Lesson | None:
        """Return the first lesson that fits the open decision; None where none does."""
        mat = seen.mat[0]
        decision = self._game.envs.decisions[int(mat["cursor"]["decision"])]
        fits = (one for one in self._lessons if one["decision"] == decision and _holds(mat, one.get("when", {})))
        lesson = next(fits, None)
        if lesson is None:
            return None
        before = lesson["before"].strip()
        words = f"{self._welcome} {before}" if seen.turn == TURNS_BEFORE else before
        advised = self._advised(seen, lesson["advice"])
        return Lesson(words, advised, lesson["followed"], lesson.get("again", ""))

    def _advised(self, seen: Position, advice: Sequence[str]) -> int:
        """Return the legal action whose label the first of some patterns matches, or the first legal one."""
        legal = np.flatnonzero(seen.mask[0]).tolist()
        labels = {action: self._game.envs.label(action, seen.mat[0], seen.spec.charts) for action in legal}
        found = (action for pattern in advice for action in legal if re.search(pattern, labels[action]))
        return int(next(found, legal[0]))


def _holds(mat: Any, when: Mapping[str, int]) -> bool:
    """Whether fields of a mat, ``block.field``, have these values."""
    return all(int(mat[name.partition(".")[0]][name.partition(".")[2]]) == value for name, value in when.items())


def lessons_of(game: Game) -> LessonParts | None:
    """Return the tutorial in the file of a game; None for a game without one."""
    path = Path(PACKAGES[game.name].folder) / LESSONS_FILE
    if not path.is_file():
        return None
    data = read_toml(path, MIB)
    charts = game.declared.codes.Chart
    tape = {charts[name]: [tuple(faces) for faces in rolls] for name, rolls in data["tape"].items()}
    return LessonParts(
        environment=data["environment"],
        arguments=data["arguments"],
        seed=data["seed"],
        tape=lambda record: tape,
        lesson_at=FileLessons(game, data["lessons"], data["welcome"]),
        otherwise=otherwise,
        results=results_of,
        closing=lambda result: data["closing"],
        whole=data["whole"],
    )
