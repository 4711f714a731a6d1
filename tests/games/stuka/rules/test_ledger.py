"""The ledger: what has been earned of the official score, and what each payment is for (8.3 to 8.6)."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.rules.ledger import (
    PARTS,
    Ledger,
    lines_so_far,
    mission_share,
    open_ledger,
    operation_of,
    pay,
    progress,
    score_due,
    split_score,
)
from tests.support.position import Position

CHARTS: Any = load_charts().record
LATE = "1942-11"
"""The second segment of Case Blue, after three of Barbarossa."""


def new_ledger() -> Any:
    return np.zeros(1, Ledger.dtype)[0]


def parts(ledger: Any) -> dict[str, float]:
    """Return the parts of the last reward that are not 0."""
    return {name: round(float(part), 9) for name, part in zip(PARTS, ledger.parts, strict=True) if abs(part) > 1e-12}


def log(game: Position, *missions: tuple[int, int, int]) -> None:
    """Write missions on the log sheet: score, kills and bonus."""
    for score, kills, bonus in missions:
        line = game.mat.log[game.mat.track.logged]
        line.score, line.kills, line.bonus, line.segment = score, kills, bonus, game.mat.war.segment
        game.mat.track.logged += 1
        game.mat.track.segment_sum += score


def test_a_segment_belongs_to_its_operation() -> None:
    assert [operation_of(CHARTS, segment) for segment in range(6)] == [0, 0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("scale", "first", "late"),
    [(Scale.MISSION, 1, 1), (Scale.SEGMENT, 10, 10), (Scale.OPERATION, 30, 20), (Scale.CAMPAIGN, 90, 60)],
)
def test_a_mission_counts_for_its_part_of_the_episode(scale: Scale, first: int, late: int) -> None:
    for segment, count in (("1941-06", first), (LATE, late)):
        game = Position(segment, scale=scale)
        assert mission_share(game.mat, CHARTS, int(game.mat.war.segment)) == pytest.approx(1 / count)


def test_the_score_so_far_of_a_mission_or_a_segment_is_its_share_of_the_sum() -> None:
    game = Position(scale=Scale.SEGMENT)
    log(game, (60, 0, 0), (50, 0, 0))
    assert score_due(game.mat, CHARTS) == pytest.approx(11.0)
    game.mat.track.over, game.mat.track.result = 1, 47
    assert score_due(game.mat, CHARTS) == 47


def test_finished_segments_of_an_operation_count_rounded() -> None:
    game = Position("1941-11", scale=Scale.OPERATION)
    game.mat.track.segments_done, game.mat.track.segments[:2] = 2, (40, 55)
    log(game, (60, 0, 0))
    assert score_due(game.mat, CHARTS) == pytest.approx((40 + 55 + 6) / 3)


def test_finished_operations_of_a_campaign_count_with_their_bonus() -> None:
    game = Position(LATE, scale=Scale.CAMPAIGN)
    track = game.mat.track
    track.segments_done, track.segments[:4] = 4, (40, 55, 60, 50)
    track.operations_done, track.operations[0], track.operation_bonus[0] = 1, 62, 10
    log(game, (30, 0, 0))
    assert score_due(game.mat, CHARTS) == pytest.approx((62 + (50 + 3) / 2) / 3)


def test_a_payment_names_attacks_kills_and_bonuses_of_the_missions_since_the_last_one() -> None:
    game, ledger = Position(scale=Scale.SEGMENT), new_ledger()
    open_ledger(game.mat, game.table, ledger)
    log(game, (0, 1, 5), (60, 2, 10))
    pay(game.mat, game.table, ledger, (0, 0, 0))
    kills = 2 * int(CHARTS.kill_points)
    expected = {"attacks": 60 - kills - 10, "kills": kills, "mission_bonus": 10}
    assert parts(ledger) == {name: pytest.approx(part / 1000) for name, part in expected.items()}
    assert ledger.reward == pytest.approx(0.06) and lines_so_far(game.mat) == 2
    ledger.reward, ledger.parts[:] = 0, 0
    pay(game.mat, game.table, ledger, progress(game.mat))
    assert parts(ledger) == {} and ledger.reward == 0, "nothing has ended since"
    log(game, (40, 0, 0))
    pay(game.mat, game.table, ledger, (2, 0, 0))
    assert parts(ledger) == {"attacks": 0.04} and ledger.reward == pytest.approx(0.04)


def test_a_war_that_begins_on_the_way_pays_for_nothing_that_was_before() -> None:
    game, ledger = Position(scale=Scale.SEGMENT), new_ledger()
    log(game, (60, 0, 0))
    open_ledger(game.mat, game.table, ledger)
    log(game, (50, 0, 0))
    pay(game.mat, game.table, ledger, (1, 0, 0))
    assert parts(ledger) == {"attacks": 0.05} and ledger.reward == pytest.approx(0.05)


@pytest.mark.parametrize(("scale", "share"), [(Scale.OPERATION, 1), (Scale.CAMPAIGN, 3)])
def test_the_bonus_of_an_operation_is_named_once(scale: Scale, share: int) -> None:
    game, ledger = Position("1941-11", scale=scale), new_ledger()
    track = game.mat.track
    track.segments_done, track.segments[:3] = 3, (40, 40, 40)
    track.operations_done, track.operations[0], track.operation_bonus[0] = 1, 55, 15
    if scale == Scale.OPERATION:
        track.over, track.result = 1, 55
    pay(game.mat, game.table, ledger, (0, 0, 0))
    assert parts(ledger)["operation_bonus"] == pytest.approx(0.15 / share)
    assert ledger.parts.sum() == pytest.approx(ledger.reward) and ledger.operations == 1
    ledger.reward, ledger.parts[:] = 0, 0
    log(game, (30, 0, 0))
    pay(game.mat, game.table, ledger, (0, 3, 1))
    assert "operation_bonus" not in parts(ledger)


def test_the_whole_score_of_a_war_is_split_at_once() -> None:
    game, ledger = Position(scale=Scale.CAMPAIGN), new_ledger()
    log(game, (90, 1, 20))
    game.mat.track.over, game.mat.track.result, game.mat.track.campaign_bonus = 1, 20, 12
    split_score(game.mat, CHARTS, ledger)
    assert ledger.reward == pytest.approx(0.2) and ledger.parts.sum() == pytest.approx(0.2)
    assert parts(ledger)["campaign_bonus"] == pytest.approx(0.12)
    assert parts(ledger)["rounding"] == pytest.approx(0.2 - 0.12 - 0.01)
