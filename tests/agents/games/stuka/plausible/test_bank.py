"""The bank's sets are plausible, and were drawn as its tool says."""

import pytest

from agents.games.stuka.evaluation.calibration import calibrate, outside_band
from agents.games.stuka.plausible.declared import DOCTRINE_SEED, DOCTRINE_WARS, PLAUSIBLE, implausible
from stuka_env.games.stuka.charts import BANK
from tests.support.each import each

CHECKED = range(0, BANK.parts["wide"].start, 80)
"""The sets of the bank that are checked again; the tool that drew the bank checked all."""
SAMPLE = [numbers[place] for numbers in BANK.parts.values() for place in (0, -1)]


@each("number", SAMPLE)
def test_the_shares_that_charts_decide_are_plausible(number: int) -> None:
    assert implausible(BANK.charts(number)) is None


def test_doctrine_is_in_the_band() -> None:
    charts = BANK.charts(BANK.parts["evaluation"][0])
    assert outside_band(calibrate("doctrine", DOCTRINE_WARS, charts, seed=DOCTRINE_SEED)) == []


def test_the_study_has_other_sets() -> None:
    first = PLAUSIBLE.charts_of(PLAUSIBLE.attempt_rungs(0, 1, 0), "of the study").sha256
    assert first not in BANK.sets().digests


@pytest.mark.slow
def test_one_set_in_eighty_counts() -> None:
    for number in CHECKED:
        charts = BANK.charts(number)
        assert implausible(charts) is None, number
        assert outside_band(calibrate("doctrine", DOCTRINE_WARS, charts, seed=DOCTRINE_SEED)) == [], number
