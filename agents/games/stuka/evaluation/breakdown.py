"""Breakdown of the official score by its parts, and of the attacks by target, zone, payload and gamble.

The score of a mission has a weight in the score of the war. The parts add up to the mean official score. The attacks by
target, by zone, by payload and by gamble each add up to the part "attacks". Unfinished wars count as score 0. Bonuses
(8.5) have a table of their own: how often they are earned, and how many points they give.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.breakdowns import BreakdownRow, breakdown_rows
from stuka_env.flights.episodes import Flown
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import BONUS_POINTS, NO_FLY_LIMIT, OPERATIONS, PERFECT, SEGMENTS
from stuka_env.games.stuka.codes import SLOTS, ZONES, NoFly, Payload, Scale, Target
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.plan import WarSpec, segments_of

NOT_FLOWN = "not flown"
ZONE_NAMES = (NOT_FLOWN, *(f"zone {zone}" for zone in range(1, ZONES + 1)))
GAMBLE_NAMES = ("ordinary attacks", "Rudel Gamble, pulled out", "Rudel Gamble, crashed")
SUNK = "ships sunk, made up to 100"
ROUNDED = "rounding of mission scores"
ROUNDING_PART = "rounding"
"""The part of the score that no source explains."""


class Breakdown(NamedTuple):
    """The sources of a policy's score."""

    parts: dict[str, float]
    """Points of one war by part; they add up to the mean score."""
    target: list[BreakdownRow]
    zone: list[BreakdownRow]
    payload: list[BreakdownRow]
    gamble: list[BreakdownRow]


# --- weights of missions and bonuses (8.3 to 8.5): scores are means of means ---


def mission_shares(spec: WarSpec) -> NDArray[np.float64]:
    """Return the share of one mission of each segment in the episode's score; float64 ``(SEGMENTS,)``."""
    shares = np.ones(SEGMENTS)
    if spec.scale >= Scale.SEGMENT:
        shares /= spec.charts.record["missions"][:, spec.regular]
    if spec.scale >= Scale.OPERATION:
        for operation in range(OPERATIONS):
            shares[segments_of(operation, spec.charts)] /= int(spec.charts.record["segments"][operation])
    return shares / OPERATIONS if spec.scale == Scale.CAMPAIGN else shares


def mission_weights(flown: Flown, written: NDArray[np.bool_], spec: WarSpec) -> NDArray[np.float64]:
    """Return the share of every line of the log sheets in the score of its war, ``(N, LOG_LENGTH)``; 0 if empty.

    Sets of the bank differ in the number of missions. So under random charts a war's own missions are counted.
    """
    segments = flown.logs["segment"]
    weights: NDArray[np.float64] = mission_shares(spec)[segments] * written
    if spec.random is not None and spec.scale >= Scale.SEGMENT:
        own = np.stack([(written & (segments == segment)).sum(axis=1) for segment in range(SEGMENTS)], axis=1)
        weights *= spec.charts.record["missions"][:, spec.regular][segments]
        weights /= np.maximum(np.take_along_axis(own, segments.astype(np.intp), axis=1), 1)
    return weights


def operation_share(spec: WarSpec) -> float:
    """Return the share of the bonus of one operation in the episode's score."""
    return 1 / OPERATIONS if spec.scale == Scale.CAMPAIGN else 1.0


# --- attacks ---


class AttackLog(NamedTuple):
    """The log sheets of many wars as plain arrays, ``(N, LOG_LENGTH)``."""

    written: NDArray[np.bool_]
    flown: NDArray[np.bool_]
    weight: NDArray[np.float64]
    """Points of the war's score for one point of the mission's score; 0 for empty lines."""
    attack: NDArray[np.float64]
    """Score of the mission's attacks, without kills and bonus."""
    kills: NDArray[np.float64]
    """Points for fighters shot down."""


def read_attack_log(flown: Flown, spec: WarSpec) -> AttackLog:
    """Read the lines of the log sheets, with their weights."""
    logs = flown.logs
    written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
    kills = np.where(logs["aborted"] == 0, logs["kills"] * float(spec.charts.record["kill_points"]), 0.0)
    return AttackLog(
        written=written,
        flown=written & (logs["no_fly"] == NoFly.FLOWN),
        weight=mission_weights(flown, written, spec),
        attack=logs["score"] - kills - logs["bonus"],
        kills=kills,
    )


def score_parts(flown: Flown, attack_log: AttackLog, spec: WarSpec) -> dict[str, float]:
    """Return the mean points of one war by part of the official score."""
    parts = {
        "attacks": (attack_log.weight * attack_log.attack).sum(axis=1),
        "kills": (attack_log.weight * attack_log.kills).sum(axis=1),
        "mission bonus": (attack_log.weight * flown.logs["bonus"]).sum(axis=1),
        "operation bonus": flown.tracks["operation_bonus"].sum(axis=1) * operation_share(spec),
        "campaign bonus": flown.tracks["campaign_bonus"].astype(np.float64),
    }
    parts[ROUNDING_PART] = flown.results["score"] - sum(parts.values())
    return {name: float(points.mean()) for name, points in parts.items()}


def by_mission(names: Sequence[str], field: str, flown: Flown, attack_log: AttackLog) -> list[BreakdownRow]:
    """Break down the missions by a field of the log sheet."""
    lines = attack_log.written
    keys = np.where(attack_log.flown, flown.logs[field], 0)[lines].astype(np.int64)
    points = (attack_log.weight * attack_log.attack)[lines]
    rows = breakdown_rows(names, keys=keys, scores=attack_log.attack[lines], points=points, wars=len(flown.seeds))
    return [row._replace(each=None) if row.name == NOT_FLOWN else row for row in rows]


def unattributed_rows(flown: Flown, attack_log: AttackLog, won: NDArray[np.float64]) -> list[BreakdownRow]:
    """Return the points that no attack explains: ships sunk, and rounding (8.4, 8.6).

    Args:
        flown: the wars.
        attack_log: their log sheets.
        won: points of the attacks by mission.
    """
    wars, rest = len(flown.seeds), attack_log.weight * attack_log.attack - won
    sunk = (flown.logs["sunk"] == 1) & attack_log.written & (attack_log.attack == PERFECT)
    rows = [BreakdownRow(SUNK, float(sunk.sum()) / wars, float(rest[sunk].sum()) / wars, None)] if sunk.any() else []
    return [*rows, BreakdownRow(ROUNDED, None, float(rest[~sunk].sum()) / wars, None)]


def loads_of(logs: NDArray[Any]) -> NDArray[np.int64]:
    """Return the payload of each aircraft's attack, codes.Payload ``(N, LOG_LENGTH, SLOTS)``.

    Args:
        logs: log sheets, ``(N, LOG_LENGTH)``.
    """
    slots = np.arange(1, SLOTS + 1)
    carries = (logs["carriers"][..., None, :] == slots[:, None]).any(axis=-1)
    strafes = (logs["strafed"][..., None] >> (slots - 1)) & 1
    loads = np.where(carries, logs["special"][..., None], logs["payload"][..., None])
    return np.where(strafes, int(Payload.STRAFING), loads).astype(np.int64)


def by_attack(flown: Flown, attack_log: AttackLog) -> tuple[list[BreakdownRow], list[BreakdownRow]]:
    """Break down the attacks by payload, and by gamble.

    Every aircraft in the attack run of a mission that was not aborted counts, because it counts in the mission's
    average. An aircraft that was shot down before its attack, or held its fire, counts under its payload.
    """
    logs, wars = flown.logs, len(flown.seeds)
    counted = attack_log.flown & (logs["present"] > 0) & (logs["aborted"] == 0)
    attacks = counted[:, :, None] & (logs["scores"] >= 0)
    share = attack_log.weight / np.maximum(logs["present"], 1)
    points = np.where(attacks, share[:, :, None] * logs["scores"], 0.0)
    slots = np.arange(1, SLOTS + 1)
    gambles = np.where(slots == logs["gambler"][:, :, None], logs["gamble"][:, :, None], 0)
    scores, won = logs["scores"][attacks].astype(np.float64), points[attacks]
    rest = unattributed_rows(flown, attack_log, points.sum(axis=2))
    payload = breakdown_rows(Payload.words(), keys=loads_of(logs)[attacks], scores=scores, points=won, wars=wars)
    outcomes = gambles[attacks].astype(np.int64)
    gamble = breakdown_rows(GAMBLE_NAMES, keys=outcomes, scores=scores, points=won, wars=wars)
    return [*payload, *rest], [*gamble, *rest]


def breakdown(flown: Flown, spec: WarSpec) -> Breakdown:
    """Break down the score of wars by its sources."""
    attack_log = read_attack_log(flown, spec)
    payload, gamble = by_attack(flown, attack_log)
    return Breakdown(
        parts=score_parts(flown, attack_log, spec),
        target=by_mission((NOT_FLOWN, *Target.words()[1:]), "target", flown, attack_log),
        zone=by_mission(ZONE_NAMES, "zone", flown, attack_log),
        payload=payload,
        gamble=gamble,
    )


# --- bonuses (8.5) ---


class Bonus(NamedTuple):
    """One kind of bonus, as means for one war."""

    name: str
    chances: float
    """Number of missions, operations or campaigns that could earn it; those of unfinished wars do not count."""
    earned: float
    """Number of bonuses earned."""
    points: float
    """Points of the war's official score."""


def mission_bonuses(flown: Flown, attack_log: AttackLog) -> Bonus:
    """Count the bonuses for few casualties, little damage and little stress (8.5.1)."""
    wars = len(flown.seeds)
    points = attack_log.weight * flown.logs["bonus"]
    return Bonus("mission", attack_log.written.sum() / wars, (points > 0).sum() / wars, float(points.sum()) / wars)


def war_bonuses(
    name: str,
    *,
    won: NDArray[np.int64],
    few_no_flys: NDArray[np.bool_],
    rules: tuple[NDArray[np.int8], NDArray[np.int8]],
    share: float,
    wars: int,
) -> list[Bonus]:
    """Count the bonuses of operations, or of campaigns.

    Args:
        name: "operation" or "campaign".
        won: points of each finished operation.
        few_no_flys: whether each had few No-Flys.
        rules: the charts' bonuses for few losses and for few No-Flys; the points come first.
        share: points of the war's score for one point.
        wars: number of wars.
    """
    calm = int(rules[1][BONUS_POINTS])
    losses, chances = won - few_no_flys * calm, len(won) / wars
    kinds = [(f"{name}, few losses: {points}", points, losses == points) for points in loss_points(rules[0])]
    kinds.append((f"{name}, few No-Flys: {calm}", calm, few_no_flys))
    rates = [(label, points, float(earned.sum()) / wars) for label, points, earned in kinds]
    return [Bonus(label, chances, rate, rate * points * share) for label, points, rate in rates]


def loss_points(rule: NDArray[np.int8]) -> list[int]:
    """Return the different points that few losses can give."""
    return list(dict.fromkeys(int(points) for points in rule[:, BONUS_POINTS] if points))


def operation_bonuses(flown: Flown, attack_log: AttackLog, spec: WarSpec) -> list[Bonus]:
    """Count the bonuses for few losses and few No-Flys in an operation (8.5.2)."""
    record, done = spec.charts.record, flown.finished
    operations = range(OPERATIONS) if spec.scale == Scale.CAMPAIGN else (spec.operation,)
    rules = record["operation_bonus"], record["operation_no_fly_bonus"]
    won, few = [], []
    for operation in operations:
        span = segments_of(operation, spec.charts)
        here = (flown.logs["segment"] >= span.start) & (flown.logs["segment"] < span.stop)
        unflown = (attack_log.written & ~attack_log.flown & here).sum(axis=1)
        few.append((unflown < rules[1][NO_FLY_LIMIT])[done])
        won.append(flown.tracks["operation_bonus"][done, operation].astype(np.int64))
    return war_bonuses(
        "operation",
        won=np.concatenate(won),
        few_no_flys=np.concatenate(few),
        rules=rules,
        share=operation_share(spec),
        wars=len(done),
    )


def campaign_bonuses(flown: Flown, charts: LoadedCharts) -> list[Bonus]:
    """Count the bonuses for few losses and few No-Flys in the campaign (8.5.3)."""
    done = flown.finished
    rules = charts.record["campaign_bonus"], charts.record["campaign_no_fly_bonus"]
    won = flown.tracks["campaign_bonus"][done].astype(np.int64)
    few_no_flys = flown.results["no_fly"][done] < rules[1][NO_FLY_LIMIT]
    return war_bonuses("campaign", won=won, few_no_flys=few_no_flys, rules=rules, share=1.0, wars=len(done))


def bonuses(flown: Flown, spec: WarSpec) -> list[Bonus]:
    """Count all bonuses that a war of this kind can earn."""
    attack_log = read_attack_log(flown, spec)
    earned = [mission_bonuses(flown, attack_log)]
    if spec.scale >= Scale.OPERATION:
        earned += operation_bonuses(flown, attack_log, spec)
    if spec.scale == Scale.CAMPAIGN:
        earned += campaign_bonuses(flown, spec.charts)
    return [Bonus(bonus.name, *map(float, bonus[1:])) for bonus in earned]
