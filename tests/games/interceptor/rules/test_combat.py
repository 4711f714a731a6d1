"""Rules of combat that no trace shows: skills, the wingman's texts, gunners, damage, events, options."""

import pytest

from stuka_env.games.interceptor.codes import (
    ALL,
    DESTROYED,
    GROUP_DAMAGE,
    NOBODY,
    Act,
    Aim,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Event,
    Health,
    Help,
    Marker,
    Model,
    Month,
    Orientation,
    Over,
    Presence,
    Quality,
    Rockets,
    Skill,
    System,
    TargetZone,
    Weather,
)
from stuka_env.games.interceptor.rules.aircraft import (
    damaged_systems,
    engines_out,
    firepower,
    is_agile,
    is_forced_home,
    set_speed,
)
from stuka_env.games.interceptor.rules.bursts import defensive_hits, in_formation
from stuka_env.games.interceptor.rules.damage import hit_aircraft, hit_bomber, hit_enemy
from stuka_env.games.interceptor.rules.fighters import enemy_initiative, own_initiative
from stuka_env.games.interceptor.rules.interception import enter_box
from stuka_env.games.interceptor.rules.landing import landing_modifier
from stuka_env.games.interceptor.rules.parachutes import jump_modifier
from tests.support.each import each
from tests.support.interceptor.game import Game


def attacking(model: Model = Model.FW_190A_4, bomber: Bomber = Bomber.B_24, distance: int = 1, box: int = 1) -> Game:
    """Return a first pass, head on and without escort, at this range."""
    game = Game().aloft(model, box).meet(bomber)
    game.table.dice.strict = 0
    game.act(Act.BOMBERS)
    game.mat.bomber.range = distance
    return game


# --- interception ---


@pytest.mark.rule("IR071", "IR072", "IR285")
@pytest.mark.parametrize(("skill", "decision"), [(False, Decision.ONWARD), (True, Decision.ENGAGE)])
def test_navigation_finds_the_raid(skill: bool, decision: Decision) -> None:
    game = Game().aloft(Model.FW_190A_4)
    if skill:
        game.skills(Skill.NAVIGATION)
    game.plan(B1=[5], A3=[1])
    enter_box(game.mat, game.table)
    game.go()
    assert game.decision == decision
    if skill:
        assert game.mat.sortie.orientation == Orientation.ADVANTAGED


@pytest.mark.rule("IR084", "IR085", "IR096")
def test_disadvantaged_with_escorts_is_no_chance_for_bombers() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F, Enemy.P_47, Orientation.DISADVANTAGED)
    assert game.names == {"FIGHT", "SLIP"}
    assert game.meet(Bomber.B_17F, Enemy.NONE, Orientation.DISADVANTAGED).names == {"BOMBERS", "LET_GO"}


@pytest.mark.rule("IR080", "IR083", "IR084", "IR164")
@each(
    "orientation, position",
    [
        (Orientation.HEAD_ON, 0),
        (Orientation.ADVANTAGED, 1),
        (Orientation.DISADVANTAGED, -1),
        (Orientation.OUT_OF_THE_SUN, 1),
    ],
)
def test_escorts_first_in_the_orientation_rolled(orientation: Orientation, position: int) -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F, Enemy.P_47, orientation).act(Act.FIGHT)
    assert game.mat.fighter.position == position
    assert bool(game.mat.fighter.sun) == (orientation == Orientation.OUT_OF_THE_SUN)


@pytest.mark.rule("IR090", "IQ116")
def test_out_of_the_sun_the_enemy_draws_no_card() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(CARD=[1], B6=[31], B12=[(3, 3)])
    game.card(1, 1)
    game.meet(Bomber.B_17F, Enemy.P_47, Orientation.OUT_OF_THE_SUN).act(Act.FIGHT)
    assert game.names == {"FIRE", "DISENGAGE"}
    game.act(Act.FIRE)
    assert game.mat.deck.enemy == 0 and game.mat.fighter.sun == 0
    game.assert_all_rolled()


@pytest.mark.rule("IR075", "IR076", "IQ013", "IQ014")
def test_a3_rolls_where_more_than_one_thing_is_possible() -> None:
    game = Game(month=Month.OCTOBER_1943).aloft(Model.FW_190A_4)
    game.plan(B1=[7], A3=[6], A3_ESCORT=[2])
    game.mat.sortie.target_zone = TargetZone.FRANCE
    enter_box(game.mat, game.table)
    assert (game.mat.sortie.bomber_type, game.mat.sortie.escort) == (Bomber.B_24, Enemy.SPITFIRE_IX)
    game.assert_all_rolled()


@pytest.mark.rule("IR398", "IR399", "IQ076")
def test_a_yb_40_in_summer() -> None:
    game = Game(month=Month.JUNE_1943).aloft(Model.FW_190A_4).plan(A3_YB40=[12]).meet(Bomber.B_17F)
    game.act(Act.BOMBERS)
    assert game.mat.bomber.type == Bomber.YB_40
    assert defensive_hits(game.mat, game.table, 1) == 2  # long range in formation 0, one more gun position


# --- flak and bombs ---


@pytest.mark.rule("IR106", "IR107", "IR108", "IQ037", "IQ038")
def test_flak_from_the_third_box_on() -> None:
    game = Game().aloft(Model.FW_190A_4, box=3).plan(FLAK=[6, 2], B3=[7, 7, 7]).meet(Bomber.B_24)
    game.charts.bombers[Bomber.B_24].airframe = 3
    game.act(Act.BOMBERS)
    assert game.mat.sortie.bombers_met == 2 and game.mat.bomber.airframe == 0
    assert game.mat.career.bombers == 0
    game.assert_all_rolled()


@pytest.mark.rule("IR102", "IR103", "IR104", "IR105", "IR238", "IQ039", "IQ040", "IQ199")
def test_bombs_go_off() -> None:
    game = attacking(distance=0).plan(B4_BAY=[7], B4_BLAST=[12], B4_BLAST_HITS=[2], B6=[31, 14])
    assert hit_bomber(game.mat, game.table, System.BOMB_BAY) and game.mat.aircraft.tail == 1
    game.assert_all_rolled()
    game = attacking(box=3)
    game.plan()
    assert not hit_bomber(game.mat, game.table, System.BOMB_BAY)


# --- bombers: fire and answer ---


@pytest.mark.rule("IR127", "IR128", "IR131", "IR132", "IR151", "IR295", "IQ062", "IQ063")
@each(
    "model, bomber, distance, hits",
    [
        (Model.FW_190A_4, Bomber.B_17F, 2, 2),
        (Model.FW_190A_4, Bomber.B_17F, 1, 3),
        (Model.FW_190A_4, Bomber.B_17F, 0, 4),
        (Model.FW_190A_4, Bomber.B_24, 2, 1),
        (Model.BF_109G_4, Bomber.B_24, 2, 0),
        (Model.BF_109G_4, Bomber.B_17F, 2, 1),
        (Model.BF_109G_4, Bomber.B_17F, 1, 3),
    ],
)
def test_defensive_fire_of_two(model: Model, bomber: Bomber, distance: int, hits: int) -> None:
    game = attacking(model, bomber, distance)
    assert defensive_hits(game.mat, game.table, 2) == hits
    assert bool(in_formation(game.mat, game.table.charts)) == (bomber == Bomber.B_17F)
    game.skills(Skill.COMBAT_MANEUVERS)
    game.mat.work.extended = 1
    assert defensive_hits(game.mat, game.table, 2) == (0 if (model, bomber) == (Model.BF_109G_4, Bomber.B_24) else hits)


@pytest.mark.rule("IR112", "IR116", "IR117", "IR118", "IQ049", "IQ207")
def test_a_jam_takes_its_firepower_off() -> None:
    game = attacking()
    number = game.card(1, [1, 2, 3, 4, 5, 6], jam=1)
    game.plan(CARD=[number, game.card(2)], JAM=[1], B3=[7, 7])
    assert firepower(game.mat, game.table.charts) == 16
    game.act(Act.AIM_AIRFRAME)
    assert game.mat.aircraft.guns[0].jammed == 1 and firepower(game.mat, game.table.charts) == 8
    assert game.mat.bomber.airframe == 2 and game.mat.aircraft.guns[0].ammunition == 6
    game.assert_all_rolled()


@pytest.mark.rule("IR290", "IQ053")
def test_maintenance_ignores_the_first_jam() -> None:
    game = attacking(Model.BF_110G_2, distance=2)
    game.mat.gunner.skills[2] = 1
    game.plan(CARD=[game.card(1, 0, jam=1), game.card(2), game.card(3, 0, jam=1), game.card(4)], JAM=[1])
    game.act(Act.AIM_PORT)
    assert game.mat.sortie.maintenance_used == 1 and game.mat.aircraft.guns[0].jammed == 0
    game.act(Act.AIM_PORT)
    assert game.mat.aircraft.guns[0].jammed == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR297", "IR299", "IQ041", "IQ042", "IQ045")
def test_gunnery_and_aim_need_a_hit() -> None:
    game = attacking(distance=2).skills(Skill.GUNNERY, Skill.AIM)
    game.plan(CARD=[game.card(1, 1), game.card(2), game.card(3, 1), game.card(4)], B3=[11, 11])
    game.act(Act.AIM_STARBOARD)
    assert game.mat.bomber.starboard_wing == 0
    game.act(Act.AIM_STARBOARD)
    assert game.mat.bomber.starboard_wing == 1 and game.mat.bomber.gear == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR099", "IR114", "IR225", "IQ043", "IQ074")
def test_group_damage_is_not_changed_by_range() -> None:
    game = attacking(distance=2)
    game.plan(CARD=[game.card(1, GROUP_DAMAGE), game.card(2)])
    game.act(Act.AIM_PORT)
    assert game.mat.bomber.port_wing == 2 and list(game.mat.bomber.engines) == [1, 1, 0, 0]
    game.assert_all_rolled()


@pytest.mark.rule("IR221", "IQ044", "IQ046", "IQ060")
def test_a_bomber_destroyed_at_the_same_time_answers() -> None:
    game = attacking(distance=1)
    game.plan(CARD=[game.card(1, DESTROYED), game.card(2, defensive_fire=1)], B6=[14])
    game.act(Act.AIM_PORT)
    assert game.mat.career.bombers == 1 and game.mat.aircraft.tail == 1
    assert game.decision == Decision.PASS and game.names == {"OTHER", "LET_GO"}


@pytest.mark.rule("IR287", "IR126", "IQ096", "IQ201")
def test_reflexes_fire_first_at_a_bomber() -> None:
    game = attacking(distance=1).skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1, DESTROYED)])
    game.act(Act.REFLEXES, Act.AIM_PORT)
    assert game.mat.career.bombers == 1 and game.mat.sortie.reflexes_used == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR121", "IR124", "IR135", "IR137", "IR140", "IQ068", "IQ200", "IQ211", "IR122", "IR136")
def test_passes() -> None:
    game = attacking(distance=0)
    game.plan(CARD=[game.card(1), game.card(2)], B3=[11], B6=[31])
    game.act(Act.AIM_PORT)
    assert game.decision == Decision.PASS and game.names == {"SAME", "OTHER", "LET_GO"}
    game.act(Act.SAME)
    assert game.mat.bomber.range == 2 and game.mat.sortie.passes == 1 and game.mat.bomber.first == 0
    game.plan(CRASH=[9]).act(Act.BREAK_OFF)
    assert game.decision == Decision.ONWARD


@pytest.mark.rule("IQ211")
def test_passes_end_with_the_counted_ammunition() -> None:
    game = attacking(distance=0)
    for place in (0, 1):
        game.mat.aircraft.guns[place].ammunition = 1
    game.plan(CARD=[game.card(1), game.card(2)], B3=[11], B6=[31], CRASH=[9]).act(Act.AIM_PORT)
    assert game.decision == Decision.ONWARD


@pytest.mark.rule("IR294", "IQ059")
@pytest.mark.parametrize(("number", "spent"), [(7, 0), (8, 1)])
def test_precision_saves_ammunition_on_odd_cards(number: int, spent: int) -> None:
    game = attacking().skills(Skill.PRECISION)
    game.plan(CARD=[game.card(number), game.card(2)]).act(Act.AIM_PORT)
    assert game.mat.aircraft.guns[0].ammunition == 6 - spent


@pytest.mark.rule("IR291", "IR292", "IQ047")
def test_an_expert_redraws_a_card_once() -> None:
    game = attacking(distance=2)
    game.mat.pilot.expert[1] = 1
    bad, good = game.card(1, 0, jam=1), game.card(3, 2)
    game.plan(CARD=[bad, good, game.card(2), game.card(4), game.card(6)], B3=[7]).act(Act.AIM_AIRFRAME)
    assert game.decision == Decision.REDRAW and game.names == {"YES", "NO"}
    game.act(Act.YES)
    assert game.mat.bomber.airframe == 1 and game.mat.sortie.expert_used == 1 and not game.mat.aircraft.guns[0].jammed
    game.act(Act.AIM_AIRFRAME)
    game.assert_all_rolled()


@pytest.mark.rule("IR196", "IR198", "IR298", "IR300", "IQ066", "IQ067")
def test_the_wingman_attacks_at_the_players_range() -> None:
    game = attacking(distance=0)
    game.mat.wingman.skills[1] = game.mat.wingman.skills[2] = 1
    game.plan(CARD=[game.card(1), game.card(2)], W1=[8], B3=[12, 11, 11], B6=[31])
    game.act(Act.WINGMAN, Act.AIM_PORT)
    assert game.mat.bomber.by_wingman == 1 and game.mat.bomber.gear == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR133", "IR134", "IQ075")
def test_both_pilots_of_a_bomber() -> None:
    game = attacking().plan(B4_CREW=[1, 3, 5], B4_WOUND=[4, 6])
    assert not hit_bomber(game.mat, game.table, System.CREW)
    assert hit_bomber(game.mat, game.table, System.CREW)
    hit_bomber(game.mat, game.table, System.CREW)
    assert game.mat.bomber.gunners == 1


# --- fighter combat ---


@pytest.mark.rule("IR087", "IR176", "IR223", "IQ091", "IQ092", "IQ093")
def test_the_tail_hit_of_an_enemy_who_tails() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1, 2)], B6=[31, 31], B12=[(3, 3)]).dogfight(Enemy.SPITFIRE_IX, -2)
    game.act(Act.TIGHT_TURN)
    assert game.mat.aircraft.tail == 1
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1, 2)], B12=[(3, 3)]).dogfight(Enemy.SPITFIRE_IX, -2).act(Act.BARREL_ROLL)
    assert game.mat.aircraft.tail == 0
    game.assert_all_rolled()


@pytest.mark.rule("IR221", "IR223", "IR296", "IQ091")
@each("skill, avoid, fate", [(0, 0, "lost"), (0, ALL, "whole"), (1, 0, "hit"), (1, 2, "whole")])
def test_destroyed_is_stopped_by_avoiding_all_or_by_sixth_sense(skill: int, avoid: int, fate: str) -> None:
    game = Game().aloft(Model.FW_190A_4)
    if skill:
        game.skills(Skill.SIXTH_SENSE)
    game.plan(
        CARD=[game.card(1, DESTROYED), game.card(2, avoid=avoid)],
        B6=[31, 31] if fate == "hit" else [],
        B12=[] if fate == "lost" else [(3, 3)],
        B8=[2] if fate == "lost" else [],
        R1=[6, 6, 6, 6],
        A1=[7],
        B9=[7],
    )
    game.dogfight(Enemy.P_47, -1).act(Act.DEFEND)
    assert (game.mat.career.aircraft_lost > 0) == (fate == "lost")
    assert game.mat.sortie.sixth_sense_used == int(skill and fate != "lost")


@pytest.mark.rule("IR178", "IQ109")
def test_a_card_that_ends_the_encounter_after_its_hits() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1, 2), game.card(2, avoid=1, ends=1)], B6=[14]).dogfight(Enemy.P_47, -1)
    game.act(Act.DEFEND)
    assert game.mat.aircraft.tail == 1 and game.decision == Decision.ONWARD


@pytest.mark.rule("IR167", "IR168", "IR177", "IQ081", "IR170")
def test_head_on_both_fire() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1, 1), game.card(2, 1, avoid=ALL)], B6=[14, 34], B12=[(3, 3)]).dogfight(Enemy.P_47)
    game.act(Act.FIRE)
    assert game.mat.fighter.tail == 1 and game.mat.aircraft.tail == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR287", "IR288", "IQ094", "IR178")
def test_reflexes_against_a_defence_card() -> None:
    game = Game().aloft(Model.FW_190A_4).skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1, 1), game.card(2, avoid=ALL, improve=1)], B6=[14], B12=[(3, 2)])
    game.dogfight(Enemy.SPITFIRE_IX, 1).act(Act.REFLEXES, Act.FIRE)
    assert game.mat.fighter.tail == 1 and game.mat.fighter.position == 0
    game = Game().aloft(Model.FW_190A_4).skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1, DESTROYED)]).dogfight(Enemy.P_47).act(Act.REFLEXES, Act.FIRE)
    assert game.mat.career.fighters == 1 and game.decision == Decision.NEXT
    game.assert_all_rolled()


@pytest.mark.rule("IR175", "IQ079", "IQ097", "IQ098", "IQ099")
def test_the_rear_gunner_fires() -> None:
    game = Game().aloft(Model.BF_110G_2)
    game.mat.gunner.skills[3] = 1
    game.plan(CARD=[game.card(1), game.card(2, defensive_fire=1)], B6=[14, 34], B12=[(3, 3)])
    game.dogfight(Enemy.P_47, -1).act(Act.BARREL_ROLL)
    assert game.mat.fighter.tail == 2 and game.mat.fighter.by_gunner == 1
    game.mat.aircraft.rear_gun = 1
    game.plan(CARD=[game.card(3)], B12=[(3, 3)]).act(Act.BARREL_ROLL)
    game.assert_all_rolled()


HELP = [(Help.NOTHING, -1), (Help.COVER, 0), (Help.DAMAGED, -1)]


@pytest.mark.rule("IR192", "IR199", "IQ202")
@pytest.mark.parametrize(("text", "position"), HELP)
def test_wingman_texts(text: Help, position: int) -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1), game.card(2, help=text)], B12=[(3, 2)]).dogfight(Enemy.P_47, -1).act(Act.WINGMAN)
    assert game.mat.fighter.position == position
    assert (game.mat.wingman.present == Presence.DAMAGED) == (text == Help.DAMAGED)
    assert ("WINGMAN" in game.names) == (text != Help.DAMAGED)


@pytest.mark.rule("IQ103", "IQ202", "IR184", "IQ104")
def test_the_wingman_drives_an_enemy_off() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(CARD=[game.card(1), game.card(2, help=Help.DRIVES_OFF)]).dogfight(Enemy.P_47, -1).act(Act.WINGMAN)
    assert game.decision == Decision.NEXT
    game.act(Act.FIGHT)
    assert game.mat.fighter.position == 0 and game.mat.fighter.rounds == 1


@pytest.mark.rule("IR200", "IR201", "IR202", "IR206", "IQ100", "IQ101", "IQ102")
def test_the_wingmans_own_card_can_be_redrawn() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.wingman.expert[1] = 1
    call = game.card(2, help=Help.ATTACK, help_firepower=24)
    game.plan(CARD=[game.card(1), call, game.card(3), game.card(4, DESTROYED)]).dogfight(Enemy.P_47, -1)
    game.act(Act.WINGMAN)
    assert game.decision == Decision.REDRAW
    game.act(Act.NO)
    assert game.decision == Decision.REDRAW and game.mat.deck.wing == 3
    game.act(Act.YES)
    assert game.mat.wingman.fighters == 1 and game.decision == Decision.ONWARD
    game.assert_all_rolled()


@pytest.mark.rule("IR174", "IQ210")
def test_no_wingman_without_a_radio() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.aircraft.radio = 1
    assert game.dogfight(Enemy.P_47, -1).names == {"DEFEND", "TIGHT_TURN", "BARREL_ROLL"}


@pytest.mark.rule("IR240", "IR241", "IR272", "IQ108")
@pytest.mark.parametrize(("position", "names"), [(1, {"DISENGAGE"}), (0, {"DEFEND", "TIGHT_TURN", "BARREL_ROLL"})])
def test_who_must_leave_does_not_fire(position: int, names: set[str]) -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.aircraft.leak, game.mat.wingman.present = 1, 0
    game.plan(DISENGAGE=[1], B7=[7], R1=[6, 6, 6, 6], A1=[7], B9=[7])
    if position:
        game.dogfight(Enemy.P_47, position)
        assert game.decision == Decision.SCRAMBLE  # the only choice is taken: away, and home
        game.assert_all_rolled()
    else:
        assert game.dogfight(Enemy.P_47, position).names == names


@pytest.mark.rule("IR182", "IR188", "IR289", "IR317", "IQ084", "IQ087", "IQ088", "IQ089")
def test_modifiers_of_initiative() -> None:
    game = Game().aloft(Model.BF_109G_4).dogfight(Enemy.SPITFIRE_IX)
    assert (
        own_initiative(game.mat, game.table, NOBODY) == 21 + 1 + 2
        and enemy_initiative(game.mat, game.table, NOBODY) == 20 + 2
    )
    game.skills(Skill.SITUATIONAL_AWARENESS)
    game.mat.wingman.ace = 1
    assert own_initiative(game.mat, game.table, NOBODY) == 26
    game.mat.aircraft.boost, game.mat.wingman.present = 1, Presence.DAMAGED
    game.mat.aircraft.controls = 1
    assert own_initiative(game.mat, game.table, NOBODY) == 22 and not is_agile(game.mat, game.table.charts)


@pytest.mark.rule("IR376", "IR377", "IR378", "IQ182")
@pytest.mark.parametrize(
    ("die", "quality", "hits"), [(1, Quality.GREEN, 0), (3, Quality.TRAINED, 1), (6, Quality.ACE, 2)]
)
def test_the_quality_of_the_enemy(die: int, quality: Quality, hits: int) -> None:
    game = Game(enemy_quality=1).aloft(Model.FW_190A_4)
    game.plan(QUALITY=[die], CARD=[game.card(1, 1)], B6=[14] * hits, B12=[(3, 3)]).dogfight(Enemy.SPITFIRE_IX, -1)
    game.act(Act.TIGHT_TURN)
    assert game.mat.fighter.quality == quality and game.mat.aircraft.tail == hits
    game.assert_all_rolled()


@pytest.mark.rule("IR390", "IR391", "IR392", "IR393", "IR394", "IQ110", "IQ111", "IQ112")
@each(
    "action, hits, position",
    [(Act.CUBAN_EIGHT, 1, 0), (Act.CHANDELLE, 0, 0), (Act.IMMELMANN, 0, 1), (Act.SPLIT_S, 1, None)],
)
def test_advanced_maneuvers(action: Act, hits: int, position: int | None) -> None:
    game = Game(advanced_maneuvers=1).aloft(Model.FW_190A_4)
    game.skills(Skill.CUBAN_EIGHT, Skill.CHANDELLE, Skill.IMMELMANN, Skill.SPLIT_S)
    game.plan(CARD=[game.card(1, 2)], B6=[14] * hits, B12=[(3, 2)] if position is not None else [])
    game.dogfight(Enemy.P_47, -1).act(action)
    assert game.mat.aircraft.tail == hits and game.mat.sortie.learned_used[action - Act.CUBAN_EIGHT] == 1
    if position is None:
        assert game.decision == Decision.ONWARD
    else:
        assert game.mat.fighter.position == position and action.name not in game.names
    game.assert_all_rolled()


# --- damage ---


@pytest.mark.rule("IR227", "IR228", "IR231", "IR232", "IQ120", "IR220")
def test_engines_with_and_without_armour() -> None:
    game = Game().aloft(Model.FW_190A_4)
    speeds = []
    for _ in range(4):
        hit_aircraft(game.mat, game.table, System.PORT_ENGINE)
        speeds.append(int(game.mat.aircraft.speed))
    assert speeds[:3] == [19, 18, 17] and engines_out(game.mat, game.table.charts) == 1
    game = Game().aloft(Model.BF_109G_4)
    hit_aircraft(game.mat, game.table, System.STARBOARD_ENGINE)
    assert game.mat.aircraft.speed == 19 and game.mat.aircraft.engines[0] == 1


@pytest.mark.rule("IR229", "IR233", "IQ121", "IQ122")
def test_one_of_two_engines_out() -> None:
    game = Game().aloft(Model.BF_110G_2)
    for _ in range(2):
        hit_aircraft(game.mat, game.table, System.STARBOARD_ENGINE)
    assert game.mat.aircraft.speed == 11 and is_forced_home(game.mat, game.table)
    assert list(game.mat.aircraft.engines) == [0, 2]


@pytest.mark.rule("IR217", "IR219", "IR230", "IR237", "IR269", "IR403", "IQ127", "IQ128")
def test_systems_that_go_out() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(GUN=[2, 2], B4_TANK=[9, 9])
    for system in (System.RADIO, System.OXYGEN, System.BOOST, System.LANDING_GEAR, System.WEAPON, System.WEAPON):
        hit_aircraft(game.mat, game.table, system)
    for system in (System.IFF, System.REAR_GUNS, System.GUNNER, System.ROCKETS, System.FUEL_TANK, System.FUEL_TANK):
        hit_aircraft(game.mat, game.table, system)
    assert damaged_systems(game.mat) == 6 and firepower(game.mat, game.table.charts) == 10
    assert game.mat.aircraft.rockets == Rockets.NONE and game.mat.work.fate == 0


@pytest.mark.rule("IR211", "IR216", "IQ106", "IQ204")
def test_damage_to_an_enemy() -> None:
    game = Game().aloft(Model.FW_190A_4).dogfight(Enemy.P_47)
    game.plan(GUN=[1], B4_TANK=[4, 11], B4_WOUND=[1, 1, 6])
    assert not hit_enemy(game.mat, game.table, System.WEAPON)
    assert not hit_enemy(game.mat, game.table, System.FUEL_TANK) and game.mat.fighter.leak == 1
    assert not hit_enemy(game.mat, game.table, System.PILOT)
    assert not hit_enemy(game.mat, game.table, System.PILOT) and game.mat.fighter.pilot == Health.SERIOUS_WOUND
    assert hit_enemy(game.mat, game.table, System.PILOT)
    assert hit_enemy(game.mat, game.table, System.FUEL_TANK)
    assert [hit_enemy(game.mat, game.table, System.AIRFRAME) for _ in range(5)] == [False] * 4 + [True]


# --- events ---


EVENTS = [
    (Event.ENGINE_HIT, "aircraft.armour"),
    (Event.WINGMAN_HOME, "wingman.present"),
    (Event.RADIO_OUT, "aircraft.radio"),
    (Event.GUIDE, "career.markers"),
    (Event.EXPERIENCE, "pilot.points"),
]


@pytest.mark.rule("IR091", "IR093", "IR094", "IR095", "IQ181", "IQ203", "IR017")
@each("event, path", EVENTS)
def test_events_act_at_once_or_give_a_marker(event: Event, path: str) -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.charts.c1[7] = event
    block, field = path.split(".")
    before = game.mat[block][field].copy()
    game.plan(B1=[12], C1=[7])
    enter_box(game.mat, game.table)
    game.go()
    assert (game.mat[block][field] != before).any() and game.decision == Decision.ONWARD


@pytest.mark.rule("IQ203")
def test_the_guide_makes_the_next_interception_advantaged() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.career.markers[Marker.GUIDE] = 1
    game.plan(B1=[7], A3=[1])
    enter_box(game.mat, game.table)
    assert game.mat.sortie.orientation == Orientation.ADVANTAGED and game.mat.career.markers[Marker.GUIDE] == 0


@pytest.mark.rule("IQ203")
def test_a_straggler() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.charts.c1[7] = Event.STRAGGLER
    game.plan(B1=[12], C1=[7], A3=[1], FLAK=[2], B3=[12, 12])
    enter_box(game.mat, game.table)
    game.go()
    assert game.names == {"BOMBERS", "LET_GO"}
    game.act(Act.BOMBERS)
    assert game.mat.bomber.radio == 1 and not in_formation(game.mat, game.table.charts)
    game.plan(CARD=[game.card(1), game.card(2)]).act(Act.AIM_PORT)
    game.act(Act.BREAK_OFF)
    assert game.names == {"SAME", "LET_GO"}


@pytest.mark.rule("IR095", "IR250", "IQ138")
def test_the_eyewitness() -> None:
    game = attacking()
    game.mat.career.markers[Marker.WITNESS] = 1
    game.mat.bomber.port_wing = game.mat.bomber.by_pilot = game.mat.bomber.fired = 1
    game.plan(CRASH=[1], CREDIT=[6]).act(Act.BREAK_OFF).act(Act.LET_GO)
    assert game.decision == Decision.WITNESS
    game.act(Act.YES)
    assert game.mat.career.crashed == 1 and game.mat.career.markers[Marker.WITNESS] == 0


# --- landing and jumping ---


@pytest.mark.rule("IR251", "IR259", "IR261", "IR262", "IQ131", "IQ132", "IR273")
def test_modifiers_of_landing() -> None:
    game = Game().aloft(Model.BF_109G_4, weather=Weather.POOR)
    aircraft = game.mat.aircraft
    aircraft.port_wing, aircraft.airframe, aircraft.starboard_wing, aircraft.leak = 2, 2, 1, 1
    assert landing_modifier(game.mat, game.table.charts, bool(game.mat.sortie.deadstick)) == 1
    aircraft.engines[0], aircraft.controls, aircraft.gear = 1, 1, 1
    game.mat.pilot.health = Health.SERIOUS_WOUND
    assert landing_modifier(game.mat, game.table.charts, bool(game.mat.sortie.deadstick)) == 1 + 1 + 1 + 2 + 1
    set_speed(game.mat, game.table)


@pytest.mark.rule("IR235", "IR264", "IR266", "IR286", "IR268", "IQ145")
def test_everybody_jumps_for_himself() -> None:
    game = Game().aloft(Model.BF_110G_2).skills(Skill.PARACHUTE)
    game.mat.gunner.health = Health.SERIOUS_WOUND
    assert (jump_modifier(game.mat, game.table.charts, 0), jump_modifier(game.mat, game.table.charts, 2)) == (-1, 1)
    game = Game().aloft(Model.BF_110G_2).plan(CARD=[1], B8=[12], CRASH=[])
    game.card(1, DESTROYED)
    game.dogfight(Enemy.P_47, -1)
    game.mat.aircraft.rear_gun = 1
    game.act(Act.TIGHT_TURN)
    assert game.is_over and game.mat.career.over == Over.DEATH
    assert int(game.table.tape.next[Chart.B8]) == int(game.table.tape.stop[Chart.B8])


@pytest.mark.rule("IR100", "IQ035", "IQ036")
def test_every_hit_is_rolled_in_the_aimed_column() -> None:
    game = attacking(distance=1)
    game.charts.b3[Aim.PORT_WING][5] = System.RADIO
    game.plan(CARD=[game.card(1, 1), game.card(2)], B3=[5]).act(Act.AIM_PORT)
    assert game.mat.bomber.radio == 1
