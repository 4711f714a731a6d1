"""The second game, for ``evaluate.py``."""

import argparse
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import EvaluationOptions, PolicyGroup
from agents.evaluation.evaluation_parts import FLIGHTS, EvaluationPart, outcome_digest
from agents.evaluation.kept_wars import KeptWar
from agents.evaluation.played_actions import in_wars
from agents.evaluation.recording import keep_wars
from agents.evaluation.replay_files import REPLAYS
from agents.evaluation.rules_digest import RulesSample
from agents.evaluation.tables import numbered
from agents.games.interceptor.evaluation.arguments import DEFAULT_PLAYERS
from agents.games.interceptor.evaluation.career_figures import CareerFigures, CareerFlights, career_figures
from agents.games.interceptor.evaluation.career_outputs import csv_of_careers, table_of_careers
from agents.games.interceptor.evaluation.career_report import career_report
from agents.games.interceptor.evaluation.options import check_career_options
from agents.games.interceptor.players import SCRIPTS, SECOND_GAME
from agents.registry import policy_files
from stuka_env.code_cache import package_sources
from stuka_env.command_line import PROGRAM
from stuka_env.flights.episodes import Flown, Progress, fly_wars, join, new_flown, war_slice, warm_up
from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import Policy, ScriptedPolicy
from stuka_env.shell import command_here
from stuka_env.watch import MOST_REPLAYS


class InterceptorGame:
    """The parts of an evaluation that know the second game.

    It has those of :class:`agents.evaluation.evaluated_game.EvaluatedGame`.
    """

    rules_sample = RulesSample(
        read_war_spec(Scale.CAREER), ("bombers", "fighters", "level", "over", "cause", "month", "flown", "wounds")
    )
    scripts = SCRIPTS
    no_wars = new_flown(np.zeros(0, np.uint64), game_named(SECOND_GAME))

    def luck_digest(self) -> str | None:
        """Return None: luck is not measured."""
        return None

    def default_policies(self) -> Sequence[str]:
        """Return the default policies of an evaluation."""
        return DEFAULT_PLAYERS

    def check_options(self, given: argparse.Namespace) -> EvaluationOptions:
        """Check the arguments of an evaluation."""
        return check_career_options(given)

    def part(self, policy: str, spec: WarSpec, seeds: NDArray[np.uint64], seed: int) -> EvaluationPart:
        """Return episodes of one policy."""
        return EvaluationPart(policy, spec, seeds, seed)

    def warm_up(self, policy: Policy, spec: WarSpec) -> None:
        """Let the policy choose once in an episode that is not counted."""
        warm_up(policy, spec)

    def fly(self, policy: Policy, part: EvaluationPart, num_threads: int, progress: Progress) -> Flown:
        """Fly a part of the episodes."""
        policy = in_wars(policy, part.spec, part.seeds)
        return fly_wars(policy, part.spec, part.seeds, seed=part.seed, num_threads=num_threads, progress=progress)

    def policy_digest(self, policy: Policy) -> str:
        """Return a digest of everything that determines the outcome of a policy's episodes."""
        files = [*package_sources(SECOND_GAME), *FLIGHTS.glob("*.py"), *policy_files(policy.name)]
        return outcome_digest(policy.name, files, policy.choose if isinstance(policy, ScriptedPolicy) else type(policy))

    def join(self, flights: Sequence[Flown]) -> Flown:
        """Join the episodes of all ``flights`` in their order."""
        return join(flights)

    def first(self, flown: Flown, wars: int) -> Flown:
        """Return the results of the first episodes."""
        return war_slice(flown, slice(wars))

    def figures(
        self, group: PolicyGroup, flights: CareerFlights, baseline: CareerFlights | None, spec: WarSpec
    ) -> CareerFigures:
        """Return the figures of one line."""
        names = [policy.name for policy in group.members]
        return career_figures(group.name, names=names, flights=flights, baseline=baseline, spec=spec)

    def settings(self, options: EvaluationOptions) -> dict[str, Any]:
        """Return the word for one episode, which the report needs."""
        return {"noun": options.noun}

    def csv_text(self, options: EvaluationOptions, flights: Sequence[CareerFlights]) -> str:
        """Return every episode of every policy as CSV."""
        return csv_of_careers(options.groups, flights)

    def table(self, lines: Sequence[CareerFigures], options: EvaluationOptions) -> str:
        """Return the tables for the screen."""
        return table_of_careers(lines, options.noun)

    def report(self, contents: Mapping[str, Any]) -> str:
        """Return the HTML page."""
        return career_report(contents)

    def keep_wars(self, options: EvaluationOptions) -> list[KeptWar]:
        """Write replays of the first episodes of every policy."""
        return keep_wars(options)

    def last_words(self, options: EvaluationOptions, kept: Sequence[KeptWar]) -> str:
        """Return the command that shows the saved episodes, or the one that saves them."""
        if not kept:
            again = command_here(*shlex.split(options.command), "--save-replays", 1)
            return f"the same with a replay of each policy's first {options.noun}, to watch:\n{again}"
        files = [str(options.output / policy.file) for policy in kept[0].policies]
        count, watch = numbered(options.replays, options.noun), command_here(PROGRAM, "watch", *files[:MOST_REPLAYS])
        return f"{count} of each policy kept in {options.output / REPLAYS}; the report links them:\n{watch}"


EVALUATED = InterceptorGame()
"""The game, as ``evaluate.py`` finds it."""
