"""What ``python -m agents.improvement`` takes; reading this needs no extra."""

import argparse
from pathlib import Path


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command understands."""
    words.add_argument("--config", type=Path, required=True, help="a YAML file, such as configs/improvement_war.yaml")
    words.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="values in place of the file's")
    words.add_argument("--output", type=Path, default=Path("runs"), help="where the run's folder goes (default: runs)")
