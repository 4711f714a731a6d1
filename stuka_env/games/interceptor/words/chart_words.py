"""The charts in words: titles, sentences for rolls, and the values that a player at the table reads.

:class:`stuka_env.games.interceptor.codes.Chart` has the dice of a chart and the place where it is rolled. A sentence
has the dice, the modifiers by name and the result, which is read from the charts in force.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, HIGHEST_SUM, LOWEST_SUM
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    NO_SHOT,
    SERIES,
    Bomber,
    Chart,
    Enemy,
    Event,
    Health,
    Jam,
    Meeting,
    Orientation,
    Quality,
    Seat,
    Series,
    System,
    Tank,
    TargetZone,
    Touchdown,
    Weather,
    WingmanFate,
)
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.entry import JournalEntry, SentenceContext, contest_of, sum_of, tens_and_ones

Result = Callable[[JournalEntry, SentenceContext], str]
"""Maker of the words for the result of a roll."""


class ChartWords(NamedTuple):
    """A chart in words.

    Attributes:
        title: the subject of the roll.
        printed: name of the chart in the printed game, or the section that has the die.
        result: maker of the words for its result; None if the next entry names it.
    """

    title: str
    printed: str
    result: Result | None = None


def row_of(context: SentenceContext) -> Any:
    """Return the record of the charts in force."""
    return context.charts.record


def looked_up(field: str, words: Callable[[int], str], low: int = LOWEST_SUM, high: int = HIGHEST_SUM) -> Result:
    """Return the maker for a table of the charts that is read by the total, clipped to its ends (IQ206)."""

    def result(entry: JournalEntry, context: SentenceContext) -> str:
        return words(int(row_of(context)[field][max(low, min(high, entry.total))]))

    return result


def of_month(field: str, words: Callable[[int], str]) -> Result:
    """Return the maker for a table of the charts that is read by the month and the die."""

    def result(entry: JournalEntry, context: SentenceContext) -> str:
        return words(int(row_of(context)[field][entry.month][entry.total]))

    return result


def up_to(field: str, success: str, failure: str) -> Result:
    """Return the maker for a die that succeeds up to a face."""

    def result(entry: JournalEntry, context: SentenceContext) -> str:
        return success if entry.total <= int(row_of(context)[field]) else failure

    return result


def hits_words(hits: int) -> str:
    """Return a number of hits: "no hit", "1 hit"."""
    return wording.plural(hits, "hit") if hits > 0 else "no hit"


def _raid(entry: JournalEntry, context: SentenceContext) -> str:
    zone = TargetZone(row_of(context)["a1"][entry.month][entry.total]).word
    return f"{context.charts.names.raids[entry.month][entry.total]}, zone {zone}"


def _escort(entry: JournalEntry, context: SentenceContext) -> str:
    return Enemy(row_of(context)["escort"][entry.month][context.zone][entry.total]).word


def _yb40(entry: JournalEntry, context: SentenceContext) -> str:
    total = int(row_of(context)["yb40"][entry.month])
    return "a YB-40" if total and entry.total == total else "no YB-40"


MEETING_WORDS = {
    Meeting.NONE: "nothing is met",
    Meeting.NOT_LOCATED: "the raid is not located",
    Meeting.RAID: "the raid is intercepted, {orientation}",
    Meeting.SWEEP: "a fighter encounter, {orientation}",
}


def _meeting(entry: JournalEntry, context: SentenceContext) -> str:
    row = row_of(context)
    if entry.total == HIGHEST_SUM and not context.has_event:
        return "a random event"
    orientation = Orientation.word_of(int(row["b1_orientation"][entry.month][entry.total]))
    return MEETING_WORDS[row["b1"][entry.month][entry.total]].format(orientation=orientation)


def _system_of_b6(entry: JournalEntry, context: SentenceContext) -> str:
    return System.word_of(int(row_of(context)["b6"][entry.total]))


def _flag(field: str, success: str, failure: str) -> Result:
    def result(entry: JournalEntry, context: SentenceContext) -> str:
        return success if int(row_of(context)[field][entry.total]) else failure

    return result


def _missed(entry: JournalEntry, context: SentenceContext) -> str:
    return f"{wording.plural(int(row_of(context)['c2'][entry.total]), 'sortie')} missed"


JAM_WORDS = {Jam.NONE: "", Jam.ONE: ", then a weapon jams", Jam.ALL: ", then every forward weapon jams"}


def _burst(entry: JournalEntry, context: SentenceContext) -> str:
    row = row_of(context)
    extra = int(row["c3"][entry.total])
    if extra == DESTROYED:
        return "the bomber is destroyed"
    if extra == NO_SHOT:
        return "every weapon jams before a shot is fired"
    return f"{hits_words(extra)} more if the card hits{JAM_WORDS[row['c3_jam'][entry.total]]}"


def _wingman(entry: JournalEntry, context: SentenceContext) -> str:
    row, total = row_of(context), max(LOWEST_SUM, min(HIGHEST_SUM, entry.total))
    hits = int(row["w1"][total])
    return hits_words(hits) if hits else WingmanFate.word_of(int(row["w1_fate"][total]))


def _rockets(entry: JournalEntry, context: SentenceContext) -> str:
    return hits_words(int(row_of(context)["rocket_hits"][entry.total]))


def _flak(entry: JournalEntry, context: SentenceContext) -> str:
    return hits_words(entry.total)


def _scrounge(entry: JournalEntry, context: SentenceContext) -> str:
    ready = entry.total >= int(row_of(context)["scrounge_from"])
    return "the aircraft is ready for the next sortie" if ready else "the repair takes its time"


def _unit(entry: JournalEntry, context: SentenceContext) -> str:
    names = context.charts.names
    return f"{names.units[entry.total]}, {names.bases[entry.total]}"


def _month(entry: JournalEntry, context: SentenceContext) -> str:
    return wording.MONTH_TITLES[entry.total - 1]


def _hits(entry: JournalEntry, context: SentenceContext) -> str:
    return hits_words(entry.total)


def _weapon(entry: JournalEntry, context: SentenceContext) -> str:
    return f"weapon {entry.total} of the possible ones"


HEALTH_RESULTS: dict[int, str] = {
    Health.WELL: "safe",
    Health.LIGHT_WOUND: "a light wound",
    Health.SERIOUS_WOUND: "a serious wound",
    Health.KILLED: "killed",
}
CHART_WORDS: dict[Chart, ChartWords] = {
    Chart.A1: ChartWords("Raid", "A1", _raid),
    Chart.B9: ChartWords("Weather", "B9", looked_up("b9", Weather.word_of)),
    Chart.B1: ChartWords("Interception", "B1", _meeting),
    Chart.A3: ChartWords("Bombers", "A3", of_month("bomber", Bomber.word_of)),
    Chart.A3_ESCORT: ChartWords("Escort", "A3", _escort),
    Chart.A3_SWEEP: ChartWords("Sweep", "A3", of_month("sweep", Enemy.word_of)),
    Chart.A3_YB40: ChartWords("Type of the bomber", "A3", _yb40),
    Chart.C1: ChartWords("Random event", "C1", looked_up("c1", Event.word_of)),
    Chart.B3: ChartWords("Hit on the bomber", "B3"),
    Chart.B4_TANK: ChartWords("Fuel tank", "B4", looked_up("tank", Tank.word_of)),
    Chart.B4_BAY: ChartWords("Bomb bay", "B4", _flag("bomb_bay", "the bombs go off", "no effect")),
    Chart.B4_BLAST: ChartWords("Blast", "B4", _flag("blast", "it strikes the interceptor", "no effect")),
    Chart.B4_BLAST_HITS: ChartWords("Hits of the blast", "B4", _hits),
    Chart.B4_CREW: ChartWords("Crew of the bomber", "B4", looked_up("bomber_crew", Seat.word_of, 1)),
    Chart.B4_WOUND: ChartWords("Wound", "B4", looked_up("wound", HEALTH_RESULTS.__getitem__, 1)),
    Chart.B6: ChartWords("Hit on a fighter", "B6", _system_of_b6),
    Chart.B7: ChartWords("Landing", "B7", looked_up("b7", Touchdown.word_of, high=B7_HIGH)),
    Chart.B8: ChartWords("Parachute jump", "B8", looked_up("b8", HEALTH_RESULTS.__getitem__, high=B8_HIGH)),
    Chart.B12: ChartWords("Initiative", "B12"),
    Chart.C2: ChartWords("Serious wound", "C2", _missed),
    Chart.C3: ChartWords("Extended burst", "C3", _burst),
    Chart.W1: ChartWords("Attack of the wingman", "W1", _wingman),
    Chart.WGR: ChartWords("Rockets", "7.1.14", _rockets),
    Chart.FLAK: ChartWords("Flak on the bomber", "7.1.5", _flak),
    Chart.JAM: ChartWords("Jammed weapon", "7.1.6", _weapon),
    Chart.GUN: ChartWords("Weapon hit", "B6", _weapon),
    Chart.SLIP: ChartWords(
        "Getting away", "7.1.10", up_to("slip", "the fight is avoided", "the enemy fighters engage")
    ),
    Chart.DISENGAGE: ChartWords("Disengaging", "7.3", up_to("disengage", "the pilot gets away", "it fails")),
    Chart.ENEMY_DISENGAGE: ChartWords(
        "The enemy disengages", "7.3.1", up_to("enemy_disengage", "he gets away", "it fails")
    ),
    Chart.CRASH: ChartWords("The enemy's way home", "7.4.3"),
    Chart.CREDIT: ChartWords("Credit for the loss", "7.4.3", up_to("crash_seen", "it is seen", "nobody sees it")),
    Chart.PROMOTION: ChartWords("Promotion", "7.9.3", up_to("promotion_up_to", "promoted", "not promoted")),
    Chart.KNIGHT: ChartWords("High award", "7.8.7", up_to("cross_up_to", "awarded", "not this time")),
    Chart.SCROUNGE: ChartWords("Repair", "7.9.2", _scrounge),
    Chart.R1: ChartWords("Aircraft on hand", "R1"),
    Chart.QUALITY: ChartWords("Enemy pilot", "10.4", of_month("quality", Quality.word_of)),
    Chart.START: ChartWords("Unit", "4.1", _unit),
    Chart.MONTH: ChartWords("Month", "4.2.1", _month),
    Chart.CARD: ChartWords("Card", "3.5.1"),
}
"""Charts in words."""


READINGS: dict[Chart, Result] = {Chart.B6: tens_and_ones, Chart.B12: contest_of}
"""Makers of the words for dice that are not added up."""
NAMES_OF_DICE = {Chart.B6: "1d6+1d6", Chart.B12: "1d6 each"}
"""Names of their dice (3.6)."""


def roll_sentence(entry: JournalEntry, context: SentenceContext) -> str:
    """Return the sentence of a roll, with its result."""
    if entry.chart is None:
        return f"A roll of {sum_of(entry, context)}."
    words = CHART_WORDS[entry.chart]
    if entry.chart == Chart.R1:
        series = Series(min(context.columns, SERIES - 1)).word
        return f"Aircraft on hand, {series} (R1): {sum_of(entry, context)}."
    rolled = READINGS.get(entry.chart, sum_of)(entry, context)
    said = f", {words.result(entry, context)}" if words.result else ""
    return f"{words.title} ({words.printed}): {rolled}{said}."


def place_words(chart: Chart) -> str:
    """Return the name of a chart in the printed game: "B7"."""
    return CHART_WORDS[chart].printed


def dice_words(chart: Chart) -> str:
    """Return the dice of a chart: "2d6"."""
    if chart in NAMES_OF_DICE:
        return NAMES_OF_DICE[chart]
    first, *others = chart.dice or (0,)
    if not first:
        return "one die with a side for each possible weapon"
    return f"{1 + len(others)}d{first}"
