"""The flight (4.2, 5.1.2 to 5.1.5, 7.1, 7.10, 7.12): zone by zone, orders home, aborts, range, leader and relief."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import TapeError
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import (
    Act,
    Chart,
    Decision,
    Duty,
    Entry,
    Formation,
    Leg,
    Phase,
    Quality,
    Role,
    Status,
    System,
    Target,
    Visibility,
    to_index,
)
from stuka_env.games.stuka.rules.crew import wound
from stuka_env.games.stuka.rules.damage import abandon, hit, lose_aircraft, lose_range
from stuka_env.games.stuka.rules.flight import (
    can_finish,
    can_reach_home,
    can_relieve,
    flying,
    forced_back,
    in_trouble,
    interrupt,
    leave,
    may_send_home,
    move,
    must_decide_range,
    name_leader,
    range_left,
    relief_possible,
    smallest_formation,
    turn_round,
    use_relief,
    zone_done,
)
from stuka_env.games.stuka.rules.mat import Aircraft
from stuka_env.games.stuka.rules.sequence import apply_action, next_step
from tests.support.each import each
from tests.support.game import Game
from tests.support.position import Position

QUIET = {"B1": [4], "B2": [6]}
"""No contact in Nov/Dec 1941 (Example of Play)."""
CALM = ("waypoint_reached", "spots_in_the_distance", "cloud_bank", "tail_wind", "radio_silence", "familiar_river")


def formation(aircraft: int = 5, zone: int = 2, segment: str = "1941-11", **place: Any) -> Position:
    return Position(segment=segment).in_flight(aircraft=aircraft, zone=zone, **place)


def calm_zones(count: int) -> dict[str, Any]:
    """Dice for ``count`` zones in which nothing happens."""
    return {"EVENT": list(CALM[:count]), "B1": [4] * count, "B2": [6] * count}


def step(game: Position) -> None:
    next_step(game.mat, game.table)


def choose(game: Position, action: int) -> None:
    """Take a legal action and play on."""
    assert game.mask[action] == 1
    apply_action(game.mat, game.table, action)
    game.advance()


def legal(game: Position) -> list[int]:
    return [int(action) for action in np.flatnonzero(game.mask)]


def kinds(game: Position, first: Act, count: int = 10) -> list[int]:
    """Slots (1 to 10) for which a kind of action is legal."""
    return [slot + 1 for slot in range(count) if game.mask[first + slot]]


def open_window(game: Position) -> None:
    """Ask at the end of this zone what the formation does."""
    game.mat.cursor.phase = Phase.ZONE_DONE
    game.mat.mission.news = 1
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.EN_ROUTE


def give_stress(game: Position, slot: int, pilot: int, gunner: int) -> None:
    game.person(slot, Role.PILOT).stress = pilot
    game.person(slot, Role.GUNNER).stress = gunner


def statuses(game: Position, aircraft: int) -> list[int]:
    return [int(game.mat.aircraft[slot].status) for slot in range(aircraft)]


# --- moving ---


@pytest.mark.rule("R150", "R211", "R010")
def test_the_formation_moves_one_zone_at_a_time_from_the_airfield() -> None:
    game = formation(zone=0)
    game.mat.mission.moves = 0
    for zone in (1, 2, 3):
        move(game.mat, game.table)
        assert (game.mat.mission.zone, game.mat.mission.moves, game.mat.cursor.phase) == (zone, zone, Phase.EVENT)
    move(game.mat, game.table)
    assert (game.mat.mission.zone, game.mat.cursor.phase) == (4, Phase.ATTACK_RUN)


@pytest.mark.rule("R181", "R184")
def test_homeward_it_moves_in_reverse_to_the_airfield() -> None:
    game = formation(zone=4, leg=Leg.HOME)
    for zone in (3, 2, 1):
        move(game.mat, game.table)
        assert (game.mat.mission.zone, game.mat.cursor.phase) == (zone, Phase.EVENT)
    move(game.mat, game.table)
    assert (game.mat.mission.zone, game.mat.mission.moves) == (0, 8)
    assert game.mat.cursor.phase == Phase.BEFORE_LANDING


# --- windows and standing orders (D16 to D18) ---


@pytest.mark.rule("D16", "D17", "D18", "Q22", "R293")
def test_the_first_window_is_after_zone_1() -> None:
    game = Position(segment="1941-11", target=Target.RAIL, zone=3)
    game.advance()
    while game.mat.cursor.decision != Decision.EN_ROUTE:
        choose(game, Act.FLY + 3 if game.mat.cursor.decision == Decision.MUSTER else legal(game)[0])
    assert (game.mat.mission.zone, game.mat.mission.leg) == (1, Leg.OUT)
    assert game.said(Entry.MOVE)[0]["zone"] == 1 and len(game.said(Entry.MOVE)) == 1


@pytest.mark.rule("D16", "D17")
def test_a_standing_order_holds_while_nothing_happens() -> None:
    game = formation(zone=1, target_zone=4)
    open_window(game)
    with game.dice(**calm_zones(2), A4=[1], A6=[1]):
        choose(game, Act.GO_ON)
    assert game.mat.cursor.decision == Decision.ATTACK and game.mat.mission.zone == 4


@pytest.mark.rule("D16", "D17", "D18")
@each(
    "card, dice, target",
    [
        ("oil_on_the_windscreen", {"CUP": [2]}, {"A4": [1], "A6": [1]}),
        ("return_to_base", {"CUP": [2], "C5": [1]}, {"A4": [1], "A6": [1]}),
        ("clear_skies", {}, {"A6": [1]}),
        ("escorts_late", {}, {"A4": [1], "A6": [1]}),
        ("anti_aircraft_alert", {}, {"A4": [1], "A6": [1], "CUP": [3], "C1": [[9, 1]]}),
    ],
)
def test_it_is_asked_again_after_a_card_with_effect(card: str, dice: dict[str, Any], target: dict[str, Any]) -> None:
    game = formation(zone=1, target_zone=4)
    open_window(game)
    with game.dice(EVENT=[card], **QUIET, **dice):
        choose(game, Act.GO_ON)
    assert (game.mat.cursor.decision, game.mat.mission.zone) == (Decision.EN_ROUTE, 2)
    with game.dice(EVENT=[CALM[0]], **QUIET, **target):
        choose(game, Act.GO_ON)
    assert game.mat.cursor.decision == Decision.ATTACK


@pytest.mark.rule("D16", "D17", "D18")
@pytest.mark.parametrize(("hit", "asked"), [([9, 1], False), ([4, 3], True)])
def test_it_is_asked_again_after_damage_not_after_an_attack_without_effect(hit: list[int], asked: bool) -> None:
    game = formation(zone=1, target_zone=3)
    game.level(0, pilot=Quality.GREEN)
    open_window(game)
    more = {} if asked else {"A4": [1], "A6": [1]}
    with game.dice(EVENT=[CALM[0]], B1=[9], B2=[6], B3=[[6, 4]], CUP=[2], C1=[hit], **more):
        choose(game, Act.GO_ON)
    assert (game.mat.cursor.decision == Decision.EN_ROUTE) == asked


@pytest.mark.rule("D18", "R293")
def test_the_window_stays_open_until_the_formation_goes_on() -> None:
    game = formation(aircraft=6)
    open_window(game)
    with game.dice(C5=[1]):
        choose(game, Act.SEND_HOME + 4)
    assert game.mat.cursor.decision == Decision.EN_ROUTE and game.mat.mission.zone == 2
    with game.dice(C5=[1]):
        choose(game, Act.SEND_HOME + 2)
    assert game.mat.cursor.decision == Decision.EN_ROUTE
    assert statuses(game, 6) == [2, 2, 3, 2, 3, 2]


@pytest.mark.rule("Q22", "R248", "D17")
def test_no_window_on_entering_a_target_beyond_zone_1() -> None:
    game = formation(zone=3, target_zone=4)
    game.mat.mission.news = 1
    game.mat.cursor.phase = Phase.MOVE
    with game.dice(A4=[1], A6=[1]):
        game.advance()
    assert game.mat.cursor.decision == Decision.ATTACK


@pytest.mark.rule("D17", "D18", "Q22", "R248")
def test_a_target_in_zone_1_has_its_window_on_entering() -> None:
    game = formation(zone=0, target_zone=1)
    game.mat.mission.moves = 0
    game.mat.mission.news = 1
    game.mat.cursor.phase = Phase.MOVE
    with game.dice():
        game.advance()
    assert (game.mat.cursor.decision, game.mat.mission.zone) == (Decision.EN_ROUTE, 1)
    assert game.mask[Act.ABORT] == 1 and kinds(game, Act.SEND_HOME) == [1, 2, 3, 4, 5]


@pytest.mark.rule("Q22", "R248", "D17", "D18")
def test_once_the_attack_run_has_begun_nobody_goes_home() -> None:
    game = formation(zone=3, target_zone=4)
    game.mat.cursor.phase = Phase.MOVE
    with game.dice(A4=[1], A6=[1]):
        game.advance()
    assert game.mat.cursor.decision == Decision.ATTACK
    assert game.mask[Act.ABORT] == 0 and kinds(game, Act.SEND_HOME) == []


@pytest.mark.rule("Q22", "R248", "D17", "D18", "D21")
def test_homeward_the_window_offers_only_the_relief() -> None:
    game = formation(leg=Leg.HOME, zone=3)
    give_stress(game, 1, 2, 2)
    open_window(game)
    assert legal(game) == [Act.GO_ON, Act.RELIEVE + 1]


@pytest.mark.rule("D21", "D17")
def test_homeward_without_a_use_for_relief_nothing_is_asked() -> None:
    game = formation(leg=Leg.HOME, zone=3)
    game.mat.mission.news = 1
    with game.dice(**calm_zones(2), C5=[1] * 5):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            assert game.mat.cursor.decision == Decision.NONE
            step(game)


@pytest.mark.rule("D21", "D16")
def test_asked_again_when_relief_becomes_useful() -> None:
    game = formation(zone=2, target_zone=5)
    game.mat.mission.relief_known = 0
    give_stress(game, 2, 1, 0)
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.EN_ROUTE and kinds(game, Act.RELIEVE) == [3]
    game.mat.mission.news = 0
    with game.dice(**calm_zones(2), A4=[1], A6=[1]):
        choose(game, Act.GO_ON)
    assert game.mat.cursor.decision == Decision.ATTACK


# --- orders home (D18) ---


@pytest.mark.rule("D18", "Q22", "R293", "R065")
@each(
    "segment, aircraft, smallest",
    [("1941-06", 10, 4), ("1942-08", 5, 4), ("1941-06", 3, 3), ("1942-11", 3, 3), ("1943-07", 3, 2), ("1943-07", 2, 2)],
)
def test_an_order_home_leaves_the_formation_its_minimum(segment: str, aircraft: int, smallest: int) -> None:
    game = formation(aircraft, segment=segment)
    assert smallest_formation(game.mat, game.table) == smallest
    for left in range(aircraft, 0, -1):
        assert flying(game.mat) == left
        assert bool(may_send_home(game.mat, game.table, 0, flying(game.mat) - 1)) == (left > smallest)
        game.mat.aircraft[left - 1].status = Status.HOME


@pytest.mark.rule("D18", "Q22")
def test_a_formation_under_its_minimum_detaches_nobody() -> None:
    game = formation(6)
    game.mat.aircraft["status"][1:5] = Status.LOST
    open_window(game)
    assert kinds(game, Act.SEND_HOME) == [] and game.mask[Act.ABORT] == 1


def make_trouble(game: Position, slot: int, trouble: str) -> None:
    card = game.mat.aircraft[slot]
    if trouble == "damage":
        card.damage[System.LANDING_GEAR] = 1
    elif trouble == "range":
        card.range_loss = 1
    elif trouble == "pilot wounded":
        game.person(slot, Role.PILOT).wounds = 1
    elif trouble == "gunner wounded":
        game.person(slot, Role.GUNNER).wounds = 1


@pytest.mark.rule("D18", "Q22")
@each("trouble", ["damage", "range", "pilot wounded", "gunner wounded"])
@each("aircraft", [2, 3, 4])
def test_an_aircraft_in_trouble_may_go_home_whatever_the_number(aircraft: int, trouble: str) -> None:
    game = formation(aircraft)
    make_trouble(game, 1, trouble)
    assert in_trouble(game.mat, 1) and not in_trouble(game.mat, 0)
    open_window(game)
    assert kinds(game, Act.SEND_HOME) == [2]


@pytest.mark.rule("D18", "DETACH")
@each("stress", [1, 2, 5])
@each("aircraft", [2, 3, 4])
def test_stress_is_no_trouble_however_much(aircraft: int, stress: int) -> None:
    game = formation(aircraft)
    give_stress(game, 1, stress, stress)
    assert not in_trouble(game.mat, 1)
    open_window(game)
    assert kinds(game, Act.SEND_HOME) == []


@pytest.mark.rule("DETACH", "D18")
def test_a_dead_gunners_wound_is_no_trouble() -> None:
    """A wounded person must be aboard."""
    game = formation(4)
    gunner = game.person(2, Role.GUNNER)
    gunner.wounds = 1
    assert in_trouble(game.mat, 2) and may_send_home(game.mat, game.table, 2, flying(game.mat) - 1)
    gunner.duty = Duty.KIA
    assert not in_trouble(game.mat, 2) and not may_send_home(game.mat, game.table, 2, flying(game.mat) - 1)


@pytest.mark.rule("D18", "D17")
def test_the_last_aircraft_can_only_abort() -> None:
    game = formation(4)
    game.mat.aircraft["status"][1:4] = Status.LOST
    make_trouble(game, 0, "damage")
    assert not may_send_home(game.mat, game.table, 0, flying(game.mat) - 1)


@pytest.mark.rule("R212", "R213", "R214", "R304", "R299", "Q76")
def test_a_straggler_lands_at_once_without_events_or_fighters() -> None:
    game = formation(6, zone=3)
    open_window(game)
    with game.dice(C5=[8]):
        apply_action(game.mat, game.table, Act.SEND_HOME + 5)
    assert game.mat.aircraft[5].status == Status.HOME
    assert game.person(5, Role.PILOT).duty == game.person(5, Role.GUNNER).duty == Duty.BACK
    assert game.person(5, Role.PILOT).completed == 0
    assert game.mat.mission.aborted == 0 and game.mat.mission.zone == 3


@pytest.mark.rule("R214")
def test_a_straggler_may_crash() -> None:
    game = formation(6, zone=3)
    with game.dice(C5=[10], C6=[6]):
        leave(game.mat, game.table, 5)
    assert game.mat.aircraft[5].crash_repair == 3 and game.mat.aircraft[5].status == Status.HOME


# --- aborts (7.12) ---


@pytest.mark.rule("R293", "R296", "Q75", "D17")
def test_an_abort_turns_the_formation_round_zone_by_zone() -> None:
    game = formation(zone=3, target_zone=5)
    open_window(game)
    with game.dice(EVENT=list(CALM[:2]), B1=[4, 4], B2=[6, 6], C5=[1] * 5):
        apply_action(game.mat, game.table, Act.ABORT)
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)
    cards = [(int(e["leg"]), int(e["zone"])) for e in game.said(Entry.CARD)]
    assert cards == [(Leg.HOME, 2), (Leg.HOME, 1)]
    assert statuses(game, 5) == [Status.HOME] * 5


@pytest.mark.rule("Q75", "R296")
def test_an_abort_in_zone_1_meets_no_more_events() -> None:
    game = formation(zone=1, target_zone=4)
    open_window(game)
    with game.dice(C5=[1] * 5):
        apply_action(game.mat, game.table, Act.ABORT)
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)


@pytest.mark.rule("Q23", "R295", "Q24", "R298a", "R298b")
def test_an_aborted_mission_scores_0_and_is_no_no_fly() -> None:
    game = formation(zone=1, target_zone=4)
    game.mat.pilots[8].stress = 2
    game.mat.pilots[9].duty, game.mat.pilots[9].timer = Duty.HOSPITAL, 2
    open_window(game)
    with game.dice(C5=[1] * 5):
        apply_action(game.mat, game.table, Act.ABORT)
        while game.mat.track.logged == 0 or game.mat.cursor.phase == Phase.END_OF_MISSION:
            step(game)
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.aborted, entry.no_fly, entry.present) == (0, 0, 1, 0, 0)
    assert game.mat.count.no_fly == 0
    assert game.mat.pilots[8].stress == 1 and game.mat.pilots[9].timer == 1
    assert not game.mat.pilots["missions"].any()


@pytest.mark.rule("R294", "R297", "R298a", "R298b", "D06", "D16")
def test_declining_on_the_airfield_is_a_no_fly() -> None:
    game = Position(target=Target.RAIL, zone=3)
    game.mat.pilots[8].stress = 2
    game.mat.pilots[9].duty, game.mat.pilots[9].timer = Duty.HOSPITAL, 2
    game.advance()
    assert game.mat.cursor.decision == Decision.MUSTER
    apply_action(game.mat, game.table, Act.NO_FLY)
    while game.mat.track.logged == 0 or game.mat.cursor.phase == Phase.END_OF_MISSION:
        step(game)
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.no_fly > 0, entry.sent) == (0, 0, True, 0)
    assert game.mat.count.no_fly == 1
    assert game.mat.pilots[8].stress == 1 and game.mat.pilots[9].timer == 1


@pytest.mark.rule("Q55")
def test_an_abort_takes_back_what_a_card_had_counted() -> None:
    game = formation(6, zone=1, target_zone=4)
    game.mat.pilots[1].completed = 1
    open_window(game)
    with game.dice(C5=[1] * 6):
        apply_action(game.mat, game.table, Act.ABORT)
        while game.mat.track.logged == 0 or game.mat.cursor.phase == Phase.END_OF_MISSION:
            step(game)
    assert game.mat.pilots[1].missions == 0


# --- range (7.10; D19, Q14) ---


@pytest.mark.rule("R047", "R268", "R269", "Q14")
@pytest.mark.parametrize(("segment", "zones"), [("1941-06", 12), ("1942-08", 12), ("1943-07", 10)])
def test_the_range_is_12_zones_10_in_citadel(segment: str, zones: int) -> None:
    game = formation(3, zone=0, segment=segment, target_zone=5)
    game.mat.mission.moves = 0
    assert range_left(game.mat, game.table, 0) == zones
    for loss in (1, 2, 3):
        game.mat.aircraft[0].range_loss = loss
        game.mat.mission.moves = 4
        assert range_left(game.mat, game.table, 0) == zones - loss - 4
        game.mat.mission.moves = 0


@pytest.mark.rule("Q14", "R268")
@each("loss", range(0, 10))
@each("zone", range(1, 6))
def test_home_is_within_reach_if_twice_the_moves_are_within_the_range(zone: int, loss: int) -> None:
    game = formation(zone=zone, target_zone=6)
    game.mat.aircraft[1].range_loss = loss
    assert bool(can_reach_home(game.mat, game.table, 1)) == (2 * zone <= 12 - loss)
    assert bool(can_finish(game.mat, game.table, 1)) == (12 <= 12 - loss)
    assert bool(must_decide_range(game.mat, game.table, 1)) == (loss > 0 and 2 * zone <= 12 - loss)


@pytest.mark.rule("Q14", "R268")
@pytest.mark.parametrize(("segment", "target_zone", "loss"), [("1941-06", 6, 1), ("1943-07", 5, 1), ("1941-06", 4, 5)])
def test_one_zone_too_few_bites(segment: str, target_zone: int, loss: int) -> None:
    game = formation(3, zone=1, segment=segment, target_zone=target_zone)
    assert can_finish(game.mat, game.table, 0)
    lose_range(game.mat, game.table, 0, loss - 1)
    assert can_finish(game.mat, game.table, 0)
    lose_range(game.mat, game.table, 0, 1)
    assert not can_finish(game.mat, game.table, 0) and can_reach_home(game.mat, game.table, 0)


@pytest.mark.rule("D19", "Q14")
def test_turn_back_is_asked_before_anything_else_happens() -> None:
    game = formation(zone=2, target_zone=6)
    lose_range(game.mat, game.table, 2, 1)
    game.mat.cursor.phase = Phase.INTERCEPTION
    with game.dice():
        game.advance()
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.TURN_BACK, 3)
    assert legal(game) == [Act.TURN_BACK, Act.PRESS_ON]
    assert game.mat.aircraft[2].wants_home == 1, "until it has said what it does"
    with game.dice():
        apply_action(game.mat, game.table, Act.PRESS_ON)
    assert game.mat.aircraft[2].wants_home == 0


@pytest.mark.rule("D19")
def test_every_loss_of_range_waits_to_be_settled_also_one_that_leaves_enough() -> None:
    """The leader is named first; who can finish the mission is then not asked."""
    game = formation(zone=1, target_zone=2)
    lose_range(game.mat, game.table, 2, 1)
    lose_aircraft(game.mat, game.table, 0)
    game.mat.cursor.phase = Phase.EN_ROUTE
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.NEW_LEADER
    assert can_finish(game.mat, game.table, 2) and game.mat.aircraft[2].wants_home == 1
    with game.dice():
        apply_action(game.mat, game.table, Act.NEW_LEADER + 3)
        game.advance()
    assert game.mat.cursor.decision == Decision.EN_ROUTE and game.mat.aircraft[2].wants_home == 0
    (meaning,) = (field.meaning for field in Aircraft.FIELDS if field.name == "wants_home")
    assert "has lost range" in meaning and "cannot finish" not in meaning


@pytest.mark.rule("D19", "Q14", "R304", "Q55", "Q22")
def test_turning_back_is_no_matter_of_numbers_and_counts_as_a_mission() -> None:
    game = formation(4, zone=2, target_zone=6)
    lose_range(game.mat, game.table, 2, 1)
    with game.dice():
        game.advance()
    with game.dice(C5=[5]):
        choose(game, Act.TURN_BACK)
    assert statuses(game, 4) == [2, 2, 3, 2]
    assert game.person(2, Role.PILOT).completed == game.person(2, Role.GUNNER).completed == 1
    assert game.mat.cursor.decision == Decision.EN_ROUTE


@pytest.mark.rule("D19", "Q14")
def test_who_presses_on_comes_down_where_the_range_is_used_up() -> None:
    game = formation(4, zone=5, target_zone=6)
    lose_range(game.mat, game.table, 2, 1)
    with game.dice():
        game.advance()
    with game.dice(A4=[1], A6=[1]):
        choose(game, Act.PRESS_ON)
        if game.mat.cursor.decision == Decision.EN_ROUTE:
            choose(game, Act.GO_ON)
    assert game.mat.cursor.decision == Decision.ATTACK
    game.mat.cursor.decision = Decision.NONE
    game.mat.mission.leg, game.mat.cursor.phase, game.mat.mission.zone = Leg.HOME, Phase.MOVE, 2
    game.mat.mission.moves = 10
    with game.dice(C3=[1, 6], C4=[1]):
        step(game)
    assert (game.mat.mission.zone, game.mat.mission.moves) == (1, 11)
    assert statuses(game, 4) == [2, 2, Status.LOST, 2]
    assert game.person(2, Role.PILOT).duty == Duty.BACK
    assert game.person(2, Role.GUNNER).duty == Duty.KIA


@pytest.mark.rule("D19", "Q14", "S04")
def test_too_far_out_to_turn_back_nothing_is_asked() -> None:
    game = formation(4, zone=5, target_zone=6)
    lose_range(game.mat, game.table, 2, 3)
    with game.dice(A4=[1], A6=[1]):
        game.advance()
        if game.mat.cursor.decision == Decision.EN_ROUTE:
            assert Act.SEND_HOME + 2 not in legal(game)
            choose(game, Act.GO_ON)
    assert game.mat.cursor.decision == Decision.ATTACK
    assert game.mat.aircraft[2].status == Status.FLYING


@pytest.mark.rule("S04", "R299")
def test_who_leaves_without_the_fuel_to_get_home_comes_down() -> None:
    game = Position().in_flight(aircraft=6, zone=4, target_zone=6)
    game.mat.aircraft[2].range_loss = 5
    assert not may_send_home(game.mat, game.table, 2, flying(game.mat) - 1)
    with game.dice(C3=[1, 1], C4=[1, 1]):
        leave(game.mat, game.table, 2)
    assert game.mat.aircraft[2].status == Status.LOST


@pytest.mark.rule("S06", "Q55")
def test_ordered_home_with_damage_does_not_complete_the_mission() -> None:
    game = Position().in_flight(aircraft=6, zone=2)
    game.mat.aircraft[2].damage[System.TAIL] = 1
    with game.dice(C5=[5]):
        leave(game.mat, game.table, 2)
    assert game.person(2, Role.PILOT).completed == 0
    with game.dice(C5=[5]):
        forced_back(game.mat, game.table, 3)
    assert game.person(3, Role.PILOT).completed == 1


@pytest.mark.rule("Q14")
def test_range_used_up_by_the_hit_itself_brings_it_down_at_once() -> None:
    game = formation(4, zone=2, leg=Leg.HOME, target_zone=6)
    assert range_left(game.mat, game.table, 2) == 2
    lose_range(game.mat, game.table, 2, 2)
    game.mat.cursor.phase = Phase.INTERCEPTION
    with game.dice(C3=[6, 6]):
        assert not interrupt(game.mat, game.table)
    assert game.mat.aircraft[2].status == Status.LOST


@pytest.mark.rule("Q14")
def test_range_for_exactly_the_rest_of_the_way_is_enough() -> None:
    game = formation(4, zone=2, leg=Leg.HOME, target_zone=5)
    lose_range(game.mat, game.table, 2, 2)
    with game.dice(**calm_zones(1), C5=[1] * 4):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)
            game.mat.cursor.decision = Decision.NONE
    assert statuses(game, 4) == [Status.HOME] * 4


@pytest.mark.rule("R268", "Q14")
def test_losses_of_range_add_up() -> None:
    game = formation(4, zone=1, target_zone=5)
    lose_range(game.mat, game.table, 1, 1)
    lose_range(game.mat, game.table, 1, 2)
    assert game.mat.aircraft[1].range_loss == 3


@pytest.mark.rule("D19")
def test_who_pressed_on_is_asked_again_only_after_another_loss() -> None:
    game = formation(4, zone=1, target_zone=6)
    lose_range(game.mat, game.table, 1, 1)
    with game.dice():
        game.advance()
        choose(game, Act.PRESS_ON)
    assert game.mat.cursor.decision == Decision.EN_ROUTE
    lose_range(game.mat, game.table, 1, 1)
    with game.dice():
        choose(game, Act.GO_ON)
    assert game.mat.cursor.decision == Decision.TURN_BACK


# --- the flight leader (4.2) ---


@pytest.mark.rule("R055", "R062", "D20", "Q93")
@pytest.mark.parametrize("leg", [Leg.OUT, Leg.HOME])
def test_a_lost_leader_must_be_replaced_by_any_pilot_still_flying(leg: Leg) -> None:
    game = formation(5, zone=2, leg=leg)
    game.mat.aircraft[3].status = Status.HOME
    with game.dice(C3=[6, 6]):
        abandon(game.mat, game.table, 0)
    assert game.mat.mission.leader == 0
    game.mat.cursor.phase = Phase.INTERCEPTION
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.NEW_LEADER
    assert legal(game) == [Act.NEW_LEADER + slot for slot in (1, 2, 4)]
    with game.dice():
        apply_action(game.mat, game.table, Act.NEW_LEADER + 4)
    assert game.mat.mission.leader == 5
    assert statuses(game, 5) == [Status.LOST, 2, 2, Status.HOME, 2]


@pytest.mark.rule("Q31")
def test_the_new_leader_keeps_his_slot_and_the_order_stays() -> None:
    game = formation(4, zone=3)
    with game.dice(C3=[6, 6]):
        abandon(game.mat, game.table, 0)
    name_leader(game.mat, game.table, 2)
    game.mat.cursor.phase = Phase.ATTACK_RUN
    game.mat.mission.zone = 4
    with game.dice(A4=[1], A6=[1], A2=[5]):
        game.advance()
        assert game.mat.cursor.subject == 2
        choose(game, Act.DROP)
    assert game.mat.cursor.subject == 3


@pytest.mark.rule("D20", "R055")
def test_the_new_leader_is_asked_after_the_fighter_and_before_the_next() -> None:
    game = formation(5, zone=3)
    game.mat.mission.fighters, game.mat.cursor.phase = 2, Phase.FIGHTERS
    with game.dice(B3=[[6, 5]], CUP=[1], C1=[[1, 6]], C3=[6, 6]):
        game.advance()
    assert (game.mat.cursor.decision, game.mat.mission.fighters) == (Decision.NEW_LEADER, 1)


@pytest.mark.rule("D20")
def test_the_new_leader_is_asked_after_the_whole_anti_aircraft_resolution() -> None:
    game = formation(5, zone=4)
    game.mat.cursor.phase = Phase.ATTACK_RUN
    with game.dice(A4=[1], A6=[8], CUP=[1, 2], C1=[[1, 6], [9, 1]], C3=[6, 6]):
        game.advance()
    assert game.mat.cursor.decision == Decision.NEW_LEADER
    with game.dice():
        choose(game, Act.NEW_LEADER + 4)
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.ATTACK, 2)


@pytest.mark.rule("D20", "R246")
def test_the_new_leader_is_asked_after_the_attack_in_hand() -> None:
    game = formation(5, zone=4)
    game.mat.cursor.phase = Phase.ATTACK_RUN
    with game.dice(A4=[1], A6=[1], A2=[5], GAMBLE=[6]):
        game.advance()
        choose(game, Act.GAMBLE)
    assert game.mat.cursor.decision == Decision.NEW_LEADER
    assert legal(game) == [Act.NEW_LEADER + slot for slot in (1, 2, 3, 4)]


@pytest.mark.rule("D20")
def test_one_pilot_left_leads_unasked() -> None:
    game = formation(4, zone=2)
    game.mat.aircraft["status"][1:3] = Status.HOME
    with game.dice(C3=[6, 6]):
        abandon(game.mat, game.table, 0)
    game.mat.cursor.phase = Phase.INTERCEPTION
    with game.dice(**QUIET):
        game.advance()
    assert game.mat.mission.leader == 4 and game.mat.cursor.decision == Decision.EN_ROUTE


@pytest.mark.rule("D20")
def test_no_new_leader_while_landing() -> None:
    game = formation(4, zone=0, leg=Leg.HOME)
    game.mat.cursor.phase = Phase.LANDING
    with game.dice(C5=[10, 1, 1, 1], C6=[10], C7=[6, 6]):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)
            assert game.mat.cursor.decision == Decision.NONE


@pytest.mark.rule("Q94", "R063", "D20")
def test_the_leaders_own_aircraft_may_be_ordered_home() -> None:
    game = formation(5)
    open_window(game)
    with game.dice(C5=[1]):
        choose(game, Act.SEND_HOME)
    assert game.mat.cursor.decision == Decision.NEW_LEADER
    with game.dice():
        choose(game, Act.NEW_LEADER + 1)
    assert game.mat.mission.leader == 2 and game.mat.cursor.decision == Decision.EN_ROUTE


@pytest.mark.rule("R063", "Q30")
def test_a_wounded_leader_stays_leader_and_keeps_his_relief() -> None:
    game = formation(5)
    wound(game.mat, game.table, 0, 0)
    give_stress(game, 3, 1, 1)
    open_window(game)
    assert game.mat.mission.leader == 1 and relief_possible(game.mat)
    assert not any(game.mask[Act.NEW_LEADER : Act.NEW_LEADER + 10])


@pytest.mark.rule("R059", "R060", "R061", "Q10", "D20")
@pytest.mark.parametrize("drawn", [1, 2, 4])
def test_a_green_leader_gives_one_stress_to_a_crew_from_the_cup(drawn: int) -> None:
    game = formation(5)
    game.mat.mission.leader = 0
    game.level(1, pilot=Quality.GREEN)
    with game.dice(CUP=[drawn]):
        name_leader(game.mat, game.table, 1)
    expected = [(0, 0)] * 5
    expected[drawn - 1] = (1, 1)
    assert [game.stress(slot) for slot in range(5)] == expected


@pytest.mark.rule("R059", "Q10")
@each("level", [Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO])
def test_a_better_leader_gives_none(level: Quality) -> None:
    game = formation(5)
    game.level(0, pilot=level, gunner=Quality.GREEN)
    with game.dice():
        name_leader(game.mat, game.table, 0)
    assert [game.stress(slot) for slot in range(5)] == [(0, 0)] * 5


@pytest.mark.rule("R061", "Q10", "R056", "R104")
def test_a_green_leader_chosen_on_the_ground_unsettles_a_crew_before_take_off() -> None:
    game = Position(target=Target.RAIL, zone=3)
    with game.dice(CUP=[3], EVENT=[CALM[0]], B1=[1], B2=[1]):
        game.advance()
        while game.mat.cursor.decision != Decision.EN_ROUTE:
            decision = game.mat.cursor.decision
            if decision == Decision.MUSTER:
                choose(game, Act.FLY + 2)
            elif decision == Decision.LEADER:
                choose(game, Act.LEADER + 10)
            else:
                choose(game, Act.NO_SPECIAL if game.mask[Act.NO_SPECIAL] else legal(game)[0])
    assert game.person(0, Role.PILOT).level == Quality.GREEN
    assert [game.stress(slot) for slot in range(4)] == [(0, 0), (0, 0), (1, 1), (0, 0)]
    stress = [int(e["zone"]) for e in game.said(Entry.STRESS)]
    assert stress == [0, 0]


@pytest.mark.rule("Q10", "R061")
def test_a_later_green_leader_does_it_again() -> None:
    game = formation(5)
    for slot in range(5):
        game.level(slot, pilot=Quality.GREEN)
    with game.dice(CUP=[5], C3=[6, 6]):
        abandon(game.mat, game.table, 0)
        name_leader(game.mat, game.table, 1)
    with game.dice(CUP=[4], C3=[6, 6]):
        abandon(game.mat, game.table, 1)
        name_leader(game.mat, game.table, 2)
    assert [game.stress(slot) for slot in (2, 3, 4)] == [(0, 0), (1, 1), (1, 1)]


@pytest.mark.rule("Q10", "Q104")
def test_six_stress_on_the_ground_does_not_matter() -> None:
    game = formation(5, zone=0)
    game.mat.mission.leg = Leg.GROUND
    game.level(0, pilot=Quality.GREEN)
    give_stress(game, 2, 5, 5)
    with game.dice(CUP=[3]):
        name_leader(game.mat, game.table, 0)
    assert game.stress(2) == (6, 6) and game.mat.aircraft[2].status == Status.FLYING


# --- the leader's relief (D21) ---


@pytest.mark.rule("R057", "D21", "Q30")
@each("level", [Quality.GREEN, Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO])
def test_a_veteran_or_better_may_relieve(level: Quality) -> None:
    game = formation(5)
    game.level(0, pilot=level)
    give_stress(game, 3, 2, 1)
    assert bool(relief_possible(game.mat)) == (level >= Quality.VETERAN)


@pytest.mark.rule("R057", "R058", "D21", "R279", "R285", "R287")
def test_one_marker_from_each_member_of_one_crew_once_a_mission() -> None:
    game = formation(5)
    give_stress(game, 3, 2, 1)
    give_stress(game, 4, 0, 1)
    use_relief(game.mat, game.table, 3)
    assert [game.stress(slot) for slot in range(5)] == [(0, 0), (0, 0), (0, 0), (1, 0), (0, 1)]
    assert not relief_possible(game.mat)


@pytest.mark.rule("R284", "R285", "D21")
def test_relief_never_goes_below_zero_nor_to_a_crew_without_stress() -> None:
    game = formation(5)
    give_stress(game, 4, 0, 1)
    assert [bool(can_relieve(game.mat, slot)) for slot in range(5)] == [False] * 4 + [True]
    use_relief(game.mat, game.table, 4)
    assert game.stress(4) == (0, 0)


@pytest.mark.rule("R057", "D21")
def test_relief_is_for_crews_in_flight() -> None:
    game = formation(5)
    give_stress(game, 3, 2, 2)
    game.mat.aircraft[3].status = Status.HOME
    game.mat.pilots[9].stress = 3
    assert not relief_possible(game.mat)


@pytest.mark.rule("D20", "Q30", "D21")
def test_relief_stays_once_a_mission_after_a_change_of_leader() -> None:
    game = formation(5)
    give_stress(game, 3, 4, 4)
    use_relief(game.mat, game.table, 3)
    name_leader(game.mat, game.table, 2)
    assert not relief_possible(game.mat)


@pytest.mark.rule("D20", "Q30", "D21")
def test_a_veteran_who_follows_a_green_leader_has_the_relief() -> None:
    game = formation(5)
    game.level(0, pilot=Quality.GREEN)
    give_stress(game, 3, 4, 4)
    assert not relief_possible(game.mat)
    name_leader(game.mat, game.table, 2)
    assert relief_possible(game.mat)


@pytest.mark.rule("D21", "R058")
@pytest.mark.parametrize("leg", [Leg.OUT, Leg.HOME])
def test_relief_in_a_window_on_both_legs(leg: Leg) -> None:
    game = formation(5, leg=leg)
    give_stress(game, 3, 2, 2)
    open_window(game)
    assert kinds(game, Act.RELIEVE) == [4]
    apply_action(game.mat, game.table, Act.RELIEVE + 3)
    assert game.stress(3) == (1, 1)


@pytest.mark.rule("D21", "R058")
def test_relief_inside_every_attack_decision() -> None:
    game = formation(4, zone=4)
    give_stress(game, 1, 2, 2)
    game.mat.cursor.phase = Phase.ATTACK_RUN
    with game.dice(A4=[1], A6=[1], A2=[5]):
        game.advance()
        assert kinds(game, Act.RELIEVE) == [2]
        choose(game, Act.DROP)
        assert (game.mat.cursor.subject, kinds(game, Act.RELIEVE)) == (2, [2])
        choose(game, Act.RELIEVE + 1)
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.ATTACK, 2)
    assert game.stress(1) == (1, 1) and kinds(game, Act.RELIEVE) == []


@pytest.mark.rule("D21", "R058")
def test_once_more_before_landing_if_unused_and_of_use() -> None:
    game = formation(4, zone=1, leg=Leg.HOME)
    give_stress(game, 1, 2, 2)
    game.mat.cursor.phase = Phase.MOVE
    with game.dice():
        game.advance()
    assert game.mat.cursor.decision == Decision.RELIEF
    assert legal(game) == [Act.RELIEVE + 1, Act.KEEP_RELIEF]
    with game.dice(C5=[1] * 4):
        apply_action(game.mat, game.table, Act.RELIEVE + 1)
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)
    assert game.stress(1) == (1, 1)


@pytest.mark.rule("D21")
@pytest.mark.parametrize("used", [0, 1])
def test_before_landing_not_asked_if_used_or_useless(used: int) -> None:
    game = formation(4, zone=1, leg=Leg.HOME)
    game.mat.mission.relief_used = used
    give_stress(game, 1, 2 * used, 2 * used)
    game.mat.cursor.phase = Phase.MOVE
    with game.dice(C5=[1] * 4):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            step(game)
            assert game.mat.cursor.decision == Decision.NONE


# --- formations ---


@pytest.mark.rule("Q28", "R064")
def test_a_formation_keeps_its_type_when_losses_reduce_it() -> None:
    game = formation(4)
    with game.dice(C3=[6, 6]):
        abandon(game.mat, game.table, 3)
    assert game.mat.mission.formation == Formation.STAFFEL
    assert smallest_formation(game.mat, game.table) == 4


@pytest.mark.rule("Q86", "R248")
def test_an_abort_can_no_longer_turn_the_formation_on_the_way_home() -> None:
    game = formation(4, leg=Leg.HOME)
    give_stress(game, 1, 2, 2)
    open_window(game)
    assert game.mask[Act.ABORT] == 0


@pytest.mark.rule("Q75")
def test_turning_round_is_noted() -> None:
    game = formation(4)
    turn_round(game.mat, game.table)
    assert (game.mat.mission.aborted, game.mat.mission.leg) == (1, Leg.HOME)
    assert len(game.said(Entry.ABORT)) == 1


@pytest.mark.rule("Q92", "Q82", "R071", "R141")
@pytest.mark.parametrize(("aircraft", "zone"), [(4, 6), (3, 5)])
def test_a_maritime_target_lies_in_the_colour_dies_zone_for_a_kette_5_at_most(aircraft: int, zone: int) -> None:
    game = Position()
    total = int(np.flatnonzero(game.charts.record.a1[0] == Target.MARITIME)[0])
    white = max(1, total - 6)
    with game.dice(A1=[[white, total - white, 6]], SHIP=[5]):
        game.advance()
        apply_action(game.mat, game.table, Act.FLY + aircraft - 2)
    assert game.mat.mission.target >= Target.BATTLESHIP
    assert game.mat.mission.target_zone == zone


NO_CONTACT = 1
"""D10 on B1, Jun/Jul 1941."""
OPERATION = "Stuka/Operation-v0"
DULL_CARDS = ["tail_wind", "radio_silence", "cloud_bank", "waypoint_reached", "endless_steppe", "familiar_river"]
NEXT_MISSION = [(3, 4, 1)]
"""Airfield in zone 1: what A1 gives after the mission in hand."""


def quiet(zones: int, **dice: object) -> dict[str, object]:
    """Dice of a flight through so many zones without incident, with good visibility and no Anti-Aircraft fire."""
    calm = {"EVENT": DULL_CARDS[:zones], "B1": [NO_CONTACT] * zones, "B2": [1] * zones, "A4": [1], "A6": [1]}
    return {**calm, **dice}


def attack(game: Game, aircraft: int) -> None:
    """Everybody drops."""
    for _ in range(aircraft):
        game.answer("ATTACK", "DROP")


# --- zone by zone (5.1.2, 5.1.4) ---


@pytest.mark.rule(
    "R010",
    "R150",
    "R151",
    "R153",
    "R170",
    "R181",
    "R182",
    "R183",
    "R211",
    "R215",
    "R216",
    "R217",
    "R219",
    "R043",
    "R171",
)
def test_one_zone_after_the_other_out_and_home() -> None:
    """An event before an interception roll in every zone but the target's; nothing at the airfield."""
    game = Game(
        OPERATION,
        quiet(4, A1=NEXT_MISSION, A2=[1] * 3, C5=[1] * 3),
        setup={"target": "rail", "zone": 3},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 3)
    assert [(e.leg, e.result) for e in game.said(Entry.MOVE)] == [
        (Leg.OUT, 1), (Leg.OUT, 2), (Leg.OUT, 3), (Leg.HOME, 2), (Leg.HOME, 1), (Leg.HOME, 0),
    ]  # fmt: skip
    frame = (Chart.EVENT, Chart.B1, Chart.B2, Chart.A4, Chart.A6, Chart.C5)
    rolled = [(e.chart, e.zone) for e in game.said(Entry.ROLL) if e.chart in frame]
    per_zone = {zone: [(chart, zone) for chart in (Chart.EVENT, Chart.B1, Chart.B2)] for zone in (1, 2)}
    assert rolled == [
        *per_zone[1], *per_zone[2], (Chart.A4, 3), (Chart.A6, 3), *per_zone[2], *per_zone[1], *[(Chart.C5, 0)] * 3,
    ]  # fmt: skip
    game.assert_tape_used_up()


@pytest.mark.rule("R152", "R217", "R215")
def test_a_drawn_card_is_discarded() -> None:
    game = Game(OPERATION, quiet(2, EVENT=["tail_wind", "tail_wind"]), setup={"target": "rail", "zone": 3})
    game.brief(3)
    assert game.mat.mission.zone == 1
    with pytest.raises(TapeError, match="EVENT"):
        game.answer("EN_ROUTE", "GO_ON")


@pytest.mark.rule("R172", "Q91", "Q22", "D17", "D18", "D16")
def test_a_target_in_zone_1_means_anti_aircraft_fire_only() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [1], "A2": [1] * 3, "C5": [1] * 3, "A1": NEXT_MISSION},
        setup={"target": "rail", "zone": 1},
    )
    game.brief(3)
    assert (game.war.decision, game.mat.mission.zone, game.mat.mission.present) == ("EN_ROUTE", 1, 0)
    assert (game.legal("GO_ON"), game.legal("ABORT")) == (True, True)
    game.play("GO_ON")
    attack(game, 3)
    assert game.mat.war.mission == 1
    game.assert_tape_used_up()


@pytest.mark.rule("R154", "R370", "Q90")
def test_no_contact_means_on_to_the_next_zone_and_the_escort_die_is_ignored() -> None:
    """A first escort roll of 6 would remove nobody, and does not matter."""
    game = Game(OPERATION, quiet(3, B2=[6, 6, 6]), setup={"target": "rail", "zone": 4})
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    assert (game.war.decision, game.mat.mission.zone) == ("ATTACK", 4)
    assert game.said(Entry.FIGHTERS) == game.said(Entry.ESCORTED) == []


@pytest.mark.rule("R156", "R221", "R369", "Q102", "Q08")
@pytest.mark.parametrize("die", [1, 6])
def test_full_cover_leaves_no_fighter(die: int) -> None:
    """Zone 1, Nov/Dec 1941: all six faces are Full Cover."""
    game = Game(
        OPERATION,
        {"EVENT": ["tail_wind"], "B1": [10], "B2": [die]},
        setup={"segment": "1941-11", "target": "rail", "zone": 3},
    )
    game.brief(3)
    assert [e.result for e in game.said(Entry.ESCORTED)] == [2]
    assert game.said(Entry.FIGHTERS) == []


# --- the attack run (5.1.3) ---


def over_the_target(visibility: int, *cards: str) -> Game:
    """Three aircraft over a target in zone 2; the cards are drawn on the way out, the visibility die is rolled if
    it is not 0."""
    zones = len(cards)
    dice = quiet(zones, EVENT=list(cards), A4=[visibility] if visibility else [])
    game = Game(OPERATION, dice, setup={"target": "rail", "zone": zones + 1})
    game.brief(3)
    while game.war.decision == "EN_ROUTE":
        game.play("GO_ON")
    return game


@pytest.mark.rule("R173", "R234", "R235", "R236", "R012", "R250a", "Q09")
@each(
    "die, visibility, modifier",
    [(1, Visibility.GOOD, 0), (3, Visibility.GOOD, 0), (4, Visibility.MEDIUM, 1), (6, Visibility.LOW, 2)],
)
def test_visibility_over_the_target(die: int, visibility: Visibility, modifier: int) -> None:
    game = over_the_target(die, "tail_wind")
    assert game.mat.mission.visibility == visibility
    assert game.mat.aircraft[0].drm == -1 + modifier


@pytest.mark.rule("R174", "Q77")
def test_a_visibility_card_replaces_the_roll_and_the_last_one_counts() -> None:
    game = over_the_target(0, "low_cloud", "haze")
    assert game.rolls(Chart.A4) == []
    assert game.mat.mission.visibility == Visibility.MEDIUM


@pytest.mark.rule("Q77")
def test_a_visibility_card_on_the_way_home_has_no_effect() -> None:
    game = Game(
        OPERATION,
        quiet(2, EVENT=["tail_wind", "low_cloud"], A1=NEXT_MISSION, A2=[1] * 3, C5=[1] * 3),
        setup={"target": "rail", "zone": 2},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 3)
    assert game.mat.war.mission == 1
    assert game.mat.log[0].score == 90 + 6
    assert (game.mat.mission.visibility, game.mat.mission.visibility_card) == (0, 0)


@pytest.mark.rule("R175a", "R277", "R175b", "R239b", "R250b", "R250c", "Q71")
def test_anti_aircraft_fire_then_damage_on_the_aircraft_drawn() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [9], "CUP": [3, 1, 2], "C1": [(8, 6), (5, 1), (9, 1)]},
        setup={"segment": "1941-11", "target": "rail", "zone": 1},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    assert [e.aircraft for e in game.said(Entry.ROLL) if e.chart == Chart.C1] == [3, 1, 2]
    shock = int(load_charts().record.c1[8][6].stress)
    assert [game.stress(slot) for slot in (1, 2, 3)] == [(0, 0), (0, 0), (shock, shock)]


@pytest.mark.rule("R176", "R251", "R249", "R368g", "R177", "R180", "R254")
def test_attacks_go_by_slot_one_each() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [1], "A2": [3, 5, 7, 9], "C5": [1] * 4, "A1": NEXT_MISSION},
        setup={"target": "bridge", "zone": 1},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 4)
    assert [(e.aircraft, e.dice, e.total, e.result) for e in game.said(Entry.ROLL) if e.chart == Chart.A2] == [
        (1, (3,), 2, 55), (2, (5,), 4, 30), (3, (7,), 6, 15), (4, (9,), 8, 5),
    ]  # fmt: skip
    assert list(game.mat.log[0].scores[:5]) == [55, 30, 15, 5, -1]


# --- home and the score (5.1.4, 5.1.5) ---


@pytest.mark.rule("R184", "R300", "R301", "R024", "R025", "R321", "R185")
def test_landing_from_left_to_right_then_the_score() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [1], "A2": [1, 1, 10], "C5": [4, 3, 2], "A1": NEXT_MISSION},
        setup={"target": "bridge", "zone": 1},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 3)
    assert [(e.aircraft, e.dice) for e in game.said(Entry.ROLL) if e.chart == Chart.C5] == [
        (1, (4,)),
        (2, (3,)),
        (3, (2,)),
    ]
    assert list(game.mat.log[0].scores[:3]) == [75, 75, 0]
    assert (game.mat.log[0].score, game.mat.log[0].bonus) == (50 + 6, 6)


@pytest.mark.rule("Q86", "R307")
def test_an_aircraft_lost_on_the_way_home_keeps_its_score() -> None:
    game = Game(
        OPERATION,
        {
            "A1": NEXT_MISSION,
            "EVENT": DULL_CARDS[:4],
            "B1": [NO_CONTACT, NO_CONTACT, NO_CONTACT, 3],
            "B2": [1, 1, 1, 5],
            "A4": [1],
            "A6": [1],
            "A2": [1, 1, 10],
            "B3": [(6, 3)],
            "CUP": [1],
            "C1": [(1, 6)],
            "C3": [6, 6],
        },
        setup={"target": "bridge", "zone": 4},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(2):
        game.answer("ATTACK", "DROP")
    game.answer("ATTACK", "DROP")
    assert game.mat.aircraft[0].status == Status.LOST
    assert (game.mat.aircraft[0].score, game.mat.aircraft[0].present) == (75, 1)
    assert [game.mat.aircraft[slot].score for slot in range(3)] == [75, 75, 0]


# --- leaving, aborting, orders (7.1, 7.12) ---


def two_zones_out(aircraft: int, zones: int = 2, **dice: object) -> Game:
    """Outbound over zone 2 of a mission to zone 5, asked what to do; a card that changes things was drawn there."""
    cards = ["tail_wind", "anti_aircraft_alert", *DULL_CARDS[1:]][:zones]
    game = Game(
        OPERATION,
        quiet(zones, **{"EVENT": cards, "A4": [], "A6": [], **dice}),
        setup={"target": "rail", "zone": 5},
    )
    game.brief(aircraft)
    game.answer("EN_ROUTE", "GO_ON")
    assert (game.war.decision, game.mat.mission.zone) == ("EN_ROUTE", 2)
    return game


@pytest.mark.rule("R293", "R295", "R296", "D17", "Q23", "Q24", "Q75", "R293", "R298a")
def test_an_aborted_mission_flies_home_zone_by_zone_for_nothing() -> None:
    """Zone 2 gives nothing a second time, zone 1 gives event and interception; then everybody lands."""
    game = two_zones_out(4, 3, A1=NEXT_MISSION, C5=[1] * 4)
    game.play("ABORT")
    assert [e.zone for e in game.said(Entry.ROLL) if e.chart == Chart.EVENT] == [1, 2, 1]
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.aborted, entry.no_fly, entry.present) == (0, 0, 1, 0, 0)
    assert (game.mat.track.segment_sum, game.mat.track.logged, game.mat.count.no_fly) == (0, 1, 0)
    assert game.mat.pilots[0].missions == 0
    game.assert_tape_used_up()


@pytest.mark.rule("R295", "Q23", "Q81")
def test_an_aborted_mission_stays_in_the_divisor() -> None:
    """Five missions of 60 points and one aborted: 300 / 6."""
    game = Game(
        "Stuka/Segment-v0",
        {"C5": [1] * 3},
        segment="1942-08",
        duration="short",
        setup={"mission": 6, "scores": [60] * 5, "target": "rail", "zone": 1},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "ABORT")
    assert game.over
    assert (game.mat.log[5].score, game.mat.log[5].aborted, game.mat.track.logged) == (0, 1, 6)
    assert game.info["result"]["score"] == 50


@pytest.mark.rule("R248", "Q22", "Q101", "D17", "D18", "R250a")
def test_in_the_attack_run_nobody_is_sent_home() -> None:
    game = over_the_target(1, "tail_wind")
    assert game.war.decision == "ATTACK"
    assert (game.legal("ABORT"), game.arguments_of("SEND_HOME")) == (False, [])


@pytest.mark.rule("D17", "R248", "D18", "Q22", "R293")
def test_on_the_way_home_nobody_is_sent_ahead() -> None:
    game = Game(
        OPERATION,
        quiet(2, EVENT=["tail_wind", "oil_on_the_windscreen"], CUP=[2], A2=[1] * 4),
        setup={"target": "rail", "zone": 2},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 4)
    assert (game.war.decision, game.mat.mission.leg) == ("EN_ROUTE", Leg.HOME)
    assert (game.legal("ABORT"), game.arguments_of("SEND_HOME")) == (False, [])
    assert game.arguments_of("RELIEVE") == [2]


@pytest.mark.rule("R212", "R213", "R214", "R304", "D18", "Q76")
def test_an_aircraft_sent_home_lands_at_once() -> None:
    game = two_zones_out(5, C5=[1])
    game.play("SEND_HOME", 3)
    assert (game.mat.aircraft[2].status, game.mat.pilots[2].duty) == (Status.HOME, Duty.BACK)
    assert [(e.aircraft, e.zone) for e in game.said(Entry.ROLL) if e.chart == Chart.C5] == [(3, 2)]
    assert game.war.decision == "EN_ROUTE"
    assert game.mat.pilots[2].completed == 0
    game.assert_tape_used_up()


@pytest.mark.rule("D18", "Q22", "R065", "R293", "DETACH")
def test_detachments_do_not_take_a_formation_below_its_minimum() -> None:
    staffel = two_zones_out(5, C5=[1])
    assert staffel.arguments_of("SEND_HOME") == [1, 2, 3, 4, 5]
    staffel.play("SEND_HOME", 5)
    assert staffel.arguments_of("SEND_HOME") == []
    assert two_zones_out(3).arguments_of("SEND_HOME") == []


@pytest.mark.rule("D18", "DETACH")
@each("trouble", ["damage", "wounded gunner", "five stress", "gunner's stress"])
def test_trouble_is_reason_enough_to_go_home_and_stress_is_none(trouble: str) -> None:
    game = Position().in_flight(aircraft=4)
    if trouble == "damage":
        game.mat.aircraft[1].damage[3] = 1
    elif trouble == "wounded gunner":
        game.person(1, Role.GUNNER).wounds = 1
    elif trouble == "gunner's stress":
        game.person(1, Role.GUNNER).stress = 5
    else:
        game.person(1, Role.PILOT).stress = 5
    allowed = trouble in ("damage", "wounded gunner")
    assert [may_send_home(game.mat, game.table, slot, flying(game.mat) - 1) for slot in range(4)] == [
        False,
        allowed,
        False,
        False,
    ]


@pytest.mark.rule("D18", "DETACH")
def test_one_of_the_last_two_may_go_home_in_trouble() -> None:
    game = Position().in_flight(aircraft=4)
    for slot in range(2):
        game.mat.aircraft[slot].status = Status.LOST
    game.mat.aircraft[3].range_loss = 1
    assert [may_send_home(game.mat, game.table, slot, flying(game.mat) - 1) for slot in (2, 3)] == [False, True]


@pytest.mark.rule("D18", "DETACH")
def test_the_last_aircraft_cannot_be_sent_home() -> None:
    game = Position().in_flight(aircraft=4)
    for slot in range(3):
        game.mat.aircraft[slot].status = Status.LOST
    game.mat.aircraft[3].damage[3] = 1
    assert not may_send_home(game.mat, game.table, 3, flying(game.mat) - 1)


@pytest.mark.rule("D18", "Q28", "DETACH")
def test_a_citadel_kette_of_three_may_detach_one() -> None:
    game = Position("1943-07").in_flight(aircraft=3)
    assert may_send_home(game.mat, game.table, 2, flying(game.mat) - 1)
    game.mat.aircraft[2].status = Status.HOME
    assert not may_send_home(game.mat, game.table, 1, flying(game.mat) - 1)


@pytest.mark.rule("D16", "D17", "D18", "WINDOWS")
def test_a_standing_order_holds_until_something_happens() -> None:
    """Asked after zone 1, then not again before the attack; a card with effect in zone 2 makes it ask again."""
    dull = Game(OPERATION, quiet(4), setup={"target": "rail", "zone": 5})
    dull.brief(4)
    assert dull.mat.mission.zone == 1
    dull.answer("EN_ROUTE", "GO_ON")
    assert (dull.war.decision, dull.mat.mission.zone) == ("ATTACK", 5)
    eventful = two_zones_out(4)
    assert (eventful.war.decision, eventful.mat.mission.zone) == ("EN_ROUTE", 2)


@pytest.mark.rule("D16", "D21", "WINDOWS", "RELIEF")
@each(
    "leg, news, stress, phase",
    [
        (Leg.OUT, 0, 0, Phase.MOVE),
        (Leg.OUT, 1, 0, Phase.EN_ROUTE),
        (Leg.OUT, 0, 1, Phase.EN_ROUTE),
        (Leg.HOME, 1, 0, Phase.MOVE),
        (Leg.HOME, 0, 1, Phase.EN_ROUTE),
    ],
)
def test_en_route_is_asked_when_there_is_news_or_relief_has_become_of_use(
    leg: Leg, news: int, stress: int, phase: Phase
) -> None:
    game = Position().in_flight(leg=leg)
    game.mat.mission.news = news
    game.person(2, Role.GUNNER).stress = stress
    zone_done(game.mat, game.table)
    assert game.mat.cursor.phase == phase


@pytest.mark.rule("Q02", "R295", "Q85")
def test_nobody_reaches_the_target() -> None:
    """A Kette of two loses both on the way: score 0, no bonus, the mission is over at once."""
    game = Game(
        OPERATION,
        {
            "A1": NEXT_MISSION * 2,
            "EVENT": DULL_CARDS[:3],
            "B1": [NO_CONTACT, NO_CONTACT, 3],
            "B2": [1, 1, 5],
            "B3": [(6, 6)],
            "CUP": [2, 1],
            "C1": [(1, 6), (1, 6)],
            "C3": [6] * 4,
            "C8": [1, 1],
            "C9_KIA": [1] * 4,
        },
        setup={"target": "rail", "zone": 4, "aircraft": [{}, {}] + [{"status": "repair", "timer": 2}] * 8},
    )
    game.brief(2)
    game.answer("EN_ROUTE", "GO_ON")
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.present, entry.lost, entry.kia) == (0, 0, 0, 2, 4)
    game.assert_tape_used_up()


# --- range (7.10, ruling Q14) ---


@pytest.mark.rule("D19", "Q14", "R260", "R268")
def test_a_pilot_short_of_range_turns_back_or_presses_on() -> None:
    """Four zones out of five with 9 left: home needs 8 in all, the mission 10."""
    game = Position().in_flight(aircraft=4, zone=4, target_zone=5)
    lose_range(game.mat, game.table, 2, 3)
    assert interrupt(game.mat, game.table)
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.TURN_BACK, 3)


@pytest.mark.rule("D19", "Q14")
def test_a_pilot_whose_range_suffices_is_not_asked() -> None:
    game = Position().in_flight(aircraft=4, zone=4, target_zone=4)
    game.mat.mission.target_zone = 5
    lose_range(game.mat, game.table, 2, 2)
    assert not interrupt(game.mat, game.table)


@pytest.mark.rule("D19", "Q14")
def test_a_pilot_who_cannot_get_home_is_not_asked() -> None:
    game = Position().in_flight(aircraft=4, zone=4, target_zone=5)
    lose_range(game.mat, game.table, 2, 5)
    assert not interrupt(game.mat, game.table)
    assert game.mat.cursor.decision == Decision.NONE


@pytest.mark.rule("D19", "Q14", "R214", "Q55", "Q76")
def test_turning_back_lands_at_once_and_counts_as_a_mission_completed() -> None:
    game = two_zones_out_with_engine_trouble([1])
    game.answer("TURN_BACK", "TURN_BACK")
    assert (game.mat.aircraft[1].status, game.mat.pilots[1].completed) == (Status.HOME, 1)


def two_zones_out_with_engine_trouble(landings: list[int], **dice: object) -> Game:
    """Outbound to zone 6, a card takes two zones of range off aircraft 2 over zone 2."""
    game = Game(
        OPERATION,
        {
            "EVENT": [
                "tail_wind",
                "engine_trouble",
                *DULL_CARDS[1:],
                "spots_in_the_distance",
                "smoke_on_the_horizon",
                "haze",
            ],
            "B1": [NO_CONTACT] * 10,
            "B2": [1] * 10,
            "CUP": [2],
            "C5": landings,
            **dice,
        },
        setup={"target": "rail", "zone": 6},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    return game


@pytest.mark.rule("D19", "Q14", "Q44", "R260")
def test_pressing_on_ends_where_the_range_is_used_up() -> None:
    """10 zones: six out, four home; it comes down over zone 2 before the card of that zone is drawn."""
    game = two_zones_out_with_engine_trouble(
        [1] * 3, A1=NEXT_MISSION, A4=[1], A6=[1], A2=[1] * 4, C3=[1, 6], C4=[1], C8=[1], C9_KIA=[1]
    )
    game.answer("TURN_BACK", "PRESS_ON")
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 4)
    assert [(e.aircraft, e.zone, e.leg) for e in game.said(Entry.FAR_FROM_HOME)] == [(2, 2, Leg.HOME)]
    entry = game.mat.log[0]
    assert list(entry.scores[:5]) == [90] * 4 + [-1]
    assert (entry.score, entry.lost, entry.kia) == (90, 1, 1)
    game.assert_tape_used_up()


@pytest.mark.rule("Q14", "R299", "Q44", "R260")
def test_range_used_up_over_zone_2() -> None:
    game = Position().in_flight(aircraft=4, zone=3, leg=Leg.HOME, target_zone=6)
    game.mat.aircraft[1].range_loss = 2
    with game.dice(C3=[1, 1], C4=[1, 9]):
        move(game.mat, game.table)
    assert game.mat.aircraft[1].status == Status.LOST
    assert (game.person(1, Role.PILOT).duty, game.person(1, Role.GUNNER).duty) == (Duty.BACK, Duty.POW)
    assert [(to_index(int(e["aircraft"])), int(e["result"])) for e in game.said(Entry.FAR_FROM_HOME)] == [(1, 2)]


# --- hits on who is gone ---


@pytest.mark.rule("Q99")
def test_hits_on_a_lost_aircraft_lapse() -> None:
    game = Position().in_flight()
    game.mat.aircraft[1].status = Status.LOST
    with game.dice():
        hit(game.mat, game.table, 1, 0)
