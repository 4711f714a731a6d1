"""Rules of set-up, calendar, crew, repair, Prestige, dice and reward that no trace shows."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    CARDS,
    Act,
    Award,
    Bomber,
    Career,
    Chart,
    Decision,
    Enemy,
    Fault,
    Health,
    Line,
    Marker,
    Model,
    Month,
    Over,
    Phase,
    Presence,
    Scale,
    Shooter,
    Skill,
    TargetZone,
    Zone,
)
from stuka_env.games.interceptor.rules.awards import gain_prestige, give_awards, wound_badge
from stuka_env.games.interceptor.rules.bases import in_range, unit_in_zone
from stuka_env.games.interceptor.rules.deck import flip, new_deck
from stuka_env.games.interceptor.rules.experience import can_learn
from stuka_env.games.interceptor.rules.injuries import wound_pilot
from stuka_env.games.interceptor.rules.prestige import may_be_given, may_fly
from stuka_env.games.interceptor.rules.promotion import promotion_modifier
from stuka_env.games.interceptor.rules.sequence import advance
from stuka_env.games.interceptor.rules.sortie import lines_left, repair
from stuka_env.games.interceptor.rules.victory import credit_bomber, credit_fighter, level_of
from tests.support.each import each
from tests.support.interceptor.game import Game, pick

NOTHING = [6, 6, 6, 6]
"""R1: dice that show nothing."""


def landed(model: Model = Model.FW_190A_4, month: int = Month.JUNE_1943, **dice: Any) -> Game:
    """Return a pilot who is about to land safely, on the second line of the month."""
    game = Game(month=month).aloft(model)
    game.mat.cursor.phase = Phase.LANDING
    return game.plan(**({"B7": [2], "R1": NOTHING} | dice))


EVASIVE = ("LET_GO", "SLIP", "HOME", "DISENGAGE", "BARREL_ROLL", "NO", "DONE", "DEADSTICK")
"""Actions of a pilot who fights nobody, by preference."""


# --- set-up ---


@pytest.mark.rule("IR021", "IR022", "IR025", "IQ001", "IQ002", "IR005")
def test_a_later_start_rolls_until_a_row_is_open() -> None:
    game = Game(month=Month.MAY_1943).plan(START=[9, 20, 3]).go()
    assert (game.mat.career.unit, game.mat.career.start, game.mat.career.month) == (3, Month.MAY_1943, Month.MAY_1943)
    game.assert_all_rolled()


@pytest.mark.rule("IR038", "IR039", "IQ004")
def test_bases_lie_in_one_zone_each() -> None:
    """Twenty names are 21 bases because the rulebook's table prints Jever twice."""
    names = load_charts().names.bases
    zones = {(names[row], int(unit.zone)) for row, unit in enumerate(Game().charts.units) if names[row]}
    assert len(zones) == len(set(names) - {""}) == 21 - 1 and ("Jever", Zone.BREMEN) in zones


@pytest.mark.rule("IR020", "IR026", "IR027", "IR361", "IQ008", "IR004", "IR351")
def test_a_starting_row_with_several_types_and_a_waiver() -> None:
    game = Game(unit=17).go()
    assert game.decision == Decision.AIRCRAFT and game.names == {"PICK_1", "PICK_2", "PICK_3"}
    game.act(pick(1))
    assert game.mat.aircraft.model == Model.BF_109G_1_R2 and game.mat.career.waived == -1
    game = Game(unit=11, month=Month.OCTOBER_1943).go()
    assert game.mat.aircraft.model == game.mat.career.waived == Model.ME_410A and game.mat.gunner.present == 1
    assert may_fly(game.mat, game.charts, Model.ME_410A) and not may_fly(game.mat, game.charts, Model.ME_410A_1_U4)


@pytest.mark.rule("IR282", "IR319", "IR322", "IR327", "IQ006", "IQ007")
@pytest.mark.parametrize(("place", "points"), [(0, 1), (1, 2)])
def test_the_first_decision_is_the_track(place: int, points: int) -> None:
    game = Game(track=-1).go()
    assert game.decision == Decision.TRACK and game.names == {"PICK_1", "PICK_2"}
    game.act(pick(place))
    assert (game.mat.pilot.track, game.mat.pilot.points, game.mat.pilot.rank) == (place, points, 0)


@pytest.mark.rule("IR034", "IR203", "IR204", "IR283", "IR395", "IQ005", "IQ189")
def test_skills_before_the_first_sortie() -> None:
    game = Game(unit=5, advanced_maneuvers=1).go()
    assert game.decision == Decision.SKILL and game.mat.cursor.person == 0
    assert game.names == {"PICK_1", "PICK_2", "PICK_3", "PICK_4", "PICK_14", "DONE"}
    game.act(pick(Skill.CUBAN_EIGHT))
    assert game.mat.pilot.skills[Skill.CUBAN_EIGHT] == 1 and game.decision == Decision.SCRAMBLE
    mat = game.mat
    mat.pilot.points = 9
    assert can_learn(mat, game.table, 0, Skill.CHANDELLE) and not can_learn(mat, game.table, 0, Skill.IMMELMANN)
    assert not can_learn(mat, game.table, 0, Skill.MAINTENANCE)
    mat.wingman.points = 9
    allowed = {skill for skill in Skill if can_learn(mat, game.table, 1, skill)}
    assert allowed == {Skill.EXPERT, Skill.GUNNERY, Skill.AIM}


@pytest.mark.rule("IR291", "IR292", "IQ176")
def test_expert_is_bought_for_the_series_flown() -> None:
    game = Game().ground(Model.FW_190A_4)
    game.mat.pilot.points, game.mat.pilot.expert[1], game.mat.pilot.skills[Skill.EXPERT] = 3, 1, 1
    assert not can_learn(game.mat, game.table, 0, Skill.EXPERT)
    game.mat.aircraft.model = Model.BF_109G_4
    assert can_learn(game.mat, game.table, 0, Skill.EXPERT)


# --- calendar and raids ---


@pytest.mark.rule("IR052", "IR053", "IR054", "IR363")
def test_a_career_has_ninety_two_lines() -> None:
    game = Game().ground(Model.FW_190A_4)
    assert lines_left(game.mat, game.table) == 92
    game.mat.career.month, game.mat.career.line = Month.APRIL_1943, 1
    assert lines_left(game.mat, game.table) == 3 + 80


@pytest.mark.rule("IR056")
def test_april_rolls_one_die() -> None:
    game = Game(month=Month.APRIL_1943).ground(Model.FW_190A_4).plan(A1=[[6]], B9=[7]).go()
    assert game.mat.sortie.raid == 6 and game.mat.sortie.target_zone == TargetZone.BREMEN


@pytest.mark.rule("IR045", "IR046", "IR063", "IQ009", "IQ010")
def test_a_raid_in_a_grey_box_is_no_sortie() -> None:
    game = Game().ground(Model.FW_190A_4, Zone.MUNICH)
    assert not in_range(game.mat, game.table, TargetZone.FRANCE)
    game.mat.aircraft.model = Model.BF_110G_2
    assert in_range(game.mat, game.table, TargetZone.FRANCE)


@pytest.mark.rule("IQ208")
def test_a_single_sortie_rolls_until_a_raid_is_in_range() -> None:
    game = Game(scale=Scale.SORTIE).ground(Model.FW_190A_4, Zone.MUNICH).plan(A1=[7, 2], B9=[7]).go()
    assert game.decision == Decision.SCRAMBLE and game.mat.career.line == 1
    game = Game(scale=Scale.SORTIE).ground(Model.FW_190A_4, Zone.MUNICH)
    game.charts.track[Zone.MUNICH][:] = 0
    advance(game.mat, game.table, game.mask)
    assert game.table.dice.fault == Fault.NO_RAID


@pytest.mark.rule("IR364", "IQ186")
def test_missed_sorties_beyond_february_end_the_career() -> None:
    game = landed(month=Month.FEBRUARY_1944, B7=[2])
    game.mat.career.line = 7
    game.mat.aircraft.engines[0] = 3
    game.mat.sortie.deadstick = 1
    game.go()
    assert game.is_over and game.mat.career.over == Over.CALENDAR and game.mat.career.sit_out == 1


@pytest.mark.rule("IR067", "IR281", "IQ011", "IQ196")
def test_staying_uses_the_line_up() -> None:
    game = Game().ground(Model.FW_190A_4).plan(A1=[7, 7], B9=[7, 7]).go().act(Act.STAY)
    assert game.mat.career.line == 2 and game.mat.career.flown == 0 and game.mat.pilot.clock == 0
    assert game.table.log.lines[0].status == Line.STAYED


@pytest.mark.rule("IR331", "IQ147")
def test_promotion_after_a_last_line_that_was_not_flown() -> None:
    game = Game(month=Month.JUNE_1943).ground(Model.FW_190A_4)
    game.mat.career.line = 7
    game.plan(A1=[6, 7], B9=[7, 7], PROMOTION=[1]).go().act(Act.STAY)
    assert game.mat.pilot.rank == 1 and game.mat.career.month == Month.JULY_1943
    game.assert_all_rolled()


@pytest.mark.rule("IR333", "IR334", "IR335", "IQ150")
def test_modifiers_of_promotion_add_up() -> None:
    game = Game().ground(Model.FW_190A_4)
    pilot = game.mat.pilot
    pilot.awards[Award.KNIGHTS_CROSS], pilot.period_kills, pilot.period_awards = 1, 29, 1
    assert promotion_modifier(game.mat, game.table) == -2 - 2 - 1


# --- repair ---


def damaged(systems: int, track: Career = Career.OFFICER, rank: int = 0, **dice: Any) -> Game:
    """Return a pilot after landing with so many damaged systems, and the repair settled."""
    game = Game(month=Month.JUNE_1943).aloft(Model.FW_190A_4).plan(**dice)
    mat = game.mat
    mat.pilot.track, mat.pilot.rank = track, rank
    for name in ("port_wing", "tail", "airframe", "oxygen", "radio", "leak")[:systems]:
        setattr(mat.aircraft, name, 1)
    mat.aircraft.guns[0].jammed = 1
    return game


@pytest.mark.rule("IR243", "IR244", "IR245", "IR327", "IR328", "IQ118", "IQ119", "IQ168")
@each(
    "systems, track, rank, dice, lost",
    [
        (3, Career.OFFICER, 0, {}, 0),
        (4, Career.OFFICER, 0, {}, 1),
        (5, Career.OFFICER, 0, {}, 1),
        (4, Career.NCO, 0, {"SCROUNGE": [3]}, 1),
        (4, Career.NCO, 0, {"SCROUNGE": [4]}, 0),
        (5, Career.NCO, 1, {}, 0),
        (6, Career.OFFICER, 0, {}, 0),
    ],
)
def test_repairs(systems: int, track: Career, rank: int, dice: dict[str, list[int]], lost: int) -> None:
    game = damaged(systems, track, rank, **dice)
    repair(game.mat, game.table)
    assert game.mat.desk.repair == lost and game.mat.desk.written_off == int(systems == 6)
    game.assert_all_rolled()


@pytest.mark.rule("IQ203")
def test_the_mechanics_spare_a_repair() -> None:
    game = damaged(4)
    game.mat.career.markers[Marker.MECHANICS] = 1
    repair(game.mat, game.table)
    assert game.mat.desk.repair == 0 and game.mat.career.markers[Marker.MECHANICS] == 0


@pytest.mark.rule("IR342", "IQ165")
def test_a_point_spares_a_repair() -> None:
    game = damaged(4, B7=[2], R1=NOTHING, A1=[7], B9=[7])
    game.mat.pilot.prestige = 1
    game.mat.aircraft.oxygen = 0
    game.mat.aircraft.controls = 1
    game.mat.cursor.phase = Phase.LANDING
    game.go()
    assert game.decision == Decision.DEBRIEF and game.names == {"SPARE", "DONE"}
    game.act(Act.SPARE)
    assert game.mat.pilot.prestige == 0 and game.table.log.lines[0].lost == 0 and game.mat.aircraft.controls == 0
    assert game.decision == Decision.SCRAMBLE


@pytest.mark.rule("IR243", "IR362", "IQ179", "IQ205", "IQ212")
def test_a_written_off_aircraft_is_replaced_at_once() -> None:
    game = Game(month=Month.AUGUST_1943).aloft(Model.FW_190A_5_U9)
    for name in ("port_wing", "tail", "airframe", "oxygen", "radio", "leak"):
        setattr(game.mat.aircraft, name, 1)
    game.mat.pilot.level = 5
    game.plan(B7=[2], R1=NOTHING).mat.cursor.phase = Phase.LANDING
    game.go()
    assert game.decision == Decision.AIRCRAFT and game.mat.career.singles_lost[0] == 1
    assert game.offered() == {Model.FW_190A_4, Model.FW_190A_4_R6, Model.FW_190A_5, Model.FW_190A_5_R6}
    assert game.mat.career.aircraft_lost == 1


# --- crew ---


@pytest.mark.rule("IR139", "IR270", "IR279", "IR302", "IR303", "IQ139", "IQ144")
def test_wounds_add_up_and_count() -> None:
    game = Game().aloft(Model.FW_190A_4)
    mat, pilot = game.mat, game.mat.pilot
    wound_pilot(mat, game.table, Health.LIGHT_WOUND, 1)
    wound_pilot(mat, game.table, Health.LIGHT_WOUND, 1)
    assert (pilot.health, pilot.wounds) == (Health.SERIOUS_WOUND, 2)
    pilot.wounds = 5
    wound_badge(mat, game.table)
    assert pilot.awards[Award.WOUND_BADGE] == 3 and pilot.prestige == 1
    wound_pilot(mat, game.table, Health.SERIOUS_WOUND, 1)
    assert pilot.health == Health.KILLED


@pytest.mark.rule("IR271", "IR275", "IR276", "IQ172")
def test_a_temporary_gunner_and_the_return_of_the_old_one() -> None:
    game = landed(Model.BF_110G_2, R1=NOTHING * 2, A1=[7, 7, 7], B9=[7, 7, 7])
    mat = game.mat
    mat.gunner.health, mat.gunner.skills[0], mat.gunner.points = Health.LIGHT_WOUND, 1, 0
    game.go()
    assert mat.gunner.present == 2 and mat.old_gunner.skills[0] == 1 and mat.old_gunner.away == 1
    game.act(Act.STAY)
    assert game.decision == Decision.GUNNER and game.names == {"PICK_1", "PICK_2"}
    game.act(Act.PICK_1)
    assert mat.gunner.skills[0] == 1 and mat.gunner.health == 0 and mat.old_gunner.present == 0


@pytest.mark.rule("IR277", "IR329", "IR341", "IR360", "IQ164", "IQ195")
def test_a_killed_gunner_is_replaced() -> None:
    game = landed(Model.BF_110G_2)
    game.mat.gunner.health, game.mat.gunner.skills[0], game.mat.pilot.prestige = Health.KILLED, 1, 1
    game.go()
    assert game.names == {"VETERAN_GUNNER", "DONE"} and game.mat.gunner.points == 0
    game.plan(A1=[7], B9=[7]).act(Act.VETERAN_GUNNER)
    assert game.mat.gunner.points == 2 and game.mat.gunner.skills[0] == 0 and game.mat.pilot.prestige == 0


@pytest.mark.rule("IR357", "IQ173")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_pilot_in_hospital_may_keep_his_gunner(keeps: bool) -> None:
    game = landed(Model.BF_110G_2, C2=[2])
    game.mat.gunner.skills[0], game.mat.pilot.health, game.mat.pilot.wounds = 1, Health.SERIOUS_WOUND, 1
    game.mat.pilot.awards[Award.WOUND_BADGE], game.mat.pilot.prestige = 1, 1
    game.go()
    assert game.names == {"KEEP_GUNNER", "VETERAN_GUNNER", "DONE"}
    game.table.dice.strict = 0
    game.act(Act.KEEP_GUNNER if keeps else Act.DONE)
    assert game.mat.gunner.skills[0] == int(keeps) and game.table.log.lines[0].lost == 2


@pytest.mark.rule("IR354", "IR355", "IQ171")
def test_a_new_series_takes_or_gives_a_gunner() -> None:
    game = landed(Model.BF_110G_2, R1=[5, 5, 6, 6])
    game.mat.pilot.prestige = 2
    game.table.dice.strict = 0
    game.go().act(Act.SWITCH, Act.PICK_2)
    if game.decision == Decision.AIRCRAFT:
        game.act(Act.PICK_1)
    assert game.mat.gunner.present == 0


# --- Prestige ---


@pytest.mark.rule("IR337", "IR344", "IR345", "IQ177")
def test_the_level_never_falls_and_ends_at_seven() -> None:
    game = Game().ground(Model.FW_190A_4)
    game.mat.pilot.level = 6
    gain_prestige(game.mat, game.table, 3)
    assert (game.mat.pilot.prestige, game.mat.pilot.level) == (3, 7)


@pytest.mark.rule("IR356", "IR361", "IR362", "IQ159", "IQ178")
def test_free_aircraft() -> None:
    game = Game(month=Month.JULY_1943).ground(Model.FW_190A_5_U9)
    assert may_be_given(game.mat, game.table, Model.FW_190A_5_U9)
    assert not may_be_given(game.mat, game.table, Model.FW_190A_6)
    game.mat.career.singles_lost[0] = 1
    assert not may_be_given(game.mat, game.table, Model.FW_190A_5_U9)


@pytest.mark.rule("IQ161")
def test_the_unit_of_a_zone() -> None:
    game = Game(month=Month.AUGUST_1943).ground(Model.BF_109G_4)
    assert unit_in_zone(game.mat, game.table, Zone.FRENCH) == 16
    assert unit_in_zone(game.mat, game.table, Zone.FRANKFURT) == 22
    game.mat.career.month = Month.MARCH_1943
    assert unit_in_zone(game.mat, game.table, Zone.FRANKFURT) == 0


# --- victory and reward ---


@pytest.mark.rule("IR366", "IR367", "IR407", "IQ184", "IQ188", "IR222", "IR369")
def test_the_ladder_counts_the_pilots_bombers() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_17F)
    assert [level_of(game.table, count) for count in (0, 4, 5, 10, 11, 20, 21, 30, 31, 60)] == [
        0,
        0,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
    ]
    game.mat.bomber.type, game.mat.fighter.type = Bomber.YB_40, Enemy.P_47
    credit_bomber(game.mat, game.table, 1, False)
    credit_fighter(game.mat, game.table, 0)
    credit_bomber(game.mat, game.table, 0, False)
    assert (game.mat.career.bombers, game.mat.wingman.bombers, game.mat.career.fighters) == (1, 1, 1)
    assert list(game.mat.career.by_type) == [0, 0, 0, 1]


@pytest.mark.rule("IR366")
@pytest.mark.parametrize(("killed", "reward"), [(False, 0.02), (True, 0.0)])
def test_a_single_sortie_pays_at_its_end_if_the_pilot_lives(killed: bool, reward: float) -> None:
    game = Game(scale=Scale.SORTIE).aloft(Model.FW_190A_4)
    game.mat.career.bombers = game.mat.career.destroyed = 2
    game.mat.cursor.phase = Phase.LANDING
    if killed:
        game.charts.b7[:] = 3
    game.table.dice.strict = 0
    game.go()
    assert game.is_over and game.rewards == pytest.approx(reward) and game.mask.all()


# --- dice and deck ---


@pytest.mark.rule("IR008", "IR009", "IQ015", "IQ016")
def test_the_order_of_the_deck_hangs_on_seed_and_month() -> None:
    def order(seed: int, month: int) -> list[int]:
        game = Game(seed=seed, month=month)
        new_deck(game.mat)
        return [flip(game.mat, game.table, Shooter.PILOT) for _ in range(CARDS)]

    assert sorted(order(3, 0)) == list(range(1, CARDS + 1))
    assert order(3, 0) == order(3, 0) != order(3, 1)
    assert order(3, 0) != order(4, 0)


@pytest.mark.rule("IQ016")
def test_two_policies_meet_the_same_raids_and_boxes() -> None:
    met = []
    for stays in (True, False):
        game = Game(seed=9).ground(Model.FW_190A_4).go()
        first = bytes(game.mat.sortie.tobytes())
        if stays:
            game.act(Act.STAY)
        else:
            game.act(Act.FLY)
            while game.mat.career.line == 1 and not game.is_over:
                game.act(next(Act[name] for name in (*EVASIVE, *sorted(game.names)) if name in game.names))
        while game.mat.career.line < 6 and not game.is_over:
            game.act(Act.STAY if "STAY" in game.names else next(act for act in Act if game.mask[act]))
        met.append((first, int(game.mat.sortie.raid), int(game.mat.sortie.weather)))
    assert met[0] == met[1]


@pytest.mark.rule("IQ207")
def test_a_strict_tape_faults_on_an_unplanned_roll() -> None:
    game = Game().ground(Model.FW_190A_4).plan(A1=[7])
    advance(game.mat, game.table, game.mask)
    assert game.table.dice.fault == Fault.UNPLANNED_ROLL and game.table.dice.fault_chart == Chart.B9


def test_a_card_that_is_out_cannot_be_planned() -> None:
    game = Game().aloft(Model.FW_190A_4).plan(CARD=[5, "shuffle", 5])
    assert flip(game.mat, game.table, Shooter.PILOT) == 5
    game.mat.deck.own = 0
    assert flip(game.mat, game.table, Shooter.PILOT) == 5 and game.mat.deck.shuffles == 1
    game.plan(CARD=[5])
    flip(game.mat, game.table, Shooter.PILOT)
    assert game.table.dice.fault == Fault.CARD_GONE


@pytest.mark.rule("IQ192")
def test_sat_out_lines_roll_nothing() -> None:
    game = Game().ground(Model.FW_190A_4)
    game.mat.career.sit_out = 3
    game.plan(A1=[7], B9=[7]).go()
    assert game.mat.career.line == 4 and [line.status for line in game.table.log.lines[:3]] == [Line.SAT_OUT] * 3
    assert game.mat.wingman.present == Presence.HERE and np.sum(game.mask) == 2 and len(game.mask) == ACTIONS


@pytest.mark.rule("IR306", "IR309", "IR312", "IR313", "IR316", "IQ155")
@each(
    "kills, dice, award",
    [
        (5, [], Award.ACE),
        (10, [], Award.GOBLET),
        (20, [], Award.GERMAN_CROSS),
        (63, [4], Award.SWORDS),
        (100, [], Award.DIAMONDS),
    ],
)
def test_awards_for_kills(kills: int, dice: list[int], award: Award) -> None:
    game = Game().aloft(Model.FW_190A_4, bombers=1).plan(KNIGHT=dice)
    game.mat.career.bombers = kills
    for held in range(award):
        if held != Award.SWORDS:
            game.mat.pilot.awards[held] = 1
    if award == Award.DIAMONDS:
        game.mat.pilot.awards[Award.SWORDS] = 1
    game.mat.pilot.awards[Award.ACE] = int(award != Award.ACE)
    before = int(game.mat.pilot.level)
    give_awards(game.mat, game.table)
    assert game.mat.pilot.awards[award] == 1 and game.mat.pilot.level == before + 1
    assert game.mat.desk.ordered == int(award in (Award.SWORDS, Award.DIAMONDS))
    game.assert_all_rolled()


@pytest.mark.rule("IR317", "IR318", "IQ156", "IQ190")
def test_a_wingman_becomes_an_ace_at_the_debriefing() -> None:
    game = Game().aloft(Model.BF_110G_2)
    game.mat.wingman.fighters = game.mat.gunner.fighters = 5
    give_awards(game.mat, game.table)
    assert game.mat.wingman.ace == 1 and game.mat.gunner.ace == 0


@pytest.mark.rule("IR101", "IR146")
def test_machine_guns_alone_fire_no_extended_burst() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24).act(Act.BOMBERS)
    for place in (0, 1):
        game.mat.aircraft.guns[place].ammunition = 0
    game.go()
    assert {"AIM_PORT", "AIM_STARBOARD", "AIM_AIRFRAME"} <= game.names
    assert not {"BURST_PORT", "BURST_STARBOARD", "BURST_AIRFRAME"} & game.names
