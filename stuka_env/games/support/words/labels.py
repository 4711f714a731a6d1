"""Labels of actions, questions and passages, with what a player knows of their objects."""

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import plural
from stuka_env.declared.labels import OptionLabel
from stuka_env.declared.plain_values import Values, chart_values
from stuka_env.games.support.charts import LoadedCharts
from stuka_env.games.support.codes import (
    ACTS,
    COUNTERS,
    NOBODY,
    SIDE_PLANES,
    Act,
    Class,
    Decision,
    Direction,
    Kind,
    Moment,
    Phase,
    Side,
    Type,
    hex_at,
    hex_words,
    plane_words,
    range_from,
)
from stuka_env.games.support.rules import aa, attack, fire, forces, sighting
from stuka_env.games.support.rules.mat import RUN_HEXES

FLAGS = ("broken", "pinned", "immobile", "moving", "attacked")
"""Flags of a unit that its words name."""


def kind_words(unit: Any) -> str:
    """Return the kind of a unit as the player knows it."""
    return "face down" if unit.kind == NOBODY else Kind.word_of(unit.kind)


def unit_facts(mat: Any, unit: int) -> Iterator[str]:
    """Yield what is seen of a unit: hex, kind, and its state."""
    own = mat.units[unit]
    yield kind_words(own)
    if own.concealed and own.kind != NOBODY:
        yield "concealed"
    if own.lost:
        yield f"{plural(own.lost, 'step')} lost"
    yield from (flag for flag in FLAGS if getattr(own, flag))


def counters_down(mat: Any) -> list[int]:
    """Return the counters that lie face down."""
    return [counter for counter in range(COUNTERS) if plain(forces.lies_face_down)(mat, counter)]


def face_down(mat: Any) -> dict[str, int]:
    """Return the number of counters of each kind that still lie face down; the scenario's list is public (S005)."""
    down = [mat.hidden.kinds[counter] for counter in counters_down(mat)]
    return {kind.word: down.count(kind) for kind in Kind if kind in down}


def counters_at(mat: Any, place: int) -> list[int]:
    """Return the counters in a hex."""
    units = enumerate(mat.units[:COUNTERS])
    return [counter for counter, own in units if own.place == place and not own.gone]


class Seen:
    """The mat as its words read it, with the numbers that they ask the rules for.

    Args:
        mat: the mat.
        charts: the charts in force.

    Attributes:
        mat: the mat in plain Python. A counter that lies face down is a squad there, so that no number tells its kind.
        charts: the record of the charts in plain Python.
        down: the number of counters of each kind that lie face down.
    """

    def __init__(self, mat: Any, charts: LoadedCharts) -> None:
        self.mat: Any = Values(mat)
        self.charts = chart_values(charts)
        self.down = face_down(self.mat)
        for counter in range(COUNTERS):
            if self.mat.units[counter].kind == NOBODY:
                self.mat.hidden.kinds[counter] = Kind.SQUAD
        self.sighting = functools.cache(self._sighting)

    def _sighting(self, place: int, course: int) -> int:
        """Return the modifier with which a hex is seen from a direction."""
        return plain(sighting.sighting_from)(self.mat, self.charts, place, course, Side.PLAYER)

    def ask(self, rule: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function of the rules says."""
        return plain(rule)(self.mat, self.charts, *arguments)


@functools.lru_cache(maxsize=1)
def _seen(mat: bytes, dtype: np.dtype[Any], charts: LoadedCharts) -> Seen:
    return Seen(np.frombuffer(mat, dtype)[0], charts)


def seen_of(mat: Any, charts: LoadedCharts) -> Seen:
    """Return a mat as its words read it. The words of a decision share it."""
    return _seen(mat.tobytes(), mat.dtype, charts)


class Odds(str):
    """Odds among what is known of the object of an action."""


def _sighting_words(seen: Seen, place: int, course: int) -> Odds:
    number = seen.charts.sighting_number - seen.sighting(place, course)
    return Odds(f"seen on {number} or less" if number >= 2 else "not to be seen")


def _target(number: int, seen: Seen) -> Iterator[str]:
    """Yield hex, units and the best sighting number of a target."""
    place = seen.mat.units[number - 1].place
    yield hex_words(place)
    for counter in counters_at(seen.mat, place):
        yield " ".join(unit_facts(seen.mat, counter))
    yield _sighting_words(seen, place, seen.ask(sighting.easiest_course, place))


def aa_points(seen: Seen, place: int, course: int) -> int:
    """Return the points of known AA along a run from a direction to its target, hex by hex."""
    eighths = 0
    for unit in range(COUNTERS):
        own = seen.mat.units[unit]
        if own.kind != NOBODY and not own.gone and not own.spent and not own.broken:
            for steps in range(RUN_HEXES + 1):
                reach = plain(range_from)(place, course, steps, own.place)
                eighths += seen.ask(aa.aa_eighths, unit, reach) // aa.EIGHTHS
    return eighths


def _approach(action: int, seen: Seen) -> Iterator[str]:
    """Yield sighting number, known AA, and the counters behind the target."""
    course, place = action - Act.FROM_N, seen.mat.run.target
    yield _sighting_words(seen, place, course)
    points = aa_points(seen, place, course)
    if points:
        yield f"known AA {plural(points, 'point')}"
    behind = [plain(hex_at)(place, course, -steps) for steps in range(1, RUN_HEXES)]
    number = sum(len(counters_at(seen.mat, one)) for one in behind if one != NOBODY)
    if number:
        yield f"{plural(number, 'counter')} behind it"


def _weapon(action: int, seen: Seen) -> Iterator[str]:
    """Yield the hex, and the number to hit or the modifier of guns against its first unit."""
    run, is_point = seen.mat.run, Act.POINT_MG <= action <= Act.POINT_AREA
    is_near = is_point or bool(run.style)
    ahead = 0 if is_near else run.place
    place = plain(hex_at)(run.target, run.course, -ahead)
    yield hex_words(place)
    weapon = action - Act.POINT_MG + Act.MG if is_point else action
    for unit in counters_at(seen.mat, place):
        kind = kind_words(seen.mat.units[unit])
        if weapon == Act.MG and seen.ask(forces.group_of, unit) != Class.ARMOUR:
            yield Odds(f"{kind} {seen.ask(fire.fire_modifier, unit, run.course):+d}")
        else:
            yield Odds(f"{kind} on {seen.ask(fire.hit_number, unit, is_near, run.course, weapon == Act.AREA)}")


def plane_facts(plane: Any) -> Iterator[str]:
    """Yield what an aircraft is: its type, bombs, damage, guns."""
    yield Type.word_of(plane.type)
    for flag, word in (("bombs", "bombs"), ("damaged", "damaged"), ("disabled", "no guns")):
        if getattr(plane, flag):
            yield word


OBJECTS: Mapping[Act, Callable[[int, Seen], Iterator[str]]] = {
    Act.TARGET: _target,
    Act.PLANE: lambda number, seen: plane_facts(seen.mat.planes[SIDE_PLANES + number - 1]),
}
"""Functions that yield what is known of the object of an action, by its argument."""


def label(action: int, mat: Any, charts: LoadedCharts) -> OptionLabel:
    """Return an action in words; with a mat also what is known of its object, and its odds."""
    verb, argument = ACTS.verb_of(action), ACTS.actions[action].argument
    text = verb.text.replace("{n}", str(argument))
    if mat is None:
        return OptionLabel(text)
    seen, known = seen_of(mat, charts), OBJECTS.get(verb)
    if known is not None:
        facts = known(argument, seen)
    elif Act.FROM_N <= action <= Act.FROM_NW and seen.mat.run.target != NOBODY:
        facts = _approach(action, seen)
    elif Act.MG <= action <= Act.POINT_AREA and seen.mat.run.course != NOBODY:
        facts = _weapon(action, seen)
    else:
        return OptionLabel(text)
    every = [*facts]
    sure, odds = ([fact for fact in every if isinstance(fact, Odds) == kind] for kind in (False, True))
    without = f"{text} ({', '.join(sure)})" if sure else text
    return OptionLabel(without, ", ".join(odds), f"{text} ({', '.join(every)})")


def _shells(mat: Any) -> str:
    battery = mat.battery
    off, aim = battery.off, hex_words(battery.aim)
    way = f", {plural(off, 'hex')} off to the {Direction.word_of(battery.course)}" if off else ""
    return f"aimed at {aim}{way}"


DECISION_SUBJECTS: dict[Decision, Callable[[Any], str]] = {
    Decision.BATTERY: _shells,
    Decision.OBSERVE: lambda mat: f"{mat.battery.black} cards allow, {mat.battery.red} deny",
    Decision.ATTACK: lambda mat: Moment.word_of(mat.battle.moment),
    Decision.STYLE: lambda mat: hex_words(mat.run.target),
    Decision.APPROACH: lambda mat: hex_words(mat.run.target),
    Decision.DUMMY: lambda mat: f"only dummies in {hex_words(mat.run.target)}",
    Decision.FIRE: lambda mat: f"the run to {hex_words(mat.run.target)}, hex {mat.run.place + 1}",
}
"""The words about the subject of each decision."""


def question_of(mat: Any) -> str:
    """Return the open decision of a mat in words: "what own aircraft 1 attacks: while units move"."""
    decision = Decision(mat.cursor.decision)
    words = decision.word.format(piece=plane_words(mat.cursor.subject))
    return f"{words}: {DECISION_SUBJECTS[decision](mat)}" if decision in DECISION_SUBJECTS else words


# --- the passages between decisions ---

PASSAGES = {
    Phase.TURN: "the turn begins",
    Phase.OBSERVE: "the battery",
    Phase.PREPARE: "on the ground",
    Phase.CHECK: "the sighting check",
    Phase.AFTER_ATTACKS: "on the ground",
    **dict.fromkeys(range(Phase.ENGAGE, Phase.TURN_ENDS), "aerial combat"),
}
"""Titles of the passages that are no hex of a run, by the phase of their steps."""


def passage_of(mat: Any) -> str:
    """Return the title of the passage of the next step: the hex of the run at which it ends; "" for what follows it."""
    phase, run = mat.cursor.phase, mat.run
    match phase:
        case Phase.RUN:
            place = run.place + bool(mat.cursor.decision)  # what it fires, it fires on its way to the next hex
        case Phase.RUN_FIRE:
            is_asked = mat.cursor.subject < SIDE_PLANES and plain(attack.may_fire)(run)
            place = run.place + (not is_asked)
        case Phase.DIVE:
            place = attack.OUT
        case Phase.OVER_TARGET:
            place = attack.OVER
        case Phase.PULL_OUT if run.last <= attack.OUT:
            place = attack.OVER + run.last
        case _:
            return PASSAGES.get(phase, "")
    over = hex_at_run(mat, place)
    return f"{plane_words(mat.cursor.subject)} {'beside the map' if over == NOBODY else f'over {hex_words(over)}'}"


def hex_at_run(mat: Any, place: int) -> int:
    """Return the hex at a place of the run; NOBODY beside the map."""
    hexes: int = plain(hex_at)(int(mat.run.target), int(mat.run.course), RUN_HEXES - int(place))
    return hexes
