"""Measures of the careers of a player, to compare with the bands of the calibration."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine
from stuka_env.engine.noise import draw_noise
from stuka_env.flights.episodes import Flown, fly_wars, policy_input, war_seeds
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import (
    JUMPED,
    Act,
    Cause,
    Decision,
    Entry,
    Health,
    Ladder,
    Line,
    Month,
    Over,
    Person,
    Scale,
    Touchdown,
)
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import Policy, PolicyInput

CAREER = WarSpec(scale=int(Scale.CAREER), month=int(Month.MARCH_1943), track=0)
"""The careers of the calibration: from March 1943, officer, options off, unit by the die."""
QUARTERS = (Month.MARCH_1943, Month.JUNE_1943, Month.SEPTEMBER_1943, Month.DECEMBER_1943)
"""Months at whose end the dead are counted."""
SHOTS = (*range(Act.AIM_PORT, Act.BURST_AIRFRAME + 1), int(Act.FIRE))
PASSES = (int(Act.BOMBERS), int(Act.BOMBERS_MEDIUM), int(Act.SAME), int(Act.OTHER))
TOGGLES = (int(Act.REFLEXES), int(Act.JETTISON))

Figures = Mapping[str, float]
"""Figures by name."""


class CountingPolicy:
    """A policy that counts what another one does.

    Attributes:
        counts: interceptions of bombers, sweeps, passes, shots, dogfights, and rounds of these.
    """

    def __init__(self, policy: Policy) -> None:
        self.name = policy.name
        self.policy = policy
        self.counts = dict.fromkeys(("interceptions", "sweeps", "passes", "shots", "dogfights", "rounds"), 0)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Let the other policy act, and count."""
        self.policy.act(inputs, actions)
        mats: Any = inputs.mats
        running = mats["career"]["over"] == 0
        decision = np.where(running, mats["cursor"]["decision"], Decision.OVER)
        sweep, rounds = mats["sortie"]["sweep"], mats["fighter"]["rounds"]
        in_dogfight = (decision == Decision.DOGFIGHT) & ~np.isin(actions, TOGGLES)
        is_running = decision != Decision.OVER
        occurrences = {
            "interceptions": (decision == Decision.ENGAGE) & (sweep == 0),
            "sweeps": (decision == Decision.ENGAGE) & (sweep == 1),
            "passes": is_running & np.isin(actions, PASSES),
            "shots": is_running & np.isin(actions, SHOTS),
            "dogfights": in_dogfight & (rounds == 1),
            "rounds": in_dogfight,
        }
        for name, rows in occurrences.items():
            self.counts[name] += int(rows.sum())


def error_name(figure: str) -> str:
    """Return the name under which the standard error of a figure stands among the figures."""
    return f"± {figure}"


def error_of_ratio(tops: NDArray[Any], bottoms: NDArray[Any]) -> float:
    """Return the standard error of ``sum(tops) / sum(bottoms)``, with one of each for every career, ``(N,)``."""
    total = max(1, int(bottoms.sum()))
    spread = tops - tops.sum() / total * bottoms
    return float(np.sqrt((spread**2).sum())) / total


def count_in_journals(policy: Policy, seeds: NDArray[np.uint64]) -> dict[str, NDArray[np.int64]]:
    """Return the hits, jams, serious wounds and sorties flown of each career, ``(N,)`` each, from their journals."""
    totals = {name: np.zeros(len(seeds), np.int64) for name in ("hits", "jams", "serious", "flown")}
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
            wounds = entries[(entries["kind"] == Entry.WOUND) & (entries["detail"] == Person.PILOT)]
            totals["serious"][place] += int((wounds["value"] == Health.SERIOUS_WOUND).sum())
        totals["flown"][place] += int(engine.wars.reports["result"]["flown"][0])
    return totals


def _careers(flown: Flown) -> dict[str, float]:
    """Return the figures of whole careers."""
    results = flown.results
    bombers, dead = results["bombers"].astype(float), results["over"] == Over.DEATH
    count = len(bombers)
    figures = {
        "careers": float(count),
        "bombers": float(bombers.mean()),
        error_name("bombers"): float(bombers.std(ddof=1) / np.sqrt(count)) if count > 1 else float("nan"),
        "deviation": float(bombers.std()),
        "most": float(bombers.max()),
        "survive %": 100 * float(1 - dead.mean()),
        error_name("survive %"): 100 * float(dead.std() / np.sqrt(count)),
        "destroyed": float(results["destroyed"].mean()),
        "crashed": float(results["crashed"].mean()),
        "fighters": float(results["fighters"].mean()),
        "prestige level": float(results["prestige_level"].mean()),
        "decisions": float(flown.decisions.mean()),
        "illegal": float(flown.illegal.sum()),
    }
    for rung in Ladder:
        figures[f"ladder {rung.name.lower()} %"] = 100 * float((results["level"] == rung).mean())
    for month in QUARTERS:
        figures[f"dead by {month.name.lower()} %"] = 100 * float((dead & (results["month"] <= month)).mean())
    for cause in Cause:
        if cause:
            figures[f"dead by {cause.name.lower()} %"] = 100 * float((dead & (results["cause"] == cause)).mean())
    for place, name in enumerate(("b_17f", "b_17g", "b_24", "yb_40")):
        figures[f"bombers {name}"] = float(results["by_type"][:, place].mean())
    return figures


def _sorties(flown: Flown) -> dict[str, float]:
    """Return the figures of sorties, from the log sheets."""
    logs, results = flown.logs, flown.results
    count, sorties = len(results), max(1, int(results["flown"].sum()))
    flew = logs["status"] == Line.FLOWN
    jumped = flew & (logs["landing"] == JUMPED)
    return {
        "flown": sorties / count,
        "sat out": float((logs["status"] == Line.SAT_OUT).sum()) / count,
        "out of range": float((logs["status"] == Line.OUT_OF_RANGE).sum()) / count,
        "stayed": float((logs["status"] == Line.STAYED).sum()) / count,
        "bombers a sortie": float(results["bombers"].sum()) / sorties,
        error_name("bombers a sortie"): error_of_ratio(results["bombers"], results["flown"]),
        "wounds a sortie": float(results["wounds"].sum()) / sorties,
        "aircraft lost a sortie": float(results["aircraft_lost"].sum()) / sorties,
        "jumps": float(jumped.sum()) / count,
        "rough landings %": 100 * float((flew & (logs["landing"] == Touchdown.ROUGH)).sum()) / sorties,
        "crash landings %": 100 * float((flew & (logs["landing"] == Touchdown.CRASH)).sum()) / sorties,
    }


def measure(policy: Policy, careers: int, journals: int, seed: int = 0) -> Figures:
    """Fly a policy through frozen careers and return its figures, with standard errors of those that have bands.

    Args:
        policy: the policy that plays.
        careers: number of careers.
        journals: number of careers whose journals are read, for hits, jams and serious wounds.
        seed: seed of the evaluation and of the policy's random numbers.
    """
    seeds = evaluation_seeds(seed, careers)
    counting = CountingPolicy(policy)
    flown = fly_wars(counting, CAREER, seeds, seed=seed)
    figures = _careers(flown) | _sorties(flown) | {"seconds": flown.seconds}
    sorties = max(1, int(flown.results["flown"].sum()))
    for name in ("interceptions", "sweeps", "passes", "shots", "dogfights"):
        figures[f"{name} a sortie"] = counting.counts[name] / sorties
    figures["rounds a dogfight"] = counting.counts["rounds"] / max(1, counting.counts["dogfights"])
    if journals:
        totals = count_in_journals(policy, seeds[:journals])
        for name in ("hits", "jams", "serious"):
            figures[f"{name} a sortie"] = float(totals[name].sum()) / max(1, int(totals["flown"].sum()))
            figures[error_name(f"{name} a sortie")] = error_of_ratio(totals[name], totals["flown"])
    return figures
