"""The game as a whole, set-up and briefing (2 to 4, 5.1.1): operations, forces, formations, the leader, ordnance."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import TapeError
from stuka_env.game import game_named
from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.games.stuka.codes import (
    ACTS,
    CARDS,
    COUNTED,
    SEGMENT_NAMES,
    SEGMENT_TITLES,
    SLOTS,
    Chart,
    Decision,
    Duty,
    Effect,
    Entry,
    Formation,
    Leg,
    Model,
    NoFly,
    Operation,
    Payload,
    Phase,
    Quality,
    Role,
    Scale,
    Segment,
    Size,
    Status,
    System,
    Target,
)
from stuka_env.games.stuka.rules.attack import attack_drm, may_gamble, may_strafe
from stuka_env.games.stuka.rules.briefing import assign_mission
from stuka_env.games.stuka.rules.damage import hit, still_flies
from stuka_env.games.stuka.rules.events import event, removed_card
from stuka_env.games.stuka.rules.flight import can_finish, run_dry
from stuka_env.games.stuka.rules.interception import fighter_attacks
from stuka_env.games.stuka.rules.sequence import apply_action, begin_operation
from tests.support.each import each
from tests.support.game import Game
from tests.support.position import Position

TAPE_FORM = game_named("stuka").engine.tape

NO_CONTACT = 1
"""D10 on B1, Jun/Jul 1941."""
C1 = load_charts().record.c1
OPERATION = "Stuka/Operation-v0"
AT_THE_FRONT_DOOR = {"target": "airfield", "zone": 1}
"""A target in zone 1: no event and no fighters on the way."""


def do(game: Position, verb: str, argument: int = 0) -> None:
    """Take an action and play on."""
    assert game.mask[ACTS.index_of(verb, argument)], f"{verb} {argument} is not legal"
    apply_action(game.mat, game.table, ACTS.index_of(verb, argument))
    game.advance()


def levels(roster: Any) -> list[Quality]:
    """Levels of the people in a roster."""
    return [Quality(who.level) for who in roster if who.duty != Duty.NOBODY]


def stay_down_to_the_end(game: Position, missions: int) -> list[tuple[int, int]]:
    """Decline every mission of the war, each a roll on A1; operation and segment of each, as they follow each other."""
    played = []
    with game.dice(A1=[(2, 3, 4)] * missions):
        game.advance()
        while game.mat.cursor.decision != Decision.OVER:
            played.append((int(game.mat.war.operation), int(game.mat.war.segment)))
            do(game, "NO_FLY")
    return played


# --- the whole game (2, 3) ---


@pytest.mark.rule("R029")
def test_material() -> None:
    charts = load_charts()
    assert int(charts.record.aircraft[Operation.BARBAROSSA] + charts.record.aircraft[Operation.CITADEL]) == 16
    assert len(charts.names.card_ids) == CARDS == 24
    assert {sides for chart in TAPE_FORM.sides for sides in chart.dice} == {6, 10, SLOTS, CARDS}
    assert max(chart.dice.count(6) for chart in TAPE_FORM.sides) == Chart.A1.dice.count(6) == 3
    assert max(chart.dice.count(10) for chart in TAPE_FORM.sides) == 1


@pytest.mark.rule("R035")
def test_every_chart_of_the_book_is_there() -> None:
    names = {chart.name for chart in TAPE_FORM.sides if chart != Chart.EVENT} | {"A3", "A5", "C2", "C10"}
    assert {"A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2", "B3"} <= names
    rolled = {f"C{number}" for number in (1, 3, 4, 5, 6, 7, 8)}
    assert rolled | {"C9_WIA", "C9_KIA"} <= names
    fields = set(load_charts().record.dtype.names or ())
    assert {"a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "b3_sector", "c1", "c2_attack", "c3", "c4"} <= fields
    assert {"c5", "c6_repair", "c7", "c8", "c9_wia", "c9_kia", "c10"} <= fields
    mat = Position().mat
    assert "log" in mat.dtype.names
    assert all("timer" in mat[roster].dtype.names for roster in ("aircraft", "pilots", "gunners"))


@pytest.mark.rule("R006", "R007", "R016", "R027", "R102", "R115", "R116", "R120", "R123", "R127", "Q05", "Q06", "Q65")
def test_the_campaign_runs_from_june_1941_through_citadel() -> None:
    game = Position(scale=Scale.CAMPAIGN, regular=False)
    played = stay_down_to_the_end(game, missions=36)
    assert list(dict.fromkeys(played)) == [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (2, 5)]
    assert int(game.mat.track.logged) == 36
    assert list(game.mat.track.operations) == [7, 7, 7]
    assert game.mat.track.result == 7 + 15


@pytest.mark.rule("R026", "R312", "R313", "R322", "R328", "R329", "R330", "R332", "Q64")
def test_an_operation_is_the_mean_of_its_segments_and_a_bonus() -> None:
    """The last mission stays down: 450 / 10 = 45; (40 + 61 + 45) / 3 = 48.7; 7 for no losses, 3 for one No-Fly."""
    game = Game(
        OPERATION,
        {"A1": [(3, 4, 1)]},
        setup={"segment": "1941-11", "mission": 10, "scores": [50] * 9, "segment_scores": [40, 61]},
    )
    game.play("NO_FLY")
    assert game.over
    assert list(game.mat.track.segments[:3]) == [40, 61, 45]
    assert game.info["result"]["score"] == 49 + 7 + 3


@pytest.mark.rule("R016", "R100", "R116", "D02", "D03", "R018")
@each("first, segments", [("1941-06", [0, 1, 2]), ("1942-08", [3, 4]), ("1943-07", [5])])
@each("regular, missions", [(True, 10), (False, 6)])
def test_an_operation_is_its_segments_of_so_many_missions(
    first: str, segments: list[int], regular: bool, missions: int
) -> None:
    game = Position(first, regular=regular)
    played = stay_down_to_the_end(game, missions * len(segments))
    assert list(dict.fromkeys(segment for _, segment in played)) == segments
    assert int(game.mat.track.logged) == missions * len(segments)


@pytest.mark.rule("R100", "R127", "R123", "R120", "R146a", "D02", "D03", "R018")
@pytest.mark.parametrize("name, segment", [("barbarossa", 0), ("case_blue", 3), ("citadel", 5)])
def test_an_operation_and_its_length_are_chosen_before_the_set_up(name: str, segment: int) -> None:
    game = Game(OPERATION, {"A1": [(2, 3, 1)]}, operation=name, duration="short")
    assert (game.mat.war.segment, game.mat.war.missions) == (segment, 6)


@pytest.mark.rule("R005", "R101")
def test_missions_come_one_at_a_time() -> None:
    game = Game(OPERATION, {"A1": [(2, 3, 4), (2, 3, 2)]})
    assert (game.mat.war.mission, game.mat.mission.target_zone) == (0, 4)
    game.play("NO_FLY")
    assert (game.mat.war.mission, game.mat.mission.target, game.mat.mission.target_zone) == (1, Target.AIRFIELD, 2)


@pytest.mark.rule("R017", "Q01", "Q103", "R070")
def test_too_few_to_muster_is_a_no_fly_and_play_goes_on() -> None:
    """One aircraft is ready, one a mission from ready."""
    fleet: list[dict[str, Any]] = [{}] + [{"status": "repair", "timer": 1}] + [{"status": "repair", "timer": 8}] * 8
    game = Game(OPERATION, {"A1": [(2, 3, 4), (2, 3, 4)]}, setup={"aircraft": fleet})
    assert [(e.result, e.leg) for e in game.said(Entry.NO_FLY)] == [(NoFly.SHORTAGE, Leg.GROUND)]
    assert (game.mat.log[0].no_fly, game.mat.log[0].score) == (NoFly.SHORTAGE, 0)
    assert game.war.decision == "MUSTER"
    assert game.arguments_of("FLY") == [2]


@pytest.mark.rule("Q103", "MUSTER", "R107")
def test_the_smallest_of_aircraft_pilots_and_gunners_flies() -> None:
    wounded = {"duty": "hospital", "timer": 6}
    people = {"pilots": [wounded] * 3, "gunners": [wounded] * 6}
    game = Game(OPERATION, {"A1": [(2, 3, 4)]}, setup={**people, "aircraft": [{"status": "repair", "timer": 8}] * 2})
    assert game.arguments_of("FLY") == [3, 4, 5]


@pytest.mark.rule("R020", "R021a", "R025", "R036", "R146d", "R146k", "R343", "R255")
def test_the_log_sheet() -> None:
    game = Game(
        OPERATION,
        {"A1": [(3, 4, 1)], "A4": [1], "A6": [1], "A2": [1, 2, 3], "C5": [1, 1, 1]},
        setup={"target": "rail", "zone": 1},
    )
    game.brief(3, pilots=[4, 2, 9], gunners=[1, 3, 5])
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(3):
        game.answer("ATTACK", "DROP")
    entry = game.mat.log[0]
    assert (entry.target, entry.target_size, entry.zone) == (Target.RAIL, Size.MEDIUM, 1)
    assert list(entry.pilots[:4]) == [4, 2, 9, 0]
    assert list(entry.gunners[:4]) == [1, 3, 5, 0]
    assert list(entry.scores[:4]) == [90, 85, 75, -1]
    assert (entry.sent, entry.payload, entry.segment, entry.number) == (3, Payload.SC500_SC50, 0, 0)
    assert entry.score == 83 + 6


@pytest.mark.rule("R014")
def test_fighters_come_more_often_with_the_years() -> None:
    b1 = load_charts().record.b1
    june_1941, july_1943 = (int((b1[segment][1:] > 0).sum()) for segment in (0, 5))
    assert 0 < june_1941 < july_1943


@pytest.mark.rule("R015", "R155a", "R156")
def test_escorts_depend_on_zone_and_date() -> None:
    b2 = load_charts().record.b2
    june_1941, july_1943 = (b2[segment][1:, 1:].astype(int).sum(axis=1).tolist() for segment in (0, 5))
    assert june_1941 == sorted(june_1941, reverse=True)
    assert july_1943 == sorted(july_1943, reverse=True)
    assert june_1941[0] > june_1941[5]
    assert sum(june_1941) > sum(july_1943)


@pytest.mark.rule("R039", "R040")
def test_events_touch_only_the_formation_in_flight() -> None:
    game = Position().in_flight(aircraft=4)
    for who in (*game.mat.pilots, *game.mat.gunners):
        who.stress = 2
    with game.dice(EVENT=["song_on_the_radio"]):
        event(game.mat, game.table)
    assert [int(who.stress) for who in game.mat.pilots] == [1] * 4 + [2] * 7
    assert [int(who.stress) for who in game.mat.gunners] == [1] * 4 + [2] * 7


@pytest.mark.rule("R041", "R042", "R146h", "R218", "R215", "R152", "Q74")
def test_the_deck_is_shuffled_for_every_mission() -> None:
    """A card comes once in a mission, and again in the next."""
    game = Game(
        OPERATION,
        {
            "A1": [(2, 3, 3)],
            "EVENT": ["tail_wind", "radio_silence", "cloud_bank", "haze", "tail_wind", "tail_wind"],
            "B1": [NO_CONTACT] * 5,
            "B2": [1] * 5,
            "A4": [1],
            "A6": [1],
            "A2": [1] * 3,
            "C5": [1] * 3,
        },
        setup={"target": "rail", "zone": 3},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(3):
        game.answer("ATTACK", "DROP")
    assert game.mat.war.mission == 1
    assert not game.mat.mission.drawn.any()
    game.brief(3)
    assert list(np.flatnonzero(game.mat.mission.drawn)) == [game.war.engine.charts.names.card_ids.index("tail_wind")]
    with pytest.raises(TapeError, match="EVENT"):
        game.answer("EN_ROUTE", "GO_ON")


# --- aircraft and crews (4.1) ---


@pytest.mark.rule("R044", "R021a", "R105", "R146g", "D08", "D10", "D12", "R148", "R030", "R104", "D09")
def test_every_aircraft_has_a_pilot_and_a_gunner_of_the_players_choice() -> None:
    game = Game(OPERATION, {"EVENT": ["tail_wind"], "B1": [NO_CONTACT], "B2": [1]}, setup={"target": "rail", "zone": 4})
    game.answer("MUSTER", "FLY", 4)
    asked = []
    for pilot, gunner in ((7, 3), (1, 9), (11, 10), (2, 11)):
        asked.append((game.war.decision, int(game.mat.cursor.subject)))
        game.play("LEADER" if pilot == 7 else "PILOT", pilot)
        asked.append((game.war.decision, int(game.mat.cursor.subject)))
        game.play("GUNNER", gunner)
    assert asked == [
        ("LEADER", 1), ("GUNNER", 1), ("PILOT", 2), ("GUNNER", 2),
        ("PILOT", 3), ("GUNNER", 3), ("PILOT", 4), ("GUNNER", 4),
    ]  # fmt: skip
    cards = game.mat.aircraft[:4]
    assert [(int(card.pilot), int(card.gunner)) for card in cards] == [(7, 3), (1, 9), (11, 10), (2, 11)]
    game.answer("PAYLOAD", "LOAD_SC500_SC50")
    game.answer("SPECIAL", "NO_SPECIAL")
    assert game.mat.mission.leader == 1


@pytest.mark.rule("D09", "R129", "R119", "Q57")
def test_nobody_sits_twice_and_only_the_holding_area_flies() -> None:
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "pilots": [{}, {"duty": "hospital", "timer": 2}]})
    game.answer("MUSTER", "FLY", 4)
    assert game.arguments_of("LEADER") == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    game.play("LEADER", 5)
    game.play("GUNNER", 1)
    assert game.arguments_of("PILOT") == [1, 3, 4, 6, 7, 8, 9, 10, 11]


@pytest.mark.rule("R047", "R144", "Q14")
def test_the_range_is_six_zones_out_and_six_home() -> None:
    game = Position().in_flight(aircraft=3, zone=0, target_zone=6)
    assert can_finish(game.mat, game.table, 0)
    game.mat.aircraft[0].range_loss = 1
    assert not can_finish(game.mat, game.table, 0)
    game.mat.mission.target_zone = 5
    game.mat.aircraft[0].range_loss = 2
    assert can_finish(game.mat, game.table, 0)


@pytest.mark.rule("R269", "R268")
def test_the_range_in_citadel_is_ten_zones() -> None:
    game = Position("1943-07").in_flight(aircraft=3, zone=0, target_zone=5, payload=Payload.CANNON)
    assert can_finish(game.mat, game.table, 0)
    game.mat.aircraft[0].range_loss = 1
    assert not can_finish(game.mat, game.table, 0)


@pytest.mark.rule("R049", "R051", "R053", "R263", "R264", "Q12")
def test_a_second_hit_on_a_damaged_system_destroys_the_aircraft() -> None:
    game = Position().in_flight()
    with game.dice(C1=[(9, 3)]):
        hit(game.mat, game.table, 1, 0)
    assert (game.mat.aircraft[1].damage[System.TAIL], still_flies(game.mat, 1)) == (1, True)
    with game.dice(C1=[(9, 3)], C3=[2, 6], C4=[1]):
        hit(game.mat, game.table, 1, 0)
    assert game.mat.aircraft[1].status == Status.LOST
    assert (game.person(1, Role.PILOT).duty, game.person(1, Role.GUNNER).duty) == (Duty.BACK, Duty.KIA)


@pytest.mark.rule("R052", "Q03", "Q13")
@pytest.mark.parametrize("die, system", [(6, System.BOMBS), (7, System.LANDING_GEAR)])
def test_a_second_hit_on_bombs_or_landing_gear_does_not_destroy(die: int, system: System) -> None:
    game = Position().in_flight()
    once = int(C1[die][5].stress)
    assert once > 0
    for stress in (once, 2 * once):
        with game.dice(C1=[(die, 5)]):
            hit(game.mat, game.table, 1, 0)
        assert (game.mat.aircraft[1].status, game.mat.aircraft[1].damage[system]) == (Status.FLYING, 1)
        assert game.stress(1) == (stress, stress)


@pytest.mark.rule("R050", "R052", "R267", "Q13")
def test_general_damage_is_stress_only_and_always_repeats() -> None:
    game = Position().in_flight()
    once = int(C1[5][5].stress)
    assert once > 0
    for stress in (once, 2 * once):
        with game.dice(C1=[(5, 5)]):
            hit(game.mat, game.table, 1, 0)
        assert game.stress(1) == (stress, stress)
    assert not game.mat.aircraft[1].damage.any()
    assert still_flies(game.mat, 1)


@pytest.mark.rule("R004", "R054", "Q44", "Q20")
@each(
    "die, duty, wounds, stress",
    [
        (3, Duty.BACK, 0, 0),
        (4, Duty.BACK, 1, 3),
        (7, Duty.BACK, 1, 3),
        (8, Duty.POW, 0, 0),
        (10, Duty.POW, 0, 0),
    ],
)
def test_bailing_out_over_enemy_territory(die: int, duty: Duty, wounds: int, stress: int) -> None:
    """A Veteran: 1 off the die. Every zone is enemy territory."""
    game = Position().in_flight(zone=1)
    with game.dice(C1=[(1, 6)], C3=[1, 6], C4=[die]):
        hit(game.mat, game.table, 0, 0)
    who = game.person(0, Role.PILOT)
    assert (who.duty, who.wounds, who.stress) == (duty, wounds, stress)
    assert game.person(0, Role.GUNNER).duty == Duty.KIA


# --- the flight leader (4.2) ---


@pytest.mark.rule("R056", "D11", "R030")
def test_any_pilot_can_lead_from_slot_1() -> None:
    game = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    game.answer("MUSTER", "FLY", 4)
    assert game.arguments_of("LEADER") == list(range(1, 12))
    game.play("LEADER", 6)
    assert game.mat.aircraft[0].pilot == 6


@pytest.mark.rule("R059", "R060", "R061", "Q10", "D11")
def test_a_green_leader_unsettles_a_crew_before_take_off() -> None:
    game = Game(OPERATION, {"CUP": [2]}, setup=AT_THE_FRONT_DOOR)
    game.brief(4, pilots=[11, 2, 3, 4])
    assert game.mat.mission.zone == 1
    stressed = game.said(Entry.STRESS)
    assert [(e.zone, e.leg, e.aircraft, e.person) for e in stressed] == [(0, Leg.GROUND, 2, 2), (0, Leg.GROUND, 2, 13)]
    assert [game.stress(slot) for slot in (1, 2, 3, 4)] == [(0, 0), (1, 1), (0, 0), (0, 0)]


def leader_lost(pilots: list[int], cup: list[int]) -> Game:
    """Five aircraft; Anti-Aircraft fire takes the leader's; pilot 11 is Green."""
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [2], "CUP": [1, *cup], "C1": [(1, 6)], "C3": [6, 6], "A2": [1] * 4, "C5": [1] * 4},
        setup=AT_THE_FRONT_DOOR,
    )
    game.brief(5, pilots=pilots)
    game.answer("EN_ROUTE", "GO_ON")
    return game


@pytest.mark.rule("R055", "R062", "Q31", "Q93", "D20", "R176", "LEADER")
def test_a_lost_leader_is_replaced_by_any_pilot_still_flying() -> None:
    game = leader_lost([1, 2, 3, 4, 5], [])
    assert (game.war.decision, game.mat.mission.leader) == ("NEW_LEADER", 0)
    assert game.arguments_of("NEW_LEADER") == [2, 3, 4, 5]
    game.play("NEW_LEADER", 4)
    assert game.mat.mission.leader == 4
    assert game.mat.aircraft[3].pilot == 4
    assert (game.war.decision, game.mat.cursor.subject) == ("ATTACK", 2)


@pytest.mark.rule("R059", "R061", "Q10", "D20", "LEADER")
def test_a_green_pilot_who_takes_over_unsettles_a_crew() -> None:
    game = leader_lost([1, 11, 3, 4, 5], [3])
    game.answer("NEW_LEADER", "NEW_LEADER", 2)
    assert game.stress(3) == (1, 1)


@pytest.mark.rule("R063", "Q94")
def test_a_leader_resigns_only_by_leaving() -> None:
    """Nothing lets him hand over; sent home, he is replaced."""
    game = Game(
        OPERATION,
        {"EVENT": ["tail_wind"], "B1": [NO_CONTACT], "B2": [1], "C5": [1]},
        setup={"target": "rail", "zone": 4},
    )
    game.brief(5)
    assert game.war.decision == "EN_ROUTE"
    assert game.arguments_of("NEW_LEADER") == []
    game.play("SEND_HOME", 1)
    assert (game.war.decision, game.arguments_of("NEW_LEADER")) == ("NEW_LEADER", [2, 3, 4, 5])


def stressed_crews(leader: int = 1, **dice: Any) -> Game:
    """Four aircraft outbound over zone 1 with stress in aircraft 2 and 3."""
    people = [{}, {"stress": 2}, {"stress": 1}]
    game = Game(
        OPERATION,
        {"EVENT": ["tail_wind"], "B1": [NO_CONTACT], "B2": [1], **dice},
        setup={"target": "rail", "zone": 4, "pilots": people, "gunners": people},
    )
    game.brief(4, pilots=[leader, 2, 3, 4])
    return game


@pytest.mark.rule("R057", "R058", "R287", "D21", "Q30", "RELIEF")
def test_a_veteran_leader_relieves_one_crew_once_a_mission() -> None:
    game = stressed_crews()
    assert game.arguments_of("RELIEVE") == [2, 3]
    game.answer("EN_ROUTE", "RELIEVE", 2)
    assert (game.stress(2), game.stress(3)) == ((1, 1), (1, 1))
    assert game.war.decision == "EN_ROUTE"
    assert game.arguments_of("RELIEVE") == []


@pytest.mark.rule("R057", "R059", "D21")
def test_a_green_leader_relieves_nobody() -> None:
    game = stressed_crews(leader=11, CUP=[4])
    assert game.war.decision == "EN_ROUTE"
    assert game.arguments_of("RELIEVE") == []


@pytest.mark.rule("R058", "D21", "RELIEF")
def test_relief_is_possible_at_an_attack_and_before_landing() -> None:
    people = [{}, {"stress": 1}]
    game = Game(
        OPERATION,
        {"A1": [(3, 4, 1)], "A4": [1], "A6": [1], "A2": [1] * 3, "C5": [1] * 3},
        setup={**AT_THE_FRONT_DOOR, "pilots": people, "gunners": people},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(3):
        assert game.arguments_of("RELIEVE") == [2]
        game.answer("ATTACK", "DROP")
    game.answer("RELIEF", "RELIEVE", 2)
    assert game.mat.pilots[1].stress == 0
    assert len(game.rolls(Chart.C5)) == 3


# --- formations (4.3, 4.5) ---


@pytest.mark.rule("R001", "R002", "R064", "R065", "R068", "R108", "R117", "R147", "R368h", "Q28", "D07", "D08", "R146f")
@pytest.mark.parametrize("operation", ["barbarossa", "case_blue"])
def test_staffel_of_four_to_ten_or_kette_of_three(operation: str) -> None:
    game = Game(OPERATION, {"A1": [(2, 3, 4)]}, operation=operation)
    assert game.arguments_of("FLY") == [3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.rule("R002", "R064", "R065", "R147", "R146f")
@each(
    "operation, aircraft, formation",
    [
        ("citadel", 2, Formation.KETTE),
        ("barbarossa", 3, Formation.KETTE),
        ("barbarossa", 4, Formation.STAFFEL),
        ("barbarossa", 10, Formation.STAFFEL),
    ],
)
def test_the_formation_follows_the_number_of_aircraft(operation: str, aircraft: int, formation: Formation) -> None:
    game = Game(OPERATION, {}, operation=operation, setup=AT_THE_FRONT_DOOR)
    game.play("FLY", aircraft)
    assert (game.mat.mission.formation, game.mat.mission.sent) == (formation, aircraft)
    assert game.mat.mission.zone == 0


@pytest.mark.rule("R066")
@pytest.mark.parametrize("aircraft", [3, 4])
def test_a_kette_has_a_leader_as_a_staffel_has(aircraft: int) -> None:
    game = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    game.brief(aircraft)
    assert game.mat.mission.leader == 1


@pytest.mark.rule("R070", "Q28")
@each("short", ["pilots", "gunners"])
@each("ready", [2, 3])
def test_want_of_crews_leaves_a_kette(short: str, ready: int) -> None:
    """Ten aircraft are serviceable, but there are too few pilots or gunners for a Staffel."""
    people: list[dict[str, Any]] = [{}] * ready + [{"duty": "hospital", "timer": 5}] * (11 - ready)
    game = Game(OPERATION, {"A1": [(2, 3, 4)]}, setup={short: people})
    assert game.arguments_of("FLY") == [ready]


@pytest.mark.rule("R070", "R107", "R002", "Q28", "MUSTER", "D07")
@pytest.mark.parametrize("serviceable, counts", [(5, [3, 4, 5]), (3, [3]), (2, [2])])
def test_a_short_force_flies_what_it_has(serviceable: int, counts: list[int]) -> None:
    fleet: list[dict[str, Any]] = [{}] * serviceable + [{"status": "repair", "timer": 5}] * (10 - serviceable)
    game = Game(OPERATION, {"A1": [(2, 3, 4)]}, setup={"aircraft": fleet})
    assert game.arguments_of("FLY") == counts


@pytest.mark.rule("R069", "R128", "R147", "R368h", "Q28", "D07", "R129")
def test_citadel_is_flown_as_a_kette_of_two_or_three() -> None:
    game = Game(OPERATION, {"A1": [(3, 4, 2)]}, operation="citadel")
    assert game.arguments_of("FLY") == [2, 3]
    game.play("FLY", 2)
    assert game.mat.mission.formation == Formation.KETTE
    ready = [slot for slot in range(SLOTS) if game.mat.aircraft[slot].status == Status.READY]
    assert len(ready) == 4


@pytest.mark.rule("R071", "R109", "Q82", "Q92")
@each("target", ["rail", "cruiser"])
@each("aircraft, rolled, zone", [(3, 6, 5), (3, 5, 5), (3, 4, 4), (4, 6, 6)])
def test_a_kette_treats_zone_6_as_zone_5(target: str, aircraft: int, rolled: int, zone: int) -> None:
    game = Game(OPERATION, {}, setup={"target": target, "zone": rolled})
    game.play("FLY", aircraft)
    assert game.mat.mission.target_zone == zone
    assert [e.result for e in game.said(Entry.KETTE_ZONE)] == ([zone] if rolled > zone else [])


@pytest.mark.rule("R075", "R109", "R124", "Q74")
@pytest.mark.parametrize("operation, aircraft, removed", [("1941-06", 3, True), ("1941-06", 4, False)])
def test_return_to_base_is_out_of_a_kettes_deck(operation: str, aircraft: int, removed: bool) -> None:
    game = Position(operation).in_flight(aircraft=aircraft)
    card = removed_card(game.mat, game.table.charts)
    assert (card >= 0) == removed
    assert not removed or game.charts.record.event[card] == Effect.RETURN_TO_BASE


@pytest.mark.rule("R124", "R075")
def test_return_to_base_cannot_be_drawn_in_citadel() -> None:
    game = Game(OPERATION, {"EVENT": ["return_to_base"]}, operation="citadel", setup={"target": "armor", "zone": 3})
    with pytest.raises(TapeError, match="EVENT"):
        game.brief(3)


@pytest.mark.rule("R072", "R073", "R109", "D15")
def test_a_kette_may_name_one_lucky_dog() -> None:
    game = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    game.brief(3, lucky=2)
    assert [int(card.lucky) for card in game.mat.aircraft[:4]] == [0, 1, 0, 0]


@pytest.mark.rule("R072", "D15")
def test_a_kette_needs_no_lucky_dog_and_a_staffel_has_none() -> None:
    alone = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    alone.brief(3)
    assert not alone.mat["aircraft"]["lucky"].any()
    staffel = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    staffel.brief(4)
    assert staffel.war.decision == "EN_ROUTE"
    assert not staffel.mat["aircraft"]["lucky"].any()


@pytest.mark.rule("R074", "Q29")
def test_the_lucky_dog_ignores_anti_aircraft_fire() -> None:
    game = Game(OPERATION, {"A4": [1], "A6": [2], "CUP": [2]}, setup=AT_THE_FRONT_DOOR)
    game.brief(3, lucky=2)
    game.answer("EN_ROUTE", "GO_ON")
    assert [e.aircraft for e in game.said(Entry.LUCKY)] == [2]
    assert game.rolls(Chart.C1) == []


@pytest.mark.rule("R074")
def test_fighters_hit_the_lucky_dog_as_any_other() -> None:
    game = Game(
        OPERATION,
        {
            "EVENT": ["tail_wind"] + ["radio_silence", "haze"],
            "B1": [NO_CONTACT, NO_CONTACT, 3],
            "B2": [1, 1, 5],
            "B3": [(6, 3)],
            "CUP": [2],
            "C1": [(5, 5)],
        },
        setup={"target": "rail", "zone": 4},
    )
    game.brief(3, lucky=2)
    game.answer("EN_ROUTE", "GO_ON")
    assert game.mat.mission.zone == 3
    assert game.stress(2) == (C1[5][5].stress,) * 2 != (0, 0)


# --- ordnance (4.4) ---


def drm(payload: Payload, target: Target, segment: str = "1941-06") -> int:
    """The modifier of a load on a Veteran's attack in good visibility."""
    game = Position(segment).in_flight(target=target)
    return attack_drm(game.mat, game.table.charts, 1, int(payload), 0)


LAND = [target for target in Target if Target.NONE < target < Target.BATTLESHIP]
SHIPS = [target for target in Target if Target.BATTLESHIP <= target < Target.NO_FLY]
BY_SIZE = {
    Size.SMALL: [Target.ARTILLERY, Target.BRIDGE],
    Size.MEDIUM: [Target.RAIL, Target.CONVOY, Target.ARMOR],
    Size.LARGE: [Target.AIRFIELD, Target.TROOPS, Target.BUILDINGS],
}


@pytest.mark.rule("R076", "R079", "R134", "R133")
@each("target", LAND + SHIPS)
def test_sc500_with_sc50_is_minus_1_on_everything(target: Target) -> None:
    assert drm(Payload.SC500_SC50, target) == -1


@pytest.mark.rule("R076", "R080", "Q52")
@each("target", LAND + SHIPS)
def test_clusters_are_minus_2_on_troops_and_artillery_only(target: Target) -> None:
    expected = -2 if target in (Target.TROOPS, Target.ARTILLERY) else 0
    assert drm(Payload.SC500_CLUSTER, target) == expected


@pytest.mark.rule("R083", "R084", "R134", "Q04", "R133")
@pytest.mark.parametrize("size, expected", [(Size.SMALL, -2), (Size.MEDIUM, -2), (Size.LARGE, -3)])
def test_sc1000_by_size(size: Size, expected: int) -> None:
    assert [drm(Payload.SC1000, target) for target in BY_SIZE[size]] == [expected] * len(BY_SIZE[size])


@pytest.mark.rule("R084", "Q04")
@each("ship", SHIPS)
def test_sc1000_is_minus_3_on_ships(ship: Target) -> None:
    assert drm(Payload.SC1000, ship) == -3


@pytest.mark.rule("R089")
@each("target", LAND + SHIPS)
def test_sc1800_is_minus_4_on_every_size(target: Target) -> None:
    assert drm(Payload.SC1800, target) == -4


@pytest.mark.rule("R093", "R091", "Q52")
@each("target", LAND)
def test_the_cannon_is_minus_3_on_armor_only(target: Target) -> None:
    assert drm(Payload.CANNON, target, "1943-07") == (-3 if target == Target.ARMOR else 0)


@pytest.mark.rule("R097", "R098", "R099", "Q100", "Q49")
@pytest.mark.parametrize("size, expected", [(Size.SMALL, 4), (Size.MEDIUM, 5), (Size.LARGE, 6)])
def test_strafing_by_size(size: Size, expected: int) -> None:
    assert [drm(Payload.STRAFING, target) for target in BY_SIZE[size]] == [expected] * len(BY_SIZE[size])
    assert [drm(Payload.STRAFING, ship) for ship in SHIPS] == [4] * len(SHIPS)


@pytest.mark.rule("R077", "R078", "R146i", "D13", "R076")
@pytest.mark.parametrize(
    "verb, payload", [("LOAD_SC500_SC50", Payload.SC500_SC50), ("LOAD_CLUSTER", Payload.SC500_CLUSTER)]
)
def test_one_load_for_the_whole_formation_target_known(verb: str, payload: Payload) -> None:
    game = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    assert game.mat.mission.target == Target.AIRFIELD
    game.brief(4, load=verb)
    assert [int(card.ordnance) for card in game.mat.aircraft[:5]] == [payload] * 4 + [Payload.NONE]


@pytest.mark.rule("R082", "R085", "D14", "Q50", "Q51")
def test_sc1000_hangs_under_one_or_two_aircraft_in_place_of_the_load() -> None:
    game = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    game.brief(4, special="SC1000", carriers=[3])
    load = Payload.SC500_SC50
    assert [int(card.ordnance) for card in game.mat.aircraft[:4]] == [load, load, Payload.SC1000, load]
    other = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    other.brief(4, special="SC1000", carriers=[3, 1])
    assert other.war.decision == "EN_ROUTE"
    assert [int(card.ordnance) for card in other.mat.aircraft[:4]] == [Payload.SC1000, load, Payload.SC1000, load]


@pytest.mark.rule("R081", "D14", "Q51")
@pytest.mark.parametrize(
    "chosen, bomb, carriers", [("SC1000", Payload.SC1000, [2, 4]), ("SC1800", Payload.SC1800, [2])]
)
def test_beside_one_kind_of_special_bomb_no_other_is_chosen(chosen: str, bomb: Payload, carriers: list[int]) -> None:
    """Both kinds exist; whichever is taken, nobody is asked about the other, and nobody carries it."""
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "segment": "1941-08"})
    game.answer("MUSTER", "FLY", 5)
    while game.war.decision != "SPECIAL":
        game.play_first()
    load = int(game.mat.mission.payload)
    assert game.legal("SC1000") and game.legal("SC1800")
    game.play(chosen)
    for slot in carriers:
        assert not game.legal("SC1000") and not game.legal("SC1800")
        game.answer("CARRIER", "CARRY", slot)
    assert game.war.decision == "EN_ROUTE", "nothing more is chosen on the ground"
    under = [int(card.ordnance) for card in game.mat.aircraft[:5]]
    assert under == [bomb if slot in carriers else load for slot in range(1, 6)]


def mission_flown(aircraft: int, pilots: list[int]) -> int:
    """The score of a mission over a medium target, always with the same dice; pilot 1 is an Ace."""
    dice = {"A1": [(3, 4, 1)], "A4": [1], "A6": [1], "A2": [5, 5, 5, 9][:aircraft], "C5": [1] * aircraft}
    setup = {"target": "rail", "zone": 1, "pilots": [{"level": "ace"}]}
    game = Game(OPERATION, dice, setup=setup)
    game.brief(aircraft, pilots=pilots)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(aircraft):
        game.answer("ATTACK", "DROP")
    return int(game.mat.log[0].score)


@pytest.mark.rule("R023")
def test_who_flies_and_how_many_weighs_on_the_score() -> None:
    """A Veteran's 5 is 55 points, an Ace's 60; a 9 is 15. Six more for the bonuses."""
    assert mission_flown(3, pilots=[2, 3, 4]) == 55 + 6
    assert mission_flown(3, pilots=[1, 3, 4]) == 57 + 6  # 170 / 3 = 56.7
    assert mission_flown(4, pilots=[1, 3, 4, 2]) == 46 + 6  # 185 / 4 = 46.3


@pytest.mark.rule("D14", "Q51")
def test_a_special_bomb_once_chosen_is_carried_and_nobody_carries_two() -> None:
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "segment": "1941-08"})
    game.answer("MUSTER", "FLY", 4)
    while game.war.decision != "SPECIAL":
        game.play_first()
    game.play("SC1000")
    assert not game.legal("NO_MORE_CARRIERS")
    assert game.arguments_of("CARRY") == [1, 2, 3, 4]
    game.play("CARRY", 2)
    assert game.legal("NO_MORE_CARRIERS")
    assert game.arguments_of("CARRY") == [1, 3, 4]


@pytest.mark.rule("R082", "R086", "D14", "Q51")
@pytest.mark.parametrize("bomb, carriers", [("SC1000", [3, 1]), ("SC1800", [2])])
def test_nobody_is_asked_for_more_carriers_than_the_bomb_allows(bomb: str, carriers: list[int]) -> None:
    """Two with the SC1000, one with the SC1800; then nothing is left to decide on the ground."""
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "segment": "1941-08"})
    game.answer("MUSTER", "FLY", 4)
    while game.war.decision != "SPECIAL":
        game.play_first()
    game.play(bomb)
    for slot in carriers:
        game.answer("CARRIER", "CARRY", slot)
    assert game.war.decision == "EN_ROUTE"


@pytest.mark.rule("R091", "R094", "R076", "D13")
@each("segment", SEGMENT_NAMES[:5])
@each("load", ["LOAD_SC500_SC50", "LOAD_CLUSTER"])
def test_the_d_has_two_loads_and_none_is_the_cannon(segment: str, load: str) -> None:
    """In every segment before Citadel."""
    game = Game("Stuka/Campaign-v0", {}, setup={**AT_THE_FRONT_DOOR, "segment": segment})
    game.answer("MUSTER", "FLY", 3)
    while game.war.decision != "PAYLOAD":
        game.play_first()
    loads = {ACTS.index_of("LOAD_SC500_SC50"), ACTS.index_of("LOAD_CLUSTER")}
    assert set(np.flatnonzero(game.info["action_mask"])) == loads
    game.play(load)
    assert game.mat.war.model == Model.D
    assert Payload.CANNON not in {int(card.ordnance) for card in game.mat.aircraft}


@pytest.mark.rule("R090", "D14", "Q83")
@pytest.mark.parametrize("segment, there", [("1941-06", False), ("1941-08", True), ("1941-11", True)])
def test_sc1800_exists_from_august_1941(segment: str, there: bool) -> None:
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "segment": segment})
    game.answer("MUSTER", "FLY", 4)
    while game.war.decision != "SPECIAL":
        game.play_first()
    assert (game.legal("NO_SPECIAL"), game.legal("SC1000"), game.legal("SC1800")) == (True, True, there)


@pytest.mark.rule("R086", "R087", "R088", "D14", "Q50", "Q51", "Q52", "Q89")
def test_the_sc1800_carrier_leaves_its_gunner_at_home_to_rest() -> None:
    people = [{}, {"stress": 2}]
    game = Game(
        OPERATION,
        {"A1": [(3, 4, 1)], "A4": [1], "A6": [2], "CUP": [2], "C1": [(5, 6)], "A2": [1] * 3, "C5": [1] * 3},
        setup={**AT_THE_FRONT_DOOR, "segment": "1941-08", "gunners": people},
    )
    game.brief(3, special="SC1800", carriers=[2])
    card, gunner = game.mat.aircraft[1], game.mat.gunners[1]
    assert (card.ordnance, card.pilot, card.gunner) == (Payload.SC1800, 2, 0)
    assert (gunner.duty, gunner.slot) == (Duty.READY, 0)
    assert game.war.decision == "EN_ROUTE"
    game.play("GO_ON")
    shock = int(C1[5][6].stress)
    assert (game.mat.pilots[1].stress, gunner.stress) == (shock, 2)
    for _ in range(3):
        game.answer("ATTACK", "DROP")
    assert [modifier for _, modifier, _, _ in game.rolls(Chart.A2)] == [-1, -4 + 1, -1]  # +1 for his stress
    game.answer("RELIEF", "KEEP_RELIEF")
    assert (game.mat.gunners[1].stress, game.mat.gunners[1].missions) == (1, 0)
    assert (game.mat.pilots[1].stress, game.mat.pilots[1].missions) == (shock, 1)


@pytest.mark.rule("R091", "R076", "R092", "R094", "D13", "R125", "R368f")
def test_the_g_has_its_cannon_and_no_choice() -> None:
    game = Game(OPERATION, {}, operation="citadel", setup={"target": "armor", "zone": 1})
    game.brief(3)
    assert game.mat.war.model == Model.G
    assert [int(card.ordnance) for card in game.mat.aircraft[:3]] == [Payload.CANNON] * 3
    assert game.war.decision == "EN_ROUTE"


@pytest.mark.rule("R095", "R241", "Q49", "D23")
def test_a_d_with_damaged_bombs_may_strafe_or_hold_fire() -> None:
    game = Game(OPERATION, {"A4": [1], "A6": [2], "CUP": [1], "C1": [(6, 3)], "A2": [1]}, setup=AT_THE_FRONT_DOOR)
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    assert (game.war.decision, game.mat.cursor.subject) == ("ATTACK", 1)
    assert [game.legal(verb) for verb in ("DROP", "GAMBLE", "STRAFE", "HOLD")] == [False, False, True, True]
    game.play("STRAFE")
    assert game.rolls(Chart.A2) == [((1,), 6, 7, 40)]


@pytest.mark.rule("R096", "R241", "Q85", "R245")
def test_a_g_with_damaged_guns_can_only_hold_fire() -> None:
    game = Position("1943-07").in_flight(aircraft=3, target=Target.ARMOR, payload=Payload.CANNON)
    assert not may_gamble(game.mat, 0)
    game.mat.aircraft[0].damage[System.BOMBS] = 1
    assert not may_strafe(game.mat, 0)
    public = Game(
        OPERATION,
        {"A4": [1], "A6": [2], "CUP": [2], "C1": [(6, 5)], "A2": [1]},
        operation="citadel",
        setup={"target": "armor", "zone": 1},
    )
    public.brief(3)
    public.answer("EN_ROUTE", "GO_ON")
    public.answer("ATTACK", "DROP")
    assert public.mat.cursor.subject == 2
    assert [verb for verb in ("DROP", "GAMBLE", "STRAFE", "HOLD") if public.legal(verb)] == ["HOLD"]


@pytest.mark.rule("C2", "R278", "R289")
def test_stress_on_the_attack() -> None:
    """0 or 1: nothing; 2 or 3: +1; 4 to 6: +2. The gunner's does not count."""
    game = Position().in_flight()
    game.person(1, Role.GUNNER).stress = 6
    modifiers = []
    for stress in range(7):
        game.person(1, Role.PILOT).stress = stress
        modifiers.append(attack_drm(game.mat, game.table.charts, 1, int(Payload.SC500_SC50), 0) + 1)
    assert modifiers == [0, 0, 1, 1, 2, 2, 2]


# --- operations and their forces (4.5) ---

FORCES = [
    ("1941-06", Model.D, 10, [Quality.VETERAN] * 10 + [Quality.GREEN]),
    ("1942-08", Model.D, 10, [Quality.ACE] * 2 + [Quality.VETERAN] * 8),
    ("1943-07", Model.G, 6, [Quality.ELITE] + [Quality.VETERAN] * 5),
]


@pytest.mark.rule("R103", "R106", "R117", "R118", "R119", "R121", "R122", "R125", "R126", "R368f", "D05", "Q57")
@pytest.mark.parametrize("segment, model, aircraft, people", FORCES, ids=["Barbarossa", "Case Blue", "Citadel"])
def test_the_force_of_an_operation(segment: str, model: Model, aircraft: int, people: list[Quality]) -> None:
    mat = Position(segment).mat
    assert (mat.war.model, sum(card.status == Status.READY for card in mat.aircraft)) == (model, aircraft)
    assert (levels(mat.pilots), levels(mat.gunners)) == (people, people)


@pytest.mark.rule("R362", "R363", "Q56", "Q57")
def test_a_career_starts_in_june_1941_with_veterans_and_one_green_pair() -> None:
    """The pair comes once: Case Blue adds nobody."""
    game = Position(scale=Scale.CAMPAIGN)
    people = [Quality.VETERAN] * 10 + [Quality.GREEN]
    assert (levels(game.mat.pilots), levels(game.mat.gunners)) == (people, people)
    begin_operation(game.mat, game.table, int(Operation.CASE_BLUE), int(Segment.AUG_OCT_1942))
    assert (levels(game.mat.pilots), levels(game.mat.gunners)) == (people, people)


@pytest.mark.rule("R366", "Q87", "D01", "R145")
@each("scale", [Scale.MISSION, Scale.SEGMENT])
@each("segment, count", [("1941-08", 10), ("1942-11", 10), ("1943-07", 6)])
def test_a_mission_or_segment_alone_has_veterans_only(scale: Scale, segment: str, count: int) -> None:
    mat = Position(segment, scale=scale).mat
    assert (levels(mat.pilots), levels(mat.gunners)) == ([Quality.VETERAN] * count, [Quality.VETERAN] * count)


@pytest.mark.rule("D01", "R145", "R102")
@each(
    "name, segment, mission, ends",
    [
        ("Mission", "1941-06", 1, True),
        ("Segment", "1941-06", 5, False),
        ("Segment", "1941-06", 6, True),
        ("Operation", "1941-06", 6, False),
        ("Operation", "1941-11", 6, True),
        ("Campaign", "1941-11", 6, False),
        ("Campaign", "1942-11", 6, False),
        ("Campaign", "1943-07", 6, True),
    ],
)
def test_the_environment_that_is_made_says_how_much_is_played(
    name: str, segment: str, mission: int, ends: bool
) -> None:
    """A Short game; the mission in hand is not flown, and either ends the episode or is followed by another."""
    game = Game(
        f"Stuka/{name}-v0",
        {"A1": [(2, 3, 1)] * (1 if ends else 2)},
        duration="short",
        setup={"segment": segment, "mission": mission},
    )
    game.answer("MUSTER", "NO_FLY")
    assert (game.over, game.war.decision) == (ends, "OVER" if ends else "MUSTER")
    game.assert_tape_used_up()


@pytest.mark.rule("R145", "D01", "R022")
def test_a_single_mission_can_be_played() -> None:
    """In June 1941 a 5 is an Airfield."""
    game = Game("Stuka/Mission-v0", {"A1": [(2, 3, 1)]}, segment="1941-06")
    assert (game.mat.war.segment, game.mat.mission.target) == (Segment.JUN_JUL_1941, Target.AIRFIELD)
    game.play("NO_FLY")
    assert game.over
    assert game.info["result"]["score"] == 0


@pytest.mark.rule("R110", "R111", "R112", "R113", "R114", "R114a", "Q56", "R317")
def test_between_operations_the_staffel_carries_on() -> None:
    """The last mission of Barbarossa in a campaign, with losses on the chart."""
    game = Game(
        "Stuka/Campaign-v0",
        {"A1": [(3, 4, 1)] * 2},
        setup={
            "segment": "1941-11",
            "mission": 10,
            "segment_scores": [50, 50],
            "scores": [50] * 9,
            "pilots": [{"level": "ace", "stress": 5}, {"level": "elite", "duty": "hospital", "timer": 6}],
            "gunners": [{"level": "green", "duty": "replacement", "timer": 10}],
            "aircraft": [{"status": "repair", "timer": 8}, {"status": "replacement", "timer": 7}],
        },
    )
    game.play("NO_FLY")
    mat = game.mat
    assert (mat.war.operation, mat.war.segment) == (Operation.CASE_BLUE, Segment.AUG_OCT_1942)
    assert levels(mat.pilots) == [Quality.ACE, Quality.ELITE] + [Quality.VETERAN] * 8 + [Quality.GREEN]
    assert levels(mat.gunners) == [Quality.GREEN] + [Quality.VETERAN] * 9 + [Quality.GREEN]
    for who in (*mat.pilots, *mat.gunners):
        assert (who.duty, who.stress, who.timer, who.wounds) == (Duty.READY, 0, 0, 0)
    assert all((card.status, card.timer) == (Status.READY, 0) for card in mat.aircraft)


@pytest.mark.rule("Q56", "R125", "R069")
def test_at_citadel_the_campaign_takes_six_g_and_keeps_its_people() -> None:
    game = Position("1942-11", scale=Scale.CAMPAIGN)
    before = (levels(game.mat.pilots), levels(game.mat.gunners))
    begin_operation(game.mat, game.table, int(Operation.CITADEL), int(Segment.JUL_AUG_1943))
    assert game.mat.war.model == Model.G
    assert sum(card.status == Status.READY for card in game.mat.aircraft) == 6
    assert (levels(game.mat.pilots), levels(game.mat.gunners)) == before


# --- the mission roll (4.6, 4.7) ---


def missions_of(segment: int) -> Iterator[tuple[int, Target]]:
    """Sum of the white dice and target in the column of a segment, as the chart file in force has it."""
    with (BOOK.folder / "a1_missions.toml").open("rb") as file:
        column = tomllib.load(file)["missions"][SEGMENT_TITLES[segment]]
    for total, name in column.items():
        yield int(total), Target[name.upper().replace("-", "_")]


@pytest.mark.rule("R009", "R131", "R130", "R133", "R178")
@each("segment", range(6))
def test_a1_gives_the_target_by_segment_and_white_dice(segment: int) -> None:
    seen = []
    for total, target in missions_of(segment):
        seen.append(total)
        game = Position(SEGMENT_NAMES[segment])
        white = (max(1, total - 6), min(6, total - 1))
        at_sea = target == Target.MARITIME
        with game.dice(A1=[(*white, 3)], **({"SHIP": [3]} if at_sea else {})):
            assign_mission(game.mat, game.table)
        rolled = Target.CRUISER if at_sea else target
        assert game.mat.mission.target == rolled
        assert target == Target.NO_FLY or game.mat.mission.target_size == game.charts.record.target_size[rolled]
    assert sorted(seen) == list(range(2, 13))


@pytest.mark.rule("R132", "R010", "R141", "R021b")
@pytest.mark.parametrize("target, white", [("Airfield", (2, 3)), ("Maritime", (1, 2))])
def test_the_colour_die_gives_the_zone_through_a1(target: str, white: tuple[int, int], tmp_path: Path) -> None:
    """With the charts in force a face is its zone; with another right-hand column it is not."""
    text = (BOOK.folder / "a1_missions.toml").read_text(encoding="utf-8")
    (tmp_path / "a1_missions.toml").write_text(text.replace("\n4 = 4\n", "\n4 = 2\n"), encoding="utf-8")
    ship = {"SHIP": [3]} if target == "Maritime" else {}
    for charts, zones in ((load_charts(), [1, 2, 3, 4, 5, 6]), (load_charts(tmp_path), [1, 2, 3, 2, 5, 6])):
        found = []
        for colour in range(1, 7):
            game = Position(charts=charts)
            with game.dice(A1=[(*white, colour)], **ship):
                assign_mission(game.mat, game.table)
            found.append(int(game.mat.mission.target_zone))
            assert [entry["detail"] for entry in game.said(Entry.ROLL) if entry["chart"] == Chart.A1] == found[-1:]
        assert found == zones


@pytest.mark.rule("R133", "R178")
def test_every_target_has_one_of_three_sizes() -> None:
    sizes = load_charts().record.target_size
    assert {int(sizes[target]) for target in LAND} == {Size.SMALL, Size.MEDIUM, Size.LARGE}
    assert [int(sizes[ship]) for ship in SHIPS] == [Size.SMALL] * len(SHIPS)


@pytest.mark.rule("R135", "R136", "R137", "R138", "R298a", "R193", "R201", "R276", "Q24", "Q81")
def test_a_no_fly_by_the_roll() -> None:
    """12 is a No-Fly: score 0, every timer moves, who is in the holding area rests."""
    game = Game(
        OPERATION,
        {"A1": [(6, 6, 2), (2, 3, 4)]},
        setup={
            "pilots": [{"stress": 2}, {"duty": "hospital", "timer": 2}],
            "gunners": [{"duty": "replacement", "level": "green", "timer": 10}],
            "aircraft": [{"status": "repair", "timer": 3}, {"status": "replacement", "timer": 1}],
        },
    )
    assert (game.mat.log[0].no_fly, game.mat.log[0].score, game.mat.log[0].bonus) == (NoFly.ROLLED, 0, 0)
    assert (game.mat.count.no_fly, game.mat.war.mission) == (1, 1)
    assert (game.mat.pilots[0].stress, game.mat.pilots[1].timer, game.mat.gunners[0].timer) == (1, 1, 9)
    assert [int(card.timer) for card in game.mat.aircraft[:2]] == [2, 0]
    assert game.mat.aircraft[1].status == Status.READY


@pytest.mark.rule("Q87", "R135")
def test_flown_alone_a_no_fly_is_rolled_again() -> None:
    game = Game("Stuka/Mission-v0", {"A1": [(6, 6, 2), (1, 1, 3), (2, 3, 4)]}, segment="1941-06")
    assert (game.mat.mission.target, game.mat.mission.target_zone) == (Target.AIRFIELD, 4)
    assert game.mat.track.logged == 0


@pytest.mark.rule("Q87")
@pytest.mark.parametrize("no_flies", [COUNTED - 1, COUNTED])
def test_a_mission_needs_a_target_in_so_many_rolls(no_flies: int) -> None:
    """Charts of an owner may have no other result than a No-Fly."""
    dice = {"A1": [(6, 6, 1)] * no_flies + [(2, 3, 4)]}
    if no_flies < COUNTED:
        game = Game("Stuka/Mission-v0", dice, segment="1941-06")
        assert game.mat.mission.target == Target.AIRFIELD
    else:
        with pytest.raises(ValueError, match=f"got a No-Fly from A1 {COUNTED} times in a row"):
            Game("Stuka/Mission-v0", dice, segment="1941-06")


@pytest.mark.rule("R140", "R178", "R141", "Q68", "R337")
@pytest.mark.parametrize("die, ship", [(1, Target.BATTLESHIP), (4, Target.CRUISER), (8, Target.DESTROYER)])
def test_a_maritime_mission_rolls_its_ship(die: int, ship: Target) -> None:
    game = Game(OPERATION, {"A1": [(1, 2, 5)], "SHIP": [die]})
    assert game.rolls(Chart.SHIP) == [((die,), 0, die, ship)]
    mission = game.mat.mission
    assert (mission.target, mission.target_size, mission.target_zone) == (ship, Size.SMALL, 5)


@pytest.mark.rule("R139", "Q68")
def test_maritime_missions_are_for_barbarossa_only() -> None:
    a1 = load_charts().record.a1
    assert [bool((a1[segment] == Target.MARITIME).any()) for segment in range(6)] == [True] * 3 + [False] * 3


@pytest.mark.rule("R143", "Q68")
def test_maritime_missions_have_a_column_of_their_own_for_fighters() -> None:
    """A 3 is two MiG-3 over land in Jun/Jul 1941, No Contact over the sea."""
    dice = {"EVENT": ["tail_wind"], "B1": [3], "B2": [6]}
    for target, found in (("cruiser", 0), ("rail", 2)):
        game = Game(OPERATION, dice, setup={"target": target, "zone": 3})
        game.brief(4)
        assert game.rolls(Chart.B1) == [((3,), 0, 3, found)]


@pytest.mark.rule("R142", "R338", "Q69")
@pytest.mark.parametrize("target, plus", [("cruiser", 1), ("rail", 0)])
def test_anti_aircraft_fire_over_the_sea_is_plus_1(target: str, plus: int) -> None:
    hits = 1 + plus
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [4], "CUP": [1, 2][:hits], "C1": [(5, 1)] * hits},
        setup={"target": target, "zone": 1},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    assert [(dice, modifier, total) for dice, modifier, total, _ in game.rolls(Chart.A6)] == [((4,), plus, 4 + plus)]


# --- planning (5.1.1) ---


@pytest.mark.rule("Q21", "R146b", "R146c", "R146g", "R146i", "R019", "R077", "R101")
def test_the_order_of_planning() -> None:
    """Mission, formation, crews, leader, payload, special bombs, Lucky Dog."""
    game = Game(OPERATION, {"A1": [(2, 3, 4)]})
    order = []
    while game.war.decision != "LUCKY_DOG":
        order.append(game.war.decision)
        game.play("FLY", 3) if game.war.decision == "MUSTER" else game.play_first()
    assert list(dict.fromkeys(order)) == ["MUSTER", "LEADER", "GUNNER", "PILOT", "PAYLOAD", "SPECIAL"]
    kinds = [e.kind for e in game.journal if e.kind in (Entry.MISSION, Entry.FORMATION, Entry.SEAT, Entry.LOAD)]
    assert list(dict.fromkeys(kinds)) == [Entry.MISSION, Entry.FORMATION, Entry.SEAT, Entry.LOAD]


@pytest.mark.rule("R146j", "R149")
@pytest.mark.parametrize("number, fits", [(1, True), (4, True), (5, False)])
def test_the_cup_holds_a_number_for_every_aircraft_of_the_formation(number: int, fits: bool) -> None:
    game = Game(OPERATION, {"CUP": [number]}, setup=AT_THE_FRONT_DOOR)
    if fits:
        game.brief(4, pilots=[11, 2, 3, 4])
        assert game.stress(number) == (1, 1)
    else:
        with pytest.raises(TapeError, match="CUP"):
            game.brief(4, pilots=[11, 2, 3, 4])


@pytest.mark.rule("D06", "R294", "R297", "D16", "Q81", "R298a", "R298b", "Q58")
def test_the_player_may_decline_a_mission() -> None:
    setup = {"pilots": [{"stress": 1}], "aircraft": [{"status": "repair", "timer": 2}]}
    game = Game(OPERATION, {"A1": [(2, 3, 4), (2, 3, 4)]}, setup=setup)
    game.answer("MUSTER", "NO_FLY")
    assert (game.mat.log[0].no_fly, game.mat.log[0].score) == (NoFly.DECLINED, 0)
    assert (game.mat.count.no_fly, game.mat.track.segment_sum) == (1, 0)
    assert (game.mat.pilots[0].stress, game.mat.aircraft[0].timer) == (0, 1)


@pytest.mark.rule("R348", "R355", "R349", "R356", "D09", "Q84", "MUSTER")
def test_at_most_two_elite_and_one_hero_of_each_role_fly() -> None:
    people = [{"level": "elite"}] * 4 + [{"level": "hero"}] * 2 + [{"level": "veteran"}] * 2 + [{"level": "nobody"}] * 3
    game = Game(OPERATION, {"A1": [(2, 3, 4)]}, setup={"pilots": people})
    assert game.arguments_of("FLY") == [3, 4, 5]
    game.play("FLY", 5)
    game.play("LEADER", 1)
    game.play("GUNNER", 1)
    game.play("PILOT", 3)
    game.play("GUNNER", 2)
    assert game.arguments_of("PILOT") == [5, 6, 7, 8]
    game.play("PILOT", 6)
    game.play("GUNNER", 3)
    assert game.arguments_of("PILOT") == [7, 8]


@pytest.mark.rule("R280", "D10", "Q84")
def test_levels_and_stress_of_a_crew_may_differ() -> None:
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "pilots": [{"stress": 3}]})
    game.brief(4, gunners=[11, 2, 3, 4])
    assert game.stress(1) == (3, 0)
    assert (game.mat.pilots[0].level, game.mat.gunners[10].level) == (Quality.VETERAN, Quality.GREEN)


@pytest.mark.rule("Q98", "R208")
def test_the_holding_area_has_no_limit() -> None:
    mat = Position().mat
    assert sum(who.duty == Duty.READY for who in mat.pilots) == 11


@pytest.mark.rule("Q88", "R373", "D08")
def test_an_aircraft_under_repair_does_not_fly() -> None:
    """Serviceable cards are laid out from slot 1; the one in the workshop keeps its timer."""
    fleet = [{"status": "repair", "timer": 4}]
    game = Game(OPERATION, {}, setup={**AT_THE_FRONT_DOOR, "aircraft": fleet})
    assert game.arguments_of("FLY")[-1] == 9
    game.play("FLY", 9)
    assert [int(card.status) for card in game.mat.aircraft] == [Status.FLYING] * 9 + [Status.REPAIR]
    assert game.mat.aircraft[9].timer == 4


@pytest.mark.rule("R043", "R211")
def test_nothing_is_drawn_on_the_airfield() -> None:
    game = Game(OPERATION, {}, setup=AT_THE_FRONT_DOOR)
    game.brief(4)
    assert [(e.kind, e.result) for e in game.journal if e.leg == Leg.OUT] == [(Entry.MOVE, 1)]


@pytest.mark.rule("R046", "R087")
def test_the_gunner_defends_and_an_empty_seat_does_not() -> None:
    game = Position("1941-08").in_flight(aircraft=3, zone=3)
    game.mat.cursor.phase = Phase.FIGHTERS
    for gunner, modifier in ((1, -3), (0, 0)):
        game.mat.mission.fighters = 1
        game.mat.aircraft[0].gunner = gunner
        with game.dice(B3=[(4, 3)], CUP=[1], C1=[(5, 1)]):
            fighter_attacks(game.mat, game.table)
        roll = [e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1][-1]
        assert int(roll["drm"]) == modifier


@pytest.mark.rule("Q14")
def test_the_range_used_up_brings_an_aircraft_down() -> None:
    game = Position().in_flight(aircraft=4, zone=2, target_zone=3)
    game.mat.aircraft[2].range_loss = 10
    with game.dice(C3=[1, 1], C4=[1, 1]):
        run_dry(game.mat, game.table)
    assert [still_flies(game.mat, slot) for slot in range(4)] == [True, True, False, True]
