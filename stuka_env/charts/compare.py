"""Differences between a player's charts and ours, with the digest that is recorded in replays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from stuka_env.charts.columns import Grid, as_text
from stuka_env.charts.show import LEGEND

LEFT_OUT = "left out"
"""In place of a cell that only one of the two files has."""


class ComparedCharts(Protocol):
    """The charts of a game."""

    @property
    def files(self) -> Mapping[str, Any]:
        """The chart files by name, each with its path."""

    @property
    def sha256(self) -> str:
        """The digest of all values in force."""

    @property
    def folder(self) -> str | None:
        """The folder; None for the charts as shipped."""


@dataclass(frozen=True)
class Difference:
    """An address, and its values in the two files."""

    address: str
    ours: str
    theirs: str


def comparison(
    ours: ComparedCharts, theirs: ComparedCharts, differences: Callable[[Any, Any], list[Difference]]
) -> str:
    """Return the charts that a folder replaces and their differences from ours, as plain text.

    Args:
        ours: the charts as shipped.
        theirs: the charts of the folder.
        differences: the cells of a chart file that differ in two charts.
    """
    replaced = [name for name, file in theirs.files.items() if file.path != ours.files[name].path]
    all_changes = {name: differences(ours.files[name], theirs.files[name]) for name in replaced}
    changed = {name: changes for name, changes in all_changes.items() if changes}
    same = [name for name in replaced if name not in changed]
    blocks = [_summary(theirs, len(replaced)), *(_chart(name, changes) for name, changes in changed.items())]
    blocks += [LEGEND] if changed else []
    blocks += [f"The same as ours: {', '.join(same)}."] if same else []
    return "\n\n".join([*blocks, _total(changed) + "\n" + _hashes(ours, theirs)])


def _summary(theirs: ComparedCharts, replaced: int) -> str:
    count = len(theirs.files)
    rest = "" if replaced == count else "; the others stay ours"
    return f"{theirs.folder} can be used. It replaces {replaced} of {count} charts{rest}."


def _chart(name: str, changes: list[Difference]) -> str:
    rows = [[change.address, change.ours, "->", change.theirs] for change in changes]
    return as_text([Grid(f"{name}: {_count(len(changes))}", ["cell", "ours", "", "theirs"], rows)])


def _count(differing: int) -> str:
    return "1 cell differs" if differing == 1 else f"{differing} cells differ"


def _total(changed: Mapping[str, list[Difference]]) -> str:
    if not changed:
        return "No difference."
    charts = "1 chart" if len(changed) == 1 else f"{len(changed)} charts"
    return f"{_count(sum(map(len, changed.values())))} in {charts}."


def _hashes(ours: ComparedCharts, theirs: ComparedCharts) -> str:
    if ours.sha256 == theirs.sha256:
        return f"SHA-256: {ours.sha256}, as ours"
    return f"SHA-256: {theirs.sha256}\nOurs:    {ours.sha256}"
