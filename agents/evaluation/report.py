"""The report of an evaluation, one HTML page for every game."""

import base64
import functools
import hashlib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from agents.evaluation.evaluated_game import Contents, EpisodeWords
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.options import key_of
from agents.evaluation.plots import intervals_axis, score_curves, stacked
from agents.evaluation.tables import deviation_words, few_words, numbered
from agents.game_rooms import GAMES
from stuka_env.game import Game, game_of
from stuka_env.io.command_line import PROGRAM

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
    """Format an interval in words, with typographic minus signs."""
    if figures["low"] is None:
        return "no interval"
    return f"{figures['low']:{form}} to {figures['high']:{form}}".replace("-", "\N{MINUS SIGN}")


def decimal(value: float, digits: int) -> str:
    """Format a number with ``digits`` decimal places and a typographic minus sign."""
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


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
        desk=contents.get("desk", []),
        review_command=f"{PROGRAM} review FILE",
        **game.report_parts(lines),
    )
