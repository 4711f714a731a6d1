"""Wars that a language model plays side by side, each kept as a replay with its conversation, to be resumed."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import gymnasium

from stuka_env.files import append_line, write_whole
from stuka_env.game import game_of
from stuka_env.reading import FileError, read_json
from stuka_env.replay.file import LARGEST_REPLAY, Replay, ReplayError, from_json, save
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.endpoint import Endpoint, EndpointError
from stuka_env.text.open_question import OpenQuestion, Usage, model_rules
from stuka_env.text.playing import TextGame

Item = TypeVar("Item")
Result = TypeVar("Result")
LAST_ACTIONS = "last_actions"
"""Name in a file of figures of the number of actions of the last answer."""


@dataclass(frozen=True)
class PlayedWar:
    """A war that was played to its end."""

    replay: Replay
    usage: Usage


class ModelWars:
    """The wars of one model in one environment.

    Args:
        endpoint: the model.
        env: id of the environment.
        arguments: arguments of the environment.
        folder: folder of the replays and conversations; wars of earlier runs in it are continued.
    """

    def __init__(self, endpoint: Endpoint, env: str, arguments: Mapping[str, Any], folder: Path) -> None:
        game = game_of(env)
        assert game is not None
        self.endpoint, self.env, self.arguments, self.folder = endpoint, env, dict(arguments), folder
        self._stopped = threading.Event()
        self.rules = model_rules(game.name)

    def _new_env(self) -> RecordReplay:
        return RecordReplay(gymnasium.make(self.env, journal=True, **self.arguments), policy=self.endpoint.model)

    def play(self, seeds: Sequence[int], side_by_side: int) -> list[PlayedWar]:
        """Play the wars of seeds and return them in this order.

        Args:
            seeds: seeds of the wars.
            side_by_side: number of wars that are played at the same time.

        Raises:
            EndpointError: the budget is used up, or the endpoint has failed. All wars are kept as far as they came.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        return side_by_side_all(lambda seed: self._play_one(int(seed)), seeds, side_by_side, self._stopped)

    def _play_one(self, seed: int) -> PlayedWar:
        """Play a war from where an earlier run has left it."""
        stem = f"{self.env.replace('/', '-')}-{seed}"
        path, talk = self.folder / f"{stem}.json", self.folder / f"{stem}.talk.jsonl"
        kept, usage, last_actions = self._kept(path, seed)
        if kept is not None and kept.finished:
            return PlayedWar(kept, usage)
        env = self._new_env()
        env.reset(seed=seed)
        game = TextGame(env) if kept is None else continued(env, kept, last_actions)
        try:
            while not game.over:
                if self._stopped.is_set():
                    raise EndpointError("another war has stopped")
                ask_until_answered(OpenQuestion(game, env, usage, self.rules), self.endpoint, talk)
        finally:
            replay = env.replay()
            save(replay, path)
            figures = asdict(usage) | {LAST_ACTIONS: game.last_actions}
            write_whole(path.with_suffix(".usage.json"), json.dumps(figures))
        return PlayedWar(replay, usage)

    def _kept(self, path: Path, seed: int) -> tuple[Replay | None, Usage, int]:
        """Return the replay of an earlier run or None, its figures, and the number of actions of its last answer."""
        if not path.exists():
            return None, Usage(), 0
        try:
            replay = from_json(read_json(path, LARGEST_REPLAY))
            usage = read_json(path.with_suffix(".usage.json"), LARGEST_REPLAY)
        except (FileError, ReplayError) as error:
            raise ValueError(f"{str(path)!r} cannot be continued: {error}") from None
        if (replay.env, replay.seed) != (self.env, seed):
            raise ValueError(f"{str(path)!r} is another war")
        last_actions = usage.pop(LAST_ACTIONS, 0)
        return replay, Usage(**usage), last_actions


def side_by_side_all(
    work: Callable[[Item], Result], items: Iterable[Item], threads: int, stopped: threading.Event
) -> list[Result]:
    """Return the results of some work for all items, in their order, on several threads.

    Args:
        work: the work; it raises an error soon after ``stopped`` is set.
        items: the items.
        threads: number of threads.
        stopped: an event that is set if the work fails for one item, or at Ctrl-C.
    """
    with ThreadPoolExecutor(threads) as pool:
        try:
            tasks = [pool.submit(work, item) for item in items]
            done, others = wait(tasks, return_when=FIRST_EXCEPTION)
        except BaseException:  # Ctrl-C: no further question is asked
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
        if others:
            stopped.set()
            pool.shutdown(cancel_futures=True)
    for task in done:
        task.result()
    return [task.result() for task in tasks]


def ask_until_answered(question: OpenQuestion, endpoint: Endpoint, talk: Path) -> None:
    """Ask a model until it gives an answer, or the first option is taken.

    Args:
        question: the open question.
        endpoint: the model.
        talk: the file of the conversation.

    Raises:
        EndpointError: the budget is used up, or the endpoint has failed.
    """
    while not question.answered:
        asked = question.messages[1:]
        completion = endpoint.complete(question.messages)
        taken = question.reply(completion)
        append_line(talk, json.dumps({"question": asked, "reply": completion.text, "result": str(taken)}))


def continued(env: RecordReplay, kept: Replay, last_actions: int) -> TextGame:
    """Return a war as a kept replay has left it; its open question tells the events since the last answer.

    Args:
        env: the environment after its reset.
        kept: the replay.
        last_actions: number of actions of its last answer.
    """
    reasons = kept.policy_record.reasons or (None,) * len(kept.actions)
    last = len(kept.actions) - last_actions
    for action, reason in zip(kept.actions[:last], reasons, strict=False):
        env.note(reason=reason)
        env.step(action)
    game = TextGame(env)
    env.note(reason=reasons[last] if last_actions else None)
    game.take(kept.actions[last:])
    return game
