"""The tables of docs/interceptor_planner.md: gains of the planner of careers."""

import json
from typing import Any

import numpy as np

from stuka_env.games.interceptor.codes import Decision
from tools import DOCS
from tools.career_planner import CAREER_GAINS
from tools.generated import LEFT, RIGHT, pages_with, paragraph, table

FEWEST_DEPARTURES = 20
"""Departures of a kind of decision from which it has a row."""


def _with_error(mean: float, error: float) -> str:
    return f"{mean:+.2f} ± {error:.2f}"


def _mean_with_error(values: Any) -> str:
    return _with_error(float(np.mean(values)), float(np.std(values, ddof=1)) / len(values) ** 0.5)


def gains() -> str:
    """Return the table of the gains by budget."""
    results = json.loads(CAREER_GAINS.read_text(encoding="utf-8"))
    head = ("rollouts a decision", "careers", "departures a career", "bombers gained a career")
    rows = [
        (
            f"{row['rollouts']:,}",
            len(row["gain"]),
            f"{np.mean(row['departures']):.1f}",
            _mean_with_error(row["gain"]),
        )
        for row in results["rows"]
    ]
    about = (
        f"Evaluation seed {results['seed']}. A departure has {results['futures']:,} futures. Errors are standard "
        "errors over careers."
    )
    return "\n".join(["", *table(head, rows, [RIGHT] * len(head)), *paragraph(about)])


def gains_by_decision() -> str:
    """Return the table of the gains of the largest budget by kind of decision."""
    row = json.loads(CAREER_GAINS.read_text(encoding="utf-8"))["rows"][-1]
    careers = len(row["gain"])
    kinds = sorted(row["by_decision"].items(), key=lambda item: -item[1][0])
    rows = [
        (Decision[name].word, f"{count / careers:.1f}", _with_error(gain / careers, variance**0.5 / careers))
        for name, (count, gain, variance) in kinds
        if count >= FEWEST_DEPARTURES
    ]
    head = ("decision", "departures a career", "bombers gained a career")
    return "\n".join(["", *table(head, rows, (LEFT, RIGHT, RIGHT))])


PAGES = pages_with({DOCS / "interceptor_planner.md": {"gains": gains, "kinds": gains_by_decision}})
