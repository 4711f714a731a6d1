"""Write the generated part of docs/interceptor.md, the committed comparison of the second game's scripts.

``python -m tools.interceptor_results_doc`` writes the part. ``--check`` exits with 1 if it is stale. The figures come
from ``docs/results/interceptor/results.json``, as ``evaluate.py --output docs/results/interceptor`` writes it.
"""

import json
import sys
from typing import Any

from agents.evaluation.intervals import span
from tools import ROOT
from tools.generated import LEFT, RIGHT, table, write_part

INTERCEPTOR_PAGE = ROOT / "docs" / "interceptor.md"
CAREER_RESULTS = ROOT / "docs" / "results" / "interceptor" / "results.json"


def career_cells(line: dict[str, Any]) -> tuple[str, ...]:
    """Return the cells of one policy's row."""
    difference = span(line["difference"], "+.1f") if line["difference"] else "-"
    better = f"{line['better']['mean']:.2f}" if line["better"] else "-"
    counts = (f"{line['sorties']['flown']:.1f}", f"{line['aircraft_lost']:.1f}")
    alive = f"{100 * line['survival']['mean']:.0f} %"
    return (f"`{line['policy']}`", span(line["score"]), difference, better, alive, *counts)


def careers_text() -> str:
    """Return the text between the markers."""
    results = json.loads(CAREER_RESULTS.read_text(encoding="utf-8"))
    against = f"difference to `{results['baseline']}`"
    head = ("policy", "bombers", against, "better", "alive", "sorties", "aircraft lost")
    rows = table(head, map(career_cells, results["policies"]), [LEFT] * 3 + [RIGHT] * 4)
    careers = f"{results['episodes']:,} careers, evaluation seed {results['seed']}"
    means = (
        f"Brackets are 95 % bootstrap intervals over {careers}. *Better* is the probability of more bombers than\n"
        f"the baseline on the same seed. The charts have SHA-256 `{results['charts_sha256'][:16]}...`."
    )
    return "\n".join([*rows, means, "", f"Made by `{results['command']}`."])


if __name__ == "__main__":
    sys.exit(write_part("interceptor_results_doc", INTERCEPTOR_PAGE, "careers", careers_text))
