"""Write sheets of pictures of pages, a picture for each kind of scene: ``python -m tools.scenes FOLDER [GAME ...]``.

A sheet has the first decision of each kind at a size and in a colour scheme. This needs Chromium (``make browser``).
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from stuka_env.replay import Flight, fly
from stuka_env.watch.page import NamedFlight, page_of
from tests.support.chromium import started
from tests.support.replays import WARS_OF_SCENES
from tests.support.visiting import Visit

SCREENS = ((1280, 720), (1440, 900), (390, 844))
COLUMNS, SCREEN_SHARE = 4, 2
"""Pictures in a row, and the pixels of a screen in one of theirs."""


def steps_of(flight: Flight) -> list[int]:
    """Return the first step of each kind of decision, and of each kind of passage between decisions."""
    scenes = reversed(list(enumerate(flight.scenes())))
    return sorted({(scene.decision, scene.title): step for step, scene in scenes}.values())


def contact_sheet(seen: Visit, steps: Sequence[int], width: int, height: int) -> Image.Image:
    """Return the screen at each step, in rows."""
    sheet = Image.new("RGB", (COLUMNS * width // SCREEN_SHARE, -(-len(steps) // COLUMNS) * (height // SCREEN_SHARE)))
    for place, step in enumerate(steps):
        go = "(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }"
        seen.page.locator("#slider").evaluate(go, step)
        drawn = Image.open(BytesIO(seen.page.screenshot())).reduce(SCREEN_SHARE)
        sheet.paste(drawn, (place % COLUMNS * drawn.width, place // COLUMNS * drawn.height))
    return sheet


def write_sheets(browser: Any, name: str, folder: Path) -> Iterator[Path]:
    """Write the sheets of a game. Yield their paths."""
    flight, seen = fly(WARS_OF_SCENES[name](), rolls=True), Visit(browser)
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "page.html"
        page.write_text(page_of([NamedFlight("war.json", flight)]))
        for (width, height), scheme in ((size, scheme) for size in SCREENS for scheme in ("light", "dark")):
            seen.open(page, width=width, scheme=scheme)
            seen.page.set_viewport_size({"width": width, "height": height})
            path = folder / f"{name}-{width}-{scheme}.png"
            contact_sheet(seen, steps_of(flight), width, height).save(path)
            yield path


def main(words: Sequence[str] | None = None) -> None:
    """Write the sheets and print their paths."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the sheets")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(WARS_OF_SCENES)} (default: all)")
    given = parser.parse_args(words)
    if unknown := set(given.games) - set(WARS_OF_SCENES):
        parser.error(f"GAME: got {min(unknown)!r}, allowed is {', '.join(WARS_OF_SCENES)}")
    given.folder.mkdir(parents=True, exist_ok=True)
    with started() as browser:
        for name in given.games or WARS_OF_SCENES:
            for path in write_sheets(browser, name, given.folder):
                print(path)


if __name__ == "__main__":
    main()
