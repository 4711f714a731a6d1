"""Arguments of ``stuka train``; importing this module needs no extra."""

import argparse
from pathlib import Path

SMOKE = Path(__file__).resolve().parents[2] / "configs" / "smoke.yaml"
"""The default configuration: that of the repository, whatever the current folder is."""


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    words.add_argument(
        "--config", metavar="FILE", help=f"a configuration, as in configs/ (default: configs/{SMOKE.name})"
    )
    words.add_argument(
        "--set", nargs="+", action="extend", default=[], metavar="KEY=VALUE",
        help="values over the configuration's, such as ppo.gamma=0.99 or 'curriculum=[]'",
    )  # fmt: skip
    words.add_argument(
        "--seeds", nargs="+", type=int, metavar="S", help="training seeds, in place of the configuration's"
    )
    words.add_argument("--jobs", type=int, default=1, metavar="N", help="seeds side by side (default: 1)")
    words.add_argument("--output", default="runs", metavar="DIR", help="where the run's folder goes (default: runs)")
    words.add_argument("--resume", metavar="RUN", help="a run's folder: go on where it was stopped or killed")
