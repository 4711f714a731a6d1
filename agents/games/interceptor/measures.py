"""Figures of the careers of a player that have bands in the calibration."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import error_of_ratio
from stuka_env.compiling.philox import draw_noise
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars, policy_input, war_seeds
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Entry, Month, Over, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import Policy

CAREER = WarSpec(scale=int(Scale.CAREER), month=int(Month.MARCH_1943), track=0)
"""The careers of the calibration: from March 1943, officer, options off, unit by the die."""
Figures = Mapping[str, float]
"""Figures by name."""


def error_name(figure: str) -> str:
    """Return the name under which the standard error of a figure stands among the figures."""
    return f"± {figure}"


def count_in_journals(policy: Policy, seeds: NDArray[np.uint64]) -> dict[str, NDArray[np.int64]]:
    """Return the hits, jams and sorties flown of each career, ``(N,)`` each, from their journals."""
    totals = {name: np.zeros(len(seeds), np.int64) for name in ("hits", "jams", "flown")}
    engine = Engine(1, CAREER, journal=True)
    view = engine.new_view()
    actions = np.zeros(1, np.int64)
    for place, seed in enumerate(seeds.tolist()):
        engine.reset(view.buffers, [seed])
        inputs, numbers, turn = policy_input(engine, view), war_seeds(engine), 0
        while not engine.wars.reports["over"][0]:
            draw_noise(numbers, 0, turn, inputs.noise)
            policy.act(inputs, actions)
            engine.step(actions, view.buffers)
            turn += 1
            entries = engine.drain_journal()
            totals["hits"][place] += int((entries["kind"] == Entry.DAMAGE).sum())
            totals["jams"][place] += int((entries["kind"] == Entry.JAMMED).sum())
        totals["flown"][place] += int(engine.wars.reports["result"]["flown"][0])
    return totals


def measure(
    policy: Policy, careers: int, *, journals: int = 0, seed: int = 0, charts: LoadedCharts | None = None
) -> Figures:
    """Fly a policy through frozen careers and return the figures that have bands, each with its standard error.

    Args:
        policy: the policy that plays.
        careers: number of careers.
        journals: number of careers whose journals are read, for hits and jams.
        seed: seed of the evaluation and of the policy's random numbers.
        charts: the charts in force, without journals; None for ours.
    """
    seeds = evaluation_seeds(seed, careers)
    spec = CAREER if charts is None else replace(CAREER, charts=charts)
    results = fly_wars(policy, spec, seeds, seed=seed).results
    bombers, dead = results["bombers"].astype(float), results["over"] == Over.DEATH
    figures = {
        "bombers": float(bombers.mean()),
        error_name("bombers"): float(bombers.std(ddof=1) / np.sqrt(careers)) if careers > 1 else float("nan"),
        "survive %": 100 * float(1 - dead.mean()),
        error_name("survive %"): 100 * float(dead.std() / np.sqrt(careers)),
        "sorties": float(results["flown"].mean()),
        error_name("sorties"): float(results["flown"].std() / np.sqrt(careers)),
        "bombers a sortie": float(bombers.sum()) / max(1, int(results["flown"].sum())),
        error_name("bombers a sortie"): error_of_ratio(bombers, results["flown"]),
    }
    if journals:
        totals = count_in_journals(policy, seeds[:journals])
        for name in ("hits", "jams"):
            figures[f"{name} a sortie"] = float(totals[name].sum()) / max(1, int(totals["flown"].sum()))
            figures[error_name(f"{name} a sortie")] = error_of_ratio(totals[name], totals["flown"])
    return figures
