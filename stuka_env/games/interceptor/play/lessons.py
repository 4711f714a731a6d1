"""Facts and choices that the lessons of the tutorial name (``lessons.toml``)."""

from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.interceptor.codes import Act, Aim, Enemy, Health, Position, Skill
from stuka_env.games.interceptor.words import odds
from stuka_env.play.lessons import Facts
from stuka_env.play.typed_rolls import Position as Seen

FIRST_SKILLS = (Skill.REFLEXES, Skill.NAVIGATION, Skill.LANDING)
"""Skills that the tutorial advises, the best first."""
FEW_HITS = 3
"""Hits on the own aircraft from which the tutorial advises to go home."""
LANDING_KILLS = 3
"""The result of B7 that kills everybody."""


def hits_taken(mat: Any) -> int:
    """Return the hits on wings, airframe, tail, controls and engines of the own aircraft."""
    machine = mat["aircraft"]
    frame = sum(int(machine[name]) for name in ("port_wing", "starboard_wing", "airframe", "tail", "controls"))
    return frame + int(machine["engines"].sum())


def is_hurt(mat: Any) -> bool:
    """Whether the pilot is wounded or the aircraft has taken several hits."""
    return bool(mat["pilot"]["health"] != Health.WELL or hits_taken(mat) >= FEW_HITS or mat["aircraft"]["leak"])


def best_skill(seen: Seen) -> Skill | None:
    """Return the first of the advised skills that can be bought."""
    return next((skill for skill in FIRST_SKILLS if seen.mask[0][Act.PICK_1 + skill]), None)


def skill_word(seen: Seen) -> str:
    """Return the advised skill in words, or ''."""
    skill = best_skill(seen)
    return "" if skill is None else skill.word


def most_firepower(seen: Seen) -> int:
    """Choose the aircraft with the most firepower of those on the list."""
    offered, models = seen.mat[0]["desk"]["offered"], seen.charts[0]["models"]
    legal = [place for place, model in enumerate(offered) if model and seen.mask[0][Act.PICK_1 + place]]
    power = {place: int(models[offered[place] - 1]["weapons"]["firepower"].sum()) for place in legal}
    return int(Act.PICK_1) + max(legal, key=lambda place: (power[place], -place), default=0)


def hits_of_bomber(mat: Any, aim: Aim) -> int:
    """Return the hits on the part of the bomber that a point of aim has."""
    return int(mat["bomber"][aim.name.lower()])


def best_aim(mat: Any) -> Aim:
    """Return the point of aim whose part of the bomber has the most hits; the port wing of equals."""
    return max(Aim, key=lambda aim: (hits_of_bomber(mat, aim), -aim))


def should_leave(seen: Seen) -> bool:
    """Whether a fight should end from a better position: with damage, or because the pilot cannot fire."""
    position = seen.mat[0]["fighter"]["position"]
    cannot_fire = position == Position.ADVANTAGED and not seen.mask[0][Act.FIRE]
    return bool(position > Position.HEAD_ON and (is_hurt(seen.mat[0]) or cannot_fire))


def safer_way_down(seen: Seen) -> int:
    """Choose the way down with the smaller chance of death."""
    charts, mat = seen.charts[0], seen.mat[0]
    jump = odds.jump_throws(mat, charts, int(Health.KILLED))
    lands = odds.landing_throws(mat, charts, True, LANDING_KILLS)
    return int(Act.BAIL_OUT if jump < lands else Act.DEADSTICK)


FACTS: Facts = {
    "most_firepower": most_firepower,
    "best_skill": skill_word,
    "learn_best": lambda seen: Act.PICK_1 + (best_skill(seen) or 0),
    "boxes_left": lambda seen: int(seen.mat[0]["sortie"]["last_box"]) - int(seen.mat[0]["sortie"]["entry"]),
    "has_escort": lambda seen: bool(seen.mat[0]["sortie"]["escort"] > Enemy.NONE),
    "is_hurt": lambda seen: is_hurt(seen.mat[0]),
    "hits_taken": lambda seen: plural(hits_taken(seen.mat[0]), "hit"),
    "best_aim": lambda seen: Act.AIM_PORT + best_aim(seen.mat[0]),
    "aim": lambda seen: best_aim(seen.mat[0]).word,
    "is_aim_hit": lambda seen: hits_of_bomber(seen.mat[0], best_aim(seen.mat[0])) > 0,
    "hits_there": lambda seen: plural(hits_of_bomber(seen.mat[0], best_aim(seen.mat[0])), "hit"),
    "should_leave": should_leave,
    "safer_way_down": safer_way_down,
    "is_empty": lambda seen: not odds.firing_firepower(seen.mat[0], seen.charts[0]),
}
