"""Set-ups by hand and the checks of a mat."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from stuka_env.declared.values import ConsistencyError
from stuka_env.games.wing.codes import Act, Decision, Phase, Scale, Target
from stuka_env.games.wing.scenario.consistency import check_laid_out, check_mat
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.games.wing.scenario.setup import make_setup
from tests.support.each import each
from tests.support.wing.game import Campaign
from tests.support.wing.playing import random_campaign

SIX = [{"crew": seat, "bomber": seat} for seat in range(6)]


def checked(game: Campaign, check: Callable[[WarSpec, Any, Any], None] = check_mat) -> None:
    """Check the mat of a campaign."""
    plan = game.mat.plan
    values = {name: int(plan[name]) for name in ("scale", "campaign", "squadron", "start", "landing", "fatigue")}
    check(WarSpec(**values), game.charts, SimpleNamespace(mats=game.mats, logs=game.logs))  # type: ignore[arg-type]


@each("campaign, scale", [(0, 1), (1, 1), (2, 1), (3, 1), (4, 0)])
def test_every_mat_of_play_fits(campaign: int, scale: int) -> None:
    for seed in range(2):
        for game in random_campaign(seed, campaign=campaign, scale=scale, landing=seed):
            checked(game)


CHANGES: dict[str, tuple[int, Callable[[Any], Any], str]] = {
    "a bomber twice": (Decision.MOVE, lambda mat: mat.seats[1].__setattr__("bomber", 0), "seats.bomber"),
    "a crew on the ground": (Decision.MOVE, lambda mat: mat.crews[0].__setattr__("status", 1), "crews.status"),
    "two in one place": (Decision.MOVE, lambda mat: mat.seats[1].__setattr__("place", 0), "seats.place"),
    "too late for the goal": (Decision.MOVE, lambda mat: mat.mission.__setattr__("moves", 9), "mission.moves"),
    "no card": (Decision.CREW, lambda mat: mat.mission.__setattr__("card", 0), "mission.card"),
    "another number of bombers": (
        Decision.CREW,
        lambda mat: mat.mission.__setattr__("required", 12),
        "mission.required",
    ),
    "escorts without a type": (Decision.MOVE, lambda mat: mat.escorts.__setattr__("type", -1), "escorts.type"),
    "an end that is none": (Decision.MOVE, lambda mat: mat.track.__setattr__("over", 1), "track.logged"),
    "another phase": (Decision.MOVE, lambda mat: mat.cursor.__setattr__("phase", 3), "cursor.phase"),
    "an attack on nobody": (Decision.MOVE, lambda mat: mat.attacks[1].__setattr__("seat", 0), "attacks.seat"),
    "four counters": (Decision.MOVE, lambda mat: mat.luck.counters.__setitem__(slice(0, 2), 2), "luck.counters"),
    "a missing bomber that is there": (
        Decision.MOVE,
        lambda mat: mat.mission.__setattr__("missing", 1),
        "mission.missing",
    ),
    "an empty deck": (Decision.CREW, lambda mat: mat.track.__setattr__("deck", 0), "track.deck"),
    "the wrong goal": (Decision.MOVE, lambda mat: mat.mission.__setattr__("goal", 3), "mission.goal"),
}


def at(decision: int) -> Campaign:
    """Return a campaign at its first decision of a kind."""
    return next(game for game in random_campaign(1) if game.decision == decision)


@each("change", CHANGES)
def test_a_mat_that_contradicts_itself_is_refused(change: str) -> None:
    decision, edit, path = CHANGES[change]
    game = at(decision)
    checked(game)
    edit(game.mat)
    with pytest.raises(ConsistencyError, match=path.replace(".", r"\.")):
        checked(game)


def laid_out(setup: dict[str, Any], **dice: Any) -> Campaign:
    """Return a campaign that begins with a set-up, at its first choice."""
    game = Campaign()
    made = make_setup(setup, WarSpec(scale=Scale.CAMPAIGN))
    made.apply(game.mat)
    checked(game, check_laid_out)
    if dice:
        game.dice(**dice)
    game.go()
    checked(game)
    return game


@pytest.mark.rule("X54")
def test_a_set_up_begins_over_the_target() -> None:
    """The third example of WT12 from its last decision."""
    setup = {
        "cursor": {"decision": "altitude"},
        "mission": {"card": 34, "cloud": "light"},
        "track": {"box": 1},
        "seats": SIX,
        "luck": {"counters": [0, 0, 0, 1, 0]},
    }
    game = laid_out(setup, FLAK=[(4, 4)], BOMBS=[3, 4, 2, 5, 3, 4])
    mission = game.mat.mission
    assert game.decision == Decision.ALTITUDE and game.mat.enemy.flak_level == 2
    assert (mission.sent, mission.short, mission.box, mission.threshold) == (6, 3, 53, 2)
    game.act(Act.HIGH)
    assert game.decision == Decision.RUN
    game.act(Act.PLAY)
    assert game.decision == Decision.MOVE and mission.hits == 5


@pytest.mark.rule("X77")
def test_a_set_up_begins_on_the_way_home() -> None:
    """Moves and limit follow from leg and box; losses from the seats."""
    seats = [dict(SIX[0], gone="lost"), *SIX[1:]]
    game = laid_out({"cursor": {"decision": "move"}, "mission": {"card": 34, "leg": "home", "box": 46}, "seats": seats})
    mission = game.mat.mission
    assert (mission.goal, mission.limit, mission.missing, mission.bombed, game.mat.bombers[0].status) == (0, 9, 1, 1, 0)
    assert {argument for _, argument in game.legal} <= {38, 39, 47, 53, 54}


@pytest.mark.rule("X80")
def test_a_mission_that_is_laid_out_is_logged_as_one_that_was_played() -> None:
    """The target box was entered, the losses before the set-up count, and the target has its points."""
    seats = [dict(SIX[0], gone="lost"), dict(SIX[1], gone="home"), *SIX[2:]]
    mission = {"card": 34, "leg": "home", "box": 1, "hits": 6}
    game = laid_out({"cursor": {"decision": "move"}, "mission": mission, "seats": seats})
    assert (game.mat.mission.target, game.mat.mission.points) == (Target.DESTROYED, 4 - 3 - 2)
    game.dice(EVENT=[(6, 6)]).take(Act.BOX, 0).until(Phase.AFTERMATH)
    game.table.dice.strict = 0
    game.go()
    line = game.table.log.lines[0]
    assert (line.reached, line.hits, line.target, line.target_points, line.loss_points) == (
        1,
        6,
        Target.DESTROYED,
        4,
        -2,
    )
    assert (line.lost, line.crews_lost, line.home_alone, line.damaged) == (1, 1, 1, 1)


def test_a_set_up_derives_tired_crews_and_the_deck_of_its_box() -> None:
    """Crews that have flown three missions are tired; the cards of box 10 are those of 1942 and 1943."""
    crews = [{"flown": 3}, {"flown": 2}]
    track = {"box": 10, "logged": 9}
    game = laid_out(
        {"cursor": {"decision": "move"}, "mission": {"card": 34}, "seats": SIX, "crews": crews, "track": track}
    )
    assert game.mat.seats["tired"][:2].tolist() == [1, 0] and game.mat.track.deck == 0b011
    assert laid_out({"track": {"box": 17, "logged": 16}}).mat.track.deck == 0b110


@pytest.mark.rule("X69")
def test_a_crew_cannot_be_asked_for_where_none_is_ready() -> None:
    crews = [{"status": "not_ready"}] * 14
    with pytest.raises(ConsistencyError, match=r"crews\.status: .*one that is ready"):
        laid_out({"cursor": {"decision": "crew"}, "mission": {"card": 34}, "crews": crews})


def test_the_flak_over_the_target_is_that_of_its_box() -> None:
    setup = {"cursor": {"decision": "altitude"}, "mission": {"card": 34}, "seats": SIX}
    with pytest.raises(ConsistencyError, match=r"enemy\.flak_level"):
        game = laid_out(setup)
        game.mat.enemy.flak_level = 1
        checked(game)


@pytest.mark.rule("X69")
def test_a_set_up_changes_the_squadron() -> None:
    """Without a decision a mission begins; one that cannot be flown is refused."""
    crews = [{"status": "none"}] * 13
    game = laid_out({"crews": crews, "luck": {"counters": [1, 0, 0, 0, 0]}}, CARD=[1], CLOUD=[(1, 1)], ESCORT_TYPE=[1])
    assert game.decision == Decision.MOVE and game.mat.mission.sent == 1 and game.mat.seats[0].crew == 13
    with pytest.raises(ConsistencyError, match=r"crews\.status"):
        laid_out({"crews": [{"status": "none"}] * 14})


AT_A_MOVE = {"cursor": {"decision": "move"}, "mission": {"card": 34}, "seats": SIX}


@pytest.mark.rule("X54")
@each(
    "setup, message",
    [
        (AT_A_MOVE | {"mission": {"card": 34, "place": 7}}, r"seats\.crew"),
        ({"track": {"points": 70}}, r"track\.points: got 70, allowed is -29 to 69"),
        ({"track": {"points": -30}}, r"track\.points: got -30, allowed is -29 to 69"),
        ({"track": {"over": 1, "logged": 1}, "cursor": {"phase": "over"}}, r"track\.over: got 1, allowed is 0"),
        ({"cursor": {"phase": "strike"}}, r"cursor\.phase"),
        (AT_A_MOVE | {"mission": {"card": 34, "points": 9}}, r"mission\.points: got 9, allowed is -3"),
        (AT_A_MOVE | {"escorts": {"ready": 4, "range_used": 13}}, r"escorts\.range_used"),
        (AT_A_MOVE | {"enemy": {"covers": 1}}, r"enemy\.covers"),
        (AT_A_MOVE | {"attacks": [{"seat": 0}]}, r"attacks\.seat"),
    ],
)
def test_set_ups_that_play_cannot_reach_are_refused_before_play(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(ConsistencyError, match=message):
        laid_out(setup)


@each(
    "setup, message",
    [
        ({"work": {}}, "setup: got 'work'"),
        ({"mission": {"card": 61}}, r"mission\.card: got 61"),
        ({"seats": [{"crew": 18}]}, r"seats\[0\]\.crew: got 18"),
        ({"track": 3}, "track: got 3"),
    ],
)
def test_other_set_ups_are_refused(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_setup(setup, WarSpec(scale=Scale.CAMPAIGN))
