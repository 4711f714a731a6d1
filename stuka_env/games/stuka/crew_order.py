"""The order in which crews are proposed: the best rested first."""

from typing import Any

from stuka_env.games.stuka.codes import Decision, Quality, Role, to_index


def crew_order(mat: Any, role: Role, place: int) -> tuple[bool, int, int, int]:
    """Return the key that sorts people: no Green leader, the least stressed, of these the most experienced."""
    who = mat[f"{Role(role).word}s"][to_index(place)]
    leads = mat["cursor"]["decision"] == Decision.LEADER
    return bool(leads and who["level"] == Quality.GREEN), int(who["stress"]), -int(who["level"]), place
