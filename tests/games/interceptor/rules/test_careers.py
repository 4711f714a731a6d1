"""Careers with planned dice: the start, sorties and their ends, Prestige, crews, victory, dice and deck."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    CARDS,
    NOBODY,
    Act,
    Award,
    Bomber,
    Career,
    Cause,
    Chart,
    Decision,
    Enemy,
    Entry,
    Event,
    Fate,
    Fault,
    GunnerPresence,
    Health,
    Help,
    Line,
    Marker,
    Meeting,
    Model,
    Month,
    Orientation,
    Over,
    Person,
    Phase,
    Position,
    Presence,
    Scale,
    Shooter,
    Skill,
    TargetZone,
    Touchdown,
    Zone,
)
from stuka_env.games.interceptor.rules import injuries, parachutes, victory
from stuka_env.games.interceptor.rules import landing as landing_rules
from stuka_env.games.interceptor.rules.awards import gain_prestige
from stuka_env.games.interceptor.rules.bases import in_range, unit_in_zone
from stuka_env.games.interceptor.rules.deck import flip, new_deck
from stuka_env.games.interceptor.rules.experience import can_learn
from stuka_env.games.interceptor.rules.interception import enter_box
from stuka_env.games.interceptor.rules.markers import uses_marker
from stuka_env.games.interceptor.rules.prestige import may_be_given, may_fly
from stuka_env.games.interceptor.rules.promotion import promotion_modifier, try_promotion
from stuka_env.games.interceptor.rules.sequence import advance, apply_action
from stuka_env.games.interceptor.rules.sortie import lines_left, repair
from stuka_env.games.interceptor.rules.start import first_month, start_unit
from stuka_env.games.interceptor.rules.victory import credit_bomber, credit_fighter, level_of
from tests.support.each import each
from tests.support.interceptor.game import FREE_LINE, NO_TYPE, Game, at_debrief, attacking, journalled, pick

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


@pytest.mark.rule("IR101", "IR146")
def test_machine_guns_alone_fire_no_extended_burst() -> None:
    game = Game().aloft(Model.FW_190A_4).meet(Bomber.B_24).act(Act.BOMBERS)
    for place in (0, 1):
        game.mat.aircraft.guns[place].ammunition = 0
    game.go()
    assert {"AIM_PORT", "AIM_STARBOARD", "AIM_AIRFRAME"} <= game.names
    assert not {"BURST_PORT", "BURST_STARBOARD", "BURST_AIRFRAME"} & game.names


def entries(game: Game, kind: Entry) -> list[tuple[int, int, int]]:
    """Return the three numbers of each journal entry of a kind."""
    return [(int(line.detail), int(line.value), int(line.third)) for line in game.entries(kind)]


def subjects(game: Game, chart: Chart) -> list[int]:
    """Return the second number of each roll of a chart."""
    return [int(line.value) for line in game.entries(Entry.ROLL, chart)]


# --- Prestige (8.1, 8.2, 9.0) ---


@pytest.mark.rule("IR346", "IR348")
def test_each_roll_of_r1_names_its_series() -> None:
    game = journalled(Game()).aloft(Model.FW_190A_4)
    game.mat.cursor.phase = Phase.LANDING
    game.plan(B7=[2], **FREE_LINE).go()
    assert subjects(game, Chart.R1) == [0, 1, 2, 3]


@pytest.mark.rule("IR354", "IQ171")
def test_the_old_gunner_goes_with_the_seat() -> None:
    """9.3: a type with one seat takes the gunner in hospital away too."""
    game = at_debrief(Month.AUGUST_1943, Model.BF_110G_2, 3, 2, Model.FW_190A_4)
    game.mat.old_gunner.present, game.mat.old_gunner.away = Presence.HERE, 9
    game.table.dice.strict = 0
    game.go().act(Act.SWITCH)
    assert game.mat.gunner.present == game.mat.old_gunner.present == Presence.ABSENT


@pytest.mark.rule("IR329", "IQ195")
@each("track, rank, points", [(0, 2, 0), (1, 1, 0), (1, 2, 4), (1, 3, 4)])
def test_the_gunner_of_a_feldwebel_comes_with_four_points(track: int, rank: int, points: int) -> None:
    """7.9.2: from the third rank of an NCO on."""
    game = Game().aloft(Model.BF_110G_2)
    game.mat.pilot.track, game.mat.pilot.rank, game.mat.gunner.health = track, rank, Health.KILLED
    game.mat.cursor.phase = Phase.LANDING
    game.plan(B7=[2], R1=NO_TYPE).table.dice.strict = 0
    game.go()
    assert game.mat.gunner.points == points


@pytest.mark.rule("IR337", "IR338")
def test_a_purchase_tells_the_points_left_and_the_level() -> None:
    game = journalled(at_debrief(Month.AUGUST_1943, Model.FW_190A_6, 3, 3, Model.FW_190A_4))
    game.go().act(Act.UPGRADE)
    assert entries(game, Entry.PRESTIGE) == [(2, 3, 0)]


@pytest.mark.rule("IR050", "IQ162")
@pytest.mark.parametrize(("level", "joins"), [(2, False), (3, True)])
def test_a_unit_that_has_no_available_type_forces_nothing(level: int, joins: bool) -> None:
    """4.6.1: the only unit of the zone flies the Me 410, which asks for Prestige Level 3."""
    game = at_debrief(Month.MAY_1943, Model.FW_190A_4, level, 2)
    game.mat.career.zone = Zone.DUTCH
    for unit in game.charts.units:
        if unit.zone == Zone.MUNICH:
            unit.models[:] = NOBODY
            unit.models[0] = Model.ME_410A
            unit.first_month = 0
    game.plan(A1=[7], B9=[7]).go().act(Act.MOVE)
    assert (f"PICK_{Zone.MUNICH + 1}" in game.names) == joins


@pytest.mark.rule("IR048", "IR051")
def test_a_move_tells_the_unit_and_its_zone() -> None:
    game = journalled(at_debrief(Month.JUNE_1943, Model.FW_190A_4, 0, 2))
    game.mat.career.zone = Zone.BREMEN
    game.plan(A1=[7], B9=[7]).go().act(Act.MOVE, pick(Zone.FRENCH))
    assert entries(game, Entry.MOVED) == [(int(game.mat.career.unit), int(Zone.FRENCH), 0)]
    assert game.charts.units[game.mat.career.unit].zone == Zone.FRENCH


@pytest.mark.rule("IR357", "IQ173")
def test_the_gunner_who_is_kept_is_marked_once() -> None:
    game = at_debrief(Month.JUNE_1943, Model.BF_110G_2, 0, 2)
    game.mat.desk.to_hospital = game.mat.desk.repair = 1
    game.go().act(Act.KEEP_GUNNER)
    assert game.mat.desk.gunner_kept == 1 and game.decision == Decision.DEBRIEF


@pytest.mark.rule("IR276", "IQ172")
@pytest.mark.parametrize("choice", [Act.PICK_1, Act.PICK_2])
def test_the_gunner_who_stays_is_not_away(choice: Act) -> None:
    """7.4.8: a gunner who is back flies at once, whichever of the two stays."""
    game = Game().ground(Model.BF_110G_2)
    mat = game.mat
    mat.gunner.present, mat.old_gunner.present, mat.gunner.away = GunnerPresence.TEMPORARY, Presence.HERE, 3
    game.plan(A1=[7], B9=[7]).go().act(choice)
    assert (mat.gunner.present, mat.gunner.away, mat.old_gunner.present) == (Presence.HERE, 0, Presence.ABSENT)


# --- the calendar and the raid (4.3.3, 6.0, 6.1) ---


@pytest.mark.rule("IR331", "IQ147")
def test_each_period_has_its_own_promotion() -> None:
    """7.9.3: promotion is tried in June, and again in October."""
    game = Game(month=Month.SEPTEMBER_1943).ground(Model.FW_190A_4)
    game.mat.work.promotion_done = 1
    game.mat.career.line = 8
    game.plan(A1=[7], B9=[7]).go()
    assert game.mat.career.month == Month.OCTOBER_1943
    game.plan(PROMOTION=[4])
    try_promotion(game.mat, game.table)
    assert game.mat.pilot.rank == 1


@pytest.mark.rule("IR276", "IQ172")
def test_an_old_gunner_who_is_back_waits_for_the_pilot() -> None:
    """7.4.8: lines that the pilot sits out do not count beyond the gunner's return."""
    game = Game().ground(Model.BF_110G_2)
    mat = game.mat
    mat.gunner.present, mat.old_gunner.present, mat.old_gunner.away = GunnerPresence.TEMPORARY, Presence.HERE, 1
    mat.career.sit_out = 3
    game.plan(A1=[7], B9=[7]).go()
    assert mat.career.line == 4 and mat.old_gunner.away == 0 and game.decision == Decision.GUNNER


@pytest.mark.rule("IR276", "IQ172")
@pytest.mark.parametrize(
    ("model", "decision"), [(Model.FW_190A_4, Decision.SCRAMBLE), (Model.BF_110G_2, Decision.GUNNER)]
)
def test_an_old_gunner_comes_back_to_a_type_with_his_seat(model: Model, decision: Decision) -> None:
    game = Game().ground(model)
    game.mat.old_gunner.present = Presence.HERE
    game.plan(A1=[7], B9=[7])
    assert game.go().decision == decision


@pytest.mark.rule("IQ208")
def test_a_single_sortie_looks_at_the_raids_of_its_month() -> None:
    """Frankfurt is in box 3 of the zone Bremen, all others in box 4, which is grey for a Fw 190."""
    game = Game(scale=Scale.SORTIE).ground(Model.FW_190A_4, Zone.BREMEN)
    game.charts.track[Zone.BREMEN][1:] = 4
    game.charts.track[Zone.BREMEN][TargetZone.FRANKFURT] = 3
    game.charts.a1[0][2:] = TargetZone.FRANKFURT
    game.charts.a1[0][2] = TargetZone.MUNICH
    game.plan(A1=[2, 3], B9=[7]).go()
    assert game.decision == Decision.SCRAMBLE and game.mat.sortie.target_zone == TargetZone.FRANKFURT


@pytest.mark.rule("IR059", "IR200")
@pytest.mark.parametrize(("present", "flew"), [(Presence.ABSENT, 0), (Presence.HERE, 1), (Presence.DAMAGED, 1)])
def test_the_take_off_notes_the_wingman_and_the_box(present: Presence, flew: int) -> None:
    game = journalled(Game()).ground(Model.FW_190A_4).plan(A1=[7], B9=[7], B1=[5]).go()
    game.mat.wingman.present = present
    game.act(Act.FLY)
    assert (game.mat.sortie.airborne, game.mat.sortie.wingman_flew) == (1, flew)
    assert entries(game, Entry.TAKE_OFF) == [(int(game.mat.sortie.entry), 0, 0)]


@pytest.mark.rule("IR015", "IR363")
def test_the_end_of_a_line_and_of_the_career_are_told() -> None:
    game = journalled(Game(month=Month.FEBRUARY_1944)).ground(Model.FW_190A_4)
    game.mat.career.line, game.mat.career.lines_used = 7, 7
    game.plan(A1=[6], B9=[7], PROMOTION=[6]).go().act(Act.STAY)
    assert game.is_over and entries(game, Entry.LINE) == [(int(Line.STAYED), 8, 0)]
    assert entries(game, Entry.OVER) == [(int(Over.CALENDAR), 0, 0)]


# --- what a sortie costs (7.4.2, 7.4.5, 7.4.8, 7.9.2) ---


def landing(month: int = Month.JUNE_1943, model: int = Model.FW_190A_4, **fields: int) -> Game:
    """Return a pilot about to land, with a journal and fields of the sortie."""
    game = journalled(Game(month=month)).aloft(model, **fields)
    game.mat.cursor.phase = Phase.LANDING
    return game


@pytest.mark.rule("IR329", "IR360", "IQ170")
@each(
    "health, present, told_of",
    [
        (Health.WELL, Presence.HERE, []),
        (Health.WELL, Presence.ABSENT, [(0, 0, 0)]),
        (Health.WELL, Presence.DAMAGED, [(1, 0, 0)]),
        (Health.KILLED, Presence.ABSENT, [(2, 1, 0)]),
    ],
)
def test_a_wingman_is_ready_again(health: int, present: int, told_of: list[tuple[int, int, int]]) -> None:
    game = landing()
    game.mat.wingman.health, game.mat.wingman.present = health, present
    game.plan(B7=[2], R1=NO_TYPE, A1=[7], B9=[7]).table.dice.strict = 0
    game.go()
    assert entries(game, Entry.WINGMAN_READY) == told_of and game.mat.wingman.present == Presence.HERE


@pytest.mark.rule("IR271", "IQ172", "IQ219")
def test_a_temporary_gunner_comes_without_points() -> None:
    game = landing(model=Model.BF_110G_2)
    game.mat.gunner.health, game.mat.gunner.points = Health.LIGHT_WOUND, 3
    game.plan(B7=[2], **FREE_LINE).table.dice.strict = 0
    game.go()
    assert (game.mat.gunner.points, game.mat.old_gunner.points) == (0, 3)
    assert entries(game, Entry.GUNNER) == [(0, int(GunnerPresence.TEMPORARY), 0)]


@pytest.mark.rule("IR065", "IQ146")
@each("lost, ordered, asked", [(0, 0, True), (2, 0, True), (1, 1, True), (2, 1, False), (3, 0, False), (0, 3, False)])
def test_without_a_line_left_to_fly_nothing_is_bought(lost: int, ordered: int, asked: bool) -> None:
    """6.1.5: three lines are left, of which the pilot misses some."""
    game = Game(month=Month.FEBRUARY_1944).aloft(Model.FW_190A_4)
    game.mat.career.line, game.mat.pilot.prestige = 5, 9
    game.mat.desk.lost, game.mat.desk.ordered = lost, ordered
    game.mat.cursor.phase = Phase.REPLACEMENTS
    game.plan(R1=NO_TYPE * asked).go()
    assert game.is_over != asked and (game.decision == Decision.DEBRIEF) == asked
    game.assert_all_rolled()


@pytest.mark.rule("IR368", "IQ198", "IR015")
def test_the_log_of_a_pilot_who_dies() -> None:
    """5.2.2: his last line is flown and has its results; awards for kills follow, the crosses without dice."""
    game = journalled(Game()).aloft(Model.FW_190A_4, bombers=1)
    game.mat.career.bombers, game.mat.career.lines_used = 35, 1
    game.mat.work.cause = Cause.EXPLOSION
    game.mat.cursor.phase = Phase.DEATH
    game.plan().go()
    line, held = game.table.log.lines[0], game.mat.pilot.awards
    won = (Award.IRON_CROSS_2, Award.IRON_CROSS_1, Award.ACE, Award.GOBLET, Award.GERMAN_CROSS, Award.KNIGHTS_CROSS)
    assert [award for award in Award if held[award]] == sorted(won)
    assert line.awards == sum(1 << award for award in won)
    assert (line.status, line.bombers) == (Line.FLOWN, 1) and game.mat.career.cause == Cause.EXPLOSION


# --- the way home of a damaged enemy (7.4.3) ---

BOMBER_SYSTEMS = ("port_wing", "starboard_wing", "airframe", "tail", "controls", "leak", "radio", "gear")
FIGHTER_SYSTEMS = (*BOMBER_SYSTEMS, "oxygen", "armour")


@pytest.mark.rule("IR246", "IQ136")
@each("system", [*BOMBER_SYSTEMS, "engines"])
def test_one_damaged_system_of_a_bomber_is_enough_for_the_die(system: str) -> None:
    game = attacking()
    game.mat.bomber.by_pilot = 1
    if system == "engines":
        game.mat.bomber.engines[3] = 1
    else:
        setattr(game.mat.bomber, system, 1)
    game.plan(CRASH=[10]).act(Act.BREAK_OFF)
    assert game.decision == Decision.ONWARD and game.mat.career.bombers == 0
    game.assert_all_rolled()


def leaving(system: str, place: int = 0) -> Game:
    """Return a pilot who tails a P-47 that he has hit, with one damaged system of it, or none."""
    game = Game().aloft(Model.FW_190A_4).plan().dogfight(Enemy.P_47, Position.TAILING, by_pilot=1)
    if system in ("engines", "guns_out"):
        game.mat.fighter[system][place] = 1
    elif system:
        setattr(game.mat.fighter, system, 1)
    return game


@pytest.mark.rule("IR246", "IQ136")
@each(
    "system, place",
    [*((name, 0) for name in FIGHTER_SYSTEMS), ("engines", 0), ("engines", 1), ("guns_out", 0), ("guns_out", 2)],
)
def test_one_damaged_system_of_a_fighter_is_enough_for_the_die(system: str, place: int) -> None:
    game = leaving(system, place).plan(CRASH=[10]).act(Act.DISENGAGE)
    assert game.decision == Decision.ONWARD and game.mat.career.fighters == 0
    game.assert_all_rolled()


@pytest.mark.rule("IQ136")
def test_a_fighter_without_damage_does_not_crash() -> None:
    assert leaving("").act(Act.DISENGAGE).decision == Decision.ONWARD


@pytest.mark.rule("IR095", "IR249", "IR250", "IQ138")
@pytest.mark.parametrize(("answer", "dice", "crashed"), [(Act.YES, [], 1), (Act.NO, [2], 1), (Act.NO, [3], 0)])
def test_the_eyewitness_takes_the_place_of_the_die(answer: Act, dice: list[int], crashed: int) -> None:
    game = attacking()
    game.mat.career.markers[1], game.mat.bomber.port_wing, game.mat.bomber.by_pilot = 1, 1, 1
    game.plan(CRASH=[1], CREDIT=dice).act(Act.BREAK_OFF)
    assert game.decision == Decision.WITNESS and game.names == {"YES", "NO"} and game.mask.max() == 1
    game.act(answer)
    assert (game.mat.career.crashed, game.mat.career.markers[1]) == (crashed, int(answer == Act.NO))
    game.assert_all_rolled()


@pytest.mark.rule("IR278")
def test_the_enemy_of_a_dead_pilot_is_not_on_the_mat() -> None:
    game = attacking()
    game.mat.bomber.port_wing, game.mat.pilot.health = 1, Health.SERIOUS_WOUND
    game.plan(CARD=[game.card(1), game.card(2, defensive_fire=1)], B6=[26], B4_WOUND=[4]).act(Act.AIM_PORT)
    assert game.is_over and game.mat.bomber.present == 0


# --- interceptions (7.1.2, 7.10) ---


def meeting(result: Meeting, month: int = Month.JUNE_1943, **dice: Any) -> Game:
    """Return a pilot after a roll for interception with this result, in a box without roll for the composition."""
    game = journalled(Game(month=month)).aloft(Model.FW_190A_4)
    game.charts.b1[month][7], game.charts.b1_orientation[month][7] = result, Orientation.ADVANTAGED
    game.plan(B1=[7], **dice)
    enter_box(game.mat, game.table)
    return game


def met(game: Game) -> list[tuple[int, int, int]]:
    """Return the orientation, bombers and fighters that the mat shows, as the journal has them."""
    flight = game.mat.sortie
    return [(int(flight.orientation), int(flight.bomber_type), int(flight.escort))]


@pytest.mark.rule("IR075", "IQ014")
@pytest.mark.parametrize(("month", "dice"), [(Month.JULY_1943, []), (Month.AUGUST_1943, []), (Month.JUNE_1943, [6])])
def test_an_intercepted_raid_is_told(month: int, dice: list[int]) -> None:
    """7.1.2: A3 gives the bombers, without a die where there is one type only."""
    fighters = [1] * int(Game().charts.escort_rolls[month][TargetZone.FRANCE])
    game = meeting(Meeting.RAID, month, A3=dice, A3_ESCORT=fighters)
    assert game.mat.sortie.bomber_type == game.charts.bomber[month][dice[0] if dice else 1]
    assert entries(game, Entry.MET) == met(game) and game.mat.sortie.orientation == Orientation.ADVANTAGED
    assert (game.decision, game.mat.cursor.phase) == (Decision.ENGAGE, Phase.ENGAGED)
    game.assert_all_rolled()


@pytest.mark.rule("IR073", "IQ024")
@pytest.mark.parametrize(("month", "dice"), [(Month.MARCH_1943, []), (Month.JUNE_1943, [6])])
def test_a_fighter_encounter_is_told(month: int, dice: list[int]) -> None:
    game = meeting(Meeting.SWEEP, month, A3_SWEEP=dice)
    assert entries(game, Entry.MET) == met(game) and game.mat.sortie.bomber_type == Bomber.UNKNOWN
    assert (game.mat.sortie.sweep, game.mat.cursor.phase) == (1, Phase.ENGAGED)


def event(number: Event, month: int = Month.MARCH_1943, **dice: Any) -> Game:
    """Return a pilot after the first 12 of a sortie with this event."""
    game = journalled(Game(month=month)).aloft(Model.FW_190A_4)
    game.charts.c1[7] = number
    game.plan(B1=[12], C1=[7], **dice)
    enter_box(game.mat, game.table)
    return game


@pytest.mark.rule("IR093", "IQ203")
def test_the_sweep_of_an_event_is_disadvantaged() -> None:
    game = event(Event.SWEEP)
    assert game.decision == Decision.ENGAGE and game.mat.sortie.orientation == Orientation.DISADVANTAGED
    assert game.mat.sortie.sweep == game.mat.sortie.twelve == 1 and entries(game, Entry.MET) == met(game)


@pytest.mark.rule("IR093", "IQ203")
def test_a_straggler_is_head_on_and_alone() -> None:
    game = event(Event.STRAGGLER, A3=[1])
    flight = game.mat.sortie
    assert (flight.straggler, flight.formation, flight.orientation) == (1, 0, Orientation.HEAD_ON)
    assert flight.escort == Enemy.NONE and entries(game, Entry.MET) == met(game)
    assert (game.decision, game.mat.cursor.phase) == (Decision.ENGAGE, Phase.ENGAGED)


@pytest.mark.rule("IR017", "IR093", "IR095", "IQ181", "IQ203")
@pytest.mark.parametrize(
    ("number", "marker"),
    [(Event.GUIDE, Marker.GUIDE), (Event.WITNESS, Marker.WITNESS), (Event.MECHANICS, Marker.MECHANICS)],
)
def test_an_event_gives_one_marker_and_its_use_is_told(number: Event, marker: Marker) -> None:
    game = event(number)
    markers = game.mat.career.markers
    assert [kind for kind in Marker if markers[kind]] == [marker] and markers[marker] == 1
    assert uses_marker(game.mat, game.table, marker) and not markers.any()
    assert not uses_marker(game.mat, game.table, marker)
    assert entries(game, Entry.MARKER) == [(int(marker), 0, 0)]


@pytest.mark.rule("IR093", "IR118", "IQ049", "IQ203")
@pytest.mark.parametrize(("die", "jammed"), [(1, [0]), (2, []), (3, [2])])
def test_an_event_jams_one_weapon(die: int, jammed: list[int]) -> None:
    """The second weapon of a Fw 190A-4 is an MG FF, which never jams."""
    game = event(Event.JAM, JAM=[die])
    assert [place for place, gun in enumerate(game.mat.aircraft.guns) if gun.jammed] == jammed
    assert entries(game, Entry.JAMMED) == [(place, int(Model.FW_190A_4), 0) for place in jammed]
    game.assert_all_rolled()


@pytest.mark.rule("IR093", "IQ203")
def test_an_event_sends_the_pilot_home() -> None:
    assert event(Event.ABORT).mat.sortie.homeward == 1


@pytest.mark.rule("IR061", "IR062", "IR239")
@pytest.mark.parametrize(("box", "asked"), [(1, True), (2, True), (3, False)])
def test_after_the_last_box_comes_the_landing(box: int, asked: bool) -> None:
    """6.1.3: a Fw 190 can go as far as box 3."""
    game = journalled(Game()).aloft(Model.FW_190A_4, box=box)
    game.mat.cursor.phase = Phase.BOX_DONE
    game.plan(B7=[2], **FREE_LINE).go()
    assert (game.decision == Decision.ONWARD) == asked and game.mask.max() == 1
    if asked:
        game.act(Act.HOME)
    assert entries(game, Entry.HOMEWARD) == [(0, 0, 0)] * asked and game.table.log.lines[0].status == Line.FLOWN


@pytest.mark.rule("IR061", "IQ030")
def test_a_box_that_is_done_leaves_no_enemy() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.bomber.present = game.mat.fighter.present = 1
    game.mat.cursor.phase = Phase.BOX_DONE
    game.plan().go()
    assert (game.mat.bomber.present, game.mat.fighter.present) == (0, 0)


@pytest.mark.rule("IR061", "IQ030")
def test_a_new_box_begins_clear() -> None:
    game = Game().aloft(Model.FW_190A_4, bombers_met=3, enemies_met=2, rounds=4, passes=5, formation=0, slip_tried=1)
    game.mat.bomber.present = game.mat.fighter.present = 1
    game.plan(B1=[5])
    enter_box(game.mat, game.table)
    flight = game.mat.sortie
    assert (flight.bombers_met, flight.enemies_met, flight.rounds, flight.passes) == (0, 0, 0, 0)
    assert (flight.formation, flight.slip_tried, flight.boxes) == (1, 0, 2)
    assert (game.mat.bomber.present, game.mat.fighter.present) == (0, 0)


# --- wounds (7.4.7, 7.4.8) and parachutes (7.6) ---


@pytest.mark.rule("IR251", "IR266", "IR374")
def test_the_modifiers_of_a_landing_and_of_a_jump_add_up() -> None:
    game = Game(fatigue=1).aloft(Model.FW_190A_4, weather=2, fatigue=12, deadstick=1)
    game.skills(Skill.LANDING, Skill.PARACHUTE)
    game.mat.aircraft.engines[0] = game.mat.aircraft.controls = game.mat.aircraft.gear = 1
    game.mat.pilot.health = Health.SERIOUS_WOUND
    assert landing_rules.landing_modifier(game.mat, game.charts, True) == 1 + 1 + 2 + 1 + 1 + 2 - 1 + 1
    assert parachutes.jump_modifier(game.mat, game.charts, Person.PILOT) == -1 + 1 + 1


@pytest.mark.rule("IR278", "IR279", "IR302", "IQ139")
@each("wound", list(Health)[:3])
@each("before", list(Health)[:3])
def test_wounds_add_up(before: Health, wound: Health) -> None:
    """10.7: two light wounds are a serious one, two serious ones kill."""
    game = journalled(Game()).aloft(Model.BF_110G_2)
    mat = game.mat
    mat.pilot.health = mat.gunner.health = before
    injuries.wound_pilot(mat, game.table, wound, Cause.WOUND)
    injuries.wound_gunner(mat, game.table, wound)
    both = [Health.WELL, Health.LIGHT_WOUND, Health.SERIOUS_WOUND, Health.SERIOUS_WOUND, Health.KILLED]
    after = before if wound == Health.WELL else both[before + wound]
    assert (mat.pilot.health, mat.gunner.health) == (after, after)
    hit = int(wound > Health.WELL)
    assert (mat.pilot.wounds, mat.sortie.wounds) == (hit, hit)
    assert entries(game, Entry.WOUND) == [(int(Person.PILOT), int(after), 0), (int(Person.GUNNER), int(after), 0)] * hit
    assert entries(game, Entry.KILLED) == [(int(Person.PILOT), int(Cause.WOUND), 0)] * (after == Health.KILLED)


@pytest.mark.rule("IR269")
def test_an_empty_seat_is_not_wounded() -> None:
    game = journalled(Game()).aloft(Model.BF_110G_2)
    game.mat.gunner.present = 0
    injuries.wound_gunner(game.mat, game.table, Health.LIGHT_WOUND)
    injuries.kill_crew(game.mat, game.table, Cause.EXPLOSION)
    assert game.mat.gunner.health == Health.WELL and not entries(game, Entry.WOUND)
    assert entries(game, Entry.KILLED) == [(int(Person.PILOT), int(Cause.EXPLOSION), 0)]


@pytest.mark.rule("IR218", "IR258")
def test_the_first_cause_of_death_stands() -> None:
    game = journalled(Game()).aloft(Model.BF_110G_2)
    injuries.kill_crew(game.mat, game.table, Cause.EXPLOSION)
    injuries.kill_pilot(game.mat, game.table, Cause.WOUND)
    assert game.mat.work.cause == Cause.EXPLOSION and game.mat.gunner.health == Health.KILLED
    assert (int(Person.GUNNER), int(Cause.EXPLOSION), 0) in entries(game, Entry.KILLED)


@pytest.mark.rule("IR234", "IR252", "IR254")
@pytest.mark.parametrize(("choice", "deadstick", "jumped"), [(Act.BAIL_OUT, 0, 1), (Act.DEADSTICK, 1, 0)])
def test_without_an_engine_he_jumps_or_glides(choice: Act, deadstick: int, jumped: int) -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.work.fate, game.mat.cursor.phase = Fate.ENGINES_OUT, Phase.FORCED
    game.plan(B7=[2], B8=[2], R1=NO_TYPE).go()
    assert game.names == {"BAIL_OUT", "DEADSTICK"} and game.mask.max() == 1
    apply_action(game.mat, game.table, int(choice))
    assert game.mat.sortie.deadstick == deadstick
    assert game.mat.cursor.phase == (Phase.JUMP if jumped else Phase.LANDING)


# --- optional rules (10.3, 10.4) ---


@pytest.mark.rule("IR373", "IR375")
def test_leave_and_fatigue_are_told() -> None:
    game = journalled(Game(fatigue=1)).ground(Model.FW_190A_4)
    game.mat.pilot.fatigue = 9
    game.plan(A1=[7, 7], B9=[7, 7]).go().act(Act.LEAVE)
    assert entries(game, Entry.LEAVE) == [(1, 0, 0)] and entries(game, Entry.FATIGUE)[-1] == (0, 0, 0)
    assert (game.mat.career.line, game.mat.pilot.leave_taken) == (3, 1)


# --- kills (5.2) ---


@pytest.mark.rule("IR222", "IR366", "IR367", "IR407")
@pytest.mark.parametrize("person", [Person.PILOT, Person.WINGMAN, Person.GUNNER])
def test_each_kill_is_told_and_counted_for_one_person(person: Person) -> None:
    game = journalled(Game()).aloft(Model.BF_110G_2)
    mat = game.mat
    mat.fighter.type, mat.bomber.type = Enemy.P_47, Bomber.B_24
    victory.credit_fighter(mat, game.table, person)
    counts = (mat.career.fighters, mat.wingman.fighters, mat.gunner.fighters)
    assert counts == tuple(int(person == one) for one in Person)
    assert mat.pilot.period_kills == mat.sortie.fighters == int(person == Person.PILOT)
    assert entries(game, Entry.ENEMY_DESTROYED) == [(int(person), int(Enemy.P_47), 0)]
    if person != Person.GUNNER:
        victory.credit_bomber(mat, game.table, person, True)
        assert (mat.career.bombers, mat.wingman.bombers) == counts[:2]
        assert entries(game, Entry.BOMBER_DESTROYED) == [(int(person), 1, 0)]
        assert victory.kills_of(mat) == mat.pilot.period_kills == 2 * int(person == Person.PILOT)


# --- set-up (4.1, 4.2) ---


@pytest.mark.rule("IR021", "IR022", "IQ001")
@pytest.mark.parametrize(("row", "is_open"), [(19, True), (20, True), (21, False)])
def test_the_die_for_the_unit_shows_twenty_rows(row: int, is_open: bool) -> None:
    """4.1: in a month in which only a row beyond the die is open, no unit can be found."""
    game = Game()
    for unit in game.charts.units:
        unit.first_month = NOBODY
    game.charts.units[row].first_month = Month.MARCH_1943
    game.plan(START=[row] * is_open)
    start_unit(game.mat, game.table)
    assert game.table.dice.fault == (Fault.NONE if is_open else Fault.NO_UNIT)
    assert game.mat.career.unit == row * is_open


@pytest.mark.rule("IR025", "IQ001")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_first_month_by_dice_hangs_on_the_seed_alone(seed: int) -> None:
    """4.2.1: dice that another line has used do not change it."""
    game = Game(seed=seed, month=NOBODY)
    first = game.mat.career.start
    game.table.dice.month, game.table.dice.line = Month.JULY_1943, 4
    assert first_month(game.mat, game.table) == first


@pytest.mark.rule("IQ016")
def test_each_line_has_dice_of_its_own() -> None:
    game = Game(month=Month.JULY_1943).ground(Model.FW_190A_4).plan(A1=[7, 7], B9=[7, 7]).go()
    for line in (1, 2):
        assert (game.table.dice.month, game.table.dice.line) == (Month.JULY_1943, line)
        if line == 1:
            game.act(Act.STAY)


# --- the wingman in fighter combat and the Experts (7.2.3, 7.7) ---


def calling(fire: int, redraws: tuple[int, ...] = (), **fields: int) -> Game:
    """Return a fight in which the card calls the wingman to attack with this fire, up to the shots or an Expert."""
    game = journalled(Game()).aloft(Model.FW_190A_4)
    cards = [game.card(1), game.card(2, help=Help.ATTACK, help_firepower=6), game.card(3, fire)]
    cards += [game.card(number) for number in redraws]
    for name, value in fields.items():
        getattr(game.mat, name).expert[1] = value
    game.plan(CARD=cards, B6=[31] * (fire > 0), B12=[(3, 3)])
    return game.dogfight(Enemy.P_47, Position.DISADVANTAGED).act(Act.WINGMAN)


@pytest.mark.rule("IR199", "IR200", "IQ202")
@pytest.mark.parametrize(("fire", "by_wingman"), [(0, 0), (1, 1)])
def test_the_shot_of_the_wingman_is_told(fire: int, by_wingman: int) -> None:
    """7.2.3.2: only a hit makes him one of those who are credited."""
    game = calling(fire)
    shots = [shot for shot in entries(game, Entry.SHOT) if shot[0] == Shooter.WINGMAN]
    assert shots == [(int(Shooter.WINGMAN), fire, 6)]
    assert game.mat.fighter.by_wingman == by_wingman and game.decision == Decision.DOGFIGHT


@pytest.mark.rule("IR206", "IR291", "IQ047", "IQ101")
@pytest.mark.parametrize("on_call", [True, False])
def test_the_wingmans_expert_redraws_one_card(on_call: bool) -> None:
    """7.2.3.3: the card that calls him, or the one of his own shot; the card redrawn stays out of a shuffle."""
    game = calling(0, redraws=(4,), wingman=1)
    if not on_call:
        game.act(Act.NO)
    assert game.decision == Decision.REDRAW
    apply_action(game.mat, game.table, int(Act.YES))
    assert entries(game, Entry.SKILL_USED) == [(int(Person.WINGMAN), int(Skill.EXPERT), 0)]
    assert (game.mat.sortie.wingman_expert_used, game.mat.sortie.expert_used, game.mat.work.redraw) == (1, 0, 0)
    assert list(game.mat.work.redrawn) == [2 if on_call else 3, 0]


# --- losses and awards at the end of a sortie (6.1.5, 7.8, 9.8) ---


@pytest.mark.rule("IR362", "IQ178")
@pytest.mark.parametrize("ending", ["jump", "landing"])
def test_a_single_aircraft_that_is_lost_is_gone(ending: str) -> None:
    game = Game(month=Month.AUGUST_1943).aloft(Model.FW_190A_5_U9)
    game.charts.b7[2] = Touchdown.KILLED
    game.plan(B7=[2], B8=[2])
    (parachutes.jump if ending == "jump" else landing_rules.land)(game.mat, game.table)
    assert list(game.mat.career.singles_lost) == [1, 0, 0, 0] and game.mat.career.aircraft_lost == 1


@pytest.mark.rule("IR302", "IR303")
@each("wounds, badge, bits", [(0, 0, 0), (1, 0, 1), (1, 1, 0), (3, 1, 1), (5, 2, 1)])
def test_the_log_has_each_class_of_the_wound_badge(wounds: int, badge: int, bits: int) -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.mat.pilot.wounds, game.mat.pilot.awards[Award.WOUND_BADGE] = wounds, badge
    game.mat.cursor.phase = Phase.DEBRIEF
    game.plan(R1=NO_TYPE).table.dice.strict = 0
    game.go()
    assert game.table.log.lines[0].awards == bits << Award.WOUND_BADGE


@pytest.mark.rule("IR331", "IQ146")
def test_promotion_comes_before_the_purchases_of_the_last_line() -> None:
    """7.9.3: an officer can spend the Prestige of his promotion at once, here on a spare aircraft."""
    game = Game(month=Month.JUNE_1943).aloft(Model.FW_190A_4)
    game.mat.career.line, game.mat.desk.repair = 8, 1
    game.mat.cursor.phase = Phase.PROMOTION
    game.plan(PROMOTION=[4], R1=NO_TYPE).go()
    assert (game.mat.pilot.rank, game.mat.pilot.prestige) == (1, 1)
    assert game.decision == Decision.DEBRIEF and "SPARE" in game.names


@pytest.mark.rule("IR375", "IQ191")
@pytest.mark.parametrize(("line", "leave"), [(6, True), (7, False)])
def test_leave_takes_two_lines(line: int, leave: bool) -> None:
    """10.3: in the last line of the calendar there is no leave; ``line`` is the line before."""
    game = Game(month=Month.FEBRUARY_1944, fatigue=1).ground(Model.FW_190A_4)
    game.mat.career.line = line
    game.plan(A1=[6], B9=[7]).go()
    assert ("LEAVE" in game.names) == leave
