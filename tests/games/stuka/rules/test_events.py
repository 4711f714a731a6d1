"""Event cards (3.7, 7.2): when one is drawn, and what each of the twenty-four does."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.games.stuka.codes import (
    CARDS,
    NOBODY,
    Act,
    AntiAircraft,
    Chart,
    Decision,
    Duty,
    Effect,
    Entry,
    Leg,
    Phase,
    Quality,
    Role,
    Status,
    Target,
    Visibility,
)
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.attack import anti_aircraft_fire, target_visibility
from stuka_env.games.stuka.rules.cups import draw_card
from stuka_env.games.stuka.rules.events import event, removed_card
from stuka_env.games.stuka.rules.interception import intercept
from stuka_env.games.stuka.rules.sequence import apply_action, next_step, write_mask
from tests.support.each import each
from tests.support.position import Position

first_legal = RULES.names["first_legal"]

QUIET = {"B1": [4], "B2": [6]}
"""No contact in Nov/Dec 1941 (Example of Play)."""
WITHOUT_EFFECT = (
    "waypoint_reached",
    "spots_in_the_distance",
    "smoke_on_the_horizon",
    "radio_silence",
    "tail_wind",
    "endless_steppe",
    "familiar_river",
    "cloud_bank",
)


def draw(game: Position, card: str, **dice: Any) -> None:
    """Draw this card in the zone where the formation is, and carry it out."""
    game.mat.cursor.phase = Phase.EVENT
    with game.dice(EVENT=[card], **dice):
        event(game.mat, game.table)


def choose(game: Position, action: int) -> None:
    """Take a legal action and play on."""
    assert game.mask[action] == 1
    apply_action(game.mat, game.table, action)
    game.advance()


def legal(game: Position) -> list[int]:
    return [int(action) for action in np.flatnonzero(game.mask)]


def step(game: Position) -> None:
    next_step(game.mat, game.table)


def everybody(game: Position, aircraft: int) -> list[tuple[int, int]]:
    return [game.stress(slot) for slot in range(aircraft)]


def give_stress(game: Position, slot: int, pilot: int, gunner: int) -> None:
    game.person(slot, Role.PILOT).stress = pilot
    game.person(slot, Role.GUNNER).stress = gunner


def fly(game: Position, aircraft: int) -> None:
    """From the mission roll to the end of the mission, straight there and back."""
    game.advance()
    first = True
    while first or game.mat.war.mission == 0:
        first = False
        actions = legal(game)
        if game.mat.cursor.decision == Decision.MUSTER:
            choose(game, Act.FLY + aircraft - 2)
        elif game.mat.cursor.decision == Decision.TURN_BACK:
            choose(game, Act.PRESS_ON)
        else:
            choose(game, actions[0])
        if game.mat.cursor.decision == Decision.OVER:
            return


# --- the deck ---


@pytest.mark.rule("R029", "R215")
def test_the_deck_has_twenty_four_cards() -> None:
    ids = load_charts().names.card_ids
    assert len(ids) == len(set(ids)) == CARDS == 24


@pytest.mark.rule("R217")
def test_a_card_is_drawn_once_until_the_deck_is_shuffled() -> None:
    game = Position().in_flight(aircraft=5)
    drawn = []
    for _ in range(CARDS):
        card = draw_card(game.mat, game.table, NOBODY)
        game.mat.mission.drawn[card] = 1
        drawn.append(card)
    assert sorted(drawn) == list(range(CARDS))


@pytest.mark.rule("R152", "R182", "R217")
@pytest.mark.parametrize("leg", [Leg.OUT, Leg.HOME])
def test_a_drawn_card_goes_to_the_discard_area(leg: Leg) -> None:
    game = Position().in_flight(aircraft=5, leg=leg)
    draw(game, "cloud_bank")
    place = game.charts.names.card_ids.index("cloud_bank")
    assert list(np.flatnonzero(game.mat.mission.drawn)) == [place]
    assert game.mat.mission.last_card == place + 1
    with pytest.raises(AssertionError, match="not in the deck"):
        draw(game, "cloud_bank")


@pytest.mark.rule("R041", "R218", "Q74")
def test_the_whole_deck_is_shuffled_after_a_mission() -> None:
    game = Position(target=Target.RAIL, zone=4, seed=3)
    fly(game, 4)
    assert len(game.said(Entry.CARD)) >= 1
    assert not game.mat.mission.drawn.any() and game.mat.mission.last_card == 0


@pytest.mark.rule("R075", "R109", "R124", "Q74")
@pytest.mark.parametrize("aircraft", [2, 3])
def test_return_to_base_is_out_of_the_deck_for_any_kette(aircraft: int) -> None:
    game = Position().in_flight(aircraft=aircraft)
    out = removed_card(game.mat, game.table.charts)
    drawn = []
    for _ in range(CARDS - 1):
        card = draw_card(game.mat, game.table, out)
        game.mat.mission.drawn[card] = 1
        drawn.append(game.charts.names.card_ids[card])
    assert len(set(drawn)) == 23 and "return_to_base" not in drawn
    with pytest.raises(AssertionError, match="not in the deck"):
        draw(Position().in_flight(aircraft=aircraft), "return_to_base", CUP=[1])


@pytest.mark.rule("R075", "Q74", "Q28")
def test_return_to_base_stays_in_for_a_staffel_reduced_to_three() -> None:
    game = Position().in_flight(aircraft=4)
    game.mat.aircraft[3].status = Status.LOST
    assert removed_card(game.mat, game.table.charts) == NOBODY
    draw(game, "return_to_base", CUP=[3], C5=[5])
    assert game.mat.aircraft[2].status == Status.HOME


# --- when a card is drawn ---


@pytest.mark.rule("R038", "R011", "R151", "R215", "R182")
@each("zone", [1, 2, 3, 4, 5, 6])
def test_one_card_a_zone_out_and_back_none_over_the_target_or_at_the_airfield(zone: int) -> None:
    game = Position(target=Target.RAIL, zone=zone, seed=11)
    fly(game, 8)
    cards = [(int(e["leg"]), int(e["zone"])) for e in game.said(Entry.CARD)]
    out = [(int(Leg.OUT), place) for place in range(1, zone)]
    home = [(int(Leg.HOME), place) for place in range(zone - 1, 0, -1)]
    assert cards == out + home


@pytest.mark.rule("R172", "R043", "Q91")
def test_a_target_in_zone_1_has_no_event_and_no_fighters() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=4, zone=0, target_zone=1)
    game.mat.mission.moves = 0
    game.mat.mission.news = 1
    game.mat.cursor.phase = Phase.MOVE
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.EN_ROUTE and game.mat.mission.zone == 1
    with game.dice(A4=[1], A6=[1], A2=[5, 5, 5, 5], C5=[5, 5, 5, 5]):
        choose(game, Act.GO_ON)
        for _ in range(4):
            assert game.mat.cursor.decision == Decision.ATTACK
            if game.mat.cursor.subject == 4:
                game.mat.war.missions = 20
                apply_action(game.mat, game.table, Act.DROP)
                while game.mat.cursor.phase != Phase.END_OF_MISSION:
                    step(game)
                return
            choose(game, Act.DROP)


@pytest.mark.rule("R043", "R171", "R217")
def test_no_card_in_the_target_zone() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=4, zone=3, target_zone=4)
    with game.dice(A4=[1], A6=[1]):
        game.advance()
    assert game.mat.mission.zone == 4 and game.mat.cursor.decision == Decision.ATTACK
    assert game.said(Entry.CARD) == []


@pytest.mark.rule("R043", "R217")
def test_no_card_at_the_airfield() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=4, zone=1, leg=Leg.HOME)
    with game.dice(C5=[5, 5, 5, 5]):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)
    assert game.said(Entry.CARD) == []


@pytest.mark.rule("R216")
def test_the_event_comes_before_the_interception_roll() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=4, zone=1)
    game.mat.cursor.phase = Phase.MOVE
    with game.dice(EVENT=["oil_on_the_windscreen"], CUP=[2], **QUIET):
        game.advance()
    charts = [int(e["chart"]) for e in game.said(Entry.ROLL)]
    assert charts == [Chart.EVENT, Chart.B1, Chart.B2]


@pytest.mark.rule("R039", "R040")
def test_events_draw_only_aircraft_in_flight() -> None:
    for slot, status in ((1, Status.HOME), (2, Status.LOST), (5, Status.READY)):
        game = Position().in_flight(aircraft=5)
        game.mat.aircraft[slot].status = status
        with pytest.raises(AssertionError, match="not in the cup"):
            draw(game, "lost_rabbits_foot", CUP=[slot + 1])


@pytest.mark.rule("R039", "R040")
def test_events_never_touch_crews_on_the_ground() -> None:
    game = Position().in_flight(aircraft=4)
    game.mat.pilots["stress"] = 3
    game.mat.gunners["stress"] = 3
    draw(game, "song_on_the_radio")
    assert list(game.mat.pilots["stress"]) == [2] * 4 + [3] * 7
    assert list(game.mat.gunners["stress"]) == [2] * 4 + [3] * 7


# --- cards without effect ---


@pytest.mark.rule("R215")
@each("card", WITHOUT_EFFECT)
def test_card_without_effect(card: str) -> None:
    game = Position().in_flight(aircraft=5)
    give_stress(game, 1, 2, 1)
    before = game.mats.copy()
    draw(game, card)
    place = game.charts.names.card_ids.index(card)
    before["mission"]["drawn"][0, place] = 1
    before["mission"]["last_card"] = place + 1
    before["cursor"]["phase"] = Phase.INTERCEPTION
    for block in ("mission", "count", "aircraft", "pilots", "gunners", "track"):
        assert (before[block] == game.mats[block]).all(), block
    assert game.mat.mission.news == 0


@pytest.mark.rule("R215")
def test_eight_cards_have_no_effect() -> None:
    charts = load_charts()
    silent = {slug for place, slug in enumerate(charts.names.card_ids) if charts.record.event[place] == Effect.NOTHING}
    assert silent == set(WITHOUT_EFFECT)


# --- stress ---


@pytest.mark.rule("R287", "R277", "R279", "Q15", "Q74")
@pytest.mark.parametrize(("card", "amount"), [("lost_rabbits_foot", 2), ("oil_on_the_windscreen", 1)])
def test_stress_on_one_random_crew(card: str, amount: int) -> None:
    game = Position().in_flight(aircraft=5)
    draw(game, card, CUP=[3])
    expected = [(0, 0)] * 5
    expected[2] = (amount, amount)
    assert everybody(game, 5) == expected
    assert game.mat.mission.news == 1


@pytest.mark.rule("R287", "R279")
def test_the_weight_of_command_stresses_the_leaders_crew() -> None:
    game = Position().in_flight(aircraft=5)
    game.mat.mission.leader = 4
    draw(game, "weight_of_command")
    assert everybody(game, 5) == [(0, 0), (0, 0), (0, 0), (1, 1), (0, 0)]


@pytest.mark.rule("R282", "R283")
def test_a_card_that_brings_the_sixth_stress_makes_a_crew_bail_out() -> None:
    game = Position().in_flight(aircraft=5)
    give_stress(game, 2, 5, 5)
    draw(game, "oil_on_the_windscreen", CUP=[3], C3=[1, 1], C4=[1, 1])
    assert game.mat.aircraft[2].status == Status.LOST
    assert game.person(2, Role.PILOT).duty == game.person(2, Role.GUNNER).duty == Duty.BACK


# --- relief ---


@pytest.mark.rule("R287", "R285", "Q10")
def test_a_letter_from_home_relieves_one_random_crew() -> None:
    game = Position().in_flight(aircraft=5)
    for slot in range(5):
        give_stress(game, slot, 2, 1)
    draw(game, "letter_from_home", CUP=[4])
    assert everybody(game, 5) == [(2, 1), (2, 1), (2, 1), (1, 0), (2, 1)]


@pytest.mark.rule("R284", "R285")
def test_a_crew_without_stress_gains_nothing_from_a_letter() -> None:
    game = Position().in_flight(aircraft=5)
    give_stress(game, 3, 0, 1)
    draw(game, "letter_from_home", CUP=[4])
    draw(game, "song_on_the_radio")
    assert everybody(game, 5) == [(0, 0)] * 5


@pytest.mark.rule("R287")
def test_a_song_on_the_radio_relieves_everybody_in_flight() -> None:
    game = Position().in_flight(aircraft=5)
    for slot in range(5):
        give_stress(game, slot, slot, 5 - slot)
    game.mat.aircraft[1].status = Status.HOME
    draw(game, "song_on_the_radio")
    assert everybody(game, 5) == [(0, 4), (1, 4), (1, 2), (2, 1), (3, 0)]


def after_the_joke(*stressed: tuple[int, Role]) -> Position:
    """Heard the One About is drawn in zone 2; these people have three stress."""
    game = Position(segment="1941-11").in_flight(aircraft=5)
    for slot, role in stressed:
        game.person(slot, role).stress = 3
    draw(game, "heard_the_one_about")
    return game


@pytest.mark.rule("R287", "R285")
def test_heard_the_one_about_asks_for_one_person_with_stress() -> None:
    game = after_the_joke((1, Role.GUNNER), (2, Role.PILOT), (2, Role.GUNNER))
    assert game.mat.cursor.decision == Decision.EVENT
    with game.dice():
        game.advance()
    assert legal(game) == [Act.CHEER_PILOT + 2, Act.CHEER_GUNNER + 1, Act.CHEER_GUNNER + 2]
    with game.dice(**QUIET):
        choose(game, Act.CHEER_GUNNER + 2)
    assert everybody(game, 5) == [(0, 0), (0, 3), (3, 2), (0, 0), (0, 0)]


@pytest.mark.rule("R287")
def test_the_only_person_with_stress_hears_the_joke_unasked() -> None:
    game = after_the_joke((3, Role.GUNNER))
    with game.dice(**QUIET):
        game.advance()
    assert everybody(game, 5) == [(0, 0), (0, 0), (0, 0), (0, 2), (0, 0)]
    assert game.mat.cursor.decision == Decision.EN_ROUTE


@pytest.mark.rule("R284", "R285", "R040")
def test_nobody_with_stress_in_flight_nobody_is_asked() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=5)
    game.mat.pilots[8].stress = 4
    give_stress(game, 1, 2, 2)
    game.mat.aircraft[1].status = Status.HOME
    draw(game, "heard_the_one_about")
    assert game.mat.cursor.decision == Decision.NONE
    assert game.mat.pilots[8].stress == 4 and game.stress(1) == (2, 2)


# --- visibility ---


@pytest.mark.rule("R174", "Q77")
@pytest.mark.parametrize(
    ("card", "visibility"),
    [("clear_skies", Visibility.GOOD), ("haze", Visibility.MEDIUM), ("low_cloud", Visibility.LOW)],
)
def test_a_visibility_card_replaces_the_roll(card: str, visibility: Visibility) -> None:
    game = Position().in_flight(aircraft=4)
    draw(game, card)
    assert game.mat.mission.visibility == Visibility.UNKNOWN
    with game.dice():
        target_visibility(game.mat, game.table)
    assert game.mat.mission.visibility == visibility


@pytest.mark.rule("Q77")
def test_the_last_visibility_card_drawn_wins() -> None:
    game = Position().in_flight(aircraft=4)
    for card in ("low_cloud", "clear_skies", "haze"):
        draw(game, card)
    with game.dice():
        target_visibility(game.mat, game.table)
    assert game.mat.mission.visibility == Visibility.MEDIUM


@pytest.mark.rule("Q77")
def test_a_visibility_card_on_the_way_home_changes_no_score() -> None:
    game = Position().in_flight(aircraft=4, leg=Leg.HOME)
    game.mat.mission.visibility = Visibility.GOOD
    game.mat.aircraft["score"][:4] = 40
    draw(game, "low_cloud")
    assert game.mat.mission.visibility == Visibility.GOOD
    assert list(game.mat.aircraft["score"][:4]) == [40] * 4


# --- aircraft that leave ---


@pytest.mark.rule("R212", "R213", "R214", "R304", "Q76")
def test_return_to_base_sends_one_random_aircraft_home_at_once() -> None:
    game = Position().in_flight(aircraft=5, zone=3)
    draw(game, "return_to_base", CUP=[4], C5=[8])
    assert [int(game.mat.aircraft[slot].status) for slot in range(5)] == [
        Status.FLYING,
        Status.FLYING,
        Status.FLYING,
        Status.HOME,
        Status.FLYING,
    ]
    assert game.person(3, Role.PILOT).duty == game.person(3, Role.GUNNER).duty == Duty.BACK
    assert game.person(3, Role.PILOT).completed == game.person(3, Role.GUNNER).completed == 1
    assert game.person(2, Role.PILOT).completed == 0
    assert game.mat.cursor.phase == Phase.INTERCEPTION
    with pytest.raises(AssertionError, match="not in the cup"):
        draw(game, "lost_rabbits_foot", CUP=[4])


@pytest.mark.rule("R214")
def test_the_aircraft_sent_home_rolls_its_landing() -> None:
    game = Position().in_flight(aircraft=5, zone=3)
    draw(game, "return_to_base", CUP=[4], C5=[10], C6=[10], C7=[1, 6])
    assert game.mat.aircraft[3].status == Status.LOST
    assert game.person(3, Role.PILOT).duty == Duty.BACK
    assert game.person(3, Role.GUNNER).duty == Duty.KIA


@pytest.mark.rule("R055", "R062", "Q94")
def test_a_leader_sent_home_by_a_card_is_replaced_before_the_fighters_come() -> None:
    game = Position().in_flight(aircraft=5, zone=3)
    draw(game, "return_to_base", CUP=[1], C5=[5])
    assert game.mat.mission.leader == 0
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.NEW_LEADER
    assert legal(game) == [Act.NEW_LEADER + slot for slot in (1, 2, 3, 4)]


@pytest.mark.rule("R186")
def test_the_last_aircraft_sent_home_ends_the_mission() -> None:
    game = Position().in_flight(aircraft=4, zone=3)
    game.mat.aircraft["status"][1:4] = Status.LOST
    draw(game, "return_to_base", CUP=[1], C5=[5])
    with game.dice(C8=[4, 4, 4]):
        advance_to_the_end(game)
    assert game.mat.log[0].score == 0 and game.mat.log[0].no_fly == 0


def advance_to_the_end(game: Position) -> None:
    while game.mat.track.logged == 0 or game.mat.cursor.phase == Phase.END_OF_MISSION:
        step(game)


# --- engine trouble ---


@pytest.mark.rule("R260", "R268", "Q14")
def test_engine_trouble_takes_two_zones_off_one_random_aircraft() -> None:
    game = Position().in_flight(aircraft=5)
    draw(game, "engine_trouble", CUP=[2])
    assert [int(game.mat.aircraft[slot].range_loss) for slot in range(5)] == [0, 2, 0, 0, 0]
    assert not game.mat.aircraft["damage"].any()


@pytest.mark.rule("R268", "Q14")
def test_engine_trouble_asks_only_who_can_no_longer_finish() -> None:
    for target_zone, asked in ((5, False), (6, True)):
        game = Position(segment="1941-11").in_flight(aircraft=5, zone=2, target_zone=target_zone)
        draw(game, "engine_trouble", CUP=[2])
        with game.dice(**({} if asked else QUIET)):
            game.advance()
        assert (game.mat.cursor.decision == Decision.TURN_BACK) == asked


# --- escorts and fighters; Jun/Jul 1941, zone 4: B1 3 is two MiG-3, 8 one I-16; B2 2 removes one, 5 none (5.1.2) ---


@pytest.mark.rule("R221", "R157", "S02")
def test_early_escorts_drive_off_the_next_fighters_once() -> None:
    game = Position(segment="1941-06").in_flight(aircraft=5, zone=4, target_zone=6)
    draw(game, "escorts_early")
    with game.dice(B1=[1], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.mission.escorts_early == 1
    with game.dice(B1=[3], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 0 and game.mat.mission.escorts_early == 0
    with game.dice(B1=[3], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 2


@pytest.mark.rule("R222", "R156")
def test_late_escorts_remove_none_at_the_next_roll() -> None:
    game = Position(segment="1941-06").in_flight(aircraft=5, zone=4, target_zone=6)
    draw(game, "escorts_late")
    with game.dice(B1=[3], B2=[2]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 2 and game.mat.mission.escorts_late == 0
    with game.dice(B1=[3], B2=[2]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 1


@pytest.mark.rule("S02")
@pytest.mark.parametrize(("b1", "b2", "through"), [(1, 2, 0), (3, 2, 2)])
def test_late_escorts_are_late_once_contact_or_not(b1: int, b2: int, through: int) -> None:
    game = Position(segment="1941-06").in_flight(aircraft=5, zone=4, target_zone=6)
    draw(game, "escorts_late")
    with game.dice(B1=[b1], B2=[b2]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == through and game.mat.mission.escorts_late == 0


@pytest.mark.rule("S02")
def test_late_escorts_void_full_cover_too() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=5, zone=1, target_zone=6)
    draw(game, "escorts_late")
    with game.dice(B1=[9], B2=[1]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 1


@pytest.mark.rule("R220", "S02")
def test_an_ambush_adds_one_fighter_to_the_next_contact() -> None:
    game = Position(segment="1941-06").in_flight(aircraft=5, zone=4, target_zone=6)
    draw(game, "ambush")
    with game.dice(B1=[1], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 0 and game.mat.mission.ambush == 1
    with game.dice(B1=[8], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 2 and game.mat.mission.ambush == 0
    with game.dice(B1=[8], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 1


# --- Anti-Aircraft fire ---


@pytest.mark.rule("R239a", "Q70")
@each(
    "card, die, anti_aircraft, hits",
    [
        ("anti_aircraft_alert", 1, AntiAircraft.LIGHT, 1),
        ("anti_aircraft_alert", 4, AntiAircraft.MEDIUM, 2),
        ("anti_aircraft_alert", 8, AntiAircraft.HEAVY, 3),
        ("anti_aircraft_alert", 10, AntiAircraft.HEAVY, 3),
        ("anti_aircraft_asleep", 1, AntiAircraft.NONE, 0),
        ("anti_aircraft_asleep", 2, AntiAircraft.NONE, 0),
        ("anti_aircraft_asleep", 5, AntiAircraft.LIGHT, 1),
        ("anti_aircraft_asleep", 9, AntiAircraft.MEDIUM, 2),
        ("anti_aircraft_asleep", 10, AntiAircraft.HEAVY, 3),
    ],
)
def test_anti_aircraft_cards_move_the_a6_die(card: str, die: int, anti_aircraft: AntiAircraft, hits: int) -> None:
    game = Position(segment="1941-11").in_flight(aircraft=5)
    draw(game, card)
    with game.dice(A6=[die], CUP=list(range(1, hits + 1)), C1=[[9, 1]] * hits):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == anti_aircraft


@pytest.mark.rule("R239a")
def test_both_anti_aircraft_cards_cancel_out() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=5)
    draw(game, "anti_aircraft_alert")
    draw(game, "anti_aircraft_asleep")
    with game.dice(A6=[4], CUP=[1], C1=[[9, 1]]):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == AntiAircraft.LIGHT


# --- a player's own deck ---


def with_card(folder: Path, card: str, was: str, now: str) -> Position:
    """A game with a player's own event deck: in the lines of one card, ``was`` reads ``now``."""
    text = (BOOK.folder / "events.toml").read_text(encoding="utf-8")
    head, name, tail = text.partition(f'id = "{card}"')
    (folder / "events.toml").write_text(head + name + tail.replace(was, now, 1), encoding="utf-8")
    return Position(charts=load_charts(folder))


@pytest.mark.rule("R075", "Q74")
def test_every_copy_of_return_to_base_is_out_for_a_kette(tmp_path: Path) -> None:
    game = with_card(tmp_path, "cloud_bank", '"nothing"', '"return_to_base"').in_flight(aircraft=3)
    for card in ("cloud_bank", "return_to_base"):
        with pytest.raises(AssertionError, match="not in the deck"):
            draw(game, card)


@pytest.mark.rule("S07")
def test_ambush_cards_add_up(tmp_path: Path) -> None:
    game = with_card(tmp_path, "cloud_bank", '"nothing"', '"ambush"\namount = 4').in_flight(zone=4, target_zone=6)
    draw(game, "cloud_bank")
    draw(game, "ambush")
    assert game.mat.mission.ambush == 5
    with game.dice(B1=[8], B2=[5]):
        intercept(game.mat, game.table)
    assert (game.mat.mission.fighters, game.mat.mission.ambush) == (6, 0)


@pytest.mark.rule("S07")
def test_anti_aircraft_cards_add_up_whatever_their_order(tmp_path: Path) -> None:
    for order in itertools.permutations(("cloud_bank", "anti_aircraft_alert", "anti_aircraft_asleep")):
        game = with_card(tmp_path, "cloud_bank", '"nothing"', '"anti_aircraft"\namount = 3')
        game.in_flight(aircraft=5)
        for card in order:
            draw(game, card)
        assert game.mat.mission.anti_aircraft_card == 3


@pytest.mark.rule("R239a", "Q43")
def test_a_chart_may_have_a_row_below_1(tmp_path: Path) -> None:
    """A card takes the die to 0, which is a row of its own if the chart has one."""
    text = (BOOK.folder / "a6_anti_air.toml").read_text(encoding="utf-8").replace('"2-4" = "Light"', '"1-4" = "Light"')
    (tmp_path / "a6_anti_air.toml").write_text(text.replace('1 = "No Effect"', '0 = "No Effect"'), encoding="utf-8")
    for card, anti_aircraft in ((0, AntiAircraft.LIGHT), (-1, AntiAircraft.NONE), (-4, AntiAircraft.NONE)):
        game = Position(segment="1941-11", charts=load_charts(tmp_path)).in_flight(aircraft=5)
        game.mat.mission.anti_aircraft_card = card
        with game.dice(A6=[1], **({"CUP": [1], "C1": [[9, 1]]} if anti_aircraft != AntiAircraft.NONE else {})):
            anti_aircraft_fire(game.mat, game.table)
        assert game.mat.mission.anti_aircraft == anti_aircraft


@pytest.mark.rule("R239a", "Q43")
def test_a_chart_may_have_rows_above_10(tmp_path: Path) -> None:
    """Cards and the sea take the die to 14 and beyond, where the last row stands."""
    text = (BOOK.folder / "a6_anti_air.toml").read_text(encoding="utf-8").replace('"5-8"', '"5-13"')
    (tmp_path / "a6_anti_air.toml").write_text(text.replace('"9-10"', "14"), encoding="utf-8")
    for card, target, anti_aircraft in (
        (2, Target.CRUISER, AntiAircraft.MEDIUM),
        (4, Target.RAIL, AntiAircraft.HEAVY),
        (4, Target.CRUISER, AntiAircraft.HEAVY),
    ):  # fmt: skip
        game = Position(segment="1941-11", charts=load_charts(tmp_path)).in_flight(aircraft=5, target=target)
        game.mat.mission.anti_aircraft_card = card
        hits = {AntiAircraft.MEDIUM: 2, AntiAircraft.HEAVY: 3}[anti_aircraft]
        with game.dice(A6=[10], CUP=list(range(1, hits + 1)), C1=[[9, 1]] * hits):
            anti_aircraft_fire(game.mat, game.table)
        assert game.mat.mission.anti_aircraft == anti_aircraft


@pytest.mark.rule("R285", "R287")
def test_a_card_may_take_two_stress_off_the_person_named(tmp_path: Path) -> None:
    game = with_card(tmp_path, "heard_the_one_about", "amount = 1", "amount = 2").in_flight(aircraft=3)
    give_stress(game, 1, 3, 0)
    draw(game, "heard_the_one_about")
    advance_one(game)
    assert game.stress(1) == (1, 0)


def advance_one(game: Position) -> None:
    """Answer the open decision with its only legal action."""
    assert write_mask(game.mat, game.table, game.mask) == 1
    apply_action(game.mat, game.table, first_legal(game.mask))


@pytest.mark.rule("R282", "Q37")
def test_a_hero_crew_shrugs_off_a_stress_card() -> None:
    game = Position().in_flight(aircraft=5)
    game.level(2, pilot=Quality.HERO, gunner=Quality.HERO)
    draw(game, "lost_rabbits_foot", CUP=[3])
    assert game.stress(2) == (0, 0)
