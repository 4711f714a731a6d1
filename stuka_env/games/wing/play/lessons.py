"""Facts and choices that the lessons of the tutorial name (``lessons.toml``)."""

from stuka_env.games.wing.codes import ACTS
from stuka_env.games.wing.text import best_seat
from stuka_env.play.typed_rolls import Position as Seen


def best_crew_or_bomber(seen: Seen) -> int:
    """Choose the best crew, or the newest bomber."""
    return best_seat(seen.mat[0], legal_of(seen))


def legal_of(seen: Seen) -> list[int]:
    """Return the legal actions."""
    return [action for action, is_legal in enumerate(seen.mask[0]) if is_legal]


def has_damage(seen: Seen) -> bool:
    """Whether a bomber of the formation is damaged."""
    return bool(seen.mat[0]["seats"]["damaged"].any())


def nearest(seen: Seen) -> int:
    """Choose the box that is nearest to the goal, and of equal ones that with the least flak."""
    boxes = seen.charts[0]["boxes"]
    distance = boxes[int(seen.mat[0]["mission"]["goal"])]["distance"]

    def badness(action: int) -> tuple[int, int]:
        box = ACTS.actions[action].argument
        return int(distance[box]), int(boxes[box]["flak"])

    return min(legal_of(seen), key=badness)


def matching_number(seen: Seen) -> int:
    """Choose as many escorts as there are interceptors."""
    enemy, legal = seen.mat[0]["enemy"], legal_of(seen)
    return legal[min(max(0, int(enemy["left"]) - int(enemy["must_fight"])), len(legal) - 1)]


def largest_number(seen: Seen) -> int:
    """Choose all that can go."""
    return legal_of(seen)[-1]
