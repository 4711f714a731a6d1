"""The exact optimum: hand-computed, flown, never exceeded, and the same whatever people are called."""

import dataclasses
import functools
import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from agents.games.stuka.optimum.optimal_policy import OptimalPolicy, fly_situation
from agents.games.stuka.optimum.situations import (
    LAID_OUT,
    REACHABLE,
    SITUATIONS,
    Situation,
    SituationError,
    begin,
    roster,
    setup_in_zone_one,
    veteran,
)
from agents.games.stuka.optimum.solving import Solution, solve
from agents.games.stuka.players import SCRIPTS
from agents.registry import make_policy
from stuka_env.engine.engine import Engine
from stuka_env.games.stuka.actions import index_of
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Act, Duty, Quality, Scale
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.policy import Policy
from tools import optimum as tool

CHARTS = load_charts()
MEDIUM = {-3: 100, -2: 100, -1: 100, 0: 90, 1: 85, 2: 75, 3: 60, 4: 55, 5: 40, 6: 30, 7: 20, 8: 15}
"""A2 for a railway."""


SEATS = dataclasses.replace(
    SITUATIONS["seats"],
    name="small seats",
    setup=setup_in_zone_one("armor", 2, [{"level": "elite"}, veteran(1)], 2),
)
"""Situations about the leader and the Lucky Dog that are solved in seconds."""
NERVOUS = dataclasses.replace(
    SITUATIONS["loaded pair"],
    name="nervous gunner",
    setup={**SITUATIONS["loaded pair"].setup, "gunners": roster(veteran(), veteran(5))},
)
"""A gunner who bails out alone at the next hit, so that what becomes of him counts (ruling Q11)."""
SMALL = {
    situation.name: situation
    for situation in (SITUATIONS["last bomb"], SITUATIONS["loaded pair"], SEATS, NERVOUS, *REACHABLE[:-1])
}
LARGE = [situation for situation in SITUATIONS.values() if situation.name not in SMALL]


@functools.cache
def solved(name: str) -> Solution:
    return solve(SMALL[name], [make_policy(policy) for policy in SCRIPTS])


def by_hand(gamble: bool) -> float:
    """Return the value of the last bomb, computed by hand.

    The first aircraft has 40. The second has an SC1000 (-2) and a rested Veteran, in good visibility. A Veteran (-1) is
    forced down by a 10; one in ten of those is destroyed. With both home the bonus is 4 for at most one damaged
    aircraft, else 3, and 2 for little stress. With an aircraft destroyed there is none.
    """
    attacks = [(40 + MEDIUM[die - 2 - 2 * gamble] + 1) // 2 for die in range(1, 11)]
    bonus = 6 * 0.99**2 - 1 * 0.09**2
    return sum(attacks) / 10 + bonus * (4 / 6 if gamble else 1)


def test_the_last_bomb_by_hand() -> None:
    solution = solved("last bomb")
    assert solution.policies["doctrine"].value == pytest.approx(by_hand(gamble=False), abs=1e-9)
    assert solution.policies["gambler"].value == pytest.approx(by_hand(gamble=True), abs=1e-9)
    assert solution.value == pytest.approx(max(by_hand(gamble=False), by_hand(gamble=True)), abs=1e-9)
    assert solution.best[0].tolist() == [Act.GAMBLE]


def agrees(value: float, scores: np.ndarray) -> bool:
    """Whether a mean is within four standard errors; of equal scores, whether it is the same."""
    return bool(abs(scores.mean() - value) <= 4 * scores.std() / len(scores) ** 0.5 + 1e-9)


@pytest.mark.parametrize("name", SMALL)
def test_flown_with_real_dice_it_comes_to_the_same(name: str) -> None:
    solution = solved(name)
    assert agrees(solution.value, fly_situation(solution.situation, OptimalPolicy(solution), CHARTS, 20_000))
    assert agrees(
        solution.policies["doctrine"].value, fly_situation(solution.situation, make_policy("doctrine"), CHARTS, 20_000)
    )


@pytest.mark.parametrize("name", SMALL)
def test_nobody_is_better_and_mistakes_explain_the_distance(name: str) -> None:
    solution = solved(name)
    for judged in solution.policies.values():
        assert judged.value <= solution.value + 1e-9
        assert sum(mistake.cost for mistake in judged.mistakes) == pytest.approx(solution.value - judged.value)
        assert all(0 < mistake.chance for mistake in judged.mistakes)
    assert solution.policies["random"].by_chance and not solution.policies["doctrine"].by_chance


@pytest.mark.slow
@pytest.mark.parametrize("situation", LARGE, ids=lambda situation: situation.name)
def test_the_large_ones_flown_come_to_the_same(situation: Situation) -> None:
    solution = solve(situation, [make_policy("old_hand")])
    assert agrees(solution.value, fly_situation(situation, OptimalPolicy(solution), CHARTS, 20_000))
    old_hand = fly_situation(situation, make_policy("old_hand"), CHARTS, 20_000)
    assert agrees(solution.policies["old_hand"].value, old_hand)


# --- which ones a Mission can reach ---


@pytest.mark.parametrize("situation", REACHABLE, ids=lambda situation: situation.name)
def test_a_mission_of_the_environment_comes_to_it(situation: Situation) -> None:
    environment = gymnasium.make("Stuka/Mission-v0", segment=situation.segment)
    shown, _ = environment.reset(seed=5, options={"dice": situation.dice, "strict_dice": True})
    for verb, argument in situation.orders:
        shown, _, over, _, info = environment.step(index_of(verb, argument))
        assert not over
    _, view = begin(situation, CHARTS)
    assert situation.reachable and info["action_mask"].tolist() == view.masks[0].tolist()
    assert shown.tolist() == view.observations[0].tolist()


@pytest.mark.parametrize("segment", SEGMENT_NAMES)
def test_every_mission_begins_with_rested_veterans_and_a_full_hangar(segment: str) -> None:
    engine = Engine(64, read_war_spec(Scale.MISSION, segment=segment))
    view = engine.new_view()
    engine.reset(view.buffers, list(range(64)))
    for mats in (engine.wars.mats["pilots"], engine.wars.mats["gunners"]):
        there = mats["duty"] == Duty.READY
        assert set(mats["level"][there].tolist()) == {Quality.VETERAN}
        assert there.sum(axis=1).min() >= 6 and not mats["stress"].any() and not mats["wounds"].any()
    citadel = segment == "1943-07"
    assert (view.masks[:, index_of("FLY", 2)] == citadel).all() and view.masks[:, index_of("FLY", 3)].all()


def test_no_mission_comes_to_those_laid_out_by_hand() -> None:
    for situation in LAID_OUT:
        flown_by_two = situation.orders[:1] == (("FLY", 2),) and situation.segment != "1943-07"
        people = [person for person in situation.setup["pilots"] if person["level"] != "nobody"]
        other_people = any(person != veteran() for person in people)
        assert not situation.reachable and (flown_by_two or other_people), situation.name


def test_probabilities_add_up() -> None:
    for layer in solved("loaded pair").layers:
        if len(layer.ends):
            starts = np.concatenate([[0], layer.ends[:-1]])
            assert np.add.reduceat(layer.weight, starts) == pytest.approx(1.0, abs=1e-12)


def test_names_do_not_matter() -> None:
    pilots = SEATS.setup["pilots"]
    renamed = dataclasses.replace(SEATS, setup={**SEATS.setup, "pilots": [pilots[1], pilots[0], *pilots[2:]]})
    assert solve(renamed).value == pytest.approx(solved("small seats").value, abs=1e-9)


def test_the_best_play_is_legal_for_whoever_it_names() -> None:
    solution = solved("small seats")
    best: Policy = OptimalPolicy(solution)
    assert fly_situation(solution.situation, best, CHARTS, 50, seed=3).min() >= 0


@pytest.mark.parametrize(
    ("orders", "dice", "line"),
    [
        ((("FLY", 3),), {}, "FLY 3, which is not allowed there"),
        ((("FLY", 2), ("LEADER", 1), ("GUNNER", 1)), {"A4": [1]}, "1 of A4"),
        ((("TAKE_OFF", 1),), {}, "TAKE_OFF"),
    ],
)
def test_a_situation_that_does_not_fit_says_why(orders: tuple[Any, ...], dice: dict[str, Any], line: str) -> None:
    situation: Situation = dataclasses.replace(SITUATIONS["loaded pair"], orders=orders, dice=dice)
    with pytest.raises(SituationError, match="situation loaded pair: ") as error:
        solve(situation)
    assert line in str(error.value) and "\n" not in str(error.value)


def test_a_roll_on_the_way_must_be_planned() -> None:
    situation = SITUATIONS["loaded pair"]
    with pytest.raises(SituationError, match="A4 is rolled"):
        solve(dataclasses.replace(situation, orders=(*situation.orders, ("GO_ON", 0))))


def test_the_tool_writes_what_it_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "optimum.json"
    words = ["--situations", "last bomb", "--policies", "doctrine", "--missions", "500", "--output", str(output)]
    assert tool.main(words) == 0
    (result,) = json.loads(output.read_text())["situations"]
    assert result["optimum"] == pytest.approx(by_hand(gamble=True))
    assert result["policies"][0]["mistakes"][0]["better"] == "GAMBLE"
    assert f"{result['optimum']:.3f}" in capsys.readouterr().out


def test_the_shortfall_counts_what_a_mission_can_reach() -> None:
    def result(reachable: bool, optimum: float, distance: float) -> dict[str, Any]:
        line = {"policy": "somebody", "distance": distance}
        return {"reachable": reachable, "optimum": optimum, "policies": [line]}

    results = [result(True, 50.0, 1.0), result(True, 20.0, 0.2), result(False, 60.0, 30.0)]
    ((name, share, worst),) = tool.shortfalls(results)
    assert name == "somebody" and share == pytest.approx(1.5) and worst == 1.0
    assert "1.50 %" in tool.shortfall_table(results) and tool.shortfall_table(results[2:]) == ""


def test_a_part_is_shown_and_kept_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "write_whole", lambda path, text: pytest.fail(f"written: {path}"))
    assert tool.main(["--situations", "last bomb", "--policies", "doctrine", "--missions", "0"]) == 0


@pytest.mark.parametrize(
    "words", [["--policies", "nobody"], ["--situations", "nowhere"], ["--output", "/nowhere/optimum.json"]]
)
def test_the_tool_refuses_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(words) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and words[1] in said.err and not said.out
