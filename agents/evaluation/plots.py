"""Plots and parts of the reports of evaluations, for every game."""

import base64
import functools
import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from agents.evaluation.evaluated_game import Contents, EpisodeWords
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.options import key_of
from agents.evaluation.tables import deviation_words, few_words, numbered
from agents.game_rooms import GAMES
from stuka_env.game import Game, game_of
from stuka_env.io.command_line import PROGRAM

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


# --- parts of a page ---

PARTS_PACKAGE = "agents.evaluation"
"""Package of the files that the reports of all games share."""
SHARED_PARTS = ("report_base.html", "report_macros.html")
"""Templates that the reports of all games extend and import."""
PLAIN_PAGE = "report_plain.html"
"""Template of the report of a game without its own."""


def source(name: str) -> str:
    """Read a file that the reports of all games share."""
    return (files(PARTS_PACKAGE) / name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """Return the digest of the style for the page's Content-Security-Policy, which allows only this style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def interval_text(figures: Mapping[str, Any], form: str = ".1f") -> str:
    """Format an interval in words."""
    return "no interval" if figures["low"] is None else f"{figures['low']:{form}} to {figures['high']:{form}}"


def decimal(value: float, digits: int) -> str:
    """Format a number with ``digits`` decimal places."""
    return f"{value:.{digits}f}"


def signed(value: float, digits: int = 1) -> str:
    """Format a difference with a typographic minus sign."""
    return f"{value:+.{digits}f}".replace("-", "\N{MINUS SIGN}")


def fixed(value: float) -> str:
    """Format points with two decimals and a typographic minus sign; zero has no sign."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "\N{MINUS SIGN}")


def comparison_text(line: Contents, baseline: str, words: EpisodeWords, points: str) -> str:
    """Return the comparison with the baseline, as the rest of a sentence that begins with the policy's name."""
    difference = line["difference"]
    single = difference["low"] is None
    if not single and difference["low"] <= 0 <= difference["high"]:
        return f"is not shown to differ from {baseline}: the interval contains 0"
    more = "more" if difference["mean"] > 0 else "less"
    where = f", in this one {words.noun}" if single else ""
    return f"scores {decimal(abs(difference['mean']), words.digits)} {points} {more} than {baseline}{where}"


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


def score_curves(lines: Sequence[Contents]) -> tuple[Axis, list[list[tuple[float, float]]]]:
    """Return the distributions of the wars' scores, over one axis."""
    counts = [{int(score): count for score, count in line["distribution"].items()} for line in lines]
    axis = make_axis(end for table in counts for score in table for end in (score, score + 1))
    return axis, [curve(table, axis) for table in counts]


# --- the page ---


@functools.cache
def template(game: str) -> Template:
    """Return the template of a game's page, which extends the shared parts."""
    own = GAMES / game / "evaluation" / "report.html"
    page = own.read_text(encoding="utf-8") if own.is_file() else source(PLAIN_PAGE)
    pages = {part: source(part) for part in SHARED_PARTS} | {"page": page}
    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, loader=DictLoader(pages)
    )
    environment.filters |= {
        "decimal": decimal,
        "signed": signed,
        "fixed": fixed,
        "span": interval_text,
        "numbered": numbered,
    }
    return environment.get_template("page")


def arguments_text(contents: Contents, game: Game) -> str:
    """Return the arguments of the environment in words."""
    keys = [key_of(each.name) for each in game.envs.offered]
    named = {key.replace("_", " "): contents[key] for key in keys if contents[key]}
    return ", ".join(name if value is True else f"{name} {value}" for name, value in named.items())


def report(contents: Contents) -> str:
    """Return the page for the contents of ``results.json``: one HTML file without scripts, which needs no network.

    The policy with the highest score comes first.
    """
    kind = game_of(contents["env"])
    assert kind is not None
    game = evaluated_game(kind.name)
    words, points = game.episodes[kind.ids.index(contents["env"])], game.words.points
    style, baseline = source("report.css"), contents["baseline"]
    lines = sorted(contents["policies"], key=lambda line: -line["score"]["mean"])
    axis, curves = score_curves(lines)
    deviation = deviation_words(contents["policies"][0]["deviation"], game.words)
    return template(game.name).render(
        run=contents,
        lines=lines,
        style=Markup(style),
        style_digest=Markup(digest(style)),
        noun=words.noun,
        score=words.score,
        points_word=points,
        digits=words.digits,
        has_intervals=lines[0]["score"]["low"] is not None,
        few_wars=few_words(contents["episodes"], words.noun, baseline, deviation),
        comparisons=[comparison_text(line, baseline, words, points) if line["difference"] else "" for line in lines],
        axes={name: intervals_axis(lines, name) for name in ("score", "difference")},
        distribution={"axis": axis, "curves": curves},
        levels=list(lines[0]["levels"]),
        level_bars=[stacked(line["levels"], line["wars"]) for line in lines],
        groups=[line for line in lines if len(line["members"]) > 1],
        settings=arguments_text(contents, kind),
        costs=[{"name": name, "cells": [figure(line) for line in lines]} for name, figure in game.costs],
        kept_wars=contents.get("kept_wars", []),
        review_command=f"{PROGRAM} review FILE",
        **game.report_parts(lines),
    )
