"""The choices of the player: actions with their meanings, mission cards and counters."""

from typing import Any

from stuka_env.declared.codes import plural, sentence
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import ACTS, KEPT, Act, Chart, Counter
from stuka_env.play.parts import Choice
from stuka_env.play.war import War

GIVING_UP = frozenset({Act.KEEP, Act.CONTINUE, Act.DONE, Act.HOLD_ACE})
"""Actions that leave something unused; they come last and are not highlighted first."""


def choices_of(war: War) -> list[Choice]:
    """Return the choices at the open decision, or of a draw; none while dice are asked for and at the end."""
    if war.need is None:
        legal = sorted(war.legal, key=lambda each: (gives_up(each[0]), each[0]))
        return [
            Choice(number, index, label, sentence(ACTS.verb_of(index).meaning))
            for number, (index, label) in enumerate(legal, 1)
        ]
    if war.need.chart == Chart.COUNTER:
        return counters(war.charts)
    return [Choice(number, card, card_words(card, war.charts), "") for number, card in enumerate(war.need.choices, 1)]


def counters(charts: LoadedCharts) -> list[Choice]:
    """Return the counters of the cup; all of one kind are one choice, whose answer is the first of them."""
    record: Any = charts.record
    found, first = list[Choice](), 1
    for counter, count in zip(Counter, record["cup"].tolist(), strict=True):
        if count:
            kept = ", kept" if counter < KEPT else ""
            words = f"{sentence(counter.word)[:-1]} ({plural(count, 'counter')}{kept})"
            found.append(Choice(len(found) + 1, first, words, counter.meaning))
        first += count
    return found


def card_words(card: int, charts: LoadedCharts) -> str:
    """Return a mission card: "Card 7: Courtrai airfield (6 bombers, 6 escorts, 4 hits for 2 points)"."""
    record: Any = charts.record
    row = record["cards"][card]
    sizes = (plural(int(row["bombers"]), "bomber"), plural(int(row["escorts"]), "escort"))
    worth = f"{plural(int(row['hits']), 'hit')} for {plural(int(row['value']), 'point')}"
    return f"Card {card}: {charts.names.targets[card]} ({', '.join((*sizes, worth))})"


def gives_up(action: int) -> bool:
    """Whether an action leaves something unused."""
    return ACTS.verb_of(action) in GIVING_UP


def kinds_of(war: War) -> list[tuple[str, str]]:
    """Return name and meaning of each kind of legal action."""
    verbs = dict.fromkeys(ACTS.verb_of(index) for index, _ in war.legal)
    return [(verb.text.replace("{n}", "..."), verb.meaning) for verb in verbs]
