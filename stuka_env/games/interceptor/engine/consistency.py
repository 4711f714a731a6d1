"""Checks of the arrays of a war. A state may be written by hand, so play may be unable to reach its arrays.

The values that follow from the mat, such as the legal actions, are computed by the rules and compared.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from stuka_env.consistency import need, values_of
from stuka_env.engine.arrays import ILLEGAL_LIMIT
from stuka_env.engine.consistency import check_mask, check_tape
from stuka_env.games.interceptor.codes import Chart, Over, Scale
from stuka_env.games.interceptor.engine.tape import ONE_DIE_CHARTS, PLANNED_SIDES
from stuka_env.games.interceptor.rules.ledger import PARTS
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED
from stuka_env.games.interceptor.rules.table import LARGEST_WORD, SHUFFLE
from stuka_env.games.interceptor.scenario.consistency import check_mat
from stuka_env.games.interceptor.scenario.mat_values import MatValues

if TYPE_CHECKING:
    from stuka_env.engine.engine import Engine, Snapshot

EXACT = 1e-6
"""Tolerated difference between sums of floats: another processor may round them differently."""
DICE = np.array([1 if chart in ONE_DIE_CHARTS else len(PLANNED_SIDES[chart]) for chart in Chart])
"""Smallest number of planned numbers for one roll, by chart."""
CHART_FACES = [[SHUFFLE] if chart == Chart.CARD else list(PLANNED_SIDES[chart][: DICE[chart]]) for chart in Chart]


def check_war(engine: "Engine", snapshot: "Snapshot") -> None:
    """Refuse a war that play cannot have made, as far as the rules depend on it.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    war = check_mat(engine.spec, snapshot.mats, snapshot.logs)
    _check_dice(values_of(snapshot.dice))
    check_tape(snapshot.tapes, DICE, CHART_FACES)
    masks, reports = engine.recompute(snapshot)
    check_mask(snapshot.masks["legal"][0], masks["legal"][0])
    _check_report(war, snapshot, reports)


def _check_dice(dice: Mapping[str, Any]) -> None:
    """Refuse counts and places that are no words of an address, and a fault."""
    for name in ("places", "counts"):
        fits = (dice[name] >= 0) & (dice[name] <= LARGEST_WORD)
        need(fits.all(), f"dice.{name}", dice[name].tolist(), f"0 to {LARGEST_WORD}")
    for name in ("fault", "fault_chart"):
        need(not dice[name], f"dice.{name}", dice[name], 0)
    need(dice["taped"] or not dice["strict"], "dice.strict", dice["strict"], "0 without a tape")


def _check_report(war: MatValues, snapshot: "Snapshot", again: Any) -> None:
    """Refuse a report that does not describe the mat, or whose payments are not those of the rules."""
    report: Any = snapshot.reports
    values, dice = values_of(report), values_of(snapshot.dice)
    over, streak, illegal = int(war.career["over"] > 0), values["streak"], values["illegal"]
    truncated = int(streak >= ILLEGAL_LIMIT)
    expected = {
        "decision": war.decision,
        "terminated": over,
        "truncated": truncated,
        "over": int(over or truncated),
        "pending": 0,
        "war_seed": dice["key_low"] | dice["key_high"] << 32,
    }
    for name, value in expected.items():
        need(values[name] == value, f"reports.{name}", values[name], value)
    need(values["line_index"] == war.settled, "reports.sortie_index", values["line_index"], war.settled)
    need(streak or not illegal, "reports.illegal", illegal, "0 without illegal actions in a row")
    need(not (over and streak), "reports.streak", streak, 0)
    most = 0 if illegal else min(war.settled, MOST_LOGGED)
    need(values["lines_ended"] <= most, "reports.sorties_ended", values["lines_ended"], f"0 to {most}")
    result, final = values_of(report["result"]), values_of(again["result"])
    for name, value in final.items():
        need(np.array_equal(result[name], value), f"reports.result.{name}", result[name], value)
    withheld = war.spec.scale == Scale.SORTIE and war.career["over"] != Over.SORTIE_DONE
    _check_ledger(values_of(report["ledger"]), values_of(again["ledger"]), illegal, withheld)


def _check_ledger(ledger: Mapping[str, Any], again: Mapping[str, Any], illegal: int, withheld: bool) -> None:
    """Refuse payments that are not those of the bombers on the mat, and parts that do not add up."""
    for name in ("destroyed", "crashed", "level"):
        fits = ledger[name] <= again[name] if withheld else ledger[name] == again[name]
        need(fits, f"reports.{name}", ledger[name], f"0 to {again[name]}" if withheld else again[name])
    parts = ledger["parts"].tolist()
    reward = ledger["reward"]
    need(abs(sum(parts) - reward) <= EXACT * max(1.0, abs(reward)), "reports.reward", reward, "the sum of its parts")
    fine = PARTS.index("illegal_action")
    if illegal:
        others = [*parts[:fine], *parts[fine + 1 :]]
        need(reward <= 0 and not any(others), "reports.parts", parts, "the fine of an illegal action alone")
        return
    need(not parts[fine], "reports.parts", parts, "no fine without an illegal action")
