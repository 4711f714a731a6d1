"""The chances that follow from the charts alone."""

import pytest

from stuka_env.games.interceptor.charts import (
    escorted_share,
    fire_counts,
    load_charts,
    mean_defensive_fire,
    mean_hits,
    meeting_share,
    orientation_share,
    raid_totals,
    zone_share,
)
from stuka_env.games.interceptor.codes import DESTROYED, GROUP_DAMAGE, Meeting, Month, Orientation, TargetZone
from tests.support.each import each

OURS = load_charts()


@each("month", Month)
def test_shares_add_up(month: Month) -> None:
    assert sum(zone_share(OURS, month, zone) for zone in TargetZone) == pytest.approx(1)
    assert sum(meeting_share(OURS, month, meeting) for meeting in Meeting) == pytest.approx(1)
    raids = sum(orientation_share(OURS, month, orientation) for orientation in Orientation)
    assert raids == pytest.approx(meeting_share(OURS, month, Meeting.RAID)) == pytest.approx(25 / 36)


def test_april_is_rolled_with_one_die() -> None:
    assert raid_totals(OURS, Month.APRIL_1943) == (1, 2, 3, 4, 5, 6)
    assert zone_share(OURS, Month.APRIL_1943, TargetZone.FRANCE) == pytest.approx(3 / 6)
    assert len(raid_totals(OURS, Month.MAY_1943)) == 36


def test_the_war_goes_from_france_to_the_reich_and_escorts_come() -> None:
    assert zone_share(OURS, Month.MARCH_1943, TargetZone.BREMEN) <= 7 / 36
    assert zone_share(OURS, Month.MARCH_1943, TargetZone.FRANCE) > zone_share(
        OURS, Month.FEBRUARY_1944, TargetZone.FRANCE
    )
    assert escorted_share(OURS, Month.MARCH_1943) == 0
    assert escorted_share(OURS, Month.FEBRUARY_1944) > 0.95
    disadvantaged = [orientation_share(OURS, month, Orientation.DISADVANTAGED) for month in Month]
    assert disadvantaged == sorted(disadvantaged)


def test_the_deck() -> None:
    """A column of more firepower hits more. A GP counts as four hits and a DE as none, as in the design."""
    means = [mean_hits(OURS, column) for column in range(6)]
    assert means == sorted(means)
    worth = {GROUP_DAMAGE: 4, DESTROYED: 0}
    counts = [fire_counts(OURS, column) for column in range(6)]
    totals = [sum(worth.get(result, result) * count for result, count in it.items()) for it in counts]
    assert [total / 60 for total in totals] == pytest.approx([1.2, 1.6, 2.6, 2.9, 3.1, 3.4], abs=0.06)
    assert mean_defensive_fire(OURS) == 0.75
