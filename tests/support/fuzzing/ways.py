"""The two ways to fuzz, each in a process of its own: in plain Python, and compiled under guard."""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from stuka_env.compiling.code_cache import user_cache
from tests.support.places import ROOT

LONG = 200_000
"""From so many decisions on, everything must have occurred."""
STOPPED = "stopped"
FIELDS = {"decided": "decisions", "effects": "effects of cards", "entries": "kinds of journal entry"}
NOT_ASKED = {"decided": {"NONE"}}
LEAST_ACCEPTED = 0.3
"""Share of the folders offered that the loader must accept, or the fuzz test would try next to nothing."""
PLAIN_SHARE, PLAIN_MOST = 100, 20_000
"""One decision of so many is played again in plain Python, up to a number that takes a few minutes."""


class Way(NamedTuple):
    """A way to run the rules."""

    name: str
    environment: dict[str, str]
    decisions: int
    each: int


def cache_root() -> Path:
    """The folder that belongs to fuzzing: code compiled under guard must not be loaded by anybody else."""
    guard = Path(__file__).with_name("guard.py").read_bytes()
    return user_cache() / "fuzz" / hashlib.sha256(guard).hexdigest()[:12]


def ways(decisions: int, cache: Path) -> list[Way]:
    """Plain Python with a share of the decisions, then compiled under guard."""
    own = {"HYPOTHESIS_STORAGE_DIRECTORY": str(cache / "hypothesis"), "STUKA_ENV_CACHE": str(cache)}
    share = max(1, min(decisions // PLAIN_SHARE, PLAIN_MOST))
    return [
        Way("plain Python", own | {"NUMBA_DISABLE_JIT": "1"}, share, 100),
        Way("compiled", own | {"NUMBA_BOUNDSCHECK": "1"}, decisions, 2500 if decisions < 10 * LONG else 10_000),
    ]


@contextlib.contextmanager
def presses() -> Iterator[list[bool]]:
    """Inside, each Ctrl-C is a truth value in the list that this yields, and nothing more."""
    pressed: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def start(command: list[str], way: Way) -> subprocess.Popen[bytes]:
    """A worker in a session of its own, deaf to Ctrl-C until it is ready for it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.Popen(command, cwd=ROOT, env=environment(way), start_new_session=True)
    finally:
        signal.signal(signal.SIGINT, before)


def wait(process: subprocess.Popen[bytes], pressed: list[bool]) -> int:
    """Wait for a worker; pass Ctrl-C on until it has heard it, and end it at the second."""
    while True:
        try:
            return process.wait(0.5)
        except subprocess.TimeoutExpired:
            if len(pressed) > 1:
                process.kill()
            elif pressed:
                process.send_signal(signal.SIGINT)


def work(way: Way, arguments: list[str], keep: Path) -> dict[str, Any]:
    """Run the worker one way; what it has seen. Raises RuntimeError if it broke."""
    with tempfile.TemporaryDirectory(prefix="stuka-fuzz-") as scratch:
        results = Path(scratch) / "results.json"
        command = [sys.executable, "-W", "error", "-m", "tests.support.fuzzing.worker", "--results", str(results)]
        process = start([*command, "--keep", str(keep), *arguments], way)
        with process, presses() as pressed:
            status = wait(process, pressed)
        if pressed and not results.exists():
            raise KeyboardInterrupt
        if status or not results.exists():
            raise RuntimeError(f"{way.name}: the worker ended with status {status}; its charts are in {keep}/in-hand-*")
        seen: dict[str, Any] = json.loads(results.read_text(encoding="utf-8"))
        return seen


def environment(way: Way) -> dict[str, str]:
    """The environment of a worker, with this checkout's packages first."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return inherited | way.environment | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"}


def told(way: Way, seen: dict[str, Any]) -> str:
    """Return the counts of a worker on one line."""
    rate = seen["decisions"] / max(seen["seconds"], 1e-9)
    share = seen["accepted"] / max(1, seen["offered"])
    return (
        f"{way.name}: {seen['decisions']:,} decisions in {seen['wars']:,} wars "
        f"under {seen['accepted']:,} chart folders ({share:.0%} of those offered), {seen['steps']:,} steps in all ids, "
        f"{seen['seconds']:.0f} s, {rate:,.0f} decisions/s"
    )


def missing(runs: list[dict[str, Any]]) -> list[str]:
    """Return the codes that no run has met."""
    lines = []
    for field, name in FIELDS.items():
        total: Counter[str] = Counter()
        for run in runs:
            total.update(run[field])
        never = [code for code, number in total.items() if not number and code not in NOT_ASKED.get(field, ())]
        if never:
            lines.append(f"{name} that never occurred: {', '.join(never)}")
    offered, accepted = (sum(run[field] for run in runs) for field in ("offered", "accepted"))
    if accepted < LEAST_ACCEPTED * offered:
        lines.append(f"the loader accepted {accepted:,} of {offered:,} folders, too few")
    return lines


def fuzz(decisions: int, seed: int, keep: Path, progress: bool) -> int:
    """Both ways; the exit status."""
    runs = []
    for way in ways(decisions, cache_root()):
        numbers = {"--decisions": way.decisions, "--seed": seed, "--each": way.each}
        arguments = [str(part) for pair in numbers.items() for part in pair]
        seen = work(way, arguments + ["--progress"] * progress, keep)
        runs.append(seen)
        print(("\r" if progress else "") + told(way, seen), flush=True)
        if seen["trouble"] == STOPPED:
            print("stopped; nothing was found so far")
            return 130
        if seen["trouble"]:
            print(seen["trouble"], file=sys.stderr)
            return 1
    refused = sorted(set.intersection(*(set(run["refused"]) for run in runs)))
    if decisions >= LONG:
        print(f"changes that the loader always refused: {'; '.join(refused) or 'none'}")
    lines = missing(runs)
    if decisions >= LONG and lines:
        print("\n".join(lines), file=sys.stderr)
        return 1
    print("\n".join([*lines, "no violation"]))
    return 0


def repeat(charts: Path, war: str | None, plain: bool, keep: Path) -> int:
    """One war, or some, under the charts of a folder; the exit status."""
    way = ways(1, cache_root())[0 if plain else 1]
    seen = work(way, ["--charts", str(charts.resolve())] + (["--war", war] if war else []), keep)
    print(seen["trouble"] or "no violation", file=sys.stderr if seen["trouble"] else sys.stdout)
    return 130 if seen["trouble"] == STOPPED else int(bool(seen["trouble"]))
