"""Checks of a saved war that are this game's own (:mod:`stuka_env.engine.consistency`)."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.values import need
from stuka_env.games.interceptor.codes import Over, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec


def check_ledger(spec: WarSpec, snapshot: Any, ledger: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Refuse payments that are not those of the bombers on the mat."""
    is_withheld = spec.scale == Scale.SORTIE and snapshot.mats["career"]["over"][0] != Over.SORTIE_DONE
    for name in ("destroyed", "crashed", "level"):
        fits = ledger[name] <= again[name] if is_withheld else ledger[name] == again[name]
        need(fits, f"reports.{name}", ledger[name], f"0 to {again[name]}" if is_withheld else again[name])
