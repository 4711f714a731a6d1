"""The page: HTML, style, script and data in one file that needs no network.

A Content-Security-Policy has the digests of the script and of the style, so that nothing else on the page can run.
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from stuka_env.registration import game_package
from stuka_env.replay import Flight
from stuka_env.watch.data import page_data, war
from stuka_env.watch.pack import Texts
from stuka_env.watch.review import WarReview

MAT_SCRIPTS = ("film.js", "draw.js", "dialogs.js", "figures.js")
"""Parts of the script that draw a mat and open dialogs, in order."""
GAME_SCRIPTS = ("shapes.js", "pieces.js", "mat.js", "dialog.js")
"""Parts of the script in the room of the game, for every page that shows its mat."""
WATCH_SCRIPTS = (
    *("state.js", "steps.js", "glossary.js", "graphs.js", "curve.js", "decision.js", "journal.js", "panes.js"),
    *("strip.js", "selection.js", "navigation.js", "review.js", "opening.js", "playing.js", "keys.js", "page.js"),
)
"""Other parts of the script, in order; those of the game's ``story.js`` come before them."""
STORY = "story.js"
"""The part of the script in the room of the game for this page only: the words about its missions and their graphs."""
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def source(name: str, package: str = "stuka_env.watch") -> str:
    """Read a file of the page."""
    return (files(package) / name).read_text(encoding="utf-8")


def game_source(game: str, name: str) -> str:
    """Read a file of a game's room ``page``."""
    return source(name, f"{game_package(game).name}.page")


def mat_scripts(game: str) -> list[str]:
    """Return the parts of the script that every page of a game needs to draw its mat."""
    return [*map(source, MAT_SCRIPTS), *(game_source(game, name) for name in GAME_SCRIPTS)]


def style_of(game: str) -> str:
    """Return the style of the pages of a game."""
    return source("style.css") + game_source(game, "style.css")


def enclosed(parts: Iterable[str]) -> str:
    """Return the parts of a script as the body of one function, so that it shares no name with the browser."""
    return '(() => {\n"use strict";\n' + "\n".join(parts) + "\n})();\n"


def embedded(data: Any) -> str:
    """Return JSON for use in HTML; no character of it can end the element."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).translate(ESCAPES)


def digest(text: str) -> str:
    """Return the digest of an inline script or style for the policy."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(code: str, style: str) -> str:
    """Return the Content-Security-Policy: the page may run its own script and use its own style."""
    return (
        f"default-src 'none'; script-src {digest(code)}; style-src {digest(style)}; base-uri 'none'; form-action 'none'"
    )


def page(data: Mapping[str, Any]) -> str:
    """Return the whole page; ``data`` names its game."""
    game = data["game"]
    code = enclosed([*mat_scripts(game), game_source(game, STORY), *map(source, WATCH_SCRIPTS)])
    style, html = style_of(game), worded(source("page.html"), data["nouns"])
    return assemble(html, policy=policy(code, style), style=style, script=code, data=embedded(data))


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


class NamedFlight(NamedTuple):
    """A war with its name on the page."""

    name: str
    flight: Flight
    review: WarReview | None = None


def page_of(flights: Sequence[NamedFlight]) -> str:
    """Return the page of some wars.

    Raises:
        ValueError: they are not all of one game.
    """
    first, *_ = flights
    spec = first.flight.spec
    stranger = next((one for one in flights if one.flight.spec.game != spec.game), None)
    if stranger is not None:
        games = f"{first.name!r} is of {spec.game}, {stranger.name!r} of {stranger.flight.spec.game}"
        raise ValueError(f"FILE: got replays of two games, allowed is one: {games}")
    texts = Texts()
    wars = [war(name, flight, texts, review) for name, flight, review in flights]
    return page(page_data(spec.game, spec, wars, texts))
