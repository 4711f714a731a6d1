"""Breakdowns of the score: each adds up to the official score and counts the events of the war."""

import functools
from typing import Any

import gymnasium
import numpy as np
import pytest

import stuka_env  # noqa: F401  registers the ids
from agents.evaluation.recording import RecordingPolicy
from agents.games.stuka.evaluation.breakdown import (
    Breakdown,
    bonuses,
    breakdown,
    loads_of,
    mission_shares,
)
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown, fly_wars, new_flown, war_slice
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import Act, Chart, Duration, Entry, Operation, Payload, Scale, Target
from stuka_env.games.stuka.scenario.plan import WarSpec, missions_of
from tests.support.each import each

OPERATION = WarSpec(scale=Scale.OPERATION)
SCENARIOS = {
    "operation": OPERATION,
    "campaign": WarSpec(scale=Scale.CAMPAIGN, regular=Duration.SHORT),
    "segment": WarSpec(scale=Scale.SEGMENT, operation=Operation.CITADEL),
    "mission": WarSpec(scale=Scale.MISSION, operation=Operation.CASE_BLUE),
}


@functools.cache
def flown(name: str, scenario: WarSpec = OPERATION, wars: int = 40) -> Flown:
    return fly_wars(make_policy(name), scenario, evaluation_seeds(5, wars))


def broken_down(wars: Flown, scenario: WarSpec = OPERATION) -> Breakdown:
    return breakdown(wars, scenario)


@each("scenario", SCENARIOS.values())
@each("policy", ["gambler", "random"])
def test_everything_adds_up(policy: str, scenario: WarSpec) -> None:
    wars = flown(policy, scenario)
    found = broken_down(wars, scenario)
    assert sum(found.parts.values()) == pytest.approx(wars.results["score"].mean())
    for rows in (found.target, found.zone, found.payload, found.gamble):
        assert sum(row.points for row in rows) == pytest.approx(found.parts["attacks"])
    missions = wars.results["missions"].mean()
    assert missions == missions_of(scenario)
    assert sum(row.often or 0 for row in found.target) == pytest.approx(missions)
    assert sum(row.often or 0 for row in found.zone) == pytest.approx(missions)
    earned = bonuses(wars, scenario)
    named = ("mission bonus", "operation bonus", "campaign bonus")
    assert sum(bonus.points for bonus in earned) == pytest.approx(sum(found.parts[name] for name in named))
    assert all(0 <= bonus.earned <= bonus.chances for bonus in earned)


def in_the_environment(wars: Flown, actions: list[int], war: int) -> tuple[Any, dict[str, float]]:
    """One of the wars once more, in the environment: it at the end, and its rewards by name, added up."""
    env = gymnasium.make("Stuka/Operation-v0", journal=True)
    env.reset(seed=int(wars.seeds[war]))
    sums: dict[str, float] = {}
    for action in actions:
        _, _, over, _, info = env.step(action)
        for name, points in info["rewards"].items():
            sums[name] = sums.get(name, 0.0) + 100 * points
    assert over
    return env.unwrapped, sums


def test_loads_gambles_and_parts_against_the_environment() -> None:
    """Each attack of two wars against their journals, and the parts of the score against the named rewards."""
    recording = RecordingPolicy(make_policy("gambler"))
    wars = fly_wars(recording, OPERATION, evaluation_seeds(5, 2))
    loads = loads_of(wars.logs)
    for war in range(2):
        actions = recording.actions_of(war, int(wars.decisions[war]))
        env, sums = in_the_environment(wars, actions, war)
        parts = broken_down(war_slice(wars, slice(war, war + 1))).parts
        assert {name.replace(" ", "_"): points for name, points in parts.items()} == pytest.approx(
            {name: points for name, points in sums.items() if name != "illegal_action"}
        )
        line, carried, gambles, attacks = 0, [0] * 10, 0, 0
        for entry in env.journal:
            if entry.kind == Entry.LOAD:
                carried = [entry.result] * 10
            elif entry.kind == Entry.CARRIER:
                carried[entry.aircraft - 1] = entry.result
            elif entry.kind == Entry.ROLL and entry.chart == Chart.A2:
                attacks += 1
                assert loads[war, line, entry.aircraft - 1] in (carried[entry.aircraft - 1], Payload.STRAFING)
            elif entry.kind == Entry.ROLL and entry.chart == Chart.GAMBLE:
                gambles += 1
                assert wars.logs["gambler"][war, line] == entry.aircraft
            line += entry.kind == Entry.MISSION_SCORE
        assert line == 30 and attacks > 100
        assert gambles == np.count_nonzero(wars.logs["gambler"][war]) > 10


def test_machine_guns_are_counted_where_they_were_used() -> None:
    recording = RecordingPolicy(make_policy("doctrine"))
    wars = fly_wars(recording, OPERATION, evaluation_seeds(5, 40))
    turns = np.array(recording.turns)
    strafed = sum(int((turns[: wars.decisions[war], war] == Act.STRAFE).sum()) for war in range(40))
    guns = loads_of(wars.logs) == Payload.STRAFING
    assert strafed == np.count_nonzero(guns) > 0
    aborted = wars.logs["aborted"][guns.any(axis=2)]
    row = next(row for row in broken_down(wars).payload if row.name == "machine guns")
    assert not aborted.any() and row.often == strafed / 40


def test_gambles_taken_and_lost() -> None:
    wars = flown("gambler")
    rows = {row.name: row for row in broken_down(wars).gamble}
    survived, crashed = (int((wars.logs["gamble"] == code).sum()) for code in (1, 2))
    assert rows["Rudel Gamble, pulled out"].often == survived / 40
    assert rows["Rudel Gamble, crashed"].often == crashed / 40
    assert rows["Rudel Gamble, crashed"].each is not None and rows["Rudel Gamble, crashed"].each > 50


def test_one_mission_by_hand() -> None:
    """Three aircraft score 30, 60 and 61, one of them gambling: the mean is 50.33, rounded to 50."""
    scenario = WarSpec(scale=Scale.MISSION)
    wars = new_flown(evaluation_seeds(0, 1), game_named("stuka"))
    entry = wars.logs[0, 0]
    entry["score"], entry["bonus"], entry["kills"], entry["present"] = 50 + 10 + 4, 4, 1, 3
    entry["target"], entry["zone"], entry["gamble"] = Target.RAIL, 4, 1
    entry["scores"] = [30, 60, 61] + [-1] * 7
    entry["payload"], entry["special"], entry["carriers"] = Payload.SC500_SC50, Payload.SC1000, [2, 3]
    entry["gambler"] = 3
    wars.results["score"], wars.results["missions"], wars.finished[0] = 64, 1, True
    found = broken_down(wars, scenario)
    assert found.parts == {"attacks": 50, "kills": 10, "mission bonus": 4, "operation bonus": 0, "campaign bonus": 0,
                           "rounding": 0}  # fmt: skip
    assert found.target == [("Rail", 1.0, 50.0, 50.0)]
    assert found.zone == [("zone 4", 1.0, 50.0, 50.0)]
    assert found.payload[:2] == [
        ("SC500 + SC50", 1.0, 10.0, 30.0),
        ("SC1000", 2.0, pytest.approx(121 / 3), 60.5),
    ]
    rounding: Any = found.payload[2]
    assert rounding == ("rounding of mission scores", None, pytest.approx(-1 / 3), None)
    assert [(row.name, row.points) for row in found.gamble[:2]] == [
        ("ordinary attacks", 30.0), ("Rudel Gamble, pulled out", pytest.approx(61 / 3)),
    ]  # fmt: skip


def test_a_ship_sunk_is_made_up_to_100() -> None:
    scenario = WarSpec(scale=Scale.MISSION)
    wars = new_flown(evaluation_seeds(0, 1), game_named("stuka"))
    entry = wars.logs[0, 0]
    entry["score"], entry["present"], entry["target"], entry["zone"], entry["sunk"] = 100, 2, Target.CRUISER, 1, 1
    entry["scores"] = [100, 20] + [-1] * 8
    entry["payload"] = Payload.SC500_SC50
    wars.results["score"], wars.results["missions"], wars.finished[0] = 100, 1, True
    assert broken_down(wars, scenario).payload == [
        ("SC500 + SC50", 2.0, 60.0, 60.0), ("ships sunk, made up to 100", 1.0, 40.0, None),
        ("rounding of mission scores", None, 0.0, None),
    ]  # fmt: skip


@each(
    "scenario, segment, share",
    [
        (SCENARIOS["mission"], 3, 1.0),
        (SCENARIOS["segment"], 5, 0.1),
        (SCENARIOS["operation"], 0, 1 / 30),
        (SCENARIOS["campaign"], 5, 1 / 18),
    ],
)
def test_what_a_mission_counts_for(scenario: WarSpec, segment: int, share: float) -> None:
    assert mission_shares(scenario)[segment] == pytest.approx(share)


def test_unfinished_wars_bring_nothing() -> None:
    whole = fly_wars(make_policy("doctrine"), OPERATION, evaluation_seeds(5, 20))
    before = broken_down(war_slice(whole, slice(0, 10))).parts
    rest = war_slice(whole, slice(10, 20))
    rest.finished[:], rest.results[:], rest.tracks[:] = False, 0, 0
    after = broken_down(whole)
    assert after.parts == pytest.approx({name: points / 2 for name, points in before.items()})
    assert sum(row.often or 0 for row in after.target) == pytest.approx(15)
    earned = bonuses(whole, OPERATION)
    assert [bonus.chances for bonus in earned] == [15, 0.5, 0.5, 0.5]
