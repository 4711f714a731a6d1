"""The two parts of the charts that are lists: the event deck (7.2) and the levels of victory (8.4)."""

import re
from dataclasses import dataclass

from stuka_env.charts.errors import fail, printable_text
from stuka_env.games.stuka.charts.cells import VISIBILITY_NAMES, number
from stuka_env.games.stuka.charts.shape import FARTHEST, LEVELS, MOST_AMBUSH, MOST_ANTI_AIRCRAFT
from stuka_env.games.stuka.codes import CARDS, Effect

EFFECT_NAMES = {effect.name.lower(): effect for effect in Effect}
CARD_FILE_NAMES = {
    "anti_aircraft_alert": "flak_alert",
    "anti_aircraft_asleep": "flak_asleep",
}
"""Event cards that have been renamed since files first named them, and the ids that files know them by."""
CURRENT_NAMES = {known: own for own, known in CARD_FILE_NAMES.items()}
AMOUNTS = {
    Effect.STRESS_RANDOM_CREW: number(1, 6),
    Effect.STRESS_LEADER_CREW: number(1, 6),
    Effect.RELIEVE_NAMED_PERSON: number(1, 6),
    Effect.RELIEVE_RANDOM_CREW: number(1, 6),
    Effect.RELIEVE_EVERYBODY: number(1, 6),
    Effect.ENGINE_TROUBLE: number(1, FARTHEST),
    Effect.AMBUSH: number(1, MOST_AMBUSH),
    Effect.ANTI_AIRCRAFT: number(-MOST_ANTI_AIRCRAFT, MOST_ANTI_AIRCRAFT),
}
"""Allowed amounts of a card: no more than the mat can hold. The sums over all cards are checked across files."""
WITHOUT_AMOUNT = frozenset(
    (
        Effect.NOTHING,
        Effect.RETURN_TO_BASE,
        Effect.ESCORTS_EARLY,
        Effect.ESCORTS_LATE,
    )
)
CARD_KEYS = ("id", "name", "effect", "amount")
SLUG = re.compile(r"[a-z][a-z0-9_]*")
SLUG_EXPECTED = "an id of small letters, digits and underscores"
LEVELS_EXPECTED = f"1 to {LEVELS} names with their lowest scores"


@dataclass(frozen=True)
class EventCard:
    """One event card. ``word`` and ``says`` are effect and amount as the file has them."""

    slug: str
    name: str
    effect: int
    amount: int
    word: str
    says: str


def read_levels(file: str, raw: object) -> tuple[tuple[str, int], ...]:
    """Return names and lowest scores of the levels of victory, ascending from 0. Raises ChartError."""
    if not isinstance(raw, dict) or not 1 <= len(raw) <= LEVELS:
        raise fail(file, "levels", LEVELS_EXPECTED, raw)
    levels: list[tuple[str, int]] = []
    for name, bound in raw.items():
        expected = f"a whole number from {levels[-1][1] + 1} to 999, above the level before" if levels else "0"
        low, high = (levels[-1][1] + 1, 999) if levels else (0, 0)
        if number(low, high).parse(bound) is None:
            raise fail(file, f"levels.{name}", expected, bound)
        levels.append((printable_text(file, "levels", name), bound))
    return tuple(levels)


def current_name(slug: str) -> str:
    """Return the current id of a card for an id in a file."""
    return CURRENT_NAMES.get(slug, slug)


def read_cards(file: str, raw: object) -> tuple[EventCard, ...]:
    """Return the deck: exactly the cards of the box, each with an id of its own. Raises ChartError."""
    if not isinstance(raw, list) or len(raw) != CARDS:
        raise fail(file, "card", f"{CARDS} cards", f"{len(raw)} cards" if isinstance(raw, list) else raw)
    cards = tuple(_card(file, place, entry) for place, entry in enumerate(raw, start=1))
    seen: set[str] = set()
    for card in cards:
        if card.slug in seen:
            raise fail(file, f"card.{card.slug}", "each id once", f"id {card.slug!r} twice")
        seen.add(card.slug)
    return cards


def _card(file: str, place: int, raw: object) -> EventCard:
    where = f"card {place}"
    if not isinstance(raw, dict):
        raise fail(file, where, "a [[card]] table", raw)
    for key in raw:
        if key not in CARD_KEYS:
            raise fail(file, where, "only " + ", ".join(CARD_KEYS), key)
    slug, name, word = (_text(file, where, raw, key) for key in CARD_KEYS[:3])
    if SLUG.fullmatch(slug) is None:
        raise fail(file, where, SLUG_EXPECTED, slug)
    slug = current_name(slug)
    if word not in EFFECT_NAMES:
        raise fail(file, f"card.{slug}.effect", "one of " + ", ".join(EFFECT_NAMES), word)
    says = raw.get("amount")
    amount = _amount(file, f"card.{slug}.amount", EFFECT_NAMES[word], says)
    return EventCard(slug, name, int(EFFECT_NAMES[word]), amount, word, "" if says is None else str(says))


def _text(file: str, where: str, raw: dict[str, object], key: str) -> str:
    text = printable_text(file, f"{where}.{key}", raw.get(key))
    if not text.strip():
        raise fail(file, f"{where}.{key}", "a text", text)
    return text


def _amount(file: str, where: str, effect: Effect, raw: object) -> int:
    if effect in WITHOUT_AMOUNT:
        if raw is not None:
            raise fail(file, where, f"no amount with {effect.name.lower()}", raw)
        return 0
    if effect == Effect.VISIBILITY:
        if not isinstance(raw, str) or raw not in VISIBILITY_NAMES:
            raise fail(file, where, "one of " + ", ".join(VISIBILITY_NAMES), raw)
        return VISIBILITY_NAMES[raw]
    if AMOUNTS[effect].parse(raw) is None or not isinstance(raw, int):
        raise fail(file, where, AMOUNTS[effect].expected, raw)
    return raw
