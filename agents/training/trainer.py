"""One training of one seed, from its first decision to its agents.

In its folder: ``checkpoint.pt``, ``log.jsonl``, ``tensorboard/``, ``best.zip`` (the agent that did best on selection
wars), ``last.zip``, their cards, and ``result.json`` when all is done.
"""

import fcntl
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from stable_baselines3.common.logger import HParam, Image, Logger

from agents.evaluation.replays import RecordedWars, save_replays
from agents.learned.card import read_card
from agents.learned.score_head import FitStoppedError, add_score_head
from agents.stopping import Stop
from agents.training.checkpoint import CHECKPOINT, load_checkpoint, refusing, save_checkpoint
from agents.training.config import Config
from agents.training.learner import Learner
from agents.training.run_folder import RESULT
from agents.training.run_log import open_log
from agents.training.selection import SelectionResult, evaluate_on_selection, export, policy_of, seeds_of
from agents.training.update_stats import UpdateStats, attack_picture, choice_figures, entropy_figures, stress_figures
from agents.training.warm_start import begin_training
from stuka_env.files import write_whole

LOCK = "lock"
BEST, LAST = "best.zip", "last.zip"
STOPPING = "stopping after this update; Ctrl-C again stops at once"


class Stopped(Exception):  # noqa: N818
    """The training was asked to stop, and has."""


class TrainingListener(NamedTuple):
    """Who wants to know how a training goes."""

    steps: Callable[[int], Any]
    """Told the decisions taken so far, after each update."""
    message: Callable[[str], Any]
    """Told a line worth reading."""


class Trainer:
    """The training of one seed in its folder; a checkpoint in there is gone on from.

    Args:
        config: what to do.
        seed: the training seed.
        folder: where everything of this seed goes.
        listener: who wants to know.

    Raises:
        OSError: the folder cannot be written.
        ValueError: the folder is in use, or what is in it is of another training.
    """

    def __init__(self, config: Config, seed: int, folder: Path, listener: TrainingListener) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.config = config
        self.folder = folder
        self.listener = listener
        self._lock = take_lock(folder)
        self.stats = UpdateStats()
        self.best: SelectionResult | None = None
        self.latest: SelectionResult | None = None
        self.resumed = (folder / CHECKPOINT).is_file()
        try:
            self.learner = Learner(config, seed)
            if self.resumed:
                kept = load_checkpoint(self.learner, folder)
                with refusing(folder / CHECKPOINT):
                    self._restore(kept)
            self.logger: Logger = open_log(folder, self.learner.steps if self.resumed else -1)
        except BaseException:
            self._lock.close()
            raise
        self.learner.set_logger(self.logger)

    def run(self) -> dict[str, Any]:
        """Train to the end; what came of it, as in ``result.json``.

        Raises:
            Stopped: the training was asked to stop; there is a checkpoint to go on from, if it had begun.
        """
        with Stop(STOPPING) as stop:
            try:
                if not self.resumed:
                    self._begin(stop)
                while not self.learner.finished:
                    self._update()
                    if stop.asked:
                        self._save()
                        raise Stopped
                return self._end(stop)
            finally:
                self.logger.close()
                self.learner.close()
                self._lock.close()

    # --- from beginning to end ---

    def _begin(self, stop: Stop) -> None:
        """Before the first decision: what the training begins from, and the first evaluation on selection wars."""
        for progress in begin_training(self.learner, lambda: stop.asked, self.folder):
            self.listener.message(progress.text)
            self._note(progress.numbers)
        if stop.asked:
            raise Stopped
        self.logger.record("hparams", HParam(settings_of(self.config), {"evaluation/score": 0.0}))
        self._evaluate_on_selection()
        self.logger.dump(self.learner.steps)
        self._save()

    def _update(self) -> None:
        """Gather, learn, and whatever is due after that."""
        learner = self.learner
        before = learner.steps
        learner.collect_rollouts(self.stats.record)
        self._note(self.stats.scalars() | stress_figures(learner.env))
        self._note(choice_figures(learner.model) | entropy_figures(learner.model))
        learner.learn()
        self._note(speed_figures(learner))
        if learner.finished or due(before, learner.steps, self.config.evaluation.every):
            self._evaluate_on_selection()
        self.logger.dump(learner.steps)
        if learner.finished or due(before, learner.steps, self.config.checkpoint_every):
            self._save()
        self.listener.steps(min(learner.steps, self.config.total_steps))

    def _end(self, stop: Stop) -> dict[str, Any]:
        """Write the last agent, the best one's score head, and what came of it all."""
        assert self.best is not None and self.latest is not None
        export(self.learner, self.latest, self.folder / LAST)
        self._fit_score_head(stop)
        result = {
            "seed": self.learner.seed,
            "steps": self.learner.steps,
            "best": self.best._asdict(),
            "last": self.latest._asdict(),
            "score_head": read_card(self.folder / BEST).score_head,
            "seconds": vars(self.learner.clock),
        }
        write_whole(self.folder / RESULT, json.dumps(result, indent=2) + "\n")
        return result

    # --- parts of it ---

    def _evaluate_on_selection(self) -> None:
        """Fly the selection wars; keep the agent if it is the best so far."""
        selection = evaluate_on_selection(self.learner)
        self.latest = selection
        if self.best is None or selection.score > self.best.score:
            self.best = selection
            export(self.learner, selection, self.folder / BEST)
        self._note({f"evaluation/{name}": getattr(selection, name) for name in FIGURES})
        self._show()
        best = " (best)" if selection is self.best else ""
        self.listener.message(
            f"{selection.steps:>11,} decisions: {selection.score:6.1f} "
            f"[{selection.low:.1f}, {selection.high:.1f}]{best}"
        )

    def _show(self) -> None:
        """A picture for TensorBoard, and replays if there are to be any."""
        config = self.config
        policy = policy_of(self.learner, config.name)
        seeds = seeds_of(config)
        drawn = attack_picture(policy, config.env, int(seeds[0]))
        if drawn is not None:
            self.logger.record("mat", Image(drawn, "HWC"))
        if config.evaluation.replays:
            wars = RecordedWars(config.env.read(), seeds[: config.evaluation.replays], config.evaluation.seed)
            save_replays(policy, wars, self.folder / "replays", f"{self.learner.steps:011}")

    def _note(self, figures: dict[str, float]) -> None:
        """Figures for the next line of the log."""
        for name, value in figures.items():
            self.logger.record(name, value)

    def _fit_score_head(self, stop: Stop) -> None:
        """Give the best agent its score head, unless it has one.

        Raises:
            Stopped: the training was asked to stop; it goes on with this.
        """
        best, missions = self.folder / BEST, self.config.score_missions
        if not missions or read_card(best).score_head is not None:
            return
        self.listener.message(f"the best agent flies {missions:,} missions of each kind, to fit the score it expects")
        try:
            figures = add_score_head(best, self.config.kinds, missions, stop=lambda: stop.asked)
        except FitStoppedError:
            raise Stopped from None
        self.listener.message(f"over wars held out, expected less achieved score is {figures.error:+.2f} points")

    def _save(self) -> None:
        """Write a checkpoint."""
        selections = {name: getattr(self, name) for name in ("best", "latest")}
        kept = {name: None if selection is None else selection._asdict() for name, selection in selections.items()}
        save_checkpoint(self.learner, kept, self.folder)

    def _restore(self, kept: dict[str, Any]) -> None:
        """What :meth:`_save` wrote."""
        for name in ("best", "latest"):
            setattr(self, name, None if kept[name] is None else SelectionResult(**kept[name]))


FIGURES = ("score", "low", "high", "destroyed", "killed", "no_fly")
"""What the log has of an evaluation on selection wars."""


def take_lock(folder: Path) -> Any:
    """The open lock file of a folder; the lock ends with the process, however that ends.

    Raises:
        ValueError: another training has it.
    """
    path = folder / LOCK
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise ValueError(f"output: {path} is no regular file; delete it")
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ValueError(f"output: {folder} is in use by another training") from None
    return file


def due(before: int, now: int, every: int) -> bool:
    """Whether a multiple of ``every`` lies between."""
    return now // every > before // every


def speed_figures(learner: Learner) -> dict[str, float]:
    """PPO's decisions per second so far, and where its time went."""
    spent = vars(learner.clock).copy()
    del spent["start"]
    total = max(sum(spent.values()), 1e-9)
    figures = {f"speed/{name}_share": seconds / total for name, seconds in spent.items()}
    return figures | {"speed/decisions_per_second": learner.steps / total, "curriculum/stage": float(learner.stage)}


def settings_of(config: Config) -> dict[str, bool | str | float | int | None]:
    """The numbers and words of a configuration by dotted key."""
    found: dict[str, bool | str | float | int | None] = {}

    def walk(values: dict[str, Any], place: str) -> None:
        for name, value in values.items():
            if isinstance(value, dict):
                walk(value, f"{place}{name}.")
            else:
                found[place + name] = value if isinstance(value, bool | int | float | str) else str(value)

    walk(config.model_dump(mode="json", exclude={"seeds"}), "")
    return found
