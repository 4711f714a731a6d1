"""All crews at once: without a screen and on the crew screen; the decisions are the same as one by one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import ACTS, SEATS, Act, Quality, Role
from stuka_env.games.stuka.play.crews import (
    SEATING_VERBS,
    begins,
    changed,
    fill,
    person,
    rested,
    wished,
)
from stuka_env.games.stuka.text import Seat, last_crews
from stuka_env.play.advice import Opinion
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay, Position
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war

pytest.importorskip("textual", reason="Textual is not installed: pip install 'stuka-env[play]'")
from textual.pilot import Pilot
from textual.widgets import Static

from stuka_env.games.stuka.play.crew_screen import READY_TEXT, CrewScreen
from stuka_env.play.app import Play
from tests.support.sitting import drive, until


def mustered(count: int = 4, seed: int = 7) -> War:
    """A war that asks about the first seat."""
    war = War("Stuka/Operation-v0", {}, seed)
    war.take(ACTS.index_of("FLY", count))
    assert begins(war)
    return war


def some_missions(war: War, most: int) -> None:
    """Fly on to the first seat of a later formation."""
    rng = np.random.default_rng(1)
    while not (begins(war) and sum(bool(turn.lines) for turn in war.played) >= most):
        legal = [index for index, _ in war.legal]
        fly = [index for index in legal if ACTS.verb_of(index) == Act.FLY]
        go_on = [index for index in legal if ACTS.verb_of(index) in (Act.GO_ON, Act.DROP)]
        war.take(fly[-1] if fly else go_on[0] if go_on else int(rng.choice(legal)))


# --- without a screen ---


def test_the_crews_are_decisions_that_the_war_asks_for_one_by_one() -> None:
    war, by_hand = mustered(6), mustered(6)
    before = war.mat.tobytes()
    crews = fill(war, rested)
    assert war.mat.tobytes() == before and len(war.played) == 2  # it was only tried
    assert len(crews.actions) == 12 and len(set(crews.actions)) == 12
    for action in crews.actions:
        assert ACTS.verb_of(action) in SEATING_VERBS and action in dict(by_hand.legal)
        by_hand.take(action)
    assert "carries" in by_hand.question
    for seat, place in crews.people.items():
        card = by_hand.mat["aircraft"][seat.slot - 1]
        assert card["gunner" if seat.role == Role.GUNNER else "pilot"] == place


@pytest.mark.parametrize("seed", [3, 5])
def test_the_rested_fly_and_those_of_last_time_again(seed: int) -> None:
    war = mustered(5, seed)
    some_missions(war, 3)
    mat = war.mat
    crews = fill(war, rested)
    for role in Role:
        sitting = [place for seat, place in crews.people.items() if seat.role == role and seat.slot > 1]
        left = set(range(1, 12)) - {place for seat, place in crews.people.items() if seat.role == role}
        most = max(int(person(mat, role, place)["stress"]) for place in sitting)
        idle = [person(mat, role, place) for place in left]
        assert all(who["stress"] >= most for who in idle if who["duty"] == 1 and who["level"] < Quality.ELITE)
    before = last_crews(war.mat)
    again = fill(war, wished(before)).people
    kept = [seat for seat in again if before.get(seat) == again[seat]]
    ready = [seat for seat, place in before.items() if seat in again and person(mat, seat.role, place)["duty"] == 1]
    assert before and ready and set(ready) <= set(kept)


def test_a_change_swaps_those_who_sit_already() -> None:
    war = mustered(4)
    crews = fill(war, rested)
    first, second = Seat(1, Role.PILOT), Seat(2, Role.PILOT)
    swapped = changed(war, crews, first, crews.people[second])
    assert swapped.people[first] == crews.people[second] and swapped.people[second] == crews.people[first]
    reserve = next(place for place in range(1, 12) if place not in {crews.people[seat] for seat in crews.people})
    fresh = changed(war, crews, second, reserve)
    assert fresh.people[second] == reserve and fresh.people[first] == crews.people[first]


def test_a_third_elite_pilot_is_refused() -> None:
    war = mustered(4)
    crews = fill(war, rested)
    for place in (crews.people[Seat(slot, Role.PILOT)] for slot in (1, 2)):
        war.engine.wars.mats[0]["pilots"][place - 1]["level"] = Quality.ELITE
    other = next(place for place in range(1, 11) if place not in crews.people.values())
    war.engine.wars.mats[0]["pilots"][other - 1]["level"] = Quality.ELITE
    with pytest.raises(CannotPlay, match="two Elite"):
        changed(war, fill(war, wished(crews.people)), Seat(3, Role.PILOT), other)


# --- on the screen ---


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(mustered(), tmp_path / "war.json")


def crew_screen(app: Play) -> CrewScreen:
    assert isinstance(app.screen, CrewScreen)
    return app.screen


def said(app: Play) -> str:
    return str(app.screen.query_one("#crew_hint", Static).visual)


def test_enter_lets_the_crews_fly_and_the_file_is_as_if_by_hand(session: Session) -> None:
    expected = mustered()
    for action in fill(expected, rested).actions:
        expected.take(action)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        crew_screen(app)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, CrewScreen) and app.decision.has_focus)
        assert session.war.turns == expected.turns
        assert load_war(session.path).mat.tobytes() == expected.mat.tobytes()
        await pilot.press("u")  # the crews are one step
        await until(pilot, lambda: begins(session.war) and isinstance(app.screen, CrewScreen))
        await pilot.press("u")
        await until(pilot, lambda: session.war.question == "how many aircraft fly")
        assert not isinstance(app.screen, CrewScreen)

    drive(session, steps)


def test_enter_that_is_pressed_twice_is_answered_once(session: Session) -> None:
    """The second key waits while the crews take their seats; their screen is gone when its turn comes."""

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        screen = crew_screen(app)
        for _ in range(3):
            screen.seats.action_select_cursor()
        await until(pilot, lambda: not begins(session.war) and app.decision.has_focus)
        await pilot.pause()
        assert session.war.question == "what the formation carries" and len(app.screen_stack) == 1

    drive(session, steps)


def test_a_seat_is_edited_and_whoever_sat_elsewhere_changes_places(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        screen = crew_screen(app)
        before = dict(screen.crews.people)
        await pilot.press("up", "up", "enter")  # the pilot of aircraft 3
        assert screen.people.has_focus and screen.seat == Seat(3, Role.PILOT)
        await pilot.press("home", "enter")
        leader = before[Seat(1, Role.PILOT)]
        assert screen.listed[0] == leader == 1
        assert screen.crews.people[Seat(3, Role.PILOT)] == 1
        assert screen.crews.people[Seat(1, Role.PILOT)] == before[Seat(3, Role.PILOT)]
        await pilot.press("right", "enter", "end", "enter")  # his gunner
        assert screen.crews.people[Seat(3, Role.GUNNER)] == 11
        await pilot.press("enter", "escape")
        assert screen.seats.has_focus and isinstance(app.screen, CrewScreen)
        await pilot.press("ctrl+end", "enter")
        await until(pilot, lambda: bool(session.war.mat.aircraft[2].gunner == 11))
        assert session.war.mat.aircraft[2].pilot == 1 and not isinstance(app.screen, CrewScreen)

    drive(session, steps)


def test_one_by_one_and_back(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("o")
        await until(pilot, lambda: not isinstance(app.screen, CrewScreen) and app.session.one_by_one)
        assert "who leads" in session.war.question
        await pilot.press("3", "enter", "enter")
        assert session.war.mat.aircraft[0].pilot == 3 and "flies aircraft 2" in session.war.question
        await pilot.press("u")
        assert "gunner of aircraft 1" in session.war.question  # one at a time
        await pilot.press("c")
        await until(pilot, lambda: begins(session.war) and isinstance(app.screen, CrewScreen))
        await pilot.press("enter")
        await until(pilot, lambda: not begins(session.war))
        await pilot.press("c")
        assert "No crews are asked for" in str(app.decision.query_one("#hint", Static).visual)

    drive(session, steps)


def test_same_as_last_time_and_nobody_to_advise(tmp_path: Path) -> None:
    war = mustered(5, 3)
    session = Session(war, tmp_path / "war.json")

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("s")
        assert "Nobody has flown" in said(app)
        await pilot.press("a")
        assert "--advise" in said(app)

    drive(session, steps)
    some_missions(war, 2)

    async def later(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("s")
        assert "same as last time" in said(app)
        assert crew_screen(app).crews == fill(war, wished(last_crews(war.mat)))
        await pilot.press("b")
        assert crew_screen(app).crews == fill(war, rested)

    drive(session, later)


class Backwards:
    """Takes the last of the legal actions."""

    name = "backwards"

    def consider(self, position: Position) -> Opinion:
        return Opinion(int(np.flatnonzero(position.mask[0])[-1]), {}, {}, None)


class Broken:
    name = "broken"

    def consider(self, position: Position) -> Opinion:
        raise RuntimeError("no idea\nat all")


def test_as_the_adviser_would(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        people = crew_screen(app).crews.people
        assert [people[Seat(slot, role)] for role in Role for slot in (1, 2)] == [11, 10, 11, 10]
        assert "as backwards would" in said(app)

    drive(session, steps, adviser=Backwards())


def test_an_adviser_who_fails_changes_nothing(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        before = crew_screen(app).crews
        await pilot.press("a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "broken failed: RuntimeError: no idea" in said(app) and crew_screen(app).crews == before

    drive(session, steps, adviser=Broken())


def test_everybody_is_in_sight_with_his_name_and_where_he_sits(tmp_path: Path) -> None:
    session = Session(mustered(10), tmp_path / "war.json")
    crews = session.war.crews

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("up")
        screen = crew_screen(app)
        assert screen.seats.virtual_size.width <= screen.seats.size.width
        picture = app.export_screenshot().replace("&#160;", " ")
        for place in range(1, 11):
            assert crews.of(place) in picture and crews.of(SEATS + place) in picture
        assert all(f"aircraft {slot}" in picture for slot in range(1, 11))

    drive(session, steps, (110, 40))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 16)])
def test_seats_people_and_keys_are_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    session = Session(mustered(8), tmp_path / "war.json")

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert READY_TEXT in app.export_screenshot().replace("&#160;", " ")
        await pilot.press("up")
        picture = app.export_screenshot().replace("&#160;", " ")
        named = f"8 {session.war.crews.of(8)} Veteran"
        eighth = named if size[0] > 110 else "8 Veteran" if size[0] > 76 else "8 V"
        for shown in ("Crews: Staffel of 8", eighth, "Best rested", "aircraft 8"):
            assert shown in picture

    drive(session, steps, size)
