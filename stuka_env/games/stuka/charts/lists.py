"""The two parts of the charts that are lists: the event deck (7.2) and the levels of victory (8.4)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from stuka_env.charts.copies import comment
from stuka_env.charts.lists import ANY_TEXT, ChartList, ListEntry
from stuka_env.charts.words import Word, fail, number, one_of, printable_text
from stuka_env.games.stuka.charts.shape import (
    EFFECT_NAMES,
    FARTHEST,
    LEVELS,
    MOST_AMBUSH,
    MOST_ANTI_AIRCRAFT,
    VISIBILITY_NAMES,
)
from stuka_env.games.stuka.codes import CARDS, Effect

CARD_FILE_NAMES = {
    "anti_aircraft_alert": "flak_alert",
    "anti_aircraft_asleep": "flak_asleep",
}
"""Event cards that have been renamed since files first named them, and the ids that files know them by."""
CURRENT_NAMES = {known: own for own, known in CARD_FILE_NAMES.items()}
RELIEF = number(1, 6)
AMOUNTS: dict[Effect, Word] = {
    Effect.STRESS_RANDOM_CREW: RELIEF,
    Effect.STRESS_LEADER_CREW: RELIEF,
    Effect.RELIEVE_NAMED_PERSON: RELIEF,
    Effect.RELIEVE_RANDOM_CREW: RELIEF,
    Effect.RELIEVE_EVERYBODY: RELIEF,
    Effect.VISIBILITY: one_of(VISIBILITY_NAMES),
    Effect.ENGINE_TROUBLE: number(1, FARTHEST),
    Effect.AMBUSH: number(1, MOST_AMBUSH),
    Effect.ANTI_AIRCRAFT: number(-MOST_ANTI_AIRCRAFT, MOST_ANTI_AIRCRAFT),
}
"""Allowed amounts of a card: no more than the mat can hold. The other effects have no amount.

The sums over all cards are checked across files.
"""
CARD_MEANINGS = {
    "id": "how programs name the card",
    "name": "title of the card",
    "effect": "what it does",
    "amount": "how much of it",
}
SLUG = re.compile(r"[a-z][a-z0-9_]*")
SLUG_EXPECTED = "an id of small letters, digits and underscores"
LEVELS_EXPECTED = f"1 to {LEVELS} names with their lowest scores"
LEVELS_MEANING = "Lowest score of each level of victory, the first 0 and every other one above the level before"


@dataclass(frozen=True)
class EventCard:
    """One event card."""

    slug: str
    name: str
    effect: Effect
    amount: int

    @property
    def amount_text(self) -> str:
        """The amount as a file has it, "" for an effect without one."""
        word = AMOUNTS.get(self.effect)
        return "" if word is None else word.text((self.amount,))

    def entry(self) -> ListEntry:
        """Return the card as an entry of the deck."""
        effect = f"{self.effect.name.lower()} {self.amount_text}".strip()
        row = {"id": self.slug, "name": self.name, "effect": effect}
        return ListEntry(self.slug, self, f"{self.name}: {effect}", row)


# --- levels of victory ---


def read_levels(file: str, raw: object) -> tuple[ListEntry, ...]:
    """Return names and lowest scores of the levels of victory, ascending from 0. Raises ChartError."""
    if not isinstance(raw, dict) or not 1 <= len(raw) <= LEVELS:
        raise fail(file, "levels", LEVELS_EXPECTED, raw)
    levels: list[ListEntry] = []
    for name, bound in raw.items():
        low, high = (levels[-1].value + 1, 999) if levels else (0, 0)
        expected = f"a whole number from {low} to 999, above the level before" if levels else "0"
        if number(low, high).parse(bound) is None:
            raise fail(file, f"levels.{name}", expected, bound)
        level = printable_text(file, "levels", name)
        levels.append(ListEntry(level, bound, str(bound), {"": level, "from": str(bound)}))
    return tuple(levels)


# --- the deck ---


def current_name(slug: str) -> str:
    """Return the current id of a card for an id in a file."""
    return CURRENT_NAMES.get(slug, slug)


def read_cards(file: str, raw: object) -> tuple[ListEntry, ...]:
    """Return the deck: exactly the cards of the box, each with an id of its own. Raises ChartError."""
    if not isinstance(raw, list) or len(raw) != CARDS:
        raise fail(file, "card", f"{CARDS} cards", f"{len(raw)} cards" if isinstance(raw, list) else raw)
    cards = tuple(_card(file, place, entry) for place, entry in enumerate(raw, start=1))
    seen: set[str] = set()
    for card in cards:
        if card.slug in seen:
            raise fail(file, f"card.{card.slug}", "each id once", f"id {card.slug!r} twice")
        seen.add(card.slug)
    return tuple(card.entry() for card in cards)


def _card(file: str, place: int, raw: object) -> EventCard:
    where = f"card {place}"
    if not isinstance(raw, dict):
        raise fail(file, where, "a [[card]] table", raw)
    for key in raw:
        if key not in CARD_MEANINGS:
            raise fail(file, where, "only " + ", ".join(CARD_MEANINGS), key)
    slug, name, word = (_text(file, where, raw, key) for key in ("id", "name", "effect"))
    if SLUG.fullmatch(slug) is None:
        raise fail(file, where, SLUG_EXPECTED, slug)
    slug = current_name(slug)
    if word not in EFFECT_NAMES:
        raise fail(file, f"card.{slug}.effect", "one of " + ", ".join(EFFECT_NAMES), word)
    effect = Effect(EFFECT_NAMES[word])
    return EventCard(slug, name, effect, _amount(file, f"card.{slug}.amount", effect, raw.get("amount")))


def _text(file: str, where: str, raw: dict[str, object], key: str) -> str:
    text = printable_text(file, f"{where}.{key}", raw.get(key))
    if not text.strip():
        raise fail(file, f"{where}.{key}", "a text", text)
    return text


def _amount(file: str, where: str, effect: Effect, raw: object) -> int:
    word = AMOUNTS.get(effect)
    if word is None:
        if raw is not None:
            raise fail(file, where, f"no amount with {effect.name.lower()}", raw)
        return 0
    values = word.parse(raw)
    if values is None:
        raise fail(file, where, word.expected, raw)
    return int(str(values[0]))


def _card_of_record(entry: ListEntry, place: int, record: np.record) -> ListEntry:
    """Return a card with the effect and the amount that a record of charts has in its place."""
    effect, amount = Effect(int(record["event"][place])), int(record["event_amount"][place])
    return replace(entry.value, effect=effect, amount=amount).entry()


def _deck_explained() -> Iterable[str]:
    allowed = {"id": f"{SLUG_EXPECTED}, each once", "name": ANY_TEXT, "effect": "one of the words below"}
    yield from comment(f"The deck: {CARDS} cards.")
    for key, meaning in CARD_MEANINGS.items():
        yield from comment(f"{key}: {meaning}; {allowed.get(key, 'as the effect asks for')}.", "  ")
    longest = max(map(len, EFFECT_NAMES))
    for name, code in EFFECT_NAMES.items():
        word = AMOUNTS.get(Effect(code))
        yield f"#     {name:{longest}}  {'no amount' if word is None else f'amount {word.expected}'}"


LEVELS_LIST = ChartList("a5_victory", "levels", read_levels, tuple(comment(f"{LEVELS_MEANING}: {LEVELS_EXPECTED}.")))
DECK = ChartList(
    "events",
    "card",
    read_cards,
    tuple(_deck_explained()),
    current_name=current_name,
    of_record=_card_of_record,
)
