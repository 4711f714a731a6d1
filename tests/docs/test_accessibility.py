"""The checker axe on the pages of commands: replays, the desk, and the game in a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.replay import Replay, save
from tests.support.axe import severe_faults
from tests.support.chromium import CHROMIUM, FLAGS
from tests.support.game_player import Player
from tests.support.game_server import GameProcess
from tests.support.replays import recorded

pytest.importorskip("axe_playwright_python", reason="axe is not installed: pip install axe-playwright-python")
pytestmark = [
    *(pytest.mark.browser, pytest.mark.slow),
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: `make browser` installs it, as root"),
]
SCHEMES = ("light", "dark")
WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


def faults_of(browser: Any, file: Path) -> dict[tuple[str, int], list[str]]:
    """Return the severe faults of a page in each scheme and at each width."""
    found = {}
    for scheme in SCHEMES:
        for width in WIDTHS:
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 844})
            page.goto(file.as_uri())
            if faults := severe_faults(page):
                found[scheme, width] = faults
            page.close()
    return found


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory, short_operation: Replay) -> list[Path]:
    folder = tmp_path_factory.mktemp("replays")
    wars = [short_operation, recorded("Interceptor/Sortie-v0", 5), recorded("Wing/Mission-v0", 20)]
    return [save(war, folder / f"{number}.json") for number, war in enumerate(wars)]


@pytest.mark.parametrize("number", range(3))
def test_the_page_of_replays(browser: Any, replays: list[Path], number: int) -> None:
    page = replays[number].with_suffix(".html")
    assert main(["watch", str(replays[number]), "--no-open", "--output", str(page)]) == 0
    assert faults_of(browser, page) == {}


def test_the_desk(browser: Any, replays: list[Path]) -> None:
    page = replays[0].parent / "desk.html"
    assert main(["desk", str(replays[0].parent), "--no-open", "--output", str(page)]) == 0
    assert faults_of(browser, page) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("words", [("play", "--game", "wing"), ("exercises", "--theme", "all")])
def test_the_game_in_a_browser(browser: Any, tmp_path: Path, words: tuple[str, ...], scheme: str) -> None:
    command, *given = words
    game = GameProcess(tmp_path, *given, command=command)
    try:
        assert severe_faults(Player(browser, game, color_scheme=scheme).page) == []
    finally:
        game.close()
