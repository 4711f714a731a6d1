"""The table an evaluation prints."""

from agents.evaluation.figures import Figures, Interval

HEAD = (
    "policy",
    "score",
    "95 % interval",
    "difference",
    "95 % interval",
    "lost",
    "KIA",
    "No-Fly",
    "unfinished",
    "dec/s",
)


def bounds(interval: Interval, sign: str) -> tuple[str, str]:
    """An interval in two cells."""
    return f"{interval.mean:{sign}.1f}", f"[{interval.low:{sign}.1f}, {interval.high:{sign}.1f}]"


def cells(line: Figures) -> tuple[str, ...]:
    """One policy's line."""
    difference = ("baseline", "") if line.difference is None else bounds(line.difference, "+")
    losses = (f"{line.destroyed:.1f}", f"{line.kia:.1f}", f"{line.no_fly:.1f}", str(line.unfinished))
    return (line.policy, *bounds(line.score, ""), *difference, *losses, f"{line.decisions_per_second:,.0f}")


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows of cells in columns, the first to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def level_rows(lines: list[Figures]) -> list[tuple[str, ...]]:
    """Wars by level of victory, one column a policy."""
    rows = [("level of victory, wars", *(line.policy for line in lines))]
    rows += [(level, *(str(line.levels[level]) for line in lines)) for level in lines[0].levels]
    return rows


def table(lines: list[Figures]) -> str:
    """All of it. Losses and No-Flys are means for one war."""
    return "\n".join([*aligned([HEAD, *map(cells, lines)]), "", *aligned(level_rows(lines))])
