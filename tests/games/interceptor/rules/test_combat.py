"""Rules of combat with planned dice: what happens below a limit, at it and above it, and what no trace shows."""

import pytest

from stuka_env.games.interceptor.codes import (
    ALL,
    CREW_SKILLS,
    DESTROYED,
    ENEMY_WEAPONS,
    GROUP_DAMAGE,
    LEARNED,
    NO_SHOT,
    NOBODY,
    WINGMAN_SKILLS,
    Act,
    Aim,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Entry,
    Event,
    Fate,
    Fault,
    Health,
    Help,
    Marker,
    Model,
    Modifier,
    Month,
    Orientation,
    Person,
    Phase,
    Position,
    Presence,
    Quality,
    Range,
    Rockets,
    Series,
    Shooter,
    Side,
    Skill,
    System,
    TargetZone,
)
from stuka_env.games.interceptor.rules.aircraft import (
    damaged_systems,
    firepower,
    is_forced_home,
    take_model,
)
from stuka_env.games.interceptor.rules.bursts import defensive_hits, in_formation
from stuka_env.games.interceptor.rules.damage import (
    damage_bomber,
    damage_fighter,
    hit_aircraft,
    hit_enemy,
)
from stuka_env.games.interceptor.rules.deck import flip, new_deck
from stuka_env.games.interceptor.rules.experience import gain_experience, new_mate, owns
from stuka_env.games.interceptor.rules.interception import enter_box
from tests.support.each import each
from tests.support.interceptor.game import Game, attacking, journalled, pick


def passing(model: Model = Model.FW_190A_4, bomber: Bomber = Bomber.B_24, distance: int = 1, box: int = 1) -> Game:
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
    game = passing(model, bomber, distance)
    assert defensive_hits(game.mat, game.table, 2) == hits
    assert bool(in_formation(game.mat, game.table.charts)) == (bomber == Bomber.B_17F)
    game.skills(Skill.COMBAT_MANEUVERS)
    game.mat.work.extended = 1
    assert defensive_hits(game.mat, game.table, 2) == (0 if (model, bomber) == (Model.BF_109G_4, Bomber.B_24) else hits)


@pytest.mark.rule("IR112", "IR116", "IR117", "IR118", "IQ049", "IQ207")
def test_a_jam_takes_its_firepower_off() -> None:
    game = passing()
    number = game.card(1, [1, 2, 3, 4, 5, 6], jam=1)
    game.plan(CARD=[number, game.card(2)], JAM=[1], B3=[7, 7])
    assert firepower(game.mat, game.table.charts) == 16
    game.act(Act.AIM_AIRFRAME)
    assert game.mat.aircraft.guns[0].jammed == 1 and firepower(game.mat, game.table.charts) == 8
    assert game.mat.bomber.airframe == 2 and game.mat.aircraft.guns[0].ammunition == 6
    game.assert_all_rolled()


@pytest.mark.rule("IR297", "IR299", "IQ041", "IQ042", "IQ045")
def test_gunnery_and_aim_need_a_hit() -> None:
    game = passing(distance=2).skills(Skill.GUNNERY, Skill.AIM)
    game.plan(CARD=[game.card(1, 1), game.card(2), game.card(3, 1), game.card(4)], B3=[11, 11])
    game.act(Act.AIM_STARBOARD)
    assert game.mat.bomber.starboard_wing == 0
    game.act(Act.AIM_STARBOARD)
    assert game.mat.bomber.starboard_wing == 1 and game.mat.bomber.gear == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR099", "IR114", "IR225", "IQ043", "IQ074")
def test_group_damage_is_not_changed_by_range() -> None:
    game = passing(distance=2)
    game.plan(CARD=[game.card(1, GROUP_DAMAGE), game.card(2)])
    game.act(Act.AIM_PORT)
    assert game.mat.bomber.port_wing == 2 and list(game.mat.bomber.engines) == [1, 1, 0, 0]
    game.assert_all_rolled()


@pytest.mark.rule("IR221", "IQ044", "IQ046", "IQ060")
def test_a_bomber_destroyed_at_the_same_time_answers() -> None:
    game = passing(distance=1)
    game.plan(CARD=[game.card(1, DESTROYED), game.card(2, defensive_fire=1)], B6=[14])
    game.act(Act.AIM_PORT)
    assert game.mat.career.bombers == 1 and game.mat.aircraft.tail == 1
    assert game.decision == Decision.PASS and game.names == {"OTHER", "LET_GO"}


@pytest.mark.rule("IR121", "IR124", "IR135", "IR137", "IR140", "IQ068", "IQ200", "IQ211", "IR122", "IR136")
def test_passes() -> None:
    game = passing(distance=0)
    game.plan(CARD=[game.card(1), game.card(2)], B3=[11], B6=[31])
    game.act(Act.AIM_PORT)
    assert game.decision == Decision.PASS and game.names == {"SAME", "OTHER", "LET_GO"}
    game.act(Act.SAME)
    assert game.mat.bomber.range == 2 and game.mat.sortie.passes == 1 and game.mat.bomber.first == 0
    game.plan(CRASH=[9]).act(Act.BREAK_OFF)
    assert game.decision == Decision.ONWARD


@pytest.mark.rule("IQ211")
def test_passes_end_with_the_counted_ammunition() -> None:
    game = passing(distance=0)
    for place in (0, 1):
        game.mat.aircraft.guns[place].ammunition = 1
    game.plan(CARD=[game.card(1), game.card(2)], B3=[11], B6=[31], CRASH=[9]).act(Act.AIM_PORT)
    assert game.decision == Decision.ONWARD


@pytest.mark.rule("IR291", "IR292", "IQ047")
def test_an_expert_redraws_a_card_once() -> None:
    game = passing(distance=2)
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
    game = passing(distance=0)
    game.mat.wingman.skills[1] = game.mat.wingman.skills[2] = 1
    game.plan(CARD=[game.card(1), game.card(2)], W1=[8], B3=[12, 11, 11], B6=[31])
    game.act(Act.WINGMAN, Act.AIM_PORT)
    assert game.mat.bomber.by_wingman == 1 and game.mat.bomber.gear == 1
    game.assert_all_rolled()


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


@pytest.mark.rule("IR221", "IR223", "IR235", "IR296", "IQ091")
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


@pytest.mark.rule("IR376", "IR377", "IR378", "IQ182")
@each(
    "die, quality, hits",
    [(1, Quality.GREEN, 0), (3, Quality.TRAINED, 1), (5, Quality.VETERAN, 2), (6, Quality.ACE, 2)],
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


@pytest.mark.rule("IR229", "IR233", "IQ121", "IQ122")
def test_one_of_two_engines_out() -> None:
    game = Game().aloft(Model.BF_110G_2)
    for _ in range(2):
        hit_aircraft(game.mat, game.table, System.STARBOARD_ENGINE)
    assert game.mat.aircraft.speed == 11 and is_forced_home(game.mat, game.table)
    assert list(game.mat.aircraft.engines) == [0, 2]


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


# --- landing and jumping ---

LEAK, FIRST_FIRE, LAST_FIRE, EXPLOSION = 9, 10, 11, 12
"""Totals of B4 for a fuel tank: the last one that only leaks, the first and the last fire, the explosion."""
AIRFRAME_ON_B6, RADIO_ON_B6 = 11, 16
"""Rolls of B6 that strike the airframe and the radio."""


def noted(game: Game, kind: Entry) -> list[tuple[int, int]]:
    """Return the two numbers of every journal entry of a kind, in their order."""
    return [(int(it.detail), int(it.value)) for it in game.entries(kind)]


def rolled_on(game: Game, chart: Chart) -> list[tuple[int, int]]:
    """Return the two numbers of every roll on a chart: its result, and its subject if it has one."""
    return [(int(it.detail), int(it.value)) for it in game.entries(Entry.ROLL, chart)]


def assert_all_as_planned(game: Game) -> None:
    """Assert that every planned roll was made, and no other one."""
    game.assert_all_rolled()
    assert game.table.dice.fault == Fault.NONE


# --- structure of an aircraft (7.4) ---

FRAME = ("port_wing", "starboard_wing", "airframe", "tail", "controls")
"""Systems with a threshold, in the order of System."""


# --- engines (7.4.1) ---


@pytest.mark.rule("IR220", "IR232")
def test_engines_that_are_out_are_told_once() -> None:
    game = journalled(Game().aloft(Model.FW_190A_4).plan())
    for _ in range(6):
        hit_aircraft(game.mat, game.table, System.PORT_ENGINE)
    assert noted(game, Entry.SHOT_DOWN) == [(Fate.ENGINES_OUT, 0)]


# --- fuel tanks, weapons and other systems (7.4, 7.4.1) ---


@pytest.mark.rule("IR219", "IQ127", "IQ207")
@each(
    "firepower, dice, out",
    [
        ((8, 0, 0), [], [1, 0, 0]),
        ((8, 6, 0), [1], [1, 0, 0]),
        ((8, 6, 0), [2], [0, 1, 0]),
        ((8, 0, 6), [2], [0, 0, 1]),
        ((0, 8, 6), [1], [0, 1, 0]),
        ((8, 6, 2), [3], [0, 0, 1]),
    ],
)
@each("side", [Side.PLAYER, Side.ENEMY])
def test_one_of_the_fitted_weapons_is_out(
    side: Side, firepower: tuple[int, ...], dice: list[int], out: list[int]
) -> None:
    game = Game().aloft(Model.FW_190A_4)
    for place, strength in enumerate(firepower):
        game.charts.models[Model.FW_190A_4].weapons[place].firepower = strength
        game.charts.enemies[Enemy.P_47].firepower[place] = strength
    journalled(game.plan().dogfight(Enemy.P_47)).plan(GUN=dice)
    hit = hit_aircraft if side == Side.PLAYER else hit_enemy
    assert not hit(game.mat, game.table, System.WEAPON)
    guns = [int(gun.out) for gun in game.mat.aircraft.guns][:ENEMY_WEAPONS]
    assert (guns if side == Side.PLAYER else list(game.mat.fighter.guns_out)) == out
    assert [subject for _, subject in rolled_on(game, Chart.GUN)] == [side] * len(dice)
    assert_all_as_planned(game)


# --- crews (7.1.8, 7.4.7, 7.3.1) ---


@pytest.mark.rule("IR269", "IR270")
@pytest.mark.parametrize(
    ("model", "health", "dice", "after"),
    [
        (Model.BF_110G_2, Health.WELL, [1], Health.LIGHT_WOUND),
        (Model.BF_110G_2, Health.KILLED, [], Health.KILLED),
        (Model.FW_190A_4, Health.WELL, [], Health.WELL),
    ],
)
def test_a_hit_on_the_gunner_needs_a_gunner(model: Model, health: Health, dice: list[int], after: Health) -> None:
    game = Game().aloft(model).plan(B4_WOUND=dice)
    game.mat.gunner.health = health
    hit_aircraft(game.mat, game.table, System.GUNNER)
    assert game.mat.gunner.health == after and game.mat.pilot.health == Health.WELL
    assert_all_as_planned(game)


# --- the hits of one shot (7.4.1) ---


@pytest.mark.rule("IR225", "IQ045", "IQ074")
@each("crewman", [System.GUNNER, System.CREW, System.BOMB_BAY, System.NONE])
@each("side", [Side.PLAYER, Side.ENEMY])
def test_a_package_on_a_fighter_has_no_crew_and_no_bombs(side: Side, crewman: System) -> None:
    game = Game().aloft(Model.BF_110G_2)
    game.charts.package[Aim.AIRFRAME][:4] = [System.RADIO, crewman, System.TAIL, System.TAIL]
    game.charts.package[Aim.AIRFRAME][4:] = System.NONE
    journalled(game.plan().dogfight(Enemy.P_47))
    if side == Side.PLAYER:
        damage_fighter(game.mat, game.table, Side.PLAYER, 1, 0, 0)
    else:
        assert not damage_fighter(game.mat, game.table, Side.ENEMY, 1, 0, 0)
    struck = noted(game, Entry.DAMAGE if side == Side.PLAYER else Entry.ENEMY_DAMAGE)
    assert struck == [(System.RADIO, 0), (System.TAIL, 0), (System.TAIL, 0)]
    assert_all_as_planned(game)


@pytest.mark.rule("IR224", "IR225", "IQ045")
@each("package, hits, tail, struck", [(1, 2, 1, 1), (0, 3, 1, 2), (0, 0, 3, 3)])
@each("side", [Side.PLAYER, Side.ENEMY])
def test_the_rest_of_a_shot_lapses_when_its_target_is_down(
    side: Side, package: int, hits: int, tail: int, struck: int
) -> None:
    game = journalled(Game().aloft(Model.FW_190A_4).plan().dogfight(Enemy.P_47))
    target = game.mat.aircraft if side == Side.PLAYER else game.mat.fighter
    target.airframe, target.tail = 4, 1
    game.plan(B6=[RADIO_ON_B6, AIRFRAME_ON_B6] if hits and not package else [])
    if side == Side.PLAYER:
        damage_fighter(game.mat, game.table, Side.PLAYER, package, hits, tail)
        assert game.mat.work.fate == Fate.SHOT_DOWN
    else:
        assert damage_fighter(game.mat, game.table, Side.ENEMY, package, hits, tail)
    assert len(noted(game, Entry.DAMAGE if side == Side.PLAYER else Entry.ENEMY_DAMAGE)) == struck
    assert [subject for _, subject in rolled_on(game, Chart.B6)] == [side] * (struck if hits and not package else 0)
    assert_all_as_planned(game)


@pytest.mark.rule("IQ045", "IR231")
def test_the_rest_of_a_shot_strikes_an_aircraft_without_engines() -> None:
    game = journalled(Game().aloft(Model.FW_190A_4))
    game.mat.aircraft.armour, game.mat.aircraft.engines[0] = 1, 2
    damage_fighter(game.mat, game.plan(B6=[15, RADIO_ON_B6]).table, Side.PLAYER, 0, 2, 1)
    assert noted(game, Entry.DAMAGE) == [(System.STARBOARD_ENGINE, 0), (System.RADIO, 0), (System.TAIL, 0)]
    assert game.mat.work.fate == Fate.ENGINES_OUT and game.mat.aircraft.radio == 1
    assert_all_as_planned(game)


@pytest.mark.rule("IR099", "IR115", "IQ035", "IQ045")
@pytest.mark.parametrize(
    ("package", "aimed", "hits", "struck"),
    [(1, 1, 2, [System.PORT_WING]), (0, 2, 2, [System.PORT_WING]), (0, 0, 3, [System.LANDING_GEAR, System.PORT_WING])],
)
def test_the_rest_of_a_shot_lapses_when_the_bomber_is_destroyed(
    package: int, aimed: int, hits: int, struck: list[System]
) -> None:
    game = journalled(attacking())
    game.mat.bomber.port_wing = 2
    game.plan(B3=[11, 8] if len(struck) > 1 else [])
    assert damage_bomber(game.mat, game.table, Aim.PORT_WING, package, aimed, hits)
    assert [System(system) for system, _ in noted(game, Entry.BOMBER_DAMAGE)] == struck
    assert_all_as_planned(game)


@pytest.mark.rule("IR299", "IQ042")
@pytest.mark.parametrize(
    ("aim", "field"), [(Aim.PORT_WING, "port_wing"), (Aim.STARBOARD_WING, "starboard_wing"), (Aim.AIRFRAME, "airframe")]
)
def test_aim_strikes_the_system_aimed_at(aim: Aim, field: str) -> None:
    game = attacking()
    assert not damage_bomber(game.mat, game.table, aim, 0, 1, 0)
    assert {name: int(game.mat.bomber[name]) for name in FRAME} == {name: int(name == field) for name in FRAME}
    assert_all_as_planned(game)


# --- jams (7.1.6, 7.1.13) ---


def shots(game: Game) -> list[tuple[int, int]]:
    """Return who fired each shot, and its hits."""
    return noted(game, Entry.SHOT)


@pytest.mark.rule("IR116", "IR290", "IQ053")
@each(
    "skilled, health, used, saved",
    [
        (1, Health.WELL, 0, True),
        (1, Health.SERIOUS_WOUND, 0, True),
        (1, Health.KILLED, 0, False),
        (0, Health.WELL, 0, False),
        (1, Health.WELL, 1, False),
    ],
)
@each("burst", [False, True])
def test_maintenance_needs_a_living_gunner_with_the_skill(
    skilled: int, health: Health, used: int, saved: bool, burst: bool
) -> None:
    game = journalled(attacking(Model.BF_110G_2))
    game.mat.gunner.skills[CREW_SKILLS.index(Skill.MAINTENANCE)] = skilled
    game.mat.gunner.health, game.mat.sortie.maintenance_used = health, used
    jam = 0 if burst else 1
    game.plan(
        CARD=[game.card(1, jam=jam), game.card(2)],
        C3=[8] * burst,
        JAM=[] if burst or saved else [2],
        B6=[RADIO_ON_B6] * burst,
    )
    game.go().act(Act.BURST_PORT if burst else Act.AIM_PORT)
    jammed = [] if saved else [0, 1] if burst else [1]
    assert noted(game, Entry.JAMMED) == [(place, Model.BF_110G_2) for place in jammed]
    assert [int(gun.jammed) for gun in game.mat.aircraft.guns[:2]] == [int(place in jammed) for place in (0, 1)]
    assert game.mat.sortie.maintenance_used == int(used or saved)
    assert noted(game, Entry.SKILL_USED) == [(Person.GUNNER, Skill.MAINTENANCE)] * saved
    assert_all_as_planned(game)


@pytest.mark.rule("IR116", "IQ049", "IQ051", "IQ207")
@pytest.mark.parametrize(("die", "jammed"), [(1, [1, 0, 0]), (2, [0, 0, 0]), (3, [0, 0, 1])])
def test_a_jam_strikes_one_of_the_firing_weapons_and_no_mg_ff(die: int, jammed: list[int]) -> None:
    game = journalled(attacking(Model.FW_190A_4))
    game.plan(CARD=[game.card(1, jam=1), game.card(2)], JAM=[die]).act(Act.AIM_PORT)
    assert [int(gun.jammed) for gun in game.mat.aircraft.guns[:3]] == jammed
    assert len(noted(game, Entry.JAMMED)) == sum(jammed)
    assert_all_as_planned(game)


@pytest.mark.rule("IR149", "IR150", "IQ054", "IQ058")
def test_no_shot_jams_every_weapon_and_flips_no_card() -> None:
    game = journalled(attacking(Model.FW_190A_4))
    game.plan(C3=[12], CARD=[game.card(2)], B6=[RADIO_ON_B6]).act(Act.BURST_PORT)
    assert [int(gun.jammed) for gun in game.mat.aircraft.guns[:3]] == [1, 0, 1]
    assert shots(game) == [(Shooter.PILOT, NO_SHOT), (Shooter.BOMBER, 1)]
    assert [int(gun.ammunition) for gun in game.mat.aircraft.guns[:2]] == [6, 2]
    assert_all_as_planned(game)


# --- shots at bombers and their answer (7.1.6 to 7.1.8) ---


@pytest.mark.rule("IR294", "IQ059")
@pytest.mark.parametrize(("number", "extended", "points"), [(7, False, 6), (8, False, 5), (7, True, 4)])
def test_precision_does_not_save_an_extended_burst(number: int, extended: bool, points: int) -> None:
    game = journalled(attacking(Model.FW_190A_4)).skills(Skill.PRECISION)
    game.plan(CARD=[game.card(number), game.card(2)], C3=[7] * extended, B6=[RADIO_ON_B6] * extended)
    game.act(Act.BURST_PORT if extended else Act.AIM_PORT)
    assert game.mat.aircraft.guns[0].ammunition == points
    assert noted(game, Entry.SKILL_USED) == [(Person.PILOT, Skill.PRECISION)] * (points == 6)
    assert_all_as_planned(game)


@pytest.mark.rule("IR114", "IR127", "IR299", "IQ041", "IQ042", "IQ043", "IQ044")
@each(
    "result, distance, skills, told",
    [
        (1, Range.LONG, (), 0),
        (1, Range.MEDIUM, (), 1),
        (1, Range.CLOSE, (), 2),
        (2, Range.LONG, (Skill.AIM,), 2),
        (1, Range.LONG, (Skill.AIM, Skill.GUNNERY), 0),
        (1, Range.MEDIUM, (Skill.GUNNERY, Skill.AIM), 3),
        (GROUP_DAMAGE, Range.LONG, (Skill.GUNNERY,), GROUP_DAMAGE + 1),
        (DESTROYED, Range.LONG, (Skill.AIM,), DESTROYED),
    ],
)
def test_the_hits_of_a_shot_are_told(result: int, distance: Range, skills: tuple[Skill, ...], told: int) -> None:
    game = journalled(attacking(distance=distance)).skills(*skills)
    rolled = told % GROUP_DAMAGE - (Skill.AIM in skills) if 0 < told < DESTROYED else 0
    answer = [RADIO_ON_B6] * int(distance == Range.CLOSE)
    game.plan(CARD=[game.card(1, result), game.card(2)], B3=[11] * rolled, B6=answer, CRASH=[9]).act(Act.AIM_PORT)
    assert shots(game) == [(Shooter.PILOT, told), (Shooter.BOMBER, len(answer))]
    assert game.mat.bomber.by_pilot == int(0 < told < DESTROYED) and game.mat.career.bombers == int(told == DESTROYED)


@pytest.mark.rule("IR089", "IR125", "IQ031", "IQ033")
@each(
    "orientation, silent",
    [
        (Orientation.HEAD_ON, (False, False)),
        (Orientation.DISADVANTAGED, (False, False)),
        (Orientation.ADVANTAGED, (True, False)),
        (Orientation.OUT_OF_THE_SUN, (True, False)),
    ],
)
@each("rounds", [1, 2])
def test_surprise_lasts_for_one_round(orientation: Orientation, silent: tuple[bool, bool], rounds: int) -> None:
    game = journalled(Game().aloft(Model.FW_190A_4).meet(Bomber.B_24, orientation=orientation).plan().act(Act.BOMBERS))
    misses = rounds - 1
    answers = [orientation != Orientation.OUT_OF_THE_SUN] * misses + [not silent[rounds - 1]]
    cards = [number for shot, heard in enumerate(answers) for number in [20 + shot] + [30 + shot] * heard]
    for number in (20, 21, 30, 31):
        game.card(number)
    game.card(20 + misses, DESTROYED)
    game.plan(CARD=cards).act(*[Act.AIM_PORT] * rounds)
    assert game.mat.career.bombers == 1 and game.names == {"OTHER", "LET_GO"}
    assert [shooter for shooter, _ in shots(game)].count(Shooter.BOMBER) == sum(answers)
    assert_all_as_planned(game)


# --- the wingman and rockets (7.1.14, 7.2.3.1) ---


@pytest.mark.rule("IR193", "IR222", "IQ067")
def test_a_bomber_destroyed_by_the_wingman_is_his() -> None:
    game = journalled(attacking())
    game.mat.bomber.port_wing = 2
    game.plan(CARD=[game.card(1), game.card(2)], W1=[6], B3=[8]).act(Act.WINGMAN, Act.AIM_PORT)
    assert (game.mat.wingman.bombers, game.mat.career.bombers, game.mat.bomber.present) == (1, 0, 0)
    assert noted(game, Entry.BOMBER_DESTROYED) == [(Person.WINGMAN, 0)] and game.names == {"OTHER", "LET_GO"}
    assert_all_as_planned(game)


@pytest.mark.rule("IR152", "IR216", "IR222")
def test_rockets_that_destroy_the_bomber_end_the_pass() -> None:
    game = journalled(attacking(Model.FW_190A_4_R6, Bomber.B_24, Range.LONG))
    game.mat.bomber.airframe = 4
    game.go().plan(WGR=[11], B3=[7]).act(Act.ROCKETS)
    assert game.mat.career.bombers == 1 and game.mat.bomber.present == 0
    assert game.decision == Decision.PASS and game.names == {"OTHER", "LET_GO"}
    assert_all_as_planned(game)


# --- attacks on bombers (7.1.2 to 7.1.14, 7.11) ---


def assert_mask(game: Game, *names: str) -> None:
    """Assert that exactly these actions are legal, each by a 1 in the mask."""
    assert game.names == set(names) and set(game.mask.tolist()) <= {0, 1}


@pytest.mark.rule("IR398", "IR399", "IQ069", "IQ076")
@each(
    "month, bomber, dice, met",
    [
        (Month.JUNE_1943, Bomber.B_17F, [11], Bomber.B_17F),
        (Month.JUNE_1943, Bomber.B_17F, [12], Bomber.YB_40),
        (Month.JUNE_1943, Bomber.B_17G, [12], Bomber.YB_40),
        (Month.JUNE_1943, Bomber.B_24, [], Bomber.B_24),
        (Month.MARCH_1943, Bomber.B_17F, [], Bomber.B_17F),
    ],
)
def test_a_b_17_of_summer_may_be_a_yb_40(month: Month, bomber: Bomber, dice: list[int], met: Bomber) -> None:
    game = journalled(Game(month=month).aloft(Model.FW_190A_4).meet(bomber))
    game.plan(A3_YB40=dice).act(Act.BOMBERS)
    assert game.mat.bomber.type == met and noted(game, Entry.BOMBER) == [(met, 0)]
    assert (game.mat.bomber.present, game.mat.sortie.bombers_met, game.mat.sortie.engaged) == (1, 1, 1)
    assert_all_as_planned(game)


@pytest.mark.rule("IR109", "IQ037", "IQ203", "IQ222")
@pytest.mark.parametrize("straggler", [0, 1])
def test_flak_that_destroys_a_bomber_shows_the_next_one_but_no_second_straggler(straggler: int) -> None:
    game = Game().aloft(Model.FW_190A_4, box=2 if straggler else 3, straggler=straggler).meet(Bomber.B_24)
    game.charts.bombers[Bomber.B_24].airframe = 3
    game.plan(FLAK=[3] if straggler else [6, 3], B3=[7] * 3).act(Act.BOMBERS)
    assert game.decision == (Decision.ONWARD if straggler else Decision.BURST)
    assert game.mat.sortie.bombers_met == (1 if straggler else 2) and game.mat.career.bombers == 0
    assert_all_as_planned(game)


@pytest.mark.rule("IR125", "IQ033", "IQ077", "IR140")
def test_only_the_first_pass_surprises() -> None:
    game = journalled(Game().aloft(Model.FW_190A_4, passes=1).meet(Bomber.B_24, orientation=Orientation.ADVANTAGED))
    game.plan().act(Act.BOMBERS)
    game.plan(CARD=[game.card(1, DESTROYED), game.card(2)]).act(Act.AIM_PORT)
    assert shots(game) == [(Shooter.PILOT, DESTROYED), (Shooter.BOMBER, 0)]
    assert_all_as_planned(game)


AIMED = ("AIM_PORT", "AIM_STARBOARD", "AIM_AIRFRAME")
EXTENDED = ("BURST_PORT", "BURST_STARBOARD", "BURST_AIRFRAME")


@pytest.mark.rule("IR097", "IR101", "IR121", "IR144", "IR145", "IR146", "IQ034", "IQ211")
@each(
    "distance, points, fires, names",
    [
        (Range.LONG, 2, 1, (*AIMED, *EXTENDED, "WINGMAN", "BREAK_OFF")),
        (Range.MEDIUM, 2, 1, (*AIMED, *EXTENDED, "WINGMAN", "BREAK_OFF")),
        (Range.CLOSE, 2, 1, (*AIMED, "WINGMAN", "BREAK_OFF")),
        (Range.MEDIUM, 1, 1, (*AIMED, "WINGMAN", "BREAK_OFF")),
        (Range.MEDIUM, 2, 0, ("BREAK_OFF",)),
    ],
)
def test_the_choices_of_a_round(distance: Range, points: int, fires: int, names: tuple[str, ...]) -> None:
    game = attacking(distance=distance)
    game.mat.aircraft.guns[0].ammunition, game.mat.aircraft.guns[1].ammunition = points, 0
    if not fires:
        game.mat.aircraft.guns["out"] = 1
    if fires:
        assert_mask(game.go(), *names)
        return
    game.skills(Skill.REFLEXES).go()
    assert game.decision == Decision.ONWARD  # the only choice is taken: the pass is broken off
    assert_all_as_planned(game)


@pytest.mark.rule("IR126", "IR287", "IQ096")
@each(
    "skilled, used, first, allowed",
    [(1, 0, 0, True), (0, 0, 0, False), (1, 1, 0, False), (1, 0, 1, False), (1, 0, 2, False)],
)
def test_reflexes_against_a_bomber_are_for_who_does_not_fire_first(
    skilled: int, used: int, first: int, allowed: bool
) -> None:
    game = attacking()
    game.mat.sortie.reflexes_used, game.mat.bomber.first, game.mat.pilot.skills[Skill.REFLEXES] = used, first, skilled
    game.skills()
    assert ("REFLEXES" in game.names) == allowed
    if allowed:
        assert "REFLEXES" not in game.act(Act.REFLEXES).names
        game.act(Act.BREAK_OFF)
        assert game.mat.sortie.reflexes_used == 0 and game.mat.bomber.reflexes_ordered == 0


@pytest.mark.rule("IR126", "IR287", "IQ096", "IQ201")
def test_reflexes_against_a_bomber_are_used_by_the_shot() -> None:
    game = journalled(attacking()).skills(Skill.REFLEXES).act(Act.REFLEXES)
    game.plan(CARD=[game.card(1, DESTROYED)]).act(Act.AIM_PORT)
    assert (game.mat.sortie.reflexes_used, game.mat.bomber.reflexes_ordered) == (1, 0)
    assert noted(game, Entry.SKILL_USED) == [(Person.PILOT, Skill.REFLEXES)]
    assert shots(game) == [(Shooter.PILOT, DESTROYED)]
    assert_all_as_planned(game)


@pytest.mark.rule("IR152", "IR158", "IQ032")
@each("distance", list(Range))
@each("rockets", list(Rockets))
def test_rockets_are_fired_loaded_at_long_range(distance: Range, rockets: Rockets) -> None:
    game = attacking(distance=distance)
    game.mat.aircraft.rockets = rockets
    assert ("ROCKETS" in game.skills().go().names) == (distance == Range.LONG and rockets == Rockets.LOADED)


@pytest.mark.rule("IQ129", "IR236")
@each(
    "rounds, field, health, allowed",
    [
        (1, "radio", Health.WELL, True),
        (1, "tail", Health.WELL, True),
        (1, "", Health.LIGHT_WOUND, True),
        (1, "", Health.WELL, False),
        (0, "radio", Health.WELL, False),
    ],
)
def test_a_jump_in_combat_needs_a_reason_and_a_round(rounds: int, field: str, health: Health, allowed: bool) -> None:
    game = attacking()
    game.mat.sortie.rounds, game.mat.pilot.health = rounds, health
    if field:
        game.mat.aircraft[field] = 1
    assert ("BAIL_OUT" in game.skills().go().names) == allowed


@pytest.mark.rule("IR122", "IR124", "IR193", "IQ193")
def test_the_wingman_attacks_once_a_pass() -> None:
    game = attacking()
    for number in range(1, 9):
        game.card(number)
    game.plan(CARD=range(1, 9), W1=[7, 7], B3=[11], B6=[RADIO_ON_B6]).act(Act.WINGMAN)
    assert "WINGMAN" not in game.names
    game.act(Act.AIM_PORT)
    assert "WINGMAN" not in game.names
    game.act(Act.AIM_PORT)
    assert_mask(game, "SAME", "OTHER", "LET_GO")
    game.act(Act.SAME)
    assert game.mat.bomber.fired == 0 and "WINGMAN" in game.names and game.rolled(Chart.W1) == 2
    game.act(Act.AIM_PORT)
    assert game.rolled(Chart.W1) == 2
    game.act(Act.WINGMAN, Act.AIM_PORT)
    assert_all_as_planned(game)


@pytest.mark.rule("IR124", "IR135", "IQ068", "IQ211", "IQ203")
@each(
    "points, present, straggler, names",
    [
        (1, 1, 0, ("SAME", "OTHER", "LET_GO")),
        (1, 0, 0, ("OTHER", "LET_GO")),
        (1, 1, 1, ("SAME", "LET_GO")),
        (0, 1, 0, ()),
    ],
)
def test_the_choices_after_a_pass(points: int, present: int, straggler: int, names: tuple[str, ...]) -> None:
    game = attacking(distance=Range.CLOSE)
    game.mat.sortie.straggler, game.mat.bomber.fired = straggler, 1
    game.mat.aircraft.guns[0].ammunition, game.mat.aircraft.guns[1].ammunition = points, 0
    game.mat.bomber.present = present
    game.act(Act.BREAK_OFF)
    if names:
        assert_mask(game, *names)
    else:
        assert game.decision == Decision.ONWARD
    assert_all_as_planned(game)


@pytest.mark.rule("IR086", "IR123", "IQ027")
def test_the_escort_after_a_pass_can_be_fought() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24, Enemy.P_47).plan().act(Act.BOMBERS, Act.BREAK_OFF)
    assert game.act(Act.FIGHT).mat.fighter.position == Position.DISADVANTAGED
    assert game.decision == Decision.DOGFIGHT and game.rolled(Chart.SLIP) == 0
    game = Game().aloft(Model.FW_190A_4, slip_tried=1).meet(Bomber.B_24, Enemy.P_47).plan()
    assert game.act(Act.BOMBERS, Act.BREAK_OFF).decision == Decision.DOGFIGHT  # the only choice is taken


# --- fighter combat (7.2, 7.3) ---

STANDARD = ("DEFEND", "TIGHT_TURN", "BARREL_ROLL")
GRADED = (1, 2, 3, 4, 5, 6)
"""A result of a card that shows its firepower column: 6, 8, 12, 16, 20, 24."""


def initiative_modifiers(game: Game) -> dict[int, int]:
    """Return the modifiers of initiative in the journal."""
    return {int(it.detail): int(it.value) for it in game.entries(Entry.MODIFIER, Chart.B12)}


def totals_of_initiative(game: Game) -> list[int]:
    """Return the player's lead of every roll of initiative, with its modifiers."""
    return [int(it.total) for it in game.entries(Entry.ROLL, Chart.B12)]


def fighting(enemy: Enemy, position: int, model: Model = Model.FW_190A_4, **settings: int) -> Game:
    """Return fighter combat in a position, with a journal; no dice are planned yet."""
    return journalled(Game(**settings).aloft(model).plan()).dogfight(enemy, position)


@pytest.mark.rule("IR162", "IR163", "IR167", "IR170", "IR171", "IR172", "IR173", "IR174", "IR207")
@each(
    "position, names",
    [
        (Position.TAILED, (*STANDARD, "WINGMAN")),
        (Position.DISADVANTAGED, (*STANDARD, "WINGMAN")),
        (Position.HEAD_ON, ("FIRE", *STANDARD, "WINGMAN")),
        (Position.ADVANTAGED, ("FIRE", "DISENGAGE")),
        (Position.TAILING, ("FIRE", "DISENGAGE")),
    ],
)
def test_the_choices_in_a_position(position: Position, names: tuple[str, ...]) -> None:
    game = fighting(Enemy.P_47, position)
    assert_mask(game, *names)
    fighter, sortie = game.mat.fighter, game.mat.sortie
    assert (fighter.present, fighter.rounds, fighter.speed, fighter.sun) == (1, 1, 21, 0)
    assert (sortie.enemies_met, sortie.engaged) == (1, 1)
    assert noted(game, Entry.POSITION) == [(position, Enemy.P_47)]


@pytest.mark.rule("IR112", "IR211", "IQ105", "IQ106")
@each(
    "enemy, out, hits",
    [
        (Enemy.P_47, (0, 0, 0), 3),
        (Enemy.P_47, (1, 0, 0), 1),
        (Enemy.P_47, (0, 1, 0), 1),
        (Enemy.P_38, (0, 1, 0), 1),
        (Enemy.P_38, (1, 0, 0), 2),
        (Enemy.SPITFIRE_IX, (0, 0, 0), 2),
        (Enemy.P_47, (1, 1, 0), None),
    ],
)
def test_the_weapons_that_an_enemy_has_left(enemy: Enemy, out: tuple[int, ...], hits: int | None) -> None:
    game = fighting(enemy, Position.DISADVANTAGED)
    game.mat.fighter.guns_out[:] = out
    answers = {"CARD": [game.card(1, GRADED)], "B6": [RADIO_ON_B6] * hits} if hits else {"ENEMY_DISENGAGE": [5]}
    game.plan(B12=[(3, 3)], **answers).act(Act.TIGHT_TURN)
    assert shots(game) == ([(Shooter.ENEMY, hits)] if hits else [])
    assert_all_as_planned(game)


@pytest.mark.rule("IR168", "IR169", "IR178", "IR183")
@pytest.mark.parametrize(
    ("enemy", "field", "position"),
    [
        (Enemy.SPITFIRE_IX, "", Position.DISADVANTAGED),
        (Enemy.SPITFIRE_IX, "controls", Position.HEAD_ON),
        (Enemy.P_51B, "", Position.HEAD_ON),
    ],
)
def test_an_agile_enemy_gains_more_by_his_defence(enemy: Enemy, field: str, position: Position) -> None:
    game = fighting(enemy, Position.ADVANTAGED)
    if field:
        game.mat.fighter[field] = 1
    lead = 20 - int(game.mat.fighter.speed) - 2 * (position == Position.DISADVANTAGED)
    faces = (1 - lead, 1) if lead < 0 else (1, 1)
    game.plan(CARD=[game.card(1), game.card(2, improve=1, agile_bonus=1)], B12=[faces]).act(Act.FIRE)
    assert game.mat.fighter.position == position
    agile = position == Position.DISADVANTAGED
    assert initiative_modifiers(game).get(Modifier.ENEMY_AGILITY) == (2 if agile else None)
    assert_all_as_planned(game)


@pytest.mark.rule("IR171", "IR178", "IR183", "IQ083")
@each("model, gain", [(Model.BF_109G_4, 2), (Model.FW_190A_4, 1)])
@each("act", [Act.DEFEND, Act.TIGHT_TURN])
@each("start", [Position.TAILED, Position.DISADVANTAGED])
def test_an_agile_aircraft_gains_more(model: Model, gain: int, act: Act, start: Position) -> None:
    game = fighting(Enemy.P_47, start, model)
    agile = model == Model.BF_109G_4
    own = [game.card(2, improve=1, agile_bonus=1)] if act == Act.DEFEND else []
    game.plan(CARD=[game.card(1), *own], B12=[(1, 3) if agile else (3, 2)]).act(act)
    assert game.mat.fighter.position == start + gain
    assert initiative_modifiers(game).get(Modifier.AGILITY) == (2 if agile else None)
    assert_all_as_planned(game)


@pytest.mark.rule("IR179", "IR376", "IR378")
@pytest.mark.parametrize(
    ("die", "quality", "lead"), [(1, Quality.GREEN, -1), (3, Quality.TRAINED, -1), (6, Quality.ACE, -2)]
)
def test_an_ace_of_the_enemy_has_the_better_initiative(die: int, quality: Quality, lead: int) -> None:
    game = journalled(Game(enemy_quality=1).aloft(Model.FW_190A_4).plan(QUALITY=[die])).dogfight(Enemy.P_47)
    game.plan(CARD=[game.card(1)], B12=[(3, 3)]).act(Act.BARREL_ROLL)
    assert game.mat.fighter.quality == quality and totals_of_initiative(game) == [lead]


@pytest.mark.rule("IR390", "IQ111")
@each(
    "option, learned, used, position, allowed",
    [
        (1, 1, 0, 0, True),
        (1, 1, 0, -2, True),
        (0, 1, 0, 0, False),
        (1, 0, 0, 0, False),
        (1, 1, 1, 0, False),
        (1, 1, 0, 1, False),
    ],
)
@each("place", range(4))
def test_a_learned_maneuver_is_flown_once(
    option: int, learned: int, used: int, position: int, allowed: bool, place: int
) -> None:
    game = fighting(Enemy.P_47, position, advanced_maneuvers=option)
    game.mat.pilot.skills[LEARNED[place]], game.mat.sortie.learned_used[place] = learned, used
    maneuvers = {"CUBAN_EIGHT", "CHANDELLE", "IMMELMANN", "SPLIT_S"}
    assert game.skills().names & maneuvers == ({LEARNED[place].name} if allowed else set())


@pytest.mark.rule("IR159", "IR157")
@each(
    "rounds, rockets, allowed",
    [(1, Rockets.LOADED, True), (2, Rockets.LOADED, False), (1, Rockets.SPENT, False), (1, Rockets.DAMAGED, False)],
)
def test_rockets_are_dropped_in_the_first_round(rounds: int, rockets: Rockets, allowed: bool) -> None:
    game = fighting(Enemy.P_47, Position.HEAD_ON, Model.FW_190A_4_R6)
    game.mat.fighter.rounds, game.mat.aircraft.rockets = rounds, rockets
    assert ("JETTISON" in game.skills().go().names) == allowed
    if allowed:
        speed = int(game.mat.aircraft.speed)
        game.act(Act.JETTISON)
        assert (game.mat.aircraft.rockets, game.mat.aircraft.speed) == (Rockets.SPENT, speed + 1)
        assert noted(game, Entry.ROCKETS) == [(speed + 1, 0)] and game.decision == Decision.DOGFIGHT


@pytest.mark.rule("IR287", "IQ096", "IQ094")
@each("skilled, used, sun, allowed", [(1, 0, 0, True), (0, 0, 0, False), (1, 1, 0, False), (1, 0, 1, False)])
def test_reflexes_before_a_shot_at_a_fighter(skilled: int, used: int, sun: int, allowed: bool) -> None:
    game = fighting(Enemy.P_47, Position.HEAD_ON)
    game.mat.sortie.reflexes_used, game.mat.fighter.sun, game.mat.pilot.skills[Skill.REFLEXES] = used, sun, skilled
    assert ("REFLEXES" in game.skills().go().names) == allowed
    if allowed:
        assert "REFLEXES" not in game.act(Act.REFLEXES).names
        assert game.mat.fighter.reflexes_ordered == 1
        game.plan(CARD=[game.card(1), game.card(2, 1)], B6=[RADIO_ON_B6], B12=[(3, 3)]).act(Act.FIRE)
        assert (game.mat.sortie.reflexes_used, game.mat.fighter.reflexes_ordered) == (1, 0)
        assert noted(game, Entry.SKILL_USED) == [(Person.PILOT, Skill.REFLEXES)]
        assert [shooter for shooter, _ in shots(game)] == [Shooter.PILOT, Shooter.ENEMY]
        assert_all_as_planned(game)


@pytest.mark.rule("IR287", "IR288", "IQ094")
def test_an_enemy_shot_down_by_reflexes_does_not_fire() -> None:
    game = fighting(Enemy.P_47, Position.HEAD_ON).skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1, DESTROYED)]).act(Act.REFLEXES, Act.FIRE)
    assert shots(game) == [(Shooter.PILOT, DESTROYED)] and damaged_systems(game.mat) == 0
    assert_mask(game, "FIGHT", "LET_GO")
    assert_all_as_planned(game)


@pytest.mark.rule("IR287", "IR404", "IQ095")
@pytest.mark.parametrize(("answer", "position"), [(Act.YES, Position.ADVANTAGED), (Act.NO, Position.HEAD_ON)])
def test_reflexes_after_initiative_gain_a_position(answer: Act, position: Position) -> None:
    game = fighting(Enemy.P_47, Position.HEAD_ON).skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1)], B12=[(4, 3)]).act(Act.BARREL_ROLL)
    assert_mask(game, "YES", "NO")
    game.act(answer)
    assert game.mat.fighter.position == position and game.mat.sortie.reflexes_used == int(answer == Act.YES)
    assert noted(game, Entry.SKILL_USED) == [(Person.PILOT, Skill.REFLEXES)] * (answer == Act.YES)
    assert game.decision == Decision.DOGFIGHT
    assert_all_as_planned(game)


@pytest.mark.rule("IR087", "IR176", "IR223", "IQ092")
@each(
    "position, result, avoid, told",
    [
        (Position.ADVANTAGED, 2, 0, 2),
        (Position.TAILING, 2, 0, 3),
        (Position.TAILING, 2, 1, 2),
        (Position.TAILING, 2, 2, 0),
        (Position.TAILING, 0, 0, 0),
        (Position.TAILING, 2, ALL, 0),
        (Position.TAILING, GROUP_DAMAGE, 1, GROUP_DAMAGE + 1),
        (Position.TAILING, DESTROYED, 3, DESTROYED),
        (Position.TAILING, DESTROYED, ALL, 0),
    ],
)
def test_the_hits_on_an_enemy_are_told(position: Position, result: int, avoid: int, told: int) -> None:
    game = fighting(Enemy.P_47, position)
    tail = int(position == Position.TAILING and 0 < told < DESTROYED)
    dice = told % GROUP_DAMAGE - tail if told < DESTROYED else 0
    alive = told != DESTROYED
    game.plan(CARD=[game.card(1, result), game.card(2, avoid=avoid)], B6=[RADIO_ON_B6] * dice, B12=[(4, 3)] * alive)
    game.act(Act.FIRE)
    assert shots(game) == [(Shooter.PILOT, told)] and game.mat.career.fighters == int(not alive)
    assert noted(game, Entry.ENEMY_DESTROYED) == [(Person.PILOT, Enemy.P_47)] * (not alive)
    assert game.mat.fighter.present == int(alive)
    assert_all_as_planned(game)


@pytest.mark.rule("IR087", "IR168", "IR172", "IR176", "IR223", "IR295", "IQ091", "IQ092", "IQ093")
@each(
    "position, result, act, skills, told",
    [
        (Position.DISADVANTAGED, 3, Act.TIGHT_TURN, (), 3),
        (Position.TAILED, 3, Act.TIGHT_TURN, (), 4),
        (Position.TAILED, 3, Act.BARREL_ROLL, (), 2),
        (Position.TAILED, 2, Act.BARREL_ROLL, (), 0),
        (Position.TAILED, 0, Act.TIGHT_TURN, (), 0),
        (Position.TAILED, 2, Act.TIGHT_TURN, (Skill.COMBAT_MANEUVERS,), 2),
        (Position.TAILED, 1, Act.TIGHT_TURN, (Skill.COMBAT_MANEUVERS,), 0),
        (Position.TAILED, DESTROYED, Act.TIGHT_TURN, (Skill.SIXTH_SENSE,), 3),
        (Position.DISADVANTAGED, DESTROYED, Act.BARREL_ROLL, (Skill.SIXTH_SENSE,), 0),
        (Position.DISADVANTAGED, 2, Act.DEFEND, (), 1),
        (Position.DISADVANTAGED, 1, Act.DEFEND, (), 0),
    ],
)
def test_the_hits_of_an_enemy_are_told(
    position: Position, result: int, act: Act, skills: tuple[Skill, ...], told: int
) -> None:
    game = fighting(Enemy.P_47, position).skills(*skills)
    tail = int(position == Position.TAILED and told > 0)
    own = [game.card(2, avoid=1)] if act == Act.DEFEND else []
    game.plan(CARD=[game.card(1, result), *own], B6=[RADIO_ON_B6] * (told - tail), B12=[(4, 3)]).act(act)
    assert shots(game) == [(Shooter.ENEMY, told)] and game.mat.aircraft.tail == tail
    saved = Skill.SIXTH_SENSE in skills
    assert game.mat.sortie.sixth_sense_used == int(saved)
    assert noted(game, Entry.SKILL_USED) == [(Person.PILOT, Skill.SIXTH_SENSE)] * saved
    assert_all_as_planned(game)


@pytest.mark.rule("IR168", "IR170")
def test_a_shot_that_is_avoided_altogether_is_told_as_no_hit() -> None:
    game = fighting(Enemy.P_47, Position.TAILED)
    game.plan(CARD=[game.card(1, DESTROYED), game.card(2, avoid=ALL)], B12=[(4, 3)]).act(Act.DEFEND)
    assert shots(game) == [(Shooter.ENEMY, 0)] and game.mat.aircraft.tail == 0
    assert_all_as_planned(game)


@pytest.mark.rule("IR175", "IR297", "IQ097", "IQ098", "IQ099", "IQ194")
@each(
    "position, health, out, fires",
    [
        (Position.DISADVANTAGED, Health.WELL, 0, True),
        (Position.TAILED, Health.LIGHT_WOUND, 0, True),
        (Position.TAILED, Health.SERIOUS_WOUND, 0, False),
        (Position.TAILED, Health.KILLED, 0, False),
        (Position.TAILED, Health.WELL, 1, False),
        (Position.HEAD_ON, Health.WELL, 0, False),
    ],
)
@each("hits", [0, 1])
def test_who_can_fire_the_rear_gun(position: Position, health: Health, out: int, fires: bool, hits: int) -> None:
    game = fighting(Enemy.P_47, position, Model.BF_110G_2)
    game.mat.gunner.health, game.mat.aircraft.rear_gun = health, out
    rear = [game.card(2, defensive_fire=hits)] if fires else []
    struck = hits if fires else 0
    game.plan(CARD=[game.card(1), *rear], B6=[RADIO_ON_B6] * struck, B12=[(6, 1)]).act(Act.BARREL_ROLL)
    assert shots(game) == [(Shooter.ENEMY, 0)] + [(Shooter.GUNNER, hits)] * fires
    assert game.mat.fighter.by_gunner == struck and game.mat.fighter.radio == struck
    assert_all_as_planned(game)


@pytest.mark.rule("IR175", "IR222", "IQ099")
def test_a_fighter_shot_down_by_the_gunner_is_his() -> None:
    game = fighting(Enemy.P_47, Position.DISADVANTAGED, Model.BF_110G_2)
    game.mat.fighter.airframe = 4
    game.plan(CARD=[game.card(1), game.card(2, defensive_fire=1)], B6=[AIRFRAME_ON_B6]).act(Act.BARREL_ROLL)
    assert (game.mat.gunner.fighters, game.mat.career.fighters) == (1, 0)
    assert noted(game, Entry.ENEMY_DESTROYED) == [(Person.GUNNER, Enemy.P_47)]
    assert_mask(game, "FIGHT", "LET_GO")
    assert_all_as_planned(game)


@pytest.mark.rule("IR185", "IR186", "IQ104")
@pytest.mark.parametrize("act", [Act.FIGHT, Act.LET_GO])
def test_another_enemy_is_met_head_on(act: Act) -> None:
    game = fighting(Enemy.P_47, Position.TAILING)
    game.plan(CARD=[game.card(1, DESTROYED), game.card(2)]).act(Act.FIRE)
    assert noted(game, Entry.ENEMY_GONE) == [(0, 0)]
    assert_mask(game, "FIGHT", "LET_GO")
    game.act(act)
    if act == Act.FIGHT:
        assert (game.mat.fighter.position, game.mat.sortie.enemies_met, game.mat.fighter.rounds) == (
            Position.HEAD_ON,
            2,
            1,
        )
        assert game.decision == Decision.DOGFIGHT and game.mat.fighter.type == Enemy.P_47
    else:
        assert game.decision == Decision.ONWARD and game.mat.sortie.enemies_met == 1
    assert_all_as_planned(game)


@pytest.mark.rule("IR178", "IQ109")
@pytest.mark.parametrize("ends", [0, 1])
def test_a_defence_of_the_enemy_may_end_the_encounter(ends: int) -> None:
    game = fighting(Enemy.P_47, Position.ADVANTAGED)
    game.plan(CARD=[game.card(1), game.card(2, ends=ends)], B12=[] if ends else [(4, 3)]).act(Act.FIRE)
    assert noted(game, Entry.ENEMY_GONE) == [(1, 0)] * ends
    assert_mask(game, *(("FIGHT", "LET_GO") if ends else ("FIRE", "DISENGAGE")))
    assert_all_as_planned(game)


# --- the own aircraft (4.4, 7.4.7, 9.1) ---


@pytest.mark.rule("IR097", "IR112")
def test_a_place_without_a_weapon_does_not_fire() -> None:
    game = Game()
    game.charts.models[Model.FW_190A_4].weapons[3].ammunition = 5
    game = journalled(game.aloft(Model.FW_190A_4).meet(Bomber.B_24).plan().act(Act.BOMBERS))
    game.plan(CARD=[game.card(1), game.card(2)]).act(Act.AIM_PORT)
    assert noted(game, Entry.AMMUNITION) == [(place, Model.FW_190A_4) for place in (0, 1)]
    assert [int(gun.ammunition) for gun in game.mat.aircraft.guns[:4]] == [5, 1, -1, 5]


@pytest.mark.rule("IR268", "IR269")
def test_a_seat_for_one_has_no_gunner() -> None:
    game = Game().aloft(Model.FW_190A_4).plan()
    game.mat.gunner.present = 1
    hit_aircraft(game.mat, game.table, System.GUNNER)
    assert game.mat.gunner.health == Health.WELL
    assert_all_as_planned(game)


@pytest.mark.rule("IR188", "IR289", "IQ088")
@each("health, told", [(Health.WELL, 1), (Health.LIGHT_WOUND, 1), (Health.SERIOUS_WOUND, None), (Health.KILLED, None)])
def test_a_gunner_helps_initiative_while_he_is_able(health: Health, told: int | None) -> None:
    game = fighting(Enemy.P_47, Position.HEAD_ON, Model.BF_110G_2)
    game.mat.gunner.skills[CREW_SKILLS.index(Skill.SITUATIONAL_AWARENESS)] = 1
    game.mat.gunner.health = health
    game.plan(CARD=[game.card(1)], B12=[(6, 1)]).act(Act.BARREL_ROLL)
    assert initiative_modifiers(game).get(Modifier.GUNNER_AWARENESS) == told
    assert_all_as_planned(game)


@pytest.mark.rule("IR033", "IR361", "IQ178")
@pytest.mark.parametrize(("waived", "after"), [(Model.FW_190A_6, Model.FW_190A_6), (Model.FW_190A_5, NOBODY)])
def test_a_new_aircraft_is_whole_and_another_type_ends_the_waiver(waived: Model, after: int) -> None:
    game = journalled(Game().ground(Model.FW_190A_4))
    aircraft = game.mat.aircraft
    for name in (*FRAME, "armour", "leak", "oxygen", "radio", "boost", "gear", "rear_gun"):
        aircraft[name] = 1
    aircraft.engines[:] = aircraft.guns["jammed"] = aircraft.guns["out"] = 1
    aircraft.guns["ammunition"][:3] = 0
    game.mat.career.waived = waived
    take_model(game.mat, game.table, Model.FW_190A_6)
    row = game.charts.models[Model.FW_190A_6]
    assert damaged_systems(game.mat) == 0 and not aircraft.guns["jammed"].any()
    assert aircraft.speed == row.speed and list(aircraft.guns["ammunition"]) == list(row.weapons["ammunition"])
    assert noted(game, Entry.AIRCRAFT) == [(Model.FW_190A_6, 0)] and game.mat.career.waived == after


# --- cards (3.5.1, 4.0) ---


@pytest.mark.rule("IR008", "IQ015", "IQ047")
def test_a_shuffle_keeps_the_cards_of_the_round_and_a_redrawn_one_out() -> None:
    game = journalled(attacking())
    game.mat.pilot.expert[Series.FW_190] = 1
    game.mat.deck.drawn[:] = 1
    game.mat.deck.drawn[:3] = 0
    for number in (1, 2, 3):
        game.card(number)
    game.plan(CARD=[1, 2, "shuffle", 3]).act(Act.AIM_PORT, Act.YES)
    assert game.cards_out == {1, 2, 3} and game.mat.deck.shuffles == 1
    assert set(game.mat.deck.drawn.tolist()) == {0, 1}
    assert noted(game, Entry.SKILL_USED) == [(Person.PILOT, Skill.EXPERT)] and game.mat.sortie.expert_used == 1
    assert_all_as_planned(game)


@pytest.mark.rule("IR008", "IQ015", "IQ047")
def test_a_shuffle_keeps_every_card_of_the_round_out() -> None:
    game = Game().aloft(Model.BF_110G_2).plan(CARD=["shuffle", 6])
    deck = game.mat.deck
    deck.own, deck.enemy, deck.wing, deck.gunner, game.mat.work.redrawn[0] = 1, 2, 3, 4, 5
    deck.drawn[:20] = 1
    assert flip(game.mat, game.table, Shooter.PILOT) == 6
    assert game.cards_out == {1, 2, 3, 4, 5, 6}
    assert_all_as_planned(game)


@pytest.mark.rule("IR007", "IR008")
def test_a_month_begins_with_all_cards_and_an_empty_hand() -> None:
    mat = Game().mat
    mat.deck.drawn[:] = 1
    mat.deck.shuffles = 3
    mat.deck.own, mat.deck.enemy, mat.deck.wing, mat.deck.gunner = 1, 2, 3, 4
    new_deck(mat)
    assert not mat.deck.drawn.any() and mat.deck.shuffles == 0
    assert (mat.deck.own, mat.deck.enemy, mat.deck.wing, mat.deck.gunner) == (0, 0, 0, 0)


# --- experience (7.7, 7.2.3.3, 10.6) ---


@pytest.mark.rule("IR280", "IR281", "IR293", "IQ174")
@each("clock, pilot, mates", [(1, 0, 0), (2, 0, 0), (3, 1, 1)])
@each("led", [0, 1])
def test_every_fourth_sortie_gives_a_point_every_third_under_leadership(
    clock: int, pilot: int, mates: int, led: int
) -> None:
    game = journalled(Game().aloft(Model.BF_110G_2).plan())
    mat = game.mat
    mat.pilot.skills[Skill.LEADERSHIP] = led
    people = (mat.pilot, mat.wingman, mat.gunner)
    for person in people:
        person.clock, person.points = clock, 5
    gained = [pilot, *([int(clock >= 2)] * 2 if led else [mates] * 2)]
    gain_experience(mat, game.table)
    assert [int(person.points) - 5 for person in people] == gained
    assert [int(person.clock) for person in people] == [0 if points else clock + 1 for points in gained]
    assert noted(game, Entry.EXPERIENCE) == [(person, 1) for person in Person if gained[person]]


@pytest.mark.rule("IR268", "IR281")
@pytest.mark.parametrize(("flew", "health", "earned"), [(1, 0, (1, 1)), (0, 0, (0, 1)), (1, Health.KILLED, (1, 0))])
def test_only_who_flew_gains_experience(flew: int, health: int, earned: tuple[int, int]) -> None:
    game = Game().aloft(Model.BF_110G_2, wingman_flew=flew)
    mat = game.mat
    mat.gunner.health = health
    mat.wingman.clock = mat.gunner.clock = 3
    before = int(mat.wingman.points), int(mat.gunner.points)
    gain_experience(mat, game.table)
    assert (mat.wingman.points - before[0], mat.gunner.points - before[1]) == earned


SKILLS_OF = {
    Person.PILOT: set(Skill) - {Skill.MAINTENANCE} - {Skill(skill) for skill in LEARNED},
    Person.WINGMAN: set(WINGMAN_SKILLS),
    Person.GUNNER: set(CREW_SKILLS),
}


def choosing(person: Person, points: int, **settings: int) -> Game:
    """Return the choice of skills of one person, who has so many points; the others have none."""
    game = journalled(Game(**settings).ground(Model.BF_110G_2).plan(A1=[7], B9=[7]))
    mat = game.mat
    mat.pilot.points = mat.wingman.points = mat.gunner.points = 0
    (mat.pilot, mat.wingman, mat.gunner)[person].points = points
    mat.work.next_person, mat.work.after_skills, mat.cursor.phase = Person.PILOT, Phase.NEW_LINE, Phase.SKILLS
    return game


def on_offer(game: Game) -> set[Skill]:
    """Return the skills on offer."""
    assert set(game.mask.tolist()) <= {0, 1} and "DONE" in game.names
    return {skill for skill in Skill if pick(skill).name in game.names}


@pytest.mark.rule("IR034", "IR065", "IR204", "IR283", "IR395")
@each("points", range(1, 8))
@each("person", list(Person))
def test_the_skills_that_a_person_can_pay_for(person: Person, points: int) -> None:
    game = choosing(person, points)
    offer = {skill for skill in SKILLS_OF[person] if game.charts.skill_cost[skill] <= points}
    game.go()
    if offer:
        assert game.mat.cursor.person == person and on_offer(game) == offer
    else:  # nobody is asked
        assert game.decision == Decision.SCRAMBLE and not noted(game, Entry.CHOICE)


@pytest.mark.rule("IR283", "IR291", "IQ176")
@each("person, skill", [(person, skill) for person in Person for skill in sorted(SKILLS_OF[person])])
def test_a_skill_is_paid_for_and_learned_once(person: Person, skill: Skill) -> None:
    game = choosing(person, 14).go()
    game.act(pick(skill))
    cost = int(game.charts.skill_cost[skill])
    assert (game.mat.pilot, game.mat.wingman, game.mat.gunner)[person].points == 14 - cost
    assert owns(game.mat, game.table, person, skill) and noted(game, Entry.SKILL) == [(person, skill)]
    assert game.mat.cursor.person == person and skill not in on_offer(game)
    experts = [int(record.expert[Series.BF_110]) for record in (game.mat.pilot, game.mat.wingman, game.mat.gunner)]
    assert experts == [int(skill == Skill.EXPERT and person == one) for one in Person]
    if skill == Skill.EXPERT:
        game.mat.aircraft.model = Model.FW_190A_4
        assert not owns(game.mat, game.table, person, skill)  # Expert of another series


@pytest.mark.rule("IR390", "IR395")
@each("option", [0, 1])
@each("learned", range(5))
def test_maneuvers_are_learned_in_their_order(option: int, learned: int) -> None:
    game = choosing(Person.PILOT, 14, advanced_maneuvers=option)
    for skill in LEARNED[:learned]:
        game.mat.pilot.skills[skill] = 1
    game.go()
    following = {Skill(skill) for skill in LEARNED[learned : learned + 1]}
    assert on_offer(game) & {Skill(skill) for skill in LEARNED} == (following if option else set())


@pytest.mark.rule("IR034", "IR283")
@pytest.mark.parametrize(("wingman", "gunner", "order"), [(1, 1, [0, 1, 2]), (0, 1, [0, 2]), (1, 0, [0, 1])])
def test_the_people_of_the_crew_learn_in_turn(wingman: int, gunner: int, order: list[int]) -> None:
    game = choosing(Person.PILOT, 14)
    mat = game.mat
    mat.wingman.points = mat.gunner.points = 14
    mat.wingman.present, mat.gunner.present = wingman, gunner
    game.go()
    asked = []
    for _ in order:
        asked.append(int(mat.cursor.person))
        if len(asked) < len(order):
            game.act(Act.DONE)
    assert asked == order


@pytest.mark.rule("IR203", "IR360")
def test_a_new_wingman_has_the_points_and_nothing_of_the_old_one() -> None:
    mat = Game().aloft(Model.FW_190A_4).mat
    mate = mat.wingman
    mate.skills[:] = mate.expert[:] = mate.clock = mate.bombers = mate.fighters = mate.ace = mate.away = 1
    mate.health = Health.KILLED
    new_mate(mate, 2, Presence.HERE)
    assert (mate.points, mate.present) == (2, Presence.HERE) and not mate.skills.any() and not mate.expert.any()
    assert (mate.clock, mate.bombers, mate.fighters, mate.ace, mate.away, mate.health) == (0, 0, 0, 0, 0, 0)
