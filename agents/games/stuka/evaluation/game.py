"""The first game, for ``evaluate.py``."""

import argparse
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.evaluated_game import EvaluationOptions, PolicyGroup
from agents.evaluation.evaluation_parts import FLIGHTS, EvaluationPart, allow_any_charts, outcome_digest
from agents.evaluation.kept_wars import KeptWar
from agents.evaluation.played_actions import in_wars
from agents.evaluation.recording import keep_wars
from agents.evaluation.replay_files import REPLAYS
from agents.evaluation.rules_digest import RulesSample
from agents.games.stuka.evaluation.comparison import Figures, Flights, figures
from agents.games.stuka.evaluation.expectations import fly_and_measure
from agents.games.stuka.evaluation.options import check_options
from agents.games.stuka.evaluation.outputs import csv_of_wars, table_of_wars
from agents.games.stuka.evaluation.report import report
from agents.games.stuka.luck.recorder import luck_digest
from agents.games.stuka.luck.weights import LUCK_WEIGHTS
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE
from agents.games.stuka.players import DEFAULT_POLICIES, SCRIPTS
from agents.registry import policy_files
from stuka_env.code_cache import package_sources
from stuka_env.flights.episodes import Flown, Progress, join, new_flown, war_slice, warm_up
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, ScriptedPolicy
from stuka_env.shell import command_here
from stuka_env.watch import MOST_REPLAYS


class StukaGame:
    """The parts of an evaluation that know the first game (:class:`agents.evaluation.evaluated_game.EvaluatedGame`)."""

    rules_sample = RulesSample(
        WarSpec(scale=Scale.CAMPAIGN), ("score", "level", "destroyed", "kia", "no_fly", "missions")
    )
    scripts = SCRIPTS
    no_wars = new_flown(np.zeros(0, np.uint64), game_named("stuka"))

    def luck_digest(self) -> str | None:
        """Return the digest of the value that defines luck."""
        return luck_digest()

    def default_policies(self) -> Sequence[str]:
        """Return the default policies of an evaluation."""
        return DEFAULT_POLICIES

    def check_options(self, given: argparse.Namespace) -> EvaluationOptions:
        """Check the arguments of an evaluation."""
        return check_options(given)

    def part(self, policy: str, spec: WarSpec, seeds: NDArray[np.uint64], seed: int) -> EvaluationPart:
        """Return wars of one policy; under random charts a learned agent may fly under charts unknown to it."""
        return EvaluationPart(policy, spec, seeds, seed, any_charts=spec.random is not None)

    def warm_up(self, policy: Policy, spec: WarSpec) -> None:
        """Let the policy choose once. Under random charts a learned agent may fly under charts unknown to it."""
        if spec.random is not None:
            allow_any_charts(policy)
        warm_up(policy, spec)

    def fly(self, policy: Policy, part: EvaluationPart, num_threads: int, progress: Progress) -> Flown:
        """Fly a part of the wars; measure luck and expectations."""
        policy = in_wars(policy, part.spec, part.seeds)
        return fly_and_measure(
            policy, part.spec, part.seeds, seed=part.seed, num_threads=num_threads, progress=progress
        )

    def policy_digest(self, policy: Policy) -> str:
        """Return a digest of the first game's sources, the value behind luck, and everything of the policy."""
        files = [*package_sources(), *FLIGHTS.glob("*.py"), LUCK_WEIGHTS, STAFFEL_VALUE, *policy_files(policy.name)]
        return outcome_digest(policy.name, files, policy.choose if isinstance(policy, ScriptedPolicy) else type(policy))

    def join(self, flights: Sequence[Flown]) -> Flown:
        """Join the wars of all ``flights`` in their order."""
        return join(flights)

    def first(self, flown: Flown, wars: int) -> Flown:
        """Return the results of the first wars."""
        return war_slice(flown, slice(wars))

    def figures(self, group: PolicyGroup, flights: Flights, baseline: Flights | None, spec: WarSpec) -> Figures:
        """Return the figures of one line."""
        names = [policy.name for policy in group.members]
        return figures(group.name, names=names, flights=flights, baseline=baseline, spec=spec)

    def settings(self, options: EvaluationOptions) -> dict[str, Any]:
        """Return the digest of how luck is measured."""
        return {"luck_sha256": luck_digest()}

    def csv_text(self, options: EvaluationOptions, flights: Sequence[Flights]) -> str:
        """Return every war of every policy as CSV."""
        return csv_of_wars(options.groups, flights)

    def table(self, lines: Sequence[Figures], options: EvaluationOptions) -> str:
        """Return the tables for the screen."""
        return table_of_wars(lines)

    def report(self, contents: Mapping[str, Any]) -> str:
        """Return the HTML page."""
        return report(contents)

    def keep_wars(self, options: EvaluationOptions) -> list[KeptWar]:
        """Write replays of the first wars of every policy, and a page for each war.

        Networks have a value for every option.
        """
        from agents.games.stuka.planner.option_values import with_values  # PyTorch

        return keep_wars(options, with_values)

    def last_words(self, options: EvaluationOptions, kept: Sequence[KeptWar]) -> str:
        """Return the command that shows the saved wars, or the one that saves them."""
        if not kept:
            again = command_here(*shlex.split(options.command), "--save-replays", 1)
            return f"the same with a replay of each policy's first war, to watch:\n{again}"
        first = [str(options.output / policy.file) for policy in kept[0].policies]
        wars = "The first war of each policy is" if options.replays == 1 else f"{options.replays} wars of each are"
        watch = command_here("stuka", "watch", *first[:MOST_REPLAYS])
        return f"{wars} kept in {options.output / REPLAYS}; the report links them:\n{watch}"


EVALUATED = StukaGame()
"""The game, as ``evaluate.py`` finds it."""
