"""Improvement on a script: paired clones measure the gain of every choice, and a network learns it from many positions.

:mod:`agents.games.stuka.improvement.value_fit` fits the value of the Staffel after a mission.
:mod:`agents.games.stuka.improvement.gains` flies the clones. :mod:`agents.games.stuka.improvement.recipe` contains all
steps from a script to a better policy.

This module has the options of the command, so that ``--help`` needs no optional package.
"""

import argparse
from pathlib import Path


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    words.add_argument("--config", type=Path, required=True, help="YAML file, such as configs/improvement_war.yaml")
    words.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="values that override the file's")
    words.add_argument("--output", type=Path, default=Path("runs"), help="parent of the run's folder (default: runs)")
