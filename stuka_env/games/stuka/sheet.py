"""The mat as a sheet: its panels, declared once for text, terminal, picture and page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stuka_env.declared.codes import Tone, signed
from stuka_env.declared.people import InventedNames
from stuka_env.declared.plain_values import Values, values_of
from stuka_env.declared.scenes import FIRE_SILHOUETTES
from stuka_env.declared.sheet import (
    Cells,
    Figure,
    Hits,
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
    Spaces,
    Stand,
    Tag,
    Value,
)
from stuka_env.games.stuka import fight
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.charts.shape import MOST_STRESS, MOST_WOUNDS
from stuka_env.games.stuka.codes import (
    SEATS,
    SEGMENT_TITLES,
    SYSTEMS,
    ZONES,
    AntiAircraft,
    Decision,
    Duration,
    Duty,
    Entry,
    Fighter,
    Formation,
    Leg,
    Model,
    Operation,
    Payload,
    Quality,
    Role,
    Scale,
    Sector,
    Status,
    System,
    Target,
    Visibility,
    to_index,
    to_number,
)
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.journal import JournalEntry, card_words
from stuka_env.views.outlines import BF_109, CANOPY

JU_87: Outline = (
    (0.00, -1.00), (0.10, -0.86), (0.12, -0.50), (0.50, -0.34), (0.98, -0.46), (1.00, -0.20), (0.50, -0.02),
    (0.12, 0.00), (0.08, 0.62), (0.38, 0.70), (0.38, 0.90), (0.06, 0.88), (0.00, 1.00),
)  # fmt: skip
SOVIET_FIGHTER: Outline = (
    (0.00, -1.00), (0.16, -0.86), (0.17, -0.42), (0.90, -0.20), (0.96, 0.00), (0.80, 0.10), (0.16, 0.10), (0.09, 0.62),
    (0.40, 0.74), (0.40, 0.88), (0.00, 0.94),
)  # fmt: skip
HOUSE: Outline = ((-0.8, 0.9), (-0.8, -0.1), (0.0, -0.9), (0.8, -0.1), (0.8, 0.9))
HULL: Outline = (
    (-1.0, 0.1), (-0.5, 0.1), (-0.5, -0.4), (-0.1, -0.4), (-0.1, -0.9), (0.1, -0.9), (0.1, -0.4), (0.5, -0.4),
    (0.5, 0.1), (1.0, 0.1), (0.7, 0.8), (-0.7, 0.8),
)  # fmt: skip
TANK: Outline = (
    (-1.0, 0.1), (-0.5, 0.0), (-0.4, -0.6), (0.3, -0.6), (0.35, -0.45), (1.0, -0.5), (1.0, -0.3), (0.4, -0.2),
    (0.5, 0.0), (1.0, 0.1), (0.8, 0.7), (-0.8, 0.7),
)  # fmt: skip
GUN: Outline = ((-0.9, 0.7), (-0.7, 0.3), (0.9, -0.8), (1.0, -0.6), (0.2, 0.1), (0.3, 0.7))
RUNWAY: Outline = ((-0.35, -0.9), (0.35, -0.9), (0.8, 0.9), (-0.8, 0.9))
BRIDGE: Outline = (
    (-1.0, -0.3), (1.0, -0.3), (1.0, 0.7), (0.75, 0.7), (0.5, 0.1), (0.25, 0.7), (-0.25, 0.7), (-0.5, 0.1),
    (-0.75, 0.7), (-1.0, 0.7),
)  # fmt: skip
TRUCK: Outline = (
    (-1.0, 0.5), (-1.0, -0.6), (0.3, -0.6), (0.3, -0.2), (0.7, -0.2), (1.0, 0.1), (1.0, 0.5), (0.7, 0.8), (0.4, 0.5),
    (-0.3, 0.5), (-0.6, 0.8), (-0.9, 0.5),
)  # fmt: skip
SOLDIER: Outline = ((-0.6, 0.9), (-0.5, -0.1), (-0.3, -0.8), (0.3, -0.8), (0.5, -0.1), (0.6, 0.9))
RAIL: Outline = (
    (-0.5, -0.9), (-0.2, -0.9), (-0.25, -0.3), (0.25, -0.3), (0.2, -0.9), (0.5, -0.9), (0.9, 0.9), (0.6, 0.9),
    (0.45, 0.3), (-0.45, 0.3), (-0.6, 0.9), (-0.9, 0.9),
)  # fmt: skip
SUBMARINE: Outline = (
    (-1.0, 0.2), (-0.3, 0.0), (-0.3, -0.7), (0.1, -0.7), (0.1, 0.0), (1.0, 0.2), (0.8, 0.6), (-0.8, 0.6),
)  # fmt: skip
DOG: Outline = (
    (0.00, -0.70), (0.35, -0.65), (0.60, -0.90), (0.95, -0.60), (0.90, 0.25), (0.65, 0.30), (0.50, 0.60), (0.20, 0.92),
    (0.00, 0.95),
)  # fmt: skip
"""A dog's head with hanging ears."""
SIGNS = {
    Target.AIRFIELD: RUNWAY,
    Target.TROOPS: SOLDIER,
    Target.BUILDINGS: HOUSE,
    Target.RAIL: RAIL,
    Target.CONVOY: TRUCK,
    Target.ARMOR: TANK,
    Target.ARTILLERY: GUN,
    Target.BRIDGE: BRIDGE,
    Target.SUBMARINE: SUBMARINE,
    **dict.fromkeys((Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.TRANSPORT, Target.MARITIME), HULL),
}
SILHOUETTES: Mapping[str, Silhouette] = {
    "Ju-87": Silhouette(JU_87),
    "fighter": Silhouette(SOVIET_FIGHTER),
    "Bf 109": Silhouette(BF_109, (CANOPY,)),
    **FIRE_SILHOUETTES,
    "dog": Silhouette(DOG),
    **{target.word: Silhouette(outline) for target, outline in SIGNS.items()},
}
"""Outlines by the names that the sheet gives them."""


WITH_MARKERS = (Status.FLYING, Status.HOME, Status.LOST)
ROSTER_FIELDS = ("pilots", "gunners")
OWNERS = (Tone.OWN, Tone.MATE)
"""Tones of pilots and gunners."""
LEG_HEADINGS = {Leg.GROUND: 0, Leg.OUT: 90, Leg.HOME: 270}
STEPS = {Leg.GROUND: "on the ground", Leg.OUT: "outbound", Leg.HOME: "homeward"}
DAMAGE_NAMES = ("Engine", "P wing", "S wing", "Tail", "Fuel", "Bombs", "Gear")
"""Names of systems on a card."""
STATE_TONES = {Status.HOME: Tone.GOOD, Status.LOST: Tone.BAD, Status.NONE: Tone.NONE}
FATES = {Duty.KIA: Tag("KIA", Tone.BAD), Duty.POW: Tag("POW", Tone.BAD), Duty.HOSPITAL: Tag("hospital", Tone.WARN)}
DEATHS = (FATES[Duty.KIA], FATES[Duty.POW])
"""Fates of people who do not come back."""
WHEREABOUTS = {
    Duty.BACK: "back",
    Duty.KIA: "KIA",
    Duty.POW: "POW",
    Duty.HOSPITAL: "hospital",
    Duty.REPLACEMENT: "coming",
}
PEOPLE_TRACKS = {"Hospital": (Duty.HOSPITAL, 6), "Replacements": (Duty.REPLACEMENT, 10)}
"""Tracks of people: who waits on each, and its spaces."""
REPAIR_SPACES = 8
SEGMENT_LABELS = ("Jun 41", "Aug 41", "Nov 41", "Aug 42", "Nov 42", "Jul 43")


def sheet(
    mat: Any,
    charts: LoadedCharts | None = None,
    crews: InventedNames | None = None,
    fresh: Iterable[JournalEntry] = (),
    total: int = 0,
) -> Sheet:
    """Return the sheet of a mat.

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        charts: the charts in force; None for the project's own.
        crews: names of pilots and gunners; None for numbers.
        fresh: the entries of the journal since the last decision, whose moves and attacks are marked.
        total: the missions of the war; 0 if that is not known.
    """
    book = load_charts() if charts is None else charts
    values, entries = values_of(mat), list(fresh)
    war, is_over = values.war, bool(values.track.over)
    question = question_of(mat)
    campaign = "Campaign, " if war.scale == Scale.CAMPAIGN else ""
    place = f"{campaign}{Operation(war.operation).word}, {SEGMENT_TITLES[war.segment]}"
    seen = fight.FightView(values, book, entries)
    return Sheet(
        title="STUKA",
        place=f"{place} ({Duration(war.regular).word}), {Model(war.model).word}",
        line=mission_words(war, total),
        score=_score(mat, values, book),
        question=question if crews is None else crews.named(question),
        is_over=is_over,
        panels=tuple(_panels(mat, seen, crews)),
    )


def _panels(mat: Any, seen: fight.FightView, crews: InventedNames | None) -> Iterator[Panel]:
    """Yield the panels. The board is the Mission Track with the cards, and the crews or the formation from above."""
    values, book, entries = seen
    way, aircraft = (_way(values.mission, entries),), (_aircraft(values, crews),)
    is_aloft = values.mission.leg != Leg.GROUND and any(one.status == Status.FLYING for one in values.aircraft)
    own, above, ground = (
        (Stand.BOARD, Stand.BOARD, Stand.FOLDED) if is_aloft else (Stand.BESIDE, Stand.FOLDED, Stand.BOARD)
    )
    yield Panel("track", "Mission Track", way, (8, 42, 824, 106), True, Stand.BOARD, True)
    yield Panel("mission", "Mission", tuple(_conditions(values, book)), (840, 42, 432, 106), stand=own)
    yield Panel("circle", "Flying Circle", tuple(_circle(values.mission, entries)), (840, 338, 432, 50))
    yield Panel("cards", "Formation", aircraft, (8, 154, 824, 348), True, Stand.BOARD, True)
    yield Panel("crews", "Crews", tuple(_rosters(values, crews)), (576, 508, 696, 138), True, ground)
    yield Panel("waiting", "Out of action", tuple(_waiting(values)), (8, 508, 560, 138), True, ground)
    yield Panel("scores", "Scores", tuple(_scores(mat, values)), (840, 394, 432, 108), True, Stand.FOLDED)
    drawn = (fight.seen_from_above(seen),)
    yield Panel("fight", "The formation from above", drawn, (840, 154, 432, 178), True, above)


def question_of(mat: Any) -> str:
    """Return the open decision of a mat in words."""
    cursor = mat["cursor"]
    return labels.decision_words(int(cursor["decision"]), int(cursor["subject"]))


def mission_words(war: Any, total: int = 0) -> str:
    """Return the number of the mission in a war of ``total`` missions, and its place in the segment."""
    place = min(int(war.mission) + 1, int(war.missions))
    number = int(war.mission_of_war) - int(war.mission) + place
    if total:
        segment = f", {place} of {war.missions} in its segment" if total > war.missions else ""
        return f"Mission {number} of {total}{segment}"
    return f"Mission {number} of {war.missions}" if number == place else f"Mission {number} ({place} of {war.missions})"


def _score(mat: Any, values: Values, charts: LoadedCharts) -> Tag:
    """Return the points so far, or the final score; a single mission has no points before its end."""
    if values.track.over:
        return Tag(f"FINAL SCORE {values.track.result}", Tone.BAD)
    if values.war.scale == Scale.MISSION:
        return Tag("")
    record: Any = charts.record
    return Tag(f"{score_due(mat, record):.1f} points so far", Tone.PRESENT)


# --- the mission ---


def target_words(mission: Any) -> str:
    """Return the target and its zone; empty before it is known."""
    if not mission.target:
        return ""
    return f"{labels.target_words(mission.target, mission.target_size)} in zone {mission.target_zone}"


def _way(mission: Any, fresh: Sequence[JournalEntry]) -> Spaces:
    """Return the Mission Track, with the formation and its target."""
    passed = {entry.result for entry in fresh if entry.kind == Entry.MOVE}
    spaces = []
    for zone in range(ZONES + 1):
        is_here = zone == mission.zone
        marks = [_formation(mission)] if is_here and mission.formation else []
        if mission.target and zone == mission.target_zone:
            words = labels.target_words(mission.target, mission.target_size)
            marks.append(Mark(words, tone=Tone.ENEMY, shape=Target(mission.target).word))
        name = f"zone {zone}" if zone else "airfield"
        tone = Tone.PLAIN if zone else Tone.OWN
        spaces.append(
            Space(
                name, tone=tone, short=str(zone or name), marks=tuple(marks), is_here=is_here, is_passed=zone in passed
            )
        )
    return Spaces("Mission Track", tuple(spaces))


def _formation(mission: Any) -> Mark:
    leg = Leg(mission.leg)
    words = "aborted" if mission.aborted else STEPS[leg]
    tone = {Leg.GROUND: Tone.SPENT, Leg.OUT: Tone.OWN, Leg.HOME: Tone.GOOD}[leg]
    return Mark(Formation(mission.formation).word, words, tone, "Ju-87", LEG_HEADINGS[leg])


def _conditions(values: Values, charts: LoadedCharts) -> Iterator[Part]:
    """Yield target and formation, visibility and Anti-Aircraft fire, and effects of cards."""
    mission = values.mission
    visibility, fire = Visibility(mission.visibility or mission.visibility_card), AntiAircraft(mission.anti_aircraft)
    formation = f"{Formation(mission.formation).word} of {mission.sent}" if mission.formation else ""
    formation += f", {mission.present} in the attack" if mission.formation and mission.present else ""
    card = f" ({mission.anti_aircraft_card:+d} card)" if mission.anti_aircraft_card else ""
    escorts = " and ".join(["early"] * mission.escorts_early + ["late"] * mission.escorts_late)
    gamble = ("", "survived", "crashed")[mission.gamble]
    drawn = sum(mission.drawn)
    yield SideBySide(
        (
            Value("target", target_words(mission)),
            Value("relief", ("", "not used", "used")[bool(mission.leader) * (1 + mission.relief_used)]),
            Value("formation", formation),
            Value("gamble", gamble, Tone.BAD if gamble == "crashed" else Tone.PLAIN),
            Value("load", labels.payload_words(mission.payload) if mission.payload else ""),
            Value("escorts", escorts, Tone.GOOD if escorts == "early" else Tone.PLAIN),
            Value("visibility", visibility.word, visibility.tone),
            Value("ambush", f"{mission.ambush} more" if mission.ambush else "", Tone.BAD),
            Value("AA fire", fire.word + card, fire.tone),
            Value("cards", f"{drawn} drawn" if drawn else ""),
        ),
        columns=2,
        shares=(3, 2),
    )
    if mission.last_card:
        words = card_words(to_index(mission.last_card), charts)
        yield Value("last card", words[:1].upper() + words[1:], Tone.OWN)


# --- the Flying Circle ---


def _circle(mission: Any, fresh: Sequence[JournalEntry]) -> Iterator[Part]:
    """Yield the approach boxes around the formation from which fighters came, and words about the fighters."""
    recent = fight.attacks(fresh)
    spaces = []
    for sector in Sector:
        here = [attack for attack in recent if attack[0] == sector]
        is_last = to_number(sector) == mission.sector
        if not here and not is_last:
            continue
        hits = [str(aircraft) for attack in here for aircraft in attack[1:]]
        words = f"hits {' and '.join(hits)}" if hits else "no hit" if here else ""
        said = f"last fighter from {sector.word}" if is_last else f"fighter from {sector.word}"
        said = f"{said}, {words}" if words else said
        spaces.append(Space(sector.word, words, Tone.BAD if hits else Tone.PRESENT, said))
    if spaces:
        yield Cells("", tuple(spaces))
    name = Fighter(mission.fighter).word if mission.fighter else ""
    duel = f"aircraft {mission.duellist} attacks them" if mission.duellist else ""
    yield SideBySide(
        (
            Value("fighters", name, Tone.BAD),
            Value("duel", duel, Tone.OWN),
            Value("to attack", str(mission.fighters) if mission.fighters else "", Tone.BAD),
            Value("shot down", str(mission.kills) if mission.kills else "", Tone.GOOD),
        ),
        columns=2,
    )


# --- aircraft and people ---


def asked_about(cursor: Any) -> int:
    """Return the slot of the open decision; 0 for none."""
    return 0 if cursor.decision == Decision.PROMOTE else int(cursor.subject)


def _aircraft(values: Values, crews: InventedNames | None) -> Pieces:
    cards = enumerate(values.aircraft)
    pieces = [_card(values, crews, slot, card) for slot, card in cards]
    return Pieces("Aircraft", tuple(pieces), columns=5, is_table=True)


def _card(values: Values, crews: InventedNames | None, slot: int, card: Any) -> Piece:
    """Return an aircraft card; its markers are shown during a mission."""
    mission, status, number = values.mission, Status(card.status), to_number(slot)
    tags = [Tag("leader", Tone.PRESENT, short="L", shape="star")] if mission.leader == number else []
    tags += [Tag("Lucky Dog", Tone.PRESENT, short="D", shape="dog")] if card.lucky else []
    return Piece(
        "aircraft",
        str(number),
        state=Tag(_state_words(mission, card), STATE_TONES.get(status, Tone.PLAIN)),
        tags=tuple(tags),
        parts=tuple(_markers(values, crews, card)) if status in WITH_MARKERS else (_at_rest(status),),
        is_on=status != Status.NONE,
        is_asked=asked_about(values.cursor) == number,
        is_lost=status == Status.LOST,
    )


def _state_words(mission: Any, card: Any) -> str:
    status = Status(card.status)
    if status == Status.FLYING and mission.leg == Leg.GROUND:
        return "in formation"
    if status in (Status.REPAIR, Status.REPLACEMENT):
        return f"{status.word} {card.timer}"
    return status.word or "no aircraft"


def _at_rest(status: Status) -> Figure:
    """Return an aircraft on the ground, pale while it cannot fly."""
    return Figure("Ju-87", Tone.SPENT if status == Status.READY else Tone.NONE)


def _markers(values: Values, crews: InventedNames | None, card: Any) -> Iterator[Part]:
    yield _seat(values, crews, Role.PILOT, card.pilot)
    yield _seat(values, crews, Role.GUNNER, card.gunner)
    damage = zip(System, DAMAGE_NAMES, fight.DAMAGE_SPOTS, card.damage, strict=False)
    cells = [
        Space(label, tone=Tone.BAD if hit else Tone.NONE, said=system.word, short=system.short, spot=spot)
        for system, label, spot, hit in damage
    ]
    yield Cells("damage", tuple(cells[:SYSTEMS]), columns=4, shape="Ju-87")
    load = Payload(card.ordnance)
    yield Value("load", load.word if load else "", short=load.short if load else "", rank=2)
    is_scored = card.attacked and (card.status != Status.LOST or card.score)
    yield SideBySide(
        (
            Value("range", f"-{card.range_loss}" if card.range_loss or card.wants_home else "",
                  Tone.BAD if card.wants_home else Tone.FAIR, rank=3),
            Value("DRM", signed(card.drm) if card.attacked or card.drm else "", rank=1),
            Value("score", str(card.score) if is_scored else "", Tone.GOOD if card.score and is_scored else Tone.SPENT),
        ),
        shares=(9, 8, 10),
    )  # fmt: skip


def _seat(values: Values, crews: InventedNames | None, role: Role, place: int) -> Piece:
    if not place:
        return Piece(role.word, "", tone=OWNERS[role], is_on=False)
    who = getattr(values, ROSTER_FIELDS[role])[to_index(place)]
    fate = FATES.get(Duty(who.duty))
    return person_of(who, role, place, crews)._replace(tags=() if fate is None else (fate,), is_lost=fate in DEATHS)


def _level(who: Any) -> Tag:
    quality = Quality(who.level)
    return Tag(quality.word, grade=int(quality), short=quality.short)


def person_of(who: Any, role: Role, place: int, crews: InventedNames | None) -> Piece:
    """Return a person with level, stress and wounds."""
    return Piece(
        role.word,
        str(place),
        title="" if crews is None else crews.of(place + SEATS * role),
        state=_level(who),
        parts=(
            Hits("stress", who.stress, MOST_STRESS, Tone.WARN, "S"),
            Hits("wounds", who.wounds, MOST_WOUNDS, Tone.BAD, "W", is_cross=True),
        ),
        tone=OWNERS[role],
    )


def _rosters(values: Values, crews: InventedNames | None) -> Iterator[Pieces]:
    """Yield pilots and gunners: level and stress of those on the ground, otherwise where they are."""
    asked = values.cursor.subject if values.cursor.decision == Decision.PROMOTE else 0
    for role, name in zip(Role, ROSTER_FIELDS, strict=True):
        people = []
        for place, who in enumerate(getattr(values, name), 1):
            person = person_of(who, role, place, crews)
            duty, is_asked = Duty(who.duty), asked == place + SEATS * role
            if duty == Duty.NOBODY:
                person = Piece(role.word, "", is_on=False)
            elif duty == Duty.FLYING:
                where = f"aircraft {who.slot}" if who.slot else "chosen"
                person = person._replace(state=None, parts=(Value("", where),), is_on=False)
            elif duty == Duty.READY:
                flew = Value("", f"flew {who.missions}" if who.missions else "")
                person = person._replace(parts=(person.parts[0], flew))
            else:
                tone = Tone.BAD if duty in (Duty.KIA, Duty.POW) else Tone.PLAIN
                person = person._replace(parts=(Value("", WHEREABOUTS[duty], tone),))
            people.append(person._replace(is_asked=is_asked))
        yield Pieces(name.capitalize(), tuple(people))


# --- tracks and scores ---


def _waiting(values: Values) -> Iterator[Spaces]:
    """Yield the tracks of those who are out of action: people in hospital and on their way, aircraft."""
    for name, (duty, spaces) in PEOPLE_TRACKS.items():
        marks = [
            (who.timer, Mark(f"{role.word[0].upper()}{place}", tone=OWNERS[role]))
            for role, roster in zip(Role, ROSTER_FIELDS, strict=True)
            for place, who in enumerate(getattr(values, roster), 1)
            if who.duty == duty
        ]
        yield _track(name, spaces, marks, "missions to go")
    marks = [
        (card.timer, Mark(f"{slot}" if card.status == Status.REPAIR else f"{slot}+",
                          tone=Tone.SPENT if card.status == Status.REPAIR else Tone.GOOD))
        for slot, card in enumerate(values.aircraft, 1)
        if card.status in (Status.REPAIR, Status.REPLACEMENT)
    ]  # fmt: skip
    yield _track("Repairs", REPAIR_SPACES, marks, "n repair, n+ new")


def _track(name: str, spaces: int, marks: Sequence[tuple[int, Mark]], note: str) -> Spaces:
    """Return a track whose last space is 1, next to Available; whoever waits longer is in the first one."""
    cells = []
    for space in range(spaces, 0, -1):
        here = tuple(mark for timer, mark in marks if max(1, min(timer, spaces)) == space)
        cells.append(Space(str(space), marks=here))
    return Spaces(name, tuple(cells), note)


def _scores(mat: Any, values: Values) -> Iterator[Part]:
    """Yield the scores of missions, segments and operations, and the losses."""
    war, track, count = values.war, values.track, values.count
    log = mat["log"][: track.logged]
    lines = {int(line["number"]): line for line in log[log["segment"] == war.segment]}
    yield Cells("missions", tuple(_mission_score(place, lines.get(place)) for place in range(war.missions)))
    mean = f"{track.segment_sum / war.mission:.1f}" if war.mission and not track.over else ""
    yield Value("mean of this segment", mean)
    yield Cells("segments", tuple(map(_scored, SEGMENT_LABELS, SEGMENT_TITLES, track.segments)))
    losses = (("lost", "aircraft lost", count.destroyed), ("KIA", "KIA", count.kia), ("No-Fly", "No-Fly", count.no_fly))
    yield SideBySide(
        (
            Cells("", tuple(Space(name, str(number), Tone.BAD if number else Tone.NONE, f"{number} {said}")
                            for name, said, number in losses)),
            Cells("", tuple(map(_scored, Operation.words(), Operation.words(), track.operations))),
        )
    )  # fmt: skip


def _mission_score(place: int, line: Any) -> Space:
    number = str(to_number(place))
    if line is None:
        return Space(number)
    words = "No-Fly" if line["no_fly"] else str(line["score"])
    tone = Tone.SPENT if line["no_fly"] else Tone.WARN if line["aborted"] else Tone.GOOD
    return Space(number, words, tone, f"{number}: {words}{' (aborted)' if line['aborted'] else ''}")


def _scored(label: str, name: str, score: int) -> Space:
    return Space(label, str(score) if score else "-", Tone.GOOD if score else Tone.NONE, f"{name}: {score}")


# --- the journal ---


def place_of(entry: JournalEntry) -> str:
    """Return the place of an event: "out 3"."""
    return ("base", f"out {entry.zone}", f"home {entry.zone}")[entry.leg]
