"""What happened, in English: the codes of the journal (:mod:`stuka_env.rules.journal`) as entries with a sentence each.

A sentence says what was rolled on which chart, the modifiers by name, what came of it and to whom, so that a player
with the charts can check it.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env import wording
from stuka_env.actions import label
from stuka_env.charts import LoadedCharts, load_charts
from stuka_env.charts.shape import FULL_COVER
from stuka_env.codes import (
    SEATS,
    BailOut,
    Chart,
    Decision,
    Effect,
    Entry,
    Evasion,
    Fighter,
    Formation,
    Leg,
    Modifier,
    NoFly,
    Survival,
    Target,
    Touchdown,
)
from stuka_env.rules.dice_records import entry_dtype


class JournalEntry(NamedTuple):
    """One thing that happened.

    Attributes:
        kind: what kind of entry it is.
        chart: the chart that was rolled or modified, or None.
        dice: the faces as rolled; empty where nothing was rolled.
        drm: sum of the modifiers on the roll.
        total: the total as looked up on the chart; for damage the system.
        result: what the chart said, or the number that says how the state changed.
        aircraft: slot, 1 to 10; 0 for none.
        zone: zone of the formation; 0 is the airfield.
        leg: 0 on the ground, 1 outbound, 2 homeward.
        person: pilot 1 to 11, gunner 12 to 22; 0 for nobody.
        detail: a second number of some entries: target zone, kind of formation, type of fighter, decision, bonus.
        text: the sentence.
    """

    kind: Entry
    chart: Chart | None
    dice: tuple[int, ...]
    drm: int
    total: int
    result: int
    aircraft: int
    zone: int
    leg: Leg
    person: int
    detail: int
    text: str


class Story(NamedTuple):
    """What a sentence may need beside its entry: the charts, and the modifiers noted since the last roll."""

    charts: LoadedCharts
    modifiers: tuple[tuple[Modifier, int], ...]


WITHOUT_PERSON = frozenset(
    {
        Entry.MISSION,
        Entry.FORMATION,
        Entry.FIGHTERS,
        Entry.OPERATION_SCORE,
        Entry.CAMPAIGN_SCORE,
        Entry.CHOICE,
    }
)
"""Entries whose ``person`` is another number: it becomes the detail."""


def who(entry: JournalEntry) -> str:
    """The person of an entry, with his aircraft: "Pilot 3 (aircraft 2)"."""
    if not entry.person:
        return f"Aircraft {entry.aircraft}"
    name = wording.person(entry.person).capitalize()
    return f"{name} (aircraft {entry.aircraft})" if entry.aircraft else name


def sum_of(entry: JournalEntry, story: Story, die: int) -> str:
    """A die with its modifiers by name: "4 -1 experience +2 stress = 5"."""
    named = "".join(f" {drm:+d} {wording.MODIFIERS[source]}" for source, drm in story.modifiers)
    if not named:
        named = f" {entry.drm:+d}" if entry.drm else ""
    if not named:
        return str(die)
    total = die + entry.drm
    sums = f"{die}{named} = {total}"
    return sums if total == entry.total else f"{sums}, read as {entry.total}"


# --- rolls ---


def _roll_a1(entry: JournalEntry, story: Story) -> str:
    first, second, colour = entry.dice
    zone = int(story.charts.record["a1_zone"][colour])
    target = wording.target(entry.result)
    return f"Mission (A1): {first} and {second} = {entry.total}, {target}; colour die {colour}, zone {zone}."


def _roll_ship(entry: JournalEntry, story: Story) -> str:
    return f"Ship (A1, Maritime): {entry.dice[0]}, {wording.target(entry.result)}."


def points(score: int) -> str:
    """An attack score in words."""
    return "Miss" if score == 0 else wording.plural(score, "point")


def _roll_a2(entry: JournalEntry, story: Story) -> str:
    roll = sum_of(entry, story, entry.dice[0])
    return f"Attack of aircraft {entry.aircraft}, {wording.person(entry.person)} (A2): {roll}, {points(entry.result)}."


def _roll_a4(entry: JournalEntry, story: Story) -> str:
    return f"Visibility over the target (A4): {entry.dice[0]}, {wording.VISIBILITIES[entry.result]}."


def _roll_a6(entry: JournalEntry, story: Story) -> str:
    return f"Anti-air fire (A6): {sum_of(entry, story, entry.dice[0])}, {wording.FLAKS[entry.result]}."


def _roll_b1(entry: JournalEntry, story: Story) -> str:
    found = wording.plural(entry.result, "fighter") if entry.result else "no contact"
    return f"Interception (B1): {entry.dice[0]}, {found}."


def _roll_b2(entry: JournalEntry, story: Story) -> str:
    if entry.result >= FULL_COVER:
        return f"Escorts (B2): {entry.dice[0]}, full cover."
    return f"Escorts (B2): {entry.dice[0]}, they can drive off {entry.result or 'none'}."


def _roll_b3(entry: JournalEntry, story: Story) -> str:
    white, colour = entry.dice
    hits = int(story.charts.record["b3_hits"][colour])
    attack = f"{entry.result} aircraft, {wording.plural(hits, 'hit')}" + (" each" if entry.result > 1 else "")
    result = attack if entry.result else "no attack"
    return f"A fighter comes in (B3): {white}, from {wording.SECTORS[entry.total]}; {colour}, {result}."


def damage_words(cell: Any) -> str:
    """A cell of C1 in words; ``cell`` is a record of :data:`stuka_env.charts.shape.damage_cell`."""
    words = ["damage marker"] if cell["marker"] else []
    words += [f"{int(cell['stress']):+d} stress"] if cell["stress"] else []
    words += [f"range {-int(cell['range_loss'])}"] if cell["range_loss"] else []
    words += ["pilot killed"] if cell["pilot_killed"] else ["pilot wounded"] if cell["pilot_wound"] else []
    words += ["gunner killed"] if cell["gunner_killed"] else ["gunner wounded"] if cell["gunner_wound"] else []
    words += ["explosion"] if cell["explosion"] else ["aircraft destroyed"] if cell["destroyed"] else []
    return ", ".join(words) or "no effect"


def _roll_c1(entry: JournalEntry, story: Story) -> str:
    where, severity = entry.dice
    cell = story.charts.record["c1"][where][entry.total]
    roll = sum_of(entry, story, severity)
    system = wording.SYSTEMS[entry.result]
    return f"Hit on aircraft {entry.aircraft} (C1): {where}, {system}; {roll}: {damage_words(cell)}."


def _roll_c3(entry: JournalEntry, story: Story) -> str:
    result = "gets out" if entry.result == BailOut.OUT else "is killed"
    return f"Bail out of {wording.person(entry.person)} (C3): {sum_of(entry, story, entry.dice[0])}, he {result}."


EVASION_WORDS = {
    Evasion.UNHURT: "he gets back unhurt",
    Evasion.WOUNDED: "he gets back wounded",
    Evasion.CAPTURED: "he is captured",
    Evasion.KILLED: "he is killed",
}


def _roll_c4(entry: JournalEntry, story: Story) -> str:
    roll = sum_of(entry, story, entry.dice[0])
    return f"On the ground, {wording.person(entry.person)} (C4): {roll}, {EVASION_WORDS[Evasion(entry.result)]}."


def _roll_c5(entry: JournalEntry, story: Story) -> str:
    result = "safe" if entry.result == Touchdown.SAFE else "a forced landing"
    return f"Landing of aircraft {entry.aircraft} (C5): {sum_of(entry, story, entry.dice[0])}, {result}."


def _roll_c6(entry: JournalEntry, story: Story) -> str:
    die = entry.dice[0]
    repair = int(story.charts.record["c6_repair"][die])
    result = "the aircraft is destroyed" if entry.result else f"{wording.plural(repair, 'mission')} more to repair"
    return f"Forced landing of aircraft {entry.aircraft} (C6): {die}, {result}."


SURVIVAL_WORDS = {Survival.UNHURT: "unhurt", Survival.WOUNDED: "wounded", Survival.KILLED: "killed"}


def _roll_c7(entry: JournalEntry, story: Story) -> str:
    result = SURVIVAL_WORDS[Survival(entry.result)]
    return f"In the wreck, {wording.person(entry.person)} (C7): {entry.dice[0]}, {result}."


def _roll_timer(what: str, chart: str, result: str) -> Callable[[JournalEntry, Story], str]:
    def sentence(entry: JournalEntry, story: Story) -> str:
        name = wording.person(entry.person) if entry.person else f"slot {entry.aircraft}"
        return f"{what} {name} ({chart}): {entry.dice[0]}, {result} {wording.plural(entry.result, 'mission')}."

    return sentence


def _roll_a2a(entry: JournalEntry, story: Story) -> str:
    result = "a fighter is shot down" if entry.result else "no success"
    return (
        f"Air-to-air attempt of aircraft {entry.aircraft}, {wording.person(entry.person)}: {entry.dice[0]}, {result}."
    )


def _roll_gamble(entry: JournalEntry, story: Story) -> str:
    result = "it dives into the ground" if entry.result else "it pulls out"
    return f"Rudel Gamble of aircraft {entry.aircraft}: {entry.dice[0]}, {result}."


def _roll_event(entry: JournalEntry, story: Story) -> str:
    return f"Event card {entry.total + 1} of the deck is drawn."


ROLLS: dict[Chart, Callable[[JournalEntry, Story], str]] = {
    Chart.A1: _roll_a1,
    Chart.SHIP: _roll_ship,
    Chart.A2: _roll_a2,
    Chart.A4: _roll_a4,
    Chart.A6: _roll_a6,
    Chart.B1: _roll_b1,
    Chart.B2: _roll_b2,
    Chart.B3: _roll_b3,
    Chart.C1: _roll_c1,
    Chart.C3: _roll_c3,
    Chart.C4: _roll_c4,
    Chart.C5: _roll_c5,
    Chart.C6: _roll_c6,
    Chart.C7: _roll_c7,
    Chart.C8: _roll_timer("New aircraft for", "C8", "in"),
    Chart.C9_WIA: _roll_timer("Hospital for", "C9", "for"),
    Chart.C9_KIA: _roll_timer("Replacement for", "C9", "a Green one in"),
    Chart.A2A: _roll_a2a,
    Chart.GAMBLE: _roll_gamble,
    Chart.EVENT: _roll_event,
}
TWO_DICE = frozenset({Chart.B3, Chart.C1})


def _roll(entry: JournalEntry, story: Story) -> str:
    if entry.chart is None or entry.chart not in ROLLS:
        return f"A roll of {entry.dice[0]}: {entry.result}."
    return ROLLS[entry.chart](entry, story)


# --- changes of state ---


def _modifier(entry: JournalEntry, story: Story) -> str:
    chart = "a roll" if entry.chart is None else wording.CHART_TITLES[entry.chart].lower()
    about = f" of aircraft {entry.aircraft}" if entry.aircraft else ""
    return f"Modifier for {chart}{about}: {entry.drm:+d} {wording.MODIFIERS[Modifier(entry.result)]}."


def _mission(entry: JournalEntry, story: Story) -> str:
    size = int(story.charts.record["target_size"][entry.result])
    return f"The mission: {wording.target(entry.result, size)} in zone {entry.detail}."


def _formation(entry: JournalEntry, story: Story) -> str:
    return f"A {wording.FORMATIONS[Formation(entry.detail)]} of {entry.result} aircraft is mustered."


def _seat(entry: JournalEntry, story: Story) -> str:
    level = wording.QUALITIES[entry.result]
    verb = "flies" if entry.person <= SEATS else "mans the rear gun of"
    return f"{wording.person(entry.person).capitalize()} ({level}) {verb} aircraft {entry.aircraft}."


EFFECT_WORDS = {
    Effect.NOTHING: "no effect",
    Effect.STRESS_RANDOM_CREW: "a random crew takes {amount} stress",
    Effect.STRESS_LEADER_CREW: "the leader's crew takes {amount} stress",
    Effect.RELIEVE_NAMED_PERSON: "one person of the player's choice loses {amount} stress",
    Effect.RELIEVE_RANDOM_CREW: "a random crew loses {amount} stress each",
    Effect.RELIEVE_EVERYBODY: "everybody loses {amount} stress",
    Effect.VISIBILITY: "visibility over the target will be {visibility}",
    Effect.RETURN_TO_BASE: "a random aircraft goes home",
    Effect.ENGINE_TROUBLE: "a random aircraft loses {amount} zones of range",
    Effect.ESCORTS_EARLY: "the next fighters are driven off",
    Effect.ESCORTS_LATE: "the next escorts drive off nobody",
    Effect.AMBUSH: "{amount:+d} fighter at the next contact",
    Effect.FLAK: "{amount:+d} on A6",
}


def card_words(card: int, charts: LoadedCharts) -> str:
    """An event card (0 to 23) with what it does: "Low Cloud over the Target: visibility ... Low"."""
    effect, amount = Effect(int(charts.record["event"][card])), int(charts.record["event_amount"][card])
    sight = wording.VISIBILITIES[amount] if effect == Effect.VISIBILITY else ""
    return f"{charts.card_names[card]}: {EFFECT_WORDS[effect].format(amount=amount, visibility=sight)}"


def _stress(entry: JournalEntry, story: Story) -> str:
    breaks = "; he breaks and bails out" if entry.result >= 6 and entry.leg != Leg.GROUND else ""
    return f"{who(entry)} now has {entry.result} stress{breaks}."


def _wound(entry: JournalEntry, story: Story) -> str:
    return f"{who(entry)} is wounded{' a second time' if entry.result > 1 else ''}."


def _move(entry: JournalEntry, story: Story) -> str:
    place = f"zone {entry.result}" if entry.result else "the airfield"
    return f"The formation flies {wording.LEGS[entry.leg]} to {place}."


def _fighters(entry: JournalEntry, story: Story) -> str:
    kind = wording.FIGHTERS[Fighter(entry.detail)]
    return f"{entry.result} {kind} {'attacks' if entry.result == 1 else 'attack'} the formation."


def _in_service(entry: JournalEntry, story: Story) -> str:
    if entry.person:
        return f"{wording.person(entry.person).capitalize()} is back in the holding area."
    return f"Aircraft {entry.aircraft} is ready again."


def _crashed(entry: JournalEntry, story: Story) -> str:
    return (
        f"Aircraft {entry.aircraft} is wrecked but not lost; {wording.plural(entry.result, 'mission')} more to repair."
    )


def _promotion(entry: JournalEntry, story: Story) -> str:
    return f"{wording.person(entry.person).capitalize()} is promoted to {wording.QUALITIES[entry.result]}."


def _choice(entry: JournalEntry, story: Story) -> str:
    return f"Decision, {Decision(entry.detail).name.lower().replace('_', ' ')}: {label(entry.result)}."


def _load(entry: JournalEntry, story: Story) -> str:
    return f"The formation carries {wording.payload(entry.result)}."


def _carrier(entry: JournalEntry, story: Story) -> str:
    alone = ", without a gunner" if wording.payload(entry.result) == "SC1800" else ""
    return f"Aircraft {entry.aircraft} carries the {wording.payload(entry.result)}{alone}."


def _bonus_score(what: str) -> Callable[[JournalEntry, Story], str]:
    def sentence(entry: JournalEntry, story: Story) -> str:
        return f"{what} score: {entry.result}, of which {entry.detail} bonus."

    return sentence


def _says(text: str) -> Callable[[JournalEntry, Story], str]:
    """A sentence that needs nothing but the entry's own numbers."""

    def sentence(entry: JournalEntry, story: Story) -> str:
        return text.format(
            n=entry.aircraft,
            r=entry.result,
            who=who(entry),
            name=wording.person(entry.person) if entry.person else "nobody",
            missions=wording.plural(entry.result, "mission"),
            zones=wording.plural(entry.result, "zone"),
            fighters=wording.plural(entry.result, "fighter"),
        )

    return sentence


SENTENCES: dict[Entry, Callable[[JournalEntry, Story], str]] = {
    Entry.ROLL: _roll,
    Entry.MODIFIER: _modifier,
    Entry.MISSION: _mission,
    Entry.NO_FLY: lambda entry, story: f"No-Fly: {wording.NO_FLY_REASONS[NoFly(entry.result)]}.",
    Entry.FORMATION: _formation,
    Entry.SEAT: _seat,
    Entry.LOAD: _load,
    Entry.CARRIER: _carrier,
    Entry.LUCKY_DOG: _says("Aircraft {n} is the Lucky Dog."),
    Entry.LEADER: _says("{who} leads the formation."),
    Entry.MOVE: _move,
    Entry.CARD: lambda entry, story: f"Event card, {card_words(entry.result, story.charts)}.",
    Entry.DRAWN: _says("Number {n} is drawn from the cup."),
    Entry.FIGHTERS: _fighters,
    Entry.ESCORTED: _says("No fighter gets through: the escorts drive off {fighters}."),
    Entry.KILL: _says("{who} has shot down a fighter, number {r} of this mission."),
    Entry.SECTOR: lambda entry, story: f"The fighter comes from {wording.SECTORS[entry.result]}.",
    Entry.DAMAGE: lambda entry, story: f"Aircraft {entry.aircraft}: damage to {wording.SYSTEMS[entry.total].lower()}.",
    Entry.RANGE: _says("Aircraft {n} has lost {zones} of range."),
    Entry.STRESS: _stress,
    Entry.RELIEF: _says("{who} is relieved, {r} stress left."),
    Entry.WOUND: _wound,
    Entry.KIA: _says("{who} is killed."),
    Entry.POW: _says("{who} is taken prisoner."),
    Entry.PARACHUTE: _says("{who} comes down by parachute."),
    Entry.EVADED: _says("{who} makes his way back, with {r} more stress."),
    Entry.LOST: _says("Aircraft {n} is lost."),
    Entry.LEFT: _says("Aircraft {n} leaves the formation."),
    Entry.ABORT: _says("The mission is aborted; the formation turns for home."),
    Entry.VISIBILITY: lambda entry, story: f"Visibility is {wording.VISIBILITIES[entry.result]}.",
    Entry.FLAK: lambda entry, story: f"The flak stands at {wording.FLAKS[entry.result]}.",
    Entry.SCORE: lambda entry, story: f"Aircraft {entry.aircraft} scores {points(entry.result)}.",
    Entry.SUNK: lambda entry, story: f"Aircraft {entry.aircraft} sinks the {wording.TARGETS[Target(entry.result)]}.",
    Entry.LANDED: _says("Aircraft {n} is home."),
    Entry.CRASHED: _crashed,
    Entry.HOSPITAL: _says("{who} is in hospital for {missions}."),
    Entry.REPLACEMENT: _says("A Green replacement for {name} arrives in {missions}."),
    Entry.REPAIR: _says("Aircraft {n} is under repair for {missions}."),
    Entry.NEW_AIRCRAFT: _says("A new aircraft for slot {n} arrives in {missions}."),
    Entry.IN_SERVICE: _in_service,
    Entry.REST: _says("{who} rests, {r} stress left."),
    Entry.PROMOTION: _promotion,
    Entry.BONUS: _says("Bonus of the mission: {r}."),
    Entry.MISSION_SCORE: _says("Mission score: {r}."),
    Entry.SEGMENT_SCORE: _says("Segment score: {r}."),
    Entry.OPERATION_SCORE: _bonus_score("Operation"),
    Entry.CAMPAIGN_SCORE: _bonus_score("Campaign"),
    Entry.STRESS_IGNORED: _says("{who} shrugs off {r} stress."),
    Entry.LUCKY: _says("The Lucky Dog, aircraft {n}, shrugs off the flak."),
    Entry.FAR_FROM_HOME: _says("Aircraft {n} comes down short of home, in zone {r}."),
    Entry.CHOICE: _choice,
}
"""How each kind of entry reads."""


def _bare(raw: Any) -> JournalEntry:
    """An entry without its sentence, from a record of :data:`stuka_env.rules.dice_records.entry_dtype`."""
    kind = Entry(int(raw["kind"]))
    number = int(raw["person"])
    chart = None if raw["chart"] < 0 else Chart(int(raw["chart"]))
    dice = tuple(int(face) for face in raw["dice"] if face)
    return JournalEntry(
        kind=kind,
        chart=chart,
        dice=dice,
        drm=int(raw["drm"]),
        total=int(raw["total"]),
        result=int(raw["result"]),
        aircraft=int(raw["aircraft"]) + 1,
        zone=int(raw["zone"]),
        leg=Leg(int(raw["leg"])),
        person=0 if kind in WITHOUT_PERSON else number,
        detail=number if kind in WITHOUT_PERSON else 0,
        text="",
    )


def translate(entries: NDArray[Any] | Iterable[Any], charts: LoadedCharts | None = None) -> list[JournalEntry]:
    """Journal records as entries with sentences.

    Args:
        entries: records of ``entry_dtype``, in the order they were written; whole steps, so that a roll comes with its
            modifiers.
        charts: the charts in force; ours if None.
    """
    book = load_charts() if charts is None else charts
    told: list[JournalEntry] = []
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    for raw in entries:
        bare = _bare(raw)
        told.append(bare._replace(text=SENTENCES[bare.kind](bare, Story(book, modifiers))))
        if bare.kind == Entry.MODIFIER:
            modifiers = (*modifiers, (Modifier(bare.result), bare.drm))
        elif bare.kind == Entry.ROLL:
            modifiers = ()
    return told


def empty() -> NDArray[Any]:
    """A journal without entries, as records."""
    return np.zeros(0, entry_dtype)


SILENT = frozenset({Entry.MODIFIER, Entry.CHOICE, Entry.SECTOR})
"""Kinds that only repeat what a neighbouring sentence says."""
ECHOES = {
    Entry.SCORE: Chart.A2,
    Entry.VISIBILITY: Chart.A4,
    Entry.FLAK: Chart.A6,
    Entry.CRASHED: Chart.C6,
    Entry.HOSPITAL: Chart.C9_WIA,
    Entry.REPLACEMENT: Chart.C9_KIA,
    Entry.NEW_AIRCRAFT: Chart.C8,
}
"""Kinds that repeat a roll, if they come right after it."""


def worth_reading(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Entries that tell something a neighbour has not told: what a short display should show."""
    kept: list[JournalEntry] = []
    rolled: Chart | None = None
    for entry in entries:
        echo = entry.kind in ECHOES and ECHOES[entry.kind] == rolled
        rolled = entry.chart if entry.kind == Entry.ROLL else None
        if entry.kind not in SILENT and not echo and rolled != Chart.EVENT:
            kept.append(entry)
    return kept
