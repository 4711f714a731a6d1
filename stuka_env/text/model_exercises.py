"""Exercises that a language model answers: one question each, side by side. Every reply is kept and can be resumed."""

import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stuka_env.io.quoting import quoted
from stuka_env.position.exercises import Exercise, exercise_env
from stuka_env.replay.file import LONGEST_POLICY_NAME
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.endpoint import Endpoint, EndpointError
from stuka_env.text.kept_lines import KeptLines, locked_folder
from stuka_env.text.kept_war import KEPT_WAR_FORMAT, KeptWarError
from stuka_env.text.model_wars import OnDone, ignore, side_by_side_all
from stuka_env.text.open_question import MOST_FORCED, OpenQuestion, Usage, model_rules
from stuka_env.text.playing import Environment, TextGame
from stuka_env.text.talk import Asker, KeptTalk, Talk, opened, read_talk, talk_header
from stuka_env.version import __version__

ANSWERS_FILE = "answers.jsonl"
"""File of the answers and the conversations."""
EXERCISE = "exercise"
"""Entry of a line with the position of its exercise."""


@dataclass(frozen=True)
class ExerciseAnswer:
    """The answer to an exercise: the action, and the figures of its calls."""

    action: int
    usage: Usage


class ModelExercises:
    """The exercises of a game as questions to one model.

    Args:
        endpoint: the model.
        game: name of the game.
        folder: folder of answers and conversations; answers of earlier runs in it count.
        most_forced: exercises in a row that the neutral policy may answer; None for any number.
        odds: whether the options have the odds that the charts give.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        game: str,
        folder: Path,
        most_forced: int | None = MOST_FORCED,
        *,
        odds: bool = True,
    ) -> None:
        self.game, self.folder, self.odds = game, folder, odds
        self.rules = model_rules(game)
        self._asker = Asker(endpoint, most_forced)
        self._forced_in_a_row = 0
        self._lock = threading.Lock()

    def answer(
        self, exercises: Sequence[Exercise], side_by_side: int, on_done: OnDone = ignore
    ) -> list[ExerciseAnswer]:
        """Return the answers to exercises, in their order.

        Args:
            exercises: the exercises.
            side_by_side: number of exercises that are asked at the same time.
            on_done: called after every exercise.

        Raises:
            EndpointError: the budget is used up, the endpoint has failed, or the neutral policy has answered too many
                exercises in a row. All answers so far are kept.
            BusyError: another program asks for answers in this folder.
            KeptWarError, FileError: the file of answers is damaged, or is that of another model.
        """
        endpoint = self._asker.endpoint
        about = {"format": KEPT_WAR_FORMAT, "version": __version__, "game": self.game, "player": endpoint.model}
        with locked_folder(self.folder), KeptLines(self.folder / ANSWERS_FILE) as lines:
            by_exercise: dict[str, list[Any]] = defaultdict(list)
            for line in opened(lines, talk_header(about, endpoint, self.rules)):
                position = line.get(EXERCISE) if isinstance(line, dict) else None
                if not isinstance(position, str):
                    raise KeptWarError(f"{str(lines.path)!r} cannot be continued: got the line {quoted(line)}")
                by_exercise[position].append(line)
            kept = {position: read_talk(lines.path, of_one) for position, of_one in by_exercise.items()}
            return side_by_side_all(
                lambda exercise: self._answer_one(exercise, lines, kept.get(exercise.position)),
                exercises,
                side_by_side,
                stopped=self._asker.stopped,
                on_done=on_done,
            )

    def _answer_one(self, exercise: Exercise, lines: KeptLines, kept: KeptTalk | None) -> ExerciseAnswer:
        if kept is not None and kept.answers:
            return ExerciseAnswer(_kept_action(exercise, lines.path, kept), kept.usage)
        if self._asker.stopped.is_set():
            raise EndpointError("another exercise has stopped")
        player = self._asker.endpoint.model[:LONGEST_POLICY_NAME]
        record = RecordReplay(exercise_env(exercise, journal=True), policy=player)
        record.reset(seed=exercise.number, options={"position": exercise.position})
        usage = Usage() if kept is None else kept.usage
        usage.forced_in_a_row = self._forced_in_a_row
        question = OpenQuestion(game_of_exercise(record, exercise, self.odds), record, usage, self.rules)
        Talk(lines, record, usage, {EXERCISE: exercise.position}).ask(question, self._asker, kept)
        with self._lock:
            self._forced_in_a_row = self._forced_in_a_row + 1 if usage.forced else 0
        return ExerciseAnswer(record.actions[0], usage)


def game_of_exercise(env: Environment, exercise: Exercise, odds: bool = True) -> TextGame:
    """Return an exercise as a model reads it: without merged routine, its options in an order of their own.

    Args:
        env: the environment at the position of the exercise, made with ``journal=True``.
        exercise: the exercise.
        odds: whether the options have the odds that the charts give.
    """
    return TextGame(env, merged=False, odds=odds, order=exercise.number)


def _kept_action(exercise: Exercise, path: Path, kept: KeptTalk) -> int:
    """Return the kept answer to an exercise, which must be one of its choices."""
    (action, *more), *others = (answer.actions for answer in kept.answers)
    if more or others or action not in {choice.action for choice in exercise.choices}:
        actions = [answer.actions for answer in kept.answers]
        raise KeptWarError(
            f"{str(path)!r} cannot be continued: got {quoted(actions)} as the answer to exercise {exercise.number}"
        )
    return action
