"""Where the score is won: the parts of the official score, and the attacks by target, zone, payload and gamble.

A mission's score counts in the war's as one of so many (:mod:`agents.evaluation.shares`). The parts add up to the mean
official score; the attacks by target, by zone, by payload and by gamble each add up to the part "attacks". Wars that
were not finished score nothing and count as such.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.flying import Flown
from agents.evaluation.shares import mission_shares, operation_share
from stuka_env.charts import LoadedCharts
from stuka_env.codes import SLOTS, ZONES, NoFly, Payload
from stuka_env.engine import Scenario
from stuka_env.rules.mat import LOG_LENGTH
from stuka_env.wording import PAYLOADS, TARGETS

NOT_FLOWN = "not flown"
ZONE_NAMES = (NOT_FLOWN, *(f"zone {zone}" for zone in range(1, ZONES + 1)))
GAMBLE_NAMES = ("ordinary attacks", "Rudel Gamble, pulled out", "Rudel Gamble, crashed")
SUNK = "ships sunk, made up to 100"
ROUNDED = "rounding of mission scores"
PERFECT = 100


class Row(NamedTuple):
    """One line of a breakdown; means for one war."""

    name: str
    often: float | None
    """Missions, attacks or ships; None where that means nothing."""
    points: float
    """Points of the war's official score."""
    each: float | None
    """Mean score of one of them, before bonuses; None where that means nothing."""


class Breakdown(NamedTuple):
    """Where a policy's score comes from."""

    parts: dict[str, float]
    """Points a war by part; they add up to the mean score."""
    target: list[Row]
    zone: list[Row]
    payload: list[Row]
    gamble: list[Row]


class Sheets(NamedTuple):
    """The log sheets of many wars as plain arrays, ``(N, LOG_LENGTH)``."""

    written: NDArray[np.bool_]
    flown: NDArray[np.bool_]
    weight: NDArray[np.float64]
    """Points of the war's score for one point of the mission's; 0 for lines not written."""
    attack: NDArray[np.float64]
    """The mission's score for its attacks, without kills and bonus."""
    kills: NDArray[np.float64]
    """Points for fighters shot down."""


def read_sheets(flown: Flown, scenario: Scenario, charts: LoadedCharts) -> Sheets:
    """The lines that count, and what they count for."""
    logs = flown.logs
    written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
    kills = np.where(logs["aborted"] == 0, logs["kills"] * float(charts.record["kill_points"]), 0.0)
    return Sheets(
        written=written,
        flown=written & (logs["no_fly"] == NoFly.FLOWN),
        weight=mission_shares(scenario, charts)[logs["segment"]] * written,
        attack=logs["score"] - kills - logs["bonus"],
        kills=kills,
    )


def score_parts(flown: Flown, sheets: Sheets, scenario: Scenario) -> dict[str, float]:
    """Points a war by part of the official score."""
    parts = {
        "attacks": (sheets.weight * sheets.attack).sum(axis=1),
        "kills": (sheets.weight * sheets.kills).sum(axis=1),
        "mission bonus": (sheets.weight * flown.logs["bonus"]).sum(axis=1),
        "operation bonus": flown.tracks["operation_bonus"].sum(axis=1) * operation_share(scenario),
        "campaign bonus": flown.tracks["campaign_bonus"].astype(np.float64),
    }
    parts["rounding"] = flown.results["score"] - sum(parts.values())
    return {name: float(points.mean()) for name, points in parts.items()}


def tally(
    names: Sequence[str], keys: NDArray[np.int64], scores: NDArray[np.float64], points: NDArray[np.float64], wars: int
) -> list[Row]:
    """One row for each key that occurs: how often, what it brought, and its mean score."""
    counts = np.bincount(keys, minlength=len(names))
    totals = np.bincount(keys, points, len(names)) / wars
    means = np.bincount(keys, scores, len(names)) / np.maximum(counts, 1)
    rows = [Row(*row) for row in zip(names, (counts / wars).tolist(), totals.tolist(), means.tolist(), strict=True)]
    return [row._replace(each=None) if row.name == NOT_FLOWN else row for row in rows if row.often]


def by_mission(names: Sequence[str], field: str, flown: Flown, sheets: Sheets) -> list[Row]:
    """The missions by a field of the log sheet."""
    lines = sheets.written
    keys = np.where(sheets.flown, flown.logs[field], 0)[lines].astype(np.int64)
    return tally(names, keys, sheets.attack[lines], (sheets.weight * sheets.attack)[lines], len(flown.seeds))


def made_up(flown: Flown, sheets: Sheets, won: NDArray[np.float64]) -> list[Row]:
    """What the attacks' own points, ``won`` by mission, leave open: ships sunk, and rounding (8.4, 8.6)."""
    wars, rest = len(flown.seeds), sheets.weight * sheets.attack - won
    sunk = (flown.logs["sunk"] == 1) & sheets.written & (sheets.attack == PERFECT)
    rows = [Row(SUNK, float(sunk.sum()) / wars, float(rest[sunk].sum()) / wars, None)] if sunk.any() else []
    return [*rows, Row(ROUNDED, None, float(rest[~sunk].sum()) / wars, None)]


def loads_of(logs: NDArray[Any]) -> NDArray[np.int64]:
    """What each aircraft attacked with by log sheets ``(N, LOG_LENGTH)``: codes.Payload ``(N, LOG_LENGTH, SLOTS)``."""
    slots = np.arange(1, SLOTS + 1)
    carries = (logs["carriers"][..., None, :] == slots[:, None]).any(axis=-1)
    strafes = (logs["strafed"][..., None] >> (slots - 1)) & 1
    loads = np.where(carries, logs["special"][..., None], logs["payload"][..., None])
    return np.where(strafes, int(Payload.STRAFING), loads).astype(np.int64)


def by_attack(flown: Flown, sheets: Sheets) -> tuple[list[Row], list[Row]]:
    """The attacks by payload, and by whether they were gambles.

    Every aircraft in the attack run of a mission that was not given up counts, for it counts in the mission's average;
    one that was shot down before its attack, or held its fire, under what it carried.
    """
    logs, wars = flown.logs, len(flown.seeds)
    counted = sheets.flown & (logs["present"] > 0) & (logs["aborted"] == 0)
    attacks = counted[:, :, None] & (logs["scores"] >= 0)
    share = sheets.weight / np.maximum(logs["present"], 1)
    points = np.where(attacks, share[:, :, None] * logs["scores"], 0.0)
    slots = np.arange(1, SLOTS + 1)
    gambles = np.where(slots == logs["gambler"][:, :, None], logs["gamble"][:, :, None], 0)
    scores, won = logs["scores"][attacks].astype(np.float64), points[attacks]
    rest = made_up(flown, sheets, points.sum(axis=2))
    payload = tally(PAYLOADS, loads_of(logs)[attacks], scores, won, wars)
    gamble = tally(GAMBLE_NAMES, gambles[attacks].astype(np.int64), scores, won, wars)
    return [*payload, *rest], [*gamble, *rest]


def breakdown(flown: Flown, sheets: Sheets, scenario: Scenario) -> Breakdown:
    """Where the score of these wars is won."""
    payload, gamble = by_attack(flown, sheets)
    return Breakdown(
        parts=score_parts(flown, sheets, scenario),
        target=by_mission((NOT_FLOWN, *TARGETS[1:]), "target", flown, sheets),
        zone=by_mission(ZONE_NAMES, "zone", flown, sheets),
        payload=payload,
        gamble=gamble,
    )
