"""The formation from above in the first game: who attacks, who fires at whom, what came of it, and where it stands."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Map, Panel, Sheet, Space, Stand
from stuka_env.games.stuka.codes import AntiAircraft, Chart, Entry, Fighter, Leg, Phase, Sector, Status
from stuka_env.games.stuka.sheet import sheet
from stuka_env.replay import Flight, fly
from tests.support.moments import MOMENTS
from tests.support.replays import flown

ATTACK = MOMENTS["t11_5_fourth_attack"]


def panels(shown: Sheet) -> dict[str, Panel]:
    return {panel.name: panel for panel in shown.panels}


def drawing(shown: Sheet) -> Map:
    (drawn,) = panels(shown)["fight"].parts
    assert isinstance(drawn, Map) and drawn.is_close
    return drawn


def aircraft(shown: Sheet, number: int) -> Space:
    return drawing(shown).places[number - 1]


def told(kind: Entry, number: int = 0, **given: Any) -> Any:
    """An entry of the journal about an aircraft."""
    fields = {"chart": None, "total": 0, "result": 0}
    return SimpleNamespace(kind=kind, aircraft=number, **fields | given)


def lines(shown: Sheet) -> list[tuple[str, str, Tone]]:
    """Return the lines as names of figures, with their tones."""
    drawn = drawing(shown)
    return [(drawn.places[one.start].name, drawn.places[one.end].name, one.tone) for one in drawn.links]


@pytest.fixture(scope="module")
def mat() -> Any:
    """The mat of the Example of Play at its fourth attack."""
    return ATTACK().mat


@pytest.fixture(scope="module")
def operation() -> Flight:
    return fly(flown("x", 3, seed=4, env="Stuka/Operation-v0", steps=250))


def test_the_aircraft_whose_turn_it_is_dives_at_the_target_with_its_odds(mat: Any) -> None:
    shown, number = sheet(mat), int(mat["cursor"]["subject"])
    diving = aircraft(shown, number)
    assert "DRM " in diving.words and "expected " in diving.words
    assert lines(shown) == [(str(number), drawing(shown).places[10].name, Tone.PRESENT)]
    done = [
        place for place, card in enumerate(mat["aircraft"], 1) if card["attacked"] and card["status"] == Status.FLYING
    ]
    assert done and all(
        "point" in aircraft(shown, place).words or "Miss" in aircraft(shown, place).words for place in done
    )


def test_an_attack_that_was_made_has_a_line_to_the_target_by_what_came_of_it(mat: Any) -> None:
    entries = [told(Entry.SCORE, 1, result=60), told(Entry.SCORE, 2, result=0)]
    target = drawing(sheet(mat)).places[10].name
    assert lines(sheet(mat, fresh=entries))[:2] == [("1", target, Tone.GOOD), ("2", target, Tone.SPENT)]


def test_fire_from_the_ground_is_drawn_by_its_level_and_leads_to_those_it_hit(mat: Any) -> None:
    shapes = []
    for level in (AntiAircraft.LIGHT, AntiAircraft.MEDIUM, AntiAircraft.HEAVY):
        hit = mat.copy()
        hit["mission"]["anti_aircraft"] = level
        entries = [told(Entry.ROLL, chart=Chart.A6), told(Entry.ROLL, 2, chart=Chart.C1), told(Entry.DAMAGE, 2)]
        shown = sheet(hit, fresh=entries)
        shapes += [mark.shape for place in drawing(shown).places if place.name == "AA fire" for mark in place.marks]
        assert ("AA fire", "2", Tone.ENEMY) in lines(shown) and aircraft(shown, 2).is_passed
    assert shapes == ["light fire", "medium fire", "heavy fire"]


def test_fighters_come_from_their_sectors(mat: Any) -> None:
    met = mat.copy()
    met["mission"]["fighter"], met["mission"]["fighters"], met["cursor"]["phase"] = Fighter.LA_5, 2, Phase.FIGHTERS
    entries = [
        told(Entry.FIGHTERS, result=3), told(Entry.ROLL, chart=Chart.B3, total=Sector.REAR),
        told(Entry.ROLL, 3, chart=Chart.C1), told(Entry.ROLL, chart=Chart.B3, total=Sector.PORT),
    ]  # fmt: skip
    shown = sheet(met, fresh=entries)
    said = {place.words for place in drawing(shown).places if place.name.startswith("La-5")}
    assert said == {"rear: hits 3", "port: no hit", "2 to attack"}
    assert [line for line in lines(shown) if line[0] == "La-5"] == [("La-5", "3", Tone.ENEMY)]


def test_damage_is_crossed_on_the_aircraft_and_those_that_left_stand_behind(mat: Any) -> None:
    hit = mat.copy()
    hit["aircraft"][1]["damage"][0], hit["aircraft"][2]["status"] = 1, Status.LOST
    shown = sheet(hit)
    assert len(aircraft(shown, 2).marks[0].crosses) == 1 and aircraft(shown, 3).words == "lost"
    downs = [spot[1] for spot in (aircraft(shown, number).spot for number in (1, 2, 3)) if spot]
    assert downs[2] > max(downs[:2])


def scenes(flight: Flight) -> Iterator[tuple[Any, Sheet]]:
    for moment in flight.scenes():
        yield moment.mat, sheet(moment.mat, flight.charts, fresh=moment.journal)


def test_the_board_follows_the_phase(operation: Flight) -> None:
    seen = set()
    for mat, shown in scenes(operation):
        board = tuple(name for name, panel in panels(shown).items() if panel.stand == Stand.BOARD)
        is_attack, is_flying = mat["cursor"]["phase"] == Phase.ATTACK, Status.FLYING in mat["aircraft"]["status"]
        is_aloft = mat["mission"]["leg"] != Leg.GROUND and is_flying
        seen.add((is_attack, is_aloft))
        assert board == (("track", "mission", "cards", "fight") if is_aloft else ("track", "cards", "crews", "waiting"))
        if is_attack:
            assert any(place.name == "AA fire" or place.tone == Tone.ENEMY for place in drawing(shown).places)
    assert seen == {(True, True), (False, True), (False, False)}


def test_figures_of_every_scene_are_apart(operation: Flight) -> None:
    for _, shown in scenes(operation):
        spots = [place.spot for place in drawing(shown).places if place.tone != Tone.NONE]
        assert len(set(spots)) == len(spots)
