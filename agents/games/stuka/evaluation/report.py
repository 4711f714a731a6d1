"""The parts of the report of an evaluation that only the first game has."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.evaluation.breakdowns import part_table
from agents.evaluation.evaluated_game import Contents
from agents.evaluation.plots import Axis, crosstab, make_axis
from agents.games.stuka.evaluation.breakdown import ROUNDING_PART
from agents.games.stuka.evaluation.expectations import THIRDS

DIMENSIONS = (
    ("target", "By target", "missions"),
    ("zone", "By zone of the target", "missions"),
    ("payload", "By payload", "attacks"),
    ("gamble", "By Rudel Gamble", "attacks"),
)
"""Breakdowns: name in the results, heading, and the things counted."""


def share_example(line: Contents) -> str:
    """Return a sentence that derives the points of a policy's most frequent target; empty if nothing was flown."""
    rows = [row for row in line["breakdown"]["target"] if row["each"] is not None]
    missions = line["bonuses"][0]["chances"]
    if not rows or not missions:
        return ""
    row = max(rows, key=lambda row: float(row["often"]))
    points = row["often"] * row["each"] / missions
    parts = f"{row['often']:.1f} missions against {row['name']} \N{MULTIPLICATION SIGN} {row['each']:.0f}"
    return f"Example: {parts}, divided by all {missions:.1f} missions of a war, are about {points:.1f} points."


def breakdown_tables(lines: Sequence[Contents]) -> list[dict[str, Any]]:
    """Return the tables of the breakdowns."""
    return [
        {"title": title, "what": what, "rows": crosstab(lines, lambda line, name=name: line["breakdown"][name])}  # type: ignore[misc]
        for name, title, what in DIMENSIONS
    ]


# --- expectations ---


class Dot(NamedTuple):
    """A mission or a group of missions on a plot, with a description."""

    x: float
    y: float
    low: float
    high: float
    part: int
    words: str


class ExpectationPlots(NamedTuple):
    """Plots of a policy's expected and achieved scores. All places are in percent, y from the top."""

    policy: str
    missions: list[Dot]
    """Expected scores by mission, with 1.96 standard errors of the difference below and above."""
    achieved: list[Dot]
    """Achieved scores by mission."""
    points: Axis
    """The vertical axis of the plot by mission."""
    groups: list[Dot]
    """Achieved against expected scores by group."""
    both: Axis | None
    """Both axes of the plot by group; None if there are too few wars for groups."""
    worst: Contents
    """The mission with the largest difference."""


def expectation_plots(line: Contents) -> ExpectationPlots | None:
    """Return the plots of a policy's expectations; None for a policy without a score head."""
    expectations = line.get("expectations")
    if expectations is None:
        return None
    missions, groups = expectations["missions"], expectations["groups"]
    spread = [1.96 * each["error"] for each in missions]
    points = make_axis(
        value
        for each, error in zip(missions, spread, strict=True)
        for value in (each["expected"] - error, each["expected"] + error, each["achieved"])
    )
    both = make_axis(value for each in groups for value in (each["expected"], each["achieved"])) if groups else None
    step = 100 / max(each["mission"] for each in missions)
    across = [round((each["mission"] - 0.5) * step, 2) for each in missions]
    expected = [
        Dot(
            x, _down(points, each["expected"]), _down(points, each["expected"] - error),
            _down(points, each["expected"] + error), 0,
            f"mission {each['mission']}: expected {each['expected']:.1f}, achieved {each['achieved']:.1f}",
        )
        for x, each, error in zip(across, missions, spread, strict=True)
    ]  # fmt: skip
    achieved = [
        Dot(x, _down(points, each["achieved"]), 0, 0, 0, "") for x, each in zip(across, missions, strict=True)
    ]  # fmt: skip
    dots = [] if both is None else [_group_dot(each, both) for each in groups]
    worst = max(missions, key=lambda each: abs(each["expected"] - each["achieved"]))
    return ExpectationPlots(line["policy"], expected, achieved, points, dots, both, worst)


def _group_dot(group: Contents, both: Axis) -> Dot:
    """Return the dot of a group, with its achieved and its expected score."""
    words = f"{THIRDS[group['part']]}: expected {group['expected']:.1f}, achieved {group['achieved']:.1f}"
    return Dot(both.at(group["expected"]), _down(both, group["achieved"]), 0, 0, group["part"], words)


def _down(axis: Axis, value: float) -> float:
    """Return the place of a value in percent, counted from the top."""
    return round(100 - axis.at(value), 2)


def report_parts(lines: Sequence[Contents]) -> dict[str, Any]:
    """Return the values that only this game's template uses."""
    occurring = [
        name for name in lines[0]["breakdown"]["parts"] if any(line["breakdown"]["parts"][name] for line in lines)
    ]
    parts = [name for name in occurring if name != ROUNDING_PART]
    return {
        "parts": part_table(
            lines, lambda line: {n: line["breakdown"]["parts"][n] for n in [*parts, ROUNDING_PART]}, parts
        ),
        "breakdowns": breakdown_tables(lines),
        "bonuses": crosstab(lines, lambda line: line["bonuses"]),
        "expecting": [plots for plots in map(expectation_plots, lines) if plots is not None],
        "war_parts": THIRDS,
        "share_example": share_example(lines[0]),
    }
