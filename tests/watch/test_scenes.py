"""The board of a scene: at least half of the first screen on desks, with drawings that fill it; folded panels open."""

from typing import Any

import pytest

from stuka_env.replay import Replay
from tests.support.chromium import IN_CHROMIUM
from tests.support.replays import WARS_OF_SCENES
from tests.support.slow import slow

pytestmark = IN_CHROMIUM
STEPS = 60
SHARES = """(steps) => {
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    const area = ({ width, height }) => width * height, box = (element) => element.getBoundingClientRect();
    const low = [];
    let maps = 0, fights = 0;
    for (let step = 0; step < steps; step++) {
        press("ArrowRight");
        const map = document.querySelector(".mat .stand-first .map:not(:has(.cells-of-map))");
        if (!map) continue;
        const board = map.closest("figure");
        map.matches(".close") ? fights++ : maps++;
        const ground = map.querySelector(".ground");
        const ofScreen = area(box(board)) / (innerWidth * innerHeight), ofBoard = area(box(ground)) / area(box(board));
        if (ofScreen < 0.5 || ofBoard < 2 / 3) low.push([step, ofScreen, ofBoard]);
    }
    return [maps, fights, low];
}"""
"""Script that returns the number of steps with a map and with a fight, and the steps in which it is too small."""
COVERED = """() => {
    const all = (what) => [...document.querySelectorAll(`.stand-first .place${what}`)];
    const boxed = (one) => [one.textContent, one.getBoundingClientRect()], names = all(" > b").map(boxed);
    const own = all(".here").map(boxed);
    const apart = (one, other) => one.right - 1 <= other.left || one.bottom - 1 <= other.top;
    const meet = (one, other) => !apart(one, other) && !apart(other, one);
    return names.flatMap(([words, name], i) => [...names.slice(i + 1), ...own]
        .filter(([, other]) => meet(name, other)).map(([other]) => `${words} / ${other}`));
}"""
"""Script that returns the names on the board that cover another one, or the own formation."""


BOARDS = """(steps) => {
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    const box = (element) => element.getBoundingClientRect(), size = 4, low = [];
    const drawn = ".ground, .card, .chip, .space, .cell, .facts > div, .phrase, .figure, .hits, .head, .name";
    const covered = (panel) => {
        const cells = new Set();
        for (const { left, right, top, bottom } of [...panel.querySelectorAll(drawn)].map(box))
            for (let x = Math.floor(left / size); x < right / size; x++)
                for (let y = Math.floor(top / size); y < bottom / size; y++) cells.add(`${x} ${y}`);
        return cells.size * size * size / (box(panel).width * box(panel).height);
    };
    for (let step = 0; step < steps; step++) {
        press("ArrowRight");
        const all = [...document.querySelectorAll(".mat :is(.stand-first, .stand-board)")].filter((one) => !one.hidden);
        const inSight = ({ top, bottom, width }) => width * Math.max(0, Math.min(bottom, innerHeight) - top);
        const ofScreen = all.reduce((sum, one) => sum + inSight(box(one)), 0) / (innerWidth * innerHeight);
        const bare = all.map((panel) => [panel.className, covered(panel)]).filter(([, share]) => share < 2 / 3);
        const question = document.querySelector(".question").textContent;
        if (ofScreen < 0.5 || bare.length) low.push([question, ofScreen, ...bare]);
    }
    return low;
}"""
"""Script that returns the steps in which the board has less than half of the screen, or a panel is rather empty."""
NEAR = """() => {
    const all = (what) => [...document.querySelectorAll(`.stand-first .close .place:not(.tone-none) ${what}`)];
    const boxed = (one) => [one.closest(".place").title, one.getBoundingClientRect()];
    const core = ({ left, right, top, bottom, width, height }) =>
        ({ left: left + width / 4, right: right - width / 4, top: top + height / 4, bottom: bottom - height / 4 });
    const apart = (one, other) => one.right - 1 <= other.left || one.bottom - 2 <= other.top;
    const meet = (one, other) => !apart(one, other) && !apart(other, one);
    const names = all("> b").map(boxed), figures = all(".silhouette").map(boxed);
    const ground = document.querySelector(".stand-first .close .ground")?.getBoundingClientRect();
    const cut = names.filter(([, { left, right }]) => left < ground.left - 1 || right > ground.right + 1);
    const middles = figures.map(([title, figure]) => [title, core(figure)]);
    return [...cut.map(([title]) => `cut: ${title}`), ...names.flatMap(([title, name], i) =>
        [...names.slice(i + 1), ...middles].filter(([other, one]) => other !== title && meet(name, one))
            .map(([other]) => `${title} / ${other}`))];
}"""
"""Script that returns the names of pieces from near that are cut, or cover another name or the middle of a piece."""

PLACES = """() => {
    const top = (element) => element.getBoundingClientRect().top;
    const parts = [".stand-first", ".telling", ".deciding"].map((part) => top(document.querySelector(part)));
    const others = [...document.querySelectorAll(".mat figure:not(.stand-first)")];
    return { parts, others: others.filter((one) => one.checkVisibility()).map(top) };
}"""
"""Script that returns where board, event and question begin, and where the other panels do."""


def at_every_step(seen: Any, steps: int, script: str, where: str = "body") -> list[Any]:
    """Return what a script returns at each of the next steps that has an element of the selector ``where``."""
    return list(
        seen.page.evaluate(
            f"""([steps, where]) => Array.from({{ length: steps }}).flatMap(() => {{
                document.dispatchEvent(new KeyboardEvent("keydown", {{ key: "ArrowRight", cancelable: true }}));
                return document.querySelector(where) ? [({script})()] : [];
            }})""",
            [steps, where],
        )
    )


@pytest.fixture(scope="module")
def campaign() -> Replay:
    return WARS_OF_SCENES["wing"]()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), slow(1440, 900)])
def test_the_board_has_half_of_the_first_screen(visit: Any, campaign: Replay, width: int, height: int) -> None:
    seen = visit(campaign, width=width)
    seen.page.set_viewport_size({"width": width, "height": height})
    maps, fights, low = seen.page.evaluate(SHARES, STEPS)
    assert maps > 2 and fights > 2 and low == []


def test_names_on_the_map_cover_no_other_one(visit: Any, campaign: Replay) -> None:
    covered = at_every_step(visit(campaign, width=1280), STEPS, COVERED, ".stand-first .map:not(.close)")
    assert len(covered) > 10 and sum(map(bool, covered)) <= len(covered) // 6, [names for names in covered if names]


def test_a_folded_panel_opens_and_closes(visit: Any, campaign: Replay) -> None:
    seen = visit(campaign, width=1280)
    panel = seen.page.locator(".panel-campaign")
    button = panel.get_by_role("button", name="Campaign")
    assert button.get_attribute("aria-expanded") == "false" and not panel.locator(".drawn").is_visible()
    button.click()
    assert button.get_attribute("aria-expanded") == "true" and panel.locator(".drawn").is_visible()
    seen.press("ArrowRight")
    assert panel.locator(".drawn").is_visible()
    button.click()
    assert not panel.locator(".drawn").is_visible()


# --- the first and the second game ---


@pytest.fixture(scope="module")
def wars() -> dict[str, Replay]:
    return {game: WARS_OF_SCENES[game]() for game in ("stuka", "interceptor")}


@pytest.mark.parametrize(("width", "height"), [(1280, 720), slow(1440, 900)])
@pytest.mark.parametrize("game", ["stuka", "interceptor"])
def test_the_board_has_half_of_the_screen_in_every_phase(
    visit: Any, wars: dict[str, Replay], game: str, width: int, height: int
) -> None:
    seen = visit(wars[game], width=width, questions=False)
    seen.page.set_viewport_size({"width": width, "height": height})
    assert seen.page.evaluate(BOARDS, STEPS) == []


@pytest.mark.parametrize("width", [1280, slow(1440), 390])
@pytest.mark.parametrize("game", ["stuka", "interceptor"])
def test_names_of_a_fight_cover_no_other_one_and_no_figure(
    visit: Any, wars: dict[str, Replay], game: str, width: int
) -> None:
    fights = at_every_step(visit(wars[game], width=width, questions=False), 2 * STEPS, NEAR, ".stand-first .close")
    assert len(fights) > 5 and [names for names in fights if names] == []


@pytest.mark.parametrize("game", ["stuka", "interceptor"])
def test_on_a_phone_board_event_and_question_come_first(visit: Any, wars: dict[str, Replay], game: str) -> None:
    steps = at_every_step(visit(wars[game], width=390, questions=False), STEPS, PLACES)
    assert len(steps) == STEPS and any(places["others"] for places in steps)
    for places in steps:
        parts = places["parts"]
        assert parts == sorted(parts) and all(top > parts[-1] for top in places["others"])
