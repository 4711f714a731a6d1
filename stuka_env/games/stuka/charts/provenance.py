"""Provenance of each cell: printed in the rulebook's text, fixed by an example, derived, or reconstructed.

A file's ``[provenance]`` table gives a ``default`` and exceptions by address: a cell ("score.Large.6"), some faces
("intensity.2-4") or a whole column ("score.Large"). The closest address that covers a cell counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stuka_env.games.stuka.charts.axes import FACE_FORM, fail, printable_text

PROVENANCE_KINDS = ("printed", "example", "derived", "reconstructed")
CITED = ("printed", "example")
EXPECTED = "printed: SECTION, example: SECTION, derived or reconstructed"
DEFAULT = "default"
BEYOND = 99
NOT_COVERED, FACES, ITSELF = 0, 1000, 1001
"""Ranks of an address for a cell; a column ranks by its length, far below FACES."""


@dataclass(frozen=True)
class Provenance:
    """Class of a cell and the section that states it (empty for what is ours)."""

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
    """Return the rank of an address for a cell: the cell itself, faces, or a column (longer is closer); else 0."""
    name = ".".join(cell)
    if name == address:
        return ITSELF
    if name.startswith(address + "."):
        return len(address)
    head, _, faces = address.rpartition(".")
    return FACES if ".".join(cell[:-1]) == head and _within(faces, cell[-1]) else NOT_COVERED


def _within(faces: str, label: str) -> bool:
    """Whether a cell's label lies in the faces of an address."""
    wanted, have = FACE_FORM.fullmatch(faces), FACE_FORM.fullmatch(label)
    if wanted is None or have is None:
        return False
    low, high, face = int(wanted[2]), int(wanted[3] or wanted[2]), int(have[2])
    low = -BEYOND if wanted[1] == "<=" else low
    high = BEYOND if wanted[1] == ">=" else high
    return low <= face <= high
