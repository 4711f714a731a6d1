"""Sentences for all kinds of entry except rolls (see :mod:`stuka_env.games.stuka.words.chart_words`)."""

from collections.abc import Callable

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import (
    SEATS,
    AntiAircraft,
    Chart,
    Decision,
    Effect,
    Entry,
    Fighter,
    Formation,
    Leg,
    Modifier,
    NoFly,
    Payload,
    Quality,
    System,
    Target,
    Visibility,
)
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.chart_words import roll_sentence, words_of
from stuka_env.games.stuka.words.entry import JournalEntry, SentenceContext, points, who
from stuka_env.games.stuka.words.labels import label


def _title(chart: Chart) -> str:
    """Return the title of a chart for use inside a sentence; a title that is only a code keeps its capitals."""
    title = words_of(chart).title
    return title if title.isupper() else title.lower()


def _modifier(entry: JournalEntry, context: SentenceContext) -> str:
    chart = "a roll" if entry.chart is None else _title(entry.chart)
    about = f" of aircraft {entry.aircraft}" if entry.aircraft else ""
    return f"Modifier for {chart}{about}: {entry.drm:+d} {Modifier(entry.result).word}."


def _mission(entry: JournalEntry, context: SentenceContext) -> str:
    size = int(context.charts.record["target_size"][entry.result])
    return f"The mission: {wording.target_words(entry.result, size)} in zone {entry.detail}."


def _formation(entry: JournalEntry, context: SentenceContext) -> str:
    return f"A {Formation(entry.detail).word} of {entry.result} aircraft is mustered."


def _seat(entry: JournalEntry, context: SentenceContext) -> str:
    level = Quality(entry.result).word
    verb = "flies" if entry.person <= SEATS else "mans the rear gun of"
    return f"{wording.person_words(entry.person).capitalize()} ({level}) {verb} aircraft {entry.aircraft}."


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
    Effect.ANTI_AIRCRAFT: "{amount:+d} on A6",
}


def card_words(card: int, charts: LoadedCharts) -> str:
    """Return an event card (0 to 23) with its effect: "Low Cloud over the Target: visibility ... Low"."""
    effect, amount = Effect(int(charts.record["event"][card])), int(charts.record["event_amount"][card])
    visibility = Visibility(amount).word if effect == Effect.VISIBILITY else ""
    return f"{charts.names.card_names[card]}: {EFFECT_WORDS[effect].format(amount=amount, visibility=visibility)}"


def _stress(entry: JournalEntry, context: SentenceContext) -> str:
    breaks = "; he breaks and bails out" if entry.result >= 6 and entry.leg != Leg.GROUND else ""
    return f"{who(entry)} now has {entry.result} stress{breaks}."


def _wound(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{who(entry)} is wounded{' a second time' if entry.result > 1 else ''}."


def _damage(entry: JournalEntry, context: SentenceContext) -> str:
    assert entry.system is not None  # every entry of this kind has one
    return f"Aircraft {entry.aircraft}: damage to {System(entry.system).word.lower()}."


def _move(entry: JournalEntry, context: SentenceContext) -> str:
    place = f"zone {entry.result}" if entry.result else "the airfield"
    return f"The formation flies {Leg(entry.leg).word} to {place}."


CARD_WORKS = {
    Effect.AMBUSH: "more fighters come than B1 says, {n} in all",
    Effect.ESCORTS_EARLY: "the escorts drive off everything",
    Effect.ESCORTS_LATE: "the escorts remove none",
}
"""Delayed effects of event cards."""


def _card_works(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The card drawn earlier counts: {CARD_WORKS[Effect(entry.result)].format(n=entry.detail)}."


def _fighters(entry: JournalEntry, context: SentenceContext) -> str:
    kind = Fighter(entry.detail).word
    return f"{entry.result} {kind} {'attacks' if entry.result == 1 else 'attack'} the formation."


def _in_service(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.person:
        return f"{wording.person_words(entry.person).capitalize()} is back in the holding area."
    return f"Aircraft {entry.aircraft} is ready again."


def _evaded(entry: JournalEntry, context: SentenceContext) -> str:
    stress = f", with {entry.result} more stress" if entry.result else ""
    return f"{who(entry)} makes his way back{stress}."


def _crashed(entry: JournalEntry, context: SentenceContext) -> str:
    return (
        f"Aircraft {entry.aircraft} is wrecked but not lost; {wording.plural(entry.result, 'mission')} more to repair."
    )


def _promotion(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{wording.person_words(entry.person).capitalize()} is promoted to {Quality(entry.result).word}."


def _choice(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Decision, {Decision(entry.detail).name.lower().replace('_', ' ')}: {label(entry.result)}."


def _load(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The formation carries {wording.payload_words(entry.result)}."


def _carrier(entry: JournalEntry, context: SentenceContext) -> str:
    alone = ", without a gunner" if entry.result == Payload.SC1800 else ""
    return f"Aircraft {entry.aircraft} carries the {wording.payload_words(entry.result)}{alone}."


def _score(what: str) -> Callable[[JournalEntry, SentenceContext], str]:
    """Return the maker of a sentence about a score, its level of victory (8.4), and its bonus if it has one."""

    def sentence(entry: JournalEntry, context: SentenceContext) -> str:
        bonus = f", of which {entry.detail} bonus" if entry.kind in WITH_BONUS else ""
        return f"{what} score: {entry.result}{bonus} ({context.charts.names.victory_level(entry.result)})."

    return sentence


WITH_BONUS = (Entry.OPERATION_SCORE, Entry.CAMPAIGN_SCORE)


def _says(text: str) -> Callable[[JournalEntry, SentenceContext], str]:
    """Return the maker of a sentence that needs only the entry's own numbers."""

    def sentence(entry: JournalEntry, context: SentenceContext) -> str:
        return text.format(
            n=entry.aircraft,
            r=entry.result,
            who=who(entry),
            name=wording.person_words(entry.person) if entry.person else "nobody",
            missions=wording.plural(entry.result, "mission"),
            zones=wording.plural(entry.result, "zone"),
            fighters=wording.plural(entry.result, "fighter"),
        )

    return sentence


SENTENCES: dict[Entry, Callable[[JournalEntry, SentenceContext], str]] = {
    Entry.ROLL: roll_sentence,
    Entry.MODIFIER: _modifier,
    Entry.MISSION: _mission,
    Entry.NO_FLY: lambda entry, context: f"No-Fly: {NoFly(entry.result).word}.",
    Entry.FORMATION: _formation,
    Entry.SEAT: _seat,
    Entry.LOAD: _load,
    Entry.CARRIER: _carrier,
    Entry.LUCKY_DOG: _says("Aircraft {n} is the Lucky Dog."),
    Entry.LEADER: _says("{who} leads the formation."),
    Entry.MOVE: _move,
    Entry.CARD: lambda entry, context: f"Event card, {card_words(entry.result, context.charts)}.",
    Entry.DRAWN: _says("Number {n} is drawn from the cup."),
    Entry.FIGHTERS: _fighters,
    Entry.ESCORTED: _says("No fighter gets through: the escorts drive off {fighters}."),
    Entry.KILL: _says("{who} has shot down a fighter, number {r} of this mission."),
    Entry.CARD_WORKS: _card_works,
    Entry.DAMAGE: _damage,
    Entry.RANGE: _says("Aircraft {n} has lost {zones} of range."),
    Entry.STRESS: _stress,
    Entry.RELIEF: _says("{who} is relieved, {r} stress left."),
    Entry.WOUND: _wound,
    Entry.KIA: _says("{who} is killed."),
    Entry.POW: _says("{who} is taken prisoner."),
    Entry.PARACHUTE: _says("{who} comes down by parachute."),
    Entry.EVADED: _evaded,
    Entry.LOST: _says("Aircraft {n} is lost."),
    Entry.LEFT: _says("Aircraft {n} leaves the formation."),
    Entry.ABORT: _says("The mission is aborted; the formation turns for home."),
    Entry.VISIBILITY: lambda entry, context: f"Visibility is {Visibility(entry.result).word}.",
    Entry.ANTI_AIRCRAFT: lambda entry, context: f"Anti-Aircraft fire is {AntiAircraft(entry.result).word}.",
    Entry.SCORE: lambda entry, context: f"Aircraft {entry.aircraft} scores {points(entry.result)}.",
    Entry.SUNK: lambda entry, context: f"Aircraft {entry.aircraft} sinks the {Target(entry.result).word}.",
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
    Entry.MISSION_SCORE: _score("Mission"),
    Entry.SEGMENT_SCORE: _score("Segment"),
    Entry.OPERATION_SCORE: _score("Operation"),
    Entry.CAMPAIGN_SCORE: _score("Campaign"),
    Entry.STRESS_IGNORED: _says("{who} shrugs off {r} stress."),
    Entry.LUCKY: _says("The Lucky Dog, aircraft {n}, shrugs off the Anti-Aircraft fire."),
    Entry.FAR_FROM_HOME: _says("Aircraft {n} comes down short of home, in zone {r}."),
    Entry.CHOICE: _choice,
}
"""The sentence of each kind of entry."""
