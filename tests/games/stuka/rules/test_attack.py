"""The attack run (5.1.3, 7.4 to 7.9, 8.6): visibility, anti-aircraft fire, modifiers, strafing, Rudel Gamble, ships."""

import itertools
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import (
    Act,
    AntiAircraft,
    Chart,
    Decision,
    Duty,
    Entry,
    Leg,
    Model,
    Modifier,
    Payload,
    Phase,
    Quality,
    Role,
    Scale,
    Size,
    Status,
    System,
    Target,
    Visibility,
    to_index,
)
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.attack import (
    anti_aircraft_fire,
    attack_drm,
    attacks,
    begin_attack_run,
    bombs_work,
    drop,
    hold_fire,
    may_gamble,
    may_strafe,
    rudel_gamble,
    strafe,
    target_visibility,
)
from stuka_env.games.stuka.rules.damage import hit
from stuka_env.games.stuka.rules.scoring import attack_average
from stuka_env.games.stuka.rules.sequence import apply_action, next_step, write_mask
from tests.support.each import each
from tests.support.position import Position

first_legal = RULES.names["first_legal"]

NOTHING = [9, 1]
"""C1: tail, no effect (5.1.2)."""
LEVELS = (Quality.GREEN, Quality.VETERAN, Quality.ACE, Quality.ELITE, Quality.HERO)
ATTACK = dict(zip(LEVELS, (0, 0, -1, -2, -3), strict=True))
STRESS = (0, 0, 1, 1, 2, 2, 2)
"""C2 on attacks (the amendment: six counts +2)."""
SIGHT = {Visibility.GOOD: 0, Visibility.MEDIUM: 1, Visibility.LOW: 2}
LARGE = {0: 100, 1: 90, 2: 80, 3: 70, 4: 60, 5: 50, 6: 40, 7: 40, 8: 30, 9: 20, 10: 10, 11: 0}
MEDIUM = {-1: 100, 0: 90, 1: 85, 2: 75, 3: 60, 4: 55, 5: 40, 6: 30, 7: 20, 8: 15, 9: 10, 10: 5, 11: 0}
SMALL = {-2: 100, -1: 85, 0: 75, 1: 70, 2: 55, 3: 40, 4: 30, 5: 20, 6: 15, 7: 10, 8: 5, 9: 0}
COLUMN = {Size.LARGE: LARGE, Size.MEDIUM: MEDIUM, Size.SMALL: SMALL}
SIZES = {Size.LARGE: Target.BUILDINGS, Size.MEDIUM: Target.RAIL, Size.SMALL: Target.BRIDGE}
SHIPS = (Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.SUBMARINE)
LAND = tuple(target for target in Target if Target.NONE < target < Target.BATTLESHIP)


def over_target(
    target: Target = Target.BUILDINGS,
    aircraft: int = 5,
    segment: str = "1941-11",
    visibility: Visibility = Visibility.GOOD,
    **more: Any,
) -> Position:
    """In the target zone, visibility and Anti-Aircraft fire settled, the first aircraft about to attack."""
    game = Position(segment=segment, **more).in_flight(aircraft=aircraft, zone=3, target_zone=3, target=target)
    game.mat.mission.visibility = visibility
    game.mat.mission.anti_aircraft = AntiAircraft.NONE
    game.mat.mission.present = aircraft
    game.mat.aircraft["present"][:aircraft] = 1
    game.mat.cursor.phase = Phase.ATTACK
    return game


def arriving(aircraft: int = 5, segment: str = "1941-11", target: Target = Target.BUILDINGS) -> Position:
    """In the target zone, nothing settled yet."""
    game = Position(segment=segment).in_flight(aircraft=aircraft, zone=3, target_zone=3, target=target)
    game.mat.cursor.phase = Phase.ATTACK_RUN
    return game


def as_g(game: Position) -> Position:
    """Cannon under every aircraft, as in Citadel."""
    game.mat.war.model = Model.G
    game.mat.mission.payload = Payload.CANNON
    for slot in range(game.mat.mission.sent):
        game.mat.aircraft[slot].ordnance = Payload.CANNON
        game.level(slot, pilot=Quality.VETERAN, gunner=Quality.VETERAN)
    return game


def choose(game: Position, action: int) -> None:
    assert game.mask[action] == 1
    apply_action(game.mat, game.table, action)
    game.advance()


def legal(game: Position) -> list[int]:
    return [int(action) for action in np.flatnonzero(game.mask)]


def step(game: Position) -> None:
    next_step(game.mat, game.table)


def drm(game: Position, payload: int = Payload.SC500_SC50, gamble: int = 0, slot: int = 0) -> int:
    return int(attack_drm(game.mat, game.table.charts, slot, payload, gamble))


# --- visibility (7.4) ---


@pytest.mark.rule("R012", "R173", "R234", "R235", "R236", "R250a")
@each("die, visibility", [(1, "GOOD"), (2, "GOOD"), (3, "GOOD"), (4, "MEDIUM"), (5, "MEDIUM"), (6, "LOW")])
def test_visibility_by_the_d6_for_the_whole_formation(die: int, visibility: str) -> None:
    game = arriving()
    with game.dice(A4=[die]):
        target_visibility(game.mat, game.table)
    assert game.mat.mission.visibility == Visibility[visibility]
    assert [int(e["result"]) for e in game.said(Entry.VISIBILITY)] == [Visibility[visibility]]
    clear = {Visibility.GOOD: 0, Visibility.MEDIUM: 1, Visibility.LOW: 2}[Visibility[visibility]]
    assert [drm(game, slot=slot) for slot in range(5)] == [clear - 1] * 5


# --- anti-aircraft fire (7.5) ---

INTENSITY = {1: (AntiAircraft.NONE, 0)}
INTENSITY |= dict.fromkeys((2, 3, 4), (AntiAircraft.LIGHT, 1))
INTENSITY |= dict.fromkeys((5, 6, 7, 8), (AntiAircraft.MEDIUM, 2))
INTENSITY |= dict.fromkeys((9, 10, 11), (AntiAircraft.HEAVY, 3))


@pytest.mark.rule("R013", "R175a", "R175b", "R238", "R239a", "R239b", "R239c", "R250b", "R250c")
@each("die", range(1, 11))
def test_anti_aircraft_fire_by_the_d10_hits_none_one_two_or_three_aircraft(die: int) -> None:
    anti_aircraft, hits = INTENSITY[die]
    game = arriving()
    with game.dice(A6=[die], CUP=[4, 1, 5][:hits], C1=[NOTHING] * hits):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == anti_aircraft
    struck = [to_index(int(e["aircraft"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert struck == [3, 0, 4][:hits]


@pytest.mark.rule("R142", "R338", "Q69", "Q70")
@each("target", [*SHIPS, Target.TRANSPORT])
@each("die", range(1, 11))
def test_over_ships_anti_aircraft_fire_adds_1_once(die: int, target: Target) -> None:
    anti_aircraft, hits = INTENSITY[die + 1]
    game = arriving(target=target)
    with game.dice(A6=[die], CUP=[1, 2, 3][:hits], C1=[NOTHING] * hits):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == anti_aircraft


@pytest.mark.rule("Q07")
@each("first", [9, 10])
@each("second", range(1, 11))
def test_in_june_1941_heavy_is_rolled_once_more_and_the_second_stands(first: int, second: int) -> None:
    anti_aircraft, hits = INTENSITY[second]
    game = arriving(segment="1941-06")
    with game.dice(A6=[first, second], CUP=[1, 2, 3][:hits], C1=[NOTHING] * hits):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == anti_aircraft


@pytest.mark.rule("Q07", "Q70")
def test_the_re_roll_looks_at_the_modified_die() -> None:
    game = arriving(segment="1941-06", target=Target.CRUISER)
    with game.dice(A6=[8, 1], CUP=[1], C1=[NOTHING]):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == AntiAircraft.LIGHT


@pytest.mark.rule("Q07")
@each("segment", ["1941-08", "1941-11", "1942-08", "1942-11", "1943-07"])
def test_later_heavy_stands(segment: str) -> None:
    game = arriving(segment=segment, aircraft=3)
    with game.dice(A6=[9], CUP=[3, 1, 2], C1=[NOTHING] * 3):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == AntiAircraft.HEAVY


@pytest.mark.rule("Q07")
def test_medium_is_not_rolled_again_in_june_1941() -> None:
    game = arriving(segment="1941-06")
    with game.dice(A6=[8], CUP=[3, 1], C1=[NOTHING] * 2):
        anti_aircraft_fire(game.mat, game.table)
    assert game.mat.mission.anti_aircraft == AntiAircraft.MEDIUM


@pytest.mark.rule("Q71")
def test_anti_aircraft_fire_draws_different_numbers_at_most_all_present() -> None:
    game = arriving(aircraft=4)
    game.mat.aircraft["status"][:2] = Status.HOME
    with game.dice(A6=[10], CUP=[4, 3], C1=[NOTHING] * 2):
        anti_aircraft_fire(game.mat, game.table)
    with pytest.raises(AssertionError, match="not in the cup"), game.dice(A6=[5], CUP=[4, 4], C1=[NOTHING] * 2):
        anti_aircraft_fire(game.mat, game.table)


@pytest.mark.rule("Q96", "R226")
def test_the_gunner_does_not_help_against_anti_aircraft_fire() -> None:
    game = arriving()
    game.level(2, gunner=Quality.HERO)
    with game.dice(A6=[2], CUP=[3], C1=[[4, 3]]):
        anti_aircraft_fire(game.mat, game.table)
    roll = next(e for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1)
    assert (int(roll["drm"]), int(roll["total"])) == (0, 3)
    assert game.mat.aircraft[2].damage[System.STARBOARD_WING] == 1


@pytest.mark.rule("Q99", "R371", "R372")
def test_anti_aircraft_fire_hits_in_draw_order_and_a_lost_aircraft_is_a_miss_in_the_divisor() -> None:
    game = arriving()
    with game.dice(A4=[1], A6=[5], CUP=[5, 2], C1=[[1, 6], NOTHING], C3=[6, 6]):
        begin_attack_run(game.mat, game.table)
    card = game.mat.aircraft[4]
    assert (card.status, card.present, card.score, card.attacked) == (Status.LOST, 1, 0, 0)
    assert game.mat.mission.present == 5
    game.mat.aircraft["score"][:4] = 50
    assert attack_average(game.mat) == 40


@pytest.mark.rule("R074", "Q29")
def test_the_lucky_dog_shrugs_off_anti_aircraft_fire_and_nobody_is_drawn_for_him() -> None:
    game = arriving(aircraft=3)
    game.mat.aircraft[1].lucky = 1
    with game.dice(A6=[5], CUP=[2, 3], C1=[NOTHING]):
        anti_aircraft_fire(game.mat, game.table)
    struck = [to_index(int(e["aircraft"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.C1]
    assert struck == [2]
    assert len(game.said(Entry.LUCKY, 1)) == 1


# --- the order of the run ---


@pytest.mark.rule("R237", "R240", "Q09", "R174", "R249")
def test_visibility_then_anti_aircraft_fire_once_for_the_formation_then_the_attacks() -> None:
    game = arriving(aircraft=4)
    with game.dice(A4=[4], A6=[1], A2=[5, 5, 5, 5]):
        game.advance()
        for slot in (1, 2, 3):
            assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.ATTACK, slot)
            choose(game, Act.DROP)
        apply_action(game.mat, game.table, Act.DROP)
        step(game)
    charts = [int(e["chart"]) for e in game.said(Entry.ROLL)]
    assert charts == [Chart.A4, Chart.A6] + [Chart.A2] * 4
    assert (game.mat.mission.leg, game.mat.cursor.phase) == (Leg.HOME, Phase.MOVE)


@pytest.mark.rule("R176", "R251", "R032", "Q31")
def test_attacks_go_by_slot_and_skip_absent_aircraft() -> None:
    game = over_target(aircraft=6)
    game.mat.aircraft[1].status = Status.HOME
    game.mat.aircraft[3].status = Status.LOST
    order = []
    with game.dice(A2=[5] * 4):
        for _ in range(4):
            attacks(game.mat, game.table)
            order.append(int(game.mat.cursor.subject))
            apply_action(game.mat, game.table, Act.DROP)
        attacks(game.mat, game.table)
    assert order == [1, 3, 5, 6] and game.mat.mission.leg == Leg.HOME


@pytest.mark.rule("R368g", "Q101", "D23")
def test_one_attack_an_aircraft() -> None:
    game = over_target(aircraft=4)
    with game.dice(A2=[5]):
        game.advance()
        choose(game, Act.DROP)
    assert game.mat.cursor.subject == 2
    assert [int(x) for x in game.mat.aircraft["attacked"][:4]] == [1, 0, 0, 0]
    assert game.mat.aircraft[0].ordnance == Payload.NONE
    assert legal(game) == [Act.DROP, Act.GAMBLE]


@pytest.mark.rule("R187", "R319", "Q02", "Q85")
def test_a_miss_stays_in_the_divisor() -> None:
    game = over_target(aircraft=4, visibility=Visibility.LOW)
    with game.dice(A2=[10]):
        drop(game.mat, game.table, 0)
    assert game.mat.aircraft[0].score == 0
    game.mat.aircraft["score"][1:4] = 100
    assert attack_average(game.mat) == 75


@pytest.mark.rule("Q55", "R186", "Q02")
def test_present_is_who_is_there_when_the_run_begins() -> None:
    game = arriving(aircraft=6)
    game.mat.aircraft[1].status = Status.HOME
    with game.dice(A4=[1], A6=[1]):
        begin_attack_run(game.mat, game.table)
    assert [int(x) for x in game.mat.aircraft["present"][:7]] == [1, 0, 1, 1, 1, 1, 0]
    assert game.mat.mission.present == 5
    assert [int(x) for x in game.mat.pilots["completed"][:7]] == [1, 0, 1, 1, 1, 1, 0]
    assert [int(x) for x in game.mat.gunners["completed"][:7]] == [1, 0, 1, 1, 1, 1, 0]


# --- the attack die (7.8, A2) ---


@pytest.mark.rule("R177", "R254", "R180", "R255", "Q16", "Q43", "R253")
@pytest.mark.parametrize("size", COLUMN)
def test_every_cell_of_a2(size: Size) -> None:
    column = COLUMN[size]
    for visibility, level, load, die in itertools.product(
        SIGHT, (Quality.GREEN, Quality.HERO), (Payload.SC500_SC50, Payload.SC1800), range(1, 11)
    ):
        game = over_target(target=SIZES[size], visibility=visibility)
        game.level(0, pilot=level)
        game.mat.aircraft[0].ordnance = load
        modifier = SIGHT[visibility] + ATTACK[level] + (-1 if load == Payload.SC500_SC50 else -4)
        total = max(min(column), min(max(column), die + modifier))
        with game.dice(A2=[die]):
            drop(game.mat, game.table, 0)
        card = game.mat.aircraft[0]
        assert (card.score, card.attacked, card.drm) == (column[total], 1, modifier), (die, modifier)


# --- the modifiers (7.9) ---


@pytest.mark.rule("R045")
@pytest.mark.parametrize("pilot, gunner", [(Quality.HERO, Quality.GREEN), (Quality.GREEN, Quality.HERO)])
def test_the_pilot_makes_the_attack_whoever_is_behind_him(pilot: Quality, gunner: Quality) -> None:
    """His level and his stress count, the roll is his; and without him the aircraft makes none."""
    game = over_target(aircraft=4)
    game.level(0, pilot=pilot, gunner=gunner)
    game.person(0, Role.PILOT).stress, game.person(0, Role.GUNNER).stress = 1, 4
    with game.dice(C1=[[10, 6]], C3=[6]):
        hit(game.mat, game.table, 1, 0)
    with game.dice(A2=[7]):
        game.advance()
        choose(game, Act.DROP)
    (roll,) = (e for e in game.said(Entry.ROLL) if e["chart"] == Chart.A2)
    assert (int(roll["person"]), int(roll["drm"])) == (int(game.mat.aircraft[0].pilot), ATTACK[pilot] - 1)
    assert game.mat.aircraft[0].score == LARGE[7 + ATTACK[pilot] - 1]
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.ATTACK, 3), "aircraft 2 has no pilot"


@pytest.mark.rule("R179", "R252", "R256", "R345a", "R350a", "R357a", "R368a", "R367a", "R278", "Q54", "Q49", "R289")
@each("level", LEVELS)
def test_every_combination_of_stress_crew_visibility_and_gamble(level: Quality) -> None:
    for stress, visibility, gamble in itertools.product(range(7), SIGHT, (0, 1)):
        game = over_target(visibility=visibility)
        game.level(0, pilot=level, gunner=Quality.HERO)
        game.person(0, Role.PILOT).stress = stress
        game.person(0, Role.GUNNER).stress = 6 - stress
        expected = -1 + STRESS[stress] + SIGHT[visibility] + ATTACK[level] - 2 * gamble
        assert drm(game, gamble=gamble) == expected


@pytest.mark.rule("R271", "R275", "Q34", "Q35")
@each("level", LEVELS)
def test_a_wounded_pilot_loses_his_skill_not_his_stress_a_hero_half(level: Quality) -> None:
    game = over_target()
    game.level(0, pilot=level)
    game.person(0, Role.PILOT).wounds = 1
    game.person(0, Role.PILOT).stress = 3
    assert drm(game) == -1 + 1 + (-2 if level == Quality.HERO else 0)
    game.person(0, Role.PILOT).wounds = 0
    game.person(0, Role.GUNNER).wounds = 1
    assert drm(game) == -1 + 1 + ATTACK[level]


@pytest.mark.rule("R252", "Q53")
@each("system", [system for system in System if system < System.GENERAL])
def test_damage_gives_no_modifier(system: System) -> None:
    game = over_target()
    game.mat.aircraft[0].damage[system] = 1
    game.mat.aircraft[0].range_loss = 3
    assert drm(game) == -1


@pytest.mark.rule("R079", "R256", "R134")
@each("target", [*LAND, *SHIPS, Target.TRANSPORT])
def test_sc500_and_sc50_minus_1_on_everything(target: Target) -> None:
    assert drm(over_target(target=target)) == -1


@pytest.mark.rule("R080", "Q52")
@each("target", [*LAND, *SHIPS, Target.TRANSPORT])
def test_clusters_minus_2_on_troops_and_artillery_only(target: Target) -> None:
    expected = -2 if target in (Target.TROOPS, Target.ARTILLERY) else 0
    assert drm(over_target(target=target), Payload.SC500_CLUSTER) == expected


@pytest.mark.rule("R083", "R084", "Q50")
@each("target", [*LAND, *SHIPS, Target.TRANSPORT])
def test_sc1000_minus_2_or_minus_3_on_large_targets_and_ships(target: Target) -> None:
    game = over_target(target=target)
    ship = target >= Target.BATTLESHIP
    expected = -3 if ship or game.mat.mission.target_size == Size.LARGE else -2
    assert drm(game, Payload.SC1000) == expected


@pytest.mark.rule("R089", "Q50")
@each("target", [*LAND, *SHIPS, Target.TRANSPORT])
def test_sc1800_minus_4_on_everything(target: Target) -> None:
    assert drm(over_target(target=target), Payload.SC1800) == -4


@pytest.mark.rule("R093", "Q52")
@each("target", LAND)
def test_cannon_minus_3_on_armor_only(target: Target) -> None:
    game = as_g(over_target(target=target, segment="1943-07", aircraft=3))
    assert drm(game, Payload.CANNON) == (-3 if target == Target.ARMOR else 0)


@pytest.mark.rule("R093", "Q85")
def test_a_g_with_a_damaged_cannon_shows_no_modifier_of_guns_it_has_not() -> None:
    game = as_g(over_target(target=Target.ARMOR, segment="1943-07", aircraft=3))
    game.mat.cursor.phase, game.mat.cursor.step = Phase.ATTACK, 0
    game.mat.aircraft[0].damage[System.BOMBS] = 1
    game.mat.mission.visibility, game.person(0, Role.PILOT).stress = Visibility.LOW, 4
    attacks(game.mat, game.table)
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.ATTACK, 1)
    assert game.mat.aircraft[0].drm == 0


@pytest.mark.rule("R253", "R179")
@pytest.mark.parametrize(("jammed", "modifiers"), [(False, -1 + 1), (True, 5 + 1)])
def test_who_is_asked_sees_the_modifiers_of_what_he_has(jammed: bool, modifiers: int) -> None:
    """Bombs, or guns if they are damaged, over a medium target in Medium visibility; not the gamble's."""
    game = over_target(target=Target.RAIL, visibility=Visibility.MEDIUM)
    game.mat.cursor.phase, game.mat.cursor.step = Phase.ATTACK, 0
    game.mat.aircraft[0].damage[System.BOMBS] = jammed
    attacks(game.mat, game.table)
    assert (game.mat.cursor.subject, game.mat.aircraft[0].drm) == (1, modifiers)


@pytest.mark.rule("R179")
def test_every_modifier_is_told() -> None:
    game = over_target(visibility=Visibility.MEDIUM)
    game.level(0, pilot=Quality.ACE)
    game.person(0, Role.PILOT).stress = 1
    with game.dice(A2=[5], GAMBLE=[3]):
        rudel_gamble(game.mat, game.table, 0)
    told = {int(e["result"]): int(e["drm"]) for e in game.said(Entry.MODIFIER)}
    assert told == {Modifier.PAYLOAD: -1, Modifier.VISIBILITY: 1, Modifier.CREW: -1, Modifier.GAMBLE: -2}


@pytest.mark.rule("R253")
def test_totals_beyond_four_still_count() -> None:
    game = over_target(target=Target.BRIDGE)
    game.level(0, pilot=Quality.HERO)
    game.mat.aircraft[0].ordnance = Payload.SC1800
    with game.dice(A2=[6], GAMBLE=[2]):
        rudel_gamble(game.mat, game.table, 0)
    assert (game.mat.aircraft[0].drm, game.mat.aircraft[0].score) == (-9, 100)


# --- bombs out of order: strafing or nothing (4.4, 7.6) ---


@pytest.mark.rule("R095", "R241", "R258", "Q49", "D23")
def test_with_bombs_damaged_strafe_or_hold() -> None:
    game = over_target(aircraft=4)
    game.mat.aircraft[0].damage[System.BOMBS] = 1
    game.person(0, Role.PILOT).stress = 0
    with game.dice(A2=[3]):
        game.advance()
        assert legal(game) == [Act.STRAFE, Act.HOLD]
        choose(game, Act.STRAFE)
    assert game.mat.cursor.subject == 2
    assert legal(game) == [Act.DROP, Act.GAMBLE]
    assert not bombs_work(game.mat, 0) and bombs_work(game.mat, 1)


@pytest.mark.rule("R097", "R098", "R099", "Q100", "R337", "Q49")
@each("target", [*LAND, *SHIPS, Target.TRANSPORT])
@each("die", [1, 4, 10])
def test_strafing_adds_4_5_or_6_in_place_of_the_ordnance(target: Target, die: int) -> None:
    game = over_target(target=target)
    size = Size(int(game.mat.mission.target_size))
    modifier = {Size.SMALL: 4, Size.MEDIUM: 5, Size.LARGE: 6}[size]
    if target >= Target.BATTLESHIP:
        assert size == Size.SMALL
    game.mat.aircraft[0].damage[System.BOMBS] = 1
    game.mat.aircraft[0].ordnance = Payload.SC1800
    with game.dice(A2=[die]):
        strafe(game.mat, game.table, 0)
    column = COLUMN[size]
    card = game.mat.aircraft[0]
    assert (card.drm, card.score) == (modifier, column[min(max(column), die + modifier)])


@pytest.mark.rule("R096", "R241", "Q85", "Q02", "D23")
def test_a_g_with_its_cannon_damaged_cannot_attack() -> None:
    game = as_g(over_target(target=Target.ARMOR, segment="1943-07", aircraft=3))
    game.mat.aircraft[0].damage[System.BOMBS] = 1
    assert not may_strafe(game.mat, 0)
    with game.dice(A2=[3, 3]):
        while game.mat.mission.leg == Leg.OUT:
            step(game)
            if game.mat.cursor.decision == Decision.ATTACK:
                assert write_mask(game.mat, game.table, game.mask) == 1
                apply_action(game.mat, game.table, first_legal(game.mask))
    scores = [(int(card.score), int(card.attacked), int(card.present)) for card in game.mat.aircraft[:3]]
    assert scores == [(0, 1, 1), (90, 1, 1), (90, 1, 1)]
    assert game.mat.mission.present == 3


@pytest.mark.rule("Q85", "R187")
def test_holding_fire_is_a_miss() -> None:
    game = over_target()
    game.mat.aircraft[0].damage[System.BOMBS] = 1
    with game.dice():
        hold_fire(game.mat, game.table, 0)
    assert (game.mat.aircraft[0].score, game.mat.aircraft[0].attacked) == (0, 1)
    assert [int(e["result"]) for e in game.said(Entry.SCORE)] == [0]


@pytest.mark.rule("D23", "R095")
def test_with_sound_bombs_there_is_no_strafing_and_no_holding() -> None:
    game = over_target()
    with game.dice():
        game.advance()
    assert legal(game) == [Act.DROP, Act.GAMBLE]


# --- Rudel Gamble (7.7) ---


@pytest.mark.rule("R242", "R246", "R245a", "R247", "Q48", "D24")
@each("die", range(1, 7))
def test_the_gamble_crashes_on_1_and_6_and_the_score_stands(die: int) -> None:
    game = over_target()
    with game.dice(A2=[5], GAMBLE=[die]):
        rudel_gamble(game.mat, game.table, 0)
    crash = die in (1, 6)
    card = game.mat.aircraft[0]
    assert (card.score, card.drm, card.attacked, card.present) == (80, -3, 1, 1)
    assert [int(e["result"]) for e in game.said(Entry.SCORE)] == [80]
    assert card.status == (Status.LOST if crash else Status.FLYING)
    duty = Duty.KIA if crash else Duty.FLYING
    assert game.person(0, Role.PILOT).duty == game.person(0, Role.GUNNER).duty == duty
    assert game.mat.mission.gamble == (2 if crash else 1)
    charts = [int(e["chart"]) for e in game.said(Entry.ROLL)]
    assert charts == [Chart.A2, Chart.GAMBLE]


@pytest.mark.rule("R242", "Q48", "Q101", "D24")
@pytest.mark.parametrize("die", [3, 6])
def test_one_aircraft_a_mission_may_gamble(die: int) -> None:
    game = over_target(aircraft=4)
    with game.dice(A2=[5], GAMBLE=[die]):
        game.advance()
        apply_action(game.mat, game.table, Act.GAMBLE)
    for slot in (1, 2, 3):
        assert not may_gamble(game.mat, slot)


@pytest.mark.rule("R243", "D24", "R289")
@each("stress", range(7))
def test_at_most_one_stress_on_the_pilot(stress: int) -> None:
    game = over_target()
    game.person(1, Role.PILOT).stress = stress
    game.person(1, Role.GUNNER).stress = 6 - stress
    assert bool(may_gamble(game.mat, 1)) == (stress <= 1)


@pytest.mark.rule("R244", "D24", "Q49")
@each("system", [system for system in System if system < System.GENERAL])
def test_no_wing_or_tail_damage_and_bombs_to_drop(system: System) -> None:
    game = over_target()
    game.mat.aircraft[1].damage[system] = 1
    allowed = system in (System.ENGINE, System.FUEL, System.LANDING_GEAR)
    assert bool(may_gamble(game.mat, 1)) == allowed


@pytest.mark.rule("R245", "D24")
def test_not_for_the_g() -> None:
    game = as_g(over_target(target=Target.ARMOR, segment="1943-07", aircraft=3))
    assert not may_gamble(game.mat, 1)


@pytest.mark.rule("R242", "D24")
def test_a_wounded_pilot_may_gamble() -> None:
    game = over_target()
    game.person(1, Role.PILOT).wounds = 1
    assert may_gamble(game.mat, 1)


# --- ships (8.6) ---


def attack_ship(game: Position, slot: int, die: int, gamble: int = 0) -> None:
    """This aircraft attacks with an SC1800 (a total of at most -2 is 100), by the decision."""
    game.mat.cursor.step = slot
    game.mat.aircraft[slot].ordnance = Payload.SC1800
    attacks(game.mat, game.table)
    assert game.mat.cursor.subject == slot + 1
    more = {"GAMBLE": [gamble]} if gamble else {}
    with game.dice(A2=[die], **more):
        apply_action(game.mat, game.table, Act.GAMBLE if gamble else Act.DROP)


@pytest.mark.rule("R339", "R340", "R341", "Q67", "R340")
@each("regular", [True, False])
@each("ship", SHIPS)
def test_a_hundred_sinks_a_warship_and_promotes_its_crew_at_once(ship: Target, regular: bool) -> None:
    game = over_target(target=ship, regular=regular)
    game.level(1, pilot=Quality.VETERAN, gunner=Quality.GREEN)
    attack_ship(game, 0, 3)
    assert game.mat.aircraft[0].score == 85 and game.mat.mission.sunk == 0
    attack_ship(game, 1, 2)
    assert game.mat.aircraft[1].score == 100 and game.mat.mission.sunk == 1
    assert (game.person(1, Role.PILOT).level, game.person(1, Role.GUNNER).level) == (Quality.ACE, Quality.VETERAN)
    others = [int(game.person(slot, role).level) for slot in (0, 2, 3, 4) for role in Role]
    assert others == [Quality.VETERAN] * 8
    assert attack_average(game.mat) == 100


@pytest.mark.rule("R341", "Q67", "S01")
def test_only_the_first_crew_sinks_the_ship() -> None:
    game = over_target(target=Target.CRUISER)
    game.level(1, pilot=Quality.VETERAN, gunner=Quality.VETERAN)
    attack_ship(game, 0, 3)
    attack_ship(game, 1, 2)
    game.level(2, pilot=Quality.HERO, gunner=Quality.VETERAN)
    attack_ship(game, 2, 1)
    assert game.mat.aircraft[1].score == game.mat.aircraft[2].score == 100
    assert game.person(1, Role.GUNNER).level == Quality.ACE
    assert game.person(2, Role.GUNNER).level == Quality.VETERAN
    assert len(game.said(Entry.SUNK)) == 1


@pytest.mark.rule("Q67", "R342", "R339")
@each("target", [Target.TRANSPORT, *LAND])
def test_nothing_else_sinks(target: Target) -> None:
    game = over_target(target=target)
    game.level(0, pilot=Quality.HERO)
    attack_ship(game, 0, 1)
    assert game.mat.aircraft[0].score == 100
    assert game.mat.mission.sunk == 0 and game.person(0, Role.GUNNER).level == Quality.VETERAN
    assert attack_average(game.mat) == 20


@pytest.mark.rule("R342")
def test_a_ship_not_sunk_is_scored_like_any_other_target() -> None:
    game = over_target(target=Target.CRUISER)
    game.mat.aircraft["score"][:5] = [85, 75, 70, 0, 0]
    assert attack_average(game.mat) == 46


@pytest.mark.rule("R366a", "Q67")
def test_a_hero_who_sinks_a_ship_stays_a_hero() -> None:
    game = over_target(target=Target.CRUISER)
    game.level(0, pilot=Quality.HERO, gunner=Quality.ELITE)
    attack_ship(game, 0, 1)
    assert game.person(0, Role.PILOT).level == game.person(0, Role.GUNNER).level == Quality.HERO


@pytest.mark.rule("Q67", "R247", "Q86", "R246")
def test_a_gambler_who_crashes_sinks_the_ship_and_nobody_is_left_to_promote() -> None:
    game = over_target(target=Target.CRUISER)
    attack_ship(game, 1, 4, gamble=6)
    assert game.mat.aircraft[1].status == Status.LOST and game.mat.mission.sunk == 1
    assert (game.person(1, Role.PILOT).level, game.person(1, Role.PILOT).duty) == (Quality.VETERAN, Duty.KIA)


@pytest.mark.rule("Q87", "Q67")
@pytest.mark.parametrize("scale", [Scale.MISSION, Scale.SEGMENT])
def test_flown_alone_a_sinking_promotes_nobody(scale: Scale) -> None:
    game = over_target(target=Target.CRUISER, scale=scale)
    attack_ship(game, 1, 1)
    assert game.mat.mission.sunk == 1 and attack_average(game.mat) == 100
    assert game.person(1, Role.PILOT).level == game.person(1, Role.GUNNER).level == Quality.VETERAN


@pytest.mark.rule("Q86", "Q02")
def test_who_is_lost_after_attacking_keeps_his_score() -> None:
    game = over_target(aircraft=4)
    game.mat.aircraft["score"][:4] = [80, 40, 40, 40]
    game.mat.aircraft[0].status = Status.LOST
    assert attack_average(game.mat) == 50
