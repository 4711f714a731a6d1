"""The checker axe on the pages of commands: replays, the desk, and the game in a browser."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.replay import Replay, save
from tests.support.axe import severe_faults
from tests.support.chromium import IN_CHROMIUM, started
from tests.support.game_player import Player
from tests.support.game_server import GameProcess
from tests.support.replays import recorded
from tests.support.visiting import BUSIEST

pytest.importorskip("axe_playwright_python", reason="axe is not installed: pip install axe-playwright-python")
pytestmark = [*IN_CHROMIUM, pytest.mark.slow]
SCHEMES = ("light", "dark")
WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started() as chromium:
        yield chromium


def faults_of(page: Any, widths: Sequence[int] = WIDTHS) -> dict[tuple[str, int], list[str]]:
    """Return the severe faults of a page in each scheme and at each width."""
    found = {}
    for scheme in SCHEMES:
        for width in widths:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 844})
            if faults := severe_faults(page):
                found[scheme, width] = faults
    return found


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory, short_operation: Replay) -> list[Path]:
    folder = tmp_path_factory.mktemp("replays")
    wars = [short_operation, recorded("Interceptor/Sortie-v0", 5), recorded("Wing/Mission-v0", 20)]
    wars.append(recorded("Support/Battle-v0", 20))
    return [save(war, folder / f"{number}.json") for number, war in enumerate(wars)]


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page, which is closed at the end."""
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("number", range(4))
def test_the_page_of_replays(page: Any, replays: list[Path], number: int) -> None:
    """The opening card, and the first step with lines of fire."""
    file = replays[number].with_suffix(".html")
    assert main(["watch", str(replays[number]), "--no-open", "--output", str(file)]) == 0
    page.goto(file.as_uri())
    assert faults_of(page) == {}
    page.evaluate(BUSIEST, 1)
    assert faults_of(page, WIDTHS[-1:]) == {}


def test_the_desk(page: Any, replays: list[Path]) -> None:
    """The list, and the comparison of a war."""
    file = replays[0].parent / "desk.html"
    assert main(["desk", str(replays[0].parent), "--no-open", "--output", str(file)]) == 0
    for place in ("", "#war=1"):
        page.goto(file.as_uri() + place)
        assert faults_of(page) == {}


@pytest.mark.parametrize(
    "words", [("play", "--game", "wing"), ("play", "--game", "support"), ("exercises", "--theme", "all")]
)
def test_the_game_in_a_browser(browser: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    command, *given = words
    game = GameProcess(tmp_path, *given, command=command)
    try:
        assert faults_of(Player(browser, game).page, WIDTHS[-1:]) == {}
    finally:
        game.close()
