"""Checks of the arrays of a saved war. A state may be written by hand, so play may be unable to reach its arrays.

The values that follow from the mat, such as the legal actions, are computed by the rules and compared.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.arrays import ILLEGAL_LIMIT
from stuka_env.declared.tape import check_tape
from stuka_env.declared.values import need, values_of

if TYPE_CHECKING:
    from stuka_env.engine.engine import Engine, Snapshot

EXACT = 1e-6
"""Tolerated difference between sums of floats: another processor may round them differently."""
FINED_PART = "illegal_action"
"""Part of the reward that every game has."""


def check_war(engine: "Engine", snapshot: "Snapshot") -> None:
    """Refuse a war that play cannot have made, as far as the rules depend on it.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    parts = engine.game.engine
    row = int(snapshot.reports["charts"][0]) if engine.spec.random else 0
    parts.check_mat(engine.spec, engine.wars.charts[row], snapshot)
    _check_dice(values_of(snapshot.dice))
    check_tape(parts.tape, snapshot.tapes)
    masks, reports = engine.recompute(snapshot)
    check_mask(snapshot.masks["legal"][0], masks["legal"][0])
    names = parts.state.file_names.get("reports", {})
    _check_report(snapshot, reports, lambda name: f"reports.{names.get(name, name)}")
    ledger, again = values_of(snapshot.reports["ledger"]), values_of(reports["ledger"])
    is_illegal = bool(snapshot.reports["illegal"][0])
    _check_parts(ledger, engine.game.envs.rewards, is_illegal)
    parts.check_ledger(engine.spec, snapshot, ledger, again)


def _check_dice(dice: Mapping[str, Any]) -> None:
    """Refuse a fault, and strict dice without a tape."""
    for name in ("fault", "fault_chart"):
        need(not dice[name], f"dice.{name}", dice[name], 0)
    need(dice["taped"] or not dice["strict"], "dice.strict", dice["strict"], "0 without a tape")


def check_mask(mask: NDArray[Any], legal: NDArray[Any]) -> None:
    """Refuse a mask that differs from the mask of the rules, or leaves no choice.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    wrong = np.flatnonzero(mask != legal)
    place = int(wrong[0]) if len(wrong) else 0
    need(not len(wrong), f"masks.legal[{place}]", int(mask[place]), int(legal[place]))
    need(legal.sum() > 1, "masks.legal", f"{int(legal.sum())} legal actions", f"2 to {len(legal)}")


def _check_report(snapshot: "Snapshot", again: Any, name_of: Any) -> None:
    """Refuse a report that does not describe the mat; ``again`` is what the rules make of it."""
    report: Any = snapshot.reports
    values, rules, dice = values_of(report), values_of(again), values_of(snapshot.dice)
    over, streak, illegal = rules["terminated"], values["streak"], values["illegal"]
    truncated = int(streak >= ILLEGAL_LIMIT)
    expected = {
        "decision": rules["decision"],
        "terminated": over,
        "truncated": truncated,
        "over": int(over or truncated),
        "pending": 0,
        "war_seed": dice["key_low"] | dice["key_high"] << 32,
        "line_index": rules["line_index"],
    }
    for name, value in expected.items():
        need(values[name] == value, name_of(name), values[name], value)
    need(streak or not illegal, name_of("illegal"), illegal, "0 without illegal actions in a row")
    need(not (over and streak), name_of("streak"), streak, 0)
    most = 0 if illegal else rules["line_index"]
    need(values["lines_ended"] <= most, name_of("lines_ended"), values["lines_ended"], f"0 to {most}")
    result, final = values_of(report["result"]), values_of(again["result"])
    for name, value in final.items():
        need(np.array_equal(result[name], value), name_of(f"result.{name}"), result[name], value)


def _check_parts(ledger: Mapping[str, Any], names: tuple[str, ...], is_illegal: bool) -> None:
    """Refuse parts of a reward that do not add up to it, and other parts than the fine with an illegal action."""
    parts, reward, fine = ledger["parts"].tolist(), ledger["reward"], names.index(FINED_PART)
    need(abs(sum(parts) - reward) <= EXACT * max(1.0, abs(reward)), "reports.reward", reward, "the sum of its parts")
    if is_illegal:
        others = [*parts[:fine], *parts[fine + 1 :]]
        need(reward <= 0 and not any(others), "reports.parts", parts, "the fine of an illegal action alone")
    else:
        need(not parts[fine], "reports.parts", parts, "no fine without an illegal action")
