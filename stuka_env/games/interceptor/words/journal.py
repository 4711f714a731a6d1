"""Entries of the journal as players see them, and words of sentences that need the charts or several numbers.

The sentences are in :class:`stuka_env.games.interceptor.codes.Chart` and
:class:`stuka_env.games.interceptor.codes.Entry`.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.declared.sentences import (
    Maker,
    Modifiers,
    SentenceContext,
    Sentences,
    dice_words,
    entry_type,
    named_modifiers,
)
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    NO_SHOT,
    NOBODY,
    Aim,
    Bomber,
    Chart,
    Enemy,
    Entry,
    Jam,
    Modifier,
    Month,
    Place,
    Range,
    Shooter,
    WingmanFate,
    hits_words,
)
from stuka_env.games.interceptor.rules.table import JournalLine
from stuka_env.games.interceptor.words import labels
from stuka_env.games.interceptor.words.labels import plain_label

if TYPE_CHECKING:
    JournalEntry: TypeAlias = Any
else:
    JournalEntry = entry_type(__name__, JournalLine)


# --- dice ---


def _tens(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{' and '.join(map(str, entry.dice))} read as {entry.total}"


def _one_side(face: int, modifiers: Modifiers) -> str:
    """Return the die of one side with its modifiers: "4 +20 speed = 24"."""
    total = face + sum(value for _, value in modifiers)
    return f"{face}{named_modifiers(modifiers)} = {total}" if modifiers else str(face)


def by_side(modifiers: Modifiers) -> tuple[Modifiers, Modifiers]:
    """Return the modifiers of the player's die, and those of the enemy's."""
    own, enemy = (tuple(one for one in modifiers if (one[0] in labels.OF_THE_ENEMY) == his) for his in (False, True))
    return own, enemy


def _contest(entry: JournalEntry, context: SentenceContext) -> str:
    """Return one die each: "4 +20 speed = 24 for the pilot, 2 +21 enemy speed = 23 for the enemy"."""
    own, enemy = map(_one_side, entry.dice, by_side(context.modifiers))
    return f"{own} for the pilot, {enemy} for the enemy"


# --- results of rolls ---


JAM_WORDS = {Jam.NONE: "", Jam.ONE: ", then a weapon jams", Jam.ALL: ", then every forward weapon jams"}


def _burst(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.detail == DESTROYED:
        return "the bomber is destroyed"
    if entry.detail == NO_SHOT:
        return "every weapon jams before a shot is fired"
    return f"{hits_words(entry.detail)} more if the card hits{JAM_WORDS[Jam(entry.value)]}"


def _wingman(entry: JournalEntry, context: SentenceContext) -> str:
    return hits_words(entry.detail) if entry.detail else WingmanFate.word_of(entry.value)


# --- people, places and things of the charts ---


def _city(entry: JournalEntry, context: SentenceContext) -> str:
    return str(context.charts.names.raids[entry.month][entry.total])


def _target(entry: JournalEntry, context: SentenceContext) -> str:
    city = context.charts.names.raids[entry.month][entry.third] if entry.third else ""
    return f"{city}, in zone " if city else "zone "


def _weapon(entry: JournalEntry, context: SentenceContext) -> str:
    return str(context.charts.names.weapons[entry.value][entry.detail])


def _meeting(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.value == Bomber.UNKNOWN:
        return f"a sweep of {Enemy.word_of(entry.third)}s is met"
    return f"{Bomber.word_of(entry.value)}s are intercepted"


def _guard(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.value == Bomber.UNKNOWN:
        return ""
    return f", escorted by {Enemy.word_of(entry.third)}s" if entry.third > Enemy.NONE else ", without escort"


def _shot(entry: JournalEntry, context: SentenceContext) -> str:
    """Return who fires at what: "the pilot fires at the port wing of the B-17F at long range, firepower 16"."""
    is_bomber = entry.fourth != NOBODY
    enemy = f"the {Bomber.word_of(entry.sixth) if is_bomber else Enemy.word_of(entry.sixth)}"
    where = f" at {Range.word_of(entry.fourth)} range" if is_bomber else ""
    firepower = f", firepower {entry.third}" if entry.third else ""
    if entry.detail == Shooter.BOMBER:
        return f"{enemy} fires back{where}"
    if entry.detail == Shooter.ENEMY:
        return f"{enemy} fires{firepower}"
    aim = f"the {Aim.word_of(entry.fifth)} of " if is_bomber else ""
    return f"{Shooter.word_of(entry.detail)} fires at {aim}{enemy}{where}{firepower}"


WORD_MAKERS: dict[str, Maker] = {
    "dice": dice_words,
    "tens": _tens,
    "contest": _contest,
    "burst": _burst,
    "wingman": _wingman,
    "city": _city,
    "target": _target,
    "weapon": _weapon,
    "meeting": _meeting,
    "guard": _guard,
    "shot": _shot,
    "month": lambda entry, context: Month.word_of(entry.month),
    "model": lambda entry, context: context.charts.names.models[entry.detail],
    "unit": lambda entry, context: context.charts.names.units[entry.detail],
    "base": lambda entry, context: context.charts.names.bases[entry.detail],
    "award": lambda entry, context: labels.award_words(entry.detail, entry.value),
    "rank": lambda entry, context: labels.rank_words(entry.value, entry.detail),
    "answer": lambda entry, context: plain_label(entry.value, entry.detail),
}
SENTENCES = Sentences(
    entry=JournalEntry,
    kinds=Entry,
    charts=Chart,
    numbers=("detail", "value", "third", "fourth", "fifth", "sixth"),
    modifier=(Modifier, "detail", "value"),
    codes={},
    places={Place.BOX: "box {box}"},
    makers=WORD_MAKERS,
)
"""The sentences of the game."""
