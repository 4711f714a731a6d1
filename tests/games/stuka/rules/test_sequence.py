"""The sequence of play (5.1, 8.2, 8.3): whole missions, segments, operations and a campaign, played to the end."""

from collections import Counter

import numpy as np
import pytest

from stuka_env.games.stuka.codes import (
    ACTIONS,
    Act,
    Chart,
    Decision,
    Duty,
    Entry,
    Leg,
    NoFly,
    Phase,
    Quality,
    Role,
    Scale,
    Segment,
    Status,
    System,
    Target,
    to_index,
)
from stuka_env.games.stuka.rules.sequence import apply_action
from tests.support.each import each
from tests.support.orders import fly_mission, legal, order, play_out, steadily
from tests.support.position import Position

SIX = (0, 1, 2, 3, 4, 5)


# --- one mission, step by step ---


@pytest.mark.rule(
    "R009", "R010", "R011", "R012", "R013", "R019", "R133", "R150", "R151", "R170", "R171", "R173", "R175a", "R176",
    "R177", "R181", "R184", "R211", "R216", "R219", "R240", "R249", "R299", "R300", "Q21",
)  # fmt: skip
def test_a_mission_from_the_roll_to_the_landing() -> None:
    """Zone 3: two cards out, two home, weather and Anti-Aircraft fire over the target, four attacks, four landings."""
    game = Position(target=Target.BUILDINGS, zone=3)
    game.advance()
    order(game, Act.FLY + 2)
    while game.mat.cursor.decision in (Decision.LEADER, Decision.PILOT, Decision.GUNNER):
        order(game, legal(game)[0])
    order(game, Act.LOAD_SC500_SC50)
    with game.dice(
        EVENT=["waypoint_reached", "spots_in_the_distance", "cloud_bank", "tail_wind"],
        B1=[1, 1, 1, 1],
        B2=[1, 1, 1, 1],
        A4=[1],
        A6=[1],
        A2=[5, 5, 5, 5],
        C5=[1, 2, 3, 4],
        A1=[[3, 4, 1]],
    ):
        order(game, Act.NO_SPECIAL)
        while game.mat.track.logged == 0:
            order(game, Act.GO_ON if game.mask[Act.GO_ON] else Act.DROP)
    told = [(Chart(int(e["chart"])).name, int(e["zone"]), int(e["leg"])) for e in game.said(Entry.ROLL)]
    out, home = int(Leg.OUT), int(Leg.HOME)
    assert told == [
        *[(chart, zone, out) for zone in (1, 2) for chart in ("EVENT", "B1", "B2")],
        ("A4", 3, out),
        ("A6", 3, out),
        *[("A2", 3, out)] * 4,
        *[(chart, zone, home) for zone in (2, 1) for chart in ("EVENT", "B1", "B2")],
        *[("C5", 0, home)] * 4,
        ("A1", 0, 0),
    ]
    attacks = [to_index(int(e["aircraft"])) for e in game.said(Entry.ROLL) if e["chart"] == Chart.A2]
    assert attacks == [0, 1, 2, 3]
    assert game.mat.log[0].score == 60 + 6  # 5 - 1 = 4


@pytest.mark.rule("R172", "Q91")
def test_a_target_in_zone_1_meets_no_card_and_no_fighter() -> None:
    game = Position(target=Target.TROOPS, zone=1)
    game.advance()
    with game.dice(A4=[1], A6=[1], A2=[5] * 4, C5=[1] * 4, A1=[[3, 4, 1]]):
        fly_mission(game, aircraft=4)
    charts = Counter(int(e["chart"]) for e in game.said(Entry.ROLL))
    assert charts == {Chart.A4: 1, Chart.A6: 1, Chart.A2: 4, Chart.C5: 4, Chart.A1: 1}


@pytest.mark.rule("R296", "R172", "Q75", "Q22")
def test_an_abort_over_a_target_in_zone_1_goes_straight_home() -> None:
    game = Position(target=Target.TROOPS, zone=1)
    game.advance()
    order(game, Act.FLY + 2)
    while game.mat.cursor.decision != Decision.EN_ROUTE:
        order(game, legal(game)[0])
    with game.dice(C5=[1] * 4, A1=[[3, 4, 1]]):
        order(game, Act.ABORT)
    line = game.mat.log[0]
    assert (line.aborted, line.present, line.score, line.no_fly, line.sent) == (1, 0, 0, 0, 4)


# --- the six steps at the end of a mission (8.2) ---


@pytest.mark.rule(
    "R305", "R306", "R307", "R308", "R309", "R310", "R209a", "R209b", "R209c", "R210", "R192", "R197", "R201", "R204",
    "R188", "Q58",
)  # fmt: skip
def test_the_end_of_a_mission_in_its_order() -> None:
    """Score, old timers, casualties, aircraft, rest: what this mission has placed does not move yet."""
    game = Position().in_flight(aircraft=4, zone=0, leg=Leg.HOME)
    mat = game.mat
    mat.mission.present, mat.cursor.phase = 4, Phase.END_OF_MISSION
    for slot in range(4):
        mat.aircraft[slot].status, mat.aircraft[slot].present, mat.aircraft[slot].score = Status.HOME, 1, 50
        for role in Role:
            game.person(slot, role).duty, game.person(slot, role).stress = Duty.BACK, 3
    mat.aircraft[1].status = Status.LOST
    mat.aircraft[2].damage[System.ENGINE] = 1
    mat.pilots[1].duty = Duty.KIA
    mat.gunners[1].wounds = 1
    mat.aircraft[7].status, mat.aircraft[7].timer = Status.REPAIR, 1
    mat.aircraft[8].status, mat.aircraft[8].timer = Status.REPLACEMENT, 6
    mat.pilots[7].duty, mat.pilots[7].timer = Duty.HOSPITAL, 1
    mat.gunners[8].duty, mat.gunners[8].timer = Duty.REPLACEMENT, 9
    mat.pilots[9].stress = mat.gunners[9].stress = 2
    with game.dice(C8=[4], C9_WIA=[5], C9_KIA=[8], A1=[[3, 4, 2]]):
        game.advance()
    assert [(int(mat.aircraft[slot].status), int(mat.aircraft[slot].timer)) for slot in (1, 2, 7, 8)] == [
        (Status.REPLACEMENT, 5), (Status.REPAIR, 3), (Status.READY, 0), (Status.REPLACEMENT, 5),
    ]  # fmt: skip
    people = (mat.pilots[1], mat.gunners[1], mat.pilots[7], mat.gunners[8])
    assert [(int(who.duty), int(who.timer)) for who in people] == [
        (Duty.REPLACEMENT, 8), (Duty.HOSPITAL, 5), (Duty.READY, 0), (Duty.REPLACEMENT, 8),
    ]  # fmt: skip
    assert [(int(who.stress), int(who.duty)) for who in (mat.pilots[9], mat.pilots[0], mat.gunners[1])] == [
        (1, Duty.READY), (3, Duty.READY), (0, Duty.HOSPITAL),
    ]  # fmt: skip
    kinds = [int(e["kind"]) for e in game.journal]
    steps = (Entry.MISSION_SCORE, Entry.IN_SERVICE, Entry.REPLACEMENT, Entry.NEW_AIRCRAFT, Entry.REST, Entry.MISSION)
    places = [kinds.index(kind) for kind in steps]
    assert places == sorted(places)
    assert mat.cursor.decision == Decision.MUSTER


@pytest.mark.rule("R307", "R192", "R373")
def test_a_timer_moves_at_the_end_of_the_next_mission_first() -> None:
    game = Position().in_flight(aircraft=4, zone=0, leg=Leg.HOME)
    game.mat.aircraft[1].status = Status.LOST
    game.mat.cursor.phase = Phase.END_OF_MISSION
    with game.dice(C8=[2], A1=[[2, 3, 4]] * 4):
        game.advance()
        for left in (3, 2, 1):
            assert (game.mat.aircraft[1].status, game.mat.aircraft[1].timer) == (Status.REPLACEMENT, left)
            order(game, Act.NO_FLY)
    assert (game.mat.aircraft[1].status, game.mat.aircraft[1].timer) == (Status.READY, 0)


@pytest.mark.rule("R135", "R137", "R138", "R193", "R276", "R288", "R298a", "R298b")
@pytest.mark.parametrize("why", ["rolled", "declined"])
def test_a_no_fly_moves_timers_and_rests_everybody(why: str) -> None:
    game = Position()
    game.mat.pilots[0].stress, game.mat.gunners[0].stress = 5, 1
    game.mat.pilots[1].duty, game.mat.pilots[1].timer = Duty.HOSPITAL, 4
    game.mat.aircraft[5].status, game.mat.aircraft[5].timer = Status.REPAIR, 2
    if why == "rolled":
        with game.dice(A1=[[1, 1, 4], [2, 3, 4]]):  # a 2 is No-Fly, then an Airfield
            game.advance()
    else:
        with game.dice(A1=[[2, 3, 4], [2, 3, 4]]):
            game.advance()
            order(game, Act.NO_FLY)
    line = game.mat.log[0]
    assert (line.no_fly, line.score) == (NoFly.ROLLED if why == "rolled" else NoFly.DECLINED, 0)
    assert (game.mat.pilots[0].stress, game.mat.gunners[0].stress, game.mat.gunners[1].stress) == (4, 0, 0)
    assert (game.mat.pilots[1].timer, game.mat.aircraft[5].timer) == (3, 1)
    assert game.mat.count.no_fly == game.mat.track.logged == 1
    assert game.mat.cursor.decision == Decision.MUSTER


@pytest.mark.rule("R288", "R276")
def test_who_flies_keeps_his_stress() -> None:
    game = Position(target=Target.TROOPS, zone=1)
    game.mat.pilots[0].stress = game.mat.gunners[0].stress = 1
    game.mat.pilots[8].stress = 1
    game.advance()
    with game.dice(A4=[1], A6=[1], A2=[9] * 4, C5=[1] * 4, A1=[[3, 4, 1]]):
        order(game, Act.FLY + 2)
        while game.mat.track.logged == 0:
            wanted = [action for action in legal(game) if not Act.RELIEVE <= action < Act.KEEP_RELIEF]
            order(game, wanted[0])
    assert (game.mat.pilots[0].stress, game.mat.gunners[0].stress, game.mat.pilots[8].stress) == (1, 1, 0)


# --- how long things last ---


@pytest.mark.rule("R005", "R006", "R016", "R100", "R101", "R116", "R120", "R123", "R127", "Q05", "Q06", "D03")
@each("regular, missions", [(True, 10), (False, 6)])
@each(
    "scale, segment, segments",
    [
        (Scale.SEGMENT, "1941-08", (1,)),
        (Scale.SEGMENT, "1943-07", (5,)),
        (Scale.OPERATION, "1941-06", (0, 1, 2)),
        (Scale.OPERATION, "1942-08", (3, 4)),
        (Scale.OPERATION, "1943-07", (5,)),
        (Scale.CAMPAIGN, "1941-06", SIX),
    ],
)
def test_a_war_has_so_many_missions_in_these_segments(
    scale: Scale, segment: str, segments: tuple[int, ...], regular: bool, missions: int
) -> None:
    """Ten missions a segment in a Regular game, six in a Short one; a campaign has 60 or 36. One of them is flown."""
    game = Position(segment=segment, scale=scale, regular=regular)
    count = len(segments) * missions
    with game.dice(A1=[[3, 4, 1]] * count, A4=[1], A6=[1], A2=[5] * 3, C5=[1] * 3):
        game.advance()
        fly_mission(game, aircraft=3)
        for number in range(1, count):
            assert (game.mat.track.over, game.mat.track.logged) == (0, number)
            order(game, Act.NO_FLY)
    log = game.mat.log[: game.mat.track.logged]
    assert [(int(line.segment), int(line.number)) for line in log] == [
        (part, number) for part in segments for number in range(missions)
    ]
    assert (game.mat.track.over, game.mat.cursor.phase, game.mat.cursor.decision) == (1, Phase.OVER, Decision.OVER)
    assert game.mask.all()


@pytest.mark.rule("R145", "R366", "Q87", "D01")
def test_a_mission_alone_is_one_mission() -> None:
    game = Position(scale=Scale.MISSION)
    with game.dice(A1=[[3, 4, 1]], A4=[1], A6=[1], A2=[5] * 4, C5=[1] * 4):
        game.advance()
        fly_mission(game, aircraft=4)
    assert (game.mat.track.over, game.mat.track.logged, game.mat.track.result) == (1, 1, game.mat.log[0].score)
    assert game.mat.log[0].score == 60 + 6  # 5 - 1 = 4


@pytest.mark.rule("Q87", "R135")
@pytest.mark.parametrize("scale, rolls", [(Scale.MISSION, 3), (Scale.SEGMENT, 1)])
def test_a_no_fly_is_rolled_again_only_for_a_mission_alone(scale: Scale, rolls: int) -> None:
    game = Position(scale=scale)
    with game.dice(A1=[[1, 1, 2], [6, 6, 2], [3, 4, 2]]):
        game.advance()
    assert game.mat.cursor.decision == Decision.MUSTER
    assert game.mat.track.logged == 3 - rolls
    assert game.mat.mission.target == Target.AIRFIELD


@pytest.mark.rule("R017", "R070", "Q01", "R298a")
def test_want_of_aircraft_is_a_no_fly_nobody_is_asked_about() -> None:
    """Nine aircraft are away; the first comes back after two missions, and then two may fly."""
    game = Position()
    for slot in range(1, 10):
        game.mat.aircraft[slot].status, game.mat.aircraft[slot].timer = Status.REPLACEMENT, 2 if slot == 9 else 7
    with game.dice(A1=[[2, 3, 4]] * 3):
        game.advance()
    assert [int(line.no_fly) for line in game.mat.log[:2]] == [NoFly.SHORTAGE] * 2
    assert (game.mat.track.logged, game.mat.count.no_fly) == (2, 2)
    assert legal(game) == [Act.NO_FLY, Act.FLY]


@pytest.mark.rule("R332", "R297", "Q81", "R313")
def test_an_operation_may_be_sat_out() -> None:
    """Thirty No-Flys: nothing scored, no bonus for few of them, but nobody is lost: seven points."""
    game = Position()
    with game.dice(A1=[[1, 1, 4]] + [[2, 3, 4]] * 29):  # the first is a No-Fly by the roll
        play_out(game, lambda _, actions: actions[0])
    log = game.mat.log[: game.mat.track.logged]
    assert [int(line.no_fly) for line in log] == [NoFly.ROLLED] + [NoFly.DECLINED] * 29
    assert (game.mat.count.no_fly, game.mat.track.segments.tolist()[:3], game.mat.track.result) == (30, [0, 0, 0], 7)


# --- decisions ---


def test_a_decision_with_one_legal_action_is_never_asked() -> None:
    """A Short campaign, as many aircraft as can fly: whatever is asked leaves a choice."""
    game = Position(scale=Scale.CAMPAIGN, regular=False, seed=5)
    asked: Counter[int] = Counter()

    def look(game: Position) -> None:
        asked[int(game.mat.cursor.decision)] += 1
        assert 2 <= int(game.mask.sum()) <= ACTIONS
        assert game.mat.cursor.decision not in (Decision.NONE, Decision.OVER)

    play_out(game, steadily(10), look)
    assert {Decision.MUSTER, Decision.LEADER, Decision.PILOT, Decision.GUNNER, Decision.PAYLOAD} <= set(asked)


@pytest.mark.rule("D09", "D07")
def test_the_last_of_a_full_muster_is_seated_unasked() -> None:
    """Three aircraft, three pilots, three gunners: two choices each, the third seat is filled by itself."""
    game = Position(target=Target.AIRFIELD, zone=2)
    for roster in (game.mat.pilots, game.mat.gunners):
        for who in roster[3:]:
            who.duty, who.timer = Duty.HOSPITAL, 6
    game.advance()
    order(game, Act.FLY + 1)
    asked = []
    while game.mat.cursor.decision in (Decision.LEADER, Decision.PILOT, Decision.GUNNER):
        asked.append((int(game.mat.cursor.decision), int(game.mat.cursor.subject), len(legal(game))))
        order(game, legal(game)[-1])
    assert asked == [
        (Decision.LEADER, 1, 3), (Decision.GUNNER, 1, 3), (Decision.PILOT, 2, 2), (Decision.GUNNER, 2, 2),
    ]  # fmt: skip
    assert [(int(card.pilot), int(card.gunner)) for card in game.mat.aircraft[:3]] == [(3, 3), (2, 2), (1, 1)]


@pytest.mark.rule("R044", "R031", "R148", "R030", "D12")
def test_everybody_who_takes_off_sits_where_he_was_put() -> None:
    game = Position(target=Target.AIRFIELD, zone=2)
    game.advance()
    order(game, Act.FLY + 2)
    wanted = [(7, 0), (1, 10), (10, 5), (4, 4)]
    for slot, (pilot, gunner) in enumerate(wanted):
        assert game.mat.cursor.subject == slot + 1
        order(game, (Act.LEADER if slot == 0 else Act.PILOT) + pilot)
        order(game, Act.GUNNER + gunner)
    assert [(card.pilot - 1, card.gunner - 1) for card in game.mat.aircraft[:4]] == wanted
    for slot, (pilot, gunner) in enumerate(wanted):
        for who in (game.mat.pilots[pilot], game.mat.gunners[gunner]):
            assert (who.duty, who.slot) == (Duty.FLYING, slot + 1)


def test_orders_that_do_nothing_but_close_a_decision() -> None:
    """Keeping the relief, pressing on, declining a duel or a promotion change nothing on the mat."""
    for decision, action in (
        (Decision.RELIEF, Act.KEEP_RELIEF),
        (Decision.TURN_BACK, Act.PRESS_ON),
        (Decision.AIR_TO_AIR, Act.NO_DUEL),
        (Decision.PROMOTE, Act.NO_PROMOTION),
    ):
        game = Position().in_flight(aircraft=4)
        game.mat.cursor.decision, game.mat.cursor.subject = decision, 1
        expected = game.mats.copy()
        expected[0].cursor.decision = expected[0].cursor.subject = 0
        apply_action(game.mat, game.table, action)
        assert game.mats.tobytes() == expected.tobytes(), action


@pytest.mark.rule("R363", "R362", "R115")
def test_a_campaign_played_keeps_its_people_and_counts_everything() -> None:
    """Sixty missions: eleven crews throughout, six aircraft at the end; the operations' counts add up to the war's."""
    game = Position(scale=Scale.CAMPAIGN, seed=31)
    seen: dict[int, set[int]] = {}

    def look(game: Position) -> None:
        segment = int(game.mat.war.segment)
        seen.setdefault(segment, set()).add(sum(card.status != Status.NONE for card in game.mat.aircraft))
        assert sum(who.duty != Duty.NOBODY for who in game.mat.pilots) == 11
        assert sum(who.duty != Duty.NOBODY for who in game.mat.gunners) == 11

    play_out(game, steadily(6), look)
    assert seen == {**{segment: {10} for segment in range(Segment.JUL_AUG_1943)}, Segment.JUL_AUG_1943: {6}}
    log = game.mat.log[:60]
    assert game.mat.track.logged == 60
    assert int(game.mat.count.war_destroyed) == sum(int(line.lost) for line in log)
    assert int(game.mat.count.war_kia) == sum(int(line.kia) for line in log)
    assert int(game.mat.count.war_no_fly) == sum(line.no_fly > 0 for line in log)
    citadel = [line for line in log if line.segment == Segment.JUL_AUG_1943]
    assert int(game.mat.count.destroyed) == sum(int(line.lost) for line in citadel)
    assert max(int(line.sent) for line in citadel) <= 3
    best = max(int(who.level) for roster in (game.mat.pilots, game.mat.gunners) for who in roster)
    assert best == Quality.ACE  # nobody was promoted beyond


@pytest.mark.rule("R025", "R026", "R027", "R024")
def test_every_tier_of_a_campaign_is_worked_out_from_the_one_below() -> None:
    game = Position(scale=Scale.CAMPAIGN, regular=False, seed=17)
    play_out(game, steadily(5))
    track, log = game.mat.track, game.mat.log[:36]

    def nearest(numbers: list[int]) -> int:
        return int(np.floor(sum(numbers) / len(numbers) + 0.5))

    segments = [nearest([int(line.score) for line in log if line.segment == segment]) for segment in SIX]
    assert track.segments.tolist() == segments
    bonus = track.operation_bonus.tolist()
    assert set(bonus) <= {0, 3, 5, 7, 8, 10}
    operations = [nearest(part) for part in (segments[:3], segments[3:5], segments[5:])]
    assert track.operations.tolist() == [score + more for score, more in zip(operations, bonus, strict=True)]
    assert int(track.result) == nearest(track.operations.tolist()) + int(track.campaign_bonus)
