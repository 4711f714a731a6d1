"""Exercises that a language model answers: one question each, side by side. The answers are kept and can be resumed."""

import json
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from stuka_env.exercises import Exercise, exercise_env
from stuka_env.files import append_line
from stuka_env.reading import MIB, FileError, parse_json, read_text
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.endpoint import Endpoint, EndpointError
from stuka_env.text.model_wars import ask_until_answered, side_by_side_all
from stuka_env.text.open_question import OpenQuestion, Usage, model_rules
from stuka_env.text.playing import TextGame

ANSWERS_FILE, TALK_FILE = "answers.jsonl", "talk.jsonl"
"""Files of the answers and of the conversations."""
LARGEST_ANSWERS = 16 * MIB
"""Limit of the bytes of the answers."""


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
    """

    def __init__(self, endpoint: Endpoint, game: str, folder: Path) -> None:
        self.endpoint, self.folder = endpoint, folder
        self.rules = model_rules(game)
        self._stopped, self._writing = threading.Event(), threading.Lock()

    def answer(self, exercises: Sequence[Exercise], side_by_side: int) -> list[ExerciseAnswer]:
        """Return the answers to exercises, in their order.

        Args:
            exercises: the exercises.
            side_by_side: number of exercises that are asked at the same time.

        Raises:
            EndpointError: the budget is used up, or the endpoint has failed. All answers so far are kept.
            ValueError: the file of answers is damaged.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = self._kept()
        missing = [exercise for exercise in exercises if exercise.position not in kept]
        answers = side_by_side_all(self._answer_one, missing, side_by_side, self._stopped)
        kept |= {exercise.position: answer for exercise, answer in zip(missing, answers, strict=True)}
        return [kept[exercise.position] for exercise in exercises]

    def _answer_one(self, exercise: Exercise) -> ExerciseAnswer:
        if self._stopped.is_set():
            raise EndpointError("another exercise has stopped")
        record = RecordReplay(exercise_env(exercise, journal=True), policy=self.endpoint.model)
        record.reset(seed=exercise.number, options={"position": exercise.position})
        usage = Usage()
        question = OpenQuestion(TextGame(record, merged=False), record, usage, self.rules)
        ask_until_answered(question, self.endpoint, self.folder / TALK_FILE)
        answer = ExerciseAnswer(record.replay().actions[0], usage)
        with self._writing:
            append_line(self.folder / ANSWERS_FILE, json.dumps({"exercise": exercise.position, **asdict(answer)}))
        return answer

    def _kept(self) -> dict[str, ExerciseAnswer]:
        """Return the answers of earlier runs by position."""
        path = self.folder / ANSWERS_FILE
        if not path.exists():
            return {}
        try:
            lines = [parse_json(line) for line in read_text(path, LARGEST_ANSWERS).splitlines()]
            return {line["exercise"]: ExerciseAnswer(int(line["action"]), Usage(**line["usage"])) for line in lines}
        except (FileError, KeyError, TypeError) as error:
            raise ValueError(f"{str(path)!r} cannot be continued: {error}") from None
