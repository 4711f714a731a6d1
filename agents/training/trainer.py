"""One training of one seed, from its first decision to its agents.

Its folder has ``checkpoint.pt``, ``log.jsonl``, ``tensorboard/``, ``best.safetensors`` (the agent with the best score
on selection wars), ``last.safetensors``, their cards and, at the end, ``result.json``.
"""

import fcntl
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from stable_baselines3.common.logger import HParam, Image, Logger

from agents.evaluation.recording import RecordedWars, save_replays
from agents.learned.card import read_card
from agents.learned.score_head import FitStoppedError, add_score_head
from agents.training.checkpoint import CHECKPOINT, load_checkpoint, refusing, save_checkpoint
from agents.training.config import Config
from agents.training.learner import Learner
from agents.training.recurrent_learner import new_learner
from agents.training.run_folder import BEST, LAST, RESULT
from agents.training.run_log import open_log
from agents.training.selection import (
    SelectionResult,
    evaluate_on_selection,
    export,
    policy_of,
    seeds_of,
    selection_of,
)
from agents.training.update_stats import UpdateStats, choice_figures, decision_picture, entropy_figures, mat_figures
from agents.training.warm_start import begin_training
from stuka_env.io.command_line import end_signals
from stuka_env.io.files import write_whole


class Stop:
    """A request to stop at the next safe moment, made inside ``with`` by one of the signals that end programs.

    Args:
        message: Line for standard error when the request is made.
    """

    def __init__(self, message: str) -> None:
        self._message = message
        self._is_requested = False
        self._parent = os.getppid()

    @property
    def is_requested(self) -> bool:
        """Whether to stop; the end of the parent process is a request too."""
        return self._is_requested or os.getppid() != self._parent

    def __enter__(self) -> "Stop":
        self._before = {number: signal.signal(number, self._ask) for number in end_signals()}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self._is_requested:
            raise KeyboardInterrupt
        self._is_requested = True
        print(f"\n{self._message}", file=sys.stderr, flush=True)


RUN_LOCK = "lock"
STOPPING = "stopping after this update; Ctrl-C again stops at once"


class Stopped(Exception):  # noqa: N818
    """The training has stopped as requested."""


class TrainingListener(NamedTuple):
    """Callbacks of a training."""

    on_steps: Callable[[int], Any]
    """Called after each update with the number of decisions so far."""
    on_message: Callable[[str], Any]
    """Called with one line for the user."""


class Trainer:
    """The training of one seed in its folder; it continues from a checkpoint in the folder.

    Args:
        config: The configuration.
        seed: The training seed.
        folder: Folder of all files of this seed.
        listener: Callbacks for progress and messages.

    Raises:
        OSError: The folder cannot be written.
        ValueError: Another process uses the folder, or its checkpoint is of another training.
    """

    def __init__(self, config: Config, seed: int, folder: Path, listener: TrainingListener) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.config = config
        self.folder = folder
        self.listener = listener
        self._lock = take_lock(folder)
        self.stats = UpdateStats(config.env.learners)
        self.best: SelectionResult | None = None
        self.latest: SelectionResult | None = None
        self.resumed = (folder / CHECKPOINT).is_file()
        try:
            self.learner = new_learner(config, seed)
            if self.resumed:
                state = load_checkpoint(self.learner, folder)
                with refusing(folder / CHECKPOINT):
                    self._restore(state)
            self.logger: Logger = open_log(folder, self.learner.steps if self.resumed else -1)
        except BaseException:
            self._lock.close()
            raise
        self.learner.set_logger(self.logger)

    def run(self) -> dict[str, Any]:
        """Train to the end and return the contents of ``result.json``.

        Raises:
            Stopped: The training has stopped as requested; if it had begun, there is a checkpoint.
        """
        with Stop(STOPPING) as stop:
            try:
                if not self.resumed:
                    self._begin(stop)
                while not self.learner.finished:
                    self._update()
                    if stop.is_requested:
                        self._save()
                        raise Stopped
                return self._end(stop)
            finally:
                self.logger.close()
                self.learner.close()
                self._lock.close()

    # --- the training from beginning to end ---

    def _begin(self, stop: Stop) -> None:
        """Initialise the network as configured, and evaluate it on selection wars for the first time."""
        for progress in begin_training(self.learner, lambda: stop.is_requested, self.folder):
            self.listener.on_message(progress.text)
            self._note(progress.numbers)
        if stop.is_requested:
            raise Stopped
        self.logger.record("hparams", HParam(settings_of(self.config), {"evaluation/score": 0.0}))
        self._evaluate_on_selection()
        self.logger.dump(self.learner.steps)
        self._save()

    def _update(self) -> None:
        learner = self.learner
        before = learner.steps
        learner.collect_rollouts(self.stats.record)
        self._note(self.stats.scalars() | mat_figures(learner.env))
        self._note(choice_figures(learner.model, learner.game) | entropy_figures(learner.model, learner.game))
        learner.learn()
        self._note(speed_figures(learner))
        if learner.finished or is_due(before, learner.steps, self.config.evaluation.every):
            self._evaluate_on_selection()
        self.logger.dump(learner.steps)
        if learner.finished or is_due(before, learner.steps, self.config.checkpoint_every):
            self._save()
        self.listener.on_steps(min(learner.steps, self.config.total_steps))

    def _end(self, stop: Stop) -> dict[str, Any]:
        """Write the last agent, fit the score head of the best one, and write and return the result."""
        assert self.best is not None and self.latest is not None
        export(self.learner, self.latest, self.folder / LAST)
        self._fit_score_head(stop)
        result = {
            "seed": self.learner.seed,
            "steps": self.learner.steps,
            "best": self.best.values,
            "last": self.latest.values,
            "score_head": read_card(self.folder / BEST).score_head,
            "seconds": vars(self.learner.clock),
        }
        write_whole(self.folder / RESULT, json.dumps(result, indent=2) + "\n")
        return result

    # --- parts of the training ---

    def _evaluate_on_selection(self) -> None:
        """Evaluate the agent on selection wars, and write it if it is the best so far."""
        selection = evaluate_on_selection(self.learner)
        self.latest = selection
        if self.best is None or selection.score > self.best.score:
            self.best = selection
            export(self.learner, selection, self.folder / BEST)
        figures = {"score": selection.score, "low": selection.low, "high": selection.high, **selection.figures}
        self._note({f"evaluation/{name}": figure for name, figure in figures.items()})
        self._log_picture()
        best = " (best)" if selection is self.best else ""
        self.listener.on_message(
            f"{selection.steps:>11,} decisions: {selection.score:6.1f} "
            f"[{selection.low:.1f}, {selection.high:.1f}]{best}"
        )

    def _log_picture(self) -> None:
        """Write a picture to the log, and the replays that the configuration requests."""
        config = self.config
        policy = policy_of(self.learner, config.name)
        seeds = seeds_of(config)
        picture = decision_picture(policy, config.env, int(seeds[0]))
        if picture is not None:
            self.logger.record("mat", Image(picture, "HWC"))
        if config.evaluation.replays:
            wars = RecordedWars(config.env.spec(), seeds[: config.evaluation.replays], config.evaluation.seed)
            save_replays(policy, wars, self.folder / "replays", f"{self.learner.steps:011}")

    def _note(self, figures: dict[str, float]) -> None:
        for name, value in figures.items():
            self.logger.record(name, value)

    def _fit_score_head(self, stop: Stop) -> None:
        """Fit the score head of the best agent, unless it has one.

        Raises:
            Stopped: The training has stopped as requested; when resumed, it continues here.
        """
        best, missions, noun = self.folder / BEST, self.config.score_missions, self.config.game.replays.noun
        if not missions or self.config.env.learners.score is None or read_card(best).score_head is not None:
            return
        self.listener.on_message(f"the best agent flies {missions:,} {noun}s of each kind, to fit the score it expects")
        try:
            figures = add_score_head(best, self.config.kinds, missions, stop=lambda: stop.is_requested)
        except FitStoppedError:
            raise Stopped from None
        self.listener.on_message(f"over wars held out, expected less achieved score is {figures.error:+.2f} points")

    def _save(self) -> None:
        selections = {name: getattr(self, name) for name in ("best", "latest")}
        state = {name: None if selection is None else selection.values for name, selection in selections.items()}
        save_checkpoint(self.learner, state, self.folder)

    def _restore(self, state: dict[str, Any]) -> None:
        for name in ("best", "latest"):
            setattr(self, name, None if state[name] is None else selection_of(state[name]))


def take_lock(folder: Path) -> Any:
    """Lock a folder and return the open lock file; the lock ends with the process.

    Raises:
        ValueError: Another training has locked the folder.
    """
    path = folder / RUN_LOCK
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise ValueError(f"output: {path} is no regular file; delete it")
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ValueError(f"output: {folder} is in use by another training") from None
    return file


def is_due(before: int, now: int, every: int) -> bool:
    """Whether a multiple of ``every`` is above ``before`` and at most ``now``."""
    return now // every > before // every


def speed_figures(learner: Learner) -> dict[str, float]:
    """Return the decisions per second of PPO so far, and the share of its time that each task takes."""
    spent = vars(learner.clock).copy()
    del spent["start"]
    total = max(sum(spent.values()), 1e-9)
    figures = {f"speed/{name}_share": seconds / total for name, seconds in spent.items()}
    return figures | {"speed/decisions_per_second": learner.steps / total, "curriculum/stage": float(learner.stage)}


def settings_of(config: Config) -> dict[str, bool | str | float | int | None]:
    """Return the values of a configuration by dotted key."""
    settings: dict[str, bool | str | float | int | None] = {}

    def walk(values: dict[str, Any], place: str) -> None:
        for name, value in values.items():
            if isinstance(value, dict):
                walk(value, f"{place}{name}.")
            else:
                settings[place + name] = value if isinstance(value, bool | int | float | str) else str(value)

    walk(config.model_dump(mode="json", exclude={"seeds"}), "")
    return settings
