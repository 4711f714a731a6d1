"""The page: HTML, style, script and data in one file that needs no network.

A Content-Security-Policy has the digests of the script and of the style, so that nothing else on the page can run.
"""

import base64
import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from stuka_env.replay import Flight
from stuka_env.watch.data import page_data, war
from stuka_env.watch.pack import SheetPacker, Texts, packed
from stuka_env.watch.review import WarReview

SHEET_SCRIPTS = ("draw.js", "dialogs.js", "sheet.js")
"""Parts of the script of every page that shows a mat, in order."""
WATCH_SCRIPTS = (
    *("film.js", "steps.js", "glossary.js", "graphs.js", "curve.js", "decision.js", "panes.js", "strip.js"),
    *("selection.js", "navigation.js", "review.js", "opening.js", "png.js", "page.js"),
)
"""Other parts of the script, in order."""
UNPACKED = """const data = document.getElementById("data");
inflated(data).then((words) => { data.textContent = words; watch(); });"""
"""The end of the script of a page whose data is deflated."""
MOST_BESIDE = 2
"""Replays that are shown side by side; more have a row each."""
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def source(name: str, package: str = "stuka_env.watch") -> str:
    """Read a file of the page."""
    return (files(package) / name).read_text(encoding="utf-8")


def sheet_scripts() -> list[str]:
    """Return the parts of the script that every page needs to draw a mat."""
    return [source(name, "stuka_env.views" if name == "sheet.js" else "stuka_env.watch") for name in SHEET_SCRIPTS]


def style() -> str:
    """Return the style of every page."""
    return source("style.css") + source("sheet.css", "stuka_env.views")


def function_of(parts: Iterable[str]) -> str:
    """Return the parts of a script as one function. Its argument is the signal that ends it, if anything does."""
    return '((signal) => {\n"use strict";\n' + "\n".join(parts) + "\n})"


def enclosed(parts: Iterable[str]) -> str:
    """Return the parts of a script as the body of one function, so that it shares no name with the browser."""
    return f"{function_of(parts)}();\n"


def embedded(data: Any) -> str:
    """Return JSON for use in HTML; no character of it can end the element."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).translate(ESCAPES)


def digest(text: str) -> str:
    """Return the digest of an inline script or style for the policy."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(code: str, look: str) -> str:
    """Return the Content-Security-Policy: the page may run its own script, use its own style and draw pictures."""
    own = f"script-src {digest(code)}; style-src {digest(look)}; img-src data:"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def page(data: Mapping[str, Any], *, is_packed: bool = False) -> str:
    """Return the whole page. Its data can be deflated, which makes it a third as large."""
    parts, look = [*sheet_scripts(), *map(source, WATCH_SCRIPTS)], style()
    code = enclosed([source("unpack.js"), f"const watch = {function_of(parts)};", UNPACKED] if is_packed else parts)
    html = worded(source("page.html"), data["nouns"])
    text = packed(data) if is_packed else embedded(data)
    return assemble(html, policy=policy(code, look), style=look, script=code, data=text)


def worded(html: str, nouns: Mapping[str, Any]) -> str:
    """Return HTML with the words of a game: ``[[noun]]``, and ``[[Noun]]`` with a capital letter."""
    for name, word in nouns.items():
        html = html.replace(f"[[{name}]]", str(word)).replace(f"[[{name.capitalize()}]]", str(word).capitalize())
    return html


def assemble(html: str, **parts: str) -> str:
    """Return a page: ``html`` with each ``{{name}}`` replaced by the part of that name."""
    for name, text in parts.items():
        before, mark, after = html.partition(f"{{{{{name}}}}}")
        assert mark, name
        html = before + text + after
    return html


def in_order(score: int | None) -> float:
    """Return the key that sorts scores, the highest first and unfinished wars last."""
    return math.inf if score is None else -score


class NamedFlight(NamedTuple):
    """A war with its name on the page."""

    name: str
    flight: Flight
    review: WarReview | None = None


def page_of(flights: Sequence[NamedFlight], *, is_packed: bool = False) -> str:
    """Return the page of some wars. Of more than two, which have a row each, the highest score comes first.

    Args:
        flights: the wars.
        is_packed: whether the data of the page is deflated.

    Raises:
        ValueError: they are not all of one game.
    """
    first, *_ = flights
    spec = first.flight.spec
    stranger = next((one for one in flights if one.flight.spec.game != spec.game), None)
    if stranger is not None:
        games = f"{first.name!r} is of {spec.game}, {stranger.name!r} of {stranger.flight.spec.game}"
        raise ValueError(f"FILE: got replays of two games, allowed is one: {games}")
    if len(flights) > MOST_BESIDE:
        flights = sorted(flights, key=lambda one: in_order(one.flight.ending.score))
    texts, sheets = Texts(), SheetPacker()
    wars = [war(name, flight, texts, sheets, review) for name, flight, review in flights]
    return page(page_data(spec.game, spec, wars, texts, sheets), is_packed=is_packed)
