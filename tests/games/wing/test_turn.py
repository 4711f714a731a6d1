"""The mission turn: moves, the formation, checks, range and rendezvous (W020 to W036, W045 to W047)."""

import pytest

from stuka_env.games.wing.codes import Act, Counter, Decision, Departure, Escort, Leg, Phase
from stuka_env.games.wing.rules.dropout import lose
from stuka_env.games.wing.rules.formation import lead_seat
from tests.support.wing.game import ANTWERP, EINDHOVEN, FRANKFURT, KOBLENZ, Campaign

KASSEL, SUSSEX = 53, 1
VTG, TTG = [2, 1, 0], [1, 1, 0]


@pytest.mark.rule("W020", "W021", "W022", "X06")
@pytest.mark.parametrize(
    ("box", "came", "moves", "leg", "legal"),
    [
        (0, -1, 0, Leg.OUT, [1, 2, 3]),
        (3, 0, 1, Leg.OUT, [2, 8, 9, 10]),
        (28, 19, 5, Leg.OUT, [27, 29, 38, 39]),
        (39, 28, 7, Leg.OUT, [46]),
        (46, 39, 8, Leg.OUT, [53]),
        (KASSEL, -1, 0, Leg.HOME, [45, 46, 52, 54, 57, 58]),
        (9, 19, 7, Leg.HOME, [3]),
        (SUSSEX, 5, 6, Leg.OUT, []),
    ],
)
def test_boxes_are_legal_in_time_and_not_straight_back(
    box: int, came: int, moves: int, leg: int, legal: list[int]
) -> None:
    """WT13: Kassel is seven boxes from the base, a leg may take nine turns."""
    game = Campaign().fly(TTG, box, card=34, leg=leg)
    mission = game.mat.mission
    mission.limit, mission.moves, mission.came_from = 9, moves, came
    game.at(Phase.MOVE).mat.cursor.decision = Decision.MOVE
    assert game.legal == [("BOX", one) for one in legal]


@pytest.mark.rule("W022")
def test_the_last_box_is_open_if_there_is_no_other() -> None:
    """Bordeaux has one neighbour."""
    game = Campaign().fly(TTG, 50, card=19)
    game.mat.mission.came_from = 43
    game.mat.cursor.decision = Decision.MOVE
    assert game.legal == [("BOX", 43)]


@pytest.mark.rule("W021", "W034", "X75")
def test_a_leg_may_take_two_turns_more_than_the_shortest_way() -> None:
    """The limit is of the box where the leg began; the leg home has no visits yet."""
    game = Campaign().fly(TTG, KASSEL, card=34, leg=Leg.HOME)
    game.mat.route.visits[5] = 1
    game.mat.mission.bombed = 1
    game.dice(BOMBS=[1, 1, 1]).step(Phase.BOMBS)
    mission = game.mat.mission
    assert (mission.goal, mission.limit, mission.moves, mission.came_from) == (0, 9, 0, -1)
    assert not game.mat.route.visits.any() and game.phase == Phase.MOVE


@pytest.mark.rule("W020", "W032", "W033", "X13")
def test_a_turn_has_its_steps_in_their_order() -> None:
    """A quiet box, a box of a site, and the target, whose turn is a whole one."""
    game = Campaign().fly(TTG, 6, card=1).dice(FLAK=[(6, 6)], EVENT=[(6, 6)])
    game.go()
    assert game.decision == Decision.MOVE
    game.act(Act.BOX, 14)
    game.assert_all_rolled()
    assert game.decision == Decision.ALTITUDE and game.line.mission_turns == 1
    assert game.mat.route.visits[14] == 1


@pytest.mark.rule("W023", "X08")
def test_the_leads_move_up_and_empty_elements_vanish() -> None:
    """WT02: Left, else Right, to Lead; the others keep their places."""
    game = Campaign().fly(VTG + TTG + TTG, ANTWERP)
    for seat in (0, 3, 4, 5, 6, 7):
        game.mat.seats[seat].gone = 2
    game.step(Phase.TURN)
    assert game.places() == {1: (0, 0), 2: (0, 2), 8: (1, 0)} and game.mat.mission.elements == 2


@pytest.mark.rule("W024", "W046", "X09")
def test_losses_make_the_formation_loose_and_it_tightens_again() -> None:
    """WT02: two of six missing; 1d6 + the lead crew's performance, 4 or more."""
    game = Campaign().fly(VTG + TTG, ANTWERP).dice(HOME=[6, 1], TIGHTEN=[2, 3])
    lose(game.mat, 0, Departure.DESTROYED, Phase.MOVE)
    game.until(Phase.MOVE)
    assert (game.mat.mission.missing, game.mat.mission.loose, game.mat.mission.points) == (1, 0, -2)
    game.mat.work.cause = 1
    lose(game.mat, 3, Departure.DROPS_OUT, Phase.MOVE)
    game.until(Phase.MOVE)
    assert (game.mat.mission.missing, game.mat.mission.loose, game.mat.mission.points) == (2, 1, -2)
    game.step(Phase.TURN)
    assert game.places() == {1: (0, 0), 2: (0, 2), 4: (1, 0), 5: (1, 2)} and game.mat.mission.loose == 1
    assert game.step(Phase.TURN).mat.mission.loose == 0
    lose(game.mat, 1, Departure.DROPS_OUT, Phase.MOVE)
    assert game.until(Phase.MOVE).mat.mission.loose == 1
    game.assert_all_rolled()


@pytest.mark.rule("W047", "X44", "X70")
def test_a_new_lead_counts_at_once() -> None:
    """Within a turn the next in the element leads, else the next element."""
    game = Campaign().fly(VTG + TTG, ANTWERP)
    for gone, lead in ((0, 1), (1, 2), (2, 3)):
        game.mat.seats[gone].gone = 1
        assert lead_seat(game.mat) == lead
    assert game.mat.mission.elements == 2


@pytest.mark.rule("W025", "W026", "W027", "W106", "W107", "W108", "X18", "X55")
def test_damaged_aircraft_fall_behind() -> None:
    """WT03: checks, steady hands, the way home alone, damaged escorts, range."""
    game = Campaign().fly([1, 0, 2, 1, 1, 1], EINDHOVEN, card=26, track=9)
    mat = game.mat
    mat.seats["damaged"][:3] = 1
    mat.luck.counters[Counter.STEADY_HANDS] = 1
    mat.escorts.ready, mat.escorts.damaged, mat.escorts.range_used = 2, 1, 2
    game.dice(CHECK=[2, 1, 3, 2], CHECK2=[2, 3, 1], HOME=[2], EVENT=[(4, 4)]).at(Phase.TURN).go()
    assert game.decision == Decision.SAVE and (mat.cursor.subject, mat.cursor.departure) == (0, Departure.DROPS_OUT)
    game.act(Act.PLAY)
    game.assert_all_rolled()
    assert mat.seats["gone"][:3].tolist() == [0, 2, 0] and mat.seats["damaged"][:3].tolist() == [1, 1, 1]
    assert (mat.mission.missing, mat.mission.loose, mat.mission.points) == (1, 0, -2)
    assert (mat.escorts.ready, mat.escorts.damaged, mat.escorts.range_used) == (2, 0, 3)
    assert not mat.luck.counters.any() and mat.bombers[1].status == 0 and mat.crews[1].status == 0


@pytest.mark.rule("W027", "X11", "X74")
@pytest.mark.parametrize(("box", "used", "left"), [(9, 3, 5), (9, 4, 0), (10, 4, 5), (10, 5, 0)])
def test_escorts_leave_beyond_their_range(box: int, used: int, left: int) -> None:
    """P-47 stay four turns, five from box 10 on; damaged escorts leave with the others."""
    game = Campaign().fly(TTG, ANTWERP, track=box)
    game.mat.escorts.ready, game.mat.escorts.range_used = 5, used
    escorts = game.step(Phase.ESCORT_CHECKS).mat.escorts
    assert (escorts.ready, escorts.range_used) == (left, used + 1)


def meeting(number: int, kind: int, ready: int = 2, **more: int) -> Campaign:
    """Return a rendezvous at Koblenz with these dice, two P-47 with the formation."""
    game = Campaign().fly(TTG, KOBLENZ, card=38, track=10).dice(RENDEZVOUS=[number], ESCORT_TYPE=[kind])
    game.mat.route.visits[KOBLENZ] = 1
    game.mat.escorts.ready, game.mat.escorts.range_used = ready, 3
    return game.step(Phase.RENDEZVOUS)


def escorts_of(game: Campaign) -> tuple[int, int, int]:
    """Return type, number and range used of the escorts."""
    escorts = game.mat.escorts
    return int(escorts.type), int(escorts.ready), int(escorts.range_used)


@pytest.mark.rule("W028", "X12", "X43")
def test_nobody_comes_beyond_the_range_of_the_type_or_without_a_number() -> None:
    """WT04: Koblenz is six boxes from the base, P-47 reach five; a 1 is nobody."""
    for number, kind in ((4, 2), (1, 6)):
        game = meeting(number, kind)
        assert game.decision == Decision.OVER and escorts_of(game) == (Escort.P_47, 2, 3)
        game.assert_all_rolled()


@pytest.mark.rule("W029", "X12b")
def test_new_escorts_replace_the_old_ones_or_are_declined() -> None:
    """WT04."""
    game = meeting(4, 5)
    game.mat.escorts.ace = 1
    assert game.decision == Decision.RENDEZVOUS
    assert (game.mat.escorts.offered_type, game.mat.escorts.offered) == (Escort.P_38, 6)
    assert escorts_of(game.take(Act.LEAVE)) == (Escort.P_47, 2, 3) and game.mat.escorts.offered == 0
    assert escorts_of(meeting(6, 4).take(Act.TAKE)) == (Escort.P_38, 8, 0)
    assert escorts_of(meeting(2, 4, ready=0)) == (Escort.P_38, 4, 0)


@pytest.mark.rule("W018b", "W028", "W029", "X87")
@pytest.mark.parametrize(
    ("track", "kind", "ace", "comes"),
    [
        (6, 2, (), 0),  # P-47 in 1942: no die
        (10, 2, (5,), 0),  # P-47 in 1943
        (10, 2, (6,), 1),
        (10, 5, (), 0),  # P-38 in 1943: 1 off the die, so no die
        (14, 1, (5,), 1),  # P-47 in 1944
        (14, 3, (5,), 0),  # P-38 in 1944
        (14, 3, (6,), 1),
        (18, 6, (4,), 0),  # P-51
        (18, 6, (5,), 1),
    ],
)
def test_the_offer_of_a_rendezvous_shows_whether_it_has_an_ace(
    track: int, kind: int, ace: tuple[int, ...], comes: int
) -> None:
    """The old ace leaves with the old escorts, and stays with them if the offer is declined."""
    for verb, own in ((Act.TAKE, comes), (Act.LEAVE, 1)):
        game = Campaign().fly(TTG, ANTWERP, card=38, track=track)
        game.dice(RENDEZVOUS=[4], ESCORT_TYPE=[kind], ESCORT_ACE=ace)
        game.mat.route.visits[ANTWERP], game.charts.boxes[ANTWERP].rendezvous = 1, 1
        escorts = game.mat.escorts
        escorts.ready, escorts.ace = 2, 1
        assert game.step(Phase.RENDEZVOUS).decision == Decision.RENDEZVOUS and escorts.offered_ace == comes
        game.assert_all_rolled()
        game.take(verb)
        assert (escorts.ace, escorts.offered_ace) == (own, 0)


@pytest.mark.rule("W018b")
def test_nobody_comes_with_an_ace_and_an_ace_leaves_with_all() -> None:
    """No die without escorts; beyond the range the ace leaves too."""
    game = Campaign().fly(TTG, KOBLENZ, card=38, track=18).dice(RENDEZVOUS=[1], ESCORT_TYPE=[6])
    game.mat.route.visits[KOBLENZ] = 1
    game.step(Phase.RENDEZVOUS).assert_all_rolled()
    escorts = game.mat.escorts
    escorts.type, escorts.ready, escorts.ace, escorts.range_used = Escort.P_51, 3, 1, 12
    game.step(Phase.ESCORT_CHECKS)
    assert (escorts.ready, escorts.ace) == (0, 0)


@pytest.mark.rule("W029")
def test_a_damaged_escort_is_enough_to_be_asked() -> None:
    game = Campaign().fly(TTG, KOBLENZ, card=38, track=10).dice(RENDEZVOUS=[6], ESCORT_TYPE=[4])
    game.mat.route.visits[KOBLENZ], game.mat.escorts.damaged = 1, 1
    assert game.step(Phase.RENDEZVOUS).decision == Decision.RENDEZVOUS


@pytest.mark.rule("W028", "X65")
def test_a_rendezvous_box_is_tried_once_a_leg() -> None:
    """The second visit rolls nothing."""
    game = Campaign().fly(TTG, KOBLENZ, card=38).dice()
    game.mat.route.visits[KOBLENZ] = 2
    assert game.step(Phase.RENDEZVOUS).phase == Phase.SITE
    assert Campaign().fly(TTG, FRANKFURT, card=38).dice().step(Phase.RENDEZVOUS).phase == Phase.SITE


@pytest.mark.rule("W036", "X46")
def test_the_mission_ends_with_the_last_bomber() -> None:
    """Points already earned stand."""
    game = Campaign().fly([1], ANTWERP).dice()
    game.mat.mission.points = 3
    lose(game.mat, 0, Departure.DESTROYED, Phase.SITE)
    assert game.until(Phase.AFTERMATH).mat.mission.points == 1
