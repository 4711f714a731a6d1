"""Judge players under charts that nobody tuned to: ``python -m tools.other_charts [--game NAME]``.

All players fly the same wars under our charts, and under sets of two parts of the game's bank. The figures are written
to ``docs/results/other_charts.json``, or to the file of the other game. ``make docs`` makes the tables of
``docs/other_charts.md`` of them. A game takes 5 to 20 minutes on one core.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import Interval, estimate_difference
from agents.progress import progress_bar
from stuka_env.charts.bank import BANK_PARTS, BANK_PREFIX, WIDE
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import DEFAULT_GAME, game_named
from stuka_env.io.command_line import status_of
from stuka_env.io.files import write_whole
from stuka_env.policy import load_policy
from tools.chart_bank import BANKS
from tools.exercises import results_file

JUDGED_PARTS = {"evaluation": "first bank", WIDE: "wide"}
"""Parts of the bank under whose sets players are judged, with the words for them."""
UNDER_OURS = "ours"
"""The place of a part, for our charts."""
JUDGED_SETS = 12
"""Sets of each part, the first ones."""
JUDGING_SEED = 20261129


class JudgedWars(NamedTuple):
    """Wars in which players are judged."""

    env: str
    """The id of the environment."""
    arguments: Mapping[str, Any]
    """Its arguments."""
    wars: int
    """Number of wars under each set."""
    players: tuple[str, ...]
    """The players. The differences of the others are those to the first one."""


JUDGED_SCRIPTS = ("champion", "old_hand", "kette", "cautious", "doctrine", "random_flyer")
PILOTS = ("champion", "distilled", "veteran", "by_the_book", "careful", "rash", "first_option", "random")
CREWS = ("best", "by_the_book", "cautious", "first_option", "random")
JUDGED_WARS: Mapping[str, tuple[JudgedWars, ...]] = {
    "stuka": (
        JudgedWars("Stuka/Mission-v0", {}, 1_000, (*JUDGED_SCRIPTS, "distilled")),
        JudgedWars("Stuka/Operation-v0", {"operation": "barbarossa"}, 200, (*JUDGED_SCRIPTS, "distilled")),
        JudgedWars("Stuka/Operation-v0", {"operation": "case_blue"}, 500, JUDGED_SCRIPTS),
        JudgedWars("Stuka/Operation-v0", {"operation": "citadel"}, 500, JUDGED_SCRIPTS),
        JudgedWars("Stuka/Campaign-v0", {}, 500, JUDGED_SCRIPTS),
        JudgedWars("Stuka/Campaign-v0", {}, 100, ("champion", "distilled-campaign", "distilled")),
    ),
    "interceptor": (
        JudgedWars("Interceptor/Sortie-v0", {}, 2_000, PILOTS),
        JudgedWars("Interceptor/Month-v0", {}, 1_000, PILOTS),
        JudgedWars("Interceptor/Career-v0", {}, 500, PILOTS),
    ),
    "wing": (
        JudgedWars("Wing/Mission-v0", {}, 1_000, CREWS),
        JudgedWars("Wing/Campaign-v0", {"campaign": "short_1942"}, 400, CREWS),
        JudgedWars("Wing/Campaign-v0", {}, 100, CREWS),
    ),
    "support": (JudgedWars("Support/Battle-v0", {}, 500, ("best", "by_the_book", "random")),),
}
"""The wars of each game."""


def judged_file(game: str) -> Path:
    """Return the file of the figures of a game."""
    return results_file(game, "other_charts")


def fly(game: str, judged: JudgedWars, charts: str | None) -> dict[str, NDArray[np.float64]]:
    """Return the scores of each player in the same wars under a set; None for our charts."""
    parts = game_named(game)
    given = judged.arguments if charts is None else {**judged.arguments, "charts": charts}
    spec, _ = parts.envs.read_arguments(parts.ids.index(judged.env), **given)
    seeds = evaluation_seeds(JUDGING_SEED, judged.wars)
    return {name: fly_wars(load_policy(name, game), spec, seeds).scores for name in judged.players}


def figures_of(scores: Mapping[str, NDArray[np.float64]]) -> dict[str, Any]:
    """Return the mean score of each player, and the differences of all pairs with their bounds (95 %)."""
    names, pairs = list(scores), []
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            found = estimate_difference((scores[second] - scores[first])[None, None])
            assert isinstance(found, Interval)  # of many wars
            pairs.append([second, first, *(round(value, 4) for value in found)])
    return {"means": {name: round(float(own.mean()), 4) for name, own in scores.items()}, "pairs": pairs}


def judge(game: str) -> None:
    """Fly the wars of a game under all sets, and write the file of the figures: a line for each set."""
    digests = BANKS[game][0].sets().digests
    sets: dict[str, list[str | None]] = {UNDER_OURS: [None]}
    sets |= {
        part: [BANK_PREFIX + digests[number] for number in BANK_PARTS[part][:JUDGED_SETS]] for part in JUDGED_PARTS
    }
    bar = progress_bar(len(JUDGED_WARS[game]) * sum(map(len, sets.values())), "judge", "set")
    measures = []
    for judged in JUDGED_WARS[game]:
        under: dict[str, list[dict[str, Any]]] = {part: [] for part in sets}
        for part, names in sets.items():
            for charts in names:
                under[part].append({"charts": charts, **figures_of(fly(game, judged, charts))})
                bar.update()
        measures.append({"env": judged.env, "arguments": dict(judged.arguments), "wars": judged.wars, "under": under})
    bar.close()
    print(f"written: {write_whole(judged_file(game), lines_of_sets(measures))}")


def lines_of_sets(measures: Sequence[Mapping[str, Any]]) -> str:
    """Return measures as JSON with a line for each set."""
    text = json.dumps({"measures": measures})
    return text.replace('{"charts"', '\n{"charts"') + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.other_charts", description="Judge players under other charts."
    )
    parser.add_argument(
        "--game", choices=list(JUDGED_WARS), default=DEFAULT_GAME, help="the game (default: %(default)s)"
    )
    options = parser.parse_args(words)

    def work() -> int:
        judge(options.game)
        return 0

    return status_of("other_charts", work)


if __name__ == "__main__":
    sys.exit(main())
