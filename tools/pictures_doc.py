"""The pictures of the generated pages of docs/findings, each of a table of its page.

A picture holds the digest of its data and of the drawing code. It is drawn again if the digest is another one, so that
it does not depend on the version of Matplotlib.
"""

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tools import ROOT, plots
from tools.generated import Text
from tools.plots import ChartPanel, ChartRow, StackedBars
from tools.results_doc import FINDING_PAGES, RESULTS, read


class ResultPicture(NamedTuple):
    """Data of one picture, and the function that draws it."""

    data: Any
    draw: Callable[[str], str]
    """Takes the identifier and returns the SVG."""


def scores_picture(place: str, title: str) -> ResultPicture:
    """Return the mean scores of a comparison, the best first."""
    lines = sorted(read(RESULTS / place)["policies"], key=lambda line: -line["score"]["mean"])
    rows = [ChartRow(line["policy"], *(line["score"][name] for name in ("mean", "low", "high"))) for line in lines]
    panel = ChartPanel(title, "mean score, with 95 % intervals", rows)
    return ResultPicture(panel, partial(plots.panel_svg, panel))


def points_picture() -> ResultPicture:
    """Return the points of every policy in operations, by part."""
    lines = read(RESULTS / "results.json")["policies"]
    names = [name for name in lines[0]["breakdown"]["parts"] if name != "rounding"]
    parts = {name: [line["breakdown"]["parts"][name] for line in lines] for name in names}
    shown = {name: points for name, points in parts.items() if any(points)}
    stack = StackedBars("points a war", [line["policy"] for line in lines], shown)
    return ResultPicture(stack, partial(plots.stack_svg, stack))


PICTURES: dict[str, Callable[[], ResultPicture]] = {
    "operations": partial(scores_picture, "results.json", "Barbarossa"),
    "campaigns": partial(scores_picture, "campaign/results.json", "Campaign"),
    "points": points_picture,
}
"""Pictures by the name of their page."""


def identifier_of(picture: ResultPicture) -> str:
    """Return the digest of a picture's data and of the drawing code."""
    code = (ROOT / "tools" / "plots.py").read_bytes()
    return f"sha256:{hashlib.sha256(code + json.dumps(picture.data).encode()).hexdigest()}"


def current_picture(path: Path, make: Callable[[], ResultPicture]) -> str:
    """Return the SVG of a picture: that of the file if it shows the present data, or a new one."""
    picture = make()
    text, identifier = path.read_text(encoding="utf-8") if path.exists() else "", identifier_of(picture)
    return text if identifier in text else picture.draw(identifier)


def _page(name: str) -> tuple[Path, Text]:
    path = FINDING_PAGES / f"{name}.svg"
    return path, partial(current_picture, path, PICTURES[name])


PAGES: dict[Path, Text] = dict(map(_page, PICTURES))
