"""The newest entry of the journal is in sight at every step, on phones, tablets and desks."""

from pathlib import Path
from typing import Any

import pytest

from stuka_env.replay import Replay
from tests.support.chromium import IN_CHROMIUM
from tests.support.replays import recorded
from tests.support.slow import slow

pytestmark = IN_CHROMIUM
SIZES = [(390, 844), (820, 1180), (1280, 720), (1440, 900)]
WALK = """() => {
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const place = () => document.querySelector("output").textContent;
    const hidden = [];
    let steps = 0;
    for (let before = place(); press("ArrowRight"), place() !== before; before = place()) {
        steps += 1;
        const log = box("[role=log]"), entries = [...document.querySelectorAll("[role=log] li")];
        const entry = entries.at(-1)?.getBoundingClientRect();
        const top = Math.max(box("nav").bottom, log.top) - 0.5;
        const bottom = Math.min(box("[aria-label=Playback]").top, log.bottom) + 0.5;
        const isWhole = entry && entry.height && entry.top >= top && entry.bottom <= bottom;
        if (!isWhole || entry.left < 0 || entry.right > innerWidth) hidden.push(place());
    }
    return [steps, hidden];
}"""
"""Script that goes through the page and returns the number of steps, and the places with a cut entry."""


@pytest.fixture(scope="module")
def wars(short_operation: Replay) -> dict[str, Replay]:
    return {"stuka": short_operation, "interceptor": recorded("Interceptor/Career-v0", 250)}


@pytest.mark.parametrize(("width", "height"), [SIZES[0], *(slow(*size) for size in SIZES[1:])])
@pytest.mark.parametrize("game", ["stuka", "interceptor"])
@pytest.mark.parametrize("questions", [False, slow(True)])
def test_the_newest_entry_is_whole_at_every_step(
    visit: Any, wars: dict[str, Replay], game: str, width: int, height: int, questions: bool
) -> None:
    """From the top of the page, where the first step scrolls to the mat."""
    seen = visit(wars[game], width=width, questions=questions)
    seen.page.set_viewport_size({"width": width, "height": height})
    steps, hidden = seen.page.evaluate(WALK)
    assert steps > 60 and hidden == []


def test_the_end_of_a_mission_is_told_at_the_step_after_it(visit: Any, wars: dict[str, Replay]) -> None:
    """The journal of the mission begins with what the last decision of the previous one led to."""
    seen = visit(wars["stuka"], questions=False)
    for _ in range(3):
        seen.press("ArrowDown")
        fresh = seen.lines(".journal .fresh")
        assert any(words.startswith("Mission score: ") for words in fresh) and len(fresh) > 1


def test_on_a_phone_the_settings_open_by_a_button(visit: Any, wars: dict[str, Replay], tmp_path: Path) -> None:
    seen = visit(wars["stuka"], width=390)
    button, speed = seen.page.get_by_role("button", name="Settings"), seen.page.get_by_label("Speed")
    assert button.get_attribute("aria-expanded") == "false" and not speed.is_visible()
    button.click()
    assert button.get_attribute("aria-expanded") == "true" and speed.is_visible()
    seen = visit(wars["stuka"], width=1280)
    assert not seen.page.get_by_role("button", name="Settings").is_visible()
    assert seen.page.get_by_label("Speed").is_visible()
