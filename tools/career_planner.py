"""Measure what the planner of the second game gains over its pilot `champion`: a row of figures for each budget.

The planner flies careers. Each of its departures from `champion` is measured again with fresh futures to the end of the
career (:mod:`agents.games.interceptor.planner.departures`). The file is written after every few careers, so an
interrupted run continues there. ``python -m tools.docs`` makes the table of ``docs/interceptor_planner.md`` of it.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from agents.games.interceptor.planner.departures import DepartingPlanner, measure_departures
from agents.games.interceptor.players import SECOND_GAME
from agents.planner.planner import FEWEST_ROLLOUTS, MOST_ROLLOUTS, Budget, Planner
from agents.progress import progress_bar
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from tools import ROOT
from tools.resumable import keep_figures, kept_figures, resumable_status

CAREER_GAINS = ROOT / "docs" / "results" / "interceptor" / "planner.json"
GAIN_SEED = 20261127
GAIN_BUDGETS, ROW_CAREERS, DEPARTURE_FUTURES = (16, 64, 256, 1024), 100, 1024
"""Rollouts of a decision in each row, careers of a row, and futures of a departure."""
CAREERS_TOGETHER = 10
"""Careers that are flown together."""

Row = dict[str, Any]
"""The figures of a budget: departures and their summed gain by career; both and the variance of the sum by decision."""


def new_row(rollouts: int) -> Row:
    """Return a row without careers."""
    return {"rollouts": rollouts, "departures": [], "gain": [], "by_decision": {}}


def add_part(row: Row, seeds: Any, first: int, futures: int) -> None:
    """Fly the careers with these seeds, measure their departures, and add them to a row; ``first`` is the first one."""
    policy = DepartingPlanner(Planner("planner", SECOND_GAME, Budget(row["rollouts"], 0)))
    fly_wars(policy, WarSpec(scale=Scale.CAREER), seeds, side_by_side=len(seeds))
    departures = policy.departures()
    charts: Any = load_charts().record.reshape(1)
    rng = np.random.default_rng((GAIN_SEED, row["rollouts"], first))
    careers = np.zeros((2, len(seeds)))
    kinds = departures.mats["cursor"]["decision"]
    for career, kind, measured in zip(
        departures.career, kinds, measure_departures(departures, charts, futures, rng), strict=True
    ):
        careers[:, career] += (1, measured.gain)
        total = row["by_decision"].setdefault(Decision(kind).name, [0, 0.0, 0.0])
        total[:] = [total[0] + 1, total[1] + measured.gain, total[2] + measured.variance]
    for name, figures in zip(("departures", "gain"), careers.tolist(), strict=True):
        row[name] += figures


def measure(path: Path, *, budgets: Sequence[int], careers: int, futures: int) -> None:
    """Measure the careers that are missing in the file of the rows."""
    results = kept_figures(path, {"seed": GAIN_SEED, "futures": futures}, rows=[])
    rows = {row["rollouts"]: row for row in results["rows"]}
    seeds = evaluation_seeds(GAIN_SEED, careers)
    for budget in budgets:
        row = rows.setdefault(budget, new_row(budget))
        results["rows"] = [rows[each] for each in sorted(rows)]
        bar = progress_bar(careers, f"planner@{budget}", "career")
        bar.update(len(row["gain"]))
        for first in range(len(row["gain"]), careers, CAREERS_TOGETHER):
            some = seeds[first : first + CAREERS_TOGETHER]
            add_part(row, some, first, futures)
            keep_figures(path, results)
            bar.update(len(some))
        bar.close()


def budget_of(word: str) -> int:
    """Return a number of rollouts."""
    number = int(word)
    if not FEWEST_ROLLOUTS <= number <= MOST_ROLLOUTS:
        raise argparse.ArgumentTypeError(f"got {number}, allowed is {FEWEST_ROLLOUTS} to {MOST_ROLLOUTS}")
    return number


def main(words: Sequence[str] | None = None) -> int:
    """Measure the rows. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.career_planner", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--budgets", type=budget_of, nargs="+", default=GAIN_BUDGETS, help="rollouts of each row")
    parser.add_argument("--careers", type=int, default=ROW_CAREERS, help="careers of a row (default: %(default)s)")
    parser.add_argument(
        "--futures", type=int, default=DEPARTURE_FUTURES, help="futures of a departure (default: %(default)s)"
    )
    parser.add_argument("--output", type=Path, default=CAREER_GAINS, help="the file of the rows")
    options = parser.parse_args(words)
    given = {"budgets": options.budgets, "careers": options.careers, "futures": options.futures}
    return resumable_status("career_planner", partial(measure, options.output, **given))


if __name__ == "__main__":
    sys.exit(main())
