"""The mat: the whole visible state of a battle as one NumPy record.

A player does not see its last two blocks: ``hidden`` has the kinds of the counters that lie face down, ``work`` the
pending work. The log of the turns is a record of its own, because nothing in the rules reads it.
"""

from stuka_env.declared.records import Numbers, Record, Rows, code, count, flag, int8, nested, record
from stuka_env.games.support.codes import (
    COUNTERS,
    GOALS,
    HEXES,
    KINDS,
    MOST_COUNTED,
    MOST_POINTS,
    NOBODY,
    PLANES,
    SIDE_PLANES,
    TURNS,
    UNITS,
    Armed,
    Decision,
    Direction,
    Gone,
    Kind,
    Level,
    Moment,
    Phase,
    Scale,
    Scenario,
    Season,
    Side,
    Status,
    Style,
    Type,
    Weather,
)

RUN_HEXES = 4
"""Hexes before the target from which a run begins, and most hexes that it attacks (7.401)."""
RUN_END = 2 * RUN_HEXES - 1
"""Last place of the longest run (7.401)."""
MOST_STEPS = 2
"""Most steps of a unit."""
SCATTER = 3
"""Most hexes by which shells miss their aim (7.62)."""


@record
class Plan(Record):
    """The war that is played, in codes."""

    scale: int = code(Scale, "kind of the episode")
    scenario: int = code(Scenario, "scenario; 0 drawn")
    weather: int = code(Weather, "weather (7.25)")
    season: int = code(Season, "season (7.25)")
    own_1: int = code(Armed, "first own aircraft of a dogfight")
    own_2: int = code(Armed, "second own aircraft of a dogfight")
    own_3: int = code(Armed, "third own aircraft of a dogfight")
    enemy_1: int = code(Armed, "first enemy aircraft of a dogfight")
    enemy_2: int = code(Armed, "second enemy aircraft of a dogfight")
    enemy_3: int = code(Armed, "third enemy aircraft of a dogfight")
    first: int = code(Side, "side that begins a dogfight")


@record
class Cursor(Record):
    """Position in the sequence of play: the next step, the open decision and its aircraft."""

    phase: int = code(Phase, "step of the sequence of play")
    decision: int = code(Decision, "open decision of the player")
    subject: int = int8(NOBODY, PLANES - 1, "the aircraft that acts; -1 none")


@record
class Battle(Record):
    """The battle so far."""

    scenario: int = code(Scenario, "scenario; 0 for a dogfight")
    turn: int = count(TURNS, "game turn")
    half: int = code(Side, "side whose player turn it is (ours)")
    moment: int = code(Moment, "moment of the movement phase (7.4)")
    arrived: Numbers = flag("the aircraft of the side have come (7.2)", (len(Side),))
    came: int = count(TURNS, "game turn in which yours came")
    owner: Numbers = code(Side, "side that holds each goal hex", (GOALS,))
    points: int = int8(-MOST_POINTS, MOST_POINTS, "points")
    air: int = int8(0, MOST_POINTS, "points for units eliminated from the air")
    ground: int = int8(0, MOST_POINTS, "points for other units of the enemy")
    own: int = int8(-MOST_POINTS, 0, "points for units of your own")
    planes: int = int8(-MOST_POINTS, MOST_POINTS, "points for aircraft (7.23)")
    goals: int = int8(-MOST_POINTS, MOST_POINTS, "points for goal hexes and vehicles that got away")
    sighted: int = count(MOST_COUNTED, "sighting checks that were passed")
    failed: int = count(MOST_COUNTED, "sighting checks that were failed")
    mistaken: int = count(MOST_COUNTED, "mistaken attacks")
    over: int = flag("the battle is over")


@record
class Unit(Record):
    """A ground unit. Its fields have nothing that a counter that lies face down does not show."""

    kind: int = code(Kind, "kind; -1 not known", low=NOBODY)
    place: int = int8(NOBODY, HEXES - 1, "hex; -1 no unit")
    lost: int = count(MOST_STEPS, "steps that it has lost")
    concealed: int = flag("it is concealed")
    broken: int = flag("it is broken")
    pinned: int = flag("it is pinned")
    moved: int = flag("it has moved in this player turn")
    moving: int = flag("it moves now")
    spent: int = flag("its anti-aircraft fire is used up")
    immobile: int = flag("it cannot move any more")
    attacked: int = flag("it was attacked from the air in this player turn")
    unready: int = flag("it has no AA marker")
    fired: int = flag("it has fired at aircraft in this player turn")
    dug_in: int = flag("it is entrenched, although its kind is not")
    gone: int = code(Gone, "whether it is on the map")


@record
class Plane(Record):
    """An aircraft."""

    type: int = code(Type, "type")
    status: int = code(Status, "where it is")
    bombs: int = flag("it has bombs")
    damaged: int = flag("it is damaged")
    disabled: int = flag("its guns are disabled")
    melee: int = flag("it is in the melee")
    used: int = flag("it has attacked in this player turn")
    may_go: int = flag("it may accept recall")
    recall: int = flag("it is recalled at the end of the phase")
    target: int = int8(NOBODY, SIDE_PLANES - 1, "aircraft of the other side at which it fires; -1 none")


@record
class Run(Record):
    """The attack that is flown."""

    target: int = int8(NOBODY, HEXES - 1, "first target hex; -1 no attack")
    course: int = code(Direction, "direction from which it comes; -1 not chosen", low=NOBODY)
    place: int = count(RUN_END, "hexes from the beginning of the run")
    last: int = count(RUN_HEXES - 1, "the farthest hex that it has attacked")
    point: int = flag("it is a point attack")
    style: int = code(Style, "way of the attack")


@record
class Board(Record):
    """The map."""

    smoke: Numbers = flag("smoke stands in the hex", (HEXES,))


@record
class Battery(Record):
    """The battery of the observation aircraft."""

    on: int = flag("the observation aircraft is there")
    black: int = count(6, "cards that allow")
    red: int = count(6, "cards that deny")
    reds: int = count(6, "cards drawn that deny")
    aim: int = int8(NOBODY, HEXES - 1, "hex at which the shells are aimed; -1 no mission")
    course: int = code(Direction, "direction in which they are off the aim")
    off: int = count(SCATTER, "hexes by which they are off")
    fired: int = flag("the mission has fired once")


@record
class Hidden(Record):
    """The truth that the player does not see."""

    kinds: Numbers = code(Kind, "kinds of the counters", (COUNTERS,))


@record
class Work(Record):
    """Pending work, which a player does not see."""

    index: int = int8(0, MOST_COUNTED, "next one of a loop")
    side: int = code(Side, "side of the aircraft that attack, or that begin the combat")
    fight: int = flag("a dogfight takes place")
    target: int = int8(NOBODY, PLANES - 1, "aircraft at which the next shot goes; -1 none")
    pile: Numbers = count(COUNTERS, "counters of each kind that the set-up has not laid out", (KINDS,))
    held: Numbers = flag("the aircraft has declined", (PLANES,))
    movers: Numbers = flag("the unit moves in this phase", (UNITS,))


@record
class Mat(Record):
    """One battle. ``plan`` to ``battery`` are what a player sees."""

    plan: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    battle: Battle = nested(Battle)
    units: Rows[Unit] = nested(Unit, (UNITS,))
    planes: Rows[Plane] = nested(Plane, (PLANES,))
    run: Run = nested(Run)
    board: Board = nested(Board)
    battery: Battery = nested(Battery)
    hidden: Hidden = nested(Hidden)
    work: Work = nested(Work)


@record
class LogLine(Record):
    """A game turn on the log: the battle so far at its end."""

    turn: int = count(TURNS, "game turn")
    aircraft: int = count(SIDE_PLANES, "own aircraft over the map")
    sighted: int = count(MOST_COUNTED, "sighting checks that were passed, so far")
    failed: int = count(MOST_COUNTED, "sighting checks that were failed, so far")
    mistaken: int = count(MOST_COUNTED, "mistaken attacks, so far")
    air: int = int8(0, MOST_POINTS, "points for units eliminated from the air, so far")
    damaged: int = count(SIDE_PLANES, "own aircraft that are damaged")
    lost: int = count(SIDE_PLANES, "own aircraft shot down")
    held: int = count(GOALS, "goal hexes that you hold")
    points: int = int8(-MOST_POINTS, MOST_POINTS, "points so far")


@record
class Log(Record):
    """The log sheet."""

    lines: Rows[LogLine] = nested(LogLine, (TURNS,))


@record
class Result(Record):
    """End of an episode; all 0 until then."""

    points: int = int8(-MOST_POINTS, MOST_POINTS, "points")
    level: int = code(Level, "level of the result")
    air: int = count(UNITS, "units of the enemy eliminated from the air")
    ground: int = count(UNITS, "units of the enemy eliminated on the ground, by artillery too")
    escaped: int = count(UNITS, "units of the enemy that got away")
    own_lost: int = count(UNITS, "units of your own that were eliminated")
    down: int = count(SIDE_PLANES, "enemy aircraft shot down")
    lost: int = count(SIDE_PLANES, "own aircraft shot down")
    left: int = count(SIDE_PLANES, "own aircraft over the map at the end")
    held: int = count(GOALS, "goal hexes that you hold")
    sighted: int = count(MOST_COUNTED, "sighting checks that were passed")
    failed: int = count(MOST_COUNTED, "sighting checks that were failed")
    mistaken: int = count(MOST_COUNTED, "mistaken attacks")
