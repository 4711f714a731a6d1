"""Exercises behind the page of the game: the same page, with an explanation in place of the journal."""

from collections.abc import Callable
from typing import Any

from stuka_env.play.browser.game import WRONG_REQUEST, BrowserGame
from stuka_env.play.browser.view import exercise_view, opinion_view
from stuka_env.play.exercises.session import ExerciseSession
from stuka_env.play.keys import EXERCISE_KEYS, Key
from stuka_env.play.typed_rolls import CannotPlay


class ExerciseGame(BrowserGame):
    """Exercises that are played from the tabs of a browser.

    Args:
        session: the exercises and the file of the answers.
        on_change: called after every change that the tabs must show, from any thread.
    """

    session: ExerciseSession

    def __init__(self, session: ExerciseSession, on_change: Callable[[], object]) -> None:
        super().__init__(session, None, on_change)

    @property
    def keys(self) -> list[Key]:
        """The keys that the help of the page lists."""
        return list(EXERCISE_KEYS)

    def _changed(self, ended: list[dict[str, Any]]) -> None:
        """Note a change. Only a new exercise is a question to the policy: its reason stays after the answer."""
        self.version += 1
        if self.session.is_answered:
            return
        self._seat_adviser()
        if self._thread is not None:
            self._thread.ask(self.session.war.position())
            self._question = self._thread.number

    def state(self) -> dict[str, Any]:
        """Return all that a tab shows."""
        advice = self._answer if self._question == self._answer.number else None
        return super().state() | {"exercise": exercise_view(self.session, advice)}

    def _advice(self) -> dict[str, Any]:
        """Return the figures of the exercise, after its answer, as the page shows advice."""
        opinion = self.session.opinion
        view = None if opinion is None else opinion_view(self.session.war, "the futures", opinion)
        return {"available": False, "status": "", "opinion": view}

    def _act(self, action: str, request: dict[str, Any], turns: int) -> None:
        """Answer the exercise, go to the next one, or play another theme."""
        match action, request:
            case "take", {"answer": int(answer)}:
                self.session.take(answer)
            case "next", _:
                self.session.go_on()
            case "choose", {"theme": str(theme), "mixed": bool(is_mixed)}:
                self.session.choose(theme, is_mixed)
            case _:
                raise CannotPlay(WRONG_REQUEST)
        self._changed([])

    def work(self, request: Any) -> dict[str, Any]:
        """Refuse: nothing of the exercises takes seconds."""
        raise CannotPlay(WRONG_REQUEST)
