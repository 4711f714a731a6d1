"""The report of an evaluation: one HTML file without scripts, which needs no network and no documentation."""

import base64
import functools
import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from agents.evaluation.expectations import THIRDS
from agents.evaluation.outputs import numbered
from stuka_env.command_line import PROGRAM
from stuka_env.shell import command_here

# --- places on the plots, in percent of the width, and round numbers for the axes ---

TICKS = 6
"""Approximate number of ticks on an axis."""
TICK_STEPS = (1.0, 2.0, 5.0, 10.0)
PLOT_HEIGHT = 100.0
BINS = 40


class Tick(NamedTuple):
    """A number on an axis and its place."""

    text: str
    x: float


class Axis(NamedTuple):
    """A range of values over the whole width."""

    low: float
    high: float
    ticks: list[Tick]

    def at(self, value: float) -> float:
        """Return the place of a value, in percent of the width."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)


class Slice(NamedTuple):
    """One part of a stacked bar, in percent of the width."""

    name: str
    value: float
    x: float
    width: float


def round_step(span: float) -> float:
    """Return the step between the ticks of an axis of this length: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(span / TICKS))
    return next(step * power for step in TICK_STEPS if step * power * TICKS >= span)


def make_axis(values: Iterable[float]) -> Axis:
    """Make an axis that begins and ends at round numbers and shows all ``values``."""
    shown = list(values)
    span = max(shown) - min(shown) or 1.0
    step = round_step(span * 1.1)
    first, last = math.floor(min(shown) / step), math.ceil(max(shown) / step)
    last += first == last
    places = max(0, -math.floor(math.log10(step)))
    axis = Axis(first * step, last * step, [])
    ticks = [number * step for number in range(first, last + 1)]
    return axis._replace(ticks=[Tick(f"{value:.{places}f}", axis.at(value)) for value in ticks])


def stacked(values: Mapping[str, float], whole: float) -> list[Slice]:
    """Return the parts of a bar of length ``whole``, one for each value above 0."""
    slices, x = [], 0.0
    for name, value in values.items():
        width = 100 * max(value, 0.0) / whole if whole else 0.0
        if width > 0:
            slices.append(Slice(name, value, round(x, 2), round(width, 2)))
            x += width
    return slices


def curve(counts: Mapping[int, int], axis: Axis) -> list[tuple[float, float]]:
    """Return the outline of a histogram: points in percent of the width and of the height.

    Args:
        counts: how often each whole number occurs.
        axis: the range of the histogram, which is divided into about 40 bins of whole numbers.
    """
    width = max(1, math.ceil((axis.high - axis.low) / BINS))
    heights = [0] * (math.floor((axis.high - axis.low) / width) + 1)
    for value, count in counts.items():
        heights[int((value - axis.low) // width)] += count
    return outline([PLOT_HEIGHT * height / max(heights) for height in heights], axis.at(axis.low + width))


def outline(heights: Sequence[float], width: float) -> list[tuple[float, float]]:
    """Return the corners of a histogram's outline, from base line to base line; y grows downwards."""
    corners = [(0.0, PLOT_HEIGHT)]
    for place, height in enumerate(heights):
        level = round(PLOT_HEIGHT - height, 2)
        corners += [(round(place * width, 2), level), (round((place + 1) * width, 2), level)]
    return [*corners, (round(len(heights) * width, 2), PLOT_HEIGHT)]


# --- the page ---

Contents = Mapping[str, Any]
"""Contents of ``results.json``."""
DIMENSIONS = (
    ("target", "By target", "missions"),
    ("zone", "By zone of the target", "missions"),
    ("payload", "By payload", "attacks"),
    ("gamble", "By Rudel Gamble", "attacks"),
)
"""Breakdowns: name in the results, heading, and the things counted."""
SCORE_OF = {
    "Stuka/Mission-v0": "mission score",
    "Stuka/Segment-v0": "segment score",
    "Stuka/Operation-v0": "operation score",
    "Stuka/Campaign-v0": "campaign score",
}


def source(name: str) -> str:
    """Read a file of the report."""
    return (files("agents.evaluation") / name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """Return the digest of the style for the page's Content-Security-Policy, which allows only this style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def interval_text(figures: Mapping[str, Any], form: str = ".1f") -> str:
    """Format an interval in words."""
    return "no interval" if figures["low"] is None else f"{figures['low']:{form}} to {figures['high']:{form}}"


def signed(value: float) -> str:
    """Format a difference with a typographic minus sign."""
    return f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")


def fixed(value: float) -> str:
    """Format points with two decimals and a typographic minus sign; zero has no sign."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "\N{MINUS SIGN}")


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


def comparison_text(line: Contents, baseline: str) -> str:
    """Return the comparison with the baseline, as the rest of a sentence that begins with the policy's name."""
    difference = line["difference"]
    single = difference["low"] is None
    if not single and difference["low"] <= 0 <= difference["high"]:
        return f"is not shown to differ from {baseline}: the interval contains 0"
    more = "more" if difference["mean"] > 0 else "less"
    where = ", in this one war" if single else ""
    return f"scores {abs(difference['mean']):.1f} points {more} than {baseline}{where}"


def intervals_axis(lines: Sequence[Contents], name: str) -> Axis | None:
    """Make an axis for the intervals called ``name``; return None if no line has one."""
    shown = [line[name] for line in lines if line[name] is not None]
    members = [member[name] for line in lines for member in line["members"] if member[name] is not None]
    ends = [figures[end] for figures in shown for end in ("low", "mean", "high") if figures[end] is not None]
    zero = [0.0] if name == "difference" else []
    return make_axis([*ends, *members, *zero]) if ends else None


def row_names(lines: Sequence[Contents], rows_of: Callable[[Contents], Sequence[Contents]]) -> list[str]:
    """Return the names of the rows that any policy has, in the order of the longest list."""
    lists = sorted(([row["name"] for row in rows_of(line)] for line in lines), key=len, reverse=True)
    return list(dict.fromkeys(name for names in lists for name in names))


def crosstab(lines: Sequence[Contents], rows_of: Callable[[Contents], Sequence[Contents]]) -> list[dict[str, Any]]:
    """Return rows by name, with a cell for each policy; None if the policy has no such row."""
    tables = [{row["name"]: row for row in rows_of(line)} for line in lines]
    return [{"name": name, "cells": [table.get(name) for table in tables]} for name in row_names(lines, rows_of)]


def breakdown_tables(lines: Sequence[Contents]) -> list[dict[str, Any]]:
    """Return the tables of the breakdowns."""
    return [
        {"title": title, "what": what, "rows": crosstab(lines, lambda line, name=name: line["breakdown"][name])}  # type: ignore[misc]
        for name, title, what in DIMENSIONS
    ]


def score_curves(lines: Sequence[Contents]) -> tuple[Axis, list[list[tuple[float, float]]]]:
    """Return the distributions of the wars' scores, over one axis."""
    counts = [{int(score): count for score, count in line["distribution"].items()} for line in lines]
    axis = make_axis(score for table in counts for score in table)
    return axis, [curve(table, axis) for table in counts]


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


def bars(lines: Sequence[Contents]) -> tuple[list[str], list[list[Any]], list[list[Any]]]:
    """Return the names of the score's parts that occur, the bars of the score and the bars of the victory levels."""
    parts = [name for name in lines[0]["breakdown"]["parts"] if name != "rounding"]
    parts = [name for name in parts if any(line["breakdown"]["parts"][name] for line in lines)]
    longest = max(sum(line["breakdown"]["parts"][name] for name in parts) for line in lines)
    by_part = [stacked({name: line["breakdown"]["parts"][name] for name in parts}, longest) for line in lines]
    by_level = [stacked(line["levels"], line["wars"]) for line in lines]
    return parts, by_part, by_level


@functools.cache
def template() -> Template:
    """Return the template of the page."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters |= {"signed": signed, "fixed": fixed, "span": interval_text, "numbered": numbered}
    return environment.from_string(source("report.html"))


def report(contents: Contents) -> str:
    """Return the page for the contents of ``results.json``; the policy with the highest score comes first."""
    lines = sorted(contents["policies"], key=lambda line: -line["score"]["mean"])
    style = source("report.css")
    axis, curves = score_curves(lines)
    parts, by_part, by_level = bars(lines)
    return template().render(
        run=contents,
        lines=lines,
        style=Markup(style),
        style_digest=Markup(digest(style)),
        score=SCORE_OF[contents["env"]],
        has_intervals=lines[0]["score"]["low"] is not None,
        comparisons=[comparison_text(line, contents["baseline"]) if line["difference"] else "" for line in lines],
        axes={name: intervals_axis(lines, name) for name in ("score", "difference")},
        distribution={"axis": axis, "curves": curves},
        parts=parts,
        part_bars=by_part,
        levels=list(lines[0]["levels"]),
        level_bars=by_level,
        breakdowns=breakdown_tables(lines),
        bonuses=crosstab(lines, lambda line: line["bonuses"]),
        groups=[line for line in lines if len(line["members"]) > 1],
        expecting=[plots for plots in map(expectation_plots, lines) if plots is not None],
        war_parts=THIRDS,
        share_example=share_example(lines[0]),
        kept_wars=contents.get("kept_wars", []),
        review_command=command_here(PROGRAM, "review", "FILE"),
    )
