"""Traces constructed from the rules, move by move (traces IT20 to IT32)."""

import pytest

from stuka_env.games.interceptor.codes import (
    CARDS,
    SERIES,
    Act,
    Aim,
    Award,
    Bomber,
    Cause,
    Chart,
    Decision,
    Enemy,
    Event,
    Health,
    Line,
    Meeting,
    Model,
    Month,
    Orientation,
    Over,
    Phase,
    Presence,
    Rank,
    Rockets,
    Series,
    Skill,
    System,
    Touchdown,
    WingmanFate,
    Zone,
)
from stuka_env.games.interceptor.rules.aircraft import set_speed
from stuka_env.games.interceptor.rules.landing import landing_modifier
from stuka_env.games.interceptor.rules.options import (
    fatigue_on_initiative,
    fatigue_on_jump,
    fatigue_on_landing,
)
from stuka_env.games.interceptor.rules.prestige import look_up_r1
from stuka_env.games.interceptor.rules.promotion import try_promotion
from stuka_env.games.interceptor.rules.sortie import new_line, replace_wingman
from stuka_env.games.interceptor.rules.victory import level_of
from tests.support.interceptor.game import Game, at_debrief, pick

NO_OTHER_SHOWN = [6, 6, 6, 6]
"""R1: dice that show nothing."""


# --- IT20: death, and a kill after it ---


@pytest.mark.rule("IR218", "IR368", "IQ135")
def test_it20_death_and_a_kill_after_it() -> None:
    game = Game().aloft(Model.FW_190A_4)
    cards = [game.card(1, 2), game.card(2), game.card(3), game.card(4, defensive_fire=1)]
    game.plan(CARD=cards, B3=[6], B6=[66], B4_TANK=[12], CRASH=[1], CREDIT=[2]).meet(Bomber.B_17F)
    game.act(Act.BOMBERS, Act.AIM_PORT)
    assert game.mat.bomber.port_wing == 1 and game.mat.bomber.range == 1
    assert game.rolled(Chart.B6) == 0
    game.act(Act.AIM_PORT)
    career = game.mat.career
    assert game.is_over and career.over == Over.DEATH and career.cause == Cause.EXPLOSION
    assert (career.bombers, career.crashed, career.month) == (1, 1, Month.MARCH_1943)
    assert game.rewards == pytest.approx(0.01) and level_of(game.table, 1) == 0
    game.assert_all_rolled()


# --- IT21: bailing out by choice, wounds that add up ---


@pytest.mark.rule(
    "IR236", "IQ129", "IQ139", "IR265", "IR274", "IR302", "IR356", "IR068", "IR253", "IR267", "IQ130", "IQ142"
)
def test_it21_a_jump_by_choice_and_wounds_that_add_up() -> None:
    game = Game(month=Month.JULY_1943).aloft(Model.BF_109G_6)
    game.charts.b8[9] = Health.LIGHT_WOUND
    cards = [game.card(1, 3), game.card(2, avoid=1)]
    game.plan(CARD=cards, B6=[26, 13], B4_WOUND=[2], B12=[(1, 5)], B8=[9], C2=[7], R1=NO_OTHER_SHOWN)
    game.dogfight(Enemy.P_47, -1)
    assert "BAIL_OUT" not in game.names
    game.act(Act.DEFEND)
    assert (game.mat.fighter.position, game.mat.pilot.health) == (-1, Health.LIGHT_WOUND)
    assert game.mat.aircraft.starboard_wing == 1
    game.act(Act.BAIL_OUT)
    mat = game.mat
    assert game.decision == Decision.AIRCRAFT
    assert (mat.pilot.wounds, mat.pilot.awards[Award.WOUND_BADGE], mat.pilot.level, mat.pilot.prestige) == (2, 1, 1, 1)
    assert (mat.career.flown, mat.career.aircraft_lost, mat.career.line) == (1, 1, 8)
    assert [line.status for line in game.table.log.lines[:7]] == [Line.FLOWN] + 6 * [Line.SAT_OUT]
    assert Model.BF_109G_6 in game.offered() and Model.FW_190A_4 not in game.offered()
    game.assert_all_rolled()


# --- IT22: landings ---


def homeward(weather: int = 2) -> Game:
    """Return a Bf 109 with a damaged engine before its landing in bad weather."""
    game = Game(month=Month.JULY_1943).aloft(Model.BF_109G_6, weather=weather)
    game.mat.aircraft.engines[0] = 1
    set_speed(game.mat, game.table)
    game.mat.cursor.phase = Phase.LANDING
    return game


@pytest.mark.rule("IR251", "IR257", "IR259", "IR262", "IR274", "IR358", "IR064")
def test_it22a_a_crash_landing() -> None:
    game = homeward().plan(B7=[11], B4_WOUND=[4], C2=[4], R1=NO_OTHER_SHOWN)
    assert landing_modifier(game.mat, game.table.charts, bool(game.mat.sortie.deadstick)) == 3
    game.go()
    assert game.table.log.lines[0].landing == Touchdown.CRASH and game.table.log.lines[0].lost == 4
    assert game.mat.career.aircraft_lost == 1 and game.decision == Decision.AIRCRAFT
    game.assert_all_rolled()


@pytest.mark.rule("IR256", "IR263", "IR284")
def test_it22b_a_rough_landing_with_the_skill() -> None:
    game = homeward().skills(Skill.LANDING).plan(B7=[11], R1=NO_OTHER_SHOWN, A1=[7], B9=[7]).go()
    assert game.table.log.lines[0].landing == Touchdown.ROUGH and game.table.log.lines[0].lost == 1
    assert game.mat.career.aircraft_lost == 0 and game.mat.pilot.wounds == 1
    assert game.decision == Decision.SCRAMBLE and game.mat.career.line == 3


def engine_out() -> Game:
    """Return a Bf 109 whose engine is out, at FORCED."""
    game = homeward()
    game.mat.aircraft.engines[0] = 2
    game.mat.cursor.phase, game.mat.work.fate = Phase.FORCED, 1
    return game


@pytest.mark.rule("IR234", "IR252", "IR254", "IR258", "IR278", "IR365")
def test_it22c_a_deadstick_landing_that_kills() -> None:
    game = engine_out().plan(B7=[12]).go()
    assert game.names == {"BAIL_OUT", "DEADSTICK"}
    game.act(Act.DEADSTICK)
    assert game.is_over and game.mat.career.cause == Cause.LANDING


@pytest.mark.rule("IR254", "IR255", "IQ133")
def test_it22d_a_deadstick_landing_that_costs_the_way_back() -> None:
    game = engine_out().plan(B7=[7], R1=NO_OTHER_SHOWN, A1=[7], B9=[7]).go().act(Act.DEADSTICK)
    assert game.table.log.lines[0].landing == Touchdown.SAFE and game.table.log.lines[0].lost == 1


# --- IT23: the deck ---


@pytest.mark.rule("IR008", "IQ015", "IR175")
def test_it23_the_deck_runs_out_in_a_round() -> None:
    game = Game().aloft(Model.BF_110G_2)
    for number in range(CARDS):
        game.mat.deck.drawn[number] = number + 1 not in (10, 20)
    game.plan(CARD=[game.card(10), game.card(20), game.card(33)], B12=[(1, 1)]).dogfight(Enemy.P_47, -2)
    game.act(Act.DEFEND)
    assert game.cards_out == {10, 20, 33} and game.mat.deck.shuffles == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR008")
def test_it23_a_new_month_has_sixty_cards() -> None:
    game = Game().ground(Model.FW_190A_4)
    game.mat.deck.drawn[:48] = 1
    game.mat.career.line = 8
    new_line(game.mat, game.table)
    assert game.cards_out == set() and game.mat.career.month == Month.APRIL_1943


# --- IT24: changes of aircraft ---


SHOWN = (Model.FW_190A_5, Model.FW_190A_6, Model.BF_109G_6, Model.BF_110G_2)


@pytest.mark.rule("IR338", "IR352", "IQ166")
def test_it24a_an_upgrade() -> None:
    game = at_debrief(Month.AUGUST_1943, Model.FW_190A_4, 3, 3, *SHOWN).go()
    game.act(Act.UPGRADE)
    assert game.offered() == {Model.FW_190A_5, Model.FW_190A_6}
    game.pick_model(Model.FW_190A_6)
    assert game.mat.aircraft.model == Model.FW_190A_6 and game.mat.aircraft.guns[1].ammunition == 4
    assert (game.mat.pilot.prestige, game.mat.pilot.level, game.mat.desk.ordered) == (2, 3, 0)
    assert game.names == {"MOVE", "DONE"}


@pytest.mark.rule("IR339", "IR353", "IR292")
def test_it24b_another_series() -> None:
    game = at_debrief(Month.AUGUST_1943, Model.FW_190A_4, 3, 3, *SHOWN)
    game.mat.pilot.expert[Series.FW_190] = game.mat.pilot.skills[Skill.EXPERT] = 1
    game.go().act(Act.SWITCH)
    assert game.decision == Decision.SERIES and game.names == {"PICK_1", "PICK_3"}
    game.act(Act.PICK_1)
    assert game.mat.aircraft.model == Model.BF_109G_6 and game.mat.pilot.prestige == 1
    assert game.table.log.lines[0].lost == 2
    assert game.mat.pilot.expert[Series.FW_190] == 1 and game.mat.pilot.expert[Series.BF_109] == 0


@pytest.mark.rule("IR346")
def test_it24c_level_seven_needs_no_roll() -> None:
    game = Game(month=Month.AUGUST_1943).ground(Model.FW_190A_4)
    game.mat.pilot.level = 7
    look_up_r1(game.mat, game.table)
    game.plan()
    shown = {model for model in Model if game.mat.desk.available[model]}
    assert shown == {model for model in Model if game.charts.models[model].first_month <= Month.AUGUST_1943}


@pytest.mark.rule("IR348", "IR349", "IR350", "IQ157")
def test_it24_r1_rolls_one_die_a_series() -> None:
    game = Game(month=Month.AUGUST_1943).ground(Model.FW_190A_4).plan(R1=[5, 4, 6, 1])
    look_up_r1(game.mat, game.table)
    assert game.mat.desk.available[Model.BF_109G_6] and not game.mat.desk.available[Model.BF_109G_5]
    assert game.mat.desk.available[Model.FW_190A_5] and not game.mat.desk.available[Model.BF_110G_2]
    assert SERIES == 4 and game.mat.desk.available[Model.ME_410A]
    game.assert_all_rolled()


# --- IT25: changes of base ---


def moving(month: int, model: int, unit: int, zone: Zone, points: int = 2) -> Game:
    """Return a pilot at DEBRIEF who can change his unit."""
    game = at_debrief(month, model, 0, points)
    game.mat.career.unit, game.mat.career.zone = unit, zone
    return game


@pytest.mark.rule("IR048", "IR340", "IQ161")
@pytest.mark.parametrize(("model", "unit"), [(Model.FW_190A_4, 5), (Model.BF_109G_4, 16)])
def test_it25a_b_a_unit_that_flies_the_series(model: Model, unit: int) -> None:
    game = moving(Month.MAY_1943, model, 12, Zone.BREMEN).plan(A1=[7], B9=[7]).go()
    game.act(Act.MOVE, pick(Zone.FRENCH))
    assert (game.mat.career.unit, game.mat.career.zone, game.mat.aircraft.model) == (unit, Zone.FRENCH, model)
    assert game.mat.pilot.prestige == 0 and game.table.log.lines[0].lost == 1
    assert game.mat.career.line == 3


@pytest.mark.rule("IR049", "IR050", "IR051", "IQ162")
def test_it25c_a_unit_that_forces_another_series() -> None:
    game = moving(Month.JUNE_1943, Model.FW_190A_5, 12, Zone.BREMEN).go()
    game.act(Act.MOVE, pick(Zone.MUNICH))
    assert game.decision == Decision.AIRCRAFT and Model.BF_109G_4 in game.offered()
    game.pick_model(Model.BF_109G_4)
    assert game.mat.career.unit == 21 and game.table.log.lines[0].lost == 3


@pytest.mark.rule("IQ161")
def test_it25d_zones_without_an_open_unit() -> None:
    game = moving(Month.APRIL_1943, Model.FW_190A_4, 12, Zone.BREMEN).go().act(Act.MOVE)
    closed = {f"PICK_{zone + 1}" for zone in (Zone.MUNICH, Zone.FRANKFURT, Zone.MUENSTER, Zone.BREMEN)}
    assert game.decision == Decision.ZONE and not closed & game.names


@pytest.mark.rule("IR323", "IR324", "IQ163")
def test_it25e_a_free_move() -> None:
    game = moving(Month.JULY_1943, Model.FW_190A_4, 12, Zone.BREMEN, 0)
    game.mat.pilot.free_moves = 1
    game.go().act(Act.MOVE, pick(Zone.RUHR))
    assert game.mat.pilot.free_moves == 0 and game.table.log.lines[0].lost == 1


# --- IT26: fatigue ---


def tired(fatigue: int) -> Game:
    """Return a pilot with so much fatigue at SCRAMBLE."""
    game = Game(fatigue=1).ground(Model.FW_190A_4)
    game.mat.pilot.fatigue = fatigue
    return game.plan(A1=[7, 7], B9=[7, 7]).go()


@pytest.mark.rule("IR373", "IR374", "IQ180")
def test_it26_fatigue_rises_and_falls() -> None:
    game = tired(11).act(Act.STAY)
    assert game.mat.pilot.fatigue == 9
    game = tired(11)
    game.plan(A1=[], B1=[5], B7=[11], R1=NO_OTHER_SHOWN).act(Act.FLY)
    assert game.decision == Decision.ONWARD and fatigue_on_landing(game.mat, game.table.charts) == 0
    game.plan(B7=[11], R1=NO_OTHER_SHOWN, A1=[7], B9=[7]).act(Act.HOME)
    assert game.mat.pilot.fatigue == 12 and game.table.log.lines[0].landing == Touchdown.SAFE


@pytest.mark.rule("IR373")
def test_it26_a_raid_out_of_range_rests_the_pilot() -> None:
    game = Game(fatigue=1).ground(Model.FW_190A_4, Zone.MUNICH)
    game.mat.pilot.fatigue = 10
    game.plan(A1=[7, 2], B9=[7, 7]).go()
    assert game.table.log.lines[0].status == Line.OUT_OF_RANGE and game.mat.pilot.fatigue == 8


@pytest.mark.rule("IR374")
def test_it26_effects_of_eighteen() -> None:
    game = Game(fatigue=1).aloft(Model.FW_190A_4, fatigue=18)
    effects = [
        rule(game.mat, game.table.charts) for rule in (fatigue_on_initiative, fatigue_on_landing, fatigue_on_jump)
    ]
    assert effects == [-1, 2, 1]


@pytest.mark.rule("IR375", "IQ191")
def test_it26_annual_leave() -> None:
    game = tired(18)
    assert "LEAVE" in game.names
    game.act(Act.LEAVE)
    assert game.mat.pilot.fatigue == 0 and game.mat.career.line == 3 and "LEAVE" not in game.names
    assert game.table.log.lines[1].status == Line.SAT_OUT


# --- IT27: rockets ---


def with_rockets(bomber: Bomber = Bomber.B_17F) -> Game:
    """Return a Fw 190 with rockets at BURST."""
    game = Game().aloft(Model.FW_190A_4_R6)
    game.charts.rocket_hits[11], game.charts.rocket_hits[2] = 2, 0
    game.charts.b3[Aim.AIRFRAME][7], game.charts.b3[Aim.AIRFRAME][6] = System.AIRFRAME, System.GUNNER
    return game.meet(bomber).act(Act.BOMBERS)


@pytest.mark.rule("IR152", "IR153", "IR154", "IR157", "IR127", "IR128", "IR129")
def test_it27_a_salvo_that_hits() -> None:
    game = with_rockets()
    speed = int(game.mat.aircraft.speed)
    answer = game.card(2, defensive_fire=1)
    game.plan(WGR=[11], B3=[7, 6, 7], CARD=[game.card(1, 2), answer])
    game.act(Act.ROCKETS)
    bomber, mat = game.mat.bomber, game.mat
    assert (bomber.airframe, bomber.gunners, mat.sortie.formation) == (1, 1, 0)
    assert (mat.aircraft.rockets, mat.aircraft.speed) == (Rockets.SPENT, speed + 1)
    assert game.decision == Decision.BURST and bomber.range == 2 and game.cards_out == set()
    game.act(Act.AIM_AIRFRAME)
    assert bomber.airframe == 2 and bomber.range == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR156", "IR159", "IQ114")
def test_it27_rockets_are_dropped_before_a_fight() -> None:
    game = Game().aloft(Model.FW_190A_4_R6).dogfight(Enemy.P_47)
    speed = int(game.mat.aircraft.speed)
    game.act(Act.JETTISON)
    assert game.mat.aircraft.speed == speed + 1 and game.decision == Decision.DOGFIGHT
    assert "JETTISON" not in game.names


@pytest.mark.rule("IR158", "IQ115")
def test_it27_damaged_rockets_stay() -> None:
    game = Game().aloft(Model.FW_190A_4_R6)
    game.mat.aircraft.rockets = Rockets.DAMAGED
    assert "JETTISON" not in game.dogfight(Enemy.P_47).names


# --- IT28: the wingman lost ---


@pytest.mark.rule("IR193", "IR194", "IR195", "IR197", "IQ064")
def test_it28_the_wingman_is_lost_over_a_bomber() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.charts.w1_fate[12] = WingmanFate.LOST
    game.mat.wingman.points, game.mat.wingman.fighters = 2, 1
    game.plan(CARD=[game.card(1), game.card(2)], W1=[12]).meet(Bomber.B_24).act(Act.BOMBERS)
    game.mat.bomber.range = 1
    game.act(Act.WINGMAN)
    assert game.decision == Decision.BURST and "WINGMAN" not in game.names
    game.act(Act.AIM_PORT)
    assert game.mat.bomber.range == 0 and "WINGMAN" not in game.names
    assert game.mat.wingman.present == Presence.ABSENT and game.mat.career.wingmen_lost == 1
    game.assert_all_rolled()


@pytest.mark.rule("IR329", "IR360", "IQ170")
@pytest.mark.parametrize(("rank", "points"), [(0, 1), (2, 4)])
def test_it28_a_new_wingman(rank: int, points: int) -> None:
    game = Game(track=1).aloft(Model.FW_190A_4)
    mat = game.mat
    mat.pilot.track, mat.pilot.rank = 1, rank
    mat.wingman.health, mat.wingman.present, mat.wingman.points, mat.wingman.fighters = 3, 0, 2, 1
    replace_wingman(mat, game.table)
    assert (mat.wingman.present, mat.wingman.points, mat.wingman.fighters, mat.wingman.clock) == (1, points, 0, 0)


# --- IT29: awards and promotion ---


@pytest.mark.rule("IR320", "IR323", "IR331", "IR332", "IR334", "IR335", "IR336")
def test_it29b_an_officer_is_promoted() -> None:
    game = Game(month=Month.JUNE_1943).ground(Model.FW_190A_4).plan(PROMOTION=[6])
    pilot = game.mat.pilot
    pilot.period_kills, pilot.period_awards = 10, 2
    try_promotion(game.mat, game.table)
    assert (pilot.rank, pilot.level, pilot.prestige, pilot.free_moves) == (1, 1, 1, 1)
    assert (pilot.period_kills, pilot.period_awards) == (0, 0)


@pytest.mark.rule("IR326")
def test_it29b_the_last_promotion_gives_no_move() -> None:
    game = Game(month=Month.FEBRUARY_1944).ground(Model.FW_190A_4).plan(PROMOTION=[4])
    pilot = game.mat.pilot
    pilot.rank = Rank.THIRD
    try_promotion(game.mat, game.table)
    assert (pilot.rank, pilot.prestige, pilot.free_moves) == (Rank.FOURTH, 1, 0)


@pytest.mark.rule("IR321", "IR328")
def test_it29c_a_sergeant_is_promoted_without_prestige() -> None:
    game = Game(month=Month.JUNE_1943, track=1).ground(Model.FW_190A_4).plan(PROMOTION=[4])
    pilot = game.mat.pilot
    pilot.track = 1
    try_promotion(game.mat, game.table)
    assert (pilot.rank, pilot.level, pilot.prestige, pilot.free_moves) == (1, 0, 0, 0)


# --- IT30: extended bursts, jams, ammunition ---


def bursting() -> Game:
    """Return a Fw 190A-4 with few points before a burst at medium range at a B-17 in formation."""
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F).act(Act.BOMBERS)
    game.mat.bomber.range = 1
    cannon, ff = 0, 1
    assert game.charts.models[Model.FW_190A_4].weapons[ff].never_jams
    game.mat.aircraft.guns[cannon].ammunition, game.mat.aircraft.guns[ff].ammunition = 4, 3
    return game


def burst(game: Game, c3: int, fire: int = 1, **dice: list[int]) -> Game:
    """Fire an extended burst at the starboard wing; the bomber's card has a defensive fire of 1."""
    own = [] if c3 in (2, 12) else [game.card(1, fire)]
    game.plan(C3=[c3], CARD=[*own, game.card(2, defensive_fire=1)], B6=[31, 31, 31], **dice)
    game.act(Act.BURST_STARBOARD)
    game.assert_all_rolled()
    return game


def ammunition(game: Game) -> list[int]:
    """Return the points of the three weapons."""
    return [int(game.mat.aircraft.guns[place].ammunition) for place in range(3)]


@pytest.mark.rule("IR144", "IR147", "IR148", "IR149", "IR150", "IR151", "IQ051", "IQ054")
@pytest.mark.parametrize(("die", "jammed"), [(2, False), (1, True)])
def test_it30_a_burst_with_a_jam(die: int, jammed: bool) -> None:
    game = burst(bursting(), 6, B3=[6, 6, 7], JAM=[die])
    assert game.mat.bomber.starboard_wing == 2 and game.mat.bomber.engines[2] == 1
    assert ammunition(game) == [2, 1, -1]
    assert bool(game.mat.aircraft.guns[0].jammed) == jammed and not game.mat.aircraft.guns[1].jammed
    assert "BURST_PORT" not in game.names and game.mat.bomber.range == 0


@pytest.mark.rule("IR144", "IR145", "IQ055", "IQ058")
def test_it30_variants_of_c3() -> None:
    game = burst(bursting(), 2)
    assert game.mat.career.bombers == 1 and ammunition(game) == [2, 1, -1]
    game = burst(bursting(), 12)
    guns = game.mat.aircraft.guns
    assert [int(guns[place].jammed) for place in range(3)] == [1, 0, 1] and ammunition(game) == [4, 3, -1]
    game = burst(bursting(), 3, fire=0)
    assert game.mat.bomber.by_pilot == 0


# --- IT31: sweeps avoided, events, the last box ---


@pytest.mark.rule(
    "IR091",
    "IR092",
    "IR138",
    "IQ019",
    "IQ022",
    "IQ025",
    "IR061",
    "IR062",
    "IR066",
    "IR073",
    "IR074",
    "IR081",
    "IR162",
    "IR187",
    "IQ018",
    "IQ021",
    "IQ023",
)
def test_it31_an_event_a_sweep_and_the_last_box() -> None:
    game = Game().ground(Model.FW_190A_4)
    game.charts.c1[7] = Event.NOTHING
    game.plan(A1=[7], B9=[7], B1=[12, 12, 5], C1=[7], SLIP=[2]).go().act(Act.FLY)
    assert game.decision == Decision.ONWARD and game.mat.sortie.twelve == 1
    game.act(Act.ON)
    assert game.decision == Decision.ENGAGE and game.names == {"FIGHT", "SLIP"}
    assert game.mat.sortie.escort == Enemy.SPITFIRE_IX and game.mat.sortie.orientation == Orientation.HEAD_ON
    game.act(Act.SLIP)
    assert game.decision == Decision.ONWARD and game.mat.sortie.box == 2
    assert game.charts.b1[0][5] == Meeting.NOT_LOCATED
    game.plan(B1=[5], B7=[7], R1=NO_OTHER_SHOWN, A1=[7], B9=[7]).act(Act.ON)
    assert game.decision == Decision.SCRAMBLE and game.table.log.lines[0].boxes == 3
    game.assert_all_rolled()


# --- IT32: leaving a fight ---


@pytest.mark.rule("IR209", "IR210", "IR184")
def test_it32_disengaging_fails() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(DISENGAGE=[5], B12=[(3, 2)]).dogfight(Enemy.P_47, 1)
    game.act(Act.DISENGAGE)
    assert game.decision == Decision.DOGFIGHT and game.mat.fighter.position == 0 and game.cards_out == set()


@pytest.mark.rule("IR207", "IR208", "IQ090", "IQ103", "IR186")
def test_it32_disengaging_while_tailing() -> None:
    game = Game().aloft(Model.FW_190A_4).plan().dogfight(Enemy.P_47, 2).act(Act.DISENGAGE)
    assert game.decision == Decision.ONWARD and not game.mat.fighter.present


@pytest.mark.rule("IR211", "IR213", "IR214", "IQ105", "IQ209")
def test_it32_an_enemy_without_oxygen() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(ENEMY_DISENGAGE=[5], B12=[(3, 2), (3, 2)], CARD=[game.card(1)]).dogfight(Enemy.P_47, -1, oxygen=1)
    game.act(Act.BARREL_ROLL)
    assert game.mat.fighter.position == 0 and game.rolled(Chart.CARD) == 0
    game.act(Act.BARREL_ROLL)
    assert game.mat.deck.enemy == 1 and game.mat.fighter.position == 0
    game.assert_all_rolled()


@pytest.mark.rule("IR185", "IR212", "IQ107")
def test_it32_an_enemy_who_tails_is_gone() -> None:
    game = Game().aloft(Model.FW_190A_4).plan().dogfight(Enemy.P_47, -2, oxygen=1)
    game.act(Act.BARREL_ROLL)
    assert game.decision == Decision.NEXT and game.names == {"FIGHT", "LET_GO"}
