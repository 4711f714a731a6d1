"""Write the generated part of README.md, the results of the committed comparisons.

``python -m tools.readme_doc`` writes the part. ``--check`` exits with 1 if it is stale. The figures come from
``docs/results/``: campaigns, and the Barbarossas that ``make results`` flies.
"""

import json
import sys
from typing import Any

from agents.evaluation.intervals import span
from tools import ROOT
from tools.generated import write_part
from tools.results_doc import RESULTS as RESULTS_FOLDER
from tools.results_doc import wars_flown

README = ROOT / "README.md"
CAMPAIGN, OPERATION_RESULTS = RESULTS_FOLDER / "campaign" / "results.json", RESULTS_FOLDER / "results.json"


def results_table(results: dict[str, Any]) -> str:
    """Return the comparison as a Markdown table, with the command that made it."""
    lines = [
        f"{wars_flown(results)}, the same for all policies. Means with 95 % bootstrap intervals.",
        "",
        f"| policy | score | difference to `{results['baseline']}` | aircraft lost | killed | No-Fly |",
        "|---|---|---|---|---|---|",
    ]
    for row in results["policies"]:
        difference = span(row["difference"], "+.2f") if row["difference"] else "-"
        losses = f"{row['destroyed']:.1f} | {row['kia']:.1f} | {row['no_fly']:.1f}"
        lines.append(f"| `{row['policy']}` | {span(row['score'])} | {difference} | {losses} |")
    lines += ["", f"Made by `{results['command']}` under charts with SHA-256 `{results['charts_sha256'][:16]}...`."]
    return "\n".join(lines)


def means(results: dict[str, Any]) -> str:
    """Return a line with the mean score of every policy, the best first."""
    ranked = sorted(results["policies"], key=lambda row: -row["score"]["mean"])
    listed = ", ".join(f"`{row['policy']}` {row['score']['mean']:.1f}" for row in ranked)
    return f"{wars_flown(results)}: {listed}."


def results_text() -> str:
    """Return the text between the markers."""
    campaign, operation = (json.loads(path.read_text(encoding="utf-8")) for path in (CAMPAIGN, OPERATION_RESULTS))
    return f"{results_table(campaign)}\n\n{means(operation)}"


if __name__ == "__main__":
    sys.exit(write_part("readme_doc", README, "results", results_text))
