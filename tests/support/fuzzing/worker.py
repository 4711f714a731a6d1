"""The process that fuzzes: it plays under random chart folders and reports what it saw.

:mod:`tests.support.fuzzing.ways` starts it with the right environment: compiled under guard, or in plain Python.
"""

import argparse
import hashlib
import json
import shutil
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from numba import config

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Decision, Effect, Entry
from tests.support.fuzzing.folders import (
    BETWEEN,
    HIGH,
    LOW,
    OTHERS,
)
from tests.support.fuzzing.fuzzer import Fuzz, ViolationError
from tests.support.fuzzing.guard import forbid_negative_indexes
from tests.support.fuzzing.play import POLICIES, FuzzArena
from tests.support.fuzzing.spelling import KEYS
from tests.support.wars import WarKind, read_war, wars

CODES = {"decisions": Decision, "effects": Effect, "entries": Entry}


def results(fuzz: Fuzz, trouble: str) -> dict[str, Any]:
    """Return the counts of a run as JSON values."""
    tally = fuzz.arena.tally
    for field, codes in CODES.items():
        counts: Counter[str] = getattr(fuzz.seen, {"decisions": "decided"}.get(field, field))
        counts.update({code.name: int(getattr(tally, field)[code]) for code in codes})
    keys = [f"{key}: {end}" for key in (*OTHERS, *KEYS) for end in (LOW, HIGH, BETWEEN)]
    refused = [key for key in keys if not fuzz.seen.keys[key]]
    return vars(fuzz.seen) | {"refused": refused, "seconds": time.monotonic() - fuzz.started, "trouble": trouble}


def describe(fuzz: Fuzz, keep: Path) -> str:
    """The violation in hand with the keys to blame and the line that repeats it; its charts are kept."""
    folder = fuzz.fewest(fuzz.in_hand)
    try:
        fuzz.judge(folder)
    except ViolationError as error:
        text, _, where = str(error).partition("\n")
    kept = keep / f"charts-{hashlib.sha256(repr(folder).encode()).hexdigest()[:12]}"
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(fuzz.folder, kept)
    war = f" --war {where.split()[-1]}" if where.split()[:1] == ["war"] else ""
    lines = [text, *(f"  changed: {change}" for change in folder.changes), *([where] if where and not war else [])]
    return "\n".join(
        [*lines, f"  repeat it: python -m tools.fuzz charts --charts {kept}{war}{' --plain' * fuzz.plain}"]
    )


def repeat(arena: FuzzArena, folder: Path, war: WarKind | None) -> str:
    """Play one war under the charts of a folder, or many; what is wrong."""
    charts = load_charts(folder)
    for chosen in [war] if war else [war for war, _ in zip(wars(0, POLICIES, journals=True), range(200), strict=False)]:
        trouble = arena.play(chosen, charts)
        if trouble:
            return f"{trouble}\n  war {chosen.name()}"
    return ""


def main() -> int:
    """The process: arguments from :mod:`tests.support.fuzzing.ways`, results as JSON; its exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--decisions", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=2500)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--charts", type=Path)
    parser.add_argument("--war")
    parser.add_argument("--progress", action="store_true")
    chosen = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it is started deaf
    plain = bool(config.DISABLE_JIT)
    if not plain:
        forbid_negative_indexes()
    fuzz = Fuzz(plain, chosen.each, chosen.keep, chosen.progress)
    trouble = ""
    try:
        if chosen.charts:
            war = read_war(chosen.war) if chosen.war else None
            trouble = repeat(fuzz.arena, chosen.charts, war)
        else:
            fuzz.warm_up()
            fuzz.run(chosen.decisions, chosen.seed)
    except ViolationError:
        trouble = describe(fuzz, chosen.keep)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it comes until this process has ended
        trouble = "stopped"
    finally:
        fuzz.close()
    chosen.results.write_text(json.dumps(results(fuzz, trouble)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
