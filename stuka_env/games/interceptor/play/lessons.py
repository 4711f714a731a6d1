"""Facts and choices that the lessons of the tutorial name (``lessons.toml``)."""

from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.interceptor.codes import Act, Aim, Enemy, Health, Position, Skill
from stuka_env.games.interceptor.words import odds
from stuka_env.play.typed_rolls import Position as Seen

FIRST_SKILLS = (Skill.REFLEXES, Skill.NAVIGATION, Skill.LANDING)
"""Skills that the tutorial advises, the best first."""
FEW_HITS = 3
"""Hits on the own aircraft from which the tutorial advises to go home."""
LANDING_KILLS = 3
"""The result of B7 that kills everybody."""


def num_hits(mat: Any) -> int:
    """Return the hits on wings, airframe, tail, controls and engines of the own aircraft."""
    machine = mat["aircraft"]
    frame = sum(int(machine[name]) for name in ("port_wing", "starboard_wing", "airframe", "tail", "controls"))
    return frame + int(machine["engines"].sum())


def hits_taken(seen: Seen) -> str:
    """Return the hits on the own aircraft in words."""
    return plural(num_hits(seen.mat[0]), "hit")


def is_wounded(seen: Seen) -> bool:
    """Whether the pilot is wounded."""
    return bool(seen.mat[0]["pilot"]["health"] != Health.WELL)


def is_hurt(seen: Seen) -> bool:
    """Whether the pilot is wounded or the aircraft has taken several hits."""
    mat = seen.mat[0]
    return is_wounded(seen) or bool(num_hits(mat) >= FEW_HITS or mat["aircraft"]["leak"])


def is_empty(seen: Seen) -> bool:
    """Whether no weapon can fire."""
    return not odds.firing_firepower(seen.mat[0], seen.charts[0])


def has_escort(seen: Seen) -> bool:
    """Whether the raid has an escort."""
    return bool(seen.mat[0]["sortie"]["escort"] > Enemy.NONE)


def boxes_left(seen: Seen) -> int:
    """Return the boxes after the first one in which the raid can be met."""
    sortie = seen.mat[0]["sortie"]
    return int(sortie["last_box"]) - int(sortie["entry"])


def best_skill(seen: Seen) -> str:
    """Return the first of the advised skills that can be bought, or ''."""
    return next((skill.word for skill in FIRST_SKILLS if seen.mask[0][Act.PICK_1 + skill]), "")


def learn_best(seen: Seen) -> int | None:
    """Choose the first of the advised skills that can be bought."""
    return next((Act.PICK_1 + skill for skill in FIRST_SKILLS if seen.mask[0][Act.PICK_1 + skill]), None)


def most_firepower(seen: Seen) -> int:
    """Choose the aircraft with the most firepower of those on the list."""
    offered, models = seen.mat[0]["desk"]["offered"], seen.charts[0]["models"]
    legal = [place for place, model in enumerate(offered) if model and seen.mask[0][Act.PICK_1 + place]]
    power = {place: int(models[offered[place] - 1]["weapons"]["firepower"].sum()) for place in legal}
    return int(Act.PICK_1) + max(legal, key=lambda place: (power[place], -place), default=0)


def part_aimed_at(seen: Seen) -> tuple[int, Aim]:
    """Return the most hits on a part of the bomber that can be aimed at, and its point of aim: of equals the first."""
    hits = {aim: int(seen.mat[0]["bomber"][aim.name.lower()]) for aim in Aim}
    best = max(Aim, key=lambda aim: (hits[aim], -aim))
    return hits[best], best


def best_aim(seen: Seen) -> int:
    """Choose the part of the bomber with the most hits."""
    return Act.AIM_PORT + part_aimed_at(seen)[1]


def aim(seen: Seen) -> str:
    """Return that part in words."""
    return part_aimed_at(seen)[1].word


def is_aim_hit(seen: Seen) -> bool:
    """Whether that part is hit."""
    return part_aimed_at(seen)[0] > 0


def hits_there(seen: Seen) -> str:
    """Return the hits on that part in words."""
    return plural(part_aimed_at(seen)[0], "hit")


def should_leave(seen: Seen) -> bool:
    """Whether a fight should end from a better position: with damage, or because the pilot cannot fire."""
    position = seen.mat[0]["fighter"]["position"]
    cannot_fire = position == Position.ADVANTAGED and not seen.mask[0][Act.FIRE]
    return bool(position > Position.HEAD_ON and (is_hurt(seen) or cannot_fire))


def safer_way_down(seen: Seen) -> int:
    """Choose the way down with the smaller chance of death."""
    charts, mat = seen.charts[0], seen.mat[0]
    jump = odds.jump_throws(mat, charts, int(Health.KILLED))
    lands = odds.landing_throws(mat, charts, True, LANDING_KILLS)
    return int(Act.BAIL_OUT if jump < lands else Act.DEADSTICK)
