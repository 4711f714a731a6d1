"""The reviewed wars of the site: docs/gallery/*.html, and the parts of the pages that show them.

``python -m tools.gallery_doc`` flies the wars, which have frozen seeds, reviews them with ``stuka review``, and writes
everything. This takes a few minutes. Repeat it after a change to the review or to the data of its page.
``make docs`` puts the present style and script of the watch page into the files. It flies nothing.
"""

import html
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym

import stuka_env  # noqa: F401  registers the ids
from agents.evaluation.recording import RecordedWars, save_replays
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Act
from stuka_env.io.files import write_whole
from stuka_env.play.war_file import fly_file
from stuka_env.policy import load_policy
from stuka_env.replay import Flight
from stuka_env.watch.page import page
from tools import ROOT
from tools.generated import Text, page_with

GALLERY = ROOT / "docs" / "gallery"
GALLERY_PAGES = {"home": ROOT / "docs" / "index.md", "gallery": ROOT / "docs" / "gallery.md"}
"""Pages with a generated part, by its name."""
WARS_SEED = 0
"""Evaluation seed of the wars."""
REVIEW_SECONDS = 60
LARGEST_PAGE = 1_500_000
"""Limit of the size of a file in bytes."""
PAGE_DATA = re.compile(r'(?<=<script type="application/json" id="data">).*?(?=</script>)', re.DOTALL)
ADDRESS = re.compile(r'src="gallery/([\w-]+)\.html#m=([\w-]+)&amp;d=(\d+)"')


class GalleryWar(NamedTuple):
    """A reviewed war of the gallery."""

    policy: str
    number: int
    """Number of the war in the evaluation, from 1."""
    text: str
    act: Act | None = None
    """Verb at which the page opens, or None for the most expensive decision."""
    env_id: str = "Stuka/Operation-v0"
    arguments: Mapping[str, Any] = {}
    """Arguments of the environment."""


WARS = (
    GalleryWar("distilled", 1, "The agent that ships gambles with a dive past the safe height.", Act.GAMBLE),
    GalleryWar("doctrine", 1, "A script that follows the rulebook's advice sends too many aircraft, again and again."),
    GalleryWar("random_flyer", 1, "A policy that flies every mission and decides at random."),
    GalleryWar(
        "distilled-career", 1, "A month of the second game: the agent attacks bombers.", env_id="Interceptor/Month-v0"
    ),
    GalleryWar(
        "by_the_book",
        1,
        "A short campaign of the third game: a script that does not calculate.",
        env_id="Wing/Campaign-v0",
        arguments={"campaign": "short_1942"},
    ),
)
"""Wars of the gallery; the site's home page shows the first."""


class GalleryPlace(NamedTuple):
    """A decision on the page of a war."""

    policy: str
    line: str
    """Name of the line of the log sheet."""
    step: int
    """Number in the line, from 1."""

    @property
    def address(self) -> str:
        """The end of the address of the page."""
        return f"#m={self.line.replace(' ', '-')}&d={self.step}"


# --- flights and reviews ---


def fly_war(war: GalleryWar, folder: Path) -> Path:
    """Fly a war and return its replay."""
    env: Any = gym.make(war.env_id, **war.arguments).unwrapped
    wars = RecordedWars(env.engine.spec, evaluation_seeds(WARS_SEED, war.number)[war.number - 1 :], WARS_SEED)
    (path,) = save_replays(load_policy(war.policy, env.game.name), wars, folder, war.policy)
    return path


def review(replay: Path) -> tuple[str, list[tuple[int, float]]]:
    """Return the page of the review of a replay, and its marked decisions with their costs in points."""
    review_page, figures = replay.with_suffix(".html"), replay.with_suffix(".figures.json")
    command = [sys.executable, "-m", "stuka_env", "review", str(replay), "--seconds", str(REVIEW_SECONDS)]
    subprocess.run([*command, "--output", str(review_page), "--json", str(figures), "--no-open"], check=True)
    losses = json.loads(figures.read_text(encoding="utf-8"))["losses"]
    return review_page.read_text(encoding="utf-8"), [(loss["decision"], loss["cost"]) for loss in losses]


def dramatic_decision(war: GalleryWar, flight: Flight, losses: Sequence[tuple[int, float]]) -> int:
    """Return the most expensive decision of a war, or of those with the war's verb; without a cost the first of them.

    Raises:
        ValueError: no decision qualifies.
    """
    costs = dict(losses)
    choices = [
        number
        for number, action in enumerate(flight.replay.actions)
        if (number in costs if war.act is None else action == war.act)
    ]
    if not choices:
        raise ValueError(f"war {war.number} of {war.policy} has no such decision; choose another number")
    return max(choices, key=lambda number: costs.get(number, 0.0))


def place_of(war: GalleryWar, flight: Flight, decision: int) -> GalleryPlace:
    """Return the address of a decision on the page."""
    return GalleryPlace(war.policy, *flight.place_of(decision))


def fly_gallery() -> list[GalleryPlace]:
    """Fly and review all wars and write their files. Return the decisions at which they open."""
    places = []
    GALLERY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for war in WARS:
            replay = fly_war(war, Path(folder))
            text, losses = review(replay)
            flight = fly_file(str(replay), None)
            places.append(place_of(war, flight, dramatic_decision(war, flight, losses)))
            write_whole(GALLERY / f"{war.policy}.html", text)
            print(f"{war.policy}: {len(text.encode()):,} bytes", flush=True)
    return places


# --- pages ---


def places_on_page() -> list[GalleryPlace]:
    """Return the decisions at which the gallery opens its wars, as its page has them."""
    found = ADDRESS.findall(GALLERY_PAGES["gallery"].read_text(encoding="utf-8"))
    return [GalleryPlace(policy, line.replace("-", " "), int(step)) for policy, line, step in found]


def frame(place: GalleryPlace, title: str) -> list[str]:
    """Return the lines that embed a war. A repository's own page shows the link alone."""
    address = f"gallery/{place.policy}.html{place.address}"
    return [
        f'<iframe class="embedded" loading="lazy" title="{html.escape(title)}" src="{html.escape(address)}"></iframe>',
        "",
        f"[Open this war on a page of its own]({address}), at line {place.line} of the log sheet, step {place.step}.",
    ]


def parts(places: Sequence[GalleryPlace]) -> dict[str, str]:
    """Return the generated parts of the pages, by name."""
    first, *_ = WARS
    lines = []
    for war, place in zip(WARS, places, strict=True):
        lines += [f"## {war.policy}", "", war.text, "", *frame(place, f"A reviewed war of {war.policy}"), ""]
    home = "\n".join(frame(places[0], f"A reviewed war of {first.policy}"))
    return {"home": f"\n{home}\n", "gallery": "\n" + "\n".join(lines)}


def current_war(path: Path) -> str:
    """Return the page of a war with the present style and script of the watch page."""
    data = PAGE_DATA.search(path.read_text(encoding="utf-8"))
    if data is None:
        raise ValueError(f"{path}: has no data, run python -m tools.gallery_doc")
    return page(json.loads(data.group()))


def current_page(name: str) -> str:
    """Return a page with the decisions at which it opens the wars now."""
    return page_with(GALLERY_PAGES[name], {name: lambda: parts(places_on_page())[name]})


PAGES: dict[Path, Text] = {
    **{GALLERY / f"{war.policy}.html": partial(current_war, GALLERY / f"{war.policy}.html") for war in WARS},
    **{path: partial(current_page, name) for name, path in GALLERY_PAGES.items()},
}


def main() -> None:
    """Fly the wars and write the gallery."""
    new = parts(fly_gallery())
    for name, path in GALLERY_PAGES.items():
        write_whole(path, page_with(path, {name: partial(new.__getitem__, name)}))


if __name__ == "__main__":
    main()
