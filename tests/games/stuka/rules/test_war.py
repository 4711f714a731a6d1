"""The beginning of a war, the end of a segment, and a decision that is paid (4.5, 8.3)."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import Act, Chart, Decision, Operation, Scale, Status, Target
from stuka_env.games.stuka.rules.ledger import Ledger
from stuka_env.games.stuka.rules.mat import Mat, Plan
from stuka_env.games.stuka.rules.sequence import act, begin_war, end_of_segment, lay_out
from tests.support.position import Position


def test_a_war_begins_with_dice_and_chance_events_of_its_own() -> None:
    game, plan = Position(), np.zeros(1, Plan.dtype)[0]
    plan.scale, plan.segment = Scale.SEGMENT, 1
    dice, chances = game.table.dice, game.table.journal.chances
    dice.mission, dice.counts[:], chances.count = 4, 3, 2
    game.mats[0] = np.zeros((), Mat.dtype)
    begin_war(game.mat, game.table, plan)
    assert dice.mission == 0 and not dice.counts.any() and chances.count == 0 and game.mat.war.segment == 1


@pytest.mark.parametrize(("scale", "drawn"), [(Scale.MISSION, 1), (Scale.SEGMENT, 0), (Scale.OPERATION, 0)])
def test_only_a_mission_draws_its_segment_and_that_is_a_chance_event(scale: Scale, drawn: int) -> None:
    game = Position(seed=5)
    game.mats[0] = np.zeros((), Mat.dtype)
    chances = game.table.journal.chances
    chances.capacity = 4
    lay_out(game.mat, game.table, scale, Operation.BARBAROSSA, -1, 1)
    kept = [(int(one.chart), int(one.faces[0])) for one in chances.events[: chances.count]]
    assert kept == [(Chart.SEGMENT, game.mat.war.segment + 1)] * drawn and game.mat.war.segment == 2 * drawn


@pytest.mark.parametrize(
    ("scale", "segment", "told"),
    [
        (Scale.SEGMENT, "1941-06", False),
        (Scale.OPERATION, "1941-06", True),
        (Scale.OPERATION, "1941-11", False),
        (Scale.CAMPAIGN, "1941-11", True),
    ],
)
def test_what_returns_is_told_if_the_war_goes_on(scale: Scale, segment: str, told: bool) -> None:
    game = Position(segment, scale=scale)
    game.mat.aircraft[0].status, game.mat.aircraft[0].timer = Status.REPAIR, 2
    end_of_segment(game.mat, game.table)
    assert ("Aircraft 1 is repaired and ready again." in game.sentences) == told


def test_a_decision_that_ends_a_mission_is_paid() -> None:
    game, ledger = Position(scale=Scale.SEGMENT, target=Target.AIRFIELD), np.zeros(1, Ledger.dtype)[0]
    game.advance()
    assert game.mat.cursor.decision == Decision.MUSTER
    legal: Any = game.mask
    act(game.mat, game.table, legal, ledger, Act.NO_FLY)
    assert game.mat.track.logged == ledger.missions == 1
