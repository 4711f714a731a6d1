"""Interceptors, the fight of the escorts, attacks on the bombers (W060 to W083, W090 to W097)."""

from typing import Any

import pytest

from stuka_env.games.wing.codes import Act, Counter, Decision, Enemy, Escort, Phase, War
from tests.support.wing.game import RUHR, Campaign

VTG, TTG = [2, 1, 0], [1, 1, 0]


def six(track: int = 9, **escorts: int) -> Campaign:
    """Return six bombers with Trained crews over the Ruhr, in 1943 unless another box is named."""
    game = Campaign().fly([1] * 6, RUHR, card=29, track=track)
    for name, value in escorts.items():
        setattr(game.mat.escorts, name, value)
    return game


def fighters(game: Campaign, kind: int, number: int, aces: int = 0, **fields: int) -> Campaign:
    """Put interceptors before the formation."""
    enemy = game.mat.enemy
    enemy.model, enemy.number, enemy.left, enemy.aces, enemy.aces_left = kind, number, number, aces, aces
    for name, value in fields.items():
        setattr(enemy, name, value)
    return game


@pytest.mark.rule("W060", "W061", "X72")
@pytest.mark.parametrize(
    ("track", "loose", "war", "dice", "met"),
    [
        (1, 0, War.NOTHING, (6, 1, 6), (Enemy.ME_110, 1, 1)),
        (7, 1, War.NOTHING, (4, 3, 1), (Enemy.FW_190, 5, 0)),
        (7, 1, War.SURGE, (2, 6, 6), (Enemy.BF_109, 8, 3)),
        (14, 0, War.ACES, (6, 4, 4), (Enemy.ME_262, 4, 0)),
        (14, 0, War.ACES, (5, 4, 1), (Enemy.ME_110, 4, 0)),
    ],
)
def test_interceptors_by_year_looseness_and_war(
    track: int, loose: int, war: int, dice: tuple[int, int, int], met: Any
) -> None:
    """+2 if loose, +1 with a surge, at most eight; aces -1 with "fewer aces", not below 0."""
    game = six(track)
    game.mat.mission.loose, game.mat.track.war = loose, war
    game.dice(TYPE=[dice[0]], NUMBER=[dice[1]], ACES=[dice[2]]).step(Phase.INTERCEPTION)
    enemy = game.mat.enemy
    assert (enemy.model, enemy.number, enemy.aces) == met and game.line.interceptions == 1


@pytest.mark.rule("W062", "W122", "W123", "X52", "X73")
def test_change_of_course_and_little_friends() -> None:
    """WT18: friends only with fewer than four undamaged escorts; they replace those that are there."""
    game = six(type=Escort.P_47, ready=2, range_used=3)
    counters = game.mat.luck.counters
    counters[Counter.CHANGE_OF_COURSE] = counters[Counter.LITTLE_FRIENDS] = 1
    game.dice(TYPE=[6], NUMBER=[1], ACES=[6], ESCORT_TYPE=[5], FORCED=[2]).at(Phase.INTERCEPTION).go()
    assert game.legal == [("CONTINUE", 0), ("CHANGE_COURSE", 0), ("LITTLE_FRIENDS", 0)]
    game.act(Act.LITTLE_FRIENDS)
    escorts = game.mat.escorts
    assert (escorts.type, escorts.ready, escorts.range_used) == (Escort.P_38, 4, 0)
    assert game.decision == Decision.JOIN and [more for _, more in game.legal] == [0, 1, 2, 3, 4]
    game = six(type=Escort.P_38, ready=6)
    game.mat.luck.counters[:2] = 1
    game.dice(TYPE=[3], NUMBER=[6], ACES=[5]).at(Phase.INTERCEPTION).go()
    assert game.legal == [("CONTINUE", 0), ("CHANGE_COURSE", 0)]
    game.take(Act.CHANGE_COURSE)
    assert game.phase == Phase.MOVE and game.mat.enemy.left == 0 and game.mat.luck.counters.tolist() == [0, 1, 0, 0, 0]


@pytest.mark.rule("W062", "W064", "W073", "W122")
def test_a_fight_goes_on_although_a_counter_was_kept_or_played() -> None:
    """WT18: two P-47 go on against four Bf 109; then four P-38 of little friends against an Me 110."""
    game = six(type=Escort.P_47, ready=2)
    game.mat.luck.counters[:2] = 1
    game.dice(
        TYPE=[2], NUMBER=[4], ACES=[3], FORCED=[2],
        ESCORT_FIRE=[(1, 1), (1, 2), (2, 2), (3, 4)], INTERCEPTOR_FIRE=[(1, 1), (1, 2), (4, 5), (1, 1)],
    )  # fmt: skip
    game.at(Phase.INTERCEPTION).go().act(Act.CONTINUE)
    game.take(Act.JOIN, 2).until(Phase.BOMBERS).assert_all_rolled()
    assert (game.mat.enemy.left, game.mat.escorts.ready, game.mat.escorts.damaged) == (4, 1, 1)
    game = six(type=Escort.P_47, ready=2)
    game.mat.luck.counters[:2] = 1
    game.dice(
        TYPE=[6], NUMBER=[1], ACES=[6], ESCORT_TYPE=[5], FORCED=[2],
        ESCORT_FIRE=[(1, 3), (2, 2)], INTERCEPTOR_FIRE=[(1, 3), (4, 5)],
    )  # fmt: skip
    game.at(Phase.INTERCEPTION).go().act(Act.LITTLE_FRIENDS).act(Act.JOIN, 4)
    assert game.decision == Decision.PRESS and [more for _, more in game.legal] == [0, 1, 2]
    game.take(Act.PRESS, 2).until(Phase.BOMBERS).assert_all_rolled()
    escorts = game.mat.escorts
    assert (game.mat.enemy.left, escorts.ready, escorts.damaged, escorts.type) == (1, 3, 1, Escort.P_38)


@pytest.mark.rule("W065", "W067", "W069", "W070", "W071", "X03", "X04", "X16", "X38")
def test_fewer_escorts_engage_from_left_to_right() -> None:
    """WT07: three P-47 and five Bf 109, two of them aces."""
    game = fighters(six(type=Escort.P_47, ready=3), Enemy.BF_109, 5, 2, fighting=3)
    game.dice(INTERCEPTOR_FIRE=[(4, 4), (6, 6), (2, 4)], ESCORT_FIRE=[(3, 3), (2, 5)]).step(Phase.FIGHT)
    game.assert_all_rolled()
    enemy, escorts = game.mat.enemy, game.mat.escorts
    assert (enemy.left, enemy.aces_left, enemy.stay, enemy.free) == (5, 2, 1, 0)
    assert (escorts.ready, escorts.damaged, game.line.escorts_lost) == (1, 1, 1)


@pytest.mark.rule("W063", "W064", "W066", "W068", "W072")
def test_more_escorts_have_wingmen_and_idle_ones() -> None:
    """WT08: six of eight P-51 against an ace and another Bf 109."""
    game = six(18, type=Escort.P_51, ready=8)
    game.dice(
        TYPE=[1], NUMBER=[2], ACES=[5], FORCED=[4], ESCORT_FIRE=[(3, 5), (3, 3)], INTERCEPTOR_FIRE=[(6, 6), (1, 2)]
    )
    game.at(Phase.INTERCEPTION).go()
    assert game.mat.enemy.must_fight == 3 and [more for _, more in game.legal] == [0, 1, 2, 3, 4, 5]
    game.take(Act.JOIN, 3).until(Phase.BOMBERS).assert_all_rolled()
    enemy, escorts = game.mat.enemy, game.mat.escorts
    assert (enemy.left, escorts.ready, escorts.damaged, game.mat.work.reserve) == (0, 7, 0, 2)
    assert game.step(Phase.BOMBERS).phase == Phase.MOVE and enemy.model == -1


@pytest.mark.rule("W073", "W074", "W075", "W076", "W079", "W082", "W091", "X84")
def test_a_second_round_and_then_the_bombers() -> None:
    """WT09: four P-38 and three Bf 109."""
    game = six(type=Escort.P_38, ready=4)
    game.dice(
        TYPE=[1], NUMBER=[3], ACES=[1], FORCED=[6],
        INTERCEPTOR_FIRE=[(6, 4), (3, 3), (2, 2), (4, 5), (1, 1), (2, 3)],
        ESCORT_FIRE=[(2, 3), (3, 3), (2, 3), (2, 2), (3, 4), (4, 5)],
        ELEMENT=[4, 6], PLACE=[4, 1], BOMBER_FIRE=[(4, 5), (4, 6)],
    )  # fmt: skip
    game.at(Phase.INTERCEPTION).go()
    game.take(Act.JOIN, 2).until(Phase.MOVE).assert_all_rolled()
    assert (game.mat.escorts.ready, game.mat.escorts.damaged, game.mat.mission.points) == (2, 2, 0)


@pytest.mark.rule("W073", "X17")
def test_free_escorts_go_on_or_withdraw() -> None:
    """Those whose opponent is gone, and idle ones; wingmen and engaged ones must go on."""
    game = fighters(six(type=Escort.P_47, ready=4), Enemy.BF_109, 3, fighting=4)
    game.dice(ESCORT_FIRE=[(6, 6), (1, 1), (1, 1)], INTERCEPTOR_FIRE=[(1, 1), (1, 1), (1, 1)]).step(Phase.FIGHT)
    enemy = game.mat.enemy
    assert game.decision == Decision.PRESS and (enemy.left, enemy.stay, enemy.free) == (2, 3, 1)
    assert [more for _, more in game.legal] == [0, 1]
    assert game.line.kills == 1 and game.take(Act.PRESS, 0).phase == Phase.SECOND_FIGHT and enemy.fighting == 3


@pytest.mark.rule("W069")
@pytest.mark.parametrize(
    ("own", "other", "fire"), [(Escort.P_51, Enemy.BF_109, "escort"), (Escort.P_38, Enemy.BF_109, "enemy")]
)
def test_the_higher_performance_fires_first_and_the_destroyed_do_not_fire(own: int, other: int, fire: str) -> None:
    game = fighters(six(type=own, ready=1), other, 1, fighting=1)
    game.dice(**{"ESCORT_FIRE" if fire == "escort" else "INTERCEPTOR_FIRE": [(6, 6)]})
    game.mat.enemy.round_number = 0
    game.charts.escorts[Escort.P_38].air_combat = 1
    game.step(Phase.FIGHT).assert_all_rolled()
    assert (game.mat.enemy.left, game.mat.escorts.ready) == ((0, 1) if fire == "escort" else (1, 0))


def twelve() -> Campaign:
    """Return the formation of WT10: B-17G in Lead and High, B-17F in Low and Tail; bomber 10 is damaged."""
    game = Campaign().fly(VTG + TTG * 3, RUHR, card=46, track=9)
    mat = game.mat
    mat.bombers["model"][:6] = 1
    mat.bombers["model"][6:12] = 0
    mat.seats[9].damaged = 1
    mat.escorts.ready = mat.work.reserve = 2
    return fighters(game, Enemy.FW_190, 6, 2)


@pytest.mark.rule(
    "W075",
    "W076",
    "W077",
    "W078",
    "W079",
    "W080",
    "W081",
    "W082",
    "W090",
    "W091",
    "W092",
    "W093",
    "W094",
    "W095",
    "W096",
    "W097",
    "X19",
    "X37",
    "X48",
    "W083",
    "X21",
    "X58",
)
def test_waves_covers_and_modifiers() -> None:
    """WT10."""
    game = twelve().dice(
        ELEMENT=[5, 6, 5, 6, 5, 1, 4, 2, 6, 6], PLACE=[3, 3, 1, 4, 2, 3, 4, 6, 6, 6],
        BOMBER_FIRE=[(4, 5), (4, 6), (2, 5), (1, 4), (2, 2), (5, 3), (3, 2), (2, 2), (5, 2)],
        ATTACK_FIRE=[(2, 1), (6, 1), (2, 4), (2, 1), (4, 3), (5, 1)], DAMAGE=[4, 2, 4],
    )  # fmt: skip
    game.table.journal.capacity = 1
    covers = game.at(Phase.BOMBERS).go().legal
    assert covers == [("COVER", 1), ("COVER", 3), ("COVER", 4), ("COVER", 5), ("DONE", 0)]
    assert game.act(Act.COVER, 1).legal == [("COVER", 2), ("COVER", 3), ("COVER", 4), ("COVER", 5), ("DONE", 0)]
    assert game.act(Act.COVER, 2).legal == [("COVER", 1), ("COVER", 2)]
    game.act(Act.COVER, 2).take(Act.COVER, 3).until(Phase.MOVE).assert_all_rolled()
    mat = game.mat
    assert mat.seats["gone"].nonzero()[0].tolist() == [9] and mat.seats["damaged"].nonzero()[0].tolist() == [0, 9, 11]
    assert (mat.mission.loose, mat.mission.missing, mat.mission.points, mat.escorts.ready) == (0, 1, -2, 2)
    entries = game.table.journal.entries[: game.table.journal.cursor]
    rolls = entries[entries["kind"] == 0]
    totals = {
        name: rolls["total"][rolls["chart"] == code].tolist()
        for name, code in (("BOMBER_FIRE", 26), ("ATTACK_FIRE", 27))
    }
    assert totals == {"BOMBER_FIRE": [8, 9, 7, 4, 6, 8, 4, 2, 5], "ATTACK_FIRE": [7, 11, 8, 5, 10, 9]}


@pytest.mark.rule("W081", "X42")
def test_an_attack_on_a_bomber_that_is_gone_is_not_made() -> None:
    """The interceptor stays for the next round."""
    game = fighters(six(), Enemy.FW_190, 2)
    game.dice(
        ELEMENT=[1, 1, 4, 4], PLACE=[3, 3, 3, 4], BOMBER_FIRE=[(1, 1)] * 3, ATTACK_FIRE=[(6, 6), (1, 1), (1, 1)]
    ).at(Phase.BOMBERS).until(Phase.MOVE).assert_all_rolled()  # fmt: skip
    assert game.mat.seats["gone"][:6].tolist() == [2, 0, 0, 0, 0, 0]


@pytest.mark.rule("W093")
def test_a_loose_formation_fires_worse() -> None:
    """-2."""
    for loose, left in ((0, 0), (1, 1)):
        game = fighters(six(), Enemy.ME_110, 1)
        game.mat.mission.loose = loose
        game.dice(ELEMENT=[4] * 2, PLACE=[3] * 2, BOMBER_FIRE=[(5, 3)] * (1 + loose), ATTACK_FIRE=[(1, 1)] * 2 * loose)
        game.at(Phase.BOMBERS).step(Phase.BOMBERS).step(Phase.WAVE).step(Phase.COVER).step(Phase.STRIKE)
        assert game.mat.enemy.left == left


def with_ace(track: int = 14, kind: int = Escort.P_51, ready: int = 4) -> Campaign:
    """Return six bombers with escorts that have an ace."""
    return six(track, type=kind, ready=ready, ace=1)


@pytest.mark.rule("W018b", "W122", "X36", "X87")
def test_little_friends_bring_their_own_ace_or_none() -> None:
    for die, ace in ((4, 0), (5, 1)):
        game = six(14, type=Escort.P_47, ready=1, ace=1)
        game.mat.luck.counters[Counter.LITTLE_FRIENDS] = 1
        game.dice(TYPE=[1], NUMBER=[2], ACES=[1], ESCORT_TYPE=[6], ESCORT_ACE=[die], FORCED=[1])
        game.at(Phase.INTERCEPTION).go().act(Act.LITTLE_FRIENDS)
        assert (game.mat.escorts.type, game.mat.escorts.ready, game.mat.escorts.ace) == (Escort.P_51, 4, ace)
        game.assert_all_rolled()


@pytest.mark.rule("W064b", "X87")
@pytest.mark.parametrize(
    ("ready", "forced", "more", "asked", "fights"),
    [(4, 3, 1, True, None), (4, 3, 0, True, None), (4, 3, 3, False, 1), (4, 1, 0, False, 0), (1, 6, None, False, 1)],
)
def test_the_ace_is_sent_or_held_back(ready: int, forced: int, more: int | None, asked: bool, fights: Any) -> None:
    """Asked if at least one escort fights and not all do; a 3 forces one of four, a 1 nobody, a 6 a single one."""
    for verb, sent in ((Act.SEND_ACE, 1), (Act.HOLD_ACE, 0)):
        game = with_ace(ready=ready).dice(TYPE=[1], NUMBER=[5], ACES=[1], FORCED=[forced])
        game.at(Phase.INTERCEPTION)
        if more is None:
            game.until(Phase.FIGHT)
        else:
            game.go().take(Act.JOIN, more)
        if asked:
            assert game.decision == Decision.ACE and game.legal == [("SEND_ACE", 0), ("HOLD_ACE", 0)]
            game.take(verb)
        enemy = game.mat.enemy
        assert game.decision == Decision.OVER and enemy.ace_fights == (sent if asked else fights)
        assert enemy.fighting == (1 if more is None else more + (forced == 3))
        assert game.mat.work.reserve == ready - enemy.fighting


@pytest.mark.rule("W069", "W070", "W097", "X87")
def test_the_ace_meets_the_enemys_ace_and_fires_with_his_ratings() -> None:
    """P-47 and Bf 109 have performance 3: two aces fire both, an ace alone fires first and drives off with an 8 - 1."""
    game = fighters(six(track=10, type=Escort.P_47, ready=2, ace=1), Enemy.BF_109, 2, 1, fighting=2, ace_fights=1)
    game.dice(ESCORT_FIRE=[(4, 3), (4, 3)], INTERCEPTOR_FIRE=[(1, 1), (1, 1)]).step(Phase.FIGHT).assert_all_rolled()
    assert (game.mat.enemy.left, game.mat.enemy.aces_left, game.mat.enemy.ace_free) == (1, 0, 1)
    game = fighters(six(track=10, type=Escort.P_47, ready=1, ace=1), Enemy.BF_109, 1, fighting=1, ace_fights=1)
    game.dice(ESCORT_FIRE=[(6, 6)]).step(Phase.FIGHT).assert_all_rolled()
    assert (game.mat.enemy.left, game.mat.escorts.ready) == (0, 1)


@pytest.mark.rule("W071", "X87")
@pytest.mark.parametrize(("dice", "damaged", "lost"), [((4, 4), 1, 0), ((6, 6), 0, 1)])
def test_an_ace_who_is_hit_is_no_longer_an_ace_of_the_group(dice: tuple[int, int], damaged: int, lost: int) -> None:
    """His performance is that of a Bf 109, so both fire. The other escort, in the second set, is no ace."""
    game = fighters(six(track=10, type=Escort.P_38, ready=3, ace=1), Enemy.BF_109, 2, fighting=2, ace_fights=1)
    game.dice(INTERCEPTOR_FIRE=[dice, (1, 1)], ESCORT_FIRE=[(1, 1), (1, 1)]).step(Phase.FIGHT)
    escorts, enemy = game.mat.escorts, game.mat.enemy
    game.assert_all_rolled()
    assert (escorts.ready, escorts.damaged, game.line.escorts_lost) == (2, damaged, lost)
    assert (escorts.ace, enemy.ace_fights, enemy.ace_free, game.mat.mission.points) == (0, 0, 0, 0)


@pytest.mark.rule("W073", "W073b", "W074", "X87")
@pytest.mark.parametrize(
    ("more", "verb", "fights", "phase"),
    [
        (2, None, 1, Phase.SECOND_FIGHT),
        (1, Act.SEND_ACE, 1, Phase.SECOND_FIGHT),
        (1, Act.HOLD_ACE, 0, Phase.SECOND_FIGHT),
        (0, None, 0, Phase.SECOND_FIGHT),
    ],
)
def test_a_free_ace_goes_on_or_withdraws(more: int, verb: Act | None, fights: int, phase: int) -> None:
    """Three sets: the opponents of the ace and of the second escort are gone, the third must go on."""
    game = fighters(with_ace(), Enemy.BF_109, 3, fighting=3, ace_fights=1)
    game.dice(ESCORT_FIRE=[(6, 6), (6, 6), (1, 1)], INTERCEPTOR_FIRE=[(1, 1)]).step(Phase.FIGHT)
    enemy = game.mat.enemy
    assert game.decision == Decision.PRESS and (enemy.left, enemy.stay, enemy.free, enemy.ace_free) == (1, 1, 2, 1)
    game.take(Act.PRESS, more)
    if verb is not None:
        assert game.decision == Decision.ACE
        game.take(verb)
    assert game.decision == Decision.OVER and (game.phase, enemy.ace_fights) == (phase, fights)


@pytest.mark.rule("W078", "X48", "X87")
def test_covers_are_saved_only_for_a_further_wave() -> None:
    """Two attacks and two covers: with nothing to wait for, both are covered without a question; the ace covers."""
    game = fighters(with_ace(ready=2), Enemy.ME_110, 2)
    game.mat.work.reserve = 2
    game.dice(ELEMENT=[1, 4], PLACE=[4, 4], BOMBER_FIRE=[(6, 6), (6, 6)]).at(Phase.BOMBERS).go()
    assert game.decision == Decision.COVER and game.legal == [("COVER", 1), ("COVER", 2)]
    game.take(Act.COVER, 1).step(Phase.COVER)
    assert game.legal == [("COVER", 2)]  # which is taken without a question
    assert game.go().decision == Decision.ALTITUDE
    game.assert_all_rolled()
