"""The formation from above, as it is attacked: bombers in their places, and all that meets them on the way.

After a combat the mat no longer has its attacks. Then the newest entries of the journal tell them, and whom they hit.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from stuka_env.declared.codes import Tone, plural
from stuka_env.declared.scenes import LEVELS_OF_FIRE, SMALL, SceneFigure, SceneLine, added, heading_to, scene
from stuka_env.declared.sheet import Map, Mark, Spot
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import Element, Enemy, Entry, Escort, Gone, Leg, Level, Place, Shot, Squadron

ELEMENT_SPOTS: dict[int, Spot] = {
    Element.LEAD: (0.0, -2.2), Element.HIGH: (4.3, -0.3), Element.LOW: (-4.3, -0.3), Element.TAIL: (0.0, 1.8),
}  # fmt: skip
"""Middles of the elements. The formation flies up."""
PLACE_SPOTS: dict[int, Spot] = {Place.LEAD: (0.0, -0.75), Place.LEFT: (-1.3, 0.75), Place.RIGHT: (1.3, 0.75)}
"""Places of an element around its middle."""
ATTACKERS: dict[int, tuple[Spot, ...]] = {
    Place.LEAD: ((0.95, -0.6), (-0.95, -0.6), (0.0, -1.15)),
    Place.LEFT: ((-0.9, -0.75), (-1.3, 0.05), (-0.1, -1.1)),
    Place.RIGHT: ((0.9, -0.75), (1.3, 0.05), (0.1, -1.1)),
}
"""Interceptors around the bomber that they attack, by its place in the element, in the order of their attacks."""
MOST_ATTACKERS = len(ATTACKERS[Place.LEAD])
COVER: Spot = (0.5, 0.05)
"""An escort beside the interceptor that it covers against."""
INTERCEPTORS_SPOT: Spot = (-5.2, -3.3)
ESCORTS_SPOT: Spot = (5.2, -3.3)
FLAK_SPOT: Spot = (-5.2, 1.9)
TARGET_SPOT: Spot = (5.2, 1.9)
LEFT_SPOT, LEFT_APART = (-5.2, 3.6), 0.95
"""The first of the bombers that have left the formation, and the space to the next one."""
FLAK = tuple(
    Mark(f"{level} flak", tone=tone)
    for level, tone in zip(LEVELS_OF_FIRE, (Tone.FAIR, Tone.WARN, Tone.BAD), strict=True)
)
"""Marks of flak of each level from 1."""
DOTS = (
    Mark("damaged", tone=Tone.BAD),
    Mark("crew hit", tone=Tone.WARN),
    Mark("tired crew", tone=Tone.FAIR),
)
"""Marks of a bomber, which the drawing explains."""
MEETINGS = (Entry.ATTACK, Entry.ESCORTS_FIGHT, Entry.FLAK, Entry.TARGET)
"""Entries of which a passage of combat, flak or bombing has one."""
HITS = (Entry.DAMAGED, Entry.CREW_HIT, Entry.DEPARTS, Entry.LEFT)
"""Entries about a bomber that was hit, by its slot."""


class FightSight(NamedTuple):
    """A mat with what the drawing reads beside it."""

    values: Any
    book: LoadedCharts
    fresh: Sequence[Any]
    """The newest entries of the journal."""
    enemy: int
    """The type of the interceptors, or of the last ones; -1 for none."""
    named: Callable[[str], str]
    """Return words with the names of the crews that they mention."""


def is_shown(values: Any, fresh: Iterable[Any]) -> bool:
    """Whether interceptors or flak meet the formation or have just met it, or it is over the target."""
    mission, enemy = values.mission, values.enemy
    is_over_target = mission.leg == Leg.TARGET
    return bool(enemy.model >= 0 or enemy.flak_level or is_over_target or any(one.kind in MEETINGS for one in fresh))


def seen_from_above(seen: FightSight) -> Map:
    """Return the drawing."""
    bombers = [_bomber(seen, seat) for seat in range(len(seen.values.seats))]
    attacks = [*_attacks(seen, bombers)] or [*_told_attacks(seen, bombers)]
    figures = [*bombers, *(one for one, _ in attacks), *_others(seen)]
    return scene("Formation", figures, (line for _, line in attacks if line), legend=DOTS)


def _bomber(seen: FightSight, number: int) -> SceneFigure:
    """Return a bomber in its place, marked if it was just hit; those that have left stand in a row behind."""
    values, seat, key = seen.values, seen.values.seats[number], str(number)
    if seat.bomber < 0:
        element, place = divmod(number, len(Place))
        return SceneFigure(key, added(ELEMENT_SPOTS[element], PLACE_SPOTS[place]), tone=Tone.NONE)
    spot, gone = added(ELEMENT_SPOTS[seat.element], PLACE_SPOTS[seat.place]), Gone(seat.gone)
    crew = f"{seen.named(f'crew {seat.crew + 1}')} {Level.word_of(values.crews[seat.crew].level)}"
    name, is_hit = str(seat.bomber + 1), _was_hit(seen, seat.bomber)
    flags = (seat.damaged, seat.hit, seat.tired)
    dots = tuple(dot for dot, is_set in zip(DOTS, flags, strict=True) if is_set)
    if gone != Gone.NO:
        spot, words = (LEFT_SPOT[0] + number * LEFT_APART, LEFT_SPOT[1]), f"{gone.word}, C{seat.crew + 1}"
        return SceneFigure(key, spot, name, words, Tone.SPENT, short=name, is_hit=is_hit)
    shape = Squadron.word_of(values.plan.squadron)
    return SceneFigure(key, spot, name, crew, shape=shape, dots=dots, is_hit=is_hit)


def _was_hit(seen: FightSight, bomber: int) -> bool:
    return any(entry.kind in HITS and entry.first == bomber for entry in seen.fresh)


Attack = tuple[SceneFigure, SceneLine | None]
"""An interceptor with the line to its bomber, or an escort."""


def _attacks(seen: FightSight, bombers: list[SceneFigure]) -> Iterator[Attack]:
    """Yield the interceptors of the wave, each with its line to a bomber, and the escorts that cover."""
    values, made = seen.values, [0] * len(bombers)
    for number, attack in enumerate(values.attacks, 1):
        if attack.seat < 0:
            continue
        tone = Tone.SPENT if attack.done else Tone.GOOD if attack.covered else Tone.ENEMY
        name = f"attack {number}{' of an ace' if attack.ace else ''}{', made' if attack.done else ''}"
        interceptor = _interceptor(seen, name, attack.seat, made[attack.seat], bombers)
        yield interceptor, SceneLine(name, bombers[attack.seat].key, tone)
        made[attack.seat] += 1
        if attack.covered and not attack.done:
            beside, name = added(interceptor.spot, COVER), f"covers against attack {number}"
            escort, heading = Escort.word_of(values.escorts.type), heading_to(beside, interceptor.spot)
            yield (
                SceneFigure(name, beside, name, "", Tone.MATE, escort, heading=heading, size=SMALL, is_named=False),
                None,
            )


def _told_attacks(seen: FightSight, bombers: list[SceneFigure]) -> Iterator[Attack]:
    """Yield the attacks of the newest entries, as many on a bomber as have a place; those that hit stand out."""
    attacked = Counter(entry.first for entry in seen.fresh if entry.kind == Entry.ATTACK)
    for number, seat in enumerate(seen.values.seats):
        is_hit = _was_hit(seen, seat.bomber)
        for made in range(min(attacked[seat.bomber], MOST_ATTACKERS)):
            name = f"attack on bomber {seat.bomber + 1}: {'a hit' if is_hit else 'no hit'}"
            interceptor = _interceptor(seen, name, number, made, bombers)._replace(key=f"{number}.{made}")
            tone = Tone.ENEMY if is_hit else Tone.SPENT
            yield interceptor, SceneLine(interceptor.key, bombers[number].key, tone)


def _interceptor(seen: FightSight, name: str, seat: int, made: int, bombers: Sequence[SceneFigure]) -> SceneFigure:
    """Return the interceptor of an attack on the bomber of a seat, after ``made`` others on it."""
    kind = Enemy.word_of(seen.enemy) if seen.enemy >= 0 else "interceptor"
    spot = added(bombers[seat].spot, ATTACKERS[seen.values.seats[seat].place][made % MOST_ATTACKERS])
    return SceneFigure(name, spot, name, "", Tone.ENEMY, kind, size=SMALL, is_named=False)


def _others(seen: FightSight) -> Iterator[SceneFigure]:
    """Yield the interceptors and the escorts as a whole, the flak, and the target under the formation."""
    enemy, escorts, mission = seen.values.enemy, seen.values.escorts, seen.values.mission
    if seen.enemy >= 0 and (enemy.model >= 0 or any(one.kind == Entry.ATTACK for one in seen.fresh)):
        kind = Enemy.word_of(seen.enemy)
        left = f"{enemy.left} of {enemy.number} left" if enemy.number else "number not known"
        aces = f", {plural(enemy.aces_left, 'ace')}" if enemy.aces_left else ""
        words = left + aces if enemy.model >= 0 else _losses(seen) or "no losses"
        yield SceneFigure("enemy", INTERCEPTORS_SPOT, kind, words, Tone.ENEMY, kind, heading=135)
    if escorts.ready + escorts.damaged:
        kind = Escort.word_of(escorts.type)
        hurt = f", {escorts.damaged} damaged" if escorts.damaged else ""
        fighting = f", {enemy.fighting} fight" if enemy.fighting else ""
        words = f"{escorts.ready + escorts.damaged} escorts{hurt}{fighting}"
        yield SceneFigure("escorts", ESCORTS_SPOT, kind, words, Tone.MATE, kind, heading=225)
    flak = enemy.flak_level or next((one.first for one in seen.fresh if one.kind == Entry.FLAK), 0)
    if flak:
        shape = f"{LEVELS_OF_FIRE[flak - 1]} fire"
        yield SceneFigure("flak", FLAK_SPOT, FLAK[flak - 1].name, "", Tone.ENEMY, shape)
    if mission.leg == Leg.TARGET or any(entry.kind == Entry.TARGET for entry in seen.fresh):
        hits = plural(mission.hits, "hit") if mission.bombed else "under the formation"
        target = seen.book.names.targets[mission.card]
        yield SceneFigure("target", TARGET_SPOT, target, hits, Tone.ENEMY, short="T")


def _losses(seen: FightSight) -> str:
    """Return what became of the interceptors of the newest entries: "2 destroyed, 1 damaged"."""
    shot = Counter(Shot.word_of(entry.first) for entry in seen.fresh if entry.kind == Entry.INTERCEPTOR_DOWN)
    return ", ".join(f"{number} {word}" for word, number in shot.items())
