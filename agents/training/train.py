"""The command ``stuka train``, also ``train.py``: train every seed of a configuration and print the results."""

import argparse
from pathlib import Path

from agents.config_file import ConfigError, config_text
from agents.training.config import Config, Start, read_config
from agents.training.device_rollouts import check_device
from agents.training.jobs import train_all
from agents.training.run_folder import (
    create_run,
    free_name,
    open_run,
    read_results,
    seed_folder,
    summarise,
)
from agents.training.run_log import LINES, read_lines
from agents.training.selection import seeds_of
from agents.training.train_options import SMOKE
from agents.training.trainer import Stopped
from agents.training.warm_start import load_start
from stuka_env.flights.episodes import fly_wars
from stuka_env.io.command_line import Interrupted, command_here
from stuka_env.policy import load_policy


def read_run(given: argparse.Namespace) -> tuple[Config, Path]:
    """Return the configuration and the folder of the requested run.

    Raises:
        ValueError: The options or the configuration cannot be used; the message is one line.
    """
    if given.jobs < 1:
        raise ConfigError(f"jobs: got {given.jobs}, allowed is 1 or more")
    if given.resume is not None:
        if given.config is not None or given.set or given.seeds:
            raise ConfigError("resume: a run goes on with its own configuration, without --config, --set and --seeds")
        config = open_run(Path(given.resume))
        check_device(config)
        return config, Path(given.resume)
    config = read_given(given)
    check_device(config)
    if config.start.agent is not None:
        load_start(config, Path(config.start.agent))
    if config.start.imitation is not None:
        load_policy(config.start.imitation.teacher, config.game.name)
    return config, create_run(Path(given.output), config.name, config_text(config))


def read_given(given: argparse.Namespace) -> Config:
    """Return the configuration with the options written over it; the smoke training gets a name that is free."""
    words: list[str] = list(given.set)
    if given.seeds:
        words.append(f"seeds={given.seeds}")
    config = read_config(SMOKE if given.config is None else Path(given.config), words)
    named = given.config is not None or any(word.startswith("name=") for word in words)
    if not named:
        config = config.model_copy(update={"name": free_name(Path(given.output), config.name)})
    return config


def train_run(given: argparse.Namespace) -> None:
    """Train and print the results."""
    config, run = read_run(given)
    seeds = ", ".join(map(str, config.seeds))
    print(f"{config.name}: {config.total_steps:,} decisions for {config.env.id}, seeds {seeds}, in {run}", flush=True)
    try:
        train_all(config, run, given.jobs)
    except (Stopped, KeyboardInterrupt):
        raise Interrupted(f"{command_here('python', 'train.py', '--resume', run)} goes on") from None
    print(summarise(config, run))
    if config.start == Start():
        print(what_was_learned(config, run))


def what_was_learned(config: Config, run: Path) -> str:
    """Return a line for users who train their first agent: its score before and after, and the scores of two scripts.

    All scores are of the same selection wars.

    Raises:
        ConfigError: The log of the best seed has no evaluation.
    """
    best = max(read_results(config, run), key=lambda result: float(result["best"]["score"]))
    lines = read_lines(seed_folder(run, best["seed"]) / LINES)
    scores = [line["evaluation/score"] for line in lines if "evaluation/score" in line]
    if not scores:
        raise ConfigError(f"{seed_folder(run, best['seed']) / LINES}: has no evaluation on selection wars")
    spec, evaluation = config.env.spec(), config.evaluation
    scripts = []
    for name in config.env.learners.yardsticks:
        flown = fly_wars(load_policy(name, config.game.name), spec, seeds_of(config))
        scripts.append(f"{name} has {flown.mean:.1f}")
    others = f"; in the same wars {' and '.join(scripts)}" if scripts else ""
    return (
        f"What it learned: {scores[0]:.1f} points before, {best['best']['score']:.1f} after, over {evaluation.wars} "
        f"selection wars{others}."
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        ValueError: The options or the configuration cannot be used; the message is one line.
        FailedError: A process has failed.
    """
    train_run(options)
    return 0
