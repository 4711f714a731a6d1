"""Wars that a language model plays side by side, each kept with its conversation after every reply, to be resumed."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from stuka_env.game import game_of
from stuka_env.replay.file import LONGEST_POLICY_NAME, Replay, save
from stuka_env.text.endpoint import Endpoint
from stuka_env.text.kept_lines import KeptLines, locked_folder
from stuka_env.text.kept_war import continued, header_of, new_record
from stuka_env.text.memory import Memory
from stuka_env.text.open_question import MOST_FORCED, OpenQuestion, Usage, model_rules
from stuka_env.text.talk import Asker, KeptTalk, Talk, opened, read_talk, talk_header
from stuka_env.text.war_form import USUAL_FORM, WarForm

Item = TypeVar("Item")
Result = TypeVar("Result")
OnDone = Callable[[], object]
"""A function that is called when a war or an exercise is done."""


def ignore() -> None:
    """Do nothing."""


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
        most_forced: questions in a row that the neutral policy may answer in a war; None for any number.
        form: the form in which they are played.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        env: str,
        arguments: Mapping[str, Any],
        folder: Path,
        most_forced: int | None = MOST_FORCED,
        form: WarForm = USUAL_FORM,
    ) -> None:
        game = game_of(env)
        assert game is not None
        self.env, self.arguments, self.folder, self.form = env, dict(arguments), folder, form
        self.rules = model_rules(game.name, form.memory)
        self._asker = Asker(endpoint, most_forced)

    def play(self, seeds: Sequence[int], side_by_side: int, on_done: OnDone = ignore) -> list[PlayedWar]:
        """Play the wars of seeds and return them in this order.

        Args:
            seeds: seeds of the wars.
            side_by_side: number of wars that are played at the same time.
            on_done: called after every war.

        Raises:
            EndpointError: the budget is used up, the endpoint has failed, or the neutral policy has answered too many
                questions in a row. All wars are kept as far as they came.
            BusyError: another program plays wars in this folder.
            KeptWarError, FileError: a kept war is damaged, or is another war.
        """
        with locked_folder(self.folder):
            return side_by_side_all(
                lambda seed: self._play_one(int(seed)),
                seeds,
                side_by_side,
                stopped=self._asker.stopped,
                on_done=on_done,
            )

    def _play_one(self, seed: int) -> PlayedWar:
        """Play a war from where an earlier run has left it."""
        stem = f"{self.env.replace('/', '-')}-{seed}"
        endpoint = self._asker.endpoint
        player = endpoint.model[:LONGEST_POLICY_NAME]
        record = new_record(self.env, seed, self.arguments, player=player, form=self.form)
        about = {**header_of(record, self.arguments), "form": self.form.described}
        header = talk_header(about, endpoint, self.rules)
        with KeptLines(self.folder / f"{stem}.talk.jsonl") as lines:
            memory = Memory(self.form.memory)
            kept = read_talk(lines.path, opened(lines, header), memory)
            game = continued(lines.path, record, kept.answers, self.form.game)
            talk = Talk(lines, record, kept.usage, {})
            resumed: KeptTalk | None = kept
            path = self.folder / f"{stem}.json"
            was_over = game.over and path.exists()
            try:
                while not game.over:
                    question = OpenQuestion(game, record, kept.usage, self.rules, memory=memory)
                    talk.ask(question, self._asker, resumed)
                    resumed = None
            finally:
                replay = record.replay()
                if not was_over:
                    save(replay, path)
        return PlayedWar(replay, kept.usage)


def side_by_side_all(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    *,
    stopped: threading.Event,
    on_done: OnDone = ignore,
) -> list[Result]:
    """Return the results of some work for all items, in their order, on several threads.

    Args:
        work: the work; it raises an error soon after ``stopped`` is set.
        items: the items.
        threads: number of threads.
        stopped: an event that is set if the work fails for one item, or at Ctrl-C.
        on_done: called after every item, in its thread.
    """

    def work_and_tell(item: Item) -> Result:
        result = work(item)
        on_done()
        return result

    with ThreadPoolExecutor(threads) as pool:
        try:
            tasks = [pool.submit(work_and_tell, item) for item in items]
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
