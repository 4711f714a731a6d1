"""The bombing run, the landing, and the steps after a mission (W110 to W116, W130 to W140)."""

from typing import Any

import pytest

from stuka_env.declared.records import rows
from stuka_env.games.wing.charts.shape import MOST_HITS
from stuka_env.games.wing.codes import (
    Act,
    Counter,
    Decision,
    Leg,
    Over,
    Phase,
    Scale,
    Status,
    Target,
    Victory,
    War,
)
from stuka_env.games.wing.codes import (
    Campaign as Campaigns,
)
from stuka_env.games.wing.rules.aftermath import count_bombers
from stuka_env.games.wing.rules.ledger import write_result
from stuka_env.games.wing.rules.mat import MOST_COUNTED, Result
from stuka_env.games.wing.rules.movement import begin_turn
from tests.support.wing.game import Campaign

VTG, TTG = [2, 1, 0], [1, 1, 0]
KASSEL, ARDENNES = 53, 36


def over_target(*, squadron: int = 0, tired: int = 0, needed: int = 3, **mission: int) -> Campaign:
    """Return six bombers with a Veteran and a Trained lead over Kassel, before the bombing run."""
    game = Campaign(squadron=squadron).fly(VTG + TTG, KASSEL, card=34, track=9)
    for name, value in mission.items():
        setattr(game.mat.mission, name, value)
    game.mat.seats[0].tired = tired
    game.charts.cards[34].hits = needed
    return game


@pytest.mark.rule("W110", "W111", "W112", "W113", "W114", "X20", "X86")
def test_a_bombing_run_with_a_clear_view() -> None:
    """WT12: light cloud, clear view, three hits needed; the formation's lead crew has +1, for all bombers."""
    game = over_target(cloud=1)
    game.mat.luck.counters[Counter.CLEAR_VIEW] = 1
    game.dice(FLAK=[(4, 4)], BOMBS=[3, 4, 2, 5, 3, 4]).at(Phase.RUN).go()
    assert game.decision == Decision.ALTITUDE and game.mat.enemy.flak_level == 2
    game.act(Act.HIGH)
    assert game.decision == Decision.RUN
    game.take(Act.PLAY).until(Phase.MOVE).assert_all_rolled()
    mission = game.mat.mission
    assert (mission.hits, mission.target, mission.points, mission.bombed) == (5, Target.DESTROYED, 4, 1)
    assert mission.leg == Leg.HOME and not game.mat.luck.counters.any()


@pytest.mark.rule("W111", "W112")
def test_a_natural_six_that_does_not_hit_counts_nothing() -> None:
    """WT12: B-24, heavy cloud, loose, a tired lead."""
    game = over_target(squadron=1, tired=1, cloud=2, loose=1, needed=4)
    game.dice(FLAK=[(6, 6)], BOMBS=[6, 6, 5, 6, 6, 3]).at(Phase.RUN).go()
    game.take(Act.HIGH).until(Phase.MOVE).assert_all_rolled()
    assert (game.mat.mission.hits, game.mat.mission.target, game.mat.mission.points) == (0, Target.MISSED, 0)


@pytest.mark.rule("W053", "W110b", "W112", "X49", "X51")
def test_a_low_run_has_its_flak_for_certain() -> None:
    """WT12: 1d6 - 3 + 1 + 1; a natural 6 of a B-24 that hits counts two."""
    game = over_target(squadron=1, cloud=1, needed=6)
    game.dice(FLAK_PLACE=[4, 3], FLAK_HIT=[5, 4], DAMAGE=[5, 4], BOMBS=[6, 2, 3, 6, 4, 1]).at(Phase.RUN).go()
    game.take(Act.LOW).until(Phase.MOVE).assert_all_rolled()
    mat = game.mat
    assert (mat.mission.hits, mat.mission.target, mat.mission.points) == (6, Target.DESTROYED, 4)
    assert mat.seats["damaged"][:6].tolist() == [1, 0, 0, 1, 0, 0]


@pytest.mark.rule("W054", "X71")
def test_silent_guns_stop_the_flak_of_a_low_run_but_not_its_bonus() -> None:
    game = over_target(cloud=0)
    game.mat.luck.counters[Counter.SILENT_GUNS] = 1
    game.dice(BOMBS=[2, 2, 1, 3, 2, 1]).at(Phase.RUN).go().act(Act.LOW)
    assert game.decision == Decision.FLAK
    game.take(Act.PLAY).until(Phase.MOVE).assert_all_rolled()
    assert game.mat.mission.hits == 4


@pytest.mark.rule("W114", "X22")
@pytest.mark.parametrize(("hits", "target", "points"), [(1, 0, 0), (2, 0, 0), (3, 1, 2), (4, 1, 2), (5, 2, 5)])
def test_half_the_hits_are_worth_half_the_value(hits: int, target: int, points: int) -> None:
    """Half rounded up of five hits is three; half rounded down of five points is two."""
    game = over_target(needed=5)
    game.charts.cards[34].value = 5
    game.dice(BOMBS=[6] * hits + [1] * (6 - hits)).step(Phase.BOMBS)
    assert (game.mat.mission.target, game.mat.mission.points) == (target, points)


@pytest.mark.rule("W053")
@pytest.mark.parametrize(("dice", "level", "attacks"), [((3, 4), 2, 1), ((4, 4), 2, 0)])
def test_flak_during_the_run(dice: tuple[int, int], level: int, attacks: int) -> None:
    """2 to 7, at the level of the target box; 1 where there is no site."""
    for box, own in ((KASSEL, level), (ARDENNES, 1)):
        game = Campaign().fly(TTG, box, card=34, track=9).dice(FLAK=[dice])
        game.step(Phase.RUN_FLAK)
        assert game.phase == (Phase.FLAK if attacks else Phase.AIM)
        assert game.mat.enemy.flak_level == own * attacks


@pytest.mark.rule("W110", "W111", "X44", "X86")
@pytest.mark.parametrize(
    ("levels", "gone", "hits"),
    [
        ([2, 1, 0, 1, 1, 0], (), 6),  # a Veteran leads the formation: 3 is enough in both elements
        ([1, 2, 0, 2, 1, 0], (), 0),  # the better lead of the second element does not count
        ([0, 2, 0, 1, 1, 0], (0,), 5),  # the Left bomber of the Lead element moves up
        ([2, 0, 0, 1, 1, 0], (0,), 0),  # a Green crew moves up
        ([0, 0, 0, 2, 1, 0], (0, 1, 2), 3),  # the Lead element is empty: the next element becomes it
    ],
)
def test_the_lead_crew_of_the_formation_aims(levels: list[int], gone: tuple[int, ...], hits: int) -> None:
    game = Campaign().fly(levels, KASSEL, card=34, track=9)
    for seat in gone:
        game.mat.seats[seat].gone = 2
    game.dice(BOMBS=[3] * (6 - len(gone))).at(Phase.AIM).until(Phase.MOVE).assert_all_rolled()
    assert game.mat.mission.hits == hits


@pytest.mark.rule("W025", "W026", "W115", "X88")
def test_nobody_is_checked_on_entering_the_base_box() -> None:
    """The range counter goes on, and events are rolled."""
    game = Campaign().fly(TTG, 1, card=1, leg=Leg.HOME).dice(EVENT=[(6, 6)])
    mat = game.mat
    mat.seats["damaged"][:3] = 1
    mat.escorts.ready, mat.escorts.damaged = 1, 1
    game.at(Phase.MOVE).go().take(Act.BOX, 0).until(Phase.MOVE).assert_all_rolled()
    assert (mat.escorts.damaged, mat.escorts.range_used, mat.mission.missing) == (1, 1, 0)


@pytest.mark.rule("W115")
def test_all_land_safely_without_the_option() -> None:
    game = Campaign().fly(TTG, 0, leg=Leg.HOME).dice()
    game.mat.seats[1].damaged = 1
    assert game.at(Phase.MOVE).until(Phase.AFTERMATH).mat.seats["gone"][:3].tolist() == [3, 3, 3]


@pytest.mark.rule("W116", "X14", "X60", "X80")
def test_damaged_bombers_roll_at_the_landing() -> None:
    """WT16: good, hard and destroyed, hard and held, a crash with the crew."""
    game = Campaign(landing=1).fly(VTG + TTG, 0, leg=Leg.HOME)
    game.mat.seats["damaged"][:4] = 1
    game.mat.luck.counters[Counter.STEADY_HANDS] = 1
    game.dice(LANDING=[4, 3, 3, 2], LANDING2=[4, 3]).at(Phase.LANDING).until(Phase.AFTERMATH).assert_all_rolled()
    mat = game.mat
    assert [slot + 1 for slot in range(6) if mat.bombers[slot].status] == [1, 3, 5, 6]
    assert [slot + 1 for slot in range(6) if mat.crews[slot].status] == [1, 2, 3, 5, 6]
    assert mat.mission.points == -4 and mat.seats["gone"][:4].tolist() == [3, 4, 3, 4]
    count_bombers(mat, game.table)
    assert (game.line.lost, game.line.crews_lost, game.line.damaged, mat.mission.missing) == (2, 1, 2, 0)


@pytest.mark.rule("W116")
def test_a_landing_is_hard_between_the_two_numbers_of_the_chart() -> None:
    game = Campaign(landing=1).fly(VTG, 0, leg=Leg.HOME)
    game.charts.landing_hard, game.charts.landing_good = 3, 6
    game.mat.seats["damaged"][:3] = 1
    game.dice(LANDING=[2, 5, 6], LANDING2=[4]).at(Phase.LANDING).until(Phase.AFTERMATH).assert_all_rolled()
    assert [slot + 1 for slot in range(3) if game.mat.bombers[slot].status] == [3]


def test_hits_and_counts_of_the_log_stay_within_the_mat() -> None:
    game = Campaign().fly([1] * 6, 0, leg=Leg.HOME)
    game.charts.bombers["load"] = 3
    game.mat.mission.hits, game.mat.mission.elements = 20, 2
    game.line.mission_turns = MOST_COUNTED
    game.dice(BOMBS=[6] * 6).step(Phase.BOMBS)
    assert game.mat.mission.hits == MOST_HITS
    begin_turn(game.mat, game.table)
    assert game.line.mission_turns == MOST_COUNTED


def flown() -> Campaign:
    """Return the squadron of WT15 after its mission: 3 points, 5 before."""
    game = Campaign(campaign=Campaigns.LATE_ENTRY).fly([2, 1, 0, 1, 1, 1], 0, track=7)
    mat = game.mat
    mat.bombers["status"][8:] = mat.crews["status"][8:] = Status.NONE
    mat.bombers["model"][:8] = [0, 0, 0, 0, 0, 0, 0, 1]
    mat.bombers["status"][6:8] = mat.crews["status"][6:8] = [Status.NOT_READY, Status.READY]
    mat.crews["level"][6:8], mat.crews["flown"][:8] = [1, 0], [1, 2, 0, 0, 0, 0, 2, 2]
    mat.seats[0].damaged = mat.seats[2].hit = 1
    mat.seats[4].gone, mat.bombers[4].status, mat.crews[4].status = 2, Status.NONE, Status.NONE
    mat.mission.points, mat.track.points, mat.track.last = 3, 5, 25
    return game


@pytest.mark.rule(
    "W130",
    "W131",
    "W132",
    "W133",
    "W134",
    "W135",
    "W136",
    "W137",
    "W138",
    "X25",
    "X26",
    "X28",
    "X29",
    "X89",
    "X41",
    "X78",
    "W004",
    "X80",
)
def test_the_steps_after_a_mission() -> None:
    """WT15."""
    game = flown().dice(
        REPAIR=[5, 3], EXPERIENCE=[(5, 6), (5, 5), (6, 6)], RECOVERY=[2, 6], REPLACEMENT=[5], WAR=[(2, 2)]
    ).step(Phase.AFTERMATH)  # fmt: skip
    game.assert_all_rolled()
    mat = game.mat
    bombers = [(int(one.model), int(one.status)) for one in mat.bombers[:8]]
    assert bombers == [(0, 1), (0, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0, 2), (1, 1)]
    crews = [(int(one.level), int(one.status), int(one.flown)) for one in mat.crews[:8]]
    assert crews == [(2, 1, 2), (2, 1, 3), (0, 2, 1), (1, 1, 1), (0, 1, 0), (2, 1, 1), (1, 1, 0), (0, 1, 0)]
    assert (mat.track.points, mat.track.war, mat.track.over, mat.track.box) == (8, War.FLAK, Over.NO, 8)
    line = game.table.log.lines[0]
    assert (line.crews_up, line.replaced, line.war, line.damaged, line.card) == (2, 1, War.FLAK, 1, 1)


@pytest.mark.rule("W134")
@pytest.mark.parametrize(("level", "dice", "up"), [(0, (4, 4), 0), (0, (4, 5), 1), (1, (5, 5), 0), (1, (5, 6), 1)])
def test_experience(level: int, dice: tuple[int, int], up: int) -> None:
    """Green 9 or more, Trained 11 or more; Veterans do not roll."""
    game = Campaign().fly([level], 0, track=1).dice(EXPERIENCE=[dice], REPLACEMENT=[1]).step(Phase.AFTERMATH)
    assert game.mat.crews[0].level == level + up
    Campaign().fly([2], 0, track=1).dice(REPLACEMENT=[1]).step(Phase.AFTERMATH)


@pytest.mark.rule("W136", "W137", "X32")
@pytest.mark.parametrize(
    ("track", "die", "model"),
    [(1, 3, None), (1, 5, 0), (1, 6, 1), (7, 2, None), (7, 4, 0), (7, 5, 1), (14, 1, None), (14, 3, 0), (14, 4, 1)],
)
def test_replacements_by_year(track: int, die: int, model: int | None) -> None:
    """Ready at once in the lowest free slot, with a Green crew."""
    game = Campaign().fly([2], 0, track=track)
    game.mat.track.last = 25
    game.dice(REPLACEMENT=[die], WAR=[(3, 3)]).step(Phase.AFTERMATH)
    new = game.mat.bombers[12]
    assert (int(new.status), int(new.model)) == ((0, 0) if model is None else (1, model))
    assert game.mat.crews[14].status == (0 if model is None else Status.READY) and game.mat.crews[14].level == 0


@pytest.mark.rule("W136", "X64")
def test_a_full_squadron_gets_no_bomber() -> None:
    """The die is rolled all the same."""
    game = Campaign().fly([2], 0)
    game.mat.bombers["status"][1:] = game.mat.crews["status"][1:] = Status.READY
    game.dice(REPLACEMENT=[6]).step(Phase.AFTERMATH)
    game.assert_all_rolled()
    assert game.table.log.lines[0].replaced == 0


@pytest.mark.rule("W008", "W138")
@pytest.mark.parametrize("box", range(1, 26))
def test_war_progress_is_checked_in_the_boxes_with_the_icon(box: int) -> None:
    has_icon = box in (7, 10, 14, 17, 20, 23)
    game = Campaign().fly([2], 0, track=box).dice(REPLACEMENT=[1], **({"WAR": [(6, 5)]} if has_icon else {}))
    game.step(Phase.AFTERMATH).assert_all_rolled()
    assert game.mat.track.war == (War.ESCORTS if has_icon else War.NOTHING)


@pytest.mark.rule("W133", "X41")
def test_a_crew_that_rests_is_fresh() -> None:
    """Three missions in a row at most are counted."""
    game = Campaign().fly([2, 2], 0)
    game.mat.crews["flown"][:3] = [3, 1, 3]
    game.dice(REPLACEMENT=[1]).step(Phase.AFTERMATH)
    assert game.mat.crews["flown"][:3].tolist() == [3, 2, 0]


@pytest.mark.rule("W131", "W139", "W140", "X59")
@pytest.mark.parametrize(
    ("before", "mission", "box", "over"),
    [
        (67, 3, 3, Over.VICTORY),
        (66, 3, 3, Over.NO),
        (-28, -2, 3, Over.DEFEAT),
        (-28, -1, 3, Over.NO),
        (0, 0, 5, Over.CALENDAR),
        (69, 1, 5, Over.VICTORY),
    ],
)
def test_the_end_of_a_campaign(before: int, mission: int, box: int, over: int) -> None:
    """+70 and -30 at once; in the last mission they are automatic all the same."""
    game = Campaign(campaign=Campaigns.SHORT_1942).fly([2], 0, track=box).dice(REPLACEMENT=[1])
    game.mat.track.points, game.mat.mission.points = before, mission
    game.step(Phase.AFTERMATH)
    assert game.mat.track.over == over and game.phase == (Phase.OVER if over else Phase.NEW_MISSION)


@pytest.mark.rule("W140", "X68")
@pytest.mark.parametrize(
    ("campaign", "points", "level"), [(0, -1, 0), (0, 0, 1), (0, 39, 2), (0, 40, 3), (0, 55, 4), (3, 8, 3), (4, 6, 0)]
)
def test_levels_of_victory(campaign: int, points: int, level: int) -> None:
    """By the lines of the campaign; a single mission has none."""
    game = Campaign(campaign=campaign, scale=Scale.MISSION if campaign == 4 else Scale.CAMPAIGN)
    result: Any = rows(1, Result)[0]
    game.mat.track.points = points
    write_result(game.mat, game.table, result)
    assert result.level == Victory(level) and result.points == points


@pytest.mark.rule("W013", "W108", "W114", "X67", "X85")
def test_rewards_are_paid_by_their_parts() -> None:
    """A hundredth for a point, when the mission has been logged."""
    game = flown()
    mission = game.mat.mission
    mission.target, mission.short, mission.points, mission.hits = Target.DESTROYED, 1, -1, 4
    game.dice(
        REPAIR=[5, 3], EXPERIENCE=[(5, 6), (5, 5), (6, 6)], RECOVERY=[2, 6], REPLACEMENT=[5], WAR=[(2, 2)],
        CARD=[21], CLOUD=[(1, 1)],
    ).at(Phase.AFTERMATH).go()  # fmt: skip
    assert game.decision == Decision.CREW and game.ledger.parts.tolist() == [0.02, -0.02, -0.01, 0.0]
    assert game.rewards == pytest.approx(-0.01)
    line = game.table.log.lines[0]
    assert (line.target_points, line.loss_points, line.short_points, line.hits, line.target) == (2, -2, -1, 4, 2)
