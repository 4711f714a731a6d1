"""The mat: everything that a player sees of a fight."""

from dogfight.codes import PLANES, SIDE, TURNS, Decision, Kind, Side, Status
from stuka_env.declared.records import Numbers, Record, Rows, code, count, flag, int8, nested, record


@record
class Plan(Record):
    """The planes of a fight and the first attacker: the arguments of the environment."""

    own: Numbers = code(Kind, "own planes", (SIDE,))
    enemy: Numbers = code(Kind, "enemy planes", (SIDE,))
    first: int = code(Side, "the side that attacks first")


@record
class Cursor(Record):
    """The position in the sequence of play."""

    decision: int = code(Decision, "open decision")
    step: int = code(Decision, "step of the turn")
    place: int = int8(-1, PLANES - 1, "place of the plane in the step; the attacker's planes come first")
    again: int = flag("the plane may fire again")


@record
class Score(Record):
    """The fight so far, and its result."""

    turn: int = count(TURNS, "turn")
    attacker: int = code(Side, "side whose turn it is")
    over: int = flag("the fight is over")
    points: int = int8(-2 * SIDE, 2 * SIDE, "victory points")
    shot_down: int = count(SIDE, "enemy planes shot down")
    lost: int = count(SIDE, "own planes shot down")


@record
class Plane(Record):
    """A plane."""

    kind: int = code(Kind, "kind")
    status: int = code(Status, "where it is")
    damaged: int = flag("it is damaged")
    disabled: int = flag("its guns are disabled")
    threatened: int = flag("a total of 10 or more was rolled against it in this turn")
    target: int = int8(-1, PLANES - 1, "the plane at which it fires, -1 for none")


@record
class Mat(Record):
    """The mat."""

    plan: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    fight: Score = nested(Score)
    planes: Rows[Plane] = nested(Plane, (PLANES,))
