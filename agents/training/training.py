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

from agents.evaluation.replays import Wars, save_replays
from agents.training.checkpoint import NAME as CHECKPOINT
from agents.training.checkpoint import load_checkpoint, save_checkpoint
from agents.training.config import Config
from agents.training.export import export
from agents.training.folders import RESULT
from agents.training.learner import Learner
from agents.training.log import open_log
from agents.training.picture import picture
from agents.training.selection import Verdict, examine, policy_of, seeds_of
from agents.training.start import begin
from agents.training.stopping import Stop, Stopped
from agents.training.tally import Tally, choice_figures, entropy_figures, stress_figures
from stuka_env.files import write_whole

LOCK = "lock"


class Watcher(NamedTuple):
    """Who wants to know how a training goes."""

    steps: Callable[[int], Any]
    """Told the decisions taken so far, after each update."""
    said: Callable[[str], Any]
    """Told a line worth reading."""


class Training:
    """The training of one seed in its folder; a checkpoint in there is gone on from.

    Args:
        config: what to do.
        seed: the training seed.
        folder: where everything of this seed goes.
        watcher: who wants to know.

    Raises:
        OSError: the folder cannot be written.
        ValueError: the folder is in use, or what is in it is of another training.
    """

    def __init__(self, config: Config, seed: int, folder: Path, watcher: Watcher) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.config = config
        self.folder = folder
        self.watcher = watcher
        self._lock = take_lock(folder)
        self.tally = Tally()
        self.best: Verdict | None = None
        self.latest: Verdict | None = None
        self.resumed = (folder / CHECKPOINT).is_file()
        try:
            self.learner = Learner(config, seed)
            if self.resumed:
                self._remember(load_checkpoint(self.learner, folder))
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
        with Stop() as stop:
            try:
                if not self.resumed:
                    self._begin(stop)
                while not self.learner.finished:
                    self._update()
                    if stop.asked:
                        self._save()
                        raise Stopped
                return self._end()
            finally:
                self.logger.close()
                self.learner.close()
                self._lock.close()

    # --- from beginning to end ---

    def _begin(self, stop: Stop) -> None:
        """Before the first decision: another agent's weights, a teacher, the first examination."""
        for heard in begin(self.learner, lambda: stop.asked):
            self.watcher.said(heard.text)
            self._note(heard.numbers)
        if stop.asked:
            raise Stopped
        self.logger.record("hparams", HParam(hyperparameters(self.config), {"evaluation/score": 0.0}))
        self._examine()
        self.logger.dump(self.learner.steps)
        self._save()

    def _update(self) -> None:
        """Gather, learn, and whatever is due after that."""
        learner = self.learner
        before = learner.steps
        learner.gather(self.tally.watch)
        self._note(self.tally.figures() | stress_figures(learner.env))
        self._note(choice_figures(learner.model) | entropy_figures(learner.model))
        learner.learn()
        self._note(speed_figures(learner))
        if learner.finished or due(before, learner.steps, self.config.evaluation.every):
            self._examine()
        self.logger.dump(learner.steps)
        if learner.finished or due(before, learner.steps, self.config.checkpoint_every):
            self._save()
        self.watcher.steps(min(learner.steps, self.config.total_steps))

    def _end(self) -> dict[str, Any]:
        """Write the last agent and what came of it all."""
        assert self.best is not None and self.latest is not None
        export(self.learner, self.latest, self.folder / "last.zip")
        result = {
            "seed": self.learner.seed,
            "steps": self.learner.steps,
            "best": self.best._asdict(),
            "last": self.latest._asdict(),
            "seconds": vars(self.learner.clock),
        }
        write_whole(self.folder / RESULT, json.dumps(result, indent=2) + "\n")
        return result

    # --- parts of it ---

    def _examine(self) -> None:
        """Fly the selection wars; keep the agent if it is the best so far."""
        verdict = examine(self.learner)
        self.latest = verdict
        if self.best is None or verdict.score > self.best.score:
            self.best = verdict
            export(self.learner, verdict, self.folder / "best.zip")
        self._note({f"evaluation/{name}": getattr(verdict, name) for name in FIGURES})
        self._show()
        best = " (best)" if verdict is self.best else ""
        self.watcher.said(
            f"{verdict.steps:>11,} decisions: {verdict.score:6.1f} [{verdict.low:.1f}, {verdict.high:.1f}]{best}"
        )

    def _show(self) -> None:
        """A picture for TensorBoard, and replays if there are to be any."""
        config = self.config
        policy = policy_of(self.learner, config.name)
        seeds = seeds_of(config)
        drawn = picture(policy, config.env, int(seeds[0]))
        if drawn is not None:
            self.logger.record("mat", Image(drawn, "HWC"))
        if config.evaluation.replays:
            wars = Wars(config.env.read(), seeds[: config.evaluation.replays], config.evaluation.seed)
            save_replays(policy, wars, self.folder / "replays", f"{self.learner.steps:011}")

    def _note(self, figures: dict[str, float]) -> None:
        """Figures for the next line of the log."""
        for name, value in figures.items():
            self.logger.record(name, value)

    def _save(self) -> None:
        """Write a checkpoint."""
        verdicts = {name: getattr(self, name) for name in ("best", "latest")}
        kept = {name: None if verdict is None else verdict._asdict() for name, verdict in verdicts.items()}
        save_checkpoint(self.learner, kept, self.folder)

    def _remember(self, kept: dict[str, Any]) -> None:
        """What :meth:`_save` wrote."""
        for name in ("best", "latest"):
            setattr(self, name, None if kept[name] is None else Verdict(**kept[name]))


FIGURES = ("score", "low", "high", "destroyed", "killed", "no_fly")
"""What the log has of an examination."""


def take_lock(folder: Path) -> Any:
    """The open lock file of a folder; the lock ends with the process, however that ends.

    Raises:
        ValueError: another training has it.
    """
    file = (folder / LOCK).open("w")
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
    """Decisions per second so far, and where the time went."""
    spent = vars(learner.clock)
    total = max(sum(spent.values()), 1e-9)
    figures = {f"speed/{name}_share": seconds / total for name, seconds in spent.items()}
    return figures | {"speed/decisions_per_second": learner.steps / total, "curriculum/stage": float(learner.stage)}


def hyperparameters(config: Config) -> dict[str, bool | str | float | int | None]:
    """The numbers and words of a configuration by dotted key."""
    found: dict[str, bool | str | float | int | None] = {}

    def walk(values: dict[str, Any], place: str) -> None:
        for name, value in values.items():
            if isinstance(value, dict):
                walk(value, f"{place}{name}.")
            else:
                found[place + name] = value if isinstance(value, bool | int | float | str) else str(value)

    walk(config.model_dump(mode="json", exclude={"search", "seeds"}), "")
    return found
