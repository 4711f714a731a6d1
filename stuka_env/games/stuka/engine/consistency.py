"""Checks of a saved war that are this game's own (:mod:`stuka_env.engine.consistency`)."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.values import need
from stuka_env.engine.consistency import EXACT
from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN
from stuka_env.games.stuka.scenario.plan import WarSpec


def check_ledger(spec: WarSpec, snapshot: Any, ledger: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Refuse missions or operations that are marked as paid and are not on the log sheet or the tracks.

    No-Flys on the way to the first decision of an episode are paid with its first reward.
    """
    mat = snapshot.mats[0]
    paid, logged = ledger["missions"], int(mat["track"]["logged"])
    need(paid <= logged, "reports.missions_paid", paid, f"0 to {logged}")
    unpaid = mat["log"][paid:logged]
    flown = paid < logged and (unpaid["score"].any() or not unpaid["no_fly"].all())
    need(not flown, "reports.missions_paid", paid, logged)
    closed, operations = int(mat["track"]["operations_done"]), ledger["operations"]
    least = closed if paid == logged else 0
    need(least <= operations <= closed, "reports.operations_paid", operations, f"{least} to {closed}")
    if paid == logged:
        close = abs(ledger["due"] - again["due"]) <= EXACT
        need(close, "reports.due", ledger["due"], again["due"])
    if snapshot.reports["illegal"][0]:
        return
    parts, reward, most = ledger["parts"].tolist(), ledger["reward"], BEST_CAMPAIGN / 100
    need(abs(reward) <= most, "reports.reward", reward, f"{-most} to {most}")
    need(all(abs(part) <= 2 * most for part in parts), "reports.parts", parts, f"{-2 * most} to {2 * most} each")
