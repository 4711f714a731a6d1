"""The commands of the laboratory, for the entry points of ``stuka`` and for :mod:`agents.programs`.

The libraries and rules of a command are loaded when the command is chosen.
"""

import argparse
import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from agents.game_rooms import has_room
from stuka_env.io.command_line import Command, run_alone
from stuka_env.io.extras import not_installed

EXTRA_LIBRARIES = {
    "train": ("pydantic", "rich", "sb3_contrib", "stable_baselines3", "tensorboard", "torch", "tqdm", "yaml"),
    "eval": ("jinja2", "markupsafe", "tqdm"),
    "ray": ("gymnasium", "pydantic", "ray", "torch", "yaml"),  # installed without constraints.txt
}
"""Libraries of the extras."""


@contextmanager
def extra_needed(extra: str) -> Iterator[None]:
    """Turn a missing library of the extra into a message that names the extra, inside ``with``.

    Raises:
        ValueError: One of its libraries is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA_LIBRARIES[extra]:
            raise
        raise ValueError(not_installed(str(error.name), extra, "stuka-agents")) from None


def command_of(
    purpose: str, options: str, work: str, extra: str, serves: Callable[[str], bool] = lambda game: True
) -> Command:
    """Return a command whose modules are imported when they are needed.

    Args:
        purpose: Description for the list of commands.
        options: Module with ``add_arguments``, which needs no extra.
        work: Module with ``run``.
        extra: The extra that ``work`` needs.
        serves: Whether the command serves a game.
    """

    def add_arguments(words: argparse.ArgumentParser) -> None:
        importlib.import_module(options).add_arguments(words)

    def run(given: argparse.Namespace) -> int:
        with extra_needed(extra):
            status: int = importlib.import_module(work).run(given)
            return status

    return Command(purpose, add_arguments, run, serves)


TRAIN = command_of(
    "train agents with MaskablePPO; without arguments, for a minute on one mission",
    "agents.training.train_options",
    "agents.training.train",
    "train",
)
EVALUATE = command_of(
    "fly policies through the same wars and compare their scores",
    "agents.evaluation.command",
    "agents.evaluation.command",
    "eval",
)
IMPROVE = command_of(
    "improve a script by the gains that paired clones measure",
    "agents.games.stuka.improvement",
    "agents.games.stuka.improvement.recipe",
    "train",
)
SCORE = command_of(
    "fit the score that an agent expects, and measure its error",
    "agents.learned.score_options",
    "agents.evaluation.score_calibration",
    "train",
)
REVIEW = command_of(
    "review a war: the cost of each decision, the luck, and the results of other policies",
    "agents.review.review_options",
    "agents.review.words",
    "eval",
    lambda game: has_room(game, "review.parts"),
)
TEXT = command_of(
    "write questions with a teacher's choice, its reason and the cost of every option, as JSON Lines",
    "agents.exercises.export",
    "agents.exercises.export",
    "eval",
    lambda game: has_room(game, "exercises"),
)
RLLIB = command_of("train agents with Ray RLlib's PPO", "agents.rllib.rllib_options", "agents.rllib.algorithm", "ray")


def train(words: Sequence[str] | None = None) -> int:
    """Run ``train.py`` and return its exit status."""
    return run_alone(TRAIN, "train.py", words)


def evaluate(words: Sequence[str] | None = None) -> int:
    """Run ``evaluate.py`` and return its exit status."""
    return run_alone(EVALUATE, "evaluate.py", words)


def rllib(words: Sequence[str] | None = None) -> int:
    """Run ``python -m agents.rllib`` and return its exit status."""
    return run_alone(RLLIB, "agents.rllib", words)


def improve(words: Sequence[str] | None = None) -> int:
    """Run ``python -m agents.games.stuka.improvement`` and return its exit status."""
    return run_alone(IMPROVE, "agents.games.stuka.improvement", words)


def score_head(words: Sequence[str] | None = None) -> int:
    """Run ``python -m agents.learned`` and return its exit status."""
    return run_alone(SCORE, "agents.learned", words)
