"""Rows and rulings that no other test shows, found by the review: combat, death, and lost sorties together."""

import pytest

from stuka_env.games.interceptor.codes import (
    Act,
    Aim,
    Award,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Event,
    Health,
    Marker,
    Model,
    Month,
    Orientation,
    Over,
    Phase,
    Series,
    Skill,
    System,
    TargetZone,
)
from stuka_env.games.interceptor.rules.interception import enter_box, escort_of
from tests.support.each import each
from tests.support.interceptor.game import Game, pick

NOTHING = [6, 6, 6, 6]
"""R1: dice that show nothing."""


# --- bombers ---


@pytest.mark.rule("IR110", "IR152")
def test_a_pass_has_three_rounds_and_one_of_rockets() -> None:
    game = Game().aloft(Model.FW_190A_4_R6).meet(Bomber.B_24).act(Act.BOMBERS)
    cards = [game.card(number) for number in range(1, 7)]
    game.plan(WGR=[2], CARD=cards, B3=[11], B6=[31])
    game.act(Act.ROCKETS, Act.AIM_PORT, Act.AIM_PORT, Act.AIM_PORT)
    assert game.decision == Decision.PASS and game.mat.bomber.fired == 4


@pytest.mark.rule("IR007", "IR010")
def test_one_deck_serves_all_and_each_reads_its_part() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24).act(Act.BOMBERS)
    game.mat.bomber.range = 1
    text = {"jam": 0, "defensive_fire": 1, "avoid": 2, "improve": 2, "ends": 1}
    own, answer = game.card(1, 1, **text), game.card(2, 3, **text)
    game.plan(CARD=[own, answer], B3=[11], B6=[31]).act(Act.AIM_PORT)
    assert game.mat.bomber.gear == 1 and game.decision == Decision.BURST
    game.assert_all_rolled()


@pytest.mark.rule("IR109", "IQ037", "IQ038")
def test_flak_may_destroy_a_bomber_and_the_next_one_is_taken() -> None:
    game = Game().aloft(Model.FW_190A_4, 3).meet(Bomber.B_24)
    game.charts.bombers[Bomber.B_24].airframe = 2
    game.plan(FLAK=[5, 3], B3=[7, 7]).act(Act.BOMBERS)
    mat = game.mat
    assert mat.bomber.present == 1 and mat.bomber.airframe == 0 and mat.sortie.bombers_met == 2
    assert mat.career.bombers == 0 and mat.aircraft.airframe == 0
    game.assert_all_rolled()


@pytest.mark.rule("IQ040", "IQ066", "IR105")
def test_the_wingman_may_set_the_bombs_off() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24).act(Act.BOMBERS)
    game.mat.bomber.range = 0
    game.charts.b3[Aim.AIRFRAME][2] = System.BOMB_BAY
    game.charts.w1[4] = 1
    game.charts.range_fire[0] = 0
    game.plan(
        CARD=[game.card(1), game.card(2)],
        W1=[4],
        B3=[2],
        B4_BAY=[7],
        B4_BLAST=[12],
        B4_BLAST_HITS=[1],
        B6=[31, 12],
    )
    game.act(Act.WINGMAN, Act.AIM_AIRFRAME)
    mat = game.mat
    assert mat.wingman.bombers == 1 and mat.career.bombers == 0 and mat.aircraft.port_wing == 1
    game.assert_all_rolled()


@pytest.mark.rule("IQ201", "IQ193")
def test_orders_are_not_spent_without_a_shot() -> None:
    game = Game().aloft(Model.FW_190A_4).skills(Skill.REFLEXES).meet(Bomber.B_24).act(Act.BOMBERS)
    game.plan().act(Act.REFLEXES, Act.WINGMAN, Act.BREAK_OFF)
    assert game.decision == Decision.ONWARD and game.mat.sortie.reflexes_used == 0


# --- fighters ---


@pytest.mark.rule("IR130", "IR169")
def test_range_does_nothing_in_fighter_combat() -> None:
    game = Game().aloft(Model.FW_190A_4)
    own, enemy = game.card(1, 1), game.card(2, 1)
    game.plan(CARD=[own, enemy], B6=[12, 13], B12=[(3, 2)]).dogfight(Enemy.P_47).act(Act.FIRE)
    assert game.mat.fighter.port_wing == 1 and game.mat.aircraft.starboard_wing == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR402", "IR087")
def test_the_fire_comes_before_the_turn() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1, 1)], B6=[12], B12=[(3, 2)]).dogfight(Enemy.P_47, -2).act(Act.TIGHT_TURN)
    assert game.mat.aircraft.tail == 1 and game.mat.fighter.position == -1


@pytest.mark.rule("IQ209", "IR213")
def test_a_failed_attempt_to_leave_adds_to_the_own_turn() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(ENEMY_DISENGAGE=[6], B12=[(3, 2)]).dogfight(Enemy.P_47, -1, leak=1).act(Act.TIGHT_TURN)
    assert game.mat.fighter.position == 1


@pytest.mark.rule("IQ094", "IR214", "IR288")
def test_an_enemy_wounded_by_reflexes_defends_at_once() -> None:
    game = Game().aloft(Model.FW_190A_4).skills(Skill.REFLEXES)
    own, enemy = game.card(1, 1), game.card(2, 5, avoid=3, improve=1)
    game.plan(CARD=[own, enemy], B6=[26], B4_WOUND=[1], B12=[(3, 2)]).dogfight(Enemy.P_47)
    game.act(Act.REFLEXES, Act.FIRE)
    assert game.mat.fighter.pilot == Health.LIGHT_WOUND and game.mat.fighter.position == -1
    game.assert_all_rolled()


@pytest.mark.rule("IR394", "IQ112", "IQ103")
def test_a_split_s_takes_the_rest_of_the_fire() -> None:
    game = Game(advanced_maneuvers=1).aloft(Model.FW_190A_4).skills(Skill.SPLIT_S)
    game.plan(CARD=[game.card(1, 2)], B6=[12]).dogfight(Enemy.P_47, -1).act(Act.SPLIT_S)
    assert game.mat.aircraft.port_wing == 1 and game.decision == Decision.ONWARD
    game.assert_all_rolled()


@pytest.mark.rule("IR163")
@each("zone", [zone for zone in TargetZone if zone])
def test_raids_begin_without_escorts(zone: TargetZone) -> None:
    game = Game(month=Month.MARCH_1943).aloft(Model.FW_190A_4, target_zone=zone).plan()
    assert escort_of(game.mat, game.table) == Enemy.NONE


# --- death (IQ135, IQ138a) ---


@pytest.mark.rule("IQ135", "IQ138a", "IR368", "IR250")
@pytest.mark.parametrize("marker", [0, 1])
def test_a_fighter_left_by_a_dead_pilot_may_crash(marker: int) -> None:
    game = Game().aloft(Model.FW_190A_4)
    mat = game.mat
    mat.career.markers[Marker.WITNESS] = marker
    own, enemy = game.card(1, 1), game.card(2, 1)
    game.plan(CARD=[own, enemy], B6=[12, 26], B4_WOUND=[6], CRASH=[1], CREDIT=[2]).dogfight(Enemy.P_47)
    game.act(Act.FIRE)
    assert mat.career.over == Over.DEATH and mat.career.fighters == 1 and mat.career.bombers == 0
    assert mat.pilot.awards[Award.IRON_CROSS_2] == 1 and mat.career.markers[Marker.WITNESS] == marker
    game.assert_all_rolled()


# --- home and debriefing ---


@pytest.mark.rule("IR239", "IR062", "IQ020")
def test_home_is_straight() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24).act(Act.LET_GO)
    assert game.decision == Decision.ONWARD
    game.plan(B7=[2], R1=NOTHING, A1=[7], B9=[7]).act(Act.HOME)
    assert game.table.log.lines[0].boxes == 1 and game.decision == Decision.SCRAMBLE


@pytest.mark.rule("IR065", "IQ146")
def test_skills_come_before_prestige() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.pilot.points, game.mat.pilot.prestige, game.mat.cursor.phase = 1, 1, Phase.LANDING
    game.plan(B7=[2], R1=[6, 5, 6, 6]).go()
    assert game.decision == Decision.SKILL and not game.mat.desk.available[Model.FW_190A_5]
    game.mat.desk.available[Model.FW_190A_5], game.mat.pilot.level = 1, 2
    game.act(Act.DONE)
    assert game.decision == Decision.DEBRIEF and "UPGRADE" in game.names


@pytest.mark.rule("IQ142", "IR315", "IR353", "IR256")
def test_lost_sorties_run_in_parallel_and_then_one_after_the_other() -> None:
    game = Game(month=Month.MAY_1943).aloft(Model.FW_190A_4, bombers=1)
    mat = game.mat
    mat.career.bombers, mat.pilot.prestige, mat.pilot.level = 45, 4, 7
    for award in (0, 1, 2, 3, 5, 6, 10):
        mat.pilot.awards[award] = 1
    for system in ("port_wing", "tail", "airframe", "oxygen"):
        setattr(mat.aircraft, system, 1)
    mat.cursor.phase = Phase.LANDING
    game.plan(B7=[12], SCROUNGE=[]).go()
    assert mat.pilot.awards[Award.OAK_LEAVES] == 1 and "SPARE" not in game.names
    game.act(Act.SWITCH, pick(Series.BF_109)).pick_model(Model.BF_109G_4)
    game.plan(R1=[], A1=[7, 7], B9=[7, 7]).act(Act.DONE)
    assert game.table.log.lines[0].lost == 1 + 1 + 2 and mat.career.line == 6


@pytest.mark.rule("IQ203", "IQ123")
def test_an_event_may_stop_the_engine() -> None:
    game = Game().aloft(Model.BF_109G_4)
    game.charts.c1[7] = Event.ENGINE_HIT
    game.mat.aircraft.engines[0] = 1
    game.plan(B1=[12], C1=[7])
    enter_box(game.mat, game.table)
    game.go()
    assert game.decision == Decision.FORCED and game.names == {"BAIL_OUT", "DEADSTICK"}


@pytest.mark.rule("IQ026", "IQ116", "IR090")
def test_a_slip_that_fails_out_of_the_sun() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(SLIP=[3]).meet(Bomber.B_24, Enemy.P_47, Orientation.OUT_OF_THE_SUN)
    game.act(Act.SLIP)
    assert game.mat.fighter.position == 1 and game.mat.fighter.sun == 1 and game.rolled(Chart.SLIP) == 1
