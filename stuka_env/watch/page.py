"""The page: HTML, style, script and data in one file that asks nothing of any network.

A Content-Security-Policy names the script and the style by their digests, so that nothing else on the page can run.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from stuka_env.charts import load_charts
from stuka_env.replay.file import Replay
from stuka_env.replay.run import Ending, refly
from stuka_env.watch.data import page_data, war
from stuka_env.watch.pack import Texts
from stuka_env.watch.review import WarReview

SCRIPTS = ("film.js", "draw.js", "mat.js", "graphs.js", "careers.js", "glossary.js", "page.js")
"""The parts of the script, in order."""
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def source(name: str) -> str:
    """A file of the page."""
    return (files("stuka_env.watch") / name).read_text(encoding="utf-8")


def script() -> str:
    """The script, as one function's body: it shares no name with the browser."""
    return '(() => {\n"use strict";\n' + "\n".join(source(name) for name in SCRIPTS) + "\n})();\n"


def embedded(data: Any) -> str:
    """JSON that can stand in HTML: no character of it can end the element it stands in."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).translate(ESCAPES)


def digest(text: str) -> str:
    """The digest of an inline script or style, as the policy writes it."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(code: str, style: str) -> str:
    """What the page may do: run its own script, use its own style."""
    return (
        f"default-src 'none'; script-src {digest(code)}; style-src {digest(style)}; base-uri 'none'; form-action 'none'"
    )


def page(data: Any) -> str:
    """The whole page."""
    code, style = script(), source("style.css")
    parts = {"policy": policy(code, style), "style": style, "script": code, "data": embedded(data)}
    html = source("page.html")
    for name, text in parts.items():
        before, mark, after = html.partition(f"{{{{{name}}}}}")
        assert mark, name
        html = before + text + after
    return html


class NamedReplay(NamedTuple):
    """A replay that goes on the page."""

    name: str
    replay: Replay
    ending: Ending
    review: WarReview | None = None


def page_of(replays: Sequence[NamedReplay], charts: str | None = None) -> str:
    """The page for some replays.

    Args:
        replays: verified.
        charts: a folder of charts in place of the one they name.
    """
    texts = Texts()
    wars = []
    for name, replay, ending, review in replays:
        book = load_charts(charts or replay.arguments.get("charts"))
        moments = refly(replay, charts)
        wars.append(war(name, replay, ending, moments=moments, texts=texts, charts=book, review=review))
    return page(page_data(wars, texts))
