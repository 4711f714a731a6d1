"""Careers (4.5, 8.3, 8.9): promotions, the end of a segment and an operation, who may fly, forces of the operations."""

import pytest

from stuka_env.games.stuka.codes import (
    SEATS,
    Act,
    Decision,
    Duty,
    Entry,
    Formation,
    Leg,
    Model,
    NoFly,
    Operation,
    Phase,
    Quality,
    Role,
    Scale,
    Segment,
    Status,
    System,
    Target,
)
from stuka_env.games.stuka.rules.attack import attack_done, begin_attack_run
from stuka_env.games.stuka.rules.briefing import available_crew, do_not_fly
from stuka_env.games.stuka.rules.careers import earns_promotion, promote
from stuka_env.games.stuka.rules.flight import forced_back, leave, turn_round
from stuka_env.games.stuka.rules.maintenance import place_casualties, stand_down
from stuka_env.games.stuka.rules.sequence import end_of_mission, end_of_segment
from tests.support.each import each
from tests.support.game import Game
from tests.support.orders import legal, order
from tests.support.position import Position

LAST = 9
"""The last mission of a Regular segment, counted from 0."""


def end_of_a_segment(regular: bool = True, scale: Scale = Scale.OPERATION, segment: str = "1941-06") -> Position:
    """The last mission of a segment has ended without a flight; nobody has completed a mission yet."""
    game = Position(segment=segment, regular=regular, scale=scale)
    game.mat.war.mission = game.mat.war.mission_of_war = game.mat.war.missions - 1
    game.mat.track.logged = game.mat.war.mission
    return game


def close(game: Position) -> None:
    """End the last mission of the segment as a No-Fly and play on; A1 then rolls an Airfield."""
    do_not_fly(game.mat, game.table, NoFly.DECLINED)
    with game.dice(A1=[[2, 3, 4]]):
        game.advance()


# --- promotions ---


@pytest.mark.rule("R311", "R316", "R364", "R365", "R028", "Q55")
@each("level, after", [(Quality.GREEN, Quality.VETERAN), (Quality.VETERAN, Quality.ACE)])
@each("missions, promoted", [(0, False), (2, False), (3, True), (10, True)])
def test_three_missions_in_a_segment_promote_as_far_as_ace(
    level: Quality, after: Quality, missions: int, promoted: bool
) -> None:
    """By itself, one level, once; and the count begins anew."""
    game = end_of_a_segment()
    for who in (game.mat.pilots[2], game.mat.gunners[5]):
        who.level, who.missions = level, missions
    close(game)
    assert game.mat.war.segment == Segment.AUG_SEP_1941
    for who in (game.mat.pilots[2], game.mat.gunners[5]):
        assert who.level == (after if promoted else level)
        assert who.missions == 0
    assert game.mat.pilots[3].level == Quality.VETERAN
    assert len(game.said(Entry.PROMOTION)) == (2 if promoted else 0)


@pytest.mark.rule("R028", "Q55")
def test_nobody_is_promoted_before_the_segment_ends() -> None:
    game = Position()
    for who in (*game.mat.pilots, *game.mat.gunners):
        who.missions = 5
    before = [[int(who.level) for who in roster] for roster in (game.mat.pilots, game.mat.gunners)]
    with game.dice(A1=[[2, 3, 4]] * 10):
        game.advance()
        for mission in range(1, 10):
            order(game, Act.NO_FLY)
            assert (game.mat.war.mission, game.mat.war.segment) == (mission, Segment.JUN_JUL_1941)
            assert [[int(who.level) for who in roster] for roster in (game.mat.pilots, game.mat.gunners)] == before
    assert game.said(Entry.PROMOTION) == []


@pytest.mark.rule("R106")
def test_the_levels_rise_from_green_to_hero() -> None:
    game = Position()
    who = game.mat.pilots[0]
    who.level = Quality.GREEN
    levels = [who.level.item()]
    for _ in range(4):
        promote(game.mat, game.table, 0)
        levels.append(who.level.item())
    assert levels == [Quality.GREEN, Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO]


@pytest.mark.rule("R316", "R366a", "Q55")
@each("answer", [Act.PROMOTE, Act.NO_PROMOTION])
@each("level", [Quality.ACE, Quality.ELITE])
def test_beyond_ace_the_player_decides(level: Quality, answer: Act) -> None:
    """A decision a person, pilots first, both ways open; only then does the next segment begin."""
    game = end_of_a_segment()
    people = {5: game.mat.pilots[4], 17: game.mat.gunners[5]}
    for who in people.values():
        who.level, who.missions = level, 3
    do_not_fly(game.mat, game.table, NoFly.DECLINED)
    game.advance()
    for subject, who in people.items():
        mat = game.mat
        assert (mat.cursor.decision, mat.cursor.subject, mat.war.segment) == (
            Decision.PROMOTE,
            subject,
            Segment.JUN_JUL_1941,
        )
        assert legal(game) == [Act.PROMOTE, Act.NO_PROMOTION]
        assert who.level == level
        with game.dice(**({"A1": [[2, 3, 4]]} if subject == 17 else {})):
            order(game, answer)
        assert who.level == level + (answer == Act.PROMOTE)
    assert (game.mat.cursor.decision, game.mat.war.segment) == (Decision.MUSTER, Segment.AUG_SEP_1941)


@pytest.mark.rule("R349", "R356", "Q84")
@pytest.mark.parametrize("level, limit", [(Quality.ACE, 2), (Quality.ELITE, 1)])
def test_more_are_promoted_than_may_fly_and_wait_in_the_holding_area(level: Quality, limit: int) -> None:
    """Three pilots rise to a level of which fewer may fly; all of them stay, but not all of them count at a muster."""
    game = end_of_a_segment()
    for who in game.mat.pilots[:3]:
        who.level, who.missions = level, 3
    do_not_fly(game.mat, game.table, NoFly.DECLINED)
    with game.dice(A1=[[2, 3, 4]]):
        game.advance()
        for _ in range(3):
            order(game, Act.PROMOTE)
    people = [(int(who.level), int(who.duty)) for who in game.mat.pilots[:3]]
    assert people == [(level + 1, Duty.READY)] * 3
    assert available_crew(game.mat, game.table, Role.PILOT) == 8 + limit


@pytest.mark.rule("R366a")
def test_hero_is_the_top_and_nobody_is_asked() -> None:
    game = end_of_a_segment()
    game.mat.pilots[0].level, game.mat.pilots[0].missions = Quality.HERO, 9
    close(game)
    assert game.mat.pilots[0].level == Quality.HERO
    promote(game.mat, game.table, 0)
    assert game.mat.pilots[0].level == Quality.HERO


@pytest.mark.rule("R028", "Q55", "D03", "R100")
def test_a_short_game_has_no_promotions() -> None:
    game = end_of_a_segment(regular=False)
    for who in (*game.mat.pilots, *game.mat.gunners):
        who.missions = 6
    close(game)
    assert game.mat.war.segment == Segment.AUG_SEP_1941
    assert {int(who.level) for who in game.mat.pilots[:10]} == {Quality.VETERAN}
    assert game.said(Entry.PROMOTION) == []


@pytest.mark.rule("R366", "Q87")
@pytest.mark.parametrize("scale", [Scale.MISSION, Scale.SEGMENT])
def test_a_segment_or_mission_alone_has_no_promotions(scale: Scale) -> None:
    game = Position(scale=scale)
    game.mat.pilots[0].missions = 9
    assert not earns_promotion(game.mat, game.table, 0)
    game = Position(scale=Scale.CAMPAIGN)
    game.mat.pilots[0].missions = 9
    assert earns_promotion(game.mat, game.table, 0)


@pytest.mark.rule("R311", "R114", "R315", "R317", "Q55", "Q58")
def test_hospital_is_no_bar_to_promotion_and_a_replacement_is_nobody_yet() -> None:
    """The wounded man of three missions rises; for the dead man a Green one has come, without missions."""
    game = end_of_a_segment()
    wounded, dead = game.mat.pilots[1], game.mat.gunners[1]
    wounded.duty, wounded.timer, wounded.missions = Duty.HOSPITAL, 4, 3
    dead.missions, dead.slot, dead.duty, dead.level = 8, 2, Duty.KIA, Quality.ACE
    game.mat.aircraft[1].gunner = 2
    with game.dice(C9_KIA=[10]):
        place_casualties(game.mat, game.table)
    dead.slot = game.mat.aircraft[1].gunner = 0
    assert (dead.level, dead.duty, dead.timer, dead.missions) == (Quality.GREEN, Duty.REPLACEMENT, 10, 0)
    close(game)
    assert (wounded.level, wounded.duty, wounded.timer) == (Quality.ACE, Duty.READY, 0)
    assert (dead.level, dead.duty, dead.timer) == (Quality.GREEN, Duty.READY, 0)


@pytest.mark.rule("R341", "Q67", "Q55")
def test_who_sank_a_ship_may_rise_again_at_the_end_of_the_segment() -> None:
    """The deliberate exception to one level a segment."""
    game = Position().in_flight(aircraft=3, zone=3, target_zone=3, target=Target.BATTLESHIP)
    game.level(0, pilot=Quality.GREEN)
    game.mat.aircraft[0].score = 100
    attack_done(game.mat, game.table, 0)
    assert game.mat.pilots[0].level == Quality.VETERAN
    game.mat.pilots[0].missions = 3
    assert earns_promotion(game.mat, game.table, 0)


# --- missions completed ---


def completed(game: Position) -> list[int]:
    """Missions of the pilots after this one has ended."""
    for slot in range(5):
        for role in Role:
            if game.person(slot, role).duty == Duty.FLYING:
                game.person(slot, role).duty = Duty.BACK
    stand_down(game.mat)
    return [int(who.missions) for who in game.mat.pilots[:6]]


@pytest.mark.rule("R365", "Q55", "R286")
def test_who_is_in_the_attack_run_completes_the_mission() -> None:
    """The gunner who was lost in it too; not who rested, nor who was ordered home on the way."""
    game = Position().in_flight(aircraft=5, zone=2, target_zone=3)
    with game.dice(C5=[1]):
        leave(game.mat, game.table, 4)
    game.mat.mission.zone = 3
    with game.dice(A4=[1], A6=[1]):
        begin_attack_run(game.mat, game.table)
    assert completed(game) == [1, 1, 1, 1, 0, 0]
    assert [int(who.missions) for who in game.mat.gunners[:6]] == [1, 1, 1, 1, 0, 0]


@pytest.mark.rule("R365", "Q55")
def test_who_is_forced_back_completes_the_mission() -> None:
    game = Position().in_flight(aircraft=5, zone=2)
    with game.dice(C5=[1]):
        forced_back(game.mat, game.table, 1)
    assert completed(game) == [0, 1, 0, 0, 0, 0]


@pytest.mark.rule("R365", "Q55", "Q23")
def test_an_aborted_mission_completes_nothing() -> None:
    """Not even for who was forced back before."""
    game = Position().in_flight(aircraft=5, zone=2)
    with game.dice(C5=[1]):
        forced_back(game.mat, game.table, 1)
    turn_round(game.mat, game.table)
    assert completed(game) == [0] * 6


@pytest.mark.rule("R365", "Q55")
@pytest.mark.parametrize("duty, missions", [(Duty.BACK, 4), (Duty.KIA, 0), (Duty.POW, 0)])
def test_a_replacement_begins_at_nothing(duty: Duty, missions: int) -> None:
    game = Position().in_flight(aircraft=5, zone=3, target_zone=3)
    who = game.person(2, Role.GUNNER)
    who.missions = 3
    with game.dice(A4=[1], A6=[1]):
        begin_attack_run(game.mat, game.table)
    who.duty = duty
    with game.dice(**({} if duty == Duty.BACK else {"C9_KIA": [5]})):
        place_casualties(game.mat, game.table)
    stand_down(game.mat)
    assert who.missions == missions


@pytest.mark.rule("R365", "R311", "R364")
def test_three_missions_played_make_an_ace() -> None:
    """The last three missions of a segment are flown: three make an Ace, two do not; a Green one becomes a Veteran."""
    crews = ([1, 2, 3], [1, 2, 11], [1, 4, 11])
    mission = {"A4": [1], "A6": [1], "A2": [5] * 3, "C5": [1] * 3}
    game = Game(
        "Stuka/Operation-v0",
        {"A1": [(2, 3, 1)] * 4, **{chart: dice * 3 for chart, dice in mission.items()}},
        setup={"mission": 8, "pilots": [{}] * 10 + [{"missions": 1}]},
    )
    for crew in crews:
        assert game.mat.war.segment == Segment.JUN_JUL_1941
        game.brief(3, pilots=crew, gunners=crew)
        game.answer("EN_ROUTE", "GO_ON")
        for _ in range(3):
            game.answer("ATTACK", "DROP")
    assert game.mat.war.segment == Segment.AUG_SEP_1941
    assert [int(who.level) for who in game.mat.pilots] == [Quality.ACE] + [Quality.VETERAN] * 10
    assert [int(who.level) for who in game.mat.gunners] == [Quality.ACE] + [Quality.VETERAN] * 9 + [Quality.GREEN]
    game.assert_tape_used_up()


# --- the end of a segment and of an operation ---


def worn_out(game: Position) -> None:
    """Everybody and everything in trouble."""
    for place in range(SEATS):
        for who in (game.mat.pilots[place], game.mat.gunners[place]):
            if who.duty != Duty.NOBODY:
                who.stress = 5
    game.mat.pilots[1].duty, game.mat.pilots[1].timer = Duty.HOSPITAL, 6
    game.mat.gunners[1].duty, game.mat.gunners[1].timer, game.mat.gunners[1].level = Duty.REPLACEMENT, 10, Quality.GREEN
    game.mat.aircraft[2].status, game.mat.aircraft[2].timer = Status.REPAIR, 8
    game.mat.aircraft[3].status, game.mat.aircraft[3].timer = Status.REPLACEMENT, 7


def assert_fresh(game: Position, people: int, aircraft: int) -> None:
    """No stress, no timer, everybody ready."""
    for roster in (game.mat.pilots, game.mat.gunners):
        assert [int(who.duty) for who in roster] == [Duty.READY] * people + [Duty.NOBODY] * (SEATS - people)
        assert not any(who.stress or who.timer or who.wounds or who.missions or who.slot for who in roster)
    assert [int(card.status) for card in game.mat.aircraft] == (
        [Status.READY] * aircraft + [Status.NONE] * (10 - aircraft)
    )
    assert not any(card.timer for card in game.mat.aircraft)


@pytest.mark.rule("R314", "R315", "R317", "R111", "R112", "R113", "R114")
@pytest.mark.parametrize("segment, people", [("1941-06", 11), ("1942-08", 10)])
def test_the_end_of_a_segment_restores_everything(segment: str, people: int) -> None:
    game = Position(segment=segment)
    worn_out(game)
    end_of_segment(game.mat, game.table)
    assert_fresh(game, people, 10)
    assert game.mat.gunners[1].level == Quality.GREEN
    assert (game.mat.war.mission, game.mat.war.missions, game.mat.cursor.phase) == (0, 10, Phase.MISSION_ROLL)


@pytest.mark.rule("R110", "R115", "Q56", "Q57", "R363")
def test_the_campaign_hands_over_its_people_from_barbarossa_to_case_blue() -> None:
    """Levels stay; no second Green pair comes, no new force is laid out."""
    game = Position(segment="1941-11", scale=Scale.CAMPAIGN)
    for place, level in enumerate((Quality.HERO, Quality.ELITE, Quality.GREEN, Quality.ACE)):
        game.mat.pilots[place].level = game.mat.gunners[9 - place].level = level
    before = [[int(who.level) for who in roster] for roster in (game.mat.pilots, game.mat.gunners)]
    worn_out(game)
    before[1][1] = Quality.GREEN
    game.mat.count.destroyed = game.mat.count.war_destroyed = 6
    end_of_segment(game.mat, game.table)
    mat = game.mat
    assert (mat.war.operation, mat.war.segment, mat.war.model) == (Operation.CASE_BLUE, Segment.AUG_OCT_1942, Model.D)
    assert_fresh(game, 11, 10)
    assert [[int(who.level) for who in roster] for roster in (game.mat.pilots, game.mat.gunners)] == before
    assert (game.mat.count.destroyed, game.mat.count.war_destroyed, game.mat.track.over) == (0, 6, 0)


@pytest.mark.rule("R125", "R128", "R129", "Q56", "Q06", "R069")
def test_at_citadel_the_campaign_swaps_ten_d_for_six_g_and_keeps_its_crews() -> None:
    """Three fly, the rest are reserves; the G has no choice of load."""
    game = Position(segment="1942-11", scale=Scale.CAMPAIGN)
    worn_out(game)
    game.mat.war.mission = LAST
    game.mat.war.mission_of_war = game.mat.track.logged = 49
    do_not_fly(game.mat, game.table, NoFly.DECLINED)
    with game.dice(A1=[[3, 4, 6]]):
        game.advance()
    mat = game.mat
    assert (mat.war.operation, mat.war.segment, mat.war.model) == (Operation.CITADEL, Segment.JUL_AUG_1943, Model.G)
    assert_fresh(game, 10, 6)
    assert legal(game) == [Act.NO_FLY, Act.FLY, Act.FLY + 1]
    order(game, Act.FLY + 1)
    assert (mat.mission.formation, mat.mission.target_zone) == (Formation.KETTE, 5)
    assert mat.cursor.decision == Decision.LEADER
    assert legal(game) == [Act.LEADER + place for place in range(10)]


@pytest.mark.rule("R110", "R016")
def test_an_operation_alone_ends_with_its_last_segment() -> None:
    game = Position(segment="1942-11")
    end_of_segment(game.mat, game.table)
    assert (game.mat.track.over, game.mat.track.operations_done, game.mat.cursor.phase) == (1, 1, Phase.OVER)


# --- who may fly ---


def at_muster(pilots: list[Quality], gunners: list[Quality], segment: str = "1941-06") -> Position:
    """So many people are ready, nobody else; a target is set up."""
    game = Position(segment=segment, target=Target.AIRFIELD, zone=2)
    for roster, levels in ((game.mat.pilots, pilots), (game.mat.gunners, gunners)):
        for place, who in enumerate(roster):
            if place < len(levels):
                who.level, who.duty = levels[place], Duty.READY
            elif who.duty != Duty.NOBODY:
                who.duty, who.timer = Duty.HOSPITAL, 6
    game.advance()
    return game


def counts(game: Position) -> list[int]:
    """Return the allowed numbers of aircraft."""
    assert game.mat.cursor.decision == Decision.MUSTER
    return [action - Act.FLY + 2 for action in legal(game) if action != Act.NO_FLY]


V, A, E, H = Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO


@pytest.mark.rule("R348", "R349", "R355", "R356", "Q84", "D08", "D09")
@each(
    "pilots, gunners, allowed",
    [
        ([V] * 5, [V] * 5, [3, 4, 5]),
        ([E] * 5, [V] * 5, [2]),
        ([E] * 4 + [V], [V] * 5, [3]),
        ([H] * 3 + [V] * 3, [V] * 6, [3, 4]),
        ([H, H, E, E, E, V], [V] * 6, [3, 4]),
        ([V] * 6, [H, H, E, E, E, V], [3, 4]),
        ([A] * 6, [A] * 6, [3, 4, 5, 6]),
        ([V] * 2, [V] * 7, [2]),
    ],
)
def test_at_most_two_elite_and_one_hero_of_each_role_count_at_the_muster(
    pilots: list[Quality], gunners: list[Quality], allowed: list[int]
) -> None:
    assert counts(at_muster(pilots, gunners)) == allowed


@pytest.mark.rule("R348", "R355", "Q84", "D09", "D10", "D11")
@pytest.mark.parametrize("role", list(Role))
def test_the_third_elite_and_the_second_hero_may_not_take_a_seat(role: Role) -> None:
    """Pilots and gunners are counted apart."""
    mixed, plain = [E, E, E, H, H, V, V, V], [V] * 8
    game = at_muster(*((mixed, plain) if role == Role.PILOT else (plain, mixed)))
    order(game, Act.FLY + 3)  # five aircraft
    seats = {Role.PILOT: (Act.LEADER, Act.PILOT), Role.GUNNER: (Act.GUNNER, Act.GUNNER)}[role]
    others = {Role.PILOT: Act.GUNNER, Role.GUNNER: Act.PILOT}[role]
    offered = []
    for slot, place in enumerate((0, 3, 1, 5, 6)):
        first = seats[0] if slot == 0 else seats[1]
        other = Act.LEADER if role == Role.GUNNER and slot == 0 else others
        if role == Role.GUNNER:
            order(game, other + slot)
        offered.append([action - first for action in legal(game)])
        order(game, first + place)
        if role == Role.PILOT and slot < 4:
            order(game, other + slot)
    assert offered == [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [1, 2, 3, 4, 5, 6, 7],  # a Hero next
        [1, 2, 5, 6, 7],  # no second Hero; an Elite next
        [5, 6, 7],  # no third Elite
        [6, 7],
    ]


@pytest.mark.rule("R017", "R070", "Q01", "Q103")
@pytest.mark.parametrize("pilots, gunners", [(1, 8), (8, 1), (0, 0)])
def test_too_few_people_stay_down_unasked_and_come_back_in_time(pilots: int, gunners: int) -> None:
    """Missions pass as No-Flys, timers run, and play goes on."""
    game = at_muster([V] * pilots, [V] * gunners)
    assert game.mat.cursor.decision == Decision.MUSTER
    assert game.mat.track.logged == 6
    reasons = {int(line.no_fly) for line in game.mat.log[:6]}
    assert NoFly.SHORTAGE in reasons and reasons <= {NoFly.SHORTAGE, NoFly.ROLLED}
    assert all(who.timer == 0 for who in game.mat.pilots)


@pytest.mark.rule("R001", "R117", "R118", "R119", "R121", "R122", "R125", "R126", "R362", "Q57")
@pytest.mark.parametrize(
    "segment, levels, aircraft",
    [
        ("1941-06", {Quality.GREEN: 1, Quality.VETERAN: 10}, 10),
        ("1942-08", {Quality.VETERAN: 8, Quality.ACE: 2}, 10),
        ("1943-07", {Quality.VETERAN: 5, Quality.ELITE: 1}, 6),
    ],
)
def test_the_forces(segment: str, levels: dict[Quality, int], aircraft: int) -> None:
    game = Position(segment=segment)
    for roster in (game.mat.pilots, game.mat.gunners):
        there = [int(who.level) for who in roster if who.duty == Duty.READY]
        assert {level: there.count(level) for level in set(there)} == levels
    assert sum(card.status == Status.READY for card in game.mat.aircraft) == aircraft


@pytest.mark.rule("R104", "R056", "D11", "R119")
def test_anybody_may_lead_the_green_reserve_too() -> None:
    game = at_muster([Quality.GREEN, V, V, V], [V] * 4)
    order(game, Act.FLY + 2)
    assert game.mat.cursor.decision == Decision.LEADER
    assert legal(game) == [Act.LEADER + place for place in range(4)]


@pytest.mark.rule("R373", "Q88", "D08")
def test_an_aircraft_under_repair_does_not_fly() -> None:
    game = Position(target=Target.AIRFIELD, zone=2)
    for slot in (0, 1, 4, 5, 6, 7, 8):
        game.mat.aircraft[slot].status, game.mat.aircraft[slot].timer = Status.REPAIR, 1 + slot % 3
    game.advance()
    assert counts(game) == [3]
    order(game, Act.FLY + 1)
    assert [int(card.status) for card in game.mat.aircraft[:4]] == [Status.FLYING] * 3 + [Status.REPAIR]
    assert sorted(int(card.timer) for card in game.mat.aircraft) == [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]


@pytest.mark.rule("R307", "R306", "Q58")
def test_the_segments_end_clears_what_its_last_mission_placed() -> None:
    """An aircraft lost and a man wounded in the last mission are back for the next segment."""
    game = Position()
    game.in_flight(aircraft=4, zone=0, leg=Leg.HOME)
    mat = game.mat
    mat.war.mission, mat.war.mission_of_war, mat.cursor.phase = LAST, LAST, Phase.END_OF_MISSION
    game.mat.track.logged = LAST
    for slot in range(4):
        game.mat.aircraft[slot].status = Status.HOME
        for role in Role:
            game.person(slot, role).duty = Duty.BACK
    game.mat.aircraft[1].status = Status.LOST
    game.mat.aircraft[2].damage[System.ENGINE] = 1
    game.person(3, Role.PILOT).wounds = 1
    with game.dice(C8=[6], C9_WIA=[6]):
        for _ in range(2):  # the score, then the rest
            end_of_mission(game.mat, game.table)
    assert (game.mat.aircraft[1].timer, game.mat.pilots[3].timer) == (7, 6)
    with game.dice(A1=[[3, 4, 1]]):
        game.advance()
    assert game.mat.war.segment == Segment.AUG_SEP_1941
    assert_fresh(game, 11, 10)
