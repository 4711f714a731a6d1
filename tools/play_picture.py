"""Write docs/images/play.png, an attack of a Staffel with the planner as adviser, and crews.png, its crews.

Needs Chromium to turn Textual's SVG into a picture (`make browser`).
"""

import asyncio
import re
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from stuka_env.actions import index_of
from stuka_env.play.advice import make_adviser
from stuka_env.play.app import Play
from stuka_env.play.crews import begins
from stuka_env.play.session import Session
from stuka_env.play.war import War
from tools import ROOT

FOLDER = ROOT / "docs" / "images"
ARGUMENTS = {"operation": "case_blue", "duration": "short"}
SEED, TURNS = 4, 234
PILOT, ADVISER = "kette", "planner@64"
"""Who has flown so far, six aircraft at a time, and who advises now."""
SIX = index_of("FLY", 6)
SIZE = (118, 36)
"""Columns and lines."""
FONT, COLOURS = "DejaVu Sans Mono", 200


def scene(turns: int) -> War:
    """A moment of the war."""
    war, pilot = War("Stuka/Operation-v0", ARGUMENTS, SEED), make_adviser(PILOT)
    while len(war.played) < turns:
        war.take(SIX if SIX in dict(war.legal) else pilot.consider(war.position()).choice)
    return war


async def crews_drawn(session: Session) -> str:
    """The screen of all crews as SVG, with a seat in hand."""
    app = Play(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("up", "up", "enter")
        await pilot.pause(0.5)
        return app.export_screenshot()


async def drawn(session: Session) -> str:
    """The screen as SVG, once the adviser has thought."""
    app = Play(session, make_adviser(ADVISER))
    async with app.run_test(size=SIZE) as pilot:
        while app.decision.opinion is None:
            await pilot.pause(0.1)
        await pilot.press("a")
        await pilot.pause(0.5)
        return app.export_screenshot()


def write_png(svg: str, path: Path) -> None:
    """The picture, with a font that is on the machine."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        page_file = Path(folder) / "play.svg"
        page_file.write_text(svg, encoding="utf-8")
        browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        width, height = (float(number) for number in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
        page = browser.new_page(viewport={"width": round(width), "height": round(height)})
        page.goto(page_file.as_uri())
        page.screenshot(path=path)
        browser.close()
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(path, optimize=True)


def next_crews(war: War) -> War:
    """The war where the next formation's seats are to be filled."""
    pilot = make_adviser(PILOT)
    while not begins(war):
        war.take(SIX if SIX in dict(war.legal) else pilot.consider(war.position()).choice)
    return war


def main() -> None:
    """Fly, draw and save."""
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "war.json"
        write_png(asyncio.run(drawn(Session(scene(TURNS), save))), FOLDER / "play.png")
        write_png(asyncio.run(crews_drawn(Session(next_crews(scene(TURNS)), save))), FOLDER / "crews.png")
    for path in (FOLDER / "play.png", FOLDER / "crews.png"):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
