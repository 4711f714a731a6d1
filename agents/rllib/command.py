"""What ``python -m agents.rllib`` does: read, train every seed, say where it all is."""

import argparse
import os
import sys
from pathlib import Path

from ray.exceptions import RayError as RaysError

from agents.evaluation.cluster import ALLOWED, HERE, Cluster, check_address, first_line
from agents.rllib.settings import check_config
from agents.rllib.training import train
from agents.training.config import Config
from agents.training.folders import new_run, old_run, seed_folder
from agents.training.reading import ConfigError, config_text, read_config

EXAMPLE = Path("configs/rllib.yaml")
FAILED, REFUSED, INTERRUPTED = 1, 2, 130


def parser() -> argparse.ArgumentParser:
    """The command line."""
    words = argparse.ArgumentParser(prog="python -m agents.rllib", description="Train agents with Ray RLlib's PPO.")
    words.add_argument("--config", metavar="FILE", help=f"a configuration, as in configs/ (default: {EXAMPLE})")
    words.add_argument("--set", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help="values over it")
    words.add_argument("--runners", type=int, default=1, metavar="N", help="processes that fly (default: 1)")
    words.add_argument("--ray", default=HERE, metavar="ADDRESS", help=f"the Ray to use: {ALLOWED}")
    words.add_argument("--output", default="runs", metavar="DIR", help="where the run's folder goes (default: runs)")
    words.add_argument("--resume", metavar="RUN", help="a run's folder: go on from its last checkpoint")
    return words


def read_run(given: argparse.Namespace) -> tuple[Config, Path]:
    """The configuration and the folder of the run; a new one is made last, with its configuration in it.

    Raises:
        ValueError: one line says what is wrong.
    """
    if given.resume is not None:
        if given.config or given.set:
            raise ConfigError("resume: a run goes on with its own configuration, without --config and --set")
        config, run = old_run(Path(given.resume)), Path(given.resume)
        check_config(config, given.runners)
        return config, run
    config = read_config(Path(given.config or EXAMPLE), given.set)
    check_config(config, given.runners)
    # Only what was set: a key that is written out would be taken for one that RLlib is to go by.
    return config, new_run(Path(given.output), config.name, config_text(config, only_set=True))


def main(words: list[str] | None = None) -> int:
    """The command; its exit status."""
    given = parser().parse_args(words)
    try:
        address = check_address(given.ray)
        config, run = read_run(given)
    except (ValueError, OSError) as error:
        print(f"rllib: {error}", file=sys.stderr)
        return REFUSED
    print(f"{config.name}: {config.steps:,} decisions for {config.env.id}, seeds {config.seeds}, in {run}", flush=True)
    try:
        with Cluster(address, max(os.cpu_count() or 1, given.runners + 1)):
            for seed in config.seeds:
                print(f"seed {seed}: {train(config, seed, given.runners, seed_folder(run, seed))}")
    except KeyboardInterrupt:
        print(f"rllib: stopped; python -m agents.rllib --resume {run} goes on", file=sys.stderr)
        return INTERRUPTED
    except (RaysError, OSError, ValueError) as error:
        print(f"rllib: {first_line(error)}", file=sys.stderr)
        return FAILED
    return 0
