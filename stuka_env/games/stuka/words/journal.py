"""Entries of the journal as players see them, and words of sentences that need the charts or several numbers.

:class:`stuka_env.games.stuka.codes.Chart` and :class:`stuka_env.games.stuka.codes.Entry` have the sentences.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.declared.codes import plural
from stuka_env.declared.sentences import Maker, SentenceContext, Sentences, entry_type, sum_words
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import MOST_STRESS
from stuka_env.games.stuka.codes import (
    FULL_COVER,
    SEATS,
    Chart,
    Effect,
    Entry,
    Leg,
    Model,
    Modifier,
    Payload,
    Place,
    Sector,
    System,
    Visibility,
)
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.labels import label

if TYPE_CHECKING:
    JournalEntry: TypeAlias = Any
else:
    JournalEntry = entry_type(__name__, JournalLine)


# --- people and aircraft ---


def _name(entry: JournalEntry, context: SentenceContext) -> str:
    return labels.person_words(entry.person) if entry.person else "nobody"


def _who(entry: JournalEntry, context: SentenceContext) -> str:
    """Return the person of an entry, with the aircraft: "pilot 3 (aircraft 2)"."""
    if not entry.person:
        return f"aircraft {entry.aircraft}"
    name = labels.person_words(entry.person)
    return f"{name} (aircraft {entry.aircraft})" if entry.aircraft else name


def _breaks(entry: JournalEntry, context: SentenceContext) -> str:
    return "; he breaks and bails out" if entry.result >= MOST_STRESS and entry.leg != Leg.GROUND else ""


# --- results of rolls ---


def _dice(entry: JournalEntry, context: SentenceContext) -> str:
    return sum_words(entry.dice[-1:], context.modifiers, entry.total)


def _cover(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.result >= FULL_COVER:
        return "full cover"
    return f"they can drive off {entry.result}" if entry.result else "no cover"


def _attack(entry: JournalEntry, context: SentenceContext) -> str:
    hits = f"{plural(entry.detail, 'hit')}{' each' if entry.result > 1 else ''}"
    return f"{entry.result} aircraft, {hits}" if entry.result else "no attack"


def damage_words(cell: Any) -> str:
    """Return a cell of C1, a record of :class:`stuka_env.games.stuka.charts.shape.DamageCell`, in words."""
    words = ["damage marker"] if cell["marker"] else []
    words += [f"{int(cell['stress']):+d} stress"] if cell["stress"] else []
    words += [f"range {-int(cell['range_loss'])}"] if cell["range_loss"] else []
    words += ["pilot killed"] if cell["pilot_killed"] else ["pilot wounded"] if cell["pilot_wound"] else []
    words += ["gunner killed"] if cell["gunner_killed"] else ["gunner wounded"] if cell["gunner_wound"] else []
    words += ["explosion"] if cell["explosion"] else ["aircraft destroyed"] if cell["destroyed"] else []
    return ", ".join(words) or "no effect"


def _damage(entry: JournalEntry, context: SentenceContext) -> str:
    return damage_words(context.charts.record["c1"][entry.dice[0]][entry.total])


def _wreck(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.result:
        return "the aircraft is destroyed"
    return f"{plural(entry.detail, 'mission')} more to repair"


# --- event cards ---


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
LATER_EFFECTS = {
    Effect.AMBUSH: "more fighters come than B1 says, {count} in all",
    Effect.ESCORTS_EARLY: "the escorts drive off everything",
    Effect.ESCORTS_LATE: "the escorts remove none",
}
"""Delayed effects of event cards."""


def card_words(card: int, charts: LoadedCharts) -> str:
    """Return an event card (0 to 23) with its effect: "Low Cloud over the Target: visibility ... Low"."""
    effect, amount = Effect(int(charts.record["event"][card])), int(charts.record["event_amount"][card])
    visibility = Visibility(amount).word if effect == Effect.VISIBILITY else ""
    return f"{charts.names.card_names[card]}: {EFFECT_WORDS[effect].format(amount=amount, visibility=visibility)}"


# --- targets and scores ---


def _objective(entry: JournalEntry, context: SentenceContext) -> str:
    return labels.target_words(entry.result, int(context.charts.record["target_size"][entry.result]))


def _cards(entry: JournalEntry, context: SentenceContext) -> str:
    record = context.charts.record
    return f"{int(record['aircraft'][entry.result])} Ju-87{Model(int(record['model'][entry.result])).name}"


WORD_MAKERS: dict[str, Maker] = {
    "name": _name,
    "who": _who,
    "slot": lambda entry, context: f" of aircraft {entry.aircraft}" if entry.aircraft else "",
    "sits": lambda entry, context: "flies" if entry.person <= SEATS else "mans the rear gun of",
    "breaks": _breaks,
    "leg": lambda entry, context: entry.leg.word,
    "system": lambda entry, context: entry.system.word.lower(),
    "dice": _dice,
    "first": lambda entry, context: str(entry.dice[0]),
    "second": lambda entry, context: str(entry.dice[1]),
    "last": lambda entry, context: str(entry.dice[-1]),
    "sector": lambda entry, context: Sector(entry.total).word,
    "cover": _cover,
    "attack": _attack,
    "damage": _damage,
    "wreck": _wreck,
    "card": lambda entry, context: card_words(entry.result, context.charts),
    "effect": lambda entry, context: LATER_EFFECTS[Effect(entry.result)].format(count=entry.detail),
    "verb": lambda entry, context: "attacks" if entry.result == 1 else "attack",
    "alone": lambda entry, context: ", without a gunner" if entry.result == Payload.SC1800 else "",
    "objective": _objective,
    "victory": lambda entry, context: context.charts.names.victory_level(entry.result),
    "cards": _cards,
    "answer": lambda entry, context: label(entry.result),
}
SENTENCES = Sentences(
    entry=JournalEntry,
    kinds=Entry,
    charts=Chart,
    numbers=("result", "detail"),
    modifier=(Modifier, "result", "drm"),
    codes={"leg": Leg, "system": System},
    places={Place.SLOT: "aircraft {aircraft}, {name}", Place.SEAT: "{name}", Place.ZONE: "zone {zone}, {leg}"},
    makers=WORD_MAKERS,
)
"""The sentences of the game."""
