"""Forbidden verbs: never taken, carried out where nothing else is legal."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.clones import Rollout
from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA
from agents.games.stuka.planner.planner import SCRIPT, Budget, Planner
from agents.games.stuka.planner.rollout import ForbiddenActions, fly_clone, narrow, new_workspace, pick
from agents.games.stuka.scripts.without_verbs import allowed_without, narrowed
from agents.registry import SCRIPTS
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.games.stuka.codes import ACTIONS, SLOTS, Act, Decision, Entry
from stuka_env.games.stuka.rules.table import JOURNAL_LENGTH
from stuka_env.policy import Policy, PolicyInput, import_object
from stuka_env.records import rows
from tests.support.planning import CHARTS, MISSION, SCRIPTED, Table, chosen, planner

VERBS = (Act.NO_FLY, Act.ABORT, Act.SEND_HOME, Act.HOLD, Act.RELIEVE, Act.GAMBLE)


def without(*verbs: Act, budget: int = 24) -> Planner:
    return Planner("planner", Budget(budget, 0), 2, frozenset(verbs))


def taken(actions: NDArray[np.int64], verb: Act) -> NDArray[np.bool_]:
    return allowed_without({verb})[actions] == 0


# --- masks ---


def test_a_verb_is_all_its_actions() -> None:
    assert allowed_without([]).all()
    assert np.flatnonzero(allowed_without({Act.GAMBLE}) == 0).tolist() == [Act.GAMBLE]
    both = allowed_without({Act.RELIEVE, Act.NO_FLY})
    assert np.flatnonzero(both == 0).tolist() == [Act.NO_FLY, *range(Act.RELIEVE, Act.RELIEVE + SLOTS)]


def test_masks_lose_what_is_forbidden_unless_nothing_is_left() -> None:
    masks: Any = np.zeros((3, ACTIONS), np.int8)
    masks[0, [Act.DROP, Act.GAMBLE]] = 1
    masks[1, Act.GAMBLE] = 1
    masks[2, Act.DROP] = 1
    before = masks.copy()
    allowed = allowed_without({Act.GAMBLE})
    forbidden = new_workspace(allowed).forbidden_actions
    kept = narrowed(masks, allowed)
    assert (masks == before).all()
    assert [np.flatnonzero(row).tolist() for row in kept] == [[Act.DROP], [Act.GAMBLE], [Act.DROP]]
    for row in masks:
        narrow(forbidden[0], row)
    assert (masks == kept).all()
    assert (narrowed(before, allowed_without([])) == before).all()


def test_a_script_that_insists_gets_the_first_legal_action() -> None:
    """With the bombs out of order the book strafes or holds its fire; where neither is allowed relief is left."""
    table = Table(1).until(Decision.ATTACK)
    mask: Any = np.zeros(ACTIONS, np.int8)
    mask[Act.RELIEVE + 1] = 1
    assert SCRIPTED(table.sight.mats[0], CHARTS.record, mask, 0) == Act.HOLD
    assert pick(SCRIPTED, table.sight.mats[0], CHARTS.record, mask, 0) == Act.RELIEVE + 1


# --- the planner ---


def test_nothing_forbidden_changes_nothing() -> None:
    """Nor does it to forbid what is never legal here: the SC1800 does not exist before August 1941."""
    plain = Planner("planner", Budget(24, 0), 2)
    assert plain.forbidden == frozenset()
    assert new_workspace(plain._allowed).forbidden_actions.tobytes() == new_workspace().forbidden_actions.tobytes()
    for turns in (0, 12, 25, 31):
        table = Table(6, turns=turns)
        assert not table.sight.mats["war"]["segment"].any()
        searched = plain.search(table.sight).tobytes()
        assert without().search(table.sight).tobytes() == searched
        assert without(Act.SC1800).search(table.sight).tobytes() == searched


def test_what_is_forbidden_is_no_candidate() -> None:
    table = Table(8, turns=30)
    for _ in range(40):
        searches = without(*VERBS, budget=8).search(table.sight)
        for search, mask in zip(searches, table.sight.masks, strict=True):
            looked_into = search["action"][: search["candidates"]]
            allowed = allowed_without(VERBS)
            assert allowed[looked_into].all() or not (mask & allowed).any()
        table.step(table.scripted())


def test_a_single_candidate_needs_no_rollouts() -> None:
    """On the way out with all crews rested there is nothing but to go on."""
    table = Table(1).until(Decision.EN_ROUTE)
    policy = without(Act.ABORT, Act.SEND_HOME, Act.RELIEVE)
    search = policy.search(table.sight)[0]
    assert (search["best"], search["candidates"], search["spent"]) == (Act.GO_ON, 1, 0)
    thought = policy.explain(table.sight)
    assert thought.probabilities[0, Act.GO_ON] == 1.0
    assert np.isnan(thought.values).all()
    timed = Planner("planner", Budget(1 << 40, 5), 1, policy.forbidden)
    assert chosen(timed, table.sight).tolist() == [Act.GO_ON]


class Watched:
    """A policy whose actions are kept."""

    name = "watched"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.actions: list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.policy.act(inputs, actions)
        self.actions.append((actions.copy(), inputs.masks.copy(), inputs.mats["track"]["over"] == 0))

    def uses(self, verb: Act) -> int:
        return sum(int((taken(actions, verb) & on).sum()) for actions, _, on in self.actions)


def watched_wars(policy: Policy, wars: int = 4) -> tuple[Watched, Flown]:
    watched = Watched(policy)
    flown = fly_wars(watched, REGULAR_BARBAROSSA, np.arange(100, 100 + wars, dtype=np.uint64))
    assert flown.finished.all()
    for actions, masks, on in watched.actions:
        assert masks[np.flatnonzero(on), actions[on]].all()
    return watched, flown


def test_a_forbidden_verb_is_never_taken() -> None:
    plain, often = watched_wars(planner(8))[0], (Act.SEND_HOME, Act.RELIEVE, Act.GAMBLE)
    assert all(plain.uses(verb) > 0 for verb in often)
    one, all_of_them = (watched_wars(without(*verbs, budget=8))[0] for verbs in ((Act.GAMBLE,), VERBS))
    assert one.uses(Act.GAMBLE) == 0 and one.uses(Act.RELIEVE) > 0 and one.uses(Act.SEND_HOME) > 0
    assert not any(all_of_them.uses(verb) for verb in VERBS)


def rollout_actions(table: Table, script: Any, forbidden: set[Act], rollouts: int) -> NDArray[np.int64]:
    """Return the actions of a script in rollouts of war 0 that begin with old_hand's choice."""
    found = []
    for rollout in range(rollouts):
        workspace = new_workspace(allowed_without(forbidden))
        workspace.journals["capacity"] = JOURNAL_LENGTH
        first = Rollout(int(table.scripted()[0]), 5, rollout)
        fly_clone(script, table.sight.mats[0], table.sight.charts[0], workspace, first)
        entries = workspace.journals["entries"][0]
        found.append(entries["result"][entries["kind"] == Entry.CHOICE])
    return np.concatenate(found).astype(np.int64)


@pytest.mark.parametrize(("name", "verb"), [(SCRIPT, Act.RELIEVE), ("bold", Act.GAMBLE), ("random", Act.ABORT)])
def test_the_script_does_without_in_the_rollouts(name: str, verb: Act) -> None:
    table, script = Table(1), import_object(SCRIPTS[name])
    assert taken(rollout_actions(table, script, set(), 100), verb).any()
    assert not taken(rollout_actions(table, script, {verb}, 100), verb).any()


def test_it_plays_on_where_only_the_forbidden_is_legal() -> None:
    """Everything is forbidden: then nothing is, and the war goes as it would."""
    everything = frozenset(Act)
    assert not allowed_without(everything).any()
    seeds = np.arange(2, dtype=np.uint64)
    flights = [fly_wars(policy, MISSION, seeds) for policy in (without(*everything, budget=8), planner(8))]
    assert flights[0].logs.tobytes() == flights[1].logs.tobytes()
    bare = rows(1, ForbiddenActions)
    bare["count"] = ACTIONS
    mask: Any = np.zeros(ACTIONS, np.int8)
    mask[Act.HOLD] = 1
    narrow(bare[0], mask)
    assert np.flatnonzero(mask).tolist() == [Act.HOLD]


def test_what_is_forbidden_travels_with_it() -> None:
    copy = pickle.loads(pickle.dumps(without(Act.GAMBLE)))
    assert copy.forbidden == {Act.GAMBLE}
    table = Table(4, turns=30)
    assert copy.search(table.sight).tobytes() == without(Act.GAMBLE).search(table.sight).tobytes()
