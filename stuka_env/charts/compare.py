"""Differences between a player's charts and ours, cell by cell, with the digest that is recorded in replays.

Values are compared, not spelling. The digests differ if and only if a difference is listed here. Headings and
provenance change nothing in play.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stuka_env.charts.axes import Cell
from stuka_env.charts.columns import Grid, as_text
from stuka_env.charts.loader import ChartFile, LoadedCharts
from stuka_env.charts.show import LEGEND, letter

LEFT_OUT = "left out"
"""In place of a cell that only one of the two files has."""


Spot = tuple[tuple[str, ...], int, tuple[int, ...]]
"""A table, the part of a row, and one index of its fields."""


@dataclass(frozen=True)
class Difference:
    """An address, and its values in the two files."""

    address: str
    ours: str
    theirs: str


def comparison(ours: LoadedCharts[Any], theirs: LoadedCharts[Any]) -> str:
    """Return the charts that a folder replaces and their differences from ours, as plain text."""
    replaced = [name for name, file in theirs.files.items() if file.path != ours.files[name].path]
    all_changes = {name: differences(ours.files[name], theirs.files[name]) for name in replaced}
    changed = {name: changes for name, changes in all_changes.items() if changes}
    same = [name for name in replaced if name not in changed]
    blocks = [_summary(theirs, len(replaced)), *(_chart(name, changes) for name, changes in changed.items())]
    blocks += [LEGEND] if changed else []
    blocks += [f"The same as ours: {', '.join(same)}."] if same else []
    return "\n\n".join([*blocks, _total(changed) + "\n" + _hashes(ours, theirs)])


def differences(ours: ChartFile, theirs: ChartFile) -> list[Difference]:
    """Return the cells and entries of one chart whose values differ, in the chart's order."""
    lists = [difference for key in ours.lists for difference in _entries(key, ours, theirs)]
    return [*_cells(ours, theirs), *lists]


def _cells(ours: ChartFile, theirs: ChartFile) -> Iterator[Difference]:
    """Yield differing cells; a cell that fills several totals comes once."""
    here, there = _by_spot(ours), _by_spot(theirs)
    pairs: dict[tuple[str, str], tuple[Cell | None, Cell | None]] = {}
    for spot in here | there:
        old, new = here.get(spot), there.get(spot)
        if old is None or new is None or old.in_force != new.in_force:
            pairs[old.address if old else "", new.address if new else ""] = old, new
    for old, new in pairs.values():
        yield Difference(_address(old, new), _cell_text(ours, old), _cell_text(theirs, new))


def _by_spot(file: ChartFile) -> dict[Spot, Cell]:
    return {
        (cell.path, cell.part, index): cell for cell in file.cells if not cell.is_left_out for index in cell.indexes()
    }


def _address(old: Cell | None, new: Cell | None) -> str:
    """Return the address of the cell that fills less, because two cells differ where both are in force."""
    both = [cell for cell in (old, new) if cell is not None]
    return min(both, key=lambda cell: sum(1 for _ in cell.indexes())).address


def _cell_text(file: ChartFile, cell: Cell | None) -> str:
    return LEFT_OUT if cell is None else _marked(file, cell.text, cell.path + cell.labels)


def _marked(file: ChartFile, text: str, address: tuple[str, ...]) -> str:
    return f"{text} {letter(file.provenance[address])}"


def _entries(key: str, ours: ChartFile, theirs: ChartFile) -> Iterator[Difference]:
    """Yield the differing entries of a list, by name, and the first one that has another place."""
    files = [(file, {entry.name: entry.text for entry in file.lists[key]}) for file in (ours, theirs)]
    (_, old), (_, new) = files
    for name in old | new:
        if old.get(name) != new.get(name):
            texts = [_marked(file, texts[name], (key, name)) if name in texts else LEFT_OUT for file, texts in files]
            yield Difference(f"{key}.{name}", *texts)
    both = zip((name for name in old if name in new), (name for name in new if name in old), strict=True)
    moved = next(((mine, other) for mine, other in both if mine != other), None)
    if moved is not None:
        mine, other = moved
        yield Difference(f"order of [[{key}]]", f"{mine} before {other}", f"{other} before {mine}")


def _summary(theirs: LoadedCharts[Any], replaced: int) -> str:
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


def _hashes(ours: LoadedCharts[Any], theirs: LoadedCharts[Any]) -> str:
    if ours.sha256 == theirs.sha256:
        return f"SHA-256: {ours.sha256}, as ours"
    return f"SHA-256: {theirs.sha256}\nOurs:    {ours.sha256}"
