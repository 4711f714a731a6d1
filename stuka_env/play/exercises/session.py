"""A sitting of exercises: the current exercise as a war at its position, and the file of the answers."""

import json
import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from stuka_env.game import DEFAULT_GAME
from stuka_env.io.arguments import one_of
from stuka_env.io.files import write_whole
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import FileError, read_json
from stuka_env.play.advice import Adviser, Answer, Opinion, make_adviser
from stuka_env.play.exercises.explanation import Explanation, explain, figures_as_opinion
from stuka_env.play.exercises.practice import Practice, Progress, key_of
from stuka_env.play.lock import SaveLock
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War, war_at
from stuka_env.play.war_file import SaveError, checksum
from stuka_env.policy import installed_policies
from stuka_env.position.exercises import ExerciseSet, load_exercises
from stuka_env.replay import Replay
from stuka_env.version import __version__

PROGRESS_FORMAT = "stuka-exercises 1"
"""First entry of the file."""
LARGEST_PROGRESS = 1 << 20
"""Bytes of the file."""
PROGRESS_KEYS = ("format", "version", "exercises", "theme", "shuffle", "answers", "checksum")
"""All entries of the file."""


def save_progress(progress: Progress, exercises: ExerciseSet, path: Path) -> Path:
    """Write the answers to a file; a failure leaves the old file untouched.

    Args:
        progress: the selection and the answers.
        exercises: all exercises.
        path: the file.

    Raises:
        OSError: it cannot be written; what was there before still is.
    """
    contents = {
        "format": PROGRESS_FORMAT,
        "version": __version__,
        "exercises": exercises.positions_sha256,
        "theme": progress.theme,
        "shuffle": progress.shuffle,
        "answers": progress.answers,
    }
    return write_whole(path, json.dumps(contents | {"checksum": checksum(contents)}, separators=(",", ":")) + "\n")


def load_progress(path: Path, exercises: ExerciseSet) -> Progress:
    """Return the answers in a file; none if there is no file.

    Args:
        path: the file.
        exercises: all exercises.

    Raises:
        SaveError: the file cannot be used; the message gives the reason in one line.
    """
    if not path.exists():
        return Progress()
    try:
        contents = read_json(path, LARGEST_PROGRESS)
        _check(contents, exercises)
    except (FileError, SaveError) as error:
        raise SaveError(f"{os.fspath(path)!r}: no answers to exercises: {error}") from None
    return Progress(contents["theme"], contents["shuffle"], contents["answers"])


def _check(contents: Any, exercises: ExerciseSet) -> None:
    """Refuse what is not a file of answers to these exercises."""
    if not isinstance(contents, dict) or contents.get("format") != PROGRESS_FORMAT:
        raise SaveError("another format")
    if contents.get("checksum") != checksum(contents):
        raise SaveError("the checksum does not fit the contents: it was changed or damaged")
    if set(contents) != set(PROGRESS_KEYS):
        raise SaveError(f"got the entries {quoted(sorted(contents))}, expected {', '.join(PROGRESS_KEYS)}")
    if contents["exercises"] != exercises.positions_sha256:
        raise SaveError(f"it answers the exercises of version {quoted(contents['version'])}, keep it with --save FILE")
    shuffle, answers = contents["shuffle"], contents["answers"]
    allowed = {key_of(one): {choice.action for choice in one.choices} for one in exercises.exercises}
    fits = isinstance(answers, dict) and all(
        type(action) is int and action in allowed.get(name, ()) for name, action in answers.items()
    )
    if contents["theme"] not in ("", *exercises.themes) or not (shuffle is None or type(shuffle) is int) or not fits:
        raise SaveError("an entry does not fit the exercises")


ALL_THEMES = "all"
"""The name of all themes on the command line."""
NO_WAR = "An exercise is one question. The key p shows the command that plays on from its position."


class ExerciseSession(Session):
    """The exercises that are played.

    Args:
        practice: the selection and the answers.
        path: the file of the answers.
        lock: the right to write that file.

    Attributes:
        practice: the selection and the answers.
        shown: the exercise on the mat: the current one, or the last one where there is none.
        asks_for_theme: whether the player has chosen no theme yet.
    """

    one_by_one = True
    asks_for_theme = False

    def __init__(self, practice: Practice, path: str | os.PathLike[str], lock: SaveLock | None) -> None:
        self.practice = practice
        self.shown = practice.current or practice.order[-1]
        super().__init__(self._lay_out(), path, lock)

    @cached_property
    def adviser(self) -> Adviser | None:  # type: ignore[override]
        """The policy that plays the futures on, for its reasons; None if it is not installed."""
        name, game = self.practice.exercises.policy, self.practice.exercises.game
        return make_adviser(name, game) if name in installed_policies(game) else None

    def _lay_out(self) -> War:
        """Return the war at the position of the shown exercise. The seed only gives names to its people."""
        return war_at(self.shown.position, self.shown.number)

    def _show_current(self) -> None:
        if self.practice.current is not None and self.practice.current is not self.shown:
            self.shown = self.practice.current
            self.war = self._lay_out()

    def keep(self) -> None:
        """Write the answers. The exercises go on if that fails."""
        try:
            save_progress(self.practice.progress, self.practice.exercises, self.path)
            self.error_text = ""
        except OSError as error:
            self.error_text = f"Not saved: {os.fspath(self.path)!r} cannot be written ({error.strerror})."

    # --- what is shown ---

    @property
    def is_over(self) -> bool:
        """Whether every exercise of the selection has an answer and the last one is no longer shown."""
        return self.practice.current is None

    @property
    def is_answered(self) -> bool:
        """Whether the exercise on the mat has its answer."""
        return self.practice.answer is not None

    @property
    def words(self) -> str:
        """The number of the exercise, its theme, and the results so far."""
        practice = self.practice
        tally = practice.tally(practice.progress.theme)
        if practice.current is None:
            done = f"{practice.theme_words(tally.theme)}: every exercise has an answer."
            return f"{done} {practice.result_words(tally)} t shows the themes."
        head = f"Exercise {practice.place} of {tally.total}: {practice.theme_words(practice.current.theme)}."
        return f"{head} {practice.result_words(tally)}"

    @property
    def opinion(self) -> Opinion | None:
        """The figures of the exercise, after its answer."""
        return figures_as_opinion(self.practice.exercises, self.shown) if self.is_answered else None

    def explanation(self, advice: Answer | None) -> Explanation | None:
        """Return the explanation after the answer; None before.

        Args:
            advice: the opinion of the policy that continued; None while it is not known.
        """
        action = self.practice.answer
        if action is None:
            return None
        return explain(self.shown, self.war, action, exercises=self.practice.exercises, advice=advice)

    # --- what the player does ---

    def take(self, action: int) -> None:
        """Answer the exercise.

        Raises:
            CannotPlay: it has an answer, or the action is none of its choices.
        """
        self.practice.take(action)
        self.keep()

    def go_on(self) -> None:
        """Show the next exercise.

        Raises:
            CannotPlay: the exercise has no answer yet.
        """
        if self.practice.current is not None and not self.is_answered:
            raise CannotPlay("Choose an answer first.")
        self.practice.go_on()
        self._show_current()

    def choose(self, theme: str, is_mixed: bool) -> None:
        """Play the exercises of a theme, or of all for ''; in the order of the file, or mixed.

        Raises:
            CannotPlay: there is no such theme.
        """
        self.practice.choose(theme, is_mixed)
        self.asks_for_theme = False
        self._show_current()
        self.keep()

    @property
    def closing_words(self) -> str:
        """The results of the selection, and the file of the answers."""
        tally = self.practice.tally(self.practice.progress.theme)
        results = f"{self.practice.theme_words(tally.theme)}: {tally.answered} of {tally.total} answered."
        return " ".join(filter(None, [results, self.practice.result_words(tally), f"Kept in {os.fspath(self.path)}"]))

    def undo(self) -> None:
        """Refuse: an answer stays."""
        raise CannotPlay("An answer cannot be taken back.")

    def undo_crews(self) -> None:
        """Refuse: an answer stays."""
        self.undo()

    def seat(self, actions: Iterable[int]) -> None:
        """Refuse: an exercise asks for no crews."""
        raise CannotPlay(NO_WAR)

    def replay(self) -> Replay:
        """Refuse: an exercise is no war."""
        raise CannotPlay(NO_WAR)

    def again(self, seed: int) -> Session:
        """Refuse: an exercise is no war."""
        raise CannotPlay(NO_WAR)

    def position_text(self) -> str:
        """Return the position of the exercise."""
        return self.shown.position


def open_exercises(path: Path, theme: str | None, is_mixed: bool, *, game: str = DEFAULT_GAME) -> ExerciseSession:
    """Open the exercises with the answers in a file.

    Args:
        path: the file, which need not exist.
        theme: the theme that is played, ``all``, or None to ask for it.
        is_mixed: whether the order of that theme is drawn.
        game: name of the game.

    Raises:
        ValueError: there is no such game or theme, or the file cannot be used; the message is one line.
    """
    exercises = load_exercises(game)
    if theme is not None:
        one_of("--theme", theme, [ALL_THEMES, *Practice(exercises, Progress()).themes])
    if not path.parent.is_dir():
        raise SaveError(f"{os.fspath(path)!r}: there is no such folder")
    lock = SaveLock(path)
    try:
        session = ExerciseSession(Practice(exercises, load_progress(path, exercises)), path, lock)
    except ValueError:
        lock.release()
        raise
    if theme is None:
        session.asks_for_theme = True
    else:
        session.choose("" if theme == ALL_THEMES else theme, is_mixed)
    return session
