"""Measure the worth of each kind of decision: ``python -m tools.decision_kinds [--game NAME]``.

A script flies wars, and paired rollouts compare all choices of some of its decisions (:mod:`agents.exercises.kinds`).
The figures are written to ``docs/results/decision_kinds.json``, or to the file of the other game. ``make docs`` makes
the tables of ``docs/decisions_that_matter.md`` of them. A game takes about five minutes on one core.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from agents.exercises.kinds import KindBudget, as_mappings, worths_of_kinds
from agents.exercises.making import making_of
from agents.progress import progress_bar
from stuka_env.game import DEFAULT_GAME, game_named
from stuka_env.io.command_line import status_of
from stuka_env.io.files import write_whole
from tools.exercises import MADE_GAMES, results_file


class MeasuredWars(NamedTuple):
    """Wars whose decisions are measured."""

    env: str
    """The id of the environment."""
    arguments: Mapping[str, Any]
    """Its arguments."""
    script: str
    """The script that flies them: the best one."""
    budget: KindBudget


MEASURED: Mapping[str, tuple[MeasuredWars, ...]] = {
    "stuka": (
        MeasuredWars("Stuka/Mission-v0", {}, "champion", KindBudget(400, 64, 64)),
        MeasuredWars("Stuka/Operation-v0", {}, "champion", KindBudget(40, 32, 64)),
    ),
    "interceptor": (
        MeasuredWars("Interceptor/Sortie-v0", {}, "champion", KindBudget(800, 64, 128)),
        MeasuredWars("Interceptor/Month-v0", {}, "champion", KindBudget(100, 48, 64)),
    ),
    "wing": (
        MeasuredWars("Wing/Mission-v0", {}, "best", KindBudget(400, 48, 48)),
        MeasuredWars("Wing/Campaign-v0", {"campaign": "short_1942"}, "best", KindBudget(60, 16, 16)),
    ),
    "support": (
        MeasuredWars("Support/Dogfight-v0", {}, "best", KindBudget(200, 48, 64)),
        MeasuredWars("Support/Battle-v0", {}, "best", KindBudget(60, 16, 16)),
    ),
}
"""The measurements of each game."""


def kinds_file(game: str) -> Path:
    """Return the file of the figures of a game."""
    return results_file(game, "decision_kinds")


def measure(game: str) -> None:
    """Measure the decisions of a game, and write the file of the figures."""
    measures, parts = [], game_named(game)
    bar = progress_bar(len(MEASURED[game]), "measures", "measure")
    for env, arguments, script, budget in MEASURED[game]:
        spec, _ = parts.envs.read_arguments(parts.ids.index(env), **arguments)
        kinds = as_mappings(worths_of_kinds(making_of(game), spec, script, budget))
        measures.append(
            {"env": env, "arguments": dict(arguments), "script": script, **budget._asdict(), "kinds": kinds}
        )
        bar.update()
    bar.close()
    print(f"written: {write_whole(kinds_file(game), json.dumps({'measures': measures}, indent=1) + chr(10))}")


def main() -> int:
    """Run the command and return its exit status."""
    words = argparse.ArgumentParser(prog="python -m tools.decision_kinds", description="Measure kinds of decisions.")
    words.add_argument("--game", choices=MADE_GAMES, default=DEFAULT_GAME, help="the game (default: %(default)s)")
    given = words.parse_args()

    def work() -> int:
        measure(given.game)
        return 0

    return status_of("tools.decision_kinds", work)


if __name__ == "__main__":
    sys.exit(main())
