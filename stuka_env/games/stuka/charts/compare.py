"""Differences between a player's charts and ours, cell by cell, with the hash that is recorded in replays.

Values are compared, not spelling. The hash of :func:`stuka_env.games.stuka.charts.load_charts` differs exactly if a
difference is listed here. Headings and provenance change nothing in play.
"""

from collections.abc import Iterator, Mapping

from stuka_env.charts import compare
from stuka_env.charts.compare import LEFT_OUT, Difference
from stuka_env.charts.show import letter
from stuka_env.games.stuka.charts.axes import Cell
from stuka_env.games.stuka.charts.lists import EventCard
from stuka_env.games.stuka.charts.loader import ChartFile, LoadedCharts
from stuka_env.games.stuka.charts.show import effect_text

Spot = tuple[tuple[str, ...], tuple[int, ...]]
"""A table and one index of its fields."""


def comparison(ours: LoadedCharts, theirs: LoadedCharts) -> str:
    """Return the charts that a folder replaces and their differences from ours, as plain text."""
    return compare.comparison(ours, theirs, differences)


def differences(ours: ChartFile, theirs: ChartFile) -> list[Difference]:
    """Cells, levels of victory and cards of one chart whose values differ, in the chart's order."""
    return [*_cells(ours, theirs), *_levels(ours, theirs), *_cards(ours, theirs)]


def _cells(ours: ChartFile, theirs: ChartFile) -> Iterator[Difference]:
    """Yield differing cells; a cell that fills several totals comes once."""
    here, there = _by_spot(ours), _by_spot(theirs)
    pairs: dict[tuple[str, str], tuple[Cell | None, Cell | None]] = {}
    for spot in here | there:
        old, new = here.get(spot), there.get(spot)
        if old is None or new is None or old.values != new.values:
            pairs[old.address if old else "", new.address if new else ""] = old, new
    for old, new in pairs.values():
        yield Difference(_address(old, new), _cell_text(ours, old), _cell_text(theirs, new))


def _by_spot(file: ChartFile) -> dict[Spot, Cell]:
    return {(cell.path, index): cell for cell in file.cells for index in cell.indexes()}


def _address(old: Cell | None, new: Cell | None) -> str:
    """Return the address of the cell that fills less: two cells differ where both are in force."""
    cells = [cell for cell in (old, new) if cell is not None]
    return min(cells, key=lambda cell: sum(1 for _ in cell.indexes())).address


def _cell_text(file: ChartFile, cell: Cell | None) -> str:
    return LEFT_OUT if cell is None else _marked(file, cell.text, cell.path + cell.labels)


def _marked(file: ChartFile, text: str, address: tuple[str, ...]) -> str:
    return f"{text} {letter(file.provenance[address])}"


def _levels(ours: ChartFile, theirs: ChartFile) -> Iterator[Difference]:
    old, new = ({name: str(bound) for name, bound in file.levels} for file in (ours, theirs))
    return _listed("levels", ours=ours, theirs=theirs, old=old, new=new)


def _cards(ours: ChartFile, theirs: ChartFile) -> Iterator[Difference]:
    old, new = ({card.slug: _card_text(card) for card in file.cards} for file in (ours, theirs))
    yield from _listed("card", ours=ours, theirs=theirs, old=old, new=new)
    yield from _order([*old], [*new])


def _card_text(card: EventCard) -> str:
    return f"{card.name}: {effect_text(card)}"


def _listed(
    what: str, *, ours: ChartFile, theirs: ChartFile, old: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[Difference]:
    """Yield differing entries of a list, by name."""
    for name in {**old, **new}:
        if old.get(name) != new.get(name):
            addresses = [
                _marked(file, entries[name], (what, name)) if name in entries else LEFT_OUT
                for file, entries in ((ours, old), (theirs, new))
            ]
            yield Difference(f"{what}.{name}", *addresses)


def _order(old: list[str], new: list[str]) -> Iterator[Difference]:
    """Yield the first card that has another place. The rules know a card by its place in the deck."""
    common = zip((slug for slug in old if slug in new), (slug for slug in new if slug in old), strict=True)
    moved = next(((mine, other) for mine, other in common if mine != other), None)
    if moved:
        mine, other = moved
        yield Difference("order of the cards", f"{mine} before {other}", f"{other} before {mine}")
