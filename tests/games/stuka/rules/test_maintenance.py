"""Crew and aircraft management (6): repair, replacement, hospital, rest, and the order of the end of a mission."""

from typing import Any

import pytest

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Chart, Duty, Entry, Operation, Quality, Role, Status, System
from stuka_env.games.stuka.rules.maintenance import (
    clear_cards,
    everything_back,
    move_timers,
    order_replacement,
    place_aircraft,
    place_casualties,
    place_formation,
    repair_time,
    rest,
    stand_down,
    to_hospital,
)
from stuka_env.games.stuka.rules.mat import Aircraft, Crew
from stuka_env.games.stuka.rules.sequence import end_of_segment
from tests.support.each import each
from tests.support.game import Game
from tests.support.position import Position

OPERATION = "Stuka/Operation-v0"
GUNNER_1 = 11
"""Person number of the first gunner."""


def landed(game: Position, slot: int) -> Any:
    """The aircraft of ``slot`` has landed with everybody aboard; its card."""
    card = game.mat.aircraft[slot]
    card.status = Status.HOME
    for role in Role:
        game.person(slot, role).duty = Duty.BACK
    return card


# --- lost aircraft (6.1) ---


@pytest.mark.rule("R190", "R191", "R189", "R309", "R037")
@each("die", [1, 2, 3, 4, 5, 6])
def test_a_lost_aircraft_is_replaced_after_c8(die: int) -> None:
    game = Position().in_flight(aircraft=4)
    card = game.mat.aircraft[3]
    card.status = Status.LOST
    with game.dice(C8=[die]):
        place_aircraft(game.mat, game.table, 3)
    assert (card.status, card.timer) == (Status.REPLACEMENT, game.charts.record.c8[die])
    assert 1 <= card.timer <= 7


@pytest.mark.rule("R190")
def test_every_lost_aircraft_has_its_own_roll() -> None:
    game = Position().in_flight(aircraft=4)
    for slot in (0, 2):
        game.mat.aircraft[slot].status = Status.LOST
    with game.dice(C8=[1, 6]):
        place_formation(game.mat, game.table)
    c8 = game.charts.record.c8
    assert [int(game.mat.aircraft[slot].timer) for slot in (0, 2)] == [c8[1], c8[6]]


@pytest.mark.rule("R192", "R206", "R193", "R194", "R197", "R306", "R209a", "R344", "R037", "Q58")
def test_timers_move_one_space_a_mission_down_to_available() -> None:
    """Three No-Flys: the replacement and the repair run on, and the aircraft fly again."""
    fleet = [{"status": "replacement", "timer": 2}, {"status": "repair", "timer": 3}]
    game = Game(OPERATION, {"A1": [(3, 4, 1)] * 4}, setup={"aircraft": fleet})
    seen = []
    for _ in range(3):
        game.answer("MUSTER", "NO_FLY")
        seen.append([(int(card.status), int(card.timer)) for card in game.mat.aircraft[:2]])
    assert seen == [
        [(Status.REPLACEMENT, 1), (Status.REPAIR, 2)],
        [(Status.READY, 0), (Status.REPAIR, 1)],
        [(Status.READY, 0), (Status.READY, 0)],
    ]
    assert max(game.arguments_of("FLY")) == 10


# --- repairs (6.2) ---


@pytest.mark.rule("R195", "R309", "R037")
@pytest.mark.parametrize("systems", [[System.ENGINE], [System.TAIL, System.BOMBS], [System.FUEL, System.PORT_WING]])
def test_repair_time_is_the_sum_over_damaged_systems(systems: list[System]) -> None:
    game = Position().in_flight(aircraft=4)
    card = landed(game, 1)
    for system in systems:
        card.damage[system] = 1
    with game.dice():
        place_aircraft(game.mat, game.table, 1)
    c10 = load_charts().record.c10
    assert (card.status, card.timer) == (Status.REPAIR, sum(int(c10[system]) for system in systems))


@pytest.mark.rule("R196", "R206")
def test_repairs_take_eight_missions_at_most() -> None:
    game = Position().in_flight(aircraft=4)
    card = landed(game, 1)
    for system in System:
        if system < System.GENERAL:
            card.damage[system] = 1
    assert int(load_charts().record.c10.sum()) > 8
    assert repair_time(game.mat, game.table, 1) == 8


@pytest.mark.rule("Q61", "R195", "R196")
@pytest.mark.parametrize("crash, total", [(3, 5), (8, 8)])
def test_a_forced_landing_adds_to_the_repairs(crash: int, total: int) -> None:
    game = Position().in_flight(aircraft=4)
    card = landed(game, 1)
    card.damage[System.TAIL] = 1
    card.crash_repair = crash
    assert game.charts.record.c10[System.TAIL] == 2
    assert repair_time(game.mat, game.table, 1) == total


@pytest.mark.rule("Q61", "R190")
def test_destroyed_overrides_damaged() -> None:
    game = Position().in_flight(aircraft=4)
    card = landed(game, 1)
    card.status = Status.LOST
    card.damage[System.TAIL] = 1
    with game.dice(C8=[1]):
        place_aircraft(game.mat, game.table, 1)
    assert (card.status, card.timer) == (Status.REPLACEMENT, game.charts.record.c8[1])


@pytest.mark.rule("R197", "Q88")
def test_a_sound_aircraft_is_ready_again() -> None:
    game = Position().in_flight(aircraft=4)
    card = landed(game, 1)
    card.range_loss = 2
    with game.dice():
        place_aircraft(game.mat, game.table, 1)
    assert (card.status, card.timer) == (Status.READY, 0)


# --- casualties (6.3, 6.4) ---


@pytest.mark.rule("R198", "R199", "R205", "R308", "R037")
@each("die", [1, 2, 3, 4, 5, 6])
@each("role", Role)
def test_a_wounded_person_goes_to_hospital_and_leaves_his_stress(role: Role, die: int) -> None:
    game = Position().in_flight(aircraft=4)
    who = game.person(2, role)
    who.duty, who.wounds, who.stress = Duty.BACK, 1, 4
    with game.dice(C9_WIA=[die]):
        to_hospital(game.mat, game.table, 2 + role * 11)
    assert (who.duty, who.timer, who.stress, who.wounds) == (Duty.HOSPITAL, die, 0, 0)
    assert {int(entry["person"]) for entry in game.journal} == {2 + role * 11 + 1}
    assert who.level == Quality.VETERAN


@pytest.mark.rule("R202", "R207", "R308", "R114a", "R037")
@each("duty", [Duty.KIA, Duty.POW])
@each("die", [1, 5, 10])
def test_a_killed_or_captured_person_is_replaced_by_a_green_one(duty: Duty, die: int) -> None:
    game = Position().in_flight(aircraft=4)
    who = game.person(2, Role.GUNNER)
    who.level, who.duty, who.stress, who.missions = Quality.ACE, duty, 3, 5
    with game.dice(C9_KIA=[die]):
        order_replacement(game.mat, game.table, GUNNER_1 + 2)
    assert (who.duty, who.timer, who.level) == (Duty.REPLACEMENT, die, Quality.GREEN)
    assert (who.stress, who.wounds, who.missions) == (0, 0, 0)
    assert {int(entry["person"]) for entry in game.journal} == {GUNNER_1 + 2 + 1}


@pytest.mark.rule("R004", "R207", "R114a", "R188", "R198", "R200", "R202", "R308")
def test_every_casualty_of_the_mission_is_placed() -> None:
    """A killed pilot, a captured one, a wounded one, a wounded gunner; who is unhurt waits in the holding area."""
    game = Position().in_flight(aircraft=4)
    for slot in range(4):
        landed(game, slot)
    game.person(0, Role.PILOT).duty = Duty.KIA
    game.person(1, Role.PILOT).duty = Duty.POW
    game.person(2, Role.PILOT).wounds = 1
    game.person(2, Role.GUNNER).wounds = 1
    with game.dice(C9_KIA=[10, 3], C9_WIA=[6, 2]):
        place_casualties(game.mat, game.table)
    pilots = [(Duty(who.duty), int(who.timer)) for who in game.mat.pilots[:4]]
    assert pilots == [(Duty.REPLACEMENT, 10), (Duty.REPLACEMENT, 3), (Duty.HOSPITAL, 6), (Duty.BACK, 0)]
    gunners = [(Duty(who.duty), int(who.timer)) for who in game.mat.gunners[:4]]
    assert gunners == [(Duty.BACK, 0), (Duty.BACK, 0), (Duty.HOSPITAL, 2), (Duty.BACK, 0)]


@pytest.mark.rule("R308", "R307")
def test_the_chart_takes_in_only_casualties_of_this_mission() -> None:
    """People who were already in hospital or replaced get no second roll."""
    game = Position().in_flight(aircraft=3)
    game.mat.pilots[7].duty, game.mat.pilots[7].timer = Duty.HOSPITAL, 4
    game.mat.gunners[7].duty, game.mat.gunners[7].timer = Duty.REPLACEMENT, 9
    with game.dice():
        place_casualties(game.mat, game.table)
    assert (game.mat.pilots[7].timer, game.mat.gunners[7].timer) == (4, 9)


@pytest.mark.rule("R201", "R207", "R205", "R204", "R209b", "R209c", "R306", "R344", "R037", "Q58")
@pytest.mark.parametrize("duty", [Duty.HOSPITAL, Duty.REPLACEMENT])
def test_people_come_back_when_their_timer_reaches_available(duty: Duty) -> None:
    game = Position()
    who = game.mat.gunners[4]
    who.duty, who.timer = duty, 2
    move_timers(game.mat, game.table)
    assert (who.duty, who.timer) == (duty, 1)
    move_timers(game.mat, game.table)
    assert (who.duty, who.timer) == (Duty.READY, 0)
    assert not game.mat["pilots"]["timer"].any() and not game.mat["gunners"]["timer"].any()
    assert not game.mat["aircraft"]["timer"].any()
    assert [int(e["person"]) for e in game.said(Entry.IN_SERVICE)] == [GUNNER_1 + 4 + 1]


@pytest.mark.rule("R201", "R204", "R193", "D09")
def test_who_is_back_may_fly_the_next_mission() -> None:
    game = Game(OPERATION, {"A1": [(3, 4, 1)] * 2}, setup={"pilots": [{"duty": "hospital", "timer": 1}]})
    game.answer("MUSTER", "NO_FLY")
    game.play("FLY", 4)
    assert 1 in game.arguments_of("LEADER")


# --- the tracks and the holding area ---


@pytest.mark.rule("R205", "R206", "R207", "R208")
def test_the_tracks_are_as_long_as_the_mats() -> None:
    aircraft = {field.name: field for field in Aircraft.FIELDS}
    crew = {field.name: field for field in Crew.FIELDS}
    charts = load_charts().record
    assert (aircraft["timer"].low, aircraft["timer"].high) == (0, 8)
    assert (crew["timer"].low, crew["timer"].high) == (0, 10)
    assert (max(charts.c9_wia), max(charts.c9_kia), charts.c10_most) == (6, 10, 8)
    assert {"level", "stress"} <= set(crew)


@pytest.mark.rule("R210", "R276", "R284", "R285", "R310", "Q38", "D26")
@each(
    "duty, slot, before, after",
    [
        (Duty.READY, 0, 3, 2),
        (Duty.READY, 0, 0, 0),
        (Duty.BACK, 2, 3, 3),
        (Duty.HOSPITAL, 0, 1, 1),
        (Duty.REPLACEMENT, 0, 1, 1),
    ],
)
@each("role", Role)
def test_only_who_stayed_in_the_holding_area_rests(role: Role, duty: Duty, slot: int, before: int, after: int) -> None:
    game = Position()
    roster = (game.mat.pilots, game.mat.gunners)[role]
    roster[4].duty, roster[4].slot, roster[4].stress = duty, slot, before
    rest(game.mat, game.table)
    assert roster[4].stress == after


@pytest.mark.rule("R286", "R365", "Q55")
@each(
    "completed, aborted, duty, missions",
    [
        (1, 0, Duty.BACK, 3),
        (0, 0, Duty.BACK, 2),
        (1, 1, Duty.BACK, 2),
        (1, 0, Duty.HOSPITAL, 3),
        (1, 0, Duty.REPLACEMENT, 2),
    ],
)
def test_the_crews_return_and_their_missions_are_counted(
    completed: int, aborted: int, duty: Duty, missions: int
) -> None:
    game = Position().in_flight(aircraft=4)
    game.mat.mission.aborted = aborted
    who = game.person(0, Role.PILOT)
    who.duty, who.completed, who.missions, who.calm_used = duty, completed, 2, 1
    stand_down(game.mat)
    assert who.missions == missions
    assert (who.slot, who.completed, who.calm_used) == (0, 0, 0)
    assert who.duty == (Duty.READY if duty == Duty.BACK else duty)


@pytest.mark.rule("R305", "R306", "R307", "R308", "R309", "R310", "Q58")
def test_the_order_of_the_end_of_a_mission() -> None:
    """Score; old timers; casualties; aircraft; rest. A timer placed now has not moved."""
    game = Game(
        OPERATION,
        {
            "A1": [(3, 4, 1)],
            "A4": [1],
            "A6": [2],
            "CUP": [2],
            "C1": [(1, 6)],
            "C3": [1, 6],
            "C4": [5],
            "A2": [1, 1],
            "C5": [1, 1],
            "C8": [1],
            "C9_WIA": [4],
            "C9_KIA": [8],
        },
        setup={
            "target": "rail",
            "zone": 1,
            "pilots": [{}] * 5 + [{"stress": 1}, {"duty": "hospital", "timer": 1}],
            "aircraft": [{}] * 9 + [{"status": "repair", "timer": 2}],
        },
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(2):
        game.answer("ATTACK", "DROP")
    steps = (
        Entry.MISSION_SCORE, Entry.IN_SERVICE, Entry.HOSPITAL, Entry.REPLACEMENT, Entry.NEW_AIRCRAFT, Entry.REST,
    )  # fmt: skip
    assert [e.kind for e in game.journal if e.kind in steps] == list(steps)
    mat = game.mat
    assert (mat.pilots[1].duty, mat.pilots[1].timer) == (Duty.HOSPITAL, 4)
    assert (mat.gunners[1].duty, mat.gunners[1].timer) == (Duty.REPLACEMENT, 8)
    assert mat.aircraft[1].timer == game.war.engine.charts.record.c8[1]
    assert (mat.pilots[6].duty, mat.aircraft[9].timer, mat.pilots[5].stress) == (Duty.READY, 1, 0)
    assert len(game.rolls(Chart.C9_WIA)) == len(game.rolls(Chart.C9_KIA)) == 1


@pytest.mark.rule("Q88")
def test_the_cards_are_cleared_for_the_next_mission() -> None:
    game = Position()
    card = game.mat.aircraft[0]
    kept = ("status", "timer")
    for field in Aircraft.FIELDS:
        card[field.name] = 1
    clear_cards(game.mat)
    assert [field.name for field in Aircraft.FIELDS if card[field.name].any()] == list(kept)


# --- the end of a segment (8.3) ---


@pytest.mark.rule("R314", "R315", "R317", "R112", "R113", "R114", "Q58")
def test_the_end_of_a_segment_brings_everybody_and_everything_back() -> None:
    game = Position()
    game.mat.pilots[0].duty, game.mat.pilots[0].timer = Duty.HOSPITAL, 6
    game.mat.pilots[1].stress, game.mat.pilots[1].wounds = 5, 1
    newcomer = game.mat.gunners[0]
    newcomer.duty, newcomer.timer, newcomer.level = Duty.REPLACEMENT, 10, Quality.GREEN
    game.mat.aircraft[0].status, game.mat.aircraft[0].timer = Status.REPAIR, 8
    game.mat.aircraft[1].status, game.mat.aircraft[1].timer = Status.REPLACEMENT, 7
    everything_back(game.mat)
    for who in (*game.mat.pilots, *game.mat.gunners):
        assert (who.duty, who.timer, who.stress, who.wounds) == (Duty.READY, 0, 0, 0)
    assert newcomer.level == Quality.GREEN
    assert all((card.status, card.timer) == (Status.READY, 0) for card in game.mat.aircraft)


@pytest.mark.rule("R315")
def test_the_end_of_a_segment_makes_nobody_out_of_nothing() -> None:
    game = Position("1943-07")
    everything_back(game.mat)
    assert [int(who.duty) for who in game.mat.pilots[6:]] == [Duty.NOBODY] * 5
    assert [int(card.status) for card in game.mat.aircraft[6:]] == [Status.NONE] * 4


# --- order of the rolls (6.3, 6.4), and aircraft that stay on the ground ---


@pytest.mark.rule("C9", "R200")
def test_casualties_are_rolled_by_slot_pilot_before_gunner() -> None:
    """Seats are not in roster order: slot 1 is flown by pilot 4 and gunner 5, slot 2 by pilot 1 and gunner 2."""
    game = Position().in_flight(aircraft=2)
    for slot, (pilot, gunner) in enumerate(((4, 5), (1, 2))):
        game.mat.aircraft[slot].pilot, game.mat.aircraft[slot].gunner = pilot, gunner
        for who in (game.mat.pilots[pilot - 1], game.mat.gunners[gunner - 1]):
            who.slot, who.duty = slot + 1, Duty.KIA
    with game.dice(C9_KIA=[1, 2, 3, 4]):
        place_casualties(game.mat, game.table)
    rolled = [(int(entry["person"]), int(entry["dice"][0])) for entry in game.said(Entry.ROLL)]
    assert rolled == [(4, 1), (GUNNER_1 + 5, 2), (1, 3), (GUNNER_1 + 2, 4)]


@pytest.mark.rule("S09")
def test_a_damaged_aircraft_that_does_not_fly_stays_damaged() -> None:
    fleet = [{"damage": ["tail"], "range_loss": 2}]
    game = Game(OPERATION, {"A1": [(3, 4, 1)] * 2}, setup={"aircraft": fleet})
    game.answer("MUSTER", "NO_FLY")
    assert (game.mat.aircraft[0].damage[System.TAIL], game.mat.aircraft[0].range_loss) == (1, 2)


@pytest.mark.rule("S09")
@pytest.mark.parametrize("sound", [move_timers, everything_back])
def test_an_aircraft_is_sound_when_it_is_back_in_service(sound: Any) -> None:
    game = Position()
    card = game.mat.aircraft[0]
    card.status, card.timer, card.range_loss = Status.REPAIR, 1, 3
    card.damage[System.TAIL] = 1
    sound(*((game.mat, game.table) if sound is move_timers else (game.mat,)))
    assert (card.status, card.timer, card.range_loss, card.damage[System.TAIL]) == (Status.READY, 0, 0, 0)


@pytest.mark.rule("S09")
def test_an_aircraft_still_in_repair_is_not_sound() -> None:
    game = Position()
    card = game.mat.aircraft[0]
    card.status, card.timer, card.range_loss = Status.REPAIR, 2, 3
    card.damage[System.TAIL] = 1
    move_timers(game.mat, game.table)
    assert (card.status, card.timer, card.range_loss, card.damage[System.TAIL]) == (Status.REPAIR, 1, 3, 1)


@pytest.mark.rule("S09")
def test_who_flew_without_a_gunner_has_his_markers_taken_off() -> None:
    """With the SC1800 the gunner stays at home."""
    game = Position().in_flight(aircraft=4)
    card = game.mat.aircraft[1]
    card.gunner, card.range_loss, card.damage[System.TAIL] = 0, 2, 1
    clear_cards(game.mat)
    assert (card.range_loss, card.damage[System.TAIL]) == (0, 0)


@pytest.mark.rule("C9", "Q50")
def test_an_empty_seat_is_passed_over_in_the_order_of_casualties() -> None:
    game = Position().in_flight(aircraft=3)
    for slot, pilot in enumerate((1, 2, 11)):
        card, who = game.mat.aircraft[slot], game.mat.pilots[pilot - 1]
        card.pilot, card.gunner = pilot, 0
        who.slot, who.duty = slot + 1, Duty.KIA
    with game.dice(C9_KIA=[1, 2, 3]):
        place_casualties(game.mat, game.table)
    assert [int(entry["person"]) for entry in game.said(Entry.ROLL)] == [1, 2, 11]


@pytest.mark.rule("C9", "R202", "R272")
@pytest.mark.parametrize("duty", [Duty.KIA, Duty.POW])
def test_the_dead_and_captured_are_replaced_wounded_or_not(duty: Duty) -> None:
    """One roll each: nobody dead goes to hospital."""
    game = Position().in_flight(aircraft=1)
    for role, wounds in zip(Role, (1, 2), strict=True):
        game.person(0, role).duty, game.person(0, role).wounds = duty, wounds
    with game.dice(C9_KIA=[3, 4]):
        place_casualties(game.mat, game.table)
    assert [int(game.person(0, role).duty) for role in Role] == [Duty.REPLACEMENT] * 2


@pytest.mark.rule("S09")
def test_a_damaged_aircraft_that_never_flew_is_sound_at_the_end_of_the_segment() -> None:
    game = Position()
    card = game.mat.aircraft[0]
    card.range_loss, card.damage[System.TAIL] = 3, 1
    everything_back(game.mat)
    assert (card.status, card.range_loss, card.damage[System.TAIL]) == (Status.READY, 0, 0)


ABSENT = {"status": "none", "damage": ["tail"], "range_loss": 2}


@pytest.mark.rule("S10", "R103")
@pytest.mark.parametrize(
    "segment, operation, cards", [("1941-11", Operation.CASE_BLUE, 10), ("1942-11", Operation.CITADEL, 6)]
)
def test_an_absent_card_is_laid_out_sound_when_the_next_operation_begins(
    segment: str, operation: Operation, cards: int
) -> None:
    """The last mission of an operation is not flown for want of aircraft."""
    game = Game(
        "Stuka/Campaign-v0",
        {"A1": [(3, 4, 1)] * 2},
        setup={"segment": segment, "mission": 10, "aircraft": [ABSENT] * 10},
    )
    assert game.mat.war.operation == operation
    assert [int(card.status) for card in game.mat.aircraft] == [Status.READY] * cards + [Status.NONE] * (10 - cards)
    assert not any(card.range_loss or card.damage.any() for card in game.mat.aircraft)


@pytest.mark.rule("S10")
def test_an_absent_card_stays_away_while_its_operation_lasts() -> None:
    game = Position()
    game.mat.aircraft[3].status = Status.NONE
    end_of_segment(game.mat, game.table)
    assert (game.mat.war.segment, game.mat.war.operation) == (1, 0)
    assert [slot for slot in range(10) if game.mat.aircraft[slot].status == Status.NONE] == [3]
