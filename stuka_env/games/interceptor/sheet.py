"""The mats of a career as a sheet: its panels, declared once for text, terminal, picture and page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stuka_env.declared.codes import Tone, plural
from stuka_env.declared.plain_values import Values, chart_values, values_of
from stuka_env.declared.sheet import (
    Area,
    Cells,
    Figure,
    Hits,
    Mark,
    Panel,
    Part,
    Piece,
    Pieces,
    Sheet,
    SideBySide,
    Silhouette,
    Space,
    Spaces,
    Stand,
    Tag,
    Value,
)
from stuka_env.games.interceptor import fight
from stuka_env.games.interceptor.charts import LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.shape import MOST_BOX, MOST_LEVEL
from stuka_env.games.interceptor.codes import (
    CARDS,
    CREW_SKILLS,
    LEARNED,
    MONTHS,
    NOBODY,
    UNLIMITED,
    WINGMAN_SKILLS,
    Award,
    Badge,
    Bomber,
    Cause,
    Decision,
    Enemy,
    Entry,
    Event,
    GunnerPresence,
    Health,
    Ladder,
    Maneuver,
    Marker,
    Month,
    Offer,
    Orientation,
    Over,
    Phase,
    Position,
    Presence,
    Quality,
    Range,
    Rockets,
    Scale,
    Series,
    Skill,
    TargetZone,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.words import labels, odds
from stuka_env.games.interceptor.words.debrief import name_of
from stuka_env.games.interceptor.words.journal import JournalEntry
from stuka_env.views.outlines import (
    B_17,
    B_24,
    BF_109,
    BF_110,
    CANOPY,
    FW_190,
    LONG_CANOPY,
    ME_410,
    P_38,
    P_47,
    P_51,
    SPITFIRE,
)

SILHOUETTES: Mapping[str, Silhouette] = {
    Series.BF_109.word: Silhouette(BF_109, (CANOPY,)),
    Series.FW_190.word: Silhouette(FW_190, (CANOPY,)),
    Series.BF_110.word: Silhouette(BF_110, (LONG_CANOPY,)),
    Series.ME_410.word: Silhouette(ME_410, (LONG_CANOPY,)),
    **{bomber.word: Silhouette(B_17) for bomber in (Bomber.B_17F, Bomber.B_17G, Bomber.YB_40)},
    Bomber.B_24.word: Silhouette(B_24),
    Enemy.P_47.word: Silhouette(P_47),
    Enemy.SPITFIRE_IX.word: Silhouette(SPITFIRE),
    Enemy.P_38.word: Silhouette(P_38),
    Enemy.P_51B.word: Silhouette(P_51),
}
"""Outlines by the names that the sheet gives them."""


ON_THE_LEFT = 3
SYSTEM_STATES = {
    "armour": ("Armour", "engine armour hit"),
    "leak": ("Fuel", "fuel leak"),
    "oxygen": ("Oxygen", "oxygen out"),
    "radio": ("Radio", "radio out"),
    "boost": ("MW boost", "boost out"),
    "gear": ("Gear", "landing gear damaged"),
    "rear_gun": ("Rear gun", "rear gun out"),
}
"""Systems that are whole or not: field of the mat, short name, words for the damage."""
FITTINGS = {"armour": "armour", "boost": "boost", "rear_gun": "rear"}
"""Systems that only some series have: field of the mat, field of the charts."""
FIRST_FIRE = ("", "you fire first", "the bomber does not answer")
WINGMAN_ORDERS = ("", "the wingman attacks", "the wingman has attacked")
ATTACK_RANGES = (Range.LONG, Range.MEDIUM, Range.CLOSE)
POSITION_TONES = {
    Position.TAILED: Tone.BAD,
    Position.DISADVANTAGED: Tone.WARN,
    Position.HEAD_ON: Tone.PRESENT,
    Position.ADVANTAGED: Tone.GOOD,
    Position.TAILING: Tone.GOOD,
}
ORIENTATION_TONES = {
    Orientation.ADVANTAGED: Tone.GOOD,
    Orientation.OUT_OF_THE_SUN: Tone.GOOD,
    Orientation.DISADVANTAGED: Tone.BAD,
}
SKILLS_IN_USE = {
    "expert_used": "Expert",
    "wingman_expert_used": "the wingman's Expert",
    "reflexes_used": "Reflexes",
    "sixth_sense_used": "Sixth sense",
    "maintenance_used": "Weapons maintenance",
}
"""Fields of the sortie, and the skills that they mark as used."""
DECIDED_ON_THE_GROUND = (
    Decision.TRACK,
    Decision.AIRCRAFT,
    Decision.SERIES,
    Decision.ZONE,
    Decision.SKILL,
    Decision.SCRAMBLE,
    Decision.DEBRIEF,
    Decision.GUNNER,
)
"""Decisions on the ground. The mat has the box of the sortie until the debriefing is over."""
AWARD_PLATES = {
    Award.WOUND_BADGE: "Wound Badge",
    Award.IRON_CROSS_2: "Iron Cross 2",
    Award.IRON_CROSS_1: "Iron Cross 1",
    Award.GOBLET: "Goblet",
    Award.CLASP: "Clasp",
    Award.GERMAN_CROSS: "Ger. Cross",
    Award.KNIGHTS_CROSS: "Knight's Cr.",
    Award.OAK_LEAVES: "Oakleaves",
    Award.SWORDS: "Swords",
    Award.DIAMONDS: "Diamonds",
    Award.ACE: "Ace",
    Award.SILVER_CLASP: "Silver Clasp",
}
"""Short names of awards."""
CARD_OWNERS = {
    "own": ("your card", Tone.OWN),
    "enemy": ("enemy's card", Tone.ENEMY),
    "wing": ("wingman's card", Tone.MATE),
    "gunner": ("gunner's card", Tone.MATE),
}
"""Cards that lie face up: field of the deck, name, whose each is."""
LINE_STATES = {"flown": Tone.GOOD, "stayed": Tone.NONE, "out_of_range": Tone.NONE, "sat_out": Tone.WARN}
LINE_MARKS = {"stayed": "\N{EN DASH}", "out_of_range": "\N{MIDDLE DOT}", "sat_out": "+"}
"""Tones and signs of the sortie lines in the calendar."""


DECK_SPACES = [[Space(str(place), tone=tone) for place in range(1, CARDS + 1)] for tone in (Tone.NONE, Tone.SPENT)]
"""Spaces of the cards that are left, and of those that are out."""


def sheet(
    mat: Any,
    charts: LoadedCharts | None = None,
    crews: Any = None,
    fresh: Iterable[JournalEntry] = (),
    log: Iterable[Mapping[str, Any]] | None = None,
) -> Sheet:
    """Return the sheet of a mat.

    Args:
        mat: a record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`.
        charts: the charts in force; None for the project's own.
        crews: nothing; people have no names here.
        fresh: the entries of the journal since the last decision, whose way is marked.
        log: the sortie lines so far, each with month, line, status, bombers and aircraft lost, for a calendar of the
            whole career; None for no calendar.
    """
    book = load_charts() if charts is None else charts
    values = values_of(mat)
    career, settings = values.career, values.settings
    place = f"{Scale.word_of(settings.scale)}, {Month.word_of(career.month)}"
    score, over = score_words(values, book), career.over != Over.RUNNING
    return Sheet(
        title="INTERCEPTOR ACE",
        place="; ".join(filter(None, (place, base_words(values, book)))),
        line=_raid_words(values, book),
        score=Tag(f"THE END: {score}", Tone.BAD) if over else Tag(score, Tone.PRESENT),
        question=question_of(mat),
        is_over=over,
        panels=tuple(_panels(values, book, fresh, log)),
    )


def _raid_words(values: Values, book: LoadedCharts) -> str:
    """Return the name of the raid, and unless it is a single sortie, the number of raids to come."""
    career, scale, lines = values.career, values.settings.scale, chart_values(book).lines
    number = career.line or 1
    name = f"Raid {name_of(number, career.month)}"
    if scale == Scale.SORTIE:
        return name
    later = sum(lines[career.month + 1 :]) if scale == Scale.CAREER else 0
    return f"{name}, {lines[career.month] - number + later} to come"


def _panels(values: Values, book: LoadedCharts, fresh: Iterable[JournalEntry], log: Any) -> Iterator[Panel]:
    """Yield the panels: the sortie, the aircraft, the people, the career. In a fight it is the board."""
    newest = tuple(fresh)
    seen, way = fight.FightView(values, book, newest), (_way(values, book, newest),)
    drawn = (fight.seen_from_above(seen),) if seen.is_shown else ()
    rest = Stand.FOLDED if drawn else Stand.BOARD
    own, crew, above = _LEFT_AREAS[bool(drawn)]
    yield Panel("track", "Endurance track", way, (8, 42, 824, 106), True, Stand.BOARD, True)
    yield Panel("raid", "Raid", tuple(_raid(values, book)), (840, 42, 432, 106), True)
    yield Panel("aircraft", "Own aircraft", (_own_aircraft(values, book),), own, stand=Stand.BOARD)
    yield Panel("bomber", "Bomber", (_bomber(values, book),), (484, 154, 356, 230), stand=Stand.BOARD)
    yield Panel("fighter", "Enemy fighter", (_fighter(values, book),), (484, 390, 356, 229), stand=Stand.BOARD)
    yield Panel("cards", "Combat cards", (_cards(values, book),), (846, 342, 426, 155))
    yield Panel("pilot", "Pilot", (_pilot(values, book),), (846, 154, 426, 182), stand=Stand.BOARD)
    mates = (SideBySide((_wingman(values), _gunner(values, book))),)
    yield Panel("crew", "Wingman and gunner", mates, crew, True)
    yield Panel("desk", "Debriefing", tuple(_desk(values, book)), (8, 582, 470, 37), stand=Stand.FOLDED)
    yield Panel("career", "Career", tuple(_career(values, book)), (846, 503, 426, 116), True, rest)
    if values.settings.scale != Scale.SORTIE and log is not None:
        yield Panel("calendar", "Calendar", (_calendar(values, book, log),), None, True, Stand.FOLDED, is_said=False)
    yield Panel("fight", "The fight from above", drawn, above, True, Stand.BOARD)


_LEFT_AREAS: tuple[tuple[Area, Area, Area], ...] = (
    ((8, 154, 470, 323), (8, 483, 470, 97), None), ((8, 154, 470, 180), (8, 520, 470, 60), (8, 340, 470, 174)),
)  # fmt: skip
"""Areas of the own aircraft, of wingman and gunner, and of the drawing, without a fight and in one."""


def question_of(mat: Any) -> str:
    """Return the open decision of a mat in words, with the reason for which aircraft are offered."""
    cursor = mat["cursor"]
    words = labels.decision_words(int(cursor["decision"]), int(cursor["person"]))
    is_offer = cursor["decision"] == Decision.AIRCRAFT
    return f"{words}: {Offer.word_of(int(mat['desk']['offer']))}" if is_offer else words


def base_words(values: Values, book: LoadedCharts) -> str:
    """Return the unit, its base and its zone; empty before the unit is known."""
    unit, zone = values.career.unit, Zone.word_of(values.career.zone)
    return f"{book.names.units[unit]} at {book.names.bases[unit]} (zone {zone})" if unit else ""


def level_of(charts: LoadedCharts, bombers: int) -> str:
    """Return the level of victory of a number of bombers."""
    steps = sum(least <= bombers for least in chart_values(charts).ladder)
    return Ladder.word_of(max(steps - 1, int(Ladder.DEFEAT)))


def score_words(values: Values, charts: LoadedCharts) -> str:
    """Return the score: "6 bombers (Draw)"; only a whole career has a level of victory (5.2.1)."""
    bombers = values.career.bombers
    level = f" ({level_of(charts, bombers)})" if values.settings.scale == Scale.CAREER else ""
    return plural(bombers, "bomber") + level


# --- the sortie ---


def own_box(values: Values) -> int:
    """Return the box of the own aircraft; 0 is the base, also in a debriefing."""
    is_down = values.cursor.decision in DECIDED_ON_THE_GROUND or not values.sortie.airborne
    return 0 if is_down else int(values.sortie.box)


def _way(values: Values, book: LoadedCharts, fresh: Iterable[JournalEntry]) -> Spaces:
    """Return the endurance track: where the raid can be met, the own aircraft, and what is met."""
    sortie, here, limits = values.sortie, own_box(values), chart_values(book)
    passed = {entry.box for entry in fresh if entry.kind == Entry.BOX}
    spaces = []
    for box in range(MOST_BOX + 1):
        is_open = bool(sortie.raid) and 0 < sortie.entry <= box <= sortie.last_box
        notes = ["bombs"] if is_open and box <= limits.bombs_until_box else []
        notes += ["flak"] if is_open and box >= limits.flak_from_box else []
        marks = [_own_mark(values, book)] if box == here and values.aircraft.speed else []
        marks += _met(sortie) if box and box == here else []
        tone = Tone.OWN if not box else Tone.PLAIN if is_open else Tone.SPENT
        name = f"box {box}" if box else "base"
        spaces.append(
            Space(
                name,
                ", ".join(notes),
                tone,
                short=str(box or name),
                marks=tuple(marks),
                is_here=box == here,
                is_passed=box in passed,
            )
        )
    return Spaces("Endurance track", tuple(spaces))


def _own_mark(values: Values, book: LoadedCharts) -> Mark:
    sortie, is_flying = values.sortie, bool(own_box(values))
    if sortie.lost:
        words = "lost"
    elif not is_flying:
        words = "on the ground"
    elif sortie.homeward:
        words = "flies home"
    else:
        words = "with a wingman" if values.wingman.present == Presence.HERE else "alone"
    series = chart_values(book).models[values.aircraft.model].series
    return Mark("you", words, Tone.OWN if is_flying else Tone.SPENT, Series.word_of(series), 90 * is_flying)


def _met(sortie: Any) -> list[Mark]:
    names = [Bomber.word_of(sortie.bomber_type)] if sortie.bomber_type else []
    names += [Enemy.word_of(sortie.escort)] if sortie.escort > Enemy.NONE else []
    return [Mark(f"{name}s", tone=Tone.ENEMY, shape=name, heading=90) for name in names]


def _raid(values: Values, book: LoadedCharts) -> Iterator[Part]:
    """Yield the raid, what is met, and what happened in this sortie."""
    sortie = values.sortie
    city = "" if not sortie.raid else book.names.raids[values.career.month][sortie.raid]
    orientation, weather = Orientation(sortie.orientation), Weather(sortie.weather)
    is_rolled = bool(city) and values.cursor.phase != Phase.RAID
    is_met = bool(sortie.raid) and orientation != NOBODY
    shot_down = _counted(sortie.bombers, sortie.fighters)
    yield SideBySide(
        (
            Value("target", f"{city} ({TargetZone.word_of(sortie.target_zone)})" if city else ""),
            Value("weather", weather.word if is_rolled else "", weather.tone),
            Value("bombers", _bombers_of(sortie, book) if city else ""),
            Value("met", orientation.word if is_met else "", ORIENTATION_TONES.get(orientation, Tone.PLAIN)),
            Value("fighters", _escort_of(sortie) if city else "",
                  Tone.BAD if sortie.escort > Enemy.NONE else Tone.PLAIN),
            Value("fought", _counted(sortie.bombers_met, sortie.enemies_met)),
            Value("flight", "has to go home" if sortie.homeward else "", Tone.WARN),
            Value("shot down", shot_down, Tone.GOOD),
        ),
        columns=2,
        shares=(11, 10),
    )  # fmt: skip
    event = "" if sortie.event == Event.NOTHING else Event.word_of(sortie.event)
    yield Value("random event", event, Tone.OWN)
    used = [name for field, name in SKILLS_IN_USE.items() if getattr(sortie, field)]
    used += [skill.word for skill, is_used in zip(LEARNED, sortie.learned_used, strict=True) if is_used]
    yield Value("used", ", ".join(used))


def _counted(bombers: int, fighters: int) -> str:
    """Return bombers and fighters: "2 bombers, 1 fighter"."""
    words = [plural(bombers, "bomber")] if bombers else []
    return ", ".join(words + ([plural(fighters, "fighter")] if fighters else []))


def _bombers_of(sortie: Any, book: LoadedCharts) -> str:
    """Return the bombers of the raid as far as they are known."""
    kind = sortie.bomber_type
    if sortie.sweep:
        return "none: a fighter sweep"
    if not kind:
        return "not known"
    if sortie.straggler:
        return f"{Bomber.word_of(kind)}, alone"
    is_boxed = sortie.formation and chart_values(book).bombers[kind].formation
    return f"{Bomber.word_of(kind)}s{', in formation' if is_boxed else ''}"


def _escort_of(sortie: Any) -> str:
    if sortie.escort == Enemy.UNKNOWN:
        return "not known"
    return "none" if sortie.escort == Enemy.NONE else f"{Enemy.word_of(sortie.escort)}s"


# --- aircraft ---


def _figure(shape: str, machine: Any, limits: Any, engine_hits: int, tone: Tone, heading: int = 0) -> Figure:
    """Return an aircraft with the hits on its frame and on its engines, those to port on the left."""
    frame = [
        Hits(name, getattr(machine, field), getattr(limits, limit), spot=spot)
        for field, limit, name, spot in fight.FRAME_PARTS
    ]
    count = limits.engines
    engines = []
    for place in range(count):
        name = "engine" if count == 1 else f"engine {place + 1}"
        engines.append(Hits(name, machine.engines[place], engine_hits, spot=fight.engine_spot(place, count)))
    half = -(-count // 2)
    left = (*frame[:ON_THE_LEFT], *engines[:half])
    return Figure(shape, tone, left, (*frame[ON_THE_LEFT:], *engines[half:]), heading)


def _systems(machine: Any, fields: Iterable[str]) -> list[Space]:
    """Return systems that are whole or not."""
    return [
        Space(
            name, tone=Tone.BAD if getattr(machine, field) else Tone.NONE, said=said, spot=fight.SYSTEM_SPOTS.get(field)
        )
        for field, (name, said) in SYSTEM_STATES.items()
        if field in fields
    ]


def _engine_limit(book: LoadedCharts, has_armour: bool) -> int:
    """Return the hits that put an engine out (7.4.1)."""
    limits = chart_values(book)
    return int(limits.armoured_hits if has_armour else limits.engine_hits)


def _own_aircraft(values: Values, book: LoadedCharts) -> Piece:
    aircraft, record = values.aircraft, chart_values(book)
    if not aircraft.speed:
        return Piece("aircraft", "No aircraft yet", parts=(Figure("Bf 109", Tone.NONE),), tone=Tone.NONE, is_on=False)
    model = record.models[aircraft.model]
    series = record.series[model.series]
    is_slower = aircraft.speed < model.speed
    tags = [Tag(f"speed {aircraft.speed}", Tone.WARN if is_slower else Tone.SPENT)]
    tags.append(Tag(f"firepower {odds.firing_firepower(values, record)}"))
    tags += [Tag("agile", Tone.GOOD)] if odds.is_agile(values, record) else []
    shape, engine_hits = Series.word_of(model.series), _engine_limit(book, bool(series.armour))
    fields = [field for field in SYSTEM_STATES if field not in FITTINGS or getattr(series, FITTINGS[field])]
    rockets = Rockets(aircraft.rockets)
    parts: list[Part] = [
        _figure(shape, aircraft, series, engine_hits, Tone.OWN)._replace(is_lost=bool(values.sortie.lost)),
        Cells("", tuple(_systems(aircraft, fields))),
        SideBySide(tuple(_guns(aircraft, model, book.names.weapons[aircraft.model])), columns=2),
    ]
    parts += [Value("rockets", rockets.word, rockets.tone)] if rockets != Rockets.NONE else []
    return Piece("aircraft", book.names.models[aircraft.model], tags=tuple(tags), parts=tuple(parts))


def _guns(aircraft: Any, model: Any, names: Sequence[str]) -> Iterator[Part]:
    for name, gun, weapon in zip(names, aircraft.guns, model.weapons, strict=False):
        full = weapon.ammunition
        if gun.out or gun.jammed:
            yield Value(name, "out of action" if gun.out else "jammed", Tone.BAD)
        elif full == UNLIMITED:
            yield Value(name, "no limit")
        else:
            yield Hits(name, min(gun.ammunition, full), max(full, 1), Tone.GOOD)


def _bomber(values: Values, book: LoadedCharts) -> Piece:
    bomber = values.bomber
    if not bomber.present or bomber.type == Bomber.UNKNOWN:  # its type is rolled when it is met (7.11)
        pale = (Figure("B-17F", Tone.NONE),)
        return Piece("bomber", "No bomber under attack", parts=pale, tone=Tone.NONE, is_on=False)
    kind, limits = Bomber.word_of(bomber.type), chart_values(book).bombers[bomber.type]
    tags = [Tag("formation")] if values.sortie.formation and limits.formation else []
    tags += [Tag(FIRST_FIRE[bomber.first], Tone.GOOD)] if bomber.first else []
    ranges = [_state(f"{place.word} range", place == bomber.range, Tone.PRESENT) for place in ATTACK_RANGES]
    seats = zip(("Pilot", "Copilot"), bomber.pilots, strict=True)
    crew = [
        Space(name, tone=Tone.BAD if health else Tone.NONE, said=f"{name.lower()} {Health.word_of(health)}")
        for name, health in seats
    ]
    gunners = plural(bomber.gunners, "gunner")
    crew.append(
        Space(f"Gunners {bomber.gunners}", tone=Tone.BAD if bomber.gunners else Tone.NONE, said=f"{gunners} hit")
    )
    fired = f"{plural(bomber.fired, 'shot')} in this pass" if bomber.fired else ""
    words = [fired, WINGMAN_ORDERS[bomber.wingman_ordered]]
    words += ["Reflexes are used"] if bomber.reflexes_ordered else []
    parts = (
        Spaces("range", tuple(ranges)),
        _figure(kind, bomber, limits, _engine_limit(book, False), Tone.ENEMY),
        Cells("", tuple(_systems(bomber, ("leak", "radio", "gear")) + crew)),
        Value("", _sentence([*words, _hitters(bomber, ("pilot", "wingman"))])),
    )
    return Piece("bomber", kind, tags=tuple(tags), parts=parts, tone=Tone.ENEMY)


def _state(name: str, is_here: bool, tone: Tone, said: str = "") -> Space:
    return Space(name, tone=tone if is_here else Tone.NONE, said=said, is_here=is_here)


def _hitters(opponent: Any, people: Iterable[str]) -> str:
    hitters = [name for name in people if getattr(opponent, f"by_{name}")]
    return f"hit by {labels.listed(hitters)}" if hitters else ""


def _sentence(words: Iterable[str]) -> str:
    return ", ".join(filter(None, words))


def _fighter(values: Values, book: LoadedCharts) -> Piece:
    """Return the enemy fighter, and the position against it."""
    fighter = values.fighter
    if not fighter.present:
        pale = (Figure("P-47", Tone.NONE),)
        return Piece("enemy", "No enemy fighter", parts=pale, tone=Tone.NONE, is_on=False)
    kind, limits, position = (
        Enemy.word_of(fighter.type),
        chart_values(book).enemies[fighter.type],
        Position(fighter.position),
    )
    is_rated = values.settings.enemy_quality
    tags = [Tag(f"{Quality.word_of(fighter.quality)} pilot", Tone.FAIR)] if is_rated else []
    tags.append(Tag(f"speed {fighter.speed}", Tone.GOOD if fighter.speed < limits.speed else Tone.SPENT))
    tags.append(Tag(f"firepower {odds.enemy_firepower(values, chart_values(book))}"))
    scale = [_state(one.word, one == position, POSITION_TONES[one], f"you are {one.word}") for one in Position]
    guns = [place for place, power in enumerate(limits.firepower) if power]
    cells = _systems(fighter, ("armour", "leak", "oxygen", "radio", "gear"))
    cells += [
        Space(f"Gun {place + 1}", tone=Tone.BAD if fighter.guns_out[place] else Tone.NONE, said=f"gun {place + 1} out")
        for place in guns
    ]
    said = f"pilot {Health.word_of(fighter.pilot)}"
    cells.append(Space("Pilot", tone=Tone.BAD if fighter.pilot else Tone.NONE, said=said))
    words = [f"round {fighter.rounds}", "out of the sun: he cannot defend" if fighter.sun else ""]
    words += ["Reflexes are used"] if fighter.reflexes_ordered else []
    heading = 180 if position == Position.HEAD_ON else 0
    parts = (
        Spaces("position", tuple(scale)),
        _figure(kind, fighter, limits, _engine_limit(book, bool(limits.armour)), Tone.ENEMY, heading),
        Cells("", tuple(cells)),
        Value("", _sentence([*words, _hitters(fighter, ("pilot", "wingman", "gunner"))])),
    )
    return Piece("enemy", kind, tags=tuple(tags), parts=parts, tone=Tone.ENEMY)


# --- cards ---


def _cards(values: Values, book: LoadedCharts) -> SideBySide:
    """Return the deck by number, and the cards that lie face up."""
    drawn = values.deck.drawn
    cells = tuple(DECK_SPACES[is_out][place] for place, is_out in enumerate(drawn))
    left = f"{CARDS - sum(drawn)} of {CARDS} cards left"
    face_up = tuple(_face_up(values, book, field) for field in CARD_OWNERS)
    return SideBySide((Cells("deck", cells, 10, left), Pieces("Cards face up", face_up, columns=2)), shares=(3, 5))


def _face_up(values: Values, book: LoadedCharts, field: str) -> Piece:
    """Return a card that lies face up, with the parts that can count."""
    name, tone = CARD_OWNERS[field]
    number, record = getattr(values.deck, field), chart_values(book)
    if not number:
        return Piece("card", name, tone=Tone.NONE, is_on=False)
    card = record.cards[number - 1]
    defence = Value("defence", Maneuver.word_of(card.maneuver))
    if field == "own":
        fire = odds.fire_of(record, number, odds.firing_firepower(values, record))
        jam = ", a jam" if card.jam else ""
        parts = [Value("fire", fire + jam), defence, Value("wingman", labels.help_words(card))]
    elif field == "enemy" and values.fighter.present:
        parts = [Value("fire", odds.fire_of(record, number, odds.enemy_firepower(values, record))), defence]
    elif field == "wing":
        firepower = odds.help_firepower(record, values.deck.own)
        parts = [Value("fire", odds.fire_of(record, number, firepower))]
    else:
        parts = [Value("defensive fire", str(card.defensive_fire))]
    return Piece("card", f"{name} {number}", parts=tuple(parts), tone=tone)


# --- people ---


def _pilot(values: Values, book: LoadedCharts) -> Piece:
    """Return the pilot: rank, health, Prestige, Experience, skills and awards."""
    pilot, settings = values.pilot, values.settings
    health = Health(pilot.health)
    tags = [Tag(health.word, health.tone)]
    if settings.fatigue:
        tags.append(
            Tag(f"fatigue {pilot.fatigue}", Tone.WARN if odds.fatigue_of(values, chart_values(book)) else Tone.SPENT)
        )
    numbers = (
        Value("Prestige", str(pilot.prestige)),
        Hits("level", pilot.level, MOST_LEVEL, Tone.PRESENT),
        Value("experience", _experience(pilot)),
        Value("wounds", str(pilot.wounds) if pilot.wounds else "", Tone.BAD),
    )
    skills = [
        _plate(skill.short, pilot.skills[skill], skill.word)
        for skill in Skill
        if skill != Skill.EXPERT and (skill not in LEARNED or settings.advanced_maneuvers)
    ]
    experts = [_plate(series.word, pilot.expert[series]) for series in Series]
    awards = [_award(award, name, pilot.awards[award]) for award, name in AWARD_PLATES.items()]
    parts = (
        SideBySide(numbers, shares=(3, 4, 5, 3)),
        Cells("", tuple(skills), columns=4),
        Cells("Expert", tuple(experts)),
        Cells("", tuple(awards), columns=6),
    )
    return Piece("pilot", labels.rank_words(pilot.track, pilot.rank), tags=tuple(tags), parts=parts)


def _plate(name: str, is_held: bool, said: str = "") -> Space:
    return Space(name, tone=Tone.GOOD if is_held else Tone.NONE, said=said)


def _award(award: Award, name: str, grade: int) -> Space:
    """Return an award; the Wound Badge has the colour of its class in words."""
    if award == Award.WOUND_BADGE and grade:
        name = f"{Badge.word_of(grade)} badge"
    return Space(name, tone=Tone.OWN if grade else Tone.NONE, said=labels.award_words(award, grade))


def _experience(who: Any) -> str:
    """Return Experience Points, and the sorties since the last one."""
    return f"{who.points}, clock {who.clock}"


def _experts(who: Any) -> str:
    return labels.listed([series.word for series in Series if who.expert[series]])


def _ace(who: Any) -> tuple[Tag, ...]:
    return (Tag("Ace", Tone.PRESENT, shape="star"),) if who.ace else ()


def _kills(who: Any) -> Value:
    return Value("shot down", _counted(who.bombers, who.fighters), Tone.GOOD)


def _wingman(values: Values) -> Piece:
    wingman = values.wingman
    presence = Presence(wingman.present)
    skills = [
        _plate(skill.short, held, skill.word)
        for skill, held in zip(WINGMAN_SKILLS, wingman.skills, strict=False)
        if skill != Skill.EXPERT
    ]
    parts = (
        Cells("", tuple(skills), columns=4),
        Value("experience", _experience(wingman)),
        Value("Expert", _experts(wingman)),
        _kills(wingman),
    )
    return Piece(
        "wingman", "", state=Tag(presence.word, presence.tone), tags=_ace(wingman), parts=parts, tone=Tone.MATE
    )


def _gunner(values: Values, book: LoadedCharts) -> Piece:
    """Return the gunner, if the aircraft has a seat for one."""
    gunner, old, limits = values.gunner, values.old_gunner, chart_values(book)
    if limits.series[limits.models[values.aircraft.model].series].crew < 2 or not values.aircraft.speed:
        return Piece("gunner", "No seat for a gunner", tone=Tone.NONE, is_on=False)
    health = Health(gunner.health)
    state = Tag(GunnerPresence.word_of(gunner.present), Tone.GOOD if gunner.present else Tone.NONE)
    skills = [_plate(skill.short, held, skill.word) for skill, held in zip(CREW_SKILLS, gunner.skills, strict=True)]
    when = f" in {plural(old.away, 'sortie')}" if old.away else ""
    parts = (
        Cells("", tuple(skills), columns=4),
        Value("experience", _experience(gunner)),
        Value("Expert", _experts(gunner)),
        Value("", f"the old one is back{when}" if old.present else ""),
        _kills(gunner),
    )
    shown = Tag(health.word, health.tone) if health else state
    return Piece("gunner", "", state=shown, tags=_ace(gunner), parts=parts, tone=Tone.MATE)


def about_to_be_lost(desk: Any) -> int:
    """Return the sorties that wounds, repairs and orders of this debriefing cost (7.9)."""
    repairs = 0 if desk.spared or desk.changed else desk.repair
    return int(max(desk.lost, repairs) + desk.ordered)


def _desk(values: Values, book: LoadedCharts) -> Iterator[Part]:
    """Yield the sorties about to be lost, and the types that R1 shows."""
    lost = about_to_be_lost(values.desk)
    yield Value("about to be lost", plural(lost, "sortie") if lost else "", Tone.BAD)
    shown = zip(book.names.models, values.desk.available, strict=True)
    yield Value("on hand", ", ".join(name for name, is_shown in shown if is_shown))


# --- the career ---


def _career(values: Values, book: LoadedCharts) -> Iterator[Part]:
    """Yield the aircraft shot down, the calendar, the level of victory, the counts and the markers."""
    career = values.career
    tallies = [("Bombers", career.bombers, "bomber")]
    tallies += [(kind.word, career.by_type[kind - 1], kind.word) for kind in Bomber if kind]
    tallies += [("Fighters", career.fighters, "fighter")]
    yield Cells("", tuple(_tally(name, count, said) for name, count, said in tallies))
    if values.settings.scale != Scale.SORTIE:
        yield from _months(career, chart_values(book).lines[career.month])
    if values.settings.scale == Scale.CAREER:
        level = level_of(book, career.bombers)
        steps = [_state(one.word.removesuffix(" victory"), one.word == level, Tone.PRESENT) for one in Ladder]
        yield Cells("", tuple(steps), words="")
    yield Value("", _counts(values))
    markers = [
        _plate(
            f"{one.word} x{count}" if count > 1 else one.word,
            bool(count),
            f"marker {one.word}{f' x{count}' if count > 1 else ''}",
        )
        for one, count in zip(Marker, career.markers, strict=True)
    ]
    yield Cells("", tuple(markers))
    if career.over != Over.RUNNING:
        cause = f", killed {Cause.word_of(career.cause)}" if career.cause else ""
        yield Value("", f"play {Over.word_of(career.over)}{cause}", Tone.BAD)


def _tally(name: str, count: int, said: str) -> Space:
    return Space(name, str(count), Tone.GOOD if count else Tone.NONE, f"{count} {said}{'s' if count > 1 else ''}")


def _months(career: Any, lines: int) -> Iterator[Cells]:
    """Yield the months, and the sortie lines of the present one."""
    since = f"since {Month(career.start).word}" if career.start != career.month else ""
    months = [_day(month.word[:3], month, career.month, is_past=career.start <= month) for month in Month]
    yield Cells("", tuple(months), words=since)
    yield Cells("", tuple(_day(str(place + 1), place, career.line - 1) for place in range(lines)), words="")


def _day(name: str, place: int, present: int, *, is_past: bool = True) -> Space:
    """Return a month or a sortie line: past, present or future."""
    if place == present:
        return Space(name, tone=Tone.PRESENT, is_here=True)
    return Space(name, tone=Tone.SPENT if place < present and is_past else Tone.NONE)


def _counts(values: Values) -> str:
    career, pilot = values.career, values.pilot
    words = [f"{plural(career.flown, 'sortie')} flown"]
    words += [f"{career.sit_out} to sit out"] if career.sit_out else []
    words += [f"{career.aircraft_lost} aircraft lost"] if career.aircraft_lost else []
    lost = career.wingmen_lost
    words += [f"{lost} {'wingman' if lost == 1 else 'wingmen'} lost"] if lost else []
    words += [plural(pilot.free_moves, "free move")] if pilot.free_moves else []
    words += ["annual leave taken"] if pilot.leave_taken else []
    return ", ".join(words)


def _calendar(values: Values, book: LoadedCharts, log: Iterable[Mapping[str, Any]]) -> Cells:
    """Return the sortie lines of all months with their results, a column for each month."""
    career, lines = values.career, chart_values(book).lines
    flown = {(line["month"], line["line"]): line for line in log}
    cells = [Space(month.word[:3], tone=Tone.PRESENT if month == career.month else Tone.NONE) for month in Month]
    for line in range(1, max(lines) + 1):
        for month in range(MONTHS):
            is_here = month == career.month and line == career.line
            cells.append(_result(flown.get((month, line)), is_here) if line <= lines[month] else Space(""))
    return Cells("", tuple(cells), columns=MONTHS)


def _result(line: Mapping[str, Any] | None, is_here: bool) -> Space:
    if line is None:
        return Space("", tone=Tone.PRESENT if is_here else Tone.NONE, is_here=is_here)
    status, bombers = str(line["status"]), int(line["bombers"])
    words = LINE_MARKS.get(status, str(bombers) if bombers else "")
    tone = Tone.BAD if line["aircraft_lost"] else LINE_STATES[status] if bombers or status != "flown" else Tone.SPENT
    return Space("", words, tone, is_here=is_here)


# --- the journal ---


def place_of(entry: JournalEntry) -> str:
    """Return the place of an event: "box 3"."""
    return f"box {entry.box}" if entry.box else "base"
