"""The page of the game: HTML, style, script and constants in one text, with the mat of the watch page."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from stuka_env.play.browser.view import page_constants
from stuka_env.play.keys import Key
from stuka_env.play.parts import play_parts
from stuka_env.registration import game_package
from stuka_env.watch.page import assemble, digest, embedded, enclosed, mat_scripts, source, style_of, worded

PLAY_SCRIPTS = ("connection.js", "question.js")
"""Parts of the script before those of the game, in order."""
LAST_SCRIPTS = ("sheets.js", "exercises.js", "game.js")
"""Parts of the script after those of the game, in order."""


def own_source(name: str) -> str:
    """Return a file of this folder."""
    return (files("stuka_env.play.browser") / name).read_text(encoding="utf-8")


@cache
def script(game: str) -> str:
    """Return the script of the page of a game."""
    room = files(f"{game_package(game).name}.play")
    parts = [(room / name).read_text(encoding="utf-8") for name in play_parts(game).browser.scripts]
    before, after = map(own_source, PLAY_SCRIPTS), map(own_source, LAST_SCRIPTS)
    return enclosed([*mat_scripts(game), source("glossary.js"), *before, *parts, *after])


@cache
def style(game: str) -> str:
    """Return the style of the page of a game."""
    return style_of(game) + own_source("game.css")


def policy_for(game: str, host: str) -> str:
    """Return the Content-Security-Policy of the page: its own script and style, and a connection to this server.

    Args:
        game: name of the game.
        host: name and port under which the browser knows the server.
    """
    return (
        f"default-src 'none'; script-src {digest(script(game))}; style-src {digest(style(game))}; img-src data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def game_page(spec: Any, keys: Iterable[Key]) -> str:
    """Return the page for wars of a specification, with its keys."""
    constants = page_constants(play_parts(spec.game), spec, keys)
    html = worded(own_source("game.html"), constants["nouns"])
    return assemble(html, style=style(spec.game), script=script(spec.game), data=embedded(constants))
