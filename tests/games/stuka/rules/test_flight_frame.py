"""The frame of a flight (5.1.2 to 5.1.5, 7.1, 7.12): zone by zone out, the attack run, zone by zone home."""

import pytest

from stuka_env.engine.engine import TapeError
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Chart, Decision, Duty, Entry, Leg, Phase, Role, Status, Visibility, to_index
from stuka_env.games.stuka.rules.damage import hit, lose_range
from stuka_env.games.stuka.rules.flight import flying, interrupt, may_send_home, move, zone_done
from tests.support.each import each
from tests.support.game import Game
from tests.support.position import Position

NO_CONTACT = 1
"""D10 on B1, Jun/Jul 1941."""
OPERATION = "Stuka/Operation-v0"
DULL_CARDS = ["tail_wind", "radio_silence", "cloud_bank", "waypoint_reached", "endless_steppe", "familiar_river"]
NEXT_MISSION = [(3, 4, 1)]
"""Airfield in zone 1: what A1 gives after the mission in hand."""


def quiet(zones: int, **dice: object) -> dict[str, object]:
    """Dice of a flight through so many zones without incident, with good visibility and no Anti-Aircraft fire."""
    calm = {"EVENT": DULL_CARDS[:zones], "B1": [NO_CONTACT] * zones, "B2": [1] * zones, "A4": [1], "A6": [1]}
    return {**calm, **dice}


def attack(game: Game, aircraft: int) -> None:
    """Everybody drops."""
    for _ in range(aircraft):
        game.answer("ATTACK", "DROP")


# --- zone by zone (5.1.2, 5.1.4) ---


@pytest.mark.rule(
    "R010",
    "R150",
    "R151",
    "R153",
    "R170",
    "R181",
    "R182",
    "R183",
    "R211",
    "R215",
    "R216",
    "R217",
    "R219",
    "R043",
    "R171",
)
def test_one_zone_after_the_other_out_and_home() -> None:
    """An event before an interception roll in every zone but the target's; nothing at the airfield."""
    game = Game(
        OPERATION,
        quiet(4, A1=NEXT_MISSION, A2=[1] * 3, C5=[1] * 3),
        setup={"target": "rail", "zone": 3},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 3)
    assert [(e.leg, e.result) for e in game.said(Entry.MOVE)] == [
        (Leg.OUT, 1), (Leg.OUT, 2), (Leg.OUT, 3), (Leg.HOME, 2), (Leg.HOME, 1), (Leg.HOME, 0),
    ]  # fmt: skip
    frame = (Chart.EVENT, Chart.B1, Chart.B2, Chart.A4, Chart.A6, Chart.C5)
    rolled = [(e.chart, e.zone) for e in game.said(Entry.ROLL) if e.chart in frame]
    per_zone = {zone: [(chart, zone) for chart in (Chart.EVENT, Chart.B1, Chart.B2)] for zone in (1, 2)}
    assert rolled == [
        *per_zone[1], *per_zone[2], (Chart.A4, 3), (Chart.A6, 3), *per_zone[2], *per_zone[1], *[(Chart.C5, 0)] * 3,
    ]  # fmt: skip
    game.assert_tape_used_up()


@pytest.mark.rule("R152", "R217", "R215")
def test_a_drawn_card_is_discarded() -> None:
    game = Game(OPERATION, quiet(2, EVENT=["tail_wind", "tail_wind"]), setup={"target": "rail", "zone": 3})
    game.brief(3)
    assert game.mat.mission.zone == 1
    with pytest.raises(TapeError, match="EVENT"):
        game.answer("EN_ROUTE", "GO_ON")


@pytest.mark.rule("R172", "Q91", "Q22", "D17", "D18", "D16")
def test_a_target_in_zone_1_means_anti_aircraft_fire_only() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [1], "A2": [1] * 3, "C5": [1] * 3, "A1": NEXT_MISSION},
        setup={"target": "rail", "zone": 1},
    )
    game.brief(3)
    assert (game.war.decision, game.mat.mission.zone, game.mat.mission.present) == ("EN_ROUTE", 1, 0)
    assert (game.legal("GO_ON"), game.legal("ABORT")) == (True, True)
    game.play("GO_ON")
    attack(game, 3)
    assert game.mat.war.mission == 1
    game.assert_tape_used_up()


@pytest.mark.rule("R154", "R370", "Q90")
def test_no_contact_means_on_to_the_next_zone_and_the_escort_die_is_ignored() -> None:
    """A first escort roll of 6 would remove nobody, and does not matter."""
    game = Game(OPERATION, quiet(3, B2=[6, 6, 6]), setup={"target": "rail", "zone": 4})
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    assert (game.war.decision, game.mat.mission.zone) == ("ATTACK", 4)
    assert game.said(Entry.FIGHTERS) == game.said(Entry.ESCORTED) == []


@pytest.mark.rule("R156", "R221", "R369", "Q102", "Q08")
@pytest.mark.parametrize("die", [1, 6])
def test_full_cover_leaves_no_fighter(die: int) -> None:
    """Zone 1, Nov/Dec 1941: all six faces are Full Cover."""
    game = Game(
        OPERATION,
        {"EVENT": ["tail_wind"], "B1": [10], "B2": [die]},
        setup={"segment": "1941-11", "target": "rail", "zone": 3},
    )
    game.brief(3)
    assert [e.result for e in game.said(Entry.ESCORTED)] == [2]
    assert game.said(Entry.FIGHTERS) == []


# --- the attack run (5.1.3) ---


def over_the_target(visibility: int, *cards: str) -> Game:
    """Three aircraft over a target in zone 2; the cards are drawn on the way out, the visibility die is rolled if
    it is not 0."""
    zones = len(cards)
    dice = quiet(zones, EVENT=list(cards), A4=[visibility] if visibility else [])
    game = Game(OPERATION, dice, setup={"target": "rail", "zone": zones + 1})
    game.brief(3)
    while game.war.decision == "EN_ROUTE":
        game.play("GO_ON")
    return game


@pytest.mark.rule("R173", "R234", "R235", "R236", "R012", "R250a", "Q09")
@each(
    "die, visibility, modifier",
    [(1, Visibility.GOOD, 0), (3, Visibility.GOOD, 0), (4, Visibility.MEDIUM, 1), (6, Visibility.LOW, 2)],
)
def test_visibility_over_the_target(die: int, visibility: Visibility, modifier: int) -> None:
    game = over_the_target(die, "tail_wind")
    assert game.mat.mission.visibility == visibility
    assert game.mat.aircraft[0].drm == -1 + modifier


@pytest.mark.rule("R174", "Q77")
def test_a_visibility_card_replaces_the_roll_and_the_last_one_counts() -> None:
    game = over_the_target(0, "low_cloud", "haze")
    assert game.rolls(Chart.A4) == []
    assert game.mat.mission.visibility == Visibility.MEDIUM


@pytest.mark.rule("Q77")
def test_a_visibility_card_on_the_way_home_has_no_effect() -> None:
    game = Game(
        OPERATION,
        quiet(2, EVENT=["tail_wind", "low_cloud"], A1=NEXT_MISSION, A2=[1] * 3, C5=[1] * 3),
        setup={"target": "rail", "zone": 2},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 3)
    assert game.mat.war.mission == 1
    assert game.mat.log[0].score == 90 + 6
    assert (game.mat.mission.visibility, game.mat.mission.visibility_card) == (0, 0)


@pytest.mark.rule("R175a", "R277", "R175b", "R239b", "R250b", "R250c", "Q71")
def test_anti_aircraft_fire_then_damage_on_the_aircraft_drawn() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [9], "CUP": [3, 1, 2], "C1": [(8, 6), (5, 1), (9, 1)]},
        setup={"segment": "1941-11", "target": "rail", "zone": 1},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    assert [e.aircraft for e in game.said(Entry.ROLL) if e.chart == Chart.C1] == [3, 1, 2]
    shock = int(load_charts().record.c1[8][6].stress)
    assert [game.stress(slot) for slot in (1, 2, 3)] == [(0, 0), (0, 0), (shock, shock)]


@pytest.mark.rule("R176", "R251", "R249", "R368g", "R177", "R180", "R254")
def test_attacks_go_by_slot_one_each() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [1], "A2": [3, 5, 7, 9], "C5": [1] * 4, "A1": NEXT_MISSION},
        setup={"target": "bridge", "zone": 1},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 4)
    assert [(e.aircraft, e.dice, e.total, e.result) for e in game.said(Entry.ROLL) if e.chart == Chart.A2] == [
        (1, (3,), 2, 55), (2, (5,), 4, 30), (3, (7,), 6, 15), (4, (9,), 8, 5),
    ]  # fmt: skip
    assert list(game.mat.log[0].scores[:5]) == [55, 30, 15, 5, -1]


# --- home and the score (5.1.4, 5.1.5) ---


@pytest.mark.rule("R184", "R300", "R301", "R024", "R025", "R321", "R185")
def test_landing_from_left_to_right_then_the_score() -> None:
    game = Game(
        OPERATION,
        {"A4": [1], "A6": [1], "A2": [1, 1, 10], "C5": [4, 3, 2], "A1": NEXT_MISSION},
        setup={"target": "bridge", "zone": 1},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 3)
    assert [(e.aircraft, e.dice) for e in game.said(Entry.ROLL) if e.chart == Chart.C5] == [
        (1, (4,)),
        (2, (3,)),
        (3, (2,)),
    ]
    assert list(game.mat.log[0].scores[:3]) == [75, 75, 0]
    assert (game.mat.log[0].score, game.mat.log[0].bonus) == (50 + 6, 6)


@pytest.mark.rule("Q86", "R307")
def test_an_aircraft_lost_on_the_way_home_keeps_its_score() -> None:
    game = Game(
        OPERATION,
        {
            "A1": NEXT_MISSION,
            "EVENT": DULL_CARDS[:4],
            "B1": [NO_CONTACT, NO_CONTACT, NO_CONTACT, 3],
            "B2": [1, 1, 1, 5],
            "A4": [1],
            "A6": [1],
            "A2": [1, 1, 10],
            "B3": [(6, 3)],
            "CUP": [1],
            "C1": [(1, 6)],
            "C3": [6, 6],
        },
        setup={"target": "bridge", "zone": 4},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(2):
        game.answer("ATTACK", "DROP")
    game.answer("ATTACK", "DROP")
    assert game.mat.aircraft[0].status == Status.LOST
    assert (game.mat.aircraft[0].score, game.mat.aircraft[0].present) == (75, 1)
    assert [game.mat.aircraft[slot].score for slot in range(3)] == [75, 75, 0]


# --- leaving, aborting, orders (7.1, 7.12) ---


def two_zones_out(aircraft: int, zones: int = 2, **dice: object) -> Game:
    """Outbound over zone 2 of a mission to zone 5, asked what to do; a card that changes things was drawn there."""
    cards = ["tail_wind", "anti_aircraft_alert", *DULL_CARDS[1:]][:zones]
    game = Game(
        OPERATION,
        quiet(zones, **{"EVENT": cards, "A4": [], "A6": [], **dice}),
        setup={"target": "rail", "zone": 5},
    )
    game.brief(aircraft)
    game.answer("EN_ROUTE", "GO_ON")
    assert (game.war.decision, game.mat.mission.zone) == ("EN_ROUTE", 2)
    return game


@pytest.mark.rule("R293", "R295", "R296", "D17", "Q23", "Q24", "Q75", "R293", "R298a")
def test_an_aborted_mission_flies_home_zone_by_zone_for_nothing() -> None:
    """Zone 2 gives nothing a second time, zone 1 gives event and interception; then everybody lands."""
    game = two_zones_out(4, 3, A1=NEXT_MISSION, C5=[1] * 4)
    game.play("ABORT")
    assert [e.zone for e in game.said(Entry.ROLL) if e.chart == Chart.EVENT] == [1, 2, 1]
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.aborted, entry.no_fly, entry.present) == (0, 0, 1, 0, 0)
    assert (game.mat.track.segment_sum, game.mat.track.logged, game.mat.count.no_fly) == (0, 1, 0)
    assert game.mat.pilots[0].missions == 0
    game.assert_tape_used_up()


@pytest.mark.rule("R295", "Q23", "Q81")
def test_an_aborted_mission_stays_in_the_divisor() -> None:
    """Five missions of 60 points and one aborted: 300 / 6."""
    game = Game(
        "Stuka/Segment-v0",
        {"C5": [1] * 3},
        segment="1942-08",
        duration="short",
        setup={"mission": 6, "scores": [60] * 5, "target": "rail", "zone": 1},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "ABORT")
    assert game.over
    assert (game.mat.log[5].score, game.mat.log[5].aborted, game.mat.track.logged) == (0, 1, 6)
    assert game.info["result"]["score"] == 50


@pytest.mark.rule("R248", "Q22", "Q101", "D17", "D18", "R250a")
def test_in_the_attack_run_nobody_is_sent_home() -> None:
    game = over_the_target(1, "tail_wind")
    assert game.war.decision == "ATTACK"
    assert (game.legal("ABORT"), game.arguments_of("SEND_HOME")) == (False, [])


@pytest.mark.rule("D17", "R248", "D18", "Q22", "R293")
def test_on_the_way_home_nobody_is_sent_ahead() -> None:
    game = Game(
        OPERATION,
        quiet(2, EVENT=["tail_wind", "oil_on_the_windscreen"], CUP=[2], A2=[1] * 4),
        setup={"target": "rail", "zone": 2},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 4)
    assert (game.war.decision, game.mat.mission.leg) == ("EN_ROUTE", Leg.HOME)
    assert (game.legal("ABORT"), game.arguments_of("SEND_HOME")) == (False, [])
    assert game.arguments_of("RELIEVE") == [2]


@pytest.mark.rule("R212", "R213", "R214", "R304", "D18", "Q76")
def test_an_aircraft_sent_home_lands_at_once() -> None:
    game = two_zones_out(5, C5=[1])
    game.play("SEND_HOME", 3)
    assert (game.mat.aircraft[2].status, game.mat.pilots[2].duty) == (Status.HOME, Duty.BACK)
    assert [(e.aircraft, e.zone) for e in game.said(Entry.ROLL) if e.chart == Chart.C5] == [(3, 2)]
    assert game.war.decision == "EN_ROUTE"
    assert game.mat.pilots[2].completed == 0
    game.assert_tape_used_up()


@pytest.mark.rule("D18", "Q22", "R065", "R293", "DETACH")
def test_detachments_do_not_take_a_formation_below_its_minimum() -> None:
    staffel = two_zones_out(5, C5=[1])
    assert staffel.arguments_of("SEND_HOME") == [1, 2, 3, 4, 5]
    staffel.play("SEND_HOME", 5)
    assert staffel.arguments_of("SEND_HOME") == []
    assert two_zones_out(3).arguments_of("SEND_HOME") == []


@pytest.mark.rule("D18", "DETACH")
@each("trouble", ["damage", "wounded gunner", "five stress", "gunner's stress"])
def test_trouble_is_reason_enough_to_go_home_and_stress_is_none(trouble: str) -> None:
    game = Position().in_flight(aircraft=4)
    if trouble == "damage":
        game.mat.aircraft[1].damage[3] = 1
    elif trouble == "wounded gunner":
        game.person(1, Role.GUNNER).wounds = 1
    elif trouble == "gunner's stress":
        game.person(1, Role.GUNNER).stress = 5
    else:
        game.person(1, Role.PILOT).stress = 5
    allowed = trouble in ("damage", "wounded gunner")
    assert [may_send_home(game.mat, game.table, slot, flying(game.mat) - 1) for slot in range(4)] == [
        False,
        allowed,
        False,
        False,
    ]


@pytest.mark.rule("D18", "DETACH")
def test_one_of_the_last_two_may_go_home_in_trouble() -> None:
    game = Position().in_flight(aircraft=4)
    for slot in range(2):
        game.mat.aircraft[slot].status = Status.LOST
    game.mat.aircraft[3].range_loss = 1
    assert [may_send_home(game.mat, game.table, slot, flying(game.mat) - 1) for slot in (2, 3)] == [False, True]


@pytest.mark.rule("D18", "DETACH")
def test_the_last_aircraft_cannot_be_sent_home() -> None:
    game = Position().in_flight(aircraft=4)
    for slot in range(3):
        game.mat.aircraft[slot].status = Status.LOST
    game.mat.aircraft[3].damage[3] = 1
    assert not may_send_home(game.mat, game.table, 3, flying(game.mat) - 1)


@pytest.mark.rule("D18", "Q28", "DETACH")
def test_a_citadel_kette_of_three_may_detach_one() -> None:
    game = Position("1943-07").in_flight(aircraft=3)
    assert may_send_home(game.mat, game.table, 2, flying(game.mat) - 1)
    game.mat.aircraft[2].status = Status.HOME
    assert not may_send_home(game.mat, game.table, 1, flying(game.mat) - 1)


@pytest.mark.rule("D16", "D17", "D18", "WINDOWS")
def test_a_standing_order_holds_until_something_happens() -> None:
    """Asked after zone 1, then not again before the attack; a card with effect in zone 2 makes it ask again."""
    dull = Game(OPERATION, quiet(4), setup={"target": "rail", "zone": 5})
    dull.brief(4)
    assert dull.mat.mission.zone == 1
    dull.answer("EN_ROUTE", "GO_ON")
    assert (dull.war.decision, dull.mat.mission.zone) == ("ATTACK", 5)
    eventful = two_zones_out(4)
    assert (eventful.war.decision, eventful.mat.mission.zone) == ("EN_ROUTE", 2)


@pytest.mark.rule("D16", "D21", "WINDOWS", "RELIEF")
@each(
    "leg, news, stress, phase",
    [
        (Leg.OUT, 0, 0, Phase.MOVE),
        (Leg.OUT, 1, 0, Phase.EN_ROUTE),
        (Leg.OUT, 0, 1, Phase.EN_ROUTE),
        (Leg.HOME, 1, 0, Phase.MOVE),
        (Leg.HOME, 0, 1, Phase.EN_ROUTE),
    ],
)
def test_en_route_is_asked_when_there_is_news_or_relief_has_become_of_use(
    leg: Leg, news: int, stress: int, phase: Phase
) -> None:
    game = Position().in_flight(leg=leg)
    game.mat.mission.news = news
    game.person(2, Role.GUNNER).stress = stress
    zone_done(game.mat, game.table)
    assert game.mat.cursor.phase == phase


@pytest.mark.rule("Q02", "R295", "Q85")
def test_nobody_reaches_the_target() -> None:
    """A Kette of two loses both on the way: score 0, no bonus, the mission is over at once."""
    game = Game(
        OPERATION,
        {
            "A1": NEXT_MISSION * 2,
            "EVENT": DULL_CARDS[:3],
            "B1": [NO_CONTACT, NO_CONTACT, 3],
            "B2": [1, 1, 5],
            "B3": [(6, 6)],
            "CUP": [2, 1],
            "C1": [(1, 6), (1, 6)],
            "C3": [6] * 4,
            "C8": [1, 1],
            "C9_KIA": [1] * 4,
        },
        setup={"target": "rail", "zone": 4, "aircraft": [{}, {}] + [{"status": "repair", "timer": 2}] * 8},
    )
    game.brief(2)
    game.answer("EN_ROUTE", "GO_ON")
    entry = game.mat.log[0]
    assert (entry.score, entry.bonus, entry.present, entry.lost, entry.kia) == (0, 0, 0, 2, 4)
    game.assert_tape_used_up()


# --- range (7.10, ruling Q14) ---


@pytest.mark.rule("D19", "Q14", "R260", "R268")
def test_a_pilot_short_of_range_turns_back_or_presses_on() -> None:
    """Four zones out of five with 9 left: home needs 8 in all, the mission 10."""
    game = Position().in_flight(aircraft=4, zone=4, target_zone=5)
    lose_range(game.mat, game.table, 2, 3)
    assert interrupt(game.mat, game.table)
    assert (game.mat.cursor.decision, game.mat.cursor.subject) == (Decision.TURN_BACK, 3)


@pytest.mark.rule("D19", "Q14")
def test_a_pilot_whose_range_suffices_is_not_asked() -> None:
    game = Position().in_flight(aircraft=4, zone=4, target_zone=4)
    game.mat.mission.target_zone = 5
    lose_range(game.mat, game.table, 2, 2)
    assert not interrupt(game.mat, game.table)


@pytest.mark.rule("D19", "Q14")
def test_a_pilot_who_cannot_get_home_is_not_asked() -> None:
    game = Position().in_flight(aircraft=4, zone=4, target_zone=5)
    lose_range(game.mat, game.table, 2, 5)
    assert not interrupt(game.mat, game.table)
    assert game.mat.cursor.decision == Decision.NONE


@pytest.mark.rule("D19", "Q14", "R214", "Q55", "Q76")
def test_turning_back_lands_at_once_and_counts_as_a_mission_completed() -> None:
    game = two_zones_out_with_engine_trouble([1])
    game.answer("TURN_BACK", "TURN_BACK")
    assert (game.mat.aircraft[1].status, game.mat.pilots[1].completed) == (Status.HOME, 1)


def two_zones_out_with_engine_trouble(landings: list[int], **dice: object) -> Game:
    """Outbound to zone 6, a card takes two zones of range off aircraft 2 over zone 2."""
    game = Game(
        OPERATION,
        {
            "EVENT": [
                "tail_wind",
                "engine_trouble",
                *DULL_CARDS[1:],
                "spots_in_the_distance",
                "smoke_on_the_horizon",
                "haze",
            ],
            "B1": [NO_CONTACT] * 10,
            "B2": [1] * 10,
            "CUP": [2],
            "C5": landings,
            **dice,
        },
        setup={"target": "rail", "zone": 6},
    )
    game.brief(4)
    game.answer("EN_ROUTE", "GO_ON")
    return game


@pytest.mark.rule("D19", "Q14", "Q44", "R260")
def test_pressing_on_ends_where_the_range_is_used_up() -> None:
    """10 zones: six out, four home; it comes down over zone 2 before the card of that zone is drawn."""
    game = two_zones_out_with_engine_trouble(
        [1] * 3, A1=NEXT_MISSION, A4=[1], A6=[1], A2=[1] * 4, C3=[1, 6], C4=[1], C8=[1], C9_KIA=[1]
    )
    game.answer("TURN_BACK", "PRESS_ON")
    game.answer("EN_ROUTE", "GO_ON")
    attack(game, 4)
    assert [(e.aircraft, e.zone, e.leg) for e in game.said(Entry.FAR_FROM_HOME)] == [(2, 2, Leg.HOME)]
    entry = game.mat.log[0]
    assert list(entry.scores[:5]) == [90] * 4 + [-1]
    assert (entry.score, entry.lost, entry.kia) == (90, 1, 1)
    game.assert_tape_used_up()


@pytest.mark.rule("Q14", "R299", "Q44", "R260")
def test_range_used_up_over_zone_2() -> None:
    game = Position().in_flight(aircraft=4, zone=3, leg=Leg.HOME, target_zone=6)
    game.mat.aircraft[1].range_loss = 2
    with game.dice(C3=[1, 1], C4=[1, 9]):
        move(game.mat, game.table)
    assert game.mat.aircraft[1].status == Status.LOST
    assert (game.person(1, Role.PILOT).duty, game.person(1, Role.GUNNER).duty) == (Duty.BACK, Duty.POW)
    assert [(to_index(int(e["aircraft"])), int(e["result"])) for e in game.said(Entry.FAR_FROM_HOME)] == [(1, 2)]


# --- hits on who is gone ---


@pytest.mark.rule("Q99")
def test_hits_on_a_lost_aircraft_lapse() -> None:
    game = Position().in_flight()
    game.mat.aircraft[1].status = Status.LOST
    with game.dice():
        hit(game.mat, game.table, 1, 0)
