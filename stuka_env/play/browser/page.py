"""The page of the game: HTML, style, script and constants in one text, with the mat of the watch page."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from stuka_env.play.browser.view import page_constants
from stuka_env.play.keys import Key
from stuka_env.play.parts import play_parts
from stuka_env.watch.page import assemble, digest, embedded, enclosed, sheet_scripts, source, worded
from stuka_env.watch.page import style as page_style

PLAY_SCRIPTS = ("connection.js", "question.js", "seating.js", "sheets.js", "exercises.js", "game.js")
"""Parts of the script of this page, in order."""


def own_source(name: str) -> str:
    """Return a file of this folder."""
    return (files("stuka_env.play.browser") / name).read_text(encoding="utf-8")


@cache
def script() -> str:
    """Return the script of the page."""
    return enclosed([*sheet_scripts(), source("glossary.js"), *map(own_source, PLAY_SCRIPTS)])


@cache
def style() -> str:
    """Return the style of the page."""
    return page_style() + own_source("game.css")


def policy_for(host: str) -> str:
    """Return the Content-Security-Policy of the page: its own script and style, and a connection to this server.

    Args:
        host: name and port under which the browser knows the server.
    """
    return (
        f"default-src 'none'; script-src {digest(script())}; style-src {digest(style())}; img-src data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def game_page(spec: Any, keys: Iterable[Key]) -> str:
    """Return the page for wars of a specification, with its keys."""
    constants = page_constants(play_parts(spec.game), spec, keys)
    html = worded(own_source("game.html"), constants["nouns"])
    return assemble(html, style=style(), script=script(), data=embedded(constants))
