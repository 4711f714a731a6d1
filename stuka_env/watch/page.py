"""The page: HTML, style, script and data in one file that needs no network.

A Content-Security-Policy has the digests of the script and of the style, so that nothing else on the page can run.
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from stuka_env.replay import Flight
from stuka_env.watch.data import page_data, war
from stuka_env.watch.pack import Texts
from stuka_env.watch.review import WarReview

PAGE_SCRIPTS = (
    *("film.js", "state.js", "steps.js", "draw.js", "mat.js", "dialogs.js", "glossary.js", "careers.js"),
    *("graphs.js", "curve.js", "decision.js", "journal.js", "panes.js", "strip.js", "selection.js", "navigation.js"),
    *("review.js", "playing.js", "keys.js", "page.js"),
)
"""The parts of the script, in order."""
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def source(name: str) -> str:
    """Read a file of the page."""
    return (files("stuka_env.watch") / name).read_text(encoding="utf-8")


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


def page(data: Any) -> str:
    """Return the whole page."""
    code, style = enclosed(map(source, PAGE_SCRIPTS)), source("style.css")
    html = source("page.html")
    return assemble(html, policy=policy(code, style), style=style, script=code, data=embedded(data))


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
    """Return the page of some wars."""
    texts = Texts()
    wars = [war(name, flight, texts, review) for name, flight, review in flights]
    return page(page_data(wars, texts))
