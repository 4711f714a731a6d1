"""Rulings, one test for what each decides."""

from typing import Any

import pytest

from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    UNLIMITED,
    Act,
    Award,
    Bomber,
    Career,
    Chart,
    Decision,
    Enemy,
    Event,
    GunnerPresence,
    Health,
    Help,
    Marker,
    Meeting,
    Model,
    Month,
    Offer,
    Orientation,
    Phase,
    Position,
    Presence,
    Quality,
    Range,
    Rockets,
    Series,
    Skill,
    System,
    Tank,
    Touchdown,
    Zone,
)
from stuka_env.games.interceptor.rules.aircraft import is_agile, is_forced_home
from stuka_env.games.interceptor.rules.awards import cross_earned
from stuka_env.games.interceptor.rules.damage import bomber_row, enemy_row, hit_aircraft
from stuka_env.games.interceptor.rules.deck import column_of, fire_of
from stuka_env.games.interceptor.rules.interception import enter_box
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED
from stuka_env.games.interceptor.rules.prestige import offer_free
from stuka_env.games.interceptor.rules.promotion import try_promotion
from stuka_env.games.interceptor.rules.sortie import repair
from stuka_env.games.interceptor.rules.victory import credit_bomber
from tests.support.each import each
from tests.support.interceptor.game import FREE_LINE, NO_TYPE, Game, at_debrief, attacking, pick
from tests.support.playing import make

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


# --- the way home of a damaged enemy (7.4.3) ---


@pytest.mark.rule("IQ137a", "IQ137", "IR247")
@pytest.mark.parametrize(("missing", "crashes"), [(1, 1), (2, 0)])
def test_a_fighter_whose_tail_is_one_hit_short_has_one_chance_more(missing: int, crashes: int) -> None:
    game = Game().aloft(Model.FW_190A_4).plan().dogfight(Enemy.P_47, Position.TAILING, by_pilot=1)
    game.mat.fighter.tail = enemy_row(game.mat, game.table).tail - missing
    game.plan(CRASH=[2], CREDIT=[1] * crashes).act(Act.DISENGAGE)
    assert game.decision == Decision.ONWARD and game.mat.career.fighters == crashes
    game.assert_all_rolled()


@pytest.mark.rule("IQ138a", "IR250")
@pytest.mark.parametrize(("die", "crashed"), [(2, 1), (3, 0)])
def test_a_dead_pilot_does_not_use_his_eyewitness(die: int, crashed: int) -> None:
    game = attacking()
    game.mat.career.markers[Marker.WITNESS] = 1
    game.mat.bomber.port_wing = game.mat.bomber.by_pilot = 1
    game.mat.pilot.health = Health.SERIOUS_WOUND
    game.plan(CARD=[game.card(1), game.card(2, defensive_fire=1)], B6=[26], B4_WOUND=[4], CRASH=[1], CREDIT=[die])
    game.act(Act.AIM_PORT)
    assert game.is_over and game.mat.career.crashed == crashed and game.mat.career.markers[Marker.WITNESS] == 1
    game.assert_all_rolled()


@pytest.mark.rule("IQ138a", "IQ138")
def test_the_eyewitness_sees_no_loss_that_only_the_wingman_hit() -> None:
    game = attacking()
    game.mat.career.markers[Marker.WITNESS] = 1
    game.mat.bomber.port_wing = game.mat.bomber.by_wingman = 1
    game.plan(CRASH=[1], CREDIT=[1]).act(Act.BREAK_OFF)
    assert game.decision == Decision.ONWARD and game.mat.career.markers[Marker.WITNESS] == 1
    assert (game.mat.wingman.bombers, game.mat.career.bombers) == (1, 0)
    game.assert_all_rolled()


# --- the wingman's attack on a bomber (7.2.3.1) ---

FIRST = {"simultaneous": {}, "advantaged": {"first": 1}, "Reflexes": {"reflexes_ordered": 1}}
"""Fields of the bomber that decide when the player fires."""


@pytest.mark.rule("IQ064a", "IQ064", "IR193")
@each("fields", FIRST.values())
@each("killed", [False, True])
def test_the_wingman_attacks_though_the_answer_brings_the_player_down(fields: dict[str, int], killed: bool) -> None:
    game = attacking()
    row = game.charts.series[Series.FW_190]
    game.mat.aircraft.airframe = row.airframe - 1
    game.mat.bomber.port_wing = bomber_row(game.mat, game.charts).wing - 1
    game.mat.pilot.health = Health.SERIOUS_WOUND if killed else Health.WELL
    for name, value in fields.items():
        setattr(game.mat.bomber, name, value)
    hit = {"B6": [26], "B4_WOUND": [4]} if killed else {"B6": [11], "B8": [7], **FREE_LINE}
    cards = [game.card(1), game.card(2, defensive_fire=1)]
    game.plan(CARD=cards, W1=[6], B3=[6], **hit).act(Act.WINGMAN, Act.AIM_PORT)
    assert (game.mat.wingman.bombers, game.mat.career.bombers, game.mat.career.aircraft_lost) == (1, 0, 1)
    assert game.is_over == killed


@pytest.mark.rule("IQ064a", "IQ040", "IQ045")
def test_the_hits_of_a_blast_lapse_for_a_player_who_is_down() -> None:
    game = attacking(distance=Range.CLOSE)
    game.mat.aircraft.airframe = game.charts.series[Series.FW_190].airframe - 1
    game.plan(
        CARD=[game.card(1), game.card(2, defensive_fire=1)],
        B6=[11],
        W1=[6],
        B3=[12, 2],
        B4_BAY=[7],
        B4_BLAST=[12],
        B4_BLAST_HITS=[6],
        B8=[7],
        **FREE_LINE,
    )
    game.act(Act.WINGMAN, Act.AIM_AIRFRAME)
    assert game.mat.wingman.bombers == 1 and game.rolled(Chart.B6) == 2
    game.assert_all_rolled()


# --- Prestige: one change of aircraft (8.1) ---


def after_change(change: Act) -> Game:
    """Return a pilot at DEBRIEF who has changed his aircraft; the unit of the zone Munich flies only the Bf 109."""
    game = at_debrief(Month.JUNE_1943, Model.FW_190A_4, 3, 6, Model.FW_190A_5, Model.BF_110G_2)
    game.charts.models[Model.BF_110G_2].first_month = Month.MARCH_1943
    game.mat.career.unit, game.mat.career.zone = 12, Zone.BREMEN
    return game.go().act(change)


@pytest.mark.rule("IQ166a", "IQ166")
def test_no_move_forces_a_series_after_a_purchase() -> None:
    game = after_change(Act.UPGRADE)
    munich = f"PICK_{Zone.MUNICH + 1}"
    assert "MOVE" in game.names
    game.act(Act.MOVE)
    assert game.decision == Decision.ZONE and munich not in game.names and game.names
    before = at_debrief(Month.JUNE_1943, Model.FW_190A_4, 3, 6)
    before.mat.career.unit, before.mat.career.zone = 12, Zone.BREMEN
    assert munich in before.go().act(Act.MOVE).names


@pytest.mark.rule("IQ166a")
def test_without_a_zone_of_the_series_there_is_no_move_after_a_purchase() -> None:
    game = after_change(Act.SWITCH)
    assert game.mat.aircraft.model == Model.BF_110G_2 and game.mat.pilot.prestige >= game.charts.cost_move
    assert game.table.log.lines[0].lost == 2  # nothing was left to choose, so the debriefing is over


@pytest.mark.rule("IQ166a", "IQ166")
def test_no_purchase_after_a_move_that_forced_a_series() -> None:
    game = after_change(Act.MOVE)
    game.mat.desk.available[Model.BF_109G_6] = 1
    game.act(pick(Zone.MUNICH))
    game.pick_model(Model.BF_109G_4)
    assert game.mat.pilot.prestige >= game.charts.cost_switch
    assert game.table.log.lines[0].lost == 3  # nothing was left to choose, so the debriefing is over


# --- fighter combat (7.2.2, 7.7, 10.4) ---


@pytest.mark.rule("IQ213", "IR378")
@pytest.mark.parametrize(("fire", "hits"), [(DESTROYED, 2), (GROUP_DAMAGE, 1)])
def test_quality_adds_a_hit_to_group_damage_but_not_to_the_hits_of_sixth_sense(fire: int, hits: int) -> None:
    game = Game(enemy_quality=1).aloft(Model.FW_190A_4).skills(Skill.SIXTH_SENSE)
    cards = [game.card(1, fire), game.card(2)]
    game.plan(QUALITY=[6], CARD=cards, B6=[31] * hits, B12=[(3, 3)])
    game.dogfight(Enemy.P_47, Position.DISADVANTAGED).act(Act.DEFEND)
    assert game.mat.fighter.quality == Quality.ACE and game.decision == Decision.DOGFIGHT
    game.assert_all_rolled()


@pytest.mark.rule("IQ215", "IQ101")
def test_the_wingmans_expert_is_spent_before_the_players_on_the_card_that_calls_him() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.pilot.expert[Series.FW_190] = game.mat.wingman.expert[Series.FW_190] = 1
    game.plan(CARD=[game.card(1), game.card(2), game.card(3, help=Help.COVER)], B12=[(3, 3)])
    game.dogfight(Enemy.P_47, Position.DISADVANTAGED).act(Act.WINGMAN, Act.YES)
    assert (game.mat.sortie.wingman_expert_used, game.mat.sortie.expert_used) == (1, 0)
    game.assert_all_rolled()


@pytest.mark.rule("IQ220", "IQ103")
def test_no_next_enemy_after_an_escape_in_the_round_in_which_he_goes_down() -> None:
    game = Game().aloft(Model.BF_110G_2)
    game.mat.wingman.present = Presence.ABSENT
    cards = [game.card(1), game.card(2, ends=1), game.card(3, defensive_fire=1)]
    game.dogfight(Enemy.P_47, Position.DISADVANTAGED)
    game.mat.fighter.tail = enemy_row(game.mat, game.table).tail - 1
    game.plan(CARD=cards, B6=[14]).act(Act.DEFEND)
    assert game.mat.gunner.fighters == 1 and game.decision == Decision.ONWARD
    game.assert_all_rolled()


@pytest.mark.rule("IQ221", "IQ094")
@pytest.mark.parametrize(("hit", "field"), [(66, "leak"), (42, "oxygen")])
def test_a_leak_or_loss_of_oxygen_by_the_first_shot_stops_the_enemys_fire(hit: int, field: str) -> None:
    game = Game().aloft(Model.FW_190A_4).skills(Skill.REFLEXES)
    leak = [total for total in range(2, 13) if game.charts.tank[total] == Tank.LEAK][0]
    cards = [game.card(1, 1), game.card(2, 3)]
    game.plan(CARD=cards, B6=[hit], B4_TANK=[leak] * (hit == 66), B12=[(3, 3)])
    game.dogfight(Enemy.P_47).act(Act.REFLEXES, Act.FIRE)
    assert game.mat.fighter[field] == 1 and game.decision == Decision.DOGFIGHT
    game.assert_all_rolled()


# --- extended bursts, stragglers, rockets (7.1.13, 7.10, 7.1.14) ---


@pytest.mark.rule("IQ216", "IQ054", "IR150")
def test_maintenance_lets_the_burst_of_a_twelve_be_fired_without_further_hits() -> None:
    game = attacking(Model.BF_110G_2)
    game.mat.gunner.skills[2] = 1
    before = [int(gun.ammunition) for gun in game.mat.aircraft.guns]
    game.plan(C3=[12], CARD=[game.card(1, 1), game.card(2)], B3=[11], B6=[31]).act(Act.BURST_PORT)
    spent = [old - int(gun.ammunition) for old, gun in zip(before, game.mat.aircraft.guns, strict=True)]
    assert spent == [2 if old > 0 else 0 for old in before] and UNLIMITED not in before[:1]
    assert game.mat.bomber.gear == 1 and not game.mat.aircraft.guns["jammed"].any()
    game.assert_all_rolled()


def straggler(month: int, **dice: Any) -> Game:
    """Return an attack on a straggler of the event, by a pilot with the marker of the guide."""
    game = Game(month=month).aloft(Model.FW_190A_4_R6)
    game.charts.c1[7] = Event.STRAGGLER
    game.mat.career.markers[Marker.GUIDE] = 1
    game.plan(B1=[12], C1=[7], A3=[1], **dice)
    enter_box(game.mat, game.table)
    return game.go().act(Act.BOMBERS)


@pytest.mark.rule("IQ222", "IQ203")
def test_a_straggler_may_be_a_yb_40_and_leaves_the_guide() -> None:
    game = straggler(Month.JUNE_1943, A3_YB40=[12], FLAK=[1], B3=[12])
    assert game.mat.bomber.type == Bomber.YB_40 and game.mat.career.markers[Marker.GUIDE] == 1
    game.assert_all_rolled()


@pytest.mark.rule("IQ222", "IQ129", "IQ200")
def test_a_salvo_of_rockets_is_a_shot_but_no_round() -> None:
    game = attacking(Model.FW_190A_4_R6, distance=Range.LONG)
    game.mat.pilot.health = Health.LIGHT_WOUND
    none = [total for total in range(2, 13) if game.charts.rocket_hits[total] == 0][0]
    game.plan(WGR=[none]).act(Act.ROCKETS)
    assert game.mat.aircraft.rockets == Rockets.SPENT and "BAIL_OUT" not in game.names
    game.act(Act.BREAK_OFF)
    assert game.decision == Decision.PASS


# --- the debriefing (7.4.2, 7.4.8, 8.1, 9.5) ---


@pytest.mark.rule("IQ214", "IQ212")
def test_an_earlier_type_is_one_before_it_in_the_list() -> None:
    game = Game(month=Month.AUGUST_1943).aloft(Model.FW_190A_5)
    game.charts.models[Model.FW_190A_6].first_month = Month.MARCH_1943
    game.charts.models[Model.FW_190A_4].first_month = Month.AUGUST_1943
    for name in ("port_wing", "tail", "airframe", "oxygen", "radio", "leak"):
        setattr(game.mat.aircraft, name, 1)
    game.mat.pilot.level = 5
    game.mat.cursor.phase = Phase.LANDING
    game.plan(B7=[2], R1=NO_TYPE).go()
    assert game.offered() == {Model.FW_190A_4, Model.FW_190A_4_R6, Model.FW_190A_5}


def damaged(rank: int, lost: int) -> Game:
    """Return an NCO with four damaged systems, a marker of the mechanics and other lost sorties, before the repair."""
    game = Game().aloft(Model.FW_190A_4)
    for name in ("port_wing", "tail", "airframe", "oxygen"):
        setattr(game.mat.aircraft, name, 1)
    game.mat.pilot.track, game.mat.pilot.rank, game.mat.desk.lost = Career.NCO, rank, lost
    game.mat.career.markers[Marker.MECHANICS] = 1
    return game


@pytest.mark.rule("IQ217", "IQ169", "IQ203")
@each("rank, lost, dice, markers", [(1, 0, [], 1), (0, 0, [4], 1), (0, 0, [3], 0), (0, 1, [], 1)])
def test_scrounging_comes_before_the_marker_of_the_mechanics(
    rank: int, lost: int, dice: list[int], markers: int
) -> None:
    game = damaged(rank, lost).plan(SCROUNGE=dice)
    repair(game.mat, game.table)
    assert game.mat.desk.repair == 0 and game.mat.career.markers[Marker.MECHANICS] == markers
    game.assert_all_rolled()


@pytest.mark.rule("IQ218", "IR342")
@each("change, lost", [(Act.DONE, 1), (Act.UPGRADE, 0), (Act.SWITCH, 2), (Act.MOVE, 3)])
def test_a_change_of_aircraft_cancels_the_repair(change: Act, lost: int) -> None:
    game = at_debrief(Month.JUNE_1943, Model.FW_190A_4, 3, 2, Model.FW_190A_5, Model.BF_109G_6)
    game.mat.career.unit, game.mat.career.zone, game.mat.desk.repair = 12, Zone.BREMEN, 1
    game.go().act(change)
    if change == Act.MOVE:
        game.act(pick(Zone.MUNICH))
        game.pick_model(Model.BF_109G_4)
    if game.decision == Decision.DEBRIEF:
        game.act(Act.DONE)
    assert game.table.log.lines[0].lost == lost


@pytest.mark.rule("IQ219", "IQ172")
@pytest.mark.parametrize("health", [Health.LIGHT_WOUND, Health.KILLED])
def test_a_temporary_gunner_who_is_hurt_has_a_temporary_successor(health: int) -> None:
    game = Game(month=Month.JUNE_1943).aloft(Model.BF_110G_2)
    mat = game.mat
    mat.gunner.present, mat.gunner.health, mat.gunner.skills[0] = GunnerPresence.TEMPORARY, health, 1
    mat.old_gunner.present, mat.old_gunner.away, mat.old_gunner.skills[1] = Presence.HERE, 5, 1
    mat.cursor.phase = Phase.LANDING
    game.plan(B7=[2], **FREE_LINE).go()
    assert (mat.gunner.present, mat.gunner.health, mat.gunner.skills[0]) == (GunnerPresence.TEMPORARY, 0, 0)
    assert mat.old_gunner.skills[1] == 1 and mat.old_gunner.away > 0


@pytest.mark.rule("IQ223", "IQ159")
def test_a_single_aircraft_that_was_lost_is_given_again_if_there_is_no_other() -> None:
    game = Game(month=Month.AUGUST_1943).ground(Model.FW_190A_5_U9)
    game.mat.career.singles_lost[0] = 1
    for model in Model:
        game.charts.models[model].level = 7
    offer_free(game.mat, game.table, Offer.REPLACEMENT)
    assert game.offered() == {Model.FW_190A_5_U9}


@pytest.mark.rule("IQ224", "IQ186")
def test_a_loss_that_ends_the_career_leaves_nothing_to_buy() -> None:
    game = Game(month=Month.FEBRUARY_1944).aloft(Model.FW_190A_4)
    game.mat.career.line = game.charts.lines[Month.FEBRUARY_1944] - 1
    game.mat.pilot.prestige, game.mat.pilot.points, game.mat.sortie.jumped = 9, 9, 1
    game.mat.cursor.phase = Phase.DEBRIEF
    game.plan().go()
    assert game.is_over and game.mat.desk.offer == Offer.NONE


@pytest.mark.rule("IQ224", "IQ198")
def test_at_death_there_is_no_wound_badge_and_no_clasp() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.career.flown, game.mat.pilot.wounds, game.mat.career.bombers = 60, 5, 5
    game.mat.cursor.phase = Phase.DEATH
    game.plan().go()
    awards = game.mat.pilot.awards
    assert game.is_over and awards[Award.ACE] == 1
    assert not (awards[Award.WOUND_BADGE] or awards[Award.CLASP] or awards[Award.SILVER_CLASP])


# --- more bombers than the mat counts ---


@pytest.mark.rule("IQ225", "IR366")
def test_the_counters_of_bombers_stop_together() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F)
    career, game.mat.bomber.type = game.mat.career, Bomber.B_17F
    career.bombers, career.destroyed, career.crashed, career.by_type[0] = MOST_COUNTED - 1, 60, 59, 100
    for crashed in (False, True, False):
        credit_bomber(game.mat, game.table, 0, crashed)
    counters = (career.bombers, career.destroyed, career.crashed, career.by_type[0])
    assert counters == (MOST_COUNTED, 61, 59, 101)


@pytest.mark.rule("IQ225")
def test_beyond_the_largest_count_nothing_is_paid_and_the_state_can_be_loaded() -> None:
    env = make("Interceptor/Career-v0", track="officer")
    setup = {
        "cursor": {"decision": "burst"},
        "career": {"month": "1943-03", "unit": "II/JG 1", "bombers": MOST_COUNTED - 1, "destroyed": 60, "crashed": 59},
        "aircraft": {"model": "Fw190A-4"},
        "sortie": {"box": 1, "bomber_type": "b_17f", "formation": 1},
        "bomber": {"present": 1, "type": "b_17f", "range": "medium"},
    }
    dice = {"CARD": [4, 8] * 2, "C3": [[1, 1], [1, 1]]}
    env.reset(seed=1, options={"setup": setup, "dice": dice})
    rewards = env.step(Act.BURST_PORT)[1]
    env.step(Act.OTHER)
    rewards += env.step(Act.BURST_PORT)[1]
    assert (env.mat.career.bombers, env.mat.career.destroyed, env.mat.career.crashed) == (MOST_COUNTED, 61, 59)
    assert rewards == pytest.approx(0.01)
    state = env.get_state()
    env.set_state(state)
    assert env.get_state() == state
