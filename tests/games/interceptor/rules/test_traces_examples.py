"""The worked examples of the rulebook, move by move (traces IT01 to IT16)."""

import pytest

from stuka_env.games.interceptor.codes import (
    Act,
    Aim,
    Award,
    Bomber,
    Decision,
    Enemy,
    Health,
    Line,
    Model,
    Month,
    Offer,
    Orientation,
    Over,
    Phase,
    Presence,
    Skill,
    System,
    TargetZone,
    Zone,
)
from stuka_env.games.interceptor.rules.deck import column_of
from stuka_env.games.interceptor.rules.fighters import change_position
from stuka_env.games.interceptor.rules.homeward import bomber_chances, settle_then
from stuka_env.games.interceptor.rules.prestige import offer_free
from tests.support.each import each
from tests.support.interceptor.game import Game, at_debrief


def mann() -> Game:
    """Return Oberleutnant Mann in July 1943, before the raid on Kassel (7.11)."""
    game = Game(month=Month.JULY_1943).ground(Model.BF_109G_6_R4, Zone.FRENCH, unit=18)
    mat = game.mat
    mat.career.start = 0
    mat.career.bombers, mat.career.destroyed, mat.career.fighters, mat.career.flown = 8, 8, 2, 16
    mat.pilot.level, mat.pilot.wounds, mat.pilot.points = 5, 1, 0
    for award in (Award.WOUND_BADGE, Award.IRON_CROSS_2, Award.IRON_CROSS_1, Award.GOBLET, Award.ACE):
        mat.pilot.awards[award] = 1
    game.skills(Skill.COMBAT_MANEUVERS, Skill.REFLEXES)
    game.ledger.destroyed = 8
    return game.plan(
        A1=[6, 6],
        B9=[4, 4],
        B1=[11],
        A3_YB40=[10],
        SLIP=[6],
        B6=[12, 33, 55, 25, 25, 34, 43, 45, 12, 13, 66, 43],
        B12=[(4, 5), (1, 5)],
        B4_TANK=[6],
        B7=[9],
        CARD=[29, 4, 38, 28, 49, 39, 59],
        R1=[6, 6, 6, 6],
    )


def to_the_dogfight(game: Game) -> None:
    """Play IT01 to the first decision of the fighter combat."""
    sortie = game.mat.sortie
    game.go()
    assert game.decision == Decision.SCRAMBLE
    assert (sortie.target_zone, sortie.entry, sortie.weather) == (TargetZone.RUHR, 2, 0)
    assert (sortie.bomber_type, sortie.escort) == (Bomber.B_17F, Enemy.P_47)
    game.act(Act.FLY)
    assert game.decision == Decision.ENGAGE and sortie.orientation == Orientation.OUT_OF_THE_SUN
    assert game.names == {"BOMBERS", "BOMBERS_MEDIUM", "FIGHT", "SLIP"}
    game.act(Act.BOMBERS_MEDIUM)
    assert game.decision == Decision.BURST
    assert game.names == {
        *("AIM_PORT", "AIM_STARBOARD", "AIM_AIRFRAME", "BURST_PORT", "BURST_STARBOARD", "BURST_AIRFRAME"),
        *("BREAK_OFF", "WINGMAN"),
    }
    ammunition = [int(gun.ammunition) for gun in game.mat.aircraft.guns]
    game.act(Act.AIM_AIRFRAME)
    assert [int(gun.ammunition) for gun in game.mat.aircraft.guns] == [
        max(-1, n - 1) if n > 0 else n for n in ammunition
    ]
    assert game.mat.career.bombers == 9 and game.rewards == pytest.approx(0.01)
    assert game.mat.deck.enemy == 0
    assert game.decision == Decision.ESCORT and game.names == {"FIGHT", "SLIP"}
    game.act(Act.SLIP)
    assert game.decision == Decision.DOGFIGHT and game.mat.fighter.position == -1
    assert game.names == {"DEFEND", "WINGMAN", "TIGHT_TURN", "BARREL_ROLL"}


@pytest.mark.rule(
    "IR397",
    "IR398",
    "IR399",
    "IR400",
    "IR401",
    "IR404",
    "IR405",
    "IR406",
    "IR407",
    "IR408",
    "IR409",
    "IR015",
    "IR016",
    "IR057",
    "IR058",
    "IR059",
    "IR060",
    "IR069",
    "IR070",
    "IR077",
    "IR078",
    "IR088",
    "IR089",
    "IR097",
    "IR098",
    "IR111",
    "IR115",
    "IR160",
    "IR161",
    "IR166",
    "IR169",
    "IR171",
    "IR173",
    "IR183",
    "IR191",
    "IR199",
    "IR224",
    "IR226",
    "IQ083",
    "IQ085",
    "IQ086",
)
def test_it01_the_extended_example() -> None:
    game = mann()
    to_the_dogfight(game)
    mat, fighter = game.mat, game.mat.fighter
    game.act(Act.TIGHT_TURN)
    assert (mat.aircraft.port_wing, mat.aircraft.airframe, mat.aircraft.engines[0], mat.aircraft.speed) == (1, 2, 1, 18)
    assert game.decision == Decision.REFLEX and fighter.position == 1
    game.act(Act.NO)
    assert game.names == {"FIRE", "DISENGAGE", "REFLEXES", "BAIL_OUT"}
    game.act(Act.FIRE)
    assert (fighter.armour, fighter.tail, fighter.starboard_wing, fighter.engines[0]) == (1, 1, 1, 0)
    assert fighter.position == -2 and game.decision == Decision.REFLEX
    game.act(Act.YES)
    assert fighter.position == -1 and mat.sortie.reflexes_used == 1
    game.act(Act.WINGMAN)
    assert mat.wingman.fighters == 1 and mat.career.fighters == 2
    assert mat.career.sit_out == 0 and mat.career.flown == 17 and mat.pilot.clock == 1
    assert game.cards_out == {4, 28, 29, 38, 39, 49, 59}
    assert game.table.log.lines[0].damaged == 5 and game.table.log.lines[0].lost == 1
    assert game.table.log.lines[1].status == Line.SAT_OUT
    game.assert_all_rolled()


@pytest.mark.rule("IR172")
def test_it01b_a_barrel_roll_takes_two_hits_off() -> None:
    game = mann()
    to_the_dogfight(game)
    game.act(Act.BARREL_ROLL)
    assert game.mat.aircraft.port_wing == 1 and game.mat.aircraft.airframe == 1 and game.mat.aircraft.engines[0] == 0
    assert game.mat.fighter.position == -1


@pytest.mark.rule("IR179", "IR188", "IR189", "IR190")
def test_it02_the_example_of_fighter_combat() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(CARD=[19, 23], B12=[(2, 4)]).dogfight(Enemy.P_47)
    assert game.names == {"FIRE", "DEFEND", "WINGMAN", "TIGHT_TURN", "BARREL_ROLL"}
    game.act(Act.DEFEND)
    assert game.mat.fighter.position == 0 and game.mat.fighter.rounds == 2
    assert game.mat.aircraft.airframe == 0
    game.assert_all_rolled()


@pytest.mark.rule("IR020", "IR031", "IR032", "IR002", "IR029", "IR030", "IR037", "IQ003")
def test_it03_the_starting_unit() -> None:
    game = Game().plan(START=[5], A1=[7], B9=[7])
    game.go()
    assert (game.mat.career.unit, game.mat.career.zone) == (5, Zone.FRENCH)
    assert game.mat.aircraft.model == Model.FW_190A_4 and game.mat.wingman.present == Presence.HERE
    assert game.decision == Decision.SKILL and game.mat.sortie.box == 0


@pytest.mark.rule("IR043", "IR055", "IR035", "IR039", "IR040", "IR042")
def test_it04_a_raid_on_vegesack() -> None:
    game = Game().ground(Model.FW_190A_4, Zone.DUTCH).plan(A1=[9], B9=[7]).go()
    assert game.mat.sortie.target_zone == TargetZone.BREMEN
    assert game.mat.sortie.entry == game.charts.track[Zone.DUTCH][TargetZone.BREMEN]


@pytest.mark.rule("IR033", "IR036")
def test_it05_a_weapon_with_six_points() -> None:
    game = Game().ground(Model.FW_190A_4)
    assert game.mat.aircraft.guns[0].ammunition == 6 and game.mat.aircraft.guns[2].ammunition == -1


def gunner_hit(orientation: Orientation) -> Game:
    """Return a pass against a B-24 in which the first shot hits a gunner, up to the end of the medium round."""
    game = Game().aloft(Model.FW_190A_4)
    game.charts.b3[Aim.AIRFRAME][7] = System.GUNNER
    shot, nothing, answer = game.card(1, 2), game.card(3, 0), game.card(2, 0, defensive_fire=2)
    second = game.card(4, 0, defensive_fire=2)
    game.plan(CARD=[shot, answer, nothing, second], B3=[7], B6=[31, 64]).meet(Bomber.B_24, orientation=orientation)
    return game.act(Act.BOMBERS, Act.AIM_AIRFRAME)


@pytest.mark.rule("IR082", "IR142", "IR120", "IR141", "IQ033")
def test_it06_a_gunner_hit_first_lowers_the_answer_of_the_same_round() -> None:
    game = gunner_hit(Orientation.ADVANTAGED)
    assert game.mat.bomber.gunners == 1 and game.table.tape.next[15] == game.table.tape.start[15]
    game.act(Act.AIM_AIRFRAME)
    assert game.table.tape.next[15] == game.table.tape.start[15] + 2


@pytest.mark.rule("IR132", "IR143", "IR119", "IR125")
def test_it07_a_gunner_hit_at_the_same_time_lowers_the_next_answer() -> None:
    game = gunner_hit(Orientation.HEAD_ON)
    assert game.table.tape.next[15] == game.table.tape.start[15] + 2
    game.act(Act.AIM_AIRFRAME)
    assert game.table.tape.next[15] == game.table.tape.start[15] + 4


@pytest.mark.rule("IR246", "IR247", "IR248", "IR249")
@pytest.mark.parametrize(("crash", "credit", "bombers"), [(4, 2, 1), (5, None, 0), (4, 3, 0)])
def test_it08_a_bomber_that_may_not_get_home(crash: int, credit: int | None, bombers: int) -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F)
    bomber = game.mat.bomber
    bomber.present, bomber.type, bomber.by_pilot, bomber.port_wing = 1, Bomber.B_17F, 1, 3
    bomber.engines[:] = 1, 2, 2, 0
    assert bomber_chances(game.mat, game.table) == 4
    game.plan(CRASH=[crash], CREDIT=[] if credit is None else [credit])
    game.mat.cursor.decision = Decision.OVER
    settle_then(game.mat, Phase.BOX_DONE)
    game.go()
    assert game.decision == Decision.ONWARD and game.mat.career.bombers == game.mat.career.crashed == bombers
    assert game.rewards == pytest.approx(0.01 * bombers)
    game.assert_all_rolled()


@pytest.mark.rule("IR338", "IR343", "IR347", "IR352")
def test_it09_an_upgrade_that_the_level_allows() -> None:
    game = at_debrief(Month.JULY_1943, Model.FW_190A_4, 2, 2, Model.FW_190A_5, Model.FW_190A_4_R6).go()
    game.act(Act.UPGRADE)
    assert game.mat.aircraft.model == Model.FW_190A_5
    assert (game.mat.pilot.prestige, game.mat.pilot.level, game.mat.desk.ordered) == (1, 2, 0)


@pytest.mark.rule("IR338", "IR339", "IR350")
def test_it10_both_series_are_offered() -> None:
    game = at_debrief(Month.JULY_1943, Model.FW_190A_4, 3, 2, Model.FW_190A_5, Model.BF_109G_6_U4).go()
    assert {"UPGRADE", "SWITCH"} <= game.names


@pytest.mark.rule("IR358", "IR359")
@pytest.mark.parametrize(("level", "offered"), [(3, True), (2, False)])
def test_it11_a_new_aircraft_after_a_loss(level: int, offered: bool) -> None:
    game = Game(month=Month.SEPTEMBER_1943).ground(Model.BF_109G_2)
    game.mat.pilot.level = level
    offer_free(game.mat, game.table, Offer.REPLACEMENT)
    assert (Model.BF_109G_6_R6 in game.offered()) == offered
    assert Model.BF_109G_2 in game.offered()


@pytest.mark.rule("IR180", "IR181")
@pytest.mark.parametrize(("before", "gained", "after"), [(-2, 2, 0), (-1, 2, 1), (1, 3, 2)])
def test_it12_positions_shift_by_ninety_degrees(before: int, gained: int, after: int) -> None:
    game = Game().aloft(Model.FW_190A_4).dogfight(Enemy.P_47, before)
    change_position(game.mat, game.table, gained)
    assert game.mat.fighter.position == after


@pytest.mark.rule("IR113")
@each("firepower, column", [(9, 1), (6, 0), (1, 0), (7, 0), (24, 5), (30, 5)])
def test_it13_surplus_firepower_is_lost(firepower: int, column: int) -> None:
    assert column_of(Game().table.charts, firepower) == column


@pytest.mark.rule("IR011")
def test_it14_b6_reads_tens_and_ones() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.plan(B6=[(3, 4)], CARD=[game.card(1), game.card(2, defensive_fire=1)]).meet(Bomber.B_24)
    game.mat.sortie.formation = 0
    game.act(Act.BOMBERS)
    game.mat.bomber.range = 1
    game.act(Act.AIM_PORT)
    assert game.mat.aircraft.tail == 1


@pytest.mark.rule("IR086", "IR123", "IR165", "IR215", "IQ071", "IQ072")
def test_it15_bombers_first_means_disadvantaged() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F, Enemy.P_47, Orientation.ADVANTAGED)
    game.act(Act.BOMBERS, Act.BREAK_OFF, Act.FIGHT)
    assert game.decision == Decision.DOGFIGHT and game.mat.fighter.position == -1


@pytest.mark.rule("IR397")
def test_it16_a_composition_without_a_roll_is_known_before_take_off() -> None:
    game = Game(month=Month.JULY_1943).ground(Model.FW_190A_4).plan(A1=[6], B9=[4]).go()
    assert game.decision == Decision.SCRAMBLE
    assert (game.mat.sortie.bomber_type, game.mat.sortie.escort) == (Bomber.B_17F, Enemy.P_47)
    assert game.mat.pilot.health == Health.WELL and game.mat.career.over == Over.RUNNING
