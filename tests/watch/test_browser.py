"""The page in a real browser: its contents, the controls, the keyboard, and that nothing leaves it.

Chromium is Debian's (`make browser` installs it), driven by Playwright.
"""

import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import SEATING, SEATS, SEGMENT_TITLES, Decision, Entry, Payload
from stuka_env.games.stuka.watch import FLIGHT, PREPARATION, PROMOTIONS, ROUTINES, routine_of
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.debrief import title_of, war_debrief
from stuka_env.replay import Moment, RecordReplay, Replay, refly
from stuka_env.replay.file import PolicyRecord
from stuka_env.watch.review import LUCK_NOTE, Habit, Loss, MissionExpectation, WarAccount, WarReview
from tests.support.chromium import IN_CHROMIUM
from tests.support.each import each
from tests.support.pages import HOSTILE
from tests.support.replays import once_for_each, recorded
from tests.support.slow import slow
from tests.support.traces import TAPED
from tests.support.visiting import Visit

WIDTHS = (390, 1024, 1440)
MOMENTS: dict[int, tuple[Moment, ...]] = {}
"""Moments of the replays of these tests."""
pytestmark = IN_CHROMIUM


@pytest.fixture(scope="module")
def war(short_operation: Replay) -> Replay:
    return short_operation


def bold(name: str) -> Replay:
    """A war of the same dice, with the last legal action every time."""
    env = RecordReplay(gymnasium.make(name, duration="short"), policy="other")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
    return env.replay()


@pytest.fixture(scope="module")
def other() -> Replay:
    return bold("Stuka/Operation-v0")


FRAMES = """() => JSON.parse(document.getElementById("data").textContent).wars.map((war) => ({
    frames: war.frames.map(({ mission, routine, passage }) => ({ mission, routine, passage })),
    missions: war.missions.map(({ number }) => ({ number })),
}))"""
"""Script that returns, of each war, the missions and the routine of its decisions, and the numbers of its missions."""
NEVER_ROUTINE = ("TURN_BACK", "AIR_TO_AIR", "ATTACK", "NEW_LEADER", "RELIEF", "EVENT")


def decision_words(moment: Moment) -> str:
    """Return the question, with names."""
    cursor = moment.mat["cursor"]
    return moment.crews.named(labels.decision_words(int(cursor["decision"]), int(cursor["subject"])))


def moments_of(war: Replay) -> tuple[Moment, ...]:
    """Return every decision of a replay, flown once."""
    return once_for_each(war, MOMENTS, lambda: tuple(refly(war)))


def scenes_of(war: Replay) -> list[Moment]:
    """Return every decision of a replay and the passages between them: its frames."""
    return [scene for moment in moments_of(war) for scene in moment.scenes()]


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait; Playwright's own waiting would run a string as script, which the page forbids."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


# --- what it shows ---


@pytest.mark.slow
def test_score_and_journal_are_those_of_the_replay(visit: Any, war: Replay) -> None:
    seen = visit(war)
    moments = moments_of(war)
    entries = [entry.text for moment in moments for entry in moment.journal]
    seen.press("End")
    seen.page.select_option("#scope", "war")
    seen.page.check("#every")
    assert seen.lines(".journal li") == entries
    assert seen.text(".count") == f"{len(entries)} entries"
    assert seen.text(".points").startswith(f"Final score {war.score}, ")
    assert f"score {war.score} " in seen.text("#legend li")
    assert seen.text(".question") == "The war is over"


@pytest.mark.slow
def test_every_decision_is_shown_as_it_was(visit: Any, war: Replay) -> None:
    seen = visit(war)
    for moment in scenes_of(war)[:60]:
        labels = seen.lines(".options .label")
        taken = seen.lines(".options .taken .label")
        assert labels == [text for _, text in moment.legal]
        assert taken == [text for index, text in moment.legal if index == moment.action]
        mission = moment.mat["mission"]
        here = seen.text(".panel-track .space.here small")
        assert here == (f"zone {mission['zone']}" if mission["zone"] else "airfield")
        flying = [slot + 1 for slot in range(10) if moment.mat["aircraft"][slot]["status"] in (2, 3, 4)]
        drawn = seen.page.locator(".panel-cards .card").count()
        assert drawn == len(flying)
        damage = int(sum(moment.mat["aircraft"][slot - 1]["damage"].sum() for slot in flying))
        assert seen.page.locator(".panel-cards .figure .cross").count() == damage
        seen.press("ArrowRight")


@each("width", [1280, 390])
def test_a_roll_of_the_journal_opens_by_key_and_touch(visit: Any, war: Replay, width: int) -> None:
    """Its dice, modifiers, total and chances are in sight, and no key of it moves the replay."""
    seen = visit(war, width=width)
    rolls = seen.page.locator(".journal .roll", has_text=" %")
    while not rolls.count():
        seen.press("ArrowRight")
    roll, place = rolls.last, seen.text("#place")
    summary = roll.locator("summary")
    assert not roll.locator("p").first.is_visible()
    summary.focus()
    seen.press("Enter")
    until(lambda: roll.locator("p").first.is_visible())
    first, *others = roll.locator("p").all_text_contents()
    assert re.match(r"d\d+: \d+", first) and any(line.startswith("\u2714 ") for line in others)
    box, line = (one.bounding_box() for one in (seen.page.locator(".journal").first, roll.locator("p").first))
    assert box["y"] <= line["y"] and line["y"] + line["height"] <= box["y"] + box["height"] + 1
    assert line["x"] + line["width"] <= box["x"] + box["width"]
    summary.click()
    until(lambda: not roll.locator("p").first.is_visible())
    assert seen.text("#place") == place


def test_a_policys_thoughts_are_shown(visit: Any, war: Replay) -> None:
    shares: list[dict[int, float] | None] = [{action: 0.75} for action in war.actions]
    shares[1] = None
    values: list[float | None] = [1.25] * len(shares)
    values[1] = None
    seen = visit(replace(war, policy_record=PolicyRecord("thinker", tuple(shares), tuple(values))))
    assert seen.text(".options .taken .chance") == "75 %"
    assert set(seen.lines(".options .chance")) == {"75 %", "0.0 %"}
    assert seen.text(".value") == "The policy expects a final score of 1.3"
    assert seen.text(".heads") == "thinker: how likely it takes each"
    assert seen.text(".why") == "Why: takes this with 75 %"
    seen.press("ArrowRight")
    assert (seen.lines(".options .chance"), seen.text(".value"), seen.text(".why")) == ([], "", "")


@pytest.mark.parametrize("trace", TAPED)
def test_traces_can_be_watched(trace: str, visit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make = gymnasium.make
    monkeypatch.setattr(gymnasium, "make", lambda *names, **given: RecordReplay(make(*names, **given)))
    game = TAPED[trace]()
    replay = game.env.replay()
    seen = visit(replay)
    seen.press("End")
    seen.page.check("#every")
    with_names, _ = PEOPLE.names(replay.seed, replay.episode).tell(game.journal)
    assert seen.lines(".journal li") == [entry.text for entry in with_names]
    assert "The replay ends here." in seen.lines(".options li")


# --- controls ---


def strip_in_sight(page: Any) -> tuple[list[str], bool]:
    """The segments that the strip of missions names, and whether every mission is in sight."""
    strip = page.locator("#missions > ol")
    boxes = [button.bounding_box() for button in strip.locator("button").all()]
    width = page.viewport_size["width"]
    whole = all(0 <= box["x"] and box["x"] + box["width"] <= width and box["width"] >= 18 for box in boxes)
    within = page.evaluate(
        "[...document.querySelectorAll('#missions button span')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
    )
    return strip.locator(".part > span").all_inner_texts(), whole and within


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "segments"),
    [
        ("Stuka/Operation-v0", ["Jun/Jul 1941", "Aug/Sep 1941", "Nov/Dec 1941"]),
        ("Stuka/Campaign-v0", list(SEGMENT_TITLES)),
    ],
)
def test_every_mission_is_in_sight_on_a_wide_screen(name: str, segments: list[str], visit: Any) -> None:
    """Under the name of its segment: thirty of an operation, sixty of a campaign."""
    seen = visit(recorded(name), width=1440)
    assert strip_in_sight(seen.page) == (segments, True)


@pytest.mark.parametrize("questions", [True, slow(False)])
@pytest.mark.parametrize("panes", [slow(1), 2])
def test_mat_and_decision_are_on_one_screen(visit: Any, war: Replay, panes: int, questions: bool) -> None:
    """Track, question and aircraft cards at 1440 x 900, above the controls; of two replays the card asked about."""
    seen = visit(*[war] * panes, width=1440, questions=questions)
    seen.page.set_viewport_size({"width": 1440, "height": 900})
    flying = next(step for step, scene in enumerate(scenes_of(war)) if scene.decision == "ATTACK")
    slider = seen.page.locator("#slider")
    slider.evaluate("(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", flying)
    fold = seen.page.locator(".controls").bounding_box()["y"]
    for pane in range(panes):
        for part in (".panel-track", ".deciding", ".panel-cards" if panes == 1 else ".card.asked"):
            box = seen.page.locator(".pane").nth(pane).locator(part).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= fold, (pane, part, box, fold)


def test_stepping_and_jumping(visit: Any, war: Replay) -> None:
    seen = visit(war)
    assert seen.text("#place") == "mission 1, step 1"
    seen.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert seen.text("#place") == "mission 1, step 2"
    seen.page.click("#after")
    assert seen.text("#place") == "mission 1, step 3"
    seen.page.click("#before")
    assert seen.text("#place") == "mission 1, step 2"
    seen.page.click("#missions button >> nth=4")
    assert seen.text("#place") == "mission 5, step 1"
    assert seen.text("[aria-current=step] b") == "5"
    assert seen.text(".mission strong") == "Mission 5 of 18, 5 of 6 in its segment"
    seen.press("Escape", "ArrowUp")
    assert seen.text("#place") == "mission 4, step 1"
    seen.page.click("#mission-after")
    assert seen.text("#place") == "mission 5, step 1"
    seen.page.locator("#slider").fill("0")
    assert seen.text("#place") == "mission 1, step 1"


def test_playing(visit: Any, war: Replay) -> None:
    seen = visit(war)
    seen.page.select_option("#speed", "15")
    seen.page.evaluate("document.activeElement.blur()")
    seen.press("Space")
    assert seen.page.get_attribute("#play", "aria-label") == "Pause"
    until(lambda: int(seen.page.input_value("#slider")) > 5)
    seen.press("Space")
    assert seen.page.get_attribute("#play", "aria-label") == "Play"
    place = seen.text("#place")
    mission, decision = (word.split()[1] for word in place.split(", "))
    assert seen.page.evaluate("location.hash") == f"#m={mission}&d={decision}"  # not written while it plays
    seen.page.wait_for_timeout(200)
    assert seen.text("#place") == place
    seen.press("End")
    seen.page.locator("#slider").fill(str(int(seen.page.input_value("#slider")) - 2))
    seen.page.click("#play")
    until(lambda: seen.page.get_attribute("#play", "aria-label") == "Play")
    assert seen.text(".question") == "The war is over"


def test_without_a_mouse(visit: Any, war: Replay) -> None:
    seen = visit(war)
    seen.press("Tab", "Enter")
    assert seen.page.evaluate("document.activeElement.id") == "panes"
    reached = set()
    for _ in range(60):
        seen.press("Tab")
        reached.add(seen.page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {
        "journal",
        "slider",
        "mission-before",
        "before",
        "play",
        "after",
        "mission-after",
        "speed",
        "scope",
    } <= reached
    unnamed = """() => [...document.querySelectorAll('button, input, select, [role=img]')]
        .filter((one) => !one.getAttribute('aria-label') && !one.labels?.length && !one.textContent.trim()
            && !one.closest('[aria-hidden]')).length"""
    assert seen.page.evaluate(unnamed) == 0
    seen.press("ArrowRight")
    assert "Chosen: " in seen.text("#spoken")


def test_the_strip_the_head_and_the_mat_agree(visit: Any) -> None:
    """The number of a mission is that of the war, everywhere; the strip has a legend."""
    seen = visit(recorded("Stuka/Operation-v0"), width=1440)
    assert seen.text("#strip-legend").startswith("number of the mission, then its score")
    seen.page.click("#missions button >> nth=11")
    assert seen.text("[aria-current=step] b") == "12" and seen.text("#place").startswith("mission 12, ")
    assert seen.text(".mission strong") == "Mission 12 of 30, 2 of 10 in its segment"
    assert seen.text(".mission span").startswith("Barbarossa, Aug/Sep 1941 ")
    seen.press("End")
    assert seen.text(".mission strong") == "Mission 30 of 30, 10 of 10 in its segment"
    assert seen.text(".ended summary").startswith("Mission 30: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "scale", "mission"),
    [
        ("Stuka/Mission-v0", "mission", "Mission 1 of 1"),
        ("Stuka/Segment-v0", "segment", "Mission 1 of 10"),
        ("Stuka/Campaign-v0", "campaign", "Mission 1 of 60, 1 of 10 in its segment"),
    ],
)
def test_the_head_has_the_official_running_score(name: str, scale: str, mission: str, visit: Any) -> None:
    replay = recorded(name)
    seen, moments = visit(replay), moments_of(replay)
    (level, lowest) = ("Decisive Victory", 80)
    assert seen.text(".points") == f"0.0 points so far {scale} score, {level} from {lowest}"
    assert seen.text(".mission strong") == mission
    half = moments[len(moments) // 2]
    go_to(seen, half.number)
    assert seen.text(".points").startswith(f"{half.earned:.1f} points so far")
    seen.press("End")
    assert seen.text(".points").startswith(f"Final score {replay.score}, ")


def test_the_keys_are_a_dialog(visit: Any, war: Replay) -> None:
    """A key and a button open it; it lists every key, and the keys of the page rest while it is open."""
    seen = visit(war)
    seen.press("?")
    dialog = seen.page.locator("#keys")
    assert dialog.is_visible() and seen.page.evaluate("document.activeElement.closest('dialog').id") == "keys"
    names = dialog.locator("kbd").all_inner_texts()
    assert {"Space", "Home", "End", "J", "C", "?"} <= set(names) and not {"D", "M"} & set(names)
    assert all(dialog.locator("dd").all_inner_texts())
    place = seen.text("#place")
    seen.press("ArrowRight", "j")
    assert seen.text("#place") == place and not seen.page.is_checked("#every")
    seen.press("Escape")
    assert dialog.is_hidden()
    seen.page.get_by_role("button", name="?").click()
    assert dialog.is_visible()
    seen.press("?")
    assert dialog.is_hidden()
    seen.press("ArrowRight")
    assert seen.text("#place") != place


# --- routine is skipped ---


def stops(seen: Visit, marked: Iterable[int] = ()) -> list[str]:
    """Return the places where the page of one replay stops while routine is passed over."""
    (war,) = seen.page.evaluate(FRAMES)
    routine = [None if index in marked else frame.get("routine") for index, frame in enumerate(war["frames"])]
    found = []
    for mission in sorted({frame["mission"] for frame in war["frames"]} | {line["number"] for line in war["missions"]}):
        frames = [index for index, frame in enumerate(war["frames"]) if frame["mission"] == mission] or [-1]
        for number, (index, then) in enumerate(zip(frames, [*frames[1:], None], strict=True), 1):
            kind = routine[index] if index >= 0 else None
            if kind is None or then is None or (kind != FLIGHT and routine[then] != kind):
                found.append(f"mission {mission + 1}, step {number}")
    return found


def walked(seen: Visit) -> list[str]:
    """Everywhere that the right arrow leads to, from the start on."""
    places: list[str] = seen.page.evaluate(
        """() => {
            const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
            const place = () => document.getElementById("place").textContent, places = [];
            for (press("Home"); place() !== places.at(-1); press("ArrowRight")) places.push(place());
            return places;
        }"""
    )
    return places


def row_of(war: Replay, routine: str, least: int = 3) -> list[Moment]:
    """The first row of so many decisions of one routine, and the decision that follows them."""
    moments = moments_of(war)
    row: list[Moment] = []
    for moment in moments:
        if routine_of(moment) == routine:
            row.append(moment)
        elif len(row) >= least:
            return [*row, moment]
        else:
            row = []
    raise AssertionError(f"the war has no row of {least} of {routine}")


def go_to(seen: Visit, number: int) -> None:
    """By the slider; it must not be passed over, or every question a step."""
    slider = seen.page.locator("#slider")
    slider.evaluate("(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", step_of(seen, number))


def frame_of(frames: list[dict[str, Any]], number: int) -> int:
    """Return the frame of a decision."""
    return [place for place, frame in enumerate(frames) if not frame.get("passage")][number]


def step_of(seen: Visit, number: int) -> int:
    """The step of a decision: missions without one have a step too."""
    (war,) = seen.page.evaluate(FRAMES)
    number = frame_of(war["frames"], number)
    mission = war["frames"][number]["mission"]
    with_decision = {frame["mission"] for frame in war["frames"]}
    return number + sum(line["number"] < mission and line["number"] not in with_decision for line in war["missions"])


@pytest.fixture(scope="module")
def regular(regular_operation: Replay) -> Replay:
    return regular_operation


def test_routine_is_passed_over(visit: Any, war: Replay) -> None:
    seen = visit(war, questions=False)
    places = walked(seen)
    assert places == stops(seen) and len(places) < len(war.actions) / 2
    seen.press("End", "ArrowLeft")
    assert seen.text("#place") == places[-2]


@pytest.mark.slow
def test_a_regular_operation_takes_four_minutes(visit: Any, regular: Replay) -> None:
    """At a step a second; with every question it is eight and a half."""
    seen = visit(regular, questions=False)
    places = walked(seen)
    assert places == stops(seen) and 200 < len(places) < 260 < 480 < len(regular.actions)


def test_crews_and_loads_are_one_step_that_can_be_opened(visit: Any, regular: Replay) -> None:
    """It says who flies and with what, and what was decided last."""
    *row, _ = row_of(regular, PREPARATION)
    seen, last = visit(regular, questions=False), row[-1]
    go_to(seen, row[0].number)
    assert seen.text(".question") == "Decided: crews and loads"
    place, lines = seen.text("#place"), seen.lines(".options .decided")
    names = last.crews
    for slot, line in enumerate(lines[:-1], 1):
        card = last.mat["aircraft"][slot - 1]
        pilot, gunner = int(card["pilot"]), int(card["gunner"])
        load = Payload(card["ordnance"]).short if card["ordnance"] else ""
        words = f"{slot} P{pilot} {names.of(pilot)}, G{gunner} {names.of(SEATS + gunner)} {load}".strip()
        assert " ".join(line.split()) == words
    assert len(lines) - 1 == int(last.mat["mission"]["sent"])
    assert seen.text(".skipped") == f"{len(row)} questions, one by one"
    assert dict(last.legal)[last.action or 0].startswith(lines[-1].strip()) and lines[-1].strip()
    assert "Chosen" not in seen.text("#spoken") and " ".join(lines[0].split()) in seen.text("#spoken")
    seen.press("ArrowRight", "ArrowLeft")
    assert (seen.text("#place"), seen.lines(".options .decided")) == (place, lines)
    seen.page.get_by_role("button", name="one by one").click()
    assert seen.page.is_checked("#questions") and seen.text(".question").startswith("To decide: who leads")
    for moment in row:
        assert seen.lines(".options .taken .label") == [dict(moment.legal)[moment.action or 0]]
        assert seen.lines(".options .label") == [text for _, text in moment.legal]
        seen.press("ArrowRight")
    seen.press("ArrowLeft")
    seen.page.uncheck("#questions")
    assert (seen.text("#place"), seen.lines(".options .decided")) == (place, lines)


def test_promotions_are_one_step(visit: Any, regular: Replay) -> None:
    *row, _ = row_of(regular, PROMOTIONS)
    seen = visit(regular, questions=False)
    go_to(seen, row[0].number)
    assert seen.text(".question") == "Decided: promotions"
    assert seen.lines(".options .decided .label") == [dict(moment.legal)[moment.action or 0] for moment in row]


@pytest.mark.slow
def test_the_next_question_tells_what_was_passed_over_on_the_way(visit: Any, regular: Replay) -> None:
    """Its answers, the zones, and the journal since the question that was shown before."""
    *row, following = row_of(regular, FLIGHT)
    seen = visit(regular, questions=False)
    seen.page.select_option("#scope", "step")
    seen.page.check("#every")
    go_to(seen, row[0].number)
    answers = [dict(moment.legal)[moment.action or 0] for moment in row]
    assert seen.text(".skipped") == f"Before this: {'; '.join(answers)}, one by one"
    assert seen.lines(".options .taken .label") == [dict(following.legal)[following.action or 0]]
    entries = [entry for moment in [*row, following] for entry in moment.journal]
    assert seen.lines(".journal li") == [entry.text for entry in entries]
    assert len(seen.lines(".journal .fresh")) == len(entries)
    zones = {entry.result for entry in entries if entry.kind == Entry.MOVE}
    assert seen.page.locator(".panel-track .passed").count() == len(zones) > 1
    seen.page.locator(".skipped button").click()
    assert seen.page.is_checked("#questions") and seen.lines(".options .taken .label") == [answers[0]]
    assert not seen.page.locator(".skipped").is_visible()


@pytest.mark.slow
def test_a_decision_that_a_review_marks_is_never_passed_over(visit: Any, regular: Replay) -> None:
    """In the middle of a row of each routine; the rest of the row is passed over all the same."""
    rows = [row_of(regular, routine) for routine in ROUTINES]
    marked = [row[1] for row in rows]
    better = [next(index for index, _ in moment.legal if index != moment.action) for moment in marked]
    losses = {
        moment.number: Loss("inaccuracy", 0.2, 0.02, index, 38, 1, 40)
        for moment, index in zip(marked, better, strict=True)
    }
    seen = visit(regular, reviews=(WarReview(losses, {}, [], ""),), questions=False)
    frames = seen.page.evaluate(FRAMES)[0]["frames"]
    expected = stops(seen, [frame_of(frames, number) for number in losses])
    assert walked(seen) == expected
    seen.press("Home")
    for number in sorted(losses):
        seen.press("m")
        moment = next(one for one in marked if one.number == number)
        assert seen.text("#place") in expected and not seen.page.is_checked("#questions")
        assert seen.text(".question").startswith("To decide: ") and seen.text(".verdict").startswith(
            "Inaccuracy: cost 0.20"
        )
        assert seen.lines(".options .taken .label") == [dict(moment.legal)[moment.action or 0]]


def place_of(seen: Visit, number: int) -> tuple[int, int]:
    """Mission and place in it of a decision, both from 1."""
    frames = seen.page.evaluate(FRAMES)[0]["frames"]
    number = frame_of(frames, number)
    mission = frames[number]["mission"]
    return mission + 1, 1 + sum(frame["mission"] == mission for frame in frames[:number])


@pytest.mark.slow
def test_a_link_leads_to_its_decision(visit: Any, war: Replay) -> None:
    """One that is passed over opens; where a step stands for many a link to it leads to that step."""
    *row, _ = row_of(war, PREPARATION)
    seen = visit(war)
    mission, number = place_of(seen, row[2].number)
    seen = visit(war, place=f"#m={mission}&d={number}", questions=False)
    assert seen.text("#place") == f"mission {mission}, step {number}" and seen.page.is_checked("#questions")
    assert seen.lines(".options .taken .label") == [dict(row[2].legal)[row[2].action or 0]]
    seen.press("ArrowRight")
    assert seen.page.evaluate("location.hash") == f"#m={mission}&d={number + 1}"
    seen.page.evaluate("location.hash = '#m=2'")
    until(lambda: seen.text("#place") == "mission 2, step 1")
    last = f"#m={mission}&d={number + len(row) - 3}"
    seen = visit(war, place=last, questions=False)
    assert seen.text(".question") == "Decided: crews and loads" and not seen.page.is_checked("#questions")
    assert seen.page.evaluate("location.hash") == last
    seen.page.evaluate(f"location.hash = '#m={mission}&d={number}'")
    until(lambda: seen.text("#place") == f"mission {mission}, step {number}")
    assert seen.page.is_checked("#questions")
    for nonsense in ("#m=999", "#m=x&d=1", "#<b>"):
        assert visit(war, place=nonsense).text("#place") == "mission 1, step 1"


# --- several replays ---


@pytest.mark.slow
def test_two_replays_side_by_side(visit: Any, war: Replay, other: Replay) -> None:
    seen = visit(war, other)
    assert seen.page.locator("#warning").is_hidden()
    assert seen.page.locator(".pane h2").all_inner_texts() == ["chance", "other"]
    seen.page.click("#difference")
    taken = [seen.lines(".options .taken .label", nth) for nth in (0, 1)]
    assert len(taken[0]) == len(taken[1]) == 1 and taken[0] != taken[1]
    assert seen.text(".question", 0) == seen.text(".question", 1)
    seen.press("End")
    for nth, replay in enumerate((war, other)):
        assert seen.text(".points", nth).startswith(f"Final score {replay.score}, ")
    boxes = [seen.page.locator(".pane").nth(nth).bounding_box() for nth in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", (390, 820, 1024, 1440))
def test_two_replays_are_tabs_on_a_narrow_screen(
    visit: Any, war: Replay, other: Replay, width: int, scheme: str, tmp_path: Path
) -> None:
    seen = visit(war, other, width=width, scheme=scheme)
    tabs, shown = seen.page.locator("#tabs [role=tab]"), seen.page.locator(".pane")
    narrow = width <= 820
    assert [tab.is_visible() for tab in tabs.all()] == [narrow, narrow]
    assert [pane.is_visible() for pane in shown.all()] == [True, not narrow]
    seen.press("d")
    taken = seen.lines(".options .taken .label", 0)
    if narrow:
        assert [tab.splitlines()[0] for tab in tabs.all_inner_texts()] == ["chance", "other"]
        assert all(tab.endswith("\u2260") for tab in tabs.all_inner_texts())
        place = seen.text("#place")
        tabs.nth(1).click()
        assert [pane.is_visible() for pane in shown.all()] == [False, True]
        assert [tab.get_attribute("aria-selected") for tab in tabs.all()] == ["false", "true"]
        assert seen.text("#place") == place
        assert tabs.nth(1).bounding_box()["height"] >= 44
    assert seen.lines(".options .taken .label", 1) not in ([], taken)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    seen.page.screenshot(path=Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path) / f"tabs-{width}-{scheme}.png")


@pytest.mark.slow
def test_tabs_are_changed_by_arrow_and_drawn_when_they_are_shown(visit: Any, war: Replay, other: Replay) -> None:
    seen = visit(war, other, width=390)
    seen.press("ArrowRight")
    seen.page.locator("#tabs [role=tab]").nth(0).focus()
    seen.press("ArrowRight")
    assert seen.page.locator(".pane").nth(1).is_visible()
    assert seen.text("#place") == "mission 1, step 2"
    assert seen.page.locator(".pane").nth(1).locator(".mat .drawn").count() >= 4
    seen.press("ArrowLeft")
    assert seen.page.locator(".pane").nth(0).is_visible()


def thinking(replay: Replay, worth: float) -> Replay:
    """A policy that finds the first legal option so much worse than what it did, and says why it did it."""
    moments = [moment for moment in moments_of(replay) if moment.action is not None]
    worths = tuple(
        {moment.action: 10.0} | {index: 10.0 - worth for index, _ in moment.legal if index != moment.action}
        for moment in moments
        if moment.action is not None
    )
    reasons = tuple(f"reason {moment.number}" for moment in moments)
    record = PolicyRecord("thinker", reasons=reasons, action_values=worths)
    return replace(replay, policy_record=record)


def test_what_stands_beside_the_options_has_a_heading_and_its_error(visit: Any, war: Replay) -> None:
    """The reason is shown where another option looks better than the chosen one."""
    (number, better), *_ = choices(war, 1)
    action = war.actions[number]
    worths, errors = [dict[int, float]() for _ in war.actions], [dict[int, float]() for _ in war.actions]
    worths[number], errors[number] = {action: 10.0, better: 10.96}, {better: 0.84}
    record = PolicyRecord("unsure", action_values=tuple(worths), action_errors=tuple(errors))
    seen = visit(replace(war, policy_record=record))
    moment = moments_of(war)[number]
    while seen.page.evaluate("document.querySelector('.doubt').textContent") == "":
        seen.press("ArrowRight")
    assert seen.text(".doubt") == f"{dict(moment.legal)[better]}: +1.0 ± 0.8 points, not enough to be sure"
    assert seen.text(".heads") == "unsure: points ± beside its choice"
    chosen, other = dict(moment.legal)[action], dict(moment.legal)[better]
    values = f"{round(moment.earned + 10, 2):.2f} points after it; {round(moment.earned + 10.96, 2):.2f} after "
    assert seen.text(".why") == f"Why: expects {values}\u201c{other.split(' (')[0]}\u201d"
    assert seen.lines(".options .taken") == [f"\u2714\n{chosen}\n(chosen)\n{moment.earned + 10:.1f} points"]
    assert seen.lines(".options .more") == ["+1.0 ± 0.8 points"]


def test_values_with_another_meaning_say_so(visit: Any, war: Replay) -> None:
    """They are no expected scores, so none is shown: only the differences from the choice."""
    seen = visit(replace(war, policy_record=replace(thinking(war, 1.5).policy_record, values_are="by its own rule")))
    ((number, _),) = choices(war, 1)
    moment = moments_of(war)[number]
    while seen.text(".why") != f"Why: reason {number}":
        seen.press("ArrowRight")
    assert seen.text(".heads") == "thinker: numbers beside its choice, by its own rule"
    assert seen.lines(".options .taken") == [f"\u2714\n{dict(moment.legal)[war.actions[number]]}\n(chosen)"]
    assert set(seen.lines(".options .more")) == {"-1.50"}


def places_of(seen: Visit, key: str, count: int = 8) -> list[tuple[str, str]]:
    """Return the places that a key leads to from the start, and the text about worths there."""
    seen.press("Home")
    found = []
    for _ in range(count):
        seen.press(key)
        found.append((seen.text("#place"), seen.text(".value")))
    return found


@pytest.mark.slow
def test_a_difference_that_is_worth_nothing_is_passed_over(visit: Any, war: Replay, other: Replay) -> None:
    """As far as anybody says: where nobody does every difference counts."""
    little, much = visit(thinking(war, 0.04), other), visit(thinking(war, 0.7), other)
    known = [place for place, words in places_of(little, "Shift+D") if "differ here by 0.0 points" in words]
    assert known
    assert {words for _, words in places_of(little, "d")} == {""}
    found = dict(places_of(much, "d"))
    assert "The replays differ here by 0.7 points of the final score, says thinker" in {found[place] for place in known}
    review = WarReview({}, {}, [], "")
    quiet = visit(war, other, reviews=(review, review))  # nothing matters: to the next of all
    assert places_of(quiet, "d") == places_of(quiet, "Shift+D")


@pytest.mark.slow
def test_differences_go_by_what_they_are_worth(visit: Any, war: Replay, other: Replay) -> None:
    """One decision of the first replay is known to have cost something: "Next difference" knows no other."""
    seen = visit(war, other)
    places = []
    for _ in range(3):
        seen.press("d")
        places.append(seen.text("#place"))
    assert len(set(places)) == 3
    number, waits = -1, "document.querySelector('.pane').classList.contains('waits')"
    seen.press("Home")
    while True:  # the steps that are a decision of the first replay
        number += not seen.page.evaluate(waits)
        if seen.text("#place") == places[2]:
            break
        seen.press("ArrowRight")
    moment = scenes_of(war)[number]
    better = next(index for index, _ in moment.legal if index != moment.action)
    review = WarReview({moment.number: Loss("mistake", 0.6, 0.1, better, 38, 1, 40)}, {}, [], "")
    seen = visit(war, other, reviews=(review, WarReview({}, {}, [], "")))
    seen.press("d")
    assert seen.text("#place") == places[2]
    assert "The replays differ here by 0.6 points of the final score, says the review" in seen.text(".value")
    seen.press("d")
    assert seen.text("#place") == places[2]


def test_why_it_was_done_stands_at_the_decision(visit: Any, war: Replay) -> None:
    seen = visit(thinking(war, 0.3))
    assert seen.text(".why") == "Why: reason 0"
    seen.press("ArrowRight")
    assert seen.text(".why") == "Why: reason 1"
    (moment, *_) = [moment for moment in moments_of(war) if moment.number == 1]
    assert seen.lines(".options .more") == ["-0.3 points"] * (len(moment.legal) - 1)
    seen.press("End")
    assert seen.text(".why") == ""


@pytest.mark.slow
def test_going_through_two_replays_shows_every_decision_of_both(visit: Any) -> None:
    war, other = recorded("Stuka/Segment-v0", duration="short"), bold("Stuka/Segment-v0")
    seen = visit(war, other)
    shown = """() => [...document.querySelectorAll('.pane')].map((pane) => pane.classList.contains('waits'))"""
    own = [0, 0]
    for _ in range(int(seen.page.get_attribute("#slider", "max")) + 1):
        waits = seen.page.evaluate(shown)
        assert not all(waits)
        own = [count + (not wait) for count, wait in zip(own, waits, strict=True)]
        seen.press("ArrowRight")
    assert own == [len(scenes_of(war)), len(scenes_of(other))]


@pytest.mark.slow
def test_two_replays_pass_over_routine_together(visit: Any, regular: Replay) -> None:
    """Neither loses a question that is no routine, in their order; what only one does is shown."""
    wars = (regular, recorded("Stuka/Operation-v0"))
    seen = visit(*wars, questions=False)
    steps: list[list[str | None]] = seen.page.evaluate(
        """() => {
            const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
            const waits = (pane) => pane.classList.contains("waits");
            const asked = (pane) => (waits(pane) ? null : pane.querySelector(".question").textContent);
            const step = () => [...document.querySelectorAll(".pane")].map(asked);
            const at = () => document.getElementById("slider").value, steps = [];
            for (let last = press("Home"); last !== at(); press("ArrowRight")) { last = at(); steps.push(step()); }
            return steps;
        }"""
    )
    assert all(any(asked) for asked in steps)
    for nth, war in enumerate(wars):
        never = [moment for moment in moments_of(war) if moment.decision in NEVER_ROUTINE]
        asked = [f"To decide: {decision_words(moment)}" for moment in never]
        assert [words for step in steps if (words := step[nth]) in set(asked)] == asked


@pytest.mark.slow
def test_a_difference_that_is_passed_over_opens(visit: Any, war: Replay, other: Replay) -> None:
    """It is shown as the question that it is, at the same place as where every question is a step; no other opens."""
    every, seen = visit(war, other), visit(war, other, questions=False)
    usual = walked(seen)
    seen.press("Home")
    while seen.text("#place") in usual:
        every.press("Shift+D")
        seen.press("Shift+D")
        assert seen.text("#place") == every.text("#place")
        assert seen.text(".question").startswith("To decide: ")
    assert seen.text(".question", 0) == seen.text(".question", 1)
    taken = [seen.lines(".options .taken .label", nth) for nth in (0, 1)]
    assert len(taken[0]) == len(taken[1]) == 1 and taken[0] != taken[1]
    assert not seen.page.is_checked("#questions")
    seen.press("ArrowRight")
    assert seen.text("#place") in usual


@pytest.mark.slow
def test_differences_of_routine_seats_come_last(visit: Any, war: Replay, other: Replay) -> None:
    """The key D skips them while any other is there; Shift+D goes to all."""
    seats = {
        f"To decide: {decision_words(moment)}"
        for replay in (war, other)
        for moment in moments_of(replay)
        if Decision[moment.decision] in SEATING and routine_of(moment)
    }
    questions: dict[str, set[str]] = {}
    for key in ("d", "Shift+D"):
        seen, questions[key] = visit(war, other), set()
        for _ in range(8):
            seen.press(key)
            questions[key] |= set(seen.page.locator(".differs .question").all_inner_texts())
    assert questions["d"] and not questions["d"] & seats
    assert questions["Shift+D"] & seats


@pytest.fixture(scope="module")
def three(war: Replay, other: Replay) -> tuple[Replay, ...]:
    """In the order of the page, by score."""
    return war, replace(war, policy_record=PolicyRecord("third")), other


@pytest.mark.slow
@pytest.mark.parametrize("width", (390, 820, 1440))
def test_three_replays_have_one_mat_and_a_row_each(
    visit: Any, three: tuple[Replay, ...], width: int, tmp_path: Path
) -> None:
    seen = visit(*three, width=width)
    rows, shown = seen.page.locator("#tabs [role=tab]"), seen.page.locator(".pane")
    assert [row.is_visible() for row in rows.all()] == [True] * 3
    assert [pane.is_visible() for pane in shown.all()] == [True, False, False]
    tops = [row.bounding_box()["y"] for row in rows.all()]
    assert tops == sorted(set(tops))
    assert rows.locator(".name").all_inner_texts() == ["chance winner", "third winner", "other"]
    seen.press("Shift+D")
    choice = rows.locator(".choice")
    assert choice.nth(0).inner_text() == choice.nth(1).inner_text() == seen.lines(".options .taken .label", 0)[0]
    assert choice.nth(2).inner_text() != choice.nth(0).inner_text()
    assert ["differs" in (row.get_attribute("class") or "") for row in rows.all()] == [False, False, True]
    others = seen.page.locator(".pane.chosen .options li", has_text="chosen by other")
    assert others.locator(".label").all_inner_texts() == [choice.nth(2).inner_text()]
    fold = seen.page.locator(".controls").bounding_box()["y"]
    first, deciding = rows.first.bounding_box(), seen.page.locator(".pane.chosen .question").bounding_box()
    strip = seen.page.locator("#missions").bounding_box()
    assert first["y"] >= strip["y"] + strip["height"] and deciding["y"] + deciding["height"] <= fold
    rows.nth(2).click()
    assert [pane.is_visible() for pane in shown.all()] == [False, False, True]
    assert seen.lines(".options .taken .label", 2) == [choice.nth(2).inner_text()]
    assert ["differs" in (row.get_attribute("class") or "") for row in rows.all()] == [True, True, False]
    seen.press("ArrowUp")
    assert rows.nth(1).get_attribute("aria-selected") == "true" and shown.nth(1).is_visible()
    assert seen.page.evaluate("document.activeElement.textContent").startswith("third")
    seen.press("1")
    assert shown.nth(0).is_visible() and not shown.nth(1).is_visible()
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    seen.page.screenshot(path=folder / f"rows-{width}.png")


@pytest.mark.slow
def test_the_rows_have_the_running_scores(visit: Any, three: tuple[Replay, ...]) -> None:
    seen = visit(*three)
    seen.press("End")
    scores = [float(words) for words in seen.page.locator("#tabs small").all_inner_texts()]
    assert scores == [replay.score for replay in three]


@pytest.mark.slow
def test_the_curve_of_three_replays_is_the_difference_to_the_first(visit: Any, three: tuple[Replay, ...]) -> None:
    first, _, other = (float(replay.score or 0) for replay in three)
    seen = visit(*three)
    assert seen.text("#curve figcaption").upper().startswith("RUNNING SCORE, LESS THAT OF CHANCE")
    label = seen.page.locator("#curve svg").get_attribute("aria-label")
    ends = f"chance, from 0.0 to 0.0; third, from 0.0 to 0.0; other, from 0.0 to {other - first:.1f}"
    assert label == f"Running score, less that of chance: {ends}"
    heights = [line.get_attribute("points").split()[-1] for line in seen.page.locator("#curve polyline").all()]
    assert heights[0] == heights[1] != heights[2]


def test_different_wars_are_told_apart(visit: Any, war: Replay) -> None:
    seen = visit(war, recorded("Stuka/Mission-v0"))
    assert "different wars" in seen.text("#warning")


# --- safe, quick, readable ---


@pytest.mark.slow
def test_a_hostile_replay_cannot_run_script(visit: Any, war: Replay) -> None:
    seen = visit(replace(war, policy_record=PolicyRecord(HOSTILE)), war)
    assert seen.lines("h2") == [" ".join(HOSTILE.split())] or HOSTILE.split("\u2028")[0] in seen.lines("h2")[0]
    assert seen.page.locator("img").count() == 0
    seen.press("ArrowRight", "End")


def test_the_policy_of_the_page_blocks_other_scripts(visit: Any, war: Replay) -> None:
    seen = visit(war)
    seen.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))"
    )
    assert seen.page.evaluate("window.ran") is None
    assert len(seen.trouble) == 1 and "Content Security Policy" in seen.trouble.pop()


def test_a_regular_operation_loads_in_two_seconds(visit: Any) -> None:
    seen = visit(recorded("Stuka/Operation-v0"))
    took = seen.page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    print(f"loaded in {took:.0f} ms")
    assert 0 < took < 2_000


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [WIDTHS[0], *map(slow, WIDTHS[1:])])
def test_it_fits_every_width(visit: Any, war: Replay, other: Replay, width: int, scheme: str, tmp_path: Path) -> None:
    seen = visit(war, other, width=width, scheme=scheme)
    seen.press("ArrowDown", *["ArrowRight"] * 30)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    small = """() => [...document.querySelectorAll('svg text')]
        .filter((one) => one.getBoundingClientRect().height < 10).length"""
    assert seen.page.evaluate(small) == 0
    outside = """() => [...document.querySelectorAll('.drawn *')].filter((one) => {
        const box = one.getBoundingClientRect(), home = one.closest('figure').getBoundingClientRect();
        return box.width > 1 && (box.left < home.left - 1 || box.right > home.right + 1);
        }).map((one) => one.className)"""
    assert seen.page.evaluate(outside) == []
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    seen.page.screenshot(path=folder / f"watch-{width}-{scheme}.png")


# --- a review ---


def choices(replay: Replay, most: int) -> list[tuple[int, int]]:
    """Some decisions with a choice, each with an action that was not taken."""
    found = [
        (moment.number, next(index for index, _ in moment.legal if index != moment.action))
        for moment in moments_of(replay)
        if moment.action is not None and len(moment.legal) > 1
    ]
    return found[5 : 5 + 3 * most : 3]


@pytest.fixture(scope="module")
def review(war: Replay) -> WarReview:
    """As ``stuka review`` would give it; three decisions marked."""
    grades = [("inaccuracy", 0.15), ("blunder", 2.4), ("mistake", 0.5)]
    losses = {
        number: Loss(grade, cost, cost / 10, better, 38, 1, 40)
        for (number, better), (grade, cost) in zip(choices(war, 3), grades, strict=True)
    }
    missions = sorted(
        {int(moment.mat["war"]["mission_of_war"]) for moment in moments_of(war) if moment.action is not None}
    )
    expected = [MissionExpectation(mission, 50.0 + mission, 0.4, 1.2, -0.2) for mission in missions]
    return WarReview(losses, {"old_hand": 61, "distilled": 66}, expected, "52: par 61, luck -7, decisions -2")


@pytest.fixture(scope="module")
def analysed(war: Replay, review: WarReview) -> WarReview:
    """A review with an account, seven marked decisions, two habits."""
    marked = choices(war, 7)
    losses = {
        number: Loss("mistake", 0.9 - place / 10, 0.05, better, 600, 400, 1024)
        for place, (number, better) in enumerate(marked)
    }
    numbers = [number for number, _ in marked]
    habits = [Habit("too many of them", numbers[:4], 3.0, 0.1), Habit("too few", numbers[4:], 1.2, 0.02)]
    score = float(war.score or 0)
    account = WarAccount(
        score, 61.0, 0.2, -7.0, 0.6, -3.4, 0.3, score - 50.6, 1.5, -4.2, 0.2, 0.5, 0.1, 0.1, 0.2, 0.2, 0.4, -6.5
    )  # fmt: skip
    par_note = "mean score of old_hand in 1,000 other wars of this kind"
    return review._replace(losses=losses, account=account, habits=habits, reference="old_hand", par_note=par_note)


def bottom(seen: Visit, selector: str) -> float:
    box = seen.page.locator(selector).bounding_box()
    return float(box["y"] + box["height"])


def test_a_review_opens_with_its_verdict(visit: Any, war: Replay, analysed: WarReview, tmp_path: Path) -> None:
    """At 1440 x 900 card, curve, habits and the most expensive decisions are above the controls."""
    seen = visit(war, reviews=(analysed,), width=1440)
    assert seen.page.evaluate("window.scrollY") == 0
    fold = seen.page.locator(".controls").bounding_box()["y"]
    for part in ("#review .card-of-review", "#ask", "#curve svg", "#review .habits", "#review .expensive"):
        assert bottom(seen, part) <= fold <= 900, part
    card, curve, habits = (seen.page.locator(part).bounding_box() for part in (".card-of-review", "#curve", ".habits"))
    assert curve["y"] >= card["y"] + card["height"] and habits["x"] >= card["x"] + card["width"]
    assert seen.page.locator(".card-of-review #ask").count() == 1
    cells = [" ".join(words.split()) for words in seen.page.locator(".account tbody td").all_inner_texts()]
    assert cells[0].startswith(f"{war.score} ")
    assert cells[1:4] == ["61.0 \u00b1 0.2", "\u22127.0 \u00b1 0.6", "\u22123.4 \u00b1 0.3"]
    assert cells[4].endswith("\u00b1 1.5")
    assert seen.text("#review .others") == "In the same war: old_hand 61, distilled 66."
    assert seen.text(".account td[data-part=luck]").startswith("\u22127.0 ")
    assert LUCK_NOTE in seen.page.locator(".account th", has_text="luck").get_attribute("title")
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    seen.page.screenshot(path=folder / "review-1440.png")


def test_the_figures_of_a_review_add_up_visibly(visit: Any, war: Replay, analysed: WarReview) -> None:
    seen = visit(war, reviews=(analysed,))
    score, decisions = seen.page.locator(".sums li").all_inner_texts()
    assert score.endswith(f"= {war.score} score") and seen.page.get_by_text(score).is_visible()
    parts, total = (re.sub(r"[a-z]", "", side.replace("\u2212", "-").replace("- ", "-")) for side in score.split("="))
    assert sum(map(float, parts.replace("+", "").split())) == pytest.approx(float(total), abs=0.01)
    assert decisions.replace("\u2212", "-") == (
        "decisions -3.4: marked -4.2, of which old_hand would have lost 0.5 too: -3.7; other decisions +0.1; "
        "later missions +0.2"
    )
    assert seen.text(".par-note") == "par: mean score of old_hand in 1,000 other wars of this kind"
    assert not seen.page.locator(".parts table").is_visible()
    seen.page.locator(".parts summary").click()
    table = seen.page.locator(".parts table").inner_text()
    cells = ("= score", "= decisions", "that old_hand would have lost too", "other decisions", "\u22124.2 \u00b1 0.2")
    assert all(words in table for words in cells)


def test_habits_and_expensive_decisions_open_their_decisions(visit: Any, war: Replay, analysed: WarReview) -> None:
    """A click on a habit goes through its decisions; a list that is cut states how many are missing."""
    seen = visit(war, reviews=(analysed,), questions=False, width=1440)
    fold = seen.page.locator(".controls").bounding_box()["y"]

    def is_open(number: int) -> bool:
        mission, place = place_of(seen, number)
        deciding = seen.page.locator(".deciding").bounding_box()
        return bool(
            seen.page.evaluate("location.hash") == f"#m={mission}&d={place}"
            and 0 <= deciding["y"] <= deciding["y"] + deciding["height"] <= fold
        )

    habit = seen.page.locator(".habits button").first
    assert " ".join(habit.inner_text().split()) == "too many of them 4 times \u22123.0 \u00b1 0.1"
    assert " ".join(seen.text(".habits button", 1).split()) == "too few 3 times \u22121.20 \u00b1 0.02"
    for place in (0, 1, 2, 3, 0):
        habit.click()
        assert is_open(analysed.habits[0].decisions[place])
        assert seen.text(".habits small", 1) == f"{place + 1} of 4"
    seen.press("Home")
    rows = seen.page.locator(".expensive button")
    assert [row.is_visible() for row in rows.all()] == [True] * 5 + [False] * 2
    assert seen.text(".expensive summary") == "2 more decisions"
    numbers = sorted(analysed.losses, key=lambda number: -analysed.losses[number].cost)
    for row, number in zip(rows.all()[:5], numbers, strict=False):
        mission, place = place_of(seen, number)
        moment = moments_of(war)[number]
        cost = f"\u2212{analysed.losses[number].cost:.2f} \u00b1 0.05"
        assert " ".join(row.inner_text().split()) == f"{decision_words(moment)} mission {mission}, step {place} {cost}"
        row.press("Enter")
        assert is_open(number)


def test_habits_are_hidden_while_the_viewer_is_asked(visit: Any, war: Replay, analysed: WarReview) -> None:
    seen = visit(war, reviews=(analysed,))
    assert seen.page.locator(".habits button").first.is_visible()
    seen.press("a")
    assert not seen.page.locator(".habits button").first.is_visible()
    assert "What would you do?" in seen.text(".verdict")
    asked = [habit.decisions[0] for habit in analysed.habits]  # one of each habit, then the rest
    for number in (*asked, *sorted(set(analysed.losses) - set(asked))):
        assert seen.page.evaluate("location.hash") == "#m={}&d={}".format(*place_of(seen, number))
        seen.page.locator(".options .label").first.click()
        if seen.page.locator("button.next-question").count():
            seen.page.locator("button.next-question").click()
    assert seen.text("span.next-question") == "All 7 questions are answered."
    seen.press("a")
    assert seen.page.locator(".habits button").first.is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_two_reviews_explain_their_luck(
    visit: Any, war: Replay, other: Replay, analysed: WarReview, width: int, scheme: str, tmp_path: Path
) -> None:
    """The sentence stands under the two figures, and the review fits the screen."""
    seen = visit(war, other, reviews=(analysed, analysed._replace(habits=[])), width=width, scheme=scheme)
    assert seen.text(".luck-note") == LUCK_NOTE
    figures, note = (seen.page.locator(part).bounding_box() for part in (".account", ".luck-note"))
    assert 0 <= note["y"] - figures["y"] - figures["height"] < 30
    assert len(seen.page.locator(".account tbody tr").all()) == len(seen.page.locator(".sums").all()) == 2
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    within = "[...document.querySelectorAll('#review .wide')].every((one) => one.scrollWidth <= one.clientWidth)"
    assert seen.page.evaluate(within)
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    seen.page.screenshot(path=folder / f"reviews-{width}-{scheme}.png", full_page=True)


def test_a_review_without_an_account_says_so(visit: Any, war: Replay, analysed: WarReview) -> None:
    seen = visit(war, reviews=(analysed._replace(account=None, expected=[], summary=""),))
    assert "not known where a player rolled the dice" in seen.text(".account tbody")
    assert seen.page.locator(".sums").count() == 0 and seen.page.locator(".habits button").first.is_visible()
    assert seen.text("#curve figcaption").upper().startswith("RUNNING SCORE")


def test_a_war_of_one_mission_has_no_charts(visit: Any, analysed: WarReview) -> None:
    replay = recorded("Stuka/Mission-v0")
    expected = [MissionExpectation(0, 50.0, 0.4, 1.2, -0.2)]
    account = analysed.account._replace(score=float(replay.score or 0)) if analysed.account else None
    one = WarReview({}, {"old_hand": 61}, expected, "", account)
    for seen in (visit(replay), visit(replay, reviews=(one,))):
        assert seen.page.locator("#curve").is_hidden()
        assert seen.page.locator("#curve svg, #graphs svg").count() == 0
    assert seen.page.locator(".account").is_visible() and not seen.page.locator("#ask").count()
    assert not seen.page.locator("#review .lists").count()
    assert f"score {replay.score} " in seen.text("#legend li")


@pytest.mark.parametrize("width", [WIDTHS[0], *map(slow, WIDTHS[1:])])
def test_the_running_score_stands_under_the_strip(visit: Any, war: Replay, other: Replay, width: int) -> None:
    seen = visit(war, other, width=width)
    strip, curve, panes = (seen.page.locator(part).bounding_box() for part in ("#missions", "#curve", "#panes"))
    assert strip["y"] + strip["height"] <= curve["y"] < strip["y"] + strip["height"] + 60
    assert curve["y"] + curve["height"] <= panes["y"]
    assert seen.text("#curve figcaption").upper().startswith("RUNNING SCORE")
    label = seen.page.locator("#curve svg").get_attribute("aria-label")
    assert label == f"Running score: chance, from 0.0 to {war.score}; other, from 0.0 to {other.score}"
    moments = moments_of(war)
    begun: dict[int, float] = {}
    for moment in moments[:-1]:
        begun.setdefault(moment.line, moment.earned)
    seen.page.locator("#curve .field").nth(3).click()
    assert seen.text("#place").startswith("mission 4,")
    title = seen.page.locator("#curve .field title").nth(3).text_content()
    assert f"chance: {begun[3]:.1f} points before it" in title


def test_a_step_scrolls_from_the_top_only(visit: Any, war: Replay, analysed: WarReview) -> None:
    """The first step brings the decision into sight; a viewer further down stays there."""
    seen = visit(war, reviews=(analysed,), width=1440)
    seen.press("ArrowRight")
    fold = seen.page.locator(".controls").bounding_box()["y"]
    assert bottom(seen, ".deciding") <= fold and seen.page.evaluate("window.scrollY") > 100
    seen.page.evaluate("window.scrollTo(0, 900)")
    place = seen.page.evaluate("window.scrollY")
    seen.press("ArrowRight")
    assert seen.page.evaluate("window.scrollY") == place
    seen.press("m")
    assert seen.page.evaluate("window.scrollY") < place


@pytest.mark.parametrize("width", [WIDTHS[0], *map(slow, WIDTHS[1:])])
def test_a_decision_that_cost_something_is_marked(visit: Any, war: Replay, review: WarReview, width: int) -> None:
    seen = visit(war, reviews=(review,), width=width)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    moments = moments_of(war)
    for number, loss in review.losses.items():
        seen.press("m")
        mission, step = place_of(seen, number)
        place = f"#m={mission}&d={step}"
        assert seen.page.evaluate("location.hash") == place
        legal = dict(moments[number].legal)
        told = seen.text(".verdict")
        assert told.lower().startswith(f"{loss.grade}: cost {loss.cost:.2f} \u00b1 {loss.error:.2f} points")
        assert legal[loss.better] in told and "better in 38, worse in 1, equal in 1 of 40 paired futures" in told
        assert seen.lines(".options .better .label") == [legal[loss.better]]
        taken = moments[number].action
        assert taken is not None and seen.lines(".options .taken .label") == [legal[taken]]
    first = seen.text("#place")
    seen.press("m")
    assert seen.text("#place") != first
    seen.press("Shift+M")
    assert seen.text("#place") == first
    seen.press("ArrowRight")
    assert not seen.page.locator(".verdict").is_visible()
    worst = seen.page.locator("#missions .dot.grade-blunder")
    assert worst.count() == 1 and worst.inner_text() == ", blunder"
    rule = "inaccuracy from 0.1, mistake from 0.3, blunder from 1.0 points of the final score"
    assert rule in " ".join(seen.text("#strip-legend").split())
    assert seen.page.locator("#strip-legend .dot").count() == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Stuka/Operation-v0", "Stuka/Campaign-v0"])
def test_the_marks_of_the_strip_cover_no_digit(visit: Any, name: str) -> None:
    """With the ring of a blunder, in cells of every width."""
    war = recorded(name)
    losses = {number: Loss("blunder", 1.5, 0.1, better, 38, 1, 40) for number, better in choices(war, 300)}
    seen = visit(war, war, reviews=(WarReview(losses, {}, [], ""),) * 2, width=1440)
    covered = """() => [...document.querySelectorAll("nav button")].filter((button) => {
        const rings = [...button.querySelectorAll(".dot")].map((dot) => {
            const style = getComputedStyle(dot), { top, bottom } = dot.getBoundingClientRect();
            const ring = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset) - 0.5;
            return { top: top - ring, bottom: bottom + ring };
        });
        const digits = [...button.children].filter((one) => !one.classList.contains("marks")).map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return range.getBoundingClientRect();
        });
        const meets = (ring, box) => ring.bottom > box.top && ring.top < box.bottom;
        return rings.some((ring) => digits.some((box) => meets(ring, box)));
    }).map((button) => button.textContent)"""
    assert seen.page.locator("nav .dot").count() > 20 and seen.page.evaluate(covered) == []


def test_a_mission_that_was_not_flown_has_the_mark_of_its_own_decision_only(visit: Any, regular: Replay) -> None:
    """A rolled No-Fly has no decision: the mark of the next one stands at its own mission."""
    moments = [moment for moment in moments_of(regular) if moment.action is not None]
    own = {moment.line for moment in moments}
    after = next(moment for moment in moments if moment.line - 1 not in own and moment.line > 0)
    (better, _), *_ = [option for option in after.legal if option[0] != after.action]
    loss = Loss("mistake", 0.6, 0.1, better, 38, 1, 40)
    seen = visit(regular, reviews=(WarReview({after.number: loss}, {}, [], ""),))
    marked = seen.page.locator("#missions button:has(.dot)")
    assert marked.count() == 1 and marked.get_attribute("data-mission") == str(after.line)
    assert marked.get_attribute("title").splitlines()[0].endswith(", mistake")


def test_a_mistake_can_be_tried_again_before_the_answer_shows(visit: Any, war: Replay, review: WarReview) -> None:
    seen = visit(war, reviews=(review,))
    seen.page.click("#ask")
    assert seen.page.get_attribute("#ask", "aria-pressed") == "true"
    (number, loss), (_, second), *_ = review.losses.items()
    assert "What would you do?" in seen.text(".verdict")
    assert seen.lines(".options .taken") == seen.lines(".options .better") == []
    seen.page.locator(f".options li[data-action='{loss.better}'] button").click()
    assert seen.text(".verdict").startswith("Right. Inaccuracy: cost 0.15")
    assert len(seen.lines(".options .better")) == 1 and seen.lines(".options .better .yours") == ["yours"]
    seen.page.get_by_role("button", name="Next question (2 of 3)").click()
    assert "What would you do?" in seen.text(".verdict") and not seen.page.locator(".yours").count()
    option = seen.page.locator(f".options li:not([data-action='{second.better}']) button").first
    chosen = option.inner_text()
    option.click()
    assert "What would you do?" not in seen.text(".verdict")
    assert seen.lines(".options li:has(.yours) .label") == [chosen]
    seen.page.get_by_role("button", name="Next question (3 of 3)").click()
    seen.page.locator(".options .label").nth(0).click()
    assert "All 3 questions are answered." in seen.text(".verdict")
    seen.page.click("#ask")
    assert "Right." not in seen.text(".verdict")
    assert seen.page.get_attribute("#ask", "aria-pressed") == "false"


def test_the_curve_of_what_was_expected_leads_to_its_missions(visit: Any, war: Replay, review: WarReview) -> None:
    seen = visit(war, reviews=(review,))
    titles = [words.upper() for words in seen.page.locator("#graphs figcaption").all_inner_texts()]
    assert "as each mission began, by the review; " in seen.text("#curve figcaption")
    assert titles[0].startswith("CHANGES OF THE EXPECTED FINAL SCORE") and len(titles) == 5
    seen.page.locator("#curve figure").locator(".field").nth(2).click()
    assert seen.text("#place").startswith("mission 3,")
    seen.press("End")
    assert "52: par 61, luck -7, decisions -2" in seen.text(".ended")


@pytest.mark.slow
def test_who_was_made_for_other_wars_is_said_so_beside_what_he_expects(visit: Any, war: Replay) -> None:
    values = (1.25,) * len(war.actions)
    record = PolicyRecord("thinker", values=values, limits="not trained for such wars")
    seen = visit(replace(war, policy_record=record))
    assert seen.text(".value").endswith(" (not trained for such wars)")
    seen = visit(replace(war, policy_record=replace(record, limits="")))
    assert "(" not in seen.text(".value")


def test_the_curve_is_there_for_whoever_expects_something(visit: Any, war: Replay) -> None:
    """By the policy itself if no review says so; losses and gambles are marked, and a click leads there."""
    values = tuple(float(number % 7) for number in range(len(war.actions)))
    seen = visit(replace(war, policy_record=PolicyRecord("thinker", values=values)))
    assert "as each mission began, by the policy itself; " in seen.text("#curve figcaption")
    assert len(seen.page.locator("#graphs figcaption").all()) == 4
    moments = moments_of(war)
    ended = [mission for moment in moments for mission in moment.lines]
    curve = seen.page.locator("#curve figure")
    lost, gambled = ([place for place, mission in enumerate(ended, 1) if mission[key]] for key in ("lost", "gamble"))
    begun = {
        int(moment.mat["war"]["mission_of_war"]) + 1 for moment in moments if moment.action is not None
    }  # a mission that dice call off has no decision to expect anything at
    assert lost and gambled and set(lost) | set(gambled) <= begun
    assert curve.locator(".mark-loss").count() == len(lost) and curve.locator(".mark-feat").count() == len(gambled)
    field = curve.locator(".field").nth(lost[0] - 1)
    told = field.locator("title").text_content()
    assert told.startswith(f"Mission {lost[0]}\nthinker: ") and f"{ended[lost[0] - 1]['lost']} aircraft lost" in told
    field.click()
    assert seen.text("#place").startswith(f"mission {lost[0]},")
    points = curve.locator("polyline").get_attribute("points").split()
    assert len(points) == len(begun) + 1  # and the score itself


def test_without_a_review_nothing_speaks_of_one(visit: Any, war: Replay) -> None:
    seen = visit(war)
    for place in ("#mistake", "#review", ".verdict"):
        assert not seen.page.locator(place).is_visible()
    assert len(seen.page.locator("#graphs figure").all()) == 4


def test_a_war_that_is_over_says_what_it_came_to(visit: Any, war: Replay) -> None:
    """The page shows the parts of the score, the segments and the losses, and no next target."""
    *_, last = moments_of(war)
    seen = visit(war)
    seen.press("End")
    assert "the war is over" in seen.text(".mission") and "no target" not in seen.text(".mission")
    told = war_debrief(last.mat, load_charts())
    whole = seen.page.locator(".ended details").last
    assert whole.locator("h4").all_inner_texts() == [title for title, _ in told]
    assert whole.locator("li").all_inner_texts() == [line for _, lines in told for line in lines]
    assert whole.locator("li").first.is_visible()
    seen.press("ArrowLeft")
    assert "Together" not in seen.text(".ended")


def test_a_missions_debrief_opens_where_it_ends(visit: Any, war: Replay) -> None:
    """The sections are those of the journal's debrief, the title says what the mission came to."""
    seen = visit(war)
    flown = [moment for moment in moments_of(war) if any(not mission["no_fly"] for mission in moment.lines)]
    (mission,) = flown[0].lines
    while not seen.page.locator(".ended details").count() or "not flown" in seen.text(".ended summary"):
        seen.press("ArrowRight")
    assert seen.text(".ended summary") == title_of(mission, flown[0].line)
    assert not seen.page.locator(".ended h4").nth(0).is_visible()
    seen.page.locator(".ended summary").click()
    titles = seen.page.locator(".ended h4").all_inner_texts()
    assert titles[:2] == ["In short", "The score"] and len(titles) == len(set(titles))
    assert any(line.startswith("Together ") for line in seen.lines(".ended li")) or mission["aborted"]


# --- positions ---


def test_the_position_is_copied_by_key_and_by_button(visit: Any, war: Replay) -> None:
    seen = visit(war)
    seen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    moments = moments_of(war)
    for number, copy in enumerate((lambda: seen.press("p"), seen.page.locator(".copy").click)):
        copy()
        until(lambda: seen.text(".copy") == "Copied")
        copied = seen.page.evaluate("navigator.clipboard.readText()")
        env = gymnasium.make(war.env, **war.arguments)
        env.reset(seed=0, options={"position": copied})
        assert env.unwrapped.mat["cursor"] == moments[number].mat["cursor"]  # type: ignore[attr-defined]
        until(lambda: seen.text(".copy") == "Copy position")
        seen.press("ArrowRight")
    seen.press("End")
    assert not seen.page.locator(".copy").is_visible()


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_button_that_copies_a_position_is_beside_the_question(visit: Any, war: Replay, width: int) -> None:
    seen = visit(war, width=width)
    seen.press("ArrowRight", "ArrowRight")
    box, question = seen.page.evaluate(
        "['.copy', '.question'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"
    )
    assert box["right"] <= width and question["right"] <= box["left"] and box["height"] >= 36
    assert seen.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_position_is_shown_selected_where_copying_is_refused(visit: Any, war: Replay) -> None:
    seen = visit(war, width=390)
    seen.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    seen.press("p")
    seen.page.locator("dialog#copy[open]").wait_for()
    assert seen.page.evaluate("getSelection().toString()").startswith("Stuka-Operation-v0.")
    seen.press("Escape")
    assert not seen.page.locator("dialog#copy[open]").count()
