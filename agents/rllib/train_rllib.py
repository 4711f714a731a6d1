"""The command ``python -m agents.rllib``: train every seed of a configuration and print the final checkpoints."""

import argparse
from pathlib import Path

from ray.exceptions import RayError as RaysError

from agents.config_file import ConfigError, config_text
from agents.evaluation.cluster import Cluster, check_address, first_line
from agents.rllib.algorithm import check_config, train_seed
from agents.rllib.rllib_options import EXAMPLE_CONFIG
from agents.training.config import Config, read_config
from agents.training.run_folder import create_run, open_run, seed_folder
from stuka_env.io.command_line import FailedError, Interrupted
from stuka_env.io.cores import usable_cores
from stuka_env.io.shell import command_here


def read_run(given: argparse.Namespace) -> tuple[Config, Path]:
    """Return the configuration and the folder of the run; a new folder is made after all checks.

    Raises:
        ValueError: The options or the configuration cannot be used; the message is one line.
    """
    if given.resume is not None:
        if given.config or given.set:
            raise ConfigError("resume: a run goes on with its own configuration, without --config and --set")
        config, run = open_run(Path(given.resume)), Path(given.resume)
        check_config(config, given.runners)
        return config, run
    config = read_config(Path(given.config or EXAMPLE_CONFIG), given.set)
    check_config(config, given.runners)
    # Only the values that are set: a default that is written out would be refused when the run is resumed.
    return config, create_run(Path(given.output), config.name, config_text(config, only_set=True))


def run(given: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        ValueError: The options or the configuration cannot be used; the message is one line.
        FailedError: Ray or a training has failed.
    """
    address = check_address(given.ray)
    config, run_folder = read_run(given)
    seeds = f"seeds {config.seeds}, in {run_folder}"
    print(f"{config.name}: {config.steps:,} decisions for {config.env.id}, {seeds}", flush=True)
    try:
        with Cluster(address, max(usable_cores(), given.runners + 1)):
            for seed in config.seeds:
                print(f"seed {seed}: {train_seed(config, seed, given.runners, seed_folder(run_folder, seed))}")
    except KeyboardInterrupt:
        raise Interrupted(f"{command_here('python', '-m', 'agents.rllib', '--resume', run_folder)} goes on") from None
    except (RaysError, OSError, ValueError) as error:
        raise FailedError(first_line(error)) from None
    return 0
