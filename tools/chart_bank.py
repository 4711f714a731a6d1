"""Draw the bank of plausible chart sets (:mod:`stuka_env.games.stuka.charts.bank`) again.

Run ``python -m tools.chart_bank``, which takes about 40 minutes. :mod:`agents.games.stuka.sensitivity.chart_sets`
draws the sets. A line for each set goes to ``bank.part.jsonl``, and an interrupted run continues there. The same
sources give the same bytes. Training data, saved agents and replays name sets by digest, so draw the bank again only if
the shape of the charts has changed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from agents.games.stuka.sensitivity.chart_sets import attempt_rungs, charts_of, draw_set, set_name
from agents.games.stuka.sensitivity.records import read_lines
from stuka_env import files
from stuka_env.command_line import INTERRUPTED, REFUSED
from stuka_env.files import output_path
from stuka_env.games.stuka.charts.bank import BANK_FILE, BANK_SETS, ChartBank, write_bank
from stuka_env.games.stuka.charts.shape import Charts

BANK_SEED = 1
"""Seed of the sets; those of docs/findings/chart_sensitivity.md have another."""
SET_LINE = "bank set"


def lines_of(path: Path) -> dict[int, dict[str, object]]:
    """Return the sets drawn so far, by number from 1: the number of the draw that counted, and the digest.

    Raises:
        ValueError: the file cannot be read.
    """
    sets = [content for kind, content in read_lines(path) if kind == SET_LINE and isinstance(content, dict)]
    return {content["number"]: content for content in sets if isinstance(content.get("number"), int)}


def draw_missing(path: Path) -> None:
    """Draw the sets that the file of lines does not contain yet, and add a line for each.

    Raises:
        ValueError: the file cannot be read, or none of the draws for a set counts.
    """
    drawn = lines_of(path)
    numbers = [number for number in range(1, BANK_SETS + 1) if number not in drawn]
    for number in tqdm(numbers, initial=len(drawn), total=BANK_SETS, desc="chart sets", unit="set", smoothing=0):
        chart_set = draw_set(BANK_SEED, number)
        content = {"number": number, "attempt": chart_set.attempt, "sha256": chart_set.charts.sha256}
        files.append_line(path, json.dumps({SET_LINE: content}))


def bank_of(path: Path) -> ChartBank:
    """Return the bank of a complete file of lines.

    Raises:
        ValueError: the present sources draw other charts, or two sets are equal.
    """
    drawn = lines_of(path)
    records = np.zeros(BANK_SETS, Charts.dtype)
    for number in tqdm(range(1, BANK_SETS + 1), desc="records", unit="set"):
        line = drawn[number]
        charts = charts_of(attempt_rungs(BANK_SEED, number, int(str(line["attempt"]))), set_name(number))
        if charts.sha256 != line["sha256"]:
            raise ValueError(f"{path}: {set_name(number)} was drawn by other sources; delete the file to draw again")
        records[number - 1] = charts.record
    digests = tuple(str(drawn[number]["sha256"]) for number in range(1, BANK_SETS + 1))
    if len(set(digests)) < BANK_SETS:
        raise ValueError(f"{path}: two sets are equal; the parts of the bank must be disjoint")
    return ChartBank(records, digests)


def main(words: Sequence[str] | None = None) -> int:
    """Draw the missing sets and write the bank. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.chart_bank", description=str(__doc__).splitlines()[0])
    parser.add_argument("--output", type=Path, default=BANK_FILE, metavar="FILE.npz", help="where the bank goes")
    output = parser.parse_args(words).output
    lines = output.with_suffix(".part.jsonl")
    try:
        if output_path("--output", output).suffix != ".npz":
            raise ValueError(f"--output: got {str(output)!r}, allowed is a file *.npz")
        draw_missing(lines)
        write_bank(output, bank_of(lines))
    except KeyboardInterrupt:
        print(f"chart_bank: stopped; run it again to go on from {lines}", file=sys.stderr)
        return INTERRUPTED
    except (OSError, ValueError) as error:
        print(f"chart_bank: {error}", file=sys.stderr)
        return REFUSED
    lines.unlink()
    print(f"written: {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
