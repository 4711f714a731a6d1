"""Several wars that a client plays by name. Each is in a file after every answer, and ends as a replay beside it."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from stuka_env.engine.engine import entropy
from stuka_env.game import Game, game_of, games
from stuka_env.io.arguments import argument_error, read_seed
from stuka_env.io.files import errors_naming
from stuka_env.position import read_position
from stuka_env.replay.file import LONGEST_REASON, save
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.answers import Refusal
from stuka_env.text.compared_wars import spec_of
from stuka_env.text.kept_lines import KeptLines, read_lines
from stuka_env.text.kept_war import (
    KEPT_WAR_FORMAT,
    KeptWarError,
    check_header,
    continued,
    header_of,
    new_record,
    read_answer_line,
)
from stuka_env.text.playing import Taken, TextGame
from stuka_env.text.reply import whole_text
from stuka_env.text.war_form import USUAL_FORM, WarForm

MOST_OPEN = 100
"""Wars that are open at the same time and have not ended."""
PREFIX = "war-"
"""Beginning of the names of wars; a number follows."""
WAR_NAME = re.compile(PREFIX + r"[1-9]\d{0,5}")
ANSWERS_END, REPLAY_END = ".jsonl", ".json"
"""Ends of the names of the two files of a war."""
TRACK_GROUP = "stuka_env.tracks"
"""Group of entry points with a function of the name of a track and of the file of a secret: its :class:`LockedWars`."""
CLOSED = "closed"
"""Entry of the last line of a war that nobody plays on, with its result."""


@dataclass(frozen=True)
class LockedWars:
    """The only wars of a client that neither chooses nor sees them, such as those of a track.

    Attributes:
        env: id of the environment.
        arguments: the game's own arguments of the environment.
        seeds: seeds of the wars, each of which is started once in a folder, in this order; None for any number of wars.
        form: the form in which they are played.
        seed: seed of the random numbers of other policies in these wars.
        seal: the text that stands for the seeds of sealed wars while they are played; empty for public wars.

    Raises:
        ValueError: there is no such environment, or an argument is not allowed.
        TypeError: the game has no argument of this name.
    """

    env: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    seeds: Sequence[int] | None = None
    form: WarForm = USUAL_FORM
    seed: int = 0
    seal: str = ""

    def __post_init__(self) -> None:
        spec_of(_game_of(self.env), self.env, self.arguments)

    def seed_of(self, name: str) -> int:
        """Return the seed of a war by its name.

        Raises:
            ValueError: there is no such war.
        """
        number = int(name.removeprefix(PREFIX))
        if not self.seeds or number > len(self.seeds):
            raise argument_error("war", name, f"one of {len(self.seeds or ())} wars")
        return int(self.seeds[number - 1])


def track_wars(name: str, sealed: str | None = None) -> LockedWars:
    """Return the wars of a track for language models.

    Args:
        name: name of the track.
        sealed: file of the secret that the wars follow from; None for public wars.

    Raises:
        ValueError: there is no such track, the file cannot be used, or no installed distribution has tracks.
    """
    entry = next(iter(entry_points(group=TRACK_GROUP)), None)
    if entry is None:
        raise argument_error("wars", name, "a whole number, 1 or more; a clone of the repository adds tracks")
    wars: LockedWars = entry.load()(name, sealed)
    return wars


@dataclass
class OpenWar:
    """A war that a client plays.

    Attributes:
        game: the war as questions.
        record: the recording of its actions.
        lines: the file of its answers.
        seed: its seed.
        replay: the file of its replay; None before it is written.
    """

    game: TextGame
    record: RecordReplay
    lines: KeptLines
    seed: int
    replay: Path | None = None

    @property
    def question_number(self) -> int:
        """The number of the open question, from 1."""
        return self.game.questions + 1


class ClientWars:
    """Wars by name.

    Args:
        folder: folder of the files, made when the first war begins. Several programs can use it.
        player: name of the player, for the replays.
        locked: the only wars, if the client may neither choose nor see them; None for any wars.
    """

    def __init__(self, folder: Path, player: str = "", locked: LockedWars | None = None) -> None:
        self.folder = folder.absolute()
        self.player, self.locked = player, locked
        self.open: dict[str, OpenWar] = {}
        form = USUAL_FORM if locked is None else locked.form
        self._form_entry = {"form": form.described} if form.described else {}
        self._new_record = partial(new_record, form=form)
        self._begin: Callable[[RecordReplay], TextGame] = TextGame if locked is None else form.game

    # --- beginning ---

    def start_at(self, position: str, seed: int | None, arguments: Mapping[str, Any]) -> str:
        """Start a war at a position and return its name.

        Args:
            position: the text of the position.
            seed: the seed of the dice; None for a new one.
            arguments: arguments of the environment beside those that the position names.

        Raises:
            ValueError: an argument is not allowed, or too many wars are open.
            OSError: the file of the war cannot be written.
        """
        read = read_position(position)
        return self.start(read.env, seed, {**read.arguments, **arguments}, position)

    def start(self, env: str, seed: int | None, arguments: Mapping[str, Any], position: str | None = None) -> str:
        """Start a war and return its name.

        Args:
            env: id of the environment.
            seed: the seed; None for a new one.
            arguments: the game's own arguments of the environment.
            position: the text of the position where it begins; None for the beginning.

        Raises:
            ValueError: an argument is not allowed, too many wars are open, or the wars are locked.
            OSError: the file of the war cannot be written.
        """
        if self.locked is not None:
            raise ValueError("this server is locked: it chooses the wars itself")
        game = _game_of(env)
        for name in arguments:
            if name not in game.envs.argument_names:
                raise argument_error("arguments", name, " or ".join(game.envs.argument_names))
        return self._start(env, seed, arguments, position)

    def start_next(self) -> str:
        """Start the next of the locked wars and return its name.

        Raises:
            ValueError: all have been started, or too many wars are open.
            OSError: the file of the war cannot be written.
        """
        assert self.locked is not None
        return self._start(self.locked.env, None, self.locked.arguments, None)

    def _start(self, env: str, seed: int | None, arguments: Mapping[str, Any], position: str | None) -> str:
        if sum(not war.game.over for war in self.open.values()) >= MOST_OPEN:
            raise ValueError(f"{MOST_OPEN} wars are open; finish one first")
        read = read_seed(seed)
        own_seed = entropy() if read is None else read
        options = None if position is None else {"position": position}
        record = self._new_record(env, own_seed, arguments, player=self.player, options=options)  # before its file
        name, lines = self._new_file()
        if self.locked is not None and self.locked.seeds is not None:
            own_seed = self.locked.seed_of(name)
            record.reset(seed=own_seed)
        lines.append(self._header_of(record, arguments))
        self.open[name] = OpenWar(self._begin(record), record, lines, own_seed)
        return name

    def _header_of(self, record: RecordReplay, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the first line of a war's file, with the seal in the place of a sealed seed, and the form."""
        seal = {"seed": self.locked.seal} if self.locked is not None and self.locked.seal else {}
        return {**header_of(record, arguments), **seal, **self._form_entry}

    def _new_file(self) -> tuple[str, KeptLines]:
        """Return the first name without a file in the folder, and its new file. No two programs get the same."""
        with errors_naming(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        number = 1
        seeds = self.locked.seeds if self.locked is not None else None
        while seeds is None or number <= len(seeds):
            name = f"{PREFIX}{number}"
            if not (self.folder / f"{name}{REPLAY_END}").exists():
                try:
                    return name, KeptLines(self.folder / f"{name}{ANSWERS_END}", is_new=True)
                except FileExistsError:
                    pass
            number += 1
        raise ValueError(f"all {len(seeds)} wars of this server have been started, each can be played once")

    # --- continuing ---

    def unfinished(self) -> dict[str, str]:
        """Return the wars of the folder that can be continued and are not open here, with the ids of their envs."""
        wars: dict[str, str] = {}
        for path in sorted(self.folder.glob(f"{PREFIX}*{ANSWERS_END}"), key=lambda path: (len(path.name), path.name)):
            if not WAR_NAME.fullmatch(path.stem) or path.stem in self.open:
                continue
            try:
                header, *lines = read_lines(path) or [None]
            except (ValueError, OSError):  # a damaged file: continue_war says what is wrong with it
                continue
            if isinstance(header, dict) and not any(isinstance(line, dict) and CLOSED in line for line in lines):
                wars[path.stem] = str(header.get("env"))
        return wars

    def resume(self, name: str) -> None:
        """Open a war that another program has left, or do nothing if it is open here.

        Raises:
            ValueError: there is no such war, it has been closed, another program plays it, or its file is damaged.
            OSError: its file cannot be read.
        """
        if name in self.open:
            return
        path = self.folder / f"{name}{ANSWERS_END}"
        if not WAR_NAME.fullmatch(name) or not path.is_file():
            names = " or ".join([*self.open, *self.unfinished()])
            raise argument_error("war", name, names or "no name, because no war can be continued")
        lines = KeptLines(path)
        try:
            self.open[name] = self._resumed(lines)
        except BaseException:
            lines.close()
            raise
        if self.open[name].game.over:  # a kill came between the last answer and the replay
            self._close(name, self.open[name], self.open[name].game.result)

    def _resumed(self, lines: KeptLines) -> OpenWar:
        path = lines.path
        header, *entries = lines.read() or [None]
        if (
            not isinstance(header, dict)
            or header.get("format") != KEPT_WAR_FORMAT
            or not header.keys() >= {"env", "seed"}
        ):
            raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: it is no file of a war")
        answers = [answer for entry in entries if (answer := read_answer_line(path, entry)) is not None]
        locked = self.locked
        if locked is not None and (header["env"], header["arguments"]) != (locked.env, locked.arguments):
            raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: it is no war of this server")
        if header.get("form", {}) != self._form_entry.get("form", {}):
            raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: its questions have another form")
        if any(CLOSED in entry for entry in entries):
            raise KeptWarError(f"the war {path.stem!r} has been closed")
        seed = locked.seed_of(path.stem) if locked is not None and locked.seal else header["seed"]
        record = self._begun(path, {**header, "seed": seed})
        check_header(path, header, self._header_of(record, header["arguments"]))
        war = OpenWar(continued(path, record, answers, self._begin), record, lines, seed)
        war.game.refusals = len(entries) - len(answers)
        return war

    def _begun(self, path: Path, header: Mapping[str, Any]) -> RecordReplay:
        """Return the recording of the war of a header at its beginning."""
        try:
            read = read_seed(header["seed"])
            assert read is not None
            return self._new_record(
                header["env"], read, header["arguments"], player=header["player"], options=header["options"]
            )
        except Exception as error:  # of every check of an environment, such as an id that is not registered
            reason = " ".join(str(error).split())
            raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: {reason}") from None

    # --- playing ---

    def named(self, name: str) -> OpenWar:
        """Return an open war.

        Raises:
            ValueError: there is none of this name.
        """
        if name not in self.open:
            hint = "; it can be continued" if name in self.unfinished() else ""
            raise argument_error("war", name, (" or ".join(self.open) or "no name, because no war is open") + hint)
        return self.open[name]

    def choose(self, name: str, answer: str, reason: str, number: int) -> Taken | Refusal:
        """Answer the open question of a war; at its end its replay is written.

        Args:
            name: name of the war.
            answer: the answer.
            reason: the player's reason in one line, for the replay.
            number: the number of the question, so that no answer is taken for another question.

        Raises:
            ValueError: there is no such war, it is over, or another question is open.
            OSError: the answer was taken, but the files cannot be written.
        """
        war = self.named(name)
        if war.game.over:
            raise ValueError(f"the war {name!r} is over")
        if number != war.question_number:
            raise argument_error("question", number, f"{war.question_number}, the open question; nothing was taken")
        answer = whole_text(answer)
        words = " ".join(whole_text(reason).split())[:LONGEST_REASON] or None
        war.record.note(reason=words)
        first = len(war.record.actions)
        taken = war.game.answer(answer)
        is_refused = isinstance(taken, Refusal)
        actions = list(war.record.actions[first:])  # a script may have taken some
        result = {"refused": taken.reason} if isinstance(taken, Refusal) else {"actions": actions}
        war.lines.append({"answer": answer, **({"reason": words} if words else {}), **result})
        if not is_refused and war.game.over:
            self._close(name, war, war.game.result)
        return taken

    def finish(self, name: str) -> tuple[dict[str, Any], Path]:
        """Close a war for good, ended or not, and return its result and the file of its replay.

        Raises:
            ValueError: there is no such war, or it is a locked war that has not ended.
            OSError: the replay cannot be written.
        """
        war = self.named(name)
        if self.locked is not None and not war.game.over:
            raise ValueError(
                f"the war {name!r} is not over: play it to its end, or give it up with the score 0 (give_up)"
            )
        return self._finish(name, war, war.game.result)

    def give_up(self, name: str) -> tuple[dict[str, Any], Path]:
        """Close a war that has not ended with the score 0, and return its result and the file of its replay.

        Raises:
            ValueError: there is no such war, or it is over.
            OSError: the replay cannot be written.
        """
        war = self.named(name)
        if war.game.over:
            raise ValueError(f"the war {name!r} is over; finish closes it")
        return self._finish(name, war, {**war.game.result, "score": 0, "given_up": True})

    def _finish(self, name: str, war: OpenWar, result: dict[str, Any]) -> tuple[dict[str, Any], Path]:
        path = self._close(name, war, result)
        del self.open[name]
        war.lines.close()
        war.record.close()
        return result, path

    def leave(self) -> None:
        """Leave all open wars, so that another program can continue them."""
        for war in self.open.values():
            war.lines.close()
            war.record.close()
        self.open.clear()

    def _close(self, name: str, war: OpenWar, result: Mapping[str, Any]) -> Path:
        """Write the replay of a war, unless it has been written at its end."""
        if war.replay is None:
            war.replay = save(war.record.replay(), self.folder / f"{name}{REPLAY_END}")
            war.lines.append({CLOSED: result})
        return war.replay


def _game_of(env: str) -> Game:
    game = game_of(env)
    if game is None:
        ids = [known for each in games() for known in each.ids]
        raise argument_error("env", env, " or ".join(ids))
    return game
