"""Set-ups by hand and the checks of a mat."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from stuka_env.declared.values import ConsistencyError
from stuka_env.games.wing.codes import Decision, Scale
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


def test_the_flak_over_the_target_is_that_of_its_box() -> None:
    setup = {"cursor": {"decision": "altitude"}, "mission": {"card": 34}, "seats": SIX}
    with pytest.raises(ConsistencyError, match=r"enemy\.flak_level"):
        game = laid_out(setup)
        game.mat.enemy.flak_level = 1
        checked(game)


@each(
    "setup, message",
    [
        ({"work": {}}, "setup: got 'work'"),
        ({"track": 3}, "track: got 3"),
    ],
)
def test_other_set_ups_are_refused(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_setup(setup, WarSpec(scale=Scale.CAMPAIGN))
