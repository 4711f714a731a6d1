"""Arguments of ``python -m agents.rllib``; importing this module needs no extra."""

import argparse
from pathlib import Path

from agents.evaluation.cluster import ADDRESSES, LOCAL

EXAMPLE_CONFIG = Path(__file__).resolve().parents[2] / "configs" / "rllib.yaml"
"""The default configuration: that of the repository, whatever the current folder is."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    words.add_argument(
        "--config", metavar="FILE", help=f"a configuration, as in configs/ (default: configs/{EXAMPLE_CONFIG.name})"
    )
    words.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="values that replace those of the configuration",
    )
    words.add_argument("--runners", type=int, default=1, metavar="N", help="processes that fly (default: 1)")
    words.add_argument("--ray", default=LOCAL, metavar="ADDRESS", help=f"the Ray to use: {ADDRESSES}")
    words.add_argument("--output", default="runs", metavar="DIR", help="where the run's folder goes (default: runs)")
    words.add_argument("--resume", metavar="RUN", help="a run's folder: go on from its last checkpoint")
