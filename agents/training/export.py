"""Writing the agent of a training: what stands on its card."""

import platform
from importlib.metadata import version
from pathlib import Path

from agents.learned.card import Card, layout_digest, record_digest
from agents.learned.saving import save_agent
from agents.training.learner import Learner
from agents.training.selection import Verdict
from stuka_env import __version__
from stuka_env.codes import ACTIONS

LIBRARIES = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "gymnasium")


def versions() -> dict[str, str]:
    """What the agent was made with."""
    return {
        "stuka_env": __version__,
        "python": platform.python_version(),
        **{library: version(library) for library in LIBRARIES},
    }


def card_of(learner: Learner, verdict: Verdict | None) -> Card:
    """The card of the learner as it plays now."""
    config = learner.config
    charts = config.env.read().charts
    return Card(
        name=config.name,
        env=config.env.id,
        arguments=config.env.keywords,
        charts_sha256=charts.sha256,
        charts_record_sha256=record_digest(charts.record),
        layout_sha256=layout_digest(),
        actions=ACTIONS,
        network=config.network.model_dump(),
        points=learner.final_scale.points,
        seed=learner.seed,
        steps=learner.steps,
        versions=versions(),
        evaluation=None if verdict is None else verdict._asdict(),
        config=config.model_dump(mode="json"),
    )


def export(learner: Learner, verdict: Verdict | None, path: Path) -> Path:
    """Write the learner as an agent that ``evaluate.py --policies FILE.zip`` flies.

    Raises:
        OSError: the folder cannot be written.
    """
    ppo = learner.config.ppo
    return save_agent(learner.model, ppo.learning_rate, ppo.clip, card_of(learner, verdict), path)
