"""The command ``python -m agents.learned``: fit an agent's score head, and measure how accurate its expectations are.

A calibration compares the expected with the achieved score at the first decision of each mission.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.config_file import ConfigError, checked
from agents.config_parts import Env
from agents.evaluation.intervals import Interval, interval
from agents.evaluation.options import whole_number
from agents.evaluation.tables import aligned, as_mapping, bounds, json_text
from agents.learned.card import AgentError, read_card
from agents.learned.learned_policy import LearnedPolicy
from agents.learned.loading import load_agent
from agents.learned.score_head import add_score_head, wars_for, wars_on_card
from agents.learned.score_rows import ScoreRows, fly_rows
from agents.progress import progress_bar
from agents.registry import agent_file
from stuka_env import __version__
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.command_line import Interrupted
from stuka_env.io.files import output_path, write_whole
from stuka_env.policy import POLICY_SEED_LIMIT, PolicyInput

FEWEST_WARS = 2
"""An interval needs at least two wars."""
ERROR_COLUMNS = ("mission", "wars", "expected", "achieved", "difference", "95 % interval")
MOST = 10_000_001
"""Upper limit, exclusive, of both wars and missions."""


# --- calibration ---


class MissionCalibration(NamedTuple):
    """Expected and achieved scores at the first decision of one mission."""

    mission: int
    """Number of the mission in its war, counted from 1."""
    wars: int
    """Wars with a decision in this mission."""
    expected: float
    """Mean of the expected final scores."""
    achieved: float
    """Mean of the final scores."""
    error: Interval
    """Mean of (expected - achieved), with its confidence interval."""


def calibration_by_mission(rows: ScoreRows) -> list[MissionCalibration]:
    """Return the figures of every mission in which at least two wars had a decision.

    Args:
        rows: First decisions of missions; ``seen`` holds the expected score.
    """
    figures = []
    for mission in np.unique(rows.mission[rows.start]):
        chosen = rows.start & (rows.mission == mission)
        if chosen.sum() < FEWEST_WARS:
            continue
        expected, achieved = rows.seen[chosen, 0].astype(np.float64), rows.final[chosen]
        figures.append(
            MissionCalibration(
                mission=int(mission) + 1,
                wars=int(chosen.sum()),
                expected=float(expected.mean()),
                achieved=float(achieved.mean()),
                error=interval(expected - achieved),
            )
        )
    return figures


def calibrate(
    policy: LearnedPolicy,
    spec: AnyWarSpec,
    seeds: NDArray[np.uint64],
    on_missions: Callable[[int], object] = lambda missions: None,
) -> list[MissionCalibration]:
    """Fly the wars of ``seeds`` and compare the expected with the achieved scores.

    Args:
        policy: An agent with a score head.
        spec: The kind of war.
        seeds: Base seeds of the wars.
        on_missions: Called with the number of missions that have been flown since the last call.

    Raises:
        AgentError: The agent has no score head.
        FlightError: The wars have other charts than the agent was trained with.
    """

    def expected(inputs: PolicyInput) -> NDArray[np.float32]:
        return policy.expected_score(inputs).astype(np.float32)[:, None]

    rows = fly_rows(policy, expected, spec, seeds, every=0, on_missions=on_missions)
    return calibration_by_mission(rows)


def worst(missions: Sequence[MissionCalibration]) -> MissionCalibration:
    """Return the mission with the largest absolute mean error."""
    return max(missions, key=lambda each: abs(each.error.mean))


def calibration_table(missions: Sequence[MissionCalibration]) -> str:
    """Return a table with one line a mission, and a last line that names the worst mission."""
    if not missions:
        return f"No mission began in {FEWEST_WARS} wars or more: nothing can be said."
    rows = [
        (str(each.mission), str(each.wars), f"{each.expected:.1f}", f"{each.achieved:.1f}", *bounds(each.error, "+"))
        for each in missions
    ]
    last = worst(missions)
    lines = aligned([ERROR_COLUMNS, *rows])
    return "\n".join([*lines, f"Largest mean difference: {last.error.mean:+.2f} points, at mission {last.mission}"])


# --- the command ---


def read_wars(word: str) -> Env:
    """Return the kind of war that a word of the command line stands for: ``ID,KEY=VALUE,...``.

    Raises:
        ConfigError: The word stands for no kind of war; the message is one line.
    """
    env, *arguments = word.split(",")
    values: dict[str, Any] = {"id": env}
    for argument in arguments:
        key, equals, value = argument.partition("=")
        if not equals:
            raise ConfigError(f"wars: got {word!r}, allowed is ID or ID,KEY=VALUE,...")
        values[key] = value
    return checked(Env, values, f"wars {word}")


def word_of(env: Env) -> str:
    """Return the word of the command line that :func:`read_wars` reads as ``env``."""
    return ",".join([env.id, *(f"{name}={value}" for name, value in env.given.items())])


def fit(agent: Path, wars: list[Env], missions: int) -> None:
    """Fit the agent's score head on ``missions`` missions of each kind of war, and print the figures."""
    kinds = [env.spec() for env in wars]
    total = sum(wars_for(kind, missions) * game_named(kind.game).flights.lines_of(kind) for kind in kinds)
    with progress_bar(total, agent.stem, "mission") as bar:
        figures = add_score_head(agent, wars, missions, on_missions=bar.update)
    print(
        f"{agent}: fitted on {figures.wars - figures.held_out:,} wars of its own; over {figures.held_out:,} others "
        f"expected less achieved is {figures.error:+.2f} points, standard deviation {figures.deviation:.1f}, "
        f"{figures.explained:.0%} of the variance explained"
    )


def calibrate_all(agent: Path, wars: list[Env], episodes: int, seed: int) -> dict[str, list[MissionCalibration]]:
    """Return the calibration of every kind of war, and print each as soon as it is known."""
    policy, seeds = load_agent(agent.stem, agent, None, wars[0].game.name), evaluation_seeds(seed, episodes)
    policy.require_score_head()
    figures = {}
    for env in wars:
        word, spec = word_of(env), env.spec()
        with progress_bar(episodes * env.game.flights.lines_of(spec), word, "mission") as bar:
            figures[word] = calibrate(policy, spec, seeds, bar.update)
        print(f"{word}: {episodes:,} wars, seed {seed}\n{calibration_table(figures[word])}\n", flush=True)
    return figures


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        ValueError: An argument or the agent cannot be used; the message is one line.
        OSError: The output cannot be written.
    """
    agent = agent_file(options.agent)
    if not agent.is_file():
        raise AgentError(f"agent {options.agent}: there is no such file")
    wars = [read_wars(word) for word in options.wars] or wars_on_card(read_card(agent))
    try:
        if options.step == "fit":
            fit(agent, wars, whole_number("missions", options.missions, 1, MOST))
            return 0
        episodes = whole_number("episodes", options.episodes, FEWEST_WARS, MOST)
        seed = whole_number("seed", options.seed, 0, POLICY_SEED_LIMIT)
        output = None if options.output is None else output_path("--output", options.output)
        figures = calibrate_all(agent, wars, episodes, seed)
    except KeyboardInterrupt:
        raise Interrupted("nothing written") from None
    if output is not None:
        contents = {"agent": agent.stem, "version": __version__, "command": options.command_line, "episodes": episodes}
        write_whole(output, json_text(contents | {"seed": seed, "wars": as_mapping(figures)}))
    return 0
