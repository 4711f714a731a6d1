"""One training of one seed, from its first decision to its agent."""

from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import configure
from tqdm import tqdm

from agents.training.config import Config
from agents.training.export import export
from agents.training.learner import Learner
from agents.training.selection import Verdict, examine


class Training:
    """One seed's training in its folder."""

    def __init__(self, config: Config, seed: int, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.config = config
        self.learner = Learner(config, seed)
        self.learner.set_logger(configure(None, []))
        self.best: Verdict | None = None
        self.next_examination = 0

    def run(self) -> Verdict:
        """Train to the end; the best verdict."""
        learner = self.learner
        with tqdm(total=self.config.total_steps, unit="dec", unit_scale=True, smoothing=0.1) as bar:
            self.examine(bar)
            while not learner.finished:
                learner.gather(lambda env: None)
                learner.learn()
                bar.update(min(learner.steps, self.config.total_steps) - bar.n)
                if learner.steps >= self.next_examination or learner.finished:
                    self.examine(bar)
        export(learner, self.best, self.folder / "last.zip")
        learner.close()
        assert self.best is not None
        return self.best

    def examine(self, bar: Any) -> None:
        """Fly the selection wars; keep the agent if it is the best so far."""
        verdict, _ = examine(self.learner)
        self.next_examination = self.learner.steps + self.config.evaluation.every
        if self.best is None or verdict.score >= self.best.score:
            self.best = verdict
            export(self.learner, verdict, self.folder / "best.zip")
        bar.write(f"{verdict.steps:>11,} decisions: {verdict.score:.1f} [{verdict.low:.1f}, {verdict.high:.1f}]")
