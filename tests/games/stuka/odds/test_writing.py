"""Odds of a position as numbers: they follow from mat and charts, and each war has those of its own charts."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import BANK, load_charts, through_in_zone
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN, Charts
from stuka_env.games.stuka.codes import ZONES, Payload, Quality, Role, Segment, Target
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.games.stuka.odds.attacks import attack_odds, formation_odds, mean_attack
from stuka_env.games.stuka.odds.bonuses import bonus_points_lost, expected_bonus_points
from stuka_env.games.stuka.odds.layout import ODDS_LENGTH, WITH_ODDS, Odds, odds_places
from stuka_env.games.stuka.odds.writing import PER_DRM, PER_POINT, PER_SCORE, RATES, odds_of, with_odds
from stuka_env.games.stuka.rules.mat import Mat
from tests.support.position import Position

C: Any = load_charts().record


def odds_at(game: Position) -> Any:
    """Return the odds of a position."""
    return odds_of(game.mats, np.array([C], Charts.dtype), np.zeros(1, np.int64))[0]


def over_target(target: Target = Target.RAIL, segment: str = "1941-08") -> Position:
    """Return three aircraft over their target."""
    game = Position(segment=segment).in_flight(3, zone=4, target=target)
    game.mat.mission.present = 3
    return game


def test_the_places_cover_the_odds_once() -> None:
    places = np.concatenate([odds_places(field).ravel() for field in ("table", "aircraft", "pilots", "gunners")])
    assert sorted(places) == list(range(LENGTH, WITH_ODDS))
    assert Odds.dtype.itemsize == 4 * ODDS_LENGTH


@pytest.mark.parametrize("target", [Target.RAIL, Target.CRUISER])
def test_aircraft(target: Target) -> None:
    game = over_target(target)
    game.level(1, pilot=Quality.ELITE)
    game.person(1, Role.PILOT).stress = 2
    odds = odds_at(game)
    load = int(game.mat.aircraft[1].ordnance)
    own = odds["aircraft"][1]
    assert own["attack"] == pytest.approx(PER_SCORE * attack_odds(game.mat, C, 1, load, 0, 0))
    assert own["gamble"] == pytest.approx(PER_SCORE * attack_odds(game.mat, C, 1, load, 1, 0))
    assert own["perfect"] == pytest.approx(attack_odds(game.mat, C, 1, load, 0, 1))
    assert own["gamble_perfect"] == pytest.approx(attack_odds(game.mat, C, 1, load, 1, 1))
    assert own["sc1000"] == pytest.approx(PER_SCORE * attack_odds(game.mat, C, 1, Payload.SC1000, 0, 0))
    assert own["landing"] == pytest.approx(PER_DRM * (C["landing_drm"][Quality.ELITE] + C["c2_landing"][2]))
    assert not np.array(odds["aircraft"][5].tolist()).any(), "no crew, no odds"
    table = odds["table"]
    assert table["mean_attack"] == pytest.approx(PER_SCORE * mean_attack(game.mat, C))
    assert table["formation"][0] == pytest.approx(PER_SCORE * formation_odds(game.mat, C, Payload.NONE))


def test_people() -> None:
    game = over_target()
    game.level(0, pilot=Quality.ACE, gunner=Quality.VETERAN)
    pilot, gunner = (int(game.mat.aircraft[0][role]) - 1 for role in ("pilot", "gunner"))
    game.mat.pilots[pilot].stress, game.mat.gunners[gunner].stress = 3, 4
    odds = odds_at(game)
    his = odds["pilots"][pilot]
    assert his["attack_drm"] == pytest.approx(PER_DRM * (C["attack_drm"][Quality.ACE] + C["c2_attack"][3]))
    assert his["attack"] == pytest.approx(PER_SCORE * attack_odds(game.mat, C, 0, int(game.mat.mission.payload), 0, 0))
    drm = C["bailout_drm"][Role.GUNNER][Quality.VETERAN] + C["c2_bailout"][4]
    assert odds["gunners"][gunner]["bailout_drm"] == pytest.approx(PER_DRM * drm)


@pytest.mark.parametrize("target", [Target.RAIL, Target.CRUISER])
def test_fighters(target: Target) -> None:
    game = over_target(target)
    segment = Segment(int(game.mat.war.segment))
    column = MARITIME_COLUMN if target == Target.CRUISER else segment
    expected = [through_in_zone(load_charts(), segment, zone, column) for zone in range(1, ZONES + 1)]
    assert odds_at(game)["table"]["contact"] == pytest.approx(expected)


def test_hits() -> None:
    table = odds_at(over_target())["table"]
    cells = [C["c1"][line][die] for line, die in product(range(1, 11), range(1, 7))]
    assert table["damage_stress"] == pytest.approx(np.mean([cell["stress"] for cell in cells]))
    lost = [cell["destroyed"] or cell["explosion"] for cell in cells]
    assert table["damage_destroyed"] == pytest.approx(np.mean(np.array(lost) != 0))


def test_bonuses() -> None:
    game = over_target()
    table = odds_at(game)["table"]
    assert table["bonus"][0] == pytest.approx(PER_POINT * expected_bonus_points(game.mat, C, RATES, False, 0, 0))
    lost = [PER_POINT * bonus_points_lost(game.mat, C, RATES, False, killed) for killed in range(3)]
    assert table["bonus_lost"] == pytest.approx(lost)
    assert not table["war_bonus_lost"].any(), "an operation has no bonus of a campaign"


def test_each_war_has_the_odds_of_its_own_charts() -> None:
    sets = np.array(BANK.sets().records[:2], Charts.dtype)
    mats = np.zeros(2, Mat.dtype)
    mats[:] = over_target().mats[0]
    seen = np.full((2, LENGTH), 0.5, np.float32)
    both = with_odds(seen, mats, sets)  # type: ignore[arg-type]
    assert both.shape == (2, WITH_ODDS) and both.dtype == np.float32
    assert (both[:, :LENGTH] == seen).all()
    assert (both[0] != both[1]).any(), "other charts, other odds"
    for war in range(2):
        alone = with_odds(seen[:1], mats[:1], sets[war : war + 1])  # type: ignore[arg-type]
        assert (alone[0] == both[war]).all()
