"""Titles of mistakes in the first game, by two actions: the one taken and the better one."""

from typing import Any

from stuka_env.games.stuka.codes import ACTS, Act, to_index

ANY = None
"""In place of a verb: every verb that answers the decision."""
TITLES: dict[tuple[Act | None, Act | None], str] = {
    (Act.NO_FLY, ANY): "stayed on the ground",
    (ANY, Act.NO_FLY): "flew when staying was better",
    (Act.LOAD_SC500_SC50, ANY): "SC500 + SC50 in place of cluster bombs",
    (Act.LOAD_CLUSTER, ANY): "cluster bombs in place of SC500 + SC50",
    (Act.NO_SPECIAL, ANY): "no special bomb taken",
    (ANY, Act.NO_SPECIAL): "special bomb not worth it",
    (Act.SC1000, ANY): "SC1000 in place of SC1800",
    (Act.SC1800, ANY): "SC1800 in place of SC1000",
    (Act.CARRY, Act.CARRY): "special bomb on the wrong aircraft",
    (Act.CARRY, ANY): "too many special bombs",
    (ANY, Act.CARRY): "too few special bombs",
    (Act.LUCKY_DOG, Act.LUCKY_DOG): "Lucky Dog on the wrong aircraft",
    (Act.LUCKY_DOG, ANY): "Lucky Dog without need",
    (ANY, Act.LUCKY_DOG): "no Lucky Dog",
    (Act.ABORT, ANY): "mission aborted without need",
    (ANY, Act.ABORT): "mission not aborted",
    (Act.SEND_HOME, Act.SEND_HOME): "wrong aircraft sent home",
    (Act.SEND_HOME, ANY): "aircraft sent home without need",
    (ANY, Act.SEND_HOME): "aircraft not sent home",
    (Act.GAMBLE, ANY): "gamble not worth the risk",
    (ANY, Act.GAMBLE): "gamble not taken",
    (Act.RELIEVE, Act.RELIEVE): "relief of the wrong crew",
    (Act.RELIEVE, Act.KEEP_RELIEF): "relief without need",
    (Act.RELIEVE, ANY): "relief used too early",
    (ANY, Act.RELIEVE): "relief not used",
    (Act.TURN_BACK, ANY): "turned back without need",
    (ANY, Act.TURN_BACK): "did not turn back",
    (Act.DUEL, Act.DUEL): "duel by the wrong aircraft",
    (Act.DUEL, ANY): "duel not worth the risk",
    (ANY, Act.DUEL): "duel not taken",
    (Act.HOLD, ANY): "no attack",
    (ANY, Act.HOLD): "attack not worth the risk",
    (Act.DROP, ANY): "bombs dropped in place of strafing",
    (Act.STRAFE, ANY): "strafed in place of dropping the bombs",
    (Act.NEW_LEADER, ANY): "wrong new leader",
    (Act.CHEER_PILOT, ANY): "event card for the wrong person",
    (Act.CHEER_GUNNER, ANY): "event card for the wrong person",
    (Act.PROMOTE, ANY): "promotion not worth it",
    (Act.NO_PROMOTION, ANY): "promotion refused",
}
"""Titles by the verb taken and the better verb; the first that fits is used."""
TOO_MANY, TOO_FEW = "too many aircraft", "too few aircraft"
SEAT_VERBS = {Act.LEADER: "leader", Act.PILOT: "pilot", Act.GUNNER: "gunner"}
MORE_TIRED, LESS_ABLE, MORE_ABLE, EQUALLY_ABLE = (
    "tired {}",
    "less experienced {}",
    "{} stronger than needed",
    "wrong {} of equal strength",
)
"""Titles of a wrong choice for a seat; ``{}`` is the seat."""


def seat_title(mat: Any, verb: Act, taken: int, better: int) -> str:
    """Return the title of a wrong choice for a seat: places in the roster, from 1."""
    people = mat["gunners" if verb == Act.GUNNER else "pilots"]
    one, other = people[to_index(taken)], people[to_index(better)]
    if one["stress"] > other["stress"]:
        return MORE_TIRED.format(SEAT_VERBS[verb])
    if one["level"] < other["level"]:
        return LESS_ABLE.format(SEAT_VERBS[verb])
    is_equal = one["stress"] == other["stress"] and one["level"] == other["level"]
    return (EQUALLY_ABLE if is_equal else MORE_ABLE).format(SEAT_VERBS[verb])


def mistake_title(mat: Any, taken: int, better: int) -> str:
    """Return the mistake of taking one action on a mat where another one was better, such as "too many aircraft"."""
    one, other = ACTS.verb_of(taken), ACTS.verb_of(better)
    first, second = ACTS.actions[taken].argument, ACTS.actions[better].argument
    if one == other == Act.FLY:
        return TOO_MANY if first > second else TOO_FEW
    if one in SEAT_VERBS:
        return seat_title(mat, one, first, second)
    return next(title for (left, right), title in TITLES.items() if left in (one, ANY) and right in (other, ANY))
