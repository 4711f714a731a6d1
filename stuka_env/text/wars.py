"""Several wars that a client plays by name, each of which ends as a replay."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium

from stuka_env.arguments import argument_error, read_seed
from stuka_env.engine.engine import entropy
from stuka_env.game import GAME_NAMES, game_named, game_of
from stuka_env.position import read_position
from stuka_env.replay.file import LONGEST_REASON, file_stem, save
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.answers import Refusal
from stuka_env.text.playing import Taken, TextGame

MOST_OPEN = 100
"""Wars that are open at the same time."""


@dataclass
class OpenWar:
    """A war that a client plays.

    Attributes:
        game: the war as questions.
        record: the recording of its actions.
        replay: the file of its replay; None before it is written.
    """

    game: TextGame
    record: RecordReplay
    replay: Path | None = None


class ClientWars:
    """Wars by name.

    Args:
        folder: folder of the replays, made when the first is written.
        player: name of the player, for the replays.
    """

    def __init__(self, folder: Path, player: str = "") -> None:
        self.folder = folder.absolute()
        self.player = player
        self.open: dict[str, OpenWar] = {}
        self._started = 0

    def start_at(self, position: str, seed: int | None, arguments: Mapping[str, Any]) -> str:
        """Start a war at a position and return its name.

        Args:
            position: the text of the position.
            seed: the seed of the dice; None for a new one.
            arguments: arguments of the environment beside those that the position names.

        Raises:
            ValueError: an argument is not allowed, or too many wars are open.
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
            ValueError: an argument is not allowed, or too many wars are open.
        """
        game = game_of(env)
        if game is None:
            ids = [known for name in GAME_NAMES for known in game_named(name).ids]
            raise argument_error("env", env, " or ".join(ids))
        for name in arguments:
            if name not in game.envs.argument_names:
                raise argument_error("arguments", name, " or ".join(game.envs.argument_names))
        if len(self.open) >= MOST_OPEN:
            raise ValueError(f"{MOST_OPEN} wars are open; finish one first")
        read = read_seed(seed)
        chosen = entropy() if read is None else read
        record = RecordReplay(gymnasium.make(env, journal=True, **arguments), policy=self.player)
        record.reset(seed=chosen, options=None if position is None else {"position": position})
        self._started += 1
        name = f"war-{self._started}"
        self.open[name] = OpenWar(TextGame(record), record)
        return name

    def named(self, name: str) -> OpenWar:
        """Return an open war.

        Raises:
            ValueError: there is none of this name.
        """
        if name not in self.open:
            raise argument_error("war", name, " or ".join(self.open) or "no name, because no war is open")
        return self.open[name]

    def choose(self, name: str, answer: str, reason: str = "") -> Taken | Refusal:
        """Answer the open question of a war; at its end its replay is written.

        Args:
            name: name of the war.
            answer: the answer.
            reason: the player's reason in one line, for the replay.

        Raises:
            ValueError: there is no such war.
            OSError: the replay cannot be written.
        """
        war = self.named(name)
        war.record.note(reason=" ".join(reason.split())[:LONGEST_REASON] or None)
        taken = war.game.answer(answer)
        if war.game.over:
            self._write(name, war)
        return taken

    def finish(self, name: str) -> tuple[dict[str, Any], Path]:
        """Close a war, ended or not, and return its result and the file of its replay.

        Raises:
            ValueError: there is no such war.
            OSError: the replay cannot be written.
        """
        war = self.named(name)
        path = self._write(name, war)
        del self.open[name]
        war.record.close()
        return war.game.result, path

    def _write(self, name: str, war: OpenWar) -> Path:
        """Write the replay of a war unless it has been written at its end."""
        if war.replay is None:
            replay = war.record.replay()
            self.folder.mkdir(parents=True, exist_ok=True)
            path = _free_path(self.folder, f"{file_stem(replay.env)}-{replay.seed}")
            war.replay = save(replay, path)
        return war.replay


def _free_path(folder: Path, stem: str) -> Path:
    """Return the first path of a folder with this stem that has no file."""
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.json"
    return path
