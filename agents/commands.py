"""The commands of the laboratory, for the entry points of ``stuka`` and for :mod:`agents.programs`.

The libraries and rules of a command are loaded when the command is chosen.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from stuka_env.command_line import Command, run_alone
from stuka_env.extras import not_installed

TRAIN_LIBRARIES = (
    "pydantic", "rich", "sb3_contrib", "stable_baselines3", "tensorboard", "torch", "tqdm", "yaml",
)  # fmt: skip
"""Libraries of the extra ``train``."""
EVAL_LIBRARIES = ("jinja2", "markupsafe", "tqdm")
"""Libraries of the extra ``eval``."""
RAY_LIBRARIES = ("gymnasium", "pydantic", "ray", "torch", "yaml")
"""Libraries of the extra ``ray``, which is installed without constraints.txt."""


@contextmanager
def extra_needed(extra: str, libraries: tuple[str, ...]) -> Iterator[None]:
    """Turn a missing library of the extra into a message that names the extra, inside ``with``.

    Raises:
        ValueError: One of the ``libraries`` is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in libraries:
            raise
        raise ValueError(not_installed(str(error.name), extra, "stuka-agents")) from None


def _add_train_arguments(words: argparse.ArgumentParser) -> None:
    from agents.training.train_options import add_arguments

    add_arguments(words)


def _run_train(options: argparse.Namespace) -> int:
    with extra_needed("train", TRAIN_LIBRARIES):
        from agents.training.train import run

        return run(options)


def _add_evaluate_arguments(words: argparse.ArgumentParser) -> None:
    from agents.evaluation import options, track_options

    options.add_arguments(words)
    track_options.add_arguments(words)


def _run_evaluate(options: argparse.Namespace) -> int:
    with extra_needed("eval", EVAL_LIBRARIES):
        from agents.evaluation import evaluate, exercise_scores, leaderboard, situations
        from agents.evaluation.track_options import is_for_the_leaderboard

        if options.exercises:
            return exercise_scores.run(options)
        if options.situations:
            return situations.run(options)
        return leaderboard.run(options) if is_for_the_leaderboard(options) else evaluate.run(options)


def _add_rllib_arguments(words: argparse.ArgumentParser) -> None:
    from agents.rllib.rllib_options import add_arguments

    add_arguments(words)


def _run_rllib(options: argparse.Namespace) -> int:
    with extra_needed("ray", RAY_LIBRARIES):
        from agents.rllib.train_rllib import run

        return run(options)


def _add_improve_arguments(words: argparse.ArgumentParser) -> None:
    words.add_argument("--config", type=Path, required=True, help="YAML file, such as configs/improvement_war.yaml")
    words.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="values that override the file's")
    words.add_argument("--output", type=Path, default=Path("runs"), help="parent of the run's folder (default: runs)")


def _run_improve(options: argparse.Namespace) -> int:
    with extra_needed("train", TRAIN_LIBRARIES):
        from agents.games.stuka.improvement.recipe import run

        return run(options)


def _add_score_arguments(words: argparse.ArgumentParser) -> None:
    from agents.learned.score_options import add_arguments

    add_arguments(words)


def _run_score(options: argparse.Namespace) -> int:
    with extra_needed("train", TRAIN_LIBRARIES):
        from agents.evaluation.score_calibration import run

        return run(options)


def _add_review_arguments(words: argparse.ArgumentParser) -> None:
    from agents.review.review_options import add_arguments

    add_arguments(words)


def _run_review(options: argparse.Namespace) -> int:
    with extra_needed("eval", EVAL_LIBRARIES):
        from agents.review.review_command import run

        return run(options)


TRAIN = Command(
    "train agents with MaskablePPO; without arguments, for a minute on one mission", _add_train_arguments, _run_train
)
EVALUATE = Command(
    "fly policies through the same wars and compare their scores", _add_evaluate_arguments, _run_evaluate
)
IMPROVE = Command("improve a script by the gains that paired clones measure", _add_improve_arguments, _run_improve)
SCORE = Command("fit the score that an agent expects, and measure its error", _add_score_arguments, _run_score)
REVIEW = Command(
    "review a war: the cost of each decision, the luck, and the results of other policies", _add_review_arguments,
    _run_review,
)  # fmt: skip
RLLIB = Command("train agents with Ray RLlib's PPO", _add_rllib_arguments, _run_rllib)


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
