"""Flak, damage, departures and company (W050 to W054, W100 to W108)."""

import pytest

from stuka_env.games.wing.codes import Act, Cause, Counter, Decision, Departure, Gone, Hit, Leg, Phase, Status, War
from stuka_env.games.wing.rules.aftermath import count_bombers
from stuka_env.games.wing.rules.damage import damage
from stuka_env.games.wing.rules.dropout import lose
from stuka_env.games.wing.rules.events import strike_random
from stuka_env.games.wing.rules.flak import begin_flak
from tests.support.wing.game import ANTWERP, RUHR, Campaign

VTG, TTG = [2, 1, 0], [1, 1, 0]
GOTHA, KASSEL = 58, 53


def under_flak(level: int, levels: list[int], box: int = RUHR, **state: int) -> Campaign:
    """Return a formation under a flak attack that has come about, in 1944."""
    game = Campaign().fly(levels, box, card=46, track=14)
    for name, value in state.items():
        setattr(game.mat.mission, name, value)
    begin_flak(game.mat, game.table, level, Phase.EVENT)
    return game


@pytest.mark.rule("W050", "W051", "W052", "W100", "W101", "W106", "W123")
def test_a_flak_attack_hits_at_a_bomber_of_each_element() -> None:
    """WT05: the Ruhr in 1944 with "more flak", 1d6 + 1."""
    game = Campaign().fly(VTG + TTG + TTG, RUHR, card=46, track=14)
    game.mat.track.war = War.FLAK
    game.mat.seats[4].damaged = 1
    game.mat.luck.counters[Counter.SILENT_GUNS] = 1
    begin_flak(game.mat, game.table, 3, Phase.EVENT)
    assert game.decision == Decision.FLAK
    game.dice(FLAK_PLACE=[3, 1, 5], FLAK_HIT=[6, 4, 1], DAMAGE=[5, 6], HOME=[1, 2])
    game.take(Act.KEEP).until(Phase.EVENT)
    game.assert_all_rolled()
    mat = game.mat
    assert mat.seats["gone"][:9].tolist() == [2, 0, 0, 0, 2, 0, 0, 0, 0]
    assert (mat.mission.loose, mat.mission.missing, mat.mission.points) == (0, 2, -4)
    begin_flak(mat, game.table, 3, Phase.EVENT)
    game.take(Act.PLAY)
    assert game.phase == Phase.EVENT and not mat.luck.counters.any() and game.line.played[Counter.SILENT_GUNS] == 1


@pytest.mark.rule("W050", "W051")
def test_an_empty_place_rolls_again_and_a_loose_formation_is_harder_to_hit() -> None:
    """WT05: level 2, loose, no war progress; 4 - 3 + 1 - 1 = 1: nothing."""
    game = under_flak(2, TTG, loose=1).dice(FLAK_PLACE=[5, 3], FLAK_HIT=[4])
    game.mat.seats[2].gone = Gone.LOST
    game.until(Phase.EVENT).assert_all_rolled()
    assert not game.mat.seats["damaged"][:3].any()


@pytest.mark.rule("W051", "W052", "X15")
@pytest.mark.parametrize(
    ("die", "level", "damaged"), [(5, 1, 0), (6, 1, 1), (4, 2, 0), (5, 2, 1), (2, 3, 0), (3, 3, 1)]
)
def test_the_level_of_the_site_counts(die: int, level: int, damaged: int) -> None:
    """1d6 - 3 + 0, 1 or 3; light damage from 3 on."""
    game = under_flak(level, TTG).dice(FLAK_PLACE=[3], FLAK_HIT=[die], DAMAGE=[4] * damaged).until(Phase.EVENT)
    assert game.mat.seats[0].damaged == damaged


@pytest.mark.rule("X57")
def test_the_modifiers_are_fixed_before_the_first_die() -> None:
    """The formation becomes loose by the first hit; the second die has no -1."""
    game = under_flak(3, [1] * 6, threshold=1)
    game.mat.seats[0].damaged = 1
    game.dice(FLAK_PLACE=[3, 3], FLAK_HIT=[6, 3], HOME=[], DAMAGE=[4]).until(Phase.EVENT)
    assert game.mat.mission.loose == 1 and game.mat.seats[3].damaged == 1


@pytest.mark.rule("W030")
def test_a_site_attacks_with_two_to_five_and_only_where_it_is() -> None:
    for dice, phase in (((2, 3), Phase.FLAK), ((3, 3), Phase.EVENT)):
        assert Campaign().fly(TTG, RUHR, card=29).dice(FLAK=[dice]).step(Phase.SITE).phase == phase
    assert Campaign().fly(TTG, 27, card=29).dice().step(Phase.SITE).phase == Phase.EVENT


@pytest.mark.rule("W051", "W110b", "X82")
def test_a_low_run_adds_to_its_own_flak_only() -> None:
    """On the way home a site fires as always."""
    for leg, damaged in ((Leg.TARGET, 1), (Leg.HOME, 0)):
        game = Campaign().fly(TTG, RUHR, card=46, track=14)
        game.mat.mission.leg, game.mat.mission.low = leg, 1
        begin_flak(game.mat, game.table, 1, Phase.EVENT)
        game.dice(FLAK_PLACE=[3], FLAK_HIT=[5], DAMAGE=[4] * damaged).until(Phase.EVENT)
        assert game.mat.seats[0].damaged == damaged


LINES = [
    (Hit.LIGHT, 0, {"DAMAGE": [3]}, "sound", 0, 2),
    (Hit.LIGHT, 0, {"DAMAGE": [4]}, "damaged", 0, 2),
    (Hit.LIGHT, 1, {"DAMAGE": [3]}, "damaged", 0, 2),
    (Hit.LIGHT, 1, {"DAMAGE": [4], "HOME": [3]}, "home", 0, 2),
    (Hit.HEAVY, 0, {"DAMAGE": [3], "CREW_HIT": [3]}, "damaged", 0, 2),
    (Hit.HEAVY, 0, {"DAMAGE": [3], "CREW_HIT": [2], "CREW_DAMAGE": [3]}, "damaged", 1, 2),
    (Hit.HEAVY, 0, {"DAMAGE": [3], "CREW_HIT": [1], "CREW_DAMAGE": [5], "CREW_CHECK": [2], "HOME": [5]}, "home", 1, 2),
    (Hit.HEAVY, 0, {"DAMAGE": [2], "CREW_HIT": [2], "CREW_DAMAGE": [6]}, "damaged", 1, 1),
    (Hit.HEAVY, 0, {"DAMAGE": [4], "HOME": [2]}, "lost", 0, 2),
    (Hit.HEAVY, 1, {}, "lost", 0, 2),
    (Hit.DESTROYED, 0, {}, "lost", 0, 2),
]
"""Each line of WT11: the hit, whether the bomber is damaged, the dice, its state, the crew's hit and level."""


@pytest.mark.rule("W100", "W101", "W102", "W103", "W104", "W105", "W106", "X10", "X23", "X24", "X91")
@pytest.mark.parametrize(("hit", "before", "dice", "state", "crew_hit", "level"), LINES)
def test_damage(hit: int, before: int, dice: dict[str, list[int]], state: str, crew_hit: int, level: int) -> None:
    """WT11: Gotha is eight boxes from the base, a Veteran crew."""
    game = Campaign().fly(VTG + TTG, GOTHA, card=47).dice(**dice)
    seat = game.mat.seats[0]
    seat.damaged, game.mat.work.after_damage = before, Phase.SITE
    damage(game.mat, game.table, 0, hit)
    game.until(Phase.SITE).assert_all_rolled()
    got = {1: "home", 2: "lost"}.get(int(seat.gone), "damaged" if seat.damaged else "sound")
    assert (got, int(seat.hit)) == (state, crew_hit)
    assert game.mat.mission.points == (-2 if state == "lost" else 0)
    count_bombers(game.mat, game.table)
    assert game.line.lost == (state == "lost") and game.line.home_alone == (state == "home")
    assert game.mat.crews[0].status == (Status.NONE if state == "lost" else Status.FLYING)
    assert game.mat.crews[0].level == level


@pytest.mark.rule("W104", "W105", "X66")
def test_a_crew_is_hit_once_but_may_fall_again() -> None:
    """Each rating one less once; Green stays Green."""
    game = Campaign().fly([1, 0], GOTHA, card=47)
    for seat, dice in ((0, [6, 6]), (1, [6])):
        for die in dice:
            game.dice(DAMAGE=[1], CREW_HIT=[1], CREW_DAMAGE=[die])
            game.mat.seats[seat].damaged, game.mat.work.after_damage = 0, Phase.SITE
            damage(game.mat, game.table, seat, Hit.HEAVY)
            game.until(Phase.SITE)
    assert game.mat.crews["level"][:2].tolist() == [0, 0] and game.mat.seats["hit"][:2].tolist() == [1, 1]


@pytest.mark.rule("W107", "X56")
def test_a_saved_bomber_still_rolls_for_its_crew() -> None:
    """Steady hands after the drop-out die; then crew damage. A damaged one that is kept rolls none."""
    for before, dice in ((0, {"DAMAGE": [4], "CREW_HIT": [3]}), (1, {})):
        game = Campaign().fly(TTG, GOTHA, card=47).dice(**dice)
        game.mat.luck.counters[Counter.STEADY_HANDS] = 2
        game.mat.seats[0].damaged, game.mat.work.after_damage = before, Phase.SITE
        damage(game.mat, game.table, 0, Hit.HEAVY)
        assert game.step(Phase.LOSS).decision == Decision.SAVE
        game.take(Act.PLAY).until(Phase.SITE).assert_all_rolled()
        assert game.mat.seats[0].gone == Gone.NO and game.mat.luck.counters[Counter.STEADY_HANDS] == 1


@pytest.mark.rule("W106", "W106b", "X50")
def test_escorts_may_go_home_with_a_straggler() -> None:
    """WT19: Kassel is seven boxes away; three of six P-51 go, two are not enough."""
    game = Campaign().fly(VTG + TTG, KASSEL, card=34).dice(HOME=[3, 4, 4])
    mat = game.mat
    mat.escorts.ready, mat.escorts.type, mat.work.cause = 6, 2, Cause.CHECK
    for seat, verb, gone, ready in ((0, Act.SEND, Gone.HOME, 3), (1, Act.ALONE, Gone.HOME, 3)):
        lose(mat, seat, Departure.DROPS_OUT, Phase.MOVE)
        game.step(game.phase).step(game.phase)
        assert game.decision == Decision.STRAGGLER and mat.cursor.subject == seat
        game.take(verb).until(Phase.MOVE)
        assert (mat.seats[seat].gone, mat.escorts.ready) == (gone, ready)
    mat.escorts.ready = 2
    lose(mat, 2, Departure.DROPS_OUT, Phase.MOVE)
    game.until(Phase.MOVE)
    assert mat.seats[2].gone == Gone.LOST and (mat.mission.loose, mat.mission.missing, mat.mission.points) == (1, 3, -2)


@pytest.mark.rule("X61")
def test_company_takes_covers_that_are_not_used_last() -> None:
    """First escorts that do not cover; then the covers left are at most the undamaged escorts."""
    for ready, section, left in ((8, 4, 4), (5, 4, 2)):
        game = Campaign().fly(TTG, KASSEL, card=34)
        game.mat.escorts.ready, game.mat.work.reserve = ready, section
        lose(game.mat, 0, Departure.DROPS_OUT, Phase.MOVE)
        game.step(game.phase).step(game.phase).take(Act.SEND)
        assert game.mat.work.reserve == left


@pytest.mark.rule("W106")
@pytest.mark.parametrize(
    ("box", "die", "gone"), [(15, 2, 2), (15, 3, 1), (38, 3, 2), (38, 4, 1), (53, 4, 2), (53, 5, 1)]
)
def test_the_way_home_alone_by_distance(box: int, die: int, gone: int) -> None:
    """3 or more at 0 to 3 boxes from the base, 4 at 4 to 6, 5 beyond."""
    game = Campaign().fly([0] * 6, box, card=34).dice(HOME=[die])
    lose(game.mat, 0, Departure.DROPS_OUT, Phase.MOVE)
    assert game.until(Phase.MOVE).mat.seats[0].gone == gone


BASE_LINES: list[tuple[int, int, dict[str, list[int]]]] = [
    (Hit.LIGHT, 1, {}),
    (Hit.HEAVY, 0, {"CREW_HIT": [1], "CREW_DAMAGE": [5]}),
]
"""The hit, whether the bomber is damaged, and the dice."""


@pytest.mark.rule("W040", "W100", "W101", "W104", "W124", "X88")
def test_nobody_drops_out_in_the_base_box() -> None:
    """Dice that would only decide it are not rolled; a damaged bomber that is hit heavily is destroyed as elsewhere."""
    for hit, before, dice in BASE_LINES:
        game = Campaign().fly(TTG, 0, card=47, leg=Leg.HOME).dice(**dice)
        seat = game.mat.seats[0]
        seat.damaged, game.mat.work.after_damage = before, Phase.SITE
        damage(game.mat, game.table, 0, hit)
        game.until(Phase.SITE).assert_all_rolled()
        assert (seat.gone, seat.damaged, seat.hit) == (Gone.NO, 1, hit == Hit.HEAVY)
    for cause, trouble in ((Cause.TROUBLE, [1]), (Cause.COUNTER, [])):
        game = Campaign().fly(TTG, 0, card=47, leg=Leg.HOME).dice(ELEMENT=[1], PLACE=[4], TROUBLE=trouble)
        game.mat.seats["damaged"][:3] = 1
        strike_random(game.at(Phase.MOVE).mat, game.table, cause)
        game.assert_all_rolled()
        assert game.phase == Phase.MOVE and not game.mat.seats["gone"].any()


@pytest.mark.rule("W106b")
@pytest.mark.parametrize(
    ("box", "level", "tired", "asked"),
    [
        (KASSEL, 2, 0, True),  # 5 - 2: a 2 is enough with company
        (ANTWERP, 2, 0, False),  # 3 - 2: it comes home anyway
        (ANTWERP, 1, 0, True),
        (KASSEL, 0, 1, True),  # 5 + 1: a 6 alone, a 5 with company
    ],
)
def test_company_is_offered_where_a_die_can_make_the_difference(box: int, level: int, tired: int, asked: bool) -> None:
    game = Campaign().fly([level, 1, 1], box, card=34).dice(HOME=[6])
    game.mat.escorts.ready, game.mat.seats[0].tired = 3, tired
    lose(game.mat, 0, Departure.DROPS_OUT, Phase.MOVE)
    game.step(game.phase).step(game.phase)
    assert game.decision == (Decision.STRAGGLER if asked else Decision.OVER)
    for needed in (9, 20):  # nobody comes home with 8 or less: company is of no use
        game = Campaign().fly([0, 1, 1], box, card=34)
        game.mat.escorts.ready, game.charts.home_at_least[:] = 3, needed
        lose(game.mat, 0, Departure.DROPS_OUT, Phase.MOVE)
        game.step(game.phase).step(game.phase)
        assert game.decision == Decision.OVER


@pytest.mark.rule("W106b", "X61", "X87")
@pytest.mark.parametrize(("ready", "left"), [(3, 0), (4, 1)])
def test_the_ace_goes_home_with_a_bomber_only_if_no_other_escort_is_left(ready: int, left: int) -> None:
    game = Campaign().fly(TTG, KASSEL, card=34)
    game.mat.escorts.ready, game.mat.escorts.ace = ready, 1
    lose(game.mat, 0, Departure.DROPS_OUT, Phase.MOVE)
    game.step(game.phase).step(game.phase).take(Act.SEND)
    assert (game.mat.escorts.ready, game.mat.escorts.ace) == (left, left)


@pytest.mark.rule("W054")
@pytest.mark.parametrize(
    ("level", "loose", "low", "asked"),
    [(1, 0, 0, True), (1, 1, 0, False), (2, 1, 0, True), (1, 1, 1, True)],
)
def test_silent_guns_are_offered_where_a_die_can_hit(level: int, loose: int, low: int, asked: bool) -> None:
    """A light site has 6 - 3, which is light damage, and one less at a loose formation; a low run adds one."""
    game = Campaign().fly(TTG, KASSEL, card=34)
    game.mat.luck.counters[Counter.SILENT_GUNS] = 1
    game.mat.mission.loose, game.mat.mission.low = loose, low
    game.mat.mission.leg = Leg.TARGET if low else Leg.OUT
    begin_flak(game.at(Phase.SITE).mat, game.table, level, Phase.EVENT)
    assert game.phase == Phase.FLAK and game.decision == (Decision.FLAK if asked else Decision.OVER)
