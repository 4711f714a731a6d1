"""Write docs/images/play.png: the game in the terminal, at an attack of a Staffel, with the planner as adviser.

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
from stuka_env.play.session import Session
from stuka_env.play.war import War
from tools import ROOT

PATH = ROOT / "docs" / "images" / "play.png"
ARGUMENTS = {"operation": "case_blue", "duration": "short"}
SEED, TURNS = 4, 234
PILOT, ADVISER = "kette", "planner@64"
"""Who has flown so far, six aircraft at a time, and who advises now."""
SIX = index_of("FLY", 6)
SIZE = (118, 36)
"""Columns and lines."""
FONT, COLOURS = "DejaVu Sans Mono", 200


def scene() -> War:
    """The moment shown."""
    war, pilot = War("Stuka/Operation-v0", ARGUMENTS, SEED), make_adviser(PILOT)
    while len(war.played) < TURNS:
        war.take(SIX if SIX in dict(war.legal) else pilot.consider(war.position()).choice)
    return war


async def drawn(session: Session) -> str:
    """The screen as SVG, once the adviser has thought."""
    app = Play(session, make_adviser(ADVISER))
    async with app.run_test(size=SIZE) as pilot:
        while app.decision.opinion is None:
            await pilot.pause(0.1)
        await pilot.press("a")
        await pilot.pause(0.5)
        return app.export_screenshot()


def write_png(svg: str) -> None:
    """The picture, with a font that is on the machine."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        page_file = Path(folder) / "play.svg"
        page_file.write_text(svg, encoding="utf-8")
        browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        width, height = (float(number) for number in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
        page = browser.new_page(viewport={"width": round(width), "height": round(height)})
        page.goto(page_file.as_uri())
        page.screenshot(path=PATH)
        browser.close()
    with Image.open(PATH) as picture:
        picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(PATH, optimize=True)


def main() -> None:
    """Fly, draw and save."""
    with tempfile.TemporaryDirectory() as folder:
        write_png(asyncio.run(drawn(Session(scene(), Path(folder) / "war.json"))))
    print(f"{PATH.relative_to(ROOT)}: {PATH.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
