"""The terms of luck: exact means over faces and draws, and the events that are kept."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from agents.evaluation.intervals import interval
from agents.games.stuka.luck.recorder import charts_rows, fly_with_luck
from agents.games.stuka.luck.results import mean_hit
from agents.games.stuka.luck.stakes import STAKES
from agents.games.stuka.luck.terms import add_event_terms, new_luck_workspace
from agents.registry import make_policy
from stuka_env.declared.records import rows
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import call_policy, fly_wars, policy_input
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import CARDS, SLOTS, Chart, Entry, Scale
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.cups import in_cup, in_deck
from stuka_env.games.stuka.rules.events import removed_card
from stuka_env.games.stuka.rules.rolls import lay_board
from stuka_env.games.stuka.rules.table import Chance
from stuka_env.games.stuka.scenario.plan import WarSpec
from tests.support.slow import slow, study

SIDES_OF = RULES.names["SIDES"]

OPERATION = WarSpec.read(Scale.OPERATION, operation="barbarossa", duration="short")
BARBAROSSA = WarSpec.read(Scale.OPERATION, operation="barbarossa", duration="regular")
CAMPAIGN = WarSpec.read(Scale.CAMPAIGN, operation=None, duration="short")
CITADEL = WarSpec.read(Scale.OPERATION, operation="citadel", duration="regular")
MISSION = WarSpec.read(Scale.MISSION, operation="case_blue", duration="regular")
EACH = 25
"""Events of each chart that are enumerated."""
EVALUATIONS = 400
"""Evaluations of 100 wars each, drawn from many more wars."""


def steps_of(engine: Engine, script: str) -> Iterator[Any]:
    """Yield the journals of an engine after its reset and after each step of a script."""
    view, policy = engine.new_view(), make_policy(script)
    engine.reset(view.buffers, list(range(engine.num_envs)))
    inputs, actions = policy_input(engine, view), np.zeros(engine.num_envs, np.int64)
    rng = np.random.default_rng(5)
    yield engine.wars.journals
    while not engine.wars.reports["over"].all():
        inputs.noise[:] = rng.integers(0, 1 << 62, engine.num_envs)
        call_policy(policy, inputs, actions)
        engine.step(actions, view.buffers)
        yield engine.wars.journals


def kept_events(script: str, spec: WarSpec, wars: int) -> dict[Chart, list[Any]]:
    """Return up to EACH events of each chart from a script's wars."""
    engine = Engine(wars, spec, chances=True)
    found: dict[Chart, list[Any]] = {}
    for journals in steps_of(engine, script):
        for journal in journals:
            for event in journal["chances"]["events"][: journal["chances"]["count"]]:
                own = found.setdefault(Chart(event["chart"]), [])
                if len(own) < EACH:
                    own.append(event.copy())
        journals["chances"]["count"] = 0
    return found


@pytest.fixture(scope="module")
def events() -> dict[Chart, list[Any]]:
    """Events of every chart: of a reckless and a random policy, in all kinds of wars."""
    found: dict[Chart, list[Any]] = {}
    flights = (
        ("random_flyer", OPERATION, 8),
        ("bold", CAMPAIGN, 6),
        ("random_flyer", MISSION, 40),
        ("bold", CITADEL, 8),
    )
    for script, spec, wars in flights:
        for chart, own in kept_events(script, spec, wars).items():
            found[chart] = [*found.get(chart, []), *own]
    return found


def variants(event: Any, mat: Any, charts: Any) -> list[Any]:
    """Return the same event with everything that could have been rolled or drawn."""
    chart, every = Chart(event["chart"]), []
    sides = [max(1, int(number)) for number in SIDES_OF[chart]]
    if chart == Chart.SEGMENT:
        sides[0] = int(charts.segments[event["war"]["operation"]])
    if chart == Chart.EVENT:
        left_out = removed_card(mat, charts)
        faces: list[tuple[int, ...]] = [(c + 1, 0, 0) for c in range(CARDS) if in_deck(mat, charts, c, left_out)]
    elif chart == Chart.CUP:
        drawn = int(event["faces"][1])
        faces = [(slot + 1, drawn, 0) for slot in range(SLOTS) if in_cup(mat, slot, drawn)]
    else:
        faces = [tuple(index[place] + 1 if SIDES_OF[chart][place] or place == 0 else 0 for place in range(3))
                 for index in np.ndindex(*sides)]  # fmt: skip
    for face in faces:
        other = event.copy()
        other["faces"] = face
        if chart == Chart.CUP:
            other["slot"] = face[0] - 1
        every.append(other)
    return every


def one_row(event: Any) -> Any:
    """Return an event as an array of one record, whose record compiled code takes."""
    table: Any = rows(1, Chance)
    table[0] = event
    return table


@pytest.mark.parametrize("chart", list(Chart), ids=lambda chart: chart.name)
def test_terms_have_mean_zero_over_everything_that_could_have_happened(chart: Chart, events: dict[Chart, Any]) -> None:
    charts = charts_rows(load_charts())
    workspace = new_luck_workspace(charts)
    mat, reckoning = workspace.mats[0], workspace.reckonings[0]
    assert chart in events, f"no event of {chart.name} was seen"
    has_stakes = False
    for event in events[chart]:
        lay_board(mat, one_row(event)[0])
        if chart == Chart.B2:  # it continues what B1 has found
            mean_hit(mat, charts[0], reckoning)
            reckoning.found = 3.0
        terms, others = [], variants(event, mat, charts[0])
        for other in others:
            own = np.zeros(STAKES)
            reckoning.outlook.priced[0] = -1.0
            add_event_terms(mat, charts[0], one_row(other)[0], reckoning, own)
            terms.append(own)
        assert np.abs(np.mean(terms, axis=0)).max() < 1e-9
        faces = [tuple(other["faces"]) for other in others]
        assert tuple(event["faces"]) in faces  # what happened is among what could have happened
        has_stakes = has_stakes or bool(np.abs(terms).max() > 0.0)
    assert has_stakes or chart == Chart.SHIP, f"no result of {chart.name} has a stake"  # ships are alike in our charts


def test_kept_events_are_the_rolls_of_the_journal() -> None:
    engine = Engine(1, OPERATION, journal=True, chances=True)
    rolled, kept = [], []
    for journals in steps_of(engine, "random_flyer"):
        for entry in engine.drain_journal():
            if entry["kind"] in (Entry.ROLL, Entry.DRAWN):
                rolled.append((int(entry["chart"]), int(entry["dice"][0]) or int(entry["result"])))
        chances = journals[0]["chances"]
        kept += [(int(each["chart"]), int(each["faces"][0])) for each in chances["events"][: chances["count"]]]
        journals["chances"]["count"] = 0
    assert kept == rolled and len(kept) > 300


def test_measuring_luck_changes_no_war() -> None:
    seeds = evaluation_seeds(4, 20)
    measured, plain = (fly(make_policy("bold"), OPERATION, seeds) for fly in (fly_with_luck, fly_wars))
    assert measured.results.tobytes() == plain.results.tobytes()
    assert np.isfinite(measured.luck).all() and np.isnan(plain.luck).all()


def test_luck_depends_neither_on_threads_nor_on_the_batch() -> None:
    seeds = evaluation_seeds(4, 12)
    together = fly_with_luck(make_policy("kette"), OPERATION, seeds, num_threads=2)
    apart = [fly_with_luck(make_policy("kette"), OPERATION, seeds[war : war + 1]).luck[0] for war in range(12)]
    assert together.luck == pytest.approx(apart, abs=1e-9)


@pytest.mark.parametrize("script", ["old_hand", slow("kette"), "random_flyer"])
def test_luck_has_mean_zero_and_makes_scores_sharper(script: str) -> None:
    flown = fly_with_luck(make_policy(script), BARBAROSSA, evaluation_seeds(7, 100))
    assert abs(flown.luck.mean()) < 4 * flown.luck.std() / 10
    assert (flown.scores - flown.luck).std() < 0.6 * flown.scores.std()


@pytest.mark.parametrize(
    ("script", "wars"),
    [
        slow("old_hand", 2_000),
        *(study(script, 20_000) for script in ("old_hand", "kette", "doctrine", "random_flyer")),
    ],
)
def test_luck_is_within_three_errors_of_zero(script: str, wars: int) -> None:
    luck = fly_with_luck(make_policy(script), BARBAROSSA, evaluation_seeds(11, wars)).luck
    assert abs(luck.mean()) < 3 * luck.std() / len(luck) ** 0.5


@pytest.mark.slow
def test_intervals_of_adjusted_differences_hold_the_mean_in_95_of_100_evaluations() -> None:
    seeds = evaluation_seeds(12, 2_000)
    kette, old_hand = (fly_with_luck(make_policy(script), BARBAROSSA, seeds) for script in ("kette", "old_hand"))
    pairs = (kette.scores - kette.luck) - (old_hand.scores - old_hand.luck)
    rng, held = np.random.default_rng(0), 0
    for _ in range(EVALUATIONS):
        found = interval(rng.choice(pairs, 100, replace=False))
        held += found.low <= pairs.mean() <= found.high
    assert 0.92 < held / EVALUATIONS < 0.98
