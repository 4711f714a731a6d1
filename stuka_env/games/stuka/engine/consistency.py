"""Checks of the arrays of a war. A state may be written by hand, so its arrays may be impossible in play.

The values that follow from the mat, such as the legal actions, are computed by the rules and compared.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from stuka_env.consistency import need, values_of
from stuka_env.engine.arrays import ILLEGAL_LIMIT
from stuka_env.engine.consistency import check_mask, check_tape
from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN
from stuka_env.games.stuka.codes import Chart
from stuka_env.games.stuka.rules.ledger import PARTS
from stuka_env.games.stuka.scenario.consistency import BETWEEN_MISSIONS, MatValues, check_mat

if TYPE_CHECKING:
    from stuka_env.engine.engine import Engine, Snapshot

EXACT = 1e-6
"""Tolerated difference between sums of floats: another processor may round them differently."""
DICE = np.array([len(chart.dice) or 1 for chart in Chart])
"""Numbers on the tape for one roll, by chart."""
CHART_FACES = [list(chart.dice) or [1] for chart in Chart]


def check_war(engine: "Engine", snapshot: "Snapshot") -> None:
    """Refuse a war that play cannot have made, as far as the rules depend on it.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    row = int(snapshot.reports["charts"][0])
    war = check_mat(engine.spec, engine.wars.charts[row : row + 1], snapshot.mats)
    _check_dice(war, values_of(snapshot.dice))
    check_tape(snapshot.tapes, DICE, CHART_FACES)
    _check_segments(snapshot.tapes)
    masks, reports = engine.recompute(snapshot)
    check_mask(snapshot.masks["legal"][0], masks["legal"][0])
    _check_report(war, snapshot, reports)


def _check_dice(war: MatValues, dice: Mapping[str, Any]) -> None:
    """Refuse dice of another mission than the current one; between two missions, than the previous one."""
    mission = war.war["mission_of_war"] - (war.decision in BETWEEN_MISSIONS)
    need(dice["mission"] == mission, "dice.mission", dice["mission"], mission)
    for name in ("fault", "fault_chart"):
        need(not dice[name], f"dice.{name}", dice[name], 0)
    need(dice["taped"] or not dice["strict"], "dice.strict", dice["strict"], "0 without a tape")


def _check_segments(tapes: Any) -> None:
    """Refuse planned rolls of the segment, which is drawn before the tape is on the table."""
    planned = tapes["stop"][0][Chart.SEGMENT] > tapes["start"][0][Chart.SEGMENT]
    need(not planned, "tapes.stop", tapes["stop"][0].tolist(), "no rolls of SEGMENT")


def _check_report(war: MatValues, snapshot: "Snapshot", again: Any) -> None:
    """Refuse a report that does not describe the mat, or whose payments are not those of the rules."""
    report: Any = snapshot.reports
    values, dice = values_of(report), values_of(snapshot.dice)
    over, streak, illegal = war.track["over"], values["streak"], values["illegal"]
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
    mission = war.war["mission_of_war"]
    need(values["line_index"] == mission, "reports.mission_index", values["line_index"], mission)
    need(streak or not illegal, "reports.illegal", illegal, "0 without illegal actions in a row")
    need(not (over and streak), "reports.streak", streak, 0)
    ended, logged = values["lines_ended"], war.track["logged"]
    most = 0 if illegal else logged
    need(ended <= most, "reports.missions_ended", ended, f"0 to {most}")
    result, final = values_of(report["result"]), values_of(again["result"])
    for name, value in final.items():
        need(result[name] == value, f"reports.result.{name}", result[name], value)
    _check_ledger(war, values_of(report["ledger"]), values_of(again["ledger"]), illegal)


def _check_ledger(war: MatValues, ledger: Mapping[str, Any], again: Mapping[str, Any], illegal: int) -> None:
    """Refuse missions or operations that are marked as paid and are not on the log sheet or the tracks.

    No-Flys on the way to the first decision of an episode are paid with its first reward.
    """
    paid, logged = ledger["missions"], war.track["logged"]
    need(paid <= logged, "reports.missions_paid", paid, f"0 to {logged}")
    unpaid = war.mats["log"][0, paid:logged]
    flown = paid < logged and (unpaid["score"].any() or not unpaid["no_fly"].all())
    need(not flown, "reports.missions_paid", paid, logged)
    closed = war.track["operations_done"]
    operations = ledger["operations"]
    least = closed if paid == logged else 0
    need(least <= operations <= closed, "reports.operations_paid", operations, f"{least} to {closed}")
    if paid == logged:
        close = abs(ledger["due"] - again["due"]) <= EXACT
        need(close, "reports.due", ledger["due"], again["due"])
    parts = ledger["parts"].tolist()
    reward = ledger["reward"]
    need(abs(sum(parts) - reward) <= EXACT * max(1.0, abs(reward)), "reports.reward", reward, "the sum of its parts")
    fine = PARTS.index("illegal_action")
    if illegal:
        others = [*parts[:fine], *parts[fine + 1 :]]
        need(reward <= 0 and not any(others), "reports.parts", parts, "the fine of an illegal action alone")
        return
    most = BEST_CAMPAIGN / 100
    need(abs(reward) <= most, "reports.reward", reward, f"{-most} to {most}")
    need(all(abs(part) <= 2 * most for part in parts), "reports.parts", parts, f"{-2 * most} to {2 * most} each")
    need(not parts[fine], "reports.parts", parts, "no fine without an illegal action")
