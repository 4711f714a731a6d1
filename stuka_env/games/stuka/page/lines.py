"""The missions of a war: its log sheet for the page, and its length."""

from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Duty, Scale, Status
from stuka_env.games.stuka.scenario.missions import operation_of, segments_of
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.games.stuka.words import wording

ON_STRENGTH = (Status.READY, Status.FLYING, Status.HOME)
FIT = (Duty.READY, Duty.FLYING, Duty.BACK)
LINE_KEYS = (
    *("mission", "target", "size", "zone", "sent", "present", "lost", "score", "level", "bonus", "no_fly", "gamble"),
    "aborted",
)
"""Keys of a mission's line that the page has."""


def settled(mat: Any) -> int:
    """Return the number of missions that are over."""
    return int(mat["war"]["mission_of_war"])


def standing(mat: Any) -> dict[str, int]:
    """Return the state of the Staffel: total stress, aircraft and crews fit to fly, losses so far."""
    people = [mat["pilots"], mat["gunners"]]
    fit = [sum(int(who["duty"]) in FIT for who in roster) for roster in people]
    return {
        "stress": sum(int(roster["stress"].sum()) for roster in people),
        "aircraft": sum(int(card["status"]) in ON_STRENGTH for card in mat["aircraft"]),
        "crews": min(fit),
        "destroyed": int(mat["count"]["war_destroyed"]),
        "kia": int(mat["count"]["war_kia"]),
    }


def mission_line(mission: dict[str, Any], mat: Any) -> dict[str, Any]:
    """Return a completed mission, with the state of the Staffel after it."""
    line = {key: mission[key] for key in LINE_KEYS}
    return line | {"segment": wording.segment_words(mission["segment"]), "standing": standing(mat)}


def num_missions(spec: WarSpec, mat: Any) -> int:
    """Return the number of missions of a war that is played to its end, counted as the mat counts them."""
    segment, earlier = int(mat["war"]["segment"]), settled(mat) - int(mat["war"]["mission"])
    if spec.scale in (Scale.MISSION, Scale.SEGMENT):
        return earlier + int(mat["war"]["missions"])
    missions = spec.charts.record["missions"][:, spec.duration]
    segments = segments_of(operation_of(segment, spec.charts), spec.charts)
    last = len(missions) if spec.scale == Scale.CAMPAIGN else segments.stop
    return earlier + int(missions[segment:last].sum())


def levels_json(charts: LoadedCharts) -> list[list[Any]]:
    """Return name and lowest score of each level of victory, ascending."""
    return [list(level) for level in zip(charts.victory_levels, charts.record["a5"].tolist(), strict=False)]
