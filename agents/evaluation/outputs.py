"""Outputs of an evaluation besides the report: tables on the screen, every war as CSV, the figures as JSON."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from agents.evaluation.comparison import Figures, Flights
from agents.evaluation.intervals import CONFIDENCE, Interval, SingleWar
from agents.evaluation.kept_wars import KeptWar
from agents.evaluation.options import PolicyGroup
from stuka_env.flights.episodes import Flown
from stuka_env.quoting import printable
from stuka_env.rules.mat import LOG_LENGTH

# --- files ---

RESULT_COLUMNS = ("score", "level", "destroyed", "kia", "no_fly", "missions")
CSV_COLUMNS = (
    "policy", "member", "war", "seed", *RESULT_COLUMNS, "decisions", "finished", "kills", "mission_bonus",
    "operation_bonus", "campaign_bonus", "gambles", "gambles_lost", "luck",
)  # fmt: skip


LUCK_DECIMALS = 3
"""Decimal places of the luck of a war."""


def log_sums(flown: Flown) -> list[list[int]]:
    """Return the columns from kills to gambles_lost. Bonuses are in points as earned, without their weights."""
    written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
    gambles = flown.logs["gamble"] * written
    sums = [(flown.logs[name] * written).sum(axis=1, dtype=int) for name in ("kills", "bonus")]
    sums += [flown.tracks["operation_bonus"].sum(axis=1, dtype=int), flown.tracks["campaign_bonus"]]
    return [column.tolist() for column in (*sums, (gambles > 0).sum(axis=1), (gambles == 2).sum(axis=1))]


def war_rows(policy: str, member: str, flown: Flown) -> list[tuple[Any, ...]]:
    """Return the CSV row of each war."""
    columns = [flown.results[name].tolist() for name in RESULT_COLUMNS]
    others = (flown.decisions.tolist(), flown.finished.astype(int).tolist())
    luck = np.round(flown.luck, LUCK_DECIMALS).tolist()
    lines = zip(flown.seeds.tolist(), *columns, *others, *log_sums(flown), luck, strict=True)
    return [(policy, member, war, *line) for war, line in enumerate(lines)]


def csv_text(groups: Sequence[PolicyGroup], flights: Sequence[Flights]) -> str:
    """Return every war of every policy as CSV; ``member`` names the training, and is empty for a single policy."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for group, flown in zip(groups, flights, strict=True):
        for policy, wars in zip(group.members, flown, strict=True):
            member = "" if policy.name == group.name else policy.name
            writer.writerows(war_rows(group.name, member, wars))
    return text.getvalue()


def as_mapping(value: Any) -> Any:
    """Convert named tuples to mappings, at every depth."""
    if hasattr(value, "_asdict"):
        return {name: as_mapping(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {name: as_mapping(item) for name, item in value.items()}
    return [as_mapping(item) for item in value] if isinstance(value, list | tuple) else value


def results(settings: dict[str, Any], lines: Sequence[Figures]) -> dict[str, Any]:
    """Return the settings and the figures, as mappings for JSON."""
    single = lines[0].score.low is None
    return {
        **settings,
        "intervals": NO_INTERVALS if single else f"bootstrap over the wars, {CONFIDENCE:.0%}",
        "baseline": lines[0].policy,
        "policies": [as_mapping(line) for line in lines],
    }


def with_kept_wars(contents: dict[str, Any], kept: Sequence[KeptWar]) -> dict[str, Any]:
    """Return the results with the saved wars added."""
    return contents | {"kept_wars": [as_mapping(war) for war in kept]}


def json_text(contents: dict[str, Any]) -> str:
    """Return the text of ``results.json``."""
    return json.dumps(contents, indent=2, allow_nan=False) + "\n"


# --- the tables on the screen, 120 columns at most ---

NO_INTERVALS = "none: one war cannot be generalised to other wars"

WIDEST_NAME = 28
TABLE_HEAD = (
    "policy", "score", "95 % interval", "difference", "95 % interval", "better", "lost", "KIA", "No-Fly", "unfinished",
    "dec/s",
)  # fmt: skip
HEAD_MEANS = """\
Means for one war. better: probability of a higher score than {baseline} in the same war, a draw as half;
lost: aircraft destroyed; KIA: people killed; No-Fly: missions not flown;
unfinished: wars that did not end; dec/s: decisions a second."""
ADJUSTED_HEAD = ("luck-adjusted", "score", "95 % interval", "difference", "95 % interval", "worth")
ADJUSTED_MEANS = """\
Less the points that dice and cards brought, so the luck of the wars is taken out; the expected score is the same.
worth: wars that plain scores need for what one adjusted war tells; "-" below 30 wars."""
SOURCES_HEAD = (
    "policy",
    "attacks",
    "kills",
    "mission bonus",
    "operation bonus",
    "campaign bonus",
    "Gambles",
    "Gambles lost",
)
SOURCES_MEANS = "Points by source, and Rudel Gambles taken and lost; means for one war."
CRASHED = "crashed"


def numbered(count: int, noun: str) -> str:
    """Format a number of things: ``1 war``, ``2,000 wars``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def short(name: str) -> str:
    """Shorten a name to the width of its column. A long name keeps its beginning and its end, where files differ."""
    name = printable(name)
    if len(name) <= WIDEST_NAME:
        return name
    letters = WIDEST_NAME - 3
    return f"{name[: letters // 3]}...{name[-(letters - letters // 3) :]}"


def bounds(interval: Interval | SingleWar, sign: str) -> tuple[str, str]:
    """Format a mean and its interval as two cells; the second is "none" if there is no interval."""
    ends = "none" if interval.low is None else f"[{interval.low:{sign}.1f}, {interval.high:{sign}.1f}]"
    return f"{interval.mean:{sign}.1f}", ends


def cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's line."""
    difference = ("baseline", "") if line.difference is None else bounds(line.difference, "+")
    better = "" if line.better is None else f"{line.better.mean:.2f}"
    unfinished = f"{line.unfinished} ILLEGAL" if line.unfinished and line.illegal else str(line.unfinished)
    losses = (f"{line.destroyed:.1f}", f"{line.kia:.1f}", f"{line.no_fly:.1f}", unfinished)
    return (
        short(line.policy), *bounds(line.score, ""), *difference, better, *losses, f"{line.decisions_per_second:,.0f}"
    )  # fmt: skip


def adjusted_cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's luck-adjusted line."""
    difference = ("baseline", "") if line.adjusted_difference is None else bounds(line.adjusted_difference, "+")
    return (
        short(line.policy),
        *bounds(line.adjusted, ""),
        *difference,
        "-" if line.precision is None else f"{line.precision:.1f}",
    )


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align rows of cells in columns: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def level_rows(lines: Sequence[Figures]) -> list[tuple[str, ...]]:
    """Return the share of wars on each level of victory, one row for each policy."""
    rows = [("wars ending in", *lines[0].levels)]
    return rows + [(short(line.policy), *(f"{n / line.wars:.0%}" for n in line.levels.values())) for line in lines]


def source_cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's points by source, and of its gambles in one war."""
    points = [f"{value:.1f}" for name, value in line.breakdown.parts.items() if name != "rounding"]
    gambles = [row for row in line.breakdown.gamble if row.name.startswith("Rudel")]
    taken = sum(row.often or 0 for row in gambles)
    lost = sum(row.often or 0 for row in gambles if row.name.endswith(CRASHED))
    return (short(line.policy), *points, f"{taken:.1f}", f"{lost:.1f}")


def training_lines(lines: Sequence[Figures]) -> list[str]:
    """Return a line with the spread for each algorithm that was trained several times."""
    return [
        f"{short(line.policy)}: {len(line.members)} trainings, mean scores from "
        f"{min(member.score for member in line.members):.1f} to {max(member.score for member in line.members):.1f}, "
        f"standard deviation {line.spread:.2f}"
        for line in lines
        if line.spread is not None
    ]


def illegal_words(name: str, *, illegal: int, decisions: int, unfinished: int, wars: int) -> str:
    """Return the warning about a policy that answers with illegal actions; empty if it does not."""
    if not illegal:
        return ""
    share = "nothing but" if illegal == decisions else f"{illegal / decisions:.1%}"
    cut = f", {unfinished} of {wars} wars cut off" if unfinished else ""
    return f"{short(name)} answers with {share} illegal actions{cut}; inputs.masks has 1 for what is legal"


def illegal_lines(lines: Sequence[Figures]) -> list[str]:
    """Return a warning for each policy that answers with illegal actions."""
    warnings = [
        illegal_words(
            line.policy,
            illegal=line.illegal,
            decisions=line.decisions,
            unfinished=line.unfinished,
            wars=line.wars,
        )
        for line in lines
    ]
    return list(filter(None, warnings))


def table(lines: Sequence[Figures]) -> str:
    """Return all tables for the screen. Losses, No-Flys and points are means for one war."""
    parts = [
        aligned([TABLE_HEAD, *map(cells, lines)]),
        HEAD_MEANS.format(baseline=short(lines[0].policy)).splitlines(),
        ["One war for each policy: there are no intervals, and the result cannot be generalised to other wars."]
        if lines[0].score.low is None
        else [],
        [*aligned([ADJUSTED_HEAD, *map(adjusted_cells, lines)]), *ADJUSTED_MEANS.splitlines()],
        illegal_lines(lines),
        training_lines(lines),
        aligned(level_rows(lines)),
        [SOURCES_MEANS, *aligned([SOURCES_HEAD, *map(source_cells, lines)])],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)
