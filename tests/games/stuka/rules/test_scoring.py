"""Scores (5.1.5, 8.1, 8.3 to 8.6): mission, segment, operation, campaign; rounding, bonuses, ships, the log sheet."""

import tomllib
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stuka_env.games.stuka.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.stuka.codes import (
    Duty,
    Entry,
    Leg,
    NoFly,
    Payload,
    Phase,
    Quality,
    Role,
    Scale,
    Size,
    Status,
    System,
    Target,
)
from stuka_env.games.stuka.rules.attack import attack_done, begin_attack_run, drop, rudel_gamble, strafe
from stuka_env.games.stuka.rules.briefing import do_not_fly
from stuka_env.games.stuka.rules.flight import leave, turn_round
from stuka_env.games.stuka.rules.landing import land
from stuka_env.games.stuka.rules.log_sheet import log_gambler, log_loads, log_strafing
from stuka_env.games.stuka.rules.scoring import (
    attack_average,
    campaign_bonus,
    count_losses,
    half_up,
    kill_points,
    mission_bonus,
    operation_bonus,
    score_campaign,
    score_mission,
    score_operation,
    score_segment,
    victory_level,
)
from stuka_env.games.stuka.rules.sequence import (
    advance,
    begin_operation,
    end_of_mission,
    end_of_operation,
    end_of_segment,
)
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.games.stuka.words.log_sheet import mission_dict
from tests.support.each import each
from tests.support.game import Game
from tests.support.position import Position


def attacked(*scores: int, target: Target = Target.AIRFIELD) -> Position:
    """A formation that has attacked, one score a slot, and is home: everybody and everything unhurt."""
    game = Position().in_flight(aircraft=len(scores), zone=0, leg=Leg.HOME, target=target)
    game.mat.mission.present = len(scores)
    for slot, score in enumerate(scores):
        card = game.mat.aircraft[slot]
        card.status, card.present, card.attacked, card.score = Status.HOME, 1, 1, score
        for role in Role:
            game.person(slot, role).duty = Duty.BACK
    return game


def spoil(game: Position) -> None:
    """No bonus: an aircraft that took off did not come home."""
    game.mat.aircraft[0].status = Status.LOST


# --- rounding ---


@pytest.mark.rule("R320", "Q63")
@settings(deadline=None)
@given(st.integers(0, 6000), st.integers(1, 60))
def test_averages_are_rounded_to_the_nearest_a_half_up(total: int, count: int) -> None:
    assert half_up(total, count) == floor(Fraction(total, count) + Fraction(1, 2))


# --- the mission ---


@pytest.mark.rule("R024", "R025", "R185", "R318", "R319", "R320", "Q63")
@each(
    "scores, average",
    [
        ((100, 40, 55, 20, 15, 90), 53),
        ((60, 50, 40, 0, 80), 46),
        ((50, 51), 51),
        ((40, 40, 41), 40),
        ((0, 0, 0), 0),
        ((100,), 100),
        ((5, 0, 0, 0), 1),
        ((5, 0, 0, 0, 0, 0, 0, 0, 0, 0), 1),
        ((100,) * 10, 100),
    ],
)
def test_the_mission_score_is_the_mean_of_the_attacks(scores: tuple[int, ...], average: int) -> None:
    game = attacked(*scores)
    assert attack_average(game.mat) == average
    spoil(game)
    score_mission(game.mat, game.table)
    assert (game.mat.log[0].score, game.mat.log[0].bonus) == (average, 0)


@pytest.mark.rule("R185", "R187", "Q02", "Q85", "Q86")
def test_a_miss_counts_and_so_does_who_was_lost_in_the_attack_run() -> None:
    """Five begin the run; Anti-Aircraft fire brings one down (the Example of Play): 230 / 5."""
    game = Position().in_flight(aircraft=5, zone=3, target_zone=3, target=Target.BUILDINGS)
    with game.dice(A4=[4], A6=[3], CUP=[4], C1=[[10, 6]], C3=[6]):
        begin_attack_run(game.mat, game.table)
    assert game.mat.aircraft[3].status == Status.LOST
    for slot, score in enumerate((60, 50, 40, 0, 80)):
        game.mat.aircraft[slot].score = score
    assert game.mat.mission.present == 5
    assert attack_average(game.mat) == 46


@pytest.mark.rule("R186", "R319", "Q02", "R255")
def test_who_is_lost_or_goes_home_before_the_attack_run_is_not_counted() -> None:
    """Ten took off; one was shot down, one went home: a divisor of eight."""
    game = Position().in_flight(aircraft=10, zone=3, target_zone=4)
    game.mat.aircraft[6].status = Status.LOST
    with game.dice(C5=[1]):
        leave(game.mat, game.table, 9)
    with game.dice(A4=[1], A6=[1]):
        begin_attack_run(game.mat, game.table)
    for slot in range(10):
        if game.mat.aircraft[slot].present:
            game.mat.aircraft[slot].score = 90 if slot else 85
    assert game.mat.mission.present == 8
    assert attack_average(game.mat) == 89  # 715 / 8 = 89.4
    score_mission(game.mat, game.table)
    assert game.mat.log[0].scores.tolist() == [85, 90, 90, 90, 90, 90, -1, 90, 90, -1]


@pytest.mark.rule("Q02", "Q86", "R247", "R371")
def test_the_score_of_a_gambler_who_crashed_stands() -> None:
    game = Position().in_flight(aircraft=4, zone=3, target_zone=3, target=Target.BUILDINGS)
    with game.dice(A4=[1], A6=[1], A2=[5], GAMBLE=[6]):
        begin_attack_run(game.mat, game.table)
        rudel_gamble(game.mat, game.table, 0)
    assert game.mat.aircraft[0].status == Status.LOST
    assert (game.mat.aircraft[0].score, attack_average(game.mat)) == (80, 20)


@pytest.mark.rule("R233", "Q27", "Q66")
def test_ten_points_a_kill_after_averaging() -> None:
    game = attacked(50, 55, 100, 100)
    spoil(game)
    game.mat.mission.kills = 3
    score_mission(game.mat, game.table)
    assert game.mat.log[0].score == 76 + 30


@pytest.mark.rule("Q02", "Q27")
def test_nobody_over_the_target_scores_nothing_but_what_was_shot_down() -> None:
    """Everybody was lost or turned back on the way."""
    for kills in (0, 1):
        game = attacked(0, 0)
        game.mat.mission.present = 0
        for slot in range(2):
            game.mat.aircraft[slot].present = 0
        game.mat.mission.kills = kills
        score_mission(game.mat, game.table)
        line = game.mat.log[0]
        assert (line.score, line.bonus, line.no_fly) == (10 * kills, 0, NoFly.FLOWN)


@pytest.mark.rule("R233")
def test_many_kills_are_more_than_a_byte_holds() -> None:
    """In plain Python as well, where fields of the mat and the charts are NumPy's int8."""
    game = attacked(0, 0)
    game.mat.mission.kills = 12
    bare = getattr(kill_points, "py_func", kill_points)
    assert bare(game.mat, game.charts.record) == kill_points(game.mat, game.charts.record) == 120
    thick = game.charts.record.copy()
    thick["kill_points"] = 15
    assert bare(game.mat, thick) == 180


@pytest.mark.rule("R295", "R294", "Q23", "Q24", "Q27")
def test_an_aborted_mission_scores_nothing_and_is_no_no_fly() -> None:
    game = Position().in_flight(aircraft=5, zone=2)
    turn_round(game.mat, game.table)
    game.mat.mission.kills = 2
    for slot in range(5):
        game.mat.aircraft[slot].status = Status.HOME
    score_mission(game.mat, game.table)
    line = game.mat.log[0]
    assert (line.score, line.bonus, line.aborted, line.no_fly) == (0, 0, 1, 0)
    assert (kill_points(game.mat, game.charts.record), mission_bonus(game.mat, game.charts.record)) == (0, 0)
    assert game.mat.count.no_fly == game.mat.count.war_no_fly == 0


@pytest.mark.rule("R136", "R294", "R297", "Q24", "Q81")
@pytest.mark.parametrize("why", [NoFly.ROLLED, NoFly.DECLINED, NoFly.SHORTAGE])
def test_a_no_fly_scores_nothing_and_is_counted(why: NoFly) -> None:
    game = Position()
    do_not_fly(game.mat, game.table, why)
    assert game.mat.cursor.phase == Phase.END_OF_MISSION
    score_mission(game.mat, game.table)
    line = game.mat.log[0]
    assert (line.score, line.bonus, line.no_fly, line.sent) == (0, 0, why, 0)
    assert (game.mat.count.no_fly, game.mat.count.war_no_fly) == (1, 1)


@pytest.mark.rule("R321", "R322", "R324", "Q18", "Q25")
@pytest.mark.parametrize("lost, score", [(False, 52), (True, 46)])
def test_bonuses_are_added_by_themselves_the_better_of_two_and_the_calm(lost: bool, score: int) -> None:
    """Four points and not three as well, and two for calm; none in the Example of Play, whose aircraft 4 is lost."""
    game = attacked(60, 50, 40, 0, 80)
    if lost:
        game.mat.aircraft[3].status = Status.LOST
    score_mission(game.mat, game.table)
    assert (game.mat.log[0].score, game.mat.log[0].bonus) == (score, score - 46)
    assert game.mat.track.segment_sum == score, "the segment's mean counts the bonus too"
    told = [(int(entry["kind"]), int(entry["result"])) for entry in game.journal]
    assert (Entry.MISSION_SCORE, score) in told
    assert ((Entry.BONUS, 6) in told) != lost


@pytest.mark.rule("R327", "Q26")
def test_carried_stress_and_the_dead_in_the_calm_bonus() -> None:
    """Markers of who came back count, brought along or not; the dead bring none home."""
    game = attacked(50, 50, 50, 50)
    for slot in range(3):
        game.mat.aircraft[slot].damage[System.TAIL] = 1
    game.person(0, Role.PILOT).stress = 4
    assert mission_bonus(game.mat, game.charts.record) == 2
    game.person(1, Role.GUNNER).stress = 1
    assert mission_bonus(game.mat, game.charts.record) == 0
    game.person(1, Role.GUNNER).duty = Duty.KIA
    assert mission_bonus(game.mat, game.charts.record) == 2
    game.mat.pilots[9].stress = 6  # rests in the holding area
    assert mission_bonus(game.mat, game.charts.record) == 2


@pytest.mark.rule("R325", "R326", "Q25")
def test_engine_trouble_is_no_damage_and_a_marker_counts_once() -> None:
    game = attacked(50, 50, 50, 50)
    game.person(0, Role.PILOT).stress = 6
    for slot in range(4):
        game.mat.aircraft[slot].range_loss = 2
    game.mat.aircraft[0].damage[:] = 1
    assert mission_bonus(game.mat, game.charts.record) == 4


# --- ships (8.6) ---


@pytest.mark.rule("R337", "R142")
@each("ship", [Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.SUBMARINE])
def test_ships_are_attacked_in_the_small_column(ship: Target) -> None:
    game = Position().in_flight(aircraft=4, zone=3, target_zone=3, target=ship)
    assert game.mat.mission.target_size == Size.SMALL
    with game.dice(A4=[1], A6=[1], CUP=[1], C1=[[7, 1]]):  # a 1 becomes Light
        begin_attack_run(game.mat, game.table)
    with game.dice(A2=[4]):
        drop(game.mat, game.table, 0)
    assert game.mat.aircraft[0].score == 40  # 4 - 1 = 3


def sunk(ship: Target = Target.DESTROYER, scale: Scale = Scale.OPERATION) -> Position:
    """Aircraft 1 hits with 100 (an SC1000 and a Hero's -3), the other two miss."""
    game = Position(scale=scale, regular=False)
    game.in_flight(aircraft=3, zone=3, target_zone=3, target=ship, payload=Payload.SC1000)
    game.level(0, pilot=Quality.HERO, gunner=Quality.GREEN)
    with game.dice(A4=[1], A6=[1], CUP=[1], C1=[[7, 1]], A2=[4, 10, 10]):
        begin_attack_run(game.mat, game.table)
        for slot in range(3):
            drop(game.mat, game.table, slot)
            attack_done(game.mat, game.table, slot)
    return game


@pytest.mark.rule("R339", "R340", "R341", "R366a", "Q67")
@each("ship", [Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.SUBMARINE])
def test_an_attack_of_100_sinks_a_warship_and_promotes_its_crew_only(ship: Target) -> None:
    """At once, in a Short game too; a Hero is at the top already."""
    game = sunk(ship)
    assert game.mat.aircraft[0].score == 100
    assert attack_average(game.mat) == 100
    assert [int(game.person(0, role).level) for role in Role] == [Quality.HERO, Quality.VETERAN]
    for slot in (1, 2):
        assert [int(game.person(slot, role).level) for role in Role] == [Quality.VETERAN, Quality.VETERAN]
    assert len(game.said(Entry.SUNK)) == 1


@pytest.mark.rule("R340", "R342", "Q67", "Q66")
def test_a_sunk_ship_is_100_then_kills_and_bonuses() -> None:
    game = sunk()
    game.mat.mission.kills = 1
    for slot in range(3):
        game.mat.aircraft[slot].status = Status.HOME
        for role in Role:
            game.person(slot, role).duty = Duty.BACK
    score_mission(game.mat, game.table)
    assert (game.mat.log[0].score, game.mat.log[0].bonus, game.mat.log[0].sunk) == (116, 6, 1)


@pytest.mark.rule("R339", "R342", "Q67")
def test_a_transport_does_not_sink() -> None:
    game = sunk(Target.TRANSPORT)
    assert game.mat.mission.sunk == 0
    assert attack_average(game.mat) == 40  # 100, and twice 10 - 3 = 7
    assert game.person(0, Role.GUNNER).level == Quality.GREEN


@pytest.mark.rule("Q87", "R341")
@pytest.mark.parametrize("scale", [Scale.MISSION, Scale.SEGMENT])
def test_nobody_is_promoted_in_a_mission_or_segment_alone(scale: Scale) -> None:
    game = sunk(scale=scale)
    assert game.mat.mission.sunk == 1
    assert attack_average(game.mat) == 100
    assert game.person(0, Role.GUNNER).level == Quality.GREEN


@pytest.mark.rule("R339", "R341")
def test_nobody_is_promoted_for_100_on_land() -> None:
    game = Position().in_flight(aircraft=3, zone=3, target_zone=3, target=Target.ARTILLERY)
    game.mat.aircraft[0].score = 100
    attack_done(game.mat, game.table, 0)
    assert game.mat.mission.sunk == 0
    assert [int(game.person(0, role).level) for role in Role] == [Quality.VETERAN, Quality.VETERAN]


@pytest.mark.rule("R341", "Q67")
def test_a_ship_sinks_once() -> None:
    """A second attack of 100 finds it sunk already: that crew is not promoted."""
    game = Position().in_flight(aircraft=3, zone=3, target_zone=3, target=Target.CRUISER, payload=Payload.SC1000)
    for slot in range(2):
        game.level(slot, pilot=Quality.ELITE, gunner=Quality.GREEN)
        game.mat.aircraft[slot].score = 100
        attack_done(game.mat, game.table, slot)
    assert [int(game.person(slot, Role.GUNNER).level) for slot in range(3)] == [
        Quality.VETERAN, Quality.GREEN, Quality.VETERAN,
    ]  # fmt: skip


# --- segment, operation, campaign ---


@pytest.mark.rule("R026", "R024", "R312", "R313", "R328", "Q63", "Q81")
@each(
    "regular, total, score",
    [(False, 395, 66), (False, 0, 0), (False, 3, 1), (False, 2, 0), (True, 395, 40), (True, 394, 39)],
)
def test_the_segment_is_the_mean_of_all_its_missions(regular: bool, total: int, score: int) -> None:
    """Six or ten of them, unflown ones too, whatever number was flown."""
    game = Position(regular=regular)
    game.mat.track.segment_sum = total
    assert score_segment(game.mat, game.table) == score
    assert (game.mat.track.segments[0], game.mat.track.segment_sum, game.mat.track.segments_done) == (score, 0, 1)


@pytest.mark.rule("R329", "R024", "Q64", "Q63")
@pytest.mark.parametrize(
    "segment, scores, mean", [("1941-11", (50, 51, 51), 51), ("1941-11", (50, 50, 51), 50), ("1942-11", (60, 61), 61)]
)
def test_the_operation_is_the_mean_of_its_segments_then_the_bonus(
    segment: str, scores: tuple[int, ...], mean: int
) -> None:
    """Scores are rounded at every level and go on rounded; the bonus is the operation's, not a mission's."""
    game = Position(segment=segment)
    game.mat.count.no_fly, game.mat.count.destroyed = 9, 4
    first = 0 if segment == "1941-11" else 3
    game.mat.track.segments[first : first + len(scores)] = scores
    assert score_operation(game.mat, game.table) == mean + 7
    operation = int(game.mat.war.operation)
    assert game.mat.track.operations[operation] == mean + 7
    assert game.mat.track.operation_bonus[operation] == 7


@pytest.mark.rule("R330", "R331", "R332", "R324")
def test_every_operation_of_a_campaign_counts_its_own_losses() -> None:
    game = Position(scale=Scale.CAMPAIGN)
    count = game.mat.count
    count.destroyed, count.kia, count.no_fly = 9, 9, 9
    count.war_destroyed, count.war_kia, count.war_no_fly = 9, 9, 9
    assert operation_bonus(game.mat, game.charts.record) == 0
    begin_operation(game.mat, game.table, 1, 3)
    assert operation_bonus(game.mat, game.charts.record) == 10
    assert (count.war_destroyed, count.war_kia, count.war_no_fly) == (9, 9, 9)
    assert campaign_bonus(game.mat, game.charts.record) == 15 + 8


@pytest.mark.rule("R027", "R024", "R322", "R333", "Q64", "Q65")
def test_the_campaign_is_scored_after_citadel() -> None:
    """Three operations with their bonuses, their mean, and 23 more."""
    game = Position(segment="1943-07", scale=Scale.CAMPAIGN)
    game.mat.track.operations[:2] = (60, 70)
    game.mat.track.segments[5] = 48
    end_of_operation(game.mat, game.table)
    assert game.mat.track.operations.tolist() == [60, 70, 58]
    assert game.mat.track.campaign_bonus == 23
    assert (game.mat.track.result, game.mat.track.over) == (63 + 23, 1)  # 188 / 3 = 62.7
    assert [int(entry["result"]) for entry in game.said(Entry.CAMPAIGN_SCORE)] == [86]


@pytest.mark.rule("R333", "Q63")
@each("scores, mean", [((50, 50, 51), 50), ((50, 51, 51), 51), ((0, 0, 0), 0), ((110, 107, 110), 109)])
def test_the_campaigns_mean_is_rounded_like_all_others(scores: tuple[int, int, int], mean: int) -> None:
    game = Position(scale=Scale.CAMPAIGN)
    game.mat.track.operations[:] = scores
    game.mat.count.war_destroyed, game.mat.count.war_no_fly = 20, 15
    assert score_campaign(game.mat, game.table) == mean


@pytest.mark.rule("R322", "R323")
@pytest.mark.parametrize("scale, bonus", [(Scale.SEGMENT, 0), (Scale.OPERATION, 10)])
def test_the_episodes_score(scale: Scale, bonus: int) -> None:
    """A segment alone has no bonus beyond its missions'; an operation has its own."""
    game = Position(segment="1943-07", scale=scale)
    game.mat.track.segment_sum = 555
    end_of_segment(game.mat, game.table)
    assert (game.mat.track.result, game.mat.track.over) == (56 + bonus, 1)
    advance(game.mat, game.table, game.mask)
    assert game.mask.all()


@pytest.mark.rule("R312", "R145", "Q87")
def test_a_mission_alone_is_its_score() -> None:
    game = Position(scale=Scale.MISSION)
    game.mat.track.segment_sum = 57
    game.mat.war.mission = 1
    end_of_segment(game.mat, game.table)
    assert (game.mat.track.result, game.mat.track.over) == (57, 1)


# --- the log sheet (3.5, 8.7) ---


@pytest.mark.rule("R020", "R036", "R146d", "R146k", "R188", "R255", "R305", "R343", "Q80")
def test_the_log_sheet_has_everything_about_a_mission() -> None:
    game = Position(segment="1941-08").in_flight(
        aircraft=4, zone=0, leg=Leg.HOME, target=Target.RAIL, target_zone=5, payload=Payload.SC500_SC50
    )
    mission = game.mat.mission
    game.mat.war.mission, mission.kills, mission.gamble, mission.present = 3, 1, 1, 3
    mission.special = game.mat.aircraft[0].ordnance = game.mat.aircraft[3].ordnance = Payload.SC1000
    log_loads(game.mat)
    log_strafing(game.mat, 2)
    log_gambler(game.mat, 2)
    for slot, (status, score) in enumerate(((Status.HOME, 75), (Status.LOST, 0), (Status.HOME, 30), (Status.HOME, 0))):
        card = game.mat.aircraft[slot]
        card.status, card.score, card.present = status, score, slot != 3
        for role in Role:
            game.person(slot, role).duty = Duty.BACK
    game.person(1, Role.PILOT).duty, game.person(1, Role.GUNNER).duty = Duty.KIA, Duty.POW
    game.person(2, Role.GUNNER).wounds = 1
    game.mat.aircraft[2].damage[System.FUEL] = 1
    game.mat.aircraft[3].pilot, game.mat.aircraft[3].gunner = 9, 0
    score_mission(game.mat, game.table)
    line = game.mat.log[0]
    told = {name: line[name].tolist() for name in line.dtype.names}
    assert told == {
        "score": 45, "bonus": 0, "segment": 1, "number": 3, "target": Target.RAIL, "target_size": Size.MEDIUM,
        "zone": 5, "sent": 4, "present": 3, "lost": 1, "damaged": 1, "wia": 1, "kia": 1, "pow": 1, "kills": 1,
        "no_fly": 0, "aborted": 0, "sunk": 0, "payload": Payload.SC500_SC50, "gamble": 1, "level": 2,
        "special": Payload.SC1000, "carriers": [1, 4], "strafed": 0b100, "gambler": 3,
        "scores": [75, 0, 30, -1, -1, -1, -1, -1, -1, -1], "pilots": [1, 2, 3, 9, 0, 0, 0, 0, 0, 0],
        "gunners": [1, 2, 3, 0, 0, 0, 0, 0, 0, 0],
    }  # fmt: skip
    assert game.mat.track.logged == 1
    count = game.mat.count
    assert (count.destroyed, count.war_destroyed, count.kia, count.war_kia, count.no_fly) == (1, 1, 1, 1, 0)


@pytest.mark.rule("R343", "R005", "R305")
def test_every_mission_has_a_line_of_its_own() -> None:
    game = Position()
    for number in range(3):
        game.mat.mission.target = Target.TROOPS + number
        do_not_fly(game.mat, game.table, NoFly.DECLINED)
        for _ in range(2):  # the score, then the rest
            end_of_mission(game.mat, game.table)
    assert game.mat.track.logged == game.mat.war.mission == game.mat.war.mission_of_war == 3
    assert [(int(line.number), int(line.target)) for line in game.mat.log[:3]] == [
        (0, Target.TROOPS), (1, Target.BUILDINGS), (2, Target.RAIL),
    ]  # fmt: skip
    assert game.mat.log[3].score == game.mat.log[3].no_fly == 0


@pytest.mark.rule("R343")
def test_the_log_sheet_keeps_load_special_bomb_carriers_guns_and_gambler() -> None:
    """Written while the mission is flown; a bomb that nobody took is not on it."""
    bombs = System.BOMBS
    game = Position().in_flight(aircraft=4, zone=3, target_zone=3)
    game.mat.mission.special = Payload.SC1000
    game.mat.aircraft[1].ordnance = Payload.SC1000
    log_loads(game.mat)
    game.mat.aircraft[3].damage[bombs] = 1
    with game.dice(A2=[5, 5, 5, 5], GAMBLE=[3]):
        drop(game.mat, game.table, 0)
        rudel_gamble(game.mat, game.table, 1)
        drop(game.mat, game.table, 2)
        strafe(game.mat, game.table, 3)
    line = game.mat.log[0]
    assert (line.payload, line.special, line.carriers.tolist()) == (Payload.SC500_SC50, Payload.SC1000, [2, 0])
    assert (line.strafed, line.gambler) == (0b1000, 2)
    told = mission_dict(line, game.charts)
    assert (told["payload"], told["special"], told["carriers"]) == ("sc500_sc50", "sc1000", [2])
    assert (told["strafed"], told["gambler"]) == ([4], 2)
    bare = Position().in_flight(aircraft=4)
    bare.mat.mission.special = Payload.SC1000
    log_loads(bare.mat)
    assert (bare.mat.log[0].special, bare.mat.log[0].carriers.tolist()) == (0, [0, 0])


@pytest.mark.rule("R343")
def test_every_mission_logs_its_loads_guns_and_gambler_on_its_own_line() -> None:
    """The Staffel's first and last aircraft carry; without a special bomb nobody does."""
    game = Position(segment="1941-08").in_flight(aircraft=10, zone=3, target_zone=3)
    game.mat.mission.special = game.mat.aircraft[0].ordnance = game.mat.aircraft[9].ordnance = Payload.SC1000
    log_loads(game.mat)
    log_strafing(game.mat, 2)
    log_strafing(game.mat, 7)
    log_gambler(game.mat, 9)
    score_mission(game.mat, game.table)
    game.in_flight(aircraft=4, zone=3, target_zone=3, payload=Payload.SC500_CLUSTER)
    game.mat.mission.special = Payload.NONE
    log_loads(game.mat)
    log_strafing(game.mat, 0)
    log_gambler(game.mat, 1)
    first, second = game.mat.log[:2]
    assert (first.payload, first.special, first.carriers.tolist()) == (Payload.SC500_SC50, Payload.SC1000, [1, 10])
    assert (first.strafed, first.gambler) == (0b10000100, 10)
    assert (second.payload, second.special, second.carriers.tolist()) == (Payload.SC500_CLUSTER, 0, [0, 0])
    assert (second.strafed, second.gambler) == (0b1, 2)


@pytest.mark.rule("R343")
def test_a_mission_is_told_without_special_bomb_guns_and_gambler() -> None:
    game = Position().in_flight(aircraft=4)
    log_loads(game.mat)
    told = mission_dict(game.mat.log[0], game.charts)
    assert (told["special"], told["carriers"], told["strafed"], told["gambler"]) == (None, [], [], None)


@pytest.mark.rule("LEVELS")
@pytest.mark.parametrize(("average", "level"), [(49, "Marginally Successful"), (50, "Successful")])
def test_kills_and_bonus_count_for_the_level_of_a_mission(average: int, level: str) -> None:
    """Four points and two for calm: 56 is Successful."""
    game = attacked(average, average, average)
    score_mission(game.mat, game.table)
    line = game.mat.log[0]
    assert (line.score, line.bonus, game.charts.names.victory_levels[line.level]) == (average + 6, 6, level)
    assert mission_dict(line, game.charts)["level"] == level


@pytest.mark.rule("LEVELS")
def test_a_players_chart_may_have_eight_levels_of_victory(tmp_path: Path) -> None:
    text = (BOOK.folder / "a5_victory.toml").read_text(encoding="utf-8")
    more = '"Decisive Victory" = 80\n"Overwhelming" = 90\n"Perfect" = 100'
    (tmp_path / "a5_victory.toml").write_text(text.replace('"Decisive Victory" = 80', more), encoding="utf-8")
    charts: Any = load_charts(tmp_path)
    for score, level in ((79, 4), (80, 5), (90, 6), (99, 6), (100, 7), (300, 7)):
        assert (
            victory_level(charts.record, score)
            == charts.names.victory_levels.index(charts.names.victory_level(score))
            == level
        )


@pytest.mark.rule("LEVELS")
@each(
    "score, level",
    [
        (0, "Defeat"),
        (24, "Defeat"),
        (25, "Unsuccessful"),
        (53, "Marginally Successful"),
        (66, "Victorious"),
        (80, "Decisive Victory"),
        (206, "Decisive Victory"),
    ],
)
def test_every_score_has_a_level_of_victory(score: int, level: str) -> None:
    charts = Position().charts
    assert charts.names.victory_level(score) == level
    assert charts.names.victory_levels[victory_level(charts.record, score)] == level


@pytest.mark.rule("LEVELS")
def test_missions_and_segments_have_a_level_in_log_and_journal() -> None:
    game = attacked(60, 60)
    spoil(game)
    score_mission(game.mat, game.table)
    game.mat.track.segment_sum = 10 * 60
    score_segment(game.mat, game.table)
    assert game.charts.names.victory_levels[game.mat.log[0].level] == "Successful"
    texts = [entry.text for entry in SENTENCES.translate(game.journal, game.charts)]
    assert "Mission score: 60 (Successful)." in texts and "Segment score: 60 (Successful)." in texts


def home(score: int = 50, charts: LoadedCharts | None = None) -> Position:
    """Four aircraft back from an attack, everybody and everything unhurt."""
    game = Position(charts=charts).in_flight(aircraft=4)
    game.mat.mission.present = 4
    for slot in range(4):
        card = game.mat.aircraft[slot]
        card.status, card.present, card.score = Status.HOME, 1, score
        for role in Role:
            game.person(slot, role).duty = Duty.BACK
    return game


def casualties(game: Position, count: int) -> None:
    """One captured, one wounded, one killed, as many as asked for: a gunner each."""
    for slot, (duty, wounds) in enumerate(((Duty.POW, 0), (Duty.BACK, 1), (Duty.KIA, 0))[:count]):
        gunner = game.person(slot, Role.GUNNER)
        gunner.duty, gunner.wounds = duty, wounds


def damage(game: Position, count: int) -> None:
    """Damage markers, and one repair from a forced landing, as many aircraft as asked for."""
    for slot in range(count):
        if slot == 0:
            game.mat.aircraft[slot].crash_repair = 1
        else:
            game.mat.aircraft[slot].damage[System.TAIL] = 1


@pytest.mark.rule("R322", "R324", "R325", "R326", "Q25")
@each("hurt, harmed, points", [(0, 0, 4), (1, 1, 4), (2, 0, 3), (0, 2, 3), (2, 2, 3), (3, 0, 0), (0, 3, 0), (3, 3, 0)])
def test_mission_bonus_for_few_casualties_and_little_damage(hurt: int, harmed: int, points: int) -> None:
    game = home()
    casualties(game, hurt)
    damage(game, harmed)
    game.person(3, Role.PILOT).stress = 5
    assert mission_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R327", "Q26")
@each("stress, points", [((0, 0), 2), ((2, 2), 2), ((4, 0), 2), ((3, 2), 0), ((0, 5), 0)])
def test_mission_bonus_for_little_stress(stress: tuple[int, int], points: int) -> None:
    """Added over pilots and gunners; three aircraft are damaged, so that nothing else is earned."""
    game = home()
    damage(game, 3)
    game.person(0, Role.PILOT).stress, game.person(2, Role.GUNNER).stress = stress
    assert mission_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("Q25", "Q26", "Q24")
@pytest.mark.parametrize("change", ["lost", "aborted", "nobody there"])
def test_no_mission_bonus(change: str) -> None:
    game = home()
    assert mission_bonus(game.mat, game.charts.record) == 6
    if change == "lost":
        game.mat.aircraft[3].status = Status.LOST
    elif change == "aborted":
        game.mat.mission.aborted = 1
    else:
        game.mat.mission.present = 0
    assert mission_bonus(game.mat, game.charts.record) == 0


@pytest.mark.rule("Q66", "R318", "R321")
def test_a_score_may_pass_100() -> None:
    game = home(score=100)
    score_mission(game.mat, game.table)
    assert (game.mat.log[0].score, game.mat.log[0].bonus) == (106, 6)


@pytest.mark.rule("R324", "R330", "R331", "R332")
@each("destroyed, kia, no_fly, points", [
        (4, 4, 6, 7), (5, 4, 6, 5), (4, 5, 6, 5), (7, 6, 6, 5), (8, 6, 6, 0), (7, 7, 6, 0), (4, 4, 5, 10), (9, 9, 5, 3),
    ])  # fmt: skip
def test_operation_bonus(destroyed: int, kia: int, no_fly: int, points: int) -> None:
    game = Position()
    game.mat.count.destroyed, game.mat.count.kia, game.mat.count.no_fly = destroyed, kia, no_fly
    game.mat.count.war_destroyed = game.mat.count.war_kia = game.mat.count.war_no_fly = 60
    assert operation_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R322", "R324", "R334", "R335", "R336", "Q65")
@each("destroyed, kia, no_fly, points", [
        (14, 14, 15, 15), (15, 14, 15, 10), (14, 15, 15, 10), (19, 19, 15, 10), (20, 19, 15, 0), (19, 20, 15, 0),
        (14, 14, 14, 23), (30, 30, 14, 8),
    ])  # fmt: skip
def test_campaign_bonus(destroyed: int, kia: int, no_fly: int, points: int) -> None:
    game = Position(scale=Scale.CAMPAIGN)
    count = game.mat.count
    count.war_destroyed, count.war_kia, count.war_no_fly = destroyed, kia, no_fly
    assert campaign_bonus(game.mat, game.charts.record) == points


@pytest.fixture(scope="module")
def turned_round() -> LoadedCharts:
    """Our charts, with more points for the second bonus of each group than for the best."""
    with (BOOK.folder / "a5_victory.toml").open("rb") as file:
        chart: dict[str, Any] = tomllib.load(file)
    for kind in ("mission_bonus", "operation_bonus", "campaign_bonus"):
        best, second = chart[kind]["best"], chart[kind]["second"]
        best["points"], second["points"] = second["points"], best["points"]
    return BOOK.with_contents({"a5_victory": chart}, "turned round")


@pytest.mark.rule("R324")
@each("harmed, points", [(0, 4), (1, 4), (2, 4), (3, 0)])
def test_the_highest_mission_bonus_counts_whichever_it_is(turned_round: LoadedCharts, harmed: int, points: int) -> None:
    game = home(charts=turned_round)
    damage(game, harmed)
    game.person(3, Role.PILOT).stress = 5
    assert mission_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R324")
@pytest.mark.parametrize("destroyed, points", [(4, 7), (7, 7), (8, 0)])
def test_the_highest_operation_bonus_counts_whichever_it_is(
    turned_round: LoadedCharts, destroyed: int, points: int
) -> None:
    game = Position(charts=turned_round)
    game.mat.count.destroyed, game.mat.count.no_fly = destroyed, 6
    assert operation_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R324")
@pytest.mark.parametrize("destroyed, points", [(14, 15), (19, 15), (20, 0)])
def test_the_highest_campaign_bonus_counts_whichever_it_is(
    turned_round: LoadedCharts, destroyed: int, points: int
) -> None:
    game = Position(scale=Scale.CAMPAIGN, charts=turned_round)
    game.mat.count.war_destroyed, game.mat.count.war_no_fly = destroyed, 15
    assert campaign_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R322", "R333", "Q63")
def test_the_campaign_is_the_mean_of_its_operations() -> None:
    """(50 + 61 + 62) / 3 = 57.7, and 15 + 8."""
    game = Position(scale=Scale.CAMPAIGN)
    game.mat.track.operations[:] = (50, 61, 62)
    assert score_campaign(game.mat, game.table) == 58 + 23


@pytest.mark.rule("Q80")
def test_the_counts_of_the_bonuses() -> None:
    """Killed, not captured; aircraft lost in the air or on landing."""
    game = home()
    casualties(game, 3)
    game.mat.aircraft[1].status = Status.LOST
    count_losses(game.mat)
    count = game.mat.count
    assert (count.destroyed, count.kia, count.no_fly) == (1, 1, 0)
    assert (count.war_destroyed, count.war_kia, count.war_no_fly) == (1, 1, 0)


@pytest.mark.rule("R323", "R320")
@each(
    "score, level",
    [(0, "Defeat"), (53, "Marginally Successful"), (64, "Successful"), (66, "Victorious"), (100, "Decisive Victory")],
)
def test_a5_gives_the_level_of_victory(score: int, level: str) -> None:
    """The last of six missions stays down; the five before it make up the score."""
    game = Game(
        "Stuka/Segment-v0",
        {"A1": [(3, 4, 1)]},
        segment="1941-06",
        duration="short",
        setup={"mission": 6, "scores": [score * 6 // 5] * 4 + [score * 6 - 4 * (score * 6 // 5)]},
    )
    game.play("NO_FLY")
    assert game.info["result"]["score"] == score
    assert game.info["result"]["level"] == level


@pytest.mark.rule("R302", "R303", "Q95", "Q80")
def test_each_of_a_wrecks_crew_rolls_for_himself() -> None:
    game = Position().in_flight(aircraft=4, zone=0)
    with game.dice(C5=[10], C6=[10], C7=[6, 4]):
        land(game.mat, game.table, 1)
    pilot, gunner = game.person(1, Role.PILOT), game.person(1, Role.GUNNER)
    assert game.mat.aircraft[1].status == Status.LOST
    assert (pilot.duty, pilot.wounds) == (Duty.KIA, 0)
    assert (gunner.duty, gunner.wounds) == (Duty.BACK, 1)
