"""Journal sentences of rules whose changes of the mat are tested elsewhere, and small parts that mutants showed."""

from stuka_env.games.stuka.codes import (
    COUNTED,
    NOBODY,
    SEATS,
    Chart,
    Decision,
    Duty,
    Leg,
    Payload,
    Quality,
    Role,
    Status,
)
from stuka_env.games.stuka.rules.briefing import name_lucky_dog, roll_target
from stuka_env.games.stuka.rules.crew import come_back
from stuka_env.games.stuka.rules.cups import draw_card, draw_slots, in_deck
from stuka_env.games.stuka.rules.damage import relieve_person, stress_person
from stuka_env.games.stuka.rules.flight import name_leader, replace_leader
from stuka_env.games.stuka.rules.interception import duel, escorts
from stuka_env.games.stuka.rules.landing import land
from stuka_env.games.stuka.rules.maintenance import move_timers, note_returns, place_aircraft
from stuka_env.games.stuka.rules.ordnance import carry
from stuka_env.games.stuka.rules.rolls import count_at, new_mission, place_of
from stuka_env.games.stuka.rules.scoring import score_operation
from stuka_env.games.stuka.rules.table import about
from tests.support.position import Position

SLOT = 1
"""Aircraft 2, with pilot 2."""


def flight(pilot: Quality = Quality.VETERAN) -> Position:
    """Return five aircraft in flight; the second one has this pilot."""
    game = Position().in_flight(aircraft=5)
    game.level(SLOT, pilot=pilot)
    return game


def test_stress_that_goes_and_stress_that_is_ignored() -> None:
    game = flight()
    game.person(SLOT, Role.PILOT).stress = 2
    relieve_person(game.mat, game.table, SLOT, SLOT)
    assert game.sentences == ["Pilot 2 (aircraft 2) is relieved, 1 stress left."]
    game = flight(Quality.ELITE)
    for _ in range(2):
        stress_person(game.mat, game.table, SLOT, SLOT, 2)
        game.check()
    assert game.sentences == ["Pilot 2 (aircraft 2) shrugs off 2 stress.", "Pilot 2 (aircraft 2) now has 2 stress."]


def test_who_comes_back_through_the_lines_and_with_which_stress() -> None:
    game = flight()
    come_back(game.mat, game.table, SLOT, SLOT, 2)
    assert game.sentences == ["Pilot 2 (aircraft 2) makes his way back, with 2 more stress."]
    game = flight(Quality.ELITE)
    for stress in (0, 1, 1):
        come_back(game.mat, game.table, SLOT, SLOT, stress)
    back = "Pilot 2 (aircraft 2) makes his way back"
    assert game.sentences == [f"{back}.", f"{back}.", f"{back}, with 1 more stress."]


def test_who_leads_and_who_is_the_lucky_dog() -> None:
    game = flight()
    name_leader(game.mat, game.table, SLOT)
    name_lucky_dog(game.mat, game.table, SLOT)
    assert game.sentences == ["Pilot 2 (aircraft 2) leads the formation.", "Aircraft 2 is the Lucky Dog."]
    game.check()


def test_a_card_that_works_and_a_fighter_that_is_shot_down() -> None:
    game = flight(Quality.ELITE)
    game.mat.mission.escorts_late, game.mat.mission.fighters = 1, 2
    with game.dice(B2=[3]):
        escorts(game.mat, game.table, 2)
    with game.dice(A2A=[1]):
        duel(game.mat, game.table, SLOT)
    assert game.sentences == [
        "Escorts (B2): 3, full cover.",
        "The card drawn earlier counts: the escorts remove none.",
        "Air-to-air attempt of aircraft 2, pilot 2 (7.3.1): 1, a fighter is shot down.",
        "Pilot 2 (aircraft 2) has shot down a fighter, number 1 of this mission.",
    ]


def test_what_returns_to_service() -> None:
    """The next segment has everything back; in a segment only what has waited long enough."""
    sentences = []
    for timer, work in ((2, note_returns), (2, move_timers), (1, move_timers)):
        game = Position()
        game.mat.aircraft["status"][:3] = Status.REPAIR, Status.REPLACEMENT, Status.READY
        game.mat.pilots["duty"][:3] = Duty.HOSPITAL, Duty.REPLACEMENT, Duty.READY
        for waiting in (game.mat.aircraft, game.mat.pilots):
            waiting["timer"][:2] = timer
        work(game.mat, game.table)
        sentences.append(game.sentences)
    assert sentences[0] == sentences[2] and sentences[1] == []
    assert sentences[0] == [
        "Aircraft 1 is repaired and ready again.",
        "A new aircraft is ready in place of a lost one: number 2 is in use again.",
        "Pilot 1 is back from hospital.",
        "The new pilot 2, Green, is in the holding area.",
    ]


def test_numbers_drawn_from_the_cup_are_kept_in_their_order() -> None:
    game = flight()
    game.mat.mission.targets[:] = 9
    with game.dice(CUP=[4]):
        assert draw_slots(game.mat, game.table, 2, 0) == 2
    assert game.mat.mission.targets.tolist() == [1, 4, *[0] * 8]


def test_a_number_from_the_cup_is_a_chance_event_for_programs() -> None:
    game = flight()
    chances = game.table.journal.chances
    chances.capacity = 8
    with game.dice(CUP=[4, 2]):
        draw_slots(game.mat, game.table, 2, NOBODY)
    kept = [(int(each.chart), int(each.slot), each.faces[:2].tolist()) for each in chances.events[: chances.count]]
    assert kept == [(Chart.CUP, 3, [4, 0]), (Chart.CUP, 1, [2, 1])]


def test_of_two_cards_with_the_same_number_the_first_is_drawn() -> None:
    """The numbers of cards 2 and 9 are equal under this seed."""
    game = Position(seed=22288)
    assert draw_card(game.mat, game.table, NOBODY) == 1
    assert game.sentences == ["Event card 2 of the deck is drawn."] and game.journal[-1]["total"] == 1


def test_the_first_card_can_be_left_out() -> None:
    game = Position()
    same = [card for card in range(24) if game.charts.record.event[card] == game.charts.record.event[0]]
    assert [card for card in range(24) if not in_deck(game.mat, game.charts.record, card, 0)] == same
    assert all(in_deck(game.mat, game.charts.record, card, NOBODY) for card in range(24))


def test_the_last_pilot_leads_unasked() -> None:
    for flying, asked in ((1, Decision.NONE), (2, Decision.NEW_LEADER)):
        game = Position().in_flight(aircraft=flying)
        game.level(0, pilot=Quality.VETERAN)
        game.mat.mission.leader = 0
        replace_leader(game.mat, game.table)
        assert game.mat.cursor.decision == asked and game.mat.mission.leader == (flying == 1)


def test_who_has_landed_does_not_want_home_any_more_and_is_repaired() -> None:
    game = flight()
    game.mat.aircraft[SLOT].wants_home = 1
    with game.dice(C5=[5]):
        land(game.mat, game.table, SLOT)
    assert game.mat.aircraft[SLOT].wants_home == 0
    game.mat.aircraft[SLOT].crash_repair = 3
    place_aircraft(game.mat, game.table, SLOT)
    assert game.sentences[-1] == "Aircraft 2 is under repair for 3 missions."


def test_the_roll_for_the_target_says_its_zone() -> None:
    game = Position("1941-06")
    with game.dice(A1=[(3, 4, 5)]):
        roll_target(game.mat, game.table)
    assert game.sentences == ["Mission (A1): 3 and 4 = 7, Airfield; colour die 5, zone 5."]


def test_who_carries_the_special_bomb() -> None:
    game = flight()
    game.mat.mission.special, game.mat.mission.carriers = Payload.SC1000, 2
    carry(game.mat, game.table, SLOT)
    assert game.sentences == ["Aircraft 2 carries the SC1000."] and game.mat.mission.carriers == 1


def test_rolls_of_a_chart_at_a_place_are_counted_in_each_mission() -> None:
    dice = Position().table.dice
    for mission in range(2):
        new_mission(dice, mission)
        assert [count_at(dice, Chart.C1, 3) for _ in range(3)] == [0, 1, 2]
        assert count_at(dice, Chart.C1, 4) == count_at(dice, Chart.C4, 3) == 0
    dice.counts[Chart.C1][3] = COUNTED - 1
    assert [count_at(dice, Chart.C1, 3) for _ in range(2)] == [COUNTED - 1, 0]


def test_a_roll_has_the_place_that_its_chart_declares() -> None:
    """Places are parts of the addresses of dice: slots, seats of either role, zones out and home."""
    gunner = about(SLOT, SEATS + 7)
    for leg, zone, place in ((Leg.GROUND, 0, 0), (Leg.OUT, 3, 3), (Leg.HOME, 2, 8)):
        game = Position()
        game.mat.mission.leg, game.mat.mission.zone = leg, zone
        assert place_of(game.mat, Chart.B1, gunner) == place
        assert place_of(game.mat, Chart.C5, gunner) == SLOT
        assert place_of(game.mat, Chart.C9_WIA, gunner) == place_of(game.mat, Chart.C9_WIA, about(SLOT, 7)) == 7
        assert place_of(game.mat, Chart.A1, gunner) == 0


def test_an_operation_says_its_score_and_bonus() -> None:
    game = Position("1941-11")
    game.mat.track.segments[:3] = 40, 50, 60
    game.mat.count.destroyed = game.mat.count.kia = game.mat.count.no_fly = 20
    score_operation(game.mat, game.table)
    assert game.sentences == ["Operation score: 50, of which 0 bonus (Marginally Successful)."]
