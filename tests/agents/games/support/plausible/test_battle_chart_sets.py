"""Other charts of the fourth game: what moves, which sums and figures hold, and the reasons to reject a draw."""

from collections import Counter

import numpy as np
import pytest

from agents.games.support.plausible import declared
from agents.games.support.plausible.declared import FACTOR, OURS, PLAUSIBLE, figures_of, implausible
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.support.charts import BANK
from stuka_env.games.support.codes import Scale, Scenario
from stuka_env.games.support.scenario.plan import WarSpec
from tests.support.each import each
from tests.support.plausible import FIRST_DRAWS, draw

FRAME = {"maps": "", "sighting": "", "dogfight": "", "scenarios": "turns title era map type most moves exits convoy"}
"""Charts whose cells never move, or some tables of them; "" for all."""
SCENARIOS = [one for one in Scenario if one != Scenario.DRAWN]
SAMPLE = [numbers[place] for numbers in BANK.parts.values() for place in (0, -1)]


@each("number", FIRST_DRAWS)
def test_the_frame_of_the_battles_never_moves(number: int) -> None:
    for chart, address in PLAUSIBLE.cells.moved(draw("support", number)):
        assert chart not in FRAME or (FRAME[chart] and not set(FRAME[chart].split()) & set(address))
        assert chart == "victory" or not {"goal", "class", "move", "steps", "columns", "obstacle"} & set(address)


@pytest.mark.parametrize("number", SAMPLE)
def test_a_battle_keeps_its_counters(number: int) -> None:
    """The kinds that lie face down change by one of a kind; what is seen at the beginning does not."""
    ours, theirs = BANK.book.ours.record["scenarios"], BANK.charts(number).record["scenarios"]
    for scenario in SCENARIOS:
        own, other = ours[scenario], theirs[scenario]
        assert np.abs(own["face_down"] - other["face_down"]).max() <= 1
        assert own["face_down"].sum() == other["face_down"].sum()
        for name in ("kinds", "hexes", "own_kinds", "own_hexes", "goals", "far"):
            assert (own[name] == other[name]).all(), name
    changes = Counter(tuple(charts["scenarios"]["face_down"][1]) for charts in BANK.sets().records)
    assert len(changes) > 3


@pytest.mark.parametrize("number", SAMPLE)
def test_figures_of_a_set_are_near_ours(number: int) -> None:
    figures = figures_of(BANK.charts(number))
    assert all(OURS[name] / FACTOR <= figures[name] <= OURS[name] * FACTOR for name in OURS) and figures != OURS


@each("name", OURS)
def test_charts_with_a_figure_far_from_ours_are_rejected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = BANK.book.ours
    assert implausible(ours) is None and PLAUSIBLE.rejection(ours) is None
    for share in (1 / FACTOR - 0.1, FACTOR + 0.1):
        monkeypatch.setattr(declared, "OURS", {name: OURS[name] / share})
        assert implausible(ours) == name


def test_a_dogfight_is_the_same_under_every_set() -> None:
    """Its numbers are printed."""
    best, seeds = make_policy("best", "support"), evaluation_seeds(3, 50)
    specs = [WarSpec.read(Scale.DOGFIGHT, charts=charts) for charts in (None, "random", "random-evaluation")]
    ours, *others = (fly_wars(best, spec, seeds).scores for spec in specs)
    assert all((ours == scores).all() for scores in others)
