"""The formation from above: in its places, as fighters meet it, and as one aircraft after the other attacks the target.

The newest entries of the journal tell who fired at whom, and what came of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from stuka_env.declared.codes import Tone, plural, signed
from stuka_env.declared.scenes import LEVELS_OF_FIRE, SMALL, SceneFigure, SceneLine, added, heading_to, scene
from stuka_env.declared.sheet import Map, Mark, Spot
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import (
    AntiAircraft,
    Chart,
    Decision,
    Entry,
    Fighter,
    Leg,
    Payload,
    Sector,
    Status,
    Target,
    points_words,
    to_index,
)
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.journal import JournalEntry

KETTE_SPOTS: tuple[Spot, ...] = ((0.0, -1.7), (-4.8, 0.5), (4.8, 0.5), (0.0, 2.5))
"""Middles of the Ketten, three aircraft each. The formation flies up."""
PLACE_SPOTS: tuple[Spot, ...] = ((0.0, -1.0), (-1.6, 1.0), (1.6, 1.0))
"""Places of a Kette around its middle."""
SECTOR_SPOTS: dict[int, Spot] = {
    Sector.ABOVE: (-2.9, -2.7), Sector.PORT: (-8.0, 0.5), Sector.STARBOARD: (8.0, 0.5), Sector.REAR: (-1.6, 3.6),
    Sector.BELOW: (1.6, 3.6), Sector.FRONT: (0.0, -4.6),
}  # fmt: skip
"""Places of fighters by the sector of their approach."""
TARGET_SPOT: Spot = (5.5, -4.2)
FIRE_SPOT: Spot = (8.4, -4.2)
DIVE_SPOT: Spot = (2.85, -3.4)
"""The place of the aircraft whose attack is next."""
AWAY_SPOT: Spot = (8.4, -1.4)
"""The place of the last one that has attacked."""
EDGE_SPOTS: tuple[Spot, ...] = ((-7.4, 3.8), (7.4, 3.8))
"""Spots that the drawing has room for, because names are broader than aircraft and below them."""
WAITING_SPOT: Spot = (-7.0, -4.6)
"""The place of the fighters that are still to attack."""
ESCORT_SPOT: Spot = (-3.9, -4.6)
LEFT_SPOTS: tuple[Spot, ...] = (
    *((side * across, 3.4) for side in (-1, 1) for across in (7.4, 6.0, 4.6, 3.2)), (-3.2, 4.7), (3.2, 4.7),
)  # fmt: skip
"""Places of aircraft that have left the formation, in the order of their numbers."""
MIDDLE: Spot = (0.0, 0.0)
"""The middle of the formation, to which fighters turn."""
FORMATION_SIZE = 1.3
DAMAGE_SPOTS: tuple[Spot, ...] = (
    (0.0, -0.65), (-0.55, -0.2), (0.55, -0.2), (0.0, 0.75), (0.0, 0.3), (0.0, -0.1), (-0.3, -0.05),
)  # fmt: skip
"""Places of damage on the silhouette, by system."""
BOMBS, STRESSED, WOUNDED = (
    Mark("bombs or cannon", tone=Tone.FAIR),
    Mark("stress", tone=Tone.WARN),
    Mark("wounded", tone=Tone.BAD),
)
"""Markers of an aircraft."""
BOMBING = (Entry.SCORE, Entry.ANTI_AIRCRAFT)
"""Entries of an attack run."""
GONE = (Status.HOME, Status.LOST)
HITS = (Entry.DAMAGE, Entry.LOST, Entry.LEFT)
"""Entries about an aircraft that was hit."""


class FightView(NamedTuple):
    """A mat with what the drawing reads beside it."""

    values: Any
    book: LoadedCharts
    fresh: Sequence[Any]
    """The newest entries of the journal."""

    @property
    def zone_entries(self) -> Iterator[Any]:
        """The newest entries of the last zone."""
        last = max((place for place, one in enumerate(self.fresh) if one.kind == Entry.MOVE), default=-1)
        return iter(self.fresh[last + 1 :])

    @property
    def is_attack(self) -> bool:
        """Whether the formation attacks the target or has just attacked it."""
        mission = self.values.mission
        is_here = mission.leg == Leg.OUT and mission.present
        return bool(is_here or any(one.kind in BOMBING for one in self.fresh))


def attacks(fresh: Iterable[JournalEntry]) -> list[list[int]]:
    """Return the fighters that have attacked in the last zone, each as its sector and the aircraft that it hit."""
    found: list[list[int]] = []
    for entry in fresh:
        if entry.kind == Entry.ROLL and entry.chart == Chart.B3:
            found.append([entry.total])
        elif entry.kind == Entry.ROLL and entry.chart == Chart.C1 and found and entry.aircraft not in found[-1][1:]:
            found[-1].append(entry.aircraft)
        elif entry.kind == Entry.MOVE:
            found = []
    return found


def seen_from_above(seen: FightView) -> Map:
    """Return the drawing."""
    cards = enumerate(seen.values.aircraft, 1)
    figures = [_aircraft(seen, number, card) for number, card in cards]
    around = [*_fighters(seen), *_target(seen)] if seen.values.mission.leg != Leg.GROUND else []
    room = (*SECTOR_SPOTS.values(), WAITING_SPOT) if any("from" in one.key for one in around) else ()
    room += (FIRE_SPOT, *EDGE_SPOTS) if seen.is_attack else EDGE_SPOTS
    free = [SceneFigure(f"room {place}", spot, tone=Tone.NONE) for place, spot in enumerate(room)]
    lines = [*_fire(seen), *_bombing(seen)]
    return scene("Formation", (*figures, *around, *free), lines, legend=(BOMBS, STRESSED, WOUNDED), size=FORMATION_SIZE)


# --- aircraft ---


def _aircraft(seen: FightView, number: int, card: Any) -> SceneFigure:
    """Return an aircraft in its place of the formation or of the attack; those that have left stand in a row behind."""
    key, kette, place = str(number), *divmod(to_index(number), len(PLACE_SPOTS))
    spot = added(KETTE_SPOTS[kette], PLACE_SPOTS[place])
    is_hit = any(one.kind in HITS and one.aircraft == number for one in seen.fresh)
    if card.status in GONE:
        earlier = sum(one.status in GONE for one in seen.values.aircraft[: to_index(number)])
        words = Status.word_of(card.status)
        return SceneFigure(key, LEFT_SPOTS[earlier], key, words, Tone.SPENT, short=key, is_hit=is_hit)
    if card.status != Status.FLYING:
        is_shown = card.status == Status.READY and seen.values.mission.leg == Leg.GROUND
        return SceneFigure(key, spot, tone=Tone.SPENT if is_shown else Tone.NONE, shape="Ju-87", size=SMALL)
    if number == _attacker(seen):
        spot = DIVE_SPOT
    elif number == _last_attacker(seen):
        spot = AWAY_SPOT
    crosses = tuple(place for place, is_damaged in zip(DAMAGE_SPOTS, card.damage, strict=True) if is_damaged)
    heading = None if spot == DIVE_SPOT else 150 if spot == AWAY_SPOT else 0
    return SceneFigure(
        *(key, spot, key, _words(seen, number, card), Tone.OWN, "Ju-87"),
        heading=heading,
        dots=tuple(_dots(seen.values, card)),
        crosses=crosses,
        is_hit=is_hit,
    )


def _attacker(seen: FightView) -> int:
    """Return the aircraft whose attack is next; 0 for none."""
    cursor = seen.values.cursor
    return int(cursor.subject) if cursor.decision == Decision.ATTACK else 0


def _last_attacker(seen: FightView) -> int:
    return next((int(one.aircraft) for one in reversed(seen.fresh) if one.kind == Entry.SCORE), 0)


def _words(seen: FightView, number: int, card: Any) -> str:
    """Return the score of an attack or its odds, or a load that others do not have; the cards have the rest."""
    mission = seen.values.mission
    if card.attacked:
        return points_words(card.score)
    if number == _attacker(seen):
        record: Any = seen.book.record
        expected = labels.expected_score(record, mission.target_size, card.drm)
        return f"DRM {signed(card.drm)}, expected {expected:.0f}"
    return labels.payload_words(card.ordnance) if card.ordnance not in (Payload.NONE, mission.payload) else ""


def _dots(values: Any, card: Any) -> Iterator[Mark]:
    crew = [values.pilots[to_index(card.pilot)]] if card.pilot else []
    crew += [values.gunners[to_index(card.gunner)]] if card.gunner else []
    if card.ordnance:
        yield BOMBS
    if any(who.stress for who in crew):
        yield STRESSED
    if any(who.wounds for who in crew):
        yield WOUNDED


# --- those that meet it ---


def _fighters(seen: FightView) -> Iterator[SceneFigure]:
    """Yield fighters by their sectors, those that are still to attack, and the escorts that drove some off."""
    mission, recent = seen.values.mission, attacks(seen.fresh)
    kind = Fighter.word_of(mission.fighter)
    for sector in Sector:
        here = [attack[1:] for attack in recent if attack[0] == sector]
        if here:
            hits = [str(aircraft) for attack in here for aircraft in attack]
            words = f"{sector.word}: {'hits ' + ' and '.join(hits) if hits else 'no hit'}"
            count = f"{len(here)} " if len(here) > 1 else ""
            spot = SECTOR_SPOTS[sector]
            name, heading = count + kind, heading_to(spot, MIDDLE)
            yield SceneFigure(_sector_key(sector), spot, name, words, Tone.ENEMY, "fighter", heading=heading)
    if mission.fighters:
        words = f"{mission.fighters} to attack"
        yield SceneFigure("waiting", WAITING_SPOT, kind, words, Tone.ENEMY, "fighter", heading=135)
    driven = next((one.result for one in seen.zone_entries if one.kind == Entry.ESCORTED), 0)
    if driven:
        words = f"drive off {plural(driven, 'fighter')}"
        yield SceneFigure("escorts", ESCORT_SPOT, "escorts", words, Tone.MATE, "Bf 109", heading=90)


def _sector_key(sector: int) -> str:
    return f"from {Sector.word_of(sector)}"


def _target(seen: FightView) -> Iterator[SceneFigure]:
    """Yield the target of an attack, and its Anti-Aircraft fire."""
    mission, fire = seen.values.mission, AntiAircraft(seen.values.mission.anti_aircraft)
    if not seen.is_attack or not mission.target:
        return
    scored = [card.score for card in seen.values.aircraft if card.attacked]
    words = points_words(sum(scored)) if scored else ""
    name = labels.target_words(mission.target, mission.target_size)
    yield SceneFigure("target", TARGET_SPOT, name, words, Tone.ENEMY, Target.word_of(mission.target))
    if fire >= AntiAircraft.LIGHT:
        level = f"{LEVELS_OF_FIRE[fire - AntiAircraft.LIGHT]} fire"
        yield SceneFigure("fire", FIRE_SPOT, "AA fire", fire.word, Tone.ENEMY, level)


# --- fire ---


def _fire(seen: FightView) -> Iterator[SceneLine]:
    """Yield a line from the Anti-Aircraft fire or a fighter to each aircraft that it hit, and from those that duel."""
    source = ""
    for entry in seen.fresh:
        chart = entry.chart if entry.kind == Entry.ROLL else None
        if chart == Chart.A6:
            source = "fire"
        elif chart == Chart.B3:
            source = _sector_key(entry.total)
        elif chart == Chart.C1:
            yield SceneLine(source, str(entry.aircraft))
        elif chart == Chart.A2A:
            yield SceneLine(str(entry.aircraft), "waiting", Tone.GOOD if entry.result else Tone.SPENT)
        elif entry.kind in (Entry.MOVE, Entry.SCORE):
            source = ""


def _bombing(seen: FightView) -> Iterator[SceneLine]:
    """Yield a line from each aircraft that has just attacked, and from the one whose attack is next."""
    for entry in seen.fresh:
        if entry.kind == Entry.SCORE:
            yield SceneLine(str(entry.aircraft), "target", Tone.GOOD if entry.result else Tone.SPENT)
    if _attacker(seen):
        yield SceneLine(str(_attacker(seen)), "target", Tone.PRESENT)
