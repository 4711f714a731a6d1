"""The command: play in both checkouts, compare, say what differs and what was seen."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import coverage, differences, run
from .checkout import TOOLS, FlightError
from .differences import DifferenceReport, differing, name_differences
from .plan import Scenario, make_plan
from .renames import NamesError, Renames, inverse, read_names
from .run import KeptError, Run

SAME, DIFFERENT, BROKEN = 0, 1, 2


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Prove that two checkouts behave the same: same charts, seeds and actions, same values.",
        epilog="Exit status: 0 the same, 1 different or too little seen, 2 it could not be done.",
    )
    parser.add_argument("old", type=Path, help="folder of the checkout before the change")
    parser.add_argument("new", type=Path, nargs="?", default=TOOLS.parent, help="and after it (default: this one)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="decisions to compare (default: %(default)s)")
    parser.add_argument("--plain", type=int, default=3000, help="of them in plain Python too (default: %(default)s)")
    parser.add_argument("--least", type=int, default=100, help="of each verb and journal kind (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the plan (default: %(default)s)")
    parser.add_argument(
        "--names", type=Path, default=TOOLS / "compare_names.toml", help="table of names (default: %(default)s)"
    )
    keeping = parser.add_mutually_exclusive_group()
    keeping.add_argument("--save", type=Path, metavar="FILE", help="play OLD only and keep its digests")
    keeping.add_argument("--against", type=Path, metavar="FILE", help="take OLD's digests from FILE")
    return parser.parse_args(given)


class Comparison:
    """Two checkouts and what is to be played in both."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self._asked = asked
        self._old, self._new = asked.old.resolve(), asked.new.resolve()
        for folder in (self._old, self._new):
            if not (folder / "stuka_env" / "__init__.py").is_file():
                raise FlightError(f"{folder}: no checkout, it has no stuka_env/__init__.py")
        self._names = read_names(asked.names)
        self._renames = inverse(self._names)
        self._plan: list[Scenario] = make_plan(asked.decisions, asked.plain, asked.seed)
        self._found: list[str] = []
        self._order_kept = True

    def keep(self) -> int:
        """Play the old checkout and keep its digests."""
        before = self._play_old()
        run.save(before, self._asked.save, self._plan)
        print(f"{self._asked.save}: {len(before.digests)} scenarios, {before.seconds:.0f} s")
        return self._conclude(before)

    def compare(self) -> int:
        """Play both and compare."""
        before = run.load(self._asked.against, self._plan) if self._asked.against else self._play_old()
        if self._found:
            return self._conclude(before)
        after = run.play_all(self._new, self._plan, self._renames, lambda now, number: self._check(before, now, number))
        return self._conclude(after)

    def _play_old(self) -> Run:
        return run.play_all(self._old, self._plan, {}, self._check_plain_of_old)

    def _conclude(self, last: Run) -> int:
        """Print what was found; the exit status."""
        if self._found:
            print("\n".join(self._found))
            return DIFFERENT
        print(coverage.table(last.seen))
        kinds = [Renames(self._renames).old("journal", kind) for kind in coverage.KINDS]
        short = (
            coverage.lacking(last.seen, self._asked.decisions, self._asked.least, kinds) if self._asked.least else []
        )
        print("\n".join([f"too little: {line}" for line in short] or [self._verdict(last)]))
        return DIFFERENT if short else SAME

    def _verdict(self, last: Run) -> str:
        if self._asked.save:
            return "Kept."
        order = "the flat vector has the same order" if self._order_kept else "the flat vector has another order"
        return f"The same: {last.seen['decisions']:,} decisions in {last.seconds:.0f} s; {order}."

    # --- checks as the answers come; False ends the run ---

    def _check(self, before: Run, now: Run, number: int) -> bool:
        if number < 0:
            self._found += name_differences(before.schema, now.schema, self._names, Renames(self._renames))
            return not self._found
        if number in now.plain:
            return self._check_plain(now, number, self._new, self._renames)
        old, new = before.digests[number], now.digests[number]
        self._order_kept &= old["order"] == new["order"]
        streams = differing(old, new)
        if streams:
            report = DifferenceReport((self._old, {}, False), (self._new, self._renames, False))
            self._report(self._plan[number], streams, report)
        return not self._found

    def _check_plain_of_old(self, now: Run, number: int) -> bool:
        return number not in now.plain or self._check_plain(now, number, self._old, {})

    def _check_plain(self, now: Run, number: int, checkout: Path, renames: dict[str, dict[str, str]]) -> bool:
        """Whether plain Python says what the compiled code said."""
        streams = differing(now.digests[number], now.plain[number])
        if streams:
            self._found.append(f"{checkout}: plain Python (new) is not the compiled code (old)")
            self._report(
                self._plan[number], streams, DifferenceReport((checkout, renames, False), (checkout, renames, True))
            )
        return not self._found

    def _report(self, scenario: Scenario, streams: list[str], report: DifferenceReport) -> None:
        self._found += [f"different: {', '.join(streams)} of {scenario}", *report.show(scenario)]


def main(given: Sequence[str] | None = None) -> int:
    """Compare as asked; the exit status."""
    asked = arguments(given)
    try:
        comparison = Comparison(asked)
        return comparison.keep() if asked.save else comparison.compare()
    except (FlightError, KeptError, NamesError, OSError) as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        return BROKEN


__all__ = ["differences", "main"]
