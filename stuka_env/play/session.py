"""A war and its file. Every change of the war is written at once, so that nothing is lost."""

import os
import re
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from stuka_env.play.advice import Adviser
from stuka_env.play.lock import SaveLock
from stuka_env.play.seating import begins, is_open
from stuka_env.play.typed_rolls import CannotPlay, read_faces
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war, replay_of, save_war
from stuka_env.replay import Replay
from stuka_env.replay import save as save_replay


def unused(path: Path) -> Path:
    """Return the next name that no file has: war-2.json after war.json."""
    stem, _, number = path.stem.rpartition("-") if re.search(r"-\d+$", path.stem) else (path.stem, "", "1")
    names = (path.with_name(f"{stem}-{following}{path.suffix}") for following in count(int(number) + 1))
    return next(name for name in names if not name.exists())


class Session:
    """A war that is being played.

    Args:
        war: the war.
        path: its file.
        lock: the right to write that file; None where no other program writes it.
        adviser_name: name of the policy that the file keeps as its adviser; empty for none.

    Attributes:
        war: the war.
        path: its file.
        error_text: why the last writing failed; empty if it did not.
        adviser: the adviser of this war, which replaces any other; only the tutorial has one.
        one_by_one: whether every seat is a question of its own.
    """

    adviser: Adviser | None = None
    one_by_one = False

    def __init__(
        self, war: War, path: str | os.PathLike[str], lock: SaveLock | None = None, adviser_name: str = ""
    ) -> None:
        self._lock = lock
        self.adviser_name = adviser_name
        self.war = war
        self.path = Path(path)
        self.error_text = ""
        self.keep()

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], keep_in: str | os.PathLike[str] | None = None, charts: str | None = None
    ) -> "Session":
        """Continue a saved war.

        Args:
            path: the file.
            keep_in: another file for it from now on.
            charts: a folder of charts in place of the one it names.

        Raises:
            SaveError: the war cannot be continued.
        """
        return cls(load_war(path, charts), path if keep_in is None else keep_in)

    def keep(self) -> None:
        """Write the war. The game goes on if that fails."""
        try:
            save_war(self.war, self.path, self.adviser_name)
            self.error_text = ""
        except OSError as error:
            self.error_text = f"Not saved: {os.fspath(self.path)!r} cannot be written ({error.strerror})."

    def keep_adviser(self, name: str) -> None:
        """Write the war with the name of the policy that advises; '' for none."""
        if name != self.adviser_name:
            self.adviser_name = name
            self.keep()

    def take(self, action: int) -> None:
        """Take a decision, or hand in a draw from the cup or the deck.

        Raises:
            CannotPlay: that cannot be.
        """
        if self.war.need is None:
            self.war.take(action)
        else:
            self.war.answer([action])
        self.keep()

    def roll(self, typed: str) -> None:
        """Hand in a roll as it was typed.

        Raises:
            CannotPlay: the dice cannot show that.
        """
        if self.war.need is None:
            raise CannotPlay("No roll is asked for.")
        try:
            faces = read_faces(self.war.need, typed)
        except ValueError as error:
            raise CannotPlay(str(error)) from None
        self.war.answer(faces)
        self.keep()

    def undo(self) -> None:
        """Take back the last decision, or at the table the last roll.

        Raises:
            CannotPlay: that cannot be.
        """
        self.war.undo()
        self.keep()

    def seat(self, actions: Iterable[int]) -> None:
        """Take the decisions about the crews of a formation in turn.

        Raises:
            CannotPlay: one of them cannot be; those before it are taken.
        """
        try:
            for action in actions:
                self.war.take(action)
        finally:
            self.keep()

    def undo_crews(self) -> None:
        """Take back the last decision; if it was about a seat, all about the seats of this formation.

        Raises:
            CannotPlay: that cannot be.
        """
        self.war.undo()
        while self.is_seating and not begins(self.war):
            self.war.undo()
        self.keep()

    @property
    def is_seating(self) -> bool:
        """Whether the open decision is about a seat, in a game whose seats have a screen of their own."""
        return is_open(self.war)

    @property
    def asks_for_crews(self) -> bool:
        """Whether all crews of a formation are asked for at once now."""
        return not self.one_by_one and begins(self.war)

    def take_back(self) -> None:
        """Take back the last decision, or all crews at once where they were seated at once.

        Raises:
            CannotPlay: that cannot be.
        """
        (self.undo if self.one_by_one else self.undo_crews)()

    def ask_for_all_crews(self) -> None:
        """Ask for all crews at once again; seats that are already filled become empty.

        Raises:
            CannotPlay: no crews are asked for.
        """
        if not self.is_seating:
            raise CannotPlay("No crews are asked for now.")
        self.one_by_one = False
        if not begins(self.war):
            self.undo_crews()

    @property
    def own_dice(self) -> bool:
        """Whether the player rolls dice of his own and types them."""
        return self.war.table

    @property
    def another(self) -> str:
        """The word for a war with other dice."""
        return self.war.noun

    @property
    def again_words(self) -> str:
        """Words about flying this war again."""
        return (
            f"the same {self.war.noun}, with your own dice"
            if self.own_dice
            else f"the same {self.war.noun} and the same dice"
        )

    @property
    def closing_words(self) -> str:
        """Words under the result of the war."""
        return f"Kept in {os.fspath(self.path)}"

    @property
    def words(self) -> str:
        """Words above the question; only the tutorial has any."""
        return ""

    def again(self, seed: int) -> "Session":
        """Begin a new war with the same arguments in another file."""
        old, path = self.war, unused(self.path)
        war = War(old.env, old.arguments, seed, old.table, start=old.start)
        return Session(war, path, None if self._lock is None else SaveLock(path), self.adviser_name)

    def release(self) -> None:
        """Release the lock on the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def position_text(self) -> str:
        """Return the position at the open decision as text.

        Raises:
            CannotPlay: no decision is open.
        """
        return self.war.position_text()

    def replay(self) -> Replay:
        """Return the war as a replay, up to now.

        Raises:
            CannotPlay: a long war at the table has more rolls than a replay can hold.
        """
        try:
            return replay_of(self.war)
        except ValueError as error:
            raise CannotPlay(f"No replay: {error}.") from None

    def write_replay(self) -> Path:
        """Write the war as a replay beside its file; return the path of the replay.

        Raises:
            CannotPlay: it cannot be written; the message gives the reason in one sentence.
        """
        path = self.path.with_name(f"{self.path.stem}-replay.json")
        try:
            return save_replay(self.replay(), path)
        except OSError as error:
            raise CannotPlay(f"No replay: {os.fspath(path)!r} cannot be written ({error.strerror}).") from None
