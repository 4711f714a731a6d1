"""The page of the game: HTML, style, script and constants in one text, with the mat of the watch page."""

from functools import cache
from importlib.resources import files

from stuka_env.play.browser.view import page_constants
from stuka_env.watch.page import assemble, digest, embedded, enclosed, mat_scripts, source, style_of

GAME_BY_HAND = "stuka"
"""The game that is played by hand."""
PLAY_SCRIPTS = ("connection.js", "question.js", "crews.js", "sheets.js", "game.js")
"""The game's own parts, in order."""


def own_source(name: str) -> str:
    """Return a file of this folder."""
    return (files("stuka_env.play.browser") / name).read_text(encoding="utf-8")


@cache
def script() -> str:
    """Return the script of the page."""
    return enclosed([*mat_scripts(GAME_BY_HAND), source("glossary.js"), *map(own_source, PLAY_SCRIPTS)])


@cache
def style() -> str:
    """Return the style of the page."""
    return style_of(GAME_BY_HAND) + own_source("game.css")


def policy_for(host: str) -> str:
    """Return the Content-Security-Policy of the page: its own script and style, and a connection to this server.

    Args:
        host: name and port under which the browser knows the server.
    """
    return (
        f"default-src 'none'; script-src {digest(script())}; style-src {digest(style())}; img-src data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def game_page() -> str:
    """Return the page."""
    return assemble(own_source("game.html"), style=style(), script=script(), data=embedded(page_constants()))
