"""What can be chosen, line by line, and what the adviser thinks of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from stuka_env.actions import verb_of
from stuka_env.codes import Chart
from stuka_env.journal.changes import card_words
from stuka_env.journal.labels import VERBS, crew_label
from stuka_env.play.advice import Opinion
from stuka_env.play.typed_rolls import about, modifier_words, title
from stuka_env.play.war import War
from stuka_env.quoting import printable

BAR, POINTS = 6, 11
"""Columns of the bar that shows a probability, and of the points beside the choice."""


class Choice(NamedTuple):
    """One line: the number it is called by, what to hand in if it is taken, its label, and more about it."""

    number: int
    answer: int
    label: str
    meaning: str


def choices(war: War) -> list[Choice]:
    """What can be chosen now; nothing while dice are asked for and at the end."""
    need = war.need
    if need is None:
        return [
            Choice(number, index, label, _sentence(VERBS[verb_of(index)].meaning))
            for number, (index, label) in enumerate(war.legal, 1)
        ]
    if need.chart == Chart.CUP:
        mat = war.mat
        return [
            Choice(slot, slot, f"Number {slot}: {war.crews.named(crew_label(mat, slot))}", "") for slot in need.choices
        ]
    return [Choice(number, card, card_words(card - 1, war.charts), "") for number, card in enumerate(need.choices, 1)]


def _sentence(meaning: str) -> str:
    return f"{meaning[0].upper()}{meaning[1:]}."


def heading(war: War) -> str:
    """What is asked: a decision, a roll, or nothing any more."""
    if war.need is not None:
        return title(war.need)
    return "The war is over" if war.over else f"To decide: {war.question}"


def roll_words(war: War) -> str:
    """About the roll that is asked for: whom it is for, what the program adds to it."""
    need = war.need
    words = [] if need is None else [war.crews.named(about(need))]
    if need is not None and need.modifiers:
        words.append(f"the program adds {modifier_words(need)}")
    sentence = "; ".join(filter(None, words))
    return _sentence(sentence) if sentence else ""


def line(choice: Choice, opinion: Opinion | None) -> Table:
    """A choice as it is listed, with the adviser's opinion on the right."""
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(width=2, justify="right")
    grid.add_column(ratio=1)
    row = [Text(str(choice.number), "bold"), Text(choice.label)]
    for width, words in opinion_columns(choice.answer, opinion) if opinion is not None else ():
        grid.add_column(width=width, no_wrap=True)
        row.append(words)
    grid.add_row(*row)
    return grid


def opinion_columns(action: int, opinion: Opinion) -> list[tuple[int, Text]]:
    """What an adviser thinks of one action, in columns: probability, points beside its choice, a star for that."""
    chosen = action == opinion.choice
    columns = []
    if opinion.probabilities:
        share = opinion.probabilities.get(action, 0.0)
        full = round(share * BAR)
        bar = Text("━" * full, "green" if chosen else "cyan") + Text("━" * (BAR - full) + f" {share:4.0%}", "dim")
        columns.append((BAR + 5, bar))
    if opinion.worth:
        more, error = None if chosen else opinion.compared(action), opinion.errors.get(action)
        words = "" if more is None else f"{more:>+6.1f}" + ("" if error is None else f" ±{error:.1f}")
        columns.append((POINTS, Text(words, "yellow")))
    columns.append((1, Text("★" if chosen else "", "bold green")))
    return columns


def opinion_heads(opinion: Opinion) -> str:
    """What stands in the columns of an opinion, for the line above them."""
    heads = [f"{'how likely':>{BAR + 5}}"] if opinion.probabilities else []
    heads += [f"{'points ±':>{POINTS}}"] if opinion.worth else []
    return "".join(f"{head} " for head in heads) + " " if heads else ""


def above_words(opinion: Opinion, listed: Sequence[Choice]) -> list[Text]:
    """What stands above the options: why the adviser would do it, what speaks against it, what is in the columns."""
    heads, why = opinion_heads(opinion), printable(opinion.reason)
    doubts = "; ".join(filter(None, [printable(opinion.limits), unsure_words(opinion, _short_labels(listed))]))
    words = [Text(f"Why: {why}", "green")] * bool(why)
    words += [Text(f"{doubts[0].upper()}{doubts[1:]}.", "yellow")] if doubts else []
    return words + [Text(heads, "dim", justify="right")] * bool(heads)


def _short_labels(listed: Sequence[Choice]) -> dict[int, str]:
    """Labels by answer, without what stands in brackets."""
    return {choice.answer: choice.label.partition(" (")[0] for choice in listed}


def unsure_words(opinion: Opinion, labels: Mapping[int, str]) -> str:
    """Why the choice is not the option with the highest mean, if it is not."""
    better = {action: opinion.compared(action) or 0.0 for action in opinion.worth}
    best = max(better, key=lambda action: better[action], default=opinion.choice)
    if better.get(best, 0.0) <= 0.0 or best not in labels:
        return ""
    error = opinion.errors.get(best)
    if error is None:
        return f"{labels[best]}: {better[best]:+.1f} points"
    return f"{labels[best]}: {better[best]:+.1f} ± {error:.1f} points, not enough to be sure"


def advice_words(name: str, opinion: Opinion, listed: Sequence[Choice]) -> str:
    """What the adviser would do, and what it expects."""
    expects = "" if opinion.value is None else f" expects a final score of {opinion.value:.1f}"
    choice = _short_labels(listed).get(opinion.choice, "something that is not legal")
    return f"{name}{expects}: {choice}"
