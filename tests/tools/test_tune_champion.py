"""The tuning of the champion: it resumes, uses training sets alone, and finds the peak of a known surface."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.games.stuka.scripts.beliefs import BELIEFS, belief_rows
from agents.seeds import SELECTION_BIT
from stuka_env.flights.seeds import is_evaluation_seed
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from tools import tune_champion as tool

SMALL = ("--wars", "2", "--generations", "2")


@pytest.fixture
def short_wars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Missions in place of operations and campaigns, and few candidates."""
    monkeypatch.setattr(tool, "CANDIDATES", 4)
    monkeypatch.setattr(
        tool, "strata", lambda part, seed, wars: (tool.Stratum(part, WarSpec(scale=Scale.MISSION), wars, 1.0),)
    )


def test_a_search_continues_where_it_stopped(
    tmp_path: Path, short_wars: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert tool.main(["search", *SMALL, "--folder", str(whole)]) == 0
    assert tool.main(["search", "--wars", "2", "--generations", "1", "--folder", str(parts)]) == 0

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(tool, "fly_all", stop)
        assert tool.main(["search", *SMALL, "--folder", str(parts)]) == 130
    assert "run it again" in capsys.readouterr().err
    assert tool.main(["search", *SMALL, "--folder", str(parts)]) == 0
    assert (whole / "history.json").read_bytes() == (parts / "history.json").read_bytes()
    assert tool.main(["search", "--wars", "3", "--folder", str(parts)]) == 2
    assert "wars 2 instead of 3" in capsys.readouterr().err


def test_the_selection_needs_a_search_and_prints_values(
    tmp_path: Path, short_wars: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "SELECTION_SIZE", 4)
    assert tool.main(["select", "--folder", str(tmp_path)]) == 2
    assert "run the search first" in capsys.readouterr().err
    assert tool.main(["search", *SMALL, "--folder", str(tmp_path)]) == 0
    assert tool.main(["select", "--wars", "2", "--folder", str(tmp_path)]) == 0
    assert "peak of the model" in capsys.readouterr().out


def test_every_generation_has_wars_of_its_own_and_training_sets() -> None:
    seen: set[int] = set()
    for generation in range(3):
        wars = tool.generation_wars(0, generation, 32)
        sets = {stratum.spec.charts.sha256 for stratum, _ in wars} - {load_charts().sha256}
        assert len(sets) == tool.OTHER_SETS
        assert {BANK.sets().number_of(digest) for digest in sets} <= set(BANK.parts["training"])
        for _, seeds in wars:
            own = set(seeds.tolist())
            assert not own & seen and not any(is_evaluation_seed(seed) or seed & SELECTION_BIT for seed in own)
            seen |= own


def test_places_stay_in_range_and_rounding_keeps_old_hands_values() -> None:
    far = [100.0] * len(tool.SEARCHED)
    assert belief_rows(**tool.values_of(far)) is not None
    near = {name: belief.value + belief.step / 20 for name, belief in BELIEFS.items()}
    assert tool.rounded(near) == {name: belief.value for name, belief in BELIEFS.items()}
    assert tool.rounded({"crew_level": 0.8251}) == {"crew_level": 0.83}


def test_the_peak_of_a_known_surface_is_found() -> None:
    rng = np.random.default_rng(1)
    peak = np.array([0.5, -0.7, 0.0, 1.0])
    places = [rng.normal(0, 1, (30, 4)) for _ in range(20)]
    losses = [((place - peak) ** 2).sum(axis=1) + rng.normal(0, 0.1) + rng.normal(0, 0.5, 30) for place in places]
    assert tool.surface_peak(places, [loss.tolist() for loss in losses]) == pytest.approx(peak, abs=0.3)
