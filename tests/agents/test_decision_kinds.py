"""The worth of kinds of decisions: what is counted, drawn and compared, and the tables that are made of it."""

import numpy as np

from agents.exercises.kinds import DecisionSampler, KindBudget, as_mappings, worths_of_kinds
from agents.exercises.making import making_of
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import game_named
from tools.decision_kinds import MEASURED, kinds_file
from tools.kinds_doc import kind_rows, share_without_cost

GAME = "stuka"
SPEC, _ = game_named(GAME).envs.read_arguments(0)
DECISIONS = game_named(GAME).envs.decisions


def test_all_decisions_are_counted_and_some_of_each_kind_are_kept() -> None:
    sampler = DecisionSampler(most=3, seed=1)
    flown = fly_wars(
        make_policy("champion", GAME), SPEC, np.arange(12, dtype=np.uint64), witness=sampler, side_by_side=5
    )
    assert sum(sampler.counts.values()) == flown.decisions.sum()
    for code, count in sampler.counts.items():
        few = sampler.candidates(code)
        assert len(few.wars) == min(3, count) and set(few.wars.tolist()) <= set(range(12))
        assert (few.mats["cursor"]["decision"] == code).all() and (few.masks.sum(axis=1) > 1).all()
    attacks = DecisionSampler(most=1_000, seed=1)
    fly_wars(make_policy("champion", GAME), SPEC, np.arange(12, dtype=np.uint64), witness=attacks)
    assert len(set(attacks.candidates(DECISIONS.index("ATTACK")).wars.tolist())) > 6, "of all wars, and not the first"


def test_a_declined_mission_costs_and_a_relief_does_not() -> None:
    budget = KindBudget(wars=30, decisions=6, rollouts=16)
    worths = worths_of_kinds(making_of(GAME), SPEC, "champion", budget)
    assert worths == worths_of_kinds(making_of(GAME), SPEC, "champion", budget)
    named = {worth.kind: worth for worth in worths}
    assert named["MUSTER"].a_war == 1 and named["MUSTER"].no_sure_cost == 0
    assert named["MUSTER"].worst > 20 > named["MUSTER"].random > 0
    assert named["RELIEF"].no_sure_cost == 1 and named["RELIEF"].worst == named["RELIEF"].random == 0
    rows = kind_rows(as_mappings(worths), 1)
    assert rows[0][0] in ("`EN_ROUTE`", "`MUSTER`") and len(rows) == len(worths)
    assert 0 < share_without_cost(as_mappings(worths)) < 1


def test_the_stored_figures_are_those_of_the_declared_measurements() -> None:
    for game, measured in MEASURED.items():
        text = kinds_file(game).read_text(encoding="utf-8")
        for one in measured:
            assert f'"env": "{one.env}"' in text and f'"rollouts": {one.budget.rollouts}' in text
        assert "NaN" not in text
