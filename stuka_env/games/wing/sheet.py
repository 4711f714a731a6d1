"""The mat of a campaign as a sheet: its panels, declared once for text, terminal, picture and page."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, radians
from typing import Any, NamedTuple

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import Tone, plural, signed
from stuka_env.declared.people import InventedNames
from stuka_env.declared.plain_values import Values, chart_values, values_of
from stuka_env.declared.records import rows
from stuka_env.declared.scenes import FIRE_SILHOUETTES, heading_to
from stuka_env.declared.sheet import (
    Cells,
    Figure,
    Link,
    Map,
    Mark,
    Outline,
    Panel,
    Part,
    Piece,
    Pieces,
    Sheet,
    SideBySide,
    Silhouette,
    Space,
    Spot,
    Stand,
    Tag,
    Value,
)
from stuka_env.games.wing import fight
from stuka_env.games.wing.charts import LoadedCharts, load_charts
from stuka_env.games.wing.codes import (
    ACTIONS,
    CAMPAIGNS,
    FIRST_YEAR,
    KEPT,
    SEATS,
    TRACK,
    Act,
    Campaign,
    Cloud,
    Counter,
    Decision,
    Element,
    Enemy,
    Entry,
    Escort,
    Gone,
    Leg,
    Level,
    Model,
    Over,
    Phase,
    Place,
    Scale,
    Squadron,
    Status,
    Target,
    Victory,
    War,
    Year,
)
from stuka_env.games.wing.observation import derived
from stuka_env.games.wing.observation.derived import Derived
from stuka_env.games.wing.rules import ledger, movement
from stuka_env.games.wing.rules.table import Table
from stuka_env.games.wing.words.journal import JournalEntry
from stuka_env.games.wing.words.labels import escorts_words, question_of
from stuka_env.views.outlines import B_17, B_24, BF_109, BF_110, CANOPY, FW_190, LONG_CANOPY, P_38, P_47, P_51

ME_262: Outline = (
    (0.00, -0.84), (0.05, -0.70), (0.09, -0.44), (0.11, -0.22), (0.33, -0.16), (0.34, -0.44), (0.39, -0.50),
    (0.44, -0.44), (0.46, -0.12), (0.97, 0.02), (1.00, 0.06), (0.96, 0.10), (0.45, 0.06), (0.39, 0.18), (0.33, 0.08),
    (0.10, 0.12), (0.05, 0.58), (0.32, 0.66), (0.33, 0.74), (0.04, 0.74), (0.00, 0.82),
)  # fmt: skip
SILHOUETTES: Mapping[str, Silhouette] = {
    Squadron.B_17.word: Silhouette(B_17),
    Squadron.B_24.word: Silhouette(B_24),
    Escort.P_47.word: Silhouette(P_47),
    Escort.P_38.word: Silhouette(P_38),
    Escort.P_51.word: Silhouette(P_51),
    Enemy.BF_109.word: Silhouette(BF_109, (CANOPY,)),
    Enemy.FW_190.word: Silhouette(FW_190, (CANOPY,)),
    Enemy.ME_110.word: Silhouette(BF_110, (LONG_CANOPY,)),
    Enemy.ME_262.word: Silhouette(ME_262),
    **FIRE_SILHOUETTES,
}
"""Outlines by the names that the sheet gives them."""

BRITAIN = (
    (50.1, -5.7), (50.4, -4.2), (50.2, -3.6), (50.7, -3.0), (50.6, -2.0), (50.8, -1.0), (50.8, 0.3), (51.2, 1.4),
    (51.5, 0.7), (52.0, 1.4), (52.7, 1.7), (52.9, 0.5), (53.2, 0.3), (53.7, 0.0), (54.5, -0.6), (55.6, -1.6),
    (55.6, -4.8), (54.8, -3.4), (54.2, -3.0), (53.4, -3.1), (53.3, -4.4), (52.5, -4.1), (51.8, -5.2), (51.5, -3.2),
    (51.2, -3.2), (51.1, -4.2),
)  # fmt: skip
CONTINENT = (
    (43.0, -1.6), (44.6, -1.2), (45.9, -1.1), (46.9, -2.1), (47.7, -3.4), (48.0, -4.6), (48.6, -4.7), (48.8, -3.2),
    (48.6, -1.6), (49.7, -1.9), (49.7, -1.2), (49.3, -1.0), (49.3, 0.1), (49.7, 0.2), (50.1, 1.4), (50.9, 1.7),
    (51.4, 3.4), (52.0, 4.1), (53.0, 4.8), (52.4, 5.1), (52.6, 5.8), (53.2, 5.4), (53.4, 7.0), (53.7, 7.2), (53.7, 8.1),
    (53.4, 8.3), (53.9, 8.7), (54.3, 8.8), (55.6, 8.3), (55.6, 9.8), (54.5, 10.0), (54.4, 11.1), (54.0, 11.2),
    (54.4, 12.5), (54.6, 13.5), (54.0, 14.3), (54.6, 17.0), (54.8, 18.4), (54.4, 19.6), (55.3, 21.0), (57.0, 21.5),
    (57.0, 30.0), (43.0, 30.0),
)  # fmt: skip
COASTS = (BRITAIN, CONTINENT)
"""Coasts of the map in latitude and longitude."""


NARROWER = cos(radians(50))
"""Length of a degree of longitude in the middle of the map, in degrees of latitude."""
RENDEZVOUS = Mark("rendezvous", tone=Tone.GOOD)
STATUS_TONES = {Status.READY: Tone.GOOD, Status.NOT_READY: Tone.BAD, Status.FLYING: Tone.PRESENT}
LARGE_AREA = (8, 42, 620, 466)
"""The place of the map in the picture, or of the formation from above in a fight."""
CARDS_AREA = (634, 120, 638, 300)
"""The place of the bombers, or of the map in a fight."""
DEPARTURES = (Decision.SAVE, Decision.STRAGGLER)
"""Decisions about a bomber that leaves."""


class Seen(NamedTuple):
    """A mat with everything that its sheet reads beside it."""

    values: Any
    book: LoadedCharts
    charts: Any
    derived: Any
    table: Table
    named: Callable[[str], str]
    """Return words with the names of the crews that they mention."""


def _seen(mat: Any, book: LoadedCharts, crews: InventedNames | None) -> Seen:
    """Return a mat with its values, and with what the rules work out of them."""
    nothing: Any = None
    values, charts, out = values_of(mat), chart_values(book), Values(rows(1, Derived)[0])
    table = Table(nothing, nothing, charts, nothing, nothing)
    plain(derived.work_out_mission)(values, table, out)
    plain(derived.work_out_seats)(values, table, out)
    return Seen(values, book, charts, out, table, str if crews is None else crews.named)


def sheet(
    mat: Any,
    charts: LoadedCharts | None = None,
    crews: InventedNames | None = None,
    fresh: Iterable[JournalEntry] = (),
    way: Sequence[int] = (),
    last_enemy: int = -1,
) -> Sheet:
    """Return the sheet of a mat.

    Args:
        mat: a record of :data:`stuka_env.games.wing.rules.mat.Mat.dtype`.
        charts: the charts in force; None for the project's own.
        crews: the names of the crews; None for their numbers alone.
        fresh: the entries of the journal since the last decision, whose boxes are marked.
        way: the boxes of the mission in the order in which they were entered; () if only the last move is known.
        last_enemy: the type of the last interceptors of the mission; -1 for none.
    """
    seen, newest = _seen(mat, load_charts() if charts is None else charts, crews), tuple(fresh)
    plan, track = seen.values.plan, seen.values.track
    is_over = track.over != Over.NO
    enemy = seen.values.enemy.model if seen.values.enemy.model >= 0 else last_enemy
    near = fight.FightSight(seen.values, seen.book, newest, enemy, seen.named)
    boxes = f" ({track.first} to {track.last})" if track.first != 1 else f" of {track.last}"
    points = f"{plural(track.points, 'point')}{_level(seen)}"
    return Sheet(
        title="A WING AND A PRAYER",
        place=f"{Campaign.word_of(plan.campaign).capitalize()}, {FIRST_YEAR + seen.derived.year}",
        line=f"Mission {track.box}{boxes if plan.scale == Scale.CAMPAIGN else ''}",
        score=Tag(f"THE END: {points}", Tone.BAD) if is_over else Tag(f"{points} so far", Tone.PRESENT),
        question=seen.named(question_of(mat)),
        is_over=is_over,
        panels=tuple(_panels(seen, _map(seen, newest, way), near)),
    )


def _panels(seen: Seen, ways: Map, near: fight.FightSight) -> Iterator[Panel]:
    """Yield the panels. The board is the map on the way, the formation in a fight, and the squadron at the base."""
    is_fight = fight.is_shown(seen.values, near.fresh)
    is_at_base = seen.values.mission.leg in (Leg.GROUND, Leg.DONE) and not is_fight
    map_stand = Stand.FOLDED if is_fight else Stand.BESIDE if is_at_base else Stand.BOARD
    own, others = (Stand.BOARD, Stand.BOARD) if is_at_base else (Stand.BESIDE, Stand.FOLDED)
    yield Panel("map", "Map", (ways,), CARDS_AREA if is_fight else LARGE_AREA, stand=map_stand)
    yield Panel("mission", "Mission", tuple(_mission(seen)), (634, 42, 638, 72))
    yield Panel(
        "formation", "Formation", (_formation(seen),), None if is_fight else CARDS_AREA, True, own, is_bare=True
    )
    yield Panel("fighters", "Fighters and flak", tuple(_fighters(seen)), (634, 426, 638, 160))
    yield Panel("squadron", "Squadron", tuple(_squadron(seen)), (8, 514, 620, 132), stand=others)
    yield Panel("campaign", "Campaign", tuple(_campaign(seen)), (634, 592, 638, 54), stand=Stand.FOLDED)
    above = (fight.seen_from_above(near),) if is_fight else ()
    yield Panel("fight", "The formation from above", above, LARGE_AREA if is_fight else None, True, Stand.BOARD)


def _level(seen: Seen) -> str:
    """Return the level of victory of the points; only a campaign has one (7.6)."""
    if seen.values.plan.campaign >= CAMPAIGNS:
        return ""
    return f" ({Victory.word_of(int(plain(ledger.level_of)(seen.values, seen.table)))})"


# --- the map ---


def spot_of(place: Spot) -> Spot:
    """Return latitude and longitude as a place on the map."""
    return NARROWER * place[1], -place[0]


LAND: tuple[Outline, ...] = tuple(tuple(map(spot_of, coast)) for coast in COASTS)


@lru_cache(16)
def _ground(book: LoadedCharts) -> tuple[tuple[Spot, ...], tuple[tuple[int, int], ...]]:
    """Return the spots of the boxes, and their links, each once."""
    links = [(box, other) for box, row in enumerate(chart_values(book).boxes) for other in row.links[: row.link_count]]
    return tuple(map(spot_of, book.names.coordinates)), tuple(link for link in links if link[0] < link[1])


def _map(seen: Seen, fresh: Iterable[JournalEntry], way: Sequence[int]) -> Map:
    """Return the map: the boxes in reach of the goal, the moves that are open, flak, rendezvous, and the way so far."""
    mission, (_, links) = seen.values.mission, _ground(seen.book)
    passed, offered = {entry.first for entry in fresh if entry.kind == Entry.MOVED}, _offered(seen)
    places = tuple(_box(seen, box, offered, passed) for box in range(len(seen.charts.boxes)))
    boxes = way or (mission.came_from, mission.box)
    flown = {frozenset(step) for step in zip(boxes, boxes[1:], strict=False)}
    opened = {frozenset((mission.box, box)) for box in offered}
    tones = [Tone.OWN if {*link} in flown else Tone.PRESENT if {*link} in opened else Tone.NONE for link in links]
    ways = tuple(Link(*link, tone) for link, tone in zip(links, tones, strict=True))
    return Map("Map", places, ways, LAND, (*fight.FLAK, RENDEZVOUS))


def _offered(seen: Seen) -> set[int]:
    if seen.values.cursor.decision != Decision.MOVE:
        return set()
    mask: Any = [0] * ACTIONS
    plain(movement.allow_move)(seen.values, seen.table, mask)
    return {action - Act.BOX for action in range(ACTIONS) if mask[action]}


def _box(seen: Seen, box: int, offered: set[int], passed: set[int]) -> Space:
    """Return a box of the map; those are plain from which the goal can be reached in time."""
    mission, row, visits = seen.values.mission, seen.charts.boxes[box], seen.values.route.visits[box]
    way, is_target = row.distance[mission.goal], bool(mission.card) and box == seen.charts.cards[mission.card].box
    left = way_out(seen) if mission.leg == Leg.GROUND else mission.limit - mission.moves
    spare = left - seen.charts.boxes[mission.box].distance[box] - way
    is_here = box == mission.box
    tones = (
        (is_here, Tone.OWN),
        (box in offered, Tone.PRESENT),
        (is_target, Tone.ENEMY),
        (box == 0, Tone.GOOD),
        (visits, Tone.SPENT),
        (spare >= 0 and mission.card and mission.leg != Leg.DONE, Tone.PLAIN),
    )
    cloud = _cloud(seen) if is_target else ""
    notes = ["target" if is_target else "", f"cloud {cloud}" if cloud else ""]
    notes += [f"{way} to go" if way and mission.card else "", "visited" if visits > is_here else ""]
    notes += [f"from {seen.book.names.boxes[mission.came_from]}"] if is_here and mission.came_from >= 0 else []
    marks = fight.FLAK[max(0, row.flak - 1) : row.flak] + ((RENDEZVOUS,) if row.rendezvous and not visits else ())
    return Space(
        seen.book.names.boxes[box],
        ", ".join(filter(None, notes)),
        next((tone for holds, tone in tones if holds), Tone.NONE),
        short=str(box),
        marks=(_own_mark(seen), *marks) if is_here else marks,
        is_here=is_here,
        is_passed=box in passed,
        spot=_ground(seen.book)[0][box],
    )


def way_out(seen: Seen) -> int:
    """Return the most moves of the leg to the target, before it begins."""
    return int(seen.charts.boxes[0].distance[seen.values.mission.goal] + seen.charts.slack)


def _own_mark(seen: Seen) -> Mark:
    """Return the marker of the formation, in the direction of its last move."""
    mission, spots = seen.values.mission, _ground(seen.book)[0]
    heading = heading_to(spots[mission.came_from], spots[mission.box]) if mission.came_from >= 0 else 90
    bombers = plural(seen.derived.present, "bomber")
    return Mark("formation", bombers, Tone.OWN, Squadron.word_of(seen.values.plan.squadron), heading)


# --- the mission ---


def _mission(seen: Seen) -> Iterator[Part]:
    """Yield target, leg and state of the formation."""
    mission, worked = seen.values.mission, seen.derived
    if not mission.card:
        return
    leg, state = Leg(mission.leg), Target(mission.target)
    is_aloft = leg != Leg.GROUND
    counted = f"{mission.sent} sent, {worked.present} left" if is_aloft else f"{mission.required} required"
    bombing = f"{plural(mission.hits, 'hit')}, {state.word}" if mission.bombed else ""
    tight = (("tight", Tone.GOOD), ("loose", Tone.BAD))[mission.loose] if is_aloft else ("", Tone.PLAIN)
    moves = f", {plural(worked.turns_left, 'move')} left" if leg in (Leg.OUT, Leg.HOME) else ""
    yield SideBySide(
        (
            Value("target", f"{seen.book.names.targets[mission.card]} (card {mission.card})"),
            Value("value", f"{plural(worked.value, 'point')}, {worked.hits_needed} hits"),
            Value("cloud", _cloud(seen), Cloud(mission.cloud).tone),
            Value("leg", leg.word + moves, Tone.WARN if mission.waiting else Tone.PLAIN),
            Value("bombers", counted),
            Value("short", str(mission.short) if mission.short else "", Tone.BAD),
            Value("formation", *tight),
            Value("missing", f"{mission.missing}, {mission.threshold} make it loose" if is_aloft else ""),
            Value("way home alone", f"{worked.home_needed} or more" if is_aloft else ""),
            Value("bombing", bombing, state.tone if bombing else Tone.PLAIN),
            Value("altitude", ("high", "low")[mission.low] if mission.bombed or mission.low else ""),
            Value("points", signed(mission.points)),
        ),
        columns=3,
        shares=(8, 6, 4),
    )
    yield Value("", "it has lost its way: the next turn has no move" if mission.waiting else "", Tone.WARN)


def _cloud(seen: Seen) -> str:
    """Return the cloud over the target; "" before its roll, which follows the card (4.3)."""
    mission = seen.values.mission
    is_open = seen.values.cursor.phase == Phase.NEW_MISSION and mission.leg == Leg.GROUND
    return "" if is_open else Cloud.word_of(mission.cloud)


# --- bombers ---


def _formation(seen: Seen) -> Pieces:
    """Return the bombers by their places at the start, with those that are to be filled."""
    return Pieces("Bombers", tuple(_seat(seen, index) for index in range(SEATS)), columns=3, is_table=True)


def _seat(seen: Seen, index: int) -> Piece:
    mission, cursor, seat = seen.values.mission, seen.values.cursor, seen.values.seats[index]
    is_open = cursor.decision in (Decision.CREW, Decision.BOMBER) and index == mission.place
    if seat.bomber < 0:
        return Piece("bomber", "", parts=(), tone=Tone.NONE, is_on=False, is_asked=is_open)
    gone, worked, crew = Gone(seat.gone), seen.derived, seen.values.crews[seat.crew]
    model = Model.word_of(2 * seen.values.plan.squadron + seen.values.bombers[seat.bomber].model)
    attacks = sum(attack.seat == index and not attack.done for attack in seen.values.attacks)
    flags = (
        ("damaged", seat.damaged, Tone.BAD, "D"),
        ("crew hit", seat.hit, Tone.BAD, "H"),
        ("tired", seat.tired, Tone.WARN, "T"),
    )
    ratings = (("fire", worked.air_combat), ("bombs", worked.bombing), ("keeps up", worked.performance))
    is_here, place = gone == Gone.NO, f"{Element.word_of(seat.element)} {Place.word_of(seat.place)}"
    parts = (
        SideBySide(
            (
                Value("", f"{place}, {model}" if is_here else model),
                Value("attacks", str(attacks) if attacks else "", Tone.BAD),
            ),
            shares=(3, 2),
        ),
        Value("", f"{seen.named(f'crew {seat.crew + 1}')} {Level.word_of(crew.level)}"),
        SideBySide(
            tuple(Value(name, signed(row[index]) if is_here else "") for name, row in ratings),
            shares=(2, 3, 3),
        ),
    )
    return Piece(
        "bomber",
        str(seat.bomber + 1),
        state=None if is_here else Tag(gone.word, gone.tone),
        tags=tuple(Tag(words, tone, short=short) for words, is_set, tone, short in flags if is_set),
        parts=parts,
        is_asked=is_open or (cursor.decision in DEPARTURES and cursor.subject == seat.bomber),
        is_lost=gone in (Gone.LOST, Gone.CRASHED),
    )


def _squadron(seen: Seen) -> Iterator[Part]:
    """Yield the bombers and the crews of the squadron with their states, and the counters that are kept."""
    fleet, bombers, crews = seen.values.plan.squadron, seen.values.bombers, seen.values.crews
    models = [Model.word_of(2 * fleet + bomber.model) for bomber in bombers]
    slots = zip(range(len(bombers)), bombers, models, strict=True)
    yield Cells("bombers", tuple(_slot(place, one.status, model[-1], model) for place, one, model in slots))
    yield Cells("crews", tuple(_crew(seen, place, crew) for place, crew in enumerate(crews)))
    counters = zip(list(Counter)[:KEPT], seen.values.luck.counters, strict=True)
    cells = [
        Space(one.word, str(count), Tone.GOOD if count else Tone.NONE, f"{one.word} {count}") for one, count in counters
    ]
    yield Cells("counters", tuple(cells))


def _slot(place: int, status: int, words: str, said: str) -> Space:
    """Return a bomber or a crew of the squadron."""
    number, state = str(place + 1), Status.word_of(status)
    if status == Status.NONE:
        return Space(number)
    return Space(number, words, STATUS_TONES[Status(status)], f"{number} {said} {state}")


def _crew(seen: Seen, place: int, crew: Any) -> Space:
    """Return a crew with its name, its level and the missions that it has flown in a row."""
    name = seen.named(f"crew {place + 1}").removeprefix(f"crew {place + 1}").strip()
    level, flown = Level.word_of(crew.level), crew.flown
    row = f" {flown} in a row" if flown else ""
    return _slot(place, crew.status, f"{level[0]}{flown or ''}", f"{name} {level}{row}".strip())


# --- fighters ---


def _fighters(seen: Seen) -> Iterator[Part]:
    """Yield the escorts, the interceptors with the fight, and the attacks of the wave."""
    yield SideBySide((_escorts(seen), _interceptors(seen)))
    level = seen.values.enemy.flak_level
    yield Value("flak", fight.FLAK[level - 1].name if level else "", Tone.BAD)
    attacks = [(number, one) for number, one in enumerate(seen.values.attacks, 1) if one.seat >= 0]
    if attacks:
        yield Cells("attacks", tuple(_attack(seen, number, attack) for number, attack in attacks))


def _escorts(seen: Seen) -> Piece:
    """Return the escorts, and those that are offered."""
    escorts, enemy = seen.values.escorts, seen.values.enemy
    offered = f"{escorts_words(escorts.offered, escorts.offered_type, escorts.offered_ace)}, "
    offered += plural(seen.derived.offered_turns, "turn")
    if not escorts.ready + escorts.damaged:
        return Piece("escorts", "No escorts", parts=(Figure("P-47", Tone.NONE),), tone=Tone.NONE, is_on=False)
    values = (
        Value("stay for", plural(seen.derived.escort_turns, "turn")),
        Value("must fight", str(enemy.must_fight) if enemy.must_fight else ""),
        Value("fight", str(enemy.fighting) if enemy.fighting else ""),
        Value("second round", f"{enemy.stay} must, {enemy.free} may" if enemy.stay or enemy.free else ""),
        Value("can cover", str(enemy.covers) if enemy.covers else ""),
        Value("offered", offered if escorts.offered else ""),
        Value("ace", "fights" if enemy.ace_fights else ""),
    )
    parts = (_beside(Figure(Escort.word_of(escorts.type), Tone.MATE), values),)
    tags = [Tag(f"{escorts.ready} undamaged", Tone.GOOD)]
    tags += [Tag("ace", Tone.GOOD)] if escorts.ace else []
    tags += [Tag(f"{escorts.damaged} damaged", Tone.WARN)] if escorts.damaged else []
    return Piece("escorts", f"{Escort.word_of(escorts.type)} escorts", tags=tuple(tags), parts=parts, tone=Tone.MATE)


def _interceptors(seen: Seen) -> Piece:
    enemy = seen.values.enemy
    if enemy.model < 0:
        pale = (Figure("Bf 109", Tone.NONE),)
        return Piece("enemy", "No interceptors", parts=pale, tone=Tone.NONE, is_on=False)
    kind, is_rolled = Enemy.word_of(enemy.model), seen.values.cursor.phase != Phase.INTERCEPTION
    aces = plural(enemy.aces, "ace") if is_rolled else "aces not known"
    rounds = f"{enemy.round_number}, wave {enemy.wave}" if enemy.wave else str(enemy.round_number)
    values = (
        Value("came", f"{enemy.number}, {aces}" if enemy.number else "number not known"),
        Value("left", f"{enemy.left}, {plural(enemy.aces_left, 'ace')}" if is_rolled else "", Tone.BAD),
        Value("round", rounds if enemy.round_number else ""),
    )
    return Piece("enemy", kind, parts=(_beside(Figure(kind, Tone.ENEMY), values),), tone=Tone.ENEMY)


def _beside(figure: Figure, values: tuple[Value, ...]) -> SideBySide:
    """Return a silhouette with values beside it."""
    return SideBySide((figure, SideBySide(values, columns=1)), shares=(1, 2))


def _attack(seen: Seen, number: int, attack: Any) -> Space:
    bomber = str(seen.values.seats[attack.seat].bomber + 1)
    tone = Tone.SPENT if attack.done else Tone.GOOD if attack.covered else Tone.ENEMY
    notes = [" by an ace" if attack.ace else "", " covered" if attack.covered else "", " made" if attack.done else ""]
    return Space(f"{number} ace" if attack.ace else str(number), bomber, tone, f"{number} on {bomber}{''.join(notes)}")


# --- the campaign ---


def _campaign(seen: Seen) -> Iterator[Part]:
    """Yield the track with its boxes, and the state of the war."""
    track, boxes = seen.values.track, range(1, TRACK + 1)
    yield Cells(
        "", tuple(_mission_box(seen, box) for box in boxes), words=f"box {track.box}, {track.first} to {track.last}"
    )
    decks = [year.word for year in Year if track.deck >> year & 1]
    yield SideBySide(
        (
            Value("cards of", ", ".join(decks)),
            Value("war progress", War.word_of(track.war) if track.war else ""),
            Value("flown", plural(track.logged, "mission")),
            Value("", f"play {Over.word_of(track.over)}" if track.over else "", Tone.BAD),
        )
    )


def _mission_box(seen: Seen, box: int) -> Space:
    track = seen.values.track
    if not track.first <= box <= track.last:
        return Space(str(box))
    is_here = box == track.box
    return Space(str(box), tone=Tone.PRESENT if is_here else (Tone.PLAIN, Tone.SPENT)[box < track.box], is_here=is_here)


# --- the journal ---


def place_of(entry: JournalEntry) -> str:
    """Return the place of an event: "box 38"."""
    return f"box {entry.box}" if entry.box else "base"
