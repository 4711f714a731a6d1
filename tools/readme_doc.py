"""Fill the generated parts of README.md: the mat as text, and the results of the committed comparisons.

``python -m tools.readme_doc`` writes them, ``--check`` exits with 1 if they are stale. The figures come from
``docs/results/``: campaigns, and the Barbarossas that ``make results`` flies anew.
"""

import argparse
import json
import sys
from typing import Any

import gymnasium
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from agents.evaluation.intervals import span
from stuka_env.codes import Act
from stuka_env.files import write_whole
from tools import ROOT
from tools.results_doc import RESULTS as RESULTS_FOLDER
from tools.results_doc import what_was_flown

README = ROOT / "README.md"
RESULTS = (RESULTS_FOLDER / "campaign" / "results.json", RESULTS_FOLDER / "results.json")
"""The comparisons, in the order of the page."""
SEED = 21
"""A mission with something to see."""
SHY = (Act.NO_FLY, Act.ABORT)


def mat_text() -> str:
    """The mat at the first attack of a mission flown by chance, from a fixed seed."""
    env = gymnasium.make("Stuka/Mission-v0", segment="1941-11", render_mode="ansi")
    _, info = env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    over = False
    while not over and info["decision_name"] != "ATTACK":
        brave = [int(a) for a in np.flatnonzero(info["action_mask"]) if a not in SHY and not sends_home(int(a))]
        _, _, over, _, info = env.step(rng.choice(brave))
    return "\n".join(line.rstrip() for line in str(env.render()).splitlines())


def sends_home(action: int) -> bool:
    """Whether the action orders one aircraft home."""
    return Act.SEND_HOME <= action < Act.RELIEVE


def results_table(results: dict[str, Any]) -> str:
    """The comparison as a Markdown table, with the command that made it."""
    lines = [
        f"{what_was_flown(results)}, the same for all; means with 95 % bootstrap intervals.",
        "",
        "| policy | score | difference to the first | aircraft lost | killed | No-Fly |",
        "|---|---|---|---|---|---|",
    ]
    for row in results["policies"]:
        difference = span(row["difference"], "+.2f") if row["difference"] else "-"
        losses = f"{row['destroyed']:.1f} | {row['kia']:.1f} | {row['no_fly']:.1f}"
        lines.append(f"| `{row['policy']}` | {span(row['score'])} | {difference} | {losses} |")
    lines += ["", f"Made by `{results['command']}`; charts SHA-256 `{results['charts_sha256'][:16]}...`."]
    return "\n".join(lines)


def filled(text: str, name: str, content: str) -> str:
    """``text`` with what stands between the markers of ``name`` replaced."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"


def page() -> str:
    """README.md as it should be."""
    text = filled(README.read_text(encoding="utf-8"), "mat", f"```text\n{mat_text()}\n```")
    tables = [results_table(json.loads(path.read_text(encoding="utf-8"))) for path in RESULTS]
    return filled(text, "results", "\n\n".join(tables))


def main() -> int:
    """Write README.md, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if README.md is stale")
    check = parser.parse_args().check
    wanted = page()
    if wanted == README.read_text(encoding="utf-8"):
        return 0
    if check:
        print("README.md is stale, run python -m tools.readme_doc", file=sys.stderr)
        return 1
    write_whole(README, wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
