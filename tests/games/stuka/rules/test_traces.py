"""The rulebook's worked examples, replayed at the public environment with strict dice.

Where the book's example disagrees with its rules, the ruling named in the marker says what is right.
"""

import pytest

from stuka_env.games.stuka.codes import (
    AntiAircraft,
    Chart,
    Duty,
    Entry,
    Evasion,
    Fighter,
    Payload,
    Quality,
    Sector,
    Size,
    Status,
    System,
    Target,
    Touchdown,
    Visibility,
)
from tests.support.traces import (
    end_of_segment,
    escorted_away,
    example_at_the_airfield,
    example_at_the_attack,
    example_of_play,
    flying_crew,
    fourth_aircraft_lost,
    interception,
    mission_roll,
    mixed_crew,
    on_the_way_out,
    refused_number,
    resting_crew,
    six_missions,
    six_scores,
    ten_aircraft,
    two_fighters,
)


@pytest.mark.rule("R009", "R178", "R133", "R019", "R130", "R132", "R146c", "R146e", "R021b", "Q17")
def test_t1_mission_roll() -> None:
    game = mission_roll()
    assert game.rolls(Chart.A1) == [((2, 3, 4), 0, 5, Target.AIRFIELD)]
    assert (game.mat.mission.target, game.mat.mission.target_zone) == (Target.AIRFIELD, 4)
    assert game.mat.mission.target_size == Size.LARGE


@pytest.mark.rule(
    "R155",
    "R157",
    "R159",
    "R160",
    "R161",
    "R162",
    "R163",
    "R164",
    "R165",
    "R166",
    "R167",
    "R168",
    "R169",
    "R281",
    "Q33",
)
def test_t2_interception() -> None:
    game = interception()
    assert game.mat.mission.zone == 4
    assert game.rolls(Chart.B1)[3] == ((8,), 0, 8, 1)
    assert game.rolls(Chart.B2)[3] == ((5,), 0, 5, 0)
    assert [(e.detail, e.result) for e in game.said(Entry.FIGHTERS)] == [(Fighter.I_16, 1)]
    assert game.rolls(Chart.B3) == [((4, 5), 0, Sector.REAR, 1)]
    assert [e.result for e in game.said(Entry.DRAWN)] == [3]
    assert game.rolls(Chart.C1) == [
        ((4, 5), -2, 3, System.STARBOARD_WING),
        ((9, 2), -2, 1, System.TAIL),
    ]
    damage = game.mat.aircraft[2].damage
    assert [system for system in range(len(damage)) if damage[system]] == [System.STARBOARD_WING]
    assert game.stress(3) == (2, 2)
    assert [game.stress(slot) for slot in (1, 2, 4, 5)] == [(0, 0)] * 4
    assert game.war.decision == "EN_ROUTE"
    game.assert_tape_used_up()


@pytest.mark.rule("R158", "R155", "R157")
def test_t2b_the_escort_removes_the_only_fighter() -> None:
    game = escorted_away()
    assert game.rolls(Chart.B2)[3] == ((2,), 0, 2, 1)
    assert [e.result for e in game.said(Entry.ESCORTED)] == [1]
    assert game.said(Entry.FIGHTERS) == []
    assert game.war.decision == "ATTACK"
    assert [game.stress(slot) for slot in range(1, 6)] == [(0, 0)] * 5
    assert not game.mat["aircraft"]["damage"].any()
    game.assert_tape_used_up()


@pytest.mark.rule("R186", "R033", "R187", "R185", "Q02", "Q86", "R212", "R213", "R214", "R304", "Q76")
def test_t3_the_divisor_leaves_out_who_was_not_in_the_attack_run() -> None:
    game = ten_aircraft()
    assert game.mat.aircraft[6].status == Status.LOST
    game.answer("EN_ROUTE", "SEND_HOME", 10)
    assert game.mat.aircraft[9].status == Status.HOME
    game.answer("EN_ROUTE", "GO_ON")
    for slot in (1, 2, 3, 4, 5, 6, 8, 9):
        assert game.mat.cursor.subject == slot
        game.answer("ATTACK", "DROP")
    entry = game.mat.log[0]
    assert (entry.sent, entry.present, entry.lost) == (10, 8, 1)
    assert list(entry.scores) == [60] * 6 + [-1, 60, 0, -1]
    assert entry.score == 53  # 420 / 8 = 52.5; 10, 9 or 7 would give 42, 47, 60
    game.assert_tape_used_up()


@pytest.mark.rule("R220", "R222", "R157")
@pytest.mark.parametrize("escort", [5, 6])
def test_t4_one_of_two_fighters_gets_through(escort: int) -> None:
    game = two_fighters(escort)
    assert game.rolls(Chart.B1)[2] == ((3,), 0, 3, 2)
    assert game.rolls(Chart.B2)[2] == ((escort,), 0, escort, 1)
    assert [(e.detail, e.result) for e in game.said(Entry.FIGHTERS)] == [(Fighter.MIG_3, 1)]
    assert len(game.rolls(Chart.B3)) == 1
    game.assert_tape_used_up()


@pytest.mark.rule("R276", "R288", "R284", "R285", "R286", "R298b", "D09", "D26", "Q38")
def test_t5_a_crew_that_rests_loses_one_stress_a_mission() -> None:
    game = resting_crew()
    for left in (2, 1, 0, 0):
        game.answer("MUSTER", "NO_FLY")
        assert (game.mat.pilots[0].stress, game.mat.gunners[0].stress) == (left, left)


@pytest.mark.rule("R288", "R276", "D09")
def test_t5_a_crew_that_flies_keeps_its_stress() -> None:
    game = flying_crew()
    assert (game.mat.war.mission, game.war.decision) == (1, "MUSTER")
    assert (game.mat.pilots[0].stress, game.mat.gunners[0].stress) == (3, 3)
    game.assert_tape_used_up()


@pytest.mark.rule("R319", "R320", "R025", "Q63", "R318")
def test_t6_mission_score() -> None:
    """320 / 6 = 53.3: 53. The sixth aircraft is wrecked on landing, so that no bonus hides the average."""
    game = six_scores()
    assert game.over
    assert list(game.mat.log[0].scores[:6]) == [100, 40, 55, 20, 15, 90]
    assert game.mat.log[0].bonus == 0
    assert game.info["result"]["score"] == 53
    assert game.info["result"]["level"] == "Marginally Successful"


@pytest.mark.rule("R312", "R313", "R328", "R320", "Q63", "Q81", "Q05")
def test_t7_segment_score() -> None:
    """395 / 6 = 65.8: 66. The last of the six missions is flown for 85."""
    game = six_missions()
    assert game.over
    assert game.mat.log[5].score == 85
    assert game.info["result"]["score"] == 66
    assert game.info["result"]["level"] == "Victorious"


@pytest.mark.rule("R028", "R311", "R316", "R364", "R365", "Q55", "D03")
@pytest.mark.parametrize(
    "duration, missions, level",
    [("regular", 3, Quality.ACE), ("regular", 2, Quality.VETERAN), ("short", 3, Quality.VETERAN)],
)
def test_t8_promotion(duration: str, missions: int, level: Quality) -> None:
    game = end_of_segment(duration, missions)
    assert game.mat.war.segment == 1
    assert (game.mat.pilots[0].level, game.mat.gunners[0].level) == (level, level)
    assert game.mat.pilots[1].level == Quality.VETERAN


@pytest.mark.rule("R032", "R033", "R034", "R372", "R189", "Q71", "R176")
def test_t9_vacant_slot() -> None:
    game = fourth_aircraft_lost([5])
    assert game.mat.aircraft[3].status == Status.LOST
    for slot in (1, 2, 3, 5):
        assert game.mat.cursor.subject == slot
        game.answer("ATTACK", "DROP")
    assert [e.result for e in game.said(Entry.DRAWN)] == [4, 5]
    assert (game.mat.aircraft[4].pilot, game.mat.pilots[4].slot) == (5, 5)
    assert game.stress(5) == (1, 1)


@pytest.mark.rule("R034", "R372")
def test_t9_a_lost_aircraft_has_no_number_in_the_cup() -> None:
    game = refused_number()
    assert game.war.decision == "ATTACK" and game.mat.cursor.subject == 5


@pytest.mark.rule("R048", "R049", "R244", "R031", "D10", "D24", "Q04")
def test_t10_mixed_crew() -> None:
    """A Veteran with a Green gunner under one SC1000; with its tail damaged it may not try Rudel's gamble."""
    game = mixed_crew()
    assert game.legal("GAMBLE")
    game.answer("ATTACK", "DROP")
    card = game.mat.aircraft[1]
    assert (game.mat.pilots[card.pilot - 1].level, game.mat.gunners[card.gunner - 1].level) == (
        Quality.VETERAN,
        Quality.GREEN,
    )
    assert (card.ordnance, card.damage[System.TAIL]) == (Payload.SC1000, 1)
    assert game.mat.cursor.subject == 2
    assert (game.legal("DROP"), game.stress(2)) == (True, (1, 1))
    assert not game.legal("GAMBLE")


# --- T11: the Example of Play ---


@pytest.mark.rule("Q17", "Q21", "R077", "R146c", "R146i")
def test_t11_the_mission_is_known_before_anything_is_chosen() -> None:
    game = example_of_play()
    assert game.war.decision == "MUSTER"
    mission = game.mat.mission
    assert (mission.target, mission.target_size, mission.target_zone) == (Target.BUILDINGS, Size.LARGE, 3)


@pytest.mark.rule("Q08", "Q90", "R369", "R370", "R038", "R040", "Q15", "R011", "R154", "R153")
def test_t11_outbound() -> None:
    game = on_the_way_out()
    assert game.mat.mission.zone == 1
    assert (game.rolls(Chart.B1), game.rolls(Chart.B2)) == ([((10,), 0, 10, 2)], [((6,), 0, 6, 99)])
    assert game.said(Entry.FIGHTERS) == []
    game.answer("EN_ROUTE", "GO_ON")
    assert game.mat.mission.zone == 2
    assert [e.result for e in game.said(Entry.DRAWN)] == [3]
    assert game.stress(3) == (2, 2)
    assert game.rolls(Chart.B1)[1] == ((4,), 0, 4, 0)
    assert len(game.rolls(Chart.B2)) == 2
    assert game.mat.pilots[7].stress == 2


@pytest.mark.rule(
    "R012", "R013", "R043", "R171", "R173", "R175a", "R175b", "R235", "R266", "R273", "R274", "R274a", "R371", "Q19",
    "Q20", "Q96", "R273",
)  # fmt: skip
def test_t11_visibility_and_anti_aircraft_fire() -> None:
    game = example_at_the_attack()
    assert game.mat.mission.zone == 3
    assert len(game.rolls(Chart.EVENT)) == len(game.rolls(Chart.B1)) == 2
    assert game.rolls(Chart.A4) == [((4,), 0, 4, Visibility.MEDIUM)]
    assert game.rolls(Chart.A6) == [((3,), 0, 3, AntiAircraft.LIGHT)]
    assert [e.result for e in game.said(Entry.DRAWN)] == [3, 4]
    assert game.rolls(Chart.C1) == [((10, 6), 0, 6, System.CREW)]
    assert game.rolls(Chart.C3) == [((3,), 1, 4, 0)]
    assert game.rolls(Chart.C4) == [((4,), 1, 5, Evasion.WOUNDED)]
    assert game.mat.pilots[3].duty == Duty.KIA
    gunner = game.mat.gunners[10]
    assert (gunner.duty, gunner.wounds, gunner.stress) == (Duty.BACK, 1, 4)
    assert (game.mat.aircraft[3].status, game.mat.aircraft[3].score) == (Status.LOST, 0)
    assert game.mat.mission.present == 5


@pytest.mark.rule(
    "R177",
    "R085",
    "R179",
    "R180",
    "R084",
    "R079",
    "Q16",
    "Q04",
    "R242",
    "R245a",
    "R246",
    "R247",
    "R255",
    "R256",
    "Q09",
    "Q48",
)
def test_t11_attacks() -> None:
    game = example_at_the_attack()
    for verb in ("DROP", "DROP", "DROP", "GAMBLE"):
        game.answer("ATTACK", verb)
    assert game.rolls(Chart.A2) == [((6,), -2, 4, 60), ((5,), 0, 5, 50), ((6,), 1, 7, 40), ((4,), -2, 2, 80)]
    assert game.rolls(Chart.GAMBLE) == [((5,), 0, 5, 0)]
    assert game.mat.aircraft[4].status == Status.FLYING
    assert [game.mat.aircraft[slot].score for slot in range(5)] == [60, 50, 40, 0, 80]
    assert len(game.rolls(Chart.A4)) == len(game.rolls(Chart.A6)) == 1


@pytest.mark.rule("R181", "R182", "R183", "R216", "R219", "Q72", "Q32", "R287", "Q30", "EVENTS")
def test_t11_homeward() -> None:
    game = example_at_the_airfield()
    assert game.stress(3) == (1, 2)
    assert [(e.dice[0], e.result) for e in game.said(Entry.ROLL) if e.chart == Chart.B1] == [
        (10, 2), (4, 0), (9, 1), (9, 1),
    ]  # fmt: skip
    assert [e.zone for e in game.said(Entry.ROLL) if e.chart == Chart.EVENT] == [1, 2, 2, 1]
    assert game.rolls(Chart.B2)[2] == ((6,), 0, 6, 0)
    assert game.rolls(Chart.B3) == [((4, 4), 0, Sector.REAR, 1)]
    assert [e.result for e in game.said(Entry.DRAWN)] == [3, 4, 2]
    assert game.rolls(Chart.C1)[1] == ((9, 1), -3, 1, System.TAIL)
    assert not game.mat.aircraft[1].damage.any()
    assert [e.result for e in game.said(Entry.ESCORTED)] == [2, 1]


@pytest.mark.rule(
    "R184", "R299", "R300", "R301", "R302", "R306", "R307", "R308", "R309", "R310", "R192", "R373", "R374", "Q02",
    "Q18", "Q25", "Q60", "Q61", "Q88", "R199", "R202",
)  # fmt: skip
def test_t11_landing_and_end_of_mission() -> None:
    game = example_at_the_airfield()
    game.answer("RELIEF", "KEEP_RELIEF")
    assert game.rolls(Chart.C5) == [
        ((7,), -1, 6, Touchdown.SAFE),
        ((5,), -1, 4, Touchdown.SAFE),
        ((8,), -1, 7, Touchdown.SAFE),
        ((10,), -1, 9, Touchdown.FORCED),
    ]
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.sent, entry.present, entry.lost) == (46, 0, 5, 5, 1)
    assert list(entry.scores[:5]) == [60, 50, 40, 0, 80]
    # Aircraft 5: three missions under repair; 4: replacement in five. The second mission was a No-Fly by the roll,
    # which has moved both, and the hospital, by one.
    assert game.rolls(Chart.C6) == [((6,), 0, 6, 0)]
    assert game.rolls(Chart.C8) == [((4,), 0, 4, 5)]
    assert game.mat.war.mission == 2
    assert (game.mat.aircraft[4].status, game.mat.aircraft[4].timer) == (Status.REPAIR, 2)
    assert (game.mat.aircraft[3].status, game.mat.aircraft[3].timer) == (Status.REPLACEMENT, 4)
    assert game.rolls(Chart.C9_WIA) == [((2,), 0, 2, 2)]
    assert game.rolls(Chart.C9_KIA) == [((7,), 0, 7, 7)]
    assert (game.mat.gunners[10].duty, game.mat.gunners[10].timer, game.mat.gunners[10].stress) == (Duty.HOSPITAL, 1, 0)
    fourth = game.mat.pilots[3]
    assert (fourth.duty, fourth.timer, fourth.level) == (Duty.REPLACEMENT, 6, Quality.GREEN)
    assert (game.mat.pilots[8].duty, game.mat.pilots[8].timer) == (Duty.HOSPITAL, 1)
    assert game.mat.pilots[7].stress == 0
    assert (game.mat.pilots[2].stress, game.mat.gunners[2].stress) == (0, 1)
    assert [game.mat.pilots[place].stress for place in (0, 1, 4)] == [0, 0, 0]
    game.assert_tape_used_up()
