"""The fight from above: a pass at a bomber of the box, or a round against an enemy fighter.

The own side flies to the right. The newest entries of the journal tell who fired, and what came of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import Tone
from stuka_env.declared.plain_values import chart_values
from stuka_env.declared.scenes import SceneFigure, SceneLine, added, heading_to, scene
from stuka_env.declared.sheet import Map, Spot
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    NO_SHOT,
    Bomber,
    Enemy,
    Entry,
    Orientation,
    Position,
    Presence,
    Range,
    Series,
    Shooter,
    System,
    hits_words,
)
from stuka_env.games.interceptor.rules import bursts
from stuka_env.games.interceptor.words import odds

BOMBER_SIZE = 3.2
"""Length of the bomber that is attacked, in the scale of the spots."""
FIGHTER_SIZE, BOX_SIZE = 0.6, 0.62
"""Sizes of fighters and of the other bombers, in that of the bomber."""
BOMBER_SPOT: Spot = (2.4, 0.0)
BOX_SPOTS: tuple[Spot, ...] = ((5.6, -2.6), (5.6, 2.6), (8.0, 0.0))
"""Other bombers of the box."""
RANGE_SPOTS: dict[int, Spot] = {Range.LONG: (-6.6, 0.0), Range.MEDIUM: (-4.3, 0.0), Range.CLOSE: (-2.0, 0.0)}
"""Places of the own aircraft by its range to the bomber."""
POSITION_SPOTS: dict[int, tuple[Spot, Spot]] = {
    Position.TAILED: ((2.6, 0.0), (-2.6, 0.0)),
    Position.DISADVANTAGED: ((2.6, 0.8), (-2.6, -1.0)),
    Position.HEAD_ON: ((-3.0, 0.0), (3.0, 0.0)),
    Position.ADVANTAGED: ((-2.6, -1.0), (2.6, 0.8)),
    Position.TAILING: ((-2.6, 0.0), (2.6, 0.0)),
}
"""Places of the own aircraft and of the enemy fighter by their position."""
ROOM: dict[bool, tuple[Spot, ...]] = {
    True: ((-7.8, -2.6), (8.6, 2.6), *RANGE_SPOTS.values(), *BOX_SPOTS), False: ((-6.4, -3.4), (6.4, 2.4)),
}  # fmt: skip
"""Spots that the drawing of a pass has room for, and that of a round against a fighter."""
WINGMAN_BESIDE: Spot = (-1.4, -2.5)
ESCORT_SPOT: Spot = (8.6, -2.9)
FRAME_PARTS: tuple[tuple[str, str, str, Spot], ...] = (
    ("port_wing", "wing", "port wing", (-0.55, -0.2)),
    ("airframe", "airframe", "airframe", (0.0, 0.1)),
    ("controls", "controls", "controls", (0.25, 0.6)),
    ("starboard_wing", "wing", "starboard wing", (0.55, -0.2)),
    ("tail", "tail", "tail", (0.0, 0.7)),
)
"""Systems with a threshold: field of the mat, field of the charts, name, place. The first three are on the left."""
SYSTEM_SPOTS: dict[str, Spot] = {"leak": (-0.25, 0.3), "gear": (-0.3, -0.05)}
"""Places of systems that are whole or not."""
FIGHTING = (Entry.SHOT, Entry.BOMBER, Entry.BOMBER_DESTROYED, Entry.ENEMY_DESTROYED)
"""Entries of a fight."""
OWN_HIT, ENEMY_HIT = (Entry.DAMAGE, Entry.WOUND, Entry.SHOT_DOWN), (Entry.BOMBER_DAMAGE, Entry.ENEMY_DAMAGE)
SHOOTERS = {Shooter.PILOT: "own", Shooter.GUNNER: "own", Shooter.WINGMAN: "wingman"}
"""Keys of those who fire; all others are the enemy."""
SILENT = 2
"""Value of ``bomber.first``: the bomber does not answer."""


class FightView(NamedTuple):
    """A mat with what the drawing reads beside it."""

    values: Any
    book: LoadedCharts
    fresh: Sequence[Any]
    """The newest entries of the journal."""

    @property
    def is_shown(self) -> bool:
        """Whether a bomber or an enemy fighter is fought or was just fought."""
        is_met = self.values.bomber.present or self.values.fighter.present
        return bool(is_met or any(one.kind in FIGHTING for one in self.fresh))

    @property
    def is_pass(self) -> bool:
        """Whether the fight is a pass at a bomber."""
        if self.values.bomber.present or self.values.fighter.present:
            return bool(self.values.bomber.present)
        shot = next((one for one in reversed(self.fresh) if one.kind in FIGHTING), None)
        return shot is not None and shot.kind != Entry.ENEMY_DESTROYED and (shot.kind != Entry.SHOT or shot.fourth >= 0)

    def has(self, kinds: Iterable[Entry]) -> bool:
        """Whether the newest entries have one of these kinds."""
        return any(one.kind in kinds for one in self.fresh)

    def results(self, is_theirs: Callable[[Any], bool]) -> str:
        """Return the results of the newest shots of one side: "3 hits"."""
        return ", ".join(hits_words(one.value) for one in self.fresh if one.kind == Entry.SHOT and is_theirs(one))

    def struck(self, kinds: Iterable[Entry]) -> str:
        """Return the systems that the newest entries hit, each once: "engine 2, tail"."""
        systems = [System.word_of(one.detail) for one in self.fresh if one.kind in kinds]
        return ", ".join(dict.fromkeys(systems))


def seen_from_above(seen: FightView) -> Map:
    """Return the drawing."""
    enemy = _bomber(seen) if seen.is_pass else _fighter(seen)
    own = _own(seen)
    figures = [own, *_wingman(seen, own.spot), *enemy]
    free = [SceneFigure(f"room {place}", spot, tone=Tone.NONE) for place, spot in enumerate(ROOM[seen.is_pass])]
    return scene("Fight", (*figures, *free), _fire(seen), size=BOMBER_SIZE)


# --- the own side ---


def _is_own(entry: Any) -> bool:
    return entry.detail in SHOOTERS


def _own(seen: FightView) -> SceneFigure:
    """Return the own aircraft at its range or in its position, with its firepower and what came of its shots."""
    values, record = seen.values, chart_values(seen.book)
    words, model = [], record.models[values.aircraft.model]
    if seen.is_pass:
        spot = RANGE_SPOTS[values.bomber.range]
        words.append(f"{Range.word_of(values.bomber.range)} range")
    else:
        spot = POSITION_SPOTS[values.fighter.position][0]
        words.append(Position.word_of(values.fighter.position))
    mean = ""
    if values.bomber.present:
        mean = f": mean {odds.fire_at_bomber(values, record).hits:.1f} hits"
    words.append(f"firepower {odds.firing_firepower(values, record)}{mean}")
    struck = seen.struck([Entry.DAMAGE])
    words += [f"fired: {fired}"] if (fired := seen.results(_is_own)) else []
    words += [f"hit: {struck}"] if struck else []
    return SceneFigure(
        *("own", spot, "you", ", ".join(words), Tone.OWN, Series.word_of(model.series)),
        heading=_heading(seen, spot),
        crosses=tuple(_damage(values.aircraft, record.series[model.series].engines)),
        is_hit=seen.has(OWN_HIT),
        size=FIGHTER_SIZE,
    )


def _heading(seen: FightView, spot: Spot) -> int:
    is_behind = not seen.is_pass and seen.values.fighter.position == Position.ADVANTAGED
    return heading_to(spot, POSITION_SPOTS[Position.ADVANTAGED][1]) if is_behind else 90


def _damage(machine: Any, engines: int) -> Iterator[Spot]:
    """Yield the places of damage on an aircraft: its frame, its engines, and systems that are whole or not."""
    frame = [(field, spot) for field, _, _, spot in FRAME_PARTS]
    yield from (spot for field, spot in (*frame, *SYSTEM_SPOTS.items()) if getattr(machine, field))
    yield from (engine_spot(place, engines) for place, hits in enumerate(machine.engines[:engines]) if hits)


def engine_spot(place: int, engines: int) -> Spot:
    """Return the place of an engine on the silhouette of an aircraft with so many."""
    return 0.75 * (2 * place + 1 - engines) / max(engines, 1), -0.4 if engines > 1 else -0.7


def _wingman(seen: FightView, own: Spot) -> Iterator[SceneFigure]:
    """Yield the wingman beside the own aircraft."""
    values = seen.values
    if values.wingman.present != Presence.ABSENT:
        order = ("", "attacks", "has attacked")[values.bomber.wingman_ordered] if seen.is_pass else ""
        words = ", ".join(filter(None, [Presence(values.wingman.present).word, order]))
        words = words.removeprefix("here").removeprefix(", ")
        series = Series.word_of(chart_values(seen.book).models[values.aircraft.model].series)
        yield SceneFigure(
            *("wingman", added(own, WINGMAN_BESIDE), "wingman", words, Tone.MATE, series),
            heading=90,
            size=FIGHTER_SIZE,
        )


# --- the enemy ---


def _bomber(seen: FightView) -> Iterator[SceneFigure]:
    """Yield the bomber that is attacked, the others of its box, and the escort that comes after the pass."""
    values, record = seen.values, chart_values(seen.book)
    bomber, sortie = values.bomber, values.sortie
    kind = bomber.type or sortie.bomber_type
    limits, is_lost = record.bombers[kind], not bomber.present
    words = ["destroyed"] if seen.has([Entry.BOMBER_DESTROYED]) else []
    if bomber.present:
        answer = plain(bursts.answer_modifier)(values, record, bomber.gunners)
        words.append("does not answer" if bomber.first == SILENT else f"answer: card {answer:+}")
    struck = seen.struck([Entry.BOMBER_DAMAGE])
    words += [f"hit: {struck}"] if struck else []
    shape = Bomber.word_of(kind or Bomber.B_17F)
    # away from the attacker only if he comes from behind; later passes are head on (7.1.12)
    is_behind = sortie.orientation in (Orientation.ADVANTAGED, Orientation.OUT_OF_THE_SUN) and not sortie.passes
    heading = 90 if is_behind else 270
    yield SceneFigure(
        *("enemy", BOMBER_SPOT, Bomber.word_of(kind), ", ".join(words), Tone.ENEMY, shape),
        heading=heading,
        crosses=tuple(_damage(bomber, limits.engines)) if not is_lost else ((0.0, 0.0),),
        is_hit=seen.has(ENEMY_HIT) or is_lost,
    )
    if not sortie.straggler:
        spread = 1.0 if sortie.formation and limits.formation else 1.25
        for place, (across, down) in enumerate(BOX_SPOTS):
            yield SceneFigure(
                *(f"box {place}", (across, down * spread), "", "", Tone.SPENT, shape),
                heading=heading,
                size=BOX_SIZE,
                is_named=False,
            )
    if sortie.escort > Enemy.NONE:
        escort = Enemy.word_of(sortie.escort)
        yield SceneFigure(
            *("escort", ESCORT_SPOT, f"{escort}s", "come after the pass", Tone.ENEMY, escort),
            heading=135,
            size=FIGHTER_SIZE,
        )


def _fighter(seen: FightView) -> Iterator[SceneFigure]:
    """Yield the enemy fighter in its position."""
    fighter, record = seen.values.fighter, chart_values(seen.book)
    spot = POSITION_SPOTS[fighter.position][1]
    heading = {Position.HEAD_ON: 270, Position.DISADVANTAGED: heading_to(spot, POSITION_SPOTS[-1][0])}
    words = ["destroyed"] if seen.has([Entry.ENEMY_DESTROYED]) else []
    if fighter.present:
        words += [f"round {fighter.rounds}", f"firepower {odds.enemy_firepower(seen.values, record)}"]
    struck = seen.struck([Entry.ENEMY_DAMAGE])
    words += [f"hit: {struck}"] if struck else []
    yield SceneFigure(
        *("enemy", spot, Enemy.word_of(fighter.type), ", ".join(words), Tone.ENEMY, Enemy.word_of(fighter.type)),
        heading=heading.get(fighter.position, 90),
        crosses=tuple(_damage(fighter, record.enemies[fighter.type].engines)),
        is_hit=seen.has(ENEMY_HIT),
        size=FIGHTER_SIZE,
    )


# --- fire ---


def _fire(seen: FightView) -> Iterator[SceneLine]:
    """Yield a line for each shot of the newest entries, or for the shots that are open."""
    shots = [one for one in seen.fresh if one.kind == Entry.SHOT and one.value != NO_SHOT]
    for shot in shots:
        start = SHOOTERS.get(Shooter(shot.detail), "enemy")
        tone = Tone.SPENT if not shot.value else Tone.ENEMY if start == "enemy" else Tone.GOOD
        yield SceneLine(start, "own" if start == "enemy" else "enemy", tone)
    if not shots and (seen.values.bomber.present or seen.values.fighter.present):
        position = seen.values.fighter.position
        if seen.is_pass or position >= Position.HEAD_ON:
            yield SceneLine("own", "enemy", Tone.PRESENT)
        if not seen.is_pass and position <= Position.HEAD_ON:
            yield SceneLine("enemy", "own", Tone.ENEMY)
