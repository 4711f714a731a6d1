"""Interception (5.1.2, 7.3): fighters, escorts, their attacks, the rear gunner, and the air-to-air attempt (7.3.1)."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.stuka.codes import (
    SEGMENT_NAMES,
    SEGMENT_TITLES,
    Act,
    Chart,
    Decision,
    Duty,
    Entry,
    Fighter,
    Leg,
    Phase,
    Quality,
    Role,
    Sector,
    Status,
    System,
    Target,
    to_index,
)
from stuka_env.games.stuka.rules.interception import (
    defence_modifiers,
    duel,
    enemy_fighters,
    escorts,
    fighter_attacks,
    intercept,
    may_duel,
)
from stuka_env.games.stuka.rules.scoring import kill_points
from stuka_env.games.stuka.rules.sequence import apply_action, next_step
from tests.support.each import each
from tests.support.position import Position

NAMES = {"I-16": Fighter.I_16, "MiG-3": Fighter.MIG_3, "LaGG-3": Fighter.LAGG_3}
NAMES |= {"Yak-1": Fighter.YAK_1, "La-5": Fighter.LA_5, "Yak-9": Fighter.YAK_9}
NOTHING = [9, 1]
"""C1: tail, no effect (5.1.2)."""
SHIPS = (Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.SUBMARINE, Target.TRANSPORT)
B3 = """title = "B3"
section = "7.3"
dice = "two D6"
about = "for tests"
read_by = "tests"

[approach]
1 = "Above"
2 = "Port"
3 = "Starboard"
4 = "Rear"
5 = "Below"
6 = "Front"

[attack]
1 = "no attack"
2 = "1 aircraft, 1 hit"
3 = "3 aircraft, 1 hit"
4 = "1 aircraft, 1 hit"
5 = "1 aircraft, 2 hits"
6 = "2 aircraft, 2 hits"

[sector]
Above = 0
Port = 0
Starboard = -1
Rear = 0
Below = 1
Front = 0

[rear_gunner]
Above = -2
Port = 0
Starboard = 0
Rear = -2
Below = 0
Front = 0

[provenance]
default = "reconstructed"
"""
"""A B3 of our own, so that these tests say what the rules do, whatever the chart file in force says."""


def table_of(name: str, part: str) -> dict[str, Any]:
    """One table of a chart file as it is printed."""
    with (BOOK.folder / f"{name}.toml").open("rb") as file:
        return dict(tomllib.load(file)[part])


def cells(column: dict[str, Any]) -> Iterator[tuple[int, Any]]:
    """Face and entry of a column written with faces such as 3 or "4-5"."""
    for label, entry in column.items():
        low, _, high = label.partition("-")
        for face in range(int(low), int(high or low) + 1):
            yield face, entry


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> LoadedCharts:
    folder: Path = tmp_path_factory.mktemp("b3")
    (folder / "b3_approach.toml").write_text(B3, encoding="utf-8")
    return load_charts(folder)


def formation(charts: LoadedCharts | None = None, aircraft: int = 5, fighters: int = 1, **place: Any) -> Position:
    """Outbound in zone 3 with fighters about to attack."""
    game = Position(charts=charts).in_flight(aircraft=aircraft, **{"zone": 3, "target_zone": 6, **place})
    game.mat.mission.fighters = fighters
    game.mat.cursor.phase = Phase.FIGHTERS
    return game


def attack(game: Position, white: int, colour: int, cup: list[int], c1: list[list[int]], **more: Any) -> None:
    """One fighter's attack with these dice."""
    with game.dice(B3=[[white, colour]], CUP=cup, C1=c1, **more):
        fighter_attacks(game.mat, game.table)


def step(game: Position) -> None:
    next_step(game.mat, game.table)


def legal(game: Position) -> list[int]:
    return [int(action) for action in np.flatnonzero(game.mask)]


# --- B1 ---


@pytest.mark.rule("R153", "R220", "R014", "Q73")
@each("segment", range(6))
def test_b1_gives_number_and_type_by_period_and_die(segment: int) -> None:
    column = table_of("b1_interception", "fighters")[SEGMENT_TITLES[segment]]
    seen = []
    for die, entry in cells(column):
        seen.append(die)
        game = Position(segment=SEGMENT_NAMES[segment]).in_flight(aircraft=3, zone=4)
        with game.dice(B1=[die]):
            found = enemy_fighters(game.mat, game.table)
        number, _, name = ("0", "", "") if entry == "No Contact" else entry.partition(" ")
        assert found == int(number)
        assert game.mat.mission.fighter == NAMES.get(name, Fighter.NONE)
    assert sorted(seen) == list(range(1, 11))


@pytest.mark.rule("R143", "Q68")
@each("ship", SHIPS)
def test_over_the_sea_b1_has_its_own_column(ship: Target) -> None:
    for die, entry in cells(table_of("b1_interception", "fighters")["Maritime"]):
        game = Position().in_flight(aircraft=4, target=ship)
        with game.dice(B1=[die]):
            found = enemy_fighters(game.mat, game.table)
        assert found == (0 if entry == "No Contact" else int(entry.split()[0]))


@pytest.mark.rule("Q68", "R155a")
def test_over_the_sea_the_escorts_are_those_of_the_land_column() -> None:
    game = Position().in_flight(aircraft=4, zone=4, target=Target.CRUISER, target_zone=5)
    with game.dice(B2=[2]):
        assert escorts(game.mat, game.table, 3) == 2
    with game.dice(B2=[5]):
        assert escorts(game.mat, game.table, 3) == 3


# --- B2 ---


@pytest.mark.rule("R155", "R155a", "R156", "R157", "R221", "R222", "R015", "Q08", "Q102")
@each("zone", range(1, 7))
@each("segment", range(6))
def test_b2_removes_fighters_by_period_zone_and_die(segment: int, zone: int) -> None:
    faces = table_of("b2_escorts", "removed")[SEGMENT_TITLES[segment]][f"Zone {zone}"]
    assert len(faces) == 6
    for die, entry in enumerate(faces, start=1):
        for found in (1, 2, 9):
            game = Position(segment=SEGMENT_NAMES[segment]).in_flight(aircraft=3, zone=zone)
            with game.dice(B2=[die]):
                left = escorts(game.mat, game.table, found)
            assert left == (0 if entry == "Full Cover" else max(0, found - entry))


@pytest.mark.rule("R369", "Q08")
@each("leg", [Leg.OUT, Leg.HOME])
@each("die", range(1, 7))
def test_zone_1_in_november_1941_is_under_full_cover_both_ways(die: int, leg: Leg) -> None:
    game = Position(segment="1941-11").in_flight(aircraft=5, zone=1, leg=leg)
    with game.dice(B1=[9], B2=[die]):
        intercept(game.mat, game.table)
    assert game.mat.mission.fighters == 0
    assert len(game.said(Entry.ESCORTED)) == 1


@pytest.mark.rule("R370", "R154", "Q90")
def test_the_escort_die_is_rolled_with_the_d10_and_ignored_on_no_contact() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=5, zone=2)
    with game.dice(B1=[4], B2=[6]):
        intercept(game.mat, game.table)
        step(game)
    assert game.mat.mission.fighters == 0 and game.mat.cursor.phase == Phase.ZONE_DONE
    assert game.said(Entry.FIGHTERS) == game.said(Entry.ESCORTED) == []


@pytest.mark.rule("R158")
def test_no_fighter_left_the_interception_is_over() -> None:
    game = Position().in_flight(aircraft=5, zone=4, target_zone=5)
    with game.dice(B1=[8], B2=[2]):
        intercept(game.mat, game.table)
        step(game)
    assert game.mat.cursor.phase == Phase.ZONE_DONE
    assert game.mat.mission.fighter == Fighter.NONE


@pytest.mark.rule("R157", "R159", "R222")
def test_one_of_two_fighters_gets_through() -> None:
    game = Position().in_flight(aircraft=5, zone=3)
    with game.dice(B1=[3], B2=[5], B3=[[1, 1]]):
        intercept(game.mat, game.table)
        assert game.mat.mission.fighters == 1 and game.mat.mission.fighter == Fighter.MIG_3
        step(game)
        step(game)
    assert game.mat.cursor.phase == Phase.ZONE_DONE


# --- where interception is tested ---


@pytest.mark.rule("R153", "R170", "R171", "R183", "R219")
def test_interception_is_tested_in_every_zone_but_the_targets() -> None:
    game = Position(segment="1941-11").in_flight(aircraft=4, zone=0, target_zone=3)
    game.mat.mission.moves = 0
    game.mat.cursor.phase = Phase.MOVE
    calm = ["waypoint_reached", "tail_wind", "cloud_bank", "radio_silence"]
    with game.dice(B1=[4] * 4, B2=[1] * 4, EVENT=calm, A4=[1], A6=[1], C5=[1] * 4):
        while game.mat.cursor.phase != Phase.END_OF_MISSION:
            if game.mat.cursor.decision == Decision.ATTACK:
                slot = game.mat.cursor.subject - 1
                game.mat.cursor.decision = Decision.NONE
                game.mat.cursor.step = slot + 1
            step(game)
    rolls = [(int(e["leg"]), int(e["zone"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.B1]
    assert rolls == [(Leg.OUT, 1), (Leg.OUT, 2), (Leg.HOME, 2), (Leg.HOME, 1)]


# --- B3 ---


@pytest.mark.rule("R160", "R223")
@each("white", range(1, 7))
def test_the_white_die_is_the_sector_of_approach(white: int) -> None:
    sectors = (Sector.ABOVE, Sector.PORT, Sector.STARBOARD, Sector.REAR, Sector.BELOW, Sector.FRONT)
    game = formation()
    attack(game, white, 1, [], [])
    assert game.mat.mission.sector == sectors[white - 1] + 1


@pytest.mark.rule("R161", "R162", "R165", "R225", "R223")
@each("colour", range(1, 7))
def test_the_colour_die_is_the_number_of_aircraft_and_hits(colour: int) -> None:
    entry = dict(cells(table_of("b3_approach", "attack")))[colour]
    found = re.fullmatch(r"(\d) aircraft, (\d) hits?", entry)
    aircraft, hits = (int(found[1]), int(found[2])) if found else (0, 0)
    game = formation(aircraft=8)
    attack(game, 6, colour, [7, 2, 5][:aircraft], [NOTHING] * (aircraft * hits))
    struck = [to_index(int(e["aircraft"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert struck == [slot for slot in (6, 1, 4)[:aircraft] for _ in range(hits)]
    assert game.mat.mission.fighters == 0


@pytest.mark.rule("R224", "Q72")
def test_a_colour_1_is_no_attack_a_white_1_is_one() -> None:
    game = formation()
    attack(game, 6, 1, [], [])
    assert [e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1] == []
    game = formation()
    attack(game, 1, 4, [3], [NOTHING])
    assert game.mat.mission.sector == Sector.ABOVE + 1


@pytest.mark.rule("S11")
def test_a_colour_2_reads_the_chart_which_of_ours_says_no_attack() -> None:
    game = formation()
    attack(game, 6, 2, [], [])
    with (BOOK.folder / "b3_approach.toml").open("rb") as file:
        chart: dict[str, Any] = tomllib.load(file)
    chart["attack"]["2"] = "2 aircraft, 1 hit"
    game = formation(BOOK.with_contents({"b3_approach": chart}, "a printed chart"))
    attack(game, 6, 2, [3, 1], [NOTHING] * 2)
    assert [to_index(int(e["aircraft"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1] == [2, 0]
    origins = load_charts().files["b3_approach"].provenance
    assert [origins["attack", face].kind for face in ("1", "2")] == ["printed", "reconstructed"]


@pytest.mark.rule("R159", "R161", "R164")
def test_fighters_attack_one_at_a_time_and_numbers_return_to_the_cup(charts: LoadedCharts) -> None:
    game = formation(charts, fighters=3)
    for left in (2, 1, 0):
        attack(game, 6, 6, [2, 4], [NOTHING] * 4)
        assert game.mat.mission.fighters == left
    with game.dice():
        fighter_attacks(game.mat, game.table)
    assert game.mat.cursor.phase == Phase.ZONE_DONE


@pytest.mark.rule("R161", "Q72")
def test_one_result_draws_different_numbers_and_at_most_all(charts: LoadedCharts) -> None:
    game = formation(charts, aircraft=4)
    game.mat.aircraft["status"][1:3] = Status.HOME
    attack(game, 6, 3, [4, 1], [NOTHING] * 2)
    game = formation(charts)
    with pytest.raises(AssertionError, match="not in the cup"):
        attack(game, 6, 6, [2, 2], [NOTHING] * 4)


@pytest.mark.rule("Q72", "Q99", "R034")
def test_hits_on_an_aircraft_already_lost_lapse(charts: LoadedCharts) -> None:
    game = formation(charts)
    attack(game, 6, 5, [2], [[1, 6]], C3=[6, 6])
    assert game.mat.aircraft[1].status == Status.LOST
    game.mat.mission.fighters = 1
    with pytest.raises(AssertionError, match="not in the cup"):
        attack(game, 6, 4, [2], [NOTHING])


@pytest.mark.rule("R226", "R277", "R169", "R281")
def test_a_fighters_hit_is_a_hit_like_any_other() -> None:
    game = formation()
    attack(game, 6, 4, [3], [[4, 3]])
    assert game.mat.aircraft[2].damage[System.STARBOARD_WING] == 1
    assert game.stress(2) == (2, 2)


# --- the rear gunner: sector by level ---

LEVELS = (Quality.GREEN, Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO)
DEFENCE = dict(zip(LEVELS, (0, -1, -2, -3, -3), strict=True))
WOUNDED = dict(zip(LEVELS, (0, 0, 0, 0, -2), strict=True))
SECTOR_DRM = {Sector.STARBOARD: -1, Sector.BELOW: 1}


def drm(game: Position, sector: Sector) -> int:
    return int(sum(defence_modifiers(game.mat, game.table.charts, 1, sector)))


@pytest.mark.rule("R166", "R346a", "R351a", "R358a", "R368c", "R367a", "R046", "Q32", "Q33")
@each("sector", Sector)
@each("level", LEVELS)
def test_the_rear_gunner_defends_rear_and_above(level: Quality, sector: Sector, charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, gunner=level)
    gunner = -2 + DEFENCE[level] if sector in (Sector.REAR, Sector.ABOVE) else 0
    assert drm(game, sector) == gunner + SECTOR_DRM.get(sector, 0)


@pytest.mark.rule("R346a", "R351a", "R358a", "R368c")
@each("level, total", list(zip(LEVELS, (-2, -3, -4, -5, -5), strict=True)))
def test_totals_of_the_rear_defence_with_the_charts_in_force(level: Quality, total: int) -> None:
    game = formation()
    game.level(1, gunner=level)
    assert drm(game, Sector.REAR) == total == drm(game, Sector.ABOVE)


@pytest.mark.rule("R275", "R271", "Q32", "Q34", "Q35")
@each("level", LEVELS)
def test_a_wounded_gunner_keeps_the_base_a_hero_half_his_level(level: Quality, charts: LoadedCharts) -> None:
    game = formation(charts)
    game.level(1, gunner=level)
    game.person(1, Role.GUNNER).wounds = 1
    assert drm(game, Sector.REAR) == drm(game, Sector.ABOVE) == -2 + WOUNDED[level]


@pytest.mark.rule("Q32", "R087")
@each("sector", [Sector.REAR, Sector.ABOVE])
@each("level", LEVELS)
def test_no_living_gunner_aboard_no_defence(level: Quality, sector: Sector, charts: LoadedCharts) -> None:
    for gone in (Duty.KIA, Duty.POW, Duty.BACK):
        game = formation(charts)
        game.level(1, gunner=level)
        game.person(1, Role.GUNNER).duty = gone
        assert drm(game, sector) == 0
    game = formation(charts)
    game.level(1, gunner=level)
    game.mat.aircraft[1].gunner = 0
    assert drm(game, sector) == 0


@pytest.mark.rule("R163", "R166", "R167", "R168", "Q43")
def test_the_modifier_touches_only_the_d6_and_never_below_1() -> None:
    game = formation()
    game.level(2, gunner=Quality.GREEN)
    attack(game, 4, 5, [3], [[4, 5], [9, 2]])
    rolls = [e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert [(list(e["dice"][:2]), int(e["drm"]), int(e["total"])) for e in rolls] == [([4, 5], -2, 3), ([9, 2], -2, 1)]
    card = game.mat.aircraft[2]
    assert list(np.flatnonzero(card.damage)) == [System.STARBOARD_WING]
    assert game.stress(2) == (2, 2)


@pytest.mark.rule("R167", "Q43")
def test_a_modified_6_is_the_most_severe(charts: LoadedCharts) -> None:
    game = formation(charts)
    attack(game, 5, 4, [3], [[1, 6]], C3=[6, 6])
    rolls = [e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert (int(rolls[0]["drm"]), int(rolls[0]["total"])) == (1, 6)
    assert game.mat.aircraft[2].status == Status.LOST


@pytest.mark.rule("Q32", "Q39", "R272")
def test_a_gunner_killed_by_the_first_hit_does_not_defend_against_the_second() -> None:
    game = formation()
    cell = int(np.flatnonzero(game.charts.record.c1["gunner_wound"][10])[0])
    game.level(1, pilot=Quality.HERO, gunner=Quality.GREEN)
    game.person(1, Role.GUNNER).wounds = 1
    attack(game, 4, 5, [2], [[10, cell + 2], [9, 1]])
    assert game.person(1, Role.GUNNER).duty == Duty.KIA
    drms = [int(e["drm"]) for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert drms == [-2, 0]


# --- air-to-air (7.3.1) ---


def contact(levels: dict[int, Quality], die: int = 3, escort: int = 5, zone: int = 4) -> Position:
    """Jun/Jul 1941, zone 4: two MiG-3 (or, on an 8, one I-16) find a formation with these pilots; B2 5 removes none."""
    game = Position().in_flight(aircraft=5, zone=zone, target_zone=6)
    for slot, level in levels.items():
        game.level(slot, pilot=level)
    with game.dice(B1=[die], B2=[escort]):
        intercept(game.mat, game.table)
    return game


@pytest.mark.rule("R169a", "R228", "R353", "R361")
@each("level", LEVELS)
def test_only_an_elite_or_hero_pilot_may_try(level: Quality) -> None:
    game = contact({2: level})
    assert (game.mat.cursor.decision == Decision.AIR_TO_AIR) == (level >= Quality.ELITE)
    assert bool(may_duel(game.mat, 2)) == (level >= Quality.ELITE)
    assert not may_duel(game.mat, 1)


@pytest.mark.rule("R228", "R353", "R361")
def test_an_elite_gunner_may_not_try() -> None:
    game = Position().in_flight(aircraft=5, zone=4, target_zone=6)
    game.level(2, gunner=Quality.HERO)
    with game.dice(B1=[3], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.cursor.decision == Decision.NONE


@pytest.mark.rule("R229", "D22", "Q27")
def test_asked_only_if_fighters_remain_after_the_escort_roll() -> None:
    assert contact({2: Quality.HERO}, die=8, escort=2).mat.cursor.decision == Decision.NONE
    assert contact({2: Quality.HERO}, die=8, escort=5).mat.cursor.decision == Decision.AIR_TO_AIR
    assert contact({2: Quality.HERO}, die=1).mat.cursor.decision == Decision.NONE


@pytest.mark.rule("D22", "Q27")
def test_the_player_names_one_pilot_or_none() -> None:
    game = contact({1: Quality.ELITE, 2: Quality.HERO, 4: Quality.ELITE})
    game.person(4, Role.PILOT).wounds = 1
    with game.dice():
        game.advance()
    assert legal(game) == [Act.NO_DUEL, Act.DUEL + 1, Act.DUEL + 2, Act.DUEL + 4]


@pytest.mark.rule("R228", "Q27")
def test_an_elite_pilot_who_went_home_cannot_try() -> None:
    game = Position().in_flight(aircraft=5, zone=4, target_zone=6)
    game.level(2, pilot=Quality.ELITE)
    game.mat.aircraft[2].status = Status.HOME
    with game.dice(B1=[3], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.cursor.decision == Decision.NONE


@pytest.mark.rule("R232", "R228")
@each("die", range(1, 7))
def test_a_1_or_2_shoots_down_one_fighter(die: int) -> None:
    game = contact({2: Quality.HERO})
    with game.dice(A2A=[die]):
        duel(game.mat, game.table, 2)
    assert game.mat.mission.kills == (1 if die <= 2 else 0)
    assert game.mat.mission.fighters == (1 if die <= 2 else 2)
    assert game.mat.mission.duellist == 3


@pytest.mark.rule("R233", "Q27")
def test_ten_points_a_kill_also_when_nobody_reached_the_target_none_in_an_aborted_mission() -> None:
    game = Position().in_flight(aircraft=5)
    game.mat.mission.kills, game.mat.mission.present = 2, 4
    assert kill_points(game.mat, game.charts.record) == 20
    game.mat.mission.aborted = 1
    assert kill_points(game.mat, game.charts.record) == 0
    game.mat.mission.aborted = game.mat.mission.present = 0
    assert kill_points(game.mat, game.charts.record) == 20


@pytest.mark.rule("R230", "R231", "Q27", "Q72", "S05")
@pytest.mark.parametrize("die", [2, 3])
def test_his_number_replaces_the_first_drawn_whether_he_hit_or_not(die: int, charts: LoadedCharts) -> None:
    game = formation(charts, fighters=3)
    game.level(2, pilot=Quality.HERO)
    with game.dice(A2A=[die]):
        duel(game.mat, game.table, 2)
    attack(game, 6, 3, [5, 1], [NOTHING] * 3)
    struck = [to_index(int(e["aircraft"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert struck == [2, 4, 0]
    attack(game, 6, 4, [1], [NOTHING])


@pytest.mark.rule("Q27", "R231", "S05")
def test_his_number_cannot_be_drawn_a_second_time(charts: LoadedCharts) -> None:
    game = formation(charts, fighters=2)
    game.mat.mission.duellist = 3
    with pytest.raises(AssertionError, match="not in the cup"):
        attack(game, 6, 6, [3], [NOTHING] * 4)


@pytest.mark.rule("Q27", "R224")
def test_a_fighter_that_does_not_attack_uses_nothing_up(charts: LoadedCharts) -> None:
    game = formation(charts, fighters=2)
    game.mat.mission.duellist = 3
    attack(game, 6, 1, [], [])
    assert game.mat.mission.duellist == 3
    attack(game, 6, 4, [], [NOTHING])
    assert game.mat.mission.duellist == 0


@pytest.mark.rule("Q27", "R228", "D22")
def test_one_attempt_an_interception_asked_again_at_the_next() -> None:
    game = contact({2: Quality.HERO})
    with game.dice():
        game.advance()
    with game.dice(A2A=[6], B3=[[6, 4], [6, 1]], C1=[NOTHING]):
        apply_action(game.mat, game.table, Act.DUEL + 2)
        while game.mat.cursor.phase != Phase.ZONE_DONE:
            assert game.mat.cursor.decision == Decision.NONE
            step(game)
    with game.dice(B1=[3], B2=[5]):
        intercept(game.mat, game.table)
    assert game.mat.cursor.decision == Decision.AIR_TO_AIR and game.mat.mission.duellist == 0


@pytest.mark.rule("D22", "R228")
def test_declined_the_numbers_are_drawn_as_always() -> None:
    game = contact({2: Quality.HERO}, die=8)
    with game.dice():
        game.advance()
    with game.dice(B3=[[6, 4]], CUP=[5], C1=[NOTHING]):
        apply_action(game.mat, game.table, Act.NO_DUEL)
        step(game)
    assert game.mat.mission.kills == 0


@pytest.mark.rule("R158", "R232")
def test_the_only_fighter_shot_down_nobody_is_attacked() -> None:
    game = contact({2: Quality.ELITE}, die=8)
    with game.dice(A2A=[1]):
        duel(game.mat, game.table, 2)
        game.mat.cursor.decision = Decision.NONE
        step(game)
    assert game.mat.cursor.phase == Phase.ZONE_DONE
