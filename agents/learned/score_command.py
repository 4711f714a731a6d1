"""The command ``python -m agents.learned``: fit an agent's score head, and see how far its expectations are right."""

import argparse
import sys
from pathlib import Path
from typing import Any

from tqdm import tqdm

from agents.evaluation.options import whole_number
from agents.evaluation.outputs import as_mapping, json_text
from agents.learned.card import AgentError, read_card
from agents.learned.learned_policy import load_agent
from agents.learned.score_calibration import FEWEST_WARS, MissionCalibration, calibrate, calibration_table
from agents.learned.score_head import add_score_head, wars_for, wars_on_card
from agents.registry import agent_file
from agents.training.config import Env
from agents.training.config_file import ConfigError, checked
from stuka_env import __version__
from stuka_env.cli import Interrupted
from stuka_env.files import write_whole
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import POLICY_SEED_LIMIT
from stuka_env.scenario.missions import missions_of

MOST = 10_000_001
"""Neither wars nor missions may be so many."""
BAR_SECONDS = (0.5, 15.0)
"""Seconds between two looks of a bar, on a terminal and in a log file."""


def read_wars(word: str) -> Env:
    """The wars that a word of the command line stands for: an id, then arguments.

    Raises:
        ConfigError: one line says what is wrong.
    """
    env, *arguments = word.split(",")
    values: dict[str, Any] = {"id": env}
    for argument in arguments:
        key, equals, value = argument.partition("=")
        if not equals:
            raise ConfigError(f"wars: got {word!r}, allowed is ID or ID,KEY=VALUE,...")
        values[key] = value
    return checked(Env, values, f"wars {word}")


def words_of(env: Env) -> str:
    """Wars as a word of the command line names them."""
    return ",".join([env.id, *(f"{name}={value}" for name, value in env.given.items())])


def bar(missions: int, what: str) -> Any:
    """A bar over missions."""
    return tqdm(
        total=missions, desc=what, unit="mission", unit_scale=True, leave=False,
        mininterval=BAR_SECONDS[not sys.stderr.isatty()],
    )  # fmt: skip


def fit(agent: Path, wars: list[Env], missions: int) -> None:
    """Fit, and say what came of it."""
    kinds = [env.read() for env in wars]
    flown = sum(wars_for(kind, missions) * missions_of(kind.scenario, kind.charts) for kind in kinds)
    with bar(flown, agent.stem) as shown:
        figures = add_score_head(agent, wars, missions, shown.update)
    print(
        f"{agent}: fitted on {figures.wars - figures.held_out:,} wars of its own; over {figures.held_out:,} others "
        f"expected less achieved is {figures.error:+.2f} points, standard deviation {figures.deviation:.1f}, "
        f"{figures.explained:.0%} of the variance explained"
    )


def calibrate_all(agent: Path, wars: list[Env], episodes: int, seed: int) -> dict[str, list[MissionCalibration]]:
    """The figures of every kind of war, printed as they come."""
    policy, seeds = load_agent(agent.stem, agent, None), evaluation_seeds(seed, episodes)
    policy.require_score_head()
    found = {}
    for env in wars:
        arguments = env.read()
        missions = episodes * missions_of(arguments.scenario, arguments.charts)
        with bar(missions, words_of(env)) as shown:
            found[words_of(env)] = calibrate(policy, arguments, seeds, shown.update)
        print(
            f"{words_of(env)}: {episodes:,} wars, seed {seed}\n{calibration_table(found[words_of(env)])}\n", flush=True
        )
    return found


def run(given: argparse.Namespace) -> int:
    """The command; its exit status.

    Raises:
        ValueError: one line says what cannot be done.
        OSError: what came of it cannot be written.
    """
    agent = agent_file(given.agent)
    if not agent.is_file():
        raise AgentError(f"agent {given.agent}: there is no such file")
    wars = [read_wars(word) for word in given.wars] or wars_on_card(read_card(agent))
    try:
        if given.step == "fit":
            fit(agent, wars, whole_number("missions", given.missions, 1, MOST))
            return 0
        episodes = whole_number("episodes", given.episodes, FEWEST_WARS, MOST)
        seed = whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT)
        found = calibrate_all(agent, wars, episodes, seed)
    except KeyboardInterrupt:
        raise Interrupted("nothing written") from None
    if given.output is not None:
        contents = {"agent": agent.stem, "version": __version__, "command": given.command_line, "episodes": episodes}
        write_whole(given.output, json_text(contents | {"seed": seed, "wars": as_mapping(found)}))
    return 0
