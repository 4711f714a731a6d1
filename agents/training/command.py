"""What ``train.py`` does."""

import argparse
import sys
from pathlib import Path

from agents.training.reading import read_config
from agents.training.training import Training

REFUSED, INTERRUPTED = 2, 130


def parser() -> argparse.ArgumentParser:
    """The command line."""
    words = argparse.ArgumentParser(prog="train.py", description="Train an agent with MaskablePPO.")
    words.add_argument("--config", default="configs/smoke.yaml", metavar="FILE")
    words.add_argument("--set", nargs="+", default=[], action="extend", metavar="KEY=VALUE")
    words.add_argument("--output", default="runs", metavar="DIR")
    return words


def main(words: list[str] | None = None) -> int:
    """The command; its exit status."""
    given = parser().parse_args(words)
    try:
        config = read_config(Path(given.config), given.set)
        for seed in config.seeds:
            Training(config, seed, Path(given.output) / config.name / f"seed-{seed}").run()
    except ValueError as error:
        print(f"train.py: {error}", file=sys.stderr)
        return REFUSED
    return 0
