"""Provenance of each cell: printed in the rulebook's text, fixed by an example, derived, or reconstructed.

A file's ``[provenance]`` table gives a ``default`` and exceptions by address: a cell ("hit.Airframe.6"), some totals
("weather.2-8") or a whole column ("hit.Airframe"). The closest address that covers a cell counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stuka_env.charts.words import TOTAL_FORM, fail, printable_text

PROVENANCE_KINDS = ("printed", "example", "derived", "reconstructed")
CITED = ("printed", "example")
EXPECTED = "printed: SECTION, example: SECTION, derived or reconstructed"
DEFAULT = "default"
BEYOND = 999
NOT_COVERED, SOME_TOTALS, ITSELF = 0, 1000, 1001
"""Ranks of an address for a cell; a column ranks by its length, far below SOME_TOTALS."""


@dataclass(frozen=True)
class Provenance:
    """Class of a cell, and the section that states it; empty for our own values."""

    kind: str
    source: str


def read_provenance(file: str, raw: object, addresses: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], Provenance]:
    """Return the provenance of every cell. Raises ChartError for a bad entry or an address of no cell."""
    entries = _entries(file, raw)
    cells = list(addresses)
    closest = dict.fromkeys(cells, (NOT_COVERED, entries[DEFAULT]))
    for address, origin in entries.items():
        if address == DEFAULT:
            continue
        ranks = {cell: _rank(address, cell) for cell in cells}
        if not any(ranks.values()):
            raise fail(file, "provenance", "the address of a cell", address)
        for cell, rank in ranks.items():
            if rank and rank >= closest[cell][0]:
                closest[cell] = (rank, origin)
    return {cell: origin for cell, (_, origin) in closest.items()}


def _entries(file: str, raw: object) -> Mapping[str, Provenance]:
    if not isinstance(raw, dict) or DEFAULT not in raw:
        raise fail(file, "provenance", "a table with at least a default", raw)
    return {address: _provenance(file, address, word) for address, word in raw.items()}


def _provenance(file: str, address: str, raw: object) -> Provenance:
    kind, _, source = raw.partition(":") if isinstance(raw, str) else ("", "", "")
    kind, source = kind.strip(), source.strip()
    if kind not in PROVENANCE_KINDS or (kind in CITED and not source):
        raise fail(file, f"provenance.{address}", EXPECTED, raw)
    return Provenance(kind, printable_text(file, f"provenance.{address}", source))


def _rank(address: str, cell: tuple[str, ...]) -> int:
    """Return the rank of an address for a cell: the cell itself, totals, or a column (longer is closer); else 0."""
    name = ".".join(cell)
    if name == address:
        return ITSELF
    if name.startswith(address + "."):
        return len(address)
    head, _, totals = address.rpartition(".")
    return SOME_TOTALS if ".".join(cell[:-1]) == head and _overlap(totals, cell[-1]) else NOT_COVERED


def _overlap(totals: str, label: str) -> bool:
    """Whether a cell's label and an address have totals in common, because a player may group them differently."""
    wanted, have = _bounds(totals), _bounds(label)
    return wanted is not None and have is not None and wanted[0] <= have[1] and have[0] <= wanted[1]


def _bounds(totals: str) -> tuple[int, int] | None:
    """Return the lowest and the highest total of a label; None if it names no totals."""
    match = TOTAL_FORM.fullmatch(totals)
    if match is None:
        return None
    low, high = int(match[2]), int(match[3] or match[2])
    return -BEYOND if match[1] == "<=" else low, BEYOND if match[1] == ">=" or match[4] else high
