"""All that one checkout said: played now, or kept in a file."""

import dataclasses
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .checkout import fly
from .plan import Scenario
from .schema import Schema

FORMAT = 1
DRIVER = 3
"""To be raised whenever the driver plays or notes something else for the same scenario: kept digests are stale then."""


class KeptError(ValueError):
    """Kept digests cannot be used; the message gives the reason in one line."""


@dataclass
class Run:
    """Answers of a checkout.

    Attributes:
        checkout: its folder.
        schema: its names.
        digests: for each scenario a digest for each kind of value.
        plain: the same of the scenarios that were played in plain Python.
        seen: counts of what occurred.
        seconds: how long it took.
    """

    checkout: str
    schema: Schema = field(default_factory=dict)
    digests: dict[int, dict[str, str]] = field(default_factory=dict)
    plain: dict[int, dict[str, str]] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def plan_digest(scenarios: Sequence[Scenario]) -> str:
    """Stands for what is played, and for the driver that plays it."""
    text = json.dumps([DRIVER, *(dataclasses.asdict(scenario) for scenario in scenarios)])
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def play_all(
    checkout: Path,
    scenarios: Sequence[Scenario],
    renames: Mapping[str, Mapping[str, str]],
    check: Callable[[Run, int], bool] = lambda run, number: True,
) -> Run:
    """Play everything in a checkout, compiled and then the share in plain Python.

    Args:
        checkout: its folder.
        scenarios: the plan.
        renames: takes its names back to the old ones.
        check: called after the names (-1) and after each scenario; False ends the run.
    """
    run = Run(str(checkout))
    start = time.monotonic()
    for plain in (False, True):
        chosen = [scenario for scenario in scenarios if scenario.plain or not plain]
        if chosen and not _play(run, checkout, chosen, renames, plain, check):
            break
    run.seconds = time.monotonic() - start
    return run


def _play(
    run: Run,
    checkout: Path,
    scenarios: Sequence[Scenario],
    renames: Mapping[str, Mapping[str, str]],
    plain: bool,
    check: Callable[[Run, int], bool],
) -> bool:
    """Run one child's part; return False if it was ended early."""
    lines = fly(checkout, scenarios, renames, plain)
    try:
        for done, answer in enumerate(lines):
            number = answer.get("number", -1)
            if "schema" in answer:
                run.schema = run.schema or answer["schema"]
            else:
                (run.plain if plain else run.digests)[number] = answer["digests"]
                run.seen.update({"plain decisions": answer["seen"]["decisions"]} if plain else answer["seen"])
            progress(checkout, done, len(scenarios), run.seen["decisions"], plain)
            if not check(run, number):
                return False
    finally:
        lines.close()  # type: ignore[attr-defined]
        print(file=sys.stderr)
    return True


def progress(checkout: Path, done: int, of: int, decisions: int, plain: bool) -> None:
    """Say how far it is."""
    way = "plain Python" if plain else f"{decisions:,} decisions"
    print(f"\r{checkout}: scenario {done} of {of}, {way}   ", end="", file=sys.stderr, flush=True)


def save(run: Run, path: Path, scenarios: Sequence[Scenario]) -> None:
    """Keep what a checkout said."""
    kept: dict[str, Any] = {"format": FORMAT, "plan": plan_digest(scenarios)} | vars(run)
    path.write_text(json.dumps(kept), encoding="utf-8")


def load(path: Path, scenarios: Sequence[Scenario]) -> Run:
    """Load the earlier answers of a checkout.

    Raises:
        KeptError: it is no such file, or of another plan or driver.
    """
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept.pop("format") != FORMAT:
            raise KeptError(f"{path}: another format")
        plan = kept.pop("plan")
        run = Run(**kept)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise KeptError(f"{path}: no kept digests: {error}") from None
    if plan != plan_digest(scenarios):
        raise KeptError(f"{path}: kept with other --decisions, --plain or --seed, or by another driver: save it anew")
    run.digests = {int(number): digests for number, digests in run.digests.items()}
    run.plain = {int(number): digests for number, digests in run.plain.items()}
    run.seen = Counter(run.seen)
    return run
