"""Formation events and Lady Luck (W031, W040 to W045, W120 to W124)."""

from typing import Any

import pytest

from stuka_env.games.wing.codes import Chart, Counter, Decision, Leg, Phase
from tests.support.wing.game import RUHR, Campaign

ZUIDER_ZEE = 28
COUNTERS = {
    "clear view": 9,
    "silent guns": 12,
    "steady hands": 7,
    "near miss": 16,
    "escort recalled": 18,
    "lost way": 17,
}
COUNTERS |= {"engine trouble": 14, "nothing": 20, "change of course": 1, "little friends": 6}
"""A place in the cup of each counter, in the order of the chart."""


def six(box: int = ZUIDER_ZEE) -> Campaign:
    """Return six bombers with Trained crews."""
    return Campaign().fly([1] * 6, box, card=29)


@pytest.mark.rule("W031")
@pytest.mark.parametrize(
    ("box", "dice", "comes"),
    [(2, 4, 1), (2, 5, 0), (16, 4, 1), (16, 5, 0), (28, 5, 1), (28, 6, 0), (53, 6, 1), (53, 7, 0)],
)
def test_events_by_the_distance_from_the_base(box: int, dice: int, comes: int) -> None:
    """2 to 4 in the columns 0-1 and 2-3, to 5 in 4-6, to 6 from 7 on."""
    faces = (dice - 3, 3) if dice > 4 else (1, dice - 1)
    after: dict[str, Any] = {"EVENT_KIND": [(2, 3)], "COUNTER": [20], "WEATHER": [6]} if comes else {}
    game = six(box).dice(EVENT=[faces], **after)
    game.step(Phase.EVENT)
    kind = Chart.EVENT_KIND
    assert game.table.tape.next[kind] - game.table.tape.start[kind] == 2 * comes and game.phase == Phase.MOVE


@pytest.mark.rule("W040", "W042", "W043", "W045", "X35")
def test_the_events_of_a_mission() -> None:
    """WT06: six bombers over the Zuider Zee, four boxes from the base."""
    mat = (game := six()).mat
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 1)], ELEMENT=[4], PLACE=[3], TROUBLE=[2]).step(Phase.EVENT)
    assert mat.seats["damaged"][:6].tolist() == [0, 0, 0, 1, 0, 0]
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(2, 3)], WEATHER=[3], WEATHER_KIND=[5]).step(Phase.EVENT)
    assert mat.mission.cloud == 2
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(2, 3)], WEATHER=[4]).step(Phase.EVENT)
    mat.mission.bombed = 1
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 4)]).step(Phase.EVENT)
    assert mat.mission.cloud == 2
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(3, 3)], FORMATION=[2]).step(Phase.EVENT)
    assert mat.mission.loose == 1
    mat.seats[1].gone = 2
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 1)], ELEMENT=[1, 5], PLACE=[1, 1], TROUBLE=[1]).step(Phase.EVENT)
    assert mat.seats["damaged"][:6].tolist() == [0, 0, 0, 1, 1, 0]
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 1)], ELEMENT=[5], PLACE=[1], TROUBLE=[3]).step(Phase.EVENT)
    assert game.phase == Phase.MOVE
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 1)], ELEMENT=[5], PLACE=[1], TROUBLE=[1]).step(Phase.EVENT)
    assert game.phase == Phase.LOSS
    game.assert_all_rolled()


@pytest.mark.rule("W043")
def test_a_formation_check_may_tighten() -> None:
    game = six().dice(EVENT=[(1, 1)], EVENT_KIND=[(3, 3)], FORMATION=[3])
    game.mat.mission.loose = 1
    assert game.step(Phase.EVENT).mat.mission.loose == 0


@pytest.mark.rule("W044", "W035")
def test_enemy_fighters_are_an_event_beyond_the_coast() -> None:
    assert six().dice(EVENT=[(1, 1)], EVENT_KIND=[(6, 6)]).step(Phase.EVENT).phase == Phase.INTERCEPTION


@pytest.mark.rule("W045", "X63")
@pytest.mark.parametrize(
    ("elements", "die", "element"),
    [(1, 6, 0), (2, 3, 0), (2, 4, 1), (3, 2, 0), (3, 4, 1), (3, 5, 2), (4, 2, 0), (4, 3, 1), (4, 4, 2), (4, 5, 3)],
)
def test_a_random_bomber_by_the_number_of_elements(elements: int, die: int, element: int) -> None:
    """Both dice are always rolled; 1-2 Left, 3-4 Lead, 5-6 Right."""
    for place, seat in ((2, 1), (3, 0), (5, 2)):
        game = Campaign().fly([1] * (3 * elements), ZUIDER_ZEE, card=29)
        game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 1)], ELEMENT=[die], PLACE=[place], TROUBLE=[1]).step(Phase.EVENT)
        assert game.mat.seats["damaged"].nonzero()[0].tolist() == [3 * element + seat]


def draw(game: Campaign, counter: str, **dice: list[int]) -> Campaign:
    """Draw a counter."""
    return game.dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 2)], COUNTER=[COUNTERS[counter]], **dice).step(Phase.EVENT)


@pytest.mark.rule("W041", "W120", "W121", "W124", "X27")
def test_counters_are_kept_or_act_at_once() -> None:
    """WT14: three are held at most; a fourth good one has no effect."""
    mat = (game := six()).mat
    mat.escorts.ready = 4
    held = []
    for counter in ("clear view", "silent guns", "clear view", "steady hands"):
        held.append(draw(game, counter).mat.luck.counters.tolist())
    assert held == [[0, 0, 0, 1, 0], [0, 0, 0, 1, 1], [0, 0, 0, 2, 1], [0, 0, 0, 2, 1]]
    assert draw(game, "near miss").mat.mission.loose == 1 and mat.escorts.ready == 4
    assert draw(game, "escort recalled").mat.escorts.ready == 0 and mat.mission.waiting == 0
    assert draw(game, "lost way").mat.mission.waiting == 1
    draw(game, "engine trouble", ELEMENT=[2], PLACE=[1])
    assert mat.seats["damaged"][:6].tolist() == [0, 1, 0, 0, 0, 0]
    draw(game, "nothing").assert_all_rolled()
    draw(game, "engine trouble", ELEMENT=[2], PLACE=[1])
    assert game.phase == Phase.LOSS


@pytest.mark.rule("W120", "X83")
def test_every_counter_has_its_places_in_the_cup() -> None:
    """Twenty counters, three each of the first two and of clear view."""
    for number, counter in ((1, 0), (3, 0), (4, 1), (7, 2), (9, 3), (11, 3), (12, 4), (13, 4)):
        game = six().dice(EVENT=[(1, 1)], EVENT_KIND=[(1, 2)], COUNTER=[number]).step(Phase.EVENT)
        assert game.mat.luck.counters[Counter(counter)] == 1


@pytest.mark.rule("W124", "X65")
def test_a_formation_that_lost_its_way_stays_for_a_turn() -> None:
    """All other steps are made in the same box; the turn is no move."""
    game = six()
    game.mat.mission.waiting, game.mat.mission.came_from = 1, 19
    game.dice(EVENT=[(6, 6)]).at(Phase.MOVE).go()
    mission = game.mat.mission
    assert game.decision == Decision.MOVE and (mission.moves, mission.came_from, mission.waiting) == (0, 19, 0)
    assert game.line.mission_turns == 1


@pytest.mark.rule("W124", "X34")
@pytest.mark.parametrize(("box", "leg"), [(0, Leg.HOME), (RUHR, Leg.OUT)])
def test_nobody_loses_his_way_at_the_goal(box: int, leg: int) -> None:
    """No effect in the base or in the target box on the way out."""
    game = Campaign().fly([1] * 6, box, card=29, leg=leg)
    kind = (2, 3) if box == 0 else (1, 2)
    game.dice(EVENT=[(1, 1)], EVENT_KIND=[kind], COUNTER=[COUNTERS["lost way"]]).step(Phase.EVENT)
    assert game.mat.mission.waiting == 0


@pytest.mark.rule("W031", "W031b", "X90")
@pytest.mark.parametrize(
    ("box", "visited", "rolls"),
    [
        (16, (), True),  # Lille, three boxes from the base
        (16, (17,), False),  # after Antwerp, at the same distance
        (16, (7,), True),  # Pas de Calais is nearer
        (1, (2,), False),
        (7, (6,), False),
        (28, (19, 27), True),  # four boxes from the base
    ],
)
def test_a_formation_that_loiters_near_the_base_has_no_events(box: int, visited: tuple[int, ...], rolls: bool) -> None:
    for leg in (Leg.OUT, Leg.HOME):
        game = Campaign().fly([1] * 6, box, card=29, leg=leg).dice(EVENT=[(6, 6)] * rolls)
        for other in (box, *visited):
            game.mat.route.visits[other] = 1
        assert game.step(Phase.EVENT).phase == Phase.MOVE
        game.assert_all_rolled()


@pytest.mark.rule("W031b")
def test_a_turn_without_a_move_near_the_base_has_no_event() -> None:
    game = six(16).dice()
    game.mat.route.visits[16] = 2
    assert game.step(Phase.EVENT).phase == Phase.MOVE
