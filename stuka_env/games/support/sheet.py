"""The mat as a sheet: its panels, declared once for text, terminal, picture and page."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import Any

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import Tone, plural, signed
from stuka_env.declared.sheet import (
    Figure,
    Ground,
    Link,
    Map,
    Mark,
    Panel,
    Part,
    Piece,
    Pieces,
    Sheet,
    SideBySide,
    Silhouette,
    Space,
    Stand,
    Tag,
    Value,
)
from stuka_env.games.support.charts import LoadedCharts, load_charts
from stuka_env.games.support.codes import (
    COLUMNS,
    COUNTERS,
    HEXES,
    NOBODY,
    PLANES,
    ROWS,
    SIDE_PLANES,
    UNITS,
    Act,
    Chart,
    Decision,
    Direction,
    Entry,
    Gone,
    Kind,
    Moment,
    Scale,
    Scenario,
    Season,
    Side,
    Status,
    Terrain,
    Type,
    Weather,
    distance,
    hex_at,
    hex_words,
    plane_words,
)
from stuka_env.games.support.rules import aa
from stuka_env.games.support.rules.ledger import POINT_PARTS
from stuka_env.games.support.rules.mat import RUN_HEXES
from stuka_env.games.support.words.labels import Seen, hex_at_run, plane_facts, question_of, seen_of, unit_facts
from stuka_env.views.map_text import PASSED_DOT

FB = Silhouette(((0, -1), (0.12, -0.4), (1, -0.1), (1, 0.2), (0.1, 0.3), (0.35, 0.9), (0, 0.8)))
STUKA = Silhouette(((0, -1), (0.1, -0.3), (0.5, -0.1), (1, -0.3), (1, 0.1), (0.1, 0.3), (0.4, 0.9), (0, 0.8)))
TANK = Silhouette((
    (0, -1), (0.1, -1), (0.1, -0.5), (0.4, -0.5), (0.4, -0.65),
    (0.8, -0.65), (0.8, 0.9), (0.4, 0.9), (0.4, 0.7), (0, 0.7),
))  # fmt: skip
AA_SHAPE = "AA gun"
UNIT_SHAPES = {Kind.SQUAD: "squad", Kind.TRUCK: "truck", Kind.TANK: "tank", Kind.GUN: "gun"}
"""Silhouettes of ground units; all other kinds are AA."""
SILHOUETTES = {
    Type.FB.word: FB,
    Type.STUKA.word: STUKA,
    "squad": Silhouette(((0, -0.9), (0.3, -0.7), (0.2, -0.4), (0.8, -0.2), (0.7, 0.1), (0.3, 0), (0.3, 0.9), (0, 0.9))),
    "truck": Silhouette(((0, -1), (0.4, -0.9), (0.4, -0.5), (0.55, -0.4), (0.55, 1), (0, 1))),
    "tank": TANK,
    "gun": Silhouette(
        ((0, -1), (0.12, -1), (0.12, -0.1), (0.6, -0.1), (0.6, 0.2), (0.3, 0.2), (0.8, 0.9), (0.6, 1), (0, 0.4))
    ),
    AA_SHAPE: Silhouette(((0, 0.1), (0.3, -0.95), (0.55, -0.85), (0.3, 0.4), (0.8, 0.9), (0, 0.7))),
}
GROUNDS = (
    Ground("", "#d9d6ae", "#3a3d2c"),
    Ground(Terrain.ROAD.word, "#c3b594", "#55503f", "="),
    Ground(Terrain.BRUSH.word, "#bcc78e", "#3f4a2c", '"'),
    Ground(Terrain.ORCHARD.word, "#a5bd78", "#3b5229", "o"),
    Ground(Terrain.WOODS.word, "#7fa069", "#2b4526", "^"),
    Ground(Terrain.BUILDING.word, "#c79a80", "#5d4336", "#"),
    Ground("smoke", "#b5b5b3", "#5a5a58", "~"),
)
"""The grounds of the map: the terrains by their codes, then smoke."""
UNIT_SIGNS = {Kind.SQUAD: "s", Kind.TRUCK: "v", Kind.TANK: "t", Kind.GUN: "g"}
AA_SIGN, FACE_DOWN_SIGN = "a", "?"
"""Letters of ground units in a text; your own have capitals."""
HELD_SIGN, LOST_SIGN, TARGET_SIGN = "+", "-", "x"
COURSE_SIGNS = "\u2191\u2197\u2198\u2193\u2199\u2196"
"""Arrows of an aircraft by its direction, from north clockwise."""
MAP_SIGNS = (
    (HELD_SIGN, "goal that you hold"),
    (LOST_SIGN, "goal of the enemy"),
    (TARGET_SIGN, "target"),
    (PASSED_DOT, "line of flight"),
    ("/".join(COURSE_SIGNS), "aircraft of the run"),
    (FACE_DOWN_SIGN, "face down"),
    *((f"{sign}/{sign.upper()}", kind.word) for kind, sign in UNIT_SIGNS.items()),
    (f"{AA_SIGN}/{AA_SIGN.upper()}", "AA; yours are capitals"),
)
"""The signs of the map in a text."""
SMOKE = len(Terrain)
WIDE, HIGH = 0.87, 1.0
"""Distance of columns and of rows of the map."""
RADIUS = 0.577
"""Distance of the corners of a hex from its middle."""
CORNERS = tuple((RADIUS * cos(radians(60 * corner)), RADIUS * sin(radians(60 * corner))) for corner in range(6))


def spot_of(place: int) -> tuple[float, float]:
    """Return the middle of a hex on the map."""
    column, row = divmod(place, ROWS)
    return column * WIDE, (row + 0.5 * (column % 2)) * HIGH


def sheet(mat: Any, charts: Any = None, crews: Any = None, fresh: Iterable[Any] = ()) -> Sheet:
    """Return the sheet of a mat; see :class:`stuka_env.game.ViewParts`."""
    book: LoadedCharts = charts if charts is not None else load_charts()
    seen = seen_of(mat, book)
    mat, battle, decision = seen.mat, seen.mat.battle, Decision(seen.mat.cursor.decision)
    is_over, points = bool(battle.over), battle.points
    is_battle = mat.plan.scale == Scale.BATTLE
    score = Tag(f"{'final ' if is_over else ''}{points:+d} points", Tone.GOOD if points > 0 else Tone.PLAIN)
    title = Scenario.word_of(battle.scenario) if is_battle else "Dogfight"
    panels = [Panel("battle", "The battle", tuple(_battle(seen)), (8, 44, 1264, 96), is_broad=True)]
    if is_battle:
        panels.append(Panel("map", "The map", (_map(seen, fresh),), (8, 148, 640, 468), stand=Stand.BOARD))
    left = 656 if is_battle else 8
    planes = (Pieces("aircraft", tuple(_planes(mat)), columns=3),)
    panels.append(Panel("aircraft", "Aircraft", planes, (left, 148, 1272 - left, 230), stand=Stand.BOARD))
    if is_battle:
        units = (Pieces("counters", tuple(_units(mat)), is_table=True, columns=3),)
        panels.append(Panel("units", "Ground units", units, (656, 386, 616, 230)))
    line = f"turn {battle.turn}, {('your half', 'the half of the enemy')[battle.half]}"
    question = decision.word if is_over else question_of(mat)
    return Sheet("Air Support", title, line, score, question, is_over, tuple(panels))


def _battle(seen: Seen) -> Iterator[Part]:
    """Yield time, weather, points by part, goals, what lies face down, and the battery."""
    mat = seen.mat
    battle, plan, battery = mat.battle, mat.plan, mat.battery
    goals = seen.charts.scenarios[battle.scenario]
    hexes = goals.goals[: goals.goal_count]
    held = [hex_words(place) for place, owner in zip(hexes, battle.owner, strict=False) if owner == Side.PLAYER]
    down = ", ".join(plural(number, kind) for kind, number in seen.down.items())
    parts = ", ".join(f"{name} {signed(getattr(battle, name))}" for name in POINT_PARTS)
    shells = f"{battery.black} cards allow, {battery.red} deny" if battery.on else ""
    weather = Weather.word_of(plan.weather)
    yield SideBySide(
        (
            Value("turn", f"{battle.turn}, {Side.word_of(battle.half)}"),
            Value("moment", Moment.word_of(battle.moment)),
            Value("weather", f"{weather}, {Season.word_of(plan.season)}"),
            Value("points", f"{signed(battle.points)}: {parts}"),
            Value("you hold", ", ".join(held)),
            Value("face down", down),
            Value("battery", shells),
            Value("checks", f"{battle.sighted} passed, {battle.failed} failed, {battle.mistaken} mistaken"),
        ),
        columns=4,
    )


def _map(seen: Seen, fresh: Iterable[Any]) -> Map:
    """Return the hexes with terrain, units, smoke, goals, AA ranges, and the run that is flown."""
    mat, charts = seen.mat, seen.charts
    row = charts.scenarios[mat.battle.scenario]
    terrain = row.terrain
    goals = {place: number for number, place in enumerate(row.goals[: row.goal_count])}
    units, flown, over = _units_by_hex(mat), _flown(mat), _aircraft_over(mat)
    answers = _answers(mat, units)
    places = tuple(
        _hex(mat, place, units[place], Terrain(terrain[place]), goals.get(place, NOBODY))._replace(
            marks=(*over.get(place, ()), *(_unit_mark(mat, unit) for unit in units[place])),
            is_passed=place in flown,
            reach=_aa_reach(seen, place, units[place]),
            answers=tuple(answers[place]),
        )
        for place in range(HEXES)
    )
    links = (*(Link(start, end, Tone.PRESENT) for start, end in pairwise(flown)), *_shots(mat, fresh))
    return Map("Map", places, links, cell=CORNERS, grounds=GROUNDS, signs=MAP_SIGNS)


def _units_by_hex(mat: Any) -> dict[int, list[int]]:
    """Return the units that are on the map, by their hexes."""
    found: dict[int, list[int]] = defaultdict(list)
    for unit, own in enumerate(mat.units):
        if not own.gone:
            found[own.place].append(unit)
    return found


def _flown(mat: Any) -> list[int]:
    """Return the hexes of the map under the line of flight, from its beginning to the last one that can be attacked."""
    target, course = mat.run.target, mat.run.course
    if target == NOBODY or course == NOBODY:
        return []
    line = (plain(hex_at)(target, course, steps) for steps in range(RUN_HEXES, -RUN_HEXES, -1))
    return [place for place in line if place != NOBODY]


def _answers(mat: Any, units: Mapping[int, list[int]]) -> dict[int, list[int]]:
    """Return the actions that choose a hex: its counters, or the direction in which it lies from the target."""
    found: dict[int, list[int]] = defaultdict(list)
    match Decision(mat.cursor.decision):
        case Decision.ATTACK | Decision.OBSERVE:
            for place, there in units.items():
                found[place] += [Act.TARGET + unit for unit in there if unit < COUNTERS]
        case Decision.APPROACH:
            for course in Direction:
                found[plain(hex_at)(mat.run.target, course, 1)].append(Act.FROM_N + course)
    return found


def _aa_reach(seen: Seen, place: int, units: Iterable[int]) -> tuple[int, ...]:
    """Return the hexes over which the known AA of a hex has a point of fire."""
    guns = [unit for unit in units if seen.mat.units[unit].kind != NOBODY]
    ranges = {
        reach for gun in guns for reach in range(COLUMNS + ROWS) if seen.ask(aa.aa_eighths, gun, reach) >= aa.EIGHTHS
    }
    return tuple(other for other in range(HEXES if ranges else 0) if plain(distance)(place, other) in ranges)


def _hex(mat: Any, place: int, units: Sequence[int], terrain: Terrain, goal: int) -> Space:
    run, owner = mat.run, mat.battle.owner[goal]
    is_target = bool(run.target == place)
    notes = [terrain.word] if terrain != Terrain.OPEN else []
    notes += ["smoke"] if mat.board.smoke[place] else []
    notes += [f"goal of {Side.word_of(owner)}"] if goal != NOBODY else []
    if is_target:
        course = run.course
        notes += ["target" + (f", from the {Direction.word_of(course)}" if course != NOBODY else "")]
    tones = (
        (is_target, Tone.PRESENT),
        (goal != NOBODY, Tone.GOOD if owner == Side.PLAYER else Tone.BAD),
        (any(unit < COUNTERS for unit in units), Tone.ENEMY),
        (bool(units), Tone.OWN),
        (bool(notes), Tone.SPENT),
    )
    ground = SMOKE if mat.board.smoke[place] else int(terrain)
    side_sign = HELD_SIGN if owner == Side.PLAYER else LOST_SIGN
    return Space(
        hex_words(place),
        ", ".join(notes),
        next((tone for holds, tone in tones if holds), Tone.NONE),
        short=hex_words(place),
        is_here=is_target,
        spot=spot_of(place),
        ground=ground,
        sign=TARGET_SIGN if is_target else side_sign if goal != NOBODY else "",
    )


def _hex_under(mat: Any) -> int:
    """Return the hex under the aircraft of the run; NOBODY beside the map, and if no run is flown."""
    is_flown = NOBODY not in (mat.run.target, mat.run.course, mat.cursor.subject)
    return hex_at_run(mat, mat.run.place) if is_flown else NOBODY


def _aircraft_over(mat: Any) -> dict[int, list[Mark]]:
    """Return the aircraft of the run, by the hex under it."""
    place, plane = _hex_under(mat), mat.cursor.subject
    if place == NOBODY:
        return {}
    tone, kind = Tone.OWN if plane < SIDE_PLANES else Tone.ENEMY, Type.word_of(mat.planes[plane].type)
    sign = COURSE_SIGNS[(mat.run.course + 3) % len(COURSE_SIGNS)]
    return {place: [Mark(plane_words(plane), "", tone, kind, 60 * mat.run.course + 180, sign=sign)]}


def _shots(mat: Any, fresh: Iterable[Any]) -> Iterator[Link]:
    """Yield who has fired at what in the run that is flown: AA at the aircraft, and the aircraft at hexes."""
    over, is_own = _hex_under(mat), mat.cursor.subject < SIDE_PLANES
    own, other = (Tone.GOOD, Tone.BAD) if is_own else (Tone.BAD, Tone.GOOD)
    for entry in fresh if over != NOBODY else ():
        if entry.kind == Entry.ROLL and entry.chart == Chart.LIGHT_AA:
            yield Link(mat.units[entry.second].place, over, other)
        elif entry.kind in (Entry.STRAFES, Entry.BOMBS):
            yield Link(over, entry.second, own)


def _unit_mark(mat: Any, unit: int) -> Mark:
    """Return the marker of a unit: a silhouette of its kind, or its number if it lies face down."""
    kind, tone = mat.units[unit].kind, Tone.ENEMY if unit < COUNTERS else Tone.OWN
    shape = "" if kind == NOBODY else UNIT_SHAPES.get(Kind(kind), AA_SHAPE)
    letter = FACE_DOWN_SIGN if kind == NOBODY else UNIT_SIGNS.get(Kind(kind), AA_SIGN)
    sign = letter if unit < COUNTERS else letter.upper()
    return Mark(_unit_name(unit), ", ".join(unit_facts(mat, unit)), tone, shape, sign=sign)


def _unit_name(unit: int) -> str:
    return str(unit + 1) if unit < COUNTERS else f"own {unit - COUNTERS + 1}"


def _planes(mat: Any) -> Iterator[Piece]:
    """Yield the aircraft of both sides."""
    asked = mat.cursor.subject if mat.cursor.decision else NOBODY
    for plane in range(PLANES):
        own = mat.planes[plane]
        status, tone = Status(own.status), Tone.OWN if plane < SIDE_PLANES else Tone.ENEMY
        flags = [name for name in ("melee", "recall") if getattr(own, name)]
        kind = Type(own.type)
        tags = [Tag(kind.short, tone)] + [Tag(word, tone) for word in list(plane_facts(own))[1:]]
        tags += [Tag(word, Tone.WARN) for word in flags]
        if status != Status.NONE:
            name, state = "own" if plane < SIDE_PLANES else "enemy", Tag(status.word, status.tone)
            number, is_lost = str(plane % SIDE_PLANES + 1), status == Status.DOWN
            figure = (Figure(kind.word, tone, is_lost=is_lost),)
            yield Piece(name, number, "", state, tuple(tags), figure, tone, True, plane == asked, is_lost)


def _units(mat: Any) -> Iterator[Piece]:
    """Yield the ground units of both sides that are on the map or were lost."""
    for unit in range(UNITS):
        own = mat.units[unit]
        if own.place != NOBODY:
            gone, tone = Gone(own.gone), Tone.ENEMY if unit < COUNTERS else Tone.OWN
            facts = tuple(Tag(word, tone) for word in unit_facts(mat, unit))
            state = Tag(hex_words(own.place) if gone == Gone.NO else gone.word, gone.tone)
            name, number = ("counter", unit + 1) if unit < COUNTERS else ("own", unit - COUNTERS + 1)
            is_there = gone == Gone.NO
            yield Piece(name, str(number), "", state, facts, (), tone, is_there, False, not is_there)
