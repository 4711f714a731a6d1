"""The planner with a learned agent: what it may know, what it looks into, and what a rollout comes to."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.games.stuka.planner.agent_clones import (
    CAPACITY,
    Rollouts,
    distinct_rows,
    fly_rollouts,
    fly_some,
    new_clones,
)
from agents.games.stuka.planner.agent_planner import (
    FEWEST_ROLLOUTS,
    AgentPlanner,
    drop_losers,
)
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, load_weights, new_judge, value_beyond
from agents.learned.card import AgentError
from agents.learned.learned_policy import LEAST_CHANCE, MOST_CANDIDATES, LearnedPolicy, propose
from agents.planner.halving import Search
from agents.registry import make_policy
from stuka_env.declared.records import Rows, rows
from stuka_env.games.stuka.codes import ACTIONS, Decision, Operation, Scale
from stuka_env.games.stuka.rules.briefing import seated_by
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import ExplainingPolicy, PolicyInput, UnknownPolicyError, limits_of, load_policy
from tests.support.each import each
from tests.support.planning import MISSION, OPERATION, SEGMENT, Table, chosen
from tests.support.slow import slow

AGENT = "distilled-operation"
REMAINING = 7.0
JUDGE = new_judge(load_weights(STAFFEL_VALUE))


def agent_planner(rollouts: int = 24) -> AgentPlanner:
    made = make_policy(f"planner@{rollouts}:{AGENT}")
    assert isinstance(made, AgentPlanner)
    return made


class Mascot:
    """Takes the first legal action, and expects 7 points of everything."""

    def __init__(self) -> None:
        self.asked = 0
        self.judged = 0

    def seen(self, inputs: PolicyInput, which: NDArray[np.int64]) -> NDArray[np.float32]:
        return inputs.observations[which]

    def likeliest(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        self.asked += 1
        return masks.argmax(axis=1)

    def remaining_score(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        self.judged += len(observations)
        return np.full(len(observations), REMAINING, np.float32)


def rollouts_of_every_action(table: Table) -> Rollouts:
    """Return one rollout of each legal action of war 0, all with the same dice."""
    actions = np.flatnonzero(table.sight.masks[0])
    return Rollouts(np.zeros(len(actions), np.int64), actions, np.zeros(len(actions), np.int64))


# --- what it may know ---


@pytest.mark.slow
def test_the_choice_does_not_depend_on_the_real_dice() -> None:
    """Same mat, same noise; other dice, counts, tape flags, seeds and reports: the same search to the last bit."""
    table = Table(4, turns=25)
    before = agent_planner().search(table.sight)
    table.change_the_real_dice()
    assert agent_planner().search(table.sight).tobytes() == before.tobytes()
    assert (before["spent"] > 0).any()


def test_nothing_of_the_war_is_touched() -> None:
    table = Table(6, turns=10)
    before = table.contents()
    agent_planner().explain(table.sight)
    assert table.contents() == before


# --- rollouts ---


def test_the_same_rollout_of_the_same_action_is_the_same_and_others_are_not() -> None:
    table = Table(1).until(Decision.EN_ROUTE)
    agent: Any = make_policy(AGENT)
    action = int(chosen(agent, table.sight)[0])
    wars, actions = np.zeros(4, np.int64), np.full(4, action)
    scores = fly_some(
        new_clones(), JUDGE, agent, inputs=table.sight, rollouts=Rollouts(wars, actions, np.array([0, 1, 0, 2]))
    )
    assert scores[0] == pytest.approx(scores[2], abs=1e-3) and len(np.unique(scores.round(3))) == 3


def test_a_rollout_ends_with_the_mission_and_the_staffels_value_says_what_it_leaves_behind() -> None:
    table, clones, mascot = Table(1, turns=12), new_clones(), Mascot()
    rollouts = rollouts_of_every_action(table)
    scores = fly_some(clones, JUDGE, mascot, inputs=table.sight, rollouts=rollouts)  # type: ignore[arg-type]
    mats: Rows[Mat] = clones.views.mats[: len(scores)]
    assert (mats["war"]["mission_of_war"] == table.sight.mats["war"]["mission_of_war"][0] + 1).all()
    charts, (weights, staffel) = table.sight.charts[0], JUDGE
    came = [score_due(mat, charts) + value_beyond(mat, charts, staffel[0], weights[0]) for mat in mats]
    assert scores == pytest.approx(np.array(came)) and len(np.unique(scores)) > 1
    assert mascot.judged == 0


def test_promotions_belong_to_the_rollout() -> None:
    """With the last mission of a segment crews are promoted, or not, as the clone's dice have it (8.9)."""
    agent: Any = make_policy(AGENT)
    turn = Table(1).until(Decision.PROMOTE).turn
    before = Table(1, turns=turn - 1)
    wars, numbers = np.zeros(50, np.int64), np.arange(50)
    actions = np.full(50, before.scripted()[0])
    clones = new_clones()
    fly_some(clones, JUDGE, agent, inputs=before.sight, rollouts=Rollouts(wars, actions, numbers))
    mission = before.sight.mats["war"]["mission_of_war"][0]
    assert (clones.views.mats["war"]["mission_of_war"][:50] > mission).all()
    assert (clones.views.mats["cursor"]["decision"][:50] != Decision.PROMOTE).all()


def test_a_rollout_that_begins_with_a_promotion_ends_with_the_promotions() -> None:
    table, clones, mascot = Table(1).until(Decision.PROMOTE), new_clones(), Mascot()
    count = table.sight.masks[0].sum()
    fly_some(clones, JUDGE, mascot, inputs=table.sight, rollouts=rollouts_of_every_action(table))  # type: ignore[arg-type]
    mission = table.sight.mats["war"]["mission_of_war"][0]
    assert (clones.views.mats["war"]["mission_of_war"][:count] == mission).all()
    assert (clones.views.mats["cursor"]["decision"][:count] != Decision.PROMOTE).all()


def test_of_wars_that_the_staffels_value_was_not_fitted_for_the_agent_says_what_is_to_come() -> None:
    table, clones, mascot = Table(1, SEGMENT, turns=12), new_clones(), Mascot()
    scores = fly_some(clones, JUDGE, mascot, inputs=table.sight, rollouts=rollouts_of_every_action(table))  # type: ignore[arg-type]
    mats: Rows[Mat] = clones.views.mats[: len(scores)]
    due = [score_due(mat, table.sight.charts[0]) for mat in mats]
    assert scores == pytest.approx(np.array(due) + REMAINING)


def test_after_the_horizon_the_agent_says_what_is_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agents.games.stuka.planner.agent_clones.HORIZON", 2)
    table, clones, mascot = Table(1).until(Decision.PILOT), new_clones(), Mascot()
    scores = fly_some(clones, JUDGE, mascot, inputs=table.sight, rollouts=rollouts_of_every_action(table))  # type: ignore[arg-type]
    mats: Rows[Mat] = clones.views.mats[: len(scores)]
    due = [score_due(mat, table.sight.charts[0]) for mat in mats]
    assert mascot.asked == 2
    assert (mats["war"]["mission_of_war"] == table.sight.mats["war"]["mission_of_war"][0]).all()
    assert scores == pytest.approx(np.array(due) + REMAINING)


def test_nothing_is_expected_of_a_war_that_is_over() -> None:
    table, clones = Table(1, MISSION).until(Decision.ATTACK), new_clones()
    scores = fly_some(clones, JUDGE, Mascot(), inputs=table.sight, rollouts=rollouts_of_every_action(table))  # type: ignore[arg-type]
    mats: Rows[Mat] = clones.views.mats[: len(scores)]
    assert mats["track"]["over"].all()
    assert scores == pytest.approx([score_due(mat, table.sight.charts[0]) for mat in mats])


def test_more_rollouts_than_there_is_room_for_are_flown_in_parts() -> None:
    table, mascot = Table(2, turns=12), Mascot()
    count = CAPACITY + 3
    wars = np.arange(count) % 2
    rollouts = Rollouts(wars, chosen(table.script, table.sight)[wars], np.arange(count) // 2)
    scores = fly_rollouts(new_clones(), JUDGE, mascot, inputs=table.sight, rollouts=rollouts)  # type: ignore[arg-type]
    last = Rollouts(*(array[CAPACITY:] for array in rollouts))
    assert scores[CAPACITY:] == pytest.approx(fly_some(new_clones(), JUDGE, mascot, inputs=table.sight, rollouts=last))  # type: ignore[arg-type]


def test_rows_that_are_the_same_share_a_forward_pass() -> None:
    observations = np.array([[1, 2], [3, 4], [1, 2], [1, 2]], np.float32)
    masks = np.array([[1, 0], [1, 1], [1, 0], [1, 1]], np.int8)
    first, same_as = distinct_rows(observations, masks)
    assert sorted(first) == [0, 1, 3]
    assert np.array_equal(observations[first][same_as], observations)
    assert np.array_equal(masks[first][same_as], masks)


# --- the search ---


def test_what_clearly_is_no_better_is_dropped_and_what_may_be_stays() -> None:
    searches: Any = rows(1, Search)
    search = searches[0]
    search.left, search.flown = 4, 100
    search.action[:4] = [10, 11, 12, 13]
    search.gain[:4] = [0.0, -50.0, -50.0, 5.0]
    search.square[:4] = [
        0.0,
        100.0,
        100_000.0,
        10.0,
    ]  # standard errors of 0.09, 3.1 and 0.03
    assert drop_losers(searches, 0)
    assert search.left == 3
    assert search.action[:3].tolist() == [10, 13, 12] and search.action[3] == 11 and search.gain[3] == -50.0
    search.gain[:3] = [0.0, 0.0, -3200.0]
    search.square[:3] = [0.0, 0.0, 110_000.0]
    assert not drop_losers(searches, 0), "what comes to the same is no better either"


def test_nothing_is_dropped_before_there_is_evidence() -> None:
    searches: Any = rows(1, Search)
    search = searches[0]
    search.left, search.flown, search.gain[1], search.square[1] = 2, FEWEST_ROLLOUTS - 1, -5.0, 1.0
    assert drop_losers(searches, 0)
    search.flown = FEWEST_ROLLOUTS
    assert not drop_losers(searches, 0)


def test_dropping_spares_rollouts_and_the_agents_own_choice_is_flown_with_the_others() -> None:
    table = Table(12, turns=25)
    searches = agent_planner(2048).search(table.sight)
    looked_into = searches["candidates"] > 1
    assert (searches["spent"][looked_into] <= 2048).all() and (searches["spent"][looked_into] < 1500).any()
    assert (searches["rollouts"][looked_into, 0] >= searches["rollouts"][looked_into].max(axis=1)).all()


def test_only_what_the_agent_may_do_is_proposed_likeliest_first() -> None:
    chances = np.zeros((2, ACTIONS))
    chances[0, [5, 9, 30]] = [0.2, 0.7, 0.1]
    chances[1, [3, 4]] = [1 - LEAST_CHANCE / 2, LEAST_CHANCE / 2]
    proposed = propose(chances)
    assert proposed[0, :3].tolist() == [9, 5, 30] and (proposed[0, 3:] == -1).all()
    assert proposed[1, 0] == 3 and (proposed[1, 1:] == -1).all()


@pytest.mark.parametrize("scenario", [MISSION, slow(OPERATION)])
def test_it_is_legal_everywhere_and_keeps_to_its_budget(scenario: Any) -> None:
    table, policy, looked_into = Table(48, scenario), agent_planner(16), 0
    for _ in range(40):
        searches = policy.search(table.sight)
        actions = searches["best"]
        running = table.sight.mats["track"]["over"] == 0
        assert (table.sight.masks[np.flatnonzero(running), actions[running]] == 1).all()
        assert (searches["spent"] <= 16).all() and (searches["candidates"] <= MOST_CANDIDATES).all()
        assert (searches["spent"][searches["candidates"] < 2] == 0).all()
        looked_into += int((searches["candidates"] > 1).sum())
        table.step(np.where(running, actions, 0))
    assert looked_into > 0


def test_it_follows_the_agent_where_that_is_sure_and_nowhere_else_alone() -> None:
    table, policy = Table(32, turns=20), agent_planner(16)
    searches, own = policy.search(table.sight), chosen(policy.agent, table.sight)
    sure = searches["candidates"] == 1
    assert sure.any() and (searches["best"][sure] == own[sure]).all()
    assert (searches["action"][:, 0] == own).all()


def test_what_it_thinks_is_what_the_rollouts_came_to() -> None:
    table, policy = Table(16, turns=20), agent_planner(24)
    assert isinstance(policy, ExplainingPolicy)
    searches, output = policy.search(table.sight), policy.explain(table.sight)
    assert np.allclose(output.probabilities.sum(axis=1), 1, atol=1e-5) and np.isfinite(output.values).all()
    for war in range(16):
        flown = searches["action"][war, : searches["candidates"][war]][
            searches["rollouts"][war, :][: searches["candidates"][war]] > 0
        ]
        assert set(np.flatnonzero(~np.isnan(output.action_values[war]))) == set(flown.tolist())


def test_people_who_are_alike_are_looked_into_once() -> None:
    table, policy = Table(32).until(Decision.PILOT), agent_planner(64)
    searches = policy.search(table.sight)
    for war in range(32):
        people = [seated_by(action) for action in searches["action"][war, : searches["candidates"][war]].tolist()]
        assert len(set(people)) == len(people)


def test_it_says_where_its_agent_was_not_trained() -> None:
    planner = agent_planner()
    assert limits_of(planner, WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL)) == ""
    assert limits_of(planner, WarSpec(scale=Scale.MISSION, operation=Operation.CITADEL)) == "not trained for such wars"


def test_it_can_be_sent_to_other_processes() -> None:
    table, policy = Table(4, turns=20), agent_planner(16)
    again = pickle.loads(pickle.dumps(policy))
    assert again.search(table.sight).tobytes() == policy.search(table.sight).tobytes()


# --- by name ---


@each(
    "name, message",
    [
        (f"planner@20ms:{AGENT}", "got milliseconds, with an agent allowed are rollouts"),
        ("planner@64:old_hand", "got the script 'old_hand', allowed is a learned agent"),
        ("planner@64:planner", "allowed is a saved agent without @"),
        (f"planner@64:{AGENT}@sampled", "allowed is a saved agent without @"),
        ("planner@64:nobody", "policy 'nobody': unknown, allowed is"),
        (f"planner@1:{AGENT}", "allowed is a number of rollouts"),
    ],
)
def test_wrong_names_are_refused_in_one_line(name: str, message: str) -> None:
    with pytest.raises(UnknownPolicyError, match=message) as error:
        make_policy(name)
    assert "\n" not in str(error.value)


def test_the_planner_with_an_agent_is_loaded_by_its_name() -> None:
    assert load_policy(f"planner@64:{AGENT}").name == f"planner@64:{AGENT}"


def test_it_needs_a_score_head_and_the_agents_own_charts() -> None:
    agent: Any = make_policy(AGENT)
    policy = AgentPlanner("planner", 16, LearnedPolicy(AGENT, agent.network, charts="0" * 64))
    with pytest.raises(AgentError, match="it was trained with other charts"):
        policy.search(Table(1).sight)
    agent.network.score_net = None
    with pytest.raises(AgentError, match="it has no score head"):
        AgentPlanner("planner", 16, agent)
