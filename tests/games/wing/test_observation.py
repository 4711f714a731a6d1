"""Observations and steps: numbers within their bounds over random campaigns, and the derived numbers."""

from typing import Any

import numpy as np
import pytest

from stuka_env.declared.records import rows
from stuka_env.game import game_named
from stuka_env.games.wing.codes import Act, Decision, Over, Scale
from stuka_env.games.wing.observation.derived import Derived, work_out
from stuka_env.games.wing.rules.mat import LogLine, Mat
from stuka_env.games.wing.scenario.plan import WarSpec, lines_of
from tests.support.each import each
from tests.support.wing.game import RUHR, Campaign
from tests.support.wing.playing import Wars, out_of_range, random_campaign


def seen(game: Campaign) -> Any:
    """Return the derived numbers of a mat."""
    derived: Any = rows(1, Derived)[0]
    work_out(game.mat, game.table, derived)
    return derived


@pytest.mark.parametrize("campaign", range(4))
@pytest.mark.parametrize("squadron", range(2))
def test_every_number_stays_in_its_range(campaign: int, squadron: int) -> None:
    """Check the mat, the derived numbers and the log at every decision of a random campaign."""
    for game in random_campaign(1, campaign=campaign, squadron=squadron, landing=squadron):
        assert out_of_range(Mat, game.mats[0]) == [] and out_of_range(Derived, seen(game)) == []
    assert game.mat.track.over != Over.NO
    lines = game.table.log.lines
    assert out_of_range(LogLine, lines) == []
    points = lines["target_points"].sum() + lines["loss_points"].sum() + lines["short_points"].sum()
    assert points == game.mat.track.points and game.rewards == pytest.approx(points / 100)


def test_a_player_sees_the_way_to_the_goal_and_his_ratings() -> None:
    game = Campaign(squadron=0).fly([2, 1, 0], RUHR, card=34, track=9)
    game.mat.seats[0].tired = game.mat.seats[1].hit = 1
    game.mat.mission.moves = 5
    game.mat.escorts.ready, game.mat.escorts.range_used = 4, 1
    derived = seen(game)
    assert (derived.year, derived.from_base, derived.column, derived.target_distance) == (1, 5, 2, 7)
    assert (derived.turns_left, derived.escort_turns, derived.home_needed, derived.to_loose) == (15, 3, 4, 2)
    assert derived.performance[:3].tolist() == [1, 0, 0] and derived.bombing[:3].tolist() == [0, -1, -1]
    assert derived.air_combat[:4].tolist() == [-2, -3, -3, 0] and derived.seat_level[:4].tolist() == [3, 2, 1, 0]
    assert derived.distance[RUHR] == 2 and derived.distance[53] == 0 and derived.site[RUHR] == 3
    assert derived.rendezvous[45] == 1
    game.mat.route.visits[45] = 1
    assert seen(game).rendezvous[45] == 0


def test_seats_show_their_ratings_before_take_off() -> None:
    """Those that have been filled; the crew that has no bomber yet is the subject of the decision."""
    game = Campaign(campaign=2).dice(CARD=[1], CLOUD=[(1, 1)]).go().act(Act.CREW, 1).act(Act.BOMBER, 1)
    assert game.mat.mission.place == 1 and game.mat.mission.sent == 0
    derived, level = seen(game), int(game.mat.crews[0].level)
    assert derived.seat_level[:2].tolist() == [level + 1, 0]
    assert derived.performance[:2].tolist() == [game.charts.crews[level].performance, 0]


@pytest.mark.rule("W002")
def test_the_subject_of_a_decision_is_shown() -> None:
    game = Campaign(campaign=2).dice(CARD=[1], CLOUD=[(1, 1)]).go().act(Act.CREW, 5)
    assert game.decision == Decision.BOMBER and seen(game).subject_level == 1
    game = Campaign(squadron=1).fly([2, 1], RUHR)
    game.mat.cursor.subject = 1
    derived = seen(game)
    assert (derived.subject_level, derived.subject_model, derived.subject_performance) == (1, 2, 1)


def test_the_kernels_play_campaigns_to_their_ends() -> None:
    """Four short campaigns at once: masks, flat observations, rewards, ended missions and results."""
    wars = Wars(4, WarSpec.read(Scale.CAMPAIGN, campaign="short_1942"))
    rng, earned, missions = np.random.default_rng(1), np.zeros(4), np.zeros(4, int)
    layout = game_named("wing").envs.layout(None)
    low, high = layout.low, layout.high
    while not wars.reports["terminated"].all():
        masks = wars.buffers.masks["legal"]
        assert masks.sum(axis=1).min() > 1
        flat = wars.buffers.observations["floats"]
        assert (flat >= low).all() and (flat <= high).all()
        running = wars.reports["over"] == 0
        wars.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
        earned += running * wars.reports["ledger"]["reward"]
        missions += running * wars.reports["lines_ended"]
    results = wars.reports["result"]
    assert earned * 100 == pytest.approx(results["points"]) and (missions == results["missions"]).all()
    assert (results["points"] == wars.wars.mats["track"]["points"]).all() and (results["over"] > 0).all()


def test_arguments_are_read_and_given_back() -> None:
    spec = WarSpec.read(Scale.CAMPAIGN, campaign="late_entry", squadron="B-24", landing=True, fatigue=False)
    assert spec.given() == {"campaign": "late_entry", "squadron": "B-24", "landing": True, "fatigue": False}
    assert spec.plan()[0].campaign == 1 and spec.plan()[0].squadron == 1 and lines_of(spec) == 15
    mission = WarSpec.read(Scale.MISSION, turn="14")
    assert mission.given() == {"turn": "14"} and mission.campaign == 4 and lines_of(mission) == 1
    assert WarSpec(scale=Scale.CAMPAIGN).given() == {} and lines_of(WarSpec(scale=Scale.CAMPAIGN)) == 25


@each(
    "scale, arguments, message",
    [
        (0, {"campaign": "full"}, "campaign: got 'full'"),
        (1, {"turn": 3}, "turn: got 3"),
        (0, {"turn": 26}, "turn: got 26"),
        (1, {"campaign": "short"}, "campaign: got 'short'"),
        (1, {"squadron": "B-29"}, "squadron: got 'B-29'"),
        (1, {"charts": 4}, "charts: got 4"),
        (1, {"charts": "/nowhere"}, "charts: /nowhere"),
    ],
)
def test_other_arguments_are_refused(scale: int, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        WarSpec.read(scale, **arguments)
