"""Promotions come again after the next segment, so their futures fly on until then."""

from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.evaluation.recording import RecordedWars, save_replays
from agents.games.stuka.review.futures import FUTURES
from agents.games.stuka.review.parts import REVIEW_PARTS
from agents.games.stuka.scripts import old_hand
from agents.registry import make_policy
from agents.review.flown_war import FlownWar, read_flown_war
from stuka_env.games.stuka.codes import Decision, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec

BARBAROSSA = WarSpec.read(Scale.OPERATION, operation="barbarossa", duration="regular")


@pytest.fixture(scope="module")
def war(tmp_path_factory: Any) -> FlownWar:
    wars = RecordedWars(BARBAROSSA, np.array([11], np.uint64), 0)
    return read_flown_war(str(save_replays(make_policy("doctrine"), wars, tmp_path_factory.mktemp("wars"), "war")[0]))


@pytest.mark.slow
def test_a_future_of_a_promotion_flies_to_the_promotions_after_the_next_segment(war: FlownWar) -> None:
    recurs = REVIEW_PARTS.recurs(war.inputs.snapshot)
    promotions = np.flatnonzero(recurs)
    assert len(promotions) and not recurs.all()
    names, charts = FUTURES.names, war.inputs.charts[0]
    workspace = FUTURES.new_workspace(war.inputs.charts[:1], war.flight.spec)
    for decision in (int(promotions[0]), int(promotions[0]) - 1):
        mat = war.inputs.snapshot[decision]
        rollout = Rollout(int(war.actions[decision]), int(war.inputs.noise[decision]), 1)
        names["begin_future"](mat, charts, workspace, rollout)
        last = names["last_line"](mat, False)
        names["continue_future"](old_hand.choose, charts, workspace, rollout, last, 0)
        clone: Any = workspace.wars.mats[0]
        following = names["line_of_next_chance"](mat, clone, last)
        if mat["cursor"]["decision"] != Decision.PROMOTE:
            assert following == last
            continue
        assert following == last + int(clone["war"]["missions"])
        names["continue_future"](old_hand.choose, charts, workspace, rollout, following, 0)
        assert clone["track"]["over"] or clone["track"]["segments_done"] == mat["track"]["segments_done"] + 2
        assert names["line_of_next_chance"](mat, clone, following) == following
