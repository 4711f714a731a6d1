"""``stuka evaluate``, and ``evaluate.py``: the arguments, and the choice of the work. The help needs no extra."""

import argparse

from agents.evaluation import options, track_options


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    options.add_arguments(words)
    track_options.add_arguments(words)


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        ValueError: an argument cannot be used; the message is one line.
    """
    from agents.evaluation import evaluate, exercise_scores, leaderboard, situations

    if given.exercises:
        return exercise_scores.run(given)
    if given.situations:
        return situations.run(given)
    return leaderboard.run(given) if track_options.is_for_the_leaderboard(given) else evaluate.run(given)
