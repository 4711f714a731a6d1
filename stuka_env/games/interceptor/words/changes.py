"""Sentences for all kinds of entry except rolls (see :mod:`stuka_env.games.interceptor.words.chart_words`)."""

from collections.abc import Callable

from stuka_env.games.interceptor.codes import (
    Bomber,
    Cause,
    Decision,
    Enemy,
    Entry,
    Event,
    Fate,
    Health,
    Leaving,
    Line,
    Modifier,
    Orientation,
    Over,
    Person,
    Position,
    Presence,
    Skill,
    System,
    TargetZone,
    Touchdown,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.chart_words import CHART_WORDS, roll_sentence
from stuka_env.games.interceptor.words.entry import JournalEntry, SentenceContext
from stuka_env.games.interceptor.words.labels import plain_label

Sentence = Callable[[JournalEntry, SentenceContext], str]


def person_words(code: int) -> str:
    """Return a person at the beginning of a sentence: "The pilot"."""
    return Person(code).word.capitalize()


def model_words(context: SentenceContext, model: int) -> str:
    """Return a type of aircraft."""
    return context.charts.names.models[model]


def weapon_words(context: SentenceContext, place: int) -> str:
    """Return a weapon of the own aircraft by its place on the mat."""
    names = context.charts.names.weapons[context.model] if context.model >= 0 else ()
    return names[place] if place < len(names) else f"weapon {place + 1}"


def says(text: str) -> Sentence:
    """Return the maker of a sentence that needs only the entry's own numbers."""

    def sentence(entry: JournalEntry, context: SentenceContext) -> str:
        return text.format(n=entry.detail)

    return sentence


def _modifier(entry: JournalEntry, context: SentenceContext) -> str:
    words = None if entry.chart is None else CHART_WORDS[entry.chart]
    roll = "a roll" if words is None else f"{words.title.lower()} ({words.printed})"
    return f"Modifier for {roll}: {entry.value:+d} {Modifier(entry.detail).word}."


def _choice(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Decision, {Decision(entry.detail).name.lower()}: {plain_label(entry.value, entry.detail)}."


def _unit(entry: JournalEntry, context: SentenceContext) -> str:
    names = context.charts.names
    zone = Zone.word_of(int(context.charts.record["units"][entry.detail]["zone"]))
    return f"The unit is {names.units[entry.detail]} at {names.bases[entry.detail]}, zone {zone}."


def _aircraft(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The aircraft is a {model_words(context, entry.detail)}."


LINE_SENTENCES = {
    Line.OPEN: "is open",
    Line.FLOWN: "has been flown",
    Line.STAYED: "is not flown: the pilot stays on the ground",
    Line.OUT_OF_RANGE: "is not flown: the raid is out of range",
    Line.SAT_OUT: "is sat out",
}


def _line(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Line {entry.line} of {wording.MONTH_TITLES[entry.month]} {LINE_SENTENCES[Line(entry.detail)]}."


def _raid(entry: JournalEntry, context: SentenceContext) -> str:
    city = context.charts.names.raids[entry.month][context.raid] if context.raid else ""
    target = f"{city}, in zone" if city else "zone"
    weather = Weather.word_of(entry.value)
    return f"The raid goes to {target} {TargetZone.word_of(entry.detail)}; the weather is {weather}."


def escort_of(entry: JournalEntry, context: SentenceContext) -> int:
    """Return the escort of a raid: as rolled, or where the chart has one type only, as printed."""
    row = context.charts.record
    if context.escort or row["escort_rolls"][entry.month][context.zone]:
        return context.escort
    return int(row["escort"][entry.month][context.zone][1])


def _met(entry: JournalEntry, context: SentenceContext) -> str:
    orientation = Orientation.word_of(entry.detail)
    if context.is_sweep:
        return f"A sweep of {Enemy.word_of(entry.value)}s is met, {orientation}."
    escort = escort_of(entry, context)
    guarded = f"escorted by {Enemy.word_of(escort)}s" if escort > Enemy.NONE else "without escort"
    bombers = Bomber.word_of(entry.value)
    return f"{bombers[0].upper()}{bombers[1:]}s are intercepted, {orientation}, {guarded}."


def _event(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Random event: {Event.word_of(entry.detail)}."


def _bomber(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The pilot attacks a {Bomber.word_of(entry.detail)}."


def _damage(whose: str) -> Sentence:
    def sentence(entry: JournalEntry, context: SentenceContext) -> str:
        return f"{whose} is hit: {System.word_of(entry.detail)}."

    return sentence


def _gunner_hit(entry: JournalEntry, context: SentenceContext) -> str:
    return f"A gunner of the bomber is hit, {entry.detail} in all."


def _bomber_destroyed(entry: JournalEntry, context: SentenceContext) -> str:
    how = "The bomber that crashed on its way home" if entry.value else "The bomber is destroyed; it"
    return f"{how} is credited to {Person(entry.detail).word}."


def _enemy_destroyed(entry: JournalEntry, context: SentenceContext) -> str:
    who = Person(entry.detail).word
    return f"The {Enemy.word_of(entry.value)} is destroyed; it is credited to {who}."


LEAVING_SENTENCES = {
    Leaving.NO: "The fighter combat is over.",
    Leaving.ENEMY_GONE: "The enemy fighter is gone; the fighter combat is over.",
    Leaving.ESCAPED: "The pilot gets away; the fighter combat is over.",
}


def _enemy_gone(entry: JournalEntry, context: SentenceContext) -> str:
    return LEAVING_SENTENCES[Leaving(entry.detail)]


def _slipped(entry: JournalEntry, context: SentenceContext) -> str:
    return "The fight is avoided in this box." if entry.detail else "The fight cannot be avoided."


def _position(entry: JournalEntry, context: SentenceContext) -> str:
    enemy = Enemy.word_of(entry.value)
    return f"Position against the {enemy}: {Position.word_of(entry.detail)}."


def _jammed(entry: JournalEntry, context: SentenceContext) -> str:
    return f"A weapon jams until landing: {weapon_words(context, entry.detail)}."


def _ammunition(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Ammunition of {weapon_words(context, entry.detail)}: {wording.plural(entry.value, 'point')} left."


def _wound(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{person_words(entry.detail)} is now {Health.word_of(entry.value)}."


def _killed(entry: JournalEntry, context: SentenceContext) -> str:
    cause = f" {Cause.word_of(entry.value)}" if entry.value else ""
    return f"{person_words(entry.detail)} is killed{cause}."


FATE_SENTENCES = {
    Fate.FLIES: "The aircraft flies on.",
    Fate.ENGINES_OUT: "All engines of the aircraft are out.",
    Fate.SHOT_DOWN: "The aircraft is shot down.",
    Fate.KILLED: "The aircraft is lost with everybody aboard.",
}


def _shot_down(entry: JournalEntry, context: SentenceContext) -> str:
    return FATE_SENTENCES[Fate(entry.detail)]


def _landed(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Landing: {Touchdown.word_of(entry.detail)}."


def _crashed(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The damaged {'bomber' if entry.detail else 'fighter'} crashes on its way home."


def _credited(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The loss on the way home is credited to {Person(entry.detail).word}."


def _sits_out(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{wording.plural(entry.detail, 'sortie').capitalize()} will be sat out."


def _award(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Award: {wording.award_words(entry.detail, entry.value)}."


def _promoted(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The pilot is promoted to {wording.rank_words(entry.value, entry.detail)}."


def _experience(entry: JournalEntry, context: SentenceContext) -> str:
    points = wording.plural(entry.value, "Experience Point")
    return f"{person_words(entry.detail)} gains {points}."


def _skill(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{person_words(entry.detail)} learns {Skill.word_of(entry.value)}."


def _skill_used(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{person_words(entry.detail)} uses {Skill.word_of(entry.value)}."


WINGMAN_SENTENCES = {
    Presence.ABSENT: "The wingman is lost.",
    Presence.HERE: "The wingman is here.",
    Presence.DAMAGED: "The wingman's aircraft is damaged.",
}


def _wingman(entry: JournalEntry, context: SentenceContext) -> str:
    return WINGMAN_SENTENCES[Presence(entry.detail)]


def _gunner(entry: JournalEntry, context: SentenceContext) -> str:
    points = wording.plural(entry.detail, "Experience Point")
    return f"{'The gunner who stays has' if entry.value else 'A new gunner comes with'} {points}."


def _prestige(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Prestige: {wording.plural(entry.detail, 'point')}, level {entry.value}."


def _repaired(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The aircraft is repaired: {wording.plural(entry.detail, 'system')} had been damaged."


def _moved(entry: JournalEntry, context: SentenceContext) -> str:
    names = context.charts.names
    zone = Zone.word_of(entry.value)
    return f"The pilot joins {names.units[entry.detail]} at {names.bases[entry.detail]}, zone {zone}."


def _over(entry: JournalEntry, context: SentenceContext) -> str:
    return f"The episode {Over.word_of(entry.detail)}."


SENTENCES: dict[Entry, Sentence] = {
    Entry.ROLL: roll_sentence,
    Entry.MODIFIER: _modifier,
    Entry.CHOICE: _choice,
    Entry.CARD: says("Card {n} is flipped."),
    Entry.UNIT: _unit,
    Entry.AIRCRAFT: _aircraft,
    Entry.LINE: _line,
    Entry.RAID: _raid,
    Entry.TAKE_OFF: says("The pilot takes off for box {n}."),
    Entry.BOX: says("The pilot is in box {n}."),
    Entry.MET: _met,
    Entry.EVENT: _event,
    Entry.BOMBER: _bomber,
    Entry.DAMAGE: _damage("The interceptor"),
    Entry.GUNNER_HIT: _gunner_hit,
    Entry.ENEMY_DAMAGE: _damage("The enemy fighter"),
    Entry.BOMBER_DAMAGE: _damage("The bomber"),
    Entry.BOMBER_DESTROYED: _bomber_destroyed,
    Entry.ENEMY_DESTROYED: _enemy_destroyed,
    Entry.ENEMY_GONE: _enemy_gone,
    Entry.SLIPPED: _slipped,
    Entry.POSITION: _position,
    Entry.JAMMED: _jammed,
    Entry.AMMUNITION: _ammunition,
    Entry.ROCKETS: says("The rocket tubes are gone; the speed is now {n}."),
    Entry.FORMATION: says("The bombers of this box lose their formation."),
    Entry.WOUND: _wound,
    Entry.KILLED: _killed,
    Entry.SHOT_DOWN: _shot_down,
    Entry.JUMPED: says("The crew bails out."),
    Entry.LANDED: _landed,
    Entry.CRASHED_ON_THE_WAY: _crashed,
    Entry.CREDITED: _credited,
    Entry.HOMEWARD: says("The pilot flies home."),
    Entry.SITS_OUT: _sits_out,
    Entry.AWARD: _award,
    Entry.PROMOTED: _promoted,
    Entry.EXPERIENCE: _experience,
    Entry.SKILL: _skill,
    Entry.PRESTIGE: _prestige,
    Entry.REPAIRED: _repaired,
    Entry.WINGMAN: _wingman,
    Entry.GUNNER: _gunner,
    Entry.MOVED: _moved,
    Entry.FATIGUE: says("Fatigue is now {n}."),
    Entry.SKILL_USED: _skill_used,
    Entry.SHUFFLED: says("The discards are shuffled into a new deck."),
    Entry.OVER: _over,
}
"""The sentence of each kind of entry."""
