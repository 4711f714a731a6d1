"""The page of the second game in a real browser: a whole career by keyboard, links, two careers, a review, widths."""

import os
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from stuka_env.declared.plain_values import Values
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import CARDS, Bomber, Position, Range
from stuka_env.games.interceptor.sheet import own_box
from stuka_env.games.interceptor.words.debrief import name_of_sortie, title_of
from stuka_env.games.interceptor.words.glossary import GLOSSARY
from stuka_env.replay import Flight, Moment, RecordReplay, Replay, fly
from stuka_env.replay.log_sheet import log_sheet
from stuka_env.watch.review import Loss, WarReview
from tests.support.chromium import IN_CHROMIUM
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE
from tests.support.interceptor.replays import last_choice, recorded
from tests.support.replays import played
from tests.support.slow import slow
from tests.support.visiting import Visit

WIDTHS = (390, 820, 1440)
SEED, LONG = 2, 13
"""Seeds of careers at random: one with most kinds of decision, and a longer one."""
pytestmark = IN_CHROMIUM


@pytest.fixture(scope="module")
def career() -> Replay:
    return recorded(CAREER, SEED)


@pytest.fixture(scope="module")
def other() -> Replay:
    return last_choice(CAREER, SEED)


@pytest.fixture(scope="module")
def flight(career: Replay) -> Flight:
    return fly(career)


def go_to(seen: Visit, flight: Flight, number: int) -> None:
    """To a decision, every question a step."""
    slider = seen.page.locator("#slider")
    step = next(step for step, scene in enumerate(flight.scenes()) if scene.number == number and not scene.title)
    slider.evaluate("(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", step)


def label(seen: Visit, figure: str) -> str:
    words: str = seen.page.locator(f".panel-{figure} .drawn").first.get_attribute("aria-label")
    return words


def check_mat(seen: Visit, moment: Moment) -> None:
    """The drawings show the mat of a moment."""
    mat, charts = moment.mat, load_charts()
    box = own_box(Values(mat))
    assert seen.text(".panel-track .space.here small") == (f"box {box}" if box else "base")
    if mat["aircraft"]["speed"]:
        model, own = int(mat["aircraft"]["model"]), label(seen, "aircraft")
        assert own.startswith(f"aircraft {charts.names.models[model]}")
        for gun, name in zip(mat["aircraft"]["guns"], charts.names.weapons[model], strict=False):
            if not gun["jammed"] and not gun["out"] and gun["ammunition"] >= 0:
                assert f"{name} {gun['ammunition']} of " in own
        for field in ("port_wing", "tail", "controls"):
            hits = int(mat["aircraft"][field])
            assert (f"{field.replace('_', ' ')} {hits} of " in own) == (hits > 0)
    for panel in ("bomber", "fighter"):
        assert seen.page.locator(f".panel-{panel}").is_visible() == bool(mat[panel]["present"])
    if mat["bomber"]["present"]:
        enemy = label(seen, "bomber")
        assert f"bomber {Bomber.word_of(int(mat['bomber']['type']))}" in enemy
        assert f"{Range.word_of(int(mat['bomber']['range']))} range" in enemy
    if mat["fighter"]["present"]:
        position = Position.word_of(int(mat["fighter"]["position"]))
        assert f"you are {position}" in label(seen, "fighter")
        assert f"round {mat['fighter']['rounds']}" in label(seen, "fighter")
    assert f"Prestige {mat['pilot']['prestige']}, " in label(seen, "pilot")
    left = CARDS - int(mat["deck"]["drawn"].sum())
    assert f"{left} of {CARDS} cards left" in label(seen, "cards")
    assert seen.page.locator(".panel-cards .cell.tone-spent").count() == CARDS - left


@pytest.mark.slow
def test_a_whole_career_by_keyboard(visit: Any, flight: Flight) -> None:
    seen = visit(flight.replay)
    assert seen.text("h1").lower() == "interceptor ace"
    for moment in flight.scenes():
        assert seen.lines(".options .label") == [text for _, text in moment.legal]
        assert seen.lines(".options .taken .label") == [text for index, text in moment.legal if index == moment.action]
        if moment.action is not None:
            assert seen.page.evaluate("location.hash") == flight.address_of(moment.number)
        check_mat(seen, moment)
        seen.press("ArrowRight")
    assert seen.text(".question") == "The career is over"
    assert seen.text(".points").startswith(f"Final score {flight.replay.score}, ")
    seen.page.select_option("#scope", "war")
    seen.page.check("#every")
    assert seen.lines(".journal li") == [entry.text for moment in flight.moments for entry in moment.journal]


def test_the_head_and_the_strip_count_the_raids(visit: Any, flight: Flight) -> None:
    seen = visit(flight.replay, width=1440)
    lines = [line for moment in flight.moments for line in moment.lines]
    buttons = seen.page.locator("#missions button")
    assert buttons.count() == len(lines)
    assert seen.page.locator("#missions .part > span").first.inner_text() == "Mar 1943"
    assert buttons.nth(8).inner_text().split()[0] == "1"  # the first line of April
    decided = {moment.line for moment in flight.moments}
    idle = next(line for line in range(9, len(lines)) if line not in decided)
    for line in (max(one for one in decided if one < idle), idle):
        place = min(one for one in decided if one >= line)  # of a raid that is sat out, the next decision
        buttons.nth(line).click()
        name = name_of_sortie(lines[place])
        assert seen.text(".mission strong") == f"Raid {name}, {91 - place} to come"
        assert seen.text("#place") == f"raid {name}, step 1"
    assert seen.text(".points").endswith("Draw from 5") or "victory from" in seen.text(".points")


def test_raids_after_the_last_flight_have_their_cells(visit: Any) -> None:
    """The pilot sits out the rest of the month: a link leads to the end, not to the start."""
    env = RecordReplay(gymnasium.make(MONTH, month="1943-07"), policy="chance")
    played(env, seed=5)
    seen = visit(env.replay(), place="#m=8", width=1440)
    buttons = seen.page.locator("#missions button")
    assert [button.inner_text().split()[0] for button in buttons.all()] == [str(line) for line in range(1, 9)]
    assert buttons.last.get_attribute("aria-label") == "Raid 8 of Jul 1943, sat out"
    assert seen.text(".question") == "The month is over"
    seen.press("Home")
    buttons.last.click()
    assert seen.text(".question") == "The month is over"


def test_a_link_leads_to_its_decision(visit: Any, flight: Flight) -> None:
    moment = next(moment for moment in flight.moments if moment.decision == "DOGFIGHT")
    seen = visit(flight.replay, place=flight.address_of(moment.number), questions=False)
    assert seen.lines(".options .taken .label") == [text for index, text in moment.legal if index == moment.action]
    check_mat(seen, moment)


def test_the_log_leads_to_its_raids(visit: Any, flight: Flight) -> None:
    seen = visit(flight.replay)
    seen.press("l")
    rows = seen.page.locator("#record tbody tr")
    lines = [line for moment in flight.moments for line in moment.lines]
    assert rows.count() == len(lines)
    flown = next(place for place, line in enumerate(lines) if line["status"] == "flown" and place > 3)
    cells = rows.nth(flown).locator("td").all_inner_texts()
    assert cells[:2] == [lines[flown]["raid"], lines[flown]["aircraft"]]
    rows.nth(flown).locator("button").click()
    assert seen.page.locator("#record").is_hidden()
    assert seen.text("#place") == f"raid {name_of_sortie(lines[flown])}, step 1"
    seen.press("l", "l")
    assert seen.page.locator("#record").is_hidden()


def test_a_raids_debrief_opens_where_it_ends(visit: Any, flight: Flight) -> None:
    ended = next(moment for moment in flight.moments if any(line["status"] == "flown" for line in moment.lines))
    seen = visit(flight.replay)
    go_to(seen, flight, ended.number)
    assert title_of(ended.lines[0]) in seen.lines(".ended summary")


def test_words_have_their_meaning(visit: Any, career: Replay) -> None:
    seen = visit(career)
    caption = seen.page.locator(".panel-track figcaption")
    caption.hover()
    assert caption.get_attribute("title") == f"Endurance track: {GLOSSARY['Endurance track']}"
    seen.page.locator("#glossary summary").click()
    assert seen.page.locator("#glossary dt").all_inner_texts() == list(GLOSSARY)


def test_two_careers_side_by_side(visit: Any, career: Replay, other: Replay) -> None:
    seen = visit(career, other, width=1440)
    assert seen.page.locator(".pane").count() == 2
    seen.press("d")
    assert seen.page.locator(".pane.differs").count() == 2
    assert seen.lines(".question", 0) == seen.lines(".question", 1)
    chosen = [seen.lines(".options .taken .label", pane) for pane in (0, 1)]
    assert chosen[0] != chosen[1] and all(chosen)
    assert seen.page.locator(".others-choice").count() == 2


def test_two_careers_meet_the_same_raids_together(visit: Any, career: Replay, other: Replay) -> None:
    """A raid that both are asked about is the same one."""
    seen, together = visit(career, other, width=1440), 0
    for _ in range(12):
        seen.press("ArrowDown")
        if not seen.page.locator(".pane.waits").count():
            together += 1
            assert seen.text(".mission strong", 0) == seen.text(".mission strong", 1)
            assert seen.lines(".panel-raid dd", 0)[:2] == seen.lines(".panel-raid dd", 1)[:2]
    assert together


CHOICES = """(steps) => {
    const rows = [];
    for (let i = 0; i < steps; i++) {
        rows.push([...document.querySelectorAll('#tabs .choice')].map((one) => one.textContent));
        document.getElementById('after').click();
    }
    return rows;
}"""
"""Script that steps on and returns the words of each row at each step."""


@pytest.fixture(scope="module")
def long() -> Replay:
    """A career at random that is longer than the other."""
    return recorded(CAREER, LONG)


@pytest.mark.slow
def test_a_career_that_ends_before_others(visit: Any, career: Replay, long: Replay) -> None:
    """Its curve goes on, its raids have a mark with a legend, and no row says before its end that it is over."""
    seen = visit(career, long, long, width=1440)
    raids = seen.page.locator("#missions button").count()
    lines = sum(len(moment.lines) for moment in fly(career).moments)
    assert lines < raids
    curves = [line.get_attribute("points") for line in seen.page.locator("#curve polyline.war-line").all()]
    assert [len(points.split()) for points in curves] == [raids + 1] * 3
    rows = seen.page.locator("#tabs button")
    shown = set()
    for number in range(rows.count()):
        rows.nth(number).click()
        shown |= set(seen.page.locator("#missions button").last.locator(".scores span").all_inner_texts())
    assert "\u2020" in shown and "?" not in shown
    assert "\u2020 after the end of the career" in seen.text("#strip-legend") and "? " not in seen.text("#strip-legend")
    seen.page.locator("#missions button").nth(lines - 1).click()
    columns = list(zip(*seen.page.evaluate(CHOICES, 60), strict=True))
    own = next(column for column in columns if "The career is over" in column)
    assert all(own) and set(own[own.index("The career is over") :]) == {"The career is over"}
    seen.page.locator("#missions button").first.click()
    words = {word for row in seen.page.evaluate(CHOICES, 60) for word in row}
    assert "The career is over" not in words and {"The combat", "no decision here"} <= words


def test_a_raid_has_the_number_of_the_log_sheet_everywhere(visit: Any, long: Replay) -> None:
    """Numbers begin anew in each month, so a raid is named with its month."""
    flight, seen = fly(long), visit(long, width=1440)
    number = next(one.number for one in flight.moments if one.decision == "SCRAMBLE" and one.line > 8)
    line = next(line for line in log_sheet(flight) if line.values["number"] == flight.moments[number].line + 1)
    month, year = line.heading.split()
    name = f"{line.values['line']} of {month[:3]} {year}"
    seen.page.locator("#missions button").nth(flight.moments[number].line).click()
    assert seen.text("[aria-current=step] b") == str(line.values["line"])
    assert seen.text("#place").startswith(f"raid {name}, step ")
    assert seen.text(".mission strong").startswith(f"Raid {name}, ")
    assert seen.page.evaluate("location.hash").startswith(f"#m={name.replace(' ', '-')}&d=")
    assert flight.place_of(number)[0] == name
    seen.page.locator("#open-record").click()
    cells = seen.page.locator("#record tbody th").all_inner_texts()
    assert name in cells and len(set(cells)) == len(cells)


def test_a_decision_that_a_review_marks(visit: Any, flight: Flight) -> None:
    marked = next(moment for moment in flight.moments if moment.decision == "BURST")
    better = next(index for index, _ in marked.legal if index != marked.action)
    review = WarReview({marked.number: Loss("mistake", 0.6, 0.1, better, 38, 1, 40)}, {}, [], "")
    seen = visit(flight.replay, reviews=(review,), questions=False)
    seen.press("m")
    assert seen.page.evaluate("location.hash") == flight.address_of(marked.number)
    assert seen.text(".verdict").startswith("Mistake: cost 0.60 \u00b1 0.10 bombers of the final score; ")
    assert seen.lines(".options .better .label") == [dict(marked.legal)[better]]


@pytest.mark.parametrize(("env_id", "noun"), [(SORTIE, "sortie"), (MONTH, "month")])
def test_shorter_episodes_have_their_own_words_and_no_level(visit: Any, env_id: str, noun: str) -> None:
    replay = recorded(env_id, 4, month="1943-07")
    seen = visit(replay)
    seen.press("End")
    assert seen.text(".question") == f"The {noun} is over"
    assert "victory" not in seen.text(".points")
    assert seen.text("#campaign-title") == f"The whole {noun}"


def test_mat_and_decision_are_on_one_screen(visit: Any, flight: Flight) -> None:
    """Track, question, own aircraft and enemy at 1440 x 900, above the controls."""
    seen = visit(flight.replay, width=1440)
    go_to(seen, flight, next(moment.number for moment in flight.moments if moment.decision == "BURST"))
    fold = seen.page.locator(".controls").bounding_box()["y"]
    for part in (".panel-track", ".deciding", ".panel-aircraft", ".panel-bomber"):
        box = seen.page.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= fold, (part, box, fold)


@pytest.mark.parametrize("scheme", ["light", slow("dark")])
@pytest.mark.parametrize("width", [WIDTHS[0], *map(slow, WIDTHS[1:])])
def test_it_fits_every_width(
    visit: Any, flight: Flight, other: Replay, width: int, scheme: str, tmp_path: Path
) -> None:
    seen = visit(flight.replay, other, width=width, scheme=scheme)
    fights = [moment.number for moment in flight.moments if moment.decision in ("BURST", "DOGFIGHT", "DEBRIEF", "OVER")]
    outside = """() => [...document.querySelectorAll('.drawn *')].filter((one) => {
        const box = one.getBoundingClientRect(), home = one.closest('figure').getBoundingClientRect();
        const isWithin = box.left >= home.left - 1 && box.right <= home.right + 1 && box.bottom <= home.bottom + 1;
        return box.width > 1 && !isWithin; }).map((one) => one.className + one.textContent)"""
    small = """() => [...document.querySelectorAll('.drawn *, svg text')]
        .filter((one) => one.textContent && one.getBoundingClientRect().height < 10 && one.checkVisibility()
            && !one.closest('.silhouette') && one.getBoundingClientRect().width > 1).length"""
    for number in fights[:: max(1, len(fights) // 12)]:
        go_to(seen, flight, number)
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
        assert seen.page.evaluate(outside) == [], number
        assert seen.page.evaluate(small) == 0
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    seen.page.screenshot(path=folder / f"watch-career-{width}-{scheme}.png")


def test_everything_has_a_name(visit: Any, career: Replay) -> None:
    seen = visit(career)
    unnamed = """() => [...document.querySelectorAll('button, input, select, [role=img]')]
        .filter((one) => !one.getAttribute('aria-label') && !one.labels?.length && !one.textContent.trim()
            && !one.closest('[aria-hidden]')).length"""
    assert seen.page.evaluate(unnamed) == 0
    seen.press("ArrowRight")
    events = seen.lines(".journal .fresh")
    words = [*events[-12:], seen.text(".question"), "Chosen: ", "Raid 1 of Mar 1943, step 2."]
    places = [seen.text("#spoken").find(each) for each in words]
    assert events and places[0] == 0 and places == sorted(places)
