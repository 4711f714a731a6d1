"""Bonuses and levels of victory (8.4, 8.5), and the crew of a wreck (8.1)."""

import tomllib
from typing import Any

import pytest

from stuka_env.games.stuka.charts import BOOK, OUR_FOLDER, LoadedCharts
from stuka_env.games.stuka.codes import Duty, Role, Scale, Status, System
from stuka_env.games.stuka.rules.landing import land
from stuka_env.games.stuka.rules.scoring import (
    campaign_bonus,
    count_losses,
    mission_bonus,
    operation_bonus,
    score_campaign,
    score_mission,
)
from tests.support.each import each
from tests.support.game import Game
from tests.support.position import Position


def home(score: int = 50, charts: LoadedCharts | None = None) -> Position:
    """Four aircraft back from an attack, everybody and everything unhurt."""
    game = Position(charts=charts).in_flight(aircraft=4)
    game.mat.mission.present = 4
    for slot in range(4):
        card = game.mat.aircraft[slot]
        card.status, card.present, card.score = Status.HOME, 1, score
        for role in Role:
            game.person(slot, role).duty = Duty.BACK
    return game


def casualties(game: Position, count: int) -> None:
    """One captured, one wounded, one killed, as many as asked for: a gunner each."""
    for slot, (duty, wounds) in enumerate(((Duty.POW, 0), (Duty.BACK, 1), (Duty.KIA, 0))[:count]):
        gunner = game.person(slot, Role.GUNNER)
        gunner.duty, gunner.wounds = duty, wounds


def damage(game: Position, count: int) -> None:
    """Damage markers, and one repair from a forced landing, as many aircraft as asked for."""
    for slot in range(count):
        if slot == 0:
            game.mat.aircraft[slot].crash_repair = 1
        else:
            game.mat.aircraft[slot].damage[System.TAIL] = 1


@pytest.mark.rule("R322", "R324", "R325", "R326", "Q25")
@each("hurt, harmed, points", [(0, 0, 4), (1, 1, 4), (2, 0, 3), (0, 2, 3), (2, 2, 3), (3, 0, 0), (0, 3, 0), (3, 3, 0)])
def test_mission_bonus_for_few_casualties_and_little_damage(hurt: int, harmed: int, points: int) -> None:
    game = home()
    casualties(game, hurt)
    damage(game, harmed)
    game.person(3, Role.PILOT).stress = 5
    assert mission_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R327", "Q26")
@each("stress, points", [((0, 0), 2), ((2, 2), 2), ((4, 0), 2), ((3, 2), 0), ((0, 5), 0)])
def test_mission_bonus_for_little_stress(stress: tuple[int, int], points: int) -> None:
    """Added over pilots and gunners; three aircraft are damaged, so that nothing else is earned."""
    game = home()
    damage(game, 3)
    game.person(0, Role.PILOT).stress, game.person(2, Role.GUNNER).stress = stress
    assert mission_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("Q25", "Q26", "Q24")
@pytest.mark.parametrize("change", ["lost", "aborted", "nobody there"])
def test_no_mission_bonus(change: str) -> None:
    game = home()
    assert mission_bonus(game.mat, game.charts.record) == 6
    if change == "lost":
        game.mat.aircraft[3].status = Status.LOST
    elif change == "aborted":
        game.mat.mission.aborted = 1
    else:
        game.mat.mission.present = 0
    assert mission_bonus(game.mat, game.charts.record) == 0


@pytest.mark.rule("Q66", "R318", "R321")
def test_a_score_may_pass_100() -> None:
    game = home(score=100)
    score_mission(game.mat, game.table)
    assert (game.mat.log[0].score, game.mat.log[0].bonus) == (106, 6)


@pytest.mark.rule("R324", "R330", "R331", "R332")
@each("destroyed, kia, no_fly, points", [
        (4, 4, 6, 7), (5, 4, 6, 5), (4, 5, 6, 5), (7, 6, 6, 5), (8, 6, 6, 0), (7, 7, 6, 0), (4, 4, 5, 10), (9, 9, 5, 3),
    ])  # fmt: skip
def test_operation_bonus(destroyed: int, kia: int, no_fly: int, points: int) -> None:
    game = Position()
    game.mat.count.destroyed, game.mat.count.kia, game.mat.count.no_fly = destroyed, kia, no_fly
    game.mat.count.war_destroyed = game.mat.count.war_kia = game.mat.count.war_no_fly = 60
    assert operation_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R322", "R324", "R334", "R335", "R336", "Q65")
@each("destroyed, kia, no_fly, points", [
        (14, 14, 15, 15), (15, 14, 15, 10), (14, 15, 15, 10), (19, 19, 15, 10), (20, 19, 15, 0), (19, 20, 15, 0),
        (14, 14, 14, 23), (30, 30, 14, 8),
    ])  # fmt: skip
def test_campaign_bonus(destroyed: int, kia: int, no_fly: int, points: int) -> None:
    game = Position(scale=Scale.CAMPAIGN)
    count = game.mat.count
    count.war_destroyed, count.war_kia, count.war_no_fly = destroyed, kia, no_fly
    assert campaign_bonus(game.mat, game.charts.record) == points


@pytest.fixture(scope="module")
def turned_round() -> LoadedCharts:
    """Our charts, with more points for the second bonus of each group than for the best."""
    with (OUR_FOLDER / "a5_victory.toml").open("rb") as file:
        chart: dict[str, Any] = tomllib.load(file)
    for kind in ("mission_bonus", "operation_bonus", "campaign_bonus"):
        best, second = chart[kind]["best"], chart[kind]["second"]
        best["points"], second["points"] = second["points"], best["points"]
    return BOOK.with_contents({"a5_victory": chart}, "turned round")


@pytest.mark.rule("R324")
@each("harmed, points", [(0, 4), (1, 4), (2, 4), (3, 0)])
def test_the_highest_mission_bonus_counts_whichever_it_is(turned_round: LoadedCharts, harmed: int, points: int) -> None:
    game = home(charts=turned_round)
    damage(game, harmed)
    game.person(3, Role.PILOT).stress = 5
    assert mission_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R324")
@pytest.mark.parametrize("destroyed, points", [(4, 7), (7, 7), (8, 0)])
def test_the_highest_operation_bonus_counts_whichever_it_is(
    turned_round: LoadedCharts, destroyed: int, points: int
) -> None:
    game = Position(charts=turned_round)
    game.mat.count.destroyed, game.mat.count.no_fly = destroyed, 6
    assert operation_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R324")
@pytest.mark.parametrize("destroyed, points", [(14, 15), (19, 15), (20, 0)])
def test_the_highest_campaign_bonus_counts_whichever_it_is(
    turned_round: LoadedCharts, destroyed: int, points: int
) -> None:
    game = Position(scale=Scale.CAMPAIGN, charts=turned_round)
    game.mat.count.war_destroyed, game.mat.count.war_no_fly = destroyed, 15
    assert campaign_bonus(game.mat, game.charts.record) == points


@pytest.mark.rule("R322", "R333", "Q63")
def test_the_campaign_is_the_mean_of_its_operations() -> None:
    """(50 + 61 + 62) / 3 = 57.7, and 15 + 8."""
    game = Position(scale=Scale.CAMPAIGN)
    game.mat.track.operations[:] = (50, 61, 62)
    assert score_campaign(game.mat, game.table) == 58 + 23


@pytest.mark.rule("Q80")
def test_the_counts_of_the_bonuses() -> None:
    """Killed, not captured; aircraft lost in the air or on landing."""
    game = home()
    casualties(game, 3)
    game.mat.aircraft[1].status = Status.LOST
    count_losses(game.mat)
    count = game.mat.count
    assert (count.destroyed, count.kia, count.no_fly) == (1, 1, 0)
    assert (count.war_destroyed, count.war_kia, count.war_no_fly) == (1, 1, 0)


@pytest.mark.rule("R323", "R320")
@each(
    "score, level",
    [(0, "Defeat"), (53, "Marginally Successful"), (64, "Successful"), (66, "Victorious"), (100, "Decisive Victory")],
)
def test_a5_gives_the_level_of_victory(score: int, level: str) -> None:
    """The last of six missions stays down; the five before it make up the score."""
    game = Game(
        "Stuka/Segment-v0",
        {"A1": [(3, 4, 1)]},
        segment="1941-06",
        duration="short",
        setup={"mission": 6, "scores": [score * 6 // 5] * 4 + [score * 6 - 4 * (score * 6 // 5)]},
    )
    game.play("NO_FLY")
    assert game.info["result"]["score"] == score
    assert game.info["result"]["level"] == level


@pytest.mark.rule("R302", "R303", "Q95", "Q80")
def test_each_of_a_wrecks_crew_rolls_for_himself() -> None:
    game = Position().in_flight(aircraft=4, zone=0)
    with game.dice(C5=[10], C6=[10], C7=[6, 4]):
        land(game.mat, game.table, 1)
    pilot, gunner = game.person(1, Role.PILOT), game.person(1, Role.GUNNER)
    assert game.mat.aircraft[1].status == Status.LOST
    assert (pilot.duty, pilot.wounds) == (Duty.KIA, 0)
    assert (gunner.duty, gunner.wounds) == (Duty.BACK, 1)
