"""Thresholds, modifiers and journal entries of careers: what a sortie costs and gives, from its raid to its end."""

from typing import Any

import pytest

from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
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
    Quality,
    Scale,
    Shooter,
    Side,
    Skill,
    TargetZone,
    Touchdown,
    Zone,
)
from stuka_env.games.interceptor.rules import awards, injuries, options, parachutes, victory
from stuka_env.games.interceptor.rules import landing as landing_rules
from stuka_env.games.interceptor.rules.interception import enter_box
from stuka_env.games.interceptor.rules.markers import uses_marker
from stuka_env.games.interceptor.rules.promotion import try_promotion
from stuka_env.games.interceptor.rules.sequence import apply_action
from stuka_env.games.interceptor.rules.start import first_month, start_unit
from tests.support.each import each
from tests.support.interceptor.game import FREE_LINE, NO_TYPE, Game, at_debrief, attacking, journalled, pick


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


@pytest.mark.rule("IR320", "IR331", "IR332")
@each("rank, dice, after", [(0, [4], 1), (0, [5], 0), (2, [4], 3), (2, [5], 2), (3, [], 3)])
def test_the_highest_rank_is_not_rolled_for(rank: int, dice: list[int], after: int) -> None:
    """7.9.3: a die up to 4 promotes, and the fourth rank is the last."""
    game = journalled(Game(month=Month.JUNE_1943)).ground(Model.FW_190A_4)
    game.mat.pilot.rank = rank
    game.plan(PROMOTION=dice)
    try_promotion(game.mat, game.table)
    assert game.mat.pilot.rank == after
    assert entries(game, Entry.PROMOTED) == [(after, int(Career.OFFICER), 0)] * (after > rank)
    game.assert_all_rolled()


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


@pytest.mark.rule("IR271", "IR274")
@pytest.mark.parametrize(
    ("health", "c2", "lost"), [(Health.WELL, [], 0), (Health.LIGHT_WOUND, [], 1), (Health.SERIOUS_WOUND, [2], 2)]
)
def test_sorties_lost_by_a_wound(health: int, c2: list[int], lost: int) -> None:
    game = landing()
    game.mat.pilot.health = health
    game.plan(B7=[2], C2=c2, R1=NO_TYPE).table.dice.strict = 0
    game.go()
    while game.decision in (Decision.DEBRIEF, Decision.AIRCRAFT):
        game.act(Act.DONE if "DONE" in game.names else next(act for act in Act if game.mask[act]))
    assert game.table.log.lines[0].lost == lost
    assert entries(game, Entry.SITS_OUT) == [(lost, 0, 0)] * (lost > 0)


@pytest.mark.rule("IR255", "IR265", "IQ142")
@pytest.mark.parametrize(("fields", "lost"), [({}, 0), ({"deadstick": 1}, 1), ({"jumped": 1, "lost": 1}, 1)])
def test_sorties_lost_by_the_way_back(fields: dict[str, int], lost: int) -> None:
    game = landing(**fields)
    game.mat.cursor.phase = Phase.DEBRIEF
    game.plan(**FREE_LINE).table.dice.strict = 0
    game.go()
    assert game.table.log.lines[0].lost == lost


@pytest.mark.rule("IR243", "IQ119")
@pytest.mark.parametrize(("systems", "written_off"), [(5, 0), (6, 1)])
def test_six_damaged_systems_are_a_loss_that_is_told(systems: int, written_off: int) -> None:
    game = landing()
    for name in ("port_wing", "tail", "airframe", "oxygen", "radio", "leak")[:systems]:
        setattr(game.mat.aircraft, name, 1)
    game.plan(B7=[2], R1=NO_TYPE).table.dice.strict = 0
    game.go()
    assert entries(game, Entry.WRITTEN_OFF) == [(0, 0, 0)] * written_off
    assert game.mat.career.aircraft_lost == written_off


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


@pytest.mark.rule("IR247", "IQ137")
@each("short, die, crashed", [(1, 2, 1), (1, 3, 0), (2, 1, 1), (2, 2, 0)])
def test_controls_one_hit_short_give_a_bomber_one_chance_more(short: int, die: int, crashed: int) -> None:
    game = journalled(attacking())
    game.charts.bombers["controls"] = 4
    game.mat.bomber.controls, game.mat.bomber.by_pilot = 4 - short, 1
    game.plan(CRASH=[die], CREDIT=[1] * crashed).act(Act.BREAK_OFF)
    assert game.mat.career.crashed == crashed
    assert entries(game, Entry.CREDITED) == [(int(Person.PILOT), 0, 0)] * crashed
    game.assert_all_rolled()


@pytest.mark.rule("IR249", "IR250", "IQ138")
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


# --- landing (7.4.4 to 7.4.6, 7.5) ---

LANDINGS: dict[str, tuple[dict[str, Any], int]] = {
    "nothing": ({}, 0),
    "engine": ({"engine": 1}, 1),
    "engine out": ({"engine": 3}, 1),
    "controls": ({"controls": 1}, 1),
    "gear": ({"gear": 1}, 2),
    "deadstick": ({"deadstick": 1}, 1),
    "light wound": ({"health": Health.LIGHT_WOUND}, 0),
    "serious wound": ({"health": Health.SERIOUS_WOUND}, 1),
    "poor weather": ({"weather": 1}, 1),
    "bad weather": ({"weather": 2}, 2),
    "skill": ({"skill": Skill.LANDING}, -1),
    "fatigue 11": ({"fatigue": 11}, 0),
    "fatigue 12": ({"fatigue": 12}, 1),
    "fatigue 18": ({"fatigue": 18}, 2),
}
"""One circumstance of a landing, and its modifier of B7."""


def in_trouble(**fields: int) -> Game:
    """Return a tired, hurt or damaged pilot in the air, with a journal."""
    game = journalled(Game(fatigue=1)).aloft(Model.FW_190A_4)
    mat = game.mat
    mat.aircraft.engines[0] = fields.pop("engine", 0)
    mat.pilot.health = fields.pop("health", Health.WELL)
    if "skill" in fields:
        mat.pilot.skills[fields.pop("skill")] = 1
    for name, value in fields.items():
        setattr(mat.aircraft if name in ("controls", "gear") else mat.sortie, name, value)
    return game


@pytest.mark.rule("IR251", "IR254", "IR259", "IR261", "IR262", "IR263", "IR273", "IR284", "IR374")
@each("fields, modifier", LANDINGS.values())
@each("total, result", [(7, Touchdown.SAFE), (8, Touchdown.ROUGH)])
def test_modifiers_of_the_landing(fields: dict[str, int], modifier: int, total: int, result: int) -> None:
    """7.4.4: with a chart on which a total of 8 is rough, so that dice show it under each modifier."""
    game = in_trouble(**fields)
    game.charts.b7[8] = Touchdown.ROUGH
    assert landing_rules.landing_modifier(game.mat, game.charts, bool(game.mat.sortie.deadstick)) == modifier
    game.plan(B7=[total - modifier])
    landing_rules.land(game.mat, game.table)
    assert game.mat.sortie.landing == result and game.mat.cursor.phase == Phase.DEBRIEF
    assert sum(value for _, value, _ in entries(game, Entry.MODIFIER)) == modifier


@pytest.mark.rule("IR256", "IR257", "IQ141", "IR270")
@each(
    "total, wounds, pilot, gunner",
    [
        (11, [], Health.WELL, Health.WELL),
        (12, [], Health.LIGHT_WOUND, Health.LIGHT_WOUND),
        (14, [1, 4], Health.LIGHT_WOUND, Health.SERIOUS_WOUND),
        (14, [4, 1], Health.SERIOUS_WOUND, Health.LIGHT_WOUND),
        (14, [6], Health.KILLED, Health.WELL),
        (16, [], Health.KILLED, Health.KILLED),
    ],
)
def test_a_landing_hurts_everybody_aboard(total: int, wounds: list[int], pilot: int, gunner: int) -> None:
    """7.4.6: a rough one by a light wound each, a crash by severity; a dead pilot ends the game."""
    game = journalled(Game()).aloft(Model.BF_110G_2, weather=2)
    game.mat.aircraft.gear = 1
    game.plan(B7=[total - 4], B4_WOUND=wounds)
    landing_rules.land(game.mat, game.table)
    assert (game.mat.pilot.health, game.mat.gunner.health) == (pilot, gunner)
    assert game.mat.career.aircraft_lost == game.mat.sortie.lost == int(total >= 14)
    assert game.mat.cursor.phase == (Phase.DEATH if pilot == Health.KILLED else Phase.DEBRIEF)
    assert subjects(game, Chart.B4_WOUND) == [int(Side.PLAYER)] * len(wounds)
    game.assert_all_rolled()


# --- awards (7.8) ---


def awarded(bombers: int = 0, fighters: int = 0, *held: Award, new: tuple[int, int] = (1, 0), **dice: Any) -> Game:
    """Return a pilot after a sortie with so many kills in all, some of them new."""
    game = journalled(Game()).aloft(Model.FW_190A_4, bombers=new[0], fighters=new[1])
    game.mat.career.bombers, game.mat.career.fighters = bombers, fighters
    for award in held:
        game.mat.pilot.awards[award] = 1
    game.plan(**dice)
    awards.give_awards(game.mat, game.table)
    assert game.table.dice.fault == Fault.NONE
    game.assert_all_rolled()
    return game


EARLY = (Award.IRON_CROSS_2, Award.IRON_CROSS_1, Award.ACE, Award.GOBLET, Award.GERMAN_CROSS)
LATE = (*EARLY, Award.KNIGHTS_CROSS, Award.OAK_LEAVES, Award.SWORDS)


@pytest.mark.rule("IR304", "IR306", "IR309", "IR313", "IR316")
@each(
    "award, kills, held, helps",
    [
        (Award.IRON_CROSS_2, 1, (), 0),
        (Award.ACE, 5, EARLY[:2], 0),
        (Award.GOBLET, 10, EARLY[:3], 1),
        (Award.GERMAN_CROSS, 20, EARLY[:4], 1),
        (Award.DIAMONDS, 100, LATE, 0),
    ],
)
@each("more", [-1, 0, 1])
def test_numbers_of_kills_for_awards(award: Award, kills: int, held: tuple[Award, ...], helps: int, more: int) -> None:
    """7.8: one kill less is no award; the award comes once, with its Prestige, and is told."""
    if kills == 1 and more == 1:
        held, more = (Award.IRON_CROSS_2, Award.IRON_CROSS_1), 0
        assert not entries(awarded(1, 0, *held), Entry.AWARD)
        return
    game = awarded(kills + more, 0, *held, new=(1, 0) if kills > 1 else (0, 0))
    won = int(more >= 0)
    assert entries(game, Entry.AWARD) == [(int(award), 1, 0)] * won
    assert (game.mat.pilot.prestige, game.mat.pilot.level) == (won, won)
    assert entries(game, Entry.PRESTIGE) == [(1, 1, 0)] * won
    assert game.mat.pilot.period_awards == helps * won
    awards.give_awards(game.mat, game.table)
    assert len(entries(game, Entry.AWARD)) == won


@pytest.mark.rule("IR305", "IQ151")
@each(
    "bombers, fighters, held, won",
    [(0, 2, 1, False), (0, 3, 1, True), (1, 0, 1, False), (1, 1, 1, True), (2, 0, 1, True), (0, 4, 1, True)],
)
def test_points_for_the_iron_cross_first_class(bombers: int, fighters: int, held: int, won: bool) -> None:
    """7.8.3: three points, three for a bomber and one for a fighter, from the second kill on."""
    game = awarded(bombers, fighters, *(Award.IRON_CROSS_2,) * held)
    assert game.mat.pilot.awards[Award.IRON_CROSS_1] == won == game.mat.pilot.period_awards


@pytest.mark.rule("IR302", "IR303")
@each("wounds, badge", [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_classes_of_the_wound_badge(wounds: int, badge: int) -> None:
    """7.8.1: for 1, 3 and 5 wounds; only the first class gives Prestige."""
    game = journalled(Game()).aloft(Model.FW_190A_4)
    game.mat.pilot.wounds = wounds
    awards.wound_badge(game.mat, game.table)
    assert entries(game, Entry.AWARD) == [(int(Award.WOUND_BADGE), step, 0) for step in range(1, badge + 1)]
    assert (game.mat.pilot.awards[Award.WOUND_BADGE], game.mat.pilot.prestige) == (badge, int(badge > 0))


@pytest.mark.rule("IR310", "IR311", "IR312", "IR314", "IR315")
@each(
    "kills, held, dice, won",
    [
        (29, EARLY, [], ()),
        (30, EARLY, [1], (Award.KNIGHTS_CROSS,)),
        (30, EARLY, [2], ()),
        (34, EARLY, [5], (Award.KNIGHTS_CROSS,)),
        (34, EARLY, [6], ()),
        (35, EARLY, [], (Award.KNIGHTS_CROSS,)),
        (40, LATE[:6], [1], (Award.OAK_LEAVES,)),
        (40, LATE[:6], [2], ()),
        (39, LATE[:6], [], ()),
        (60, LATE[:7], [1], (Award.SWORDS,)),
        (59, LATE[:7], [], ()),
    ],
)
def test_dice_for_the_crosses(kills: int, held: tuple[Award, ...], dice: list[int], won: tuple[Award, ...]) -> None:
    """7.8.7: 1d6 less the kills beyond 30, 40 or 60; an addition to the cross costs a sortie of travel."""
    game = awarded(kills, 0, *held, KNIGHT=dice)
    assert entries(game, Entry.AWARD) == [(int(award), 1, 0) for award in won]
    assert game.mat.desk.ordered == int(bool(won) and won[0] != Award.KNIGHTS_CROSS)


@pytest.mark.rule("IR310")
@each("new, dice", [((0, 0), []), ((1, 0), [6]), ((0, 1), [6]), ((1, 1), [6])])
def test_a_cross_is_rolled_for_after_a_sortie_with_a_kill(new: tuple[int, int], dice: list[int]) -> None:
    assert not entries(awarded(30, 0, *EARLY, new=new, KNIGHT=dice), Entry.AWARD)


@pytest.mark.rule("IR307", "IR308")
@each("flown, clasps, prestige", [(19, (0, 0), 0), (20, (1, 0), 1), (59, (1, 0), 1), (60, (1, 1), 1), (61, (1, 1), 1)])
def test_flights_for_the_clasps(flown: int, clasps: tuple[int, int], prestige: int) -> None:
    """7.8.5: after 20 and 60 flights; only the first gives Prestige."""
    game = journalled(Game()).aloft(Model.FW_190A_4)
    game.mat.career.flown = flown
    awards.flight_clasp(game.mat, game.table)
    held = game.mat.pilot.awards
    assert (held[Award.CLASP], held[Award.SILVER_CLASP]) == clasps and game.mat.pilot.prestige == prestige


@pytest.mark.rule("IR317", "IR318")
@each("bombers, fighters, ace", [(4, 0, 0), (2, 2, 0), (2, 3, 1), (5, 0, 1), (0, 6, 1)])
def test_the_wingmans_kills_of_both_kinds_make_him_an_ace(bombers: int, fighters: int, ace: int) -> None:
    game = journalled(Game()).aloft(Model.FW_190A_4)
    game.mat.wingman.bombers, game.mat.wingman.fighters = bombers, fighters
    for _ in range(2):
        awards.wingman_ace(game.mat, game.table)
    assert game.mat.wingman.ace == ace and len(entries(game, Entry.WINGMAN_ACE)) == ace


# --- wounds (7.4.7, 7.4.8) and parachutes (7.6) ---


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


JUMPS: dict[str, tuple[dict[str, int], int]] = {
    "nothing": ({}, 0),
    "skill": ({"skill": Skill.PARACHUTE}, -1),
    "light wound": ({"health": Health.LIGHT_WOUND}, 0),
    "serious wound": ({"health": Health.SERIOUS_WOUND}, 1),
    "fatigue 5": ({"fatigue": 5}, 0),
    "fatigue 6": ({"fatigue": 6}, 1),
    "fatigue 23": ({"fatigue": 23}, 1),
    "fatigue 24": ({"fatigue": 24}, 2),
    "fatigue 40": ({"fatigue": 40}, 2),
    "all": ({"skill": Skill.PARACHUTE, "health": Health.SERIOUS_WOUND, "fatigue": 24}, 2),
}
"""Circumstances of a jump, and their modifier of B8."""


@pytest.mark.rule("IR266", "IR286", "IR374")
@each("fields, modifier", JUMPS.values())
@each("total, wounded", [(7, 0), (8, 1)])
def test_modifiers_of_the_jump(fields: dict[str, int], modifier: int, total: int, wounded: int) -> None:
    """7.6: from a total of 8 on, the man is hurt."""
    game = in_trouble(**fields)
    assert parachutes.jump_modifier(game.mat, game.charts, Person.PILOT) == modifier
    game.plan(B8=[total - modifier])
    parachutes.jump(game.mat, game.table)
    assert (game.mat.pilot.wounds, game.mat.sortie.jumped, game.mat.sortie.lost) == (wounded, 1, 1)
    assert sum(value for _, value, _ in entries(game, Entry.MODIFIER)) == modifier
    assert entries(game, Entry.JUMPED) == [(0, 0, 0)] and game.mat.career.aircraft_lost == 1


@pytest.mark.rule("IR264", "IR267", "IQ129")
@pytest.mark.parametrize(
    ("dice", "gunner", "persons"),
    [([7, 7], Health.WELL, [0, 2]), ([7, 8], Health.LIGHT_WOUND, [0, 2]), ([10], Health.WELL, [0])],
)
def test_each_of_the_crew_jumps_unless_the_pilot_dies(dice: list[int], gunner: int, persons: list[int]) -> None:
    game = journalled(Game()).aloft(Model.BF_110G_2).plan(B8=dice)
    parachutes.jump(game.mat, game.table)
    assert game.mat.gunner.health == gunner and subjects(game, Chart.B8) == persons
    assert game.mat.cursor.phase == (Phase.DEBRIEF if len(persons) > 1 else Phase.DEATH)
    game.assert_all_rolled()


@pytest.mark.rule("IR266", "IR286")
@each("skilled, wound, modifier", [(0, 0, 0), (1, 0, -1), (0, 2, 1), (0, 1, 0)])
def test_a_gunner_jumps_with_his_own_skill_and_wound(skilled: int, wound: int, modifier: int) -> None:
    game = journalled(Game(fatigue=1)).aloft(Model.BF_110G_2, fatigue=24)
    game.mat.gunner.skills[CREW_SKILLS.index(Skill.PARACHUTE)], game.mat.gunner.health = skilled, wound
    assert parachutes.jump_modifier(game.mat, game.charts, Person.GUNNER) == modifier


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


@pytest.mark.rule("IR376", "IR377", "IR378")
@each("quality", list(Quality))
def test_quality_of_the_enemy(quality: Quality) -> None:
    """10.4: a green pilot hits once less, a veteran and an ace once more; an ace has a point of initiative."""
    game = Game(enemy_quality=1).aloft(Model.FW_190A_4)
    game.mat.fighter.quality = quality
    hits, initiative = {0: (-1, 0), 1: (0, 0), 2: (1, 0), 3: (1, 1)}[quality]
    assert options.quality_hits(game.mat, game.table) == hits
    assert options.quality_initiative(game.mat, game.table) == initiative


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


@pytest.mark.rule("IR065", "IR283")
def test_pilot_wingman_and_gunner_learn_in_turn() -> None:
    """7.7: each of the crew is asked who can pay for a skill, and none is left out."""
    game = Game().aloft(Model.BF_110G_2)
    mat = game.mat
    mat.pilot.points, mat.wingman.points, mat.gunner.points = 0, 3, 1
    mat.work.next_person, mat.work.after_skills, mat.cursor.phase = 0, Phase.PURCHASES, Phase.SKILLS
    game.go()
    assert (game.decision, mat.cursor.person) == (Decision.SKILL, Person.WINGMAN)
    game.act(Act.DONE)
    assert (game.decision, mat.cursor.person) == (Decision.SKILL, Person.GUNNER)


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
