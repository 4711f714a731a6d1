"""Rulings that no trace and no other test shows, each with planned dice."""

from typing import Any

import pytest

from stuka_env.games.interceptor.codes import (
    DESTROYED,
    NO_SHOT,
    Act,
    Award,
    Bomber,
    Decision,
    Enemy,
    Health,
    Jam,
    Meeting,
    Model,
    Month,
    Orientation,
    Phase,
    Position,
    Range,
    Skill,
    System,
    Tank,
    Touchdown,
)
from stuka_env.games.interceptor.rules.aircraft import is_agile, is_forced_home
from stuka_env.games.interceptor.rules.awards import cross_earned
from stuka_env.games.interceptor.rules.damage import hit_aircraft
from stuka_env.games.interceptor.rules.deck import column_of, fire_of
from stuka_env.games.interceptor.rules.interception import enter_box
from stuka_env.games.interceptor.rules.promotion import try_promotion
from tests.support.each import each
from tests.support.interceptor.game import FREE_LINE, NO_TYPE, Game, at_debrief, attacking

SHOTS = {"AIM_PORT", "AIM_STARBOARD", "AIM_AIRFRAME"}
BURSTS = {"BURST_PORT", "BURST_STARBOARD", "BURST_AIRFRAME"}


# --- sorties and boxes ---


@pytest.mark.rule("IQ012")
def test_a_sortie_counts_from_the_first_roll_for_interception() -> None:
    game = Game().ground(Model.FW_190A_4).plan(A1=[7, 7], B9=[7, 7], B1=[5], B7=[7], R1=NO_TYPE).go().act(Act.FLY)
    assert game.decision == Decision.ONWARD
    game.act(Act.HOME)
    assert game.mat.career.flown == 1 and game.mat.pilot.clock == 1


@pytest.mark.rule("IQ024", "IR073")
@each("month", [Month.MARCH_1943, Month.JUNE_1943])
@each("die", [1, 6])
def test_a3_gives_the_fighters_of_a_sweep(month: int, die: int) -> None:
    game = Game(month=month).aloft(Model.FW_190A_4)
    sweep = next(roll for roll in range(2, 12) if game.charts.b1[month][roll] == Meeting.SWEEP)
    game.plan(B1=[sweep], A3_SWEEP=[die] * int(game.charts.sweep_rolls[month]))
    enter_box(game.mat, game.table)
    assert game.mat.sortie.escort == game.charts.sweep[month][die] and game.mat.sortie.sweep == 1
    game.assert_all_rolled()


@pytest.mark.rule("IQ027")
def test_slipping_away_is_tried_once_a_box() -> None:
    game = Game().aloft(Model.FW_190A_4, slip_tried=1).meet(Bomber.B_17F, Enemy.P_47)
    assert game.names == {"BOMBERS", "FIGHT"}
    game.mat.cursor.phase, game.mat.cursor.decision = Phase.BOX_DONE, Decision.ONWARD
    game.plan(B1=[7], A3=[1], A3_ESCORT=[1] * int(game.charts.escort_rolls[0][game.mat.sortie.target_zone]))
    game.go().act(Act.ON)
    assert game.mat.sortie.slip_tried == 0


@pytest.mark.rule("IQ028", "IQ029")
@pytest.mark.parametrize("field", ["leak", "oxygen"])
def test_a_disadvantaged_pilot_with_a_leak_may_slip_away_and_goes_home(field: str) -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.aircraft[field] = 1
    game.meet(Bomber.B_17F, Enemy.P_47, Orientation.DISADVANTAGED).plan(SLIP=[2], B7=[7], **FREE_LINE)
    game.act(Act.SLIP)
    assert game.mat.career.flown == 1 and game.decision == Decision.SCRAMBLE
    game.assert_all_rolled()


@pytest.mark.rule("IQ030", "IQ078")
def test_the_next_box_has_another_formation() -> None:
    game = attacking(bomber=Bomber.B_24)
    game.mat.sortie.formation = 0
    game.plan(B1=[7], A3=[1]).act(Act.BREAK_OFF, Act.ON)
    assert game.mat.sortie.formation == 1 and game.mat.sortie.bomber_type == Bomber.B_17F
    assert game.mat.bomber.present == 0


@pytest.mark.rule("IQ187", "IQ011")
def test_a_career_does_not_end_by_choice() -> None:
    assert Game().ground(Model.FW_190A_4).plan(A1=[7], B9=[7]).go().names == {"FLY", "STAY"}


# --- bombers ---


@pytest.mark.rule("IQ031", "IQ032", "IR088", "IR089")
@pytest.mark.parametrize(("attack", "distance"), [(Act.BOMBERS, Range.LONG), (Act.BOMBERS_MEDIUM, Range.MEDIUM)])
def test_out_of_the_sun_the_bomber_does_not_answer_the_first_round(attack: Act, distance: int) -> None:
    game = Game().aloft(Model.FW_190A_4_R6).meet(Bomber.B_24, orientation=Orientation.OUT_OF_THE_SUN)
    assert game.names == {"BOMBERS", "BOMBERS_MEDIUM", "LET_GO"}
    game.plan(CARD=[game.card(1), game.card(2), game.card(3)]).act(attack)
    assert game.mat.bomber.range == distance and ("ROCKETS" in game.names) == (distance == Range.LONG)
    game.act(Act.AIM_PORT)
    assert game.mat.deck.enemy == 0 and game.mat.bomber.range == distance - 1


@pytest.mark.rule("IQ034")
def test_each_round_is_a_shot_or_the_end_of_the_pass() -> None:
    assert attacking(distance=Range.LONG).names == SHOTS | BURSTS | {"WINGMAN", "BREAK_OFF"}


@pytest.mark.rule("IQ048", "IR113")
def test_a_firepower_between_two_columns_reads_the_lower_one() -> None:
    game = Game().aloft(Model.FW_190A_4)
    assert [int(game.charts.columns[column_of(game.charts, fire)]) for fire in (1, 6, 7, 10, 24, 60)] == [
        *(6, 6, 6, 8, 24, 24)
    ]
    assert fire_of(game.table, game.card(1, 3), 0) == 0


@pytest.mark.rule("IQ056", "IR147")
def test_an_extended_burst_takes_the_last_point_of_a_weapon() -> None:
    game = attacking()
    game.mat.aircraft.guns[0].ammunition, game.mat.aircraft.guns[1].ammunition = 1, 3
    game.plan(C3=[7], CARD=[game.card(1), game.card(2)], B6=[31]).act(Act.BURST_PORT)
    assert [int(gun.ammunition) for gun in game.mat.aircraft.guns[:2]] == [0, 1]
    game.assert_all_rolled()


@pytest.mark.rule("IQ058")
def test_results_of_c3() -> None:
    charts = Game().charts
    assert [int(charts.c3[roll]) for roll in range(2, 8)] == [DESTROYED, 4, 3, 2, 2, 1] and charts.c3[12] == NO_SHOT
    assert [int(charts.c3_jam[roll]) for roll in (5, 6, 7, 8)] == [Jam.NONE, Jam.ONE, Jam.NONE, Jam.ALL]


@pytest.mark.rule("IQ061", "IR128")
@pytest.mark.parametrize("formation", [0, 1])
def test_the_formation_changes_the_fire_of_the_bombers_only(formation: int) -> None:
    game = attacking(bomber=Bomber.B_17F)
    game.mat.sortie.formation = formation
    game.plan(CARD=[game.card(1, 2), game.card(2)], B3=[11, 11], B6=[31] * formation).act(Act.AIM_PORT)
    game.assert_all_rolled()


@pytest.mark.rule("IQ065")
def test_the_wingman_attacks_bombers_without_a_radio() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.aircraft.radio = 1
    assert "WINGMAN" in game.meet(Bomber.B_24).plan().act(Act.BOMBERS).names


@pytest.mark.rule("IQ069", "IQ038")
def test_the_next_bomber_of_a_box_has_its_own_flak_and_chance_of_a_yb_40() -> None:
    game = Game(month=Month.JUNE_1943).aloft(Model.FW_190A_4, box=3).meet(Bomber.B_17F)
    game.plan(A3_YB40=[2, 12], FLAK=[3, 3], CARD=[game.card(1), game.card(2)], B3=[11], B6=[31, 31], CRASH=[9])
    game.act(Act.BOMBERS)
    game.mat.bomber.range = Range.CLOSE
    game.act(Act.AIM_PORT, Act.OTHER)
    assert game.mat.bomber.type == Bomber.YB_40 and game.mat.sortie.bombers_met == 2
    game.assert_all_rolled()


@pytest.mark.rule("IQ070", "IQ077")
def test_any_number_of_passes_all_but_the_first_head_on() -> None:
    game = Game().aloft(Model.FW_190A_4, passes=50).meet(Bomber.B_24, orientation=Orientation.ADVANTAGED)
    game.plan(CARD=[game.card(1), game.card(2), game.card(3), game.card(4)], B3=[11]).act(Act.BOMBERS)
    game.mat.bomber.range = Range.CLOSE
    game.plan(CARD=[1, 2, 3, 4], B3=[11], B6=[31]).act(Act.AIM_PORT)
    assert game.names == {"SAME", "OTHER", "LET_GO"}
    game.act(Act.SAME, Act.AIM_PORT)  # the bomber answers: it is no surprise
    assert game.mat.deck.enemy == 4 and game.mat.sortie.passes == 51


@pytest.mark.rule("IQ073")
def test_after_fighter_combat_the_bombers_of_the_box_are_gone() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F, Enemy.P_47, Orientation.ADVANTAGED).plan().act(Act.FIGHT)
    game.mat.fighter.position = Position.TAILING
    assert game.go().act(Act.DISENGAGE).decision == Decision.ONWARD


@pytest.mark.rule("IQ140")
def test_a_pass_is_fought_out_with_a_serious_wound() -> None:
    game = attacking()
    game.mat.pilot.health = Health.SERIOUS_WOUND
    assert "AIM_PORT" in game.go().names
    game.plan(B7=[7], C2=[2], **FREE_LINE).act(Act.BREAK_OFF)
    assert game.mat.career.flown == 1 and game.table.log.lines[0].landing == Touchdown.SAFE


# --- fighter combat ---


@pytest.mark.rule("IQ052")
def test_a_jam_on_the_enemys_card_is_ignored() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1, jam=1), game.card(2)], B12=[(3, 3)]).dogfight(Enemy.P_47, Position.DISADVANTAGED)
    game.act(Act.DEFEND)
    assert not game.mat.aircraft.guns["jammed"].any()
    game.assert_all_rolled()


@pytest.mark.rule("IQ057", "IQ082", "IQ117")
@pytest.mark.parametrize(("out", "names"), [(0, {"FIRE", "DISENGAGE"}), (1, {"DISENGAGE"})])
def test_the_choices_in_a_better_position(out: int, names: set[str]) -> None:
    game = Game().aloft(Model.FW_190A_4).plan().dogfight(Enemy.P_47, Position.ADVANTAGED)
    game.mat.aircraft.guns["out"] = out
    assert game.skills().names == names


@pytest.mark.rule("IQ080", "IR181")
def test_nobody_gets_worse_than_tailed() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1), game.card(2)], B12=[(1, 6)]).dogfight(Enemy.P_51B, Position.TAILED).act(Act.DEFEND)
    assert game.mat.fighter.position == Position.TAILED and game.decision == Decision.DOGFIGHT


@pytest.mark.rule("IQ095", "IR287")
@pytest.mark.parametrize(
    ("position", "used", "decision"),
    [
        (Position.HEAD_ON, 0, Decision.REFLEX),
        (Position.HEAD_ON, 1, Decision.DOGFIGHT),
        (Position.TAILING, 0, Decision.DOGFIGHT),
    ],
)
def test_reflexes_are_asked_after_the_shift(position: int, used: int, decision: int) -> None:
    game = Game().aloft(Model.FW_190A_4, reflexes_used=used).skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1), game.card(2)], B12=[(4, 3)]).dogfight(Enemy.P_47, position).act(Act.FIRE)
    assert game.mat.fighter.position == position and game.decision == decision


@pytest.mark.rule("IQ194", "IR175")
def test_the_rear_gunner_does_not_fire_at_an_enemy_ahead() -> None:
    game = Game().aloft(Model.BF_110G_2)
    game.plan(CARD=[game.card(1), game.card(2)], B12=[(3, 3)]).dogfight(Enemy.P_47).act(Act.FIRE)
    assert game.mat.deck.gunner == 0
    game.assert_all_rolled()


# --- damage, the way home, landing ---


@pytest.mark.rule("IQ113", "IR182")
def test_a_hit_on_the_tail_leaves_the_agility_one_on_the_controls_ends_it() -> None:
    game = Game().aloft(Model.BF_109G_4).plan()
    hit_aircraft(game.mat, game.table, System.TAIL)
    assert game.mat.aircraft.tail == 1 and is_agile(game.mat, game.table.charts)
    hit_aircraft(game.mat, game.table, System.CONTROLS)
    assert game.mat.aircraft.controls == 1 and not is_agile(game.mat, game.table.charts)


@pytest.mark.rule("IQ124", "IQ125")
def test_a_leak_ends_the_sortie_with_an_ordinary_landing_and_a_second_one_changes_nothing() -> None:
    game = Game().aloft(Model.FW_190A_4)
    leak = next(total for total in range(2, 13) if game.charts.tank[total] == Tank.LEAK)
    game.plan(B4_TANK=[leak, leak], B7=[11], **FREE_LINE)
    for _ in range(2):
        hit_aircraft(game.mat, game.table, System.FUEL_TANK)
        assert game.mat.aircraft.leak == 1 and is_forced_home(game.mat, game.table) and game.mat.work.fate == 0
    game.mat.cursor.phase = Phase.BOX_DONE
    game.go()
    assert game.table.log.lines[0].landing == Touchdown.SAFE and game.table.log.lines[0].lost == 0
    game.assert_all_rolled()


@pytest.mark.rule("IQ134", "IQ142", "IQ169")
def test_the_repair_after_a_rough_landing_costs_the_same_sortie() -> None:
    game = Game().aloft(Model.FW_190A_4)
    for name in ("port_wing", "tail", "airframe", "radio"):
        game.mat.aircraft[name] = 1
    game.mat.pilot.prestige, game.mat.cursor.phase = 1, Phase.LANDING
    game.plan(B7=[12], **FREE_LINE).go()
    assert game.names == {"MOVE", "DONE"}  # a spare aircraft would not save the sortie
    game.act(Act.DONE)
    assert game.table.log.lines[0].landing == Touchdown.ROUGH and game.table.log.lines[0].lost == 1


@pytest.mark.rule("IQ136")
@each("fields", [{"port_wing": 3}, {"by_pilot": 1, "gunners": 4}, {"by_pilot": 1, "pilots": (2, 0)}, {"by_wingman": 1}])
def test_an_enemy_without_a_damaged_system_or_without_a_hit_of_ours_does_not_crash(fields: dict[str, Any]) -> None:
    game = attacking()
    for name, value in fields.items():
        game.mat.bomber[name] = value
    assert game.act(Act.BREAK_OFF).decision == Decision.ONWARD


@pytest.mark.rule("IQ141", "IR279")
def test_a_wound_of_the_landing_adds_to_an_earlier_one() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.pilot.health, game.mat.pilot.wounds, game.mat.cursor.phase = Health.LIGHT_WOUND, 1, Phase.LANDING
    game.plan(B7=[12], C2=[2], **FREE_LINE).go()
    assert game.mat.pilot.wounds == 2
    game.assert_all_rolled()


@pytest.mark.rule("IQ206", "IR195")
def test_a_total_below_the_chart_reads_its_first_row() -> None:
    game = attacking()
    game.mat.wingman.skills[1] = game.mat.wingman.skills[2] = 1
    game.plan(CARD=[game.card(1), game.card(2)], W1=[2], B3=[11] * 4).act(Act.WINGMAN, Act.AIM_PORT)
    game.assert_all_rolled()


@pytest.mark.rule("IQ175", "IR281")
def test_a_sortie_that_ends_by_parachute_counts_for_experience() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(B8=[7], **FREE_LINE)
    game.mat.cursor.phase = Phase.JUMP
    game.go()
    assert game.mat.career.flown == 1 and game.mat.pilot.clock == 1


@pytest.mark.rule("IQ185", "IQ046")
def test_a_bomber_of_the_last_flight_counts() -> None:
    game = attacking()
    game.mat.pilot.health = Health.SERIOUS_WOUND
    cards = [game.card(1, DESTROYED), game.card(2, defensive_fire=1)]
    game.plan(CARD=cards, B6=[26], B4_WOUND=[4]).act(Act.AIM_PORT)
    assert game.is_over and game.mat.career.bombers == 1 and game.rewards == pytest.approx(0.01)


# --- the debriefing ---


@pytest.mark.rule("IQ148", "IQ149", "IQ150")
@pytest.mark.parametrize(("month", "rank"), [(Month.JUNE_1943, 1), (Month.AUGUST_1943, 0), (Month.FEBRUARY_1944, 1)])
def test_promotion_has_the_same_dates_in_a_later_career(month: int, rank: int) -> None:
    game = Game(month=month).ground(Model.FW_190A_4)
    game.mat.pilot.period_kills = 10
    game.plan(PROMOTION=[5] * rank)
    try_promotion(game.mat, game.table)
    assert game.mat.pilot.rank == rank and game.mat.pilot.period_kills == (0 if rank else 10)
    game.assert_all_rolled()


@pytest.mark.rule("IQ154", "IR311")
def test_a_cross_needs_the_one_before_it() -> None:
    game = Game().aloft(Model.FW_190A_4).plan()
    game.mat.career.bombers = 60
    assert not cross_earned(game.mat, game.table, 1, True)
    game.mat.pilot.awards[Award.KNIGHTS_CROSS] = 1
    assert cross_earned(game.mat, game.table, 1, True)


@pytest.mark.rule("IQ158", "IQ167", "IR352")
def test_an_older_type_can_be_bought_and_costs_no_sortie() -> None:
    game = at_debrief(Month.AUGUST_1943, Model.FW_190A_6, 3, 1, Model.FW_190A_4)
    game.plan(A1=[7], B9=[7]).go().act(Act.UPGRADE)
    assert game.mat.aircraft.model == Model.FW_190A_4 and game.table.log.lines[0].lost == 0
    assert game.decision == Decision.SCRAMBLE and game.mat.pilot.prestige == 0


@pytest.mark.rule("IQ160", "IR356")
def test_after_a_serious_wound_the_old_type_is_among_the_choices() -> None:
    game = Game(month=Month.AUGUST_1943).aloft(Model.FW_190A_5)
    game.mat.pilot.health, game.mat.pilot.wounds, game.mat.cursor.phase = Health.SERIOUS_WOUND, 1, Phase.LANDING
    game.plan(B7=[7], C2=[2], R1=NO_TYPE).go()
    while game.decision == Decision.DEBRIEF:
        game.act(Act.DONE)
    assert game.decision == Decision.AIRCRAFT and {Model.FW_190A_4, Model.FW_190A_5} <= game.offered()
