"""How much of what one flight says about a choice is luck: why a learner that only plays gains nothing on old_hand.

Run ``python -m tools.luck RUN`` with a finished run of ``python -m agents.improvement``. It reads the positions that
the run's network has not learned from, flies nothing, and writes ``luck.json`` with a section for docs/results.md.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from agents.improvement.gain_network import load_network
from agents.improvement.luck import CLOSE, LuckFigures, luck_by_decision
from agents.improvement.recipe import CONFIG, GAINS, held_out_of, read_improvement, read_positions
from agents.rows import some_rows
from stuka_env.cli import REFUSED
from stuka_env.files import write_whole
from tools import ROOT

NAME = "luck.json"
TITLE = "How much of a choice is luck"
COLUMNS = ("decision", "share", "choices", "within a point", "gain", "luck of a clone", "clones to see it")
TEXT = (
    "What PPO has to find on top of old_hand, by kind of decision, from {positions:,} positions in which every "
    "choice was flown out by {rollouts} clones with the same dice. *choices*: legal actions besides old_hand's; "
    "*within a point*: the share of them that hardly differ from it; *gain*: by how many points of mission score "
    "those within {close:g} points typically differ; *luck of a clone*: the standard deviation of what one clone "
    "says of that, although the dice are the same for both; *clones to see it*: until the standard error is no "
    "larger than the gain. A position hardly ever comes twice, and a war that is flown once has more luck in it "
    "than a pair of clones: so 4 or 8 million decisions of PPO move the policy by what happened, not by what is "
    "better. A network that is taught what clones say in millions of positions averages the luck out, and that is"
    " what the agents that ship were made of."
)


def section(figures: Sequence[LuckFigures], positions: int, rollouts: int, command: str) -> dict[str, object]:
    """The section for docs/results.md."""
    rows = [
        [
            each.decision.name, f"{each.share:.1%}", f"{each.choices:.1f}", f"{each.equal:.0%}", f"{each.gain:.1f}",
            f"{each.luck:.1f}", f"{each.clones:,.0f}",
        ]
        for each in figures
    ]  # fmt: skip
    text = TEXT.format(positions=positions, rollouts=rollouts, close=CLOSE)
    return {"title": TITLE, "text": text, "columns": list(COLUMNS), "rows": rows, "command": command}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    words = argparse.ArgumentParser(prog="luck.py", description=__doc__)
    words.add_argument("run", type=Path, help="the folder of a run of python -m agents.improvement")
    words.add_argument("--output", type=Path, default=ROOT / "docs" / "results" / NAME, help="where the JSON goes")
    given = words.parse_args(arguments)
    try:
        asked, network = read_improvement(given.run / CONFIG), load_network(given.run / GAINS)
        positions = read_positions(given.run)
    except ValueError as error:
        print(f"luck.py: {error}", file=sys.stderr)
        return REFUSED
    held_out = some_rows(positions, slice(len(positions.script) - held_out_of(asked, positions), None))
    figures = luck_by_decision(network, held_out, asked.rollouts)
    command = f"python -m tools.luck runs/{asked.name}"
    kept = {"format": 1, "section": section(figures, len(held_out.script), asked.rollouts, command)}
    write_whole(given.output, json.dumps(kept, indent=1) + "\n")
    print(f"written: {given.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
