"""Draw the bank of plausible chart sets of a game (:mod:`stuka_env.charts.bank`) again.

Run ``python -m tools.chart_bank --game NAME``, which takes 10 to 40 minutes. :mod:`agents.plausible.sets` draws the
sets. A line for each set goes to ``bank.part.jsonl``, and an interrupted run continues there. The same sources give the
same bytes. Training data, saved agents and replays name sets by digest, so draw the bank again only if the shape of the
charts has changed.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from agents.plausible.sets import PlausibleCharts, plausible_charts, set_name
from stuka_env.charts.bank import WIDE, ChartBank, ChartSets
from stuka_env.game import DEFAULT_GAME, game_named
from stuka_env.io import files
from stuka_env.io.command_line import INTERRUPTED, REFUSED
from stuka_env.io.files import output_path
from stuka_env.io.reading import MIB, FileError, parse_json, read_bytes


def bank_of_game(name: str) -> ChartBank[Any]:
    """Return the bank of a game, which its wars draw charts from."""
    war: Any
    war, _ = game_named(name).envs.read_arguments(0)
    bank: ChartBank[Any] = war.bank
    return bank


BANKS: Mapping[str, tuple[ChartBank[Any], PlausibleCharts]] = {
    name: (bank_of_game(name), plausible) for name, plausible in plausible_charts().items()
}
"""The bank of each game, and the plausible charts that it is drawn from."""
BANK_SEED = 1
"""Seed of the sets; those of docs/findings/chart_sensitivity.md have another."""
SET_LINE = "bank set"
LARGEST_RECORD = 64 * MIB
"""Bytes of the file of lines."""


def lines_of(path: Path) -> dict[int, dict[str, object]]:
    """Return the sets drawn so far, by number from 1: the number of the draw that counted, and the digest.

    An incomplete line is ignored, so that its set is drawn again.

    Raises:
        ValueError: the file cannot be read.
    """
    if not path.exists():
        return {}
    try:
        lines = read_bytes(path, LARGEST_RECORD).decode("utf-8", errors="replace").splitlines()
    except FileError as error:
        raise ValueError(f"{path}: {error}; delete it or choose another --output") from None
    drawn: dict[int, dict[str, object]] = {}
    for text in lines:
        with suppress(FileError):
            line = parse_json(text)
            content = line.get(SET_LINE) if isinstance(line, dict) else None
            if isinstance(content, dict) and isinstance(content.get("number"), int):
                drawn[content["number"]] = content
    return drawn


def draw_missing(path: Path, game: str) -> None:
    """Draw the sets of the bank of a game that the file of lines does not contain yet, and add a line for each.

    Raises:
        ValueError: the file cannot be read, or none of the draws for a set counts.
    """
    (bank, plausible), drawn = BANKS[game], lines_of(path)
    numbers = [number for number in range(1, bank.size + 1) if number not in drawn]
    for number in tqdm(numbers, initial=len(drawn), total=bank.size, desc="chart sets", unit="set", smoothing=0):
        chart_set = plausible.draw_set(BANK_SEED, number, wide=number - 1 in bank.parts[WIDE])
        content = {"number": number, "attempt": chart_set.attempt, "sha256": chart_set.charts.sha256}
        files.append_line(path, json.dumps({SET_LINE: content}))


def bank_of(path: Path, game: str) -> ChartSets:
    """Return the bank of a game from a complete file of lines.

    Raises:
        ValueError: the present sources draw other charts, or two sets are equal.
    """
    (bank, plausible), drawn = BANKS[game], lines_of(path)
    records = np.zeros(bank.size, bank.book.record.dtype)
    for number in tqdm(range(1, bank.size + 1), desc="records", unit="set"):
        line = drawn[number]
        rungs = plausible.attempt_rungs(BANK_SEED, number, int(str(line["attempt"])))
        charts = plausible.charts_of(rungs, set_name(number))
        if charts.sha256 != line["sha256"]:
            raise ValueError(f"{path}: {set_name(number)} was drawn by other sources; delete the file to draw again")
        records[number - 1] = charts.record
    digests = tuple(str(drawn[number]["sha256"]) for number in range(1, bank.size + 1))
    if len(set(digests)) < bank.size:
        raise ValueError(f"{path}: two sets are equal; the parts of the bank must be disjoint")
    return ChartSets(records, digests)


def main(words: Sequence[str] | None = None) -> int:
    """Draw the missing sets and write the bank. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.chart_bank", description=str(__doc__).splitlines()[0])
    parser.add_argument("--game", choices=BANKS, default=DEFAULT_GAME, help="the game (default: %(default)s)")
    parser.add_argument("--output", type=Path, metavar="FILE.npz", help="where the bank goes (default: the package)")
    options = parser.parse_args(words)
    bank, _ = BANKS[options.game]
    output = options.output or bank.file
    lines = output.with_suffix(".part.jsonl")
    try:
        if output_path("--output", output).suffix != ".npz":
            raise ValueError(f"--output: got {str(output)!r}, allowed is a file *.npz")
        draw_missing(lines, options.game)
        bank.write(output, bank_of(lines, options.game))
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
