"""The charts in words: titles, sentences for rolls, and the values that a player at the table reads.

:class:`stuka_env.games.stuka.codes.Chart` has the dice of a chart and the place where it is rolled. A sentence has the
dice, the modifiers by name and the result.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import (
    FULL_COVER,
    AntiAircraft,
    BailOut,
    Chart,
    Evasion,
    Sector,
    Survival,
    System,
    Touchdown,
    Visibility,
    to_number,
)
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.entry import JournalEntry, SentenceContext, points, sum_of

Sentence = Callable[[JournalEntry, SentenceContext], str]


class ChartWords(NamedTuple):
    """A chart in words.

    Attributes:
        title: the subject of the roll.
        sentence: maker of the sentence with the roll and its result.
        printed: name of the chart in the printed game; empty if it is the same.
        dice: its dice, or the things drawn; empty for one die.
    """

    title: str
    sentence: Sentence
    printed: str = ""
    dice: str = ""


def _plain_roll(entry: JournalEntry, context: SentenceContext) -> str:
    """Return the sentence of a roll without words of its own."""
    return f"A roll of {entry.dice[0]}: {entry.result}."


def _roll_as_printed(entry: JournalEntry, context: SentenceContext) -> str:
    """Return the sentence of a roll from the words of the chart's file: heading, subject and cell."""
    about = [f"aircraft {entry.aircraft}"] if entry.aircraft else []
    about += [wording.person_words(entry.person)] if entry.person else []
    title, says = _cell_as_printed(entry, context.charts)
    return f"{', '.join([title, *about])}: {sum_of(entry, context, entry.dice[0])}, {says}."


def _cell_as_printed(entry: JournalEntry, charts: LoadedCharts) -> tuple[str, str]:
    """Return the heading of the chart's file, and a cell of it that gives the entry's result."""
    field = "" if entry.chart is None else entry.chart.name.lower()
    for file in charts.files.values():
        for cell in file.cells:
            if cell.table.fields[:1] == (field,) and cell.values[0] == entry.result:
                return file.head["title"], cell.text
    return field.upper(), str(entry.result)


def _roll_a1(entry: JournalEntry, context: SentenceContext) -> str:
    first, second, colour = entry.dice
    zone = int(context.charts.record["a1_zone"][colour])
    target = wording.target_words(entry.result)
    return f"Mission (A1): {first} and {second} = {entry.total}, {target}; colour die {colour}, zone {zone}."


def _roll_ship(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Ship (A1, Maritime): {entry.dice[0]}, {wording.target_words(entry.result)}."


def _roll_a2(entry: JournalEntry, context: SentenceContext) -> str:
    roll, pilot = sum_of(entry, context, entry.dice[0]), wording.person_words(entry.person)
    return f"Attack of aircraft {entry.aircraft}, {pilot} (A2): {roll}, {points(entry.result)}."


def _roll_a4(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Visibility over the target (A4): {entry.dice[0]}, {Visibility(entry.result).word}."


def _roll_a6(entry: JournalEntry, context: SentenceContext) -> str:
    roll = sum_of(entry, context, entry.dice[0])
    return f"Anti-Aircraft fire (A6): {roll}, {AntiAircraft(entry.result).word}."


def _roll_b1(entry: JournalEntry, context: SentenceContext) -> str:
    found = wording.plural(entry.result, "fighter") if entry.result else "no contact"
    return f"Interception (B1): {entry.dice[0]}, {found}."


def _roll_b2(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.result >= FULL_COVER:
        return f"Escorts (B2): {entry.dice[0]}, full cover."
    return f"Escorts (B2): {entry.dice[0]}, {f'they can drive off {entry.result}' if entry.result else 'no cover'}."


def _roll_b3(entry: JournalEntry, context: SentenceContext) -> str:
    white, colour = entry.dice
    hits = int(context.charts.record["b3_hits"][colour])
    attack = f"{entry.result} aircraft, {wording.plural(hits, 'hit')}" + (" each" if entry.result > 1 else "")
    result = attack if entry.result else "no attack"
    return f"A fighter comes in (B3): {white}, from {Sector(entry.total).word}; {colour}, {result}."


def damage_words(cell: Any) -> str:
    """Return a cell of C1, a record of :class:`stuka_env.games.stuka.charts.shape.DamageCell`, in words."""
    words = ["damage marker"] if cell["marker"] else []
    words += [f"{int(cell['stress']):+d} stress"] if cell["stress"] else []
    words += [f"range {-int(cell['range_loss'])}"] if cell["range_loss"] else []
    words += ["pilot killed"] if cell["pilot_killed"] else ["pilot wounded"] if cell["pilot_wound"] else []
    words += ["gunner killed"] if cell["gunner_killed"] else ["gunner wounded"] if cell["gunner_wound"] else []
    words += ["explosion"] if cell["explosion"] else ["aircraft destroyed"] if cell["destroyed"] else []
    return ", ".join(words) or "no effect"


def _roll_c1(entry: JournalEntry, context: SentenceContext) -> str:
    where, severity = entry.dice
    cell = context.charts.record["c1"][where][entry.total]
    roll = sum_of(entry, context, severity)
    system = System(entry.result).word
    return f"Hit on aircraft {entry.aircraft} (C1): {where}, {system}; {roll}: {damage_words(cell)}."


def _roll_c3(entry: JournalEntry, context: SentenceContext) -> str:
    result = "gets out" if entry.result == BailOut.OUT else "is killed"
    roll = sum_of(entry, context, entry.dice[0])
    return f"Bail out of {wording.person_words(entry.person)} (C3): {roll}, he {result}."


EVASION_WORDS = {
    Evasion.UNHURT: "he gets back unhurt",
    Evasion.WOUNDED: "he gets back wounded",
    Evasion.CAPTURED: "he is captured",
    Evasion.KILLED: "he is killed",
}


def _roll_c4(entry: JournalEntry, context: SentenceContext) -> str:
    roll = sum_of(entry, context, entry.dice[0])
    return f"On the ground, {wording.person_words(entry.person)} (C4): {roll}, {EVASION_WORDS[Evasion(entry.result)]}."


def _roll_c5(entry: JournalEntry, context: SentenceContext) -> str:
    result = "safe" if entry.result == Touchdown.SAFE else "a forced landing"
    return f"Landing of aircraft {entry.aircraft} (C5): {sum_of(entry, context, entry.dice[0])}, {result}."


def _roll_c6(entry: JournalEntry, context: SentenceContext) -> str:
    die = entry.dice[0]
    repair = int(context.charts.record["c6_repair"][die])
    result = "the aircraft is destroyed" if entry.result else f"{wording.plural(repair, 'mission')} more to repair"
    return f"Forced landing of aircraft {entry.aircraft} (C6): {die}, {result}."


SURVIVAL_WORDS = {Survival.UNHURT: "unhurt", Survival.WOUNDED: "wounded", Survival.KILLED: "killed"}


def _roll_c7(entry: JournalEntry, context: SentenceContext) -> str:
    result = SURVIVAL_WORDS[Survival(entry.result)]
    return f"In the wreck, {wording.person_words(entry.person)} (C7): {entry.dice[0]}, {result}."


def _roll_timer(what: str, chart: str, result: str) -> Sentence:
    def sentence(entry: JournalEntry, context: SentenceContext) -> str:
        name = wording.person_words(entry.person) if entry.person else f"slot {entry.aircraft}"
        return f"{what} {name} ({chart}): {entry.dice[0]}, {result} {wording.plural(entry.result, 'mission')}."

    return sentence


def _roll_a2a(entry: JournalEntry, context: SentenceContext) -> str:
    result, pilot = "a fighter is shot down" if entry.result else "no success", wording.person_words(entry.person)
    return f"Air-to-air attempt of aircraft {entry.aircraft}, {pilot}: {entry.dice[0]}, {result}."


def _roll_gamble(entry: JournalEntry, context: SentenceContext) -> str:
    result = "it dives into the ground" if entry.result else "it pulls out"
    return f"Rudel Gamble of aircraft {entry.aircraft}: {entry.dice[0]}, {result}."


def _roll_event(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Event card {to_number(entry.total)} of the deck is drawn."


CHART_WORDS: dict[Chart, ChartWords] = {
    Chart.A1: ChartWords("Mission", _roll_a1, dice="two white D6 and the colour D6"),
    Chart.SHIP: ChartWords("Ship", _roll_ship, printed="A1, Maritime"),
    Chart.A2: ChartWords("Attack", _roll_a2),
    Chart.A4: ChartWords("Visibility", _roll_a4),
    Chart.A6: ChartWords("Anti-Aircraft fire", _roll_a6),
    Chart.B1: ChartWords("Interception", _roll_b1),
    Chart.B2: ChartWords("Escorts", _roll_b2),
    Chart.B3: ChartWords("Fighter approach", _roll_b3, dice="the white D6 and the colour D6"),
    Chart.C1: ChartWords("Hit", _roll_c1, dice="the D10 and the D6"),
    Chart.C3: ChartWords("Bail out", _roll_c3),
    Chart.C4: ChartWords("Evasion", _roll_c4),
    Chart.C5: ChartWords("Landing", _roll_c5),
    Chart.C6: ChartWords("Forced landing", _roll_c6),
    Chart.C7: ChartWords("Survival", _roll_c7),
    Chart.C8: ChartWords("New aircraft", _roll_timer("New aircraft for", "C8", "in")),
    Chart.C9_WIA: ChartWords("Hospital", _roll_timer("Hospital for", "C9", "for"), printed="C9"),
    Chart.C9_KIA: ChartWords("Replacement", _roll_timer("Replacement for", "C9", "a Green one in"), printed="C9"),
    Chart.A2A: ChartWords("Air-to-air", _roll_a2a, printed="7.3.1"),
    Chart.GAMBLE: ChartWords("Rudel Gamble", _roll_gamble, printed="7.7"),
    Chart.CUP: ChartWords("Cup", _plain_roll, printed="3.2", dice="a number from the cup"),
    Chart.EVENT: ChartWords("Event", _roll_event, printed="7.2", dice="an event card"),
    Chart.SEGMENT: ChartWords("Segment", _plain_roll),
}
"""Charts in words. A chart without a row uses the words of its file."""


def words_of(chart: Chart) -> ChartWords:
    """Return a chart in words."""
    return CHART_WORDS.get(chart, ChartWords(chart.name, _roll_as_printed))


def roll_sentence(entry: JournalEntry, context: SentenceContext) -> str:
    """Return the sentence of a roll, with its result."""
    return (_plain_roll if entry.chart is None else words_of(entry.chart).sentence)(entry, context)


def place_words(chart: Chart) -> str:
    """Return the name of a chart in the printed game: "C9"."""
    return words_of(chart).printed or chart.name


def dice_words(chart: Chart) -> str:
    """Return the dice of a chart: "one D10"."""
    return words_of(chart).dice or f"one D{chart.dice[0]}"
