"""The options of an improvement. They are separate from the work, so that ``--help`` needs no optional package."""

import argparse
from pathlib import Path


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    words.add_argument("--config", type=Path, required=True, help="YAML file, such as configs/improvement_war.yaml")
    words.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="values that override the file's")
    words.add_argument("--output", type=Path, default=Path("runs"), help="parent of the run's folder (default: runs)")
