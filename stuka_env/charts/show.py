"""Charts as tables for people: plain text for the terminal, Markdown for the documentation.

Every cell carries a letter for its provenance: p printed, e example, d derived, r reconstructed.
"""

from collections import Counter
from collections.abc import Iterable

from stuka_env.charts.lists import EventCard
from stuka_env.charts.loader import ChartFile, LoadedCharts
from stuka_env.charts.provenance import CITED, KINDS, Provenance

Grid = tuple[str, list[str], list[list[str]]]
"""Title, headings and rows of one table."""
LEGEND = "Provenance of a cell: " + ", ".join(f"{kind[0]} {kind}" for kind in KINDS) + "."


def counts(file: ChartFile) -> Counter[str]:
    """How many cells of each provenance class a chart has."""
    return Counter(origin.kind for origin in file.provenance.values())


def total_counts(charts: LoadedCharts) -> Counter[str]:
    """How many cells of each provenance class all charts have."""
    return sum((counts(file) for file in charts.files.values()), Counter())


def overview(charts: LoadedCharts) -> str:
    """The list of charts with their counts, as plain text."""
    return as_text([_overview_grid(charts)])


def chart_text(charts: LoadedCharts, name: str) -> str:
    """One chart as plain text. Raises KeyError for a chart that does not exist."""
    file = charts.files[name]
    head = [file.head["title"], f"Rulebook {file.head['section']}; dice: {file.head['dice']}.", file.head["about"]]
    return "\n".join([*head, LEGEND, "", as_text(grids(file)), "", *_sources(file)]).rstrip()


def chart_markdown(charts: LoadedCharts, name: str) -> str:
    """One chart as Markdown. Raises KeyError for a chart that does not exist."""
    file = charts.files[name]
    head = file.head
    lines = [
        f"## {head['title']}",
        "",
        f"`{name}.toml`; rulebook {head['section']}; dice: {head['dice']}; read by: {head['read_by']}.",
        "",
        head["about"],
        "",
    ]
    sources = [f"- {line}" for line in _sources(file)]
    return "\n".join([*lines, _markdown(grids(file)), *sources]).rstrip() + "\n"


def overview_markdown(charts: LoadedCharts) -> str:
    """The list of charts with their counts, as Markdown."""
    return _markdown([_overview_grid(charts)])


def grids(file: ChartFile) -> list[Grid]:
    """A chart's cells as tables, in file order."""
    panels: dict[tuple[str, ...], dict[tuple[str, str], str]] = {}
    for cell in file.cells:
        address = cell.path + cell.labels
        split = max(1, len(address) - 2)
        row, column = address[split:] if len(address) > 2 else (address[1], "")
        panels.setdefault(address[:split], {})[row, column] = f"{cell.text} {letter(file.provenance[address])}"
    made = [_grid(" / ".join(panel), cells) for panel, cells in panels.items()]
    return made + _level_grids(file) + _card_grids(file)


def _grid(title: str, cells: dict[tuple[str, str], str]) -> Grid:
    """Lines and columns such that the table is taller than wide."""
    firsts, seconds = (list(dict.fromkeys(key[place] for key in cells)) for place in (0, 1))
    if len(seconds) > len(firsts):
        cells = {(second, first): text for (first, second), text in cells.items()}
        firsts, seconds = sorted(seconds, key=_face), firsts
    rows = [[first, *(cells.get((first, second), "") for second in seconds)] for first in firsts]
    return title, ["", *seconds], rows


def _face(label: str) -> int:
    """Order of die totals; words keep their own."""
    digits = label.lstrip("<=>")
    return int(digits) if digits.lstrip("-").isdigit() else 0


def _level_grids(file: ChartFile) -> list[Grid]:
    rows = [[name, f"{bound} {letter(file.provenance['levels', name])}"] for name, bound in file.levels]
    return [("levels", ["", "from"], rows)] if rows else []


def _card_grids(file: ChartFile) -> list[Grid]:
    rows = [
        [card.slug, card.name, f"{effect_text(card)} {letter(file.provenance['card', card.slug])}"]
        for card in file.cards
    ]
    return [("card", ["id", "name", "effect"], rows)] if rows else []


def effect_text(card: EventCard) -> str:
    """Effect and amount of a card, as its file has them."""
    return f"{card.word} {card.says}".strip()


def _overview_grid(charts: LoadedCharts) -> Grid:
    rows = [
        [name, file.head["title"], *(str(counts(file)[kind]) for kind in KINDS)] for name, file in charts.files.items()
    ]
    every = total_counts(charts)
    rows.append(["all", "", *(str(every[kind]) for kind in KINDS)])
    return "", ["chart", "title", *KINDS], rows


def letter(origin: Provenance) -> str:
    """The mark of a provenance class beside a cell."""
    return origin.kind[0]


def _sources(file: ChartFile) -> list[str]:
    """One line for each section that states cells: which ones."""
    stated: dict[Provenance, list[str]] = {}
    for address, origin in file.provenance.items():
        if origin.kind in CITED:
            stated.setdefault(origin, []).append(".".join(address))
    return [f"{origin.kind}, {origin.source}: {_shortened(file, cells)}" for origin, cells in stated.items()]


def _shortened(file: ChartFile, cells: list[str]) -> str:
    """Addresses of cells, those of one column or line together."""
    if len(cells) == len(file.provenance):
        return "every cell"
    sizes = Counter(".".join(address[:-1]) for address in file.provenance)
    grouped: dict[str, list[str]] = {}
    for cell in cells:
        column, _, last = cell.rpartition(".")
        grouped.setdefault(column, []).append(last)
    return "; ".join(
        column if len(lasts) == sizes[column] > 1 else f"{column} {', '.join(lasts)}"
        for column, lasts in grouped.items()
    )


def _widths(heading: list[str], rows: list[list[str]]) -> list[int]:
    return [max(len(line[place]) for line in (heading, *rows)) for place in range(len(heading))]


def as_text(tables: Iterable[Grid]) -> str:
    """Tables as plain text, in columns."""
    blocks = []
    for title, heading, rows in tables:
        widths = _widths(heading, rows)
        rule = ["-" * width for width in widths]
        lines = [_padded(line, widths, "  ") for line in (heading, rule, *rows)]
        blocks.append("\n".join(([title] if title else []) + lines))
    return "\n\n".join(blocks)


def _markdown(tables: Iterable[Grid]) -> str:
    blocks = []
    for title, heading, rows in tables:
        lines = ["| " + " | ".join(_escaped(line)) + " |" for line in (heading, ["---"] * len(heading), *rows)]
        blocks.append("\n".join(([f"**{title}**", ""] if title else []) + lines))
    return "\n\n".join(blocks) + "\n"


def _escaped(line: list[str]) -> list[str]:
    return [text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;") for text in line]


def _padded(line: list[str], widths: list[int], gap: str) -> str:
    return gap.join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
